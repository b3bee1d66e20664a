//! Candidates of each decision: legal actions, with the infinitely many places reduced to a net fine enough to play on.

mod moves;
#[cfg(test)]
mod tests;

use crate::ids::UnitSet;
use hitchart_mobile_frame::PlayerId;
pub use moves::{FRACTIONS, budget, goal_count, goals, is_new, station_goal, target_goal, way_to};

use super::Battle;
use super::action::{Action, Decision};
use super::legal::{
    attack_dice, can_attack, can_dodge, claims, defenses, dodges, due_units, frame_changes, has_place, is_free,
    may_lose_white, may_place_frame, may_place_station, may_wait, must_act, new_targets, next_station, point_positions,
    ranges_and_rockets, ready, rockets_at, spot_targets, waiting, worth_giving,
};
use super::state::{Colour, Die, FieldingStep, Phase, State, Target, Turn, numbers_in};
use super::{measure::covers, objective};
use crate::{battle_rules::PerUnit, loadout::Range};
use hitchart_mobile_frame::geometry::Point;
use moves::moves;

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
        Decision::MoveObjective => into.extend(objective::places(battle, state).map(Action::MoveObjective)),
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
            let ready = ready(state, asked.player).collect::<UnitSet>();
            let passes = usize::from(!must_act(battle, state));
            let place = pick(ready.len() + passes);
            Some(ready.iter().nth(place).map_or(Action::Pass, Action::Activate))
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

fn tie_breaks<D>(battle: &Battle<D>, state: &State, player: PlayerId, into: &mut Vec<Action>) {
    into.extend(frame_changes(battle, state, player));
    let Phase::Tie { deferred: false, .. } = state.phase else { return };
    let best = state.score(player);
    let another = |other: PlayerId| {
        other != player && state.score(other) == best && frame_changes(battle, state, other).next().is_some()
    };
    if state.player_ids().any(another) {
        into.push(Action::Defer);
    }
}

fn station_places<D>(battle: &Battle<D>, state: &State, player: PlayerId, into: &mut Vec<Action>) {
    let spots = battle.field(state).spots();
    let places = spots.iter().map(|spot| spot.at).chain(claims(battle, state).map(|(_, at)| at));
    into.extend(places.filter(|at| may_place_station(battle, state, player, *at)).map(Action::PlaceStation));
    if into.is_empty() {
        // No room within the chain: the rule of the chain is dropped.
        let next = next_station(state, player);
        into.extend(
            next.and(spots.iter().find(|spot| is_free(battle, state, spot.at)))
                .map(|spot| Action::PlaceStation(spot.at)),
        );
    }
}

fn frame_places<D>(battle: &Battle<D>, state: &State, player: PlayerId, into: &mut Vec<Action>) {
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
    player: PlayerId,
) -> impl Iterator<Item = Point> + 'a {
    let any = has_place(battle, state, step, player);
    let ring = step == FieldingStep::PointFrame && any;
    let on_ring = ring.then(|| point_positions(battle, state)).into_iter().flatten();
    let on_spots = (!ring).then(|| battle.field(state).spots().iter().map(|spot| spot.at)).into_iter().flatten();
    on_ring.chain(on_spots).filter(move |at| {
        if any { may_place_frame(battle, state, step, player, *at) } else { is_free(battle, state, *at) }
    })
}

fn activations<D>(battle: &Battle<D>, state: &State, player: PlayerId, into: &mut Vec<Action>) {
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

// Dice of a turn, given out at once.

/// Appends every way to give out the remaining dice; whites of equal value are used in order (S11). A die that is set
/// aside may stay unused, so each action gets the die of its colour, if it is free, or a better white.
fn commitments(turn: &Turn, into: &mut Vec<Action>) {
    let or_none = |colour, given: [Die; 2]| {
        let own = turn.is_free(colour, Die::Own).then_some(Die::Own);
        let least = own.map_or(0, |own| turn.hand().value(colour, own));
        let whites = (0..turn.hand().white_count).map(Die::White);
        let whites = whites
            .filter(move |die| turn.hand().value(colour, *die) > least && is_next_white(turn, (*die, colour), given));
        own.into_iter().chain(whites).chain(own.is_none().then_some(Die::None))
    };
    for movement in or_none(Colour::Green, [Die::None; 2]) {
        for attack in or_none(Colour::Red, [movement, Die::None]) {
            for spot in or_none(Colour::Yellow, [movement, attack]) {
                into.push(Action::Commit { movement, attack, spot });
            }
        }
    }
}

/// Returns true if the die is a white that is free, not given to another action, and the first such white of its value.
fn is_next_white(turn: &Turn, (die, colour): (Die, Colour), given: [Die; 2]) -> bool {
    let is_free = |die: Die| turn.is_free(colour, die) && !given.contains(&die);
    let Die::White(place) = die else { return false };
    let value = |i: u8| turn.hand().whites[usize::from(i)];
    is_free(die) && !(0..place).any(|other| value(other) == value(place) && is_free(Die::White(other)))
}

// Declarations: targets, ranges and rockets.

/// Appends every target at every range that the frame has a weapon or a rocket for; hand-to-hand is always possible
/// (S10, S18, R17, S39). Only terrain near an enemy is offered; the rules allow all terrain.
fn declarations<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    let unit = state.unit(turn.unit);
    let frames = state.enemies(unit.owner).map(Target::Frame);
    for target in frames.chain(numbers_in(shelters(state, unit.owner)).map(Target::Piece)) {
        for (range, rockets) in ranges_and_rockets(battle, state, turn.unit) {
            into.push(Action::Declare { target, range, rockets });
        }
    }
    into.push(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    if battle.rules.options.jettison {
        into.extend(unit.loadout.kinds().map(Action::Jettison));
    }
}

/// Returns one of the [`declarations`] without listing them: `pick` gets their number and returns an index.
fn declaration<D>(battle: &Battle<D>, state: &State, turn: &Turn, pick: impl FnOnce(usize) -> usize) -> Action {
    let unit = state.unit(turn.unit);
    let enemies = state.enemies_set(unit.owner);
    let shelters = shelters(state, unit.owner);
    let (frames, pieces) = (enemies.len(), shelters.count_ones() as usize);
    let ways: usize = Range::ALL.iter().map(|(range, _)| rockets_at(battle, &unit.loadout, *range).len()).sum();
    let aimed = (frames + pieces) * ways;
    let place = pick(aimed + 1 + if battle.rules.options.jettison { unit.loadout.kinds().count() } else { 0 });
    if place < aimed
        && let Some((range, rockets)) = ranges_and_rockets(battle, state, turn.unit).nth(place % ways)
    {
        let nth = place / ways;
        let target = match nth.checked_sub(frames) {
            None => enemies.iter().nth(nth).map(Target::Frame),
            Some(nth) => numbers_in(shelters).nth(nth).map(Target::Piece),
        };
        return Action::Declare { target: target.unwrap_or(Target::Nothing), range, rockets };
    }
    let kind = place.checked_sub(aimed + 1).and_then(|nth| unit.loadout.kinds().nth(nth));
    match kind {
        Some(kind) => Action::Jettison(kind),
        None => Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 },
    }
}

/// Returns the pieces near an enemy of a player, as a mask.
fn shelters(state: &State, player: PlayerId) -> u64 {
    state.enemies(player).fold(0, |mask, enemy| mask | state.unit(enemy).near) & state.standing
}

// Spots: targets and dice.

fn spots<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    for die in worth_giving(turn, Colour::Yellow) {
        let value = turn.hand().value(Colour::Yellow, die);
        into.extend(spot_targets(battle, state, turn, value).map(|target| Action::Spot { die, target }));
    }
    into.push(Action::NoSpot);
}

/// Returns one of the [`spots`] without listing them: `pick` gets their number and returns an index.
fn spot<D>(battle: &Battle<D>, state: &State, turn: &Turn, pick: impl FnOnce(usize) -> usize) -> Action {
    let dice = worth_giving(turn, Colour::Yellow);
    let value = |die| turn.hand().value(Colour::Yellow, die);
    // The targets in sight are the same for every die; only the existing spots that a die beats differ.
    let best = dice.map(value).max().unwrap_or(0);
    let (mut frames, mut pieces, mut highest) = (UnitSet::EMPTY, 0u64, 0);
    for target in spot_targets(battle, state, turn, best) {
        highest = highest.max(state.spot_on(target));
        match target {
            Target::Frame(unit) => frames.insert(unit),
            Target::Piece(piece) => pieces |= 1 << piece,
            Target::Nothing => {}
        }
    }
    let seen = || frames.iter().map(Target::Frame).chain(numbers_in(pieces).map(Target::Piece));
    let all = frames.len() + pieces.count_ones() as usize;
    let beaten = |die| seen().filter(move |target| value(die) > state.spot_on(*target));
    let count = |die| if value(die) > highest { all } else { beaten(die).count() };
    let mut place = pick(dice.map(count).sum::<usize>() + 1);
    for die in dice {
        let here = count(die);
        if place < here {
            return beaten(die).nth(place).map_or(Action::NoSpot, |target| Action::Spot { die, target });
        }
        place -= here;
    }
    Action::NoSpot
}
