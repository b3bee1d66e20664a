//! Warnings: doubtful points of a report, with advice.

use hitchart_config::words::{counted, grouped};
use std::fmt::{Display, Formatter, Result};

/// A reason to doubt a number, with advice.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Too few samples for a useful interval.
    FewSamples {
        /// The estimate, for example "mean damage of the autocannon".
        what: String,
        /// Number of samples of the estimate.
        samples: u64,
        /// Larger distance of the estimate from a bound of its interval, in its unit.
        margin: f64,
        /// A sufficient number of samples.
        better: u64,
        /// Margin to expect with that number.
        then: f64,
    },
    /// Too few samples in several studies.
    FewSamplesInMany {
        /// The estimate, without the name of a study.
        what: String,
        /// Names of the studies, at least two.
        studies: Vec<String>,
        /// Samples of the study with the widest interval.
        samples: u64,
        /// The largest margin of their estimates, in the unit of the estimates.
        margin: f64,
        /// A sufficient number of samples for the study with the widest interval.
        better: u64,
        /// Margin to expect with that number.
        then: f64,
    },
    /// Simulation and exact engine disagree.
    Disagreement {
        /// Name of the attack or roll that was tested.
        what: String,
        /// The p-value after correction for the number of comparisons.
        p_value: f64,
        /// Significance level of the test.
        level: f64,
    },
    /// A filter selected no rows.
    NothingSelected {
        /// Name of the study with the filter.
        what: String,
    },
    /// Only a part is shown.
    Capped {
        /// The things that are shown in part, as a plural: "heat maps of attacks".
        what: String,
        /// Number of things that are shown.
        shown: u64,
        /// Number of things in total, more than `shown`.
        of: u64,
    },
    /// Changes of the situation that come after the end of all missions.
    NeverCame {
        /// Name of the study.
        study: String,
        /// The changes as "encounter, round 9", separated by semicolons.
        what: String,
    },
    /// Fields of a ruleset that no player can react to.
    PlayedBlind {
        /// Name of the ruleset.
        ruleset: String,
        /// Names of the fields, at least one; the text lists the first six.
        fields: Vec<String>,
    },
    /// Fields of a ruleset that exact numbers do not count.
    NotExact {
        /// Name of the ruleset.
        ruleset: String,
        /// Names of the fields, at least one; the text lists the first six.
        fields: Vec<String>,
    },
    /// A quantity of the table that the rules state twice, for exact numbers and for games, and that a ruleset changes once.
    HalfChanged {
        /// Name of the ruleset.
        ruleset: String,
        /// Field of exact numbers, and field of games.
        fields: [&'static str; 2],
        /// True if the field of exact numbers is the changed one.
        exact: bool,
    },
    /// Placeholders for values that are missing in the rule text.
    Unsourced {
        /// Name of the study; [`merged`] joins several names with commas.
        study: String,
        /// The values, for example "Vigor of Spider".
        what: String,
    },
}

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Warning::FewSamples { what, samples, margin, better, then } => {
                let (samples, better) = (counted(*samples, "samples"), grouped(*better));
                let (now, then) = (rounded(*margin), rounded(*then));
                write!(f, "{what}: only {samples}, so the interval is up to ±{now}; {better} would give about ±{then}.")
            }
            Warning::FewSamplesInMany { what, studies, samples, margin, better, then } => {
                let (samples, better) = (counted(*samples, "samples"), grouped(*better));
                let (count, now, then) = (studies.len(), rounded(*margin), rounded(*then));
                write!(
                    f,
                    "{what} {count} studies ({}): the intervals are up to ±{now}, with only {samples}; {better} \
                     would give about ±{then}.",
                    named(studies)
                )
            }
            Warning::Disagreement { what, p_value, level } => write!(
                f,
                "{what}: the simulation and the exact engine disagree (corrected p = {}, below the level of {level}). \
                 Run again with another seed; if they disagree again, report it as a bug together with the provenance.",
                rounded(*p_value)
            ),
            Warning::NothingSelected { what } => {
                write!(
                    f,
                    "{what}: no row was selected: nothing has what the study asks for. Check its names, ranges and conditions."
                )
            }
            Warning::Capped { what, shown, of } => {
                let (shown, of) = (grouped(*shown), grouped(*of));
                write!(f, "{what}: only {shown} of {of} are shown; select fewer to see them all.")
            }
            Warning::NeverCame { study, what } => write!(
                f,
                "{study}: some changes of the situation never came, because no mission lasted long enough: {what}. Give them \
                 earlier rounds, or set `until_last_wave` so that the battle goes on until they come."
            ),
            Warning::Unsourced { study, what } => write!(
                f,
                "{study}: the rule text does not have some values: {what}. The program uses placeholders, marked as unsourced; set \
                 your own values before you rely on the numbers."
            ),
            Warning::PlayedBlind { ruleset, fields } => write!(
                f,
                "{ruleset} is played blind: the simulated players ignore {}. Real players who use the rule may change the \
                 result.",
                named(fields)
            ),
            Warning::NotExact { ruleset, fields } => write!(
                f,
                "exact numbers of {ruleset} leave out {}, which depend on the course of a game; games count them.",
                named(fields)
            ),
            Warning::HalfChanged { ruleset, fields, exact } => f.write_str(&half_changed(ruleset, *fields, *exact)),
        }
    }
}

fn half_changed(ruleset: &str, [first, second]: [&str; 2], exact: bool) -> String {
    let (changed, other) = if exact { (first, second) } else { (second, first) };
    format!(
        "{ruleset} changes {changed} and not {other}: exact numbers and the plans of players use {first}, the cover of games \
         {second}. Change both for one rule."
    )
}

/// Most studies that a warning names; the others are counted.
const MOST_NAMES: usize = 6;

fn named(studies: &[String]) -> String {
    let names = studies.iter().take(MOST_NAMES).cloned();
    let more = studies.len().saturating_sub(MOST_NAMES);
    let more = (more > 0).then(|| format!("{more} more"));
    names.chain(more).collect::<Vec<_>>().join(", ")
}

/// Merges warnings that are the same for several studies, at the place of the first.
pub fn merged(warnings: impl IntoIterator<Item = Warning>) -> Vec<Warning> {
    let mut out: Vec<Warning> = Vec::new();
    for warning in warnings {
        if !out.iter_mut().any(|known| known.takes(&warning)) {
            out.push(warning);
        }
    }
    out
}

impl Warning {
    /// Merges another warning into this one if both have the same content; returns true if they were merged.
    fn takes(&mut self, other: &Warning) -> bool {
        match (&mut *self, other) {
            (known, other) if known == other => true,
            (Warning::Unsourced { study, what }, Warning::Unsourced { study: also, what: same }) if what == same => {
                *study = format!("{study}, {also}");
                true
            }
            (known, Warning::FewSamples { what, samples, margin, better, then }) => {
                known.takes_few(what, (*samples, *margin, *better, *then))
            }
            _ => false,
        }
    }

    /// Merges a warning of too few samples for an estimate; the last word of `other` is the name of the study.
    fn takes_few(&mut self, other: &str, of_other: (u64, f64, u64, f64)) -> bool {
        if let Warning::FewSamples { what, samples, margin, better, then } = self {
            let Some((what, study)) = what.rsplit_once(' ') else { return false };
            if other.rsplit_once(' ').is_none_or(|(other, _)| other != what) {
                return false;
            }
            let (what, studies) = (what.to_owned(), vec![study.to_owned()]);
            let (samples, margin, better, then) = (*samples, *margin, *better, *then);
            *self = Warning::FewSamplesInMany { what, studies, samples, margin, better, then };
        }
        let Warning::FewSamplesInMany { what, studies, samples, margin, better, then } = self else { return false };
        let Some((_, study)) = other.rsplit_once(' ').filter(|(other, _)| other == what) else { return false };
        studies.push(study.to_owned());
        if of_other.1 > *margin {
            (*samples, *margin, *better, *then) = of_other;
        }
        true
    }
}

/// Rounds a number to two significant digits, without trailing zeros; very small numbers use powers of ten.
fn rounded(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    // The parse cannot fail on Rust's own output; the number itself is the fallback.
    let two: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    if two.abs() < 1e-5 { format!("{two:e}") } else { two.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{Warning, merged, rounded};

    #[test]
    fn advice_names_what_would_do() {
        let what = "mean damage".to_owned();
        let few =
            Warning::FewSamples { what: what.clone(), samples: 1_000, margin: 0.05, better: 100_000, then: 0.005 };
        let expected =
            "mean damage: only 1000 samples, so the interval is up to ±0.05; 100,000 would give about ±0.005.";
        assert_eq!(few.to_string(), expected);
        let apart = Warning::Disagreement { what: what.clone(), p_value: 0.000_123_4, level: 0.01 }.to_string();
        assert!(apart.contains("(corrected p = 0.00012, below the level of 0.01)"), "{apart}");
        let capped = Warning::Capped { what: what.clone(), shown: 500, of: 12_345 }.to_string();
        assert_eq!(capped, "mean damage: only 500 of 12,345 are shown; select fewer to see them all.");
        let nothing = Warning::NothingSelected { what }.to_string();
        assert!(nothing.starts_with("mean damage: no row was selected:"), "{nothing}");
    }

    #[test]
    fn what_is_said_of_many_studies_is_said_once() {
        let few = |name: &str, margin: f64| Warning::FewSamples {
            what: format!("win rates of {name}"),
            samples: 400,
            margin,
            better: 10_000,
            then: margin / 5.0,
        };
        let capped = Warning::Capped { what: "maps".to_owned(), shown: 6, of: 8 };
        let unsourced =
            |study: &str| Warning::Unsourced { study: study.to_owned(), what: "Vigor of Spider".to_owned() };
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let all = names.into_iter().map(|name| few(name, if name == "c" { 0.1 } else { 0.06 }));
        let all = merged(all.chain([capped.clone(), unsourced("x"), unsourced("y"), capped.clone()]));
        assert_eq!(all.len(), 3, "{all:?}");
        let said = "win rates of 8 studies (a, b, c, d, e, f, 2 more): the intervals are up to ±0.1, with only 400 samples; \
                    10,000 would give about ±0.02.";
        assert_eq!(all[0].to_string(), said);
        assert_eq!(all[1], capped);
        assert!(all[2].to_string().starts_with("x, y: the rule text "), "{}", all[2]);
        let others = [
            few("a", 0.1),
            Warning::FewSamples { what: "mean damage in b".into(), samples: 1, margin: 1.0, better: 2, then: 0.7 },
        ];
        assert_eq!(merged(others.clone()), others);
    }

    #[test]
    fn numbers_for_people() {
        let round = [0.0, 0.049_9, 12.34, 1234.0, 3.21e-9].map(rounded);
        assert_eq!(round, ["0", "0.05", "12", "1200", "3.2e-9"]);
    }
}
