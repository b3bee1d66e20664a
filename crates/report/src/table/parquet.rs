//! Tables as Parquet files, through polars: with the types of the dictionary, and with titles, units and meanings of
//! columns as metadata.

use super::files::{ColumnType, FileColumn, TableError, checked_columns, file_columns, rounded};
use super::{Column, Table, Values};
use polars::prelude::{
    ArrowSchema, Column as FrameColumn, CompatLevel, DataFrame, IntoColumn, NamedFrom, PlSmallStr, PolarsResult,
    SchemaExt, Series,
};
use polars_io::parquet::write::{KeyValueMetadata, ParquetWriter};
use polars_parquet::arrow::write::schema_to_metadata_key;
use std::sync::Arc;

impl Table {
    /// Returns the table as a Parquet file; an interval becomes two columns, `…_low` and `…_high`. Each column has its
    /// title, unit and meaning as metadata.
    ///
    /// # Errors
    /// Returns an error if two columns have one name, if columns differ in the number of rows, or if polars fails.
    pub fn to_parquet(&self) -> Result<Vec<u8>, TableError> {
        let columns = checked_columns(self)?;
        write(self, columns).map_err(|error| TableError::Parquet(error.to_string()))
    }
}

fn write(table: &Table, columns: Vec<FileColumn>) -> PolarsResult<Vec<u8>> {
    let mut frame = DataFrame::new(table.rows(), table.columns.iter().flat_map(frame_columns).collect())?;
    let metadata = metadata(table, columns, &frame);
    let mut file = Vec::new();
    ParquetWriter::new(&mut file).with_key_value_metadata(Some(metadata)).finish(&mut frame)?;
    Ok(file)
}

/// Converts a column for a data frame: two columns for an interval, one for others.
fn frame_columns(column: &Column) -> Vec<FrameColumn> {
    let files = file_columns(column);
    let name = |file: &FileColumn| PlSmallStr::from_str(&file.name);
    let numbers = |file: &FileColumn, values: &mut dyn Iterator<Item = Option<f64>>| {
        Series::new(name(file), values.map(|v| v.map(rounded)).collect::<Vec<_>>()).into_column()
    };
    match (&column.values, files.as_slice()) {
        (Values::Text(v), [file]) => {
            let texts: Vec<Option<String>> = v.iter().map(|v| Some(v.clone()).filter(|v| !v.is_empty())).collect();
            vec![Series::new(name(file), texts).into_column()]
        }
        (Values::Flag(v), [file]) => vec![Series::new(name(file), v).into_column()],
        (Values::Count(v), [file]) if file.entry.kind == ColumnType::Number => {
            vec![numbers(file, &mut v.iter().map(|v| v.map(|v| v as f64)))]
        }
        (Values::Count(v), [file]) => vec![Series::new(name(file), v).into_column()],
        (Values::Number { values, .. }, [file]) => vec![numbers(file, &mut values.iter().copied())],
        (Values::Interval { values, .. }, [low, high]) => vec![
            numbers(low, &mut values.iter().map(|v| v.map(|(low, _)| low))),
            numbers(high, &mut values.iter().map(|v| v.map(|(_, high)| high))),
        ],
        _ => Vec::new(),
    }
}

/// Returns the metadata of a file: title and note of the table, and the frame's schema under the key that Arrow readers
/// use, with title, unit and meaning of each column.
fn metadata(table: &Table, columns: Vec<FileColumn>, frame: &DataFrame) -> KeyValueMetadata {
    let mut schema: ArrowSchema = frame.schema().to_arrow(CompatLevel::newest());
    for (field, column) in schema.iter_values_mut().zip(columns) {
        let entries = [("title", column.title), ("unit", column.entry.unit), ("meaning", column.entry.meaning)];
        let entries = entries.map(|(key, value)| (PlSmallStr::from_static(key), PlSmallStr::from_string(value)));
        field.metadata = Some(Arc::new(entries.into_iter().collect()));
    }
    let arrow = schema_to_metadata_key(&schema);
    let own = [("title", &table.title), ("note", &table.note)].map(|(key, value)| (key.to_owned(), value.clone()));
    KeyValueMetadata::from_static([(arrow.key, arrow.value.unwrap_or_default())].into_iter().chain(own).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::DataType;
    use polars_io::SerReader;
    use polars_io::parquet::read::ParquetReader;

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
