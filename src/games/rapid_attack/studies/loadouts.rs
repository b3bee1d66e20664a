//! All legal loadouts, filtered and ranked, with their Pareto front.

pub(crate) use super::summary::loadouts as summary;

use super::raw::RawLoadouts;
use super::summary::loadout_numbers;
use super::{Checker, MAX_ROWS, distinct};
use hitchart_config::{At, InputError, at_most, within};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_rapid_attack::loadouts::{
    Extras, LoadoutFilter, LoadoutSortKey, MAX_CONDITIONS, MEASURES, MOST_STATES_OF_A_STUDY, MeasuredLoadout,
    TooManyStates, all, check_work, measure, named_loadout, pareto_front,
};
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::Warning;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Most scatter plots of a study: one for each ordered pair of measures.
const MAX_SCATTER: usize = MEASURES.len() * (MEASURES.len() - 1);

/// Headings of the measures, in the order of the measures.
const TITLES: [&str; 7] = ["Hand-to-hand", "Direct", "Artillery", "Defense", "Movement", "Spotting", "Durability"];

/// A ranking of all legal loadouts.
#[derive(Clone, Debug)]
pub(crate) struct LoadoutsStudy {
    pub rules: Arc<Ruleset>,
    pub extras: Extras,
    pub whites: u8,
    pub filters: Vec<LoadoutFilter>,
    pub sort: Option<LoadoutSortKey>,
    pub pareto_only: bool,
    pub top: Option<usize>,
    /// Pairs of measures to plot against each other, by name.
    pub scatter: Vec<(String, String)>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let place = written.kind.clone();
    let raw: RawLoadouts = written.read()?;
    let at = |text: &At<String>| {
        let span = text.span.clone();
        move |error: InputError| error.or_at(checker.file, span)
    };
    let span = raw.filters.last().map_or(0..0, |last| last.span.clone());
    at_most(raw.filters.len(), "where", MAX_CONDITIONS).map_err(|error| error.or_at(checker.file, span))?;
    if let Some(scatter) = &raw.scatter {
        let span = scatter.span.clone();
        at_most(scatter.value.len(), "scatter", MAX_SCATTER).map_err(|error| error.or_at(checker.file, span))?;
    }
    let filters = raw.filters.iter().map(|text| LoadoutFilter::parse(&text.value).map_err(at(text)));
    let sort = raw.sort.as_ref().map(|text| LoadoutSortKey::parse(&text.value).map_err(at(text)));
    let measure = |text: &At<String>| match MEASURES.contains(&text.value.as_str()) {
        true => Ok(text.value.clone()),
        false => Err(at(text)(InputError::unknown("measure", &text.value, MEASURES))),
    };
    let scatter = raw.scatter.iter().flat_map(|scatter| &scatter.value).map(|[x, y]| Ok((measure(x)?, measure(y)?)));
    let study = LoadoutsStudy {
        rules: checker.rules(),
        extras: Extras { split: raw.split, environment: raw.environment, rockets: raw.rockets },
        whites: checker.optional(&raw.whites, "whites", 0, checker.rules.frame.whites)?,
        filters: filters.collect::<Result<_, _>>()?,
        sort: sort.transpose()?,
        pareto_only: raw.pareto,
        top: raw.top.as_ref().map(|top| within(checker.file, top, "top", 1, MAX_ROWS)).transpose()?,
        scatter: distinct(scatter.collect::<Result<_, InputError>>()?),
    };
    check_work(study.extras, checker.rules, MOST_STATES_OF_A_STUDY)
        .map_err(|error| InputError::at(checker.file, place, error).with_help(Some(TooManyStates::HELP)))?;
    Ok(Arc::new(study))
}

impl Study for LoadoutsStudy {
    fn kind(&self) -> &'static str {
        "loadouts"
    }

    fn files(&self) -> Vec<String> {
        self.scatter.iter().map(|(x, y)| pair(x, y)).collect()
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        answer(name, self)
    }
}

/// Returns the part of a file name for two measures.
fn pair(x: &str, y: &str) -> String {
    format!("{x}-{y}").replace('_', "-")
}

/// Returns the ranked table and a scatter plot for each pair of measures.
fn answer(name: &str, asked: &LoadoutsStudy) -> Answer {
    let (rows, warnings) = chosen(name, asked);
    let table = lay_out(name, asked, &rows);
    let figures = match table.rows() {
        0 => Vec::new(),
        _ => asked.scatter.iter().map(|(x, y)| (scatter(name, x, y, table.rows()), table.clone())).collect(),
    };
    let said = summary(asked, &rows);
    let line = said.first().map_or_else(String::new, |said| format!("{}, exact", said.trim_end_matches('.')));
    let numbers = loadout_numbers(&rows);
    Answer { said, line, numbers, tables: vec![table], figures, warnings, ..Answer::default() }
}

/// A loadout with its measures, and true if it is on the Pareto front.
pub(crate) type LoadoutRow = (MeasuredLoadout, bool);

/// Returns the loadouts that a study selects, ranked. The front is computed over all loadouts that meet the conditions.
pub(crate) fn chosen(name: &str, asked: &LoadoutsStudy) -> (Vec<LoadoutRow>, Vec<Warning>) {
    let rules = &asked.rules;
    let measured = all(asked.extras, rules).into_iter().map(|loadout| measure(loadout, asked.whites, rules));
    let mut chosen: Vec<MeasuredLoadout> = measured.filter(|m| asked.filters.iter().all(|f| f.accepts(m))).collect();
    if let Some(sort) = asked.sort {
        sort.sort(&mut chosen);
    }
    let front = pareto_front(&chosen);
    let pairs = chosen.into_iter().zip(front).filter(|(_, on_front)| *on_front || !asked.pareto_only);
    let rows: Vec<LoadoutRow> = pairs.take(asked.top.unwrap_or(usize::MAX)).collect();
    let warnings = match rows.is_empty() {
        true => vec![Warning::NothingSelected { what: name.to_owned() }],
        false => Vec::new(),
    };
    (rows, warnings)
}

/// Returns the table of a ranking, one row per loadout.
pub(crate) fn lay_out(name: &str, asked: &LoadoutsStudy, rows: &[LoadoutRow]) -> Table {
    let archetype = |m: &MeasuredLoadout| named_loadout(&m.loadout).map_or("", |archetype| archetype.name.as_str());
    let dice = match asked.whites {
        1 => "one white die".to_owned(),
        n => format!("{n} white dice"),
    };
    let note = format!(
        "Exact, with {dice} given to each measure in turn. Expected damage at each range to a target in the open with a \
         defense of 0; expected defense, movement, spot; durability: typical attacks up to the one that destroys it, \
         losing systems in the best order. Front: no other listed loadout is at least as good in every measure and \
         better in one."
    );
    let table = Table::new(format!("{name}-loadouts"), "Loadouts", note)
        .text("loadout", "Loadout", rows.iter().map(|(m, _)| m.loadout.to_string()))
        .text("archetype", "Archetype", rows.iter().map(|(m, _)| archetype(m)))
        .count("systems", "Systems", rows.iter().map(|(m, _)| m.loadout.systems() as u64));
    let table = MEASURES.iter().zip(TITLES).enumerate().fold(table, |table, (i, (measure, title))| {
        table.number(measure, title, 3, rows.iter().map(|(m, _)| Some(m.values[i]).filter(|v| v.is_finite())))
    });
    table.flag("front", "Front", rows.iter().map(|(_, front)| *front))
}

fn scatter(name: &str, x: &str, y: &str, loadouts: usize) -> Figure {
    let title = |measure: &str| {
        let i = MEASURES.iter().position(|known| *known == measure);
        i.map_or_else(String::new, |i| TITLES[i].to_lowercase())
    };
    let (x_title, y_title) = (title(x), title(y));
    Figure {
        name: format!("{name}-{}", pair(x, y)),
        title: format!("Loadouts by {x_title} and {y_title}"),
        alt: format!(
            "Scatter plot of {loadouts} loadouts, {y_title} against {x_title}, those on the Pareto front labelled; the \
             numbers are in the table {name}-loadouts."
        ),
        kind: FigureKind::Pareto {
            x: x.to_owned(),
            y: y.to_owned(),
            x_title,
            y_title,
            label: "loadout".to_owned(),
            front: "front".to_owned(),
        },
    }
}
