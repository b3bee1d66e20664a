//! Terrain as a target: its value to friends when a piece no longer covers an enemy.

use super::worth::{Mark, View};
use crate::games::rapid_attack::battle::Dice;
use crate::games::rapid_attack::battle::cover::{piece_hits_left, terrain_cover};
use crate::games::rapid_attack::battle::odds::{Defense, MOST_HIT_POINTS, Situation};
use crate::games::rapid_attack::battle::state::{CoverBy, Target, Turn, numbers_in};
use crate::games::rapid_attack::loadout::Range;

/// Defense of terrain, which has none.
const NONE: Defense = Defense::Known(0);

impl<D: Dice> View<'_, D> {
    /// Returns the pieces that may cover an enemy.
    fn shelters_of_enemies(&self) -> impl Iterator<Item = u8> + use<D> {
        let near = self.state.enemies(self.me).fold(0, |mask, enemy| mask | self.state.unit(enemy).near);
        numbers_in(near & self.state.standing)
    }

    /// Returns the value of destroying a piece to friends still to act, except `but`: the best gain of an attack that
    /// the piece hinders.
    fn worth_of_ruin(&self, but: u8, piece: u8) -> f64 {
        let sheltered = || self.state.enemies(self.me).filter(|enemy| self.state.unit(*enemy).near >> piece & 1 != 0);
        let gains = self.friends_to_act(but).flat_map(|friend| sheltered().map(move |enemy| (friend, enemy)));
        gains.map(|(friend, enemy)| self.gain_of_ruin(friend, enemy, piece)).fold(0.0, f64::max)
    }

    /// Returns the gain of a friend's attack on an enemy, from their present places, if a piece between them falls.
    fn gain_of_ruin(&self, friend: u8, enemy: u8, piece: u8) -> f64 {
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
        let (dice, mark) = (self.battle.odds.attack(&from.loadout, range, 0), Mark::new(at));
        let cover = Situation::cover(piece_hits_left(self.battle, self.state, piece));
        self.attack(dice, &mark, Situation::OPEN) - self.attack(dice, &mark, cover)
    }

    /// Returns the value of a turn's attack on a piece with a rolled die; hits that do not destroy the piece count a
    /// little.
    pub fn strike_at(&self, turn: &Turn, piece: u8, pips: u8) -> f64 {
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
    fn chance_to_ruin(&self, unit: u8, range: Range, piece: u8, spot: u8) -> f64 {
        let left = piece_hits_left(self.battle, self.state, piece);
        if usize::from(left) > MOST_HIT_POINTS {
            return 0.0;
        }
        let dice = self.battle.odds.attack(&self.state.unit(unit).loadout, range, 0);
        self.battle.odds.harm(dice, spot, NONE, Situation::TERRAIN, left).1
    }

    /// Returns the best piece for a frame to attack from its place, if it is worth more than `least`.
    pub fn best_ruin(&self, unit: u8, least: f64) -> Option<(u8, Range, f64)> {
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
    pub fn worth_of_spot_on(&self, by: u8, piece: u8, value: u8) -> f64 {
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
