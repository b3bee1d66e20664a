//! Choices of the tactician in positions made by hand, where a rare choice is right, and where it is wrong.

use super::rulings::scene::{Placed, Scene};
use crate::battle::state::{Die, SpotDie, Target};
use crate::battle::{Action, Battle, Decision};
use crate::loadout::{Range, SystemKind};
use crate::players::tactician::{Tactician, Tactics};
use crate::{battle_rules::PerUnit, ids::UnitId, rules_files::rulebook, ruleset::Ruleset};
use hitchart_dice::KeyedDice;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Policy;

/// Returns the choice of the tactician.
fn choice(scene: &Scene) -> Action {
    choice_by(Tactics::default(), scene)
}

/// Returns the choice of a tactician with given weights.
fn choice_by(tactics: Tactics, scene: &Scene) -> Action {
    let mut player = Tactician::new(tactics);
    let Battle { rules, size, limits, companies, fields, .. } = &scene.battle;
    let (rules, fields) = (rules.clone(), std::sync::Arc::clone(fields));
    let battle = Battle::new(rules, (*size, *limits), companies.clone(), fields, KeyedDice);
    Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
    player.decide(&battle, &scene.state)
}

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// A wall that takes two hits, too long to walk around in a turn.
const WALL: &str = "pieces = [{ shape = \"box\", at = [0.0, 0.0], size = [0.4, 24.0], height = 4, bricks = 8 }]";

/// Creates a scene: a frame with blades at a wall, an enemy behind it, and a friend with guns on either side.
fn at_the_wall(friend: (f64, f64), rules: Ruleset) -> Scene {
    let frames: [Placed; 3] = [(0, "RhRa", (-1.5, 0.0)), (0, "RdRd", friend), (1, "BBY", (1.5, 0.0))];
    Scene::new(rules, WALL, &frames, &[])
}

#[test]
fn terrain_is_attacked_where_a_friend_can_then_shoot_in_the_open() {
    let rules = || with(|rules| rules.movement.sprint_crosses_cover = false);
    for (friend, is_right) in [((-6.0, 0.0), true), ((6.0, 0.0), false)] {
        let mut scene = at_the_wall(friend, rules());
        scene.act(Action::Activate(UnitId::new(0)));
        let wall = matches!(choice(&scene), Action::Declare { target: Target::Piece(0), range: Range::HandToHand, .. });
        assert_eq!(wall, is_right, "{:?}", choice(&scene));
    }
}

#[test]
fn an_attack_on_terrain_that_was_declared_is_made() {
    let mut scene = at_the_wall((-6.0, 0.0), with(|rules| rules.movement.sprint_crosses_cover = false));
    scene.open(0, Target::Piece(0), Range::HandToHand, &[3, 3, 6, 6]);
    assert!(matches!(choice(&scene), Action::Attack(_)), "{:?}", choice(&scene));
}

/// S07: the enemy cannot be spotted any higher. The wall can, but only matters if one friend can bring it down for
/// another.
#[test]
fn s07_terrain_is_spotted_where_a_friend_can_bring_it_down_for_another() {
    for (second, is_right) in [((-5.0, 3.0), true), ((6.0, 3.0), false)] {
        let frames: [Placed; 4] =
            [(0, "YRa", (-3.0, 0.0)), (0, "RdRd", (-5.0, 0.0)), (0, "RdRd", second), (1, "BBY", (1.2, 0.0))];
        let mut scene = Scene::new(with(|rules| rules.spotting.terrain = true), WALL, &frames, &[]);
        scene.unit_mut(3).spot = Some(SpotDie { value: 6, by: UnitId::new(1) });
        // The friend who would shoot at the wall has no other friend to do it for.
        if !is_right {
            scene.unit_mut(1).acted = true;
        }
        scene.open(0, Target::Nothing, Range::HandToHand, &[1, 1, 6]);
        scene.act(Action::Finish);
        assert_eq!(scene.asked(), (0, Decision::Spot));
        let wall = matches!(choice(&scene), Action::Spot { target: Target::Piece(0), .. });
        assert_eq!(wall, is_right, "{:?}", choice(&scene));
    }
}

/// S37, S21: without its gun the frame sprints.
#[test]
fn s37_the_last_gun_is_dropped_for_a_station_in_the_last_round_alone() {
    for (clock, is_right) in [(1, true), (11, false)] {
        let frames: [Placed; 2] = [(0, "RdBBY", (0.0, 0.0)), (1, "RdB", (0.0, 20.0))];
        let held = [(Some(1), -7.4, 0.0)];
        let mut scene = Scene::new(with(|rules| rules.options.jettison = true), "", &frames, &held);
        scene.state.clock = clock;
        scene.act(Action::Activate(UnitId::new(0)));
        assert_eq!(choice(&scene) == Action::Jettison(SystemKind::Direct), is_right, "{:?}", choice(&scene));
    }
}

/// S16: a station that a rival would take is worth a hit, but not the frame's last hit; a rival's station is worth
/// none.
#[test]
fn s16_a_station_is_left_where_the_hit_costs_more() {
    for (owner, whites, is_right) in [(1, 2, false), (1, 0, true), (0, 2, true)] {
        let frames: [Placed; 3] = [(0, "Rd", (0.0, 0.0)), (0, "B", (4.0, 1.2)), (1, "B", (5.0, 0.0))];
        let mut scene = Scene::new(rulebook(), "", &frames, &[(Some(owner), 4.0, 0.0)]);
        scene.unit_mut(2).whites = whites;
        scene.shoot(0, 2, 2, &[6, 1]);
        assert_eq!(scene.asked(), (1, Decision::Lose));
        assert_eq!(matches!(choice(&scene), Action::Dodge(_)), is_right, "{owner}, {whites}: {:?}", choice(&scene));
    }
}

/// A frame with comms acts before a friend with better guns, who then uses its spot; without comms, after the friend.
#[test]
fn spotters_act_before_those_whom_they_spot_for() {
    for (second, first) in [("RdY", 1), ("RdG", 0)] {
        let frames: [Placed; 3] = [(0, "RdRd", (0.0, 0.0)), (0, second, (0.5, 2.0)), (1, "BBG", (5.0, 1.0))];
        let scene = Scene::new(rulebook(), "", &frames, &[]);
        let eager = Tactics { patience: 0.0, ..Tactics::default() };
        assert_eq!(choice_by(eager, &scene), Action::Activate(first.into()), "{second}");
    }
}

/// S36: a white that no action needs is given up before the only system of a kind, by a tactician that values all
/// systems alike.
#[test]
fn s36_a_white_is_given_up_early_where_all_actions_have_dice_of_their_own() {
    for (loadout, is_right) in [("RdBGY", true), ("RdRd", false)] {
        let frames: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, loadout, (5.0, 0.0))];
        let mut scene = Scene::new(with(|rules| rules.frame.early_white_loss = true), "", &frames, &[]);
        scene.shoot(0, 1, 2, &[6, 6]);
        assert_eq!(scene.asked(), (1, Decision::Lose));
        let alike =
            Tactics { keep_weapon: 1.0, keep_defense: 1.0, keep_movement: 1.0, keep_comms: 1.0, ..Tactics::default() };
        let lost = choice_by(alike, &scene);
        assert_eq!(lost == Action::LoseWhite, is_right, "{lost:?}");
    }
}

/// S35: of two dice, the first is skipped if there is nothing to do yet.
#[test]
fn s35_the_second_die_is_waited_for_where_the_turn_is_worth_nothing_yet() {
    for (enemy, is_right) in [((0.0, 22.0), true), ((0.0, 5.0), false)] {
        let frames: [Placed; 2] = [(0, "RdRd", (0.0, 0.0)), (1, "RdYBG", enemy)];
        let mut scene = Scene::new(with(|rules| rules.order.per_unit = PerUnit::EveryRound), "", &frames, &[]);
        // The value of skipping is a share of an own asset.
        scene.state.players[0].points_per_asset = scene.state.players[1].points_per_asset;
        scene.unit_mut(0).order = [7, 3];
        scene.unit_mut(1).order = [5, 0];
        scene.unit_mut(0).acted = false;
        scene.state.turn = None;
        scene.state.count = 3;
        scene.state.asked = Some(crate::battle::PendingDecision { player: PlayerId::default(), what: Decision::Act });
        assert_eq!(scene.choices(), [Action::Activate(UnitId::new(0)), Action::Pass]);
        assert_eq!(choice(&scene) == Action::Pass, is_right, "{:?}", choice(&scene));
    }
}

/// Of two enemies, the frame names the one in range, not the one out of range.
#[test]
fn the_enemy_in_range_is_named_before_one_who_is_out_of_it() {
    let frames: [Placed; 3] = [(0, "RdB", (0.0, 0.0)), (1, "RdB", (13.0, 0.0)), (1, "RdBB", (0.0, 6.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.act(Action::Activate(UnitId::new(0)));
    let named = choice(&scene);
    assert!(
        matches!(named, Action::Declare { target, range: Range::Direct, .. } if target == Target::Frame(UnitId::new(2))),
        "{named:?}"
    );
}

/// S05: hand-to-hand reaches up to a gap of one unit, and a die that moves the frame exactly that far is used.
#[test]
fn s05_a_charge_ends_at_the_edge_of_hand_to_hand() {
    let frames: [Placed; 2] = [(0, "RhRhB", (0.0, 0.0)), (1, "RdY", (6.0, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    // A gap of 5: 4 pips reduce it to 1. Dice: whites, reds, blue, the sprint die.
    scene.act(Action::Activate(UnitId::new(0)));
    scene.load(&[1, 1, 6, 6, 6, 3, 4]);
    scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::HandToHand, rockets: 0 });
    scene.unload();
    let Action::Defend(die) = choice(&scene) else { panic!("{:?}", choice(&scene)) };
    scene.act(Action::Defend(die));
    let Action::Move { path, die } = choice(&scene) else { panic!("{:?}", choice(&scene)) };
    assert_eq!(die, Die::Own);
    let turn = *scene.state.turn_in_control().unwrap();
    assert!(scene.battle.can_attack_from(&scene.state, &turn, path.to), "{path:?}");
}
