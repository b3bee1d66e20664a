//! Rulings on companies, boarding, captured ships, and high value assets.

use super::super::super::legal::attack::{losses, may_dodge};
use super::super::super::state::{AssignedWhites, Die, Life, Loss, Part, Parts, Victim, Wound};
use super::super::super::*;
use super::super::scene::Scene;
use crate::{ids::AssetId, ruleset::GreenMoves, space::Pose};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

// Companies: life, launches, fuel, dodges, rescue, the green ace (I08, I15 to I23, I59, I60, I63, I64).

/// "The ace is not a system and can not be lost until the company has lost all six of its normal dice" (I08).
#[test]
fn i08_the_ace_is_lost_last() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    let company = scene.asset_mut(1);
    assert_eq!(company.hit_points(), 7);
    company.parts = Parts(0);
    assert_eq!(losses(company).collect::<Vec<_>>(), [Loss::White]);
    company.whites = 0;
    assert_eq!((losses(company).collect::<Vec<_>>(), company.hit_points()), (vec![Loss::Ace], 1));
    let scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], |rules| rules.aces.has_life = false);
    assert_eq!(scene.asset(1).hit_points(), 6);
}

/// "Using a black or remaining white die"; "launch one company per catapult"; "anywhere out cover to the launching
/// carrier" (I16 to I19). A launched company acts this round (I18), a docked one does not (I15).
#[test]
fn i15_to_i19_launches() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    assert_eq!(scene.state.ready(PlayerId::new(0)).bits(), 1, "a docked company has no turn");
    scene.put(0, 0.0, 0.0, 0);
    scene.dice(6, &[2, 3]).dice(6, &[1, 1, 1, 5]);
    scene.activate(0);
    scene.until(Decision::Launch);
    let dice: Vec<_> = scene.choices().into_iter().filter(|choice| matches!(choice, Action::Launch { .. })).collect();
    assert!(dice.contains(&Action::Launch { company: AssetId::new(1), die: Die::Black(0) }));
    assert!(!dice.contains(&Action::Launch { company: AssetId::new(1), die: Die::None }), "it has no fuel");
    scene.act(Action::Launch { company: AssetId::new(1), die: Die::Black(0) });
    let far = scene.choices().iter().any(|action| matches!(action, Action::PlaceCompany(at) if at.length() > 14.0));
    assert!(far, "anywhere on the table");
    let near =
        *scene.choices().iter().find(|action| matches!(action, Action::PlaceCompany(at) if at.length() < 9.0)).unwrap();
    scene.act(near);
    assert_eq!((scene.asset(1).fuel, scene.asset(1).life()), (5, Life::Standing));
    scene.until(Decision::Proceed);
    assert!(
        scene.came_up(|event| matches!(event, Event::TurnBegan { asset, .. } if asset.number() == 1)),
        "it acts this round"
    );
    let launches = scene.log.0.iter().filter(|event| matches!(event, Event::Launched { .. })).count();
    assert_eq!(launches, 1, "one a catapult");
}

#[test]
fn i16_i17_where_launches_reach() {
    let mut scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], |rules| rules.launch.reach = 8.0);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(1, 4.0, 0.0, 0);
    let may = |scene: &Scene, x: f64, y: f64| {
        legal::places::may_be_placed(&scene.battle, &scene.state, AssetId::new(0), Point::new(x, y))
    };
    assert!(may(&scene, 0.0, 9.0) && !may(&scene, 0.0, 9.3));
    scene.debris(0, 0.0, 7.0);
    assert!(!may(&scene, 0.0, 8.5), "in cover from the carrier");
    scene.battle.rules.launch.out_of_cover = false;
    assert!(may(&scene, 0.0, 8.5));
    scene.put(2, -5.0, 0.0, 0);
    let touching = scene.battle.space.ring(scene.state.placed(AssetId::new(2)), 0.0, 8).nth(2).unwrap();
    assert!(may(&scene, touching.x, touching.y));
    scene.battle.rules.launch.onto_enemies = false;
    assert!(!may(&scene, touching.x, touching.y));
}

/// "1 catapult: 1 black die; 2 catapults: 3 black dice", in all (I20).
#[test]
fn i20_two_catapults_roll_three_blacks() {
    for (fleet, blacks) in [("C:BBYK; ace=red", 1), ("C:BYKK; ace=red", 3)] {
        let mut scene = Scene::new(&[fleet, "F:RaBB"]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let rolled = scene.last(|event| match event {
            Event::Rolled { asset, faces } if asset.number() == 0 => {
                Some(faces.iter().filter(|face| face.colour == Hue::Black).count())
            }
            _ => None,
        });
        assert_eq!(rolled, blacks, "{fleet}");
    }
}

/// Whites count towards the dice that a repair die allows, and come back within that number (I21).
#[test]
fn i21_what_a_repair_die_brings_back() {
    let mends = |change: fn(&mut Ruleset)| {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], change);
        scene.board(1, 0);
        (scene.asset_mut(1).parts, scene.asset_mut(1).whites) = (Parts(0b0001), 1);
        scene.dice(6, &[1, 1]).dice(6, &[1, 1, 1, 4]);
        scene.activate(0);
        scene.until(Decision::Launch);
        let with_four = |action: &Action| match action {
            Action::Mend { die: Die::Black(0), parts, whites, .. } => Some((parts.count(), *whites)),
            _ => None,
        };
        let mut all: Vec<_> = scene.choices().iter().filter_map(with_four).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!(mends(|_| {}), [(1, 1), (2, 0)], "two dice are there, two more come back");
    assert_eq!(mends(|rules| rules.repair.whites_return = false), [(2, 0)]);
    assert_eq!(mends(|rules| rules.repair.whites_count = false), [(3, 0), (3, 1)]);
}

/// "When you turn down the fuel die from 1 to 0, the frame company has run out of fuel. The player who owns the company
/// loses its points immediately" (I23).
#[test]
fn i23_fuel() {
    for (per_round, life) in [(1, Life::Standing), (2, Life::Standing), (3, Life::Drifting)] {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], |rules| rules.fuel.per_round = per_round);
        scene.put(1, 0.0, 0.0, 0);
        let before = scene.state.score(PlayerId::new(0));
        scene.end_round();
        assert_eq!((scene.asset(1).life(), scene.asset(1).fuel), (life, 3 - per_round));
        assert_eq!(scene.state.score(PlayerId::new(0)) < before, life == Life::Drifting);
    }
}

/// "May, when taking hits, spend one fuel to step to a distance of one unit directly away from the ship, rather than
/// taking one hit" (I64).
#[test]
fn i64_dodging_away() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(2, 0.0, 0.0, 0);
    scene.board(1, 2);
    assert!(may_dodge(&scene.battle, &scene.state, AssetId::new(1)));
    let hit = |scene: &mut Scene| {
        scene.edit(|play| {
            play.wound(Wound { victim: Victim::Asset(AssetId::new(1)), hits: 2, by: Some(AssetId::new(2)) });
        });
        scene.edit(|play| play.wound_step());
    };
    hit(&mut scene);
    scene.act(Action::Dodge(AssetId::new(1)));
    let company = scene.asset(1);
    assert_eq!((company.hit_points(), company.fuel, company.on), (7, 2, None));
    assert!((scene.battle.space.gap(company.placed(), scene.state.placed(AssetId::new(2))) - 1.0).abs() < 1e-4);
    assert!(!scene.choices().contains(&Action::Dodge(AssetId::new(1))), "once, for it touches no ship");
    scene.board(1, 2);
    scene.asset_mut(1).parts = Parts::ALL.without(Part::Movement);
    assert!(!may_dodge(&scene.battle, &scene.state, AssetId::new(1)));
    scene.battle.rules.fuel.dodge_needs_green = false;
    assert!(may_dodge(&scene.battle, &scene.state, AssetId::new(1)));
    scene.put(1, 9.0, 9.0, 0);
    assert!(!may_dodge(&scene.battle, &scene.state, AssetId::new(1)));
}

/// "Any asset can capture or rescue a drifting company by passing within point defense range of it". Its points return
/// once it is fuelled, which only a carrier of its owner can do (I59, I60).
#[test]
fn i59_i60_rescue() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(1, 4.0, 2.9, 0);
    scene.put(0, 0.0, 0.0, 0);
    let full = scene.state.score(PlayerId::new(0));
    scene.edit(|play| play.drift(AssetId::new(1)));
    assert!(scene.state.score(PlayerId::new(0)) < full && scene.state.ready(PlayerId::new(0)).bits() == 1);
    scene.dice(6, &[1, 1]).dice(6, &[1, 1, 1, 4]);
    scene.activate(0);
    scene.until(Decision::PickUp);
    scene.act(Action::PickUp(true));
    assert_eq!((scene.asset(1).on, scene.asset(1).carried_by), (Some(AssetId::new(0)), Some(AssetId::new(0))));
    assert!(scene.state.score(PlayerId::new(0)) < full);
    scene.until(Decision::Launch);
    scene.act(Action::Launch { company: AssetId::new(1), die: Die::Black(0) });
    assert_eq!((scene.state.score(PlayerId::new(0)), scene.asset(1).fuel), (full, 4));
}

/// "On its own turn and during the turn of a TA it is touching, the green ace may move any TA it touches 1 unit in any
/// direction or change its heading by one click" (I63).
#[test]
fn i63_the_green_ace_moves_ships() {
    let asks = |moves, with_ships, own_turn: bool| {
        let mut scene = Scene::with(&["C:BBYK; ace=green", "F:RaBB"], |rules| {
            (rules.aces.green_moves, rules.aces.green_with_ships) = (moves, with_ships);
        });
        scene.put(2, 0.0, 0.0, 0);
        scene.board(1, 2);
        scene.activate(if own_turn { 1 } else { 2 });
        for _ in 0..30 {
            if scene.due() == Some(Decision::Nudge) {
                assert_eq!((scene.asked(), scene.choices().len()), (Some(0), 19));
                let before = scene.asset(2).pose;
                // A unit in sixteen directions, each a sixteenth of a turn from the next, then two clicks.
                let ways: Vec<Pose> = scene.choices()[1..]
                    .iter()
                    .map(|action| match *action {
                        Action::Nudge { asset, to } if asset.number() == 2 => to,
                        _ => panic!("{action:?}"),
                    })
                    .collect();
                for (nth, to) in ways[..16].iter().enumerate() {
                    let (sin, cos) = (nth as f64 * std::f64::consts::TAU / 16.0).sin_cos();
                    let ahead = scene.battle.space.direction(before.heading);
                    let way = ahead * cos + ahead.left() * sin;
                    assert!(to.at.distance(before.at + way) < 1e-9 && to.heading == before.heading, "{nth}");
                }
                assert!(ways[16..].iter().all(|to| to.heading != before.heading && to.at == before.at));
                let first = scene.choices()[1];
                scene.act(first);
                assert_eq!(scene.asset(1).on, Some(AssetId::new(2)), "who is on it comes along");
                return true;
            }
            match scene.due() {
                Some(Decision::Ride) => scene.act(scene.choices()[1]),
                Some(Decision::Act) | None => return false,
                Some(what) if scene.choices().contains(&Action::Finish) => {
                    assert_eq!(what, Decision::Proceed);
                    scene.act(Action::Finish);
                }
                _ => {
                    let choice = scene.choices()[0];
                    scene.act(choice);
                }
            }
        }
        false
    };
    assert!(asks(GreenMoves::Anyone, true, true) && asks(GreenMoves::Anyone, true, false));
    assert!(!asks(GreenMoves::Anyone, false, false), "with its own turn alone");
    assert!(!asks(GreenMoves::Own, true, true) && !asks(GreenMoves::Own, true, false), "enemies are not its own");
}

/// The green ace moves anything that it touches, not only the ship that it is on; also companies of others (I63).
#[test]
fn i63_the_green_ace_moves_a_company_off_its_ship() {
    let mut scene = Scene::new(&["C:BBYK; ace=green", "C:RaBKK; ace=red"]);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(2, 12.0, 0.0, 0);
    scene.board(3, 0);
    let boarder = scene.asset(3).placed();
    let beside = scene.battle.space.ring(boarder, 0.0, 8).max_by(|a, b| a.length().total_cmp(&b.length()));
    let beside = beside.unwrap();
    scene.put(1, beside.x, beside.y, 0);
    scene.activate(1);
    scene.until(Decision::Proceed);
    scene.act(Action::Finish);
    assert_eq!(scene.due(), Some(Decision::Nudge));
    let leaves = |action: &Action| match *action {
        Action::Nudge { asset, to } if asset.number() == 3 => {
            legal::places::ship_at(&scene.battle, &scene.state, to.at).is_none()
        }
        _ => false,
    };
    let nudge = scene.choices().into_iter().find(leaves).expect("a way off the ship");
    scene.act(nudge);
    assert_eq!(scene.asset(3).on, None);
    assert!((scene.asset(3).pose.at.distance(boarder.1.at) - 1.0).abs() < 1e-9);
}

/// "A company can only travel through assets if they haven't lost their green dice to damage."
#[test]
fn companies_without_movement_go_around() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(1, 0.0, 0.0, 0);
    scene.put(2, 3.0, 0.0, 0);
    let may = |scene: &Scene, crosses| {
        legal::places::may_fly(&scene.battle, &scene.state, crosses, Point::ORIGIN, Point::new(6.0, 0.0))
    };
    assert!(may(&scene, true) && !may(&scene, false));
    scene.put(2, 3.0, 4.0, 0);
    assert!(may(&scene, false));
}

// Boarding (I24 to I32).

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
        Event::Boarded { winner, .. } => Some(winner.map(PlayerId::number)),
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
        assert_eq!(scene.asset(3).side(), PlayerId::new(if winner == Some(0) { 0 } else { 1 }));
    }
    let mut scene = aboard(|rules| rules.boarding.reds_hold = true);
    scene.dice(6, &[3]).dice(8, &[3]).dice(6, &[3]).dice(6, &[3]).dice(8, &[2]).dice(6, &[3, 3]);
    scene.end_round();
    assert_eq!((boarded(&scene), scene.asset(3).side()), (None, PlayerId::new(1)), "reds that hold make it three each");
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
        assert_eq!(scene.asset(4).hit_points(), 7 - damage, "a die of {face}");
    }
}

#[test]
fn i30_the_victim_chooses_the_company() {
    let mut scene = aboard(|_| {});
    scene.dice(6, &[1]).dice(8, &[1]).dice(6, &[1]).dice(6, &[1]).dice(8, &[1]).dice(6, &[6, 1]);
    scene.end_round();
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Lose), Some(0)));
    scene.act(Action::Lose { asset: AssetId::new(1), loss: Loss::Part(Part::Weapon) });
    scene.act(Action::Lose { asset: AssetId::new(2), loss: Loss::Part(Part::Comms) });
    assert_eq!((scene.asset(1).hit_points(), scene.asset(2).hit_points()), (6, 5));
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
    scene.act(Action::Aid(Some(PlayerId::new(0))));
    assert_eq!((boarded(&scene), scene.asset(4).side()), (Some(0), PlayerId::new(0)), "three dice against two");
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
    scene.act(Action::Hit(PlayerId::new(1)));
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Lose), Some(1)));
}

/// Boarding comes before clock and fuel, or after them: a company with its last fuel boards, or drifts first (I24,
/// I25).
#[test]
fn i24_i25_boarding_before_or_after_fuel() {
    for (first, boards) in [(true, true), (false, false)] {
        let mut scene = aboard(|rules| rules.boarding.first = first);
        for company in [1, 2] {
            scene.asset_mut(company).fuel = 1;
        }
        scene.dice(6, &[3]).dice(8, &[3]).dice(6, &[3]);
        scene.end_round();
        assert_eq!(scene.came_up(|event| matches!(event, Event::Boarded { .. })), boards);
        assert_eq!(scene.asset(1).life(), Life::Drifting);
        assert_eq!(scene.asset(3).side(), PlayerId::new(1), "its captor's companies drift, and it goes back");
    }
}

/// A docked company fights for its ship, or does not if the rules say so (I15).
#[test]
fn i15_docked_companies_board() {
    for (docked_board, rolls) in [(true, 2), (false, 0)] {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "C:BBYK; ace=blue"], |r| r.launch.docked_board = docked_board);
        scene.board(1, 2);
        assert_eq!(scene.asset(3).life(), Life::Docked);
        scene.end_round();
        let yellows = scene.last(|event| match event {
            Event::Boarded { rolls, .. } => Some(
                rolls
                    .iter()
                    .filter(|roll| roll.player == PlayerId::new(1))
                    .map(|roll| roll.yellows.len())
                    .sum::<usize>(),
            ),
            _ => None,
        });
        assert_eq!(yellows, rolls);
    }
}

// Captured ships and high value assets (I33 to I36, I58).

/// Creates a scene in which a company of the first player, asset 1, has captured the second player's carrier, asset 2.
fn taken(change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(&["C:BBYK; ace=red", "C:RaRaBK; ace=blue"], change);
    scene.board(1, 2);
    scene.edit(|play| play.take_asset(AssetId::new(2), PlayerId::new(0)));
    scene
}

/// "The original owner may allocate them as they wish on that ship's turn, even replacing higher colored dice" (I33).
#[test]
fn i33_the_first_owner_gives_the_whites() {
    let mut scene = taken(|_| {});
    scene.dice(6, &[2, 3]).dice(6, &[6]).dice(6, &[6]);
    scene.activate(2);
    scene.until(Decision::Give);
    assert_eq!(scene.asked(), Some(1));
    scene.act(Action::Give(AssignedWhites { defense: Die::White(0), ..AssignedWhites::NONE }));
    assert_eq!(scene.asset(2).defense, Some(2), "a white of 2 instead of a blue of 6");
    assert!(scene.asked() == Some(0) || scene.due().is_none());

    let mut scene = taken(|rules| rules.captured.owner_gives_whites = false);
    scene.dice(6, &[2, 3]).dice(6, &[6]).dice(6, &[6]);
    scene.activate(2);
    assert!(!scene.came_up(|event| matches!(event, Event::Given { .. })));
}

/// "If the last company of the player abandons it by flying at least 1 unit away, by being destroyed, or by running out
/// of fuel, the ship immediately returns to the control of the original owner" (I34).
#[test]
fn i34_a_ship_that_is_left_goes_back() {
    for (reverts, side) in [(true, 1), (false, 0)] {
        let mut scene = taken(|rules| rules.captured.reverts = reverts);
        let score = scene.state.score(PlayerId::new(1));
        let at = scene.asset(2).pose.at;
        scene.put(1, at.x + 2.1, at.y, 0);
        scene.edit(|play| play.look_at_captured());
        assert_eq!(scene.asset(2).side(), PlayerId::new(0), "half a unit away is not left");
        scene.put(1, at.x + 2.7, at.y, 0);
        scene.edit(|play| play.look_at_captured());
        assert_eq!(scene.asset(2).side(), PlayerId::new(side));
        assert_eq!(scene.state.score(PlayerId::new(1)) > score, reverts);
    }
}

/// Companies docked on a captured carrier stay with their owner, or go with the carrier (I35).
#[test]
fn i35_docked_companies() {
    assert_eq!(taken(|_| {}).asset(3).side(), PlayerId::new(1));
    assert_eq!(taken(|rules| rules.captured.companies_stay = false).asset(3).side(), PlayerId::new(0));
}

/// The loss of a captured ship costs its captor points, or else the first owner (I36).
#[test]
fn i36_the_end_of_a_captured_ship() {
    for (costs_captor, change) in [(true, [-1, 0]), (false, [0, -1])] {
        let mut scene = taken(|rules| rules.captured.end_costs_captor = costs_captor);
        let points = [0, 1].map(|player| i32::from(scene.state.players[player].points_per_asset));
        let before = [scene.state.score(PlayerId::new(0)), scene.state.score(PlayerId::new(1))];
        scene.edit(|play| play.remove(AssetId::new(2), Life::Destroyed));
        let now = [scene.state.score(PlayerId::new(0)), scene.state.score(PlayerId::new(1))];
        assert_eq!(now, [before[0] + change[0] * points[0], before[1] + change[1] * points[1]]);
    }
}

/// "When one player is the only one with either ships within point defense range of, or companies within dogfight range
/// of, an HVA, that player may take immediate possession"; until then its holder does not change (I58).
#[test]
fn i58_high_value_assets_go_to_whoever_is_alone_there() {
    let mut scene = Scene::with(&["F:RaBB", "F:RaBB"], |rules| rules.fleet.hvas = [1; 3]);
    // Assets 0 and 1 are the ships, 2 and 3 the high value assets.
    scene.put(3, 0.0, 0.0, 0);
    scene.put(1, 2.5, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.asset(3).side(), PlayerId::new(1));
    scene.put(0, -2.5, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.asset(3).side(), PlayerId::new(1), "its owner's presence contests it");
    scene.put(1, 8.0, 0.0, 0);
    let before = scene.state.score(PlayerId::new(1));
    scene.edit(|play| play.look_at_hvas());
    assert_eq!((scene.asset(3).side(), scene.state.score(PlayerId::new(1)) < before), (PlayerId::new(0), true));
    scene.put(0, -9.0, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.asset(3).side(), PlayerId::new(0), "the last to be near keeps it");
}
