//! Games as a study: what is counted, what it says, and what every study of games offers.

use super::asked::{GamesStudy, policies_needed};
use super::differences::difference;
use super::duel::{Pairs, answer as answering};
use super::groups::grouped;
use super::matches::Match;
use super::tables::{HEADLINES, breakdown_table, metrics_table, seats_table};
use super::{differences, figures, json, states, tables, words};
use crate::games::rapid_attack::players::tactician::Tactics;
use crate::games::rapid_attack::record::{Fact, Tally};
use crate::games::rapid_attack::replay::{Log, PAGE};
use crate::input::InputError;
use crate::replay::jsonl;
use crate::report::Warning;
use crate::runner::Wanted;
use crate::study::{
    About, Answer, Asked, Changes, Contest, Counted, Games, Grouped, Learnable, Outcome, Replay, Responder, Run,
    Tunable, USEFUL_SHARE, too_few,
};
use crate::table::counted;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Asked for GamesStudy {
    fn kind(&self) -> &'static str {
        "games"
    }

    fn wants(&self, run: &Run<'_>, _: &Counted) -> Vec<Wanted> {
        vec![Wanted::whole(run.name.to_owned(), Arc::new(Match::new(run.name, self, run.seed)))]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| answer(name, self, &tally))
    }
}

/// A warning where games are too few to tell who wins.
fn few(name: &str, tally: &Tally) -> Option<Warning> {
    let won = (0..tally.policies.len()).map(|policy| tally.fact(Fact::Policy(policy), 1).share);
    too_few(format!("win rates of {name}"), won, USEFUL_SHARE)
}

/// Who wins, and how the games went.
fn answer(name: &str, asked: &GamesStudy, tally: &Tally) -> Answer {
    let mut answer = Answer {
        said: vec![words::said(asked, tally)],
        tables: vec![seats_table(name, asked, tally), breakdown_table(name, asked, tally)],
        figures: figures::all(name, asked, tally),
        warnings: few(name, tally).into_iter().collect(),
        json: None,
    };
    answer.tables.extend(difference(tally).map(|difference| differences::table(name, asked, &difference)));
    answer.tables.extend([
        metrics_table(name, tally, |_| true),
        tables::sides_table(name, asked, tally),
        tables::strikes_table(name, tally),
        tables::rounds_table(name, tally),
        tables::scores_table(name, asked, tally),
        tables::margins_table(name, tally),
    ]);
    answer
}

impl Games for GamesStudy {
    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        self.companies.len()
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Asked>, InputError> {
        if changes.row.is_some() {
            return Err(InputError::plain("--row: a study of kind `games` has no rows"));
        }
        let mut study = self.clone();
        study.games = changes.games.unwrap_or(study.games);
        study.swap_seats |= changes.swap_seats;
        if let Some(names) = changes.policies {
            if names.len() != study.companies.len() {
                let problem = policies_needed(names.len(), study.companies.len());
                return Err(InputError::plain(format!("--policies: {problem}")));
            }
            study.policies =
                names.iter().map(|name| self.common.policies.named(0, name.trim())).collect::<Result<_, _>>()?;
        }
        Ok(Arc::new(study))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.layout).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = Tally::deserialize(saved).ok()?;
        let headlines = metrics_table(name, &tally, |metric| HEADLINES.contains(&metric.name));
        Some(Outcome {
            games: tally.games,
            tables: vec![seats_table(name, self, &tally), breakdown_table(name, self, &tally), headlines],
            all: tables::everything(name, self, &tally),
            json: json::outcome(self, &tally),
            warnings: few(name, &tally).into_iter().collect(),
        })
    }

    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(self.told(name, about, stop))
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        self.between_two()?;
        let policy = self.common.policies.named(0, start.unwrap_or("untuned"))?;
        let (tactics, battle) = (*policy.tactician()?, Arc::new(self.battle()));
        Ok(Tunable::new(policy.name(), &tactics, move |meeting| {
            let name = meeting.name.clone();
            Wanted::whole(name, Arc::new(Pairs::new(Arc::clone(&battle), meeting)))
        }))
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        self.between_two()?;
        if side.is_some() {
            return Err(InputError::plain("--side: this game has no sides"));
        }
        let policy = self.common.policies.named(0, policy)?;
        let (all, battle) = (Arc::new(self.common.policies.all(0)), Arc::new(self.battle()));
        let responders = all.iter().map(|spec| Responder::new(spec, spec.tactician().ok())).collect();
        let (name, study, same, known) = (policy.name().to_owned(), self.clone(), policy.clone(), Arc::clone(&all));
        let contest = Contest::new(&name, responders, Some(&Tactics::default()), move |bout| {
            let name = bout.name.clone();
            Wanted::whole(name, Arc::new(Pairs::of_bout(Arc::clone(&battle), bout, &all, policy.clone())))
        });
        let learnable = move |response| {
            let policies = vec![answering(&known, response), same.clone()];
            states::learnable(&GamesStudy { policies, swap_seats: true, ..study.clone() })
        };
        Ok(contest.with_swapped_seats().with_learning(learnable))
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(grouped(self))
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        Ok(states::learnable(self))
    }
}

impl GamesStudy {
    /// Policies meet one to one.
    fn between_two(&self) -> Result<(), InputError> {
        if self.companies.len() == 2 {
            return Ok(());
        }
        let companies = counted(self.companies.len() as u64, "companies");
        Err(InputError::plain(format!("it has {companies}, and two are played against each other")))
    }
}

impl GamesStudy {
    /// A game told as a replay; none where it was stopped.
    fn told(&self, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay> {
        let games = Match::new(name, self, about.seed);
        let policies: Vec<String> = games.names(about.game).into_iter().map(str::to_owned).collect();
        let mut log = Log::new();
        let state = games.replay(about.game, &mut log, stop)?;
        let header = log.header(about.clone(), &policies)?;
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        let (said, json) = ended(self, &policies, &scores, state.round);
        Some(Replay { html: PAGE.html(&header, &log.lines), jsonl: jsonl(&header, &log.lines), said, json })
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
