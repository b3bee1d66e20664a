//! Everything that changes in a mission: flat, copied without allocation.

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
    /// Names the streams of the dice.
    pub key: u64,
    /// Dice of the turn that is on.
    pub(super) throw: Throw,
    /// Number of the battle, from 0.
    pub battle: u8,
    /// Round of the battle, from 1.
    pub round: u8,
    pub phase: Phase,
    /// The decision that is due.
    pub asked: Option<Decision>,
    pub aces: [AceState; MAX_ACES],
    pub enemies: [Enemy; MAX_ENEMIES],
    pub marks: Marks,
    /// Parts that each colossus has left and had.
    pub parts: [(u8, u8); MAX_COLOSSI],
    /// Aces on the map, and those that have had their turn this round.
    pub on_map: AceSet,
    pub acted: AceSet,
    pub turn: Turn,
    pub gm: GmTurn,
    pub fields: Fields,
    /// Hazards that Incendiary armaments have left (A61).
    pub fires: HexSet,
    pub everywhere: Everywhere,
    pub mortars: [Mortar; MAX_MORTARS],
    pub mortar_count: u8,
    /// Bit by number: changes of the situation that a die has picked in this battle.
    pub situations: u16,
    /// Enemies gone for good whose drop is still to be rolled.
    pub drops_due: u8,
    /// Materials gained so far.
    pub materials: u16,
    /// How it ended, once it is over.
    pub ending: Option<Ending>,
}

/// Most mortar rounds in the air.
pub const MAX_MORTARS: usize = 8;

/// A mortar round that comes down at the start of the next round (A36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mortar {
    pub ace: AceId,
    pub item: ItemSlot,
    pub at: HexId,
    /// Whether it was fired at extended range, for 1 Harm less.
    pub extended: bool,
}

/// Where a mission is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Aces take their turns.
    Aces,
    /// An Ace's turn is on.
    Turn,
    /// Primes that were down are restored and move.
    Primes,
    /// Enemies are activated.
    Activations,
    /// The end of the GM turn.
    End,
    Over,
}

/// Whether an Ace can act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Life {
    #[default]
    Ready,
    /// Out of action and out of harm until its next turn (A46).
    Down,
    /// In its last turn, beyond harm.
    LastStand,
    /// Out of the battle (A50).
    Ejected,
    /// Ace and frame are gone.
    Lost,
    /// No such Ace in the team.
    Absent,
}

/// An Ace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AceState {
    /// Its hex; none off the map.
    pub at: Option<HexId>,
    pub life: Life,
    pub vigor: u8,
    pub max_vigor: u8,
    pub tension: u8,
    pub max_tension: u8,
    pub ammo: u8,
    /// Frame damage taken in this mission.
    pub damage: u8,
    /// Bit by face: results of frame damage that came up.
    pub damage_faces: u8,
    /// Hits on the superstructure, legs and sensors.
    pub superstructure: u8,
    pub legs: u8,
    pub sensors: u8,
    /// Systems that need a roll.
    pub rolled_items: ItemSet,
    /// Armaments replaced by their backup.
    pub backups: ArmSlots,
    /// Those of them that frame damage has replaced.
    pub replaced: ArmSlots,
    pub shields: u8,
    /// Shields that go at the end of the round.
    pub fleeting: u8,
    /// Armor for the rest of the round.
    pub plate: u8,
    /// Harm that chaff takes from Near and Far for the rest of the round.
    pub chaff: u8,
    /// Protective: 1 Harm less the next time.
    pub protected: bool,
    /// Encouraging: 1 Harm more with the next attack.
    pub encouraged: bool,
    /// Obfuscating, until its next turn.
    pub obfuscated: bool,
    /// Distracting: one die less for the first roll of this turn.
    pub distracted: bool,
    /// The same for its next turn.
    pub distracted_next: bool,
    /// Its own movements of this round, and the hexes of them (A25).
    pub moves: u8,
    pub hexes: u8,
    /// Armaments that attacked this round, those whose Hot and Invigorating have worked.
    pub fired: ArmSet,
    pub hot: ArmSet,
    pub invigorating: ArmSet,
    /// Armaments of the last attack action (A23).
    pub last_fired: ArmSet,
    /// Systems used this round, and those that Tension paid for (A38).
    pub used: ItemSet,
    pub held_out: ItemSet,
    /// Whether the two attacks of this round were made (A29).
    pub paralleled: bool,
    /// Dice from Targeting Radar.
    pub aim: u8,
}

impl AceState {
    /// Whether enemies can harm it.
    #[inline]
    pub fn can_be_harmed(&self) -> bool {
        self.life == Life::Ready
    }

    /// Whether it has half its Vigor or less.
    #[inline]
    pub fn is_wounded(&self) -> bool {
        is_half(self.vigor, self.max_vigor)
    }

    /// The hex of an Ace that is on the map.
    ///
    /// # Panics
    /// For any other.
    #[inline]
    pub fn hex(&self) -> HexId {
        self.at.expect("an Ace on the map")
    }

    /// Whether it is on the map.
    #[inline]
    pub fn is_on_map(&self) -> bool {
        matches!(self.life, Life::Ready | Life::Down | Life::LastStand)
    }
}

/// An enemy, or the place of one that is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enemy {
    /// Number of its kind in the encounter.
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
    /// Attacks it carries.
    pub attacks: AttackSet,
    /// Its attacks made this round.
    pub fired: AttackSet,
    /// Its own movements of this round, and the hexes of them.
    pub moves: u8,
    pub hexes: u8,
    /// Aces that hit it with a Flashy system this round.
    pub flashed_by: AceSet,
    /// The colossus that it is a part of.
    pub colossus: Option<ColossusId>,
}

impl Enemy {
    /// Whether it has half its Vigor or less.
    #[inline]
    pub fn is_wounded(&self) -> bool {
        is_half(self.vigor, self.max_vigor)
    }
}

/// Sets of enemies by what holds of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// On the field.
    pub up: EnemySet,
    /// Primes taken out until the next GM turn.
    pub down: EnemySet,
    pub infantry: EnemySet,
    /// Cannot move this round: Suppressive, Suppression Targeting.
    pub held: EnemySet,
    /// Armor and Shields are 0 this round (A34).
    pub emp: EnemySet,
    pub painted: EnemySet,
    pub distracted: EnemySet,
    /// 1 Armor until the end of the Aces' turn.
    pub enduring: EnemySet,
    /// The same for one Aces' turn more, and Shields granted: taken in answer, while an Aces' turn was on.
    pub enduring_on: EnemySet,
    pub granted_on: EnemySet,
    /// Activated in this GM turn.
    pub activated: EnemySet,
    /// Have attacked in this GM turn.
    pub attacked: EnemySet,
}

impl Marks {
    /// Ends what attacks and systems have done to an enemy.
    pub(super) fn clear_effects(&mut self, enemy: EnemyId) {
        for set in [&mut self.held, &mut self.emp, &mut self.painted, &mut self.distracted] {
            set.remove(enemy);
        }
    }

    /// Whether nobody is left.
    #[inline]
    pub fn all_gone(&self) -> bool {
        (self.up | self.down).is_empty()
    }
}

impl State {
    /// All Aces there may be, with their numbers.
    #[inline]
    pub fn numbered(&self) -> impl Iterator<Item = (AceId, &AceState)> {
        AceId::first(MAX_ACES).zip(&self.aces)
    }

    /// Aces that can be harmed, with their numbers.
    #[inline]
    pub fn exposed(&self) -> impl Iterator<Item = (AceId, &AceState)> {
        self.numbered().filter(|(_, ace)| ace.can_be_harmed())
    }

    /// Parts that the colossus of an enemy has left and had; none for an enemy that is no part.
    #[inline]
    pub fn parts_of(&self, enemy: EnemyId) -> Option<(u8, u8)> {
        self.enemy(enemy).colossus.map(|colossus| self.parts[colossus.index()])
    }

    /// An Ace by number.
    #[inline]
    pub fn ace(&self, ace: AceId) -> &AceState {
        &self.aces[ace.index()]
    }

    /// An enemy by number.
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

    /// Hazards of either sort.
    #[inline]
    pub fn hazards(&self) -> HexSet {
        self.fields.hazards | self.fires
    }
}
