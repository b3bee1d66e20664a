//! Companies: life, launches, fuel, dodges, rescue, the green ace (I08, I15 to I23, I59, I60, I63, I64).

use super::super::super::legal::losses::{losses, may_dodge};
use super::super::super::state::{Die, Life, Loss, Part, Parts, Victim, Wound};
use super::super::super::*;
use super::super::scene::Scene;
use crate::games::intercept_orbit::ruleset::GreenMoves;
use crate::geometry::Point;

/// "The ace is not a system and can not be lost until the company has lost all six of its normal dice" (I08).
#[test]
fn i08_the_ace_is_lost_last() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    let company = scene.state.asset_mut(1);
    assert_eq!(company.hit_points(), 7);
    company.parts = Parts(0);
    assert_eq!(losses(company).collect::<Vec<_>>(), [Loss::White]);
    company.whites = 0;
    assert_eq!((losses(company).collect::<Vec<_>>(), company.hit_points()), (vec![Loss::Ace], 1));
    let scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], |rules| rules.aces.has_life = false);
    assert_eq!(scene.state.asset(1).hit_points(), 6);
}

/// "Using a black or remaining white die"; "launch one company per catapult"; "anywhere out cover to the launching
/// carrier" (I16 to I19). A launched company acts this round (I18), a docked one does not (I15).
#[test]
fn i15_to_i19_launches() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    assert_eq!(scene.state.ready(0), 1, "a docked company has no turn");
    scene.put(0, 0.0, 0.0, 0);
    scene.dice(6, &[2, 3]).dice(6, &[1, 1, 1, 5]);
    scene.activate(0);
    scene.until(Decision::Launch);
    let dice: Vec<_> = scene.choices().into_iter().filter(|choice| matches!(choice, Action::Launch { .. })).collect();
    assert!(dice.contains(&Action::Launch { company: 1, die: Die::Black(0) }));
    assert!(!dice.contains(&Action::Launch { company: 1, die: Die::None }), "it has no fuel of its own");
    scene.act(Action::Launch { company: 1, die: Die::Black(0) });
    let far = scene.choices().iter().any(|action| matches!(action, Action::PlaceCompany(at) if at.length() > 14.0));
    assert!(far, "anywhere on the table");
    let near =
        *scene.choices().iter().find(|action| matches!(action, Action::PlaceCompany(at) if at.length() < 9.0)).unwrap();
    scene.act(near);
    assert_eq!((scene.state.asset(1).fuel, scene.state.asset(1).life()), (5, Life::Standing));
    scene.until(Decision::Proceed);
    assert!(scene.came_up(|event| matches!(event, Event::TurnBegan { asset: 1, .. })), "it acts this round");
    let launches = scene.log.0.iter().filter(|event| matches!(event, Event::Launched { .. })).count();
    assert_eq!(launches, 1, "one a catapult");
}

#[test]
fn i16_i17_where_launches_reach() {
    let mut scene = Scene::with(&["C:BBYK; ace=red", "F:RaBB"], |rules| rules.launch.reach = 8.0);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(1, 4.0, 0.0, 0);
    let may =
        |scene: &Scene, x: f64, y: f64| legal::launch::may_be_placed(&scene.battle, &scene.state, 0, Point::new(x, y));
    assert!(may(&scene, 0.0, 9.0) && !may(&scene, 0.0, 9.3));
    scene.debris(0, 0.0, 7.0);
    assert!(!may(&scene, 0.0, 8.5), "in cover from the carrier");
    scene.battle.rules.launch.out_of_cover = false;
    assert!(may(&scene, 0.0, 8.5));
    scene.put(2, -5.0, 0.0, 0);
    let touching = scene.battle.space.ring(scene.state.placed(2), 0.0, 8).nth(2).unwrap();
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
            Event::Rolled { asset: 0, faces } => Some(faces.iter().filter(|face| face.colour == Hue::Black).count()),
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
        (scene.state.asset_mut(1).parts, scene.state.asset_mut(1).whites) = (Parts(0b0001), 1);
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
        let before = scene.state.score(0);
        scene.end_round();
        assert_eq!((scene.state.asset(1).life(), scene.state.asset(1).fuel), (life, 3 - per_round));
        assert_eq!(scene.state.score(0) < before, life == Life::Drifting);
    }
}

/// "May, when taking hits, spend one fuel to step to a distance of one unit directly away from the ship, rather than
/// taking one hit" (I64).
#[test]
fn i64_dodging_away() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(2, 0.0, 0.0, 0);
    scene.board(1, 2);
    assert!(may_dodge(&scene.battle, &scene.state, 1));
    let hit = |scene: &mut Scene| {
        scene.edit(|play| play.wound(Wound { victim: Victim::Asset(1), hits: 2, by: Some(2) }));
        scene.edit(|play| play.wound_step());
    };
    hit(&mut scene);
    scene.act(Action::Dodge(1));
    let company = scene.state.asset(1);
    assert_eq!((company.hit_points(), company.fuel, company.on), (7, 2, None));
    assert!((scene.battle.space.gap(company.placed(), scene.state.placed(2)) - 1.0).abs() < 1e-4);
    assert!(!scene.choices().contains(&Action::Dodge(1)), "once, for it touches no ship");
    scene.board(1, 2);
    scene.state.asset_mut(1).parts = Parts::ALL.without(Part::Movement);
    assert!(!may_dodge(&scene.battle, &scene.state, 1));
    scene.battle.rules.fuel.dodge_needs_green = false;
    assert!(may_dodge(&scene.battle, &scene.state, 1));
    scene.put(1, 9.0, 9.0, 0);
    assert!(!may_dodge(&scene.battle, &scene.state, 1));
}

/// "Any asset can capture or rescue a drifting company by passing within point defense range of it". Its points return
/// once it is fuelled, which only a carrier of its owner can do (I59, I60).
#[test]
fn i59_i60_rescue() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(1, 4.0, 2.9, 0);
    scene.put(0, 0.0, 0.0, 0);
    let full = scene.state.score(0);
    scene.edit(|play| play.drift(1));
    assert!(scene.state.score(0) < full && scene.state.ready(0) == 1);
    scene.dice(6, &[1, 1]).dice(6, &[1, 1, 1, 4]);
    scene.activate(0);
    scene.until(Decision::PickUp);
    scene.act(Action::PickUp(true));
    assert_eq!((scene.state.asset(1).on, scene.state.asset(1).carried_by), (Some(0), Some(0)));
    assert!(scene.state.score(0) < full);
    scene.until(Decision::Launch);
    scene.act(Action::Launch { company: 1, die: Die::Black(0) });
    assert_eq!((scene.state.score(0), scene.state.asset(1).fuel), (full, 4));
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
                assert_eq!((scene.asked(), scene.choices().len()), (Some(0), 7));
                let before = scene.state.asset(2).pose;
                let first = scene.choices()[1];
                scene.act(first);
                assert!((scene.state.asset(2).pose.at.distance(before.at) - 1.0).abs() < 1e-9);
                assert_eq!(scene.state.asset(1).on, Some(2), "who is on it comes along");
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
    let boarder = scene.state.asset(3).placed();
    let beside = scene.battle.space.ring(boarder, 0.0, 8).max_by(|a, b| a.length().total_cmp(&b.length()));
    let beside = beside.unwrap();
    scene.put(1, beside.x, beside.y, 0);
    scene.activate(1);
    scene.until(Decision::Proceed);
    scene.act(Action::Finish);
    assert_eq!(scene.due(), Some(Decision::Nudge));
    let leaves = |action: &Action| match *action {
        Action::Nudge { asset: 3, to } => legal::flight::ship_at(&scene.battle, &scene.state, to.at).is_none(),
        _ => false,
    };
    let nudge = scene.choices().into_iter().find(leaves).expect("a way off the ship");
    scene.act(nudge);
    assert_eq!(scene.state.asset(3).on, None);
    assert!((scene.state.asset(3).pose.at.distance(boarder.1.at) - 1.0).abs() < 1e-9);
}

/// "A company can only travel through assets if they haven't lost their green dice to damage."
#[test]
fn companies_without_movement_go_around() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
    scene.put(1, 0.0, 0.0, 0);
    scene.put(2, 3.0, 0.0, 0);
    let may = |scene: &Scene, crosses| {
        legal::flight::may_fly(&scene.battle, &scene.state, crosses, Point::ORIGIN, Point::new(6.0, 0.0))
    };
    assert!(may(&scene, true) && !may(&scene, false));
    scene.put(2, 3.0, 4.0, 0);
    assert!(may(&scene, false));
}
