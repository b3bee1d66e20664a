//! Learning of known chances.

use super::answer::{base_loss, calibration, loss, removed};
use super::ranked::ranked;
use hitchart_dice::Throw;
use hitchart_play::network::fit::{Data, Fit, OUTCOME, fit};
use hitchart_play::network::{Layer, Network, UNIT, UNIT_BITS, link, rounded_file};
use std::sync::atomic::AtomicBool;

const NAMES: [&str; 3] = ["first", "second", "noise"];

/// Returns the chance of winning in a game of two features.
fn chance(first: f64, second: f64) -> f64 {
    link(0.8 * first - 0.5 * second.max(0.0))
}

/// Returns rows of that game, one for each game.
fn data(key: u64, rows: u32) -> Data {
    let mut draw = Throw::new(key);
    let mut data = Data::new(3);
    for game in 0..rows {
        let features = [0; 3].map(|_| draw.below(193) as i16 - 96);
        let p = chance(f64::from(features[0]) / UNIT, f64::from(features[1]) / UNIT);
        let won = (draw.below(1_000_000) as f64) < p * 1e6;
        data.push(&features, (OUTCOME * u8::from(won), None), game);
    }
    data
}

fn plan() -> Fit {
    Fit { hidden: vec![8, 4], epochs: 12, rate: 0.01, lambda: 1.0, key: 5 }
}

/// Predictions are close to the true chances everywhere, and better than the mean on games that the network has not
/// seen.
#[test]
fn finds_the_chances_of_a_known_game() {
    let network = fit(&data(1, 20_000), &NAMES, &plan(), &AtomicBool::new(false)).unwrap();
    for (first, second) in [(-2.0, -2.0), (-2.0, 2.0), (0.0, 0.0), (1.0, -1.0), (2.0, 2.0)] {
        let (found, known) = (network.worth(&[first, second, 1.0]), chance(first, second));
        assert!((found - known).abs() < 0.08, "{first}, {second}: {found} for {known}");
    }
    let fresh = data(2, 20_000);
    let (found, none) = (loss(&network, &fresh), base_loss(&fresh, &fresh));
    assert!(found.log < none.log - 0.1 && found.square < none.square - 0.03, "{found:?} {none:?}");
    // The part that is removed is that of the losses, and its interval over games shows it.
    let part = removed(&network, &fresh, &fresh);
    assert!((part.point - (1.0 - found.square / none.square)).abs() < 1e-9, "{part:?}");
    assert!(part.interval.0 > 0.0 && part.interval.1 < 1.0, "{part:?}");
    // Each band is within four standard errors of the prediction: a level below 0.001 for ten bands together.
    for band in calibration(&network, &fresh) {
        assert!((band.said - band.came.point).abs() < 4.0 * band.came.standard_error + 0.02, "{band:?}");
    }
}

#[test]
fn the_same_rows_give_the_same_file() {
    let text =
        |key| rounded_file(&fit(&data(1, 500), &NAMES, &Fit { key, ..plan() }, &AtomicBool::new(false)).unwrap(), "");
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

/// Games that go from A to B are won, those that begin at B are lost. All games from A are victories, but B, which
/// follows, is even. The target of A is a mixture of both. If searches predicted three quarters for
/// B, that counts in A.
#[test]
fn learns_from_predictions_of_later_states_too() {
    let of = |place: i16| vec![place * UNIT as i16, 0, 0];
    for (predicted, lambda, expected) in [
        (None, 0.0, 0.5),
        (None, 0.5, 0.75),
        (None, 1.0, 1.0),
        (Some(48), 0.0, 0.75),
        (Some(48), 0.5, 0.875),
        (Some(48), 1.0, 1.0),
    ] {
        let mut games = Data::new(3);
        for game in 0..1000 {
            let won = OUTCOME * u8::from(game % 2 == 0);
            if game % 2 == 0 {
                games.push(&of(1), (won, None), game);
            }
            games.push(&of(0), (won, predicted), game);
        }
        let network = fit(&games, &NAMES, &Fit { lambda, ..plan() }, &AtomicBool::new(false)).unwrap();
        let (first, second) = (network.worth(&[1.0, 0.0, 0.0]), network.worth(&[0.0; 3]));
        let is_near = (first - expected).abs() < 0.05 && (second - 0.5).abs() < 0.05;
        assert!(is_near, "{predicted:?}, {lambda}: {first}, {second}");
    }
}

/// A stopped fit ends at once, without a network.
#[test]
fn a_stopped_fit_teaches_nothing() {
    let endless = Fit { epochs: u32::MAX / 100, ..plan() };
    assert!(fit(&data(1, 500), &NAMES, &endless, &AtomicBool::new(true)).is_none());
}

/// Rows of decisions with a list of outcomes each, one decision for each game. The second feature is a rating.
fn decisions(lists: &[&[(u8, i16)]]) -> Data {
    let mut data = Data::new(2);
    for (game, list) in (0..).zip(lists) {
        for (place, (outcome, rating)) in list.iter().enumerate() {
            let features = vec![if place == 0 { 32 } else { 0 }, *rating];
            data.push(&features, (*outcome, None), game);
        }
    }
    data
}

/// The best candidate is kept if it is the first, or among the best rated of the others, or early in the list.
#[test]
fn decisions_keep_their_best_candidate() {
    // A network that gives the second feature.
    let layer = Layer::nearest(&[vec![0.0, 1.0]], &[0.0], UNIT_BITS);
    let network = Network::new(vec!["first".to_owned(), "rating".to_owned()], vec![layer]).unwrap();
    let data = decisions(&[
        // The last is the best and rated best: only the network keeps it.
        &[(32, 0), (10, 5), (20, 6), (60, 90)],
        // The second is the best and rated worst: only the list keeps it.
        &[(32, 0), (60, 1), (20, 50), (10, 60)],
        // The first is the best: both keep it.
        &[(32, 0), (10, 50), (20, 60), (31, 70)],
        // Too short to be ranked.
        &[(32, 0), (60, 1)],
    ]);
    let of = |kept: usize| {
        let all = ranked(&network, &data);
        let found = all.iter().find(|ranked| ranked.kept == kept).copied();
        found.map(|found| (found.by_network.point, found.by_list.point, found.by_network.n))
    };
    assert_eq!(of(2), Some((2.0 / 3.0, 2.0 / 3.0, 3)));
    assert_eq!(of(3), Some((2.0 / 3.0, 2.0 / 3.0, 3)));
    assert_eq!(of(4), None);
}
