//! Result of a check, layer by layer.

use super::check::{NumberResult, Verdict};
use super::exact::{ChangedPath, MeasureResult, Moved};
use hitchart_config::{listed, words::counted, words::grouped};
use hitchart_report::table::{Row, object};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Complete result of a check.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// Title of the scenario.
    pub title: String,
    /// Origin of the baseline and of the current results, a line each for people.
    pub said: Vec<String>,
    /// Fields in which the current rules differ from the baseline's.
    pub rules: Vec<ChangedPath>,
    /// Comparison of the exact numbers, measure by measure.
    pub exact: Vec<MeasureResult>,
    /// Comparison of the games, study by study.
    pub signature: Vec<Signed>,
    /// True if a different signature is accepted.
    pub accepted: bool,
    /// True if exact numbers that differ are accepted, because the rules were meant to change.
    pub exact_accepted: bool,
    /// Results of all numbers with a margin.
    pub statistics: Vec<NumberResult>,
}

/// Signature of a study: the comparison of its games with the baseline's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Name of the study.
    pub study: String,
    /// Number of groups of games that were played again.
    pub groups: u64,
    /// Number of groups in the baseline.
    pub recorded: u64,
    /// Games per group.
    pub size: u64,
    /// Number of groups that ended differently.
    pub differing: u64,
    /// The first game of the first of these groups.
    pub first: Option<u64>,
    /// Metrics on which the marks of the baseline depend, but which the games no longer have. With any, no group can be
    /// compared, and all count as different.
    pub lacking: Vec<String>,
}

/// Summary of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Name in reports: `exact`, `signature` or `statistics`.
    pub name: &'static str,
    /// Verdict over the whole layer; accepted differences pass.
    pub verdict: Verdict,
    /// Reason in words.
    pub said: String,
}

/// Maximum differences of exact numbers in JSON, for each measure.
const MOST_TOLD: usize = 1_000;

impl MeasureResult {
    /// Returns pass or drift.
    pub fn verdict(&self) -> Verdict {
        if self.same { Verdict::Pass } else { Verdict::Drift }
    }
}

impl Signed {
    /// Returns true if every group ended as in the baseline.
    pub fn is_same(&self) -> bool {
        self.differing == 0
    }

    /// Describes the comparison in words.
    pub fn describe(&self) -> String {
        let what = if self.size == 1 { "games" } else { "groups of games" };
        let of = counted(self.groups, what);
        match self.first {
            _ if !self.lacking.is_empty() => format!("{of} cannot be compared, {}", lacking_sentence(&self.lacking)),
            None => same_sentence(self.groups, self.recorded, what),
            Some(first) => format!("{} of {of} ended differently, the first is game {first}", grouped(self.differing)),
        }
    }
}

/// Describes the metrics without which games cannot be compared.
fn lacking_sentence(lacking: &[String]) -> String {
    format!("because the games no longer have {}", listed(lacking.iter().map(String::as_str)))
}

/// Describes games that all ended as in the baseline, and how many of those recorded were not played again.
fn same_sentence(played: u64, recorded: u64, what: &str) -> String {
    match recorded - played {
        0 => format!("all {} ended as in the baseline", counted(played, what)),
        left => {
            let all = format!("the first {} ended as in the baseline", counted(played, what));
            format!("{all}, {} were not played again", grouped(left))
        }
    }
}

impl CheckResult {
    /// Returns the verdict over all layers.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.layers().map(|layer| layer.verdict))
    }

    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.signature.iter().map(|signed| signed.groups * signed.size).sum()
    }

    /// Returns the number of recorded games that were not played again.
    pub fn games_left(&self) -> u64 {
        self.signature.iter().map(|signed| (signed.recorded - signed.groups) * signed.size).sum()
    }

    /// Returns the three layers.
    pub fn layers(&self) -> [Layer; 3] {
        let numbers: u64 = self.exact.iter().map(|measure| measure.counts[1]).sum();
        let changed: Vec<&str> = self.exact.iter().filter(|m| !m.same).map(|m| m.measure.as_str()).collect();
        let exact = match changed.len() {
            0 => format!("all {} are as in the baseline", counted(numbers, "exact numbers")),
            _ if self.exact_accepted => format!("exact numbers differ, accepted: {}", changed.join(", ")),
            _ => format!("exact numbers differ: {}", changed.join(", ")),
        };
        let groups: u64 = self.signature.iter().map(|signed| signed.groups).sum();
        let recorded: u64 = self.signature.iter().map(|signed| signed.recorded).sum();
        let differing: u64 = self.signature.iter().map(|signed| signed.differing).sum();
        let all = counted(groups, "groups of games");
        let lacking: BTreeSet<&String> = self.signature.iter().flat_map(|signed| &signed.lacking).collect();
        let accepted = if self.accepted { ", accepted" } else { "" };
        let signature = match (differing, lacking.is_empty()) {
            (0, _) => same_sentence(groups, recorded, "groups of games"),
            (_, true) => format!("{} of {all} ended differently{accepted}", grouped(differing)),
            (_, false) => {
                let lacking: Vec<String> = lacking.into_iter().cloned().collect();
                let how = "ended differently or cannot be compared";
                format!("{} of {all} {how}, {}{accepted}", grouped(differing), lacking_sentence(&lacking))
            }
        };
        let layer = |name, verdict, said| Layer { name, verdict, said };
        [
            layer("exact", self.exact_verdict(), exact),
            layer("signature", self.signature_verdict(), signature),
            layer("statistics", Verdict::of(self.statistics.iter().map(|s| s.verdict)), self.statistics_text()),
        ]
    }

    fn exact_verdict(&self) -> Verdict {
        if self.exact_accepted { Verdict::Pass } else { Verdict::of(self.exact.iter().map(MeasureResult::verdict)) }
    }

    fn signature_verdict(&self) -> Verdict {
        let is_same = self.signature.iter().all(Signed::is_same);
        if is_same || self.accepted { Verdict::Pass } else { Verdict::Drift }
    }

    pub(super) fn statistics_text(&self) -> String {
        let of = |verdict| self.statistics.iter().filter(|standing| standing.verdict == verdict).count();
        let (drifted, open, all) = (of(Verdict::Drift), of(Verdict::Inconclusive), self.statistics.len());
        match (drifted, open) {
            (0, 0) if self.statistics.iter().all(NumberResult::is_untested) => {
                format!("{} equal in every game", counted(all as u64, "numbers"))
            }
            (0, 0) => format!("{all} of {} within their margins", counted(all as u64, "numbers")),
            (0, _) => format!("{open} of {} undecided", counted(all as u64, "numbers")),
            (_, 0) => format!("{drifted} of {} beyond their margins", counted(all as u64, "numbers")),
            _ => format!("{drifted} of {} beyond their margins, {open} undecided", counted(all as u64, "numbers")),
        }
    }

    /// Returns the result as JSON.
    pub fn to_json(&self) -> Value {
        let [exact, signature, statistics] = self.layers();
        let layers = [
            layer(&exact, "measures", self.exact.iter().map(measure).collect()),
            layer(&signature, "studies", self.signature.iter().map(signed).collect()),
            layer(&statistics, "numbers", NumberResult::json(&self.statistics)),
        ];
        let mut layers = object(layers);
        layers["signature"]["accepted"] = json!(self.accepted && self.signature.iter().any(|signed| !signed.is_same()));
        layers["exact"]["accepted"] = json!(self.exact_accepted && self.exact.iter().any(|held| !held.same));
        json!({
            "verdict": self.verdict().name(),
            "scenario": self.title,
            "said": self.said,
            "rules": ChangedPath::json(&self.rules),
            "layers": layers,
            "games": self.games(),
        })
    }
}

fn layer(of: &Layer, what: &str, all: Vec<Value>) -> (String, Value) {
    (of.name.to_owned(), json!({ "verdict": of.verdict.name(), "said": of.said, what: all }))
}

fn measure(held: &MeasureResult) -> Value {
    json!({
        "measure": held.measure,
        "verdict": held.verdict().name(),
        "said": held.describe(),
        "count": { "baseline": held.counts[0], "now": held.counts[1] },
        "mean": { "baseline": held.means[0], "now": held.means[1] },
        "differing": held.moved.len(),
        "differences": Moved::json(&held.moved[..held.moved.len().min(MOST_TOLD)]),
    })
}

fn signed(signed: &Signed) -> Value {
    json!({ "study": signed.study, "groups": signed.groups, "games": signed.groups * signed.size,
        "recorded_games": signed.recorded * signed.size, "differing": signed.differing, "first_game": signed.first,
        "lacking": signed.lacking })
}
