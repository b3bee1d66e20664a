//! Folders: a folder that is not a report is not touched, and a failed run does not change an earlier report.

use crate::common::{Desk, SMALL, files_of, sealed};
use std::path::PathBuf;

/// Creates a desk with a scenario and its report.
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
    for out in ["thesis", "."] {
        desk.refuses(&format!("run small.toml --out {out}"), &[out, "is not a report", "--out"]);
    }
}

/// More samples than anyone would wait for: refusals come before sampling.
const ENDLESS: &str = "run small.toml --samples 100000000000 --out";

#[test]
fn what_is_no_folder_is_refused_before_anything_is_simulated() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.write("letter.txt", "precious");
    for (out, what) in [
        ("letter.txt", "is a file, not a folder"),
        ("letter.txt/", "is a file, not a folder"),
        ("letter.txt/report", "letter.txt is a file"),
        ("''", "--out"),
    ] {
        desk.refuses(&format!("{ENDLESS} {out}"), &[what]);
        desk.refused(&format!("report {out}"));
    }
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_links_that_lead_nowhere_are_refused_before_anything_is_simulated() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    std::os::unix::fs::symlink("nowhere", desk.path("link")).unwrap();
    for (out, what) in [
        ("link", "link is a link to a missing file"),
        ("link/report", "link is a link to a missing file"),
        ("/dev/null", "/dev/null is a device, not a folder"),
        ("/dev/null/report", "/dev/null is a device, not a folder"),
    ] {
        let said = desk.say(&format!("{ENDLESS} {out}"));
        assert_eq!(said.code, Some(2), "{out}: {}", said.err);
        assert!(said.err.contains(what) && said.err.lines().count() == 1, "{out}: {}", said.err);
    }
    assert!(desk.path("link").is_symlink() && !desk.path("nowhere").exists());
}

/// A file in the place of a report's folder of tables or plots.
#[test]
fn a_file_in_the_place_of_a_folder_inside_is_refused_before_anything_is_simulated() {
    let desk = with_report();
    std::fs::remove_dir_all(desk.path("report/plots")).unwrap();
    desk.write("report/plots", "mine");
    desk.refuses(&format!("{ENDLESS} report"), &["report/plots is a file, not a folder"]);
}

/// A folder in use by another process: the message comes at once, in one line, and nothing is touched.
#[test]
fn a_folder_in_use_is_left_alone() {
    let desk = with_report();
    let lock = std::fs::File::create(desk.path("report/.hitchart-lock")).unwrap();
    lock.lock().unwrap();
    let before = desk.files();
    for line in [&format!("{ENDLESS} report"), "report report", "report report/"] {
        let said = desk.say(line);
        assert_eq!((said.code, said.err.lines().count()), (Some(1), 1), "{line}: {}", said.err);
        assert!(said.err.contains("in use by another run"), "{line}: {}", said.err);
        assert!(desk.files() == before);
    }
    drop(lock);
    desk.ok("run small.toml --out report --quiet");
    assert!(!desk.path("report/.hitchart-lock").exists());
}

#[test]
fn runs_at_once_leave_the_whole_report_of_one() {
    let desk = with_report();
    desk.write("report/tables/mine.txt", "mine");
    let run = |seed: u64| desk.say(&format!("run small.toml --out report --quiet --seed {seed}"));
    let said = std::thread::scope(|scope| {
        let runs: Vec<_> = (1..=3).map(|seed| scope.spawn(move || run(seed))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(said.iter().any(|said| said.code == Some(0)));
    for said in said.iter().filter(|said| said.code != Some(0)) {
        assert_eq!((said.code, said.err.lines().count()), (Some(1), 1), "{}", said.err);
        assert!(said.err.contains("in use by another run"), "{}", said.err);
    }
    let json: serde_json::Value = serde_json::from_str(&desk.read("report/provenance.json")).unwrap();
    let before = desk.files();
    desk.ok(&format!("run small.toml --out again --quiet --seed {}", json["seed"]));
    assert!(desk.read("report/SHA256SUMS") == desk.read("again/SHA256SUMS"));
    assert_eq!(before.keys().filter(|path| path.to_string_lossy().contains(".hitchart")).count(), 0);
    assert_eq!(desk.read("report/tables/mine.txt"), "mine");
}

#[test]
fn a_folder_that_cannot_be_made() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.write("letter.txt", "precious");
    let before = desk.files();
    let said = desk.say("run small.toml --out letter.txt/report");
    assert!(said.code == Some(2) && said.err.contains("letter.txt"), "{said:?}");
    assert!(!said.err.contains("letter.txt/report exists"), "it does not exist: {}", said.err);
    assert_eq!(desk.files(), before);
}

#[test]
fn a_folder_without_a_report_is_not_rendered() {
    let desk = Desk::new();
    desk.write("thesis/chapter.txt", "precious");
    for dir in ["thesis", "nowhere", "."] {
        desk.refuses(&format!("report {dir}"), &[dir, "a saved report", "counts.json"]);
    }
}

#[test]
fn a_spoilt_report_is_not_rendered() {
    for (file, text, parts) in [
        ("counts.json", "{\n  \"seed\": }", &["counts.json:2:11", "run its scenario again"][..]),
        ("counts.json", "{}", &["counts.json: missing key"]),
        ("provenance.json", "[]", &["provenance.json: found a list, but a table is needed", "run its scenario again"]),
    ] {
        let desk = with_report();
        desk.write(&format!("report/{file}"), text);
        desk.refuses("report report", parts);
    }
}

/// Counts with another shape than their attack: written by another version, or edited.
#[test]
fn counts_that_do_not_fit_their_scenario_are_refused() {
    let desk = with_report();
    let saved = desk.read("report/counts.json");
    let mut json: serde_json::Value = serde_json::from_str(&saved).unwrap();
    json["counts"].as_object_mut().unwrap().values_mut().for_each(|job| job["joint"] = serde_json::json!([[5000]]));
    desk.write("report/counts.json", &json.to_string());
    desk.refuses("report report", &["counts.json", "sha256"]);
    desk.write("report/counts.json", &sealed(json.clone()));
    desk.refuses("report report", &["counts.json", "do not fit"]);
    json["counts"] = serde_json::json!({});
    desk.write("report/counts.json", &sealed(json));
    desk.refuses("report report", &["counts.json", "do not fit"]);
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

/// A report is recognised by its counts, and without them by the mark in its Markdown.
#[test]
fn a_report_is_known_by_its_counts_or_its_mark() {
    let desk = with_report();
    let before = desk.files();
    std::fs::remove_file(desk.path("report/report.md")).unwrap();
    desk.ok("report report --quiet");
    assert!(desk.files() == before);
    desk.write("report/report.md", "my own words");
    desk.ok("run small.toml --out report --quiet");
    desk.write("report/counts.json", "{}");
    desk.ok("run small.toml --out report --quiet");
    std::fs::remove_file(desk.path("report/report.md")).unwrap();
    desk.write("report/counts.json", "{\"votes\": 3}");
    desk.refuses("run small.toml --out report", &["is not a report"]);
}

/// Simulates a full disk: files are limited to 20 blocks, and the program sees the write fail.
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

/// `/proc` accepts no folder, not even from the superuser.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    let said = desk.say("run small.toml --samples 100000000000 --out /proc/hitchart");
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(said.err.starts_with("error: cannot") && said.err.contains("/proc"), "{}", said.err);
    assert_eq!(files_of(&desk.path("")).into_keys().collect::<Vec<_>>(), [PathBuf::from("small.toml")]);
}
