//! Studies of fleets by the races that companies have.

use crate::common::Desk;

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
build_games = 60
games = 8
"#;

/// What races of companies do, those of fleets do too, in the words of fleets.
#[test]
fn studies_of_fleets_answer_in_words_and_tables() {
    let desk = Desk::new();
    desk.write("x.toml", FLEETS);
    desk.ok("run x.toml --out report");
    let changes = desk.read("report/tables/marginal-changes.csv");
    assert!(changes.contains("ace changed") && changes.contains("a red ace"), "{changes}");
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
    assert!(page.contains("In short") && !page.contains("company as it is"), "in the words of fleets");
    desk.write("y.toml", &FLEETS.replace("3+2/11", "3+2/5"));
    desk.refuses("run y.toml --out other", &["no fleet of the bid 3+2/5", "frigates 3"]);
    desk.write("y.toml", &FLEETS.replace("3+2/11", "3/11"));
    desk.refuses("run y.toml --out other", &["`3/11` is no bid", "3+3/11"]);
}
