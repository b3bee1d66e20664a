//! The file of a baseline: how it was made, what it holds, and what is wrong with one that was edited.

use super::exact::Measure;
use super::packed::Packed;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError, from_json, seal, sha256};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// What the file says it is.
pub const FORMAT: &str = "hitchart baseline";
/// The version of its form that is written and read.
pub const VERSION: u64 = 1;

/// Most games of a study that are written down.
pub const MOST_GAMES: u64 = 100_000;
/// Greatest number of a group that is written down, of either sign: sums of cubes still fit 64 bits.
pub const MOST: i64 = 20_000;
/// Bits of a mark of a group.
pub const MARK_BITS: u32 = 12;

/// A baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u64,
    pub made: Made,
    /// Name of the game.
    pub game: String,
    pub scenario: Played,
    pub rules: RulesMade,
    /// Names all dice, with the study and the number of the group.
    pub seed: u64,
    /// Games of each study.
    pub games: u64,
    pub exact: Vec<Measure>,
    pub studies: Vec<RecordedStudy>,
    /// See [`Baseline::digest`]; files of earlier programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// How it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Version of the program.
    pub hitchart: String,
    /// The command, without what changes no result.
    pub command: String,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The scenario file, from the folder of the baseline.
    pub file: String,
    /// The part of it that decides which games are played: all but rules, texts and numbers of games.
    pub asked: Value,
}

/// The rules by which it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesMade {
    pub name: String,
    /// The ruleset that was named in place of the scenario's: built-in, or a file from the folder of the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Of all of it as TOML.
    pub sha256: String,
    /// All of it as TOML, line by line.
    pub toml: Vec<String>,
}

/// What the games of a study came to, group by group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStudy {
    pub study: String,
    /// Games of a group, which share their dice.
    pub size: u64,
    pub groups: u64,
    /// What is held against margins.
    pub numbers: Vec<Number>,
    /// The signature: a mark of each group, 12 bits that depend on every number of its games.
    pub signature: Packed,
    /// The numbers of the groups.
    pub columns: Vec<Column>,
}

/// A number that is held against a margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    pub metric: String,
    /// Whose it is; empty for the whole game.
    pub of: String,
    /// Whose numbers were the same in every group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The metric that it is a share of; none of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// The greatest change that does not matter.
    pub margin: f64,
    /// The mean a game, or the share of what it is a share of; none where there was nothing.
    pub mean: Option<f64>,
    /// Its 95% interval.
    pub interval: Option<[f64; 2]>,
    /// Games.
    pub n: u64,
}

/// What every group has of a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub metric: String,
    pub of: String,
    pub groups: Packed,
}

/// What is read before all else.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl RulesMade {
    /// The rules of a baseline, and what named them in place of the scenario's.
    pub fn of(rules: &RulesText, from: Option<String>) -> RulesMade {
        let toml = rules.toml.lines().map(str::to_owned).collect();
        RulesMade { name: rules.name.clone(), from, sha256: rules.sha256(), toml }
    }

    /// The complete ruleset.
    pub fn text(&self) -> RulesText {
        RulesText { name: self.name.clone(), toml: self.toml.iter().map(|line| format!("{line}\n")).collect() }
    }
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// Files that are no baseline, of another version, broken, or edited so that they contradict themselves.
    pub fn read(file: &FileText) -> Result<Baseline, InputError> {
        let path = file.path.display();
        let head: Head = from_json(file).map_err(|error| error.with_help(Some(ANEW)))?;
        if head.format != FORMAT {
            let problem = format!("{path}: `format` is `{}`; allowed: `{FORMAT}`", head.format);
            return Err(InputError::plain(problem).with_help(Some(ANEW)));
        }
        if head.version != VERSION {
            let problem = format!("{path}: `version` is {}; this program reads version {VERSION}", head.version);
            return Err(InputError::plain(problem).with_help(Some(ANEW)));
        }
        let baseline: Baseline = from_json(file).map_err(|error| error.with_help(Some(ANEW)))?;
        match baseline.contradiction() {
            None => Ok(baseline),
            Some(problem) => Err(InputError::plain(format!("{path}: {problem}")).with_help(Some(ANEW))),
        }
    }

    /// What of it cannot be true.
    fn contradiction(&self) -> Option<String> {
        if sha256(&self.rules.text().toml) != self.rules.sha256 {
            return Some("`rules.toml` is not what `rules.sha256` is of".to_owned());
        }
        let measures = self.exact.iter().filter(|measure| {
            let written = !measure.numbers.is_empty();
            written && measure.numbers.len() as u64 != measure.count
        });
        if let Some(measure) = measures.map(|measure| &measure.measure).next() {
            return Some(format!("exact numbers of `{measure}` are not as many as `count` says"));
        }
        let names: BTreeSet<&str> = self.studies.iter().map(|study| study.study.as_str()).collect();
        if names.is_empty() || names.len() != self.studies.len() {
            return Some("`studies` is empty, or names a study twice".to_owned());
        }
        let wrong =
            |study: &RecordedStudy| Some(format!("study `{}`: {}", study.study, study.contradiction(self.games)?));
        self.studies.iter().find_map(wrong)
    }

    /// Checks that a baseline is as it was written, but for what may be edited.
    ///
    /// # Errors
    /// A digest of something else.
    pub fn check_digest(&self, file: &FileText) -> Result<(), InputError> {
        if self.sha256.as_ref().is_none_or(|sha256| *sha256 == self.digest()) {
            return Ok(());
        }
        let path = file.path.display();
        let problem = format!("{path}: it is not what its `sha256` is of; only margins and paths may be edited");
        Err(InputError::plain(problem).with_help(Some(ANEW)))
    }

    /// SHA-256 of all that a check goes by, as JSON: without margins and paths, which may be edited, and without means and
    /// intervals, which follow from the rest.
    pub fn digest(&self) -> String {
        let mut bare = self.clone();
        bare.sha256 = None;
        bare.scenario.file.clear();
        bare.rules.from = None;
        for measure in &mut bare.exact {
            measure.mean = 0.0;
            measure.numbers.clear();
        }
        for number in bare.studies.iter_mut().flat_map(|study| &mut study.numbers) {
            (number.margin, number.mean, number.interval) = (0.0, None, None);
        }
        // A tree of plain values has a JSON form.
        seal(&serde_json::to_value(bare).unwrap_or_default())
    }

    /// The baseline with its own digest: that of what is read back, since reading JSON may change the last digit of a number.
    pub fn signed(self) -> Baseline {
        let read_back = serde_json::to_string(&self).and_then(|text| serde_json::from_str::<Baseline>(&text));
        let sha256 = read_back.as_ref().unwrap_or(&self).digest();
        Baseline { sha256: Some(sha256), ..self }
    }

    /// As a file.
    ///
    /// # Errors
    /// Numbers that JSON cannot hold.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// What helps with a file that cannot be used.
const ANEW: &str = "it was edited, or made by another version; make it again with `hitchart baseline`";

impl RecordedStudy {
    /// The marks of the groups.
    pub fn marks(&self) -> Option<Vec<i64>> {
        self.signature.numbers(self.groups as usize, 1 << MARK_BITS)
    }

    /// The numbers of the groups, column by column.
    pub fn values(&self) -> Option<Vec<Vec<i64>>> {
        self.columns.iter().map(|column| column.groups.numbers(self.groups as usize, MOST)).collect()
    }

    /// What a column is of.
    pub fn column(&self, metric: &str, of: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.metric == metric && column.of == of)
    }

    /// Whether a column is that of a number, or of what a number is a share of.
    fn has_number(&self, column: &Column) -> bool {
        let is_own = |number: &Number| number.metric == column.metric && number.of == column.of;
        let is_under = |number: &Number| number.under.as_ref() == Some(&column.metric);
        self.numbers.iter().any(|number| is_own(number) || is_under(number))
    }

    fn contradiction(&self, games: u64) -> Option<String> {
        if self.size == 0 || games > MOST_GAMES || games == 0 || self.groups != games.div_ceil(self.size) {
            return Some(format!("{} groups of {} games are not the {games} games of `games`", self.groups, self.size));
        }
        if self.marks().is_none() {
            return Some(format!("`signature` is not of {} groups", self.groups));
        }
        let Some(values) = self.values() else { return Some(format!("`columns` are not of {} groups", self.groups)) };
        if self.numbers.is_empty() {
            return Some("`numbers` is empty: nothing is held against a margin".to_owned());
        }
        if let Some(column) = self.columns.iter().find(|column| !self.has_number(column)) {
            return Some(format!("`numbers` lacks that of the column `{}` of `{}`", column.metric, column.of));
        }
        self.numbers.iter().find_map(|number| number.contradiction(self, &values))
    }
}

impl Number {
    fn contradiction(&self, study: &RecordedStudy, values: &[Vec<i64>]) -> Option<String> {
        let (metric, of) = (&self.metric, &self.of);
        if !(self.margin > 0.0 && self.margin.is_finite()) {
            return Some(format!("the margin of `{metric}` is {}; allowed: above 0", self.margin));
        }
        let sum = |metric: &str, of: &str| Some(values[study.column(metric, of)?].iter().sum::<i64>());
        let games = study.groups * study.size;
        let under = match &self.under {
            None => Some(games as i64),
            Some(under) => sum(under, of).or_else(|| sum(under, "")),
        };
        let (Some(over), Some(under)) = (sum(metric, of), under) else {
            return Some(format!("`{metric}` of `{of}` has no column"));
        };
        let told = (under != 0).then(|| over as f64 / under as f64);
        let close = |(told, mean): (f64, f64)| (told - mean).abs() <= 1e-9 * mean.abs().max(1.0);
        if self.n != games || told.is_some() != self.mean.is_some() || !told.zip(self.mean).is_none_or(close) {
            return Some(format!("`mean` of `{metric}` of `{of}` does not fit its column"));
        }
        None
    }
}
