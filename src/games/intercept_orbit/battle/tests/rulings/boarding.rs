//! Boarding (I24 to I32).

use super::super::super::state::{Life, Loss, Part};
use super::super::super::*;
use super::super::scene::Scene;

/// Creates a scene with two companies of the first player, one of them led by its ace, and one company of the second
/// player, which owns the ship, asset 3.
fn aboard(change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(&["C:BBKK; ace=red", "C:RpBBK; ace=blue"], change);
    scene.board(1, 3);
    scene.board(2, 3);
    scene.board(4, 3);
    scene
}

fn boarded(scene: &Scene) -> Option<u8> {
    scene.last(|event| match event {
        Event::Boarded { winner, .. } => Some(*winner),
        _ => None,
    })
}

/// "The player with the most yellow dice reading 3 or higher, captures the ship. If none are highest, the current owner
/// of the ship keeps it." Reds of point defense deal damage, and do not count for the ship (I26 to I29, I31).
#[test]
fn i26_to_i29_most_dice_of_three_take_the_ship() {
    // The ace's company rolls a d6 and a d8, the other a d6; the owner rolls a d6, a d8 and the reds.
    for (mine, theirs, winner) in [
        ([3, 2, 2], [1, 2], Some(0)),
        ([3, 3, 2], [3, 3], None),
        ([1, 2, 2], [1, 1], None),
        ([3, 3, 3], [3, 3], Some(0)),
        ([1, 1, 3], [3, 3], Some(1)),
    ] {
        let mut scene = aboard(|_| {});
        scene.dice(6, &[mine[0]]).dice(8, &[mine[1]]).dice(6, &[mine[2]]);
        scene.dice(6, &[theirs[0]]).dice(8, &[theirs[1]]).dice(6, &[3, 3]);
        scene.end_round();
        assert_eq!(boarded(&scene), winner, "{mine:?} against {theirs:?}");
        assert_eq!(scene.state.asset(3).side(), if winner == Some(0) { 0 } else { 1 });
    }
    let mut scene = aboard(|rules| rules.boarding.reds_hold = true);
    scene.dice(6, &[3]).dice(8, &[3]).dice(6, &[3]).dice(6, &[3]).dice(8, &[2]).dice(6, &[3, 3]);
    scene.end_round();
    assert_eq!((boarded(&scene), scene.state.asset(3).side()), (None, 1), "reds that hold make it three each");
}

/// "Every die reading 4-5 damages one enemy mobile frame system"; a 6 deals two, a 7 three, an 8 four. The player who
/// is hit chooses the company (I30).
#[test]
fn i30_damage_by_face() {
    for (face, damage) in [(3, 0), (4, 1), (5, 1), (6, 2), (7, 3), (8, 4)] {
        let mut scene = aboard(|_| {});
        scene.dice(6, &[1]).dice(8, &[face]).dice(6, &[1]).dice(6, &[1]).dice(8, &[1]).dice(6, &[1, 1]);
        scene.end_round();
        while scene.due() == Some(Decision::Lose) {
            assert_eq!(scene.asked(), Some(1));
            let first = scene.choices()[0];
            scene.act(first);
        }
        assert_eq!(scene.state.asset(4).hit_points(), 7 - damage, "a die of {face}");
    }
}

#[test]
fn i30_the_victim_chooses_the_company() {
    let mut scene = aboard(|_| {});
    scene.dice(6, &[1]).dice(8, &[1]).dice(6, &[1]).dice(6, &[1]).dice(8, &[1]).dice(6, &[6, 1]);
    scene.end_round();
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Lose), Some(0)));
    scene.act(Action::Lose { asset: 1, loss: Loss::Part(Part::Weapon) });
    scene.act(Action::Lose { asset: 2, loss: Loss::Part(Part::Comms) });
    assert_eq!((scene.state.asset(1).hit_points(), scene.state.asset(2).hit_points()), (6, 5));
}

/// "One player may opt to aid another, giving them their dice. That player can not take possession of the ship this
/// round" (I32). A die hits the companies of one enemy, chosen by the roller (I30).
#[test]
fn i32_aid_pools_dice() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "C:BBYK; ace=red", "C:BBYK; ace=red"]);
    for company in [1, 3, 5] {
        scene.board(company, 4);
    }
    scene.dice(6, &[3]).dice(8, &[3]).dice(6, &[1]).dice(8, &[3]).dice(6, &[3]).dice(8, &[3]);
    scene.end_round();
    assert_eq!(scene.due(), Some(Decision::Aid));
    while scene.asked() != Some(1) {
        scene.act(Action::Aid(None));
    }
    scene.act(Action::Aid(Some(0)));
    assert_eq!((boarded(&scene), scene.state.asset(4).side()), (Some(0), 0), "three dice against two");
}

#[test]
fn i30_of_several_enemies_the_roller_chooses() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "C:BBYK; ace=red", "C:BBYK; ace=red"]);
    for company in [1, 3, 5] {
        scene.board(company, 4);
    }
    scene.dice(6, &[4]).dice(8, &[1]);
    scene.end_round();
    while scene.due() == Some(Decision::Aid) {
        scene.act(Action::Aid(None));
    }
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Hit), Some(0)));
    scene.act(Action::Hit(1));
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Lose), Some(1)));
}

/// Boarding comes before clock and fuel, or after them: a company with its last fuel boards, or drifts first (I24,
/// I25).
#[test]
fn i24_i25_boarding_before_or_after_fuel() {
    for (first, boards) in [(true, true), (false, false)] {
        let mut scene = aboard(|rules| rules.boarding.first = first);
        for company in [1, 2] {
            scene.state.asset_mut(company).fuel = 1;
        }
        scene.dice(6, &[3]).dice(8, &[3]).dice(6, &[3]);
        scene.end_round();
        assert_eq!(scene.came_up(|event| matches!(event, Event::Boarded { .. })), boards);
        assert_eq!(scene.state.asset(1).life(), Life::Drifting);
        assert_eq!(scene.state.asset(3).side(), 1, "its captor's companies drift, and it goes back");
    }
}

/// A docked company fights for its ship, or does not if the rules say so (I15).
#[test]
fn i15_docked_companies_board() {
    for (docked_board, rolls) in [(true, 2), (false, 0)] {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "C:BBYK; ace=blue"], |r| r.launch.docked_board = docked_board);
        scene.board(1, 2);
        assert_eq!(scene.state.asset(3).life(), Life::Docked);
        scene.end_round();
        let yellows = scene.last(|event| match event {
            Event::Boarded { rolls, .. } => {
                Some(rolls.iter().filter(|roll| roll.player == 1).map(|roll| roll.yellows.len()).sum::<usize>())
            }
            _ => None,
        });
        assert_eq!(yellows, rolls);
    }
}
