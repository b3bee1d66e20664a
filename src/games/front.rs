//! Which of many things are beaten by no other, measured in several ways.

/// Measures this close are equal: they are sums of the same terms in another order.
const NOISE: f64 = 1e-9;

/// For each whether it is on the Pareto front: no other is at least as good in every measure and better in one. All measures
/// are better when larger.
pub fn pareto_front<const N: usize>(measured: &[[f64; N]]) -> Vec<bool> {
    let dominated = |one: &[f64; N], other: &[f64; N]| {
        let pairs = || one.iter().zip(other);
        pairs().all(|(mine, theirs)| *theirs >= mine - NOISE) && pairs().any(|(mine, theirs)| *theirs > mine + NOISE)
    };
    measured.iter().map(|one| !measured.iter().any(|other| dominated(one, other))).collect()
}
