//! Targets of a ruleset, and the search for the nearest ruleset that reaches them.
//!
//! In a search all points get more and more games. Points that certainly miss the target, or lie beyond one that
//! certainly reaches it, are dropped. The nearest remaining point is tested on fresh seeds. If that test decides nothing,
//! the nearest point whose games in the search show that it reaches the target is tested too.

use super::{Place, SweepCell, SweepStudy};
use crate::runner::Job;
use crate::study::{MetricUnit, Quantity, Run, RunCounts};
use hitchart_config::named;
use hitchart_config::{InputError, same_name};
use hitchart_report::table::{number, with_noun};
use hitchart_stats::{Estimate, order::smallest_first};

// Targets.

/// Default distance of a share of games from the stated share.
const NEAR_SHARE: f64 = 0.03;
/// Default distance of other numbers, as a fraction of the number.
const NEAR: f64 = 0.05;

/// A target as written.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTarget {
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
pub struct TargetRange {
    /// Index of the quantity.
    pub quantity: usize,
    /// Lower end of the range; infinite if there is none.
    pub low: f64,
    /// Upper end of the range; infinite if there is none.
    pub high: f64,
}

named! {
    /// Result of a point.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reach {
        /// The interval lies within the target.
        Reached = "reached",
        /// The interval lies outside the target.
        Missed = "missed",
        /// The interval contains an end of the target.
        Open = "undecided",
    }
}

impl WrittenTarget {
    /// Parses a target: owner and metric, `<=`, `>=` or nothing, a number, and an optional distance after `+-`.
    ///
    /// # Errors
    /// Texts that are not targets.
    pub fn parse(text: &str) -> Result<WrittenTarget, InputError> {
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
        Ok(WrittenTarget { subject: subject.trim().to_owned(), text: text.trim().to_owned(), value, sense })
    }

    /// Returns the quantity of the target among those of some games, and its target range.
    ///
    /// # Errors
    /// Quantities that the games do not have, and shares beyond 100%.
    pub fn aim(&self, quantities: &[Quantity]) -> Result<TargetRange, InputError> {
        let found =
            quantities.iter().position(|quantity| phrases(quantity).iter().any(|one| same_name(one, &self.subject)));
        let Some(place) = found else {
            let known: Vec<String> = quantities.iter().map(phrase).collect();
            let error = InputError::unknown("--target quantity", &self.subject, known.iter().map(String::as_str));
            return Err(error);
        };
        let is_share = is_plain_share(&quantities[place]);
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
        Ok(TargetRange { quantity: place, low, high })
    }
}

/// Returns true for a share of all games.
fn is_plain_share(quantity: &Quantity) -> bool {
    quantity.unit == MetricUnit::Share && quantity.under.is_none()
}

impl TargetRange {
    /// Describes the range after the text of its target: ` ± 3 points`. Empty for a range without an end.
    pub fn distance(&self, quantity: &Quantity) -> String {
        let half = (self.high - self.low) / 2.0;
        match half.is_finite() {
            false => String::new(),
            true if is_plain_share(quantity) => format!(" ± {}", with_noun(100.0 * half, "points")),
            true => format!(" ± {}", number(half)),
        }
    }

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
pub(super) fn phrase(quantity: &Quantity) -> String {
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

// The search for the nearest ruleset.

/// Maximum number of points that are tested on fresh seeds, one after the other until one reaches the target.
const TESTS: usize = 3;
/// Probability of dropping a point that reaches the target, or of stopping at one that does not, over all looks at the
/// point. Also the probability of an error in the tests, over all tests.
const ALPHA: f64 = 0.05;
/// Level of the interval of a farther point that surely reaches the target. With the target's edge at the end of this
/// interval, 4 of 5 tests on as many fresh games reach the target.
const SURE: f64 = 0.999;

named! {
    /// Outcome of a search.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SearchOutcome {
        /// The target is reached on fresh seeds.
        Reached = "reached",
        /// Undecided on fresh seeds, for the nearest point that seems to reach the target; no farther one reaches it.
        Open = "undecided",
        /// All points that seemed to reach the target miss it on fresh seeds.
        Missed = "missed",
        /// No point within the bounds seems to reach the target.
        None = "none",
    }
}

/// A test on fresh seeds.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    /// Ruleset that was tested.
    pub place: Place,
    /// Estimate on the fresh seeds, at a level that allows for all tests.
    pub estimate: Estimate,
    /// Result by this estimate.
    pub reach: Reach,
}

/// Result of the search for a cell.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// Quantity of the target, and its range.
    pub aim: TargetRange,
    /// Outcome of the last test; [`SearchOutcome::None`] without a test.
    pub outcome: SearchOutcome,
    /// The point of the answer; if there is none, the point nearest to the target.
    pub place: Place,
    /// A nearer point that may reach the target too.
    pub nearer: Option<Place>,
    /// Estimate under the unchanged ruleset, on the seeds of the search.
    pub base: Option<Estimate>,
    /// Estimate at the point of the answer, on the seeds of the search.
    pub found: Option<Estimate>,
    /// Tests in the order of play.
    pub tests: Vec<Fresh>,
    /// Total number of games.
    pub games: u64,
}

/// State of the looks at a cell.
struct Looked {
    /// Points that were not dropped, the nearest first, with the result so far.
    left: Vec<(Place, Reach)>,
    /// Looks to take next.
    next: Vec<(Place, usize)>,
}

/// Returns all rulesets, the nearest first.
fn ordered(study: &SweepStudy) -> Vec<Place> {
    let distance = |place: &Place| match place {
        Place::Base => 0.0,
        Place::At(point) => study.design.settings[*point].distance,
    };
    let mut all: Vec<Place> = (0..study.design.settings.len()).map(Place::At).collect();
    if study.base() == Place::Base {
        all.insert(0, Place::Base);
    }
    smallest_first(&mut all, distance);
    all
}

fn looked(study: &SweepStudy, name: &str, cell: &SweepCell, aim: &TargetRange, counted: &RunCounts) -> Looked {
    let looks = study.looks(cell);
    let mut left: Vec<(Place, Reach)> = ordered(study).into_iter().map(|place| (place, Reach::Open)).collect();
    for look in 0..looks.count() {
        let open = left.iter().filter(|(_, reach)| *reach == Reach::Open).map(|(place, _)| *place);
        let mut missing = Vec::new();
        let mut known = Vec::new();
        for place in open {
            let tally = study.tally(name, cell, place, counted, look + 1);
            match tally.filter(|tally| tally.groups >= looks.end(look)) {
                None => missing.push((place, look)),
                // A share of nothing misses the target.
                Some(tally) => {
                    let estimate = tally.estimate(&cell.base, aim.quantity, looks.level(look, ALPHA));
                    known.push((place, estimate.map_or(Reach::Missed, |estimate| aim.reach(&estimate))));
                }
            }
        }
        if !missing.is_empty() {
            return Looked { left, next: missing };
        }
        for (place, reach) in &mut left {
            if let Some((_, found)) = known.iter().find(|(known, _)| known == place) {
                *reach = *found;
            }
        }
        left.retain(|(_, reach)| *reach != Reach::Missed);
        // Points beyond one that certainly reaches the target are not the nearest.
        let end = left.iter().position(|(_, reach)| *reach == Reach::Reached).map_or(left.len(), |first| first + 1);
        left.truncate(end);
    }
    Looked { left, next: Vec::new() }
}

/// Returns the games to play next.
pub(super) fn next_jobs(study: &SweepStudy, run: &Run<'_>, cell: &SweepCell, counted: &RunCounts) -> Vec<Job> {
    let Some(aim) = study.aim(cell) else { return Vec::new() };
    let Looked { left, mut next } = looked(study, run.name, cell, &aim, counted);
    // The unchanged ruleset takes part in every look, because its value is always reported.
    if let Some(look) = next.iter().map(|(_, look)| *look).max()
        && !next.contains(&(study.base(), look))
    {
        next.push((study.base(), look));
    }
    if !next.is_empty() {
        let jobs = next.into_iter().map(|(place, look)| study.look(run, cell, place, look));
        return jobs.filter(|job| !counted.has(&job.name)).collect();
    }
    let finalists = finalists(study, run.name, cell, &aim, &left, counted);
    let (tests, next) = tests(study, run.name, cell, &aim, &finalists, counted);
    next.map(|place| study.fresh(run, cell, place, tests.len())).into_iter().collect()
}

/// A point that may be tested on fresh seeds.
struct Finalist {
    place: Place,
    /// True if the search did not drop it.
    is_near: bool,
    /// True if its games in the search show that it reaches the target.
    is_sure: bool,
}

/// Returns the points that seem to reach the target, the nearest first.
fn finalists(
    study: &SweepStudy,
    name: &str,
    cell: &SweepCell,
    aim: &TargetRange,
    left: &[(Place, Reach)],
    counted: &RunCounts,
) -> Vec<Finalist> {
    let seems = |place: Place| {
        let tally = study.tally(name, cell, place, counted, usize::MAX)?;
        let estimate = tally.estimate(&cell.base, aim.quantity, SURE)?;
        let near = left.iter().find(|(near, _)| *near == place).map(|(_, reach)| *reach);
        let is_sure = near == Some(Reach::Reached) || aim.reach(&estimate) == Reach::Reached;
        let seems = aim.gap(estimate.point) == 0.0 && (near.is_some() || is_sure);
        seems.then_some(Finalist { place, is_near: near.is_some(), is_sure })
    };
    ordered(study).into_iter().filter_map(seems).collect()
}

/// Returns the tests so far, and the point to test next. After a test that decided nothing, only points follow that surely
/// reach the target: another point at the edge of the target would decide nothing either.
fn tests(
    study: &SweepStudy,
    name: &str,
    cell: &SweepCell,
    aim: &TargetRange,
    finalists: &[Finalist],
    counted: &RunCounts,
) -> (Vec<Fresh>, Option<Place>) {
    let test = |test: usize, place: Place| {
        let tally = study.tested(name, cell, place, counted, test)?;
        let estimate = tally.estimate(&cell.base, aim.quantity, 1.0 - ALPHA / TESTS as f64)?;
        Some(Fresh { place, estimate, reach: aim.reach(&estimate) })
    };
    let mut tests: Vec<Fresh> = Vec::new();
    for finalist in finalists {
        let is_open = tests.iter().any(|test| test.reach == Reach::Open);
        if tests.len() == TESTS || tests.last().is_some_and(|test| test.reach == Reach::Reached) {
            break;
        }
        if is_open && finalist.is_sure || !is_open && finalist.is_near {
            match test(tests.len(), finalist.place) {
                Some(test) => tests.push(test),
                None => return (tests, Some(finalist.place)),
            }
        }
    }
    (tests, None)
}

/// Returns the result for a cell. `None` before the end of the search, or without a target.
pub(super) fn answered(study: &SweepStudy, name: &str, cell: &SweepCell, counted: &RunCounts) -> Option<SearchResult> {
    let aim = study.aim(cell)?;
    let Looked { left, next } = looked(study, name, cell, &aim, counted);
    if !next.is_empty() {
        return None;
    }
    let finalists = finalists(study, name, cell, &aim, &left, counted);
    let (tests, _) = tests(study, name, cell, &aim, &finalists, counted);
    let estimate = |place: Place| {
        study.tally(name, cell, place, counted, usize::MAX)?.estimate(&cell.base, aim.quantity, 1.0 - ALPHA)
    };
    let nearest = || {
        let gap = |place: &Place| estimate(*place).map_or(f64::INFINITY, |estimate| aim.gap(estimate.point));
        ordered(study).into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))
    };
    let open = tests.iter().find(|test| test.reach == Reach::Open).map(|test| test.place);
    let (outcome, place) = match (tests.last(), open) {
        (None, _) if finalists.is_empty() => (SearchOutcome::None, nearest()?),
        (None, _) => return None,
        (Some(last), _) if last.reach == Reach::Reached => (SearchOutcome::Reached, last.place),
        (Some(_), Some(open)) => (SearchOutcome::Open, open),
        (Some(last), None) => (SearchOutcome::Missed, last.place),
    };
    let nearer = open.filter(|open| *open != place);
    let played = ordered(study).into_iter().filter_map(|place| study.tally(name, cell, place, counted, usize::MAX));
    let fresh: u64 = tests.iter().map(|test| test.estimate.n).sum();
    let games = played.map(|tally| tally.groups * cell.base.size).sum::<u64>() + fresh;
    let (base, found) = (estimate(study.base()), estimate(place));
    Some(SearchResult { aim, outcome, place, nearer, base, found, tests, games })
}

impl SearchResult {
    /// Returns the test of the answer on fresh seeds.
    pub fn fresh(&self) -> Option<Estimate> {
        self.tests.iter().find(|test| test.place == self.place).map(|test| test.estimate)
    }
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
            quantity("rounds", "", MetricUnit::Single("rounds")),
            quantity("win", "defender", MetricUnit::Share),
            quantity("frame_damage", "company Suns Fang", MetricUnit::Several("hits")),
        ]
    }

    fn aim(text: &str) -> (usize, f64, f64) {
        let aim = WrittenTarget::parse(text).unwrap().aim(&quantities()).unwrap();
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

    /// The range of a target is part of its description, also the default one.
    #[test]
    fn targets_show_their_distance() {
        let shown = |text: &str| {
            let aim = WrittenTarget::parse(text).unwrap().aim(&quantities()).unwrap();
            aim.distance(&quantities()[aim.quantity])
        };
        assert_eq!(shown("defender wins 46%"), " ± 3 points");
        assert_eq!(shown("defender wins 46% +- 1%"), " ± 1 point");
        assert_eq!(shown("rounds 6"), " ± 0.3");
        assert_eq!(shown("rounds <= 6"), "");
    }

    #[test]
    fn what_is_no_target_is_refused() {
        let refused = |text: &str| {
            WrittenTarget::parse(text).and_then(|target| target.aim(&quantities())).unwrap_err().to_string()
        };
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
