//! Attacks of several frames on one target in one round. Each frame attacks and then spots the target, so that the next
//! one adds the spot to its attack (rulebook, "Spot").
//!
//! The defense of the target is rolled once for the round. Its cover loses hits from attack to attack.

use super::attack::{Shelter, plan};
use super::ruleset::{ChartName, Ruleset};
use hitchart_dice::exact::{damage_by_dice, defense_of, highest_of};
use hitchart_dice::plan::DefenseDice;
use hitchart_dice::{Joint, Pmf, Pool};

/// The dice of one attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Dice of its attack; the highest counts.
    pub attack: Pool,
    /// Dice of its spot after the attack; empty without a spot.
    pub spot: Pool,
}

/// The target of all attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombinedTarget {
    /// Dice of its defense.
    pub defense: DefenseDice,
    /// Damage chart.
    pub chart: ChartName,
    /// Cover before the first attack.
    pub shelter: Shelter,
}

/// Odds of combined attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinedOdds {
    /// `after[n]`: distribution of the damage of the first `n + 1` attacks together.
    pub after: Vec<Pmf>,
}

/// Computes the exact odds of combined attacks; `spot` has the dice of a spot on the target before the first attack.
///
/// An attacker uses the spot if its attack then rolls any damage dice, and otherwise leaves it to the next one (R20,
/// R22). A new spot replaces one that is left if it is higher (S08).
pub fn combined(attackers: &[Attacker], spot: &Pool, target: &CombinedTarget, rules: &Ruleset) -> CombinedOdds {
    let mut sums: Vec<Vec<f64>> = vec![Vec::new(); attackers.len()];
    for (defense, chance) in likely(&defense_of(&target.defense)) {
        let mut round = Round::new(spot, defense, target, rules);
        for (attacker, sum) in attackers.iter().zip(&mut sums) {
            round.attack(attacker);
            let damage = round.damage();
            sum.resize(sum.len().max(damage.len()), 0.0);
            sum.iter_mut().zip(damage).for_each(|(sum, p)| *sum += chance * p);
        }
    }
    CombinedOdds { after: sums.into_iter().map(Pmf::new).collect() }
}

/// Returns the values of a distribution with a chance, and their chances.
fn likely(pmf: &Pmf) -> impl Iterator<Item = (usize, f64)> + '_ {
    pmf.as_slice().iter().copied().enumerate().filter(|(_, p)| *p > 0.0)
}

/// A round against one value of the defense.
struct Round<'a> {
    rules: &'a Ruleset,
    target: &'a CombinedTarget,
    defense: usize,
    /// Hits that the cover absorbs at the start.
    hits: usize,
    /// `state[spot][lost]`: chances by damage, for each spot on the target and number of hits that its cover has lost.
    state: Vec<Vec<Vec<f64>>>,
}

impl<'a> Round<'a> {
    fn new(spot: &Pool, defense: usize, target: &'a CombinedTarget, rules: &'a Ruleset) -> Round<'a> {
        let hits = match (target.chart, target.shelter) {
            (ChartName::Cover | ChartName::FrameCover, Shelter::Terrain(hits) | Shelter::Frame(hits)) => hits.into(),
            _ => 0,
        };
        let first = highest_of(spot);
        let state = first.as_slice().iter().map(|p| {
            let mut by_lost = vec![vec![0.0]; hits + 1];
            by_lost[0][0] = *p;
            by_lost
        });
        Round { rules, target, defense, hits, state: state.collect() }
    }

    /// Returns the chances by damage so far.
    fn damage(&self) -> Vec<f64> {
        let all = self.state.iter().flatten();
        let mut sum = vec![0.0; all.clone().map(Vec::len).max().unwrap_or(1)];
        all.for_each(|damage| sum.iter_mut().zip(damage).for_each(|(sum, p)| *sum += p));
        sum
    }

    /// Lets one frame attack and then spot the target.
    fn attack(&mut self, attacker: &Attacker) {
        let (strike, spot) = (highest_of(&attacker.attack), highest_of(&attacker.spot));
        let before = std::mem::take(&mut self.state);
        self.state = vec![vec![Vec::new(); self.hits + 1]; before.len().max(spot.max() + 1)];
        for (old, by_lost) in before.iter().enumerate() {
            for (die, chance) in likely(&strike) {
                let (dice, is_used) = self.damage_dice(die, old);
                let left = if is_used { 0 } else { old };
                for (lost, damage) in by_lost.iter().enumerate().filter(|(_, damage)| !damage.is_empty()) {
                    let joint = self.joint(dice, self.hits - lost);
                    for (new, p) in likely(&spot) {
                        self.add(left.max(new), lost, damage, &joint, chance * p);
                    }
                }
            }
        }
    }

    /// Returns the number of damage dice of an attack die, and true if it uses the spot.
    fn damage_dice(&self, die: usize, spot: usize) -> (usize, bool) {
        if die == 0 {
            return (0, false);
        }
        let modifiers = &self.rules.modifiers;
        let strike = die + usize::from(modifiers.attack);
        let spotted = strike + if spot > 0 { spot + usize::from(modifiers.spot) } else { 0 };
        (spotted.saturating_sub(self.defense), spot > 0 && spotted > self.defense)
    }

    /// Returns the joint distribution of hits on the cover and damage.
    fn joint(&self, dice: usize, hits: usize) -> Joint {
        let shelter = match self.target.shelter {
            Shelter::Terrain(_) => Shelter::Terrain(hits as u8),
            Shelter::Frame(_) => Shelter::Frame(hits as u8),
            other => other,
        };
        let plan = plan(Pool::EMPTY, Pool::EMPTY, Pool::EMPTY, self.target.chart, shelter, self.rules);
        damage_by_dice(&Pmf::point(dice), &plan.chart, plan.cover)
    }

    /// Adds the results of an attack to the state with this spot.
    fn add(&mut self, spot: usize, lost: usize, damage: &[f64], joint: &Joint, chance: f64) {
        for spent in 0..joint.rows() {
            let into = &mut self.state[spot][(lost + spent).min(self.hits)];
            into.resize(into.len().max(damage.len() + joint.columns() - 1), 0.0);
            for (taken, p) in damage.iter().enumerate() {
                for more in 0..joint.columns() {
                    into[taken + more] += chance * p * joint.at(spent, more);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_files::rulebook;
    use hitchart_dice::exact;

    fn pool(text: &str) -> Pool {
        text.parse().unwrap()
    }

    fn target(defense: &str, shelter: Shelter) -> CombinedTarget {
        let chart = if shelter == Shelter::Open { ChartName::Open } else { ChartName::Cover };
        CombinedTarget { defense: pool(defense).into(), chart, shelter }
    }

    #[test]
    fn one_attacker_is_an_attack() {
        let rules = rulebook();
        for (shelter, defense, spot) in
            [(Shelter::Open, "2d6", "1d6"), (Shelter::Terrain(2), "1d6", ""), (Shelter::Terrain(3), "", "2d6")]
        {
            let target = target(defense, shelter);
            let attacker = Attacker { attack: pool("2d6+1d8"), spot: pool("1d6") };
            let odds = combined(&[attacker], &pool(spot), &target, &rules);
            let single = plan(attacker.attack, pool(spot), pool(defense), target.chart, shelter, &rules);
            let single = exact::attack(&single).damage();
            for k in 0..=single.max() {
                assert!((odds.after[0].at(k) - single.at(k)).abs() < 1e-12, "{k}");
            }
        }
    }

    /// Against a defense of 0, and without cover, only spots connect the attacks.
    #[test]
    fn spots_add_their_pips_to_the_next_attack() {
        let rules = rulebook();
        let attacker = Attacker { attack: pool("2d6"), spot: pool("2d6") };
        let odds = combined(&[attacker; 3], &Pool::EMPTY, &target("", Shelter::Open), &rules);
        let means: Vec<f64> = odds.after.iter().map(Pmf::mean).collect();
        let best = highest_of(&pool("2d6")).mean();
        let expected = [best / 3.0, (3.0 * best) / 3.0, 5.0 * best / 3.0];
        for (found, expected) in means.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{means:?}");
        }
    }

    /// Every face of every die, for two attackers on a target in cover that one hit ruins.
    #[test]
    fn two_attackers_equal_all_rolls() {
        let rules = rulebook();
        let (spotter, second) =
            (Attacker { attack: pool("1d6"), spot: pool("1d6") }, Attacker { attack: pool("1d6"), spot: Pool::EMPTY });
        let target = target("1d6", Shelter::Terrain(1));
        let odds = combined(&[spotter, second], &Pool::EMPTY, &target, &rules);
        let joint = |dice: usize, hits: u8| {
            let plan = plan(Pool::EMPTY, Pool::EMPTY, Pool::EMPTY, target.chart, Shelter::Terrain(hits), &rules);
            damage_by_dice(&Pmf::point(dice), &plan.chart, plan.cover)
        };
        let mut mean = 0.0;
        for code in 0..6usize.pow(4) {
            let face = |i: u32| code / 6usize.pow(i) % 6 + 1;
            let first = joint(face(0).saturating_sub(face(3)), 1);
            let dice = (face(1) + face(2)).saturating_sub(face(3));
            let stands: f64 = (0..first.columns()).map(|k| first.at(0, k)).sum();
            let later = |hits: u8| joint(dice, hits).column_pmf().mean();
            let both = first.column_pmf().mean() + stands * later(1) + (1.0 - stands) * later(0);
            mean += both / 6f64.powi(4);
        }
        assert!((odds.after[1].mean() - mean).abs() < 1e-12, "{} {mean}", odds.after[1].mean());
    }
}
