//! Chains of attacks: some attacks pass steps such as hit, wound and save, and do damage to a unit of models.
//!
//! ```
//! use hitchart_dice::chain::{Chain, Unit};
//!
//! let chain = Chain::new("20".parse()?)?
//!     .step("hit", "4+".parse()?)
//!     .step("wound", "4+".parse()?)
//!     .save("save", "5+".parse()?);
//! let odds = chain.odds(Some(&"10x1".parse::<Unit>()?))?;
//! assert!((odds.damage.mean() - 20.0 / 6.0).abs() < 1e-12);
//! assert!((odds.removed.ok_or("no unit")?.at_least(1) - odds.damage.at_least(1)).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod roll;
mod step;
mod unit;

pub use roll::ChainRoll;
pub use step::{Reroll, Step, StepEffect};
pub use unit::Unit;

use crate::algebra::{AlgebraError, Distribution, Expression};
use unit::Casualties;

/// Most attacks that [`Chain::attacks_needed`] tries.
pub const MOST_ATTACKS: u32 = 10_000;
/// Most damage of one attack, and most attacks of a chain.
pub const MOST_DAMAGE: i64 = 10_000;
/// Most steps of a chain.
const MOST_STEPS: usize = 20;

/// Mistake in a chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// A step has no target.
    #[error("the step `{step}` has no target; write one such as `4+ reroll 1`")]
    NoTarget {
        /// The step as written.
        step: String,
    },
    /// A word of a step is not known or not complete.
    #[error(
        "`{word}` in the step `{step}`; allowed: a target such as `4+`, `d10`, `+1`, `reroll 1`, `reroll <=2`, \
         `reroll failures`, `always 6`, `never 1`, `extra 1 on 6`, `auto on 6`"
    )]
    Word {
        /// The step as written.
        step: String,
        /// The word.
        word: String,
    },
    /// A detail of a step is there twice.
    #[error("`{word}` in the step `{step}` follows another detail of this kind; write one of them")]
    Repeated {
        /// The step as written.
        step: String,
        /// First word of the second detail.
        word: String,
    },
    /// A number of a step is out of range, or a face is not on its die.
    #[error("{what} is {value} in the step `{step}`; allowed: {least} to {most}")]
    Detail {
        /// The step.
        step: String,
        /// The number, such as `the face`.
        what: &'static str,
        /// Its value.
        value: i64,
        /// Smallest value allowed.
        least: i64,
        /// Largest value allowed.
        most: i64,
    },
    /// A face both passes and fails against any target.
    #[error("`always {always}` and `never {never}` in the step `{step}`; write a larger number after `always`")]
    Contrary {
        /// The step.
        step: String,
        /// Smallest face that always passes.
        always: i64,
        /// Largest face that always fails.
        never: i64,
    },
    /// A step without a next step has effects on it.
    #[error(
        "`{step}`: an attack or a point that passes here is stopped, so there is no next step for `extra` or `auto`"
    )]
    NoNextStep {
        /// The step as written.
        step: String,
    },
    /// A unit is not written as wounds of models.
    #[error("`{text}` is no unit; write the wounds of each model, such as `3/3/3`, `10x1` or `4x2/3`")]
    Unit {
        /// The unit as written.
        text: String,
    },
    /// A unit has too many models or wounds.
    #[error(
        "the unit has {models} model{} with {wounds} wounds; allowed: up to {} models and {} wounds",
        if *models == 1 { "" } else { "s" },
        unit::MOST_MODELS,
        unit::MOST_WOUNDS
    )]
    LargeUnit {
        /// Number of models.
        models: usize,
        /// Sum of all wounds.
        wounds: u64,
    },
    /// More models than the unit has.
    #[error("{models} models of a unit of {of}; allowed: 0 to {of}")]
    Models {
        /// Number of models to remove.
        models: usize,
        /// Number of models of the unit.
        of: usize,
    },
    /// A chance that is no probability.
    #[error("the chance is {chance}; allowed: 0 to 1")]
    Chance {
        /// The chance, as a text.
        chance: String,
    },
    /// A mistake in the dice of attacks or damage.
    #[error("{0}")]
    Dice(#[from] AlgebraError),
    /// Attacks or damage out of range.
    #[error("{what} may be {value}; allowed: 0 to {MOST_DAMAGE}")]
    Range {
        /// `the number of attacks` or `the damage`.
        what: &'static str,
        /// The value found.
        value: i64,
    },
    /// The chain has too many outcomes or steps.
    #[error(
        "this chain has too many outcomes; write fewer attacks, less damage, fewer extra hits, or at most {MOST_STEPS} steps"
    )]
    TooLarge,
}

/// A step with its name, and its place in the chain.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    name: String,
    step: Step,
    /// True if an attack that passes is stopped.
    stops: bool,
}

/// Dice with their distribution.
#[derive(Clone, Debug, PartialEq)]
struct Counted {
    dice: Expression,
    odds: Distribution,
}

/// Attacks, their steps and their damage.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    attacks: Counted,
    steps: Vec<Named>,
    damage: Counted,
    ignore: Option<Step>,
    /// True if [`Chain::check`] passes; rolls look here, because they are many.
    is_valid: bool,
}

/// The exact results of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainOdds {
    /// Number of attacks that pass all steps.
    pub through: Distribution,
    /// Total damage of these attacks, even beyond the wounds of the unit.
    pub damage: Distribution,
    /// Wounds that the unit loses.
    pub lost: Option<Distribution>,
    /// Models that are removed.
    pub removed: Option<Distribution>,
}

/// Computes the distribution of dice that must be between 0 and [`MOST_DAMAGE`].
fn counted(dice: Expression, what: &'static str) -> Result<Counted, ChainError> {
    let odds = dice.distribution()?;
    match [odds.min(), odds.max()].into_iter().find(|value| !(0..=MOST_DAMAGE).contains(value)) {
        Some(value) => Err(ChainError::Range { what, value }),
        None => Ok(Counted { dice, odds }),
    }
}

impl Chain {
    /// Builds a chain without steps whose attacks do 1 damage each.
    ///
    /// # Errors
    /// Fails on a number of attacks out of range.
    pub fn new(attacks: Expression) -> Result<Chain, ChainError> {
        let attacks = counted(attacks, "the number of attacks")?;
        let damage = Counted { dice: 1.into(), odds: Distribution::point(1) };
        Ok(Chain { attacks, steps: Vec::new(), damage, ignore: None, is_valid: true })
    }

    /// Adds a step that attacks must pass.
    #[must_use]
    pub fn step(mut self, name: impl Into<String>, step: Step) -> Chain {
        self.steps.push(Named { name: name.into(), step, stops: false });
        self.marked()
    }

    /// Adds a step that stops the attacks that pass it. [`Chain::odds`] refuses a step with effects here.
    #[must_use]
    pub fn save(mut self, name: impl Into<String>, step: Step) -> Chain {
        self.steps.push(Named { name: name.into(), step, stops: true });
        self.marked()
    }

    /// Sets the damage of each attack that passes all steps.
    ///
    /// # Errors
    /// Fails on damage out of range.
    pub fn damage(mut self, damage: Expression) -> Result<Chain, ChainError> {
        self.damage = counted(damage, "the damage")?;
        Ok(self)
    }

    /// Adds a step for each point of damage; a point that passes it is ignored. [`Chain::odds`] refuses a step with
    /// effects here.
    #[must_use]
    pub fn ignore(mut self, step: Step) -> Chain {
        self.ignore = Some(step);
        self.marked()
    }

    /// Returns the steps: the name, the step, and the chance that an attack goes on.
    pub fn steps(&self) -> impl Iterator<Item = (&str, &Step, f64)> {
        let each = |named: &Named| if named.stops { 1.0 - named.step.chance() } else { named.step.chance() };
        self.steps.iter().map(move |named| (named.name.as_str(), &named.step, each(named)))
    }

    /// Returns the distribution of the number of attacks.
    pub fn attacks(&self) -> &Distribution {
        &self.attacks.odds
    }

    /// Computes the distribution of damage, and of the losses of a unit.
    ///
    /// # Errors
    /// Fails on steps with numbers out of range, on effects of a save, and if there are too many outcomes.
    pub fn odds(&self, unit: Option<&Unit>) -> Result<ChainOdds, ChainError> {
        let one = self.one_through()?;
        let through = self.all_attacks(&one)?;
        let each = self.damage_of_one()?;
        let parts: Option<Vec<(i64, Distribution)>> =
            one.iter().map(|(n, _)| Some((n, each.times(u32::try_from(n).ok()?)?))).collect();
        let damage_of_attack = mixture(&one, &parts.ok_or(ChainError::TooLarge)?)?;
        let damage = self.all_attacks(&damage_of_attack)?;
        let Some(unit) = unit else { return Ok(ChainOdds { through, damage, lost: None, removed: None }) };
        let casualties = Casualties::new(unit, &each, &one)?;
        let (removed, lost) = casualties.after(&self.attacks.odds)?;
        Ok(ChainOdds { through, damage, lost: Some(lost), removed: Some(removed) })
    }

    /// Returns the smallest number of attacks that removes at least `models` models with at least a chance; `None` if
    /// [`MOST_ATTACKS`] are too few. The number of attacks of the chain does not matter.
    ///
    /// # Errors
    /// As [`Chain::odds`], and for more models than the unit has and a chance outside 0 to 1.
    pub fn attacks_needed(&self, unit: &Unit, models: usize, chance: f64) -> Result<Option<u32>, ChainError> {
        if models > unit.models() {
            return Err(ChainError::Models { models, of: unit.models() });
        }
        if !(0.0..=1.0).contains(&chance) {
            return Err(ChainError::Chance { chance: chance.to_string() });
        }
        let casualties = Casualties::new(unit, &self.damage_of_one()?, &self.one_through()?)?;
        casualties.attacks_needed(models, chance)
    }

    /// Returns the chain with the result of its check.
    fn marked(mut self) -> Chain {
        self.is_valid = self.check().is_ok();
        self
    }

    /// Checks the steps, parsed or built.
    fn check(&self) -> Result<(), ChainError> {
        if self.steps.len() > MOST_STEPS {
            return Err(ChainError::TooLarge);
        }
        let steps = self.steps.iter().map(|named| (&named.step, named.stops));
        for (step, stops) in steps.chain(self.ignore.iter().map(|step| (step, true))) {
            step.check()?;
            if stops && !step.effects.is_empty() {
                return Err(ChainError::NoNextStep { step: step.to_string() });
            }
        }
        Ok(())
    }

    /// Returns the distribution of the attacks that pass all steps, from one attack.
    fn one_through(&self) -> Result<Distribution, ChainError> {
        self.check()?;
        // From the last step to the first: the number of attacks that get through from one that enters each step.
        let (mut next, mut after_next) = (Distribution::point(1), Distribution::point(1));
        for named in self.steps.iter().rev() {
            let now = entering(named, &next, &after_next)?;
            (after_next, next) = (next, now);
        }
        Ok(next)
    }

    /// Returns the distribution of the sum of independent results of all attacks.
    fn all_attacks(&self, one: &Distribution) -> Result<Distribution, ChainError> {
        let parts: Option<Vec<(i64, Distribution)>> =
            self.attacks.odds.iter().map(|(n, _)| Some((n, one.times(u32::try_from(n).ok()?)?))).collect();
        mixture(&self.attacks.odds, &parts.ok_or(ChainError::TooLarge)?)
    }

    /// Returns the distribution of the damage of one attack that is through, without the points that are ignored.
    fn damage_of_one(&self) -> Result<Distribution, ChainError> {
        let Some(ignore) = &self.ignore else { return Ok(self.damage.odds.clone()) };
        let chance = 1.0 - ignore.chance();
        let Some(point) = Distribution::weighted([(0, 1.0 - chance), (1, chance)]) else {
            return Err(ChainError::TooLarge);
        };
        let parts: Option<Vec<(i64, Distribution)>> =
            self.damage.odds.iter().map(|(n, _)| Some((n, point.times(u32::try_from(n).ok()?)?))).collect();
        mixture(&self.damage.odds, &parts.ok_or(ChainError::TooLarge)?)
    }
}

/// Returns the attacks that get through from one that enters a step.
fn entering(named: &Named, next: &Distribution, after_next: &Distribution) -> Result<Distribution, ChainError> {
    let mut weighted: Vec<(f64, Distribution)> = Vec::new();
    let ways = named.step.passed();
    let passed: f64 = ways.iter().map(|way| way.chance).sum();
    if named.stops {
        weighted.push((passed, Distribution::point(0)));
        weighted.push(((1.0 - passed).max(0.0), next.clone()));
    } else {
        weighted.push(((1.0 - passed).max(0.0), Distribution::point(0)));
        for way in ways {
            let own = if way.automatic { after_next } else { next };
            let extra = next.times(way.extra).ok_or(ChainError::TooLarge)?;
            weighted.push((way.chance, own.plus(&extra).ok_or(ChainError::TooLarge)?));
        }
    }
    weighted_mixture(&weighted)
}

/// Returns the mixture of a distribution for each value of another.
fn mixture(of: &Distribution, parts: &[(i64, Distribution)]) -> Result<Distribution, ChainError> {
    let weighted: Vec<(f64, Distribution)> = parts.iter().map(|(n, part)| (of.at(*n), part.clone())).collect();
    weighted_mixture(&weighted)
}

fn weighted_mixture(parts: &[(f64, Distribution)]) -> Result<Distribution, ChainError> {
    let parts: Vec<(f64, Distribution)> = parts.iter().filter(|(weight, _)| *weight > 0.0).cloned().collect();
    Distribution::weighed(&parts).ok_or(ChainError::TooLarge)
}
