//! Tables: the one form in which results reach plots, reports and files.

pub mod escape;
mod files;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod text;

pub use escape::{is_unprintable, printable};
pub use files::{ColumnType, DictionaryEntry, TableError, column_names, entry, rounded, schema};
pub use hitchart_stats::text::{
    number, number_within, p_value, percent, percent_of, percent_within, points_within, signed_within,
};
pub use rows::{Field, Row, bounded, bounds, estimate_json};
pub use text::{cell, object, rounded_up, tables_json, unsigned, unsigned_zeros, with_noun};

use hitchart_config::{nearest, words::counted};
use hitchart_stats::Estimate;

/// A named table of typed columns of equal length.
///
/// The methods that add a column panic if it has another number of rows than the columns before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// File stem and anchor: lower case, digits and hyphens.
    pub name: String,
    /// Heading for people.
    pub title: String,
    /// Explanation of the figures, in a sentence or two; may be empty.
    pub note: String,
    /// Columns of equal length, in order.
    pub columns: Vec<Column>,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name in CSV, Parquet and JSON: `snake_case`.
    pub name: String,
    /// Heading for people.
    pub title: String,
    /// Values by row.
    pub values: Values,
    /// Entry of the dictionary, if the column came with one.
    entry: Option<DictionaryEntry>,
}

/// The values of a column; `None` and empty text mean "does not apply".
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<String>),
    /// Yes or no.
    Flag(Vec<Option<bool>>),
    /// Whole numbers: signed, so that differences fit too.
    Count(Vec<Option<i64>>),
    /// Numbers, and the decimals to show.
    Number {
        /// One number per row, in the unit of the column; shares are from 0 to 1, not in percent.
        values: Vec<Option<f64>>,
        /// Decimals in Markdown and at the terminal; files have 12 significant digits.
        decimals: usize,
    },
    /// Confidence intervals (low, high), and the decimals to show. Two columns in files.
    Interval {
        /// One pair (low, high) per row, in the unit of the estimate; a bound may be infinite.
        values: Vec<Option<(f64, f64)>>,
        /// Decimals of both bounds in Markdown and at the terminal; files have 12 significant digits.
        decimals: usize,
    },
}

impl Values {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Values::Text(v) => v.len(),
            Values::Flag(v) => v.len(),
            Values::Count(v) => v.len(),
            Values::Number { values, .. } => values.len(),
            Values::Interval { values, .. } => values.len(),
        }
    }

    /// Returns the name of the type: `text`, `flag`, `count`, `number` or `interval`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Values::Text(_) => "text",
            Values::Flag(_) => "flag",
            Values::Count(_) => "count",
            Values::Number { .. } => "number",
            Values::Interval { .. } => "interval",
        }
    }

    /// Returns the decimals to show; `None` for values that are no decimal numbers.
    pub const fn decimals(&self) -> Option<usize> {
        match self {
            Values::Number { decimals, .. } | Values::Interval { decimals, .. } => Some(*decimals),
            Values::Text(_) | Values::Flag(_) | Values::Count(_) => None,
        }
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reorders the values; `order` lists row indices.
    fn reorder(&mut self, order: &[usize]) {
        fn picked<T: Clone>(values: &mut Vec<T>, order: &[usize]) {
            *values = order.iter().map(|row| values[*row].clone()).collect();
        }
        match self {
            Values::Text(v) => picked(v, order),
            Values::Flag(v) => picked(v, order),
            Values::Count(v) => picked(v, order),
            Values::Number { values, .. } => picked(values, order),
            Values::Interval { values, .. } => picked(values, order),
        }
    }

    /// Keeps the values of the rows that `keep` selects.
    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        fn retain<T>(values: &mut Vec<T>, keep: impl Fn(usize) -> bool) {
            let mut row = 0..;
            values.retain(|_| row.next().is_some_and(&keep));
        }
        match self {
            Values::Text(v) => retain(v, keep),
            Values::Flag(v) => retain(v, keep),
            Values::Count(v) => retain(v, keep),
            Values::Number { values, .. } => retain(values, keep),
            Values::Interval { values, .. } => retain(values, keep),
        }
    }
}

impl Table {
    /// Returns an empty table, to be filled with the column methods.
    pub fn new(name: impl Into<String>, title: impl Into<String>, note: impl Into<String>) -> Table {
        Table { name: name.into(), title: title.into(), note: note.into(), columns: Vec::new() }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Returns the column with this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Returns the message about a column that the table does not have, with the nearest name.
    pub(crate) fn no_column(&self, name: &str) -> String {
        let names = self.columns.iter().map(|column| column.name.as_str());
        let near = nearest(name, names.clone()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("table `{}` has no column `{name}`{near}", self.name)
    }

    /// Returns the texts of a text column; empty if there is no such column.
    pub fn texts(&self, name: &str) -> &[String] {
        match self.column(name).map(|column| &column.values) {
            Some(Values::Text(texts)) => texts,
            _ => &[],
        }
    }

    /// Returns the numbers of a number or count column; empty if there is no such column.
    pub fn numbers(&self, name: &str) -> Vec<Option<f64>> {
        match self.column(name).map(|column| &column.values) {
            Some(Values::Number { values, .. }) => values.clone(),
            Some(Values::Count(counts)) => counts.iter().map(|n| n.map(|n| n as f64)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the flags of a flag column; empty if there is no such column.
    pub fn flags(&self, name: &str) -> &[Option<bool>] {
        match self.column(name).map(|column| &column.values) {
            Some(Values::Flag(flags)) => flags,
            _ => &[],
        }
    }

    /// Returns the intervals of an interval column; empty if there is no such column.
    pub fn intervals(&self, name: &str) -> &[Option<(f64, f64)>] {
        match self.column(name).map(|column| &column.values) {
            Some(Values::Interval { values, .. }) => values,
            _ => &[],
        }
    }

    /// Adds a column.
    ///
    /// # Panics
    /// If the column has another number of rows than the columns before it.
    fn with(mut self, name: &str, title: &str, values: Values) -> Table {
        assert!(
            self.columns.is_empty() || self.rows() == values.len(),
            "column `{name}` of table `{}` has {}; the columns before it have {}",
            self.name,
            counted(values.len() as u64, "rows"),
            self.rows()
        );
        self.columns.push(Column { name: name.into(), title: title.into(), values, entry: None });
        self
    }

    /// Adds a text column.
    pub fn text(self, name: &str, title: &str, values: impl IntoIterator<Item = impl Into<String>>) -> Table {
        self.with(name, title, Values::Text(values.into_iter().map(Into::into).collect()))
    }

    /// Adds a column of flags.
    pub fn flag(self, name: &str, title: &str, values: impl IntoIterator<Item = impl Into<Option<bool>>>) -> Table {
        self.with(name, title, Values::Flag(values.into_iter().map(Into::into).collect()))
    }

    /// Adds a column of counts.
    pub fn count(self, name: &str, title: &str, values: impl IntoIterator<Item = impl Into<Option<u64>>>) -> Table {
        let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        self.with(name, title, Values::Count(values.into_iter().map(|count| count.into().map(signed)).collect()))
    }

    /// Adds a column of whole numbers that may be negative.
    pub fn whole(self, name: &str, title: &str, values: impl IntoIterator<Item = i64>) -> Table {
        self.with(name, title, Values::Count(values.into_iter().map(Some).collect()))
    }

    /// Returns the table with a column renamed.
    pub fn renamed(mut self, from: &str, to: &str) -> Table {
        self.columns.iter_mut().filter(|column| column.name == from).for_each(|column| to.clone_into(&mut column.name));
        self
    }

    /// Returns the table without a column.
    pub fn without(mut self, name: &str) -> Table {
        self.columns.retain(|column| column.name != name);
        self
    }

    /// Keeps the rows with an index that `keep` selects.
    pub fn filtered(mut self, keep: impl Fn(usize) -> bool) -> Table {
        self.columns.iter_mut().for_each(|column| column.values.retain(&keep));
        self
    }

    /// Sorts the rows by a column: by number, by the middle of an interval, or by text; rows without a value come last.
    /// The sort is stable.
    ///
    /// # Panics
    /// If the table has no such column. [`Table::column`] returns `None` then.
    pub fn sorted(mut self, name: &str, rising: bool) -> Table {
        let Some(column) = self.column(name) else { panic!("{}", self.no_column(name)) };
        let keys: Vec<Option<f64>> = match &column.values {
            Values::Interval { values, .. } => values.iter().map(|i| i.map(|(low, high)| low.midpoint(high))).collect(),
            Values::Flag(flags) => flags.iter().map(|flag| flag.map(f64::from)).collect(),
            Values::Text(_) => Vec::new(),
            Values::Count(_) | Values::Number { .. } => self.numbers(name),
        };
        let texts = self.texts(name).to_vec();
        let mut order: Vec<usize> = (0..self.rows()).collect();
        order.sort_by(|&a, &b| {
            let by_text = || texts[a].cmp(&texts[b]);
            let by_number = || match (keys[a], keys[b]) {
                (Some(a), Some(b)) => {
                    if rising {
                        a.total_cmp(&b)
                    } else {
                        b.total_cmp(&a)
                    }
                }
                (a, b) => b.is_some().cmp(&a.is_some()),
            };
            if keys.is_empty() { by_text() } else { by_number() }
        });
        self.columns.iter_mut().for_each(|column| column.values.reorder(&order));
        self
    }

    /// Adds a column of numbers, shown with `decimals` decimals. NaN, such as a share of no games, means "does not
    /// apply".
    pub fn number(
        self,
        name: &str,
        title: &str,
        decimals: usize,
        values: impl IntoIterator<Item = impl Into<Option<f64>>>,
    ) -> Table {
        let values = values.into_iter().map(|value| value.into().filter(|value| !value.is_nan())).collect();
        self.with(name, title, Values::Number { values, decimals })
    }

    /// Adds a column of intervals; an interval with a NaN bound means "does not apply".
    pub fn interval(
        self,
        name: &str,
        title: &str,
        decimals: usize,
        values: impl IntoIterator<Item = impl Into<Option<(f64, f64)>>>,
    ) -> Table {
        let is_one = |(low, high): &(f64, f64)| !low.is_nan() && !high.is_nan();
        let values = values.into_iter().map(|value| value.into().filter(is_one)).collect();
        self.with(name, title, Values::Interval { values, decimals })
    }

    /// Adds estimates as a column with this name, and their intervals as a column with this name and `_interval`; a
    /// missing estimate leaves both empty.
    pub fn estimate(
        self,
        name: &str,
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Table {
        self.estimates([name, &format!("{name}_interval")], title, decimals, estimates)
    }

    /// Adds estimates and their intervals as two columns with these names; a missing estimate leaves both empty.
    pub fn estimates(
        self,
        [point, interval]: [&str; 2],
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Table {
        let estimates: Vec<Option<Estimate>> = estimates.into_iter().map(Into::into).collect();
        let points = estimates.iter().map(|estimate| estimate.map(|estimate| estimate.point));
        let intervals = estimates.iter().map(|estimate| estimate.as_ref().and_then(bounded));
        self.number(point, title, decimals, points).interval(interval, "95% interval", decimals, intervals)
    }
}
