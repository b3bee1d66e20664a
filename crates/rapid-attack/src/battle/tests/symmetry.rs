//! Tests that player numbers do not matter: equal companies win equally often, and the order of companies has no
//! effect.
//!
//! All keys are fixed, so each test has one outcome; the levels are the probabilities of failure before the keys were
//! fixed.

use super::{battle, rulebook};
use crate::battle::*;
use crate::battle_rules::{OrderTies, PerUnit};
use crate::{bidding::Size, players::Random};
use hitchart_play::{Game, Policy, Unwatched, play};
use hitchart_stats::{chi_square, holm};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Level of each test.
const LEVEL: f64 = 0.001;
/// The one-sided standard normal quantile of [`LEVEL`].
const QUANTILE: f64 = 3.090_232_306_167_813;

/// A random player, who never attacks if peaceful.
struct Player {
    random: Random,
    peaceful: bool,
}

impl Policy<Battle<KeyedDice>> for Player {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.random, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        match self.random.decide(battle, state) {
            Action::Attack(_) if self.peaceful => Action::Finish,
            action => action,
        }
    }
}

/// Returns the final scores of games with keys from `first` on; `peaceful` marks the peaceful players.
fn scores(battle: &Battle<KeyedDice>, peaceful: &[bool], first: u64, games: u64) -> Vec<Vec<i32>> {
    let mut players: Vec<Player> =
        peaceful.iter().map(|peaceful| Player { random: Random::new(), peaceful: *peaceful }).collect();
    let scores = (first..first + games).map(|key| {
        let state = play(battle, key, &mut players, &mut Unwatched);
        battle.scores(&state).as_slice().to_vec()
    });
    scores.collect()
}

/// Returns the winner of each game that has a sole winner.
fn winners(scores: &[Vec<i32>]) -> impl Iterator<Item = usize> + '_ {
    scores.iter().filter_map(|scores| hitchart_play::Scores::new(scores.iter().copied()).winner())
}

/// Returns the p-value of Pearson's test that all players win equally often.
fn p_value_of_equal(scores: &[Vec<i32>]) -> f64 {
    let players = scores[0].len();
    let mut wins = vec![0; players];
    winners(scores).for_each(|winner| wins[winner] += 1);
    chi_square(&wins, &vec![1.0 / players as f64; players]).p_value
}

/// Returns the p-value of Pearson's test that two rows of counts come from one distribution. Cells of fewer than ten
/// counts in both rows together are merged into the next.
fn p_value_of_same(a: &[u64], b: &[u64]) -> f64 {
    let (n, m) = (a.iter().sum::<u64>() as f64, b.iter().sum::<u64>() as f64);
    let mut cells: Vec<(f64, f64)> = Vec::new();
    for (x, y) in a.iter().zip(b) {
        match cells.last_mut() {
            Some(last) if last.0 + last.1 < 10.0 => *last = (last.0 + *x as f64, last.1 + *y as f64),
            _ => cells.push((*x as f64, *y as f64)),
        }
    }
    cells.retain(|(x, y)| x + y > 0.0);
    let part = |(x, y): &(f64, f64)| (x * (m / n).sqrt() - y * (n / m).sqrt()).powi(2) / (x + y);
    let statistic: f64 = cells.iter().map(part).sum();
    ChiSquared::new((cells.len() - 1) as f64).unwrap().sf(statistic)
}

/// Applies two one-sided tests: the difference between the shares of wins is less than a margin of 0.1 (D. J.
/// Schuirmann, 1987, J. Pharmacokinet. Biopharm. 15, 657-680).
#[test]
fn equal_companies_win_equally_often() {
    const MARGIN: f64 = 0.1;
    let battle = battle(&["mirror-five", "mirror-five"], "duel", Size::Skirmish, rulebook());
    let games = scores(&battle, &[false, false], 10_000, 2_500);
    let n = games.len() as f64;
    let wins = winners(&games).fold([0.0; 2], |mut wins, winner| {
        wins[winner] += 1.0;
        wins
    });
    let [first, second] = wins.map(|wins| wins / n);
    let difference: f64 = first - second;
    let standard_error = ((first + second - difference * difference) / n).sqrt();
    assert!(difference.abs() + QUANTILE * standard_error < MARGIN, "{first} and {second} of {n} games");
    assert!(first + second > 0.5, "too few games have a winner");
}

#[test]
fn four_equal_companies_win_equally_often() {
    let battle = battle(&["mirror-four"; 4], "open-plain", Size::Skirmish, rulebook());
    assert!(p_value_of_equal(&scores(&battle, &[false; 4], 20_000, 600)) > LEVEL);
}

/// If turn order leaves players tied, no number is favoured; nor is any in a demo.
#[test]
fn no_turn_order_favours_a_player() {
    let with = |change: fn(&mut Ruleset)| {
        let mut rules = rulebook();
        change(&mut rules);
        rules
    };
    let orders = [
        with(|rules| rules.order.ties = OrderTies::Alternate),
        with(|rules| rules.order.ties = OrderTies::Sticky),
        with(|rules| rules.order.per_unit = PerUnit::EveryRound),
        with(|rules| (rules.order.per_unit, rules.order.ties) = (PerUnit::Once, OrderTies::Sticky)),
    ];
    let mut p_values = Vec::new();
    for (rules, first) in orders.into_iter().zip((70_000..).step_by(1_000)) {
        let battle = battle(&["mirror-four"; 3], "open-plain", Size::Skirmish, rules);
        p_values.push(p_value_of_equal(&scores(&battle, &[false; 3], first, 300)));
    }
    let demo = battle(&["demo-pair"; 3], "open-plain", Size::Demo, rulebook());
    p_values.push(p_value_of_equal(&scores(&demo, &[false; 3], 80_000, 1_000)));
    assert!(holm(&p_values).iter().all(|p| *p > LEVEL), "{p_values:?}");
}

/// Compares two samples of games, with the companies and their policies in either order: the margins are alike.
#[test]
fn the_order_of_two_companies_does_not_matter() {
    const GAMES: u64 = 1_000;
    let margins = |companies: [&str; 2], peaceful: [bool; 2], scouts: usize, first: u64| {
        let battle = battle(&companies, "duel", Size::Skirmish, rulebook());
        let mut counts = [0; 20];
        for scores in scores(&battle, &peaceful, first, GAMES) {
            let margin = scores[scouts] - scores[1 - scouts];
            counts[((margin + 100) / 10).clamp(0, 19) as usize] += 1;
        }
        counts
    };
    let first = margins(["scouts", "shield-wall"], [true, false], 0, 30_000);
    let second = margins(["shield-wall", "scouts"], [false, true], 1, 40_000);
    assert!(p_value_of_same(&first, &second) > LEVEL, "{first:?} {second:?}");
    // The test can distinguish companies: from the other side, the same games look different.
    let mirrored: Vec<u64> = second.iter().rev().copied().collect();
    assert!(p_value_of_same(&first, &mirrored) < LEVEL);
}

/// Compares three companies in two orders: each company wins equally often.
#[test]
fn the_order_of_three_companies_does_not_matter() {
    const GAMES: u64 = 700;
    let wins = |companies: [&str; 3], first: u64| {
        let battle = battle(&companies, "ruins-of-alluel", Size::Skirmish, rulebook());
        let mut wins = std::collections::BTreeMap::from(companies.map(|name| (name, 0)));
        let games = scores(&battle, &[false; 3], first, GAMES);
        winners(&games).for_each(|winner| *wins.get_mut(companies[winner]).unwrap() += 1);
        let decided: u64 = wins.values().sum();
        wins.into_values().chain([GAMES - decided]).collect::<Vec<u64>>()
    };
    let first = wins(["estars-anvil", "suns-fang", "piercing-eye"], 50_000);
    let second = wins(["piercing-eye", "estars-anvil", "suns-fang"], 60_000);
    assert!(p_value_of_same(&first, &second) > LEVEL, "{first:?} {second:?}");
}
