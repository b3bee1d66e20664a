//! `play`: batches of games, replays, and games inside `run`.

use crate::common::{Desk, at, files_of, number, numbers, resealed};
use serde_json::Value;

/// Quick games of the random policy.
const GAMES: &str = r#"
title = "Two companies"
game = "rapid-attack"

[[study]]
kind = "frames"
frames = ["Soldier"]

[[study]]
kind = "games"
name = "duel"
battlefield = "dense-town"
companies = ["mirror-five", { company = "estars-anvil", name = "Others", policy = "random" }]
policies = ["random", "random"]
games = 80

[[study]]
kind = "games"
name = "three"
companies = ["estars-anvil", "suns-fang", "piercing-eye"]
policies = ["random", "random", "random"]
swap_seats = true
games = 30
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games.toml", GAMES);
    desk
}

#[test]
fn says_who_wins() {
    let json = desk().json("play games.toml");
    assert_eq!(number(&json, "games"), 80.0);
    let seats = at(&json, "seats").as_array().unwrap();
    let names: Vec<&str> = seats.iter().map(|seat| seat["company"].as_str().unwrap()).collect();
    assert_eq!(names, ["Mirror Five", "Others"]);
    let wins: f64 = (0..2).map(|i| number(&json, &format!("seats.{i}.wins.count"))).sum();
    assert_eq!(wins + number(&json, "ties"), 80.0);
    for seat in seats {
        let interval = numbers(seat, "wins.interval");
        let point = number(seat, "wins.point");
        assert!(interval[0] <= point && point <= interval[1] && number(seat, "score.mean") > 0.0);
        assert_eq!(seat["policy"], "random");
    }
    let histogram = numbers(&json, "rounds.histogram");
    assert_eq!(histogram.iter().sum::<f64>(), 80.0);
    let rounds: f64 = histogram.iter().zip(0u8..).map(|(games, rounds)| games * f64::from(rounds)).sum();
    assert!((rounds / 80.0 - number(&json, "rounds.mean")).abs() < 1e-12);
    for metric in ["damage", "spots_used_rival", "cover_destroyed", "captures", "lead_changes", "ended_by_clock"] {
        assert!(number(&json, &format!("{metric}.mean")) >= 0.0);
        assert_eq!(numbers(&json, &format!("{metric}.interval")).len(), 2);
    }
    assert_eq!(json["signature"].as_str().unwrap().len(), 16);
    assert!(json.get("games_per_second").is_none());
}

/// Players whose distance from the best was measured are given with it, for people and for programs; others are not.
#[test]
fn the_distance_of_the_players_is_given() {
    let json = desk().json("play games.toml --policies tactician,random");
    let all = json["distances"].as_array().unwrap();
    let names: Vec<&str> = all.iter().map(|of| of["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "tactician"]);
    for distance in all {
        let (share, interval) = (number(distance, "share"), numbers(distance, "interval"));
        assert!(interval[0] <= share && share <= interval[1] && number(distance, "games") > 0.0);
    }
    let words = desk().ok("play games.toml --policies tactician,random");
    assert!(words.contains("from tactician"), "{words}");
}

/// The policies that play on from a position are named with their distance, by the side that they play.
#[test]
fn the_distance_of_the_players_is_given_for_positions() {
    let names = |json: &Value| -> Vec<String> {
        json["distances"].as_array().unwrap().iter().map(|of| of["name"].as_str().unwrap().to_owned()).collect()
    };
    let json = desk().json("ra position games.toml --games 2 --policy greedy");
    assert_eq!(names(&json), ["greedy"]);
    let json = Desk::new().json("af position af-example-round --games 2 --policy tactician,greedy");
    assert_eq!(names(&json), ["tactician (Aces)", "greedy (game master)"]);
}

/// "Expect to play 3 turns" (Handbook, "Demo games"): the mean of 300 demos of three players, seed 1, is 3 rounds after
/// rounding, with its whole 95% interval.
#[test]
fn a_demo_takes_three_rounds() {
    let json = Desk::new().json("play demo --study three --games 300");
    let (mean, interval) = (number(&json, "rounds.mean"), numbers(&json, "rounds.interval"));
    assert_eq!(number(&json, "games"), 300.0);
    assert!(
        2.5 < interval[0] && interval[0] <= mean && mean <= interval[1] && interval[1] < 3.5,
        "{mean} {interval:?}"
    );
}

/// Intervals keep shares within 0 and 1 and counts at 0 or above. An event not seen in a few games may still happen.
#[test]
fn intervals_stay_where_the_numbers_can_be() {
    let json = desk().json("play games.toml --games 12");
    for share in ["seats.0.eliminated", "seats.1.eliminated", "seats.0.acted_first", "tied", "ended_by_clock"] {
        let interval = numbers(&json, &format!("{share}.interval"));
        assert!(0.0 <= interval[0] && interval[0] < interval[1] && interval[1] <= 1.0, "{share}: {interval:?}");
    }
    for count in ["seats.0.frames_lost", "captures", "cover_destroyed", "seats.1.spots_used"] {
        assert!(numbers(&json, &format!("{count}.interval"))[0] >= 0.0, "{count}");
    }
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let desk = desk();
    let games = |options: &str| desk.json(&format!("play games.toml {options}"));
    let one = games("--threads 1");
    assert_eq!(one, games("--threads 2"));
    assert_eq!(one, games("--threads 7"));
    assert_ne!(one["signature"], games("--seed 2")["signature"]);
    assert_ne!(one["signature"], games("--games 81")["signature"]);
}

/// With swapped seats, a policy against itself plays the same game twice.
#[test]
fn swapped_seats_are_even_between_equals() {
    let json = desk().json("play games.toml --swap-seats --games 60");
    let point = |i: usize| number(&json, &format!("seats.{i}.wins.point"));
    assert_eq!(point(0), point(1));
    assert_eq!(at(&json, "seats.0.company"), "Mirror Five / Others");
    assert_eq!(numbers(&json, "difference.half_points"), [0.0, 0.0, 30.0, 0.0, 0.0]);
    assert_eq!(number(&json, "difference.points.point"), 0.5);
    let shown = desk().ok("play games.toml --swap-seats --games 60 --full");
    assert!(shown.contains("of 60 games (30 different)"), "{shown}");
    assert!(shown.contains("all rows are alike") && !shown.contains("Difference of the policies"), "{shown}");
}

#[test]
fn a_study_by_name_and_every_format() {
    let desk = desk();
    let json = desk.json("play games.toml --study three");
    assert_eq!(at(&json, "seats").as_array().unwrap().len(), 3);
    assert_eq!(at(&json, "by_position").as_array().unwrap().len(), 3);
    assert!(desk.ok("play games.toml --full").contains("Signature "));
    assert!(
        desk.ok("play games.toml --format csv")
            .starts_with("metric,unit,mean,interval_low,interval_high,n,observations,how,of\n")
    );
    assert!(desk.ok("play games.toml --format md").contains("| Mirror Five | random |"));
}

#[test]
fn a_replay_is_written_whole_and_again_the_same() {
    let desk = desk();
    let said = desk.ok("play games.toml --replay 17 --out deep/replays");
    assert!(said.starts_with("Game 17: ") && said.contains("deep/replays/replay.html"), "{said}");
    let first = files_of(&desk.path("deep/replays"));
    assert_eq!(first.len(), 2);
    desk.write("deep/replays/notes.txt", "mine");
    desk.ok("play games.toml --replay 17 --out deep/replays --threads 2 --games 5");
    let mut again = files_of(&desk.path("deep/replays"));
    assert!(again.remove(std::path::Path::new("notes.txt")).is_some());
    assert!(first == again);
    desk.ok("play games.toml --replay 18 --out other");
    assert!(desk.read("other/replay.jsonl") != desk.read("deep/replays/replay.jsonl"));
}

/// Files that are not replays are only replaced if the user agrees; without a terminal, they are never replaced.
#[test]
fn a_replay_replaces_nothing_but_replays_unless_forced() {
    let desk = desk();
    desk.ok("play games.toml --replay 1 --out mine");
    for (name, other) in [("replay.html", "replay.jsonl"), ("replay.jsonl", "replay.html")] {
        desk.write(&format!("mine/{name}"), "my own words");
        let kept = desk.read(&format!("mine/{other}"));
        desk.refuses(
            "play games.toml --replay 2 --out mine",
            &[name, "was not written by hitchart", "--out", "--force"],
        );
        assert_eq!(desk.read(&format!("mine/{other}")), kept);
        desk.ok("play games.toml --replay 2 --out mine --force");
        desk.ok("play games.toml --replay 1 --out mine");
    }
    std::fs::remove_file(desk.path("mine/replay.html")).unwrap();
    std::fs::create_dir(desk.path("mine/replay.html")).unwrap();
    desk.refuses("play games.toml --replay 2 --out mine --force", &["replay.html is in the way"]);
    desk.refuses("play games.toml --replay 2 --out games.toml", &["games.toml is a file, not a folder"]);
    desk.refuses("play games.toml --replay 2 --out ''", &["--out"]);
    desk.refuses("play games.toml --force", &["--replay"]);
}

/// At a terminal the program asks the user; only a yes replaces the file.
#[cfg(target_os = "linux")]
#[test]
fn a_replay_asks_at_a_terminal() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let desk = desk();
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no `script` here to make a terminal");
        return;
    }
    for (answer, replaced) in [("\n", false), ("no\n", false), ("y\n", true)] {
        desk.write("mine/replay.html", "my own words");
        let program = assert_cmd::cargo::cargo_bin!("hitchart");
        let line = format!("'{}' play games.toml --replay 1 --out mine", program.display());
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(desk.path("")).stdin(Stdio::piped());
        let mut child = script.stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Replace it? [y/N]"), "{said}");
        assert_eq!(output.status.code(), Some(if replaced { 0 } else { 2 }), "{said}");
        assert_eq!(desk.read("mine/replay.html") != "my own words", replaced, "{said}");
    }
}

/// A batch of one game is the first game of any batch.
#[test]
fn a_replay_ends_as_the_game_did() {
    let desk = desk();
    let batch = desk.json("play games.toml --games 1");
    let replay = desk.json("play games.toml --replay 0");
    for i in 0..2 {
        let score = |json: &Value, path: &str| number(json, &format!("seats.{i}.{path}"));
        assert_eq!(score(&batch, "score.mean"), score(&replay, "score"));
    }
    assert_eq!(number(&batch, "rounds.mean"), number(&replay, "rounds"));
}

#[test]
fn run_covers_games_and_report_needs_no_play() {
    let desk = desk();
    let layout =
        "[table]\ndiagonal = 40\n[[pieces]]\nshape = \"box\"\nat = [0, 0]\nsize = [2, 2]\nbricks = 12\nheight = 6\n";
    desk.write("field.toml", layout);
    desk.write("games.toml", &GAMES.replace("\"dense-town\"", "\"field.toml\""));
    desk.ok("run games.toml --out report --quiet");
    for table in ["seats", "wins", "metrics", "players", "strikes", "rounds", "margins"] {
        assert!(desk.path(format!("report/tables/duel-{table}.csv")).is_file(), "{table}");
    }
    assert!(desk.path("report/plots/duel-rounds.svg").is_file());
    assert!(!desk.path("report/tables/three-difference.csv").is_file());
    let before = files_of(&desk.path("report"));
    std::fs::remove_file(desk.path("games.toml")).unwrap();
    std::fs::remove_file(desk.path("field.toml")).unwrap();
    desk.ok("report report --quiet");
    let after = files_of(&desk.path("report"));
    assert!(after.keys().eq(before.keys()));
    before.iter().for_each(|(name, content)| assert!(after[name] == *content, "{name:?} differs"));
    let text = desk.read("report/counts.json").replacen("\"rotations\": ", "\"rotations\": 9", 1);
    desk.write("report/counts.json", &resealed(&text));
    let said = desk.say("report report").err;
    assert!(said.contains("counts do not fit `duel`"), "{said}");
}

#[test]
fn what_is_written_wrong_is_refused() {
    let desk = desk();
    desk.write(
        "frames.toml",
        "title = \"T\"\nsystem = \"rapid-attack\"\n[[study]]\nkind = \"frames\"\nframes = [\"Tank\"]\n",
    );
    desk.refuses("play frames.toml", &["no study of kind `games`", "only of frames"]);
    desk.refuses("play games.toml --study duels", &["unknown study `duels`", "did you mean `duel`?"]);
    desk.refuses("play games.toml --study frames-1", &["of kind `frames`"]);
    desk.refuses("play games.toml --games 0", &["--games", "allowed: 1 to"]);
    desk.refuses("play games.toml --policies random", &["--policies", "1 policy for 2 companies"]);
    desk.refuses("play games.toml --policies random,randm", &["`randm`", "did you mean `random`?"]);
    desk.refuses("play games.toml --out somewhere", &["--replay"]);
    desk.refuses("play games.toml --rules rulebok", &["did you mean `rulebook`?"]);
}

#[test]
fn equal_runs_print_equal_bytes_and_say_their_time_only_where_asked() {
    let desk = desk();
    for format in ["json", "table", "md", "csv"] {
        let line = format!("play games.toml --games 4 --format {format}");
        let (plain, timed) = (desk.say(&line), desk.say(&format!("{line} --timing")));
        assert_eq!(plain.out, timed.out, "{format}");
        assert!(!plain.err.contains("a second") && timed.err.contains("4 games in ") && timed.err.contains("a second"));
    }
    assert!(desk.ok("play games.toml --games 1").contains("of 1 game"));
}

#[test]
fn a_warning_of_many_studies_is_one() {
    let desk = Desk::new();
    let study = |name: &str| {
        format!(
            "[[study]]\nkind = 'games'\nname = '{name}'\ncompanies = ['mirror-five', 'mirror-five']\n\
             policies = ['random', 'random']\ngames = 4\n"
        )
    };
    let studies: String = ["one", "two", "three"].map(study).concat();
    desk.write("s.toml", &format!("title = 'T'\nsystem = 'rapid-attack'\n{studies}"));
    let said = desk.say("run s.toml --out r");
    assert_eq!(said.err.matches("warning: ").count(), 1, "{}", said.err);
    assert!(said.err.contains("win rates of 3 studies (one, two, three)"), "{}", said.err);
    assert!(desk.read("r/report.html").contains("<h2 id=\"warnings-title\">Warning</h2>"));
}

#[test]
fn games_have_no_rows() {
    desk().refuses("play games.toml --replay 1 --row 2", &["--row", "no rows"]);
}
