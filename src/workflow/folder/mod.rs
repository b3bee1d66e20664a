//! Folders in which a user may keep files of their own: only the program's own entries are replaced, by name.
//!
//! New files are written whole into a hidden folder beside the place of each, then moved by one rename each. A journal
//! says what is moved, so that a failure is undone at once, and what a killed run left is undone by the next one. A lock
//! keeps other runs out. No folder of the user's is ever moved, so that mounts and locked entries do no harm. All file
//! operations go through [`hitchart_config::files::Inside`], which follows no link: no name, wherever it was read, leads out of the
//! folder. The folder itself may be named by a link.

mod check;
mod claim;
mod error;
mod journal;
mod lock;
mod own;
mod swap;
#[cfg(test)]
mod tests;

pub use check::{any_folder, free_or_report, free_or_report_or_shard, free_or_shard, saved};
pub use claim::Claim;
pub use error::{FolderError, io, unwritable};
pub use lock::Lock;

/// What an unfinished run has counted.
pub const COUNTS_SO_FAR: &str = ".hitchart-counts";
/// The counts of a shard.
pub const SHARD: &str = "shard.jsonl";

/// Files of a folder: their paths within it, and their content.
pub type Files = [(std::path::PathBuf, Vec<u8>)];
