//! Tuning of parameters by play, as a study in stages with a test of the result.

use super::found::{Tuned, total};
use super::summary::summarise;
use super::tables::{parameters_table, test_table};
use super::{Climb, Climbing, Gains};
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Duel, Meeting, Run, Tunable};
use hitchart_play::policy::{of_shares, rounded, shares};

/// Settings of a tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuningPlan {
    pub iterations: u64,
    /// Pairs of games of each study in an iteration.
    pub pairs: u64,
    /// Pairs of games of each study in the test.
    pub test_pairs: u64,
    pub gains: Gains,
}

/// A tuning: the two points of each iteration meet in paired games, and the result is tested against the start on fresh
/// seeds.
#[derive(Debug)]
pub struct TuningStudy {
    /// Studies by name; all have the parameters and the start of the first.
    grounds: Vec<(String, Tunable)>,
    plan: TuningPlan,
    seed: u64,
    climb: Climbing,
}

impl TuningStudy {
    /// Creates a tuning on these studies, at least one. `seed` names all random numbers.
    pub fn new(grounds: Vec<(String, Tunable)>, plan: TuningPlan, seed: u64) -> TuningStudy {
        let climb = Climbing::new(beginning(&grounds, plan), seed, "signs");
        TuningStudy { grounds, plan, seed, climb }
    }

    /// Returns the policy to tune, as in the first study.
    pub fn tunable(&self) -> &Tunable {
        &self.grounds[0].1
    }

    /// Returns the names of the studies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.grounds.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the settings.
    pub fn plan(&self) -> &TuningPlan {
        &self.plan
    }

    /// Returns the seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the result; `None` unless all games are counted, including those of the test.
    pub fn found(&self, counted: &Counted) -> Option<Tuned> {
        let climb = self.climbed(counted);
        let test = climb.is_done().then(|| self.duels("test", counted)).flatten()?;
        let start = self.tunable().values.clone();
        Some(Tuned { start, values: self.average(&climb), iterations: climb.iterations(), test })
    }

    /// Returns the tuned values of a climb, rounded.
    fn average(&self, climb: &Climb) -> Vec<f64> {
        let parameters = &self.tunable().parameters;
        rounded(parameters, &of_shares(parameters, &climb.average()))
    }

    /// Returns the climb up to its last counted iteration.
    fn climbed(&self, counted: &Counted) -> Climb {
        self.climb.reached(|k| Some(total(&self.duels(&iteration(k), counted)?).lead()))
    }

    /// Returns the duels of one step, one for each study; `None` if one is not counted.
    fn duels(&self, what: &str, counted: &Counted) -> Option<Vec<Duel>> {
        self.grounds.iter().map(|(ground, _)| counted.of(&format!("{what}/{ground}"))).collect()
    }

    /// Returns the jobs of two points that meet, one for each study.
    fn pairs(&self, what: &str, pairs: u64, values: [Vec<f64>; 2]) -> Vec<Wanted> {
        let on = |(ground, tunable): &(String, Tunable)| {
            let name = format!("{what}/{ground}");
            tunable.meet(Meeting { name, seed: self.seed, pairs, values: values.clone() })
        };
        self.grounds.iter().map(on).collect()
    }
}

/// Returns the climb before its first iteration.
fn beginning(grounds: &[(String, Tunable)], plan: TuningPlan) -> Climb {
    let start = grounds.first().map(|(_, tunable)| shares(&tunable.parameters, &tunable.values));
    Climb::new(&start.unwrap_or_default(), plan.gains, plan.iterations)
}

/// Returns the name of an iteration's jobs.
fn iteration(k: u64) -> String {
    format!("tune/{k}")
}

impl Asked for TuningStudy {
    fn kind(&self) -> &'static str {
        "tuning"
    }

    fn wants(&self, _: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let climb = self.climbed(counted);
        if climb.is_done() {
            let values = [self.average(&climb), self.tunable().values.clone()];
            return self.pairs("test", self.plan.test_pairs, values);
        }
        let k = climb.iterations();
        let points = self.climb.points(&climb).map(|point| of_shares(&self.tunable().parameters, &point));
        self.pairs(&iteration(k), self.plan.pairs, points)
    }

    fn answer(&self, _: &str, counted: &Counted) -> Answer {
        let Some(tuned) = self.found(counted) else { return Answer::default() };
        let test = test_table(self.names(), &tuned.test);
        let parameters = parameters_table(&self.tunable().parameters, &tuned);
        let mut answer = Answer { tables: vec![parameters, test], ..Answer::default() };
        summarise(&mut answer, (&self.tunable().start, &self.tunable().parameters), &tuned);
        answer
    }
}
