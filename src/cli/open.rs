//! Opens a file with the program that the system has for it.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How often, and how long in between, an opener is asked whether it has failed: most end at once, some stay with what they
/// have opened.
const ASKED: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a file.
///
/// # Errors
/// Systems without an opener, and openers that fail at once.
pub fn open(path: &Path) -> io::Result<()> {
    // A path from the root never looks like an option.
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

/// Returns how an opener has failed; `None` if it has done its work or is still at it.
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

/// What `start` does, without a shell that would read the path.
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
