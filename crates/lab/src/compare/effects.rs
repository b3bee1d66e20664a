//! What a change of the rules does to each number: the effect with its interval, and whether it moved, stayed within what
//! matters, or is open.

use super::arms::Arms;
use super::ratings::Lead;
use hitchart_stats::{Bounds, Estimate, Moments, benjamini_hochberg, holm};
use crate::study::{Grouped, Looks, Quantity, enough, metric_moments};

/// Chance of calling a change that is none, over all numbers that matter of a comparison, and over all others.
pub const ALPHA: f64 = 0.05;

/// What is said of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not zero.
    Moved,
    /// It is within the margin on both sides (D. J. Schuirmann, 1987, J. Pharmacokinet. Biopharm. 15, 657-680).
    Same,
    Undecided,
}

impl Verdict {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Moved => "moved",
            Verdict::Same => "same",
            Verdict::Undecided => "undecided",
        }
    }
}

/// The effect of a change on one number.
#[derive(Clone, Debug)]
pub struct Effect {
    pub quantity: Quantity,
    /// Who else it is of: whoever has the same number in every group.
    pub also: Vec<String>,
    /// By the first ruleset, and by the second.
    pub means: [f64; 2],
    /// The second less the first; its interval holds whenever the games end.
    pub estimate: Estimate,
    /// Of there being no effect, over all looks.
    pub p: f64,
    /// After correction for all numbers of its kind.
    pub p_adjusted: f64,
    /// The greatest effect that does not matter, if it was said.
    pub margin: Option<f64>,
    pub verdict: Verdict,
    /// For the best rating by the changed ruleset: how far it is ahead of the next.
    pub lead: Option<Lead>,
    /// Whether the interval at the level of a test to both sides lies within the margin.
    within: bool,
}

/// The effects on all numbers of some games, before they are corrected for their number; those that are the same in every
/// group, as the wins of a company and of the one tactical position that it has, are one. `look` is the last of the looks that
/// was taken, `margin` says what does not matter.
pub fn effects(
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

/// The last look that was taken, of these.
pub type Taken<'a> = (&'a Looks, usize);

/// Returns the level of an interval that misses with a chance of `alpha` over all looks; of several looks the strictest.
pub fn level(taken: &[Taken<'_>], alpha: f64) -> f64 {
    taken.iter().map(|(looks, look)| looks.level(*look, alpha)).fold(1.0 - alpha, f64::max)
}

/// The change of a number.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// By the first ruleset, and by the second.
    pub means: [f64; 2],
    /// Of the second less the first, groups of games being the observations.
    pub moments: Moments,
    /// What it can be.
    pub bounds: Bounds,
}

/// The change of one of the numbers of games in groups of a size; none of a share of nothing.
pub fn change_of(quantities: &[Quantity], size: u64, arms: &Arms, i: usize) -> Option<Change> {
    let (quantity, played) = (&quantities[i], (arms.groups * size) as f64);
    let Some(under) = quantity.under else {
        let means = [0, 1].map(|arm: usize| arms.sums[arm].total[i] as f64 / played);
        let bounds = quantity.bounds_of_change(arms.size_of(i, size));
        return Some(Change { means, moments: metric_moments(&arms.differences, i, arms.observations(size)), bounds });
    };
    let place = quantities[..i].iter().filter(|quantity| quantity.under.is_some()).count();
    let means = [0, 1].map(|arm: usize| arms.sums[arm].total[i] as f64 / arms.sums[arm].total[under] as f64);
    let (moments, step) = arms.change_of_share(place, i, under)?;
    Some(Change { means, moments, bounds: quantity.bounds_of_change(step) })
}

/// The changes of all numbers, as [`change_of`].
pub fn changes_of(quantities: &[Quantity], size: u64, arms: &Arms) -> Vec<Option<Change>> {
    (0..quantities.len()).map(|i| change_of(quantities, size, arms, i)).collect()
}

/// Corrects p-values for their number, and says what each effect comes to: those with a margin as a family of their own, by
/// Holm, so that none of them is called by chance; all others by Benjamini and Hochberg.
pub fn judge(effects: &mut [&mut Effect]) {
    for matters in [true, false] {
        let mut family: Vec<&mut &mut Effect> =
            effects.iter_mut().filter(|effect| effect.margin.is_some() == matters).collect();
        let p: Vec<f64> = family.iter().map(|effect| effect.p).collect();
        let adjusted = if matters { holm(&p) } else { benjamini_hochberg(&p) };
        for (effect, p_adjusted) in family.iter_mut().zip(adjusted) {
            effect.p_adjusted = p_adjusted;
            effect.verdict = match (p_adjusted <= ALPHA, effect.within) {
                (_, true) => Verdict::Same,
                (true, false) => Verdict::Moved,
                (false, false) => Verdict::Undecided,
            };
        }
    }
}

impl Effect {
    /// The effect of a change of a number in `n` games by each ruleset, before it is judged. It was looked at as often as
    /// `taken` says, the last of some looks each; of several the strictest counts.
    pub fn of(quantity: Quantity, change: &Change, (n, taken): (u64, &[Taken<'_>]), margin: Option<f64>) -> Effect {
        let Change { means, moments, bounds } = change;
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
            margin,
            verdict: Verdict::Undecided,
            lead: None,
            within: margin.is_some_and(|margin| -margin < low && high < margin),
        }
    }

    /// Whose it is, all of them.
    pub fn whose(&self) -> String {
        [&self.quantity.of].into_iter().chain(&self.also).map(String::as_str).collect::<Vec<_>>().join(" = ")
    }

    /// True if it moved and its interval reaches further to each side than so much of the effect.
    pub fn is_vague(&self, precision: f64) -> bool {
        let half_width = (self.estimate.interval.1 - self.estimate.interval.0) / 2.0;
        self.verdict == Verdict::Moved && half_width > precision * self.estimate.point.abs()
    }

    /// Games in all that would decide it if the effect is what it seems: enough to tell it from nothing, or to hold it
    /// within the margin, whichever takes fewer; none where it seems to be at the margin.
    pub fn enough(&self) -> Option<u64> {
        if self.verdict != Verdict::Undecided {
            return None;
        }
        let half_width = (self.estimate.interval.1 - self.estimate.interval.0) / 2.0;
        let effect = self.estimate.point.abs();
        let room = self.margin.map_or(0.0, |margin| margin - effect);
        let needed = effect.max(room);
        enough((self.estimate.n, half_width), needed)
    }
}
