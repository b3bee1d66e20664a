//! Comparison of teams: those of a list, or all teams that can be formed of some frames.

use super::super::tally::{Compared, Tally};
use super::batch::{Batch, Cell, class, team, tells_apart, total, with_cells};
use super::checker::{Checker, MAX_CELLS, Shared, with_distinct_names};
use super::kinds::{RawSquad, RawSquads};
use super::{batched::BatchStudy, missions};
use hitchart_apocalypse_frame::encounter::{MAX_ACES, MAX_BATTLES, PlannedBattle};
use hitchart_apocalypse_frame::{ace::Ace, encounter::ground::EncounterAndFile, record::Whole};
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::study::{Answer, MetricUnit, Study, Written, bounds_of_mean, mean, shared};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use std::{cmp::Reverse, sync::Arc};

/// Default battles of a mission after the first.
const THEN: [&str; 2] = ["hunting-party", "centurion"];
/// Largest teams that are formed: of nine frames there are 84 of three.
const LARGEST: u8 = 3;

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawSquads) = checker.on_ground(written)?;
    let mut shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    go_on(checker, raw.then.as_ref(), &mut shared)?;
    let mut cells = Vec::new();
    if let Some(squads) = &raw.squads {
        some_of(checker.file, squads, "team", MAX_CELLS)?;
    }
    for squad in raw.squads.iter().flat_map(|squads| &squads.value) {
        cells.push(listed(checker, squad, &shared)?);
    }
    if raw.squads.is_none() || raw.frames.is_some() || raw.sizes.is_some() {
        let frames = match &raw.frames {
            None => checker.stock(),
            Some(frames) => checker.resolved(frames)?,
        };
        let sizes = checker.numbers(raw.sizes.as_ref(), ("size", "sizes"), LARGEST, vec![1])?;
        let formed: usize = sizes.iter().map(|size| choices(frames.len(), usize::from(*size))).sum();
        let listed = raw.frames.as_ref().map(|frames| &frames.span);
        let span = listed.or(raw.sizes.as_ref().map(|sizes| &sizes.span)).cloned().unwrap_or(0..0);
        checker.rows(cells.len() + formed, &span)?;
        for size in sizes {
            let teams = teams(frames.len(), usize::from(size));
            cells.extend(
                teams.iter().map(|team| cell(team.iter().map(|i| frames[*i].clone()).collect(), None, &shared)),
            );
        }
    }
    let span = raw.squads.as_ref().map_or(0..0, |squads| squads.span.clone());
    let batch = checker.batch(cells, shared.games, shared.kept, span)?;
    let compared =
        |batch: &Batch| Compared { sets: sets(batch).into_iter().map(|(_, set)| set).collect(), ..Compared::default() };
    Ok(Arc::new(BatchStudy::new(batch, answer).comparing(compared)))
}

/// Adds the battles after the first.
fn go_on(checker: &Checker<'_>, then: Option<&At<Vec<At<String>>>>, shared: &mut Shared) -> Result<(), InputError> {
    let mut plan = shared.plan.as_ref().clone();
    let mut add = |name: &str| {
        let (encounter, read) = checker.grounds.named(name)?;
        plan.battles.push(PlannedBattle::of(encounter));
        shared.kept.extend(read.filter(|(known, _)| !shared.kept.iter().any(|(kept, _)| kept == known)));
        Ok(())
    };
    match then {
        None => THEN.iter().try_for_each(|name| add(name))?,
        Some(then) if then.value.len() >= MAX_BATTLES => {
            let problem = format!("{} battles; a mission has 1 to {MAX_BATTLES}", then.value.len() + 1);
            return Err(InputError::at(checker.file, then.span.clone(), problem));
        }
        Some(then) => then.value.iter().try_for_each(|name| {
            add(&name.value).map_err(|error: InputError| error.or_at(checker.file, name.span.clone()))
        })?,
    }
    plan.name = plan.encounters();
    shared.plan = plan.into();
    Ok(())
}

fn listed(checker: &Checker<'_>, squad: &At<RawSquad>, shared: &Shared) -> Result<Cell, InputError> {
    let aces = checker.aces(&squad.value.aces)?;
    Ok(cell(aces, squad.value.name.as_ref().map(|name| name.value.clone()), shared))
}

fn cell(aces: Vec<Ace>, label: Option<String>, shared: &Shared) -> Cell {
    let aces = with_distinct_names(aces);
    debug_assert!(aces.len() <= MAX_ACES);
    Cell {
        label: label.unwrap_or_else(|| team(&aces)),
        series: aces.len().to_string(),
        x: aces.len() as u64,
        aces,
        plan: shared.plan.clone(),
        policies: shared.policies.clone(),
    }
}

/// Returns the number of subsets with `size` of `all` elements.
fn choices(all: usize, size: usize) -> usize {
    (0..size).fold(1, |choices, i| choices * all.saturating_sub(i) / (i + 1))
}

/// Returns all subsets with `size` of `all` numbers, each in rising order.
fn teams(all: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let smaller = teams(all, size - 1);
    let longer = smaller.iter().flat_map(|team| {
        let from = team.last().map_or(0, |last| last + 1);
        (from..all).map(move |next| [team.as_slice(), &[next]].concat())
    });
    longer.collect()
}

/// Returns the answer: teams from the best down, and the costs of missions. Shares of missions won are drawn only if
/// they distinguish teams.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let table = table(name, asked, tally);
    let mut figures = vec![
        ranking(name, "harm_taken", "Harm taken", "Harm taken in a mission, 95% intervals"),
        ranking(name, "frame_damage", "Frame damage", "Frame damage in a mission, 95% intervals"),
    ];
    if tells_apart(tally) {
        figures.push(ranking(name, "victory", "Share of missions won", "Share of missions won, 95% intervals"));
    }
    let drawn = |figure: Figure| {
        let sorted = by_value(&table, &figure);
        (figure, sorted)
    };
    let figures = figures.into_iter().map(drawn).collect();
    let mut tables = vec![table];
    tables.extend(partners(name, asked, tally));
    let mut answer = Answer { tables, figures, ..Answer::default() };
    missions::squads(&mut answer, asked, tally);
    answer
}

/// Sorts the table by the numbers that a figure shows: the least Harm first, the most victories first.
fn by_value(table: &Table, figure: &Figure) -> Table {
    match &figure.kind {
        FigureKind::Ranking { value, .. } => table.clone().sorted(value, value != "victory"),
        _ => table.clone(),
    }
}

/// Returns a ranking of teams by an estimate of the table.
fn ranking(name: &str, column: &str, title: &str, value_title: &str) -> Figure {
    Figure::new(
        format!("{name}-{}", column.replace('_', "-")),
        title,
        format!("Teams by {}, with intervals; the numbers are in the table {name}-teams.", title.to_lowercase()),
        FigureKind::ranking(["team", column], value_title, None),
    )
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let mut rows: Vec<usize> = (0..asked.cells.len()).collect();
    rows.sort_by_key(|cell| (Reverse(class(tally, *cell)), total(tally, *cell, Whole::Taken)));
    let cell = &asked.cells[0];
    let note = format!(
        "Against {}, {} for the Aces and {} for the game master, on common random numbers. Means per mission. Teams \
         are sorted by victory rate in steps of 5 points, then by Harm taken.",
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name(),
    );
    let table = Table::new(
        format!("{name}-teams"),
        "Teams, most victories first (in steps of 5 points), then least Harm",
        note,
    )
    .text("team", "Team", rows.iter().map(|cell| asked.cells[*cell].label.as_str()))
    .count("aces", "Aces", rows.iter().map(|cell| asked.cells[*cell].x));
    with_cells(table, asked, &rows, tally)
}

/// Returns sets of cells that are counted jointly, by frame: the teams of two or more Aces that contain it.
fn sets(asked: &Batch) -> Vec<(&str, Vec<usize>)> {
    let mut sets: Vec<(&str, Vec<usize>)> = Vec::new();
    let teams = asked.cells.iter().enumerate().filter(|(_, cell)| cell.aces.len() > 1);
    for (number, cell) in teams {
        let mut models: Vec<&str> = cell.aces.iter().map(|ace| ace.model.as_str()).collect();
        models.sort_unstable();
        models.dedup();
        for model in models {
            match sets.iter_mut().find(|(known, _)| *known == model) {
                Some((_, set)) => set.push(number),
                None => sets.push((model, vec![number])),
            }
        }
    }
    sets
}

/// Returns Harm taken and missions won by all teams of two or more that contain a frame, by frame.
fn partners(name: &str, asked: &Batch, tally: &Tally) -> Option<Table> {
    let sets = sets(asked);
    let count = sets.len();
    let mut frames: Vec<(&str, u64, Estimate, Estimate)> = (sets.into_iter().enumerate())
        .map(|(i, (model, set))| {
            let (teams, of) = (set.len() as u64, tally.observations());
            let harm = mean(&tally.together, count + i, of, teams, &bounds_of_mean(MetricUnit::Several("Harm")));
            (model, teams, harm, shared(&tally.together, i, teams, of).share)
        })
        .collect();
    let twentieths = |share: &Estimate| (20.0 * share.point).round();
    frames.sort_by(|a, b| {
        let by_victory = twentieths(&b.3).total_cmp(&twentieths(&a.3));
        by_victory.then(a.2.point.total_cmp(&b.2.point)).then(a.0.cmp(b.0))
    });
    let note = "Means over all teams of two or more that contain the frame. All teams use common random numbers, so the \
                missions of one number are one observation.";
    (frames.len() > 1).then(|| {
        Table::new(format!("{name}-frames"), "Frames by the teams they are in", note)
            .text("frame", "Frame", frames.iter().map(|row| row.0))
            .estimate("harm_taken", "Harm taken", 2, frames.iter().map(|row| row.2))
            .estimate("victory", "Share won", 3, frames.iter().map(|row| row.3))
            .count("teams", "Teams", frames.iter().map(|row| row.1))
            .count("n", "N", frames.iter().map(|_| tally.games))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_team_once() {
        assert_eq!(teams(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!((teams(9, 1).len(), teams(9, 2).len(), teams(9, 3).len()), (9, 36, 84));
    }
}
