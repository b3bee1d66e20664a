//! The referee's state of Aces, enemies, the field and the current turn.

use super::gear::{AceGear, Kind};
use super::seen::{AceSeen, EnemySeen};
use std::collections::BTreeSet;

/// State of an Ace: the part in the lines, and the rest.
#[derive(Clone, Debug)]
pub(crate) struct Ace {
    pub seen: AceSeen,
    /// Armaments by number, backups after those of the frame: fired this round, and fired in the last attack.
    pub fired: BTreeSet<usize>,
    pub last_fired: BTreeSet<usize>,
    /// Armaments fired in the attack before this one.
    pub fired_before: BTreeSet<usize>,
    pub hot: BTreeSet<usize>,
    pub invigorating: BTreeSet<usize>,
    /// Systems used this round, and those paid for with Tension.
    pub used: BTreeSet<usize>,
    pub held_out: BTreeSet<usize>,
    pub moves: usize,
    pub hexes: usize,
    pub paralleled: bool,
    /// Armaments that frame damage replaced.
    pub replaced: BTreeSet<usize>,
    pub damage_faces: BTreeSet<usize>,
}

/// State of an enemy: the part in the lines, and the rest.
#[derive(Clone, Debug)]
pub(crate) struct Enemy {
    pub kind: usize,
    pub colossus: Option<usize>,
    pub max_vigor: usize,
    pub at: usize,
    pub up: bool,
    pub down: bool,
    pub vigor: usize,
    pub armor: usize,
    pub shields: usize,
    pub granted: usize,
    pub restorations: usize,
    pub attacks: Vec<usize>,
    pub flashed_by: BTreeSet<usize>,
    pub infantry: bool,
    pub held: bool,
    pub emp: bool,
    pub painted: bool,
    pub distracted: bool,
    pub enduring: bool,
    /// A stance taken as an answer: it lasts for one more Aces' turn.
    pub enduring_on: bool,
    pub granted_on: bool,
    pub activated: bool,
    pub attacked: bool,
    pub fired: BTreeSet<usize>,
    pub moves: usize,
    pub hexes: usize,
}

/// Objects and effects on the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Field {
    pub cover: BTreeSet<usize>,
    pub low_cover: BTreeSet<usize>,
    pub hazards: BTreeSet<usize>,
    pub fires: BTreeSet<usize>,
    pub rooftops: BTreeSet<usize>,
    pub bombardments: BTreeSet<usize>,
    pub everywhere: BTreeSet<String>,
    pub mortars: Vec<(usize, usize)>,
}

/// A mortar round in the air, with the data that the lines do not show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mortar {
    pub ace: usize,
    pub item: usize,
    pub at: usize,
    pub extended: bool,
}

/// The turn of an Ace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub ace: Option<usize>,
    pub actions: usize,
    pub bought: usize,
    pub hexes: usize,
    pub hairpin: bool,
    pub attacked: bool,
}

/// The turn of the game master.
#[derive(Clone, Debug, Default)]
pub(crate) struct GmTurn {
    pub active: bool,
    pub enemy: Option<usize>,
    pub moves: usize,
    pub activations: usize,
    pub taken: usize,
    pub desperate: usize,
}

impl Ace {
    pub(crate) fn new(gear: &AceGear) -> Ace {
        Ace {
            seen: AceSeen {
                vigor: gear.vigor,
                max_vigor: gear.vigor,
                tension: gear.tension,
                max_tension: gear.tension,
                ammo: gear.ammo,
                ..AceSeen::default()
            },
            fired: BTreeSet::new(),
            last_fired: BTreeSet::new(),
            fired_before: BTreeSet::new(),
            hot: BTreeSet::new(),
            invigorating: BTreeSet::new(),
            used: BTreeSet::new(),
            held_out: BTreeSet::new(),
            moves: 0,
            hexes: 0,
            paralleled: false,
            replaced: BTreeSet::new(),
            damage_faces: BTreeSet::new(),
        }
    }
}

impl Enemy {
    /// Creates an enemy of a kind as it joins the field.
    pub(crate) fn new(number: usize, kind: &Kind, vigor: usize, at: usize) -> Enemy {
        Enemy {
            kind: number,
            colossus: None,
            max_vigor: vigor,
            at,
            up: true,
            down: false,
            vigor,
            armor: kind.armor,
            shields: kind.shields,
            granted: 0,
            restorations: kind.restorations,
            attacks: Vec::new(),
            flashed_by: BTreeSet::new(),
            infantry: false,
            held: false,
            emp: false,
            painted: false,
            distracted: false,
            enduring: false,
            enduring_on: false,
            granted_on: false,
            activated: false,
            attacked: false,
            fired: BTreeSet::new(),
            moves: 0,
            hexes: 0,
        }
    }

    /// Ends the effects of attacks and systems on the enemy.
    pub(crate) fn clear_effects(&mut self) {
        (self.held, self.emp, self.painted, self.distracted) = (false, false, false, false);
    }

    pub(crate) fn seen(&self, shields_stack: bool) -> EnemySeen {
        if !self.up && !self.down {
            return EnemySeen { attacks: self.attacks.clone(), ..EnemySeen::default() };
        }
        let (armor, shields) = self.guard(shields_stack);
        let marks = [
            self.down,
            self.infantry,
            self.held,
            self.emp,
            self.painted,
            self.distracted,
            self.enduring,
            self.activated,
            self.attacked,
        ];
        EnemySeen {
            at: Some(self.at),
            vigor: self.vigor,
            armor,
            shields,
            restorations: self.restorations,
            attacks: self.attacks.clone(),
            flashed_by: self.flashed_by.iter().copied().collect(),
            marks,
        }
    }

    /// Returns the effective Armor and Shields (A17, A34).
    pub(crate) fn guard(&self, shields_stack: bool) -> (usize, usize) {
        if self.emp {
            return (0, 0);
        }
        let shields = if shields_stack { self.shields + self.granted } else { self.shields.max(self.granted) };
        (self.armor + usize::from(self.enduring), shields)
    }
}
