//! Baselines: their file, and the integers packed in it.

use super::exact::NumberSummary;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError, from_json, seal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// Value of `format` in the file.
pub const FORMAT: &str = "hitchart baseline";
/// Version of the format that is written and read.
pub const VERSION: u64 = 1;

/// Maximum games of a study in a baseline.
pub const MOST_GAMES: u64 = 100_000;
/// Largest absolute number of a group in a baseline: sums of cubes still fit 64 bits.
pub(super) const MOST: i64 = 20_000;
/// Bits of a group's mark.
pub(super) const MARK_BITS: u32 = 12;

/// A baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u64,
    /// Version and command that made the baseline.
    pub made: BaselineOrigin,
    /// Name of the game.
    pub game: String,
    /// Scenario of the games.
    pub scenario: BaselineScenario,
    /// Rules of the games and of the exact numbers.
    pub rules: BaselineRules,
    /// Seed of all dice, with the study and the number of the group.
    pub seed: u64,
    /// Games of each study.
    pub games: u64,
    /// Exact numbers under these rules, by measure.
    pub exact: Vec<NumberSummary>,
    /// Results of each study.
    pub studies: Vec<RecordedStudy>,
    /// See [`Baseline::digest`]; files of earlier programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// Origin of a baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineOrigin {
    /// Version of the program.
    pub hitchart: String,
    /// The command, without options that change no result.
    pub command: String,
}

/// The scenario of a baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineScenario {
    /// Path of the scenario file from the folder of the baseline.
    pub file: String,
    /// The part of the scenario that decides which games are played: all but rules, texts and numbers of games.
    pub asked: Value,
}

/// The rules of a baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRules {
    /// Name of the ruleset.
    pub name: String,
    /// The ruleset that replaced the scenario's: built-in, or a file from the folder of the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// SHA-256 of the whole ruleset as TOML.
    pub sha256: String,
    /// The whole ruleset as TOML, line by line.
    pub toml: Vec<String>,
}

/// Results of the games of a study, group by group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStudy {
    /// Name of the study.
    pub study: String,
    /// Games per group, which share their dice.
    pub size: u64,
    /// Number of groups; together they have at least [`Baseline::games`] games.
    pub groups: u64,
    /// Numbers that are compared with margins.
    pub numbers: Vec<Number>,
    /// The signature: a mark of each group, 12 bits that depend on every number of its games.
    pub signature: Packed,
    /// Quantities of a game in the order of the marks, in the words of `marked`; empty in files of earlier programs,
    /// whose marks depend on all quantities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<String>,
    /// Numbers of the groups.
    pub columns: Vec<Column>,
}

/// Returns the words for a quantity on which the marks depend: `win of a`; without an owner, the metric alone.
pub(super) fn marked(metric: &str, of: &str) -> String {
    if of.is_empty() { metric.to_owned() } else { format!("{metric} of {of}") }
}

/// A number that is compared with a margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Name of the metric in files.
    pub metric: String,
    /// Owner of the number; empty for the whole game.
    pub of: String,
    /// Owners whose numbers were the same in every group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Metric that the number is a share of. `None` for means per game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// Largest change to ignore.
    pub margin: f64,
    /// Mean per game, or share of the other metric. `None` if that metric was 0.
    pub mean: Option<f64>,
    /// 95% interval.
    pub interval: Option<[f64; 2]>,
    /// Number of games.
    pub n: u64,
}

/// Values of a number in every group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Name of the metric in files.
    pub metric: String,
    /// Owner of the number; empty for the whole game.
    pub of: String,
    /// Value in each group, in order.
    pub groups: Packed,
}

/// Keys that are read before all others.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl BaselineRules {
    /// Creates the rules of a baseline; `from` names the ruleset that replaced the scenario's.
    pub fn of(rules: &RulesText, from: Option<String>) -> BaselineRules {
        let toml = rules.toml().lines().map(str::to_owned).collect();
        BaselineRules { name: rules.name.clone(), from, sha256: rules.sha256(), toml }
    }

    /// Returns the complete ruleset.
    pub fn text(&self) -> RulesText {
        RulesText::saved(&self.name, self.toml.iter().map(|line| format!("{line}\n")).collect::<String>())
    }
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// Files that are not baselines, have another version, are broken, or contradict themselves after editing.
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

    /// Returns a contradiction in the baseline. `None` if there is none.
    fn contradiction(&self) -> Option<String> {
        if self.rules.text().sha256() != self.rules.sha256 {
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

    /// Checks that a baseline is as written, except for the parts that may be edited.
    ///
    /// # Errors
    /// A digest of different contents.
    pub fn check_digest(&self, file: &FileText) -> Result<(), InputError> {
        if self.sha256.as_ref().is_none_or(|sha256| *sha256 == self.digest()) {
            return Ok(());
        }
        let path = file.path.display();
        let problem = format!("{path}: it is not what its `sha256` is of; only margins and paths may be edited");
        Err(InputError::plain(problem).with_help(Some(ANEW)))
    }

    /// Returns the SHA-256 of all that a check depends on, as JSON. It excludes margins and paths, which may be edited,
    /// and means and intervals, which follow from the rest.
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

    /// Returns the baseline with its digest. The digest is that of the re-read baseline, because reading JSON may
    /// change the last digit of a number.
    pub fn signed(self) -> Baseline {
        let read_back = serde_json::to_string(&self).and_then(|text| serde_json::from_str::<Baseline>(&text));
        let sha256 = read_back.as_ref().unwrap_or(&self).digest();
        Baseline { sha256: Some(sha256), ..self }
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Numbers that JSON cannot hold.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Advice for a file that cannot be used.
const ANEW: &str = "it was edited, or made by another version; make it again with `hitchart baseline`";

impl RecordedStudy {
    /// Returns the marks of the groups. `None` if they are broken.
    pub fn marks(&self) -> Option<Vec<i64>> {
        self.signature.numbers(self.groups as usize, 1 << MARK_BITS)
    }

    /// Returns the numbers of the groups, column by column. `None` if they are broken.
    pub fn values(&self) -> Option<Vec<Vec<i64>>> {
        self.columns.iter().map(|column| column.groups.numbers(self.groups as usize, MOST)).collect()
    }

    /// Returns the index of the column of a metric and its owner.
    pub fn column(&self, metric: &str, of: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.metric == metric && column.of == of)
    }

    /// Returns true if a column is that of a number, or of the metric that a number is a share of.
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
            return Some(format!("`numbers` lacks that of the column {}", metric_of(&column.metric, &column.of)));
        }
        self.numbers.iter().find_map(|number| number.contradiction(self, &values))
    }
}

impl Number {
    fn contradiction(&self, study: &RecordedStudy, values: &[Vec<i64>]) -> Option<String> {
        let (metric, of) = (&self.metric, &self.of);
        let named = metric_of(metric, of);
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
            return Some(format!("{named} has no column"));
        };
        let told = (under != 0).then(|| over as f64 / under as f64);
        let close = |(told, mean): (f64, f64)| (told - mean).abs() <= 1e-9 * mean.abs().max(1.0);
        if self.n != games || told.is_some() != self.mean.is_some() || !told.zip(self.mean).is_none_or(close) {
            return Some(format!("`mean` of {named} does not fit its column"));
        }
        if self.mean.zip(self.interval).is_some_and(|(mean, [low, high])| !(low - 1e-9..=high + 1e-9).contains(&mean)) {
            return Some(format!("`interval` of {named} does not hold its mean"));
        }
        None
    }
}

/// Returns a metric with its owner for a message: `` `win` of `a` ``; without an owner, the metric alone.
fn metric_of(metric: &str, of: &str) -> String {
    if of.is_empty() { format!("`{metric}`") } else { format!("`{metric}` of `{of}`") }
}

/// Integers, each as its excess over the smallest, in a fixed number of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    /// The smallest number, written as 0.
    pub least: i64,
    /// Bits of a number: 0 if all are equal, else 1, 2, 3 or whole characters.
    pub bits: u32,
    /// The characters, in lines.
    pub rows: Vec<String>,
}

/// Characters by the six bits that they encode.
const CHARACTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// Bits of a character.
const SIX: u32 = 6;
/// Characters of a line.
const LINE: usize = 120;
/// Maximum bits of a number.
const MOST_BITS: u32 = 24;

/// Returns the bits for numbers up to `most`.
fn bits_for(most: u64) -> u32 {
    match u64::BITS - most.leading_zeros() {
        needed @ 0..=3 => needed,
        needed => needed.next_multiple_of(SIX),
    }
}

/// Returns the number of characters of `numbers` numbers with `bits` bits each.
fn characters(numbers: usize, bits: u32) -> usize {
    match bits {
        0 => 0,
        1..=3 => numbers.div_ceil((SIX / bits) as usize),
        _ => numbers * (bits / SIX) as usize,
    }
}

impl Packed {
    /// Encodes numbers as text. `None` if there are none, or they lie too far apart.
    pub fn of(numbers: &[i64]) -> Option<Packed> {
        let (least, most) = (numbers.iter().min().copied()?, numbers.iter().max().copied()?);
        let bits = bits_for(most.abs_diff(least));
        if bits > MOST_BITS {
            return None;
        }
        let parts = numbers.iter().map(|number| number.abs_diff(least));
        let text: Vec<u8> = match bits {
            0 => Vec::new(),
            1..=3 => {
                let parts: Vec<u64> = parts.collect();
                let slots = (SIX / bits) as usize;
                let word =
                    |part: &[u64]| (0..slots).fold(0, |word, i| word << bits | part.get(i).copied().unwrap_or(0));
                parts.chunks(slots).map(|part| character(word(part))).collect()
            }
            _ => parts.flat_map(|part| (0..bits / SIX).rev().map(move |i| character(part >> (i * SIX)))).collect(),
        };
        let rows = text.chunks(LINE).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        Some(Packed { least, bits, rows })
    }

    /// Decodes `many` numbers. `None` if the text has another length or form, or the size of a number exceeds `most`.
    pub fn numbers(&self, many: usize, most: i64) -> Option<Vec<i64>> {
        let known = matches!(self.bits, 0..=3) || (self.bits.is_multiple_of(SIX) && self.bits <= MOST_BITS);
        let length: usize = self.rows.iter().map(String::len).sum();
        if !known || length != characters(many, self.bits) {
            return None;
        }
        let words = || self.rows.iter().flat_map(|row| row.bytes()).map(word);
        let parts: Option<Vec<u64>> = match self.bits {
            0 => Some(vec![0; many]),
            bits @ 1..=3 => {
                let slots = SIX / bits;
                let parts = words()
                    .map(|word| word.map(|word| (0..slots).rev().map(move |i| word >> (i * bits) & ((1 << bits) - 1))));
                parts.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().flatten().take(many).collect())
            }
            bits => {
                let words: Option<Vec<u64>> = words().collect();
                let joined = |part: &[u64]| part.iter().fold(0, |sum, word| sum << SIX | word);
                words.map(|words| words.chunks((bits / SIX) as usize).map(joined).collect())
            }
        };
        let number = |part: u64| {
            Some(self.least.checked_add_unsigned(part)?).filter(|number| number.unsigned_abs() <= most.unsigned_abs())
        };
        parts?.into_iter().map(number).collect()
    }
}

/// Returns the character of the last six bits.
fn character(bits: u64) -> u8 {
    CHARACTERS[(bits & 63) as usize]
}

/// Returns the six bits of a character.
fn word(character: u8) -> Option<u64> {
    CHARACTERS.iter().position(|known| *known == character).map(|at| at as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: i64 = 1_000_000;

    #[test]
    fn numbers_come_back_whatever_their_size() {
        let spread = |least: i64, most: i64| (0..1000).map(move |i| least + i * 7919 % (most - least + 1));
        for (least, most) in [(0, 0), (0, 1), (0, 2), (-3, 4), (-12, 40), (5, 70), (0, 4095), (-9_000, 9_000)] {
            let numbers: Vec<i64> = spread(least, most).collect();
            let packed = Packed::of(&numbers).unwrap();
            assert_eq!(packed.numbers(1000, MOST).unwrap(), numbers);
            assert!(packed.rows.iter().all(|row| row.len() <= LINE));
            assert!(packed.bits == 0 || (packed.numbers(990, MOST).is_none() && packed.numbers(1010, MOST).is_none()));
        }
        assert!(Packed::of(&[i64::MIN, i64::MAX]).is_none() && Packed::of(&[]).is_none());
        assert_eq!(Packed::of(&[0, 1, 1, 0, 1, 0, 1]).unwrap().rows, ["QW"], "six a character");
    }

    #[test]
    fn edited_text_is_refused() {
        let packed = Packed::of(&[0, 1, 2, 3, 4, 5]).unwrap();
        let edited = |edit: fn(&mut Packed)| {
            let mut edited = packed.clone();
            edit(&mut edited);
            edited.numbers(6, MOST)
        };
        assert!(edited(|packed| packed.rows[0].push('0')).is_none());
        assert!(edited(|packed| packed.rows[0].replace_range(0..1, "!")).is_none());
        assert!(edited(|packed| packed.rows[0].replace_range(0..1, "é")).is_none());
        assert!(edited(|packed| packed.bits = 5).is_none() && edited(|packed| packed.bits = 600).is_none());
        assert!(
            edited(|packed| packed.least = i64::MAX).is_none() && edited(|packed| packed.least = i64::MIN).is_none()
        );
        assert!(packed.numbers(6, 4).is_none(), "beyond the most");
    }
}
