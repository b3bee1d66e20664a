//! Results at tables of three or more: the symmetric game of bids, its equilibrium with intervals, and the gain of the
//! best reply to it with fresh seeds.

use super::Taken;
use crate::games::rapid_attack::studies::bids::answer::{built_of, fair_table};
use crate::games::rapid_attack::studies::bids::replies::{BidChances, Shares};
use crate::{games::rapid_attack::studies::bids::Built, games::rapid_attack::studies::builds::setting::CompanySetting};
use hitchart_config::words::grouped;
use hitchart_dice::Throw;
use hitchart_lab::metagame::{Quantity, SymmetricGame, normal, spanned, throw, weights};
use hitchart_lab::study::{Answer, estimate_json};
use hitchart_lab::{builds::DescribedSetting, runner::Counts};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, percent};
use hitchart_stats::{Estimate, LEVEL, order::largest_first, repeated_at};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

// The symmetric game, and its equilibrium.

/// Number of resamples of all tables.
const RESAMPLES: u64 = 200;

/// Results of a table: the number of players that make each bid, and their victories.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    pub counts: Vec<u8>,
    /// Victories of all repetitions together.
    pub taken: Taken,
    /// Victories of each repetition, which has separate companies.
    repeats: Vec<Taken>,
}

/// Adds up the victories of all repetitions.
fn together(repeats: &[Taken]) -> Taken {
    let mut all = Taken::default();
    repeats.iter().for_each(|taken| all.add(taken));
    all
}

/// Estimates the share of a player with an interval at a level, from the spread of repetitions.
fn share(repeats: &[Taken], player: usize, level: f64) -> Estimate {
    let shares: Vec<f64> = repeats.iter().map(|taken| taken.mean(&[player])).collect();
    repeated_at(&shares, &together(repeats).share(player, level), level)
}

impl Spread {
    /// Creates the results of a table from its bids and the victories of each repetition.
    pub(super) fn of(counts: Vec<u8>, repeats: Vec<Taken>) -> Spread {
        Spread { counts, taken: together(&repeats), repeats }
    }

    /// Estimates the share of a player, with its interval over repetitions.
    pub(crate) fn share(&self, player: usize) -> Estimate {
        share(&self.repeats, player, LEVEL)
    }

    /// Returns the share of a player in each repetition.
    pub(super) fn shares(&self, player: usize) -> Vec<f64> {
        self.repeats.iter().map(|taken| taken.mean(&[player])).collect()
    }

    /// Draws a resample of the shares at the table, from weights of the repetitions and a root of the covariance
    /// between groups.
    fn drawn(&self, (root, weights): (&[Vec<f64>], &[f64]), throw: &mut Throw) -> Vec<f64> {
        let mut drawn = drawn(&self.taken, root, throw);
        for (repeat, weight) in self.repeats.iter().zip(weights) {
            let off = |player: usize| repeat.mean(&[player]) - self.taken.mean(&[player]);
            drawn.iter_mut().enumerate().for_each(|(player, share)| *share += weight * off(player));
        }
        drawn
    }
}

/// Results of bids at tables of `players` players.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub players: usize,
    pub bids: Vec<Built>,
    pub spreads: Vec<Spread>,
    /// Shares of bids in the equilibrium.
    pub settled: Vec<Quantity>,
    /// Gain of the best bid against the equilibrium in the same games: the error of the solver.
    pub left: f64,
    /// Shares of each bid against the equilibrium with fresh seeds; `None` before these games are played.
    pub tested: Option<Tested>,
}

/// Results of each bid against the equilibrium with fresh seeds.
#[derive(Clone, Debug)]
pub(crate) struct Tested {
    /// Share of the victories.
    pub shares: Vec<Estimate>,
    /// Estimates of the same shares with simultaneous intervals for all bids.
    together: Vec<Estimate>,
}

impl Tested {
    /// Estimates the shares from the games of each bid by repetition; the bid's company is the first player at the
    /// table.
    pub(crate) fn of(taken: &[Vec<Taken>]) -> Tested {
        let together = 1.0 - (1.0 - LEVEL) / taken.len().max(1) as f64;
        let at = |level: f64| taken.iter().map(|repeats| share(repeats, 0, level)).collect();
        Tested { shares: at(LEVEL), together: at(together) }
    }

    /// Returns the best reply, and its gain over an even share of the victories, which is at least 0. The interval
    /// holds for any best reply, because the intervals of all bids hold simultaneously.
    pub(crate) fn exploitability(&self, players: usize) -> (usize, Quantity) {
        let even = 1.0 / players as f64;
        let best = (0..self.together.len()).max_by(|a, b| self.together[*a].point.total_cmp(&self.together[*b].point));
        let most = |of: &dyn Fn(&Estimate) -> f64| self.together.iter().map(of).fold(even, f64::max) - even;
        let interval = (most(&|share| share.interval.0), most(&|share| share.interval.1));
        (best.unwrap_or(0), Quantity { point: most(&|share| share.point), interval })
    }
}

impl Tables {
    /// Analyses the victories at each table in each repetition, in the order of the spreads.
    pub(crate) fn new(
        players: usize,
        bids: Vec<Built>,
        spreads: &[Vec<u8>],
        taken: Vec<Vec<Taken>>,
        seed: u64,
    ) -> Tables {
        let spreads: Vec<Spread> =
            spreads.iter().cloned().zip(taken).map(|(counts, repeats)| Spread::of(counts, repeats)).collect();
        let mut tables = Tables { players, bids, spreads, settled: Vec::new(), left: 0.0, tested: None };
        let means = tables.spreads.iter().map(|spread| (0..players).map(|p| spread.taken.mean(&[p])).collect());
        let measured = tables.game(&means.collect::<Vec<_>>()).equilibrium();
        let roots: Vec<Vec<Vec<f64>>> = tables.spreads.iter().map(|spread| root(&spread.taken)).collect();
        let draws: Vec<Vec<f64>> = (0..RESAMPLES)
            .into_par_iter()
            .map(|stream| {
                let mut dice = throw(seed, "bids at tables", stream);
                let weights = weights(tables.repeats(), &mut dice);
                let drawn = tables
                    .spreads
                    .iter()
                    .zip(&roots)
                    .map(|(spread, root)| spread.drawn((root.as_slice(), weights.as_slice()), &mut dice));
                tables.game(&drawn.collect::<Vec<_>>()).equilibrium().shares
            })
            .collect();
        let share = |(bid, share): (usize, &f64)| spanned(*share, draws.iter().map(|draw| draw[bid]).collect(), &[]);
        tables.settled = measured.shares.iter().enumerate().map(share).collect();
        tables.left = measured.exploitability;
        tables
    }

    /// Returns the number of independent repetitions of the search for companies and of the games.
    pub(crate) fn repeats(&self) -> usize {
        self.spreads.first().map_or(0, |spread| spread.repeats.len())
    }

    /// Returns the symmetric game of bids, from the shares of players at each table.
    fn game(&self, shares: &[Vec<f64>]) -> SymmetricGame {
        let places: BTreeMap<&[u8], usize> =
            self.spreads.iter().enumerate().map(|(place, spread)| (spread.counts.as_slice(), place)).collect();
        SymmetricGame::of(self.players, self.bids.len(), |own, others| {
            let mut counts = others.to_vec();
            counts[own] += 1;
            let shares = places.get(counts.as_slice()).map(|place| &shares[*place]);
            let seats = seats(&counts, own);
            let many = seats.len() as f64;
            shares.map_or(0.0, |shares| seats.map(|seat| shares[seat]).sum::<f64>() / many)
        })
    }

    /// Estimates a bid's share of the victories if all others make another bid; against itself an even share. `None` if
    /// there is no such table.
    pub(crate) fn among(&self, own: usize, other: usize) -> Option<Estimate> {
        let even = 1.0 / self.players as f64;
        if own == other {
            return Some(Estimate { point: even, standard_error: 0.0, interval: (even, even), n: 0, observations: 0 });
        }
        let spread = self.alone(own, other)?;
        Some(spread.share(seats(&spread.counts, own).start))
    }

    /// Returns the shares of `among` by repetition.
    pub(crate) fn shares_among(&self, own: usize, other: usize) -> Option<Shares> {
        let spread = self.alone(own, other)?;
        let repeats = spread.shares(seats(&spread.counts, own).start);
        Some(Shares { repeats, observations: spread.taken.groups })
    }

    /// Returns the table at which one player makes a bid and all others another.
    fn alone(&self, own: usize, other: usize) -> Option<&Spread> {
        let fits = |spread: &&Spread| spread.counts[own] == 1 && usize::from(spread.counts[other]) == self.players - 1;
        self.spreads.iter().find(fits)
    }

    /// Returns the number of games of all tables.
    pub(crate) fn games(&self) -> u64 {
        self.spreads.iter().map(|spread| spread.taken.games()).sum()
    }
}

/// Returns the places at a table of the players that make a bid; players sit in the order of bids.
pub(crate) fn seats(counts: &[u8], bid: usize) -> std::ops::Range<usize> {
    let before: usize = counts[..bid].iter().map(|count| usize::from(*count)).sum();
    before..before + usize::from(counts[bid])
}

/// Computes a Cholesky root of the covariances of the shares at a table. The total of all players does not vary, so the
/// matrix is singular.
fn root(taken: &Taken) -> Vec<Vec<f64>> {
    let n = taken.players();
    let mut root = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| root[row][k] * root[column][k]).sum();
            let left = taken.covariance(row, column) - known;
            root[row][column] = match row == column {
                true => left.max(0.0).sqrt(),
                false if root[column][column] > 1e-9 => left / root[column][column],
                false => 0.0,
            };
        }
    }
    root
}

/// Draws a resample of the shares at a table.
fn drawn(taken: &Taken, root: &[Vec<f64>], throw: &mut Throw) -> Vec<f64> {
    let noise: Vec<f64> = root.iter().map(|_| normal(throw)).collect();
    let off = |row: &Vec<f64>| row.iter().zip(&noise).map(|(part, noise)| part * noise).sum::<f64>();
    (0..taken.players()).zip(root).map(|(player, row)| taken.mean(&[player]) + off(row)).collect()
}

// The answer: summary, tables and figures.

/// Returns the complete answer for all tables.
pub(crate) fn answer(name: &str, tables: &Tables, setting: &CompanySetting) -> Answer {
    let (settled, grid) = (settled(name, tables), grid(name, tables));
    let columns: Vec<usize> = (0..tables.bids.len()).collect();
    let told = format!("{}, at tables of {}", setting.describe(), tables.players);
    let mut answer = Answer {
        figures: vec![(shares(name, &settled), settled.clone()), (map(name, tables, &grid), grid.clone())],
        tables: vec![
            settled,
            fair_table(name, &against(tables), &columns),
            grid,
            every(name, tables),
            built_of(name, &tables.bids, &told),
        ],
        warnings: Vec::new(),
        json: Some(programs(tables)),
        ..Answer::default()
    };
    summarise(&mut answer, tables);
    answer
}

/// Number of bids among the key numbers.
const NUMBERS: usize = 5;

fn shares(name: &str, settled: &Table) -> Figure {
    Figure::new(
        format!("{name}-settled"),
        "The best mix of bids",
        format!("Share of each bid in the equilibrium, with its interval; the numbers are in {}.", settled.name),
        FigureKind::ranking(["own_bid", "bid_share"], "Share in the mix", None),
    )
}

fn map(name: &str, tables: &Tables, grid: &Table) -> Figure {
    Figure::new(
        format!("{name}-map"),
        format!("Chance to win if all others make the same bid, {} players", tables.players),
        format!(
            "Share of the victories of each bid, in rows, if all others make the bid of the column; a line marks an even \
             share, the fair bid. The numbers are in {}.",
            grid.name
        ),
        FigureKind::divided_map(
            ["own_bid", "other_bid", "victory_share"],
            "Share of the victories of the bid in the row; the line is an even share",
            1.0 / tables.players as f64,
        ),
    )
}

/// Returns the chances of bids if all others make the same bid.
fn against(tables: &Tables) -> BidChances<'_> {
    let share = |own, other| tables.shares_among(own, other);
    BidChances { bids: &tables.bids, even: 1.0 / tables.players as f64, share: Box::new(share) }
}

/// Adds the summary and the numbers to an answer.
fn summarise(answer: &mut Answer, tables: &Tables) {
    let mut ranked: Vec<usize> = (0..tables.bids.len()).collect();
    largest_first(&mut ranked, |row| tables.settled[*row].point);
    let share = |bid: &usize| tables.settled[*bid].percent();
    let played: Vec<&usize> = ranked.iter().filter(|bid| tables.settled[**bid].point > 0.0).collect();
    let told = |bid: &&usize| format!("{} in {} of cases", tables.bids[**bid].label(), share(bid));
    answer.said.push(format!(
        "At tables of {} the best mix of bids is {}. If everyone bids in these proportions, no player gains by another bid.",
        tables.players,
        played.iter().map(told).collect::<Vec<_>>().join(", ")
    ));
    if let Some(tested) = &tables.tested {
        let (best, gain) = tested.exploitability(tables.players);
        answer.said.push(format!(
            "The best reply to this mix, {}, gains {} of the victories over an even share, in {} games on new dice.",
            tables.bids[best].label(),
            gain.in_points(),
            grouped(tested.shares[best].n)
        ));
    }
    answer.said.push(format!(
        "The intervals include the dice and the search for companies: {} companies were built independently for each of {} bids. {} games were \
         played at all possible tables.",
        tables.repeats(),
        tables.bids.len(),
        grouped(tables.games())
    ));
    let number =
        |bid: &&usize| KeyNumber::new(format!("Share of bid {} in the mix", tables.bids[**bid].label()), share(bid));
    answer.numbers = played.iter().take(NUMBERS).map(number).collect();
}

/// Returns a table of the equilibrium mix, and of each bid's share against it.
fn settled(name: &str, tables: &Tables) -> Table {
    let note = format!(
        "If everyone bids in these proportions, no player gains by another bid. 95% intervals from resamples of all tables and \
         of the companies. Share of the victories: of each bid on new dice against {} others who draw their bids from the mix; {} is even.",
        tables.players - 1,
        percent(1.0 / tables.players as f64)
    );
    let tested = |bid: usize| tables.tested.as_ref().map(|tested| tested.shares[bid]);
    let bids = 0..tables.bids.len();
    Table::new(format!("{name}-settled"), "The best mix of bids", note)
        .text("own_bid", "Bid", tables.bids.iter().map(|built| built.label()))
        .number("bid_share", "Share in the mix", 3, tables.settled.iter().map(|quantity| quantity.point))
        .interval("bid_share_interval", "95% interval", 3, tables.settled.iter().map(|quantity| quantity.interval))
        .estimate("victory_share", "Share of victories", 3, bids.clone().map(tested))
        .count("n", "Games", bids.map(|bid| tested(bid).map(|share| share.n)))
}

/// Returns a table of each bid if all others make the same bid.
fn grid(name: &str, tables: &Tables) -> Table {
    let places = 0..tables.bids.len();
    let pairs = places.clone().flat_map(|own| places.clone().map(move |other| (own, other)));
    let cells: Vec<(usize, usize, Estimate)> =
        pairs.filter_map(|(own, other)| Some((own, other, tables.among(own, other)?))).collect();
    let note = format!(
        "Share of the victories of one company with the bid in the row if all {} others make the bid in the column. A shared \
         victory counts in parts. Intervals are over repetitions with their own companies and dice.",
        tables.players - 1
    );
    Table::new(format!("{name}-grid"), "Each bid if all others make the same bid", note)
        .text("own_bid", "Bid", cells.iter().map(|(own, ..)| tables.bids[*own].label()))
        .text("other_bid", "Against", cells.iter().map(|(_, other, _)| tables.bids[*other].label()))
        .estimate("victory_share", "Share of victories", 3, cells.iter().map(|(.., s)| *s))
        .count("n", "Games", cells.iter().map(|(.., share)| share.n))
}

/// Returns a table of all possible combinations of bids.
fn every(name: &str, tables: &Tables) -> Table {
    let rows = tables.spreads.iter().flat_map(|spread| {
        let made = (0..tables.bids.len()).filter(|bid| spread.counts[*bid] > 0);
        made.map(move |bid| (spread, bid))
    });
    let rows: Vec<_> = rows.collect();
    let labels = |counts: &[u8]| {
        let made = counts.iter().zip(&tables.bids).flat_map(|(count, bid)| vec![bid.label(); usize::from(*count)]);
        made.collect::<Vec<_>>().join(", ")
    };
    let share = |(spread, bid): &(&Spread, usize)| {
        let seats: Vec<usize> = seats(&spread.counts, *bid).collect();
        // For several equal bids the mean is shown without an interval: the interval of one of them would be that of
        // another number.
        let one = (seats.len() == 1).then(|| spread.share(seats[0]));
        (spread.taken.mean(&seats), one.map(|share| share.interval))
    };
    let shares: Vec<_> = rows.iter().map(share).collect();
    let note = "All possible tables, and the share of the victories of one company of each bid. The interval is given if no \
                other company at the table makes the same bid.";
    Table::new(format!("{name}-tables"), "All tables", note)
        .text("table_bids", "Bids", rows.iter().map(|(spread, _)| labels(&spread.counts)))
        .text("own_bid", "Bid", rows.iter().map(|(_, bid)| tables.bids[*bid].label()))
        .number("victory_share", "Share of victories", 3, shares.iter().map(|(share, _)| *share))
        .interval("victory_share_interval", "95% interval", 3, shares.iter().map(|(_, interval)| *interval))
        .count("n", "Games", rows.iter().map(|(spread, _)| spread.taken.games()))
}

/// Returns the results as JSON.
fn programs(tables: &Tables) -> Value {
    let tested = |bid: usize| tables.tested.as_ref().map(|tested| estimate_json(&tested.shares[bid]));
    let bid = |(place, built): (usize, &Built)| {
        let share = &tables.settled[place];
        json!({
            "bid": built.label(),
            "companies": built.companies.len(),
            "loadouts": built.companies.first().map(|company| &company.loadouts),
            "share": share.point,
            "share_interval": share.interval,
            "victories": tested(place),
        })
    };
    let exploitability = tables.tested.as_ref().map(|tested| {
        let (best, gain) = tested.exploitability(tables.players);
        json!({ "point": gain.point, "interval": gain.interval, "best_answer": tables.bids[best].label() })
    });
    json!({
        "players": tables.players,
        "games": tables.games(),
        "equilibrium": tables.bids.iter().enumerate().map(bid).collect::<Vec<_>>(),
        "exploitability": exploitability,
        "exploitability_as_played": tables.left,
    })
}
