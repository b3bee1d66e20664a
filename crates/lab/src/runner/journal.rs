//! Counts as lines of JSON: a first line that describes the run, then one line per part. A run writes its journal in
//! this form, and a shard its counts; `docs/distributed.md` has the schema.

use super::{BlockCounts, JournalLine};
use hitchart_config::check_seal;
use hitchart_config::files::{self, MAX_COUNTS, OpenFolder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time for which lines are buffered, so that many small parts cost little. A killed run loses at most the counts of
/// this time.
const HELD: Duration = Duration::from_millis(500);

/// Reason why lines of counts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file that cannot be read, or a folder that cannot be opened.
    #[error("cannot read {}: {cause}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        cause: io::Error,
    },
    /// The first line does not describe a run.
    #[error("{} does not contain counts of a run: its first line is not a heading", .0.display())]
    NoHeading(PathBuf),
    /// A line that is not counts of blocks.
    #[error("{}, line {line}: not counts of blocks: {cause}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Reason in words.
        cause: String,
    },
    /// A first or last line that does not fit: changed, of another version, or with another number of parts.
    #[error("{}, line {line}: {cause}", path.display())]
    Frame {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Reason in words.
        cause: String,
    },
    /// Counts of another run, in a file of counts.
    #[error("{}, line {line}: counts of another run", path.display())]
    Foreign {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
    },
    /// Counts saved for `--resume` that belong to another run.
    #[error("{} belongs to another run: {differs}; leave out --resume to start a new run", path.display())]
    Other {
        /// Path of the file.
        path: PathBuf,
        /// Differences between the two runs, in words.
        differs: String,
    },
    /// Counts saved for `--resume` by another command that was stopped.
    #[error("{} has the counts of a `hitchart {command}` that was stopped; name another file with --out, or remove it", path.display())]
    OtherCommand {
        /// Path of the file.
        path: PathBuf,
        /// Name of the command.
        command: String,
    },
    /// A file that must be complete is not.
    #[error("{} is incomplete: its last line is missing", .0.display())]
    CutOff(PathBuf),
}

/// Last line of a complete file, with the number of parts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    parts: usize,
}

/// Returns the text of a complete file.
pub fn whole_file(heading: &Value, lines: &[JournalLine]) -> String {
    let end = serde_json::to_string(&End { parts: lines.len() }).unwrap_or_default();
    let lines: String = lines.iter().map(JournalLine::text).collect();
    format!("{heading}\n{lines}{end}\n")
}

/// Reads the heading and parts of a file that must be complete. All parts must belong to the run of the heading.
///
/// # Errors
/// Fails on files that are unreadable or incomplete, and on other lines.
pub fn read_whole(path: &Path) -> Result<(Value, Vec<JournalLine>), JournalError> {
    let text = read(path)?;
    let (heading, mut lines) = heading(path, &text)?;
    let last = lines.pop().and_then(|(_, text)| serde_json::from_str::<End>(text).ok());
    if !text.ends_with('\n') || last.is_none_or(|end| end.parts != lines.len()) {
        return Err(JournalError::CutOff(path.to_owned()));
    }
    Ok((heading.clone(), of_run(path, &heading, lines)?))
}

/// Reads all lines of counts in a file, with their numbers. The first and last lines of concatenated files are checked
/// and skipped.
///
/// # Errors
/// Fails on unreadable files, lines without counts, and files with missing parts.
pub fn read_lines(path: &Path) -> Result<Vec<(usize, JournalLine)>, JournalError> {
    let text = read(path)?;
    let (mut all, mut parts) = (Vec::new(), 0);
    for (number, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let wrong = |cause: &str| JournalError::Frame { path: path.to_owned(), line: number, cause: cause.to_owned() };
        if let Ok(end) = serde_json::from_str::<End>(text) {
            if end.parts != parts {
                return Err(wrong(&format!("{} parts end here, found: {parts}", end.parts)));
            }
        } else if let Some(heading) =
            serde_json::from_str::<Value>(text).ok().filter(|line| line.get("hitchart").is_some())
        {
            check_seal(&heading).map_err(wrong)?;
            parts = 0;
        } else {
            all.push((number, parsed(path, (number, text))?));
            parts += 1;
        }
    }
    Ok(all)
}

fn read(path: &Path) -> Result<String, JournalError> {
    text_of(path, files::read(path, MAX_COUNTS))
}

fn text_of(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<String, JournalError> {
    let bytes = bytes.map_err(|cause| JournalError::Io { path: path.to_owned(), cause })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Lines of a text with their numbers.
type Numbered<'a> = Vec<(usize, &'a str)>;

/// Splits a text into its first line and all others.
fn heading<'a>(path: &Path, text: &'a str) -> Result<(Value, Numbered<'a>), JournalError> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Value>(line).ok());
    let heading = first.filter(Value::is_object).ok_or_else(|| JournalError::NoHeading(path.to_owned()))?;
    Ok((heading, lines.collect()))
}

/// Parses lines of counts, all of the run in the heading.
fn of_run(path: &Path, heading: &Value, lines: Numbered<'_>) -> Result<Vec<JournalLine>, JournalError> {
    let one = |(number, text)| {
        let line = parsed(path, (number, text))?;
        match heading["run"] == line.run {
            true => Ok(line),
            false => Err(JournalError::Foreign { path: path.to_owned(), line: number }),
        }
    };
    lines.into_iter().map(one).collect()
}

/// Parses a line of counts and checks its seal.
fn parsed(path: &Path, (line, text): (usize, &str)) -> Result<JournalLine, JournalError> {
    text.parse().map_err(|cause| JournalError::Line { path: path.to_owned(), line, cause })
}

/// The journal of a run: the counts so far. The file is created with the first lines written, so that short runs leave
/// none.
pub struct Journal {
    folder: OpenFolder,
    /// Name of the journal in the folder.
    name: PathBuf,
    run: String,
    open: Mutex<Open>,
}

struct Open {
    file: Option<File>,
    /// True if any part was added.
    used: bool,
    held: Vec<u8>,
    last: Instant,
}

impl Journal {
    /// Creates the journal of a run under a name in a folder; `heading` describes the run, and `lines` are earlier
    /// counts.
    ///
    /// # Errors
    /// Too many open files.
    pub fn new(
        (folder, name): (&OpenFolder, &Path),
        run: &str,
        heading: &Value,
        lines: &[JournalLine],
    ) -> Result<Journal, JournalError> {
        let text: String = lines.iter().map(JournalLine::text).collect();
        let held = format!("{heading}\n{text}").into_bytes();
        let failed = |cause| JournalError::Io { path: folder.shown(name), cause };
        Ok(Journal {
            folder: folder.again().map_err(failed)?,
            name: name.to_owned(),
            run: run.to_owned(),
            open: Mutex::new(Open { file: None, used: !lines.is_empty(), held, last: Instant::now() }),
        })
    }

    /// Reads a journal that an earlier run left: its heading and parts, without a last line that was cut off. `None` if
    /// there is no file or nothing was written.
    ///
    /// # Errors
    /// Fails on unreadable files, lines of another form, and lines of another run than the heading's.
    pub fn left(folder: &OpenFolder, name: &Path) -> Result<Option<(Value, Vec<JournalLine>)>, JournalError> {
        let path = folder.shown(name);
        let text = match folder.read(name, MAX_COUNTS) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => text_of(&path, bytes)?,
        };
        let Some(end) = text.rfind('\n') else { return Ok(None) };
        let (heading, lines) = heading(&path, &text[..end])?;
        Ok(Some((heading.clone(), of_run(&path, &heading, lines)?)))
    }

    /// Adds a part, which is written at once or buffered for a moment.
    ///
    /// # Errors
    /// Failed file operations.
    pub fn add(&self, name: &str, part: &BlockCounts) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.used = true;
        open.held.extend(JournalLine::new(&self.run, name, part).text().into_bytes());
        if open.last.elapsed() < HELD {
            return Ok(());
        }
        open.write(&self.folder, &self.name)
    }

    /// Writes the buffered lines, and returns true if there are counts to resume from.
    ///
    /// # Errors
    /// Failed file operations.
    pub fn flush(&self) -> io::Result<bool> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.used {
            open.write(&self.folder, &self.name)?;
        }
        Ok(open.used)
    }
}

impl Open {
    /// Writes all buffered lines at once, so that a kill cuts off at most the last one.
    fn write(&mut self, folder: &OpenFolder, name: &Path) -> io::Result<()> {
        if self.file.is_none() {
            // A new file replaces the journal of an earlier run, because the old file may have another name elsewhere.
            if folder.has_file(name) {
                folder.remove(name)?;
            }
            self.file = Some(folder.make(name)?);
        }
        if let Some(file) = &mut self.file {
            file.write_all(&self.held)?;
        }
        self.held.clear();
        self.last = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(start: u64) -> JournalLine {
        JournalLine::new("r", "games", &BlockCounts { blocks: start..start + 2, counts: json!({ "games": 120 }) })
    }

    #[test]
    fn a_journal_is_read_up_to_where_it_was_cut() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, name) = (OpenFolder::open(dir.path()).unwrap(), Path::new("journal"));
        let path = dir.path().join(name);
        assert!(Journal::left(&folder, name).unwrap().is_none());
        let journal = Journal::new((&folder, name), "r", &json!({ "run": "r" }), &[]).unwrap();
        assert!(!path.exists());
        [line(0), line(2)].into_iter().for_each(|line| journal.add("games", &line.part()).unwrap());
        journal.flush().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for cut in text.find('\n').unwrap() + 1..=text.len() {
            std::fs::write(&path, &text[..cut]).unwrap();
            let (heading, lines) = Journal::left(&folder, name).unwrap().unwrap();
            assert_eq!(heading, json!({ "run": "r" }));
            assert_eq!(lines, [line(0), line(2)][..text[..cut].matches('\n').count() - 1]);
        }
        std::fs::write(&path, text.replacen("120", "121", 1)).unwrap();
        assert!(matches!(Journal::left(&folder, name), Err(JournalError::Line { line: 2, .. })));
        std::fs::write(&path, text.replacen("\"r\"", "\"s\"", 1)).unwrap();
        assert!(matches!(Journal::left(&folder, name), Err(JournalError::Foreign { line: 2, .. })));
    }

    #[test]
    fn a_file_that_must_be_whole_is_refused_at_every_cut() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("shard");
        let text = whole_file(&json!({ "run": "r" }), &[line(0), line(2)]);
        std::fs::write(&path, &text).unwrap();
        assert_eq!(read_whole(&path).unwrap(), (json!({ "run": "r" }), vec![line(0), line(2)]));
        for cut in 0..text.len() {
            std::fs::write(&path, &text[..cut]).unwrap();
            assert!(read_whole(&path).is_err(), "cut at {cut}");
        }
    }
}
