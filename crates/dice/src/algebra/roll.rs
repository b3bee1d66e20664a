//! Rolls of expressions, die by die: samples that check the distributions, which other code computes.

use super::distribution::{Distribution, MAX_OUTCOMES, gcd};
use super::expression::{Die, Expression, Function, Kind, Modifier, Operator};
use super::pools::{changed, fixed};
use super::{error::Budget, evaluate::Evaluation};
use crate::Throw;

/// Result of a roll of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionRoll {
    /// A whole number.
    Number(i64),
    /// A tuple.
    Tuple(Vec<i64>),
}

impl Expression {
    /// Rolls the dice of the expression once. A condition is met by rolling again until it holds. `None` if that takes
    /// more than `most` rolls of dice, or if [`Expression::odds`] fails.
    ///
    /// ```
    /// use hitchart_dice::Throw;
    /// use hitchart_dice::algebra::{Expression, ExpressionRoll};
    /// let attribute: Expression = "4d6kh3".parse()?;
    /// let Some(ExpressionRoll::Number(total)) = attribute.roll(&mut Throw::new(7), 100) else { panic!("a number") };
    /// assert!((3..=18).contains(&total));
    /// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
    /// ```
    pub fn roll(&self, throw: &mut Throw, most: u64) -> Option<ExpressionRoll> {
        if !self.is_valid {
            return None;
        }
        match (Roller { throw, names: Vec::new(), left: most }).value(self)? {
            Value::Number(number) => number.whole().map(ExpressionRoll::Number),
            Value::Tuple(tuple) => Some(ExpressionRoll::Tuple(tuple)),
        }
    }
}

/// A fraction in lowest terms with a positive divisor.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(number: i128, over: i128) -> Option<Fraction> {
        let divisor = match over {
            1 => return Some(Fraction(number, 1)),
            0 => return None,
            _ => i128::from(gcd(i64::try_from(number).ok()?, i64::try_from(over).ok()?)) * over.signum(),
        };
        Some(Fraction(number / divisor, over / divisor))
    }

    fn whole(self) -> Option<i64> {
        if self.1 == 1 { i64::try_from(self.0).ok() } else { None }
    }

    fn is_less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

enum Value {
    Number(Fraction),
    Tuple(Vec<i64>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Fraction(number.into(), 1))
    }
}

/// Source of the faces of a die.
#[derive(Clone, Copy)]
enum Source<'e> {
    /// A die with fixed faces.
    Die(&'e Die),
    /// A die with a rolled number of sides.
    Sides(u64),
    /// A total.
    Total(&'e Expression),
}

/// Dice that are about to be rolled: equal dice with their number, the changes of each die, and the dice that are kept.
struct Dice<'e> {
    groups: Vec<(Source<'e>, Vec<&'e Modifier>, usize)>,
    keeps: Vec<&'e Modifier>,
}

/// A roll: its random numbers, the values of names, and the rolls of dice that are left.
struct Roller<'e, 't> {
    throw: &'t mut Throw,
    names: Vec<(&'e str, i64)>,
    left: u64,
}

impl<'e> Roller<'e, '_> {
    fn value(&mut self, part: &'e Expression) -> Option<Value> {
        Some(match &part.kind {
            Kind::TooDeep => return None,
            Kind::Number(number) => (*number).into(),
            Kind::Name(name) => self.names.iter().rev().find(|(known, _)| known == name)?.1.into(),
            Kind::Modified(base, Modifier::Count(condition)) => {
                (self.kept(base)?.into_iter().filter(|face| condition.holds(*face)).count() as i64).into()
            }
            Kind::Dice(..) | Kind::Members(..) | Kind::Modified(..) => self.kept(part)?.into_iter().sum::<i64>().into(),
            Kind::Negative(inner) => {
                let Fraction(number, over) = self.number(inner)?;
                Value::Number(Fraction(-number, over))
            }
            Kind::Not(inner) => i64::from(!self.truth(inner)?).into(),
            Kind::Binary(operator, left, right) => Value::Number(self.binary(*operator, left, right)?),
            Kind::Call(Function::If, parts) => {
                let branch = if self.truth(&parts[0])? { &parts[1] } else { &parts[2] };
                return self.value(branch);
            }
            Kind::Call(function, parts) => return self.call(*function, parts),
            Kind::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|part| self.whole(part)).collect::<Option<Vec<i64>>>()?)
            }
            Kind::Let(values, body, condition) => return self.defined(values, body, condition.as_deref()),
            Kind::Given(inner, operator, value) => loop {
                self.spend()?;
                let (number, value) = (self.number(inner)?, self.number(value)?);
                if holds(*operator, number, value) {
                    break Value::Number(number);
                }
            },
        })
    }

    fn number(&mut self, part: &'e Expression) -> Option<Fraction> {
        match self.value(part)? {
            Value::Number(number) => Some(number),
            Value::Tuple(_) => None,
        }
    }

    fn whole(&mut self, part: &'e Expression) -> Option<i64> {
        self.number(part)?.whole()
    }

    fn truth(&mut self, part: &'e Expression) -> Option<bool> {
        Some(self.number(part)?.0 != 0)
    }

    fn binary(&mut self, operator: Operator, left: &'e Expression, right: &'e Expression) -> Option<Fraction> {
        let (a, b) = (self.number(left)?, self.number(right)?);
        match operator {
            Operator::Add => Fraction::new(a.0 * b.1 + b.0 * a.1, a.1 * b.1),
            Operator::Subtract => Fraction::new(a.0 * b.1 - b.0 * a.1, a.1 * b.1),
            Operator::Multiply => Fraction::new(a.0 * b.0, a.1 * b.1),
            Operator::Divide => Fraction::new(a.0 * b.1, a.1 * b.0),
            Operator::FloorDivide => Fraction::new(a.0 * b.1, a.1 * b.0).map(|q| Fraction(q.0.div_euclid(q.1), 1)),
            Operator::And => Some(Fraction((a.0 != 0 && b.0 != 0).into(), 1)),
            Operator::Or => Some(Fraction((a.0 != 0 || b.0 != 0).into(), 1)),
            _ => Some(Fraction(holds(operator, a, b).into(), 1)),
        }
    }

    fn call(&mut self, function: Function, parts: &'e [Expression]) -> Option<Value> {
        let (first, rest) = parts.split_first()?;
        let number = match function {
            Function::Max | Function::Min => {
                let mut best = self.number(first)?;
                for other in rest {
                    let other = self.number(other)?;
                    if if function == Function::Max { best.is_less(other) } else { other.is_less(best) } {
                        best = other;
                    }
                }
                best
            }
            Function::Floor | Function::Ceil | Function::Round => {
                let Fraction(x, y) = self.number(first)?;
                let rounded = match function {
                    Function::Ceil => -(-x).div_euclid(y),
                    Function::Round => (2 * x + y).div_euclid(2 * y),
                    _ => x.div_euclid(y),
                };
                Fraction(rounded, 1)
            }
            Function::Abs => self.number(first).map(|Fraction(x, y)| Fraction(x.abs(), y))?,
            Function::Mod => {
                let (a, b) = (self.whole(first)?, self.whole(&rest[0])?);
                Fraction(a.checked_rem_euclid(b)?.into(), 1)
            }
            Function::Repeat => {
                let mut sum = Fraction(0, 1);
                for _ in 0..self.whole(first)? {
                    let Fraction(x, y) = self.number(&rest[0])?;
                    sum = Fraction::new(sum.0 * y + x * sum.1, sum.1 * y)?;
                }
                sum
            }
            _ => return self.sets(function, first, rest.first()),
        };
        Some(Value::Number(number))
    }

    /// Evaluates a function of matching dice.
    fn sets(&mut self, function: Function, pool: &'e Expression, size: Option<&'e Expression>) -> Option<Value> {
        let size = size.map_or(Some(2), |size| self.whole(size))?;
        let mut faces = self.kept(pool)?;
        faces.sort_unstable();
        let sets: Vec<(i64, i64)> = faces.chunk_by(|a, b| a == b).map(|set| (set.len() as i64, set[0])).collect();
        let best = sets.iter().copied().max().unwrap_or((0, 0));
        Some(match function {
            Function::LargestSet => best.0.into(),
            Function::Distinct => (sets.len() as i64).into(),
            Function::LongestRun => {
                let runs = sets.chunk_by(|(_, face), (_, next)| face + 1 == *next);
                (runs.map(<[_]>::len).max().unwrap_or(0) as i64).into()
            }
            Function::BestSet => Value::Tuple(vec![best.0, best.1]),
            Function::Sorted => Value::Tuple(faces),
            _ => (sets.iter().filter(|(dice, _)| *dice >= size).count() as i64).into(),
        })
    }

    /// Rolls values once, and evaluates an expression with them; rolls all again until the condition holds.
    fn defined(
        &mut self,
        values: &'e [(String, Expression)],
        body: &'e Expression,
        condition: Option<&'e Expression>,
    ) -> Option<Value> {
        let known = self.names.len();
        loop {
            self.spend()?;
            for (name, value) in values {
                let value = self.whole(value)?;
                self.names.push((name, value));
            }
            if condition.is_none_or(|condition| self.truth(condition) == Some(true)) {
                let value = self.value(body);
                self.names.truncate(known);
                return value;
            }
            self.names.truncate(known);
        }
    }

    /// Rolls a pool, and returns the faces of the dice that are kept.
    fn kept(&mut self, part: &'e Expression) -> Option<Vec<i64>> {
        let Dice { groups, keeps } = self.dice(part)?;
        let mut faces = Vec::new();
        for (source, changes, n) in groups {
            for _ in 0..n {
                faces.push(self.die(source, &changes)?);
            }
        }
        if keeps.is_empty() {
            return Some(faces);
        }
        faces.sort_unstable();
        for keep in keeps {
            let Modifier::Keep { highest, drop, count } = keep else { continue };
            let (all, count) = (faces.len(), (*count as usize).min(faces.len()));
            match (highest, drop) {
                (true, false) => drop_first(&mut faces, all - count),
                (false, false) => faces.truncate(count),
                (true, true) => faces.truncate(all - count),
                (false, true) => drop_first(&mut faces, count),
            }
        }
        Some(faces)
    }

    /// Returns the dice of a pool; their number and sides are rolled here.
    fn dice(&mut self, part: &'e Expression) -> Option<Dice<'e>> {
        match &part.kind {
            Kind::Dice(count, die) => {
                let n = usize::try_from(self.whole(count)?).ok()?;
                let source = match die {
                    Die::Rolled(sides) => {
                        let sides = u64::try_from(self.whole(sides)?).ok();
                        Source::Sides(sides.filter(|sides| (1..=MAX_OUTCOMES as u64).contains(sides))?)
                    }
                    die => Source::Die(die),
                };
                Some(Dice { groups: vec![(source, Vec::new(), n)], keeps: Vec::new() })
            }
            Kind::Members(times, members) => {
                let of = |member| (Source::Total(member), Vec::new(), *times as usize);
                Some(Dice { groups: members.iter().map(of).collect(), keeps: Vec::new() })
            }
            Kind::Modified(base, modifier) => {
                let mut dice = self.dice(base)?;
                match modifier {
                    Modifier::Keep { .. } => dice.keeps.push(modifier),
                    Modifier::Count(_) => {}
                    _ => dice.groups.iter_mut().for_each(|(_, changes, _)| changes.push(modifier)),
                }
                Some(dice)
            }
            Kind::Binary(Operator::Add, left, right) => {
                let (mut dice, other) = (self.dice(left)?, self.dice(right)?);
                dice.groups.extend(other.groups);
                Some(dice)
            }
            _ => None,
        }
    }

    /// Rolls a die with its changes; the last change acts on the die with the changes before it.
    fn die(&mut self, source: Source<'e>, changes: &[&'e Modifier]) -> Option<i64> {
        let Some((last, before)) = changes.split_last() else { return self.face(source) };
        let mut face = self.die(source, before)?;
        match last {
            Modifier::Reroll { once: true, faces } if faces.holds(face) => self.die(source, before),
            Modifier::Reroll { once: false, faces } => {
                while faces.holds(face) {
                    face = self.die(source, before)?;
                }
                Some(face)
            }
            Modifier::Explode { most, faces } => {
                let highest = if faces.is_empty() { Some(self.highest(source, before)?) } else { None };
                let explodes = |face: i64| highest.map_or_else(|| faces.contains(&face), |highest| face == highest);
                let (mut sum, mut times) = (face, 0);
                while explodes(face) && most.is_none_or(|most| times < most) {
                    face = self.die(source, before)?;
                    (sum, times) = (sum + face, times + 1);
                }
                Some(sum)
            }
            _ => Some(face),
        }
    }

    /// Rolls a die without changes.
    fn face(&mut self, source: Source<'e>) -> Option<i64> {
        self.spend()?;
        Some(match source {
            Source::Sides(sides) => self.throw.below_u64(sides) as i64 + 1,
            Source::Die(Die::Sides(sides)) => self.throw.below(*sides as usize) as i64 + 1,
            Source::Die(Die::Fudge) => self.throw.below(3) as i64 - 1,
            Source::Die(Die::Faces(faces)) => {
                let weight = |(first, last, each): &(i64, i64, u32)| (last - first + 1) as u64 * u64::from(*each);
                let mut place = self.throw.below_u64(faces.iter().map(weight).sum());
                let range = faces.iter().find(|range| {
                    let is_here = place < weight(range);
                    place -= if is_here { 0 } else { weight(range) };
                    is_here
                })?;
                range.0 + (place / u64::from(range.2)) as i64
            }
            Source::Die(Die::Rolled(_)) => return None,
            Source::Total(total) => return self.whole(total),
        })
    }

    /// Returns the highest face of a die with changes.
    fn highest(&self, source: Source<'e>, changes: &[&Modifier]) -> Option<i64> {
        match (source, changes) {
            (Source::Sides(sides), []) => i64::try_from(sides).ok(),
            (Source::Die(Die::Sides(sides)), []) => Some((*sides).into()),
            _ => {
                let names = self.names.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
                let mut evaluation = Evaluation { budget: Budget::full(), names };
                let die = match source {
                    Source::Sides(sides) => Distribution::die(u32::try_from(sides).ok()?),
                    Source::Die(die) => fixed(die).ok()?,
                    Source::Total(total) => evaluation.whole(total).ok()?,
                };
                let die = changes.iter().try_fold(die, |die, change| changed(&die, change, &mut evaluation.budget));
                die.ok().map(|die| die.max())
            }
        }
    }

    /// Takes a roll from those that are left.
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}

fn drop_first(faces: &mut Vec<i64>, count: usize) {
    faces.drain(..count);
}

/// Returns true if a comparison holds.
fn holds(operator: Operator, a: Fraction, b: Fraction) -> bool {
    let (less, more) = (a.is_less(b), b.is_less(a));
    match operator {
        Operator::Less => less,
        Operator::AtMost => !more,
        Operator::Equal => !less && !more,
        Operator::Differs => less || more,
        Operator::AtLeast => !less,
        _ => more,
    }
}
