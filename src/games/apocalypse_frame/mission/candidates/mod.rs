//! What may be chosen: every legal action of the decision that is due, each once.

pub mod answers;
mod enemy;
mod items;

pub use enemy::{activations, is_desperate_of_colossus};
pub use items::picks;

use super::super::ace::MAX_ARMAMENTS;
use super::super::hexes::HexMap;
use super::Mission;
use super::action::{Action, Decision, Step};
use super::dice::Dice;
use super::reach::{Ranges, is_open};
use super::state::{Mask, State, each};
use enemy::Moment;

/// Appends the candidates of the decision that is due.
pub fn all<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    match asked {
        Decision::NextAce => append_each(into, u32::from(state.on_map & !state.acted), Action::Begin),
        Decision::Act => act(mission, state, into),
        Decision::Roll => into.extend([Action::Keep, Action::Reroll]),
        Decision::Activate => append_each(into, activations(mission, state), Action::Activate),
        Decision::Restored | Decision::EnemyMove => {
            let enemy = state.gm.enemy;
            enemy::attacks(mission, state, enemy, Moment::GmTurn, into);
            enemy::moves(mission, state, enemy, into);
            into.push(Action::Hold);
        }
        Decision::Answer => {
            if let Some(provoked) = state.turn.due.answer {
                answers::list(mission, state, provoked, into);
            }
        }
        Decision::DamagedArmament => {
            into.extend(each(u32::from(mission.replaceable(state, state.turn.ace))).map(Action::Damage));
        }
        Decision::DamagedModule => {
            into.extend(each(u32::from(mission.hittable(state, state.turn.ace))).map(Action::Damage));
        }
        _ => follow_up(mission, state, asked, into),
    }
}

/// What follows of an Ace's choice.
fn follow_up<D: Dice>(mission: &Mission<D>, state: &State, asked: Decision, into: &mut Vec<Action>) {
    match asked {
        Decision::Second => {
            second(mission, state, into);
            into.push(Action::Skip);
        }
        Decision::Volley => {
            into.extend(each(picks(mission, state)).map(Action::Pick));
            into.push(Action::Fire);
        }
        Decision::Choose => into.extend(each(state.turn.aim.picked).map(Action::Choose)),
        Decision::Step { ace, why } => {
            into.extend(steps(mission, state, ace, why).map(Action::Step));
            if why != Step::Exit {
                into.push(Action::Skip);
            }
        }
        Decision::Shove => {
            let at = state.enemy(state.turn.due.shove - 1).at;
            into.extend(mission.encounter(state).map.around(at).iter().map(|to| Action::Shove(*to)));
            into.push(Action::Skip);
        }
        _ => {}
    }
}

/// What an Ace may do in its turn.
fn act<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let turn = &state.turn;
    let ace = turn.ace;
    let kit = mission.kit(ace);
    let payable = mission.payable(state, ace, 0);
    let ranges = if turn.actions > 0 || payable != 0 { mission.ranges(state, ace) } else { Ranges::default() };
    if turn.actions > 0 {
        on_foot(mission, state, ace, &ranges, into);
        attacks(mission, state, ace, &ranges, into);
    }
    if payable != 0 {
        items::uses(mission, state, (ace, payable), &ranges, into);
    }
    let swaps = if turn.actions > 0 || turn.attacked { kit.backups & !state.ace(ace).backups } else { 0 };
    // Tension spent sooner than needed matters to nothing but Impulsive.
    let asks = turn.actions == 0 || kit.impulsive;
    let extra = asks & (state.ace(ace).tension > 0) & (turn.bought < mission.rules.turn.extra_actions);
    let (all, count) = &SINGLES[usize::from(swaps) | usize::from(extra) << MAX_ARMAMENTS];
    append(into, all, *count);
}

/// What there is one of in an Ace's turn, and how many of them: its end, bit by armament a swap, and above these bits
/// an extra action.
const SINGLES: [([Action; MAX_ARMAMENTS + 2], u8); 2 << MAX_ARMAMENTS] = {
    let mut lists = [([Action::EndTurn; MAX_ARMAMENTS + 2], 1); 2 << MAX_ARMAMENTS];
    let mut bits = 0;
    while bits < lists.len() {
        let (list, count) = &mut lists[bits];
        let mut bit = 0;
        while bit <= MAX_ARMAMENTS {
            if bits >> bit & 1 == 1 {
                list[*count as usize] = if bit < MAX_ARMAMENTS { Action::Swap(bit as u8) } else { Action::Extra };
                *count += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    lists
};

/// Appends the first so many of a list. It copies them all, which is faster as their number is fixed.
#[inline]
fn append<const N: usize>(into: &mut Vec<Action>, list: &[Action; N], count: u8) {
    let begin = into.len();
    into.extend_from_slice(list);
    into.truncate(begin + usize::from(count));
}

/// Attacks with any armament.
fn attacks<D>(mission: &Mission<D>, state: &State, ace: u8, ranges: &Ranges, into: &mut Vec<Action>) {
    // All places of a frame, for what it does not have reaches nothing: no branch needs to foresee how many it has.
    let [first, second, third] = [0, 1, 2].map(|armament| mission.attackable(state, ace, armament, ranges));
    let mut low = u64::from(first) | u64::from(second) << 32;
    while low != 0 {
        let bit = low.trailing_zeros() as u8;
        into.push(Action::Attack { armament: bit >> 5, target: bit & 31 });
        low &= low - 1;
    }
    into.extend(each(third).map(|target| Action::Attack { armament: 2, target }));
}

/// Appends an action for each member of a set, making room once.
#[inline]
fn append_each(into: &mut Vec<Action>, mut members: Mask, action: impl Fn(u8) -> Action) {
    into.extend((0..members.count_ones()).map(|_| {
        let member = members.trailing_zeros() as u8;
        members &= members - 1;
        action(member)
    }));
}

/// Moves and sprints from a hex, where there is no rooftop: moves first.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    all: [Action; 18],
    moves: u8,
    count: u8,
}

/// The moves and sprints from every hex of a map.
pub(super) fn ways(map: &HexMap) -> Vec<Ways> {
    let from = |hex: u8| {
        let mut ways = Ways { all: [Action::Hold; 18], moves: map.around(hex).len() as u8, count: 0 };
        let moves = map.around(hex).iter().map(|to| Action::Move(*to));
        let sprints = map.beyond(hex).iter().map(|to| Action::Sprint(*to));
        for (place, way) in ways.all.iter_mut().zip(moves.chain(sprints)) {
            *place = way;
            ways.count += 1;
        }
        ways
    };
    (0..map.len() as u8).map(from).collect()
}

/// Moves, sprints and climbs.
fn on_foot<D>(mission: &Mission<D>, state: &State, ace: u8, ranges: &Ranges, into: &mut Vec<Action>) {
    let at = state.ace(ace).at;
    let ways = &mission.ways[usize::from(state.battle)][usize::from(at)];
    let count = if ranges.none_at_all() { ways.count } else { ways.moves };
    if state.fields.rooftops == 0 {
        return append(into, &ways.all, count);
    }
    into.extend(ways.all[..usize::from(count)].iter().filter_map(|way| match *way {
        Action::Move(to) if !is_open(state, to) => Some(Action::Climb(to)),
        Action::Sprint(to) if !is_open(state, to) => None,
        way => Some(way),
    }));
}

/// Second attacks of Parallel Processors: another armament, another target (A29).
fn second<D: Dice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let ace = state.turn.ace;
    let ranges = mission.ranges(state, ace);
    for armament in 0..mission.kit(ace).arm_count {
        let targets = second_targets(mission, state, armament, &ranges);
        into.extend(each(targets).map(|target| Action::Attack { armament, target }));
    }
}

fn second_targets<D>(mission: &Mission<D>, state: &State, armament: u8, ranges: &Ranges) -> u32 {
    let (ace, first) = (state.turn.ace, &state.turn.attack);
    if armament == first.armament {
        return 0;
    }
    let others = if mission.rules.traits.parallel_targets_differ { !(1 << first.target) } else { u32::MAX };
    mission.attackable(state, ace, armament, ranges) & others
}

/// Whether there is a second attack to make.
pub(super) fn has_second<D>(mission: &Mission<D>, state: &State) -> bool {
    let ace = state.turn.ace;
    let ranges = mission.ranges(state, ace);
    (0..mission.kit(ace).arm_count).any(|armament| second_targets(mission, state, armament, &ranges) != 0)
}

/// Where a free step may go: systems carry up rooftops, motors do not.
fn steps<'a, D>(mission: &'a Mission<D>, state: &'a State, ace: u8, why: Step) -> impl Iterator<Item = u8> + 'a {
    let around = mission.encounter(state).map.around(state.ace(ace).at).iter().copied();
    around.filter(move |to| why != Step::Drive || is_open(state, *to))
}

/// Whether there is anywhere to step.
pub(super) fn can_step<D>(mission: &Mission<D>, state: &State, ace: u8, why: Step) -> bool {
    steps(mission, state, ace, why).next().is_some()
}
