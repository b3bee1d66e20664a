//! Hands, and the dice that actions take from them.

use super::super::lines::{Line, Ruled};
use super::state::{Asset, Field};

/// A die: colour, sides, and true if it belongs to the yellow ace.
pub(crate) type Die = (String, usize, bool);

/// Parses the dice of a pool such as `2d6+1d8`.
pub(crate) fn pool(text: &str) -> Vec<usize> {
    let groups = text.split('+').filter(|group| !group.is_empty()).flat_map(|group| {
        let (count, sides) = group.split_once('d').unwrap_or(("0", "6"));
        vec![sides.trim().parse().unwrap_or(0); count.trim().parse().unwrap_or(1)]
    });
    groups.collect()
}

/// The hand of an asset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hand {
    /// Colour, face, true for the die of the yellow ace, and true if it is spent.
    dice: Vec<(String, usize, bool, bool)>,
}

impl Hand {
    pub(crate) fn read(line: Line) -> Hand {
        let dice = line.items("faces").iter().map(|die| {
            let face = die["face"].as_u64().unwrap_or(0) as usize;
            (die["color"].as_str().unwrap_or("").to_owned(), face, die["ace"] == true, false)
        });
        Hand { dice: dice.collect() }
    }

    /// Spends a die: of an action's colour the best, of whites and blacks any with that face.
    pub(crate) fn spend(&mut self, line: Line, colour: &str, face: usize) -> Ruled {
        let best = self.dice.iter().filter(|die| die.0 == colour && !die.2).map(|die| die.1).max();
        if !matches!(colour, "white" | "black") {
            line.same(&format!("the best {colour} die"), Some(face), best)?;
        }
        let fits = |die: &&mut (String, usize, bool, bool)| die.0 == colour && die.1 == face && !die.2 && !die.3;
        let Some(die) = self.dice.iter_mut().find(fits) else {
            return line.refuse(format!("no {colour} die of {face} is left in the hand"));
        };
        die.3 = true;
        Ok(())
    }

    /// Returns the face of the yellow ace's die.
    pub(crate) fn ace_spot(&self) -> usize {
        self.dice.iter().filter(|die| die.2).map(|die| die.1).max().unwrap_or(0)
    }

    /// Counts the dice of a colour that are left.
    pub(crate) fn left(&self, colour: &str) -> usize {
        self.dice.iter().filter(|die| die.0 == colour && !die.3).count()
    }

    /// Counts the colours of actions without a spent die.
    pub(crate) fn colours_left(&self) -> usize {
        let left = |colour: &&&str| {
            let own = || self.dice.iter().filter(|die| die.0 == ***colour && !die.2);
            own().count() > 0 && own().all(|die| !die.3)
        };
        ["blue", "green", "red", "yellow"].iter().filter(left).count()
    }
}

impl Field<'_> {
    fn pool(&self, table: &str, field: &str) -> Vec<usize> {
        pool(self.rule(table, field).as_str().unwrap_or(""))
    }

    /// Returns the red dice of a ship's weapons for a band (I04).
    pub(crate) fn reds(&self, ship: &Asset, band: &str) -> Vec<usize> {
        let letter = match band {
            "point-defense" => 'p',
            "assault" => 'a',
            "support" => 's',
            _ => return Vec::new(),
        };
        let (devoted, halves) = ship.weapons(letter);
        let mut dice = Vec::new();
        for weapon in 0..devoted {
            dice.extend(self.pool("weapons", if weapon == 0 { "first" } else { "second" }));
        }
        (0..halves).for_each(|_| dice.extend(self.pool("weapons", "half")));
        dice
    }

    /// Returns the hand that an asset rolls. A ship's hand has the reds of the band of its declared target.
    pub(crate) fn hand(&self, asset: usize, band: Option<&str>) -> Vec<Die> {
        let asset = &self.assets[asset];
        let mut hand: Vec<Die> = Vec::new();
        let mut add = |colour: &str, sides: Vec<usize>, ace: bool| {
            hand.extend(sides.into_iter().map(|sides| (colour.to_owned(), sides, ace)));
        };
        let whites = if asset.is_hva() { self.number("hvas", "whites") } else { asset.whites };
        add("white", vec![6; whites], false);
        if asset.is_ship() {
            add("red", band.map_or(Vec::new(), |band| self.reds(asset, band)), false);
            (0..asset.count("B")).for_each(|_| add("blue", self.pool("dice", "defense"), false));
            if asset.kind == "frigate" {
                add("green", self.pool("ships", "frigate_green"), false);
            }
            for comms in 0..asset.count("Y") {
                add("yellow", self.pool("dice", if comms == 0 { "comms" } else { "second_comms" }), false);
            }
            match asset.count("K") {
                0 => {}
                1 => add("black", self.pool("dice", "catapult"), false),
                _ => add("black", self.pool("dice", "catapults"), false),
            }
        }
        if asset.is_company() {
            for (colour, system) in [("red", "weapon"), ("blue", "defense"), ("green", "movement"), ("yellow", "comms")]
            {
                if asset.count(system) > 0 {
                    add(colour, self.pool("companies", system), false);
                }
                if asset.ace.as_deref() == Some(colour) {
                    add(colour, self.pool("aces", "dice"), colour == "yellow");
                }
            }
        }
        hand.sort();
        hand
    }

    /// Checks the dice of a roll against the asset's hand.
    pub(crate) fn check_hand(&self, line: Line, asset: usize, band: Option<&str>) -> Ruled {
        let told = line.items("faces").iter().map(|die| {
            let sides = die["sides"].as_u64().unwrap_or(0) as usize;
            (die["color"].as_str().unwrap_or("").to_owned(), sides, die["ace"] == true)
        });
        let mut told: Vec<Die> = told.collect();
        told.sort();
        line.same("I04, I05, I20: dice of the hand", told, self.hand(asset, band))?;
        let fair = |die: &serde_json::Value| {
            die["face"].as_u64().is_some_and(|face| face >= 1 && Some(face) <= die["sides"].as_u64())
        };
        line.rule(line.items("faces").iter().all(fair), || "a face beyond its die".to_owned())
    }
}
