//! Mistakes in tournaments: exit code 2, one message with the place, and no report.

use crate::common::Desk;

/// Runs a study of a tournament that must be refused, with these parts in the message.
#[track_caller]
fn refuses(game: &str, study: &str, parts: &[&str]) {
    let desk = Desk::new();
    let text = format!("title = \"T\"\ngame = \"{game}\"\n[[study]]\nkind = \"tournament\"\n{study}\n");
    desk.write("bad.toml", &text);
    let message = desk.refused("run bad.toml");
    for part in parts.iter().copied().chain(["bad.toml:"]) {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

#[test]
fn who_enters_must_be_known_and_enough() {
    let ra = |study: &str, parts: &[&str]| refuses("rapid-attack", study, parts);
    ra("", &["no entrants"]);
    ra("companies = []", &["the list is empty"]);
    ra("companies = [\"mirror-four\"]", &["1 entrant; allowed: 2 to 200"]);
    ra("companies = [\"mirror-for\", \"mirror-four\"]", &["did you mean `mirror-four`?"]);
    ra("companies = [\"mirror-four\", \"demo-pair\"]", &["`Demo Pair`", "2 frames", "allowed"]);
    ra("companies = [\"mirror-four\"]\npolicies = [\"greedy\", \"greedy\"]", &["two entrants are named `greedy`"]);
    ra("companies = [\"mirror-four\"]\npolicies = [\"greedy\", \"greedi\"]", &["did you mean `greedy`?"]);
    ra("loadouts = [\"Soldier\", \"Tank\"]", &["loadouts need a `template`"]);
    ra("companies = [\"mirror-four\", \"mirror-five\"]\ntemplate = \"mirror-four\"", &["goes with `loadouts`"]);
    ra(
        "loadouts = [\"Soldier\", \"Tank\"]\ntemplate = \"mirror-four\"\nreplaces = [5]",
        &["`replaces` is 5", "1 to 4"],
    );
    let af = |study: &str, parts: &[&str]| refuses("apocalypse-frame", study, parts);
    af("encounters = [\"patrl\"]", &["did you mean `patrol`?"]);
    af("teams = [{ aces = [\"M1-SOLDIER\"] }]", &["1 entrant; allowed: 2 to 200"]);
    af("teams = [{ aces = [\"M1-SOLDIER\"] }, { aces = [\"M1-SOLDIER\"] }]", &["two entrants are named"]);
}

#[test]
fn the_plan_must_be_one() {
    let two = "companies = [\"mirror-four\", \"mirror-five\"]\n";
    let ra = |study: &str, parts: &[&str]| refuses("rapid-attack", &format!("{two}{study}"), parts);
    ra("format = \"gauntlet\"", &["a gauntlet needs a `field`"]);
    ra("format = \"gauntlet\"\nfield = []", &["the list is empty"]);
    ra("field = [\"estars-anvil\"]", &["goes with `format = \"gauntlet\"`"]);
    ra("format = \"gauntlet\"\nfield = [\"mirror-four\"]", &["two entrants are named `Mirror Four`"]);
    ra("format = \"swiss\"\naim = \"best\"", &["its `aim` is `ratings`"]);
    ra("format = \"gauntlet\"\nfield = [\"estars-anvil\"]\naim = \"equilibrium\"", &["`ratings` or `best`"]);
    ra("format = \"knockout\"", &["knockout", "round-robin"]);
    ra("margin = 2.0", &["`margin` is 2", "0 to 1"]);
    ra("games = 1", &["`games` is 1"]);
    ra("cover = 2", &["`exact` duels"]);
    ra("exact = \"direct\"", &["exact duels are between `loadouts`"]);
}
