//! Comparisons of rulesets: exact numbers, and games on common random numbers. The module knows no game.
//!
//! Both rulesets play every group of games with the same dice, and a group is one observation of the difference. Looks
//! at the games are planned beforehand and share the level, so that intervals hold whenever a comparison ends.

mod arms;
#[cfg(test)]
mod coverage;
mod effects;
mod ratings;
mod standings;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worlds;

use super::runner::{Job, Streams};
use super::study::{Answer, Grouped, Looks, MAX_GAMES, MetricUnit, PlayedBy, Quantity, Run, RunCounts, Study};
pub use arms::{Arms, PairedGroups, Products, Triples};
pub(crate) use effects::{ALPHA, change_of, changes_of};
pub use effects::{ChangedNumber, Effect, EffectVerdict, Known, NumberChange, has_gap};
use effects::{effects, gap_effect, gap_quantity, judge};
use hitchart_config::{InputError, value_within, words::counted};
use hitchart_report::Warning;
use ratings::Meeting;
pub use ratings::Unrated;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub use tables::{EffectRow, MovedRow, json};
pub(crate) use tables::{moved, moved_columns, moved_figure};

// A comparison of rulesets as a study, and its plan.

/// Amount of play, and the differences that matter.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// Maximum games of a study, a change and a rung, under each of the two rulesets.
    pub games: u64,
    /// Largest change of a metric to ignore, by name.
    pub margins: BTreeMap<String, f64>,
    /// Half-width of an interval, as a fraction of the effect, at which play ends; for numbers with a margin that
    /// moved.
    pub precision: f64,
}

impl ComparePlan {
    /// Checks that the numbers are in range.
    fn check(&self) -> Result<(), InputError> {
        let wrong = |name: &str, value: String, allowed: &str| {
            Err(InputError::plain(format!("{name} is {value}; allowed: {allowed}")))
        };
        value_within("`games`", self.games, 2, MAX_GAMES)?;
        if self.precision.is_nan() || self.precision <= 0.0 {
            return wrong("`precision`", self.precision.to_string(), "above 0");
        }
        match self.margins.iter().find(|(_, margin)| !(**margin > 0.0 && margin.is_finite())) {
            Some((metric, margin)) => wrong(&format!("the margin of `{metric}`"), margin.to_string(), "above 0"),
            None => Ok(()),
        }
    }

    /// Returns the margin of a number. `None` if none was set.
    pub fn margin(&self, quantity: &Quantity) -> Option<f64> {
        self.margins.get(&quantity.metric).copied()
    }

    /// Returns the looks at games in groups of `size`.
    pub fn looks(&self, size: u64) -> Looks {
        Looks::at(self.games, size)
    }
}

/// Checks that margins of shares can be exceeded.
///
/// # Errors
/// Fails on a margin of 1 or more of a share.
pub fn check_shares<'a>(
    margins: &BTreeMap<String, f64>,
    quantities: impl Iterator<Item = &'a Quantity> + Clone,
) -> Result<(), InputError> {
    let is_share = |metric: &str| {
        quantities.clone().any(|quantity| quantity.metric == metric && quantity.unit == MetricUnit::Share)
    };
    match margins.iter().find(|(name, margin)| **margin >= 1.0 && is_share(name)) {
        None => Ok(()),
        Some((metric, margin)) => Err(InputError::plain(format!(
            "the margin of `{metric}` is {margin}; allowed: above 0 and below 1, because it is a share"
        ))),
    }
}

/// The same games under the first ruleset and under another.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Name of the study of games.
    pub study: String,
    /// Index of the other ruleset among all.
    pub changed: usize,
    /// Players: a rung of the ladder, or the policies of the study.
    pub rung: String,
    /// Games under the first ruleset, and under the other.
    pub arms: [Arc<Grouped>; 2],
}

/// A comparison of rulesets.
#[derive(Debug)]
pub struct CompareStudy {
    /// Names of the rulesets; all others are compared with the first.
    pub rulesets: Vec<String>,
    /// Every study under every change, on every rung.
    pub cells: Vec<Cell>,
    /// Games of each rung against the one below it, in both seats.
    pub gaps: Vec<Cell>,
    /// Exact numbers of the rulesets.
    pub known: Known,
    /// Number of games, margins and precision.
    pub plan: ComparePlan,
    /// Warnings on fields of the rulesets: no player reacts to them, or exact numbers leave them out.
    pub warnings: Vec<Warning>,
    /// Names of the rulesets that do not differ from the first.
    pub equal: Vec<String>,
    /// Origin of the results as data; null for games that no file names.
    pub origin: Value,
    /// Snapshot of files for a saved report.
    pub kept: Option<Value>,
    /// Origin of the games, for people; empty if it is known.
    pub source: String,
}

/// One block of results: a cell so far, or the ratings over all its matchups.
#[derive(Clone, Debug)]
pub struct CellResult<'a> {
    /// Name of the study of games.
    pub study: &'a str,
    /// Index of the other ruleset among all.
    pub changed: usize,
    /// Players: a rung of the ladder, or the policies of the study.
    pub rung: &'a str,
    /// Number of looks taken.
    pub looks: usize,
    /// Games under each ruleset that this block adds to those of the others.
    pub games: u64,
    /// Effects on the numbers of the block; empty before the first look.
    pub effects: Vec<Effect>,
}

/// Name of the study in results of ratings.
const MEETINGS: &str = "all meetings";

/// All results of a comparison so far.
#[derive(Clone, Debug)]
pub struct CompareResults<'a> {
    /// Results of every cell, then of every gap, then of the ratings.
    pub played: Vec<CellResult<'a>>,
    /// Reasons why entrants are not rated, by ruleset and rung.
    pub unrated: Vec<(usize, &'a str, Unrated)>,
}

/// A cell and its counts.
struct Counts<'a> {
    cell: &'a Cell,
    looks: Looks,
    taken: usize,
    arms: Option<Arms>,
}

/// Returns the default margins of the metrics of games.
pub fn usual_margins(cells: &[Cell]) -> BTreeMap<String, f64> {
    let all = cells.iter().flat_map(|cell| cell.arms[0].matters.iter());
    all.map(|(metric, margin)| ((*metric).to_owned(), *margin)).collect()
}

impl CompareStudy {
    /// Creates a comparison of games alone: without exact numbers and without files. A plan without margins has those of
    /// the games ([`Grouped::that_matters`]).
    pub fn of_games(rulesets: Vec<String>, cells: Vec<Cell>, mut plan: ComparePlan) -> CompareStudy {
        if plan.margins.is_empty() {
            plan.margins = usual_margins(&cells);
        }
        let known = Known::of(Vec::new(), |_| Ok(Vec::new()));
        let (gaps, warnings, equal) = (Vec::new(), Vec::new(), Vec::new());
        let (origin, kept, source) = (Value::Null, None, String::new());
        CompareStudy { rulesets, cells, gaps, known, plan, warnings, equal, origin, kept, source }
    }

    /// Creates a comparison of one study of games under several rulesets, of which the first is the base. `rung` names its
    /// players.
    pub fn of_rulesets(study: &str, rung: &str, rulesets: Vec<(String, Grouped)>, plan: ComparePlan) -> CompareStudy {
        let (names, games): (Vec<String>, Vec<Arc<Grouped>>) =
            rulesets.into_iter().map(|(name, games)| (name, Arc::new(games))).unzip();
        let cell = |(changed, house): (usize, &Arc<Grouped>)| Cell {
            study: study.to_owned(),
            changed,
            rung: rung.to_owned(),
            arms: [Arc::clone(&games[0]), Arc::clone(house)],
        };
        let cells = games.iter().enumerate().skip(1).map(cell).collect();
        CompareStudy::of_games(names, cells, plan)
    }

    /// Checks that all settings can be used.
    ///
    /// # Errors
    /// Fewer than two rulesets, rulesets of one name if not all equal the first, numbers of the plan out of range, cells of
    /// no other ruleset, numbers that games count twice, margins of metrics that no game has, and games that do not count
    /// the same numbers under all rulesets.
    pub fn check(&self) -> Result<(), InputError> {
        self.plan.check()?;
        if self.rulesets.len() < 2 {
            return Err(InputError::plain(format!(
                "a comparison of {}; allowed: 2 or more",
                counted(self.rulesets.len() as u64, "rulesets")
            )));
        }
        // Games have the seeds of the name of their ruleset. Rulesets that all equal the first mix no counts.
        let names = &self.rulesets;
        let differ = self.equal.len() + 1 < names.len();
        let is_again = |place: &usize| differ && names[..*place].contains(&names[*place]);
        if let Some(twice) = (1..names.len()).find(is_again) {
            let problem = format!("two rulesets are called `{}`; allowed: each once", names[twice]);
            return Err(InputError::plain(problem).with_help(Some("the key `name` of a ruleset names it")));
        }
        for cell in &self.cells {
            let at = |problem: String| Err(InputError::plain(format!("study `{}`: {problem}", cell.study)));
            if !(1..self.rulesets.len()).contains(&cell.changed) {
                let most = self.rulesets.len().saturating_sub(1);
                return at(format!(
                    "`changed` is {}; allowed: the index of another ruleset, 1 to {most}",
                    cell.changed
                ));
            }
            if let Some(quantity) = cell.arms.iter().find_map(|games| games.twice()) {
                return at(format!("the number `{}` is counted twice", quantity.words()));
            }
        }
        let counted = self.cells.iter().flat_map(|cell| &cell.arms[0].quantities).map(|known| known.metric.clone());
        let rated = self.cells.iter().any(|cell| ratings::are_rated(&cell.arms[0]));
        let more = [(rated, ratings::quantity("")), (!self.gaps.is_empty(), gap_quantity())];
        let more = more.into_iter().filter(|(there, _)| *there).map(|(_, quantity)| quantity.metric);
        let known: BTreeSet<String> = counted.chain(more).collect();
        for metric in self.plan.margins.keys().filter(|_| !self.cells.is_empty()) {
            if !known.contains(metric) {
                return Err(InputError::unknown("metric", metric, known.iter().map(String::as_str)));
            }
        }
        check_shares(&self.plan.margins, self.cells.iter().flat_map(|cell| &cell.arms[0].quantities))?;
        let unlike = |cell: &&Cell| {
            let [first, second] = &cell.arms;
            (first.size, &first.quantities) != (second.size, &second.quantities)
        };
        match self.cells.iter().chain(&self.gaps).find(unlike) {
            None => Ok(()),
            Some(cell) => Err(InputError::plain(format!(
                "study `{}` does not count the same numbers under all rulesets",
                cell.study
            ))),
        }
    }

    /// Returns all results so far, judged together.
    pub fn results(&self, name: &str, counted: &RunCounts) -> CompareResults<'_> {
        let [cells, gaps] = [&self.cells, &self.gaps]
            .map(|cells| cells.iter().map(|cell| self.counts(name, cell, counted)).collect::<Vec<Counts<'_>>>());
        let mut played: Vec<CellResult<'_>> = cells.iter().map(|counts| counts.played(&self.plan)).collect();
        played.extend(gaps.iter().map(|counts| counts.gap(&self.plan)));
        let mut unrated = Vec::new();
        for group in self.rated() {
            let of_group = |counts: &&Counts<'_>| (counts.cell.changed, counts.cell.rung.as_str()) == group;
            let meetings: Option<Vec<Meeting<'_>>> = cells.iter().filter(of_group).map(Counts::meeting).collect();
            match meetings.map(|meetings| ratings::effects(&meetings, |quantity| self.plan.margin(quantity))) {
                None => {}
                Some(Err(why)) => unrated.push((group.0, group.1, why)),
                Some(Ok(effects)) => {
                    let (changed, rung) = group;
                    let looks = cells.iter().filter(of_group).map(|counts| counts.taken).min().unwrap_or(0);
                    played.push(CellResult { study: MEETINGS, changed, rung, looks, games: 0, effects });
                }
            }
        }
        let mut all: Vec<&mut Effect> = played.iter_mut().flat_map(|played| &mut played.effects).collect();
        judge(&mut all);
        CompareResults { played, unrated }
    }

    /// Returns the changes and rungs with rated entrants, without duplicates.
    fn rated(&self) -> Vec<(usize, &str)> {
        let rated = self.cells.iter().filter(|cell| ratings::are_rated(&cell.arms[0]));
        let mut groups: Vec<(usize, &str)> = Vec::new();
        for group in rated.map(|cell| (cell.changed, cell.rung.as_str())) {
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    fn counts<'a>(&self, name: &str, cell: &'a Cell, counted: &RunCounts) -> Counts<'a> {
        let looks = self.plan.looks(cell.arms[0].size);
        let (arms, taken) = counted.looked(|look| self.occasion(name, cell, look));
        Counts { cell, looks, taken, arms }
    }

    /// Returns the name of the games of a look.
    fn occasion(&self, name: &str, cell: &Cell, look: usize) -> String {
        format!("{name}/{}/{}/{}/{look}", cell.study, self.rulesets[cell.changed], cell.rung)
    }
}

impl<'a> Counts<'a> {
    fn games(&self) -> &'a Grouped {
        &self.cell.arms[0]
    }

    /// Returns the looks, and the last look taken.
    fn look(&self) -> (&Looks, usize) {
        (&self.looks, self.taken.saturating_sub(1))
    }

    /// Returns the cell as a matchup. `None` before the first look.
    fn meeting(&self) -> Option<Meeting<'_>> {
        Some(Meeting { games: self.games(), arms: self.arms.as_ref()?, taken: self.look() })
    }

    /// Returns the effects on every number of the games.
    fn played(&self, plan: &ComparePlan) -> CellResult<'a> {
        let effects = self
            .arms
            .as_ref()
            .map_or_else(Vec::new, |arms| effects(self.games(), arms, self.look(), |quantity| plan.margin(quantity)));
        self.with(effects)
    }

    /// Returns the effect on the gap between the policies.
    fn gap(&self, plan: &ComparePlan) -> CellResult<'a> {
        let effect = self
            .arms
            .as_ref()
            .and_then(|arms| gap_effect(self.games(), arms, self.look(), plan.margin(&gap_quantity())));
        self.with(effect.into_iter().collect())
    }

    fn with(&self, effects: Vec<Effect>) -> CellResult<'a> {
        let Cell { study, changed, rung, arms: [games, _] } = self.cell;
        let groups = self.arms.as_ref().map_or(0, |arms| arms.groups);
        CellResult { study, changed: *changed, rung, looks: self.taken, games: groups * games.size, effects }
    }
}

impl CellResult<'_> {
    /// Returns true if a number with a margin is undecided, or before the first look.
    fn is_open(&self) -> bool {
        let open = |effect: &Effect| effect.margin.is_some() && effect.verdict == EffectVerdict::Undecided;
        self.looks == 0 || self.effects.iter().any(open)
    }

    /// Returns true if a number with a margin is undecided, or moved and is not yet precise enough.
    fn goes_on_alone(&self, precision: f64) -> bool {
        let vague = |effect: &Effect| effect.margin.is_some() && effect.is_vague(precision);
        self.is_open() || self.effects.iter().any(vague)
    }

    /// Returns true if a rating that depends on these games is undecided or not yet precise enough.
    fn is_rated_openly(&self, ratings: &[CellResult<'_>], precision: f64) -> bool {
        let same = |other: &&CellResult<'_>| (other.changed, other.rung) == (self.changed, self.rung);
        ratings.iter().filter(same).any(|rating| rating.goes_on_alone(precision))
    }

    /// Returns true if a gap needs more games: it is undecided itself, or the same study and change goes on for other
    /// players.
    fn goes_on(&self, cells: &[CellResult<'_>]) -> bool {
        let same = |other: &&CellResult<'_>| (other.study, other.changed) == (self.study, self.changed);
        let ahead = |other: &CellResult<'_>| other.looks > self.looks || (other.looks == self.looks && other.is_open());
        self.is_open() || cells.iter().filter(same).any(ahead)
    }
}

impl Study for CompareStudy {
    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::distinct(self.cells.iter().flat_map(|cell| cell.arms[0].players.clone()))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let (played, precision) = (self.results(run.name, counted).played, self.plan.precision);
        let (cells, others) = played.split_at(self.cells.len());
        let (gaps, ratings) = others.split_at(self.gaps.len());
        let open = cells.iter().map(|cell| cell.goes_on_alone(precision) || cell.is_rated_openly(ratings, precision));
        let open = open.chain(gaps.iter().map(|gap| gap.goes_on(cells)));
        let open = self.cells.iter().chain(&self.gaps).zip(&played).zip(open).filter(|(_, open)| *open);
        let next = open.filter_map(|((cell, played), _)| {
            let look = played.looks;
            let groups = self.plan.looks(cell.arms[0].size).added(look)?;
            // The dice depend only on the study: all rulesets and rungs have the same.
            let streams = Streams { name: cell.study.clone(), seed: run.seed, groups };
            Some(streams.job(self.occasion(run.name, cell, look), PairedGroups(cell.arms.clone())))
        });
        next.collect()
    }

    fn inputs(&self) -> String {
        let cells = self.cells.iter().chain(&self.gaps).map(|cell| (&cell.study, cell.changed, &cell.rung));
        format!("{:?}", (&self.rulesets, &self.plan, cells.collect::<Vec<_>>()))
    }

    fn takes_games(&self) -> bool {
        !self.cells.is_empty()
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let results = self.results(name, counted);
        let played = &results.played;
        let moved = tables::moved_table(name, self, played);
        let figures = (moved.rows() > 0).then(|| (tables::figure(self, &moved), moved.clone()));
        let entrants = standings::table(name, self, played);
        let standing = (entrants.rows() > 0).then(|| (standings::figure(self, &entrants), entrants.clone()));
        let tables = [
            entrants,
            tables::verdicts(name, self, played),
            moved,
            tables::effects(name, self, played),
            tables::exact(name, self),
        ];
        let said = summary::summary(self, &results);
        Answer {
            line: summary::line(self, &said),
            numbers: summary::numbers(self, &results),
            undecided: summary::undecided(self, &results),
            said,
            tables: tables.into_iter().filter(|table| table.rows() > 0).collect(),
            figures: standing.into_iter().chain(figures).collect(),
            warnings: self.warnings.clone(),
            games: summary::games(played),
            json: Some(json(self, &results)),
        }
    }
}
