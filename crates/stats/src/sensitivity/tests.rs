//! Tests of designs and estimators with known indices.

use super::*;
use hitchart_dice::Throw;
use std::f64::consts::PI;

/// Checks that every stratum of every dimension has one point, and that two dimensions differ.
#[test]
fn every_stratum_has_one_point() {
    let mut throw = Throw::new(7);
    let points = latin_hypercube(40, 3, &mut |below| throw.below(below));
    for dimension in 0..3 {
        let mut strata: Vec<usize> = points.iter().map(|point| (point[dimension] * 40.0) as usize).collect();
        assert!(!strata.is_sorted());
        strata.sort_unstable();
        assert_eq!(strata, (0..40).collect::<Vec<usize>>());
    }
    assert!(points.iter().any(|point| (point[0] * 40.0) as usize != (point[1] * 40.0) as usize));
}

#[test]
fn lists_of_different_lengths_or_without_a_number_have_no_indices() {
    let mut throw = Throw::new(7);
    let ragged = vec![vec![1.0, 2.0], vec![3.0]];
    assert_eq!(elementary_effects(&ragged, &mut |below| throw.below(below)), None);
    let even = vec![vec![1.0, 2.0], vec![3.0, 5.0]];
    let unknown = vec![vec![1.0, 2.0], vec![3.0, f64::NAN]];
    for (b, mixed) in [
        (ragged.clone(), even.clone()),
        (even.clone(), ragged),
        (even[..1].to_vec(), even.clone()),
        (unknown.clone(), even.clone()),
        (even.clone(), unknown),
    ] {
        let responses = Saltelli { a: even.clone(), b, mixed: vec![mixed] };
        assert_eq!(sobol(&responses, &mut |below| throw.below(below)), None);
    }
}

/// Checks the mean of x + y over a hypercube of 50 points: within 0.01 of 1 in each of 40 runs. The standard error
/// with 50 random points is 0.058.
#[test]
fn means_are_sharper_than_of_random_points() {
    for key in 0..40 {
        let mut throw = Throw::new(key);
        let points = latin_hypercube(50, 2, &mut |below| throw.below(below));
        let mean = points.iter().map(|point| point[0] + point[1]).sum::<f64>() / 50.0;
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
    }
}

fn screen(
    (many, factors, batches): (usize, usize, usize),
    function: impl Fn(&[f64]) -> f64,
    mut noise: impl FnMut(usize) -> f64,
    key: u64,
) -> Vec<ElementaryEffects> {
    let mut throw = Throw::new(key);
    let walks = trajectories(many, factors, &mut |below| throw.below(below));
    let mut effects = vec![Vec::new(); factors];
    for walk in &walks {
        let at: Vec<Vec<f64>> = walk
            .points
            .iter()
            .map(|point| (0..batches).map(|batch| function(point) + noise(batch)).collect())
            .collect();
        for (step, factor) in walk.moved.iter().enumerate() {
            let by = walk.points[step + 1][*factor] - walk.points[step][*factor];
            effects[*factor].push(at[step + 1].iter().zip(&at[step]).map(|(to, from)| (to - from) / by).collect());
        }
    }
    effects.iter().map(|effects| elementary_effects(effects, &mut |below| throw.below(below)).unwrap()).collect()
}

#[test]
fn a_trajectory_changes_each_factor_once_by_half_the_levels() {
    let mut throw = Throw::new(1);
    for walk in trajectories(50, 5, &mut |below| throw.below(below)) {
        let mut moved = walk.moved.clone();
        moved.sort_unstable();
        assert_eq!(moved, [0, 1, 2, 3, 4]);
        for (pair, factor) in walk.points.windows(2).zip(&walk.moved) {
            for (i, (from, to)) in pair[0].iter().zip(&pair[1]).enumerate() {
                let by = (to - from).abs();
                assert!((by - if i == *factor { 2.0 / 3.0 } else { 0.0 }).abs() < 1e-12);
            }
        }
    }
}

/// Checks 3x - 2y + 4xz: the effect of x is 3 + 4z and that of z is 4x, each over levels 0, 1/3, 2/3 and 1; that of
/// y is -2.
#[test]
fn effects_of_a_plain_function_are_as_worked_out() {
    let found = screen((4000, 4, 1), |p| 3.0 * p[0] - 2.0 * p[1] + 4.0 * p[0] * p[2], |_| 0.0, 2);
    let spread = 4.0 * (5.0f64 / 36.0).sqrt();
    for (found, (mu, star, sigma)) in
        found.iter().zip([(5.0, 5.0, spread), (-2.0, 2.0, 0.0), (2.0, 2.0, spread), (0.0, 0.0, 0.0)])
    {
        for (estimate, truth) in [(found.mu, mu), (found.mu_star, star), (found.sigma, sigma)] {
            assert!((estimate.point - truth).abs() < 0.06, "{} for {truth}", estimate.point);
        }
    }
}

/// Checks noisy effects without any spread: over 60 screenings, the mean standard deviation is within 15% of the
/// value expected by chance. With a single batch that value is 0.
#[test]
fn the_part_of_noise_in_sigma_is_reported() {
    let (mut found, mut chance) = (0.0, 0.0);
    for key in 0..60 {
        let mut throw = Throw::new(300 + key);
        let noise = move |_: usize| 4.0 * (throw.below(1_000_001) as f64 / 1e6 - 0.5);
        let screened = screen((20, 2, 8), |point| 2.0 * point[0], noise, key);
        found += screened.iter().map(|one| one.sigma.point).sum::<f64>() / 120.0;
        chance += screened.iter().map(|one| one.sigma_by_chance).sum::<f64>() / 120.0;
    }
    assert!(found > 0.05 && (found / chance - 1.0).abs() < 0.15, "{found} {chance}");
    let plain = screen((20, 2, 1), |point| 2.0 * point[0] * point[1], |_| 0.0, 1);
    assert_eq!(plain[0].sigma_by_chance, 0.0);
}

/// Checks a noisy function of x alone: over 60 screenings the mean size of y's effect is 0, and the mean size of
/// x's effect is at most the truth. Of 120 intervals of mu and 60 of the size of y's effect, at most 18 miss.
#[test]
fn noise_has_no_size() {
    let (mut y, mut x, mut misses) = (0.0, 0.0, 0);
    for key in 0..60 {
        let mut throw = Throw::new(900 + key);
        let noise = move |_: usize| 4.0 * (throw.below(1_000_001) as f64 / 1e6 - 0.5);
        let found = screen((20, 2, 8), |point| 2.0 * point[0], noise, key);
        x += found[0].mu_star.point / 60.0;
        y += found[1].mu_star.point / 60.0;
        for (estimate, truth) in [(found[0].mu, 2.0), (found[1].mu, 0.0), (found[1].mu_star, 0.0)] {
            misses += usize::from(!(estimate.interval.0..=estimate.interval.1).contains(&truth));
        }
    }
    assert!(y.abs() < 0.1 && (1.7..2.05).contains(&x), "{y} {x}");
    assert!(misses <= 18, "{misses} of 180");
}

/// Computes indices of a function of the unit cube from `rows` rows; `noise` of a point and a batch is added to it.
fn indices(
    (rows, factors, batches): (usize, usize, usize),
    function: impl Fn(&[f64]) -> f64,
    mut noise: impl FnMut(&[f64], usize) -> f64,
    key: u64,
) -> Option<Vec<Indices>> {
    let mut throw = Throw::new(key);
    let cube = latin_hypercube(rows, 2 * factors, &mut |below| throw.below(below));
    let [a, b] = saltelli_rows(&cube, factors);
    let mut at = |points: &[Vec<f64>]| -> Vec<Vec<f64>> {
        points.iter().map(|point| (0..batches).map(|batch| function(point) + noise(point, batch)).collect()).collect()
    };
    let responses =
        Saltelli { a: at(&a), b: at(&b), mixed: (0..factors).map(|factor| at(&mixed(&a, &b, factor))).collect() };
    sobol(&responses, &mut |below| throw.below(below))
}

fn close(found: &[Indices], first: &[f64], total: &[f64], by: f64) {
    for (i, found) in found.iter().enumerate() {
        for (estimate, truth) in [(&found.first, first[i]), (&found.total, total[i])] {
            assert!((estimate.point - truth).abs() < by, "factor {i}: {} for {truth}", estimate.point);
            let (low, high) = estimate.interval;
            assert!(low - 0.005 <= truth && truth <= high + 0.005, "factor {i}: {truth} outside {low} to {high}");
        }
    }
}

/// Checks sin x + 7 sin² y + 0.1 z⁴ sin x on (-π, π)³ (T. Ishigami and T. Homma, 1990) against published indices:
/// Saltelli et al., 2008, Global Sensitivity Analysis, 4.6.
#[test]
fn the_ishigami_function_has_its_published_indices() {
    let function = |point: &[f64]| {
        let [x, y, z] = [0, 1, 2].map(|i| (2.0 * point[i] - 1.0) * PI);
        x.sin() + 7.0 * y.sin().powi(2) + 0.1 * z.powi(4) * x.sin()
    };
    let found = indices((4000, 3, 1), function, |_, _| 0.0, 3).unwrap();
    close(&found, &[0.3139, 0.4424, 0.0], &[0.5576, 0.4424, 0.2437], 0.05);
}

/// Checks the product of (|4x - 2| + a) / (1 + a) (I. M. Sobol, 1993) for a = 0, 1, 4.5, 9, 99, 99, 99, 99. The
/// published indices (Saltelli et al., 2010) follow from V_i = 1 / 3(1 + a)² and the product of 1 + V_i, minus 1.
#[test]
fn the_g_function_has_its_published_indices() {
    let a = [0.0, 1.0, 4.5, 9.0, 99.0, 99.0, 99.0, 99.0];
    let function = |point: &[f64]| point.iter().zip(a).map(|(x, a)| ((4.0 * x - 2.0).abs() + a) / (1.0 + a)).product();
    let found = indices((3000, 8, 1), function, |_, _| 0.0, 5).unwrap();
    let first = [0.7165, 0.1791, 0.0237, 0.0072, 0.0001, 0.0001, 0.0001, 0.0001];
    let total = [0.7871, 0.2422, 0.0343, 0.0105, 0.0001, 0.0001, 0.0001, 0.0001];
    close(&found, &first, &total, 0.06);
}

/// Checks 2x + y with noise, with a third factor z that does nothing: x explains 0.8 of the variance of the
/// expected response, y 0.2. Batches share a part of their noise, like games with common random numbers; the noise
/// of a mean over batches is as large as the response. In 60 runs the means of the estimates are within 0.06, and
/// of 360 intervals at most 36 miss. With plain products, z would seem to explain a third.
#[test]
fn noise_makes_no_sensitivity() {
    let truths = [0.8, 0.8, 0.2, 0.2, 0.0, 0.0];
    let (mut sums, mut misses) = ([0.0; 6], 0);
    let (mut plain, runs) = (0.0, 60);
    for key in 0..runs {
        let mut throw = Throw::new(1000 + key);
        let mut uniform = move || throw.below(1_000_001) as f64 / 1e6 - 0.5;
        let common: Vec<f64> = (0..8).map(|_| uniform()).collect();
        let noise = move |_: &[f64], batch: usize| 4.0 * uniform() + common[batch];
        let found = indices((96, 3, 8), |point| 2.0 * point[0] + point[1], noise, key).unwrap();
        let all = found.iter().flat_map(|found| [found.first, found.total]);
        for ((estimate, truth), sum) in all.zip(truths).zip(&mut sums) {
            *sum += estimate.point / runs as f64;
            misses += usize::from(!(estimate.interval.0..=estimate.interval.1).contains(&truth));
        }
        let mut throw = Throw::new(5000 + key);
        let noise = move |_: &[f64], _: usize| {
            (0..8).map(|_| 4.0 * (throw.below(1_000_001) as f64 / 1e6 - 0.5)).sum::<f64>() / 8.0
        };
        plain +=
            indices((96, 3, 1), |point| 2.0 * point[0] + point[1], noise, key).unwrap()[2].total.point / runs as f64;
    }
    for (sum, truth) in sums.iter().zip(truths) {
        assert!((sum - truth).abs() < 0.06, "{sum} for {truth}");
    }
    assert!(misses <= 36, "{misses} of 360");
    assert!(plain > 0.25, "{plain}");
}

/// Checks few rows of the Ishigami function. Of 480 intervals in 80 runs, at most 38 miss the published index, by
/// more than the noise of a hypercube; more would have a probability of 0.002 if coverage is exact. Of the total
/// index of x, which symmetric intervals miss in 8 to 12 of 80 runs, at most 9.
#[test]
fn few_rows_have_intervals_that_hold() {
    let function = |point: &[f64]| {
        let [x, y, z] = [0, 1, 2].map(|i| (2.0 * point[i] - 1.0) * PI);
        x.sin() + 7.0 * y.sin().powi(2) + 0.1 * z.powi(4) * x.sin()
    };
    let truths = [0.3139, 0.5576, 0.4424, 0.4424, 0.0, 0.2437];
    let mut misses = [0; 6];
    for key in 0..80 {
        let found = indices((32, 3, 1), function, |_, _| 0.0, 100 + key).unwrap();
        let all = found.iter().flat_map(|found| [found.first, found.total]);
        for ((estimate, truth), missed) in all.zip(truths).zip(&mut misses) {
            *missed += usize::from(!(estimate.interval.0..=estimate.interval.1).contains(&truth));
        }
    }
    assert!(misses.iter().sum::<usize>() <= 38 && misses[1] <= 9, "{misses:?}");
}

#[test]
fn a_response_that_does_not_vary_has_no_indices() {
    let mut throw = Throw::new(9);
    let noise = move |_: &[f64], _: usize| throw.below(1000) as f64;
    assert_eq!(indices((64, 2, 8), |_| 1.0, noise, 1), None);
    assert_eq!(indices((64, 2, 1), |_| 1.0, |_, _| 0.0, 1), None);
}

/// Checks 1, 2, 3 and 2, 0, 1 by hand: over two different batches (1·(0+1) + 2·(2+1) + 3·(2+0)) / 6.
#[test]
fn products_leave_out_those_of_a_batch_with_itself() {
    let even = Weights::even(1, 3);
    assert!((even.product(&[1.0, 2.0, 3.0], &[2.0, 0.0, 1.0]) - 13.0 / 6.0).abs() < 1e-12);
    assert_eq!(Weights::even(1, 1).product(&[3.0], &[4.0]), 12.0);
    // A batch that is drawn twice counts twice, but not with itself.
    let drawn = Weights { rows: vec![1.0], batches: vec![2.0, 1.0, 0.0] };
    assert!((drawn.product(&[1.0, 2.0, 3.0], &[2.0, 0.0, 1.0]) - (2.0 * 0.0 + 2.0 * 4.0) / 4.0).abs() < 1e-12);
}

/// Checks means over 30 rows and 30 batches, each with a separate random effect. At most 20 of 200 intervals at 95%
/// miss; more would have a probability of 0.002 if coverage is exact.
#[test]
fn intervals_hold_where_rows_share_their_batches() {
    let misses = (0..200u64).filter(|key| {
        let mut throw = Throw::new(*key);
        let mut part = |size: usize| throw.below(1001) as f64 / 1000.0 * size as f64 - size as f64 / 2.0;
        let (rows, batches): (Vec<f64>, Vec<f64>) =
            ((0..30).map(|_| part(4)).collect(), (0..30).map(|_| part(1)).collect());
        let table: Vec<Vec<f64>> =
            rows.iter().map(|row| batches.iter().map(|batch| row + batch + part(2)).collect()).collect();
        let mean = |weights: &Weights| vec![weights.over_rows(|row| weights.mean(&table[row]))];
        let (low, high) = bootstrap((30, 30), mean, &mut |below| throw.below(below))[0].interval;
        !(low..=high).contains(&0.0)
    });
    assert!(misses.count() <= 20);
}
