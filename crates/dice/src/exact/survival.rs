//! How many independent attacks with one damage distribution a target survives.

use crate::Pmf;

/// Attacks until cumulative damage reaches the hit points.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// Expected number of attacks up to and including the one that destroys; `None` where no attack does damage.
    pub mean_attacks: Option<f64>,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
}

/// The distribution of attacks survived by a target of `hit_points`, listed for 0 to `attacks` attacks.
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

    /// The mean is the sum of the survival function.
    #[test]
    fn mean_equals_the_summed_survival_curve() {
        let damage = Pmf::new(vec![0.3, 0.4, 0.2, 0.1]);
        let odds = survival(&damage, 6, 400);
        let summed: f64 = odds.alive_after.iter().sum();
        assert!((odds.mean_attacks.unwrap() - summed).abs() < 1e-12);
    }

    /// Every sequence of four attacks, one by one.
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
