//! The changing part of a mission, with the turn of an Ace or of the game master: flat, copied without allocation.

use super::super::attack::Roll;
use super::super::attack::{Shot, is_half};
use super::super::encounter::{Ending, Fields, GlobalEffects, MAX_ACES, MAX_COLOSSI, MAX_ENEMIES};
use super::super::ids::{
    AceId, AceSet, ArmSet, ArmSlot, ArmSlots, AttackSet, ColossusId, EnemyId, EnemySet, HexId, HexSet, ItemSet,
    ItemSlot,
};
use super::action::Decision;
use super::event::{Resource, Source};
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
    /// Part of the round under way; [`Phase::Over`] after the mission.
    pub phase: Phase,
    /// The pending decision.
    pub asked: Option<Decision>,
    /// Aces by index in the team; [`Life::Absent`] beyond the team.
    pub aces: [AceState; MAX_ACES],
    /// Enemies by index on the field; only those in [`Marks::up`] and [`Marks::down`] exist.
    pub enemies: [Enemy; MAX_ENEMIES],
    /// Sets of enemies by state.
    pub marks: Marks,
    /// Parts that each colossus has left, and had.
    pub parts: [(u8, u8); MAX_COLOSSI],
    /// Aces on the map.
    pub on_map: AceSet,
    /// Aces that have begun their turn this round.
    pub acted: AceSet,
    /// Turn of the acting Ace, or of the last one that acted.
    pub turn: Turn,
    /// GM turn under way, or the last one.
    pub gm: GmTurn,
    /// Effects at places now, except for the hazards in `fires`.
    pub fields: Fields,
    /// Hazards left by Incendiary armaments (A61).
    pub fires: HexSet,
    /// Effects across the whole field now.
    pub everywhere: GlobalEffects,
    /// Mortar rounds in the air; entries from `mortar_count` on are unused.
    pub mortars: [Mortar; MAX_MORTARS],
    /// Number of mortar rounds in the air.
    pub mortar_count: u8,
    /// Changes of the situation that a die has picked in this battle, one bit per number.
    pub situations: u16,
    /// Enemies removed for good with a drop still to be rolled.
    pub drops_due: u8,
    /// Drops that are rolled and still to be shared, by face.
    pub(super) drops: [u8; 7],
    /// Aces that choose between ejecting and a last stand.
    pub last_due: AceSet,
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
    /// Ace that fired.
    pub ace: AceId,
    /// Slot of the mortar in the frame of that Ace.
    pub item: ItemSlot,
    /// Hex of the target.
    pub at: HexId,
    /// True if it was fired at extended range, for 1 Harm less.
    pub extended: bool,
}

/// Phase of a mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// The end of the GM turn, once Aces chose to eject or to make a last stand (A50).
    Rest,
    /// Drops are shared by choice (A52).
    Drops,
    /// The mission is over.
    Over,
}

/// Ability of an Ace to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    /// Able to act, and open to Harm.
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
    /// Ability to act.
    pub life: Life,
    /// Vigor left; 0 for an Ace that is down or out of the battle.
    pub vigor: u8,
    /// Maximum Vigor, reduced by each hit on the superstructure.
    pub max_vigor: u8,
    /// Tension left; above the maximum only in a last stand.
    pub tension: u8,
    /// Maximum Tension, raised by each recovery with frame damage.
    pub max_tension: u8,
    /// Ammo left, which carries over to the next battle (A10).
    pub ammo: u8,
    /// Frame damage taken in this mission.
    pub damage: u8,
    /// Source of the damage after which the Ace chooses to eject or to make a last stand.
    pub(super) felled_by: Option<Source>,
    /// Results of frame damage so far, one bit per face.
    pub damage_faces: u8,
    /// Hits on the superstructure, legs and sensors.
    pub superstructure: u8,
    /// Hits on the legs; the first requires a roll to move, each further one takes a die (A47).
    pub legs: u8,
    /// Hits on the sensors; each takes a die from attacks (A48) and from rolls for modular systems.
    pub sensors: u8,
    /// Systems that need a roll.
    pub rolled_items: ItemSet,
    /// Armaments replaced by their backup.
    pub backups: ArmSlots,
    /// Armaments replaced by frame damage.
    pub replaced: ArmSlots,
    /// Shields that last until they are used or the battle ends.
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
    /// Hexes of the voluntary movements of this round.
    pub hexes: u8,
    /// Armaments that attacked this round, and those that used up Hot and Invigorating.
    pub fired: ArmSet,
    /// Armaments that used up Hot this round.
    pub hot: ArmSet,
    /// Armaments that used up Invigorating this round.
    pub invigorating: ArmSet,
    /// Armaments of the last attack action (A23).
    pub last_fired: ArmSet,
    /// Systems used this round, and those paid for with Tension (A38).
    pub used: ItemSet,
    /// Systems paid for with Tension for lack of Ammo this round (A38).
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

    /// Returns the level of Vigor or Tension, and its maximum.
    #[inline]
    pub fn level(&self, resource: Resource) -> (u32, u32) {
        match resource {
            Resource::Vigor => (self.vigor.into(), self.max_vigor.into()),
            _ => (self.tension.into(), self.max_tension.into()),
        }
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
    /// Hex of the enemy; the last hex of one that is not on the field.
    pub at: HexId,
    /// Vigor left; 0 for an enemy that is taken out.
    pub vigor: u8,
    /// Maximum Vigor: the Vigor at the start.
    pub max_vigor: u8,
    /// Armor without Endure.
    pub armor: u8,
    /// Shields that last until they are used; a Prime regains them when restored.
    pub shields: u8,
    /// Shields until the end of the Aces' turn.
    pub granted: u8,
    /// Number of times that the enemy is still restored; 0 for all but Primes.
    pub restorations: u8,
    /// Attacks that the enemy carries.
    pub attacks: AttackSet,
    /// Attacks made this round.
    pub fired: AttackSet,
    /// Voluntary movements of this round, and their hexes.
    pub moves: u8,
    /// Hexes of the voluntary movements of this round.
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
    /// Small enough for any cover.
    pub infantry: EnemySet,
    /// Unable to move this round: Suppressive, Suppression Targeting.
    pub held: EnemySet,
    /// Armor and Shields are 0 this round (A34).
    pub emp: EnemySet,
    /// Marked by Target Painter until the end of the round (A33).
    pub painted: EnemySet,
    /// Distracting: 1 Harm less with the next attack this round.
    pub distracted: EnemySet,
    /// 1 Armor until the end of the Aces' turn.
    pub enduring: EnemySet,
    /// Armor, and granted Shields, that last one Aces' turn longer, since they were taken as an answer during an Aces'
    /// turn.
    pub enduring_on: EnemySet,
    /// Granted Shields that last one Aces' turn longer, since they were taken as an answer.
    pub granted_on: EnemySet,
    /// Activated in this GM turn.
    pub activated: EnemySet,
    /// Attacked in this GM turn.
    pub attacked: EnemySet,
}

impl Marks {
    /// Removes the effects of attacks and systems from an enemy.
    #[inline]
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

/// The turn of an Ace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// The acting Ace; `None` between turns.
    pub ace: Option<AceId>,
    /// Actions left.
    pub actions: u8,
    /// Actions bought.
    pub bought: u8,
    /// Hexes moved this turn, for Kinetic Discharge.
    pub hexes: u8,
    /// True if the Ace attacked this turn.
    pub attacked: bool,
    /// True if Hairpin Controls have worked this turn.
    pub hairpin: bool,
    /// Armaments of the previous attack action, while the second attack of the current one is pending.
    pub(super) before_second: ArmSet,
    /// True if the attack under way is the first of two.
    pub(super) second_due: bool,
    /// The attack under way, or the last one.
    pub attack: Option<Attack>,
    /// The system under way while its targets are picked, or the last one.
    pub aim: Volley,
    pub(super) due: Due,
}

impl Turn {
    /// Returns the acting Ace.
    ///
    /// # Panics
    /// Panics between turns.
    #[inline]
    pub fn acting(&self) -> AceId {
        self.ace.expect("a turn is on")
    }

    /// Returns the pending consequence.
    #[inline]
    pub fn provoked(&self) -> Option<Provoked> {
        self.due.answer
    }
}

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Slot of the armament in the frame.
    pub armament: ArmSlot,
    /// Enemy that is attacked.
    pub target: EnemyId,
    /// Dice and Harm of the attack, fixed before its first roll (A24).
    pub shot: Shot,
    /// Latest roll.
    pub roll: Roll,
    /// Number of rerolls paid.
    pub rerolls: u8,
    /// True for the second attack of Parallel Processors.
    pub second: bool,
}

/// A system in use while its targets are picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    /// Slot of the system in the frame of the acting Ace.
    pub item: ItemSlot,
    /// Harm to each target.
    pub harm: u8,
    /// Targets that may still be picked.
    pub left: u8,
    /// Targets picked so far.
    pub picked: EnemySet,
    /// Aces of which Enveloping affects one.
    pub aces: AceSet,
    /// Place of the targets, for nets.
    pub at: Option<HexId>,
}

/// Follow-ups in an Ace's turn before its next choice, in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// True while further targets are picked.
    pub volley: bool,
    /// True if Superhot or Enveloping needs a choice.
    pub choose: bool,
    /// The enemy that may be pushed.
    pub shove: Option<EnemyId>,
    /// True for a step of Exit Thrusters.
    pub exit: bool,
    /// Aces that Motivating moves.
    pub motivated: AceSet,
    /// True for a step of Kinetic Drive Motor.
    pub drive: bool,
    /// True if a roll may be kept or rerolled.
    pub roll: bool,
    /// A consequence to be answered.
    pub answer: Option<Provoked>,
    /// A further consequence, of a damaged system that was used before the first was answered (A68).
    pub later: Option<Provoked>,
    /// True if systems may be used before the consequence is answered (A68).
    pub brace: bool,
    /// True if the second attack is pending.
    pub second: bool,
}

impl Due {
    /// Returns true if nothing follows.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        // `later` and `brace` matter only if an answer is due.
        let Due { volley, choose, shove, exit, motivated, drive, roll, answer, second, .. } = *self;
        // A single test, since follow-ups are rare.
        let any = volley | choose | exit | drive | roll | second | shove.is_some() | !motivated.is_empty();
        !any && answer.is_none()
    }

    /// Makes a consequence due, after one that already is.
    #[inline]
    pub(super) fn provoke(&mut self, provoked: Provoked) {
        self.brace = true;
        let place = if self.answer.is_none() { &mut self.answer } else { &mut self.later };
        *place = Some(provoked);
    }

    /// Marks the pending consequence as answered.
    #[inline]
    pub(super) fn answered(&mut self) {
        self.answer = self.later.take();
        self.brace = self.answer.is_some();
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// The target of the roll that provoked it.
    pub target: Option<EnemyId>,
    /// True if it must not harm: Hairpin Controls.
    pub harmless: bool,
}

/// The GM turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurn {
    /// Activations left.
    pub activations: u8,
    /// Moves that the active enemy has left.
    pub moves: u8,
    /// The active enemy.
    pub enemy: Option<EnemyId>,
    /// Moves taken, and the number of them that were Desperation Moves of colossi.
    pub taken: u8,
    /// Number of these moves that were Desperation Moves of colossi.
    pub desperate: u8,
    /// Primes with a pending free Move.
    pub restored: EnemySet,
}
