//! The tactician: plans one turn ahead with the exact tables.
//!
//! Every choice has a value in points of score: damage dealt and taken by the exact odds, ships taken and held, high
//! value assets, fuel, places. The weights are [`Tactics`]. This file has the order of turns, and the other files have
//! the choices within a turn and in set-up.

mod aim;
mod boarding;
mod flight;
mod helm;
mod sailing;

pub(super) use flight::USUAL as USUAL_FLIGHT;

use super::super::battle::legal::attack::{fits_band, may_act, must_act};
use super::super::battle::odds::{OddsRow, TargetCover};
use super::super::battle::state::{Part, Target};
use super::super::battle::{Action, Battle, BattleDice, Decision, State, candidates};
use super::super::{attack::Band, battle::legal::places::in_hangar, ship::System};
use super::view::{TargetKey, View};
use crate::ids::{AssetId, AssetSet};
use hitchart_dice::{KeyedDice, Throw};
use hitchart_play::policy::parameters;
use hitchart_play::{Game, Policy};

/// The declaration of a ship that attacks nothing.
pub(super) const NO_TARGET: Action = Action::Declare { target: Target::Nothing, band: Band::Dogfight };

/// A policy that plays the choice of the greatest value.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    throw: Throw,
    /// Buffer that all decisions reuse, so that none allocates.
    actions: Vec<Action>,
}

impl Tactician {
    /// Creates a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        Tactician { tactics, throw: Throw::new(0), actions: Vec::with_capacity(512) }
    }
}

impl Policy<Battle<KeyedDice>> for Tactician {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let odds = battle.odds();
        let Tactician { tactics, throw, actions, .. } = self;
        let view = View::new(battle, state, odds, tactics, asked.player);
        let chosen = match asked.what {
            Decision::Place => view.place(throw),
            Decision::PlaceDebris => view.place_debris(throw),
            Decision::Act => Some(view.act()),
            Decision::Declare => Some(view.declarations::<1>().best().map_or(NO_TARGET, |(_, action)| action)),
            Decision::Defend => view.defend(),
            Decision::Proceed => view.proceed(),
            Decision::Launch => view.launch(actions),
            Decision::PlaceCompany => view.place_company(actions),
            Decision::Spot => view.spot(),
            // Entry 1 is to come along at the same place on the ship; entry 0 is to stay behind.
            Decision::Ride => candidates::any(battle, state, |_| 1),
            _ => None,
        };
        chosen.unwrap_or_else(|| {
            actions.clear();
            battle.candidates(state, actions);
            view.best_of(asked.what, actions)
        })
    }
}

// The tactician's parameters: weights with defaults and bounds.
//
// Tuning started from the values here. The tactician plays with the tuned values in `tuned.toml`.

parameters! {
    /// The tactician's weights. Values are in points of score, unless another unit is named.
    Tactics = TUNED; {
        /// Value of damage equal to all hit points of an asset, in assets.
        attrition: 0.8, 0.0..=3.0;
        /// Extra value of destroying an asset, in assets.
        kill: 1.0, 0.0..=3.0;
        /// Weight of rivals who do not lead; the leader has weight 1.
        rivals: 0.6, 0.0..=1.0;
        /// Weight of the expected damage by enemies at a place.
        danger: 0.3, 0.0..=3.0;
        /// Value of capturing a ship by boarding, as a factor of the points that change hands.
        board: 1.0, 0.0..=3.0;
        /// Value of a captured ship that is held, relative to a ship that may be captured.
        held: 1.3, 0.0..=5.0;
        /// Assumed chance that an own captured ship comes back.
        comes_back: 0.6, 0.0..=1.0;
        /// Share of a ship's value that remains if it cannot be held to the end.
        tempo: 0.45, 0.0..=1.0;
        /// Factor on the value of boarding for each attempt after the first.
        again: 0.5, 0.0..=1.0;
        /// Value of a high value asset that changes hands, as a factor of its points.
        hva: 0.9, 0.0..=3.0;
        /// Share of this value lost for each remaining round in which it may be taken back.
        hva_back: 0.05, 0.0..=0.5;
        /// Value of guarding an own high value asset, in assets.
        guard: 0.15, 0.0..=2.0;
        /// Value of repelling boarders from an own ship, as a factor of the cost of losing it.
        repel: 1.0, 0.0..=3.0;
        /// Value of a company that stays on its carrier, in assets: it defends the ship, and can launch later.
        reserve: 0.1, 0.0..=2.0;
        /// Cost of a company that runs out of fuel, in assets.
        drift: 1.0, 0.0..=3.0;
        /// Share of this cost for a company with fuel left, but not enough for the rest of the battle.
        stranded: 0.5, 0.0..=1.0;
        /// Assumed chance to run out of fuel for a company whose fuel is just enough to return.
        just_enough: 1.0, 0.0..=2.0;
        /// Value of rescuing a company adrift, in assets.
        rescue: 0.6, 0.0..=3.0;
        /// Value of a repaired system, relative to the value of all hit points.
        repair: 1.0, 0.0..=3.0;
        /// Share of this value for an own ship in enemy hands, where the repair may help the enemy.
        mend_captured: 1.0, 0.0..=1.0;
        /// Value of a pip of a white die that stays free for other uses, in assets.
        white: 0.015, 0.0..=0.5;
        /// Value of a pip of defense against enemies that may still attack, as a factor of their expected damage.
        defense: 0.12, 0.0..=1.0;
        /// Value of having an enemy in range of the weapons after a move, as a factor of their expected damage.
        bear: 0.6, 0.0..=3.0;
        /// Cost of a course towards a near edge of the table, in assets.
        edge: 0.8, 0.0..=3.0;
        /// Value of each unit nearer to a high value asset of another player, in assets.
        advance: 0.02, 0.0..=0.5;
        /// Weight of the damage that a spot adds to attacks of friends that still act this round.
        spot: 0.8, 0.0..=3.0;
        /// Minimum value of a turn, in assets; below it, the player passes.
        patience: 0.1, 0.0..=2.0;
        /// Value of taking a carrier's turn late, in assets.
        late: 0.4, -2.0..=3.0;
        /// Weight of the expected change of points where a high value asset ends its move.
        escort: 0.0, 0.0..=5.0;
        /// Value of the turn of an asset with comms while friends still act this round, in assets.
        scout: 0.0, 0.0..=2.0;
        /// Weight of an asset's expected attack in the choice of the next asset to act.
        eager: 1.0, 0.0..=3.0;
        /// Value of taking a captured ship's turn early, in assets; late if its captor is not aboard.
        captive: 0.0, -2.0..=5.0;
        /// Minimum gain to ram, in assets.
        ram: 0.1, -1.0..=3.0;
        /// Minimum lead to count the clock down, in assets.
        tick: 0.2, -3.0..=5.0;
        /// Value of a weapon in the choice of losses.
        keep_weapon: 1.0, 0.0..=3.0;
        /// Value of a defense in the choice of losses.
        keep_defense: 0.8, 0.0..=3.0;
        /// Value of comms in the choice of losses.
        keep_comms: 0.5, 0.0..=3.0;
        /// Value of a catapult, or of a company's movement, in the choice of losses.
        keep_movement: 0.9, 0.0..=3.0;
        /// Cost of the fuel of a dodge, on the same scale as the values of losses.
        dodge: 1.5, 0.0..=10.0;
        /// Cost of a dodge that leaves a boarded or held ship, on the same scale.
        leaving: 5.0, 0.0..=10.0;
    }
}

/// The tuned values with their provenance.
const TUNED: &str = include_str!("tuned.toml");

// The best few of many choices.

/// Choices of the greatest value, the best first; of equals, the first seen.
#[derive(Clone, Copy, Debug)]
pub struct Few<const K: usize> {
    list: [Option<(f64, Action)>; K],
}

impl<const K: usize> Default for Few<K> {
    fn default() -> Few<K> {
        Few { list: [None; K] }
    }
}

impl<const K: usize> Few<K> {
    /// Returns true if a choice of this value would be kept.
    #[inline]
    pub fn wants(&self, worth: f64) -> bool {
        self.list[K - 1].is_none_or(|(last, _)| worth > last)
    }

    /// Keeps a choice if it is among the best so far.
    #[inline]
    pub fn add(&mut self, worth: f64, action: Action) {
        let Some(place) = self.list.iter().position(|kept| kept.is_none_or(|(kept, _)| worth > kept)) else { return };
        self.list[place..].rotate_right(1);
        self.list[place] = Some((worth, action));
    }

    /// Returns the best choice with its value.
    #[inline]
    pub fn best(&self) -> Option<(f64, Action)> {
        self.list[0]
    }

    /// Returns all kept choices, the best first.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.list.iter().flatten().map(|(_, action)| *action)
    }
}

// The order of turns: the next asset to act, and when to wait.

/// Distance in units outside a band that a move usually makes up for.
const NEAR: f64 = 2.0;

impl<D: BattleDice> View<'_, D> {
    /// Returns the asset with the most valuable turn now, or a pass if no turn is worth taking.
    fn act(&self) -> Action {
        let waits = self
            .state
            .player_ids()
            .any(|player| player != self.me && !(self.state.ready(player) - self.state.hvas()).is_empty());
        let may = may_act(self.state, self.me);
        if let Some(only) = may.only().filter(|_| !waits || must_act(self.battle, self.state)) {
            return Action::Activate(only);
        }
        let mut best = (f64::NEG_INFINITY, AssetId::default());
        for asset in self.each(may) {
            let worth = self.urgency(asset, waits);
            if worth > best.0 {
                best = (worth, asset);
            }
        }
        let idle = best.0 < self.tactics.patience * self.value(self.me);
        if idle && waits && !must_act(self.battle, self.state) { Action::Pass } else { Action::Activate(best.1) }
    }

    /// Returns the value of acting with an asset now rather than later.
    fn urgency(&self, number: AssetId, waits: bool) -> f64 {
        let asset = self.state.asset(number);
        // A high value asset always moves the same way, so others go first, unless it sails into enemy hands.
        if asset.is_hva() {
            return self.tactics.patience * self.value(self.me) + self.tactics.escort * self.met(number);
        }
        let scouts = if self.spots_for_friends(number) { self.tactics.scout * self.value(self.me) } else { 0.0 };
        let promise = self.tactics.eager * self.promise(number) + scouts;
        if asset.is_ship() {
            let carries = asset.systems.count(System::Catapult) > 0 && !in_hangar(self.state, number).is_empty();
            let late = if carries && waits { self.tactics.late * self.value(self.me) } else { 0.0 };
            // A captor near the ship, but not aboard, boards it again before it sails away.
            let captive = match asset.captor() {
                Some(_) if self.is_left(number) => -self.tactics.captive,
                Some(_) => self.tactics.captive,
                None => 0.0,
            };
            return promise - late + captive * self.value(self.me);
        }
        // A company that must get home does so before its carrier acts.
        let low = !self.lasts(asset.fuel) && self.lasting(asset.fuel) <= 2.0;
        promise + if low { self.value(self.me) } else { 0.0 }
    }

    /// Returns the expected change of points if a high value asset sails on now. It falls to enemies that it meets
    /// without own assets, and gets away from enemies that only a guard keeps off.
    fn met(&self, hva: AssetId) -> f64 {
        let asset = self.state.asset(hva);
        let own = self.state.of(self.me);
        let end = (asset.body, self.straight_on(asset));
        let meets = |sides: AssetSet| {
            let mut others = ((self.state.standing() - self.state.hvas()) & sides).iter();
            others.any(|other| self.holds(other, end))
        };
        let swing = self.tactics.hva * 2.0 * self.value(self.me);
        if meets(AssetSet::of_bits(!own.bits())) && !meets(own) {
            return -swing;
        }
        if (self.state.beside(hva) - own).is_empty() { 0.0 } else { 0.5 * swing }
    }

    /// Returns true if an asset has comms and friends are still to act.
    fn spots_for_friends(&self, number: AssetId) -> bool {
        let asset = self.state.asset(number);
        let comms = asset.systems.count(System::Comms) > 0 || (asset.is_company() && asset.parts.has(Part::Comms));
        comms && !(self.state.ready(self.me) - self.state.hvas() - AssetSet::of(number)).is_empty()
    }

    /// Returns the value of the best attack that an asset may make.
    fn promise(&self, number: AssetId) -> f64 {
        let asset = self.state.asset(number);
        let ahead = if asset.is_ship() { self.straight_on(asset) } else { asset.pose };
        let mut best: f64 = 0.0;
        for (band, _) in Band::ALL {
            let Some(dice) = self.arms(asset, band) else { continue };
            for target in self.foes().iter() {
                let to = self.state.asset(target);
                if asset.is_ship() && !fits_band(to, band) {
                    continue;
                }
                let here = self.out_of_band(asset, asset.pose, to, band);
                let out = here.min(self.out_of_band(asset, ahead, to, band));
                if out > NEAR {
                    continue;
                }
                let mark = TargetKey::new(to);
                let at = match asset.is_company() {
                    true => OddsRow::dogfight(mark.kind),
                    false => OddsRow::of(band, mark.kind, TargetCover::Nothing),
                };
                let worth = self.harm(target, self.odds.strike(dice, mark.spot, mark.defense, at, mark.life));
                best = best.max(worth * if out == 0.0 { 1.0 } else { 0.5 });
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_tuned_values_are_complete_and_within_bounds() {
        let tuned: toml::Table = toml::from_str(TUNED).unwrap();
        let others = ["base", "provenance"];
        let names = tuned.keys().filter(|name| !others.contains(&name.as_str()));
        assert_eq!(names.count(), Tactics::PARAMETERS.len());
        for (parameter, value) in Tactics::PARAMETERS.iter().zip(Tactics::default().values()) {
            assert_eq!(tuned[parameter.name].as_float(), Some(value), "{}", parameter.name);
        }
    }

    #[test]
    fn every_default_is_within_bounds_and_says_what_it_is() {
        assert!(Tactics::PARAMETERS.iter().all(|p| (p.low..=p.high).contains(&p.default) && !p.meaning.is_empty()));
    }

    proptest! {
        /// A stable sort of all choices gives the same result.
        #[test]
        fn the_best_are_kept_in_order(worths in proptest::collection::vec(-3i8..=3, 0..12)) {
            let mut few = Few::<3>::default();
            let mut all: Vec<(f64, Action)> = Vec::new();
            for (place, worth) in (0..).zip(&worths) {
                let (worth, action) = (f64::from(*worth), Action::Activate(AssetId::new(place)));
                let full = all.len() >= 3;
                prop_assert!(full || few.wants(worth));
                few.add(worth, action);
                all.push((worth, action));
            }
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            all.truncate(3);
            prop_assert_eq!(few.actions().collect::<Vec<_>>(), all.iter().map(|(_, action)| *action).collect::<Vec<_>>());
            prop_assert_eq!(few.best(), all.first().copied());
        }
    }
}
