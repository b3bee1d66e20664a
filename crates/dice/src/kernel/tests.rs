//! Tests of whole samples: against the exact odds, across instruction sets, threads and odd sizes. Also naive readers
//! of dice, which resolve them one by one, as the rules state; tests of the parts use them.

mod one_by_one;

use super::lanes::{Lanes, SharedWord, Slot, Word};
use super::strike::LANES;
use super::*;
use crate::exact;
use crate::plan::{AttackPlan, Cover, CoverOrder, DefenseDice, HitChart, NEVER, SeriesPlan, WearingDie};
use crate::{Joint, Pool, Stream, Throw};
use statrs::distribution::{ChiSquared, ContinuousCDF};

const STREAM: Stream = Stream { seed: 11, job: 12, stream: 13 };
const CHART: HitChart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };

/// Level of each chi-square test. Seeds are fixed, so a test passes always or never. About twenty tests at this level
/// would reject correct code for one choice of seed in fifty.
const LEVEL: f64 = 0.001;

fn attack_plan([attack, spot, defense]: [&str; 3], chart: HitChart, cover: Cover) -> AttackPlan {
    let [attack, spot, defense] = [attack, spot, defense].map(|dice| dice.parse().unwrap());
    let second_spot = Pool::EMPTY;
    AttackPlan { attack, spot, second_spot, bonus: 0, defense: Pool::into(defense), chart, cover }
}

/// Returns the reference plan with a different defense, including dice that are added up, and with a bonus on both
/// sides.
fn with_sums([best, summed]: [&str; 2], bonus: u8, (chart, cover): (HitChart, Cover)) -> AttackPlan {
    let defense = DefenseDice { best: best.parse().unwrap(), summed: summed.parse().unwrap(), bonus };
    AttackPlan { bonus, defense, chart, cover, ..reference() }
}

fn reference() -> AttackPlan {
    attack_plan(["4d6+1d8", "1d6", "2d6"], HitChart::target_only(5), Cover::None)
}

fn attack_plans() -> Vec<AttackPlan> {
    let dice = ["4d6+1d8", "1d6", "2d6"];
    let ordered = |order| HitChart { order, ..CHART };
    let never = HitChart { cover: 3, blow_through: NEVER, target: NEVER, order: CoverOrder::LowFirst };
    vec![
        reference(),
        attack_plan(dice, CHART, Cover::Hits(2)),
        attack_plan(dice, ordered(CoverOrder::HighFirst), Cover::Hits(3)),
        attack_plan(dice, ordered(CoverOrder::Static), Cover::Hits(2)),
        attack_plan(dice, CHART, Cover::Hits(0)),
        attack_plan(dice, CHART, Cover::Hits(255)),
        attack_plan(dice, CHART, Cover::Immune),
        attack_plan(dice, never, Cover::Hits(4)),
        attack_plan(["100d20", "", "100d20"], HitChart::target_only(1), Cover::None),
        attack_plan(["3d20", "2d20", ""], CHART, Cover::Hits(5)),
        attack_plan(["20d2", "3d2", "5d2"], CHART, Cover::Hits(1)),
        attack_plan(["2d3+1d5", "1d7", "2d9+1d11"], HitChart::target_only(3), Cover::None),
        attack_plan(["", "2d6", "1d6"], HitChart::target_only(2), Cover::Hits(1)),
        with_sums(["1d6", "2d6"], 0, (HitChart::target_only(5), Cover::None)),
        with_sums(["", "1d6+1d8"], 2, (CHART, Cover::Hits(2))),
        with_sums(["1d20", "3d2"], 1, (CHART, Cover::Immune)),
        with_sums(["2d6", ""], 6, (HitChart::target_only(4), Cover::None)),
        with_sums(["", ""], 6, (HitChart::target_only(4), Cover::None)),
        attack_plan(["3d8+1d16", "2d20", "3d12"], ordered(CoverOrder::HighFirst), Cover::Hits(9)),
        attack_plan(["30d20", "40d19", "50d17"], CHART, Cover::Hits(3)),
        attack_plan(["2d20", "2d20", ""], ordered(CoverOrder::Static), Cover::Hits(255)),
        attack_plan(dice, HitChart::target_only(NEVER), Cover::None),
        AttackPlan { second_spot: "1d8".parse().unwrap(), ..reference() },
        AttackPlan {
            second_spot: "2d6+1d20".parse().unwrap(),
            ..with_sums(["", "1d6+1d8"], 2, (CHART, Cover::Hits(2)))
        },
    ]
}

fn series_plan(cover_hits: u8, order: CoverOrder) -> SeriesPlan {
    SeriesPlan {
        attack: "2d6+1d8".parse().unwrap(),
        spot: "1d6".parse().unwrap(),
        bonus: 0,
        defense: vec![
            WearingDie { sides: 6, until: 2, summed: false },
            WearingDie { sides: 8, until: 5, summed: false },
        ],
        defense_bonus: 0,
        covered: HitChart { order, ..CHART },
        open: HitChart::target_only(5),
        cover_hits,
        hit_points: 7,
        attacks: 5,
    }
}

fn series_plans() -> Vec<SeriesPlan> {
    let orders = [CoverOrder::LowFirst, CoverOrder::HighFirst, CoverOrder::Static];
    let mut plans: Vec<SeriesPlan> = orders.map(|order| series_plan(4, order)).into();
    plans.push(series_plan(0, CoverOrder::LowFirst));
    let summed = [(6, 2, true), (6, 4, true), (8, 5, false)];
    let defense = summed.map(|(sides, until, summed)| WearingDie { sides, until, summed }).to_vec();
    plans.push(SeriesPlan { bonus: 3, defense, defense_bonus: 2, ..series_plan(3, CoverOrder::LowFirst) });
    plans.push(SeriesPlan { attack: "".parse().unwrap(), ..series_plan(2, CoverOrder::LowFirst) });
    plans.push(SeriesPlan { hit_points: 255, attacks: 20, ..series_plan(255, CoverOrder::LowFirst) });
    plans
}

/// Applies Pearson's test of counts against probabilities; cells with an expected count under 5 are pooled.
fn agree(counts: &JointCounts, odds: &Joint, level: f64) -> bool {
    let total: u64 = counts.as_slice().iter().sum();
    assert_eq!((counts.rows(), counts.columns()), (odds.rows(), odds.columns()));
    let (mut statistic, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    for (count, p) in counts.as_slice().iter().zip(odds.as_slice()) {
        let (seen, expected) = (*count as f64, p * total as f64);
        assert!(*count == 0 || *p > 0.0, "an impossible cell was seen");
        if expected < 5.0 {
            rest = (rest.0 + seen, rest.1 + expected);
        } else {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rest.1 >= 5.0 {
        statistic += (rest.0 - rest.1).powi(2) / rest.1;
        cells += 1;
    }
    cells < 2 || ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic) > level
}

/// Returns plans at random: pools of up to twelve dice of any sides, any chart, cover and order. Fixed draws.
fn random_plans(number: u64) -> Vec<AttackPlan> {
    let plan = |key: u64| {
        let mut throw = Throw::new(key);
        let mut pool = |most: usize| {
            let dice = (0..throw.below(most + 1)).map(|_| throw.below(19) as u8 + 2).collect::<Vec<u8>>();
            dice.into_iter().fold(Pool::EMPTY, |pool, sides| pool.with(1, sides).unwrap())
        };
        let (attack, spot, second_spot) = (pool(12).with(1, 6).unwrap(), pool(3), pool(2));
        let (best, summed) = (pool(4), pool(2));
        let mut faces = [0; 3].map(|_| throw.below(7) as u8 + 1);
        faces.sort_unstable();
        let order = [CoverOrder::LowFirst, CoverOrder::HighFirst, CoverOrder::Static][throw.below(3)];
        let chart = HitChart { cover: faces[0], blow_through: faces[1], target: faces[2], order };
        let cover = [Cover::None, Cover::Immune, Cover::Hits(throw.below(9) as u8)][throw.below(3)];
        let defense = DefenseDice { best, summed, bonus: throw.below(4) as u8 };
        AttackPlan { attack, spot, second_spot, bonus: throw.below(7) as u8, defense, chart, cover }
    };
    (0..number).map(plan).collect()
}

#[test]
fn attacks_agree_with_the_exact_odds() {
    for plan in attack_plans() {
        let counts = attack_block(&plan, STREAM, 100_000);
        assert!(agree(&counts.joint, &exact::attack(&plan).joint, LEVEL), "{plan:?}");
    }
}

#[test]
fn attacks_at_random_agree_with_the_exact_odds() {
    let plans = random_plans(100);
    // The level of all together, by Bonferroni.
    let level = LEVEL / plans.len() as f64;
    for (stream, plan) in plans.iter().enumerate() {
        let counts = attack_block(plan, Stream { stream: stream as u64, ..STREAM }, 50_000);
        assert!(agree(&counts.joint, &exact::attack(plan).joint, level), "{plan:?}");
    }
}

/// A wrong plan must be rejected: the tests above can fail.
#[test]
fn a_wrong_plan_does_not_agree() {
    let counts = attack_block(&reference(), STREAM, 100_000);
    let wrong = AttackPlan { defense: "1d6+1d5".parse::<Pool>().unwrap().into(), ..reference() };
    assert!(!agree(&counts.joint, &exact::attack(&wrong).joint, 1e-9));
}

#[test]
fn attacks_equal_attacks_rolled_one_by_one() {
    for plan in attack_plans().into_iter().chain(random_plans(40)) {
        let counts = attack_block(&plan, STREAM, 9_001);
        assert_eq!(counts.joint.as_slice(), one_by_one::attacks(&plan, STREAM, 9_001), "{plan:?}");
    }
}

#[test]
fn a_longer_sample_agrees_too() {
    for plan in &attack_plans()[..2] {
        let counts = attack_block(plan, STREAM, 1_500_000);
        assert!(agree(&counts.joint, &exact::attack(plan).joint, LEVEL), "{plan:?}");
    }
}

#[test]
fn runs_agree_with_the_exact_odds() {
    for plan in series_plans() {
        let counts = series_block(&plan, STREAM, 30_000);
        let odds = exact::series(&plan);
        assert!(agree(&counts.joint, &odds.joint, LEVEL), "{plan:?}");
        for (alive, p) in counts.alive_after.iter().zip(&odds.alive_after) {
            let deviation = (30_000.0 * p * (1.0 - p).max(0.0)).sqrt();
            assert!((*alive as f64 - 30_000.0 * p).abs() <= 4.5 * deviation + 1e-6, "{plan:?}");
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_counts() {
    for instructions in [Instructions::Avx2, Instructions::Avx512].into_iter().filter(Instructions::is_available) {
        for plan in attack_plans().into_iter().chain(random_plans(30)) {
            let [portable, wide] =
                [Instructions::Portable, instructions].map(|set| attack_block_with(set, &plan, STREAM, 20_001));
            assert_eq!(portable, wide);
        }
        for plan in series_plans() {
            let [portable, wide] =
                [Instructions::Portable, instructions].map(|set| series_block_with(set, &plan, STREAM, 5_001));
            assert_eq!(portable, wide);
        }
    }
}

#[test]
fn samples_are_counted_whatever_their_number() {
    let (plan, runs) = (attack_plans()[1], series_plan(4, CoverOrder::LowFirst));
    for samples in [0, 1, 511, 513, 4_095, 4_096, 4_097, BLOCK + 1] {
        let counts = attack_block(&plan, STREAM, samples);
        assert_eq!((counts.samples, counts.joint.as_slice().iter().sum::<u64>()), (samples, samples));
        assert_eq!(counts.damage().iter().sum::<u64>(), counts.cover().iter().sum::<u64>());
        let open = attack_block(&reference(), STREAM, samples);
        assert_eq!(open.joint.as_slice().iter().sum::<u64>(), samples);
        let counts = series_block(&runs, STREAM, samples.min(4_097));
        assert_eq!(counts.joint.as_slice().iter().sum::<u64>(), samples.min(4_097));
        assert_eq!(counts.alive_after[0], samples.min(4_097));
    }
}

#[test]
fn pinned_counts() {
    let counts = attack_block(&reference(), STREAM, 1_000);
    assert_eq!(counts.damage(), [208, 278, 256, 154, 74, 22, 4, 4, 0, 0, 0, 0, 0, 0]);
    let covered = AttackPlan { chart: CHART, cover: Cover::Hits(2), ..reference() };
    let counts = attack_block(&covered, STREAM, 1_000);
    assert_eq!(counts.damage(), [361, 301, 208, 86, 37, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(counts.cover(), [209, 301, 490]);
    let many = attack_plan(["12d20", "3d8", "2d12"], HitChart::target_only(6), Cover::None);
    assert_eq!(attack_block(&many, STREAM, 1_000).damage()[..8], [66, 170, 256, 236, 136, 76, 40, 10]);
    let counts = series_block(&series_plan(4, CoverOrder::LowFirst), STREAM, 1_000);
    assert_eq!(counts.alive_after, [1000, 1000, 995, 937, 781, 582]);
}

/// A die that was rolled.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub slot: Slot,
    pub face: u16,
}

/// Returns the faces that all lanes read from their next words.
pub(super) fn replay_dice(shared: &[SharedWord], lanes: &mut Lanes) -> Vec<Vec<Face>> {
    let mut faces = vec![Vec::new(); LANES];
    for word in shared {
        let dice: Vec<(Slot, u16)> =
            word.runs.iter().flat_map(|(slot, sides)| sides.iter().map(|sides| (*slot, sides[0]))).collect();
        let mut words = [[0; 2]; LANES];
        lanes.fill(&mut words, word.product);
        for (faces, word) in faces.iter_mut().zip(words) {
            let shown = split(word, &dice.iter().map(|die| die.1).collect::<Vec<_>>());
            faces.extend(dice.iter().zip(shown).map(|((slot, _), face)| Face { slot: *slot, face }));
        }
    }
    faces
}

/// Returns the damage dice, three to a word, that all lanes read from their next words.
pub(super) fn replay_damage_dice(most: usize, lanes: &mut Lanes) -> Vec<Vec<u16>> {
    let mut faces = vec![Vec::new(); LANES];
    for _ in 0..most.div_ceil(3) {
        let mut words = [[0; 2]; LANES];
        lanes.fill(&mut words, 216);
        faces.iter_mut().zip(words).for_each(|(faces, word)| faces.extend(split(word, &[6, 6, 6])));
    }
    faces
}

/// Computes the faces in a word by dividing the number of their combination.
fn split(word: Word, sides: &[u16]) -> Vec<u16> {
    let product: u64 = sides.iter().map(|sides| u64::from(*sides)).product();
    let mut combination = (u64::from(u16::from_le_bytes(word)) * product) >> 16;
    let mut faces = Vec::new();
    for sides in sides.iter().rev() {
        faces.insert(0, (combination % u64::from(*sides)) as u16 + 1);
        combination /= u64::from(*sides);
    }
    faces
}
