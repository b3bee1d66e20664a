//! Places that a frame may go to in its turn: a few that are worth a second look, and their value.

use super::Scratch;
use super::dice_choice::{MOST_DICE, choices};
use super::ground::{Ground, Look, plain};
use super::worth::View;
use crate::games::rapid_attack::battle::candidates::{budget, goals, way_to};
use crate::games::rapid_attack::battle::directions::DIRECTIONS;
use crate::games::rapid_attack::battle::legal::dice::dice_for;
use crate::games::rapid_attack::battle::legal::proceed::can_attack;
use crate::games::rapid_attack::battle::odds::Situation;
use crate::games::rapid_attack::battle::range_band::CLOSE;
use crate::games::rapid_attack::battle::state::{Colour, Stage, Target, Turn, Unit};
use crate::games::rapid_attack::battle::{Dice, Path};
use crate::games::rapid_attack::battlefield::{Anchors, bits};
use crate::geometry::Point;

/// A place that may be worth going to, not yet checked for a path.
#[derive(Clone, Copy, Debug)]
pub struct Rough {
    at: Point,
    length: f64,
    straight: bool,
    /// The look at the place, and its closeness.
    look: Look,
    seen: Seen,
    /// Value of the turn's attack from there, and of the place with the attack.
    attack: f64,
    worth: f64,
}

/// Closeness of a look at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Seen {
    /// In the open.
    AtFirstSight,
    /// As if in cover from all enemies, which is the best case.
    AtBest,
    /// With the pieces near the place.
    Closely,
}

/// A place that the frame can go to, or stay at.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// `None` if the frame stays.
    pub path: Option<Path>,
    pub length: f64,
    pub worth: f64,
    /// Danger by enemies still to act, as subtracted from the value.
    pub danger_now: f64,
    /// Situation of the target from there; `None` if the attack cannot be made from there.
    pub attack: Option<Situation>,
}

impl Position {
    /// Returns true if the attack can be made from there.
    pub fn can_attack(&self) -> bool {
        self.attack.is_some()
    }
}

/// Number of legal places kept for the longest way, and least number for each shorter way.
const KEPT: usize = 3;
const KEPT_OF_SHORTER: usize = 1;

/// Number of pieces to look behind, and of enemies to hide from.
const SHELTERS: usize = 3;
const FEARED: usize = 2;
/// Farther than a piece extends from its centre, in ruler units.
const BEYOND: f64 = 40.0;

/// Most positions of a turn: the present one, and those kept for each die.
pub const MOST_POSITIONS: usize = 1 + KEPT * MOST_DICE;

impl<D: Dice> View<'_, D> {
    /// Finds places to stay at or go to for the rest of a turn.
    pub fn look_around(&self, turn: &Turn, scratch: &mut Scratch) {
        let Scratch { rough, positions, rivals, sites, anchors, .. } = scratch;
        positions.clear();
        let from = self.state.unit(turn.unit).at;
        let attack = can_attack(self.battle, self.state, turn).then(|| self.shelter(turn, from));
        positions.push(Position { path: None, length: 0.0, worth: 0.0, danger_now: 0.0, attack: attack.flatten() });
        let most = self.longest(turn);
        if most <= 0.0 && turn.stage != Stage::Defend {
            return;
        }
        let ground = Ground::new(self, turn.unit, rivals, sites);
        let Look { worth, danger_now } = ground.look(from);
        (positions[0].worth, positions[0].danger_now) = (worth, danger_now);
        if most > 0.0 {
            self.rough(&ground, turn, most, rough);
            let mut budgets = [0.0; MOST_DICE];
            let count = distinct_budgets(self, turn, &mut budgets);
            for (i, limit) in budgets[..count].iter().enumerate() {
                let least = if i == 0 { KEPT } else { KEPT_OF_SHORTER };
                self.keep_best(&ground, turn, (*limit, least), (rough, anchors), positions);
            }
        }
    }

    /// Returns the longest way that a turn has left.
    fn longest(&self, turn: &Turn) -> f64 {
        if turn.moved || !self.state.unit(turn.unit).stands() {
            return 0.0;
        }
        dice_for(turn, Colour::Green).map(|die| budget(self.battle, turn, die)).fold(0.0, f64::max)
    }

    /// Collects places within a length, with their value at first sight or at best.
    fn rough(&self, ground: &Ground<'_, '_, D>, turn: &Turn, most: f64, rough: &mut Vec<Rough>) {
        rough.clear();
        let from = self.state.unit(turn.unit).at;
        let field = self.battle.field(self.state);
        let strike = self.target_of(turn).map_or(0.0, |(_, unit)| self.usual_strike(turn, unit));
        let standing = self.state.standing;
        let mut add = |at: Point, straight: bool, looks: bool| {
            let length = from.distance(at);
            if length > most + CLOSE || !field.contains(at, self.battle.rules.movement.frame_radius) {
                return;
            }
            let attacks = strike > 0.0 && self.battle.can_attack_from(self.state, turn, at);
            let attack = if attacks { strike } else { 0.0 };
            let (look, seen) = match looks && field.under(at, standing) == 0 {
                true => (ground.at_best(at), Seen::AtBest),
                false => (ground.at_first_sight(at), Seen::AtFirstSight),
            };
            rough.push(Rough { at, length, straight, look, seen, attack, worth: look.worth + attack });
        };
        DIRECTIONS.iter().for_each(|way| add(from + *way * most, true, false));
        DIRECTIONS.iter().step_by(2).for_each(|way| add(from + *way * (most * 0.5), true, false));
        goals(self.battle, self.state, turn).for_each(|goal| add(goal, false, false));
        self.shelters(ground, from, most, |at| add(at, false, true));
    }

    /// Calls `show` with places behind the nearest pieces of terrain, seen from the most feared enemies.
    fn shelters(&self, ground: &Ground<'_, '_, D>, from: Point, most: f64, mut show: impl FnMut(Point)) {
        let (field, rules) = (self.battle.field(self.state), &self.battle.rules);
        let radius = rules.movement.frame_radius;
        let mut nearest: [(f64, usize); SHELTERS] = [(f64::INFINITY, 0); SHELTERS];
        for piece in bits(field.about(from, most + radius) & self.state.standing) {
            let shape = &field.pieces()[piece].shape;
            if !shape.may_be_within(from, most + radius) {
                continue;
            }
            let square = shape.distance_squared(from);
            if square < (most + radius) * (most + radius)
                && let Some(place) = nearest.iter().position(|kept| square < kept.0)
            {
                nearest[place..].rotate_right(1);
                nearest[place] = (square, piece);
            }
        }
        for feared in ground.most_feared::<FEARED>().into_iter().flatten() {
            for (_, piece) in nearest.iter().take_while(|(square, _)| square.is_finite()) {
                let shape = &field.pieces()[*piece].shape;
                let centre = shape.centre();
                let Some(way) = (centre - feared).unit() else { continue };
                let back = shape.nearest(centre + way * BEYOND);
                show(back + way * (radius + rules.ranges.hand_to_hand * 0.1));
            }
        }
    }

    /// Adds the best legal places within a length from the rough places to the positions.
    fn keep_best(
        &self,
        ground: &Ground<'_, '_, D>,
        turn: &Turn,
        (limit, least): (f64, usize),
        (rough, anchors): (&mut [Rough], &mut Option<Anchors>),
        positions: &mut Vec<Position>,
    ) {
        let mut kept =
            positions.iter().filter(|position| position.path.is_some() && position.length <= limit + CLOSE).count();
        while kept < least {
            let within =
                rough.iter_mut().filter(|place| place.length <= limit + CLOSE && place.worth > f64::NEG_INFINITY);
            // The last of equals.
            let Some(place) = within.reduce(|best, next| if next.worth >= best.worth { next } else { best }) else {
                return;
            };
            // Most places are not worth a close look even at their best.
            if place.seen == Seen::AtBest {
                (place.look, place.seen) = (ground.look(place.at), Seen::Closely);
                place.worth = place.look.worth + place.attack;
                continue;
            }
            let path = match place.straight {
                true => self.battle.straight_way(self.state, turn, place.at, limit),
                false => way_to(self.battle, self.state, turn, place.at, limit, anchors),
            };
            // Kept, or excluded for this length and all shorter ones.
            place.worth = f64::NEG_INFINITY;
            let Some(path) = path else { continue };
            kept += 1;
            let attack = !turn.attacked && self.battle.can_attack_from(self.state, turn, path.to);
            let attack = if attack { self.shelter(turn, path.to) } else { None };
            let again = if place.seen == Seen::Closely { None } else { ground.look_for_cover(path.to) };
            let Look { worth, danger_now } = again.unwrap_or(place.look);
            positions.push(Position { path: Some(path), length: path.length, worth, danger_now, attack });
        }
    }

    /// Returns the situation of a turn's target in an attack from a point.
    fn shelter(&self, turn: &Turn, from: Point) -> Option<Situation> {
        match turn.target {
            Target::Frame(target) => Some(self.situation(turn.unit, from, target, turn.range)),
            Target::Piece(_) => Some(Situation::TERRAIN),
            Target::Nothing => None,
        }
    }

    /// Returns the frame that a turn attacks.
    pub fn target_of(&self, turn: &Turn) -> Option<(u8, &Unit)> {
        match turn.target {
            Target::Frame(number) => Some((number, self.state.unit(number))),
            _ => None,
        }
    }

    /// Returns the value of the turn's attack with its best die, in the open.
    fn usual_strike(&self, turn: &Turn, target: &Unit) -> f64 {
        if turn.attacked {
            return 0.0;
        }
        self.strike(choices(turn, Colour::Red).most(), target, plain(turn.range))
    }
}

/// Collects the lengths that the movement dice allow, greatest first, each once. Returns their number.
fn distinct_budgets<D: Dice>(view: &View<'_, D>, turn: &Turn, budgets: &mut [f64; MOST_DICE]) -> usize {
    let mut count = 0;
    for length in choices(turn, Colour::Green).as_slice().iter().map(|(die, _)| budget(view.battle, turn, *die)) {
        if length > 0.0 && count < MOST_DICE && !budgets[..count].contains(&length) {
            budgets[count] = length;
            count += 1;
        }
    }
    budgets[..count].sort_unstable_by(|a, b| b.total_cmp(a));
    count
}
