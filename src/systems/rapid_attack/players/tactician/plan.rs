//! Where to go and what die for what: the best of all ways to use what is left of a turn.

use super::super::super::battle::candidates::{DIRECTIONS, FRACTIONS, budget, can_attack, dice_for, goals, way_to};
use super::super::super::battle::measure::{CLOSE, in_range};
use super::super::super::battle::odds::Situation;
use super::super::super::battle::state::{Colour, Die, Target, Turn, Unit};
use super::super::super::battle::{Dice, Path};
use super::super::super::loadout::Range;
use super::Scratch;
use super::ground::Ground;
use super::worth::{View, need};
use crate::geometry::Point;

/// A place that may be worth going to, before anybody looked whether it can be gone to.
#[derive(Clone, Copy, Debug)]
pub struct Rough {
    at: Point,
    length: f64,
    straight: bool,
    worth: f64,
}

/// A place that the frame can go to, or stay at.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// None where it stays.
    path: Option<Path>,
    length: f64,
    worth: f64,
    /// What shelters the target from there; none where the attack cannot be made from there.
    attack: Option<Situation>,
}

impl Position {
    /// Whether the attack can be made from there.
    pub fn can_attack(&self) -> bool {
        self.attack.is_some()
    }
}

/// What to do with a turn's dice, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub movement: Die,
    pub attack: Die,
    pub spot: Die,
    /// Where to go; none to stay.
    pub path: Option<Path>,
    /// Whether the attack comes before the movement.
    pub attack_first: bool,
    pub worth: f64,
}

impl Plan {
    /// To do nothing.
    const NOTHING: Plan = Plan {
        movement: Die::None,
        attack: Die::None,
        spot: Die::None,
        path: None,
        attack_first: false,
        worth: f64::NEG_INFINITY,
    };
}

/// Worth of a pip of the spot, and of movement where places were not looked at.
#[derive(Clone, Copy, Debug)]
pub struct PipWorth {
    pub spot: f64,
    pub movement: f64,
}

/// Legal places kept for each movement die.
const KEPT: usize = 4;

/// Most positions of a turn: where it is, and those kept for each die.
const MOST_POSITIONS: usize = 1 + KEPT * MOST_DICE;

/// Most dice that one action may choose among: its own, four whites, none.
const MOST_DICE: usize = 6;

impl<D: Dice> View<'_, D> {
    /// Finds places to stay at or go to for what is left of a turn.
    pub fn plan(&self, turn: &Turn, scratch: &mut Scratch) {
        let mut rough = std::mem::take(&mut scratch.rough);
        let mut positions = std::mem::take(&mut scratch.positions);
        positions.clear();
        let from = self.state.unit(turn.unit).at;
        let attack = can_attack(self.battle, self.state, turn).then(|| self.shelter(turn, from));
        positions.push(Position { path: None, length: 0.0, worth: 0.0, attack: attack.flatten() });
        let most = self.longest(turn);
        if most > 0.0 {
            let ground = Ground::new(self, turn.unit, scratch);
            positions[0].worth = ground.worth(from);
            self.rough(&ground, turn, most, &mut rough);
            let mut budgets = [0.0; MOST_DICE];
            let count = distinct_budgets(self, turn, &mut budgets);
            for limit in &budgets[..count] {
                self.keep_best(&ground, turn, *limit, &mut rough, &mut positions);
            }
        }
        (scratch.rough, scratch.positions) = (rough, positions);
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
        if let Some((number, target)) = self.target_of(turn) {
            let distance = self.battle.between(unit.at, target.at);
            let here = in_range(turn.range, distance, &self.battle.rules);
            let gap = if here { 0.0 } else { need(distance, turn.range, &self.battle.rules.ranges) };
            let sheltered = here.then(|| self.situation(turn.unit, unit.at, number, turn.range));
            add(gap, 0.0, Some(sheltered.unwrap_or_else(|| open_at(turn.range))));
        }
        for station in self.state.stations().iter().filter(|station| station.placed && station.owner != Some(self.me)) {
            let gap = self.battle.from_station(unit.at, station) - self.battle.rules.stations.reach;
            if gap > 0.0 && gap <= self.longest(turn) && !self.is_contested(station) {
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
            rough.push(Rough { at, length, straight, worth: ground.in_the_open(at) + attack });
        };
        for way in DIRECTIONS {
            for part in FRACTIONS {
                add(from + way * (most * part), true);
            }
        }
        goals(self.battle, self.state, turn).for_each(|goal| add(goal, false));
    }

    /// Moves the best legal places within a length from the rough ones to the positions.
    fn keep_best(
        &self,
        ground: &Ground<'_, '_, D>,
        turn: &Turn,
        limit: f64,
        rough: &mut [Rough],
        positions: &mut Vec<Position>,
    ) {
        let mut kept = positions.iter().filter(|position| position.path.is_some() && position.length <= limit).count();
        while kept < KEPT {
            let within = rough.iter_mut().filter(|place| place.length <= limit && place.worth > f64::NEG_INFINITY);
            let Some(place) = within.max_by(|a, b| a.worth.total_cmp(&b.worth)) else { return };
            let path = match place.straight {
                true => self.battle.straight_way(self.state, turn, place.at, limit),
                false => way_to(self.battle, self.state, turn, place.at, limit),
            };
            // Kept, or out of the way for this length and all shorter ones.
            place.worth = f64::NEG_INFINITY;
            let Some(path) = path else { continue };
            kept += 1;
            let attack = !turn.attacked && self.battle.can_attack_from(self.state, turn, path.to);
            let attack = if attack { self.shelter(turn, path.to) } else { None };
            positions.push(Position { path: Some(path), length: path.length, worth: ground.worth(path.to), attack });
        }
    }

    /// The best use of the dice that are left, for positions that were found.
    pub fn best_plan(&self, turn: &Turn, positions: &[Position], worth_of: &PipWorth) -> Plan {
        let pips = |colour, die| f64::from(turn.hand.value(colour, die));
        let mut best = Plan::NOTHING;
        for attack in choices(turn, Colour::Red).filter(|die| *die == Die::None || !turn.attacked) {
            let strikes = self.strikes_from(turn, attack, positions);
            for movement in choices(turn, Colour::Green).filter(|die| *die == Die::None || !turn.moved) {
                if is_twice(movement, attack) {
                    continue;
                }
                let limit = if movement == Die::None { -1.0 } else { budget(self.battle, turn, movement) };
                let (path, attack_first, worth) = best_place(positions, &strikes, limit);
                for spot in choices(turn, Colour::Yellow) {
                    if is_twice(spot, movement) || is_twice(spot, attack) {
                        continue;
                    }
                    let more = worth_of.spot * pips(Colour::Yellow, spot);
                    let worth = worth + more + worth_of.movement * pips(Colour::Green, movement);
                    if worth > best.worth {
                        best = Plan { movement, attack, spot, path, attack_first, worth };
                    }
                }
            }
        }
        best
    }

    /// Worth of the attack with a die from each position.
    fn strikes_from(&self, turn: &Turn, die: Die, positions: &[Position]) -> [f64; MOST_POSITIONS] {
        let mut strikes = [0.0; MOST_POSITIONS];
        let pips = turn.hand.value(Colour::Red, die);
        let Some((_, target)) = self.target_of(turn).filter(|_| pips > 0) else { return strikes };
        // Most positions share a situation.
        let mut last: Option<(Situation, f64)> = None;
        for (strike, position) in strikes.iter_mut().zip(positions) {
            let Some(situation) = position.attack else { continue };
            let worth = match last {
                Some((same, worth)) if same == situation => worth,
                _ => self.strike(pips, target, situation),
            };
            last = Some((situation, worth));
            *strike = worth;
        }
        strikes
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
        let situation = open_at(turn.range);
        let pips = dice_for(turn, Colour::Red).map(|die| turn.hand.value(Colour::Red, die)).max().unwrap_or(0);
        self.strike(pips, target, situation)
    }
}

/// The best place within a way, with an attack before or after it: the path, whether the attack comes first, the worth.
fn best_place(positions: &[Position], strikes: &[f64], limit: f64) -> (Option<Path>, bool, f64) {
    let stays = |position: &Position| position.path.is_none();
    let here = positions.iter().zip(strikes).filter(|(position, _)| stays(position)).map(|(_, strike)| *strike);
    let here = here.fold(0.0, f64::max);
    let mut best = (None, true, f64::NEG_INFINITY);
    for (position, there) in positions.iter().zip(strikes) {
        if stays(position) || position.length <= limit + CLOSE {
            let worth = position.worth + here.max(*there);
            if worth > best.2 {
                best = (position.path, here >= *there, worth);
            }
        }
    }
    best
}

/// The dice worth giving to the action of a colour, and none; of its own die and lower whites only the die.
pub fn choices(turn: &Turn, colour: Colour) -> impl Iterator<Item = Die> + '_ {
    let own = dice_for(turn, colour).find(|die| *die == Die::Own).map_or(0, |die| turn.hand.value(colour, die));
    let worth_it = move |die: &Die| *die == Die::Own || turn.hand.value(colour, *die) > own;
    dice_for(turn, colour).filter(worth_it).chain([Die::None])
}

/// An attack at a range that nothing is in the way of.
fn open_at(range: Range) -> Situation {
    if range == Range::HandToHand { Situation::CLOSE } else { Situation::OPEN }
}

/// Whether two actions would take the same white.
pub fn is_twice(one: Die, other: Die) -> bool {
    matches!(one, Die::White(_)) && one == other
}

/// The lengths that the movement dice allow, greatest first, each once.
fn distinct_budgets<D: Dice>(view: &View<'_, D>, turn: &Turn, budgets: &mut [f64; MOST_DICE]) -> usize {
    let mut count = 0;
    for length in choices(turn, Colour::Green).map(|die| budget(view.battle, turn, die)).filter(|length| *length > 0.0)
    {
        if count < MOST_DICE && !budgets[..count].contains(&length) {
            budgets[count] = length;
            count += 1;
        }
    }
    budgets[..count].sort_unstable_by(|a, b| b.total_cmp(a));
    count
}
