//! Unique names.

use super::header::Header;
use super::line::Whom;
use super::now::Joined;
use super::numbered::numbers;

/// Names of the Aces, the hexes and the enemies of a battle.
#[derive(Clone, Debug, Default)]
pub struct Names {
    aces: Vec<String>,
    /// Names of hexes by battle.
    hexes: Vec<Vec<String>>,
    battle: usize,
    enemies: Vec<String>,
}

impl Names {
    /// Returns the names of a mission; enemies get theirs when they join.
    pub fn of(header: &Header) -> Names {
        let hexes = |hexes: &[[i8; 2]]| hexes.iter().map(|[q, r]| format!("{q},{r}")).collect();
        Names {
            aces: header.aces.iter().map(|ace| ace.name.clone()).collect(),
            hexes: header.battles.iter().map(|battle| hexes(&battle.hexes)).collect(),
            battle: 0,
            enemies: Vec::new(),
        }
    }

    /// Moves on to a battle and forgets the enemies of the previous one.
    pub fn begin_battle(&mut self, battle: u8) {
        self.battle = usize::from(battle);
        self.enemies.clear();
    }

    /// Returns a name for an enemy that joins: that of its kind, with a number if the kind occurs more than once in the
    /// battle. `several` is true if several enemies of the kind join at once.
    pub fn coin(&self, kind: &str, several: bool) -> String {
        let is_free = |name: &String| !self.enemies.contains(name) && !self.aces.contains(name);
        let is_of_kind = |name: &String| {
            let rest = name.strip_prefix(kind).map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            rest.is_some_and(|rest| rest.chars().all(|sign| sign.is_ascii_digit()))
        };
        let before = self.enemies.iter().filter(|name| is_of_kind(name)).count();
        let plain = (!several && before == 0).then(|| kind.to_owned());
        // The first enemy of a kind has no number if it joined alone, but counts as number 1.
        let mut names = plain.into_iter().chain(numbers(kind).skip(before));
        names.find(is_free).unwrap_or_else(|| kind.to_owned())
    }

    /// Records the name of an enemy that joins.
    pub fn join(&mut self, joined: &Joined) {
        self.enemies.push(joined.name.clone());
    }

    /// Returns the name of an Ace.
    pub fn ace(&self, ace: u8) -> &str {
        self.aces.get(usize::from(ace)).map_or("An Ace", String::as_str)
    }

    /// Returns the name of an enemy.
    pub fn enemy(&self, enemy: u16) -> &str {
        self.enemies.get(usize::from(enemy)).map_or("an enemy", String::as_str)
    }

    /// Returns the name of an Ace or an enemy.
    pub fn whom(&self, whom: Whom) -> &str {
        match (whom.ace, whom.enemy) {
            (Some(ace), _) => self.ace(ace),
            (None, Some(enemy)) => self.enemy(enemy),
            (None, None) => "nobody",
        }
    }

    /// Returns the name of a hex, as `q,r`.
    pub fn hex(&self, hex: u8) -> &str {
        let hexes = self.hexes.get(self.battle).map_or(&[][..], Vec::as_slice);
        hexes.get(usize::from(hex)).map_or("nowhere", String::as_str)
    }

    /// Returns the names of several hexes.
    pub fn hexes(&self, hexes: &[u8]) -> String {
        let names: Vec<&str> = hexes.iter().map(|hex| self.hex(*hex)).collect();
        names.join(" and ")
    }
}
