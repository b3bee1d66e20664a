//! Tests of the tactician's play, by metrics with bounds over fixed seeds.

use super::{Tactician, Tactics};
use crate::battle::state::{CoverBy, Target};
use crate::battle::{Battle, Event, KeyedDice, State, battlefield_rules};
use crate::battlefield::{battlefields, named};
use crate::bidding::{Size, limits};
use crate::loadout::Range;
use crate::muster::built_in_company;
use crate::rules_files::load;
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

fn battle(rules: &str, (companies, field): Meeting) -> Battle<KeyedDice> {
    let rules = load(rules).unwrap();
    let limits = limits(companies.len(), Size::Skirmish, &rules.sizes).unwrap();
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let fields = battlefields(&named(field).unwrap(), &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Plays the games of all matchups, each with a separate observer.
fn watched<O: Observer<Battle<KeyedDice>> + Default>(rules: &str, mut done: impl FnMut(O)) {
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
        let of_attackers = |number: &u8| state.stations[usize::from(*number)].fielded_by != state.seats[0];
        match event {
            Event::RoundBegan { round: 1, .. } => {
                self.stations = (0..state.station_count).filter(of_attackers).count() as u32;
            }
            Event::StationTaken { station, to, .. } if state.round <= 1 && of_attackers(station) => {
                let is_own = *to == Some(state.stations[usize::from(*station)].fielded_by);
                self.is_lost |= u64::from(!is_own) << station;
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
    watched("rulebook", |ground: Ground| {
        stations += ground.stations;
        lost += ground.lost;
        shots += ground.shots;
        covered += ground.covered;
    });
    assert!(stations > 100 && shots > 500, "{stations} stations, {shots} shots");
    assert!(f64::from(lost) < 0.15 * f64::from(stations), "{lost} of {stations} stations of attackers lost in round 1");
    assert!(f64::from(covered) > 0.16 * f64::from(shots), "{covered} of {shots} targets in cover");
}
