//! What every file a user writes has in common: places for errors, near misses, overlays.

mod error;
mod nearest;
mod overlay;
mod spanned;

pub use error::{FileText, InputError};
pub use nearest::{listed, nearest};
pub use overlay::{overlay, read_table, value_of};
pub use spanned::At;
