//! The best bid under other rules of rockets, stations and size: the study of bids is repeated with one of these rules
//! changed at a time.

use super::grid::{Grid, RawMoves};
use super::{Amounts, BidsStudy, companies};
use crate::games::rapid_attack::studies::{Checker, Common, distinct};
use hitchart_config::words::{capitalised, counted};
use hitchart_config::{At, InputError, within};
use hitchart_lab::builds::{Meetings, pairs};
use hitchart_lab::metagame::{Quantity, RESAMPLES, analyse_repeated};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{Answer, PlayedBy, Run, RunCounts, Study, Written};
use hitchart_rapid_attack::{bidding::Size, ruleset::Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::Estimate;
use serde_json::Value;
use std::{cell::RefCell, sync::Arc};

/// Most rockets of a company, and most stations of a player, to try.
const MOST_ROCKETS: u8 = 12;
const MOST_STATIONS: u8 = 4;

/// Seeds the dice of the bids under the unchanged rules.
const AS_IS: &str = "as the rules are";

/// Studies of bids under several rules.
#[derive(Clone, Debug)]
pub(crate) struct MovesStudy {
    cells: Vec<Cell>,
}

/// A study of bids under the scenario's rules, or with one rule changed.
#[derive(Clone, Debug)]
struct Cell {
    label: String,
    bids: BidsStudy,
}

/// Results of a cell for the bid that is answered.
struct Row<'a> {
    label: &'a str,
    against: String,
    best: (String, Estimate),
    /// The most frequent bid in the equilibrium over bids, and its share.
    settled: (String, Quantity),
    /// Number of companies of each bid.
    companies: usize,
}

/// Checks the study.
pub(crate) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let raw: RawMoves = written.read()?;
    let amounts = Amounts {
        build_pairs: pairs(checker.file, &raw.build_games, "build_games", super::BUILD_GAMES)?,
        pairs: pairs(checker.file, &raw.games, "games", super::GAMES)?,
        companies: companies(checker, &raw.companies)?,
    };
    let cell = |(label, size, rules): Changed| {
        let common = Arc::new(Common::new(Arc::new(rules.clone()), checker.common.policies.clone()));
        let checker = Checker {
            rules: &rules,
            common: &common,
            battlefields: checker.battlefields.clone(),
            drawn: RefCell::default(),
            ..*checker
        };
        let setting = checker.setting(size, ground.clone(), &name, raw.policy.as_ref())?;
        let bids = BidsStudy::usual(&checker, setting, raw.split, amounts)?;
        match bids.unbuilt(&format!("{name}/{label}")) {
            None => Ok(Cell { label, bids }),
            Some(bid) => {
                let problem = format!("{label}: {}", bids.without_company(bid));
                Err(InputError::at(checker.file, kind.clone(), problem))
            }
        }
    };
    let cells = changed(checker, &raw)?.into_iter().map(cell).collect::<Result<_, InputError>>()?;
    Ok(Arc::new(MovesStudy { cells }))
}

/// A ruleset with one change, with its label and the size of the companies.
type Changed = (String, Size, Ruleset);

/// Returns the unchanged rules, and all changed rules that the study requests.
fn changed(checker: &Checker<'_>, raw: &RawMoves) -> Result<Vec<Changed>, InputError> {
    let read = |list: &Option<At<Vec<At<u8>>>>, what: &str, (low, high): (u8, u8), usual: &[u8]| {
        checker.list(list, "number", usual.to_vec(), |one| within(checker.file, one, what, low, high))
    };
    let rules = checker.rules;
    let own = match raw.size {
        Size::Battle => rules.sizes.battle.stations[0],
        Size::Skirmish | Size::Demo => rules.sizes.skirmish.stations[0],
    };
    let mut all: Vec<Changed> = vec![(AS_IS.to_owned(), raw.size, rules.clone())];
    let rockets = read(&raw.rockets, "rockets", (0, MOST_ROCKETS), &[0, 6])?;
    for many in rockets.into_iter().filter(|many| *many != rules.rockets.per_company) {
        let mut rules = rules.clone();
        rules.rockets.per_company = many;
        all.push((counted(u64::from(many), "rockets"), raw.size, rules));
    }
    let stations = read(&raw.stations, "stations", (1, MOST_STATIONS), &[1, 2, 4])?;
    for many in stations.into_iter().filter(|many| *many != own) {
        let mut rules = rules.clone();
        rules.sizes.skirmish.stations[0] = many;
        rules.sizes.battle.stations[0] = many;
        all.push((counted(u64::from(many), "stations"), raw.size, rules));
    }
    let sizes = raw.sizes.clone().unwrap_or_else(|| vec![Size::Skirmish, Size::Battle]);
    for size in distinct(sizes).into_iter().filter(|size| *size != raw.size && *size != Size::Demo) {
        all.push((format!("a {}", size.name()), size, rules.clone()));
    }
    Ok(all)
}

impl Cell {
    fn name(&self, study: &str) -> String {
        format!("{study}/{}", self.label)
    }

    fn row(&self, study: &str, counted: &RunCounts) -> Option<Row<'_>> {
        let grid = self.bids.grid(&self.name(study), counted)?;
        let against = middle(&grid)?;
        let met = grid.meetings();
        let (best, share) = met.best_answer(against)?;
        Some(Row {
            label: if self.label == AS_IS { "the unchanged rules" } else { &self.label },
            against: grid.bids[against].label(),
            best: (grid.bids[best].label(), share),
            settled: settled(&met, self.bids.seed())?,
            companies: grid.repeats(),
        })
    }
}

/// Returns the bid in the middle: among the bids with the middle number of frames, the one with most systems.
fn middle(grid: &Grid) -> Option<usize> {
    let frames = grid.bids.iter().map(|built| built.frames);
    let middle = (frames.clone().min()? + frames.max()?) / 2;
    (0..grid.bids.len()).filter(|bid| grid.bids[*bid].frames == middle).max_by_key(|bid| grid.bids[*bid].systems)
}

/// Returns the most frequent bid in the maximum-entropy equilibrium over bids, and its share.
fn settled(met: &Meetings, seed: u64) -> Option<(String, Quantity)> {
    let analysis = analyse_repeated(&met.results(), Some(&met.open()), seed, RESAMPLES).ok()?;
    let shares = analysis.names.into_iter().zip(analysis.equilibrium);
    shares.max_by(|a, b| a.1.point.total_cmp(&b.1.point))
}

impl Study for MovesStudy {
    fn players(&self) -> Vec<PlayedBy> {
        self.cells.first().map(|cell| cell.bids.players()).unwrap_or_default()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let of = |cell: &Cell| cell.bids.next_jobs(&Run { name: &cell.name(run.name), ..*run }, counted);
        self.cells.iter().flat_map(of).collect()
    }

    fn kept(&self) -> Option<Value> {
        self.cells.first().and_then(|cell| cell.bids.kept())
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let rows: Vec<Row<'_>> = self.cells.iter().filter_map(|cell| cell.row(name, counted)).collect();
        if rows.is_empty() {
            return Answer::default();
        }
        let table = table(name, &rows);
        let figures = vec![(best_figure(name, &table), table.clone())];
        let mut answer = Answer { figures, tables: vec![table], ..Answer::default() };
        summarise(&mut answer, &rows);
        answer
    }
}

/// Adds the summary and the numbers to an answer.
fn summarise(answer: &mut Answer, rows: &[Row<'_>]) {
    const NUMBERS: usize = 5;
    let share = |row: &Row<'_>| row.best.1.percent();
    let (own, others) = (&rows[0], &rows[1..]);
    let moved: Vec<String> = others
        .iter()
        .filter(|row| row.best.0 != own.best.0)
        .map(|row| format!("{} with {}", row.best.0, row.label))
        .collect();
    answer.said.push(format!(
        "Under the unchanged rules, the best answer to the bid {} (frames / systems) is {}: {} of the points.",
        own.against,
        own.best.0,
        share(own)
    ));
    answer.said.push(match moved.is_empty() {
        true => format!("It is the same under all {} other rules.", others.len()),
        false => format!("Other rules have another best answer to a full bid: {}.", moved.join(", ")),
    });
    answer.said.push(noise(rows));
    let number = |row: &Row<'_>| {
        KeyNumber::new(format!("{}, {} answers {}", capitalised(row.label), row.best.0, row.against), share(row))
    };
    answer.numbers = rows.iter().take(NUMBERS).map(number).collect();
}

/// Describes the noise in the rows.
fn noise(rows: &[Row<'_>]) -> String {
    format!(
        "The intervals include the dice and the search for companies: {} companies were built independently for each bid under each of \
         the rules. Rows with overlapping intervals may differ by chance alone.",
        rows[0].companies
    )
}

fn table(name: &str, rows: &[Row<'_>]) -> Table {
    let note = format!(
        "Each row changes one rule, and has companies built for it. The lower end of the interval of a best \
         answer holds for all bids together that may be the best. Bid of the equilibrium: the most frequent bid in the equilibrium \
         over all bids. {}",
        noise(rows)
    );
    let settled = |row: &Row<'_>| row.settled.1.point;
    Table::new(format!("{name}-moves"), "The bid under other rules", note)
        .text("bid_rules", "Rules", rows.iter().map(|row| row.label))
        .text("other_bid", "Against", rows.iter().map(|row| row.against.as_str()))
        .text("own_bid", "Best answer", rows.iter().map(|row| row.best.0.as_str()))
        .estimate("points_share", "Share of points", 3, rows.iter().map(|row| row.best.1))
        .text("settled_bid", "Bid of the equilibrium", rows.iter().map(|row| row.settled.0.as_str()))
        .number("equilibrium", "Share in equilibrium", 3, rows.iter().map(settled))
        .interval("equilibrium_interval", "95% interval", 3, rows.iter().map(|row| row.settled.1.interval))
        .count("n", "Games", rows.iter().map(|row| row.best.1.n))
}

/// Returns a figure with a dot and an interval for each ruleset.
fn best_figure(name: &str, table: &Table) -> Figure {
    let alt = "Share of points of the best answer to the full bid, by rules, with intervals; the numbers are in";
    let kind = FigureKind::ranking(["bid_rules", "points_share"], "Share of points of the best answer", Some(0.5));
    Figure::new(format!("{name}-best"), "Share of the best answer", format!("{alt} {}.", table.name), kind)
}
