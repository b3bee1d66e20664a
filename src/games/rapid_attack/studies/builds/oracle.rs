//! What a table would settle on: the double oracle over companies and policies (H. B. McMahan, G. J. Gordon and A. Blum,
//! 2003, Planning in the Presence of Cost Functions Controlled by an Adversary, ICML).
//!
//! A field meets itself; the best answer to its equilibrium is looked for, and tried on fresh dice; if it gains more than a
//! margin it joins the field, and so on.

use super::met::{Meets, shares};
use super::optimise::limit;
use super::oracle_tables;
use super::raw::RawOracle;
use super::setting::{Constraints, Setting};
use super::sitting::Field;
use crate::builds::{Breeding, Changes, Found, Search};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::studies::arena::Entrant;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{At, InputError};
use crate::meta::Results;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Run, Written};
use serde_json::Value;
use std::sync::Arc;

/// Games of each two entrants.
const GAMES: u64 = 1_000;
/// Games of each search for an answer.
const SEARCH_GAMES: u64 = 20_000;
/// Games of each answer on fresh dice.
const TEST_GAMES: u64 = 4_000;
/// Rounds, at most.
const ROUNDS: u64 = 6;
/// A gain that is not worth another round, in shares of points.
const MARGIN: f64 = 0.02;
/// Companies of a generation, and generations, of each search.
const POPULATION: usize = 32;
const GENERATIONS: usize = 3;

/// Who enters: a company and who plays it.
#[derive(Clone, Debug)]
pub struct Entered {
    pub build: Build,
    pub policy: PolicySpec,
}

impl Entered {
    /// Names it by what it is.
    pub fn key(&self) -> String {
        format!("{} by {}", self.build.key(), self.policy.name())
    }

    fn entrant(&self) -> Entrant {
        let company = self.build.company(&self.key());
        Entrant { name: company.name.clone(), company, policy: self.policy.clone() }
    }
}

/// What a table would settle on.
#[derive(Clone, Debug)]
pub struct OracleStudy {
    pub setting: Setting,
    start: Vec<Entered>,
    /// Who may play an answer.
    pub policies: Vec<PolicySpec>,
    pub margin: f64,
    rounds: usize,
    pairs: u64,
    search_pairs: u64,
    test_pairs: u64,
    seed: u64,
}

/// A round: the field's equilibrium, and the best answer to it.
pub struct Round {
    /// Entrants of the field.
    pub field: usize,
    /// Their shares in its equilibrium.
    pub shares: Vec<f64>,
    pub answer: Entered,
    /// Points of the answer in the race that chose it, and its games on fresh dice.
    pub raw: f64,
    pub tested: Margins,
}

/// How far the oracle has come.
pub struct Course {
    pub entrants: Vec<Entered>,
    pub rounds: Vec<Round>,
    /// Games of all entrants with one another, once they are played.
    pub results: Option<Results>,
    pub next: Vec<Wanted>,
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawOracle = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, None)?;
    let policies = match &raw.policies {
        None => vec![setting.policy.clone()],
        Some(written) => checker.list(&raw.policies, "policy", Vec::new(), |one: &At<toml::Value>| {
            checker.policy(Some(one)).map_err(|error| error.or_at(checker.file, written.span.clone()))
        })?,
    };
    setting.policy = policies[0].clone();
    let field = checker.opponents(&raw.field, &setting)?;
    let (banned, required) = (&raw.banned, &raw.required);
    let plain = Constraints { banned, required, split: raw.split, environment: false, rockets: true };
    checker.constrain(&mut setting.space, plain)?;
    setting.space.frames = limit(checker, &raw.frames, "frames", setting.space.frames)?;
    setting.space.systems = limit(checker, &raw.systems, "systems", setting.space.systems)?;
    let margin =
        raw.margin.as_ref().map_or(Ok(MARGIN), |m| crate::input::within(checker.file, m, "margin", 0.0, 0.5))?;
    let entered = |entrant: &Entrant| Entered { build: Build::of(&entrant.company), policy: entrant.policy.clone() };
    let mut start: Vec<Entered> = Vec::new();
    for entrant in field.entrants.iter().map(entered) {
        if start.iter().all(|known| known.key() != entrant.key()) {
            start.push(entrant);
        }
    }
    Ok(Arc::new(OracleStudy {
        start,
        policies,
        margin,
        rounds: checker.number(&raw.rounds, "rounds", (1, 50), ROUNDS)? as usize,
        pairs: checker.pairs(&raw.games, "games", GAMES)?,
        search_pairs: checker.pairs(&raw.search_games, "search_games", SEARCH_GAMES)?,
        test_pairs: checker.pairs(&raw.test_games, "test_games", TEST_GAMES)?,
        seed: checker.seed,
        setting,
    }))
}

impl OracleStudy {
    /// The rounds as far as their games are played.
    pub fn course(&self, name: &str, counted: &Counted) -> Course {
        let mut course = Course { entrants: self.start.clone(), rounds: Vec::new(), results: None, next: Vec::new() };
        loop {
            course.results = self.results(name, &course.entrants, counted, &mut course.next);
            let Some(results) = &course.results else { return course };
            let ended = course.rounds.last().is_some_and(|round| round.gain() <= self.margin);
            if ended || course.rounds.len() >= self.rounds {
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
                    if round.gain() > self.margin && !known {
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

    /// All games among entrants; none where some are still to be played, which are then wanted.
    fn results(&self, name: &str, entrants: &[Entered], counted: &Counted, next: &mut Vec<Wanted>) -> Option<Results> {
        let (venue, seed, pairs) = (&self.setting.venue, self.seed, self.pairs);
        let entered: Vec<Entrant> = entrants.iter().map(Entered::entrant).collect();
        Meets { venue, name, seed, pairs }.results((&entered, oracle_tables::names(entrants)), counted, next)
    }

    /// The answer to an equilibrium, or what is to be played to find it; none where no company can answer.
    fn round(
        &self,
        name: &str,
        course: &Course,
        shares: Vec<f64>,
        counted: &Counted,
    ) -> Option<Result<Round, Vec<Wanted>>> {
        let entrants = course.entrants.iter().map(Entered::entrant).collect();
        let field = Arc::new(Field::mixed(entrants, &shares));
        let number = course.rounds.len() + 1;
        let mut answers: Vec<(Found<Build>, PolicySpec)> = Vec::new();
        for policy in &self.policies {
            let setting = Setting { policy: policy.clone(), ..self.setting.clone() };
            let search = Search {
                setting: &setting,
                space: &setting.space,
                field: &field,
                name: format!("{name}/round {number}/{}", policy.name()),
                seed: self.seed,
                start: course.entrants.iter().map(|entrant| entrant.build.clone()).collect(),
                breeding: Breeding {
                    population: POPULATION,
                    generations: GENERATIONS,
                    pairs: self.search_pairs / self.policies.len() as u64,
                    test_pairs: self.test_pairs,
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
        // Chosen by the race, so that the test of the one that is chosen stays fresh.
        let best = told.reduce(|best, next| if next.raw > best.raw { next } else { best })?;
        Some(Ok(best))
    }
}

impl Round {
    /// What the answer gains over an even game.
    pub fn gain(&self) -> f64 {
        self.tested.points().point - 0.5
    }
}

impl Asked for OracleStudy {
    fn kind(&self) -> &'static str {
        "double-oracle"
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
