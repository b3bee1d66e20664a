//! Common parts of all studies that play a batch of missions, and their integer results.

use super::super::replay::{Log, PAGE};
use super::super::tally::{Compared, Tally};
use super::batch::{Batch, Cell, Seated, seated, victories, victory};
use super::bouts::{compared, contest, learnable};
use super::positions::positions;
use hitchart_apocalypse_frame::encounter::{MissionPlan, SingleChange};
use hitchart_apocalypse_frame::players::{PolicySpec, Side};
use hitchart_apocalypse_frame::record::{MissionRecord, Whole};
use hitchart_config::InputError;
use hitchart_lab::replay::{jsonl, lines_sha256};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{
    Answer, Changes, Contest, Games, GroupPlayer, Grouped, Learnable, Outcome, PlayedBy, PositionOf, Positions,
    Quantity, Replay, ReplayOrigin, Run, RunCounts, Study, Tunable, USEFUL_SHARE, too_few,
};
use hitchart_play::play;
use hitchart_report::Warning;
use hitchart_report::table::{Table, object};
use hitchart_stats::{Estimate, proportion};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{fmt, sync::Arc, sync::atomic::AtomicBool};

/// Returns the tables and figures of a batch, from the tally of its missions.
type BatchAnswer = dyn Fn(&str, &Batch, &Tally) -> Answer + Send + Sync;

/// A study that plays a batch of missions.
#[derive(Clone)]
pub(crate) struct BatchStudy {
    pub(super) batch: Batch,
    compared: fn(&Batch) -> Compared,
    answer: Arc<BatchAnswer>,
    in_short: fn(&BatchStudy, &str, &Tally) -> Outcome,
    heats: Option<Heats>,
}

/// Heats in which the rows of a batch are raced, so that they have different numbers of missions.
#[derive(Clone, Copy)]
pub(crate) struct Heats {
    /// Returns the number of missions of all heats.
    pub missions: fn(&Batch) -> u64,
    /// Returns the jobs of the next heat.
    pub next_jobs: fn(&Batch, &Run<'_>, &RunCounts) -> Vec<Job>,
    /// Returns the tables, figures and warnings of all heats.
    pub answer: fn(&str, &Batch, &RunCounts) -> Answer,
}

impl BatchStudy {
    /// Creates a study; `answer` returns the tables and figures. No cells are compared, and the short answer
    /// has the same tables.
    pub(crate) fn new(
        batch: Batch,
        answer: impl Fn(&str, &Batch, &Tally) -> Answer + Send + Sync + 'static,
    ) -> BatchStudy {
        let compared = |_: &Batch| Compared::default();
        BatchStudy { batch, compared, answer: Arc::new(answer), in_short: many, heats: None }
    }

    /// Returns the study with sets of cells that are counted jointly, and cells that are compared mission by mission.
    pub(crate) fn comparing(self, compared: fn(&Batch) -> Compared) -> BatchStudy {
        BatchStudy { compared, ..self }
    }

    /// Returns the study with another short answer.
    pub(crate) fn in_short(self, in_short: fn(&BatchStudy, &str, &Tally) -> Outcome) -> BatchStudy {
        BatchStudy { in_short, ..self }
    }

    /// Returns the study with rows that are raced in reports.
    pub(crate) fn in_heats(self, heats: Heats) -> BatchStudy {
        BatchStudy { heats: Some(heats), ..self }
    }

    /// Returns the answer with its warnings.
    pub(super) fn answer(&self, name: &str, tally: &Tally) -> Answer {
        let mut answer = (self.answer)(name, &self.batch, tally);
        let rows = self.batch.cells.iter().enumerate().map(|(at, cell)| (cell, tally, at));
        answer.warnings.extend(warned(name, rows));
        answer
    }
}

impl fmt::Debug for BatchStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchStudy").field("batch", &self.batch).finish_non_exhaustive()
    }
}

impl Study for BatchStudy {
    fn held(&self) -> u64 {
        self.batch.held()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        match self.heats {
            Some(heats) => (heats.next_jobs)(&self.batch, run, counted),
            None => vec![self.batch.job((self.compared)(&self.batch), run.name, run.seed)],
        }
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        Ok(Some(Arc::new(BatchStudy { batch: self.batch.changed(changes)?, ..self.clone() })))
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        match self.heats {
            Some(heats) => (heats.answer)(name, &self.batch, counted),
            None => counted.of(name).map_or_else(Answer::default, |tally| self.answer(name, &tally)),
        }
    }
}

impl Games for BatchStudy {
    fn count(&self) -> u64 {
        self.heats.map_or(self.batch.games * self.batch.cells.len() as u64, |heats| (heats.missions)(&self.batch))
    }

    fn seats(&self) -> usize {
        2
    }

    fn players(&self) -> Vec<PlayedBy> {
        played_by(self.batch.cells.iter().map(|cell| &cell.policies))
    }

    /// Returns the study with equally many missions of all rows.
    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        Ok(Arc::new(BatchStudy { batch: self.batch.changed(changes)?, heats: None, ..self.clone() }))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.batch.kept).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = Tally::deserialize(saved).ok().filter(|_| self.heats.is_none())?;
        Some((self.in_short)(self, name, &tally))
    }

    fn win_rates(&self, tally: &Value, level: f64) -> Vec<Estimate> {
        let tally = Tally::deserialize(tally).ok().filter(|_| self.heats.is_none());
        let won = |tally: &Tally, cell: usize| proportion(victories(tally, cell), tally.games, level);
        tally.map_or_else(Vec::new, |tally| (0..tally.cells.len()).map(|cell| won(&tally, cell)).collect())
    }

    fn replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(self.batch.recorded_replay(name, about, stop))
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        let policy = self.batch.common.policies.named(Side::Aces as usize, start.unwrap_or("tactician"))?;
        let (tactics, batch) = (*policy.tactician()?, Arc::new(self.batch.clone()));
        Ok(Tunable::new(policy.name(), &tactics, move |values, streams| compared(&batch, values, streams)))
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        contest(&self.batch, policy, side)
    }

    fn positions(&self, game: (&str, u64, u64), of: PositionOf<'_>) -> Result<Box<dyn Positions>, InputError> {
        positions(&self.batch, game, of)
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        learnable(&self.batch)
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(grouped(&self.batch).played_by(Games::players(self)))
    }
}

/// Returns the policies of the two sides, each once.
pub(super) fn played_by<'a>(pairs: impl Iterator<Item = &'a [PolicySpec; 2]>) -> Vec<PlayedBy> {
    let of = |(role, spec): (usize, &PolicySpec)| PlayedBy { role, policy: spec.name().to_owned() };
    PlayedBy::distinct(pairs.flat_map(|pair| pair.iter().enumerate().map(of)))
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
            if kind.written.unsourced && placed.vigor == kind.written.vigor && !names.contains(&kind.name.as_str()) {
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
        let mut log = Log::default();
        let (state, choices) = self.replay((name, about.seed, about.game), &mut log, stop)?;
        let cell = &self.cells[0];
        let policies = cell.policies.each_ref().map(|policy| policy.name().to_owned());
        let header = log.header(about.played(choices, lines_sha256(log.lines())), &policies)?;
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
            json: object(json),
        })
    }
}

/// Returns the tables of several missions.
fn many(study: &BatchStudy, name: &str, tally: &Tally) -> Outcome {
    let answer = study.answer(name, tally);
    let last = answer.tables.last().cloned();
    Outcome {
        games: tally.games * study.batch.cells.len() as u64,
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

/// Returns the missions of a batch, row by row.
pub(crate) fn grouped(batch: &Batch) -> Grouped {
    let one = batch.cells.len() == 1;
    let of = |label: &str| if one { String::new() } else { label.to_owned() };
    let quantities =
        batch.cells.iter().flat_map(|cell| Whole::ALL.iter().map(|known| Quantity::of(known, of(&cell.label))));
    let effort = batch.cells.iter().flat_map(|cell| &cell.policies).map(PolicySpec::effort).sum();
    let cells: Arc<Vec<_>> =
        Arc::new(batch.cells.iter().map(|cell| (cell.mission(&batch.common.rules), cell.policies.clone())).collect());
    Grouped::new(quantities.collect(), (1, effort), move |stop: &AtomicBool| -> GroupPlayer<'_> {
        let cells = Arc::clone(&cells);
        let mut players: Vec<Seated<'_>> = cells.iter().map(|(_, policies)| seated(policies, stop)).collect();
        Box::new(move |key, sums| {
            let rows = cells.iter().zip(&mut players).zip(sums.chunks_exact_mut(Whole::ALL.len()));
            for (((mission, _), players), sums) in rows {
                let mut record = MissionRecord::default();
                play(mission, key, players, &mut record);
                sums.iter_mut().zip(record.wholes()).for_each(|(sum, count)| *sum += i64::from(*count));
            }
        })
    })
    .that_matters(&MATTERS)
}
