//! Number of independent attacks with one damage distribution that a target survives.

use crate::Pmf;

/// Number of attacks until cumulative damage reaches the hit points.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// Expected number of attacks, including the attack that destroys; `None` if no attack does damage.
    pub mean_attacks: Option<f64>,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
}

/// Computes the survival of a target with `hit_points`; the curve covers 0 to `attacks` attacks.
///
/// With T(h) the expected attacks after damage h, T(h) = (1 + sum over d >= 1 of q(d) T(h + d)) / (1 - q(0)).
pub fn survival(damage: &Pmf, hit_points: usize, attacks: usize) -> Survival {
    let mut to_go = vec![0.0; hit_points + 1];
    for hits in (0..hit_points).rev() {
        let later: f64 = (1..hit_points - hits).map(|d| damage.at(d) * to_go[hits + d]).sum();
        to_go[hits] = (1.0 + later) / (1.0 - damage.at(0));
    }
    let mut standing = vec![0.0; hit_points];
    if let Some(unhurt) = standing.first_mut() {
        *unhurt = 1.0;
    }
    let mut alive_after = Vec::with_capacity(attacks + 1);
    for _ in 0..=attacks {
        alive_after.push(standing.iter().sum());
        for hits in (0..hit_points).rev() {
            standing[hits] = (0..=hits).map(|d| damage.at(d) * standing[hits - d]).sum();
        }
    }
    Survival { mean_attacks: Some(to_go[0]).filter(|mean| mean.is_finite()), alive_after }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the mean equals the sum of the survival curve.
    #[test]
    fn mean_equals_the_summed_survival_curve() {
        let damage = Pmf::new(vec![0.3, 0.4, 0.2, 0.1]);
        let odds = survival(&damage, 6, 400);
        let summed: f64 = odds.alive_after.iter().sum();
        assert!((odds.mean_attacks.unwrap() - summed).abs() < 1e-12);
    }

    /// Enumerates every sequence of four attacks.
    #[test]
    fn curve_equals_enumeration() {
        let damage = Pmf::new(vec![0.3, 0.4, 0.2, 0.1]);
        let mut alive = 0.0;
        for code in 0..256usize {
            let hits: Vec<usize> = (0..4).map(|i| code / 4usize.pow(i) % 4).collect();
            if hits.iter().sum::<usize>() < 6 {
                alive += hits.iter().map(|d| damage.at(*d)).product::<f64>();
            }
        }
        assert!((survival(&damage, 6, 4).alive_after[4] - alive).abs() < 1e-14);
    }

    #[test]
    fn harmless_attacks_never_destroy() {
        let odds = survival(&Pmf::point(0), 3, 5);
        assert_eq!(odds.mean_attacks, None);
        assert_eq!(odds.alive_after, vec![1.0; 6]);
    }
}
