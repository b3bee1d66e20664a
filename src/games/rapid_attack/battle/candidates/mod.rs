//! Candidates of each decision: legal actions, with the infinitely many places reduced to a net fine enough to play on.

mod commitments;
mod declarations;
mod moves;
mod spots;
#[cfg(test)]
mod tests;

use super::super::battle_rules::PerUnit;
use super::Battle;
use super::action::{Action, Decision};
use super::cover::covers;
use super::legal::dice::{attack_dice, defenses};
use super::legal::fielding::{
    has_place, is_free, may_place_frame, may_place_station, next_station, point_positions, waiting,
};
use super::legal::losses::{can_dodge, dodges, may_lose_white};
use super::legal::order::{due_units, may_wait, must_act, ready};
use super::legal::proceed::{can_attack, new_targets};
use super::legal::ties::frame_changes;
use super::state::{FieldingStep, Phase, State, Turn, numbers_in};
use crate::geometry::Point;
use commitments::commitments;
use declarations::{declaration, declarations};
use moves::moves;
use spots::{spot, spots};

pub use moves::{FRACTIONS, budget, goal_count, goals, station_goal, target_goal, way_to};

/// Appends every candidate for the decision that is due.
pub fn all<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    let player = asked.player;
    let turn = || state.turn_in_control();
    match asked.what {
        Decision::BreakTie => tie_breaks(battle, state, player, into),
        Decision::PlaceStation => station_places(battle, state, player, into),
        Decision::PlaceFrame => frame_places(battle, state, player, into),
        Decision::Act => activations(battle, state, player, into),
        Decision::Tick => into.extend([Action::Tick, Action::Hold]),
        Decision::UseSpot => into.extend([true, false].map(Action::UseSpot)),
        Decision::Lose => losses(battle, state, into),
        Decision::ChooseCover => {
            if let Some((turn, target)) = turn().and_then(|turn| Some((turn, turn.target.frame()?))) {
                let (terrain, frame) = covers(battle, state, turn.unit, target, turn.range);
                into.extend([terrain, frame].map(Action::Cover));
            }
        }
        Decision::Declare | Decision::Defend | Decision::Commit | Decision::Proceed | Decision::Spot => {
            if let Some(turn) = turn() {
                of_turn(battle, state, turn, asked.what, into);
            }
        }
    }
}

/// Returns one of all candidates without listing them: `pick` gets their number and returns an index. `None` if a list
/// is no more work, or if no decision is due.
pub fn nth<D>(battle: &Battle<D>, state: &State, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
    let asked = state.asked?;
    match asked.what {
        Decision::Act if battle.rules.order.per_unit == PerUnit::Off => {
            let ready = ready(state, asked.player).fold(0u64, |mask, unit| mask | 1 << unit);
            let passes = usize::from(!must_act(battle, state));
            let place = pick(ready.count_ones() as usize + passes);
            Some(numbers_in(ready).nth(place).map_or(Action::Pass, Action::Activate))
        }
        Decision::Tick => Some([Action::Tick, Action::Hold][pick(2)]),
        Decision::UseSpot => Some(Action::UseSpot(pick(2) == 0)),
        Decision::Declare => Some(declaration(battle, state, state.turn_in_control()?, pick)),
        Decision::Defend => {
            let mut dice = defenses(state.turn_in_control()?);
            let place = pick(dice.len());
            dice.nth(place).map(Action::Defend)
        }
        Decision::Spot => Some(spot(battle, state, state.turn_in_control()?, pick)),
        _ => None,
    }
}

fn of_turn<D>(battle: &Battle<D>, state: &State, turn: &Turn, what: Decision, into: &mut Vec<Action>) {
    match what {
        Decision::Declare => declarations(battle, state, turn, into),
        Decision::Defend => into.extend(defenses(turn).map(Action::Defend)),
        Decision::Commit => commitments(turn, into),
        Decision::Proceed => {
            attacks(battle, state, turn, into);
            renames(battle, state, turn, into);
            moves(battle, state, turn, into);
            into.push(Action::Finish);
        }
        _ => spots(battle, state, turn, into),
    }
}

fn tie_breaks<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    into.extend(frame_changes(battle, state, player));
    let Phase::Tie { deferred: false, .. } = state.phase else { return };
    let best = state.score(player);
    let another = |other: u8| {
        other != player && state.score(other) == best && frame_changes(battle, state, other).next().is_some()
    };
    if (0..state.player_count).any(another) {
        into.push(Action::Defer);
    }
}

fn station_places<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    let spots = battle.field(state).spots();
    into.extend(
        spots
            .iter()
            .filter(|spot| may_place_station(battle, state, player, spot.at))
            .map(|spot| Action::PlaceStation(spot.at)),
    );
    if into.is_empty() {
        // No room within the chain: the rule of the chain is dropped.
        let next = next_station(state, player);
        into.extend(
            next.and(spots.iter().find(|spot| is_free(battle, state, spot.at)))
                .map(|spot| Action::PlaceStation(spot.at)),
        );
    }
}

fn frame_places<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    let Phase::Fielding(step) = state.phase else { return };
    for at in places_for_frame(battle, state, step, player) {
        into.extend(waiting(state, player).map(|unit| Action::PlaceFrame { unit, at }));
    }
}

/// Returns the places where a frame of a player may be fielded in a step. If no place satisfies the rules of the step,
/// any free place is allowed.
pub fn places_for_frame<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    step: FieldingStep,
    player: u8,
) -> impl Iterator<Item = Point> + 'a {
    let any = has_place(battle, state, step, player);
    let ring = step == FieldingStep::PointFrame && any;
    let on_ring = ring.then(|| point_positions(battle, state)).into_iter().flatten();
    let on_spots = (!ring).then(|| battle.field(state).spots().iter().map(|spot| spot.at)).into_iter().flatten();
    on_ring.chain(on_spots).filter(move |at| {
        if any { may_place_frame(battle, state, step, player, *at) } else { is_free(battle, state, *at) }
    })
}

fn activations<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    if battle.rules.order.per_unit != PerUnit::Off {
        into.extend(due_units(state, player).map(Action::Activate));
        if due_units(state, player).all(|unit| may_wait(state, unit)) {
            into.push(Action::Pass);
        }
        return;
    }
    into.extend(ready(state, player).map(Action::Activate));
    if !must_act(battle, state) {
        into.push(Action::Pass);
    }
}

fn attacks<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    if can_attack(battle, state, turn) {
        into.extend(attack_dice(battle, state, turn).map(Action::Attack));
    }
}

fn renames<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    into.extend(new_targets(battle, state, turn).map(Action::Rename));
}

/// Appends the losses that a point of damage may cause (S16, S36, R38).
fn losses<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let wound = &state.wounds[usize::from(state.wound_count) - 1];
    let unit = state.unit(wound.unit);
    into.extend(unit.loadout.kinds().map(Action::LoseSystem));
    if may_lose_white(battle, state, wound.unit) {
        into.push(Action::LoseWhite);
    }
    if can_dodge(battle, state, wound) {
        into.extend(dodges(battle, state, wound).map(Action::Dodge));
    }
}
