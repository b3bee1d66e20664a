//! Ships under way: attacks and steering.

use super::super::super::battle::candidates::moves::Maneuvers;
use super::super::super::battle::legal::attack::{in_band, ship_can_attack};
use super::super::super::battle::legal::dice::worth_giving;
use super::super::super::battle::state::{Colour, DEBRIS, Die, Target, Turn, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::space::{Course, MAX_SPEED, Maneuver, Pose, Space};
use super::super::view::{Mark, View};
use super::few::Few;
use super::helm::Helm;

/// Maximum number of ways to pay for a move: no die, the green, four whites.
const PURSE: usize = 6;
/// Maximum number of pips of the maneuvers to consider.
const MOST_PIPS: u8 = 4;
/// The same near the edge of the table.
const AT_THE_EDGE: u8 = 6;
/// Maximum number of maneuvers to consider: all that the rules of our games allow for those pips.
const MANEUVERS: usize = 256;
/// Maximum and minimum number of maneuvers to look at closely. Beyond the minimum, the look goes on only while none is
/// as good as the next one promises, because most run into something.
const CLOSELY: usize = 24;
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

impl<D: Dice> View<'_, D> {
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
        let Mark { spot, defense, life, .. } = Mark::new(self.state.asset(target));
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
        let mut choices = Choices::NONE;
        Maneuvers::new(self.battle, self.state, turn.asset, budget).each_within(most, |maneuver, pips| {
            // The cheapest die that pays, as in the candidates.
            let cheapest = purse.iter().filter(|(value, _)| *value >= pips).min_by_key(|(value, _)| *value);
            let Some((value, die)) = cheapest.copied() else { return };
            let end = end_of(&self.battle.space, pose, &maneuver);
            let worth = self.roughly(turn, helm, end) - self.cost_of(turn, die);
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
    pub(in super::super) fn is_folly(&self, ship: u8, course: &Course, stop: Option<(f64, u8)>) -> bool {
        let own = |with: u8| with < DEBRIS && self.state.asset(with).side() == self.me;
        self.battle.space.leaves(self.state.asset(ship).body, course).is_some()
            || stop.is_some_and(|(_, with)| own(with))
    }

    /// Returns the value of a course beyond its rough value: collisions, rescues, the edge, and what the ship reaches
    /// from where it really stops.
    fn closely(&self, turn: &Turn, helm: &Helm, choice: &Choice, course: &Course, stop: Option<(f64, u8)>) -> f64 {
        let asset = self.state.asset(turn.asset);
        let space = &self.battle.space;
        let end = stop.map_or(course.end(), |(at, _)| space.pose_on(course, at));
        let mut worth = 0.0;
        if helm.pending > 0.0 {
            let target = self.state.asset(turn.target.asset().unwrap_or(0));
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
        for company in numbers_in(helm.adrift) {
            let placed = self.state.placed(company);
            if space.passes_within(asset.body, course, placed, rescue) {
                worth += self.tactics.rescue * self.value(self.me);
            }
        }
        let mut pips = choice.value.saturating_sub(choice.pips);
        let far = course.length() + space.reach(asset.body);
        for thing in numbers_in(self.state.solid() & !(1 << turn.asset)) {
            let placed = self.state.placed(thing);
            let near = far + space.reach(placed.0);
            if asset.pose.at.distance_squared(placed.1.at) > near * near {
                continue;
            }
            if stop.is_some_and(|(_, with)| with == thing) {
                worth += self.collision(turn.asset, thing, choice.maneuver.speed);
            } else if thing >= DEBRIS && space.contact(asset.body, course, placed).is_some() {
                match pips {
                    0 => worth += self.collision(turn.asset, thing, choice.maneuver.speed),
                    _ => pips -= 1,
                }
            }
        }
        worth
    }
}
