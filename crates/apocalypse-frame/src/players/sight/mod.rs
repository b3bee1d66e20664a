//! Features of a mission state, the input of learned evaluations.
//!
//! Features and values are those of the Aces; the game master's value is 1 minus theirs. Dangers are expected Harm by
//! exact odds.

#[cfg(test)]
mod tests;

use super::super::catalogue::entries::Rank;
use super::super::encounter::{Ending, MAX_ACES, SingleChange};
use super::super::ids::{AceId, EnemyId, EnemySet};
use super::super::mission::state::{AceState, Life, State};
use super::super::mission::{Action, Decision, Mission, MissionDice};
use super::chances::{Chances, expected, plain};
use super::comes_to;
use hitchart_play::Featured;

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

impl<D: MissionDice> Featured for Mission<D> {
    const FEATURES: &'static [&'static str] = FEATURES;
    const KINDS: &'static [&'static str] = Action::KINDS;

    fn kind(action: &Action) -> usize {
        action.kind()
    }

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
        aces(self, state, &mut told);
        enemies(self, state, &mut told);
        to_come(self, state, &mut told);
        self.tell_ground(state, &mut told);
        self.tell_odds(state, &mut told);
        into.iter_mut().for_each(|number| *number = number.clamp(-MOST, MOST));
    }

    /// Returns the value for the Aces, for either player.
    fn outcome(&self, state: &State, _: usize) -> f64 {
        ended(self, state)
    }
}

impl<D: MissionDice> Mission<D> {
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

// Names and units of the features.

/// Declares the features in order: identifier, name and unit.
macro_rules! numbers {
    ($($place:ident $name:literal $unit:literal),+ $(,)?) => {
        /// A feature by its index.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Number {
            $($place),+
        }

        /// All names, in order.
        pub(crate) const FEATURES: &[&str] = &[$($name),+];

        /// Units in order: one unit is a feature value of 1. Units keep large counts within a network's bounds.
        pub(crate) const UNITS: &[f64] = &[$($unit),+];
    };
}

numbers!(
    Ready "aces ready" 1.0,
    Down "aces down" 1.0,
    Gone "aces gone" 1.0,
    Vigor "vigor" 2.0,
    Lives "whole lives" 1.0,
    Life "life left in eighths" 1.0,
    WeakestVigor "least vigor of an ace" 1.0,
    WeakestLives "least whole lives of an ace" 1.0,
    Tension "tension" 2.0,
    Ammo "ammo" 2.0,
    Shields "shields" 1.0,
    Hits "frame hits" 1.0,
    Covered "aces in cover" 1.0,
    Burning "aces in hazards" 1.0,
    Fire "harm of attacks in reach" 1.0,
    Guns "harm of the best armaments" 1.0,
    Way "hexes to the nearest enemies" 2.0,
    Danger "harm that activations may bring" 1.0,
    Worst "harm that activations may bring to one ace" 1.0,
    Answers "harm of answers" 1.0,
    Enemies "enemies" 2.0,
    EnemyVigor "vigor of enemies" 4.0,
    ArmoredVigor "vigor of enemies behind armor" 4.0,
    EnemyShields "shields of enemies" 2.0,
    Restored "vigor of restorations" 4.0,
    Primes "primes" 1.0,
    PrimesDown "primes down" 1.0,
    Parts "parts of colossi" 1.0,
    Harm "harm of enemies" 4.0,
    Activated "harm of the hardest enemies" 1.0,
    Close "enemies within 1" 2.0,
    Near "enemies at 2" 2.0,
    Further "enemies at 3 or 4" 2.0,
    Apart "enemies farther" 2.0,
    EnemyCovered "enemies in cover" 2.0,
    EnemyWay "hexes of enemies to the nearest aces" 8.0,
    Waves "vigor of waves to come" 4.0,
    Situations "faces with a situation to come" 1.0,
    Activations "activations" 1.0,
    Team "team" 1.0,
    Round "round" 1.0,
    RoundsLeft "rounds left" 2.0,
    Winning "limit is a victory" 1.0,
    Battles "battles to come" 1.0,
    Hazards "hazards" 4.0,
    Bombardments "bombardments" 2.0,
    Gas "reactive gas" 1.0,
    Storm "electrical storm" 1.0,
    Firefight "pitched firefight" 1.0,
    Outnumbered "share of enemies in all strength in eighths" 1.0,
    ToTake "rounds to take all enemies" 1.0,
    ToLose "eighths of vigor that activations may take" 1.0,
);

// The side of the Aces.

/// Adds the features of the Aces.
fn aces<D: MissionDice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let allowed = mission.rules.damage.allowed;
    let (mut least, mut fewest) = (f64::INFINITY, f64::INFINITY);
    let mut guns = 0.0;
    for ace in mission.ace_ids() {
        let frame = state.ace(ace);
        count_life(frame.life, told);
        if !frame.is_on_map() {
            continue;
        }
        let lives = f64::from(allowed.saturating_sub(frame.damage));
        (least, fewest) = (least.min(f64::from(frame.vigor)), fewest.min(lives));
        told.add(Number::Vigor, f64::from(frame.vigor));
        told.add(Number::Lives, lives);
        told.add(Number::Tension, f64::from(frame.tension));
        told.add(Number::Ammo, f64::from(frame.ammo));
        told.add(Number::Shields, f64::from(frame.shields));
        told.add(Number::Hits, hits(frame));
        guns += best_armament(mission, state, ace);
        if let Some(at) = frame.at {
            told.add(Number::Covered, f64::from(u8::from(state.fields.cover.has(at))));
            told.add(Number::Burning, f64::from(u8::from(state.hazards().has(at))));
            told.add(Number::Fire, best_in_reach(mission, state, ace));
            let row = mission.encounter(state).map.row(at);
            let sought: EnemySet = state.marks.up;
            let nearest = sought.iter().map(|enemy| row.to(state.enemy(enemy).at)).min();
            told.add(Number::Way, f64::from(nearest.unwrap_or(0)));
        }
    }
    if least.is_finite() {
        told.add(Number::WeakestVigor, least);
        told.add(Number::WeakestLives, fewest);
    }
    told.add(Number::Guns, guns);
    told.add(Number::Team, mission.aces.len() as f64);
}

fn count_life(life: Life, told: &mut Told<'_>) {
    let of = match life {
        Life::Ready | Life::LastStand => Number::Ready,
        Life::Down => Number::Down,
        Life::Ejected | Life::Lost => Number::Gone,
        Life::Absent => return,
    };
    told.add(of, 1.0);
}

/// Number of damaged parts of a frame.
fn hits(frame: &AceState) -> f64 {
    let [a, b, c] = [frame.superstructure, frame.legs, frame.sensors].map(f64::from);
    a + b + c + (frame.rolled_items.len() + frame.replaced.len()) as f64
}

/// Expected Harm of an Ace's best armament against a target without Armor and Shields.
fn best_armament<D: MissionDice>(mission: &Mission<D>, state: &State, ace: AceId) -> f64 {
    let kit = mission.kit(ace);
    let harm = |slot| {
        let arm = &kit.arms[mission.arm_in_use(state, ace, slot).index()].armament;
        let chances = Chances::of(arm.dice as i8, 6, &mission.rules);
        (chances.mixed + chances.full) * f64::from(arm.harm)
    };
    kit.slots().map(harm).fold(0.0, f64::max)
}

/// Expected Harm of an Ace's best attack from its place.
fn best_in_reach<D: MissionDice>(mission: &Mission<D>, state: &State, ace: AceId) -> f64 {
    let ranges = mission.ranges(state, ace);
    let mut best = 0.0f64;
    for slot in mission.kit(ace).slots() {
        for target in mission.attackable(state, ace, slot, &ranges).iter() {
            let (shot, guard) = mission.shot(state, ace, slot, target);
            let chances = Chances::of(shot.dice, mission.best_face(state, ace), &mission.rules);
            let (order, vigor) = (mission.rules.harm.order, state.enemy(target).vigor);
            let harm = expected(plain(&shot, shot.harm), guard, order, vigor);
            best = best.max((chances.mixed + chances.full) * harm);
        }
    }
    best
}

// The side of the enemies, and their threats.

/// The highest few values, highest first.
#[derive(Clone, Copy, Debug, Default)]
struct Highest([f64; MAX_ACES]);

impl Highest {
    fn push(&mut self, mut value: f64) {
        for kept in &mut self.0 {
            if value > *kept {
                std::mem::swap(kept, &mut value);
            }
        }
    }

    fn sum(&self, count: u8) -> f64 {
        self.0[..usize::from(count).min(MAX_ACES)].iter().sum()
    }
}

/// Threats of the enemies on the field.
#[derive(Clone, Copy, Debug, Default)]
struct Threats {
    /// Harm of each enemy's best attack, without a guard.
    plain: Highest,
    /// Harm of each enemy's attack after at most one Move, to its best target and to each Ace.
    any: Highest,
    each: [Highest; MAX_ACES],
    /// Harm of the hardest answer to each Ace without a Move.
    answers: [f64; MAX_ACES],
}

/// Adds the features of the enemies.
fn enemies<D: MissionDice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let mut threats = Threats::default();
    let map = &mission.encounter(state).map;
    for enemy in state.marks.up.iter() {
        strength(mission, state, enemy, told);
        let at = state.enemy(enemy).at;
        let row = map.row(at);
        let nearest = state.aces.iter().map(|ace| row.to(ace.at)).min().unwrap_or(u8::MAX);
        told.add(band(nearest), 1.0);
        told.add(Number::EnemyCovered, f64::from(u8::from(state.fields.cover.has(at))));
        if nearest < u8::MAX {
            told.add(Number::EnemyWay, f64::from(nearest));
        }
        threats.look(mission, state, enemy, told);
    }
    for enemy in state.marks.down.iter() {
        strength(mission, state, enemy, told);
        told.add(Number::PrimesDown, 1.0);
    }
    let activations = mission.activations(state);
    told.add(Number::Activations, f64::from(activations));
    told.add(Number::Activated, threats.plain.sum(activations));
    told.add(Number::Danger, threats.any.sum(activations));
    told.add(Number::Worst, threats.each.iter().map(|each| each.sum(activations)).fold(0.0, f64::max));
    told.add(Number::Answers, threats.answers.iter().sum());
}

fn band(nearest: u8) -> Number {
    match nearest {
        0 | 1 => Number::Close,
        2 => Number::Near,
        3 | 4 => Number::Further,
        _ => Number::Apart,
    }
}

/// Adds the features of an enemy's strength.
fn strength<D: MissionDice>(mission: &Mission<D>, state: &State, enemy: EnemyId, told: &mut Told<'_>) {
    let this = state.enemy(enemy);
    let guard = mission.enemy_guard(state, enemy);
    let vigor = f64::from(this.vigor);
    told.add(Number::Enemies, 1.0);
    told.add(Number::EnemyVigor, vigor);
    told.add(Number::ArmoredVigor, f64::from(guard.armor) * vigor);
    told.add(Number::EnemyShields, f64::from(guard.shields));
    told.add(Number::Restored, f64::from(this.restorations) * f64::from(this.max_vigor));
    match mission.kind(state, enemy).rank {
        Rank::Standard => {}
        Rank::Prime => told.add(Number::Primes, 1.0),
        Rank::Part => told.add(Number::Parts, 1.0),
    }
}

impl Threats {
    /// Adds the threats of an enemy's attacks.
    fn look<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State, enemy: EnemyId, told: &mut Told<'_>) {
        let (this, kind) = (state.enemy(enemy), mission.kind(state, enemy));
        let attacks = || this.attacks.iter().map(|attack| (attack, &kind.attacks[attack.index()]));
        let most = attacks().map(|(_, kit)| f64::from(kit.harm)).fold(0.0, f64::max);
        told.add(Number::Harm, most);
        self.plain.push(most);
        let moves = mission.may_move(state, enemy);
        let mut any = 0.0f64;
        for (ace, frame) in state.exposed() {
            let steps = mission.range(state, this.at, frame.at);
            let mut worst = 0.0f64;
            for (attack, kit) in attacks() {
                if !comes_to(moves, kit.with_step, steps) {
                    continue;
                }
                let (blow, guard) = mission.harm_to(state, enemy, attack, ace, false);
                let harm = expected(blow, guard, mission.rules.harm.order, frame.vigor);
                worst = worst.max(harm);
                if kit.with_step.reaches(steps) {
                    let answer = &mut self.answers[ace.index()];
                    *answer = answer.max(harm);
                }
            }
            self.each[ace.index()].push(worst);
            any = any.max(worst);
        }
        self.any.push(any);
    }
}

/// Adds the features of later waves and of possible changes of the situation.
fn to_come<D: MissionDice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let encounter = mission.encounter(state);
    for change in encounter.changes.iter().filter(|change| change.round >= state.round) {
        if let SingleChange::Reinforcement(placed) = change.what {
            told.add(Number::Waves, f64::from(placed.vigor));
        }
    }
    let open = encounter.situations.iter().enumerate();
    let open = open.filter(|(i, situation)| situation.again || state.situations >> i & 1 == 0);
    told.add(Number::Situations, open.map(|(_, situation)| f64::from(situation.faces.count_ones())).sum());
}
