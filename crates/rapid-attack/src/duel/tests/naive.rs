//! The rules of a round, played out die by die: every face of every die, every die for every action.

use super::super::FrameDuels;
use crate::{durability::losses, frame::Frame, loadout::Range, ruleset::Ruleset};
use hitchart_dice::Pool;
use std::{cell::RefCell, collections::HashMap};

/// A frame and the hits left on its cover.
pub(super) type Side = (Frame, u8);

/// A declared range, with rockets.
pub(super) type Declared = (Range, u8);

/// A turn of the first frame: its defense, its attack (0 for none), the band that it attacks from or ends in, and the
/// units it can still move after the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    pub(super) defense: u8,
    pub(super) attack: u8,
    pub(super) band: usize,
    pub(super) units: u8,
    /// True if the frame has left its cover.
    pub(super) moved: bool,
}

/// A roll: blue, red, green and white faces.
pub(super) type Roll = [Vec<u8>; 4];

/// Best declarations with their values.
pub(super) type Memo<K> = RefCell<HashMap<K, (Declared, f64)>>;

/// A round with its rules, for the frame that acts first.
pub(super) struct Naive<'a> {
    pub(super) rules: &'a Ruleset,
    /// Distances of the bands.
    places: &'a [f64],
    /// Value for the frame that acts first, after the round.
    next: &'a dyn Fn(Side, Side, usize) -> f64,
    pub(super) memo: Memo<(Side, Side, Turn)>,
}

/// Returns the sides of the dice of a roll.
pub(super) fn dice(frame: &Frame, declared: Declared, rules: &Ruleset) -> [Vec<u8>; 4] {
    let of = |pool: Pool| pool.groups().flat_map(|(n, sides)| std::iter::repeat_n(sides, n)).collect::<Vec<u8>>();
    [
        of(frame.defense_dice(0, rules).best),
        of(frame.attack_dice(declared.0, 0, declared.1, rules).unwrap_or_default()),
        of(frame.movement_dice(0, rules)),
        vec![rules.frame.white_sides; frame.whites.into()],
    ]
}

/// Returns all equally likely rolls of dice.
pub(super) fn rolls(dice: &[Vec<u8>; 4]) -> Vec<Roll> {
    let mut all: Vec<Roll> = vec![Default::default()];
    for (colour, sides) in
        dice.iter().enumerate().flat_map(|(colour, dice)| dice.iter().map(move |sides| (colour, sides)))
    {
        let with = |roll: &Roll, face: u8| {
            let mut roll = roll.clone();
            roll[colour].push(face);
            roll
        };
        all = all.iter().flat_map(|roll| (1..=*sides).map(move |face| with(roll, face))).collect();
    }
    all
}

/// Returns each die that an action can take, with the roll without it; first no die at all.
fn choices(roll: &Roll, colour: usize) -> Vec<(u8, Roll)> {
    let mut all = vec![(0, roll.clone())];
    for from in [colour, 3] {
        for i in 0..roll[from].len() {
            let mut left = roll.clone();
            all.push((left[from].remove(i), left));
        }
    }
    all
}

/// Returns the hits on cover and on the target of damage dice with these faces.
pub(super) fn hits(faces: &[u8], range: Range, cover: u8) -> (u8, u8) {
    let count = |face: u8| faces.iter().filter(|found| **found == face).count() as u8;
    let (fours, fives, sixes) = (count(4), count(5), count(6));
    match (range, cover) {
        (Range::HandToHand, _) => (0, fours + fives + sixes),
        (_, 0) => (0, fives + sixes),
        _ => {
            let by_fours = fours.min(cover);
            let by_fives = fives.min(cover - by_fours);
            (by_fours + by_fives, fives - by_fives + sixes)
        }
    }
}

/// Returns all states of a side after hits, one system after the other; empty if it is destroyed.
pub(super) fn after(side: Side, (on_cover, hits): (u8, u8), rules: &Ruleset) -> Vec<Side> {
    let mut states = vec![side.0];
    for _ in 0..hits {
        states = states.iter().flat_map(|frame| losses(frame, rules)).collect();
    }
    states.into_iter().map(|frame| (frame, side.1 - on_cover)).collect()
}

/// Returns the outcomes of an attack with their chances.
pub(super) fn outcomes(dice: u8, range: Range, cover: u8) -> Vec<(f64, (u8, u8))> {
    let faces: Vec<Roll> = rolls(&[vec![6; dice.into()], vec![], vec![], vec![]]);
    let mut found: HashMap<(u8, u8), f64> = HashMap::new();
    faces.iter().for_each(|roll| *found.entry(hits(&roll[0], range, cover)).or_insert(0.0) += 1.0 / faces.len() as f64);
    let mut found: Vec<_> = found.into_iter().map(|(hits, chance)| (chance, hits)).collect();
    found.sort_by_key(|(_, hits)| *hits);
    found
}

pub(super) fn fire(frame: &Frame, rockets: u8) -> Frame {
    Frame { loadout: frame.loadout.with_rockets(frame.loadout.rockets() - rockets), ..*frame }
}

impl<'a> Naive<'a> {
    pub(super) fn new(
        rules: &'a Ruleset,
        duels: &'a FrameDuels,
        next: &'a dyn Fn(Side, Side, usize) -> f64,
    ) -> Naive<'a> {
        Naive { rules, places: duels.places(), next, memo: RefCell::default() }
    }

    /// Returns the range of a band.
    pub(super) fn range(&self, band: usize) -> Range {
        Range::of(&self.rules.ranges).nth(band).unwrap()
    }

    /// Returns the bands in reach of a movement.
    fn reach(&self, from: usize, units: u8) -> Vec<usize> {
        let is_near = |to: &usize| (self.places[from] - self.places[*to]).abs() <= f64::from(units);
        (0..self.places.len()).filter(is_near).collect()
    }

    /// Returns a side after a move: it loses its cover if the band changes.
    pub(super) fn at(side: Side, from: usize, to: usize) -> Side {
        if from == to { side } else { (side.0, 0) }
    }

    /// Returns all declarations of a frame.
    pub(super) fn declarations(&self, frame: &Frame) -> Vec<Declared> {
        let rockets = |range: Range| if range == Range::Direct { frame.loadout.rockets() } else { 0 };
        Range::of(&self.rules.ranges).flat_map(|range| (0..=rockets(range)).map(move |n| (range, n))).collect()
    }

    /// Returns the value of acting first.
    pub(super) fn value(&self, p: Side, q: Side, band: usize) -> f64 {
        self.opening(p, q, band).1
    }

    /// Returns the best declaration of the frame that acts first, with its value.
    pub(super) fn opening(&self, p: Side, q: Side, band: usize) -> (Declared, f64) {
        let value = |declared: Declared| {
            let rolls = rolls(&dice(&p.0, declared, self.rules));
            let best = |roll: &Roll| {
                self.turns(p, q, band, declared, roll).iter().map(|(_, value)| *value).fold(0.0, f64::max)
            };
            (declared, rolls.iter().map(best).sum::<f64>() / rolls.len() as f64)
        };
        self.declarations(&p.0)
            .into_iter()
            .map(value)
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .unwrap()
    }

    /// Returns all turns of a roll of the first frame, with their values.
    pub(super) fn turns(&self, p: Side, q: Side, band: usize, declared: Declared, roll: &Roll) -> Vec<(Turn, f64)> {
        let armed = p.0.may_attack(declared.0, declared.1, self.rules);
        let p = (fire(&p.0, declared.1), p.1);
        let mut found = Vec::new();
        for (defense, roll) in choices(roll, 0) {
            for (attack, roll) in choices(&roll, 1) {
                for (units, _) in choices(&roll, 2) {
                    let attack = if armed { attack } else { 0 };
                    if attack > 0 && declared.0 == self.range(band) {
                        found.push(Turn { defense, attack, band, units, moved: false });
                    }
                    for to in self.reach(band, units) {
                        let attack = if declared.0 == self.range(to) { attack } else { 0 };
                        found.push(Turn { defense, attack, band: to, units: 0, moved: to != band });
                    }
                }
            }
        }
        found.into_iter().map(|turn| (turn, self.answer(p, q, turn))).collect()
    }

    /// Returns the value of the second frame's best turn after a turn of the first.
    pub(super) fn answer(&self, p: Side, q: Side, turn: Turn) -> f64 {
        self.answered(p, q, turn).1
    }

    /// Returns the best declaration of the second frame after a turn of the first, with its value.
    pub(super) fn answered(&self, p: Side, q: Side, turn: Turn) -> (Declared, f64) {
        if let Some(known) = self.memo.borrow().get(&(p, q, turn)) {
            return *known;
        }
        let value = |declared: Declared| {
            let rolls = rolls(&dice(&q.0, declared, self.rules));
            let sum = rolls.iter().map(|roll| self.rolled(p, q, turn, declared, roll)).sum::<f64>();
            (declared, sum / rolls.len() as f64)
        };
        let all = self.declarations(&q.0).into_iter().map(value);
        let least = all.reduce(|least, next| if next.1 < least.1 { next } else { least }).unwrap();
        self.memo.borrow_mut().insert((p, q, turn), least);
        least
    }

    /// Returns the value after the roll of the second frame.
    pub(super) fn rolled(&self, p: Side, q: Side, turn: Turn, declared: Declared, roll: &Roll) -> f64 {
        self.defenses(p, q, turn, declared, roll).iter().map(|(.., value)| *value).fold(1.0, f64::min)
    }

    /// Returns the values of each defense of the second frame, with the dice that are left.
    pub(super) fn defenses(
        &self,
        p: Side,
        q: Side,
        turn: Turn,
        declared: Declared,
        roll: &Roll,
    ) -> Vec<(u8, Roll, f64)> {
        let choices = if turn.attack > 0 { choices(roll, 0) } else { vec![(0, roll.clone())] };
        let value = |(defense, left): (u8, Roll)| {
            let dice = turn.attack.saturating_sub(defense);
            let outcomes = outcomes(dice, self.range(turn.band), q.1);
            let value =
                outcomes.iter().map(|(chance, hits)| chance * self.hit(p, q, turn, declared, &left, *hits)).sum();
            (defense, left, value)
        };
        choices.into_iter().map(value).collect()
    }

    /// Returns the value after hits on the second frame, whose player chooses the systems that are lost.
    fn hit(&self, p: Side, q: Side, turn: Turn, declared: Declared, left: &Roll, hits: (u8, u8)) -> f64 {
        let states = after(q, hits, self.rules);
        states.iter().map(|q| self.moves(p, *q, turn, declared, left).1).fold(1.0, f64::min)
    }

    /// Returns the first frame's best band after its attack, with the value.
    pub(super) fn moves(&self, p: Side, q: Side, turn: Turn, declared: Declared, left: &Roll) -> (usize, f64) {
        let p = if turn.moved { (p.0, 0) } else { p };
        let value = |to: usize| (to, self.ends(Self::at(p, turn.band, to), q, to, turn.defense, declared, left));
        let best = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
        self.reach(turn.band, turn.units).into_iter().map(value).reduce(best).unwrap()
    }

    /// Returns the value of the second frame's best way to end the round.
    fn ends(&self, p: Side, q: Side, band: usize, against: u8, declared: Declared, left: &Roll) -> f64 {
        self.endings(p, q, band, against, declared, left).iter().map(|(.., value)| *value).fold(1.0, f64::min)
    }

    /// Returns the ways of the second frame to end the round, with their values. Its turns mirror those of the first
    /// frame.
    pub(super) fn endings(
        &self,
        p: Side,
        q: Side,
        band: usize,
        against: u8,
        declared: Declared,
        left: &Roll,
    ) -> Vec<(Turn, f64)> {
        let mut found = Vec::new();
        for (attack, roll) in choices(left, 1) {
            for (units, _) in choices(&roll, 2) {
                let armed = !left[1].is_empty() || declared.0 == Range::HandToHand;
                let attack = if armed { attack } else { 0 };
                if attack > 0 && declared.0 == self.range(band) {
                    found.push(Turn { defense: 0, attack, band, units, moved: false });
                }
                for to in self.reach(band, units) {
                    let attack = if declared.0 == self.range(to) { attack } else { 0 };
                    found.push(Turn { defense: 0, attack, band: to, units: 0, moved: to != band });
                }
            }
        }
        let value = |turn: Turn| {
            let q = if turn.moved { (q.0, 0) } else { q };
            let q = (fire(&q.0, declared.1), q.1);
            let dice = turn.attack.saturating_sub(against);
            let after = outcomes(dice, self.range(turn.band), p.1).into_iter().map(|(chance, hits)| {
                let left = after(p, hits, self.rules);
                chance * left.iter().map(|p| self.last_move(*p, q, turn).1).fold(0.0, f64::max)
            });
            (turn, after.sum())
        };
        found.into_iter().map(value).collect()
    }

    /// Returns the second frame's best band at the end of the round, with the value.
    pub(super) fn last_move(&self, p: Side, q: Side, turn: Turn) -> (usize, f64) {
        let value = |to: usize| (to, (self.next)(p, Self::at(q, turn.band, to), to));
        let best = |best: (usize, f64), next: (usize, f64)| if next.1 < best.1 { next } else { best };
        self.reach(turn.band, turn.units).into_iter().map(value).reduce(best).unwrap()
    }
}
