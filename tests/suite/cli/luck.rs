//! A study of kind `luck` in a scenario, with tiny numbers: its table, a saved report, and refusals.

use crate::common::Desk;

const SCENARIO: &str = r#"
title = "Luck"
game = "GAME"
seed = 4

[[study]]
kind = "games"
name = "mirror"
SIDES
games = 4

[[study]]
kind = "luck"
name = "luck"
games = 40
"#;

fn scenario(game: &str, sides: &str, keys: &str) -> String {
    format!("{}{keys}\n", SCENARIO.replace("GAME", game).replace("SIDES", sides))
}

/// Each policy plays the one before it, in both games of one family, and a saved report renders again unchanged.
#[test]
fn every_policy_plays_the_one_before_it() {
    let desk = Desk::new();
    let companies = "companies = [\"mirror-four\", \"mirror-four\"]";
    desk.write("x.toml", &scenario("rapid-attack", companies, "policies = [\"random\", \"greedy\", \"seizer\"]"));
    desk.ok("run x.toml --out report --threads 1");
    let rows: Vec<Vec<String>> = desk
        .read("report/tables/luck-luck.csv")
        .lines()
        .map(|row| row.split(',').map(str::to_owned).collect())
        .collect();
    assert_eq!(rows[0][..4], ["study", "policy", "below", "points_share"], "{rows:?}");
    assert_eq!((&rows[1][1][..], &rows[1][2][..]), ("greedy", "random"));
    assert_eq!((&rows[2][1][..], &rows[2][2][..]), ("seizer", "greedy"));
    let players = desk.read("report/tables/players.csv");
    assert!(["random,", "greedy,"].iter().all(|name| players.contains(name)), "{players}");
    let page = desk.read("report/report.md");
    assert!(page.contains("share decide") && page.contains("40 games"), "{page}");
    let before = desk.files();
    desk.ok("report report");
    assert!(desk.files() == before);
    let fleets = "fleets = [\"mirror-orbit\", \"mirror-orbit\"]";
    desk.write("io.toml", &scenario("intercept-orbit", fleets, "policies = [\"random\", \"greedy\"]"));
    desk.ok("run io.toml --out io --threads 1");
    assert!(desk.read("io/report.md").contains("greedy against random"));
}

#[test]
fn policies_and_games_that_have_no_luck_are_refused() {
    let desk = Desk::new();
    let companies = "companies = [\"mirror-four\", \"mirror-four\"]";
    for (keys, says) in [
        ("policies = [\"greedy\"]", "write at least two"),
        ("policies = [\"greedy\", \"tacticain\"]", "did you mean `tactician`?"),
        ("policies = [\"gredy\", \"tactician\"]", "did you mean `greedy`?"),
        ("policy = \"greedy\"", "did you mean `policies`?"),
        ("studies = [\"miror\"]", "did you mean `mirror`?"),
    ] {
        desk.write("x.toml", &scenario("rapid-attack", companies, keys));
        desk.refuses("run x.toml", &["x.toml", says]);
    }
    let three = "companies = [\"mirror-four\", \"mirror-four\", \"mirror-four\"]";
    desk.write("x.toml", &scenario("rapid-attack", three, ""));
    desk.refuses("run x.toml", &["two are played against each other"]);
    let missions = "aces = [\"M1-SOLDIER\"]\nencounter = \"siege\"";
    let text = scenario("apocalypse-frame", missions, "policies = [\"random\", \"greedy\"]");
    desk.write("x.toml", &text.replace("kind = \"games\"", "kind = \"missions\""));
    desk.refuses("run x.toml", &["do not swap seats"]);
}
