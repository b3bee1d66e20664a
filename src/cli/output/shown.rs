//! An answer in each of the formats, with the tables and rows that people see.

use super::super::error::CliError;
use super::{csv, for_people};
use hitchart_ask::options::{Format, Rows};
use hitchart_ask::{Reply, games::distance_sentence};
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_report::table::{Table, escape, unsigned};
use hitchart_report::{Brief, MOST_LINES, WIDTH, brief, brief_list, wrapped};

/// Returns true if tables are printed only on request.
fn is_brief(reply: &Reply) -> bool {
    !reply.question.is_empty()
}

/// Returns the tables that people have asked for; all tables of a short answer.
fn asked(reply: &Reply, rows: &Rows) -> Result<Vec<Table>, InputError> {
    if is_brief(reply) { selected(rows, &reply.tables) } else { Ok(reply.tables.clone()) }
}

/// Formats an answer for people.
fn words(reply: &Reply, width: Option<usize>) -> Result<String, InputError> {
    let rows = &reply.rows;
    let tables = asked(reply, rows)?;
    let hint = match reply.tables.len() {
        0 => String::new(),
        _ if !tables.is_empty() => String::new(),
        n => format!("{} with --full, or --top N.", capitalised(&counted(n as u64, "tables"))),
    };
    let source = if reply.source.is_empty() { String::new() } else { format!("Source: {}. ", reply.source) };
    let more = [source + &hint, distance_sentence(&reply.distances), reply.more.clone()];
    let summary = reply.sentences();
    let short = Brief {
        question: &reply.question,
        summary: &summary,
        numbers: &reply.numbers,
        undecided: &reply.undecided,
        more: &more,
    };
    let words = match (is_brief(reply), width) {
        (true, width) if reply.answers.is_empty() => brief(&short, width.unwrap_or(WIDTH)),
        (true, width) => brief_list(&reply.question, &reply.answers, &more, width.unwrap_or(WIDTH)),
        (false, Some(width)) => wrapped(&summary.join(" "), width).join("\n"),
        (false, None) => unsigned(&escape::line(&summary.join(" "))),
    };
    let tables = match (tables.is_empty(), is_brief(reply) || rows.full) {
        (true, _) => String::new(),
        (_, true) => for_people(&tables, width),
        // An empty line separates the sentence from the tables.
        _ => fitted(&tables, width, MOST_LINES.saturating_sub(words.lines().count() + 1)),
    };
    Ok([words, tables]
        .iter()
        .map(|part| part.trim_end())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
        + "\n")
}

/// Formats an answer as Markdown.
fn markdown(reply: &Reply) -> Result<String, CliError> {
    let rows = &reply.rows;
    let words = reply.sentences().into_iter().chain([reply.undecided.clone(), distance_sentence(&reply.distances)]);
    let words = words.filter(|text| !text.is_empty());
    let words: Vec<String> = words.map(|said| unsigned(&escape::markdown(&said))).collect();
    let all = Rows { full: rows.top.is_none(), ..rows.clone() };
    let tables = asked(reply, &all)?;
    // One table needs no title below its sentence.
    let title = |table: &Table| {
        if tables.len() > 1 { format!("**{}**\n\n", escape::markdown(&table.title)) } else { String::new() }
    };
    let tables = tables.iter().map(|table| title(table) + table.to_markdown().trim_end()).collect();
    Ok([words, tables].concat().join("\n\n") + "\n")
}

/// Formats an answer in one format.
pub(crate) fn text(reply: &Reply, format: Format, width: Option<usize>) -> Result<String, CliError> {
    Ok(match format {
        Format::Table => words(reply, width)?,
        Format::Line => reply.line.lines().map(|line| unsigned(&escape::line(line)) + "\n").collect(),
        Format::Json => escape::json(&format!("{:#}\n", reply.json())),
        Format::Md => markdown(reply)?,
        Format::Csv => reply.csv.as_ref().or(reply.tables.last()).map_or(Ok(String::new()), csv)?,
        Format::Junit => String::new(),
    })
}

// Tables cut to the lines left on a screen.

/// Fewest rows of each table that are worth printing; with fewer, the last tables are left out instead.
const FEWEST: usize = 4;

/// Formats tables in at most `room` lines: as many rows of each as fit, and a last line that counts the rows left out.
/// Tables that fit are complete.
pub(crate) fn fitted(tables: &[Table], width: Option<usize>, room: usize) -> String {
    let most = most_tables(tables, usize::MAX, room);
    if most == tables.len() {
        let whole = for_people(tables, width);
        if whole.lines().count() <= room {
            return whole;
        }
    }
    // An empty line and the line that counts the rows left out.
    let room = room.saturating_sub(2);
    (1..=most_tables(tables, FEWEST, room))
        .rev()
        .find_map(|count| fitting(tables, count, (width, room)))
        .unwrap_or_else(|| cut(tables, 1, 1, width))
}

/// Returns an upper bound of the number of tables that fit with up to `rows` rows each. Layout is slow, and answers can have
/// a table for each of many things, so tables that cannot fit are not laid out.
fn most_tables(tables: &[Table], rows: usize, room: usize) -> usize {
    // Title, heading and three lines of the grid; an empty table has a title and a remark.
    let lines = |table: &Table| if table.rows() == 0 { 2 } else { table.rows().min(rows) + 5 };
    let ends = tables.iter().scan(0, |end, table| {
        *end += lines(table);
        Some(*end)
    });
    ends.take_while(|end| *end <= room).count()
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

// The rows of an answer's tables that are shown to people.

/// Returns the tables that people have asked for; empty if they asked for the short answer only.
///
/// # Errors
/// Fails if no table has the column.
fn selected(rows: &Rows, tables: &[Table]) -> Result<Vec<Table>, InputError> {
    if !rows.full && rows.top.is_none() && rows.sort.is_none() {
        return Ok(Vec::new());
    }
    let tables = rows.sorted(tables)?;
    Ok(tables.into_iter().map(|table| of_top(rows, table)).collect())
}

/// Returns the first rows of a table, with a note on those left out.
fn of_top(shown: &Rows, table: Table) -> Table {
    let (rows, most) = (table.rows(), shown.top.map_or(usize::MAX, |top| top as usize));
    if rows <= most {
        return table;
    }
    let note = format!("{} {} left out; --full prints all.", table.note, counted((rows - most) as u64, "rows"));
    Table { note: note.trim().to_owned(), ..table.filtered(|row| row < most) }
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
