//! Missions of several teams, plans or policies on common random numbers: the same number of a mission means the same
//! dice in every cell until play diverges, so differences between cells are paired differences.

use super::super::tally::{Compared, Tally};
use super::checker::Common;
use hitchart_apocalypse_frame::mission::{Action, KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::{Player, PolicySpec};
use hitchart_apocalypse_frame::record::{MissionRecord, Whole};
use hitchart_apocalypse_frame::{ace::Ace, encounter::MissionPlan, ruleset::Ruleset};
use hitchart_config::{InputError, listed, nearest};
use hitchart_lab::runner::games::{Stoppable, key};
use hitchart_lab::runner::{Counts, GroupCounter, Job, Matchup, Streams, Transient};
use hitchart_lab::study::{self, Changes, Won, metric, won};
use hitchart_play::{AnyObserver, Choices, Recording, Watching, play};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, LEVEL};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{cell::RefCell, ops::Range, sync::Arc};

/// One team on one mission with one pair of policies.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// Name, unique in the batch.
    pub label: String,
    /// The curve or column of the cell; may be empty.
    pub series: String,
    /// Position on a curve.
    pub x: u64,
    pub aces: Vec<Ace>,
    pub plan: Arc<MissionPlan>,
    /// Policies of the Aces and of the game master.
    pub policies: [PolicySpec; 2],
}

/// Most names of rows in a message.
const MOST_NAMES: usize = 12;

/// Error for swapped seats, which no study of missions supports.
pub(super) const CANNOT_SWAP: &str = "--swap-seats: Aces and game master cannot swap";

/// Cells with common rules and the same number of missions.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub common: Arc<Common>,
    pub cells: Vec<Cell>,
    /// Number of missions of each cell.
    pub games: u64,
    /// Files that were read in addition to the scenario, by name; a saved report stores them.
    pub kept: Vec<(String, String)>,
}

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        self.merge(other);
    }
}

/// The players of a mission, for one thread.
pub(super) type Seated<'a> = [Stoppable<'a, Player, Action>; 2];

/// Cells ready to be played.
struct Fields {
    cells: Arc<[Cell]>,
    missions: Transient<Vec<Mission<KeyedDice>>>,
    compared: Compared,
}

impl Cell {
    /// Returns the mission of the cell, ready to be played.
    pub(crate) fn mission(&self, rules: &Ruleset) -> Mission<KeyedDice> {
        Mission::new(rules.clone(), self.aces.clone(), self.plan.as_ref().clone(), KeyedDice)
    }
}

/// Seats the policies of the Aces and of the game master.
pub(super) fn seated<'s>(policies: &[PolicySpec; 2], stop: &'s AtomicBool) -> Seated<'s> {
    policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop))
}

/// Approximate memory of a run for a cell, in bytes: the cell, twice, and its sums.
const HELD_FOR_A_CELL: u64 = 30_000;

impl Batch {
    /// Returns the approximate memory of a run for all cells, in bytes.
    pub(crate) fn held(&self) -> u64 {
        self.cells.len() as u64 * HELD_FOR_A_CELL
    }

    /// Returns the job for all missions; `name` and `seed` select the random streams.
    pub(crate) fn job(&self, compared: Compared, name: &str, seed: u64) -> Job {
        let streams = Streams { name: name.to_owned(), seed, groups: 0..self.games };
        self.some_wanted(name.to_owned(), self.cells.clone(), compared, streams)
    }

    /// Returns a job for some missions of some cells, under a name.
    pub(crate) fn some_wanted(&self, name: String, cells: Vec<Cell>, compared: Compared, streams: Streams) -> Job {
        let (cells, common): (Arc<[Cell]>, _) = (cells.into(), Arc::clone(&self.common));
        let of = Arc::clone(&cells);
        let missions =
            Transient::new(streams.count(), move || of.iter().map(|cell| cell.mission(&common.rules)).collect());
        streams.job(name, Fields { cells, missions, compared })
    }

    /// Returns the batch with the changes of a command line.
    ///
    /// # Errors
    /// Returns an error for swapped seats, unknown policies and unknown rows.
    pub(crate) fn changed(&self, changes: &Changes<'_>) -> Result<Batch, InputError> {
        if changes.swap_seats {
            return Err(InputError::plain(CANNOT_SWAP));
        }
        let mut batch = self.clone();
        let policies = changes.policies.map(|names| batch.common.both_named(names)).transpose()?;
        if let Some(row) = changes.row {
            batch.cells = vec![batch.row(row)?.clone()];
        }
        batch.games = changes.games.unwrap_or(batch.games);
        if let Some(policies) = policies {
            batch.cells.iter_mut().for_each(|cell| cell.policies.clone_from(&policies));
        }
        Ok(batch)
    }

    /// Returns the cell with a name, or with a number from 1 in the order of the scenario.
    ///
    /// # Errors
    /// Returns an error for unknown names, with the nearest, and for numbers beyond the last.
    pub(crate) fn row(&self, row: &str) -> Result<&Cell, InputError> {
        let labels: Vec<&str> = self.cells.iter().map(|cell| cell.label.as_str()).collect();
        row_named(row, &labels).map(|place| &self.cells[place])
    }

    /// Plays one mission of the first cell again under the observer `watch`, and returns its end and its choices; `None`
    /// if it was stopped.
    pub(crate) fn replay(
        &self,
        (name, seed, game): (&str, u64, u64),
        watch: &mut dyn AnyObserver<Mission<KeyedDice>>,
        stop: &AtomicBool,
    ) -> Option<(State, Choices)> {
        let (cell, choices) = (self.cells.first()?, RefCell::default());
        let mut players = seated(&cell.policies, stop).map(|player| Recording::new(player, &choices));
        let state = play(
            &cell.mission(&self.common.rules),
            key(seed, name, game),
            &mut players,
            &mut Watching::<_, true>(watch),
        );
        (!stop.load(Ordering::Relaxed)).then(|| (state, choices.take()))
    }
}

/// Returns the place of a row by its name, or by a number from 1.
///
/// # Errors
/// Returns an error for unknown names, with the nearest, and for numbers beyond the last.
pub(super) fn row_named(row: &str, labels: &[&str]) -> Result<usize, InputError> {
    let (row, most) = (row.trim(), labels.len());
    if let Some(place) = labels.iter().position(|label| *label == row) {
        return Ok(place);
    }
    match row.parse::<usize>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number - 1),
        Ok(number) => {
            Err(InputError::plain(format!("--row: no row {number}; allowed: 1 to {most}, or the name of a row")))
        }
        Err(_) => {
            let names = labels.iter().copied();
            let help = nearest(row, names.clone()).map(|name| format!("did you mean `{name}`?"));
            let shown = listed(names.take(MOST_NAMES));
            let more = if most > MOST_NAMES { format!(" and {} more", most - MOST_NAMES) } else { String::new() };
            let problem = format!("--row: unknown row `{row}`; allowed: 1 to {most}, or a name: {shown}{more}");
            Err(InputError::plain(problem).with_help(help))
        }
    }
}

impl Fields {
    /// Returns the numbers of Aces of the cells.
    fn aces(&self) -> impl ExactSizeIterator<Item = usize> {
        self.cells.iter().map(|cell| cell.aces.len())
    }
}

impl Matchup for Fields {
    type Counts = Tally;

    fn effort(&self) -> f64 {
        self.cells.iter().flat_map(|cell| &cell.policies).map(PolicySpec::effort).sum()
    }

    fn empty(&self) -> Tally {
        Tally::new(self.aces(), &self.compared)
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Tally>> {
        let mut players: Vec<Seated<'_>> = self.cells.iter().map(|cell| seated(&cell.policies, stop)).collect();
        let (mut records, missions) = (vec![MissionRecord::default(); self.cells.len()], self.missions.take());
        Some(Box::new(move |game, tally| {
            for ((mission, players), record) in missions.iter().zip(&mut players).zip(&mut records) {
                *record = MissionRecord::default();
                play(mission, game.key, players, record);
            }
            tally.add(game.number, &records, &self.compared);
            self.missions.counted(1);
        }))
    }

    fn fits(&self, tally: &Tally, games: u64, _: &Range<u64>) -> bool {
        tally.fits(games, self.aces(), &self.compared)
    }
}

/// Returns the number of missions won in a cell.
pub(crate) fn victories(tally: &Tally, cell: usize) -> u64 {
    tally.cells[cell].metrics.total[Whole::Victory as usize].unsigned_abs()
}

/// Returns the share of missions won in a cell.
pub(crate) fn victory(tally: &Tally, cell: usize) -> Won {
    won(victories(tally, cell), tally.games)
}

/// Returns the estimate of a metric of a mission.
pub(crate) fn whole(asked: &Batch, cell: usize, which: impl Into<usize>, tally: &Tally) -> Estimate {
    let place = which.into();
    let mean = metric(&Whole::ALL[place], &tally.cells[cell].metrics, place, tally.observations());
    let battles = asked.cells[cell].plan.battles.iter();
    match place {
        _ if place == Whole::Battles as usize => mean.at_most(battles.len() as f64),
        _ if place == Whole::Rounds as usize => mean.at_most(battles.map(|of| f64::from(of.encounter.rounds)).sum()),
        _ => mean,
    }
}

/// Adds the costs of a mission for some cells to a table, and the share of missions won.
pub(crate) fn with_cells(table: Table, asked: &Batch, cells: &[usize], tally: &Tally) -> Table {
    let table = COSTS.iter().fold(table, |table, (which, column, title)| {
        let means: Vec<Estimate> = cells.iter().map(|cell| whole(asked, *cell, *which, tally)).collect();
        table.estimate(column, title, 2, means)
    });
    let shares: Vec<Estimate> = cells.iter().map(|cell| victory(tally, *cell).share).collect();
    let table = table.estimate("victory", "Share won", 3, shares);
    table.count("n", "N", cells.iter().map(|_| tally.games))
}

/// Costs of a mission: the metrics that come first in tables of missions.
pub(crate) const COSTS: [(Whole, &str, &str); 4] = [
    (Whole::Taken, "harm_taken", "Harm taken"),
    (Whole::FrameDamage, "frame_damage", "Frame damage"),
    (Whole::AmmoLeft, "ammo_left", "Ammo left"),
    (Whole::Rounds, "rounds", "Rounds"),
];

/// Returns true if shares of missions won distinguish rows, so not if all missions, or none, are won in every row.
pub(crate) fn tells_apart(tally: &Tally) -> bool {
    are_apart((0..tally.cells.len()).map(|cell| hundredths(tally, cell)))
}

/// Returns true if shares of missions won, in hundredths, distinguish rows.
pub(crate) fn are_apart(mut hundredths: impl Iterator<Item = u64>) -> bool {
    let first = hundredths.next().unwrap_or(0);
    !matches!(first, 0 | 99 | 100) || hundredths.any(|share| share.abs_diff(first) > 1)
}

/// Returns the share of missions won in a cell, in hundredths, rounded down.
pub(crate) fn hundredths(tally: &Tally, cell: usize) -> u64 {
    100 * victories(tally, cell) / tally.games.max(1)
}

/// Returns the class of a row by its share of missions won, rounded to steps of 5 points; rows of one class are ranked
/// by cost.
pub(crate) fn class(tally: &Tally, cell: usize) -> u64 {
    (20 * victories(tally, cell) + tally.games / 2) / tally.games.max(1)
}

/// Returns the mean difference of a cell from the first per mission, and the p-value of no difference. Pairs of
/// missions on common random numbers are the observations.
pub(crate) fn difference(tally: &Tally, cell: usize, which: Whole) -> (Estimate, f64) {
    difference_at(tally, cell, which, LEVEL)
}

/// Returns the mean difference between a cell and the first with an interval of the given level, and its p-value.
pub(crate) fn difference_at(tally: &Tally, cell: usize, which: Whole, level: f64) -> (Estimate, f64) {
    let i = which as usize;
    study::difference(&Whole::ALL[i], &tally.cells[cell].differences, i, tally.observations(), level)
}

/// Returns the sum of a metric over the missions of a cell.
pub(crate) fn total(tally: &Tally, cell: usize, which: Whole) -> i64 {
    tally.cells[cell].metrics.total[which as usize]
}

/// Returns the names of a team's Aces.
pub(crate) fn team(aces: &[Ace]) -> String {
    aces.iter().map(|ace| ace.name.as_str()).collect::<Vec<_>>().join(", ")
}
