//! `hitchart.toml`, colours, and the program that opens a report.

use crate::common::{Desk, SMALL, at};
use serde_json::Value;

fn provenance(desk: &Desk, folder: &str) -> Value {
    serde_json::from_str(&desk.read(&format!("{folder}/provenance.json"))).unwrap()
}

#[test]
fn settings_hold_beside_and_above_a_scenario_and_words_win() {
    let desk = Desk::new();
    desk.write("hitchart.toml", "seed = 77\n");
    desk.write("games/hitchart.toml", "threads = 1\nseed = 9\nout = \"results\"\n");
    desk.write("games/deep/s.toml", SMALL);
    desk.ok("run games/deep/s.toml --samples 1000 --quiet");
    let of_file = provenance(&desk, "games/results/s");
    assert_eq!((at(&of_file, "seed"), at(&of_file, "threads")), (&9.into(), &1.into()));
    assert_eq!(at(&of_file, "settings"), "games/hitchart.toml");
    let command = at(&of_file, "command").as_array().unwrap();
    assert!(command.ends_with(&["--seed".into(), "9".into()]), "{command:?}");
    // The command in the provenance, without the settings file, gives the same counts.
    desk.ok("run games/deep/s.toml --samples 1000 --quiet --seed 9 --no-config --out typed");
    assert_eq!(desk.read("typed/counts.json"), desk.read("games/results/s/counts.json"));
    assert!(provenance(&desk, "typed").get("settings").is_none());
    desk.ok("run games/deep/s.toml --samples 1000 --quiet --seed 4 --threads 2 --out words");
    let of_words = provenance(&desk, "words");
    assert_eq!((at(&of_words, "seed"), at(&of_words, "threads")), (&4.into(), &2.into()));
    // Without a scenario file, the settings of the current folder apply.
    assert_eq!(at(&desk.json("play estars-anvil --games 2"), "seed"), 77);
    assert_eq!(at(&desk.json("play estars-anvil --games 2 --no-config"), "seed"), 1);
}

/// Built-in answers have no seed to set, and options that depend on another option are not set without it.
#[test]
fn settings_are_no_options_that_were_typed() {
    let desk = Desk::new();
    desk.write("hitchart.toml", "seed = 77\nthreads = 1\n");
    let plain = Desk::new();
    for line in ["ra bid --against 5/20", "ra attack Rd --range direct --target B", "list policies", "rules list"] {
        assert_eq!(desk.ok(line), plain.ok(line), "{line}");
    }
    let simulated = "ra attack Rd --range direct --target B --simulate 1000 --format json";
    let seed = |desk: &Desk| -> Value {
        serde_json::from_str::<Value>(&desk.ok(simulated)).unwrap()["simulated"]["seed"].clone()
    };
    assert_eq!((seed(&desk), seed(&plain)), (77.into(), 1.into()));
}

#[test]
fn mistakes_of_settings_have_their_place() {
    let desk = Desk::new();
    desk.write("s.toml", SMALL);
    for (text, parts) in [
        ("seeds = 1\n", &["hitchart.toml:1:1", "seeds", "`seed`"][..]),
        ("\nthreads = 5000\n", &["hitchart.toml:2:11", "5000", "1 to 1024"]),
        ("out = \"../up\"\n", &["hitchart.toml:1:7", "../up", "below"]),
    ] {
        desk.write("hitchart.toml", text);
        desk.refuses("run s.toml --samples 1000", parts);
        desk.refuses("play estars-anvil --games 2", parts);
    }
    // Commands without such options do not read the file, and neither do commands with --no-config.
    desk.ok("list policies");
    desk.ok("run s.toml --samples 1000 --no-config --quiet");
}

#[test]
fn colours_are_chosen_by_option_and_environment() {
    let desk = Desk::new();
    desk.write("s.toml", "title = 3\n");
    let coloured = |line: &str, variables: &[(&str, &str)]| {
        let said = desk.say_with(line, "", variables);
        assert_eq!(said.code, Some(2), "{line}: {}", said.err);
        said.err.contains('\u{1b}')
    };
    for line in ["run s.toml", "run s.toml --seed x"] {
        assert!(!coloured(line, &[]), "{line}");
        assert!(coloured(&format!("{line} --color always"), &[("NO_COLOR", "1")]), "{line}");
        assert!(coloured(line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]), "{line}");
        assert!(!coloured(&format!("--color=never {line}"), &[("CLICOLOR_FORCE", "1")]), "{line}");
        assert!(!coloured(line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), "{line}");
    }
    desk.refuses("list policies --color allways", &["allways", "always"]);
}

/// The system's opener gets the path of the report. Without an opener there is a warning, and still the answer.
#[cfg(target_os = "linux")]
#[test]
fn a_report_is_opened_by_the_system() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.write("s.toml", SMALL);
    let line = "run s.toml --samples 1000 --out o --open";
    let empty = desk.path("nothing").display().to_string();
    let said = desk.say_with(line, "", &[("PATH", &empty)]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("warning: cannot open o/report.html") && said.err.contains("xdg-open"), "{}", said.err);
    for (exit, warned) in [(0, false), (3, true)] {
        let opener = format!("#!/bin/sh\necho \"$1\" > '{}'\nexit {exit}\n", desk.path("opened").display());
        desk.write("bin/xdg-open", &opener);
        std::fs::set_permissions(desk.path("bin/xdg-open"), std::fs::Permissions::from_mode(0o755)).unwrap();
        let said = desk.say_with(line, "", &[("PATH", &desk.path("bin").display().to_string())]);
        assert_eq!((said.code, said.err.contains("warning: cannot open")), (Some(0), warned), "{}", said.err);
        let opened = desk.read("opened");
        assert!(opened.starts_with('/') && opened.trim_end().ends_with("/o/report.html"), "{opened}");
    }
    desk.refuses("run s.toml --shard 1/2 --open", &["--open", "--shard"]);
}
