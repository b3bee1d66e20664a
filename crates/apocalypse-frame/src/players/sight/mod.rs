//! Features of a mission state, the input of learned evaluations.
//!
//! Features and values are those of the Aces; the game master's value is 1 minus theirs. Dangers are expected Harm by
//! exact odds.

mod aces;
mod enemies;
mod names;
#[cfg(test)]
mod tests;

use super::super::encounter::Ending;
use super::super::mission::state::{AceState, State};
use super::super::mission::{Decision, Dice, Mission};
use hitchart_play::Featured;
use names::{Number, UNITS};

/// Features in the making.
pub(super) struct Told<'a>(&'a mut [f64]);

impl Told<'_> {
    fn add(&mut self, number: Number, by: f64) {
        self.0[number as usize] += by / UNITS[number as usize];
    }

    /// Returns a feature in its original unit.
    fn of(&self, number: Number) -> f64 {
        self.0[number as usize] * UNITS[number as usize]
    }
}

/// Largest absolute value of a feature.
const MOST: f64 = 31.0;
/// Scale of shares: a share of 1 is 8 units.
const EIGHTHS: f64 = 8.0;

/// Value of a victory, and weight of the Aces' remaining life in a lost mission.
const VICTORY: f64 = 0.5;
const OF_THE_LOST: f64 = 0.1;
/// Loss that halves the rest of the value, as a share of the Aces' total life. The first points count most, because
/// most missions are won with small losses.
const HALVES: f64 = 0.2;

/// Vigor of an Ace until it is out; 0 off the map.
fn life<D>(mission: &Mission<D>, frame: &AceState) -> f64 {
    if !frame.is_on_map() {
        return 0.0;
    }
    let lives = mission.rules.damage.allowed.saturating_sub(frame.damage);
    f64::from(frame.vigor) + f64::from(lives) * f64::from(frame.max_vigor)
}

/// Remaining share of the Aces' total life, 0 to 1.
pub(super) fn life_left<D>(mission: &Mission<D>, state: &State) -> f64 {
    let allowed = f64::from(mission.rules.damage.allowed) + 1.0;
    let most: f64 = mission.aces.iter().map(|ace| f64::from(ace.vigor) * allowed).sum();
    let left: f64 = state.aces.iter().take(mission.aces.len()).map(|frame| life(mission, frame)).sum();
    (left / most.max(1.0)).clamp(0.0, 1.0)
}

/// Value of a finished mission for the Aces, 0 to 1, by the victory and then by their remaining life.
pub(super) fn ended<D>(mission: &Mission<D>, state: &State) -> f64 {
    let left = life_left(mission, state);
    match state.ending {
        Some(Ending::Victory) => VICTORY + (1.0 - VICTORY) * HALVES / (HALVES + 1.0 - left),
        _ => OF_THE_LOST * left,
    }
}

impl<D: Dice> Featured for Mission<D> {
    const FEATURES: &'static [&'static str] = names::FEATURES;

    /// Returns true at the beginning of a round, before any action.
    fn is_quiet(&self, state: &State) -> bool {
        let fresh = || {
            let frame = state.ace(state.turn.acting());
            state.turn.actions == self.rules.turn.actions && state.turn.bought == 0 && frame.used.is_empty()
        };
        match state.asked {
            Some(Decision::NextAce) => state.acted.is_empty(),
            // A single Ace has no decision on the next Ace.
            Some(Decision::Act) => state.on_map.only() == state.turn.ace && fresh(),
            _ => false,
        }
    }

    fn write_features(&self, state: &State, _: usize, into: &mut [f64]) {
        into.fill(0.0);
        let mut told = Told(into);
        aces::aces(self, state, &mut told);
        enemies::enemies(self, state, &mut told);
        enemies::to_come(self, state, &mut told);
        self.tell_ground(state, &mut told);
        self.tell_odds(state, &mut told);
        into.iter_mut().for_each(|number| *number = number.clamp(-MOST, MOST));
    }

    /// Returns the value for the Aces, for either player.
    fn outcome(&self, state: &State, _: usize) -> f64 {
        ended(self, state)
    }
}

impl<D: Dice> Mission<D> {
    /// Adds the features of rounds, battles and fields.
    fn tell_ground(&self, state: &State, told: &mut Told<'_>) {
        let encounter = self.encounter(state);
        let (fields, everywhere) = (&state.fields, &state.everywhere);
        let later = self.plan.battles.len() - 1 - usize::from(state.battle);
        let yes = |is: bool| f64::from(u8::from(is));
        for (number, by) in [
            (Number::Round, f64::from(state.round)),
            (Number::RoundsLeft, f64::from(encounter.rounds.saturating_sub(state.round))),
            (Number::Winning, yes(encounter.at_limit == Ending::Victory)),
            (Number::Battles, later as f64),
            (Number::Hazards, state.hazards().len() as f64),
            (Number::Bombardments, fields.bombardments.len() as f64),
            (Number::Gas, yes(everywhere.reactive_gas)),
            (Number::Storm, yes(everywhere.electrical_storm)),
            (Number::Firefight, yes(everywhere.pitched_firefight)),
        ] {
            told.add(number, by);
        }
    }

    /// Adds features derived from both sides: relative strength, and the expected duration.
    fn tell_odds(&self, state: &State, told: &mut Told<'_>) {
        let share = life_left(self, state);
        let left: f64 = state.aces.iter().take(self.aces.len()).map(|frame| life(self, frame)).sum();
        let strength = told.of(Number::EnemyVigor) + told.of(Number::Restored) + told.of(Number::Waves);
        let fire = told.of(Number::Guns) * f64::from(self.rules.turn.actions);
        told.add(Number::Life, EIGHTHS * share);
        told.add(Number::Outnumbered, EIGHTHS * strength / (strength + left).max(1.0));
        told.add(Number::ToTake, (strength + told.of(Number::ArmoredVigor)) / fire.max(1.0));
        told.add(Number::ToLose, EIGHTHS * told.of(Number::Danger) / told.of(Number::Vigor).max(1.0));
    }
}
