//! Expressions as data, and their notation.

use super::valid;
use std::fmt;

/// Column of a part of an expression, counted from 1; 0 without a text. Places never make expressions different.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub(super) struct Place(pub(super) usize);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// An expression of dice, such as `4d6kh3 + 2`. Parse one from a text, or build one from [`d`](super::d),
/// [`dice`](super::dice), operators and the methods here.
///
/// Every part of an expression rolls its own dice: `d6 - d6` is the difference of two rolls. `let x = d6 in x - x` rolls
/// once.
///
/// ```
/// use hitchart_dice::algebra::{Expression, dice};
///
/// let parsed: Expression = "4d6kh3 + 2".parse()?;
/// assert_eq!(parsed, dice(4, 6).keep_highest(3) + 2);
/// assert_eq!(parsed.to_string(), "4d6kh3 + 2");
/// assert!((parsed.distribution()?.mean() - 14.2446).abs() < 1e-4);
/// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
/// ```
///
/// Builders and operators accept any number. [`Expression::odds`] returns the mistakes that the parser returns, such as
/// a die with 0 sides. An expression of more than [`MAX_DEPTH`](super::MAX_DEPTH) levels, such as a sum of more terms,
/// loses its parts and has no odds; write `dice(300, 2)` or [`Expression::repeat`] instead of a sum of 300 terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    pub(super) kind: Kind,
    pub(super) place: Place,
    /// Levels of nesting, 1 to [`MAX_DEPTH`](super::MAX_DEPTH).
    pub(super) depth: usize,
    /// True if all parts keep the rules of [`valid`](super::valid).
    pub(super) is_valid: bool,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Mark for parts that were nested too deeply and are gone.
    TooDeep,
    Number(i64),
    Name(String),
    /// Equal dice: their number, and the die.
    Dice(Box<Expression>, Die),
    /// A pool whose dice are totals, repeated a number of times.
    Members(u32, Vec<Expression>),
    Modified(Box<Expression>, Modifier),
    Negative(Box<Expression>),
    Not(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    Tuple(Vec<Expression>),
    /// Values that are rolled once, the expression that uses them, and a condition on them.
    Let(Vec<(String, Expression)>, Box<Expression>, Option<Box<Expression>>),
    /// An expression under a condition on its own result.
    Given(Box<Expression>, Operator, Box<Expression>),
}

/// The faces of a die.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Die {
    /// The faces 1 to a number.
    Sides(u32),
    /// A number of sides that is rolled.
    Rolled(Box<Expression>),
    /// The faces -1, 0 and 1.
    Fudge,
    /// Faces as written: first and last of a range, and how often it counts.
    Faces(Vec<(i64, i64, u32)>),
}

/// A test of a die's face.
///
/// ```
/// use hitchart_dice::algebra::{Condition, dice};
/// assert_eq!(dice(6, 6).count(Condition::AtLeast(5)).to_string(), "6d6cs>=5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Less than a number.
    Less(i64),
    /// At most a number.
    AtMost(i64),
    /// Equal to a number.
    Equal(i64),
    /// Not equal to a number.
    Differs(i64),
    /// At least a number.
    AtLeast(i64),
    /// More than a number.
    More(i64),
    /// One of some numbers.
    In(Vec<i64>),
}

impl Condition {
    /// Returns true if a face passes the test.
    pub fn holds(&self, face: i64) -> bool {
        match self {
            Condition::Less(value) => face < *value,
            Condition::AtMost(value) => face <= *value,
            Condition::Equal(value) => face == *value,
            Condition::Differs(value) => face != *value,
            Condition::AtLeast(value) => face >= *value,
            Condition::More(value) => face > *value,
            Condition::In(values) => values.contains(&face),
        }
    }
}

/// A change of a pool of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    /// Rolls faces again: until there are none, or once.
    Reroll { once: bool, faces: Condition },
    /// Rolls again and adds: at most a number of times, on some faces or on the highest.
    Explode { most: Option<u32>, faces: Vec<i64> },
    /// Keeps or drops the highest or lowest dice.
    Keep { highest: bool, drop: bool, count: u32 },
    /// Counts the dice that pass a test.
    Count(Condition),
}

/// Operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Less,
    AtMost,
    Equal,
    Differs,
    AtLeast,
    More,
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
}

impl Operator {
    /// Comparisons by their signs, longer signs first.
    pub(super) const COMPARISONS: [(&'static str, Operator); 12] = [
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("=<", Operator::AtMost),
        ("=>", Operator::AtLeast),
        ("==", Operator::Equal),
        ("!=", Operator::Differs),
        ("<>", Operator::Differs),
        ("≤", Operator::AtMost),
        ("≥", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::More),
        ("=", Operator::Equal),
    ];

    /// Returns the sign with which the operator is printed.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Equal => "=",
            Operator::Differs => "!=",
            Operator::AtLeast => ">=",
            Operator::More => ">",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::FloorDivide => "//",
        }
    }

    /// Returns the level of precedence; higher binds tighter.
    pub(super) fn level(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Add | Operator::Subtract => 5,
            Operator::Multiply | Operator::Divide | Operator::FloorDivide => 6,
            _ => 4,
        }
    }
}

/// Functions by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Max,
    Min,
    Floor,
    Ceil,
    Round,
    Abs,
    Mod,
    If,
    Repeat,
    Sets,
    LargestSet,
    LongestRun,
    Distinct,
    BestSet,
    Sorted,
}

impl Function {
    /// All functions: the name, and the form in which it is called.
    pub(super) const ALL: [(Function, &'static str, &'static str); 15] = [
        (Function::Max, "max", "max(2d6, d12)"),
        (Function::Min, "min", "min(2d6, d12)"),
        (Function::Floor, "floor", "floor(3d6 / 2)"),
        (Function::Ceil, "ceil", "ceil(3d6 / 2)"),
        (Function::Round, "round", "round(3d6 / 2)"),
        (Function::Abs, "abs", "abs(d6 - d6)"),
        (Function::Mod, "mod", "mod(2d6, 3)"),
        (Function::If, "if", "if(d20 >= 15, 2d6, 0)"),
        (Function::Repeat, "repeat", "repeat(3, d6 * 2)"),
        (Function::Sets, "sets", "sets(5d6, 2)"),
        (Function::LargestSet, "largest_set", "largest_set(5d6)"),
        (Function::LongestRun, "longest_run", "longest_run(5d6)"),
        (Function::Distinct, "distinct", "distinct(5d6)"),
        (Function::BestSet, "best_set", "best_set(5d6)"),
        (Function::Sorted, "sorted", "sorted(3d6)"),
    ];

    /// Returns the function of a name.
    pub(super) fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().find(|(_, known, _)| *known == name).map(|(function, _, _)| *function)
    }

    /// Returns the name.
    pub(super) fn name(self) -> &'static str {
        Function::ALL.iter().find(|(function, _, _)| *function == self).map_or("", |(_, name, _)| name)
    }

    /// Returns a call as an example.
    pub(super) fn example(self) -> &'static str {
        Function::ALL.iter().find(|(function, _, _)| *function == self).map_or("", |(_, _, example)| example)
    }

    /// Returns the fewest and the most arguments.
    pub(super) fn arguments(self) -> (usize, usize) {
        match self {
            Function::Max | Function::Min => (2, usize::MAX),
            Function::Mod | Function::Repeat => (2, 2),
            Function::If => (3, 3),
            Function::Sets => (1, 2),
            _ => (1, 1),
        }
    }
}

impl Expression {
    pub(super) fn of(kind: Kind) -> Expression {
        valid::at(Place(0), kind)
    }

    /// Returns true if the expression is a test, such as `3d6 > d20`: its result is 1 if it holds, and 0 if not.
    pub fn is_test(&self) -> bool {
        matches!(&self.kind, Kind::Not(_)) || matches!(&self.kind, Kind::Binary(operator, ..) if operator.level() <= 4)
    }

    /// Returns the level of precedence of the outermost operator.
    fn level(&self) -> u8 {
        match &self.kind {
            Kind::Let(..) | Kind::Given(..) => 0,
            Kind::Binary(operator, ..) => operator.level(),
            Kind::Not(_) => 3,
            Kind::Negative(_) => 7,
            Kind::Number(n) if *n < 0 => 7,
            _ => 9,
        }
    }
}

impl Expression {
    /// Returns the parts that the expression is made of.
    pub(super) fn parts(&self) -> Vec<&Expression> {
        let mut parts = Vec::new();
        self.kind.visit(&mut |part| parts.push(part));
        parts
    }
}

impl Kind {
    /// Calls a function with each part, in the order of the text.
    pub(super) fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Expression)) {
        match self {
            Kind::TooDeep | Kind::Number(_) | Kind::Name(_) => {}
            Kind::Dice(count, Die::Rolled(sides)) => [count, sides].into_iter().for_each(|part| see(part)),
            Kind::Dice(part, _) | Kind::Modified(part, _) | Kind::Negative(part) | Kind::Not(part) => see(part),
            Kind::Binary(_, left, right) | Kind::Given(left, _, right) => {
                [left, right].into_iter().for_each(|part| see(part));
            }
            Kind::Members(_, parts) | Kind::Call(_, parts) | Kind::Tuple(parts) => parts.iter().for_each(see),
            Kind::Let(values, body, condition) => {
                values.iter().for_each(|(_, value)| see(value));
                see(body);
                condition.iter().for_each(|condition| see(condition));
            }
        }
    }
}

/// Writes an expression, in parentheses if it binds less than `level`.
fn within(f: &mut fmt::Formatter<'_>, part: &Expression, level: u8) -> fmt::Result {
    if part.level() < level { write!(f, "({part})") } else { write!(f, "{part}") }
}

/// Writes expressions with commas between them, in brackets.
fn listed(f: &mut fmt::Formatter<'_>, open: &str, parts: &[Expression], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (i, part) in parts.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        write!(f, "{part}")?;
    }
    f.write_str(close)
}

/// Writes the names of a `let` with their values.
fn named(f: &mut fmt::Formatter<'_>, values: &[(String, Expression)]) -> fmt::Result {
    for (i, (name, value)) in values.iter().enumerate() {
        write!(f, "{}{name} = ", if i > 0 { ", " } else { "let " })?;
        within(f, value, 1)?;
    }
    Ok(())
}

impl fmt::Display for Expression {
    /// Writes the expression in the notation of docs/dice.md, without parentheses that change nothing. The text parses
    /// again if it is within [`MAX_NESTING`](super::MAX_NESTING) and [`MAX_LENGTH`](super::MAX_LENGTH).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::TooDeep => f.write_str("(too many terms)"),
            Kind::Number(n) => write!(f, "{n}"),
            Kind::Name(name) => f.write_str(name),
            Kind::Dice(count, die) => match &count.kind {
                Kind::Number(1) => write!(f, "d{die}"),
                Kind::Number(n) if *n >= 0 => write!(f, "{n}d{die}"),
                _ => write!(f, "({count})d{die}"),
            },
            Kind::Members(1, members) => listed(f, "{", members, "}"),
            Kind::Members(times, members) => {
                write!(f, "{times}")?;
                listed(f, "{", members, "}")
            }
            Kind::Modified(base, modifier) => {
                match base.kind {
                    Kind::Dice(..) | Kind::Members(..) | Kind::Modified(..) => write!(f, "{base}")?,
                    _ => write!(f, "({base})")?,
                }
                write!(f, "{modifier}")
            }
            Kind::Negative(part) => {
                f.write_str("-")?;
                within(f, part, 7)
            }
            Kind::Not(part) => {
                f.write_str("not ")?;
                within(f, part, 3)
            }
            Kind::Binary(operator, left, right) => {
                let level = operator.level();
                // Comparisons do not chain.
                within(f, left, level + u8::from(level == 4))?;
                write!(f, " {} ", operator.sign())?;
                within(f, right, level + 1)
            }
            Kind::Call(function, parts) => {
                f.write_str(function.name())?;
                listed(f, "(", parts, ")")
            }
            Kind::Tuple(parts) => listed(f, "(", parts, ")"),
            Kind::Let(values, body, condition) => {
                named(f, values)?;
                f.write_str(" in ")?;
                within(f, body, 1)?;
                condition.as_ref().map_or(Ok(()), |condition| {
                    f.write_str(" given ")?;
                    within(f, condition, 1)
                })
            }
            Kind::Given(part, operator, value) => {
                within(f, part, 1)?;
                write!(f, " given {} ", operator.sign())?;
                within(f, value, 5)
            }
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::Sides(sides) => write!(f, "{sides}"),
            Die::Rolled(sides) => write!(f, "({sides})"),
            Die::Fudge => f.write_str("F"),
            Die::Faces(faces) => {
                f.write_str("{")?;
                for (i, (first, last, weight)) in faces.iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    write!(f, "{first}")?;
                    if last != first {
                        write!(f, "..{last}")?;
                    }
                    if *weight != 1 {
                        write!(f, ":{weight}")?;
                    }
                }
                f.write_str("}")
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Less(value) => write!(f, "<{value}"),
            Condition::AtMost(value) => write!(f, "<={value}"),
            Condition::Equal(value) => write!(f, "={value}"),
            Condition::Differs(value) => write!(f, "!={value}"),
            Condition::AtLeast(value) => write!(f, ">={value}"),
            Condition::More(value) => write!(f, ">{value}"),
            Condition::In(values) => write!(f, "{}", Braced(values)),
        }
    }
}

/// Numbers in braces.
struct Braced<'a>(&'a [i64]);

impl fmt::Display for Braced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(i64::to_string).collect();
        write!(f, "{{{}}}", numbers.join(","))
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Modifier::Reroll { once, faces } => write!(f, "r{}{faces}", if *once { "o" } else { "" }),
            Modifier::Explode { most, faces } => {
                f.write_str("!")?;
                most.map_or(Ok(()), |most| write!(f, "{most}"))?;
                if faces.is_empty() { Ok(()) } else { write!(f, "{}", Braced(faces)) }
            }
            Modifier::Keep { highest, drop, count } => {
                write!(f, "{}{}{count}", if *drop { "d" } else { "k" }, if *highest { "h" } else { "l" })
            }
            Modifier::Count(condition) => write!(f, "cs{condition}"),
        }
    }
}
