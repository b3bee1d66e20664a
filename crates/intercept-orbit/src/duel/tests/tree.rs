//! The rules of a round as a tree of nodes: every face of every die, every die for every action.

use super::super::{Gunship, ShipDuels};
use crate::{attack::Band, ruleset::Ruleset, ship::System};
use hitchart_dice::{Pool, Throw};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// A roll: blue, red, green and white faces.
type Roll = [Vec<u8>; 4];

/// The ships, the one that acts first before the other, and the band of their distance.
pub(super) type Scene = (Gunship, Gunship, usize);

/// A turn of the first ship: its defense, its attack with the declared band, and the pips that can still move it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Acted {
    defense: u8,
    attack: Option<(Band, u8)>,
    pips: u8,
}

/// The second ship after its roll: its declared band and its dice.
type Answer = (Band, Roll);

/// A point of a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// The first ship declares a band.
    Declares(Scene),
    /// It rolls.
    Rolls(Scene, Band),
    /// It gives its dice to its actions.
    Acts(Scene, Band, Roll),
    /// The second ship declares.
    Answers(Scene, Acted),
    /// The second ship rolls.
    AnswerRolls(Scene, Acted, Band),
    /// The second ship gives a die to its defense.
    Defends(Scene, Acted, Answer),
    /// Damage dice are rolled on the second ship.
    Struck(Scene, Acted, Answer, u8),
    /// The second ship loses systems.
    Loses(Scene, Acted, Answer, u8),
    /// The first ship moves after its attack.
    Moves(Scene, Acted, Answer),
    /// The second ship repairs, attacks and moves; the first has this defense.
    Ends(Scene, u8, Answer),
    /// Damage dice are rolled on the first ship, with the band and the pips of the second.
    StruckBack(Scene, Band, u8, u8),
    /// The first ship loses systems.
    LosesBack(Scene, u8, u8),
    /// The second ship moves with these pips.
    Last(Scene, u8),
    /// The round is over.
    Over(Scene),
    /// The first ship has won or lost.
    Won(bool),
}

/// The continuation of a node.
enum Step {
    First(Vec<Node>),
    Second(Vec<Node>),
    Chance(Vec<(f64, Node)>),
    End(Option<Scene>, f64),
}

/// A round with its rules; `next` has the value for the first ship after the round.
pub(super) struct Tree<'a> {
    rules: &'a Ruleset,
    places: &'a [f64],
    next: &'a dyn Fn(Scene) -> f64,
    known: RefCell<HashMap<Node, f64>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(rules: &'a Ruleset, duels: &'a ShipDuels, next: &'a dyn Fn(Scene) -> f64) -> Tree<'a> {
        Tree { rules, places: duels.places(), next, known: RefCell::default() }
    }

    /// Plays the rest of a round by the values with rolled dice; returns the scene after it, or true if the first ship has
    /// won.
    pub(super) fn play(&self, mut node: Node, throw: &mut Throw) -> Result<Scene, bool> {
        let by_value = |a: &Node, b: &Node| self.value(a).total_cmp(&self.value(b));
        loop {
            let next = match self.step(&node) {
                Step::First(nodes) => nodes.into_iter().max_by(by_value),
                Step::Second(nodes) => nodes.into_iter().min_by(by_value),
                Step::Chance(nodes) => {
                    let mut left = f64::from(throw.die(100)) / 100.0 - f64::from(throw.die(100)) / 1e4;
                    nodes
                        .into_iter()
                        .find(|(chance, _)| {
                            left -= chance;
                            left < 0.0
                        })
                        .map(|(_, node)| node)
                }
                Step::End(scene, value) => return scene.ok_or(value == 1.0),
            };
            node = next.expect("the rules go on");
        }
    }

    /// Returns the value of a node for the first ship.
    pub(super) fn value(&self, node: &Node) -> f64 {
        if let Some(known) = self.known.borrow().get(node) {
            return *known;
        }
        let value = match self.step(node) {
            Step::First(nodes) => nodes.iter().map(|node| self.value(node)).fold(f64::MIN, f64::max),
            Step::Second(nodes) => nodes.iter().map(|node| self.value(node)).fold(f64::MAX, f64::min),
            Step::Chance(nodes) => nodes.iter().map(|(chance, node)| chance * self.value(node)).sum(),
            Step::End(_, value) => value,
        };
        self.known.borrow_mut().insert(node.clone(), value);
        value
    }

    fn step(&self, node: &Node) -> Step {
        match node.clone() {
            Node::Declares(at) => Step::First(bands(&at.0).map(|band| Node::Rolls(at, band)).collect()),
            Node::Rolls(at, band) => Step::Chance(self.rolls(&at.0, band, |roll| Node::Acts(at, band, roll))),
            Node::Acts(at, band, roll) => Step::First(self.acts(at, band, &roll)),
            Node::Answers(at, acted) => {
                Step::Second(bands(&at.1).map(|band| Node::AnswerRolls(at, acted, band)).collect())
            }
            Node::AnswerRolls(at, acted, band) => {
                Step::Chance(self.rolls(&at.1, band, |roll| Node::Defends(at, acted, (band, roll))))
            }
            Node::Defends(at, acted, (band, roll)) => Step::Second(match acted.attack {
                None => vec![Node::Ends(at, acted.defense, (band, roll))],
                Some((_, attack)) => choices(&roll, 0)
                    .map(|(defense, left)| Node::Struck(at, acted, (band, left), attack.saturating_sub(defense)))
                    .collect(),
            }),
            Node::Struck(at, acted, answer, dice) => {
                let band = acted.attack.map_or(Band::Dogfight, |(band, _)| band);
                Step::Chance(hits(dice, band, &at.1, |hits| Node::Loses(at, acted, answer.clone(), hits)))
            }
            Node::Loses(at, acted, answer, 0) => Step::First(vec![Node::Moves(at, acted, answer)]),
            Node::Loses((p, q, band), acted, answer, hits) => Step::Second(after_hit(&q, Node::Won(true), |q| {
                Node::Loses((p, q, band), acted, answer.clone(), hits - 1)
            })),
            Node::Moves((p, q, band), acted, answer) => Step::First(
                self.reach(band, acted.pips).map(|to| Node::Ends((p, q, to), acted.defense, answer.clone())).collect(),
            ),
            Node::Ends(at, defense, (band, roll)) => Step::Second(self.ends(at, defense, band, &roll)),
            Node::StruckBack(at, band, dice, pips) => {
                Step::Chance(hits(dice, band, &at.0, |hits| Node::LosesBack(at, hits, pips)))
            }
            Node::LosesBack(at, 0, pips) => Step::First(vec![Node::Last(at, pips)]),
            Node::LosesBack((p, q, band), hits, pips) => {
                Step::First(after_hit(&p, Node::Won(false), |p| Node::LosesBack((p, q, band), hits - 1, pips)))
            }
            Node::Last((p, q, band), pips) => {
                Step::Second(self.reach(band, pips).map(|to| Node::Over((p, q, to))).collect())
            }
            Node::Over(at) => Step::End(Some(at), (self.next)(at)),
            Node::Won(first) => Step::End(None, f64::from(u8::from(first))),
        }
    }

    /// Returns all turns of the first ship with a roll.
    fn acts(&self, (p, q, band): Scene, declared: Band, roll: &Roll) -> Vec<Node> {
        let mut found = Vec::new();
        for (defense, left) in choices(roll, 0) {
            for (p, attack, pips) in self.uses(&p, &left) {
                let turn = |attack, pips| Acted { defense, attack, pips };
                for to in self.reach(band, pips) {
                    found.push(Node::Answers((p, q, to), turn(None, 0)));
                    if self.hits_at(declared, to) && attack > 0 {
                        found.push(Node::Answers((p, q, to), turn(Some((declared, attack)), 0)));
                    }
                }
                if self.hits_at(declared, band) && attack > 0 {
                    found.push(Node::Answers((p, q, band), turn(Some((declared, attack)), pips)));
                }
            }
        }
        found
    }

    /// Returns all ends of the second ship's turn.
    fn ends(&self, (p, q, band): Scene, defense: u8, declared: Band, roll: &Roll) -> Vec<Node> {
        let mut found = Vec::new();
        for (q, attack, pips) in self.uses(&q, roll) {
            let dice = attack.saturating_sub(defense);
            for to in self.reach(band, pips) {
                found.push(Node::Over((p, q, to)));
                if self.hits_at(declared, to) && attack > 0 {
                    found.push(Node::StruckBack((p, q, to), declared, dice, 0));
                }
            }
            if self.hits_at(declared, band) && attack > 0 {
                found.push(Node::StruckBack((p, q, band), declared, dice, pips));
            }
        }
        found
    }

    fn hits_at(&self, declared: Band, band: usize) -> bool {
        declared as usize == band || (declared == Band::PointDefense && band == 0)
    }

    fn reach(&self, from: usize, pips: u8) -> impl Iterator<Item = usize> {
        let units = f64::from(pips.min(4));
        (0..4).filter(move |to| (self.places[from] - self.places[*to]).abs() <= units)
    }

    /// Returns the ship after repairs by the whites of a roll, with each attack and movement of the other dice.
    fn uses(&self, ship: &Gunship, roll: &Roll) -> Vec<(Gunship, u8, u8)> {
        let mut repaired = vec![(*ship, roll.clone())];
        let mut place = 0;
        while let Some((ship, roll)) = repaired.get(place).cloned() {
            place += 1;
            for i in (0..roll[3].len()).filter(|i| roll[3][*i] >= self.rules.repair.face) {
                let mut left = roll.clone();
                left[3].remove(i);
                for (system, _) in System::ALL {
                    if ship.systems.count(system) < ship.built.count(system) {
                        repaired.push((Gunship { systems: ship.systems.plus(system), ..ship }, left.clone()));
                    }
                }
            }
        }
        let mut found = Vec::new();
        for (ship, roll) in &repaired {
            for (attack, left) in choices(roll, 1) {
                found.extend(choices(&left, 2).map(|(pips, _)| (*ship, attack, pips)));
            }
        }
        found
    }

    /// Returns all different rolls of a ship.
    fn rolls(&self, ship: &Gunship, band: Band, node: impl Fn(Roll) -> Node) -> Vec<(f64, Node)> {
        let rules = self.rules;
        let green = if ship.class == crate::ship::Class::Frigate { rules.ships.frigate_green } else { Pool::EMPTY };
        let of = |pool: Pool| pool.groups().flat_map(|(n, sides)| std::iter::repeat_n(sides, n)).collect::<Vec<u8>>();
        let dice =
            [of(ship.systems.blues(rules)), of(ship.systems.reds(band, rules)), of(green), vec![6; ship.whites.into()]];
        let mut all: BTreeMap<Roll, f64> = BTreeMap::from([(Roll::default(), 1.0)]);
        for (colour, sides) in dice.iter().enumerate().flat_map(|(colour, dice)| dice.iter().map(move |n| (colour, *n)))
        {
            let mut more = BTreeMap::new();
            for (roll, chance) in &all {
                for face in 1..=sides {
                    let mut roll = roll.clone();
                    roll[colour].push(face);
                    roll[colour].sort_unstable();
                    *more.entry(roll).or_insert(0.0) += chance / f64::from(sides);
                }
            }
            all = more;
        }
        all.into_iter().map(|(roll, chance)| (chance, node(roll))).collect()
    }
}

/// Returns the bands that a ship can declare.
fn bands(ship: &Gunship) -> impl Iterator<Item = Band> {
    let systems = ship.systems;
    let can = move |band: &Band| match band {
        Band::Dogfight => !systems.has_weapons(),
        band => systems.is_armed(*band),
    };
    Band::ALL.into_iter().map(|(band, _)| band).filter(can)
}

/// Returns each die that an action can take, with the roll without it; first no die at all.
fn choices(roll: &Roll, colour: usize) -> impl Iterator<Item = (u8, Roll)> + '_ {
    let taken = [colour, 3].into_iter().flat_map(move |from| {
        (0..roll[from].len()).map(move |i| {
            let mut left = roll.clone();
            (left[from].remove(i), left)
        })
    });
    std::iter::once((0, roll.clone())).chain(taken)
}

/// Returns the number of hits of damage dice on a ship, each with its chance.
fn hits(dice: u8, band: Band, ship: &Gunship, node: impl Fn(u8) -> Node) -> Vec<(f64, Node)> {
    let is_screened = ship.systems.count(System::Defense) >= 2 && band != Band::Dogfight;
    let lowest = if band == Band::Assault { 4 } else { 5 } + u8::from(is_screened);
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let hit = f64::from(7 - lowest) / 6.0;
        let before = chances.clone();
        chances = before.iter().map(|chance| chance * (1.0 - hit)).chain([0.0]).collect();
        before.iter().enumerate().for_each(|(hits, chance)| chances[hits + 1] += chance * hit);
    }
    chances.into_iter().enumerate().map(|(hits, chance)| (chance, node(hits as u8))).collect()
}

/// Returns the nodes after a hit, or the node of a destroyed ship.
fn after_hit(ship: &Gunship, destroyed: Node, node: impl Fn(Gunship) -> Node) -> Vec<Node> {
    let systems = System::ALL.into_iter().filter_map(|(system, _)| ship.systems.minus(system));
    let left: Vec<Gunship> = systems.map(|systems| Gunship { systems, ..*ship }).collect();
    match (left.is_empty(), ship.whites) {
        (false, _) => left.into_iter().map(node).collect(),
        (true, 2..) => vec![node(Gunship { whites: ship.whites - 1, ..*ship })],
        (true, _) => vec![destroyed],
    }
}
