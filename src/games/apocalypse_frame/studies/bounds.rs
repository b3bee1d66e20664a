//! The most enemies that a team can beat, by whole confidence intervals.

use super::super::record::{Tally, Whole};
use super::batch::{Cell, victory, whole};
use super::difficulty::{Aims, DifficultyStudy, curves};
use super::missions::{ground, share};
use hitchart_config::words::{counted, grouped};
use hitchart_lab::study::Answer;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, percent};
use hitchart_stats::Estimate;

/// Result of a comparison by a whole interval: true, false or undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Yes,
    No,
    Undecided,
}

/// Compares an estimate with a bound, by its whole interval.
pub(super) fn is_at_least(estimate: &Estimate, bound: f64) -> Holds {
    let (low, high) = estimate.interval;
    match (low >= bound, high < bound) {
        (true, _) => Holds::Yes,
        (_, true) => Holds::No,
        _ => Holds::Undecided,
    }
}

/// The highest number of enemies for which a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpTo {
    /// More than were played.
    MoreThan(u64),
    /// Fewer than were played.
    FewerThan(u64),
    /// At least `least`, and at most `most`; the numbers between them were not played, or are undecided.
    Between { least: Option<u64>, most: Option<u64>, undecided: bool },
}

impl UpTo {
    /// Returns the bound from rows with rising numbers of enemies.
    pub(crate) fn of(rows: &[(u64, Holds)]) -> UpTo {
        let first = |is: fn(Holds) -> bool| rows.iter().position(|row| is(row.1));
        let (open, fails) = (first(|holds| holds != Holds::Yes), first(|holds| holds == Holds::No));
        let least = open.and_then(|open| open.checked_sub(1)).map(|place| rows[place].0);
        let most = fails.map(|place| rows[place].0 - 1);
        match (open, fails) {
            (None, _) => UpTo::MoreThan(rows.last().map_or(0, |row| row.0)),
            (Some(0), Some(0)) => UpTo::FewerThan(rows[0].0),
            _ => UpTo::Between { least, most, undecided: open != fails },
        }
    }

    /// Formats the bound as a cell of a table.
    fn cell(self) -> String {
        match self {
            UpTo::MoreThan(n) => format!("more than {n}"),
            UpTo::FewerThan(n) => format!("fewer than {n}"),
            UpTo::Between { least: Some(least), most: Some(most), undecided: false } if least == most => {
                least.to_string()
            }
            UpTo::Between { least: Some(least), most: Some(most), undecided: false } => format!("{least} to {most}"),
            UpTo::Between { least, most, .. } => match (least, most) {
                (Some(least), Some(most)) => format!("between {least} and {most}: undecided"),
                (Some(least), None) => format!("at least {least}: undecided"),
                (None, Some(most)) => format!("at most {most}: undecided"),
                (None, None) => "undecided".to_owned(),
            },
        }
    }
}

/// The most enemies of a kind that a team can beat.
struct Bound<'a> {
    /// Numbers of enemies and the indices of their cells, rising.
    curve: Vec<(u64, usize)>,
    cell: &'a Cell,
    /// The most enemies with enough missions won, and with acceptable frame damage.
    won: UpTo,
    damage: UpTo,
}

impl DifficultyStudy {
    /// Returns the bounds of each kind and number of Aces.
    fn bounds(&self, tally: &Tally) -> Vec<Bound<'_>> {
        let Aims { victory: share, frame_damage } = self.aims;
        let won = |cell: usize| is_at_least(&victory(tally, cell).share, share);
        let undamaged =
            |cell: usize| match is_at_least(&whole(&tally.cells[cell], Whole::FrameDamage, tally), frame_damage) {
                Holds::Yes => Holds::No,
                Holds::No => Holds::Yes,
                Holds::Undecided => Holds::Undecided,
            };
        let up_to = |curve: &[usize], holds: &dyn Fn(usize) -> Holds| {
            UpTo::of(&curve.iter().map(|cell| (self.batch.cells[*cell].x, holds(*cell))).collect::<Vec<(u64, Holds)>>())
        };
        let bound = |curve: Vec<usize>| Bound {
            cell: &self.batch.cells[curve[0]],
            won: up_to(&curve, &won),
            damage: up_to(&curve, &undamaged),
            curve: curve.iter().map(|cell| (self.batch.cells[*cell].x, *cell)).collect(),
        };
        curves(&self.batch).into_iter().map(bound).collect()
    }
}

/// Most kinds that the summary names.
const NAMED: usize = 3;

/// Fills in the summary, the line and the numbers of an answer.
pub(super) fn summarise(answer: &mut Answer, study: &DifficultyStudy, tally: &Tally) {
    let bounds = study.bounds(tally);
    let each: Vec<String> = bounds.iter().map(|bound| sentence(bound, study.aims, tally)).collect();
    answer.said = each.iter().take(NAMED).cloned().collect();
    if let Some(last) = answer.said.last_mut().filter(|_| each.len() > NAMED) {
        *last = format!("{last} {} more kinds or teams are in the table.", each.len() - NAMED);
    }
    let short = |bound: &Bound<'_>| format!("{} {}", bound.cell.series, bound.won.cell());
    let all: Vec<String> = bounds.iter().take(NAMED + 1).map(short).collect();
    let first = &study.batch.cells[0];
    answer.line = format!(
        "Most enemies with a victory rate of at least {}: {} ({}, {}, {})",
        percent(study.aims.victory),
        all.join("; "),
        format_args!("{} each", counted(tally.games, "missions")),
        first.policies[0].name(),
        ground(first)
    );
    let number = |bound: &Bound<'_>| {
        let label = format!("{}: most enemies with {} won", bound.cell.series, percent(study.aims.victory));
        KeyNumber::new(label, bound.won.cell())
    };
    answer.numbers = bounds.iter().take(5).map(number).collect();
    answer.undecided = undecided(&bounds, study.aims, tally);
}

/// Returns the answer for a kind in one or two sentences.
fn sentence(bound: &Bound<'_>, aims: Aims, tally: &Tally) -> String {
    let (kind, least) = (&bound.cell.series, percent(aims.victory));
    let rate = |n: u64| {
        let cell = bound.curve.iter().find(|(number, _)| *number == n);
        cell.map_or_else(String::new, |(_, cell)| format!(" ({} won)", share(&victory(tally, *cell))))
    };
    let cost = match bound.damage {
        UpTo::MoreThan(_) => format!(", and cost less than {} frame damage", aims.frame_damage),
        UpTo::FewerThan(n) => format!(", and {n} already cost {} frame damage or more", aims.frame_damage),
        UpTo::Between { least: Some(least), .. } => {
            format!(", and up to {least} cost less than {} frame damage", aims.frame_damage)
        }
        UpTo::Between { least: None, .. } => String::new(),
    };
    match bound.won {
        UpTo::MoreThan(n) => {
            format!("{kind}: even {n} are beaten in more than {least} of missions{}{cost}. Try more than {n}.", rate(n))
        }
        UpTo::FewerThan(n) => {
            format!(
                "{kind}: {n} are already beaten in fewer than {least} of missions{}{cost}. Try fewer than {n}.",
                rate(n)
            )
        }
        UpTo::Between { least: Some(n), .. } => {
            format!("{kind}: up to {n} are beaten in at least {least} of missions{}{cost}.", rate(n))
        }
        UpTo::Between { least: None, .. } => {
            format!("{kind}: no number is shown to be beaten in {least} of missions{cost}.")
        }
    }
}

/// Returns a sentence on numbers of enemies that are undecided.
fn undecided(bounds: &[Bound<'_>], aims: Aims, tally: &Tally) -> String {
    let open: Vec<String> = bounds
        .iter()
        .filter(|bound| matches!(bound.won, UpTo::Between { undecided: true, .. }))
        .map(|bound| format!("{} ({})", bound.cell.series, bound.won.cell()))
        .collect();
    if open.is_empty() {
        return String::new();
    }
    format!(
        "Undecided after {} missions each: the most enemies with {} won, of {}. Four times the missions halve the interval.",
        grouped(tally.games),
        percent(aims.victory),
        open.join(", ")
    )
}

/// Returns the table of the most enemies of each kind for both targets.
pub(super) fn bounds_table(name: &str, study: &DifficultyStudy, tally: &Tally) -> Table {
    let Aims { victory, frame_damage } = study.aims;
    let bounds = study.bounds(tally);
    let victory = percent(victory);
    let note = format!(
        "The most enemies of a kind that the team beats in at least {victory} of its missions, and that cost it less than \
         {frame_damage} frame damage per mission. The whole 95% interval is on that side of the target; \"undecided\" \
         means that more missions are needed, \"more than\" and \"fewer than\" that the answer lies outside the numbers \
         that were played."
    );
    let won = format!("Most enemies with {victory} won");
    let damage = format!("Most enemies below {frame_damage} frame damage");
    Table::new(format!("{name}-bounds"), "The most enemies a team can meet", note)
        .text("series", "Against", bounds.iter().map(|bound| bound.cell.series.as_str()))
        .count("aces", "Aces", bounds.iter().map(|bound| bound.cell.aces.len() as u64))
        .text("until_damage", &damage, bounds.iter().map(|bound| bound.damage.cell()))
        .text("until_won", &won, bounds.iter().map(|bound| bound.won.cell()))
        .count("n", "N", bounds.iter().map(|_| tally.games))
}

#[cfg(test)]
mod tests {
    use super::super::difficulty::AIMS;
    use super::*;

    /// A bound lies between rows with whole intervals on different sides of the target.
    #[test]
    fn bounds_follow_from_whole_intervals() {
        use Holds::{No, Undecided as Open, Yes};
        let told =
            |all: &[Holds]| UpTo::of(&all.iter().zip(1..).map(|(holds, i)| (4 * i, *holds)).collect::<Vec<_>>()).cell();
        assert_eq!(told(&[Yes, Yes, No, No]), "8 to 11");
        assert_eq!(UpTo::of(&[(1, Yes), (2, No)]).cell(), "1");
        assert_eq!(told(&[Yes, Yes, Yes]), "more than 12");
        assert_eq!(told(&[No, No]), "fewer than 4");
        assert_eq!(told(&[Yes, Open, Open, No]), "between 4 and 15: undecided");
        assert_eq!(told(&[Open, No]), "at most 7: undecided");
        assert_eq!(told(&[Yes, Open]), "at least 4: undecided");
        assert_eq!(told(&[Open, Open]), "undecided");
        let share = |interval| Estimate { interval, ..hitchart_stats::proportion(72, 100, 0.95) };
        assert_eq!(is_at_least(&share((0.66, 0.77)), AIMS.victory), Open);
        assert_eq!(is_at_least(&share((0.70, 0.77)), AIMS.victory), Yes);
        assert_eq!(is_at_least(&share((0.60, 0.69)), AIMS.victory), No);
    }
}
