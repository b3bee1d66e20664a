//! Scenes: assets where a test puts them, scripted dice, and a log of events.

use super::super::state::{Asset, Debris, Life, Phase};
use super::super::*;
use super::super::{super::ruleset::standard, legal::places::ship_at, steps::Play};
use crate::{fleet::Fleet, ids::AssetSet, space::Pose};
use hitchart_dice::Throw;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, Observer, Unwatched};
use std::{collections::VecDeque, sync::Mutex};

/// Dice that show given faces in order; the sides of each die are checked.
#[derive(Debug, Default)]
pub(super) struct Scripted {
    faces: Mutex<VecDeque<(u8, u8)>>,
}

hitchart_play::compile_engine!(Scripted, Battle<Scripted>, run, candidates::all);

impl hitchart_dice::Dice for Scripted {
    fn die(&self, _: &mut Throw, sides: u8) -> u8 {
        // Once all faces are used, the other rolls do not matter.
        let Some((expected, face)) = self.faces.lock().unwrap().pop_front() else { return 1 };
        assert_eq!(sides, expected, "sides of the next die");
        face
    }
}

/// Observer that keeps every event.
#[derive(Default)]
pub(super) struct Log(pub Vec<Event>);

impl<D: BattleDice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, _: &Battle<D>, _: &State, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A battle in its first round, with assets far apart until a test moves them.
pub(super) struct Scene {
    pub battle: Battle<Scripted>,
    pub state: State,
    pub log: Log,
}

impl Scene {
    /// Creates a scene with fleets of any size under changed rules, without high value assets and debris. Docked
    /// companies are on the first carriers.
    pub(super) fn with(fleets: &[&str], change: impl FnOnce(&mut Ruleset)) -> Scene {
        let mut rules = standard();
        (rules.fleet.min_assets, rules.fleet.hvas) = ([1; 3], [0; 3]);
        rules.debris.pieces = 0;
        rules.bidding.tie_drops = crate::ruleset::TieDrops::None;
        change(&mut rules);
        hitchart_config::rules::check(&rules).unwrap();
        let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
        let battle = Battle::new(rules, fleets, false, Scripted::default()).unwrap();
        let mut state = battle.start(1, &mut Unwatched);
        let mut choices = Vec::new();
        while state.round == 0 {
            choices.clear();
            battle.candidates(&state, &mut choices);
            battle.apply(&mut state, &choices[choices.len() / 2], &mut Unwatched);
        }
        let mut scene = Scene { battle, state, log: Log::default() };
        scene.state.opened = true;
        scene.state.asked = None;
        // Ships and high value assets form a grid with a spacing of nine units.
        for asset in 0..scene.state.asset_count {
            if !scene.asset(asset).is_company() {
                let n = f64::from(asset);
                scene.put(asset, -14.0 + 9.0 * (n % 4.0), 14.0 - 9.0 * (n / 4.0).floor(), 0);
            }
        }
        scene
    }

    /// Creates a scene under the standard rules.
    pub(super) fn new(fleets: &[&str]) -> Scene {
        Scene::with(fleets, |_| {})
    }

    /// Returns an asset by number.
    pub(super) fn asset(&self, asset: u8) -> &Asset {
        self.state.asset(asset.into())
    }

    /// Returns an asset by number.
    pub(super) fn asset_mut(&mut self, asset: u8) -> &mut Asset {
        self.state.asset_mut(asset.into())
    }

    /// Moves an asset. A company then flies, with three rounds of fuel.
    pub(super) fn put(&mut self, asset: u8, x: f64, y: f64, heading: u8) {
        let asset = asset.into();
        self.edit(|play| {
            if play.state.asset(asset).is_company() {
                play.state.set_life(asset, Life::Standing);
                play.state.asset_mut(asset).fuel = 3;
            }
            play.move_ship(asset, Pose { at: Point::new(x, y), heading });
            let at = Point::new(x, y);
            let on = ship_at(play.battle, play.state, at);
            if play.state.asset(asset).is_company() {
                play.state.asset_mut(asset).on = on;
            }
        });
    }

    /// Puts a flying company aboard a ship.
    pub(super) fn board(&mut self, company: u8, ship: u8) {
        let at = self.battle.space.ring(self.state.placed(ship.into()), 0.0, 8).nth(usize::from(company) % 8).unwrap();
        self.put(company, at.x, at.y, 0);
        self.asset_mut(company).on = Some(ship.into());
    }

    /// Puts a piece of debris at a point.
    pub(super) fn debris(&mut self, piece: u8, x: f64, y: f64) {
        self.state.debris[usize::from(piece)] = Debris { at: Point::new(x, y), hits: 0 };
        self.state.debris_left |= 1 << piece;
    }

    /// Changes the state with steps of the engine.
    pub(super) fn edit(&mut self, change: impl FnOnce(&mut Play<'_, Scripted, Log>)) {
        change(&mut Play { battle: &self.battle, state: &mut self.state, watch: &mut self.log });
    }

    /// Adds the next dice.
    pub(super) fn dice(&mut self, sides: u8, faces: &[u8]) -> &mut Self {
        self.battle.dice.faces.lock().unwrap().extend(faces.iter().map(|face| (sides, *face)));
        self
    }

    /// Begins an asset's turn.
    pub(super) fn activate(&mut self, asset: u8) {
        (self.state.query, self.state.place) = ([0, 1, 2, 3].map(PlayerId::new), 0);
        let player = self.asset(asset).side();
        self.state.asked = Some(PendingDecision { player, what: Decision::Act });
        self.force(Action::Activate(asset.into()));
    }

    /// Takes a choice that must be among the candidates.
    pub(super) fn act(&mut self, action: Action) {
        let all = self.choices();
        assert!(all.contains(&action), "{action:?} is none of {all:?} for {:?}", self.state.asked);
        self.force(action);
    }

    /// Takes a choice without checking that it is a candidate.
    pub(super) fn force(&mut self, action: Action) {
        self.battle.apply(&mut self.state, &action, &mut self.log);
    }

    /// Returns all candidates.
    pub(super) fn choices(&self) -> Vec<Action> {
        let mut all = Vec::new();
        self.battle.candidates(&self.state, &mut all);
        all
    }

    /// Returns the decision that is due.
    pub(super) fn due(&self) -> Option<Decision> {
        self.state.asked.map(|asked| asked.what)
    }

    /// Returns the player who is asked.
    pub(super) fn asked(&self) -> Option<u8> {
        self.state.asked.map(|asked| asked.player.number())
    }

    /// Ends the round as if all assets had acted.
    pub(super) fn end_round(&mut self) {
        (self.state.acted, self.state.turn, self.state.answer) = (AssetSet::of_bits(u64::MAX), None, None);
        self.state.phase = Phase::Round;
        self.state.asked = Some(PendingDecision { player: PlayerId::default(), what: Decision::Act });
        self.state.place = 0;
        self.force(Action::Pass);
    }

    /// Returns the last event that a test picks.
    pub(super) fn last<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> T {
        self.log.0.iter().rev().find_map(pick).unwrap_or_else(|| panic!("no such event in {:#?}", self.log.0))
    }

    /// Returns true if an event came up.
    pub(super) fn came_up(&self, test: impl Fn(&Event) -> bool) -> bool {
        self.log.0.iter().any(test)
    }

    /// Plays on with plain choices until a decision of this kind is due.
    pub(super) fn until(&mut self, what: Decision) {
        for _ in 0..100 {
            if self.due() == Some(what) {
                return;
            }
            let plain = plainest(&self.choices());
            self.force(plain);
        }
        panic!("{what:?} was never due: {:?}", self.state.asked);
    }

    /// Returns the damage dice of the last attack, the hits absorbed, and the hits on the target.
    pub(super) fn struck(&self) -> (u8, u8, u8) {
        self.last(|event| match event {
            Event::Attacked(strike) => Some((strike.dice, strike.on_cover, strike.on_target)),
            _ => None,
        })
    }
}

/// Returns the choice that does least.
fn plainest(all: &[Action]) -> Action {
    let does_least = |action: &&Action| {
        matches!(
            action,
            Action::Finish
                | Action::NoRepair
                | Action::NoLaunch
                | Action::NoSpot
                | Action::NoNudge
                | Action::Pass
                | Action::Turn(0)
                | Action::Ram(false)
                | Action::Cling(false)
                | Action::PickUp(false)
                | Action::UseSpot(false)
                | Action::Aid(None)
                | Action::Ride(Some(_))
        )
    };
    let straight = |action: &&Action| match action {
        Action::Sail { maneuver, .. } => maneuver.speed == 4 && maneuver.turns.iter().all(|turn| *turn == 0),
        _ => false,
    };
    *all.iter().find(does_least).or_else(|| all.iter().find(straight)).unwrap_or(&all[0])
}
