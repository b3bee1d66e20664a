//! A mission in numbers: what learned outlooks look at.
//!
//! The Aces' side is told whoever looks: what a mission is worth to the game master is the rest of what it is worth to
//! them. Dangers are expected Harm by the exact odds.

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

/// Numbers as they are told.
pub struct Told<'a>(&'a mut [f64]);

impl Told<'_> {
    fn add(&mut self, number: Number, by: f64) {
        self.0[number as usize] += by / UNITS[number as usize];
    }

    /// What was told of a number so far, in counts.
    fn of(&self, number: Number) -> f64 {
        self.0[number as usize] * UNITS[number as usize]
    }
}

/// Most that a number is told as.
const MOST: f64 = 31.0;
/// What a share of one is told as.
const EIGHTHS: f64 = 8.0;

/// Share of the worth of a mission that the victory decides, and what the Aces have left of it where it is lost.
const VICTORY: f64 = 0.5;
const OF_THE_LOST: f64 = 0.1;
/// Loss that halves the rest of the worth, as a share of all that the Aces can lose: the first points tell most, for most
/// missions are won and cost no more.
const HALVES: f64 = 0.2;

/// Vigor that an Ace on the map has until it is out.
fn life<D>(mission: &Mission<D>, frame: &AceState) -> f64 {
    if !frame.is_on_map() {
        return 0.0;
    }
    let lives = mission.rules.damage.allowed.saturating_sub(frame.damage);
    f64::from(frame.vigor) + f64::from(lives) * f64::from(frame.max_vigor)
}

/// What the Aces have left of all that they began with, 0 to 1.
pub fn life_left<D>(mission: &Mission<D>, state: &State) -> f64 {
    let allowed = f64::from(mission.rules.damage.allowed) + 1.0;
    let most: f64 = mission.aces.iter().map(|ace| f64::from(ace.vigor) * allowed).sum();
    let left: f64 = state.aces.iter().take(mission.aces.len()).map(|frame| life(mission, frame)).sum();
    (left / most.max(1.0)).clamp(0.0, 1.0)
}

/// What a mission that is over is worth to the Aces, 0 to 1: the victory first, then what they have left.
pub fn ended<D>(mission: &Mission<D>, state: &State) -> f64 {
    let left = life_left(mission, state);
    match state.ending {
        Some(Ending::Victory) => VICTORY + (1.0 - VICTORY) * HALVES / (HALVES + 1.0 - left),
        _ => OF_THE_LOST * left,
    }
}

impl<D: Dice> Featured for Mission<D> {
    const FEATURES: &'static [&'static str] = names::FEATURES;

    /// At the beginning of a round, before anybody has done anything.
    fn is_quiet(&self, state: &State) -> bool {
        let fresh = || {
            let frame = state.ace(state.turn.acting());
            state.turn.actions == self.rules.turn.actions && state.turn.bought == 0 && frame.used.is_empty()
        };
        match state.asked {
            Some(Decision::NextAce) => state.acted.is_empty(),
            // Of a single Ace nobody asks who goes next.
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

    /// What it is worth to the Aces, whoever looks.
    fn outcome(&self, state: &State, _: usize) -> f64 {
        ended(self, state)
    }
}

impl<D: Dice> Mission<D> {
    /// Clock and ground.
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

    /// What follows from both sides: who is stronger, and how long it may take.
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
