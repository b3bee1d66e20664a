//! One team on one mission: results, costs, and the work of each Ace.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::record::{GmTurns, Per, Pilot, Tally, Whole};
use super::batch::{Batch, COSTS, Cell, team, victory, whole};
use super::batched::{BatchStudy, Batched, warnings};
use super::checker::Checker;
use super::ground::Found;
use super::mission_summary;
use super::raw::RawMissions;
use hitchart_config::InputError;
use hitchart_lab::study::{
    self, Answer, Estimates, Metric, Outcome, Study, Sums, Unit, Written, count, metric, metric_columns, metrics_json,
    share_json, signature, won,
};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Metrics that a short answer shows.
const HEADLINES: [&str; 15] = [
    "out_of_time",
    "rounds",
    "vigor_left",
    "tension_left",
    "ammo_left",
    "frame_damage",
    "ejected",
    "removed",
    "attacks",
    "failures",
    "systems_used",
    "consequences",
    "harm_dealt",
    "harm_taken",
    "materials",
];

/// One team on one mission.
#[derive(Clone, Debug)]
pub struct MissionsStudy(Batch);

impl Batched for MissionsStudy {
    const KIND: &'static str = "missions";

    fn with(&self, batch: Batch) -> MissionsStudy {
        MissionsStudy(batch)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, &self.0, tally)
    }

    fn in_short(&self, name: &str, tally: &Tally) -> Outcome {
        let batch = &self.0;
        let headlines = metrics_table(name, tally, |metric| HEADLINES.contains(&metric.name));
        Outcome {
            games: tally.games,
            tables: vec![outcome_table(name, batch, tally), headlines],
            all: metrics_table(name, tally, |_| true),
            json: json_of(batch, tally),
            warnings: warnings(name, self, tally),
        }
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (Found, RawMissions) = checker.on_ground(written)?;
    let span = raw.aces.span.clone();
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let mut plan = shared.plan.as_ref().clone();
    if let Some(battles) = &raw.battles {
        plan.battles.extend(checker.battles(battles, plan.battles.len())?);
    }
    let cell = Cell {
        label: plan.name.clone(),
        series: String::new(),
        x: 0,
        aces: checker.aces(&raw.aces)?,
        plan: plan.into(),
        policies: shared.policies,
    };
    let batch = checker.batch(vec![cell], shared.games, shared.kept, span)?;
    Ok(Arc::new(BatchStudy(MissionsStudy(batch))))
}

/// Returns the answer: result, all metrics, and the work of each Ace and tool.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let mut answer = Answer {
        tables: vec![
            outcome_table(name, asked, tally),
            metrics_table(name, tally, |_| true),
            pilots_table(name, asked, tally),
            tools_table(name, asked, tally),
            rounds_table(name, tally),
            turns_table(name, tally),
        ],
        figures: vec![harm_figure(name, asked, tally), rounds_figure(name, tally)],
        ..Answer::default()
    };
    mission_summary::missions(&mut answer, asked, tally);
    answer
}

/// Returns a table of one row: costs of the mission, and the share of missions won.
fn outcome_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let (cell, games) = (&asked.cells[0], tally.games);
    let victory = victory(tally, 0);
    let [aces, gm] = &cell.policies;
    let note = format!(
        "{} against {}. Policies: {} for the Aces, {} for the game master. Signature {}.",
        team(&cell.aces),
        cell.plan.name,
        aces.name(),
        gm.name(),
        signature(tally.cells[0].signature),
    );
    let table = Table::new(format!("{name}-outcome"), "Outcome", note).text(
        "mission_name",
        "Mission",
        [cell.plan.name.as_str()],
    );
    let table = COSTS.iter().fold(table, |table, (which, column, title)| {
        let mean = whole(&tally.cells[0], *which, tally);
        table.estimates([column, &format!("{column}_interval")], title, 2, [mean])
    });
    table
        .count("won", "Won", [victory.count])
        .estimates(["victory", "victory_interval"], "Share won", 4, [victory.share])
        .count("n", "N", [games])
}

/// Returns one row per metric, with means per mission.
fn metrics_table(name: &str, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Table {
    let table = Table::new(format!("{name}-metrics"), "How the missions went", "Means per mission.");
    study::metrics_table(table, Whole::ALL, &tally.cells[0].metrics, tally.observations(), wanted)
}

fn pilots_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let sums = || asked.cells[0].aces.iter().zip(&tally.cells[0].pilots);
    let rows =
        sums().flat_map(|(ace, sums)| Pilot::ALL.iter().enumerate().map(move |(i, known)| (ace, sums, i, known)));
    let (rows, means): (Vec<(&str, &Metric)>, Vec<Estimate>) = rows
        .map(|(ace, sums, i, known)| ((ace.name.as_str(), known), metric(known, sums, i, tally.observations())))
        .unzip();
    let known: Vec<&Metric> = rows.iter().map(|(_, known)| *known).collect();
    let table = Table::new(format!("{name}-aces"), "Each Ace", "Means per mission.").text(
        "ace",
        "Ace",
        rows.iter().map(|(ace, _)| *ace),
    );
    metric_columns(table, &known, &means)
}

/// Returns the names of an Ace's tools in the order of a record.
fn tools(ace: &Ace) -> Vec<(usize, String)> {
    let armaments = ace.armaments.iter().enumerate().map(|(i, armament)| (i, armament.name.clone()));
    let backups = (ace.backups.iter().enumerate()).map(|(i, backup)| (MAX_ARMAMENTS + i, backup.name.clone()));
    let items = ace.integral.iter().chain(&ace.modular).enumerate();
    let items = items.map(|(i, item)| (2 * MAX_ARMAMENTS + i, item.name.clone()));
    armaments.chain(backups).chain(items).collect()
}

fn tools_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let mut rows: Vec<(&str, String, [Estimate; 3])> = Vec::new();
    for (ace, sums) in asked.cells[0].aces.iter().zip(&tally.cells[0].tools) {
        rows.extend(tools(ace).into_iter().map(|(i, tool)| {
            let units = [(0, Unit::Several("uses")), (1, Unit::Several("Harm")), (2, Unit::Several("enemies"))];
            let each = units.map(|(of, unit)| count(sums, 3 * i + of, unit, tally.observations()));
            (ace.name.as_str(), tool, each)
        }));
    }
    let note = "Means per mission. Harm: Harm that reached enemies; Splash counts with its armament.";
    let mut table = Table::new(format!("{name}-tools"), "With what", note)
        .text("ace", "Ace", rows.iter().map(|(ace, ..)| *ace))
        .text("tool", "Armament or system", rows.iter().map(|(_, tool, _)| tool.as_str()));
    for (i, (column, title)) in [("uses", "Uses"), ("harm", "Harm"), ("removed", "Removed")].into_iter().enumerate() {
        let each: Vec<Estimate> = rows.iter().map(|(.., each)| each[i]).collect();
        table = table.estimates([column, &format!("{column}_interval")], title, 3, each);
    }
    table.count("n", "N", rows.iter().map(|_| tally.games))
}

/// Returns the numbers of rounds that occurred, with their missions.
fn rounds(tally: &Tally) -> Vec<(u64, u64)> {
    let counts = tally.cells[0].rounds.iter().enumerate();
    counts.filter(|(_, missions)| **missions > 0).map(|(rounds, missions)| (rounds as u64, *missions)).collect()
}

fn rounds_table(name: &str, tally: &Tally) -> Table {
    let rows: Vec<(u64, u64, Estimate)> =
        rounds(tally).into_iter().map(|(rounds, count)| (rounds, count, won(count, tally.games).share)).collect();
    Table::new(format!("{name}-rounds"), "Rounds of a mission", "Over all its battles.")
        .count("rounds", "Rounds", rows.iter().map(|row| row.0))
        .count("missions", "Missions", rows.iter().map(|row| row.1))
        .estimates(["share", "interval"], "Share", 4, rows.iter().map(|row| row.2))
        .count("n", "N", rows.iter().map(|_| tally.games))
}

/// Returns the game master's turns, by the number of Aces that count.
fn turns_table(name: &str, tally: &Tally) -> Table {
    let of = tally.observations();
    let sums = (1u64..).zip(&tally.cells[0].turns);
    // Numbers of Aces without activations have no row.
    let rows: Vec<(u64, Estimate, [Estimate; 3])> = sums
        .filter_map(|(aces, sums)| {
            let turns = count(sums, Per::Turns as usize, Unit::Several("turns"), of);
            Some((aces, turns, GmTurns::ratios(sums, tally.games)?))
        })
        .collect();
    let note = "Rows are numbers of Aces that give the game master activations. Counted are activations that could bring an \
                attack: an Ace can be harmed, and an enemy has not attacked yet. Activations and Harm are means per GM turn.";
    let table = Table::new(format!("{name}-turns"), "GM turns", note)
        .count("aces", "Aces", rows.iter().map(|row| row.0))
        .estimates(["gm_turns", "gm_turns_interval"], "GM turns", 2, rows.iter().map(|row| row.1));
    let columns = [
        (["activations_a_turn", "activations_a_turn_interval"], "Activations"),
        (["harm_a_turn", "harm_a_turn_interval"], "Harm"),
        (["attacks_per_activation", "attacks_per_activation_interval"], "Attacks an activation"),
    ];
    let table = columns.into_iter().enumerate().fold(table, |table, (i, (columns, title))| {
        table.estimates(columns, title, 3, rows.iter().map(|row| row.2[i]))
    });
    table.count("n", "N", rows.iter().map(|_| tally.games))
}

fn rounds_figure(name: &str, tally: &Tally) -> (Figure, Table) {
    let title = "Rounds of a mission";
    let rows = rounds(tally);
    let drawn = Table::new(format!("{name}-rounds-figure"), title, "")
        .text("series", "Series", rows.iter().map(|_| title))
        .count("x", title, rows.iter().map(|row| row.0))
        .number("share", "Share", 4, rows.iter().map(|row| row.1 as f64 / tally.games as f64));
    let [series, x, y] = ["series", "x", "share"].map(str::to_owned);
    let figure = Figure {
        name: format!("{name}-rounds"),
        title: title.to_owned(),
        alt: format!("Share of missions by number of rounds; the numbers are in the table {name}-rounds."),
        kind: Kind::Pmf { series, x, y, x_title: "rounds".to_owned() },
    };
    (figure, drawn)
}

/// Draws the Harm that each Ace takes in a mission.
fn harm_figure(name: &str, asked: &Batch, tally: &Tally) -> (Figure, Table) {
    let title = "Harm taken by each Ace";
    let of =
        |sums: &Sums| metric(&Pilot::ALL[Pilot::Taken as usize], sums, Pilot::Taken as usize, tally.observations());
    let cell = &asked.cells[0];
    let drawn = Table::new(format!("{name}-harm-figure"), title, "")
        .text("ace", "Ace", cell.aces.iter().map(|ace| ace.name.as_str()))
        .estimates(["harm_taken", "harm_taken_interval"], "Harm taken", 2, tally.cells[0].pilots.iter().map(of));
    let figure = Figure {
        name: format!("{name}-harm"),
        title: title.to_owned(),
        alt: format!(
            "Harm that each Ace takes in a mission, with intervals; the numbers are in the table {name}-aces."
        ),
        kind: Kind::Ranking {
            label: "ace".to_owned(),
            value: "harm_taken".to_owned(),
            interval: "harm_taken_interval".to_owned(),
            value_title: "Harm taken in a mission, 95% intervals".to_owned(),
            reference: None,
        },
    };
    (figure, drawn)
}

/// Returns all counts as JSON.
fn json_of(batch: &Batch, tally: &Tally) -> Map<String, Value> {
    let (cell, sums) = (&batch.cells[0], &tally.cells[0]);
    let [aces, gm] = cell.policies.each_ref().map(|policy| policy.name());
    let team: Vec<Value> = (cell.aces.iter().zip(&sums.pilots))
        .map(|(ace, sums)| {
            let mut told = metrics_json(Pilot::ALL, sums, tally.observations());
            told.insert("ace".to_owned(), json!(ace.name));
            told.insert("frame".to_owned(), json!(ace.model));
            Value::Object(told)
        })
        .collect();
    let mut all = Map::new();
    let known = [
        ("mission", json!(cell.plan.name)),
        ("policies", json!({ "aces": aces, "gm": gm })),
        ("signature", json!(signature(sums.signature))),
        ("aces", json!(team)),
    ];
    all.extend(known.map(|(name, value)| (name.to_owned(), value)));
    all.extend(metrics_json(Whole::ALL, &sums.metrics, tally.observations()));
    all.insert("victory".to_owned(), share_json(&victory(tally, 0)));
    all
}
