//! The tactician: plans one turn ahead, by the exact tables.
//!
//! Every choice has a value in points of score. It includes damage dealt and taken by the exact odds, stations won and
//! held, spots for friends, and the prospects and dangers of a place. The weights are [`Tactics`]; each kind of choice
//! has a file.
//!
//! A style is a set of changes of the weights. The values here are the start of `hitchart tune`. The tactician plays by
//! the tuned values in `tuned.toml`.

mod attacks;
mod ground;
mod order;
mod places;
#[cfg(test)]
mod tests;
mod turn;
mod worth;

pub use attacks::DefensePlans;

use super::simple::objective;
use crate::battle::state::{MAX_STATIONS, MAX_UNITS, Turn};
use crate::battle::{Action, Battle, BattleDice, Decision, State};
use crate::{battlefield::Anchors, ids::UnitId};
use attacks::Weapon;
use ground::{Rival, Site};
use hitchart_dice::{KeyedDice, Throw};
use hitchart_play::policy::parameters;
use hitchart_play::{Game, Policy};
use places::{Position, Rough};
use turn::{Pending, PlacesKey, Reach};
use worth::View;

/// A policy that plays the choice of greatest value.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    throw: Throw,
    scratch: Scratch,
}

/// Buffers that are reused between decisions, so that no decision allocates.
#[derive(Clone, Debug)]
struct Scratch {
    rivals: Vec<Rival>,
    sites: Vec<Site>,
    rough: Vec<Rough>,
    positions: Vec<Position>,
    actions: Vec<Action>,
    reaches: Vec<Reach>,
    weapons: Vec<Weapon>,
    /// Frames still to act, with the value that a usual spot adds to their best attack.
    gains: Vec<(UnitId, f64)>,
    pending: Option<Pending>,
    places_key: Option<PlacesKey>,
    /// Storage for paths around corners; boxed for its size.
    anchors: Box<Option<Anchors>>,
}

impl Scratch {
    /// Creates empty buffers, large enough for most states.
    fn new() -> Scratch {
        Scratch {
            rivals: Vec::with_capacity(MAX_UNITS),
            sites: Vec::with_capacity(MAX_STATIONS),
            rough: Vec::with_capacity(256),
            positions: Vec::with_capacity(256),
            actions: Vec::with_capacity(256),
            reaches: Vec::with_capacity(MAX_UNITS),
            weapons: Vec::with_capacity(16),
            gains: Vec::with_capacity(MAX_UNITS),
            pending: None,
            places_key: None,
            anchors: Box::default(),
        }
    }
}

impl Tactician {
    /// Creates a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        Tactician { tactics, throw: Throw::new(0), scratch: Scratch::new() }
    }

    /// Returns the defenses of a turn, each with the value of the other dice.
    pub fn defense_plans<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) -> DefensePlans {
        let player = state.unit(turn.unit).owner;
        View::new(battle, state, &self.tactics, player).defense_plans(turn, &mut self.scratch)
    }

    /// Returns the first candidate, for decisions without evaluation.
    fn first<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let actions = &mut self.scratch.actions;
        actions.clear();
        battle.candidates(state, actions);
        actions[0]
    }
}

impl Policy<Battle<KeyedDice>> for Tactician {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
        (self.scratch.pending, self.scratch.places_key) = (None, None);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let Tactician { tactics, throw, scratch } = self;
        let view = View::new(battle, state, tactics, asked.player);
        let chosen = match asked.what {
            Decision::PlaceStation => view.station(throw),
            Decision::PlaceFrame => view.frame(throw, scratch),
            Decision::Act => Some(view.act(scratch)),
            Decision::Declare => Some(view.declare(scratch)),
            Decision::Defend => view.defend(scratch),
            Decision::Commit => view.commit(scratch),
            Decision::Proceed => view.proceed(scratch),
            Decision::UseSpot => Some(view.use_spot()),
            Decision::Lose => view.lose(scratch),
            Decision::Spot => Some(view.spot()),
            Decision::Tick => Some(view.tick()),
            Decision::BreakTie => view.break_tie(),
            Decision::MoveObjective => objective(battle, state, asked.player),
            Decision::ChooseCover => None,
        };
        chosen.unwrap_or_else(|| self.first(battle, state))
    }
}

// Parameters with their bounds, and styles.

parameters! {
    /// The tactician's weights. Values are in points of score, unless another unit is named.
    Tactics = TUNED; {
        /// Value of damage equal to all hit points of a frame, in assets.
        attrition: 0.8, 0.0..=3.0;
        /// Extra value of destroying a frame, in assets.
        kill: 1.0, 0.0..=3.0;
        /// Weight of rivals who do not lead; the leader has weight 1.
        rivals: 0.6, 0.0..=1.0;
        /// Weight of the expected damage by enemies that still act this round.
        danger_now: 0.4, 0.0..=3.0;
        /// Weight of the expected damage by enemies in later rounds.
        danger_later: 0.1, 0.0..=3.0;
        /// Value of taking a station, per asset gained or lost.
        station: 1.0, 0.0..=3.0;
        /// Value of guarding an own station alone while an enemy is next to it, in assets.
        guard: 0.4, 0.0..=3.0;
        /// Value of each unit nearer to a station of another player, in assets.
        advance: 0.03, 0.0..=0.5;
        /// Value of each unit nearer to the nearest enemy, in assets.
        approach: 0.02, 0.0..=0.5;
        /// Weight of the damage that a spot adds to attacks of friends that still act this round.
        spot: 0.7, 0.0..=3.0;
        /// Minimum value of a turn, in assets; below it, the player passes.
        patience: 0.05, 0.0..=2.0;
        /// Extra weight of danger per asset of lead; a negative lead reduces the weight.
        ahead: 0.1, 0.0..=1.0;
        /// Minimum gain to fire a rocket, in assets.
        rocket: 0.06, 0.0..=1.0;
        /// Minimum lead to count the clock down, in assets.
        tick: 0.2, -3.0..=5.0;
        /// Value of a weapon in the choice of losses.
        keep_weapon: 1.0, 0.0..=3.0;
        /// Value of a defensive system in the choice of losses.
        keep_defense: 0.8, 0.0..=3.0;
        /// Value of a movement system in the choice of losses.
        keep_movement: 0.6, 0.0..=3.0;
        /// Value of a comms system in the choice of losses.
        keep_comms: 0.5, 0.0..=3.0;
        /// Weight of cover in the choice of places to field frames.
        fielding_cover: 0.2, 0.0..=2.0;
        /// Value of each unit between an own station and the nearest enemy when fielding the station, in assets.
        fielding_distance: 0.03, 0.0..=0.5;
    }
}

/// The tuned values with their provenance, as written by `hitchart tune`.
const TUNED: &str = include_str!("tuned.toml");

/// A style: its name, its meaning, and its changes.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Name of the style, which is also the name of a policy.
    pub name: &'static str,
    /// Description of the style in a few words.
    pub meaning: &'static str,
    changes: fn(&mut Tactics),
}

/// The styles of the tactician.
pub const STYLES: &[Style] = &[
    Style {
        name: "aggressor",
        meaning: "moves close and trades damage",
        changes: |t| {
            (t.danger_now, t.danger_later, t.approach, t.kill) =
                (t.danger_now * 0.4, 0.0, t.approach * 3.0, t.kill * 1.3);
        },
    },
    Style {
        name: "holder",
        meaning: "guards its stations and frames, and waits for the enemy",
        changes: |t| (t.guard, t.advance, t.approach, t.patience) = (t.guard * 3.0, 0.0, 0.0, t.patience * 2.0),
    },
    Style {
        name: "station-thief",
        meaning: "captures stations first",
        changes: |t| (t.station, t.advance, t.attrition) = (t.station * 1.8, t.advance * 3.0, t.attrition * 0.7),
    },
    Style {
        name: "sniper",
        meaning: "attacks from far away and from cover, and waits for spots",
        changes: |t| {
            (t.danger_later, t.approach, t.advance) = (t.danger_later * 2.5, 0.0, t.advance * 0.5);
        },
    },
    Style {
        name: "swarm",
        meaning: "spots for friends, and concentrates on one target",
        changes: |t| (t.spot, t.kill, t.approach) = (t.spot * 1.8, t.kill * 1.5, t.approach * 2.0),
    },
];

impl Style {
    /// Returns the tactics of the style.
    pub fn tactics(&self) -> Tactics {
        let mut tactics = Tactics::default();
        (self.changes)(&mut tactics);
        Tactics::of_values(&tactics.values())
    }
}

#[cfg(test)]
mod tactics_tests {
    use super::*;

    #[test]
    fn every_style_differs_and_every_default_is_within_bounds() {
        let all: Vec<Vec<f64>> = STYLES.iter().map(|style| style.tactics().values()).collect();
        assert!((0..all.len()).all(|i| !all[..i].contains(&all[i]) && all[i] != Tactics::default().values()));
        assert!(Tactics::PARAMETERS.iter().all(|p| (p.low..=p.high).contains(&p.default) && !p.meaning.is_empty()));
    }

    #[test]
    fn the_tuned_values_are_complete_and_within_bounds() {
        let tuned: toml::Table = toml::from_str(TUNED).unwrap();
        let others = ["base", "provenance"];
        let names: Vec<&str> = tuned.keys().map(String::as_str).filter(|name| !others.contains(name)).collect();
        assert_eq!(names.len(), Tactics::PARAMETERS.len(), "{names:?}");
        for (parameter, value) in Tactics::PARAMETERS.iter().zip(Tactics::default().values()) {
            assert_eq!(tuned[parameter.name].as_float(), Some(value), "{}", parameter.name);
            assert!((parameter.low..=parameter.high).contains(&value), "{}", parameter.name);
        }
    }
}
