//! All rolls of a side, as the choices that they leave.
//!
//! A roll gives a die to the defense, to the attack and to the movement, and whites to repair; a spot never counts in a
//! duel. For each die of the defense, a roll leaves at best a certain attack with each number of repairs and class of
//! movement: a frontier. Rolls with the same choices are one.

use super::replies::{LANES, Own, Row, add, improve, worsen};
use super::{attacks::AttackDice, bands::Bands, worth::Worth};
use hitchart_dice::{Pmf, exact::highest_dice};
use std::collections::BTreeMap;

/// No dice for a use.
pub(super) const NEVER: u8 = u8::MAX;

/// Actions that share white dice: defense, attack, movement.
const ACTIONS: usize = 3;

/// The highest attack that is left with at least each class of movement, by use: number of repairs × number of classes +
/// class. [`NEVER`] without dice for the use.
pub(super) type Frontier = Vec<u8>;

/// The dice of a side that declares an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct HandDice {
    /// Distribution of the highest die of the defense, without whites.
    pub defense: Pmf,
    /// Distribution of the highest die of the attack, without whites.
    pub attack: Pmf,
    /// Distribution of the highest die of the movement, without whites.
    pub movement: Pmf,
    /// Number of whites.
    pub whites: u8,
    /// Sides of a white.
    pub white_sides: u8,
    /// True if whites can attack.
    pub may_attack: bool,
    /// True if whites can defend.
    pub whites_defend: bool,
    /// Lowest face of a white that repairs a system; `None` if none repairs.
    pub repair_face: Option<u8>,
    /// Pips added to a die of the defense.
    pub defense_bonus: u8,
    /// Pips added to a die of the attack.
    pub attack_bonus: u8,
}

/// A choice after the roll: the defense, and the index of the frontier of the remaining dice.
pub(super) type Choice = (u8, u16);

/// A choice after the roll: the defense, and the frontier of the remaining dice.
type Choices = (u8, Frontier);

/// All rolls of a side that declares an attack.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    /// Chance and choices of each roll.
    pub rolls: Vec<(f64, Vec<Choice>)>,
    /// Chance and frontier of each roll without a defense.
    pub free: Vec<(f64, u16)>,
    /// The different frontiers.
    pub frontiers: Vec<Frontier>,
    /// Values of the defense, ascending.
    pub defenses: Vec<u8>,
    /// Values of the attack above 0, ascending.
    pub attacks: Vec<u8>,
    /// True for each use that some roll leaves dice for.
    uses: Vec<bool>,
    /// The rolls as answers to an attack of 0, 1, ….
    answers: Vec<Rolls>,
    /// The rolls as turns; options are frontier × number of defenses + place of the defense.
    turns: Rolls,
}

/// All rolls with their options as numbers. In an answer to an attack, defenses above the attack are equal, which leaves
/// fewer different rolls.
#[derive(Clone, Debug, Default)]
struct Rolls {
    /// Chance of each roll, and the end of its options.
    rolls: Vec<(f64, usize)>,
    /// Options of all rolls; for answers, number of damage dice × number of frontiers + frontier.
    options: Vec<usize>,
}

impl Rolls {
    fn new(all: impl IntoIterator<Item = (Vec<usize>, f64)>) -> Rolls {
        let mut answers = Rolls::default();
        for (options, chance) in all {
            answers.options.extend(options);
            answers.rolls.push((chance, answers.options.len()));
        }
        answers
    }

    /// Returns the expected value if each roll takes its best option.
    #[inline(always)]
    fn expected<W: Worth, const N: usize>(
        &self,
        worst: [W; N],
        values: &[[W; N]],
        choose: impl Fn(&mut [W; N], &[W; N]),
    ) -> [W; N] {
        let (mut sum, mut start) = ([W::NONE; N], 0);
        for (chance, end) in &self.rolls {
            let mut best = worst;
            self.options[start..*end].iter().for_each(|option| choose(&mut best, &values[*option]));
            add(&mut sum, *chance, &best);
            start = *end;
        }
        sum
    }
}

/// Values of a roll: the own dice of the three actions, and the highest whites.
struct Roll<'a> {
    defense: u8,
    attack: u8,
    class: u8,
    whites: &'a [u8],
}

/// Dice with the bands that they move a side to.
struct Assignment<'a> {
    dice: &'a HandDice,
    bands: &'a Bands,
}

impl Hand {
    /// Lists all rolls of dice.
    pub(super) fn new(dice: &HandDice, bands: &Bands) -> Hand {
        let kept = if dice.repair_face.is_some() { dice.whites.into() } else { ACTIONS };
        let whites = highest_dice(dice.whites.into(), dice.white_sides, kept);
        let assignment = Assignment { dice, bands };
        let (mut rolls, mut free) = (BTreeMap::new(), BTreeMap::new());
        for (blue, p) in faces(&dice.defense) {
            for (red, q) in faces(&dice.attack) {
                for (class, r) in classes(&dice.movement, bands) {
                    for (whites, s) in &whites {
                        let (defense, attack) = (with_bonus(blue, dice.defense_bonus), assignment.attack(red));
                        let roll = Roll { defense, attack, class, whites };
                        let chance = p * q * r * s;
                        *rolls.entry(assignment.options(&roll)).or_insert(0.0) += chance;
                        *free.entry(assignment.frontier(&roll, None)).or_insert(0.0) += chance;
                    }
                }
            }
        }
        Hand::of(rolls, free)
    }

    /// Returns true if some roll leaves dice for a use.
    #[inline]
    pub(super) fn allows(&self, of_use: usize) -> bool {
        self.uses[of_use]
    }

    /// Returns the dice of attacks with the classes of movement that some roll leaves dice for.
    pub(super) fn attack_dice(&self, classes: usize) -> AttackDice<'_> {
        let is_left = |class: &usize| (*class..self.uses.len()).step_by(classes).any(|of_use| self.uses[of_use]);
        AttackDice { dice: &self.attacks, classes: (0..classes).filter(is_left).map(|class| 1 << class).sum() }
    }

    /// Returns the number of uses.
    #[inline]
    pub(super) fn uses(&self) -> usize {
        self.uses.len()
    }

    /// Lists the rolls as answers to attacks of up to `most`.
    pub(super) fn prepare(&mut self, most: u8) {
        self.answers = (0..=most).map(|attack| self.answers(attack)).collect();
        let place = |defense: u8| self.defenses.partition_point(|known| *known < defense);
        let index = |(defense, frontier): &Choice| usize::from(*frontier) * self.defenses.len() + place(*defense);
        let turns = self.rolls.iter().map(|(chance, options)| (options.iter().map(index).collect(), *chance));
        self.turns = Rolls::new(turns.collect::<Vec<_>>());
    }

    fn answers(&self, attack: u8) -> Rolls {
        let mut rolls: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for (chance, options) in &self.rolls {
            let capped = options
                .iter()
                .map(|(defense, frontier)| ((*defense).min(attack), self.frontiers[usize::from(*frontier)].clone()));
            let capped: Vec<Choices> = capped.collect();
            let index = |i: usize| usize::from(attack - capped[i].0) * self.frontiers.len() + usize::from(options[i].1);
            let mut needed: Vec<usize> = needed(&capped).map(index).collect();
            needed.sort_unstable();
            *rolls.entry(needed).or_insert(0.0) += chance;
        }
        Rolls::new(rolls)
    }

    /// Returns the value of the best defense against an attack, over all rolls; `by_dice` has the values by number of
    /// damage dice and frontier. A side that follows a rule has all options, because the rule may not see that one of them
    /// is never better.
    pub(super) fn answered<W: Worth>(&self, attack: u8, by_dice: &[Row<W>]) -> Row<W> {
        if !W::RULED {
            return self.answers[usize::from(attack)].expected([W::UNBEATEN; LANES], by_dice, worsen);
        }
        let mut sum = [W::NONE; LANES];
        for (chance, options) in &self.rolls {
            let mut least = [W::UNBEATEN; LANES];
            for (defense, frontier) in options {
                let dice = usize::from(attack.saturating_sub(*defense));
                worsen(&mut least, &by_dice[dice * self.frontiers.len() + usize::from(*frontier)]);
            }
            add(&mut sum, *chance, &least);
        }
        sum
    }

    /// Returns the values by band of the best choice of a side that acts first, over all its rolls; `values` has those of
    /// each frontier with each defense.
    pub(super) fn played<W: Worth>(&self, values: &[Own<W>]) -> Own<W> {
        self.turns.expected([W::WORST; _], values, improve)
    }

    fn of(rolls: BTreeMap<Vec<Choices>, f64>, free: BTreeMap<Frontier, f64>) -> Hand {
        let mut hand = Hand::default();
        let mut numbers = BTreeMap::new();
        let mut number = |frontier: Frontier| {
            *numbers.entry(frontier).or_insert_with_key(|frontier| {
                hand.frontiers.push(frontier.clone());
                hand.frontiers.len() as u16 - 1
            })
        };
        for (options, chance) in rolls {
            let options = options.into_iter().map(|(defense, frontier)| (defense, number(frontier))).collect();
            hand.rolls.push((chance, options));
        }
        hand.free = free.into_iter().map(|(frontier, chance)| (chance, number(frontier))).collect();
        hand.defenses = sorted(hand.rolls.iter().flat_map(|(_, options)| options).map(|(defense, _)| *defense));
        let attacks = hand.frontiers.iter().flatten().copied();
        let uses = hand.frontiers.first().map_or(0, Vec::len);
        hand.uses = (0..uses).map(|of_use| hand.frontiers.iter().any(|frontier| frontier[of_use] != NEVER)).collect();
        hand.attacks = sorted(attacks.filter(|attack| *attack > 0 && *attack != NEVER));
        hand
    }
}

fn sorted(values: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut values: Vec<u8> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the pips of a die with a bonus; no die gets none.
fn with_bonus(pips: u8, bonus: u8) -> u8 {
    if pips == 0 { 0 } else { pips + bonus }
}

fn faces(pmf: &Pmf) -> impl Iterator<Item = (u8, f64)> + Clone + '_ {
    pmf.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0).map(|(face, p)| (face as u8, *p))
}

/// Returns the classes of a movement with their chances.
fn classes(movement: &Pmf, bands: &Bands) -> BTreeMap<u8, f64> {
    faces(movement).fold(BTreeMap::new(), |mut found, (face, p)| {
        *found.entry(bands.class(face)).or_insert(0.0) += p;
        found
    })
}

impl Assignment<'_> {
    fn attack(&self, pips: u8) -> u8 {
        if self.dice.may_attack { with_bonus(pips, self.dice.attack_bonus) } else { 0 }
    }

    /// Returns the choices of a roll: the own defense, or a white that defends better, each with what is left. A choice
    /// with a lower defense and no better rest is dropped.
    fn options(&self, roll: &Roll<'_>) -> Vec<Choices> {
        let own = (roll.defense, self.frontier(roll, None));
        let by_white = |place: usize| {
            let defense = with_bonus(roll.whites[place], self.dice.defense_bonus);
            (self.dice.whites_defend && defense > roll.defense).then(|| (defense, self.frontier(roll, Some(place))))
        };
        let all: Vec<_> = std::iter::once(own).chain((0..roll.whites.len()).filter_map(by_white)).collect();
        needed(&all).map(|i| all[i].clone()).collect()
    }

    /// Returns the frontier of a roll whose white at `spent` defends. Whites are listed from the highest on. Those that
    /// repair are the lowest that can: each higher one is worth as much or more elsewhere.
    fn frontier(&self, roll: &Roll<'_>, spent: Option<usize>) -> Frontier {
        let whites: Vec<u8> = (0..roll.whites.len()).filter(|i| Some(*i) != spent).map(|i| roll.whites[i]).collect();
        let repairing = |white: &u8| self.dice.repair_face.is_some_and(|face| *white >= face);
        let can_repair = whites.iter().filter(|white| repairing(white)).count();
        let most = if self.dice.repair_face.is_some() { usize::from(self.dice.whites) } else { 0 };
        let by_repairs = |repairs: usize| {
            let left = [&whites[..can_repair.saturating_sub(repairs)], &whites[can_repair..]].concat();
            let possible = repairs <= can_repair;
            (0..self.bands.classes()).map(move |class| if possible { self.best(roll, &left, class) } else { NEVER })
        };
        (0..=most).flat_map(by_repairs).collect()
    }

    /// Returns the highest attack with at least a class of movement and these whites.
    fn best(&self, roll: &Roll<'_>, whites: &[u8], class: usize) -> u8 {
        let attack = |moving: Option<usize>| {
            let left = (0..whites.len()).filter(|place| Some(*place) != moving);
            left.map(|place| self.attack(whites[place])).fold(roll.attack, u8::max)
        };
        if usize::from(roll.class) >= class {
            return attack(None);
        }
        let moves = (0..whites.len()).filter(|place| usize::from(self.bands.class(whites[*place])) >= class);
        moves.map(|place| attack(Some(place))).max().unwrap_or(NEVER)
    }
}

/// Returns the choices that are needed: those with a lower defense and no better rest than another one are not.
fn needed(all: &[Choices]) -> impl Iterator<Item = usize> + '_ {
    let covers = |a: &Choices, b: &Choices| a.0 >= b.0 && a.1.iter().zip(&b.1).all(|(a, b)| at_least(*a, *b));
    (0..all.len()).filter(move |i| {
        !(0..all.len()).any(|j| j != *i && covers(&all[j], &all[*i]) && (j < *i || !covers(&all[*i], &all[j])))
    })
}

/// Returns true if an attack is no worse than another; any is better than no die for the movement.
fn at_least(attack: u8, other: u8) -> bool {
    other == NEVER || (attack != NEVER && attack >= other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::exact::highest_of;

    #[test]
    fn the_rolls_of_a_hand_are_complete() {
        let bands = Bands::new(vec![1.0, 4.0, 8.0], 8, |die, distance| f64::from(die) >= distance);
        for (whites, repair_face) in [(0, None), (1, Some(5)), (2, None), (3, Some(4))] {
            let pool = |text: &str| highest_of(&text.parse().unwrap());
            let (defense, attack, movement) = (pool("2d6"), pool("2d6+1d8"), pool("1d8"));
            let dice = HandDice {
                defense,
                attack,
                movement,
                whites,
                white_sides: 6,
                may_attack: true,
                whites_defend: true,
                repair_face,
                defense_bonus: 0,
                attack_bonus: 1,
            };
            let hand = Hand::new(&dice, &bands);
            let sums = [hand.rolls.iter().map(|roll| roll.0).sum(), hand.free.iter().map(|roll| roll.0).sum::<f64>()];
            assert!(sums.iter().all(|sum: &f64| (sum - 1.0).abs() < 1e-12), "{sums:?}");
            let repairs = hand.uses() / bands.classes() - 1;
            assert_eq!(repairs, repair_face.map_or(0, |_| whites.into()));
            assert!(hand.frontiers.iter().all(|frontier| frontier[0] > 1), "every roll leaves a red die");
        }
    }
}
