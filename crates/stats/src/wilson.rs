//! A proportion with Wilson's score interval (E. B. Wilson, 1927, J. Am. Stat. Assoc. 22, 209-212):
//! (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n).

use super::{Estimate, normal_quantile};

/// Computes the proportion `successes / n` with its interval at `level`; with n = 0 the interval is (0, 1).
pub(super) fn wilson(successes: u64, n: u64, level: f64) -> Estimate {
    if n == 0 {
        return Estimate { point: f64::NAN, standard_error: f64::NAN, interval: (0.0, 1.0), n, observations: n };
    }
    let (count, z) = (n as f64, normal_quantile(level));
    let p = successes as f64 / count;
    let spread = z * (p * (1.0 - p) / count + z * z / (4.0 * count * count)).sqrt();
    let centre = p + z * z / (2.0 * count);
    let scale = 1.0 + z * z / count;
    // Without a success or a failure a bound is exactly 0 or 1; rounding would miss it slightly.
    let low = if successes == 0 { 0.0 } else { ((centre - spread) / scale).max(0.0) };
    let high = if successes == n { 1.0 } else { ((centre + spread) / scale).min(1.0) };
    let interval = (low, high);
    Estimate { point: p, standard_error: (p * (1.0 - p) / count).sqrt(), interval, n, observations: n }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks Newcombe 1998, Stat. Med. 17, table I: 81 of 263 and 0 of 20.
    #[test]
    fn published_intervals() {
        let interval = |successes, n| wilson(successes, n, 0.95).interval;
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 5e-5 && (b - d).abs() < 5e-5;
        assert!(close(interval(81, 263), (0.2553, 0.3662)));
        assert!(close(interval(0, 20), (0.0, 0.1611)));
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
