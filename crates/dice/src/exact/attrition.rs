//! Attrition: each hit costs the target one part, its owner chooses which, and the loss changes later attacks.
//!
//! The model is a Markov decision process over the parts left. Each attack draws its damage from the distribution of
//! the current state; the owner then gives up that many parts. Losses only lead downwards and an attack without damage
//! changes nothing. So the values are solved once from the bottom up, without iteration:
//! V(s) = (q(0) r(s) + sum over d >= 1 of q(d) max over states t reached by d losses of [r(t) + V(t)]) / (1 - q(0)).

use crate::Pmf;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::survival;

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
}
