//! The play loop.

use super::{Game, Observer, Policy};

/// Plays a game from its start to its end; `policies` are in order of players.
pub fn play<G: Game, P: Policy<G>, O: Observer<G>>(game: &G, key: u64, policies: &mut [P], watch: &mut O) -> G::State {
    for (player, policy) in (0u64..).zip(policies.iter_mut()) {
        policy.begin(key ^ (player + 1).wrapping_mul(SPREAD));
    }
    let mut state = game.start(key, watch);
    play_on(game, &mut state, policies, watch);
    state
}

/// An odd constant that sets the policies' keys apart; their streams are mixed from it.
const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

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
