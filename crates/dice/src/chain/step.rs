//! One step of a chain: a die against a target, with rerolls and effects of faces.

use super::ChainError;
use crate::Throw;
use std::{fmt, str::FromStr};

/// Most sides of the die of a step.
const MAX_SIDES: u32 = 1000;

/// A roll against a target, such as `4+ reroll 1`.
///
/// ```
/// use hitchart_dice::chain::Step;
///
/// let step: Step = "4+ reroll 1".parse()?;
/// assert!((step.chance() - 7.0 / 12.0).abs() < 1e-12);
/// # Ok::<(), hitchart_dice::chain::ChainError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Sides of the die.
    pub sides: u32,
    /// The die passes with this face or more, after the modifier.
    pub target: i64,
    /// Number that is added to the face.
    pub modifier: i64,
    /// Dice that are rolled again, once.
    pub reroll: Reroll,
    /// Smallest face that passes against any target.
    pub always: Option<i64>,
    /// Largest face that fails against any target.
    pub never: Option<i64>,
    /// Faces that do more than pass.
    pub effects: Vec<StepEffect>,
}

/// Dice that are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// None.
    None,
    /// Dice that show a face from the first to the second.
    Faces(i64, i64),
    /// Dice that do not pass.
    Failures,
}

/// StepEffect of passing faces on the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepEffect {
    /// Smallest face with the effect.
    pub from: i64,
    /// Largest face with the effect.
    pub to: i64,
    /// More attacks in the next step.
    pub extra: u32,
    /// The attack passes the next step without a roll.
    pub automatic: bool,
}

/// Result of a step for one attack, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Passed {
    pub(super) chance: f64,
    pub(super) extra: u32,
    pub(super) automatic: bool,
}

impl Step {
    /// Builds a step of a six-sided die that passes with `target` or more.
    pub fn at_least(target: i64) -> Step {
        let (always, never, effects) = (None, None, Vec::new());
        Step { sides: 6, target, modifier: 0, reroll: Reroll::None, always, never, effects }
    }

    /// Returns true if a face passes.
    pub(super) fn passes(&self, face: i64) -> bool {
        if self.always.is_some_and(|least| face >= least) {
            return true;
        }
        self.never.is_none_or(|most| face > most) && face + self.modifier >= self.target
    }

    /// Returns the probability of each face, after rerolls.
    fn faces(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        let each = 1.0 / f64::from(self.sides);
        let faces = 1..=i64::from(self.sides);
        let rerolled = faces.clone().filter(|face| self.is_rerolled(*face)).count() as f64 * each;
        faces.map(move |face| (face, each * rerolled + if self.is_rerolled(face) { 0.0 } else { each }))
    }

    /// Returns true if a face is rolled again.
    fn is_rerolled(&self, face: i64) -> bool {
        match self.reroll {
            Reroll::None => false,
            Reroll::Faces(least, most) => (least..=most).contains(&face),
            Reroll::Failures => !self.passes(face),
        }
    }

    /// Rolls the die, and once again if its face is one to roll again.
    pub(super) fn roll(&self, throw: &mut Throw) -> i64 {
        let mut die = || throw.below(self.sides as usize) as i64 + 1;
        let face = die();
        if self.is_rerolled(face) { die() } else { face }
    }

    /// Returns the number of more attacks in the next step by a passing face, and true if it passes the next step.
    pub(super) fn effect(&self, face: i64) -> (u32, bool) {
        let effects = self.effects.iter().filter(|effect| (effect.from..=effect.to).contains(&face));
        effects.fold((0, false), |(extra, automatic), effect| (extra + effect.extra, automatic || effect.automatic))
    }

    /// Returns the chance to pass.
    pub fn chance(&self) -> f64 {
        self.faces().filter(|(face, _)| self.passes(*face)).map(|(_, p)| p).sum()
    }

    /// Returns the ways to pass, with their probabilities.
    pub(super) fn passed(&self) -> Vec<Passed> {
        let mut ways: Vec<Passed> = Vec::new();
        for (face, chance) in self.faces().filter(|(face, _)| self.passes(*face)) {
            let (extra, automatic) = self.effect(face);
            match ways.iter_mut().find(|way| (way.extra, way.automatic) == (extra, automatic)) {
                Some(way) => way.chance += chance,
                None => ways.push(Passed { chance, extra, automatic }),
            }
        }
        ways
    }
}

impl FromStr for Step {
    type Err = ChainError;

    /// Parses a target and its details, such as `4+`, `d10 7+ +1`, `4+ reroll failures`, `3+ extra 1 on 6`.
    fn from_str(text: &str) -> Result<Step, ChainError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let mut words = words.iter().map(String::as_str);
        let (mut step, mut has_target) = (Step::at_least(0), false);
        while let Some(word) = words.next() {
            let wrong = || ChainError::Word { step: text.to_owned(), word: word.to_owned() };
            match word {
                "reroll" => step.reroll = reroll(words.next()).ok_or_else(wrong)?,
                "always" => step.always = Some(range(words.next()).ok_or_else(wrong)?.0),
                "never" => step.never = Some(range(words.next()).ok_or_else(wrong)?.0),
                "extra" => {
                    let extra = words.next().and_then(|word| word.parse().ok()).filter(|extra| *extra <= 100);
                    let extra = extra.ok_or_else(wrong)?;
                    let (from, to) = on(&mut words).ok_or_else(wrong)?;
                    step.effects.push(StepEffect { from, to, extra, automatic: false });
                }
                "auto" => {
                    let (from, to) = on(&mut words).ok_or_else(wrong)?;
                    step.effects.push(StepEffect { from, to, extra: 0, automatic: true });
                }
                _ if word.starts_with('d') => {
                    let sides = word[1..].parse().ok().filter(|sides| (2..=MAX_SIDES).contains(sides));
                    step.sides = sides.ok_or_else(wrong)?;
                }
                _ if word.starts_with(['+', '-']) => {
                    step.modifier = word.parse().ok().filter(|n: &i64| n.abs() <= 1000).ok_or_else(wrong)?;
                }
                _ => {
                    let target = word.strip_suffix('+').and_then(number).ok_or_else(wrong)?;
                    if has_target {
                        return Err(wrong());
                    }
                    (step.target, has_target) = (target, true);
                }
            }
        }
        if has_target { Ok(step) } else { Err(ChainError::NoTarget { step: text.to_owned() }) }
    }
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| (0..=2000).contains(number))
}

/// Parses `1`, `<=2`, `5+`, `failures` or `all`.
fn reroll(word: Option<&str>) -> Option<Reroll> {
    match word? {
        "failures" | "failed" | "all" => Some(Reroll::Failures),
        "1s" | "ones" => Some(Reroll::Faces(1, 1)),
        word => match word.strip_prefix("<=") {
            Some(most) => number(most).map(|most| Reroll::Faces(1, most)),
            None => range(Some(word)).map(|(least, most)| Reroll::Faces(least, most)),
        },
    }
}

/// Parses `6` or `5+` as the smallest and the largest face.
fn range(word: Option<&str>) -> Option<(i64, i64)> {
    let word = word?;
    match word.strip_suffix('+') {
        Some(least) => number(least).map(|least| (least, i64::MAX)),
        None => number(word).map(|face| (face, face)),
    }
}

/// Parses `on 6` or `on 5+`.
fn on<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<(i64, i64)> {
    words.next().filter(|word| *word == "on")?;
    range(words.next())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sides != 6 {
            write!(f, "d{} ", self.sides)?;
        }
        write!(f, "{}+", self.target)?;
        if self.modifier != 0 {
            write!(f, " {:+}", self.modifier)?;
        }
        match self.reroll {
            Reroll::None => {}
            Reroll::Faces(least, most) if least == most => write!(f, " reroll {least}")?,
            Reroll::Faces(least, i64::MAX) => write!(f, " reroll {least}+")?,
            Reroll::Faces(_, most) => write!(f, " reroll <={most}")?,
            Reroll::Failures => f.write_str(" reroll failures")?,
        }
        self.always.map_or(Ok(()), |face| write!(f, " always {face}"))?;
        self.never.map_or(Ok(()), |face| write!(f, " never {face}"))?;
        for effect in &self.effects {
            match effect.automatic {
                true => f.write_str(" auto on ")?,
                false => write!(f, " extra {} on ", effect.extra)?,
            }
            write!(f, "{}{}", effect.from, if effect.to > effect.from { "+" } else { "" })?;
        }
        Ok(())
    }
}
