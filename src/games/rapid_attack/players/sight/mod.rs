//! Features of a battle from a player's point of view, for learned evaluations.
//!
//! There are three sides: the player, the rival who leads all others, and the rest of the players together. Dangers are
//! expected results of attacks by the exact tables, in frames. Distances are in pairs of units, so that the length of a
//! table fits.

mod names;
mod side;
pub mod threats;

use super::super::battle::{Battle, Decision, Dice, State};
use hitchart_play::{Featured, MAX_PLAYERS, write_sides};
use names::{COMMON_COUNT, SIDE_COUNT};
use side::{Side, side};
use threats::threats;

impl<D: Dice> Featured for Battle<D> {
    const FEATURES: &'static [&'static str] = names::FEATURES;

    fn is_quiet(&self, state: &State) -> bool {
        let acts = state.asked.is_some_and(|asked| asked.what == Decision::Act);
        acts && state.turn.is_none() && state.wound_count == 0
    }

    fn write_features(&self, state: &State, player: usize, into: &mut [f64]) {
        let threats = threats(self, state);
        let mut sides = [[0.0; SIDE_COUNT]; MAX_PLAYERS];
        for (number, told) in (0..state.player_count).zip(&mut sides) {
            *told = side(self, state, &threats, number);
        }
        let sides = &sides[..usize::from(state.player_count)];
        let (rival, common) = write_sides(sides, player, standing, into);
        common.copy_from_slice(&shared(state, player, &sides[player], &sides[rival]));
    }
}

/// Limit of the lead by clock; nothing is in doubt beyond it.
const FAR_AHEAD: f64 = 31.0;

/// Returns the standing of a side: its score, with hit points to break ties.
fn standing(side: &Side) -> f64 {
    side[names::SCORE] + side[names::HIT_POINTS] / 64.0
}

/// Returns the features that belong to no side.
fn shared(state: &State, player: usize, own: &Side, rival: &Side) -> [f64; COMMON_COUNT] {
    let clock = f64::from(state.clock);
    let lead = own[names::SCORE] - rival[names::SCORE];
    let hit_points = own[names::HIT_POINTS] - rival[names::HIT_POINTS];
    let next = state.asked.is_some_and(|asked| usize::from(asked.player) == player);
    let to_act: u32 = state.players().iter().map(|player| u32::from(player.to_act)).sum();
    [
        clock,
        f64::from(state.round),
        f64::from(state.player_count) - 2.0,
        f64::from(u8::from(next)),
        f64::from(to_act) / 2.0,
        lead,
        (8.0 * lead / (clock + 1.0)).clamp(-FAR_AHEAD, FAR_AHEAD),
        lead.clamp(-0.25, 0.25) * 4.0,
        hit_points * clock / 8.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::battle::KeyedDice;
    use crate::games::rapid_attack::bidding::Size;
    use crate::games::rapid_attack::players::tactician::Tactics;
    use crate::games::rapid_attack::players::{PolicySpec, Tactician};
    use crate::games::rapid_attack::rules_files::rulebook;
    use hitchart_play::{Game, Policy, Unwatched};

    fn battle(companies: &[&str]) -> Battle<KeyedDice> {
        Battle::built_in(companies, "dense-town", Size::Skirmish, &rulebook(), 1).unwrap()
    }

    /// Checks that the features of every quiet state of a game, for each player, are within the bounds of a network.
    #[test]
    fn every_state_is_told_within_bounds() {
        assert!(PolicySpec::named("search").is_some());
        for companies in [&["mirror-five", "mirror-five"][..], &["estars-anvil", "suns-fang", "mirror-four"][..]] {
            let battle = battle(companies);
            let mut player = Tactician::new(Tactics::default());
            Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
            let mut state = battle.start(3, &mut Unwatched);
            let (mut told, mut features) = (0, vec![0.0; names::FEATURES.len()]);
            while state.asked.is_some() {
                if battle.is_quiet(&state) {
                    for looking in 0..companies.len() {
                        battle.write_features(&state, looking, &mut features);
                        told += 1;
                        assert!(features.iter().all(|feature| feature.abs() < 32.0), "{features:?}");
                    }
                }
                let action = player.decide(&battle, &state);
                battle.apply(&mut state, &action, &mut Unwatched);
            }
            assert!(told > 20, "{told}");
        }
    }

    /// Checks that a player without frames to act takes nothing more this round. Values for now are at most those for
    /// later, and no more stations are in danger than are held.
    #[test]
    fn what_may_be_taken_now_goes_by_who_still_acts() {
        let battle = battle(&["mirror-five", "mirror-five"]);
        let of = |name: &str| names::FEATURES.iter().position(|feature| *feature == name).unwrap();
        let [now, later] = ["own life to take now", "own life to take later"].map(of);
        let [open_now, open_later, held] =
            ["own stations in danger now", "own stations in danger later", "own stations"].map(of);
        let mut player = Tactician::new(Tactics::default());
        Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
        let mut state = battle.start(3, &mut Unwatched);
        let (mut done, mut taken, mut open) = (0, 0.0f64, 0.0f64);
        let mut told = vec![0.0; names::FEATURES.len()];
        while state.asked.is_some() {
            for looking in (0..2).filter(|_| battle.is_quiet(&state)) {
                battle.write_features(&state, looking, &mut told);
                let acts = state.players[looking].to_act > 0;
                assert!(told[now] <= told[later] && (acts || told[now] == 0.0), "{told:?}");
                assert!(told[open_now] <= told[open_later] && told[open_later] <= told[held], "{told:?}");
                done += usize::from(!acts);
                (taken, open) = (taken.max(told[now]), open.max(told[open_now]));
            }
            let action = player.decide(&battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        assert!(done > 0 && taken > 0.0 && open > 0.0, "{done} {taken} {open}");
    }

    /// Checks that with two players the own side of one is the rival side of the other.
    #[test]
    fn two_players_see_the_same_from_either_side() {
        let battle = battle(&["artillery-park", "close-assault"]);
        let mut player = Tactician::new(Tactics::default());
        Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
        let mut state = battle.start(5, &mut Unwatched);
        while state.round < 2 {
            let action = player.decide(&battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        let [mut one, mut other] = [0, 1].map(|_| vec![0.0; names::FEATURES.len()]);
        battle.write_features(&state, 0, &mut one);
        battle.write_features(&state, 1, &mut other);
        assert_eq!(one[..SIDE_COUNT], other[SIDE_COUNT..2 * SIDE_COUNT]);
        assert_eq!(other[..SIDE_COUNT], one[SIDE_COUNT..2 * SIDE_COUNT]);
        assert!(one[2 * SIDE_COUNT..3 * SIDE_COUNT].iter().all(|feature| *feature == 0.0));
    }
}
