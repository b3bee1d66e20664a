//! Where a frame may go in its turn: a few places worth a second look, and what they are worth.

use super::Scratch;
use super::dice_choice::{MOST_DICE, choices};
use super::ground::{Ground, plain};
use super::worth::{View, need};
use crate::games::rapid_attack::battle::candidates::{budget, goals, way_to};
use crate::games::rapid_attack::battle::directions::DIRECTIONS;
use crate::games::rapid_attack::battle::legal::dice::dice_for;
use crate::games::rapid_attack::battle::legal::proceed::can_attack;
use crate::games::rapid_attack::battle::odds::Situation;
use crate::games::rapid_attack::battle::state::{Colour, Target, Turn, Unit};
use crate::games::rapid_attack::battle::{Dice, Path};
use crate::games::rapid_attack::battlefield::Anchors;
use crate::geometry::Point;

/// A place that may be worth going to, before anybody looked whether it can be gone to.
#[derive(Clone, Copy, Debug)]
pub struct Rough {
    at: Point,
    length: f64,
    straight: bool,
    /// Worth at first sight, without and with the turn's attack from there.
    at_first_sight: f64,
    worth: f64,
}

/// A place that the frame can go to, or stay at.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// None where it stays.
    pub path: Option<Path>,
    pub length: f64,
    pub worth: f64,
    /// What shelters the target from there; none where the attack cannot be made from there.
    pub attack: Option<Situation>,
}

impl Position {
    /// Whether the attack can be made from there.
    pub fn can_attack(&self) -> bool {
        self.attack.is_some()
    }
}

/// Legal places kept for the longest way, and at least for each shorter one.
const KEPT: usize = 3;
const KEPT_OF_SHORTER: usize = 1;

/// Most positions of a turn: where it is, and those kept for each die.
pub const MOST_POSITIONS: usize = 1 + KEPT * MOST_DICE;

impl<D: Dice> View<'_, D> {
    /// Finds places to stay at or go to for what is left of a turn.
    pub fn look_around(&self, turn: &Turn, scratch: &mut Scratch) {
        let Scratch { rough, positions, rivals, sites, anchors, .. } = scratch;
        positions.clear();
        let from = self.state.unit(turn.unit).at;
        let attack = can_attack(self.battle, self.state, turn).then(|| self.shelter(turn, from));
        positions.push(Position { path: None, length: 0.0, worth: 0.0, attack: attack.flatten() });
        let most = self.longest(turn);
        if most > 0.0 {
            let ground = Ground::new(self, turn.unit, rivals, sites);
            positions[0].worth = ground.worth(from);
            self.rough(&ground, turn, most, rough);
            let mut budgets = [0.0; MOST_DICE];
            let count = distinct_budgets(self, turn, &mut budgets);
            for (i, limit) in budgets[..count].iter().enumerate() {
                let least = if i == 0 { KEPT } else { KEPT_OF_SHORTER };
                self.keep_best(&ground, turn, (*limit, least), (rough, anchors), positions);
            }
        }
    }

    /// The longest way that is left to a turn.
    fn longest(&self, turn: &Turn) -> f64 {
        if turn.moved || !self.state.unit(turn.unit).stands() {
            return 0.0;
        }
        dice_for(turn, Colour::Green).map(|die| budget(self.battle, turn, die)).fold(0.0, f64::max)
    }

    /// A look at what a turn may come to, without looking at places: one to stay at, one to attack from, one to seize a
    /// station from, each as far away as it is.
    pub fn glance(&self, turn: &Turn, positions: &mut Vec<Position>) {
        positions.clear();
        let unit = self.state.unit(turn.unit);
        let path = Some(Path::straight(unit.at, unit.at));
        let mut add = |length: f64, worth: f64, attack: Option<Situation>| {
            let path = if length > 0.0 { path } else { None };
            positions.push(Position { path, length: length.max(0.0), worth, attack });
        };
        add(0.0, 0.0, None);
        if let Some((_, target)) = self.target_of(turn) {
            let distance = self.battle.between(unit.at, target.at);
            let gap = need(distance, self.battle.band(turn.range));
            add(gap, 0.0, Some(plain(turn.range)));
        }
        let most = self.longest(turn);
        for station in self.state.stations().iter().filter(|station| station.placed && station.owner != Some(self.me)) {
            let gap = self.battle.from_station(unit.at, station) - self.battle.rules.stations.reach;
            if gap > 0.0 && gap <= most && !self.is_contested(station) {
                add(gap, self.seizing(station), None);
            }
        }
    }

    /// Places within a length, by their worth in the open.
    fn rough(&self, ground: &Ground<'_, '_, D>, turn: &Turn, most: f64, rough: &mut Vec<Rough>) {
        rough.clear();
        let from = self.state.unit(turn.unit).at;
        let field = self.battle.field(self.state);
        let strike = self.target_of(turn).map_or(0.0, |(_, unit)| self.usual_strike(turn, unit));
        let mut add = |at: Point, straight: bool| {
            let length = from.distance(at);
            if length > most || !field.contains(at, self.battle.rules.movement.frame_radius) {
                return;
            }
            let attacks = strike > 0.0 && self.battle.can_attack_from(self.state, turn, at);
            let attack = if attacks { strike } else { 0.0 };
            let at_first_sight = ground.at_first_sight(at);
            rough.push(Rough { at, length, straight, at_first_sight, worth: at_first_sight + attack });
        };
        DIRECTIONS.iter().for_each(|way| add(from + *way * most, true));
        DIRECTIONS.iter().step_by(2).for_each(|way| add(from + *way * (most * 0.5), true));
        goals(self.battle, self.state, turn).for_each(|goal| add(goal, false));
    }

    /// Moves the best legal places within a length from the rough ones to the positions.
    fn keep_best(
        &self,
        ground: &Ground<'_, '_, D>,
        turn: &Turn,
        (limit, least): (f64, usize),
        (rough, anchors): (&mut [Rough], &mut Option<Anchors>),
        positions: &mut Vec<Position>,
    ) {
        let mut kept = positions.iter().filter(|position| position.path.is_some() && position.length <= limit).count();
        while kept < least {
            let within = rough.iter_mut().filter(|place| place.length <= limit && place.worth > f64::NEG_INFINITY);
            // The last of equals.
            let Some(place) = within.reduce(|best, next| if next.worth >= best.worth { next } else { best }) else {
                return;
            };
            let path = match place.straight {
                true => self.battle.straight_way(self.state, turn, place.at, limit),
                false => way_to(self.battle, self.state, turn, place.at, limit, anchors),
            };
            // Kept, or out of the way for this length and all shorter ones.
            place.worth = f64::NEG_INFINITY;
            let Some(path) = path else { continue };
            kept += 1;
            let attack = !turn.attacked && self.battle.can_attack_from(self.state, turn, path.to);
            let attack = if attack { self.shelter(turn, path.to) } else { None };
            let worth = ground.worth_of_cover(path.to).unwrap_or(place.at_first_sight);
            positions.push(Position { path: Some(path), length: path.length, worth, attack });
        }
    }

    /// What shelters the target of a turn from an attack out of a point.
    fn shelter(&self, turn: &Turn, from: Point) -> Option<Situation> {
        match turn.target {
            Target::Frame(target) => Some(self.situation(turn.unit, from, target, turn.range)),
            Target::Piece(_) => Some(Situation::TERRAIN),
            Target::Nothing => None,
        }
    }

    /// The frame that a turn attacks.
    pub fn target_of(&self, turn: &Turn) -> Option<(u8, &Unit)> {
        match turn.target {
            Target::Frame(number) => Some((number, self.state.unit(number))),
            _ => None,
        }
    }

    /// Worth of the turn's attack with its best die, in the open.
    fn usual_strike(&self, turn: &Turn, target: &Unit) -> f64 {
        if turn.attacked {
            return 0.0;
        }
        self.strike(choices(turn, Colour::Red).most(), target, plain(turn.range))
    }
}

/// The lengths that the movement dice allow, greatest first, each once.
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
