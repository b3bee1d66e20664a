//! The tactician's parameters tuned by self-play, and the test of what came out.

use super::super::super::players::PolicySpec;
use super::super::super::players::tactician::Tactics;
use super::arena::{Arena, Duel};
use crate::table::{Table, counted};
use crate::tuning::{Gains, spsa};
use std::sync::atomic::AtomicBool;

/// How long and how to tune.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuningPlan {
    pub iterations: u64,
    /// Pairs of games of each study in an iteration.
    pub pairs: u64,
    /// Pairs of games of each study in the test.
    pub test_pairs: u64,
    pub gains: Gains,
}

/// What tuning has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    pub start: Tactics,
    pub tactics: Tactics,
    /// Iterations finished.
    pub iterations: u64,
    /// The tuned tactics against the start, one for each study; none where the run was stopped before its end.
    pub test: Option<Vec<Duel>>,
}

/// What a test says of the tuned tactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Stronger than the start.
    Pass,
    /// Weaker than the start.
    Fail,
    /// Neither is shown.
    Inconclusive,
}

impl Verdict {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Inconclusive => "inconclusive",
        }
    }

    /// Against one half: both the interval of decided games and that of points over pairs must lie on one side of it.
    pub fn of(duel: &Duel) -> Verdict {
        let intervals = [duel.decided().interval, duel.points().interval];
        if intervals.iter().all(|(low, _)| *low > 0.5) {
            Verdict::Pass
        } else if intervals.iter().all(|(_, high)| *high < 0.5) {
            Verdict::Fail
        } else {
            Verdict::Inconclusive
        }
    }
}

impl TuningPlan {
    /// Games that the whole run plays over so many studies.
    pub fn all_games(&self, studies: usize) -> u64 {
        let pairs = self.iterations.saturating_mul(self.pairs).saturating_add(self.test_pairs);
        pairs.saturating_mul(2 * studies as u64)
    }
}

/// Tunes from `start`: two points of each iteration play the same pairs of games, and the outcome is tested against the
/// start on dice that no iteration has seen.
pub fn tune(
    arena: &Arena<'_>,
    start: Tactics,
    plan: &TuningPlan,
    watch: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Tuned {
    let play = |what: &str, pairs: u64, tactics: [Tactics; 2]| {
        let policies = tactics.map(|tactics| PolicySpec::of_tactics("tuned", tactics));
        arena.play(what, pairs, &policies, watch, stop)
    };
    let compare = |iteration: u64, points: [&[f64]; 2]| {
        let duels = play(&format!("tune/{iteration}"), plan.pairs, points.map(Tactics::of_shares))?;
        Some(total(&duels).lead())
    };
    let signs = |iteration| arena.key("signs", iteration);
    let climb = spsa(&start.shares(), plan.gains, plan.iterations, signs, compare);
    let tactics = Tactics::of_shares(&climb.average).rounded();
    let finished = climb.iterations == plan.iterations;
    let test = finished.then(|| play("test", plan.test_pairs, [tactics, start])).flatten();
    Tuned { start, tactics, iterations: climb.iterations, test }
}

/// The games of all studies.
pub fn total(duels: &[Duel]) -> Duel {
    duels.iter().fold(Duel::default(), Duel::and)
}

/// The test as a table: one row a study, and one for all.
pub fn test_table<'a>(studies: impl Iterator<Item = &'a str>, duels: &[Duel]) -> Table {
    let all = total(duels);
    let rows: Vec<(&str, &Duel)> = studies.zip(duels).chain([("all", &all)]).collect();
    let note = format!(
        "The tuned tactics against the start, on dice that tuning has not seen: {}. Decided: share of the games that were \
         no tie; 0.5 is even. Points: a tie is half a point, and a pair of games with common dice one observation.",
        Verdict::of(&all).name()
    );
    Table::new("tuning-test", "Test", note)
        .text("study", "Study", rows.iter().map(|(study, _)| *study))
        .count("won", "Won", rows.iter().map(|(_, duel)| duel.wins))
        .count("tied", "Tied", rows.iter().map(|(_, duel)| duel.ties))
        .count("lost", "Lost", rows.iter().map(|(_, duel)| duel.losses))
        .number("decided", "Decided", 4, rows.iter().map(|(_, duel)| duel.decided().point))
        .interval("decided_interval", "95% interval", 4, rows.iter().map(|(_, duel)| duel.decided().interval))
        .number("points", "Points", 4, rows.iter().map(|(_, duel)| duel.points().point))
        .interval("points_interval", "95% interval", 4, rows.iter().map(|(_, d)| crate::study::bounded(&d.points())))
        .count("n", "N", rows.iter().map(|(_, duel)| duel.games()))
}

/// The parameters before and after.
pub fn parameters_table(tuned: &Tuned) -> Table {
    let (start, values) = (tuned.start.values(), tuned.tactics.values());
    let parameters = Tactics::PARAMETERS;
    let note =
        format!("After {}; the mean of the later half, to three digits.", counted(tuned.iterations, "iterations"));
    Table::new("tuning-parameters", "Parameters", note)
        .text("parameter", "Parameter", parameters.iter().map(|parameter| parameter.name))
        .number("start", "Start", 4, start)
        .number("tuned", "Tuned", 4, values)
        .number("low", "Low", 1, parameters.iter().map(|parameter| parameter.low))
        .number("high", "High", 1, parameters.iter().map(|parameter| parameter.high))
        .text("meaning", "Meaning", parameters.iter().map(|parameter| parameter.meaning.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_both_intervals_on_one_side() {
        let duel = |wins, losses, half_points| Duel { wins, ties: 0, losses, half_points };
        assert_eq!(Verdict::of(&duel(600, 400, [100, 0, 200, 0, 200])), Verdict::Pass);
        assert_eq!(Verdict::of(&duel(400, 600, [200, 0, 200, 0, 100])), Verdict::Fail);
        assert_eq!(Verdict::of(&duel(510, 490, [100, 0, 290, 0, 110])), Verdict::Inconclusive);
        assert_eq!(Verdict::of(&Duel::default()), Verdict::Inconclusive);
    }
}
