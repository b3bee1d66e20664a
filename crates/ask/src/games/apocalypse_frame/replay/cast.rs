//! Names of the Aces, enemies and hexes of a mission, and numbers of enemies.

use super::header::Header;
use hitchart_apocalypse_frame::encounter::MAX_ENEMIES;
use hitchart_apocalypse_frame::ids::{AceId, AttackId, ColossusId, Combatant, EnemyId, EnemySet, HexId, HexSet};
use hitchart_apocalypse_frame::mission::{Event, Mission, State};
use serde::Serialize;
use std::collections::BTreeSet;

/// An enemy of a battle, with everything that remains known once it is removed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Enemy {
    /// Number of the enemy in the battle, from 0.
    pub enemy: usize,
    /// Number of the kind in the battle.
    pub kind: u8,
    /// Name, unique in the battle.
    pub name: String,
    /// Number of the colossus that the enemy is a part of.
    pub colossus: Option<u8>,
    pub max_vigor: u8,
    /// Numbers of the attacks that the enemy carries.
    pub attacks: Vec<u8>,
    /// Slot of the state that the enemy is in, or was in last.
    #[serde(skip)]
    pub slot: EnemyId,
}

/// The participants of a mission up to an event.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    aces: Vec<String>,
    /// Names of hexes by battle.
    hexes: Vec<Vec<String>>,
    battle: usize,
    /// Enemies of the battle by number, including removed ones.
    pub enemies: Vec<Enemy>,
    /// Numbers of the enemies in the slots of the state: slots are reused, numbers are not.
    numbers: [Option<usize>; MAX_ENEMIES],
    /// Enemies that were up or down at the last event.
    present: EnemySet,
}

impl Cast {
    /// Returns the participants of a mission; enemies get their names when they join.
    pub(crate) fn of(header: &Header) -> Cast {
        let hexes = |hexes: &[[i8; 2]]| hexes.iter().map(|[q, r]| format!("{q},{r}")).collect();
        Cast {
            aces: header.aces.iter().map(|ace| ace.name.clone()).collect(),
            hexes: header.battles.iter().map(|battle| hexes(&battle.hexes)).collect(),
            battle: 0,
            enemies: Vec::new(),
            numbers: [None; MAX_ENEMIES],
            present: EnemySet::EMPTY,
        }
    }

    /// Gives numbers and names to the enemies that join with an event.
    pub(crate) fn follow<D>(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        if let Event::BattleBegan { battle } = event {
            (self.battle, self.numbers, self.present) = (usize::from(*battle), [None; MAX_ENEMIES], EnemySet::EMPTY);
            self.enemies.clear();
        }
        let present = state.marks.up | state.marks.down;
        let come = match event {
            // A slot may be reused before an event shows it empty.
            Event::Reinforced { enemy, .. } => EnemySet::of(*enemy) | (present - self.present),
            _ => present - self.present,
        };
        for slot in come.iter() {
            let enemy = state.enemy(slot);
            let name = mission.enemy_name(state, slot);
            let several = come.iter().filter(|other| mission.enemy_name(state, *other) == name).count() > 1;
            let number = self.enemies.len();
            self.numbers[slot.index()] = Some(number);
            self.enemies.push(Enemy {
                enemy: number,
                kind: enemy.kind,
                name: self.coin(name, several),
                colossus: enemy.colossus.map(ColossusId::number),
                max_vigor: enemy.max_vigor,
                attacks: Vec::new(),
                slot,
            });
        }
        for slot in present.iter() {
            if let Some(number) = self.numbers[slot.index()] {
                self.enemies[number].attacks = state.enemy(slot).attacks.iter().map(AttackId::number).collect();
            }
        }
        self.present = present;
    }

    /// Returns a name for an enemy that joins: that of its kind, with a number if the kind occurs more than once in the
    /// battle. `several` is true if several enemies of the kind join at once.
    fn coin(&self, kind: &str, several: bool) -> String {
        let taken = |name: &String| self.enemies.iter().any(|enemy| enemy.name == *name) || self.aces.contains(name);
        let is_of_kind = |name: &str| {
            let rest = name.strip_prefix(kind).map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            rest.is_some_and(|rest| rest.chars().all(|sign| sign.is_ascii_digit()))
        };
        let before = self.enemies.iter().filter(|enemy| is_of_kind(&enemy.name)).count();
        let plain = (!several && before == 0).then(|| kind.to_owned());
        // The first enemy of a kind has no number if it joined alone, but counts as number 1.
        let mut names = plain.into_iter().chain(numbers(kind).skip(before));
        names.find(|name| !taken(name)).unwrap_or_else(|| kind.to_owned())
    }

    /// Returns the number in the battle of the enemy in a slot of the state.
    pub(crate) fn number(&self, slot: EnemyId) -> Option<usize> {
        self.numbers[slot.index()]
    }

    /// Returns the name of an Ace.
    pub(crate) fn ace(&self, ace: AceId) -> &str {
        self.aces.get(ace.index()).map_or("An Ace", String::as_str)
    }

    /// Returns the name of an enemy.
    pub(crate) fn enemy(&self, slot: EnemyId) -> &str {
        self.number(slot).and_then(|number| self.enemies.get(number)).map_or("an enemy", |enemy| &enemy.name)
    }

    /// Returns the name of an Ace or an enemy.
    pub(crate) fn whom(&self, whom: Combatant) -> &str {
        match whom {
            Combatant::Ace(ace) => self.ace(ace),
            Combatant::Enemy(enemy) => self.enemy(enemy),
        }
    }

    /// Returns the name of a hex, as `q,r`.
    pub(crate) fn hex(&self, hex: HexId) -> &str {
        let hexes = self.hexes.get(self.battle).map_or(&[][..], Vec::as_slice);
        hexes.get(hex.index()).map_or("nowhere", String::as_str)
    }

    /// Returns the names of several hexes.
    pub(crate) fn hexes(&self, hexes: HexSet) -> String {
        let names: Vec<&str> = hexes.iter().map(|hex| self.hex(hex)).collect();
        names.join(" and ")
    }
}

/// Makes names distinct: equal names get numbers.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let numbered = names.iter().map(|name| {
        let several = names.iter().filter(|other| *other == name).count() > 1;
        let plain = (!several).then(|| name.clone());
        let free = plain.into_iter().chain(numbers(name)).find(|name| !taken.contains(name));
        let free = free.unwrap_or_else(|| name.clone());
        taken.insert(free.clone());
        free
    });
    numbered.collect()
}

/// Returns a name with numbers from 1.
fn numbers(name: &str) -> impl Iterator<Item = String> {
    (1..u16::MAX).map(move |number| format!("{name} {number}"))
}
