//! The changing part of a mission: flat, copied without allocation.

use super::super::encounter::{Ending, Everywhere, Fields, MAX_ACES, MAX_COLOSSI, MAX_ENEMIES};
use super::super::ids::{
    AceId, AceSet, ArmSet, ArmSlots, AttackSet, ColossusId, EnemyId, EnemySet, HexId, HexSet, ItemSet, ItemSlot,
};
use super::super::shot::is_half;
use super::action::Decision;
pub use super::turn::{Attack, GmTurn, Provoked, Turn, Volley};
use hitchart_dice::Throw;

/// A state of a mission.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Key of the random streams.
    pub key: u64,
    /// Dice of the current turn.
    pub(super) throw: Throw,
    /// Number of the battle, from 0.
    pub battle: u8,
    /// Round of the battle, from 1.
    pub round: u8,
    pub phase: Phase,
    /// The pending decision.
    pub asked: Option<Decision>,
    pub aces: [AceState; MAX_ACES],
    pub enemies: [Enemy; MAX_ENEMIES],
    pub marks: Marks,
    /// Parts that each colossus has left, and had.
    pub parts: [(u8, u8); MAX_COLOSSI],
    /// Aces on the map, and Aces that have taken their turn this round.
    pub on_map: AceSet,
    pub acted: AceSet,
    pub turn: Turn,
    pub gm: GmTurn,
    pub fields: Fields,
    /// Hazards left by Incendiary armaments (A61).
    pub fires: HexSet,
    pub everywhere: Everywhere,
    pub mortars: [Mortar; MAX_MORTARS],
    pub mortar_count: u8,
    /// Changes of the situation that a die has picked in this battle, one bit per number.
    pub situations: u16,
    /// Enemies removed for good with a drop still to be rolled.
    pub drops_due: u8,
    /// Materials gained so far.
    pub materials: u16,
    /// Result, once the mission is over.
    pub ending: Option<Ending>,
}

/// Most mortar rounds in the air.
pub const MAX_MORTARS: usize = 8;

/// A mortar round that falls at the start of the next round (A36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mortar {
    pub ace: AceId,
    pub item: ItemSlot,
    pub at: HexId,
    /// True if it was fired at extended range, for 1 Harm less.
    pub extended: bool,
}

/// Phase of a mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Aces take their turns.
    Aces,
    /// An Ace's turn is under way.
    Turn,
    /// Primes that were down are restored and move.
    Primes,
    /// Enemies are activated.
    Activations,
    /// The end of the GM turn.
    End,
    Over,
}

/// Ability of an Ace to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Life {
    #[default]
    Ready,
    /// Out of action and safe from Harm until its next turn (A46).
    Down,
    /// In its last turn, safe from Harm.
    LastStand,
    /// Out of the battle (A50).
    Ejected,
    /// Ace and frame are lost.
    Lost,
    /// No such Ace in the team.
    Absent,
}

/// An Ace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AceState {
    /// Hex of the Ace; `None` off the map.
    pub at: Option<HexId>,
    pub life: Life,
    pub vigor: u8,
    pub max_vigor: u8,
    pub tension: u8,
    pub max_tension: u8,
    pub ammo: u8,
    /// Frame damage taken in this mission.
    pub damage: u8,
    /// Results of frame damage so far, one bit per face.
    pub damage_faces: u8,
    /// Hits on the superstructure, legs and sensors.
    pub superstructure: u8,
    pub legs: u8,
    pub sensors: u8,
    /// Systems that need a roll.
    pub rolled_items: ItemSet,
    /// Armaments replaced by their backup.
    pub backups: ArmSlots,
    /// Armaments replaced by frame damage.
    pub replaced: ArmSlots,
    pub shields: u8,
    /// Shields that end with the round.
    pub fleeting: u8,
    /// Armor for the rest of the round.
    pub plate: u8,
    /// Harm that chaff absorbs from Near and Far for the rest of the round.
    pub chaff: u8,
    /// Protective: 1 Harm less the next time.
    pub protected: bool,
    /// Encouraging: 1 Harm more with the next attack.
    pub encouraged: bool,
    /// Obfuscating, until the Ace's next turn.
    pub obfuscated: bool,
    /// Distracting: one die less for the first roll of this turn.
    pub distracted: bool,
    /// Distracting, for the Ace's next turn.
    pub distracted_next: bool,
    /// Voluntary movements of this round, and their hexes (A25).
    pub moves: u8,
    pub hexes: u8,
    /// Armaments that attacked this round, and those that used up Hot and Invigorating.
    pub fired: ArmSet,
    pub hot: ArmSet,
    pub invigorating: ArmSet,
    /// Armaments of the last attack action (A23).
    pub last_fired: ArmSet,
    /// Systems used this round, and those paid for with Tension (A38).
    pub used: ItemSet,
    pub held_out: ItemSet,
    /// True after the first attack of the round, the only one that Parallel Processors double (A29).
    pub paralleled: bool,
    /// Dice from Targeting Radar.
    pub aim: u8,
}

impl AceState {
    /// Returns true if enemies can harm the Ace.
    #[inline]
    pub fn can_be_harmed(&self) -> bool {
        self.life == Life::Ready
    }

    /// Returns true if the Ace has half its Vigor or less.
    #[inline]
    pub fn is_wounded(&self) -> bool {
        is_half(self.vigor, self.max_vigor)
    }

    /// Returns the hex of an Ace that is on the map.
    ///
    /// # Panics
    /// Panics if the Ace is off the map.
    #[inline]
    pub fn hex(&self) -> HexId {
        self.at.expect("an Ace on the map")
    }

    /// Returns true if the Ace is on the map.
    #[inline]
    pub fn is_on_map(&self) -> bool {
        matches!(self.life, Life::Ready | Life::Down | Life::LastStand)
    }
}

/// An enemy, or the slot of a removed one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enemy {
    /// Number of the kind in the encounter.
    pub kind: u8,
    pub at: HexId,
    pub vigor: u8,
    pub max_vigor: u8,
    /// Armor without Endure.
    pub armor: u8,
    pub shields: u8,
    /// Shields until the end of the Aces' turn.
    pub granted: u8,
    pub restorations: u8,
    /// Attacks that the enemy carries.
    pub attacks: AttackSet,
    /// Attacks made this round.
    pub fired: AttackSet,
    /// Voluntary movements of this round, and their hexes.
    pub moves: u8,
    pub hexes: u8,
    /// Aces that hit the enemy with a Flashy system this round.
    pub flashed_by: AceSet,
    /// The colossus that the enemy is a part of.
    pub colossus: Option<ColossusId>,
}

impl Enemy {
    /// Returns true if the enemy has half its Vigor or less.
    #[inline]
    pub fn is_wounded(&self) -> bool {
        is_half(self.vigor, self.max_vigor)
    }
}

/// Sets of enemies by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// On the field.
    pub up: EnemySet,
    /// Primes taken out until the next GM turn.
    pub down: EnemySet,
    pub infantry: EnemySet,
    /// Unable to move this round: Suppressive, Suppression Targeting.
    pub held: EnemySet,
    /// Armor and Shields are 0 this round (A34).
    pub emp: EnemySet,
    pub painted: EnemySet,
    pub distracted: EnemySet,
    /// 1 Armor until the end of the Aces' turn.
    pub enduring: EnemySet,
    /// Armor, and granted Shields, that last one Aces' turn longer, since they were taken as an answer during an Aces'
    /// turn.
    pub enduring_on: EnemySet,
    pub granted_on: EnemySet,
    /// Activated in this GM turn.
    pub activated: EnemySet,
    /// Attacked in this GM turn.
    pub attacked: EnemySet,
}

impl Marks {
    /// Removes the effects of attacks and systems from an enemy.
    pub(super) fn clear_effects(&mut self, enemy: EnemyId) {
        for set in [&mut self.held, &mut self.emp, &mut self.painted, &mut self.distracted] {
            set.remove(enemy);
        }
    }

    /// Returns true if no enemy is left.
    #[inline]
    pub fn all_gone(&self) -> bool {
        (self.up | self.down).is_empty()
    }
}

impl State {
    /// Returns all slots of Aces, with their numbers.
    #[inline]
    pub fn numbered(&self) -> impl Iterator<Item = (AceId, &AceState)> {
        AceId::first(MAX_ACES).zip(&self.aces)
    }

    /// Returns the Aces that can be harmed, with their numbers.
    #[inline]
    pub fn exposed(&self) -> impl Iterator<Item = (AceId, &AceState)> {
        self.numbered().filter(|(_, ace)| ace.can_be_harmed())
    }

    /// Returns the parts that the colossus of an enemy has left, and had; `None` for an enemy that is no part.
    #[inline]
    pub fn parts_of(&self, enemy: EnemyId) -> Option<(u8, u8)> {
        self.enemy(enemy).colossus.map(|colossus| self.parts[colossus.index()])
    }

    /// Returns an Ace by number.
    #[inline]
    pub fn ace(&self, ace: AceId) -> &AceState {
        &self.aces[ace.index()]
    }

    /// Returns an enemy by number.
    #[inline]
    pub fn enemy(&self, enemy: EnemyId) -> &Enemy {
        &self.enemies[enemy.index()]
    }

    #[inline]
    pub(super) fn ace_mut(&mut self, ace: AceId) -> &mut AceState {
        &mut self.aces[ace.index()]
    }

    #[inline]
    pub(super) fn enemy_mut(&mut self, enemy: EnemyId) -> &mut Enemy {
        &mut self.enemies[enemy.index()]
    }

    /// Returns the hazards of both sorts.
    #[inline]
    pub fn hazards(&self) -> HexSet {
        self.fields.hazards | self.fires
    }
}
