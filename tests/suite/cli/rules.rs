//! Rulesets on the command line: list, show, diff.

use crate::common::Desk;

#[test]
fn list_names_the_built_in_rulesets() {
    let json = Desk::new().json("rules list");
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|rules| rules["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["rulebook", "draft-2012", "handbook", "v0.3", "v1.x", "intercept-orbit", "community-2014"]);
}

/// The output of `show` is a complete ruleset: it reads back unchanged.
#[test]
fn show_prints_toml_that_reads_back() {
    let desk = Desk::new();
    for name in ["rulebook", "draft-2012", "handbook", "v0.3"] {
        let shown = desk.ok(&format!("rules show {name}"));
        assert_eq!(toml::from_str::<toml::Table>(&shown).unwrap()["name"].as_str(), Some(name));
        desk.write("copy.toml", &shown);
        assert_eq!(desk.ok("rules show copy.toml"), shown, "{name}");
        assert_eq!(desk.json(&format!("rules diff {name} copy.toml")).as_array().unwrap().len(), 0, "{name}");
    }
}

#[test]
fn the_key_that_names_the_base_is_known() {
    let desk = Desk::new();
    desk.write("mistyped.toml", "extend = \"rulebook\"\nname = \"mistyped\"\n");
    desk.refuses("rules check mistyped.toml", &["unknown key `extend`", "`extends`, ", "did you mean `extends`?"]);
    desk.write("deep.toml", "extends = \"rulebook\"\n[charts.open]\ntarge = 4\n");
    let said = desk.say("rules check deep.toml");
    assert!(!said.err.contains("extends`") && said.err.contains("did you mean `target`?"), "{}", said.err);
}

#[test]
fn diff_names_fields_and_both_values() {
    let desk = Desk::new();
    let json = desk.json("rules diff rulebook draft-2012");
    let fields: Vec<&str> = json.as_array().unwrap().iter().map(|row| row["field"].as_str().unwrap()).collect();
    assert_eq!(fields[..3], ["charts.cover_order", "charts.terrain.target", "fielding.stations_first"]);
    assert!(fields.contains(&"rockets.open_direct_fire") && fields.contains(&"turn.commit_all_first"));
    assert_eq!((json[1]["a"].as_str(), json[1]["b"].as_str()), (Some("4"), Some("3")));
    assert!(desk.ok("rules diff rulebook rulebook").contains("same"));
    let line = desk.ok("rules diff rulebook draft-2012 --format line");
    assert!(line.lines().count() == 1 && line.contains("charts.terrain.target 4 to 3"), "{line}");
    assert!(desk.ok("rules check draft-2012 --format line").contains("draft-2012"));
}

#[test]
fn changes_without_extends_are_of_the_game_that_they_are_used_with() {
    let desk = Desk::new();
    desk.write("assault.toml", "name = 'assault'\n[charts.assault]\nhits = 5\n");
    assert!(desk.ok("rules check assault.toml").contains("Intercept Orbit"));
    for changes in ["assault.toml", "clock.start=9"] {
        let json = desk.json(&format!("rules diff intercept-orbit {changes}"));
        assert_eq!(json.as_array().unwrap().len(), 1, "{json}");
    }
}

/// The note on fields that are played blind appears only if there are such fields.
#[test]
fn check_says_what_is_played_blind_only_where_it_is() {
    let desk = Desk::new();
    for seen in [
        "extends = \"rulebook\"\n[charts.open]\ntarget = 3\n",
        "extends = \"v0.3\"\n[catalogue.armaments.\"Sniper Rifle\"]\ndice = 1\n",
    ] {
        desk.write("house.toml", seen);
        for format in ["table", "md"] {
            let said = desk.ok(&format!("rules check house.toml --format {format}")).to_lowercase();
            assert!(said.contains("house") && !said.contains("blind"), "{said}");
        }
        assert_eq!(desk.json("rules check house.toml")[0]["blind"], false);
    }
    desk.write("house.toml", "extends = \"v0.3\"\n[catalogue.traits.support-drones]\nvigor = 3\n");
    let said = desk.ok("rules check house.toml");
    assert!(
        said.contains("Played blind: the simulated players do not change their play for this field.")
            && said.contains("yes"),
        "{said}"
    );
}

#[test]
fn a_ruleset_with_a_blank_name_is_refused() {
    let desk = Desk::new();
    for name in ["", "  "] {
        desk.write("house.toml", &format!("extends = \"rulebook\"\nname = \"{name}\"\n[charts.open]\ntarget = 3\n"));
        desk.refuses("rules check house.toml", &["house.toml:2", "`name`", "not blank"]);
    }
}

#[test]
fn a_mistyped_ruleset_is_refused_everywhere() {
    let desk = Desk::new();
    for line in [
        "rules show rulebok",
        "rules diff rulebook rulebok",
        "ra frame RdYBG --rules rulebok",
        "ra attack --attack 3d6 --rules rulebok",
        "ra assign RdYBG --range direct --rules rulebok",
        "ra loadouts --rules rulebok",
        "ra durability RdYBG --rules rulebok",
    ] {
        desk.refuses(line, &["`rulebok`", "`rulebook`, `draft-2012`, `handbook`", "did you mean `rulebook`?"]);
    }
}

/// The message about a number beyond the type of its field has the bounds of the field.
#[test]
fn a_number_beyond_its_type_is_told_the_bounds_of_its_field() {
    let desk = Desk::new();
    for actions in ["300", "-1", "7"] {
        desk.write("r.toml", &format!("name = 'R'\nextends = 'v1.x'\n[turn]\nactions = {actions}\n"));
        desk.refuses("rules check r.toml", &["`turn.actions`", actions, "1 to 4"]);
    }
    desk.write("r.toml", "name = 'R'\nextends = 'v1.x'\n[turn]\nactions = 'two'\n");
    desk.refuses("rules check r.toml", &["`turn.actions`", "two"]);
}

/// Changes on the command line change the rules of the scenario: a change to the default value plays the same games.
#[test]
fn changes_apply_to_the_rules_of_the_scenario() {
    let desk = Desk::new();
    let play = "play mirror-five --study seats --games 40 --policies random,random --format csv";
    let same = desk.ok(&format!("{play} --rules rockets.per_company=3"));
    assert_eq!(desk.ok(play), same);
    // The scenario rolls off ties for defense; the default rules break them by a frame.
    assert_ne!(desk.ok(&format!("{play} --rules 'extends=\"rulebook\"; rockets.per_company=3'")), same);
}

#[test]
fn other_rules_under_the_name_of_a_built_in_ruleset_are_refused() {
    let desk = Desk::new();
    desk.write("house.toml", "name = \"rulebook\"\n[clock]\nstart = 5\n");
    desk.write("table.toml", "title = 'T'\ngame = 'rapid-attack'\n[rules]\nname = 'rulebook'\nclock.start = 5\n");
    for line in [
        "rules check house.toml",
        "ra frame RdYBG --rules house.toml",
        "play mirror-five --games 1 --rules 'name=rulebook; clock.start=5'",
        "run table.toml",
    ] {
        desk.refuses(line, &["`rulebook`", "built-in", "another `name`"]);
    }
}
