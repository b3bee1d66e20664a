//! The rows of an answer's tables that are shown to people.

use super::Formats;
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::counted;
use hitchart_report::table::{Column, Table};

/// Output options of a command with an exact answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct Short {
    #[command(flatten)]
    pub formats: Formats,
    /// Print all rows of all tables
    #[arg(long)]
    pub full: bool,
}

/// Selection of the tables and rows that are shown to people.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Rows {
    /// Print all tables after the short answer
    #[arg(long)]
    pub full: bool,
    /// Print the first N rows of each table after the short answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "full")]
    pub top: Option<u32>,
    /// Print the tables sorted by a column, largest first; `+COLUMN` sorts smallest first
    #[arg(long, value_name = "COLUMN")]
    pub sort: Option<String>,
}

impl Rows {
    /// Returns the requested tables; empty if only the short answer was requested.
    ///
    /// # Errors
    /// Fails if no table has the column.
    pub(crate) fn of(&self, tables: &[Table]) -> Result<Vec<Table>, InputError> {
        if !self.full && self.top.is_none() && self.sort.is_none() {
            return Ok(Vec::new());
        }
        let tables = match &self.sort {
            Some(column) => sorted_by(tables, column)?,
            None => tables.to_vec(),
        };
        Ok(tables.into_iter().map(|table| self.first(table)).collect())
    }

    /// Returns the first rows of a table, with a note on those left out.
    fn first(&self, table: Table) -> Table {
        let (rows, most) = (table.rows(), self.top.map_or(usize::MAX, |top| top as usize));
        if rows <= most {
            return table;
        }
        let note = format!("{} {} left out; --full prints all.", table.note, counted((rows - most) as u64, "rows"));
        Table { note: note.trim().to_owned(), ..table.filtered(|row| row < most) }
    }
}

/// Returns the tables sorted by a column; tables without this column are unchanged.
fn sorted_by(tables: &[Table], column: &str) -> Result<Vec<Table>, InputError> {
    let (name, rising) = column.strip_prefix('+').map_or((column, false), |name| (name, true));
    let is = |known: &Column| known.name.eq_ignore_ascii_case(name) || known.title.eq_ignore_ascii_case(name);
    if !tables.iter().any(|table| table.columns.iter().any(is)) {
        let known = tables.iter().flat_map(|table| table.columns.iter().map(|column| column.name.as_str()));
        return Err(InputError::unknown("column", name, known));
    }
    Ok(tables
        .iter()
        .map(|table| match table.columns.iter().find(|known| is(known)) {
            Some(found) => table.clone().sorted(&found.name, rising),
            None => table.clone(),
        })
        .collect())
}
