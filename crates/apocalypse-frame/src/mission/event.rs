//! Events of a mission for observers: every die and every change.
//!
//! An event serializes to the fields of its line in a replay (`docs/apocalypse-frame.md`), except the names of gear and
//! attacks. An event names an enemy by its slot in the state; a line names it by its number in the battle.

use super::super::attack::{Outcome, Roll};
use super::super::encounter::{CoverSort, Ending, FieldPlace, Global};
use super::super::ids::{AceId, ArmId, ArmSlot, AttackId, Combatant, EnemyId, HexId, HexSet, ItemSlot};
use super::action::{Damaged, ItemUse, Protection};
use serde::{Serialize, Serializer};

/// Source of Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "cause", rename_all = "kebab-case")]
pub enum Source {
    /// Attack of an Ace, on its target.
    Armament {
        /// Ace that attacked.
        ace: AceId,
        /// Armament or backup.
        #[serde(skip)]
        armament: ArmId,
    },
    /// Splash of an Ace's attack, on enemies in the target's hex (A18).
    Splash {
        /// Ace that attacked.
        ace: AceId,
        /// Armament or backup.
        #[serde(skip)]
        armament: ArmId,
    },
    /// System of an Ace; it may also harm the user (A37) or other Aces (A35).
    #[serde(rename = "system")]
    Item {
        /// Ace that used the system.
        ace: AceId,
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
    },
    /// Mortar round, which was fired in the round before (A36).
    Mortar {
        /// Ace that fired.
        ace: AceId,
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
    },
    /// Attack of an enemy, on its target.
    #[serde(rename = "attack")]
    EnemyAttack {
        /// Enemy that attacked.
        enemy: EnemyId,
        /// Attack, by index in the list of the enemy's kind.
        #[serde(skip)]
        attack: AttackId,
    },
    /// Splash of an enemy's attack, on other Aces in the target's hex (A19).
    #[serde(rename = "splash")]
    EnemySplash {
        /// Enemy that attacked.
        enemy: EnemyId,
        /// Attack, by index in the list of the enemy's kind.
        #[serde(skip)]
        attack: AttackId,
    },
    /// Hazard or Incendiary fire, at the end of a turn (A61).
    Hazard,
    /// Bombardment, at the end of a GM turn.
    Bombardment,
    /// Lightning of an electrical storm.
    Lightning,
    /// Reactive gas, which harms a unit that attacks with Energy.
    ReactiveGas,
    /// Pitched firefight, which harms an enemy that attacks from outside cover.
    PitchedFirefight,
}

impl Source {
    /// Returns the Ace behind the Harm.
    pub const fn ace(self) -> Option<AceId> {
        match self {
            Source::Armament { ace, .. }
            | Source::Splash { ace, .. }
            | Source::Item { ace, .. }
            | Source::Mortar { ace, .. } => Some(ace),
            Source::EnemyAttack { .. }
            | Source::EnemySplash { .. }
            | Source::Hazard
            | Source::Bombardment
            | Source::Lightning
            | Source::ReactiveGas
            | Source::PitchedFirefight => None,
        }
    }
}

/// Purpose of a rolled pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "attempt", rename_all = "kebab-case")]
pub enum RollOf {
    /// Attack with an armament.
    Attack {
        /// Armament or backup in use.
        #[serde(skip)]
        armament: ArmId,
        /// Enemy that is attacked.
        #[serde(rename = "enemy")]
        target: EnemyId,
    },
    /// Speed, to move on damaged legs.
    Legs,
    /// Speed, to climb a rooftop.
    Climb,
    /// Control or Drive, for a damaged system.
    #[serde(rename = "system")]
    Item {
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
    },
}

/// The faces of a pool as rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    pub(super) faces: [u8; 12],
    pub(super) count: u8,
}

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl Faces {
    pub(super) fn push(&mut self, face: u8) {
        if let Some(next) = self.faces.get_mut(usize::from(self.count)) {
            *next = face;
            self.count += 1;
        }
    }

    /// Returns the faces in order.
    pub fn as_slice(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }
}

/// Purpose of a single die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "die", rename_all = "kebab-case")]
pub enum DieOf {
    /// Test of a Shield, which holds up to this face.
    Shield {
        /// Unit with the Shield.
        #[serde(flatten)]
        who: Combatant,
        /// Number of Shields: the highest face on which the Shield holds.
        holds_to: u8,
    },
    /// Test of cover, which may be removed.
    Cover {
        /// Hex of the cover.
        at: HexId,
    },
    /// Test of an Efficient system, which may spend no Ammo.
    Efficient {
        /// Ace that uses the system.
        ace: AceId,
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
    },
    /// Result of frame damage; impossible results are rolled again (A47).
    FrameDamage {
        /// Ace that recovers.
        ace: AceId,
    },
    /// Test of an announced bombardment, which misses its place on low faces.
    Bombardment {
        /// Hex of the announcement.
        at: HexId,
    },
    /// Direction of a bombardment that misses its place.
    Astray {
        /// Hex of the announcement.
        at: HexId,
    },
    /// Choice of the unit that lightning strikes; the die has one face for each candidate.
    Lightning,
    /// Choice of a change of the situation.
    Situation,
    /// Roll of a drop.
    Drop {
        /// True for a reroll by Exceptional Perseverance.
        again: bool,
    },
}

/// A move of an enemy without Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "stance", rename_all = "kebab-case")]
pub enum Stance {
    /// Regains 1 Vigor.
    Reinvigorate,
    /// Gains 1 Armor until the end of the next Aces' turn.
    Endure,
    /// Gains 2 Shields until the end of the next Aces' turn; a kind with 2 or more regains its own.
    Shield,
    /// Gives the effect of Endure or Shield to another enemy in the same hex.
    Protect {
        /// Enemy that is protected.
        other: EnemyId,
        /// Defense that the protected enemy gains.
        with: Protection,
    },
    /// Loses the effects of attacks and systems; only for Primes.
    Purge,
}

/// Kind of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "manner", rename_all = "kebab-case")]
pub enum Moving {
    /// Move of one hex on foot.
    Move,
    /// Sprint of two hexes (A59).
    Sprint,
    /// Climb onto a rooftop by an Ace.
    Climb,
    /// Movement by a system.
    #[serde(rename = "system")]
    Item {
        /// Slot of the system in the frame of the acting Ace.
        #[serde(skip)]
        item: ItemSlot,
    },
    /// Kinetic Drive Motor.
    Drive,
    /// Free step by Motivating.
    Motivated,
    /// Approach or Retreat.
    Step,
    /// With the colossus that the part belongs to.
    Carried,
    /// By force.
    Forced,
}

/// Result of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "drop", rename_all = "kebab-case")]
pub enum Drop {
    /// Nothing, in low oxygen.
    #[serde(rename = "nothing")]
    None,
    /// One Material for the team.
    Materials,
    /// Tension for this Ace; `None` if no Ace needs it.
    Tension {
        /// Ace that gains 1 Tension.
        to: Option<AceId>,
    },
    /// Vigor for this Ace; `None` if no Ace needs it.
    Vigor {
        /// Ace that gains 1 Vigor.
        to: Option<AceId>,
    },
}

/// A resource of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    /// Vigor; an Ace at 0 takes frame damage.
    Vigor,
    /// Tension, which pays for rerolls and extra actions.
    Tension,
    /// Ammo, which pays for uses of systems.
    Ammo,
}

/// Reason for a change of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Reason {
    /// Price of a reroll: 1 Tension (A08).
    Reroll,
    /// Price of an extra action: 1 Tension (A08).
    ExtraAction,
    /// Price of a use of a system: Ammo, or Tension (A38).
    #[serde(rename = "system")]
    Item {
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
    },
    /// Tension regained by Hot.
    Hot,
    /// Vigor regained by Invigorating.
    Invigorating,
    /// Vigor regained by Support Drones.
    SupportDrones,
    /// Vigor or Tension regained by the build trait at the end of the GM turn.
    Build,
    /// Resources regained when an Ace recovers with frame damage.
    FrameDamage,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A battle of the mission began, with all units in place.
    BattleBegan {
        /// Number of the battle, from 0.
        #[serde(skip)]
        battle: u8,
    },
    /// A round began; mortar rounds fall next.
    RoundBegan {
        /// Round of the battle, from 1.
        #[serde(rename = "number")]
        round: u8,
    },
    /// An Ace began its turn.
    TurnBegan {
        /// Ace that acts.
        ace: AceId,
    },
    /// An Ace that was down acts again, or begins its last stand.
    Recovered {
        /// Ace that recovered.
        ace: AceId,
        /// True if the Ace begins its last stand.
        last_stand: bool,
    },
    /// A result of frame damage applies; `of` is the armament or system of results 4 and 5.
    FrameDamaged {
        /// Ace with the damage.
        ace: AceId,
        /// Result that applies, 1 to 6.
        face: u8,
        /// Armament or modular system that is hit; `None` for results 1 to 3 and 6.
        #[serde(skip)]
        of: Option<Damaged>,
    },
    /// An Ace ended its turn.
    TurnEnded {
        /// Ace that acted.
        ace: AceId,
    },
    /// An Ace rolled a pool.
    Rolled {
        /// Ace that rolled.
        ace: AceId,
        /// Purpose of the roll.
        #[serde(flatten)]
        of: RollOf,
        /// True for a reroll of the same attack.
        again: bool,
        /// Faces of all dice, before the maximum of a pitched firefight.
        faces: Faces,
        /// Result and faces, after that maximum.
        #[serde(rename = "counts", serialize_with = "counts")]
        roll: Roll,
        /// Outcome of the result.
        outcome: Outcome,
    },
    /// A single die was rolled.
    DieRolled {
        /// Purpose of the die.
        #[serde(flatten)]
        of: DieOf,
        /// Face, from 1; up to 6 except for lightning.
        face: u8,
    },
    /// A unit moved or was moved.
    Moved {
        /// Unit that moved.
        #[serde(flatten)]
        who: Combatant,
        /// Hex before the movement.
        from: HexId,
        /// Hex after the movement.
        to: HexId,
        /// Kind of the movement.
        #[serde(flatten)]
        how: Moving,
    },
    /// An Ace replaced an armament by its backup by choice (A14).
    Swapped {
        /// Ace that swapped.
        ace: AceId,
        /// Slot of the armament and its backup.
        #[serde(skip)]
        armament: ArmSlot,
    },
    /// An Ace uses a system; price and effect follow.
    Used {
        /// Ace that uses the system.
        ace: AceId,
        /// Slot of the system.
        #[serde(skip)]
        item: ItemSlot,
        /// Mode of the system.
        way: ItemUse,
        /// Enemy or other Ace that is targeted; `None` without one.
        #[serde(skip)]
        target: Option<Combatant>,
        /// Place of a blast or mortar, or destination of Afterburner or Entry Thrusters; otherwise `None`.
        to: Option<HexId>,
    },
    /// An Ace paid or regained a resource; Harm and drops have separate events.
    #[serde(rename = "resource-changed")]
    Changed {
        /// Ace with the resource.
        ace: AceId,
        /// Resource that changed.
        resource: Resource,
        /// Change; negative for a payment.
        by: i8,
        /// Reason for the change.
        #[serde(flatten)]
        why: Reason,
    },
    /// A unit was harmed; `harm` is the amount before reductions, `through` the amount after them.
    Harmed {
        /// Unit that was harmed.
        #[serde(flatten)]
        who: Combatant,
        /// Source of the Harm.
        source: Source,
        /// Harm before reductions.
        harm: u8,
        /// Harm after reductions, which may be more than the Vigor left.
        through: u8,
        /// True if a Shield absorbed the Harm and is lost (A16).
        shielded: bool,
    },
    /// An enemy was taken out, for good or until the next GM turn.
    TakenOut {
        /// Enemy that was taken out.
        enemy: EnemyId,
        /// Source of the last Harm.
        source: Source,
        /// True if the enemy is removed, false for a Prime with restorations left.
        for_good: bool,
    },
    /// An Ace has no Vigor left: it is down, or out of the battle.
    AceDown {
        /// Ace without Vigor.
        ace: AceId,
        /// Source of the last Harm.
        source: Source,
        /// Frame damage of the Ace in this mission, with this one; an ejection does not add to it.
        damage: u8,
        /// True if the Ace ejected and is out of the battle (A50).
        ejected: bool,
    },
    /// An Ace and its frame are lost after a last stand.
    AceLost {
        /// Ace that is lost.
        ace: AceId,
    },
    /// An Ace was given Shields.
    Shielded {
        /// Ace that was given Shields.
        ace: AceId,
        /// Shields of this sort that the Ace now has.
        shields: u8,
        /// True for Shields that end with the round.
        fleeting: bool,
    },
    /// Cover was removed after use (A60).
    CoverGone {
        /// Hex of the cover.
        at: HexId,
    },
    /// An Incendiary attack left a hazard (A61).
    FireSet {
        /// Hex of the hazard.
        at: HexId,
    },
    /// A mortar round was fired; it falls at the start of the next round (A36).
    MortarFired {
        /// Ace that fired.
        ace: AceId,
        /// Hex of the target.
        at: HexId,
    },
    /// A consequence was provoked; `void` if no answer is possible.
    Provoked {
        /// Ace that rolled.
        ace: AceId,
        /// Target of the roll, by default the first to answer (A06); `None` without a target.
        #[serde(rename = "enemy")]
        target: Option<EnemyId>,
        /// True if the answer must not harm: Hairpin Controls.
        harmless: bool,
        /// True if no answer is possible.
        void: bool,
    },
    /// The activations of the GM turn began, after the free Moves of restored Primes.
    GmTurnBegan {
        /// Number of activations (A40).
        activations: u8,
    },
    /// A Prime that was down returned at full Vigor (A54).
    Restored {
        /// Prime that returned.
        enemy: EnemyId,
        /// Restorations left.
        left: u8,
    },
    /// An enemy was activated.
    Activated {
        /// Enemy that was activated.
        enemy: EnemyId,
        /// Number of Moves of the activation (A41).
        moves: u8,
    },
    /// An enemy attacked an Ace; the Harm follows.
    EnemyAttacked {
        /// Enemy that attacked.
        enemy: EnemyId,
        /// Attack, by index in the list of the enemy's kind.
        #[serde(skip)]
        attack: AttackId,
        /// Ace that was attacked.
        ace: AceId,
        /// True for an answer to a consequence.
        answer: bool,
    },
    /// An enemy made a move that is neither an attack nor a movement.
    Stanced {
        /// Enemy that made the move.
        enemy: EnemyId,
        /// The move.
        #[serde(flatten)]
        stance: Stance,
    },
    /// An enemy arrived, by the Reinforce move or by a change of the situation.
    Reinforced {
        /// The new enemy.
        enemy: EnemyId,
        /// Number of the kind in the encounter.
        kind: u8,
        /// Hex of the new enemy.
        at: HexId,
    },
    /// Nothing was done; `None` if a consequence was not answered.
    Held {
        /// The active enemy.
        enemy: Option<EnemyId>,
    },
    /// Places on the field were added or removed.
    FieldChanged {
        /// Hexes that changed.
        #[serde(rename = "places", serialize_with = "places")]
        hexes: HexSet,
        /// Sort of place.
        #[serde(rename = "sort", serialize_with = "sort")]
        spot: FieldPlace,
        /// True if the places were added, false if they were removed.
        added: bool,
    },
    /// An effect across the whole field began or ended.
    EverywhereChanged {
        /// Effect across the whole field.
        effect: Global,
        /// True if the effect began, false if it ended.
        on: bool,
    },
    /// A change of the situation altered the Vigor, the Armor or the attacks of enemies.
    EnemiesChanged {
        /// Number of the kind; `None` for all enemies.
        #[serde(skip)]
        kind: Option<u8>,
    },
    /// A bombardment fell; `None` if it missed the map.
    BombardmentFell {
        /// Hex that was hit.
        at: Option<HexId>,
    },
    /// A drop was distributed.
    Dropped {
        /// Result of the drop.
        #[serde(flatten)]
        drop: Drop,
        /// Face of the die that counts, after a reroll.
        face: u8,
    },
    /// A round ended.
    RoundEnded {
        /// Round of the battle, from 1.
        #[serde(rename = "number")]
        round: u8,
    },
    /// A battle of the mission ended.
    BattleEnded {
        /// Number of the battle, from 0.
        #[serde(skip)]
        battle: u8,
        /// Result for the Aces.
        ending: Ending,
    },
    /// The mission ended.
    MissionEnded {
        /// Result for the Aces.
        ending: Ending,
    },
}

// Fields in the form that lines have.

/// Writes the face that counts.
fn counts<S: Serializer>(roll: &Roll, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(roll.result)
}

fn places<S: Serializer>(hexes: &HexSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hexes.iter())
}

fn sort<S: Serializer>(place: &FieldPlace, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match place {
        FieldPlace::Cover(CoverSort::Normal) => "cover",
        FieldPlace::Cover(CoverSort::Low) => "low-cover",
        FieldPlace::Hazard => "hazard",
        FieldPlace::Rooftop => "rooftop",
        FieldPlace::Bombardment => "bombardment",
    })
}
