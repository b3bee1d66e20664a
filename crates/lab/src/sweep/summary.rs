//! Summary of a sweep: the answer to a target, the obstacles, and the changes by each field.

use super::search;
use super::search::{Fresh, Reach, SearchOutcome, SearchResult, TargetRange};
use super::sensitivity::{Curve, Sensitive, Sensitivity};
use super::{Place, SweepCell, SweepStudy};
use crate::study::{Limit, Quantity, RunCounts, rivals};
use hitchart_config::words::counted;
use hitchart_report::KeyNumber;
use hitchart_stats::{Estimate, LEVEL};

/// Minimum share of games ended by a limit for the limit to count as an obstacle.
const MOSTLY: f64 = 0.8;
/// Maximum changes that a sentence names.
const NAMED: usize = 4;

/// Describes the answers to a target, one for each study and rung.
pub(super) fn summary(study: &SweepStudy, name: &str, all: &RunCounts) -> Vec<String> {
    let one = |cell: &SweepCell| {
        let answered = search::answered(study, name, cell, all)?;
        let way = obstacle(study, name, cell, &answered, all).map_or_else(String::new, |way| format!(" {way}"));
        Some(in_words(study, cell, &answered) + &way)
    };
    study.cells.iter().filter_map(one).collect()
}

/// Returns the number of the target under the unchanged ruleset and under the one that was found.
pub(super) fn numbers(study: &SweepStudy, name: &str, all: &RunCounts) -> Vec<KeyNumber> {
    let one = |cell: &SweepCell| {
        let answered = search::answered(study, name, cell, all)?;
        let quantity = &cell.base.quantities[answered.aim.quantity];
        let number = |setting: &str, estimate: Option<Estimate>| {
            let label = format!("{} ({}, {setting})", quantity.words(), cell.study);
            Some(KeyNumber::new(label, quantity.estimated(&estimate?)))
        };
        let found = answered.fresh().or(answered.found);
        let is_base = answered.place == study.base();
        let base = number("unchanged rules", if is_base { found.or(answered.base) } else { answered.base });
        let found = number(&study.describe(answered.place), found).filter(|_| !is_base);
        Some(base.into_iter().chain(found).collect::<Vec<_>>())
    };
    study.cells.iter().filter_map(one).flatten().collect()
}

/// Describes the searches that need more games to decide.
pub(super) fn undecided(study: &SweepStudy, name: &str, all: &RunCounts) -> String {
    let open = |cell: &&SweepCell| {
        search::answered(study, name, cell, all).is_some_and(|answered| answered.outcome == SearchOutcome::Open)
    };
    let open: Vec<&str> = study.cells.iter().filter(open).map(|cell| cell.study.as_str()).collect();
    match open.is_empty() {
        true => String::new(),
        false => format!(
            "Games did not decide whether the target is reached in {}; play more with --games.",
            open.join(", ")
        ),
    }
}

/// Names the study and the players of a cell.
fn place(cell: &SweepCell) -> String {
    if cell.rung == "as given" { cell.study.clone() } else { format!("{}, {}", cell.study, cell.rung) }
}

/// Returns the target as written, with its range on either side.
pub(super) fn stated(study: &SweepStudy, cell: &SweepCell, aim: TargetRange) -> String {
    let text = study.plan.target.as_ref().map_or("the target", |target| target.text.as_str());
    format!("{text}{}", aim.distance(&cell.base.quantities[aim.quantity]))
}

/// Describes the answer to a target for one study and rung.
pub(super) fn in_words(study: &SweepStudy, cell: &SweepCell, answered: &SearchResult) -> String {
    let (games, setting) = (counted(answered.games, "games"), study.describe(answered.place));
    let target = stated(study, cell, answered.aim);
    let quantity = &cell.base.quantities[answered.aim.quantity];
    let value = |estimate: Option<Estimate>, games: &str| {
        estimate.map_or_else(String::new, |estimate| value(quantity, &estimate, games))
    };
    let fresh = value(answered.fresh(), "new games");
    let what = match answered.outcome {
        SearchOutcome::Reached if answered.place == study.base() => {
            format!("{target} is reached by the unchanged rules{fresh}")
        }
        SearchOutcome::Reached => match answered.nearer {
            None => format!("{target} is reached by {setting}, the smallest change that does{fresh}"),
            Some(nearer) if nearer == study.base() => {
                format!("{target} is reached by {setting}{fresh}; the unchanged rules may reach it too")
            }
            Some(nearer) => {
                format!("{target} is reached by {setting}{fresh}; {} may reach it too", study.describe(nearer))
            }
        },
        SearchOutcome::Open => {
            format!("{target} may be reached by {setting}{fresh}{}", others(study, quantity, answered))
        }
        SearchOutcome::Missed => {
            format!("{target} is not reached: all rulesets that seemed to reach it failed on fresh seeds")
        }
        SearchOutcome::None => {
            let nearest = if answered.place == study.base() { "the unchanged rules" } else { &setting };
            let is_open = answered.found.is_some_and(|found| answered.aim.reach(&found) == Reach::Open);
            let shown = if is_open { "shown to be " } else { "" };
            let found = value(answered.found, "games");
            format!("{target} is not {shown}reached within the bounds; nearest is {nearest}{found}")
        }
    };
    format!("{}: {what} ({games} in all).", place(cell))
}

/// Formats an estimate after the rules that it is of.
fn value(quantity: &Quantity, estimate: &Estimate, games: &str) -> String {
    format!(": {} {} in {}", quantity.words(), quantity.estimated(estimate), counted(estimate.n, games))
}

/// Describes the tested rules, other than those of the answer, that may reach the target too.
fn others(study: &SweepStudy, quantity: &Quantity, answered: &SearchResult) -> String {
    let others = answered.tests.iter().filter(|test| test.reach == Reach::Open && test.place != answered.place);
    let other = |test: &Fresh| {
        let place = study.describe(test.place);
        format!("; {place} may reach it too{}", value(quantity, &test.estimate, "new games"))
    };
    others.map(other).collect()
}

/// Describes the obstacle to a target that is not reached: a limit that ends the games, or fields that change nothing.
fn obstacle(
    study: &SweepStudy,
    name: &str,
    cell: &SweepCell,
    answered: &SearchResult,
    all: &RunCounts,
) -> Option<String> {
    if !matches!(answered.outcome, SearchOutcome::None | SearchOutcome::Missed) {
        return None;
    }
    let limits = study.limits.iter().filter(|limit| !study.fields.iter().any(|field| field.path == limit.field));
    for limit in limits.filter(|limit| cell.base.quantities[answered.aim.quantity].metric == limit.of) {
        if let Some(share) = ended_by(study, name, cell, (answered.place, limit), all) {
            let share = share.percent();
            return Some(format!("{share} of games end by a limit of the rules: try the field {}.", limit.field));
        }
    }
    let (base, found) = (answered.base?, answered.found?);
    let fields = study.fields.iter().map(|field| field.path.as_str()).collect::<Vec<_>>().join(", ");
    (base.point == found.point)
        .then(|| format!("In these games no value of {fields} brings it nearer than the unchanged rules."))
}

/// Returns the share of games that a limit ends. `None` if it does not end most.
fn ended_by(
    study: &SweepStudy,
    name: &str,
    cell: &SweepCell,
    (place, limit): (Place, &Limit),
    all: &RunCounts,
) -> Option<Estimate> {
    let reached = cell.base.quantities.iter().position(|quantity| quantity.metric == limit.reached)?;
    let tally = study.tally(name, cell, place, all, usize::MAX)?;
    tally.estimate(&cell.base, reached, LEVEL).filter(|share| share.point >= MOSTLY)
}

/// Describes the changes from the first value of a field to the last, in a sentence for each study, rung and field.
pub(super) fn moved(study: &SweepStudy, curves: &[Curve<'_>]) -> Vec<String> {
    let one = |(cell, field): (&SweepCell, usize)| {
        let is_of =
            |curve: &&Curve<'_>| (&curve.cell.study, &curve.cell.rung, curve.field) == (&cell.study, &cell.rung, field);
        let of_cell: Vec<&Curve<'_>> = curves.iter().filter(is_of).filter(|curve| !curve.spots.is_empty()).collect();
        let [first, last] = of_cell.first()?.ends();
        let mean = match study.fields.len() {
            1 => "",
            2 => " on average over the other field",
            _ => " on average over the other fields",
        };
        // A part of a range reads as one value.
        let part = |value: &str| if value.contains(" to ") { format!("({value})") } else { value.to_owned() };
        let (path, from, to) = (&study.fields[field].path, part(&first.value), part(&last.value));
        let games = counted(first.estimate.n.min(last.estimate.n), "games");
        let changes = changes(cell, &of_cell);
        Some(format!("{}: with {path} from {from} to {to}{mean}, {changes} ({games} at each).", place(cell)))
    };
    let fields = 0..study.fields.len();
    study.cells.iter().flat_map(|cell| fields.clone().map(move |field| (cell, field))).filter_map(one).collect()
}

/// Names the numbers that change by a field and those that do not. Of each metric, the first number that changes is named,
/// or else the first, which is that of the whole game if there is one.
fn changes(cell: &SweepCell, curves: &[&Curve<'_>]) -> String {
    let (mut moved, mut still) = (Vec::new(), Vec::new());
    for alike in by_metric(cell, curves, |curve| curve.quantity) {
        let shown: Vec<&Curve<'_>> = alike.iter().copied().filter(|curve| curve.has_moved()).collect();
        match shown.as_slice() {
            [] => match alike.iter().find_map(|curve| between_in_words(curve)) {
                Some(change) => moved.push(change),
                None => still.push(largest_in_words(&alike)),
            },
            [first] => moved.push(change_in_words(first)),
            [first, others @ ..] => {
                moved.push(format!("{} (and {} more of this metric)", change_in_words(first), others.len()));
            }
        }
    }
    let still = match still.len() {
        0 => None,
        n if n > NAMED && moved.is_empty() => Some("no compared number clearly changes".to_owned()),
        n if n > NAMED => Some(format!("{n} other numbers do not clearly change")),
        _ => Some(format!("no clear change: {}", still.join("; "))),
    };
    let moved = (!moved.is_empty()).then(|| format!("clear changes: {}", some(moved, "; ")));
    moved.into_iter().chain(still).collect::<Vec<String>>().join("; ")
}

/// Returns rows grouped by the metric of their quantities, in the order of the rows.
fn by_metric<'a, T>(cell: &SweepCell, rows: &[&'a T], quantity: impl Fn(&T) -> usize) -> Vec<Vec<&'a T>> {
    let metric = |row: &T| &cell.base.quantities[quantity(row)].metric;
    let mut groups: Vec<Vec<&T>> = Vec::new();
    for row in rows {
        match groups.iter_mut().find(|group| metric(group[0]) == metric(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

/// Joins the first parts, and counts the rest.
fn some(mut parts: Vec<String>, between: &str) -> String {
    let more = parts.len().saturating_sub(NAMED);
    parts.truncate(NAMED);
    let more = if more > 0 { format!(" and {}", counted(more as u64, "more metrics")) } else { String::new() };
    parts.join(between) + &more
}

/// Describes the largest of the changes of a metric, none of which is clear.
fn largest_in_words(alike: &[&Curve<'_>]) -> String {
    let size = |curve: &Curve<'_>| {
        let [first, last] = curve.ends().map(|spot| spot.estimate.point);
        (last - first).abs()
    };
    // Of equal changes the first: that of the whole game, if there is one.
    let largest = alike.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(&alike[0]);
    let of = if alike.len() > 1 { format!(" (the largest of {} of this metric)", alike.len()) } else { String::new() };
    change_in_words(largest) + &of
}

/// Describes the change of a number from the first value of a field to the last: `the rounds from 4.0 to 6.0, +2.0 (+1.5
/// to +2.6)`.
fn change_in_words(curve: &Curve<'_>) -> String {
    let quantity = &curve.cell.base.quantities[curve.quantity];
    let [first, last] = curve.ends().map(|spot| &spot.estimate);
    let words = quantity.words();
    match &curve.change {
        Some(change) => {
            let [from, to] = quantity.ends([first.point, last.point]);
            // A search for a target plays more games of some values.
            let shared = if first.n == last.n { "," } else { "; in the games that both played" };
            format!("the {words} from {from} to {to}{shared} {}", quantity.change(change))
        }
        None => format!("the {words} from {} to {}", quantity.estimated(first), quantity.estimated(last)),
    }
}

/// Describes the largest shown change from the first value of a field to one between the first and the last. `None` if none
/// is shown.
fn between_in_words(curve: &Curve<'_>) -> Option<String> {
    let (spot, change) = curve.between.as_ref()?;
    let quantity = &curve.cell.base.quantities[curve.quantity];
    let first = curve.spots.first()?;
    let [from, to] = quantity.ends([first.estimate.point, spot.estimate.point]);
    Some(format!("the {} from {from} to {to} at {}, {}", quantity.words(), spot.value, quantity.change(change)))
}

/// Describes which field matters most to each metric, in a sentence for each study and rung. Of the numbers of a metric, the
/// one with the most certain effect is named.
pub(super) fn sensitivities(study: &SweepStudy, rows: &[Sensitive<'_>]) -> Vec<String> {
    let one = |cell: &SweepCell| {
        let is_of = |row: &&Sensitive<'_>| (&row.cell.study, &row.cell.rung) == (&cell.study, &cell.rung);
        let of_cell: Vec<&Sensitive<'_>> = rows.iter().filter(is_of).collect();
        let most = |alike: Vec<&Sensitive<'_>>| {
            let effects = alike.into_iter().filter_map(|row| Some((row, row.effect()?)));
            let (top, effect) = effects.max_by(|a, b| a.1.interval.0.total_cmp(&b.1.interval.0))?;
            let words = cell.base.quantities[top.quantity].words();
            let others = of_cell.iter().filter(|row| row.quantity == top.quantity && row.field != top.field);
            let near = rivals(&effect, others.filter_map(|row| Some((row.field, row.effect()?))), "important");
            Some(match effect.interval.0 > 0.0 {
                true => format!("for the {words} {} ({}{near})", top.field, in_words_of(top, &effect)),
                false => format!("for the {words} none that is shown"),
            })
        };
        let said: Vec<String> = by_metric(cell, &of_cell, |row| row.quantity).into_iter().filter_map(most).collect();
        match (of_cell.is_empty(), said.is_empty()) {
            (true, _) => None,
            (_, true) => Some(format!("{}: no number varies by more than the noise of the games.", place(cell))),
            _ => Some(format!("{}: the field that matters most: {}.", place(cell), some(said, ", "))),
        }
    };
    study.cells.iter().filter_map(one).collect()
}

/// Formats the effect of a field: the part of the variance, or the change between its ends.
fn in_words_of(row: &Sensitive<'_>, effect: &Estimate) -> String {
    match row.found {
        Some(Sensitivity::Indices(_)) => format!("{} of the variance", effect.percent()),
        _ => {
            let quantity = &row.cell.base.quantities[row.quantity];
            format!("{} between its ends", quantity.change(effect).trim_start_matches('+'))
        }
    }
}
