//! Mistakes in commands and scenarios of Apocalypse Frame: exit code 2, one message with its place.

use crate::common::Desk;

#[test]
fn mistyped_arguments() {
    let desk = Desk::new();
    desk.refuses("af armaments --with Chrage", &["`Chrage`", "did you mean `Charge`?"]);
    desk.refuses("af armaments --armor 99", &["99", "0 to 30"]);
    desk.refuses("af armaments --gear stok", &["'stok'", "stock"]);
    desk.refuses("af tags 'Asault Rifle'", &["`Asault Rifle`", "did you mean `Assault Rifle`?"]);
    desk.refuses("af round", &["<ARMAMENTS>"]);
    desk.refuses("af round 'Shotgun + Hto'", &["`Hto`", "`Hot`"]);
    desk.refuses("af round Shotgun Shotgun Shotgun Shotgun", &["4 armaments", "1 to 3"]);
    desk.refuses("af duel M1-SOLDER Drone", &["`M1-SOLDER`", "did you mean `M1-SOLDIER`?"]);
    desk.refuses("af duel M1 Dron", &["`Dron`", "did you mean `Drone`?"]);
    desk.refuses("af duel M1 Drone --range direct", &["'direct'", "close, near, far"]);
    desk.refuses("af round Shotgun --tension 5 --max-tension 4", &["--max-tension is 4", "allowed: 5"]);
    desk.refuses("af frames --rules rulebook", &["unknown ruleset `rulebook`", "`v0.3`"]);
    let both = "af improve M1 --require Shotgun --ban Shotgun";
    assert!(!desk.refused(both).contains("`banned`"), "keys of a generated file mean nothing");
    desk.refuses(both, &["`Shotgun`", "`--require`", "`--ban`"]);
    desk.refuses("rules diff v0.3 rulebook", &["Apocalypse Frame", "Rapid Attack"]);
}

/// Runs a scenario of one study that must be refused at a line, with these parts in the message.
#[track_caller]
fn refuses(study: &str, line: usize, parts: &[&str]) {
    let desk = Desk::new();
    desk.write("bad.toml", &format!("title = \"T\"\nsystem = \"apocalypse-frame\"\n[[study]]\n{study}\n"));
    let message = desk.refused("run bad.toml");
    for part in parts.iter().copied().chain([format!("bad.toml:{line}:").as_str()]) {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

fn mission(rest: &str) -> String {
    format!("kind = \"missions\"\n{rest}")
}

#[test]
fn teams_that_cannot_be() {
    refuses("kind = \"mission\"", 4, &["`mission`", "did you mean `missions`?"]);
    refuses("kind = \"missions\"", 3, &["missing key `aces`"]);
    refuses(&mission("aces = [\"M1-SOLDER\"]"), 5, &["`M1-SOLDER`", "did you mean `M1-SOLDIER`?"]);
    refuses(&mission("aces = []"), 5, &["0 Aces", "1 to 5"]);
    refuses(&mission("aces = [\"M1\", \"M1\", \"M1\", \"M1\", \"M1\", \"M1\"]"), 5, &["6 Aces"]);
    let ace = |table: &str| mission(&format!("aces = [{{ frame = \"M1\", {table} }}]"));
    refuses(&ace("armaments = [\"Shotgun + Hot + Hot\"]"), 5, &["Shotgun", "Hot"]);
    refuses(&ace("attributes = { drive = 3, speed = 3, control = 3 }"), 5, &["3/3/3", "6 in all"]);
    refuses(&ace("modular = [\"Chaingun + Motivating\"]"), 5, &["Motivating"]);
    refuses(&ace("gun = 3"), 5, &["`gun`"]);
}

#[test]
fn battles_that_cannot_be() {
    let team = "aces = [\"M1\"]";
    refuses(&mission(&format!("{team}\nencounter = \"patrl\"")), 6, &["`patrl`", "did you mean `patrol`?"]);
    refuses(&mission(&format!("{team}\nencounter = 3")), 6, &["`encounter` is the name of one"]);
    let with = |table: &str| mission(&format!("{team}\nencounter = {{ {table} }}"));
    refuses(&with("enemies = [{ kind = \"Legionaire\" }]"), 6, &["`Legionaire`", "did you mean `Legionnaire`?"]);
    refuses(&with("enemies = [{ kind = \"Velite\", at = \"9,9\" }]"), 6, &["9,9"]);
    refuses(&with("enemies = [{ kind = \"Velite\", count = 70 }]"), 6, &["70"]);
    refuses(&with("enemies = []"), 6, &["enemies"]);
    refuses(&with("map = { hexagon = 9 }, enemies = [{ kind = \"Velite\" }]"), 6, &["hexes"]);
    refuses(&with("enemis = []"), 6, &["`enemis`", "did you mean `enemies`?"]);
    refuses(&with("enemies = [{ kind = \"Velite\" }], rounds = 0"), 6, &["0"]);
}

#[test]
fn policies_and_numbers() {
    let team = "aces = [\"M1\"]";
    let policies = |list: &str| mission(&format!("{team}\npolicies = {list}"));
    refuses(&policies("[\"greedy\"]"), 6, &["1 policy", "game master"]);
    refuses(&policies("[\"gredy\", \"greedy\"]"), 6, &["`gredy`", "did you mean `greedy`?"]);
    refuses(&policies("[\"greedy\", \"tactician\"]"), 6, &["`tactician`", "ruthless"]);
    refuses(&mission(&format!("{team}\ngames = 0")), 6, &["`games` is 0"]);
    refuses("kind = \"squads\"\nsizes = [4]", 5, &["`sizes` is 4", "1 to 3"]);
    refuses("kind = \"difficulty\"\naces = [\"M1\"]\nkinds = [\"Wolf\"]", 6, &["`Wolf`"]);
    refuses("kind = \"marginal\"\naces = [\"M1\"]\nace = 2", 6, &["`ace` is 2", "1 to 1"]);
    refuses("kind = \"campaign\"\naces = [\"M1\"]\npurchases = [\"Railgun + Hot\"]", 6, &["Railgun"]);
    refuses(
        "kind = \"campaign\"\naces = [\"M1\"]\npurchases = [\"Machinegun + Hot\", \"Machinegun + Hot\"]",
        6,
        &["Hot"],
    );
    refuses("kind = \"armaments\"\nwith = [\"Hott\"]", 5, &["`Hott`", "did you mean `Hot`?"]);
}

#[test]
fn play_has_its_own_mistakes() {
    let desk = Desk::new();
    let head = "title = \"T\"\nsystem = \"apocalypse-frame\"\n[[study]]\n";
    desk.write("m.toml", &format!("{head}kind = \"missions\"\naces = [\"M1\"]\n"));
    desk.refuses("play m.toml --policies greedy", &["--policies", "1 policy"]);
    desk.refuses("play m.toml --swap-seats", &["--swap-seats", "cannot swap"]);
    desk.refuses("play m.toml --rules rulebook", &["rulebook"]);
    desk.write("x.toml", &format!("{head}kind = \"frames\"\n"));
    desk.refuses("play x.toml", &["no study of kind `missions`", "only of frames"]);
    desk.refuses("tune x.toml", &["no study of kind `missions`"]);
}
