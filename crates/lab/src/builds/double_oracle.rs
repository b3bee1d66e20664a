//! Equilibria of builds and policies by double oracle (H. B. McMahan, G. J. Gordon and A. Blum, 2003, Planning in the
//! Presence of Cost Functions Controlled by an Adversary, ICML), with tables and figures.
//!
//! The entrants of a field play each other. A search finds the best answer to their equilibrium and tests it on fresh
//! seeds. An answer that gains more than a margin joins the field, and the next round begins.

use super::matchups::{AllPairs, NamedEntrant, shares};
use super::search::{BuildSearch, Drafts, SearchSize};
use super::space::{Entrant, EntrantSetting};
use super::tables::{over_even, rounds_figure};
use super::{held, keys::Rounds};
use crate::metagame::{self, RESAMPLES, Results, analyse};
use crate::study::{Answer, PlayedBy, Run, RunCounts, Study, enough, estimate_json};
use crate::{racing::Margins, runner::Job};
use hitchart_config::words::{counted as number_of, grouped};
use hitchart_play::{Built, policy::Spec};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, number, rounded_up};
use hitchart_stats::Estimate;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

// The search, round by round.

/// Number of builds per generation of each search.
const POPULATION: usize = 32;
/// Number of generations of each search.
const GENERATIONS: usize = 3;

/// An entrant: a build and its policy.
#[derive(Clone, Debug)]
pub(super) struct OracleEntrant<W: EntrantSetting> {
    pub build: W::Build,
    pub policy: Spec<W::Kind>,
}

impl<W: EntrantSetting> OracleEntrant<W> {
    /// Returns a name that identifies the entrant.
    fn key(&self) -> String {
        format!("{} by {}", W::key(&self.build), self.policy.name())
    }

    fn entrant(&self) -> Entrant<W> {
        W::entrant(&self.key(), &self.build, &self.policy)
    }
}

/// A double-oracle search for an equilibrium.
#[derive(Clone, Debug)]
pub struct Oracle<W: EntrantSetting> {
    /// Setting of the games, with the search space of the answers.
    pub setting: W,
    /// The first field, without duplicates.
    start: Vec<OracleEntrant<W>>,
    /// Policies that may play an answer.
    policies: Vec<Spec<W::Kind>>,
    /// Margin, maximum number of rounds, and numbers of games.
    pub rounds: Rounds,
    seed: u64,
    /// Builds that the searches have drawn.
    drafts: Drafts<W::Build>,
}

/// A round: the equilibrium of the field, and the best answer to it.
pub(super) struct Round<W: EntrantSetting> {
    /// Number of entrants of the field.
    pub field: usize,
    /// Shares of the entrants in the equilibrium.
    pub shares: Vec<f64>,
    pub answer: OracleEntrant<W>,
    /// Share of points of the answer in the race that chose it.
    pub raw: f64,
    /// Games of the answer on fresh seeds.
    pub tested: Margins,
    /// True if the answer is in the field already.
    pub is_known: bool,
}

/// Progress of the search.
pub(super) struct Course<W: EntrantSetting> {
    pub entrants: Vec<OracleEntrant<W>>,
    pub rounds: Vec<Round<W>>,
    /// Games of all entrants against each other. `None` until they are played.
    pub results: Option<Results>,
    pub next: Vec<Job>,
}

impl<W: EntrantSetting> Oracle<W> {
    /// Creates a search that begins with a field; `policies` may play the answers.
    pub fn new(setting: W, field: &W::Field, policies: Vec<Spec<W::Kind>>, rounds: Rounds, seed: u64) -> Oracle<W> {
        let mut start: Vec<OracleEntrant<W>> = Vec::new();
        for entrant in W::entrants(field) {
            let entrant = OracleEntrant { build: W::build_of(&entrant.side), policy: entrant.policy.clone() };
            if start.iter().all(|known| known.key() != entrant.key()) {
                start.push(entrant);
            }
        }
        Oracle { setting, start, policies, rounds, seed, drafts: Drafts::default() }
    }

    /// Runs the rounds up to the first games that are not yet played.
    fn course(&self, name: &str, counted: &RunCounts) -> Course<W> {
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
                Err(jobs) => {
                    course.next = jobs;
                    return course;
                }
                Ok(round) => {
                    if round.gain() > self.rounds.margin && !round.is_known {
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
        entered: &[OracleEntrant<W>],
        counted: &RunCounts,
        next: &mut Vec<Job>,
    ) -> Option<Results> {
        let entrants: Vec<Entrant<W>> = entered.iter().map(OracleEntrant::entrant).collect();
        let of = |(entrant, (entered, name)): (_, (&OracleEntrant<W>, String))| NamedEntrant {
            key: entered.key(),
            name,
            entrant,
        };
        let named: Vec<_> = entrants.iter().zip(entered.iter().zip(names(entered))).map(of).collect();
        let meets = AllPairs { setting: &self.setting, name, seed: self.seed, pairs: self.rounds.pairs };
        meets.results(&named, counted, next)
    }

    /// Returns the answer to an equilibrium, or the games to play to find it. `None` if no build can answer.
    fn round(
        &self,
        name: &str,
        course: &Course<W>,
        shares: Vec<f64>,
        counted: &RunCounts,
    ) -> Option<Result<Round<W>, Vec<Job>>> {
        let entrants = course.entrants.iter().map(OracleEntrant::entrant).collect();
        let field = Arc::new(W::mixed(entrants, &shares));
        let number = course.rounds.len() + 1;
        let mut answers = Vec::with_capacity(self.policies.len());
        for policy in &self.policies {
            let setting = self.setting.played_by(policy);
            let search = BuildSearch {
                setting: &setting,
                space: setting.space(),
                field: &field,
                name: format!("{name}/round {number}/{}", policy.name()),
                seed: self.seed,
                start: course.entrants.iter().map(|entrant| entrant.build.clone()).collect(),
                breeding: SearchSize {
                    population: POPULATION,
                    generations: GENERATIONS,
                    pairs: self.rounds.search_pairs / self.policies.len() as u64,
                    test_pairs: self.rounds.test_pairs,
                },
                tested: 1,
                drafts: &self.drafts,
            };
            answers.push((search.run(counted), policy.clone()));
        }
        if answers.iter().any(|(found, _)| !found.next.is_empty()) {
            return Some(Err(answers.into_iter().flat_map(|(found, _)| found.next).collect()));
        }
        let told = answers.into_iter().filter_map(|(found, policy)| {
            let ((build, raw), tested) = (found.best?, found.tested?);
            let answer = OracleEntrant { build, policy };
            Some(Round {
                field: course.entrants.len(),
                shares: shares.clone(),
                is_known: course.entrants.iter().any(|entrant| entrant.key() == answer.key()),
                answer,
                raw: raw.points().point,
                tested,
            })
        });
        // The race chooses, so that the test of the chosen answer stays unbiased.
        let best = told.reduce(|best, next| if next.raw > best.raw { next } else { best })?;
        Some(Ok(best))
    }
}

impl<W: EntrantSetting> Round<W> {
    /// Returns the gain of the answer over an even game.
    fn gain(&self) -> f64 {
        self.tested.points().point - 0.5
    }
}

impl<W: EntrantSetting> Study for Oracle<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.setting.players()
    }

    fn held(&self) -> u64 {
        held(self.start.len() + self.rounds.most, self.rounds.search_pairs.saturating_mul(self.rounds.most as u64))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        self.course(run.name, counted).next
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        answer(name, self, &self.course(name, counted), self.seed)
    }
}

// The answer: summary, tables and figures.

/// Returns names of entrants for random streams and jobs: number, bid and policy.
pub(super) fn names<W: EntrantSetting>(entrants: &[OracleEntrant<W>]) -> Vec<String> {
    let name = |(number, entered): (usize, &OracleEntrant<W>)| {
        format!("{number}: {} by {}", entered.build.bid(), entered.policy.name())
    };
    (1..).zip(entrants).map(name).collect()
}

/// Returns names of entrants for people: number, bid, the first part that no other entrant has, and policy.
fn names_with_parts<W: EntrantSetting>(entrants: &[OracleEntrant<W>]) -> Vec<String> {
    let all: Vec<String> = entrants.iter().map(|entered| entered.build.describe()).collect();
    let has = |place: usize, part: &str| all[place].split(", ").any(|other| other == part);
    let is_own = |place: usize, part: &str| (0..all.len()).all(|other| other == place || !has(other, part));
    let name = |(place, entered): (usize, &OracleEntrant<W>)| {
        let own = all[place].split(", ").find(|part| is_own(place, part));
        let with = own.map_or_else(String::new, |part| format!(" with {part}"));
        format!("{}: {}{with} by {}", place + 1, entered.build.bid(), entered.policy.name())
    };
    entrants.iter().enumerate().map(name).collect()
}

/// Returns the answer from all rounds.
pub(super) fn answer<W: EntrantSetting>(name: &str, study: &Oracle<W>, course: &Course<W>, seed: u64) -> Answer {
    let mut answer = Answer::default();
    if !course.rounds.is_empty() {
        let rounds = rounds_table(name, study, course);
        summarise(&mut answer, study, course);
        answer.figures.push((rounds_figure(name, &rounds), rounds.clone()));
        answer.tables.push(rounds);
    }
    answer.tables.push(entrants_table(name, course));
    let analysis = course.results.as_ref().and_then(|results| analyse(results, seed, RESAMPLES).ok());
    if let Some(mut analysis) = analysis {
        let shown: BTreeMap<String, String> =
            names(&course.entrants).into_iter().zip(names_with_parts(&course.entrants)).collect();
        analysis.names.iter_mut().for_each(|name| name.clone_from(&shown[name.as_str()]));
        let of = metagame::answer(&analysis, name);
        answer.json.clone_from(&of.json);
        answer.extend(of);
    }
    if let Some(Value::Object(json)) = &mut answer.json {
        json.insert("rounds".to_owned(), rounds_json(course));
    }
    answer
}

/// Fills in the summary and the numbers of the last round.
fn summarise<W: EntrantSetting>(answer: &mut Answer, study: &Oracle<W>, course: &Course<W>) {
    let Some(last) = course.rounds.last() else { return };
    let (excess, margin) = (over_even(last.tested.points()), study.rounds.margin * 100.0);
    let (rounds, found) = (number_of(course.rounds.len() as u64, "rounds"), excess.in_points());
    answer.said.push(match (excess.point <= study.rounds.margin, last.is_known) {
        (true, _) => format!(
            "After {rounds} no reply was found that gains more than {margin:.1} points over an even game: the last gains {found}."
        ),
        (false, true) => ends_in_the_field(&rounds, &found),
        (false, false) => format!("The search ended after {rounds} while the best reply still gains {found}, more than {margin:.1} points."),
    });
    let choices = number(metagame::effective(&last.shares));
    answer.said.push(format!(
        "That reply is {} ({}; {}), against the equilibrium of {} by their games as played, of {choices} effective {}. There may \
         be a better reply.",
        last.answer.build.describe(),
        last.answer.policy.name(),
        W::WORDS.bid_in_words(&last.answer.build.bid()),
        number_of(last.field as u64, "entrants"),
        if choices == "1" { "choice" } else { "choices" }
    ));
    answer.numbers = vec![
        KeyNumber::new("Gain of the best reply over an even game", found),
        KeyNumber::new("Entrants of the field", last.field.to_string()),
        KeyNumber::new("Effective choices in its equilibrium", choices),
        KeyNumber::new("Rounds", course.rounds.len().to_string()),
    ];
    let (high, most) = (excess.interval.1, study.rounds.margin);
    if excess.point <= most && high > most {
        let more = enough(excess.n, &excess, most).map_or_else(String::new, |more| {
            format!(" About {} {} would decide it.", grouped(rounded_up(more)), W::WORDS.games)
        });
        answer.undecided = format!("Undecided: that reply may gain up to {:+.1} points.{more}", high * 100.0);
    }
}

/// Says that the best reply is in the field already: against the equilibrium of the field it gains nothing by the games
/// that gave the equilibrium, so a gain in the test is an error of one of the two.
pub(super) fn ends_in_the_field(rounds: &str, found: &str) -> String {
    format!(
        "The search ended after {rounds}, because the best reply that it found is in the field already. No gain is shown: the \
         {found} of its test may come from the dice of the test or of the field."
    )
}

fn rounds_table<W: EntrantSetting>(name: &str, study: &Oracle<W>, course: &Course<W>) -> Table {
    let gains: Vec<Estimate> = course.rounds.iter().map(|round| over_even(round.tested.points())).collect();
    let effective = |shares: &[f64]| metagame::effective(shares);
    let note = format!(
        "Exploitability by round: the share of points of the best reply to the field's equilibrium above one half, on new dice. \
         There may be a better reply. A value below 0 is that of a reply that only looked good: against an equilibrium, a \
         choice that is in it takes half. Replies that gain more than {:.1} points join the field. {}.",
        study.rounds.margin * 100.0,
        hitchart_config::words::capitalised(&study.setting.describe())
    );
    Table::new(format!("{name}-rounds"), "Exploitability by round", note)
        .text("series", "Reply", gains.iter().map(|_| "best reply found"))
        .count("round", "Round", (1..).take(gains.len()))
        .count("field_size", "Entrants", course.rounds.iter().map(|round| round.field as u64))
        .number("field_effective", "Effective choices", 2, course.rounds.iter().map(|round| effective(&round.shares)))
        .estimate("exploitability", "Exploitability", 4, gains.iter().copied())
        .number("raw_gain", "Gain in the race", 4, course.rounds.iter().map(|round| round.raw - 0.5))
        .count("n", "Games", gains.iter().map(|gain| gain.n))
        .text("build_bid", "Bid", course.rounds.iter().map(|round| round.answer.build.bid()))
        .text("policy", "Policy", course.rounds.iter().map(|round| round.answer.policy.name()))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], course.rounds.iter().map(|round| round.answer.build.describe()))
}

fn entrants_table<W: EntrantSetting>(name: &str, course: &Course<W>) -> Table {
    let names = names_with_parts(&course.entrants);
    Table::new(format!("{name}-field"), "Entrants", "The field at the start, and the replies that joined it.")
        .text("entrant", "Entrant", names)
        .text("build_bid", "Bid", course.entrants.iter().map(|entered| entered.build.bid()))
        .text("policy", "Policy", course.entrants.iter().map(|entered| entered.policy.name()))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], course.entrants.iter().map(|entered| entered.build.describe()))
}

fn rounds_json<W: EntrantSetting>(course: &Course<W>) -> Value {
    let told = |round: &Round<W>| {
        let gain = over_even(round.tested.points());
        json!({
            "entrants": round.field,
            "answer": round.answer.build.parts(),
            "policy": round.answer.policy.name(),
            "exploitability": estimate_json(&gain),
            "raw_gain": round.raw - 0.5,
            "in_field": round.is_known,
        })
    };
    course.rounds.iter().map(told).collect()
}
