//! The features of states of battles.

use super::super::super::ruleset::standard;
use super::*;
use crate::{battle::KeyedDice, fleet::Fleet, players::Tactician};
use hitchart_play::{Game, Policy, Unwatched};

const MIRROR: &str = "C:RpRaBY C:RsBKY F:RaBK F:RsBY; ace=yellow";

fn battle(fleets: &[&str]) -> Battle<KeyedDice> {
    let rules = standard();
    let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
    Battle::new(rules, fleets, false, KeyedDice).unwrap()
}

/// Plays a battle of tacticians and passes every quiet state to `see`.
fn each_quiet(battle: &Battle<KeyedDice>, key: u64, mut see: impl FnMut(&State)) {
    let mut player = Tactician::new(Tactics::default());
    Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
    let mut state = battle.start(key, &mut Unwatched);
    while state.asked.is_some() {
        if battle.is_quiet(&state) {
            see(&state);
        }
        let action = player.decide(battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
}

fn place(name: &str) -> usize {
    FEATURES.iter().position(|feature| *feature == name).unwrap()
}

/// Features of every quiet state of a game, as each player sees it, are within the bounds of a network.
#[test]
fn features_of_every_state_are_within_bounds() {
    for fleets in [&[MIRROR, MIRROR][..], &[MIRROR, "C:KKRpB F:RaBK; ace=red", "F:RaBK F:RaRaB F:RsBY; ace=green"][..]]
    {
        let battle = battle(fleets);
        let (mut told, mut features) = (0, vec![0.0; FEATURES.len()]);
        each_quiet(&battle, 3, |state| {
            for looking in 0..fleets.len() {
                battle.write_features(state, looking, &mut features);
                told += 1;
                let far = features.iter().position(|feature| feature.is_nan() || feature.abs() >= 32.0);
                assert!(far.is_none(), "{} {}", FEATURES[far.unwrap()], features[far.unwrap()]);
            }
        });
        assert!(told > 20, "{told}");
    }
}

/// Damage that one side may deal is damage that the other fears. Damage now is at most the damage now and later.
#[test]
fn what_one_side_may_take_the_other_fears() {
    let battle = battle(&[MIRROR, MIRROR]);
    let [take_now, take_later] = ["own life to take now", "own life to take later"].map(place);
    let [fear_now, fear_later] = ["rival life in danger now", "rival life in danger later"].map(place);
    let mut told = vec![0.0; FEATURES.len()];
    let (mut taken, mut boarded) = (0.0f64, 0.0f64);
    each_quiet(&battle, 5, |state| {
        battle.write_features(state, 0, &mut told);
        assert!(told[take_now] <= told[take_later] + 1e-12);
        assert_eq!((told[take_now], told[take_later]), (told[fear_now], told[fear_later]));
        taken = taken.max(told[take_now]);
        boarded = boarded.max(told[place("own ships to take by boarding")]);
    });
    assert!(taken > 0.0 && boarded > 0.0, "{taken} {boarded}");
}

/// Between two players, the own features of one are the rival features of the other.
#[test]
fn two_players_see_the_same_from_either_side() {
    let battle = battle(&[MIRROR, MIRROR]);
    let [mut one, mut other] = [0, 1].map(|_| vec![0.0; FEATURES.len()]);
    each_quiet(&battle, 7, |state| {
        battle.write_features(state, 0, &mut one);
        battle.write_features(state, 1, &mut other);
        assert_eq!(one[..SIDE_COUNT], other[SIDE_COUNT..2 * SIDE_COUNT]);
        assert_eq!(other[..SIDE_COUNT], one[SIDE_COUNT..2 * SIDE_COUNT]);
        assert!(one[2 * SIDE_COUNT..3 * SIDE_COUNT].iter().all(|feature| *feature == 0.0));
    });
}
