//! Exact odds of rolls: the probability of each result of a pool, and the shot of an attack in a circumstance.
//!
//! The exact answers are checked by attacks that are rolled with the functions of missions.

use super::super::attack::{MAX_POOL, Outcome, Roll, Shot, ShotInputs, through, throw};
use super::super::catalogue::entries::Armament;
use super::super::catalogue::tag::{Band, Tag, Tags};
use super::super::ruleset::{EmptyPool, RollRules, Ruleset};
use super::single::TargetDefenses;
use hitchart_dice::{Pmf, Throw};
use serde::{Deserialize, Serialize};

// Results of a pool, with their probabilities.

const FACES: u8 = 6;
/// Number of sets of faces, as bits 1 to 6.
const MASKS: usize = 1 << (FACES + 1);

/// Probabilities of the three outcomes ("Attribute/Attack Rolls").
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OutcomeOdds {
    /// Probability of no success (A05).
    pub failure: f64,
    /// Probability of a success with a consequence (A04).
    pub mixed: f64,
    /// Probability of a success without a consequence.
    pub full: f64,
}

/// Returns every distinct roll of a pool with its probability; pools of no dice follow A02.
///
/// Rolls differ by the result and by the set of faces shown; outcomes and tags read nothing else (A03).
pub fn rolls(dice: i8, rules: &RollRules) -> Vec<(Roll, f64)> {
    if dice <= 0 && rules.empty_pool == EmptyPool::Failure {
        return vec![(Roll { result: 0, shown: 0 }, 1.0)];
    }
    let (thrown, keeps_low) = if dice <= 0 { (2, true) } else { (dice.min(MAX_POOL) as u32, false) };
    let ways = ways_to_show(thrown);
    let all = f64::from(FACES).powi(thrown as i32);
    let roll = |shown: u8| {
        let highest = 7 - shown.leading_zeros() as u8;
        let lowest = shown.trailing_zeros() as u8;
        Roll { result: if keeps_low { lowest } else { highest }, shown }
    };
    let shown = ways.iter().enumerate().filter(|(_, ways)| **ways > 0);
    shown.map(|(shown, ways)| (roll(shown as u8), *ways as f64 / all)).collect()
}

/// Returns the number of ways for `dice` dice to show exactly each set of faces. 6 to the twelfth is far below 64 bits.
fn ways_to_show(dice: u32) -> [u64; MASKS] {
    let mut ways = [0; MASKS];
    ways[0] = 1;
    for _ in 0..dice {
        let mut next = [0; MASKS];
        for (shown, count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
            for face in 1..=FACES {
                next[shown | 1 << face] += count;
            }
        }
        ways = next;
    }
    ways
}

/// Returns the distribution of the result, 0 (failed without a roll) to 6.
pub fn result(dice: i8, rules: &RollRules) -> Pmf {
    let mut p = vec![0.0; usize::from(FACES) + 1];
    for (roll, chance) in rolls(dice, rules) {
        p[usize::from(roll.result)] += chance;
    }
    Pmf::new(p)
}

/// Returns the odds of the outcomes of a pool.
pub fn outcomes(dice: i8, rules: &RollRules) -> OutcomeOdds {
    let mut odds = OutcomeOdds { failure: 0.0, mixed: 0.0, full: 0.0 };
    for (roll, chance) in rolls(dice, rules) {
        *match roll.outcome(rules) {
            Outcome::Failure => &mut odds.failure,
            Outcome::Mixed => &mut odds.mixed,
            Outcome::Full => &mut odds.full,
        } += chance;
    }
    odds
}

/// Returns the probability that a roll "is" a face in the sense of tags and traits (A03).
pub fn is(dice: i8, face: u8, rules: &RollRules) -> f64 {
    rolls(dice, rules).iter().filter(|(roll, _)| roll.is(face, rules)).map(|(_, p)| p).sum()
}

// Circumstances of an attack, and its shot.

/// Conditions of an attack. All are off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstance {
    /// Tags with a condition that holds; they count for armaments that have them.
    pub in_force: Tags,
    /// Band of the target; `None` lets every armament attack at a band that it reaches (see [`band`]).
    pub at: Option<Band>,
    /// True for a marked target: +1 die (A33).
    pub painted: bool,
    /// Targeting Radar: dice added.
    pub radar: u8,
    /// Hits on the sensors: one die less for each (A47, A48).
    pub sensor_hits: u8,
    /// True for a shot at three hexes with Long-Range Optics: one die less (A28).
    pub extended: bool,
    /// Harm that Tripled Feed Motors add; 0 without the trait.
    pub feed_motors: u8,
    /// Encouraging: +1 Harm; in a round on the first attack only.
    pub encouraged: bool,
    /// Distracted by an enemy: one die less; in a round on the first roll only.
    pub distracted: bool,
}

impl Circumstance {
    /// Returns the inputs of a shot.
    pub fn inputs(&self) -> ShotInputs {
        let mut in_force = self.in_force;
        if self.at.is_some_and(|band| band != Band::Far) {
            in_force = in_force.without(Tag::Scoped);
        }
        if self.at.is_some_and(|band| band != Band::Close) {
            in_force = in_force.without(Tag::Sighted);
        }
        let more = i8::from(self.painted) + self.radar as i8;
        let fewer = self.sensor_hits as i8 + i8::from(self.extended) + i8::from(self.distracted);
        ShotInputs { in_force, dice: more - fewer, harm: u8::from(self.encouraged), feed_motors: self.feed_motors }
    }
}

/// Returns the shot of an armament in a circumstance.
pub fn plan(armament: &Armament, circumstance: &Circumstance) -> Shot {
    Shot::of(armament, &circumstance.inputs())
}

/// Returns the band of an attack; `None` if the armament does not reach the target.
///
/// Without a band of the target, a condition in force decides: Far for Scoped, or Close for Sighted. Otherwise the band
/// is Far for an extended shot, or else the nearest of the armament, where cover does not count.
pub fn band(armament: &Armament, circumstance: &Circumstance) -> Option<Band> {
    let usable = armament.usable();
    let asks = |tag, band| armament.tags.has(tag) && circumstance.in_force.has(tag) && armament.bands.has(band);
    let wanted = match circumstance.at {
        Some(band) => Some(band),
        None if circumstance.extended || asks(Tag::Scoped, Band::Far) => Some(Band::Far),
        None if asks(Tag::Sighted, Band::Close) => Some(Band::Close),
        None => usable.nearest(),
    };
    wanted.filter(|band| usable.has(*band) && !(circumstance.extended && *band != Band::Far))
}

// Attacks rolled with dice, as a check of the exact answers.

/// Most Harm with a separate count; larger Harm is counted here.
pub const MOST: usize = 63;

/// Counts of rolled attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollTally {
    /// Failures, mixed and full results.
    pub outcomes: [u64; 3],
    /// Attacks by the Harm that the target took, up to [`MOST`].
    pub harm: Vec<u64>,
    /// Number of attacks that splash.
    pub splashes: u64,
    /// Number of attacks that a Shield absorbed.
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
    use super::super::fixtures::{armament, roll_rules, ruleset};
    use super::super::single::attack;
    use super::*;
    use crate::catalogue::book;
    use crate::catalogue::entries::Gear;
    use crate::catalogue::tag::Tag;
    use crate::ruleset::{EmptyPool, GuardOrder, RollIs};
    use Band::{Close, Far, Near};
    use hitchart_dice::{Stream, job_id};
    use hitchart_stats::{chi_square, holm};
    use std::collections::HashSet;

    /// The appendix "AF best-of-n bands" as fractions.
    #[test]
    fn bands_of_the_rulings() {
        for (dice, [failure, mixed, full], of) in [
            (1, [1.0, 1.0, 1.0], 3.0),
            (2, [1.0, 3.0, 5.0], 9.0),
            (3, [1.0, 7.0, 19.0], 27.0),
            (4, [1.0, 15.0, 65.0], 81.0),
            (0, [20.0, 12.0, 4.0], 36.0),
            (-3, [20.0, 12.0, 4.0], 36.0),
        ] {
            let odds = outcomes(dice, &roll_rules());
            let close = |found: f64, ways: f64| (found - ways / of).abs() < 1e-15;
            assert!(close(odds.failure, failure) && close(odds.mixed, mixed) && close(odds.full, full), "{dice}");
        }
    }

    #[test]
    fn an_empty_pool_may_fail_unrolled() {
        let rules = RollRules { empty_pool: EmptyPool::Failure, ..roll_rules() };
        assert_eq!(rolls(0, &rules), [(Roll { result: 0, shown: 0 }, 1.0)]);
        assert_eq!(outcomes(-1, &rules), OutcomeOdds { failure: 1.0, mixed: 0.0, full: 0.0 });
    }

    #[test]
    fn a_four_or_a_six_under_both_readings() {
        let [by_result, any] = [RollIs::Result, RollIs::AnyDie].map(|roll_is| RollRules { roll_is, ..roll_rules() });
        for dice in 1..=6i8 {
            let n = i32::from(dice);
            let sixes = 1.0 - (5.0f64 / 6.0).powi(n);
            assert!((is(dice, 6, &by_result) - sixes).abs() < 1e-14 && (is(dice, 6, &any) - sixes).abs() < 1e-14);
            let four = (4.0f64 / 6.0).powi(n) - 0.5f64.powi(n);
            assert!((is(dice, 4, &by_result) - four).abs() < 1e-14 && (is(dice, 4, &any) - sixes).abs() < 1e-14);
        }
        assert!((is(0, 6, &by_result) - 1.0 / 36.0).abs() < 1e-15 && (is(0, 6, &any) - 11.0 / 36.0).abs() < 1e-15);
    }

    /// Compares with an enumeration of every face of every die.
    #[test]
    fn agrees_with_all_throws() {
        for dice in 0..=4i8 {
            let thrown = if dice == 0 { 2 } else { dice as u32 };
            let mut counts = std::collections::BTreeMap::<(u8, u8), u32>::new();
            for code in 0..6u32.pow(thrown) {
                let mut left = code;
                let roll = throw(dice, &roll_rules(), || {
                    let face = left % 6;
                    left /= 6;
                    face as u8 + 1
                });
                *counts.entry((roll.result, roll.shown)).or_default() += 1;
            }
            let found = rolls(dice, &roll_rules());
            assert_eq!(found.len(), counts.len());
            for (roll, p) in found {
                let p_counted = f64::from(counts[&(roll.result, roll.shown)]) / f64::from(6u32.pow(thrown));
                assert!((p - p_counted).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn pools_beyond_the_most_are_cut() {
        assert_eq!(rolls(100, &roll_rules()), rolls(MAX_POOL, &roll_rules()));
    }

    #[test]
    fn dice_are_added_and_taken() {
        let rifle = armament("Rifle", 3, 2, &[Near], &[]);
        let dice = |circumstance| plan(&rifle, &circumstance).dice;
        let plain = Circumstance::default();
        assert_eq!(dice(Circumstance { painted: true, radar: 1, ..plain }), 5);
        assert_eq!(dice(Circumstance { sensor_hits: 2, extended: true, distracted: true, ..plain }), -1);
        assert_eq!(plan(&rifle, &Circumstance { encouraged: true, ..plain }).harm, 3);
    }

    #[test]
    fn a_place_of_the_target_settles_scoped_and_sighted() {
        let both = armament("Odd", 2, 2, &[Close, Near, Far], &[Tag::Scoped, Tag::Sighted]);
        let in_force = [Tag::Scoped, Tag::Sighted].into_iter().collect();
        let shot = |at| plan(&both, &Circumstance { in_force, at: Some(at), ..Circumstance::default() });
        assert_eq!([Close, Near, Far].map(|at| (shot(at).dice, shot(at).harm)), [(3, 3), (2, 2), (3, 2)]);
    }

    #[test]
    fn where_an_attack_is_made() {
        let rifle = armament("Rifle", 2, 2, &[Near, Far], &[Tag::Scoped]);
        let at = |at| band(&rifle, &Circumstance { at, ..Circumstance::default() });
        assert_eq!([at(None), at(Some(Close)), at(Some(Far))], [Some(Near), None, Some(Far)]);
        let in_force = [Tag::Scoped].into_iter().collect();
        assert_eq!(band(&rifle, &Circumstance { in_force, ..Circumstance::default() }), Some(Far));
        let blade = armament("Blade", 2, 2, &[Close], &[]);
        assert_eq!(band(&blade, &Circumstance { extended: true, ..Circumstance::default() }), None);
    }

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
