//! All legal loadouts, filtered and ranked, with their Pareto front.

use super::super::loadouts::{MEASURES, Measured, all, measure, pareto_front};
use super::super::roster::named_loadout;
use super::super::ruleset::Ruleset;
use super::LoadoutsStudy;
use crate::plot::{Figure, Kind};
use crate::report::Warning;
use crate::study::Answer;
use crate::table::Table;

/// Headings of the measures, in their order.
const TITLES: [&str; 7] = ["Hand-to-hand", "Direct", "Artillery", "Defense", "Movement", "Spotting", "Durability"];

/// The ranked table and a scatter plot for each pair of measures.
pub fn answer(name: &str, asked: &LoadoutsStudy, rules: &Ruleset) -> Answer {
    let (table, warnings) = table(name, asked, rules);
    let figures = match table.rows() {
        0 => Vec::new(),
        _ => asked.scatter.iter().map(|(x, y)| (scatter(name, x, y, table.rows()), table.clone())).collect(),
    };
    Answer { tables: vec![table], figures, warnings }
}

/// The loadouts that a study selects, ranked. The front is that of all loadouts which meet the conditions.
pub fn table(name: &str, asked: &LoadoutsStudy, rules: &Ruleset) -> (Table, Vec<Warning>) {
    let measured = all(asked.extras, rules).into_iter().map(|loadout| measure(loadout, asked.whites, rules));
    let mut chosen: Vec<Measured> = measured.filter(|m| asked.filters.iter().all(|f| f.accepts(m))).collect();
    if let Some(sort) = asked.sort {
        sort.sort(&mut chosen);
    }
    let front = pareto_front(&chosen);
    let pairs = chosen.into_iter().zip(front).filter(|(_, on_front)| *on_front || !asked.pareto_only);
    let rows: Vec<(Measured, bool)> = pairs.take(asked.top.unwrap_or(usize::MAX)).collect();
    let warnings = match rows.is_empty() {
        true => vec![Warning::NothingSelected { what: name.to_owned() }],
        false => Vec::new(),
    };
    (lay_out(name, asked, &rows), warnings)
}

fn lay_out(name: &str, asked: &LoadoutsStudy, rows: &[(Measured, bool)]) -> Table {
    let archetype = |m: &Measured| named_loadout(&m.loadout).map_or("", |archetype| archetype.name.as_str());
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
        name: format!("{name}-{}-{}", x.replace('_', "-"), y.replace('_', "-")),
        title: format!("Loadouts by {x_title} and {y_title}"),
        alt: format!(
            "Scatter plot of {loadouts} loadouts, {y_title} against {x_title}, those on the Pareto front labelled; the \
             numbers are in the table {name}-loadouts."
        ),
        kind: Kind::Pareto {
            x: x.to_owned(),
            y: y.to_owned(),
            x_title,
            y_title,
            label: "loadout".to_owned(),
            front: "front".to_owned(),
        },
    }
}
