//! Tests on known games, of reading results, and of the error rates of intervals and verdicts.

use super::*;
use hitchart_config::FileText;
use hitchart_dice::{Stream, Throw, job_id};
use proptest::prelude::*;

fn names(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("e{i:02}")).collect()
}

/// Plays games of all pairs. The first of a pair wins with probability `win`, unless the game is tied.
fn played(n: usize, win: impl Fn(usize, usize) -> f64, (tied, games): (f64, u64), seed: u64) -> Results {
    let mut throw = Throw::new(Stream { seed, job: job_id("played"), stream: 0 }.key());
    let mut unit = || throw.below(1 << 30) as f64 / (1u64 << 30) as f64;
    let mut results = Results::new(names(n));
    for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
        let mut counts = [0; 3];
        (0..games).for_each(|_| counts[if unit() < tied { 1 } else { usize::from(unit() >= win(i, j)) * 2 }] += 1);
        results.add(i, j, &PairCell::of_games(counts[0], counts[1], counts[2]));
    }
    results
}

fn ladder(step: f64) -> impl Fn(usize, usize) -> f64 {
    move |i, j| 1.0 / (1.0 + (step * (i as f64 - j as f64)).exp())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The order of entrants, the order of rows and the side of each entrant change nothing.
    #[test]
    fn order_does_not_matter(counts in prop::collection::vec(1u64..30, 18), shift in 1usize..4) {
        let text = |rows: &mut dyn Iterator<Item = usize>, turned: bool| {
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            let line = |at: usize| {
                let ((i, j), [w, t, l]) = (pairs[at], [counts[3 * at], counts[3 * at + 1], counts[3 * at + 2]]);
                if turned { format!("e{j},e{i},{l},{t},{w}\n") } else { format!("e{i},e{j},{w},{t},{l}\n") }
            };
            let rows: String = rows.map(line).collect();
            FileText { path: "r.csv".into(), text: format!("a,b,wins,ties,losses\n{rows}") }
        };
        let first = analyse(&read(&text(&mut (0..6), false)).unwrap(), 3, 20).unwrap();
        let second = analyse(&read(&text(&mut (0..6).map(|i| (i + shift) % 6), true)).unwrap(), 3, 20).unwrap();
        prop_assert_eq!(json(&first), json(&second));
    }
}

#[test]
fn rock_paper_scissors_with_noise() {
    let results = played(3, |i, j| if (j - i) == 1 { 0.8 } else { 0.2 }, (0.0, 200), 1);
    let analysis = analyse(&results, 1, 200).unwrap();
    assert!(analysis.equilibrium.iter().all(|share| (share.point - 1.0 / 3.0).abs() < 0.1));
    assert!(analysis.effective.point > 2.9 && analysis.cyclic.p < 0.01 && analysis.cyclic.share.interval.0 > 0.8);
    assert!(analysis.domination.iter().all(|domination| domination.verdict == DominationVerdict::No));
    assert!(analysis.cyclic.circle.is_some());
}

#[test]
fn a_ladder_has_one_choice_and_its_lowest_are_dominated() {
    let analysis = analyse(&played(6, ladder(0.8), (0.1, 400), 1), 1, 200).unwrap();
    assert_eq!(analysis.names, names(6));
    assert!(analysis.effective.point < 1.01 && analysis.equilibrium[0].point > 0.99);
    assert!(analysis.domination[3..].iter().all(|domination| domination.verdict == DominationVerdict::Yes));
    assert_eq!(analysis.domination[0].verdict, DominationVerdict::No);
    assert!(analysis.cyclic.share.interval.0 < 1e-3 && analysis.cyclic.share.point < 0.1);
}

/// An even mixture of two entrants is better than a third against everybody, though neither alone is.
#[test]
fn a_mixture_dominates() {
    let shares = [[0.5, 0.9, 0.1, 0.6], [0.1, 0.5, 0.9, 0.6], [0.9, 0.1, 0.5, 0.6], [0.4, 0.4, 0.4, 0.5]];
    let shares = Square::from_fn(4, |i, j| shares[i][j]);
    let analysis = analyse_exact(names(4), &shares);
    let last = analysis.names.iter().position(|name| name == "e03").unwrap();
    let domination = &analysis.domination[last];
    assert_eq!((domination.verdict, domination.by.len() > 1), (DominationVerdict::Yes, true), "{domination:?}");
    assert!((domination.by.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-6);
}

/// Counts wrong intervals and verdicts over `FIELDS` fields of games. With an error rate of 5%, the bounds hold with
/// probability 0.99.
#[test]
fn intervals_and_verdicts_are_wrong_at_most_as_often_as_stated() {
    const FIELDS: u64 = 120;
    // 120 trials with probability 0.05 exceed 12 with probability 0.008. Ratings within a field depend on each other.
    const MOST: usize = 12;
    let [mut cyclic, mut dominated, mut uneven, mut narrow, mut strengths] = [0; 5];
    let mut leans = [0.0; 4];
    for seed in 0..FIELDS {
        let alike = analyse(&played(6, |_, _| 0.5, (0.1, 30), seed), seed, 100).unwrap();
        cyclic += usize::from(alike.cyclic.p <= 0.05);
        let told =
            [alike.cyclic.share.point, alike.cyclic.by_chance.unwrap(), alike.as_measured, alike.equals.unwrap()];
        leans.iter_mut().zip(told).for_each(|(lean, told)| *lean += told / FIELDS as f64);
        dominated +=
            usize::from(alike.domination.iter().any(|domination| domination.verdict == DominationVerdict::Yes));
        uneven += usize::from(alike.effective.interval.1 < 6.0 - 1e-6);
        narrow += usize::from(alike.equilibrium.iter().any(|share| share.interval.0 > 1.0 / 6.0 + 1e-9));
        let order = analyse(&played(4, ladder(0.5), (0.0, 40), seed), seed, 100).unwrap();
        let first = order.names.iter().position(|name| name == "e00").unwrap();
        let (low, high) = order.ratings[first].interval;
        strengths += usize::from(!(low..=high).contains(&0.75));
    }
    let wrong = [cyclic, dominated, uneven, narrow, strengths];
    assert!(wrong.iter().all(|wrong| *wrong <= MOST), "{wrong:?}");
    assert!(dominated == 0, "{wrong:?}");
    // For equal entrants both numbers average to the value that is reported as due to chance. Standard deviations are
    // about 0.35 for a cyclic share of 0.3 to 0.4 and 0.8 for the number of choices: 0.03 and 0.08 for means over 120
    // fields.
    assert!((0.2..0.5).contains(&leans[0]) && (leans[0] - leans[1]).abs() < 0.12, "{leans:?}");
    assert!((leans[2] - leans[3]).abs() < 0.3, "{leans:?}");
}

/// Ties say nothing about cycles: four decided games of twenty are as good as four games. 100 trials with probability
/// 0.05 exceed 11 with probability 0.004.
#[test]
fn ties_are_no_cycles() {
    let found = (0..100).filter(|seed| {
        let tied = analyse(&played(6, |_, _| 0.5, (0.8, 20), *seed), *seed, 100).unwrap();
        tied.cyclic.p <= 0.05
    });
    let found = found.count();
    assert!(found <= 11, "{found}");
}

/// All pairs of 35 entrants with known payoffs, without resamples.
#[test]
fn known_payoffs_of_many() {
    let win = ladder(0.05);
    let analysis = analyse_exact(names(35), &Square::from_fn(35, |i, j| if i == j { 0.5 } else { win(i, j) }));
    assert_eq!((analysis.names[0].as_str(), analysis.effective.point), ("e00", 1.0));
    assert!(analysis.domination[1..].iter().all(|domination| domination.verdict == DominationVerdict::Yes));
    assert!(analysis.cyclic.share.point < 1e-9);
}

/// No entrant is first among equals, with known payoffs as with played games.
#[test]
fn equals_are_said_to_be_alike() {
    let circle = [[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]];
    let known = summary(&analyse_exact(names(3), &Square::from_fn(3, |i, j| circle[i][j])));
    assert!(known[0].contains("equal ratings") && !known[0].contains("highest"), "{known:?}");
    let mut even = Results::new(names(3));
    [(0, 1), (1, 2), (0, 2)].into_iter().for_each(|(a, b)| even.add(a, b, &PairCell::of_games(20, 0, 20)));
    let games = summary(&analyse(&even, 1, 100).unwrap());
    assert!(games[0].contains("equal ratings") && !games[0].contains("highest"), "{games:?}");
    let ladder = summary(&analyse(&played(3, ladder(0.8), (0.0, 100), 1), 1, 100).unwrap());
    assert!(ladder[0].starts_with("e00 (+") && ladder[0].contains("highest rating"), "{ladder:?}");
}

/// Two ratings of many games among each other differ although their intervals overlap.
#[test]
fn ratings_are_apart_if_their_difference_is_shown() {
    let said = |lead: f64| {
        let win = |i: usize, j: usize| if (i, j) == (0, 1) { lead } else { 0.9 };
        let analysis = analyse(&played(4, win, (0.0, 400), 3), 1, 500).unwrap();
        assert!(!analysis.apart[0][0] && analysis.apart[0][3] && analysis.apart[1][0], "{:?}", analysis.apart);
        (analysis.apart[0][1], summary(&analysis)[0].contains("clearly ahead"))
    };
    assert_eq!((said(0.62), said(0.5)), ((true, true), (false, false)));
}

/// The best choice of a table is a claim only if the whole interval of its share in equilibrium shows it.
#[test]
fn a_best_choice_is_claimed_only_if_it_is_shown() {
    // Two that are nearly equal, before two that lose to both.
    let told = |lead: f64, games: u64, seed: u64| {
        let win = |i: usize, j: usize| if (i, j) == (0, 1) { lead } else { 0.7 };
        summary(&analyse(&played(4, win, (0.0, games), seed), 1, 200).unwrap()).join(" ")
    };
    let open: Vec<String> = (0..10).map(|seed| told(0.52, 200, seed)).collect();
    let claims = |said: &&String| said.contains("All would choose e00 in equilibrium");
    assert!(open.iter().any(|said| said.contains("these games allow a share of")), "{open:?}");
    assert_eq!(open.iter().find(claims), None);
    let clear = told(0.7, 5_000, 1);
    assert!(claims(&&clear), "{clear}");
}

/// Games of one result have no spread among their resamples. Their intervals follow from the share of points that so
/// many games permit, and a claim needs more of them: three wins of three permit 0.44 to 1, eight of eight 0.676 to 1.
#[test]
fn few_games_of_one_result_show_little() {
    let of = |[wins, ties, losses]: [u64; 3]| {
        let mut results = Results::new(names(2));
        results.add(0, 1, &PairCell::of_games(wins, ties, losses));
        analyse(&results, 1, 500).unwrap()
    };
    for wins in 1..=3 {
        let analysis = of([wins, 0, 0]);
        let ((low, _), (_, high)) = (analysis.ratings[0].interval, analysis.ratings[1].interval);
        assert!(low < high, "{wins} wins: {low} and {high}");
        assert!(analysis.domination[1].verdict != DominationVerdict::Yes, "{wins} wins");
        assert!(!summary(&analysis).join(" ").contains("e00 is the best choice"), "{wins} wins");
    }
    let shown = summary(&of([8, 0, 0])).join(" ");
    assert!(shown.contains("clearly ahead"), "{shown}");
    // Eight wins of eight do not limit the rating.
    assert_eq!(of([8, 0, 0]).ratings[0].interval.1, f64::INFINITY);
    assert!(summary(&of([8, 0, 0]))[0].contains("or more"), "{:?}", summary(&of([8, 0, 0])));
    // The interval of the ratings' difference contains that of the share of points, 0.676 to 1 (E. B. Wilson, 1927).
    let eight = of([8, 0, 0]);
    let share = 1.0 / (1.0 + (-2.0 * eight.ratings[0].interval.0).exp());
    assert!((share - 0.676).abs() < 0.02, "{share}");
    let tied = of([0, 5, 0]);
    assert!(tied.ratings[0].interval.0 < -0.5 && tied.ratings[0].interval.1 > 0.5, "{:?}", tied.ratings[0]);
    assert!(summary(&tied)[0].contains("are possible"), "{:?}", summary(&tied));
}

/// The caption of the ratings explains an interval without bounds, if there is one.
#[test]
fn the_caption_names_ratings_without_bounds() {
    let mut analysis = analyse(&played(3, ladder(1.0), (0.0, 100), 1), 1, 50).unwrap();
    let caption = |analysis: &Analysis| {
        let drawn = figures(analysis, "t");
        drawn.iter().find(|(figure, _)| figure.name == "t-rating").unwrap().0.alt.clone()
    };
    assert!(!caption(&analysis).contains("without bounds"), "{}", caption(&analysis));
    analysis.ratings[2].interval = (f64::NEG_INFINITY, f64::INFINITY);
    assert!(caption(&analysis).contains("without bounds"), "{}", caption(&analysis));
}

/// Two that beat the third alike are both first; none of them is ahead.
#[test]
fn exact_ties_are_named() {
    let shares = [[0.5, 0.5, 0.7], [0.5, 0.5, 0.7], [0.3, 0.3, 0.5]];
    let analysis = analyse_exact(names(3), &Square::from_fn(3, |i, j| shares[i][j]));
    let said = &summary(&analysis)[0];
    assert!(said.contains("both") && said.contains("have the highest") && !said.contains("ahead"), "{said}");
}

/// With wins and ties but no losses, the likelihood has no maximum: both grow without end. Two wins and 98 ties are no
/// evidence of strength.
#[test]
fn wins_and_ties_without_a_loss_are_no_strength() {
    for [wins, ties] in [[2, 98], [1, 1], [1, 39]] {
        let mut results = Results::new(names(2));
        results.add(0, 1, &PairCell::of_games(wins, ties, 0));
        let analysis = analyse(&results, 1, 200).unwrap();
        assert!(analysis.leaning && analysis.ratings[0].point < 1.5, "{wins}, {ties}: {:?}", analysis.ratings);
        assert!(analysis.ratings[0].interval.0 < 0.0, "{wins}, {ties}: {:?}", analysis.ratings);
        assert!(summary(&analysis)[0].contains("may be as high"), "{:?}", summary(&analysis));
    }
}

/// More wins of 20 have a larger least rating, and the interval misses a true share of 85% in at most 5% of the cases.
#[test]
fn more_wins_are_a_larger_least_rating() {
    let least = |wins: u64| {
        let mut results = Results::new(names(2));
        results.add(0, 1, &PairCell::of_games(wins, 0, 20 - wins));
        let analysis = analyse(&results, 1, 500).unwrap();
        let first = analysis.names.iter().position(|name| name == "e00").unwrap();
        analysis.ratings[first].interval
    };
    let ends: Vec<(f64, f64)> = (10..=20).map(least).collect();
    assert!(ends.is_sorted_by(|a, b| a.0 <= b.0 + 0.03), "{ends:?}");
    assert!(ends[7].0 > 0.0, "17 of 20 is more than even: {:?}", ends[7]);
    let truth = (0.85f64 / 0.15).ln() / 2.0;
    let choose = |k: i32| (1..=k).map(|i| f64::from(21 - i) / f64::from(i)).product::<f64>();
    let chance = |k: i32| choose(k) * 0.85f64.powi(k) * 0.15f64.powi(20 - k);
    let missed: f64 =
        (10..=20).zip(&ends).filter(|(_, (low, high))| truth < *low || truth > *high).map(|(k, _)| chance(k)).sum();
    assert!(missed < 0.05, "{missed}: {ends:?}");
}

/// A group that won every game against the rest is as uncertain as a single entrant that did.
#[test]
fn a_group_of_one_result_has_a_spread() {
    let mut results = Results::new(names(4));
    [(0, 1), (2, 3)].into_iter().for_each(|(a, b)| results.add(a, b, &PairCell::of_games(50, 0, 50)));
    results.add(0, 2, &PairCell::of_games(1, 0, 0));
    let analysis = analyse(&results, 1, 200).unwrap();
    assert!(analysis.ratings[0].interval.0 < analysis.ratings[3].interval.1, "{:?}", analysis.ratings);
    let all = analysis.domination.iter().all(|domination| domination.verdict != DominationVerdict::Yes);
    assert!(all, "{:?}", analysis.domination);
}

/// B is the best choice as measured, but six wins of ten do not show it; and no entrant won every game.
#[test]
fn what_few_games_do_not_show_is_hedged() {
    let mut results = Results::new(vec!["A".to_owned(), "B".to_owned(), "C".to_owned()]);
    results.add(0, 2, &PairCell::of_games(10, 0, 0));
    results.add(1, 2, &PairCell::of_games(10, 0, 0));
    results.add(0, 1, &PairCell::of_games(4, 0, 6));
    let said = summary(&analyse(&results, 1, 200).unwrap()).join(" ");
    assert!(said.contains("do not show if there is a single best choice"), "{said}");
    assert!(said.contains("as a group"), "{said}");
}

/// The whole field goes round in circles, but no win of the named circle is shown.
#[test]
fn a_circle_that_is_not_shown_is_named_as_such() {
    let of = |games: u64| {
        let win = |i: usize, j: usize| if (j + 3 - i) % 3 == 1 { 0.7 } else { 0.3 };
        let mut analysis = analyse(&played(3, win, (0.0, games), 1), 1, 200).unwrap();
        analysis.cyclic.p = 0.04;
        analysis.cyclic.circle = Some([0, 1, 2]);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let share = analysis.shares[i][j].as_mut().unwrap();
            share.interval = if games > 100 { (0.6, 0.8) } else { (0.45, 0.9) };
        }
        summary(&analysis).join(" ")
    };
    assert!(of(10).contains("; the nearest:"), "{}", of(10));
    assert!(!of(200).contains("; the nearest:") && of(200).contains("rock-paper-scissors"), "{}", of(200));
}

/// Exact payoffs have no games to count.
#[test]
fn exact_payoffs_are_told_as_exact() {
    let exact = tables(&analyse_exact(names(2), &Square::from_fn(2, |_, _| 0.5)), "x");
    assert!(exact[0].note.ends_with("Exact: no games were played."), "{}", exact[0].note);
    let csv = String::from_utf8(exact[2].to_csv().unwrap()).unwrap();
    assert!(csv.lines().skip(1).all(|row| row.ends_with(',')), "no N: {csv}");
    let played = tables(&analyse(&played(2, |_, _| 0.5, (0.0, 10), 1), 1, 100).unwrap(), "x");
    assert!(played[0].note.ends_with("10 games of 10 observations."), "{}", played[0].note);
}

fn refused(text: &str) -> String {
    read(&FileText { path: "r.csv".into(), text: text.into() }).unwrap_err().to_string()
}

#[test]
fn bad_results_are_refused_with_their_place() {
    let cases = [
        ("", "there is no line"),
        ("a,b,wins,ties\nx,y,1,2\n", "columns are missing: `losses`"),
        ("a,b,wins,tie,losses\nx,y,1,2,3\n", "did you mean `ties`?"),
        ("a,b,wins,wins,losses\nx,y,1,2,3\n", "stands there twice"),
        ("a,b,wins,ties,losses\nx,y,-1,2,3\n", "r.csv:2:5"),
        ("a,b,wins,ties,losses\nx,y,1.5,2,3\n", "a whole number"),
        ("a,b,wins,ties,losses\nx,y,NaN,2,3\n", "a whole number"),
        ("a,b,wins,ties,losses\nx,y,1,2\n", "a row of 4 fields"),
        ("a,b,wins,ties,losses\nx,x,1,2,3\n", "against itself"),
        ("a,b,wins,ties,losses\n,x,1,2,3\n", "without a name"),
        ("a,b,wins,ties,losses\n", "two entrants are the least"),
        ("a,b,wins,ties,losses\nx,y,1,2,3\nz,x,0,0,0\n", "`z` met nobody"),
        ("a,b,wins,ties,losses\nx,y,1,2,3\nz,w,1,0,0\n", "nothing compares them"),
        ("a,b,wins,ties,losses\n\"x,y,1,2,3\n", "not closed"),
    ];
    for (text, said) in cases {
        assert!(refused(text).contains(said), "{text:?}: {}", refused(text));
    }
}

/// A byte order mark, Windows line endings, quotes, spaces, columns in any order and case.
#[test]
fn results_as_spreadsheets_write_them() {
    let text =
        "\u{feff}Losses, WINS ,ties,B,A\r\n1, 2 ,3,\"y, \"\"the\"\" other\",x\r\n\r\n4,0,0,x,\"y, \"\"the\"\" other\"";
    let results = read(&FileText { path: "r.csv".into(), text: text.into() }).unwrap();
    assert_eq!(results.names(), ["x", "y, \"the\" other"]);
    assert_eq!(results.cell(0, 1).games(), [2 + 4, 3, 1]);
    assert_eq!(results.cell(1, 0).games(), [1, 3, 2 + 4]);
}

/// Few games of two entrants: the verdicts on the rating, the best choice and domination agree, and no interval is a point
/// where they are undecided.
#[test]
fn verdicts_on_two_entrants_agree() {
    for [wins, ties, losses] in [[8, 0, 1], [5, 0, 0], [2, 0, 0], [1, 9, 0], [30, 0, 10], [33, 0, 20], [60, 0, 39]] {
        let mut results = Results::new(names(2));
        results.add(0, 1, &PairCell::of_games(wins, ties, losses));
        let analysis = analyse(&results, 1, 200).unwrap();
        let is_dominated = analysis.domination[1].verdict == DominationVerdict::Yes;
        let said = summary(&analysis);
        assert_eq!(said[0].contains("clearly ahead"), is_dominated, "{said:?}");
        assert_eq!(said[1].starts_with("All would choose e00 in equilibrium"), is_dominated, "{said:?}");
        assert_eq!(analysis.ratings[0].interval.0 > 0.0, is_dominated, "{wins} {ties} {losses}");
        let Quantity { interval: (low, high), .. } = analysis.regret[0];
        assert_eq!(low == high, is_dominated, "{wins} {ties} {losses}: {:?}", analysis.regret);
        assert_eq!(analysis.equilibrium[0].interval.0 == 1.0, is_dominated, "{:?}", analysis.equilibrium);
    }
}

/// Three entrants with few games of one result: resamples have one equilibrium, and the intervals are no points.
#[test]
fn equal_resamples_of_few_games_are_no_certainty() {
    let mut results = Results::new(names(3));
    [(0, 1), (1, 2), (0, 2)].into_iter().for_each(|(a, b)| results.add(a, b, &PairCell::of_games(3, 0, 0)));
    let analysis = analyse(&results, 1, 200).unwrap();
    assert!(analysis.equilibrium.iter().all(|share| share.interval.0 < share.interval.1), "{analysis:?}");
    assert!(analysis.regret.iter().all(|regret| regret.interval.0 < regret.interval.1), "{analysis:?}");
    assert!(analysis.cyclic.share.interval.1 > analysis.cyclic.share.interval.0, "{analysis:?}");
}
