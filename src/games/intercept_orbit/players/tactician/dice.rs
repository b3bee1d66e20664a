//! Dice of a turn: the defense, the value of whites elsewhere, repairs.

use super::super::super::battle::legal::dice::{may_stay_undefended, worth_giving};
use super::super::super::battle::legal::maneuver::base_speed;
use super::super::super::battle::odds::{Defense, Situation};
use super::super::super::battle::state::{Asset, Colour, Die, Given, Stage, Turn, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::ship::System;
use super::super::super::space::Body;
use super::super::view::{Mark, View};

impl<D: Dice> View<'_, D> {
    /// Returns the value of a die for other actions: 0 for colours, pips for whites, and more for whites that can
    /// repair.
    pub(super) fn cost_of(&self, turn: &Turn, die: Die) -> f64 {
        let Die::White(place) = die else { return 0.0 };
        let pips = turn.hand().whites[usize::from(place)];
        let asset = self.state.asset(turn.asset);
        let value = self.value(self.me);
        let mut cost = self.tactics.white * value * f64::from(pips);
        if turn.stage == Stage::Defend
            && asset.is_ship()
            && pips >= self.battle.rules.repair.face
            && self.is_hurt(asset)
        {
            cost += self.restored(asset);
        }
        cost
    }

    /// Returns the value of a die for other actions before a ship has moved. Whites also steer it away from the edge
    /// and from obstacles.
    pub(super) fn cost_before_move(&self, turn: &Turn, die: Die) -> f64 {
        let Die::White(place) = die else { return 0.0 };
        let asset = self.state.asset(turn.asset);
        if turn.moved || !asset.is_ship() || turn.given.is_some() {
            return self.cost_of(turn, die);
        }
        let room = self.room_ahead(asset.pose);
        let usual = f64::from(base_speed(self.battle, asset));
        let pips = turn.hand().whites[usize::from(place)];
        let risk = if room > usual {
            self.tactics.edge * self.value(self.me) * self.nearness(room) * f64::from(pips) / 6.0
        } else if self.slows(turn, place, usual - room) {
            0.0
        } else {
            self.ruin()
        };
        // Collisions that only this last steering die could have prevented.
        let ahead = if self.slows(turn, place, 1.0) { 0.0 } else { self.straight_ahead(turn.asset).min(0.0) };
        self.cost_of(turn, die) + risk - ahead
    }

    /// Returns true if a ship leaves the table unless this white steers it.
    fn is_lost_without(&self, turn: &Turn, die: Die) -> bool {
        let Die::White(place) = die else { return false };
        let asset = self.state.asset(turn.asset);
        if turn.moved || !asset.is_ship() || turn.given.is_some() {
            return false;
        }
        let over = f64::from(base_speed(self.battle, asset)) - self.room_ahead(asset.pose);
        over >= 0.0 && !self.slows(turn, place, over)
    }

    /// Returns true if a die other than the white `but` can shorten a ship's move by `units`.
    fn slows(&self, turn: &Turn, but: u8, units: f64) -> bool {
        let others = (0..4u8).filter(|place| *place != but && turn.whites() >> place & 1 == 1);
        let green = if turn.has(Colour::Green) { turn.hand().best[Colour::Green as usize] } else { 0 };
        let most = others.map(|place| turn.hand().whites[usize::from(place)]).fold(green, u8::max);
        f64::from(most) >= units
    }

    /// Returns the cost of losing an undamaged own ship.
    pub(super) fn ruin(&self) -> f64 {
        self.value(self.me) * (1.0 + self.tactics.attrition + self.tactics.kill)
    }

    /// Returns true if a ship has lost a system.
    fn is_hurt(&self, asset: &Asset) -> bool {
        let ships = &self.battle.rules.ships;
        let built = if asset.body == Body::Capital { ships.capital_systems } else { ships.frigate_systems };
        asset.systems.total() < built
    }

    /// Returns the value of a restored system.
    fn restored(&self, asset: &Asset) -> f64 {
        self.tactics.repair * self.tactics.attrition * self.value(self.me) / f64::from(asset.hit_points() + 1)
    }

    /// Returns the defense that saves the most, minus the value of its die elsewhere.
    pub(super) fn defend(&self) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let none = may_stay_undefended(turn).then_some(Die::None);
        let mut best = (f64::NEG_INFINITY, Die::None);
        let feared = self.feared(turn.asset);
        for die in worth_giving(turn, Colour::Blue).chain(none) {
            let value = turn.hand().value(Colour::Blue, die);
            if self.is_lost_without(turn, die) {
                // A defense does not help a ship that leaves the table.
                if -self.ruin() > best.0 {
                    best = (-self.ruin(), die);
                }
                continue;
            }
            let mut worth = feared * f64::from(value) - self.answered(turn, value) - self.cost_before_move(turn, die);
            if turn.target.asset().is_some() && matches!(die, Die::White(_)) {
                // A white better than the reds is worth more in the attack.
                let red = turn.hand().best[Colour::Red as usize];
                worth -= 4.0 * self.tactics.white * self.value(self.me) * f64::from(value.saturating_sub(red));
            }
            if worth > best.0 {
                best = (worth, die);
            }
        }
        Some(Action::Defend(best.1))
    }

    /// Returns the value of a pip of defense against enemies still to act.
    fn feared(&self, asset: u8) -> f64 {
        let own = self.state.asset(asset);
        let ready = (0..self.state.player_count)
            .filter(|player| *player != self.me)
            .fold(0, |mask, player| mask | self.state.ready(player));
        let near = |foe: u8| {
            let foe = self.state.asset(foe);
            let far = foe.pose.at.distance(own.pose.at);
            if foe.is_ship() {
                f64::from(u8::from(foe.systems.has_weapons()))
            } else {
                f64::from(u8::from(far < 8.0)) * 0.5
            }
        };
        let foes: f64 = numbers_in(ready & !self.state.hvas()).map(near).sum();
        self.tactics.defense * self.value(self.me) * foes.min(3.0) / f64::from(own.hit_points().max(1))
    }

    /// Returns the cost of the attack that a turn answers, against a defense.
    fn answered(&self, turn: &Turn, defense: u8) -> f64 {
        let attack = turn.opened_by.and_then(|opener| self.state.turn.filter(|attack| attack.asset == opener));
        let Some(attack) = attack else { return 0.0 };
        let asset = self.state.asset(turn.asset);
        let pips = attack.hand().value(Colour::Red, attack.attack_die);
        let Mark { spot, life, kind, .. } = Mark::new(asset);
        let by = self.state.asset(attack.asset);
        let at = if by.is_company() {
            Situation::dogfight(kind)
        } else {
            self.situation(attack.asset, by.pose, turn.asset, attack.band)
        };
        self.own_harm(asset, self.odds.pips(pips, spot, Defense::Known(defense), at, life))
    }

    /// Returns the value of restoring a system with a white.
    pub(super) fn repairing(&self, white: u8, system: System) -> f64 {
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let asset = self.state.asset(turn.asset);
        let mut worth = self.restored(asset) * self.keeping(asset, system);
        if asset.side() != self.me {
            worth *= self.tactics.mend_captured;
        }
        if turn.target.asset().is_some() && turn.hand().best[Colour::Red as usize] == 0 {
            worth *= 0.5;
        }
        worth - self.cost_before_move(turn, Die::White(white))
    }

    /// Returns the value of whites given to an own ship in enemy hands: low whites replace better colours, and an
    /// action without a die gets none.
    pub(super) fn giving(&self, given: &Given) -> f64 {
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let colours = [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow];
        let of = |colour: Colour| {
            let die = given.to(colour);
            if die == Die::None {
                return 0.0;
            }
            let (own, white) = (turn.hand().best[colour as usize], turn.hand().value(colour, die));
            f64::from(own) - f64::from(white)
        };
        colours.into_iter().map(of).sum()
    }
}
