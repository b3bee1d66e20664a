//! Ships under way: attacks, steering, and collisions.

use super::super::super::battle::candidates::moves::Maneuvers;
use super::super::super::battle::legal::attack::{in_band, ship_can_attack, worth_giving};
use super::super::super::battle::legal::places::{base_speed, clear_stop, ship_at};
use super::super::super::battle::state::{Colour, Die, Target, Turn};
use super::super::super::battle::{Action, BattleDice};
use super::super::super::space::{Course, MAX_SPEED, Maneuver, Pose, Space};
use super::super::view::{TargetKey, View};
use super::{Few, helm::Helm};
use crate::ids::{AssetId, AssetSet};

// Attacks and steering.

/// Maximum number of ways to pay for a move: no die, the green, four whites.
const PURSE: usize = 6;
/// Maximum number of pips of the maneuvers to consider.
const MOST_PIPS: u8 = 4;
/// The same near the edge of the table.
const AT_THE_EDGE: u8 = 6;
/// Maximum number of maneuvers to consider: all that the rules of our games allow for those pips.
const MANEUVERS: usize = 256;
/// Maximum number of maneuvers to evaluate fully.
const CLOSELY: usize = 24;
/// Minimum number of them. Most maneuvers run into something; so more are evaluated only while none is as good as the
/// rough value of the next one.
const AT_LEAST: usize = 4;

/// A maneuver with its cost.
#[derive(Clone, Copy)]
struct Choice {
    maneuver: Maneuver,
    pips: u8,
    die: Die,
    value: u8,
}

/// Choices with their rough values in a separate list, so that the best are found fast.
struct Choices {
    worths: [f64; MANEUVERS],
    choices: [Choice; MANEUVERS],
    count: usize,
}

impl Choices {
    const NONE: Choices = Choices {
        worths: [f64::NEG_INFINITY; MANEUVERS],
        choices: [Choice { maneuver: Maneuver { speed: 0, turns: [0; MAX_SPEED] }, pips: 0, die: Die::None, value: 0 };
            MANEUVERS],
        count: 0,
    };

    fn add(&mut self, worth: f64, choice: Choice) {
        if self.count < MANEUVERS {
            (self.worths[self.count], self.choices[self.count]) = (worth, choice);
            self.count += 1;
        }
    }

    /// Removes and returns the choice of the greatest value, the first of equals.
    fn take_best(&mut self) -> Option<(f64, Choice)> {
        let worths = &mut self.worths[..self.count];
        let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = worths.iter().position(|worth| *worth == most && most > f64::NEG_INFINITY)?;
        worths[best] = f64::NEG_INFINITY;
        Some((most, self.choices[best]))
    }
}

/// Returns the end of a maneuver's course without the course.
fn end_of(space: &Space, from: Pose, maneuver: &Maneuver) -> Pose {
    maneuver.hinges().iter().fold(from, |here, clicks| {
        let ahead = Pose { at: here.at + space.direction(here.heading), ..here };
        if *clicks == 0 { ahead } else { space.turned(ahead, *clicks) }
    })
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the next attack or movement of the asset in control.
    pub(super) fn proceed(&self) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let asset = self.state.asset(turn.asset);
        if asset.is_company() {
            return self.fly(turn);
        }
        self.before_steering(turn).or_else(|| self.steer::<1>(turn).best().map(|(_, action)| action))
    }

    /// Returns the attack of a ship, or `Finish` if it has moved. `None` if it is to move now.
    pub(in super::super) fn before_steering(&self, turn: &Turn) -> Option<Action> {
        if ship_can_attack(self.battle, self.state, turn)
            && let Some((worth, die)) = self.best_die(turn)
            && (worth > 0.0 || turn.moved)
        {
            return Some(Action::Attack { die, target: turn.target });
        }
        turn.moved.then_some(Action::Finish)
    }

    /// Returns the most valuable die for the attack, with its value.
    pub(in super::super) fn best_die(&self, turn: &Turn) -> Option<(f64, Die)> {
        let mut best: Option<(f64, Die)> = None;
        for die in worth_giving(turn, Colour::Red) {
            let pips = turn.hand().value(Colour::Red, die);
            let worth = self.attack_of(turn, pips) - self.cost_before_move(turn, die);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, die));
            }
        }
        best
    }

    /// Returns the value of the declared attack with a rolled die.
    pub(super) fn attack_of(&self, turn: &Turn, pips: u8) -> f64 {
        let Target::Asset(target) = turn.target else { return 0.0 };
        let TargetKey { spot, defense, life, .. } = TargetKey::new(self.state.asset(target));
        let at = self.situation(turn.asset, self.state.asset(turn.asset).pose, target, turn.band);
        self.harm(target, self.odds.pips(pips, spot, defense, at, life))
    }

    /// Returns the best few maneuvers of a ship.
    pub(in super::super) fn steer<const K: usize>(&self, turn: &Turn) -> Few<K> {
        let helm = self.helm(turn);
        let mut purse = [(0u8, Die::None); PURSE];
        let mut dice = 1;
        for die in worth_giving(turn, Colour::Green).take(PURSE - 1) {
            purse[dice] = (turn.hand().value(Colour::Green, die), die);
            dice += 1;
        }
        let purse = &purse[..dice];
        let budget = purse.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let pose = self.state.asset(turn.asset).pose;
        let is_near = self.nearness(self.room_ahead(pose)) > 0.25;
        let most = if is_near { AT_THE_EDGE } else { MOST_PIPS };
        let (few, are_follies) = self.steer_within(turn, &helm, purse, most);
        if are_follies && budget > most { self.steer_within(turn, &helm, purse, budget).0 } else { few }
    }

    /// Returns the best few maneuvers of at most `most` pips, and true if all of them are blunders.
    fn steer_within<const K: usize>(&self, turn: &Turn, helm: &Helm, purse: &[(u8, Die)], most: u8) -> (Few<K>, bool) {
        let budget = purse.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let pose = self.state.asset(turn.asset).pose;
        // The cheapest die that pays for a number of pips, as in the candidates.
        let payment = |pips: u8| {
            let pays = purse.iter().filter(|(value, _)| *value >= pips);
            pays.min_by_key(|(value, _)| *value).map(|(value, die)| (*value, *die, self.cost_of(turn, *die)))
        };
        let usual: [_; AT_THE_EDGE as usize + 1] = std::array::from_fn(|pips| payment(pips as u8));
        let mut choices = Choices::NONE;
        Maneuvers::new(self.battle, self.state, turn.asset, budget).each_within(most, |maneuver, pips| {
            let paid = usual.get(usize::from(pips)).copied().unwrap_or_else(|| payment(pips));
            let Some((value, die, cost)) = paid else { return };
            let worth = self.roughly(turn, helm, end_of(&self.battle.space, pose, &maneuver)) - cost;
            choices.add(worth, Choice { maneuver, pips, die, value });
        });
        self.few_closely(turn, helm, choices)
    }

    /// Returns the best few of some choices after a close look at those of the best rough value, and true if all of
    /// them are blunders. Blunders are chosen only if there is nothing else.
    fn few_closely<const K: usize>(&self, turn: &Turn, helm: &Helm, mut choices: Choices) -> (Few<K>, bool) {
        let pose = self.state.asset(turn.asset).pose;
        let (mut few, mut follies) = (Few::default(), Few::default());
        for looked_at in 0..MANEUVERS {
            let Some((rough, choice)) = choices.take_best() else { break };
            let enough = looked_at >= AT_LEAST && few.best().is_some_and(|(worth, _)| worth >= rough);
            if enough || (looked_at >= CLOSELY && few.best().is_some()) {
                break;
            }
            let course = self.battle.space.course(pose, &choice.maneuver);
            let stop = self.stop(turn.asset, &course);
            let worth = rough + self.closely(turn, helm, &choice, &course, stop);
            let among = if self.is_folly(turn.asset, &course, stop) { &mut follies } else { &mut few };
            among.add(worth, Action::Sail { die: choice.die, maneuver: choice.maneuver });
        }
        if few.best().is_some() { (few, false) } else { (follies, true) }
    }

    /// Returns true if a course leaves the table or ends in an own ship or high value asset.
    pub(in super::super) fn is_folly(&self, ship: AssetId, course: &Course, stop: Option<(f64, AssetId)>) -> bool {
        let own = |with: AssetId| !with.is_debris() && self.state.asset(with).side() == self.me;
        self.battle.space.leaves(self.state.asset(ship).body, course).is_some()
            || stop.is_some_and(|(_, with)| own(with))
    }

    /// Returns the value of a course beyond its rough value: collisions, rescues, the edge, and what the ship reaches
    /// from where it really stops.
    fn closely(&self, turn: &Turn, helm: &Helm, choice: &Choice, course: &Course, stop: Option<(f64, AssetId)>) -> f64 {
        let asset = self.state.asset(turn.asset);
        let space = &self.battle.space;
        let end = stop.map_or(course.end(), |(at, _)| space.pose_on(course, at));
        let mut worth = 0.0;
        if helm.pending > 0.0 {
            let target = self.state.asset(turn.target.asset().unwrap_or_default());
            let out = self.out_of_band(asset, end, target, turn.band);
            let there = in_band(self.battle, self.state, turn.asset, end, turn.target, turn.band);
            worth += helm.pending * (f64::from(u8::from(there)) - (1.0 - out).max(0.0));
        }
        if space.leaves(asset.body, course).is_some() {
            worth -= self.ruin();
        }
        worth -= self.left_behind(turn.asset, end);
        worth += self.beside_at(helm, (asset.body, end)) - self.beside_roughly(helm, course.end());
        let rescue = self.battle.rules.fuel.rescue;
        for company in helm.adrift.iter() {
            let placed = self.state.placed(company);
            if space.passes_within(asset.body, course, placed, rescue) {
                worth += self.tactics.rescue * self.value(self.me);
            }
        }
        let mut pips = choice.value.saturating_sub(choice.pips);
        let far = course.length() + space.reach(asset.body);
        for thing in (self.state.solid() - AssetSet::of(turn.asset)).iter() {
            let placed = self.state.placed(thing);
            let near = far + space.reach(placed.0);
            if asset.pose.at.distance_squared(placed.1.at) > near * near {
                continue;
            }
            if stop.is_some_and(|(_, with)| with == thing) {
                worth += self.collision(turn.asset, thing, choice.maneuver.speed);
            } else if thing.is_debris() && space.contact(asset.body, course, placed).is_some() {
                match pips {
                    0 => worth += self.collision(turn.asset, thing, choice.maneuver.speed),
                    _ => pips -= 1,
                }
            }
        }
        worth
    }
}

// Collisions: obstacles in the way of ships, rams and nudges.

impl<D: BattleDice> View<'_, D> {
    /// Returns the value of the collisions of a ship that sails straight ahead unsteered.
    pub(super) fn straight_ahead(&self, ship: AssetId) -> f64 {
        let (asset, space) = (self.state.asset(ship), &self.battle.space);
        let speed = base_speed(self.battle, asset);
        let course = space.course(asset.pose, &Maneuver::straight(speed));
        let far = course.length() + space.reach(asset.body);
        let meets = |thing: &AssetId| {
            let placed = self.state.placed(*thing);
            let near = far + space.reach(placed.0);
            asset.pose.at.distance_squared(placed.1.at) <= near * near
                && (space.touches((asset.body, course.end()), placed)
                    || (thing.is_debris() && space.contact(asset.body, &course, placed).is_some()))
        };
        let things = (self.state.solid() - AssetSet::of(ship)).iter().filter(meets);
        things.map(|thing| self.collision(ship, thing, speed)).sum()
    }

    /// Returns the distance along a course at which a ship runs into something that it cannot pass, and the number of
    /// that obstacle. `None` if the end of the course is clear.
    pub(in super::super) fn stop(&self, ship: AssetId, course: &Course) -> Option<(f64, AssetId)> {
        let (asset, space) = (self.state.asset(ship), &self.battle.space);
        if course.length() == 0.0 {
            return None;
        }
        let far = course.length() + space.reach(asset.body);
        let near = |thing: &AssetId| {
            let (body, pose) = self.state.placed(*thing);
            let near = far + space.reach(body);
            asset.pose.at.distance_squared(pose.at) <= near * near
        };
        let others = (self.state.solid() - AssetSet::of(ship)).iter().filter(near);
        let others = AssetSet::from_iter(others);
        let touches = |thing: &AssetId| space.touches((asset.body, course.end()), self.state.placed(*thing));
        let contact = |thing: AssetId| space.contact(asset.body, course, self.state.placed(thing));
        let met = others.iter().filter(touches);
        let met = met.map(|thing| (contact(thing).unwrap_or(course.length()), thing));
        let (after, with) = met.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let passed = others.iter().filter(|thing| contact(*thing).is_some_and(|at| at < after));
        let passed = AssetSet::from_iter(passed);
        let (at, instead) = clear_stop(self.battle, self.state, (asset.body, passed), course, after);
        Some((at, instead.unwrap_or(with)))
    }

    /// Returns the value of a collision for the player who rams.
    pub(super) fn collision(&self, rammer: AssetId, target: AssetId, speed: u8) -> f64 {
        let own = self.state.asset(rammer);
        if target.is_debris() {
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
        let mine = |asset: AssetId| self.state.asset(asset).side() == self.me;
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
    pub(super) fn nudging(&self, number: AssetId, to: Pose) -> f64 {
        let asset = self.state.asset(number);
        if asset.is_company() {
            let boarded = asset.on.filter(|ship| self.state.asset(*ship).side() == self.me && asset.side() != self.me);
            let leaves = |ship: &AssetId| ship_at(self.battle, self.state, to.at) != Some(*ship);
            let others = |ship: AssetId| f64::from(self.aboard(ship, asset.side()).companies.max(1));
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
    use super::super::{Tactician, Tactics};
    use super::*;
    use crate::battle::state::State;
    use crate::battle::{Action, Battle, Event, KeyedDice};
    use crate::fleet::Fleet;
    use crate::ruleset::standard;
    use hitchart_play::{Game, Observer, Policy, Unwatched};

    /// The ship that set out first, and its collision.
    #[derive(Default)]
    struct Log {
        ship: Option<AssetId>,
        /// The first collision after the ship set out, until another asset sets out.
        first: Option<(AssetId, AssetId)>,
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
    fn predicted_obstacle(battle: &Battle<KeyedDice>, state: &State, action: &Action) -> Option<Option<AssetId>> {
        let Action::Sail { maneuver, .. } = action else { return None };
        let (tactics, ship) = (Tactics::default(), state.turn_in_control()?.asset);
        let view = View::new(battle, state, battle.odds(), &tactics, state.asset(ship).side());
        let (body, pose) = state.placed(ship);
        let course = battle.space.course(pose, maneuver);
        let meets = |piece: u8| battle.space.contact(body, &course, state.placed(AssetId::of_debris(piece))).is_some();
        let alone = !state.pieces().any(meets) && battle.space.leaves(body, &course).is_none();
        alone.then(|| view.stop(ship, &course).map(|(_, with)| with))
    }

    /// I52: if no player chooses to ram and no debris is near, a ship runs into the obstacle that `stop` predicts, and
    /// into nothing else.
    #[test]
    fn ships_run_into_the_predicted_obstacle() {
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
                let action = players[asked.player.index()].decide(&battle, &state);
                match action {
                    Action::Sail { .. } => {
                        (expected, log) = (predicted_obstacle(&battle, &state, &action), Log::default());
                    }
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
