//! The answer of a check: summary, tables and JUnit XML.

use super::baseline::MOST_GAMES;
use super::check::{NumberResult, Verdict};
use super::exact::{ChangedPath, MeasureResult, Moved};
use super::outcome::{CheckResult, Signed};
use crate::study::{bounded, bounds};
use hitchart_config::words::{capitalised, counted, grouped, some_of, verb};
use hitchart_report::table::{Field, Row, Table, rounded_up};
use hitchart_report::{KeyNumber, table::escape::xml};
use hitchart_stats::Estimate;

/// Maximum fields, numbers and measures that a sentence names.
const NAMED: usize = 3;

/// Joins names to one text, and counts those beyond the third.
fn named(all: &[String], what: &str) -> String {
    let more = all.len().saturating_sub(NAMED);
    let first = all.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    if more > 0 { format!("{first}; and {} more", counted(more as u64, what)) } else { first }
}

impl CheckResult {
    /// Returns the summary: the verdict, the rules that changed, and what was compared.
    pub fn summary(&self) -> Vec<String> {
        let compared = format!("{} {} played.", self.said.join(" "), self.games_played());
        [Some(self.verdict_sentence()), self.rules_sentence(), Some(compared)].into_iter().flatten().collect()
    }

    fn games_played(&self) -> String {
        format!("{} {}", self.games_text(), verb(self.games(), "was"))
    }

    fn games_text(&self) -> String {
        counted(self.games(), "games")
    }

    /// Returns the verdict with the numbers that drifted, as one sentence.
    pub fn verdict_sentence(&self) -> String {
        let title = &self.title;
        match self.verdict() {
            Verdict::Pass if self.is_unchanged() && self.games_left() == 0 => {
                format!("Pass: nothing changed in {title}.")
            }
            Verdict::Pass if self.is_unchanged() => {
                let left = grouped(self.games_left());
                format!("Pass: nothing changed in {} of {title}; {left} were not played again.", self.games_text())
            }
            Verdict::Pass => format!("Pass: {title} did not drift; {}.", self.acknowledged().join("; ")),
            Verdict::Drift => format!("Drift: {title} changed: {}.", self.drifted().join("; ")),
            Verdict::Inconclusive => format!("Inconclusive: {title} needs more games; {}.", self.statistics_text()),
        }
    }

    /// Returns true if every exact number and every game is unchanged.
    fn is_unchanged(&self) -> bool {
        self.exact.iter().all(|held| held.same) && self.signature.iter().all(Signed::is_same)
    }

    /// Describes the accepted differences, and the numbers that stayed within their margins.
    fn acknowledged(&self) -> Vec<String> {
        let layers = self.layers().into_iter();
        layers.map(|layer| format!("{}: {}", layer.name, layer.said)).collect()
    }

    /// Describes the drift: numbers beyond their margins first, then exact numbers and games.
    fn drifted(&self) -> Vec<String> {
        let drifted = |standing: &&NumberResult| standing.verdict == Verdict::Drift;
        let numbers: Vec<String> = self.statistics.iter().filter(drifted).map(NumberResult::change_text).collect();
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
    pub fn rules_sentence(&self) -> Option<String> {
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
        let in_margins = |standing: &NumberResult| standing.estimate.map_or(0.0, |e| e.point.abs()) / standing.margin;
        let mut all: Vec<&NumberResult> = self.statistics.iter().collect();
        all.sort_by(|a, b| (b.verdict as u8).cmp(&(a.verdict as u8)).then(in_margins(b).total_cmp(&in_margins(a))));
        let number = |standing: &&NumberResult| KeyNumber::new(capitalised(&standing.label()), standing.value_text());
        all.iter().take(hitchart_report::NUMBERS).map(number).collect()
    }

    /// Describes what is undecided, and the games that would decide it.
    pub fn undecided(&self) -> String {
        let open = || self.statistics.iter().filter(|standing| standing.verdict == Verdict::Inconclusive);
        let count = open().count();
        if count == 0 {
            return String::new();
        }
        let needed: Vec<u64> = open().filter_map(NumberResult::enough).map(rounded_up).collect();
        let within = || needed.iter().copied().filter(|games| *games <= MOST_GAMES);
        let decided = some_of(within().count(), count);
        let games = match within().max() {
            Some(n) => format!("; a baseline of about {} games of each study would decide {decided}", grouped(n)),
            None if needed.is_empty() => String::new(),
            None => format!("; more games than a baseline may have, {}, would decide them", grouped(MOST_GAMES)),
        };
        format!("{} could not be decided{games}.", counted(count as u64, "numbers"))
    }
}

impl NumberResult {
    /// Returns the number in words, with its study.
    pub fn label(&self) -> String {
        format!("{} ({})", self.quantity.words(), self.study)
    }

    /// Returns true if the number is the same in every game that was played.
    pub fn is_unchanged(&self) -> bool {
        self.estimate.is_some_and(|estimate| estimate.point == 0.0 && estimate.standard_error == 0.0)
    }

    /// Returns the change; `None` for a number without one.
    fn moved(&self) -> Option<Estimate> {
        self.estimate.filter(|_| !self.is_unchanged())
    }

    /// Describes the number in the baseline and now, and its change.
    fn value_text(&self) -> String {
        let Some(estimate) = self.estimate else { return "nothing to compare".to_owned() };
        let [before, after] =
            self.means.map(|mean| mean.map_or_else(|| "-".to_owned(), |mean| self.quantity.value(mean)));
        match self.is_unchanged() {
            true => format!("{before} in the first {}, no change", counted(estimate.n, "games")),
            false => format!("{before} to {after}, {}", self.quantity.change(&estimate)),
        }
    }

    fn change_text(&self) -> String {
        format!("{} {}", self.label(), self.value_text())
    }
}

/// Maximum exact numbers of a measure in the table.
const MOST_EXACT: usize = 20;

/// Returns the tables of the layers and their details; empty tables are left out.
pub fn tables(outcome: &CheckResult) -> Vec<Table> {
    let rules = Table::new("check-rules", "Rules that changed", "").of(&outcome.rules);
    let all = [rules, layers(outcome), statistics(outcome), exact(outcome), signature(outcome)];
    all.into_iter().filter(|table| table.rows() > 0).collect()
}

fn layers(outcome: &CheckResult) -> Table {
    let layers = outcome.layers();
    Table::new("check-layers", "Layers", "")
        .text("layer", "Layer", layers.iter().map(|layer| layer.name))
        .text("verdict", "Verdict", layers.iter().map(|layer| layer.verdict.name()))
        .text("said", "Why", layers.iter().map(|layer| layer.said.as_str()))
}

/// Returns the table of exact numbers that changed.
fn exact(outcome: &CheckResult) -> Table {
    let changed = outcome.exact.iter().filter(|measure| !measure.same);
    let rows = || changed.clone().flat_map(|m| m.moved.iter().take(MOST_EXACT).map(move |moved| (m, moved)));
    let whole: Vec<String> =
        changed.clone().map(|measure| format!("{}: {}", measure.measure, measure.describe())).collect();
    let more = changed.clone().any(|measure| measure.moved.len() > MOST_EXACT);
    let shown = if more { format!(" The {MOST_EXACT} largest changes of each.") } else { String::new() };
    Table::new("check-exact", "Exact numbers that differ", format!("{}.{shown}", whole.join("; ")))
        .text("measure", "Measure", rows().map(|(measure, _)| measure.measure.as_str()))
        .of(&rows().map(|(_, moved)| moved.clone()).collect::<Vec<Moved>>())
}

impl Row for Moved {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("item", "Of", |row| row.item.clone()),
            Field::number("before", "Baseline", 4, |row: &Self| row.values[0]).keyed("baseline"),
            Field::number("after", "Now", 4, |row: &Self| row.values[1]).keyed("now"),
            Field::number("effect", "Change", 4, |row: &Self| Some(row.values[1]? - row.values[0]?)).table_only(),
        ]
    }
}

/// Returns the table of studies with games that ended differently.
fn signature(outcome: &CheckResult) -> Table {
    let rows = || outcome.signature.iter().filter(|signed| !signed.is_same() && signed.lacking.is_empty());
    let note = "`hitchart play FILE --study NAME --replay GAME` plays a game again, unless the game is a program. --accept \
                signature accepts the differences.";
    Table::new("check-signature", "Games that ended differently", note)
        .text("study", "Study", rows().map(|signed| signed.study.as_str()))
        .count("differing", "Groups that differ", rows().map(|signed| signed.differing))
        .count("groups", "Of", rows().map(|signed| signed.groups))
        .count("first_game", "First game", rows().map(|signed| signed.first))
}

/// Returns the table of every tested number, those that drifted first.
fn statistics(outcome: &CheckResult) -> Table {
    let mut rows = outcome.statistics.clone();
    rows.sort_by_key(|standing| match standing.verdict {
        Verdict::Drift => 0,
        Verdict::Inconclusive => 1,
        Verdict::Pass => 2,
    });
    let note = "On the random numbers of the baseline. Baseline and Now: both over the N games that decided the number, the \
                first of the baseline. Pass: two one-sided tests at 5% show that the change is within the margin, so the 90% \
                interval is; without a p, every game ended as in the baseline, and nothing was left to test. Drift: a test at 5%, corrected for the number of numbers (Holm), shows that it is beyond the \
                margin. The 95% interval is not corrected: it may reach over the margin in a pass, and it may lie beyond the \
                margin while the verdict is inconclusive. Tests and intervals allow for all looks. An empty change: every game \
                gave the same number. Games to decide: games needed for a 90% chance of a verdict, if the change is as large as \
                it looks.";
    Table::new("check-statistics", "Numbers against their margins", note).of(&rows)
}

impl Row for NumberResult {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("study", "Study", |row| row.study.clone()),
            Field::text("metric", "Metric", |row| row.quantity.metric.clone()),
            Field::text("whose", "Of", |row: &Self| row.quantity.of.clone()).table_only(),
            Field::json_only("of", |row| row.quantity.of.clone().into()),
            Field::number("before", "Baseline", 3, |row: &Self| row.means[0]).keyed("baseline"),
            Field::number("after", "Now", 3, |row: &Self| row.means[1]).keyed("now"),
            Field::number("effect", "Change", 4, |row: &Self| Some(row.moved()?.point)).table_only(),
            Field::interval("effect_interval", "95% interval", 4, |row: &Self| bounded(&row.moved()?)).table_only(),
            Field::json_only("effect", |row| row.estimate.map(|estimate| estimate.point).into()),
            Field::json_only("interval", |row| row.estimate.as_ref().map(bounds).into()),
            Field::number("allowance", "Margin", 3, |row: &Self| Some(row.margin)).keyed("margin"),
            Field::text("verdict", "Verdict", |row| row.verdict.name().to_owned()),
            Field::number("p_pass", "p of pass", 4, |row: &Self| {
                Some(row.p_pass.min(1.0)).filter(|_| !row.is_untested())
            }),
            Field::number("p_drift", "p of drift", 4, |row| Some(row.p_drift)),
            Field::count("n", "N", |row| Some(row.estimate.map_or(0, |estimate| estimate.n))),
            Field::count("enough", "Games to decide", NumberResult::enough),
        ]
    }
}

impl Row for ChangedPath {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("field", "Field", |row| row.path.clone()),
            Field::text("was", "Baseline", |row: &Self| row.values[0].clone()).keyed("baseline"),
            Field::text("is", "Now", |row: &Self| row.values[1].clone()).keyed("now"),
        ]
    }
}

/// A test: its name, its verdict and the reason.
struct Case {
    name: String,
    verdict: Verdict,
    said: String,
}

/// Returns the XML: a suite per layer, and a case per measure, study or number. Drift is a failure; an inconclusive
/// case is an error.
pub fn junit(outcome: &CheckResult) -> String {
    let suites: Vec<(&str, Vec<Case>)> = vec![
        ("exact", outcome.exact.iter().map(|held| exact_case(held, outcome.exact_accepted)).collect()),
        ("signature", outcome.signature.iter().map(|signed| signature_case(signed, outcome.accepted)).collect()),
        ("statistics", outcome.statistics.iter().map(statistics_case).collect()),
    ];
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += &format!("<testsuites name=\"{}\" {}>\n", xml(&format!("balance: {}", outcome.title)), numbers(all()));
    for (layer, cases) in &suites {
        out += &format!("  <testsuite name=\"{layer}\" {}>\n", numbers(cases.iter()));
        cases.iter().for_each(|case| out += &case.element(layer));
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}

fn case(name: &str, verdict: Verdict, said: String) -> Case {
    Case { name: name.to_owned(), verdict, said }
}

fn exact_case(held: &MeasureResult, accepted: bool) -> Case {
    match accepted && !held.same {
        true => case(&held.measure, Verdict::Pass, format!("{}; accepted", held.describe())),
        false => case(&held.measure, held.verdict(), held.describe()),
    }
}

fn signature_case(signed: &Signed, accepted: bool) -> Case {
    match (signed.is_same(), accepted) {
        (true, _) => case(&signed.study, Verdict::Pass, signed.describe()),
        (false, true) => case(&signed.study, Verdict::Pass, format!("{}; accepted", signed.describe())),
        (false, false) => case(&signed.study, Verdict::Drift, signed.describe()),
    }
}

fn statistics_case(standing: &NumberResult) -> Case {
    let (metric, of) = (&standing.quantity.metric, &standing.quantity.of);
    let whose = if of.is_empty() { String::new() } else { format!(" of {of}") };
    case(&format!("{}: {metric}{whose}", standing.study), standing.verdict, standing.describe())
}

impl NumberResult {
    /// Describes the result in words.
    pub fn describe(&self) -> String {
        let Some(estimate) = self.estimate else { return "nothing to compare".to_owned() };
        let told = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
        let [before, after] = self.means.map(told);
        if self.is_unchanged() {
            return format!("no change: {before} in the baseline and now, in the first {} games", estimate.n);
        }
        let ((low, high), n) = (estimate.interval, estimate.n);
        format!(
            "{before} in the baseline, {after} now: {:+.4}, interval {low:+.4} to {high:+.4}, margin {}, {n} games",
            estimate.point, self.margin
        )
    }
}

impl Case {
    fn element(&self, layer: &str) -> String {
        let (name, said) = (xml(&self.name), xml(&self.said));
        let told = match self.verdict {
            Verdict::Pass => format!("<system-out>{said}</system-out>"),
            Verdict::Drift => format!("<failure type=\"drift\" message=\"{said}\"/>"),
            Verdict::Inconclusive => format!("<error type=\"inconclusive\" message=\"{said}\"/>"),
        };
        format!("    <testcase classname=\"{layer}\" name=\"{name}\">{told}</testcase>\n")
    }
}

fn numbers<'a>(cases: impl Iterator<Item = &'a Case> + Clone) -> String {
    let of = |verdict| cases.clone().filter(|case| case.verdict == verdict).count();
    let (failures, errors) = (of(Verdict::Drift), of(Verdict::Inconclusive));
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.clone().count())
}
