//! Luck: the share of the variance of results that dice and seats decide.
//!
//! Two policies play pairs of games on common random numbers, and swap seats within a pair. If dice and seats decide, a
//! policy that wins one game loses the other. If they do not matter, the two results of a policy are independent. So the
//! luck of two policies is the correlation of the two results of a policy in a pair, with the opposite sign. It is the
//! intraclass correlation of results by dice and seat (R. A. Fisher, 1925, Statistical Methods for Research Workers,
//! chapter 7). Its interval is that of a ratio of moments by the delta method, and pairs are the observations.

use crate::runner::{Job, Streams};
use crate::study::{Answer, Contest, Duel, PlayedBy, Response, Run, RunCounts, Study, USEFUL_SHARE, too_few};
use hitchart_config::words::counted;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, percent};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use serde_json::Value;

/// A study of luck.
#[derive(Debug)]
pub struct LuckStudy {
    /// Policies that meet, in the order of the tables.
    pub bouts: Vec<LuckBout>,
    /// Number of pairs of games of each bout.
    pub pairs: u64,
    /// Snapshot of files for a saved report.
    pub kept: Option<Value>,
}

/// Two policies that meet in a study of games.
#[derive(Debug)]
pub struct LuckBout {
    /// Name of the study of games.
    pub study: String,
    /// Games against the lower policy.
    pub contest: Contest,
    /// Index of the higher policy among those that may answer.
    pub responder: usize,
}

impl LuckBout {
    /// Returns the name of the higher policy.
    fn policy(&self) -> &str {
        &self.contest.responders[self.responder].name
    }

    fn job_name(&self, name: &str) -> String {
        format!("{name}/{}/{} over {}", self.study, self.policy(), self.contest.policy)
    }
}

/// Returns the luck of a duel: 1 if dice and seats decide every game, 0 if they do not matter. `None` if all results are
/// the same.
pub fn luck(duel: &Duel) -> Option<Estimate> {
    let [lost, once_lost, even, once_won, won] = duel.half_points;
    // The sum of the two results of a pair, and the sum of their squares; a tie is half a win.
    let pairs: [(f64, f64, u64); 6] = [
        (0.0, 0.0, lost),
        (0.5, 0.25, once_lost),
        (1.0, 0.5, even - duel.divided),
        (1.0, 1.0, duel.divided),
        (1.5, 1.25, once_won),
        (2.0, 2.0, won),
    ];
    let count = duel.pairs().max(1) as f64;
    let mean = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(s, q, n)| of(*s, *q) * *n as f64).sum::<f64>() / count;
    let (sum, squares, square_of_sum) = (mean(&|s, _| s), mean(&|_, q| q), mean(&|s, _| s * s));
    // Twice the variance of a result, and the variance of the sum of two.
    let (alone, together) = (squares - sum * sum / 2.0, square_of_sum - sum * sum);
    if alone <= 1e-12 {
        return None;
    }
    let influence = |(s, q, n): &(f64, f64, u64)| {
        let of_together = s * s - square_of_sum - 2.0 * sum * (s - sum);
        let of_alone = q - squares - sum * (s - sum);
        (together / alone * of_alone / alone - of_together / alone, *n)
    };
    let moments = Moments::of_counts(pairs.iter().map(influence)).around(1.0 - together / alone);
    Some(Estimate { n: duel.games(), ..Estimate::of(&moments, &Bounds::DIFFERENCE_OF_SHARES, LEVEL) })
}

/// Returns the largest luck that a duel with these results of single games can have: that of results in which each loss
/// meets a win. If a policy wins a share p of all games, at least one half, this is (1 - p) / p.
/// `None` if all results are the same.
pub fn most_luck(duel: &Duel) -> Option<f64> {
    let [losses, wins] = [duel.losses, duel.wins].map(|games| games as f64 / duel.games() as f64);
    // The result at a quantile. The least correlation is that of the results at opposite quantiles.
    let at = |chance: f64| if chance < losses { 0.0 } else { f64::from(1 + u8::from(chance >= 1.0 - wins)) / 2.0 };
    let mut ends = [0.0, losses, wins, 1.0 - losses, 1.0 - wins, 1.0];
    ends.sort_by(f64::total_cmp);
    let over = |of: &dyn Fn(f64) -> f64| ends.windows(2).map(|w| (w[1] - w[0]) * of(f64::midpoint(w[0], w[1]))).sum();
    let (mean, square, product): (f64, f64, f64) =
        (over(&|u| at(u)), over(&|u| at(u) * at(u)), over(&|u| at(u) * at(1.0 - u)));
    let variance = square - mean * mean;
    (variance > 1e-12).then(|| (mean * mean - product) / variance)
}

impl Study for LuckStudy {
    fn players(&self) -> Vec<PlayedBy> {
        // Policies that swap seats have the same role, and games with several roles do not swap.
        let policies = self.bouts.iter().flat_map(|bout| [bout.contest.policy.as_str(), bout.policy()]);
        PlayedBy::all(0, policies)
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let job = |bout: &LuckBout| {
            // The bouts of a study share their dice.
            let streams =
                Streams { name: format!("{}/{}", run.name, bout.study), seed: run.seed, groups: 0..self.pairs };
            bout.contest.meet(bout.job_name(run.name), streams, Response::Named(bout.responder))
        };
        self.bouts.iter().map(job).filter(|job| !counted.has(&job.name)).collect()
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counts: &RunCounts) -> Answer {
        let duels = self.bouts.iter().filter_map(|bout| Some((bout, counts.of::<Duel>(&bout.job_name(name))?)));
        let rows: Vec<LuckRow<'_>> = duels.map(|(bout, duel)| (bout, duel, luck(&duel))).collect();
        let number = |(bout, _, luck): &LuckRow<'_>| {
            let label = format!("Luck of {} over {} ({})", bout.policy(), bout.contest.policy, bout.study);
            Some(KeyNumber::new(label, luck.as_ref()?.percent()))
        };
        let estimates = rows.iter().filter_map(|(_, _, luck)| *luck);
        Answer {
            said: overview(&rows).into_iter().chain(rows.iter().map(sentence)).collect(),
            numbers: rows.iter().filter_map(number).take(5).collect(),
            tables: vec![table(name, &rows)],
            warnings: too_few(format!("luck in {name}"), estimates, 2.0 * USEFUL_SHARE).into_iter().collect(),
            games: rows.iter().map(|(_, duel, _)| duel.games()).sum(),
            ..Answer::default()
        }
    }
}

/// A bout with its games and its luck.
type LuckRow<'a> = (&'a LuckBout, Duel, Option<Estimate>);

/// Describes the luck of several bouts in a sentence; `None` for a single bout.
fn overview(rows: &[LuckRow<'_>]) -> Option<String> {
    const NAMED: usize = 4;
    let one = |(bout, duel, luck): &LuckRow<'_>| {
        let most = most_luck(duel).map_or_else(String::new, |most| format!(", of at most {}", percent(most)));
        Some(format!(
            "{} over {} in {} {}{most}",
            bout.policy(),
            bout.contest.policy,
            bout.study,
            luck.as_ref()?.percent()
        ))
    };
    let mut all: Vec<String> = rows.iter().filter_map(one).collect();
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    let more = if more > 0 { format!("; {more} more in the table") } else { String::new() };
    (all.len() > 1)
        .then(|| format!("Luck, and the most that the points of the winner allow: {}{more}.", all.join("; ")))
}

fn sentence((bout, duel, luck): &LuckRow<'_>) -> String {
    let (higher, lower, games) = (bout.policy(), &bout.contest.policy, counted(duel.games(), "games"));
    let points = duel.points().percent();
    let Some(luck) = luck else {
        return format!("{higher} takes {points} of the points against {lower} in {} ({games}).", bout.study);
    };
    let most = most_luck(duel).map_or_else(String::new, |most| {
        format!("; at most {} is possible if it takes {points} of the points", percent(most))
    });
    let shown = if luck.interval.0 > 0.0 { "decide" } else { "are not shown to decide:" };
    format!(
        "Dice and seats that both games of a pair share {shown} {} of the variance of results of {higher} against {lower} in \
         {}{most} ({games}).",
        luck.percent(),
        bout.study
    )
}

fn table(name: &str, rows: &[LuckRow<'_>]) -> Table {
    let note = "Pairs of games on the same dice with swapped seats. Luck is 100% if the policies divide every pair, 0% if \
                the results of the two games are independent. A policy that wins more than its share cannot divide every pair: \
                compare its luck with the most that its points allow, and not with that of other pairs. Luck is a lower bound of \
                all luck: once the players choose differently, the dice of the two games differ too. The interval is over pairs.";
    Table::new(format!("{name}-luck"), "Luck and skill", note)
        .text("study", "Study", rows.iter().map(|(bout, ..)| bout.study.as_str()))
        .text("policy", "Policy", rows.iter().map(|(bout, ..)| bout.policy()))
        .text("below", "Against", rows.iter().map(|(bout, ..)| bout.contest.policy.as_str()))
        .estimate("points_share", "Points", 4, rows.iter().map(|(_, duel, _)| duel.points()))
        .estimate("luck_share", "Luck", 4, rows.iter().map(|(.., luck)| *luck))
        .number("luck_most", "Most possible", 4, rows.iter().map(|(_, duel, _)| most_luck(duel)))
        .count("n", "N", rows.iter().map(|(_, duel, _)| duel.games()))
        .count("pairs", "Pairs", rows.iter().map(|(_, duel, _)| duel.pairs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    /// Plays pairs in which a die of both games decides with probability `shared`; else each game is won with `chance`.
    fn pairs(key: u64, pairs: u64, shared: f64, chance: f64) -> Duel {
        let (mut dice, mut duel) = (Throw::new(key), Duel::default());
        let mut below = |chance: f64| dice.below(1_000_000) < (chance * 1e6) as usize;
        for _ in 0..pairs {
            let result = |won: bool| if won { 1 } else { -1 };
            let first = result(below(0.5));
            duel.add_pair(if below(shared) { [first, -first] } else { [0; 2].map(|_| result(below(chance))) });
        }
        duel
    }

    #[test]
    fn luck_is_the_correlation_of_the_two_results_of_a_pair() {
        for duel in [pairs(1, 300, 0.4, 0.7), pairs(2, 300, 0.0, 0.5), pairs(3, 300, 0.9, 0.2)] {
            // The naive way: the results of both games of each pair, one by one.
            let [lost, _, divided, _, won] = duel.half_points.map(|count| count as f64);
            let (n, cross) = (lost + divided + won, won);
            let mean = (won + divided / 2.0) / n;
            let correlation = (cross / n - mean * mean) / (mean * (1.0 - mean));
            assert!((luck(&duel).unwrap().point + correlation).abs() < 1e-12);
        }
    }

    #[test]
    fn luck_has_its_ends() {
        let of = |half_points, divided| luck(&Duel { half_points, divided, ..Duel::default() }).map(|luck| luck.point);
        assert_eq!(of([0, 0, 50, 0, 0], 50), Some(1.0));
        assert_eq!(of([25, 0, 50, 0, 25], 50), Some(0.0));
        assert_eq!(of([0, 0, 0, 0, 50], 0), None);
    }

    #[test]
    fn unequal_players_cannot_divide_every_pair() {
        let of = |wins, ties, losses| most_luck(&Duel { wins, ties, losses, ..Duel::default() });
        assert!((of(80, 0, 20).unwrap() - 0.25).abs() < 1e-12 && (of(20, 0, 80).unwrap() - 0.25).abs() < 1e-12);
        assert_eq!((of(50, 0, 50), of(50, 0, 0), of(0, 50, 0)), (Some(1.0), None, None));
        // A win meets a loss, and a tie a tie.
        assert_eq!(of(25, 50, 25), Some(1.0));
        for key in 0..20 {
            let duel = pairs(key, 200, 0.5, 0.8);
            assert!(luck(&duel).unwrap().point <= most_luck(&duel).unwrap() + 1e-12);
        }
    }

    /// Level: of 400 intervals at 95%, at least 360 cover the true value; a right one fails with a chance of 1e-5.
    #[test]
    fn intervals_cover_the_true_luck() {
        for shared in [0.0, 0.3, 0.8] {
            let covers = |key| {
                let (low, high) = luck(&pairs(key, 400, shared, 0.5)).unwrap().interval;
                low <= shared && shared <= high
            };
            let covered = (0..400).filter(|key| covers(*key)).count();
            assert!(covered >= 360, "{shared}: {covered}");
        }
    }
}
