//! Encounters of rising difficulty: victory rates of teams of some sizes against more and more enemies of a kind, and
//! the most enemies that a team can beat.

use super::super::tally::Tally;
use super::batch::{Batch, Cell, tells_apart, victory, whole, with_cells};
use super::checker::{Checker, MAX_CELLS};
use super::{batched::BatchStudy, kinds::RawDifficulty, missions::ground};
use hitchart_apocalypse_frame::catalogue::entries::{EnemyKind, Rank};
use hitchart_apocalypse_frame::encounter::ground::EncounterAndFile;
use hitchart_apocalypse_frame::encounter::{
    Encounter, MAX_BATTLES, MAX_ENEMIES, MissionPlan, Placed, SingleChange, Situation, TimedChange,
};
use hitchart_apocalypse_frame::{ids::HexId, record::Whole};
use hitchart_config::words::{counted, grouped};
use hitchart_config::{At, InputError, some_of, within};
use hitchart_lab::study::{Answer, Study, Written};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, percent};
use hitchart_stats::Estimate;
use std::sync::Arc;

// Victory rates.

/// Default number of battles of a mission.
const DEFAULT_BATTLES: u8 = 2;

/// Teams against more and more enemies of a kind.
pub(super) struct Difficulty<'a> {
    pub(super) batch: &'a Batch,
    pub(super) aims: Aims,
}

/// The targets of a study: victory rate and cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aims {
    /// Least share of missions that a team wins.
    pub victory: f64,
    /// Frame damage per mission that is too much.
    pub frame_damage: f64,
}

/// Default targets: most missions are won, at less than one frame damage per mission.
pub(super) const AIMS: Aims = Aims { victory: 0.7, frame_damage: 1.0 };
/// Highest limit of frame damage.
const MOST_DAMAGE: f64 = 100.0;

/// Checks the study. Map and fields of the encounter are used, and the enemies are replaced.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawDifficulty) = checker.on_ground(written)?;
    let file = checker.file;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let most = aces.len() as u8;
    let teams = checker.numbers(raw.teams.as_ref(), ("number of Aces", "teams"), most, vec![most])?;
    let usual = (1..=8).collect();
    let numbers = checker.numbers(raw.numbers.as_ref(), ("number of enemies", "numbers"), MAX_ENEMIES as u8, usual)?;
    let battles = match &raw.battles {
        None => DEFAULT_BATTLES,
        Some(battles) => within(file, battles, "battles", 1, MAX_BATTLES as u8)?,
    };
    let aim = |written: &Option<At<f64>>, what: &str, (low, high): (f64, f64), usual: f64| {
        written.as_ref().map_or(Ok(usual), |aim| within(file, aim, what, low, high))
    };
    let aims = Aims {
        victory: aim(&raw.victory, "victory", (0.01, 0.99), AIMS.victory)?,
        frame_damage: aim(&raw.frame_damage, "frame_damage", (0.01, MOST_DAMAGE), AIMS.frame_damage)?,
    };
    let kinds = some_of(file, &raw.kinds, "kind of enemies", MAX_CELLS)?;
    checker.rows(kinds.len() * teams.len() * numbers.len(), &raw.kinds.span)?;
    let mut cells = Vec::new();
    for kind in kinds {
        let (span, name) = (kind.span.clone(), &kind.value);
        let kind = checker.common.rules.catalogue.enemy(name).map_err(|error| error.or_at(file, span.clone()))?;
        if kind.written.rank == Rank::Part {
            let problem = format!("{} is a part of a colossus, which is met whole or not at all", kind.name);
            return Err(InputError::at(file, span, problem));
        }
        for team in &teams {
            for number in &numbers {
                let encounter = against(&shared.plan.battles[0].encounter, kind, *number);
                let series = match teams.len() {
                    1 => kind.name.clone(),
                    _ => format!("{}, {team} {}", kind.name, if *team == 1 { "Ace" } else { "Aces" }),
                };
                cells.push(Cell {
                    label: format!("{series}, {number}"),
                    series,
                    x: u64::from(*number),
                    aces: aces[..usize::from(*team)].to_vec(),
                    plan: Arc::new(MissionPlan::row(encounter, battles)),
                    policies: shared.policies.clone(),
                });
            }
        }
    }
    let batch = checker.batch(cells, shared.games, shared.kept, raw.kinds.span.clone())?;
    let answer = move |name: &str, batch: &Batch, tally: &Tally| answer(name, &Difficulty { batch, aims }, tally);
    Ok(Arc::new(BatchStudy::new(batch, answer)))
}

/// Returns the same battle against `number` enemies of one kind, at the places of its enemies in turn. Changes of the
/// battle stay; reinforcements are of that kind and in proportion to the enemies at the start.
pub(super) fn against(encounter: &Encounter, kind: &EnemyKind, number: u8) -> Encounter {
    let places: Vec<HexId> = encounter.enemies.iter().map(|enemy| enemy.at).collect();
    let placed = |at| Placed {
        kind: 0,
        at,
        vigor: kind.written.vigor,
        attacks: kind.carried(),
        colossus: None,
        infantry: false,
    };
    let retold = |all: Vec<SingleChange>| retold(&all, (number, encounter.enemies.len()), placed);
    let mut rounds: Vec<u8> = encounter.changes.iter().map(|change| change.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let changes = rounds.into_iter().flat_map(|round| {
        let all = encounter.changes.iter().filter(|change| change.round == round).map(|change| change.what);
        retold(all.collect()).into_iter().map(move |what| TimedChange { round, what })
    });
    let situations = encounter.situations.iter();
    let calls = kind.written.rank == Rank::Standard && !encounter.reinforce.is_empty();
    Encounter {
        kinds: vec![kind.clone()],
        enemies: (0..usize::from(number)).map(|i| placed(places[i % places.len()])).collect(),
        colossi: Vec::new(),
        changes: changes.collect(),
        situations: situations.map(|one| Situation { what: retold(one.what.clone()), ..one.clone() }).collect(),
        reinforce: if calls { vec![0] } else { Vec::new() },
        ..encounter.clone()
    }
}

/// Returns the changes for a battle in which `number` enemies of one kind replace `before` others.
fn retold(all: &[SingleChange], (number, before): (u8, usize), placed: impl Fn(HexId) -> Placed) -> Vec<SingleChange> {
    let coming = all.iter().filter_map(|what| match what {
        SingleChange::Reinforcement(placed) => Some(placed.at),
        _ => None,
    });
    let places: Vec<HexId> = coming.collect();
    let share = (places.len() * usize::from(number) + before / 2) / before.max(1);
    let wave = if places.is_empty() { 0 } else { share.max(1) };
    let waves = (0..wave).map(|i| SingleChange::Reinforcement(placed(places[i % places.len()])));
    let rest = all.iter().filter_map(|what| match *what {
        SingleChange::Reinforcement(_) | SingleChange::Part { .. } | SingleChange::Attacks { .. } => None,
        SingleChange::Vigor { by, .. } => Some(SingleChange::Vigor { kind: None, by }),
        SingleChange::Armor { by, .. } => Some(SingleChange::Armor { kind: None, by }),
        what => Some(what),
    });
    waves.chain(rest).collect()
}

/// Returns the answer: the bounds, then a row for each number of enemies, with a map of costs and a curve for each
/// kind.
fn answer(name: &str, study: &Difficulty<'_>, tally: &Tally) -> Answer {
    let asked = study.batch;
    let table = table(name, asked, tally);
    let costs = Figure::new(
        format!("{name}-harm-taken"),
        "Harm taken by number of enemies",
        format!("Harm taken in a mission by number and kind of enemies; the numbers are in {name}-curves."),
        FigureKind::heat_map(["series", "of_enemies", "harm_taken"], "Harm taken in a mission"),
    );
    let numbers = asked.cells.iter().map(|cell| cell.x.to_string());
    let mut figures = vec![(costs, table.clone().text("of_enemies", "Enemies", numbers))];
    if tells_apart(tally) {
        let curves = Figure::new(
            format!("{name}-curves"),
            "Missions won by number of enemies",
            format!(
                "Share of missions won by number of enemies, a curve for each kind; the numbers are in {name}-curves."
            ),
            FigureKind::shares(["series", "enemies", "victory"], "Enemies", "Share of missions won"),
        );
        figures.push((curves, table.clone()));
    }
    let bounds = bounds_table(name, study, tally);
    let mut answer = Answer { tables: vec![bounds, table], figures, ..Answer::default() };
    summarise(&mut answer, study, tally);
    answer
}

/// Returns the rows of each kind and number of Aces, with rising numbers of enemies.
pub(super) fn curves(asked: &Batch) -> Vec<Vec<usize>> {
    let mut curves: Vec<Vec<usize>> = Vec::new();
    for (cell, of) in asked.cells.iter().enumerate() {
        match curves.iter_mut().find(|curve| asked.cells[curve[0]].series == of.series) {
            Some(curve) => curve.push(cell),
            None => curves.push(vec![cell]),
        }
    }
    curves.iter_mut().for_each(|curve| curve.sort_by_key(|cell| asked.cells[*cell].x));
    curves
}

fn battles(count: usize) -> String {
    if count == 1 { "a single battle".to_owned() } else { format!("{count} battles in a row") }
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let first = &asked.cells[0];
    let note = format!(
        "On the map of {}, {}; Aces: {}, game master: {}. All rows use common random numbers. Means are per mission.",
        first.plan.name,
        battles(first.plan.battles.len()),
        first.policies[0].name(),
        first.policies[1].name(),
    );
    let table = Table::new(format!("{name}-curves"), "Missions by number of enemies", note)
        .text("series", "Against", cells().map(|cell| cell.series.as_str()))
        .count("enemies", "Enemies", cells().map(|cell| cell.x))
        .count("aces", "Aces", cells().map(|cell| cell.aces.len() as u64));
    with_cells(table, asked, &(0..asked.cells.len()).collect::<Vec<_>>(), tally)
}

// The most enemies that a team can beat, by whole confidence intervals.

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

impl<'a> Difficulty<'a> {
    /// Returns the bounds of each kind and number of Aces.
    fn bounds(&self, tally: &Tally) -> Vec<Bound<'a>> {
        let Aims { victory: share, frame_damage } = self.aims;
        let won = |cell: usize| is_at_least(&victory(tally, cell).share, share);
        let undamaged =
            |cell: usize| match is_at_least(&whole(self.batch, cell, Whole::FrameDamage, tally), frame_damage) {
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
        curves(self.batch).into_iter().map(bound).collect()
    }
}

/// Most kinds that the summary names.
const NAMED: usize = 3;

/// Fills in the summary, the line and the numbers of an answer.
pub(super) fn summarise(answer: &mut Answer, study: &Difficulty<'_>, tally: &Tally) {
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
        cell.map_or_else(String::new, |(_, cell)| format!(" ({} won)", victory(tally, *cell).percent()))
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
pub(super) fn bounds_table(name: &str, study: &Difficulty<'_>, tally: &Tally) -> Table {
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
    use super::*;
    use hitchart_apocalypse_frame::catalogue::book;
    use hitchart_apocalypse_frame::encounter::ground::built_in;

    /// The siege has 17 enemies at the start and 4 reinforcements: against 34 of a kind there are 8 reinforcements, and
    /// all changes remain.
    #[test]
    fn what_changes_stays_and_waves_grow_with_the_enemies() {
        let siege = built_in("siege", book()).unwrap();
        let kind = book().enemy("Velite").unwrap();
        let met = against(&siege, kind, 34);
        assert_eq!((met.enemies.len(), met.situations.len(), met.until_last_wave), (34, 5, true));
        let waves: Vec<&TimedChange> =
            met.changes.iter().filter(|change| matches!(change.what, SingleChange::Reinforcement(_))).collect();
        assert_eq!((siege.changes.len(), waves.len()), (4, 8));
        assert!(waves.iter().all(|change| change.round == 2));
        let of_kind = |what: &SingleChange| !matches!(what, SingleChange::Reinforcement(placed) if placed.kind != 0);
        assert!(met.whats().all(of_kind));
        assert_eq!(met.situations[0], siege.situations[0], "artillery");
    }

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
