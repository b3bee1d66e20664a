//! Dice as arguments, and tables of the odds of attacks for the queries of several games.

use super::names::{count, threads, whole};
use crate::reply::Reply;
use crate::{AskError, Asking, on_threads};
use crate::{options::Short, scenario::MAX_SAMPLES};
use clap::Args;
use hitchart_config::{InputError, words::grouped};
use hitchart_dice::{Pmf, Pool};
use hitchart_dice::{algebra::Distribution, exact::AttackOdds, plan::AttackPlan};
use hitchart_lab::runner::{self, AttackTally, DicePlan, DiceTally, Job, Plan, Rolls, Sampled, Stopwatch, count_one};
use hitchart_lab::study::{bounds, corrected, test};
use hitchart_report::Warning;
use hitchart_report::table::{Table, object};
use hitchart_stats::{Estimate, LEVEL, mean, proportion};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Parses a pool of dice.
pub fn pool(argument: &str, text: &str) -> Result<Pool, InputError> {
    text.parse().map_err(|error| InputError::plain(format!("{argument}: {error}")))
}

/// Problem of an attack without dice.
pub const NO_DIE: &str = "an attack needs at least one die";

/// Parses the dice of `--attack`, at least one.
pub fn attack_pool(text: &str) -> Result<Pool, InputError> {
    let dice = pool("--attack", text)?;
    if dice.is_empty() { Err(InputError::plain(format!("--attack: {NO_DIE}"))) } else { Ok(dice) }
}

/// Returns a table of damage dice, damage and hits on cover with their probabilities.
pub fn distribution(odds: &AttackOdds) -> Table {
    let (dice, damage, cover) = (&odds.damage_dice, odds.damage(), odds.cover());
    let rows = 0..=dice.max();
    let within = |pmf: &Pmf| rows.clone().map(|k| (k <= pmf.max()).then(|| pmf.at(k))).collect::<Vec<_>>();
    Table::new(
        "distribution",
        "Distribution",
        "Probability of each number of damage dice, of each damage, and of each number of hits on the cover.",
    )
    .count("value", "Value", rows.clone().map(|k| k as u64))
    .number("damage_dice", "P(dice)", 6, within(dice))
    .number("damage", "P(damage)", 6, within(&damage))
    .number("at_least", "P(at least)", 6, rows.clone().map(|k| damage.at_least(k)))
    .number("cover", "P(hits on cover)", 6, within(&cover))
}

/// Returns a PMF as JSON.
pub fn pmf(pmf: &Pmf) -> Value {
    json!({ "pmf": pmf.as_slice(), "mean": pmf.mean() })
}

// `--simulate`: simulates an attack to compare with its exact odds.

#[derive(Debug, Args)]
pub struct Simulation {
    /// Also simulate N attacks or rolls, to compare with the exact answer; a million without N
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", allow_negative_numbers = true, value_parser = count(1..=MAX_SAMPLES))]
    simulate: Option<u64>,
    /// Seed of the simulation
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, requires = "simulate", value_parser = whole)]
    seed: u64,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "simulate", value_parser = threads)]
    threads: Option<u16>,
}

/// The results of a simulation.
pub struct Simulated {
    seed: u64,
    tally: AttackTally,
    damage: Estimate,
    p_value: f64,
    seconds: f64,
}

impl Simulation {
    /// Returns true if a simulation was requested.
    pub fn is_asked(&self) -> bool {
        self.simulate.is_some()
    }

    /// Simulates the attack; `None` if not requested.
    pub fn run(
        &self,
        plan: &AttackPlan,
        odds: &AttackOdds,
        asking: &Asking<'_>,
    ) -> Result<Option<Simulated>, AskError> {
        let Some(samples) = self.simulate else { return Ok(None) };
        let clock = Stopwatch::start();
        let sampled = Sampled::new(Plan::Attack(*plan), samples, self.seed, "attack");
        let tally: AttackTally = self.counted("attack", sampled, asking)?;
        let seconds = clock.elapsed().as_secs_f64();
        let p_value = test(&tally, odds.joint.as_slice()).p_value;
        Ok(Some(Simulated { seed: self.seed, damage: mean(&tally.damage(), LEVEL), tally, p_value, seconds }))
    }

    /// Rolls the dice of plans, each under its name; empty if not requested.
    pub fn rolls<'a>(
        &self,
        plans: impl FnOnce() -> Vec<(&'a str, DicePlan)>,
        asking: &Asking<'_>,
    ) -> Result<(Vec<SimulatedRolls>, Vec<Warning>), AskError> {
        let Some(samples) = self.simulate else { return Ok((Vec::new(), Vec::new())) };
        let (plans, mut all) = (plans(), Vec::new());
        for (name, plan) in &plans {
            plan.check().map_err(|reason| InputError::plain(format!("--simulate: `{name}`: {reason}")))?;
            let tally = self.counted(name, Rolls::new(plan.clone(), samples, self.seed, name), asking)?;
            all.push(SimulatedRolls { seed: self.seed, tally, exact: plan.exact().to_vec(), p_values: Vec::new() });
        }
        let p_value = |rolls: &SimulatedRolls, i: usize| rolls.tally.p_value(i, &rolls.exact[i]);
        let tests = plans.iter().zip(&all);
        let tests = tests.flat_map(|((name, _), rolls)| (0..rolls.exact.len()).map(|i| (*name, p_value(rolls, i))));
        let (mut p_values, warnings) = corrected(tests);
        for rolls in &mut all {
            rolls.p_values = p_values.drain(..rolls.exact.len()).collect();
        }
        Ok((all, warnings))
    }

    /// Counts all samples of a simulation.
    fn counted<S: runner::Simulation + 'static>(
        &self,
        name: &str,
        simulation: S,
        asking: &Asking<'_>,
    ) -> Result<S::Counts, AskError> {
        let job = Job::whole(name.to_owned(), Arc::new(simulation));
        let count = || count_one(&job, &asking.progress(), asking.stop);
        let counts = on_threads(self.threads.map(usize::from), count)?;
        counts.and_then(|counts| S::Counts::deserialize(counts).ok()).ok_or(AskError::Interrupted)
    }
}

/// The results of rolled dice, with their exact distributions.
pub struct SimulatedRolls {
    seed: u64,
    tally: DiceTally,
    exact: Vec<Distribution>,
    /// P-value of the chi-square test of each result, corrected for all tests.
    p_values: Vec<f64>,
}

impl SimulatedRolls {
    /// Returns the estimate of the mean of a result.
    pub fn mean(&self, result: usize) -> Estimate {
        self.tally.mean(result, &self.exact[result])
    }

    /// Adds the simulated share of each range of outcomes of a result to a table with a row for each range.
    pub fn beside(&self, table: Table, result: usize, rows: impl Iterator<Item = (i64, i64)>) -> Table {
        let share = |(first, last)| proportion(self.tally.between(result, first, last), self.tally.samples, LEVEL);
        let shares: Vec<Estimate> = rows.map(share).collect();
        let n = shares.iter().map(|share| share.n);
        table.estimates(["simulated", "interval"], "Simulated", 4, shares.iter().copied()).count("n", "N", n)
    }

    /// Returns the number of results.
    pub fn results(&self) -> usize {
        self.exact.len()
    }

    /// Returns the p-value of a result.
    pub fn p_value(&self, result: usize) -> f64 {
        self.p_values[result]
    }

    /// Describes the simulated mean of a result in a line, with its interval, the number of rolls and the p-value.
    pub fn line(&self, result: usize) -> String {
        simulated_line(&self.mean(result), "rolls", self.p_values[result])
    }

    /// Describes the simulation of a result in a sentence.
    pub fn note(&self, result: usize) -> String {
        format!(
            "Simulated: {} rolls, seed {}; mean {}; agreement with the exact chances: p = {:.3}.",
            grouped(self.tally.samples),
            self.seed,
            self.mean(result),
            self.p_values[result]
        )
    }

    /// Returns a result as JSON.
    pub fn to_json(&self, result: usize) -> Value {
        let mean = self.mean(result);
        let counts =
            object(self.tally.counts[result].iter().map(|(value, count)| (value.to_string(), (*count).into())));
        json!({
            "mean": mean.point,
            "interval": bounds(&mean),
            "level": LEVEL,
            "samples": self.tally.samples,
            "seed": self.seed,
            "counts": counts,
            "p_value": self.p_values[result],
        })
    }
}

/// Completes the answer to an attack: a sentence, a summary, the exact distribution, and the simulated one if there is one.
pub(crate) fn attack_reply(
    options: &Short,
    (line, summary): (String, Table),
    (exact, simulated): (Table, Option<Simulated>),
    mut json: Value,
) -> Result<Reply, AskError> {
    let mut reply = Reply::short(line, &[]);
    let distribution = match &simulated {
        None => exact,
        Some(simulated) => {
            json["simulated"] = simulated.to_json();
            reply = reply.with_simulated(&simulated_line(&simulated.damage, "attacks", simulated.p_value));
            simulated.beside(exact)
        }
    };
    Ok(Reply { tables: vec![summary, distribution], ..reply }.finish(options, json))
}

/// Describes a simulated mean in a line.
fn simulated_line(mean: &Estimate, samples: &str, p_value: f64) -> String {
    format!("simulated mean {mean} in {} {samples}, p = {p_value:.3}", grouped(mean.n))
}

impl Reply {
    /// Adds a simulation to the line. The summary has none: tables for people list the simulation.
    #[must_use]
    pub(super) fn with_simulated(self, simulated: &str) -> Reply {
        Reply { summary: vec![self.line.clone()], line: format!("{}; {simulated}", self.line), ..self }
    }
}

impl Simulated {
    /// Adds the simulated share of each damage to the distribution, with its interval.
    pub fn beside(&self, distribution: Table) -> Table {
        let (low, high) = self.damage.interval;
        let mut table = distribution
            .number("simulated", "Simulated", 6, self.shares().iter().map(|share| share.point))
            .interval("interval", "95% interval", 6, self.shares().iter().map(|share| share.interval))
            .count("n", "N", self.shares().iter().map(|share| share.n));
        table.note = format!(
            "{} Simulated (damage only): {} attacks, seed {}; mean damage {:.5}, 95% interval {low:.5} to {high:.5}; \
             agreement with the exact odds: p = {:.3}.",
            table.note,
            grouped(self.tally.samples),
            self.seed,
            self.damage.point,
            self.p_value
        );
        table
    }

    /// Estimates the share of each damage.
    fn shares(&self) -> Vec<Estimate> {
        self.tally.damage().iter().map(|count| proportion(*count, self.tally.samples, LEVEL)).collect()
    }

    /// Returns the results as JSON.
    pub fn to_json(&self) -> Value {
        let samples = self.tally.samples;
        let shares = self.shares();
        let interval = bounds(&self.damage);
        let attacks_per_second = samples as f64 / self.seconds.max(f64::MIN_POSITIVE);
        json!({
            "damage": {
                "pmf": shares.iter().map(|share| share.point).collect::<Vec<_>>(),
                "pmf_intervals": shares.iter().map(|share| share.interval).collect::<Vec<_>>(),
                "mean": self.damage.point,
                "interval": interval,
                "counts": self.tally.damage(),
            },
            "mean": self.damage.point,
            "interval": interval,
            "level": LEVEL,
            "samples": samples,
            "seed": self.seed,
            "seconds": self.seconds,
            "attacks_per_second": attacks_per_second,
            "p_value": self.p_value,
        })
    }
}
