//! Folders: what is no report is not touched, and a failed run leaves an earlier report as it was.

use crate::common::{Desk, SMALL, files_of};
use std::path::PathBuf;

/// A desk with a scenario and its report.
fn with_report() -> Desk {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.ok("run small.toml --out report --quiet");
    desk
}

#[test]
fn a_folder_that_is_no_report_is_not_replaced() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.write("thesis/chapter.txt", "precious");
    desk.write("letter.txt", "precious");
    for out in ["thesis", "letter.txt", "."] {
        desk.refuses(&format!("run small.toml --out {out}"), &[out, "is no report", "--out"]);
    }
}

#[test]
fn a_folder_that_cannot_be_made() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.write("letter.txt", "precious");
    let before = desk.files();
    let said = desk.say("run small.toml --out letter.txt/report");
    assert!(matches!(said.code, Some(1 | 2)) && said.err.contains("letter.txt"), "{said:?}");
    assert!(!said.err.contains("letter.txt/report exists"), "it does not exist: {}", said.err);
    assert_eq!(desk.files(), before);
}

#[test]
fn a_folder_without_a_report_is_not_rendered() {
    let desk = Desk::new();
    desk.write("thesis/chapter.txt", "precious");
    for dir in ["thesis", "nowhere", "."] {
        desk.refuses(&format!("report {dir}"), &[dir, "no saved report", "counts.json"]);
    }
}

#[test]
fn a_spoilt_report_is_not_rendered() {
    for (file, text, parts) in [
        ("counts.json", "{\n  \"seed\": }", &["counts.json:2:11", "run its scenario again"][..]),
        ("counts.json", "{}", &["counts.json:1:2", "missing field"]),
        ("provenance.json", "[]", &["provenance.json:1:", "run its scenario again"]),
    ] {
        let desk = with_report();
        desk.write(&format!("report/{file}"), text);
        desk.refuses("report report", parts);
    }
}

/// Counts of another shape than their attack: written by another version, or edited.
#[test]
fn counts_that_do_not_fit_their_scenario_are_refused() {
    let desk = with_report();
    let saved = desk.read("report/counts.json");
    let mut json: serde_json::Value = serde_json::from_str(&saved).unwrap();
    json["counts"].as_object_mut().unwrap().values_mut().for_each(|job| job["joint"] = serde_json::json!([[5000]]));
    desk.write("report/counts.json", &json.to_string());
    desk.refuses("report report", &["counts.json"]);
    json["counts"] = serde_json::json!({});
    desk.write("report/counts.json", &json.to_string());
    desk.refuses("report report", &["counts.json"]);
}

#[test]
fn bad_input_leaves_an_earlier_report_as_it_was() {
    let desk = with_report();
    desk.write("small.toml", &SMALL.replace("\"Tank\"", "\"Tnak\""));
    desk.refuses("run small.toml --out report", &["`Tnak`"]);
    desk.write("small.toml", "title = ");
    desk.refuses("run small.toml --out report", &["small.toml:1:"]);
    desk.refuses("run missing.toml --out report", &["missing.toml"]);
}

/// A report whose Markdown is gone cannot be told from a stranger's folder.
#[test]
fn a_report_without_its_mark_is_a_strangers_folder() {
    let desk = with_report();
    std::fs::remove_file(desk.path("report/report.md")).unwrap();
    desk.refuses("run small.toml --out report", &["is no report"]);
}

/// A full disk, as far as a test can have one: files end at 20 blocks, and the program sees the write fail.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_an_earlier_report_as_it_was() {
    use assert_cmd::cargo::cargo_bin;
    use std::process::Command;
    let desk = with_report();
    let before = desk.files();
    let program = cargo_bin!("hitchart");
    let line = format!("trap '' XFSZ; ulimit -f 20; exec '{}' run small.toml --out report --seed 9", program.display());
    let output = Command::new("sh").args(["-c", &line]).current_dir(desk.path("")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("cannot write") && !message.contains("panicked"), "{message}");
    assert!(desk.files() == before, "something was left behind: {:?}", desk.files().keys());
}

/// `/proc` takes no folder, not even from the superuser.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    let said = desk.say("run small.toml --out /proc/hitchart");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.starts_with("error: cannot") && said.err.contains("/proc"), "{}", said.err);
    assert_eq!(files_of(&desk.path("")).into_keys().collect::<Vec<_>>(), [PathBuf::from("small.toml")]);
}
