//! Attacks of the side that acts first: the answers of the second side, the damage, and the move after it.

use super::replies::{LANES, Own, Replies, Row, add, at, improve, worsen};
use super::{round::Round, sides::Declaration, worth::Worth};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// Values of the second side's answers to an attack: `attacked[place][attack][lane]`.
pub(super) type Attacked<W> = Vec<Vec<Row<W>>>;

/// A move after an attack: true if the first side has left its cover before, and its class of movement.
type Place = (bool, usize);

/// Values after hits, by state of the second side.
pub(super) type After<W> = BTreeMap<usize, Reached<W>>;

/// Values by frontier after the best move of the first side.
type Moved<W> = Rc<[Row<W>]>;

/// Values of a state of the second side after hits.
pub(super) struct Reached<W> {
    pub replies: Replies<W>,
    /// Values by frontier after the best move of the first side from a band, as far as they are known.
    moved: RefCell<BTreeMap<(usize, Place), Moved<W>>>,
}

impl<W> Reached<W> {
    pub(super) fn new(replies: Replies<W>) -> Reached<W> {
        Reached { replies, moved: RefCell::default() }
    }
}

/// The dice that can be given to an attack, with a mask of the classes of movement that are possible then.
#[derive(Clone, Copy)]
pub(super) struct AttackDice<'a> {
    pub dice: &'a [u8],
    pub classes: u8,
}

/// An attack of the first side from a band.
pub(super) struct Attack<W> {
    /// Index of the chart.
    pub chart: usize,
    /// Values of the attack dice.
    dice: Vec<u8>,
    /// Band that it is made from.
    pub from: usize,
    /// Index of the place for each class of movement that is left after an attack.
    pub place_of: Vec<usize>,
    /// Index of the place of a side that has moved before its attack.
    pub approach: usize,
    /// The different places.
    places: Vec<Place>,
    /// Values of the second side's answers, by block of defenses.
    pub values: Vec<Attacked<W>>,
    /// `damaged[block][answer][place]`: sum over the outcomes in which the second side or its cover is hit, by number of
    /// damage dice and frontier of the second side.
    damaged: Vec<Vec<Vec<Vec<Row<W>>>>>,
}

impl<W> Attack<W> {
    /// Frees the values after hits, which are no longer needed.
    pub(super) fn forget_damage(&mut self) {
        self.damaged = Vec::new();
    }
}

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Returns an attack of the first side in state `p` without its damage. Classes of movement that reach the same bands
    /// are one place.
    pub(super) fn attack(&self, p: usize, (chart, from): (usize, usize), hand: AttackDice<'_>) -> Attack<W> {
        let AttackDice { dice, classes } = hand;
        let bands = &self.ground.bands;
        let has_cover = self.first[p].moved != p;
        let mut places: Vec<Place> = Vec::new();
        let mut number = |place: Place| {
            let is_same = |known: &Place| known.0 == place.0 && bands.is_same(known.1, place.1, from);
            places.iter().position(is_same).unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            })
        };
        let place_of =
            (0..bands.classes()).map(|class| if classes >> class & 1 == 1 { number((false, class)) } else { 0 });
        let place_of = place_of.collect();
        let approach = number((has_cover, 0));
        Attack { chart, dice: dice.to_vec(), from, place_of, approach, places, values: Vec::new(), damaged: Vec::new() }
    }

    /// Computes the damage of the attacks of a stance for a block of defenses; `after` has the values after hits by answer.
    pub(super) fn damage(&self, after: &[&After<W>], attacks: &mut [&mut Attack<W>]) {
        for attack in attacks {
            let by_place = |(answer, after): (&Declaration, &&After<W>)| {
                attack.places.iter().map(|place| self.damaged(after, answer, *place, attack)).collect()
            };
            let block = self.answers_of().iter().zip(after).map(by_place).collect();
            attack.damaged.push(block);
        }
    }

    /// Returns the values of all states of the second side after hits.
    pub(super) fn after_damage(&self, p: usize, answer: &Declaration, lanes: &[u8], own: &Own<W>) -> After<W> {
        let worn = &self.second[answer.left].worn;
        let mut reached: Vec<usize> =
            worn.iter().flat_map(|worn| self.second[*worn].lost.iter().flatten()).copied().collect();
        reached.retain(|q| *q != answer.left);
        reached.into_iter().map(|q| (q, Reached::new(self.replies([p, q], answer, lanes, own)))).collect()
    }

    /// Returns the sum over the outcomes with hits, for 0, 1, … damage dice: by number of dice and frontier.
    fn damaged(&self, after: &After<W>, answer: &Declaration, place: Place, attack: &Attack<W>) -> Vec<Row<W>> {
        let most = attack.dice.last().map_or(0, |most| usize::from(*most));
        let frontiers = self.ground.hands.get(answer.hand).frontiers.len();
        let worn = &self.second[answer.left].worn;
        let least = |lost: &Vec<usize>| {
            let mut least = vec![[W::UNBEATEN; LANES]; frontiers];
            for reached in lost.iter().filter(|q| **q != answer.left).filter_map(|q| after.get(q)) {
                let moved = self.moved_once(reached, place, attack.from);
                least.iter_mut().zip(moved.iter()).for_each(|(least, value)| worsen(least, value));
            }
            least
        };
        let by_damage: Vec<Vec<Vec<Row<W>>>> =
            worn.iter().map(|worn| self.second[*worn].lost.iter().map(least).collect()).collect();
        let mut rows = Vec::with_capacity((most + 1) * frontiers);
        let shelter = self.second[answer.left].shelter;
        for outcomes in &self.ground.damage[attack.chart][shelter][..=most] {
            let with_hits = || outcomes.iter().filter(|(_, on_cover, damage)| on_cover + damage > 0);
            rows.extend((0..frontiers).map(|frontier| {
                let mut sum = [W::NONE; LANES];
                for (chance, on_cover, damage) in with_hits() {
                    let known = by_damage[*on_cover].get(*damage);
                    add(&mut sum, *chance, known.map_or(&[W::WON; LANES], |rows| &rows[frontier]));
                }
                sum
            }));
        }
        rows
    }

    /// Returns the values by frontier after the best move of the first side, which are computed once.
    fn moved_once(&self, reached: &Reached<W>, place: Place, from: usize) -> Moved<W> {
        let mut known = reached.moved.borrow_mut();
        known.entry((from, place)).or_insert_with(|| self.moved(&reached.replies, place, from).into()).clone()
    }

    /// Returns the values by frontier after the best move of the first side.
    fn moved(&self, replies: &Replies<W>, (has_moved, class): Place, from: usize) -> Vec<Row<W>> {
        let mut best: Vec<Row<W>> = Vec::new();
        for band in self.ground.bands.reach(class, from) {
            let values = at(replies, has_moved || band != from, band);
            match best.is_empty() {
                true => best = values.to_vec(),
                false => best.iter_mut().zip(values).for_each(|(best, value)| improve(best, value)),
            }
        }
        best
    }

    /// Computes the values of an attack; `replies` has the values while the second side is undamaged, by block of defenses
    /// and answer.
    pub(super) fn strike(&self, attack: &mut Attack<W>, replies: &[Vec<&Replies<W>>]) {
        let blocks = replies.iter().enumerate();
        attack.values = blocks.map(|(block, replies)| self.attacked(attack, replies, block)).collect();
    }

    /// Returns the values of attacks for one block of defenses; `replies` has the values while the second side is
    /// undamaged.
    fn attacked(&self, attack: &Attack<W>, replies: &[&Replies<W>], block: usize) -> Attacked<W> {
        let top = attack.dice.last().map_or(0, |top| usize::from(*top));
        let mut least = vec![vec![[W::UNBEATEN; LANES]; top + 1]; attack.places.len()];
        for ((answer, replies), damaged) in self.answers_of().iter().zip(replies).zip(&attack.damaged[block]) {
            let rolls = self.ground.hands.get(answer.hand);
            let outcomes = &self.ground.damage[attack.chart][self.second[answer.left].shelter];
            for ((place, damaged), least) in attack.places.iter().zip(damaged).zip(&mut least) {
                let unharmed = self.moved(replies, *place, attack.from);
                let mut by_dice = damaged.clone();
                for (rows, outcomes) in by_dice.chunks_mut(unharmed.len()).zip(outcomes) {
                    let chance = outcomes.iter().find(|(_, on_cover, damage)| on_cover + damage == 0);
                    rows.iter_mut()
                        .zip(&unharmed)
                        .for_each(|(row, value)| add(row, chance.map_or(0.0, |c| c.0), value));
                }
                for attack in &attack.dice {
                    let value = rolls.answered(*attack, &by_dice);
                    worsen(&mut least[usize::from(*attack)], &value);
                }
            }
        }
        least
    }
}
