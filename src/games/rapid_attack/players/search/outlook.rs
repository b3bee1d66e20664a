//! Horizon of a battle's playouts, and evaluation of the states that they end in.

use crate::games::rapid_attack::battle::state::{Phase, Unit};
use crate::games::rapid_attack::battle::{Battle, Dice, KeyedDice, State};
use hitchart_play::policy::Evaluation;
use hitchart_play::search::Evaluator;
use hitchart_play::{Featured, Game, Scores};

/// The horizon: the end of a round, after the clock was read, or a number of turns if that comes first; and the judge.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// Rounds after the present one.
    pub rounds: u32,
    /// Turns after the present one, if there is a limit.
    pub turns: Option<u32>,
    pub judge: Evaluation,
}

/// Log-odds of winning for each asset of five points ahead, by the remaining clock. Fitted by logistic regression to
/// the states at the beginning of rounds in games of tacticians (`docs/methods/search.md`).
const OF_ASSETS: [f64; 12] = [0.8, 0.77, 0.65, 0.55, 0.46, 0.39, 0.33, 0.28, 0.23, 0.20, 0.17, 0.15];
/// Log-odds of winning for the hit points of each whole frame ahead, fitted in the same way.
const OF_HIT_POINTS: [f64; 12] = [0.6, 0.75, 0.85, 1.0, 1.12, 1.28, 1.4, 1.5, 1.55, 1.5, 1.4, 1.35];
/// Points of score that count as an asset.
const ASSET: f64 = 5.0;

/// Share of the margin in the value of a finished battle, so that playouts which all win differ.
const MARGIN_SHARE: f64 = 0.25;
/// The same share with a network, which gives chances of winning up to 1.
const MARGIN_BESIDE_CHANCE: f64 = 0.02;
/// Margin that is halfway to certainty in that share, in points of score.
const HALFWAY: f64 = 40.0;

impl Ahead {
    /// Returns the strength of a player on the table, in log-odds.
    fn standing<D: Dice>(battle: &Battle<D>, state: &State, player: u8) -> f64 {
        let frame = &battle.rules.frame;
        let full = f64::from(frame.max_systems) + f64::from(frame.whites);
        let own = |unit: &&Unit| unit.stands() && unit.owner == player;
        let hit_points: u32 = state.units().iter().filter(own).map(|unit| u32::from(unit.hit_points())).sum();
        let clock = usize::from(state.clock).min(OF_ASSETS.len() - 1);
        OF_ASSETS[clock] * f64::from(state.score(player)) / ASSET
            + OF_HIT_POINTS[clock] * f64::from(hit_points) / full.max(1.0)
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
        let best = others.map(standing).fold(f64::NEG_INFINITY, f64::max);
        // Halved, the lead has the slope of the logistic function at 0.
        let lead = (standing(player as u8) - best) / 2.0;
        0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
    }
}

/// Returns a lower bound on the turns begun since a state; rounds in between are not counted.
fn turns_since(from: &State, state: &State) -> u32 {
    let begun = |state: &State| state.units().iter().filter(|unit| unit.acted).count() as u32;
    if state.round == from.round {
        return begun(state).saturating_sub(begun(from));
    }
    let left: u32 = from.players().iter().map(|player| u32::from(player.to_act)).sum();
    if from.round == 0 { begun(state) } else { left + begun(state) }
}

/// Returns the value of a finished battle: its result and, as a smaller part, its margin.
fn result(scores: &Scores, player: usize, margin_share: f64) -> f64 {
    let margin = scores.margin(player);
    let result = f64::from(margin.signum() + 1) / 2.0;
    let margin = f64::from(margin);
    let lead = 0.5 + 0.5 * margin / (HALFWAY + margin.abs());
    (1.0 - margin_share) * result + margin_share * lead
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
