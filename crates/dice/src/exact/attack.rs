//! The joint distribution of damage and hits on cover, of one attack and of a series of attacks.
//!
//! The number of damage dice n has a distribution W. Given n, the misses and the three kinds of hit are multinomial, so
//! P(a cover-only, b blow-through, s target hits) = (p^a / a!) (q^b / b!) (r^s / s!) * sum over n of W(n) n! / (n - t)!
//! m^(n - t), with t = a + b + s. The last factor depends on t alone and is computed once. The tests compare these sums
//! with a naive enumeration of every face of every damage die.
//!
//! A series of attacks on one target is a Markov chain over (damage taken, hits left on the cover).

use super::{defense_of, difference_floored, highest_of, plus, sum};
use crate::plan::{AttackPlan, Cover, HitChart, SeriesPlan};
use crate::{Joint, Pmf};

/// Most damage dice against cover that absorbs hits: the factorial of one more is no finite number.
pub const MAX_DAMAGE_DICE: usize = 170;

/// Odds of one attack.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackOdds {
    /// Number of damage dice.
    pub damage_dice: Pmf,
    /// Joint distribution of hits spent on the cover (rows) and damage to the target (columns).
    pub joint: Joint,
}

impl AttackOdds {
    /// Returns the distribution of damage to the target.
    pub fn damage(&self) -> Pmf {
        self.joint.column_pmf()
    }

    /// Returns the distribution of hits spent on the cover.
    pub fn cover(&self) -> Pmf {
        self.joint.row_pmf()
    }
}

/// Computes the exact odds of an attack.
///
/// # Panics
/// Panics as [`damage_by_dice`] does. [`AttackPlan::check`] refuses such plans.
pub fn attack(plan: &AttackPlan) -> AttackOdds {
    let damage_dice = if plan.attack.is_empty() {
        Pmf::point(0)
    } else {
        let spotted = sum(&highest_of(&plan.attack), &highest_of(&plan.spot));
        let spotted = if plan.second_spot.is_empty() { spotted } else { sum(&spotted, &highest_of(&plan.second_spot)) };
        let strike = plus(&spotted, plan.bonus);
        difference_floored(&strike, &defense_of(&plan.defense))
    };
    let joint = damage_by_dice(&damage_dice, &plan.chart, plan.cover);
    AttackOdds { damage_dice, joint }
}

/// Computes the joint distribution of hits on cover (rows) and damage (columns) from a distribution of damage dice.
///
/// # Panics
/// Panics on more than [`MAX_DAMAGE_DICE`] dice against cover that absorbs hits.
pub fn damage_by_dice(dice: &Pmf, chart: &HitChart, cover: Cover) -> Joint {
    let hits = usize::from(cover.hits()).min(dice.max());
    if hits == 0 || chart.cover == chart.target {
        let damage = thinned(dice.as_slice(), HitChart::chance(chart.target_face(cover)));
        return Joint::new(damage.len(), damage);
    }
    spend_on_cover(dice, chart, hits)
}

/// Computes the expected damage for 0, 1, …, `max_dice` damage dice.
///
/// # Panics
/// Panics as [`damage_by_dice`] does.
pub fn expected_damage_by_dice(max_dice: usize, chart: &HitChart, cover: Cover) -> Vec<f64> {
    (0..=max_dice).map(|n| damage_by_dice(&Pmf::point(n), chart, cover).column_pmf().mean()).collect()
}

/// Computes the number of successes if each of a random number of dice succeeds with probability `p`. Uses Horner's
/// rule on the generating function: sum of W(n) (1 - p + p z)^n.
fn thinned(dice: &[f64], p: f64) -> Vec<f64> {
    let mut hits = vec![0.0; dice.len()];
    for (degree, weight) in dice.iter().rev().enumerate() {
        for k in (1..=degree).rev() {
            hits[k] = hits[k] * (1.0 - p) + hits[k - 1] * p;
        }
        hits[0] = hits[0] * (1.0 - p) + weight;
    }
    hits
}

/// Computes the general case: cover that absorbs `hits` hits before it is ruined.
fn spend_on_cover(dice: &Pmf, chart: &HitChart, hits: usize) -> Joint {
    let max = dice.max();
    assert!(max <= MAX_DAMAGE_DICE, "{max} damage dice against cover; allowed: at most {MAX_DAMAGE_DICE}");
    let weights = hit_weights(dice.as_slice(), 1.0 - HitChart::chance(chart.cover));
    let target = HitChart::chance(chart.target);
    // No die goes through cover that absorbs all of them, so there are two kinds of hit instead of three.
    let outlasts = hits == max;
    let through = if outlasts { 0.0 } else { HitChart::chance(chart.blow_through) - target };
    let only_cover = powers_over_factorials(HitChart::chance(chart.cover) - target - through, max);
    let through = powers_over_factorials(through, if outlasts { 0 } else { max });
    let target = powers_over_factorials(target, max);
    let mut joint = vec![0.0; (hits + 1) * (max + 1)];
    for (a, pa) in only_cover.iter().enumerate() {
        for (b, pb) in through.iter().enumerate().take(max + 1 - a) {
            let (spent, passed) = chart.order.spend(a, b, hits);
            // Slices check their bounds once. This is the inner loop of all tables of attacks on targets in cover.
            let cells = &mut joint[spent * (max + 1) + passed..];
            for ((cell, ps), weight) in cells.iter_mut().zip(&target).zip(&weights[a + b..]) {
                *cell += pa * pb * ps * weight;
            }
        }
    }
    Joint::new(max + 1, joint)
}

/// Computes for each number of hits t the sum over n >= t of W(n) n! / (n - t)! miss^(n - t).
fn hit_weights(dice: &[f64], miss: f64) -> Vec<f64> {
    let weight = |t: usize| {
        let falling: f64 = (1..=t).map(|k| k as f64).product();
        let terms = dice.iter().enumerate().skip(t).scan(falling, |factor, (n, w)| {
            let term = w * *factor;
            *factor *= miss * (n + 1) as f64 / (n + 1 - t) as f64;
            Some(term)
        });
        terms.sum()
    };
    (0..dice.len()).map(weight).collect()
}

/// Computes p^k / k! for k from 0 to `max`.
fn powers_over_factorials(p: f64, max: usize) -> Vec<f64> {
    let next = |term: &mut f64, k: usize| {
        let now = *term;
        *term *= p / (k + 1) as f64;
        Some(now)
    };
    (0..=max).scan(1.0, next).collect()
}

/// Odds of a series of attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesOdds {
    /// Joint distribution after the last attack. Rows: hits the cover has lost; columns: damage taken, the last column
    /// meaning destroyed.
    pub joint: Joint,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
}

impl SeriesOdds {
    /// Returns the distribution of damage after the last attack, capped at the hit points.
    pub fn damage(&self) -> Pmf {
        self.joint.column_pmf()
    }

    /// Returns the distribution of hits that the cover has lost after the last attack.
    pub fn cover(&self) -> Pmf {
        self.joint.row_pmf()
    }
}

/// Computes the exact odds of a series of attacks.
///
/// # Panics
/// Panics as [`attack`] does, and on 0 hit points.
pub fn series(plan: &SeriesPlan) -> SeriesOdds {
    assert!(plan.hit_points > 0, "a target with 0 hit points; allowed: 1 to 255");
    let columns = usize::from(plan.hit_points) + 1;
    let states = (usize::from(plan.cover_hits) + 1) * columns;
    let steps = transitions(plan, columns);
    let mut now = vec![0.0; states];
    now[0] = 1.0;
    let standing = |p: &[f64]| p.chunks(columns).map(|row| row[..columns - 1].iter().sum::<f64>()).sum();
    let mut alive_after = vec![standing(&now)];
    for _ in 0..plan.attacks {
        let mut next = vec![0.0; states];
        for (p, targets) in now.iter().zip(&steps) {
            targets.iter().for_each(|(state, q)| next[*state] += p * q);
        }
        now = next;
        alive_after.push(standing(&now));
    }
    SeriesOdds { joint: Joint::new(columns, now), alive_after }
}

/// Lists for each state the states that one attack leads to, with their probabilities. A destroyed target does not
/// change.
fn transitions(plan: &SeriesPlan, columns: usize) -> Vec<Vec<(usize, f64)>> {
    let state = |lost: usize, damage: usize| lost * columns + damage.min(columns - 1);
    let from = |lost: usize, damage: usize| {
        if damage + 1 == columns {
            return vec![(state(lost, damage), 1.0)];
        }
        let odds = attack(&plan.attack_at(damage as u8, plan.cover_hits - lost as u8)).joint;
        let cells = (0..odds.rows()).flat_map(|row| (0..odds.columns()).map(move |column| (row, column)));
        cells.map(|(row, column)| (state(lost + row, damage + column), odds.at(row, column))).collect()
    };
    (0..=usize::from(plan.cover_hits)).flat_map(|lost| (0..columns).map(move |damage| from(lost, damage))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pool;
    use crate::plan::{CoverOrder, NEVER};
    use proptest::prelude::*;

    /// Enumerates every roll of the damage dice and resolves the faces one by one.
    fn naive(dice: &Pmf, chart: &HitChart, cover: Cover) -> Joint {
        let hits = usize::from(cover.hits()).min(dice.max());
        let mut joint = vec![0.0; (hits + 1) * (dice.max() + 1)];
        for (n, weight) in dice.as_slice().iter().enumerate() {
            for code in 0..6usize.pow(n as u32) {
                let mut faces: Vec<u8> = (0..n).map(|i| (code / 6usize.pow(i as u32) % 6) as u8 + 1).collect();
                match chart.order {
                    CoverOrder::HighFirst => faces.sort_by_key(|face| std::cmp::Reverse(*face)),
                    _ => faces.sort_unstable(),
                }
                let (spent, damage) = resolve(&faces, chart, cover, hits);
                joint[spent * (dice.max() + 1) + damage] += weight / 6f64.powi(n as i32);
            }
        }
        Joint::new(dice.max() + 1, joint)
    }

    fn resolve(faces: &[u8], chart: &HitChart, cover: Cover, hits: usize) -> (usize, usize) {
        let covered_at_first = matches!(cover, Cover::Immune) || hits > 0;
        let (mut spent, mut damage) = (0, 0);
        for &face in faces {
            if face >= chart.target {
                damage += 1;
            } else if face >= chart.cover && covered_at_first {
                let stands = matches!(cover, Cover::Immune) || spent < hits;
                if stands {
                    spent += usize::from(!matches!(cover, Cover::Immune));
                } else if face >= chart.blow_through && chart.order != CoverOrder::Static {
                    damage += 1;
                }
            } else if face >= chart.blow_through {
                damage += 1;
            }
        }
        (spent, damage)
    }

    fn charts() -> impl Strategy<Value = HitChart> {
        let order = prop_oneof![Just(CoverOrder::LowFirst), Just(CoverOrder::HighFirst), Just(CoverOrder::Static)];
        (1u8..=NEVER, 1u8..=NEVER, 1u8..=NEVER, order).prop_map(|(a, b, c, order)| {
            let mut faces = [a, b, c];
            faces.sort_unstable();
            HitChart { cover: faces[0], blow_through: faces[1], target: faces[2], order }
        })
    }

    fn covers() -> impl Strategy<Value = Cover> {
        prop_oneof![Just(Cover::None), Just(Cover::Immune), (0u8..=6).prop_map(Cover::Hits)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn equals_every_roll_resolved_die_by_die(
            weights in proptest::collection::vec(0.01f64..1.0, 1..=6), chart in charts(), cover in covers()
        ) {
            let total: f64 = weights.iter().sum();
            let dice = Pmf::computed(weights.iter().map(|w| w / total).collect());
            let (clever, naive) = (damage_by_dice(&dice, &chart, cover), naive(&dice, &chart, cover));
            prop_assert_eq!(clever.columns(), naive.columns());
            for row in 0..naive.rows() {
                for column in 0..naive.columns() {
                    prop_assert!((clever.at(row, column) - naive.at(row, column)).abs() < 1e-12);
                }
            }
        }
    }

    /// Checks the "Example Attack" of the rulebook: 3 damage dice showing 1, 4, 5 against cover with one hit left.
    #[test]
    fn the_rulebooks_example_attack() {
        let chart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };
        assert_eq!(resolve(&[1, 4, 5], &chart, Cover::Hits(1), 1), (1, 1));
        assert_eq!(chart.order.spend(1, 1, 1), (1, 1));
    }

    #[test]
    fn no_attack_die_is_no_attack_even_with_a_spot() {
        let plan = AttackPlan {
            attack: "".parse().unwrap(),
            spot: "1d6".parse().unwrap(),
            second_spot: "1d8".parse().unwrap(),
            bonus: 2,
            defense: Pool::EMPTY.into(),
            chart: HitChart::target_only(4),
            cover: Cover::None,
        };
        assert_eq!(attack(&plan).damage(), Pmf::point(0));
    }

    #[test]
    fn many_damage_dice_keep_their_mass_up_to_the_limit() {
        let chart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };
        for dice in [40, MAX_DAMAGE_DICE] {
            let joint = damage_by_dice(&Pmf::point(dice), &chart, Cover::Hits(40));
            assert!((joint.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let above = Pmf::point(MAX_DAMAGE_DICE + 1);
        assert!(std::panic::catch_unwind(|| damage_by_dice(&above, &chart, Cover::Hits(1))).is_err());
        assert!((damage_by_dice(&above, &chart, Cover::None).column_pmf().mean() - 57.0).abs() < 1e-9);
    }
}
