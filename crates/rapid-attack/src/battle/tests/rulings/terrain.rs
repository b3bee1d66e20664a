//! Kinds of terrain: hostile and difficult ground, stairs and ladders, roofs (S41, R47, R48; Handbook, "Other
//! terrain").

use super::scene::{Placed, Scene};
use crate::battle::measure::{covers, is_covered};
use crate::battle::state::{CoverBy, Die, Target};
use crate::battle::{Action, Event, Path};
use crate::battlefield::{Battlefield, BattlefieldRules, Layout};
use crate::{
    battle::candidates::way_to, battle::dice::whites_rolled, battle::legal::is_free, ids::UnitId, loadout::Range,
    rules_files::rulebook, ruleset::Ruleset,
};
use hitchart_config::from_toml;
use hitchart_mobile_frame::geometry::Point;

fn climbing() -> Ruleset {
    let mut rules = rulebook();
    rules.options.climbing = true;
    rules
}

/// Returns a square piece of a kind, with sides of `side` units.
fn piece(kind: &str, (x, y): (f64, f64), side: f64) -> String {
    format!("{{ {kind}, shape = \"box\", at = [{x:?}, {y:?}], size = [{side:?}, {side:?}] }}")
}

fn pieces(all: &[String]) -> String {
    format!("pieces = [{}]", all.join(", "))
}

/// Returns the numbers of white dice that frames rolled, in the order of their rolls.
fn whites(scene: &Scene) -> Vec<usize> {
    let rolls = scene.log.0.iter().filter_map(|event| match event {
        Event::Rolled { faces, .. } => Some(faces.iter().filter(|face| face.colour.is_none()).count()),
        _ => None,
    });
    rolls.collect()
}

/// Rulebook, "Exotic Terrain": without the system, set one of your white dice aside unrolled. Here the rule applies to
/// one piece of ground.
#[test]
fn s41_hostile_ground_costs_a_white_where_it_lies() {
    let swamp = pieces(&[piece("kind = \"hostile\"", (5.0, 0.0), 2.0)]);
    for (x, loadout, rolled) in [(5.0, "Y", 1), (6.4, "Y", 1), (6.6, "Y", 2), (5.0, "YE", 2)] {
        let frames = [(0, "Rd", (0.0, 0.0)), (1, loadout, (x, 0.0))];
        let mut scene = Scene::new(rulebook(), &swamp, &frames, &[]);
        let strike = scene.shoot(0, 1, 2, &[5, 6]);
        assert_eq!(whites(&scene), [2, rolled], "{loadout} at {x}");
        assert_eq!(strike.cover, CoverBy::Nothing, "ground is no cover");
    }
}

/// Each kind of hostile ground needs its own system; ground of two kinds costs one white (S41).
#[test]
fn s41_each_kind_of_hostile_ground_needs_its_own_system() {
    let swamp = pieces(&[
        piece("kind = \"hostile\"", (0.0, 0.0), 2.0),
        piece("kind = \"hostile\", needs = \"Et\"", (5.0, 0.0), 2.0),
        piece("kind = \"hostile\", needs = \"Et\"", (10.0, 0.0), 2.0),
        piece("kind = \"hostile\", needs = \"Ev\"", (10.0, 0.0), 2.0),
    ]);
    for (loadout, whites) in
        [("RdE", [2, 1, 1]), ("RdEt", [1, 2, 1]), ("RdEv", [1, 1, 1]), ("RdEtEv", [1, 2, 2]), ("Rd", [1, 1, 1])]
    {
        let frames =
            [(0, loadout, (0.0, 0.0)), (0, loadout, (5.0, 0.0)), (0, loadout, (10.0, 0.0)), (1, "Rd", (0.0, 15.0))];
        let scene = Scene::new(rulebook(), &swamp, &frames, &[]);
        let rolled = [0, 1, 2].map(|unit| whites_rolled(&scene.battle, &scene.state, unit.into()));
        assert_eq!(rolled, whites, "{loadout}");
    }
    let everywhere = Scene::new(
        rulebook(),
        "hostile = true\nneeds = \"Ev\"",
        &[(0, "RdE", (0.0, 0.0)), (1, "RdEv", (9.0, 0.0))],
        &[],
    );
    let rolled = [0, 1].map(|unit| whites_rolled(&everywhere.battle, &everywhere.state, unit.into()));
    assert_eq!(rolled, [1, 2]);
}

#[test]
fn s41_a_frame_leaves_hostile_ground_behind() {
    let swamp = pieces(&[piece("kind = \"hostile\"", (0.0, 0.0), 2.0)]);
    let mut scene = Scene::new(rulebook(), &swamp, &[(0, "Rd", (0.0, 0.0)), (1, "Y", (9.0, 0.0))], &[]);
    let whites_of_first = |scene: &Scene| whites_rolled(&scene.battle, &scene.state, UnitId::new(0));
    assert_eq!(whites_of_first(&scene), 1);
    scene.open(0, Target::Nothing, Range::HandToHand, &[6]);
    let way = Path::straight(Point::ORIGIN, Point::new(3.0, 0.0));
    scene.force(Action::Move { die: Die::White(0), path: way });
    assert_eq!(whites_of_first(&scene), 2);
}

/// Handbook, "Other terrain": it does not provide cover, but requires a movement system to traverse.
#[test]
fn difficult_ground_is_no_cover_and_asks_for_a_movement_system() {
    let rubble = pieces(&[piece("kind = \"difficult\"", (4.0, 0.0), 2.0)]);
    for (loadout, crosses) in [("Rd", false), ("RdG", true), ("Rh", true)] {
        let frames = [(0, loadout, (0.0, 0.0)), (1, "Y", (5.6, 0.0))];
        let mut scene = Scene::new(rulebook(), &rubble, &frames, &[]);
        assert_eq!(
            covers(&scene.battle, &scene.state, UnitId::new(0), UnitId::new(1), Range::Direct).0,
            CoverBy::Nothing
        );
        scene.open(0, Target::Nothing, Range::HandToHand, &[]);
        let turn = *scene.state.turn_in_control().unwrap();
        let straight = |x: f64| scene.battle.straight_way(&scene.state, &turn, Point::new(x, 0.0), 20.0).is_some();
        assert_eq!((straight(4.0), straight(9.0)), (crosses, crosses), "{loadout}");
        let around = way_to(&scene.battle, &scene.state, &turn, Point::new(8.0, 2.0), 20.0, &mut None).unwrap();
        let direct = Point::ORIGIN.distance(Point::new(8.0, 2.0));
        assert_eq!(around.length > direct + 1e-6, !crosses, "{loadout} goes around");
    }
}

/// Difficult ground does not hold a frame that stands on it, and no frame is fielded there.
#[test]
fn difficult_ground_holds_nobody_who_is_on_it() {
    let rubble = pieces(&[piece("kind = \"difficult\"", (0.0, 0.0), 2.0)]);
    let mut scene = Scene::new(rulebook(), &rubble, &[(0, "Rd", (0.0, 0.0)), (1, "Y", (9.0, 0.0))], &[]);
    assert!(!is_free(&scene.battle, &scene.state, Point::new(0.9, 0.9)));
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    assert!(scene.battle.straight_way(&scene.state, &turn, Point::new(4.0, 0.0), 4.0).is_some());
    assert!(scene.battle.straight_way(&scene.state, &turn, Point::new(1.0, 0.0), 4.0).is_none());
}

const TOP: Point = Point::new(5.0, 0.0);

/// Rulebook, "Climbing": a frame with no movement systems can climb stairs or a ladder, if it's built into the
/// structure.
#[test]
fn r47_stairs_are_climbed_without_a_movement_system() {
    let tower = |stairs: &str| pieces(&[piece(&format!("height = 12{stairs}"), (5.0, 0.0), 3.0)]);
    let house = |rules: Ruleset, stairs: &str, loadout: &'static str| {
        let frames: [Placed; 2] = [(0, loadout, (0.0, 0.0)), (1, "Y", (15.0, 0.0))];
        let mut scene = Scene::new(rules, &tower(stairs), &frames, &[]);
        scene.open(0, Target::Nothing, Range::HandToHand, &[]);
        let turn = *scene.state.turn_in_control().unwrap();
        let up = scene.battle.straight_way(&scene.state, &turn, TOP, 20.0);
        (scene, up)
    };
    for (rules, stairs, loadout, climbs) in [
        (climbing(), ", stairs = true", "Rd", true),
        (climbing(), "", "Rd", false),
        (climbing(), "", "RdG", true),
        (rulebook(), ", stairs = true", "Rd", false),
    ] {
        let (mut scene, up) = house(rules, stairs, loadout);
        assert_eq!(up.is_some(), climbs, "{loadout}{stairs}");
        let Some(path) = up else { continue };
        assert!((path.length - 5.0 - 2.0).abs() < 1e-9, "12 bricks are two units");
        scene.force(Action::Move { die: Die::White(0), path });
        assert_eq!(scene.unit(0).elevation, 12);
    }
    // Stairs lead up, not through: the far side is reached around the tower.
    let (scene, _) = house(climbing(), ", stairs = true", "Rd");
    let turn = *scene.state.turn_in_control().unwrap();
    assert!(scene.battle.straight_way(&scene.state, &turn, Point::new(9.0, 0.0), 20.0).is_none());
    assert!(!is_free(&scene.battle, &scene.state, TOP), "no frame is fielded on it");
}

/// Rulebook, "Climbing": a lower frame is out of cover to any higher one, unless it's under a roof.
#[test]
fn r48_a_roof_covers_against_higher_frames_alone() {
    let tower = piece("height = 12", (5.0, 0.0), 3.0);
    let roof = piece("kind = \"roof\", height = 6, bricks = 6", (-1.0, 0.0), 2.0);
    let frames = [(0, "RdG", (5.0, 0.0)), (1, "Y", (-1.0, 0.0)), (0, "Rd", (-6.0, 0.0))];
    let frames = [frames[0], frames[2], frames[1]];
    for (all, by) in [(vec![tower.clone(), roof], CoverBy::Pieces(2)), (vec![tower], CoverBy::Nothing)] {
        let scene = Scene::new(climbing(), &pieces(&all), &frames, &[]);
        let see = |from| covers(&scene.battle, &scene.state, from, UnitId::new(2), Range::Direct);
        assert_eq!(see(UnitId::new(0)), (by, CoverBy::Nothing), "from above");
        assert_eq!(
            is_covered(&scene.battle, &scene.state, UnitId::new(0), UnitId::new(2), Range::Direct),
            by != CoverBy::Nothing
        );
        assert_eq!(see(UnitId::new(1)).0, CoverBy::Nothing, "on the same level it is no cover");
    }
}

#[test]
fn r48_a_roof_takes_hits_and_is_gone() {
    let tower = piece("height = 12", (5.0, 0.0), 3.0);
    let roof = piece("kind = \"roof\", height = 6, bricks = 6", (-1.0, 0.0), 2.0);
    let frames = [(0, "RdG", (5.0, 0.0)), (1, "Y", (-1.0, 0.0))];
    let mut scene = Scene::new(climbing(), &pieces(&[tower, roof]), &frames, &[]);
    let strike = scene.shoot(0, 1, 3, &[4, 4, 1]);
    assert_eq!((strike.cover, strike.cover_hits, strike.on_cover), (CoverBy::Pieces(2), 1, 1));
    assert!(scene.told(|event| matches!(event, Event::CoverDestroyed { piece: 1 })));
    assert_eq!(scene.battle.roofs_over(&scene.state, Point::new(-1.0, 0.0)), 0);
    assert_eq!(covers(&scene.battle, &scene.state, UnitId::new(0), UnitId::new(1), Range::Direct).0, CoverBy::Nothing);
}

/// A roof does not block moves, and no frame stands on it.
#[test]
fn a_roof_is_stood_under() {
    let roof = pieces(&[piece("kind = \"roof\", height = 6", (3.0, 0.0), 3.0)]);
    let mut scene = Scene::new(climbing(), &roof, &[(0, "Rd", (0.0, 0.0)), (1, "Y", (9.0, 0.0))], &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    let path = scene.battle.straight_way(&scene.state, &turn, Point::new(3.0, 0.0), 3.0).unwrap();
    scene.force(Action::Move { die: Die::White(0), path });
    assert_eq!(scene.unit(0).elevation, 0);
}

#[test]
fn kinds_are_checked() {
    let refused = |text: &str| {
        let layout: Layout = from_toml(&pieces(&[piece(text, (0.0, 0.0), 2.0)])).unwrap();
        Battlefield::new(&layout, &BattlefieldRules::default()).unwrap_err().to_string()
    };
    assert_eq!(refused("kind = \"roof\", stairs = true"), "`pieces[0].stairs` cannot be used with a roof");
    assert_eq!(refused("kind = \"difficult\", stairs = true"), "`pieces[0].stairs` cannot be used with ground");
    let low = refused("kind = \"roof\", height = 2");
    assert_eq!(low, "`pieces[0].height` is 2, but must be at least 3, because it is cover");
    let unknown = from_toml::<Layout>(&pieces(&[piece("kind = \"lava\"", (0.0, 0.0), 2.0)])).unwrap_err();
    assert!(unknown.to_string().contains("allowed: `cover`, `hostile`, `difficult`, `roof`"), "{unknown}");
}
