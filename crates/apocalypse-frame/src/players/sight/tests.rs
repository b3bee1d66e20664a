//! Tests of the features of missions, and of the value of their results.

use super::*;
use crate::mission::state::Life;
use crate::mission::{ACES, KeyedDice};
use crate::players::tests::{ARROW, HARD, SWORD, Table, mission, player, watch};
use crate::players::{Player, Side};
use hitchart_play::network::MAX_WIDTH;
use hitchart_play::{Game, Unwatched};

fn players() -> [Player; 2] {
    [player(Side::Aces, "tactician"), player(Side::Gm, "greedy")]
}

/// Every round of some missions of one and of three Aces begins with one quiet state, with features within the bounds
/// of a network.
#[test]
fn every_round_begins_with_a_state_that_is_told_within_bounds() {
    let features = <Mission<KeyedDice> as Featured>::FEATURES;
    assert!(features.len() <= MAX_WIDTH && features.len() == UNITS.len());
    for team in [&SWORD[..], &ARROW[..1]] {
        let mission = mission(team, HARD);
        let (mut told, mut rounds) = (vec![0.0; features.len()], 0);
        for key in 0..10 {
            let mut last = 0;
            let end = watch(&mission, key, &mut players(), |state, _| {
                if mission.is_quiet(state) {
                    assert!(state.round > last, "round {} is quiet twice", state.round);
                    last = state.round;
                    rounds += 1;
                    mission.write_features(state, ACES, &mut told);
                    assert!(told.iter().all(|number| number.abs() <= MOST && number.is_finite()), "{told:?}");
                    assert!(told[Number::Enemies as usize] > 0.0 && told[Number::Guns as usize] > 0.0, "{told:?}");
                }
            });
            assert!((0.0..=1.0).contains(&mission.outcome(&end, ACES)));
        }
        assert!(rounds > 20, "{rounds}");
    }
}

/// At the start of a battle the numbers are those of the setup.
#[test]
fn the_numbers_are_those_of_the_setup() {
    let mission: Table = mission(&SWORD, HARD);
    let state = mission.start(1, &mut Unwatched);
    let mut told = vec![0.0; UNITS.len()];
    mission.write_features(&state, ACES, &mut told);
    let of = |number: Number| told[number as usize] * UNITS[number as usize];
    assert_eq!((of(Number::Ready), of(Number::Team), of(Number::Enemies)), (3.0, 3.0, 18.0));
    // 8 Legionnaires of 3, 4 Velites of 2, 4 Decani of 4, 2 Centurions of 8.
    assert_eq!(of(Number::EnemyVigor), 64.0);
    assert_eq!((of(Number::Primes), of(Number::Parts), of(Number::Activations)), (2.0, 0.0, 3.0));
    assert_eq!(of(Number::Life), EIGHTHS);
    let at = [Number::Close, Number::Near, Number::Further, Number::Apart].map(of);
    assert_eq!(at.iter().sum::<f64>(), 18.0);
}

/// The value depends on the victory first, then on the remaining life; the first points lost cost most.
#[test]
fn victories_come_before_what_is_left() {
    let mission: Table = mission(&SWORD, HARD);
    let mut state = mission.start(1, &mut Unwatched);
    let mut worth = |ending, vigor: u8, lost: bool| {
        state.ending = Some(ending);
        for frame in &mut state.aces[..3] {
            frame.vigor = vigor;
            frame.life = if lost { Life::Lost } else { Life::Ready };
        }
        ended(&mission, &state)
    };
    let whole = mission.aces.iter().map(|ace| ace.vigor).min().unwrap_or(1);
    let unharmed = worth(Ending::Victory, whole, false);
    let [harmed, near_death] = [whole - 1, 1].map(|vigor| worth(Ending::Victory, vigor, false));
    assert!(unharmed > harmed && harmed > near_death);
    let dear = worth(Ending::Victory, whole, true);
    assert!(near_death > dear && dear >= VICTORY && dear > worth(Ending::Defeat, whole, false));
    assert_eq!(worth(Ending::Defeat, whole, true), 0.0);
}
