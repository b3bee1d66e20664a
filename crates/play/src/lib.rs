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
//!
//! A game has at most [`MAX_PLAYERS`] players. `examples/own_game.rs` of the repository takes a game of your own through
//! the whole laboratory: [`policy::Chooser`] makes a policy from a function, [`conformance::check`] checks the game, and
//! `hitchart_lab` plays it with `Arena::of_game`, `Grouped::of_game`, `Grouped::of_policies` and
//! `CompareStudy::of_rulesets`.

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod built;
mod choices;
pub mod conformance;
mod external;
mod game;
pub mod ids;
pub mod network;
pub mod policy;
pub mod program;
pub mod record;
pub mod search;

pub use built::Built;
pub use choices::{Choices, Decided, Recording, UNLISTED, follow};
pub use external::{External, ExternalDecision, ExternalPlayer, SharedPlayer, Shown, in_words};
pub use game::{
    AnyObserver, Engine, EvaluatedCandidate, Featured, Game, MAX_PLAYERS, Observer, Policy, RestrictedPolicy,
    Restriction, Scores, Unwatched, Watch, Watching, play, play_on, play_swapped, player_count, write_sides,
};
