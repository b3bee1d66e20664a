//! Tables cut to the lines that are left on a screen.

use super::for_people;
use hitchart_report::table::{Table, counted};

/// Rows of each table that are worth printing; with fewer, the last tables are left out instead.
const FEWEST: usize = 4;

/// The tables in at most `room` lines: as many rows of each as fit, and a last line that counts what is left out. Tables
/// that fit are whole.
pub fn fitted(tables: &[Table], width: Option<usize>, room: usize) -> String {
    let whole = for_people(tables, width);
    if whole.lines().count() <= room {
        return whole;
    }
    // An empty line and the line on what is left out.
    let room = room.saturating_sub(2);
    (1..=tables.len())
        .rev()
        .find_map(|count| fitting(tables, count, (width, room)))
        .unwrap_or_else(|| cut(tables, 1, 1, width))
}

/// The first tables with as many rows as fit; `None` if too few rows do.
fn fitting(tables: &[Table], count: usize, (width, room): (Option<usize>, usize)) -> Option<String> {
    let most = tables[..count].iter().map(Table::rows).max().unwrap_or(0);
    let fits = |rows: &usize| for_people(&first(&tables[..count], *rows), width).lines().count() <= room;
    // A screen has no room for more rows than lines.
    let rows = (FEWEST.min(most)..=most.min(room)).rev().find(fits)?;
    Some(cut(tables, count, rows, width))
}

/// The first rows of tables, without notes where rows are left out: notes explain whole tables.
fn first(tables: &[Table], rows: usize) -> Vec<Table> {
    tables.iter().map(|table| Table { note: String::new(), ..table.clone().filtered(|row| row < rows) }).collect()
}

/// The first rows of the first tables, and a line on what is left out.
fn cut(tables: &[Table], count: usize, rows: usize, width: Option<usize>) -> String {
    let missing: usize = tables[..count].iter().map(|table| table.rows().saturating_sub(rows)).sum();
    let left = [(missing, "rows"), (tables.len() - count, "tables")];
    let left: Vec<String> = left.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(n as u64, what)).collect();
    let shown = for_people(&first(&tables[..count], rows), width);
    if left.is_empty() {
        return shown;
    }
    format!("{}\n\n{} more with --full.\n", shown.trim_end(), left.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_keep_to_the_room_and_count_what_is_left_out() {
        let table = |rows: u64| Table::new("a", "A", "A note.").count("n", "N", 0..rows);
        let lines = |text: &str| text.lines().count();
        let few = fitted(&[table(3)], None, 20);
        assert!(few.contains("A note.") && !few.contains("--full"), "{few}");
        let many = fitted(&[table(100)], None, 20);
        assert!(lines(&many) <= 20 && many.contains("more with --full"), "{many}");
        let two = fitted(&[table(2), table(100)], None, 20);
        assert!(lines(&two) <= 20 && two.contains("more with --full"), "{two}");
        let four = fitted(&[table(9), table(9), table(9), table(9)], None, 20);
        assert!(lines(&four) <= 20 && four.contains("more with --full"), "{four}");
    }
}
