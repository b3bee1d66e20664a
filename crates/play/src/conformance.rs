//! A suite of checks that a game keeps the promises of [`Game`]: a game gets all of them by one call of [`check`].
//!
//! Each check has a name, and plays whole games from numbered keys, so a breach can be played again. The checks of the
//! rules choose actions by the key. Those in `policies` let a policy choose; they are left out if the rules have a fault
//! with which no policy can play. A panic is a breach too; in a program that is compiled with `panic = "abort"`, as releases
//! of this workspace are, a panic ends the program instead.

mod policies;

use super::game::{Game, MAX_PLAYERS, Policy, Unwatched, too_many_players};
use hitchart_config::named;
use hitchart_config::words::counted;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{fmt, ops::Range};

/// Promises of a game beyond those of [`Game`], and the means to check them.
pub struct Promises<'a, G: Game> {
    /// Keys of the games that are played, one game each; at least one.
    pub keys: Range<u64>,
    /// Most decisions of a game.
    pub most_decisions: usize,
    /// True if no seat has an advantage when the same policy plays all.
    pub seats_are_alike: bool,
    /// True if dice are rolled during a game, not only at its start: then [`Game::rekey`] changes them.
    pub rolls_dice: bool,
    /// Returns true if the rules allow an action in a state. `None` leaves this check out.
    pub is_legal: Option<IsLegal<'a, G>>,
    /// Returns the number of allocations of the process so far. `None` leaves this check out.
    pub allocations: Option<&'a dyn Fn() -> u64>,
    /// Calls a function for each key on several threads, and returns its results in the order of the keys, as
    /// `hitchart_lab::runner::on_threads` does. `None` leaves this check out.
    pub spread: Option<Spread<'a>>,
}

// A derived copy would demand that the game can be cloned.
impl<G: Game> Clone for Promises<'_, G> {
    fn clone(&self) -> Self {
        Promises { keys: self.keys.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Promises<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Promises")
            .field("keys", &self.keys)
            .field("most_decisions", &self.most_decisions)
            .field("seats_are_alike", &self.seats_are_alike)
            .field("rolls_dice", &self.rolls_dice)
            .field("is_legal", &self.is_legal.is_some())
            .field("allocations", &self.allocations.is_some())
            .field("spread", &self.spread.is_some())
            .finish()
    }
}

/// Function that returns true if the rules allow an action in a state.
pub type IsLegal<'a, G> = &'a dyn Fn(&G, &<G as Game>::State, &<G as Game>::Action) -> bool;

/// Function that calls another one for each key on several threads.
pub type Spread<'a> = &'a dyn Fn(Range<u64>, &(dyn Fn(u64) -> u64 + Sync)) -> Vec<u64>;

named! {
    /// The checks, by name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Check {
        /// No game ends in a panic.
        NoPanic = "games do not panic",
        /// Decisions are of players who have a seat, and each seat has a score.
        SeatsExist = "every player has a seat and a score",
        /// A game has at most [`MAX_PLAYERS`] players.
        SeatsFit = "a game has at most 5 players",
        /// Some game has a decision.
        DecisionsExist = "games have decisions",
        /// Every decision has a candidate.
        CandidateExists = "every decision has a candidate",
        /// Candidates are appended to those that are already there.
        CandidatesAppended = "candidates are appended",
        /// No candidate is there twice.
        CandidatesDiffer = "no candidate is there twice",
        /// The rules allow every candidate.
        CandidatesLegal = "every candidate is legal",
        /// A copy of a state plays on as the original does, and so does a state after [`Game::rekey`] with the same key.
        CopiesAlike = "copies play alike",
        /// [`Game::rekey`] changes no score and no candidate.
        RekeyKeepsState = "rekey changes only dice to come",
        /// [`Game::rekey`] changes the dice to come.
        RekeyChangesDice = "rekey changes the dice to come",
        /// Games end within the promised number of decisions.
        GamesEnd = "games end",
        /// A game does not depend on other games.
        GamesIndependent = "games are independent",
        /// A game does not depend on its observer.
        ObserversChangeNothing = "observers change nothing",
        /// A policy chooses among the candidates, or another action that the rules allow. A breach leaves out the checks
        /// of allocations, seats and threads.
        ChoicesAreCandidates = "policies choose among the candidates",
        /// A policy plays a game as if it had played no other before.
        PoliciesForget = "policies forget earlier games",
        /// A decision of the policy allocates nothing, once its buffers have grown.
        DecisionsAllocateNothing = "decisions allocate nothing",
        /// No seat has an advantage: the share of decided games that a seat wins is within 3.89 standard errors of an even
        /// share. With two seats these are 6 percentage points at 1,000 games, and 2 at 10,000; smaller advantages are
        /// not detected.
        SeatsAlike = "seats are alike",
        /// The number of threads does not matter.
        ThreadsDoNotMatter = "threads do not matter",
    }
}

impl Check {
    /// Returns true if a policy cannot play a game with a breach of this check.
    fn ends_the_suite(self) -> bool {
        matches!(self, Check::NoPanic | Check::SeatsExist | Check::SeatsFit | Check::CandidateExists | Check::GamesEnd)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
    if promises.keys.is_empty() {
        let what = format!("the range of keys is {:?}; allowed: at least one key", promises.keys);
        return vec![Breach { check: Check::DecisionsExist, key: None, what }];
    }
    let mut breaches = of_rules(game, players().len(), promises);
    if !breaches.iter().any(|breach| breach.check.ends_the_suite()) {
        breaches.extend(policies::check(game, &players, promises));
    }
    // The sort is stable, so the first breach of each check stays first.
    breaches.sort_by_key(|breach| breach.check);
    breaches.dedup_by_key(|breach| breach.check);
    breaches
}

impl<G: Game> Promises<'_, G> {
    /// Returns the promises of every game: all checks except those of the fields that this leaves `false` or `None`.
    pub fn new(keys: Range<u64>, most_decisions: usize) -> Self {
        Promises {
            keys,
            most_decisions,
            seats_are_alike: false,
            rolls_dice: false,
            is_legal: None,
            allocations: None,
            spread: None,
        }
    }
}

/// Returns the breaches of the rules, with actions that are chosen by the key.
fn of_rules<G: Game>(game: &G, seats: usize, promises: &Promises<'_, G>) -> Vec<Breach> {
    if seats > MAX_PLAYERS {
        let what = format!("{} for a game of at most {MAX_PLAYERS} players", counted(seats as u64, "policies"));
        return vec![Breach { check: Check::SeatsFit, key: None, what }];
    }
    // More scores than that are a panic, which would hide the name of this check.
    let many = guarded(None, || {
        game.scores(&game.start(promises.keys.start, &mut Unwatched));
        None
    });
    if let Some(breach) = many.filter(|breach| breach.what == too_many_players()) {
        return vec![Breach { check: Check::SeatsFit, ..breach }];
    }
    let mut breaches = Vec::new();
    for key in promises.keys.clone() {
        breaches.extend(guarded(Some(key), || of_candidates(game, seats, key, promises)));
        if breaches.iter().any(|breach| breach.check.ends_the_suite()) {
            return breaches;
        }
        breaches.extend(guarded(Some(key), || of_copies(game, key, promises)));
    }
    breaches.extend(guarded(None, || of_order(game, promises)));
    breaches.extend(guarded(None, || of_dice(game, promises)));
    breaches
}

/// Returns the result of a check, or its panic as a breach.
fn guarded(key: Option<u64>, check: impl FnOnce() -> Option<Breach>) -> Option<Breach> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Some(Breach { check: Check::NoPanic, key, what: text.unwrap_or_else(|| "a panic without a text".to_owned()) })
    })
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

/// Checks the seats and the candidates of every decision of a game, and that it ends.
fn of_candidates<G: Game>(game: &G, seats: usize, key: u64, promises: &Promises<'_, G>) -> Option<Breach> {
    let breach = |check, what| Some(Breach { check, key: Some(key), what });
    let mut state = game.start(key, &mut Unwatched);
    for decision in 0.. {
        let Some(player) = game.to_decide(&state) else { break };
        if decision == promises.most_decisions {
            return breach(Check::GamesEnd, format!("it goes on after {decision} decisions"));
        }
        if player >= seats {
            let policies = counted(seats as u64, "policies");
            let what = format!("decision {decision} is of player {player}, counted from 0; there are {policies}");
            return breach(Check::SeatsExist, what);
        }
        let all = candidates(game, &state);
        if let Some((check, what)) = fault(game, &state, &all, promises) {
            return breach(check, format!("decision {decision} of player {player} {what}"));
        }
        let action = chosen(&all, key, decision)?;
        game.apply(&mut state, &action, &mut Unwatched);
    }
    let scores = game.scores(&state).as_slice().len();
    let what = format!("{} for a game with {}", counted(seats as u64, "policies"), counted(scores as u64, "scores"));
    (scores != seats).then_some(Breach { check: Check::SeatsExist, key: Some(key), what })
}

/// Returns the first fault of the candidates of a decision.
fn fault<G: Game>(
    game: &G,
    state: &G::State,
    all: &[G::Action],
    promises: &Promises<'_, G>,
) -> Option<(Check, String)> {
    let Some(first) = all.first() else { return Some((Check::CandidateExists, "has none".to_owned())) };
    if let Some(place) = (1..all.len()).find(|place| all[..*place].contains(&all[*place])) {
        return Some((Check::CandidatesDiffer, format!("has {:?} twice", all[place])));
    }
    let is_legal = |action: &&G::Action| promises.is_legal.is_none_or(|is_legal| is_legal(game, state, action));
    if let Some(illegal) = all.iter().find(|action| !is_legal(action)) {
        return Some((Check::CandidatesLegal, format!("has {illegal:?}")));
    }
    let mut more = vec![*first];
    game.candidates(state, &mut more);
    let is_appended = more.first() == Some(first) && more[1..] == *all;
    (!is_appended).then(|| (Check::CandidatesAppended, format!("leaves {more:?} in a list that began with {first:?}")))
}

/// Returns the state in the middle of a game, with its number of decisions so far.
fn middle<G: Game>(game: &G, key: u64, most: usize) -> Option<(G::State, usize)> {
    let middle = mixed(key, 0) as usize % trace(game, key, most).decisions.max(1);
    let mut state = game.start(key, &mut Unwatched);
    for decision in 0..middle {
        let action = chosen(&candidates(game, &state), key, decision)?;
        game.apply(&mut state, &action, &mut Unwatched);
    }
    Some((state, middle))
}

/// Returns a copy of a state with other dice to come.
fn rekeyed<G: Game>(game: &G, mut state: G::State, key: u64) -> G::State {
    game.rekey(&mut state, key);
    state
}

/// Checks that copies of a state from the middle of a game play alike, and that [`Game::rekey`] changes only dice.
fn of_copies<G: Game>(game: &G, key: u64, promises: &Promises<'_, G>) -> Option<Breach> {
    let (state, middle) = middle(game, key, promises.most_decisions)?;
    let breach = |check, what| Some(Breach { check, key: Some(key), what });
    let again = || rekeyed(game, state, mixed(key, 1));
    for [original, copy] in [[state, state], [again(), again()]] {
        let ends = [original, copy].map(|state| trace_from(game, state, key, middle, promises.most_decisions));
        if ends[0] != ends[1] {
            let what = format!("two copies of the state at decision {middle} end differently");
            return breach(Check::CopiesAlike, what);
        }
    }
    let shown = |state: &G::State| (game.to_decide(state), candidates(game, state), game.scores(state));
    let what = format!("rekey at decision {middle} changes the player, the candidates or the scores");
    if shown(&state) == shown(&again()) { None } else { breach(Check::RekeyKeepsState, what) }
}

/// Checks that there is a decision in some game, and, if dice are rolled, that [`Game::rekey`] changes the rest of some
/// game.
fn of_dice<G: Game>(game: &G, promises: &Promises<'_, G>) -> Option<Breach> {
    let most = promises.most_decisions;
    if promises.keys.clone().all(|key| trace(game, key, most).decisions == 0) {
        let what = "all games are over at their start".to_owned();
        return Some(Breach { check: Check::DecisionsExist, key: None, what });
    }
    let changes = |key: u64| {
        let Some((state, middle)) = middle(game, key, most) else { return false };
        let ends = [1, 2].map(|other| trace_from(game, rekeyed(game, state, mixed(key, other)), key, middle, most));
        ends[0] != ends[1]
    };
    let is_breached = promises.rolls_dice && !promises.keys.clone().any(changes);
    let what = "games go on as before it, so search sees the dice to come".to_owned();
    is_breached.then_some(Breach { check: Check::RekeyChangesDice, key: None, what })
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

#[cfg(test)]
mod tests;
