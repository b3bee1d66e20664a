//! Stations: their owners, and changes of owner.

use super::scene::{Placed, Scene};
use crate::battle::state::{Die, Station, Target};
use crate::battle::{Action, Path, battlefield_rules};
use crate::battle_rules::{Seized, SeizedBy};
use crate::battlefield::{Battlefield, Layout};
use crate::{ids::StationId, loadout::Range, rules_files::rulebook, ruleset::Ruleset};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, Unwatched};

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Opens a frame's turn without a target and moves it.
fn walk(scene: &mut Scene, unit: u8, x: f64, y: f64) {
    scene.open(unit, Target::Nothing, Range::HandToHand, &[6, 6]);
    let from = scene.unit(unit).at;
    scene.force(Action::Move { die: Die::White(0), path: Path::straight(from, Point::new(x, y)) });
}

/// A rival far from the station, but near enough to be spotted, so that the turn goes on after a move.
const NEAR: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "Rd", (6.0, 7.0))];
const MIDDLE: [(Option<u8>, f64, f64); 1] = [(Some(1), 5.0, 0.0)];

#[test]
fn s13_a_station_falls_at_once_or_at_the_end_of_the_turn() {
    for (seized, at_once) in [(Seized::AtOnce, true), (Seized::EndOfTurn, false)] {
        let mut scene = Scene::new(with(|rules| rules.stations.seized = seized), "", &NEAR, &MIDDLE);
        walk(&mut scene, 0, 3.2, 0.0);
        assert_eq!(scene.state.stations[0].owner == Some(PlayerId::new(0)), at_once);
        scene.finish();
        assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(0)));
        assert_eq!((scene.state.players[0].stations, scene.state.players[1].stations), (1, 0), "scores follow");
    }
}

#[test]
fn s13_the_end_of_another_frames_turn_seizes_nothing_in_the_draft() {
    let frames = [(0, "Rd", (3.4, 0.0)), (0, "Rd", (9.0, 0.0)), (1, "-", (6.4, 0.0))];
    for (seized, owner) in [(Seized::AtOnce, Some(0)), (Seized::EndOfTurn, Some(1))] {
        let mut scene = Scene::new(with(|rules| rules.stations.seized = seized), "", &frames, &MIDDLE);
        // The rival near the station is destroyed by a frame that is not there.
        scene.shoot(1, 2, 2, &[6, 6]);
        if scene.unit(2).stands() {
            let first = scene.choices()[0];
            scene.act(first);
        }
        scene.finish();
        assert!(!scene.unit(2).stands());
        assert_eq!(scene.state.stations[0].owner, owner.map(PlayerId::new), "{seized:?}");
    }
}

/// Draft: "the only mobile frame within hand to hand range of a station". Rulebook: one or more of a player's frames,
/// and no frame of any other player.
#[test]
fn s13_the_draft_asks_for_the_only_frame() {
    let (beside, away) = ((5.0, 1.5), (5.0, 9.0));
    for (seized_by, friend, falls) in [
        (SeizedBy::OnlyPlayer, beside, true),
        (SeizedBy::OnlyPlayer, away, true),
        (SeizedBy::OnlyFrame, beside, false),
        (SeizedBy::OnlyFrame, away, true),
    ] {
        for seized in [Seized::AtOnce, Seized::EndOfTurn] {
            let frames = [(0, "Rd", (0.0, 0.0)), (0, "Rd", friend), (1, "Rd", (6.0, 7.0))];
            let rules = with(|rules| (rules.stations.seized, rules.stations.seized_by) = (seized, seized_by));
            let mut scene = Scene::new(rules, "", &frames, &[]);
            scene.state.station_count = 1;
            scene.state.stations[0] = Station::new(Some(PlayerId::new(1)), Some(PlayerId::new(1)));
            scene.battle.put_station(&mut scene.state, StationId::new(0), Point::new(5.0, 0.0));
            scene.state.players[1].stations = 1;
            walk(&mut scene, 0, 3.2, 0.0);
            scene.finish();
            assert_eq!(
                scene.state.stations[0].owner == Some(PlayerId::new(0)),
                falls,
                "{seized_by:?} {seized:?} {friend:?}"
            );
        }
    }
}

#[test]
fn s13_r23_a_lone_frame_seizes_in_passing_by_the_same_rule() {
    for (seized_by, falls) in [(SeizedBy::OnlyPlayer, true), (SeizedBy::OnlyFrame, false)] {
        let frames = [(0, "Rd", (0.0, 0.0)), (0, "Rd", (3.0, 2.5)), (1, "Rd", (9.0, 9.0))];
        let rules = with(|rules| (rules.stations.in_passing, rules.stations.seized_by) = (true, seized_by));
        let mut scene = Scene::new(rules, "", &frames, &[(Some(1), 3.0, 1.0)]);
        walk(&mut scene, 0, 6.0, 0.0);
        assert_eq!(scene.state.stations[0].owner == Some(PlayerId::new(0)), falls, "{seized_by:?}");
    }
}

#[test]
fn s43_s33_reach_is_measured_from_edge_to_edge() {
    for (x, holds) in [(3.11, true), (3.1, true), (3.09, false)] {
        let mut scene = Scene::new(rulebook(), "", &NEAR, &MIDDLE);
        walk(&mut scene, 0, x, 0.0);
        assert_eq!(scene.state.stations[0].owner == Some(PlayerId::new(0)), holds, "{x}");
    }
    // A station without area, then a longer reach.
    let mut scene = Scene::new(with(|rules| rules.stations.side = 0.0), "", &NEAR, &MIDDLE);
    walk(&mut scene, 0, 3.2, 0.0);
    assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(1)));
    let mut scene = Scene::new(with(|rules| rules.stations.reach = 2.0), "", &NEAR, &MIDDLE);
    walk(&mut scene, 0, 2.2, 0.0);
    assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(0)));
}

/// Creates a scene with a station of player 0 and a rival of each other player near it. The frame of player 0, near it
/// or not, walks away.
fn standoff(rules: Ruleset, owner_guards: bool) -> Scene {
    let home = if owner_guards { (5.0, 1.8) } else { (5.0, 6.0) };
    let frames = [(0, "Rd", home), (1, "Rd", (3.4, 0.0)), (2, "Rd", (6.6, 0.0))];
    let mut scene = Scene::new(rules, "", &frames, &[(Some(0), 5.0, 0.0)]);
    walk(&mut scene, 0, 5.0, 8.0);
    scene.finish();
    scene
}

#[test]
fn s14_a_station_left_to_two_rivals_is_nobodys() {
    assert_eq!(standoff(rulebook(), true).state.stations[0].owner, None);
    assert_eq!(
        standoff(with(|rules| rules.stations.limbo = false), true).state.stations[0].owner,
        Some(PlayerId::new(0))
    );
    assert_eq!(
        standoff(rulebook(), false).state.stations[0].owner,
        Some(PlayerId::new(0)),
        "only where the owner contested it"
    );
}

#[test]
fn r25_r26_the_next_alone_there_gains_and_nobody_loses() {
    let mut scene = standoff(rulebook(), true);
    let scores = [0, 1, 2].map(|player| scene.state.score(PlayerId::new(player)));
    assert_eq!(scene.asked().0, 1);
    walk(&mut scene, 1, 0.0, 0.0);
    assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(2)));
    let gained = [0, 1, 2].map(|player| scene.state.score(PlayerId::new(player)));
    assert_eq!((gained[0], gained[1], gained[2] > scores[2]), (scores[0], scores[1], true));
}

#[test]
fn r23_passing_by_seizes_only_by_the_switch() {
    for (passing, owner) in [(false, Some(1)), (true, Some(0))] {
        let mut scene =
            Scene::new(with(|rules| rules.stations.in_passing = passing), "", &NEAR, &[(Some(1), 3.0, 1.0)]);
        walk(&mut scene, 0, 6.0, 0.0);
        assert_eq!(scene.state.stations[0].owner, owner.map(PlayerId::new));
    }
    // A contested station is not seized in passing either.
    let frames = [NEAR[0], (1, "Rd", (3.0, 2.5))];
    let mut scene = Scene::new(with(|rules| rules.stations.in_passing = true), "", &frames, &[(Some(1), 3.0, 1.0)]);
    walk(&mut scene, 0, 6.0, 0.0);
    assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(1)));
}

#[test]
fn r23_a_dodge_leaves_the_station_to_the_rival() {
    let frames = [(0, "Rd", (3.4, 0.0)), (1, "RdYG", (6.6, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &MIDDLE);
    scene.shoot(0, 1, 1, &[6]);
    let dodge = scene.choices().into_iter().find(|choice| matches!(choice, Action::Dodge(_))).unwrap();
    scene.act(dodge);
    assert_eq!(scene.state.stations[0].owner, Some(PlayerId::new(0)));
}

/// Handbook, "Stations": a player may claim a piece of terrain instead of placing a station. A claimed piece is no cover
/// any more; one that nobody claims is plain cover.
#[test]
fn a_piece_of_terrain_is_claimed_as_a_station() {
    let terrain = "pieces = [{ shape = \"box\", at = [6.0, 6.0], size = [3.0, 2.0], station = true }, \
                   { shape = \"box\", at = [-6.0, -6.0], size = [3.0, 2.0] }]";
    let frames = [(0, "RdYBG", (0.0, 0.0)), (1, "RdYBG", (0.0, 0.0)), (1, "RdYBG", (0.0, 0.0))];
    let battle = super::scene::battle(rulebook(), terrain, &frames, 1);
    let mut state = battle.start(3, &mut Unwatched);
    let mut choices = Vec::new();
    battle.candidates(&state, &mut choices);
    let [claim, plain] = [Point::new(6.0, 6.0), Point::new(-6.0, -6.0)];
    assert!(choices.contains(&Action::PlaceStation(claim)) && !choices.contains(&Action::PlaceStation(plain)));
    assert!(!choices.contains(&Action::PlaceStation(Point::new(6.5, 6.0))), "at its centre alone");
    battle.apply(&mut state, &Action::PlaceStation(claim), &mut Unwatched);
    assert_eq!((state.stations()[0].at, state.standing), (claim, 0b10));
    choices.clear();
    battle.candidates(&state, &mut choices);
    assert!(!choices.contains(&Action::PlaceStation(claim)), "claimed once");
}

#[test]
fn only_structures_are_claimed() {
    let layout = "pieces = [{ kind = \"hostile\", shape = \"disc\", at = [0, 0], radius = 2, station = true }]";
    let layout: Layout = hitchart_config::from_toml(layout).unwrap();
    let message = Battlefield::new(&layout, &battlefield_rules(&rulebook())).unwrap_err().to_string();
    assert!(message.contains("station") && message.contains("ground"), "{message}");
}
