//! Number of attacks that a frame survives: by the Handbook's formula, with a fixed defense, and with attrition.

use super::attack::bonus;
use super::frame::Frame;
use super::frame_graph::{Arithmetic, Measure, value};
use super::loadout::{Kind, Range};
use super::ruleset::{ChartName, Ruleset};
use hitchart_dice::Pool;
use hitchart_dice::exact::{self, AttritionGraph, AttritionNode, Destruction, Survival};
use hitchart_dice::plan::{AttackPlan, Cover};
use std::collections::BTreeMap;

/// Aims of a frame's owner in the choice of losses: values per attack survived. Measures without a weight count
/// nothing. The measures are those of the remaining systems without white dice, as in the Sys column of the frame
/// graph.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Value of surviving an attack.
    #[serde(default)]
    pub survive: f64,
    /// Value of each expected damage at hand-to-hand range.
    #[serde(default)]
    pub hand_to_hand: f64,
    /// Value of each expected damage at direct range.
    #[serde(default)]
    pub direct: f64,
    /// Value of each expected damage at artillery range.
    #[serde(default)]
    pub artillery: f64,
    /// Value of each pip of the expected spot.
    #[serde(default)]
    pub spot: f64,
    /// Value of each ruler unit of expected movement.
    #[serde(default)]
    pub movement: f64,
}

impl Default for Objective {
    fn default() -> Objective {
        Objective { survive: 1.0, hand_to_hand: 0.0, direct: 0.0, artillery: 0.0, spot: 0.0, movement: 0.0 }
    }
}

impl Objective {
    /// Returns the value of a frame in this state for each attack it survives.
    fn reward(&self, frame: &Frame, rules: &Ruleset) -> f64 {
        let worth = |weight: f64, measure| {
            weight * value(frame, measure, 0, Arithmetic::Exact, rules).filter(|_| weight > 0.0).unwrap_or(0.0)
        };
        self.survive
            + worth(self.hand_to_hand, Measure::Attack(Range::HandToHand))
            + worth(self.direct, Measure::Attack(Range::Direct))
            + worth(self.artillery, Measure::Attack(Range::Artillery))
            + worth(self.spot, Measure::Spot)
            + worth(self.movement, Measure::Movement)
    }

    /// Returns the weights with their names.
    pub fn weights(&self) -> [(&'static str, f64); 6] {
        [
            ("survive", self.survive),
            ("hand_to_hand", self.hand_to_hand),
            ("direct", self.direct),
            ("artillery", self.artillery),
            ("spot", self.spot),
            ("movement", self.movement),
        ]
    }
}

/// The attack that a frame is tested against, and the frame's defense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordeal {
    pub attack: Pool,
    pub spot: Pool,
    pub chart: ChartName,
    /// Whites given to defense.
    pub whites: u8,
}

impl Ordeal {
    /// Returns the typical attack of the ruleset, in the open.
    pub fn typical(whites: u8, rules: &Ruleset) -> Ordeal {
        let typical = &rules.typical_attack;
        Ordeal { attack: typical.attack, spot: typical.spot, chart: ChartName::Open, whites }
    }

    fn plan(&self, frame: &Frame, rules: &Ruleset) -> AttackPlan {
        let defense = frame.defense_dice(self.whites, rules);
        let chart = rules.charts.chart(self.chart);
        let bonus = bonus(&self.spot, rules);
        let (attack, spot, second_spot) = (self.attack, self.spot, Pool::EMPTY);
        AttackPlan { attack, spot, second_spot, bonus, defense, chart, cover: Cover::None }
    }
}

/// The durability of a frame, computed in three ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Durability {
    /// Result of the Handbook's formula, exact, and as its app rounds it; only for the typical attack.
    pub formula: Option<(f64, f64)>,
    /// The defense does not change until the frame is destroyed.
    pub fixed: Survival,
    /// Each hit costs a system, which the owner chooses after each attack.
    pub attrition: Destruction,
    /// Like `attrition`, but with the best order of losses fixed in advance.
    pub best_order: Destruction,
    /// The frame after 0, 1, 2, … hits in that order.
    pub states: Vec<Frame>,
}

impl Durability {
    /// Returns the best order of losses as text: `G, Rd, Y, B, W, W`.
    pub fn order(&self) -> String {
        let lost = |pair: &[Frame]| lost_between(&pair[0], &pair[1]);
        let last = if self.states.last().is_some_and(|frame| frame.hit_points() == 1) { vec!["W"] } else { vec![] };
        self.states.windows(2).map(lost).chain(last).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the token of the system or die that the second state lacks.
fn lost_between(before: &Frame, after: &Frame) -> &'static str {
    let kind = Kind::ALL.iter().find(|(kind, _)| before.loadout.count(*kind) > after.loadout.count(*kind));
    kind.map_or("W", |(_, token)| token)
}

/// Computes the durability of a frame, with lists for 0 to `attacks` attacks.
pub fn durability(
    frame: &Frame,
    ordeal: &Ordeal,
    objective: &Objective,
    attacks: usize,
    rules: &Ruleset,
) -> Durability {
    let fixed = exact::survival(&exact::attack(&ordeal.plan(frame, rules)).damage(), frame.hit_points(), attacks);
    let (states, graph) = attrition_graph(frame, ordeal, objective, rules);
    let attrition = graph.best(attacks);
    let best_order = graph.best_order(attacks);
    let formula = |arithmetic| value(frame, Measure::Durability, ordeal.whites, arithmetic, rules);
    let typical = *ordeal == Ordeal::typical(ordeal.whites, rules);
    Durability {
        formula: formula(Arithmetic::Exact).zip(formula(Arithmetic::Handbook)).filter(|_| typical),
        states: best_order.order.iter().map(|state| states[*state]).collect(),
        fixed,
        attrition,
        best_order,
    }
}

/// Returns the expected number of attacks up to the one that destroys the frame, with losses chosen to survive longest.
/// `None` if no attack does damage.
pub fn longest_stand(frame: &Frame, ordeal: &Ordeal, rules: &Ruleset) -> Option<f64> {
    attrition_graph(frame, ordeal, &Objective::default(), rules).1.best(0).mean_attacks
}

/// Returns all states that damage can leave a frame in, the undamaged frame first, each after the states that lead to
/// it.
fn attrition_graph(
    frame: &Frame,
    ordeal: &Ordeal,
    objective: &Objective,
    rules: &Ruleset,
) -> (Vec<Frame>, AttritionGraph) {
    let mut states = vec![*frame];
    let mut index = BTreeMap::from([(*frame, 0)]);
    let mut children: Vec<Vec<usize>> = Vec::new();
    // Breadth first: all states with n hits come before those with n + 1.
    while children.len() < states.len() {
        let next = losses(&states[children.len()], rules);
        let known = next.into_iter().map(|state| {
            *index.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        });
        children.push(known.collect());
    }
    let node = |(state, children): (&Frame, Vec<usize>)| AttritionNode {
        damage: exact::attack(&ordeal.plan(state, rules)).damage(),
        reward: objective.reward(state, rules),
        children,
    };
    let nodes = states.iter().zip(children).map(node).collect();
    (states, AttritionGraph::new(nodes))
}

/// Returns the possible states after one hit: a system less, or a white less if there are no systems or the ruleset
/// permits it (S36).
pub(super) fn losses(frame: &Frame, rules: &Ruleset) -> Vec<Frame> {
    // The least useful first, so that ties are broken as a player would: movement, comms, weapons, armour last.
    const ORDER: [Kind; 11] = [
        Kind::Environment,
        Kind::Movement,
        Kind::Comms,
        Kind::HandToHand,
        Kind::HandToHandDirect,
        Kind::HandToHandArtillery,
        Kind::DirectArtillery,
        Kind::Extreme,
        Kind::Artillery,
        Kind::Direct,
        Kind::Defense,
    ];
    let systems = ORDER.iter().filter_map(|kind| frame.loadout.minus(*kind));
    let mut next: Vec<Frame> = systems.map(|loadout| Frame { loadout, ..*frame }).collect();
    let early = rules.frame.early_white_loss;
    if (next.is_empty() || early) && frame.whites > 1 {
        next.push(Frame { whites: frame.whites - 1, ..*frame });
    }
    next
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::rules_files::rulebook;
    use super::*;

    fn worn(loadout: &str, whites: u8, objective: Objective) -> Durability {
        let rules = rulebook();
        let frame = Frame::new(Loadout::parse(loadout, &rules).unwrap(), &rules);
        durability(&frame, &Ordeal::typical(whites, &rules), &objective, 12, &rules)
    }

    #[test]
    fn a_survivor_keeps_its_armour_to_the_last() {
        let soldier = worn("RdYBG", 0, Objective::default());
        assert_eq!(soldier.order(), "G, Y, Rd, B, W, W");
        assert_eq!(soldier.states.len(), 6);
        let brawler = worn("RhRhBB", 1, Objective::default());
        assert!(brawler.order().starts_with("Rh, Rh, B, B"));
        // Losing the blue die must cost something compared with never losing it.
        assert!(soldier.attrition.mean_attacks < soldier.fixed.mean_attacks);
        assert!((soldier.attrition.value.unwrap() - soldier.best_order.value.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn a_gunner_keeps_its_gun() {
        let gunner = worn("RdYBG", 0, Objective { survive: 0.0, direct: 1.0, ..Objective::default() });
        let order = gunner.order();
        assert!(order.find("Rd").unwrap() > order.find('G').unwrap(), "{order}");
        assert!(order.find("Rd").unwrap() > order.find('B').unwrap(), "{order}");
    }

    #[test]
    fn without_blues_attrition_changes_nothing_but_the_last_whites() {
        let bare = worn("RdRdYY", 0, Objective::default());
        assert!((bare.attrition.mean_attacks.unwrap() - bare.fixed.mean_attacks.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn whites_may_go_early_but_never_the_last() {
        let mut rules = rulebook();
        rules.frame.early_white_loss = true;
        let frame = Frame::new(Loadout::parse("B", &rules).unwrap(), &rules);
        let next = losses(&frame, &rules);
        assert_eq!(next.len(), 2);
        assert!(losses(&Frame { whites: 1, ..frame }, &rules).iter().all(|frame| frame.whites == 1));
    }
}
