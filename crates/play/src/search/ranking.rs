//! A ranking of candidates by a network: the policy head of expert iteration (T. Anthony, Z. Tian and D. Barber, 2017,
//! "Thinking fast and slow with deep learning and tree search", NIPS 30).
//!
//! The network is fitted to what searches found by many playouts: how much better or worse a candidate is than the first.
//! A search with a ranking collects more candidates than it compares and keeps those that the network rates best. The
//! features of a candidate are its place in the list, its kind, and the changes that it makes to the features of the
//! state. The dice that an action needs at once are those of one sample, the same for all candidates.

use super::Advisor;
use crate::network::{MAX_WIDTH, Network};
use crate::{Featured, Game, Policy, Unwatched};
use hitchart_dice::Stream;
use std::sync::Arc;

/// Names of the features of a candidate that every game has.
const COMMON: [&str; 2] = ["first in the list", "place in the list"];
/// Number of places in the list that count as 1.
const PLACES: f64 = 8.0;
/// Candidates collected for each that is kept.
pub(super) const COLLECTED: usize = 2;

/// Returns the names of the features of a candidate, from the kinds of a game's actions and the features of its states.
pub fn candidate_features(kinds: &[&'static str], features: &[&'static str]) -> Vec<&'static str> {
    let changes = features.iter().filter(|name| !is_left_out(name));
    COMMON.iter().chain(kinds).chain(changes).copied().collect()
}

/// Returns true for the name of a feature that candidates do not have: one of the players who are neither the mover nor the
/// strongest rival (`sides!`).
const fn is_left_out(name: &str) -> bool {
    matches!(name.as_bytes(), [b'r', b'e', b's', b't', b' ', ..])
}

/// Returns the number of features of a candidate.
const fn candidate_width<G: Featured>() -> usize {
    let (mut width, mut i) = (COMMON.len() + G::KINDS.len(), 0);
    while i < G::FEATURES.len() {
        width += !is_left_out(G::FEATURES[i]) as usize;
        i += 1;
    }
    width
}

/// Features of the candidates of one decision.
pub(super) struct CandidateFeatures<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    player: usize,
    /// Key of the dice that actions need at once.
    key: u64,
    before: [f64; MAX_WIDTH],
}

impl<'a, G: Featured> CandidateFeatures<'a, G> {
    /// Computes the features of the state before the decision; `None` if none is due.
    pub(super) fn of(game: &'a G, state: &'a G::State, key: u64) -> Option<CandidateFeatures<'a, G>> {
        const { assert!(candidate_width::<G>() <= MAX_WIDTH, "a network takes fewer features") };
        let player = game.to_decide(state)?;
        let mut before = [0.0; MAX_WIDTH];
        game.write_features(state, player, &mut before[..G::FEATURES.len()]);
        Some(CandidateFeatures { game, state, player, key, before })
    }

    /// Writes the features of a candidate at a place of the list. Returns their number.
    pub(super) fn write(&self, place: usize, action: &G::Action, into: &mut [f64; MAX_WIDTH]) -> usize {
        into.fill(0.0);
        into[0] = f64::from(u8::from(place == 0));
        into[1] = place as f64 / PLACES;
        into[COMMON.len() + G::kind(action)] = 1.0;
        let mut after = *self.state;
        self.game.rekey(&mut after, self.key);
        self.game.apply(&mut after, action, &mut Unwatched);
        let mut features = [0.0; MAX_WIDTH];
        self.game.write_features(&after, self.player, &mut features[..G::FEATURES.len()]);
        let mut next = COMMON.len() + G::KINDS.len();
        for ((name, before), after) in G::FEATURES.iter().zip(&self.before).zip(&features) {
            if !is_left_out(name) {
                into[next] = after - before;
                next += 1;
            }
        }
        next
    }
}

/// An advisor that keeps the best of another's candidates, as a network rates them.
#[derive(Clone, Debug)]
pub struct RankedAdvisor<A> {
    inner: A,
    /// The network; `None` keeps the candidates of the other advisor.
    network: Option<Arc<Network>>,
    key: u64,
    decisions: u64,
    rated: Vec<(f64, usize)>,
}

impl<A> RankedAdvisor<A> {
    /// Creates an advisor that ranks the candidates of another by a network, or keeps all of them without one.
    pub fn new(inner: A, network: Option<Arc<Network>>) -> RankedAdvisor<A> {
        RankedAdvisor { inner, network, key: 0, decisions: 0, rated: Vec::with_capacity(64) }
    }

    /// Keeps the first candidate and the best rated others, in the order of the list.
    fn keep_best<G: Featured>(&mut self, game: &G, state: &G::State, most: usize, candidates: &mut Vec<G::Action>) {
        let key = Stream { seed: self.key, job: self.decisions, stream: u64::MAX }.key();
        let (Some(network), Some(candidate)) = (&self.network, CandidateFeatures::of(game, state, key)) else { return };
        let mut features = [0.0; MAX_WIDTH];
        self.rated.clear();
        for (place, action) in candidates.iter().enumerate().skip(1) {
            let count = candidate.write(place, action, &mut features);
            self.rated.push((network.worth(&features[..count]), place));
        }
        self.rated.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.rated.truncate(most.saturating_sub(1));
        self.rated.sort_unstable_by_key(|rated| rated.1);
        // Places only move forward, so no candidate is overwritten before it is copied.
        for (to, (_, from)) in (1..).zip(&self.rated) {
            candidates[to] = candidates[*from];
        }
        candidates.truncate(self.rated.len() + 1);
    }
}

impl<G: Featured, A: Policy<G>> Policy<G> for RankedAdvisor<A> {
    fn begin(&mut self, key: u64) {
        (self.key, self.decisions) = (key, 0);
        self.inner.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        self.inner.decide(game, state)
    }
}

impl<G: Featured, A: Advisor<G>> Advisor<G> for RankedAdvisor<A> {
    fn shortlist(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>) {
        if self.network.is_none() {
            return self.inner.shortlist(game, state, most, into);
        }
        self.collect(game, state, most, into);
        if into.len() > most {
            self.keep_best(game, state, most, into);
        }
    }

    fn collect(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>) {
        self.decisions += 1;
        self.inner.collect(game, state, most, into);
    }

    fn overrule(&mut self) {
        self.inner.overrule();
    }
}
