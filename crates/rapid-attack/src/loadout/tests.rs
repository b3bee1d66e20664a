//! Notation and legality of loadouts.

use super::*;
use crate::rules_files::rulebook;

fn parse(text: &str) -> Result<Loadout, LoadoutError> {
    Loadout::parse(text, &rulebook())
}

#[test]
fn reads_any_order_and_case_and_prints_one() {
    for (text, printed) in [
        ("RdYBG", "RdYBG"),
        ("gbyrd", "RdYBG"),
        ("RH rd B rh", "RhRhRdB"),
        ("SSR2 RaYYRa", "RaRaYY+SSR2"),
        ("RaRaYY+SSR+SSR", "RaRaYY+SSR2"),
        ("BSSRSSRSSR", "B+SSR3"),
        ("Rd/hYBG", "Rh/dYBG"),
        ("YrA/hrD/Aa".trim_end_matches('a'), "Rh/aRd/aY"),
        ("eyb", "YBE"),
        ("", "-"),
        ("-", "-"),
        ("+SSR1", "-+SSR1"),
        ("-+SSR1", "-+SSR1"),
    ] {
        assert_eq!(parse(text).unwrap().to_string(), printed, "{text}");
        assert_eq!(parse(printed).unwrap().to_string(), printed);
    }
}

#[test]
fn refuses_what_is_illegal_with_a_reason() {
    let says = |text: &str, part: &str| {
        let message = parse(text).unwrap_err().to_string();
        assert!(message.contains(part), "{part} missing in: {message}");
    };
    says("RdRdRd", "3 Rd systems");
    says("YYY", "3 Y systems");
    says("EEE", "3 E systems");
    says("RdYBGE", "5 systems");
    says("RdYBG+SSR4", "4 rockets");
    says("RdYBG+SSR99999999999999999999", "rockets");
    says("RxYBG", "`Rx`");
    says("RdYBQ", "`Q`");
    says("WWRdBG", "`W`");
    says("Rh/hY", "`Rh/h`");
    says("RdRdRh/d", "2.5 Rd systems");
    says("Rd/aRd/aRd/aRaG", "5 systems");
    says("Rd/aRd/aRd/aRa", "2.5 Ra");
    says("RdéB", "unknown system");
    says("RdYBG+", "`+`");
    says("RdYBG+SSR1 +", "`+`");
}

#[test]
fn halves_alone_may_fill_both_types() {
    assert!(parse("Rh/dRh/dRh/dRh/d").is_ok());
}

#[test]
fn a_ruleset_may_switch_options_off() {
    let mut rules = rulebook();
    (rules.weapons.split_allowed, rules.environment.allowed) = (false, false);
    assert!(Loadout::parse("Rh/dB", &rules).unwrap_err().to_string().contains("weapons.split_allowed"));
    assert!(Loadout::parse("EB", &rules).unwrap_err().to_string().contains("environment.allowed"));
}

#[test]
fn sums_that_are_kept_follow_every_change() {
    let mut loadout = Loadout::default();
    let kinds = || SystemKind::ALL.iter().map(|(kind, _)| *kind);
    let check = |loadout: &Loadout| {
        assert_eq!(loadout.systems(), kinds().map(|kind| usize::from(loadout.count(kind))).sum::<usize>());
        for (range, _) in Range::ALL {
            let split: u8 = range.halves().iter().map(|kind| loadout.count(*kind)).sum();
            assert_eq!(loadout.halves_at(range), 2 * loadout.count(range.weapon()) + split);
        }
    };
    for kind in kinds().chain(kinds().rev()) {
        loadout = loadout.plus(kind);
        check(&loadout);
    }
    for kind in kinds().chain(kinds()) {
        loadout = loadout.minus(kind).unwrap();
        check(&loadout);
    }
    assert_eq!(loadout, Loadout::default());
}
