//! Collisions: obstacles in the way of ships, rams and nudges.

use super::super::super::battle::Dice;
use super::super::super::battle::legal::flight::ship_at;
use super::super::super::battle::legal::maneuver::base_speed;
use super::super::super::battle::legal::meeting::clear_stop;
use super::super::super::battle::state::{DEBRIS, numbers_in};
use super::super::super::space::{Course, Maneuver, Pose};
use super::super::view::View;

impl<D: Dice> View<'_, D> {
    /// Returns the value of the collisions of a ship that sails straight ahead unsteered.
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

    /// Returns the distance along a course at which a ship runs into something that it cannot pass, and the number of
    /// that obstacle. `None` if the end of the course is clear.
    pub(in super::super) fn stop(&self, ship: u8, course: &Course) -> Option<(f64, u8)> {
        let (asset, space) = (self.state.asset(ship), &self.battle.space);
        if course.length() == 0.0 {
            return None;
        }
        let far = course.length() + space.reach(asset.body);
        let near = |thing: &u8| {
            let (body, pose) = self.state.placed(*thing);
            let near = far + space.reach(body);
            asset.pose.at.distance_squared(pose.at) <= near * near
        };
        let others = numbers_in(self.state.solid() & !(1 << ship)).filter(near);
        let others = others.fold(0, |mask, thing| mask | 1u64 << thing);
        let touches = |thing: &u8| space.touches((asset.body, course.end()), self.state.placed(*thing));
        let contact = |thing: u8| space.contact(asset.body, course, self.state.placed(thing));
        let met = numbers_in(others).filter(touches);
        let met = met.map(|thing| (contact(thing).unwrap_or(course.length()), thing));
        let (after, with) = met.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let passed = numbers_in(others).filter(|thing| contact(*thing).is_some_and(|at| at < after));
        let passed = passed.fold(0, |mask, thing| mask | 1u64 << thing);
        let (at, instead) = clear_stop(self.battle, self.state, (asset.body, passed), course, after);
        Some((at, instead.unwrap_or(with)))
    }

    /// Returns the value of a collision for the player who rams.
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

    /// Returns the value of ramming the asset that is met.
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

    /// Returns the value of a nudge: enemies off the table or toward its edge, own ships away from it, boarders off own
    /// ships.
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

#[cfg(test)]
mod tests {
    use super::super::super::super::battle::state::{DEBRIS, State};
    use super::super::super::super::battle::{Action, Battle, Event, KeyedDice};
    use super::super::super::super::fleet::Fleet;
    use super::super::super::super::rules_files::standard;
    use super::super::{Tactician, Tactics};
    use super::*;
    use hitchart_play::{Game, Observer, Policy, Unwatched};

    /// The ship that set out first, and its collision.
    #[derive(Default)]
    struct Log {
        ship: Option<u8>,
        /// The first collision after the ship set out, until another asset sets out.
        first: Option<(u8, u8)>,
        over: bool,
    }

    impl Observer<Battle<KeyedDice>> for Log {
        fn see(&mut self, _: &Battle<KeyedDice>, _: &State, event: &Event) {
            match *event {
                Event::SetOut { asset, .. } if self.ship.is_none() => self.ship = Some(asset),
                Event::SetOut { .. } => self.over = true,
                Event::Collided { rammer, target, .. } if !self.over => {
                    self.first = self.first.or(Some((rammer, target)));
                }
                _ => {}
            }
        }
    }

    /// Returns the predicted obstacle of a ship that sets out, `Some(None)` if there is none. `None` if debris or the
    /// edge may stop the ship first.
    fn said(battle: &Battle<KeyedDice>, state: &State, action: &Action) -> Option<Option<u8>> {
        let Action::Sail { maneuver, .. } = action else { return None };
        let (tactics, ship) = (Tactics::default(), state.turn_in_control()?.asset);
        let view = View::new(battle, state, battle.odds(), &tactics, state.asset(ship).side());
        let (body, pose) = state.placed(ship);
        let course = battle.space.course(pose, maneuver);
        let meets = |piece: u8| battle.space.contact(body, &course, state.placed(piece + DEBRIS)).is_some();
        let alone = !state.pieces().any(meets) && battle.space.leaves(body, &course).is_none();
        alone.then(|| view.stop(ship, &course).map(|(_, with)| with))
    }

    /// I52: if no player chooses to ram and no debris is near, a ship runs into the obstacle that `stop` predicts, and
    /// into nothing else.
    #[test]
    fn ships_run_into_what_is_said() {
        let rules = standard();
        let fleets = ["C:RpRaBY C:RsRsKK F:RaBK; ace=red", "C:RaRaBY F:RaRaB F:RpRpB F:RsBY F:RaBK; ace=blue"];
        let fleets = fleets.map(|fleet| Fleet::parse(fleet, &rules).unwrap()).to_vec();
        let battle = Battle::new(rules, fleets, false, KeyedDice).unwrap();
        let (mut hit, mut clear) = (0, 0);
        for key in 0..20 {
            let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
            players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
            let (mut state, mut log, mut expected) = (battle.start(key, &mut Unwatched), Log::default(), None);
            while let Some(asked) = state.asked {
                let action = players[usize::from(asked.player)].decide(&battle, &state);
                match action {
                    Action::Sail { .. } => (expected, log) = (said(&battle, &state, &action), Log::default()),
                    Action::Ram(true) => expected = None,
                    _ => {}
                }
                battle.apply(&mut state, &action, &mut log);
                if state.sail.is_none() || log.first.is_some() {
                    let (Some(with), Some(ship)) = (expected.take(), log.ship) else { continue };
                    assert_eq!(log.first, with.map(|with| (ship, with)), "key {key}");
                    hit += u32::from(with.is_some());
                    clear += u32::from(with.is_none());
                }
            }
        }
        assert!(hit > 20 && clear > 200, "{hit} {clear}");
    }
}
