//! The ground of a fight: the value of a place to a frame, and of terrain as a target.
//!
//! A place has value by the harm that enemies may do there, and by stations.

use super::worth::{Mark, View};
use crate::battle::measure::{piece_hits_left, terrain_cover, to_square_squared};
use crate::battle::odds::{AttackDice, Defense, MOST_HIT_POINTS, MovementDice, Situation};
use crate::battle::state::{CoverBy, Target, Turn, Unit, numbers_in};
use crate::ids::{StationId, UnitId, UnitSet};
use crate::loadout::{RANGES, Range, SystemKind};
use crate::{battle::BattleDice, battle::dice::has_extra_dice, ruleset::Circumstance};
use hitchart_mobile_frame::geometry::{Point, larger};

// The value of a place.

/// Attack dice of a frame at each range, and its movement into range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arms {
    pub dice: [Option<AttackDice>; RANGES],
    pub moves: MovementDice,
}

/// Returns the situation of an attack at a range without any cover.
#[inline]
pub(super) fn plain(range: Range) -> Situation {
    if range == Range::HandToHand { Situation::CLOSE } else { Situation::OPEN }
}

/// An enemy from the point of view of one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    pub at: Point,
    /// Feared harm by the enemy, this round and later, by the range that it brings to bear.
    harms: [f64; RANGES],
    /// Its movement into range.
    moves: MovementDice,
    /// Share of the harm that is feared this round.
    now: f64,
}

/// Value of a place, and the part of its danger that ends with the round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    pub worth: f64,
    /// Danger by enemies still to act, as subtracted from the value.
    pub danger_now: f64,
}

/// A station from the point of view of one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    at: Point,
    /// Value of being within its reach.
    here: f64,
    /// True if nearer is better.
    wanted: bool,
}

/// Number of moves by a green or white die within which an enemy threatens a station.
const THREAT: f64 = 2.0;

/// Danger that cover must prevent for cover to be checked, in assets.
const LOOKED_FOR: f64 = 0.02;

/// Square of a distance larger than any table.
const FARTHEST: f64 = 1e12;

/// The table from the point of view of one frame.
pub(super) struct Ground<'g, 'a, D> {
    view: &'g View<'a, D>,
    rivals: &'g [Rival],
    sites: &'g [Site],
    /// Limit of danger.
    most: f64,
    /// Weight of danger.
    caution: f64,
    /// Value of a unit nearer to an enemy.
    approach: f64,
    /// Value of a unit nearer to a station.
    advance: f64,
    /// Square of a distance from a station's square that is surely beyond a frame's reach.
    beside: f64,
    /// Distance between the centres of touching frames.
    touching: f64,
    /// Least danger for which cover is checked; the danger by enemies that act in later rounds is mostly less.
    matters: f64,
    /// The frame.
    unit: Unit,
    /// Value of a place where the frame has the extra dice and pips of the rules in the next round; 0 if places do not
    /// matter for them.
    extras: f64,
}

impl<'g, 'a, D: BattleDice> Ground<'g, 'a, D> {
    /// Builds the view of a frame; `rivals` and `sites` are overwritten.
    pub(super) fn new(
        view: &'g View<'a, D>,
        number: UnitId,
        rivals: &'g mut Vec<Rival>,
        sites: &'g mut Vec<Site>,
    ) -> Ground<'g, 'a, D> {
        let unit = view.state.unit(number);
        let mark = view.mark(unit);
        rivals.clear();
        rivals.extend(view.state.enemies(view.me).map(|enemy| view.rival(&mark, enemy)));
        sites.clear();
        sites.extend(view.state.station_ids().filter_map(|station| view.site(number, station)));
        let asset = view.asset(view.me);
        let most = asset * (view.tactics.attrition + view.tactics.kill);
        let (approach, advance) = (view.tactics.approach * asset, view.tactics.advance * asset);
        let radius = view.battle.rules.movement.frame_radius;
        let (beside, touching) = (view.battle.rules.stations.reach + radius + 1.0, 2.0 * radius);
        let (caution, beside) = (view.caution(), beside * beside);
        let (matters, extras) = (LOOKED_FOR * asset, view.worth_of_extras(unit));
        Ground { view, rivals, sites, most, caution, approach, advance, beside, touching, matters, unit: *unit, extras }
    }

    /// Returns a first look at a place: dangers in the open, stations, and the way to the nearest enemy.
    #[inline]
    pub(super) fn at_first_sight(&self, at: Point) -> Look {
        self.weigh(at, |_| false)
    }

    /// Returns an upper bound of a look at a place: cover from all enemies.
    #[inline]
    pub(super) fn at_best(&self, at: Point) -> Look {
        self.weigh(at, |_| true)
    }

    /// Returns a look at a place, including cover near it.
    #[inline]
    pub(super) fn look(&self, at: Point) -> Look {
        self.look_for_cover(at).unwrap_or_else(|| self.at_first_sight(at))
    }

    /// Returns the value of a place, including cover near it.
    #[inline]
    pub(super) fn worth(&self, at: Point) -> f64 {
        self.look(at).worth
    }

    /// Returns a look at a place that has cover near it; `None` at other places, where the first look is enough.
    #[inline]
    pub(super) fn look_for_cover(&self, at: Point) -> Option<Look> {
        let near = self.view.battle.field(self.view.state).near(at, self.view.state.standing);
        (near != 0).then(|| self.look_behind(at, near))
    }

    /// Returns a look at a place behind the pieces in `near`.
    #[inline]
    pub(super) fn look_behind(&self, at: Point, near: u64) -> Look {
        let (battle, state) = (self.view.battle, self.view.state);
        self.weigh(at, |from| battle.pieces_covering(state, at, near, from) != 0)
    }

    #[inline]
    fn weigh(&self, at: Point, is_sheltered_from: impl Fn(Point) -> bool) -> Look {
        let odds = &self.view.battle.odds;
        let (mut danger, mut now, mut nearest) = (0.0, 0.0, FARTHEST);
        for rival in self.rivals {
            let square = at.distance_squared(rival.at);
            nearest = if square < nearest { square } else { nearest };
            let chances = odds.approach(rival.moves, odds.steps.step(square.sqrt()));
            let [close, direct, artillery, extreme] = std::array::from_fn(|range| rival.harms[range] * chances[range]);
            let afar = larger(larger(direct, artillery), extreme);
            let (mut feared, covered) = (larger(close, afar), larger(close, afar * odds.through_cover));
            if feared - covered > self.matters && is_sheltered_from(rival.at) {
                feared = covered;
            }
            danger += feared;
            now += feared * rival.now;
        }
        let far = if nearest < FARTHEST { (nearest.sqrt() - self.touching).max(0.0) } else { 0.0 };
        // No frame is lost twice.
        let counted = if danger > self.most { self.most / danger } else { 1.0 } * self.caution;
        let extras = if self.extras == 0.0 { 0.0 } else { self.extras_at(at) };
        let worth = self.stations(at) + extras - danger * counted - self.approach * far;
        Look { worth, danger_now: now * counted }
    }

    /// Returns the value of the extra dice and pips that the frame has at a place.
    #[cold]
    fn extras_at(&self, at: Point) -> f64 {
        let (battle, state) = (self.view.battle, self.view.state);
        let mut there = self.unit;
        (there.at, there.near) = (at, battle.field(state).near(at, state.standing));
        if has_extra_dice(battle, state, &there) { self.extras } else { 0.0 }
    }

    /// Returns the enemies who are feared most, most feared first.
    pub(super) fn most_feared<const N: usize>(&self) -> [Option<Point>; N] {
        let mut feared: [Option<(f64, Point)>; N] = [None; N];
        for rival in self.rivals {
            let worth = rival.harms[1].max(rival.harms[2]).max(rival.harms[3]);
            let place = feared.iter().position(|kept| kept.is_none_or(|kept| worth > kept.0));
            if let Some(place) = place.filter(|_| worth > 0.0) {
                feared[place..].rotate_right(1);
                feared[place] = Some((worth, rival.at));
            }
        }
        feared.map(|kept| kept.map(|kept| kept.1))
    }

    fn stations(&self, at: Point) -> f64 {
        let (mut worth, mut nearest) = (0.0, FARTHEST);
        let battle = self.view.battle;
        // Squares are enough to compare distances; only the nearest needs a root.
        for site in self.sites {
            let square = to_square_squared(at, site.at, battle.rules.stations.side);
            if square <= self.beside && battle.frame_gap(square) <= battle.rules.stations.reach {
                worth += site.here;
            } else if site.wanted {
                nearest = if square < nearest { square } else { nearest };
            }
        }
        let far = if nearest < FARTHEST { battle.frame_gap(nearest) } else { 0.0 };
        worth - self.advance * far
    }
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the value of having the extra dice and pips of the rules in the next round, for circumstances that depend
    /// on the place: what they add to the best attack on a frame like this one, and what they take off the best attack of
    /// such a frame. 0 for other circumstances.
    fn worth_of_extras(&self, unit: &Unit) -> f64 {
        use Circumstance::{AtOwnStation, AtStationOfOthers, BesideCover};
        if !matches!(self.battle.rules.extra.when, AtOwnStation | AtStationOfOthers | BesideCover) {
            return 0.0;
        }
        let blues = unit.loadout.count(SystemKind::Defense);
        let strike = |on_attack: bool, on_defense: bool| {
            let defense = self.battle.odds.rolled(blues, on_defense);
            let ranges = Range::ALL.into_iter().map(|(range, _)| range);
            let has = |range: &Range| *range == Range::HandToHand || unit.loadout.halves_at(*range) > 0;
            let worth = |range: Range| {
                let dice = self.battle.odds.attack(&unit.loadout, range, 0, on_attack);
                self.harm(unit, self.battle.odds.harm(dice, 0, defense, plain(range), unit.hit_points()))
            };
            ranges.filter(has).map(worth).fold(0.0, f64::max)
        };
        self.future * (strike(true, false) - strike(false, true))
    }

    fn rival(&self, mark: &Mark, number: UnitId) -> Rival {
        let enemy = self.state.unit(number);
        let now = if enemy.acted { 0.0 } else { self.tactics.danger_now };
        let feared = now + self.tactics.danger_later * self.future;
        let now = if feared > 0.0 { now / feared } else { 0.0 };
        let arms = self.arms(enemy, 1);
        let mut harms = [0.0; RANGES];
        if feared > 0.0 {
            for ((harm, dice), (range, _)) in harms.iter_mut().zip(arms.dice).zip(Range::ALL) {
                *harm = dice.map_or(0.0, |dice| feared * self.attack(dice, mark, plain(range)));
            }
        }
        Rival { at: enemy.at, harms, moves: arms.moves, now }
    }

    /// Returns the arms of a frame, with at most `rockets` rockets, and only if it has no other direct weapon.
    #[inline]
    pub(super) fn arms(&self, unit: &Unit, rockets: u8) -> Arms {
        let dice = Range::ALL.map(|(range, _)| {
            let has_weapon = range == Range::HandToHand || unit.loadout.halves_at(range) > 0;
            let fires = if range == Range::Direct && !has_weapon { unit.loadout.rockets().min(rockets) } else { 0 };
            (has_weapon || fires > 0).then(|| self.battle.attack_dice(self.state, unit, range, fires))
        });
        Arms { dice, moves: self.mover(unit) }
    }

    fn site(&self, unit: UnitId, number: StationId) -> Option<Site> {
        let station = self.state.station(number);
        if !station.placed {
            return None;
        }
        let own = station.owner == Some(self.me);
        let guarded = station.beside().meets(self.state.friends_set(self.me) - UnitSet::of(unit));
        let asset = self.asset(self.me);
        let here = match (own, guarded) {
            (_, true) => 0.0,
            (true, false) => self.tactics.guard * asset * self.threat(number),
            // Next to an enemy the station is not seized, but it is no longer safe.
            (false, false) if self.is_contested(station) => 0.3 * self.tactics.guard * asset,
            (false, false) => self.seizing(station),
        };
        let wanted = !own && !guarded;
        (wanted || here > 0.0).then_some(Site { at: station.at, here, wanted })
    }

    /// Returns the nearness of the nearest enemy to a station: 1 at the station, 0 if the enemy is no threat.
    fn threat(&self, station: StationId) -> f64 {
        let station = self.state.station(station);
        let enemies =
            self.state.enemies(self.me).map(|enemy| self.battle.from_station(self.state.unit(enemy).at, station));
        let rules = &self.battle.rules;
        let longest = rules.dice.movement.max_face().max(rules.frame.white_sides) + rules.modifiers.movement;
        let threat = THREAT * f64::from(longest) * rules.movement.units_per_pip;
        1.0 - (enemies.fold(f64::INFINITY, f64::min) / threat).min(1.0)
    }
}

// Terrain as a target: its value to friends when a piece no longer covers an enemy.

/// Defense of terrain, which has none.
const NONE: Defense = Defense::Known(0);

impl<D: BattleDice> View<'_, D> {
    /// Returns the pieces that may cover an enemy.
    fn shelters_of_enemies(&self) -> impl Iterator<Item = u8> + use<D> {
        let near = self.state.enemies(self.me).fold(0, |mask, enemy| mask | self.state.unit(enemy).near);
        numbers_in(near & self.state.standing)
    }

    /// Returns the value of destroying a piece to friends still to act, except `but`: the best gain of an attack that
    /// the piece hinders.
    fn worth_of_ruin(&self, but: UnitId, piece: u8) -> f64 {
        let sheltered = || self.state.enemies(self.me).filter(|enemy| self.state.unit(*enemy).near >> piece & 1 != 0);
        let gains = self.friends_to_act(but).flat_map(|friend| sheltered().map(move |enemy| (friend, enemy)));
        gains.map(|(friend, enemy)| self.gain_of_ruin(friend, enemy, piece)).fold(0.0, f64::max)
    }

    /// Returns the gain of a friend's attack on an enemy, from their present places, if a piece between them falls.
    fn gain_of_ruin(&self, friend: UnitId, enemy: UnitId, piece: u8) -> f64 {
        let (from, at) = (self.state.unit(friend), self.state.unit(enemy));
        let distance = self.battle.between(from.at, at.at);
        let weapon = |range: &Range| from.loadout.halves_at(*range) > 0 && self.battle.in_range(*range, distance);
        let Some(range) = [Range::Direct, Range::Artillery, Range::Extreme].into_iter().find(weapon) else {
            return 0.0;
        };
        let place = (at.at, at.near, at.elevation);
        if terrain_cover(self.battle, self.state, place, (from.at, from.elevation)) != CoverBy::Pieces(1 << piece) {
            return 0.0;
        }
        let (dice, mark) = (self.battle.attack_dice(self.state, from, range, 0), self.mark(at));
        let cover = Situation::cover(piece_hits_left(self.battle, self.state, piece));
        self.attack(dice, &mark, Situation::OPEN) - self.attack(dice, &mark, cover)
    }

    /// Returns the value of a turn's attack on a piece with a rolled die; hits that do not destroy the piece count a
    /// little.
    #[inline]
    pub(super) fn strike_at(&self, turn: &Turn, piece: u8, pips: u8) -> f64 {
        const FOR_HITS: f64 = 0.01;
        let little = FOR_HITS * self.asset(self.me) * f64::from(pips);
        self.chance_of_ruin(pips, piece) * self.worth_of_ruin(turn.unit, piece) + little
    }

    /// Returns the probability that a rolled attack die destroys a piece, with its spot.
    fn chance_of_ruin(&self, pips: u8, piece: u8) -> f64 {
        let left = piece_hits_left(self.battle, self.state, piece);
        let spot = self.state.spot_on(Target::Piece(piece));
        match usize::from(left) <= MOST_HIT_POINTS {
            true => self.battle.odds.harm_of_pips(pips, spot, NONE, Situation::TERRAIN, left).1,
            false => 0.0,
        }
    }

    /// Returns the probability that a frame's attack at a range destroys a piece, before its roll, with a spot.
    fn chance_to_ruin(&self, unit: UnitId, range: Range, piece: u8, spot: u8) -> f64 {
        let left = piece_hits_left(self.battle, self.state, piece);
        if usize::from(left) > MOST_HIT_POINTS {
            return 0.0;
        }
        let dice = self.battle.attack_dice(self.state, self.state.unit(unit), range, 0);
        self.battle.odds.harm(dice, spot, NONE, Situation::TERRAIN, left).1
    }

    /// Returns the best piece for a frame to attack from its place, if it is worth more than `least`.
    pub(super) fn best_ruin(&self, unit: UnitId, least: f64) -> Option<(u8, Range, f64)> {
        self.friends_to_act(unit).next()?;
        let from = self.state.unit(unit);
        // No ruin is worth more than a frame.
        let most = self.asset(self.me) * (self.tactics.attrition + self.tactics.kill);
        let mut best = (least, None);
        for piece in self.shelters_of_enemies() {
            let distance = self.battle.to_target(self.state, from.at, Target::Piece(piece));
            for (range, _) in Range::ALL {
                let armed = range == Range::HandToHand || from.loadout.halves_at(range) > 0;
                if !armed || !self.battle.in_range(range, distance) {
                    continue;
                }
                let chance = self.chance_to_ruin(unit, range, piece, self.state.spot_on(Target::Piece(piece)));
                if chance * most <= best.0 {
                    continue;
                }
                let worth = chance * self.worth_of_ruin(unit, piece);
                if worth > best.0 {
                    best = (worth, Some((piece, range, worth)));
                }
            }
        }
        best.1
    }

    /// Returns the value of a spot on a piece: the better chance of the friend who can best destroy it for the others.
    pub(super) fn worth_of_spot_on(&self, by: UnitId, piece: u8, value: u8) -> f64 {
        let now = self.state.spot_on(Target::Piece(piece));
        let gains = self.friends_to_act(by).map(|friend| {
            let from = self.state.unit(friend);
            let distance = self.battle.to_target(self.state, from.at, Target::Piece(piece));
            let weapon = |range: &Range| from.loadout.halves_at(*range) > 0 && self.battle.in_range(*range, distance);
            let Some(range) = [Range::Direct, Range::Artillery, Range::Extreme].into_iter().find(weapon) else {
                return 0.0;
            };
            let chance = |spot| self.chance_to_ruin(friend, range, piece, spot);
            let more = chance(value.max(now)) - chance(now);
            if more > 0.0 { more * self.worth_of_ruin(friend, piece) } else { 0.0 }
        });
        gains.fold(0.0, f64::max)
    }
}
