//! Tests of the tactician's play, by metrics with bounds over fixed seeds.

use super::{Tactician, Tactics};
use crate::battle::state::{CoverBy, Station, Target};
use crate::battle::{Battle, Event, KeyedDice, State, battlefield_rules};
use crate::battlefield::{battlefields, named};
use crate::bidding::{Size, limits};
use crate::ruleset::{Circumstance, Ruleset};
use crate::{ids::StationId, loadout::Range, muster::built_in_company, rules_files::rulebook};
use hitchart_play::{Observer, play};

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

fn battle(rules: &Ruleset, (companies, field): Meeting) -> Battle<KeyedDice> {
    let rules = rules.clone();
    let limits = limits(companies.len(), Size::Skirmish, &rules.sizes).unwrap();
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let fields = battlefields(&named(field).unwrap(), &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Plays the games of all matchups, each with a separate observer.
fn watched<O: Observer<Battle<KeyedDice>> + Default>(rules: &Ruleset, mut done: impl FnMut(O)) {
    for meeting in MEETINGS {
        let battle = battle(rules, meeting);
        for key in 0..GAMES {
            let mut players = vec![Tactician::new(Tactics::default()); meeting.0.len()];
            let mut watch = O::default();
            play(&battle, key, &mut players, &mut watch);
            done(watch);
        }
    }
}

/// An observer of attackers' stations, and of shots at frames in cover.
#[derive(Default)]
struct Ground {
    stations: u32,
    /// Stations taken by others before round 2.
    lost: u32,
    is_lost: u64,
    shots: u32,
    covered: u32,
}

impl Observer<Battle<KeyedDice>> for Ground {
    fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
        let of_attackers = |station: &StationId| state.station(*station).fielded_by != Some(state.seats[0]);
        match event {
            Event::RoundBegan { round: 1, .. } => {
                self.stations = state.station_ids().filter(of_attackers).count() as u32;
            }
            Event::StationTaken { station, to, .. } if state.round <= 1 && of_attackers(station) => {
                let is_own = *to == state.station(*station).fielded_by;
                self.is_lost |= u64::from(!is_own) << station.number();
                self.lost = self.is_lost.count_ones();
            }
            Event::Attacked(strike) if strike.range != Range::HandToHand => {
                self.shots += u32::from(matches!(strike.target, Target::Frame(_)));
                self.covered += u32::from(matches!(strike.cover, CoverBy::Pieces(_)));
            }
            _ => {}
        }
    }
}

#[test]
fn stations_are_fielded_where_they_last_and_frames_seek_cover() {
    let (mut stations, mut lost, mut shots, mut covered) = (0, 0, 0, 0);
    watched(&rulebook(), |ground: Ground| {
        stations += ground.stations;
        lost += ground.lost;
        shots += ground.shots;
        covered += ground.covered;
    });
    assert!(stations > 100 && shots > 500, "{stations} stations, {shots} shots");
    assert!(f64::from(lost) < 0.15 * f64::from(stations), "{lost} of {stations} stations of attackers lost in round 1");
    assert!(f64::from(covered) > 0.16 * f64::from(shots), "{covered} of {shots} targets in cover");
}

/// Counts frames near their stations and near cover at the end of each round.
#[derive(Default)]
struct Places {
    frames: u32,
    beside_own: u32,
    beside_cover: u32,
}

impl Observer<Battle<KeyedDice>> for Places {
    fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
        if !matches!(event, Event::RoundEnded { .. }) {
            return;
        }
        for number in state.standing_units() {
            let unit = state.unit(number);
            let own = |station: &&Station| station.beside().has(number) && station.owner == Some(unit.owner);
            self.frames += 1;
            self.beside_own += u32::from(state.stations().iter().any(|station| own(&station)));
            self.beside_cover += u32::from(unit.near & state.standing != 0);
        }
    }
}

/// The tactician seeks the places where its frames get the extra dice or pips of the rules, and leaves those where they
/// lose pips.
#[test]
fn frames_go_where_the_rules_give_them_dice() {
    let shares = |when: Circumstance, pips: i8| {
        let mut rules = rulebook();
        (rules.extra.when, rules.extra.attack_pips, rules.extra.defense_pips) = (when, pips, pips);
        let mut sum = Places::default();
        watched(&rules, |places: Places| {
            sum.frames += places.frames;
            sum.beside_own += places.beside_own;
            sum.beside_cover += places.beside_cover;
        });
        [sum.beside_own, sum.beside_cover].map(|count| f64::from(count) / f64::from(sum.frames))
    };
    let plain = shares(Circumstance::Never, 0);
    let [at_stations, _] = shares(Circumstance::AtOwnStation, 3);
    let [_, beside_cover] = shares(Circumstance::BesideCover, 3);
    let [_, away] = shares(Circumstance::BesideCover, -3);
    assert!(at_stations > 1.2 * plain[0], "{at_stations} of frames at their stations, {} before", plain[0]);
    assert!(beside_cover > 1.1 * plain[1], "{beside_cover} of frames beside cover, {} before", plain[1]);
    assert!(away < 0.9 * plain[1], "{away} of frames beside cover that costs pips, {} before", plain[1]);
}
