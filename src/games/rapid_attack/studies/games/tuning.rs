//! The tactician's parameters tuned by self-play, and the test of what came out.

use super::super::{Common, GamesStudy};
use super::duel::{Duel, Pairs};
use crate::games::rapid_attack::battle::{Battle, KeyedDice};
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::players::tactician::Tactics;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::{Answer, Asked, Counted, Run};
use crate::table::{Table, counted};
use crate::tuning::{Climb, Gains};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

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

/// A tuning as a study in stages: two points of each iteration play the same pairs of games, and the outcome is tested
/// against the start on dice that no iteration has seen.
#[derive(Debug)]
pub struct TuningStudy {
    grounds: Vec<(String, Arc<Battle<KeyedDice>>)>,
    start: Tactics,
    plan: TuningPlan,
    seed: u64,
    /// Where the counts have led to: worked out once an iteration.
    climb: Mutex<Climb>,
}

impl TuningStudy {
    /// A tuning on these studies with their names, by the rules they share; the seed names all dice.
    pub fn new(studies: &[(&str, &GamesStudy)], common: &Common, start: Tactics, plan: TuningPlan, seed: u64) -> Self {
        let ground = |(name, asked): &(&str, &GamesStudy)| ((*name).to_owned(), Arc::new(common.battle(asked)));
        let grounds = studies.iter().map(ground).collect();
        let climb = Mutex::new(Climb::new(&start.shares(), plan.gains, plan.iterations));
        TuningStudy { grounds, start, plan, seed, climb }
    }

    /// What has been found by these counts.
    pub fn found(&self, counted: &Counted) -> Tuned {
        let climb = self.climbed(counted);
        let tactics = Tactics::of_shares(&climb.average()).rounded();
        let test = climb.is_done().then(|| self.duels("test", counted)).flatten();
        Tuned { start: self.start, tactics, iterations: climb.iterations(), test }
    }

    /// The climb as far as it is counted.
    fn climbed(&self, counted: &Counted) -> Climb {
        let mut climb = self.climb.lock().unwrap_or_else(PoisonError::into_inner);
        if climb.iterations() > 0 && self.duels(&iteration(climb.iterations() - 1), counted).is_none() {
            *climb = Climb::new(&self.start.shares(), self.plan.gains, self.plan.iterations);
        }
        while !climb.is_done() {
            let k = climb.iterations();
            let Some(duels) = self.duels(&iteration(k), counted) else { break };
            climb.step(self.signs(k), total(&duels).lead());
        }
        climb.clone()
    }

    /// The key of the random signs of an iteration.
    fn signs(&self, iteration: u64) -> u64 {
        key(self.seed, "signs", iteration)
    }

    /// The duels of an occasion on every ground; none where one is not counted.
    fn duels(&self, what: &str, counted: &Counted) -> Option<Vec<Duel>> {
        self.grounds.iter().map(|(ground, _)| counted.of(&format!("{what}/{ground}"))).collect()
    }

    /// Pairs of games between two tactics on every ground.
    fn pairs(&self, what: &str, pairs: u64, tactics: [Tactics; 2]) -> Vec<Wanted> {
        let policies = tactics.map(|tactics| PolicySpec::of_tactics("tuned", tactics));
        let on = |(ground, battle): &(String, Arc<Battle<KeyedDice>>)| {
            let name = format!("{what}/{ground}");
            let count = Pairs::new(battle.clone(), policies.clone(), pairs, &name, self.seed);
            Wanted::whole(name, Arc::new(count))
        };
        self.grounds.iter().map(on).collect()
    }
}

/// What the games of an iteration are called.
fn iteration(k: u64) -> String {
    format!("tune/{k}")
}

impl Asked for TuningStudy {
    fn kind(&self) -> &'static str {
        "tuning"
    }

    fn wants(&self, _: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let climb = self.climbed(counted);
        let wanted = if climb.is_done() {
            let tuned = Tactics::of_shares(&climb.average()).rounded();
            self.pairs("test", self.plan.test_pairs, [tuned, self.start])
        } else {
            let k = climb.iterations();
            let points = climb.points(self.signs(k));
            self.pairs(&iteration(k), self.plan.pairs, points.map(|point| Tactics::of_shares(&point)))
        };
        wanted.into_iter().filter(|wanted| !counted.has(&wanted.name)).collect()
    }

    fn answer(&self, _: &str, counted: &Counted) -> Answer {
        let tuned = self.found(counted);
        let names = self.grounds.iter().map(|(name, _)| name.as_str());
        let test = tuned.test.as_ref().map(|duels| test_table(names, duels));
        Answer { tables: [parameters_table(&tuned)].into_iter().chain(test).collect(), ..Answer::default() }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
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
         no tie; 0.5 is even. Points: a tie is half a point. A pair of games with common dice is one observation.",
        Verdict::of(&all).name()
    );
    Table::new("tuning-test", "Test", note)
        .text("study", "Study", rows.iter().map(|(study, _)| *study))
        .count("won", "Won", rows.iter().map(|(_, duel)| duel.wins))
        .count("tied", "Tied", rows.iter().map(|(_, duel)| duel.ties))
        .number("tied_share", "Ties", 4, rows.iter().map(|(_, duel)| duel.tied().point))
        .interval("tied_share_interval", "95% interval", 4, rows.iter().map(|(_, duel)| duel.tied().interval))
        .count("lost", "Lost", rows.iter().map(|(_, duel)| duel.losses))
        .number("decided", "Decided", 4, rows.iter().map(|(_, duel)| duel.decided().point))
        .interval("decided_interval", "95% interval", 4, rows.iter().map(|(_, duel)| duel.decided().interval))
        .number("points", "Points", 4, rows.iter().map(|(_, duel)| duel.points().point))
        .interval("points_interval", "95% interval", 4, rows.iter().map(|(_, d)| crate::study::bounded(&d.points())))
        .count("n", "N", rows.iter().map(|(_, duel)| duel.games()))
        .count("pairs", "Pairs", rows.iter().map(|(_, duel)| duel.pairs()))
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
        let duel =
            |wins, losses, half_points: [u64; 5]| Duel { wins, ties: 0, losses, half_points, divided: half_points[2] };
        assert_eq!(Verdict::of(&duel(600, 400, [100, 0, 200, 0, 200])), Verdict::Pass);
        assert_eq!(Verdict::of(&duel(400, 600, [200, 0, 200, 0, 100])), Verdict::Fail);
        assert_eq!(Verdict::of(&duel(510, 490, [100, 0, 290, 0, 110])), Verdict::Inconclusive);
        assert_eq!(Verdict::of(&Duel::default()), Verdict::Inconclusive);
    }
}
