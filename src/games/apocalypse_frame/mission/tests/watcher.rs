//! Checks of a game that must hold after every event.

use super::super::Mission;
use super::super::dice::Dice;
use super::super::event::{DieOf, Event, Reason};
use super::super::state::{Life, State};
use crate::games::apocalypse_frame::catalogue::item::ItemTag;
use crate::games::apocalypse_frame::encounter::MAX_ACES;
use crate::games::apocalypse_frame::ids::{AceId, EnemySet, Who};
use hitchart_play::Observer;
use std::collections::HashSet;

/// Observations of a game.
#[derive(Default)]
pub struct Watcher {
    pub events: usize,
    /// Names of rare events that happened.
    pub seen: HashSet<&'static str>,
    /// Enemies that attacked in this GM turn, after the free moves of Primes.
    attacked: EnemySet,
    gm_turn: bool,
    /// Once-per-round effects that happened: Ace, effect, and the gear's number.
    once: HashSet<(AceId, &'static str, u8)>,
    standing: [bool; MAX_ACES],
}

impl Watcher {
    fn once_a_round(&mut self, ace: AceId, what: &'static str, of: u8) {
        if !self.standing[ace.index()] {
            assert!(self.once.insert((ace, what, of)), "{what} {of} of {ace:?} twice in a round");
        }
    }

    fn count<D: Dice>(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        match *event {
            Event::RoundBegan { .. } => {
                self.once.clear();
                (self.attacked, self.gm_turn) = (EnemySet::EMPTY, false);
            }
            Event::GmTurnBegan { .. } => self.gm_turn = true,
            Event::EnemyAttacked { enemy, answer: false, .. } if self.gm_turn => {
                assert!(!self.attacked.has(enemy), "{enemy:?} attacks twice in a GM turn (A41)");
                self.attacked.insert(enemy);
            }
            Event::Reinforced { enemy, .. } => self.attacked.remove(enemy),
            Event::Used { ace, item, .. } => {
                let tags = mission.kit(ace).items[item.index()].tags;
                if tags.has(ItemTag::Limited) {
                    self.once_a_round(ace, "limited", item.number());
                }
            }
            Event::DieRolled { of: DieOf::Efficient { ace, item }, .. } => {
                self.once_a_round(ace, "efficient", item.number());
            }
            Event::Changed { ace, why: Reason::Hot, .. } => {
                let attack = state.turn.attack.expect("Hot comes of an attack");
                let number = mission.arm_in_use(state, ace, attack.armament);
                self.once_a_round(ace, "hot", number.number());
            }
            Event::Recovered { ace, last_stand } => self.standing[ace.index()] = last_stand,
            _ => {}
        }
    }

    /// Records the names of rare events.
    fn note(&mut self, event: &Event) {
        let name = match event {
            Event::Harmed { shielded: true, .. } => "a shield held",
            Event::AceDown { ejected: false, .. } => "frame damage",
            Event::AceDown { ejected: true, .. } => "an ejection",
            Event::AceLost { .. } => "a lost Ace",
            Event::Restored { .. } => "a Prime restored",
            Event::CoverGone { .. } => "cover gone",
            Event::FireSet { .. } => "a fire",
            Event::MortarFired { .. } => "a mortar",
            Event::Provoked { harmless: true, .. } => "a harmless consequence",
            Event::Provoked { void: true, .. } => "a void consequence",
            Event::Moved { who: Who::Enemy(_), how: super::super::event::Moving::Forced, .. } => "a push",
            Event::BombardmentFell { .. } => "a bombardment",
            Event::Reinforced { .. } => "reinforcements",
            Event::Swapped { .. } => "a backup",
            _ => return,
        };
        self.seen.insert(name);
    }
}

/// Checks that resources are within bounds (A09), that sets agree with Vigor, and that places are on the map.
fn check<D: Dice>(mission: &Mission<D>, state: &State) {
    let hexes = mission.encounter(state).map.len();
    for (number, ace) in state.numbered().take(mission.aces.len()) {
        let of = mission.ace(number);
        let extra = if ace.life == Life::LastStand { mission.rules.damage.last_stand_extra } else { 0 };
        assert!(ace.vigor <= ace.max_vigor && ace.max_vigor <= of.vigor, "Vigor of {number:?}");
        assert!(ace.tension <= ace.max_tension + extra, "Tension of {number:?}");
        assert!(ace.ammo <= of.ammo + extra, "Ammo of {number:?}");
        assert_eq!(ace.at.is_some_and(|at| at.index() < hexes), ace.is_on_map(), "place of {number:?}");
        assert_eq!(state.on_map.has(number), ace.is_on_map(), "set of Aces on the map");
        let upright = matches!(ace.life, Life::Ready | Life::LastStand);
        assert!(!upright || ace.vigor > 0 || state.turn.ace.is_none(), "{number:?} without Vigor");
        assert!(ace.damage <= mission.rules.damage.allowed + 1);
    }
    let marks = &state.marks;
    assert!((marks.up & marks.down).is_empty());
    for enemy in marks.up.iter() {
        let this = state.enemy(enemy);
        assert!(this.vigor <= this.max_vigor && this.at.index() < hexes, "{enemy:?}");
    }
    for enemy in marks.down.iter() {
        assert!(state.enemy(enemy).vigor == 0 && state.enemy(enemy).restorations > 0, "Prime {enemy:?}");
    }
    assert!(state.gm.desperate * 2 <= state.gm.taken + state.gm.moves + state.gm.activations * 3 + 1);
}

impl<D: Dice> Observer<Mission<D>> for Watcher {
    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        self.events += 1;
        self.count(mission, state, event);
        self.note(event);
        // Between Harm and its results, Vigor is briefly 0.
        if !matches!(
            event,
            Event::Harmed { .. } | Event::TakenOut { .. } | Event::AceDown { .. } | Event::DieRolled { .. }
        ) {
            check(mission, state);
        }
    }
}
