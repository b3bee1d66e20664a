//! Tests of claims in rule texts. A claim predicts the effect of a change of the rules on the game, or a number of the
//! answer of another study. Games on common random numbers, exact numbers and answers show the claim as supported,
//! opposite, smaller than the margin or undecided. The module knows no game.
//!
//! Each combination of a change, a study and a rung is compared in the manner of [`crate::compare`]. A prediction is
//! judged by the mean of its effects over the studies, and a claim by all of its predictions on every rung.

mod answer;
mod predict;
mod reading;
#[cfg(test)]
mod tests;
mod verdict;

use super::compare::{Arms, Cell, Known, PairedGroups};
use super::runner::{Job, Streams};
use super::study::{Answer, Looks, MetricUnit, PlayedBy, Quantity, Run, RunCounts, Study, Winner};
use hitchart_config::{InputError, nearest};
use hitchart_report::Warning;
use hitchart_report::table::{Row, column_names, entry};
pub use predict::{Direction, Prediction, PredictionEffect};
pub use reading::AnswerSource;
use reading::AnswerTables;
use serde_json::{Value, json};
use std::{any::Any, collections::BTreeSet, sync::Arc};
use verdict::judged;
pub use verdict::{ClaimResult, ClaimVerdict, PredictionOutcome};

// Claims as a study in stages: games are played for predictions that are not yet settled.

/// A claim of a text.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Id, such as `H02`.
    pub id: String,
    /// Paraphrase of the claim.
    pub says: String,
    /// Name of the game.
    pub game: String,
    /// Index of the game's exact numbers.
    pub known: usize,
    /// Changes of the rules with their predicted effects, and predictions about answers; may be empty.
    pub parts: Vec<ClaimPart>,
    /// Claims about exact numbers of the unchanged rules; may be empty.
    pub facts: Vec<Fact>,
    /// Reason if these players cannot test the claim.
    pub untested: Option<String>,
    /// Changes of the claim's wording, metrics or games after a first result, with date and reason.
    pub revised: Vec<String>,
}

/// Changes of the rules and their predicted effects, or predictions about answers under the unchanged rules.
#[derive(Clone, Debug)]
pub struct ClaimPart {
    /// Indices of the rulesets; empty for predictions about answers.
    pub rulesets: Vec<usize>,
    /// Names of the studies that are played or answered.
    pub studies: Vec<String>,
    /// Names of the rungs of players.
    pub rungs: Vec<String>,
    /// Predictions for each of these rulesets.
    pub predictions: Vec<Prediction>,
}

/// A claim about an exact number: its ratio to another number, or to the largest of all similar numbers.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Measure, such as the mean damage of an attack.
    pub measure: String,
    /// Item that is measured, such as a loadout.
    pub item: String,
    /// Item of the other number. `None` for all items that differ only in their first word.
    pub than: Option<String>,
    /// Smallest and largest ratio that support the claim.
    pub ratio: (f64, f64),
}

/// A test of claims.
#[derive(Debug)]
pub struct ClaimsStudy {
    /// Claims to test, in the order of the scenario; their ids are unique.
    pub claims: Vec<Claim>,
    /// Names of the rulesets; the first is the unchanged one.
    pub rulesets: Vec<String>,
    /// Every change in every study, on every rung.
    pub cells: Vec<Cell>,
    /// Studies whose answers predictions read.
    pub sources: Vec<AnswerSource>,
    /// Maximum number of games of a cell under each of its rulesets.
    pub games: u64,
    /// Largest change to ignore, as a fraction of the unchanged value; at least `predict::SHARE` for wins and other shares
    /// of games.
    pub matters: f64,
    /// Exact numbers of the rulesets of each game, for the facts.
    pub known: Vec<Arc<Known>>,
    /// Fields of rulesets that no player can react to.
    pub blind: Vec<(String, Vec<String>)>,
    /// Snapshot of files for a saved report.
    pub kept: Option<Value>,
}

impl ClaimsStudy {
    /// Returns true if a prediction is about a share, which is shown in percent.
    pub fn is_share(&self, prediction: &Prediction) -> bool {
        let mut all = self.cells.iter().flat_map(|cell| &cell.arms[0].quantities);
        all.any(|known| prediction.is_of(known) && known.unit == MetricUnit::Share)
    }

    /// Checks that all numbers of predictions are counted, and that all exact numbers of facts are known.
    ///
    /// # Errors
    /// Predictions of numbers that no game has, and facts of unknown numbers.
    pub fn check(&self) -> Result<(), InputError> {
        for (claim, part) in self.claims.iter().flat_map(|claim| claim.parts.iter().map(move |part| (claim, part))) {
            let check = if part.rulesets.is_empty() { Self::is_read } else { Self::counts };
            part.predictions.iter().try_for_each(|prediction| check(self, claim, part, prediction))?;
        }
        for (claim, fact) in self.claims.iter().flat_map(|claim| claim.facts.iter().map(move |fact| (claim, fact))) {
            fact.is_known(&self.known[claim.known]).map_err(|error| error.of_key(&format!("claim {}", claim.id)))?;
        }
        Ok(())
    }

    /// Checks that a game of the part counts the numbers of a prediction.
    fn counts(&self, claim: &Claim, part: &ClaimPart, prediction: &Prediction) -> Result<(), InputError> {
        let cells = || self.cells.iter().filter(|cell| part.plays(cell));
        let quantities: Vec<&Quantity> = cells().flat_map(|cell| &cell.arms[0].quantities).collect();
        if cells().any(|cell| prediction.is_counted(&cell.arms[0].quantities)) {
            return self.are_wins(claim, prediction, &quantities);
        }
        let of_metric = quantities.iter().filter(|known| known.metric == prediction.metric);
        let whose: BTreeSet<&str> = of_metric.map(|known| known.of.as_str()).collect();
        if whose.is_empty() {
            let known: BTreeSet<&str> = quantities.iter().map(|known| known.metric.as_str()).collect();
            return Err(InputError::unknown("metric", &prediction.metric, known));
        }
        let than = prediction.than.as_ref().map_or(String::new(), |than| format!(" together with that of {than}"));
        let problem = format!("claim {}: no game counts `{}`{than}", claim.id, prediction.what());
        let help = format!("it is counted of: {}", Vec::from_iter(whose).join(", "));
        Err(InputError::plain(problem).with_help(Some(help)))
    }

    /// Checks that exact answers of the part have the numbers of a prediction. Other answers are not known beforehand.
    fn is_read(&self, claim: &Claim, part: &ClaimPart, prediction: &Prediction) -> Result<(), InputError> {
        let sources = self.sources.iter().filter(|source| part.reads(source));
        let games = sources.clone().filter_map(|source| source.method.compared()?.ok());
        let metrics: BTreeSet<String> = games.flat_map(|games| games.quantities).map(|known| known.metric).collect();
        if entry(&prediction.metric).is_none() && !metrics.contains(&prediction.metric) {
            let mut known: Vec<&str> = column_names().collect();
            known.extend(metrics.iter().map(String::as_str));
            let help = nearest(&prediction.metric, known).map(|near| format!("did you mean `{near}`?"));
            let problem = format!("claim {}: unknown metric or column `{}`", claim.id, prediction.metric);
            return Err(InputError::plain(problem).with_help(help));
        }
        if sources.clone().any(|source| !source.is_exact()) {
            return Ok(());
        }
        let answers: Vec<AnswerTables> = sources.clone().map(|s| s.answered("", &RunCounts::default())).collect();
        let answers: Vec<(&AnswerSource, &AnswerTables)> = sources.zip(&answers).collect();
        if !reading::held(&answers, part, prediction, self.matters).is_empty() {
            return Ok(());
        }
        let (id, studies) = (&claim.id, part.studies.join(", "));
        let problem = format!("claim {id}: no table of {studies} has the numbers of `{prediction}`");
        Err(InputError::plain(problem)
            .with_help(Some("write the name of a column, and the texts of a row separated by commas")))
    }

    /// Checks that a comparison of two numbers is of wins, which are known for each group.
    fn are_wins(&self, claim: &Claim, prediction: &Prediction, all: &[&Quantity]) -> Result<(), InputError> {
        let mut both = all.iter().filter(|known| prediction.is_of(known) || prediction.is_than(known));
        if prediction.than.is_none() || both.all(|known| known.winner.as_ref().is_some_and(Winner::is_alone)) {
            return Ok(());
        }
        let problem = format!("claim {}: `{prediction}` compares other numbers than wins", claim.id);
        let help =
            "only `win` of companies, fleets and other sides, and of policies that swap seats, is held against another";
        Err(InputError::plain(problem).with_help(Some(help.to_owned())))
    }

    /// Returns the counts of each cell so far: the arms, and the number of looks taken.
    pub fn arms(&self, name: &str, counted: &RunCounts) -> Vec<(Option<Arms>, usize)> {
        self.cells.iter().map(|cell| counted.looked(|look| self.occasion(name, cell, look))).collect()
    }

    /// Returns all claims with their results so far.
    pub fn judged(&self, name: &str, counted: &RunCounts) -> Vec<ClaimResult<'_>> {
        let answers: Vec<AnswerTables> = self.sources.iter().map(|source| source.answered(name, counted)).collect();
        judged(self, &self.arms(name, counted), &self.sources.iter().zip(&answers).collect::<Vec<_>>())
    }

    /// Adds the claims of another scenario, whose name tells its studies from others. The number of games and the margin
    /// stay those of this study.
    pub fn include(&mut self, other: &ClaimsStudy, scenario: &str) {
        let (rulesets, known) = (self.rulesets.len(), self.known.len());
        let named = |study: &String| format!("{scenario}/{study}");
        let mut claims = other.claims.clone();
        for claim in &mut claims {
            claim.known += known;
            for part in &mut claim.parts {
                part.rulesets.iter_mut().for_each(|ruleset| *ruleset += rulesets);
                part.studies = part.studies.iter().map(named).collect();
            }
        }
        self.claims.extend(claims);
        let cell = |cell: &Cell| Cell { study: named(&cell.study), changed: cell.changed + rulesets, ..cell.clone() };
        self.cells.extend(other.cells.iter().map(cell));
        self.sources.extend(other.sources.iter().map(|s| AnswerSource { study: named(&s.study), ..s.clone() }));
        self.rulesets.extend(other.rulesets.iter().cloned());
        self.known.extend(other.known.iter().cloned());
        self.blind.extend(other.blind.iter().cloned());
    }

    /// Returns the kinds of study that answer a claim, without duplicates: `compare` for games under a change of the rules,
    /// `exact` for known numbers, or the kind of a study whose answer is read.
    pub fn kinds(&self, claim: &Claim) -> Vec<&'static str> {
        let of_part = |part: &ClaimPart| match part.rulesets.is_empty() {
            true => self.sources.iter().filter(|s| part.reads(s)).map(|s| s.kind).collect(),
            false => vec!["compare"],
        };
        let facts = claim.facts.iter().map(|_| "exact");
        let mut kinds: Vec<&str> = claim.parts.iter().flat_map(of_part).chain(facts).collect();
        let mut seen = BTreeSet::new();
        kinds.retain(|kind| seen.insert(*kind));
        kinds
    }

    /// Returns the name of the games of a look.
    fn occasion(&self, name: &str, cell: &Cell, look: usize) -> String {
        format!("{name}/{}/{}/{}/{look}", cell.study, self.rulesets[cell.changed], cell.rung)
    }
}

impl ClaimPart {
    /// Returns true if the part has predictions about the answer of a source.
    pub fn reads(&self, source: &AnswerSource) -> bool {
        self.rulesets.is_empty() && self.rungs.contains(&source.rung) && self.studies.contains(&source.study)
    }

    /// Returns true if a cell belongs to the part.
    pub fn plays(&self, cell: &Cell) -> bool {
        self.rulesets.contains(&cell.changed) && self.rungs.contains(&cell.rung) && self.studies.contains(&cell.study)
    }
}

impl Fact {
    /// Checks that the ruleset has both numbers.
    fn is_known(&self, known: &Known) -> Result<(), InputError> {
        let base = known.base();
        let measures: BTreeSet<&str> = base.iter().map(|exact| exact.measure).collect();
        if !measures.contains(self.measure.as_str()) {
            return Err(InputError::unknown("measure", &self.measure, measures));
        }
        let items = || base.iter().filter(|exact| exact.measure == self.measure).map(|exact| exact.item.as_str());
        let unknown = [Some(&self.item), self.than.as_ref()];
        if let Some(item) = unknown.into_iter().flatten().find(|item| !items().any(|known| known == item.as_str())) {
            let help = nearest(item, items()).map(|near| format!("did you mean `{near}`?"));
            return Err(
                InputError::plain(format!("`{item}` is not known exactly by `{}`", self.measure)).with_help(help)
            );
        }
        let alone = || InputError::plain(format!("no other item is like `{}`; name one with `than`", self.item));
        self.found(known).map(|_| ()).ok_or_else(alone)
    }

    /// Returns the two numbers to compare. `None` if one of them is unknown.
    pub fn found(&self, known: &Known) -> Option<(f64, f64)> {
        let base = known.base();
        let value = |item: &str| base.iter().find(|exact| exact.measure == self.measure && exact.item == item);
        let own = value(&self.item)?.value;
        let other = match &self.than {
            Some(than) => value(than)?.value,
            None => {
                let tail = |item: &str| item.split_once(' ').map(|(_, tail)| tail.to_owned());
                let alike = tail(&self.item);
                let others = base.iter().filter(|exact| exact.measure == self.measure && exact.item != self.item);
                others.filter(|exact| tail(&exact.item) == alike).map(|exact| exact.value).fold(f64::NAN, f64::max)
            }
        };
        other.is_finite().then_some((own, other))
    }
}

impl Claim {
    /// Returns the id in the form of file names: lower case, digits and hyphens.
    pub fn file(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        self.id.chars().map(plain).collect()
    }
}

impl Study for ClaimsStudy {
    fn players(&self) -> Vec<PlayedBy> {
        if self.claims.windows(2).any(|both| both[0].game != both[1].game) {
            // Players of different games have the same names.
            return Vec::new();
        }
        let games = self.cells.iter().flat_map(|cell| cell.arms[0].players.clone());
        PlayedBy::distinct(games.chain(self.sources.iter().flat_map(|source| source.method.players())))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let arms = self.arms(run.name, counted);
        let judged = judged(self, &arms, &[]);
        let is_open = |cell: &Cell| judged.iter().any(|judged| judged.needs(cell));
        let cells = self.cells.iter().zip(&arms).filter(|(cell, _)| is_open(cell));
        let next = cells.filter_map(|(cell, (_, look))| {
            let groups = Looks::at(self.games, cell.arms[0].size).added(*look)?;
            let streams = Streams { name: cell.study.clone(), seed: run.seed, groups };
            Some(streams.job(self.occasion(run.name, cell, *look), PairedGroups(cell.arms.clone())))
        });
        let of_source =
            |source: &AnswerSource| source.method.next_jobs(&Run { name: &source.name(run.name), ..*run }, counted);
        next.chain(self.sources.iter().flat_map(of_source)).collect()
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn is_sampled(&self) -> bool {
        self.sources.iter().any(|source| source.method.is_sampled())
    }

    fn held(&self) -> u64 {
        self.sources.iter().map(|source| source.method.held()).sum()
    }

    fn included(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn files(&self) -> Vec<String> {
        self.claims.iter().map(Claim::file).collect()
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let judged = self.judged(name, counted);
        let blind = self
            .blind
            .iter()
            .map(|(ruleset, fields)| Warning::PlayedBlind { ruleset: ruleset.clone(), fields: fields.clone() });
        let effects = answer::effects(name, self, &judged);
        Answer {
            said: answer::summary(&judged),
            numbers: answer::numbers(&judged),
            undecided: answer::undecided(&judged, self.games),
            figures: answer::figures(name, self, &judged),
            tables: vec![answer::verdicts_table(name, &judged), effects, answer::facts(name, self)]
                .into_iter()
                .filter(|table| table.rows() > 0)
                .collect(),
            warnings: blind.collect(),
            json: Some(json!({ "claims": ClaimResult::json(&judged) })),
            ..Answer::default()
        }
    }
}
