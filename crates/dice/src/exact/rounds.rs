//! Games of two players in rounds, with dice: values and expected counts under best play of both.
//!
//! A game is a function from a state to its next steps ([`Rounds`]). [`Solved::new`] lists all states that the game can
//! reach, and then solves rounds backwards: first the games with one round left, then those with two, and so on. A game
//! that is cut off has the value of a draw. Without a limit, rounds are added until no value changes. Both players know
//! everything and only one decides at a time, so that every state has a value (Shapley 1953).

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Number of counts of a game.
pub const COUNTS: usize = 4;

/// Most rounds of a game with a limit, where users set one.
pub const MAX_ROUNDS: u16 = 100;

/// Value of a draw; a won game has the value 1 and a lost game 0.
pub const DRAW: f64 = 0.5;

/// Largest change of a value that counts as none.
const PRECISION: f64 = 1e-9;

/// Largest change of an expected count that counts as none. Chances are as precise as values.
const PRECISION_OF_COUNTS: f64 = 1e-5;

/// Largest difference of two values that are equal to a player. It is well above [`PRECISION`], so that a player does not
/// choose by digits that the limit of rounds decides.
const EQUAL: f64 = 1e-7;

/// Largest difference of two values of the best choice, which decides the value and the chances.
const BEST: f64 = 1e-11;

/// Most rounds of a game without a limit; games that go on longer have no expected counts.
const MOST_ROUNDS: usize = 400;

/// A step to another state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<S> {
    /// State after the step.
    pub to: S,
    /// Chance of the step; 1 for a choice.
    pub chance: f64,
    /// Addition of the step to each count.
    pub counts: [u8; COUNTS],
}

impl<S> Branch<S> {
    /// Returns a choice that adds to no count.
    pub fn choice(to: S) -> Branch<S> {
        Branch { to, chance: 1.0, counts: [0; COUNTS] }
    }
}

/// The next steps of a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<S> {
    /// The game is over, with this value to the first player.
    Over(f64),
    /// The first player chooses.
    First(Vec<Branch<S>>),
    /// The second player chooses.
    Second(Vec<Branch<S>>),
    /// Dice decide.
    Chance(Vec<Branch<S>>),
}

/// The rules of a game in rounds.
pub trait Rounds {
    /// A state of the game.
    type State: Copy + Eq + Hash;

    /// Number of the last counts that are chances: they settle as closely as values.
    const CHANCES: usize = 0;

    /// Returns the next steps of a state; at least one, unless the game is over.
    fn turn(&self, state: &Self::State) -> Turn<Self::State>;

    /// Returns true if a round begins in a state. No state comes up twice between two of these.
    fn begins_round(&self, state: &Self::State) -> bool;

    /// Returns the preference of the first player between expected counts, if the values are equal.
    fn preference(&self, counts: &[f64; COUNTS]) -> f64;
}

/// Value of a state, and the expected counts from there on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// Value to the first player.
    pub value: f64,
    /// Expected counts under best play of both.
    pub counts: [f64; COUNTS],
}

/// A game has more states than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more than {most} states")]
pub struct TooManyStates {
    /// Largest number of states that is allowed.
    pub most: usize,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Over,
    First,
    Second,
    Chance,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// Index after the last edge of the node; its first edge follows the last of the node before.
    end: u32,
}

/// A step by the number of the next state.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    counts: [u8; COUNTS],
    /// Chance of the step, or the value of a game that is over.
    chance: f64,
}

/// Bit of a number that stands for the beginning of a round.
const ROUND: u32 = 1 << 31;

/// All states that a game can reach.
#[derive(Clone, Debug)]
struct Graph<S> {
    /// States within rounds, after all states that they lead to in the same round.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Number of the node of each state within a round.
    known: HashMap<S, u32>,
    /// Number of each state that begins a round.
    begins: HashMap<S, u32>,
    /// States that begin rounds, by number.
    rounds: Vec<S>,
    /// Node of each state that begins a round.
    entries: Vec<u32>,
    most: usize,
}

impl<S: Copy + Eq + Hash> Graph<S> {
    fn new(game: &impl Rounds<State = S>, starts: &[S], most: usize) -> Result<Graph<S>, TooManyStates> {
        let mut graph = Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            known: HashMap::new(),
            begins: HashMap::new(),
            rounds: Vec::new(),
            entries: Vec::new(),
            most,
        };
        for start in starts {
            graph.number(game, start)?;
        }
        while let Some(state) = graph.rounds.get(graph.entries.len()).copied() {
            let entry = graph.expand(game, &state)?;
            graph.entries.push(entry);
        }
        Ok(graph)
    }

    /// Returns the number of a state, and lists all states that it leads to in this round.
    fn number(&mut self, game: &impl Rounds<State = S>, state: &S) -> Result<u32, TooManyStates> {
        if game.begins_round(state) {
            let next = self.rounds.len() as u32;
            let number = *self.begins.entry(*state).or_insert(next);
            if number == next {
                self.rounds.push(*state);
            }
            return Ok(number | ROUND);
        }
        match self.known.get(state) {
            Some(number) => Ok(*number),
            None => {
                let number = self.expand(game, state)?;
                self.known.insert(*state, number);
                Ok(number)
            }
        }
    }

    fn expand(&mut self, game: &impl Rounds<State = S>, state: &S) -> Result<u32, TooManyStates> {
        let (kind, steps, value) = match game.turn(state) {
            Turn::Over(value) => (Kind::Over, Vec::new(), Some(value)),
            Turn::First(steps) => (Kind::First, steps, None),
            Turn::Second(steps) => (Kind::Second, steps, None),
            Turn::Chance(steps) => (Kind::Chance, steps, None),
        };
        let mut edges = Vec::with_capacity(steps.len().max(1));
        for Branch { to, chance, counts } in steps {
            edges.push(Edge { to: self.number(game, &to)?, counts, chance });
        }
        edges.extend(value.map(|value| Edge { to: 0, counts: [0; COUNTS], chance: value }));
        if self.nodes.len() >= self.most {
            return Err(TooManyStates { most: self.most });
        }
        self.edges.append(&mut edges);
        self.nodes.push(Node { kind, end: self.edges.len() as u32 });
        Ok(self.nodes.len() as u32 - 1)
    }

    fn edges(&self, node: usize) -> &[Edge] {
        let begin = if node == 0 { 0 } else { self.nodes[node - 1].end };
        &self.edges[begin as usize..self.nodes[node].end as usize]
    }
}

/// A game with the values of all states.
#[derive(Clone, Debug)]
pub struct Solved<G: Rounds> {
    game: G,
    graph: Graph<G::State>,
    /// Values of the states within rounds.
    within: Vec<Worth>,
    /// Values of the states that begin rounds.
    begins: Vec<Worth>,
    /// Values of the same states with one round less to play.
    before: Vec<Worth>,
    /// Number of different starts, which are the first states that begin rounds.
    starts: usize,
    has_settled: bool,
}

impl<G: Rounds> Solved<G> {
    /// Solves a game from the beginnings of its first round. With a limit of rounds the game ends as a draw.
    ///
    /// # Errors
    /// Fails if the game has more than `most` states.
    pub fn new(game: G, starts: &[G::State], limit: Option<u16>, most: usize) -> Result<Solved<G>, TooManyStates> {
        let graph = Graph::new(&game, starts, most)?;
        let draw = vec![Worth { value: DRAW, ..Worth::default() }; graph.rounds.len()];
        let within = vec![Worth::default(); graph.nodes.len()];
        let different: HashSet<&G::State> = starts.iter().collect();
        let (starts, before) = (different.len(), draw.clone());
        let mut solved = Solved { game, graph, within, begins: draw, before, starts, has_settled: false };
        for _ in 0..limit.map_or(MOST_ROUNDS, usize::from) {
            let change = solved.add_round();
            if limit.is_none() && change {
                solved.has_settled = true;
                break;
            }
        }
        solved.has_settled |= limit.is_some();
        Ok(solved)
    }

    /// Adds a round to the game; returns true if no value changes any more.
    fn add_round(&mut self) -> bool {
        std::mem::swap(&mut self.before, &mut self.begins);
        for node in 0..self.graph.nodes.len() {
            let worth = self.worth_of(node);
            self.within[node] = worth;
        }
        let mut is_settled = true;
        // Games that only an unlikely state begins may go on without an end; the counts of the starts include them.
        for (number, entry) in self.graph.entries.iter().enumerate() {
            let (new, old) = (self.within[*entry as usize], self.before[number]);
            let moved = |count: usize| {
                let precision = if count + G::CHANCES < COUNTS { PRECISION_OF_COUNTS } else { PRECISION };
                (new.counts[count] - old.counts[count]).abs() > precision
            };
            is_settled &= (new.value - old.value).abs() <= PRECISION;
            is_settled &= number >= self.starts || !(0..COUNTS).any(moved);
            self.begins[number] = new;
        }
        is_settled
    }

    /// Returns the worth of the next state.
    fn next(&self, edge: &Edge) -> &Worth {
        match edge.to & ROUND {
            0 => &self.within[edge.to as usize],
            _ => &self.before[(edge.to & !ROUND) as usize],
        }
    }

    /// Returns the worth of a step: that of the next state, and what the step adds.
    fn after(&self, edge: &Edge) -> Worth {
        let mut worth = *self.next(edge);
        worth.counts.iter_mut().zip(edge.counts).for_each(|(sum, count)| *sum += f64::from(count));
        worth
    }

    fn worth_of(&self, node: usize) -> Worth {
        let edges = self.graph.edges(node);
        match self.graph.nodes[node].kind {
            Kind::Over => Worth { value: edges[0].chance, ..Worth::default() },
            Kind::Chance => {
                let mut mean = Worth::default();
                for edge in edges {
                    let after = self.after(edge);
                    mean.value += edge.chance * after.value;
                    mean.counts.iter_mut().zip(after.counts).for_each(|(sum, count)| *sum += edge.chance * count);
                }
                mean
            }
            _ => self.choose(node).1,
        }
    }

    /// Returns the number of the preferred step of a decision among those whose values are equal to the best, and the
    /// worth of the decision: value and chances of the best step, and the other counts of the preferred step.
    fn choose(&self, node: usize) -> (usize, Worth) {
        let sign = if matches!(self.graph.nodes[node].kind, Kind::Second) { -1.0 } else { 1.0 };
        let edges = self.graph.edges(node);
        let value = |edge: &Edge| sign * self.next(edge).value;
        let most = edges.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let preferred = |equal: f64| {
            let mut best: Option<(f64, usize, Worth)> = None;
            for (step, edge) in edges.iter().enumerate().filter(|(_, edge)| value(edge) >= most - equal) {
                let after = self.after(edge);
                let preference = sign * self.game.preference(&after.counts);
                if best.as_ref().is_none_or(|(highest, ..)| preference > highest + BEST) {
                    best = Some((preference, step, after));
                }
            }
            best.map(|(_, step, after)| (step, after)).unwrap_or_default()
        };
        let (step, mut worth) = preferred(EQUAL);
        // In most decisions no step is nearly as good as the best.
        if edges.iter().any(|edge| (most - EQUAL..most - BEST).contains(&value(edge))) {
            let best = preferred(BEST).1;
            let chances = COUNTS - G::CHANCES;
            worth.counts[chances..].copy_from_slice(&best.counts[chances..]);
            worth.value = best.value;
        }
        (step, worth)
    }

    fn node(&self, state: &G::State) -> Option<usize> {
        let begins = || self.graph.begins.get(state).map(|number| self.graph.entries[*number as usize]);
        self.graph.known.get(state).copied().or_else(begins).map(|node| node as usize)
    }

    /// Returns the rules of the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the worth of a state with all rounds to play; `None` if the game never reaches it.
    pub fn worth(&self, state: &G::State) -> Option<Worth> {
        self.node(state).map(|node| self.within[node])
    }

    /// Returns the number of the best step of a state; `None` if no player decides there.
    pub fn best(&self, state: &G::State) -> Option<usize> {
        let node = self.node(state)?;
        matches!(self.graph.nodes[node].kind, Kind::First | Kind::Second).then(|| self.choose(node).0)
    }

    /// Returns true if more rounds would change no value and no count.
    pub fn has_settled(&self) -> bool {
        self.has_settled
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.graph.nodes.len()
    }

    /// Returns the largest difference between 1 and the chances of a roll.
    pub fn largest_gap(&self) -> f64 {
        let is_chance = |node: &usize| matches!(self.graph.nodes[*node].kind, Kind::Chance);
        let gap = |node| (self.graph.edges(node).iter().map(|edge| edge.chance).sum::<f64>() - 1.0).abs();
        (0..self.graph.nodes.len()).filter(is_chance).map(gap).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A race: each player in turn passes, or rolls and wins with its chance.
    #[derive(Clone, Copy, Debug)]
    struct Race {
        faces: [f64; 2],
    }

    /// Player to act, and true after the choice to roll.
    type Place = (u8, bool);

    impl Rounds for Race {
        type State = (Place, u8);

        fn turn(&self, &((player, rolls), over): &(Place, u8)) -> Turn<(Place, u8)> {
            if over > 0 {
                return Turn::Over(f64::from(over - 1));
            }
            let next = if player == 0 { ((1, false), 0) } else { ((0, false), 0) };
            let counts = [u8::from(player == 1), 0, 0, 0];
            if rolls {
                let chance = self.faces[usize::from(player)];
                let won = Branch { to: ((0, false), 2 - player), chance, counts };
                return Turn::Chance(vec![won, Branch { to: next, chance: 1.0 - chance, counts }]);
            }
            let steps = vec![Branch { counts, ..Branch::choice(next) }, Branch::choice(((player, true), 0))];
            if player == 0 { Turn::First(steps) } else { Turn::Second(steps) }
        }

        fn begins_round(&self, &((player, rolls), over): &(Place, u8)) -> bool {
            player == 0 && !rolls && over == 0
        }

        fn preference(&self, counts: &[f64; COUNTS]) -> f64 {
            -counts[0]
        }
    }

    const START: (Place, u8) = ((0, false), 0);

    /// The first player wins p of p + (1 - p) q rounds; a round ends the game with that chance.
    #[test]
    fn a_race_has_its_value_and_length() {
        let (p, q) = (0.25, 0.4);
        let solved = Solved::new(Race { faces: [p, q] }, &[START], None, 100).unwrap();
        let worth = solved.worth(&START).unwrap();
        let ends = p + (1.0 - p) * q;
        assert!((worth.value - p / ends).abs() < 1e-8, "{worth:?}");
        // Rounds are counted as the second player acts: all but a round that the first player wins.
        assert!((worth.counts[0] - (1.0 - p) / ends).abs() < 1e-4, "{worth:?}");
        assert_eq!((solved.best(&START), solved.best(&((1, false), 0))), (Some(1), Some(1)));
        assert!(solved.has_settled() && solved.largest_gap() < 1e-12);
    }

    /// A draw in each round with even chances, else another round. The last count is the chance of a draw so far.
    #[derive(Clone, Copy, Debug)]
    struct Wait;

    impl Rounds for Wait {
        type State = bool;
        const CHANCES: usize = 1;

        fn turn(&self, &is_over: &bool) -> Turn<bool> {
            if is_over {
                return Turn::Over(DRAW);
            }
            let ends = Branch { to: true, chance: 0.5, counts: [0, 0, 0, 1] };
            Turn::Chance(vec![ends, Branch { to: false, chance: 0.5, counts: [0; COUNTS] }])
        }

        fn begins_round(&self, &is_over: &bool) -> bool {
            !is_over
        }

        fn preference(&self, _: &[f64; COUNTS]) -> f64 {
            0.0
        }
    }

    /// The value never changes, so only the chance decides when the solution has settled.
    #[test]
    fn chances_settle_as_closely_as_values() {
        let solved = Solved::new(Wait, &[false], None, 10).unwrap();
        let worth = solved.worth(&false).unwrap();
        assert!(solved.has_settled() && (worth.counts[3] - 1.0).abs() < 1e-8, "{worth:?}");
    }

    #[test]
    fn a_limit_cuts_a_race_off_as_a_draw() {
        let (p, q) = (0.25, 0.4);
        let solved = Solved::new(Race { faces: [p, q] }, &[START], Some(1), 100).unwrap();
        let expected = p + (1.0 - p) * (1.0 - q) * DRAW;
        assert!((solved.worth(&START).unwrap().value - expected).abs() < 1e-12);
    }

    /// The first player wins at once, or two rounds later with a chance that is higher by this much.
    #[derive(Clone, Copy, Debug)]
    struct Haste(f64);

    impl Rounds for Haste {
        type State = u8;
        const CHANCES: usize = 1;

        fn turn(&self, state: &u8) -> Turn<u8> {
            let counts = |rounds: u8| [rounds, 0, 0, 1];
            match state {
                0 => Turn::First(vec![Branch::choice(1), Branch { counts: counts(2), ..Branch::choice(2) }]),
                1 => {
                    let won = Branch { to: 2, chance: 1.0 - self.0, counts: [0; COUNTS] };
                    Turn::Chance(vec![won, Branch { to: 3, chance: self.0, counts: [0; COUNTS] }])
                }
                _ => Turn::Over(f64::from(3 - state)),
            }
        }

        fn begins_round(&self, state: &u8) -> bool {
            *state == 0
        }

        fn preference(&self, counts: &[f64; COUNTS]) -> f64 {
            -counts[0]
        }
    }

    /// Values that differ by less than their precision are equal, so counts decide; value and chances stay the best.
    #[test]
    fn of_equal_values_the_preferred_counts_are_played() {
        for (gap, step, rounds) in [(1e-9, 0, 0.0), (1e-5, 1, 2.0)] {
            let solved = Solved::new(Haste(gap), &[0], Some(1), 10).unwrap();
            let worth = solved.worth(&0).unwrap();
            assert_eq!((solved.best(&0), worth.counts, worth.value), (Some(step), [rounds, 0.0, 0.0, 1.0], 1.0));
        }
    }

    #[test]
    fn too_many_states_are_an_error() {
        let found = Solved::new(Race { faces: [0.5; 2] }, &[START], None, 3).map(|solved| solved.states());
        assert_eq!(found, Err(TooManyStates { most: 3 }));
    }
}
