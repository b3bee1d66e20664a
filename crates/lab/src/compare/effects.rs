//! Effects of a change of the rules: on numbers of games, on exact numbers, and on skill gaps.
//!
//! Each effect on a number of games has an interval and a verdict: the number moved, stayed within the margin, or is
//! undecided. The skill gap between two rungs is the share of points that the higher takes from the lower under each
//! ruleset; its effect is the change of this share.

use super::arms::{Arms, winners};
use super::{ratings::Lead, tables::moved};
use crate::study::{Exact, Grouped, Looks, MetricUnit, Quantity, Winner, enough_at, enough_within, metric_moments};
use hitchart_config::{InputError, named, rules::RulesText, words::ROUNDING};
use hitchart_stats::{Bounds, Estimate, Moments, benjamini_hochberg, benjamini_hochberg_limits, holm, holm_limits};
use std::{collections::HashMap, sync::OnceLock};

// Effects on numbers of games.

/// Error rate of calling a change that does not exist, over all numbers with a margin of a comparison, and over all
/// others.
pub(crate) const ALPHA: f64 = 0.05;

named! {
    /// Verdict on an effect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EffectVerdict {
        /// The effect is not zero.
        Moved = "moved",
        /// The effect is within the margin on both sides (D. J. Schuirmann, 1987, J. Pharmacokinet. Biopharm. 15, 657-680).
        Same = "same",
        /// The games show neither.
        Undecided = "undecided",
    }
}

/// The effect of a change on one number.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Number that is compared: its metric, owner and unit.
    pub quantity: Quantity,
    /// Other owners that have the same number in every group.
    pub also: Vec<String>,
    /// Means under the first ruleset and under the second.
    pub means: [f64; 2],
    /// The second mean less the first; the interval holds whenever the games end.
    pub estimate: Estimate,
    /// p-value of no effect, over all looks.
    pub p: f64,
    /// p-value after correction for all numbers of the same family.
    pub p_adjusted: f64,
    /// Uncorrected p-value at which the number would count as moved, if the order of the p-values stays.
    pub p_limit: f64,
    /// Largest effect to ignore. `None` if none was set.
    pub margin: Option<f64>,
    /// Verdict by the corrected p-value and the margin.
    pub verdict: EffectVerdict,
    /// For the best rating under the changed ruleset: its lead over the next.
    pub lead: Option<Lead>,
    /// True if the interval at the level of a two-sided test lies within the margin.
    within: bool,
}

/// Returns the effects on all numbers of some games, uncorrected. Numbers that are the same in every group are reported
/// once, for example the wins of a company and of its only tactical position. `look` is the last look taken; `margin`
/// returns the largest change of a quantity to ignore.
pub(super) fn effects(
    games: &Grouped,
    arms: &Arms,
    (looks, look): (&Looks, usize),
    margin: impl Fn(&Quantity) -> Option<f64>,
) -> Vec<Effect> {
    let effect = |(i, quantity): (usize, &Quantity)| {
        let change = change_of(&games.quantities, games.size, arms, i)?;
        let played = (arms.groups * games.size, &[(looks, look)][..]);
        Some((i, Effect::of(quantity.clone(), &change, played, margin(quantity))))
    };
    let all = games.quantities.iter().enumerate().filter_map(effect);
    let mut told: Vec<(usize, Effect)> = Vec::new();
    for (i, effect) in all {
        let alike = |(other, known): &&mut (usize, Effect)| {
            known.quantity.metric == effect.quantity.metric && arms.are_alike(*other, i)
        };
        match told.iter_mut().find(alike) {
            Some((_, known)) => known.also.push(effect.quantity.of),
            None => told.push((i, effect)),
        }
    }
    told.into_iter().map(|(_, effect)| effect).collect()
}

/// The looks of some games, and the last look taken.
pub(super) type LooksTaken<'a> = (&'a Looks, usize);

/// Returns the level of an interval that misses with a probability of `alpha` over all looks; the strictest of several.
pub(super) fn level(taken: &[LooksTaken<'_>], alpha: f64) -> f64 {
    taken.iter().map(|(looks, look)| looks.level(*look, alpha)).fold(1.0 - alpha, f64::max)
}

/// The change of a number.
#[derive(Clone, Copy, Debug)]
pub struct NumberChange {
    /// Means under the first ruleset and under the second.
    pub means: [f64; 2],
    /// Moments of the second less the first; groups of games are the observations.
    pub moments: Moments,
    /// Bounds of the change.
    pub bounds: Bounds,
}

/// Returns the change of one number of games, with `size` games per group. `None` for a share of nothing.
pub(crate) fn change_of(quantities: &[Quantity], size: u64, arms: &Arms, i: usize) -> Option<NumberChange> {
    let (quantity, played) = (&quantities[i], (arms.groups * size) as f64);
    let Some(under) = quantity.under else {
        let means = [0, 1].map(|arm: usize| arms.sums[arm].total[i] as f64 / played);
        let bounds = quantity.bounds_of_change(arms.size_of(i, size));
        return Some(NumberChange {
            means,
            moments: metric_moments(&arms.differences, i, arms.observations(size)),
            bounds,
        });
    };
    let place = quantities[..i].iter().filter(|quantity| quantity.under.is_some()).count();
    let means = [0, 1].map(|arm: usize| arms.sums[arm].total[i] as f64 / arms.sums[arm].total[under] as f64);
    let (moments, step) = arms.change_of_share(place, i, under)?;
    Some(NumberChange { means, moments, bounds: quantity.bounds_of_change(step) })
}

/// Returns the changes of all numbers, as [`change_of`].
pub(crate) fn changes_of(quantities: &[Quantity], size: u64, arms: &Arms) -> Vec<Option<NumberChange>> {
    (0..quantities.len()).map(|i| change_of(quantities, size, arms, i)).collect()
}

/// Corrects p-values for their number, and sets the verdicts. Numbers with a margin are a family corrected by Holm, so
/// that chance calls none of them; all others are corrected by Benjamini and Hochberg.
pub(super) fn judge(effects: &mut [&mut Effect]) {
    for matters in [true, false] {
        let mut family: Vec<&mut &mut Effect> =
            effects.iter_mut().filter(|effect| effect.margin.is_some() == matters).collect();
        let p: Vec<f64> = family.iter().map(|effect| effect.p).collect();
        let (adjusted, limits) = match matters {
            true => (holm(&p), holm_limits(&p, ALPHA)),
            false => (benjamini_hochberg(&p), benjamini_hochberg_limits(&p, ALPHA)),
        };
        for ((effect, p_adjusted), limit) in family.iter_mut().zip(adjusted).zip(limits) {
            (effect.p_adjusted, effect.p_limit) = (p_adjusted, limit);
            effect.verdict = match (p_adjusted <= ALPHA, effect.within) {
                (_, true) => EffectVerdict::Same,
                (true, false) => EffectVerdict::Moved,
                (false, false) => EffectVerdict::Undecided,
            };
        }
    }
}

impl Effect {
    /// Creates the effect of a change in `n` games under each ruleset, without a verdict. `taken` has the looks so far;
    /// the strictest of several applies.
    pub fn of(
        quantity: Quantity,
        change: &NumberChange,
        (n, taken): (u64, &[LooksTaken<'_>]),
        margin: Option<f64>,
    ) -> Effect {
        let NumberChange { means, moments, bounds } = change;
        let (low, high) = moments.interval(bounds, level(taken, 2.0 * ALPHA));
        let once = moments.p_value(bounds, 0.0);
        let p = taken.iter().map(|(looks, look)| looks.p_value(*look, once)).fold(once, f64::max);
        Effect {
            quantity,
            also: Vec::new(),
            means: *means,
            estimate: Estimate { n, ..Estimate::of(moments, bounds, level(taken, ALPHA)) },
            p,
            p_adjusted: p,
            p_limit: ALPHA,
            margin,
            verdict: EffectVerdict::Undecided,
            lead: None,
            within: margin.is_some_and(|margin| -margin < low && high < margin),
        }
    }

    /// Returns the owner and, after it, the other owners of the same number; empty for the whole game.
    pub fn whose(&self) -> String {
        match (self.quantity.of.as_str(), self.also.join(", ")) {
            (owner, also) if also.is_empty() => owner.to_owned(),
            ("", also) => format!("the game (also {also})"),
            (owner, also) => format!("{owner} (also {also})"),
        }
    }

    /// Returns true if the number moved, and the half-width of the interval exceeds `precision` as a fraction of the
    /// effect.
    pub fn is_vague(&self, precision: f64) -> bool {
        let half_width = (self.estimate.interval.1 - self.estimate.interval.0) / 2.0;
        self.verdict == EffectVerdict::Moved && half_width > precision * self.estimate.point.abs()
    }

    /// Returns the total games needed for a verdict, assuming that the current effect is true: a significant effect or
    /// an effect within the margin, whichever needs fewer games. `None` if there is a verdict, or the effect lies at
    /// the margin.
    pub fn enough(&self) -> Option<u64> {
        if self.verdict != EffectVerdict::Undecided {
            return None;
        }
        let moved = enough_at(self.estimate.n, &self.estimate, 0.0, 1.0 - self.p_limit);
        let same = self.margin.and_then(|margin| enough_within(self.estimate.n, &self.estimate, margin));
        moved.into_iter().chain(same).min()
    }
}

// Effects on exact numbers.

/// Function that computes the exact numbers of a ruleset.
type Tell = fn(&RulesText) -> Result<Vec<Exact>, InputError>;

/// Exact numbers of rulesets; computed on first use, and once.
#[derive(Debug)]
pub struct Known {
    rules: Vec<RulesText>,
    tell: Tell,
    base: OnceLock<Vec<Exact>>,
    changes: OnceLock<Vec<ChangedNumber>>,
}

impl Known {
    /// Creates the numbers of these rulesets; all others are compared with the first.
    pub fn of(rules: Vec<RulesText>, tell: Tell) -> Known {
        Known { rules, tell, base: OnceLock::new(), changes: OnceLock::new() }
    }

    /// Returns true if the rulesets have no exact numbers.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the numbers that differ, ruleset by ruleset.
    pub fn changes(&self) -> &[ChangedNumber] {
        self.changes.get_or_init(|| {
            // Changes of the ground alone have the first ruleset.
            let others = self.rules.iter().enumerate().filter(|(_, rules)| **rules != self.rules[0]);
            let of = |(changed, rules)| changes(changed, self.base(), &(self.tell)(rules).unwrap_or_default());
            others.flat_map(of).collect()
        })
    }

    /// Returns all numbers of the first ruleset.
    pub fn base(&self) -> &[Exact] {
        let tell = || self.rules.first().and_then(|rules| (self.tell)(rules).ok()).unwrap_or_default();
        self.base.get_or_init(tell)
    }
}

/// A number that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedNumber {
    /// Index of the other ruleset among all.
    pub changed: usize,
    /// Measure, such as the mean damage of an attack.
    pub measure: &'static str,
    /// Item that is measured, such as a loadout.
    pub item: String,
    /// Values under the first ruleset and under the other. `None` if the ruleset has no such number.
    pub values: [Option<f64>; 2],
}

/// Size below which rounding errors do not fall with a number: a small chance may be the difference of large ones.
const SMALL: f64 = 1e-3;

/// Returns true if two numbers differ by more than rounding, or only one is there.
fn differ(values: [Option<f64>; 2]) -> bool {
    match values {
        [Some(before), Some(after)] => (before - after).abs() > ROUNDING * before.abs().max(after.abs()).max(SMALL),
        [before, after] => before != after,
    }
}

/// Returns the numbers that differ, the largest change first, and last those that only one ruleset has.
fn changes(changed: usize, first: &[Exact], second: &[Exact]) -> Vec<ChangedNumber> {
    let by_name = |all: &[Exact]| -> HashMap<(&'static str, String), f64> {
        all.iter().map(|exact| ((exact.measure, exact.item.clone()), exact.value)).collect()
    };
    let (before, after) = (by_name(first), by_name(second));
    let key = |exact: &Exact| (exact.measure, exact.item.clone());
    let told = first.iter().chain(second.iter().filter(|exact| !before.contains_key(&key(exact))));
    let differing = told.filter_map(|exact| {
        let values = [before.get(&key(exact)).copied(), after.get(&key(exact)).copied()];
        let (measure, item) = key(exact);
        differ(values).then_some(ChangedNumber { changed, measure, item, values })
    });
    let mut all: Vec<ChangedNumber> = differing.collect();
    let of_both = |change: &ChangedNumber| change.values.iter().all(Option::is_some);
    all.sort_by(|a, b| of_both(b).cmp(&of_both(a)).then(moved(b.values).total_cmp(&moved(a.values))));
    all
}

// The skill gap between two rungs.

/// Name of the number.
pub(super) const SKILL_GAP: &str = "skill_gap";

/// Returns true if games are of two policies that swap seats, and so have a skill gap.
pub fn has_gap(games: &Grouped) -> bool {
    places(games).is_some()
}

/// Returns the skill gap as a quantity of effects.
pub(super) fn gap_quantity() -> Quantity {
    Quantity {
        metric: SKILL_GAP.to_owned(),
        of: String::new(),
        unit: MetricUnit::Share,
        under: None,
        title: "Skill gap",
        how: "share of points that the higher rung takes from the lower, a tie being half a point, seats swapped",
        winner: None,
    }
}

/// Returns the indices of both policies among the winners. `None` unless there are exactly two.
fn places(games: &Grouped) -> Option<[usize; 2]> {
    let of_policy = |i: &usize| matches!(games.quantities[*i].winner, Some(Winner::Policy(_)));
    let places: Vec<usize> =
        winners(&games.quantities).enumerate().filter(|(_, i)| of_policy(i)).map(|(place, _)| place).collect();
    places.try_into().ok()
}

/// Returns the change of the share of points that the first policy takes from the second. `None` if two policies did
/// not meet.
pub(super) fn gap_effect(games: &Grouped, arms: &Arms, taken: LooksTaken<'_>, margin: Option<f64>) -> Option<Effect> {
    let [higher, lower] = places(games)?;
    let size = games.size as f64;
    let points = |wins: &[u32]| (size + f64::from(wins[higher]) - f64::from(wins[lower])) / (2.0 * size);
    let outcomes: Vec<([f64; 2], u64)> =
        arms.outcomes().map(|(wins, groups)| (wins.each_ref().map(|wins| points(wins)), groups)).collect();
    let mean = |arm: usize| {
        let sum: f64 = outcomes.iter().map(|(points, groups)| points[arm] * *groups as f64).sum();
        sum / arms.groups as f64
    };
    let moments = Moments::of_counts(outcomes.iter().map(|([first, second], groups)| (second - first, *groups)));
    let change = NumberChange { means: [mean(0), mean(1)], moments, bounds: Bounds::DIFFERENCE_OF_SHARES };
    Some(Effect::of(gap_quantity(), &change, (arms.groups * games.size, &[taken]), margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_the_most_moved_first_and_single_numbers_last() {
        let exact = |item: &str, value| Exact { measure: "damage", item: item.into(), value };
        let first = [exact("a", 1.0), exact("b", 2.0), exact("c", 0.0)];
        let second = [exact("a", 1.0), exact("b", 2.5), exact("c", 0.1), exact("d", 1.0)];
        let all = changes(1, &first, &second);
        let items: Vec<&str> = all.iter().map(|change| change.item.as_str()).collect();
        assert_eq!(items, ["c", "b", "d"]);
        assert_eq!(all[1].values, [Some(2.0), Some(2.5)]);
        assert!(changes(1, &first, &first).is_empty());
    }

    #[test]
    fn rounding_is_no_difference() {
        for (values, differs) in [
            ([0.24599729938271603, 0.24599729938271608], false),
            ([1e-13, 2e-13], false),
            ([2.0, 2.000001], true),
            ([1e-6, 2e-6], true),
        ] {
            assert_eq!(differ(values.map(Some)), differs, "{values:?}");
        }
        assert!(differ([Some(1.0), None]) && !differ([None, None]));
    }
}
