//! The horizon of a search in battles, and the value of the states that playouts end in.

use hitchart_play::network::MAX_WIDTH;
use hitchart_play::policy::{Evaluation, SearchSettings, Settings};
use hitchart_play::search::{Evaluator, RankedAdvisor, Searcher};
use hitchart_play::{Featured, MAX_PLAYERS, Scores};

/// A battle that a search can play out.
pub trait PlayedOut: Featured {
    /// Margin that is halfway to certainty in the value of a finished battle, in points of score.
    const HALFWAY: f64;

    /// Returns the number of the round.
    fn round(state: &Self::State) -> u32;

    /// Returns a lower bound on the turns begun since a state.
    fn turns_since(from: &Self::State, state: &Self::State) -> u32;

    /// Returns the strength of a player, in the unit of `value_of_lead`.
    fn standing(&self, state: &Self::State, player: usize) -> f64;

    /// Returns the value of a lead in strength over the best other player, from 0 to 1; no lead is 0.5.
    fn value_of_lead(lead: f64) -> f64;
}

/// Weight of the margin in the value of a finished battle, so that playouts which all win differ.
pub const MARGIN_SHARE: f64 = 0.25;
/// The same weight with a network, which gives chances of winning up to 1.
const MARGIN_BESIDE_CHANCE: f64 = 0.02;

/// Horizon and evaluation of playouts. A playout ends after the clock is read at the end of a round, or after a number
/// of turns if that comes first.
#[derive(Clone, Debug)]
pub struct Horizon {
    /// Rounds after the current one.
    pub rounds: u32,
    /// Turns after the current one; `None` sets no limit.
    pub turns: Option<u32>,
    /// Turns after the current one after which a playout is evaluated a first time; `None` evaluates only its end.
    pub midway: Option<u32>,
    /// Value of the state at the end of a playout: from leads, or from a network.
    pub evaluation: Evaluation,
}

impl<G: PlayedOut> Evaluator<G> for Horizon {
    fn is_far_enough(&self, battle: &G, from: &G::State, state: &G::State) -> bool {
        let by_round = G::round(state) > G::round(from) + self.rounds;
        by_round || is_after(battle, self.turns, from, state)
    }

    fn is_midway(&self, battle: &G, from: &G::State, state: &G::State) -> bool {
        is_after(battle, self.midway, from, state)
    }

    fn worth(&self, battle: &G, state: &G::State, player: usize) -> f64 {
        if battle.to_decide(state).is_none() {
            let share = if self.evaluation == Evaluation::Leads { MARGIN_SHARE } else { MARGIN_BESIDE_CHANCE };
            return result(&battle.scores(state), player, share, G::HALFWAY);
        }
        if let Evaluation::Network(network) = &self.evaluation {
            let mut features = [0.0; MAX_WIDTH];
            let features = &mut features[..G::FEATURES.len()];
            battle.write_features(state, player, features);
            return network.worth(features);
        }
        let players = battle.scores(state).as_slice().len();
        let others = (0..players).filter(|other| *other != player);
        let best = others.map(|other| battle.standing(state, other)).fold(f64::NEG_INFINITY, f64::max);
        G::value_of_lead(battle.standing(state, player) - best)
    }

    fn predicts(&self, _: usize) -> bool {
        matches!(self.evaluation, Evaluation::Network(_))
    }
}

/// Returns true between turns, if a number of turns have passed since a state.
fn is_after<G: PlayedOut>(battle: &G, turns: Option<u32>, from: &G::State, state: &G::State) -> bool {
    turns.is_some_and(|turns| battle.is_quiet(state) && G::turns_since(from, state) >= turns)
}

/// Creates the searcher of a player. `base` creates the policy that plays on in every seat.
pub fn searcher<C: Copy, A, P, T: Settings>(
    settings: &SearchSettings<T>,
    advisor: A,
    base: impl Fn() -> P,
) -> Searcher<C, RankedAdvisor<A>, P, Horizon> {
    let horizon = Horizon {
        rounds: settings.horizon_rounds,
        turns: settings.horizon_turns,
        midway: settings.midway_turns,
        evaluation: settings.evaluation.clone(),
    };
    // Policies are created, not cloned: clones would lose the capacity of their buffers.
    let players = (0..MAX_PLAYERS).map(|_| base()).collect();
    let advisor = RankedAdvisor::new(advisor, settings.ranking.clone());
    Searcher::new(settings.lookahead(), advisor, players, horizon)
}

/// Returns the value of a finished battle: its result and, with weight `margin_share`, its margin.
pub fn result(scores: &Scores, player: usize, margin_share: f64, halfway: f64) -> f64 {
    let margin = scores.margin(player);
    let result = f64::from(margin.signum() + 1) / 2.0;
    (1.0 - margin_share) * result + margin_share * squashed(margin.into(), halfway)
}

/// Maps a lead to a value from 0 to 1; no lead is 0.5, and a lead of `halfway` is 0.75.
#[inline]
pub fn squashed(lead: f64, halfway: f64) -> f64 {
    0.5 + 0.5 * lead / (halfway + lead.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_before_margins() {
        for halfway in [10.0, 40.0] {
            let of = |mine: i32, other: i32| result(&Scores::new([mine, other].into_iter()), 0, MARGIN_SHARE, halfway);
            assert!(of(41, 40) > of(40, 40) && of(40, 40) > of(40, 41) && of(60, 40) > of(41, 40));
            assert!(of(40, 40) == 0.5 && of(0, 1000) >= 0.0 && of(1000, 0) <= 1.0);
        }
    }
}
