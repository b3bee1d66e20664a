//! An approximate equilibrium, for the choice of games: regret matching with basic arithmetic only, so that the choice
//! is the same on every machine (O. Tammelin, 2014, arXiv:1407.5042). Reported equilibria come from a separate
//! analysis.

use super::standings::Standings;

/// Rounds of self-play; the remaining gain falls with their number.
const ROUNDS: u32 = 2_000;

/// Returns an approximate equilibrium of the game in which both players choose an entrant. The payoff is the entrant's
/// share of points above one half.
pub fn mixture(standings: &Standings) -> Vec<f64> {
    let n = standings.len();
    let mut gains = vec![0.0; n * n];
    for met in standings.met.iter().filter(|met| met.groups() > 0) {
        let ([a, b], gain) = (met.entrants, met.share() - 0.5);
        gains[a * n + b] = gain;
        gains[b * n + a] = -gain;
    }
    let mut regrets = vec![0.0; n];
    let mut sum = vec![0.0; n];
    let mut played = vec![1.0 / n as f64; n];
    for round in 1..=ROUNDS {
        sum.iter_mut().zip(&played).for_each(|(sum, share)| *sum += f64::from(round) * share);
        // A mixture gains nothing against itself.
        for (entrant, regret) in regrets.iter_mut().enumerate() {
            let row = &gains[entrant * n..(entrant + 1) * n];
            let gain: f64 = row.iter().zip(&played).map(|(gain, share)| gain * share).sum();
            *regret = (*regret + gain).max(0.0_f64);
        }
        let all: f64 = regrets.iter().sum();
        for (share, regret) in played.iter_mut().zip(&regrets) {
            *share = if all > 0.0 { regret / all } else { 1.0 / n as f64 };
        }
    }
    let all: f64 = sum.iter().sum();
    sum.into_iter().map(|share| share / all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::standings::Standings;
    use super::mixture;

    #[test]
    fn rock_paper_scissors_is_mixed_evenly_and_a_best_entrant_is_alone() {
        let pairs = [[0, 1], [0, 2], [1, 2]];
        let play = |won: [u64; 3]| {
            let mut standings = Standings::new(3, &pairs);
            for (met, won) in standings.met.iter_mut().zip(won) {
                met.duel =
                    serde_json::from_value(serde_json::json!({ "wins": 2 * won, "ties": 0, "losses": 200 - 2 * won,
                    "half_points": [100 - won, 0, 0, 0, won], "divided": 0 }))
                    .unwrap();
            }
            mixture(&standings)
        };
        let even = play([20, 80, 20]);
        assert!(even.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.01), "{even:?}");
        let best = play([60, 60, 60]);
        assert!(best[0] > 0.99, "{best:?}");
    }
}
