//! The choices of each decision: what the rules allow, and of the endless places only a net fine enough to play on.

mod declarations;
mod dice;
mod moves;
mod spots;
#[cfg(test)]
mod tests;

use super::super::battle_rules::{Dodge, PerUnit};
use super::super::loadout::Kind;
use super::Battle;
use super::action::{Action, Decision};
use super::damage::dodges;
use super::fielding::{has_place, is_free, may_place_frame, may_place_station, next_station, point_positions, waiting};
use super::order::{due_units, may_wait, must_act};
use super::state::{Colour, Die, FieldingStep, Life, Phase, State, Target, Turn, Wound, numbers_in};
use super::strike::covers;
use crate::geometry::Point;
use declarations::{declaration, declarations};
use dice::commitments;
use moves::moves;
use spots::{spot, spots};

pub use declarations::ranges_and_rockets;
pub use dice::{DiceLeft, dice, dice_for};
pub use moves::{DIRECTIONS, FRACTIONS, budget, goal_count, goals, way_to};
pub use spots::{can_spot, spot_targets};

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
            if let Some((turn, target)) = turn().and_then(|turn| Some((turn, frame_of(turn.target)?))) {
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

/// One of all candidates without listing them, where that is less work: `pick` is told how many there are, and names a
/// place in the list.
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
            let mut dice = dice(state.turn_in_control()?, Colour::Blue);
            let place = pick(dice.len() + 1);
            Some(Action::Defend(dice.nth(place).unwrap_or(Die::None)))
        }
        Decision::Spot => Some(spot(battle, state, state.turn_in_control()?, pick)),
        _ => None,
    }
}

fn of_turn<D>(battle: &Battle<D>, state: &State, turn: &Turn, what: Decision, into: &mut Vec<Action>) {
    match what {
        Decision::Declare => declarations(battle, state, turn, into),
        Decision::Defend => into.extend(dice(turn, Colour::Blue).chain([Die::None]).map(Action::Defend)),
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

fn frame_of(target: Target) -> Option<u8> {
    match target {
        Target::Frame(unit) => Some(unit),
        _ => None,
    }
}

/// Ways to break a tie for defense by frames: the spare, or a frame less, within the legal numbers (S22, R04).
pub fn frame_changes<D>(battle: &Battle<D>, state: &State, player: u8) -> impl Iterator<Item = Action> {
    let frames = state.players[usize::from(player)].frames;
    let own = move |unit: &u8| state.unit(*unit).owner == player;
    let spare = (0..state.unit_count).filter(own).any(|unit| state.unit(unit).life() == Life::Withdrawn);
    let (least, most) = match battle.rules.bidding.tie_within_limits {
        true => (battle.limits.min_frames, battle.limits.max_frames),
        false => (1, u8::MAX),
    };
    let add = (spare && frames < most).then_some(Action::AddFrame);
    let may_remove = frames > least;
    let remove = waiting(state, player).filter(move |_| may_remove).map(Action::RemoveFrame);
    add.into_iter().chain(remove)
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
        // No room in a chain: the rule gives way to the table.
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

/// Where a frame of a player may be fielded in a step. Where the rules of the step leave nothing, any room does.
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

/// Frames of a player that have not begun a turn.
pub fn ready(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    state.friends(player).filter(move |unit| !state.unit(*unit).acted)
}

/// Whether anything is left to do of movement and attack.
pub fn can_proceed<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let moves = !turn.moved && dice_for(turn, Colour::Green).next().is_some() && state.unit(turn.unit).stands();
    moves || can_attack(battle, state, turn) || new_targets(battle, state, turn).next().is_some()
}

/// Whether the attack can be made from where the frame stands.
pub fn can_attack<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    !turn.attacked
        && battle.can_attack_from(state, turn, state.unit(turn.unit).at)
        && dice_for(turn, Colour::Red).next().is_some()
}

fn attacks<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    if can_attack(battle, state, turn) {
        into.extend(dice_for(turn, Colour::Red).map(Action::Attack));
    }
}

fn renames<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    into.extend(new_targets(battle, state, turn).map(Action::Rename));
}

/// Frames that a frame that answers may attack in place of its target, where the rules let it, from where it is (R11).
pub fn new_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = Target> + 'a {
    let asked = battle.rules.turn.responder_renames && turn.opened_by.is_some() && !turn.attacked && !turn.renamed;
    let may = asked && turn.target != Target::Nothing && dice_for(turn, Colour::Red).next().is_some();
    let owner = state.unit(turn.unit).owner;
    let others = state.enemies(owner).map(Target::Frame).filter(move |target| may && *target != turn.target);
    others.filter(move |target| battle.can_attack(state, *target, turn.range, state.unit(turn.unit).at))
}

/// What a point of damage may take (S16, S36, R38).
fn losses<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let wound = &state.wounds[usize::from(state.wound_count) - 1];
    let unit = state.unit(wound.unit);
    let systems = unit.loadout.systems();
    into.extend(
        Kind::ALL.iter().filter(|(kind, _)| unit.loadout.count(*kind) > 0).map(|(kind, _)| Action::LoseSystem(*kind)),
    );
    if systems == 0 || may_lose_white_early(battle, state, wound.unit) {
        into.push(Action::LoseWhite);
    }
    if can_dodge(battle, state, wound) {
        into.extend(dodges(battle, state, wound).map(Action::Dodge));
    }
}

/// Whether a frame may give up a white while it has systems: never the last (S36).
pub fn may_lose_white_early<D>(battle: &Battle<D>, state: &State, unit: u8) -> bool {
    battle.rules.frame.early_white_loss && super::turn::whites_to_lose(battle, state, unit) > 1
}

/// Whether a wounded frame can leave a station in place of the damage.
pub fn can_dodge<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> bool {
    wound.dodgeable && battle.rules.stations.dodge != Dodge::Off && dodges(battle, state, wound).next().is_some()
}
