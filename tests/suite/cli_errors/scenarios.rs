//! Mistakes in a scenario file: exit code 2, one message with file, line and column, and no report.

use crate::common::Desk;

const HEAD: &str = "title = \"T\"\nsystem = \"rapid-attack\"\n";

/// Runs a scenario that must be refused at a place (line:column), with these parts in the message.
#[track_caller]
fn refuses(text: &str, place: &str, parts: &[&str]) {
    let desk = Desk::new();
    desk.write("bad.toml", text);
    let message = desk.refused("run bad.toml");
    for part in parts.iter().copied().chain([format!("bad.toml:{place}\n").as_str()]) {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

/// Does the same for a scenario that continues from the third line with `rest`.
#[track_caller]
fn refuses_line(rest: &str, place: &str, parts: &[&str]) {
    refuses(&format!("{HEAD}{rest}\n"), place, parts);
}

/// Does the same for one line of a study, which is the fifth line.
#[track_caller]
fn refuses_study(kind: &str, line: &str, column: usize, parts: &[&str]) {
    refuses_line(&format!("[[study]]\nkind = \"{kind}\"\n{line}"), &format!("5:{column}"), parts);
}

#[test]
fn broken_syntax() {
    refuses("title = \"T\nsystem = 3\n", "1:11", &["error: "]);
    refuses_line("[[study]\nkind = \"frames\"", "3:9", &["error: "]);
    refuses_line("seed = 1\nseed = 2", "4:1", &["duplicate key"]);
}

#[test]
fn missing_and_unknown_keys() {
    refuses("game = \"rapid-attack\"\n", "1:1", &["missing key `title`"]);
    refuses_line("", "1:1", &["the scenario has no study", "[[study]]"]);
    refuses_line("sede = 3", "3:1", &["`sede`", "`seed`", "did you mean `seed`?"]);
    refuses_line("[[study]]\nframes = [\"Tank\"]", "3:1", &["no `kind`", "frames, companies, attacks"]);
    refuses_study("frames", "fraems = [\"Tank\"]", 1, &["`fraems`", "did you mean `frames`?"]);
    refuses_study("attacks", "attacker = [\"Tank\"]", 1, &["`attacker`", "did you mean `attackers`?"]);
}

#[test]
fn unknown_names() {
    refuses("title = \"T\"\nsystem = \"rapid-atack\"\n", "2:10", &["`rapid-atack`", "did you mean `rapid-attack`?"]);
    refuses_line("rules = \"rulebok\"", "3:9", &["`rulebok`", "`draft-2012`", "did you mean `rulebook`?"]);
    refuses_line("[[study]]\nkind = \"framse\"", "4:8", &["`framse`", "`companies`", "did you mean `frames`?"]);
    refuses_study("frames", "frames = [\"Tank\", \"Soldeir\"]", 19, &["`Soldeir`", "archetype `Soldier`"]);
    refuses_study("frames", "frames = [\"RdRdRd\"]", 11, &["3 Rd systems", "at most 2"]);
    let pair = "attackers = [\"Tank\"]\ntargets = [\"Tank\"]\n";
    for (line, place, parts) in [
        ("ranges = [\"dirct\"]", "7:11", ["`dirct`", "did you mean `direct`?"]),
        ("spots = [\"1d6\", \"1x6\"]", "7:17", ["`1x6`", "unknown system"]),
        ("covered_by = [\"Tnak\"]", "7:15", ["`Tnak`", "unknown system"]),
    ] {
        refuses_line(&format!("[[study]]\nkind = \"attacks\"\n{pair}{line}"), place, &parts);
    }
    refuses_study("loadouts", "sort = \"durabilty\"", 8, &["`durabilty`", "did you mean `durability`?"]);
    refuses_study("loadouts", "where = [\"drect > 1\"]", 10, &["`drect`", "did you mean `direct`?"]);
    refuses_study("loadouts", "scatter = [[\"direct\", \"movment\"]]", 23, &["did you mean `movement`?"]);
}

#[test]
fn wrong_types() {
    refuses("title = 3\nsystem = \"rapid-attack\"\n", "1:9", &["`3`", "a text"]);
    refuses_line("seed = -1", "3:8", &["`-1`"]);
    refuses_line("seed = \"one\"", "3:8", &["\"one\""]);
    refuses_line("rules = 3", "3:9", &["name of a ruleset"]);
    refuses_line("study = 3", "3:9", &["[[study]]"]);
    refuses_line("[[study]]\nkind = 3", "4:8", &["`3`"]);
    refuses_study("frames", "frames = \"Tank\"", 10, &["\"Tank\"", "a list"]);
    refuses_study("loadouts", "pareto = \"yes\"", 10, &["\"yes\"", "`true` or `false`"]);
}

#[test]
fn values_out_of_range() {
    refuses_line("samples = 0", "3:11", &["`samples` is 0", "1 to 100000000000"]);
    refuses_study("loadouts", "whites = 3", 10, &["`whites` is 3", "0 to 2"]);
    refuses_study("loadouts", "top = 0", 7, &["`top` is 0", "1 to 20000"]);
    refuses_study("duels", "cover = 5\nframes = [\"Tank\"]", 9, &["`cover` is 5", "0 to 4"]);
    refuses_study("durability", "whites = [1, 3]\nframes = [\"Tank\"]", 14, &["`whites` is 3", "0 to 2"]);
    refuses_study("durability", "cover_hits = 41\nframes = [\"Tank\"]", 14, &["`cover_hits` is 41", "0 to 40"]);
    refuses_study("durability", "attacks = 0\nframes = [\"Tank\"]", 11, &["`attacks` is 0", "1 to 100"]);
    refuses_study(
        "durability",
        "objective = { direct = -1 }\nframes = [\"Tank\"]",
        13,
        &["`direct` is -1", "0 or more"],
    );
    refuses_study("assignment", "target_defense = 21\nframes = [\"Tank\"]\nrange = \"direct\"", 18, &["21", "0 to 20"]);
}

#[test]
fn studies_that_ask_nothing() {
    refuses_study("frames", "frames = []", 10, &["list is empty", "at least one frame"]);
    refuses_study("companies", "companies = []", 13, &["list is empty", "at least one company"]);
    refuses_study("companies", "companies = [{ name = \"A\", frames = [] }]", 37, &["at least one frame"]);
    refuses_study("durability", "whites = []\nframes = [\"Tank\"]", 10, &["list is empty"]);
    for (name, column) in [("ranges", 10), ("whites", 10), ("spots", 9), ("cover", 9)] {
        let lines = format!("{name} = []\nattackers = [\"Tank\"]\ntargets = [\"Tank\"]");
        refuses_study("attacks", &lines, column, &["list is empty"]);
    }
}

#[test]
fn too_much_at_once() {
    let all =
        "attackers = [\"archetypes\"]\ntargets = [\"archetypes\"]\nwhites = [0, 1, 2]\ncover = [0, 1, 2, 3, 4, 5]";
    refuses_line(&format!("[[study]]\nkind = \"attacks\"\n{all}"), "5:13", &["at most 20000"]);
}

#[test]
fn names_of_studies() {
    let study = "[[study]]\nkind = \"frames\"\nname = \"a\"\nframes = [\"Tank\"]\n";
    refuses_line(&format!("{study}{study}"), "7:1", &["two studies are named `a`"]);
    refuses_study("frames", "name = \"../a\"\nframes = [\"Tank\"]", 8, &["`../a` is not a valid name", "lower case"]);
}

#[test]
fn missing_files_and_files_that_are_none() {
    let desk = Desk::new();
    desk.write("plans/archetypes.toml", HEAD);
    desk.refuses(
        "run plans/archetype.toml",
        &["cannot read plans/archetype.toml", "did you mean plans/archetypes.toml?"],
    );
    desk.refuses("run plans", &["cannot read plans"]);
    std::fs::write(desk.path("latin.toml"), b"title = \"\xe4\"\n").unwrap();
    desk.refuses("run latin.toml", &["cannot read latin.toml", "UTF-8"]);
}

/// Study names that would give the same file name are refused before any simulation.
#[test]
fn files_of_one_name() {
    let games = |name: &str| {
        format!(
            "[[study]]\nkind = \"games\"\nname = \"{name}\"\ncompanies = [\"mirror-four\", \"scouts\"]\n\
             policies = [\"random\", \"random\"]\ngames = 2"
        )
    };
    let two = |first: &str, second: &str| format!("{}\n{}", games(first), games(second));
    let parts = ["`duel`", "`duel-company`", "`duel-company-margins`"];
    refuses_line(&two("duel", "duel-company"), "11:8", &parts);
    refuses_line(&two("duel-company", "duel"), "11:8", &parts);
    for name in ["schema", "nul", "com1"] {
        refuses_line(&games(name), "5:8", &[&format!("`{name}`")]);
    }
    let desk = Desk::new();
    desk.write("good.toml", &format!("{HEAD}{}\n{}\n", two("duel", "duel-companies"), games("duel-schema")));
    desk.ok("run good.toml --out good --quiet");
    let files = desk.files();
    assert!(files.keys().any(|path| path.ends_with("plots/duel-companies-company-margins.svg")), "{:?}", files.keys());
}

/// A claim's id is a part of a file name: two ids with the same file name are refused, and none leads out of the
/// folder.
#[test]
fn files_of_claims() {
    let claim = |id: &str| format!("[[study.claim]]\nid = \"{id}\"\nsays = \"S\"\nuntested = \"why\"");
    let study = |first: &str, second: &str| {
        let play = "[[study]]\nkind = \"games\"\nname = \"duel\"\ncompanies = [\"mirror-four\", \"scouts\"]\ngames = 2";
        format!("{play}\n[[study]]\nkind = \"claims\"\n{}\n{}", claim(first), claim(second))
    };
    for (first, second) in [("c1", "C1"), ("a/b", "a.b")] {
        refuses_line(&study(first, second), "15:6", &[&format!("`{first}`"), &format!("`{second}`")]);
    }
    refuses_line(&study("c1", &"x".repeat(61)), "15:6", &["61 bytes", "1 to 60"]);
}

/// A claim about a change that changes nothing would test the seeds: rules under another name, and a field with the value
/// that it has.
#[test]
fn claims_change_something() {
    let play = "[[study]]\nkind = \"games\"\nname = \"duel\"\ncompanies = [\"mirror-four\", \"scouts\"]\ngames = 2";
    let claim = "id = \"c\"\nsays = \"S\"\npredicts = [\"damage rises\"]";
    for (change, place) in [("rules = [\"rulebook\"]", "14:10"), ("fields = [\"frame.white_sides=6\"]", "14:11")] {
        let study = format!("{play}\n[[study]]\nkind = \"claims\"\n[[study.claim]]\n{claim}\n{change}");
        refuses_line(&study, place, &["changes nothing"]);
    }
}
