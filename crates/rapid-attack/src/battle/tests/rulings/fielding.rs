//! Fielding: order of the players, and legal places.

use crate::battle::legal::{in_perimeter, may_place_frame, may_place_station, waiting};
use crate::battle::state::{FieldingStep, Life, Phase, State};
use crate::battle::{Action, Battle, Decision, Event, KeyedDice, battlefield_rules, measure};
use crate::battlefield::{Battlefield, Layout, battlefields, named};
use crate::bidding::{Size, limits};
use crate::ids::{StationId, UnitId};
use crate::rules_files::{load, rulebook};
use crate::{battle_rules::FieldsFirst, muster::built_in_company, players::Random, ruleset::Ruleset};
use hitchart_config::from_toml;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, Observer, Policy, Unwatched};

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Creates a battle of the rulebook's three companies: the third defends, the first is on point.
fn three(rules: Ruleset) -> Battle<KeyedDice> {
    let companies = ["estars-anvil", "suns-fang", "piercing-eye"].map(|name| built_in_company(name, &rules).unwrap());
    let fields = battlefields(&named("ruins-of-alluel").unwrap(), &battlefield_rules(&rules), 1).unwrap();
    let limits = limits(3, Size::Skirmish, &rules.sizes).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies.to_vec(), fields, KeyedDice)
}

/// An observer that records who places something, and checks every place.
#[derive(Default)]
struct Notes {
    frames: Vec<u8>,
    stations: Vec<u8>,
}

impl Observer<Battle<KeyedDice>> for Notes {
    fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
        match event {
            Event::FramePlaced { unit, .. } => self.frames.push(state.unit(*unit).owner.number()),
            Event::StationPlaced { station, .. } => {
                self.stations.push(state.station(*station).fielded_by.unwrap().number());
            }
            _ => {}
        }
    }
}

/// Plays at random until fielding is over.
fn field(battle: &Battle<KeyedDice>, key: u64) -> (State, Notes) {
    let mut notes = Notes::default();
    let mut player = Random::new();
    Policy::<Battle<KeyedDice>>::begin(&mut player, key);
    let mut state = battle.start(key, &mut notes);
    while let Phase::Fielding(_) = state.phase {
        let action = player.decide(battle, &state);
        battle.apply(&mut state, &action, &mut notes);
    }
    (state, notes)
}

#[test]
fn s24_the_rulebooks_example_goes_point_first() {
    let (_, notes) = field(&three(rulebook()), 1);
    // Defender C, D; point E; then F, G, H, … in turn, starting with the other attacker; defender R, S.
    assert_eq!(notes.frames, [2, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 2]);
    // Stations N and O of the player on point, then P and Q of the other attacker (S25).
    assert_eq!(notes.stations, [2, 2, 0, 0, 1, 1]);
    for name in ["handbook", "draft-2012"] {
        let (_, notes) = field(&three(load(name).unwrap()), 1);
        assert_eq!((&notes.frames[..5], notes.stations), (&[2, 2, 0, 1, 0][..], vec![2, 2, 1, 0, 1, 0]), "{name}");
    }
}

#[test]
fn s24_four_attackers_take_turns_from_point_and_then_by_score_on_to_the_next() {
    let rules = rulebook();
    let companies = ["mirror-four"; 4].map(|name| built_in_company(name, &rules).unwrap());
    let fields = battlefields(&named("open-plain").unwrap(), &battlefield_rules(&rules), 1).unwrap();
    let limits = limits(4, Size::Skirmish, &rules.sizes).unwrap();
    let battle = Battle::new(rules, (Size::Skirmish, limits), companies.to_vec(), fields, KeyedDice);
    let mut state = battle.start(1, &mut Unwatched);
    let mut player = Random::new();
    while !matches!(state.phase, Phase::Fielding(_)) {
        let action = player.decide(&battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    let seats = state.seats;
    let mut notes = Notes::default();
    while let Phase::Fielding(_) = state.phase {
        let action = player.decide(&battle, &state);
        battle.apply(&mut state, &action, &mut notes);
    }
    let seat = |player: &u8| seats.iter().position(|seated| seated.number() == *player).unwrap();
    let attackers: Vec<usize> = notes.frames.iter().map(seat).filter(|seat| *seat > 0).collect();
    assert_eq!(attackers[..5], [3, 1, 2, 3, 1]);
}

#[test]
fn s25_stations_one_by_one_by_score_or_from_point_or_together() {
    for (first, together, expected) in [
        (FieldsFirst::HighestScore, false, [2, 2, 1, 0, 1, 0]),
        (FieldsFirst::Point, false, [2, 2, 0, 1, 0, 1]),
        (FieldsFirst::Point, true, [2, 2, 0, 0, 1, 1]),
        (FieldsFirst::HighestScore, true, [2, 2, 1, 1, 0, 0]),
    ] {
        let rules = with(|rules| (rules.fielding.stations_first, rules.fielding.stations_together) = (first, together));
        assert_eq!(field(&three(rules), 1).1.stations, expected, "{first:?} {together}");
    }
}

#[test]
fn s27_s29_s30_places_follow_the_steps() {
    for key in 0..12 {
        let battle = three(rulebook());
        let mut player = Random::new();
        Policy::<Battle<KeyedDice>>::begin(&mut player, key);
        let mut state = battle.start(key, &mut Unwatched);
        while let Phase::Fielding(step) = state.phase {
            let action = player.decide(&battle, &state);
            if let Action::PlaceFrame { at, .. } = action {
                let inside = in_perimeter(&battle, &state, at);
                let gaps = state.friends(PlayerId::new(2));
                let nearest = gaps.map(|unit| battle.between(at, state.unit(unit).at)).fold(f64::INFINITY, f64::min);
                match step {
                    FieldingStep::DefenderFrames => assert!(inside),
                    FieldingStep::PointFrame => assert!(!inside && nearest < 8.0 + 1e-6),
                    FieldingStep::AttackerFrames => assert!(!inside && nearest > 8.0),
                    _ => {}
                }
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        let own: Vec<Point> = state
            .stations()
            .iter()
            .filter(|station| station.fielded_by == Some(PlayerId::new(2)))
            .map(|s| s.at)
            .collect();
        assert!(own[0].distance(own[1]) <= 8.0 + 0.8 * 1.5, "a chain");
    }
}

#[test]
fn s27_late_frames_need_cover_outside_the_perimeter() {
    let anywhere = with(|rules| rules.fielding.late_frames_in_cover = false);
    for (rules, in_cover) in [(rulebook(), true), (load("draft-2012").unwrap(), true), (anywhere, false)] {
        let battle = three(rules);
        let (state, _) = field(&battle, 2);
        let mut late = state;
        let unit = late.unit_ids().find(|unit| late.unit(*unit).owner == PlayerId::new(2)).unwrap();
        late.set_life(unit, Life::Waiting);
        let spots = battle.field(&late).spots();
        let outside = || spots.iter().filter(|spot| !in_perimeter(&battle, &late, spot.at));
        let free = outside().filter(|spot| battle.is_room(&late, None, spot.at, false, 0)).count();
        let allowed = outside()
            .filter(|spot| may_place_frame(&battle, &late, FieldingStep::LateFrames, PlayerId::new(2), spot.at));
        assert_eq!(allowed.clone().count() == free, !in_cover);
        for spot in allowed.filter(|_| in_cover) {
            let nearest = late.enemies(PlayerId::new(2)).min_by(|a, b| {
                let gap = |unit: UnitId| late.unit(unit).at.distance(spot.at);
                gap(*a).total_cmp(&gap(*b))
            });
            let mut placed = late;
            battle.put_frame(&mut placed, unit, spot.at);
            let covers = measure::covers(&battle, &placed, nearest.unwrap(), unit, crate::loadout::Range::Direct);
            assert_ne!(covers, (crate::battle::state::CoverBy::Nothing, crate::battle::state::CoverBy::Nothing));
        }
    }
}

/// Uses a square table of four rulers: a quarter is built over, and the defender takes some of the rest.
#[test]
fn s28_blocked_attackers_send_the_defender_back_with_a_third_left_free() {
    let rules = rulebook();
    let built_over = "table = { shape = \"square\", diagonal = 32.0 }
        pieces = [{ shape = \"box\", at = [-5.15, -5.65], size = [12.3, 11.3] }]";
    let layout: Layout = from_toml(built_over).unwrap();
    let field = Battlefield::new(&layout, &battlefield_rules(&rules)).unwrap();
    let companies = ["estars-anvil", "suns-fang"].map(|name| built_in_company(name, &rules).unwrap());
    let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
    let battle = Battle::new(rules, (Size::Skirmish, limits), companies.to_vec(), vec![field], KeyedDice);
    let mut state = battle.start(1, &mut Unwatched);
    let defender = state.seats[0];
    let stations = [(6.0, 6.0), (-2.5, 6.0), (6.0, -2.6)].map(|(x, y)| Point::new(x, y));
    let place = |state: &mut State, at: Point| {
        assert!(may_place_station(&battle, state, defender, at));
        battle.apply(state, &Action::PlaceStation(at), &mut Unwatched);
    };
    stations.into_iter().for_each(|at| place(&mut state, at));
    for (x, y) in [(8.0, -8.0), (-8.0, 8.0)] {
        let unit = waiting(&state, defender).next().unwrap();
        battle.apply(&mut state, &Action::PlaceFrame { unit, at: Point::new(x, y) }, &mut Unwatched);
    }
    assert!(state.blocked);
    assert_eq!((state.asked.unwrap().player, state.asked.unwrap().what), (defender, Decision::PlaceStation));
    assert!(state.standing_units().next().is_none(), "everything is taken up again");
    place(&mut state, stations[0]);
    place(&mut state, stations[1]);
    assert!(!may_place_station(&battle, &state, defender, stations[2]), "a third must stay free");
    assert!(may_place_station(&battle, &state, defender, Point::new(7.5, 7.5)));
}

#[test]
fn r24_fielding_beside_a_station_seizes_it_by_the_switch() {
    for (in_fielding, seizes) in [(true, true), (false, false)] {
        let battle = three(with(|rules| rules.stations.in_fielding = in_fielding));
        let mut player = Random::new();
        let mut state = battle.start(4, &mut Unwatched);
        // The defender puts its late frames next to an attacker's station.
        while let Phase::Fielding(step) = state.phase {
            let mut action = player.decide(&battle, &state);
            if let (FieldingStep::LateFrames, Action::PlaceFrame { unit, .. }) = (step, action) {
                let station =
                    state.stations().iter().find(|station| station.fielded_by != Some(PlayerId::new(2))).unwrap();
                let gap = 1.3 + 1.1 * f64::from(unit.number() % 2);
                action = Action::PlaceFrame { unit, at: station.at + Point::new(0.0, gap) };
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        let alone = state.station_ids().filter(|station| {
            let here = state.occupants(*station);
            here == 1 << 2 && state.station(*station).fielded_by != Some(PlayerId::new(2))
        });
        let alone: Vec<StationId> = alone.collect();
        assert!(!alone.is_empty(), "somebody else came first; choose another key");
        for station in alone {
            assert_eq!(state.station(station).owner == Some(PlayerId::new(2)), seizes);
        }
    }
}
