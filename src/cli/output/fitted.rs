//! Tables cut to the lines left on a screen.

use super::for_people;
use hitchart_config::words::counted;
use hitchart_report::table::Table;

/// Fewest rows of each table that are worth printing; with fewer, the last tables are left out instead.
const FEWEST: usize = 4;

/// Formats tables in at most `room` lines: as many rows of each as fit, and a last line that counts the rows left out.
/// Tables that fit are complete.
pub(crate) fn fitted(tables: &[Table], width: Option<usize>, room: usize) -> String {
    let whole = for_people(tables, width);
    if whole.lines().count() <= room {
        return whole;
    }
    // An empty line and the line that counts the rows left out.
    let room = room.saturating_sub(2);
    (1..=tables.len())
        .rev()
        .find_map(|count| fitting(tables, count, (width, room)))
        .unwrap_or_else(|| cut(tables, 1, 1, width))
}

/// Formats the first `count` tables with as many rows as fit; `None` if too few rows fit.
fn fitting(tables: &[Table], count: usize, (width, room): (Option<usize>, usize)) -> Option<String> {
    let most = tables[..count].iter().map(Table::rows).max().unwrap_or(0);
    let fits = |rows: &usize| for_people(&first(&tables[..count], *rows), width).lines().count() <= room;
    // A screen never has room for more rows than lines.
    let rows = (FEWEST.min(most)..=most.min(room)).rev().find(fits)?;
    Some(cut(tables, count, rows, width))
}

/// Returns the first rows of tables, without notes if rows are left out: notes explain complete tables.
fn first(tables: &[Table], rows: usize) -> Vec<Table> {
    tables.iter().map(|table| Table { note: String::new(), ..table.clone().filtered(|row| row < rows) }).collect()
}

/// Formats the first rows of the first tables, with a line that counts those left out.
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
