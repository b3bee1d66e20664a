//! The state machine: from one decision to the next.

use super::action::{Action, Decision};
use super::dice::Dice;
use super::event::Event;
use super::state::{EndStep, Phase, Stage, State};
use super::steps::{Play, fresh};
use super::{Battle, candidates};
use hitchart_play::{Game, Observer, Scores};

impl<D: Dice> Game for Battle<D> {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> State {
        let mut state = fresh(self, key);
        let mut play = Play { battle: self, state: &mut state, watch };
        play.compare_fleets();
        play.advance();
        state
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        state.asked.map(|asked| asked.player.into())
    }

    fn candidates(&self, state: &State, into: &mut Vec<Action>) {
        candidates::all(self, state, into);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, watch: &mut O) {
        let mut play = Play { battle: self, state, watch };
        play.carry_out(*action);
        play.advance();
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new((0..state.player_count).map(|player| state.score(player)))
    }

    fn rekey(&self, state: &mut State, key: u64) {
        state.key = key;
    }
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
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
            if self.state.captured != 0 {
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
        let player = self.state.asked.take().map_or(0, |asked| asked.player);
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
