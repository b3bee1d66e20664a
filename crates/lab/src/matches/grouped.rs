//! Games of a study as integer results, group by group.

use super::recorded::{POSITIONS, Recorded};
use super::setting::{GamesStudy, Policies, Setting};
use crate::runner::games::Stoppable;
use crate::study::{Grouped, Metric, Player, Quantity, Unit, Winner};
use hitchart_play::{Game, play};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the games of a study, group by group. With swapped seats, policies change sides between the games of a
/// group. If one policy plays all sides, that would repeat the same game, so sides change seats instead: each side then
/// gets the same dice that the others had.
pub fn grouped<S: Setting>(study: &GamesStudy<S>) -> Grouped {
    let size = if study.swap_seats { study.policies.len() } else { 1 };
    let effort = study.effort();
    let (policies, mixed) = (study.policies.clone(), are_mixed::<S>(&study.policies));
    let seatings = if mixed { 1 } else { size };
    let games: Arc<Vec<S::Game>> = Arc::new((0..seatings).map(|seats| study.setting.rotated(seats).game()).collect());
    Grouped::new(quantities(study), (size as u64, effort), move |stop: &AtomicBool| -> Player<'_> {
        let games = Arc::clone(&games);
        let mut seated: Vec<Stoppable<'_, S::Player, <S::Game as Game>::Action>> =
            policies.iter().map(|policy| Stoppable::new(S::build(policy), stop)).collect();
        Box::new(move |key, sums| {
            for rotation in 0..size {
                let mut record = S::Record::default();
                let state = play(&games[rotation % seatings], key, &mut seated, &mut record);
                add::<S>((&record, &state), (rotation, mixed), sums);
                seated.rotate_left(if size > 1 { 1 } else { 0 });
            }
            !stop.load(Ordering::Relaxed)
        })
    })
    .that_matters(S::WORDS.matters)
}

/// The metric of wins, for a side, a policy, a position or a turn.
const WIN: Metric =
    Metric { name: "win", title: "Share of games won", unit: Unit::Share, how: "1 if it has the best score alone" };

/// Returns the quantities that are counted, in the order of [`add`].
fn quantities<S: Setting>(study: &GamesStudy<S>) -> Vec<Quantity> {
    let quantity = |metric: &Metric, of: String| Quantity {
        metric: metric.name.to_owned(),
        of,
        unit: metric.unit,
        under: None,
        how: metric.how,
        title: metric.title,
        winner: None,
    };
    let [side, ..] = S::WORDS.side;
    let names = || labels(study);
    let whole = S::Record::WHOLE.iter().map(|known| quantity(known, String::new()));
    let shares = S::WORDS
        .shares
        .iter()
        .map(|share| Quantity { under: Some(share.under), ..quantity(&share.metric, String::new()) });
    let won = |of: String| quantity(&WIN, of);
    let side_wins = |(label, name): (String, &str)| Quantity {
        winner: Some(Winner::Side(format!("{side} {name}"))),
        ..won(format!("{side} {label}"))
    };
    let by_side = names().into_iter().zip(study.setting.names()).map(side_wins);
    let by_position = positions(study.policies.len()).map(|place| won(S::Record::POSITIONS[place].to_owned()));
    let policies = if are_mixed::<S>(&study.policies) { study.policies.as_slice() } else { &[] };
    let policy_wins = |(n, policy): (usize, &Policies<S>)| Quantity {
        winner: study.swap_seats.then(|| Winner::Policy(policy.name().to_owned())),
        ..won(format!("policy {} {}", n + 1, policy.name()))
    };
    let by_policy = policies.iter().enumerate().map(policy_wins);
    let by_points = [won("most points an asset".to_owned()), won("fewest points an asset".to_owned())];
    let by_turn = [won("first turn".to_owned()), won("last turn".to_owned())];
    let sides = names().into_iter().flat_map(|name| {
        let of = move |known: &Metric| quantity(known, format!("{side} {name}"));
        S::Record::SIDE.iter().map(of).collect::<Vec<Quantity>>()
    });
    let mut all: Vec<Quantity> = whole.chain(shares).chain(by_side).chain(by_position).collect();
    all.extend(by_policy.chain(by_points).chain(by_turn).chain(sides));
    all
}

/// Returns the tactical positions that occur with `players` players: two players have no middle position.
fn positions(players: usize) -> impl Iterator<Item = usize> {
    (0..POSITIONS).filter(move |position| players > 2 || *position != BETWEEN)
}

/// Index of the position between first and last.
const BETWEEN: usize = 1;

/// Returns true if at least two different policies play; per-policy results are skipped otherwise.
fn are_mixed<S: Setting>(policies: &[Policies<S>]) -> bool {
    policies.iter().any(|policy| policy.name() != policies[0].name())
}

/// Returns the names of sides; equal names get a number.
fn labels<S: Setting>(study: &GamesStudy<S>) -> Vec<String> {
    let names = study.setting.names();
    let alike = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let named = names.iter().enumerate();
    named.map(|(n, name)| if alike(name) { format!("{name} {}", n + 1) } else { (*name).to_owned() }).collect()
}

/// Adds the results of one game to the sums of its group. `rotation` is the index of the game in the group; wins by
/// policy are counted only if `mixed`.
fn add<S: Setting>(
    (record, state): (&S::Record, &<S::Game as Game>::State),
    (rotation, mixed): (usize, bool),
    sums: &mut [i64],
) {
    let players = record.players();
    let won = |player: Option<usize>| i64::from(player.is_some() && record.winner() == player);
    // If one policy plays all sides, the sides have moved on by `rotation` seats.
    let seat = |side: usize| if mixed { side } else { (side + players - rotation) % players };
    let mut sums = sums.iter_mut();
    let mut put = |value: i64| sums.next().into_iter().for_each(|sum| *sum += value);
    record.wholes().iter().for_each(|value| put(i64::from(*value)));
    S::WORDS.shares.iter().for_each(|share| put(record.whole_at(share.over).into()));
    (0..players).for_each(|side| put(won(Some(seat(side)))));
    let at = |position: usize| (0..players).filter(move |player| record.position(*player) == position);
    positions(players).for_each(|position| put(at(position).map(|player| won(Some(player))).sum()));
    let policy_of = |side: usize| (side + rotation) % players;
    let policies = if mixed { players } else { 0 };
    (0..policies).for_each(|policy| put((0..players).filter(|c| policy_of(*c) == policy).map(|c| won(Some(c))).sum()));
    let points = |player: &usize| S::points(state, *player);
    let most = alone((0..players).max_by_key(points), players, points);
    let fewest = alone((0..players).min_by_key(points), players, points);
    [most, fewest].into_iter().for_each(|player| put(won(player)));
    [record.first(), record.last()].into_iter().for_each(|player| put(won(player)));
    for side in 0..players {
        record.side(seat(side)).iter().for_each(|value| put(i64::from(*value)));
    }
}

/// Returns `player` if no other player has the same number of points per asset.
fn alone(player: Option<usize>, players: usize, points: impl Fn(&usize) -> i32) -> Option<usize> {
    player.filter(|player| (0..players).filter(|other| points(other) == points(player)).count() == 1)
}
