//! Tournaments of coins with known probabilities.

use super::plan::{added, swiss};
use super::{Format, Plan, Standings, Tournament, TournamentAim, TournamentProgress};
use crate::metagame;
use crate::study::{Arena, Bouts, Duel, NamedStudy, RunCounts, Simulated, Study};
use hitchart_config::FileText;
use hitchart_dice::Throw;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Advantage that the dice of a group give to the first seat.
const LUCK: f64 = 0.15;
/// Runs of each simulation.
const RUNS: u64 = 200;

/// Creates entrants, each with a probability to win against every other.
fn arena(names: &[&str], chances: Vec<Vec<f64>>) -> Arena {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    Arena::new(names, 1.0, move |[a, b]| {
        let chance = chances[a][b];
        Box::new(move |_: &AtomicBool| -> Bouts<'_> {
            Box::new(move |key, _| {
                let mut dice = Throw::new(key);
                let mut below = |chance: f64| dice.below(1_000_000) < (chance * 1e6) as usize;
                let luck = if below(0.5) { LUCK } else { -LUCK };
                [luck, -luck].map(|luck| if below((chance + luck).clamp(0.0, 1.0)) { 1 } else { -1 })
            })
        })
    })
}

/// Returns the probabilities to win for entrants of these strengths: a half, plus the difference.
fn ladder(strengths: &[f64]) -> Vec<Vec<f64>> {
    strengths.iter().map(|a| strengths.iter().map(|b| 0.5 + a - b).collect()).collect()
}

fn tournament(names: &[&str], chances: Vec<Vec<f64>>, plan: Plan) -> Tournament {
    Tournament::of(arena(names, chances), plan)
}

fn played(tournament: Tournament, seed: u64) -> (Arc<Tournament>, RunCounts) {
    let asked = Arc::new(tournament);
    let study = NamedStudy::alone("t", asked.clone());
    (asked, study.count_all(seed, &mut Vec::new()).unwrap())
}

fn course(tournament: Tournament, seed: u64) -> TournamentProgress {
    let (asked, counted) = played(tournament, seed);
    asked.course("t", &counted)
}

/// Returns the maximum number of failing runs if each fails with at most `chance`: four standard deviations above the
/// mean.
fn at_most(chance: f64, runs: u64) -> u64 {
    (runs as f64 * chance + 4.0 * (runs as f64 * chance * (1.0 - chance)).sqrt()).ceil() as u64
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const STRENGTHS: [f64; 6] = [0.1, 0.06, 0.03, 0.0, -0.05, -0.1];

/// Settings that cannot be used are refused with the value and what is allowed.
#[test]
fn unusable_settings_are_refused() {
    let refused =
        |names: &[&str], plan: Plan| tournament(names, ladder(&STRENGTHS), plan).check().unwrap_err().to_string();
    tournament(&NAMES, ladder(&STRENGTHS), Plan::round_robin(6, 100)).check().unwrap();
    for (names, plan, part) in [
        (&["a", "b", "a"][..], Plan::round_robin(3, 100), "two entrants are called `a`"),
        (
            &["a", "b", "c"],
            Plan::round_robin(4, 100),
            "the plan is for 4 entrants (`judged`), the tournament has 3; allowed: 3",
        ),
        (&["a", "b", "c"], Plan::round_robin(0, 100), "the plan is for 0 entrants"),
        (&["a", "b", "c"], Plan::round_robin(2, 100), "the plan is for 2 entrants"),
        (&["a"], Plan::round_robin(1, 100), "2 or more"),
        (&["a", "b"], Plan::round_robin(2, 0), "`games` is 0"),
        (&["a", "b"], Plan { margin: f64::NAN, ..Plan::round_robin(2, 100) }, "`margin` is NaN"),
    ] {
        let text = refused(names, plan);
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn intervals_of_scores_hold_whenever_play_ends() {
    let plan = |margin| Plan { margin, ..Plan::round_robin(6, 15 * 160) };
    let truth = |entrant: usize| {
        let others: f64 = (0..6).filter(|other| *other != entrant).map(|other| STRENGTHS[other]).sum();
        0.5 + STRENGTHS[entrant] - others / 5.0
    };
    let (mut missed, mut early) = (0, 0);
    for seed in 0..RUNS {
        let course = course(tournament(&NAMES, ladder(&STRENGTHS), plan(0.06)), seed);
        early += u64::from(course.looks.len() < course.planned);
        for entrant in 0..6 {
            let (low, high) = course.standings.scored(entrant, course.level).interval;
            missed += u64::from(!(low..=high).contains(&truth(entrant)));
        }
    }
    assert!(early > RUNS / 2, "the margin is reached before the end: {early}");
    assert!(missed <= at_most(0.05, 6 * RUNS), "{missed} of {}", 6 * RUNS);
}

#[test]
fn the_best_is_found_and_none_is_best_of_equals() {
    let plan = || Plan { aim: TournamentAim::Best, margin: 0.0, ..Plan::round_robin(6, 15 * 400) };
    let (mut lost, mut alarms, mut games) = (0, 0, 0);
    for seed in 0..RUNS {
        let best = course(tournament(&NAMES, ladder(&[0.12, 0.0, 0.0, -0.05, -0.1, -0.1]), plan()), seed);
        lost += u64::from(best.settled && best.standings.ranking(6)[0] != 0);
        games += best.standings.games();
        let equal = course(tournament(&NAMES, ladder(&[0.0; 6]), plan()), seed);
        alarms += u64::from(equal.settled);
    }
    assert!(lost <= at_most(0.05, RUNS), "the best lost in {lost} of {RUNS}");
    assert!(alarms <= at_most(0.05, RUNS), "one of equals was best in {alarms} of {RUNS}");
    assert!(games < RUNS * 15 * 200, "races end early: {} games a run", games / RUNS);
}

#[test]
fn what_a_table_settles_on_is_near_enough_as_stated() {
    let circle =
        vec![vec![0.5, 0.7, 0.3, 0.6], vec![0.3, 0.5, 0.7, 0.6], vec![0.7, 0.3, 0.5, 0.6], vec![0.4, 0.4, 0.4, 0.5]];
    let plan = || Plan { aim: TournamentAim::Equilibrium, margin: 0.06, ..Plan::round_robin(4, 24_000) };
    let (mut settled, mut wrong) = (0, 0);
    for seed in 0..RUNS / 4 {
        let course = course(tournament(&NAMES[..4], circle.clone(), plan()), seed);
        settled += u64::from(course.settled);
        let gain = |row: &Vec<f64>| row.iter().zip(&course.mixture).map(|(chance, share)| (chance - 0.5) * share).sum();
        let most = circle.iter().map(gain).fold(0.0, f64::max);
        wrong += u64::from(course.settled && most > 0.06);
        assert!(course.mixture[3] < 0.1, "{:?}", course.mixture);
    }
    assert!(settled > RUNS / 8 && wrong <= at_most(0.05, RUNS / 4), "{settled} settled, {wrong} of them wrong");
}

#[test]
fn the_order_of_entrants_and_the_end_of_a_stage_change_nothing() {
    let plan = || Plan { margin: 0.01, ..Plan::round_robin(3, 900) };
    let there = course(tournament(&["a", "b", "c"], ladder(&[0.1, 0.0, -0.1]), plan()), 7);
    let back = course(tournament(&["c", "b", "a"], ladder(&[-0.1, 0.0, 0.1]), plan()), 7);
    for entrant in 0..3 {
        assert_eq!(there.standings.scored(entrant, 0.95), back.standings.scored(2 - entrant, 0.95));
    }
    let (asked, counted) = played(tournament(&["a", "b", "c"], ladder(&[0.1, 0.0, -0.1]), plan()), 7);
    let study = NamedStudy::alone("t", asked.clone());
    assert!(Simulated { studies: &[study], seed: 7, samples: 1 }.check(&counted).is_ok());
    let mut first = RunCounts::default();
    first.0.extend(counted.0.iter().filter(|(name, _)| name.ends_with("/0")).map(|(k, v)| (k.clone(), v.clone())));
    let stopped = asked.course("t", &first);
    assert_eq!((stopped.looks.len(), stopped.looks[0].games), (1, there.looks[0].games));
    assert!(!stopped.next.is_empty());
}

#[test]
fn a_gauntlet_meets_its_field_alone_and_a_swiss_tournament_pairs_equals() {
    let gauntlet = Plan { format: Format::Gauntlet, judged: 2, ..Plan::round_robin(4, 400) };
    let course = course(tournament(&NAMES[..4], ladder(&[0.2, -0.2, 0.0, 0.0]), gauntlet), 1);
    assert!(course.standings.met.iter().all(|met| met.entrants[0] < 2 && met.entrants[1] >= 2 && met.groups() > 0));
    assert_eq!(course.standings.ranking(2), [0, 1]);
    let plan = Plan { format: Format::Swiss, rounds: 5, ..Plan::round_robin(5, 600) };
    let swiss = super::tests::course(tournament(&NAMES[..5], ladder(&STRENGTHS[..5]), plan), 1);
    assert_eq!((swiss.looks.len(), swiss.next.len()), (5, 0));
    // Five rounds of five: each entrant rests once, and few meet twice before all have met.
    assert!((0..5).all(|entrant| swiss.standings.games_of(entrant) == 4 * 60), "{:?}", swiss.standings.met);
    assert!(swiss.standings.met.iter().filter(|met| met.groups() > 0).count() >= 8, "{:?}", swiss.standings.met);
}

#[test]
fn rests_go_round_and_the_unmet_meet_first() {
    let mut standings = Standings::new(3, &[[0, 1], [0, 2], [1, 2]]);
    standings.met[0].duel = serde_json::from_value::<Duel>(serde_json::json!({ "wins": 2, "ties": 0, "losses": 0,
            "half_points": [0, 0, 0, 0, 1], "divided": 0 }))
    .unwrap();
    let (drawn, resting) = swiss(&standings, &[0, 0, 1]);
    // The second has the lowest score of those that have not rested.
    assert_eq!((drawn, resting), (vec![1], Some(1)));
}

#[test]
fn games_go_where_noise_matters_and_all_are_given_out() {
    let mut standings = Standings::new(3, &[[0, 1], [0, 2], [1, 2]]);
    let duel = |half_points: [u64; 5]| {
        let [lost, once_lost, even, once_won, won] = half_points;
        serde_json::from_value::<Duel>(
            serde_json::json!({ "wins": 2 * won + once_won + even, "ties": once_won + once_lost,
            "losses": 2 * lost + once_lost + even, "half_points": half_points, "divided": even }),
        )
        .unwrap()
    };
    standings.met[0].duel = duel([50, 0, 0, 0, 50]);
    standings.met[1].duel = duel([0, 0, 100, 0, 0]);
    standings.met[2].duel = duel([25, 0, 50, 0, 25]);
    let more = added(&standings, &[1.0; 3], 600);
    assert!(more[0] > more[2] && more[1] == 0, "{more:?}");
    assert!((297..=300).contains(&more.iter().sum::<u64>()), "{more:?}");
    assert_eq!(added(&standings, &[0.0; 3], 600), [0; 3]);
}

#[test]
fn results_are_read_back_with_the_same_figures() {
    let (asked, counted) = played(tournament(&NAMES, ladder(&STRENGTHS), Plan::round_robin(6, 1_200)), 3);
    let answer = asked.answer("t", &counted);
    let games = answer.tables.iter().find(|table| table.name == "t-games").unwrap();
    let file = FileText { path: "games.csv".into(), text: String::from_utf8(games.to_csv().unwrap()).unwrap() };
    let read = metagame::analyse(&metagame::read(&file).unwrap(), 1, metagame::RESAMPLES).unwrap();
    assert_eq!(Some(metagame::json(&read)), answer.json);
    let first = &answer.tables[0];
    assert_eq!((first.name.as_str(), first.texts("entrant")[0].as_str()), ("t-scores", "a"));
}

/// An entrant as weak as the last is named with it; one that is clearly better is not.
#[test]
fn entrants_that_may_be_as_weak_as_the_last_are_named() {
    let last = |strengths: [f64; 3]| {
        let (asked, counted) = played(tournament(&NAMES[..3], ladder(&strengths), Plan::round_robin(3, 3_000)), 1);
        let said = asked.answer("t", &counted).said.join(" ");
        said.split("Last ").nth(1).unwrap().to_owned()
    };
    let level = last([0.4, 0.0, 0.0]);
    assert!(level.contains("may be as weak") && !level.contains("a may") && !level.contains("others"), "{level}");
    let apart = last([0.4, 0.0, -0.4]);
    assert!(!apart.contains("may be"), "{apart}");
}

/// In one round of a Swiss tournament each entrant meets one other, so no one is shown to be best.
#[test]
fn entrants_with_different_opponents_are_not_compared_by_scores() {
    let plan = Plan { format: Format::Swiss, rounds: 1, ..Plan::round_robin(4, 2_000) };
    let (asked, counted) = played(tournament(&NAMES[..4], ladder(&[0.0, -0.4, 0.2, 0.2]), plan), 1);
    let answer = asked.answer("t", &counted);
    let said = answer.said.join(" ");
    assert!(said.contains("different opponents") && !said.contains("better than every other"), "{said}");
    assert!(answer.line.contains("it met") && answer.undecided.is_empty(), "{}", answer.line);
    let whole = course(tournament(&NAMES[..4], ladder(&[0.0; 4]), Plan::round_robin(4, 400)), 1);
    assert!(!whole.standings.is_partial());
}

/// A score of 0.95 or more has an interval that ends at 1: its accuracy is the longer side.
#[test]
fn the_goal_holds_on_both_sides_of_a_score() {
    let plan = Plan { margin: 0.08, ..Plan::round_robin(2, 400) };
    let mut settled = 0;
    for seed in 0..20 {
        let course = course(tournament(&NAMES[..2], ladder(&[0.4, 0.0]), plan.clone()), seed);
        let scored = course.standings.scored(0, course.level);
        let (low, high) = scored.interval;
        settled += u64::from(course.settled);
        assert!(!course.settled || (scored.point - low).max(high - scored.point) <= 0.08, "{scored:?}");
    }
    assert!(settled > 10, "{settled} of 20 reach the goal");
}
