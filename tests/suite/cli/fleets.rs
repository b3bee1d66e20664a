//! Studies of fleets that use the same races as companies.

use crate::common::Desk;
use std::collections::BTreeMap;
use std::path::PathBuf;

const FLEETS: &str = r#"
title = "Fleets"
game = "intercept-orbit"
seed = 4
[[study]]
kind = "marginal"
name = "marginal"
policy = "greedy"
fleet = "toll-keepers"
field = ["wasp-nest", "long-watch"]
changes = ["aces", "ships"]
games = 40
[[study]]
kind = "improve"
name = "improve"
policy = "greedy"
fleet = "toll-keepers"
field = ["wasp-nest"]
bid = "keep"
games = 60
test_games = 4
[[study]]
kind = "bids"
name = "bids"
policy = "greedy"
bids = ["3+2/11", "3+3/11", "4+2/14"]
fleets = 3
build_games = 60
games = 12
"#;

/// The studies of companies also work for fleets, with texts about fleets.
#[test]
fn studies_of_fleets_answer_in_words_and_tables() {
    let desk = Desk::new();
    desk.write("x.toml", FLEETS);
    desk.ok("run x.toml --out report");
    let changes = desk.read("report/tables/marginal-changes.csv");
    assert!(changes.contains("ace changed") && changes.contains("lead with a red ace"), "{changes}");
    let baseline = desk.read("report/tables/marginal-baseline.csv");
    assert!(
        baseline.contains("The Toll Keepers") && baseline.contains("C:RpRaBK C:RsRsBY F:BKK; ace=blue"),
        "{baseline}"
    );
    let tested = desk.read("report/tables/improve-tested.csv");
    assert!(tested.lines().skip(1).all(|line| line.contains("3+3/11")), "the bid is kept: {tested}");
    let steps = desk.read("report/tables/bids-steps.csv");
    assert!(steps.contains("a company: 3+3/11") && steps.contains("a frigate: 4+2/14"), "{steps}");
    assert_eq!(desk.read("report/tables/bids-grid.csv").lines().count(), 1 + 9);
    let page = desk.read("report/report.md");
    assert!(page.contains("In short") && !page.contains("unchanged company"), "in the words of fleets");
    desk.write("y.toml", &FLEETS.replace("3+2/11", "3+2/5"));
    desk.refuses("run y.toml --out other", &["3+2/5", "5 systems", "frigate 3"]);
    desk.write("y.toml", &FLEETS.replace("3+2/11", "3/11"));
    desk.refuses("run y.toml --out other", &["`3/11` is no bid", "3+3/11"]);
}

const SEARCHED: &str = r#"
title = "Fleets that are looked for, and what they go without"
game = "intercept-orbit"
seed = 4
[[study]]
kind = "optimise"
name = "best"
policy = "greedy"
field = ["wasp-nest", "long-watch"]
ships = [4, 4]
companies = [2, 2]
aces = ["red", "Green"]
required = ["Rs"]
banned = ["Ra", "ra/s"]
population = 4
generations = 2
games = 48
test_games = 8
[[study]]
kind = "optimise"
name = "settled"
policy = "greedy"
field = ["wasp-nest", "long-watch", "toll-keepers"]
against = "equilibrium"
field_games = 8
classes = ["frigate"]
split = false
population = 4
generations = 2
games = 48
test_games = 8
[[study]]
kind = "optimise"
name = "ship"
policy = "greedy"
field = ["wasp-nest"]
start = "toll-keepers"
ship = 2
required = ["Y"]
games = 300
test_games = 8
[[study]]
kind = "double-oracle"
name = "oracle"
policies = ["greedy", "random"]
field = ["toll-keepers", "salt-runners"]
assets = [6, 6]
margin = 0.0
rounds = 2
games = 8
search_games = 60
test_games = 8
[[study]]
kind = "costs"
name = "ships"
policy = "greedy"
fleet = "toll-keepers"
ship = 3
alternatives = ["F:KKB", "C:KKBY"]
field = ["wasp-nest"]
games = 8
[[study]]
kind = "costs"
name = "aces"
policy = "greedy"
fleet = "toll-keepers"
aces = ["red", "blue"]
field = ["wasp-nest"]
games = 8
[[study]]
kind = "restricted"
name = "without"
policy = "greedy"
fleet = "toll-keepers"
games = 8
"#;

/// Searches and restricted play work for fleets too, within the limits of a study. One thread and two give the same
/// results.
#[test]
fn fleets_are_looked_for_and_go_without() {
    let desk = Desk::new();
    desk.write("x.toml", SEARCHED);
    desk.ok("run x.toml --out report --threads 2");
    desk.ok("run x.toml --out alone --threads 1");
    // The provenance contains the number of threads.
    let files = |folder: &str| -> BTreeMap<PathBuf, Vec<u8>> {
        let inside = |(path, bytes): (PathBuf, Vec<u8>)| Some((path.strip_prefix(folder).ok()?.to_owned(), bytes));
        let told = desk.files().into_iter().filter_map(inside);
        told.filter(|(name, _)| !name.ends_with("provenance.json")).collect()
    };
    assert!(files("report").len() > 30);
    assert!(files("report") == files("alone"), "one thread and two give the same files");
    let best = desk.read("report/tables/best-best.csv");
    let fleet = best.lines().nth(1).unwrap();
    assert!(fleet.contains("4+2/") && fleet.contains("Rs") && !fleet.contains("Ra"), "{best}");
    assert!(fleet.contains("ace=red") || fleet.contains("ace=green"), "{best}");
    let settled = desk.read("report/tables/settled-generations.csv");
    let large = |line: &str| ["C:", "p/", "a/"].iter().any(|token| line.contains(token));
    assert!(!settled.lines().skip(1).any(large), "{settled}");
    let race = desk.read("report/tables/ship-race.csv");
    assert!(race.lines().skip(1).all(|line| line.contains("C:") && line.contains('Y')), "{race}");
    let rounds = desk.read("report/tables/oracle-rounds.csv");
    assert!(rounds.contains(" by ") || rounds.contains("greedy") || rounds.contains("random"), "{rounds}");
    let costs = desk.read("report/tables/ships-costs.csv");
    assert!(costs.contains("F:KKB") || costs.contains("F:BKK"), "{costs}");
    assert!(desk.read("report/tables/aces-costs.csv").contains("blue"));
    let without = desk.read("report/tables/without-restricted.csv");
    for (label, sort) in [("without boarding", "action"), ("without the ace", "ace"), ("without Rs", "system")] {
        assert!(without.lines().any(|line| line.contains(label) && line.contains(sort)), "{label}: {without}");
    }
    let page = desk.read("report/report.md");
    assert!(page.contains("The best fleet found") && page.contains("as ship 2:"), "{page}");
    assert!(page.contains("against the equilibrium of the field"), "{page}");
    assert!(!page.contains("unchanged company") && !page.contains("oadout"), "in the words of fleets");
}

const TWELVE: &str = r#"
title = "The best fleet of 12 systems against these two"
game = "intercept-orbit"
seed = 4
[[study]]
kind = "optimise"
name = "best"
policy = "greedy"
field = ["wasp-nest", "long-watch"]
systems = [12, 12]
population = 4
generations = 2
games = 48
test_games = 8
"#;

/// The best fleet is in the first lines, with its share of the points and the parts that its constraints force.
#[test]
fn the_best_fleet_of_twelve_systems_says_that_a_company_must_be_carried() {
    let desk = Desk::new();
    desk.write("x.toml", TWELVE);
    let said = desk.ok("run x.toml --out report");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() <= 25, "{said}");
    let first = lines[..5].join(" ");
    assert!(first.contains("The best fleet found: ") && first.contains("/12, ") && first.contains("% ("), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("carries a company: 12 systems are at most 4 ships, and a battle needs 5 assets"), "{said}");
}

#[test]
fn what_no_fleet_can_be_is_refused_with_its_place() {
    let desk = Desk::new();
    let study = |keys: &str| format!("title = \"x\"\ngame = \"intercept-orbit\"\n[[study]]\nname = \"x\"\n{keys}\n");
    let optimise = "kind = \"optimise\"\nfield = [\"wasp-nest\"]\n";
    let costs = "kind = \"costs\"\nfleet = \"toll-keepers\"\nfield = [\"wasp-nest\"]\n";
    for (keys, words) in [
        (format!("{optimise}banned = [\"Rp/b\"]"), vec!["unknown system `Rp/b`", "did you mean `Rp/a`?"]),
        (format!("{optimise}aces = [\"gren\"]"), vec!["unknown ace `gren`", "did you mean `green`?"]),
        (format!("{optimise}classes = [\"frigat\"]"), vec!["unknown class `frigat`", "did you mean `frigate`?"]),
        (format!("{optimise}assets = [4, 6]"), vec!["assets", "5"]),
        (format!("{optimise}ships = [5, 4]"), vec!["write the lesser first"]),
        (
            format!("{optimise}ships = [2, 2]\ncompanies = [2, 2]"),
            vec!["no fleet has 2 ships and 2 companies", "5 assets"],
        ),
        (
            format!("{optimise}systems = [12, 12]\nbanned = [\"K\"]"),
            vec![
                "12 systems are at most 4 ships, a battle needs 5 assets, so a company must be carried",
                "K",
                "banned",
            ],
        ),
        (format!("{optimise}required = [\"Y\"]\nbanned = [\"Y\"]"), vec!["no fleet has no Y and at least one Y"]),
        (format!("{optimise}ship = 1"), vec!["`start`"]),
        (format!("{optimise}start = \"wasp-nest\"\nship = 9"), vec!["ship"]),
        (format!("{optimise}start = \"wasp-nest\"\nship = 1\nships = [3, 3]"), vec!["leave out"]),
        (format!("{optimise}field_games = 8"), vec!["equilibrium"]),
        (format!("{optimise}frames = [4, 4]"), vec!["frames"]),
        (costs.to_owned(), vec!["`alternatives`", "`aces`"]),
        (format!("{costs}aces = [\"red\"]"), vec!["two or more"]),
        (format!("{costs}alternatives = [\"C:RsRsBY\", \"C:RsRsBX\"]"), vec!["unknown system `X`"]),
        (format!("{costs}alternatives = [\"C:KKBB\", \"C:KKYY\", \"C:RpRpBB\"]\nship = 7"), vec!["ship"]),
    ] {
        desk.write("x.toml", &study(&keys));
        desk.refuses("run x.toml", &words);
    }
}
