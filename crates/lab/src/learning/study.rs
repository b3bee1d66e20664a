//! Learning as a study: games are counted, and what came of their states is learned from.

use super::calibration::{Band, Loss, base_loss, calibration, loss};
use super::data::Data;
use super::fit::{Fit, fit};
use super::summary::summarise;
use super::tables::{calibration_table, losses_table};
use hitchart_play::network::Network;
use crate::runner::games::key;
use crate::runner::{Seen, Wanted};
use crate::study::{Answer, Asked, Counted, Learnable, Run, Sampling};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// How much is played and how it is learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningPlan {
    /// Games of each study, over its own.
    pub games: Option<u64>,
    /// States of a game, at most.
    pub states: usize,
    /// Widths of the layers between features and answer.
    pub hidden: Vec<usize>,
    pub epochs: u32,
    /// Rate of the first step.
    pub rate: f64,
    /// Share of what came of a game in what is learned of its states; 1 is all.
    pub lambda: f64,
}

impl LearningPlan {
    /// So many games of each study, and what serves otherwise.
    pub fn of_games(games: u64) -> LearningPlan {
        LearningPlan { games: Some(games), states: 12, hidden: vec![32], epochs: 8, rate: 0.003, lambda: 1.0 }
    }
}

/// Losses on the states fitted to, on those held out, and of always saying the mean of the latter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    pub fitted: Loss,
    pub held_out: Loss,
    pub base: Loss,
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    pub network: Network,
    pub losses: Losses,
    pub calibration: Vec<Band>,
    /// States and games fitted to, and held out.
    pub states: [u64; 2],
    pub games: [u64; 2],
}

/// An outlook learned on the games of studies.
#[derive(Debug)]
pub struct LearningStudy {
    /// Studies by name; all have the features of the first.
    grounds: Vec<(String, Learnable)>,
    plan: LearningPlan,
    seed: u64,
    /// Learned once.
    learned: Mutex<Option<Learned>>,
}

impl LearningStudy {
    /// Learning on these studies, of which there is at least one; the seed names all dice.
    pub fn new(grounds: Vec<(String, Learnable)>, plan: LearningPlan, seed: u64) -> LearningStudy {
        LearningStudy { grounds, plan, seed, learned: Mutex::new(None) }
    }

    /// Names of its studies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.grounds.iter().map(|(name, _)| name.as_str())
    }

    /// Who plays in each study.
    pub fn players(&self) -> impl Iterator<Item = &[String]> {
        self.grounds.iter().map(|(_, ground)| ground.players.as_slice())
    }

    /// Games of each study.
    pub fn games(&self) -> impl Iterator<Item = u64> {
        self.grounds.iter().map(|(_, ground)| self.plan.games.unwrap_or(ground.games))
    }

    /// What is looked at in a state.
    pub fn features(&self) -> &'static [&'static str] {
        self.grounds[0].1.features
    }

    /// How it learns.
    pub fn plan(&self) -> &LearningPlan {
        &self.plan
    }

    /// Names all dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What the counts teach; none before all are there.
    pub fn learned(&self, counted: &Counted) -> Option<Learned> {
        self.learned_until(counted, &AtomicBool::new(false))
    }

    /// The same; `None` also if `stop` was set before the network was fitted.
    pub fn learned_until(&self, counted: &Counted, stop: &AtomicBool) -> Option<Learned> {
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        if learned.is_none() {
            *learned = self.learn(counted, stop);
        }
        learned.clone()
    }

    fn learn(&self, counted: &Counted, stop: &AtomicBool) -> Option<Learned> {
        let seen: Option<Vec<Seen>> = self.names().map(|ground| counted.of(&occasion(ground))).collect();
        let [fitted, held_out] = Data::split(&seen?, self.features().len())?;
        let LearningPlan { hidden, epochs, rate, lambda, .. } = self.plan.clone();
        let plan = Fit { hidden, epochs, rate, lambda, key: key(self.seed, "weights", 0) };
        let network = fit(&fitted, self.features(), &plan, stop)?;
        let losses =
            Losses { fitted: loss(&network, &fitted), held_out: loss(&network, &held_out), base: base_loss(&held_out) };
        let calibration = calibration(&network, &held_out);
        let states = [fitted.len() as u64, held_out.len() as u64];
        Some(Learned { network, losses, calibration, states, games: [fitted.games(), held_out.games()] })
    }
}

/// What the games of a study are called.
fn occasion(ground: &str) -> String {
    format!("learn/{ground}")
}

impl Asked for LearningStudy {
    fn kind(&self) -> &'static str {
        "learning"
    }

    fn wants(&self, _: &Run<'_>, _: &Counted) -> Vec<Wanted> {
        let on = |((ground, learnable), games): (&(String, Learnable), u64)| {
            let (name, states) = (occasion(ground), self.plan.states);
            learnable.sample(Sampling { name, seed: self.seed, games, states })
        };
        self.grounds.iter().zip(self.games()).map(on).collect()
    }

    fn answer(&self, _: &str, counted: &Counted) -> Answer {
        let Some(learned) = self.learned(counted) else { return Answer::default() };
        let tables = vec![losses_table(&learned), calibration_table(&learned.calibration)];
        let mut answer = Answer { tables, ..Answer::default() };
        summarise(&mut answer, &learned);
        answer
    }
}
