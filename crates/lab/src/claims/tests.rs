//! Claims about coins with known probabilities.

use super::answer;
use super::predict::{Direction, Prediction};
use super::verdict::{ClaimResult, ClaimVerdict, PredictionOutcome};
use super::{AnswerSource, Claim, ClaimPart, ClaimsStudy, Fact};
use crate::compare::{Cell, Known, PairedGroups};
use crate::runner::{Job, Progress, Streams};
use crate::study::{
    Answer, Exact, GroupPlayer, Grouped, MetricUnit, NamedStudy, Quantity, Run, RunCounts, Simulated, Study, Winner,
};
use hitchart_config::rules::RulesText;
use hitchart_dice::Throw;
use hitchart_report::table::Table;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Creates groups of two games of a coin that wins with a probability; `salt` is 0 for common dice.
fn coin(chance: f64, salt: u64) -> Arc<Grouped> {
    let win = Quantity {
        metric: "win".into(),
        of: String::new(),
        unit: MetricUnit::Share,
        under: None,
        title: "",
        how: "",
        winner: None,
    };
    let most = (chance * 1e6) as usize;
    Arc::new(Grouped::new(vec![win], (2, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key ^ salt);
            (0..2).for_each(|_| sums[0] += i64::from(dice.below(1_000_000) < most));
        })
    }))
}

/// Creates a claim about the wins of a coin; each rung has the probabilities before and after.
fn study(predicts: &str, rungs: &[(&str, f64, f64)], salt: u64) -> ClaimsStudy {
    let cell = |(rung, before, after): &(&str, f64, f64)| Cell {
        study: "coins".into(),
        changed: 1,
        rung: (*rung).into(),
        arms: [coin(*before, 0), coin(*after, salt)],
    };
    let part = ClaimPart {
        rulesets: vec![1],
        studies: vec!["coins".into()],
        rungs: rungs.iter().map(|rung| rung.0.to_owned()).collect(),
        predictions: vec![Prediction::read(predicts).unwrap()],
    };
    let claim = Claim {
        id: "C01".into(),
        says: "it turns".into(),
        game: "coins".into(),
        known: 0,
        parts: vec![part],
        facts: Vec::new(),
        untested: None,
        revised: Vec::new(),
    };
    ClaimsStudy {
        claims: vec![claim],
        rulesets: vec!["fair".into(), "other".into()],
        cells: rungs.iter().map(cell).collect(),
        sources: Vec::new(),
        games: 8000,
        matters: 0.02,
        known: vec![Arc::new(Known::of(vec![RulesText::saved("fair", "")], exact))],
        blind: Vec::new(),
        kept: None,
    }
}

fn exact(_: &RulesText) -> Result<Vec<Exact>, hitchart_config::InputError> {
    let exact = |item: &str, value| Exact { measure: "hits", item: item.into(), value };
    Ok(vec![exact("A at hand", 3.0), exact("B at hand", 2.0), exact("C afar", 9.0)])
}

fn counted(claims: &Arc<ClaimsStudy>, seed: u64) -> RunCounts {
    let study = NamedStudy::alone("claims", claims.clone());
    let run = Simulated { studies: &[study], seed, samples: 0 };
    run.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), &AtomicBool::new(false)).unwrap().finished().unwrap()
}

/// Creates groups of two games that side A wins with the one probability, and side B with the other.
fn bout(first: f64, second: f64) -> Arc<Grouped> {
    let win = |name: &str| Quantity {
        metric: "win".into(),
        of: format!("side {name}"),
        unit: MetricUnit::Share,
        under: None,
        title: "",
        how: "",
        winner: Some(Winner::Side(name.to_owned())),
    };
    let [most, all] = [first, first + second].map(|chance| (chance * 1e6) as usize);
    Arc::new(Grouped::new(vec![win("A"), win("B")], (2, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key);
            for _ in 0..2 {
                let thrown = dice.below(1_000_000);
                sums[0] += i64::from(thrown < most);
                sums[1] += i64::from((most..all).contains(&thrown));
            }
        })
    }))
}

/// A number below 0 has no relative change: its claim is judged, and has no figure.
#[test]
fn claims_about_negative_numbers_have_no_figure() {
    let losing = |points: i64| {
        let lead = Quantity {
            metric: "lead".into(),
            unit: MetricUnit::Points,
            winner: None,
            ..bout(0.5, 0.5).quantities[0].clone()
        };
        Arc::new(Grouped::new(vec![lead], (2, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
            Box::new(move |key, sums| sums[0] -= 2 * points + Throw::new(key).below(2) as i64)
        }))
    };
    let mut claimed = study("lead of side A falls", &[("greedy", 0.5, 0.5)], 0);
    claimed.cells[0].arms = [losing(3), losing(9)];
    let claimed = Arc::new(claimed);
    let counted = counted(&claimed, 1);
    let judged = claimed.judged("claims", &counted);
    assert_eq!(judged[0].verdict, ClaimVerdict::Supported);
    assert!(answer::figures("claims", &claimed, &judged).is_empty());
}

/// Returns the reason for the verdict of a study's only claim.
fn reason(study: ClaimsStudy) -> String {
    let study = Arc::new(study);
    let counted = counted(&study, 1);
    answer::why(&study.judged("claims", &counted)[0])
}

/// Returns the verdict of a study's only claim, and the number of games that it took.
fn verdict(study: ClaimsStudy, seed: u64) -> (ClaimVerdict, u64) {
    let study = Arc::new(study);
    let counted = counted(&study, seed);
    let judged: Vec<ClaimResult<'_>> = study.judged("claims", &counted);
    (judged[0].verdict, judged[0].tested[0].held.iter().map(|held| held.estimate.n).max().unwrap_or(0))
}

#[test]
fn predictions_are_read_as_people_write_them() {
    let read = Prediction::read("win of company The Sun's Fang falls").unwrap();
    assert_eq!((read.metric.as_str(), read.of.as_str()), ("win", "company The Sun's Fang"));
    assert_eq!(read.direction, Direction::Falls);
    let two = Prediction::read("win of company The Sun's Fang trails company Two Blues").unwrap();
    assert_eq!((two.of.as_str(), two.than.as_deref()), ("company The Sun's Fang", Some("company Two Blues")));
    assert_eq!((two.direction, read.than), (Direction::Trails, None));
    assert_eq!(two.to_string(), "win of company The Sun's Fang trails company Two Blues");
    for text in ["tied at most 0.05", "gain of A, x at least -0.5", "turns of study few at most 1.5 times study many"] {
        let bounded = Prediction::read(text).unwrap();
        assert_eq!((bounded.to_string().as_str(), bounded.bound.is_some()), (text, true));
    }
    for wrong in [
        "",
        "win",
        "win of rises up",
        "damage dealt rises",
        "win sinks",
        "win trails company A",
        "win of A leads ",
        "tied at most",
        "tied at most few",
        "tied at least inf",
    ] {
        assert!(Prediction::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_planted_change_bears_out_what_is_true_of_it_alone() {
    for (predicts, expected) in [
        ("win rises", ClaimVerdict::Supported),
        ("win changes", ClaimVerdict::Supported),
        ("win falls", ClaimVerdict::Opposite),
        ("win stays", ClaimVerdict::Differs),
    ] {
        assert_eq!(verdict(study(predicts, &[("one", 0.5, 0.6)], 0), 1).0, expected, "{predicts}");
    }
}

/// One change is large and as claimed, the other smaller and the other way: games go on until both are shown.
#[test]
fn games_continue_until_every_change_is_settled() {
    for seed in 1..=5 {
        let mut study = study("win rises", &[("one", 0.5, 0.6)], 0);
        study.rulesets.push("third".into());
        study.claims[0].parts[0].rulesets.push(2);
        study.cells.push(Cell {
            study: "coins".into(),
            changed: 2,
            rung: "one".into(),
            arms: [coin(0.5, 0), coin(0.45, 0)],
        });
        let study = Arc::new(study);
        let counts = counted(&study, seed);
        let judged = study.judged("claims", &counts);
        assert_eq!(judged[0].tested[0].outcome, PredictionOutcome::Split, "seed {seed}");
    }
}

/// A coin against itself gives identical games, so few games show that nothing rises by more than the margin.
#[test]
fn what_does_not_change_is_smaller_than_matters() {
    for (predicts, expected) in [
        ("win rises", ClaimVerdict::Smaller),
        ("win changes", ClaimVerdict::Smaller),
        ("win stays", ClaimVerdict::Supported),
    ] {
        let (found, games) = verdict(study(predicts, &[("one", 0.5, 0.5)], 0), 1);
        assert_eq!(found, expected, "{predicts}");
        assert!(games < 8000, "{games} groups");
    }
}

#[test]
fn rungs_that_disagree_leave_a_claim_open() {
    let (up, down) = (("one", 0.5, 0.6), ("two", 0.5, 0.4));
    assert_eq!(verdict(study("win rises", &[up, ("two", 0.5, 0.6)], 0), 1).0, ClaimVerdict::Supported);
    assert_eq!(verdict(study("win rises", &[up, down], 0), 1).0, ClaimVerdict::Undecided);
    assert!(
        reason(study("win rises", &[up, down], 0))
            .contains("depends on the players: supported with one, opposite with two")
    );
    let claims = Arc::new(study("win rises", &[up, down], 0));
    let advice = answer::undecided(&claims.judged("claims", &counted(&claims, 1)), 100);
    assert!(advice.contains("More games do not decide"), "{advice}");
}

/// Two percentage points are distinguishable from zero, go as claimed, and are less than the margin of three points.
/// The verdict is neither opposite nor supported.
#[test]
fn an_effect_as_claimed_may_be_smaller_than_matters() {
    let shifted = || ClaimsStudy { games: 40_000, ..study("win rises", &[("one", 0.5, 0.52)], 0) };
    assert_eq!(verdict(shifted(), 1).0, ClaimVerdict::Smaller);
    let told = reason(shifted());
    assert!(told.contains("smaller than matters (as claimed, +0.0") && told.contains("0.030 matters"), "{told}");
    let other = reason(ClaimsStudy { games: 40_000, ..study("win falls", &[("one", 0.5, 0.52)], 0) });
    assert!(other.contains("the other way"), "{other}");
}

/// Few games distinguish effects of two thirds and of one and a half of the margin from zero. An immediate verdict
/// would be the same for both, and would change with more games. Games therefore go on until the interval is on one
/// side of the margin. In 60 of 60 runs with different seeds the verdict is the same (each look has its part of a level
/// of 0.05).
#[test]
fn verdicts_do_not_turn_with_the_seed() {
    for (after, expected) in [(0.52, ClaimVerdict::Smaller), (0.545, ClaimVerdict::Supported)] {
        let verdicts = (0..60).map(|seed| {
            let shifted = ClaimsStudy { games: 20_000, ..study("win rises", &[("one", 0.5, after)], 0) };
            verdict(shifted, seed).0
        });
        let same = verdicts.filter(|verdict| *verdict == expected).count();
        assert_eq!(same, 60, "{after}");
    }
}

/// From 0.98 nothing can rise by 0.03. This is no evidence against a rise, but a fall is.
#[test]
fn where_there_is_no_room_nothing_is_shown() {
    let near = |after: f64| study("win rises", &[("one", 0.98, after)], 0);
    let (found, games) = verdict(near(0.99), 1);
    assert_eq!(found, ClaimVerdict::Undecided);
    assert!(games < 8000, "{games} games, of which more would show nothing");
    assert!(reason(near(0.99)).contains("it starts at 0.9"));
    assert_eq!(verdict(near(0.8), 1).0, ClaimVerdict::Opposite);
    assert_eq!(verdict(study("win falls", &[("one", 0.98, 0.8)], 0), 1).0, ClaimVerdict::Supported);
}

/// Games go on until all parts are decided, even if one is decided early.
#[test]
fn every_part_is_decided() {
    let mut both = study("win falls", &[("one", 0.5, 0.6)], 0);
    both.claims[0].parts[0].predictions.push(Prediction::read("win rises").unwrap());
    let told = reason(both);
    assert!(told.contains("win falls: opposite") && told.contains("win rises: supported"), "{told}");
}

/// Two sides of a table: 0.3 and 0.2 of the wins under the unchanged rules, 0.2 and 0.3 under the change.
#[test]
fn one_number_is_held_against_another_by_the_changed_rules() {
    for (predicts, expected) in [
        ("win of side A trails side B", ClaimVerdict::Supported),
        ("win of side A leads side B", ClaimVerdict::Opposite),
        ("win of side B leads side A", ClaimVerdict::Supported),
    ] {
        let mut sides = study(predicts, &[("one", 0.5, 0.5)], 0);
        sides.cells[0].arms = [bout(0.3, 0.2), bout(0.2, 0.3)];
        sides.check().unwrap();
        assert_eq!(verdict(sides, 1).0, expected, "{predicts}");
    }
    let mut sides = study("win of side A trails side B", &[("one", 0.5, 0.5)], 0);
    sides.cells[0].arms = [bout(0.3, 0.2), bout(0.2, 0.3)];
    let told = reason(sides);
    assert!(told.contains("before +0."), "{told}");
    let mut none = study("win of side A trails side C", &[("one", 0.5, 0.5)], 0);
    none.cells[0].arms = [bout(0.3, 0.2), bout(0.2, 0.3)];
    assert!(none.check().unwrap_err().to_string().contains("no game counts"));
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
        (fact("A at hand", None, (1.0, end)), ClaimVerdict::Supported),
        (fact("B at hand", None, (1.0, end)), ClaimVerdict::Opposite),
        (fact("A at hand", Some("C afar"), (0.1, 0.25)), ClaimVerdict::Smaller),
        (fact("A at hand", Some("C afar"), (0.3, 0.34)), ClaimVerdict::Supported),
    ] {
        let mut study = study("win rises", &[("one", 0.5, 0.6)], 0);
        study.claims[0].facts = vec![fact];
        assert_eq!(verdict(study, 1).0, expected);
    }
    let mut none = study("win rises", &[("one", 0.5, 0.6)], 0);
    none.claims[0].facts = vec![fact("D at hand", None, (1.0, end))];
    assert!(none.check().unwrap_err().to_string().contains("not known exactly"));
}

/// Two equal coins with independent dice. At a level of 5% over all looks, at most 29 of 400 runs may show a rise or a
/// fall; a rate of 5% exceeds this with a probability below 2%.
#[test]
fn differences_that_are_none_are_seldom_called() {
    let called = |seed: u64| {
        let study = Arc::new(ClaimsStudy { games: 800, ..study("win rises", &[("one", 0.5, 0.5)], 0x5bd1) });
        let counted = counted(&study, seed);
        // Only a significant effect counts here, not a verdict of smaller than the margin.
        study.judged("claims", &counted)[0].tested[0].held[0].p_adjusted <= 0.05
    };
    let called = (0..400).filter(|seed| called(*seed)).count();
    assert!(called <= 29, "{called} of 400");
}

/// A study whose answer has a known table; `simulated` makes its numbers estimates.
#[derive(Debug)]
struct Told {
    table: Table,
    simulated: bool,
}

impl Study for Told {
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let streams = Streams { name: "told".into(), seed: run.seed, groups: 0..1 };
        let job = || streams.job(run.name.to_owned(), PairedGroups([coin(0.5, 0), coin(0.5, 0)]));
        if self.simulated && !counted.has(run.name) { vec![job()] } else { Vec::new() }
    }

    fn answer(&self, _: &str, _: &RunCounts) -> Answer {
        Answer { tables: vec![self.table.clone()], ..Answer::default() }
    }
}

/// Creates a claim about tables: of each study, the shares of A and B with their half-width; a half-width of 0 is exact.
fn told(predicts: &[&str], studies: &[(&str, [f64; 2], f64)]) -> ClaimsStudy {
    let source = |(name, shares, half): &(&str, [f64; 2], f64)| {
        let table = Table::new(format!("{name}-scores"), "", "").text("entrant", "", ["A", "B"]);
        let table = table.number("points_share", "", 3, *shares);
        let simulated = *half > 0.0;
        let intervals = shares.map(|share| Some((share - half, share + half)).filter(|_| simulated));
        let table = if simulated { table.interval("points_share_interval", "", 3, intervals) } else { table };
        let method = Arc::new(Told { table, simulated });
        AnswerSource { study: (*name).into(), kind: "told", rung: "as given".into(), method }
    };
    let mut claims = study("win rises", &[("one", 0.5, 0.5)], 0);
    claims.sources = studies.iter().map(source).collect();
    let part = &mut claims.claims[0].parts[0];
    part.rulesets.clear();
    part.rungs = vec!["as given".into()];
    part.studies = studies.iter().map(|(name, ..)| (*name).to_owned()).collect();
    part.predictions = predicts.iter().map(|text| Prediction::read(text).unwrap()).collect();
    claims
}

/// The law for a value with an interval: against a bound, against another value, and between two studies.
#[test]
fn answers_are_judged_by_their_intervals() {
    use ClaimVerdict::{Opposite, Smaller, Supported, Undecided};
    for (predicts, half, expected) in [
        ("points_share of A at least 0.5", 0.05, Supported),
        ("points_share of A at least 0.5", 0.15, Undecided),
        ("points_share of A at most 0.5", 0.05, Opposite),
        ("points_share of A at most 0.6", 0.0, Supported),
        ("points_share of A at least 0.6", 0.0, Supported),
        ("points_share of A at least 0.601", 0.0, Opposite),
        ("points_share of A leads B", 0.01, Supported),
        ("points_share of A leads B", 0.15, Undecided),
        ("points_share of B leads A", 0.01, Opposite),
        ("points_share of A trails A", 0.01, Smaller),
        ("points_share of A at most 2 times B", 0.01, Supported),
        ("points_share of A at most 1.2 times B", 0.01, Opposite),
        ("points_share of A, scores at least 0.5", 0.05, Supported),
    ] {
        let claims = told(&[predicts], &[("one", [0.6, 0.4], half)]);
        claims.check().unwrap();
        let found = claims.judged("claims", &RunCounts::default())[0].verdict;
        assert_eq!(found, expected, "{predicts}, half-width {half}");
        assert_eq!(claims.kinds(&claims.claims[0]), ["told"]);
    }
}

/// The mean of two studies is more precise than each: half-widths of 0.06 become 0.042.
#[test]
fn answers_of_several_studies_are_averaged_and_compared() {
    let both = [("one", [0.6, 0.4], 0.06), ("two", [0.5, 0.5], 0.06)];
    let why = |predicts: &str| {
        let claims = told(&[predicts], &both);
        answer::why(&claims.judged("claims", &RunCounts::default())[0])
    };
    let mean = why("points_share of A at least 0.5");
    assert!(mean.contains("supported (0.550 [0.508, 0.592])"), "{mean}");
    let between = why("points_share of A, study one leads A, study two");
    assert!(between.contains("undecided (0.600 against 0.500, +0.100 [-0.020, +0.220])"), "{between}");
    assert!(why("points_share of C at least 0.5").contains("no answer has this number"));
    // Games of the claims' own study answer no claim about answers.
    let claims = told(&["points_share of A, study one leads A, study two"], &both);
    let advice = answer::undecided(&claims.judged("claims", &RunCounts::default()), 100);
    assert!(advice.contains("about answers") && !advice.contains("100"), "{advice}");
    // More games do not help.
    let claims = told(&["points_share of C at least 0.5"], &both);
    let advice = answer::undecided(&claims.judged("claims", &RunCounts::default()), 100);
    assert!(advice.contains("No answer has a number") && !advice.contains("plays more"), "{advice}");
}

/// The p-value of a reading is below 0.05 just where its interval excludes the bound.
#[test]
fn p_and_interval_of_an_answer_agree() {
    for (half, excluded) in [(0.0999, true), (0.1001, false)] {
        let claims = told(&["points_share of A at least 0.5"], &[("one", [0.6, 0.4], half)]);
        let p = claims.judged("claims", &RunCounts::default())[0].tested[0].held[0].p;
        assert_eq!(p < 0.05, excluded, "{half}: {p}");
    }
}

/// Sources are counted like any simulation, and exact answers are checked before a run.
#[test]
fn sources_are_counted_and_checked() {
    let claims = Arc::new(told(&["points_share of A at least 0.5"], &[("one", [0.6, 0.4], 0.05)]));
    assert!(counted(&claims, 1).has("claims/one/as given"));
    for (wrong, problem) in
        [("points_share of C at least 0.5", "no table of one"), ("pints of A at least 0", "unknown metric")]
    {
        let error = told(&[wrong], &[("one", [0.6, 0.4], 0.0)]).check().unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

/// Included claims keep their verdicts, their games and their own exact numbers.
#[test]
fn included_claims_keep_their_verdicts() {
    let mut all = study("win rises", &[("one", 0.5, 0.6)], 0);
    let mut other = study("win falls", &[("one", 0.5, 0.6)], 0);
    other.claims[0].game = "dice".into();
    all.include(&other, "others");
    all.include(&told(&["points_share of A at least 0.5"], &[("one", [0.6, 0.4], 0.05)]), "answers");
    let all = Arc::new(all);
    let counted = counted(&all, 1);
    let verdicts: Vec<ClaimVerdict> = all.judged("claims", &counted).iter().map(|judged| judged.verdict).collect();
    assert_eq!(verdicts, [ClaimVerdict::Supported, ClaimVerdict::Opposite, ClaimVerdict::Supported]);
    let table = answer::verdicts_table("claims", &all.judged("claims", &counted));
    assert_eq!(table.texts("game"), ["coins", "dice", "coins"]);
    assert_eq!(table.texts("answered"), ["compare", "compare", "told"]);
}
