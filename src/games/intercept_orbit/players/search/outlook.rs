//! The horizon of the playouts of a battle, and the value of their ends.

use super::super::super::battle::state::{Life, Phase, numbers_in};
use super::super::super::battle::{Battle, Dice, KeyedDice, State};
use hitchart_play::policy::Evaluation;
use hitchart_play::search::Evaluator;
use hitchart_play::{Featured, Game, Scores};

/// Horizon and evaluation of playouts. A playout ends after the clock is read at the end of a round, or after a number
/// of turns if that comes first.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// Rounds after the current one.
    pub rounds: u32,
    /// Turns after the current one; `None` sets no limit.
    pub turns: Option<u32>,
    pub judge: Evaluation,
}

/// Value of a whole ship's hit points relative to its points of score, if many rounds remain. The weight is set by
/// hand, as that of leads in the search of the first game was before it was fitted.
const OF_LIFE: f64 = 0.5;
/// Number of rounds left from which on hit points count in full.
const FAR: f64 = 4.0;
/// Lead, in points, that is halfway to certainty.
const HALFWAY: f64 = 10.0;
/// Weight of the margin in the value of a finished battle, so that playouts which all win differ.
const MARGIN_SHARE: f64 = 0.25;
/// The same weight with a network, which gives chances of winning up to 1.
const MARGIN_BESIDE_CHANCE: f64 = 0.02;

impl Ahead {
    /// Returns the score of a player plus the value of its assets' hit points.
    fn standing<D: Dice>(battle: &Battle<D>, state: &State, player: u8) -> f64 {
        let rules = &battle.rules;
        let full = f64::from((rules.ships.capital_systems + rules.ships.whites).max(1));
        let own = numbers_in(state.of(player) & state.on_table() & !state.hvas()).map(|number| state.asset(number));
        let life: u32 =
            own.filter(|asset| asset.life() != Life::Drifting).map(|asset| u32::from(asset.hit_points())).sum();
        let future = (f64::from(state.clock) / f64::from(rules.clock.step.max(1)) / FAR).min(1.0);
        let points = f64::from(state.players[usize::from(player)].points_per_asset.max(1));
        f64::from(state.score(player)) + OF_LIFE * future * points * f64::from(life) / full
    }
}

impl<D: Dice> Evaluator<Battle<D>> for Ahead {
    fn is_far_enough(&self, battle: &Battle<D>, from: &State, state: &State) -> bool {
        let by_round = u32::from(state.round) > u32::from(from.round) + self.rounds;
        by_round || self.turns.is_some_and(|turns| battle.is_quiet(state) && turns_since(from, state) >= turns)
    }

    fn worth(&self, battle: &Battle<D>, state: &State, player: usize) -> f64 {
        if state.phase == Phase::Over {
            let share = if self.judge == Evaluation::Leads { MARGIN_SHARE } else { MARGIN_BESIDE_CHANCE };
            return result(&battle.scores(state), player, share);
        }
        if let Evaluation::Network(network) = &self.judge {
            let mut features = [0.0; <Battle<KeyedDice> as Featured>::FEATURES.len()];
            battle.write_features(state, player, &mut features);
            return network.worth(&features);
        }
        let standing = |player: u8| Ahead::standing(battle, state, player);
        let others = (0..state.player_count).filter(|other| usize::from(*other) != player);
        let lead = standing(player as u8) - others.map(standing).fold(f64::NEG_INFINITY, f64::max);
        squashed(lead)
    }
}

/// Maps a lead to a value from 0 to 1; no lead is 0.5.
fn squashed(lead: f64) -> f64 {
    0.5 + 0.5 * lead / (HALFWAY + lead.abs())
}

/// Returns a lower bound on the turns begun since a state. In a later round, only turns of that round count.
fn turns_since(from: &State, state: &State) -> u32 {
    let begun = |state: &State| (0..state.asset_count).filter(|asset| state.has_acted(*asset)).count() as u32;
    if state.round == from.round { begun(state).saturating_sub(begun(from)) } else { begun(state) }
}

/// Returns the value of a finished battle: its result and, with less weight, its margin.
fn result(scores: &Scores, player: usize, margin_share: f64) -> f64 {
    let margin = scores.margin(player);
    let result = f64::from(margin.signum() + 1) / 2.0;
    (1.0 - margin_share) * result + margin_share * squashed(margin.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_before_margins() {
        let of = |mine: i32, other: i32| result(&Scores::new([mine, other].into_iter()), 0, MARGIN_SHARE);
        assert!(of(41, 40) > of(40, 40) && of(40, 40) > of(40, 41) && of(60, 40) > of(41, 40));
        assert!(of(40, 40) == 0.5 && of(0, 1000) >= 0.0 && of(1000, 0) <= 1.0);
    }
}
