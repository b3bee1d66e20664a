//! The overlays under `scenarios/rules/`: one file for each claim of the texts, those of rules by agreement, and those
//! of the other games. Each loads, plays, and differs from its base only in the fields that it names.

use crate::documents::{read, root};
use hitchart_apocalypse_frame::encounter::MissionPlan;
use hitchart_apocalypse_frame::encounter::ground::built_in;
use hitchart_apocalypse_frame::mission::{KeyedDice as MissionDice, Mission};
use hitchart_apocalypse_frame::players::{PolicySpec as AcePolicy, Side};
use hitchart_apocalypse_frame::ruleset as af;
use hitchart_apocalypse_frame::squad::stock as af_stock;
use hitchart_config::rules::{self, RulesText, diff, dotted};
use hitchart_intercept_orbit::battle::{Battle as FleetBattle, KeyedDice as BattleDice};
use hitchart_intercept_orbit::muster::built_in_fleet;
use hitchart_intercept_orbit::players::PolicySpec as FleetPolicy;
use hitchart_intercept_orbit::ruleset as io;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Policy, Unwatched, play};
use hitchart_rapid_attack::battle::{Battle, KeyedDice};
use hitchart_rapid_attack::bidding::Size;
use hitchart_rapid_attack::players::PolicySpec;
use hitchart_rapid_attack::rules_files::{load, rulebook};
use hitchart_rapid_attack::ruleset::Ruleset;
use std::collections::BTreeSet;
use std::ops::Range;

/// Companies of four frames, and their battlefields.
const MEETINGS: [([&str; 2], &str); 2] =
    [(["suns-fang", "piercing-eye"], "dense-town"), (["artillery-park", "scouts"], "open-plain")];

/// Games of each meeting, then further games if these do not show the change.
const GAMES: [Range<u64>; 2] = [1..3, 3..12];

/// The same for battles in orbit, where some changes are rarely seen.
const BATTLES: [Range<u64>; 2] = [1..3, 3..60];

/// Prefixes of the overlays of Apocalypse Frame and of Intercept Orbit.
const OF_APOCALYPSE_FRAME: &str = "af-";
const OF_INTERCEPT_ORBIT: &str = "io-";

/// Returns the names and paths of the overlays of Rapid Attack.
fn overlays() -> Vec<(String, String)> {
    let of_others = |name: &str| [OF_APOCALYPSE_FRAME, OF_INTERCEPT_ORBIT].iter().any(|game| name.starts_with(game));
    all_overlays().into_iter().filter(|(name, _)| !of_others(name)).collect()
}

/// Returns the names and paths of all overlays.
fn all_overlays() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(root().join("scenarios/rules")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, String)> = entries
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path.to_string_lossy().into_owned()))
        .collect();
    found.sort();
    found
}

/// Lists the paths of all values in a table.
fn paths(prefix: &str, table: &toml::Table) -> Vec<String> {
    let of = |(key, value): (&String, &toml::Value)| match value {
        toml::Value::Table(inner) => paths(&format!("{prefix}{key}."), inner),
        _ => vec![format!("{prefix}{key}")],
    };
    table.iter().flat_map(of).collect()
}

#[test]
fn every_overlay_differs_in_the_fields_that_it_names_and_says_where_they_come_from() {
    let found = overlays();
    for claim in (1..=31).map(|claim| format!("h{claim:02}")).chain(["s02", "s06", "s10"].map(str::to_owned)) {
        assert!(found.iter().any(|(name, _)| name.starts_with(&claim)), "no overlay for {claim}");
    }
    let base = RulesText::of(&rulebook());
    for (name, path) in found {
        let rules = load(&path).unwrap_or_else(|error| panic!("{error}"));
        differs_where_it_says(&name, &base, &RulesText::of(&rules));
        assert_eq!(rules.name, name);
    }
}

/// Checks that an overlay differs only in the fields that it names, and that it names its source.
fn differs_where_it_says(name: &str, base: &RulesText, rules: &RulesText) {
    let text = read(&format!("scenarios/rules/{name}.toml"));
    assert!(text.lines().any(|line| line.starts_with("# Source: ")), "{name} has no source");
    let written = paths("", &toml::from_str(&text).unwrap());
    let named = written.into_iter().filter(|path| !["extends", "name", "summary"].contains(&path.as_str()));
    let differs: BTreeSet<String> = diff(base, rules).into_iter().map(|(path, ..)| path).collect();
    // A list that repeats parts of the base rules is not a difference.
    let repeats = |path: &String| path.starts_with("sizes.") || path.starts_with("charts.");
    let named: BTreeSet<String> = named.filter(|path| differs.contains(path) || !repeats(path)).collect();
    assert!(!differs.is_empty() && differs == named, "{name}: {differs:?} against {named:?}");
}

/// Checks the overlays of Intercept Orbit: each differs in the fields that it names, and in the results of battles.
#[test]
fn every_overlay_of_fleets_differs_in_what_it_names_and_plays() {
    let base: io::Ruleset = rules::load("intercept-orbit").unwrap();
    let found: Vec<(String, String)> =
        all_overlays().into_iter().filter(|(name, _)| name.starts_with(OF_INTERCEPT_ORBIT)).collect();
    assert!(found.len() >= 6, "{found:?}");
    let before = BATTLES.map(|games| battles(&base, games));
    for (name, path) in found {
        let changed: io::Ruleset = rules::load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(changed.name, name);
        differs_where_it_says(&name, &RulesText::of(&base), &RulesText::of(&changed));
        let differs = BATTLES.into_iter().zip(&before).any(|(games, before)| battles(&changed, games) != *before);
        assert!(differs, "{name} changes nothing");
    }
}

/// Returns the scores and rounds of a few battles by tacticians.
fn battles(rules: &io::Ruleset, games: Range<u64>) -> Vec<(Vec<i32>, u8)> {
    let mut players = [0; 2].map(|_| FleetPolicy::named("tactician").unwrap().build());
    let mut found = Vec::new();
    for fleets in [["wasp-nest", "long-watch"], ["toll-keepers", "salt-runners"]] {
        let fleets = fleets.map(|id| built_in_fleet(id, rules).unwrap_or_else(|error| panic!("{error}")).fleet);
        let battle = FleetBattle::new(rules.clone(), fleets.to_vec(), false, BattleDice).unwrap();
        for key in games.clone() {
            let state = play(&battle, key, &mut players, &mut Unwatched);
            found.push((PlayerId::first(2).map(|player| state.score(player)).collect(), state.round));
        }
    }
    found
}

/// Returns the scores and rounds of a few games by tacticians.
fn outcomes(rules: &Ruleset, games: Range<u64>) -> Vec<(Vec<i32>, u8)> {
    let mut players = [0; 2].map(|_| PolicySpec::named("tactician").unwrap().build());
    let mut found = Vec::new();
    for (companies, field) in MEETINGS {
        let battle = Battle::built_in(&companies, field, Size::Skirmish, rules, 1).unwrap_or_else(|e| panic!("{e}"));
        for key in games.clone() {
            players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
            let mut state = battle.start(key, &mut Unwatched);
            while let Some(player) = battle.to_decide(&state) {
                let action = players[player].decide(&battle, &state);
                battle.apply(&mut state, &action, &mut Unwatched);
            }
            found.push((PlayerId::first(2).map(|player| state.score(player)).collect(), state.round));
        }
    }
    found
}

/// Plays some games with each overlay; at least one game must show the change.
#[test]
fn every_overlay_plays_and_changes_the_game() {
    let base = GAMES.map(|games| outcomes(&rulebook(), games));
    for (name, path) in overlays() {
        let rules = load(&path).unwrap();
        let differs = GAMES.into_iter().zip(&base).any(|(games, base)| {
            let found = outcomes(&rules, games);
            assert!(found.iter().all(|(_, rounds)| (1..=30).contains(rounds)), "{name}: {found:?}");
            found != *base
        });
        assert!(differs || SAME.contains(&name.as_str()), "{name} changes nothing");
    }
}

/// Checks that the scenario `options` compares every overlay of a rule by agreement.
#[test]
fn every_option_is_compared_with_the_rulebook() {
    let scenario = read("scenarios/options.toml");
    let options: Vec<String> =
        overlays().into_iter().map(|(name, _)| name).filter(|name| name.starts_with("option-")).collect();
    assert!(options.len() >= 5, "{options:?}");
    options.iter().for_each(|name| assert!(scenario.contains(&format!("\"rules/{name}.toml\"")), "{name}"));
}

/// Overlays that may not change these games: companies of four frames are legal either way, and a frame with two blues
/// is seldom cover.
const SAME: [&str; 2] = ["h14-two-blues-are-hit", "h15-fewer-frames"];

/// Checks the overlays of the catalogue: each differs only in the entries that it names, and changes exact numbers or
/// missions.
#[test]
fn every_overlay_of_the_catalogue_differs_in_what_it_names() {
    let base: af::Ruleset = rules::load("v0.3").unwrap();
    let found: Vec<(String, String)> =
        all_overlays().into_iter().filter(|(name, _)| name.starts_with(OF_APOCALYPSE_FRAME)).collect();
    assert!(found.len() >= 5, "{found:?}");
    for (name, path) in found {
        let text = read(&format!("scenarios/rules/{name}.toml"));
        assert!(text.lines().any(|line| line.starts_with("# Source: ")), "{name} has no source");
        let changed: af::Ruleset = rules::load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(changed.name, name);
        let written: toml::Table = toml::from_str(&text).unwrap();
        let entries: BTreeSet<String> = written["catalogue"]
            .as_table()
            .unwrap()
            .iter()
            .flat_map(|(section, entries)| {
                entries
                    .as_table()
                    .unwrap()
                    .keys()
                    .map(move |entry| dotted(&["catalogue".into(), section.clone(), entry.clone()]))
            })
            .collect();
        let differs = diff(&RulesText::of(&base), &RulesText::of(&changed));
        let of = |path: &str| entries.iter().find(|entry| path.starts_with(&format!("{entry}."))).cloned();
        let differing: BTreeSet<Option<String>> = differs.iter().map(|(path, ..)| of(path)).collect();
        assert_eq!(differing, entries.into_iter().map(Some).collect(), "{name}: {differs:?}");
        let game = hitchart::games::find("apocalypse-frame").unwrap();
        let [before, after] = [&base, &changed].map(|rules| (game.exact)(&RulesText::of(rules)).unwrap());
        assert!(before != after || missions(&base) != missions(&changed), "{name} changes nothing");
        assert!(missions(&changed).iter().all(|(_, rounds)| (1..=60).contains(rounds)), "{name}");
    }
}

/// Returns the results of a few missions of the stock frames: the signs of victory, and rounds.
fn missions(rules: &af::Ruleset) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    for (encounter, frames) in [("patrol", ["M2-ARCHER", "M3-SENTINEL"]), ("consul", ["H1-VANGUARD", "L3-GLADIATOR"])] {
        let catalogue = &rules.catalogue;
        let aces = frames.map(|name| af_stock(catalogue.frame(name).unwrap(), rules)).to_vec();
        let plan = MissionPlan::single(built_in(encounter, catalogue).unwrap_or_else(|error| panic!("{error}")));
        let mission = Mission::new(rules.clone(), aces, plan, MissionDice);
        for key in GAMES[0].clone() {
            let mut players = [(Side::Aces, "tactician"), (Side::Gm, "greedy")]
                .map(|(side, name)| AcePolicy::named_in(side as usize, name).unwrap().build());
            let state = play(&mission, key, &mut players, &mut Unwatched);
            let left = state.aces.each_ref().map(|ace| (ace.vigor, ace.tension, ace.ammo));
            found.push((format!("{left:?}"), state.round));
        }
    }
    found
}
