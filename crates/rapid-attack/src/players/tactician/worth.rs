//! Worth of damage, attacks and stations to a player, and of spots to its friends.

use super::Tactics;
use super::ground::{Arms, plain};
use crate::battle::legal::{ready, spot_targets, worth_giving};
use crate::battle::measure::{cover_of_plan, terrain_cover};
use crate::battle::odds::{AttackDice, Defense, MovementDice, Situation};
use crate::battle::state::{Colour, CoverBy, State, Station, Target, Turn, Unit};
use crate::battle::{Action, Battle, BattleDice};
use crate::ids::{UnitId, UnitSet};
use crate::{battle::range_band::RangeBand, loadout::Range};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::MAX_PLAYERS;

// Damage, attacks and stations.

/// A state from a player's point of view, with the weights of its tactics.
pub(super) struct View<'a, D> {
    pub battle: &'a Battle<D>,
    pub state: &'a State,
    pub tactics: &'a Tactics,
    pub me: PlayerId,
    /// Lead over the best rival, in own assets; negative when behind.
    pub lead: f64,
    /// Share of a whole game's future that is left, from 0 in the last round to 1.
    pub future: f64,
    /// Pips for a unit of movement.
    pub pips_per_unit: f64,
    assets: [f64; MAX_PLAYERS],
}

/// A target in the form that the tables need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark<'u> {
    pub unit: &'u Unit,
    pub spot: u8,
    pub defense: Defense,
    pub hit_points: u8,
}

/// Number of remaining rounds from which the future counts in full.
pub(super) const FAR: f64 = 3.0;

impl<'a, D: BattleDice> View<'a, D> {
    /// Creates the view of a player.
    pub(super) fn new(battle: &'a Battle<D>, state: &'a State, tactics: &'a Tactics, me: PlayerId) -> View<'a, D> {
        let pips_per_unit = 1.0 / battle.rules.movement.units_per_pip;
        let mut view =
            View { battle, state, tactics, me, lead: 0.0, future: 0.0, pips_per_unit, assets: [0.0; MAX_PLAYERS] };
        let rivals = state.player_ids().filter(|other| *other != me);
        let best = rivals.map(|other| state.score(other)).max().unwrap_or(0);
        for (player, asset) in state.player_ids().zip(&mut view.assets) {
            let points = f64::from(state.players[player.index()].points_per_asset.max(1));
            let counts = player == me || state.score(player) == best;
            *asset = if counts { points } else { points * tactics.rivals };
        }
        view.lead = f64::from(state.score(me) - best) / view.asset(me);
        // The clock falls by its step each round, and by a vote if a player gains by it.
        let clock = &battle.rules.clock;
        let hours = f64::from(clock.step + if clock.votes { clock.vote } else { clock.step });
        view.future = (f64::from(state.clock.saturating_sub(clock.step)) / hours / FAR).min(1.0);
        view
    }

    /// Creates a mark of a frame: its defense is its known value, or the roll of its dice.
    #[inline]
    pub(super) fn mark<'u>(&self, unit: &'u Unit) -> Mark<'u> {
        let defense = self.battle.defense_of(self.state, unit);
        Mark { unit, spot: unit.spot.map_or(0, |spot| spot.value), defense, hit_points: unit.hit_points() }
    }

    /// Returns the value of an asset: its owner's points, reduced for a rival who does not lead.
    #[inline]
    pub(super) fn asset(&self, player: PlayerId) -> f64 {
        self.assets[player.index()]
    }

    /// Returns the value of an expected share of a frame's life, and of the probability of its destruction.
    #[inline]
    pub(super) fn harm(&self, unit: &Unit, (life, kill): (f64, f64)) -> f64 {
        self.asset(unit.owner) * (self.tactics.attrition * life + self.tactics.kill * kill)
    }

    /// Returns the situation of a target in an attack at a range from a point.
    pub(super) fn situation(&self, attacker: UnitId, from: Point, target: UnitId, range: Range) -> Situation {
        if range == Range::HandToHand {
            return Situation::CLOSE;
        }
        let (unit, stands_at) = (self.state.unit(target), self.state.unit(attacker).elevation);
        let place = (unit.at, unit.near, unit.elevation);
        let cover = match terrain_cover(self.battle, self.state, place, (from, stands_at)) {
            CoverBy::Nothing => match self.battle.frame_covering(self.state, target, attacker, from) {
                Some(frame) => CoverBy::Frame(frame),
                None => return Situation::OPEN,
            },
            terrain => terrain,
        };
        Situation::of(range, cover, cover_of_plan(self.battle, self.state, cover))
    }

    /// Returns the value of an attack before its dice are rolled.
    #[inline]
    pub(super) fn attack(&self, dice: AttackDice, target: &Mark, situation: Situation) -> f64 {
        let Mark { unit, spot, defense, hit_points } = *target;
        self.harm(unit, self.battle.odds.harm(dice, spot, defense, situation, hit_points))
    }

    /// Returns the same as `attack`, without the white die, which has moved the frame.
    #[inline]
    pub(super) fn bare_attack(&self, dice: AttackDice, target: &Mark, situation: Situation) -> f64 {
        let Mark { unit, spot, defense, hit_points } = *target;
        self.harm(unit, self.battle.odds.bare_harm(dice, spot, defense, situation, hit_points))
    }

    /// Returns the value of an attack with a rolled die.
    #[inline]
    pub(super) fn strike(&self, pips: u8, target: &Unit, situation: Situation) -> f64 {
        let Mark { unit, spot, defense, hit_points } = self.mark(target);
        self.harm(unit, self.battle.odds.harm_of_pips(pips, spot, defense, situation, hit_points))
    }

    /// Returns the probability that movement dice bring a frame into a range; 1 if it is in range.
    #[inline]
    pub(super) fn reach(&self, mover: MovementDice, distance: f64, range: Range) -> f64 {
        let need = need(distance, self.battle.band(range));
        if need == 0.0 { 1.0 } else { self.chance_to_move(mover, need) }
    }

    /// Returns the probability that movement dice move a frame at least `units`.
    #[inline]
    pub(super) fn chance_to_move(&self, mover: MovementDice, units: f64) -> f64 {
        self.battle.odds.moves(mover, units * self.pips_per_unit)
    }

    /// Returns the movement dice of a frame.
    #[inline]
    pub(super) fn mover(&self, unit: &Unit) -> MovementDice {
        self.battle.mover(self.state, unit)
    }

    /// Returns the value of seizing a station: the own gain, and the loss of its owner.
    #[inline]
    pub(super) fn seizing(&self, station: &Station) -> f64 {
        let loss = station.owner.filter(|owner| *owner != self.me).map_or(0.0, |owner| self.asset(owner));
        self.tactics.station * (self.asset(self.me) + loss)
    }

    /// Returns true if an enemy is within reach of a station.
    #[inline]
    pub(super) fn is_contested(&self, station: &Station) -> bool {
        station.beside().meets(self.state.enemies_set(self.me))
    }

    /// Returns the friends of a frame that are left to act this round.
    pub(super) fn friends_to_act(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        ready(self.state, self.me).filter(move |friend| *friend != unit)
    }

    /// Returns the weight of danger: more when ahead, less when behind.
    #[inline]
    pub(super) fn caution(&self) -> f64 {
        (1.0 + self.tactics.ahead * self.lead).clamp(0.25, 3.0)
    }
}

/// Returns the units that a frame at a distance must move to be in a range; 0 if it is in range.
#[inline]
pub(super) fn need(distance: f64, band: &RangeBand) -> f64 {
    if band.holds(distance) { 0.0 } else { (band.edge_from(distance) - distance).abs() }
}

// Spots: the targets where a die helps friends most.

impl<D: BattleDice> View<'_, D> {
    /// Returns the spot that helps most; any spot on a frame is better than none, because it no longer costs anything.
    pub(super) fn spot(&self) -> Action {
        let Some(turn) = self.state.turn_in_control() else { return Action::NoSpot };
        let dice = worth_giving(turn, Colour::Yellow).map(|die| (turn.hand().value(Colour::Yellow, die), die));
        let Some((value, die)) = dice.max_by_key(|(value, _)| *value) else { return Action::NoSpot };
        let mut best = (f64::NEG_INFINITY, Action::NoSpot);
        for target in spot_targets(self.battle, self.state, turn, value) {
            let worth = match target {
                Target::Frame(number) => self.spot_worth(turn.unit, number, value),
                Target::Piece(piece) => self.worth_of_spot_on(turn.unit, piece, value),
                Target::Nothing => 0.0,
            };
            // A spot on terrain that helps no friend may help a rival.
            if worth > best.0 && (worth > 0.0 || target.frame().is_some()) {
                best = (worth, Action::Spot { die, target });
            }
        }
        best.1
    }

    /// Returns the value that a spot on a frame adds to the best attack of a friend still to act.
    fn spot_worth(&self, by: UnitId, target: UnitId, value: u8) -> f64 {
        let mark = self.mark(self.state.unit(target));
        let gains = self.friends_to_act(by).map(|friend| {
            let unit = self.state.unit(friend);
            let mut ranged = None;
            let cover = |range| *ranged.get_or_insert_with(|| self.situation(friend, unit.at, target, range));
            self.spot_gain((unit.at, &self.arms(unit, 0)), &mark, value, cover)
        });
        // Any friend may act there, so the friends who are not the best count a little.
        let (best, sum) = gains.fold((0.0f64, 0.0), |(best, sum), gain| (best.max(gain), sum + gain));
        best + 0.1 * sum
    }

    /// Returns the value that a spot adds to the best attack of a friend, at a place with its arms, on an enemy. `cover`
    /// returns the situation of an attack from afar.
    fn spot_gain(
        &self,
        (at, arms): (Point, &Arms),
        mark: &Mark,
        value: u8,
        mut cover: impl FnMut(Range) -> Situation,
    ) -> f64 {
        if value <= mark.spot {
            return 0.0;
        }
        let distance = self.battle.between(at, mark.unit.at);
        let gains = arms.dice.iter().zip(Range::ALL).map(|(dice, (range, _))| {
            let Some(dice) = *dice else { return 0.0 };
            let reach = self.reach(arms.moves, distance, range);
            if reach <= 0.0 {
                return 0.0;
            }
            let situation = if range == Range::HandToHand { Situation::CLOSE } else { cover(range) };
            let strike = |spot| self.attack(dice, &Mark { spot, ..*mark }, situation);
            reach * (strike(value) - strike(mark.spot))
        });
        gains.fold(0.0, f64::max)
    }

    /// Returns the value that a usual spot adds to the best attack of a friend on one of some enemies, ignoring cover.
    fn usual_gain(&self, friend: UnitId, enemies: impl Iterator<Item = UnitId>) -> f64 {
        let unit = self.state.unit(friend);
        let (arms, usual) = (self.arms(unit, 0), self.battle.odds.usual_spot);
        let gain = |enemy| self.spot_gain((unit.at, &arms), &self.mark(self.state.unit(enemy)), usual, plain);
        enemies.map(gain).fold(0.0, f64::max)
    }

    /// Returns the value that a usual spot, on the best enemy, adds to the best attack of each frame still to act.
    pub(super) fn usual_gains(&self) -> impl Iterator<Item = (UnitId, f64)> {
        ready(self.state, self.me).map(|unit| (unit, self.usual_gain(unit, self.state.enemies(self.me))))
    }

    /// Returns the value of a pip of the turn's spot: the value of a usual spot on the best enemy, divided by its pips.
    pub(super) fn spot_slope(&self, turn: &Turn) -> f64 {
        if self.tactics.spot <= 0.0 || (turn.comms == 0 && !self.battle.rules.spotting.none.through_cover) {
            return 0.0;
        }
        let usual = self.battle.odds.usual_spot;
        let frames = spot_targets(self.battle, self.state, turn, usual).filter_map(|target| target.frame());
        let targets = frames.fold(UnitSet::default(), |targets, frame| targets | UnitSet::of(frame));
        let gains = self.friends_to_act(turn.unit).map(|friend| self.usual_gain(friend, targets.iter()));
        self.tactics.spot * gains.fold(0.0, f64::max) / f64::from(usual)
    }
}
