//! Summary of a check: the verdict with the numbers that drifted, the rules that changed, and what is undecided.

use super::judge::{Standing, Verdict};
use super::outcome::Outcome;
use hitchart_report::KeyNumber;
use hitchart_report::table::{capitalised, counted, grouped};

/// Maximum fields, numbers and measures that a sentence names.
const NAMED: usize = 3;

/// Joins names to one text, and counts those beyond the third.
fn named(all: &[String], what: &str) -> String {
    let more = all.len().saturating_sub(NAMED);
    let first = all.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    if more > 0 { format!("{first}; and {} more", counted(more as u64, what)) } else { first }
}

impl Outcome {
    /// Returns the summary: the verdict, the rules that changed, and what was compared.
    pub fn summary(&self) -> Vec<String> {
        let compared = format!("{} {} played.", self.said.join(" "), self.games_played());
        [Some(self.verdict_said()), self.rules_said(), Some(compared)].into_iter().flatten().collect()
    }

    fn games_played(&self) -> String {
        let verb = if self.games() == 1 { "was" } else { "were" };
        format!("{} {verb}", counted(self.games(), "games"))
    }

    /// Returns the verdict with the numbers that drifted, as one sentence.
    pub fn verdict_said(&self) -> String {
        let title = &self.title;
        match self.verdict() {
            Verdict::Pass if self.is_unchanged() => format!("Pass: nothing changed in {title}."),
            Verdict::Pass => format!("Pass: {title} did not drift; {}.", self.acknowledged().join("; ")),
            Verdict::Drift => format!("Drift: {title} changed: {}.", self.drifted().join("; ")),
            Verdict::Inconclusive => format!("Inconclusive: {title} needs more games; {}.", self.statistics_said()),
        }
    }

    /// Returns true if every exact number and every game is unchanged.
    fn is_unchanged(&self) -> bool {
        self.exact.iter().all(|held| held.same) && self.signature.iter().all(super::Signed::is_same)
    }

    /// Describes the accepted differences, and the numbers that stayed within their margins.
    fn acknowledged(&self) -> Vec<String> {
        let layers = self.layers().into_iter();
        layers.map(|layer| format!("{}: {}", layer.name, layer.said)).collect()
    }

    /// Describes the drift: numbers beyond their margins first, then exact numbers and games.
    fn drifted(&self) -> Vec<String> {
        let drifted = |standing: &&Standing| standing.verdict == Verdict::Drift;
        let numbers: Vec<String> = self.statistics.iter().filter(drifted).map(Standing::change_said).collect();
        let mut all = Vec::new();
        if !numbers.is_empty() {
            all.push(named(&numbers, "numbers"));
        }
        let [exact, signature, _] = self.layers();
        for layer in [exact, signature].into_iter().filter(|layer| layer.verdict == Verdict::Drift) {
            all.push(layer.said);
        }
        all
    }

    /// Describes the fields of the rules that changed.
    pub fn rules_said(&self) -> Option<String> {
        let fields: Vec<String> = self
            .rules
            .iter()
            .map(|field| format!("{} from {} to {}", field.path, field.values[0], field.values[1]))
            .collect();
        let count = counted(fields.len() as u64, "fields");
        let verb = if fields.len() == 1 { "differs" } else { "differ" };
        (!fields.is_empty()).then(|| format!("{count} of the rules {verb}: {}.", named(&fields, "fields")))
    }

    /// Returns the numbers that drifted or are nearest to it.
    pub fn numbers(&self) -> Vec<KeyNumber> {
        let in_margins = |standing: &Standing| standing.estimate.map_or(0.0, |e| e.point.abs()) / standing.margin;
        let mut all: Vec<&Standing> = self.statistics.iter().collect();
        all.sort_by(|a, b| (b.verdict as u8).cmp(&(a.verdict as u8)).then(in_margins(b).total_cmp(&in_margins(a))));
        let number = |standing: &&Standing| KeyNumber::new(capitalised(&standing.label()), standing.value_said());
        all.iter().take(hitchart_report::NUMBERS).map(number).collect()
    }

    /// Describes what is undecided, and the games that would decide it.
    pub fn undecided(&self) -> String {
        let open = || self.statistics.iter().filter(|standing| standing.verdict == Verdict::Inconclusive);
        let count = open().count();
        if count == 0 {
            return String::new();
        }
        let needed = open().filter_map(Standing::enough).max();
        let games = needed.map_or_else(String::new, |n| {
            format!("; a baseline of about {} games of each study would decide them", grouped(n))
        });
        format!("{} could not be decided{games}.", counted(count as u64, "numbers"))
    }
}

impl Standing {
    /// Returns the number in words, with its study.
    pub fn label(&self) -> String {
        format!("{} ({})", self.quantity.words(), self.study)
    }

    /// Returns true if the number is the same in every game that was played.
    pub fn is_unchanged(&self) -> bool {
        self.estimate.is_some_and(|estimate| estimate.point == 0.0 && estimate.standard_error == 0.0)
    }

    /// Describes the number in the baseline and now, and its change.
    fn value_said(&self) -> String {
        let Some(estimate) = self.estimate else { return "nothing to compare".to_owned() };
        let [before, after] =
            self.means.map(|mean| mean.map_or_else(|| "-".to_owned(), |mean| self.quantity.value(mean)));
        match self.is_unchanged() {
            true => format!("{before}, no change in {}", counted(estimate.n, "games")),
            false => format!("{before} to {after}, {}", self.quantity.change(&estimate)),
        }
    }

    fn change_said(&self) -> String {
        format!("{} {}", self.label(), self.value_said())
    }
}
