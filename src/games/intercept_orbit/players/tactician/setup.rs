//! Set-up: places of ships, high value assets and debris.

use super::super::super::battle::candidates;
use super::super::super::battle::legal::placing::{is_free, may_place, to_place};
use super::super::super::battle::state::{Asset, Phase, SetupStep, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::space::{Body, Pose};
use super::super::view::View;
use super::guarding::LOST;
use crate::geometry::Point;
use hitchart_dice::Throw;

/// The grid of candidate places in set-up: places per side, distance of the outer ones from the edge, and headings.
const SIDE: usize = 9;
const MARGIN: f64 = 3.0;
const HEADINGS: u8 = 4;
/// One in `EACH` places is considered, from a random first one.
const EACH: usize = 4;
/// Number of random candidates to compare if the grid does not apply.
const DRAWS: usize = 6;
/// Distance in units between high value assets, placed before any own ship, beyond which each unit costs 1.
const TOGETHER: f64 = 6.5;
/// Room ahead, in ruler units, beyond which more has no value.
const ROOM: f64 = 16.0;

impl<D: Dice> View<'_, D> {
    /// Returns the best grid place of the next asset to place.
    pub(super) fn place(&self, throw: &mut Throw) -> Option<Action> {
        let Phase::Setup(step) = self.state.phase else { return None };
        let mask = to_place(self.state, step, self.me);
        if step == SetupStep::PrimaryShip {
            return self.drawn(throw);
        }
        let asset = self.each(mask).max_by_key(|asset| self.state.asset(*asset).hit_points())?;
        let body = self.state.asset(asset).body;
        let first = throw.below(EACH);
        let mut best: Option<(f64, Pose)> = None;
        // More places are considered as long as a high value asset is lost.
        for from in (0..EACH).map(|further| (first + further) % EACH) {
            let found = self.best_place(step, body, from);
            best = if found.map(|(worth, _)| worth) > best.map(|(worth, _)| worth) { found } else { best };
            if best.is_some_and(|(worth, _)| worth > -LOST / 2.0) {
                break;
            }
        }
        best.map(|(_, pose)| Action::Place { asset, pose }).or_else(|| self.drawn(throw))
    }

    /// Returns the best of every `EACH`th place of the grid, from the `first` on.
    fn best_place(&self, step: SetupStep, body: Body, first: usize) -> Option<(f64, Pose)> {
        let mut best: Option<(f64, Pose)> = None;
        for at in self.battle.space.grid(SIDE, MARGIN).skip(first).step_by(EACH) {
            for turn in 0..HEADINGS {
                let heading = (u32::from(self.battle.space.headings()) * u32::from(turn) / u32::from(HEADINGS)) as u8;
                let pose = Pose { at, heading };
                let worth = self.place_worth(body, pose);
                if best.is_none_or(|(most, _)| worth > most)
                    && may_place(self.battle, self.state, step, (body, pose))
                    && is_free(self.battle, self.state, (body, pose))
                {
                    best = Some((worth, pose));
                }
            }
        }
        best
    }

    /// Returns the best of a few random candidates.
    fn drawn(&self, throw: &mut Throw) -> Option<Action> {
        let mut best: Option<(f64, Action)> = None;
        for _ in 0..DRAWS {
            let action = candidates::any(self.battle, self.state, |count| throw.below(count))?;
            let worth = match action {
                Action::Place { asset, pose } => self.place_worth(self.state.asset(asset).body, pose),
                _ => 0.0,
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Returns the value of a place in set-up. Every asset needs room ahead. Ships are placed at assault range from
    /// enemies and near own high value assets. High value assets are placed near own ships with the same heading, and
    /// away from enemies.
    fn place_worth(&self, body: Body, pose: Pose) -> f64 {
        let room = self.room_ahead(pose).min(ROOM) * 0.1;
        let others = self.state.standing() & !self.state.hvas();
        let nearest = |mask: u64| {
            let apart = |number: u8| self.state.asset(number).pose.at.distance(pose.at);
            numbers_in(mask).map(apart).fold(f64::INFINITY, f64::min)
        };
        let own = self.state.of(self.me);
        let own_hvas = self.state.hvas() & self.state.standing() & own;
        let (friend, foe) = (nearest(others & own), nearest(others & !own));
        let hva = nearest(own_hvas);
        if body != Body::Hva {
            let reach = self.battle.rules.ranges.assault;
            let toward = if foe.is_finite() { -0.02 * (foe - reach).abs() } else { 0.0 };
            let guarded = if hva.is_finite() { -0.03 * hva } else { 0.0 };
            return room + toward + guarded + self.exposing((body, pose));
        }
        let escort = |ship: u8| {
            let ship: &Asset = self.state.asset(ship);
            let along = self.battle.space.direction(ship.pose.heading).dot(self.battle.space.direction(pose.heading));
            along - 0.2 * ship.pose.at.distance(pose.at)
        };
        let escorted = numbers_in(self.state.ships() & own).map(escort).fold(f64::NEG_INFINITY, f64::max);
        // Before any own ship is placed: so near to each other that one ship can guard all.
        let apart = |other: u8| (self.state.asset(other).pose.at.distance(pose.at) - TOGETHER).max(0.0);
        let together = || -numbers_in(own_hvas).map(apart).sum::<f64>();
        let escorted = if friend.is_finite() { escorted } else { together() };
        let away = if foe.is_finite() { 0.03 * foe } else { 0.0 };
        let lost = if self.may_be_taken((body, pose)) { -LOST } else { 0.0 };
        room + escorted + away + lost
    }

    /// Returns a random legal place for debris.
    pub(super) fn place_debris(&self, throw: &mut Throw) -> Option<Action> {
        candidates::any(self.battle, self.state, |count| throw.below(count))
    }

    /// Returns the distance in units from a pose straight ahead to the edge of the table.
    pub(in super::super) fn room_ahead(&self, pose: Pose) -> f64 {
        let (way, half) = (self.battle.space.direction(pose.heading), self.battle.space.half());
        match self.battle.rules.table.shape {
            super::super::super::battle_rules::TableShape::Square => {
                let along = |at: f64, way: f64| {
                    if way.abs() < 1e-9 { f64::INFINITY } else { (half.copysign(way) - at) / way }
                };
                along(pose.at.x, way.x).min(along(pose.at.y, way.y))
            }
            super::super::super::battle_rules::TableShape::Circle => {
                let at: Point = pose.at;
                let (b, c) = (at.dot(way), at.dot(at) - half * half);
                (b * b - c).max(0.0).sqrt() - b
            }
        }
    }
}
