//! A check as JUnit XML, which most services that run tests can show.

use super::judge::{Standing, Verdict};
use super::outcome::{Outcome, Signed};

/// A test: its name, what it comes to and why.
struct Case {
    name: String,
    verdict: Verdict,
    said: String,
}

/// A suite a layer, a case a measure, a study or a number: drift is a failure, what is undecided an error.
pub fn junit(outcome: &Outcome) -> String {
    let suites: Vec<(&str, Vec<Case>)> = vec![
        ("exact", outcome.exact.iter().map(|held| case(&held.measure, held.verdict(), held.said())).collect()),
        ("signature", outcome.signature.iter().map(|signed| signature(signed, outcome.accepted)).collect()),
        ("statistics", outcome.statistics.iter().map(statistics).collect()),
    ];
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += &format!("<testsuites name=\"{}\" {}>\n", escaped(&format!("balance: {}", outcome.title)), numbers(all()));
    for (layer, cases) in &suites {
        out += &format!("  <testsuite name=\"{layer}\" {}>\n", numbers(cases.iter()));
        cases.iter().for_each(|case| out += &case.xml(layer));
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}

fn case(name: &str, verdict: Verdict, said: String) -> Case {
    Case { name: name.to_owned(), verdict, said }
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
    /// How it stands, in words.
    pub fn said(&self) -> String {
        let Some(estimate) = self.estimate else { return "there was nothing to compare".to_owned() };
        let told = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
        let [before, after] = self.means.map(told);
        let ((low, high), n) = (estimate.interval, estimate.n);
        format!(
            "{before} in the baseline, {after} now: {:+.4}, interval {low:+.4} to {high:+.4}, margin {}, {n} games",
            estimate.point, self.margin
        )
    }
}

impl Case {
    fn xml(&self, layer: &str) -> String {
        let (name, said) = (escaped(&self.name), escaped(&self.said));
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

/// Text as it may stand in XML 1.0: control characters may not, however they are written.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_breaks_the_file() {
        assert_eq!(escaped("a<b & \"c\"\u{1b}[0m'\n"), "a&lt;b &amp; &quot;c&quot;\u{fffd}[0m&apos; ");
    }
}
