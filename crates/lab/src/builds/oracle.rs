//! Equilibrium of builds and policies by double oracle (H. B. McMahan, G. J. Gordon and A. Blum, 2003, Planning in the
//! Presence of Cost Functions Controlled by an Adversary, ICML).
//!
//! The entrants of a field play each other. A search finds the best answer to their equilibrium and tests it on fresh
//! seeds. An answer that gains more than a margin joins the field, and the next round begins.

use super::breeding::{Breeding, Found, Search};
use super::held;
use super::met::{Meets, Named, shares};
use super::oracle_tables;
use super::raw::Rounds;
use super::workshop::Enters;
use crate::meta::Results;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Run};
use serde_json::Value;
use std::sync::Arc;

/// Number of builds per generation of each search.
const POPULATION: usize = 32;
/// Number of generations of each search.
const GENERATIONS: usize = 3;

/// An entrant: a build and its policy.
#[derive(Clone, Debug)]
pub struct Entered<W: Enters> {
    pub build: W::Build,
    pub policy: W::Policy,
}

impl<W: Enters> Entered<W> {
    /// Returns a name that identifies the entrant.
    fn key(&self) -> String {
        format!("{} by {}", W::key(&self.build), W::policy_name(&self.policy))
    }

    fn entrant(&self) -> W::Entrant {
        W::entrant(&self.key(), &self.build, &self.policy)
    }
}

/// A double-oracle search for an equilibrium.
#[derive(Clone, Debug)]
pub struct Oracle<W: Enters> {
    pub setting: W,
    /// The first field, without duplicates.
    start: Vec<Entered<W>>,
    /// Policies that may play an answer.
    policies: Vec<W::Policy>,
    pub rounds: Rounds,
    seed: u64,
}

/// A round: the equilibrium of the field, and the best answer to it.
pub struct Round<W: Enters> {
    /// Number of entrants of the field.
    pub field: usize,
    /// Shares of the entrants in the equilibrium.
    pub shares: Vec<f64>,
    pub answer: Entered<W>,
    /// Share of points of the answer in the race that chose it.
    pub raw: f64,
    /// Games of the answer on fresh seeds.
    pub tested: Margins,
}

/// Progress of the search.
pub struct Course<W: Enters> {
    pub entrants: Vec<Entered<W>>,
    pub rounds: Vec<Round<W>>,
    /// Games of all entrants against each other. `None` until they are played.
    pub results: Option<Results>,
    pub next: Vec<Wanted>,
}

impl<W: Enters> Oracle<W> {
    /// Creates a search that begins with a field; `policies` may play the answers.
    pub fn new(setting: W, field: &W::Field, policies: Vec<W::Policy>, rounds: Rounds, seed: u64) -> Oracle<W> {
        let mut start: Vec<Entered<W>> = Vec::new();
        for (build, policy) in W::entrants(field).iter().map(W::entered) {
            let entrant = Entered { build, policy };
            if start.iter().all(|known| known.key() != entrant.key()) {
                start.push(entrant);
            }
        }
        Oracle { setting, start, policies, rounds, seed }
    }

    /// Runs the rounds up to the first games that are not yet played.
    fn course(&self, name: &str, counted: &Counted) -> Course<W> {
        let mut course = Course { entrants: self.start.clone(), rounds: Vec::new(), results: None, next: Vec::new() };
        loop {
            course.results = self.results(name, &course.entrants, counted, &mut course.next);
            let Some(results) = &course.results else { return course };
            let ended = course.rounds.last().is_some_and(|round| round.gain() <= self.rounds.margin);
            if ended || course.rounds.len() >= self.rounds.most {
                return course;
            }
            let shares = shares(results);
            let Some(round) = self.round(name, &course, shares, counted) else { return course };
            match round {
                Err(wanted) => {
                    course.next = wanted;
                    return course;
                }
                Ok(round) => {
                    let known = course.entrants.iter().any(|entrant| entrant.key() == round.answer.key());
                    if round.gain() > self.rounds.margin && !known {
                        course.entrants.push(round.answer.clone());
                        course.rounds.push(round);
                    } else {
                        course.rounds.push(round);
                        return course;
                    }
                }
            }
        }
    }

    /// Returns all games among entrants. `None` if some are still to be played; these are added to `next`.
    fn results(
        &self,
        name: &str,
        entered: &[Entered<W>],
        counted: &Counted,
        next: &mut Vec<Wanted>,
    ) -> Option<Results> {
        let entrants: Vec<W::Entrant> = entered.iter().map(Entered::entrant).collect();
        let of = |(entrant, (entered, name)): (_, (&Entered<W>, String))| Named { key: entered.key(), name, entrant };
        let named: Vec<_> = entrants.iter().zip(entered.iter().zip(oracle_tables::names(entered))).map(of).collect();
        let meets = Meets { setting: &self.setting, name, seed: self.seed, pairs: self.rounds.pairs };
        meets.results(&named, counted, next)
    }

    /// Returns the answer to an equilibrium, or the games to play to find it. `None` if no build can answer.
    fn round(
        &self,
        name: &str,
        course: &Course<W>,
        shares: Vec<f64>,
        counted: &Counted,
    ) -> Option<Result<Round<W>, Vec<Wanted>>> {
        let entrants = course.entrants.iter().map(Entered::entrant).collect();
        let field = Arc::new(W::mixed(entrants, &shares));
        let number = course.rounds.len() + 1;
        let mut answers: Vec<(Found<W::Build>, W::Policy)> = Vec::new();
        for policy in &self.policies {
            let setting = self.setting.played_by(policy);
            let search = Search {
                setting: &setting,
                space: setting.space(),
                field: &field,
                name: format!("{name}/round {number}/{}", W::policy_name(policy)),
                seed: self.seed,
                start: course.entrants.iter().map(|entrant| entrant.build.clone()).collect(),
                breeding: Breeding {
                    population: POPULATION,
                    generations: GENERATIONS,
                    pairs: self.rounds.search_pairs / self.policies.len() as u64,
                    test_pairs: self.rounds.test_pairs,
                },
            };
            answers.push((search.run(counted), policy.clone()));
        }
        if answers.iter().any(|(found, _)| !found.next.is_empty()) {
            return Some(Err(answers.into_iter().flat_map(|(found, _)| found.next).collect()));
        }
        let told = answers.into_iter().filter_map(|(found, policy)| {
            let ((build, raw), tested) = (found.best?, found.tested?);
            Some(Round {
                field: course.entrants.len(),
                shares: shares.clone(),
                answer: Entered { build, policy },
                raw: raw.points().point,
                tested,
            })
        });
        // The race chooses, so that the test of the chosen answer stays unbiased.
        let best = told.reduce(|best, next| if next.raw > best.raw { next } else { best })?;
        Some(Ok(best))
    }
}

impl<W: Enters> Round<W> {
    /// Returns the gain of the answer over an even game.
    fn gain(&self) -> f64 {
        self.tested.points().point - 0.5
    }
}

impl<W: Enters> Asked for Oracle<W> {
    fn kind(&self) -> &'static str {
        "double-oracle"
    }

    fn held(&self) -> u64 {
        held(self.start.len() + self.rounds.most, self.rounds.search_pairs.saturating_mul(self.rounds.most as u64))
    }

    fn games_keys(&self) -> &'static [&'static str] {
        &["games", "search_games", "test_games"]
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        self.course(run.name, counted).next
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        oracle_tables::answer(name, self, &self.course(name, counted), self.seed)
    }
}
