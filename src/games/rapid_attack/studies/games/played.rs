//! Games of Rapid Attack as every study of games offers them.

use super::super::{GamesStudy, Question, RapidAttackStudy, policies_needed};
use super::{HEADLINES, Match, breakdown_table, json, metrics_table, seats_table, too_few};
use crate::games::rapid_attack::record::Tally;
use crate::games::rapid_attack::replay::{Log, html, jsonl};
use crate::input::InputError;
use crate::study::{About, Asked, Changes, Games, Outcome, Replay};
use crate::table::counted;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl RapidAttackStudy {
    /// The study of games that it is.
    ///
    /// Only such studies are handed out as [`Games`].
    fn asked(&self) -> &GamesStudy {
        match &self.question {
            Question::Games(asked) => asked,
            other => unreachable!("a study of `{}` has no games", other.name()),
        }
    }
}

impl Games for RapidAttackStudy {
    fn count(&self) -> u64 {
        self.asked().games
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Asked>, InputError> {
        if changes.row.is_some() {
            return Err(InputError::plain("--row: a study of kind `games` has no rows"));
        }
        let mut study = self.asked().clone();
        study.games = changes.games.unwrap_or(study.games);
        study.swap_seats |= changes.swap_seats;
        if let Some(names) = changes.policies {
            if names.len() != study.companies.len() {
                let problem = policies_needed(names.len(), study.companies.len());
                return Err(InputError::plain(format!("--policies: {problem}")));
            }
            study.policies = names.iter().map(|name| self.common.policy(name.trim())).collect::<Result<_, _>>()?;
        }
        Ok(Arc::new(RapidAttackStudy { question: Question::Games(study), common: self.common.clone() }))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.asked().layout).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let (study, tally) = (self.asked(), Tally::deserialize(saved).ok()?);
        let headlines = metrics_table(name, &tally, |metric| HEADLINES.contains(&metric.name));
        Some(Outcome {
            games: tally.games,
            tables: vec![seats_table(name, study, &tally), breakdown_table(name, study, &tally), headlines],
            all: metrics_table(name, &tally, |_| true),
            json: json::outcome(study, &tally),
            warnings: too_few(name, &tally).into_iter().collect(),
        })
    }

    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(self.told(name, about, stop))
    }
}

impl RapidAttackStudy {
    /// A game told as a replay; none where it was stopped.
    fn told(&self, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay> {
        let study = self.asked();
        let games = Match::new(name, study, &self.common, about.seed);
        let policies: Vec<String> = games.names(about.game).into_iter().map(str::to_owned).collect();
        let mut log = Log::new();
        let state = games.replay(about.game, &mut log, stop)?;
        let header = log.header(about.clone(), &policies)?;
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        let (said, json) = ended(study, &policies, &scores, state.round);
        Some(Replay { html: html(&header, &log.lines), jsonl: jsonl(&header, &log.lines), said, json })
    }
}

/// How a game ended, in a sentence and for programs.
fn ended(study: &GamesStudy, policies: &[String], scores: &[i32], rounds: u8) -> (String, Map<String, Value>) {
    let names: Vec<&str> = study.companies.iter().map(|company| company.name.as_str()).collect();
    let best = scores.iter().max().copied().unwrap_or(0);
    let leaders: Vec<usize> = (0..scores.len()).filter(|player| scores[*player] == best).collect();
    let winner = if let [winner] = leaders[..] { Some(names[winner]) } else { None };
    let seats = (0..names.len())
        .map(|i| json!({ "company": names[i], "policy": policies[i], "score": scores[i] }))
        .collect::<Vec<_>>();
    let json = [("winner", json!(winner)), ("rounds", json!(rounds)), ("seats", json!(seats))];
    let each = (0..names.len()).map(|i| format!("{} ({}) {}", names[i], policies[i], scores[i]));
    let ended = winner.map_or_else(|| "a tie".to_owned(), |winner| format!("{winner} wins"));
    let said = format!("{ended} after {}. {}.", counted(rounds.into(), "rounds"), each.collect::<Vec<_>>().join(", "));
    (said, json.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
}
