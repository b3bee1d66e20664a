//! Missions as every study of games offers them.

use super::super::players::Side;
use super::super::record::{Pilot, Tally, Whole};
use super::super::replay::{Log, html, jsonl};
use super::batch::{self, Batch};
use super::missions::{HEADLINES, metrics_table, outcome_table, whole};
use super::{ApocalypseFrameStudy, Question, Show, of_batch, policies};
use crate::input::InputError;
use crate::stats::Estimate;
use crate::study::{About, Asked, Changes, Games, Metric, Outcome, Replay, Won, metric, won};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl ApocalypseFrameStudy {
    fn batch(&self) -> Option<&Batch> {
        match &self.question {
            Question::Batch(batch) => Some(batch),
            _ => None,
        }
    }
}

impl Games for ApocalypseFrameStudy {
    fn count(&self) -> u64 {
        match &self.question {
            Question::Batch(batch) => batch.games * batch.cells.len() as u64,
            Question::Campaign(campaign) => campaign.games,
            _ => 0,
        }
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Asked>, InputError> {
        let mut changed = self.clone();
        if changes.swap_seats {
            return Err(InputError::plain("--swap-seats: Aces and game master cannot swap"));
        }
        let both = changes.policies.map(|names| match names {
            [aces, gm] => Ok([self.common.policy(Side::Aces, aces.trim())?, self.common.policy(Side::Gm, gm.trim())?]),
            _ => Err(InputError::plain(format!("--policies: {}", policies::needed(names.len())))),
        });
        let both = both.transpose()?;
        match &mut changed.question {
            Question::Batch(batch) => {
                if let Some(row) = changes.row {
                    batch.cells = vec![batch.row(row)?.clone()];
                }
                batch.games = changes.games.unwrap_or(batch.games);
                if let Some(both) = both {
                    batch.cells.iter_mut().for_each(|cell| cell.policies.clone_from(&both));
                }
            }
            Question::Campaign(campaign) => {
                campaign.games = changes.games.unwrap_or(campaign.games);
                campaign.policies = both.unwrap_or_else(|| campaign.policies.clone());
            }
            _ => {}
        }
        Ok(Arc::new(changed))
    }

    fn kept(&self) -> Option<Value> {
        match &self.question {
            Question::Batch(batch) => serde_json::to_value(&batch.kept).ok(),
            Question::Campaign(campaign) => serde_json::to_value(&campaign.kept).ok(),
            _ => None,
        }
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        match &self.question {
            Question::Campaign(campaign) => campaign.outcome(name, saved),
            _ => {
                let (batch, tally) = (self.batch()?, Tally::deserialize(saved).ok()?);
                Some(if batch.show == Show::Mission { one(name, batch, &tally) } else { many(name, batch, &tally) })
            }
        }
    }

    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        if self.batch().is_none() {
            let problem = format!("a study of kind `{}` has no replay", self.question.name());
            return Err(InputError::plain(problem).with_help(Some("play one of its missions in a study of `missions`")));
        }
        Ok(self.told(name, about, stop))
    }
}

impl ApocalypseFrameStudy {
    /// A mission of the first row, of those that are left, told as a replay; none where it was stopped.
    fn told(&self, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay> {
        let (batch, mut log) = (self.batch()?, Log::new());
        let state = batch.replay(&self.common.rules, (name, about.seed, about.game), &mut log, stop)?;
        let cell = &batch.cells[0];
        let policies = cell.policies.each_ref().map(|policy| policy.name().to_owned());
        let header = log.header(about.clone(), &policies)?;
        let ending = state.ending?;
        let left: u32 = state.aces.iter().filter(|ace| ace.is_on_map()).map(|ace| u32::from(ace.vigor)).sum();
        let said = format!(
            "{}: {} in round {} of battle {}; {} against {}, {left} Vigor left.",
            cell.label,
            format!("{ending:?}").to_lowercase(),
            state.round,
            state.battle + 1,
            policies[0],
            policies[1]
        );
        let json = [
            ("row", json!(cell.label)),
            ("ending", json!(ending)),
            ("battle", json!(state.battle + 1)),
            ("round", json!(state.round)),
            ("vigor_left", json!(left)),
            ("policies", json!(policies)),
        ];
        Some(Replay {
            html: html(&header, &log.lines),
            jsonl: jsonl(&header, &log.lines),
            said,
            json: json.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
        })
    }
}

/// A single mission: how often it is won, and the metrics that matter most.
fn one(name: &str, batch: &Batch, tally: &Tally) -> Outcome {
    Outcome {
        games: tally.games,
        tables: vec![
            outcome_table(name, batch, tally),
            metrics_table(name, tally, |metric| HEADLINES.contains(&metric.name)),
        ],
        all: metrics_table(name, tally, |_| true),
        json: json_of(batch, tally),
        warnings: of_batch(name, batch, tally).warnings,
    }
}

/// Several missions: their tables.
fn many(name: &str, batch: &Batch, tally: &Tally) -> Outcome {
    let answer = of_batch(name, batch, tally);
    let last = answer.tables.last().cloned();
    Outcome {
        games: tally.games * batch.cells.len() as u64,
        all: last.unwrap_or_else(|| metrics_table(name, tally, |_| true)),
        // In JSON a policy stands under the name of its side; there a number of Aces may have the same name.
        json: (answer.tables.iter())
            .map(|table| (table.name.clone(), table.clone().renamed("aces_policy", "aces").to_json()))
            .collect(),
        tables: answer.tables,
        warnings: answer.warnings,
    }
}

fn json_of(batch: &Batch, tally: &Tally) -> Map<String, Value> {
    let (cell, sums) = (&batch.cells[0], &tally.cells[0]);
    let [aces, gm] = cell.policies.each_ref().map(|policy| policy.name());
    let team: Vec<Value> = (cell.aces.iter().zip(&sums.pilots))
        .map(|(ace, sums)| {
            let each = Pilot::ALL.iter().enumerate();
            let mut told: Map<String, Value> =
                each.map(|(i, known)| told(known, &metric(known, sums, i, tally.observations()))).collect();
            told.insert("ace".to_owned(), json!(ace.name));
            told.insert("frame".to_owned(), json!(ace.model));
            Value::Object(told)
        })
        .collect();
    let mut all = Map::new();
    let known = [
        ("mission", json!(cell.plan.name)),
        ("policies", json!({ "aces": aces, "gm": gm })),
        ("signature", json!(format!("{:016x}", sums.signature))),
        ("aces", json!(team)),
    ];
    all.extend(known.map(|(name, value)| (name.to_owned(), value)));
    all.extend(Whole::ALL.iter().enumerate().map(|(i, known)| told(known, &whole(sums, i, tally))));
    all.insert("victory".to_owned(), share(&won(batch::victories(tally, 0), tally.games)));
    all
}

fn told(known: &Metric, estimate: &Estimate) -> (String, Value) {
    let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
    let interval = [bound(estimate.interval.0), bound(estimate.interval.1)];
    (known.name.to_owned(), json!({ "mean": estimate.point, "interval": interval, "n": estimate.n }))
}

fn share(won: &Won) -> Value {
    json!({ "point": won.share.point, "interval": won.share.interval, "count": won.count, "n": won.share.n })
}
