//! Durability: the number of attacks that a frame survives, and its chances to win a duel.
//!
//! The number of attacks is computed in three ways: by the Handbook's formula, with a fixed defense, and with
//! attrition.
//!
//! In a duel two frames attack in turns until one is destroyed. Both attack at one range without moving, a fair coin
//! decides who begins, and owners choose the losses that maximise their chance to win (rulebook, "Damage"), among those
//! that the ruleset allows (S36). Whites are divided between attack and defense, with the odd one in attack. Every hit
//! destroys something, so the only cycles are turns in which nothing is hit. If both frames miss, the state repeats,
//! which gives two linear equations for each state. Frames that cannot hurt each other are even.

use super::attack::{Shelter, bonus, plan};
use super::frame::{Arithmetic, Frame, Measure, value};
use super::loadout::{Loadout, Range, SystemKind};
use super::ruleset::{ChartName, Ruleset};
use hitchart_dice::Pool;
use hitchart_dice::exact::{self, AttritionGraph, AttritionNode, Destruction, Survival, attack};
use hitchart_dice::plan::{AttackPlan, Cover, DefenseDice};
use std::collections::BTreeMap;

// Number of attacks that a frame survives.

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
    /// Attack dice; the highest counts.
    pub attack: Pool,
    /// Dice of the spot; the highest counts, and an empty pool is no spot.
    pub spot: Pool,
    /// Damage chart of the attack; nothing covers the frame.
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
        let destroyed = Frame { loadout: Loadout::default(), whites: 0 };
        let last = self.states.last().filter(|frame| frame.hit_points() == 1);
        let last = last.map(|frame| lost_between(frame, &destroyed));
        self.states.windows(2).map(lost).chain(last).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the token of the system or die that the second state lacks.
fn lost_between(before: &Frame, after: &Frame) -> &'static str {
    let kind = SystemKind::ALL.iter().find(|(kind, _)| before.loadout.count(*kind) > after.loadout.count(*kind));
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
    let fixed = exact::survival(&attack(&ordeal.plan(frame, rules)).damage(), frame.hit_points(), attacks);
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
        damage: attack(&ordeal.plan(state, rules)).damage(),
        reward: objective.reward(state, rules),
        children,
    };
    let nodes = states.iter().zip(children).map(node).collect();
    (states, AttritionGraph::new(nodes))
}

/// Returns the possible states after one hit, without a destroyed frame: a system less, or a white less if there are no
/// systems or the ruleset permits it (S36).
pub(super) fn losses(frame: &Frame, rules: &Ruleset) -> Vec<Frame> {
    // The least useful first, so that ties are broken as a player would: movement, comms, weapons, armour last.
    const ORDER: [SystemKind; 13] = [
        SystemKind::Environment,
        SystemKind::EnvironmentTangle,
        SystemKind::EnvironmentVacuum,
        SystemKind::Movement,
        SystemKind::Comms,
        SystemKind::HandToHand,
        SystemKind::HandToHandDirect,
        SystemKind::HandToHandArtillery,
        SystemKind::DirectArtillery,
        SystemKind::Extreme,
        SystemKind::Artillery,
        SystemKind::Direct,
        SystemKind::Defense,
    ];
    let systems = ORDER.iter().filter_map(|kind| frame.loadout.minus(*kind));
    let mut next: Vec<Frame> = systems.map(|loadout| Frame { loadout, ..*frame }).collect();
    let early = rules.frame.early_white_loss;
    if (next.is_empty() || early) && frame.whites > 1 {
        next.push(Frame { whites: frame.whites - 1, ..*frame });
    }
    // The last system of a frame without whites is its last hit.
    next.retain(|left| left.hit_points() > 0);
    next
}

// Duels.

/// A state of a damaged frame.
#[derive(Clone, Debug)]
struct Left {
    /// Index of the frame's attack, if it can attack.
    attack: Option<usize>,
    /// Index of the frame's defense.
    defense: usize,
    /// For each number of simultaneous hits, from one, the possible states after them; empty if the hits destroy the
    /// frame.
    after: Vec<Vec<usize>>,
    hit_points: usize,
}

/// Duels of all frames against one another: the states of each frame, and the damage of every attack against every
/// defense.
#[derive(Clone, Debug)]
pub struct Duels {
    /// For each frame its possible states, the undamaged one first.
    frames: Vec<Vec<Left>>,
    /// PMF of the hits, by attack and defense.
    damage: Vec<Vec<Vec<f64>>>,
}

/// Returns the possible states of a frame, each once, with the states after each number of hits.
fn descendants(frame: &Frame, rules: &Ruleset) -> Vec<(Frame, Vec<Vec<usize>>)> {
    let mut found: Vec<Frame> = vec![*frame];
    let mut steps: Vec<Vec<usize>> = Vec::new();
    let mut next = 0;
    while next < found.len() {
        let mut places = Vec::new();
        for less in losses(&found[next], rules) {
            let place = found.iter().position(|known| *known == less).unwrap_or_else(|| {
                found.push(less);
                found.len() - 1
            });
            places.push(place);
        }
        steps.push(places);
        next += 1;
    }
    let after = |place: usize| {
        let mut all: Vec<Vec<usize>> = Vec::new();
        let mut level = steps[place].clone();
        while !level.is_empty() {
            let mut deeper: Vec<usize> = level.iter().flat_map(|place| steps[*place].iter().copied()).collect();
            deeper.sort_unstable();
            deeper.dedup();
            all.push(std::mem::replace(&mut level, deeper));
        }
        all
    };
    let all: Vec<Vec<Vec<usize>>> = (0..found.len()).map(after).collect();
    found.into_iter().zip(all).collect()
}

impl Duels {
    /// Prepares the duels of these frames at a range and behind a shelter.
    pub fn new(frames: &[Frame], range: Range, shelter: Shelter, rules: &Ruleset) -> Duels {
        let (mut attacks, mut defenses): (Vec<Pool>, Vec<DefenseDice>) = (Vec::new(), Vec::new());
        let mut left = |(frame, after): (Frame, Vec<Vec<usize>>)| {
            let defending = frame.whites / 2;
            let dice = frame.attack_dice(range, frame.whites - defending, 0, rules);
            let attack = dice.map(|dice| place(&mut attacks, dice));
            let defense = place(&mut defenses, frame.defense_dice(defending, rules));
            Left { attack, defense, after, hit_points: frame.hit_points() }
        };
        let of = |frame: &Frame| descendants(frame, rules).into_iter().map(&mut left).collect();
        let frames = frames.iter().map(of).collect();
        let hits = |dice: &Pool, defense: &DefenseDice| {
            let plan = plan(*dice, Pool::EMPTY, *defense, shelter.chart(range), shelter, rules);
            attack(&plan).damage().as_slice().to_vec()
        };
        let damage = attacks.iter().map(|dice| defenses.iter().map(|defense| hits(dice, defense)).collect()).collect();
        Duels { frames, damage }
    }

    /// Returns each pair of frames once, by place, the lower place first.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let n = self.frames.len();
        (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
    }

    /// Returns the chances row against column, from the chance that the first frame of each pair outlasts the second.
    pub fn chances(&self, won: &[f64]) -> Vec<Vec<f64>> {
        let n = self.frames.len();
        let mut chances = vec![vec![0.5; n]; n];
        for ((a, b), won) in self.pairs().into_iter().zip(won) {
            chances[a][b] = *won;
            chances[b][a] = 1.0 - won;
        }
        chances
    }

    /// Returns the chance that the first outlasts the second; a tie counts half.
    pub fn won(&self, first: usize, second: usize) -> f64 {
        let (first, second) = (&self.frames[first], &self.frames[second]);
        // For each pair of states, the chance of the first frame if it attacks next, and if the other does.
        let mut chances = vec![[0.5; 2]; first.len() * second.len()];
        let mut order: Vec<(usize, usize)> =
            (0..first.len()).flat_map(|a| (0..second.len()).map(move |b| (a, b))).collect();
        order.sort_by_key(|(a, b)| first[*a].hit_points + second[*b].hit_points);
        for (a, b) in order {
            let (one, other) = (&first[a], &second[b]);
            if one.hit_points == 0 || other.hit_points == 0 {
                continue;
            }
            let at = |a: usize, b: usize| chances[a * second.len() + b];
            let least = |b: &usize| at(a, *b)[1];
            let most = |a: &usize| at(*a, b)[0];
            let (missed, hit) = self.attack(one, other, 1.0, |lefts| lefts.iter().map(least).fold(1.0, f64::min));
            let (missed_by, hit_by) = self.attack(other, one, 0.0, |lefts| lefts.iter().map(most).fold(0.0, f64::max));
            let both_miss = missed * missed_by;
            chances[a * second.len() + b] = if both_miss >= 1.0 {
                [0.5; 2]
            } else {
                [(hit + missed * hit_by) / (1.0 - both_miss), (hit_by + missed_by * hit) / (1.0 - both_miss)]
            };
        }
        f64::midpoint(chances[0][0], chances[0][1])
    }

    /// Evaluates an attack: returns the chance that nothing is hit, and the expected value of the hits for the first
    /// frame of the duel. The destruction of the target has the value `end`; `choice` returns the value of the owner's
    /// choice among the states left.
    fn attack(&self, by: &Left, on: &Left, end: f64, choice: impl Fn(&[usize]) -> f64) -> (f64, f64) {
        let Some(attack) = by.attack else { return (1.0, 0.0) };
        let chances = &self.damage[attack][on.defense];
        let worth = |hits: usize| if hits >= on.hit_points { end } else { choice(&on.after[hits - 1]) };
        let hits = chances.iter().enumerate().skip(1).map(|(hits, chance)| chance * worth(hits)).sum();
        (chances.first().copied().unwrap_or(1.0), hits)
    }
}

/// Returns the index of an entry, and adds the entry if it is new.
pub(super) fn place<T: PartialEq>(all: &mut Vec<T>, entry: T) -> usize {
    all.iter().position(|known| *known == entry).unwrap_or_else(|| {
        all.push(entry);
        all.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loadouts::{archetypes, loadout_of};
    use crate::notation::frame_of;
    use crate::rules_files::rulebook;
    use hitchart_dice::exact::survival;

    fn worn(loadout: &str, whites: u8, objective: Objective) -> Durability {
        let rules = rulebook();
        let frame = Frame::new(Loadout::parse(loadout, &rules).unwrap(), &rules);
        durability(&frame, &Ordeal::typical(whites, &rules), &objective, 12, &rules)
    }

    /// Returns the chance that each frame beats each other, row against column.
    fn outlast(frames: &[Frame], range: Range, shelter: Shelter, rules: &Ruleset) -> Vec<Vec<f64>> {
        let duels = Duels::new(frames, range, shelter, rules);
        let won: Vec<f64> = duels.pairs().into_iter().map(|(a, b)| duels.won(a, b)).collect();
        duels.chances(&won)
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

    /// The last system of a frame without whites is its last hit. The numbers come from another implementation.
    #[test]
    fn frames_without_whites_fall_with_their_last_system() {
        let rules = rulebook();
        for (text, attacks, order) in
            [("0WBB", 1.9956, "B, B"), ("0WRdB", 1.7622, "Rd, B"), ("0WRdYBG", 2.9419, "G, Y, Rd, B")]
        {
            let frame = frame_of(text, &rules).unwrap();
            let found = durability(&frame, &Ordeal::typical(0, &rules), &Objective::default(), 12, &rules);
            assert!((found.attrition.mean_attacks.unwrap() - attacks).abs() < 5e-5, "{text}");
            assert!(found.attrition.mean_attacks <= found.fixed.mean_attacks, "{text}");
            assert_eq!(found.order(), order, "{text}");
        }
        assert!(frame_of("0W-", &rules).unwrap_err().to_string().contains("it is destroyed"));
    }

    fn frames(texts: &[&str]) -> Vec<Frame> {
        let rules = rulebook();
        texts.iter().map(|text| Frame::new(loadout_of(text, &rules).unwrap(), &rules)).collect()
    }

    #[test]
    fn what_has_nothing_to_lose_but_whites_is_a_race_of_geometric_chances() {
        // With one white each, both attack without a defense. Any hit destroys, and equal frames are even.
        let rules = rulebook();
        let bare = Frame { whites: 1, ..Frame::new(Loadout::default(), &rules) };
        let armed = Frame { whites: 1, ..frames(&["RdRd"])[0] };
        let even = outlast(&[bare, bare], Range::HandToHand, Shelter::Open, &rules);
        assert!((even[0][1] - 0.5).abs() < 1e-12);
        let direct = outlast(&[bare, armed], Range::Direct, Shelter::Open, &rules);
        assert_eq!((direct[0][1], direct[1][0]), (0.0, 1.0), "a frame without a weapon at the range cannot win");
        // The attacked frame lasts exactly as long as its survival curve: all hits lead to destruction, regardless of
        // choices.
        let plan = plan(
            armed.attack_dice(Range::Direct, 1, 0, &rules).unwrap(),
            Pool::EMPTY,
            bare.defense_dice(0, &rules),
            Shelter::Open.chart(Range::Direct),
            Shelter::Open,
            &rules,
        );
        assert!(survival(&attack(&plan).damage(), bare.hit_points(), 400).alive_after.last().unwrap() < &1e-9);
    }

    /// Ruling S36.
    #[test]
    fn whites_are_lost_after_all_systems_unless_the_ruleset_allows_it() {
        let mut rules = rulebook();
        let frame = Frame { whites: 2, ..frames(&["RdB"])[0] };
        let left = |rules: &Ruleset| -> Vec<(usize, u8)> {
            let states = descendants(&frame, rules).into_iter().map(|(state, _)| state);
            states.map(|state| (state.loadout.systems(), state.whites)).collect()
        };
        assert_eq!(left(&rules), [(2, 2), (1, 2), (1, 2), (0, 2), (0, 1)]);
        let late = outlast(&[frame, frames(&["RdBG"])[0]], Range::Direct, Shelter::Open, &rules)[0][1];
        rules.frame.early_white_loss = true;
        assert_eq!(left(&rules).len(), 8, "four sets of systems, with two whites and with one");
        let early = outlast(&[frame, frames(&["RdBG"])[0]], Range::Direct, Shelter::Open, &rules)[0][1];
        assert!((early - late).abs() > 1e-6, "the choice matters: {early} and {late}");
    }

    #[test]
    fn more_of_the_same_is_better_and_chances_of_a_pair_sum_to_one() {
        let rules = rulebook();
        let chances = outlast(&frames(&["RdBG", "RdYBG", "RdB"]), Range::Direct, Shelter::Open, &rules);
        assert!(chances[1][0] > 0.5 && chances[0][2] > 0.5 && chances[1][2] > chances[0][2], "{chances:?}");
        let all: Vec<Frame> = archetypes().iter().map(|archetype| frames(&[archetype.name.as_str()])[0]).collect();
        let chances = outlast(&all, Range::Direct, Shelter::Terrain(2), &rules);
        assert_eq!(chances.len(), 35);
        assert!((0..35).all(|a| (0..35).all(|b| (chances[a][b] + chances[b][a] - 1.0).abs() < 1e-12)));
    }
}
