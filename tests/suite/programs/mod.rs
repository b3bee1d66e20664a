//! Games that are programs: scenarios whose game is a process, its failures, and the examples. The tests need Python.

use crate::common::Desk;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Returns a desk with the game and a scenario of it; `mode` makes the game fail in some way.
fn desk(mode: &str) -> Desk {
    let desk = Desk::new();
    desk.write("game.py", include_str!("game.py"));
    desk.write("mode.txt", mode);
    // A program that answers may have to wait for a processor; one that is to fail fails soon.
    let timeout = if mode.is_empty() { 60 } else { 2 };
    desk.write(
        "rps.toml",
        &format!(
            "title = \"Rock, paper, scissors\"\n[game]\ncommand = [\"python3\", \"game.py\"]\ntimeout = {timeout}\n\
         [[study]]\nkind = \"games\"\nname = \"duel\"\nentrants = [\"rock\", \"scissors\"]\ngames = 1200\n\
         [[study]]\nkind = \"tournament\"\nname = \"all\"\ngames = 1800\n"
        ),
    );
    desk.write("even.toml", "noise = 100\n");
    desk
}

fn json(desk: &Desk, command: &str) -> Value {
    serde_json::from_str(&desk.ok(command)).unwrap()
}

/// Rock wins 90% against scissors at a noise of 20%.
#[test]
fn a_program_is_played_with_intervals_and_the_same_counts_on_any_threads() {
    let desk = desk("");
    let one = json(&desk, "play rps.toml --threads 1 --format json");
    let four = json(&desk, "play rps.toml --threads 4 --format json");
    assert_eq!(one, four);
    assert_eq!((one["games"].as_u64(), one["ruleset"].as_str()), (Some(1200), Some("default")));
    let wins = &one["entrants"][0];
    let [low, high] = [0, 1].map(|bound| wins["wins"]["interval"][bound].as_f64().unwrap());
    assert!(wins["name"] == "rock" && low < 0.9 && high > 0.9 && high - low < 0.06, "{wins}");
}

/// Cubes of a metric in millions pass 64 bits.
#[test]
fn large_metrics_are_counted() {
    let large = desk("rich");
    let play = large.ok("play rps.toml --study duel --games 400 --full --format md");
    assert!(play.lines().any(|row| row.contains("coins") && row.contains("1000000.000")), "{play}");
    json(&large, "compare default even.toml --scenario rps.toml --study duel --games 300 --format json");
}

/// A rule that only the program names is compared, alone and with a ruleset.
#[test]
fn a_rule_of_a_program_is_compared_by_its_name() {
    let desk = desk("");
    let options = "--scenario rps.toml --study duel --games 200 --format line";
    assert!(desk.ok(&format!("compare default --field ties=100 {options}")).contains("ties=100 against default"));
    desk.write("first.toml", "first = 30\n");
    desk.ok(&format!("compare first.toml --field ties=100 {options}"));
}

#[test]
fn rounds_that_a_program_leaves_out_have_no_row() {
    let metrics = |mode: &str| desk(mode).ok("play rps.toml --study duel --games 100 --full --format md");
    let (with, without) = (metrics(""), metrics("no rounds"));
    assert!(with.contains("rounds") && with.contains("coins"), "{with}");
    assert!(!without.contains("rounds") && without.contains("coins"), "{without}");
}

/// Without rounds there is no number of them, and a target of rounds is a mistake.
#[test]
fn rounds_that_a_program_leaves_out_are_no_metric() {
    let desk = desk("no rounds");
    let sweep = "sweep rps.toml --study duel --field noise=20..100:80 --games 60";
    desk.refuses(&format!("{sweep} --target 'rounds <= 6'"), &["`rounds`", "allowed: "]);
    let compared = desk.ok("compare default even.toml --scenario rps.toml --study duel --games 60 --format json");
    assert!(compared.contains("coins") && !compared.contains("\"rounds\""), "{compared}");
}

/// A game of one seat has no winner: the answers are about its metrics, and a baseline holds them.
#[test]
fn a_game_of_one_seat_is_judged_by_its_metrics() {
    let desk = desk("alone");
    desk.write("one.toml", "title = 'One'\n[game]\ncommand = ['python3', 'game.py']\n[[study]]\nkind = 'games'\n");
    let played = desk.ok("play one.toml --games 400");
    assert!(played.contains("scaped") && !played.contains("seat 1"), "{played}");
    let swept = desk.ok("sweep one.toml --field noise=0..100:50 --games 200 --format line");
    assert!(swept.contains("clear change") && swept.contains("escaped"), "{swept}");
    desk.ok("baseline one.toml --out b.json --games 200");
    assert_eq!(desk.say("check b.json --rules even.toml --accept signature").code, Some(1));
}

/// A seat is judged by its part of the decided games, and only if the entrants take it in turn.
#[test]
fn the_advantage_of_a_seat_is_told_from_ties_and_entrants() {
    let desk = desk("");
    desk.write("tied.toml", "ties = 60\n");
    desk.write("first.toml", "ties = 60\nfirst = 30\n");
    let said = |options: &str| desk.ok(&format!("play rps.toml --study duel {options}"));
    assert!(said("--rules tied.toml").contains("No seat is shown to have an advantage"));
    // The first seat wins 0.4 (0.5 + 0.15) = 26% of all games, and 0.65 of the decided ones.
    let text = said("--rules first.toml");
    assert!(text.contains("Seat 1 has an advantage") && text.contains("an even part"), "{text}");
    // The seats are named if they are all that changes, and games that are all ties have no best entrant or seat.
    desk.write("mirror.toml", &desk.read("rps.toml").replace("\"rock\", \"scissors\"", "\"rock\", \"rock\""));
    let swept = desk.ok("sweep mirror.toml --study duel --field first=0..100:100 --games 600 --format line");
    assert!(swept.contains("seat 1") && swept.contains("clear changes:"), "{swept}");
    desk.write("all.toml", "ties = 100\n");
    let all = desk.ok("play rps.toml --rules all.toml --study duel --games 40");
    assert!(all.contains("every seat wins 0%"), "{all}");
    // Without swapped seats, the strength of rock is not that of its seat.
    let fixed = desk.read("rps.toml").replace("games = 1200", "games = 1200\nswap_seats = false");
    desk.write("rps.toml", &fixed);
    let text = said("");
    assert!(!text.contains("advantage") && text.contains("rock wins 89.5%"), "{text}");
}

/// A comparison is about the entrants: under pure noise rock no longer wins nine games of ten.
#[test]
fn a_comparison_names_the_entrant_that_loses_most() {
    let desk = desk("");
    let line = desk.ok("compare default even.toml --scenario rps.toml --study duel --games 600 --format line");
    assert!(line.contains("Rock loses most") && !line.contains("eat 1"), "{line}");
    let all = desk.ok("compare default even.toml --scenario rps.toml --games 60");
    assert!(all.contains("Wins of rock in "), "{all}");
}

#[test]
fn rules_of_a_program_are_compared_swept_and_checked() {
    let desk = desk("");
    let line = desk.ok("compare default even.toml --scenario rps.toml --study duel --games 600 --format json");
    let compared: Value = serde_json::from_str(&line).unwrap();
    let text = compared.to_string();
    assert!(text.contains("\"win\"") && text.contains("rock"), "{text}");
    let swept = desk.ok(
        "sweep rps.toml --field noise=0..100:50 --study duel --games 400 --target 'rock wins <= 60%' --format line",
    );
    assert!(swept.contains("noise = 100") && swept.contains("is reached"), "{swept}");
    desk.write("wrong.toml", "nose = 1\n");
    let wrong = desk.say("play rps.toml --rules wrong.toml");
    assert!(wrong.code == Some(2) && wrong.err.contains("did you mean `noise`?"), "{}", wrong.err);
    desk.write("far.toml", "noise = 101\n");
    let far = desk.say("play rps.toml --rules far.toml").err;
    assert!(far.contains("0 to 100") && far.contains("far.toml:1:9"), "{far}");
    let even = desk.json("play rps.toml --rules even.toml --study duel --games 40");
    let typed = desk.json("play rps.toml --rules noise=100 --study duel --games 40");
    assert_eq!((&typed["ruleset"], &typed["entrants"]), (&Value::from("noise=100"), &even["entrants"]));
    let wrong = desk.say("play rps.toml --rules nose=1").err;
    assert!(wrong.contains("did you mean `noise`?"), "{wrong}");
    let alone = desk.say("compare default even.toml").err;
    assert!(alone.contains("with --scenario"), "{alone}");
}

/// The cyclic game of the textbooks: each entrant has a third of the equilibrium.
#[test]
fn a_tournament_of_a_program_finds_the_known_equilibrium() {
    let desk = desk("");
    desk.ok("run rps.toml --out report --quiet");
    let table = desk.read("report/tables/all-entrants.csv");
    let column = table.lines().next().unwrap().split(',').position(|name| name == "equilibrium").unwrap();
    for name in ["rock", "paper", "scissors"] {
        let row = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{table}"));
        let share: f64 = row.split(',').nth(column).unwrap().parse().unwrap();
        assert!((share - 1.0 / 3.0).abs() < 0.001, "{row}");
    }
    // A saved report is rendered again without the program.
    std::fs::remove_file(desk.path("game.py")).unwrap();
    assert!(desk.ok("report report").contains("rock"));
}

#[test]
fn a_baseline_of_a_program_passes_and_finds_a_change() {
    let desk = desk("");
    desk.ok("baseline rps.toml --study duel --games 400 --out balance.json");
    assert_eq!(desk.say("check balance.json").code, Some(0));
    desk.write("game.py", &include_str!("game.py").replace("\"default\": 20", "\"default\": 80"));
    let drift = desk.say("check balance.json");
    assert_eq!(drift.code, Some(1), "{}{}", drift.out, drift.err);
}

#[test]
fn every_failure_ends_the_run_with_its_reason() {
    let failures = [
        ("ends", "ended with", "the dice are gone"),
        ("hangs", "did not answer for 2 s", "its last line"),
        ("lies", "2 seats", "[1]"),
        ("talks", "not as expected", "a good game"),
        // A flood shows as a line too many, or as the line of a game that was answered before.
        ("floods", "failed", "its last line"),
        ("other seed", "was next", "seed"),
        ("says nothing", "did not answer for 2 s", "no dice today"),
        ("leaves a child", "exit status: 5", "its last line"),
    ];
    for (mode, reason, more) in failures {
        let desk = desk(mode);
        let said = desk.say("run rps.toml --out report --quiet");
        assert_eq!(said.code, Some(1), "{mode}: {}", said.err);
        assert!(
            said.err.contains(reason) && said.err.contains(more) && said.err.contains("game.py"),
            "{mode}: {}",
            said.err
        );
        assert!(!desk.path("report/report.html").exists(), "{mode}");
    }
}

/// A program that failed has no processes left, even if it started some itself.
#[test]
#[cfg(unix)]
fn what_a_program_starts_ends_with_it() {
    let desk = desk("leaves a child");
    assert_eq!(desk.say("play rps.toml").code, Some(1));
    std::fs::remove_file(desk.path("alive")).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(!desk.path("alive").exists());
}

/// A run whose program ends in the middle continues with the saved counts, and gives the report of a clean run.
#[test]
fn a_failed_run_resumes_to_the_same_report() {
    let broken = desk("slow");
    // The failure comes after a time in which counts are saved.
    // The program stays the same, or its counts would be those of another one.
    let game = include_str!("game.py").replace("fails == \"ends\"", "fails == \"slow\"");
    broken.write("game.py", &game);
    let failed = broken.say("run rps.toml --out report --quiet");
    assert!(failed.code == Some(1) && failed.err.contains("a changed program needs a new run"), "{}", failed.err);
    assert!(broken.path("report/.hitchart-counts").exists());
    broken.write("mode.txt", "");
    broken.ok("run rps.toml --out report --quiet --resume");
    let clean = desk("");
    clean.write("game.py", &game);
    clean.write("rps.toml", &broken.read("rps.toml"));
    clean.ok("run rps.toml --out report --quiet");
    for file in ["report/report.md", "report/counts.json", "report/tables/duel-wins.csv"] {
        assert_eq!(broken.read(file), clean.read(file), "{file}");
    }
}

#[test]
fn shards_of_a_program_merge_to_the_whole_report() {
    let desk = desk("");
    desk.write("duel.toml", desk.read("rps.toml").split("[[study]]\nkind = \"tournament\"").next().unwrap());
    desk.ok("run duel.toml --shard 1/2 --out one --quiet");
    desk.ok("run duel.toml --shard 2/2 --out two --quiet");
    desk.ok("merge one two --out merged");
    desk.ok("run duel.toml --out whole --quiet");
    assert_eq!(desk.read("merged/counts.json"), desk.read("whole/counts.json"));
}

/// Units of work are data from elsewhere, so they start no program, neither a game nor a player.
#[test]
fn units_of_work_start_no_program() {
    let desk = desk("");
    let said = desk.say("work --units rps.toml");
    assert!(said.code == Some(2) && said.err.contains("not started here"), "{}", said.err);
    desk.write("duel.toml", PLAYED);
    assert!(desk.say("work --units duel.toml").err.contains("not started here"));
    desk.write("base.toml", &PLAYED.replace(MINE, "mine = { base = \"greedy\" }\n"));
    let unit: Value = serde_json::from_str(desk.ok("work --units base.toml").lines().next().unwrap()).unwrap();
    let command = serde_json::json!({ "command": ["python3", "player.py"] });
    for path in ["/policies/mine", "/study/policies/0"] {
        let mut unit = unit.clone();
        *unit.pointer_mut(path).unwrap() = command.clone();
        let said = desk.say_with("work", &format!("{unit}\n"), &[]);
        assert!(said.code == Some(2) && said.out.contains("start no program"), "{}{}", said.out, said.err);
    }
}

/// The reason is the program, not the number of studies.
#[test]
fn a_program_cannot_be_trained() {
    let said = desk("").say("train rps.toml --rounds 1");
    assert!(
        said.code == Some(2) && said.err.contains("`duel`: the entrants of a program cannot be trained"),
        "{}",
        said.err
    );
}

#[test]
fn conform_names_each_check() {
    let fine = desk("");
    let said = fine.ok("conform -- python3 game.py");
    assert!(said.contains("ok      same seed, same line") && !said.contains("FAILED"), "{said}");
    let other = desk("other seed");
    let said = other.say("conform -- python3 game.py");
    assert!(said.code == Some(1) && said.out.contains("FAILED  answers in order"), "{}{}", said.out, said.err);
    let drawn = desk("");
    drawn.write("game.py", &include_str!("game.py").replace("random.Random(game[\"seed\"])", "random.Random()"));
    let said = drawn.say("conform -- python3 game.py");
    assert!(said.code == Some(1) && said.out.contains("FAILED  same seed, same line"), "{}", said.out);
    let counting = desk("counts").ok("conform -- python3 game.py");
    assert!(
        counting.contains("40 games, equal to their lines") && counting.contains("1 thing in 2 seats"),
        "{counting}"
    );
    let said = desk("miscounts").say("conform -- python3 game.py");
    assert!(said.code == Some(1) && said.out.contains("FAILED  counts of a batch"), "{}", said.out);
    // A result that depends on the process is the same twice in one process; rules that are kept show in a new one.
    for (was, is) in [
        ("random.Random(game[\"seed\"])", "random.Random(game[\"seed\"] * 1000003 + os.getpid())"),
        ("def play(rules, game):\n", "def play(rules, game):\n    rules = KEPT.setdefault(0, rules)\n"),
    ] {
        let program = include_str!("game.py");
        assert!(program.contains(was), "{was}");
        let desk = desk("");
        desk.write("game.py", &format!("import os\nKEPT = {{}}\n{}", program.replace(was, is)));
        let said = desk.say("conform -- python3 game.py");
        assert!(said.code == Some(1) && said.out.contains("FAILED  another process"), "{is}: {}", said.out);
        assert!(said.out.contains("ok      same seed, same line"), "{}", said.out);
    }
    let said = fine.say("conform -- no-such-program");
    assert!(said.code == Some(1) && said.out.contains("cannot be started"), "{}", said.out);
}

/// Entrants who keep their seats play games without pairs, so a program may count them itself; the result is that of
/// its lines. Pairs of games are asked for line by line.
#[test]
fn a_program_may_count_its_games_itself() {
    let fixed = "title = 'Fixed seats'\n[game]\ncommand = ['python3', 'game.py']\n[[study]]\nkind = 'games'\nname = \
                 'duel'\nentrants = ['rock', 'scissors']\nswap_seats = false\ngames = 1200\n";
    let played = |mode: &str| {
        let desk = desk(mode);
        desk.write("fixed.toml", fixed);
        desk.say("play fixed.toml --format json")
    };
    let (lines, counts) = (played(""), played("counts only"));
    assert_eq!((counts.code, &lines.out), (Some(0), &counts.out), "{}", counts.err);
    let desk = desk("counts only");
    assert_eq!(desk.say("play rps.toml").code, Some(1));
    let wrong = played("miscounts");
    assert!(wrong.code == Some(1) && wrong.err.contains("sum of squares"), "{}", wrong.err);
}

/// At even noise rock wins half of its mirror games; without nerve it gives up a third of them.
#[test]
fn a_thing_that_a_program_withholds_has_its_known_worth() {
    let desk = desk("");
    let head = "title = 'Nerve'\n[game]\ncommand = ['python3', 'game.py']\n[[study]]\nkind = 'restricted'\nname = \
                'worth'\n";
    desk.write("nerve.toml", &format!("{head}games = 4000\n"));
    desk.ok("run nerve.toml --out report --quiet");
    let table = desk.read("report/tables/worth-restricted.csv");
    let row: Vec<&str> = table.lines().nth(1).unwrap().split(',').collect();
    let number = |column: usize| -> f64 { row[column].parse().unwrap_or_else(|_| panic!("{table}")) };
    assert!(row[0] == "without nerve" && row[1] == "withheld", "{table}");
    // The gain, and the bounds of its interval.
    let (low, high) = (number(3), number(4));
    assert!(low < -1.0 / 6.0 && high > -1.0 / 6.0 && high < -0.1, "{table}");
    // A thing whose loss is a gain is no loss.
    desk.write("game.py", &include_str!("game.py").replace(
        "    points = [1 - won, won]",
        "    if \"nerve\" in game.get(\"without\", []):\n        won = game[\"without\"].index(\"nerve\")\n    points = [1 - won, won]",
    ));
    desk.write("gain.toml", &format!("{head}games = 60\n"));
    let gain = desk.ok("run gain.toml --out gain --quiet --format line") + &desk.read("gain/report.md");
    assert!(gain.contains("gains most without nerve") && !gain.contains("loses most"), "{gain}");
    desk.write("game.py", include_str!("game.py"));
    // A saved report is rendered again without the program.
    std::fs::remove_file(desk.path("game.py")).unwrap();
    assert!(desk.ok("report report").contains("without nerve"));
    desk.write("game.py", include_str!("game.py"));
    for (keys, part) in [
        ("withhold = ['nerves']", "did you mean `nerve`?"),
        ("entrant = 'rok'", "did you mean `rock`?"),
        ("field = []", "at least one entrant"),
        ("games = 1", "2 to"),
    ] {
        desk.write("nerve.toml", &format!("{head}{keys}\n"));
        let said = desk.say("run nerve.toml --out other --quiet");
        assert!(said.code == Some(2) && said.err.contains(part) && !desk.path("other").exists(), "{}", said.err);
    }
    desk.write("game.py", &include_str!("game.py").replace("[{\"name\": \"nerve\"}]", "[]"));
    desk.write("nerve.toml", head);
    assert!(desk.say("run nerve.toml --out other --quiet").err.contains("nothing that can be withheld"));
}

/// The examples of docs/protocol.md conform, if their languages are installed.
#[test]
fn the_examples_conform() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let desk = Desk::new();
    let examples: [(&str, PathBuf); 2] = [("python3", folder.join("skirmish.py")), ("node", folder.join("race.js"))];
    for (language, file) in examples {
        if std::process::Command::new(language).arg("--version").output().is_err() {
            continue;
        }
        let said = desk.ok(&format!("conform -- {language} '{}'", file.display()));
        assert!(!said.contains("FAILED"), "{language}: {said}");
    }
}

/// The line of a policy that is a program.
const MINE: &str = "mine = { command = [\"python3\", \"player.py\"], timeout = 5 }\n";

/// A scenario in which a program plays one company of a small battle.
const PLAYED: &str = "title = \"A player\"\ngame = \"rapid-attack\"\n[policies]\n\
    mine = { command = [\"python3\", \"player.py\"], timeout = 5 }\n\
    [[study]]\nkind = \"games\"\nname = \"duel\"\ncompanies = [\"scouts\", \"shield-wall\"]\n\
    size = \"skirmish\"\nbattlefield = \"dense-town\"\npolicies = [\"mine\", \"tactician\"]\ngames = 20\n";

#[test]
fn a_player_as_a_program_plays_the_same_games_on_any_threads() {
    let desk = Desk::new();
    desk.write("player.py", include_str!("../../../examples/rapid_attack_player.py"));
    desk.write("duel.toml", PLAYED);
    let one = json(&desk, "play duel.toml --threads 1 --format json");
    assert_eq!(one, json(&desk, "play duel.toml --threads 3 --format json"));
    desk.write("base.toml", &PLAYED.replace("policies = [\"mine\",", "policies = [\"tactician\","));
    assert_ne!(one["signature"], json(&desk, "play base.toml --format json")["signature"]);
    // A player that leaves every decision to its base plays as the base does.
    desk.write("player.py", &desk.read("player.py").replace("\"choice\": choose(decision)", "\"choice\": None"));
    let left = json(&desk, "play duel.toml --format json");
    assert_eq!(left["signature"], json(&desk, "play base.toml --format json")["signature"]);
}

/// Shards of a run have the same player: another content of its file is another player.
#[test]
fn a_changed_player_joins_no_other_run() {
    let desk = desk("");
    desk.write("player.py", include_str!("../../../examples/rapid_attack_player.py"));
    desk.write("p.toml", PLAYED);
    desk.ok("run p.toml --games 20 --shard 1/2 --out one --quiet");
    desk.write("player.py", &(desk.read("player.py") + "# another\n"));
    desk.ok("run p.toml --games 20 --shard 2/2 --out two --quiet");
    let said = desk.say("merge one two --out merged");
    assert!(said.code == Some(2) && said.err.contains("player"), "{}", said.err);
    assert!(!desk.path("merged/report.html").exists());
    desk.ok("run p.toml --games 20 --shard 1/2 --out one --quiet");
    desk.ok("merge one two --out merged");
    desk.ok("run p.toml --games 20 --out whole --quiet");
    assert_eq!(desk.read("merged/counts.json"), desk.read("whole/counts.json"));
}

/// A table with a command in a list of policies is the player of the command.
#[test]
fn a_player_in_a_list_of_policies_is_that_of_its_name() {
    let desk = Desk::new();
    desk.write("player.py", include_str!("../../../examples/rapid_attack_player.py"));
    desk.write("duel.toml", PLAYED);
    let inline = |player: &str| PLAYED.replace("policies = [\"mine\",", &format!("policies = [{player},"));
    let written = inline("{ command = [\"python3\", \"player.py\"] }");
    desk.write("inline.toml", &written.replace("[policies]\n", "").replace(MINE, ""));
    let named = json(&desk, "play duel.toml --format json");
    assert_eq!(named["signature"], json(&desk, "play inline.toml --format json")["signature"]);
    for (player, part) in [
        ("{ command = [\"python3\", \"player.py\"], timeout = 0 }", "above 0, up to 3600"),
        ("{ command = [\"python3\", \"player.py\"], base = \"greedy\" }", "unknown key `base`"),
        ("{ command = [] }", "it needs a `command`"),
        ("{ command = [\"no-such-program\"] }", "cannot be started"),
    ] {
        desk.write("wrong.toml", &inline(player));
        let said = desk.say("play wrong.toml");
        assert!(said.code == Some(2) && said.err.contains(part) && said.err.contains("wrong.toml:"), "{}", said.err);
    }
    desk.write("player.py", &desk.read("player.py").replace("\"tick\"]}", "\"tock\"]}"));
    let said = desk.say("play duel.toml");
    assert!(
        said.code == Some(2) && said.err.contains("`tock`") && said.err.contains("did you mean `tick`"),
        "{}",
        said.err
    );
}

#[test]
fn a_player_that_fails_ends_the_games_with_its_reason() {
    for (mode, reason) in [("{\"choice\": 999}", "allowed: 0 to"), ("nonsense", "not as expected")] {
        let desk = Desk::new();
        desk.write("duel.toml", PLAYED);
        let answer = format!("print('{mode}', flush=True)\n");
        let player = "import sys\nfor line in sys.stdin:\n    if '\"player\"' in line[:30]:\n        \
                      print('{\"hitchart\": 1}', flush=True)\n    else:\n        ";
        desk.write("player.py", &(player.to_owned() + &answer));
        let said = desk.say("run duel.toml --out report --quiet");
        assert!(said.code == Some(1) && said.err.contains(reason), "{mode}: {}", said.err);
        assert!(!desk.path("report/report.html").exists());
    }
}

/// A player that stops reading is silent too, even if the line of a decision is longer than a pipe holds.
#[test]
fn a_player_that_reads_nothing_is_silent() {
    let desk = Desk::new();
    let large = PLAYED.replace("\"scouts\", \"shield-wall\"", "\"balanced-seven\", \"balanced-seven\"");
    desk.write("duel.toml", &large.replace("skirmish", "battle").replace("timeout = 5", "timeout = 1"));
    desk.write(
        "player.py",
        "import json, sys, time\nfor line in sys.stdin:\n    print(json.dumps({'hitchart': 1} if 'player' in line[:30] \
         else {'choice': None}), flush=True)\n    if len(line) > 65536:\n        time.sleep(60)\n",
    );
    let said = desk.say("play duel.toml");
    assert!(said.code == Some(1) && said.err.contains("did not answer for 1 s"), "{}", said.err);
}

/// Questions as data come from pages and servers, which must not start programs.
#[test]
fn a_question_as_data_starts_no_program() {
    let desk = desk("");
    let question = serde_json::json!({ "ask": "play", "scenario": desk.read("rps.toml"), "games": 20 });
    let answer: Value = serde_json::from_str(&hitchart_ask::ask(
        &question.to_string(),
        &hitchart_ask::Asking::data(&std::sync::atomic::AtomicBool::new(false)),
    ))
    .unwrap();
    assert_eq!(answer["ok"], false);
    assert!(answer["error"]["message"].as_str().unwrap().contains("not started here"), "{answer}");
}
