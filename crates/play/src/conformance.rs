//! A suite of checks that a game keeps the promises of [`Game`]: a game gets all of them by one call of [`check`].
//!
//! Each check has a name, and plays whole games from numbered keys, so a breach can be played again. The checks choose
//! actions by the key, not by a policy, except where they are about a policy.

use super::game::{Game, Policy, Unwatched, play};
use std::fmt;
use std::ops::Range;

/// Promises of a game beyond those of [`Game`], and the means to check them.
pub struct Promises<'a, G: Game> {
    /// Keys of the games that are played, one game each.
    pub keys: Range<u64>,
    /// Most decisions of a game.
    pub most_decisions: usize,
    /// True if no seat has an advantage when the same policy plays all.
    pub seats_are_alike: bool,
    /// Returns true if the rules allow an action in a state. `None` leaves this check out.
    pub is_legal: Option<IsLegal<'a, G>>,
    /// Returns the number of allocations of the process so far. `None` leaves this check out.
    pub allocations: Option<&'a dyn Fn() -> u64>,
    /// Calls a function for each key on several threads, and returns its results in the order of the keys. `None`
    /// leaves this check out.
    pub spread: Option<Spread<'a>>,
}

/// Function that returns true if the rules allow an action in a state.
pub type IsLegal<'a, G> = &'a dyn Fn(&G, &<G as Game>::State, &<G as Game>::Action) -> bool;

/// Function that calls another one for each key on several threads.
pub type Spread<'a> = &'a dyn Fn(Range<u64>, &(dyn Fn(u64) -> u64 + Sync)) -> Vec<u64>;

/// The checks, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Every decision has a candidate.
    CandidateExists,
    /// No candidate is there twice.
    CandidatesDiffer,
    /// The rules allow every candidate.
    CandidatesLegal,
    /// A copy of a state plays on as the original does, and so does a state after [`Game::rekey`] with the same key.
    CopiesAlike,
    /// Games end within the promised number of decisions.
    GamesEnd,
    /// A game does not depend on other games.
    GamesIndependent,
    /// A decision of the policy allocates nothing, once its buffers have grown.
    DecisionsAllocateNothing,
    /// No seat has an advantage.
    SeatsAlike,
    /// The number of threads does not matter.
    ThreadsDoNotMatter,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::CandidateExists => "every decision has a candidate",
            Check::CandidatesDiffer => "no candidate is there twice",
            Check::CandidatesLegal => "every candidate is legal",
            Check::CopiesAlike => "copies play alike",
            Check::GamesEnd => "games end",
            Check::GamesIndependent => "games are independent",
            Check::DecisionsAllocateNothing => "decisions allocate nothing",
            Check::SeatsAlike => "seats are alike",
            Check::ThreadsDoNotMatter => "threads do not matter",
        })
    }
}

/// A promise that a game breaks: the first breach of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The check.
    pub check: Check,
    /// Key of the game; `None` if the check is about all games.
    pub key: Option<u64>,
    /// Description for the author of the game.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key {
            Some(key) => write!(f, "{}: game {key}: {}", self.check, self.what),
            None => write!(f, "{}: {}", self.check, self.what),
        }
    }
}

/// Checks a game, and a policy in all its seats. Returns the first breach of each check; none if the game keeps all
/// promises. `players` returns a new policy for each of the seats.
///
/// ```
/// # use hitchart_play::{Game, Observer, Policy, Scores};
/// use hitchart_play::conformance::{Promises, check};
/// # struct Count;
/// # impl Game for Count {
/// #     type State = u8;
/// #     type Action = u8;
/// #     type Event = ();
/// #     fn start<O: Observer<Self>>(&self, _: u64, _: &mut O) -> u8 { 0 }
/// #     fn to_decide(&self, state: &u8) -> Option<usize> { (*state < 9).then_some(usize::from(*state % 2)) }
/// #     fn candidates(&self, _: &u8, into: &mut Vec<u8>) { into.extend([1, 2]) }
/// #     fn apply<O: Observer<Self>>(&self, state: &mut u8, action: &u8, _: &mut O) { *state += action }
/// #     fn scores(&self, state: &u8) -> Scores { Scores::new([i32::from(*state), 9].into_iter()) }
/// #     fn rekey(&self, _: &mut u8, _: u64) {}
/// # }
/// # struct First;
/// # impl Policy<Count> for First {
/// #     fn begin(&mut self, _: u64) {}
/// #     fn decide(&mut self, _: &Count, _: &u8) -> u8 { 1 }
/// # }
/// let promises = Promises::new(0..100, 9);
/// assert_eq!(check(&Count, || vec![First, First], &promises), []);
/// ```
pub fn check<G: Game, P: Policy<G>>(
    game: &G,
    players: impl Fn() -> Vec<P> + Sync,
    promises: &Promises<'_, G>,
) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for key in promises.keys.clone() {
        breaches.extend(of_candidates(game, key, promises));
        breaches.extend(of_copies(game, key, promises));
    }
    breaches.extend(of_order(game, promises));
    breaches.extend(of_allocations(game, &players, promises));
    breaches.extend(of_seats(game, &players, promises));
    breaches.extend(of_threads(game, &players, promises));
    // The sort is stable, so the first breach of each check stays first.
    breaches.sort_by_key(|breach| breach.check);
    breaches.dedup_by_key(|breach| breach.check);
    breaches
}

impl<G: Game> Promises<'_, G> {
    /// Returns the promises of every game: it ends, its candidates differ, and its copies play alike.
    pub fn new(keys: Range<u64>, most_decisions: usize) -> Self {
        Promises { keys, most_decisions, seats_are_alike: false, is_legal: None, allocations: None, spread: None }
    }
}

/// Returns a number that is mixed from two others.
fn mixed(key: u64, number: u64) -> u64 {
    let mut mixed = key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the candidate that the checks choose at a decision of a game.
fn chosen<A: Copy>(candidates: &[A], key: u64, decision: usize) -> Option<A> {
    let count = candidates.len().max(1) as u64;
    candidates.get((mixed(key, decision as u64) % count) as usize).copied()
}

fn candidates<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut all = Vec::new();
    game.candidates(state, &mut all);
    all
}

/// Checks the candidates of every decision of a game, and that it ends.
fn of_candidates<G: Game>(game: &G, key: u64, promises: &Promises<'_, G>) -> Option<Breach> {
    let breach = |check, what| Some(Breach { check, key: Some(key), what });
    let mut state = game.start(key, &mut Unwatched);
    for decision in 0.. {
        let player = game.to_decide(&state)?;
        if decision == promises.most_decisions {
            return breach(Check::GamesEnd, format!("it goes on after {decision} decisions"));
        }
        let all = candidates(game, &state);
        let twice = (1..all.len()).find(|place| all[..*place].contains(&all[*place]));
        if let Some(place) = twice {
            let what = format!("decision {decision} of player {player} has {:?} twice", all[place]);
            return breach(Check::CandidatesDiffer, what);
        }
        let is_legal = |action: &G::Action| promises.is_legal.is_none_or(|is_legal| is_legal(game, &state, action));
        if let Some(illegal) = all.iter().find(|action| !is_legal(action)) {
            let what = format!("decision {decision} of player {player} has {illegal:?}");
            return breach(Check::CandidatesLegal, what);
        }
        match chosen(&all, key, decision) {
            Some(action) => game.apply(&mut state, &action, &mut Unwatched),
            None => return breach(Check::CandidateExists, format!("decision {decision} of player {player} has none")),
        }
    }
    None
}

/// Checks that copies of a state from the middle of a game play alike.
fn of_copies<G: Game>(game: &G, key: u64, promises: &Promises<'_, G>) -> Option<Breach> {
    let length = trace(game, key, promises.most_decisions).decisions;
    let middle = mixed(key, 0) as usize % length.max(1);
    let mut state = game.start(key, &mut Unwatched);
    for decision in 0..middle {
        let action = chosen(&candidates(game, &state), key, decision)?;
        game.apply(&mut state, &action, &mut Unwatched);
    }
    let rekeyed = |number| {
        let mut copy = state;
        game.rekey(&mut copy, mixed(key, number));
        copy
    };
    for [original, copy] in [[state, state], [rekeyed(1), rekeyed(1)]] {
        let ends = [original, copy].map(|state| trace_from(game, state, key, middle, promises.most_decisions));
        if ends[0] != ends[1] {
            let what = format!("two copies of the state at decision {middle} end differently");
            return Some(Breach { check: Check::CopiesAlike, key: Some(key), what });
        }
    }
    None
}

/// The course of a game: a hash of its decisions and its end, and its number of decisions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Trace {
    hash: u64,
    decisions: usize,
}

/// Plays a game by the choices of the checks.
fn trace<G: Game>(game: &G, key: u64, most: usize) -> Trace {
    trace_from(game, game.start(key, &mut Unwatched), key, 0, most)
}

fn trace_from<G: Game>(game: &G, mut state: G::State, key: u64, first: usize, most: usize) -> Trace {
    let (mut hash, mut decision) = (0, first);
    while let Some(player) = game.to_decide(&state).filter(|_| decision < most) {
        let all = candidates(game, &state);
        let Some(action) = chosen(&all, key, decision) else { break };
        hash = mixed(hash ^ player as u64, hash_of(&format!("{all:?}")));
        game.apply(&mut state, &action, &mut Unwatched);
        decision += 1;
    }
    Trace { hash: mixed(hash, hash_of(&format!("{:?}", game.scores(&state)))), decisions: decision }
}

fn hash_of(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| mixed(hash, byte.into()))
}

/// Checks that the games are the same in another order.
fn of_order<G: Game>(game: &G, promises: &Promises<'_, G>) -> Option<Breach> {
    let play = |key: u64| (key, trace(game, key, promises.most_decisions));
    let forwards: Vec<_> = promises.keys.clone().map(play).collect();
    let mut backwards: Vec<_> = promises.keys.clone().rev().map(play).collect();
    backwards.reverse();
    let (key, _) = forwards.iter().zip(&backwards).find(|(one, other)| one != other)?.0;
    let what = "it goes another way if other games are played before it".to_owned();
    Some(Breach { check: Check::GamesIndependent, key: Some(*key), what })
}

/// A policy that counts the allocations of its decisions.
struct Counting<'a, P> {
    player: P,
    allocations: &'a dyn Fn() -> u64,
    counted: u64,
}

impl<G: Game, P: Policy<G>> Policy<G> for Counting<'_, P> {
    fn begin(&mut self, key: u64) {
        self.player.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let before = (self.allocations)();
        let action = self.player.decide(game, state);
        self.counted += (self.allocations)() - before;
        action
    }
}

/// Checks that the decisions of a policy allocate nothing.
fn of_allocations<G: Game, P: Policy<G>>(
    game: &G,
    players: impl Fn() -> Vec<P>,
    promises: &Promises<'_, G>,
) -> Option<Breach> {
    let allocations = promises.allocations?;
    let counting = |player| Counting { player, allocations, counted: 0 };
    let mut players: Vec<Counting<'_, P>> = players().into_iter().map(counting).collect();
    let mut counted = || {
        let before: u64 = players.iter().map(|player| player.counted).sum();
        for key in promises.keys.clone() {
            play(game, key, &mut players, &mut Unwatched);
        }
        players.iter().map(|player| player.counted).sum::<u64>() - before
    };
    // Buffers grow in the first games.
    counted();
    let count = counted();
    let what = format!("{count} allocations in games that were played before");
    (count > 0).then_some(Breach { check: Check::DecisionsAllocateNothing, key: None, what })
}

/// Checks that no seat wins more often than chance allows. A game with alike seats fails once in 10,000 checks, for each
/// seat.
fn of_seats<G: Game, P: Policy<G>>(
    game: &G,
    players: impl Fn() -> Vec<P>,
    promises: &Promises<'_, G>,
) -> Option<Breach> {
    /// Quantile of the normal distribution for 1 in 10,000, on both sides.
    const DEVIATIONS: f64 = 3.89;
    if !promises.seats_are_alike {
        return None;
    }
    let mut players = players();
    let mut wins = vec![0u32; players.len()];
    for key in promises.keys.clone() {
        let end = play(game, key, &mut players, &mut Unwatched);
        if let Some(winner) = game.scores(&end).winner() {
            wins[winner] += 1;
        }
    }
    let games = f64::from(wins.iter().sum::<u32>());
    let share = 1.0 / wins.len() as f64;
    let allowed = DEVIATIONS * (games * share * (1.0 - share)).sqrt();
    let seat = wins.iter().position(|won| (f64::from(*won) - games * share).abs() > allowed)?;
    let what = format!("seat {seat} wins {} of {games} games, and {:.0} are due to it", wins[seat], games * share);
    Some(Breach { check: Check::SeatsAlike, key: None, what })
}

/// Checks that games on several threads end as games on one do.
fn of_threads<G: Game, P: Policy<G>>(
    game: &G,
    players: &(impl Fn() -> Vec<P> + Sync),
    promises: &Promises<'_, G>,
) -> Option<Breach> {
    let spread = promises.spread?;
    let end = |key: u64| {
        let end = play(game, key, &mut players(), &mut Unwatched);
        hash_of(&format!("{:?}", game.scores(&end)))
    };
    let one: Vec<u64> = promises.keys.clone().map(end).collect();
    let many = spread(promises.keys.clone(), &end);
    let (key, _) = promises.keys.clone().zip(one.iter().zip(&many)).find(|(_, (one, other))| one != other)?;
    let what = "it ends in another way on several threads".to_owned();
    Some(Breach { check: Check::ThreadsDoNotMatter, key: Some(key), what })
}

#[cfg(test)]
mod tests;
