//! Pareto front of things that are measured in several ways.

/// Measures within this distance are equal, because rounding depends on the order in which the same terms are added.
const NOISE: f64 = 1e-9;

/// Returns for each thing true if it is on the Pareto front: no other is at least as good in every measure and better
/// in one. All measures are better when larger.
pub fn pareto_front<const N: usize>(measured: &[[f64; N]]) -> Vec<bool> {
    let dominated = |one: &[f64; N], other: &[f64; N]| {
        let pairs = || one.iter().zip(other);
        pairs().all(|(mine, theirs)| *theirs >= mine - NOISE) && pairs().any(|(mine, theirs)| *theirs > mine + NOISE)
    };
    measured.iter().map(|one| !measured.iter().any(|other| dominated(one, other))).collect()
}
