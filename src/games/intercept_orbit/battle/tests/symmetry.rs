//! Players are interchangeable: mirror fleets win equally often, and fleets win as often after a swap of seats.
//!
//! All keys are fixed, so each test has one outcome; the level is the probability of a false alarm before the keys were
//! fixed.

use super::super::*;
use super::{FLEETS, SMALL, battle, standard};
use crate::games::intercept_orbit::players::Random;
use hitchart_play::{Game, Scores, Unwatched, play};
use hitchart_stats::chi_square;

/// Level of each test.
const LEVEL: f64 = 0.001;
/// One-sided standard normal quantile of [`LEVEL`].
const QUANTILE: f64 = 3.090_232_306_167_813;

/// Plays games with keys from `first` on, and returns their final scores.
fn scores(battle: &Battle<KeyedDice>, first: u64, games: u64) -> impl Iterator<Item = Scores> {
    let mut players: Vec<Random> = battle.fleets.iter().map(|_| Random::new()).collect();
    (first..first + games).map(move |key| battle.scores(&play(battle, key, &mut players, &mut Unwatched)))
}

#[test]
fn mirror_fleets_win_equally_often_with_two_to_four_players() {
    for (first, fleets) in [(0, vec![FLEETS[0]; 2]), (10_000, vec![FLEETS[1]; 3]), (20_000, vec![SMALL[2]; 4])] {
        let battle = battle(&fleets, standard());
        let mut wins = vec![0; fleets.len()];
        scores(&battle, first, 3000).filter_map(|scores| scores.winner()).for_each(|winner| wins[winner] += 1);
        let level = chi_square(&wins, &vec![1.0 / fleets.len() as f64; fleets.len()]).p_value;
        assert!(level > LEVEL, "{wins:?}: {level}");
    }
}

/// A fleet's share of wins does not depend on whether it is the first player or the second.
#[test]
fn swapped_seats_change_nothing() {
    let games = 3000;
    let share = |fleets: [&str; 2], first: u64, of: usize| {
        let won = |scores: &Scores| match scores.winner() {
            Some(winner) => f64::from(u8::from(winner == of)),
            None => 0.5,
        };
        scores(&battle(&fleets, standard()), first, games).map(|scores| won(&scores)).sum::<f64>() / games as f64
    };
    let (first, second) = (share([FLEETS[0], FLEETS[3]], 0, 0), share([FLEETS[3], FLEETS[0]], 50_000, 1));
    let mean = (first + second) / 2.0;
    let error = (2.0 * mean * (1.0 - mean) / games as f64).sqrt();
    assert!((first - second).abs() < QUANTILE * error, "{first} and {second}, standard error {error}");
}
