//! The oracles: attacks and survival enumerated in rationals by another program (described in
//! `tests/suite/data/*.json`).
//!
//! The exact engine must equal every figure. The kernel must agree with the exact joint distribution on every attack,
//! by two tests at a family-wise level of 0.001 each. These are Pearson's chi-square on a fixed seed, corrected for the
//! 104 attacks by Holm, and the Dvoretzky-Kiefer-Wolfowitz bound on damage, with the level shared evenly (Bonferroni).
//! Seeds are fixed, so correct code passes always or never. A wrong chart must be rejected at the same level, which
//! shows that the tests have power.

use hitchart_dice::exact;
use hitchart_dice::kernel::{self, AttackCounts};
use hitchart_dice::plan::{AttackPlan, HitChart, NEVER};
use hitchart_dice::{Pmf, Pool, Stream, job_id};
use hitchart_rapid_attack::attack::{Shelter, plan};
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_rapid_attack::ruleset::ChartName;
use hitchart_stats::{chi_square, dkw_bound, holm, largest_gap};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// Family-wise level of each family of tests.
const LEVEL: f64 = 0.001;
/// Number of attacks sampled for each case.
const SAMPLES: u64 = 200_000;
const SEED: u64 = 20_120_901;

#[derive(Deserialize)]
struct Oracle<T> {
    cases: Vec<T>,
}

#[derive(Deserialize)]
struct AttackCase {
    attack: Pool,
    spot: Pool,
    defense: Pool,
    chart: String,
    cover_hits: u8,
    damage_dice: Vec<f64>,
    damage: Vec<f64>,
    cover: Vec<f64>,
    mean_damage: f64,
    mean_cover_hits: f64,
}

#[derive(Deserialize)]
struct SurvivalCase {
    attack: Pool,
    spot: Pool,
    defense: Pool,
    chart: String,
    hit_points: usize,
    mean_attacks: f64,
    alive_after: Vec<f64>,
}

impl AttackCase {
    fn label(&self) -> String {
        let AttackCase { attack, spot, defense, chart, cover_hits, .. } = self;
        format!("{attack} with {spot} on {defense}, {chart} {cover_hits}")
    }

    fn plan(&self) -> AttackPlan {
        lowered([self.attack, self.spot, self.defense], &self.chart, self.cover_hits)
    }
}

fn lowered([attack, spot, defense]: [Pool; 3], chart: &str, cover_hits: u8) -> AttackPlan {
    let chart = ChartName::named(chart).unwrap();
    let shelter = match chart {
        ChartName::Cover => Shelter::Terrain(cover_hits),
        ChartName::FrameCover => Shelter::Frame(cover_hits),
        ChartName::HandToHand | ChartName::Open | ChartName::Terrain => Shelter::Open,
    };
    plan(attack, spot, defense, chart, shelter, &rulebook())
}

fn read<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str::<Oracle<T>>(text).unwrap().cases
}

static ATTACKS: LazyLock<Vec<AttackCase>> = LazyLock::new(|| read(include_str!("data/attacks.json")));

/// Sample of each attack case.
static SAMPLED: LazyLock<Vec<AttackCounts>> = LazyLock::new(|| {
    let sample = |case: &AttackCase| {
        let stream = Stream { seed: SEED, job: job_id(&case.label()), stream: 0 };
        kernel::attack_block(&case.plan(), stream, SAMPLES)
    };
    ATTACKS.iter().map(sample).collect()
});

#[track_caller]
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (k, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= tolerance, "{what}[{k}]: {a} is not {b}");
    }
}

#[test]
fn exact_attacks_equal_every_case() {
    assert_eq!(ATTACKS.len(), 104);
    for case in ATTACKS.iter() {
        let (odds, label) = (exact::attack(&case.plan()), case.label());
        let close = |found: &Pmf, expected: &[f64], mean: f64, what: &str| {
            assert_close(found.as_slice(), expected, 1e-12, &format!("{label}: {what}"));
            assert_close(&[found.mean()], &[mean], 1e-12, &format!("{label}: mean {what}"));
        };
        close(&odds.damage(), &case.damage, case.mean_damage, "damage");
        close(&odds.cover(), &case.cover, case.mean_cover_hits, "cover");
        assert_close(odds.damage_dice.as_slice(), &case.damage_dice, 1e-12, &format!("{label}: damage dice"));
    }
}

#[test]
fn exact_survival_equals_every_case() {
    let cases: Vec<SurvivalCase> = read(include_str!("data/survival.json"));
    assert_eq!(cases.len(), 30);
    for case in cases {
        let plan = lowered([case.attack, case.spot, case.defense], &case.chart, 0);
        let odds = exact::survival(&exact::attack(&plan).damage(), case.hit_points, case.alive_after.len() - 1);
        let label = format!("{plan:?}, {} hit points", case.hit_points);
        assert_close(&odds.alive_after, &case.alive_after, 1e-9, &label);
        assert_close(&[odds.mean_attacks.unwrap()], &[case.mean_attacks], 1e-9, &label);
    }
}

#[test]
fn the_kernel_agrees_on_every_case_by_chi_square() {
    let p = |(case, counts): (&AttackCase, &AttackCounts)| {
        let joint = exact::attack(&case.plan()).joint;
        assert_eq!((counts.joint.rows(), counts.joint.columns()), (joint.rows(), joint.columns()), "{}", case.label());
        chi_square(counts.joint.as_slice(), joint.as_slice()).p_value
    };
    let adjusted = holm(&ATTACKS.iter().zip(SAMPLED.iter()).map(p).collect::<Vec<f64>>());
    for (case, p) in ATTACKS.iter().zip(adjusted) {
        assert!(p > LEVEL, "{}: p = {p}", case.label());
    }
}

#[test]
fn the_kernel_stays_within_the_dkw_bound_on_every_case() {
    let bound = dkw_bound(SAMPLES, LEVEL / ATTACKS.len() as f64);
    for (case, counts) in ATTACKS.iter().zip(SAMPLED.iter()) {
        let gap = largest_gap(&counts.damage(), &case.damage);
        assert!(gap <= bound, "{}: {gap} exceeds {bound}", case.label());
    }
}

/// Returns the same attack on a chart with a target face one higher.
fn one_face_off(plan: AttackPlan) -> AttackPlan {
    let HitChart { cover, blow_through, target, order } = plan.chart;
    let chart = match cover == target {
        true => HitChart::target_only(target + 1),
        false => HitChart { cover, blow_through, target: (target + 1).min(NEVER), order },
    };
    AttackPlan { chart, ..plan }
}

#[test]
fn a_chart_one_face_off_is_rejected_on_every_case() {
    let p = |(case, counts): (&AttackCase, &AttackCounts)| {
        chi_square(counts.joint.as_slice(), exact::attack(&one_face_off(case.plan())).joint.as_slice()).p_value
    };
    let adjusted = holm(&ATTACKS.iter().zip(SAMPLED.iter()).map(p).collect::<Vec<f64>>());
    for (case, p) in ATTACKS.iter().zip(adjusted) {
        assert!(p <= LEVEL, "{}: p = {p}", case.label());
    }
}
