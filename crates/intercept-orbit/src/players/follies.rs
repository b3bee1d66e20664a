//! Counts blunders, choices that no person who knows the rules would make, for bounds in tests.

use super::super::battle::legal::attack::{band_of_company, declared_bands, fighters_of, foes, in_band, worth_giving};
use super::super::battle::state::{Colour, Life, Phase, Target, Turn, numbers_in};
use super::super::battle::{Battle, Event, KeyedDice, State};
use super::super::{battle::candidates::moves::Maneuvers, battle::odds::CompaniesAboard, ship::System};
use super::{tactician::Tactics, view::View};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;

/// Chance to take a ship below which boarding it is vain.
const NO_CHANCE: f64 = 0.15;
/// Distance in units within which a carrier can be expected to fetch a company adrift.
const FETCHED: f64 = 6.0;

/// Blunders that are counted. Their names are in `NAMES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folly {
    /// Launches: not a blunder, but a number to divide by.
    Launches,
    /// Companies that run out of fuel before the end of the battle, for any reason.
    Adrift,
    /// The part of `Adrift` that was on no ship of another fleet and in dogfight range of no high value asset, although
    /// an own carrier still works.
    AdriftForNothing,
    /// Rounds that a company adrift is not carried although a working own carrier is within `FETCHED` units.
    LeftAdrift,
    /// Ships that leave the table while their owner controls them.
    OverTheEdge,
    /// Collisions of steered ships with an own ship or high value asset.
    OwnCollisions,
    /// Collisions of steered ships with another player's high value asset, which takes no damage.
    HvaCollisions,
    /// Collisions of ships with debris.
    DebrisCollisions,
    /// Boarders on another player's ship at the end of a round with a chance below `NO_CHANCE`, counted once per ship
    /// and player.
    VainBoardings,
    /// Ships that declare no target although an enemy is in a band that they are armed for.
    Silent,
    /// Declared attacks of ships that were not made although the target was in range and a die exceeded its defense.
    Forgone,
    /// Company turns without an attack although an enemy was in range and a die exceeded its defense.
    CompaniesForgone,
    /// Turns without a defense although a white was left over and enemies were still to act.
    Undefended,
    /// Unused whites that could have restored a system.
    RepairsForgone,
    /// Assets with spots that no attack of the round used.
    SpotsWasted,
    /// Ships and high value assets that a player loses during the turn of an own ship or company.
    GivenAway,
    /// High value assets that their owner loses during a turn.
    HvasLost,
    /// High value assets that sail into another player's hands on their own turns.
    HvasSailed,
    /// High value assets that other players take before the first turn.
    HvasLostInSetup,
    /// High value assets that fall to another player during the turn of an own ship, which leaves them.
    HvasLeftByShips,
    /// High value assets that fall to another player during the turn of an own company.
    HvasLeftByCompanies,
    /// The part of `OwnCollisions` in which the ship had the dice for a maneuver on the table that meets nothing.
    CollisionsByChoice,
    /// Collisions of ships with assets of the same player, including captured ships and ships that are turned.
    AnyOwnCollisions,
    /// Attacks before the last round on own ships in enemy hands: they might come back. Ships are not counted if the
    /// holder's points per asset exceed the attacker's by more than half.
    OwnShipsShot,
}

/// Names in the order of [`Folly`].
pub(super) const NAMES: [&str; 24] = [
    "launches",
    "adrift",
    "adrift for nothing",
    "left adrift",
    "over the edge",
    "own collisions",
    "hva collisions",
    "debris collisions",
    "vain boardings",
    "silent",
    "forgone",
    "companies forgone",
    "undefended",
    "repairs forgone",
    "spots wasted",
    "given away",
    "hvas lost",
    "hvas sailed",
    "hvas lost in set-up",
    "hvas left by ships",
    "hvas left by companies",
    "collisions by choice",
    "any own collisions",
    "own ships shot",
];

/// Counts of blunders over several battles.
#[derive(Clone, Debug, Default)]
pub(super) struct Follies {
    pub counts: [u32; NAMES.len()],
    /// Turns that were open at the last event.
    turns: [Option<Turn>; 2],
    /// The targets that were spotted this round, without those with used spots.
    spotted: AssetSet,
    /// True if the ship that set out last had a maneuver that meets nothing.
    could_pass: bool,
}

impl Follies {
    /// Returns the count of a blunder.
    pub(super) fn of(&self, folly: Folly) -> u32 {
        self.counts[folly as usize]
    }

    fn add(&mut self, folly: Folly) {
        self.counts[folly as usize] += 1;
    }

    fn count(&mut self, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
        match *event {
            Event::RoundBegan { .. } => self.spotted = AssetSet::EMPTY,
            Event::Spotted { target, .. } => self.spotted.insert(target),
            Event::Launched { .. } => self.add(Folly::Launches),
            Event::Drifted { asset } if state.clock > 0 && matches!(state.phase, Phase::Ending(_)) => {
                self.drifts(battle, state, asset);
            }
            Event::Left { asset, .. } if state.asset(asset).is_ship() && state.asset(asset).captor().is_none() => {
                self.add(Folly::OverTheEdge);
            }
            Event::Collided { rammer, target, .. } => self.collides(state, rammer, target),
            Event::Declared { asset, target: Target::Nothing, .. } if armed_in_range(battle, state, asset) => {
                self.add(Folly::Silent);
            }
            Event::Attacked(ref strike) => {
                let Some(target) = strike.target.asset() else { return };
                if strike.spot > 0 {
                    self.spotted.remove(target);
                }
                let (to, me) = (state.asset(target), state.asset(strike.asset).side());
                let points = |player: PlayerId| i32::from(state.players[player.index()].points_per_asset);
                let own = to.is_ship() && to.owner == me && 2 * points(to.side()) <= 3 * points(me);
                self.counts[Folly::OwnShipsShot as usize] += u32::from(own && state.clock > battle.rules.clock.step);
            }
            Event::SetOut { asset, value, .. } => {
                self.could_pass = state.asset(asset).is_ship() && could_pass(battle, state, asset, value);
            }
            Event::Taken { asset, .. } if is_before_the_first_turn(state) => {
                self.counts[Folly::HvasLostInSetup as usize] += u32::from(state.asset(asset).is_hva());
            }
            Event::Taken { asset, from, .. } if !is_boarding(state) => {
                self.given(state, from);
                self.hva_given(state, asset, from);
                if state.asset(asset).is_hva() && state.asset(asset).owner == from {
                    self.add(Folly::HvasLost);
                }
            }
            Event::Reverted { from, .. } => self.given(state, from),
            Event::TurnEnded { asset, .. } => self.turn_ends(battle, state, asset),
            Event::RoundEnded { .. } => {
                self.counts[Folly::SpotsWasted as usize] += self.spotted.len() as u32;
                self.round_ends(battle, state);
            }
            _ => {}
        }
    }

    fn drifts(&mut self, battle: &Battle<KeyedDice>, state: &State, company: AssetId) {
        let asset = state.asset(company);
        self.add(Folly::Adrift);
        let boards = asset.on.is_some_and(|ship| state.asset(ship).owner != asset.owner);
        let reach = battle.rules.ranges.dogfight;
        let beside = |hva: AssetId| battle.space.within(asset.placed(), state.placed(hva), reach);
        let serves = |ship: AssetId| state.asset(ship).systems.count(System::Catapult) > 0;
        let carriers = state.ships() & state.of(asset.owner);
        if !boards && !state.hvas().iter().any(beside) && carriers.iter().any(serves) {
            self.add(Folly::AdriftForNothing);
        }
    }

    fn collides(&mut self, state: &State, rammer: AssetId, target: AssetId) {
        if target.is_debris() {
            self.counts[Folly::DebrisCollisions as usize] += u32::from(state.asset(rammer).is_ship());
            return;
        }
        let (by, other) = (state.asset(rammer), state.asset(target));
        let steered = state.sail.is_some_and(|sail| sail.asset == rammer) && by.captor().is_none();
        if by.side() == other.side() && by.is_ship() {
            self.add(Folly::AnyOwnCollisions);
        }
        if by.side() == other.side() && by.is_ship() && steered && self.could_pass {
            self.add(Folly::CollisionsByChoice);
        }
        if by.side() == other.side() && by.is_ship() && steered {
            self.add(Folly::OwnCollisions);
        } else if by.side() != other.side() && by.is_ship() && other.is_hva() && steered {
            self.add(Folly::HvaCollisions);
        }
    }

    /// Counts a high value asset that falls to another player on its own turn or during the turn of an own ship or
    /// company.
    fn hva_given(&mut self, state: &State, hva: AssetId, from: PlayerId) {
        let Some(turn) = state.turn_in_control().filter(|_| state.asset(hva).is_hva()) else { return };
        if turn.asset == hva {
            self.add(Folly::HvasSailed);
        } else if state.asset(turn.asset).side() == from {
            let is_ship = state.asset(turn.asset).is_ship();
            self.add(if is_ship { Folly::HvasLeftByShips } else { Folly::HvasLeftByCompanies });
        }
    }

    /// Counts an asset that a player loses during the turn of an own ship or company.
    fn given(&mut self, state: &State, from: PlayerId) {
        let acting = |turn: &&Turn| state.asset(turn.asset).side() == from && !state.asset(turn.asset).is_hva();
        if !is_boarding(state) && state.turn_in_control().filter(acting).is_some() {
            self.add(Folly::GivenAway);
        }
    }

    fn turn_ends(&mut self, battle: &Battle<KeyedDice>, state: &State, number: AssetId) {
        let ended = self.turns.iter().flatten().find(|turn| turn.asset == number);
        let (Some(turn), asset) = (ended.copied(), state.asset(number)) else { return };
        if asset.life() != Life::Standing || asset.is_hva() || turn.given.is_some() {
            return;
        }
        let side = asset.side();
        let whites = || numbers_in(turn.whites().into()).map(|place| turn.hand().whites[usize::from(place)]);
        let red = if turn.has(Colour::Red) { turn.hand().best[Colour::Red as usize] } else { 0 };
        let pips = whites().fold(red, u8::max);
        let bites = |foe: AssetId| {
            let to = state.asset(foe);
            to.owner != side && pips > to.defense.unwrap_or(0)
        };
        if asset.is_company() && !turn.attacked {
            let near = |foe: AssetId| bites(foe) && band_of_company(battle, state, number, foe).is_some();
            self.counts[Folly::CompaniesForgone as usize] += u32::from(foes(state, side).iter().any(near));
        }
        if let (Target::Asset(foe), false, true) = (turn.target, turn.attacked, asset.is_ship()) {
            let reached = foes(state, side).has(foe)
                && bites(foe)
                && in_band(battle, state, number, asset.pose, turn.target, turn.band);
            self.counts[Folly::Forgone as usize] += u32::from(reached);
        }
        let others = state.player_ids().filter(|other| *other != side);
        let ready = others.fold(AssetSet::EMPTY, |all, other| all | state.ready(other));
        let waits = !(ready - state.hvas()).is_empty();
        let bare = asset.defense.is_none_or(|value| value == 0);
        self.counts[Folly::Undefended as usize] += u32::from(bare && waits && turn.whites() != 0);
        let ships = &battle.rules.ships;
        let built = if asset.body == super::super::space::Body::Capital {
            ships.capital_systems
        } else {
            ships.frigate_systems
        };
        let hurt = asset.is_ship() && asset.systems.total() < built;
        let mending = whites().filter(|pips| *pips >= battle.rules.repair.face).count() as u8;
        let lost = if hurt { built - asset.systems.total() } else { 0 };
        self.counts[Folly::RepairsForgone as usize] += u32::from(mending.min(lost));
    }

    fn round_ends(&mut self, battle: &Battle<KeyedDice>, state: &State) {
        for number in state.on_table().iter() {
            let asset = state.asset(number);
            if asset.is_company() && asset.life() == Life::Drifting && asset.carried_by.is_none() {
                let fetches = |ship: &AssetId| {
                    let ship = state.asset(*ship);
                    ship.systems.count(System::Catapult) > 0 && ship.pose.at.distance(asset.pose.at) < FETCHED
                };
                let near = (state.ships() & state.of(asset.side())).iter().any(|ship| fetches(&ship));
                self.counts[Folly::LeftAdrift as usize] += u32::from(near);
            }
            if asset.is_ship() {
                self.boarded(battle, state, number);
            }
        }
    }

    fn boarded(&mut self, battle: &Battle<KeyedDice>, state: &State, ship: AssetId) {
        let host = state.asset(ship);
        let aboard = |player: PlayerId| {
            let own = fighters_of(battle, state, ship, player);
            let ace = own.iter().any(|company| state.asset(company).ace.is_some());
            CompaniesAboard { companies: own.len() as u8, ace }
        };
        for player in state.player_ids().filter(|player| *player != host.side()) {
            let own = aboard(player);
            let takes = || battle.odds().takes(own, aboard(host.side()), &host.systems);
            if own.companies > 0 && takes() < NO_CHANCE {
                self.add(Folly::VainBoardings);
            }
        }
    }
}

/// Returns true if a ship that sets out had the dice for a maneuver on the table that meets nothing.
fn could_pass(battle: &Battle<KeyedDice>, state: &State, ship: AssetId, value: u8) -> bool {
    let asset = state.asset(ship);
    let Some(turn) = state.turn_in_control() else { return false };
    let left = worth_giving(turn, Colour::Green).map(|die| turn.hand().value(Colour::Green, die)).max();
    let budget = value.max(left.unwrap_or(0));
    let tactics = Tactics::default();
    let view = View::new(battle, state, battle.odds(), &tactics, asset.side());
    let maneuvers = Maneuvers::new(battle, state, ship, budget);
    (0..maneuvers.count()).filter_map(|nth| maneuvers.nth(nth)).any(|(maneuver, _)| {
        let course = battle.space.course(asset.pose, &maneuver);
        let meets =
            |piece: u8| battle.space.contact(asset.body, &course, state.placed(AssetId::of_debris(piece))).is_some();
        !state.pieces().any(meets)
            && battle.space.leaves(asset.body, &course).is_none()
            && view.stop(ship, &course).is_none()
    })
}

/// Returns true between set-up and the first turn.
fn is_before_the_first_turn(state: &State) -> bool {
    state.turn.is_none() && state.round == 1 && matches!(state.phase, Phase::Round)
}

/// Returns true if assets change hands by boarding or at the end of a round, not during a turn.
fn is_boarding(state: &State) -> bool {
    state.turn.is_none()
}

/// Returns true if a ship in its owner's hands has an enemy in a band that it is armed for. Own ships in enemy hands
/// and defenses of 5 or more do not count.
fn armed_in_range(battle: &Battle<KeyedDice>, state: &State, ship: AssetId) -> bool {
    let asset = state.asset(ship);
    let near = |band| {
        foes(state, asset.side())
            .iter()
            .filter(|foe| state.asset(*foe).owner != asset.side() && state.asset(*foe).defense.is_none_or(|it| it < 5))
            .any(|foe| in_band(battle, state, ship, asset.pose, Target::Asset(foe), band))
    };
    asset.captor().is_none() && declared_bands(battle, asset).any(near)
}

impl Observer<Battle<KeyedDice>> for Follies {
    fn see(&mut self, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
        self.count(battle, state, event);
        self.turns = [state.turn, state.answer];
    }
}
