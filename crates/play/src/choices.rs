//! The choices of a game, each as its place among the candidates: they are recorded in play, and play the game again.

use crate::{Game, Observer, Policy};
use std::cell::RefCell;

/// A policy that records its choices, in a list that it shares with the other players of the game.
pub struct Recording<'a, P, A> {
    policy: P,
    choices: &'a RefCell<Vec<u16>>,
    candidates: Vec<A>,
}

impl<'a, P, A> Recording<'a, P, A> {
    /// Wraps a policy with the list of choices.
    pub fn new(policy: P, choices: &'a RefCell<Vec<u16>>) -> Recording<'a, P, A> {
        Recording { policy, choices, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Recording<'_, P, G::Action> {
    fn begin(&mut self, key: u64) {
        self.policy.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let action = self.policy.decide(game, state);
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        let place = self.candidates.iter().position(|candidate| *candidate == action);
        self.choices.borrow_mut().push(place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX));
        action
    }
}

/// A decision of a game.
#[derive(Debug)]
pub struct Decided<G: Game> {
    /// The state before the decision.
    pub state: G::State,
    /// Player who decides.
    pub player: usize,
    /// The action that was chosen.
    pub action: G::Action,
    /// Place of the action among the candidates.
    pub place: usize,
}

/// Plays a game again from its choices, and returns its decisions and its end.
///
/// # Errors
/// The number of the first choice that is missing, or that is no candidate.
pub fn follow<G: Game, O: Observer<G>>(
    game: &G,
    key: u64,
    choices: &[u16],
    watch: &mut O,
) -> Result<(Vec<Decided<G>>, G::State), usize> {
    let (mut decisions, mut candidates) = (Vec::with_capacity(choices.len()), Vec::new());
    let mut state = game.start(key, watch);
    while let Some(player) = game.to_decide(&state) {
        candidates.clear();
        game.candidates(&state, &mut candidates);
        let place = choices.get(decisions.len()).map(|place| usize::from(*place));
        let Some((place, action)) = place.and_then(|place| Some((place, *candidates.get(place)?))) else {
            return Err(decisions.len());
        };
        decisions.push(Decided { state, player, action, place });
        game.apply(&mut state, &action, watch);
    }
    if decisions.len() == choices.len() { Ok((decisions, state)) } else { Err(decisions.len()) }
}
