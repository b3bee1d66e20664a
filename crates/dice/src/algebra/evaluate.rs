//! The evaluation of expressions.

use super::combine::{add, bounded, compared, greater, lesser, multiply, negated, pairs, times, truth};
use super::distribution::{Distribution, TupleDistribution, gcd};
use super::error::{AlgebraError, Budget, Fault, Mistake};
use super::expression::{Expression, Function, Kind, Modifier, Operator};
use super::fraction::{Fraction, floor_of, mixed};

/// The distribution of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceOdds {
    /// Distribution of a whole number.
    Number(Distribution),
    /// Distribution of a tuple.
    Tuple(TupleDistribution),
}

impl Expression {
    /// Computes the distribution of the expression, exact up to rounding. A `!` without a limit is cut where more
    /// explosions have a probability below 1e-12 per die.
    ///
    /// # Errors
    /// Fails on forms that the parser refuses, on dice that cannot be rolled, on results that are no whole numbers, and if
    /// it is too much work.
    pub fn odds(&self) -> Result<DiceOdds, AlgebraError> {
        self.check()?;
        let mut evaluation = Evaluation { budget: Budget::full(), names: Vec::new() };
        Ok(match evaluation.value(self)? {
            Value::Number(number) => DiceOdds::Number(number.whole().ok_or_else(|| no_whole(self))?),
            Value::Tuple(tuple) => DiceOdds::Tuple(tuple),
        })
    }

    /// Computes the distribution of an expression whose result is a number.
    ///
    /// ```
    /// use hitchart_dice::algebra::Expression;
    /// let attack: Expression = "3d6 > 2d8".parse()?;
    /// assert!((attack.distribution()?.at(1) - 0.587_239_583_333).abs() < 1e-12);
    /// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Expression::odds`], and for a tuple.
    pub fn distribution(&self) -> Result<Distribution, AlgebraError> {
        match self.odds()? {
            DiceOdds::Number(number) => Ok(number),
            DiceOdds::Tuple(_) => Err(no_number(self)),
        }
    }

    /// Returns true if a `!` without a limit is in the expression; its distribution is cut at a probability of 1e-12.
    pub fn explodes_without_limit(&self) -> bool {
        match &self.kind {
            Kind::Modified(_, Modifier::Explode { most: None, .. }) => true,
            _ => self.parts().iter().any(|part| part.explodes_without_limit()),
        }
    }
}

fn no_whole(part: &Expression) -> AlgebraError {
    let help = format!("write `floor({part})`, `ceil({part})` or `round({part})`");
    Mistake::form("the result may be no whole number", help).at(part.place.0)
}

fn no_number(part: &Expression) -> AlgebraError {
    Mistake::form("this is a tuple", "write an expression with one number, such as `3d6`").at(part.place.0)
}

/// The value of a part: the distribution of a number or of a tuple.
pub(super) enum Value {
    Number(Fraction),
    Tuple(TupleDistribution),
}

impl Value {
    /// Returns the size in memory, in outcomes.
    fn size(&self) -> usize {
        // Memory of a value in addition to its outcomes, counted in outcomes.
        const OTHER: usize = 16;
        match self {
            Value::Number(number) => number.of.p.len() + OTHER,
            Value::Tuple(tuple) => tuple.len() * (tuple.width() + OTHER),
        }
    }
}

/// Values with their weights, and their size in memory.
struct Gathered {
    values: Vec<(f64, Value)>,
    size: usize,
}

/// An evaluation: the work that is left, and the values that names have.
pub(super) struct Evaluation {
    pub(super) budget: Budget,
    pub(super) names: Vec<(String, i64)>,
}

/// Places the fault of an operation at the part that it computes.
pub(super) fn placed<T>(result: Result<T, Fault>, part: &Expression) -> Result<T, AlgebraError> {
    result.map_err(|fault| Mistake::from(fault).at(part.place.0))
}

type Valued = Result<Value, AlgebraError>;
type Numbered = Result<Fraction, AlgebraError>;

impl Evaluation {
    pub(super) fn value(&mut self, part: &Expression) -> Valued {
        // The work that every part takes.
        placed(self.budget.spend(50.0), part)?;
        let number = match &part.kind {
            Kind::TooDeep => return Err(Mistake::TooDeep.at(part.place.0)),
            Kind::Number(number) => Distribution::point(*number).into(),
            Kind::Name(name) => {
                let known = self.names.iter().rev().find(|(known, _)| known == name);
                let unknown = || Mistake::UnknownWord { word: name.clone(), help: "define it with `let`".to_owned() };
                // A roll may have given it a value beyond the bound of a distribution.
                let first = known.ok_or_else(|| unknown().at(part.place.0))?.1;
                Distribution { first, step: 1, p: vec![1.0] }.into()
            }
            Kind::Dice(..) | Kind::Members(..) => self.total(part)?.into(),
            Kind::Modified(base, Modifier::Count(condition)) => self.counted(part, base, condition)?.into(),
            Kind::Modified(..) => self.total(part)?.into(),
            Kind::Negative(inner) => {
                let number = self.number(inner)?;
                Fraction { of: negated(&number.of), ..number }
            }
            Kind::Not(inner) => {
                let (yes, no) = self.truth(inner)?;
                truth(no, yes).into()
            }
            Kind::Binary(operator, left, right) => self.binary(part, *operator, left, right)?,
            Kind::Call(Function::If, parts) => return self.choice(part, parts),
            Kind::Call(Function::BestSet | Function::Sorted, _) => return self.tuple_of(part).map(Value::Tuple),
            Kind::Call(function, parts) => self.call(part, *function, parts)?,
            Kind::Tuple(parts) => return self.tuple(part, parts),
            Kind::Let(values, body, condition) => return self.defined(part, values, body, condition.as_deref()),
            Kind::Given(inner, operator, value) => self.given(part, inner, *operator, value)?.into(),
        };
        Ok(Value::Number(number))
    }

    /// Evaluates a part that must be a number.
    fn number(&mut self, part: &Expression) -> Numbered {
        match self.value(part)? {
            Value::Number(number) => Ok(number),
            Value::Tuple(_) => Err(no_number(part)),
        }
    }

    /// Evaluates a part that must be a whole number.
    pub(super) fn whole(&mut self, part: &Expression) -> Result<Distribution, AlgebraError> {
        self.number(part)?.whole().ok_or_else(|| no_whole(part))
    }

    /// Returns the probabilities that a part is not 0, and that it is 0.
    fn truth(&mut self, part: &Expression) -> Result<(f64, f64), AlgebraError> {
        let number = self.number(part)?.of;
        Ok((number.chance(|value| value != 0), number.at(0)))
    }

    fn binary(&mut self, part: &Expression, operator: Operator, left: &Expression, right: &Expression) -> Numbered {
        if matches!(operator, Operator::And | Operator::Or) {
            let ((a, not_a), (b, not_b)) = (self.truth(left)?, self.truth(right)?);
            return Ok(match operator {
                Operator::And => truth(a * b, not_a + a * not_b),
                _ => truth(a + not_a * b, not_a * not_b),
            }
            .into());
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        let budget = &mut self.budget;
        let number: Result<Fraction, Fault> = match operator {
            Operator::Multiply => multiply(&a.of, &b.of, budget).and_then(|of| Fraction::over(of, a.over, b.over)),
            Operator::Divide | Operator::FloorDivide => {
                if b.of.at(0) > 0.0 {
                    let help = "write a divisor that is never 0";
                    return Err(Mistake::form("the divisor may be 0", help).at(right.place.0));
                }
                match operator {
                    Operator::Divide => a.divided(&b, budget),
                    _ => a.rounded_quotient(&b, budget, floor_of),
                }
            }
            _ => Fraction::common(a, b).and_then(|(a, b, over)| {
                let of = match operator {
                    Operator::Add => add(&a, &b, budget)?,
                    Operator::Subtract => add(&a, &negated(&b), budget)?,
                    _ => return Ok(comparison(operator, &a, &b).into()),
                };
                Fraction::over(of, over, 1)
            }),
        };
        placed(number, part)
    }

    fn call(&mut self, part: &Expression, function: Function, parts: &[Expression]) -> Numbered {
        let [first, rest @ ..] = parts else { return Err(no_number(part)) };
        match function {
            Function::Max | Function::Min => {
                let mut result = self.number(first)?;
                for other in rest {
                    let other = self.number(other)?;
                    let found = Fraction::common(result, other).and_then(|(a, b, over)| {
                        let of = if function == Function::Max { greater(&a, &b)? } else { lesser(&a, &b)? };
                        Fraction::over(of, over, 1)
                    });
                    result = placed(found, part)?;
                }
                Ok(result)
            }
            Function::Floor | Function::Ceil | Function::Round => self.rounded(part, function, first),
            Function::Abs => {
                let number = self.number(first)?;
                let of = placed(number.of.mapped(i64::abs), part)?;
                Ok(Fraction { of, ..number })
            }
            Function::Mod => {
                let (a, b) = (self.whole(first)?, self.whole(&rest[0])?);
                if b.min() <= 0 {
                    let help = "write a second number of at least 1, such as `mod(2d6, 3)`";
                    return Err(Mistake::form("`mod` with a number below 1", help).at(rest[0].place.0));
                }
                Ok(placed(pairs(&a, &b, &mut self.budget, i64::rem_euclid), part)?.into())
            }
            Function::Repeat => self.repeated(part, first, &rest[0]),
            _ => Ok(self.sets(part, function, parts)?.into()),
        }
    }

    /// Rounds a number. A quotient is rounded directly, without its exact fraction as an intermediate result.
    fn rounded(&mut self, part: &Expression, function: Function, inner: &Expression) -> Numbered {
        let round = |x: i128, y: i128| match function {
            Function::Ceil => -floor_of(-x, y),
            Function::Round => floor_of(2 * x + y, 2 * y),
            _ => floor_of(x, y),
        };
        let (a, b) = match &inner.kind {
            Kind::Binary(Operator::Divide, left, right) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                if b.of.at(0) > 0.0 {
                    let help = "write a divisor that is never 0";
                    return Err(Mistake::form("the divisor may be 0", help).at(right.place.0));
                }
                (a, b)
            }
            _ => (self.number(inner)?, Distribution::point(1).into()),
        };
        placed(a.rounded_quotient(&b, &mut self.budget, round), part)
    }

    /// Returns the sum of a number of independent copies, which may be rolled.
    fn repeated(&mut self, part: &Expression, count: &Expression, inner: &Expression) -> Numbered {
        let (count, one) = (self.count(count)?, self.number(inner)?);
        Ok(Fraction { of: self.copies(part, &count, &one.of)?, ..one })
    }

    /// Returns the sum of independent copies, whose number has probabilities.
    pub(super) fn copies(
        &mut self,
        part: &Expression,
        count: &[(usize, f64)],
        one: &Distribution,
    ) -> Result<Distribution, AlgebraError> {
        let mut parts = Vec::with_capacity(count.len());
        for (n, weight) in count {
            parts.push((*weight, placed(times(one, *n as u64, &mut self.budget), part)?));
        }
        placed(Distribution::mixture(&parts), part)
    }

    /// Returns the possible numbers of dice, or of copies, with their probabilities.
    pub(super) fn count(&mut self, part: &Expression) -> Result<Vec<(usize, f64)>, AlgebraError> {
        if let Kind::Number(n @ 0..=1000) = &part.kind {
            return Ok(vec![(*n as usize, 1.0)]);
        }
        let count = self.whole(part)?;
        if count.min() < 0 {
            let problem = format!("the number may be {}", count.min());
            return Err(Mistake::form(problem, format!("write `(max(0, {part}))`")).at(part.place.0));
        }
        // The budget ends sums of more dice, but their number must fit.
        placed(bounded(Some(count.max())).and_then(|most| usize::try_from(most).map_err(|_| Fault::Work)), part)?;
        Ok(count.iter().map(|(n, p)| (n as usize, p)).collect())
    }

    fn choice(&mut self, part: &Expression, parts: &[Expression]) -> Valued {
        let [condition, then, otherwise] = parts else { return Err(no_number(part)) };
        let (yes, no) = self.truth(condition)?;
        let mut values = Vec::new();
        for (weight, branch) in [(yes, then), (no, otherwise)] {
            if weight > 0.0 {
                values.push((weight, self.value(branch)?));
            }
        }
        placed(mixed(values), part)?.ok_or_else(|| no_number(part))
    }

    fn tuple(&mut self, part: &Expression, parts: &[Expression]) -> Valued {
        let mut tuples: Vec<(Vec<i64>, f64)> = vec![(Vec::new(), 1.0)];
        for element in parts {
            let element = self.whole(element)?;
            placed(self.budget.spend(tuples.len() as f64 * element.p.len() as f64 * 512.0), part)?;
            let longer = |(tuple, p): &(Vec<i64>, f64)| -> Vec<(Vec<i64>, f64)> {
                element.iter().map(|(value, q)| ([tuple.as_slice(), &[value]].concat(), p * q)).collect()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        Ok(Value::Tuple(TupleDistribution::gathered(tuples)))
    }

    /// Evaluates an expression with values that are rolled once, under a condition on them.
    fn defined(
        &mut self,
        part: &Expression,
        values: &[(String, Expression)],
        body: &Expression,
        condition: Option<&Expression>,
    ) -> Valued {
        let mut found = Gathered { values: Vec::new(), size: 0 };
        let known = self.names.len();
        let done = self.rolled(part, values, (body, condition), 1.0, &mut found);
        self.names.truncate(known);
        done?;
        if found.values.is_empty() {
            return Err(impossible(condition.unwrap_or(part)));
        }
        let total = placed(mixed(found.values), part)?.ok_or_else(|| no_number(part))?;
        match condition {
            Some(condition) => normalised(total).ok_or_else(|| impossible(condition)),
            None => Ok(total),
        }
    }

    /// Goes through the outcomes of the first value, and evaluates the rest for each.
    fn rolled(
        &mut self,
        part: &Expression,
        values: &[(String, Expression)],
        (body, condition): (&Expression, Option<&Expression>),
        weight: f64,
        found: &mut Gathered,
    ) -> Result<(), AlgebraError> {
        // Equal values are merged whenever the list reaches this size, so that memory stays small.
        const MOST: usize = 1 << 18;
        if let Some(((name, value), rest)) = values.split_first() {
            for (outcome, p) in self.whole(value)?.iter() {
                self.names.push((name.clone(), outcome));
                self.rolled(part, rest, (body, condition), weight * p, found)?;
                self.names.pop();
            }
            return Ok(());
        }
        let weight = match condition {
            Some(condition) => weight * self.truth(condition)?.0,
            None => weight,
        };
        if weight > 0.0 {
            let value = self.value(body)?;
            found.size += value.size();
            found.values.push((weight, value));
        }
        if found.size >= MOST {
            let sum = placed(mixed(std::mem::take(&mut found.values)), part)?.ok_or_else(|| no_number(body))?;
            placed(self.budget.spend(sum.size() as f64), part)?;
            *found = Gathered { size: 0, values: vec![(1.0, sum)] };
        }
        Ok(())
    }

    /// Evaluates an expression under a condition on its own result.
    fn given(
        &mut self,
        part: &Expression,
        inner: &Expression,
        operator: Operator,
        value: &Expression,
    ) -> Result<Distribution, AlgebraError> {
        let (number, value) = (self.whole(inner)?, self.whole(value)?);
        placed(self.budget.spend(number.p.len() as f64 * value.p.len() as f64), part)?;
        let weighted = number.iter().map(|(outcome, p)| {
            let holds = comparison(operator, &Distribution::point(outcome), &value).at(1);
            (outcome, p * holds)
        });
        let chance: f64 = weighted.clone().map(|(_, p)| p).sum();
        Distribution::weighted(weighted).filter(|_| chance >= RAREST).ok_or_else(|| impossible(part))
    }
}

/// Smallest chance of a condition: the outcomes of a rarer one have lost their digits.
const RAREST: f64 = 1e-280;

fn impossible(part: &Expression) -> AlgebraError {
    Mistake::form("the condition is impossible, or its chance is below 1e-280", "write one that some outcome meets")
        .at(part.place.0)
}

/// Scales a value to a mass of 1.
fn normalised(value: Value) -> Option<Value> {
    let scale = |mass: f64| (mass >= RAREST).then(|| 1.0 / mass);
    Some(match value {
        Value::Number(Fraction { of, over }) => {
            let scale = scale(of.mass())?;
            Value::Number(Fraction { of: of.scaled(scale), over })
        }
        Value::Tuple(tuple) => {
            let scale = scale(tuple.iter().map(|(_, p)| p).sum())?;
            Value::Tuple(TupleDistribution::gathered(tuple.scaled(scale).collect()))
        }
    })
}

/// Returns the distribution of a comparison: 1 if it holds, 0 if not.
fn comparison(operator: Operator, a: &Distribution, b: &Distribution) -> Distribution {
    let (less, equal, more) = compared(a, b);
    match operator {
        Operator::Less => truth(less, equal + more),
        Operator::AtMost => truth(less + equal, more),
        Operator::Equal => truth(equal, less + more),
        Operator::Differs => truth(less + more, equal),
        Operator::AtLeast => truth(equal + more, less),
        _ => truth(more, less + equal),
    }
}

/// Returns the least common multiple of two positive numbers, if it is not too large.
pub(super) fn common_multiple(a: i64, b: i64) -> Result<i64, Fault> {
    bounded((a / gcd(a, b).max(1)).checked_mul(b))
}
