//! Whole battles of Intercept Orbit: the state machine of the rules, from the comparison of fleets to doomsday.
//!
//! Follows the flow page; rulings are cited by id. [`Battle`] is the setup, [`State`] holds everything that changes,
//! [`Action`] is a player's choice, and an [`Event`] is reported to observers.

pub mod action;
pub mod candidates;
pub mod dice;
pub mod event;
mod event_fields;
pub mod legal;
mod names;
pub mod odds;
pub mod open_turn;
pub mod position;
pub mod state;
mod steps;
#[cfg(test)]
mod tests;

use crate::ids::AssetId;
pub use action::{Action, Decision, PendingDecision};
pub use dice::{BattleDice, KeyedDice};
pub use event::{BoardingRoll, Event, Face, GivenWhites, Hue, Strike, Unused};
use hitchart_mobile_frame::PlayerId;
pub use names::FleetNames;
pub use state::State;

use super::fleet::{Bid, Fleet, FleetError, limits};
use super::{bidding::ppa, ruleset::Ruleset, ship::Systems, space::Space};
use dice::SystemSides;
use hitchart_dice::plan::Cover;
use hitchart_play::{Game, Observer, Scores, Watch};
use odds::Odds;
use state::{CoverBy, EndStep, MAX_FLEETS, Phase, Stage};
use std::sync::{Arc, OnceLock};
use steps::{Play, fresh};

/// Setup of a battle: everything that play does not change. Players are the fleets, in order.
#[derive(Debug)]
pub struct Battle<D> {
    /// Ruleset that the fleets were parsed under.
    pub rules: Ruleset,
    /// 2 to 4 fleets.
    pub fleets: Vec<Fleet>,
    /// True for a major battle, with more tactical assets.
    pub major: bool,
    /// High value assets of each fleet.
    pub hvas: u8,
    /// Sizes, compass and table of the rules.
    pub space: Space,
    /// Source of the faces of dice.
    pub dice: D,
    /// Dice of systems, companies and aces, made from the rules.
    sides: SystemSides,
    /// Exact odds for players, computed at the first use.
    odds: Arc<OnceLock<Odds>>,
    /// Points per asset of the fleets as built.
    points_per_asset: Vec<u8>,
    /// Systems that each asset was built with, by its number; companies have none.
    built: Vec<Systems>,
    /// Names of the fleets; fleets beyond the list have none.
    pub names: Vec<FleetNames>,
}

/// Error of fleets that cannot play a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many fleets.
    #[error("{found} fleets; a battle has 2 to {MAX_FLEETS}")]
    Fleets {
        /// Number of fleets.
        found: usize,
    },
    /// A fleet that does not fit the battle, counted from 1.
    #[error("fleet {fleet}: {error}")]
    Fleet {
        /// Number of the fleet, from 1.
        fleet: usize,
        /// Rule that the fleet breaks.
        error: FleetError,
    },
}

impl<D> Battle<D> {
    /// Creates a battle between fleets that were parsed under the same rules.
    ///
    /// # Errors
    /// Fails if there are too few or too many fleets, or if a fleet does not fit the battle.
    pub fn new(rules: Ruleset, fleets: Vec<Fleet>, major: bool, dice: D) -> Result<Battle<D>, SetupError> {
        if !(2..=MAX_FLEETS).contains(&fleets.len()) {
            return Err(SetupError::Fleets { found: fleets.len() });
        }
        for (fleet, at) in fleets.iter().zip(1..) {
            let sized = fleet.check().and_then(|()| fleet.check_size(fleets.len(), major, &rules));
            sized.map_err(|error| SetupError::Fleet { fleet: at, error })?;
        }
        Ok(Battle::of_checked(rules, fleets, major, dice))
    }

    /// Creates a battle between fleets that were parsed under the same rules, with number and sizes already checked.
    pub fn of_checked(rules: Ruleset, fleets: Vec<Fleet>, major: bool, dice: D) -> Battle<D> {
        let hvas = rules.fleet.hvas[fleets.len().clamp(2, MAX_FLEETS) - 2];
        let space = Space::new(&rules);
        let sides = SystemSides::new(&rules);
        let bids: Vec<Bid> = fleets.iter().map(|fleet| fleet.bid(hvas)).collect();
        let points_per_asset = ppa(&bids, &rules.bidding);
        let odds = Arc::default();
        let built = fleets.iter().flat_map(built_of).collect();
        Battle { rules, fleets, major, hvas, space, dice, sides, points_per_asset, built, odds, names: Vec::new() }
    }

    /// Returns the battle with odds that all battles under the same rules share.
    pub fn sharing(self, odds: Arc<OnceLock<Odds>>) -> Battle<D> {
        Battle { odds, ..self }
    }

    /// Returns the exact odds under the rules, for players.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.rules))
    }

    /// Returns the systems that a ship was built with, by its number.
    pub fn built(&self, ship: AssetId) -> Systems {
        self.built.get(ship.index()).copied().unwrap_or_default()
    }

    /// Returns the cover of an attack in the form that its plan uses. Debris that is about to go still covers once.
    pub fn cover_of_plan(&self, state: &State, cover: CoverBy) -> Cover {
        match cover {
            CoverBy::Nothing => Cover::None,
            CoverBy::Debris(piece) => {
                let taken = state.debris[usize::from(piece)].hits;
                Cover::Hits(self.rules.cover.debris_hits.saturating_sub(taken).max(1))
            }
            CoverBy::Asset(_) | CoverBy::Screen => Cover::Immune,
        }
    }

    /// Returns the fewest tactical assets of a fleet in this battle.
    pub fn least_assets(&self) -> u8 {
        limits(self.fleets.len(), self.major, &self.rules).0
    }
}

/// Lists the systems of a fleet's ships, then an empty set for each company.
fn built_of(fleet: &Fleet) -> impl Iterator<Item = Systems> {
    let companies = std::iter::repeat_n(Systems::default(), fleet.companies().into());
    fleet.ships.iter().map(|ship| ship.systems).chain(companies)
}

// The state machine: from one decision to the next.

impl<D: BattleDice> Game for Battle<D> {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> State {
        let mut state = fresh(self, key);
        D::play_on(self, &mut state, None, Watch::of(watch));
        state
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        state.asked.map(|asked| asked.player.index())
    }

    fn candidates(&self, state: &State, into: &mut Vec<Action>) {
        D::candidates(self, state, into);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, watch: &mut O) {
        D::play_on(self, state, Some(*action), Watch::of(watch));
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new(state.player_ids().map(|player| state.score(player)))
    }

    fn rekey(&self, state: &mut State, key: u64) {
        state.key = key;
    }
}

/// Begins the battle or carries out an action, and plays up to the next decision.
pub(crate) fn run<D: BattleDice, O: Observer<Battle<D>>>(
    battle: &Battle<D>,
    state: &mut State,
    action: Option<Action>,
    watch: &mut O,
) {
    let mut play = Play { battle, state, watch };
    match action {
        None => play.compare_fleets(),
        Some(action) => play.carry_out(action),
    }
    play.advance();
}

hitchart_play::compile_engine!(KeyedDice, Battle<KeyedDice>, run, candidates::all);

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Runs until a decision is due or the battle is over. A decision with only one choice is made without asking.
    fn advance(&mut self) {
        loop {
            self.step_on();
            match candidates::only(self.battle, self.state) {
                Some(action) => self.carry_out(action),
                None => break,
            }
        }
    }

    /// Runs until a decision comes up, even one with a single choice, or the battle is over.
    fn step_on(&mut self) {
        while self.state.asked.is_none() && self.state.phase != Phase::Over {
            if !self.state.captured.is_empty() {
                self.look_at_captured();
            }
            if self.state.wound_count > 0 {
                self.wound_step();
            } else if self.state.collision_count > 0 {
                self.collision_step();
            } else {
                self.phase_step();
            }
        }
    }

    fn phase_step(&mut self) {
        match self.state.phase {
            Phase::Tie { chooser } => self.ask(chooser, Decision::BreakTie),
            Phase::Setup(step) => self.setup_step(step),
            Phase::Round => match self.state.turn_in_control().map(|turn| turn.stage) {
                None => self.order_step(),
                Some(stage) => self.turn_step(stage),
            },
            Phase::Ending(step) => match step {
                EndStep::Boarding => self.boarding_step(),
                EndStep::Clock => self.clock_step(),
                EndStep::Ticks { place } => self.ticks_step(place),
                EndStep::Fuel => self.fuel_step(),
                EndStep::Done => self.after_round(),
            },
            Phase::Over => {}
        }
    }

    fn turn_step(&mut self, stage: Stage) {
        if self.turn_has_ended_early() {
            return self.end_turn();
        }
        match stage {
            Stage::Declare => self.declare_step(),
            Stage::Give => self.give_step(),
            Stage::Defend => self.defend_step(),
            Stage::Waiting => unreachable!("a waiting turn is not in control"),
            Stage::Repair => self.repair_step(),
            Stage::Proceed => self.proceed_step(),
            Stage::Attack => self.attack_step(),
            Stage::UseSpot => self.use_spot_step(),
            Stage::Spare => self.spare_step(),
            Stage::Resolve => self.resolve_step(),
            Stage::Sail => self.sail_step(),
            Stage::Company => self.company_step(),
            Stage::Nudge => self.nudge_step(),
            Stage::Launch => self.launch_step(),
            Stage::Place => self.ask_side(Decision::PlaceCompany),
            Stage::Spot => self.spot_step(),
            Stage::Done => self.end_turn(),
        }
    }

    fn carry_out(&mut self, action: Action) {
        let player = self.state.asked.take().map_or_else(PlayerId::default, |asked| asked.player);
        match action {
            Action::GoOn => self.go_on_tied(),
            Action::Drop(asset) => self.drop_asset(asset),
            Action::Place { asset, pose } => self.place(asset, pose),
            Action::Dock { company, ship } => self.dock_ace(company, ship),
            Action::PlaceDebris(at) => self.place_debris(at),
            Action::Pass => self.pass(player),
            Action::Activate(asset) => self.begin_turn(asset, None),
            Action::Declare { target, band } => self.declare(target, band),
            Action::Give(given) => self.give(player, given),
            Action::Defend(die) => self.defend(die),
            Action::Repair { white, system } => self.repair(white, system),
            Action::NoRepair => self.state.turn_mut().stage = Stage::Proceed,
            Action::Attack { die, target } => self.declare_attack(die, target),
            Action::Sail { die, maneuver } => self.set_out(die, maneuver),
            Action::Fly { die, to } => self.fly(die, to),
            Action::Finish => self.finish(),
            Action::UseSpot(with_spot) => self.use_spot(with_spot),
            Action::Spare(spared) => self.spare(spared),
            Action::Avoid(avoided) => self.avoid(avoided),
            Action::Ram(rams) => self.ram(player, rams),
            Action::RemoveDebris => self.remove_hit_debris(),
            Action::MoveDebris(to) => self.move_hit_debris(to),
            Action::Turn(clicks) => self.turn_other(player, clicks),
            Action::Head(heading) => self.head(player, heading),
            Action::Ride(at) => self.ride(at),
            Action::Cling(clings) => self.cling(clings),
            Action::PickUp(picks) => self.pick_up(picks),
            Action::Nudge { asset, to } => self.nudge(Some((asset, to))),
            Action::NoNudge => self.nudge(None),
            Action::Mend { company, die, parts, whites } => self.mend(company, die, parts, whites),
            Action::Launch { company, die } => self.launch(company, die),
            Action::NoLaunch => self.state.turn_mut().stage = Stage::Spot,
            Action::PlaceCompany(at) => self.place_launched(at),
            Action::Spot { die, target } => self.spot(die, target),
            Action::NoSpot => self.state.turn_mut().stage = Stage::Done,
            Action::Lose { asset, loss } => self.lose(asset, loss),
            Action::Dodge(asset) => self.dodge(asset),
            Action::Aid(aided) => self.aid(player, aided),
            Action::Hit(victim) => self.hit(player, victim),
            Action::Tick => self.tick(player),
            Action::Hold => self.tell(|| Event::Held { player }),
        }
    }
}
