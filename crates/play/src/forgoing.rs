//! Players that go without something.

use super::{Game, Policy};

/// Something that a player goes without: actions that it does not take.
pub trait Forgone<G: Game>: Copy {
    /// Whether it lets an action be taken.
    fn allows(self, game: &G, state: &G::State, action: &G::Action) -> bool;
    /// How far another action is from the one that would be taken: the nearest takes its place, the first of several.
    fn apart(self, game: &G, wanted: &G::Action, other: &G::Action) -> f64;
}

/// A player that goes without something, or without nothing. It decides as it would, and where that may not be takes
/// what is nearest to it; where nothing else may be done, it does so all the same.
#[derive(Clone, Debug)]
pub struct Forgoing<P, F, A> {
    player: P,
    forgone: Option<F>,
    candidates: Vec<A>,
}

impl<P, F, A> Forgoing<P, F, A> {
    /// A player, and what it goes without.
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
