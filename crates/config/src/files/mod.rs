//! Files that users name, files in the program's folders, and built-in files ([`BUILT_IN`]).
//!
//! Two rules hold for every file that the program opens by name. Inside a folder that the program writes, no link is
//! followed ([`Inside`]): a name from a list or a journal cannot reach anything outside, even if a link is swapped in
//! between a check and its use. And every read has a bound and requires a regular file ([`read`]): a device or a named
//! pipe causes a message instead of an endless wait.

mod aside;
mod built_in;
mod inside;
mod read;

pub use aside::{draft, folder_of, replace};
pub use built_in::{BUILT_IN, BuiltIn, built_in_at};
pub use inside::{Inside, Kind};
pub use read::{MAX_COUNTS, NotRegular, begins, read, standard_input};

use std::path::{Component, Path};

/// Returns true for a path of plain names only: no root, no `..`, no `.`, at least one name.
pub fn stays_inside(path: &Path) -> bool {
    let plain = |part| matches!(part, Component::Normal(_));
    // `a/./b` and `a//b` have plain components, but no list of the program contains such paths.
    let parts = path.to_str().map(|text| text.split(['/', std::path::MAIN_SEPARATOR]));
    path.components().next().is_some()
        && path.components().all(plain)
        && parts.is_none_or(|mut parts| parts.all(|part| !matches!(part, "" | "." | "..")))
}
