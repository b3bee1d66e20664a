//! `learn` as typed, with tiny numbers: the file it writes, and a search that uses it.

use crate::common::{Desk, number};

const SCENARIO: &str = r#"
title = "To learn from"
game = "rapid-attack"
seed = 4

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
swap_seats = true

[[study]]
kind = "games"
name = "three"
companies = ["estars-anvil", "suns-fang", "piercing-eye"]
policies = ["greedy", "tactician", "random"]

[[study]]
kind = "games"
name = "judged"
companies = ["mirror-four", "mirror-four"]
policies = ["mine", "tactician"]
games = 2

[policies.mine]
base = "search"
budget = 4
fielding = 0
outlook = "network.toml"
"#;

const TINY: &str = "learn learn.toml --study mirror,three --games 40 --states 6 --hidden 6,4 --epochs 30";

/// Creates a desk with a scenario that does not need a network yet.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("learn.toml", &SCENARIO.replace("outlook = \"network.toml\"\n", ""));
    desk
}

#[test]
fn learns_tests_and_writes_a_network_that_a_search_judges_by() {
    let desk = desk();
    let json = desk.json(TINY);
    // One in eight of the 80 games is held out.
    let counts = ["games.fitted", "games.held_out", "states.fitted", "states.held_out"].map(|path| number(&json, path));
    assert_eq!(counts, [70.0, 10.0, 420.0, 60.0]);
    assert!(number(&json, "loss.fitted.log") < number(&json, "loss.held_out_always_the_mean.log"));
    let bands = json["calibration"].as_array().unwrap();
    assert!(!bands.is_empty());
    for band in bands {
        let (from, to, said) = (number(band, "from"), number(band, "to"), number(band, "said"));
        assert!(from <= said && said <= to, "{band}");
    }
    let text = desk.read("network.toml");
    let file: toml::Table = toml::from_str(&text).unwrap();
    let from = file["provenance"].as_table().unwrap();
    assert_eq!(from["seed"].as_integer(), Some(4));
    assert_eq!(from["scenario_sha256"].as_str().map(str::len), Some(64));
    assert!(!text.contains("thread") && !text.contains("second"));
    desk.write("judged.toml", SCENARIO);
    desk.ok("play judged.toml --study judged --games 2");
    desk.write("strange.toml", &SCENARIO.replace("network.toml", "broken.toml"));
    desk.write("broken.toml", &text.replace("\"own score\"", "\"own scores\""));
    desk.refuses("play strange.toml --study judged", &["`own scores`", "`own score`", "hitchart learn"]);
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let desk = desk();
    let file = |options: &str| {
        desk.ok(&format!("{TINY} {options}"));
        desk.read("network.toml")
    };
    let one = file("--threads 1");
    assert!(one == file("--threads 2") && one == file("--threads 5"));
    let weights = |text: &str| text.split("[[layers]]").nth(1).map(str::to_owned);
    assert_ne!(weights(&one), weights(&file("--seed 5")));
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let desk = desk();
    desk.refuses("learn learn.toml --study mirrors", &["unknown study `mirrors`", "`mirror`"]);
    desk.refuses("learn learn.toml --rate 0", &["0.000001 to 1"]);
    desk.write("precious.txt", "precious");
    desk.refuses(&format!("{TINY} --out precious.txt"), &["precious.txt", "not a file of a learned network", "--out"]);
    assert_eq!(desk.read("precious.txt"), "precious");
    desk.write("none.toml", "title = 't'\ngame = 'rapid-attack'\n[[study]]\nkind = 'frames'\nframes = ['Soldier']\n");
    desk.refuses("learn none.toml", &["no study of kind `games`"]);
}

/// Rounds play, fit and test; the bytes do not depend on threads or on a stop, and no network is written that is not taken.
#[test]
fn rounds_are_tested_on_other_studies() {
    let desk = desk();
    let two = SCENARIO.replace("outlook = \"network.toml\"\n", "").replace("[[study]]\nkind = \"games\"\nname = \"three\"",
        "[[study]]\nkind = \"games\"\nname = \"other\"\ncompanies = [\"scouts\", \"mirror-four\"]\n\n[[study]]\nkind = \"games\"\nname = \"three\"");
    desk.write("learn.toml", &two);
    let tiny = "train learn.toml --rounds 2 --study mirror --held-out other --games 16 --test 8 --states 4 --hidden 4 --epochs 4";
    let json = desk.json(&format!("{tiny} --threads 1"));
    assert_eq!(json, desk.json(&format!("{tiny} --threads 3")));
    let rounds = json["train-rounds"].as_array().unwrap();
    let tests = json["train-tests"].as_array().unwrap();
    assert_eq!((rounds.len(), tests.len()), (2, 2));
    assert_eq!((&rounds[0]["played_by"], number(&rounds[0], "n")), (&"quick-search".into(), 8.0));
    let is_taken = |round: &serde_json::Value| round["verdict"] == "taken";
    assert_eq!(rounds.iter().any(is_taken), desk.path("network.toml").exists());
    for round in rounds {
        let gain = round["gain_interval"].as_array().unwrap();
        assert_eq!(is_taken(round), gain[0].as_f64().unwrap() > 0.0);
    }
    desk.refuses("train learn.toml --study mirror --held-out mirror", &["mirror", "--study", "--held-out"]);
    desk.refuses("train learn.toml --study mirror --held-out mirrors", &["mirrors", "mirror"]);
    desk.refuses("train learn.toml --rounds 0", &["1 to 20"]);
    desk.refuses("train three-companies --games 16", &["two studies", "missions of one row"]);
    desk.refuses("train af-stock-frames --study alone --held-out pairs", &["cannot be learned from", "one row"]);
}

/// Tables of three players are learned from and tested on like those of two.
#[test]
fn three_players_are_trained() {
    let desk = desk();
    let tiny = "train learn.toml --rounds 1 --study mirror --held-out three --games 16 --test 6 --states 4 --decisions 2 \
                --playouts 4 --hidden 4 --epochs 4";
    let json = desk.json(tiny);
    let round = &json["train-rounds"][0];
    assert_eq!((&round["played_by"], number(round, "n")), (&"quick-search".into(), 6.0));
    let learned = tiny.replace("--study mirror --held-out three", "--study three --held-out mirror");
    assert!(number(&desk.json(&learned)["train-rounds"][0], "states") > 20.0);
}

/// Meetings are drawn from the studies to learn from, under the seed, and tested on the others.
#[test]
fn drawn_meetings_are_learned_from() {
    let desk = desk();
    let tiny = "train learn.toml --rounds 1 --study three --held-out mirror --meetings 2 --games 16 --test 2 --states 4 \
                --decisions 0 --hidden 4 --epochs 4";
    let json = desk.json(tiny);
    assert!(number(&json["train-rounds"][0], "states") > 20.0);
    assert_ne!(json, desk.json(&format!("{tiny} --seed 5")));
    desk.refuses("train learn.toml --meetings 1001", &["0 to 1000"]);
}

/// Missions have no seats to swap: a search with networks meets the study's game master, as the starting player does.
#[test]
fn aces_are_trained_against_game_masters() {
    let desk = desk();
    let tiny = "train learning-apocalypse --rounds 1 --study lone-rifle --held-out swarm --games 16 --test 4 --states 4 \
                --decisions 2 --playouts 4 --hidden 4 --epochs 4";
    let json = desk.json(tiny);
    let round = &json["train-rounds"][0];
    assert_eq!((&round["played_by"], number(round, "n")), (&"quick-search".into(), 4.0));
    assert!(desk.ok(tiny).contains("Points of quick-search"));
    let is_taken = round["verdict"] == "taken";
    assert_eq!(is_taken, round["gain_interval"][0].as_f64().unwrap() > 0.0);
    assert!(["network.toml", "network-ranking.toml"].iter().all(|file| desk.path(file).exists() == is_taken));
}

/// A ranking is fitted to the candidates of searches, and a search with it plays.
#[test]
fn learns_a_ranking_of_candidates() {
    let desk = desk();
    let tiny = "learn learn.toml --study mirror --candidates 4 --policies quick-search,quick-search --games 40 --states 4 \
                --hidden 4 --epochs 8 --out ranking.toml";
    let json = desk.json(&format!("{tiny} --threads 1"));
    let one = desk.read("ranking.toml");
    assert_eq!(json, desk.json(&format!("{tiny} --threads 3")));
    assert!(one == desk.read("ranking.toml"));
    assert_eq!(["games.fitted", "games.held_out"].map(|path| number(&json, path)), [35.0, 5.0]);
    assert!(number(&json, "candidates.fitted") > number(&json, "candidates.held_out") && json["states"].is_null());
    let ranked = json["ranked"].as_array().unwrap();
    assert_eq!(number(&ranked[0], "candidates_compared"), 2.0);
    for share in ranked.iter().flat_map(|row| [&row["best_by_network"], &row["best_by_list"]]) {
        assert!((0.0..=1.0).contains(&number(share, "point")) && number(share, "n") <= 5.0, "{share}");
    }
    let scenario = SCENARIO.replace("outlook = \"network.toml\"\n", "ranking = \"ranking.toml\"\nshortlist = 3\n");
    desk.write("ranked.toml", &scenario);
    desk.ok("play ranked.toml --study judged --games 2");
    desk.write("wrong.toml", &scenario.replace("ranking = \"ranking", "outlook = \"ranking"));
    desk.refuses("play wrong.toml --study judged", &["`first in the list`", "--candidates"]);
    desk.refuses(&format!("{tiny} --lambda 0.5"), &["--candidates", "--lambda"]);
    let tacticians = tiny.replace("quick-search,quick-search", "tactician,tactician");
    desk.refuses(&tacticians, &["--candidates", "`mirror`", "playouts", "--policies"]);
}

/// The same command learns from missions, and either side may use the learned values. A study of several rows is
/// refused.
#[test]
fn missions_are_learned_from_and_judged_by_either_side() {
    const MISSIONS: &str = r#"
title = "Missions to learn from"
game = "apocalypse-frame"
seed = 4

[policies.mine]
base = "search"
budget = 6
outlook = "network.toml"

[[study]]
kind = "missions"
name = "patrol"
aces = ["M1", "L1"]
encounter = "patrol"

[[study]]
kind = "missions"
name = "siege"
aces = ["H1"]
policies = ["greedy", "spread"]
encounter = "siege"

[[study]]
kind = "squads"
name = "several"
sizes = [1]
"#;
    let desk = Desk::new();
    let own = "[policies.mine]\nbase = \"search\"\nbudget = 6\noutlook = \"network.toml\"\n";
    desk.write("learn.toml", &MISSIONS.replace(own, ""));
    let json = desk.json("learn learn.toml --study patrol,siege --games 40 --states 6 --hidden 6,4 --epochs 30");
    let games = ["games.fitted", "games.held_out"].map(|path| number(&json, path));
    assert_eq!(games, [70.0, 10.0]);
    assert!(number(&json, "loss.fitted.log") < number(&json, "loss.held_out_always_the_mean.log"));
    desk.write("judged.toml", MISSIONS);
    desk.ok("play judged.toml --study patrol --policies mine,mine --games 2");
    desk.refuses("learn learn.toml --study several --games 40", &["9 rows", "`missions`"]);
}
