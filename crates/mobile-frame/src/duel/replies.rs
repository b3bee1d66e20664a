//! The end of a round: the last turn of the second side, from the values of the states after the round.

use super::bands::{MAX_BANDS, bands_of};
use super::hands::{Frontier, Hand, NEVER};
use super::round::{DamageOutcome, Round};
use super::{sides::Declaration, worth::Worth};

/// Defenses that are computed side by side.
pub(super) const LANES: usize = 8;

/// Values by defense of the side that acts first.
pub(super) type Row<W> = [W; LANES];

/// Values after the round by band, for the pair of states that the round starts from.
pub(super) type Own<W> = [W; MAX_BANDS];

/// Values of the rolls of the second side: `replies[moved][band][frontier]`, with the cover of the first side kept or
/// left behind. The second list is empty if the first side has no cover.
pub(super) type Replies<W> = [Vec<Vec<Row<W>>>; 2];

/// A state of the second side after its repairs, with the values of attacks by damage dice after a move to each band.
type Approach<W> = (usize, Vec<(usize, Vec<W>)>);

/// Returns the values by frontier of a first side that has kept its cover or left it behind.
#[inline]
pub(super) fn at<W>(replies: &Replies<W>, is_moved: bool, band: usize) -> &[Row<W>] {
    &replies[usize::from(is_moved && !replies[1].is_empty())][band]
}

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Returns the values of all rolls of the second side in state `q`, before it moves and attacks.
    pub(super) fn replies(&self, [p, q]: [usize; 2], answer: &Declaration, lanes: &[u8], own: &Own<W>) -> Replies<W> {
        let hand = self.ground.hands.get(answer.hand);
        let most = hand.attacks.last().copied().unwrap_or(0);
        let classes = self.ground.bands.classes();
        let from = |p: usize| {
            let repaired = &self.second[q].repaired;
            let approaches = |q: &usize| {
                let strikes = |at: usize| self.strikes([p, self.second[*q].moved], (at, 0), answer.chart, most, own);
                (*q, bands_of(answer.bands).map(|at| (at, strikes(at))).collect())
            };
            let by_repairs: Vec<Vec<Approach<W>>> =
                repaired.iter().map(|states| states.iter().map(approaches).collect()).collect();
            let value = |band: usize| {
                self.answers(hand, lanes, |of_use| {
                    let mut least = vec![W::UNBEATEN; usize::from(most) + 1];
                    for approach in by_repairs.get(of_use / classes).into_iter().flatten() {
                        let values = self.by_dice(p, (band, of_use % classes), approach, answer.chart, own);
                        least.iter_mut().zip(values).for_each(|(least, value)| least.worsen(value));
                    }
                    least
                })
            };
            (0..self.ground.bands.len()).map(value).collect()
        };
        let moved = self.first[p].moved;
        [from(p), if moved == p { Vec::new() } else { from(moved) }]
    }

    /// Returns the value of each frontier of the second side, which moves and attacks last; `by_dice` has the values by
    /// number of damage dice for a use.
    fn answers(&self, hand: &Hand, lanes: &[u8], by_dice: impl Fn(usize) -> Vec<W>) -> Vec<Row<W>> {
        let defense = |lane: usize| lanes.get(lane).copied().unwrap_or(0);
        let rows = |of_use: usize| -> Vec<Row<W>> {
            let by_dice = by_dice(of_use);
            let mut rows = vec![[W::UNBEATEN; LANES]; by_dice.len()];
            for (attack, row) in rows.iter_mut().enumerate() {
                for (lane, value) in row.iter_mut().enumerate() {
                    *value = by_dice[attack.saturating_sub(defense(lane).into())];
                }
            }
            rows
        };
        let table: Vec<Vec<Row<W>>> =
            (0..hand.uses()).map(|of_use| if hand.allows(of_use) { rows(of_use) } else { vec![] }).collect();
        let value = |frontier: &Frontier| {
            let mut least = [W::UNBEATEN; LANES];
            for (of_use, attack) in frontier.iter().enumerate().filter(|(_, attack)| **attack != NEVER) {
                worsen(&mut least, &table[of_use][usize::from(*attack)]);
            }
            least
        };
        hand.frontiers.iter().map(value).collect()
    }

    /// Returns the value of the best use of a class of movement and of an attack with 0, 1, … damage dice.
    fn by_dice(
        &self,
        p: usize,
        (band, class): (usize, usize),
        (q, approach): &Approach<W>,
        chart: usize,
        own: &Own<W>,
    ) -> Vec<W> {
        let without = self.move_on([p, *q], band, class, own);
        let most = approach.first().map_or(0, |(_, strikes)| strikes.len() - 1);
        let mut values = vec![without; most + 1];
        for (at, strikes) in approach {
            if *at == band {
                let strikes = self.strikes([p, *q], (band, class), chart, most as u8, own);
                values.iter_mut().zip(&strikes).for_each(|(value, strike)| value.worsen(*strike));
            } else if self.ground.bands.reaches(class, band, *at) {
                values.iter_mut().zip(strikes).for_each(|(value, strike)| value.worsen(*strike));
            }
        }
        values
    }

    /// Returns the values of attacks of the second side that roll 0, 1, … damage dice and move after it.
    fn strikes(
        &self,
        [p, q]: [usize; 2],
        (band, class): (usize, usize),
        chart: usize,
        most: u8,
        own: &Own<W>,
    ) -> Vec<W> {
        let state = &self.first[p];
        let best = |lost: &Vec<usize>| {
            let mut best = W::WORST;
            lost.iter().for_each(|p| best.improve(self.move_on([*p, q], band, class, own)));
            best
        };
        let by_damage: Vec<Vec<W>> =
            state.worn.iter().map(|worn| self.first[*worn].lost.iter().map(best).collect()).collect();
        let value = |outcomes: &Vec<DamageOutcome>| {
            let mut sum = W::NONE;
            for (chance, on_cover, damage) in outcomes {
                sum.add(*chance, by_damage[*on_cover].get(*damage).copied().unwrap_or(W::LOST));
            }
            sum
        };
        self.ground.damage[chart][state.shelter][..=usize::from(most)].iter().map(value).collect()
    }

    /// Returns the value of the last move of the round, by the second side.
    #[inline]
    fn move_on(&self, [p, q]: [usize; 2], band: usize, class: usize, own: &Own<W>) -> W {
        let mut least = W::UNBEATEN;
        for to in self.ground.bands.reach(class, band) {
            let q = if to == band { q } else { self.second[q].moved };
            least.worsen(if [p, q] == self.pair { own[to] } else { (self.next)(p, q, to) });
        }
        least
    }
}

#[inline(always)]
pub(super) fn add<W: Worth, const N: usize>(sum: &mut [W; N], chance: f64, row: &[W; N]) {
    sum.iter_mut().zip(row).for_each(|(sum, value)| sum.add(chance, *value));
}

#[inline(always)]
pub(super) fn improve<W: Worth, const N: usize>(best: &mut [W; N], row: &[W; N]) {
    best.iter_mut().zip(row).for_each(|(best, value)| best.improve(*value));
}

#[inline(always)]
pub(super) fn worsen<W: Worth, const N: usize>(least: &mut [W; N], row: &[W; N]) {
    least.iter_mut().zip(row).for_each(|(least, value)| least.worsen(*value));
}
