//! Tests of the tactician's attacks, by records with bounds over fixed seeds.

use super::{Record, Whole};
use hitchart_play::play;
use hitchart_rapid_attack::battle::{Battle, KeyedDice, battlefield_rules};
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::built_in_company;
use hitchart_rapid_attack::players::Tactician;
use hitchart_rapid_attack::players::tactician::Tactics;
use hitchart_rapid_attack::rules_files::load;

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

fn battle(rules: &str, (companies, field): Meeting) -> Battle<KeyedDice> {
    let rules = load(rules).unwrap();
    let limits = limits(companies.len(), Size::Skirmish, &rules.sizes).unwrap();
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let fields = battlefields(&named(field).unwrap(), &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Plays the games of all matchups, each with a record of its own.
fn watched(rules: &str, mut done: impl FnMut(Record)) {
    for meeting in MEETINGS {
        let battle = battle(rules, meeting);
        for key in 0..GAMES {
            let mut players = vec![Tactician::new(Tactics::default()); meeting.0.len()];
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
