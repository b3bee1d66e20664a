//! Policies against policies: every one of the Aces' against every one of the game master's.

use super::super::players::{PolicySpec, Side};
use super::super::record::{Tally, Whole};
use super::Show;
use super::batch::{self, Batch, Cell};
use super::check::Checker;
use super::ground::Found;
use super::missions::whole;
use super::raw::RawLadder;
use crate::input::InputError;
use crate::plot::{Figure, Kind};
use crate::study::{Answer, Heading, Study, bounded, won};
use crate::table::Table;

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, raw: RawLadder, ground: Found, number: usize) -> Result<Study, InputError> {
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let players = checker.policies(Side::Aces, raw.ace_policies.as_ref())?;
    let masters = checker.policies(Side::Gm, raw.gm_policies.as_ref())?;
    let span = [&raw.ace_policies, &raw.gm_policies].into_iter().flatten().next().map(|policies| &policies.span);
    checker.rows(players.len() * masters.len(), span.unwrap_or(&raw.aces.span))?;
    let pairs = players.iter().flat_map(|player| masters.iter().map(move |master| [player, master]));
    let cell = |pair: [&PolicySpec; 2]| Cell {
        label: format!("{} against {}", pair[0].name(), pair[1].name()),
        series: pair[1].name().to_owned(),
        x: 0,
        aces: aces.clone(),
        plan: shared.plan.clone(),
        policies: pair.map(Clone::clone),
    };
    let cells = pairs.map(cell).collect();
    let question = checker.batch(Show::Ladder, cells, shared.games, shared.kept, raw.aces.span.clone())?;
    checker.named(Heading { name: raw.name, title: raw.title, text: raw.text }, "Ladder", number, question)
}

/// A row for each pair, and the shares won as a map.
pub(super) fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let table = table(name, asked, tally);
    let [row, column, value] = ["aces_policy", "gm", "victory"].map(str::to_owned);
    let figure = Figure {
        name: format!("{name}-ladder"),
        title: "Missions won by policies".to_owned(),
        alt: format!(
            "Share of missions won by policy of the Aces and of the game master; the numbers are in {name}-ladder."
        ),
        kind: Kind::HeatMap { row, column, value, value_title: "Share of missions won".to_owned() },
    };
    let drawn = table.clone();
    Answer { tables: vec![table], figures: vec![(figure, drawn)], warnings: Vec::new() }
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let shares: Vec<_> =
        (0..asked.cells.len()).map(|cell| won(batch::victories(tally, cell), tally.games).share).collect();
    let note = format!("On {}, with common dice. Means a mission.", asked.cells[0].plan.name);
    let mut table = Table::new(format!("{name}-ladder"), "Policies against policies", note)
        .text("aces_policy", "Aces", cells().map(|cell| cell.policies[0].name()))
        .text("gm", "Game master", cells().map(|cell| cell.policies[1].name()))
        .number("victory", "Share won", 3, shares.iter().map(|share| share.point))
        .interval("victory_interval", "95% interval", 3, shares.iter().map(|share| share.interval));
    for (which, column, title) in [
        (Whole::Rounds, "rounds", "Rounds"),
        (Whole::FrameDamage, "frame_damage", "Frame damage"),
        (Whole::VigorLeft, "vigor_left", "Vigor left"),
    ] {
        let means: Vec<_> = tally.cells.iter().map(|cell| whole(cell, which as usize, tally)).collect();
        table = table.number(column, title, 2, means.iter().map(|mean| mean.point)).interval(
            &format!("{column}_interval"),
            "95% interval",
            2,
            means.iter().map(bounded),
        );
    }
    table.count("n", "N", cells().map(|_| tally.games))
}
