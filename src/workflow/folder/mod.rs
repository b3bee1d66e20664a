//! Folders that may contain a user's files: only the program's own entries are replaced, by name.
//!
//! Each new file is written completely into a hidden folder next to its place, then moved by one rename. A journal
//! records the moves, so that a failure is undone at once, and the next run undoes an unfinished replacement of a
//! killed run. A lock keeps other runs out. Folders of the user are never moved, so that mounts and locked entries
//! cause no trouble. All file operations go through [`hitchart_config::files::OpenFolder`], which follows no link: no name,
//! from any source, leads out of the folder. The folder itself may be named by a link.

mod check;
mod claim;
mod error;
mod journal;
mod lock;
mod own;
mod swap;
#[cfg(test)]
mod tests;

pub(crate) use check::{any_folder, free_or_report, free_or_report_or_shard, free_or_shard, saved};
pub(crate) use claim::Claim;
pub(crate) use error::{FolderError, io, unwritable};
pub(crate) use lock::Lock;

/// File of an unfinished run's counts.
pub(crate) const COUNTS_SO_FAR: &str = ".hitchart-counts";
/// File of a shard's counts.
pub(crate) const SHARD: &str = "shard.jsonl";

/// Files of a folder: their paths within the folder, and their content.
pub(crate) type Files = [(std::path::PathBuf, Vec<u8>)];
