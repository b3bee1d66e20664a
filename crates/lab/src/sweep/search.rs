//! Search for the nearest ruleset that reaches a target. All points get more and more games. Points that certainly miss
//! the target, or lie beyond one that certainly reaches it, are dropped. The nearest remaining point is tested on fresh
//! seeds.

use super::study::{Cell, Place, SweepStudy};
use super::target::{Aim, Reach};
use crate::runner::Wanted;
use crate::study::{Counted, Run};
use hitchart_stats::Estimate;

/// Maximum number of points that are tested on fresh seeds, one after the other while they miss.
const TESTS: usize = 3;
/// Probability of dropping a point that reaches the target, or of stopping at one that does not, over all looks at the
/// point. Also the probability of an error in the tests, over all tests.
const ALPHA: f64 = 0.05;

/// Outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The target is reached on fresh seeds.
    Reached,
    /// Undecided on fresh seeds, for the nearest point that seems to reach the target.
    Open,
    /// All points that seemed to reach the target miss it on fresh seeds.
    Missed,
    /// No point within the bounds seems to reach the target.
    None,
}

impl Outcome {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Reached => "reached",
            Outcome::Open => "undecided",
            Outcome::Missed => "missed",
            Outcome::None => "none",
        }
    }
}

/// A test on fresh seeds.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    pub place: Place,
    pub estimate: Estimate,
    pub reach: Reach,
}

/// Result of the search for a cell.
#[derive(Clone, Debug)]
pub struct Answered {
    pub aim: Aim,
    pub outcome: Outcome,
    /// The point of the answer; if there is none, the point nearest to the target.
    pub place: Place,
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
    all.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)));
    all
}

fn looked(study: &SweepStudy, name: &str, cell: &Cell, aim: &Aim, counted: &Counted) -> Looked {
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
pub fn wants(study: &SweepStudy, run: &Run<'_>, cell: &Cell, counted: &Counted) -> Vec<Wanted> {
    let Some(aim) = study.aim(cell) else { return Vec::new() };
    let Looked { left, mut next } = looked(study, run.name, cell, &aim, counted);
    // The unchanged ruleset takes part in every look, because its value is always reported.
    if let Some(look) = next.iter().map(|(_, look)| *look).max()
        && !next.contains(&(study.base(), look))
    {
        next.push((study.base(), look));
    }
    if !next.is_empty() {
        let wanted = next.into_iter().map(|(place, look)| study.look(run, cell, place, look));
        return wanted.filter(|wanted| !counted.has(&wanted.name)).collect();
    }
    let finalists = finalists(study, run.name, cell, &aim, &left, counted);
    let tests = tests(study, run.name, cell, &aim, &finalists, counted);
    let goes_on = tests.last().is_none_or(|test| test.reach == Reach::Missed);
    let following = finalists.get(tests.len()).filter(|_| goes_on && tests.len() < TESTS);
    following.map(|place| study.fresh(run, cell, *place, tests.len())).into_iter().collect()
}

/// Returns the points that reach the target or seem to, the nearest first.
fn finalists(
    study: &SweepStudy,
    name: &str,
    cell: &Cell,
    aim: &Aim,
    left: &[(Place, Reach)],
    counted: &Counted,
) -> Vec<Place> {
    let seems = |place: Place| {
        let tally = study.tally(name, cell, place, counted, usize::MAX)?;
        let point = tally.estimate(&cell.base, aim.quantity, 1.0 - ALPHA)?.point;
        (aim.gap(point) == 0.0).then_some(place)
    };
    left.iter().filter_map(|(place, _)| seems(*place)).collect()
}

/// Returns the tests so far.
fn tests(study: &SweepStudy, name: &str, cell: &Cell, aim: &Aim, finalists: &[Place], counted: &Counted) -> Vec<Fresh> {
    let test = |(test, place): (usize, &Place)| {
        let tally = study.tested(name, cell, *place, counted, test)?;
        let estimate = tally.estimate(&cell.base, aim.quantity, 1.0 - ALPHA / TESTS as f64)?;
        Some(Fresh { place: *place, estimate, reach: aim.reach(&estimate) })
    };
    finalists.iter().take(TESTS).enumerate().map_while(test).collect()
}

/// Returns the result for a cell. `None` before the end of the search, or without a target.
pub fn answered(study: &SweepStudy, name: &str, cell: &Cell, counted: &Counted) -> Option<Answered> {
    let aim = study.aim(cell)?;
    let Looked { left, next } = looked(study, name, cell, &aim, counted);
    if !next.is_empty() {
        return None;
    }
    let finalists = finalists(study, name, cell, &aim, &left, counted);
    let tests = tests(study, name, cell, &aim, &finalists, counted);
    let estimate = |place: Place| {
        study.tally(name, cell, place, counted, usize::MAX)?.estimate(&cell.base, aim.quantity, 1.0 - ALPHA)
    };
    let nearest = || {
        let gap = |place: &Place| estimate(*place).map_or(f64::INFINITY, |estimate| aim.gap(estimate.point));
        ordered(study).into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))
    };
    let (outcome, place) = match tests.last() {
        None if finalists.is_empty() => (Outcome::None, nearest()?),
        None => return None,
        Some(test) => {
            let outcome = match test.reach {
                Reach::Reached => Outcome::Reached,
                Reach::Open => Outcome::Open,
                Reach::Missed => Outcome::Missed,
            };
            (outcome, test.place)
        }
    };
    let played = ordered(study).into_iter().filter_map(|place| study.tally(name, cell, place, counted, usize::MAX));
    let fresh: u64 = tests.iter().map(|test| test.estimate.n).sum();
    let games = played.map(|tally| tally.groups * cell.base.size).sum::<u64>() + fresh;
    Some(Answered { aim, outcome, place, base: estimate(study.base()), found: estimate(place), tests, games })
}
