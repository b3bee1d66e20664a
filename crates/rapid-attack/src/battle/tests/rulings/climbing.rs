//! Climbing, elevation and falling (R47, R48, R10).

use super::scene::{Placed, Scene};
use crate::battle::state::{CoverBy, Die, Target};
use crate::battle::{Action, Decision, Event};
use crate::{
    battle::candidates::way_to, battle::measure::covers, ids::UnitId, loadout::Range, rules_files::rulebook,
    ruleset::Ruleset,
};
use hitchart_mobile_frame::geometry::Point;

const TOWER: &str = "pieces = [{ shape = \"box\", at = [5.0, 0.0], size = [3.0, 3.0], height = 12, bricks = 12, height_after_hits = [7] }]";
const FRAMES: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdG", (5.0, 0.0))];

fn rules(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    rules.options.climbing = true;
    change(&mut rules);
    rules
}

#[test]
fn elevation_counts_only_with_the_option_and_from_six_bricks() {
    assert_eq!(Scene::new(rulebook(), TOWER, &FRAMES, &[]).state.unit(UnitId::new(1)).elevation, 0);
    assert_eq!(Scene::new(rules(|_| ()), TOWER, &FRAMES, &[]).state.unit(UnitId::new(1)).elevation, 12);
    let low = TOWER.replace("height = 12", "height = 5").replace(", height_after_hits = [7]", "");
    assert_eq!(Scene::new(rules(|_| ()), &low, &FRAMES, &[]).state.unit(UnitId::new(1)).elevation, 0);
}

#[test]
fn r47_small_structures_give_no_height() {
    // The tower has 3 by 3 units: 225 studs. Its middle alone is 2 by 2 studs.
    for (size, area, elevation) in
        [("3.0, 3.0", 100, 12), ("0.4, 0.4", 4, 12), ("0.4, 0.4", 5, 0), ("0.8, 0.8", 16, 12)]
    {
        let tower = TOWER.replace("3.0, 3.0", size);
        let scene = Scene::new(rules(|rules| rules.options.climb_area = area), &tower, &FRAMES, &[]);
        assert_eq!(scene.unit(1).elevation, elevation, "{size}, {area}");
    }
}

#[test]
fn r47_six_bricks_cost_a_unit_up_and_down() {
    let frames = [(0, "RdG", (0.0, 0.0)), (1, "Rd", (5.0, 0.0))];
    let mut scene = Scene::new(rules(|_| ()), TOWER, &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    let up = |budget: f64| scene.battle.straight_way(&scene.state, &turn, Point::new(4.0, 1.0), budget);
    let flat = Point::new(4.0, 1.0).length();
    assert!(up(flat + 1.9).is_none());
    assert!((up(flat + 2.0).unwrap().length - flat - 2.0).abs() < 1e-9);
    // Walking off without a movement system costs the same.
    let mut scene = Scene::new(rules(|_| ()), TOWER, &[(0, "Rd", (5.0, 0.0)), (1, "Rd", (15.0, 0.0))], &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    let way = |x: f64| way_to(&scene.battle, &scene.state, &turn, Point::new(x, 0.0), 5.0, &mut None);
    assert!((way(8.0).unwrap().length - 5.0).abs() < 1e-9);
    assert!(way(8.1).is_none());
}

#[test]
fn r48_height_is_cover_without_damage_unless_switched_off() {
    for (height_covers, up, down) in
        [(true, CoverBy::Height, CoverBy::Nothing), (false, CoverBy::Pieces(1), CoverBy::Nothing)]
    {
        let mut scene = Scene::new(rules(|rules| rules.options.height_covers = height_covers), TOWER, &FRAMES, &[]);
        let see = |from, to| covers(&scene.battle, &scene.state, from, to, Range::Direct).0;
        assert_eq!((see(UnitId::new(0), UnitId::new(1)), see(UnitId::new(1), UnitId::new(0))), (up, down));
        if height_covers {
            let strike = scene.shoot(0, 1, 3, &[4, 5, 6]);
            assert_eq!((strike.on_cover, strike.on_target), (0, 1), "4s and 5s are lost");
        }
    }
}

#[test]
fn r48_a_lower_frame_is_in_the_open_even_behind_others() {
    let frames = [(0, "RdG", (5.0, 0.0)), (1, "Rd", (-1.2, 0.0)), (1, "Rd", (0.0, 0.0))];
    let scene = Scene::new(rules(|_| ()), TOWER, &frames, &[]);
    assert_eq!(
        covers(&scene.battle, &scene.state, UnitId::new(0), UnitId::new(1), Range::Direct),
        (CoverBy::Nothing, CoverBy::Nothing)
    );
    let level = Scene::new(rulebook(), TOWER, &frames, &[]);
    assert_eq!(
        covers(&level.battle, &level.state, UnitId::new(0), UnitId::new(1), Range::Direct).1,
        CoverBy::Frame(UnitId::new(2))
    );
}

/// Lets frame 0 fire at the tower under frame 1, with a number of hits.
fn shell(rules: Ruleset, terrain: &str, frames: &[Placed], hits: u8, fall: &[u8]) -> Scene {
    let mut scene = Scene::new(rules, terrain, frames, &[]);
    scene.open(0, Target::Piece(0), Range::Direct, &[1, 1, hits, 1]);
    scene.load(&vec![6; hits.into()]);
    scene.load(fall);
    scene.act(Action::Attack(Die::Own));
    scene
}

fn fell(scene: &Scene) -> Option<(u8, u8, u8)> {
    scene.log.0.iter().find_map(|event| match event {
        Event::Fell { bricks, dice, hits, .. } => Some((*bricks, *dice, *hits)),
        _ => None,
    })
}

#[test]
fn r47_a_fall_is_a_die_for_three_bricks_on_the_hand_to_hand_chart() {
    let scene = shell(rules(|_| ()), TOWER, &FRAMES, 2, &[4, 3, 3, 3]);
    assert_eq!(fell(&scene), Some((12, 4, 1)));
    assert_eq!(scene.asked(), (1, Decision::Lose));
    let scene = shell(rules(|rules| rules.options.bricks_per_fall_die = 5), TOWER, &FRAMES, 2, &[4, 4]);
    assert_eq!(fell(&scene), Some((12, 2, 2)));
    assert_eq!(fell(&shell(rulebook(), TOWER, &FRAMES, 2, &[])), None, "no falls without the option");
}

#[test]
fn r47_a_tower_that_gets_lower_drops_whoever_stands_on_it_by_as_much() {
    let scene = shell(rules(|_| ()), TOWER, &FRAMES, 1, &[]);
    assert_eq!((fell(&scene), scene.unit(1).elevation), (Some((5, 1, 0)), 7));
    // The rest of the tower is too low to count, but high enough to stand on.
    let lower = TOWER.replace("[7]", "[5]").replace("height = 12", "height = 7");
    let scene = shell(rules(|_| ()), &lower, &FRAMES, 1, &[]);
    assert_eq!((fell(&scene), scene.unit(1).elevation), (Some((2, 0, 0)), 0));
}

#[test]
fn r10_who_brings_down_its_own_footing_may_fall_in_mid_turn() {
    let frames = [(0, "RdG", (5.0, 0.0)), (1, "Rd", (9.0, 9.0))];
    let mut scene = Scene::new(rules(|_| ()), TOWER, &frames, &[]);
    scene.unit_mut(0).whites = 1;
    // The frame's tower is within its hand-to-hand range.
    scene.act(Action::Activate(UnitId::new(0)));
    scene.load(&[6, 1]);
    scene.force(Action::Declare { target: Target::Piece(0), range: Range::HandToHand, rockets: 0 });
    scene.unload();
    scene.force(Action::Defend(Die::None));
    scene.load(&[6, 6, 1, 1, 1, 1, 4, 4, 4, 4]);
    scene.act(Action::Attack(Die::White(0)));
    assert_eq!(scene.asked(), (0, Decision::Lose));
    scene.act(Action::LoseSystem(crate::loadout::SystemKind::Direct));
    assert!(!scene.unit(0).stands() && scene.state.turn.is_none(), "its remaining steps vanish");
    assert_eq!(scene.asked(), (1, Decision::Act));
}
