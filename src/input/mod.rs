//! Common parts of all files of users: places for errors, suggestions, overlays.

mod bounds;
mod clip;
mod color;
mod digest;
mod error;
mod fields;
mod names;
mod nearest;
mod overlay;
mod place;
mod quoted;
mod reader;
pub mod rules;
pub mod schema;
mod seal;
mod sort;
mod spanned;
mod text_or;
mod tree;

pub use bounds::{MAX_ENTRIES, MAX_FILE, MAX_TOML, at_most};
pub use clip::{MAX_MESSAGE, clipped};
pub use color::Color;
pub use digest::sha256;
pub use error::{FileText, InputError};
pub use fields::{each_once, from_json, from_toml, not_empty, read, read_beside, some_of, within};
pub use names::{distinct_names, numbered};
pub use nearest::{listed, nearest, same_name};
pub use overlay::{Entries, overlay, read_table, value_of};
pub use place::{Beside, Place};
pub use quoted::quoted;
pub use reader::{ReadError, read_node};
pub use seal::{SEAL, check_seal, seal};
pub use sort::Sort;
pub use spanned::At;
pub use text_or::text_or_table;
pub use tree::Node;
