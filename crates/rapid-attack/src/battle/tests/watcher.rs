//! Conditions that must hold after every event of a battle.

use crate::battle::state::{Die, Life, Phase};
use crate::battle::*;
use crate::{ids::UnitId, loadout::SystemKind};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;
use std::collections::HashSet;

/// Tolerance of lengths, in ruler units.
const SLACK: f64 = 1e-5;

/// Checks every event, and records what happened, for tests that need to know whether a rule came up at all.
#[derive(Default)]
pub(super) struct Watcher {
    pub events: usize,
    /// Names of rare events that came up.
    pub seen: HashSet<&'static str>,
    /// Systems, whites and rockets of each frame.
    strength: Vec<usize>,
    /// Frames that have begun a turn this round.
    acted: HashSet<UnitId>,
    /// Actions that frames gave a die to this round, and the whites given: frame, and action or white.
    given: HashSet<(UnitId, Given)>,
    open_turns: usize,
    clock: Option<u8>,
    points: Option<[i8; hitchart_play::MAX_PLAYERS]>,
    destroyed: HashSet<UnitId>,
    standing_pieces: Option<u64>,
}

#[derive(PartialEq, Eq, Hash)]
enum Given {
    To(&'static str),
    White(u8),
}

impl<D: BattleDice> Observer<Battle<D>> for Watcher {
    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.events += 1;
        self.score(state, event);
        self.loss(state, event);
        self.turn(state, event);
        self.dice(event);
        self.place(battle, state);
        self.clock(battle, state, event);
        moves_are_legal(battle, state, event);
        strikes_add_up(event);
        self.note(state, event);
    }
}

impl Watcher {
    /// Checks that a score is assets times points per asset, which are fixed before fielding, and that counts of assets
    /// are right.
    fn score(&mut self, state: &State, event: &Event) {
        for (player, number) in state.players().iter().zip(PlayerId::first(hitchart_play::MAX_PLAYERS)) {
            let own = |unit: &&state::Unit| unit.owner == number;
            let lives = |unit: &&state::Unit| matches!(unit.life(), Life::Standing | Life::Waiting);
            let frames = state.units().iter().filter(own).filter(lives).count();
            let stations = state.stations().iter().filter(|station| station.owner == Some(number)).count();
            assert_eq!((usize::from(player.frames), usize::from(player.stations)), (frames, stations));
            assert_eq!(player.score(), (frames + stations) as i32 * i32::from(player.points_per_asset));
            let to_act = state.units().iter().filter(own).filter(|unit| unit.stands() && !unit.acted).count();
            assert!(state.phase != Phase::Round || usize::from(player.to_act) == to_act);
            let on_table =
                state.unit_ids().filter(|unit| state.unit(*unit).owner == number && state.unit(*unit).stands());
            assert!(state.friends(number).eq(on_table), "the mask of frames on the table");
        }
        assert!(
            state
                .stations()
                .iter()
                .all(|station| station.owner.is_none_or(|owner| owner.number() < state.player_count))
        );
        if let Event::Setup { points_per_asset, .. } = event {
            self.points = Some(*points_per_asset);
        }
        let points = state.players.map(|player| player.points_per_asset);
        assert!(self.points.is_none_or(|fixed| fixed == points), "points per asset change in play");
    }

    /// Checks that no frame gains anything after the setup, no destroyed frame returns, and no ruin becomes cover
    /// again.
    fn loss(&mut self, state: &State, event: &Event) {
        let of = |unit: &state::Unit| {
            unit.loadout.systems() + usize::from(unit.whites) + usize::from(unit.loadout.rockets())
        };
        let strength: Vec<usize> = state.units().iter().map(of).collect();
        let may_change = matches!(event, Event::Setup { .. } | Event::FrameAdded { .. } | Event::FrameWithdrawn { .. });
        let mut frames = strength.iter().zip(&self.strength);
        assert!(may_change || frames.all(|(now, before)| now <= before), "{event:?}");
        self.strength = strength;
        if let Event::Destroyed { unit, .. } = event {
            assert!(self.destroyed.insert(*unit), "destroyed twice");
        }
        assert!(self.destroyed.iter().all(|unit| state.unit(*unit).life() == Life::Destroyed));
        let before = self.standing_pieces.replace(state.standing);
        assert!(before.is_none_or(|before| state.standing & !before == 0), "{event:?}");
    }

    /// Checks that every frame acts once a round, at most two turns are open, and the second answers the first.
    fn turn(&mut self, state: &State, event: &Event) {
        match event {
            Event::RoundBegan { .. } => {
                self.acted.clear();
                self.given.clear();
            }
            Event::TurnBegan { unit, attacked_by } => {
                assert!(self.acted.insert(*unit), "{unit:?} acts twice");
                assert!(attacked_by.is_none_or(|by| state.turn.is_some_and(|turn| turn.unit == by)));
                self.open_turns += 1;
            }
            Event::TurnEnded { .. } => self.open_turns -= 1,
            Event::RoundEnded { .. } => {
                assert!(state.standing_units().all(|unit| self.acted.contains(&unit)), "not all had a turn");
            }
            _ => {}
        }
        assert!(self.open_turns <= 2);
        assert_eq!(self.open_turns, usize::from(state.turn.is_some()) + usize::from(state.answer.is_some()));
        assert!(state.turn.is_some() || state.answer.is_none(), "an answer without a turn");
        let mut asked = state.query[..usize::from(state.player_count)].to_vec();
        asked.sort_unstable();
        assert!(asked.into_iter().eq(state.player_ids()), "players are asked once each: {:?}", state.query);
    }

    /// Checks that a turn gives each action at most one die, and no white to two actions.
    fn dice(&mut self, event: &Event) {
        let (unit, action, die) = match event {
            Event::Defended { unit, die, .. } => (*unit, "defense", *die),
            Event::Moved { unit, die, .. } => (*unit, "movement", *die),
            Event::AttackDeclared { unit, die, .. } => (*unit, "attack", *die),
            Event::Spotted { unit, die, .. } => (*unit, "spot", *die),
            _ => return,
        };
        assert!(self.given.insert((unit, Given::To(action))), "two dice of {unit:?} for its {action}");
        if let Die::White(white) = die {
            assert!(self.given.insert((unit, Given::White(white))), "{unit:?} gives white {white} twice");
        }
    }

    /// Checks that frames are on the table, and off cover and other frames unless the rules allow it.
    fn place<D: BattleDice>(&self, battle: &Battle<D>, state: &State) {
        let (field, rules) = (battle.field(state), &battle.rules);
        for station in state.stations().iter().filter(|station| station.placed) {
            let beside = state.standing_units().filter(|unit| battle.reaches_station(state.unit(*unit).at, station));
            assert_eq!(station.beside(), beside.collect(), "frames beside a station");
        }
        for number in state.standing_units() {
            let unit = state.unit(number);
            assert!(field.contains(unit.at, rules.movement.frame_radius), "{number:?} off the table: {:?}", unit.at);
            let on_cover = rules.movement.standing_on_cover || rules.options.climbing;
            assert!(on_cover || field.under(unit.at, state.standing) == 0, "{number:?} inside cover");
            let on_frames = rules.movement.standing_on_frames;
            assert!(on_frames || !battle.meets_frame(state, Some(number), unit.at), "{number:?} on another");
        }
    }

    /// Checks that the clock goes down step by step, with at most one round for each step.
    fn clock<D>(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let start = if battle.size == Size::Demo { 5 } else { battle.rules.clock.start };
        if let Event::Ticked { clock, .. } = event {
            assert_eq!(*clock, self.clock.unwrap_or(start).saturating_sub(1));
            self.clock = Some(*clock);
        }
        assert!(state.round <= start);
    }

    fn note(&mut self, state: &State, event: &Event) {
        let armed = |unit: UnitId| state.unit(unit).loadout;
        let name = match event {
            Event::Fell { .. } => "a fall",
            Event::Jettisoned { .. } => "a system dropped",
            Event::Dodged { .. } => "a station left",
            Event::Renamed { .. } => "a target named anew",
            Event::OrderRolled { dice, .. } if dice[1] > 0 => "two dice of order",
            Event::WhiteLost { unit, .. } if armed(*unit).systems() > 0 => "a white lost early",
            Event::Declared { rockets: 1.., .. } => "rockets",
            Event::Declared { unit, range, .. } if range.halves().iter().any(|half| armed(*unit).count(*half) > 0) => {
                "a split weapon"
            }
            Event::SystemLost { kind: SystemKind::Environment, .. } => "an environmental loss",
            Event::Moved { unit, .. } if state.unit(*unit).elevation > 0 => {
                match armed(*unit).count(SystemKind::Movement) {
                    0 => "a climb by stairs",
                    _ => "a climb",
                }
            }
            Event::FrameAdded { .. } | Event::FrameWithdrawn { .. } => "a tie for defense",
            _ => return,
        };
        self.seen.insert(name);
    }
}

/// Checks that a move is no longer than its die, goes around obstacles, and ends on cover only with a movement system.
fn moves_are_legal<D: BattleDice>(battle: &Battle<D>, state: &State, event: &Event) {
    let Event::Moved { unit, value, from, path, .. } = event else { return };
    let turn = state.turn_in_control().expect("frames move in turns");
    assert_eq!(turn.unit, *unit);
    assert!(path.length <= f64::from(*value) * battle.rules.movement.units_per_pip + SLACK);
    let places: Vec<_> = [*from].into_iter().chain(path.bends().iter().copied()).chain([path.to]).collect();
    let legs = || places.windows(2).map(|leg| (leg[0], leg[1]));
    assert!(legs().map(|(a, b)| a.distance(b)).sum::<f64>() <= path.length + SLACK);
    let field = battle.field(state);
    let stairs = if battle.rules.options.climbing { field.under(path.to, field.stairs()) } else { 0 };
    let cover = state.standing & !stairs;
    assert!(turn.greens > 0 || field.under(path.to, cover) == 0, "on cover without climbing");
    if !turn.crosses {
        let in_the_way = cover | field.difficult();
        assert!(field.under(path.to, field.difficult()) == 0, "on difficult ground");
        let blocking = in_the_way & !field.under(*from, in_the_way);
        for (a, b) in legs() {
            assert!(battle.field(state).clear(a, b, blocking), "through cover from {a:?} to {b:?}");
        }
    }
}

/// Checks that the damage dice are attack + spot - defense, and at least 0.
fn strikes_add_up(event: &Event) {
    if let Event::Attacked(strike) = event {
        assert_eq!(strike.dice, (strike.attack + strike.spot).saturating_sub(strike.defense));
        assert!(strike.on_cover <= strike.cover_hits && strike.on_cover + strike.on_target <= strike.dice);
    }
}
