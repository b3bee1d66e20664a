//! `compare` as typed, with tiny numbers: exact numbers, games, and refusals.

use crate::common::{Desk, at, number};
use serde_json::Value;
use std::collections::BTreeSet;

const SCENARIO: &str = r#"
title = "To be compared"
game = "rapid-attack"
seed = 4

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
policies = ["greedy", "greedy"]
swap_seats = true

[[study]]
kind = "games"
name = "three"
companies = ["estars-anvil", "suns-fang", "piercing-eye"]
policies = ["random", "random", "random"]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("x.toml", SCENARIO);
    desk.write("same.toml", "extends = 'rulebook'\nname = 'same'\n");
    desk.write("blues.toml", "extends = 'rulebook'\nname = 'blues'\n[dice]\ndefense = '1d8'\n");
    desk
}

fn effects(json: &Value) -> &Vec<Value> {
    at(json, "effects").as_array().unwrap()
}

/// `--confirm` adds `deep` after the other rungs, in studies of games alone; `confirm = true` does the same in a study.
#[test]
fn verdicts_are_confirmed_by_the_deep_search() {
    let desk = desk();
    let json =
        desk.json("compare rulebook blues.toml --scenario x.toml --study mirror --rungs greedy --games 2 --confirm");
    let rungs: BTreeSet<&str> = effects(&json).iter().map(|effect| effect["rung"].as_str().unwrap()).collect();
    assert_eq!(rungs, BTreeSet::from(["deep", "greedy"]));

    let fixed = "title = 'T'\ngame = 'rapid-attack'\n[[study]]\nkind = 'tournament'\nname = 't'\ncompanies = ['scouts', \
        'mirror-four']\npolicies = ['greedy']\n[[study]]\nkind = 'compare'\nname = 'c'\nrules = ['blues.toml']\n\
        studies = ['t']\nconfirm = true\n";
    desk.write("fixed.toml", fixed);
    let refused = desk.refused("run fixed.toml --out out");
    assert!(refused.contains("confirm") && refused.contains("fixed.toml"), "{refused}");
}

/// Rulesets that all equal the first play no games.
#[test]
fn equal_rules_are_not_played() {
    let desk = desk();
    let json = desk.json("compare rulebook same.toml rulebook --scenario x.toml --games 40");
    assert!(effects(&json).is_empty() && number(&json, "games") == 0.0, "{json:#}");
    let summary = json["summary"].to_string();
    assert!(summary.contains("same.toml has the same rules") && summary.contains("rulebook has the same rules"));
    let by_field = desk.json("compare rulebook --field ranges.direct=8 --scenario x.toml --games 40");
    assert_eq!(number(&by_field, "games"), 0.0);
}

/// An equal overlay that is compared with another ruleset plays on the same dice, and nothing changes.
#[test]
fn an_equal_overlay_changes_nothing() {
    let json = desk().json("compare rulebook same.toml blues.toml --scenario x.toml --games 40");
    assert!(at(&json, "exact").as_array().unwrap().iter().all(|row| row["ruleset"] != "same.toml"));
    let same: Vec<&Value> = effects(&json).iter().filter(|effect| effect["ruleset"] == "same.toml").collect();
    assert!(same.len() > 100 && number(&json, "games") > 0.0);
    for effect in same {
        assert!(effect["effect"] == 0.0 && effect["p"] == 1.0 && effect["verdict"] != "moved", "{effect:#}");
        assert_eq!(effect["baseline"], effect["changed"]);
    }
    let second = json["summary"][1].as_str().unwrap();
    assert!(second.contains("same.toml") && second.contains("same rules"), "{second}");
    let origin = at(&json, "provenance");
    assert_eq!((&origin["seed"], &origin["scenario"]), (&4.into(), &"x.toml".into()));
    let hashes: Vec<&Value> = origin["rulesets"].as_array().unwrap().iter().map(|rules| &rules["sha256"]).collect();
    assert!(hashes.len() == 3 && hashes.iter().all(|hash| hash.as_str().unwrap().len() == 64), "{origin}");
}

/// `--exact` compares only exact numbers: blues with eight sides defend better, and nothing else changes.
#[test]
fn exact_numbers_alone() {
    let json = desk().json("compare rulebook blues.toml --exact");
    assert!(effects(&json).is_empty() && number(&json, "games") == 0.0);
    let exact = at(&json, "exact").as_array().unwrap();
    let of = |item: &str| exact.iter().find(|row| row["item"].as_str().unwrap().contains(item));
    let defense = of("Soldier (RdYBG), B with 0 whites").unwrap();
    assert_eq!((defense["baseline"].as_f64(), defense["changed"].as_f64()), (Some(3.5), Some(4.5)));
    assert!(of("Soldier (RdYBG), Y with 0 whites").is_none());
    assert!(
        exact.iter().any(|row| row["measure"] == "attack") && exact.iter().any(|row| row["measure"] == "durability")
    );
}

/// The hits of cover are in no name, so another number of them changes the damage of every attack on cover. Attacks that
/// change alike are shown once.
#[test]
fn cover_of_other_hits_is_compared() {
    for (base, field, cover) in
        [("rulebook", "cover.default_hits=3", ", cover"), ("intercept-orbit", "cover.debris_hits=2", ", debris")]
    {
        let json = desk().json(&format!("compare {base} --field {field} --exact"));
        let exact = at(&json, "exact").as_array().unwrap();
        let attacks: Vec<&Value> = exact.iter().filter(|row| row["measure"] == "attack").collect();
        assert!(attacks.len() > 10, "{}", attacks.len());
        for row in attacks {
            assert!(row["item"].as_str().unwrap().ends_with(cover), "{row}");
            assert!(row["changed"].as_f64() < row["baseline"].as_f64(), "{row}");
        }
    }
    let said = desk().ok("compare rulebook --field cover.default_hits=3 --exact");
    let changes: Vec<&str> = said.lines().filter(|line| line.contains(" to ") && line.starts_with("  ")).collect();
    assert!(changes.len() > 1 && said.contains("others alike)"), "{said}");
    let ends: Vec<&str> = changes.iter().map(|line| line.rsplit("  ").next().unwrap()).collect();
    let ends: Vec<&str> = ends.iter().map(|end| end.split(" (").next().unwrap()).collect();
    assert!(ends.windows(2).all(|two| two[0] != two[1]), "{said}");
}

/// Exact numbers and games state the hits of cover in two fields. A ruleset or a sweep that changes one of them has a
/// warning with both names, and none if it changes both or neither.
#[test]
fn cover_that_is_changed_by_half_has_a_warning() {
    let desk = desk();
    let (hits, bricks) = ("[cover]\ndefault_hits = 3\n", "[shelter]\nbricks_per_hit = 4\n");
    let extended = |changes: &str| format!("extends = \"rulebook\"\n{changes}");
    desk.write("hits.toml", &extended(hits));
    desk.write("bricks.toml", &extended(bricks));
    desk.write("both.toml", &extended(&format!("{hits}{bricks}")));
    let warns = |command: &str| {
        let said = desk.say(command);
        assert_eq!(said.code, Some(0), "{command}: {}", said.err);
        said.err.contains("cover.default_hits") && said.err.contains("shelter.bricks_per_hit")
    };
    for (file, expected) in [("hits", true), ("bricks", true), ("both", false), ("blues", false)] {
        assert_eq!(warns(&format!("rules check {file}.toml")), expected, "{file}");
        assert_eq!(warns(&format!("compare rulebook {file}.toml --exact")), expected, "{file}");
    }
    let sweep = "sweep x.toml --rungs random --games 20 --field";
    // The last value is that of the rules, which changes nothing.
    assert!(warns(&format!("{sweep} cover.default_hits=1..2:1")));
    assert!(!warns(&format!("{sweep} ranges.direct=6..8:2")));
}

#[test]
fn threads_change_nothing_and_rungs_are_told() {
    let desk = desk();
    let said = |options: &str| {
        desk.json(&format!(
            "compare rulebook blues.toml --scenario x.toml --study mirror --games 60 --rungs random,greedy {options}"
        ))
    };
    let one = said("--threads 1");
    assert!(one == said("--threads 2") && one != said("--seed 5"));
    let rungs = |rung: &str| effects(&one).iter().filter(|effect| effect["rung"] == rung).count();
    assert!(rungs("random") > 40 && rungs("greedy") > 40);
    let win = effects(&one).iter().find(|effect| effect["metric"] == "win").unwrap();
    assert!(win["margin"] == 0.03 && win["interval"][0].as_f64() < win["interval"][1].as_f64(), "{win:#}");
    let full =
        desk.ok("compare rulebook blues.toml --scenario x.toml --study mirror --games 20 --full --rungs random,greedy");
    assert!(full.contains(" with random") && full.contains("Players"), "{full}");
    desk.refuses(
        "compare rulebook blues.toml --scenario x.toml --study mirror --margins win=2",
        &["margin of `win` is 2", "below 1"],
    );
    let table = desk.ok("compare rulebook blues.toml --scenario x.toml --study mirror --games 20 --full");
    let csv = desk.ok("compare rulebook blues.toml --scenario x.toml --study mirror --games 20 --format csv");
    assert!(csv.lines().next().unwrap().contains("metric") && csv.contains(",win,"), "{csv}");
    for part in ["Numbers that matter", "could not be decided with 20 games", "Exact numbers that differ"] {
        assert!(table.contains(part), "{part}: {table}");
    }
}

const MEETINGS: &str = r#"
title = "Who is rated"
game = "rapid-attack"
seed = 4

[[study]]
kind = "games"
name = "town"
companies = ["estars-anvil", "suns-fang"]

[[study]]
kind = "games"
name = "ruins"
companies = ["suns-fang", "piercing-eye"]
swap_seats = true
"#;

/// Companies that meet others have ratings, and each rung has a gap to the rung below. With equal rules neither
/// changes.
#[test]
fn ratings_and_gaps_between_rungs_are_effects() {
    let desk = desk();
    desk.write("m.toml", MEETINGS);
    let json = desk.json("compare rulebook same.toml blues.toml --scenario m.toml --games 120 --rungs random,greedy");
    let of = |metric: &str, ruleset: &str| -> Vec<&Value> {
        let of = |effect: &&Value| effect["metric"] == metric && effect["ruleset"] == ruleset;
        effects(&json).iter().filter(of).collect()
    };
    for (metric, of_each) in [("rating", 3), ("skill_gap", 2)] {
        assert_eq!((of(metric, "same.toml").len(), of(metric, "blues.toml").len()), (of_each, of_each), "{metric}");
        for same in of(metric, "same.toml") {
            assert!(same["effect"] == 0.0 && same["p"] == 1.0 && same["baseline"] == same["changed"], "{same:#}");
        }
        for effect in of(metric, "blues.toml") {
            let [low, high] = [0, 1].map(|i: usize| effect["interval"][i].as_f64().unwrap());
            assert!(low < high && effect["n"].as_u64() > Some(0) && effect["p_adjusted"].is_number(), "{effect:#}");
        }
    }
    let rating = of("rating", "blues.toml")[0];
    assert!(rating["study"] == "all meetings" && rating["of"].as_str().unwrap().starts_with("company "), "{rating:#}");
    let gap = of("skill_gap", "blues.toml")[0];
    assert!(gap["rung"] == "greedy over random" && gap["baseline"].as_f64() > Some(0.5), "{gap:#}");
    let unrated = at(&json, "unrated").as_array().unwrap();
    assert!(unrated.len() == 2 && unrated.iter().all(|row| row["rung"] == "random"), "who wins all has no bound");

    let alone = "compare rulebook blues.toml --scenario m.toml --study town --games 40";
    let why = desk.json(alone);
    assert!(effects(&why).iter().all(|effect| effect["metric"] != "rating"));
    assert!(at(&why, "unrated.0.why").as_str().unwrap().contains("more than one meeting"));
    desk.ok(&format!("{alone} --margins win=0.1,rating=0.5"));
    desk.refuses(&format!("{alone} --margins skill_gap=0.1"), &["unknown metric `skill_gap`"]);
}

/// Without a scenario, the built-in meetings of the game are played and the answer fits one screen. Those who gain come
/// first, with ratings before and after, and the games played are named.
#[test]
fn the_answer_is_one_screen_and_names_who_gains() {
    let desk = desk();
    let line = "compare rulebook blues.toml --games 120";
    let text = desk.ok(line);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= 25, "{text}");
    assert!(lines[0].contains("rulebook") && lines[0].contains("blues.toml"), "{text}");
    assert!(lines[..5].join(" ").contains("rating"), "{text}");
    assert!(text.contains("Rating of ") && text.contains("(+") && text.contains("could not be decided"), "{text}");
    let json = desk.json(line);
    let rated = effects(&json).iter().filter(|effect| effect["metric"] == "rating").count();
    assert_eq!(rated, 5);
    let said = json["summary"].to_string();
    assert!(said.contains("built-in meetings") && said.contains("close-assault-estars-anvil"), "{said}");
    let one = desk.ok(&format!("{line} --format line"));
    assert!(one.lines().count() == 1 && one.contains("blues.toml against rulebook") && one.contains("seed 1"), "{one}");
}

const BUILDS: &str = r#"
title = "Builds"
game = "rapid-attack"

[[study]]
kind = "tournament"
name = "field"
companies = ["mirror-four", "close-assault", "scouts"]
policies = ["random"]

[[study]]
kind = "tournament"
name = "gauntlet"
format = "gauntlet"
template = "mirror-four"
loadouts = ["Soldier", "RdYBG"]
policies = ["random"]
field = [{ company = "mirror-four", policy = "random" }]

[[study]]
kind = "costs"
name = "costs"
company = "mirror-four"
frame = 1
loadouts = ["Soldier", "RhYYG"]
field = ["scouts"]
policy = "random"
"#;

/// Tournaments and costs are compared by each entrant's wins, on common random numbers: equal rules change nothing.
#[test]
fn entrants_of_tournaments_and_costs_are_compared() {
    let desk = desk();
    desk.write("builds.toml", BUILDS);
    let json = desk.json("compare rulebook same.toml blues.toml --scenario builds.toml --games 160");
    let of = |study: &str, ruleset: &str| -> Vec<&Value> {
        let is =
            |effect: &&Value| effect["study"] == study && effect["ruleset"] == ruleset && effect["metric"] == "win";
        effects(&json).iter().filter(is).collect()
    };
    for (study, entrants) in [("field", 3), ("gauntlet", 2), ("costs", 2)] {
        let same = of(study, "same.toml");
        let also: usize = same.iter().map(|effect| effect["also"].as_array().unwrap().len()).sum();
        assert_eq!(same.len() + also, entrants, "{study}");
        assert!(same.iter().all(|effect| effect["effect"] == 0.0 && effect["margin"] == 0.03), "{study}");
        let blues = of(study, "blues.toml");
        assert!(!blues.is_empty() && blues.iter().all(|effect| effect["n"].as_u64() > Some(0)), "{study}");
    }
    let shares: f64 = of("field", "same.toml").iter().map(|effect| effect["baseline"].as_f64().unwrap()).sum();
    assert!((1.0..=1.5).contains(&shares), "three entrants share all games but the ties: {shares}");
    let text = desk.ok("compare rulebook blues.toml --scenario builds.toml --study costs --games 40");
    assert!(text.contains("wins") && text.contains("Soldier") && text.lines().count() <= 25, "{text}");
    let rungs = "compare rulebook blues.toml --scenario builds.toml --study costs --rungs greedy";
    desk.refuses(rungs, &["`costs`", "--rungs"]);
}

/// A reported effect is played until its interval is narrow enough, or until the games run out.
#[test]
fn a_verdict_is_played_on_until_it_is_precise() {
    let desk = desk();
    let games = |precision: &str| {
        let line = format!(
            "compare rulebook blues.toml --scenario x.toml --study mirror --games 4000 --rungs random --margins rounds=0.01 \
             --relative-precision {precision}"
        );
        number(&desk.json(&line), "games")
    };
    assert!(games("1000") <= games("0.1"));
    desk.refuses("compare rulebook blues.toml --relative-precision 0", &["above 0"]);
}

#[test]
fn missions_are_compared_too() {
    let desk = desk();
    desk.write(
        "af.toml",
        "title = 't'\ngame = 'apocalypse-frame'\n[[study]]\nkind = 'missions'\nname = 'm'\naces = ['M1-SOLDIER']\nencounter = 'siege'\n",
    );
    desk.write("hard.toml", "extends = 'v0.3'\nname = 'hard'\n[rolls]\nsuccess_from = 4\nclean_from = 6\n");
    let json = desk.json("compare v0.3 hard.toml --scenario af.toml --games 8 --rungs random+random");
    assert!(effects(&json).iter().any(|effect| effect["metric"] == "victory" && effect["margin"] == 0.03));
    assert!(!at(&json, "exact").as_array().unwrap().is_empty());
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let desk = desk();
    desk.refuses("compare rulebook", &["needs two rulesets"]);
    desk.refuses("compare rulebook rulebok", &["unknown", "did you mean `rulebook`?"]);
    desk.refuses("compare rulebook v0.3", &["rapid-attack", "apocalypse-frame", "same game"]);
    desk.refuses("compare rulebook same.toml --scenario x.toml --study mirro", &["did you mean `mirror`?"]);
    desk.refuses(
        "compare rulebook same.toml --scenario x.toml --margins wim=0.1",
        &["unknown metric", "did you mean `win`?"],
    );
    desk.refuses("compare rulebook same.toml --scenario x.toml --margins win", &["METRIC=X"]);
    desk.refuses("compare rulebook same.toml --scenario x.toml --margins win=0", &["above 0"]);
    desk.refuses("compare rulebook same.toml --scenario x.toml --rungs greedi", &["did you mean `greedy`?"]);
    desk.refuses(
        "compare v0.3 v1.x --scenario x.toml",
        &["is for rapid-attack, but the rulesets are for apocalypse-frame"],
    );
}

/// A change of a field is a side of the comparison, of the rules as well as of the studies; it equals the same change in
/// a file.
#[test]
fn fields_are_compared_without_a_file() {
    let desk = desk();
    let by_field = desk.json("compare rulebook --field dice.defense=1d8 --scenario x.toml --study mirror --games 40");
    let by_file = desk.json("compare rulebook blues.toml --scenario x.toml --study mirror --games 40");
    let numbers =
        |json: &Value| -> Vec<Value> { effects(json).iter().map(|effect| effect["changed"].clone()).collect() };
    assert_eq!(numbers(&by_field), numbers(&by_file));
    let line = "compare rulebook --scenario x.toml --study mirror --games 40";
    let ground = desk.json(&format!("{line} --field study.battlefield=open-plain"));
    desk.write("y.toml", &SCENARIO.replacen("swap_seats", "battlefield = \"open-plain\"\nswap_seats", 1));
    let written = desk.json("compare rulebook blues.toml --scenario y.toml --study mirror --games 40");
    let rounds = |json: &Value, key: &str| {
        let all = effects(json);
        all.iter().find(|effect| effect["metric"] == "rounds").unwrap()[key].clone()
    };
    assert_eq!(rounds(&ground, "changed"), rounds(&written, "baseline"));
    let both = format!("{line} --field 'study.battlefield.table.diagonal=44; ranges.direct=7'");
    assert!(desk.ok(&both).contains("study.battlefield.table.diagonal=44; ranges.direct=7"));
    desk.refuses("compare rulebook", &["two rulesets", "--field"]);
    desk.refuses(&format!("{line} --field ranges.direct=6..12"), &["several values", "PATH=VALUE"]);
    desk.refuses(&format!("{line} --field study.size=batle"), &["batle"]);
    desk.refuses("compare rulebook --exact --field study.size=battle", &["study.size"]);
}

/// The first screen and the line have a number of every ruleset, however many there are.
#[test]
fn each_of_several_rulesets_is_in_the_answer() {
    let desk = desk();
    let names = ["same.toml", "blues.toml", "clock.toml", "long.toml"];
    desk.write("clock.toml", "extends = 'rulebook'\nname = 'clock'\n[clock]\nstart = 6\n");
    desk.write("long.toml", "extends = 'rulebook'\nname = 'long'\n[clock]\nstart = 14\n");
    for more in ["--scenario x.toml --games 20 --margins rounds=0.5,win=0.03", "--exact"] {
        let line = format!("compare rulebook {} {more}", names.join(" "));
        for text in [desk.ok(&line), desk.ok(&format!("{line} --format line"))] {
            let first =
                text.split("\n\n").find(|part| part.contains("same.toml ")).unwrap_or_default().replace('\n', " ");
            let counted = |name: &&str| first.contains(&format!("{name} "));
            assert!(names.iter().all(counted), "{text}");
        }
    }
    // The shorter game is the change that a margin of rounds asks for.
    let text = desk.ok("compare rulebook clock.toml --scenario x.toml --games 60 --margins rounds=0.5,win=0.03");
    assert!(text.split("\n\n").nth(1).unwrap().contains("rounds"), "{text}");
}

/// A rule that no player reads is named wherever games show its effect.
#[test]
fn rules_that_are_played_blind_are_named() {
    let desk = desk();
    desk.write("repair.toml", "extends = 'rulebook'\nname = 'repair'\n[repair]\nface = 4\n");
    for line in [
        "compare rulebook repair.toml --scenario x.toml --games 4",
        "sweep x.toml --field repair.face=4..5 --games 4",
        "play x.toml --study mirror --games 4 --rules repair.toml",
    ] {
        let said = desk.say(line);
        assert!(
            said.code == Some(0) && said.err.contains("played blind") && said.err.contains("repair.face"),
            "{line}: {}",
            said.err
        );
    }
    for line in ["compare rulebook blues.toml --scenario x.toml --games 4", "play x.toml --study mirror --games 4"] {
        assert!(!desk.say(line).err.contains("blind"), "{line}");
    }
}

/// A few games promise no more than they can.
#[test]
fn what_more_games_would_give_is_not_overstated_by_a_few() {
    let desk = desk();
    for games in [1, 2, 4] {
        let said = desk.say(&format!("play x.toml --study three --games {games}"));
        let then: f64 =
            said.err.split("would give about ±").nth(1).unwrap().trim().trim_end_matches('.').parse().unwrap();
        let better: f64 =
            said.err.split("; ").nth(1).unwrap().split(' ').next().unwrap().replace(',', "").parse().unwrap();
        // The interval of a share is as wide as this at most, and half as wide at a share of 7%.
        let widest = 0.98 / better.sqrt();
        assert!((0.4 * widest..2.0 * widest).contains(&then), "{games}: {}", said.err);
        assert!(!said.out.contains("games decide it"), "{}", said.out);
    }
}
