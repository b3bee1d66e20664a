//! Games of a check: those of the baseline again, in looks, until every number is decided.

use super::file::RecordedStudy;
use super::followed::Followed;
use super::held::{Again, Held, Recorded};
use super::judge::{Judged, Standing, Verdict, judge};
use super::outcome::Signed;
use crate::runner::{Counts, Wanted};
use crate::study::{Answer, Asked, Counted, Grouped, Looks, Quantity, Run};
use hitchart_config::InputError;
use std::sync::Arc;

/// The games of a baseline, to be played again.
#[derive(Debug)]
pub struct CheckStudy {
    cells: Vec<Cell>,
    /// Maximum games of each study.
    most: u64,
}

#[derive(Debug)]
struct Cell {
    study: String,
    followed: Followed,
    recorded: Arc<Recorded>,
}

/// A study with its counts at the end of each look so far.
struct Looked<'a> {
    cell: &'a Cell,
    held: Vec<Held>,
}

impl CheckStudy {
    /// Creates a check of current games, in the order of the studies of a baseline. At most `most` games of each are
    /// played.
    ///
    /// # Errors
    /// Games that are not grouped or counted as in the baseline.
    pub fn new(studies: &[RecordedStudy], games: Vec<Arc<Grouped>>, most: u64) -> Result<CheckStudy, InputError> {
        let cell = |(recorded, games): (&RecordedStudy, Arc<Grouped>)| {
            let followed = Followed::as_recorded(games, recorded)?;
            let broken = || InputError::plain(format!("study `{}` of the baseline is broken", recorded.study));
            let all = recorded.values().ok_or_else(broken)?;
            let column = |quantity: &Quantity| Some(all[recorded.column(&quantity.metric, &quantity.of)?].clone());
            let values = followed.quantities.iter().map(column).collect::<Option<Vec<_>>>().ok_or_else(broken)?;
            let marks = recorded.marks().ok_or_else(broken)?;
            Ok(Cell { study: recorded.study.clone(), followed, recorded: Arc::new(Recorded { values, marks }) })
        };
        let cells = studies.iter().zip(games).map(cell).collect::<Result<_, InputError>>()?;
        Ok(CheckStudy { cells, most })
    }

    /// Returns the results of all numbers.
    pub fn standings(&self, name: &str, counted: &Counted) -> Vec<Standing> {
        judge(&self.looked(name, counted).iter().map(|looked| self.judged(looked)).collect::<Vec<_>>())
    }

    /// Returns the signature of every study.
    pub fn signature(&self, name: &str, counted: &Counted) -> Vec<Signed> {
        let signed = |looked: Looked<'_>| {
            let (size, last) = (looked.cell.followed.games.size, looked.held.last());
            Signed {
                study: looked.cell.study.clone(),
                groups: last.map_or(0, |held| held.arms.groups),
                size,
                differing: last.map_or(0, |held| held.differing),
                first: last.and_then(|held| held.first).map(|group| group * size),
            }
        };
        self.looked(name, counted).into_iter().map(signed).collect()
    }

    fn looked(&self, name: &str, counted: &Counted) -> Vec<Looked<'_>> {
        let of_cell = |cell| {
            let mut held: Vec<Held> = Vec::new();
            for mut sum in counted.by_look::<Held>(|look| occasion(name, cell, look)) {
                held.last().into_iter().for_each(|before| Counts::add(&mut sum, before));
                held.push(sum);
            }
            Looked { cell, held }
        };
        self.cells.iter().map(of_cell).collect()
    }

    fn looks(&self, cell: &Cell) -> Looks {
        Looks::at(self.most, cell.followed.games.size)
    }

    fn judged<'a>(&self, looked: &Looked<'a>) -> Judged<'a> {
        let followed = &looked.cell.followed;
        Judged {
            study: &looked.cell.study,
            quantities: &followed.quantities,
            margins: &followed.margins,
            size: followed.games.size,
            looks: self.looks(looked.cell),
            arms: looked.held.iter().map(|held| held.arms.clone()).collect(),
            is_same: looked.held.last().is_some_and(|held| held.differing == 0),
        }
    }
}

/// Returns the name of the games of a look.
fn occasion(name: &str, cell: &Cell, look: usize) -> String {
    format!("{name}/{}/{look}", cell.study)
}

impl Asked for CheckStudy {
    fn kind(&self) -> &'static str {
        "check"
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let all = self.looked(run.name, counted);
        let standings = judge(&all.iter().map(|looked| self.judged(looked)).collect::<Vec<_>>());
        let is_open = |cell: &Cell| {
            standings.iter().any(|standing| standing.study == cell.study && standing.verdict == Verdict::Inconclusive)
        };
        let open = all.iter().filter(|looked| looked.held.is_empty() || is_open(looked.cell));
        let next = open.filter_map(|looked| {
            let (cell, look) = (looked.cell, looked.held.len());
            let groups = self.looks(cell).added(look)?;
            let (followed, recorded) = (cell.followed.clone(), Arc::clone(&cell.recorded));
            // The baseline's dice: those of the study.
            let again = Again { followed, recorded, groups, dice: cell.study.clone(), seed: run.seed };
            Some(Wanted::whole(occasion(run.name, cell, look), Arc::new(again)))
        });
        next.collect()
    }

    fn answer(&self, _: &str, _: &Counted) -> Answer {
        Answer::default()
    }
}
