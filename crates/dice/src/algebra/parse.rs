//! The parser of expressions: by recursive descent, one function for each level of precedence.

use super::error::{AlgebraError, MAX_DEPTH, MAX_LENGTH, MAX_NESTING, Mistake, nearest};
use super::expression::{Expression, Function, Kind, Operator, Place};
use super::scan::Scanner;
use super::valid::{at, repetitions};
use std::str::FromStr;

/// Words that are no names of values.
const KEYWORDS: [&str; 6] = ["let", "in", "given", "and", "or", "not"];

/// Signs and words of other notations, with the forms to write instead.
const FORMS: [(&str, &str); 9] = [
    ("hk", "`kh` for the highest dice, such as `4d6kh3`"),
    ("lk", "`kl` for the lowest dice, such as `4d6kl3`"),
    ("adv", "`2d20kh1`"),
    ("dis", "`2d20kl1`"),
    ("^", "a power as `let x = d6 in x * x`"),
    ("%", "a remainder as `mod(2d6, 3)`"),
    ("?", "a choice as `if(d20 >= 11, 2d6, 0)`"),
    (".", "whole numbers, such as `floor(3 * d6 / 2)` for 1.5 times `d6`"),
    ("!", "`not d6 = 1`, or `d6!3` for explosions"),
];

/// Starts of words of other notations, with the forms to write instead.
const OTHER_WORDS: [(&str, &str); 13] = [
    ("highest", "`4d6kh2` for the 2 highest of 4 dice"),
    ("lowest", "`4d6kl2` for the 2 lowest of 4 dice"),
    ("best", "`4d6kh2` for the 2 highest of 4 dice"),
    ("keep", "`4d6kh3` for the 3 highest, or `4d6kl3` for the 3 lowest of 4 dice"),
    ("drop", "`4d6dl1` without the lowest, or `4d6dh1` without the highest of 4 dice"),
    ("sum", "`3d6`, which is a sum, or `2d6 + d8`"),
    ("count", "`6d6cs>=5` for the number of dice that show 5 or more"),
    ("success", "`6d6cs>=5` for the number of dice that show 5 or more"),
    ("reroll", "`d6r1` to roll each 1 again, or `d6ro1` once"),
    ("explode", "`d6!` to roll the highest face again, or `d6!3` at most 3 times"),
    ("exploding", "`d6!` to roll the highest face again, or `d6!3` at most 3 times"),
    ("adv", "`2d20kh1`"),
    ("dis", "`2d20kl1`"),
];

impl FromStr for Expression {
    type Err = AlgebraError;

    /// Parses the notation of docs/dice.md.
    ///
    /// ```
    /// use hitchart_dice::algebra::Expression;
    ///
    /// let mistake = "4d6kx3".parse::<Expression>().unwrap_err();
    /// assert_eq!(mistake.column, 4);
    /// assert!(mistake.to_string().contains("kh"));
    /// ```
    fn from_str(text: &str) -> Result<Expression, AlgebraError> {
        let length = text.chars().count();
        if length > MAX_LENGTH {
            return Err(Mistake::TooLong { length }.at(1));
        }
        let mut parser = Parser { scan: Scanner::new(text), depth: 0, names: Vec::new() };
        let expression = parser.whole()?;
        parser.scan.space();
        if parser.scan.peek().is_some() {
            return Err(parser.trailing());
        }
        expression.check()?;
        Ok(expression)
    }
}

pub(super) struct Parser {
    pub(super) scan: Scanner,
    depth: usize,
    /// Names of values that are defined here.
    names: Vec<String>,
}

type Parsed = Result<Expression, AlgebraError>;

impl Parser {
    /// Parses a whole expression: `let … in …`, or an expression with or without a condition.
    pub(super) fn whole(&mut self) -> Parsed {
        self.deeper(|parser| {
            let place = parser.here();
            if parser.word("let") {
                return parser.defined(place);
            }
            let expression = parser.any_of()?;
            if !parser.word("given") {
                return Ok(expression);
            }
            let Some(operator) = parser.comparison_sign() else {
                let help = "write `3d6 given >= 10`, or `let x = 3d6 in x given x >= 10`";
                return Err(Mistake::form("`given` needs a comparison with the result", help).at(parser.here().0));
            };
            let value = parser.sum()?;
            Ok(at(place, Kind::Given(Box::new(expression), operator, Box::new(value))))
        })
    }

    /// Parses the rest of `let x = 3d6, y = d8 in x + y given x > y`.
    fn defined(&mut self, place: Place) -> Parsed {
        let (known, mut values) = (self.names.len(), Vec::new());
        loop {
            self.scan.space();
            let column = self.scan.column();
            let name = self.scan.name().filter(|name| !KEYWORDS.contains(&name.as_str()));
            let name = name.filter(|name| Function::named(name).is_none());
            let Some(name) = name else {
                return Err(self.unexpected_at(column, "a name, such as `let x = 3d6 in x * x`"));
            };
            self.expect("=", "`=` and the value of the name, such as `let x = 3d6 in x * x`")?;
            let value = self.any_of()?;
            self.names.push(name.clone());
            values.push((name, value));
            if self.word("in") {
                break;
            }
            self.expect(",", "`in` and the expression that uses the value, such as `let x = 3d6 in x * x`")?;
        }
        // A condition after another `let` is part of that one.
        let inner = self.here();
        let body = if self.word("let") { self.deeper(|parser| parser.defined(inner))? } else { self.any_of()? };
        let condition = if self.word("given") { Some(Box::new(self.any_of()?)) } else { None };
        self.names.truncate(known);
        Ok(at(place, Kind::Let(values, Box::new(body), condition)))
    }

    fn any_of(&mut self) -> Parsed {
        self.chain(|parser| (parser.word("or") || parser.scan.take("||")).then_some(Operator::Or), Parser::all_of)
    }

    fn all_of(&mut self) -> Parsed {
        let and = |parser: &mut Parser| parser.word("and") || parser.scan.take("&&");
        self.chain(|parser| and(parser).then_some(Operator::And), Parser::negation)
    }

    fn negation(&mut self) -> Parsed {
        let place = self.here();
        if self.word("not") {
            let part = self.deeper(Parser::negation)?;
            return Ok(at(place, Kind::Not(Box::new(part))));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed {
        let place = self.here();
        let left = self.sum()?;
        let Some(operator) = self.comparison_sign() else { return Ok(left) };
        let right = self.sum()?;
        let column = self.here().0;
        if self.comparison_sign().is_some() {
            let help = "write `1 < d6 and d6 < 5`, or put one comparison in parentheses";
            return Err(Mistake::form("comparisons do not chain", help).at(column));
        }
        Ok(at(place, Kind::Binary(operator, Box::new(left), Box::new(right))))
    }

    pub(super) fn comparison_sign(&mut self) -> Option<Operator> {
        self.scan.space();
        if !matches!(self.scan.peek(), Some('<' | '>' | '=' | '!' | '≤' | '≥')) {
            return None;
        }
        Operator::COMPARISONS.iter().find(|(sign, _)| self.scan.take(sign)).map(|(_, operator)| *operator)
    }

    fn sum(&mut self) -> Parsed {
        let signs =
            [("+", Operator::Add), ("-", Operator::Subtract), ("−", Operator::Subtract), ("–", Operator::Subtract)];
        self.chain(|parser| parser.sign(&signs), Parser::product)
    }

    fn product(&mut self) -> Parsed {
        let signs = [
            ("*", Operator::Multiply),
            ("×", Operator::Multiply),
            ("//", Operator::FloorDivide),
            ("/", Operator::Divide),
        ];
        self.chain(|parser| parser.sign(&signs), Parser::signed)
    }

    fn sign(&mut self, signs: &[(&str, Operator)]) -> Option<Operator> {
        self.scan.space();
        if self.scan.peek().is_none_or(char::is_alphanumeric) {
            return None;
        }
        signs.iter().find(|(sign, _)| self.scan.take(sign)).map(|(_, operator)| *operator)
    }

    /// Parses operands between operators of one level, from the left.
    fn chain(
        &mut self,
        operator: impl Fn(&mut Parser) -> Option<Operator>,
        operand: impl Fn(&mut Parser) -> Parsed,
    ) -> Parsed {
        let place = self.here();
        let mut left = operand(self)?;
        let mut terms = 1;
        while let Some(operator) = operator(self) {
            terms += 1;
            if terms > MAX_DEPTH {
                return Err(Mistake::TooDeep.at(self.here().0));
            }
            let right = operand(self)?;
            left = at(place, Kind::Binary(operator, Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Parsed {
        let place = self.here();
        if self.scan.minus() {
            let part = self.deeper(Parser::signed)?;
            return Ok(Expression { place, ..-part });
        }
        if self.scan.take("+") {
            return self.deeper(Parser::signed);
        }
        self.modified()
    }

    /// Parses a number, a pool, a call, a name, or something in parentheses.
    pub(super) fn primary(&mut self) -> Parsed {
        let place = self.here();
        if self.scan.at_die() {
            return self.dice(at(place, Kind::Number(1)), place);
        }
        match self.scan.peek() {
            Some(c) if c.is_ascii_digit() => {
                let number = self.number()?;
                self.scan.space();
                if self.scan.at_die() {
                    return self.dice(at(place, Kind::Number(number)), place);
                }
                if self.scan.peek() == Some('{') {
                    return self.members(place, number);
                }
                Ok(at(place, Kind::Number(number)))
            }
            Some('(') => self.parenthesised(place),
            Some('{') => self.members(place, 1),
            Some(c) if c.is_alphabetic() => self.named(place),
            _ => Err(self.instead("dice or a number, such as `3d6` or `2`")),
        }
    }

    fn parenthesised(&mut self, place: Place) -> Parsed {
        self.expect("(", "`(`")?;
        let parts = self.parts(")", "`)`")?;
        match <[Expression; 1]>::try_from(parts) {
            Ok([part]) => Ok(part),
            Err(parts) => Ok(at(place, Kind::Tuple(parts))),
        }
    }

    /// Parses `{2d6, d8}` and `6{4d6kh3}`.
    fn members(&mut self, place: Place, times: i64) -> Parsed {
        let times = repetitions(times).map_err(|mistake| mistake.at(place.0))?;
        self.expect("{", "`{`")?;
        let members = self.parts("}", "`}`")?;
        Ok(at(place, Kind::Members(times, members)))
    }

    /// Parses expressions up to a closing sign; at least one.
    fn parts(&mut self, end: &str, expected: &str) -> Result<Vec<Expression>, AlgebraError> {
        let mut parts = vec![self.whole()?];
        loop {
            self.scan.space();
            if self.scan.take(end) {
                return Ok(parts);
            }
            if !self.scan.take(",") {
                return Err(self.instead(&format!("an operator, `,` or {expected}")));
            }
            parts.push(self.whole()?);
        }
    }

    /// Parses a call or a name.
    fn named(&mut self, place: Place) -> Parsed {
        let name = self.scan.name().unwrap_or_default();
        if let Some(function) = Function::named(&name) {
            self.scan.space();
            if !self.scan.take("(") {
                return Err(self.unexpected(&format!("`(`, such as `{}`", function.example())));
            }
            let parts = self.parts(")", "`)`")?;
            let (fewest, most) = function.arguments();
            if parts.len() < fewest || parts.len() > most {
                let plural = if parts.len() == 1 { "" } else { "s" };
                let problem = format!("`{name}` with {} argument{plural}", parts.len());
                let help = match (function, parts.len()) {
                    (Function::Max, 1) => "write `2d6kh1` for the highest die, or `max(2d6, d12)`".to_owned(),
                    (Function::Min, 1) => "write `2d6kl1` for the lowest die, or `min(2d6, d12)`".to_owned(),
                    _ => format!("write it as `{}`", function.example()),
                };
                return Err(Mistake::form(problem, help).at(place.0));
            }
            return Ok(at(place, Kind::Call(function, parts)));
        }
        if self.names.contains(&name) {
            return Ok(at(place, Kind::Name(name)));
        }
        Err(self.unknown(name, place.0))
    }

    fn unknown(&self, word: String, column: usize) -> AlgebraError {
        match word.as_str() {
            "d" => return without_sides(column),
            "let" => return Mistake::form("`let` in a part", "write `(let x = 2d6 in x * x) + 1`").at(column),
            _ => {}
        }
        let functions = Function::ALL.iter().map(|(_, name, _)| *name);
        let known = self.names.iter().map(String::as_str).chain(functions);
        let other = OTHER_WORDS.iter().find(|(start, _)| word.starts_with(start));
        let help = match (nearest(&word, known), other) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some((_, form))) => format!("write {form}"),
            (None, None) => "write dice such as `3d6`, or a function such as `max(2d6, d12)`".to_owned(),
        };
        Mistake::UnknownWord { word, help }.at(column)
    }

    // Helpers.

    /// Parses a part that may contain itself, within the depth allowed.
    pub(super) fn deeper(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed) -> Parsed {
        // A level of the text takes several calls.
        if self.depth >= MAX_NESTING {
            return Err(Mistake::TooDeep.at(self.scan.column()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Returns the place of the next character that is no space.
    pub(super) fn here(&mut self) -> Place {
        self.scan.space();
        Place(self.scan.column())
    }

    /// Skips a word if it comes next.
    fn word(&mut self, word: &str) -> bool {
        self.scan.space();
        self.scan.word(word)
    }

    pub(super) fn expect(&mut self, sign: &str, expected: &str) -> Result<(), AlgebraError> {
        self.scan.space();
        if self.scan.take(sign) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Returns the error that something else comes next.
    pub(super) fn unexpected(&mut self, expected: &str) -> AlgebraError {
        self.scan.space();
        self.unexpected_at(self.scan.column(), expected)
    }

    fn unexpected_at(&self, column: usize, expected: &str) -> AlgebraError {
        Mistake::Unexpected { found: self.scan.found(column), expected: expected.to_owned() }.at(column)
    }

    /// Returns the error that something else comes next; of other notations it has the form to write instead.
    fn instead(&mut self, expected: &str) -> AlgebraError {
        self.scan.space();
        let column = self.scan.column();
        if self.scan.word("d") {
            return without_sides(column);
        }
        match FORMS.iter().find(|(sign, _)| self.scan.take(sign)) {
            Some((_, form)) => Mistake::form(self.scan.found(column), format!("write {form}")).at(column),
            None => self.unexpected_at(column, expected),
        }
    }

    /// Returns the error that the expression does not end where it should.
    fn trailing(&mut self) -> AlgebraError {
        match self.scan.peek() {
            Some(')' | '}') => self.unexpected("the end, or an opening parenthesis before"),
            Some(_) if self.scan.at_die() => self.unexpected("an operator between dice, such as `2d6 + d8`"),
            Some(_) => self.instead("an operator such as `+`, a modifier such as `kh1`, or the end"),
            None => self.unexpected("an expression"),
        }
    }
}

fn without_sides(column: usize) -> AlgebraError {
    Mistake::form("`d` without a number of sides", "write `d6`").at(column)
}
