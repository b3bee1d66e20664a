//! Numbers of games, samples and seeds as people type them.

use crate::common::Desk;

#[test]
fn counts_have_underscores_and_exponents() {
    let desk = Desk::new();
    let plain = desk.ok("play estars-anvil --games 20 --seed 1000");
    for line in ["--games 2_0 --seed 1e3", "--games 2e1 --seed 1_000", "--games 2.0e1 --seed 10e2"] {
        assert_eq!(desk.ok(&format!("play estars-anvil {line}")), plain, "{line}");
    }
    desk.ok("ra attack Rd --range direct --target B --simulate 1e3 --seed 1_0");
}

#[test]
fn suffixes_and_parts_are_refused_with_what_to_write() {
    let desk = Desk::new();
    for (line, parts) in [
        ("play estars-anvil --games 10k", &["--games", "10k", "write 10000"][..]),
        ("run estars-anvil --samples 1.5", &["--samples", "1.5", "10_000", "1e4"]),
        ("run estars-anvil --seed -1", &["-1"]),
        ("baseline estars-anvil --out b.json --games 1e10", &["--games", "allowed: 1 to"]),
        ("compare rulebook draft-2012 --games 1", &["--games", "allowed: 2 to"]),
        ("sweep estars-anvil --field ranges.direct=8|9 --games 10,000", &["--games", "write 10000"]),
    ] {
        desk.refuses(line, parts);
    }
}

#[test]
fn metrics_are_found_in_any_case() {
    let desk = Desk::new();
    let line = "compare rulebook h18-spots-d8 --scenario estars-anvil --games 20 --margins";
    assert_eq!(desk.ok(&format!("{line} 'First Attack=1'")), desk.ok(&format!("{line} first_attack=1")));
    let line = "sweep estars-anvil --field ranges.direct=8|9 --rungs greedy --games 4 --metrics";
    assert_eq!(desk.ok(&format!("{line} 'First Attack'")), desk.ok(&format!("{line} first_attack")));
}
