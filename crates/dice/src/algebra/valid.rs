//! Rules for the parts of an expression. They hold for parsed and for built expressions.

use super::distribution::MAX_OUTCOMES;
use super::error::{AlgebraError, MAX_DEPTH, Mistake};
use super::expression::{Condition, Die, Expression, Kind, Modifier, Place};

/// Largest constant of an expression, in size.
pub const MAX_NUMBER: i64 = 1_000_000_000_000;
/// Largest number of kept dice, explosions and weights.
pub(super) const MAX_COUNT: i64 = 1_000_000;
/// Most repetitions of a pool of totals.
const MAX_REPETITIONS: i64 = 1000;

/// Builds an expression of a kind. Parts that are nested deeper than [`MAX_DEPTH`] are dropped, so that no later
/// operation runs out of stack; [`Expression::check`] then fails.
pub(super) fn at(place: Place, kind: Kind) -> Expression {
    let (mut deepest, mut is_valid) = (0, mistake(&kind).is_ok());
    kind.visit(&mut |part| {
        deepest = deepest.max(part.depth);
        is_valid &= part.is_valid;
    });
    match deepest < MAX_DEPTH {
        true => Expression { kind, place, depth: deepest + 1, is_valid },
        false => Expression { kind: Kind::TooDeep, place, depth: 1, is_valid: false },
    }
}

impl Expression {
    /// Checks the rules of all parts.
    ///
    /// # Errors
    /// Returns the first mistake, with its column.
    pub(super) fn check(&self) -> Result<(), AlgebraError> {
        if self.is_valid {
            return Ok(());
        }
        mistake(&self.kind).map_err(|mistake| mistake.at(self.place.0))?;
        self.parts().into_iter().try_for_each(Expression::check)
    }
}

/// Checks a kind without its parts.
fn mistake(kind: &Kind) -> Result<(), Mistake> {
    match kind {
        Kind::TooDeep => Err(Mistake::TooDeep),
        Kind::Number(n) => number(*n),
        Kind::Dice(_, die) => faces_of(die),
        Kind::Members(times, members) => {
            repetitions((*times).into())?;
            filled(members, "a pool without dice", "write at least one, such as `{2d6, d8}`")
        }
        Kind::Modified(_, modifier) => change(modifier),
        _ => Ok(()),
    }
}

fn number(n: i64) -> Result<(), Mistake> {
    at_most(n, MAX_NUMBER)
}

fn at_most(n: i64, most: i64) -> Result<(), Mistake> {
    let is_small = n.unsigned_abs() <= most.unsigned_abs();
    if is_small { Ok(()) } else { Err(Mistake::Number { number: n.unsigned_abs().to_string(), most }) }
}

fn filled<T>(list: &[T], problem: &str, help: &str) -> Result<(), Mistake> {
    if list.is_empty() { Err(Mistake::form(problem, help)) } else { Ok(()) }
}

fn faces_of(die: &Die) -> Result<(), Mistake> {
    match die {
        Die::Sides(n) => sides((*n).into()).map(drop),
        Die::Rolled(_) | Die::Fudge => Ok(()),
        Die::Faces(faces) => {
            filled(faces, "a die without faces", "write at least one, such as `d{0,1,1,2}`")?;
            faces.iter().try_for_each(|(first, last, times)| {
                range(*first, *last)?;
                weight((*times).into()).map(drop)
            })
        }
    }
}

fn change(modifier: &Modifier) -> Result<(), Mistake> {
    match modifier {
        Modifier::Keep { count, .. } => kept((*count).into()).map(drop),
        Modifier::Explode { most, faces } => {
            at_most(most.unwrap_or(0).into(), MAX_COUNT)?;
            faces.iter().try_for_each(|face| number(*face))
        }
        Modifier::Reroll { faces: condition, .. } | Modifier::Count(condition) => match condition {
            Condition::Less(face)
            | Condition::AtMost(face)
            | Condition::Equal(face)
            | Condition::Differs(face)
            | Condition::AtLeast(face)
            | Condition::More(face) => number(*face),
            Condition::In(faces) => {
                filled(faces, "a list without faces", "write at least one, such as `6d6cs{5,6}`")?;
                faces.iter().try_for_each(|face| number(*face))
            }
        },
    }
}

/// Checks a number of sides: 1 to [`MAX_OUTCOMES`].
pub(super) fn sides(n: i64) -> Result<u32, Mistake> {
    at_most(n, MAX_OUTCOMES as i64)?;
    positive(n, || ("a die with 0 sides".to_owned(), "write at least one side, such as `d6`"))
}

/// Checks how often a face counts: 1 to [`MAX_COUNT`].
pub(super) fn weight(n: i64) -> Result<u32, Mistake> {
    at_most(n, MAX_COUNT)?;
    positive(n, || ("a face that counts 0 times".to_owned(), "leave it out"))
}

/// Checks a number of kept or dropped dice: 1 to [`MAX_COUNT`].
pub(super) fn kept(n: i64) -> Result<u32, Mistake> {
    at_most(n, MAX_COUNT)?;
    positive(n, || ("0 dice".to_owned(), "write at least 1, such as `4d6kh3`"))
}

/// Checks the repetitions of a pool of totals: 1 to 1000.
pub(super) fn repetitions(n: i64) -> Result<u32, Mistake> {
    let within = if n <= MAX_REPETITIONS { n } else { 0 };
    positive(within, || (format!("{n} repetitions"), "write 1 to 1000"))
}

/// Checks a range of faces.
pub(super) fn range(first: i64, last: i64) -> Result<(), Mistake> {
    number(first)?;
    number(last)?;
    if last < first {
        let help = format!("write `{last}..{first}`");
        return Err(Mistake::form(format!("the range `{first}..{last}` goes down"), help));
    }
    match last - first < MAX_OUTCOMES as i64 {
        true => Ok(()),
        false => Err(Mistake::Outcomes { outcomes: u128::from((last - first).unsigned_abs()) + 1 }),
    }
}

fn positive(n: i64, wrong: impl FnOnce() -> (String, &'static str)) -> Result<u32, Mistake> {
    u32::try_from(n).ok().filter(|n| *n > 0).ok_or_else(|| {
        let (problem, help) = wrong();
        Mistake::form(problem, help)
    })
}
