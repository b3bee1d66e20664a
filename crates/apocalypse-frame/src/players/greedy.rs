//! The greedy player of Aces: takes the highest expected Harm now, without a look ahead.

use super::super::ids::{AceId, ArmSlot, Combatant, EnemyId, EnemySet, HexId, ItemSlot};
use super::super::mission::{Action, Decision, Mission, MissionDice, State, may_reroll};
use super::super::{attack::Shot, catalogue::item::Effect, mission::state::Life};
use super::chances::{Chances, expected, may_harm, plain};
use super::rounds::{Shell, Struck, one_more};
use crate::attack::{Blow, Guard, Outcome};
use hitchart_dice::KeyedDice;
use hitchart_play::{Game, Policy};

/// Plays for the highest expected Harm now; taking an enemy out counts as one more point.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    buffer: Vec<Action>,
}

/// Worth of taking an enemy out, in Harm.
const TAKEN_OUT: f64 = 1.0;
/// Least expected Harm for a use of a system.
const LEAST: f64 = 1.0;
/// Worth of support systems.
const SUPPORT: f64 = 0.2;

impl Greedy {
    /// Returns a greedy player.
    pub fn new() -> Greedy {
        Greedy { buffer: Vec::with_capacity(256) }
    }

    /// Returns the candidate of the highest worth, the first of equals.
    fn best<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State, worth: impl Fn(&Action) -> f64) -> Action {
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

/// Expected Harm of a blow to an enemy, and the worth of taking the enemy out.
fn blow<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, blow: Blow, less: u8) -> f64 {
    blow_on(mission, (state.enemy(enemy).vigor, Guard { less, ..mission.enemy_guard(state, enemy) }), blow)
}

/// Expected Harm of a blow to an enemy of this Vigor and guard, and the worth of taking the enemy out.
fn blow_on<D>(mission: &Mission<D>, (vigor, guard): (u8, Guard), blow: Blow) -> f64 {
    let order = mission.rules.harm.order;
    let (harm, held) = super::chances::met(blow, guard, order);
    let out = if harm >= vigor { TAKEN_OUT * (1.0 - held) } else { 0.0 };
    expected(blow, guard, order, vigor) + out
}

/// Expected Harm of an attack before its roll.
fn attack<D>(mission: &Mission<D>, state: &State, ace: AceId, target: EnemyId, shot: &Shot, less: u8) -> f64 {
    let chances = Chances::of(shot.dice, mission.best_face(state, ace), &mission.rules);
    let harm = |harm| blow(mission, state, target, plain(shot, harm), less);
    let success = chances.mixed + chances.full;
    let mut worth = (success - chances.six) * harm(shot.harm) + chances.six * harm(shot.harm + shot.six_bonus);
    if worth > 0.0 {
        let guard = Guard { less, ..mission.enemy_guard(state, target) };
        let through = super::chances::met(plain(shot, shot.harm), guard, mission.rules.harm.order).0;
        worth -= regained(mission, state, ace, (target, through >= state.enemy(target).vigor), &chances);
    }
    if shot.splash > 0 {
        let at = state.enemy(target).at;
        let beside = state.marks.up.iter().filter(|enemy| *enemy != target && state.enemy(*enemy).at == at);
        let splash = beside.map(|enemy| blow(mission, state, enemy, plain(shot, shot.splash), 0)).sum::<f64>();
        worth += chances.six * splash;
    }
    worth
}

/// Expected Vigor that enemies regain in answer; 0 if one of them reaches the Ace (A06).
fn regained<D>(
    mission: &Mission<D>,
    state: &State,
    ace: AceId,
    (target, removes): (EnemyId, bool),
    chances: &Chances,
) -> f64 {
    let wounded = |enemy: EnemyId| state.enemy(enemy).vigor < state.enemy(enemy).max_vigor;
    let others = state.marks.up.iter().any(|enemy| enemy != target && wounded(enemy));
    let after_failure = if others || wounded(target) { chances.failure } else { 0.0 };
    let regained = after_failure + if others || !removes { chances.mixed } else { 0.0 };
    let at = state.ace(ace).hex();
    let reaches = |enemy: EnemyId| {
        let (this, kind) = (state.enemy(enemy), mission.kind(state, enemy));
        let steps = mission.range(state, this.at, at);
        this.attacks.iter().any(|attack| kind.attacks[attack.index()].with_step.reaches(steps))
    };
    let answered = || state.ace(ace).can_be_harmed() && state.marks.up.iter().any(reaches);
    if regained > 0.0 && !answered() { regained } else { 0.0 }
}

fn shot_at<D>(mission: &Mission<D>, state: &State, ace: AceId, armament: ArmSlot, target: EnemyId) -> f64 {
    let (shot, guard) = mission.shot(state, ace, armament, target);
    attack(mission, state, ace, target, &shot, guard.less)
}

/// Expected Harm of an Ace's best attack from its place.
fn promise<D>(mission: &Mission<D>, state: &State, ace: AceId) -> f64 {
    let ranges = mission.ranges(state, ace);
    let mut best = 0.0f64;
    for armament in mission.kit(ace).slots() {
        for target in (mission.attackable(state, ace, armament, &ranges)).iter() {
            best = best.max(shot_at(mission, state, ace, armament, target));
        }
    }
    best
}

/// Hexes from `at` to the nearest place from which an armament of the Ace reaches an enemy and can harm it. The enemies
/// are those on the field, or else Primes that return.
fn gap<D>(mission: &Mission<D>, state: &State, ace: AceId, at: HexId) -> f64 {
    let kit = mission.kit(ace);
    let mut least = f64::INFINITY;
    let sought = if state.marks.up.is_empty() { state.marks.down } else { state.marks.up };
    for armament in kit.slots() {
        let arm = &kit.arms[mission.arm_in_use(state, ace, armament).index()];
        let far = arm.bands.farthest().map_or(0, |band| band.hexes());
        let near = arm.bands.nearest().map_or(0, |band| band.hexes());
        for enemy in sought.iter() {
            let steps = mission.range(state, at, state.enemy(enemy).at);
            let gap = f64::from(steps.saturating_sub(far) + near.saturating_sub(steps));
            if gap < least && may_harm(&arm.armament, mission.enemy_guard(state, enemy), mission.fed()) {
                least = gap;
            }
        }
    }
    if least.is_finite() { least } else { 0.0 }
}

/// Expected Harm of a use of a system.
fn use_of<D>(mission: &Mission<D>, state: &State, item: ItemSlot, target: Option<Combatant>, to: Option<HexId>) -> f64 {
    let ace = state.turn.acting();
    let kit = &mission.kit(ace).items[item.index()];
    let at = state.ace(ace).hex();
    let hit = |enemy: EnemyId, harm: u8| {
        let steps = mission.range(state, at, state.enemy(enemy).at);
        let harm = mission.item_harm(state, harm, enemy, steps);
        blow(mission, state, enemy, Blow::of_item(harm, kit.tags), mission.cover_less(state, steps, enemy))
    };
    let there = |hex: HexId| state.marks.up.iter().filter(|enemy| state.enemy(*enemy).at == hex).collect();
    let all = |mask: EnemySet, harm: u8| mask.iter().map(|enemy| hit(enemy, harm)).sum::<f64>();
    let enemy = target.and_then(Combatant::enemy);
    let one = |harm: u8| enemy.map_or(0.0, |enemy| hit(enemy, harm));
    match kit.effect {
        Effect::Strike { .. } => {
            let Some(enemy) = enemy else { return 0.0 };
            let steps = mission.range(state, at, state.enemy(enemy).at);
            one(kit.effect.strike_harm(steps, state.ace(ace).is_wounded()))
        }
        Effect::Volley { harm, targets, .. } => {
            let further = mission.ranges(state, ace).by[1].above(enemy.into_iter().collect());
            one(harm) * (usize::from(targets).min(1 + further.len())) as f64
        }
        Effect::Around { harm } => all(there(at), harm),
        Effect::Discharge { spare } => {
            let hexes = state.turn.hexes;
            all(there(at), hexes) - f64::from(hexes.saturating_sub(spare))
        }
        Effect::Blast { harm, .. } => to.map_or(0.0, |to| all(there(to), harm)),
        Effect::Mortar { .. } => to.map_or(0.0, |to| {
            let worth = |struck: Struck| blow_on(mission, (struck.vigor, struck.guard), struck.blow);
            one_more(mission, state, Shell { kit, from: at, at: to }, worth)
        }),
        Effect::Paint { harm, .. } | Effect::Repulse { harm } | Effect::Enter { harm } | Effect::Exit { harm } => {
            one(harm)
        }
        Effect::Dash { .. } => 0.0,
        _ => LEAST + SUPPORT,
    }
}

/// Worth of an action in an Ace's turn.
fn act<D>(mission: &Mission<D>, state: &State, action: &Action, here: f64, promise: f64) -> f64 {
    // The Ace is lost after a last stand, so it spends everything.
    let stands = state.ace(state.turn.acting()).life == Life::LastStand;
    match *action {
        Action::Attack { armament, target } => match shot_at(mission, state, state.turn.acting(), armament, target) {
            worth if worth > 0.0 => worth,
            _ => -1.0,
        },
        Action::Use { item, target, to, .. } => match use_of(mission, state, item, target, to) {
            worth if worth >= LEAST || stands && worth > 0.0 => worth,
            _ => -1.0,
        },
        Action::Move(to) | Action::Sprint(to) | Action::Climb(to) => {
            0.01 * (here - gap(mission, state, state.turn.acting(), to)) - 0.001
        }
        Action::Extra if state.turn.actions == 0 && (promise > 0.0 || stands && here > 0.0) => 0.001,
        Action::EndTurn | Action::Skip => 0.0,
        _ => -1.0,
    }
}

impl Policy<Mission<KeyedDice>> for Greedy {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        match asked {
            Decision::NextAce => self.best(mission, state, |action| match action {
                Action::Begin(ace) => promise(mission, state, *ace),
                _ => 0.0,
            }),
            Decision::Act => {
                let ace = state.turn.acting();
                let promise = if state.turn.actions == 0 { promise(mission, state, ace) } else { 0.0 };
                let here = gap(mission, state, ace, state.ace(ace).hex());
                self.best(mission, state, |action| act(mission, state, action, here, promise))
            }
            Decision::Roll => match state.turn.attack.map(|attack| attack.roll.outcome(&mission.rules.rolls)) {
                Some(Outcome::Failure) if may_reroll(mission, state) => Action::Reroll,
                _ => Action::Keep,
            },
            Decision::Volley => self.best(mission, state, |action| match action {
                Action::Pick(enemy) => 1.0 / f64::from(state.enemy(*enemy).vigor.max(1)),
                _ => 0.0,
            }),
            Decision::Step { ace, .. } => self.best(mission, state, |action| match action {
                Action::Step(to) => -gap(mission, state, ace, *to),
                _ => -gap(mission, state, ace, state.ace(ace).hex()),
            }),
            // The defaults of the rules.
            Decision::LastDamage { .. } => Action::Eject,
            Decision::Share { resource } => {
                let taker = mission.taker(state, resource);
                self.best(mission, state, |action| {
                    f64::from(u8::from(*action == taker.map_or(Action::Eject, Action::Give)))
                })
            }
            // Systems worth their Ammo were used before the attack.
            Decision::BeforeAnswer => Action::Skip,
            _ => self.best(mission, state, |action| act(mission, state, action, 0.0, 0.0)),
        }
    }
}
