//! Holm's step-down correction for many tests at once (S. Holm, 1979, Scand. J. Stat. 6, 65-70).

/// Computes adjusted p-values in the order of input. A test is rejected at a family-wise level if its adjusted p-value
/// is at most that level.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rank, i) in order.into_iter().enumerate() {
        floor = floor.max((p_values[i] * (p_values.len() - rank) as f64).min(1.0));
        adjusted[i] = floor;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }
}
