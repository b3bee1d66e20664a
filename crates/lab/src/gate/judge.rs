//! Tests for drift: a sequential test of each number against its margin, with error control over all numbers and looks.
//!
//! A number *passes* if its change lies within the margin by two one-sided tests (D. J. Schuirmann, 1987, J.
//! Pharmacokinet. Biopharm. 15, 657-680). It has *drifted* if the change lies beyond, by a test of the hypothesis that
//! it lies within (J. L. Hodges and E. L. Lehmann, 1954, J. R. Stat. Soc. B 16, 261-268). The p-value of that test is
//! the sum of both tails at the margin.
//!
//! The p-value of each look is converted to one over all looks, so that a number's smallest is a p-value whenever the
//! games end. Drift is corrected for the number of numbers by Holm. A check passes only if every number passes, so each
//! may be tested at the whole level (R. L. Berger, 1982, Technometrics 24, 295-300).

use crate::compare::{Arms, Change, changes_of};
use crate::study::{Looks, Quantity, enough};
use hitchart_stats::{Estimate, holm};

/// Error rate of a check: of reporting drift if no number drifted, and of passing if one did.
pub const ALPHA: f64 = 0.05;

/// Verdict of a check, a layer or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    Inconclusive,
    Drift,
}

impl Verdict {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Inconclusive => "inconclusive",
            Verdict::Drift => "drift",
        }
    }

    /// Combines verdicts: drift if any drifted, else inconclusive if any is, else pass.
    pub fn of(all: impl IntoIterator<Item = Verdict>) -> Verdict {
        let rank = |verdict: &Verdict| *verdict as u8;
        all.into_iter().max_by_key(rank).unwrap_or(Verdict::Pass)
    }
}

/// Games of a study, at the looks so far.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    pub study: &'a str,
    pub quantities: &'a [Quantity],
    /// Margin of each quantity. `None` if it is not tested.
    pub margins: &'a [Option<f64>],
    /// Games per group.
    pub size: u64,
    pub looks: Looks,
    /// All groups up to the end of each look that was taken.
    pub arms: Vec<Arms>,
    /// True if every group of games ended as in the baseline.
    pub is_same: bool,
}

/// Result of a number.
#[derive(Clone, Debug)]
pub struct Standing {
    pub study: String,
    pub quantity: Quantity,
    pub margin: f64,
    /// Means in the baseline and now, over the games that decided the number, or all games.
    pub means: [Option<f64>; 2],
    /// Change from the baseline, with an interval that holds over all looks. `None` for a share of nothing.
    pub estimate: Option<Estimate>,
    /// p-value of a change within the margin, corrected for the number of numbers.
    pub p_drift: f64,
    /// p-value of a change at the margin or beyond.
    pub p_pass: f64,
    pub verdict: Verdict,
}

/// Judges all numbers of all studies after the looks so far.
pub fn judge(studies: &[Judged<'_>]) -> Vec<Standing> {
    let tested = |study: usize| {
        let margins = studies[study].margins.iter().enumerate();
        margins.filter_map(move |(i, margin)| Some((study, i, (*margin)?)))
    };
    let places: Vec<(usize, usize, f64)> = (0..studies.len()).flat_map(tested).collect();
    let mut standings: Vec<Standing> =
        places.iter().map(|(study, i, margin)| Standing::new(&studies[*study], *i, *margin)).collect();
    let most = studies.iter().map(|study| study.arms.len()).max().unwrap_or(0);
    let mut least = vec![1.0; places.len()];
    for look in 0..most {
        let changes: Vec<Vec<Option<Change>>> = studies.iter().map(|study| study.changes(look)).collect();
        for ((standing, least), (study, i, _)) in standings.iter_mut().zip(&mut least).zip(&places) {
            if standing.verdict == Verdict::Inconclusive && look < studies[*study].arms.len() {
                standing.look(&studies[*study], look, *i, changes[*study][*i], least);
            }
        }
        for (standing, p_drift) in standings.iter_mut().zip(holm(&least)) {
            standing.p_drift = p_drift;
            if standing.verdict == Verdict::Inconclusive && p_drift <= ALPHA {
                standing.verdict = Verdict::Drift;
            }
        }
    }
    standings
}

impl Judged<'_> {
    fn changes(&self, look: usize) -> Vec<Option<Change>> {
        self.arms.get(look).map_or_else(Vec::new, |arms| changes_of(self.quantities, self.size, arms))
    }

    /// Returns true if a number and everything else is the same in every game of all looks, so that nothing is left to
    /// test.
    fn is_identical(&self, look: usize, i: usize) -> bool {
        let squares = |i: usize| self.arms[look].differences.squares[i];
        look + 1 == self.looks.count()
            && self.is_same
            && squares(i) == 0
            && self.quantities[i].under.is_none_or(|under| squares(under) == 0)
    }
}

impl Standing {
    fn new(study: &Judged<'_>, i: usize, margin: f64) -> Standing {
        let (study, quantity) = (study.study.to_owned(), study.quantities[i].clone());
        let (p_drift, p_pass, verdict) = (1.0, 1.0, Verdict::Inconclusive);
        Standing { study, quantity, margin, means: [None; 2], estimate: None, p_drift, p_pass, verdict }
    }

    /// Adds a look; `least` is the smallest uncorrected p-value of drift so far.
    fn look(&mut self, study: &Judged<'_>, look: usize, i: usize, change: Option<Change>, least: &mut f64) {
        if let Some(change) = change {
            let n = study.arms[look].groups * study.size;
            let estimate = Estimate::of(&change.moments, &change.bounds, study.looks.level(look, ALPHA));
            self.means = change.means.map(Some);
            self.estimate = Some(Estimate { n, ..estimate });
            let (drift, pass) = p_values(&change, self.margin);
            *least = least.min(study.looks.p_value(look, drift));
            self.p_pass = self.p_pass.min(study.looks.p_value(look, pass));
        }
        if self.p_pass <= ALPHA || study.is_identical(look, i) {
            self.verdict = Verdict::Pass;
        }
    }

    /// Returns the total games needed for 90% power, assuming that the change is true. `None` if the number is decided,
    /// or the change lies at the margin.
    pub fn enough(&self) -> Option<u64> {
        let estimate = self.estimate.as_ref().filter(|_| self.verdict == Verdict::Inconclusive)?;
        let half_width = (estimate.interval.1 - estimate.interval.0) / 2.0;
        let room = (self.margin - estimate.point.abs()).abs();
        enough((estimate.n, half_width), room)
    }
}

/// Returns the p-values of a change within a margin, and of a change at the margin or beyond.
fn p_values(change: &Change, margin: f64) -> (f64, f64) {
    let [above, below] = [margin, -margin].map(|bound| change.moments.p_value(&change.bounds, bound));
    match change.moments.mean.abs() < margin {
        true => (1.0, above.max(below) / 2.0),
        false => (f64::midpoint(above, below), 1.0),
    }
}
