//! Tables as CSV and Parquet files, through polars.

use super::dictionary::Kind;
use super::escape::csv;
use super::schema::{Field, fields};
use super::{Column, Table, Values};
use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;
use polars_io::parquet::write::{KeyValueMetadata, ParquetWriter};
use polars_parquet::arrow::write::schema_to_metadata_key;
use std::sync::Arc;

/// Significant digits kept in files. The exact engines have about 15 correct digits, so 12 are the same on any machine.
const DIGITS: usize = 12;

/// File format of a data frame.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Without types: whole numbers stay whole, and texts are escaped by [`escape::csv`](super::escape::csv).
    Csv,
    /// With the types of the dictionary.
    Parquet,
}

/// Converts the table to a data frame; an interval becomes two columns, `…_low` and `…_high`.
fn data_frame(table: &Table, form: Form) -> PolarsResult<DataFrame> {
    let columns = table.columns.iter().flat_map(|column| columns(column, form)).collect();
    DataFrame::new(table.rows(), columns)
}

fn columns(column: &Column, form: Form) -> Vec<polars::prelude::Column> {
    let fields = fields(column);
    let name = |field: &Field| PlSmallStr::from_str(&field.name);
    let numbers = |field: &Field, values: &mut dyn Iterator<Item = Option<f64>>| {
        Series::new(name(field), values.map(|v| v.map(rounded)).collect::<Vec<_>>()).into_column()
    };
    match (&column.values, fields.as_slice()) {
        (Values::Text(v), [field]) => {
            let text = |text: &String| if form == Form::Csv { csv(text) } else { text.clone() };
            let texts: Vec<Option<String>> = v.iter().map(|v| Some(text(v)).filter(|v| !v.is_empty())).collect();
            vec![Series::new(name(field), texts).into_column()]
        }
        (Values::Flag(v), [field]) => vec![Series::new(name(field), v).into_column()],
        (Values::Count(v), [field]) if form == Form::Parquet && field.entry.kind == Kind::Number => {
            vec![numbers(field, &mut v.iter().map(|v| v.map(|v| v as f64)))]
        }
        (Values::Count(v), [field]) => vec![Series::new(name(field), v).into_column()],
        (Values::Number { values, .. }, [field]) => vec![numbers(field, &mut values.iter().copied())],
        (Values::Interval { values, .. }, [low, high]) => vec![
            numbers(low, &mut values.iter().map(|v| v.map(|(low, _)| low))),
            numbers(high, &mut values.iter().map(|v| v.map(|(_, high)| high))),
        ],
        _ => Vec::new(),
    }
}

/// Rounds a number to `DIGITS` significant digits.
pub fn rounded(value: f64) -> f64 {
    // Adding 0 removes the sign of -0.
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value) + 0.0
}

/// Returns the metadata of a Parquet file: title and note of the table, and the frame's schema under the key that Arrow
/// readers use, with title, unit and meaning of each column.
fn metadata(table: &Table, frame: &DataFrame) -> KeyValueMetadata {
    let mut schema: ArrowSchema = frame.schema().to_arrow(CompatLevel::newest());
    let known: Vec<Field> = table.columns.iter().flat_map(fields).collect();
    for (field, known) in schema.iter_values_mut().zip(known) {
        let entries = [("title", known.title), ("unit", known.entry.unit), ("meaning", known.entry.meaning)];
        let entries = entries.map(|(key, value)| (PlSmallStr::from_static(key), PlSmallStr::from_string(value)));
        field.metadata = Some(Arc::new(entries.into_iter().collect()));
    }
    let arrow = schema_to_metadata_key(&schema);
    let own = [("title", &table.title), ("note", &table.note)].map(|(key, value)| (key.to_owned(), value.clone()));
    KeyValueMetadata::from_static([(arrow.key, arrow.value.unwrap_or_default())].into_iter().chain(own).collect())
}

impl Table {
    /// Returns the table as a CSV file with a header line; text that a spreadsheet would run as a formula is escaped.
    ///
    /// # Errors
    /// Returns the errors of polars.
    pub fn to_csv(&self) -> PolarsResult<Vec<u8>> {
        let mut file = Vec::new();
        CsvWriter::new(&mut file).finish(&mut data_frame(self, Form::Csv)?)?;
        Ok(file)
    }

    /// Returns the table as a Parquet file; each column has its title, unit and meaning as metadata.
    ///
    /// # Errors
    /// Returns the errors of polars.
    pub fn to_parquet(&self) -> PolarsResult<Vec<u8>> {
        let mut file = Vec::new();
        let mut frame = data_frame(self, Form::Parquet)?;
        let metadata = metadata(self, &frame);
        ParquetWriter::new(&mut file).with_key_value_metadata(Some(metadata)).finish(&mut frame)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars_io::SerReader;
    use polars_io::parquet::read::ParquetReader;

    fn csv(table: &Table) -> String {
        String::from_utf8(table.to_csv().unwrap()).unwrap()
    }

    #[test]
    fn csv_keeps_absent_values_and_splits_intervals() {
        let table = Table::new("t", "T", "")
            .text("name", "Name", ["a, b", "c"])
            .text("archetype", "Archetype", ["", "Soldier"])
            .number("x", "X", 1, [Some(1.0 / 3.0), None])
            .interval("ci", "CI", 1, [None, Some((0.5, 1.5))])
            .flag("front", "Front", [true, false]);
        let expected =
            "name,archetype,x,ci_low,ci_high,front\n\"a, b\",,0.333333333333,,,true\nc,Soldier,,0.5,1.5,false\n";
        assert_eq!(csv(&table), expected);
    }

    #[test]
    fn no_cell_is_run_by_a_spreadsheet() {
        let texts = ["=1+1", "+SSR2", "-x", "@SUM(A1)", "\tx", "-1.5", "+3", "1-1", "plain"];
        let table =
            Table::new("t", "T", "").text("s", "S", texts).number("x", "X", 1, [-1.5; 9]).whole("n", "N", [-2; 9]);
        let file = csv(&table);
        let first: Vec<&str> = file.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(first, ["'=1+1", "'+SSR2", "'-x", "'@SUM(A1)", " x", "-1.5", "+3", "1-1", "plain"]);
        assert!(file.lines().skip(1).all(|line| line.ends_with(",-1.5,-2")), "{file}");
    }

    fn read(table: &Table) -> (DataFrame, ArrowSchema) {
        let mut reader = ParquetReader::new(std::io::Cursor::new(table.to_parquet().unwrap()));
        let schema = reader.schema().unwrap().as_ref().clone();
        (reader.finish().unwrap(), schema)
    }

    #[test]
    fn parquet_reads_back() {
        let table = Table::new("t", "T", "").count("n", "N", [1u64, 2]).text("name", "Name", ["=a", ""]);
        let (frame, _) = read(&table);
        assert_eq!((frame.height(), frame.width()), (2, 2));
        let names: Vec<Option<&str>> = frame.column("name").unwrap().str().unwrap().iter().collect();
        assert_eq!(names, [Some("=a"), None]);
    }

    #[test]
    fn counts_are_signed_and_one_name_has_one_type() {
        let count = Table::new("t", "T", "").count("n", "N", [1u64]).count("rounds", "Rounds", [7u64]);
        let mean = Table::new("t", "T", "").count("n", "N", [1u64]).number("rounds", "Rounds", 2, [6.5]);
        let types = |table: &Table| read(table).0.dtypes();
        assert_eq!(types(&count), [DataType::Int64, DataType::Float64]);
        assert_eq!(types(&count), types(&mean));
    }

    #[test]
    fn parquet_has_unit_and_meaning_of_each_column() {
        let table = Table::new("t", "T", "").number("p_damage", "P(damage)", 3, [0.5]);
        let (_, schema) = read(&table);
        let metadata = schema.iter_values().next().unwrap().metadata.clone().unwrap();
        assert_eq!(metadata.get("title").map(PlSmallStr::as_str), Some("P(damage)"));
        assert_eq!(metadata.get("unit").map(PlSmallStr::as_str), Some("probability"));
        assert!(metadata.get("meaning").is_some_and(|meaning| !meaning.is_empty()));
    }
}
