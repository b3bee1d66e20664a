//! Runs in parts: killed and resumed, in shards, and as units of work that another program hands out.

use crate::common::{Desk, SMALL, files_of, resealed, words};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Attacks, runs, games of both seats, and in another file the second game's missions, campaign and thrown armaments.
const GAMES: &str = r#"
[[study]]
kind = "games"
name = "duel"
companies = ["mirror-five", "mirror-five"]
policies = ["tactician", "greedy"]
swap_seats = true
games = 200
"#;

const MISSIONS: &str = r#"
title = "Missions"
game = "apocalypse-frame"
samples = 300_000

[[study]]
kind = "armaments"
simulate = true

[[study]]
kind = "missions"
name = "alone"
encounter = "patrol"
aces = ["M1-SOLDIER"]
games = 150

[[study]]
kind = "campaign"
name = "campaign"
aces = ["M1-SOLDIER"]
length = 2
missions = ["patrol", "pack"]
games = 60
"#;

/// Searches of several stages; each stage uses the results of the stage before.
const FLEETS: &str = r#"
title = "Fleets that are looked for"
game = "intercept-orbit"

[[study]]
kind = "optimise"
name = "best"
policy = "greedy"
field = ["wasp-nest", "long-watch"]
population = 4
generations = 2
games = 48
test_games = 8

[[study]]
kind = "double-oracle"
name = "oracle"
policies = ["greedy"]
field = ["toll-keepers", "salt-runners"]
assets = [6, 6]
margin = 0.0
rounds = 2
games = 8
search_games = 60
test_games = 8

[[study]]
kind = "costs"
name = "aces"
policy = "greedy"
fleet = "wasp-nest"
aces = ["red", "blue"]
field = ["toll-keepers"]
games = 20

[[study]]
kind = "restricted"
name = "without"
policy = "greedy"
fleet = "salt-runners"
games = 8
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("small.toml", &format!("{SMALL}{GAMES}"));
    desk.write("missions.toml", MISSIONS);
    desk
}

/// Returns the files of a report, except the provenance with its times.
fn report(desk: &Desk, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = files_of(&desk.path(folder));
    assert!(files.remove(&PathBuf::from("provenance.json")).is_some(), "{folder} holds no report");
    files
}

fn same(desk: &Desk, one: &str, other: &str) {
    let (one, other) = (report(desk, one), report(desk, other));
    assert!(one.keys().eq(other.keys()), "{:?} and {:?}", one.keys(), other.keys());
    one.iter().for_each(|(name, content)| assert!(other[name] == *content, "{name:?} differs"));
}

#[test]
fn shards_merge_in_any_order_to_the_whole() {
    let desk = desk();
    for file in ["small", "missions"] {
        desk.ok(&format!("run {file}.toml --out {file} --quiet"));
        for k in 1..=3 {
            desk.ok(&format!("run {file}.toml --shard {k}/3 --out {file}-{k} --quiet --threads {k}"));
        }
        desk.ok(&format!("merge {file}-3 {file}-1 {file}-2 --out {file}-merged"));
        same(&desk, file, &format!("{file}-merged"));
    }
}

#[test]
fn shards_that_do_not_make_a_whole_are_refused() {
    let desk = desk();
    for k in 1..=3 {
        desk.ok(&format!("run small.toml --shard {k}/3 --out s{k} --quiet"));
    }
    // Counts of a part are not written into a report.
    desk.ok("run small.toml --out whole --quiet");
    desk.refuses("run small.toml --shard 1/3 --out whole --quiet", &["whole is a report"]);
    assert!(!desk.path("whole/shard.jsonl").exists());
    desk.ok("run small.toml --shard 2/3 --seed 4 --out seed --quiet");
    desk.ok("run small.toml --shard 2/3 --games 20 --out games --quiet");
    desk.ok("run small.toml --shard 1/2 --out half --quiet");
    desk.ok("run missions.toml --shard 2/3 --out other --quiet");
    desk.refuses("merge s1 s3 --out m", &["missing: shard 2 of 3"]);
    desk.refuses("merge s1 s2 s3 s2 --out m", &["s2: shard 2 of 3 is given twice"]);
    desk.refuses("merge s1 seed s3 --out m", &["seed: ", "s1", "differs in seed"]);
    desk.refuses("merge s1 games s3 --out m", &["games: ", "differs in games"]);
    desk.refuses("merge s1 other s3 --out m", &["other: ", "differs in scenario"]);
    desk.refuses("merge s1 half s3 --out m", &["half: shard 1 of 2", "s1 is a shard of 3"]);
    desk.refuses("merge s1 nothing s3 --out m", &["nothing"]);
    let whole = desk.read("s2/shard.jsonl");
    for cut in [0, 10, whole.len() / 2, whole.len() - 3] {
        desk.write("s2/shard.jsonl", &whole[..cut]);
        desk.refused("merge s1 s2 s3 --out m");
    }
    let line = whole.lines().nth(1).unwrap();
    let edited = line.replacen("games\":", "games\":7", 1);
    desk.write("s2/shard.jsonl", &whole.replacen(line, &edited, 1));
    desk.refuses("merge s1 s2 s3 --out m", &["s2/shard.jsonl, line 2", "sha256"]);
    desk.write("s2/shard.jsonl", &whole.replacen(line, &resealed(&edited), 1));
    desk.refuses("merge s1 s2 s3 --out m", &["counts of `duel`", "do not fit"]);
    // Lines of another seed under the heading of this run.
    let (heading, _) = whole.split_once('\n').unwrap();
    let seed = desk.read("seed/shard.jsonl");
    desk.write("s2/shard.jsonl", &format!("{heading}\n{}", seed.split_once('\n').unwrap().1));
    desk.refuses("merge s1 s2 s3 --out m", &["s2/shard.jsonl, line 2", "another run"]);
    for n in ["10000000", "18446744073709551615", "0"] {
        let heading = heading.replacen("\"n\":3", &format!("\"n\":{n}"), 1);
        desk.write("s2/shard.jsonl", &whole.replacen(whole.lines().next().unwrap(), &resealed(&heading), 1));
        desk.refuses("merge s2 --out m", &["s2/shard.jsonl, line 1", &format!("shard 2 of {n}"), "10000"]);
    }
    assert!(!desk.path("m").exists());
}

#[test]
fn units_of_work_make_the_same_report() {
    let desk = desk();
    for file in ["small", "missions"] {
        desk.ok(&format!("run {file}.toml --out {file} --quiet"));
        let units = desk.ok(&format!("work --units {file}.toml --cut 3"));
        let (first, rest) = units.trim_end().split_once('\n').unwrap();
        for (name, lines) in [("a", rest), ("b", first)] {
            desk.write(&format!("{name}.jsonl"), &worked(&desk, lines));
        }
        // Half of the counts come from another program, the rest from the run itself.
        desk.ok(&format!("run {file}.toml --counts a.jsonl --out {file}-half --quiet"));
        desk.ok(&format!("run {file}.toml --counts b.jsonl --counts a.jsonl --out {file}-all --quiet"));
        same(&desk, file, &format!("{file}-half"));
        same(&desk, file, &format!("{file}-all"));
        desk.refuses(
            &format!("run {file}.toml --seed 9 --counts a.jsonl --out no"),
            &["a.jsonl, line 1", "another run"],
        );
        desk.refuses(&format!("run {file}.toml --counts a.jsonl --counts a.jsonl --out no"), &["counted twice"]);
    }
}

/// Three companies so different that some are dropped before the end.
const STAGES: &str = r#"
title = "In stages"
game = "rapid-attack"

[[study]]
kind = "tournament"
name = "cup"
companies = ["mirror-five", "estars-anvil", "suns-fang"]
policies = ["random"]
games = 3000
"#;

/// Returns the answer of `hitchart work` to lines.
fn worked(desk: &Desk, lines: &str) -> String {
    desk.write("units.jsonl", lines);
    let input = std::fs::File::open(desk.path("units.jsonl")).unwrap();
    let work =
        Command::new(cargo_bin!("hitchart")).arg("work").stdin(input).current_dir(desk.path("")).output().unwrap();
    assert!(work.status.success(), "{}", String::from_utf8_lossy(&work.stderr));
    String::from_utf8(work.stdout).unwrap()
}

#[test]
fn units_are_handed_out_stage_by_stage_until_nothing_is_wanted() {
    let desk = desk();
    desk.write("cup.toml", STAGES);
    desk.ok("run cup.toml --out cup --quiet");
    desk.write("counts.jsonl", "");
    let mut stages = 0;
    loop {
        let units = desk.ok("work --units cup.toml --cut 2 --counts counts.jsonl");
        if units.is_empty() {
            break;
        }
        // With half of a stage done, the other half is missing.
        let half = units.lines().step_by(2).collect::<Vec<_>>().join("\n");
        let some = desk.read("counts.jsonl") + &worked(&desk, &half);
        desk.write("counts.jsonl", &some);
        let rest = desk.ok("work --units cup.toml --counts counts.jsonl");
        desk.write("counts.jsonl", &(some + &worked(&desk, &rest)));
        stages += 1;
    }
    assert!(stages > 1, "{stages}");
    desk.ok("run cup.toml --counts counts.jsonl --out again --quiet");
    same(&desk, "cup", "again");
}

/// Units are made of the scenario that the options change, and the same options take their counts.
#[test]
fn units_of_a_changed_scenario() {
    let desk = desk();
    let changes = "--games 12 --policies random,random --rules draft-2012 --seed 5";
    let units = desk.ok(&format!("work --units mirror-five --cut 2 {changes}"));
    let unit: Value = serde_json::from_str(units.lines().next().unwrap()).unwrap();
    assert_eq!((unit["games"].as_u64(), unit["rules"]["name"].as_str()), (Some(12), Some("draft-2012")));
    desk.write("counts.jsonl", &worked(&desk, &units));
    desk.ok(&format!("run mirror-five {changes} --counts counts.jsonl --out counted --quiet"));
    desk.ok(&format!("run mirror-five {changes} --out whole --quiet"));
    same(&desk, "whole", "counted");
    desk.refuses("work --games 12", &["--units"]);
}

#[test]
fn a_unit_with_a_mistake_is_answered_by_an_error_and_the_next_is_counted() {
    let desk = desk();
    let units = desk.ok("work --units small.toml");
    let unit = units.lines().next().unwrap();
    for (line, part) in [
        ("{}", "not a unit of work"),
        ("nonsense", "not a unit of work"),
        (unit.replacen("\"end\":", "\"end\":9", 1).as_str(), "blocks are 0 to"),
        (unit.replacen("\"name\":\"shots/", "\"name\":\"shot/", 1).as_str(), "unknown simulation"),
        (unit.replacen("\"kind\":\"attacks\"", "\"kind\":\"attack\"", 1).as_str(), "unknown kind"),
    ] {
        let mut work = Command::new(cargo_bin!("hitchart"));
        work.arg("work").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut work = work.spawn().unwrap();
        std::io::Write::write_all(work.stdin.as_mut().unwrap(), format!("\n{line}\n{unit}\n").as_bytes()).unwrap();
        let said = work.wait_with_output().unwrap();
        let answers = String::from_utf8(said.stdout).unwrap();
        assert_eq!(said.status.code(), Some(2), "{answers}");
        let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), 2, "{part}");
        assert_eq!(answers[0]["line"], 2);
        assert!(answers[0]["error"].as_str().unwrap().contains(part), "{part}: {}", answers[0]);
        assert!(answers[1]["counts"].is_object() && answers[1]["error"].is_null(), "{}", answers[1]);
    }
}

#[test]
fn run_takes_games_rules_and_policies_and_says_what_they_reached() {
    let desk = desk();
    let flags = "--games 20 --policies random,random --rules handbook --samples 1000";
    let said = desk.say(&format!("run small.toml --out report {flags}"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    for part in ["--samples applies to shots, stands", "--games applies to duel", "--policies applies to duel"] {
        assert!(said.err.contains(part), "{}", said.err);
    }
    let page = desk.read("report/report.md");
    // The last section names the best responses to the policies, which do not play.
    let studies = page.split("\n## Players").next().unwrap();
    assert!(studies.contains("handbook") && studies.contains("random") && !studies.contains("tactician"), "{page}");
    // Rendering again uses the settings from the command line.
    let before = report(&desk, "report");
    desk.ok("report report --quiet");
    assert!(report(&desk, "report") == before);
    desk.refuses("run small.toml --policies random --out no", &["--policies"]);
    let said = desk.say("run missions.toml --policies random,random --samples 1000 --games 3 --out other");
    assert!(said.err.contains("--games applies to alone, campaign"), "{}", said.err);
}

/// Returns the milliseconds after which runs are killed, spread over their time by the golden ratio.
fn moments(kills: u32) -> impl Iterator<Item = u64> {
    (0..kills).map(|kill| 20 + (f64::from(kill) * 0.618_034).fract().mul_add(1400.0, 0.0) as u64)
}

/// Kills runs of a file at different moments and resumes them. Each must end like a run that was never killed. Returns
/// the number of runs that had something to resume.
#[cfg(unix)]
fn killed_and_resumed(desk: &Desk, file: &str, flags: &str, kills: u32) -> u32 {
    desk.ok(&format!("run {file}.toml {flags} --out whole"));
    let mut resumed = 0;
    for (number, moment) in moments(kills).enumerate() {
        let out = format!("r{number}");
        let line = format!("run {file}.toml {flags} --resume --out {out}");
        let mut run = Command::new(cargo_bin!("hitchart"));
        let mut run = run.args(words(&line)).current_dir(desk.path("")).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        run.kill().unwrap();
        run.wait().unwrap();
        resumed += u32::from(desk.path(&out).join(".hitchart-counts").is_file());
        desk.ok(&line);
        same(desk, "whole", &out);
        assert!(!desk.path(&out).join(".hitchart-counts").exists());
    }
    resumed
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let resumed = killed_and_resumed(&desk(), "small", "--samples 200000 --games 600 --quiet --threads 2", 12);
    // A run that ends too soon shows nothing.
    assert!(resumed >= 2, "{resumed} of 12 runs had anything to go on from");
}

/// Searches of fleets count stage by stage. If killed between two stages or within a stage, they find the same.
#[cfg(unix)]
#[test]
fn a_search_of_fleets_that_is_killed_goes_on_where_it_was() {
    let desk = Desk::new();
    desk.write("fleets.toml", FLEETS);
    let resumed = killed_and_resumed(&desk, "fleets", "--quiet --threads 2", 4);
    assert!(resumed >= 1, "none of 4 runs had anything to go on from");
}

#[cfg(unix)]
#[test]
fn what_an_unfinished_run_left_belongs_to_it() {
    let desk = desk();
    desk.ok("run small.toml --shard 1/1 --out shard --quiet");
    let lines = desk.read("shard/shard.jsonl");
    let heading = resealed(&lines.lines().next().unwrap().replacen(",\"shard\":{\"k\":1,\"n\":1,\"stage\":0}", "", 1));
    let part = lines.lines().nth(1).unwrap();
    desk.write("report/.hitchart-counts", &format!("{heading}\n{part}\n{{\"cut o"));
    desk.refuses("run small.toml --seed 8 --resume --out report", &[".hitchart-counts", "differs in seed", "--resume"]);
    desk.ok("run small.toml --out whole --quiet");
    desk.ok("run small.toml --resume --out report --quiet");
    same(&desk, "whole", "report");
    // Without --resume a run starts from the beginning and ignores earlier counts.
    desk.write("anew/.hitchart-counts", &format!("{heading}\n{part}\n"));
    desk.ok("run small.toml --seed 8 --out anew --quiet");
    assert!(!desk.path("anew/.hitchart-counts").exists());
}
