//! Features of a battle as a player sees it, for learned evaluations.
//!
//! Dangers are the expected harm of attacks by the exact tables, in assets. Scores are in assets of ten points and
//! distances in pairs of units, so that the length of a table fits.

#[cfg(test)]
mod tests;

use super::super::battle::odds::{OddsRow, TargetCover};
use super::super::battle::state::{Asset, Life, MAX_FLEETS};
use super::super::battle::{Action, Battle, BattleDice, Decision, State};
use super::super::space::{Body, Pose};
use super::super::{attack::Band, battle::legal::attack::fits_band, ship::System};
use super::tactician::{Tactics, USUAL_FLIGHT};
use super::view::{TargetKey, View};
use crate::ids::AssetId;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Featured, sides, write_sides};

// Features of a state.

impl<D: BattleDice> Featured for Battle<D> {
    const FEATURES: &'static [&'static str] = FEATURES;
    const KINDS: &'static [&'static str] = Action::KINDS;

    fn kind(action: &Action) -> usize {
        action.kind()
    }

    fn is_quiet(&self, state: &State) -> bool {
        let acts = state.asked.is_some_and(|asked| asked.what == Decision::Act);
        acts && state.turn.is_none() && state.wound_count == 0
    }

    fn write_features(&self, state: &State, player: usize, into: &mut [f64]) {
        // Weights only rate choices, which are not features, so any weights will do.
        let tactics = Tactics::start();
        let view = |player: PlayerId| View::new(self, state, self.odds(), &tactics, player);
        let own_view = view(PlayerId::new(player as u8));
        let strikes = strikes(&own_view);
        let sides = state.player_ids().map(|number| side(&view(number), &strikes));
        let common = |own: &Side, rival: &Side| shared(&own_view, player, own, rival);
        write_sides(sides, player, standing, common, into);
    }
}

/// Limit of the lead features, beyond which the result is not in doubt.
const FAR_AHEAD: f64 = 31.0;

/// Returns the hit points of a side, in fours.
fn hit_points(side: &Side) -> f64 {
    HIT_POINTS.iter().map(|place| side[*place]).sum()
}

/// Rates a side to find the leader: by score, and by hit points among equal scores.
fn standing(side: &Side) -> f64 {
    side[SCORE] + hit_points(side) / 64.0
}

/// Returns the features that belong to no side.
fn shared<D: BattleDice>(view: &View<'_, D>, player: usize, own: &Side, rival: &Side) -> [f64; COMMON_COUNT] {
    let (state, rounds) = (view.state, view.rounds);
    let lead = own[SCORE] - rival[SCORE];
    let next = state.asked.is_some_and(|asked| asked.player.index() == player);
    let to_act: u32 = state.player_ids().map(|player| (state.ready(player) - state.hvas()).len() as u32).sum();
    [
        rounds,
        f64::from(state.clock),
        f64::from(state.round),
        f64::from(state.player_count) - 2.0,
        f64::from(u8::from(next)),
        f64::from(to_act) / 2.0,
        lead,
        (4.0 * lead / rounds).clamp(-FAR_AHEAD, FAR_AHEAD),
        lead.clamp(-0.25, 0.25) * 4.0,
        ((hit_points(own) - hit_points(rival)) * rounds / 4.0).clamp(-FAR_AHEAD, FAR_AHEAD),
    ]
}

// Names of the features.

sides!(
    [
        "score",
        "points per asset",
        "ships",
        "companies that fly",
        "companies docked",
        "companies adrift",
        "high value assets",
        "ships of others held",
        "hit points of ships",
        "hit points of companies",
        "whites of ships",
        "point defense",
        "assault",
        "support",
        "defense systems",
        "catapults",
        "aces",
        "ships to act",
        "companies to act",
        "fuel that lasts",
        "companies that run dry",
        "flights home",
        "pips of defenses",
        "pips of spots",
        "frail assets",
        "life in danger now",
        "assets in danger now",
        "life in danger later",
        "assets in danger later",
        "life to take now",
        "assets to take now",
        "life to take later",
        "assets to take later",
        "ships that boarders may take",
        "ships to take by boarding",
        "high value assets guarded",
        "high value assets besieged",
        "way to a high value asset",
        "ships near the edge",
    ],
    [
        "rounds left",
        "clock",
        "round",
        "players beyond two",
        "next to act",
        "all to act",
        "lead",
        "lead by rounds left",
        "who leads",
        "lead in hit points times rounds left",
    ]
);

/// Index of the score, in assets of ten points.
pub(super) const SCORE: usize = 0;
/// Indices of the hit points of ships and of companies, in fours.
pub(super) const HIT_POINTS: [usize; 2] = [8, 9];

// Features of one side.

/// Features of a side, in the order of their names.
pub(super) type Side = [f64; SIDE_COUNT];

/// Points of score that count as one asset.
pub(super) const ASSET: f64 = 10.0;
/// Maximum number of hit points of a frail asset.
const FRAIL: u8 = 2;
/// Distance to the edge, in usual moves, below which a ship is near it.
const NEAR_THE_EDGE: f64 = 2.0;
/// Largest distance of a feature, in ruler units.
const FAR: f64 = 32.0;
/// Largest number of flights of a feature.
const FLIGHTS: f64 = 8.0;

/// Returns the features of the view's player.
pub(super) fn side<D: BattleDice>(view: &View<'_, D>, strikes: &Strikes) -> Side {
    let (state, player) = (view.state, view.me);
    let mut sum = Sums::default();
    let own = state.of(player);
    for number in (own & state.on_table()).iter() {
        let asset = state.asset(number);
        match asset.body {
            Body::Hva => {}
            Body::Company => sum.company(view, asset, !state.has_acted(number)),
            _ => sum.ship(view, number, asset),
        }
    }
    let ships = state.ships();
    let (dealt, feared) = (&strikes.dealt[player.index()], &strikes.feared[player.index()]);
    let to_take = (ships - own).iter().map(|ship| chance_of(view, ship, player));
    let (guarded, besieged, way) = hvas(view);
    [
        f64::from(state.score(player)) / ASSET,
        f64::from(state.players[player.index()].points_per_asset) / 2.0,
        (ships & own).len() as f64,
        sum.flying,
        sum.docked,
        sum.adrift,
        (own & state.hvas() & state.standing()).len() as f64,
        sum.held,
        sum.hit_points_of_ships / 4.0,
        sum.hit_points_of_companies / 4.0,
        sum.whites / 2.0,
        sum.weapons[0],
        sum.weapons[1],
        sum.weapons[2],
        sum.blues,
        sum.catapults,
        sum.aces,
        sum.ships_to_act,
        sum.companies_to_act,
        sum.fuel / 2.0,
        sum.dry,
        sum.flights_home / 2.0,
        sum.defense_pips / 4.0,
        sum.spot_pips / 2.0,
        sum.frail,
        feared[NOW].life,
        feared[NOW].kills,
        feared[LATER].life,
        feared[LATER].kills,
        dealt[NOW].life,
        dealt[NOW].kills,
        dealt[LATER].life,
        dealt[LATER].kills,
        sum.threatened,
        to_take.sum(),
        guarded,
        besieged,
        way / 2.0,
        sum.near_the_edge,
    ]
}

/// Sums over the assets of a side.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    flying: f64,
    docked: f64,
    adrift: f64,
    held: f64,
    hit_points_of_ships: f64,
    hit_points_of_companies: f64,
    whites: f64,
    weapons: [f64; 3],
    blues: f64,
    catapults: f64,
    aces: f64,
    ships_to_act: f64,
    companies_to_act: f64,
    fuel: f64,
    dry: f64,
    flights_home: f64,
    defense_pips: f64,
    spot_pips: f64,
    frail: f64,
    threatened: f64,
    near_the_edge: f64,
}

impl Sums {
    fn ship<D: BattleDice>(&mut self, view: &View<'_, D>, number: AssetId, ship: &Asset) {
        self.held += one(ship.captor().is_some());
        self.hit_points_of_ships += f64::from(ship.hit_points());
        self.whites += f64::from(ship.whites);
        for (sum, band) in self.weapons.iter_mut().zip([Band::PointDefense, Band::Assault, Band::Support]) {
            let (devoted, halves) = ship.systems.weapons(band);
            *sum += f64::from(devoted) + f64::from(halves) / 2.0;
        }
        self.blues += f64::from(ship.systems.count(System::Defense));
        self.catapults += f64::from(ship.systems.count(System::Catapult));
        self.ships_to_act += one(!view.state.has_acted(number));
        self.threatened += chance_to_lose(view, number);
        let usual = f64::from(ship.speed.max(view.battle.rules.movement.speed)).max(1.0);
        let moves = view.room_ahead(ship.pose) / usual;
        self.near_the_edge += (1.0 - moves / NEAR_THE_EDGE).max(0.0);
        self.target(ship);
    }

    fn company<D: BattleDice>(&mut self, view: &View<'_, D>, company: &Asset, acts: bool) {
        self.aces += one(company.ace.is_some());
        match company.life() {
            Life::Drifting => {
                self.adrift += 1.0;
                return;
            }
            Life::Docked => self.docked += 1.0,
            _ => {
                self.flying += 1.0;
                self.companies_to_act += one(acts);
                self.fuel += view.lasting(company.fuel).min(view.rounds);
                self.dry += one(!view.lasts(company.fuel));
                self.flights_home += view.flights_home(company.pose.at).min(FLIGHTS);
            }
        }
        self.hit_points_of_companies += f64::from(company.hit_points());
        self.target(company);
    }

    /// Adds the features that ships and companies share.
    fn target(&mut self, asset: &Asset) {
        self.defense_pips += f64::from(asset.defense.unwrap_or(0));
        self.spot_pips += f64::from(asset.spotted());
        self.frail += one(asset.hit_points() <= FRAIL);
    }
}

/// Returns the number of own high value assets with a friend in range, and of those with only enemies in range. The
/// third number is the distance from the nearest own asset to another player's high value asset.
fn hvas<D: BattleDice>(view: &View<'_, D>) -> (f64, f64, f64) {
    let state = view.state;
    let (own, standing) = (state.of(view.me), state.standing());
    let (mut guarded, mut besieged, mut way) = (0.0, 0.0, FAR);
    for hva in (state.hvas() & standing).iter() {
        let at = state.asset(hva).pose.at;
        if !own.has(hva) {
            let near = (own & (standing - state.hvas())).iter().map(|by| state.asset(by).pose.at.distance_squared(at));
            way = near.fold(way * way, f64::min).sqrt();
            continue;
        }
        let beside = state.beside(hva);
        if beside.meets(own) {
            guarded += 1.0;
        } else if !beside.is_empty() {
            besieged += 1.0;
        }
    }
    (guarded, besieged, way)
}

/// Returns the chance that a player's companies on a ship take it.
fn chance_of<D: BattleDice>(view: &View<'_, D>, ship: AssetId, player: PlayerId) -> f64 {
    let boarders = view.aboard(ship, player);
    if boarders.companies > 0 { view.chance_to_take(ship, boarders) } else { 0.0 }
}

/// Returns the greatest chance of another player to take an own ship.
fn chance_to_lose<D: BattleDice>(view: &View<'_, D>, ship: AssetId) -> f64 {
    let others = view.state.player_ids().filter(|other| *other != view.me);
    others.map(|other| chance_of(view, ship, other)).fold(0.0, f64::max)
}

fn one(is: bool) -> f64 {
    f64::from(u8::from(is))
}

// Expected harm of attacks by the exact tables: the best attack of each asset on a target in reach now or after a
// usual move.

/// Expected share of lives that is lost, and expected number of destructions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Harm {
    pub life: f64,
    pub kills: f64,
}

impl Harm {
    fn add(&mut self, (life, kills): (f64, f64)) {
        self.life += life;
        self.kills += kills;
    }
}

/// Harm by side, dealt by its own assets and feared by it. Each is split into assets that still act this round and all
/// assets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strikes {
    pub dealt: [[Harm; 2]; MAX_FLEETS],
    pub feared: [[Harm; 2]; MAX_FLEETS],
}

/// Indices of the assets that still act and of all assets in [`Strikes`].
pub(super) const NOW: usize = 0;
pub(super) const LATER: usize = 1;

/// Distance in units outside a band that a little steering makes up for.
const SLACK: f64 = 1.5;

/// Returns the sums of the best attacks of all assets.
pub(super) fn strikes<D: BattleDice>(view: &View<'_, D>) -> Strikes {
    let state = view.state;
    let mut all = Strikes::default();
    for by in (state.standing() - state.hvas()).iter() {
        let asset = state.asset(by);
        let Some((harm, side)) = best(view, asset) else { continue };
        let from = if state.has_acted(by) { LATER } else { NOW };
        for time in from..=LATER {
            all.dealt[asset.side().index()][time].add(harm);
            all.feared[side.index()][time].add(harm);
        }
    }
    all
}

/// Returns the attack of an asset that takes most of a life, and the side of its target. `None` if nothing is in reach.
fn best<D: BattleDice>(view: &View<'_, D>, asset: &Asset) -> Option<((f64, f64), PlayerId)> {
    let state = view.state;
    let way = view.battle.space.direction(asset.pose.heading);
    let ahead = Pose { at: asset.pose.at + way * f64::from(asset.speed), ..asset.pose };
    let foes = state.targets() - state.of(asset.side());
    let mut best = None;
    let mut most = 0.0;
    for (band, _) in Band::ALL {
        let Some(dice) = view.arms(asset, band) else { continue };
        for target in foes.iter() {
            let to = state.asset(target);
            let out = if asset.is_company() {
                view.out_of_band(asset, asset.pose, to, band) - USUAL_FLIGHT
            } else if fits_band(to, band) {
                view.out_of_band(asset, asset.pose, to, band).min(view.out_of_band(asset, ahead, to, band)) - SLACK
            } else {
                continue;
            };
            if out > 0.0 {
                continue;
            }
            let TargetKey { spot, defense, life, kind } = TargetKey::new(to);
            let at = if asset.is_company() {
                OddsRow::dogfight(kind)
            } else {
                OddsRow::of(band, kind, TargetCover::Nothing)
            };
            let (mean, kill) = view.odds.strike(dice, spot, defense, at, life);
            let share = (mean / f64::from(life.max(1))).min(1.0);
            if share + kill > most {
                most = share + kill;
                best = Some(((share, kill), to.side()));
            }
        }
    }
    best
}
