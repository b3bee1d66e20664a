//! `hitchart list`: everything that has a name, as tables and for shells and programs.

use crate::common::{Desk, at};

/// Lists with an entry of each, and with a column and its value there.
const LISTS: [(&str, &str, &str, &str); 9] = [
    ("scenarios", "estars-anvil", "answers", "Estar's Anvil against The Sun's Fang"),
    ("house-rules", "h02-hand-to-hand-2", "extends", "rulebook"),
    ("armaments", "Plasma Blade", "range", "Close"),
    ("policies", "tactician", "game", "rapid-attack"),
    ("companies", "mirror-five", "company", "Mirror Five"),
    ("battlefields", "avenues", "summary", "Blocks of houses, with alleys inside the blocks and avenues between them"),
    ("encounters", "pack", "kinds", "4 Pack Hunter, 2 Avian Scavenger, 2 Swarming Pest"),
    ("archetypes", "Soldier", "loadout", "RdYBG"),
    ("metrics", "margin", "unit", "points"),
];

#[test]
fn every_list_has_its_entries_in_every_format() {
    let desk = Desk::new();
    for (list, name, column, value) in LISTS {
        let json = desk.json(&format!("list {list}"));
        let entries = json.as_array().unwrap();
        let entry = entries.iter().find(|entry| at(entry, "name") == name).unwrap_or_else(|| panic!("{list}: {name}"));
        assert_eq!(at(entry, column), value, "{list}");
        let csv = desk.ok(&format!("list {list} --format csv"));
        assert_eq!(csv.lines().count(), entries.len() + 1, "{list}");
        assert!(desk.ok(&format!("list {list} --format md")).contains(&format!("| {name} |")), "{list}");
        assert!(desk.ok(&format!("list {list}")).contains(name), "{list}");
    }
}

#[test]
fn lists_know_both_games_and_both_sides() {
    let desk = Desk::new();
    for (list, entries) in [("policies", 19), ("metrics", 100)] {
        let json = desk.json(&format!("list {list}"));
        let entries_of = |game: &str| json.as_array().unwrap().iter().filter(|entry| entry["game"] == game).count();
        let each = ["rapid-attack", "apocalypse-frame"].map(entries_of);
        assert!(each.iter().all(|count| *count > 8) && each.iter().sum::<usize>() >= entries, "{list}: {each:?}");
    }
    let told = desk.json("list metrics frames_lost");
    assert_eq!(
        told.as_array().unwrap().iter().map(|entry| entry["side"].clone()).collect::<Vec<_>>(),
        ["game", "company"]
    );
}

#[test]
fn entries_are_found_without_spaces_and_mistyped_ones_get_the_nearest() {
    let desk = Desk::new();
    assert_eq!(desk.ok("list armaments plasma-blade"), desk.ok("list armaments 'Plasma Blade'"));
    assert_eq!(desk.json("list archetypes Tank Shoot-Scoot").as_array().unwrap().len(), 2);
    for (line, parts) in [
        ("list metrcs", ["unrecognized subcommand 'metrcs'", "'metrics'"]),
        ("list metrics margn", ["unknown metric `margn`", "did you mean `margin`?"]),
        ("list companies miror-five", ["unknown company `miror-five`", "did you mean `mirror-five`?"]),
        ("list scenarios estars-anvi", ["unknown scenario `estars-anvi`", "did you mean `estars-anvil`?"]),
        ("list armaments Shotgn", ["unknown armament `Shotgn`", "did you mean `Shotgun`?"]),
    ] {
        desk.refuses(line, &parts);
    }
}

/// Wherever the program takes a name, completion offers the existing names, and any other text is accepted as well.
#[test]
fn completions_offer_names() {
    let desk = Desk::new();
    let of_options = ["tactician", "draft-2012", "v0.3", "h02-hand-to-hand-2"];
    let of_arguments = [
        "Close-Assault",
        "Plasma-Blade",
        "mirror-five",
        "dense-town",
        "patrol",
        "frames_lost",
        "estars-anvil",
        "results",
    ];
    for shell in ["bash", "zsh"] {
        let script = desk.ok(&format!("completions {shell}"));
        for name in of_options.iter().chain(&of_arguments) {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    // Fish scripts cannot complete the values of an argument without a name.
    let fish = desk.ok("completions fish");
    assert!(of_options.iter().all(|name| fish.contains(name)));
    assert_eq!(desk.ok("ra frame Close-Assault"), desk.ok("ra frame 'Close Assault'"));
    desk.write("house.toml", "extends = 'rulebook'\nname = 'house'\n");
    desk.ok("ra frame RdYBG --rules house.toml");
}

#[test]
fn the_manual_page_is_roff() {
    let page = Desk::new().ok("man");
    assert!(page.starts_with(".TH hitchart 1 ") && page.contains("\n.SS \"hitchart list metrics\"\n"));
    assert!(page.lines().all(|line| !line.starts_with('\'')), "a line that would be read as a request");
}
