//! Restricted play: policies without some actions.

use super::{Game, Policy};

/// A restriction of a player: actions that it does not take.
pub trait Forgone<G: Game>: Copy {
    /// Returns true if an action is allowed.
    fn allows(self, game: &G, state: &G::State, action: &G::Action) -> bool;
    /// Returns the distance of another action from the wanted one. The nearest allowed action replaces it, the first of
    /// equals.
    fn apart(self, game: &G, wanted: &G::Action, other: &G::Action) -> f64;
}

/// A policy with a restriction, or without one. A choice that is not allowed is replaced by the nearest allowed
/// candidate; if there is none, it is played all the same.
#[derive(Clone, Debug)]
pub struct Forgoing<P, F, A> {
    player: P,
    forgone: Option<F>,
    candidates: Vec<A>,
}

impl<P, F, A> Forgoing<P, F, A> {
    /// Creates a player with a restriction, or with `None`.
    pub fn new(player: P, forgone: Option<F>) -> Forgoing<P, F, A> {
        Forgoing { player, forgone, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>, F: Forgone<G>> Policy<G> for Forgoing<P, F, G::Action> {
    fn begin(&mut self, key: u64) {
        self.player.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let wanted = self.player.decide(game, state);
        let Some(forgone) = self.forgone.filter(|forgone| !forgone.allows(game, state, &wanted)) else { return wanted };
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        let allowed = self.candidates.iter().filter(|candidate| forgone.allows(game, state, candidate));
        let apart = |candidate: &G::Action| forgone.apart(game, &wanted, candidate);
        allowed.min_by(|a, b| apart(a).total_cmp(&apart(b))).copied().unwrap_or(wanted)
    }
}
