//! Mistakes in a ruleset file, and in an overlay inside a scenario: the message has the place of the mistake.

use crate::common::Desk;

/// Checks that a ruleset file is refused at a place, by each command that uses it.
#[track_caller]
fn refuses(text: &str, place: &str, parts: &[&str]) {
    let desk = Desk::new();
    desk.write("house.toml", text);
    let study = "[[study]]\nkind = \"frames\"\nframes = [\"Tank\"]\n";
    desk.write("uses.toml", &format!("title = \"T\"\nsystem = \"rapid-attack\"\nrules = \"house.toml\"\n{study}"));
    let place = format!("house.toml:{place}\n");
    let all: Vec<&str> = parts.iter().copied().chain([place.as_str()]).collect();
    for line in ["rules show house.toml", "ra frame RdYBG --rules house.toml", "run uses.toml"] {
        desk.refuses(line, &all);
    }
}

#[test]
fn keys_and_values() {
    refuses("[charts.open]\ntagret = 4\n", "2:1", &["`tagret`", "`target`", "did you mean `target`?"]);
    refuses("[chart]\n", "1:2", &["`chart`", "did you mean `charts`?"]);
    refuses("[charts.open]\ntarget = 9\n", "2:10", &["`charts.open.target` is 9", "1 to 7"]);
    refuses("[frame]\nwhites = \"two\"\n", "2:10", &["`frame.whites`", "\"two\""]);
    refuses("[weapons]\nfirst = \"2x6\"\n", "2:9", &["`2x6` is not dice"]);
    refuses("[charts]\ncover_order = \"low-frist\"\n", "2:15", &["low-frist", "low-first"]);
    refuses(
        "[charts.cover]\nblow_through = 3\n",
        "2:16",
        &["`charts.cover.blow_through` is 3", "4 to 7", "not below `charts.cover.cover`"],
    );
    refuses("frame = 3\n", "1:1", &["`frame` is a table"]);
    refuses("[frame\n", "1:7", &["error: "]);
}

#[test]
fn what_a_ruleset_extends() {
    refuses("extends = \"rulebok\"\n", "1:11", &["`rulebok`", "did you mean `rulebook`?"]);
    refuses("extends = 3\n", "1:11", &["`extends`", "name of a ruleset"]);
    refuses("extends = \"house.toml\"\n", "1:11", &["extend each other"]);
}

#[test]
fn an_overlay_in_a_scenario() {
    let desk = Desk::new();
    for (overlay, place, parts) in [
        ("charts = { oepn = { target = 4 } }", "4:12", ["`oepn`", "did you mean `open`?"]),
        ("charts = { open = { target = 9 } }", "4:30", ["`charts.open.target` is 9", "1 to 7"]),
        ("extends = \"rulebok\"", "4:11", ["`rulebok`", "did you mean `rulebook`?"]),
        ("extends = 3", "4:11", ["3", "name of a ruleset"]),
    ] {
        let study = "[[study]]\nkind = \"frames\"\nframes = [\"Tank\"]\n";
        desk.write("s.toml", &format!("title = \"T\"\nsystem = \"rapid-attack\"\n[rules]\n{overlay}\n{study}"));
        desk.refuses("run s.toml", &[&[format!("s.toml:{place}\n").as_str()], &parts[..]].concat());
    }
}

#[test]
fn a_missing_ruleset_file_gets_the_nearest_name() {
    let desk = Desk::new();
    desk.write("house.toml", "");
    desk.refuses("rules show hosue.toml", &["cannot read hosue.toml", "did you mean house.toml?"]);
}
