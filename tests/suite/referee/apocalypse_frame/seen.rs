//! The state in the lines, and its comparison with the state by the rules.

use super::super::lines::{Line, Ruled, fold};
use super::{Field, Mission};
use serde_json::Value;
use std::collections::BTreeSet;

/// Status of an Ace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Life {
    #[default]
    Ready,
    Down,
    LastStand,
    Ejected,
    Lost,
}

const LIVES: [(&str, Life); 5] = [
    ("ready", Life::Ready),
    ("down", Life::Down),
    ("last-stand", Life::LastStand),
    ("ejected", Life::Ejected),
    ("lost", Life::Lost),
];

const ACE_MARKS: [&str; 6] = ["acted", "protected", "encouraged", "obfuscated", "distracted", "distracted-next"];

const ENEMY_MARKS: [&str; 9] =
    ["down", "infantry", "held", "emp", "painted", "distracted", "enduring", "activated", "attacked"];

/// State of an Ace in the lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AceSeen {
    pub at: Option<usize>,
    pub life: Life,
    pub vigor: usize,
    pub max_vigor: usize,
    pub tension: usize,
    pub max_tension: usize,
    pub ammo: usize,
    pub shields: usize,
    pub fleeting: usize,
    pub plate: usize,
    pub chaff: usize,
    pub aim: usize,
    pub damage: usize,
    pub superstructure: usize,
    pub legs: usize,
    pub sensors: usize,
    pub damaged_systems: BTreeSet<usize>,
    pub backups: BTreeSet<usize>,
    pub acted: bool,
    pub protected: bool,
    pub encouraged: bool,
    pub obfuscated: bool,
    pub distracted: bool,
    pub distracted_next: bool,
}

/// State of an enemy in the lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EnemySeen {
    pub at: Option<usize>,
    pub vigor: usize,
    pub armor: usize,
    pub shields: usize,
    pub restorations: usize,
    pub attacks: Vec<usize>,
    pub flashed_by: Vec<usize>,
    pub marks: [bool; 9],
}

fn number(value: &Value, key: &str) -> usize {
    value[key].as_u64().unwrap_or(0) as usize
}

pub(crate) fn numbers(value: &Value) -> Vec<usize> {
    value.as_array().into_iter().flatten().filter_map(Value::as_u64).map(|number| number as usize).collect()
}

fn set(value: &Value) -> BTreeSet<usize> {
    numbers(value).into_iter().collect()
}

fn has(value: &Value, mark: &str) -> bool {
    value["marks"].as_array().is_some_and(|marks| marks.iter().any(|own| own == mark))
}

fn place(value: &Value) -> Option<usize> {
    value["at"].as_u64().map(|at| at as usize)
}

impl AceSeen {
    fn read(value: &Value) -> Option<AceSeen> {
        let life = LIVES.iter().find(|(name, _)| value["life"] == *name)?.1;
        let [acted, protected, encouraged, obfuscated, distracted, distracted_next] =
            ACE_MARKS.map(|mark| has(value, mark));
        let number = |key: &str| number(value, key);
        Some(AceSeen {
            at: place(value),
            life,
            vigor: number("vigor"),
            max_vigor: number("max_vigor"),
            tension: number("tension"),
            max_tension: number("max_tension"),
            ammo: number("ammo"),
            shields: number("shields"),
            fleeting: number("fleeting"),
            plate: number("plate"),
            chaff: number("chaff"),
            aim: number("aim"),
            damage: number("damage"),
            superstructure: number("superstructure"),
            legs: number("legs"),
            sensors: number("sensors"),
            damaged_systems: set(&value["damaged_systems"]),
            backups: set(&value["backups"]),
            acted,
            protected,
            encouraged,
            obfuscated,
            distracted,
            distracted_next,
        })
    }
}

impl EnemySeen {
    fn read(value: &Value) -> EnemySeen {
        EnemySeen {
            at: place(value),
            vigor: number(value, "vigor"),
            armor: number(value, "armor"),
            shields: number(value, "shields"),
            restorations: number(value, "restorations"),
            attacks: numbers(&value["attacks"]),
            flashed_by: numbers(&value["flashed_by"]),
            marks: ENEMY_MARKS.map(|mark| has(value, mark)),
        }
    }
}

impl Field {
    fn read(value: &Value) -> Field {
        let everywhere = value["everywhere"].as_array().into_iter().flatten();
        let mortars = value["mortars"].as_array().into_iter().flatten();
        Field {
            cover: set(&value["cover"]),
            low_cover: set(&value["low_cover"]),
            hazards: set(&value["hazards"]),
            fires: set(&value["fires"]),
            rooftops: set(&value["rooftops"]),
            bombardments: set(&value["bombardments"]),
            everywhere: everywhere.filter_map(Value::as_str).map(str::to_owned).collect(),
            mortars: mortars.map(|mortar| (number(mortar, "ace"), number(mortar, "at"))).collect(),
        }
    }
}

/// An enemy that has joined by a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    pub enemy: usize,
    pub kind: usize,
    pub colossus: Option<usize>,
    pub max_vigor: usize,
}

/// State given by the lines so far.
#[derive(Debug)]
pub(crate) struct Told<'a> {
    line: Option<Line<'a>>,
    state: Value,
    pub aces: Vec<AceSeen>,
    pub enemies: Vec<EnemySeen>,
    pub field: Field,
    /// Ace and actions left; enemy, moves and activations left.
    turn: (Option<usize>, usize, Option<usize>, usize, usize),
    materials: usize,
    pub joined: Vec<Joined>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(aces: usize) -> Told<'a> {
        Told {
            line: None,
            state: Value::Null,
            aces: vec![AceSeen::default(); aces],
            enemies: Vec::new(),
            field: Field::default(),
            turn: (None, 0, None, 0, 0),
            materials: 0,
            joined: Vec::new(),
        }
    }

    /// Returns the line that was taken last, or `other` if there is none.
    pub(crate) fn last(&self, other: &Line<'a>) -> Line<'a> {
        self.line.unwrap_or(*other)
    }

    /// Reads the enemies that are new in the state.
    fn hear_who_joins(&mut self, line: Line<'a>) -> Ruled {
        self.joined.clear();
        for joined in self.state["enemies"].as_array().into_iter().flatten().skip(self.enemies.len()) {
            let colossus = joined["colossus"].as_u64().map(|colossus| colossus as usize);
            let (enemy, kind) = (number(joined, "enemy"), number(joined, "kind"));
            self.joined.push(Joined { enemy, kind, colossus, max_vigor: number(joined, "max_vigor") });
            line.same("number of who joins", enemy, self.enemies.len())?;
            self.enemies.push(EnemySeen::default());
        }
        Ok(())
    }

    /// Updates the state with the changes in a line.
    pub(crate) fn hear(&mut self, line: Line<'a>) -> Ruled {
        if line.event() == "battle-began" {
            self.enemies.clear();
        }
        let change = line.get("change");
        if change.is_object() {
            fold(&mut self.state, change);
        }
        self.hear_who_joins(line)?;
        for (place, seen) in self.aces.iter_mut().enumerate().filter(|(place, _)| names(&change["aces"], *place)) {
            let Some(told) = AceSeen::read(&self.state["aces"][place]) else {
                return line.refuse("an Ace without a life");
            };
            *seen = told;
        }
        let is_new = line.event() == "battle-began";
        let changed = |place: &usize| is_new || names(&change["enemies"], *place);
        for place in (0..self.enemies.len()).filter(changed) {
            self.enemies[place] = EnemySeen::read(&self.state["enemies"][place]);
        }
        if !change["field"].is_null() {
            self.field = Field::read(&self.state["field"]);
        }
        let turn = &self.state["turn"];
        let some = |key: &str| turn[key].as_u64().map(|number| number as usize);
        let numbers = ["actions", "moves", "activations"].map(|key| number(turn, key));
        self.turn = (some("ace"), numbers[0], some("enemy"), numbers[1], numbers[2]);
        self.materials = number(&self.state, "materials");
        self.line = Some(line);
        Ok(())
    }
}

/// Returns true if the change of a list names the item at a place; a list that is replaced names all.
fn names(change: &Value, place: usize) -> bool {
    change.is_array() || change.get(place.to_string()).is_some()
}

impl<'a> Mission<'a> {
    /// Compares the state in the last line with the state by the rules.
    pub(crate) fn close(&mut self) -> Ruled {
        let Some(line) = self.told.line.take() else { return Ok(()) };
        let stack = self.on("harm", "shields_stack");
        for (number, (ace, told)) in self.aces.iter().zip(&self.told.aces).enumerate() {
            if ace.seen != *told {
                return line.refuse(format!("Ace {number}: line\n  {told:?}, referee\n  {:?}", ace.seen));
            }
        }
        line.same("enemies", self.told.enemies.len(), self.enemies.len())?;
        for (number, (enemy, told)) in self.enemies.iter().zip(&self.told.enemies).enumerate() {
            let seen = enemy.seen(stack);
            if seen != *told {
                return line.refuse(format!("enemy {number}: line\n  {told:?}, referee\n  {seen:?}"));
            }
        }
        self.field.mortars = self.mortars.iter().map(|mortar| (mortar.ace, mortar.at)).collect();
        if self.field != self.told.field {
            return line.refuse(format!("field: line\n  {:?}, referee\n  {:?}", self.told.field, self.field));
        }
        line.same("materials", self.told.materials, self.materials)?;
        let (ace, actions, enemy, moves, activations) = self.told.turn;
        if self.turn.ace.is_some() {
            line.same("A08: actions left of the Ace", (ace, actions), (self.turn.ace, self.turn.actions))?;
        }
        if self.gm.active {
            let judged = (self.gm.enemy, self.gm.moves, self.gm.activations);
            line.same("A40, A41: enemy, moves and activations left", (enemy, moves, activations), judged)?;
        }
        Ok(())
    }
}
