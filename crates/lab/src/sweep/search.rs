//! The nearest ruleset that reaches a target: all points are looked at with ever more games, those that surely miss it
//! or lie beyond one that surely reaches it are dropped, and the nearest left is tested on fresh dice.

use super::study::{Cell, Place, SweepStudy};
use super::target::{Aim, Reach};
use crate::runner::Wanted;
use hitchart_stats::Estimate;
use crate::study::{Counted, Run};

/// Points that are tested on fresh dice, at most: one after the other, while they miss.
const TESTS: usize = 3;
/// Chance of dropping a point that reaches the target, or of stopping at one that does not, over all looks at it; and of
/// being wrong in a test, over all tests.
const ALPHA: f64 = 0.05;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Fresh dice say that it reaches the target.
    Reached,
    /// The nearest that seems to reach it; fresh dice do not decide.
    Open,
    /// All that seemed to reach it miss it on fresh dice.
    Missed,
    /// No point within the bounds seems to reach it.
    None,
}

impl Outcome {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Reached => "reached",
            Outcome::Open => "undecided",
            Outcome::Missed => "missed",
            Outcome::None => "none",
        }
    }
}

/// A test on fresh dice.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    pub place: Place,
    pub estimate: Estimate,
    pub reach: Reach,
}

/// What was found for a cell.
#[derive(Clone, Debug)]
pub struct Answered {
    pub aim: Aim,
    pub outcome: Outcome,
    /// The point of the answer; where there is none, that which comes nearest to the target.
    pub place: Place,
    /// By the ruleset as it is, and at the point of the answer, on the dice of the search.
    pub base: Option<Estimate>,
    pub found: Option<Estimate>,
    /// In the order in which they were made.
    pub tests: Vec<Fresh>,
    /// Games in all.
    pub games: u64,
}

/// Where the looks at a cell have come to.
struct Looked {
    /// Points that were not dropped, the nearest first, with what is known of them.
    left: Vec<(Place, Reach)>,
    /// Looks to be taken next.
    next: Vec<(Place, usize)>,
}

/// All rulesets, the nearest first.
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
                // What is a share of nothing reaches nothing.
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
        // Whatever lies beyond a point that surely reaches the target is not the nearest.
        let end = left.iter().position(|(_, reach)| *reach == Reach::Reached).map_or(left.len(), |first| first + 1);
        left.truncate(end);
    }
    Looked { left, next: Vec::new() }
}

/// What is to be played next.
pub fn wants(study: &SweepStudy, run: &Run<'_>, cell: &Cell, counted: &Counted) -> Vec<Wanted> {
    let Some(aim) = study.aim(cell) else { return Vec::new() };
    let Looked { left, mut next } = looked(study, run.name, cell, &aim, counted);
    // What the ruleset as it is comes to is told in any case.
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

/// Points that reach the target, or seem to, the nearest first.
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

/// Tests that were made.
fn tests(study: &SweepStudy, name: &str, cell: &Cell, aim: &Aim, finalists: &[Place], counted: &Counted) -> Vec<Fresh> {
    let test = |(test, place): (usize, &Place)| {
        let tally = study.tested(name, cell, *place, counted, test)?;
        let estimate = tally.estimate(&cell.base, aim.quantity, 1.0 - ALPHA / TESTS as f64)?;
        Some(Fresh { place: *place, estimate, reach: aim.reach(&estimate) })
    };
    finalists.iter().take(TESTS).enumerate().map_while(test).collect()
}

/// What was found for a cell; none where it was stopped before its end, or no target was set.
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
