//! Tests on known games, of algorithms against naive versions, and of the error rates of intervals and verdicts.

use super::*;
use hitchart_config::FileText;
use hitchart_dice::{Stream, Throw, job_id};
use hitchart_stats::equilibrium::{most_even_from, solved};
use hitchart_stats::ratings::{energy, split};
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

fn antisymmetric(n: usize, above: &[f64]) -> Square {
    let at = |i: usize, j: usize| above[i * n + j];
    Square::from_fn(n, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Less => at(i, j),
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -at(j, i),
    })
}

fn exact(payoffs: &Square) -> Vec<f64> {
    most_even(payoffs, &vec![0.0; payoffs.len()])
}

fn close(a: &[f64], b: &[f64], by: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= by)
}

/// Rock, paper, scissors with unequal stakes: each is played in proportion to the stake of the other two.
#[test]
fn equilibria_of_known_games() {
    let stakes = antisymmetric(3, &[0.0, 0.3, -0.1, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0]);
    assert!(close(&exact(&stakes), &[2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0], 1e-6));
    // An entrant entered twice shares its part, and nothing else changes.
    let twice = [0, 1, 2, 2];
    let doubled = Square::from_fn(4, |i, j| stakes.at(twice[i], twice[j]));
    assert!(close(&exact(&doubled), &[2.0 / 6.0, 1.0 / 6.0, 1.5 / 6.0, 1.5 / 6.0], 1e-6));
    let order = Square::from_fn(5, |i, j| 0.1 * (j as f64 - i as f64));
    assert!(close(&exact(&order), &[1.0, 0.0, 0.0, 0.0, 0.0], 1e-6));
    assert!(close(&exact(&Square::from_fn(4, |_, _| 0.0)), &[0.25; 4], 1e-12));
}

/// Six soldiers on three fields in nondecreasing numbers, at least one on each, field against field (the textbook
/// example of Colonel Blotto, after E. Borel, 1921). (2,2,2) beats (1,1,4) and all else is even, so that only (1,1,4)
/// is never played. Every mixture of the other two is an equilibrium; the most even one plays them equally often.
#[test]
fn blotto_has_its_published_solution() {
    let plans = [[2, 2, 2], [1, 2, 3], [1, 1, 4]];
    let payoffs = Square::from_fn(3, |i, j| {
        f64::from((0..3).map(|field| i32::signum(plans[i][field] - plans[j][field])).sum::<i32>().signum()) / 2.0
    });
    assert!(close(&exact(&payoffs), &[0.5, 0.5, 0.0], 1e-6));
}

/// The same with fields placed at random and fields that may be empty: no plan gains, and the linear program agrees.
#[test]
fn blotto_at_random_has_no_gain_against_its_equilibrium() {
    let plans: Vec<[i32; 3]> = (0..=6)
        .flat_map(|a| (a..=6).flat_map(move |b| (b..=6).map(move |c| [a, b, c])))
        .filter(|plan| plan.iter().sum::<i32>() == 6)
        .collect();
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let value = |a: &[i32; 3], b: &[i32; 3]| {
        let fields = orders.iter().map(|order| (0..3).map(|i| (a[i] - b[order[i]]).signum()).sum::<i32>().signum());
        f64::from(fields.sum::<i32>()) / 12.0
    };
    let payoffs = Square::from_fn(plans.len(), |i, j| value(&plans[i], &plans[j]));
    assert!(payoffs.mixed(&exact(&payoffs)).iter().all(|gain| *gain > -1e-6));
    assert!(solved(&payoffs).unwrap().0.abs() < 1e-6);
}

/// Fictitious play (G. W. Brown, 1951): each round plays the best answer to all rounds before; the mean tends to an
/// equilibrium.
fn fictitious(payoffs: &Square, rounds: usize) -> Vec<f64> {
    let mut counts = vec![1.0; payoffs.len()];
    for _ in 0..rounds {
        let gains = payoffs.mixed(&counts);
        let best = (0..gains.len()).fold(0, |best, j| if gains[j] < gains[best] { j } else { best });
        counts[best] += 1.0;
    }
    let sum: f64 = counts.iter().sum();
    counts.into_iter().map(|count| count / sum).collect()
}

/// The third entrant falls short of being played by a hundred-thousandth, where the solver's own steps end too early.
#[test]
fn somebody_at_the_edge_of_being_played_does_not_spoil_an_equilibrium() {
    let mut payoffs = [0.0; 25];
    payoffs[1..5].copy_from_slice(&[-0.2557874400993646, 0.1344249488774852, 0.0, 0.31417452618540964]);
    payoffs[7..10].copy_from_slice(&[-0.056669933914576434, 0.18266260234640647, -0.20048301398994367]);
    payoffs[14] = 0.03572866974092791;
    let payoffs = antisymmetric(5, &payoffs);
    let shares = exact(&payoffs);
    assert!(payoffs.mixed(&shares).iter().all(|gain| *gain > -1e-5), "{shares:?}");
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The equilibrium does not depend on the first guess of the entrants that are played.
    #[test]
    fn a_guess_of_who_is_played_changes_nothing(above in prop::collection::vec(-0.5f64..0.5, 36), guess in prop::collection::vec(any::<bool>(), 6)) {
        let payoffs = antisymmetric(6, &above);
        let (whole, from) = (exact(&payoffs), most_even_from(&payoffs, &guess));
        prop_assert!(close(&whole, &from, 1e-4), "{whole:?} {from:?}");
    }

    /// In any game no entrant gains against the equilibrium, the linear program agrees on the value, and fictitious
    /// play comes close to the value.
    #[test]
    fn nobody_gains_against_an_equilibrium(above in prop::collection::vec(-0.5f64..0.5, 25)) {
        let payoffs = antisymmetric(5, &above);
        let shares = exact(&payoffs);
        prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(payoffs.mixed(&shares).iter().all(|gain| *gain > -1e-5), "{:?}", shares);
        prop_assert!(solved(&payoffs).unwrap().0.abs() < 1e-6);
        let naive = fictitious(&payoffs, 20_000);
        let worst = payoffs.mixed(&naive).into_iter().fold(1.0, f64::min);
        prop_assert!(worst < 1e-5 && worst > -0.05);
    }

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

/// A. Agresti, Categorical Data Analysis (2002), table 10.10: the American League of 1987, home and away added up.
/// Logits less that of Baltimore in the model without home advantage: Milwaukee 1.581, Detroit 1.436, Toronto 1.294,
/// New York 1.248, Boston 1.108, Cleveland 0.684.
#[test]
fn ratings_of_the_american_league() {
    let teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut games = Vec::new();
    for (first, second) in (0..7).flat_map(|i| (i + 1..7).map(move |j| (i, j))) {
        let [won, lost] = [wins[first][second], wins[second][first]].map(f64::from);
        games.push(PairTally { first, second, wins: won, ties: 0.0, losses: lost });
    }
    let fit = Fit::of(7, &games);
    let above: Vec<f64> = fit.logits.iter().map(|logit| logit - fit.logits[6]).collect();
    assert!(close(&above, &[1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0], 0.002), "{teams:?} {above:?}");
}

/// The maximum likelihood with draws, against plain gradient ascent on the probabilities in Davidson's form.
#[test]
fn draws_as_gradient_ascent_finds_them() {
    let games = [(0, 1, 12.0, 5.0, 6.0), (0, 2, 9.0, 3.0, 3.0), (1, 2, 8.0, 7.0, 9.0), (2, 3, 6.0, 2.0, 1.0)]
        .map(|(first, second, wins, ties, losses)| PairTally { first, second, wins, ties, losses });
    let likelihood = |at: &[f64]| -> f64 {
        let of = |games: &PairTally| {
            let (a, b, v) = (at[games.first].exp(), at[games.second].exp(), at[4].exp());
            let sum = a + b + v * (a * b).sqrt();
            games.wins * (a / sum).ln() + games.losses * (b / sum).ln() + games.ties * (v * (a * b).sqrt() / sum).ln()
        };
        games.iter().map(of).sum()
    };
    let mut at = [0.0; 5];
    for _ in 0..20_000 {
        let slope = |k: usize| {
            let moved = |by: f64| {
                let mut moved = at;
                moved[k] += by;
                likelihood(&moved)
            };
            (moved(1e-5) - moved(-1e-5)) / 2e-5
        };
        let slopes: Vec<f64> = (0..5).map(slope).collect();
        at.iter_mut().zip(slopes).for_each(|(x, slope)| *x += 0.02 * slope);
    }
    let mean = at[..4].iter().sum::<f64>() / 4.0;
    let naive: Vec<f64> = at[..4].iter().map(|x| x - mean).collect();
    let fit = Fit::of(4, &games);
    assert!(
        !fit.leaning && close(&fit.logits, &naive, 1e-5) && (fit.draw - at[4].exp()).abs() < 1e-5,
        "{fit:?} {at:?}"
    );
}

/// A flow of potentials has no cyclic part, a flow round a triangle has no gradient, and a sum of both is split into
/// them.
#[test]
fn hodge_tells_order_and_circle_apart() {
    let flow = |first: usize, second: usize, flow: f64| Flow { first, second, flow, weight: 2.0 };
    let order = [flow(0, 1, 1.0), flow(1, 2, 1.0), flow(0, 2, 2.0)];
    let circle = [flow(0, 1, 1.0), flow(1, 2, 1.0), flow(0, 2, -1.0)];
    let both: Vec<Flow> = order.iter().zip(&circle).map(|(a, b)| Flow { flow: a.flow + b.flow, ..*a }).collect();
    let parts = |flows: &[Flow]| {
        let split = split(3, flows);
        [energy(flows, &split.gradient), energy(flows, &split.cyclic)]
    };
    assert!(close(&parts(&order), &[12.0, 0.0], 1e-9));
    assert!(close(&parts(&circle), &[0.0, 6.0], 1e-9));
    assert!(close(&parts(&both), &[12.0, 6.0], 1e-9));
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
    let payoffs = antisymmetric(4, &[0.0, 0.4, -0.4, 0.1, 0.0, 0.0, 0.4, 0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0]);
    let shares = Square::from_fn(4, |i, j| payoffs.at(i, j) + 0.5);
    let analysis = analyse_exact(names(4), &shares);
    let last = analysis.names.iter().position(|name| name == "e03").unwrap();
    let domination = &analysis.domination[last];
    assert_eq!((domination.verdict, domination.by.len() > 1), (DominationVerdict::Yes, true), "{domination:?}");
    assert!(close(&[domination.by.iter().map(|(_, share)| share).sum()], &[1.0], 1e-6));
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

/// Compares the influence of one more game on the ratings with a refit that has a small part of that game more.
#[test]
fn a_game_pulls_ratings_as_a_part_of_it_does() {
    let tally = |first, second, wins, ties, losses| PairTally { first, second, wins, ties, losses };
    let games = [tally(0, 1, 30.0, 4.0, 20.0), tally(1, 2, 12.0, 1.0, 25.0), tally(2, 0, 9.0, 3.0, 31.0)];
    let fit = Fit::of(3, &games);
    let more = [tally(0, 1, 1.0, 0.0, 0.0), tally(1, 2, 0.0, 1.0, 0.0), tally(2, 0, 0.0, 0.0, 1.0)];
    const PART: f64 = 1e-4;
    for (pull, game) in fit.pulls(&games, &more).iter().zip(more) {
        let [wins, ties, losses] = [game.wins, game.ties, game.losses].map(|count| count * PART);
        let moved = Fit::of(3, &[&games[..], &[PairTally { wins, ties, losses, ..game }]].concat());
        for ((pull, after), before) in pull.iter().zip(&moved.logits).zip(&fit.logits) {
            assert!((pull - (after - before) / PART).abs() < 1e-4, "{pull} {after} {before}");
        }
    }
}
