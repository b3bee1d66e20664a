use super::super::rules_files::standard;
use super::*;
use hitchart_config::read_table;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Written {
    fleets: At<Vec<At<RawEntry>>>,
}

fn resolved(text: &str) -> Result<Vec<MeetingFleet>, InputError> {
    let file = FileText { path: "battle.toml".into(), text: text.to_owned() };
    let written: Written = hitchart_config::read(&file, read_table(&file)?)?;
    resolve(&file, &written.fleets, Size::Battle, &standard())
}

#[test]
fn built_in_fleets_are_legal_for_two() {
    let rules = standard();
    for known in built_ins() {
        let fleet = built_in_fleet(&known.id, &rules).unwrap();
        fleet.fleet.check_size(2, false, &rules).unwrap();
        assert_eq!(fleet.ships.len(), fleet.fleet.ships.len());
    }
}

#[test]
fn fleets_that_meet_have_names_and_colours_of_their_own() {
    let fleets = resolved(
        "fleets = ['mirror-orbit', 'mirror-orbit', { name = 'Third', fleet = 'C:KRaBY F:RaBY F:RaBY', color = 'blue' }]",
    );
    let error = fleets.unwrap_err().to_string();
    assert!(error.contains("needs an ace"), "{error}");
    let fleets = resolved(
        "fleets = ['mirror-orbit', { fleet = 'mirror-orbit', color = 'blue', policy = 'random' }, 'toll-keepers']",
    );
    let fleets = fleets.unwrap();
    let names: Vec<&str> = fleets.iter().map(|fleet| fleet.name.as_str()).collect();
    assert_eq!(names, ["Mirror Orbit 1", "Mirror Orbit 2", "The Toll Keepers"]);
    assert_eq!(fleets[1].color, Color::FIRST);
    assert_ne!(fleets[0].color, fleets[2].color);
    assert_eq!(fleets[0].ships, ["Capital ship 1", "Capital ship 2", "Frigate 1", "Frigate 2"]);
    assert!(fleets[1].policy.is_some());
}

#[test]
fn mistakes_are_told_with_their_place() {
    let says = |text: &str, parts: &[&str]| {
        let message = resolved(text).unwrap_err().to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
    };
    says("fleets = ['wasp-nest']", &["1:10", "1 fleet; a battle has 2 to 4"]);
    says("fleets = ['wasp-nest', 'long-wach']", &["1:24", "did you mean `long-watch`?"]);
    says("fleets = ['wasp-nest', 'long-watch', 'toll-keepers']", &["1:11", "7 tactical assets", "4 to 6"]);
    says("fleets = ['long-watch', { fleet = 'C:RpRaBG' }]", &["1:35", "unknown system `G`"]);
    says("fleets = ['long-watch', { fleet = 'long-watch', ships = ['A'] }]", &["1 name for 5 ships"]);
    let twice = "fleets = [{ name = 'A', fleet = 'long-watch' }, { name = 'A', fleet = 'long-watch' }]";
    says(twice, &["two fleets are named `A`"]);
}
