//! One step of a chain: a die against a target, with rerolls and effects of faces.

use super::ChainError;
use crate::Throw;
use std::{fmt, str::FromStr};

/// Most sides of the die of a step.
const MAX_SIDES: u32 = 1000;
/// Largest target of a step.
const MAX_TARGET: i64 = 2000;
/// Largest modifier of a step, in size.
const MAX_MODIFIER: i64 = 1000;
/// Most extra attacks by one effect.
const MAX_EXTRA: i64 = 100;

/// A roll against a target, such as `4+ reroll 1`.
///
/// ```
/// use hitchart_dice::chain::Step;
///
/// let step: Step = "4+ reroll 1".parse()?;
/// assert!((step.chance() - 7.0 / 12.0).abs() < 1e-12);
/// # Ok::<(), hitchart_dice::chain::ChainError>(())
/// ```
///
/// The parser and [`Chain::odds`](super::Chain::odds) refuse numbers out of the ranges below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Sides of the die, 2 to 1000.
    pub sides: u32,
    /// The die passes with this face or more, after the modifier; 0 to 2000.
    pub target: i64,
    /// Number that is added to the face, -1000 to 1000.
    pub modifier: i64,
    /// Dice that are rolled again, once.
    pub reroll: Reroll,
    /// Smallest face that passes against any target, 1 to the number of sides.
    pub always: Option<i64>,
    /// Largest face that fails against any target, 1 to the number of sides; below `always`.
    pub never: Option<i64>,
    /// Faces that do more than pass.
    pub effects: Vec<StepEffect>,
}

/// Dice that are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// None.
    None,
    /// Dice that show a face from the first to the second; [`i64::MAX`] as the second for all higher faces.
    Faces(i64, i64),
    /// Dice that do not pass.
    Failures,
}

/// Effect of passing faces on the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepEffect {
    /// Smallest face with the effect, 1 to the number of sides.
    pub from: i64,
    /// Largest face with the effect, up to the number of sides; or [`i64::MAX`] for all higher faces.
    pub to: i64,
    /// More attacks in the next step, 0 to 100.
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
        // Without rounding if all faces pass. A fold from 0, because the `sum` of no terms is -0.
        match (1..=i64::from(self.sides)).all(|face| self.passes(face)) {
            true => 1.0,
            false => self.faces().filter(|(face, _)| self.passes(*face)).fold(0.0, |sum, (_, p)| sum + p),
        }
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

    /// Parses a target and its details, such as `4+`, `d10 7+ +1`, `4+ reroll failures`, `3+ extra 1 on 6`. Each detail
    /// may be there once, except `extra` and `auto`.
    fn from_str(text: &str) -> Result<Step, ChainError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let mut words = words.iter().map(String::as_str);
        let (mut step, mut seen) = (Step::at_least(0), Vec::new());
        while let Some(word) = words.next() {
            let wrong = || ChainError::Word { step: text.to_owned(), word: word.to_owned() };
            let detail = Detail::of(word).ok_or_else(wrong)?;
            if detail != Detail::Effect && seen.contains(&detail) {
                return Err(ChainError::Repeated { step: text.to_owned(), word: word.to_owned() });
            }
            seen.push(detail);
            step.set(detail, word, &mut words).ok_or_else(wrong)?;
        }
        if !seen.contains(&Detail::Target) {
            return Err(ChainError::NoTarget { step: text.to_owned() });
        }
        step.check().map(|()| step)
    }
}

/// Parts of a step by their first word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Target,
    Die,
    Modifier,
    Reroll,
    Always,
    Never,
    /// `extra` and `auto`.
    Effect,
}

impl Detail {
    /// Returns the detail that a word begins; `None` if it begins none.
    fn of(word: &str) -> Option<Detail> {
        Some(match word {
            "reroll" => Detail::Reroll,
            "always" => Detail::Always,
            "never" => Detail::Never,
            "extra" | "auto" => Detail::Effect,
            _ if word.starts_with('d') => Detail::Die,
            _ if word.starts_with(['+', '-']) => Detail::Modifier,
            _ if word.ends_with('+') => Detail::Target,
            _ => return None,
        })
    }
}

impl Step {
    /// Sets a detail from its first word and the words after it. `None` if they cannot be read.
    fn set<'a>(&mut self, detail: Detail, word: &str, words: &mut impl Iterator<Item = &'a str>) -> Option<()> {
        match detail {
            Detail::Target => self.target = word.strip_suffix('+').and_then(number)?,
            Detail::Die => self.sides = word[1..].parse().ok()?,
            Detail::Modifier => self.modifier = word.parse().ok()?,
            Detail::Reroll => self.reroll = reroll(words.next())?,
            Detail::Always => self.always = Some(range(words.next())?.0),
            Detail::Never => self.never = Some(range(words.next())?.0),
            Detail::Effect => {
                let extra = if word == "auto" { 0 } else { words.next()?.parse().ok()? };
                let (from, to) = on(words)?;
                self.effects.push(StepEffect { from, to, extra, automatic: word == "auto" });
            }
        }
        Some(())
    }

    /// Checks the numbers of the step.
    ///
    /// # Errors
    /// Fails on a number out of range, a face that the die does not have, and a face that both passes and fails.
    pub(super) fn check(&self) -> Result<(), ChainError> {
        let within = |what: &'static str, value: i64, least: i64, most: i64| match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(ChainError::Detail { step: self.to_string(), what, value, least, most }),
        };
        let sides = i64::from(self.sides);
        within("the number of sides", sides, 2, MAX_SIDES.into())?;
        within("the target", self.target, 0, MAX_TARGET)?;
        within("the modifier", self.modifier, -MAX_MODIFIER, MAX_MODIFIER)?;
        let face = |value: i64| within("the face", value, 1, sides);
        // A range without an end has the largest number there.
        let faces = |from: i64, to: i64| face(from).and_then(|()| if to == i64::MAX { Ok(()) } else { face(to) });
        if let Reroll::Faces(least, most) = self.reroll {
            faces(least, most)?;
        }
        self.always.map_or(Ok(()), face)?;
        self.never.map_or(Ok(()), face)?;
        for effect in &self.effects {
            within("the number of extra attacks", effect.extra.into(), 0, MAX_EXTRA)?;
            faces(effect.from, effect.to)?;
        }
        match self.always.zip(self.never) {
            Some((always, never)) if always <= never => {
                Err(ChainError::Contrary { step: self.to_string(), always, never })
            }
            _ => Ok(()),
        }
    }
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| *number >= 0)
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
