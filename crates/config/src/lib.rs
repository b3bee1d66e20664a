//! TOML and JSON files of users: typed values with their place, errors that show the line, overlays, nearest names,
//! JSON Schemas.
//!
//! A [`FileText`] is a text with its origin, which decides which files the text may name and whether a message may show
//! it. [`read`] deserializes it; a field of type [`At`] keeps its place. A check that fails returns an [`InputError`],
//! which shows the line, the allowed values and the nearest valid name.
//!
//! ```
//! use hitchart_config::{At, FileText, InputError, read, read_table, within};
//!
//! #[derive(Debug, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Squad {
//!     size: At<u32>,
//! }
//!
//! fn size(text: &str) -> Result<u32, InputError> {
//!     let file = FileText::carried("squad.toml", text);
//!     let squad: Squad = read(&file, read_table(&file)?)?;
//!     within(&file, &squad.size, "size", 1, 12)
//! }
//!
//! assert_eq!(size("size = 6"), Ok(6));
//! assert_eq!(size("size = 60").unwrap_err().problem, "`size` is 60; allowed: 1 to 12");
//! assert_eq!(size("sise = 6").unwrap_err().help.as_deref(), Some("did you mean `size`?"));
//! assert!(size("size = 'six'").unwrap_err().to_string().contains("squad.toml:1:8"));
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod error;
mod fields;
pub mod files;
mod json;
mod named;
mod overlay;
mod reader;
pub mod rules;
pub mod schema;
mod sides;
mod source;
pub mod words;

pub use error::{InputError, MAX_MESSAGE, ReadError, WrittenNames, clipped, dotted, quoted, shortened};
pub use fields::{
    At, MAX_ENTRIES, MAX_FILE, MAX_TOML, at_most, each_once, first_entry, from_json, from_toml, not_empty, place_named,
    read, read_key, read_table, some_of, text_or_table, value_within, within,
};
pub use files::{SEAL, check_seal, seal, sha256};
pub use overlay::{OverlayEntries, overlay, value_of};
pub use reader::{Node, read_node};
pub use sides::{Color, distinct_names, numbered};
pub use source::{FileKind, FileText, STANDARD_INPUT, SearchFolder, TextOrigin, is_text};
pub use words::{listed, nearest, same_name};
