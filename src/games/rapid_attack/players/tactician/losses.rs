//! Losses by damage: the system of least value, or a step away from a station.

use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::games::rapid_attack::battle::legal::losses::{can_dodge, dodges, may_lose_white};
use crate::games::rapid_attack::battle::state::{Unit, numbers_in};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::loadout::{Kind, Range};

/// Weight of an environmental system when damage is taken.
const KEEP_ENVIRONMENT: f64 = 0.3;

/// Share of an action's weight that a white has if the action has its own die: a chance to show more.
const SPARE_WHITE: f64 = 0.3;

impl<D: Dice> View<'_, D> {
    /// Returns the loss that hurts least.
    pub fn lose(&self, scratch: &mut Scratch) -> Option<Action> {
        let wound = self.state.wounds[usize::from(self.state.wound_count).checked_sub(1)?];
        let unit = self.state.unit(wound.unit);
        let steps_away = can_dodge(self.battle, self.state, &wound) && self.hurt(unit) > self.parting(wound.unit);
        if steps_away {
            let ground = Ground::new(self, wound.unit, &mut scratch.rivals, &mut scratch.sites);
            let steps = dodges(self.battle, self.state, &wound).map(|to| (ground.worth(to), to));
            if let Some((_, to)) = steps.max_by(|a, b| a.0.total_cmp(&b.0)) {
                return Some(Action::Dodge(to));
            }
        }
        let systems = unit.loadout.kinds().map(|kind| (self.keep(unit, kind), Action::LoseSystem(kind)));
        let white = may_lose_white(self.battle, self.state, wound.unit);
        let white = white.then(|| (self.keep_white(unit), Action::LoseWhite));
        let least = systems.chain(white).reduce(|least, next| if next.0 < least.0 { next } else { least });
        least.map(|(_, action)| action)
    }

    /// Returns the value lost by a step away: own stations that no other friend keeps from the rivals there.
    fn parting(&self, number: u8) -> f64 {
        let friends = self.state.friends_mask(self.me) & !(1 << number);
        let rivals = || (0..self.state.player_count).filter(|other| *other != self.me);
        let lost = numbers_in(self.state.stations_beside(number).into()).filter_map(|station| {
            let (own, there) = (&self.state.stations()[usize::from(station)], self.state.occupants(station.into()));
            let keeps = own.owner == Some(self.me) && own.beside() & friends == 0;
            let takers = rivals().filter(|other| keeps && there >> other & 1 == 1);
            Some(self.asset(self.me) + takers.map(|other| self.asset(other)).reduce(f64::max)?)
        });
        self.tactics.station * lost.sum::<f64>()
    }

    /// Returns the value of a hit on a frame: a share of its life, and the whole frame for the last hit.
    fn hurt(&self, unit: &Unit) -> f64 {
        let left = unit.hit_points().max(1);
        self.harm(unit, (1.0 / f64::from(left), f64::from(u8::from(left == 1))))
    }

    /// Returns the value of keeping the last of a frame's whites, if a white may be lost early (S36). Whites go to the
    /// most valuable actions without their own die; the value is that of the action left for the last white.
    fn keep_white(&self, unit: &Unit) -> f64 {
        let has = |kind: Kind| unit.loadout.count(kind) > 0;
        let sprints = !unit.has_ranged_weapons();
        let mut actions = [
            (self.tactics.keep_weapon, Range::ALL.iter().any(|(range, _)| unit.loadout.halves_at(*range) > 0)),
            (self.tactics.keep_defense, has(Kind::Defense)),
            (self.tactics.keep_movement, has(Kind::Movement) || sprints),
            (self.tactics.keep_comms, has(Kind::Comms)),
        ]
        .map(|(worth, has_own)| if has_own { SPARE_WHITE * worth } else { worth });
        actions.sort_unstable_by(|a, b| b.total_cmp(a));
        actions.get(usize::from(unit.whites).saturating_sub(1)).copied().unwrap_or(0.0)
    }

    /// Returns the value of keeping a system of a kind; a second one is worth less.
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
