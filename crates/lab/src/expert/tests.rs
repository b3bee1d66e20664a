//! Tests of the condition under which a round's network is taken.

use super::gained;
use hitchart_stats::{LEVEL, proportion};

#[test]
fn the_first_round_must_take_more_than_half() {
    let gain = |wins| gained(proportion(wins, 1000, LEVEL), None).interval;
    assert!(gain(560).0 > 0.0 && gain(510).0 < 0.0 && gain(400).1 < 0.0);
    let points = proportion(560, 1000, LEVEL);
    let gain = gained(points, None);
    assert!((gain.interval.0 - (points.interval.0 - 0.5)).abs() < 1e-12 && (gain.point - 0.06).abs() < 1e-12);
}

/// The interval is that of Newcombe (method 10 without continuity correction) for 560 of 700 against 480 of 800.
#[test]
fn a_later_round_must_gain_on_the_one_before() {
    let gain = gained(proportion(560, 700, LEVEL), Some(proportion(480, 800, LEVEL)));
    assert!((gain.interval.0 - 0.15428).abs() < 1e-5 && (gain.interval.1 - 0.24429).abs() < 1e-5, "{gain:?}");
    let worse = gained(proportion(480, 800, LEVEL), Some(proportion(560, 700, LEVEL)));
    assert!((worse.interval.1 + gain.interval.0).abs() < 1e-12);
}
