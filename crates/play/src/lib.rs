//! Interfaces of a game, a policy and an observer, and the only loop that plays a game.
//!
//! The rules of a game are a few pure functions over a flat state. Policies choose among the candidates of the rules and
//! never change a rule; observers see events and never change play. Dice come from streams that the state names, so that a
//! copy of a state plays on exactly as the original would.
//!
//! ```
//! use hitchart_dice::Throw;
//! use hitchart_play::{Game, Observer, Policy, Scores, Unwatched, play};
//!
//! /// Two players roll a die in turn, three times each; a player may choose a safe 3 instead.
//! struct Rolls;
//!
//! #[derive(Clone, Copy)]
//! struct State {
//!     throw: Throw,
//!     turn: usize,
//!     points: [i32; 2],
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Action {
//!     Roll,
//!     Safe,
//! }
//!
//! impl Game for Rolls {
//!     type State = State;
//!     type Action = Action;
//!     type Event = ();
//!
//!     fn start<O: Observer<Self>>(&self, key: u64, _watch: &mut O) -> State {
//!         State { throw: Throw::new(key), turn: 0, points: [0; 2] }
//!     }
//!
//!     fn to_decide(&self, state: &State) -> Option<usize> {
//!         (state.turn < 6).then_some(state.turn % 2)
//!     }
//!
//!     fn candidates(&self, _state: &State, into: &mut Vec<Action>) {
//!         into.extend([Action::Roll, Action::Safe]);
//!     }
//!
//!     fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, _watch: &mut O) {
//!         let points = match action {
//!             Action::Roll => state.throw.die(6).into(),
//!             Action::Safe => 3,
//!         };
//!         state.points[state.turn % 2] += points;
//!         state.turn += 1;
//!     }
//!
//!     fn scores(&self, state: &State) -> Scores {
//!         Scores::new(state.points.into_iter())
//!     }
//!
//!     fn rekey(&self, state: &mut State, key: u64) {
//!         state.throw = Throw::new(key);
//!     }
//! }
//!
//! /// Chooses the same action in every turn.
//! struct Always(Action);
//!
//! impl Policy<Rolls> for Always {
//!     fn begin(&mut self, _key: u64) {}
//!
//!     fn decide(&mut self, _game: &Rolls, _state: &State) -> Action {
//!         self.0
//!     }
//! }
//!
//! let mut players = [Always(Action::Roll), Always(Action::Safe)];
//! let wins = (0..1000).filter(|key| {
//!     let end = play(&Rolls, *key, &mut players, &mut Unwatched);
//!     Rolls.scores(&end).winner() == Some(0)
//! });
//! assert!(wins.count() > 550, "a roll is 3.5 points on average");
//! ```

#![deny(unsafe_code)]

mod forgoing;
pub mod network;
mod playing;
pub mod policy;
pub mod search;
mod sides;

pub use forgoing::{Forgoing, Forgone};
pub use playing::{play, play_on, play_swapped};

pub use sides::tell_sides;

/// The rules of a game.
pub trait Game: Sync {
    /// All that changes in play: flat, copied without allocation.
    type State: Copy + Send;
    /// One choice of one player.
    type Action: Copy + PartialEq + std::fmt::Debug;
    /// Something that happened, for observers.
    type Event;

    /// Starts a game with dice from the streams of `key`, and plays up to its first decision.
    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> Self::State;

    /// Returns the player of the next decision; `None` once the game is over.
    fn to_decide(&self, state: &Self::State) -> Option<usize>;

    /// Appends every candidate for the next decision: at least one while the game lasts, all legal, none twice.
    fn candidates(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Carries out a legal action and plays on to the next decision.
    fn apply<O: Observer<Self>>(&self, state: &mut Self::State, action: &Self::Action, watch: &mut O);

    /// Returns each player's score; higher is better.
    fn scores(&self, state: &Self::State) -> Scores;

    /// Renames the streams of all dice still to come, so that search does not see them.
    fn rekey(&self, state: &mut Self::State, key: u64);
}

/// A game with state features, for evaluations that are learned from play.
pub trait Featured: Game {
    /// Names of the features, in order.
    const FEATURES: &'static [&'static str];

    /// Returns true if a state lies between two turns. Such states are learned from and evaluated.
    fn is_quiet(&self, state: &Self::State) -> bool;

    /// Writes the features of a state as a player sees it, in their order.
    fn tell(&self, state: &Self::State, player: usize, into: &mut [f64]);

    /// Returns the value of a finished game to a player, from 0 to 1. By default, it is 1 for a victory, ½ for a shared
    /// one, and else 0.
    fn outcome(&self, state: &Self::State, player: usize) -> f64 {
        let scores = self.scores(state);
        match scores.winner() {
            Some(winner) if winner == player => 1.0,
            None if scores.as_slice().get(player) == Some(&scores.best()) => 0.5,
            _ => 0.0,
        }
    }
}

/// Maximum number of players of a game.
pub const MAX_PLAYERS: usize = 5;

/// Scores by player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    values: [i32; MAX_PLAYERS],
    players: u8,
}

impl Scores {
    /// Creates the scores of up to [`MAX_PLAYERS`] players.
    pub fn new(scores: impl Iterator<Item = i32>) -> Scores {
        let mut all = Scores { values: [0; MAX_PLAYERS], players: 0 };
        for score in scores.take(MAX_PLAYERS) {
            all.values[usize::from(all.players)] = score;
            all.players += 1;
        }
        all
    }

    /// Returns the scores in order of players.
    pub fn as_slice(&self) -> &[i32] {
        &self.values[..usize::from(self.players)]
    }

    /// Returns the highest score.
    pub fn best(&self) -> i32 {
        self.as_slice().iter().copied().max().unwrap_or(0)
    }

    /// Returns the only player with the highest score; `None` if several share it.
    pub fn winner(&self) -> Option<usize> {
        let best = self.best();
        let mut leaders = (0..self.as_slice().len()).filter(|player| self.values[*player] == best);
        let first = leaders.next()?;
        leaders.next().is_none().then_some(first)
    }

    /// Returns a player's score minus the best of all others.
    pub fn margin(&self, player: usize) -> i32 {
        let others = self.as_slice().iter().enumerate().filter(|(other, _)| *other != player);
        self.values[player] - others.map(|(_, score)| *score).max().unwrap_or(0)
    }
}

/// A policy, which decides for a player.
pub trait Policy<G: Game> {
    /// Prepares for a game. All random choices of the policy come from the streams of `key`.
    fn begin(&mut self, key: u64);

    /// Returns one of the candidates for the next decision.
    fn decide(&mut self, game: &G, state: &G::State) -> G::Action;
}

/// Allows policies of several kinds at one table.
impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn begin(&mut self, key: u64) {
        (**self).begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        (**self).decide(game, state)
    }
}

/// An observer of a game.
pub trait Observer<G: Game + ?Sized> {
    /// True if the observer uses events; if not, events are not created.
    const WATCHES: bool = true;
    /// True if the observer needs the face of every die, which costs time.
    const WANTS_FACES: bool = false;

    /// Receives an event, with the state right after it.
    fn see(&mut self, game: &G, state: &G::State, event: &G::Event);
}

/// An observer that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<G: Game> Observer<G> for Unwatched {
    const WATCHES: bool = false;

    fn see(&mut self, _: &G, _: &G::State, _: &G::Event) {}
}
