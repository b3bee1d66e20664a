//! A table for people at the terminal.

use crate::table::escape::line;
use crate::table::{Column, Table, Values, cell};
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, Width};

/// Spaces beside the content of a cell, both sides together.
const PADDING: usize = 2;
/// Spaces between columns beside that.
const SEPARATOR: usize = 1;
/// A text column may be made as narrow as this many characters.
const NARROW_TEXT: usize = 16;

/// The table with its title above and its note below. It keeps to `width` characters: headings and texts wrap, and
/// columns that still do not fit follow in further bands, which repeat the names of the rows. Without a width, as in a
/// file or a pipe, nothing wraps.
pub fn terminal(table: &Table, width: Option<usize>) -> String {
    let mut out = format!("{}\n", line(&table.title));
    if table.rows() == 0 {
        out.push_str("No rows.\n");
    } else {
        for band in bands(table, width) {
            out.push_str(&grid(&band, width));
            out.push('\n');
        }
    }
    if !table.note.is_empty() {
        out.push_str(&wrapped(&line(&table.note), width));
    }
    out
}

/// Columns shared out so that every band fits; each repeats the texts that the rows begin with.
fn bands(table: &Table, width: Option<usize>) -> Vec<Vec<&Column>> {
    let all: Vec<&Column> = table.columns.iter().collect();
    let needs: Vec<usize> = all.iter().map(|column| least_width(column) + SEPARATOR).collect();
    let Some(width) = width.filter(|width| needs.iter().sum::<usize>() > *width) else { return vec![all] };
    let names = names(&all, &needs, width);
    let room = width.saturating_sub(needs[..names].iter().sum());
    let mut bands = vec![all[..names].to_vec()];
    let mut used = 0;
    for (column, needs) in all.iter().zip(needs).skip(names) {
        // A column too wide for any band still gets one of its own.
        if used > 0 && used + needs > room {
            bands.push(all[..names].to_vec());
            used = 0;
        }
        used += needs;
        if let Some(band) = bands.last_mut() {
            band.push(column);
        }
    }
    bands
}

/// How many of the first columns name the rows: texts in at most two thirds of the width that leave room for any other.
fn names(columns: &[&Column], needs: &[usize], width: usize) -> usize {
    let texts = columns.iter().take_while(|column| matches!(column.values, Values::Text(_))).count();
    let fits = |&count: &usize| {
        let names: usize = needs[..count].iter().sum();
        names * 3 <= width * 2 && names + needs[count..].iter().max().unwrap_or(&0) <= width
    };
    (1..=texts).rev().find(fits).unwrap_or(texts.min(1))
}

/// Characters a column needs, padding included: numbers never break, headings break between words.
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

fn wrapped(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && length.saturating_add(used + 1) > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out + "\n"
}
