//! Studies in scenarios that every game has: comparisons of rulesets, and tests of claims.

use crate::common::{Desk, at, files_of};
use crate::documents::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const GAMES: &str = r#"
[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
policies = ["greedy", "greedy"]
swap_seats = true
games = 40
"#;

const COMPARE: &str = r#"
[[study]]
kind = "compare"
name = "blues"
rules = ["blues.toml"]
games = 60
margins = { win = 0.05, rounds = 0.5 }
"#;

const CLAIMS: &str = r#"
[[study]]
kind = "claims"
name = "claims"
scenario = "ground.toml"
rungs = ["random", "greedy"]
games = 400

[[study.claim]]
id = "C1"
says = "Better defense means less damage."
rules = ["blues.toml"]
predicts = ["damage falls"]

[[study.claim]]
id = "C2"
says = "The Soldier outlasts the Assault."
known = [{ measure = "durability", item = "Soldier (RdYBG), 0 whites on defense", than = "Assault (RdBG), 0 whites on defense" }]

[[study.claim]]
id = "C3"
says = "It is fun."
untested = "fun is no number"

[[study.claim]]
id = "C4"
says = "The Assault takes a quarter less than the Soldier."
known = [{ measure = "durability", item = "Assault (RdBG), 0 whites on defense", than = "Soldier (RdYBG), 0 whites on defense", least = 0.7, most = 0.8 }]

[[study.claim]]
id = "C5"
says = "The Soldier outlasts the Assault, and the Assault the Soldier."
revised = ["2026-11-24: a test"]
known = [
    { measure = "durability", item = "Soldier (RdYBG), 0 whites on defense", than = "Assault (RdBG), 0 whites on defense" },
    { measure = "durability", item = "Assault (RdBG), 0 whites on defense", than = "Soldier (RdYBG), 0 whites on defense" },
]
"#;

/// Claims about answers, with the claims of another game.
const ANSWERS: &str = r#"
[[study]]
kind = "claims"
name = "answers"
include = ["io.toml"]

[[study.claim]]
id = "R1"
says = "Ties are not the rule."
scenario = "ground.toml"
studies = ["mirror"]
rungs = ["random", "greedy"]
predicts = ["tied at most 0.9", "wins of position, defender at most 1"]

[[study.claim]]
id = "R2"
says = "The Soldier hits harder."
scenario = "answers.toml"
studies = ["paper", "other"]
predicts = ["hit_points of Soldier, study paper leads Assault, study other", "hit_points of Soldier, study paper at most 1.5 times Assault, study other"]

[[study]]
kind = "durability"
name = "paper"
frames = ["Soldier"]
whites = [1]

[[study]]
kind = "durability"
name = "other"
frames = ["Assault"]
whites = [1]
"#;

const ORBIT: &str = r#"
title = "Orbit"
game = "intercept-orbit"
[[study]]
kind = "claims"
[[study.claim]]
id = "R3"
says = "More catapults, longer flights."
known = [{ measure = "rounds of flight", item = "launched by two catapults, 0 dodges a round", than = "launched by a catapult, 0 dodges a round" }]
"#;

fn head(studies: &str) -> String {
    format!("title = 'A lab'\ngame = 'rapid-attack'\nseed = 4\n{studies}")
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("x.toml", &head(&format!("{GAMES}{COMPARE}")));
    desk.write("ground.toml", &head(GAMES));
    desk.write("claims.toml", &head(CLAIMS));
    desk.write("answers.toml", &head(ANSWERS));
    desk.write("io.toml", ORBIT);
    desk.write("blues.toml", "extends = 'rulebook'\nname = 'blues'\n[dice]\ndefense = '2d10'\n");
    desk
}

fn json(desk: &Desk, path: &str) -> Value {
    serde_json::from_str(&desk.read(path)).unwrap()
}

/// A study in a scenario gives the same results as the command with the same games.
#[test]
fn a_comparison_in_a_scenario_is_that_of_the_command() {
    let desk = desk();
    desk.ok("run x.toml --out r --quiet");
    let (study, command) = (
        json(&desk, "r/tables/blues.json"),
        desk.json("compare rulebook blues.toml --scenario x.toml --games 60 --margins win=0.05,rounds=0.5"),
    );
    let told = |json: &Value| -> Vec<(String, f64)> {
        let effects = at(json, "effects").as_array().unwrap().iter();
        effects.map(|row| (format!("{} {}", row["metric"], row["of"]), row["effect"].as_f64().unwrap())).collect()
    };
    assert!(told(&study).len() > 60 && told(&study) == told(&command));
    assert_eq!(study["exact"].as_array().unwrap().len(), command["exact"].as_array().unwrap().len());
    let report = desk.read("r/report.md");
    assert!(report.contains("## In short") && report.contains("blues against rulebook: "), "{report}");
}

/// `robust` needs two rungs: with one, it is missing in JSON, in files and in the report.
#[test]
fn robust_is_not_said_of_one_rung() {
    let desk = desk();
    let robust = |rungs: &str| -> Vec<Value> {
        let json = desk.json(&format!("compare rulebook blues.toml --scenario x.toml --games 60 --rungs {rungs}"));
        at(&json, "effects").as_array().unwrap().iter().map(|row| row["robust"].clone()).collect()
    };
    let (one, two) = (robust("greedy"), robust("random,greedy"));
    assert!(one.len() > 60 && one.iter().all(Value::is_null), "{one:?}");
    assert!(two.iter().any(Value::is_boolean), "{two:?}");
    desk.ok("run x.toml --out r --quiet");
    let csv = desk.read("r/tables/blues-effects.csv");
    assert!(csv.contains("robust") && !csv.contains("true") && !csv.contains("false"), "{csv}");
}

/// With one policy in all seats, the games of a group cover all seatings, so the order of the companies does not
/// matter.
#[test]
fn companies_that_swap_seats_may_be_written_in_any_order() {
    let desk = desk();
    let told = |companies: &str| {
        let games = GAMES.replace("[\"mirror-four\", \"mirror-four\"]", companies);
        desk.write("x.toml", &head(&games));
        let json = desk.json("compare rulebook blues.toml --scenario x.toml --games 40");
        let effects = at(&json, "effects").as_array().unwrap().iter();
        let of = |row: &&Value| row["of"] == "company Scouts" && row["metric"] == "damage_dealt";
        let row = effects.clone().find(of).unwrap_or_else(|| panic!("{json:#}"));
        (row["baseline"].clone(), row["changed"].clone())
    };
    let first = told("[\"scouts\", \"suns-fang\"]");
    assert_eq!(first, told("[\"suns-fang\", \"scouts\"]"));
    assert_ne!(first.0, first.1);
}

/// A saved report needs none of the files that were read.
#[test]
fn reports_are_rendered_again_without_the_files() {
    let desk = desk();
    for scenario in ["x", "claims"] {
        desk.ok(&format!("run {scenario}.toml --out {scenario} --quiet --budget 0.5"));
    }
    let before = ["x", "claims"].map(|name| desk.read(&format!("{name}/report.html")));
    for file in ["x.toml", "ground.toml", "claims.toml", "blues.toml"] {
        fs::remove_file(desk.path(file)).unwrap();
    }
    for (name, before) in ["x", "claims"].iter().zip(before) {
        desk.ok(&format!("report {name}"));
        assert!(desk.read(&format!("{name}/report.html")) == before, "{name}");
    }
}

#[test]
fn claims_are_judged_by_games_and_by_what_is_known() {
    let desk = desk();
    desk.ok("run claims.toml --out c --quiet");
    let json = json(&desk, "c/tables/claims.json");
    let claims = at(&json, "claims").as_array().unwrap();
    let told: Vec<(&str, &str)> =
        claims.iter().map(|claim| (claim["id"].as_str().unwrap(), claim["verdict"].as_str().unwrap())).collect();
    let expected =
        [("C1", "supported"), ("C2", "supported"), ("C3", "not testable"), ("C4", "smaller"), ("C5", "opposite")];
    assert_eq!(told, expected);
    let players = desk.read("c/tables/players.csv");
    assert!(["random,", "greedy,"].iter().all(|name| players.contains(name)), "{players}");
    assert_eq!(
        (&claims[3]["facts"][0]["verdict"], &claims[4]["facts"][1]["verdict"]),
        (&"smaller".into(), &"opposite".into())
    );
    assert_eq!(
        (claims[4]["in_part"].as_bool(), claims[4]["revised"][0].as_str()),
        (Some(true), Some("2026-11-24: a test"))
    );
    assert!(claims[4]["why"].as_str().unwrap().contains("as claimed"), "{:#}", claims[4]);
    let first = &claims[0];
    assert_eq!((first["parts"][0]["verdict"].as_str(), first["in_part"].as_bool()), (Some("supported"), Some(false)));
    assert!(first["effect"].as_f64().unwrap() < 0.0 && first["interval"][1].as_f64().unwrap() < 0.0, "{first:#}");
    assert_eq!((first["rungs"].as_array().unwrap().len(), first["n"].as_u64().unwrap() > 0), (2, true));
    assert!(desk.path("c/plots/claims-c1.svg").is_file());
}

#[test]
fn budgets_and_threads() {
    let desk = desk();
    let games = |options: &str| {
        desk.ok(&format!("run x.toml --out r --quiet {options}"));
        at(&json(&desk, "r/tables/blues.json"), "games").as_u64().unwrap()
    };
    assert_eq!((games(""), games("--games 20"), games("--budget 2")), (60, 20, 120));
    // The provenance names the budget, unless `--games` takes its place; the command as typed is on another line.
    let replaced = |options: &str| {
        games(options);
        desk.read("r/report.md")
            .lines()
            .find(|line| line.contains("Options that replace"))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(replaced("--budget 2").contains("--budget 2"));
    let both = replaced("--budget 2 --games 20");
    assert!(both.contains("--games 20") && !both.contains("--budget"), "{both}");
    let page = |threads: u8| {
        desk.ok(&format!("run claims.toml --out c --quiet --threads {threads}"));
        desk.read("c/report.html")
    };
    assert!(page(1) == page(2));
}

/// Each error in a study of rules is reported with its place.
#[test]
fn what_is_wrong_is_said_with_its_place() {
    let desk = desk();
    let refuses = |studies: String, parts: &[&str]| {
        desk.write("wrong.toml", &head(&studies));
        desk.refuses("run wrong.toml --out w", parts);
        assert!(!desk.path("w").exists());
    };
    let compare = |from: &str, to: &str| format!("{GAMES}{}", COMPARE.replace(from, to));
    refuses(compare("compare", "compaer"), &["did you mean `compare`?", "wrong.toml:"]);
    refuses(compare("blues.toml", "rulebok"), &["unknown ruleset", "did you mean `rulebook`?", "wrong.toml:"]);
    refuses(compare("blues.toml", "v0.3"), &["unknown ruleset"]);
    refuses(compare("[\"blues.toml\"]", "[]"), &["the list is empty"]);
    refuses(compare("win = 0.05", "wim = 0.05"), &["unknown metric", "did you mean `win`?", "| margins = {", "^^^"]);
    refuses(compare("win = 0.05", "win = 0.0"), &["above 0"]);
    refuses(compare("games = 60", "games = 1"), &["`games` is 1"]);
    refuses(compare("games = 60", "scenario = \"none.toml\""), &["none.toml"]);
    refuses(compare("games = 60", "rungs = [\"greedi\"]"), &["did you mean `greedy`?"]);
    refuses(compare("games = 60", "studies = [\"miror\"]"), &["did you mean `mirror`?"]);
    refuses(COMPARE.to_owned(), &["no study of kind `games`"]);
    let claims = |from: &str, to: &str| CLAIMS.replace(from, to);
    refuses(claims("damage falls", "damage sinks"), &["no prediction", "falls"]);
    refuses(claims("damage falls", "damag falls"), &["unknown metric", "did you mean `damage`?", "| predicts = ["]);
    refuses(claims("damage falls", "win of nobody falls"), &["it is counted of"]);
    refuses(claims("\"C2\"", "\"C1\""), &["two claims are named `C1`"]);
    refuses(claims("predicts = [\"damage falls\"]", ""), &["given together"]);
    refuses(claims("untested = \"fun is no number\"", ""), &["has no prediction"]);
    refuses(claims("durability", "durable"), &["unknown measure", "did you mean `durability`?", "| known = ["]);
    refuses(
        claims("than = \"Assault (RdBG), 0", "than = \"Assalt (RdBG), 0"),
        &["not known exactly", "`Assault (RdBG), 0"],
    );
    refuses(claims("least = 0.7", "least = 0.9"), &["`least` is 0.9 and `most` is 0.8"]);
    refuses(claims("least = 0.7", "least = nan"), &["`least` is NaN"]);
    refuses(claims("damage falls", "damage trails company Mirror Four 2"), &["no prediction", "trails"]);
    refuses(claims("damage falls", "win of company A trails company B"), &["it is counted of"]);
    refuses(claims("\"2026-11-24: a test\"", "\" \""), &["revised"]);
    refuses(claims("games = 400", "matters = 2.0"), &["`matters` is 2"]);
    let answers = |from: &str, to: &str| ANSWERS.replace(from, to);
    refuses(answers("tied at most 0.9", "tied rises"), &["`rules` is missing", "at least", "wrong.toml:"]);
    refuses(answers("tied at most 0.9", "tied at most few"), &["no prediction"]);
    refuses(
        answers("tied at most 0.9", "tidy at most 0.9"),
        &["unknown metric", "did you mean `tied`?", "| predicts = ["],
    );
    refuses(answers("\"mirror\"", "\"miror\""), &["did you mean `mirror`?"]);
    refuses(answers("\"greedy\"", "\"greedi\""), &["did you mean `greedy`?"]);
    refuses(ANSWERS.replace("Soldier, study paper leads", "Soldat leads"), &["no table of", "hit_points of Soldat"]);
    refuses(
        ANSWERS.replace("\nstudies = [\"paper", "\nrungs = [\"greedy\"]\nstudies = [\"paper"),
        &["leave `rungs` out"],
    );
    refuses(answers("io.toml", "ground.toml"), &["no study of kind `claims`"]);
    refuses(answers("io.toml", "answers.toml"), &["includes other scenarios"]);
    refuses(answers("io.toml", "none.toml"), &["none.toml"]);
    refuses(answers("R1", "R3"), &["claims `R3` and `R3`"]);
    refuses(claims("damage falls", "damage at most 3"), &["takes no `rules`"]);
}

/// Answers of exact studies and of games are judged, next to the claims of another game, and a saved report has all of it.
#[test]
fn claims_read_answers_and_include_other_games() {
    let desk = desk();
    desk.ok("run answers.toml --out a --quiet");
    let told = json(&desk, "a/tables/answers.json");
    let claims = at(&told, "claims").as_array().unwrap();
    let row = |claim: &Value| ["id", "game", "verdict"].map(|key| claim[key].as_str().unwrap().to_owned());
    let expected = [
        ["R1", "rapid-attack", "supported"],
        ["R2", "rapid-attack", "supported"],
        ["R3", "intercept-orbit", "supported"],
    ];
    assert_eq!(claims.iter().map(row).collect::<Vec<_>>(), expected);
    assert_eq!(
        claims.iter().map(|claim| claim["answered"][0].as_str().unwrap()).collect::<Vec<_>>(),
        ["games", "durability", "exact"]
    );
    let tied = &claims[0]["parts"][0]["rungs"];
    assert_eq!((tied.as_array().unwrap().len(), tied[0]["n"].as_u64(), &tied[0]["ruleset"]), (2, Some(40), &"".into()));
    let page = desk.read("a/report.html");
    for file in ["answers.toml", "ground.toml", "io.toml"] {
        fs::remove_file(desk.path(file)).unwrap();
    }
    desk.ok("report a");
    assert!(desk.read("a/report.html") == page);
}

/// `docs/claims.md` is generated from the committed report; `UPDATE_CLAIMS=1` rewrites it.
#[test]
fn the_page_of_claims_is_that_of_the_report() {
    let report = root().join("reports/claims");
    let told: Value = serde_json::from_str(&fs::read_to_string(report.join("tables/claims.json")).unwrap()).unwrap();
    let claims = at(&told, "claims").as_array().unwrap();
    let games: BTreeSet<&str> = claims.iter().map(|claim| claim["game"].as_str().unwrap()).collect();
    assert_eq!(games.len(), 3);
    assert!(claims.iter().all(|claim| VERDICTS.contains(&claim["verdict"].as_str().unwrap())));
    let (page, path) = (page_of(claims), root().join("docs/claims.md"));
    if std::env::var_os("UPDATE_CLAIMS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == page, "docs/claims.md is not that of reports/claims");
    let size: u64 = files_of(&report).values().map(|content| content.len() as u64).sum();
    assert!(size < 1_000_000, "{size} bytes");
}

/// Verdicts in the order of the page.
const VERDICTS: [&str; 6] = ["supported", "opposite", "differs", "smaller", "undecided", "not testable"];

/// Returns true if some rung decides a part only by effects that differ from zero but have no interval beyond the
/// margin.
fn is_near(part: &Value) -> bool {
    let all = part["rungs"].as_array().unwrap();
    if all.iter().any(|one| one["ruleset"] == "") {
        return false;
    }
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let is_beyond = |one: &Value| {
        let margin = number(&one["margin"]);
        number(&one["interval"][0]) > margin || number(&one["interval"][1]) < -margin
    };
    let is_decided = |one: &&Value| ["supported", "opposite"].contains(&one["verdict"].as_str().unwrap());
    let is_settled = |rung: &Value| all.iter().any(|one| one["rung"] == *rung && is_beyond(one));
    all.iter().filter(is_decided).any(|one| !is_settled(&one["rung"]))
}

/// Formats the page: the number of claims by verdict, a row for each claim, and the changes made after a first result.
fn page_of(claims: &[Value]) -> String {
    let text = |claim: &Value, key: &str| claim[key].as_str().unwrap_or("–").replace('|', "\\|");
    let count = |verdict: &str| {
        let all: Vec<&Value> = claims.iter().filter(|claim| claim["verdict"] == verdict).collect();
        let in_part = all.iter().filter(|claim| claim["in_part"] == true).count();
        let in_part = if in_part == 0 { String::new() } else { format!(" ({in_part} in part)") };
        format!("{} {verdict}{in_part}", all.len())
    };
    let counts = VERDICTS.map(count).join(", ");
    let effect = |claim: &Value| match (claim["effect"].as_f64(), claim["interval"].as_array()) {
        (Some(effect), Some(interval)) => {
            format!("{effect:+.3} ({:+.3} to {:+.3})", interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap())
        }
        _ => "–".to_owned(),
    };
    let row = |claim: &Value| {
        let n = claim["n"].as_u64().map_or("–".to_owned(), |n| n.to_string());
        let [id, game, says, verdict, why] = ["id", "game", "says", "verdict", "why"].map(|key| text(claim, key));
        let kinds = claim["answered"].as_array().unwrap().iter().filter_map(Value::as_str);
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let in_part = if claim["in_part"] == true { " in part" } else { "" };
        format!("| {id} | {game} | {says} | {verdict}{in_part} | {kinds} | {why} | {} | {n} |\n", effect(claim))
    };
    let rows: String = claims.iter().map(row).collect();
    let is_near_one = |claim: &&Value| claim["parts"].as_array().unwrap().iter().any(is_near);
    let near: Vec<&str> = claims.iter().filter(is_near_one).map(|claim| claim["id"].as_str().unwrap()).collect();
    let near = near.join(", ");
    let revised = |claim: &Value| -> String {
        let notes = claim["revised"].as_array().unwrap().iter();
        notes.map(|note| format!("- {}, {}\n", claim["id"].as_str().unwrap(), note.as_str().unwrap())).collect()
    };
    let revised: String = claims.iter().map(revised).collect();
    format!(
        "# Results of the claims\n\n\
         The texts of three games make {} claims: {counts}.\n\n\
         - `scenarios/claims.toml` has the predictions of each claim, `scenarios/claims-ground.toml` those about the ground,\n  \
           `scenarios/io-claims.toml` and `scenarios/af-claims.toml` those of the other games. [compare.md](compare.md#claims) explains the verdicts.\n\
         - \"Answered by\" has the kinds of study: `compare` is games under the rules and under a change of them, `exact` is numbers\n  \
           that are known without games. All others are studies whose answer was read.\n\
         - The verdict of a claim with several parts is that of its worst part. \"In part\" means that other parts have another\n  \
           verdict; the column \"reason\" shows which.\n\
         - Opposite means that the effect goes the other way. Smaller means that the effect is shown to be smaller than the\n  \
           margin, in either direction. A prediction that depends on the players is undecided.\n\
         - The effect is the clearest one of the deciding prediction: the mean over the studies that count it, with its 95%\n  \
           interval. For an answer, the effect is the number minus its bound or minus the other number. N counts games; for a\n  \
           policy in several seats it counts seats; for a change, games under each ruleset.\n\n\
         This page is made from `reports/claims`. `hitchart run claims --budget 0.25 --out reports/claims` writes this report in some\n\
         10 minutes on two cores, and `.ci/findings` runs it. The report has all effects and figures.\n\n\
         | claim | game | text | verdict | answered by | reason | effect | N |\n|---|---|---|---|---|---|---:|---:|\n{rows}\n\
         ## Effects near the margin\n\n\
         Each of these claims has a part with an effect that differs from zero, and an interval that still reaches into the margin\n\
         after all games: {near}.\n\
         With another seed, this part may be shown to be smaller than the margin, and the claim may get another verdict.\n\n\
         ## Changed after a first result\n\n\
         A claim is weaker evidence if its words, metric or games were chosen after a first result. All such changes, with their\n\
         days and commits:\n\n{revised}\n\
         The rules of all verdicts changed on 2026-11-24. Until then, \"contradicted\" stood for opposite and for smaller. The games\n\
         of a claim ended with its first part. An effect that differed from zero was decided before it was known to matter.\n",
        claims.len()
    )
}
