//! Encounters of rising difficulty: how often teams of some sizes win against more and more enemies of a kind.

use super::super::catalogue::enemy::{EnemyKind, Rank};
use super::super::encounter::{Change, Encounter, MAX_BATTLES, MAX_ENEMIES, MissionPlan, Placed, Situation, What};
use super::super::ids::HexId;
use super::super::record::{Tally, Whole};
use super::batch::{Batch, COSTS, Cell, tells_apart, victory, whole, with_cells};
use super::batched::Batched;
use super::checker::{Checker, MAX_CELLS};
use super::ground::Found;
use super::raw::RawDifficulty;
use crate::input::{At, InputError, some_of, within};
use crate::plot::{Figure, Kind};
use crate::stats::Estimate;
use crate::study::{Answer, Asked, Written};
use crate::table::{Table, grouped};
use std::sync::Arc;

/// Battles of a mission where a study names no number.
const DEFAULT_BATTLES: u8 = 2;

/// Teams against more and more enemies of a kind.
#[derive(Clone, Debug)]
pub struct DifficultyStudy {
    batch: Batch,
    aims: Aims,
}

/// How hard it is meant to be.
#[derive(Clone, Copy, Debug)]
struct Aims {
    /// Share of missions that a team is asked to win still.
    victory: f64,
    /// Frame damage of a mission that is too much.
    frame_damage: f64,
}

/// Where a study says nothing: most missions are won, without the loss of a die of a frame.
const AIMS: Aims = Aims { victory: 0.7, frame_damage: 1.0 };
/// Most frame damage that can be asked for.
const MOST_DAMAGE: f64 = 100.0;

impl Batched for DifficultyStudy {
    const KIND: &'static str = "difficulty";

    fn with(&self, batch: Batch) -> DifficultyStudy {
        DifficultyStudy { batch, aims: self.aims }
    }

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, self, tally)
    }
}

/// Checks the study: of the encounter, map and fields stay and the enemies are replaced.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, raw): (Found, RawDifficulty) = checker.on_ground(written)?;
    let file = checker.file;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let teams = match &raw.teams {
        None => vec![aces.len() as u8],
        Some(teams) => some_of(file, teams, "number of Aces", MAX_CELLS)?
            .iter()
            .map(|size| within(file, size, "teams", 1, aces.len() as u8))
            .collect::<Result<Vec<u8>, _>>()?,
    };
    let numbers = match &raw.numbers {
        None => (1..=8).collect(),
        Some(numbers) => some_of(file, numbers, "number of enemies", MAX_CELLS)?
            .iter()
            .map(|number| within(file, number, "numbers", 1, MAX_ENEMIES as u8))
            .collect::<Result<Vec<u8>, _>>()?,
    };
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
        if kind.rank == Rank::Part {
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
    Ok(Arc::new(DifficultyStudy { batch, aims }))
}

/// The same battle against so many of one kind, where its enemies stood in turn. What changes stays, with waves of that
/// kind, as many to the enemies at the start as before.
fn against(encounter: &Encounter, kind: &EnemyKind, number: u8) -> Encounter {
    let places: Vec<HexId> = encounter.enemies.iter().map(|enemy| enemy.at).collect();
    let placed =
        |at| Placed { kind: 0, at, vigor: kind.vigor, attacks: kind.carried(), colossus: None, infantry: false };
    let retold = |all: Vec<What>| retold(&all, (number, encounter.enemies.len()), placed);
    let mut rounds: Vec<u8> = encounter.changes.iter().map(|change| change.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let changes = rounds.into_iter().flat_map(|round| {
        let all = encounter.changes.iter().filter(|change| change.round == round).map(|change| change.what);
        retold(all.collect()).into_iter().map(move |what| Change { round, what })
    });
    let situations = encounter.situations.iter();
    let calls = kind.rank == Rank::Standard && !encounter.reinforce.is_empty();
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

/// What changes together where all enemies are of one kind, so many in place of others.
fn retold(all: &[What], (number, before): (u8, usize), placed: impl Fn(HexId) -> Placed) -> Vec<What> {
    let coming = all.iter().filter_map(|what| match what {
        What::Reinforcement(placed) => Some(placed.at),
        _ => None,
    });
    let places: Vec<HexId> = coming.collect();
    let share = (places.len() * usize::from(number) + before / 2) / before.max(1);
    let wave = if places.is_empty() { 0 } else { share.max(1) };
    let waves = (0..wave).map(|i| What::Reinforcement(placed(places[i % places.len()])));
    let rest = all.iter().filter_map(|what| match *what {
        What::Reinforcement(_) | What::Part { .. } | What::Attacks { .. } => None,
        What::Vigor { by, .. } => Some(What::Vigor { kind: None, by }),
        What::Armor { by, .. } => Some(What::Armor { kind: None, by }),
        what => Some(what),
    });
    waves.chain(rest).collect()
}

/// What is said where the answer lies beyond the numbers that were played.
const BEYOND: &str = "not within these bounds";

/// How many enemies a team beats, then a row for each number of them; what they cost as a map, and a curve for each kind.
fn answer(name: &str, study: &DifficultyStudy, tally: &Tally) -> Answer {
    let asked = &study.batch;
    let table = table(name, asked, tally);
    let [row, column, value] = ["series", "of_enemies", "harm_taken"].map(str::to_owned);
    let costs = Figure {
        name: format!("{name}-harm-taken"),
        title: "Harm taken by number of enemies".to_owned(),
        alt: format!("Harm taken in a mission by number and kind of enemies; the numbers are in {name}-curves."),
        kind: Kind::HeatMap { row, column, value, value_title: "Harm taken in a mission".to_owned() },
    };
    let numbers = asked.cells.iter().map(|cell| cell.x.to_string());
    let mut figures = vec![(costs, table.clone().text("of_enemies", "Enemies", numbers))];
    if tells_apart(tally) {
        let [series, x, y] = ["series", "enemies", "victory"].map(str::to_owned);
        let curves = Figure {
            name: format!("{name}-curves"),
            title: "Missions won by number of enemies".to_owned(),
            alt: format!(
                "Share of missions won by number of enemies, a curve for each kind; the numbers are in {name}-curves."
            ),
            kind: Kind::Shares {
                series,
                x,
                y,
                x_title: "Enemies".to_owned(),
                y_title: "Share of missions won".to_owned(),
            },
        };
        figures.push((curves, table.clone()));
    }
    let (said, bounds) = (vec![said(study, tally)], bounds_table(name, study, tally));
    Answer { said, tables: vec![bounds, table], figures, ..Answer::default() }
}

/// The rows of each kind and number of Aces, from the fewest enemies up.
fn curves(asked: &Batch) -> Vec<Vec<usize>> {
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

/// Whether something holds of a row, as far as its interval tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    Undecided,
}

/// Whether what was estimated is a bound or more, with the whole of its interval.
fn is_at_least(estimate: &Estimate, bound: f64) -> Holds {
    let (low, high) = estimate.interval;
    match (low >= bound, high < bound) {
        (true, _) => Holds::Yes,
        (_, true) => Holds::No,
        _ => Holds::Undecided,
    }
}

/// The number of enemies up to which something holds, in words: of rows from the fewest enemies up, by their numbers.
fn up_to(rows: &[(u64, Holds)]) -> String {
    let first = |is: fn(Holds) -> bool| rows.iter().position(|row| is(row.1));
    let (open, fails) = (first(|holds| holds != Holds::Yes), first(|holds| holds == Holds::No));
    let below = |place: usize| rows[place].0 - 1;
    let surely = open.and_then(|open| open.checked_sub(1)).map(|place| rows[place].0);
    match (open, fails, surely) {
        (None, ..) => format!("{BEYOND}: more than {}", rows.last().map_or(0, |row| row.0)),
        (Some(0), Some(0), _) => format!("{BEYOND}: fewer than {}", rows[0].0),
        (Some(open), Some(fails), Some(least)) if open == fails && below(open) == least => least.to_string(),
        (Some(open), Some(fails), Some(least)) if open == fails => format!("{least} to {}", below(open)),
        (_, Some(fails), Some(least)) => format!("between {least} and {}: undecided", below(fails)),
        (_, Some(fails), None) => format!("at most {}: undecided", below(fails)),
        (_, None, Some(least)) => format!("at least {least}: undecided"),
        (_, None, None) => "undecided".to_owned(),
    }
}

/// How many enemies a team may meet of a kind.
struct Bound<'a> {
    /// Against whom, and by how many Aces.
    series: &'a str,
    aces: u64,
    /// Until it no longer wins so often, and until missions cost too much frame damage.
    until: [String; 2],
}

impl DifficultyStudy {
    /// Of each kind and number of Aces.
    fn bounds(&self, tally: &Tally) -> Vec<Bound<'_>> {
        let Aims { victory: share, frame_damage } = self.aims;
        let won = |cell: usize| is_at_least(&victory(tally, cell).share, share);
        let undamaged =
            |cell: usize| match is_at_least(&whole(&tally.cells[cell], Whole::FrameDamage, tally), frame_damage) {
                Holds::Yes => Holds::No,
                Holds::No => Holds::Yes,
                Holds::Undecided => Holds::Undecided,
            };
        let until = |curve: &[usize], holds: &dyn Fn(usize) -> Holds| {
            up_to(&curve.iter().map(|cell| (self.batch.cells[*cell].x, holds(*cell))).collect::<Vec<(u64, Holds)>>())
        };
        let bound = |curve: Vec<usize>| {
            let Cell { series, aces, .. } = &self.batch.cells[curve[0]];
            Bound { series, aces: aces.len() as u64, until: [until(&curve, &won), until(&curve, &undamaged)] }
        };
        curves(&self.batch).into_iter().map(bound).collect()
    }
}

/// The answer in a sentence.
fn said(study: &DifficultyStudy, tally: &Tally) -> String {
    let Aims { victory, frame_damage } = study.aims;
    let each = study.bounds(tally).into_iter().map(|bound| {
        let [won, damage] = bound.until;
        format!("{}: {won} and {damage}", bound.series)
    });
    let each: Vec<String> = each.collect();
    format!(
        "How many enemies it may be until fewer than {:.0}% of missions are won, and until a mission costs {frame_damage} \
         frame damage, by the whole of 95% intervals of {} missions each: {}.",
        100.0 * victory,
        grouped(tally.games),
        each.join("; ")
    )
}

/// How many enemies it may be until the team no longer wins so often, and until missions cost too much.
fn bounds_table(name: &str, study: &DifficultyStudy, tally: &Tally) -> Table {
    let Aims { victory, frame_damage } = study.aims;
    let bounds = study.bounds(tally);
    let note = format!(
        "The most enemies of a kind against whom the team wins {:.0}% of its missions, and against whom it takes less than \
         {frame_damage} frame damage a mission, by the whole of the 95% intervals: *undecided* where more missions would tell. \
         Where no number that was played is the answer, it is {BEYOND}.",
        100.0 * victory
    );
    let won = format!("Until {:.0}% won", 100.0 * victory);
    Table::new(format!("{name}-bounds"), "How many enemies it may be", note)
        .text("series", "Against", bounds.iter().map(|bound| bound.series))
        .count("aces", "Aces", bounds.iter().map(|bound| bound.aces))
        .text("until_damage", &format!("Until {frame_damage} frame damage"), bounds.iter().map(|bound| &bound.until[1]))
        .text("until_won", &won, bounds.iter().map(|bound| &bound.until[0]))
        .count("n", "N", bounds.iter().map(|_| tally.games))
}

fn battles(count: usize) -> String {
    if count == 1 { "a single battle".to_owned() } else { format!("{count} battles in a row") }
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let first = &asked.cells[0];
    let note = format!(
        "On the map of {}, {}; {} for the Aces and {} for the game master, with common dice. Means a mission.",
        first.plan.name,
        battles(first.plan.battles.len()),
        first.policies[0].name(),
        first.policies[1].name(),
    );
    let table = Table::new(format!("{name}-curves"), "Missions by number of enemies", note)
        .text("series", "Against", cells().map(|cell| cell.series.as_str()))
        .count("enemies", "Enemies", cells().map(|cell| cell.x))
        .count("aces", "Aces", cells().map(|cell| cell.aces.len() as u64));
    with_cells(table, &(0..asked.cells.len()).collect::<Vec<_>>(), &COSTS, tally)
}

#[cfg(test)]
mod tests {
    use super::super::super::catalogue::book;
    use super::super::ground::built_in;
    use super::*;

    /// The siege has 17 at the start and 4 in its wave: against 34 of a kind the wave is of 8, and all that changes is
    /// there.
    #[test]
    fn what_changes_stays_and_waves_grow_with_the_enemies() {
        let siege = built_in("siege", book()).unwrap();
        let kind = book().enemy("Velite").unwrap();
        let met = against(&siege, kind, 34);
        assert_eq!((met.enemies.len(), met.situations.len(), met.until_last_wave), (34, 5, true));
        let waves: Vec<&Change> =
            met.changes.iter().filter(|change| matches!(change.what, What::Reinforcement(_))).collect();
        assert_eq!((siege.changes.len(), waves.len()), (4, 8));
        assert!(waves.iter().all(|change| change.round == 2));
        let of_kind = |what: &What| !matches!(what, What::Reinforcement(placed) if placed.kind != 0);
        assert!(met.whats().all(of_kind));
        assert_eq!(met.situations[0], siege.situations[0], "artillery");
    }

    /// An answer is one that both neighbours' intervals leave; what intervals hold apart is undecided, and what no row
    /// tells is not within these bounds.
    #[test]
    fn how_many_it_may_be_is_told_by_intervals() {
        use Holds::{No, Undecided as Open, Yes};
        let told = |all: &[Holds]| up_to(&all.iter().zip(1..).map(|(holds, i)| (4 * i, *holds)).collect::<Vec<_>>());
        assert_eq!(told(&[Yes, Yes, No, No]), "8 to 11");
        assert_eq!(up_to(&[(1, Yes), (2, No)]), "1");
        assert_eq!(told(&[Yes, Yes, Yes]), "not within these bounds: more than 12");
        assert_eq!(told(&[No, No]), "not within these bounds: fewer than 4");
        assert_eq!(told(&[Yes, Open, Open, No]), "between 4 and 15: undecided");
        assert_eq!(told(&[Open, No]), "at most 7: undecided");
        assert_eq!(told(&[Yes, Open]), "at least 4: undecided");
        assert_eq!(told(&[Open, Open]), "undecided");
        let share = |interval| Estimate { interval, ..crate::stats::proportion(72, 100, 0.95) };
        assert_eq!(is_at_least(&share((0.66, 0.77)), AIMS.victory), Open);
        assert_eq!(is_at_least(&share((0.70, 0.77)), AIMS.victory), Yes);
        assert_eq!(is_at_least(&share((0.60, 0.69)), AIMS.victory), No);
    }
}
