//! The tactician's view of a state, and the worth of Harm and resources.

use super::super::chances::met;
use super::Tactics;
use super::foes::{Foe, Foes};
use crate::attack::{Blow, Guard};
use crate::ids::AceId;
use crate::mission::state::{Life, State};
use crate::mission::{Dice, Mission};

/// All that the tactician considers in a decision for an Ace.
pub(super) struct View<'a, D> {
    pub mission: &'a Mission<D>,
    pub state: &'a State,
    pub tactics: &'a Tactics,
    pub foes: &'a Foes,
    pub ace: AceId,
}

/// Worth of using up a Shield, in points of Vigor.
const SHIELD_GONE: f64 = 0.3;

impl<D: Dice> View<'_, D> {
    /// Worth of a blow to an enemy.
    #[inline]
    pub(super) fn blow(&self, foe: &Foe, blow: Blow, less: u8, out: f64) -> f64 {
        self.blow_on((foe.vigor, Guard { less, ..foe.guard }), blow, foe.out + out)
    }

    /// Worth of a blow to an enemy of this Vigor and guard; `out` is the additional worth of taking the enemy out.
    #[inline]
    pub(super) fn blow_on(&self, (vigor, guard): (u8, Guard), blow: Blow, out: f64) -> f64 {
        let (harm, held) = met(blow, guard, self.mission.rules.harm.order);
        let harm = harm.min(vigor);
        let taken = if harm == vigor { out } else { 0.0 };
        // A Shield that holds is used up.
        (1.0 - held) * (self.foes.harm * f64::from(harm) + taken) + held * SHIELD_GONE * self.foes.harm
    }

    /// Price of a point of Tension: less if the build trait gives it back anyway, and near the end of a battle; 0 in a
    /// last stand, after which the Ace is lost.
    pub(super) fn tension(&self, state: &State) -> f64 {
        let frame = state.ace(self.ace);
        if frame.life == Life::LastStand {
            return 0.0;
        }
        let (_, regained) = self.mission.rules.catalogue.regained(self.mission.ace(self.ace).build);
        let spare = frame.tension + regained > frame.max_tension;
        self.tactics.tension * if spare { self.tactics.spare } else { 1.0 } * self.ahead()
    }

    /// Price of a point of Ammo; 0 in a last stand. Ammo lasts for the whole mission.
    pub(super) fn ammo(&self, state: &State) -> f64 {
        if state.ace(self.ace).life == Life::LastStand {
            return 0.0;
        }
        let later = self.mission.plan.battles.len() - 1 - usize::from(state.battle);
        self.tactics.ammo * self.ahead() + self.tactics.ammo_later * later as f64
    }

    /// Remaining share of the battle, 0 to 1; 1 if the enemies have the Vigor of about two rounds of attacks or more.
    fn ahead(&self) -> f64 {
        (f64::from(self.foes.left) / f64::from(6 * self.foes.activations.max(1))).min(1.0)
    }
}
