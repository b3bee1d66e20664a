//! Two that meet under way: who decides whether they collide (I52), and where what is stopped comes to rest.

use super::super::super::fleet::Ace;
use super::super::super::space::{Body, Course};
use super::super::Battle;
use super::super::state::{State, numbers_in};
use super::attack::is_led_by;

/// Who is asked, in order, whether two collide; the ship that wants it rams the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deciders {
    /// Player and ship; none where nobody may ram.
    pub first: Option<(u8, u8)>,
    pub second: Option<(u8, u8)>,
}

/// The green ace on a ship, by its player: the lowest number of several.
pub fn green_ace_on(state: &State, ship: u8) -> Option<u8> {
    let mut aboard = numbers_in(state.companies() & state.standing());
    aboard.find(|company| {
        let asset = state.asset(*company);
        asset.on == Some(ship) && is_led_by(asset, Ace::Green)
    })
}

/// Who decides when something under way meets another that it could pass. High value assets never ram; a green ace
/// decides for the ship it is on, else a lone frigate, else the one under way before the other.
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
    // One player is asked once.
    let second = second.filter(|(player, _)| first.is_none_or(|(asked, _)| asked != *player));
    Deciders { first, second }
}

/// Where something under way that stops after a part of its course can do so: nobody ends a move in what it was let
/// pass (a mask), but collides with it after all, if it is stopped there. Also what it collides with instead.
pub fn clear_stop<D>(
    battle: &Battle<D>,
    state: &State,
    (body, passed): (Body, u64),
    course: &Course,
    after: f64,
) -> (f64, Option<u8>) {
    let (mut at, mut instead) = (after, None);
    let there = passed & state.solid();
    // Each time what was passed is met sooner.
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
