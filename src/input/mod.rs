//! What every file a user writes has in common: places for errors, near misses, overlays.

mod digest;
mod error;
mod fields;
mod nearest;
mod overlay;
mod parameters;
pub mod rules;
pub mod schema;
mod spanned;

pub use digest::sha256;
pub use error::{FileText, InputError};
pub use fields::{not_empty, read, within};
pub use nearest::{listed, nearest};
pub use overlay::{overlay, read_table, value_of};
pub(crate) use parameters::parameters;
pub use parameters::{Parameter, find_parameter, number};
pub use spanned::At;
