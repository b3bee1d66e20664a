//! Games as a study: jobs, answer, and the services that every study of games offers.

use super::differences::{self, difference};
use super::grouped::grouped;
use super::pairs::{Pairs, answer as answering};
use super::played::Match;
use super::seats::{by_policy, by_side};
use super::setting::{GamesStudy, Policies, Setting, Telling, policies_needed};
use super::states::learnable;
use super::tables::{breakdown_table, metrics_table, seats_table};
use super::tally::{Fact, Tally};
use super::{figures, json, summary, tables};
use crate::runner::Wanted;
use crate::study::{
    About, Answer, Asked, Changes, Contest, Counted, Games, Grouped, Learnable, Outcome, Replay, Responder, Run,
    Tunable, USEFUL_SHARE, too_few,
};
use hitchart_config::InputError;
use hitchart_report::Warning;
use hitchart_report::table::counted;
use hitchart_stats::Estimate;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl<S: Setting> Asked for GamesStudy<S> {
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

/// Returns a warning if the games are too few for useful win rates.
fn few(name: &str, tally: &Tally) -> Option<Warning> {
    let won = (0..tally.policies.len()).map(|policy| tally.fact(Fact::Policy(policy), 1).share);
    too_few(format!("win rates of {name}"), won, USEFUL_SHARE)
}

/// Builds the answer: tables, figures, summary and warnings.
fn answer<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Answer {
    let mut answer = Answer {
        tables: vec![seats_table(name, asked, tally), breakdown_table(name, asked, tally)],
        figures: figures::all(name, asked, tally),
        warnings: few(name, tally).into_iter().collect(),
        ..Answer::default()
    };
    summary::summarise(&mut answer, asked, tally);
    answer.tables.extend(difference(tally).map(|difference| differences::table(name, asked, &difference)));
    answer.tables.extend([
        metrics_table::<S>(name, tally, |_| true),
        tables::sides_table(name, asked, tally),
        S::strikes(name, tally),
        tables::rounds_table::<S>(name, tally),
        tables::scores_table(name, asked, tally),
        tables::margins_table(name, tally),
    ]);
    answer
}

impl<S: Setting> Games for GamesStudy<S> {
    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        self.policies.len()
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Asked>, InputError> {
        if changes.row.is_some() {
            return Err(InputError::plain("--row: a study of kind `games` has no rows"));
        }
        let mut study = self.clone();
        study.games = changes.games.unwrap_or(study.games);
        study.swap_seats |= changes.swap_seats;
        if let Some(names) = changes.policies {
            if names.len() != study.policies.len() {
                let problem = policies_needed(names.len(), study.policies.len(), &S::WORDS);
                return Err(InputError::plain(format!("--policies: {problem}")));
            }
            study.policies =
                names.iter().map(|name| self.setting.book().named(0, name.trim())).collect::<Result<_, _>>()?;
        }
        Ok(Arc::new(study))
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = Tally::deserialize(saved).ok()?;
        let headlines = metrics_table::<S>(name, &tally, |metric| S::WORDS.headlines.contains(&metric.name));
        Some(Outcome {
            games: tally.games,
            tables: vec![seats_table(name, self, &tally), breakdown_table(name, self, &tally), headlines],
            all: tables::everything(name, self, &tally),
            json: json::outcome(self, &tally),
            warnings: few(name, &tally).into_iter().collect(),
        })
    }

    fn win_rates(&self, tally: &Value) -> Vec<Estimate> {
        let Ok(tally) = Tally::deserialize(tally) else { return Vec::new() };
        let won = by_side(self, &tally).into_iter().chain(by_policy(self, &tally));
        won.map(|(_, won)| won.share).collect()
    }

    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(S::tell(self, name, about, stop))
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        self.between_two()?;
        let policy = self.setting.book().named(0, start.unwrap_or("untuned"))?;
        let (tactics, game) = (policy.tactician()?.clone(), Arc::new(self.setting.game()));
        Ok(Tunable::new(policy.name(), &tactics, move |meeting| {
            let name = meeting.name.clone();
            Wanted::whole(name, Arc::new(Pairs::<S>::new(Arc::clone(&game), meeting)))
        }))
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        self.between_two()?;
        if side.is_some() {
            return Err(InputError::plain("--side: this game has no sides"));
        }
        let policy: Policies<S> = self.setting.book().named(0, policy)?;
        let (all, game) = (Arc::new(self.setting.book().all(0)), Arc::new(self.setting.game()));
        let responders = all.iter().map(|spec| Responder::new(spec, spec.tactician().ok())).collect();
        let (name, study, same, known) = (policy.name().to_owned(), self.clone(), policy.clone(), Arc::clone(&all));
        let contest = Contest::new(&name, responders, Some(&S::Tactics::default()), move |bout| {
            let name = bout.name.clone();
            Wanted::whole(name, Arc::new(Pairs::<S>::of_bout(Arc::clone(&game), bout, &all, policy.clone())))
        });
        Ok(contest.with_swapped_seats().with_learning(move |response| {
            let policies = vec![answering::<S>(&known, response), same.clone()];
            learnable(&GamesStudy { policies, swap_seats: true, ..study.clone() })
        }))
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(grouped(self))
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        Ok(learnable(self))
    }
}

impl<S: Setting> GamesStudy<S> {
    /// Returns an error unless the study has exactly two policies.
    fn between_two(&self) -> Result<(), InputError> {
        if self.policies.len() == 2 {
            return Ok(());
        }
        let sides = counted(self.policies.len() as u64, S::WORDS.side[2]);
        Err(InputError::plain(format!("it has {sides}, and two are played against each other")))
    }
}

impl Telling {
    /// Describes how the game ended, in a sentence and as JSON.
    pub fn ended<S: Setting>(&self, study: &GamesStudy<S>) -> (String, Map<String, Value>) {
        let (names, Telling { policies, scores, rounds }) = (study.setting.names(), self);
        let best = scores.iter().max().copied().unwrap_or(0);
        let leaders: Vec<usize> = (0..scores.len()).filter(|player| scores[*player] == best).collect();
        let winner = if let [winner] = leaders[..] { Some(names[winner]) } else { None };
        let side = S::WORDS.side[0];
        let seats = (0..names.len())
            .map(|i| json!({ side: names[i], "policy": policies[i], "score": scores[i] }))
            .collect::<Vec<_>>();
        let json = [("winner", json!(winner)), ("rounds", json!(rounds)), ("seats", json!(seats))];
        let each = (0..names.len()).map(|i| format!("{} ({}) {}", names[i], policies[i], scores[i]));
        let ended = winner.map_or_else(|| "A tie".to_owned(), |winner| format!("A victory of {winner}"));
        let rounds = counted((*rounds).into(), "rounds");
        let said = format!("{ended} after {rounds}. {}.", each.collect::<Vec<_>>().join(", "));
        (said, json.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
    }
}
