//! Warnings: what to doubt in a report, and what to do about it.

use std::fmt::{Display, Formatter, Result};

/// Something the reader should know before trusting a figure, with advice.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Too few samples for a useful interval.
    FewSamples {
        /// What is estimated, for example "mean damage of the autocannon".
        what: String,
        samples: u64,
        /// Half the width of the interval.
        half_width: f64,
        /// A number of samples that would do.
        better: u64,
    },
    /// Simulation and exact engine disagree.
    Disagreement {
        what: String,
        /// After correction for the number of comparisons.
        p_value: f64,
        /// The level it was held against.
        level: f64,
    },
    /// A filter selected no rows.
    NothingSelected { what: String },
    /// Only a part is shown.
    Capped { what: String, shown: u64, of: u64 },
    /// Placeholders for values that the rule text has lost.
    Unsourced { study: String, what: String },
}

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Warning::FewSamples { what, samples, half_width, better } => {
                // An interval shrinks with the square root of the number of samples.
                let then = half_width * (*samples as f64 / *better as f64).sqrt();
                let (samples, better) = (grouped(*samples), grouped(*better));
                let (now, then) = (rounded(*half_width), rounded(then));
                write!(
                    f,
                    "{what}: only {samples} samples, so the interval is ±{now}; {better} would give about ±{then}."
                )
            }
            Warning::Disagreement { what, p_value, level } => write!(
                f,
                "{what}: the simulation and the exact engine disagree (corrected p = {}, below the level of {level}). \
                 Run again with another seed; if they disagree again, report it as a bug together with the provenance.",
                rounded(*p_value)
            ),
            Warning::NothingSelected { what } => {
                write!(f, "{what}: the filter selected no rows. Check the names in it against those of the rules.")
            }
            Warning::Capped { what, shown, of } => {
                let (shown, of) = (grouped(*shown), grouped(*of));
                write!(f, "{what}: only {shown} of {of} are shown; select fewer to see them all.")
            }
            Warning::Unsourced { study, what } => write!(
                f,
                "{study} uses values that the rule text has lost: {what}. They are placeholders, marked as unsourced; \
                 set your own before you rely on the numbers."
            ),
        }
    }
}

/// A number with commas between thousands.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number to two significant digits, without idle zeros; very small ones in powers of ten.
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
    use super::{Warning, grouped, rounded};

    #[test]
    fn advice_names_what_would_do() {
        let what = "mean damage".to_owned();
        let few = Warning::FewSamples { what: what.clone(), samples: 1_000, half_width: 0.05, better: 100_000 };
        let expected = "mean damage: only 1,000 samples, so the interval is ±0.05; 100,000 would give about ±0.005.";
        assert_eq!(few.to_string(), expected);
        let apart = Warning::Disagreement { what: what.clone(), p_value: 0.000_123_4, level: 0.01 }.to_string();
        assert!(apart.contains("(corrected p = 0.00012, below the level of 0.01)"), "{apart}");
        let capped = Warning::Capped { what: what.clone(), shown: 500, of: 12_345 }.to_string();
        assert_eq!(capped, "mean damage: only 500 of 12,345 are shown; select fewer to see them all.");
        let nothing = Warning::NothingSelected { what }.to_string();
        assert!(nothing.starts_with("mean damage: the filter selected no rows."), "{nothing}");
    }

    #[test]
    fn numbers_for_people() {
        let groups = [0, 999, 1_000, 123_456, 1_234_567].map(grouped);
        assert_eq!(groups, ["0", "999", "1,000", "123,456", "1,234,567"]);
        let round = [0.0, 0.049_9, 12.34, 1234.0, 3.21e-9].map(rounded);
        assert_eq!(round, ["0", "0.05", "12", "1200", "3.2e-9"]);
    }
}
