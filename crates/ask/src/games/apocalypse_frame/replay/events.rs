//! Conversion of events to lines of a replay: permanent numbers, and names instead of codes.

use super::Slots;
use super::line::{
    AceOrEnemy, Attempt, Cause, CauseKind, DieKind, Dropping, Happening, Manner, Place, Resource, ResourceReason,
    RollOutcome, StanceKind, UseMode,
};
use hitchart_apocalypse_frame::ace::Ace;
use hitchart_apocalypse_frame::attack::Outcome;
use hitchart_apocalypse_frame::catalogue::item::Item;
use hitchart_apocalypse_frame::encounter::{CoverSort, FieldPlace};
use hitchart_apocalypse_frame::ids::MAX_ARMAMENTS;
use hitchart_apocalypse_frame::ids::{AceId, ArmId, AttackId, Combatant, EnemyId, HexId, ItemSlot};
use hitchart_apocalypse_frame::mission::action::{Damaged, ItemUse as Used, Protection};
use hitchart_apocalypse_frame::mission::event::{DieOf, Drop, Moving, Reason, RollOf, Source, Stance};
use hitchart_apocalypse_frame::mission::{Event, Mission, State, event as mission_event};

/// Converts an event to its form in a replay; `state` is the state right after it.
pub(crate) fn happening<D>(mission: &Mission<D>, state: &State, event: &Event, slots: &Slots) -> Happening {
    Teller { mission, state, slots }.tell(event)
}

struct Teller<'a, D> {
    mission: &'a Mission<D>,
    state: &'a State,
    slots: &'a Slots,
}

impl<D> Teller<'_, D> {
    /// Converts an event. The function is long, but has the same form for every event.
    fn tell(&self, event: &Event) -> Happening {
        use Happening as To;
        match *event {
            Event::BattleBegan { battle } => {
                let name = self.mission.plan.battles[usize::from(battle)].encounter.name.clone();
                To::BattleBegan { name }
            }
            Event::RoundBegan { round } => To::RoundBegan { number: round },
            Event::TurnBegan { ace } => To::TurnBegan { ace: ace.number() },
            Event::Recovered { ace, last_stand } => To::Recovered { ace: ace.number(), last_stand },
            Event::FrameDamaged { ace, face, of } => {
                To::FrameDamaged { ace: ace.number(), face, of: self.damaged(ace, face, of) }
            }
            Event::TurnEnded { ace } => To::TurnEnded { ace: ace.number() },
            Event::Rolled { ace, of, again, ref faces, roll, outcome } => {
                let (attempt, with, enemy) = self.attempt(ace, of);
                let (faces, outcome) = (faces.as_slice().to_vec(), verdict(outcome));
                To::Rolled { ace: ace.number(), attempt, with, enemy, again, faces, counts: roll.result, outcome }
            }
            Event::DieRolled { of, face } => self.die(of, face),
            Event::Moved { who, from, to, how } => self.moved(who, (from, to), how),
            Event::Swapped { ace, armament } => To::Swapped {
                ace: ace.number(),
                armament: self.armament(ace, armament.own()),
                backup: self.armament(ace, armament.backup()),
            },
            Event::Used { ace, item, way, target, to } => self.used(ace, item, way, (target, to)),
            Event::Changed { ace, resource, by, why } => {
                let (why, item) = why_of(why);
                let with = item.and_then(|item| item_name(self.mission, ace, item));
                To::ResourceChanged { ace: ace.number(), resource: resource_of(resource), by, why, with }
            }
            Event::Harmed { who, source, harm, through, shielded } => {
                let left = self.vigor(who);
                To::Harmed { whom: self.whom(who), source: self.cause(source), harm, through, shielded, left }
            }
            Event::TakenOut { enemy, source, for_good } => {
                To::TakenOut { enemy: self.enemy(enemy), source: self.cause(source), for_good }
            }
            Event::AceDown { ace, source, damage, ejected } => {
                To::AceDown { ace: ace.number(), source: self.cause(source), damage, ejected }
            }
            Event::AceLost { ace } => To::AceLost { ace: ace.number() },
            Event::Shielded { ace, shields, fleeting } => To::Shielded { ace: ace.number(), shields, fleeting },
            Event::CoverGone { at } => To::CoverGone { at: at.number() },
            Event::FireSet { at } => To::FireSet { at: at.number() },
            Event::MortarFired { ace, at } => To::MortarFired { ace: ace.number(), at: at.number() },
            Event::Provoked { ace, target, harmless, void } => {
                To::Provoked { ace: ace.number(), enemy: self.number(target), harmless, void }
            }
            Event::GmTurnBegan { activations } => To::GmTurnBegan { activations },
            Event::Restored { enemy, left } => To::Restored { enemy: self.enemy(enemy), left },
            Event::Activated { enemy, moves } => To::Activated { enemy: self.enemy(enemy), moves },
            Event::EnemyAttacked { enemy, attack, ace, answer } => To::EnemyAttacked {
                enemy: self.enemy(enemy),
                attack: self.attack(enemy, attack),
                ace: ace.number(),
                answer,
            },
            Event::Stanced { enemy, stance } => {
                let (stance, other) = self.stance(stance);
                To::Stanced { enemy: self.enemy(enemy), stance, other }
            }
            Event::Reinforced { enemy, kind, at } => To::Reinforced { enemy: self.enemy(enemy), kind, at: at.number() },
            Event::Held { enemy } => To::Held { enemy: self.number(enemy) },
            Event::FieldChanged { hexes, spot, added } => {
                To::FieldChanged { places: hexes.iter().map(HexId::number).collect(), sort: place(spot), added }
            }
            Event::EverywhereChanged { effect, on } => To::EverywhereChanged { effect, on },
            Event::EnemiesChanged { kind } => {
                To::EnemiesChanged { kind: kind.and_then(|kind| kind_name(self.mission, self.state, kind)) }
            }
            Event::BombardmentFell { at } => To::BombardmentFell { at: at.map(HexId::number) },
            Event::Dropped { drop, face } => {
                let (drop, to) = match drop {
                    Drop::None => (Dropping::Nothing, None),
                    Drop::Materials => (Dropping::Materials, None),
                    Drop::Tension { to } => (Dropping::Tension, to),
                    Drop::Vigor { to } => (Dropping::Vigor, to),
                };
                To::Dropped { drop, to: to.map(AceId::number), face }
            }
            Event::RoundEnded { round } => To::RoundEnded { number: round },
            Event::BattleEnded { battle: _, ending } => To::BattleEnded { ending },
            Event::MissionEnded { ending } => To::MissionEnded { ending },
        }
    }

    fn attempt(&self, ace: AceId, of: RollOf) -> (Attempt, Option<String>, Option<u16>) {
        match of {
            RollOf::Attack { armament, target } => {
                let armament = armament_name(self.mission, ace, armament);
                (Attempt::Attack, armament, self.slots.number(target))
            }
            RollOf::Legs => (Attempt::Legs, None, None),
            RollOf::Climb => (Attempt::Climb, None, None),
            RollOf::Item { item } => (Attempt::System, item_name(self.mission, ace, item), None),
        }
    }

    fn die(&self, of: DieOf, face: u8) -> Happening {
        let mut told = (AceOrEnemy::default(), None, None, None, false);
        let die = match of {
            DieOf::Shield { who, holds_to } => {
                (told.0, told.3) = (self.whom(who), Some(holds_to));
                DieKind::Shield
            }
            DieOf::Cover { at } => {
                told.1 = Some(at.number());
                DieKind::Cover
            }
            DieOf::Efficient { ace, item } => {
                (told.0.ace, told.2) = (Some(ace.number()), item_name(self.mission, ace, item));
                DieKind::Efficient
            }
            DieOf::FrameDamage { ace } => {
                told.0.ace = Some(ace.number());
                DieKind::FrameDamage
            }
            DieOf::Bombardment { at } => {
                told.1 = Some(at.number());
                DieKind::Bombardment
            }
            DieOf::Astray { at } => {
                told.1 = Some(at.number());
                DieKind::Astray
            }
            DieOf::Lightning => DieKind::Lightning,
            DieOf::Situation => DieKind::Situation,
            DieOf::Drop { again } => {
                told.4 = again;
                DieKind::Drop
            }
        };
        let (whom, at, with, holds_to, again) = told;
        Happening::DieRolled { die, whom, at, with, holds_to, again, face }
    }

    fn moved(&self, who: Combatant, (from, to): (HexId, HexId), how: Moving) -> Happening {
        // A movement by a system always uses a system of the acting Ace.
        let by_item = |item| self.state.turn.ace.and_then(|ace| item_name(self.mission, ace, item));
        let (manner, with) = match how {
            Moving::Move => (Manner::Move, None),
            Moving::Sprint => (Manner::Sprint, None),
            Moving::Climb => (Manner::Climb, None),
            Moving::Item { item } => (Manner::System, by_item(item)),
            Moving::Drive => (Manner::Drive, None),
            Moving::Motivated => (Manner::Motivated, None),
            Moving::Step => (Manner::Step, None),
            Moving::Carried => (Manner::Carried, None),
            Moving::Forced => (Manner::Forced, None),
        };
        Happening::Moved { whom: self.whom(who), from: from.number(), to: to.number(), manner, with }
    }

    fn used(
        &self,
        ace: AceId,
        item: ItemSlot,
        way: Used,
        (target, to): (Option<Combatant>, Option<HexId>),
    ) -> Happening {
        let way = match way {
            Used::Main => UseMode::Main,
            Used::Other => UseMode::Other,
            Used::Projected => UseMode::Projected,
        };
        let other = target.and_then(Combatant::ace).filter(|other| *other != ace);
        Happening::Used {
            ace: ace.number(),
            with: item_name(self.mission, ace, item).unwrap_or_default(),
            way,
            enemy: self.number(target.and_then(Combatant::enemy)),
            other: other.map(AceId::number),
            to: to.map(HexId::number),
        }
    }

    fn stance(&self, stance: Stance) -> (StanceKind, Option<u16>) {
        match stance {
            Stance::Reinvigorate => (StanceKind::Reinvigorate, None),
            Stance::Endure => (StanceKind::Endure, None),
            Stance::Shield => (StanceKind::Shield, None),
            Stance::Protect { other, with: Protection::Armor } => (StanceKind::ProtectArmor, self.slots.number(other)),
            Stance::Protect { other, with: Protection::Shields } => {
                (StanceKind::ProtectShields, self.slots.number(other))
            }
            Stance::Purge => (StanceKind::Purge, None),
        }
    }

    fn cause(&self, source: Source) -> Cause {
        let of_ace = |cause, ace: AceId, with| {
            let by = AceOrEnemy { ace: Some(ace.number()), enemy: None };
            Cause { cause, by, with }
        };
        let of_enemy = |enemy, attack, cause| {
            let with = attack_name(self.mission, self.state, enemy, attack);
            Cause { cause, by: AceOrEnemy { ace: None, enemy: self.slots.number(enemy) }, with }
        };
        let of_none = |cause| Cause { cause, by: AceOrEnemy::default(), with: None };
        let armament = |ace, armament| armament_name(self.mission, ace, armament);
        let item = |ace, item| item_name(self.mission, ace, item);
        match source {
            Source::Armament { ace, armament: number } => of_ace(CauseKind::Armament, ace, armament(ace, number)),
            Source::Splash { ace, armament: number } => of_ace(CauseKind::Splash, ace, armament(ace, number)),
            Source::Item { ace, item: place } => of_ace(CauseKind::System, ace, item(ace, place)),
            Source::Mortar { ace, item: place } => of_ace(CauseKind::Mortar, ace, item(ace, place)),
            Source::EnemyAttack { enemy, attack } => of_enemy(enemy, attack, CauseKind::Attack),
            Source::EnemySplash { enemy, attack } => of_enemy(enemy, attack, CauseKind::Splash),
            Source::Hazard => of_none(CauseKind::Hazard),
            Source::Bombardment => of_none(CauseKind::Bombardment),
            Source::Lightning => of_none(CauseKind::Lightning),
            Source::ReactiveGas => of_none(CauseKind::ReactiveGas),
            Source::PitchedFirefight => of_none(CauseKind::PitchedFirefight),
        }
    }

    /// Returns the gear that a result of frame damage hit.
    fn damaged(&self, ace: AceId, face: u8, of: Option<Damaged>) -> Option<String> {
        match (face, of) {
            (_, Some(Damaged::Armament(armament))) => armament_name(self.mission, ace, armament.own()),
            (_, Some(Damaged::Item(item))) => item_name(self.mission, ace, item),
            (6, None) => item_name(self.mission, ace, ItemSlot::default()),
            (0..=5 | 7.., None) => None,
        }
    }

    fn whom(&self, who: Combatant) -> AceOrEnemy {
        match who {
            Combatant::Ace(ace) => AceOrEnemy { ace: Some(ace.number()), enemy: None },
            Combatant::Enemy(enemy) => AceOrEnemy { ace: None, enemy: self.slots.number(enemy) },
        }
    }

    fn vigor(&self, who: Combatant) -> u8 {
        match who {
            Combatant::Ace(ace) => self.state.ace(ace).vigor,
            Combatant::Enemy(enemy) => self.state.enemy(enemy).vigor,
        }
    }

    /// Returns the number of an enemy that has been on the field.
    fn enemy(&self, slot: EnemyId) -> u16 {
        self.slots.number(slot).unwrap_or(u16::MAX)
    }

    /// Returns the number of an enemy, if there is one.
    fn number(&self, slot: Option<EnemyId>) -> Option<u16> {
        slot.and_then(|slot| self.slots.number(slot))
    }

    fn armament(&self, ace: AceId, number: ArmId) -> String {
        armament_name(self.mission, ace, number).unwrap_or_default()
    }

    fn attack(&self, enemy: EnemyId, attack: AttackId) -> String {
        attack_name(self.mission, self.state, enemy, attack).unwrap_or_default()
    }
}

fn verdict(outcome: Outcome) -> RollOutcome {
    match outcome {
        Outcome::Failure => RollOutcome::Failure,
        Outcome::Mixed => RollOutcome::Mixed,
        Outcome::Full => RollOutcome::Full,
    }
}

fn resource_of(resource: mission_event::Resource) -> Resource {
    match resource {
        mission_event::Resource::Vigor => Resource::Vigor,
        mission_event::Resource::Tension => Resource::Tension,
        mission_event::Resource::Ammo => Resource::Ammo,
    }
}

/// Returns the reason of a change of a resource, and the system that caused it.
fn why_of(reason: Reason) -> (ResourceReason, Option<ItemSlot>) {
    match reason {
        Reason::Reroll => (ResourceReason::Reroll, None),
        Reason::ExtraAction => (ResourceReason::ExtraAction, None),
        Reason::Item { item } => (ResourceReason::System, Some(item)),
        Reason::Hot => (ResourceReason::Hot, None),
        Reason::Invigorating => (ResourceReason::Invigorating, None),
        Reason::SupportDrones => (ResourceReason::SupportDrones, None),
        Reason::Build => (ResourceReason::Build, None),
        Reason::FrameDamage => (ResourceReason::FrameDamage, None),
    }
}

fn place(spot: FieldPlace) -> Place {
    match spot {
        FieldPlace::Cover(CoverSort::Normal) => Place::Cover,
        FieldPlace::Cover(CoverSort::Low) => Place::LowCover,
        FieldPlace::Hazard => Place::Hazard,
        FieldPlace::Rooftop => Place::Rooftop,
        FieldPlace::Bombardment => Place::Bombardment,
    }
}

/// Returns the name of an armament by number, backups from [`MAX_ARMAMENTS`] on; `None` if there is no such armament.
pub(crate) fn armament_name<D>(mission: &Mission<D>, ace: AceId, number: ArmId) -> Option<String> {
    let ace = mission.aces.get(ace.index())?;
    let armament = match number.index().checked_sub(MAX_ARMAMENTS) {
        None => ace.armaments.get(number.index()),
        Some(backup) => ace.backups.get(backup),
    };
    armament.map(|armament| armament.name.clone())
}

/// Returns the systems of an Ace, the integral one first.
pub(crate) fn items(ace: &Ace) -> impl Iterator<Item = &Item> {
    ace.integral.iter().chain(&ace.modular)
}

/// Returns the name of a system by index; `None` if there is no such system.
pub(crate) fn item_name<D>(mission: &Mission<D>, ace: AceId, item: ItemSlot) -> Option<String> {
    items(mission.aces.get(ace.index())?).nth(item.index()).map(|item| item.name.clone())
}

/// Returns the name of an attack of an enemy by number.
pub(crate) fn attack_name<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, attack: AttackId) -> Option<String> {
    let kind = mission.encounter(state).kinds.get(usize::from(state.enemy(enemy).kind))?;
    kind.attacks.get(attack.index()).map(|attack| attack.name.clone())
}

/// Returns the name of a kind of enemy of the current battle.
pub(crate) fn kind_name<D>(mission: &Mission<D>, state: &State, kind: u8) -> Option<String> {
    mission.encounter(state).kinds.get(usize::from(kind)).map(|kind| kind.name.clone())
}
