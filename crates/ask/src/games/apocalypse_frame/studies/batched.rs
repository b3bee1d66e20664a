//! Common parts of all studies that play a batch of missions, and their integer results.

use super::super::record::{Compared, Record, Tally, Whole};
use super::super::replay::{Log, PAGE};
use super::batch::{Batch, Cell, victory};
use super::bouts::{Pairs, contest, learnable};
use hitchart_apocalypse_frame::encounter::{MissionPlan, SingleChange};
use hitchart_apocalypse_frame::mission::Action;
use hitchart_apocalypse_frame::players::{Player as Deciding, PolicySpec, Side};
use hitchart_config::InputError;
use hitchart_lab::replay::jsonl;
use hitchart_lab::runner::Job;
use hitchart_lab::runner::games::Stoppable;
use hitchart_lab::study::{
    Answer, Changes, Contest, Games, GroupPlayer, Grouped, Learnable, Metric, Outcome, Quantity, Replay, ReplayOrigin,
    Run, RunCounts, Study, Tunable, USEFUL_SHARE, too_few,
};
use hitchart_play::play;
use hitchart_report::Warning;
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A kind of study that plays a batch of missions.
pub(crate) trait Batched: Debug + Send + Sync + Sized + 'static {
    /// Name of the kind in scenario files.
    const KIND: &'static str;

    /// Returns the same study with another batch.
    fn with(&self, batch: Batch) -> Self;

    /// Returns the batch that the study plays.
    fn batch(&self) -> &Batch;

    /// Returns the sets of cells that are counted jointly, and the cells that are compared mission by mission.
    fn compared(&self) -> Compared {
        Compared::default()
    }

    /// Returns the tables and figures.
    fn answer(&self, name: &str, tally: &Tally) -> Answer;

    /// Returns the short answer; the tables by default.
    fn in_short(&self, name: &str, tally: &Tally) -> Outcome {
        many(name, self, tally)
    }
}

/// A study that plays a batch of missions, as a study of any game.
#[derive(Clone, Debug)]
pub(crate) struct BatchStudy<S>(pub S);

impl<S: Batched> Study for BatchStudy<S> {
    fn kind(&self) -> &'static str {
        S::KIND
    }

    fn held(&self) -> u64 {
        self.0.batch().held()
    }

    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        vec![self.0.batch().job(self.0.compared(), run.name, run.seed)]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| answer(name, &self.0, &tally))
    }
}

impl<S: Batched> Games for BatchStudy<S> {
    fn count(&self) -> u64 {
        self.0.batch().games * self.0.batch().cells.len() as u64
    }

    fn seats(&self) -> usize {
        2
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        Ok(Arc::new(BatchStudy(self.0.with(self.0.batch().changed(changes)?))))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.0.batch().kept).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        Some(self.0.in_short(name, &Tally::deserialize(saved).ok()?))
    }

    fn win_rates(&self, tally: &Value) -> Vec<Estimate> {
        let Ok(tally) = Tally::deserialize(tally) else { return Vec::new() };
        (0..tally.cells.len()).map(|cell| victory(&tally, cell).share).collect()
    }

    fn replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(self.0.batch().recorded_replay(name, about, stop))
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        let batch = self.0.batch();
        let policy = batch.common.policies.named(Side::Aces as usize, start.unwrap_or("tactician"))?;
        let tactics = *policy.tactician()?;
        let batch = Arc::new(batch.clone());
        Ok(Tunable::new(policy.name(), &tactics, move |meeting| {
            Job::whole(meeting.name.clone(), Arc::new(Pairs::new(&batch, meeting)))
        }))
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        contest(self.0.batch(), policy, side)
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        learnable(self.0.batch())
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(grouped(self.0.batch()))
    }
}

/// Returns the answer with its warnings.
fn answer<S: Batched>(name: &str, study: &S, tally: &Tally) -> Answer {
    let mut answer = study.answer(name, tally);
    let rows = study.batch().cells.iter().enumerate().map(|(at, cell)| (cell, tally, at));
    answer.warnings.extend(warned(name, rows));
    answer
}

/// A cell of a study, the tally of its missions, and the cell's index in the tally.
type Row<'a> = (&'a Cell, &'a Tally, usize);

/// Returns the warnings for the missions of some cells.
pub(super) fn warned<'a>(name: &str, rows: impl Iterator<Item = Row<'a>> + Clone) -> Vec<Warning> {
    let won = rows.clone().map(|(_, tally, at)| victory(tally, at).share);
    let too_few = too_few(format!("shares of missions won in {name}"), won, USEFUL_SHARE);
    let plans = rows.clone().map(|(cell, ..)| cell.plan.as_ref());
    too_few.into_iter().chain(never_came(name, rows)).chain(unsourced(name, plans)).collect()
}

/// Returns the warnings of the answer.
pub(super) fn warnings<S: Batched>(name: &str, study: &S, tally: &Tally) -> Vec<Warning> {
    answer(name, study, tally).warnings
}

/// Returns a warning if changes come after the end of every battle, in all rows.
fn never_came<'a>(name: &str, rows: impl Iterator<Item = Row<'a>> + Clone) -> Option<Warning> {
    let mut told: Vec<String> = Vec::new();
    for encounter in rows.clone().flat_map(|(cell, ..)| &cell.plan.battles).map(|battle| &battle.encounter) {
        let longest = longest(rows.clone(), &encounter.name);
        for change in encounter.changes.iter().filter(|change| change.round > longest) {
            let line = format!("{}, round {}", encounter.name, change.round);
            if !told.contains(&line) {
                told.push(line);
            }
        }
    }
    let what = told.join("; ");
    (!told.is_empty()).then(|| Warning::NeverCame { study: name.to_owned(), what })
}

/// Returns the last round with changes that any battle of this name reached, in any row.
fn longest<'a>(rows: impl Iterator<Item = Row<'a>>, name: &str) -> u8 {
    let battles = rows.flat_map(|(cell, tally, at)| cell.plan.battles.iter().zip(&tally.cells[at].lasted));
    battles.filter(|(battle, _)| battle.encounter.name == name).map(|(_, lasted)| *lasted).max().unwrap_or(0)
}

/// Returns a warning if enemies have a Vigor that neither the text nor the encounter gives (A56).
pub(super) fn unsourced<'a>(name: &str, plans: impl Iterator<Item = &'a MissionPlan>) -> Option<Warning> {
    let mut names: Vec<&str> = Vec::new();
    for encounter in plans.flat_map(|plan| &plan.battles).map(|battle| &battle.encounter) {
        let coming = encounter.whats().filter_map(|what| match what {
            SingleChange::Reinforcement(placed) => Some(placed),
            _ => None,
        });
        for placed in encounter.enemies.iter().chain(coming) {
            let kind = &encounter.kinds[usize::from(placed.kind)];
            if kind.unsourced && placed.vigor == kind.vigor && !names.contains(&kind.name.as_str()) {
                names.push(&kind.name);
            }
        }
    }
    let what = format!("Vigor of {}", names.join(", "));
    (!names.is_empty()).then(|| Warning::Unsourced { study: name.to_owned(), what })
}

impl Batch {
    /// Plays a mission of the first row and returns its replay; `None` if it was stopped.
    fn recorded_replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Option<Replay> {
        let mut log = Log::new();
        let state = self.replay((name, about.seed, about.game), &mut log, stop)?;
        let cell = &self.cells[0];
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
            html: PAGE.html(&header, log.lines()),
            jsonl: jsonl(&header, log.lines()),
            said,
            json: json.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
        })
    }
}

/// Returns the tables of several missions.
fn many<S: Batched>(name: &str, study: &S, tally: &Tally) -> Outcome {
    let answer = answer(name, study, tally);
    let last = answer.tables.last().cloned();
    Outcome {
        games: tally.games * study.batch().cells.len() as u64,
        all: last.unwrap_or_else(|| Table::new(name, "", "")),
        // In JSON a policy is under the name of its side; the number of Aces may have the same name there.
        json: (answer.tables.iter())
            .map(|table| (table.name.clone(), table.clone().renamed("aces_policy", "aces").to_json()))
            .collect(),
        tables: answer.tables,
        warnings: answer.warnings,
    }
}

/// Metrics that matter by default, each with the largest change to ignore.
const MATTERS: [(&str, f64); 1] = [("victory", 0.03)];

/// The players of a row, for one thread.
type Seated<'a> = [Stoppable<'a, Deciding, Action>; 2];

/// Returns the missions of a batch, row by row.
pub(crate) fn grouped(batch: &Batch) -> Grouped {
    let one = batch.cells.len() == 1;
    let of = |label: &str| if one { String::new() } else { label.to_owned() };
    let quantity = |label: &str, known: &Metric| Quantity {
        metric: known.name.to_owned(),
        of: of(label),
        unit: known.unit,
        under: None,
        title: known.title,
        how: known.how,
        winner: None,
    };
    let quantities = batch.cells.iter().flat_map(|cell| Whole::ALL.iter().map(|known| quantity(&cell.label, known)));
    let effort = batch.cells.iter().flat_map(|cell| &cell.policies).map(PolicySpec::effort).sum();
    let cells: Arc<Vec<_>> =
        Arc::new(batch.cells.iter().map(|cell| (cell.mission(&batch.common.rules), cell.policies.clone())).collect());
    Grouped::new(quantities.collect(), (1, effort), move |stop: &AtomicBool| -> GroupPlayer<'_> {
        let cells = Arc::clone(&cells);
        let seated = |(_, policies): &(_, [PolicySpec; 2])| {
            policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop))
        };
        let mut players: Vec<Seated<'_>> = cells.iter().map(seated).collect();
        Box::new(move |key, sums| {
            let rows = cells.iter().zip(&mut players).zip(sums.chunks_exact_mut(Whole::ALL.len()));
            for (((mission, _), players), sums) in rows {
                let mut record = Record::default();
                play(mission, key, players, &mut record);
                sums.iter_mut().zip(record.wholes()).for_each(|(sum, count)| *sum += i64::from(*count));
            }
            !stop.load(Ordering::Relaxed)
        })
    })
    .that_matters(&MATTERS)
}
