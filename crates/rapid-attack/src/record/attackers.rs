//! Tests of the tactician's attacks, by records with bounds over fixed seeds.

use super::{Record, Whole};
use crate::{battle::Battle, bidding::Size, players::Tactician, players::tactician::Tactics, rules_files::load};
use hitchart_play::play;

/// Companies of a matchup, and their battlefield.
type Meeting = (&'static [&'static str], &'static str);

const MEETINGS: [Meeting; 6] = [
    (&["estars-anvil", "suns-fang"], "open-plain"),
    (&["estars-anvil", "piercing-eye"], "avenues"),
    (&["mirror-six", "close-assault"], "ruins-of-alluel"),
    (&["artillery-park", "scouts"], "dense-town"),
    (&["estars-anvil", "suns-fang", "piercing-eye"], "dense-town"),
    (&["mirror-four", "close-assault", "scouts"], "avenues"),
];

/// Games of each matchup under each ruleset.
const GAMES: u64 = 12;

/// Plays the games of all matchups, each with a record of its own.
fn watched(rules: &str, mut done: impl FnMut(Record)) {
    let rules = load(rules).unwrap();
    for (companies, field) in MEETINGS {
        let battle = Battle::built_in(companies, field, Size::Skirmish, &rules, 1).unwrap();
        for key in 0..GAMES {
            let mut players = vec![Tactician::new(Tactics::default()); companies.len()];
            let mut record = Record::default();
            play(&battle, key, &mut players, &mut record);
            done(record);
        }
    }
}

#[test]
fn named_attacks_are_made_and_rockets_fired_where_they_reach() {
    for rules in ["rulebook", "draft-2012", "handbook"] {
        let (mut named, mut forgone, mut rockets, mut unused) = (0, 0, 0, 0);
        watched(rules, |record| {
            named += record.whole(Whole::Named);
            forgone += record.whole(Whole::Forgone);
            rockets += record.whole(Whole::Rockets);
            unused += record.whole(Whole::RocketsUnused);
        });
        assert!(named > 1_000 && rockets > 100, "{rules}: {named} attacks named, {rockets} rockets");
        assert!(f64::from(forgone) < 0.11 * f64::from(named), "{rules}: {forgone} of {named} attacks forgone");
        assert!(
            f64::from(unused) < 0.05 * f64::from(rockets),
            "{rules}: {unused} of {rockets} rockets without an attack"
        );
    }
}
