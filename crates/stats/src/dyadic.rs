//! Means over pairs with shared members. The value of a pair is not an independent observation if a member is in other
//! pairs too.

use super::Estimate;
use super::mean::student_quantile;

/// Computes the mean of a value observed for pairs of members, with its interval at `level`.
///
/// The standard error is that of a jackknife that leaves out one member with all its pairs at a time (O. Frank and T.
/// Snijders, 1994, Journal of Official Statistics 10, 53-67; T. Snijders and S. Borgatti, 1999, Connections 22,
/// 161-170). Pairs with a common member vary together. Variation of the pair alone counts twice, so the interval errs
/// on the wide side. Quantiles are Student's with one degree of freedom less than there are members.
pub fn dyadic(values: &[([usize; 2], f64)], level: f64) -> Estimate {
    let mean = |left_out: Option<usize>| {
        let kept = values.iter().filter(|(pair, _)| left_out.is_none_or(|member| !pair.contains(&member)));
        let (sum, many) = kept.fold((0.0, 0_u64), |(sum, many), (_, value)| (sum + value, many + 1));
        (many > 0).then(|| sum / many as f64)
    };
    let mut members: Vec<usize> = values.iter().flat_map(|(pair, _)| *pair).collect();
    members.sort_unstable();
    members.dedup();
    let point = mean(None).unwrap_or(f64::NAN);
    let without: Vec<f64> = members.into_iter().filter_map(|member| mean(Some(member))).collect();
    let (count, observations) = (without.len() as f64, values.len() as u64);
    if count < 2.0 {
        let interval = (f64::NEG_INFINITY, f64::INFINITY);
        return Estimate { point, standard_error: f64::NAN, interval, n: observations, observations };
    }
    let squares: f64 = without.iter().map(|without| (without - point).powi(2)).sum();
    let standard_error = (squares * (count - 1.0) / count).sqrt();
    let reach = student_quantile(count - 1.0, level) * standard_error;
    Estimate { point, standard_error, interval: (point - reach, point + reach), n: observations, observations }
}

#[cfg(test)]
mod tests {
    use super::super::student;
    use super::*;
    use hitchart_dice::Throw;

    /// Simulates twelve members in half of the pairs 400 times. The strengths of a pair add up, or one counts against
    /// the other. Intervals at 95% miss in 5% of cases; 38 of 400 would have a probability of 0.0001. Intervals that
    /// treat pairs as independent miss far more often if strengths add up.
    #[test]
    fn means_over_pairs_are_covered() {
        for sign in [1.0, -1.0] {
            let (mut missed, mut alone) = (0, 0);
            for seed in 0..400 {
                let mut throw = Throw::new(seed);
                let mut noise = || (0..12).map(|_| throw.below(1001) as f64 / 1000.0 - 0.5).sum::<f64>();
                let strengths: Vec<f64> = (0..12).map(|_| noise()).collect();
                let pairs = (0..12).flat_map(|i| (i + 1..12).map(move |j| [i, j])).filter(|[i, j]| (i + j) % 2 == 1);
                let values: Vec<([usize; 2], f64)> =
                    pairs.map(|[i, j]| ([i, j], strengths[i] + sign * strengths[j] + 0.3 * noise())).collect();
                let outside = |(low, high): (f64, f64)| u64::from(!(low..=high).contains(&0.0));
                missed += outside(dyadic(&values, 0.95).interval);
                let plain: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
                alone += outside(student(&plain, 0.95).interval);
            }
            assert!(missed < 38, "{missed} of 400");
            assert!(sign < 0.0 || alone > 100, "{alone} of 400");
        }
    }

    /// Checks three members by hand: without any one of them, one pair is left.
    #[test]
    fn of_three_members_by_hand() {
        let values = [([0, 1], 1.0), ([0, 2], 2.0), ([1, 2], 6.0)];
        let estimate = dyadic(&values, 0.95);
        assert_eq!(estimate.point, 3.0);
        assert!((estimate.standard_error - (14.0_f64 * 2.0 / 3.0).sqrt()).abs() < 1e-12);
        assert!(dyadic(&values[..1], 0.95).interval.1.is_infinite());
    }
}
