//! A unit of models with wounds, and what attacks do to it.

use super::{ChainError, MOST_ATTACKS};
use crate::algebra::Distribution;
use std::{fmt, str::FromStr};

/// Most models of a unit.
pub(super) const MOST_MODELS: usize = 1000;
/// Most wounds of a unit.
pub(super) const MOST_WOUNDS: u64 = 5000;
/// Most elementary steps of a computation.
const MOST_STEPS: f64 = 2e9;

/// A unit: the wounds of each model, in the order in which models are removed.
///
/// ```
/// use hitchart_dice::chain::Unit;
///
/// let unit: Unit = "4x2/3".parse()?;
/// assert_eq!(unit.wounds(), [2, 2, 2, 2, 3]);
/// assert_eq!(unit.to_string(), "4x2/3");
/// # Ok::<(), hitchart_dice::chain::ChainError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    wounds: Vec<u32>,
    spills: bool,
}

impl Unit {
    /// Builds a unit from the wounds of its models.
    ///
    /// # Errors
    /// Fails on no models, models without wounds, and too many of either.
    pub fn new(wounds: Vec<u32>) -> Result<Unit, ChainError> {
        let sum: u64 = wounds.iter().map(|wounds| u64::from(*wounds)).sum();
        if wounds.len() > MOST_MODELS || sum > MOST_WOUNDS {
            return Err(ChainError::LargeUnit { models: wounds.len(), wounds: sum });
        }
        if wounds.is_empty() || wounds.contains(&0) {
            return Err(ChainError::Unit { text: wounds.iter().map(u32::to_string).collect::<Vec<_>>().join("/") });
        }
        Ok(Unit { wounds, spills: false })
    }

    /// Lets the damage that a model has no wounds for go on to the next model.
    #[must_use]
    pub fn spilling(mut self, spills: bool) -> Unit {
        self.spills = spills;
        self
    }

    /// Returns true if damage goes on to the next model.
    pub fn spills(&self) -> bool {
        self.spills
    }

    /// Returns the wounds of each model.
    pub fn wounds(&self) -> &[u32] {
        &self.wounds
    }

    /// Returns the number of models.
    pub fn models(&self) -> usize {
        self.wounds.len()
    }
}

impl FromStr for Unit {
    type Err = ChainError;

    /// Parses `3/3/3`, `10x1` and `4x2/3`.
    fn from_str(text: &str) -> Result<Unit, ChainError> {
        let wrong = || ChainError::Unit { text: text.to_owned() };
        let mut wounds = Vec::new();
        for term in text.split('/') {
            let (models, each) = term.split_once(['x', 'X', '×', '*']).unwrap_or(("1", term));
            let models: usize = models.trim().parse().map_err(|_| wrong())?;
            let each: u32 = each.trim().parse().map_err(|_| wrong())?;
            if models == 0 || each == 0 {
                return Err(wrong());
            }
            if models > MOST_MODELS {
                return Err(ChainError::LargeUnit { models, wounds: models as u64 * u64::from(each) });
            }
            wounds.extend(std::iter::repeat_n(each, models));
        }
        Unit::new(wounds)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, equal) in self.wounds.chunk_by(|a, b| a == b).enumerate() {
            f.write_str(if i > 0 { "/" } else { "" })?;
            match equal.len() {
                1 => write!(f, "{}", equal[0])?,
                models => write!(f, "{models}x{}", equal[0])?,
            }
        }
        Ok(())
    }
}

/// The losses of a unit as a Markov chain: a state is the number of wounds that the unit has lost.
pub(super) struct Casualties {
    /// Wounds lost up to the end of each model.
    ends: Vec<usize>,
    /// For each state, the states after one attack that is through, with their probabilities.
    moves: Vec<Vec<(usize, f64)>>,
    /// Probability of each number of attacks that are through from one attack.
    through: Vec<f64>,
    cost: f64,
}

impl Casualties {
    /// Prepares the losses from the damage of an attack that is through, and the attacks that are through from one.
    pub(super) fn new(unit: &Unit, damage: &Distribution, through: &Distribution) -> Result<Casualties, ChainError> {
        let ends: Vec<usize> = unit
            .wounds
            .iter()
            .scan(0, |sum, wounds| {
                *sum += *wounds as usize;
                Some(*sum)
            })
            .collect();
        let all = ends.last().copied().unwrap_or(0);
        let of = |lost: usize| -> Vec<(usize, f64)> {
            let end = ends.iter().copied().find(|end| *end > lost).unwrap_or(all);
            let most = if unit.spills { all } else { end };
            let mut to: Vec<(usize, f64)> = Vec::new();
            for (points, p) in damage.iter() {
                let state = lost.saturating_add(points as usize).min(most);
                match to.last_mut() {
                    Some((same, sum)) if *same == state => *sum += p,
                    _ => to.push((state, p)),
                }
            }
            to
        };
        let moves: Vec<Vec<(usize, f64)>> = (0..=all).map(of).collect();
        let most = usize::try_from(through.max()).map_err(|_| ChainError::TooLarge)?;
        let through: Vec<f64> = (0..=most as i64).map(|n| through.at(n)).collect();
        let cost = moves.iter().map(Vec::len).sum::<usize>() as f64 * most as f64;
        Ok(Casualties { ends, moves, through, cost })
    }

    /// Returns the states after one more attack that is through.
    fn hit(&self, states: &[f64]) -> Vec<f64> {
        let mut after = vec![0.0; states.len()];
        for (p, moves) in states.iter().zip(&self.moves).filter(|(p, _)| **p > 0.0) {
            moves.iter().for_each(|(state, q)| after[*state] += p * q);
        }
        after
    }

    /// Returns the states after one more attack that fails with the chance `none`.
    fn attack(&self, states: &[f64], none: f64) -> Vec<f64> {
        let mut after: Vec<f64> = states.iter().map(|p| p * none).collect();
        let mut hit = states.to_vec();
        for chance in &self.through[1..] {
            hit = self.hit(&hit);
            after.iter_mut().zip(&hit).for_each(|(sum, p)| *sum += p * chance);
        }
        after
    }

    fn start(&self) -> Vec<f64> {
        let mut states = vec![0.0; self.moves.len()];
        states[0] = 1.0;
        states
    }

    /// Returns the number of models that are removed in a state.
    fn removed(&self, state: usize) -> usize {
        self.ends.iter().take_while(|end| **end <= state).count()
    }

    /// Returns the distributions of removed models and of lost wounds after a number of attacks.
    pub(super) fn after(&self, attacks: &Distribution) -> Result<(Distribution, Distribution), ChainError> {
        if self.cost * attacks.max() as f64 > MOST_STEPS {
            return Err(ChainError::TooLarge);
        }
        let mut states = self.start();
        let mut sums = vec![0.0; states.len()];
        for n in 0..=attacks.max() {
            let chance = attacks.at(n);
            sums.iter_mut().zip(&states).for_each(|(sum, p)| *sum += p * chance);
            if n < attacks.max() {
                states = self.attack(&states, self.through[0]);
            }
        }
        let lost = Distribution::weighted(sums.iter().enumerate().map(|(state, p)| (state as i64, *p)));
        let removed = sums.iter().enumerate().map(|(state, p)| (self.removed(state) as i64, *p));
        Distribution::weighted(removed).zip(lost).ok_or(ChainError::TooLarge)
    }

    /// Returns the smallest number of attacks that removes `models` models, at most all, with a chance.
    pub(super) fn attacks_needed(&self, models: usize, chance: f64) -> Result<Option<u32>, ChainError> {
        // A chance to fail that is due to rounding is none.
        let none = if self.through[0] < 1e-12 { 0.0 } else { self.through[0] };
        // Rounding must not add an attack, but only a certain result has the chance 1.
        let allowed = (1.0 - chance) + ((1.0 - chance).min(chance) / 1000.0).min(1e-12);
        let mut states = self.start();
        for attacks in 0..=MOST_ATTACKS {
            if self.cost * f64::from(attacks) > MOST_STEPS {
                return Err(ChainError::TooLarge);
            }
            let missing = states.iter().enumerate().filter(|(state, _)| self.removed(*state) < models);
            if missing.map(|(_, p)| p).sum::<f64>() <= allowed {
                return Ok(Some(attacks));
            }
            states = self.attack(&states, none);
            // Certainty asks for states that are possible, however unlikely.
            if chance == 1.0 {
                states.iter_mut().filter(|p| **p > 0.0).for_each(|p| *p = 1.0);
            }
        }
        Ok(None)
    }
}
