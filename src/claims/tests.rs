//! Claims of coins whose chances are known.

use super::Verdict;
use super::judge::Judged;
use super::predict::{Direction, Prediction};
use super::study::{Claim, ClaimsStudy, Fact, Part};
use crate::compare::{Cell, Known};
use crate::dice::Throw;
use crate::input::rules::RulesText;
use crate::runner::Progress;
use crate::study::{Counted, Exact, Grouped, Player, Quantity, Simulated, Study, Unit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Groups of two games of a coin that wins with a chance; `salt` is 0 where dice are common.
fn coin(chance: f64, salt: u64) -> Arc<Grouped> {
    let win =
        Quantity { metric: "win".into(), of: String::new(), unit: Unit::Share, under: None, how: "", winner: None };
    let most = (chance * 1e6) as usize;
    Arc::new(Grouped::new(vec![win], (2, 1.0), move |_: &AtomicBool| -> Player<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key ^ salt);
            (0..2).for_each(|_| sums[0] += i64::from(dice.below(1_000_000) < most));
            true
        })
    }))
}

/// A claim on the wins of a coin, by rungs each with the chances before and after.
fn study(predicts: &str, rungs: &[(&str, f64, f64)], salt: u64) -> ClaimsStudy {
    let cell = |(rung, before, after): &(&str, f64, f64)| Cell {
        study: "coins".into(),
        changed: 1,
        rung: (*rung).into(),
        arms: [coin(*before, 0), coin(*after, salt)],
    };
    let part = Part {
        rulesets: vec![1],
        studies: vec!["coins".into()],
        rungs: rungs.iter().map(|rung| rung.0.to_owned()).collect(),
        predictions: vec![Prediction::read(predicts).unwrap()],
    };
    let claim =
        Claim { id: "C01".into(), says: "it turns".into(), parts: vec![part], facts: Vec::new(), untested: None };
    ClaimsStudy {
        claims: vec![claim],
        rulesets: vec!["fair".into(), "other".into()],
        cells: rungs.iter().map(cell).collect(),
        games: 8000,
        matters: 0.02,
        known: Known::of(vec![RulesText { name: "fair".into(), toml: String::new() }], exact),
        blind: Vec::new(),
        kept: None,
    }
}

fn exact(_: &RulesText) -> Result<Vec<Exact>, crate::input::InputError> {
    let exact = |item: &str, value| Exact { measure: "hits", item: item.into(), value };
    Ok(vec![exact("A at hand", 3.0), exact("B at hand", 2.0), exact("C afar", 9.0)])
}

fn counted(claims: &Arc<ClaimsStudy>, seed: u64) -> Counted {
    let study = Study { name: "claims".into(), title: String::new(), text: String::new(), asked: claims.clone() };
    let run = Simulated { studies: &[study], seed, samples: 0 };
    run.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), &AtomicBool::new(false)).unwrap().finished().unwrap()
}

/// What the one claim of a study comes to, and the games that it took.
fn verdict(study: ClaimsStudy, seed: u64) -> (Verdict, u64) {
    let study = Arc::new(study);
    let counted = counted(&study, seed);
    let judged: Vec<Judged<'_>> = study.judged("claims", &counted);
    (judged[0].verdict, judged[0].tested[0].held.iter().map(|held| held.estimate.n).max().unwrap_or(0))
}

#[test]
fn predictions_are_read_as_people_write_them() {
    let read = Prediction::read("win of company The Sun's Fang falls").unwrap();
    assert_eq!((read.metric.as_str(), read.of.as_str()), ("win", "company The Sun's Fang"));
    assert_eq!(read.direction, Direction::Falls);
    for wrong in ["", "win", "win of rises up", "damage dealt rises", "win sinks"] {
        assert!(Prediction::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_planted_change_bears_out_what_is_true_of_it_alone() {
    for (predicts, expected) in [
        ("win rises", Verdict::Supported),
        ("win changes", Verdict::Supported),
        ("win falls", Verdict::Contradicted),
        ("win stays", Verdict::Contradicted),
    ] {
        assert_eq!(verdict(study(predicts, &[("one", 0.5, 0.6)], 0), 1).0, expected, "{predicts}");
    }
}

/// A coin against itself is exactly the same; so nothing rises that matters, and it takes few games to say so.
#[test]
fn what_does_not_change_contradicts_those_who_said_that_it_would() {
    for (predicts, expected) in [
        ("win rises", Verdict::Contradicted),
        ("win changes", Verdict::Contradicted),
        ("win stays", Verdict::Supported),
    ] {
        let (found, games) = verdict(study(predicts, &[("one", 0.5, 0.5)], 0), 1);
        assert_eq!(found, expected, "{predicts}");
        assert!(games < 8000, "{games} groups");
    }
}

#[test]
fn rungs_that_disagree_leave_a_claim_open() {
    let (up, down) = (("one", 0.5, 0.6), ("two", 0.5, 0.4));
    assert_eq!(verdict(study("win rises", &[up, ("two", 0.5, 0.6)], 0), 1).0, Verdict::Supported);
    assert_eq!(verdict(study("win rises", &[up, down], 0), 1).0, Verdict::Undecided);
}

#[test]
fn what_is_known_exactly_decides_too() {
    let fact = |item: &str, than: Option<&str>, ratio| Fact {
        measure: "hits".into(),
        item: item.into(),
        than: than.map(str::to_owned),
        ratio,
    };
    let end = f64::INFINITY;
    for (fact, expected) in [
        (fact("A at hand", None, (1.0, end)), Verdict::Supported),
        (fact("B at hand", None, (1.0, end)), Verdict::Contradicted),
        (fact("A at hand", Some("C afar"), (0.3, 0.34)), Verdict::Supported),
    ] {
        let mut study = study("win rises", &[("one", 0.5, 0.6)], 0);
        study.claims[0].facts = vec![fact];
        assert_eq!(verdict(study, 1).0, expected);
    }
    let mut none = study("win rises", &[("one", 0.5, 0.6)], 0);
    none.claims[0].facts = vec![fact("D at hand", None, (1.0, end))];
    assert!(none.check().unwrap_err().to_string().contains("not known exactly"));
}

/// Two coins of one chance with dice of their own: at a level of 5% over all looks a claim that one rises is called either
/// way in at most 29 of 400 runs, which a rate of 5% exceeds with a chance below 2%.
#[test]
fn differences_that_are_none_are_seldom_called() {
    let called = |seed: u64| {
        let study = Arc::new(ClaimsStudy { games: 800, ..study("win rises", &[("one", 0.5, 0.5)], 0x5bd1) });
        let counted = counted(&study, seed);
        // Within the margin is no call: it is said of no effect at all.
        study.judged("claims", &counted)[0].tested[0].held[0].p_adjusted <= 0.05
    };
    let called = (0..400).filter(|seed| called(*seed)).count();
    assert!(called <= 29, "{called} of 400");
}
