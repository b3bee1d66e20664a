//! Tests of reading encounters from TOML, valid and invalid.

use super::*;
use crate::games::apocalypse_frame::catalogue::book;
use hitchart_config::{FileText, InputError, from_toml};

fn read(text: &str) -> Result<Encounter, InputError> {
    let file = FileText { path: "test.toml".into(), text: text.to_owned() };
    let raw: RawEncounter = from_toml(&file.text).map_err(|error| InputError::read(&file, &error))?;
    check(&raw, &file, book())
}

fn problem(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn a_short_encounter_has_defaults() {
    let encounter = read("enemies = [{ kind = \"Legionnaire\", count = 3 }]").unwrap();
    assert_eq!((encounter.map.len(), encounter.enemies.len(), encounter.rounds), (37, 3, 20));
    assert_eq!((encounter.at_limit, encounter.reinforce.len()), (Ending::Defeat, 0));
    let apart = |enemy: &Placed| encounter.map.distance(encounter.starts[0], enemy.at);
    assert!(encounter.enemies.iter().all(|enemy| apart(enemy) >= 3));
}

#[test]
fn enemies_carry_one_attack_where_they_pick_one() {
    let encounter = read(
        "enemies = [{ kind = \"slinger\" }, { kind = \"Slinger\", attack = \"stone launcher\", vigor = 9 }, { kind = \"Decanus\" }]",
    )
    .unwrap();
    let carried: Vec<(u8, u8)> = encounter.enemies.iter().map(|enemy| (enemy.attacks.bits(), enemy.vigor)).collect();
    assert_eq!(carried, [(1, 2), (2, 9), (3, 4)]);
    assert_eq!(encounter.kinds.len(), 2);
}

#[test]
fn a_colossus_brings_all_its_parts() {
    let encounter = read("colossi = [{ name = \"World Serpent\", at = [\"0,0\", \"1,0\"] }]").unwrap();
    assert_eq!((encounter.enemies.len(), encounter.colossi.as_slice()), (11, &["World Serpent".to_owned()][..]));
    assert!(encounter.enemies.iter().all(|part| part.colossus == Some(ColossusId::new(0))));
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, told) in [
        ("enemies = [{ kind = \"Legionary\" }]", "did you mean `Legionnaire`?"),
        ("enemies = [{ kind = \"Slinger\", attack = \"Stone\" }]", "did you mean `Stone Launcher`?"),
        ("enemies = [{ kind = \"Velite\", at = \"9,9\" }]", "hex `9,9` is not on the map of 37 hexes"),
        ("enemies = [{ kind = \"Velite\", at = [\"1;0\"] }]", "`1;0`"),
        ("enemies = [{ kind = \"Velite\", at = [] }]", "an empty list of hexes"),
        ("enemies = [{ kind = \"Velite\", at = 3 }]", "a hex as"),
        ("enemies = [{ kind = \"Velite\", count = 65 }]", "1 to 64"),
        ("enemies = [{ kind = \"Velite\", count = 40 }, { kind = \"Velite\", count = 40 }]", "80 enemies"),
        ("enemies = [{ kind = \"Velite\", vigor = 0 }]", "the Vigor of an enemy must be 1 to 60"),
        ("enemies = []", "has 0 enemies"),
        ("enemies = [{ kind = \"Railguns\" }]", "name `Consul` under `colossi`"),
        ("colossi = [{ name = \"Consol\" }]", "did you mean `Consul`?"),
        ("map = { hexagon = 9 }\nenemies = [{ kind = \"Velite\" }]", "271 hexes"),
        ("map = { rows = [\".x\"] }\nenemies = [{ kind = \"Velite\" }]", "a dot for a hex"),
        ("rounds = 0\nenemies = [{ kind = \"Velite\" }]", "1 to 250 rounds"),
        ("reinforce = [\"Apex\"]\nenemies = [{ kind = \"Velite\" }]", "only standard enemies can"),
        ("enemy = [{ kind = \"Velite\" }]", "did you mean `enemies`?"),
        ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 0", "first round is 1"),
        ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nend = \"defeat\"", "either `round` or `faces`"),
        ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nfaces = [1]", "either `round` or `faces`"),
        ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nfaces = [0, 7]", "numbers from 1 to 6"),
        ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nagain = true", "with `faces`, not with `round`"),
        (
            "enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nparts = [{ colossus = \"Consul\", kind = \"Railguns\" }]",
            "unknown colossus of the battle",
        ),
        (
            "colossi = [{ name = \"Consul\" }]\n[[changes]]\nround = 1\nparts = [{ colossus = \"Consul\", kind = \"Railgun\" }]",
            "did you mean `Railguns`?",
        ),
        (
            "enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nvigor = { kind = \"Velit\", by = 1 }",
            "`Velite`?",
        ),
        ("enemies = [{ kind = \"Velite\" }]\neverywhere = [\"gas\"]", "unknown variant `gas`"),
    ] {
        let found = problem(text);
        assert!(found.contains(told), "{text}\n{found}");
        assert!(found.contains("test.toml") || found.contains("0 enemies"), "no place: {found}");
    }
}

#[test]
fn missions_have_battles() {
    let file = |text: &str| FileText { path: "test.toml".into(), text: text.to_owned() };
    let read = |text: &str| {
        let file = file(text);
        let raw: RawMission = from_toml(&file.text).unwrap();
        check_mission(&raw, &file, book())
    };
    let plan = read(
        "[[battles]]\nencounter = { enemies = [{ kind = \"Drone\" }] }\n[[battles]]\ncache = true\nrepairs = false\nencounter = { enemies = [{ kind = \"Spider\" }] }",
    )
    .unwrap();
    let kinds: Vec<(bool, bool)> = plan.battles.iter().map(|battle| (battle.cache, battle.repairs)).collect();
    assert_eq!(kinds, [(false, true), (true, false)]);
    assert!(read("battles = []").unwrap_err().to_string().contains("0 battles"));
    let schema = schemars::schema_for!(RawMission).to_value();
    assert!(schema["$defs"].as_object().is_some());
}
