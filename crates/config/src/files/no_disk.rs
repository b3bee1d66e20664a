//! Files where there is no disk, as in a page or without the feature `disk`: every read is an error.

use std::{io, path::Path};

/// Fails: there are no files.
///
/// # Errors
/// Always.
pub fn read(_: &Path, _: u64) -> io::Result<Vec<u8>> {
    Err(no_files())
}

/// Fails: there is no standard input.
///
/// # Errors
/// Always.
pub fn standard_input(_: u64) -> io::Result<&'static [u8]> {
    Err(no_files())
}

fn no_files() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "there are no files here")
}
