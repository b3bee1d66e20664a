//! What the tactician sees, and what Harm and resources are worth.

use super::super::chances::met;
use super::Tactics;
use super::foes::{Foe, Foes};
use crate::games::apocalypse_frame::attack::{Blow, Guard};
use crate::games::apocalypse_frame::ids::AceId;
use crate::games::apocalypse_frame::mission::state::{Life, State};
use crate::games::apocalypse_frame::mission::{Dice, Mission};

/// What the tactician sees when it decides for an Ace.
pub struct View<'a, D> {
    pub mission: &'a Mission<D>,
    pub state: &'a State,
    pub tactics: &'a Tactics,
    pub foes: &'a Foes,
    pub ace: AceId,
}

/// Worth of a Shield that held and is gone, in points of Vigor.
const SHIELD_GONE: f64 = 0.3;

impl<D: Dice> View<'_, D> {
    /// Worth of a blow to an enemy.
    #[inline]
    pub fn blow(&self, foe: &Foe, blow: Blow, less: u8, out: f64) -> f64 {
        let (harm, held) = met(blow, Guard { less, ..foe.guard }, self.mission.rules.harm.order);
        let harm = harm.min(foe.vigor);
        let taken = if harm == foe.vigor { foe.out + out } else { 0.0 };
        // A Shield that holds is gone.
        (1.0 - held) * (self.foes.harm * f64::from(harm) + taken) + held * SHIELD_GONE * self.foes.harm
    }

    /// Price of a point of Tension: less where the build trait would give it back in vain, and near the end; nothing in
    /// a last stand, which leaves nothing.
    pub fn tension(&self, state: &State) -> f64 {
        let frame = state.ace(self.ace);
        if frame.life == Life::LastStand {
            return 0.0;
        }
        let (_, regained) = self.mission.rules.catalogue.regained(self.mission.ace(self.ace).build);
        let spare = frame.tension + regained > frame.max_tension;
        self.tactics.tension * if spare { self.tactics.spare } else { 1.0 } * self.ahead()
    }

    /// Price of a point of Ammo, which lasts for the mission or the last stand.
    pub fn ammo(&self, state: &State) -> f64 {
        if state.ace(self.ace).life == Life::LastStand {
            return 0.0;
        }
        let later = self.mission.plan.battles.len() - 1 - usize::from(state.battle);
        self.tactics.ammo * self.ahead() + self.tactics.ammo_later * later as f64
    }

    /// How much of the battle is still ahead, 0 to 1: the Vigor that the Aces will take in about two rounds is 1.
    fn ahead(&self) -> f64 {
        (f64::from(self.foes.left) / f64::from(6 * self.foes.activations.max(1))).min(1.0)
    }
}
