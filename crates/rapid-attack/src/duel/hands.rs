//! All rolls of a frame, as the choices that they leave.
//!
//! A roll gives a die to the defense, to the attack and to the movement; a spot never counts in a duel. For each die of
//! the defense, a roll leaves at best a certain attack with each class of movement: a frontier. Rolls with the same
//! choices are one.

use super::bands::Bands;
use super::replies::{LANES, Own, Row, add, improve, worsen};
use super::worth::Worth;
use crate::assignment::with_bonus;
use crate::frame::Frame;
use crate::loadout::Range;
use crate::ruleset::Ruleset;
use hitchart_dice::Pmf;
use hitchart_dice::exact::{highest_dice, highest_of, sum_of};
use std::collections::BTreeMap;

/// Most classes of movement dice: a class reaches at least one band more than the one before.
pub(super) const MAX_CLASSES: usize = 8;

/// No die for a class of movement.
pub(super) const NEVER: u8 = u8::MAX;

/// Actions that share white dice: defense, attack, movement.
const ACTIONS: usize = 3;

/// The highest attack that is left with at least each class of movement; [`NEVER`] without a die for the class.
pub(super) type Frontier = [u8; MAX_CLASSES];

/// A choice after the roll: the defense, and the index of the frontier of the remaining dice.
pub(super) type Choice = (u8, u16);

/// All rolls of a frame that declares a range and rockets.
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
    /// True for each class of movement that some roll leaves a die for.
    moves: [bool; MAX_CLASSES],
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

/// The rules that a hand is rolled under.
struct Dice<'a> {
    bands: &'a Bands,
    rules: &'a Ruleset,
    may_attack: bool,
}

impl Hand {
    /// Lists all rolls of a frame.
    pub(super) fn new(frame: &Frame, range: Range, rockets: u8, bands: &Bands, rules: &Ruleset) -> Hand {
        let dice = Dice { bands, rules, may_attack: frame.may_attack(range, rockets, rules) };
        let blues = frame.defense_dice(0, rules);
        let defense = if rules.defense.sum_blues { sum_of(&blues.summed) } else { highest_of(&blues.best) };
        let attack = highest_of(&frame.attack_dice(range, 0, rockets, rules).unwrap_or_default());
        let movement = highest_of(&frame.movement_dice(0, rules));
        let whites = highest_dice(frame.whites.into(), rules.frame.white_sides, ACTIONS);
        let (mut rolls, mut free) = (BTreeMap::new(), BTreeMap::new());
        for (blue, p) in faces(&defense) {
            for (red, q) in faces(&attack) {
                for (class, r) in classes(&movement, bands) {
                    for (whites, s) in &whites {
                        let roll = Roll {
                            defense: value(blue, rules.modifiers.defense),
                            attack: dice.attack(red),
                            class,
                            whites,
                        };
                        let chance = p * q * r * s;
                        *rolls.entry(dice.options(&roll)).or_insert(0.0) += chance;
                        *free.entry(dice.frontier(&roll, None)).or_insert(0.0) += chance;
                    }
                }
            }
        }
        Hand::of(rolls, free)
    }

    /// Returns true if some roll leaves a die for a class of movement.
    #[inline]
    pub(super) fn moves(&self, class: usize) -> bool {
        self.moves[class]
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
                .map(|(defense, frontier)| ((*defense).min(attack), self.frontiers[usize::from(*frontier)]));
            let capped: Vec<(u8, Frontier)> = capped.collect();
            let index = |i: usize| usize::from(attack - capped[i].0) * self.frontiers.len() + usize::from(options[i].1);
            let mut needed: Vec<usize> = needed(&capped).map(index).collect();
            needed.sort_unstable();
            *rolls.entry(needed).or_insert(0.0) += chance;
        }
        Rolls::new(rolls)
    }

    /// Returns the value of the best defense against an attack, over all rolls; `by_dice` has the values by number of
    /// damage dice and frontier. A frame that follows a rule has all options, because the rule may not see that one of them
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

    /// Returns the values by band of the best choice of a frame that acts first, over all its rolls; `values` has those of
    /// each frontier with each defense.
    pub(super) fn played<W: Worth>(&self, values: &[Own<W>]) -> Own<W> {
        self.turns.expected([W::WORST; _], values, improve)
    }

    fn of(rolls: BTreeMap<Vec<(u8, Frontier)>, f64>, free: BTreeMap<Frontier, f64>) -> Hand {
        let mut hand = Hand::default();
        let mut numbers = BTreeMap::new();
        let mut number = |frontier: Frontier| {
            *numbers.entry(frontier).or_insert_with(|| {
                hand.frontiers.push(frontier);
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
        hand.moves = std::array::from_fn(|class| hand.frontiers.iter().any(|frontier| frontier[class] != NEVER));
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

fn value(pips: u8, bonus: u8) -> u8 {
    with_bonus(pips.into(), bonus) as u8
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

impl Dice<'_> {
    fn attack(&self, pips: u8) -> u8 {
        if self.may_attack { value(pips, self.rules.modifiers.attack) } else { 0 }
    }

    /// Returns the choices of a roll: the own defense, or a white that defends better, each with what is left. A choice
    /// with a lower defense and no better rest is dropped.
    fn options(&self, roll: &Roll<'_>) -> Vec<(u8, Frontier)> {
        let own = (roll.defense, self.frontier(roll, None));
        let by_white = |place: usize| {
            let defense = value(roll.whites[place], self.rules.modifiers.defense);
            (self.rules.defense.whites && defense > roll.defense).then(|| (defense, self.frontier(roll, Some(place))))
        };
        let all: Vec<_> = std::iter::once(own).chain((0..roll.whites.len()).filter_map(by_white)).collect();
        needed(&all).map(|i| all[i]).collect()
    }

    /// Returns the frontier of a roll whose white at `spent` defends.
    fn frontier(&self, roll: &Roll<'_>, spent: Option<usize>) -> Frontier {
        let whites = || (0..roll.whites.len()).filter(move |place| Some(*place) != spent);
        let attack = |moving: Option<usize>| {
            let left = whites().filter(|place| Some(*place) != moving);
            left.map(|place| self.attack(roll.whites[place])).fold(roll.attack, u8::max)
        };
        let best = |class: usize| {
            if usize::from(roll.class) >= class {
                return attack(None);
            }
            let moves = whites().filter(|place| usize::from(self.bands.class(roll.whites[*place])) >= class);
            moves.map(|place| attack(Some(place))).max().unwrap_or(NEVER)
        };
        std::array::from_fn(|class| if class < self.bands.classes() { best(class) } else { NEVER })
    }
}

/// Returns the choices that are needed: those with a lower defense and no better rest than another one are not.
fn needed(all: &[(u8, Frontier)]) -> impl Iterator<Item = usize> + '_ {
    let covers =
        |a: &(u8, Frontier), b: &(u8, Frontier)| a.0 >= b.0 && a.1.iter().zip(&b.1).all(|(a, b)| at_least(*a, *b));
    (0..all.len()).filter(move |i| {
        !(0..all.len()).any(|j| j != *i && covers(&all[j], &all[*i]) && (j < *i || !covers(&all[*i], &all[j])))
    })
}

/// Returns true if an attack is no worse than another; any is better than no die for the movement.
fn at_least(attack: u8, other: u8) -> bool {
    other == NEVER || (attack != NEVER && attack >= other)
}
