//! Attacks of the frame that acts first: the answers of the second frame, the damage, and the move after it.

use super::hands::MAX_CLASSES;
use super::replies::{LANES, Replies, Row, add, at, improve, worsen};
use super::round::{Round, Stance};
use super::sides::Declaration;
use super::worth::Worth;
use std::collections::BTreeMap;

/// Values of the second frame's answers to an attack: `attacked[place][attack][lane]`.
pub(super) type Attacked<W> = Vec<Vec<Row<W>>>;

/// A move after an attack: true if the first frame has left its cover before, and its class of movement.
type Place = (bool, usize);

/// Values after hits, by state of the second frame.
type After<W> = BTreeMap<usize, Replies<W>>;

/// An attack of the first frame in its declared band.
pub(super) struct Attack<W> {
    pub declared: Declaration,
    /// Index of the stance.
    pub stance: usize,
    /// Index of the place for each class of movement that is left after an attack.
    pub place_of: [usize; MAX_CLASSES],
    /// Index of the place of a frame that has moved before its attack.
    pub approach: usize,
    /// The different places.
    places: Vec<Place>,
    /// `damaged[block][answer][place]`: sum over the outcomes in which the second frame or its cover is hit, by number of
    /// damage dice and frontier of the second frame.
    damaged: Vec<Vec<Vec<Vec<Row<W>>>>>,
}

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Returns an attack without its damage. Classes of movement that reach the same bands are one place.
    pub(super) fn attack(&self, declared: &Declaration, stance: usize) -> Attack<W> {
        let (bands, hand) = (&self.ground.bands, self.ground.hands.get(declared.hand));
        let has_cover = self.first[declared.left].moved != declared.left;
        let mut places: Vec<Place> = Vec::new();
        let mut number = |place: Place| {
            let is_same = |known: &Place| known.0 == place.0 && bands.is_same(known.1, place.1, declared.band);
            places.iter().position(is_same).unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            })
        };
        let mut place_of = [0; MAX_CLASSES];
        for class in (0..bands.classes()).filter(|class| hand.moves(*class)) {
            place_of[class] = number((false, class));
        }
        let approach = number((has_cover, 0));
        Attack { declared: *declared, stance, place_of, approach, places, damaged: Vec::new() }
    }

    /// Computes the damage of the attacks of a stance.
    pub(super) fn damage(&self, stance: &Stance<W>, mut attacks: Vec<&mut Attack<W>>) {
        for lanes in stance.defenses.chunks(LANES) {
            let answers = &self.second[self.pair[1]].declarations;
            let after: Vec<_> = answers.iter().map(|answer| self.after_damage(stance.left, answer, lanes)).collect();
            for attack in &mut attacks {
                let by_place = |(answer, after): (&Declaration, &After<W>)| {
                    attack.places.iter().map(|place| self.damaged(after, answer, *place, &attack.declared)).collect()
                };
                let block = answers.iter().zip(&after).map(by_place).collect();
                attack.damaged.push(block);
            }
        }
    }

    /// Returns the values of all states of the second frame after hits.
    fn after_damage(&self, p: usize, answer: &Declaration, lanes: &[u8]) -> After<W> {
        let worn = &self.second[answer.left].worn;
        let mut reached: Vec<usize> =
            worn.iter().flat_map(|worn| self.second[*worn].lost.iter().flatten()).copied().collect();
        reached.retain(|q| *q != answer.left);
        reached.into_iter().map(|q| (q, self.replies([p, q], answer, lanes, &[W::NONE; _]))).collect()
    }

    /// Returns the sum over the outcomes with hits, for 0, 1, … damage dice: by number of dice and frontier.
    fn damaged(&self, after: &After<W>, answer: &Declaration, place: Place, declared: &Declaration) -> Vec<Row<W>> {
        let most = self.ground.hands.get(declared.hand).attacks.last().map_or(0, |most| usize::from(*most));
        let frontiers = self.ground.hands.get(answer.hand).frontiers.len();
        let worn = &self.second[answer.left].worn;
        let least = |lost: &Vec<usize>| {
            let mut least = vec![[W::UNBEATEN; LANES]; frontiers];
            for replies in lost.iter().filter_map(|q| after.get(q)) {
                least.iter_mut().zip(self.moved(replies, place, declared.band)).for_each(|(a, b)| worsen(a, &b));
            }
            least
        };
        let by_damage: Vec<Vec<Vec<Row<W>>>> =
            worn.iter().map(|worn| self.second[*worn].lost.iter().map(least).collect()).collect();
        let mut rows = Vec::with_capacity((most + 1) * frontiers);
        for outcomes in &self.ground.damage[declared.band][worn.len() - 1][..=most] {
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

    /// Returns the values by frontier after the best move of the first frame.
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

    /// Returns the values of attacks for one block of defenses; `replies` has the values while the second frame is
    /// undamaged.
    pub(super) fn attacked(&self, attack: &Attack<W>, replies: &[Replies<W>], block: usize) -> Attacked<W> {
        let (declared, q) = (&attack.declared, self.pair[1]);
        let attacks = &self.ground.hands.get(declared.hand).attacks;
        let top = attacks.last().map_or(0, |top| usize::from(*top));
        let mut least = vec![vec![[W::UNBEATEN; LANES]; top + 1]; attack.places.len()];
        for ((answer, replies), damaged) in self.second[q].declarations.iter().zip(replies).zip(&attack.damaged[block])
        {
            let rolls = self.ground.hands.get(answer.hand);
            let outcomes = &self.ground.damage[declared.band][self.second[answer.left].worn.len() - 1];
            for ((place, damaged), least) in attack.places.iter().zip(damaged).zip(&mut least) {
                let unharmed = self.moved(replies, *place, declared.band);
                let mut by_dice = damaged.clone();
                for (rows, outcomes) in by_dice.chunks_mut(unharmed.len()).zip(outcomes) {
                    let chance = outcomes.iter().find(|(_, on_cover, damage)| on_cover + damage == 0);
                    rows.iter_mut()
                        .zip(&unharmed)
                        .for_each(|(row, value)| add(row, chance.map_or(0.0, |c| c.0), value));
                }
                for attack in attacks {
                    let value = rolls.answered(*attack, &by_dice);
                    worsen(&mut least[usize::from(*attack)], &value);
                }
            }
        }
        least
    }
}
