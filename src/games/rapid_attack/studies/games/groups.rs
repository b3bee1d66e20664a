//! Games of a study in numbers, group by group.

use super::asked::GamesStudy;
use crate::games::rapid_attack::battle::State;
use crate::games::rapid_attack::bidding::Seat;
use crate::games::rapid_attack::players::{Player as Deciding, PolicySpec};
use crate::games::rapid_attack::record::{Record, Side, Whole};
use crate::play::play;
use crate::runner::games::Stoppable;
use crate::study::{Grouped, Metric, Player, Quantity, Unit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shares of one metric in another: name, over, under, and what is counted.
const SHARES: [(&str, Whole, Whole, &str); 9] = [
    ("share_hand_to_hand", Whole::HandToHand, Whole::Damage, "the part of damage that is dealt hand-to-hand"),
    ("share_direct", Whole::Direct, Whole::Damage, "the part of damage that is dealt by direct fire"),
    ("share_artillery", Whole::Artillery, Whole::Damage, "the part of damage that is dealt by artillery"),
    ("damage_an_attack", Whole::Damage, Whole::Attacks, "hits on frames an attack"),
    ("share_forgone", Whole::Forgone, Whole::Named, "the part of attacks declared that is not made"),
    ("moves_a_turn", Whole::Moves, Whole::Turns, "moves a turn"),
    ("spots_used_an_attack", Whole::SpotsUsed, Whole::Attacks, "spots used an attack"),
    ("lead_changes_a_turn", Whole::LeadChanges, Whole::Turns, "lead changes a turn"),
    (
        "friends_spots_an_attack",
        Whole::FriendSpots,
        Whole::Attacks,
        "spots of other frames of the company used an attack",
    ),
];

/// What matters of a game where nothing else is said, and how much of it does not.
const MATTERS: [(&str, f64); 1] = [("win", 0.03)];

/// Tactical positions, with what they are called.
const SEATS: [Seat; 3] = [Seat::Defender, Seat::Attacker, Seat::Point];

/// Its games, group by group. Where seats are swapped, policies change companies; where one policy plays all of them, that
/// would be the same game again, and companies change seats instead: each then has the dice that the others had.
pub fn grouped(study: &GamesStudy) -> Grouped {
    let size = if study.swap_seats { study.companies.len() } else { 1 };
    let effort = study.policies.iter().map(PolicySpec::effort).fold(0.0, f64::max) * study.policies.len() as f64 / 2.0;
    let (policies, mixed) = (study.policies.clone(), are_mixed(&study.policies));
    let seatings = if mixed { 1 } else { size };
    let battles: Arc<Vec<_>> = Arc::new((0..seatings).map(|seats| study.seated(seats).battle()).collect());
    Grouped::new(quantities(study), (size as u64, effort), move |stop: &AtomicBool| -> Player<'_> {
        let battles = Arc::clone(&battles);
        let mut seated: Vec<Stoppable<'_, Deciding, _>> =
            policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
        Box::new(move |key, sums| {
            for rotation in 0..size {
                let mut record = Record::default();
                let state = play(&battles[rotation % seatings], key, &mut seated, &mut record);
                add((&record, &state), (rotation, mixed), sums);
                seated.rotate_left(if size > 1 { 1 } else { 0 });
            }
            !stop.load(Ordering::Relaxed)
        })
    })
    .that_matters(&MATTERS)
}

/// What is counted, in the order of [`add`].
fn quantities(study: &GamesStudy) -> Vec<Quantity> {
    let quantity =
        |metric: &str, of: String, unit, how| Quantity { metric: metric.to_owned(), of, unit, under: None, how };
    let companies = || company_names(study);
    let whole = Whole::ALL.iter().map(|known| quantity(known.name, String::new(), known.unit, known.how));
    let shares = SHARES.iter().map(|(name, _, under, how)| Quantity {
        under: Some(*under as usize),
        ..quantity(name, String::new(), Unit::Share, how)
    });
    let won = |of: String| quantity("win", of, Unit::Share, "1 if it has the best score alone");
    let by_company = companies().into_iter().map(|name| won(format!("company {name}")));
    let by_position = SEATS.iter().map(|seat| won(seat.name().to_owned()));
    let policies = if are_mixed(&study.policies) { study.policies.as_slice() } else { &[] };
    let by_policy = policies.iter().enumerate().map(|(n, policy)| won(format!("policy {} {}", n + 1, policy.name())));
    let by_points = [won("most points an asset".to_owned()), won("fewest points an asset".to_owned())];
    let by_turn = [won("first turn".to_owned()), won("last turn".to_owned())];
    let sides = companies().into_iter().flat_map(|name| {
        let of = move |known: &Metric| quantity(known.name, format!("company {name}"), known.unit, known.how);
        Side::ALL.iter().map(of).collect::<Vec<Quantity>>()
    });
    let mut all: Vec<Quantity> = whole.chain(shares).chain(by_company).chain(by_position).collect();
    all.extend(by_policy.chain(by_points).chain(by_turn).chain(sides));
    all
}

/// Whether different policies play; where all are one nothing is told of each.
fn are_mixed(policies: &[PolicySpec]) -> bool {
    policies.iter().any(|policy| policy.name() != policies[0].name())
}

/// Names of companies, numbered where two are alike.
fn company_names(study: &GamesStudy) -> Vec<String> {
    let names: Vec<&str> = study.companies.iter().map(|company| company.name.as_str()).collect();
    let alike = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let named = names.iter().enumerate();
    named.map(|(n, name)| if alike(name) { format!("{name} {}", n + 1) } else { (*name).to_owned() }).collect()
}

/// Adds the numbers of a game to those of its group. `rotation` is its place in the group; wins by policy are told where they
/// are `mixed`.
fn add((record, state): (&Record, &State), (rotation, mixed): (usize, bool), sums: &mut [i64]) {
    let players = record.players();
    let won = |player: Option<usize>| i64::from(player.is_some() && record.winner() == player);
    // Where one policy plays all, companies have gone on by so many seats.
    let seat = |company: usize| if mixed { company } else { (company + players - rotation) % players };
    let wholes = Whole::ALL.len();
    for (sum, i) in sums.iter_mut().zip(0..wholes) {
        *sum += i64::from(record.wholes()[i]);
    }
    let mut at = wholes;
    let mut put = |value: i64| {
        sums[at] += value;
        at += 1;
    };
    SHARES.iter().for_each(|(_, over, ..)| put(record.whole(*over).into()));
    (0..players).for_each(|company| put(won(Some(seat(company)))));
    let seat_of = |seat: Seat| (0..players).filter(move |player| record.position(*player) == seat);
    SEATS.iter().for_each(|seat| put(seat_of(*seat).map(|player| won(Some(player))).sum()));
    let policy_of = |company: usize| (company + rotation) % players;
    let policies = if mixed { players } else { 0 };
    (0..policies).for_each(|policy| put((0..players).filter(|c| policy_of(*c) == policy).map(|c| won(Some(c))).sum()));
    let points = |player: &usize| state.players()[*player].points_per_asset;
    let most = alone((0..players).max_by_key(points), players, points);
    let fewest = alone((0..players).min_by_key(points), players, points);
    [most, fewest].into_iter().for_each(|player| put(won(player)));
    [record.first(), record.last()].into_iter().for_each(|player| put(won(player)));
    for company in 0..players {
        record.sides()[seat(company)].iter().for_each(|value| put(i64::from(*value)));
    }
}

/// A player if nobody else has as many points an asset.
fn alone(player: Option<usize>, players: usize, points: impl Fn(&usize) -> i8) -> Option<usize> {
    player.filter(|player| (0..players).filter(|other| points(other) == points(player)).count() == 1)
}
