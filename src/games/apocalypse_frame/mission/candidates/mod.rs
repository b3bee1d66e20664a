//! Candidates: every legal action of the pending decision, each once.

pub mod answers;
mod enemy;
mod items;

pub use enemy::{activations, is_desperate_of_colossus, usable};

use super::super::ace::MAX_ARMAMENTS;
use super::super::hexes::HexMap;
use super::super::ids::{AceId, ArmSlot, EnemyId, HexId, Who};
use super::Mission;
use super::action::{Action, Damaged, Decision, Step};
use super::allowed::{may_reroll, payable_meanwhile, picks, second_targets, steps};
use super::dice::Dice;
use super::reach::{Ranges, is_open};
use super::state::State;
use enemy::Moment;

/// Appends the candidates of the pending decision.
pub fn all<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    match asked {
        Decision::NextAce => {
            let left = state.on_map - state.acted;
            append_each(into, u64::from(left.bits()), |ace| Action::Begin(AceId::new(ace)));
        }
        Decision::Act => act(mission, state, into),
        Decision::Roll => {
            into.push(Action::Keep);
            append(into, &[Action::Reroll], u8::from(may_reroll(mission, state)));
            meanwhile(mission, state, into);
        }
        Decision::Activate => {
            append_each(into, activations(mission, state).bits(), |enemy| Action::Activate(EnemyId::new(enemy)));
        }
        Decision::Restored | Decision::EnemyMove => {
            if let Some(enemy) = state.gm.enemy {
                enemy::attacks(mission, state, enemy, Moment::GmTurn, into);
                enemy::moves(mission, state, enemy, into);
            }
            into.push(Action::Hold);
        }
        Decision::Answer => {
            if let Some(provoked) = state.turn.due.answer {
                answers::list(mission, state, provoked, into);
            }
        }
        Decision::DamagedArmament => {
            let armaments = mission.replaceable(state, state.turn.acting());
            into.extend(armaments.iter().map(|armament| Action::Damage(Damaged::Armament(armament))));
        }
        Decision::DamagedModule => {
            let items = mission.hittable(state, state.turn.acting());
            into.extend(items.iter().map(|item| Action::Damage(Damaged::Item(item))));
        }
        _ => follow_up(mission, state, asked, into),
    }
}

/// Appends the candidates of follow-ups of an Ace's choice.
fn follow_up<D: Dice>(mission: &Mission<D>, state: &State, asked: Decision, into: &mut Vec<Action>) {
    match asked {
        Decision::Second => {
            second(mission, state, into);
            into.push(Action::Skip);
            meanwhile(mission, state, into);
        }
        Decision::BeforeAnswer => {
            into.push(Action::Skip);
            meanwhile(mission, state, into);
        }
        Decision::Volley => {
            into.extend(picks(mission, state).iter().map(Action::Pick));
            into.push(Action::Fire);
        }
        Decision::Choose => {
            let aim = &state.turn.aim;
            into.extend(aim.picked.iter().map(|enemy| Action::Choose(Who::Enemy(enemy))));
            into.extend(aim.aces.iter().map(|ace| Action::Choose(Who::Ace(ace))));
        }
        Decision::Step { ace, why } => {
            into.extend(steps(mission, state, ace, why).map(Action::Step));
            if why != Step::Exit {
                into.push(Action::Skip);
            }
        }
        Decision::Shove => {
            if let Some(enemy) = state.turn.due.shove {
                let around = mission.encounter(state).map.around(state.enemy(enemy).at);
                into.extend(around.iter().map(|to| Action::Shove(*to)));
            }
            into.push(Action::Skip);
        }
        _ => {}
    }
}

/// Appends uses of systems while something else is under way (A68).
fn meanwhile<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let ace = state.turn.acting();
    let payable = payable_meanwhile(mission, state);
    if !payable.is_empty() {
        items::uses(mission, state, (ace, payable), &mission.ranges(state, ace), into);
    }
}

/// Appends the actions of an Ace in its turn.
fn act<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let turn = &state.turn;
    let ace = turn.acting();
    let kit = mission.kit(ace);
    let payable = mission.payable(state, ace, 0);
    let ranges = if turn.actions > 0 || !payable.is_empty() { mission.ranges(state, ace) } else { Ranges::default() };
    if turn.actions > 0 {
        on_foot(mission, state, ace, &ranges, into);
        attacks(mission, state, ace, &ranges, into);
    }
    if !payable.is_empty() {
        items::uses(mission, state, (ace, payable), &ranges, into);
    }
    let swaps = if turn.actions > 0 || turn.attacked { mission.replaceable(state, ace).bits() } else { 0 };
    // Spending Tension earlier than needed matters only for Impulsive.
    let asks = turn.actions == 0 || kit.impulsive;
    let extra = asks & (state.ace(ace).tension > 0) & (turn.bought < mission.rules.turn.extra_actions);
    let (all, count) = &SINGLES[usize::from(swaps) | usize::from(extra) << MAX_ARMAMENTS];
    append(into, all, *count);
}

/// The single actions of an Ace's turn and their number, by a bit mask: always the end of the turn, then per set bit
/// the swap of an armament, and for the highest bit an extra action.
const SINGLES: [([Action; MAX_ARMAMENTS + 2], u8); 2 << MAX_ARMAMENTS] = {
    let mut lists = [([Action::EndTurn; MAX_ARMAMENTS + 2], 1); 2 << MAX_ARMAMENTS];
    let mut bits = 0;
    while bits < lists.len() {
        let (list, count) = &mut lists[bits];
        let mut bit = 0;
        while bit <= MAX_ARMAMENTS {
            if bits >> bit & 1 == 1 {
                list[*count as usize] =
                    if bit < MAX_ARMAMENTS { Action::Swap(ArmSlot::new(bit as u8)) } else { Action::Extra };
                *count += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    lists
};

/// Appends the first `count` actions of a list. Copying the whole list first is faster, as its length is fixed.
#[inline]
fn append<const N: usize>(into: &mut Vec<Action>, list: &[Action; N], count: u8) {
    let begin = into.len();
    into.extend_from_slice(list);
    into.truncate(begin + usize::from(count));
}

/// Appends attacks with all armaments.
fn attacks<D>(mission: &Mission<D>, state: &State, ace: AceId, ranges: &Ranges, into: &mut Vec<Action>) {
    // All slots of a frame, since an empty slot reaches nothing: this avoids a branch on the number of armaments.
    let slots = [0, 1, 2].map(ArmSlot::new);
    for armament in slots {
        let targets = mission.attackable(state, ace, armament, ranges);
        append_each(into, targets.bits(), |target| Action::Attack { armament, target: EnemyId::new(target) });
    }
}

/// Appends an action for each member of a set, given as bits, with one reservation.
#[inline]
fn append_each(into: &mut Vec<Action>, mut members: u64, action: impl Fn(u8) -> Action) {
    into.extend((0..members.count_ones()).map(|_| {
        let member = members.trailing_zeros() as u8;
        members &= members - 1;
        action(member)
    }));
}

/// Moves and sprints from a hex without rooftops, moves first.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    all: [Action; 18],
    moves: u8,
    count: u8,
}

/// Returns the moves and sprints from every hex of a map.
pub(super) fn ways(map: &HexMap) -> Vec<Ways> {
    let from = |hex: HexId| {
        let mut ways = Ways { all: [Action::Hold; 18], moves: map.around(hex).len() as u8, count: 0 };
        let moves = map.around(hex).iter().map(|to| Action::Move(*to));
        let sprints = map.beyond(hex).iter().map(|to| Action::Sprint(*to));
        for (place, way) in ways.all.iter_mut().zip(moves.chain(sprints)) {
            *place = way;
            ways.count += 1;
        }
        ways
    };
    map.hexes().map(from).collect()
}

/// Appends moves, sprints and climbs.
fn on_foot<D>(mission: &Mission<D>, state: &State, ace: AceId, ranges: &Ranges, into: &mut Vec<Action>) {
    let ways = &mission.ways[usize::from(state.battle)][state.ace(ace).hex().index()];
    let count = if ranges.none_at_all() { ways.count } else { ways.moves };
    if state.fields.rooftops.is_empty() {
        return append(into, &ways.all, count);
    }
    into.extend(ways.all[..usize::from(count)].iter().filter_map(|way| match *way {
        Action::Move(to) if !is_open(state, to) => Some(Action::Climb(to)),
        Action::Sprint(to) if !is_open(state, to) => None,
        way => Some(way),
    }));
}

/// Appends second attacks of Parallel Processors: another armament, another target (A29).
fn second<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let ace = state.turn.acting();
    let ranges = mission.ranges(state, ace);
    for armament in mission.kit(ace).slots() {
        let targets = second_targets(mission, state, armament, &ranges);
        into.extend(targets.iter().map(|target| Action::Attack { armament, target }));
    }
}
