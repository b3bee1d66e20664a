//! The special objective of a campaign: its place, its points, and its three ways of moving (S46).

use super::scene::{Loaded, Placed, Scene};
use crate::battle::state::{Die, Target};
use crate::battle::{Action, Battle, Decision, Event, Path};
use crate::battle_rules::{ObjectiveMoves, ObjectivePlace};
use crate::{battle::objective::places, loadout::Range, rules_files::rulebook, ruleset::Ruleset};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

const FRAMES: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "Rd", (12.0, 0.0))];

fn rules(moves: ObjectiveMoves) -> Ruleset {
    let mut rules = rulebook();
    rules.objective.moves = moves;
    rules
}

/// Starts a round with an objective at a place, which a player may hold.
fn scene(rules: Ruleset, terrain: &str, frames: &[Placed], owner: Option<u8>, at: (f64, f64)) -> Scene {
    let battle: Battle<Loaded> = super::scene::battle(rules, terrain, frames, 0);
    let mut scene = Scene::arranged(battle, frames, &[(owner, at.0, at.1)]);
    // The next round begins with the objective.
    end_round(&mut scene);
    scene
}

fn end_round(scene: &mut Scene) {
    let round = scene.state.round;
    while scene.state.round == round {
        match scene.asked().1 {
            Decision::Act => {
                let Some(Action::Activate(unit)) = scene.choices().first().copied() else { panic!("a frame acts") };
                scene.open(unit.number(), Target::Nothing, Range::HandToHand, &[]);
                scene.finish();
            }
            Decision::Tick => scene.act(Action::Hold),
            Decision::MoveObjective => {
                let stays = scene.choices()[0];
                scene.act(stays);
            }
            other => panic!("{other:?} in a round without actions"),
        }
    }
}

fn at(scene: &Scene) -> Point {
    scene.state.stations[0].at
}

#[test]
fn s46_it_is_worth_the_points_of_its_holder() {
    let scene = scene(rules(ObjectiveMoves::Still), "", &FRAMES, Some(0), (1.0, 0.0));
    let player = scene.state.players[0];
    assert_eq!(player.score(), 2 * i32::from(player.points_per_asset));
    assert_eq!(scene.asked().1, Decision::Act, "it stays where it is");
}

#[test]
fn s46_orders_move_it_by_a_die_once_a_round() {
    let battle = super::scene::battle(rules(ObjectiveMoves::Orders), "", &FRAMES, 0);
    let mut scene = Scene::arranged(battle, &FRAMES, &[(Some(1), 4.0, 0.0)]);
    let stays = scene.choices()[0];
    scene.act(stays);
    for _ in FRAMES {
        let Some(Action::Activate(unit)) = scene.choices().first().copied() else { panic!("a frame acts") };
        scene.open(unit.number(), Target::Nothing, Range::HandToHand, &[]);
        scene.finish();
    }
    scene.act(Action::Hold);
    scene.load(&[4]);
    scene.act(Action::Hold);
    assert_eq!(scene.asked(), (1, Decision::MoveObjective), "only the owner");
    let all: Vec<Point> = places(&scene.battle, &scene.state).collect();
    assert_eq!(all[0], at(&scene));
    let farthest = all.iter().map(|place| place.distance(at(&scene))).fold(0.0, f64::max);
    assert!((farthest - 4.0).abs() < 1e-9);
    // Next to the rival alone, it changes hands at once; the new owner gives no orders this round.
    let to = all.into_iter().rfind(|place| place.distance(Point::new(0.0, 0.0)) < 1.8).unwrap();
    scene.act(Action::MoveObjective(to));
    assert_eq!((scene.state.stations[0].owner, scene.asked().1), (Some(PlayerId::new(0)), Decision::Act));
    assert!(
        scene.told(|event| matches!(event, Event::ObjectiveMoved { by: Some(by), pips: 4, .. } if by.number() == 1))
    );
}

#[test]
fn s46_everyone_but_the_owner_moves_it_by_a_step() {
    let mut scene = scene(rules(ObjectiveMoves::Afraid), "", &FRAMES, Some(0), (5.0, 0.0));
    assert_eq!(scene.asked(), (1, Decision::MoveObjective));
    scene.act(Action::MoveObjective(Point::new(6.0, 0.0)));
    assert_eq!((at(&scene), scene.asked().1), (Point::new(6.0, 0.0), Decision::Act));
    assert!(!scene.offers(Action::MoveObjective(Point::new(8.0, 0.0))));
}

#[test]
fn s46_without_an_owner_all_move_it() {
    let mut scene = scene(rules(ObjectiveMoves::Afraid), "", &FRAMES, None, (6.0, 4.0));
    for player in [0, 1] {
        assert_eq!(scene.asked(), (player, Decision::MoveObjective));
        let stays = scene.choices()[0];
        scene.act(stays);
    }
    assert_eq!(scene.asked().1, Decision::Act);
}

fn walk(scene: &mut Scene, x: f64, y: f64) {
    scene.open(0, Target::Nothing, Range::HandToHand, &[6, 6]);
    let from = scene.unit(0).at;
    scene.force(Action::Move { die: Die::White(0), path: Path::straight(from, Point::new(x, y)) });
}

#[test]
fn s46_it_follows_the_frame_that_holds_it_but_not_through_cover() {
    let mut free = scene(rules(ObjectiveMoves::Owner), "", &FRAMES, Some(0), (0.0, 1.2));
    walk(&mut free, 4.0, 0.0);
    assert_eq!((at(&free), free.state.stations[0].owner), (Point::new(4.0, 1.2), Some(PlayerId::new(0))));
    let wall = "pieces = [{ shape = \"box\", at = [2.0, 1.6], size = [0.4, 1.0], height = 4, bricks = 12 }]";
    let mut blocked = scene(rules(ObjectiveMoves::Owner), wall, &FRAMES, Some(0), (0.0, 1.2));
    walk(&mut blocked, 4.0, 0.0);
    assert_eq!(at(&blocked), Point::new(0.0, 1.2));
    let mut of_rival = scene(rules(ObjectiveMoves::Owner), "", &FRAMES, Some(1), (0.0, 6.0));
    walk(&mut of_rival, 4.0, 0.0);
    assert_eq!(at(&of_rival), Point::new(0.0, 6.0));
}

/// The naive search over all places finds none that is easier to agree on.
#[test]
fn s46_the_agreed_place_is_the_fairest() {
    for place in [ObjectivePlace::Fair, ObjectivePlace::Middle] {
        let mut rules = rules(ObjectiveMoves::Still);
        rules.objective.place = place;
        let names = ["mirror-four", "scouts", "suns-fang"];
        let battle = Battle::built_in(&names, "dense-town", crate::bidding::Size::Skirmish, &rules, 1).unwrap();
        let mut players = [0; 3].map(|_| crate::players::PolicySpec::named("greedy").unwrap().build());
        for key in 0..3 {
            let mut placed = None;
            let state = hitchart_play::play(&battle, key, &mut players, &mut First(&mut placed));
            let (at, others) = placed.expect("the objective is placed");
            let unfair = |at: Point| {
                let gaps = [0, 1, 2].map(|player| {
                    let own = others.iter().filter(|(owner, _)| *owner == player).map(|(_, unit)| unit.distance(at));
                    own.fold(f64::INFINITY, f64::min)
                });
                let most = gaps.iter().copied().fold(0.0, f64::max);
                most - gaps.iter().copied().fold(f64::INFINITY, f64::min)
            };
            let worth = |at: Point| if place == ObjectivePlace::Fair { unfair(at) } else { at.dot(at).sqrt() };
            let far = |at: Point| others.iter().all(|(_, unit)| unit.distance(at) > 3.0);
            let field = battle.field(&state);
            let free = field.spots().iter().map(|spot| spot.at).filter(|spot| far(*spot));
            let stations: Vec<Point> =
                state.stations[..usize::from(state.station_count) - 1].iter().map(|s| s.at).collect();
            let mut apart = free.filter(|spot| stations.iter().all(|station| station.distance(*spot) > 1.5));
            assert!(apart.all(|spot| worth(spot) >= worth(at) - 1e-9));
            assert_eq!(state.stations().len(), stations.len() + 1);
        }
    }
}

/// The place of the objective, and the owners and places of all frames when it was placed.
type Placing = Option<(Point, Vec<(u8, Point)>)>;

/// An observer of the placing of the objective.
struct First<'a>(&'a mut Placing);

impl<D: crate::battle::BattleDice> hitchart_play::Observer<Battle<D>> for First<'_> {
    fn see(&mut self, _: &Battle<D>, state: &crate::battle::State, event: &Event) {
        if let Event::StationPlaced { station, at, .. } = event
            && Some(*station) == state.objective
        {
            let frames = state.standing_units().map(|unit| (state.unit(unit).owner.number(), state.unit(unit).at));
            *self.0 = Some((*at, frames.collect()));
        }
    }
}
