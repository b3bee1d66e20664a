//! Spots: the targets where a die helps friends most.

use super::worth::{Mark, View};
use crate::games::rapid_attack::battle::legal::dice::worth_giving;
use crate::games::rapid_attack::battle::legal::spots::spot_targets;
use crate::games::rapid_attack::battle::odds::Situation;
use crate::games::rapid_attack::battle::state::{Colour, Target, Turn, Unit};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::loadout::Range;

impl<D: Dice> View<'_, D> {
    /// Returns the spot that helps most; any spot on a frame is better than none, because it no longer costs anything.
    pub fn spot(&self) -> Action {
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
    fn spot_worth(&self, by: u8, target: u8, value: u8) -> f64 {
        let enemy = self.state.unit(target);
        let gains = self.friends_to_act(by).map(|friend| self.spot_gain(friend, enemy, Some(target), value));
        // Any friend may act there, so the friends who are not the best count a little.
        let (best, sum) = gains.fold((0.0f64, 0.0), |(best, sum), gain| (best.max(gain), sum + gain));
        best + 0.1 * sum
    }

    /// Returns the value that a spot adds to a friend's best attack on an enemy. Cover is considered only if the
    /// enemy's number is given.
    fn spot_gain(&self, friend: u8, enemy: &Unit, number: Option<u8>, value: u8) -> f64 {
        let unit = self.state.unit(friend);
        let distance = self.battle.between(unit.at, enemy.at);
        let mover = self.mover(unit);
        let mark = Mark::new(enemy);
        let mut ranged = None;
        let at = |(range, _): (Range, &str), ranged: &mut Option<Situation>| {
            if range != Range::HandToHand && unit.loadout.halves_at(range) == 0 {
                return 0.0;
            }
            let reach = self.reach(mover, distance, range);
            if reach <= 0.0 {
                return 0.0;
            }
            let situation = match (range, number) {
                (Range::HandToHand, _) => Situation::CLOSE,
                (_, None) => Situation::OPEN,
                (_, Some(number)) => *ranged.get_or_insert_with(|| self.situation(friend, unit.at, number, range)),
            };
            let dice = self.battle.odds.attack(&unit.loadout, range, 0);
            let strike = |spot| self.attack(dice, &Mark { spot, ..mark }, situation);
            reach * (strike(value.max(mark.spot)) - strike(mark.spot))
        };
        Range::ALL.into_iter().map(|range| at(range, &mut ranged)).fold(0.0, f64::max)
    }

    /// Returns the value that a usual spot of a frame, on the best enemy, adds to the best attack of a friend still to
    /// act.
    pub fn spot_promise(&self, number: u8) -> f64 {
        let enemies = self.state.enemies(self.me).map(|enemy| self.usual_gain(number, self.state.unit(enemy)));
        self.tactics.spot * enemies.fold(0.0, f64::max)
    }

    /// Returns the value that a usual spot of a frame on an enemy adds to the best attack of a friend still to act,
    /// ignoring cover.
    fn usual_gain(&self, by: u8, enemy: &Unit) -> f64 {
        let gains =
            self.friends_to_act(by).map(|friend| self.spot_gain(friend, enemy, None, self.battle.odds.usual_spot));
        gains.fold(0.0, f64::max)
    }

    /// Returns the value of a pip of the turn's spot: the value of a usual spot on the best enemy, divided by its pips.
    pub fn spot_slope(&self, turn: &Turn) -> f64 {
        if self.tactics.spot <= 0.0 || (turn.comms == 0 && !self.battle.rules.spotting.none.through_cover) {
            return 0.0;
        }
        let usual = self.battle.odds.usual_spot;
        let targets = spot_targets(self.battle, self.state, turn, usual);
        let frames = targets.filter_map(|target| match target {
            Target::Frame(number) => Some(self.state.unit(number)),
            _ => None,
        });
        let gains = frames.map(|enemy| self.usual_gain(turn.unit, enemy));
        self.tactics.spot * gains.fold(0.0, f64::max) / f64::from(usual)
    }
}
