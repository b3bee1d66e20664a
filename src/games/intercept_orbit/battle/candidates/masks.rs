//! Nets with one entry for each number of a mask, and nets with two entries.

use super::super::action::Action;
use super::super::legal::placing::waiting;
use super::super::state::{State, numbers_in};
use super::Net;

/// Returns the number at a place of a mask.
#[inline]
pub fn nth_of(mask: u64, nth: usize) -> Option<u8> {
    numbers_in(mask).nth(nth)
}

/// An optional first entry, then one entry for each number of a mask.
pub struct Masked<F> {
    pub first: Option<Action>,
    pub mask: u64,
    pub make: F,
}

impl<F: Fn(u8) -> Action> Net for Masked<F> {
    fn entries(&self) -> usize {
        usize::from(self.first.is_some()) + self.mask.count_ones() as usize
    }

    fn get(&self, nth: usize) -> Option<Action> {
        match self.first {
            Some(first) if nth == 0 => Some(first),
            Some(_) => nth_of(self.mask, nth - 1).map(&self.make),
            None => nth_of(self.mask, nth).map(&self.make),
        }
    }
}

/// Returns a function that docks a player's next company on a carrier.
pub fn dock(state: &State, player: u8) -> impl Fn(u8) -> Action {
    let company = numbers_in(waiting(state, player, state.companies)).next().unwrap_or(0);
    move |ship| Action::Dock { company, ship }
}

/// Yes or no.
pub struct Bools(pub fn(bool) -> Action);

impl Net for Bools {
    fn entries(&self) -> usize {
        2
    }

    fn get(&self, nth: usize) -> Option<Action> {
        Some(self.0(nth == 0))
    }
}

/// Choices about the clock: count down, or not.
pub struct Ticks;

impl Net for Ticks {
    fn entries(&self) -> usize {
        2
    }

    fn get(&self, nth: usize) -> Option<Action> {
        Some(if nth == 0 { Action::Tick } else { Action::Hold })
    }
}
