//! Fractions: distributions of numbers over a common denominator, between a division and its rounding.

use super::combine::{bounded, multiply, pairs};
use super::distribution::{Distribution, TupleDistribution, gcd};
use super::error::{Budget, Fault};
use super::evaluate::{Value, common_multiple};

/// A number: an outcome of `of` divided by `over`, which is positive.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    pub(super) of: Distribution,
    pub(super) over: i64,
}

impl From<Distribution> for Fraction {
    fn from(of: Distribution) -> Fraction {
        Fraction { of, over: 1 }
    }
}

impl Fraction {
    /// Returns a number over the product of two denominators, in lowest terms.
    pub(super) fn over(of: Distribution, a: i64, b: i64) -> Result<Fraction, Fault> {
        let over = bounded(a.checked_mul(b))?;
        if over == 1 {
            return Ok(of.into());
        }
        let common = gcd(gcd(of.first, of.stride()), over).max(1);
        let step = if of.p.len() == 1 { 1 } else { of.step / common };
        Ok(Fraction { of: Distribution { first: of.first / common, step, p: of.p }, over: over / common })
    }

    /// Returns the number if it is whole.
    pub(super) fn whole(self) -> Option<Distribution> {
        (self.over == 1).then_some(self.of)
    }

    /// Returns two numbers over one denominator.
    pub(super) fn common(a: Fraction, b: Fraction) -> Result<(Distribution, Distribution, i64), Fault> {
        if a.over == b.over {
            return Ok((a.of, b.of, a.over));
        }
        let over = common_multiple(a.over, b.over)?;
        Ok((a.raised(over)?, b.raised(over)?, over))
    }

    /// Returns the numerators over a multiple of the denominator.
    fn raised(self, over: i64) -> Result<Distribution, Fault> {
        multiply(&self.of, &Distribution::point(over / self.over), &mut Budget::full())
    }

    /// Returns the quotient of two independent numbers; the divisor is never 0.
    pub(super) fn divided(&self, by: &Fraction, budget: &mut Budget) -> Result<Fraction, Fault> {
        // Divisors with a larger common multiple make too many different fractions.
        const MOST: i64 = 1_000_000;
        let multiple = by.of.iter().try_fold(1, |multiple, (value, _)| common_multiple(multiple, value.abs()))?;
        if multiple > MOST && by.of.as_constant().is_none() {
            return Err(Fault::Work);
        }
        let inverse = by.of.mapped(|value| multiple / value)?;
        let inverse = multiply(&inverse, &Distribution::point(by.over), budget)?;
        Fraction::over(multiply(&self.of, &inverse, budget)?, self.over, multiple)
    }

    /// Returns the quotient of two independent numbers, rounded by a function of dividend and positive divisor; the
    /// divisor is never 0.
    pub(super) fn rounded_quotient(
        &self,
        by: &Fraction,
        budget: &mut Budget,
        round: impl Fn(i128, i128) -> i128,
    ) -> Result<Fraction, Fault> {
        let quotient = |x: i64, y: i64| {
            let (x, y) = (i128::from(x) * i128::from(by.over), i128::from(y) * i128::from(self.over));
            let rounded = if y < 0 { round(-x, -y) } else { round(x, y) };
            // Beyond the bounds of outcomes, where the distribution is refused.
            i64::try_from(rounded).unwrap_or(i64::MAX / 4)
        };
        let largest = self.of.first.abs().max(self.of.last().abs());
        bounded(largest.checked_mul(by.over))?;
        Ok(pairs(&self.of, &by.of, budget, quotient)?.into())
    }
}

/// Divides and rounds down; the divisor is positive.
pub(super) fn floor_of(x: i128, y: i128) -> i128 {
    x.div_euclid(y)
}

/// Returns the mixture of values with weights; `None` of numbers with tuples, and of tuples of several lengths.
pub(super) fn mixed(mut values: Vec<(f64, Value)>) -> Result<Option<Value>, Fault> {
    if values.len() == 1 && values[0].0 == 1.0 {
        return Ok(values.pop().map(|(_, value)| value));
    }
    let (mut numbers, mut tuples) = (Vec::new(), Vec::new());
    for (weight, value) in values {
        match value {
            Value::Number(number) => numbers.push((weight, number)),
            Value::Tuple(tuple) => tuples.push((weight, tuple)),
        }
    }
    match (numbers.is_empty(), tuples.is_empty()) {
        (false, true) => mixed_numbers(numbers).map(|number| Some(Value::Number(number))),
        (true, false) => {
            let width = tuples[0].1.width();
            let even = tuples.iter().all(|(_, tuple)| tuple.width() == width);
            let all = tuples.into_iter().flat_map(|(weight, tuple)| tuple.scaled(weight));
            Ok(even.then(|| Value::Tuple(TupleDistribution::gathered(all.collect()))))
        }
        _ => Ok(None),
    }
}

fn mixed_numbers(numbers: Vec<(f64, Fraction)>) -> Result<Fraction, Fault> {
    let over = numbers.iter().try_fold(1, |over, (_, number)| common_multiple(over, number.over))?;
    let raised = numbers.into_iter().map(|(weight, number)| {
        let of = if number.over == over { number.of } else { number.raised(over)? };
        Ok((weight, of))
    });
    Fraction::over(Distribution::mixture(&raised.collect::<Result<Vec<_>, Fault>>()?)?, over, 1)
}
