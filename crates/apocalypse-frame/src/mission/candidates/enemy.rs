//! Candidate moves of enemies, and their answers to a consequence (A06).

use super::super::action::{Action, Decision, Protection};
use super::super::state::{Provoked, State};
use super::super::{Mission, reach::is_open};
use super::append;
use crate::catalogue::entries::{MAX_ATTACKS, Rank};
use crate::ids::{AceId, AceSet, AttackId, AttackSet, EnemyId, EnemySet, HexId};
use crate::{catalogue::tag::Tag, encounter::MAX_ENEMIES, hexes::HexMap, ruleset::Answer};

/// Occasion for an enemy's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// In the GM turn, or for a Prime that is restored before it.
    GmTurn,
    /// In answer to this Ace.
    Answer(AceId),
}

/// Returns the enemies that may be activated: all but Standard enemies under EMP (A34).
pub fn activations<D>(mission: &Mission<D>, state: &State) -> EnemySet {
    state.marks.up - mission.stunned(state)
}

/// Returns true if an enemy may use Desperation Moves (A54, A57).
fn is_desperate<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, moment: Moment) -> bool {
    mission.is_desperate(state, enemy)
        && match (mission.kind(state, enemy).rank, moment) {
            (Rank::Part, Moment::GmTurn) => {
                // Up to half of the moves of a GM turn: of the moves taken and those certain to follow.
                let (gm, rules) = (&state.gm, &mission.rules.gm);
                let (moves, later) = match state.asked {
                    Some(Decision::Activate) if state.marks.activated.has(enemy) => (rules.later_moves, 1),
                    Some(Decision::Activate) => (rules.first_moves, 1),
                    _ => (gm.moves, 0),
                };
                let sure = gm.taken + moves + gm.activations.saturating_sub(later) * rules.later_moves;
                2 * (gm.desperate + 1) <= sure
            }
            (Rank::Part, Moment::Answer(_)) => true,
            (_, moment) => moment == Moment::GmTurn,
        }
}

/// Returns the attacks that an enemy may use if they reach: in answer to the Ace whose turn is on, or in the GM turn.
pub fn usable<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, answer: bool) -> AttackSet {
    let moment = if answer { Moment::Answer(state.turn.acting()) } else { Moment::GmTurn };
    let desperate = mission.kind(state, enemy).desperate;
    let usable = state.enemy(enemy).attacks;
    let barred = !(desperate & usable).is_empty() && !is_desperate(mission, state, enemy, moment);
    if barred { usable - desperate } else { usable }
}

/// Returns true if an action is a Desperation Move of a part, which play counts.
pub fn is_desperate_of_colossus<D>(mission: &Mission<D>, state: &State, action: Action) -> bool {
    let Action::EnemyAttack { enemy, attack, .. } = action else { return false };
    let kind = mission.kind(state, enemy);
    kind.rank == Rank::Part && kind.attacks[attack.index()].tags.has(Tag::Desperation)
}

/// Appends the attacks of an enemy.
pub(super) fn attacks<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, moment: Moment, into: &mut Vec<Action>) {
    if moment == Moment::GmTurn && state.marks.attacked.has(enemy) {
        return;
    }
    let kind = mission.kind(state, enemy);
    let this = state.enemy(enemy);
    let mut usable = this.attacks;
    if !(kind.desperate & usable).is_empty() && !is_desperate(mission, state, enemy, moment) {
        usable -= kind.desperate;
    }
    let aces = match moment {
        Moment::GmTurn => mission.ace_ids().collect(),
        Moment::Answer(ace) => AceSet::of(ace),
    };
    if !(usable & kind.stepping).is_empty() || !state.fields.rooftops.is_empty() {
        return any_attacks(mission, state, (enemy, usable), aces, into);
    }
    let row = mission.encounter(state).map.row(this.at);
    // Eight bits per Ace, one for each attack that reaches it: all at once, without unpredictable branches.
    let mut left = state.numbered().fold(0u64, |reached, (number, ace)| {
        let steps = usize::from(row.to(ace.at));
        let reach = kind.reach[steps.min(kind.reach.len() - 1)] & usable;
        let asked = ace.can_be_harmed() & aces.has(number);
        reached | u64::from(if asked { reach.bits() } else { 0 }) << (MAX_ATTACKS as u8 * number.number())
    });
    while left != 0 {
        let bit = left.trailing_zeros() as u8;
        left &= left - 1;
        let (ace, attack) = (AceId::new(bit / MAX_ATTACKS as u8), AttackId::new(bit % MAX_ATTACKS as u8));
        if mission.may_choose(state, enemy, attack, ace, this.at) {
            into.push(Action::EnemyAttack { enemy, attack, ace, before: None, after: None });
        }
    }
}

/// Appends the attacks if attacks step or rooftops matter. A separate function, so that other lists do not pay for its
/// setup.
#[inline(never)]
fn any_attacks<D>(
    mission: &Mission<D>,
    state: &State,
    (enemy, usable): (EnemyId, AttackSet),
    aces: AceSet,
    into: &mut Vec<Action>,
) {
    let (kind, this) = (mission.kind(state, enemy), state.enemy(enemy));
    for ace in aces.iter().filter(|ace| state.ace(*ace).can_be_harmed()) {
        let steps = usize::from(mission.range(state, this.at, state.ace(ace).at));
        let reach = usable & kind.reach[steps.min(kind.reach.len() - 1)];
        for attack in (reach - kind.stepping).iter() {
            if mission.may_choose(state, enemy, attack, ace, this.at) {
                into.push(Action::EnemyAttack { enemy, attack, ace, before: None, after: None });
            }
        }
        // A step up or down a rooftop may gain more than a hex.
        let may_reach = if state.fields.rooftops.is_empty() { reach } else { usable };
        for attack in (may_reach & kind.stepping).iter() {
            with_steps(mission, state, (enemy, attack, ace), into);
        }
    }
}

/// Appends attacks with Approach or Retreat: each steps once, before or after (A44).
fn with_steps<D>(
    mission: &Mission<D>,
    state: &State,
    (enemy, attack, ace): (EnemyId, AttackId, AceId),
    into: &mut Vec<Action>,
) {
    let tags = mission.kind(state, enemy).attacks[attack.index()].tags;
    let (map, from, at) = (&mission.encounter(state).map, state.enemy(enemy).at, state.ace(ace).hex());
    let moves = mission.may_step(state, enemy);
    let (approaches, retreats) = (moves && tags.has(Tag::Approach), moves && tags.has(Tag::Retreat));
    let mut with = |before: Option<HexId>, approaches: bool, retreats: bool| {
        let here = before.unwrap_or(from);
        let reaches = mission.reaches_from(state, enemy, attack, ace, here);
        if !reaches || !mission.may_choose(state, enemy, attack, ace, here) {
            return;
        }
        into.push(Action::EnemyAttack { enemy, attack, ace, before, after: None });
        for after in stepped(map, state, here, at, (approaches, retreats)) {
            into.push(Action::EnemyAttack { enemy, attack, ace, before, after: Some(after) });
        }
    };
    with(None, approaches, retreats);
    for before in stepped(map, state, from, at, (approaches, false)) {
        with(Some(before), false, retreats);
    }
    for before in stepped(map, state, from, at, (false, retreats)) {
        with(Some(before), approaches, false);
    }
}

/// Returns the neighbours of a hex that are a step nearer to a place, or a step farther from it.
fn stepped(
    map: &HexMap,
    state: &State,
    from: HexId,
    at: HexId,
    (nearer, farther): (bool, bool),
) -> impl Iterator<Item = HexId> {
    let away = map.distance(from, at);
    let around = if nearer || farther { map.around(from) } else { &[] };
    around.iter().copied().filter(move |to| {
        is_open(state, *to) && {
            let then = map.distance(*to, at);
            nearer && then < away || farther && then > away
        }
    })
}

/// Appends the moves of an enemy other than attacks.
pub(super) fn moves<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, into: &mut Vec<Action>) {
    let this = state.enemy(enemy);
    let (endures, shields) = (mission.can_endure(state, enemy), mission.can_shield(state, enemy));
    let purges = mission.can_purge(state, enemy);
    if mission.may_move(state, enemy) {
        on_foot(mission, state, enemy, into);
    }
    append(into, &[Action::Reinvigorate(enemy)], u8::from(this.vigor < this.max_vigor));
    append(into, &[Action::Endure(enemy)], u8::from(endures));
    append(into, &[Action::Shield(enemy)], u8::from(shields));
    let beside = |other| EnemySet::of_if(other, state.enemy(other).at == this.at);
    let beside = state.marks.up.iter().fold(EnemySet::EMPTY, |set, other| set | beside(other)) - EnemySet::of(enemy);
    for other in beside.iter() {
        protect(mission, state, enemy, other, into);
    }
    if !mission.encounter(state).reinforce.is_empty() {
        reinforce(mission, state, enemy, into);
    }
    append(into, &[Action::Purge(enemy)], u8::from(purges));
}

fn protect<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, other: EnemyId, into: &mut Vec<Action>) {
    if mission.can_endure(state, other) {
        into.push(Action::Protect { enemy, other, with: Protection::Armor });
    }
    if mission.can_shield(state, other) {
        into.push(Action::Protect { enemy, other, with: Protection::Shields });
    }
}

fn on_foot<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, into: &mut Vec<Action>) {
    if mission.carries(state, enemy) {
        return into.extend(mission.carried_ways(state, enemy).map(|(to, sprints)| match sprints {
            true => Action::EnemySprint { enemy, to },
            false => Action::EnemyMove { enemy, to },
        }));
    }
    let (map, at) = (&mission.encounter(state).map, state.enemy(enemy).at);
    let row = map.row(at);
    // Aces off the map have no hex, which is far from every hex.
    let alone = state.aces.iter().fold(true, |alone, ace| alone & (row.to(ace.at) > 2));
    let (moves, sprints) = (|to| Action::EnemyMove { enemy, to }, |to| Action::EnemySprint { enemy, to });
    if state.fields.rooftops.is_empty() {
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

fn reinforce<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, into: &mut Vec<Action>) {
    let kinds = &mission.encounter(state).reinforce;
    if (state.marks.up | state.marks.down).len() >= MAX_ENEMIES {
        return;
    }
    let (map, at) = (&mission.encounter(state).map, state.enemy(enemy).at);
    for kind in kinds.iter().copied() {
        into.push(Action::Reinforce { enemy, kind, at });
        let around = map.around(at).iter().copied().filter(|to| is_open(state, *to));
        into.extend(around.map(|at| Action::Reinforce { enemy, kind, at }));
    }
}

/// Returns the enemies on the field that may answer; for enemies under EMP this depends on the rules (A34).
fn awake<D>(mission: &Mission<D>, state: &State) -> EnemySet {
    let marks = &state.marks;
    if mission.rules.items.emp_may_answer || marks.emp.is_empty() {
        return marks.up;
    }
    marks.up - mission.stunned(state)
}

/// Returns true if an answer is possible.
pub fn any_answer<D>(mission: &Mission<D>, state: &State, provoked: Provoked) -> bool {
    // Nearly always an enemy can at least move; only otherwise a list is needed.
    let at_large = awake(mission, state) - state.marks.held;
    let walks = at_large.iter().any(|enemy| {
        let around = mission.encounter(state).map.around(state.enemy(enemy).at);
        match mission.carries(state, enemy) {
            true => mission.carried_ways(state, enemy).next().is_some(),
            false => mission.may_move(state, enemy) && around.iter().any(|to| is_open(state, *to)),
        }
    });
    if walks {
        return true;
    }
    let mut answers = Vec::new();
    all_answers(mission, state, provoked, &mut answers);
    !answers.is_empty()
}

/// Appends the answers.
pub fn all_answers<D>(mission: &Mission<D>, state: &State, provoked: Provoked, into: &mut Vec<Action>) {
    let awake = awake(mission, state);
    let begin = into.len();
    if !provoked.harmless {
        let target = provoked.target.filter(|target| target_may(mission, state, *target, awake));
        let target = EnemySet::from_iter(target);
        match mission.rules.gm.answer {
            Answer::TargetFirst => {
                for enemies in [target, awake] {
                    hardest(mission, state, enemies, enemies == target, into);
                    if into.len() > begin {
                        return;
                    }
                }
            }
            Answer::Any => {
                (awake | target).iter().for_each(|enemy| answer_attacks(mission, state, enemy, into));
            }
        }
    }
    awake.iter().for_each(|enemy| moves(mission, state, enemy, into));
}

/// Returns true if the target may answer, even if it has been removed (A04).
fn target_may<D>(mission: &Mission<D>, state: &State, target: EnemyId, awake: EnemySet) -> bool {
    awake.has(target)
        || !state.marks.up.has(target)
            && mission.rules.gm.removed_may_answer
            && (mission.rules.items.emp_may_answer || !mission.is_stunned(state, target))
}

fn answer_attacks<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, into: &mut Vec<Action>) {
    attacks(mission, state, enemy, Moment::Answer(state.turn.acting()), into);
}

/// Appends the attacks of these enemies that reach, and the other moves of the attackers: of all if `all`, otherwise
/// only attacks with the highest Harm.
fn hardest<D>(mission: &Mission<D>, state: &State, enemies: EnemySet, all: bool, into: &mut Vec<Action>) {
    let begin = into.len();
    enemies.iter().for_each(|enemy| answer_attacks(mission, state, enemy, into));
    let harm = |action: &Action| match *action {
        Action::EnemyAttack { enemy, attack, .. } => {
            let kit = &mission.kind(state, enemy).attacks[attack.index()];
            mission.enemy_blow(state, state.enemy(enemy), (attack, kit), true).harm
        }
        _ => 0,
    };
    if !all {
        let most = into[begin..].iter().map(harm).max().unwrap_or(0);
        let mut kept = begin;
        for i in begin..into.len() {
            if harm(&into[i]) == most {
                into.swap(kept, i);
                kept += 1;
            }
        }
        into.truncate(kept);
    }
    let mut answering = EnemySet::EMPTY;
    for action in &into[begin..] {
        if let Action::EnemyAttack { enemy, .. } = action {
            answering.insert(*enemy);
        }
    }
    for enemy in (answering & state.marks.up).iter() {
        moves(mission, state, enemy, into);
    }
}
