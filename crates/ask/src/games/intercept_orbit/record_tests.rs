//! Tests of the records of battles, with the tally of many.

use super::replay::tests::{Random, battle};
use hitchart_intercept_orbit::battle::{Battle, KeyedDice, State};
use hitchart_intercept_orbit::record::*;
use hitchart_intercept_orbit::{battle::state::Life, ids::AssetId, ruleset::standard};
use hitchart_lab::matches::{Fact, Tally};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::record::Recorded;
use hitchart_play::{Game, play};
use std::collections::BTreeSet;

fn recorded(battle: &Battle<KeyedDice>, key: u64) -> (Record, State) {
    let mut policies: Vec<Random> = battle.fleets.iter().map(|_| Random::default()).collect();
    let mut record = Record::default();
    let state = play(battle, key, &mut policies, &mut record);
    (record, state)
}

/// Checks counts that must add up, and counts that the last state also shows.
fn consistent(battle: &Battle<KeyedDice>, record: &Record, state: &State) {
    let whole = |metric| record.whole(metric);
    let side = |player: usize, metric: Side| record.side(player)[usize::from(metric)];
    let sides = |metric| (0..record.players()).map(|player| side(player, metric)).sum::<i32>() as u32;
    let sum = |metrics: &[Whole]| metrics.iter().map(|metric| record.whole(*metric)).sum::<u32>();
    let bands = [Whole::Dogfight, Whole::PointDefense, Whole::Assault, Whole::Support];
    assert_eq!(whole(Whole::Damage), sum(&bands));
    assert_eq!(whole(Whole::Damage), sum(&[Whole::ToShips, Whole::ToCompanies]));
    for (all, each) in [
        (Whole::Turns, Side::Turns),
        (Whole::Attacks, Side::Attacks),
        (Whole::Damage, Side::Dealt),
        (Whole::Damage, Side::Taken),
        (Whole::Launches, Side::Launches),
        (Whole::Adrift, Side::Adrift),
        (Whole::Rams, Side::Rams),
        (Whole::Captures, Side::Captures),
        (Whole::Captures, Side::LostToCapture),
        (Whole::HvasTaken, Side::HvasTaken),
        (Whole::Ticks, Side::Ticks),
    ] {
        assert_eq!(whole(all), sides(each), "{}", Side::ALL[each as usize].name);
    }
    assert_eq!((sides(Side::First), sides(Side::Last)), (1, 1));
    assert_eq!(record.strikes.iter().sum::<u32>(), whole(Whole::Attacks));
    assert_eq!(record.hits.iter().sum::<u32>(), whole(Whole::Damage));
    assert_eq!(whole(Whole::AssetsLeft), sides(Side::ShipsLeft) + sides(Side::CompaniesLeft));
    assert_eq!(whole(Whole::Rounds), u32::from(state.round));
    let gone = |life: Life| {
        AssetId::first(state.tactical_count.into()).filter(|asset| state.asset(*asset).life() == life).count() as u32
    };
    assert_eq!(whole(Whole::Ships) + whole(Whole::Companies), gone(Life::Destroyed));
    assert_eq!(record.lost.iter().sum::<u32>(), gone(Life::Destroyed) + gone(Life::Lost));
    assert_eq!(record.lost.iter().sum::<u32>(), sides(Side::TacticalLost));
    assert!(whole(Whole::Edge) <= gone(Life::Lost));
    // Fewer pieces are placed where there is no room for all (I65).
    assert!(whole(Whole::DebrisDestroyed) + state.debris_left.count_ones() <= u32::from(battle.rules.debris.pieces));
    for player in 0..record.players() {
        assert_eq!(side(player, Side::Score), state.score(PlayerId::new(player as u8)));
        let hvas = (state.of(PlayerId::new(player as u8)) & state.hvas()).len() as i32;
        assert_eq!(side(player, Side::HvasHeld), hvas);
    }
    for (part, all) in [
        (Whole::Answers, Whole::Turns),
        (Whole::Forgone, Whole::Named),
        (Whole::Misses, Whole::Attacks),
        (Whole::SpotsUsed, Whole::Attacks),
        (Whole::Respots, Whole::Spots),
        (Whole::Reversions, Whole::Captures),
        (Whole::Rams, Whole::Collisions),
        (Whole::Aids, Whole::Boardings),
        (Whole::Refuelled, Whole::Adrift),
    ] {
        assert!(whole(part) <= whole(all), "{}", Whole::ALL[part as usize].name);
    }
    assert!(sum(&[Whole::CompaniesByFire, Whole::CompaniesBoarding]) <= whole(Whole::Companies));
    // Each hit causes one loss, or is dodged.
    let lost = sum(&[Whole::Systems, Whole::Whites, Whole::Aces, Whole::Dodges]);
    let dealt = sum(&[Whole::Damage, Whole::ToCover, Whole::BoardingDamage, Whole::CollisionDamage]);
    assert!(lost <= dealt, "{lost} losses of {dealt} hits");
    let clock = u32::from(battle.rules.clock.start - state.clock);
    assert_eq!(clock, (whole(Whole::Rounds) * u32::from(battle.rules.clock.step) + whole(Whole::Ticks)).min(clock));
}

#[test]
fn counts_add_up() {
    let mut rules = standard();
    rules.clock.everyone_ticks = true;
    let (mut launches, mut captures, mut rams) = (0, 0, 0);
    for (fleets, rules) in [(&[0, 1][..], standard()), (&[1, 2, 3], rules), (&[0, 1, 2, 3], standard())] {
        let battle = battle(fleets, rules);
        for key in 0..40 {
            let (record, state) = recorded(&battle, key);
            assert_eq!(record.players(), fleets.len());
            consistent(&battle, &record, &state);
            launches += record.whole(Whole::Launches);
            captures += record.whole(Whole::Captures);
            rams += record.whole(Whole::Rams);
        }
    }
    assert!(launches > 100 && captures > 5 && rams > 5, "{launches} launches, {captures} captures, {rams} rams");
}

fn tally(battle: &Battle<KeyedDice>, games: std::ops::Range<u64>, swapped: bool) -> Tally {
    let mut tally = Tally::new::<Record>(&[0, 1], swapped);
    for game in games {
        tally.add(game, &recorded(battle, game / tally.rotations).0);
    }
    tally.finish();
    tally
}

#[test]
fn blocks_add_up_to_the_whole_in_any_order() {
    let battle = battle(&[0, 1], standard());
    for swapped in [false, true] {
        let whole = tally(&battle, 0..21, swapped);
        let mut parts = tally(&battle, 12..21, swapped);
        parts.merge(&tally(&battle, 0..6, swapped));
        parts.merge(&tally(&battle, 6..12, swapped));
        assert_eq!(parts, whole);
        assert!(whole.fits::<Record>(21, &[0, 1], swapped) && !whole.fits::<Record>(20, &[0, 1], swapped));
    }
    let whole = tally(&battle, 0..40, true);
    let positions = [0, 2].map(|position| whole.fact(Fact::Position(position), 1).share.point);
    let tied = whole.ties as f64 / 40.0;
    assert!((positions[0] + positions[1] + tied - 1.0).abs() < 1e-9, "{positions:?}, {tied} tied");
}

#[test]
fn a_signature_tells_battles_apart() {
    let battle = battle(&[0, 1], standard());
    let signature = |games| tally(&battle, games, false).signature;
    assert_ne!(signature(0..5), signature(1..6));
    assert_eq!(signature(0..6), signature(0..2).wrapping_add(signature(2..6)));
}

#[test]
fn the_defender_has_the_highest_starting_score() {
    let battle = battle(&[0, 1, 3], standard());
    for key in 0..10 {
        let (record, _) = recorded(&battle, key);
        let start = |position: usize| {
            let player = (0..3).find(|player| record.position(*player) == position).unwrap();
            record.side(player)[usize::from(Side::StartScore)]
        };
        assert!(start(0) >= start(1) && start(1) >= start(2), "key {key}");
        let scores = battle.scores(&recorded(&battle, key).1);
        assert_eq!(record.winner(), scores.winner());
    }
}

#[test]
fn the_page_on_games_lists_them_all() {
    let page = include_str!("../../../../../docs/intercept-orbit-games.md");
    let (whole, side) = page.split_once("### Of each player").expect("a heading of the metrics of players");
    for (metrics, table) in [(Whole::ALL, whole), (Side::ALL, side)] {
        for metric in metrics {
            let row = format!("| `{}` | {} | {} |", metric.name, metric.unit.name(), metric.how);
            assert!(table.contains(&row), "docs/intercept-orbit-games.md has no row {row}");
        }
    }
}

#[test]
fn names_are_unlike_and_in_order() {
    for metrics in [Whole::ALL, Side::ALL] {
        let names: BTreeSet<&str> = metrics.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), metrics.len());
    }
    assert_eq!(Whole::ALL[Whole::Dropped as usize].name, "tie_broken");
    assert_eq!(Side::ALL[Side::Last as usize].name, "acted_last");
}
