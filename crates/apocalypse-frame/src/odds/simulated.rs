//! A simulated check of the exact answers: attacks rolled with dice, by the functions that missions use.

use super::single::TargetDefenses;
use crate::attack::{Outcome, through, throw};
use crate::ruleset::Ruleset;
use crate::shot::Shot;
use hitchart_dice::Throw;
use serde::{Deserialize, Serialize};

/// Most Harm with a separate count; larger Harm is counted here.
pub const MOST: usize = 63;

/// Counts of rolled attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollTally {
    /// Failures, mixed and full results.
    pub outcomes: [u64; 3],
    /// Attacks by the Harm that the target took, up to [`MOST`].
    pub harm: Vec<u64>,
    pub splashes: u64,
    pub shielded: u64,
}

/// Rolls an attack `samples` times; the same key gives the same dice. `at_far` decides if cover counts.
pub fn tally(shot: Shot, target: &TargetDefenses, at_far: bool, rules: &Ruleset, samples: u64, key: u64) -> RollTally {
    let guard = target.guard(at_far, rules);
    let mut dice = Throw::new(key);
    let mut tally = RollTally { outcomes: [0; 3], harm: vec![0; MOST + 1], splashes: 0, shielded: 0 };
    for _ in 0..samples {
        let roll = throw(shot.dice, &rules.rolls, || dice.die(6));
        let end = through(shot.blow(roll, &rules.rolls), guard, rules.harm.order, || dice.die(6));
        tally.outcomes[match roll.outcome(&rules.rolls) {
            Outcome::Failure => 0,
            Outcome::Mixed => 1,
            Outcome::Full => 2,
        }] += 1;
        tally.harm[usize::from(end.harm).min(MOST)] += 1;
        tally.splashes += u64::from(shot.splash_blow(roll, &rules.rolls).is_some());
        tally.shielded += u64::from(end.shielded);
    }
    tally
}

impl RollTally {
    /// Returns the attacks by Harm, up to the most that occurred.
    pub fn harm(&self) -> &[u64] {
        let used = self.harm.iter().rposition(|count| *count > 0).map_or(1, |last| last + 1);
        &self.harm[..used]
    }
}

#[cfg(test)]
mod tests {
    use super::super::roll::{Circumstance, plan};
    use super::*;
    use crate::catalogue::armament::Gear;
    use crate::catalogue::book;
    use crate::catalogue::tag::Tag;
    use crate::odds::fixtures::ruleset;
    use crate::odds::single::attack;
    use crate::ruleset::{EmptyPool, GuardOrder, RollIs};
    use hitchart_dice::{Stream, job_id};
    use hitchart_stats::{chi_square, holm};
    use std::collections::HashSet;

    const SAMPLES: u64 = 1000;
    /// Family-wise significance level of a whole sweep.
    const LEVEL: f64 = 0.001;

    /// Returns every distinct shot of every armament of both lists and the backups, bare and with each tag added.
    /// Circumstances are off or on, with or without Tripled Feed Motors; pools of no dice are included.
    fn shots() -> Vec<Shot> {
        let on = Circumstance { in_force: Tag::OF_ARMAMENTS.into_iter().collect(), ..Circumstance::default() };
        let fed = Circumstance { feed_motors: 1, ..on };
        let poor = Circumstance { sensor_hits: 2, distracted: true, ..Circumstance::default() };
        let lists = [book().armaments(Gear::Stock), book().armaments(Gear::Pregen), &book().backups];
        let mut known = HashSet::new();
        let mut shots = Vec::new();
        for armament in lists.into_iter().flatten() {
            let added = Tag::OF_ARMAMENTS.into_iter().map(|tag| armament.plus(tag));
            for armament in added.chain([armament.clone()]) {
                let circumstances = [Circumstance::default(), on, fed, poor];
                let new = circumstances.map(|circumstance| plan(&armament, &circumstance));
                shots.extend(new.into_iter().filter(|shot| known.insert(*shot)));
            }
        }
        shots
    }

    fn targets() -> Vec<TargetDefenses> {
        let armors = (0..=2).flat_map(|armor| (0..=3).map(move |shields| (armor, shields)));
        let with_cover = armors.flat_map(|(armor, shields)| {
            [false, true].map(|cover| TargetDefenses { armor, shields, cover, ..TargetDefenses::default() })
        });
        with_cover.collect()
    }

    /// Returns the p-values of outcomes and Harm of every shot against every target, simulated under one ruleset and
    /// expected under the other. They are corrected for their number.
    fn sweep(thrown: &Ruleset, expected: &Ruleset) -> Vec<f64> {
        let mut p_values = Vec::new();
        for (i, shot) in shots().into_iter().enumerate() {
            for (j, target) in targets().iter().enumerate() {
                let stream = Stream { seed: 4, job: job_id("af-odds"), stream: (i * 100 + j) as u64 };
                let tally = tally(shot, target, true, thrown, SAMPLES, stream.key());
                let exact = attack(shot, target, true, expected);
                let outcomes = [exact.outcomes.failure, exact.outcomes.mixed, exact.outcomes.full];
                p_values.push(chi_square(&tally.outcomes, &outcomes).p_value);
                p_values.push(chi_square(tally.harm(), exact.harm.as_slice()).p_value);
                let split = |count, p: f64| chi_square(&[count, SAMPLES - count], &[p, 1.0 - p]).p_value;
                p_values.push(split(tally.splashes, exact.splash));
                p_values.push(split(tally.shielded, exact.shielded));
            }
        }
        holm(&p_values)
    }

    #[test]
    fn every_armament_and_tag_agrees_with_the_exact_answer() {
        let plain = ruleset();
        let mut other = ruleset();
        other.harm.order = GuardOrder::ShieldsFirst;
        (other.rolls.roll_is, other.rolls.empty_pool) = (RollIs::AnyDie, EmptyPool::TwoKeepLow);
        for rules in [plain, other] {
            let least = sweep(&rules, &rules).into_iter().fold(1.0, f64::min);
            assert!(least > LEVEL, "{least}");
        }
    }

    #[test]
    fn a_falsified_rule_is_rejected() {
        let rules = ruleset();
        let falsify: [fn(&mut Ruleset); 3] = [
            |rules| rules.rolls.success_from = 4,
            |rules| rules.harm.order = GuardOrder::ShieldsFirst,
            |rules| rules.fields.cover_less = 0,
        ];
        for change in falsify {
            let mut falsified = rules.clone();
            change(&mut falsified);
            assert!(sweep(&falsified, &rules).into_iter().any(|p| p <= LEVEL));
        }
    }
}
