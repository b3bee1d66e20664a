//! Builders and operators of expressions. They check nothing: `valid` has the rules, for parsed expressions too.

use super::expression::{Condition, Die, Expression, Function, Kind, Modifier, Operator};
use std::ops::{Add, Mul, Neg, Sub};

/// Builds a die with the faces 1 to `sides`, which are 1 to [`MAX_OUTCOMES`](super::MAX_OUTCOMES).
///
/// ```
/// use hitchart_dice::algebra::d;
/// assert_eq!((d(8) + d(6)).to_string(), "d8 + d6");
/// ```
pub fn d(sides: u32) -> Expression {
    dice(1, sides)
}

/// Builds a pool of `count` dice with the faces 1 to `sides`, which are 1 to [`MAX_OUTCOMES`](super::MAX_OUTCOMES).
///
/// ```
/// use hitchart_dice::algebra::dice;
/// assert!((dice(3, 6).distribution()?.mean() - 10.5).abs() < 1e-12);
/// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
/// ```
pub fn dice(count: impl Into<Expression>, sides: u32) -> Expression {
    Expression::of(Kind::Dice(Box::new(count.into()), Die::Sides(sides)))
}

/// Builds a die with the given faces, at least one, each once for every time it is listed.
///
/// ```
/// use hitchart_dice::algebra::faces;
/// assert_eq!(faces([0, 1, 1, 2]).to_string(), "d{0,1,1,2}");
/// ```
pub fn faces(faces: impl IntoIterator<Item = i64>) -> Expression {
    let faces = faces.into_iter().map(|face| (face, face, 1)).collect();
    Expression::of(Kind::Dice(Box::new(1.into()), Die::Faces(faces)))
}

/// Builds a pool whose dice are the totals of expressions, at least one.
///
/// ```
/// use hitchart_dice::algebra::{d, members};
/// assert_eq!(members([d(4), d(6), d(8)]).keep_highest(2).to_string(), "{d4, d6, d8}kh2");
/// ```
pub fn members(members: impl IntoIterator<Item = Expression>) -> Expression {
    Expression::of(Kind::Members(1, members.into_iter().collect()))
}

/// Builds the greater of two totals.
///
/// ```
/// use hitchart_dice::algebra::{d, dice, max};
/// assert_eq!(max(dice(2, 6), d(12)).to_string(), "max(2d6, d12)");
/// ```
pub fn max(a: impl Into<Expression>, b: impl Into<Expression>) -> Expression {
    Expression::of(Kind::Call(Function::Max, vec![a.into(), b.into()]))
}

/// Builds the lesser of two totals.
///
/// ```
/// # use hitchart_dice::algebra::{d, dice, min};
/// assert_eq!(min(dice(2, 6), d(12)).to_string(), "min(2d6, d12)");
/// ```
pub fn min(a: impl Into<Expression>, b: impl Into<Expression>) -> Expression {
    Expression::of(Kind::Call(Function::Min, vec![a.into(), b.into()]))
}

/// Builds a choice: `then` if the condition is not 0, `otherwise` if it is 0.
///
/// ```
/// use hitchart_dice::algebra::{d, dice, if_else};
/// let attack = if_else(d(20).at_least(11), dice(2, 6), 0);
/// assert!((attack.distribution()?.mean() - 3.5).abs() < 1e-12);
/// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
/// ```
pub fn if_else(condition: Expression, then: impl Into<Expression>, otherwise: impl Into<Expression>) -> Expression {
    Expression::of(Kind::Call(Function::If, vec![condition, then.into(), otherwise.into()]))
}

impl Expression {
    fn modified(self, modifier: Modifier) -> Expression {
        Expression::of(Kind::Modified(Box::new(self), modifier))
    }

    fn binary(self, operator: Operator, other: impl Into<Expression>) -> Expression {
        Expression::of(Kind::Binary(operator, Box::new(self), Box::new(other.into())))
    }

    fn called(self, function: Function) -> Expression {
        Expression::of(Kind::Call(function, vec![self]))
    }

    /// Keeps the `count` highest dice.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(4, 6).keep_highest(3).to_string(), "4d6kh3");
    /// ```
    #[must_use]
    pub fn keep_highest(self, count: u32) -> Expression {
        self.modified(Modifier::Keep { highest: true, drop: false, count })
    }

    /// Keeps the `count` lowest dice.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(2, 20).keep_lowest(1).to_string(), "2d20kl1");
    /// ```
    #[must_use]
    pub fn keep_lowest(self, count: u32) -> Expression {
        self.modified(Modifier::Keep { highest: false, drop: false, count })
    }

    /// Drops the `count` highest dice.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(4, 6).drop_highest(1).to_string(), "4d6dh1");
    /// ```
    #[must_use]
    pub fn drop_highest(self, count: u32) -> Expression {
        self.modified(Modifier::Keep { highest: true, drop: true, count })
    }

    /// Drops the `count` lowest dice.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(4, 6).drop_lowest(1).distribution(), dice(4, 6).keep_highest(3).distribution());
    /// ```
    #[must_use]
    pub fn drop_lowest(self, count: u32) -> Expression {
        self.modified(Modifier::Keep { highest: false, drop: true, count })
    }

    /// Counts the dice whose face passes a test.
    ///
    /// ```
    /// # use hitchart_dice::algebra::{Condition, dice};
    /// assert_eq!(dice(6, 6).count(Condition::AtLeast(5)).to_string(), "6d6cs>=5");
    /// ```
    #[must_use]
    pub fn count(self, condition: Condition) -> Expression {
        self.modified(Modifier::Count(condition))
    }

    /// Rolls the dice whose face passes a test again, until none does.
    ///
    /// ```
    /// # use hitchart_dice::algebra::{Condition, d, faces};
    /// assert_eq!(d(6).reroll(Condition::Equal(1)).distribution(), faces(2..=6).distribution());
    /// ```
    #[must_use]
    pub fn reroll(self, faces: Condition) -> Expression {
        self.modified(Modifier::Reroll { once: false, faces })
    }

    /// Rolls the dice whose face passes a test again, once.
    ///
    /// ```
    /// # use hitchart_dice::algebra::{Condition, dice};
    /// assert_eq!(dice(2, 6).reroll_once(Condition::AtMost(2)).to_string(), "2d6ro<=2");
    /// ```
    #[must_use]
    pub fn reroll_once(self, faces: Condition) -> Expression {
        self.modified(Modifier::Reroll { once: true, faces })
    }

    /// Rolls each die that shows its highest face again and adds the roll, at most `most` times.
    ///
    /// ```
    /// use hitchart_dice::algebra::d;
    /// assert_eq!(d(6).explode(1).distribution()?.max(), 12);
    /// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
    /// ```
    #[must_use]
    pub fn explode(self, most: u32) -> Expression {
        self.modified(Modifier::Explode { most: Some(most), faces: Vec::new() })
    }

    /// Builds 1 if the total is at least the other, and 0 otherwise.
    ///
    /// ```
    /// # use hitchart_dice::algebra::d;
    /// assert_eq!(d(20).at_least(11).to_string(), "d20 >= 11");
    /// ```
    #[must_use]
    pub fn at_least(self, other: impl Into<Expression>) -> Expression {
        self.binary(Operator::AtLeast, other)
    }

    /// Builds 1 if the total is more than the other, and 0 otherwise.
    ///
    /// ```
    /// # use hitchart_dice::algebra::{d, dice};
    /// assert_eq!(dice(3, 6).more_than(d(20)).to_string(), "3d6 > d20");
    /// ```
    #[must_use]
    pub fn more_than(self, other: impl Into<Expression>) -> Expression {
        self.binary(Operator::More, other)
    }

    /// Builds 1 if the total is at most the other, and 0 otherwise.
    ///
    /// ```
    /// # use hitchart_dice::algebra::d;
    /// assert_eq!(d(100).at_most(65).to_string(), "d100 <= 65");
    /// ```
    #[must_use]
    pub fn at_most(self, other: impl Into<Expression>) -> Expression {
        self.binary(Operator::AtMost, other)
    }

    /// Builds 1 if the total is less than the other, and 0 otherwise.
    ///
    /// ```
    /// # use hitchart_dice::algebra::{d, dice};
    /// assert_eq!(dice(3, 6).less_than(d(20)).to_string(), "3d6 < d20");
    /// ```
    #[must_use]
    pub fn less_than(self, other: impl Into<Expression>) -> Expression {
        self.binary(Operator::Less, other)
    }

    /// Divides the total by a number, and rounds down.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(3, 6).floor_div(2).to_string(), "3d6 // 2");
    /// ```
    #[must_use]
    pub fn floor_div(self, other: impl Into<Expression>) -> Expression {
        self.binary(Operator::FloorDivide, other)
    }

    /// Builds the number of faces that at least `size` dice show.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(5, 6).sets(2).to_string(), "sets(5d6, 2)");
    /// ```
    #[must_use]
    pub fn sets(self, size: u32) -> Expression {
        Expression::of(Kind::Call(Function::Sets, vec![self, i64::from(size).into()]))
    }

    /// Builds the most dice that show one face.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(5, 6).largest_set().to_string(), "largest_set(5d6)");
    /// ```
    #[must_use]
    pub fn largest_set(self) -> Expression {
        self.called(Function::LargestSet)
    }

    /// Builds the length of the longest run of consecutive faces.
    ///
    /// ```
    /// # use hitchart_dice::algebra::dice;
    /// assert_eq!(dice(5, 6).longest_run().to_string(), "longest_run(5d6)");
    /// ```
    #[must_use]
    pub fn longest_run(self) -> Expression {
        self.called(Function::LongestRun)
    }

    /// Builds the sum of `count` independent copies.
    ///
    /// ```
    /// # use hitchart_dice::algebra::d;
    /// assert_eq!((d(6) * 2).repeat(3).to_string(), "repeat(3, d6 * 2)");
    /// ```
    #[must_use]
    pub fn repeat(self, count: impl Into<Expression>) -> Expression {
        Expression::of(Kind::Call(Function::Repeat, vec![count.into(), self]))
    }
}

impl From<i64> for Expression {
    fn from(number: i64) -> Expression {
        Expression::of(Kind::Number(number))
    }
}

impl<T: Into<Expression>> Add<T> for Expression {
    type Output = Expression;

    fn add(self, other: T) -> Expression {
        self.binary(Operator::Add, other)
    }
}

impl<T: Into<Expression>> Sub<T> for Expression {
    type Output = Expression;

    fn sub(self, other: T) -> Expression {
        self.binary(Operator::Subtract, other)
    }
}

impl<T: Into<Expression>> Mul<T> for Expression {
    type Output = Expression;

    fn mul(self, other: T) -> Expression {
        self.binary(Operator::Multiply, other)
    }
}

impl Neg for Expression {
    type Output = Expression;

    fn neg(self) -> Expression {
        match self.kind {
            Kind::Number(number) if number > i64::MIN => Expression::of(Kind::Number(-number)),
            _ => Expression::of(Kind::Negative(Box::new(self))),
        }
    }
}
