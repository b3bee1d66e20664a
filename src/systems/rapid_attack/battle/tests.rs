//! Whole battles between random players, watched after every event.

use super::super::battlefield::{battlefields, named};
use super::super::bidding::{Size, limits};
use super::super::muster::built_in_company;
use super::super::players::Random;
use super::super::rules_files::rulebook;
use super::super::ruleset::Ruleset;
use super::state::{Life, Phase};
use super::*;
use crate::game::{Game, Observer, Policy, play};

/// A battle between built-in companies.
pub fn battle(companies: &[&str], field: &str, size: Size, rules: Ruleset) -> Battle<KeyedDice> {
    let limits = limits(companies.len(), size).unwrap();
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let layout = named(field).unwrap();
    let fields = battlefields(&layout, &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (size, limits), companies, fields, KeyedDice)
}

/// Checks what must hold after every event.
#[derive(Default)]
struct Watcher {
    events: usize,
    systems: Option<usize>,
    acted: Vec<u8>,
    clock: Option<u8>,
}

impl<D: Dice> Observer<Battle<D>> for Watcher {
    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.events += 1;
        self.scores(state);
        self.systems(state, event);
        self.turns(state, event);
        self.places(battle, state);
        if let Event::Ticked { clock, .. } = event {
            assert!(self.clock.is_none_or(|before| *clock <= before));
            self.clock = Some(*clock);
        }
    }
}

impl Watcher {
    fn scores(&self, state: &State) {
        for (number, player) in state.players().iter().enumerate() {
            let frames = state.units().iter().filter(|unit| {
                usize::from(unit.owner) == number && matches!(unit.life, Life::Standing | Life::Waiting)
            });
            let stations = state.stations().iter().filter(|station| station.owner == Some(number as u8));
            let assets = frames.count() + stations.count();
            assert_eq!(player.score(), assets as i32 * i32::from(player.points_per_asset));
        }
    }

    fn systems(&mut self, state: &State, event: &Event) {
        let living = state.units().iter().filter(|unit| unit.life != Life::Withdrawn);
        let systems = living.map(|unit| unit.loadout.systems() + usize::from(unit.whites)).sum();
        let may_change = matches!(event, Event::Setup { .. } | Event::FrameAdded { .. } | Event::FrameWithdrawn { .. });
        assert!(may_change || self.systems.is_none_or(|before| systems <= before), "{event:?}");
        self.systems = Some(systems);
    }

    fn turns(&mut self, state: &State, event: &Event) {
        match event {
            Event::RoundBegan { .. } => self.acted.clear(),
            Event::TurnBegan { unit, .. } => {
                assert!(!self.acted.contains(unit), "frame {unit} acts twice");
                self.acted.push(*unit);
            }
            _ => {}
        }
        for turn in state.turn.iter().chain(&state.answer) {
            assert!(turn.spent_whites < 1 << turn.hand.white_count);
        }
        assert!(state.turn.is_some() || state.answer.is_none(), "an answer without a turn");
    }

    fn places<D: Dice>(&self, battle: &Battle<D>, state: &State) {
        let field = battle.field(state);
        let radius = battle.rules.movement.frame_radius;
        for number in state.standing_units() {
            let unit = state.unit(number);
            assert!(field.contains(unit.at, radius), "frame {number} off the table at {:?}", unit.at);
            let on_cover = battle.rules.movement.standing_on_cover;
            assert!(on_cover || field.under(unit.at, state.standing) == 0, "frame {number} inside cover");
            if !battle.rules.movement.standing_on_frames {
                assert!(!battle.meets_frame(state, Some(number), unit.at), "frame {number} on another");
            }
        }
    }
}

/// Plays against the list: every action must be among the candidates.
struct Listed(Random, Vec<Action>);

impl Policy<Battle<KeyedDice>> for Listed {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.0, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let action = self.0.decide(battle, state);
        self.1.clear();
        battle.candidates(state, &mut self.1);
        assert!(self.1.contains(&action), "{action:?} of {:?}", state.asked);
        action
    }
}

fn watch(battle: &Battle<KeyedDice>, games: u64) -> (usize, f64) {
    let players = battle.companies.len();
    let mut events = 0;
    let mut rounds = 0.0;
    for key in 0..games {
        let mut watcher = Watcher::default();
        let mut policies: Vec<Listed> = (0..players).map(|_| Listed(Random::new(), Vec::new())).collect();
        let state = play(battle, key, &mut policies, &mut watcher);
        assert_eq!(state.phase, Phase::Over);
        events += watcher.events;
        rounds += f64::from(state.round);
    }
    (events, rounds / games as f64)
}

#[test]
fn invariants_hold_in_random_skirmishes() {
    for (companies, field) in [
        (vec!["mirror-five", "mirror-five"], "dense-town"),
        (vec!["estars-anvil", "suns-fang", "piercing-eye"], "ruins-of-alluel"),
        (vec!["mirror-four", "mirror-four", "mirror-four", "mirror-four"], "open-plain"),
    ] {
        let battle = battle(&companies, field, Size::Skirmish, rulebook());
        let (events, rounds) = watch(&battle, 40);
        eprintln!("{companies:?} {events} events, {rounds} rounds");
    }
}
