//! Meetings of two things under way: the players who decide about a collision (I52), and the place where a stopped ship
//! rests.

use super::super::super::fleet::Ace;
use super::super::super::space::{Body, Course};
use super::super::Battle;
use super::super::state::{State, numbers_in};
use super::attack::is_led_by;

/// Players who are asked, in order, about a collision; the ship of a player who wants it rams the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deciders {
    /// Player and ship; `None` if no player may ram.
    pub first: Option<(u8, u8)>,
    pub second: Option<(u8, u8)>,
}

/// Returns the company with a green ace on a ship, the lowest number if there are several.
pub fn green_ace_on(state: &State, ship: u8) -> Option<u8> {
    let mut aboard = numbers_in(state.companies() & state.standing());
    aboard.find(|company| {
        let asset = state.asset(*company);
        asset.on == Some(ship) && is_led_by(asset, Ace::Green)
    })
}

/// Returns the deciders when something under way meets another asset that it could pass. High value assets never ram. A
/// green ace decides for the ship that it is on; otherwise a lone frigate decides, else the mover before the other.
pub fn deciders(state: &State, mover: u8, other: u8) -> Deciders {
    let by_ship = |ship: u8| (state.asset(ship).side(), ship);
    let (a, b) = (state.asset(mover), state.asset(other));
    let by_ace = |ship: u8| {
        let ace = if state.asset(ship).is_ship() { green_ace_on(state, ship) } else { None };
        ace.map(|company| (state.asset(company).side(), ship))
    };
    let (of_mover, of_other) = (by_ace(mover), by_ace(other));
    let (first, second) = match (of_mover, of_other) {
        (Some(_), Some(_)) => (of_mover, of_other),
        (Some(_), None) => (of_mover, None),
        (None, Some(_)) => (of_other, None),
        (None, None) => match (a.is_ship(), b.is_ship()) {
            (true, true) => match (a.body == Body::Frigate, b.body == Body::Frigate) {
                (true, false) => (Some(by_ship(mover)), None),
                (false, true) => (Some(by_ship(other)), None),
                _ => (Some(by_ship(mover)), Some(by_ship(other))),
            },
            (true, false) => (Some(by_ship(mover)), None),
            (false, true) => (Some(by_ship(other)), None),
            (false, false) => (None, None),
        },
    };
    // A player is asked only once.
    let second = second.filter(|(player, _)| first.is_none_or(|(asked, _)| asked != *player));
    Deciders { first, second }
}

/// Returns the distance along its course at which something can stop, at most `after`, and the thing with which it
/// collides there instead. No move may end inside a thing that the mover was allowed to pass (a mask): a mover that
/// would stop there collides with that thing.
pub fn clear_stop<D>(
    battle: &Battle<D>,
    state: &State,
    (body, passed): (Body, u64),
    course: &Course,
    after: f64,
) -> (f64, Option<u8>) {
    let (mut at, mut instead) = (after, None);
    let there = passed & state.solid();
    // Each round meets a passed thing earlier on the course.
    for _ in 0..there.count_ones() {
        let here = (body, battle.space.pose_on(course, at));
        let Some(thing) = numbers_in(there).find(|thing| battle.space.overlaps(here, state.placed(*thing))) else {
            break;
        };
        let Some(met) = battle.space.contact(body, course, state.placed(thing)) else { break };
        (at, instead) = (met.min(at), Some(thing));
    }
    (at, instead)
}
