//! Small choices: the best of a short list.

use super::super::super::battle::state::{MAX_FLEETS, Target};
use super::super::super::battle::{Action, Decision, Dice};
use super::super::view::View;

impl<D: Dice> View<'_, D> {
    /// Returns the candidate of the greatest value, the first of equals.
    pub(super) fn best_of(&self, what: Decision, actions: &[Action]) -> Action {
        let best = actions.iter().fold((f64::NEG_INFINITY, actions[0]), |best, action| {
            let worth = self.worth(what, action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
    }

    fn worth(&self, what: Decision, action: &Action) -> f64 {
        match *action {
            Action::Repair { white, system } => self.repairing(white, system),
            Action::Attack { target: Target::Debris(_), .. } => -1.0,
            Action::UseSpot(uses) => f64::from(u8::from(uses)),
            Action::Spare(spared) => self.sparing(spared),
            Action::Avoid(avoided) => f64::from(u8::from(avoided)),
            Action::Ram(true) => self.ramming(),
            Action::Ram(false) => 0.0,
            Action::Turn(clicks) => self.turning(clicks),
            Action::Ride(to) => self.riding(to.is_some()),
            Action::Cling(clings) => self.clinging(clings),
            Action::PickUp(picks) => f64::from(u8::from(picks)),
            Action::Nudge { asset, to } => self.nudging(asset, to),
            Action::NoNudge => 1e-9,
            Action::Head(heading) => self.heading(heading),
            Action::Lose { asset, loss } => -self.losing(asset, loss),
            Action::Dodge(asset) => -self.dodging(asset),
            Action::Give(given) => self.giving(&given),
            // Of equal scores, the next player in order.
            Action::Hit(player) => {
                let after = (player + MAX_FLEETS as u8 - self.me) % MAX_FLEETS as u8;
                f64::from(self.state.score(player)) - 0.1 * f64::from(after)
            }
            Action::Tick => self.lead - self.tactics.tick,
            Action::Dock { ship, .. } => f64::from(self.state.asset(ship).hit_points()),
            Action::GoOn => 1e-9,
            Action::Aid(aided) => self.aiding(aided),
            Action::Place { .. } | Action::PlaceDebris(_) if what == Decision::Place => 0.0,
            _ => 0.0,
        }
    }

    /// Returns 1 for sparing an own asset that covers a target and for hitting any other cover, else 0.
    fn sparing(&self, spared: bool) -> f64 {
        use super::super::super::battle::state::CoverBy;
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let own = match turn.blow.cover {
            CoverBy::Asset(asset) => self.state.asset(asset).side() == self.me,
            _ => false,
        };
        f64::from(u8::from(spared == own))
    }

    /// Returns 1 if a company comes along with its ship, else 0.
    fn riding(&self, rides: bool) -> f64 {
        f64::from(u8::from(rides))
    }

    /// Returns the value of a company that clings to a passing ship, or that stays where it is.
    fn clinging(&self, clings: bool) -> f64 {
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let Some(company) = self.each(turn.to_cling & self.state.of(self.me)).next() else { return 0.0 };
        let asset = self.state.asset(company);
        let on = if clings { Some(turn.asset) } else { asset.on };
        self.berth(company, asset.pose.at, on, asset.fuel) + if clings { 1e-9 } else { 0.0 }
    }

    /// Returns the value of a heading away from the edge for another player's high value asset: toward the nearest own
    /// ship.
    fn heading(&self, heading: u8) -> f64 {
        let Some(sail) = self.state.sail else { return 0.0 };
        let at = self.state.asset(sail.asset).pose.at;
        let way = self.battle.space.direction(heading);
        let own = self.each(self.state.ships() & self.state.of(self.me));
        let nearest =
            own.map(|ship| self.state.asset(ship).pose.at - at).min_by(|a, b| a.dot(*a).total_cmp(&b.dot(*b)));
        nearest.map_or(0.0, |to| to.unit().map_or(0.0, |to| to.dot(way)))
    }

    /// Returns the value of clicks that turn the other asset in a collision: an enemy toward the edge, a friend away
    /// from it.
    fn turning(&self, clicks: i8) -> f64 {
        let Some(collision) = (self.state.collision_count > 0)
            .then(|| self.state.collisions[usize::from(self.state.collision_count) - 1])
        else {
            return 0.0;
        };
        // The asked player turns the asset that it does not hold.
        let (a, b) = (collision.rammer, collision.target);
        let turned = if self.state.asset(a).side() == self.me { b } else { a };
        let Some(asset) = self.state.assets().get(usize::from(turned)) else { return 0.0 };
        let pose = self.battle.space.turned(asset.pose, clicks);
        let sign = if asset.side() == self.me { 1.0 } else { -1.0 };
        sign * self.room_ahead(pose) - 1e-3 * f64::from(clicks.abs())
    }
}
