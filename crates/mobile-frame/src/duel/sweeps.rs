//! The values of pairs of states that need each other because lost systems return: all their rounds are repeated.
//!
//! Repair never makes up for a lost white. The states of a side that repair can join are a group, and pairs of groups
//! are solved from the smallest on. A sweep computes one round for all pairs of two groups. Everything after the first
//! side's roll depends on its state after its repairs, so that the attacks of a repaired state are computed once for
//! all states that can be repaired to it.

use super::attacks::{After, Attack, AttackDice, Reached};
use super::bands::{MAX_BANDS, bands_of};
use super::iterate::{PRECISION, settle};
use super::replies::{LANES, Replies};
use super::round::{Ground, Opening, Options, Round, Unattacked};
use super::sides::{Declaration, SideState};
use super::solve::{Rule, Solution, judged, of_bands};
use super::worth::{Ruled, Worth};
use super::{Workers, results};
use std::collections::BTreeMap;

/// Largest change of a chance by a sweep, and the number of changes to extrapolate from.
const SETTLED: (f64, usize) = (1e-9, 8);

/// Two groups of states.
type Groups<'a> = [&'a [usize]; 2];

/// A round of all pairs of two groups, in which one side acts before the other.
struct Sweep<'a, N> {
    ground: &'a Ground,
    /// States of the side that acts first, and of the other.
    first: &'a [SideState],
    second: &'a [SideState],
    groups: Groups<'a>,
    /// Value of a state after the round, by the states of the two sides and the band.
    next: N,
}

/// The attacks of the first side in a state after its repairs, against a state of the second side.
struct Attacks<W> {
    unattacked: Unattacked<W>,
    attacks: Vec<Attack<W>>,
}

/// The most damage dice of attacks, by chart and band.
type Kinds = BTreeMap<(usize, usize), u8>;

/// The rolls and the attack of an answer: hand, bands and chart.
type AnswerKey = (usize, u8, usize);

fn key_of(answer: &Declaration) -> AnswerKey {
    (answer.hand, answer.bands, answer.chart)
}

impl<W: Worth + Send + Sync, N: Fn(usize, usize, usize) -> W + Sync> Sweep<'_, N> {
    /// Returns the values of the round from each band, by pair of states.
    fn openings(&self, workers: &dyn Workers) -> Vec<Vec<Opening<W>>> {
        let kinds: Vec<(usize, Kinds)> = self.kinds().into_iter().collect();
        let attacks = results(workers, &kinds, |(p, kinds)| (*p, self.attacks(*p, kinds))).into_iter().collect();
        let row = |p: &usize| (0..self.groups[1].len()).map(|q| self.opening(*p, q, &attacks)).collect::<Vec<_>>();
        results(workers, self.groups[0], row).into_iter().flatten().collect()
    }

    /// Returns the attacks of each state of the first side after its repairs.
    fn kinds(&self) -> BTreeMap<usize, Kinds> {
        let mut found: BTreeMap<usize, Kinds> = BTreeMap::new();
        for declared in self.groups[0].iter().flat_map(|p| &self.first[*p].declarations) {
            let most = self.ground.hands.get(declared.hand).attacks.last().copied().unwrap_or(0);
            for p in self.first[declared.left].repaired.iter().flatten() {
                let kinds = found.entry(*p).or_default();
                for from in bands_of(declared.bands) {
                    let known = kinds.entry((declared.chart, from)).or_default();
                    *known = most.max(*known);
                }
            }
        }
        found
    }

    /// Returns the attacks of a state of the first side on each state of the second.
    fn attacks(&self, p: usize, kinds: &Kinds) -> Vec<Attacks<W>> {
        let blocks: Vec<&[u8]> = self.ground.defenses.chunks(LANES).collect();
        let after: Vec<BTreeMap<AnswerKey, After<W>>> = blocks.iter().map(|lanes| self.after(p, lanes)).collect();
        let dice: Vec<u8> = (1..=self.ground.hands.most_dice()).collect();
        let against = |q: &usize| {
            let round = self.round([p, *q]);
            let answers = || round.answers_of().iter();
            let mut attacks: Vec<Attack<W>> = kinds
                .iter()
                .map(|(kind, most)| {
                    round.attack(p, *kind, AttackDice { dice: &dice[..usize::from(*most)], classes: u8::MAX })
                })
                .collect();
            let mut replies: Vec<Vec<&Replies<W>>> = Vec::new();
            for after in &after {
                replies.push(answers().map(|answer| &after[&key_of(answer)][&answer.left].replies).collect());
                let after: Vec<&After<W>> = answers().map(|answer| &after[&key_of(answer)]).collect();
                round.damage(&after, &mut attacks.iter_mut().collect::<Vec<_>>());
            }
            for attack in &mut attacks {
                round.strike(attack, &replies);
                attack.forget_damage();
            }
            Attacks { unattacked: round.leave(&replies), attacks }
        };
        self.groups[1].iter().map(against).collect()
    }

    /// Returns the values of all states of the second side that an attack can leave, by answer.
    fn after(&self, p: usize, lanes: &[u8]) -> BTreeMap<AnswerKey, After<W>> {
        let mut found: BTreeMap<AnswerKey, After<W>> = BTreeMap::new();
        let round = self.round([usize::MAX; 2]);
        for answer in self.groups[1].iter().flat_map(|q| &self.second[*q].declarations) {
            let after = found.entry(key_of(answer)).or_default();
            for worn in &self.second[answer.left].worn {
                for q in self.second[*worn].lost.iter().flatten() {
                    let replies = || round.replies([p, *q], answer, lanes, &[W::NONE; _]);
                    after.entry(*q).or_insert_with(|| Reached::new(replies()));
                }
            }
        }
        found
    }

    fn round(&self, pair: [usize; 2]) -> Round<'_, &N> {
        Round { ground: self.ground, first: self.first, second: self.second, pair, next: &self.next }
    }

    /// Returns the values of a pair of states; `q` is a place in the group.
    fn opening(&self, p: usize, q: usize, attacks: &BTreeMap<usize, Vec<Attacks<W>>>) -> Vec<Opening<W>> {
        let mut best: Vec<Option<Opening<W>>> = vec![None; self.ground.bands.len()];
        for declared in &self.first[p].declarations {
            let options = |p: &usize| {
                let Attacks { unattacked, attacks } = &attacks[p][q];
                let is_declared =
                    |attack: &&Attack<W>| attack.chart == declared.chart && declared.bands >> attack.from & 1 == 1;
                Options { unattacked, attacks: attacks.iter().filter(is_declared).collect() }
            };
            let repaired = &self.first[declared.left].repaired;
            let options: Vec<Vec<Options<'_, W>>> =
                repaired.iter().map(|states| states.iter().map(options).collect()).collect();
            self.ground.take_better(&mut best, declared, &options);
        }
        best.into_iter().flatten().collect()
    }
}

/// Returns the states of a side by the largest state that repair makes of them.
fn groups(states: &[SideState]) -> BTreeMap<usize, Vec<usize>> {
    let repaired =
        |state: &SideState| state.repaired.last().and_then(|last| last.first()).map_or(0, |q| states[*q].size);
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    states.iter().enumerate().for_each(|(number, state)| found.entry(repaired(state)).or_default().push(number));
    found
}

impl Solution {
    /// Solves all pairs of states, group by group; with a limit of rounds, round by round.
    pub(super) fn sweep(&mut self, workers: &dyn Workers) {
        let sides = if self.mirrored { 0..1 } else { 0..2 };
        let [first, second] = [0, 1].map(|side| match self.setting.rounds {
            Some(_) => BTreeMap::from([(0, (0..self.sides[side].len()).collect())]),
            None => groups(&self.sides[side]),
        });
        let mut pairs: Vec<[usize; 2]> = first.keys().flat_map(|a| second.keys().map(move |b| [*a, *b])).collect();
        pairs.sort_by_key(|ranks| ranks[0] + ranks[1]);
        for [a, b] in pairs {
            for side in sides.clone() {
                self.settle(side, [&first[&a], &second[&b]], workers);
            }
        }
        if self.mirrored {
            for (a, b) in (0..self.sides[0].len()).flat_map(|a| (0..=a).map(move |b| (a, b))) {
                let [one, other] = [self.index([a, b]), self.index([b, a])];
                let chances = [one, other].map(|index| self.values[index].chances[0]);
                self.values[one].chances[1] = chances[1].map(|chance| 1.0 - chance);
                self.values[other].chances[1] = chances[0].map(|chance| 1.0 - chance);
            }
        }
    }

    /// Repeats sweeps over the pairs of two groups, for the side that may act first.
    fn settle(&mut self, side: usize, groups: Groups<'_>, workers: &dyn Workers) {
        if let Some(rounds) = self.setting.rounds {
            for _ in 1..rounds {
                let values = self.swept(side, groups, workers);
                self.put(side, groups, &values);
            }
            return;
        }
        // The chances hardly depend on the side that may act first.
        let values = pairs_of(groups).flat_map(|pair| self.values[self.index(pair)].chances[0]).collect();
        let values = settle(values, SETTLED, |values| {
            self.put(side, groups, values);
            self.swept(side, groups, workers)
        });
        self.put(side, groups, &values);
    }

    fn put(&mut self, side: usize, groups: Groups<'_>, values: &[f64]) {
        for (pair, values) in pairs_of(groups).zip(values.chunks(MAX_BANDS)) {
            let index = self.index(pair);
            self.values[index].chances[side] = of_bands(values);
        }
    }

    /// Returns the chances after one more round, by pair of states and band.
    fn swept(&self, side: usize, groups: Groups<'_>, workers: &dyn Workers) -> Vec<f64> {
        let chance = |after: [usize; 2], band: usize| self.values[self.index(after)].chances[side][band];
        let by_acting = [0, 1].map(|acting| match self.setting.ruled {
            None => {
                self.acted((acting, groups, workers), chance, |value| (value, if side == 0 { value } else { -value }))
            }
            Some((ruled, rule)) if ruled == acting => {
                self.ruled::<true>(side, (acting, groups, workers), (ruled, rule))
            }
            Some((ruled, rule)) => self.ruled::<false>(side, (acting, groups, workers), (ruled, rule)),
        });
        let best = |(pair, before): (usize, [usize; 2])| {
            let mut values = self.values[self.index(before)].chances[side];
            let [acts, passes] = [&by_acting[side][pair], &by_acting[1 - side][pair]];
            for (value, (acts, passes)) in values.iter_mut().zip(acts.iter().zip(passes)) {
                *value = if passes.1 > acts.1 + PRECISION { passes.0 } else { acts.0 };
            }
            values
        };
        pairs_of(groups).enumerate().flat_map(best).collect()
    }

    /// Returns the values of the round if one side follows a rule; `FIRST` is true if that side acts first.
    fn ruled<const FIRST: bool>(
        &self,
        side: usize,
        of: (usize, Groups<'_>, &dyn Workers),
        (ruled, rule): (usize, Rule),
    ) -> Vec<Vec<(f64, f64)>> {
        let next = |after: [usize; 2], band: usize| Ruled::<FIRST> {
            value: self.values[self.index(after)].chances[side][band],
            key: self.key(rule, ruled, after, band),
        };
        self.acted(of, next, |found| judged(side, ruled, (found.value, found.key)))
    }

    /// Returns the values of a round in which a side acts first, each with its judgment by the side that may act first.
    fn acted<W: Worth + Send + Sync>(
        &self,
        (acting, groups, workers): (usize, Groups<'_>, &dyn Workers),
        next: impl Fn([usize; 2], usize) -> W + Sync,
        judged: impl Fn(W) -> (f64, f64),
    ) -> Vec<Vec<(f64, f64)>> {
        let is_turned = acting == 1;
        let turn = move |value: W| if is_turned { value.turned() } else { value };
        let next = |p: usize, q: usize, band: usize| turn(next(if is_turned { [q, p] } else { [p, q] }, band));
        let (first, second) = (&self.sides[acting], &self.sides[1 - acting]);
        let sweep = Sweep { ground: &self.ground, first, second, groups: [groups[acting], groups[1 - acting]], next };
        let openings = sweep.openings(workers);
        let [rows, columns] = groups.map(<[usize]>::len);
        let place = |pair: usize| if is_turned { pair % columns * rows + pair / columns } else { pair };
        let values = |pair: usize| openings[place(pair)].iter().map(|(value, _)| judged(turn(*value))).collect();
        (0..rows * columns).map(values).collect()
    }
}

/// Returns the pairs of states of two groups.
fn pairs_of(groups: Groups<'_>) -> impl Iterator<Item = [usize; 2]> {
    groups[0].iter().flat_map(move |a| groups[1].iter().map(move |b| [*a, *b]))
}
