//! Coverage of intervals over builds: games of a known distribution between builds that differ by chance, over many
//! seeds. The intervals are computed as in the studies of bids. These tests compare their results with the table in
//! `docs/methods/statistics.md`.

use super::matchups::{MatchupCounts, Meetings};
use crate::metagame::{Analysis, PairCell, Results, Square, analyse, analyse_exact, analyse_repeated, normal};
use crate::study::Duel;
use hitchart_dice::Throw;

/// Number of seeds.
const SEEDS: u64 = 300;
/// Number of bids, which are the entrants.
const BIDS: usize = 6;
/// Number of repetitions.
const REPEATS: usize = 6;
/// Pairs of games of each two bids in a repetition.
const PAIRS: usize = 50;
/// Number of resamples of an analysis.
const RESAMPLES: usize = 200;
/// Strengths of the bids, as logits.
const STRENGTHS: [f64; BIDS] = [0.5, 0.25, 0.1, -0.1, -0.25, -0.5];
/// Spread of the builds for one bid, as in Rapid Attack: two companies built for one bid differ by about a twentieth of
/// the points.
const SPREAD: f64 = 0.25;

fn chance(throw: &mut Throw) -> f64 {
    throw.below(1 << 30) as f64 / f64::from(1 << 30)
}

fn wins(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// Plays pairs of games with a probability to win; `numbers` decide them.
fn games(chance: f64, numbers: impl Iterator<Item = [f64; 2]>) -> Duel {
    let mut duel = Duel::default();
    numbers.for_each(|pair| duel.add_pair(pair.map(|number| if number < chance { 1 } else { -1 })));
    duel
}

fn numbers(throw: &mut Throw) -> [f64; 2] {
    [chance(throw), chance(throw)]
}

fn labels() -> Vec<String> {
    (0..BIDS).map(|bid| format!("e{bid}")).collect()
}

fn twos() -> impl Iterator<Item = [usize; 2]> {
    (0..BIDS).flat_map(|first| (first + 1..BIDS).map(move |second| [first, second]))
}

/// Simulates one study: builds and their games. Strengths differ by chance between repetitions, also against each
/// opponent.
fn study(seed: u64) -> Meetings {
    let mut throw = Throw::new(seed.wrapping_mul(0xd134_2543_de82_ef95));
    let mut duels = vec![Vec::new(); BIDS * BIDS];
    for _ in 0..REPEATS {
        let built = STRENGTHS.map(|strength| strength + SPREAD * normal(&mut throw));
        for [first, second] in twos() {
            let chance = wins(built[first] - built[second] + 0.1 * normal(&mut throw));
            let numbers: Vec<[f64; 2]> = (0..PAIRS).map(|_| numbers(&mut throw)).collect();
            duels[first * BIDS + second].push(games(chance, numbers.into_iter()));
        }
    }
    let met = twos().map(|[i, j]| MatchupCounts::of(i, j, std::mem::take(&mut duels[i * BIDS + j]))).collect();
    Meetings { labels: labels(), met }
}

/// Returns the expected probability to win of each bid against each other, over all builds: the mean over 2,000
/// quantiles of their difference.
fn truth() -> Square {
    let spread = (2.0 * SPREAD * SPREAD + 0.01_f64).sqrt();
    let quantiles: Vec<f64> = (0..2000).map(|at| hitchart_stats::normal_at((f64::from(at) + 0.5) / 2000.0)).collect();
    Square::from_fn(BIDS, |i, j| match i == j {
        true => 0.5,
        false => {
            let chance = |z: &f64| wins(STRENGTHS[i] - STRENGTHS[j] + spread * z);
            quantiles.iter().map(chance).sum::<f64>() / 2000.0
        }
    })
}

fn holds((low, high): (f64, f64), value: f64) -> bool {
    (low..=high).contains(&value)
}

/// Returns the ratings of entrants in the order of their names.
fn ratings(analysis: &Analysis) -> Vec<(f64, (f64, f64))> {
    let rated = |name: &String| {
        let at = analysis.names.iter().position(|known| known == name).unwrap();
        (analysis.ratings[at].point, analysis.ratings[at].interval)
    };
    labels().iter().map(rated).collect()
}

/// Asserts that the page has all rows and that coverage is at least the given minimum.
fn check(rows: &[(&str, f64, f64)]) {
    let page = include_str!("../../../../docs/methods/statistics.md");
    let line = |(what, covered, _): &(&str, f64, f64)| format!("| {what} | {covered:.3} |\n");
    let missing: String = rows.iter().map(line).filter(|row| !page.contains(row)).collect();
    let low: String = rows.iter().filter(|(_, covered, least)| covered < least).map(line).collect();
    assert!(low.is_empty() && missing.is_empty(), "too low:\n{low}\nnot in docs/methods/statistics.md:\n{missing}");
}

/// With 300 seeds, intervals over builds hold the truth at least as often as stated; intervals of the dice alone do
/// not. Cells of one study are correlated, so shares of 4,500 cells have an error of about 0.005.
#[test]
fn intervals_of_what_was_built_hold_the_search() {
    let truth = truth();
    let rated = ratings(&analyse_exact(labels(), &truth));
    let (mut cells, mut by_dice, mut means, mut best, mut ratings_held, mut dice_ratings) = (0, 0, 0, 0, 0, 0);
    for seed in 1..=SEEDS {
        let met = study(seed);
        for [i, j] in twos() {
            cells += u32::from(holds(met.share(i, j).unwrap().interval, truth.at(i, j)));
            by_dice += u32::from(holds(met.share_by_dice(i, j).unwrap().interval, truth.at(i, j)));
        }
        for own in 0..BIDS {
            let others = (0..BIDS).filter(|other| *other != own).map(|other| truth.at(own, other));
            means += u32::from(holds(met.mean(own).unwrap().interval, others.sum::<f64>() / 5.0));
            let (named, share) = met.best_answer(own).unwrap();
            best += u32::from(holds(share.interval, truth.at(named, own)));
        }
        let analysis = analyse_repeated(&met.results(), Some(&met.open()), seed, RESAMPLES).unwrap();
        let plain = analyse(&met.results(), seed, RESAMPLES).unwrap();
        let held = |analysis: &Analysis| -> u32 {
            ratings(analysis).iter().zip(&rated).map(|(rating, known)| u32::from(holds(rating.1, known.0))).sum()
        };
        ratings_held += held(&analysis);
        dice_ratings += held(&plain);
    }
    let share = |held: u32, each: usize| f64::from(held) / (SEEDS as usize * each) as f64;
    check(&[
        ("share of one bid against another", share(cells, BIDS * (BIDS - 1) / 2), 0.93),
        ("the same by the dice alone", share(by_dice, BIDS * (BIDS - 1) / 2), 0.0),
        ("mean share of a bid against all others", share(means, BIDS), 0.93),
        ("best answer to a bid", share(best, BIDS), 0.93),
        ("rating of a bid", share(ratings_held, BIDS), 0.93),
        ("the same by the dice alone, rating", share(dice_ratings, BIDS), 0.0),
    ]);
}

/// Ratings of entrants with common dice in all matchups, analysed as if independent, and with independent dice.
#[test]
fn ratings_need_meetings_with_dice_of_their_own() {
    let known = Square::from_fn(BIDS, |i, j| if i == j { 0.5 } else { wins(STRENGTHS[i] - STRENGTHS[j]) });
    let rated = ratings(&analyse_exact(labels(), &known));
    let covered = |common: bool| {
        let held: u32 = (1..=SEEDS)
            .map(|seed| {
                let mut throw = Throw::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let same: Vec<[f64; 2]> = (0..PAIRS).map(|_| numbers(&mut throw)).collect();
                let mut results = Results::new(labels());
                for [i, j] in twos() {
                    let own: Vec<[f64; 2]> = (0..PAIRS).map(|_| numbers(&mut throw)).collect();
                    let drawn = if common { same.clone() } else { own };
                    results.add(i, j, &PairCell::from(&games(known.at(i, j), drawn.into_iter())));
                }
                let analysis = analyse(&results, seed, RESAMPLES).unwrap();
                ratings(&analysis)
                    .iter()
                    .zip(&rated)
                    .map(|(rating, known)| u32::from(holds(rating.1, known.0)))
                    .sum::<u32>()
            })
            .sum();
        f64::from(held) / (SEEDS as usize * BIDS) as f64
    };
    check(&[
        ("rating, meetings with dice of their own", covered(false), 0.93),
        ("rating, all meetings on common dice", covered(true), 0.0),
    ]);
}
