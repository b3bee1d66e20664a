//! Target of a ruleset: `defender wins 50%`, `rounds <= 6`.

use crate::study::{Quantity, Unit};
use hitchart_config::{InputError, same_name};
use hitchart_stats::Estimate;

/// Default distance of a share of games from the stated share.
const NEAR_SHARE: f64 = 0.03;
/// Default distance of other numbers, as a fraction of the number.
const NEAR: f64 = 0.05;

/// A target as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Text as typed.
    pub text: String,
    /// Measured quantity, in words.
    subject: String,
    value: f64,
    sense: Sense,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sense {
    AtLeast,
    AtMost,
    /// Within a distance on either side; `None` for the default.
    Near(Option<f64>),
}

/// A quantity of some games, and its target range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Index of the quantity.
    pub quantity: usize,
    pub low: f64,
    pub high: f64,
}

/// Result of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The interval lies within the target.
    Reached,
    /// The interval lies outside the target.
    Missed,
    Open,
}

impl Reach {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Reached => "reached",
            Reach::Missed => "missed",
            Reach::Open => "undecided",
        }
    }
}

impl Target {
    /// Parses a target: owner and metric, `<=`, `>=` or nothing, a number, and an optional distance after `+-`.
    ///
    /// # Errors
    /// Texts that are not targets.
    pub fn parse(text: &str) -> Result<Target, InputError> {
        let wrong = || {
            let problem =
                format!("--target: `{text}` is no target; write such as `defender wins 50%` or `rounds <= 6`");
            InputError::plain(problem)
        };
        let (text, near) = match text.replace('±', "+-").split_once("+-") {
            None => (text.to_owned(), None),
            Some((text, near)) => {
                (text.trim().to_owned(), Some(amount(near).filter(|near| *near > 0.0).ok_or_else(wrong)?))
            }
        };
        let (words, sense) =
            match ["<=", ">=", "<", ">", "="].into_iter().find_map(|sign| Some((sign, text.split_once(sign)?))) {
                Some((sign, (before, after))) => (vec![before, after], sign),
                None => (
                    text.trim().rsplitn(2, char::is_whitespace).collect::<Vec<&str>>().into_iter().rev().collect(),
                    "=",
                ),
            };
        let [subject, value] = words.as_slice() else { return Err(wrong()) };
        let value = amount(value).ok_or_else(wrong)?;
        let sense = match sense {
            "<=" | "<" => Sense::AtMost,
            ">=" | ">" => Sense::AtLeast,
            _ => Sense::Near(near),
        };
        if subject.trim().is_empty() || (near.is_some() && !matches!(sense, Sense::Near(_))) {
            return Err(wrong());
        }
        Ok(Target { subject: subject.trim().to_owned(), text: text.trim().to_owned(), value, sense })
    }

    /// Returns the quantity of the target among those of some games, and its target range.
    ///
    /// # Errors
    /// Quantities that the games do not have, and shares beyond 100%.
    pub fn aim(&self, quantities: &[Quantity]) -> Result<Aim, InputError> {
        let found =
            quantities.iter().position(|quantity| phrases(quantity).iter().any(|one| same_name(one, &self.subject)));
        let Some(place) = found else {
            let known: Vec<String> = quantities.iter().map(phrase).collect();
            let error = InputError::unknown("--target quantity", &self.subject, known.iter().map(String::as_str));
            return Err(error);
        };
        let is_share = quantities[place].unit == Unit::Share && quantities[place].under.is_none();
        if is_share && !(0.0..=1.0).contains(&self.value) {
            let problem = format!("--target: `{}` is a share of games: 0% to 100%", phrase(&quantities[place]));
            return Err(InputError::plain(problem));
        }
        let near = if is_share { NEAR_SHARE } else { NEAR * self.value.abs() };
        let (low, high) = match self.sense {
            Sense::AtLeast => (self.value, f64::INFINITY),
            Sense::AtMost => (f64::NEG_INFINITY, self.value),
            Sense::Near(said) => (self.value - said.unwrap_or(near), self.value + said.unwrap_or(near)),
        };
        Ok(Aim { quantity: place, low, high })
    }
}

impl Aim {
    /// Returns the result of an estimate.
    pub fn reach(&self, estimate: &Estimate) -> Reach {
        let (low, high) = estimate.interval;
        if self.low <= low && high <= self.high {
            Reach::Reached
        } else if high < self.low || self.high < low {
            Reach::Missed
        } else {
            Reach::Open
        }
    }

    /// Returns the distance of a number from the target range.
    pub fn gap(&self, value: f64) -> f64 {
        (self.low - value).max(value - self.high).max(0.0)
    }
}

/// Parses a number or a percentage.
fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    let (text, unit) = text.strip_suffix('%').map_or((text, 1.0), |text| (text, 0.01));
    text.trim().parse().ok().map(|value: f64| value * unit).filter(|value| value.is_finite())
}

/// Returns a quantity in words.
pub fn phrase(quantity: &Quantity) -> String {
    format!("{} {}", quantity.of, quantity.metric).trim().to_owned()
}

/// Returns the names that a quantity may have.
fn phrases(quantity: &Quantity) -> Vec<String> {
    let of = [quantity.of.as_str(), quantity.of.strip_prefix("company ").unwrap_or(&quantity.of)];
    let metric = [quantity.metric.clone(), format!("{}s", quantity.metric)];
    of.iter()
        .flat_map(|of| metric.iter().flat_map(move |metric| [format!("{of} {metric}"), format!("{metric} {of}")]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantities() -> Vec<Quantity> {
        let quantity = |metric: &str, of: &str, unit| Quantity {
            metric: metric.into(),
            of: of.into(),
            unit,
            under: None,
            title: "",
            how: "",
            winner: None,
        };
        vec![
            quantity("rounds", "", Unit::Single("rounds")),
            quantity("win", "defender", Unit::Share),
            quantity("frame_damage", "company Suns Fang", Unit::Several("hits")),
        ]
    }

    fn aim(text: &str) -> (usize, f64, f64) {
        let aim = Target::parse(text).unwrap().aim(&quantities()).unwrap();
        (aim.quantity, aim.low, aim.high)
    }

    #[test]
    fn targets_are_read_as_people_write_them() {
        let near = |(place, low, high): (usize, f64, f64), expected: (usize, f64, f64)| {
            let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-12;
            assert!(place == expected.0 && same(low, expected.1) && same(high, expected.2), "{place} {low} {high}");
        };
        near(aim("defender wins 50%"), (1, 0.47, 0.53));
        near(aim("defender win = 0.5 +- 1%"), (1, 0.49, 0.51));
        near(aim("rounds <= 6"), (0, f64::NEG_INFINITY, 6.0));
        near(aim("rounds>=6"), (0, 6.0, f64::INFINITY));
        near(aim("rounds 6"), (0, 5.7, 6.3));
        near(aim("suns fang frame damage 10 ± 2"), (2, 8.0, 12.0));
    }

    #[test]
    fn what_is_no_target_is_refused() {
        let refused =
            |text: &str| Target::parse(text).and_then(|target| target.aim(&quantities())).unwrap_err().to_string();
        for (text, said) in [
            ("defender wins", "is no target"),
            ("50%", "is no target"),
            ("rounds <= 6 +- 1", "is no target"),
            ("rounds 6 +- 0", "is no target"),
            ("round <= six", "is no target"),
            ("defendr wins 50%", "did you mean `defender win`?"),
            ("defender wins 50", "0% to 100%"),
        ] {
            let error = refused(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
