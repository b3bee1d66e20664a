//! Rulings on the order of play, on set-up and the clock, and on ships.

use super::super::super::state::{Die, Life, Loss, Phase, SetupStep, Victim, Wound};
use super::super::super::*;
use super::super::{
    super::candidates::moves::Maneuvers, super::legal::attack::losses, super::legal::places::pips, scene::Scene,
};
use super::super::{FLEETS, battle_of};
use crate::battle_rules::{HitDebris, TurnedHvas};
use crate::ruleset::{TieDrops, standard};
use crate::space::{MAX_SPEED, Maneuver};
use crate::{ids::AssetId, players::Random, ship::System};
use hitchart_dice::Throw;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Observer, Unwatched, play};
use std::collections::HashSet;

// Order, set-up, the clock (I11, I12, I14, I37, I65).

/// "Defender, pick a ship or HVA"; then players act by score, and the last one who can act must act (I12, I14).
#[test]
fn i12_i14_tactical_order() {
    struct Order;
    impl Observer<Battle<KeyedDice>> for Order {
        fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
            if let Event::TurnBegan { asset, attacked_by: None } = event {
                let player = state.asset(*asset).side();
                let place = usize::from(state.place);
                assert_eq!(state.query[place], player, "the player in turn was asked");
                if state.round == 1 && state.acted.len() == 1 {
                    return assert_eq!(player, state.seats[0], "the defender opens");
                }
                // Players with equal scores roll; no player is asked before a player with a higher score.
                let scores: Vec<i32> =
                    state.query[..usize::from(state.player_count)].iter().map(|other| state.score(*other)).collect();
                assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
            }
            if let Event::Passed { player } = event {
                let later = &state.query[usize::from(state.place)..usize::from(state.player_count)];
                assert!(later.iter().any(|other| !state.ready(*other).is_empty()), "{player:?} passes to no player");
            }
        }
    }
    for players in 2..=4 {
        let battle = battle_of(players, |_| {});
        for key in 0..5 {
            let mut all: Vec<Random> = (0..players).map(|_| Random::new()).collect();
            play(&battle, key, &mut all, &mut Order);
        }
    }
}

#[test]
fn i12_without_passing_the_leader_acts() {
    struct NoPass;
    impl Observer<Battle<KeyedDice>> for NoPass {
        fn see(&mut self, _: &Battle<KeyedDice>, _: &State, event: &Event) {
            assert!(!matches!(event, Event::Passed { .. }));
        }
    }
    let battle = battle_of(3, |rules| rules.order.passing = false);
    let mut all = [Random::new(), Random::new(), Random::new()];
    play(&battle, 3, &mut all, &mut NoPass);
}

/// Plays set-up at random, and calls `see` with each state, its step and the action.
fn set_up(battle: &Battle<KeyedDice>, key: u64, mut see: impl FnMut(&State, SetupStep, &Action)) -> State {
    let mut state = battle.start(key, &mut Unwatched);
    let mut throw = Throw::new(key);
    while state.round == 0 {
        let action = candidates::any(battle, &state, |below| throw.below(below)).unwrap();
        if let Phase::Setup(step) = state.phase {
            see(&state, step, &action);
        }
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    state
}

/// The seven steps of set-up; debris is no nearer than assault range to ships of others and to other debris (I65).
#[test]
fn i65_set_up() {
    for players in 2..=4 {
        let battle = battle_of(players, |rules| rules.bidding.tie_drops = TieDrops::None);
        for key in 0..10 {
            let mut steps = Vec::new();
            let state = set_up(&battle, key, |state, step, action| {
                steps.push(step);
                let asked = state.asked.unwrap().player;
                let defends = asked == state.seats[0];
                let own = matches!(
                    step,
                    SetupStep::FirstHva
                        | SetupStep::DefenderHvas
                        | SetupStep::FirstShip
                        | SetupStep::DefenderShips
                        | SetupStep::DefenderCompanies
                );
                assert!(step == SetupStep::Debris || defends == own, "{step:?}");
                let Action::Place { asset, pose } = action else { return };
                let placed = (state.asset(*asset).body, *pose);
                let near = |other: AssetId| battle.space.within(placed, state.placed(other), 8.0);
                let defenders = state.of(state.seats[0]) & state.standing();
                match step {
                    SetupStep::DefenderHvas | SetupStep::FirstShip => {
                        assert!((defenders & state.hvas()).iter().next().is_none_or(near));
                    }
                    SetupStep::PrimaryShip => {
                        assert_eq!(asked, state.seats[players - 1]);
                        assert!((defenders & state.ships()).iter().any(near), "just within 8");
                    }
                    SetupStep::SecondaryShips | SetupStep::AttackerShips => {
                        assert!(!defenders.iter().any(near), "{step:?}");
                    }
                    _ => {}
                }
            });
            assert!(steps.is_sorted_by_key(|step| *step as u8), "in order: {steps:?}");
            assert_eq!(state.standing().len(), (state.ships() | state.hvas()).len());
            for piece in state.pieces() {
                for other in state.pieces().filter(|other| *other != piece) {
                    let (a, b) = (state.debris[usize::from(piece)], state.debris[usize::from(other)]);
                    assert!(battle.space.gap(a.placed(), b.placed()) >= 8.0);
                }
            }
        }
    }
}

/// The winner of the roll-off "can choose to remove a TA or continue forward with the tie" (I11).
#[test]
fn i11_a_tie_for_the_first_place() {
    let mirror = |fleet: &str, tie_drops: TieDrops| {
        let mut rules = standard();
        rules.bidding.tie_drops = tie_drops;
        super::super::battle(&[fleet, fleet], rules)
    };
    assert!(!matches!(mirror(FLEETS[1], TieDrops::None).start(1, &mut Unwatched).phase, Phase::Tie { .. }));
    // The assets that may be left behind, as numbers within the fleet.
    let droppable = |battle: &Battle<KeyedDice>, state: &State| -> Vec<u8> {
        let mut all = Vec::new();
        battle.candidates(state, &mut all);
        assert_eq!(all[0], Action::GoOn);
        let Phase::Tie { chooser } = state.phase else { panic!("{:?}", state.phase) };
        let first = state.of(chooser).lowest().unwrap();
        all[1..]
            .iter()
            .map(|action| if let Action::Drop(asset) = action { asset.number() - first.number() } else { panic!() })
            .collect()
    };
    // Ships 0 to 3 with a catapult on 0 and on 2, companies 4, with the ace, and 5.
    for (tie_drops, expected) in [(TieDrops::Spare, vec![1, 3, 5]), (TieDrops::Any, vec![1, 3, 4, 5])] {
        let battle = mirror(FLEETS[1], tie_drops);
        assert_eq!(droppable(&battle, &battle.start(1, &mut Unwatched)), expected, "a carrier leaves too few assets");
    }
    // With a seventh asset a carrier may stay behind too, and the company without a catapult with it.
    let battle = mirror("C:RaRaBK C:RpRpBB F:YYK F:Ra/sBY F:BYY; ace=blue", TieDrops::Any);
    let mut state = battle.start(1, &mut Unwatched);
    assert_eq!(droppable(&battle, &state), [0, 1, 2, 3, 4, 5, 6]);
    let Phase::Tie { chooser } = state.phase else { panic!("{:?}", state.phase) };
    let first = state.of(chooser).lowest().unwrap();
    battle.apply(&mut state, &Action::Drop(first), &mut Unwatched);
    let dropped = state.of(chooser).iter().filter(|asset| state.asset(*asset).life() == Life::Dropped);
    assert_eq!(
        dropped.map(|asset| asset.number() - first.number()).collect::<Vec<_>>(),
        [0, 6],
        "the ace's company stays"
    );

    let battle = mirror(FLEETS[1], TieDrops::Any);
    let mut state = battle.start(1, &mut Unwatched);
    let Phase::Tie { chooser } = state.phase else { panic!("{:?}", state.phase) };
    let first = state.of(chooser).lowest().unwrap();
    battle.apply(&mut state, &Action::Drop(AssetId::new(first.number() + 1)), &mut Unwatched);
    assert_eq!(state.players[chooser.index()].points_per_asset, 7, "fewest assets, fewest systems");
    assert_eq!((state.score(chooser), state.score(PlayerId::new(1 - chooser.number()))), (56, 27));
}

/// Eleven rounds; fewer if every player may take an extra step of the clock (I37).
#[test]
fn i37_the_clock() {
    let rounds = |everyone: bool, key: u64| {
        let battle = battle_of(2, |rules| rules.clock.everyone_ticks = everyone);
        play(&battle, key, &mut [Random::new(), Random::new()], &mut Unwatched).round
    };
    assert!((0..5).all(|key| rounds(false, key) == 11));
    assert!((0..5).all(|key| rounds(true, key) < 11));
}

/// Decisions with one choice are not asked: nudges without room, launches with one place, debris that cannot be moved.
#[test]
fn what_has_one_choice_is_not_asked() {
    let battle = battle_of(4, |rules| {
        (rules.table.across, rules.collisions.debris, rules.edge.hvas) =
            (26.0, HitDebris::Chosen, TurnedHvas::Opponent);
    });
    let mut choices = Vec::new();
    for key in 0..8 {
        let (mut state, mut throw) = (battle.start(key, &mut Unwatched), Throw::new(key));
        while let Some(asked) = state.asked {
            choices.clear();
            battle.candidates(&state, &mut choices);
            assert!(choices.len() > 1, "{asked:?} has {choices:?} alone");
            battle.apply(&mut state, &choices[throw.below(choices.len())], &mut Unwatched);
        }
    }
}

// Ships: losses, repairs, and movement (I06, I07, I13, I22, I47 to I51).

/// Systems are lost before whites, as the owner chooses; without either the ship is destroyed (I06, I07).
#[test]
fn i06_i07_what_a_ship_loses() {
    let mut scene = Scene::new(&["F:RaBB", "F:RaBB"]);
    assert_eq!(
        losses(scene.asset(0)).collect::<Vec<_>>(),
        [Loss::System(System::Assault), Loss::System(System::Defense)]
    );
    scene.edit(|play| {
        play.wound(Wound { victim: Victim::Asset(AssetId::new(0)), hits: 5, by: Some(AssetId::new(1)) });
        play.wound_step();
    });
    scene.act(Action::Lose { asset: AssetId::new(0), loss: Loss::System(System::Assault) });
    assert_eq!(scene.asset(0).life(), Life::Destroyed, "what is left has no choice");
    assert!(scene.came_up(|event| *event == Event::Destroyed { asset: AssetId::new(0), by: Some(AssetId::new(1)) }));
}

/// "If any white dice are a 5 or 6, you may spend each to repair one system that the ship has lost" (I22).
#[test]
fn i22_a_ship_repairs_itself() {
    let mut scene = Scene::new(&["F:RaBY", "F:RaBB"]);
    let ship = scene.asset_mut(0);
    ship.systems = ship.systems.minus(System::Comms).unwrap().minus(System::Assault).unwrap();
    scene.dice(6, &[5, 4]).dice(6, &[3, 3]);
    scene.activate(0);
    scene.until(Decision::Repair);
    assert!(!scene.choices().contains(&Action::Repair { white: 1, system: System::Comms }), "a 4 repairs nothing");
    assert!(!scene.choices().contains(&Action::Repair { white: 0, system: System::Defense }), "it was not lost");
    scene.act(Action::Repair { white: 0, system: System::Comms });
    assert_eq!(scene.asset(0).systems.count(System::Comms), 1);
    assert_eq!(scene.due(), Some(Decision::Proceed), "the other white repairs nothing");
}

/// High value assets sail four units straight ahead, or are steered with a white (I13).
#[test]
fn i13_high_value_assets_sail_straight() {
    let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| rules.fleet.hvas = [1; 3]);
    scene.put(2, 0.0, 0.0, 0);
    scene.activate(2);
    assert_eq!((scene.asset(2).pose.at.x, scene.asset(2).pose.heading), (4.0, 0));
    let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| {
        rules.fleet.hvas = [1; 3];
        rules.hvas.whites = 1;
    });
    scene.put(2, 0.0, 0.0, 0);
    scene.dice(6, &[3]);
    scene.activate(2);
    assert!(scene.due() == Some(Decision::Proceed) && scene.choices().len() > 10);
}

/// Momentum: a ship starts each turn from a speed of 4, or from the speed of its last move (I47).
#[test]
fn i47_speed() {
    for (carries, cost) in [(false, Some(2)), (true, Some(0))] {
        let mut scene = Scene::with(&["F:RaBY", "F:RaBB"], |rules| rules.movement.carries_speed = carries);
        scene.asset_mut(0).speed = 6;
        assert_eq!(pips(&scene.battle, scene.asset(0), &Maneuver::straight(6)), cost);
    }
}

/// A ship turns after the unit of the clicked hinge, and continues in its new direction (I51).
#[test]
fn i51_a_turn_comes_after_its_hinge() {
    for hinge in [0, 2, 3] {
        let mut scene = Scene::new(&["F:RaBY", "C:RaRaBB"]);
        scene.put(0, 0.0, -8.0, 0);
        scene.dice(6, &[1, 1]).dice(6, &[4, 2, 5]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        scene.force(Action::Sail { die: Die::Own, maneuver: Maneuver::straight(4).with_turn(hinge, 1) });
        let (straight, way) = (1.0 + hinge as f64, scene.battle.space.direction(1));
        let (pose, rest) = (scene.asset(0).pose, 4.0 - straight);
        assert_eq!(pose.heading, 1);
        assert!((pose.at.x - straight - rest * way.x).abs() < 1e-9 && (pose.at.y + 8.0 - rest * way.y).abs() < 1e-9);
    }
}

/// The net of maneuvers is a part of all maneuvers that the pips allow, and has each once (I48 to I51).
#[test]
fn i48_to_i51_the_net_of_maneuvers_is_legal() {
    for (fleet, share) in [("F:RaBY", true), ("C:RaBYY", true), ("F:RaBY", false)] {
        let scene = Scene::with(&[fleet, "F:RaBB"], |rules| rules.movement.clicks_share_a_pip = share);
        let ship = scene.asset(0);
        for budget in 0..=6 {
            let all = naive(&scene, budget);
            let net = Maneuvers::new(&scene.battle, &scene.state, AssetId::new(0), budget);
            let mut seen = HashSet::new();
            for nth in 0..net.count() {
                let (maneuver, cost) = net.nth(nth).unwrap();
                assert_eq!(pips(&scene.battle, ship, &maneuver), Some(cost), "{maneuver:?}");
                assert!(cost <= budget && all.contains(&maneuver), "{maneuver:?}");
                assert!(seen.insert(maneuver), "{maneuver:?} twice");
            }
            assert!(net.nth(net.count()).is_none() && seen.len() <= all.len());
            let speeds: HashSet<u8> = all.iter().map(|maneuver| maneuver.speed).collect();
            assert_eq!(speeds, seen.iter().map(|maneuver| maneuver.speed).collect(), "every speed is there");
        }
    }
}

/// Lists every maneuver that `budget` pips pay for, hinge by hinge.
fn naive(scene: &Scene, budget: u8) -> HashSet<Maneuver> {
    let ship = scene.asset(0);
    let mut all = HashSet::new();
    for speed in 0..=8u8 {
        let mut open = vec![(Maneuver::straight(speed), 0)];
        while let Some((maneuver, hinge)) = open.pop() {
            if pips(&scene.battle, ship, &maneuver).is_none_or(|cost| cost > budget) {
                continue;
            }
            if hinge < usize::from(speed).min(MAX_SPEED) {
                open.extend((-2..=2).map(|clicks| (maneuver.with_turn(hinge, clicks), hinge + 1)));
            }
            all.insert(maneuver);
        }
    }
    all
}
