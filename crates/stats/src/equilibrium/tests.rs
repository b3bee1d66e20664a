//! Tests of equilibria on known games and against naive versions.

use super::*;
use proptest::prelude::*;

fn antisymmetric(n: usize, above: &[f64]) -> Square {
    let at = |i: usize, j: usize| above[i * n + j];
    Square::from_fn(n, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Less => at(i, j),
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -at(j, i),
    })
}

fn close(a: &[f64], b: &[f64], by: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= by)
}

fn exact(payoffs: &Square) -> Vec<f64> {
    most_even(payoffs, &vec![0.0; payoffs.len()])
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

/// The third entrant misses a positive share by 1e-5; the solver's own rule to stop ends too early there.
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

/// Three payoffs differ by a factor of thousands, so that weights near 0 still change the most.
#[test]
fn negligible_weights_do_not_shorten_the_steps() {
    let mut payoffs = [0.0; 36];
    (payoffs[4], payoffs[9]) = (-0.16046953017662688, -5.903195292338126e-5);
    (payoffs[15], payoffs[23]) = (-0.0013103762835186934, 0.4270344124375486);
    let payoffs = antisymmetric(6, &payoffs);
    let halves = [0.0, 0.0, 0.0, 0.5, 0.5, 0.0];
    assert!(close(&exact(&payoffs), &halves, 1e-4), "{:?}", exact(&payoffs));
    let from = most_even_from(&payoffs, &[false, false, false, false, true, false]);
    assert!(close(&from, &halves, 1e-4), "{from:?}");
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
}

/// Tiny, shifted and large payoffs change the value alone. An error that is not known leaves the verdict open.
#[test]
fn the_scale_of_payoffs_does_not_matter() {
    let (value, rows, columns) = zero_sum(2, 2, |row, column| if row == column { 1e-6 } else { -1e-6 }).unwrap();
    assert!(value.abs() < 1e-12 && close(&[rows, columns].concat(), &[0.5; 4], 1e-6));
    let (value, rows, _) = zero_sum(2, 2, |row, column| 1e7 + f64::from(u8::from(row == column))).unwrap();
    assert!((value - 1e7 - 0.5).abs() < 1e-6 && close(&rows, &[0.5; 2], 1e-6), "{value}");
    assert_eq!(zero_sum(2, 2, |_, _| 1e7).unwrap().0, 1e7);
    let large = antisymmetric(4, &[0.0, 10.0, -10.0, 3.0, 0.0, 0.0, 10.0, 4.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0]);
    let small = Square::from_fn(4, |i, j| large.at(i, j) * 0.3);
    let known = Square::from_fn(4, |_, _| 0.0);
    for entrant in 0..4 {
        let of = |payoffs| MeasuredPayoffs { payoffs, errors: &known, widths: 3.0 }.domination(entrant);
        let (large, small) = (of(&large), of(&small));
        let shares = |found: &Domination| found.by.iter().map(|(_, share)| *share).collect::<Vec<f64>>();
        assert!(large.verdict == small.verdict && close(&shares(&large), &shares(&small), 1e-6), "{large:?} {small:?}");
    }
    let unknown = Square::from_fn(4, |_, _| f64::INFINITY);
    let verdict = MeasuredPayoffs { payoffs: &large, errors: &unknown, widths: 3.0 }.domination(3).verdict;
    assert_eq!(verdict, DominationVerdict::Undecided);
}

/// The linear program cuts payoffs beyond 3. The value of this game is 100, with even mixtures.
#[test]
fn large_payoffs_are_scaled_and_others_refused() {
    let pennies = |row: usize, column: usize| if row == column { 300.0 } else { -100.0 };
    let (value, rows, columns) = zero_sum(2, 2, pennies).unwrap();
    assert!((value - 100.0).abs() < 1e-6, "{value}");
    assert!(rows.iter().chain(&columns).all(|share| (share - 0.5).abs() < 1e-6), "{rows:?} {columns:?}");
    assert!((solved(&Square::from_fn(2, pennies)).unwrap().0 - 100.0).abs() < 1e-6);
    for wrong in [f64::NAN, f64::INFINITY] {
        assert_eq!(zero_sum(2, 2, |row, column| if row + column == 2 { wrong } else { 0.5 }), None);
        assert_eq!(solved(&Square::from_fn(2, |_, _| wrong)), None);
    }
    let unknown = Square::from_fn(2, |i, j| if i == j { 0.0 } else { f64::NAN });
    for shares in [most_even(&unknown, &[0.0; 2]), most_even_from(&unknown, &[true, false])] {
        assert!(shares.iter().all(|share| share.is_nan()), "{shares:?}");
    }
    assert_eq!([zero_sum(0, 2, pennies), zero_sum(2, 0, pennies)], [None, None]);
}

#[test]
fn lists_for_other_numbers_of_entrants_are_refused() {
    let game = Square::from_fn(3, |_, _| 0.0);
    assert!(std::panic::catch_unwind(|| most_even(&game, &[0.0])).is_err());
    assert!(std::panic::catch_unwind(|| most_even_from(&game, &[true])).is_err());
}
