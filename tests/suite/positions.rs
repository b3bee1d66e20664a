//! Positions: what is played on is what a copy of the state plays on, states are those of the replay's lines, and typed
//! positions are checked.

use crate::common::{Desk, at, number, numbers};
use hitchart_ask::games::GAMES;
use hitchart_dice::{Stream, job_id};
use hitchart_lab::positions::{AuditPlan, RecordedGame, Screening};
use hitchart_lab::replay::{Line, apply};
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::playouts::{Build, PlayoutArm, PlayoutRows};
use hitchart_lab::runner::{Progress, Streams, count_one};
use hitchart_lab::study::{PositionOf, Positions, ReplayOrigin, Resume};
use hitchart_play::{Choices, Decided, Featured, Game, Policy, Recording, UNLISTED, Unwatched, follow, play, play_on};
use hitchart_rapid_attack::battle::{Battle, KeyedDice};
use hitchart_rapid_attack::bidding::Size;
use hitchart_rapid_attack::players::{Player, PolicySpec};
use hitchart_rapid_attack::rules_files::rulebook;
use serde::Deserialize;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Key of the game that is recorded.
const KEY: u64 = 77;

fn battle() -> Battle<KeyedDice> {
    Battle::built_in(&["mirror-five", "scouts"], "dense-town", Size::Skirmish, &rulebook(), 1).unwrap()
}

fn player(name: &str) -> Player {
    PolicySpec::named(name).unwrap().build()
}

/// Policies of the recorded game. The tactician moves to places that are not among the candidates.
const POLICIES: [&str; 2] = ["tactician", "greedy"];

/// Plays the recorded game again.
#[allow(clippy::type_complexity, reason = "decisions and end of a game, in this file alone")]
fn followed(
    policies: [&str; 2],
    choices: &Choices,
) -> Result<(Vec<Decided<Battle<KeyedDice>>>, <Battle<KeyedDice> as Game>::State), usize> {
    follow(&battle(), KEY, choices, &mut policies.map(player), &mut Unwatched)
}

/// Returns the choices of a game of two policies.
fn choices(policies: [&str; 2]) -> Choices {
    let choices = RefCell::default();
    let mut players = policies.map(|name| Recording::new(player(name), &choices));
    play(&battle(), KEY, &mut players, &mut Unwatched);
    choices.take()
}

fn positions(policies: [&'static str; 2], choices: &Choices) -> Box<dyn Positions> {
    let table = RecordedGame {
        game: Arc::new(battle()),
        players: vec!["A".to_owned(), "B".to_owned()],
        policies: vec!["greedy".to_owned(); 2],
        played: policies.map(|name| Arc::new(move || player(name)) as Build<Player>).to_vec(),
        find: Arc::new(|_, name: &str| {
            let name = name.to_owned();
            Ok((Arc::new(move || player(&name)) as Build<Player>, 1e5))
        }),
        round: |state| state.round.into(),
        turn: |game, state| game.is_quiet(state),
        won: |game, state, player| game.outcome(state, player),
        network: Arc::default(),
        share: |worth, _| worth,
        damage: "damage",
        attack: |_, _, _, _| {},
        arrange: |_, _, _| Ok(()),
    };
    let about = ReplayOrigin { resume: Some(Resume::default()), ..ReplayOrigin::default() };
    let resume = about.played(choices.clone(), String::new()).resume.unwrap();
    table.of(KEY, PositionOf::Replay(&resume)).unwrap()
}

fn counted(positions: &dyn Positions, arms: &[PlayoutArm], games: u64) -> PlayoutRows {
    let streams = Streams { name: "copies".to_owned(), seed: 3, groups: 0..games };
    let counts = count_one(&positions.job(arms, streams), &Progress::hidden(), &AtomicBool::new(false));
    PlayoutRows::deserialize(counts.unwrap()).unwrap()
}

/// Plays on from copies of a state, one after the other.
fn naive(at: usize, action: Option<usize>, games: u64, choices: &Choices) -> Vec<f64> {
    let game = battle();
    let (decisions, _) = followed(POLICIES, choices).unwrap();
    let won = |number: u64| {
        let mut players = [player("greedy"), player("greedy")];
        let seed = Stream { seed: 3, job: job_id("game"), stream: KEY }.key();
        let key = key(seed, "copies", number);
        for (nth, policy) in (1..).zip(players.iter_mut()) {
            Policy::<Battle<KeyedDice>>::begin(policy, Stream { seed: key, job: nth, stream: 0 }.key());
        }
        let mut state = decisions[at].state;
        game.rekey(&mut state, key);
        if let Some(place) = action {
            let mut candidates = Vec::new();
            game.candidates(&state, &mut candidates);
            let action = candidates.get(place).copied().unwrap_or(decisions[at].action);
            game.apply(&mut state, &action, &mut Unwatched);
        }
        play_on(&game, &mut state, &mut players, &mut Unwatched);
        [game.outcome(&state, 0), game.outcome(&state, 1)]
    };
    let all: Vec<[f64; 2]> = (0..games).map(won).collect();
    (0..2).map(|player| all.iter().map(|won| won[player]).sum::<f64>() / games as f64).collect()
}

#[test]
fn what_is_played_on_is_what_a_copy_plays_on() {
    let choices = choices(POLICIES);
    let positions = positions(POLICIES, &choices);
    let points = positions.points();
    let unlisted = choices.places.iter().position(|place| *place == UNLISTED).unwrap();
    assert_eq!(points.len(), choices.places.len());
    for at in [0, points.len() / 3, points.len() / 2, points.len() - 1, unlisted] {
        let chosen = points[at].chosen;
        let arms =
            [PlayoutArm { at, action: None }, PlayoutArm { at, action: chosen }, PlayoutArm { at, action: Some(0) }];
        let rows = counted(positions.as_ref(), &arms, 4);
        for (nth, arm) in arms.iter().enumerate() {
            let shares = naive(at, arm.action, 4, &choices);
            let found: Vec<f64> = (0..2).map(|player| rows.share(2 * nth + player).point).collect();
            assert_eq!(found, shares, "decision {at}, arm {nth}");
        }
    }
}

#[test]
fn a_game_that_is_followed_ends_as_it_ended() {
    let choices = choices(POLICIES);
    let (decisions, end) = followed(POLICIES, &choices).unwrap();
    let played = play(&battle(), KEY, &mut POLICIES.map(player), &mut Unwatched);
    assert_eq!(battle().scores(&end), battle().scores(&played));
    assert_eq!(decisions.len(), choices.places.len());
    let mut wrong = choices.clone();
    wrong.places[5] = UNLISTED - 1;
    assert_eq!(followed(POLICIES, &wrong).unwrap_err(), 5);
    let mut short = choices.clone();
    short.places.truncate(9);
    assert_eq!(followed(POLICIES, &short).unwrap_err(), 9);
    // Without unlisted actions, no policy is asked.
    let listed = self::choices(["greedy", "random"]);
    if listed.unlisted.is_empty() {
        assert!(followed(["random", "greedy"], &listed).is_ok());
    }
    let first = choices.places.iter().position(|place| *place == UNLISTED).unwrap();
    let other = followed(["random", "random"], &choices);
    assert!(other.unwrap_err() >= first, "other policies find other actions");
}

/// Games of each audit, and audits.
const SCREENED: usize = 20;
const AUDITS: u64 = 24;

/// The interval of the luck holds the value of a long run in 95% of independent audits of one game. Fewer than 20 of 24
/// audits have a chance of 0.7% if the coverage is 95%. A mean of all games stands for the long run.
#[test]
fn intervals_of_luck_hold_the_luck_of_a_long_run() {
    let policies = ["greedy", "random"];
    let mut positions = positions(policies, &choices(policies));
    let names = vec!["greedy".to_owned()];
    let plan = AuditPlan { games: 2, screened: SCREENED as u64, seed: 3, policies: names };
    let screening = Screening::of(positions.as_mut(), &plan);
    let rows = counted(positions.as_ref(), &screening.arms, AUDITS * SCREENED as u64);
    let of = |rows: &PlayoutRows| screening.luck(positions.as_ref(), rows)[0].luck;
    let truth = of(&rows).point;
    let groups: Vec<(&u64, &Vec<u8>)> = rows.0.iter().collect();
    let audits = groups.chunks(SCREENED).map(|audit| {
        let audit = audit.iter().map(|(group, row)| (**group, (*row).clone()));
        of(&PlayoutRows(audit.collect()))
    });
    let hold = audits.filter(|luck| (luck.interval.0..=luck.interval.1).contains(&truth)).count();
    assert!(hold >= 20, "{policies:?}: {hold} of {AUDITS} intervals hold {truth}");
}

/// Scenarios of all games, with quick policies, and a typed position of each.
const SCENARIOS: [(&str, &str, &str, &str); 3] = [
    (
        "ra",
        "rapid-attack",
        "kind = \"games\"\ncompanies = [\"mirror-five\", \"scouts\"]\npolicies = [\"greedy\", \"greedy\"]",
        "clock = 2\nround = 5\n[[position.frames]]\ncompany = \"Mirror Five\"\nframe = 1\ndestroyed = true\n\
         [[position.frames]]\ncompany = \"Mirror Five\"\nframe = 2\nleft = \"WRdB\"\n\
         [[position.stations]]\ncompany = \"Mirror Five\"\nstation = 1\nholder = \"Scouts\"",
    ),
    (
        "io",
        "intercept-orbit",
        "kind = \"games\"\nfleets = [\"long-watch\", \"salt-runners\"]\npolicies = [\"greedy\", \"greedy\"]",
        "clock = 2\nround = 4\n[[position.assets]]\nfleet = 1\nship = 1\ndestroyed = true\n\
         [[position.assets]]\nfleet = 2\nhva = 1\nholder = 1",
    ),
    (
        "af",
        "apocalypse-frame",
        "kind = \"missions\"\nencounter = \"pack\"\naces = [\"M1-SOLDIER\", \"L1-RECON\"]\npolicies = [\"greedy\", \"greedy\"]",
        "round = 2\n[[position.enemies]]\nenemy = 1\nvigor = 0",
    ),
];

fn scenario((_, game, study, _): (&str, &str, &str, &str), position: &str) -> String {
    format!("title = \"Positions\"\ngame = \"{game}\"\nseed = 4\n\n[[study]]\nname = \"duel\"\n{study}\n\n{position}\n")
}

#[test]
fn a_round_of_a_replay_has_the_state_of_its_lines() {
    assert_eq!(GAMES.len(), SCENARIOS.len());
    for known in SCENARIOS {
        let desk = Desk::new();
        desk.write("games.toml", &scenario(known, ""));
        desk.ok("play games.toml --replay 3 --out .");
        let text = desk.read("replay.jsonl");
        let lines: Vec<Line> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut folded = Value::Null;
        for line in &lines {
            line.change.iter().for_each(|change| apply(&mut folded, change));
            if line.round == 2 && line.name().starts_with("round-beg") {
                break;
            }
        }
        let json = desk.json(&format!("{} position replay.jsonl --round 2 --games 20 --policy greedy", known.0));
        let state = at(&json, "position.state");
        assert_eq!(number(&json, "position.round"), 2.0);
        assert_eq!(state["round"], folded["round"], "{}", known.0);
        assert_eq!(state["clock"], folded.get("clock").cloned().unwrap_or_default(), "{}", known.0);
        if known.0 == "ra" {
            let frames = state["frames"].as_array().unwrap();
            for (frame, unit) in frames.iter().zip(folded["units"].as_array().unwrap()) {
                assert_eq!((&frame["life"], &frame["whites"]), (&unit["life"], &unit["whites"]));
                if frame["life"] == "standing" {
                    let gap = |axis: usize| frame["at"][axis].as_f64().unwrap() - unit["at"][axis].as_f64().unwrap();
                    assert!(gap(0).abs() < 1e-4 && gap(1).abs() < 1e-4, "{frame} {unit}");
                }
            }
        }
    }
}

/// Positions and audits refuse replays that are not those of their game, in every game.
#[test]
fn an_edited_replay_is_refused() {
    for known in SCENARIOS {
        let desk = Desk::new();
        desk.write("games.toml", &scenario(known, ""));
        desk.ok("play games.toml --replay 0 --out .");
        let whole = desk.read("replay.jsonl");
        let (header, lines) = whole.split_once('\n').unwrap();
        let cut: Vec<&str> = lines.lines().take(3).collect();
        for edited in [cut.join("\n"), lines.replacen("\"round\":1", "\"round\":2", 1), String::new()] {
            assert_ne!(edited, lines, "{}", known.0);
            desk.write("edited.jsonl", &format!("{header}\n{edited}"));
            for line in ["audit edited.jsonl", "position edited.jsonl --games 2"] {
                desk.refuses(&format!("{} {line}", known.0), &["edited.jsonl was edited or cut off", "--replay"]);
            }
        }
        // Line ends of another system are no edit.
        desk.write("edited.jsonl", &whole.replace('\n', "\r\n"));
        desk.ok(&format!("{} position edited.jsonl --games 2 --policy greedy", known.0));
    }
}

#[test]
fn chances_have_intervals_and_other_dice_agree() {
    let desk = Desk::new();
    desk.write("games.toml", &scenario(SCENARIOS[0], ""));
    desk.ok("play games.toml --replay 1 --out .");
    let of = |seed: u32| {
        let line = format!("ra position replay.jsonl --round 2 --games 300 --policy greedy --seed {seed}");
        let json = desk.json(&line);
        let row = &at(&json, "position-chances")[0];
        (number(row, "chance"), numbers(row, "chance_interval"))
    };
    let json = desk.json("ra position replay.jsonl --round 2 --games 20 --policy greedy");
    let by_network: f64 =
        at(&json, "position-chances").as_array().unwrap().iter().map(|row| number(row, "network_chance")).sum();
    assert!((by_network - 1.0).abs() < 1e-6, "{json:#}");
    let (first, interval) = of(1);
    assert!(interval[0] <= first && first <= interval[1] && interval[1] - interval[0] < 0.2);
    // Two shares of 300 games each differ by more than 4 standard errors in one of 16,000 cases.
    assert!((of(2).0 - first).abs() < 4.0 * (2.0 * 0.25 / 300.0_f64).sqrt());
    assert_eq!(of(1).0, first);
    let one = desk.ok("ra position replay.jsonl --games 60 --policy greedy --threads 1 --format json");
    assert_eq!(one, desk.ok("ra position replay.jsonl --games 60 --policy greedy --threads 3 --format json"));
}

#[test]
fn advice_and_audits_answer_in_all_games() {
    for known in SCENARIOS {
        let desk = Desk::new();
        desk.write("games.toml", &scenario(known, ""));
        desk.ok("play games.toml --replay 0 --out .");
        let game = known.0;
        let json = desk.json(&format!("{game} position replay.jsonl --round 1 --games 20 --advise --policy greedy"));
        let advice = at(&json, "position-advice").as_array().unwrap();
        assert!(!advice.is_empty() && advice[0]["loss"].is_null(), "{json:#}");
        let chosen: Vec<&str> = advice.iter().map(|row| row["chosen_by"].as_str().unwrap_or("")).collect();
        assert!(chosen.iter().any(|names| names.contains("this game")), "{chosen:?}");
        let audit = desk.json(&format!("{game} audit replay.jsonl --games 6 --screened 2 --policy greedy"));
        let line = at(&audit, "audit-line").as_array().unwrap();
        assert!(line.iter().all(|row| numbers(row, "chance_interval").len() == 2), "{game}");
        let luck = at(&audit, "audit-luck").as_array().unwrap();
        // What one player of two wins, the other loses.
        let sum = number(&luck[0], "luck") + number(&luck[1], "luck");
        assert!(sum.abs() < 1e-9, "{game}: {luck:?}");
        assert!(at(&audit, "audit-decisions").as_array().unwrap().len() <= 3);
    }
}

#[test]
fn typed_positions_are_played_on() {
    for known in SCENARIOS {
        let desk = Desk::new();
        desk.write("p.toml", &scenario(known, &format!("[position]\n{}", known.3)));
        let json = desk.json(&format!("{} position p.toml --games 20 --policy greedy", known.0));
        let round = known.3.split("round = ").nth(1).unwrap()[..1].parse::<f64>().unwrap();
        assert_eq!(number(&json, "position.round"), round);
        // Numbers are those of the frames as they were built, even if an earlier one is destroyed.
        if known.0 == "ra" {
            let frames = at(&json, "position.state.frames").as_array().unwrap();
            let left = |frame: usize| frames[frame].to_string();
            assert!(left(0).contains("destroyed") && left(1).contains("\"whites\":1"), "{}\n{}", left(0), left(1));
        }
        let whole = toml::from_str::<Value>(&desk.read("p.toml")).unwrap();
        desk.write("p.json", &whole.to_string());
        let again = desk.json(&format!("{} position p.json --games 20 --policy greedy", known.0));
        assert_eq!(at(&again, "position-chances"), at(&json, "position-chances"));
    }
}

#[test]
fn mistakes_name_their_key() {
    let desk = Desk::new();
    for (position, parts) in [
        ("clock = 0", &["position.clock is 0", "1 to 99"][..]),
        ("clok = 3", &["clok", "did you mean `clock`?"]),
        ("[[position.frames]]\ncompany = \"Mirror Fiv\"\nframe = 1", &["position.frames[0].company", "Mirror Five"]),
        (
            "[[position.frames]]\ncompany = \"Scouts\"\nframe = 9",
            &["position.frames[0].frame is 9", "allowed: 1 to", "| frame = 9"],
        ),
        (
            "[[position.frames]]\ncompany = \"Scouts\"\nframe = 1\n[[position.frames]]\ncompany = \"Scouts\"\nframe = 1",
            &["position.frames[1] is a second entry for that of number 1"],
        ),
        (
            "[[position.stations]]\ncompany = \"Scouts\"\nstation = 1\n[[position.stations]]\ncompany = \"Scouts\"\n\
             station = 1",
            &["position.stations[1] is a second entry"],
        ),
        ("[[position.frames]]\ncompany = \"Scouts\"\nframe = 1\nleft = \"RaRaRaRa\"", &["position.frames[0].left"]),
        (
            "[[position.frames]]\ncompany = \"Scouts\"\nframe = 1\nat = [90.0, 0.0]",
            &["position.frames[0].at", "not wholly on the table"],
        ),
        ("[[position.stations]]\ncompany = \"Scouts\"\nstation = 1\nholder = \"X\"", &["stations[0].holder"]),
    ] {
        desk.write("p.toml", &scenario(SCENARIOS[0], &format!("[position]\n{position}")));
        desk.refuses("ra position p.toml --games 20", parts);
    }
    for (position, parts) in [
        (
            "[[position.assets]]\nfleet = 1\nship = 1\n[[position.assets]]\nfleet = 1\nship = 1",
            &["assets[1] is a second"][..],
        ),
        ("[[position.assets]]\nfleet = 3\nship = 1", &["assets[0].fleet is 3; allowed: 1 to 2", "| fleet = 3"]),
    ] {
        desk.write("p.toml", &scenario(SCENARIOS[1], &format!("[position]\n{position}")));
        desk.refuses("io position p.toml --games 20", parts);
    }
    let soldier = "[[position.aces]]\nace = \"M1-SOLDIER\"\n";
    for (position, parts) in [
        ("round = 21".to_owned(), &["position.round is 21; allowed: 1 to 20", "| round = 21"][..]),
        (format!("{soldier}vigor = 300"), &["found `300`; allowed: a whole number from 0 to 255", "| vigor = 300"]),
        (format!("{soldier}vigor = -1"), &["found `-1`; allowed: a whole number from 0 to 255", "| vigor = -1"]),
        (format!("{soldier}vigor = 0"), &["position.aces[0].vigor is 0; allowed: 1 to", "| vigor = 0"]),
        (format!("{soldier}condition = []"), &["`condition`", "did you mean `conditions`?", "| condition = []"]),
        (
            format!("{soldier}conditions = [\"protcted\"]"),
            &["did you mean `protected`?", "conditions = [\"protcted\"]"],
        ),
        (
            "[[position.aces]]\nace = \"M1-SOLDER\"".to_owned(),
            &["aces[0].ace", "did you mean `M1-SOLDIER`?", "| ace ="],
        ),
        (format!("{soldier}{soldier}"), &["position.aces[1] is a second entry for that of number 1"]),
        (
            "[[position.enemies]]\nenemy = 1\n[[position.enemies]]\nenemy = 1".to_owned(),
            &["position.enemies[1] is a second entry"],
        ),
    ] {
        desk.write("p.toml", &scenario(SCENARIOS[2], &format!("[position]\n{position}")));
        desk.refuses("af position p.toml --games 20", parts);
    }
    desk.write("games.toml", &scenario(SCENARIOS[0], ""));
    desk.ok("play games.toml --replay 0 --out .");
    desk.refuses("io position replay.jsonl", &["rapid-attack", "intercept-orbit"]);
    desk.refuses("ra position replay.jsonl --round 99", &["--round: 99", "the game has the rounds"]);
    desk.refuses("ra position replay.jsonl --decision 60000", &["--decision: 60000", "allowed: 1 to"]);
    desk.refuses("ra position replay.jsonl --policy tacticain", &["tactician"]);
    desk.refuses("ra audit games.toml", &["only a replay"]);
    let text = desk.read("replay.jsonl");
    desk.write("wrong.jsonl", &text.replacen("\"choices\":[", "\"choices\":[65534,", 1));
    desk.refuses("ra position wrong.jsonl", &["choice 0"]);
    desk.write("none.jsonl", &text.replacen("\"resume\":", "\"other\":", 1));
    desk.refuses("ra audit none.jsonl", &["has no choices"]);
}

/// Answers about missions have the words of the game: Harm, and decisions in a sentence.
#[test]
fn missions_are_described_in_their_words() {
    let desk = Desk::new();
    desk.ok("play af-example-round --replay 1 --out .");
    let audit = desk.ok("af audit replay.jsonl --games 20 --full");
    assert!(audit.contains(" Harm in ") && !audit.contains("damage in "), "{audit}");
    let state = desk.ok("af position replay.jsonl --decision 1 --games 20");
    assert!(state.contains("Aces to choose the next Ace") || state.contains("Aces to act"), "{state}");
}
