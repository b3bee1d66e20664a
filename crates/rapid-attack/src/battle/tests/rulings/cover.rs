//! Cover of a frame, and its duration.

use super::scene::{Placed, Scene, wall};
use crate::battle::state::{CoverBy, Die, Life, Target};
use crate::battle::{Action, Decision};
use crate::battle_rules::{AreaBetween, CoverChoice};
use crate::ruleset::{ChartName, Ruleset};
use crate::{battle::measure::covers, ids::UnitId, loadout::Range, rules_files::rulebook};

const DUEL: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
/// The second frame of player 0 stands between the others.
const SCREENED: [Placed; 3] = [(0, "Rd", (0.0, 0.0)), (0, "BB", (3.8, 0.0)), (1, "RdB", (5.0, 0.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

fn seen(scene: &Scene, attacker: u8, target: u8) -> (CoverBy, CoverBy) {
    covers(&scene.battle, &scene.state, attacker.into(), target.into(), Range::Direct)
}

#[test]
fn r30_cover_is_near_the_target_and_across_the_segment_or_the_corridor() {
    let beside = "pieces = [{ shape = \"box\", at = [3.8, 0.7], size = [0.4, 1.0] }]";
    let far = "pieces = [{ shape = \"box\", at = [2.0, 0.0], size = [0.4, 1.0] }]";
    for (between, covered) in [(AreaBetween::Segment, CoverBy::Nothing), (AreaBetween::Corridor, CoverBy::Pieces(1))] {
        let rules = || with(|rules| rules.shelter.between = between);
        assert_eq!(seen(&Scene::new(rules(), beside, &DUEL, &[]), 0, 1).0, covered);
        assert_eq!(seen(&Scene::new(rules(), &wall(12), &DUEL, &[]), 0, 1).0, CoverBy::Pieces(1));
        assert_eq!(seen(&Scene::new(rules(), far, &DUEL, &[]), 0, 1).0, CoverBy::Nothing);
    }
}

#[test]
fn r30_frames_cover_by_the_same_reading() {
    let frames = [SCREENED[0], (0, "BB", (3.8, 0.8)), SCREENED[2]];
    for (between, covered) in
        [(AreaBetween::Segment, CoverBy::Nothing), (AreaBetween::Corridor, CoverBy::Frame(UnitId::new(1)))]
    {
        let scene = Scene::new(with(|rules| rules.shelter.between = between), "", &frames, &[]);
        assert_eq!(seen(&scene, 0, 2).1, covered, "{between:?}");
    }
}

#[test]
fn s32_close_calls_make_cover() {
    // The wall ends exactly on the line of attack; the frame is exactly 1 from the wall.
    let grazing = "pieces = [{ shape = \"box\", at = [3.3, 0.5], size = [0.4, 1.0] }]";
    assert_eq!(seen(&Scene::new(rulebook(), grazing, &DUEL, &[]), 0, 1).0, CoverBy::Pieces(1));
}

#[test]
fn r34_friends_of_the_attacker_cover_unless_switched_off() {
    for (friends, covered) in [(true, CoverBy::Frame(UnitId::new(1))), (false, CoverBy::Nothing)] {
        let scene = Scene::new(with(|rules| rules.shelter.friends_cover = friends), "", &SCREENED, &[]);
        assert_eq!(seen(&scene, 0, 2), (CoverBy::Nothing, covered));
        // The attacker never covers its own target.
        assert_eq!(seen(&scene, 1, 2).1, CoverBy::Nothing);
    }
}

#[test]
fn r35_destroyed_frames_neither_cover_nor_block() {
    let mut scene = Scene::new(rulebook(), "", &SCREENED, &[]);
    scene.state.set_life(UnitId::new(1), Life::Destroyed);
    assert_eq!(seen(&scene, 0, 2).1, CoverBy::Nothing);
    assert!(scene.battle.is_clear(&scene.state, UnitId::new(0), scene.unit(0).at, scene.unit(1).at));
}

#[test]
fn r31_terrain_a_frame_or_the_defender_decides() {
    let decide = |prefer| {
        let mut scene = Scene::new(with(|rules| rules.shelter.prefer = prefer), &wall(12), &SCREENED, &[]);
        // Clear of the wall, and still between.
        scene.put(1, 4.2, -1.2);
        scene.put(1, 4.0, -0.2);
        scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[1, 1, 3, 1]);
        scene.act(Action::Attack(Die::Own));
        scene.answer();
        scene
    };
    assert_eq!(decide(CoverChoice::Terrain).strikes(0)[0].chart, ChartName::Cover);
    assert_eq!(decide(CoverChoice::Frame).strikes(0)[0].chart, ChartName::FrameCover);
    let mut scene = decide(CoverChoice::Defender);
    assert_eq!(scene.asked(), (1, Decision::ChooseCover));
    scene.act(Action::Cover(CoverBy::Frame(UnitId::new(1))));
    assert_eq!(scene.strikes(0)[0].chart, ChartName::FrameCover);
}

#[test]
fn r32_the_nearest_piece_is_hit_first_and_the_next_takes_over() {
    let two = "pieces = [
        { shape = \"box\", at = [3.45, 0.0], size = [0.1, 2.0], bricks = 6 },
        { shape = \"box\", at = [3.9, 0.0], size = [0.2, 2.0], bricks = 6 }]";
    for (in_turn, hits, through) in [(true, [1, 1], 1), (false, [0, 1], 2)] {
        let mut scene = Scene::new(with(|rules| rules.shelter.pieces_in_turn = in_turn), two, &DUEL, &[]);
        let strike = scene.shoot(0, 1, 3, &[5, 5, 5]);
        assert_eq!((scene.state.piece_hits[0], scene.state.piece_hits[1]), (hits[0], hits[1]));
        assert_eq!(strike.on_target, through);
    }
}

#[test]
fn r33_a_piece_is_cover_until_its_hits_or_its_height_are_gone() {
    let low =
        "pieces = [{ shape = \"box\", at = [3.8, 0.0], size = [0.4, 2.0], bricks = 24, height_after_hits = [2] }]";
    for (terrain, least, per_hit, cover_hits) in [
        (wall(12), 3, 6, 2),
        (wall(12), 5, 6, 0),
        (wall(12), 3, 3, 4),
        (low.to_owned(), 3, 6, 1),
        (low.to_owned(), 2, 6, 4),
    ] {
        let rules = with(|rules| (rules.shelter.min_height, rules.shelter.bricks_per_hit) = (least, per_hit));
        let mut scene = Scene::new(rules, &terrain, &DUEL, &[]);
        let strike = scene.shoot(0, 1, 6, &[4, 4, 4, 4, 4, 5]);
        assert_eq!(strike.cover_hits, cover_hits, "{terrain} {least} {per_hit}");
        assert_eq!(strike.on_target, 1, "the 5 goes through");
        assert_eq!(scene.state.standing, 0);
    }
}

#[test]
fn r37_s45_two_blues_are_counted_when_damage_is_rolled() {
    for (blues_left, hits) in [(2, 0), (1, 1)] {
        let mut scene = Scene::new(rulebook(), "", &SCREENED, &[]);
        scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[1, 1, 3, 1]);
        if blues_left == 1 {
            let kind = crate::loadout::SystemKind::Defense;
            scene.unit_mut(1).loadout = scene.unit(1).loadout.minus(kind).unwrap();
        }
        let strike = scene.strike(&[5, 4, 1]);
        assert_eq!((strike.on_cover, strike.on_target), (hits, 0), "absorbed either way");
    }
    // With the switch off, a frame with two blues is a frame like any other.
    let mut scene = Scene::new(with(|rules| rules.cover.two_blues_immune = false), "", &SCREENED, &[]);
    assert_eq!(scene.shoot(0, 2, 3, &[5, 4, 1]).on_cover, 1);
}
