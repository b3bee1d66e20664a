//! Mistakes in studies of games: exit code 2, one message with its place, both with `run` and with `play`.

use crate::common::Desk;

/// Runs a scenario of one study of games that must be refused at a line, with these parts in the message. Companies and
/// policies are lines 5 and 6 unless the given lines set them.
#[track_caller]
fn refuses(companies: &str, policies: &str, rest: &str, line: usize, parts: &[&str]) {
    let desk = Desk::new();
    let head = "title = \"T\"\nsystem = \"rapid-attack\"\n[[study]]\nkind = \"games\"\n";
    desk.write("bad.toml", &format!("{head}companies = {companies}\npolicies = {policies}\n{rest}\n"));
    for verb in ["run", "play"] {
        let message = desk.refused(&format!("{verb} bad.toml"));
        for part in parts.iter().copied().chain([format!("bad.toml:{line}:").as_str()]) {
            assert!(message.contains(part), "no `{part}` in\n{message}");
        }
    }
}

const TWO: &str = "[\"mirror-five\", \"estars-anvil\"]";
const RANDOM: &str = "[\"random\", \"random\"]";

#[test]
fn companies_that_may_not_meet() {
    refuses("[\"mirror-five\"]", "[\"random\"]", "", 5, &["1 company", "2 to 5 players"]);
    let six = format!("[{}]", ["\"mirror-four\""; 6].join(", "));
    refuses(&six, RANDOM, "", 5, &["6 companies", "2 to 5 players"]);
    refuses("[\"miror-five\", \"estars-anvil\"]", RANDOM, "", 5, &["`miror-five`", "did you mean `mirror-five`?"]);
    let three = "[\"mirror-five\", { name = \"Few\", frames = [\"Tank\", \"Tank\", \"Tank\"], rockets = \"auto\" }]";
    refuses(three, RANDOM, "", 5, &["`Few` has 3 frames", "4 to 6"]);
    let heavy = "[\"mirror-five\", { name = \"Heavy\", frames = [\"RdRdRd\", \"Tank\", \"Tank\", \"Tank\"] }]";
    refuses(heavy, RANDOM, "", 5, &["3 Rd systems"]);
    let bare = "[\"mirror-five\", { name = \"Bare\", frames = [\"Tank\", \"Tank\", \"Tank\", \"Tank\"] }]";
    refuses(bare, RANDOM, "", 5, &["`Bare` carries 0 rockets", "exactly 3"]);
    let twins = "[{ company = \"mirror-five\", name = \"X\" }, { company = \"estars-anvil\", name = \"X\" }]";
    refuses(twins, RANDOM, "", 5, &["two companies are named `X`"]);
    let many = "[\"mirror-five\", { name = \"Many\", frames = [\"Tank\", \"Tank\", \"RdYBG+SSR1\", \"RdYBG+SSR3\"] }]";
    refuses(many, RANDOM, "", 5, &["`Many` carries 4 rockets", "exactly 3"]);
    refuses("[\"mirror-five\", \"mirror-five\"]", RANDOM, "size = \"demo\"", 5, &["has 5 frames", "2"]);
}

#[test]
fn battlefields_without_room() {
    let field = |layout: &str| format!("battlefield = {layout}");
    refuses(TWO, RANDOM, &field("\"dense-twon\""), 7, &["`dense-twon`", "did you mean `dense-town`?"]);
    refuses(TWO, RANDOM, &field("3"), 7, &["the name of one, a file, or a table"]);
    refuses(TWO, RANDOM, &field("{ table = { diagonal = 10 } }"), 7, &["`table.diagonal` is 10"]);
    refuses(TWO, RANDOM, &field("{ table = { diagonal = 60 } }"), 7, &["`table.diagonal` is 60", "32 to 48"]);
    refuses(TWO, RANDOM, &field("{ tabel = { diagonal = 40 } }"), 7, &["`tabel`", "did you mean `table`?"]);
    let rock = "{ pieces = [{ name = \"rock\", shape = \"disc\", at = [0, 0], radius = 12 }] }";
    refuses(TWO, RANDOM, &field(rock), 7, &["companies"]);
    refuses(TWO, RANDOM, &field("{ file = \"x.toml\", hostile = true }"), 7, &["`file` stands alone"]);
}

#[test]
fn policies_and_numbers() {
    refuses(TWO, "[\"random\", \"randm\"]", "", 6, &["`randm`", "did you mean `random`?"]);
    refuses(TWO, "[\"random\"]", "", 6, &["1 policy for 2 companies"]);
    refuses(TWO, "[\"random\", { base = \"random\", temper = 3 }]", "", 6, &["`temper`"]);
    refuses(TWO, "[\"random\", { base = \"tactician\", temper = 3 }]", "", 6, &["no parameter `temper`"]);
    refuses(TWO, "[\"random\", { base = \"randm\" }]", "", 6, &["`randm`", "did you mean `random`?"]);
    refuses(TWO, RANDOM, "games = 0", 7, &["`games` is 0", "1 to 1000000000"]);
    refuses(TWO, RANDOM, "gmaes = 10", 7, &["`gmaes`", "did you mean `games`?"]);
    refuses(TWO, RANDOM, "size = \"skirmsh\"", 7, &["`skirmsh`", "did you mean `skirmish`?"]);
    refuses(TWO, RANDOM, "[policies.mine]\nbase = \"randm\"", 7, &["`randm`", "did you mean `random`?"]);
    refuses(TWO, RANDOM, "[policies]\nmine = 3", 8, &["policy `mine` must be a table of settings"]);
}

#[test]
fn a_battlefield_file_is_read_beside_the_scenario() {
    let desk = Desk::new();
    let head = "title = \"T\"\nsystem = \"rapid-attack\"\n[[study]]\nkind = \"games\"\n";
    desk.write(
        "plans/bad.toml",
        &format!("{head}companies = {TWO}\npolicies = {RANDOM}\nbattlefield = \"field.toml\"\n"),
    );
    desk.refuses("play plans/bad.toml", &["field.toml"]);
    desk.write("plans/field.toml", "[table]\ndiagonl = 40\n");
    desk.refuses("play plans/bad.toml", &["field.toml:2:1", "`diagonl`", "did you mean `diagonal`?"]);
}
