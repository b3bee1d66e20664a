//! A target with repairs between attacks. Each hit costs a part that the owner chooses. Each turn the owner rolls dice
//! that defend or repair the target, until it is destroyed.
//!
//! The model is a Markov decision process over the parts left. Repairs lead upwards, so the values cannot be solved
//! from the bottom up. Policy iteration (Howard, 1960) alternates two steps: find the best choices for given values,
//! and find the values of given choices. The values are a linear system, solved by Gaussian elimination. The iteration
//! ends after finitely many steps with the best policy.

use crate::Pmf;

/// One use of a roll: the defense against the next attack, and the state of the target at that attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Index into `Upkeep::damage` of the attack's damage distribution.
    pub damage: usize,
    /// State of the target when the attack comes.
    pub state: usize,
}

/// All states of a target; the first is the whole target.
#[derive(Clone, Debug)]
pub struct Upkeep {
    /// By state: the possible rolls on the owner's turn, as (probability, possible uses).
    pub rolls: Vec<Vec<(f64, Vec<Stand>)>>,
    /// Distributions of damage, which `Stand::damage` refers to.
    pub damage: Vec<Pmf>,
    /// By state and number of hits (from 0): the states that the owner may choose from. Beyond the end the target is
    /// destroyed.
    pub after: Vec<Vec<Vec<usize>>>,
    /// By state after an attack: repairs by other units before the owner's next turn, as (probability, states to choose
    /// from). Without repairs this is the same state with probability 1.
    pub mended: Vec<Vec<(f64, Vec<usize>)>>,
}

/// Survival of a target with repairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Expected number of attacks, including the attack that destroys; `None` if the target is never destroyed, or if
    /// the number exceeds 1e9.
    pub mean_attacks: Option<f64>,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
}

/// Largest mean number of attacks that is reported; rounding may spoil larger means.
pub const NEVER_ENDS: f64 = 1e9;
/// Gains below this are rounding errors.
const NOISE: f64 = 1e-12;
/// Largest number of iterations; a handful is usual.
const MOST_STEPS: usize = 100;

impl Upkeep {
    /// Computes the survival under the best choices; the curve covers 0 to `attacks` attacks.
    pub fn best(&self, attacks: usize) -> Kept {
        let states = self.rolls.len();
        // Any choices will do as a start, because every hit leads towards destruction. With all values 0, the first
        // choices win.
        let mut values = vec![0.0; states];
        let mut moves = self.moves(&values);
        for _ in 0..MOST_STEPS {
            let Some(solved) = solve(&moves) else {
                return Kept { mean_attacks: None, alive_after: alive(&moves, attacks) };
            };
            let gain = solved.iter().zip(&values).any(|(new, old)| *new > old + NOISE * new.abs().max(1.0));
            values = solved;
            if !gain {
                break;
            }
            moves = self.moves(&values);
        }
        let mean = values[0];
        Kept {
            mean_attacks: Some(mean).filter(|mean| mean.is_finite() && (0.0..=NEVER_ENDS).contains(mean)),
            alive_after: alive(&moves, attacks),
        }
    }

    /// Computes for each state the probabilities of the states at the next turn, under the best choices for these
    /// values.
    fn moves(&self, values: &[f64]) -> Vec<Vec<f64>> {
        let states = self.rolls.len();
        let best = |among: &[usize], worth: &[f64]| {
            among.iter().copied().reduce(|best, next| if worth[next] > worth[best] + NOISE { next } else { best })
        };
        // States after an attack: their next states once other units have made repairs, and their values.
        let mended = |state: usize| {
            let mut leads = vec![0.0; states];
            for (p, into) in &self.mended[state] {
                best(into, values).into_iter().for_each(|into| leads[into] += p);
            }
            leads
        };
        let left: Vec<Vec<f64>> = (0..states).map(mended).collect();
        let worth: Vec<f64> = left.iter().map(|leads| dot(leads, values)).collect();
        // Next states of every stand: each state against each distribution of damage.
        let stand = |damage: &Pmf, state: usize| {
            let mut leads = vec![0.0; states];
            for (hits, among) in self.after[state].iter().enumerate() {
                let Some(into) = best(among, &worth) else { continue };
                leads.iter_mut().zip(&left[into]).for_each(|(sum, p)| *sum += damage.at(hits) * p);
            }
            leads
        };
        let stands: Vec<Vec<Vec<f64>>> =
            self.damage.iter().map(|damage| (0..states).map(|state| stand(damage, state)).collect()).collect();
        let worths: Vec<Vec<f64>> =
            stands.iter().map(|states| states.iter().map(|leads| dot(leads, values)).collect()).collect();
        let turn = |rolls: &Vec<(f64, Vec<Stand>)>| {
            let mut leads = vec![0.0; states];
            for (p, choices) in rolls {
                let worth = |stand: &Stand| worths[stand.damage][stand.state];
                let best = choices.iter().reduce(|a, b| if worth(b) > worth(a) + NOISE { b } else { a });
                let Some(best) = best else { continue };
                leads.iter_mut().zip(&stands[best.damage][best.state]).for_each(|(sum, q)| *sum += p * q);
            }
            leads
        };
        self.rolls.iter().map(turn).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Computes the expected attacks from each state, V = 1 + P V, by Gaussian elimination with pivots. `None` if there is
/// no solution.
fn solve(moves: &[Vec<f64>]) -> Option<Vec<f64>> {
    let n = moves.len();
    let mut rows: Vec<Vec<f64>> = moves
        .iter()
        .enumerate()
        .map(|(i, row)| (0..n).map(|j| f64::from(u8::from(i == j)) - row[j]).chain([1.0]).collect())
        .collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() < f64::EPSILON {
            return None;
        }
        rows.swap(column, pivot);
        let (upper, lower) = rows.split_at_mut(column + 1);
        let pivot = &upper[column];
        for row in lower {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).skip(column).for_each(|(x, p)| *x -= factor * p);
        }
    }
    let mut values = vec![0.0; n];
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|j| rows[row][j] * values[j]).sum();
        values[row] = (rows[row][n] - known) / rows[row][row];
    }
    Some(values)
}

fn alive(moves: &[Vec<f64>], attacks: usize) -> Vec<f64> {
    let mut now = vec![0.0; moves.len()];
    now[0] = 1.0;
    let mut alive = vec![1.0];
    for _ in 0..attacks {
        let mut next = vec![0.0; moves.len()];
        for (p, row) in now.iter().zip(moves).filter(|(p, _)| **p > 0.0) {
            next.iter_mut().zip(row).for_each(|(sum, q)| *sum += p * q);
        }
        now = next;
        alive.push(now.iter().sum());
    }
    alive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::survival;

    /// Builds a target with `hit_points`. With probability `repair` the owner may repair one hit each turn, or defend
    /// instead.
    fn target(hit_points: usize, repair: f64, damage: Vec<Pmf>) -> Upkeep {
        let stand = |damage, state| Stand { damage, state };
        let defenses = damage.len();
        let of = |state: usize| {
            let plain: Vec<Stand> = (0..defenses.min(1)).map(|damage| stand(damage, state)).collect();
            let mut lucky = plain.clone();
            lucky.push(stand(0, state.saturating_sub(1)));
            lucky.extend((1..defenses).map(|damage| stand(damage, state)));
            vec![(1.0 - repair, plain), (repair, lucky)]
        };
        Upkeep {
            rolls: (0..hit_points).map(of).collect(),
            damage,
            after: (0..hit_points).map(|state| (state..hit_points).map(|left| vec![left]).collect()).collect(),
            mended: (0..hit_points).map(|state| vec![(1.0, vec![state])]).collect(),
        }
    }

    #[test]
    fn without_repair_it_is_plain_survival() {
        let damage = Pmf::new(vec![0.3, 0.4, 0.2, 0.1]);
        let (kept, plain) = (target(5, 0.0, vec![damage.clone()]).best(12), survival(&damage, 5, 12));
        assert!((kept.mean_attacks.unwrap() - plain.mean_attacks.unwrap()).abs() < 1e-12);
        kept.alive_after.iter().zip(&plain.alive_after).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }

    /// Checks two hit points, one certain hit per attack and a repair with chance r. From the whole target there are 2
    /// hits plus the number of repairs, which is geometric.
    #[test]
    fn repairs_add_a_geometric_number_of_attacks() {
        let kept = target(2, 0.25, vec![Pmf::point(1)]).best(3);
        assert!((kept.mean_attacks.unwrap() - (2.0 + 0.25 / 0.75)).abs() < 1e-12);
        assert!((kept.alive_after[2] - 0.25).abs() < 1e-15);
        assert!((kept.alive_after[3] - 0.0625).abs() < 1e-15);
    }

    /// Compares with value iteration.
    #[test]
    fn choices_are_the_best_there_are() {
        let damage = vec![Pmf::new(vec![0.2, 0.5, 0.3]), Pmf::new(vec![0.6, 0.3, 0.1])];
        let upkeep = target(6, 0.4, damage);
        let mut values = vec![0.0; 6];
        for _ in 0..20_000 {
            let worth = |stand: &Stand| {
                let among = upkeep.after[stand.state].iter().enumerate();
                among.map(|(hits, to)| upkeep.damage[stand.damage].at(hits) * values[to[0]]).sum::<f64>()
            };
            let of = |rolls: &Vec<(f64, Vec<Stand>)>| {
                1.0 + rolls.iter().map(|(p, all)| p * all.iter().map(worth).fold(0.0, f64::max)).sum::<f64>()
            };
            values = upkeep.rolls.iter().map(of).collect();
        }
        assert!((upkeep.best(0).mean_attacks.unwrap() - values[0]).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_hurt_has_no_mean() {
        let kept = target(3, 0.5, vec![Pmf::point(0)]).best(4);
        assert_eq!((kept.mean_attacks, kept.alive_after.as_slice()), (None, &[1.0; 5][..]));
    }
}
