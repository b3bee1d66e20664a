//! Files that must not be read: by units of work, without a size limit, or for someone who may not see them.

use crate::common::Desk;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const GAMES: &str = "title = \"T\"\ngame = \"rapid-attack\"\n[[study]]\nkind = \"games\"\nname = \"g\"\ngames = 1\n\
                     companies = [\"mirror-four\", \"mirror-four\"]\npolicies = [\"random\", \"random\"]\n";

const MISSIONS: &str = "title = \"T\"\ngame = \"apocalypse-frame\"\n[[study]]\nkind = \"missions\"\nname = \"m\"\n\
                        aces = [\"M1-SOLDIER\"]\ngames = 1\n";

/// Runs `hitchart work` on a unit; returns its exit code and both outputs.
fn work(desk: &Desk, unit: &Value) -> (Option<i32>, String) {
    let mut work = Command::new(assert_cmd::cargo::cargo_bin!("hitchart"));
    let mut child = work
        .arg("work")
        .current_dir(desk.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{unit}").unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// No part of a unit that names a file, valid or not, makes the program open the file.
#[test]
fn a_unit_of_work_opens_no_file() {
    let desk = Desk::new();
    desk.write("secret.toml", "token = abc123\n");
    desk.write("valid.toml", "extends = \"rulebook\"\n");
    let secret = desk.path("secret.toml").display().to_string();
    for (scenario, keys) in [(GAMES, &["/study/battlefield", "/policies/own"][..]), (MISSIONS, &["/study/encounter"])] {
        desk.write("s.toml", scenario);
        let units = desk.ok("work --units s.toml");
        let unit: Value = serde_json::from_str(units.lines().next().unwrap()).unwrap();
        for key in keys {
            for file in [secret.as_str(), "secret.toml", "./secret.toml", "valid.toml", "nothing.toml"] {
                let mut unit = unit.clone();
                unit["kept"] = Value::Null;
                match *key {
                    "/policies/own" => {
                        unit["policies"] = serde_json::json!({ "own": { "base": "search", "outlook": file } });
                        unit["study"]["policies"] = serde_json::json!(["own", "random"]);
                    }
                    key => {
                        let (_, last) = key.rsplit_once('/').unwrap();
                        unit["study"][last] = file.into();
                    }
                }
                let (code, said) = work(&desk, &unit);
                assert_eq!(code, Some(2), "{key} = {file}: {said}");
                assert!(!said.contains("abc123") && !said.contains("cannot read"), "{key} = {file}: {said}");
            }
        }
    }
}

/// A scenario from someone else names a file of the machine: the message shows nothing of the file.
#[test]
fn a_message_shows_nothing_of_a_file_elsewhere() {
    let desk = Desk::new();
    desk.write("secret.toml", "token = abc123\n");
    desk.write("keys.toml", "[charts]\nabc123 = 7\nfirst = \"abc123\"\n");
    let whole = |name: &str| desk.path(name).display().to_string();
    for secret in ["../secret.toml".to_owned(), whole("secret.toml"), "../keys.toml".to_owned(), whole("keys.toml")] {
        for scenario in [
            format!("rules = \"{secret}\"\n{GAMES}"),
            format!("{GAMES}battlefield = \"{secret}\"\n"),
            format!("{GAMES}[rules]\nextends = \"{secret}\"\n"),
            format!("{MISSIONS}encounter = \"{secret}\"\n"),
            format!("{GAMES}[policies.own]\nbase = \"search\"\noutlook = \"{secret}\"\n"),
        ] {
            desk.write("own/s.toml", &scenario);
            let said = desk.refused("run own/s.toml --out o");
            assert!(!said.contains("abc123") && !said.contains("token"), "{scenario}\n{said}");
        }
    }
    // A file in the folder of the scenario belongs to the user, so the message shows it.
    desk.write("own/keys.toml", &desk.read("keys.toml"));
    desk.write("own/s.toml", &format!("rules = \"keys.toml\"\n{GAMES}"));
    desk.refuses("run own/s.toml --out o", &["keys.toml:", "abc123"]);
    desk.refuses("run own/s.toml --rules keys.toml --out o", &["keys.toml:", "abc123"]);
}

/// Endless devices and pipes give a message.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_read() {
    let desk = Desk::new();
    desk.write("s.toml", GAMES);
    let made = Command::new("mkfifo").arg(desk.path("pipe.toml")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", desk.path("endless.toml")).unwrap();
    for file in ["/dev/zero", "endless.toml", "pipe.toml", "."] {
        for line in [
            format!("run {file} --out o"),
            format!("run s.toml --rules {} --out o", if file == "." { "./" } else { file }),
            format!("run s.toml --counts {file} --out o"),
            format!("work --units s.toml --counts {file}"),
            format!("merge {file} --out o"),
            format!("check {file}"),
            format!("meta {file}"),
        ] {
            let output = Command::new("timeout")
                .arg("20")
                .arg(assert_cmd::cargo::cargo_bin!("hitchart"))
                .args(crate::common::words(&line))
                .current_dir(desk.path(""))
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    for line in ["baseline s.toml --games 8 --out pipe.toml", "tune s.toml --out pipe.toml"] {
        let said = desk.say(line);
        assert_eq!(said.code, Some(2), "{line}: {}", said.err);
    }
    // A shell's `<(…)` is read.
    let piped =
        format!("exec '{}' run <(cat s.toml) --out o --quiet", assert_cmd::cargo::cargo_bin!("hitchart").display());
    let output = Command::new("bash").arg("-c").arg(piped).current_dir(desk.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
