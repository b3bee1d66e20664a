//! Games of decisions: rules, policies, observers, and the only loop that plays a game.
//!
//! A game's rules are a few pure functions over a flat state. Policies choose among the rules' candidates and never
//! change a rule; observers see events and never change play. Dice are drawn from streams that are named in the state,
//! so that a copy of a state plays on exactly as the original would.

mod forgoing;
mod playing;
pub mod search;
mod sides;

pub use forgoing::{Forgoing, Forgone};
pub use playing::{play, play_on, play_swapped};
pub(crate) use sides::sides;
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
