//! The Dvoretzky-Kiefer-Wolfowitz bound with Massart's constant (P. Massart, 1990, Ann. Prob. 18, 1269-1283):
//! P(sup |F_n - F| > e) <= 2 exp(-2 n e²).

/// Returns the largest gap between an empirical and the true distribution function that `n` observations exceed with
/// probability at most `alpha`.
pub fn dkw_bound(n: u64, alpha: f64) -> f64 {
    ((2.0 / alpha).ln() / (2.0 * n as f64)).sqrt()
}

/// Returns the largest gap between the distribution functions of counts and probabilities.
pub fn largest_gap(observed: &[u64], probabilities: &[f64]) -> f64 {
    let n = observed.iter().sum::<u64>() as f64;
    let (mut count, mut mass, mut gap) = (0.0, 0.0, 0.0f64);
    for i in 0..observed.len().max(probabilities.len()) {
        count += observed.get(i).copied().unwrap_or(0) as f64;
        mass += probabilities.get(i).copied().unwrap_or(0.0);
        gap = gap.max((count / n - mass).abs());
    }
    gap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bound_and_gap() {
        assert!((dkw_bound(1000, 0.05) - 0.042_947).abs() < 1e-6);
        assert!((largest_gap(&[3, 7], &[0.5, 0.5]) - 0.2).abs() < 1e-12);
    }
}
