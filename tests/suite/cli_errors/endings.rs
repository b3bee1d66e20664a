//! Endings from outside the program: a reader that goes away, a full disk, Ctrl-C.

use crate::common::{Desk, SMALL, words};
use assert_cmd::cargo::cargo_bin;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) fn start(desk: &Desk, line: &str, out: Stdio) -> Child {
    let mut command = Command::new(cargo_bin!("hitchart"));
    command.args(words(line)).current_dir(desk.path(""));
    command.stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end; returns the exit code and the text on standard error.
pub(crate) fn end(mut child: Child) -> (Option<i32>, String) {
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

/// A command that prints more than a pipe holds, so that the program is still writing when its reader leaves.
const LONG: &str = "ra loadouts --rockets --format json";

#[test]
fn a_reader_that_leaves_after_a_line_is_no_error() {
    let mut child = start(&Desk::new(), LONG, Stdio::piped());
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "{\n");
    assert_eq!(end(child), (Some(0), String::new()));
}

#[test]
fn a_reader_that_never_was_is_no_error() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    for line in ["ra frame RdYBG", "rules show rulebook", "schema", "completions bash", "run small.toml --quiet", LONG]
    {
        let mut child = start(&desk, line, Stdio::piped());
        drop(child.stdout.take());
        assert_eq!(end(child), (Some(0), String::new()), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for line in ["ra frame RdYBG", "rules list --format csv", "schema", "completions zsh", LONG] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (code, said) = end(start(&Desk::new(), line, full.into()));
        assert_eq!(code, Some(1), "{line}: {said}");
        assert!(said.starts_with("error: cannot write the output") && said.lines().count() == 1, "{line}: {said}");
    }
}

/// Waits until the program catches its signals, then sends SIGINT.
#[cfg(target_os = "linux")]
fn interrupt(child: &Child) {
    signal(child, "INT");
}

/// Waits until the program catches SIGINT and SIGTERM, then sends a signal. It begins to catch one after the other.
#[cfg(target_os = "linux")]
pub(crate) fn signal(child: &Child, name: &str) {
    // Bit n - 1 of the mask stands for signal n: SIGINT is 2, SIGTERM is 15.
    const CAUGHT: u64 = 1 << 1 | 1 << 14;
    let catches = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let of = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)).unwrap().trim();
        // A program that has ended catches nothing.
        of("State:").starts_with('Z') || u64::from_str_radix(of("SigCgt:"), 16).unwrap() & CAUGHT == CAUGHT
    };
    while !catches() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_run_and_leaves_an_earlier_report_as_it_was() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.ok("run small.toml --out report --quiet");
    let before = desk.files();
    for out in ["report", "other"] {
        let endless = format!("run small.toml --out {out} --samples 100000000000 --threads 1");
        let child = start(&desk, &endless, Stdio::null());
        interrupt(&child);
        let (code, said) = end(child);
        assert_eq!(code, Some(130), "{said}");
        assert!(said.starts_with("error: interrupted") && said.lines().count() == 1, "{said}");
        // The hidden counts stay for `--resume`; nothing else does.
        let mut after = desk.files();
        after.retain(|path, _| !path.ends_with(".hitchart-counts") && path != Path::new("other"));
        assert!(after == before, "something was left behind: {:?}", after.keys());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_simulated_attack() {
    let desk = Desk::new();
    let child = start(&desk, "ra attack --attack 3d6 --simulate 100000000000 --threads 1", Stdio::piped());
    interrupt(&child);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.starts_with("error: interrupted"), "{said}");
}

/// Stops a command after two seconds; returns its JSON answer and the text on standard error.
#[cfg(target_os = "linux")]
fn interrupted(desk: &Desk, line: &str) -> (serde_json::Value, String) {
    let mut child = start(desk, line, Stdio::piped());
    std::thread::sleep(std::time::Duration::from_secs(2));
    interrupt(&child);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    (serde_json::from_str(&out).unwrap(), said)
}

/// A stopped batch reports the finished games, with the same results as a batch of that size.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_batch_of_games_with_what_was_finished() {
    let desk = Desk::new();
    let study = "[[study]]\nkind = \"games\"\ncompanies = [\"mirror-five\", \"mirror-five\"]\n";
    let policies = "policies = [\"random\", \"random\"]\ngames = 100_000_000\n";
    desk.write("games.toml", &format!("title = \"T\"\nsystem = \"rapid-attack\"\n{study}{policies}"));
    let (json, said) = interrupted(&desk, "play games.toml --format json");
    let games = json["games"].as_u64().unwrap();
    assert!(said.contains(&format!("stopped after {games} of 100000000 games")), "{said}");
    assert_eq!(json["stopped"], true);
    let line = json["line"].as_str().unwrap();
    assert!(line.contains(&format!("stopped after {games} of 100000000 games")), "{line}");
    let shorter = desk.json(&format!("play games.toml --games {games}"));
    assert_eq!(shorter["signature"], json["signature"]);
    assert_eq!(shorter["seats"], json["seats"]);
}
