//! Characters of an expression, and the parser of pools: dice, their faces and their modifiers.

use super::distribution::MAX_OUTCOMES;
use super::error::{AlgebraError, Mistake};
use super::expression::{Condition, Die, Expression, Kind, Modifier, Operator, Place};
use super::parse::Parser;
use super::valid::{self, MAX_COUNT, MAX_NUMBER, at};

/// A text, character by character.
pub(super) struct Scanner {
    text: Vec<char>,
    next: usize,
}

impl Scanner {
    pub(super) fn new(text: &str) -> Scanner {
        // A text of n bytes has at most n characters, so this is one allocation.
        let mut all = Vec::with_capacity(text.len());
        all.extend(text.chars());
        Scanner { text: all, next: 0 }
    }

    /// Returns the column of the next character.
    pub(super) fn column(&self) -> usize {
        self.next + 1
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.next).copied()
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.text.get(self.next + by).copied()
    }

    pub(super) fn space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next += 1;
        }
    }

    /// Skips a sign or letters, in any case, if they come next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let mut end = self.next;
        for c in sign.chars() {
            match self.text.get(end) {
                Some(a) if a.eq_ignore_ascii_case(&c) => end += 1,
                _ => return false,
            }
        }
        self.next = end;
        true
    }

    /// Skips a minus sign if it comes next: a hyphen, a minus or the dash of a pasted text.
    pub(super) fn minus(&mut self) -> bool {
        ["-", "−", "–"].iter().any(|sign| self.take(sign))
    }

    /// Skips a whole word, in any case, if it comes next.
    pub(super) fn word(&mut self, word: &str) -> bool {
        if self.peek().is_none_or(|c| c.to_ascii_lowercase() != word.chars().next().unwrap_or(' ')) {
            return false;
        }
        let ends = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        ends(self.ahead(word.chars().count())) && self.take(word)
    }

    /// Reads a name: letters, digits and underscores, in lower case.
    pub(super) fn name(&mut self) -> Option<String> {
        let length = (0..).take_while(|i| self.ahead(*i).is_some_and(|c| c.is_alphanumeric() || c == '_')).count();
        let name: String = self.text[self.next..self.next + length].iter().collect();
        let starts = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
        (starts && !self.at_die()).then(|| {
            self.next += length;
            name.to_lowercase()
        })
    }

    /// Returns true if dice come next: `d6`, `d{0,1}`, `d%`, `d(2d6)` or `dF`.
    pub(super) fn at_die(&self) -> bool {
        if !matches!(self.peek(), Some('d' | 'D')) {
            return false;
        }
        let mut faces = self.text[self.next + 1..].iter().skip_while(|c| c.is_whitespace());
        match faces.next() {
            // A modifier may follow, but not other letters.
            Some('f' | 'F') => self.ahead(2).is_none_or(|c| !c.is_alphabetic() || "kKcCdDrR".contains(c)),
            Some(c) => c.is_ascii_digit() || matches!(c, '{' | '%' | '('),
            None => false,
        }
    }

    /// Describes the text at a column, for messages.
    pub(super) fn found(&self, column: usize) -> String {
        let rest = &self.text[(column - 1).min(self.text.len())..];
        let is_word = |c: &&char| c.is_alphanumeric();
        match rest.first() {
            None => "the expression ends here".to_owned(),
            Some(c) if c.is_alphanumeric() => {
                format!("found `{}`", rest.iter().take_while(is_word).take(20).collect::<String>())
            }
            Some(c) => format!("found `{c}`"),
        }
    }
}

impl Parser {
    /// Parses a number without sign.
    pub(super) fn number(&mut self) -> Result<i64, AlgebraError> {
        self.number_up_to(MAX_NUMBER, "a number")
    }

    fn number_up_to(&mut self, most: i64, expected: &str) -> Result<i64, AlgebraError> {
        self.scan.space();
        let column = self.scan.column();
        let (start, mut number) = (self.scan.next, 0i64);
        while let Some(digit) = self.scan.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit.into());
            self.scan.next += 1;
        }
        match self.scan.next {
            end if end == start => Err(self.unexpected(expected)),
            end if number > most => {
                Err(Mistake::Number { number: self.scan.text[start..end].iter().collect(), most }.at(column))
            }
            _ => Ok(number),
        }
    }

    /// Parses a number with or without a sign.
    fn signed_number(&mut self, expected: &str) -> Result<i64, AlgebraError> {
        self.scan.space();
        let negative = self.scan.minus();
        let number = self.number_up_to(MAX_NUMBER, expected)?;
        Ok(if negative { -number } else { number })
    }

    /// Parses the die after a number of dice.
    pub(super) fn dice(&mut self, count: Expression, place: Place) -> Result<Expression, AlgebraError> {
        self.scan.take("d");
        self.scan.space();
        let die = match self.scan.peek() {
            Some('{') => self.faces()?,
            Some('(') => {
                let sides = self.deeper(Parser::primary)?;
                Die::Rolled(Box::new(sides))
            }
            Some('%') => {
                self.scan.take("%");
                Die::Sides(100)
            }
            Some('f' | 'F') => {
                self.scan.take("f");
                Die::Fudge
            }
            _ => {
                let column = self.scan.column();
                let sides = self.number_up_to(MAX_OUTCOMES as i64, "the number of sides, such as `d6`")?;
                Die::Sides(valid::sides(sides).map_err(|mistake| mistake.at(column))?)
            }
        };
        Ok(at(place, Kind::Dice(Box::new(count), die)))
    }

    /// Parses faces: `{0,1,1,2}`, `{1..6,6}`, `{0:3,1:2}`.
    fn faces(&mut self) -> Result<Die, AlgebraError> {
        const FORM: &str = "a face, such as `d{0,1,1,2}` or `d{1..6,6}`";
        self.expect("{", FORM)?;
        let mut faces = Vec::with_capacity(8);
        loop {
            let column = self.here().0;
            let first = self.signed_number(FORM)?;
            self.scan.space();
            let last = if self.scan.take("..") { self.signed_number(FORM)? } else { first };
            valid::range(first, last).map_err(|mistake| mistake.at(column))?;
            self.scan.space();
            let weight = if self.scan.take(":") { self.weight()? } else { 1 };
            faces.push((first, last, weight));
            self.scan.space();
            if self.scan.take("}") {
                return Ok(Die::Faces(faces));
            }
            self.expect(",", "`,` and a face, or `}`")?;
        }
    }

    fn weight(&mut self) -> Result<u32, AlgebraError> {
        let column = self.here().0;
        let weight = self.number_up_to(MAX_COUNT, "how often the face counts, such as `d{0:3,1:2}`")?;
        if self.scan.peek() == Some('.') && self.scan.ahead(1) != Some('.') {
            let help = "multiply all weights, such as `d{0:3,1:2}` for 1.5 and 1";
            return Err(Mistake::form("a weight that is no whole number", help).at(column));
        }
        valid::weight(weight).map_err(|mistake| mistake.at(column))
    }

    /// Parses a primary with its modifiers; a die may follow, whose number of dice is what came before.
    pub(super) fn modified(&mut self) -> Result<Expression, AlgebraError> {
        const MOST: usize = 50;
        let place = self.here();
        let is_bare = self.scan.peek() != Some('(');
        let mut base = self.primary()?;
        for _ in 0..MOST {
            let after = self.scan.next;
            let here = self.here();
            if self.scan.at_die() && after == self.scan.next {
                base = self.dice(base, place)?;
                if is_bare && matches!(base.kind, Kind::Dice(_, Die::Sides(1))) {
                    let help = "write `dl1` to drop the lowest die, such as `4d6dl1`";
                    return Err(Mistake::form("a rolled number of dice with 1 side", help).at(here.0));
                }
                continue;
            }
            let Some(modifier) = self.modifier()? else {
                self.scan.next = after;
                return Ok(base);
            };
            base = at(here, Kind::Modified(Box::new(base), modifier));
        }
        Err(Mistake::TooDeep.at(self.here().0))
    }

    /// Parses the modifier that comes next, if one does.
    fn modifier(&mut self) -> Result<Option<Modifier>, AlgebraError> {
        let keep = [("kh", true, false), ("kl", false, false), ("dh", true, true), ("dl", false, true)];
        if self.scan.peek().is_none_or(|c| !matches!(c, '!' | 'k' | 'K' | 'c' | 'C' | 'r' | 'R' | 'd' | 'D')) {
            return Ok(None);
        }
        if let Some((_, highest, drop)) = keep.iter().find(|(letters, ..)| self.scan.take(letters)) {
            return Ok(Some(Modifier::Keep { highest: *highest, drop: *drop, count: self.kept()? }));
        }
        let column = self.here().0;
        match self.scan.peek() {
            Some('!') if self.scan.ahead(1) != Some('=') => {
                self.scan.take("!");
                self.explosion().map(Some)
            }
            Some('k' | 'K') if self.scan.ahead(1).is_none_or(|c| !c.is_alphabetic()) => {
                self.scan.take("k");
                Ok(Some(Modifier::Keep { highest: true, drop: false, count: self.kept()? }))
            }
            Some('k' | 'K') => Err(self.unexpected("`kh`, `kl`, `dh` or `dl` with a number, such as `4d6kh3`")),
            Some('c' | 'C') => {
                if !self.scan.take("cs") {
                    return Err(self.unexpected("`cs` with a test, such as `6d6cs>=5`"));
                }
                Ok(Some(Modifier::Count(self.condition("a test of each die, such as `6d6cs>=5` or `8d6cs=6`")?)))
            }
            Some('r' | 'R') => {
                self.scan.take("r");
                let once = self.scan.take("o");
                let faces = self.condition("the faces to roll again, such as `d6r1` or `2d6ro<=2`")?;
                Ok(Some(Modifier::Reroll { once, faces }))
            }
            Some('d' | 'D') if self.scan.ahead(1).is_some_and(char::is_alphabetic) => {
                let expected = "`dl` or `dh` with a number, such as `4d6dl1`";
                Err(Mistake::Unexpected { found: self.scan.found(column), expected: expected.to_owned() }.at(column))
            }
            _ => Ok(None),
        }
    }

    /// Parses the number of kept or dropped dice; 1 without a number.
    fn kept(&mut self) -> Result<u32, AlgebraError> {
        let column = self.here().0;
        if !self.scan.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(1);
        }
        let count = self.number_up_to(MAX_COUNT, "a number of dice")?;
        valid::kept(count).map_err(|mistake| mistake.at(column))
    }

    /// Parses the rest of `!3`, `!{5,6}` and `!`.
    fn explosion(&mut self) -> Result<Modifier, AlgebraError> {
        if self.scan.peek() == Some('!') {
            let help = "write one: `d6!` adds the rolls of a die";
            return Err(Mistake::form("two `!`", help).at(self.scan.column()));
        }
        let most = match self.scan.peek() {
            Some(c) if c.is_ascii_digit() => u32::try_from(self.number_up_to(MAX_COUNT, "a number")?).ok(),
            _ => None,
        };
        let faces = if self.scan.peek() == Some('{') { self.numbers()? } else { Vec::new() };
        Ok(Modifier::Explode { most, faces })
    }

    /// Parses numbers in braces, at least one.
    fn numbers(&mut self) -> Result<Vec<i64>, AlgebraError> {
        self.expect("{", "`{`")?;
        let mut numbers = vec![self.signed_number("a face, such as `{5,6}`")?];
        loop {
            self.scan.space();
            if self.scan.take("}") {
                return Ok(numbers);
            }
            self.expect(",", "`,` and a face, or `}`")?;
            numbers.push(self.signed_number("a face, such as `{5,6}`")?);
        }
    }

    /// Parses a test of a face: `>=5`, `=6`, `6` or `{5,6}`.
    fn condition(&mut self, expected: &str) -> Result<Condition, AlgebraError> {
        self.scan.space();
        if self.scan.peek() == Some('{') {
            return Ok(Condition::In(self.numbers()?));
        }
        let operator = self.comparison_sign();
        let value = self.signed_number(expected)?;
        Ok(match operator {
            Some(Operator::Differs) => Condition::Differs(value),
            Some(Operator::Less) => Condition::Less(value),
            Some(Operator::AtMost) => Condition::AtMost(value),
            Some(Operator::AtLeast) => Condition::AtLeast(value),
            Some(Operator::More) => Condition::More(value),
            _ => Condition::Equal(value),
        })
    }
}
