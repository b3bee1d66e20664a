//! Choices of each decision: everything that the rules allow; of the infinitely many places, a net that is fine enough
//! for play.
//!
//! Each decision is a [`Net`]: numbered entries, some of which are legal. A net can be listed, or sampled without a
//! list.

mod dice;
mod masks;
pub mod moves;
pub mod places;
mod ship;
mod small;

use super::Battle;
use super::action::{Action, Decision};
use super::legal::order::{may_act, must_act};
use super::state::State;
use super::steps::{droppable, enemies, may_be_aided, open_carriers};
use dice::{Defenses, Gifts, Spots};
use masks::{Bools, Masked};
use moves::{Flights, Sails};
use places::{DebrisPlaces, Launches, Places};
use ship::{Declarations, Hangar, Repairs};
use small::{Headings, Losses, Nudges, Rides, Shifts, Turns};

/// Choices of a decision, by number; some may be illegal.
pub trait Net {
    /// Returns the number of entries.
    fn entries(&self) -> usize;
    /// Returns an entry, or `None` if it is illegal.
    fn get(&self, nth: usize) -> Option<Action>;
    /// Drops a rule that leaves no legal entry; returns false if there was none to drop.
    fn relax(&mut self) -> bool {
        false
    }
}

/// Appends every candidate for the decision that is due.
pub fn all<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    with_net(battle, state, (asked.player, asked.what), |net| {
        let before = into.len();
        loop {
            into.extend((0..net.entries()).filter_map(|nth| net.get(nth)));
            if into.len() > before || !net.relax() {
                break;
            }
        }
    });
}

/// Number of draws from a net before the net is listed.
const DRAWS: usize = 200;

/// Returns one of all candidates without listing them if possible. `pick` draws a number below its argument, and may be
/// called several times. If its draws are uniform, every candidate has the same probability.
pub fn any<D>(battle: &Battle<D>, state: &State, mut pick: impl FnMut(usize) -> usize) -> Option<Action> {
    let asked = state.asked?;
    with_net(battle, state, (asked.player, asked.what), |net| {
        loop {
            let len = net.entries();
            if let Some(drawn) = (0..DRAWS).find_map(|_| net.get(pick(len))) {
                return Some(drawn);
            }
            let legal = (0..len).filter(|nth| net.get(*nth).is_some()).count();
            if legal > 0 {
                let nth = pick(legal);
                return (0..len).filter_map(|nth| net.get(nth)).nth(nth);
            }
            if !net.relax() {
                return None;
            }
        }
    })
}

/// Distance between entries in the search for two legal ones. Neighbouring entries tend to be both legal or both
/// illegal, so a large distance finds two legal ones sooner. It is prime, so that every entry is reached.
const STRIDE: usize = 101;

/// Returns the only candidate for the decision that is due; `None` if there are several. Only decisions of a kind that
/// may have a single candidate are checked. Other kinds come up only if there is a choice, and ships and high value
/// assets can always be placed in several headings.
pub fn only<D>(battle: &Battle<D>, state: &State) -> Option<Action> {
    let asked = state.asked?;
    if !matches!(asked.what, Decision::PlaceCompany | Decision::Debris | Decision::Head | Decision::Nudge) {
        return None;
    }
    with_net(battle, state, (asked.player, asked.what), |net| {
        loop {
            let len = net.entries();
            let stride = if len % STRIDE == 0 { 1 } else { STRIDE };
            let mut legal = (0..len).filter_map(|nth| net.get(nth * stride % len));
            match (legal.next(), legal.next()) {
                (Some(action), None) => return Some(action),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
            drop(legal);
            if !net.relax() {
                return None;
            }
        }
    })
}

/// Returns true if a decision of the turn in control has more than one candidate.
pub fn is_choice<D>(battle: &Battle<D>, state: &State, what: Decision) -> bool {
    let player = state.turn_in_control().map_or(0, |turn| state.asset(turn.asset).side());
    with_net(battle, state, (player, what), |net| (0..net.entries()).filter_map(|nth| net.get(nth)).nth(1).is_some())
}

/// Calls `visit` with the net of a decision.
fn with_net<D, R>(
    battle: &Battle<D>,
    state: &State,
    (player, what): (u8, Decision),
    visit: impl FnOnce(&mut dyn Net) -> R,
) -> R {
    let turn = || state.turn_in_control().expect("decisions of a turn are due only while one is open");
    match what {
        Decision::BreakTie => {
            visit(&mut Masked { first: Some(Action::GoOn), mask: droppable(battle, state, player), make: Action::Drop })
        }
        Decision::Place => visit(&mut Places::new(battle, state, player)),
        Decision::Dock => {
            visit(&mut Masked { first: None, mask: open_carriers(state, player), make: masks::dock(state, player) })
        }
        Decision::PlaceDebris => visit(&mut DebrisPlaces { battle, state, player }),
        Decision::Act => {
            let first = (!must_act(battle, state)).then_some(Action::Pass);
            visit(&mut Masked { first, mask: may_act(state, player), make: Action::Activate })
        }
        Decision::Declare => visit(&mut Declarations::new(battle, state, turn().asset)),
        Decision::Give => visit(&mut Gifts { turn: turn() }),
        Decision::Defend => visit(&mut Defenses::new(turn())),
        Decision::Repair => visit(&mut Repairs::new(battle, state, turn())),
        Decision::Proceed => match state.asset(turn().asset).is_company() {
            true => visit(&mut Flights::new(battle, state, turn())),
            false => visit(&mut Sails::new(battle, state, turn())),
        },
        Decision::UseSpot => visit(&mut Bools(Action::UseSpot)),
        Decision::Spare => visit(&mut Bools(Action::Spare)),
        Decision::Avoid => visit(&mut Bools(Action::Avoid)),
        Decision::Ram => visit(&mut Bools(Action::Ram)),
        Decision::Cling => visit(&mut Bools(Action::Cling)),
        Decision::PickUp => visit(&mut Bools(Action::PickUp)),
        Decision::Debris => visit(&mut Shifts::new(battle, state)),
        Decision::Turn => visit(&mut Turns::new(battle, state)),
        Decision::Head => visit(&mut Headings { battle, state, inward: true }),
        Decision::Ride => visit(&mut Rides::new(battle, state, turn())),
        Decision::Nudge => visit(&mut Nudges::new(battle, state, turn())),
        Decision::Launch => visit(&mut Hangar::new(battle, state, turn())),
        Decision::PlaceCompany => visit(&mut Launches::new(battle, state, turn().asset)),
        Decision::Spot => visit(&mut Spots::new(battle, state, turn())),
        Decision::Lose => visit(&mut Losses::new(battle, state)),
        Decision::Aid => {
            let mask = u64::from(may_be_aided(battle, state, player));
            visit(&mut Masked { first: Some(Action::Aid(None)), mask, make: |other| Action::Aid(Some(other)) })
        }
        Decision::Hit => {
            visit(&mut Masked { first: None, mask: enemies(battle, state, player).into(), make: Action::Hit })
        }
        Decision::Tick => visit(&mut masks::Ticks),
    }
}
