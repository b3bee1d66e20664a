//! Checks of coins with known probabilities.

use super::check::NumberResult;
use super::{Baseline, CheckStudy, Followed, Packed, RecordStudy, RecordedStudy, Verdict, few, recorded};
use crate::runner::Progress;
use crate::study::{GroupPlayer, Grouped, MetricUnit, NamedStudy, Quantity, RunCounts, Simulated, Study};
use hitchart_config::{FileText, InputError};
use hitchart_dice::Throw;
use std::{collections::BTreeMap, sync::Arc, sync::atomic::AtomicBool};

/// Numbers of a game: wins of two coins, tosses until the first head of six, heads in those, heads per toss, and the
/// wins of the first again.
const NUMBERS: [(&str, &str, MetricUnit, Option<usize>); 6] = [
    ("win", "first", MetricUnit::Share, None),
    ("win", "second", MetricUnit::Share, None),
    ("tosses", "", MetricUnit::Single("tosses"), None),
    ("heads", "", MetricUnit::Single("heads"), None),
    ("heads_a_toss", "", MetricUnit::Share, Some(2)),
    ("win", "first again", MetricUnit::Share, None),
];

/// Creates games of two coins that win with these probabilities; `salt` is 0 for common dice.
fn coins(chances: [f64; 2], salt: u64) -> Arc<Grouped> {
    let quantity = |(metric, of, unit, under): (&str, &str, MetricUnit, Option<usize>)| Quantity {
        metric: metric.into(),
        of: of.into(),
        unit,
        under,
        title: "",
        how: "",
        winner: None,
    };
    let most = chances.map(|chance| (chance * 1e6) as usize);
    Arc::new(Grouped::new(NUMBERS.map(quantity).to_vec(), (1, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key ^ salt);
            let mut head = |most: usize| i64::from(dice.below(1_000_000) < most);
            let [first, second] = most.map(&mut head);
            let tosses = (1..6).find(|_| head(most[0]) == 1).unwrap_or(6);
            let numbers = [first, second, tosses, first + 1, first + 1, first];
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        })
    }))
}

fn count(asked: Arc<dyn Study>, seed: u64) -> RunCounts {
    let study = NamedStudy::alone("check", asked);
    let run = Simulated { studies: &[study], seed, samples: 0 };
    run.count(Vec::new(), &|_, _| Ok(()), &Progress::hidden(), &AtomicBool::new(false)).unwrap().finished().unwrap()
}

fn record(games: &Arc<Grouped>, margins: &[(&str, f64)], many: u64, seed: u64) -> RecordedStudy {
    let margins: BTreeMap<String, f64> = margins.iter().map(|(metric, margin)| ((*metric).into(), *margin)).collect();
    let followed = Followed::by_margins(Arc::clone(games), &margins);
    let study = Arc::new(RecordStudy { studies: vec![("coins".into(), followed)], games: many });
    recorded(&study, &count(study.clone(), seed)).unwrap().remove(0)
}

fn check(recorded: &RecordedStudy, today: &Arc<Grouped>, many: u64, seed: u64) -> (Vec<NumberResult>, u64, u64) {
    let study = CheckStudy::new(std::slice::from_ref(recorded), vec![Arc::clone(today)], many).unwrap();
    let study = Arc::new(study);
    let counted = count(study.clone(), seed);
    let signed = study.signature("check", &counted).remove(0);
    (study.standings("check", &counted), signed.groups, signed.differing)
}

const WIN: &[(&str, f64)] = &[("win", 0.1)];

/// Returns the verdict of a check of 1,600 games with a margin on wins.
fn verdict(was: [f64; 2], is: [f64; 2], salt: u64, seed: u64) -> Verdict {
    let recorded = record(&coins(was, 0), WIN, 1600, seed);
    Verdict::of(check(&recorded, &coins(is, salt), 1600, seed).0.iter().map(|standing| standing.verdict))
}

#[test]
fn games_that_are_the_same_pass_after_all_are_played() {
    let games = coins([0.5, 0.3], 0);
    let recorded = record(&games, WIN, 1600, 1);
    assert_eq!(recorded.numbers.len(), 2, "what is the same in every game is tested once");
    assert_eq!(recorded.numbers[0].also, ["first again"]);
    let (standings, groups, differing) = check(&recorded, &games, 1600, 1);
    assert!(standings.iter().all(|standing| standing.verdict == Verdict::Pass));
    assert_eq!((groups, differing), (1600, 0));
    // With any number of games: then nothing is left to test.
    let tiny = record(&games, WIN, 5, 1);
    assert!(check(&tiny, &games, 5, 1).0.iter().all(|standing| standing.verdict == Verdict::Pass));
    assert!(few(&tiny).is_some() && few(&record(&games, &[("win", 0.5)], 1600, 1)).is_none());
}

/// A difference is found wherever it is, although the numbers pass long before.
#[test]
fn a_single_game_that_differs_is_found() {
    let recorded = record(&coins([0.5, 0.3], 0), WIN, 1600, 1);
    let marks = recorded.marks().unwrap();
    for at in [0, 111, 112, 1506, 1599] {
        let mut changed = recorded.clone();
        let mark = |group: usize| if group == at { marks[group] ^ 1 } else { marks[group] };
        changed.signature = Packed::of(&(0..marks.len()).map(mark).collect::<Vec<_>>()).unwrap();
        let study = CheckStudy::new(&[changed], vec![coins([0.5, 0.3], 0)], 1600).unwrap();
        let study = Arc::new(study);
        let counted = count(study.clone(), 1);
        let signed = study.signature("check", &counted).remove(0);
        assert_eq!((signed.differing, signed.first, signed.recorded), (1, Some(at as u64), 1600));
    }
}

/// No change of a share exceeds a margin of 1 or more, so such a margin is refused, in a file too.
#[test]
fn a_margin_of_a_share_that_nothing_exceeds_is_refused() {
    let games = coins([0.5, 0.3], 0);
    let mut recorded = record(&games, WIN, 16, 1);
    recorded.numbers[0].margin = 5.0;
    let error = CheckStudy::new(&[recorded], vec![games], 16).unwrap_err().to_string();
    assert!(error.contains("margin of `win` is 5") && error.contains("below 1"), "{error}");
}

/// New metrics and another order of metrics change no game; a metric that is missing is named.
#[test]
fn games_are_the_same_whatever_else_is_counted() {
    let games = coins([0.5, 0.3], 0);
    let only = |places: &'static [usize]| {
        let (quantities, whole) = (places.iter().map(|i| games.quantities[*i].clone()), Arc::clone(&games));
        Arc::new(Grouped::new(
            quantities.map(|quantity| Quantity { under: None, ..quantity }).collect(),
            (1, 1.0),
            move |stop: &AtomicBool| -> GroupPlayer<'_> {
                let (mut player, mut all) = (whole.player(stop), vec![0; whole.quantities.len()]);
                Box::new(move |key, sums| {
                    all.fill(0);
                    player(key, &mut all);
                    sums.iter_mut().zip(places).for_each(|(sum, place)| *sum += all[*place]);
                })
            },
        ))
    };
    let recorded = record(&only(&[0, 1, 2]), WIN, 400, 1);
    assert_eq!(recorded.marked, ["win of first", "win of second", "tosses"]);
    for places in [&[2, 1, 0][..], &[3, 0, 5, 1, 2]] {
        assert_eq!(check(&recorded, &only(places), 400, 1).2, 0, "{places:?}");
    }
    let study = Arc::new(CheckStudy::new(&[recorded], vec![only(&[0, 1, 3])], 400).unwrap());
    let signed = study.signature("check", &count(study.clone(), 1)).remove(0);
    assert!(signed.differing > 0 && signed.describe().contains("no longer have `tosses`"), "{}", signed.describe());
}

/// Shares of sums, and the sums that they are shares of.
#[test]
fn a_share_is_held_too() {
    let margins = [("heads_a_toss", 0.1), ("tosses", 0.5)];
    let recorded = record(&coins([0.5, 0.5], 0), &margins, 4000, 1);
    let share = recorded.numbers.iter().find(|number| number.metric == "heads_a_toss").unwrap();
    // 1.5 heads of 63/32 tosses.
    assert!((share.mean.unwrap() - 1.5 / (63.0 / 32.0)).abs() < 0.03, "{share:?}");
    let by = |chance: f64| {
        let (standings, ..) = check(&recorded, &coins([chance, 0.5], 0), 4000, 1);
        standings.iter().find(|standing| standing.quantity.metric == "heads_a_toss").unwrap().verdict
    };
    assert_eq!([by(0.5), by(0.505), by(0.8)], [Verdict::Pass, Verdict::Pass, Verdict::Drift]);
}

/// At the margin neither verdict may be given in more than one of twenty checks. If the rate is exactly that, 200
/// checks with two numbers exceed 17 with a probability of 0.02.
#[test]
fn at_the_margin_both_verdicts_are_seldom() {
    let verdicts: Vec<Verdict> = (0..200).map(|seed| verdict([0.4, 0.4], [0.5, 0.5], 77, seed)).collect();
    for wrong in [Verdict::Pass, Verdict::Drift] {
        let many = verdicts.iter().filter(|verdict| **verdict == wrong).count();
        assert!(many <= 17, "{wrong:?}: {many} of 200");
    }
}

/// Changes well within the margin pass and changes well beyond drift, with independent dice too.
#[test]
fn planted_changes_are_told_apart() {
    let many =
        |is: [f64; 2], wanted: Verdict| (0..40).filter(|seed| verdict([0.4, 0.4], is, 77, *seed) == wanted).count();
    assert!(many([0.41, 0.4], Verdict::Pass) >= 38);
    assert!(many([0.4, 0.6], Verdict::Drift) >= 38);
}

#[test]
fn what_the_games_no_longer_have_is_refused() {
    let mut recorded = record(&coins([0.5, 0.5], 0), WIN, 100, 1);
    recorded.numbers[0].of = "third".into();
    let refused = CheckStudy::new(&[recorded.clone()], vec![coins([0.5, 0.5], 0)], 100).unwrap_err();
    assert!(refused.problem.contains("no `win` of third"), "{refused}");
    recorded.size = 2;
    let refused = CheckStudy::new(&[recorded], vec![coins([0.5, 0.5], 0)], 100).unwrap_err();
    assert!(refused.problem.contains("groups of 1 games, 2 in the baseline"), "{refused}");
}

/// Creates a baseline of these studies.
fn file(studies: Vec<RecordedStudy>) -> Baseline {
    let rules = hitchart_config::rules::RulesText::saved("r", "name = \"r\"\n");
    Baseline {
        format: super::FORMAT.into(),
        version: super::VERSION,
        made: super::BaselineOrigin { hitchart: "0".into(), command: "c".into() },
        game: "g".into(),
        scenario: super::BaselineScenario { file: "x.toml".into(), asked: serde_json::json!({}) },
        rules: super::BaselineRules::of(&rules, None),
        seed: 1,
        games: 50,
        exact: Vec::new(),
        studies,
        sha256: None,
    }
    .signed()
}

/// Reads a baseline from a text, with the checks of `check`.
fn read(text: &str) -> Result<Baseline, InputError> {
    let file = FileText { path: "b.json".into(), text: text.into() };
    let baseline = Baseline::read(&file)?;
    baseline.check_digest(&file)?;
    Ok(baseline)
}

/// Every edit gives an error with its position, never a panic.
#[test]
fn broken_files_are_refused() {
    let baseline = file(vec![record(&coins([0.5, 0.5], 0), &[("win", 0.1), ("heads_a_toss", 0.1)], 50, 1)]);
    let text = baseline.to_json().unwrap();
    assert_eq!(read(&text).unwrap(), baseline);
    for (from, to, said) in [
        ("\"version\": 1", "\"version\": 9", "`version` is 9; this program reads version 1"),
        ("hitchart baseline", "hitchart", "`format` is `hitchart`"),
        ("\"groups\": 50", "\"groups\": 51", "51 groups of 1 games"),
        ("\"groups\": 50", "\"groups\": 18446744073709551615", "groups of 1 games"),
        ("\"games\": 50", "\"games\": 0", "groups of 1 games"),
        ("\"margin\": 0.1", "\"margin\": 0.0", "the margin of `win`"),
        ("\"least\": 0", "\"least\": 1", "does not fit its column"),
        ("\"bits\": 12", "\"bits\": 18", "`signature` is not of 50 groups"),
        ("\"bits\": 1,", "\"bits\": 7,", "`columns` are not of 50 groups"),
        ("\"name\": \"r\"", "\"name\": 3", "b.json:"),
        ("name = \\\"r\\\"", "name = \\\"s\\\"", "`rules.toml` is not what"),
        ("\"seed\": 1", "\"seeds\": 1", "unknown key `seeds`"),
        ("\"seed\": 1", "\"seed\": 2", "is not what its `sha256` is of"),
        ("\"also\": [", "\"also\": [\"third\", ", "is not what its `sha256` is of"),
    ] {
        assert!(text.contains(from), "no {from} in\n{text}");
        let refused = read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(refused.problem.contains(said), "{from} -> {to}: {refused}");
    }
    for end in (0..text.len()).step_by(97) {
        assert!(read(&text[..end]).is_err());
    }
}

/// Removed parts of a file are detected, with a digest or without; margins and paths may be edited.
#[test]
fn what_is_taken_out_of_a_file_is_missed() {
    let whole = file(vec![record(&coins([0.5, 0.5], 0), &[("win", 0.1), ("tosses", 0.1)], 50, 1)]);
    let edited = |edit: &dyn Fn(&mut Baseline), signed: bool| {
        let mut baseline = whole.clone();
        edit(&mut baseline);
        read(&if signed { baseline.signed() } else { baseline }.to_json().unwrap())
    };
    let free = |baseline: &mut Baseline| {
        baseline.studies[0].numbers[0].margin = 0.5;
        baseline.scenario.file = "elsewhere/x.toml".into();
    };
    assert!(edited(&free, false).is_ok());
    let numbers = |baseline: &mut Baseline| baseline.studies[0].numbers.clear();
    let one = |baseline: &mut Baseline| drop(baseline.studies[0].numbers.pop());
    let groups = |baseline: &mut Baseline| baseline.studies[0].groups -= 1;
    let fewer = |baseline: &mut Baseline| {
        baseline.games -= 1;
        baseline.studies[0].groups -= 1;
    };
    type Edit<'a> = (&'a dyn Fn(&mut Baseline), &'a str);
    let edits: [Edit<'_>; 4] = [
        (&numbers, "study `coins`: `numbers` is empty"),
        (&one, "study `coins`: `numbers` lacks that of the column `tosses`"),
        (&groups, "study `coins`: 49 groups of 1 games"),
        (&fewer, "study `coins`: `signature` is not of 49 groups"),
    ];
    for (edit, said) in edits {
        for signed in [false, true] {
            let refused = edited(edit, signed).unwrap_err();
            assert!(refused.problem.contains(said), "{said}: {refused}");
        }
    }
    // Only the digest detects a removal that leaves the rest consistent.
    let both = |baseline: &mut Baseline| {
        one(baseline);
        baseline.studies[0].columns.pop();
    };
    assert!(edited(&both, false).unwrap_err().problem.contains("`sha256`"));
}
