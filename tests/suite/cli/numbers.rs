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

/// A negative value is refused by the option's limits, not as an unknown option.
#[test]
fn negative_values_meet_the_limits_of_their_option() {
    let desk = Desk::new();
    for (line, allowed) in [
        ("ra attack BBGG --range direct --target BBGG --whites -1", "a whole number from 0"),
        ("ra attack BBGG --range direct --target BBGG --whites x", "not a whole number"),
        ("ra duel BBGG YYRR --rounds -2", "1 to"),
        ("play mirror-five --precision -0.1", "0.001 to 0.5"),
    ] {
        let message = desk.refused(line);
        assert!(message.contains(allowed) && !message.contains("unexpected argument"), "{line}: {message}");
    }
}

#[test]
fn what_is_given_twice_is_refused() {
    let desk = Desk::new();
    for line in [
        "list policies --format json=x --format csv=x",
        "compare rulebook draft-2012 --margins win=0.1,win=0.2",
        "ra durability BBGG --objective survive=1,survive=2",
        "io board --companies 2 --second 1 --hit second=first --hit second=owner",
    ] {
        desk.refuses(line, &["twice"]);
    }
    assert!(desk.files().is_empty());
}

#[test]
fn a_format_does_not_write_over_an_input() {
    let desk = Desk::new();
    desk.ok("new scenario small.toml");
    let text = desk.read("small.toml");
    desk.refuses("run small.toml --games 2 -q --format md=small.toml", &["small.toml", "input"]);
    desk.refuses("play mirror-five --games 2 --format md=./small.toml", &["small.toml", "input"]);
    desk.ok("baseline mirror-five --games 40 --out b.json");
    let baseline = desk.read("b.json");
    desk.refuses("check b.json --format json=b.json", &["b.json", "input"]);
    desk.ok("list policies --format json=again.json");
    desk.ok("list policies --format json=again.json");
    assert_eq!((desk.read("small.toml"), desk.read("b.json")), (text, baseline));
}

/// No user can create files in /proc, so the test does not depend on permissions.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_games() {
    let said = Desk::new().say("play mirror-five --games 4 --format json=/proc/x.json");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.contains("--format cannot write /proc/x.json") && !said.err.contains("samples"), "{}", said.err);
}

#[test]
fn allowed_names_are_accepted_in_any_case() {
    let desk = Desk::new();
    for [name, same] in [
        ["af duel L3 Drone --range close", "af duel L3 Drone --range Close"],
        ["io duel F:RaBY --band assault --first a --rounds 1", "io duel F:RaBY --band ASSAULT --first A --rounds 1"],
        ["dice 2d6 --format line", "dice 2d6 --format Line"],
    ] {
        assert_eq!(desk.ok(name), desk.ok(same));
    }
    desk.refuses("af duel L3 Drone --range closer", &["close", "near", "far"]);
}

/// The names of columns are known after the games: the answer is printed before the error.
#[test]
fn an_unknown_column_does_not_lose_the_games() {
    let said = Desk::new().say("play mirror-five --policies greedy,random --games 4 --sort wnis");
    assert_eq!(said.code, Some(2));
    assert!(said.out.contains("greedy") && said.err.contains("did you mean `wins`"), "{}", said.err);
}

#[test]
fn a_ruleset_of_another_game_is_named() {
    Desk::new().refuses("play mirror-five --games 2 --rules v0.3", &["a ruleset of Apocalypse Frame", "rulebook"]);
}
