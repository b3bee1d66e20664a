//! Evaluations learned from play: states are sampled from games, and a small network is fitted to the results. It is
//! tested on held-out games and rounded to integers. Independent of the game; a game offers a
//! [`Learnable`].

mod answer;
mod ranked;
#[cfg(test)]
mod tests;

use super::runner::games::key;
use super::runner::{Job, Seen, Streams, TrainingRows};
use super::study::{Answer, Learnable, Run, RunCounts, Study, StudyFile};
pub use answer::{ChanceBand, Loss};
use answer::{base_loss, calibration, calibration_table, loss, losses_table, removed, summarise};
use hitchart_config::quoted;
use hitchart_play::network::fit::{Data, Fit, fit};
use hitchart_play::network::{Network, rounded_file};
use hitchart_stats::Estimate;
pub use ranked::Ranked;
use ranked::{ranked, ranked_table, summarise_ranked};
use std::sync::{Mutex, PoisonError};
use std::{fmt::Write, sync::atomic::AtomicBool};

// Learning as a study, and the file that it writes.

/// Settings of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningPlan {
    /// Games of each study; `None` keeps the number of the study.
    pub games: Option<u64>,
    /// States with the results of their games, or candidates with the values that searches found.
    pub rows: TrainingRows,
    /// Maximum number of states, or of decisions, of a game.
    pub states: usize,
    /// Widths of the layers between features and output.
    pub hidden: Vec<usize>,
    /// Number of times that a pass trains on all fitted states.
    pub epochs: u32,
    /// Learning rate of the first step.
    pub rate: f64,
    /// TD(λ): weight of the final result against predictions in a second pass; 1 disables the second pass, which
    /// candidates do not have.
    pub lambda: f64,
}

impl LearningPlan {
    /// Returns settings with this number of games of each study, and usual values otherwise.
    pub fn of_games(games: u64) -> LearningPlan {
        LearningPlan {
            games: Some(games),
            rows: TrainingRows::States,
            states: 12,
            hidden: vec![32],
            epochs: 8,
            rate: 0.003,
            lambda: 1.0,
        }
    }
}

/// Losses on the fitted states, on the held-out states, and of always predicting the mean of the held-out states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Loss of the network on the states that it was fitted to.
    pub fitted: Loss,
    /// Loss of the network on the states of held-out games.
    pub held_out: Loss,
    /// Loss on the held-out states if their mean outcome is always predicted.
    pub base: Loss,
}

/// The result of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The fitted network, in integers.
    pub network: Network,
    /// Losses of the network, and of always predicting the mean.
    pub losses: Losses,
    /// Part of the squared error of always predicting the mean that the network removes on games held out.
    pub removed: Estimate,
    /// Outcomes of held-out states by predicted chance, from the lowest band up; empty bands are left out.
    pub calibration: Vec<ChanceBand>,
    /// Shares of held-out decisions whose best candidate is kept; empty for a network that evaluates states.
    pub ranked: Vec<Ranked>,
    /// Numbers of fitted and of held-out rows.
    pub states: [u64; 2],
    /// Numbers of games with fitted rows, and with held-out rows.
    pub games: [u64; 2],
}

/// An evaluation learned from the games of studies.
#[derive(Debug)]
pub struct LearningStudy {
    /// Studies by name; all have the features of the first.
    grounds: Vec<(String, Learnable)>,
    /// Settings.
    pub plan: LearningPlan,
    /// Seed of all random numbers.
    pub seed: u64,
    /// The result, computed once.
    learned: Mutex<Option<Learned>>,
}

impl LearningStudy {
    /// Creates a study that learns from these studies, at least one. `seed` names all random numbers.
    pub fn new(grounds: Vec<(String, Learnable)>, plan: LearningPlan, seed: u64) -> LearningStudy {
        // The candidates of a decision do not follow each other, so there are no later predictions to learn from.
        let lambda = if plan.rows == TrainingRows::States { plan.lambda } else { 1.0 };
        let plan = LearningPlan { lambda, ..plan };
        LearningStudy { grounds, plan, seed, learned: Mutex::new(None) }
    }

    /// Returns the names of the studies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.grounds.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the players of each study.
    pub fn players(&self) -> impl Iterator<Item = &[String]> {
        self.grounds.iter().map(|(_, ground)| ground.players.as_slice())
    }

    /// Returns the number of games of each study.
    pub fn games(&self) -> impl Iterator<Item = u64> {
        self.grounds.iter().map(|(_, ground)| self.plan.games.unwrap_or(ground.games))
    }

    /// Returns the names of the features.
    pub fn features(&self) -> Vec<&'static str> {
        self.grounds[0].1.features(self.plan.rows)
    }

    /// Returns the name of the job of a study's games.
    fn occasion(&self, ground: &str) -> String {
        match self.plan.rows {
            TrainingRows::States => format!("learn/{ground}"),
            TrainingRows::Candidates(_) => format!("rank/{ground}"),
        }
    }

    /// Returns the result; `None` until all games are counted.
    pub fn learned(&self, counted: &RunCounts) -> Option<Learned> {
        self.learned_until(counted, &AtomicBool::new(false))
    }

    /// Returns the same; `None` also if `stop` was set before the network was fitted.
    pub fn learned_until(&self, counted: &RunCounts, stop: &AtomicBool) -> Option<Learned> {
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        if learned.is_none() {
            *learned = self.learn(counted, stop);
        }
        learned.clone()
    }

    fn learn(&self, counted: &RunCounts, stop: &AtomicBool) -> Option<Learned> {
        let seen: Option<Vec<Seen>> = self.names().map(|ground| counted.of(&self.occasion(ground))).collect();
        let features = self.features();
        let [fitted, held_out] = split(&seen?, features.len())?;
        let LearningPlan { hidden, epochs, rate, lambda, rows, .. } = self.plan.clone();
        let plan = Fit { hidden, epochs, rate, lambda, key: key(self.seed, "weights", 0) };
        let network = fit(&fitted, &features, &plan, stop)?;
        let base = base_loss(&fitted, &held_out);
        let losses = Losses { fitted: loss(&network, &fitted), held_out: loss(&network, &held_out), base };
        let removed = removed(&network, &fitted, &held_out);
        let (calibration, ranked) = match rows {
            TrainingRows::States => (calibration(&network, &held_out), Vec::new()),
            TrainingRows::Candidates(_) => (Vec::new(), ranked(&network, &held_out)),
        };
        let states = [fitted.rows() as u64, held_out.rows() as u64];
        Some(Learned {
            network,
            losses,
            removed,
            calibration,
            ranked,
            states,
            games: [fitted.games(), held_out.games()],
        })
    }
}

impl Study for LearningStudy {
    fn next_jobs(&self, _: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let on = |((ground, learnable), games): (&(String, Learnable), u64)| {
            let streams = Streams { name: self.occasion(ground), seed: self.seed, groups: 0..games };
            learnable.sample(streams, self.plan.states, self.plan.rows)
        };
        self.grounds.iter().zip(self.games()).map(on).collect()
    }

    fn answer(&self, _: &str, counted: &RunCounts) -> Answer {
        let Some(learned) = self.learned(counted) else { return Answer::default() };
        let quality = match self.plan.rows {
            TrainingRows::States => calibration_table(&learned.calibration),
            TrainingRows::Candidates(_) => ranked_table(&learned.ranked),
        };
        let losses = losses_table(&learned, self.plan.rows.name());
        let mut answer = Answer { tables: vec![losses, quality], ..Answer::default() };
        match self.plan.rows {
            TrainingRows::States => summarise(&mut answer, &learned),
            TrainingRows::Candidates(_) => summarise_ranked(&mut answer, &learned),
        }
        answer
    }
}

/// The method, as written in the file.
const METHOD: &str = "log loss on states of whole games, Adam (Kingma and Ba 2015), rounded to integers";
/// The method of a ranking.
const METHOD_OF_RANKING: &str =
    "log loss on candidates and their values in playouts, Adam (Kingma and Ba 2015), rounded to integers";

impl StudyFile<'_, LearningStudy> {
    /// Returns the network with its provenance: all that decides the weights, but no clock and no threads. `heading`
    /// begins the first line.
    pub fn file(&self, heading: &str, learned: &Learned) -> String {
        let (what, parameter) = match self.study.plan.rows {
            TrainingRows::States => ("an evaluation learned from games", "outlook"),
            TrainingRows::Candidates(_) => ("a ranking of candidates learned from searches", "ranking"),
        };
        let mut head = format!("{heading}: {what}.\n");
        head += &format!("# Give it to a search as `{parameter} = \"FILE\"`, with the path of this file.\n\n");
        for (key, value) in self.provenance(learned) {
            // Writing to a string cannot fail.
            let _ = writeln!(head, "provenance.{key} = {value}");
        }
        rounded_file(&learned.network, &head)
    }

    fn provenance(&self, learned: &Learned) -> Vec<(&'static str, String)> {
        let (scenario, rules, plan) = (self.scenario, self.rules, &self.study.plan);
        let list = |texts: &mut dyn Iterator<Item = String>| format!("[{}]", texts.collect::<Vec<String>>().join(", "));
        let players = self.study.players().map(|players| list(&mut players.iter().map(|name| quoted(name))));
        let widths = list(&mut plan.hidden.iter().map(usize::to_string));
        let [rows, held_out] = learned.states;
        let (method, [of_a_game, fitted, not_fitted]) = match plan.rows {
            TrainingRows::States => (METHOD, ["states_a_game", "states", "states_held_out"]),
            TrainingRows::Candidates(_) => {
                (METHOD_OF_RANKING, ["decisions_a_game", "candidates", "candidates_held_out"])
            }
        };
        let playouts = plan.rows.playouts().map(|playouts| ("playouts", playouts.to_string()));
        let mut all = vec![
            ("method", quoted(method)),
            ("version", quoted(env!("CARGO_PKG_VERSION"))),
            ("scenario", quoted(&scenario.name())),
            ("scenario_sha256", quoted(&scenario.sha256())),
            ("studies", list(&mut self.study.names().map(quoted))),
            ("players", list(&mut players.collect::<Vec<String>>().into_iter())),
            ("ruleset", quoted(&rules.name)),
            ("ruleset_sha256", quoted(&rules.sha256())),
            ("seed", self.study.seed.to_string()),
            ("games", list(&mut self.study.games().map(|games| games.to_string()))),
            (of_a_game, plan.states.to_string()),
            ("hidden", widths),
            ("epochs", plan.epochs.to_string()),
            ("rate", format!("{:?}", plan.rate)),
            ("lambda", format!("{:?}", plan.lambda)),
            (fitted, rows.to_string()),
            (not_fitted, held_out.to_string()),
            ("log_loss_held_out", format!("{:.4}", learned.losses.held_out.log)),
            ("log_loss_of_the_mean", format!("{:.4}", learned.losses.base.log)),
        ];
        all.extend(playouts);
        all
    }
}

/// One game in `HELD_OUT` of each study is held out.
const HELD_OUT: u64 = 8;

/// Splits the rows of studies' games into rows to fit to and rows of held-out games. `None` if a text has another
/// format.
fn split(seen: &[Seen], width: usize) -> Option<[Data; 2]> {
    let mut split = [Data::new(width), Data::new(width)];
    let games = seen.iter().flat_map(|study| &study.0);
    for (number, (game, text)) in games.enumerate() {
        let part = &mut split[usize::from(game % HELD_OUT == 0)];
        for row in Seen::rows(text, width)? {
            part.push(&row.features, (row.outcome, row.predicted), number as u32);
        }
    }
    Some(split)
}
