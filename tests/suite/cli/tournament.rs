//! Studies of kind `tournament`, as run: results for companies, policies, loadouts and teams.

use crate::common::Desk;

const SCENARIO: &str = r#"
title = "Tournaments"
game = "rapid-attack"
seed = 4

[[study]]
kind = "tournament"
name = "alike"
companies = ["mirror-four", "mirror-four", "mirror-four"]
policies = ["random"]
games = 120

[[study]]
kind = "tournament"
name = "loadouts"
format = "gauntlet"
template = "mirror-four"
loadouts = ["Soldier", "RdYBG"]
policies = ["random"]
field = [{ company = "mirror-four", policy = "random" }]
games = 40

[[study]]
kind = "tournament"
name = "duels"
loadouts = ["archetypes"]
exact = "direct"
"#;

fn table(desk: &Desk, folder: &str, name: &str) -> Vec<Vec<String>> {
    let text = desk.read(&format!("{folder}/tables/{name}.csv"));
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

const GAUNTLET: &str = r#"
title = "Who beats it?"
game = "rapid-attack"
seed = 4
[[study]]
kind = "tournament"
name = "beaten"
format = "gauntlet"
battlefield = "duel"
companies = ["mirror-four"]
policies = ["greedy"]
field = ["suns-fang", "scouts", "close-assault"]
games = 240
"#;

/// A gauntlet names the hardest and the easiest opponent with intervals, in the first lines.
#[test]
fn a_gauntlet_names_the_hardest_and_the_easiest_opponent() {
    let desk = Desk::new();
    desk.write("x.toml", GAUNTLET);
    let said = desk.ok("run x.toml --out out");
    assert!(said.lines().count() <= 25, "{said}");
    let first = said.lines().take(5).collect::<Vec<_>>().join(" ");
    assert!(
        first.contains("beat") && first.contains("does worst against") && first.matches("% (").count() >= 2,
        "{said}"
    );
    assert!(said.contains("hardest)") && said.contains("easiest)"), "{said}");
    assert!(!said.contains("highest rating"), "only one entrant is judged: {said}");
    let report = desk.read("out/report.md");
    for name in ["scores", "entrants", "matrix", "looks", "games"] {
        assert!(!table(&desk, "out", &format!("beaten-{name}")).is_empty());
        assert!(report.contains(&format!("beaten-{name}")), "{name}");
    }
    let found = desk.read("out/tables/beaten.json");
    assert!(!found.contains("equilibrium"), "the opponents do not meet: {found}");
}

/// Three entries of the same company: every pair of games is divided or tied, and none is above a half.
#[test]
fn identical_entrants_come_out_equal() {
    let desk = Desk::new();
    desk.write("x.toml", SCENARIO);
    desk.ok("run x.toml --out out");
    for row in table(&desk, "out", "alike-scores") {
        assert_eq!(row[1].parse::<f64>().unwrap(), 0.5, "{row:?}");
    }
    for row in table(&desk, "out", "alike-games") {
        assert_eq!(row[2], row[4], "won as often as lost: {row:?}");
    }
    assert_eq!(table(&desk, "out", "duels-entrants").len(), 35);
    assert!(desk.read("out/report.md").contains("nothing was sampled"));
    let printed = desk.ok("meta out/tables/alike-games.csv");
    assert!(printed.contains("Mirror Four 2"), "{printed}");
}
