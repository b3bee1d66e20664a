//! Attacks: charts, rockets, spots, and turns without an attack.

use super::scene::{Placed, Scene, wall};
use crate::battle::state::{Die, SpotDie, Target};
use crate::battle::{Action, Decision, Event};
use crate::loadout::{Loadout, Range, SystemKind};
use crate::rules_files::{load, rulebook};
use crate::{ids::UnitId, ruleset::Ruleset};
use hitchart_dice::plan::CoverOrder;

const DUEL: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

fn duel(rules: Ruleset) -> Scene {
    Scene::new(rules, "", &DUEL, &[])
}

#[test]
fn s01_dice_meet_cover_in_the_order_of_the_ruleset() {
    for (order, on_target) in [(CoverOrder::LowFirst, 2), (CoverOrder::HighFirst, 1), (CoverOrder::Static, 0)] {
        let mut scene = Scene::new(with(|rules| rules.charts.cover_order = order), &wall(6), &DUEL, &[]);
        let strike = scene.shoot(0, 1, 3, &[4, 5, 5]);
        assert_eq!(strike.on_target, on_target, "{order:?}");
        assert_eq!(scene.state.standing, 0, "one hit ruins six bricks");
    }
}

#[test]
fn s02_a_covering_frame_takes_fives_first() {
    let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0)), (1, "-", (3.8, 0.0))];
    for (order, through) in [(CoverOrder::LowFirst, 1), (CoverOrder::Static, 0)] {
        let mut scene = Scene::new(with(|rules| rules.charts.cover_order = order), "", &frames, &[]);
        let strike = scene.shoot(0, 1, 5, &[4, 4, 5, 5, 5]);
        // Two whites and no systems are two hits.
        assert_eq!((strike.on_cover, strike.on_target), (2, through), "{order:?}");
        assert!(!scene.unit(2).stands());
    }
}

#[test]
fn s03_terrain_is_hit_by_its_own_chart() {
    for (rules, hits) in [("rulebook", 1), ("draft-2012", 2)] {
        let mut rules = load(rules).unwrap();
        rules.turn.commit_all_first = false;
        let mut scene = Scene::new(rules, &wall(24), &DUEL, &[]);
        scene.open(0, Target::Piece(0), Range::Direct, &[1, 1, 3, 1]);
        scene.load(&[2, 3, 4]);
        scene.act(Action::Attack(Die::Own));
        assert_eq!(scene.state.piece_hits[0], hits);
        // Terrain has no defense and does not answer.
        assert_eq!(scene.strikes(0)[0].defense, 0);
    }
}

#[test]
fn s09_r20_to_r22_any_spot_may_be_added_and_is_gone() {
    for before in [false, true] {
        let mut scene = duel(with(|rules| rules.turn.spot_before_defense = before));
        // The target's own side placed the spot, which turns a miss into a hit.
        scene.unit_mut(1).spot = Some(SpotDie { value: 6, by: UnitId::new(1) });
        scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[1, 1, 2, 1]);
        scene.act(Action::Attack(Die::Own));
        assert_eq!(scene.asked(), if before { (0, Decision::UseSpot) } else { (1, Decision::Declare) });
        if before {
            scene.act(Action::UseSpot(true));
        }
        scene.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
        scene.unload();
        scene.force(Action::Defend(Die::White(0)));
        if !before {
            scene.act(Action::UseSpot(true));
        }
        let strike = scene.strikes(0).pop().unwrap();
        assert_eq!(
            (strike.attack, strike.spot, strike.spotted_by, strike.defense, strike.dice),
            (2, 6, Some(UnitId::new(1)), 1, 7)
        );
        assert_eq!((strike.on_target, scene.unit(1).spot), (0, None), "gone though every die missed");
    }
}

#[test]
fn r20_a_spot_may_be_left() {
    let mut scene = duel(rulebook());
    let spot = Some(SpotDie { value: 6, by: UnitId::new(0) });
    scene.unit_mut(1).spot = spot;
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[1, 1, 2, 1]);
    scene.act(Action::Attack(Die::Own));
    scene.answer();
    scene.act(Action::UseSpot(false));
    assert_eq!((scene.strikes(0)[0].dice, scene.unit(1).spot), (2, spot));
}

#[test]
fn s12_r14_r19_no_attack_activates_nobody_and_uses_no_spot() {
    let mut scene = duel(rulebook());
    let spot = Some(SpotDie { value: 6, by: UnitId::new(0) });
    scene.unit_mut(1).spot = spot;
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[1, 1, 6, 6]);
    scene.act(Action::Finish);
    assert!(scene.told(|event| matches!(event, Event::AttackForgone { unit } if unit.number() == 0)));
    assert_eq!((scene.unit(1).acted, scene.unit(1).spot), (false, spot));
    // Out of the declared range, the attack cannot be made at all.
    let mut scene = duel(rulebook());
    scene.open(0, Target::Frame(UnitId::new(1)), Range::HandToHand, &[1, 1]);
    assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Attack(_))));
    assert!(!scene.unit(1).acted);
}

#[test]
fn s10_s18_r17_r18_the_ranges_a_frame_may_name() {
    let named = |loadout: &'static str, rules: Ruleset| {
        let frames = [(0, loadout, (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
        let mut scene = Scene::new(rules, "", &frames, &[]);
        scene.act(Action::Activate(UnitId::new(0)));
        let named = scene.choices().into_iter().filter_map(|choice| match choice {
            Action::Declare { target: Target::Frame(_), range, rockets } => Some((range, rockets)),
            _ => None,
        });
        named.collect::<Vec<_>>()
    };
    use Range::Artillery;
    use Range::Direct;
    use Range::HandToHand;
    assert_eq!(named("B", rulebook()), [(HandToHand, 0)]);
    assert_eq!(named("Ra", rulebook()), [(HandToHand, 0), (Artillery, 0)]);
    assert_eq!(named("B+SSR2", rulebook()), [(HandToHand, 0), (Direct, 1), (Direct, 2)]);
    assert_eq!(named("Rd+SSR1", rulebook()), [(HandToHand, 0), (Direct, 0), (Direct, 1)]);
    let closed = || with(|rules| rules.rockets.open_direct_fire = false);
    assert_eq!(named("B+SSR2", closed()), [(HandToHand, 0)]);
    assert_eq!(named("Rd+SSR1", closed()), [(HandToHand, 0), (Direct, 0), (Direct, 1)]);
}

#[test]
fn s39_friends_are_no_targets() {
    let frames = [(0, "Rd", (0.0, 0.0)), (0, "Rd", (0.0, 3.0)), (1, "RdB", (5.0, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.act(Action::Activate(UnitId::new(0)));
    let at_friend =
        |choice: &Action| matches!(choice, Action::Declare { target: Target::Frame(unit), .. } if unit.number() == 1);
    assert!(!scene.choices().iter().any(at_friend));
}

#[test]
fn r15_r16_r17_rockets_are_dice_of_the_attack_and_gone_once_rolled() {
    let frames = [(0, "B+SSR2", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
    for (on_attack, attacks, left) in [(false, true, 0), (false, false, 0), (true, true, 0), (true, false, 2)] {
        let mut scene = Scene::new(with(|rules| rules.turn.rockets_spent_on_attack = on_attack), "", &frames, &[]);
        scene.act(Action::Activate(UnitId::new(0)));
        // Two whites, a d8 for each rocket, a blue, and also the sprint die.
        scene.load(&[1, 1, 7, 8, 1, 8]);
        scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::Direct, rockets: 2 });
        let hand = scene.state.turn_in_control().unwrap().hand();
        assert_eq!(hand.best, [1, 8, 8, 0]);
        scene.force(Action::Defend(Die::None));
        if attacks {
            assert_eq!(scene.strike(&[]).attack, 8);
            assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Attack(_))), "one attack a turn");
        } else {
            scene.act(Action::Finish);
        }
        assert_eq!(scene.unit(0).loadout.rockets(), left, "{on_attack} {attacks}");
    }
}

#[test]
fn r18_a_white_attacks_hand_to_hand_always_and_elsewhere_with_a_weapon() {
    let frames = [(0, "B", (0.0, 0.0)), (1, "RdB", (1.5, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::HandToHand, &[4, 2]);
    assert!(scene.offers(Action::Attack(Die::White(0))) && !scene.offers(Action::Attack(Die::Own)));
    let mut scene = duel(rulebook());
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[4, 2, 1, 1]);
    assert!(scene.offers(Action::Attack(Die::White(0))));
}

#[test]
fn s34_halves_bring_a_d6_each_and_leave_as_one_system() {
    let frames = [(0, "Rh/dRh/d", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[1, 1, 5, 6]);
    let rolled = scene.log.0.iter().find_map(|event| match event {
        Event::Rolled { faces, .. } => Some(faces.iter().map(|face| face.sides).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(rolled.unwrap(), [6, 6, 6, 6]);
    let loadout = Loadout::parse("Rh/d", &rulebook()).unwrap();
    assert_eq!(loadout.minus(SystemKind::HandToHandDirect).unwrap().systems(), 0);
}
