//! From what a mission tells its observers to what a replay holds: numbers that last and names for codes.

use super::super::attack::Outcome;
use super::super::encounter::{CoverSort, Spot};
use super::super::hexes::{self, NOWHERE};
use super::super::mission::action::Protection;
use super::super::mission::event::{self as told, DieOf, Drop, Moving, Reason, RollOf, Source, Stance, Who};
use super::super::mission::items::{OTHER, PROJECTED};
use super::super::mission::{Event, Mission, NONE, State};
use super::gear;
use super::kinds::{Attempt, CauseKind, DieKind, Dropping, Manner, Place, Resource, StanceKind, Verdict, Way, Why};
use super::line::{Cause, Happening, Whom};
use super::snapshot::Slots;

/// What a replay holds of an event; `state` is the state right after it.
pub fn told<D>(mission: &Mission<D>, state: &State, event: &Event, slots: &Slots) -> Happening {
    Teller { mission, state, slots }.tell(event)
}

struct Teller<'a, D> {
    mission: &'a Mission<D>,
    state: &'a State,
    slots: &'a Slots,
}

impl<D> Teller<'_, D> {
    /// Long, but one line of one shape an event.
    fn tell(&self, event: &Event) -> Happening {
        use Happening as To;
        match *event {
            Event::BattleBegan { battle } => {
                let name = self.mission.plan.battles[usize::from(battle)].encounter.name.clone();
                To::BattleBegan { name }
            }
            Event::RoundBegan { round } => To::RoundBegan { number: round },
            Event::TurnBegan { ace } => To::TurnBegan { ace },
            Event::Recovered { ace, last_stand } => To::Recovered { ace, last_stand },
            Event::FrameDamaged { ace, face, of } => To::FrameDamaged { ace, face, of: self.damaged(ace, face, of) },
            Event::TurnEnded { ace } => To::TurnEnded { ace },
            Event::Rolled { ace, of, again, ref faces, roll, outcome } => {
                let (attempt, with, enemy) = self.attempt(ace, of);
                let (faces, outcome) = (faces.as_slice().to_vec(), verdict(outcome));
                To::Rolled { ace, attempt, with, enemy, again, faces, counts: roll.result, outcome }
            }
            Event::DieRolled { of, face } => self.die(of, face),
            Event::Moved { who, from, to, how } => self.moved(who, (from, to), how),
            Event::Swapped { ace, armament } => To::Swapped {
                ace,
                armament: self.armament(ace, armament),
                backup: self.armament(ace, armament + super::super::ace::MAX_ARMAMENTS as u8),
            },
            Event::Used { ace, item, way, target, to } => self.used(ace, item, way, (target, to)),
            Event::Changed { ace, resource, by, why } => {
                let (why, item) = why_of(why);
                let with = item.and_then(|item| gear::item(self.mission, ace, item));
                To::ResourceChanged { ace, resource: resource_of(resource), by, why, with }
            }
            Event::Harmed { who, source, harm, through, shielded } => {
                let left = self.vigor(who);
                To::Harmed { whom: self.whom(who), source: self.cause(source), harm, through, shielded, left }
            }
            Event::TakenOut { enemy, source, for_good } => {
                To::TakenOut { enemy: self.enemy(enemy), source: self.cause(source), for_good }
            }
            Event::AceDown { ace, source, damage, ejected } => {
                To::AceDown { ace, source: self.cause(source), damage, ejected }
            }
            Event::AceLost { ace } => To::AceLost { ace },
            Event::Shielded { ace, shields, fleeting } => To::Shielded { ace, shields, fleeting },
            Event::CoverGone { at } => To::CoverGone { at },
            Event::FireSet { at } => To::FireSet { at },
            Event::MortarFired { ace, at } => To::MortarFired { ace, at },
            Event::Provoked { ace, target, harmless, void } => {
                To::Provoked { ace, enemy: self.slots.number(target), harmless, void }
            }
            Event::GmTurnBegan { activations } => To::GmTurnBegan { activations },
            Event::Restored { enemy, left } => To::Restored { enemy: self.enemy(enemy), left },
            Event::Activated { enemy, moves } => To::Activated { enemy: self.enemy(enemy), moves },
            Event::EnemyAttacked { enemy, attack, ace, answer } => {
                To::EnemyAttacked { enemy: self.enemy(enemy), attack: self.attack(enemy, attack), ace, answer }
            }
            Event::Stanced { enemy, stance } => {
                let (stance, other) = self.stance(stance);
                To::Stanced { enemy: self.enemy(enemy), stance, other }
            }
            Event::Reinforced { enemy, kind, at } => To::Reinforced { enemy: self.enemy(enemy), kind, at },
            Event::Held { enemy } => To::Held { enemy: self.slots.number(enemy) },
            Event::FieldChanged { hexes, spot, added } => {
                To::FieldChanged { places: hexes::each(hexes).collect(), sort: place(spot), added }
            }
            Event::EverywhereChanged { effect, on } => To::EverywhereChanged { effect, on },
            Event::EnemiesChanged { kind } => {
                To::EnemiesChanged { kind: kind.and_then(|kind| gear::kind(self.mission, self.state, kind)) }
            }
            Event::BombardmentFell { at } => To::BombardmentFell { at: Some(at).filter(|at| *at != NOWHERE) },
            Event::Dropped { drop, face } => {
                let (drop, to) = match drop {
                    Drop::None => (Dropping::Nothing, None),
                    Drop::Materials => (Dropping::Materials, None),
                    Drop::Tension { to } => (Dropping::Tension, to),
                    Drop::Vigor { to } => (Dropping::Vigor, to),
                };
                To::Dropped { drop, to, face }
            }
            Event::RoundEnded { round } => To::RoundEnded { number: round },
            Event::BattleEnded { battle: _, ending } => To::BattleEnded { ending },
            Event::MissionEnded { ending } => To::MissionEnded { ending },
        }
    }

    fn attempt(&self, ace: u8, of: RollOf) -> (Attempt, Option<String>, Option<u16>) {
        match of {
            RollOf::Attack { armament, target } => {
                let armament = gear::armament(self.mission, ace, armament);
                (Attempt::Attack, armament, self.slots.number(target))
            }
            RollOf::Legs => (Attempt::Legs, None, None),
            RollOf::Climb => (Attempt::Climb, None, None),
            RollOf::Item { item } => (Attempt::System, gear::item(self.mission, ace, item), None),
        }
    }

    fn die(&self, of: DieOf, face: u8) -> Happening {
        let mut told = (Whom::default(), None, None, None, false);
        let die = match of {
            DieOf::Shield { who, holds_to } => {
                (told.0, told.3) = (self.whom(who), Some(holds_to));
                DieKind::Shield
            }
            DieOf::Cover { at } => {
                told.1 = Some(at);
                DieKind::Cover
            }
            DieOf::Efficient { ace, item } => {
                (told.0.ace, told.2) = (Some(ace), gear::item(self.mission, ace, item));
                DieKind::Efficient
            }
            DieOf::FrameDamage { ace } => {
                told.0.ace = Some(ace);
                DieKind::FrameDamage
            }
            DieOf::Bombardment { at } => {
                told.1 = Some(at);
                DieKind::Bombardment
            }
            DieOf::Astray { at } => {
                told.1 = Some(at);
                DieKind::Astray
            }
            DieOf::Lightning => DieKind::Lightning,
            DieOf::Drop { again } => {
                told.4 = again;
                DieKind::Drop
            }
        };
        let (whom, at, with, holds_to, again) = told;
        Happening::DieRolled { die, whom, at, with, holds_to, again, face }
    }

    fn moved(&self, who: Who, (from, to): (u8, u8), how: Moving) -> Happening {
        let (manner, with) = match how {
            Moving::Move => (Manner::Move, None),
            Moving::Sprint => (Manner::Sprint, None),
            Moving::Climb => (Manner::Climb, None),
            // Whoever moves by a system, it is a system of the Ace whose turn is on.
            Moving::Item { item } => (Manner::System, gear::item(self.mission, self.state.turn.ace, item)),
            Moving::Drive => (Manner::Drive, None),
            Moving::Motivated => (Manner::Motivated, None),
            Moving::Step => (Manner::Step, None),
            Moving::Forced => (Manner::Forced, None),
        };
        Happening::Moved { whom: self.whom(who), from, to, manner, with }
    }

    fn used(&self, ace: u8, item: u8, way: u8, (target, to): (u8, u8)) -> Happening {
        let at_enemies = gear::aims_at_enemies(self.mission, ace, item);
        let way = match way {
            OTHER => Way::Other,
            PROJECTED => Way::Projected,
            _ => Way::Main,
        };
        Happening::Used {
            ace,
            with: gear::item(self.mission, ace, item).unwrap_or_default(),
            way,
            enemy: self.slots.number(target).filter(|_| at_enemies),
            other: Some(target).filter(|target| !at_enemies && *target != NONE && *target != ace),
            to: Some(to).filter(|to| *to != NONE && *to != NOWHERE),
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
        let of_ace = |cause, ace, with| Cause { cause, by: Whom { ace: Some(ace), enemy: None }, with };
        let of_enemy = |enemy, attack, cause| {
            let with = gear::attack(self.mission, self.state, enemy, attack);
            Cause { cause, by: Whom { ace: None, enemy: self.slots.number(enemy) }, with }
        };
        let of_none = |cause| Cause { cause, by: Whom::default(), with: None };
        let armament = |ace, armament| gear::armament(self.mission, ace, armament);
        let item = |ace, item| gear::item(self.mission, ace, item);
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

    /// What a result of frame damage hit.
    fn damaged(&self, ace: u8, face: u8, of: Option<u8>) -> Option<String> {
        match (face, of) {
            (4, Some(armament)) => gear::armament(self.mission, ace, armament),
            (5, Some(item)) => gear::item(self.mission, ace, item),
            (6, _) => gear::item(self.mission, ace, 0),
            (0..=3 | 7.., _) | (4 | 5, None) => None,
        }
    }

    fn whom(&self, who: Who) -> Whom {
        match who {
            Who::Ace(ace) => Whom { ace: Some(ace), enemy: None },
            Who::Enemy(enemy) => Whom { ace: None, enemy: self.slots.number(enemy) },
        }
    }

    fn vigor(&self, who: Who) -> u8 {
        match who {
            Who::Ace(ace) => self.state.ace(ace).vigor,
            Who::Enemy(enemy) => self.state.enemy(enemy).vigor,
        }
    }

    /// The number of an enemy that has been on the field.
    fn enemy(&self, slot: u8) -> u16 {
        self.slots.number(slot).unwrap_or(u16::MAX)
    }

    fn armament(&self, ace: u8, number: u8) -> String {
        gear::armament(self.mission, ace, number).unwrap_or_default()
    }

    fn attack(&self, enemy: u8, attack: u8) -> String {
        gear::attack(self.mission, self.state, enemy, attack).unwrap_or_default()
    }
}

fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Failure => Verdict::Failure,
        Outcome::Mixed => Verdict::Mixed,
        Outcome::Full => Verdict::Full,
    }
}

fn resource_of(resource: told::Resource) -> Resource {
    match resource {
        told::Resource::Vigor => Resource::Vigor,
        told::Resource::Tension => Resource::Tension,
        told::Resource::Ammo => Resource::Ammo,
    }
}

/// Why a resource changes, and the system that does it.
fn why_of(reason: Reason) -> (Why, Option<u8>) {
    match reason {
        Reason::Reroll => (Why::Reroll, None),
        Reason::ExtraAction => (Why::ExtraAction, None),
        Reason::Item { item } => (Why::System, Some(item)),
        Reason::Hot => (Why::Hot, None),
        Reason::Invigorating => (Why::Invigorating, None),
        Reason::SupportDrones => (Why::SupportDrones, None),
        Reason::Build => (Why::Build, None),
        Reason::FrameDamage => (Why::FrameDamage, None),
    }
}

fn place(spot: Spot) -> Place {
    match spot {
        Spot::Cover(CoverSort::Normal) => Place::Cover,
        Spot::Cover(CoverSort::Low) => Place::LowCover,
        Spot::Hazard => Place::Hazard,
        Spot::Rooftop => Place::Rooftop,
        Spot::Bombardment => Place::Bombardment,
    }
}
