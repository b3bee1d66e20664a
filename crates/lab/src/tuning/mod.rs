//! Tuning of policies' parameters by play: a climb within a box that compares two points in each iteration. It is a
//! study in stages, independent of the game, and writes its result to a file.

pub(crate) mod answer;
mod climb;

use super::runner::{Job, Streams};
use super::study::{Answer, Duel, Run, RunCounts, Study, StudyFile, Tunable};
pub use answer::TuningVerdict;
use answer::{parameters_table, summarise, test_table};
pub use climb::{Climb, Climbing, Gains};
use hitchart_config::quoted;
use hitchart_play::policy::{of_shares, rounded, shares};
use std::fmt::Write;

// Tuning as a study: its result, and the file that it writes.

/// Settings of a tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuningPlan {
    /// Number of iterations, each of which compares two points.
    pub iterations: u64,
    /// Pairs of games of each study in an iteration.
    pub pairs: u64,
    /// Pairs of games of each study in the test.
    pub test_pairs: u64,
    /// Step and spread of the iterations.
    pub gains: Gains,
}

/// A tuning: the two points of each iteration meet in paired games, and the result is tested against the start on fresh
/// seeds.
#[derive(Debug)]
pub struct TuningStudy {
    /// Studies by name; all have the parameters and the start of the first.
    grounds: Vec<(String, Tunable)>,
    /// Settings.
    pub plan: TuningPlan,
    /// Seed of all random numbers.
    pub seed: u64,
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

    /// Returns the result; `None` unless all games are counted, including those of the test.
    pub fn found(&self, counted: &RunCounts) -> Option<Tuned> {
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
    fn climbed(&self, counted: &RunCounts) -> Climb {
        self.climb.reached(|k| Some(total(&self.duels(&iteration(k), counted)?).lead()))
    }

    /// Returns the duels of one step, one for each study; `None` if one is not counted.
    fn duels(&self, what: &str, counted: &RunCounts) -> Option<Vec<Duel>> {
        self.grounds.iter().map(|(ground, _)| counted.of(&format!("{what}/{ground}"))).collect()
    }

    /// Returns the jobs of two points that meet, one for each study.
    fn pairs(&self, what: &str, pairs: u64, values: [Vec<f64>; 2]) -> Vec<Job> {
        let on = |(ground, tunable): &(String, Tunable)| {
            let streams = Streams { name: format!("{what}/{ground}"), seed: self.seed, groups: 0..pairs };
            tunable.meet(streams, values.clone())
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

impl Study for TuningStudy {
    fn next_jobs(&self, _: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let climb = self.climbed(counted);
        if climb.is_done() {
            let values = [self.average(&climb), self.tunable().values.clone()];
            return self.pairs("test", self.plan.test_pairs, values);
        }
        let k = climb.iterations();
        let points = self.climb.points(&climb).map(|point| of_shares(&self.tunable().parameters, &point));
        self.pairs(&iteration(k), self.plan.pairs, points)
    }

    fn answer(&self, _: &str, counted: &RunCounts) -> Answer {
        let Some(tuned) = self.found(counted) else { return Answer::default() };
        let test = test_table(self.names(), &tuned.test);
        let parameters = parameters_table(&self.tunable().parameters, &tuned);
        let mut answer = Answer { tables: vec![parameters, test], ..Answer::default() };
        summarise(&mut answer, (&self.tunable().start, &self.tunable().parameters), &tuned);
        answer
    }
}

/// The result of a tuning; values are in the order of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Values that the tuning started from.
    pub start: Vec<f64>,
    /// Tuned values, rounded to three significant digits.
    pub values: Vec<f64>,
    /// Number of iterations of the tuning.
    pub iterations: u64,
    /// Duels of the tuned values against the start, one for each study.
    pub test: Vec<Duel>,
}

/// Returns the games of all studies together.
pub fn total(duels: &[Duel]) -> Duel {
    duels.iter().fold(Duel::default(), Duel::and)
}

/// The method, as written in the file.
const METHOD: &str = "SPSA (Spall 1992, gains of Spall 1998), mean of the later half of the iterations";

impl StudyFile<'_, TuningStudy> {
    /// Returns the result as a policy that can be pasted into a scenario, with its provenance: all that decides the
    /// values, but no clock and no threads. `heading` begins the first line.
    pub fn file(&self, heading: &str, tuned: &Tuned) -> String {
        let mut file = format!("{heading}: {}.\n", self.test_result(tuned));
        file += "# A complete policy: paste it under a heading such as [policies.tuned].\n";
        file += &format!("base = \"{}\"\n", self.study.tunable().base);
        file += &self.parameters("", &tuned.values);
        file += &self.provenance(tuned);
        file + &self.test_lines(&tuned.test)
    }

    /// Returns the result of the test in a few words.
    fn test_result(&self, tuned: &Tuned) -> &'static str {
        match TuningVerdict::of(&total(&tuned.test)) {
            TuningVerdict::Pass => "the test shows them to be stronger than the start",
            TuningVerdict::Fail => "no improvement: the test shows them to be weaker than the start",
            TuningVerdict::Inconclusive => "no improvement is shown: the test is inconclusive",
        }
    }

    fn provenance(&self, tuned: &Tuned) -> String {
        let (scenario, plan, rules) = (self.scenario, &self.study.plan, self.rules);
        let studies: Vec<String> = self.study.names().map(quoted).collect();
        let games = |pairs: u64| (2 * pairs * self.study.names().count() as u64).to_string();
        let lines = [
            ("method", quoted(METHOD)),
            ("version", quoted(env!("CARGO_PKG_VERSION"))),
            ("scenario", quoted(&scenario.name())),
            ("scenario_sha256", quoted(&scenario.sha256())),
            ("studies", format!("[{}]", studies.join(", "))),
            ("ruleset", quoted(&rules.name)),
            ("ruleset_sha256", quoted(&rules.sha256())),
            ("seed", self.study.seed.to_string()),
            ("iterations", tuned.iterations.to_string()),
            ("games_an_iteration", games(plan.pairs)),
            ("step", format!("{:?}", plan.gains.step)),
            ("spread", format!("{:?}", plan.gains.spread)),
            ("start.policy", quoted(&self.study.tunable().start)),
        ];
        let lines = lines.into_iter().map(|(key, value)| format!("provenance.{key} = {value}\n"));
        format!("\n{}{}", lines.collect::<String>(), self.parameters("provenance.start.", &tuned.start))
    }

    fn test_lines(&self, duels: &[Duel]) -> String {
        let all = total(duels);
        let mut text = format!("\nprovenance.test.verdict = \"{}\"\n", TuningVerdict::of(&all).name());
        let named = self.study.names().map(|name| format!("studies.{name}."));
        for (prefix, duel) in [(String::new(), &all)].into_iter().chain(named.zip(duels)) {
            for (key, value) in counts_of(duel) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "provenance.test.{prefix}{key} = {value}");
            }
        }
        text
    }

    /// Returns one line for each parameter.
    fn parameters(&self, prefix: &str, values: &[f64]) -> String {
        let known = self.study.tunable().parameters.iter().zip(values);
        known.map(|(parameter, value)| format!("{prefix}{} = {value:?}\n", parameter.name)).collect()
    }
}

/// Returns the counts of a test as keys and values of TOML. Shares without games and intervals without bounds are left
/// out.
pub(crate) fn counts_of(duel: &Duel) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("games", duel.games().to_string()),
        ("pairs", duel.pairs().to_string()),
        ("wins", duel.wins.to_string()),
        ("ties", duel.ties.to_string()),
        ("losses", duel.losses.to_string()),
    ];
    let estimates = [
        ("tied", "tied_interval", duel.tied()),
        ("decided", "decided_interval", duel.decided()),
        ("points", "points_interval", duel.points()),
    ];
    for (name, interval, estimate) in estimates {
        let (low, high) = estimate.interval;
        if estimate.point.is_finite() && low.is_finite() && high.is_finite() {
            lines.push((name, format!("{:.4}", estimate.point)));
            lines.push((interval, format!("[{low:.4}, {high:.4}]")));
        }
    }
    lines
}
