//! Ratings and skill gaps in worlds with known strengths.

use super::ratings::{self, Lead, Meeting};
use super::tests::counted;
use super::{Arms, Cell, ComparePlan, CompareResults, CompareStudy, Effect, EffectVerdict, Unrated, has_gap};
use crate::metagame::{Fit, PairTally};
use crate::study::{GroupPlayer, Grouped, Looks, MetricUnit, Quantity, Winner};
use hitchart_dice::Throw;
use hitchart_stats::order::largest_first;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Davidson's v in all worlds.
const DRAW: f64 = 0.3;

/// Creates games in groups of two between two sides that win by these logits of strength.
fn bout(winners: [Winner; 2], logits: [f64; 2]) -> Arc<Grouped> {
    let quantity = |winner: Winner| Quantity {
        metric: "win".into(),
        of: format!("{winner:?}"),
        unit: MetricUnit::Share,
        under: None,
        title: "",
        how: "",
        winner: Some(winner),
    };
    let fit = Fit { logits: logits.to_vec(), draw: DRAW, leaning: false };
    let [win, tie, _] = fit.chances(0, 1).map(|chance| (chance * 1e6) as usize);
    Arc::new(Grouped::new(winners.map(quantity).to_vec(), (2, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key);
            for _ in 0..2 {
                let thrown = dice.below(1_000_000);
                sums[0] += i64::from(thrown < win);
                sums[1] += i64::from(thrown >= win + tie);
            }
        })
    }))
}

fn side(name: &str) -> Winner {
    Winner::Side(name.to_owned())
}

/// Creates the cells of these matchups under two rulesets with these strengths.
fn league(meetings: &[[usize; 2]], names: &[&str], logits: [&[f64]; 2]) -> Vec<Cell> {
    let cell = |pair: &[usize; 2]| Cell {
        study: format!("{} {}", names[pair[0]], names[pair[1]]),
        changed: 1,
        rung: "all".into(),
        arms: logits.map(|logits| bout(pair.map(|i| side(names[i])), pair.map(|i| logits[i]))),
    };
    meetings.iter().map(cell).collect()
}

/// Creates a cell of one policy against another, with strengths under each ruleset.
fn policies(logits: [[f64; 2]; 2]) -> Cell {
    let policy = |name: &str| Winner::Policy(name.to_owned());
    let arms = logits.map(|logits| bout([policy("tactician"), policy("greedy")], logits));
    Cell { study: "a b".into(), changed: 1, rung: "tactician over greedy".into(), arms }
}

fn study(cells: Vec<Cell>, gaps: Vec<Cell>, margins: &[(&str, f64)]) -> Arc<CompareStudy> {
    let margins = margins.iter().map(|(metric, margin)| ((*metric).to_owned(), *margin)).collect();
    let plan = ComparePlan { games: 2400, margins, precision: f64::INFINITY };
    Arc::new(CompareStudy { gaps, ..CompareStudy::of_games(vec!["fair".into(), "other".into()], cells, plan) })
}

/// Returns the effects on a metric.
fn effects<'a>(results: &'a CompareResults<'_>, metric: &str) -> Vec<&'a Effect> {
    let all = results.played.iter().flat_map(|played| &played.effects);
    all.filter(|effect| effect.quantity.metric == metric).collect()
}

const CHAIN: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];
const NAMES: [&str; 3] = ["a", "b", "c"];
const BEFORE: [f64; 3] = [0.4, 0.0, -0.4];

/// The same rules with the same dice: every rating and every gap is exactly unchanged.
#[test]
fn equal_rules_change_no_rating_and_no_gap() {
    let gap = policies([[0.3, -0.3]; 2]);
    let compare = study(league(&CHAIN, &NAMES, [&BEFORE; 2]), vec![gap], &[("rating", 0.3)]);
    let counted = counted(&compare, 5);
    let results = compare.results("compare", &counted);
    let (rated, gaps) = (effects(&results, "rating"), effects(&results, "skill_gap"));
    assert_eq!((rated.len(), gaps.len(), results.unrated.len()), (3, 1, 0));
    for effect in rated.iter().chain(&gaps) {
        assert!(effect.estimate.point == 0.0 && effect.p == 1.0 && effect.means[0] == effect.means[1], "{effect:?}");
        assert!(effect.estimate.interval.0 < 0.0 && effect.estimate.interval.1 > 0.0 && effect.estimate.n > 0);
    }
    assert!(rated.iter().all(|effect| effect.verdict == EffectVerdict::Same));
    let name = |effect: &&Effect| effect.quantity.of.clone();
    assert_eq!(rated.iter().map(name).collect::<Vec<_>>(), NAMES);
    assert!(rated[0].means[0] > rated[1].means[0] && rated[1].means[0] > rated[2].means[0]);
}

/// Rulesets that raise one entrant by 0.3 and change a gap. Intervals miss the true change at most at their level of
/// 0.05. If the rate is exactly that, 300 comparisons exceed 25 misses with a probability below 0.01. Most comparisons
/// find the change.
#[test]
fn planted_changes_of_ratings_and_gaps_are_found() {
    let after = [BEFORE[0] + 0.3, BEFORE[1], BEFORE[2]];
    let planted = [0.2, -0.1, -0.1];
    let points = |logits: [f64; 2]| Fit { logits: logits.to_vec(), draw: DRAW, leaning: false }.points(0, 1);
    let (mut missed, mut found) = ([0; 4], [0; 2]);
    for seed in 0..300 {
        let gap = policies([[0.2, -0.2], [0.0, 0.0]]);
        let compare =
            study(league(&CHAIN, &NAMES, [&BEFORE, &after]), vec![gap], &[("rating", 1e-6), ("skill_gap", 1e-6)]);
        let counted = counted(&compare, seed);
        let results = compare.results("compare", &counted);
        let truth = planted.into_iter().chain([points([0.0, 0.0]) - points([0.2, -0.2])]);
        let all: Vec<&Effect> = [effects(&results, "rating"), effects(&results, "skill_gap")].concat();
        assert_eq!(all.len(), 4);
        for ((missed, effect), truth) in missed.iter_mut().zip(&all).zip(truth) {
            let (low, high) = effect.estimate.interval;
            *missed += usize::from(!(low..=high).contains(&truth));
        }
        found[0] += usize::from(all[0].estimate.interval.0 > 0.0);
        found[1] += usize::from(all[3].estimate.interval.1 < 0.0);
    }
    assert!(missed.iter().all(|missed| *missed <= 25), "{missed:?} of 300");
    assert!(found.iter().all(|found| *found > 250), "{found:?} of 300");
}

/// Groups of a matchup, with the results of each under both rulesets: wins of either side, of two games.
type Groups = Vec<[[i64; 2]; 2]>;

fn arms(games: &Grouped, groups: &Groups) -> Arms {
    let mut arms = Arms::new(&games.quantities);
    (0..).zip(groups).for_each(|(key, group)| arms.add(&games.quantities, key, &group.map(|wins| wins.to_vec())));
    arms
}

/// Returns the change of each rating by refitting everything, and the ratings under the changed ruleset.
fn change(meetings: &[Groups]) -> (Vec<f64>, Vec<f64>) {
    let fit = |arm: usize| {
        let tally = |(groups, [first, second]): (&Groups, &[usize; 2])| {
            let sum = |side: usize| groups.iter().map(|group| group[arm][side]).sum::<i64>() as f64;
            let (wins, losses) = (sum(0), sum(1));
            let ties = 2.0 * groups.len() as f64 - wins - losses;
            PairTally { first: *first, second: *second, wins, ties, losses }
        };
        Fit::of(3, &meetings.iter().zip(&CHAIN).map(tally).collect::<Vec<PairTally>>()).logits
    };
    (fit(1).iter().zip(fit(0)).map(|(after, before)| after - before).collect(), fit(1))
}

/// Returns the jackknife variance of a number, from its values without each group.
fn jackknife(without: &[f64]) -> f64 {
    let n = without.len() as f64;
    let mean = without.iter().sum::<f64>() / n;
    without.iter().map(|value| (value - mean).powi(2)).sum::<f64>() * (n - 1.0) / n
}

/// The spread of ratings from the influence of groups, against the jackknife: all ratings are refitted without each
/// group.
#[test]
fn the_spread_of_a_rating_is_that_of_the_jackknife() {
    let mut dice = Throw::new(11);
    let mut group = || {
        let [first, second] = [0, 1].map(|_| [dice.below(3) as i64, dice.below(3) as i64]);
        [first, if dice.below(2) == 0 { first } else { second }].map(|[won, lost]| [won, lost.min(2 - won)])
    };
    let meetings: Vec<Groups> = CHAIN.iter().map(|_| (0..150).map(|_| group()).collect()).collect();
    let cells = league(&CHAIN, &NAMES, [&BEFORE; 2]);
    let sums: Vec<Arms> = cells.iter().zip(&meetings).map(|(cell, groups)| arms(&cell.arms[0], groups)).collect();
    let looks = Looks::at(300, 2).last();
    let results: Vec<Meeting<'_>> = cells
        .iter()
        .zip(&sums)
        .map(|(cell, arms)| Meeting { games: &cell.arms[0], arms, taken: (&looks, 0) })
        .collect();
    let effects = ratings::effects(&results, |_| None).unwrap();
    let (whole, after) = change(&meetings);
    let mut order = [0, 1, 2];
    largest_first(&mut order, |row| after[*row]);
    let lead = |after: &[f64]| after[order[0]] - after[order[1]];
    // Three changes, and the lead.
    let mut variance = [0.0; 4];
    for (at, groups) in meetings.iter().enumerate() {
        let mut without: [Vec<f64>; 4] = Default::default();
        for left_out in 0..groups.len() {
            let mut others = meetings.clone();
            others[at].remove(left_out);
            let (change, after) = change(&others);
            let values = change.into_iter().chain([lead(&after)]);
            without.iter_mut().zip(values).for_each(|(all, value)| all.push(value));
        }
        variance.iter_mut().zip(&without).for_each(|(variance, without)| *variance += jackknife(without));
    }
    let is_near = |ratio: f64| assert!((0.97..1.03).contains(&ratio), "{ratio}");
    for (entrant, effect) in effects.iter().enumerate() {
        assert!((effect.estimate.point - whole[entrant]).abs() < 1e-9);
        is_near(effect.estimate.standard_error / variance[entrant].sqrt());
        assert_eq!((effect.estimate.n, effect.estimate.observations), (900, 450));
    }
    let leads: Vec<&Lead> = effects.iter().filter_map(|effect| effect.lead.as_ref()).collect();
    assert_eq!((leads.len(), leads[0].next.as_str()), (1, NAMES[order[1]]));
    assert!((leads[0].by.point - lead(&after)).abs() < 1e-9);
    is_near(leads[0].by.standard_error / variance[3].sqrt());
    assert_eq!(leads[0].is_shown, leads[0].by.interval.0 > 0.0);
}

/// If matchups do not determine the ratings, there are none, and the reason is reported.
#[test]
fn who_cannot_be_rated_is_told() {
    let names = ["a", "b", "c", "d", "a"];
    let logits = [0.0; 5];
    let why = |meetings: &[[usize; 2]]| {
        let compare = study(league(meetings, &names, [&logits; 2]), Vec::new(), &[("win", 0.5)]);
        let counted = counted(&compare, 1);
        let results = compare.results("compare", &counted);
        assert_eq!(effects(&results, "rating").is_empty(), !results.unrated.is_empty());
        results.unrated.first().map(|(_, _, why)| why.clone())
    };
    assert_eq!(why(&[[0, 1]]), Some(Unrated::Once));
    assert_eq!(why(&[[0, 1], [2, 3]]), Some(Unrated::Once));
    assert_eq!(why(&[[0, 4]]), Some(Unrated::Mirrors));
    assert!(matches!(why(&[[0, 1], [0, 1], [2, 3]]), Some(Unrated::Apart(_))));
    assert_eq!(why(&[[0, 1], [1, 2]]), None);
    assert_eq!(why(&[[0, 1], [4, 1]]), None, "the same two on two grounds");
    let all = [9.0, 0.0, 0.0];
    let compare = study(league(&CHAIN, &NAMES, [&all, &BEFORE]), Vec::new(), &[("win", 0.5)]);
    let results = compare.results("compare", &counted(&compare, 1)).unrated.len();
    assert_eq!(results, 1, "an entrant that wins all has no bound");
    assert!(!has_gap(&bout([side("a"), side("b")], [0.0; 2])));
}
