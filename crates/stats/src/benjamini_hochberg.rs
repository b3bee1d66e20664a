//! The step-up procedure for the false discovery rate (Y. Benjamini and Y. Hochberg, 1995, J. R. Stat. Soc. B 57,
//! 289-300).

/// Computes adjusted p-values in the order of input. If all findings with a value of at most q are accepted, the
/// expected share of false findings among them is at most q.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*b].total_cmp(&p_values[*a]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut ceiling: f64 = 1.0;
    for (from_the_top, i) in order.into_iter().enumerate() {
        let rank = p_values.len() - from_the_top;
        ceiling = ceiling.min(p_values[i] * p_values.len() as f64 / rank as f64);
        adjusted[i] = ceiling;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        let adjusted = benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.02, 0.04, 0.04, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }
}
