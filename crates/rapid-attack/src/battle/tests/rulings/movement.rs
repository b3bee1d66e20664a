//! Moves: length, obstacles, and ends on cover.

use super::scene::{Placed, Scene};
use crate::battle::state::{Target, Turn};
use crate::{battle::candidates::way_to, loadout::Range, rules_files::rulebook, ruleset::Ruleset};
use hitchart_mobile_frame::geometry::Point;

const BLOCK: &str = "pieces = [{ shape = \"box\", at = [3.0, 0.0], size = [2.0, 6.0] }]";

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Returns true if a frame at (0, 0) may go straight to a place with a movement budget.
fn goes(rules: Ruleset, terrain: &str, loadout: &'static str, to: (f64, f64), budget: f64) -> bool {
    let frames: [Placed; 2] = [(0, loadout, (0.0, 0.0)), (1, "RdB", (6.0, 8.0))];
    let mut scene = Scene::new(rules, terrain, &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    scene.battle.straight_way(&scene.state, &turn, Point::new(to.0, to.1), budget).is_some()
}

#[test]
fn r41_a_move_is_no_longer_than_the_die_and_stays_on_the_table() {
    assert!(goes(rulebook(), "", "Rd", (-4.0, 0.0), 4.0));
    assert!(goes(rulebook(), "", "Rd", (-4.0 - 5e-7, 0.0), 4.0), "close calls go to the mover (S32)");
    assert!(!goes(rulebook(), "", "Rd", (-4.1, 0.0), 4.0));
    assert!(!goes(rulebook(), "", "Rd", (-24.0, 0.0), 30.0));
}

#[test]
fn s20_green_and_sprint_cross_cover() {
    let beyond = (5.0, 0.0);
    assert!(!goes(rulebook(), BLOCK, "Rd", beyond, 6.0));
    assert!(goes(rulebook(), BLOCK, "RdG", beyond, 6.0));
    assert!(goes(rulebook(), BLOCK, "Y", beyond, 6.0));
    let walled = || with(|rules| rules.movement.sprint_crosses_cover = false);
    assert!(!goes(walled(), BLOCK, "Y", beyond, 6.0));
    assert!(goes(walled(), BLOCK, "RdG", beyond, 6.0));
    // Without a sprint die there is no sprint.
    assert!(!goes(with(|rules| rules.frame.sprint = "".parse().unwrap()), BLOCK, "Y", beyond, 6.0));
}

#[test]
fn s38_standing_on_cover_takes_a_movement_system() {
    let on_top = (3.0, 0.0);
    assert!(goes(rulebook(), BLOCK, "RdG", on_top, 6.0));
    assert!(!goes(rulebook(), BLOCK, "Y", on_top, 6.0), "the sprint die does not climb");
    let flat = || with(|rules| rules.movement.standing_on_cover = false);
    assert!(!goes(flat(), BLOCK, "RdG", on_top, 6.0));
    let climbing = with(|rules| {
        rules.movement.standing_on_cover = false;
        rules.options.climbing = true;
    });
    assert!(goes(climbing, BLOCK, "RdG", on_top, 6.0), "with climbing anybody with the system may");
}

#[test]
fn s38_a_frame_that_lost_its_movement_walks_off_and_not_on() {
    let frames = [(0, "Rd", (3.0, 2.4)), (1, "RdB", (6.0, 8.0))];
    let mut scene = Scene::new(rulebook(), BLOCK, &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[6, 6]);
    let turn = *scene.state.turn_in_control().unwrap();
    let way = |to: Point| scene.battle.straight_way(&scene.state, &turn, to, 6.0);
    assert!(way(Point::new(3.0, 5.0)).is_some());
    assert!(way(Point::new(3.0, 1.0)).is_none());
}

#[test]
fn r41_frames_are_walked_around_unless_the_rules_ignore_them() {
    let frames: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (3.0, 0.0))];
    for (block, straight) in [(true, false), (false, true)] {
        let mut scene = Scene::new(with(|rules| rules.movement.frames_block = block), "", &frames, &[]);
        scene.open(0, Target::Nothing, Range::HandToHand, &[6, 6]);
        let turn: Turn = *scene.state.turn_in_control().unwrap();
        let beyond = Point::new(5.0, 0.0);
        assert_eq!(scene.battle.straight_way(&scene.state, &turn, beyond, 6.0).is_some(), straight);
        let around = way_to(&scene.battle, &scene.state, &turn, beyond, 6.0, &mut None).expect("there is a way");
        assert_eq!(around.bends().is_empty(), straight);
        assert!(around.length >= 5.0 && around.length < 6.0);
    }
    assert!(goes(rulebook(), "", "RdG", (6.0, 9.5), 20.0), "green crosses frames as it does cover");
}

#[test]
fn r35_standing_on_frames_only_where_the_rules_let_it() {
    let onto = (6.0, 8.0);
    assert!(!goes(rulebook(), "", "RdG", onto, 12.0));
    let stacked = || with(|rules| rules.movement.standing_on_frames = true);
    assert!(goes(stacked(), "", "RdG", onto, 12.0));
    assert!(!goes(stacked(), "", "Rd", onto, 12.0), "who must walk around frames cannot get onto one");
}
