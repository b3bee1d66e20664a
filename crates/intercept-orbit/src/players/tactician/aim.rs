//! Targets and spots, the dice that actions get in a turn, and losses for damage.

use super::super::super::attack::Band;
use super::super::super::battle::legal::attack::{
    declared_bands, fits_band, in_band, may_declare, may_stay_undefended, worth_giving,
};
use super::super::super::battle::legal::places::{base_speed, has_ace_spot, may_spot, spot_dice};
use super::super::super::battle::odds::{AttackDice, Defense, OddsRow, TargetCover};
use super::super::super::battle::state::{Asset, AssignedWhites, Colour, Die, Loss, Part, Stage, Target, Turn};
use super::super::super::battle::{Action, BattleDice};
use super::super::super::ship::System;
use super::super::super::space::{Body, Pose};
use super::super::view::{TargetKey, View};
use super::Few;
use crate::ids::{AssetId, AssetSet};

// Targets: declarations of ships, the expected effect of their dice, and spots.

/// Chances that a target comes into a band by the end of a ship's move: straight ahead, with a little steering, and
/// with much steering.
const STRAIGHT: f64 = 0.9;
const STEERED: f64 = 0.5;
const HARDLY: f64 = 0.15;
/// Distances in units that a little steering and much steering make up for.
const LITTLE: f64 = 1.5;
const MUCH: f64 = 3.5;

impl<D: BattleDice> View<'_, D> {
    /// Returns the best few targets with their bands, by expected value; all values are positive.
    pub(in super::super) fn declarations<const K: usize>(&self) -> Few<K> {
        let mut few = Few::default();
        let Some(turn) = self.state.turn_in_control() else { return few };
        let (ship, asset) = (turn.asset, self.state.asset(turn.asset));
        let ahead = self.straight_on(asset);
        for band in declared_bands(self.battle, asset) {
            let dice = self.arms(asset, band).unwrap_or_else(|| self.odds.company(false, false));
            for target in self.each(self.foes()) {
                if !fits_band(self.state.asset(target), band) {
                    continue;
                }
                let chance = self.chance_of_band(ship, ahead, target, band);
                if chance == 0.0 {
                    continue;
                }
                let worth = chance * self.strike(ship, dice, target, band);
                let target = Target::Asset(target);
                if worth > 0.0 && few.wants(worth) && may_declare(self.battle, self.state, ship, target, band) {
                    few.add(worth, Action::Declare { target, band });
                }
            }
        }
        few
    }

    /// Returns the pose of a ship after its usual move.
    pub(super) fn straight_on(&self, asset: &Asset) -> Pose {
        let way = self.battle.space.direction(asset.pose.heading);
        Pose { at: asset.pose.at + way * f64::from(base_speed(self.battle, asset)), ..asset.pose }
    }

    /// Returns the chance that a ship has a target in a band now or at the end of its move.
    fn chance_of_band(&self, ship: AssetId, ahead: Pose, target: AssetId, band: Band) -> f64 {
        let (asset, to) = (self.state.asset(ship), self.state.asset(target));
        let target = Target::Asset(target);
        let near = |pose: Pose| self.out_of_band(asset, pose, to, band);
        let (here, there) = (near(asset.pose), near(ahead));
        if here > MUCH && there > MUCH {
            return 0.0;
        }
        if here < 1.0 && in_band(self.battle, self.state, ship, asset.pose, target, band) {
            return 1.0;
        }
        if there < 1.0 && in_band(self.battle, self.state, ship, ahead, target, band) {
            return STRAIGHT;
        }
        if asset.whites == 0 {
            return 0.0;
        }
        if there <= LITTLE { STEERED } else { HARDLY }
    }

    /// Returns the approximate distance, in units, by which an asset at a pose is out of a band to another; 0 within
    /// it.
    #[inline]
    pub(in super::super) fn out_of_band(&self, asset: &Asset, at: Pose, to: &Asset, band: Band) -> f64 {
        let bases = self.battle.space.half_sizes(asset.body).0 + self.battle.space.half_sizes(to.body).0;
        self.out_by(at.at.distance(to.pose.at) - bases, band)
    }

    /// Returns the distance, in units, by which a gap is out of a band; 0 within it.
    #[inline]
    pub(super) fn out_by(&self, gap: f64, band: Band) -> f64 {
        let ranges = &self.battle.rules.ranges;
        (band.beyond(ranges) - gap).max(gap - band.farthest(ranges)).max(0.0)
    }

    /// Returns the value of an attack from an asset's current pose, before its dice are rolled.
    fn strike(&self, by: AssetId, dice: AttackDice, target: AssetId, band: Band) -> f64 {
        let situation = self.situation(by, self.state.asset(by).pose, target, band);
        self.strike_in(dice, target, situation)
    }

    /// Returns the value of an attack in a situation, before its dice are rolled.
    pub(super) fn strike_in(&self, dice: AttackDice, target: AssetId, at: OddsRow) -> f64 {
        let TargetKey { spot, defense, life, .. } = TargetKey::new(self.state.asset(target));
        self.harm(target, self.odds.strike(dice, spot, defense, at, life))
    }

    /// Returns the spot that helps the attack of one friend still to act the most. `None` if no die can spot.
    pub(super) fn spot(&self) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let friends = self.state.ready(self.me) - self.state.hvas() - AssetSet::of(turn.asset);
        let alone = has_ace_spot(turn).then_some(Die::None);
        let die = spot_dice(turn).max_by_key(|die| turn.hand().value(Colour::Yellow, *die)).or(alone)?;
        let mut best = (0.0, Action::NoSpot);
        for target in self.each(self.foes()) {
            let now = self.state.asset(target).spotted();
            let value = turn.hand().value(Colour::Yellow, die) + turn.hand().ace_spot;
            if value <= now || friends.is_empty() || !may_spot(self.battle, self.state, turn, die, target) {
                continue;
            }
            let helped = friends.iter().map(|friend| self.helped(friend, target, value));
            let worth = self.tactics.spot * helped.fold(0.0, f64::max) + 1e-6 * f64::from(value);
            if worth > best.0 {
                best = (worth, Action::Spot { die, target });
            }
        }
        Some(best.1)
    }

    /// Returns the gain of a friend's attack on a target from a spot of a value; 0 if the friend cannot attack it.
    fn helped(&self, friend: AssetId, target: AssetId, value: u8) -> f64 {
        let (asset, to) = (self.state.asset(friend), self.state.asset(target));
        let ahead = if asset.is_ship() { self.straight_on(asset) } else { asset.pose };
        let mut most: f64 = 0.0;
        for (band, _) in Band::ALL {
            if asset.is_ship() && !fits_band(to, band) {
                continue;
            }
            let Some(dice) = self.arms(asset, band) else { continue };
            let out = self.out_of_band(asset, asset.pose, to, band).min(self.out_of_band(asset, ahead, to, band));
            if out > LITTLE {
                continue;
            }
            let mark = TargetKey::new(to);
            let at = if asset.is_company() {
                OddsRow::dogfight(mark.kind)
            } else {
                OddsRow::of(band, mark.kind, TargetCover::Nothing)
            };
            let of = |spot: u8| self.harm(target, self.odds.strike(dice, spot, mark.defense, at, mark.life));
            most = most.max(of(value) - of(mark.spot));
        }
        most
    }
}

// Dice of a turn: the defense, the value of whites elsewhere, repairs.

impl<D: BattleDice> View<'_, D> {
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
    fn feared(&self, asset: AssetId) -> f64 {
        let own = self.state.asset(asset);
        let ready = self
            .state
            .player_ids()
            .filter(|player| *player != self.me)
            .fold(AssetSet::EMPTY, |mask, player| mask | self.state.ready(player));
        let near = |foe: AssetId| {
            let foe = self.state.asset(foe);
            let far = foe.pose.at.distance(own.pose.at);
            if foe.is_ship() {
                f64::from(u8::from(foe.systems.has_weapons()))
            } else {
                f64::from(u8::from(far < 8.0)) * 0.5
            }
        };
        let foes: f64 = (ready - self.state.hvas()).iter().map(near).sum();
        self.tactics.defense * self.value(self.me) * foes.min(3.0) / f64::from(own.hit_points().max(1))
    }

    /// Returns the cost of the attack that a turn answers, against a defense.
    fn answered(&self, turn: &Turn, defense: u8) -> f64 {
        let attack = turn.opened_by.and_then(|opener| self.state.turn.filter(|attack| attack.asset == opener));
        let Some(attack) = attack else { return 0.0 };
        let asset = self.state.asset(turn.asset);
        let pips = attack.hand().value(Colour::Red, attack.attack_die);
        let TargetKey { spot, life, kind, .. } = TargetKey::new(asset);
        let by = self.state.asset(attack.asset);
        let at = if by.is_company() {
            OddsRow::dogfight(kind)
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
    pub(super) fn giving(&self, given: &AssignedWhites) -> f64 {
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

// Losses: the systems and hit points to give up for damage.

/// Cost of the last hit point, and of an ace, relative to a system.
const LAST: f64 = 4.0;
const ACE: f64 = 0.5;

impl<D: BattleDice> View<'_, D> {
    /// Returns the value of a ship's system relative to others.
    pub(super) fn keeping(&self, ship: &Asset, system: System) -> f64 {
        let t = self.tactics;
        match system {
            System::Defense => t.keep_defense,
            System::Comms => t.keep_comms,
            System::Catapult => {
                let serves = self.state.companies().meets(self.state.of(ship.side()));
                if serves { t.keep_movement } else { 0.1 }
            }
            _ => t.keep_weapon,
        }
    }

    /// Returns the value of a company's system.
    pub(super) fn keeping_part(&self, part: Part) -> f64 {
        let t = self.tactics;
        match part {
            Part::Weapon => t.keep_weapon,
            Part::Defense => t.keep_defense,
            Part::Comms => t.keep_comms,
            Part::Movement => t.keep_movement,
        }
    }

    /// Returns the cost of a hit that takes this loss from an asset.
    pub(super) fn losing(&self, number: AssetId, loss: Loss) -> f64 {
        let asset = self.state.asset(number);
        let part = match loss {
            Loss::System(system) => self.keeping(asset, system),
            Loss::Part(part) => self.keeping_part(part),
            Loss::White => 1.0,
            Loss::Ace => 1.0,
        };
        let life = asset.hit_points();
        let last = if life <= 1 { LAST } else { 0.0 };
        let ace = if asset.ace.is_some() { ACE } else { 0.0 };
        // Of several companies, the one with the most hit points takes the hit.
        part + last + ace + 2.0 / f64::from(life.max(1))
    }

    /// Returns the cost of stepping away to dodge a hit (I64).
    pub(super) fn dodging(&self, company: AssetId) -> f64 {
        let asset = self.state.asset(company);
        let left = asset.fuel.saturating_sub(self.battle.rules.fuel.per_dodge);
        if left <= self.battle.rules.fuel.per_round {
            return 2.0 * LAST;
        }
        let host = asset.on.map(|ship| self.state.asset(ship));
        let leaves = host.is_some_and(|ship| ship.side() != self.me || ship.captor() == Some(self.me));
        self.tactics.dodge + if leaves { self.tactics.leaving } else { 0.0 }
    }
}
