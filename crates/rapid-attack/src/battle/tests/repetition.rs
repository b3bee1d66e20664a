//! Tests that a key and policies determine a game: repeated, from a copy, watched or not, it is the same.

use super::{battle, rulebook};
use crate::battle::*;
use crate::{bidding::Size, players::Random};
use hitchart_play::{Game, Observer, Policy, Unwatched, play, play_on};

/// An observer that keeps every event, with all faces.
#[derive(Default)]
struct Recorder(Vec<Event>);

impl Observer<Battle<KeyedDice>> for Recorder {
    const WANTS_FACES: bool = true;

    fn see(&mut self, _: &Battle<KeyedDice>, _: &State, event: &Event) {
        self.0.push(event.clone());
    }
}

fn three_companies() -> Battle<KeyedDice> {
    battle(&["estars-anvil", "suns-fang", "piercing-eye"], "ruins-of-alluel", Size::Skirmish, rulebook())
}

fn players() -> Vec<Random> {
    vec![Random::new(); 3]
}

/// Returns a state as text, with every field.
fn whole(state: &State) -> String {
    format!("{state:?}")
}

/// Plays a game up to a number of decisions. Returns the state and the players.
fn up_to(battle: &Battle<KeyedDice>, key: u64, decisions: usize, record: &mut Recorder) -> (State, Vec<Random>) {
    let mut players = players();
    for (player, policy) in players.iter_mut().enumerate() {
        Policy::<Battle<KeyedDice>>::begin(policy, key ^ player as u64);
    }
    let mut state = battle.start(key, record);
    for _ in 0..decisions {
        let Some(player) = battle.to_decide(&state) else { break };
        let action = players[player].decide(battle, &state);
        battle.apply(&mut state, &action, record);
    }
    (state, players)
}

#[test]
fn the_same_key_plays_the_same_game() {
    let battle = three_companies();
    for key in 0..20 {
        let (mut first, mut second) = (Recorder::default(), Recorder::default());
        let once = play(&battle, key, &mut players(), &mut first);
        let twice = play(&battle, key, &mut players(), &mut second);
        assert_eq!(first.0, second.0);
        assert_eq!(whole(&once), whole(&twice));
        assert_eq!(whole(&once), whole(&play(&battle, key, &mut players(), &mut Unwatched)));
    }
}

#[test]
fn different_keys_play_different_games() {
    let battle = three_companies();
    let finals: std::collections::HashSet<String> =
        (0..20).map(|key| whole(&play(&battle, key, &mut players(), &mut Unwatched))).collect();
    assert_eq!(finals.len(), 20);
}

#[test]
fn a_copy_plays_on_as_the_original() {
    let battle = three_companies();
    for (key, decisions) in [(1, 3), (2, 15), (3, 60), (4, 150), (5, 300), (6, 450)] {
        let (mut state, mut players) = up_to(&battle, key, decisions, &mut Recorder::default());
        let (mut copy, mut same_players) = (state, players.clone());
        let (mut events, mut same_events) = (Recorder::default(), Recorder::default());
        play_on(&battle, &mut state, &mut players, &mut events);
        play_on(&battle, &mut copy, &mut same_players, &mut same_events);
        assert_eq!(events.0, same_events.0, "key {key}");
        assert_eq!(whole(&state), whole(&copy));
    }
}

/// Returns the faces of the hands and damage dice in some events.
fn faces(events: &[Event]) -> Vec<Vec<u8>> {
    let faces = events.iter().filter_map(|event| match event {
        Event::Rolled { faces, .. } => Some(faces.iter().map(|face| face.face).collect()),
        Event::Attacked(strike) => Some(strike.faces.clone()),
        _ => None,
    });
    faces.collect()
}

#[test]
fn another_key_changes_the_dice_to_come_and_nothing_before() {
    let battle = three_companies();
    for decisions in [20, 100, 200] {
        let (state, players) = up_to(&battle, 9, decisions, &mut Recorder::default());
        let play_on_with = |key: u64| {
            let (mut copy, mut players, mut record) = (state, players.clone(), Recorder::default());
            battle.rekey(&mut copy, key);
            assert_eq!(whole(&State { key: state.key, ..copy }), whole(&state));
            play_on(&battle, &mut copy, &mut players, &mut record);
            faces(&record.0)
        };
        let as_it_was = play_on_with(state.key);
        assert!(!as_it_was.is_empty());
        assert_eq!(play_on_with(77), play_on_with(77));
        assert_ne!(play_on_with(77), as_it_was);
        assert_ne!(play_on_with(77), play_on_with(78));
    }
}
