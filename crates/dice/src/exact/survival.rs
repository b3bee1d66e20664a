//! Number of attacks that a target survives: against one damage distribution ([`survival`]); if its owner chooses the
//! part that each hit costs ([`AttritionGraph`]); with repairs between the attacks too ([`Upkeep`]).

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

// Attrition: each hit costs the target one part, its owner chooses which, and the loss changes later attacks.
//
// The model is a Markov decision process over the parts left. Each attack draws its damage from the distribution of the
// current state; the owner then gives up that many parts. Losses only lead downwards and an attack without damage
// changes nothing. So the values are solved once from the bottom up, without iteration: V(s) = (q(0) r(s) + sum over d
// >= 1 of q(d) max over states t reached by d losses of [r(t) + V(t)]) / (1 - q(0)).

/// State of a target: the parts left, and the possible next losses.
#[derive(Clone, Debug)]
pub struct AttritionNode {
    /// Distribution of damage of one attack on the target in this state.
    pub damage: Pmf,
    /// Reward for each attack survived in this state.
    pub reward: f64,
    /// States after one more loss; empty if the next loss destroys the target. Each has a higher index than this state.
    pub children: Vec<usize>,
}

/// All states of a target; the first is the whole target.
#[derive(Clone, Debug)]
pub struct AttritionGraph {
    nodes: Vec<AttritionNode>,
}

/// Destruction of a target under some choice of losses.
#[derive(Clone, Debug, PartialEq)]
pub struct Destruction {
    /// Expected reward until the target is destroyed; `None` if no attack does damage.
    pub value: Option<f64>,
    /// Expected number of attacks, including the attack that destroys; `None` if no attack does damage.
    pub mean_attacks: Option<f64>,
    /// `alive_after[n]`: probability that the target stands after n attacks.
    pub alive_after: Vec<f64>,
    /// States that the target passes through if hits come one at a time, starting with the whole target.
    pub order: Vec<usize>,
}

/// Largest number of loss orders to try: those of seven different parts. Four systems have 24.
const MOST_ORDERS: u64 = 5040;

impl AttritionGraph {
    /// Builds the graph from states: the whole target first, and children after their parents.
    pub fn new(nodes: Vec<AttritionNode>) -> AttritionGraph {
        debug_assert!(nodes.iter().enumerate().all(|(i, node)| node.children.iter().all(|child| *child > i)));
        AttritionGraph { nodes }
    }

    /// Computes best play: after each attack the owner chooses the losses that leave the highest expected reward.
    pub fn best(&self, attacks: usize) -> Destruction {
        self.solve(attacks, |_| true)
    }

    /// Computes losses in a fixed order: the target only reaches states of `order`.
    pub fn along(&self, order: &[usize], attacks: usize) -> Destruction {
        self.solve(attacks, |state| order.contains(&state))
    }

    /// Finds the fixed order of losses with the highest expected reward by trying every order. If there are too many,
    /// uses the order of best play with hits coming one at a time.
    pub fn best_order(&self, attacks: usize) -> Destruction {
        if self.count_orders() > MOST_ORDERS {
            return self.along(&self.best(0).order, attacks);
        }
        let all = self.orders(0).into_iter().map(|order| self.along(&order, attacks));
        let better = |a: Destruction, b: Destruction| if b.value > a.value { b } else { a };
        all.reduce(better).expect("a target has at least its first state")
    }

    /// Counts the orders of losses.
    fn count_orders(&self) -> u64 {
        let mut orders = vec![1u64; self.nodes.len()];
        for (s, node) in self.nodes.iter().enumerate().rev().filter(|(_, node)| !node.children.is_empty()) {
            orders[s] = node.children.iter().fold(0, |sum: u64, child| sum.saturating_add(orders[*child]));
        }
        orders[0]
    }

    /// Lists every order of losses from a state to a last state.
    fn orders(&self, state: usize) -> Vec<Vec<usize>> {
        if self.nodes[state].children.is_empty() {
            return vec![vec![state]];
        }
        let children = self.nodes[state].children.iter();
        children.flat_map(|child| self.orders(*child)).map(|tail| [&[state], tail.as_slice()].concat()).collect()
    }

    fn solve(&self, attacks: usize, allowed: impl Fn(usize) -> bool) -> Destruction {
        let count = self.nodes.len();
        let mut value = vec![0.0; count];
        let mut attacks_to_go = vec![0.0; count];
        // after[s][d]: the best state after d losses from s, with its value; beyond the end the target is destroyed.
        let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
        for s in (0..count).rev().filter(|s| allowed(*s)) {
            let node = &self.nodes[s];
            let deeper = self.best_losses(node, &after, &allowed);
            let stay = node.damage.at(0);
            let later: f64 = deeper.iter().enumerate().map(|(i, (_, worth))| node.damage.at(i + 1) * worth).sum();
            let to_go: f64 =
                deeper.iter().enumerate().map(|(i, (t, _))| node.damage.at(i + 1) * attacks_to_go[*t]).sum();
            value[s] = (stay * node.reward + later) / (1.0 - stay);
            attacks_to_go[s] = (1.0 + to_go) / (1.0 - stay);
            after[s] = [vec![(s, node.reward + value[s])], deeper].concat();
        }
        Destruction {
            value: finite(value[0]),
            mean_attacks: finite(attacks_to_go[0]),
            alive_after: self.alive_after(&after, attacks),
            order: follow(&after),
        }
    }

    /// Finds the best state after 1, 2, … losses from a node, given the best state after 0, 1, … losses from each
    /// child.
    fn best_losses(
        &self,
        node: &AttritionNode,
        after: &[Vec<(usize, f64)>],
        allowed: impl Fn(usize) -> bool,
    ) -> Vec<(usize, f64)> {
        let children: Vec<usize> = node.children.iter().copied().filter(|child| allowed(*child)).collect();
        let depth = children.iter().map(|child| after[*child].len()).max().unwrap_or(0);
        let best_at = |d: usize| {
            let reached = children.iter().filter_map(|child| after[*child].get(d).copied());
            // A strict comparison keeps the first of equal states, so the order of children breaks ties.
            reached.reduce(|best, next| if next.1 > best.1 { next } else { best })
        };
        (0..depth).filter_map(best_at).collect()
    }

    fn alive_after(&self, after: &[Vec<(usize, f64)>], attacks: usize) -> Vec<f64> {
        let mut now = vec![0.0; self.nodes.len()];
        now[0] = 1.0;
        let mut alive = vec![1.0];
        for _ in 0..attacks {
            let mut next = vec![0.0; self.nodes.len()];
            for (s, p) in now.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for (d, (t, _)) in after[s].iter().enumerate() {
                    next[*t] += p * self.nodes[s].damage.at(d);
                }
            }
            now = next;
            alive.push(now.iter().sum());
        }
        alive
    }
}

/// Lists the states that the target passes through if hits come one at a time.
fn follow(after: &[Vec<(usize, f64)>]) -> Vec<usize> {
    std::iter::successors(Some(0), |s: &usize| after[*s].get(1).map(|(t, _)| *t)).collect()
}

fn finite(x: f64) -> Option<f64> {
    Some(x).filter(|x| x.is_finite())
}

// A target with repairs between attacks. Each hit costs a part that the owner chooses. Each turn the owner rolls dice
// that defend or repair the target, until it is destroyed.
//
// The model is a Markov decision process over the parts left. Repairs lead upwards, so the values cannot be solved from
// the bottom up. Policy iteration (Howard, 1960) alternates two steps: find the best choices for given values, and find
// the values of given choices. The values are a linear system, solved by Gaussian elimination. The iteration ends after
// finitely many steps with the best policy.

/// One use of a roll: the defense against the next attack, and the state of the target at that attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollUse {
    /// Index into `Upkeep::damage` of the attack's damage distribution.
    pub damage: usize,
    /// State of the target when the attack comes.
    pub state: usize,
}

/// All states of a target; the first is the whole target.
#[derive(Clone, Debug)]
pub struct Upkeep {
    /// By state: the possible rolls on the owner's turn, as (probability, possible uses).
    pub rolls: Vec<Vec<(f64, Vec<RollUse>)>>,
    /// Distributions of damage, which `RollUse::damage` refers to.
    pub damage: Vec<Pmf>,
    /// By state and number of hits (from 0): the states that the owner may choose from. Beyond the end the target is
    /// destroyed.
    pub after: Vec<Vec<Vec<usize>>>,
    /// By state after an attack: repairs by other units before the owner's next turn, as (probability, states to choose
    /// from). Without repairs this is the same state with probability 1.
    pub mended: Vec<Vec<(f64, Vec<usize>)>>,
}

/// Largest mean number of attacks that is reported; rounding may spoil larger means.
const NEVER_ENDS: f64 = 1e9;
/// Gains below this are rounding errors.
const NOISE: f64 = 1e-12;
/// Largest number of iterations; a handful is usual.
const MOST_STEPS: usize = 100;

impl Upkeep {
    /// Computes the survival under the best choices; the curve covers 0 to `attacks` attacks. The mean is `None` if the
    /// target is never destroyed, or if the mean exceeds 1e9.
    pub fn best(&self, attacks: usize) -> Survival {
        let states = self.rolls.len();
        // Any choices will do as a start, because every hit leads towards destruction. With all values 0, the first
        // choices win.
        let mut values = vec![0.0; states];
        let mut moves = self.moves(&values);
        for _ in 0..MOST_STEPS {
            let Some(solved) = solve(&moves) else {
                return Survival { mean_attacks: None, alive_after: alive_after(&moves, attacks) };
            };
            let gain = solved.iter().zip(&values).any(|(new, old)| *new > old + NOISE * new.abs().max(1.0));
            values = solved;
            if !gain {
                break;
            }
            moves = self.moves(&values);
        }
        let mean = values[0];
        Survival {
            mean_attacks: Some(mean).filter(|mean| mean.is_finite() && (0.0..=NEVER_ENDS).contains(mean)),
            alive_after: alive_after(&moves, attacks),
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
        let turn = |rolls: &Vec<(f64, Vec<RollUse>)>| {
            let mut leads = vec![0.0; states];
            for (p, choices) in rolls {
                let worth = |stand: &RollUse| worths[stand.damage][stand.state];
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

fn alive_after(moves: &[Vec<f64>], attacks: usize) -> Vec<f64> {
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

    fn node(damage: &[f64], reward: f64, children: &[usize]) -> AttritionNode {
        AttritionNode { damage: Pmf::new(damage.to_vec()), reward, children: children.to_vec() }
    }

    /// Builds a hull with armour (a) and a gun (g): losing the gun first keeps the armour's protection.
    fn armoured() -> AttritionGraph {
        let (hard, soft) = ([0.6, 0.3, 0.1], [0.3, 0.4, 0.3]);
        AttritionGraph::new(vec![
            node(&hard, 1.0, &[1, 2]),
            node(&soft, 1.0, &[3]),
            node(&hard, 1.0, &[3]),
            node(&soft, 1.0, &[]),
        ])
    }

    #[test]
    fn without_a_choice_it_is_plain_survival() {
        let q = [0.3, 0.4, 0.2, 0.1];
        let graph = AttritionGraph::new(vec![node(&q, 1.0, &[1]), node(&q, 1.0, &[2]), node(&q, 1.0, &[])]);
        let (worn, plain) = (graph.best(20), survival(&Pmf::new(q.to_vec()), 3, 20));
        assert!((worn.mean_attacks.unwrap() - plain.mean_attacks.unwrap()).abs() < 1e-12);
        assert!(worn.alive_after.iter().zip(&plain.alive_after).all(|(a, b)| (a - b).abs() < 1e-12));
        // With a reward of 1 for each attack survived, the value counts all attacks except the last.
        assert!((worn.value.unwrap() - (worn.mean_attacks.unwrap() - 1.0)).abs() < 1e-12);
    }

    #[test]
    fn the_owner_keeps_what_protects() {
        let best = armoured().best(30);
        assert_eq!(best.order, vec![0, 2, 3]);
        let (gun_first, armour_first) = (armoured().along(&[0, 2, 3], 30), armoured().along(&[0, 1, 3], 30));
        assert!(gun_first.value > armour_first.value);
        assert_eq!(armoured().best_order(30).order, vec![0, 2, 3]);
        assert_eq!(armoured().count_orders(), 2);
        assert!((best.value.unwrap() - gun_first.value.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn a_target_that_cannot_be_hurt_has_no_mean() {
        let graph = AttritionGraph::new(vec![node(&[1.0], 1.0, &[])]);
        let best = graph.best(3);
        assert_eq!((best.mean_attacks, best.value), (None, None));
        assert_eq!(best.alive_after, vec![1.0; 4]);
    }

    /// Builds a target with `hit_points`. With probability `repair` the owner may repair one hit each turn, or defend
    /// instead.
    fn target(hit_points: usize, repair: f64, damage: Vec<Pmf>) -> Upkeep {
        let stand = |damage, state| RollUse { damage, state };
        let defenses = damage.len();
        let of = |state: usize| {
            let plain: Vec<RollUse> = (0..defenses.min(1)).map(|damage| stand(damage, state)).collect();
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
            let worth = |stand: &RollUse| {
                let among = upkeep.after[stand.state].iter().enumerate();
                among.map(|(hits, to)| upkeep.damage[stand.damage].at(hits) * values[to[0]]).sum::<f64>()
            };
            let of = |rolls: &Vec<(f64, Vec<RollUse>)>| {
                1.0 + rolls.iter().map(|(p, all)| p * all.iter().map(worth).fold(0.0, f64::max)).sum::<f64>()
            };
            values = upkeep.rolls.iter().map(of).collect();
        }
        assert!((upkeep.best(0).mean_attacks.unwrap() - values[0]).abs() < 1e-9);
    }

    #[test]
    fn a_target_with_repairs_that_cannot_be_hurt_has_no_mean() {
        let kept = target(3, 0.5, vec![Pmf::point(0)]).best(4);
        assert_eq!((kept.mean_attacks, kept.alive_after.as_slice()), (None, &[1.0; 5][..]));
    }
}
