//! Everything that changes in a mission: flat, copied without allocation.

use super::super::encounter::{Ending, Everywhere, Fields, MAX_ACES, MAX_COLOSSI, MAX_ENEMIES};
use super::super::hexes::HexSet;
use super::action::Decision;
pub use super::turn::{Attack, GmTurn, Provoked, Turn, Volley};
use crate::dice::Throw;

/// A set of enemies by their numbers.
pub type Mask = u32;

/// The members of a set, lowest number first.
#[inline]
pub fn each(mut mask: Mask) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let member = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            member
        })
    })
}

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
    /// Bit by number: Aces on the map, and those that have had their turn this round.
    pub on_map: u8,
    pub acted: u8,
    pub turn: Turn,
    pub gm: GmTurn,
    pub fields: Fields,
    /// Hazards that Incendiary armaments have left (A61).
    pub fires: HexSet,
    pub everywhere: Everywhere,
    pub mortars: [Mortar; MAX_MORTARS],
    pub mortar_count: u8,
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
    pub ace: u8,
    pub item: u8,
    pub at: u8,
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
    pub at: u8,
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
    /// Bit by system: those that need a roll.
    pub rolled_items: u8,
    /// Bit by armament: those replaced by their backup.
    pub backups: u8,
    /// Bit by armament: those of them that frame damage has replaced.
    pub replaced: u8,
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
    /// Bit by armament or backup: those that attacked this round, those whose Hot and Invigorating have worked.
    pub fired: u8,
    pub hot: u8,
    pub invigorating: u8,
    /// Bit by armament or backup: those of the last attack action (A23).
    pub last_fired: u8,
    /// Bit by system: those used this round, and those that Tension paid for (A38).
    pub used: u8,
    pub held_out: u8,
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
    pub at: u8,
    pub vigor: u8,
    pub max_vigor: u8,
    /// Armor without Endure.
    pub armor: u8,
    pub shields: u8,
    /// Shields until the end of the Aces' turn.
    pub granted: u8,
    pub restorations: u8,
    /// Bit by number: attacks it carries.
    pub attacks: u8,
    /// Bit by number: its attacks made this round.
    pub fired: u8,
    /// Its own movements of this round, and the hexes of them.
    pub moves: u8,
    pub hexes: u8,
    /// Bit by number: Aces that hit it with a Flashy system this round.
    pub flashed_by: u8,
    /// Number of its colossus, `NONE` for none.
    pub colossus: u8,
}

/// Sets of enemies by what holds of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// On the field.
    pub up: Mask,
    /// Primes taken out until the next GM turn.
    pub down: Mask,
    pub infantry: Mask,
    /// Cannot move this round: Suppressive, Suppression Targeting.
    pub held: Mask,
    /// Armor and Shields are 0 this round (A34).
    pub emp: Mask,
    pub painted: Mask,
    pub distracted: Mask,
    /// 1 Armor until the end of the Aces' turn.
    pub enduring: Mask,
    /// The same for one Aces' turn more, and Shields granted: taken in answer, while an Aces' turn was on.
    pub enduring_on: Mask,
    pub granted_on: Mask,
    /// Activated in this GM turn.
    pub activated: Mask,
    /// Have attacked in this GM turn.
    pub attacked: Mask,
}

impl Marks {
    /// Whether nobody is left.
    #[inline]
    pub fn all_gone(&self) -> bool {
        self.up | self.down == 0
    }
}

impl State {
    /// Aces that can be harmed, with their numbers.
    #[inline]
    pub fn exposed(&self) -> impl Iterator<Item = (u8, &AceState)> {
        (0u8..).zip(&self.aces).filter(|(_, ace)| ace.can_be_harmed())
    }

    /// An Ace by number.
    #[inline]
    pub fn ace(&self, ace: u8) -> &AceState {
        &self.aces[usize::from(ace)]
    }

    /// An enemy by number.
    #[inline]
    pub fn enemy(&self, enemy: u8) -> &Enemy {
        &self.enemies[usize::from(enemy)]
    }

    #[inline]
    pub(super) fn ace_mut(&mut self, ace: u8) -> &mut AceState {
        &mut self.aces[usize::from(ace)]
    }

    #[inline]
    pub(super) fn enemy_mut(&mut self, enemy: u8) -> &mut Enemy {
        &mut self.enemies[usize::from(enemy)]
    }

    /// Hazards of either sort.
    #[inline]
    pub fn hazards(&self) -> HexSet {
        self.fields.hazards | self.fires
    }
}
