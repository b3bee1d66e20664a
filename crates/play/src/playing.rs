//! The play loop.

use super::{Game, Observer, Policy, Unwatched};

/// Plays a game from its start to its end; `policies` are in order of players.
pub fn play<G: Game, P: Policy<G>, O: Observer<G>>(game: &G, key: u64, policies: &mut [P], watch: &mut O) -> G::State {
    for (player, policy) in (0u64..).zip(policies.iter_mut()) {
        policy.begin(key ^ (player + 1).wrapping_mul(SPREAD));
    }
    let mut state = game.start(key, watch);
    play_on(game, &mut state, policies, watch);
    state
}

/// An odd constant that makes the policies' keys differ; their streams are mixed from the keys.
const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

/// Plays a game of two players twice, with the same dice and with seats swapped. Returns the half points of the first
/// policy, 0 to 4: 2 for a win, 1 for a tie. An advantage of a seat favours both policies alike.
///
/// The pair is one observation: over many results, `stats::mean` of their counts is the share of points, times 4.
pub fn play_swapped<G: Game, P: Policy<G>>(game: &G, key: u64, policies: &mut [P; 2]) -> usize {
    let half_points = [0, 1].map(|seat| {
        let winner = game.scores(&play(game, key, policies, &mut Unwatched)).winner();
        policies.swap(0, 1);
        winner.map_or(1, |winner| if winner == seat { 2 } else { 0 })
    });
    half_points.iter().sum()
}

/// Plays a game on from any state to its end.
pub fn play_on<G: Game, P: Policy<G>, O: Observer<G>>(
    game: &G,
    state: &mut G::State,
    policies: &mut [P],
    watch: &mut O,
) {
    while let Some(player) = game.to_decide(state) {
        let action = policies[player].decide(game, state);
        game.apply(state, &action, watch);
    }
}
