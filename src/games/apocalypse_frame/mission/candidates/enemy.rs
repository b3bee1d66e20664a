//! Moves of enemies that may be chosen.

use super::super::Mission;
use super::super::action::{Action, NONE, Protection};
use super::super::kit::MAX_ATTACKS;
use super::super::reach::is_open;
use super::super::state::{Mask, State, each};
use super::append;
use crate::games::apocalypse_frame::catalogue::enemy::Rank;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::encounter::MAX_ENEMIES;
use crate::games::apocalypse_frame::hexes::{HexMap, NOWHERE};
use std::ops::Range;

/// When an enemy acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// In the GM turn, or a Prime that is restored before it.
    GmTurn,
    /// In answer to this Ace.
    Answer(u8),
}

/// Enemies that may be activated: all but Standard ones under EMP (A34).
pub fn activations<D>(mission: &Mission<D>, state: &State) -> Mask {
    let marks = &state.marks;
    let stunned = each(marks.up & marks.emp).filter(|enemy| mission.kind(state, *enemy).rank == Rank::Standard);
    marks.up & !stunned.fold(0, |mask, enemy| mask | 1 << enemy)
}

/// Whether an enemy may use Desperation Moves (A54, A57).
fn is_desperate<D>(mission: &Mission<D>, state: &State, enemy: u8, moment: Moment) -> bool {
    let this = state.enemy(enemy);
    match mission.kind(state, enemy).rank {
        Rank::Standard => false,
        Rank::Prime => moment == Moment::GmTurn && this.restorations == 0,
        Rank::Part => {
            let (left, had) = state.parts.get(usize::from(this.colossus)).copied().unwrap_or((0, 0));
            let desperate = 2 * left <= had && had > 0;
            // Up to half of the moves of a GM turn: of those taken and those that are sure to come.
            let gm = &state.gm;
            let sure = gm.taken + gm.moves + gm.activations * mission.rules.gm.later_moves;
            desperate && (moment != Moment::GmTurn || 2 * (gm.desperate + 1) <= sure)
        }
    }
}

/// Whether an action is a Desperation Move of a part, which are counted.
pub fn is_desperate_of_colossus<D>(mission: &Mission<D>, state: &State, action: Action) -> bool {
    let Action::EnemyAttack { enemy, attack, .. } = action else { return false };
    let kind = mission.kind(state, enemy);
    kind.rank == Rank::Part && kind.attacks[usize::from(attack)].tags.has(Tag::Desperation)
}

/// Appends the attacks of an enemy.
pub(super) fn attacks<D>(mission: &Mission<D>, state: &State, enemy: u8, moment: Moment, into: &mut Vec<Action>) {
    if moment == Moment::GmTurn && state.marks.attacked >> enemy & 1 == 1 {
        return;
    }
    let kind = mission.kind(state, enemy);
    let this = state.enemy(enemy);
    let mut usable = u32::from(this.attacks);
    if kind.desperate & this.attacks != 0 && !is_desperate(mission, state, enemy, moment) {
        usable &= !u32::from(kind.desperate);
    }
    let aces = match moment {
        Moment::GmTurn => 0..mission.aces.len() as u8,
        Moment::Answer(ace) => ace..ace + 1,
    };
    if usable & u32::from(kind.stepping) != 0 || state.fields.rooftops != 0 {
        return any_attacks(mission, state, (enemy, usable), aces, into);
    }
    let row = mission.encounter(state).map.row(this.at);
    // Eight bits to an Ace, each an attack that reaches it: all of them at once, with no branch to foresee.
    let reached = state.aces.iter().rev().fold(0, |reached, ace| {
        let steps = usize::from(row[usize::from(ace.at & NOWHERE)]);
        let reach = u32::from(kind.reach[steps.min(kind.reach.len() - 1)]) & usable;
        reached << MAX_ATTACKS | u64::from(if ace.can_be_harmed() { reach } else { 0 })
    });
    let asked = (1u64 << (MAX_ATTACKS as u8 * aces.end)) - (1u64 << (MAX_ATTACKS as u8 * aces.start));
    let mut left = reached & asked;
    while left != 0 {
        let bit = left.trailing_zeros() as u8;
        left &= left - 1;
        let (ace, attack) = (bit / MAX_ATTACKS as u8, bit % MAX_ATTACKS as u8);
        if mission.may_choose(state, enemy, attack, ace, this.at) {
            into.push(Action::EnemyAttack { enemy, attack, ace, before: NONE, after: NONE });
        }
    }
}

/// The same where attacks step or rooftops matter. Apart from the others, lest each list begin by gathering what these
/// need.
#[inline(never)]
fn any_attacks<D>(
    mission: &Mission<D>,
    state: &State,
    (enemy, usable): (u8, u32),
    aces: Range<u8>,
    into: &mut Vec<Action>,
) {
    let (kind, this) = (mission.kind(state, enemy), state.enemy(enemy));
    for ace in aces.filter(|ace| state.ace(*ace).can_be_harmed()) {
        let steps = usize::from(mission.range(state, this.at, state.ace(ace).at));
        let reach = u32::from(kind.reach[steps.min(kind.reach.len() - 1)]);
        let stepping = u32::from(kind.stepping);
        for attack in each(usable & reach & !stepping) {
            if mission.may_choose(state, enemy, attack, ace, this.at) {
                into.push(Action::EnemyAttack { enemy, attack, ace, before: NONE, after: NONE });
            }
        }
        // A step up or down a rooftop may be worth more than a hex.
        let may_reach = if state.fields.rooftops == 0 { reach } else { u32::MAX };
        for attack in each(usable & may_reach & stepping) {
            with_steps(mission, state, (enemy, attack, ace), into);
        }
    }
}

/// Attacks with Approach or Retreat: each step once, before or after (A44).
fn with_steps<D>(mission: &Mission<D>, state: &State, (enemy, attack, ace): (u8, u8, u8), into: &mut Vec<Action>) {
    let tags = mission.kind(state, enemy).attacks[usize::from(attack)].tags;
    let (map, from, at) = (&mission.encounter(state).map, state.enemy(enemy).at, state.ace(ace).at);
    let moves = mission.may_move(state, enemy);
    let (approaches, retreats) = (moves && tags.has(Tag::Approach), moves && tags.has(Tag::Retreat));
    let mut with = |before: u8, approaches: bool, retreats: bool| {
        let here = if before == NONE { from } else { before };
        let reaches = mission.reaches_from(state, enemy, attack, ace, here);
        if !reaches || !mission.may_choose(state, enemy, attack, ace, here) {
            return;
        }
        into.push(Action::EnemyAttack { enemy, attack, ace, before, after: NONE });
        for after in stepped(map, state, here, at, (approaches, retreats)) {
            into.push(Action::EnemyAttack { enemy, attack, ace, before, after });
        }
    };
    with(NONE, approaches, retreats);
    for before in stepped(map, state, from, at, (approaches, false)) {
        with(before, false, retreats);
    }
    for before in stepped(map, state, from, at, (false, retreats)) {
        with(before, approaches, false);
    }
}

/// Hexes beside one that are a step nearer to a place, or a step farther from it.
fn stepped(map: &HexMap, state: &State, from: u8, at: u8, (nearer, farther): (bool, bool)) -> impl Iterator<Item = u8> {
    let away = map.distance(from, at);
    let around = if nearer || farther { map.around(from) } else { &[] };
    around.iter().copied().filter(move |to| {
        is_open(state, *to) && {
            let then = map.distance(*to, at);
            nearer && then < away || farther && then > away
        }
    })
}

/// Appends the moves of an enemy that are no attacks.
pub(super) fn moves<D>(mission: &Mission<D>, state: &State, enemy: u8, into: &mut Vec<Action>) {
    let this = state.enemy(enemy);
    let (endures, shields) = (mission.can_endure(state, enemy), mission.can_shield(state, enemy));
    let purges = mission.can_purge(state, enemy);
    if mission.may_move(state, enemy) {
        on_foot(mission, state, enemy, into);
    }
    append(into, &[Action::Reinvigorate(enemy)], u8::from(this.vigor < this.max_vigor));
    append(into, &[Action::Endure(enemy)], u8::from(endures));
    append(into, &[Action::Shield(enemy)], u8::from(shields));
    let beside = |other| Mask::from(state.enemy(other).at == this.at) << other;
    let beside = each(state.marks.up).fold(0, |mask, other| mask | beside(other)) & !(1 << enemy);
    for other in each(beside) {
        protect(mission, state, enemy, other, into);
    }
    if !mission.encounter(state).reinforce.is_empty() {
        reinforce(mission, state, enemy, into);
    }
    append(into, &[Action::Purge(enemy)], u8::from(purges));
}

fn protect<D>(mission: &Mission<D>, state: &State, enemy: u8, other: u8, into: &mut Vec<Action>) {
    if mission.can_endure(state, other) {
        into.push(Action::Protect { enemy, other, with: Protection::Armor });
    }
    if mission.can_shield(state, other) {
        into.push(Action::Protect { enemy, other, with: Protection::Shields });
    }
}

fn on_foot<D>(mission: &Mission<D>, state: &State, enemy: u8, into: &mut Vec<Action>) {
    let (map, at) = (&mission.encounter(state).map, state.enemy(enemy).at);
    let row = map.row(at);
    // Aces off the map are nowhere, which is far from everywhere.
    let alone = state.aces.iter().fold(true, |alone, ace| alone & (row[usize::from(ace.at & NOWHERE)] > 2));
    let (moves, sprints) = (|to| Action::EnemyMove { enemy, to }, |to| Action::EnemySprint { enemy, to });
    if state.fields.rooftops == 0 {
        let around = map.around_list(at);
        append(into, &around.hexes.map(moves), around.count);
        if alone {
            let beyond = map.beyond_list(at);
            append(into, &beyond.hexes.map(sprints), beyond.count);
        }
        return;
    }
    into.extend(map.around(at).iter().copied().filter(|to| is_open(state, *to)).map(moves));
    if alone {
        into.extend(map.beyond(at).iter().copied().filter(|to| is_open(state, *to)).map(sprints));
    }
}

fn reinforce<D>(mission: &Mission<D>, state: &State, enemy: u8, into: &mut Vec<Action>) {
    let kinds = &mission.encounter(state).reinforce;
    if (state.marks.up | state.marks.down).count_ones() >= MAX_ENEMIES as u32 {
        return;
    }
    let (map, at) = (&mission.encounter(state).map, state.enemy(enemy).at);
    for kind in kinds.iter().copied() {
        into.push(Action::Reinforce { enemy, kind, at });
        let around = map.around(at).iter().copied().filter(|to| is_open(state, *to));
        into.extend(around.map(|at| Action::Reinforce { enemy, kind, at }));
    }
}
