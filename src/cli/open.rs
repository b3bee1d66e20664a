//! Opening of files with the system's default program.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Number of checks whether an opener has failed, and the pause between them. Most openers end at once; some run as
/// long as the file is open.
const ASKED: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a file.
///
/// # Errors
/// Fails on systems without an opener, and if the opener fails at once.
pub(crate) fn open(path: &Path) -> io::Result<()> {
    // An absolute path never looks like an option.
    let path = std::path::absolute(path)?;
    let mut opener = opener();
    let child = opener.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let name = opener.get_program().to_string_lossy().into_owned();
    let mut child = child.map_err(|cause| io::Error::new(cause.kind(), format!("`{name}`: {cause}")))?;
    match failed(&mut child)? {
        Some(status) => Err(io::Error::other(format!("`{name}`: {status}"))),
        None => Ok(()),
    }
}

/// Returns the exit status of an opener that failed; `None` if it succeeded or is still running.
fn failed(child: &mut Child) -> io::Result<Option<std::process::ExitStatus>> {
    for _ in 0..ASKED {
        match child.try_wait()? {
            Some(status) => return Ok((!status.success()).then_some(status)),
            None => sleep(PAUSE),
        }
    }
    Ok(None)
}

#[cfg(target_os = "macos")]
fn opener() -> Command {
    Command::new("open")
}

/// Does the same as `start`, without a shell that would interpret the path.
#[cfg(windows)]
fn opener() -> Command {
    let mut opener = Command::new("rundll32");
    opener.arg("url.dll,FileProtocolHandler");
    opener
}

#[cfg(not(any(target_os = "macos", windows)))]
fn opener() -> Command {
    Command::new("xdg-open")
}
