//! Short lists: turns after collisions, headings, rides, nudges, moves of debris that was hit, losses.

use super::super::super::space::Pose;
use super::super::Battle;
use super::super::action::Action;
use super::super::legal::flight::{PLACES_AROUND, company_at};
use super::super::legal::losses::{losses, may_dodge, victims};
use super::super::legal::nudge::{NUDGES, may_nudge, nudged, within_touch};
use super::super::state::{Collision, DEBRIS, State, Turn, numbers_in};
use super::super::steps::{being_turned, next_of, place_before};
use super::Net;
use super::moves::{DIRECTIONS, direction};
use super::places::is_debris_room;
use crate::geometry::Point;

fn collision(state: &State) -> &Collision {
    &state.collisions[usize::from(state.collision_count.max(1)) - 1]
}

/// Clicks to either side, including none.
pub struct Turns {
    most: i8,
}

impl Turns {
    pub fn new<D>(battle: &Battle<D>, state: &State) -> Turns {
        let (_, _, hits) = being_turned(collision(state));
        Turns { most: hits.min(battle.space.headings() / 2) as i8 }
    }
}

impl Net for Turns {
    fn entries(&self) -> usize {
        2 * self.most as usize + 1
    }

    fn get(&self, nth: usize) -> Option<Action> {
        Some(Action::Turn(nth as i8 - self.most))
    }
}

/// Headings that lead a high value asset back over the table (I57).
pub struct Headings<'a, D> {
    pub battle: &'a Battle<D>,
    pub state: &'a State,
    /// True if only headings that lead inward are listed. If none of them is clear, all headings are listed.
    pub inward: bool,
}

impl<D> Net for Headings<'_, D> {
    fn entries(&self) -> usize {
        self.battle.space.headings().into()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let hva = self.state.sail?.asset;
        let asset = self.state.asset(hva);
        let heading = nth as u8;
        let inward = !self.inward || self.battle.space.direction(heading).dot(-asset.pose.at) > 0.0;
        let here = (asset.body, Pose { heading, ..asset.pose });
        let others = self.state.solid() & !(1 << hva);
        let clear = || !numbers_in(others).any(|thing| self.battle.space.overlaps(here, self.state.placed(thing)));
        (inward && clear()).then_some(Action::Head(heading))
    }

    fn relax(&mut self) -> bool {
        std::mem::take(&mut self.inward)
    }
}

/// Choices of a company on a ship: stay behind, come along in the same place on the ship, or at another place around
/// it.
pub struct Rides<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    ship: u8,
    at: Point,
    /// Place where the company stays behind; `None` if the ship still touches that place.
    stays: Option<Point>,
}

impl<'a, D> Rides<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &Turn) -> Self {
        let company = next_of(state, turn.to_ride).unwrap_or(0);
        let before = place_before(battle, state, company);
        let leaves = !battle.space.touches(company_at(before), state.placed(turn.asset));
        let stays = leaves.then_some(before);
        Rides { battle, state, ship: turn.asset, at: state.asset(company).pose.at, stays }
    }
}

impl<D> Net for Rides<'_, D> {
    fn entries(&self) -> usize {
        2 + PLACES_AROUND
    }

    fn get(&self, nth: usize) -> Option<Action> {
        match nth {
            0 => self.stays.map(|_| Action::Ride(None)),
            1 => Some(Action::Ride(Some(self.at))),
            _ => {
                let at = self.battle.space.ring(self.state.placed(self.ship), 0.0, PLACES_AROUND).nth(nth - 2)?;
                (self.battle.space.holds(company_at(at)) && at != self.at).then_some(Action::Ride(Some(at)))
            }
        }
    }
}

/// No nudge, or a nudge of something that the ace touches (I63).
pub struct Nudges<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    /// Assets that the ace may nudge, as a mask.
    touched: u64,
}

impl<'a, D> Nudges<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &Turn) -> Self {
        let touched = next_of(state, turn.to_nudge).map_or(0, |ace| within_touch(battle, state, ace));
        Nudges { battle, state, touched }
    }
}

impl<D> Net for Nudges<'_, D> {
    fn entries(&self) -> usize {
        1 + NUDGES * self.touched.count_ones() as usize
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoNudge) };
        let asset = numbers_in(self.touched).nth(nth / NUDGES)?;
        let nth = nth % NUDGES;
        let to = nudged(self.battle, self.state.asset(asset).pose, nth);
        may_nudge(self.battle, self.state, asset, nth, to).then_some(Action::Nudge { asset, to })
    }
}

/// Removal of debris that was hit, or a move of it by the speed of the ship (I55).
pub struct Shifts<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    piece: u8,
    far: f64,
}

impl<'a, D> Shifts<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State) -> Self {
        let collision = collision(state);
        let piece = collision.target.saturating_sub(DEBRIS);
        Shifts { battle, state, piece, far: collision.dice.into() }
    }
}

impl<D> Net for Shifts<'_, D> {
    fn entries(&self) -> usize {
        1 + DIRECTIONS
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::RemoveDebris) };
        let to = self.state.debris[usize::from(self.piece)].at + direction(self.battle, nth) * self.far;
        is_debris_room(self.battle, self.state, to, self.piece).then_some(Action::MoveDebris(to))
    }
}

/// Losses for a point of damage, and steps away from it.
pub struct Losses<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    victims: u64,
}

impl<'a, D> Losses<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State) -> Self {
        let wound = &state.wounds[usize::from(state.wound_count.max(1)) - 1];
        Losses { battle, state, victims: victims(battle, state, wound.victim) }
    }

    fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let lost = |asset: u8| losses(self.state.asset(asset)).map(move |loss| Action::Lose { asset, loss });
        let dodges = numbers_in(self.victims).filter(|asset| may_dodge(self.battle, self.state, *asset));
        numbers_in(self.victims).flat_map(lost).chain(dodges.map(Action::Dodge))
    }
}

impl<D> Net for Losses<'_, D> {
    fn entries(&self) -> usize {
        self.actions().count()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        self.actions().nth(nth)
    }
}
