//! What a place is worth to a frame: what enemies may do to it there, and the stations.

use super::worth::{Mark, View, need};
use crate::games::rapid_attack::battle::Dice;
use crate::games::rapid_attack::battle::measure::to_square_squared;
use crate::games::rapid_attack::battle::odds::{AttackDice, MovementDice, Situation};
use crate::games::rapid_attack::battle::state::Unit;
use crate::games::rapid_attack::loadout::Range;
use crate::geometry::Point;

/// Worth of an attacker's attacks in the open, by range; and how it moves into range.
#[derive(Clone, Copy, Debug)]
struct Threat {
    worth: [f64; 3],
    moves: MovementDice,
    /// Most pips of its movement die.
    most_pips: f64,
    /// Distance beyond which it does nothing.
    farthest: f64,
}

/// What a frame can attack with at each range, and how it moves into range.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    pub dice: [Option<AttackDice>; 3],
    pub moves: MovementDice,
    most_pips: f64,
}

/// An attack at a range with nothing in its way.
pub fn plain(range: Range) -> Situation {
    if range == Range::HandToHand { Situation::CLOSE } else { Situation::OPEN }
}

/// An enemy as one frame sees it.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    pub at: Point,
    /// What it is feared to do, this round and later.
    danger: Threat,
    /// The part of it that is feared this round.
    now: f64,
}

/// What a place is worth, and the part of its danger that is over with the round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    pub worth: f64,
    /// Danger by enemies still to act, as it was taken off the worth.
    pub danger_now: f64,
}

/// A station as one frame sees it.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    at: Point,
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
    /// Worth of a unit nearer to a station.
    advance: f64,
    /// Square of a distance from a station's square that is surely beyond a frame's reach.
    beside: f64,
}

impl<'g, 'a, D: Dice> Ground<'g, 'a, D> {
    /// Looks at the table for a frame; `rivals` and `sites` are overwritten.
    pub fn new(
        view: &'g View<'a, D>,
        number: u8,
        rivals: &'g mut Vec<Rival>,
        sites: &'g mut Vec<Site>,
    ) -> Ground<'g, 'a, D> {
        let unit = view.state.unit(number);
        let mark = Mark::new(unit);
        rivals.clear();
        rivals.extend(view.state.enemies(view.me).map(|enemy| view.rival(&mark, enemy)));
        sites.clear();
        sites.extend((0..view.state.station_count).filter_map(|station| view.site(number, station)));
        let asset = view.asset(view.me);
        let most = asset * (view.tactics.attrition + view.tactics.kill);
        let (approach, advance) = (view.tactics.approach * asset, view.tactics.advance * asset);
        let beside = view.battle.rules.stations.reach + view.battle.rules.movement.frame_radius + 1.0;
        Ground { view, rivals, sites, most, caution: view.caution(), approach, advance, beside: beside * beside }
    }

    /// A first look at a place: dangers in the open, stations, and the way to the nearest enemy.
    pub fn at_first_sight(&self, at: Point) -> Look {
        self.weigh(at, |_| false)
    }

    /// A look at a place: what is near to it may shelter from dangers.
    pub fn look(&self, at: Point) -> Look {
        self.look_for_cover(at).unwrap_or_else(|| self.at_first_sight(at))
    }

    /// Worth of a place: what is near to it may shelter from dangers.
    pub fn worth(&self, at: Point) -> f64 {
        self.look(at).worth
    }

    /// A look at a place that has something near to shelter behind; none at the others, which are as at first sight.
    pub fn look_for_cover(&self, at: Point) -> Option<Look> {
        let (battle, state) = (self.view.battle, self.view.state);
        let near = battle.field(state).near(at, state.standing);
        (near != 0).then(|| self.weigh(at, |from| battle.pieces_covering(state, at, near, from) != 0))
    }

    #[inline]
    fn weigh(&self, at: Point, is_sheltered_from: impl Fn(Point) -> bool) -> Look {
        let view = self.view;
        let (mut danger, mut now, mut nearest) = (0.0, 0.0, f64::INFINITY);
        for rival in self.rivals {
            let distance = view.battle.between(at, rival.at);
            nearest = nearest.min(distance);
            if distance > rival.danger.farthest {
                continue;
            }
            let mut feared = view.best_of(&rival.danger, distance, false);
            if feared > 0.0 && is_sheltered_from(rival.at) {
                feared = view.best_of(&rival.danger, distance, true);
            }
            danger += feared;
            now += feared * rival.now;
        }
        let far = if nearest.is_infinite() { 0.0 } else { nearest };
        // No frame is lost twice.
        let counted = if danger > self.most { self.most / danger } else { 1.0 } * self.caution;
        Look { worth: self.stations(at) - danger * counted - self.approach * far, danger_now: now * counted }
    }

    /// The enemies who are feared most, most feared first.
    pub fn most_feared<const N: usize>(&self) -> [Option<Point>; N] {
        let mut feared: [Option<(f64, Point)>; N] = [None; N];
        for rival in self.rivals {
            let worth = rival.danger.worth[1].max(rival.danger.worth[2]);
            let place = feared.iter().position(|kept| kept.is_none_or(|kept| worth > kept.0));
            if let Some(place) = place.filter(|_| worth > 0.0) {
                feared[place..].rotate_right(1);
                feared[place] = Some((worth, rival.at));
            }
        }
        feared.map(|kept| kept.map(|kept| kept.1))
    }

    fn stations(&self, at: Point) -> f64 {
        let (mut worth, mut nearest) = (0.0, f64::INFINITY);
        let battle = self.view.battle;
        // Squares tell most apart; the root is drawn for the nearest alone.
        for site in self.sites {
            let square = to_square_squared(at, site.at, battle.rules.stations.side);
            if square <= self.beside && battle.frame_gap(square) <= battle.rules.stations.reach {
                worth += site.here;
            } else if site.wanted {
                nearest = nearest.min(square);
            }
        }
        let far = if nearest.is_finite() { battle.frame_gap(nearest) } else { 0.0 };
        worth - self.advance * far
    }
}

impl<D: Dice> View<'_, D> {
    fn rival(&self, mark: &Mark, number: u8) -> Rival {
        let enemy = self.state.unit(number);
        let now = if enemy.acted { 0.0 } else { self.tactics.danger_now };
        let feared = now + self.tactics.danger_later * self.future;
        let now = if feared > 0.0 { now / feared } else { 0.0 };
        Rival { at: enemy.at, danger: self.threat_of(&self.arms(enemy), mark, feared), now }
    }

    /// What a frame can attack with: a rocket only where there is nothing else.
    pub fn arms(&self, unit: &Unit) -> Arms {
        let odds = &self.battle.odds;
        let moves = self.mover(unit);
        let dice = Range::ALL.map(|(range, _)| {
            let weapons = range == Range::HandToHand || unit.loadout.halves_at(range) > 0;
            let rocket = range == Range::Direct && unit.loadout.halves_at(range) == 0 && unit.loadout.rockets() > 0;
            (weapons || rocket).then(|| odds.attack(&unit.loadout, range, u8::from(rocket)))
        });
        Arms { dice, moves, most_pips: odds.most_pips(moves) }
    }

    /// What arms may do to a target, weighted.
    fn threat_of(&self, arms: &Arms, target: &Mark, weight: f64) -> Threat {
        let Arms { dice, moves, most_pips } = *arms;
        let mut threat = Threat { worth: [0.0; 3], moves, most_pips, farthest: f64::NEG_INFINITY };
        if weight <= 0.0 {
            return threat;
        }
        // A unit more than it takes makes up for rounding.
        let way = most_pips / self.pips_per_unit + 1.0;
        for ((worth, dice), (range, _)) in threat.worth.iter_mut().zip(dice).zip(Range::ALL) {
            if let Some(dice) = dice {
                *worth = weight * self.attack(dice, target, plain(range));
                threat.farthest = threat.farthest.max(self.battle.band(range).end() + way);
            }
        }
        threat
    }

    /// What an attacker at a distance can bring to bear, in the open or in cover.
    fn best_of(&self, threat: &Threat, distance: f64, in_cover: bool) -> f64 {
        let mut best = 0.0;
        for ((range, _), worth) in Range::ALL.into_iter().zip(threat.worth) {
            let shelters = in_cover && range != Range::HandToHand;
            let worth = if shelters { worth * THROUGH_COVER } else { worth };
            // No attack does more than from within its range.
            if worth > best {
                let pips = need(distance, self.battle.band(range)) * self.pips_per_unit;
                if pips == 0.0 {
                    best = worth;
                } else if pips <= threat.most_pips {
                    best = f64::max(best, worth * self.battle.odds.moves(threat.moves, pips));
                }
            }
        }
        best
    }

    fn site(&self, unit: u8, number: u8) -> Option<Site> {
        let station = &self.state.stations[usize::from(number)];
        if !station.placed {
            return None;
        }
        let own = station.owner == Some(self.me);
        let guarded = station.beside() & self.state.friends_mask(self.me) & !(1 << unit) != 0;
        let asset = self.asset(self.me);
        let here = match (own, guarded) {
            (_, true) => 0.0,
            (true, false) => self.tactics.guard * asset * self.threat(number),
            // Beside an enemy it is not seized, but it is no longer safe.
            (false, false) if self.is_contested(station) => 0.3 * self.tactics.guard * asset,
            (false, false) => self.seizing(station),
        };
        let wanted = !own && !guarded;
        (wanted || here > 0.0).then_some(Site { at: station.at, here, wanted })
    }

    /// How near the nearest enemy is to a station: 1 beside it to 0 where it is no threat.
    fn threat(&self, station: u8) -> f64 {
        let station = &self.state.stations[usize::from(station)];
        let enemies =
            self.state.enemies(self.me).map(|enemy| self.battle.from_station(self.state.unit(enemy).at, station));
        1.0 - (enemies.fold(f64::INFINITY, f64::min) / THREAT).min(1.0)
    }
}
