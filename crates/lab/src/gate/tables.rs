//! Tables of a check, for people and for pull requests.

use super::judge::Verdict;
use super::outcome::Outcome;
use crate::study::Estimates;
use hitchart_report::table::Table;

/// Maximum exact numbers of a measure in the table.
const MOST_EXACT: usize = 20;

/// Returns the tables of the layers and their details; empty tables are left out.
pub fn tables(outcome: &Outcome) -> Vec<Table> {
    let all = [rules(outcome), layers(outcome), statistics(outcome), exact(outcome), signature(outcome)];
    all.into_iter().filter(|table| table.rows() > 0).collect()
}

fn layers(outcome: &Outcome) -> Table {
    let layers = outcome.layers();
    Table::new("check-layers", "Layers", "")
        .text("layer", "Layer", layers.iter().map(|layer| layer.name))
        .text("verdict", "Verdict", layers.iter().map(|layer| layer.verdict.name()))
        .text("said", "Why", layers.iter().map(|layer| layer.said.as_str()))
}

/// Returns the table of exact numbers that changed.
fn exact(outcome: &Outcome) -> Table {
    let changed = outcome.exact.iter().filter(|measure| !measure.same);
    let rows = || changed.clone().flat_map(|m| m.moved.iter().take(MOST_EXACT).map(move |moved| (m, moved)));
    let whole: Vec<String> =
        changed.clone().map(|measure| format!("{}: {}", measure.measure, measure.said())).collect();
    let more = changed.clone().any(|measure| measure.moved.len() > MOST_EXACT);
    let shown = if more { format!(" The {MOST_EXACT} largest changes of each.") } else { String::new() };
    let effect = |values: [Option<f64>; 2]| Some(values[1]? - values[0]?);
    Table::new("check-exact", "Exact numbers that differ", format!("{}.{shown}", whole.join("; ")))
        .text("measure", "Measure", rows().map(|(measure, _)| measure.measure.as_str()))
        .text("item", "Of", rows().map(|(_, moved)| moved.item.as_str()))
        .number("before", "Baseline", 4, rows().map(|(_, moved)| moved.values[0]))
        .number("after", "Now", 4, rows().map(|(_, moved)| moved.values[1]))
        .number("effect", "Change", 4, rows().map(|(_, moved)| effect(moved.values)))
}

/// Returns the table of studies with games that ended differently.
fn signature(outcome: &Outcome) -> Table {
    let rows = || outcome.signature.iter().filter(|signed| !signed.is_same());
    let note = "`hitchart play FILE --study NAME --replay GAME` plays a game again. --accept signature accepts the differences.";
    Table::new("check-signature", "Games that ended differently", note)
        .text("study", "Study", rows().map(|signed| signed.study.as_str()))
        .count("differing", "Groups that differ", rows().map(|signed| signed.differing))
        .count("groups", "Of", rows().map(|signed| signed.groups))
        .count("first_game", "First game", rows().map(|signed| signed.first))
}

/// Returns the table of every tested number, those that drifted first.
fn statistics(outcome: &Outcome) -> Table {
    let mut rows: Vec<_> = outcome.statistics.iter().collect();
    rows.sort_by_key(|standing| match standing.verdict {
        Verdict::Drift => 0,
        Verdict::Inconclusive => 1,
        Verdict::Pass => 2,
    });
    let note = "On the random numbers of the baseline. Pass: the whole interval lies within the margin; drift: beyond it. An \
                empty change means no change: every game gave the same number. Games to decide: games needed for a 90% chance \
                of a verdict, if the change is as large as it looks. Intervals allow for all looks.";
    Table::new("check-statistics", "Numbers against their margins", note)
        .text("study", "Study", rows.iter().map(|row| row.study.as_str()))
        .text("metric", "Metric", rows.iter().map(|row| row.quantity.metric.as_str()))
        .text("whose", "Of", rows.iter().map(|row| row.quantity.of.as_str()))
        .number("before", "Baseline", 3, rows.iter().map(|row| row.means[0]))
        .number("after", "Now", 3, rows.iter().map(|row| row.means[1]))
        .estimates(
            ["effect", "effect_interval"],
            "Change",
            4,
            rows.iter().map(|row| row.estimate.filter(|_| !row.is_unchanged())),
        )
        .number("allowance", "Margin", 3, rows.iter().map(|row| row.margin))
        .text("verdict", "Verdict", rows.iter().map(|row| row.verdict.name()))
        .count("n", "N", rows.iter().map(|row| row.estimate.map_or(0, |estimate| estimate.n)))
        .count("enough", "Games to decide", rows.iter().map(|row| row.enough()))
}

/// Returns the table of rule fields that changed.
fn rules(outcome: &Outcome) -> Table {
    let rows = &outcome.rules;
    Table::new("check-rules", "Rules that changed", "")
        .text("field", "Field", rows.iter().map(|row| row.path.as_str()))
        .text("was", "Baseline", rows.iter().map(|row| row.values[0].as_str()))
        .text("is", "Now", rows.iter().map(|row| row.values[1].as_str()))
}
