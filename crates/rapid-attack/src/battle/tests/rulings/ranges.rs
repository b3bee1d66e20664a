//! Ranges and their borders.

use crate::battle::range_band::{CLOSE, RangeBand};
use crate::rules_files::{load, rulebook};
use crate::{loadout::Range, ruleset::Ruleset};
use Range::{Artillery, Direct, HandToHand};

fn in_range(range: Range, distance: f64, rules: &Ruleset) -> bool {
    RangeBand::new(range, rules).holds(distance)
}

#[test]
fn s04_s05_bands_meet_where_the_ruleset_says() {
    let bands = |name: &str, distance: f64| {
        let rules = load(name).unwrap();
        [HandToHand, Direct, Artillery].map(|range| in_range(range, distance, &rules))
    };
    for (distance, rulebook, draft, handbook) in [
        (0.0, [true, false, false], [true, false, false], [true, false, false]),
        (1.0, [true, false, false], [true, false, false], [true, true, false]),
        (1.5, [false, true, false], [false, false, false], [false, true, false]),
        (2.0, [false, true, false], [false, true, false], [false, true, false]),
        (8.0, [false, true, false], [false, true, false], [false, true, true]),
        (8.1, [false, false, true], [false, false, true], [false, false, true]),
    ] {
        assert_eq!(bands("rulebook", distance), rulebook, "{distance}");
        assert_eq!(bands("draft-2012", distance), draft, "{distance}");
        assert_eq!(bands("handbook", distance), handbook, "{distance}");
    }
}

#[test]
fn s05_border_both_works_in_any_ruleset() {
    let mut rules = rulebook();
    rules.ranges.border_both = true;
    assert!(in_range(HandToHand, 1.0, &rules) && in_range(Direct, 1.0, &rules));
}

#[test]
fn s32_close_calls_reach() {
    let rules = rulebook();
    assert!(in_range(HandToHand, 1.0 + CLOSE / 2.0, &rules));
    assert!(in_range(Direct, 8.0 + CLOSE / 2.0, &rules));
}

#[test]
fn ranges_follow_the_ruler_of_the_ruleset() {
    let mut rules = rulebook();
    (rules.ranges.hand_to_hand, rules.ranges.direct) = (2.0, 10.0);
    assert!(in_range(HandToHand, 2.0, &rules) && in_range(Direct, 10.0, &rules) && in_range(Artillery, 10.1, &rules));
    assert!(!in_range(Direct, 2.0, &rules), "direct fire is never inside hand-to-hand");
}
