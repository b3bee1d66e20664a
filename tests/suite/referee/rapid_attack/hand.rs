//! Dice: the dice that a frame rolls with its systems, and which are still free (rulebook, "Roll"; S11, S21, S34, R16
//! to R18).

use super::super::lines::{Line, Ruled};
use super::{Battle, Unit};
use serde_json::Value;

/// Colours in the order blue, green, red, yellow.
pub(crate) const COLORS: [&str; 4] = ["blue", "green", "red", "yellow"];
pub(crate) const BLUE: usize = 0;
pub(crate) const GREEN: usize = 1;
pub(crate) const RED: usize = 2;
pub(crate) const YELLOW: usize = 3;

/// The dice of a turn that are still free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hand {
    pub whites: Vec<usize>,
    /// The best die of each colour; 0 if none was rolled.
    pub best: [usize; 4],
    pub spent: [bool; 4],
}

/// Parses the sides of a small pool's dice, such as `2d6+1d8`.
pub(crate) fn sides(pool: &Value) -> Vec<usize> {
    let groups = pool.as_str().unwrap_or("").split('+').filter_map(|group| group.split_once('d'));
    let read = |text: &str| text.trim().parse::<usize>().unwrap_or(0);
    groups.flat_map(|(count, sides)| std::iter::repeat_n(read(sides), read(count))).collect()
}

impl Battle<'_> {
    /// Returns the white dice that a frame rolls: those left, fewer in hostile terrain without the system for it (S41,
    /// R36).
    pub(crate) fn whites_rolled(&self, unit: &Unit) -> usize {
        let on = |piece: &super::Piece| {
            piece.kind == super::Ground::Hostile && piece.shape.to_point(unit.at) < self.radius()
        };
        let of_table = self.header.is("hostile").then(|| self.header.get("needs").as_str().unwrap_or("E"));
        let here = self.pieces.iter().filter(|piece| on(piece)).map(|piece| piece.needs.as_str());
        let hostile = of_table.into_iter().chain(here).any(|system| unit.count(system) == 0);
        unit.whites - if hostile { self.int("options", "hostile_whites").min(unit.whites) } else { 0 }
    }

    /// Returns the white dice that a frame can lose (R36).
    pub(crate) fn whites_to_lose(&self, unit: &Unit) -> usize {
        if self.on("options", "hostile_whites_lost") { self.whites_rolled(unit) } else { unit.whites }
    }

    /// Returns the colour and sides of every die that a frame rolls; `attack` is the range and the rockets declared
    /// with a target.
    fn dice(&self, unit: &Unit, attack: Option<(&str, usize)>) -> Vec<(String, usize)> {
        let mut dice = Vec::new();
        let mut add = |color: &str, times: usize, pool: &Value| {
            let pool = sides(pool);
            (0..times).for_each(|_| dice.extend(pool.iter().map(|sides| (color.to_owned(), *sides))));
        };
        if let Some((range, rockets)) = attack {
            let (whole, halves) = unit.weapons(range.chars().next().unwrap_or(' '));
            add("red", whole.min(1), &self.rules["weapons"]["first"]);
            add("red", whole.saturating_sub(1), &self.rules["weapons"]["second"]);
            add("red", halves, &self.rules["weapons"]["half"]);
            add("red", rockets, &self.rules["rockets"]["dice"]);
        }
        add("blue", unit.count("B"), &self.rules["dice"]["defense"]);
        add("green", unit.count("G"), &self.rules["dice"]["movement"]);
        add("green", usize::from(!unit.is_ranged()), &self.rules["frame"]["sprint"]);
        add("yellow", unit.count("Y"), &self.rules["dice"]["comms"]);
        let white = self.int("frame", "white_sides");
        dice.extend(std::iter::repeat_n(("white".to_owned(), white), self.whites_rolled(unit)));
        dice
    }

    /// Takes the roll of a frame's hand.
    pub(crate) fn roll(&mut self, unit: usize, attack: Option<(&str, usize)>) -> Ruled<Hand> {
        let line = self.take("rolled")?;
        line.same("frame that rolls", line.number("unit")?, unit)?;
        let mut hand = Hand::default();
        let mut dice = Vec::new();
        for die in line.items("faces") {
            let number = |key: &str| die[key].as_u64().unwrap_or(0) as usize;
            let (color, of, face) = (die["color"].as_str().unwrap_or(""), number("sides"), number("face"));
            line.rule((1..=of).contains(&face), || format!("a die of {of} sides shows {face}"))?;
            match COLORS.iter().position(|known| *known == color) {
                Some(color) => hand.best[color] = hand.best[color].max(face),
                None => hand.whites.push(face),
            }
            dice.push((color.to_owned(), of));
        }
        let mut due = self.dice(&self.units[unit], attack);
        dice.sort();
        due.sort();
        line.same("S21, S34, S41, R16: dice of the hand", dice, due)?;
        Ok(hand)
    }
}

impl Hand {
    /// Gives the die of a line to the action of a colour; a line without a die gives none.
    pub(crate) fn spend(&mut self, line: Line, color: usize) -> Ruled {
        let value = line.number("value")?;
        match line.get("die").as_str() {
            None => line.same("value of no die", value, 0),
            Some("white") => {
                let place = self.whites.iter().position(|white| *white == value);
                let Some(place) = place else { return line.refuse(format!("S11: no white {value} is free")) };
                self.whites.swap_remove(place);
                Ok(())
            }
            Some(own) => {
                line.same("colour of the die", own, COLORS[color])?;
                let is_free = self.best[color] > 0 && !self.spent[color];
                line.rule(is_free, || format!("S11: no {own} die is free"))?;
                line.same("the best die of its colour", value, self.best[color])?;
                self.spent[color] = true;
                Ok(())
            }
        }
    }

    /// Returns true if values can be set aside for movement, attack and spot at once; 0 means none (S11).
    pub(crate) fn can_commit(&self, values: [usize; 3]) -> bool {
        let mut needs_white = Vec::new();
        // An action that uses its coloured die leaves a white for the others.
        for (value, color) in values.into_iter().zip([GREEN, RED, YELLOW]) {
            if value > 0 && (self.spent[color] || self.best[color] != value) {
                needs_white.push(value);
            }
        }
        let mut whites = self.whites.clone();
        needs_white.iter().all(|value| match whites.iter().position(|white| white == value) {
            Some(place) => {
                whites.swap_remove(place);
                true
            }
            None => false,
        })
    }

    /// Counts the unused whites and colours.
    pub(crate) fn unused(&self) -> (usize, usize) {
        let colors = (0..COLORS.len()).filter(|color| self.best[*color] > 0 && !self.spent[*color]);
        (self.whites.len(), colors.count())
    }
}
