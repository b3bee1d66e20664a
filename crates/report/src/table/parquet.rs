//! Tables as Parquet files, through the writer of polars: with the types of the dictionary, and with titles, units and
//! meanings of columns as metadata.
//!
//! Only the writer and its arrays are used: with the data frames of polars the program is a sixth larger.

use super::files::{ColumnType, FileColumn, TableError, checked_columns, file_columns, rounded};
use super::{Column, Table, Values};
use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowSchema, Field};
use polars_error::{PolarsError, PolarsResult};
use polars_parquet::read::ParquetError;
use polars_parquet::write::{
    CompressionOptions, Compressor, DynIter, DynStreamingIterator, FallibleStreamingIterator, FileWriter, KeyValue,
    StatisticsOptions, Version, WriteOptions, array_to_columns, get_dtype_encoding, schema_to_metadata_key,
};
use std::sync::Arc;

/// Number of rows in a row group; polars uses the same.
const ROWS_OF_A_GROUP: usize = 512 * 512;

/// The options of files: those that polars uses by default.
fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::default(),
        compression: CompressionOptions::Zstd(None),
        version: Version::V1,
        data_page_size: None,
    }
}

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
    let arrays: Vec<(String, Box<dyn Array>)> = table.columns.iter().flat_map(arrays).collect();
    let field =
        |(name, array): &(String, Box<dyn Array>)| Field::new(name.as_str().into(), array.dtype().clone(), true);
    let schema: ArrowSchema = arrays.iter().map(field).map(|field| (field.name.clone(), field)).collect();
    let metadata = metadata(table, columns, schema.clone());
    let mut writer = FileWriter::try_new(Vec::new(), schema, options())?;
    for start in (0..table.rows()).step_by(ROWS_OF_A_GROUP) {
        let rows = ROWS_OF_A_GROUP.min(table.rows() - start);
        let mut pages = Vec::new();
        for ((_, array), kind) in arrays.iter().zip(writer.parquet_schema().fields()) {
            let encodings = get_dtype_encoding(array.dtype());
            for column in array_to_columns(array.sliced(start, rows), kind.clone(), options(), &encodings)? {
                let raw = column.map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
                let compressed = Compressor::new_from_vec(raw, options().compression, Vec::new());
                pages.push(Ok(DynStreamingIterator::new(compressed.map_err(PolarsError::from))));
            }
        }
        writer.write(rows as u64, DynIter::new(pages.into_iter()))?;
    }
    writer.end(Some(metadata))?;
    Ok(writer.into_inner())
}

/// Converts a column for a file: two arrays for an interval, one for others, each with its name.
fn arrays(column: &Column) -> Vec<(String, Box<dyn Array>)> {
    let files = file_columns(column);
    let numbers = |values: &mut dyn Iterator<Item = Option<f64>>| -> Box<dyn Array> {
        Box::new(values.map(|v| v.map(rounded)).collect::<Float64Array>())
    };
    let arrays: Vec<Box<dyn Array>> = match (&column.values, files.as_slice()) {
        (Values::Text(v), [_]) => {
            let texts: Vec<Option<&str>> = v.iter().map(|v| Some(v.as_str()).filter(|v| !v.is_empty())).collect();
            vec![Box::new(Utf8ViewArray::from_slice(texts))]
        }
        (Values::Flag(v), [_]) => vec![Box::new(v.iter().collect::<BooleanArray>())],
        (Values::Count(v), [file]) if file.entry.kind == ColumnType::Number => {
            vec![numbers(&mut v.iter().map(|v| v.map(|v| v as f64)))]
        }
        (Values::Count(v), [_]) => vec![Box::new(v.iter().copied().collect::<Int64Array>())],
        (Values::Number { values, .. }, [_]) => vec![numbers(&mut values.iter().copied())],
        (Values::Interval { values, .. }, [_, _]) => vec![
            numbers(&mut values.iter().map(|v| v.map(|(low, _)| low))),
            numbers(&mut values.iter().map(|v| v.map(|(_, high)| high))),
        ],
        _ => Vec::new(),
    };
    files.into_iter().map(|file| file.name).zip(arrays).collect()
}

/// Returns the metadata of a file: title and note of the table, and the schema under the key that Arrow readers use,
/// with title, unit and meaning of each column.
fn metadata(table: &Table, columns: Vec<FileColumn>, mut schema: ArrowSchema) -> Vec<KeyValue> {
    for (field, column) in schema.iter_values_mut().zip(columns) {
        let entries = [("title", column.title), ("unit", column.entry.unit), ("meaning", column.entry.meaning)];
        let entries = entries.map(|(key, value)| (key.into(), value.into()));
        field.metadata = Some(Arc::new(entries.into_iter().collect()));
    }
    let own = [("title", &table.title), ("note", &table.note)];
    let own = own.map(|(key, value)| KeyValue { key: key.to_owned(), value: Some(value.clone()) });
    [schema_to_metadata_key(&schema)].into_iter().chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::{DataFrame, DataType, PlSmallStr};
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
