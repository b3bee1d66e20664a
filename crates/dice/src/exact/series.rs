//! A series of attacks on one target as a Markov chain over (damage taken, hits left on the cover).

use super::attack::attack;
use crate::plan::SeriesPlan;
use crate::{Joint, Pmf};

/// Odds of a series of attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesOdds {
    /// Joint distribution after the last attack. Rows: hits the cover has lost; columns: damage taken, the last column
    /// meaning destroyed.
    pub joint: Joint,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
}

impl SeriesOdds {
    /// Returns the distribution of damage after the last attack, capped at the hit points.
    pub fn damage(&self) -> Pmf {
        self.joint.column_pmf()
    }

    /// Returns the distribution of hits that the cover has lost after the last attack.
    pub fn cover(&self) -> Pmf {
        self.joint.row_pmf()
    }
}

/// Computes the exact odds of a series of attacks.
pub fn series(plan: &SeriesPlan) -> SeriesOdds {
    let columns = usize::from(plan.hit_points) + 1;
    let states = (usize::from(plan.cover_hits) + 1) * columns;
    let steps = transitions(plan, columns);
    let mut now = vec![0.0; states];
    now[0] = 1.0;
    let standing = |p: &[f64]| p.chunks(columns).map(|row| row[..columns - 1].iter().sum::<f64>()).sum();
    let mut alive_after = vec![standing(&now)];
    for _ in 0..plan.attacks {
        let mut next = vec![0.0; states];
        for (p, targets) in now.iter().zip(&steps) {
            targets.iter().for_each(|(state, q)| next[*state] += p * q);
        }
        now = next;
        alive_after.push(standing(&now));
    }
    SeriesOdds { joint: Joint::new(columns, now), alive_after }
}

/// Lists for each state the states that one attack leads to, with their probabilities. A destroyed target does not
/// change.
fn transitions(plan: &SeriesPlan, columns: usize) -> Vec<Vec<(usize, f64)>> {
    let state = |lost: usize, damage: usize| lost * columns + damage.min(columns - 1);
    let from = |lost: usize, damage: usize| {
        if damage + 1 == columns {
            return vec![(state(lost, damage), 1.0)];
        }
        let odds = attack(&plan.attack_at(damage as u8, plan.cover_hits - lost as u8)).joint;
        let cells = (0..odds.rows()).flat_map(|row| (0..odds.columns()).map(move |column| (row, column)));
        cells.map(|(row, column)| (state(lost + row, damage + column), odds.at(row, column))).collect()
    };
    (0..=usize::from(plan.cover_hits)).flat_map(|lost| (0..columns).map(move |damage| from(lost, damage))).collect()
}
