//! Runs of cases in separate processes.

use super::case::Case;
use crate::common::files_of;
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit of a case: a hundred times what it takes on an idle machine.
const MOST_TIME: Duration = Duration::from_secs(20);
/// Memory limit of a case, in kilobytes of address space.
const MOST_MEMORY: u64 = 2_000_000;

/// Result of a case.
pub(crate) struct Outcome {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// True if the time limit ended the case.
    pub late: bool,
    /// True if files have changed.
    pub wrote: bool,
}

/// Runs a case in a temporary folder.
pub(crate) fn run(case: &Case) -> Outcome {
    let (desk, said) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (name, text) in &case.files {
        let path = desk.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let before = files_of(desk.path());
    let paths = ["out", "err"].map(|name| said.path().join(name));
    let [out, err] = paths.each_ref().map(|path| Stdio::from(File::create(path).unwrap()));
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MOST_MEMORY}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_hitchart"))
        .args(&case.words)
        .envs([("RAYON_NUM_THREADS", "2"), ("MALLOC_ARENA_MAX", "2")])
        .current_dir(desk.path())
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .spawn()
        .unwrap();
    let started = Instant::now();
    let late = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        if started.elapsed() > MOST_TIME {
            child.kill().unwrap();
            break true;
        }
        std::thread::sleep(Duration::from_millis(4));
    };
    let code = child.wait().unwrap().code();
    let [out, err] = paths.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned());
    Outcome { code, out, err, late, wrote: files_of(desk.path()) != before }
}
