//! Missions of Apocalypse Frame: the state machine from the first battle to the last.
//!
//! Follows the rule text's chapters Combat and Enemies; rulings are cited by id. [`Mission`] is the setup, [`State`]
//! all that changes, [`Action`] a choice and [`Event`] an event for observers. Player 0 is the Aces' team, player 1 the
//! game master.

mod ace_turn;
pub mod action;
mod attack;
pub mod candidates;
pub(crate) mod engine;
pub mod event;
mod expected;
mod fields;
mod gm_turn;
mod harm;
mod items;
pub mod kit;
mod names;
pub mod position;
pub mod reach;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;

pub use action::{ACES, Action, Decision, GM};
pub use engine::{KeyedDice, MissionDice};
pub use event::Event;
pub use reach::may_reroll;
pub use state::State;

use super::encounter::{Encounter, MAX_ACES, MissionPlan};
use super::ids::{AceId, EnemyId};
use super::{ace::Ace, catalogue::entries::Trait, catalogue::numbers::Number, ruleset::Ruleset};
use candidates::Ways;
use kit::{AceKit, KindKit};

/// A mission's setup: everything that play does not change.
#[derive(Debug)]
pub struct Mission<D> {
    /// Ruleset of the mission.
    pub rules: Ruleset,
    /// Aces, 1 to [`MAX_ACES`].
    pub aces: Vec<Ace>,
    /// Battles of the mission, in order.
    pub plan: MissionPlan,
    /// Source of the faces.
    pub dice: D,
    kits: Vec<AceKit>,
    /// Kinds of enemies of each battle.
    kinds: Vec<Vec<KindKit>>,
    /// Most Armor that Flared Plating of a frame gives.
    plating: u8,
    /// Most Harm that Tripled Feed Motors of a frame add; at least 1.
    fed: u8,
    /// Moves and sprints of Aces from every hex of each battle's map.
    ways: Vec<Vec<Ways>>,
}

impl<D> Mission<D> {
    /// Returns a mission of a checked plan; Aces beyond [`MAX_ACES`] are ignored.
    pub fn new(rules: Ruleset, mut aces: Vec<Ace>, plan: MissionPlan, dice: D) -> Mission<D> {
        aces.truncate(MAX_ACES);
        let kits: Vec<AceKit> = aces.iter().map(AceKit::new).collect();
        let plating = kits.iter().map(|kit| kit.number(Trait::FlaredPlating, Number::Armor)).max().unwrap_or(0);
        let fed = kits.iter().map(|kit| kit.number(Trait::TripledFeedMotors, Number::Harm)).fold(1, u8::max);
        let kinds = plan.battles.iter().map(|battle| {
            battle.encounter.kinds.iter().map(|kind| KindKit::new(kind, &rules)).collect::<Vec<KindKit>>()
        });
        let kinds = kinds.collect();
        let ways = plan.battles.iter().map(|battle| candidates::ways(&battle.encounter.map)).collect();
        Mission { rules, aces, plan, dice, kits, kinds, plating, fed, ways }
    }

    /// Returns the most Harm that Tripled Feed Motors add in this mission: 1 by the book.
    #[inline]
    pub fn fed(&self) -> u8 {
        self.fed
    }

    /// Returns the current battle.
    #[inline]
    pub fn encounter(&self, state: &State) -> &Encounter {
        &self.plan.battles[usize::from(state.battle)].encounter
    }

    /// Returns the numbers of the Aces.
    #[inline]
    pub fn ace_ids(&self) -> impl Iterator<Item = AceId> + Clone + use<D> {
        AceId::first(self.aces.len())
    }

    /// Returns an Ace by number.
    #[inline]
    pub fn ace(&self, ace: AceId) -> &Ace {
        &self.aces[ace.index()]
    }

    /// Returns the gear of an Ace.
    #[inline]
    pub fn kit(&self, ace: AceId) -> &AceKit {
        &self.kits[ace.index()]
    }

    /// Returns the kind of an enemy.
    #[inline]
    pub fn kind(&self, state: &State, enemy: EnemyId) -> &KindKit {
        &self.kinds[usize::from(state.battle)][usize::from(state.enemy(enemy).kind)]
    }
}
