//! A table for people at the terminal.

use super::brief::wrapped;
use crate::table::escape::line;
use crate::table::{Column, Table, Values, cell};
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, Width};
use std::cmp::Reverse;

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
