//! What a place is worth to a frame: what enemies may do to it there, what it may do next, and the stations.

use super::super::super::battle::Dice;
use super::super::super::battle::measure::in_range;
use super::super::super::battle::odds::{AttackDice, Defense, MovementDice, Situation};
use super::super::super::battle::state::Unit;
use super::super::super::loadout::Range;
use super::Scratch;
use super::worth::{View, defense_of, need, spot_on};
use crate::geometry::Point;

/// Worth of an attacker's attacks in the open, by range; and how it moves into range.
#[derive(Clone, Copy, Debug)]
pub struct Threat {
    worth: [f64; 3],
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

/// Share of an attack's worth that gets past cover, where the cover's own hits are not looked up. A weight set by hand:
/// on the rulebook's charts two hits of cover let 0.53 of the damage of three dice through and 0.58 of that of four, but
/// make destruction rarer than that.
const THROUGH_COVER: f64 = 0.45;

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

    /// A first look at a place: dangers in the open and stations, without what it may lead to.
    pub fn at_first_sight(&self, at: Point) -> f64 {
        let (mut danger, mut nearest) = (0.0, f64::INFINITY);
        for rival in self.rivals {
            let distance = self.view.battle.between(at, rival.at);
            danger += self.view.best_of(&rival.danger, distance, false, 0.0);
            nearest = nearest.min(distance);
        }
        self.sum(at, danger, 0.0, nearest)
    }

    /// Worth of a place.
    pub fn worth(&self, at: Point) -> f64 {
        let view = self.view;
        let standing = view.state.standing;
        let near = view.battle.field(view.state).near(at, standing);
        let shelters = |to: Point, near: u64, from: Point| view.battle.pieces_covering(view.state, to, near, from) != 0;
        let (mut danger, mut chance, mut nearest) = (0.0, 0.0, f64::INFINITY);
        for rival in self.rivals {
            let distance = view.battle.between(at, rival.at);
            nearest = nearest.min(distance);
            let mut feared = view.best_of(&rival.danger, distance, false, 0.0);
            if feared > 0.0 && near != 0 && shelters(at, near, rival.at) {
                feared = view.best_of(&rival.danger, distance, true, 0.0);
            }
            danger += feared;
            let offered = view.best_of(&rival.chance, distance, false, chance);
            let is_covered = || rival.near & standing != 0 && shelters(rival.at, rival.near, at);
            chance = match offered > chance && is_covered() {
                true => view.best_of(&rival.chance, distance, true, chance),
                false => offered,
            };
        }
        self.sum(at, danger, chance, nearest)
    }

    /// Danger, chance and stations together, and the way to the nearest enemy from where nothing can be done to anybody.
    fn sum(&self, at: Point, danger: f64, chance: f64, nearest: f64) -> f64 {
        let far = if chance > 0.0 || nearest.is_infinite() { 0.0 } else { nearest };
        // No frame is lost twice.
        chance - danger.min(self.most) * self.caution - self.approach * far + self.stations(at)
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
        let feared = now + self.tactics.danger_later * self.future;
        let danger = self.threat_of(enemy, unit, feared);
        let chance = self.threat_of(unit, enemy, self.tactics.opportunity * self.future);
        Rival { at: enemy.at, near: enemy.near, danger, chance }
    }

    /// What an attacker may do to a target, weighted.
    pub fn threat_of(&self, attacker: &Unit, target: &Unit, weight: f64) -> Threat {
        let moves = self.mover(attacker);
        let mut threat = Threat { worth: [0.0; 3], moves };
        if weight <= 0.0 {
            return threat;
        }
        for (worth, (range, _)) in threat.worth.iter_mut().zip(Range::ALL) {
            if self.is_armed(attacker, range) {
                *worth = weight * self.strikes(attacker, target, range, defense_of(target));
            }
        }
        threat
    }

    /// The greatest of some worth and of what an attacker at a distance can bring to bear, in the open or in cover.
    pub fn best_of(&self, threat: &Threat, distance: f64, in_cover: bool, least: f64) -> f64 {
        let rules = &self.battle.rules;
        let mut best = least;
        for ((range, _), worth) in Range::ALL.into_iter().zip(threat.worth) {
            let shelters = in_cover && range != Range::HandToHand;
            let worth = if shelters { worth * THROUGH_COVER } else { worth };
            // No attack does more than from within its range.
            if worth > best {
                let reach = match in_range(range, distance, rules) {
                    true => 1.0,
                    false => {
                        self.battle.odds.moves(threat.moves, need(distance, range, &rules.ranges) * self.pips_per_unit)
                    }
                };
                best = best.max(worth * reach);
            }
        }
        best
    }

    /// Worth of an attack at a range with nothing in its way, with the spot on its target.
    pub fn strikes(&self, attacker: &Unit, target: &Unit, range: Range, defense: Defense) -> f64 {
        let situation = if range == Range::HandToHand { Situation::CLOSE } else { Situation::OPEN };
        let dice = self.usual_dice(attacker, range);
        self.harm(target, self.battle.odds.strike(dice, spot_on(target), defense, situation, target.hit_points()))
    }

    /// Whether a frame can do anything at a range.
    pub fn is_armed(&self, unit: &Unit, range: Range) -> bool {
        let rockets = range == Range::Direct && unit.loadout.rockets() > 0;
        range == Range::HandToHand || rockets || unit.loadout.halves_at(range) > 0
    }

    /// The dice of a frame at a range: a rocket only where there is nothing else.
    fn usual_dice(&self, unit: &Unit, range: Range) -> AttackDice {
        let rockets = u8::from(range == Range::Direct && unit.loadout.halves_at(range) == 0);
        self.battle.odds.attack(&unit.loadout, range, rockets, true)
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
