//! A check: games of the baseline played again, paired with it, and tested for drift.
//!
//! The same group of games on the same dice, in the baseline and now, is one observation of the difference.
//!
//! A number *passes* if its change lies within the margin by two one-sided tests (D. J. Schuirmann, 1987, J.
//! Pharmacokinet. Biopharm. 15, 657-680). It has *drifted* if the change lies beyond, by a test of the hypothesis that
//! it lies within (J. L. Hodges and E. L. Lehmann, 1954, J. R. Stat. Soc. B 16, 261-268). The p-value of that test is
//! the sum of both tails at the margin.
//!
//! The p-value of each look is converted to one over all looks, so that a number's smallest is a p-value whenever the
//! games end. Drift is corrected for the number of numbers by Holm. A check passes only if every number passes, so each
//! may be tested at the whole level (R. L. Berger, 1982, Technometrics 24, 295-300).

use super::{baseline::RecordedStudy, outcome::Signed, record::Followed};
use crate::compare::{Arms, NumberChange, changes_of};
use crate::runner::{Counts, GroupCounter, Job, Matchup, Streams};
use crate::study::{Answer, Grouped, Looks, Quantity, Run, RunCounts, Study, enough_at, enough_within};
use hitchart_config::{InputError, named};
use hitchart_stats::{Estimate, holm, holm_limits};
use serde::{Deserialize, Serialize};
use std::{ops::Range, sync::Arc, sync::atomic::AtomicBool};

// The check as a study.

/// The games of a baseline, to be played again.
#[derive(Debug)]
pub struct CheckStudy {
    cells: Vec<Cell>,
    /// Maximum games of each study.
    most: u64,
}

#[derive(Debug)]
struct Cell {
    study: String,
    followed: Followed,
    recorded: Arc<Recorded>,
}

/// A study with its counts at the end of each look so far.
struct Looked<'a> {
    cell: &'a Cell,
    held: Vec<PairedCounts>,
}

impl CheckStudy {
    /// Creates a check of current games, in the order of the studies of a baseline. At most `most` games of each are
    /// played.
    ///
    /// # Errors
    /// Games that are not grouped or counted as in the baseline.
    pub fn new(studies: &[RecordedStudy], games: Vec<Arc<Grouped>>, most: u64) -> Result<CheckStudy, InputError> {
        let cell = |(recorded, games): (&RecordedStudy, Arc<Grouped>)| {
            let followed = Followed::as_recorded(games, recorded)?;
            let broken = || InputError::plain(format!("study `{}` of the baseline is broken", recorded.study));
            let all = recorded.values().ok_or_else(broken)?;
            let column = |quantity: &Quantity| Some(all[recorded.column(&quantity.metric, &quantity.of)?].clone());
            let values = followed.quantities.iter().map(column).collect::<Option<Vec<_>>>().ok_or_else(broken)?;
            let marks = recorded.marks().ok_or_else(broken)?;
            Ok(Cell { study: recorded.study.clone(), followed, recorded: Arc::new(Recorded { values, marks }) })
        };
        let cells = studies.iter().zip(games).map(cell).collect::<Result<_, InputError>>()?;
        Ok(CheckStudy { cells, most })
    }

    /// Returns the results of all numbers.
    pub fn standings(&self, name: &str, counted: &RunCounts) -> Vec<NumberResult> {
        judge(&self.looked(name, counted).iter().map(|looked| self.judged(looked)).collect::<Vec<_>>())
    }

    /// Returns the signature of every study.
    pub fn signature(&self, name: &str, counted: &RunCounts) -> Vec<Signed> {
        let signed = |looked: Looked<'_>| {
            let (size, last) = (looked.cell.followed.games.size, looked.held.last());
            Signed {
                study: looked.cell.study.clone(),
                groups: last.map_or(0, |held| held.arms.groups),
                recorded: looked.cell.recorded.marks.len() as u64,
                size,
                differing: last.map_or(0, |held| held.differing),
                first: last.and_then(|held| held.first).map(|group| group * size),
                lacking: looked.cell.followed.lacking.clone(),
            }
        };
        self.looked(name, counted).into_iter().map(signed).collect()
    }

    fn looked(&self, name: &str, counted: &RunCounts) -> Vec<Looked<'_>> {
        let of_cell = |cell| {
            let mut held: Vec<PairedCounts> = Vec::new();
            for mut sum in counted.by_look::<PairedCounts>(|look| occasion(name, cell, look)) {
                held.last().into_iter().for_each(|before| Counts::add(&mut sum, before));
                held.push(sum);
            }
            Looked { cell, held }
        };
        self.cells.iter().map(of_cell).collect()
    }

    fn looks(&self, cell: &Cell) -> Looks {
        Looks::at(self.most, cell.followed.games.size)
    }

    fn judged<'a>(&self, looked: &Looked<'a>) -> JudgedStudy<'a> {
        let followed = &looked.cell.followed;
        JudgedStudy {
            study: &looked.cell.study,
            quantities: &followed.quantities,
            margins: &followed.margins,
            size: followed.games.size,
            looks: self.looks(looked.cell),
            arms: looked.held.iter().map(|held| held.arms.clone()).collect(),
            is_same: looked.held.last().is_some_and(|held| held.differing == 0),
        }
    }
}

/// Returns the name of the games of a look.
fn occasion(name: &str, cell: &Cell, look: usize) -> String {
    format!("{name}/{}/{look}", cell.study)
}

impl Study for CheckStudy {
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let all = self.looked(run.name, counted);
        let standings = judge(&all.iter().map(|looked| self.judged(looked)).collect::<Vec<_>>());
        let is_open = |cell: &Cell| {
            standings.iter().any(|standing| standing.study == cell.study && standing.verdict == Verdict::Inconclusive)
        };
        // A study without a difference so far may differ in its next game, so all its games are played.
        let is_same = |looked: &Looked<'_>| looked.held.last().is_none_or(|held| held.differing == 0);
        let open = all.iter().filter(|looked| is_same(looked) || is_open(looked.cell));
        let next = open.filter_map(|looked| {
            let (cell, look) = (looked.cell, looked.held.len());
            let groups = self.looks(cell).added(look)?;
            let (followed, recorded) = (cell.followed.clone(), Arc::clone(&cell.recorded));
            // The baseline's dice: those of the study.
            let streams = Streams { name: cell.study.clone(), seed: run.seed, groups };
            Some(streams.job(occasion(run.name, cell, look), ReplayedGroups { followed, recorded }))
        });
        next.collect()
    }

    fn answer(&self, _: &str, _: &RunCounts) -> Answer {
        Answer::default()
    }
}

// Groups of games, paired with those of the baseline.

/// Results of some groups, in the baseline and now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairedCounts {
    pub arms: Arms,
    /// Number of groups with a different mark.
    pub differing: u64,
    /// The first of these groups.
    pub first: Option<u64>,
}

impl Counts for PairedCounts {
    fn add(&mut self, other: &PairedCounts) {
        Counts::add(&mut self.arms, &other.arms);
        self.differing += other.differing;
        self.first = self.first.into_iter().chain(other.first).min();
    }
}

/// Results of all groups of a study in a baseline.
#[derive(Debug)]
pub(super) struct Recorded {
    /// Values column by column, in the order of the tracked quantities.
    pub values: Vec<Vec<i64>>,
    pub marks: Vec<i64>,
}

/// Groups of a baseline, to be played again.
pub(super) struct ReplayedGroups {
    pub followed: Followed,
    pub recorded: Arc<Recorded>,
}

impl Matchup for ReplayedGroups {
    type Counts = PairedCounts;

    fn effort(&self) -> f64 {
        self.followed.effort()
    }

    fn empty(&self) -> PairedCounts {
        PairedCounts { arms: Arms::new(&self.followed.quantities), differing: 0, first: None }
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, PairedCounts>> {
        let quantities = &self.followed.quantities;
        let mut player = self.followed.player(stop);
        let mut numbers = [(); 2].map(|()| vec![0i64; quantities.len()]);
        Some(Box::new(move |group, held| {
            let at = group.number as usize;
            numbers[0].iter_mut().zip(&self.recorded.values).for_each(|(number, column)| *number = column[at]);
            let mark = player(group.key, &mut numbers[1]);
            held.arms.add(quantities, group.key, &numbers);
            if mark != self.recorded.marks[at] {
                held.differing += 1;
                held.first = held.first.or(Some(group.number));
            }
        }))
    }

    fn fits(&self, held: &PairedCounts, groups: u64, all: &Range<u64>) -> bool {
        held.arms.groups == groups
            && held.arms.are_of(&self.followed.quantities)
            && held.differing <= groups
            && held.first.is_none_or(|first| all.contains(&first))
            && (held.differing > 0) == held.first.is_some()
    }
}

// Verdicts on numbers.

/// Error rate of a check: of reporting drift if no number drifted, and of passing if one did.
pub(super) const ALPHA: f64 = 0.05;

named! {
    /// Verdict of a check, a layer or a number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verdict {
        /// No difference, an accepted one, or a change shown to be within the margin.
        Pass = "pass",
        /// The games do not decide.
        Inconclusive = "inconclusive",
        /// A difference that is not accepted, or a change shown to be beyond the margin.
        Drift = "drift",
    }
}

impl Verdict {
    /// Combines verdicts: drift if any drifted, else inconclusive if any is, else pass.
    pub fn of(all: impl IntoIterator<Item = Verdict>) -> Verdict {
        let rank = |verdict: &Verdict| *verdict as u8;
        all.into_iter().max_by_key(rank).unwrap_or(Verdict::Pass)
    }
}

/// Games of a study, at the looks so far.
#[derive(Clone, Debug)]
pub struct JudgedStudy<'a> {
    /// Name of the study.
    pub study: &'a str,
    /// Tracked quantities, in the order of the sums.
    pub quantities: &'a [Quantity],
    /// Margin of each quantity. `None` if it is not tested.
    pub margins: &'a [Option<f64>],
    /// Games per group.
    pub size: u64,
    /// Plan of the looks.
    pub looks: Looks,
    /// All groups up to the end of each look that was taken.
    pub arms: Vec<Arms>,
    /// True if every group of games ended as in the baseline.
    pub is_same: bool,
}

/// Result of a number.
#[derive(Clone, Debug)]
pub struct NumberResult {
    /// Name of the study.
    pub study: String,
    /// Number that is tested: its metric, owner and unit.
    pub quantity: Quantity,
    /// Largest change to ignore.
    pub margin: f64,
    /// Means in the baseline and now, over the games that decided the number, or all games.
    pub means: [Option<f64>; 2],
    /// Change from the baseline, with an interval that holds over all looks. `None` for a share of nothing.
    pub estimate: Option<Estimate>,
    /// p-value of a change within the margin, corrected for the number of numbers.
    pub p_drift: f64,
    /// Uncorrected p-value at which the number would have drifted, if the order of the p-values stays.
    pub p_limit: f64,
    /// p-value of a change at the margin or beyond.
    pub p_pass: f64,
    /// Verdict after the looks so far.
    pub verdict: Verdict,
}

/// Judges all numbers of all studies after the looks so far.
pub(super) fn judge(studies: &[JudgedStudy<'_>]) -> Vec<NumberResult> {
    let tested = |study: usize| {
        let margins = studies[study].margins.iter().enumerate();
        margins.filter_map(move |(i, margin)| Some((study, i, (*margin)?)))
    };
    let places: Vec<(usize, usize, f64)> = (0..studies.len()).flat_map(tested).collect();
    let mut standings: Vec<NumberResult> =
        places.iter().map(|(study, i, margin)| NumberResult::new(&studies[*study], *i, *margin)).collect();
    let most = studies.iter().map(|study| study.arms.len()).max().unwrap_or(0);
    let mut least = vec![1.0; places.len()];
    for look in 0..most {
        let changes: Vec<Vec<Option<NumberChange>>> = studies.iter().map(|study| study.changes(look)).collect();
        for ((standing, least), (study, i, _)) in standings.iter_mut().zip(&mut least).zip(&places) {
            if standing.verdict == Verdict::Inconclusive && look < studies[*study].arms.len() {
                standing.look(&studies[*study], look, *i, changes[*study][*i], least);
            }
        }
        let corrected = holm(&least).into_iter().zip(holm_limits(&least, ALPHA));
        for (standing, (p_drift, limit)) in standings.iter_mut().zip(corrected) {
            (standing.p_drift, standing.p_limit) = (p_drift, limit);
            if standing.verdict == Verdict::Inconclusive && p_drift <= ALPHA {
                standing.verdict = Verdict::Drift;
            }
        }
    }
    standings
}

impl JudgedStudy<'_> {
    fn changes(&self, look: usize) -> Vec<Option<NumberChange>> {
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

impl NumberResult {
    fn new(study: &JudgedStudy<'_>, i: usize, margin: f64) -> NumberResult {
        let (study, quantity) = (study.study.to_owned(), study.quantities[i].clone());
        let (p_drift, p_pass, verdict) = (1.0, 1.0, Verdict::Inconclusive);
        NumberResult {
            study,
            quantity,
            margin,
            means: [None; 2],
            estimate: None,
            p_drift,
            p_limit: ALPHA,
            p_pass,
            verdict,
        }
    }

    /// Adds a look; `least` is the smallest uncorrected p-value of drift so far.
    fn look(&mut self, study: &JudgedStudy<'_>, look: usize, i: usize, change: Option<NumberChange>, least: &mut f64) {
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

    /// Returns true if the number passed without a test, because every game is the same.
    pub fn is_untested(&self) -> bool {
        self.verdict == Verdict::Pass && self.p_pass > ALPHA
    }

    /// Returns the total games needed for 90% power, assuming that the change is true. `None` if the number is decided,
    /// or the change lies at the margin.
    pub fn enough(&self) -> Option<u64> {
        let estimate = self.estimate.as_ref().filter(|_| self.verdict == Verdict::Inconclusive)?;
        match estimate.point.abs() < self.margin {
            true => enough_within(estimate.n, estimate, self.margin),
            false => {
                let level = 1.0 - self.p_limit;
                enough_at(estimate.n, estimate, self.margin.copysign(estimate.point), level)
            }
        }
    }
}

/// Returns the p-values of a change within a margin, and of a change at the margin or beyond.
fn p_values(change: &NumberChange, margin: f64) -> (f64, f64) {
    let [above, below] = [margin, -margin].map(|bound| change.moments.p_value(&change.bounds, bound));
    match change.moments.mean.abs() < margin {
        true => (1.0, above.max(below) / 2.0),
        false => (f64::midpoint(above, below), 1.0),
    }
}
