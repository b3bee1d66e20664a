//! The greedy player of Aces: the highest expected Harm now; nothing beyond.

use super::super::catalogue::item::Effect;
use super::super::mission::state::{Mask, each};
use super::super::mission::{Action, Decision, Dice, Mission, State};
use super::chances::{Chances, best_face, expected, plain};
use crate::games::apocalypse_frame::attack::{Blow, Outcome};
use crate::games::apocalypse_frame::catalogue::item::ItemTag;
use crate::games::apocalypse_frame::shot::{SPLASH_HARM, Shot};
use crate::play::{Game, Policy};

/// Plays for the highest expected Harm now, an enemy taken out counting as much as a point of it.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    buffer: Vec<Action>,
}

/// Worth of taking an enemy out, in Harm.
const TAKEN_OUT: f64 = 1.0;
/// Least Harm that 1 Ammo is spent for.
const LEAST: f64 = 1.0;
/// Worth of support systems.
const SUPPORT: f64 = 0.2;

impl Greedy {
    /// A greedy player.
    pub fn new() -> Greedy {
        Greedy { buffer: Vec::with_capacity(256) }
    }

    /// The candidate of the highest worth, the first of equals.
    fn best<D: Dice>(&mut self, mission: &Mission<D>, state: &State, worth: impl Fn(&Action) -> f64) -> Action {
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        let first = (f64::NEG_INFINITY, self.buffer[0]);
        let best = self.buffer.iter().fold(first, |best, action| {
            let worth = worth(action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
    }
}

/// Expected Harm of a blow to an enemy, and a little for taking it out.
fn blow<D>(mission: &Mission<D>, state: &State, enemy: u8, blow: Blow, less: u8) -> f64 {
    let vigor = state.enemy(enemy).vigor;
    let guard = super::super::attack::Guard { less, ..mission.enemy_guard(state, enemy) };
    let order = mission.rules.harm.order;
    let (harm, held) = super::chances::met(blow, guard, order);
    let out = if harm >= vigor { TAKEN_OUT * (1.0 - held) } else { 0.0 };
    expected(blow, guard, order, vigor) + out
}

/// Expected Harm of an attack that is yet to be rolled.
fn attack<D>(mission: &Mission<D>, state: &State, ace: u8, target: u8, shot: &Shot, less: u8) -> f64 {
    let chances = Chances::of(shot.dice, best_face(mission, state, ace), &mission.rules);
    let harm = |harm| blow(mission, state, target, plain(shot, harm), less);
    let success = chances.mixed + chances.full;
    let mut worth = (success - chances.six) * harm(shot.harm) + chances.six * harm(shot.harm + shot.six_bonus);
    if shot.splash {
        let at = state.enemy(target).at;
        let beside = each(state.marks.up).filter(|enemy| *enemy != target && state.enemy(*enemy).at == at);
        let splash = beside.map(|enemy| blow(mission, state, enemy, plain(shot, SPLASH_HARM), 0)).sum::<f64>();
        worth += chances.six * splash;
    }
    worth
}

fn shot_at<D>(mission: &Mission<D>, state: &State, ace: u8, armament: u8, target: u8) -> f64 {
    let (shot, guard) = mission.shot(state, ace, armament, target);
    attack(mission, state, ace, target, &shot, guard.less)
}

/// The best attack that an Ace has where it is.
fn promise<D>(mission: &Mission<D>, state: &State, ace: u8) -> f64 {
    let ranges = mission.ranges(state, ace);
    let mut best = 0.0f64;
    for armament in 0..mission.kit(ace).arm_count {
        for target in each(mission.attackable(state, ace, armament, &ranges)) {
            best = best.max(shot_at(mission, state, ace, armament, target));
        }
    }
    best
}

/// Hexes that are missing, or too many, to the nearest attack that an Ace has from a hex.
fn gap<D>(mission: &Mission<D>, state: &State, ace: u8, at: u8) -> f64 {
    let kit = mission.kit(ace);
    let mut least = f64::INFINITY;
    for armament in 0..kit.arm_count {
        let bands = kit.arms[usize::from(mission.arm_in_use(state, ace, armament))].bands;
        let far = bands.farthest().map_or(0, |band| band.hexes());
        let near = bands.nearest().map_or(0, |band| band.hexes());
        for enemy in each(state.marks.up) {
            let steps = mission.range(state, at, state.enemy(enemy).at);
            least = least.min(f64::from(steps.saturating_sub(far) + near.saturating_sub(steps)));
        }
    }
    if least.is_finite() { least } else { 0.0 }
}

/// Expected Harm of a use of a system.
fn use_of<D>(mission: &Mission<D>, state: &State, item: u8, target: u8, to: u8) -> f64 {
    let ace = state.turn.ace;
    let kit = &mission.kit(ace).items[usize::from(item)];
    let at = state.ace(ace).at;
    let hit = |enemy: u8, harm: u8| {
        let harm = mission.item_harm(state, harm, enemy, mission.range(state, at, state.enemy(enemy).at));
        let (energy, piercing) = (kit.tags.has(ItemTag::Energy), kit.tags.has(ItemTag::Piercing));
        blow(mission, state, enemy, Blow { harm, ignores_armor: energy, ignores_shields: piercing }, 0)
    };
    let there = |hex: u8| {
        each(state.marks.up)
            .filter(|enemy| state.enemy(*enemy).at == hex)
            .fold(0, |mask: Mask, enemy| mask | 1 << enemy)
    };
    let all = |mask: Mask, harm: u8| each(mask).map(|enemy| hit(enemy, harm)).sum::<f64>();
    let one = if usize::from(target) < state.enemies.len() { 1 << target } else { 0 };
    match kit.effect {
        Effect::Strike { close, near, far, wounded } => {
            let frame = state.ace(ace);
            let half = u16::from(frame.vigor) * 2 <= u16::from(frame.max_vigor);
            let harm = [close, near, far, far][usize::from(mission.range(state, at, state.enemy(target).at).min(3))];
            hit(target, harm + if half { wounded } else { 0 })
        }
        Effect::Volley { harm, targets, .. } => {
            let further = mission.ranges(state, ace).by[1] & !((2 << target) - 1);
            hit(target, harm) * f64::from(u32::from(targets).min(1 + further.count_ones()))
        }
        Effect::Around { harm } => all(there(at), harm),
        Effect::Discharge { spare } => {
            let hexes = state.turn.hexes;
            all(there(at), hexes) - f64::from(hexes.saturating_sub(spare))
        }
        Effect::Blast { harm, .. } => all(there(to), harm),
        Effect::Mortar { harm, .. } => 0.7 * all(there(to), harm),
        Effect::Paint { harm, .. } | Effect::Repulse { harm } => hit(target, harm),
        Effect::Enter { harm } | Effect::Exit { harm } => all(one, harm),
        Effect::Dash { .. } => 0.0,
        _ => LEAST + SUPPORT,
    }
}

/// Worth of an action in an Ace's turn.
fn act<D>(mission: &Mission<D>, state: &State, action: &Action, here: f64, promise: f64) -> f64 {
    let ace = state.turn.ace;
    match *action {
        Action::Attack { armament, target } => shot_at(mission, state, ace, armament, target),
        Action::Use { item, target, to, .. } => match use_of(mission, state, item, target, to) {
            worth if worth >= LEAST => worth,
            _ => -1.0,
        },
        Action::Move(to) | Action::Sprint(to) | Action::Climb(to) => 0.01 * (here - gap(mission, state, ace, to)),
        Action::Extra if state.turn.actions == 0 && promise > 0.0 => 0.001,
        Action::EndTurn => 0.0,
        _ => -1.0,
    }
}

impl<D: Dice> Policy<Mission<D>> for Greedy {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let ace = state.turn.ace;
        match asked {
            Decision::NextAce => self.best(mission, state, |action| match action {
                Action::Begin(ace) => promise(mission, state, *ace),
                _ => 0.0,
            }),
            Decision::Act => {
                let promise = if state.turn.actions == 0 { promise(mission, state, ace) } else { 0.0 };
                let here = gap(mission, state, ace, state.ace(ace).at);
                self.best(mission, state, |action| act(mission, state, action, here, promise))
            }
            Decision::Roll => match state.turn.attack.roll.outcome(&mission.rules.rolls) {
                Outcome::Failure => Action::Reroll,
                _ => Action::Keep,
            },
            Decision::Volley => self.best(mission, state, |action| match action {
                Action::Pick(enemy) => 1.0 / f64::from(state.enemy(*enemy).vigor.max(1)),
                _ => 0.0,
            }),
            Decision::Step { ace, .. } => self.best(mission, state, |action| match action {
                Action::Step(to) => -gap(mission, state, ace, *to),
                _ => -gap(mission, state, ace, state.ace(ace).at),
            }),
            _ => self.best(mission, state, |action| act(mission, state, action, 0.0, 0.0)),
        }
    }
}
