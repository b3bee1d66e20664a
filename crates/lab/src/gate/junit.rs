//! A check as JUnit XML, which most CI services can show.

use super::exact::MeasureHeld;
use super::judge::{Standing, Verdict};
use super::outcome::{Outcome, Signed};
use hitchart_report::table::escape::xml;

/// A test: its name, its verdict and the reason.
struct Case {
    name: String,
    verdict: Verdict,
    said: String,
}

/// Returns the XML: a suite per layer, and a case per measure, study or number. Drift is a failure; an inconclusive
/// case is an error.
pub fn junit(outcome: &Outcome) -> String {
    let suites: Vec<(&str, Vec<Case>)> = vec![
        ("exact", outcome.exact.iter().map(|held| exact(held, outcome.exact_accepted)).collect()),
        ("signature", outcome.signature.iter().map(|signed| signature(signed, outcome.accepted)).collect()),
        ("statistics", outcome.statistics.iter().map(statistics).collect()),
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

fn exact(held: &MeasureHeld, accepted: bool) -> Case {
    match accepted && !held.same {
        true => case(&held.measure, Verdict::Pass, format!("{}; accepted", held.said())),
        false => case(&held.measure, held.verdict(), held.said()),
    }
}

fn signature(signed: &Signed, accepted: bool) -> Case {
    match (signed.is_same(), accepted) {
        (true, _) => case(&signed.study, Verdict::Pass, signed.said()),
        (false, true) => case(&signed.study, Verdict::Pass, format!("{}; accepted", signed.said())),
        (false, false) => case(&signed.study, Verdict::Drift, signed.said()),
    }
}

fn statistics(standing: &Standing) -> Case {
    let (metric, of) = (&standing.quantity.metric, &standing.quantity.of);
    let whose = if of.is_empty() { String::new() } else { format!(" of {of}") };
    case(&format!("{}: {metric}{whose}", standing.study), standing.verdict, standing.said())
}

impl Standing {
    /// Describes the result in words.
    pub fn said(&self) -> String {
        let Some(estimate) = self.estimate else { return "nothing to compare".to_owned() };
        let told = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
        let [before, after] = self.means.map(told);
        if self.is_unchanged() {
            return format!("no change: {before} in the baseline and now, {} games", estimate.n);
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
