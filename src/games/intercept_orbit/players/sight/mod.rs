//! Features of a battle as a player sees it, for learned evaluations.
//!
//! Dangers are the expected harm of attacks by the exact tables, in assets. Scores are in assets of ten points and
//! distances in pairs of units, so that the length of a table fits.

mod names;
mod side;
mod strikes;

use super::super::battle::{Battle, Decision, Dice, State};
use super::tactician::Tactics;
use super::view::View;
use hitchart_play::{Featured, MAX_PLAYERS, write_sides};
use names::{COMMON_COUNT, SIDE_COUNT};
use side::{Side, side};
use strikes::strikes;

impl<D: Dice> Featured for Battle<D> {
    const FEATURES: &'static [&'static str] = names::FEATURES;

    fn is_quiet(&self, state: &State) -> bool {
        let acts = state.asked.is_some_and(|asked| asked.what == Decision::Act);
        acts && state.turn.is_none() && state.wound_count == 0
    }

    fn write_features(&self, state: &State, player: usize, into: &mut [f64]) {
        // Weights only rate choices, which are not features, so any weights will do.
        let tactics = Tactics::start();
        let view = |player: u8| View::new(self, state, self.odds(), &tactics, player);
        let strikes = strikes(&view(player as u8));
        let mut sides = [[0.0; SIDE_COUNT]; MAX_PLAYERS];
        for (number, told) in (0..state.player_count).zip(&mut sides) {
            *told = side(&view(number), &strikes);
        }
        let sides = &sides[..usize::from(state.player_count)];
        let (rival, common) = write_sides(sides, player, standing, into);
        common.copy_from_slice(&shared(&view(player as u8), player, &sides[player], &sides[rival]));
    }
}

/// Limit of the lead features, beyond which the result is not in doubt.
const FAR_AHEAD: f64 = 31.0;

/// Returns the hit points of a side, in fours.
fn hit_points(side: &Side) -> f64 {
    names::HIT_POINTS.iter().map(|place| side[*place]).sum()
}

/// Rates a side to find the leader: by score, and by hit points among equal scores.
fn standing(side: &Side) -> f64 {
    side[names::SCORE] + hit_points(side) / 64.0
}

/// Returns the features that belong to no side.
fn shared<D: Dice>(view: &View<'_, D>, player: usize, own: &Side, rival: &Side) -> [f64; COMMON_COUNT] {
    let (state, rounds) = (view.state, view.rounds);
    let lead = own[names::SCORE] - rival[names::SCORE];
    let next = state.asked.is_some_and(|asked| usize::from(asked.player) == player);
    let to_act: u32 = (0..state.player_count).map(|player| (state.ready(player) & !state.hvas()).count_ones()).sum();
    [
        rounds,
        f64::from(state.clock),
        f64::from(state.round),
        f64::from(state.player_count) - 2.0,
        f64::from(u8::from(next)),
        f64::from(to_act) / 2.0,
        lead,
        (4.0 * lead / rounds).clamp(-FAR_AHEAD, FAR_AHEAD),
        lead.clamp(-0.25, 0.25) * 4.0,
        ((hit_points(own) - hit_points(rival)) * rounds / 4.0).clamp(-FAR_AHEAD, FAR_AHEAD),
    ]
}

#[cfg(test)]
mod tests;
