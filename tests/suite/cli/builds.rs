//! `ra improve` and `ra bid`, and the studies that search for companies: as typed, with tiny numbers, and refusals.

use crate::common::{Desk, at, number};
use serde_json::Value;

const FIELD: &str = r#"
title = "A field"
game = "rapid-attack"
seed = 4
[[study]]
kind = "improve"
battlefield = "duel"
policy = "greedy"
company = "mirror-four"
field = ["suns-fang", "scouts"]
games = 40
test_games = 8
"#;

const MINE: &str = r#"
name = "Mine"
frames = ["Soldier", "Hammer", "RdYG", "Close Assault"]
rockets = "auto"
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("field.toml", FIELD);
    desk.write("mine.toml", MINE);
    desk
}

#[test]
fn improve_says_what_is_best_and_how_lucky_the_race_was() {
    let desk = desk();
    let json = desk.json("ra improve mine.toml --field field.toml --keep-bid --games 40 --test 8");
    assert_eq!(at(&json, "company"), "Mine");
    assert_eq!(json["distances"][0]["name"], "greedy");
    let changes = at(&json, "changes").as_array().unwrap();
    assert!((1..=6).contains(&changes.len()));
    for change in changes {
        let optimism = number(change, "raw_gain") - number(change, "gain.point");
        assert!((optimism - number(change, "optimism")).abs() < 1e-9);
        assert_eq!(change["frames"].as_array().unwrap().len(), 4, "the bid is kept");
    }
    let again = desk.json("ra improve mine.toml --field field.toml --keep-bid --games 40 --test 8 --threads 1");
    assert_eq!(json, again);
}

/// One screen shows who beats a company and which single change helps it most, with the change in the first lines.
#[test]
fn improve_answers_both_questions_on_one_screen() {
    let desk = desk();
    let typed = "ra improve mine.toml --field field.toml --games 400 --test 40";
    let said = desk.ok(typed);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() <= 25, "{said}");
    assert!(lines[0].contains("Who beats Mine"), "{said}");
    let first = lines[..5].join(" ");
    assert!(first.contains("single change of Mine") && first.contains("points ("), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("The Sun's Fang") && words.contains("Scouts"), "both opponents: {said}");
    assert!(words.contains("beat Mine") || words.contains("beats Mine"), "{said}");
    assert!(words.contains("best pair of changes"), "{said}");
    assert!(!said.contains("; with a") && !said.contains("optimism"), "{said}");
    let line = desk.ok(&format!("{typed} --format line"));
    assert!(line.lines().count() == 1 && line.contains("Mine: ") && line.contains("[rulebook, seed 4]"), "{line}");
    let json = desk.json(typed);
    let opponents = at(&json, "opponents").as_array().unwrap();
    assert_eq!(opponents.len(), 2);
    assert!(number(&opponents[0], "points.point") <= number(&opponents[1], "points.point"), "the hardest first");
    let changes = at(&json, "changes").as_array().unwrap();
    assert!(
        changes.iter().any(|change| change["pair"] == false) && changes.iter().any(|change| change["pair"] == true)
    );
    for change in changes.iter().filter(|change| change["pair"] == false) {
        let label = change["change"].as_str().unwrap();
        let verb = label.split(' ').next().unwrap();
        assert!(["replace", "drop", "add", "move"].contains(&verb), "{label}");
    }
}

#[test]
fn improve_refuses_with_the_place() {
    let desk = desk();
    desk.write("three.toml", "name = 'Three'\nframes = ['Soldier', 'Soldier', 'Soldier']\nrockets = 'auto'\n");
    desk.refuses("ra improve three.toml --field field.toml", &["three.toml:2", "3 frames", "4 to 6"]);
    desk.write("odd.toml", "name = 'Odd'\nframes = ['Soldier', 'Soldier', 'Soldier', 'Sodlier']\n");
    desk.refuses("ra improve odd.toml --field field.toml", &["odd.toml:2", "Soldier"]);
    desk.write("none.toml", "title = 'x'\ngame = 'rapid-attack'\n[[study]]\nkind = 'frames'\nframes = ['Soldier']\n");
    desk.refuses("ra improve mine.toml --field none.toml", &["no study with a `field`"]);
    desk.refuses("ra improve mine.toml --field field.toml --ban Rq", &["Rq"]);
    desk.refuses("ra improve mine.toml --field field.toml --ban SSR", &["`SSR` is a rocket", "`--ban`"]);
}

/// A company keeps its systems of a banned kind, and no change adds one.
#[test]
fn no_change_adds_what_is_banned() {
    let desk = desk();
    let typed = "ra improve mine.toml --field field.toml --games 40 --test 8 --full";
    let (free, banned) = (desk.ok(typed), desk.ok(&format!("{typed} --ban B")));
    assert!(free.contains("with B in") && banned.contains("replace B with"), "{free}\n{banned}");
    assert!(!banned.contains("with B in") && !banned.contains("add B to"), "{banned}");
}

#[test]
fn bids_are_answered_from_results_with_their_provenance() {
    let desk = Desk::new();
    let json = desk.json("ra bid --against 5/20");
    assert_eq!(at(&json, "against"), "5/20");
    assert_eq!(at(&json, "made.scenario"), "bids.toml");
    let answers = at(&json, "answers").as_array().unwrap();
    let points: Vec<f64> = answers.iter().map(|answer| number(answer, "points.point")).collect();
    assert!(answers.len() > 5 && points.is_sorted_by(|a, b| a >= b));
    let own = answers.iter().find(|answer| answer["bid"] == "5/20").unwrap();
    assert_eq!(number(own, "points.point"), 0.5, "a bid against itself");
    assert_eq!(at(&json, "companies").as_u64(), Some(6));
    let best = answers[0]["bid"].as_str().unwrap();
    let said = desk.ok("ra bid --against 5/20");
    assert!(said.lines().count() <= 25, "{said}");
    let first = said.lines().take(5).collect::<Vec<_>>().join(" ");
    assert!(first.contains(&format!("bid {best}")) && first.contains("% ("), "{said}");
    assert!(first.contains("search for companies"), "{said}");
    assert!(said.contains("6 companies were built independently for each bid"), "{said}");
    let line = desk.ok("ra bid --against 5/20 --format line");
    assert!(line.lines().count() == 1 && line.contains(best) && line.contains("rulebook, seed 14"), "{line}");
    desk.refuses("ra bid --against 5/20 --companies 4", &["--games"]);
    desk.refuses("ra bid --against 5/3", &["5/3 is not one of the stored bids", "5/20"]);
    desk.refuses("ra bid --against 5/21", &["5 frames carry at most 20 systems"]);
    desk.refuses("ra bid --against five", &["no bid"]);
    desk.refuses("ra bid --against 5/20 --seed 3", &["--games"]);
}

/// With more players the bid is answered by games played now, in which all opponents make the same bid.
#[test]
fn bids_at_larger_tables_are_played_and_answered() {
    let desk = Desk::new();
    desk.write("short.toml", "extends = 'rulebook'\nname = 'short'\n[clock]\nstart = 1\n");
    let typed = "ra bid --against 3/12 --players 3 --games 6 --companies 3 --build-games 2 --rules short.toml";
    let json = desk.json(typed);
    assert_eq!((at(&json, "players").as_u64(), at(&json, "made.games").as_u64()), (Some(3), Some(6)));
    let answers = at(&json, "answers").as_array().unwrap();
    assert_eq!(answers.len(), 9, "three numbers of frames with three numbers of systems each");
    let own = answers.iter().find(|answer| answer["bid"] == "3/12").unwrap();
    assert!((number(own, "victories.point") - 1.0 / 3.0).abs() < 1e-9, "even against itself");
    let summary = at(&json, "summary").as_array().unwrap();
    let first = summary[0].as_str().unwrap();
    for part in ["2 opponents who all bid 3/12", "% (", "33% is even", "search for companies"] {
        assert!(first.contains(part), "{part}: {first}");
    }
    desk.refuses("ra bid --against 3/12 --players 6", &["--players", "2 to 5"]);
    desk.refuses("ra bid --against 6/20 --players 3", &["6 frames", "3 to 5"]);
    desk.refuses("ra bid --against 3/12 --players 3 --games 40 --out bids.json", &["--out", "2 players"]);
}

#[test]
fn results_of_bids_replace_nothing_but_their_own() {
    let desk = Desk::new();
    desk.write("short.toml", "extends = 'rulebook'\nname = 'short'\n[clock]\nstart = 1\n");
    let played = "ra bid --against 4/16 --games 2 --companies 3 --build-games 2 --rules short.toml";
    let own = "[\"made\", \"by hand\"]\n";
    desk.write("mine.json", own);
    desk.refuses(&format!("{played} --out mine.json"), &["mine.json", "results of bids"]);
    assert_eq!(desk.read("mine.json"), own, "byte for byte");
    desk.write("bids.json", &crate::documents::read("crates/ask/src/games/rapid_attack/studies/bids/results.json"));
    desk.ok(&format!("{played} --out bids.json"));
    let replaced: Value = serde_json::from_str(&desk.read("bids.json")).unwrap();
    assert_eq!(at(&replaced, "made.ruleset"), "short");
    assert_eq!(at(&replaced, "grid.bids").as_array().map(Vec::len), Some(12));
}

const STUDIES: &str = r#"
title = "Companies"
game = "rapid-attack"
seed = 4
[[study]]
kind = "marginal"
name = "marginal"
battlefield = "duel"
policy = "greedy"
company = "mirror-four"
field = ["suns-fang"]
changes = ["frames", "rockets"]
games = 40
[[study]]
kind = "optimise"
name = "best"
battlefield = "duel"
policy = "greedy"
field = ["suns-fang"]
frames = [4, 4]
systems = [15, 15]
required = ["Y", "SSR"]
banned = ["Ra"]
population = 4
generations = 2
games = 48
test_games = 8
[[study]]
kind = "bids"
name = "bids"
battlefield = "duel"
policy = "greedy"
bids = ["4/15", "4/16", "5/20"]
companies = 3
build_games = 60
games = 12
[[study]]
kind = "double-oracle"
name = "oracle"
battlefield = "duel"
policies = ["greedy"]
field = ["suns-fang", "mirror-four"]
frames = [4, 4]
rounds = 2
games = 8
search_games = 60
test_games = 8
"#;

#[test]
fn studies_of_companies_answer_in_words_and_tables() {
    let desk = Desk::new();
    desk.write("x.toml", STUDIES);
    desk.ok("run x.toml --out report");
    let best = desk.read("report/tables/best-best.csv");
    assert!(best.contains("4/15") && best.contains("SSR"), "{best}");
    assert!(!best.contains("Ra"), "banned: {best}");
    let rounds = desk.read("report/tables/oracle-rounds.csv");
    assert!(rounds.lines().count() >= 2, "{rounds}");
    let grid = desk.read("report/tables/bids-grid.csv");
    assert_eq!(grid.lines().count(), 1 + 9, "{grid}");
    let built = desk.read("report/tables/bids-built.csv");
    assert_eq!(built.lines().count(), 1 + 9, "three companies of each of three bids: {built}");
    let changes = desk.read("report/tables/marginal-changes.csv");
    assert!(changes.contains("frame dropped") || changes.contains("frame added"), "{changes}");
    let page = desk.read("report/report.md");
    assert!(page.contains("In short"), "answers in words first");
}

const MORE: &str = r#"
title = "Companies at larger tables, against equilibria, and without something"
game = "rapid-attack"
seed = 4
[[study]]
kind = "bids"
name = "three"
battlefield = "avenues"
policy = "greedy"
players = 3
bids = ["3/11", "3/12", "4/16"]
companies = 3
build_games = 24
games = 12
test_games = 30
[[study]]
kind = "bid-moves"
name = "moves"
battlefield = "duel"
policy = "greedy"
rockets = [0]
stations = [3]
sizes = []
companies = 3
build_games = 30
games = 4
[[study]]
kind = "optimise"
name = "settled"
battlefield = "duel"
policy = "greedy"
field = ["suns-fang", "mirror-four"]
against = "equilibrium"
field_games = 8
frames = [4, 4]
population = 4
generations = 2
games = 48
test_games = 8
[[study]]
kind = "optimise"
name = "role"
battlefield = "duel"
policy = "greedy"
field = ["suns-fang"]
start = "mirror-four"
frame = 2
required = ["Y"]
banned = ["B"]
games = 64
test_games = 8
[[study]]
kind = "restricted"
name = "without"
battlefield = "duel"
policy = "greedy"
company = "mirror-four"
games = 8
"#;

#[test]
fn tables_of_three_equilibria_roles_and_bars_answer() {
    let desk = Desk::new();
    desk.write("x.toml", MORE);
    desk.ok("run x.toml --out report");
    let settled = desk.read("report/tables/three-settled.csv");
    assert_eq!(settled.lines().count(), 1 + 3, "{settled}");
    let tables = desk.read("report/tables/three-tables.csv");
    // Three bids make ten tables of three: three with one bid, six with two, one with all.
    assert_eq!(tables.lines().count(), 1 + 3 + 2 * 6 + 3, "{tables}");
    let page = desk.read("report/report.md");
    assert!(
        page.contains("At tables of 3 the best mix of bids is") && page.contains("The best reply to this mix"),
        "{page}"
    );
    let moves = desk.read("report/tables/moves-moves.csv");
    assert!(moves.contains("0 rockets") && moves.lines().count() == 3, "{moves}");
    assert!(page.contains("against the equilibrium of the field"), "{page}");
    let race = desk.read("report/tables/role-race.csv");
    assert!(race.lines().count() > 2 && desk.read("report/tables/role-best.csv").lines().count() == 2, "{race}");
    let without = desk.read("report/tables/without-restricted.csv");
    for (label, sort) in
        [("without placing spots", "action"), ("without capturing stations", "rule"), ("without Y", "system")]
    {
        assert!(without.lines().any(|line| line.contains(label) && line.contains(sort)), "{label}: {without}");
    }
}

#[test]
fn larger_tables_and_roles_are_refused_with_their_place() {
    let desk = Desk::new();
    let study = |keys: &str| format!("title = \"x\"\ngame = \"rapid-attack\"\n[[study]]\nname = \"x\"\n{keys}\n");
    let optimise = "kind = \"optimise\"\nfield = [\"suns-fang\"]\n";
    for (keys, words) in [
        ("kind = \"bids\"\nplayers = 6".to_owned(), "players"),
        ("kind = \"bids\"\ncompanies = 2".to_owned(), "3 to 20"),
        ("kind = \"bids\"\nplayers = 2\ntest_games = 8".to_owned(), "test_games"),
        ("kind = \"bids\"\nplayers = 3\nbids = [\"6/20\"]".to_owned(), "3 to 5"),
        (format!("{optimise}frame = 1"), "start"),
        (format!("{optimise}start = \"suns-fang\"\nframe = 9"), "frame"),
        (format!("{optimise}start = \"suns-fang\"\nframe = 1\nsystems = [4, 8]"), "leave out"),
        (format!("{optimise}field_games = 8"), "equilibrium"),
        ("kind = \"bid-moves\"\nrockets = [13]".to_owned(), "rockets"),
        ("kind = \"bids\"\nagainst = \"5/20\"".to_owned(), "3 players or more"),
        ("kind = \"bids\"\nplayers = 3\nagainst = \"6/20\"".to_owned(), "3 to 5"),
        (format!("{optimise}frames = [4, 4]\nsystems = [18, 20]"), "4 frames carry at most 16 systems"),
        (format!("{optimise}required = [\"Y\"]\nbanned = [\"Y\", \"Ra\"]"), "no company has no Y and at least one Y"),
        (
            "kind = \"double-oracle\"\nfield = [\"suns-fang\"]\nrequired = [\"B\"]\nbanned = [\"B\"]".to_owned(),
            "no B and at least one B",
        ),
    ] {
        desk.write("x.toml", &study(&keys));
        desk.refuses("run x.toml", &[words]);
    }
}
