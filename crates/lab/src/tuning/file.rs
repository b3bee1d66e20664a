//! The file of a tuning: its result and its provenance.

use super::found::{Tuned, total};
use super::study::TuningStudy;
use super::verdict::Verdict;
use crate::study::Duel;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, quoted};
use std::fmt::Write;

/// The method, as written in the file.
const METHOD: &str = "SPSA (Spall 1992, gains of Spall 1998), mean of the later half of the iterations";

/// Inputs of the file of a tuning.
#[derive(Debug)]
pub struct TunedFile<'a> {
    pub scenario: &'a FileText,
    pub rules: &'a RulesText,
    pub study: &'a TuningStudy,
}

impl TunedFile<'_> {
    /// Returns the result as a policy that can be pasted into a scenario, with its provenance: all that decides the
    /// values, but no clock and no threads. `heading` begins the first line.
    pub fn file(&self, heading: &str, tuned: &Tuned) -> String {
        let mut file = format!("{heading}: {}.\n", self.told(tuned));
        file += "# A complete policy: paste it under a heading such as [policies.tuned].\n";
        file += &format!("base = \"{}\"\n", self.study.tunable().base);
        file += &self.parameters("", &tuned.values);
        file += &self.provenance(tuned);
        file + &self.test(&tuned.test)
    }

    /// Returns the result of the test in a few words.
    fn told(&self, tuned: &Tuned) -> &'static str {
        match Verdict::of(&total(&tuned.test)) {
            Verdict::Pass => "the test shows them to be stronger than the start",
            Verdict::Fail => "no improvement: the test shows them to be weaker than the start",
            Verdict::Inconclusive => "no improvement is shown: the test is inconclusive",
        }
    }

    fn provenance(&self, tuned: &Tuned) -> String {
        let (scenario, plan, rules) = (self.scenario, self.study.plan(), self.rules);
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
            ("seed", self.study.seed().to_string()),
            ("iterations", tuned.iterations.to_string()),
            ("games_an_iteration", games(plan.pairs)),
            ("step", format!("{:?}", plan.gains.step)),
            ("spread", format!("{:?}", plan.gains.spread)),
            ("start.policy", quoted(&self.study.tunable().start)),
        ];
        let lines = lines.into_iter().map(|(key, value)| format!("provenance.{key} = {value}\n"));
        format!("\n{}{}", lines.collect::<String>(), self.parameters("provenance.start.", &tuned.start))
    }

    fn test(&self, duels: &[Duel]) -> String {
        let all = total(duels);
        let mut text = format!("\nprovenance.test.verdict = \"{}\"\n", Verdict::of(&all).name());
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
pub fn counts_of(duel: &Duel) -> Vec<(&'static str, String)> {
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
