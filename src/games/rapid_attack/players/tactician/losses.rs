//! What damage takes: the system least worth keeping, or a step away from a station.

use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::games::rapid_attack::battle::legal::losses::{can_dodge, dodges};
use crate::games::rapid_attack::battle::state::{Unit, numbers_in};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::loadout::Kind;

/// Weight of an environmental system when damage is taken.
const KEEP_ENVIRONMENT: f64 = 0.3;

impl<D: Dice> View<'_, D> {
    /// The loss that hurts least.
    pub fn lose(&self, scratch: &mut Scratch) -> Option<Action> {
        let wound = self.state.wounds[usize::from(self.state.wound_count).checked_sub(1)?];
        let unit = self.state.unit(wound.unit);
        if can_dodge(self.battle, self.state, &wound) && !self.would_lose_station(wound.unit) {
            let ground = Ground::new(self, wound.unit, &mut scratch.rivals, &mut scratch.sites);
            let steps = dodges(self.battle, self.state, &wound).map(|to| (ground.worth(to), to));
            if let Some((_, to)) = steps.max_by(|a, b| a.0.total_cmp(&b.0)) {
                return Some(Action::Dodge(to));
            }
        }
        let least = unit.loadout.kinds().min_by(|a, b| self.keep(unit, *a).total_cmp(&self.keep(unit, *b)));
        Some(least.map_or(Action::LoseWhite, Action::LoseSystem))
    }

    /// Whether a step away hands a station to a rival who is there.
    fn would_lose_station(&self, unit: u8) -> bool {
        let mut stations = numbers_in(self.state.stations_beside(unit).into());
        stations.any(|station| self.state.occupants(station.into()) & !(1 << self.me) != 0)
    }

    /// Worth of keeping a system of a kind; a second one is worth less.
    fn keep(&self, unit: &Unit, kind: Kind) -> f64 {
        let count = f64::from(unit.loadout.count(kind));
        let weight = match kind {
            Kind::Defense => self.tactics.keep_defense,
            Kind::Movement => self.tactics.keep_movement,
            Kind::Comms => self.tactics.keep_comms,
            Kind::Environment => KEEP_ENVIRONMENT,
            _ => self.tactics.keep_weapon,
        };
        weight / (0.5 + 0.5 * count)
    }
}
