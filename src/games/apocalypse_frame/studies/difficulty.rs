//! Encounters of rising difficulty: victory rates of teams of some sizes against more and more enemies of a kind.

use super::super::record::Tally;
use super::batch::{Batch, COSTS, Cell, tells_apart, with_cells};
use super::batched::{BatchStudy, Batched};
use super::bounds::{bounds_table, summarise};
use super::checker::{Checker, MAX_CELLS};
use super::kinds::RawDifficulty;
use hitchart_apocalypse_frame::catalogue::enemy::{EnemyKind, Rank};
use hitchart_apocalypse_frame::encounter::ground::EncounterAndFile;
use hitchart_apocalypse_frame::encounter::{
    Encounter, MAX_BATTLES, MAX_ENEMIES, MissionPlan, Placed, SingleChange, Situation, TimedChange,
};
use hitchart_apocalypse_frame::ids::HexId;
use hitchart_config::{At, InputError, some_of, within};
use hitchart_lab::study::{Answer, Study, Written};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Default number of battles of a mission.
const DEFAULT_BATTLES: u8 = 2;

/// Teams against more and more enemies of a kind.
#[derive(Clone, Debug)]
pub(crate) struct DifficultyStudy {
    pub(super) batch: Batch,
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

impl Batched for DifficultyStudy {
    const KIND: &'static str = "difficulty";

    fn with(&self, batch: Batch) -> DifficultyStudy {
        DifficultyStudy { batch, aims: self.aims }
    }

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn answer(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, self, tally)
    }
}

/// Checks the study. Map and fields of the encounter are used, and the enemies are replaced.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawDifficulty) = checker.on_ground(written)?;
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
    Ok(Arc::new(BatchStudy(DifficultyStudy { batch, aims })))
}

/// Returns the same battle against `number` enemies of one kind, at the places of its enemies in turn. Changes of the
/// battle stay; reinforcements are of that kind and in proportion to the enemies at the start.
pub(super) fn against(encounter: &Encounter, kind: &EnemyKind, number: u8) -> Encounter {
    let places: Vec<HexId> = encounter.enemies.iter().map(|enemy| enemy.at).collect();
    let placed =
        |at| Placed { kind: 0, at, vigor: kind.vigor, attacks: kind.carried(), colossus: None, infantry: false };
    let retold = |all: Vec<SingleChange>| retold(&all, (number, encounter.enemies.len()), placed);
    let mut rounds: Vec<u8> = encounter.changes.iter().map(|change| change.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let changes = rounds.into_iter().flat_map(|round| {
        let all = encounter.changes.iter().filter(|change| change.round == round).map(|change| change.what);
        retold(all.collect()).into_iter().map(move |what| TimedChange { round, what })
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
fn answer(name: &str, study: &DifficultyStudy, tally: &Tally) -> Answer {
    let asked = &study.batch;
    let table = table(name, asked, tally);
    let [row, column, value] = ["series", "of_enemies", "harm_taken"].map(str::to_owned);
    let costs = Figure {
        name: format!("{name}-harm-taken"),
        title: "Harm taken by number of enemies".to_owned(),
        alt: format!("Harm taken in a mission by number and kind of enemies; the numbers are in {name}-curves."),
        kind: FigureKind::HeatMap { row, column, value, value_title: "Harm taken in a mission".to_owned() },
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
            kind: FigureKind::Shares {
                series,
                x,
                y,
                x_title: "Enemies".to_owned(),
                y_title: "Share of missions won".to_owned(),
            },
        };
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
    with_cells(table, &(0..asked.cells.len()).collect::<Vec<_>>(), &COSTS, tally)
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
}
