//! What ships run into, are rammed by and are pushed to.

use super::super::super::battle::Dice;
use super::super::super::battle::legal::flight::ship_at;
use super::super::super::battle::legal::maneuver::base_speed;
use super::super::super::battle::state::{DEBRIS, numbers_in};
use super::super::super::space::{Maneuver, Pose};
use super::super::view::View;

impl<D: Dice> View<'_, D> {
    /// Worth of what a ship runs into if nothing steers it.
    pub(super) fn straight_ahead(&self, ship: u8) -> f64 {
        let (asset, space) = (self.state.asset(ship), &self.battle.space);
        let speed = base_speed(self.battle, asset);
        let course = space.course(asset.pose, &Maneuver::straight(speed));
        let far = course.length() + space.reach(asset.body);
        let meets = |thing: &u8| {
            let placed = self.state.placed(*thing);
            let near = far + space.reach(placed.0);
            asset.pose.at.distance_squared(placed.1.at) <= near * near
                && (space.touches((asset.body, course.end()), placed)
                    || (*thing >= DEBRIS && space.contact(asset.body, &course, placed).is_some()))
        };
        let things = numbers_in(self.state.solid() & !(1 << ship)).filter(meets);
        things.map(|thing| self.collision(ship, thing, speed)).sum()
    }

    /// Worth of a collision for whoever rams.
    pub(super) fn collision(&self, rammer: u8, target: u8, speed: u8) -> f64 {
        let own = self.state.asset(rammer);
        if target >= DEBRIS {
            let [hits, _] = self.odds.ram(speed, (own.hit_points(), 1));
            return -self.own_harm(own, hits);
        }
        let other = self.state.asset(target);
        let [on_own, on_other] = self.odds.ram(speed, (own.hit_points(), other.hit_points()));
        let cost = self.own_harm(own, on_own);
        if other.is_hva() {
            return -cost;
        }
        if other.side() == self.me {
            return -cost - self.own_harm(other, on_other);
        }
        self.harm(target, on_other) - cost
    }

    /// Worth of ramming what is met.
    pub(super) fn ramming(&self) -> f64 {
        let Some(sail) = self.state.sail else { return -1.0 };
        let mine = |asset: u8| self.state.asset(asset).side() == self.me;
        let (rammer, target) = match mine(sail.asset) {
            true => (sail.asset, sail.meets),
            false => (sail.meets, sail.asset),
        };
        if mine(target) || !mine(rammer) {
            return -1.0;
        }
        self.collision(rammer, target, sail.maneuver.speed) - self.tactics.ram * self.value(self.me)
    }

    /// Worth of a nudge: others off the table or toward its edge, own ships away from it; boarders off own ships.
    pub(super) fn nudging(&self, number: u8, to: Pose) -> f64 {
        let asset = self.state.asset(number);
        if asset.is_company() {
            let boarded = asset.on.filter(|ship| self.state.asset(*ship).side() == self.me && asset.side() != self.me);
            let leaves = |ship: &u8| ship_at(self.battle, self.state, to.at) != Some(*ship);
            let others = |ship: u8| f64::from(self.aboard(ship, asset.side()).companies.max(1));
            return boarded.filter(leaves).map_or(0.0, |ship| self.threat_to_hold(ship) / others(ship));
        }
        let sign = if asset.side() == self.me { 1.0 } else { -1.0 };
        let off = if self.battle.space.is_off((asset.body, to)) { self.value(asset.side()) } else { 0.0 };
        let gained = self.room_ahead(to).min(8.0) - self.room_ahead(asset.pose).min(8.0);
        sign * (0.05 * gained - 10.0 * off)
    }
}
