//! Successive halving of the changes to an Ace, with its summary, tables and figures.

use super::super::batch::{Batch, are_apart, class, difference, difference_at, hundredths, whole, with_cells};
use crate::games::apocalypse_frame::tally::{Compared, Tally};
use hitchart_apocalypse_frame::{record::Whole, ruleset::LastDamage};
use hitchart_config::words::{capitalised, counted, grouped};
use hitchart_lab::racing::{Halving, Next, Race, race_in_heats};
use hitchart_lab::runner::{Job, Streams};
use hitchart_lab::study::{Answer, Observations, Run, RunCounts, Sums, changes_may_be, metric_moments};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::{Estimate, benjamini_hochberg, level_of_findings};
use std::cmp::{Ordering, Reverse};

/// Number of changes that are played to the end.
const LEFT: usize = 12;

/// A change and its missions.
pub(crate) struct Arm {
    /// Index of the cell.
    pub cell: usize,
    /// Tally of the change's missions alone, compared with those of the unchanged team.
    pub tally: Tally,
}

/// Returns the heats: together they have as many missions as if all changes had equally many.
fn plan(batch: &Batch) -> Halving {
    let arms = batch.cells.len() - 1;
    Halving { arms, pairs: batch.games.saturating_mul(arms as u64), left: LEFT }
}

/// Returns the number of missions of all heats, including those of the unchanged team.
pub(crate) fn missions(batch: &Batch) -> u64 {
    plan(batch).heats().iter().map(|heat| (heat.arms as u64 + 1) * (heat.pairs.end - heat.pairs.start)).sum()
}

/// Returns the name of the job of a heat.
fn occasion(name: &str, heat: usize) -> String {
    format!("{name}/change/{heat}")
}

/// Returns the tally of the unchanged team and the state of the race, from the heats counted so far.
fn raced(batch: &Batch, name: &str, counted: &RunCounts) -> (Tally, Race<Tally>) {
    let plan = plan(batch);
    let heats: Vec<Tally> = (0..plan.heats().len()).map_while(|heat| counted.of(&occasion(name, heat))).collect();
    let mut as_it_is = Tally::default();
    heats.iter().for_each(|heat| as_it_is.merge(&heat.alone(0)));
    // The cell of the unchanged team comes first, then those of the arms in order.
    let played =
        |next: &Next| heats.get(next.heat).map(|heat| (1..heat.cells.len()).map(|at| heat.alone(at)).collect());
    // Spreads of the first heat, so that past eliminations never change.
    let spreads = WHAT.map(|which| heats.first().map_or(0.0, |first| spread(first, which)));
    (as_it_is, race_in_heats(&plan, played, |tally| distance(tally, spreads)))
}

/// Metrics that distinguish changes.
const WHAT: [Whole; 2] = [Whole::Taken, Whole::Victory];

/// Returns the distance of a change from the unchanged team, in either direction: the larger of those in Harm taken and
/// in missions won, in standard deviations of a mission.
fn distance(tally: &Tally, spreads: [f64; 2]) -> f64 {
    let in_spreads = |(which, spread): (Whole, f64)| {
        let more = difference(tally, 0, which).0.point.abs();
        if spread > 0.0 { more / spread } else { 0.0 }
    };
    WHAT.into_iter().zip(spreads).map(in_spreads).fold(0.0, f64::max)
}

/// Returns the standard deviation of a metric over the missions of all cells.
fn spread(tally: &Tally, which: Whole) -> f64 {
    let mut all = Sums::new(Whole::ALL.len());
    tally.cells.iter().for_each(|cell| all.merge(&cell.metrics));
    let n = tally.games * tally.cells.len() as u64;
    metric_moments(&all, which as usize, Observations::of(n)).standard_error() * (n as f64).sqrt()
}

/// Returns the tally of the unchanged team and all changes played so far; empty before the first heat.
pub(crate) fn run(batch: &Batch, name: &str, counted: &RunCounts) -> (Tally, Vec<Arm>) {
    let (as_it_is, race) = raced(batch, name, counted);
    let played = race.standings.into_iter().filter(|standing| standing.heats > 0);
    (as_it_is, played.map(|standing| Arm { cell: standing.arm + 1, tally: standing.margins }).collect())
}

/// Returns the job of the next heat; empty at the end.
pub(crate) fn next_jobs(batch: &Batch, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
    let Some(next) = raced(batch, run.name, counted).1.next else { return Vec::new() };
    let cells = std::iter::once(0).chain(next.arms.iter().map(|arm| arm + 1));
    let cells = cells.map(|cell| batch.cells[cell].clone()).collect();
    let streams = Streams { name: run.name.to_owned(), seed: run.seed, groups: next.pairs };
    vec![batch.some_wanted(occasion(run.name, next.heat), cells, Compared::default(), streams)]
}

/// Explanation of the table of changes.
const NOTE: &str = "Each change against the team without it, in missions with common random numbers: mean differences. One \
                    observation is a pair of missions. Adjusted p of Harm: of the difference in Harm taken, corrected for the number of \
                    changes (false discovery rate). Each interval is for its change alone. Changes are sorted by victory rate in steps of 5 points, then by Harm taken.";
/// Addition to the explanation if changes were dropped early.
const DROPPED: &str = " Changes with little effect on Harm taken and missions won were dropped early, half of them at a \
                       time, so the number of missions differs. The largest differences are mostly too far from 0, the more so the \
                       fewer missions.";

/// Returns the answer: changes from the greatest gain down, and the unchanged team. Shares of missions won are drawn
/// only if they distinguish changes.
pub(crate) fn answer(name: &str, asked: &Batch, as_it_is: &Tally, arms: &[Arm]) -> Answer {
    let changes = table(name, asked, arms);
    let ranking = |metric: &str, what: &str| {
        Figure::new(
            format!("{name}-{}", metric.replace('_', "-")),
            format!("Effect of each change on {what}"),
            format!("Changes by difference in {what}, with intervals; the numbers are in {name}-changes."),
            FigureKind::ranking(
                ["change", &format!("{metric}_change")],
                format!("Difference in {what}, 95% intervals"),
                Some(0.0),
            ),
        )
    };
    let mut figures = vec![ranking("harm_taken", "Harm taken")];
    if are_apart(std::iter::once(as_it_is).chain(arms.iter().map(|arm| &arm.tally)).map(|tally| hundredths(tally, 0))) {
        figures.push(ranking("victory", "the share of missions won"));
    }
    let figures = figures.into_iter().map(|figure| (figure, changes.clone())).collect();
    let mut answer =
        Answer { tables: vec![baseline_table(name, asked, as_it_is), changes], figures, ..Answer::default() };
    summarise(&mut answer, asked, as_it_is, arms);
    answer
}

fn baseline_table(name: &str, asked: &Batch, as_it_is: &Tally) -> Table {
    let cell = &asked.cells[0];
    let note = format!(
        "Against {}, {} for the Aces and {} for the game master.",
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name()
    );
    let table = Table::new(format!("{name}-baseline"), "Unchanged", note).text("team", "Team", [cell.label.as_str()]);
    with_cells(table, asked, &[0], as_it_is)
}

/// Returns the metric of frames that are off the map: ejections, or last stands if the rules have these.
pub(super) fn frames_lost(asked: &Batch) -> Whole {
    match asked.common.rules.damage.last {
        LastDamage::Eject => Whole::Ejected,
        LastDamage::LastStand | LastDamage::Choice => Whole::Lost,
    }
}

/// Orders changes by the share of missions won, in classes, then by Harm taken.
pub(super) fn in_order(a: &Arm, b: &Arm) -> Ordering {
    let more = |arm: &Arm| difference(&arm.tally, 0, Whole::Taken).0.point;
    let key = |arm: &Arm| Reverse(class(&arm.tally, 0));
    key(a).cmp(&key(b)).then(more(a).total_cmp(&more(b))).then(a.cell.cmp(&b.cell))
}

fn table(name: &str, asked: &Batch, arms: &[Arm]) -> Table {
    let p: Vec<f64> = arms.iter().map(|arm| difference(&arm.tally, 0, Whole::Taken).1).collect();
    let mut rows: Vec<(&Arm, f64)> = arms.iter().zip(benjamini_hochberg(&p)).collect();
    rows.sort_by(|a, b| in_order(a.0, b.0));
    let equally_long = arms.iter().all(|arm| arm.tally.games == arms[0].tally.games);
    let note = format!("{NOTE}{}", if equally_long { "" } else { DROPPED });
    let mut table = Table::new(
        format!("{name}-changes"),
        "Changes, most victories first (in steps of 5 points), then least Harm",
        note,
    )
    .text("change", "Change", rows.iter().map(|(arm, _)| asked.cells[arm.cell].label.as_str()))
    .text("sort", "Kind of change", rows.iter().map(|(arm, _)| asked.cells[arm.cell].series.as_str()));
    for (which, column, title, decimals) in [
        (Whole::Taken, "harm_taken_change", "Harm taken", 2),
        (frames_lost(asked), "frames_out_change", "Frames lost", 4),
        (Whole::FrameDamage, "frame_damage_change", "Frame damage", 3),
        (Whole::AmmoLeft, "ammo_left_change", "Ammo left", 2),
        (Whole::Rounds, "rounds_change", "Rounds", 2),
        (Whole::Victory, "victory_change", "Victory rate", 4),
    ] {
        let means: Vec<Estimate> = rows.iter().map(|(arm, _)| difference(&arm.tally, 0, which).0).collect();
        table = table.estimate(column, title, decimals, means);
    }
    table.number("adjusted_p", "Adjusted p of Harm", 4, rows.iter().map(|(_, p)| *p)).count(
        "n",
        "Missions",
        rows.iter().map(|(arm, _)| arm.tally.games),
    )
}

/// Level of adjusted p-values that shows a difference.
pub(super) const SURE: f64 = 0.05;

/// A change and its differences, with intervals that agree with the correction for the number of changes.
struct Row<'a> {
    label: &'a str,
    harm: Estimate,
    victory: Estimate,
    /// True if the difference in Harm taken is significant.
    harm_shown: bool,
    /// True if the difference in missions won is significant.
    victory_shown: bool,
}

impl Row<'_> {
    /// Returns the direction of the difference in missions won; equal if none is shown.
    fn won(&self) -> Ordering {
        if self.victory_shown { self.victory.point.total_cmp(&0.0) } else { Ordering::Equal }
    }

    /// Returns true if the intervals of both differences overlap those of another change.
    fn is_near(&self, other: &Row<'_>) -> bool {
        let overlap = |a: &Estimate, b: &Estimate| a.interval.0 <= b.interval.1 && b.interval.0 <= a.interval.1;
        overlap(&self.victory, &other.victory) && overlap(&self.harm, &other.harm)
    }

    /// Formats both differences.
    fn differences(&self) -> String {
        format!("the victory rate by {} and Harm taken by {} a mission", self.victory.in_points(), self.harm.signed())
    }
}

/// Fills in the summary and the numbers of an answer.
pub(crate) fn summarise(answer: &mut Answer, asked: &Batch, as_it_is: &Tally, arms: &[Arm]) {
    let rows = rows(asked, arms);
    let [best, ..] = &rows[..] else { return };
    answer.said.push(match (best.won(), best.harm_shown && best.harm.point < 0.0) {
        (Ordering::Greater, _) => {
            let near = level_with(best, &rows);
            format!("The most helpful change: {}. It changes {}{near}.", best.label, best.differences())
        }
        (Ordering::Equal, true) => format!(
            "No change is shown to win more missions. The surest to reduce Harm taken: {}. It changes {}.",
            best.label,
            best.differences()
        ),
        _ => format!(
            "No change is shown to help. The most promising: {}. It changes {}.",
            best.label,
            best.differences()
        ),
    });
    let worst = rows.iter().rev().find(|row| row.won() == Ordering::Less);
    let hurt = |row: &&Row<'_>| row.won() == Ordering::Equal && row.harm_shown && row.harm.point > 0.0;
    let raises = rows.iter().filter(hurt).max_by(|a, b| a.harm.interval.0.total_cmp(&b.harm.interval.0));
    let raises = raises.map(|row| ("The surest to raise Harm taken", row));
    if let Some((what, worst)) = worst.map(|row| ("The most harmful change", row)).or(raises) {
        answer.said.push(format!("{what}: {}. It changes {}.", worst.label, worst.differences()));
    }
    let shown = |is_shown: fn(&Row<'_>) -> bool| rows.iter().filter(|row| is_shown(row)).count() as u64;
    answer.said.push(format!(
        "{} {} are shown to change Harm taken, and {} to change the share of missions won.",
        baseline(asked, as_it_is),
        counted(shown(|row| row.harm_shown), "changes"),
        grouped(shown(|row| row.victory_shown))
    ));
    let estimate = |which| whole(asked, 0, which, as_it_is);
    let (victory, taken) = (estimate(Whole::Victory), estimate(Whole::Taken));
    answer.numbers = vec![
        KeyNumber::new("Victory rate, unchanged", victory.percent()),
        KeyNumber::new("Harm taken in a mission, unchanged", taken.to_string()),
    ];
    let number = |row: &Row<'_>| match row.won() {
        Ordering::Equal => KeyNumber::new(format!("Harm taken with {}", row.label), row.harm.signed()),
        _ => KeyNumber::new(format!("Victory rate with {}", row.label), row.victory.in_points()),
    };
    answer.numbers.extend(rows.iter().take(3).map(number));
}

/// Names the other changes that may be as good as one.
fn level_with(best: &Row<'_>, rows: &[Row<'_>]) -> String {
    let near = rows.iter().filter(|row| row.label != best.label && row.is_near(best));
    changes_may_be(&near.map(|row| row.label).collect::<Vec<_>>(), "good")
}

/// Names the changes that may be as good as the one of an arm, by the missions of the race.
pub(super) fn level_with_arm(asked: &Batch, arms: &[Arm], best: &Arm) -> String {
    let rows = rows(asked, arms);
    let found = rows.iter().find(|row| row.label == asked.cells[best.cell].label);
    found.map_or_else(String::new, |row| level_with(row, &rows))
}

/// Returns the changes: those shown to win more missions, then those not shown to change them, then those shown to win
/// fewer; each group from the surest help to the least sure.
fn rows<'a>(asked: &'a Batch, arms: &[Arm]) -> Vec<Row<'a>> {
    let found = |which| -> (Vec<Estimate>, Vec<f64>) {
        let p: Vec<f64> = arms.iter().map(|arm| difference(&arm.tally, 0, which).1).collect();
        let adjusted = benjamini_hochberg(&p);
        let level = level_of_findings(&adjusted, SURE);
        (arms.iter().map(|arm| difference_at(&arm.tally, 0, which, level).0).collect(), adjusted)
    };
    let ((harm, p_harm), (victory, p_victory)) = (found(Whole::Taken), found(Whole::Victory));
    let row = |i: usize| Row {
        label: &asked.cells[arms[i].cell].label,
        harm: harm[i],
        victory: victory[i],
        harm_shown: p_harm[i] < SURE,
        victory_shown: p_victory[i] < SURE,
    };
    let mut rows: Vec<Row<'a>> = (0..arms.len()).map(row).collect();
    // By the end of the interval that is nearer to no help: changes with few missions have the widest intervals.
    let surest = |a: &Row<'_>, b: &Row<'_>| match a.won() {
        Ordering::Greater => b.victory.interval.0.total_cmp(&a.victory.interval.0),
        Ordering::Equal => a.harm.interval.1.total_cmp(&b.harm.interval.1),
        Ordering::Less => b.victory.interval.1.total_cmp(&a.victory.interval.1),
    };
    rows.sort_by(|a, b| b.won().cmp(&a.won()).then_with(|| surest(a, b)));
    rows
}

/// Describes the missions of the unchanged team in a sentence.
fn baseline(asked: &Batch, as_it_is: &Tally) -> String {
    let (cell, won) = (&asked.cells[0], whole(asked, 0, Whole::Victory, as_it_is));
    format!(
        "{} wins {} of {} missions against {}, played by {} with {} as game master.",
        capitalised(&cell.label),
        won.percent(),
        grouped(as_it_is.games),
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name()
    )
}
