//! Tables for people: the text of a table at the terminal, and the cells that terminals and pages show.
//!
//! People see an estimate and its interval in one cell, shares in percent, and metrics by title. Files keep identifiers
//! and all digits.

use super::table::{
    Column, Table, Values, cell, entry, number_within, p_value, percent, percent_within, points_within, signed_within,
};
use super::{Labels, brief::wrapped, table::escape::line};
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, Width};
use std::cmp::Reverse;

// Text at the terminal.

/// Spaces around the content of a cell, both sides together.
const PADDING: usize = 2;
/// Further spaces between columns.
const SEPARATOR: usize = 1;
/// Least width of a text column, in characters.
const NARROW_TEXT: usize = 16;

/// Formats the table with its title above and its note below. Lines have at most `width` characters: headings and texts
/// wrap, and the least important columns that still do not fit are left out and named below the table. Without a width,
/// as in a file or a pipe, nothing wraps and nothing is left out.
pub fn terminal(table: &Table, width: Option<usize>) -> String {
    let mut out = format!("{}\n", line(&table.title));
    if table.rows() == 0 {
        out.push_str("No rows.\n");
    } else {
        let (shown, left) = fitting(table, width);
        out.push_str(&grid(&shown, width));
        out.push('\n');
        if !left.is_empty() {
            out.push_str(&lines(&left_out(&left), width));
        }
    }
    if !table.note.is_empty() {
        out.push_str(&lines(&table.note, width));
    }
    out
}

/// Returns the columns that fit the width, and the titles of those left out, in order. An interval stays with its
/// value. The least important columns are left out first, and of equally important columns the last; the first column
/// always stays.
fn fitting(table: &Table, width: Option<usize>) -> (Vec<&Column>, Vec<&str>) {
    let mut groups = groups(table);
    let mut left: Vec<&Column> = Vec::new();
    let too_wide =
        |groups: &[Group<'_>]| width.is_some_and(|width| groups.iter().map(Group::width).sum::<usize>() > width);
    while too_wide(&groups) {
        let least = (1..groups.len()).min_by_key(|at| (groups[*at].rank, Reverse(*at)));
        let Some(at) = least else { break };
        // The last value is removed after its interval.
        match groups[at].columns.pop() {
            Some(interval) if groups.len() == 2 && !groups[at].columns.is_empty() => left.push(interval),
            last => {
                left.extend(last);
                left.extend(groups.remove(at).columns);
            }
        }
    }
    let is_left = |column: &&Column| left.iter().any(|gone| gone.name == column.name);
    let titles = table.columns.iter().filter(is_left).map(|column| column.title.as_str());
    (groups.into_iter().flat_map(|group| group.columns).collect(), titles.collect())
}

/// Importance of columns, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Counts, units and explanations.
    Beside,
    Plain,
    /// A value with its interval.
    Estimate,
    /// A further name of the rows.
    Name,
    /// The first value of the table, effects and verdicts.
    Key,
}

/// Columns that are shown or left out together.
struct Group<'a> {
    columns: Vec<&'a Column>,
    rank: Rank,
}

impl Group<'_> {
    fn width(&self) -> usize {
        self.columns.iter().map(|column| least_width(column) + SEPARATOR).sum()
    }
}

/// Groups the columns of a table.
fn groups(table: &Table) -> Vec<Group<'_>> {
    const KEYS: [&str; 5] = ["before", "after", "effect", "change", "verdict"];
    let mut groups: Vec<Group<'_>> = Vec::new();
    let names = table.columns.iter().take_while(|column| matches!(column.values, Values::Text(_))).count();
    let is_number = |column: &Column| !matches!(column.values, Values::Text(_) | Values::Flag(_));
    let first = table.columns.windows(2).position(|pair| matches!(pair[1].values, Values::Interval { .. }));
    let first = first.or_else(|| table.columns.iter().position(|column| is_number(column) && !is_beside(column)));
    for (at, column) in table.columns.iter().enumerate() {
        match groups.last_mut() {
            Some(last) if matches!(column.values, Values::Interval { .. }) => {
                last.columns.push(column);
                last.rank = last.rank.max(Rank::Estimate);
            }
            _ => {
                let rank = match column.name.as_str() {
                    name if KEYS.contains(&name) => Rank::Key,
                    _ if Some(at) == first => Rank::Key,
                    _ if is_beside(column) => Rank::Beside,
                    _ if at < names => Rank::Name,
                    _ => Rank::Plain,
                };
                groups.push(Group { columns: vec![column], rank });
            }
        }
    }
    groups
}

/// Returns true for counts, units and explanations.
fn is_beside(column: &Column) -> bool {
    ["n", "n_a", "n_b", "observations", "pairs", "unit", "how", "meaning"].contains(&column.name.as_str())
}

/// Returns a line with the names of the columns that are left out.
fn left_out(titles: &[&str]) -> String {
    // Intervals are left out with their values, which are named.
    let named: Vec<&str> = titles.iter().copied().filter(|title| *title != "95% interval").collect();
    let named = if named.is_empty() { titles.to_vec() } else { named };
    format!("Not shown for lack of width: {}; a wider terminal or --format md shows all.", named.join(", "))
}

/// Returns the characters that a column needs, with padding: numbers never break, headings break between words.
fn least_width(column: &Column) -> usize {
    let cells = (0..column.values.len()).map(|row| cell(&column.values, row).chars().count()).max().unwrap_or(0);
    let cells = if matches!(column.values, Values::Text(_)) { cells.min(NARROW_TEXT) } else { cells };
    let words = column.title.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    cells.max(words) + PADDING
}

fn grid(columns: &[&Column], width: Option<usize>) -> String {
    let mut grid = Grid::new();
    grid.load_style(UTF8_HORIZONTAL_ONLY);
    grid.style_mut().row_separator = LineStyle::none();
    let aligned = |column: &Column, text: &str| {
        let right = !matches!(column.values, Values::Text(_) | Values::Flag(_));
        Cell::new(line(text)).set_alignment(if right { CellAlignment::Right } else { CellAlignment::Left })
    };
    grid.set_header(columns.iter().map(|column| aligned(column, &column.title)).collect::<Vec<_>>());
    for row in 0..columns.first().map_or(0, |column| column.values.len()) {
        grid.add_row(columns.iter().map(|c| aligned(c, &cell(&c.values, row))).collect::<Vec<_>>());
    }
    if let Some(width) = width {
        let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(short(width));
        let least = |column: &&Column| ColumnConstraint::LowerBoundary(Width::Fixed(short(least_width(column))));
        grid.set_constraints(columns.iter().map(least));
    } else {
        grid.set_content_arrangement(ContentArrangement::Disabled);
    }
    grid.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Breaks a text into lines of at most `width` characters, each with a line end.
fn lines(text: &str, width: Option<usize>) -> String {
    wrapped(text, width.unwrap_or(usize::MAX)).join("\n") + "\n"
}

// Columns and cells for people.

/// Width of a page's text column, in pixels of a desktop page.
const ROOM: usize = 1040;
/// Width of a character, and of the padding around a cell, in pixels.
const CHARACTER: usize = 8;
const AROUND: usize = 22;
/// Number of characters at which a cell breaks into lines.
const LONGEST: usize = 30;
/// Columns to hide first if not all fit, least important first.
const LEAST: [&str; 19] = [
    "how",
    "observations",
    "p",
    "p_value",
    "n",
    "allowance",
    "robust",
    "rung",
    "enough",
    "p_adjusted",
    "unit",
    "study",
    "ties",
    "rank",
    "games",
    "signature",
    "group",
    "lost",
    "drawn",
];
/// Columns that are never hidden.
const KEPT: [&str; 11] =
    ["ruleset", "metric", "whose", "before", "after", "effect", "verdict", "entrant", "mean", "share", "wins"];

/// A column of a table as a page shows it.
pub(super) struct Shown<'a> {
    pub column: &'a Column,
    pub title: &'a str,
    /// Explanation of the column; may be empty.
    pub meaning: String,
    pub cells: Vec<String>,
    /// True if the column is hidden until the reader asks for all columns.
    pub extra: bool,
}

/// Returns the columns of a table for people; columns that do not fit the page are marked as extra.
pub(super) fn shown<'a>(table: &'a Table, labels: &Labels) -> Vec<Shown<'a>> {
    let mut all = Vec::new();
    let mut columns = table.columns.iter().peekable();
    while let Some(column) = columns.next() {
        if repeats(table, column) {
            continue;
        }
        let interval = columns.next_if(|next| belongs(column, next));
        let show = |row| text(table, labels, (column, interval), row);
        let cells = (0..table.rows()).map(show).collect();
        all.push(Shown { column, title: &column.title, meaning: meaning(&column.name), cells, extra: false });
    }
    hide(&mut all);
    all
}

/// Returns true if a column repeats another: the number of observations is shown only if it differs from that of games.
fn repeats(table: &Table, column: &Column) -> bool {
    column.name == "observations" && table.numbers("observations") == table.numbers("n")
}

/// Returns true if a column holds the intervals of the column before it.
fn belongs(column: &Column, next: &Column) -> bool {
    let named = next.name.strip_suffix("_interval").is_some_and(|name| name == column.name)
        || next.name == "interval"
        || next.title == "95% interval";
    named && matches!(column.values, Values::Number { .. }) && matches!(next.values, Values::Interval { .. })
}

fn meaning(name: &str) -> String {
    entry(name).map_or_else(String::new, |entry| match entry.unit.as_str() {
        "" => entry.meaning,
        unit => format!("{} ({unit})", entry.meaning),
    })
}

/// Hides the least important columns until the rest fits the page.
fn hide(all: &mut [Shown<'_>]) {
    let widths: Vec<usize> = all.iter().map(width).collect();
    let mut total: usize = widths.iter().sum();
    let rank = |name: &str| LEAST.iter().position(|least| *least == name).unwrap_or(LEAST.len());
    let mut order: Vec<usize> = (1..all.len()).filter(|at| !KEPT.contains(&all[*at].column.name.as_str())).collect();
    order.sort_by_key(|at| (rank(&all[*at].column.name), usize::MAX - at));
    for at in order {
        if total <= ROOM {
            break;
        }
        all[at].extra = true;
        total -= widths[at];
    }
}

fn width(shown: &Shown<'_>) -> usize {
    let longest = shown.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).min(LONGEST);
    let word = shown.title.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    longest.max(word + 2) * CHARACTER + AROUND
}

/// Format of a number.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Share,
    Change { share: bool },
    Chance,
    Other,
}

fn unit(table: &Table, labels: &Labels, column: &Column, row: usize) -> Unit {
    let of_metric = || table.texts("metric").get(row).and_then(|name| labels.get(name));
    let entry = column.entry();
    let unit = entry.as_ref().map_or("", |entry| entry.unit.as_str());
    match column.name.as_str() {
        name if name == "p" && unit == "probability" => Unit::Share,
        "p_value" | "p_adjusted" | "adjusted_p" | "gain_p" => Unit::Chance,
        "gain" | "raw_gain" | "optimism" | "lead" | "echo" | "won_more" | "exploitability" => {
            Unit::Change { share: unit == "share" }
        }
        name if name.ends_with("_change") => Unit::Change { share: unit == "share" },
        "effect" => Unit::Change { share: of_metric().is_some_and(|label| label.share) },
        "before" | "after" if of_metric().is_some_and(|label| label.share) => Unit::Share,
        "mean" if table.texts("unit").get(row).is_some_and(|unit| unit == "share") => Unit::Share,
        _ if matches!(unit, "share" | "probability") => Unit::Share,
        _ => Unit::Other,
    }
}

fn text(table: &Table, labels: &Labels, (column, interval): (&Column, Option<&Column>), row: usize) -> String {
    if let (Values::Text(texts), "metric") = (&column.values, column.name.as_str()) {
        return labels.get(&texts[row]).map_or_else(|| in_words(&texts[row]), |label| label.title.clone());
    }
    let Values::Number { values, .. } = &column.values else { return cell(&column.values, row) };
    let Some(x) = values[row].filter(|x| x.is_finite()) else { return cell(&column.values, row) };
    let unit = unit(table, labels, column, row);
    match interval.map(|column| &column.values) {
        Some(Values::Interval { values, .. }) => match (values[row], unit) {
            (None, _) => plain(column, row, x, unit),
            (Some(within), Unit::Share) => percent_within(x, within),
            (Some(within), Unit::Change { share: true }) => points_within(x, within),
            (Some(within), Unit::Change { share: false }) => signed_within(x, within),
            (Some(within), _) => number_within(x, within),
        },
        _ => plain(column, row, x, unit),
    }
}

fn plain(column: &Column, row: usize, x: f64, unit: Unit) -> String {
    match unit {
        Unit::Share if (0.0..=1.0).contains(&x) => percent(x),
        Unit::Change { share: true } => points_within(x, (x, x)),
        Unit::Chance => p_value(x).trim_start_matches("p ").trim_start_matches("= ").to_owned(),
        _ => cell(&column.values, row),
    }
}

/// Converts an identifier without a label to words.
fn in_words(name: &str) -> String {
    hitchart_config::words::capitalised(&name.replace('_', " "))
}
