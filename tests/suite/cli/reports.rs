//! `run` and `report`: a folder of files, made once, made again, made from elsewhere.

use crate::common::{Desk, SMALL, files_of, number, sealed};
use serde_json::Value;
use std::path::PathBuf;

fn with_small() -> Desk {
    let desk = Desk::new();
    desk.write("plans/small.toml", SMALL);
    desk
}

/// A mistake in how tables are shown leaves an earlier report, and begins none.
#[test]
fn an_unknown_column_to_sort_by_writes_nothing() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out made -q");
    let before = desk.read("made/counts.json");
    desk.refuses("run plans/small.toml --seed 99 --out made --sort durabilty", &["column", "did you mean"]);
    assert_eq!(desk.read("made/counts.json"), before);
    let page = desk.read("made/report.html");
    desk.write("made/report.html", "an old page");
    desk.refuses("report made --sort foo", &["unknown column `foo`"]);
    assert_eq!(desk.read("made/report.html"), "an old page");
    desk.ok("report made --sort +attacks -q");
    assert_eq!(desk.read("made/report.html"), page);
    desk.refuses("run plans/small.toml --out new --sort foo", &["unknown column `foo`"]);
    assert!(!desk.path("new/report.html").exists());
}

/// Attackers with other ranges are not compared by averages over other attacks, and equal rows are named as equal.
#[test]
fn averages_of_attacks_compare_like_with_like() {
    let desk = Desk::new();
    let scenario = "title = \"T\"\ngame = \"rapid-attack\"\n[[study]]\nkind = \"attacks\"\nname = \"a\"\n\
                    attackers = [\"RhRhYB\", \"RdRdYB\"]\ntargets = [\"Soldier\", \"YYBG\"]\ncover = [0, 2]\n";
    desk.write("a.toml", scenario);
    desk.ok("run a.toml --out r --quiet");
    let page = desk.read("r/report.md");
    assert!(!page.contains("deals the most damage"), "no attack is made by both: {page}");
    assert!(page.contains("leaves the most damage") && page.contains(", like 1 other"), "{page}");
    desk.write("b.toml", &scenario.replace("RdRdYB", "RhRhYY"));
    desk.ok("run b.toml --out b --quiet");
    assert!(desk.read("b/report.md").contains("(like 1 other) deals the most damage"));
}

const FILES: [&str; 15] = [
    "report.html",
    "report.md",
    "counts.json",
    "provenance.json",
    "tables/shots-attacks.csv",
    "tables/shots-attacks.parquet",
    "tables/stands-durability.csv",
    "tables/stands-durability.parquet",
    "tables/stands-curves.csv",
    "plots/shots-map-1.svg",
    "plots/shots-map-1.png",
    "plots/shots-damage.svg",
    "plots/shots-damage.png",
    "plots/stands-survival.svg",
    "plots/stands-survival.png",
];

#[test]
fn run_writes_a_report_beside_the_user_by_default() {
    let desk = with_small();
    let said = desk.say("run plans/small.toml");
    assert_eq!(
        (said.code, said.out.lines().last()),
        (Some(0), Some("Report: reports/small/report.html")),
        "{}",
        said.err
    );
    FILES.iter().for_each(|file| assert!(desk.path("reports/small").join(file).is_file(), "no {file}"));
    let top: Vec<PathBuf> = desk.files().into_keys().filter(|path| path.components().count() == 1).collect();
    assert_eq!(top, ["plans", "reports"].map(PathBuf::from));
}

#[test]
fn run_takes_a_folder_and_an_absolute_file_from_elsewhere() {
    let (desk, elsewhere) = (with_small(), Desk::new());
    let file = desk.path("plans/small.toml");
    elsewhere.ok(&format!("run '{}' --out deep/er/report", file.display()));
    assert!(elsewhere.path("deep/er/report/report.html").is_file());
    assert_eq!(desk.files().len(), 2, "nothing beside the scenario");
}

#[test]
fn a_ruleset_file_is_looked_for_beside_the_scenario() {
    let desk = Desk::new();
    desk.write("plans/house.toml", "name = \"house\"\n[charts.open]\ntarget = 4\n");
    desk.write("plans/small.toml", &SMALL.replacen("seed = 3", "seed = 3\nrules = \"house.toml\"", 1));
    desk.ok("run plans/small.toml");
    assert!(desk.read("reports/small/report.md").contains("house"));
}

#[test]
fn run_twice_replaces_its_own_and_keeps_what_is_the_users() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report --quiet");
    let mut before = files_of(&desk.path("report"));
    for path in ["notes.txt", "tables/mine.txt", "tables/mine.csv", "plots/drafts/mine.svg", "archive/old/notes.txt"] {
        desk.write(&format!("report/{path}"), "mine");
    }
    desk.write("plans/renamed.toml", &SMALL.replace("\"shots\"", "\"volleys\""));
    for plan in ["renamed", "small"] {
        desk.ok(&format!("run plans/{plan}.toml --out report --quiet"));
        assert_eq!(desk.path("report/tables/volleys-attacks.csv").exists(), plan == "renamed");
        assert_eq!(desk.path("report/plots/shots-damage.png").exists(), plan == "small");
    }
    let after = files_of(&desk.path("report"));
    for (path, content) in after.iter().filter(|(path, _)| before.remove(*path).is_none()) {
        assert!(content.is_empty() || content == b"mine", "{path:?}");
    }
    assert!(before.is_empty(), "{:?}", before.keys());
    assert_eq!(after.values().filter(|content| *content == b"mine").count(), 5);
}

/// `sha256sum --check` can read the list of files, and equal runs have the same list.
#[test]
fn a_report_lists_its_files() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report --quiet");
    let list = desk.read("report/SHA256SUMS");
    let listed: Vec<&str> = list.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    FILES.iter().filter(|file| **file != "provenance.json").for_each(|file| assert!(listed.contains(file), "{file}"));
    desk.ok("run plans/small.toml --out again --quiet --threads 1");
    assert!(desk.read("again/SHA256SUMS") == list);
}

#[test]
fn the_current_folder_is_a_folder_like_any() {
    let (desk, plans) = (Desk::new(), with_small());
    let run = format!("run '{}' --out . --quiet", plans.path("plans/small.toml").display());
    desk.ok(&run);
    FILES.iter().for_each(|file| assert!(desk.path(file).is_file(), "no {file}"));
    desk.write("notes.txt", "mine");
    let before = desk.files();
    desk.ok(&run);
    desk.ok("report . --quiet");
    assert!(desk.files().keys().eq(before.keys()));
    assert_eq!(desk.read("notes.txt"), "mine");
}

/// The path of a report folder may be a link; links inside the folder are not followed.
#[cfg(unix)]
#[test]
fn a_link_to_a_report_is_followed_and_one_inside_is_refused() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report --quiet");
    std::os::unix::fs::symlink("report", desk.path("link")).unwrap();
    std::fs::remove_file(desk.path("report/plots/shots-map-1.svg")).unwrap();
    desk.ok("run plans/small.toml --out link --quiet");
    assert!(desk.path("link").is_symlink() && desk.path("report/plots/shots-map-1.svg").is_file());
    std::fs::rename(desk.path("report/plots"), desk.path("drawings")).unwrap();
    std::os::unix::fs::symlink("../drawings", desk.path("report/plots")).unwrap();
    for line in ["run plans/small.toml --out link", "report report"] {
        desk.refuses(line, &["/plots is a link"]);
    }
}

/// A folder with only the counts is rendered again; the version is then unknown.
#[test]
fn counts_alone_are_a_report() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report --quiet");
    desk.write("other/counts.json", &desk.read("report/counts.json"));
    desk.ok("report other --quiet");
    for file in FILES.iter().filter(|file| file.starts_with("tables") || file.starts_with("plots")) {
        assert!(
            std::fs::read(desk.path("other").join(file)).unwrap()
                == std::fs::read(desk.path("report").join(file)).unwrap()
        );
    }
    assert!(desk.read("other/report.md").contains("unknown: provenance.json is missing"));
    assert!(!desk.path("other/provenance.json").exists());
}

/// A frame or a number that is given twice is answered once, even in another case or as one of the archetypes.
#[test]
fn what_is_named_twice_is_answered_once() {
    let desk = Desk::new();
    let study = "[[study]]\nkind = \"attacks\"\nname = \"a\"\nranges = [\"direct\", \"direct\"]\n\
        attackers = [\"Tank\", \"tank\"]\ntargets = [\"archetypes\", \"Soldier\"]\nwhites = [1, 1]\n";
    desk.write("twice.toml", &format!("title = \"T\"\nsystem = \"rapid-attack\"\n{study}"));
    desk.ok("run twice.toml --quiet");
    assert_eq!(desk.read("reports/twice/tables/a-attacks.csv").lines().count(), 1 + 35);
}

#[test]
fn quiet_says_nothing() {
    let said = with_small().say("run plans/small.toml --quiet");
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(0), "", ""));
}

/// Programs and files get what they asked for.
#[test]
fn quiet_keeps_the_formats() {
    let desk = with_small();
    let json: Value = serde_json::from_str(&desk.ok("run plans/small.toml -q --format json")).unwrap();
    assert!(json["studies"].is_array(), "{json}");
    desk.ok("report reports/small -q --format json=again.json");
    assert!(desk.read("again.json").contains("studies"));
}

#[test]
fn provenance_says_what_the_command_line_set() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report --seed 77 --threads 2 --samples 1234");
    let json: Value = serde_json::from_str(&desk.read("report/provenance.json")).unwrap();
    let said = ["seed", "threads", "samples"].map(|key| number(&json, key));
    assert_eq!(said, [77.0, 2.0, 1234.0]);
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    for hash in ["ruleset_sha256", "scenario_sha256"] {
        assert_eq!(json[hash].as_str().unwrap().len(), 64);
    }
    assert!(number(&json, "seconds") >= 0.0);
}

/// Every deleted or spoilt file comes back byte for byte from the raw counts alone, without the scenario.
#[test]
fn report_renders_the_same_files_again_without_the_scenario() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report");
    let before = files_of(&desk.path("report"));
    std::fs::remove_dir_all(desk.path("plans")).unwrap();
    std::fs::remove_file(desk.path("report/report.html")).unwrap();
    std::fs::remove_dir_all(desk.path("report/plots")).unwrap();
    desk.write("report/tables/stands-curves.csv", "spoilt");
    assert_eq!(desk.ok("report report").lines().last(), Some("Report: report/report.html"));
    let after = files_of(&desk.path("report"));
    assert!(after.keys().eq(before.keys()));
    before.iter().for_each(|(name, content)| assert!(after[name] == *content, "{name:?} differs"));
}

/// Reports are rendered from the counts: changed counts change the report, so nothing was simulated again.
#[test]
fn report_shows_the_saved_counts() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report");
    let mut saved: Value = serde_json::from_str(&desk.read("report/counts.json")).unwrap();
    let job = saved["counts"].as_object_mut().unwrap().values_mut().next().unwrap();
    let (samples, joint) = (job["samples"].clone(), job["joint"].as_array_mut().unwrap());
    joint.iter_mut().flat_map(|row| row.as_array_mut().unwrap()).for_each(|count| *count = 0.into());
    joint[0][0] = samples;
    desk.write("report/counts.json", &saved.to_string());
    desk.refuses("report report", &["report/counts.json", "sha256", "run its scenario again"]);
    desk.write("report/counts.json", &sealed(saved));
    let said = desk.say("report report");
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("disagree"), "{}", said.err);
    assert!(desk.read("report/report.md").contains("disagree"));
}

#[test]
fn a_report_opens_offline() {
    let desk = with_small();
    desk.ok("run plans/small.toml --out report");
    let page = desk.read("report/report.html");
    for sign in ["<svg", "prefers-color-scheme: dark", "name=\"viewport\"", "aria-label"] {
        assert!(page.contains(sign), "no {sign}");
    }
    for fetched in ["src=\"http", "href=\"http", "@import", "url(http", "rel=\"stylesheet", "src=\"//", "src=\"plots"] {
        assert!(!page.contains(fetched), "{fetched} in the page");
    }
}

/// The files of a report have checksums, so no answer is written among them.
#[test]
fn an_answer_is_not_written_into_the_report() {
    let desk = Desk::new();
    let inside = desk.say("run estars-anvil --games 4 --out here --format json=here/tables/wins.json");
    assert!(inside.code == Some(2) && inside.err.contains("here/tables/wins.json"), "{}", inside.err);
    assert!(!desk.path("here").exists());
    desk.ok("run estars-anvil --games 4 --out here --format json=wins.json");
}

/// `--games` sets the number of a study that has one. Studies with several numbers are named, with their keys.
#[test]
fn games_of_the_command_line_apply_to_studies_with_one_number() {
    let desk = Desk::new();
    let build = "company = \"mirror-four\"\nfield = [\"scouts\"]\npolicy = \"random\"\n";
    let study = |kind: &str, keys: &str| format!("[[study]]\nkind = \"{kind}\"\nname = \"{kind}\"\n{build}{keys}\n");
    let improve = study("improve", "games = 400\ntest_games = 40");
    let one = [study("marginal", "changes = [\"rockets\"]\ngames = 400"), study("restricted", "games = 4_000")];
    let games = "[[study]]\nkind = \"games\"\nname = \"duel\"\ncompanies = [\"mirror-four\", \"scouts\"]\n\
                 policies = [\"random\", \"random\"]\n";
    let head = "title = \"T\"\ngame = \"rapid-attack\"\n";
    desk.write("worth.toml", &format!("{head}{improve}"));
    desk.write("both.toml", &format!("{head}{improve}{games}"));
    desk.write("one.toml", &format!("{head}{}{}", one[0], one[1]));
    let said = desk.say("run worth.toml --out worth --games 4").err;
    assert!(said.contains("warning: --games has no effect on improve") && said.contains("`test_games`"), "{said}");
    assert_eq!(said.matches("--games").count(), 1, "one warning says it: {said}");
    let said = desk.say("run one.toml --out one --games 40");
    assert!(said.err.contains("--games applies to marginal, restricted\n"), "{}", said.err);
    let restricted = desk.read("one/tables/restricted-restricted.csv");
    assert!(restricted.lines().skip(1).all(|row| row.ends_with(",40")), "{restricted}");
    let said = desk.say("run both.toml --out both --games 4").err;
    assert!(
        said.contains("--games applies to duel\n") && said.contains("warning: --games has no effect on improve"),
        "{said}"
    );
    let said = desk.say("run both.toml --out both --samples 9 --budget 2").err;
    assert!(said.contains("warning: --samples has no effect: no study") && !said.contains("--games"), "{said}");
    assert!(said.contains("warning: --budget has no effect: no study"), "{said}");
}
