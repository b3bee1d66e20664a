//! Tables as CSV and Parquet files, through polars.

use super::{Column, Table, Values};
use polars::prelude::*;

/// Significant digits kept in files: the exact engines are good to some 15, so that 12 are the same on any machine.
const DIGITS: usize = 12;

/// The table as a data frame; an interval becomes two columns, `…_low` and `…_high`.
fn data_frame(table: &Table) -> PolarsResult<DataFrame> {
    let columns = table.columns.iter().flat_map(columns).collect();
    DataFrame::new(table.rows(), columns)
}

fn columns(column: &Column) -> Vec<polars::prelude::Column> {
    let name = |suffix: &str| PlSmallStr::from_string(format!("{}{suffix}", column.name));
    let side = |suffix: &str, side: fn((f64, f64)) -> f64, values: &[Option<(f64, f64)>]| {
        Series::new(name(suffix), values.iter().map(|v| v.map(side).map(rounded)).collect::<Vec<_>>()).into_column()
    };
    match &column.values {
        Values::Text(v) => vec![Series::new(name(""), v).into_column()],
        Values::Flag(v) => vec![Series::new(name(""), v).into_column()],
        Values::Count(v) => vec![Series::new(name(""), v).into_column()],
        Values::Number { values, .. } => {
            vec![Series::new(name(""), values.iter().map(|v| v.map(rounded)).collect::<Vec<_>>()).into_column()]
        }
        Values::Interval { values, .. } => {
            vec![side("_low", |(low, _)| low, values), side("_high", |(_, high)| high, values)]
        }
    }
}

/// A number with [`DIGITS`] significant digits.
fn rounded(value: f64) -> f64 {
    // Adding 0 takes the sign off -0.
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value) + 0.0
}

impl Table {
    /// The table as a CSV file with a header line.
    ///
    /// # Errors
    /// What polars reports.
    pub fn to_csv(&self) -> PolarsResult<Vec<u8>> {
        let mut file = Vec::new();
        CsvWriter::new(&mut file).finish(&mut data_frame(self)?)?;
        Ok(file)
    }

    /// The table as a Parquet file.
    ///
    /// # Errors
    /// What polars reports.
    pub fn to_parquet(&self) -> PolarsResult<Vec<u8>> {
        let mut file = Vec::new();
        ParquetWriter::new(&mut file).finish(&mut data_frame(self)?)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_keeps_absent_values_and_splits_intervals() {
        let table = Table::new("t", "T", "")
            .text("name", "Name", ["a, b", "c"])
            .number("x", "X", 1, [Some(1.0 / 3.0), None])
            .interval("ci", "CI", 1, [None, Some((0.5, 1.5))])
            .flag("front", "Front", [true, false]);
        let csv = String::from_utf8(table.to_csv().unwrap()).unwrap();
        assert_eq!(csv, "name,x,ci_low,ci_high,front\n\"a, b\",0.333333333333,,,true\nc,,0.5,1.5,false\n");
    }

    #[test]
    fn parquet_reads_back() {
        let table = Table::new("t", "T", "").count("n", "N", [1u64, 2]).text("name", "Name", ["a", "b"]);
        let file = table.to_parquet().unwrap();
        let frame = ParquetReader::new(std::io::Cursor::new(file)).finish().unwrap();
        assert_eq!((frame.height(), frame.width()), (2, 2));
    }
}
