//! Rolls of chains, attack by attack: samples that check the distributions, which other code computes.

use super::{Chain, Unit};
use crate::Throw;
use crate::algebra::{Expression, ExpressionRoll};

/// Result of a rolled chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainRoll {
    /// Number of attacks that passed all steps.
    pub through: i64,
    /// Total damage of these attacks, even beyond the wounds of the unit.
    pub damage: i64,
    /// Wounds that the unit lost.
    pub lost: i64,
    /// Models that were removed.
    pub removed: i64,
}

impl Chain {
    /// Rolls all attacks once, each with its steps and its damage. `None` if the attacks or the damage of an attack take
    /// more than `most` rolls of dice, or if [`Chain::odds`] refuses a step. Without a unit, no wounds are lost.
    ///
    /// ```
    /// use hitchart_dice::Throw;
    /// use hitchart_dice::chain::Chain;
    /// let chain = Chain::new("20".parse()?)?.step("hit", "4+".parse()?);
    /// assert!(chain.roll(None, &mut Throw::new(7), 100).is_some_and(|roll| roll.damage <= 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roll(&self, unit: Option<&Unit>, throw: &mut Throw, most: u64) -> Option<ChainRoll> {
        if !self.is_valid {
            return None;
        }
        let (mut all, mut wounds) = (ChainRoll::default(), unit.map_or_else(Vec::new, |unit| unit.wounds().to_vec()));
        for _ in 0..total(&self.attacks.dice, throw, most)? {
            for _ in 0..self.through(0, throw) {
                let mut points = total(&self.damage.dice, throw, most)?;
                if let Some(ignore) = &self.ignore {
                    points = (0..points).filter(|_| !ignore.passes(ignore.roll(throw))).count() as i64;
                }
                all.through += 1;
                all.damage += points;
                all.lost += wound(&mut wounds, points, unit.is_some_and(Unit::spills));
            }
        }
        all.removed = wounds.iter().filter(|left| **left == 0).count() as i64;
        Some(all)
    }

    /// Rolls the steps of an attack from a step on, and returns the number of attacks that come through.
    fn through(&self, step: usize, throw: &mut Throw) -> u32 {
        let Some(named) = self.steps.get(step) else { return 1 };
        let face = named.step.roll(throw);
        match (named.step.passes(face), named.stops) {
            (false, false) | (true, true) => 0,
            (false, true) => self.through(step + 1, throw),
            (true, false) => {
                let (extra, automatic) = named.step.effect(face);
                let more: u32 = (0..extra).map(|_| self.through(step + 1, throw)).sum();
                more + self.through(step + 1 + usize::from(automatic), throw)
            }
        }
    }
}

/// Rolls dice whose result is a number.
fn total(dice: &Expression, throw: &mut Throw, most: u64) -> Option<i64> {
    match dice.roll(throw, most)? {
        ExpressionRoll::Number(number) => Some(number),
        ExpressionRoll::Tuple(_) => None,
    }
}

/// Takes wounds from the first model that is left, and from the next ones if the damage spills; returns the wounds lost.
fn wound(wounds: &mut [u32], points: i64, spills: bool) -> i64 {
    let mut left = points;
    for model in wounds.iter_mut().filter(|left| **left > 0) {
        let taken = left.min((*model).into());
        *model -= taken as u32;
        left -= taken;
        if left == 0 || !spills {
            break;
        }
    }
    points - left
}
