//! Any input gives a value or a message, never a panic: random text and mangled files through every reader.

use hitchart::scenario::check;
use hitchart_config::FileText;
use hitchart_dice::Pool;
use hitchart_lab::study::Overrides;
use hitchart_rapid_attack::assignment::{AssignedTurn, Weights};
use hitchart_rapid_attack::attack::Shelter;
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::loadout::{Loadout, Range};
use hitchart_rapid_attack::loadouts::loadout_of;
use hitchart_rapid_attack::loadouts::{LoadoutFilter, LoadoutSortKey};
use hitchart_rapid_attack::rules_files::{load, rulebook};
use hitchart_rapid_attack::ruleset::ChartName;
use proptest::prelude::*;

const SCENARIO: &str = include_str!("../../scenarios/cover-or-open.toml");

/// Generates text that is nearly right: pieces of every notation with anything in between.
fn nearly() -> impl Strategy<Value = String> {
    let pieces =
        ["Rh", "Rd/a", "/", "YBG", "+SSR", "9", "d6", "3d6+", "W5", "R", " ", ">=", "systems", "-", "é", "\u{0}"];
    let piece = prop_oneof![
        prop::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        any::<char>().prop_map(String::from)
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn notations(text in nearly()) {
        let rules = rulebook();
        if let Ok(loadout) = Loadout::parse(&text, &rules) {
            prop_assert_eq!(Loadout::parse(&loadout.to_string(), &rules), Ok(loadout));
        }
        if let Ok(pool) = text.parse::<Pool>() {
            prop_assert_eq!(pool.to_string().parse::<Pool>(), Ok(pool));
        }
        let _ = loadout_of(&text, &rules).map_err(|error| error.render(true));
        let _ = LoadoutFilter::parse(&text).map_err(|error| error.render(false));
        let _ = LoadoutSortKey::parse(&text);
        let _ = load(&text).map_err(|error| error.render(false));
    }

    #[test]
    fn rolls(text in nearly()) {
        let rules = rulebook();
        let frame = Frame::new(Loadout::parse("RdYBG", &rules).unwrap(), &rules);
        let turn = AssignedTurn {
            frame,
            range: Range::Direct,
            target_defense: 3,
            chart: ChartName::Open,
            shelter: Shelter::Open,
            rockets: 0,
        gap: 0.0,
            weights: Weights::default(),
        };
        if let Ok(roll) = turn.read_roll(&text, &rules) {
            let _ = turn.choice(&rules).best(&roll.own, &roll.wild);
        }
    }

    /// Mangles a good scenario: cuts out one piece and inserts another, anywhere.
    #[test]
    fn mangled_scenarios(at in 0usize..SCENARIO.len(), length in 0usize..40, put in nearly()) {
        let floor = |mut i: usize| {
            while !SCENARIO.is_char_boundary(i) {
                i -= 1;
            }
            i
        };
        let (from, to) = (floor(at), floor((at + length).min(SCENARIO.len())));
        let text = [&SCENARIO[..from], &put, &SCENARIO[to..]].concat();
        let file = FileText { path: "mangled.toml".into(), text };
        if let Err(error) = check(file, &Overrides::default()) {
            prop_assert!(!error.render(false).is_empty());
        }
    }
}

#[test]
fn an_empty_file_is_told_what_is_missing() {
    let file = FileText { path: "empty.toml".into(), text: String::new() };
    let message = check(file, &Overrides::default()).unwrap_err().to_string();
    assert!(message.contains("title"), "{message}");
}
