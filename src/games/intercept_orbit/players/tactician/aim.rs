//! Targets: declarations of ships, the expected effect of their dice, and spots.

use super::super::super::band::Band;
use super::super::super::battle::legal::attack::{declared_bands, fits_band, in_band, may_declare};
use super::super::super::battle::legal::maneuver::base_speed;
use super::super::super::battle::legal::spots::{has_ace_spot, may_spot, spot_dice};
use super::super::super::battle::odds::{AttackDice, Situation};
use super::super::super::battle::state::{Asset, Colour, Die, Target, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::space::Pose;
use super::super::view::{Mark, View};
use super::few::Few;

/// Chances that a target comes into a band by the end of a ship's move: straight ahead, with a little steering, and
/// with much steering.
const STRAIGHT: f64 = 0.9;
const STEERED: f64 = 0.5;
const HARDLY: f64 = 0.15;
/// Distances in units that a little steering and much steering make up for.
const LITTLE: f64 = 1.5;
const MUCH: f64 = 3.5;

impl<D: Dice> View<'_, D> {
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
    fn chance_of_band(&self, ship: u8, ahead: Pose, target: u8, band: Band) -> f64 {
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
    fn strike(&self, by: u8, dice: AttackDice, target: u8, band: Band) -> f64 {
        let situation = self.situation(by, self.state.asset(by).pose, target, band);
        self.strike_in(dice, target, situation)
    }

    /// Returns the value of an attack in a situation, before its dice are rolled.
    pub(super) fn strike_in(&self, dice: AttackDice, target: u8, at: Situation) -> f64 {
        let Mark { spot, defense, life, .. } = Mark::new(self.state.asset(target));
        self.harm(target, self.odds.strike(dice, spot, defense, at, life))
    }

    /// Returns the spot that helps the attack of one friend still to act the most. `None` if no die can spot.
    pub(super) fn spot(&self) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let friends = self.state.ready(self.me) & !self.state.hvas() & !(1 << turn.asset);
        let alone = has_ace_spot(turn).then_some(Die::None);
        let die = spot_dice(turn).max_by_key(|die| turn.hand().value(Colour::Yellow, *die)).or(alone)?;
        let mut best = (0.0, Action::NoSpot);
        for target in self.each(self.foes()) {
            let now = self.state.asset(target).spotted();
            let value = turn.hand().value(Colour::Yellow, die) + turn.hand().ace_spot;
            if value <= now || friends == 0 || !may_spot(self.battle, self.state, turn, die, target) {
                continue;
            }
            let helped = numbers_in(friends).map(|friend| self.helped(friend, target, value));
            let worth = self.tactics.spot * helped.fold(0.0, f64::max) + 1e-6 * f64::from(value);
            if worth > best.0 {
                best = (worth, Action::Spot { die, target });
            }
        }
        Some(best.1)
    }

    /// Returns the gain of a friend's attack on a target from a spot of a value; 0 if the friend cannot attack it.
    fn helped(&self, friend: u8, target: u8, value: u8) -> f64 {
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
            let mark = Mark::new(to);
            let at = if asset.is_company() {
                Situation::dogfight(mark.kind)
            } else {
                Situation::of(band, mark.kind, super::super::super::battle::odds::Behind::Nothing)
            };
            let of = |spot: u8| self.harm(target, self.odds.strike(dice, spot, mark.defense, at, mark.life));
            most = most.max(of(value) - of(mark.spot));
        }
        most
    }
}
