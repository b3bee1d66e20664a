//! What a place is worth to a frame: what enemies may do to it there, what it may do next, and the stations.

use super::super::super::battle::Dice;
use super::super::super::battle::measure::in_range;
use super::super::super::battle::odds::{Defense, MovementDice, Situation};
use super::super::super::battle::state::Unit;
use super::super::super::loadout::Range;
use super::Scratch;
use super::worth::{View, defense_of, need, rolled, spot_on};
use crate::geometry::Point;

/// Worth of an attacker's attacks, by range, then in the open and in cover; and how it moves into range.
#[derive(Clone, Copy, Debug)]
pub struct Threat {
    worth: [[f64; 2]; 3],
    moves: MovementDice,
}

/// An enemy as one frame sees it.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    at: Point,
    near: u64,
    /// What it is feared to do, this round and later.
    danger: Threat,
    /// What may be done to it in the next round.
    chance: Threat,
}

/// A station as one frame sees it.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Its number.
    number: u8,
    /// Worth of being within its reach.
    here: f64,
    /// Whether nearer is better.
    wanted: bool,
}

/// Hits that cover is taken to stop where its own are not looked up.
const USUAL_COVER: u8 = 2;

/// Distance at which an enemy threatens a station: about two turns' way, in ruler units.
const THREAT: f64 = 12.0;

/// The table as one frame sees it.
pub struct Ground<'g, 'a, D> {
    view: &'g View<'a, D>,
    rivals: &'g [Rival],
    sites: &'g [Site],
    /// Most that danger counts.
    most: f64,
    /// Weight of danger.
    caution: f64,
    /// Worth of a unit nearer to an enemy.
    approach: f64,
}

impl<'g, 'a, D: Dice> Ground<'g, 'a, D> {
    /// Looks at the table for a frame; `scratch` is overwritten.
    pub fn new(view: &'g View<'a, D>, number: u8, scratch: &'g mut Scratch) -> Ground<'g, 'a, D> {
        let unit = *view.state.unit(number);
        let Scratch { rivals, sites, .. } = scratch;
        rivals.clear();
        rivals.extend(view.state.enemies(view.me).map(|enemy| view.rival(&unit, enemy)));
        sites.clear();
        sites.extend((0..view.state.station_count).filter_map(|station| view.site(number, station)));
        let asset = view.asset(view.me);
        let most = asset * (view.tactics.attrition + view.tactics.kill);
        Ground { view, rivals, sites, most, caution: view.caution(), approach: view.tactics.approach * asset }
    }

    /// Worth of a place, whatever stands between it and enemies.
    pub fn in_the_open(&self, at: Point) -> f64 {
        let (mut danger, mut chance) = (0.0, 0.0);
        for rival in self.rivals {
            let distance = self.view.battle.between(at, rival.at);
            danger += self.view.best_of(&rival.danger, distance, 0, 0.0);
            chance = self.view.best_of(&rival.chance, distance, 0, chance);
        }
        self.sum(at, danger, chance)
    }

    /// Worth of a place.
    pub fn worth(&self, at: Point) -> f64 {
        let view = self.view;
        let standing = view.state.standing;
        let near = view.battle.field(view.state).near(at, standing);
        let shelters = |to: Point, near: u64, from: Point| view.battle.pieces_covering(view.state, to, near, from) != 0;
        let (mut danger, mut chance) = (0.0, 0.0);
        for rival in self.rivals {
            let distance = view.battle.between(at, rival.at);
            let mut feared = view.best_of(&rival.danger, distance, 0, 0.0);
            if feared > 0.0 && near != 0 && shelters(at, near, rival.at) {
                feared = view.best_of(&rival.danger, distance, 1, 0.0);
            }
            danger += feared;
            let offered = view.best_of(&rival.chance, distance, 0, chance);
            let is_covered = || rival.near & standing != 0 && shelters(rival.at, rival.near, at);
            chance = match offered > chance && is_covered() {
                true => view.best_of(&rival.chance, distance, 1, chance),
                false => offered,
            };
        }
        self.sum(at, danger, chance)
    }

    fn sum(&self, at: Point, danger: f64, chance: f64) -> f64 {
        // No frame is lost twice.
        chance - danger.min(self.most) * self.caution - self.approach(at, chance) + self.stations(at)
    }

    /// Cost of the way to the nearest enemy from where nothing can be done to anybody.
    fn approach(&self, at: Point, chance: f64) -> f64 {
        if chance > 0.0 {
            return 0.0;
        }
        let gaps = self.rivals.iter().map(|rival| rival.at.distance_squared(at));
        let nearest = gaps.fold(f64::INFINITY, f64::min);
        if nearest.is_finite() { self.approach * nearest.sqrt() } else { 0.0 }
    }

    fn stations(&self, at: Point) -> f64 {
        let (mut worth, mut nearest) = (0.0, f64::INFINITY);
        for site in self.sites {
            let station = &self.view.state.stations[usize::from(site.number)];
            let distance = self.view.battle.from_station(at, station);
            if distance <= self.view.battle.rules.stations.reach {
                worth += site.here;
            } else if site.wanted {
                nearest = nearest.min(distance);
            }
        }
        let far = if nearest.is_finite() { nearest } else { 0.0 };
        worth - self.view.tactics.advance * self.view.asset(self.view.me) * far
    }
}

impl<D: Dice> View<'_, D> {
    fn rival(&self, unit: &Unit, number: u8) -> Rival {
        let enemy = self.state.unit(number);
        let now = if enemy.acted { 0.0 } else { self.tactics.danger_now };
        let later = self.tactics.danger_later * self.future;
        let opportunity = self.tactics.opportunity * self.future;
        let mover = |unit: &Unit| self.battle.odds.mover(&unit.loadout, !unit.has_ranged_weapons());
        let mut danger = Threat { worth: [[0.0; 2]; 3], moves: mover(enemy) };
        let mut chance = Threat { worth: [[0.0; 2]; 3], moves: mover(unit) };
        let known = unit.defense.is_some() || unit.spot.is_some();
        for (i, (range, _)) in Range::ALL.into_iter().enumerate() {
            let next = self.strikes(enemy, unit, range, rolled(unit), 0);
            let at_once = match now > 0.0 && known {
                true => self.strikes(enemy, unit, range, defense_of(unit), spot_on(unit)),
                false => next,
            };
            danger.worth[i] = std::array::from_fn(|cover| now * at_once[cover] + later * next[cover]);
            if opportunity > 0.0 {
                chance.worth[i] = self.strikes(unit, enemy, range, rolled(enemy), 0).map(|worth| opportunity * worth);
            }
        }
        Rival { at: enemy.at, near: enemy.near, danger, chance }
    }

    /// The greatest of some worth and of what an attacker at a distance can bring to bear.
    fn best_of(&self, threat: &Threat, distance: f64, cover: usize, least: f64) -> f64 {
        let rules = &self.battle.rules;
        let mut best = least;
        for ((range, _), worth) in Range::ALL.into_iter().zip(&threat.worth) {
            let worth = worth[cover];
            // No range does more than from within it.
            if worth > best {
                let reach = match in_range(range, distance, rules) {
                    true => 1.0,
                    false => {
                        let pips = need(distance, range, &rules.ranges) / rules.movement.units_per_pip;
                        self.battle.odds.moves(threat.moves, pips)
                    }
                };
                best = best.max(worth * reach);
            }
        }
        best
    }

    /// Worth of an attack at a range, in the open and in cover.
    pub fn strikes(&self, attacker: &Unit, target: &Unit, range: Range, defense: Defense, spot: u8) -> [f64; 2] {
        let close = range == Range::HandToHand;
        let halves = attacker.loadout.halves_at(range);
        let rockets = u8::from(range == Range::Direct && halves == 0 && attacker.loadout.rockets() > 0);
        if !close && halves == 0 && rockets == 0 {
            return [0.0; 2];
        }
        let odds = &self.battle.odds;
        let dice = odds.attack(&attacker.loadout, range, rockets, true);
        let of = |situation| self.harm(target, odds.strike(dice, spot, defense, situation, target.hit_points()));
        if close { [of(Situation::CLOSE); 2] } else { [of(Situation::OPEN), of(Situation::cover(USUAL_COVER))] }
    }

    fn site(&self, unit: u8, number: u8) -> Option<Site> {
        let station = &self.state.stations[usize::from(number)];
        if !station.placed {
            return None;
        }
        let own = station.owner == Some(self.me);
        let friend = |other: &u8| *other != unit && self.state.unit(*other).owner == self.me;
        let mut friends = self.state.standing_units().filter(friend);
        let guarded = friends.any(|friend| self.battle.reaches_station(self.state.unit(friend).at, station));
        let asset = self.asset(self.me);
        let here = match (own, guarded) {
            (_, true) => 0.0,
            (true, false) => self.tactics.guard * asset * self.threat(number),
            // Beside an enemy it is not seized, but it is no longer safe.
            (false, false) if self.is_contested(station) => 0.3 * self.tactics.guard * asset,
            (false, false) => self.seizing(station),
        };
        let wanted = !own && !guarded;
        (wanted || here > 0.0).then_some(Site { number, here, wanted })
    }

    /// How near the nearest enemy is to a station: 1 beside it to 0 where it is no threat.
    fn threat(&self, station: u8) -> f64 {
        let station = &self.state.stations[usize::from(station)];
        let enemies =
            self.state.enemies(self.me).map(|enemy| self.battle.from_station(self.state.unit(enemy).at, station));
        1.0 - (enemies.fold(f64::INFINITY, f64::min) / THREAT).min(1.0)
    }
}
