//! Counts as lines of JSON: a first line that says what run they are of, then one line a part. A run writes its journal
//! in this form, a shard its counts; `docs/distributed.md` has the schema.

use super::Part;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lines are held back so long, so that many small parts cost nothing; what a killed run loses is no more.
const HELD: Duration = Duration::from_millis(500);

/// Why lines of counts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("cannot read {}: {cause}", path.display())]
    Io { path: PathBuf, cause: io::Error },
    /// The first line says nothing of a run.
    #[error("{} holds no counts of a run: its first line is no heading", .0.display())]
    NoHeading(PathBuf),
    /// A line in the middle.
    #[error("{}, line {line}: no counts of blocks: {cause}", path.display())]
    Line { path: PathBuf, line: usize, cause: String },
    /// Counts of another run, in a file of counts.
    #[error("{}, line {line}: counts of another run", path.display())]
    Foreign { path: PathBuf, line: usize },
    /// What an unfinished run has left is of another run.
    #[error("{} was left by another run: {differs}; without --resume a run begins anew", path.display())]
    Other { path: PathBuf, differs: String },
    /// A file that must be whole is not.
    #[error("{} is cut off: it ends without its last line", .0.display())]
    CutOff(PathBuf),
}

/// Counts of some blocks of a simulation, as a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The run that it is of.
    pub run: String,
    /// The simulation.
    pub name: String,
    pub blocks: Range<u64>,
    pub counts: Value,
}

impl Line {
    /// A part of a simulation.
    pub fn new(run: &str, name: &str, part: &Part) -> Line {
        Line { run: run.to_owned(), name: name.to_owned(), blocks: part.blocks.clone(), counts: part.counts.clone() }
    }

    /// It as a part.
    pub fn part(self) -> Part {
        Part { blocks: self.blocks, counts: self.counts }
    }

    /// The line with its end.
    pub fn text(&self) -> String {
        // A tree of plain values has a JSON form.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// Last line of a file that is whole: how many parts it has.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    parts: usize,
}

/// The text of a file that is whole.
pub fn whole_file(heading: &Value, lines: &[Line]) -> String {
    let end = serde_json::to_string(&End { parts: lines.len() }).unwrap_or_default();
    let lines: String = lines.iter().map(Line::text).collect();
    format!("{heading}\n{lines}{end}\n")
}

/// The heading and parts of a file that must be whole.
///
/// # Errors
/// Unreadable files, other lines, and files that are cut off.
pub fn read_whole(path: &Path) -> Result<(Value, Vec<Line>), JournalError> {
    let text = read(path)?;
    let (heading, mut lines) = heading(path, &text)?;
    let last = lines.pop().and_then(|(_, text)| serde_json::from_str::<End>(text).ok());
    if !text.ends_with('\n') || last.is_none_or(|end| end.parts != lines.len()) {
        return Err(JournalError::CutOff(path.to_owned()));
    }
    let lines: Result<Vec<Line>, JournalError> = lines.into_iter().map(|line| parsed(path, line)).collect();
    Ok((heading, lines?))
}

/// All lines of counts in a file, with their numbers; headings and ends are passed over.
///
/// # Errors
/// Unreadable files, and lines that are no counts.
pub fn read_lines(path: &Path) -> Result<Vec<(usize, Line)>, JournalError> {
    let text = read(path)?;
    let counts = |(_, text): &(usize, &str)| !text.trim().is_empty() && !is_frame(text);
    let lines = (1..).zip(text.lines()).filter(counts);
    lines.map(|line| Ok((line.0, parsed(path, line)?))).collect()
}

/// Whether a line is the first or the last of a file.
fn is_frame(text: &str) -> bool {
    let keys = |keys: &[&str]| {
        serde_json::from_str::<Value>(text).is_ok_and(|line| keys.iter().all(|key| line.get(key).is_some()))
    };
    keys(&["hitchart"]) || keys(&["parts"])
}

fn read(path: &Path) -> Result<String, JournalError> {
    let failed = |cause| JournalError::Io { path: path.to_owned(), cause };
    let bytes = std::fs::read(path).map_err(failed)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Numbered lines of a text.
type Numbered<'a> = Vec<(usize, &'a str)>;

/// The first line, and all others.
fn heading<'a>(path: &Path, text: &'a str) -> Result<(Value, Numbered<'a>), JournalError> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Value>(line).ok());
    let heading = first.filter(Value::is_object).ok_or_else(|| JournalError::NoHeading(path.to_owned()))?;
    Ok((heading, lines.collect()))
}

fn parsed(path: &Path, (line, text): (usize, &str)) -> Result<Line, JournalError> {
    serde_json::from_str(text).map_err(|cause| JournalError::Line {
        path: path.to_owned(),
        line,
        cause: cause.to_string(),
    })
}

/// The journal of a run: what has been counted so far. It comes into being with the first lines that are written, so
/// that short runs leave none.
pub struct Journal {
    path: PathBuf,
    run: String,
    open: Mutex<Open>,
}

struct Open {
    file: Option<File>,
    /// Whether any part was added.
    used: bool,
    held: Vec<u8>,
    last: Instant,
}

impl Journal {
    /// A new journal of a run; `heading` says what it is, and `lines` what was counted before.
    pub fn new(path: &Path, run: &str, heading: &Value, lines: &[Line]) -> Journal {
        let text: String = lines.iter().map(Line::text).collect();
        let held = format!("{heading}\n{text}").into_bytes();
        Journal {
            path: path.to_owned(),
            run: run.to_owned(),
            open: Mutex::new(Open { file: None, used: !lines.is_empty(), held, last: Instant::now() }),
        }
    }

    /// A journal that an earlier run left: its heading and parts, without a last line that was cut off in writing; none
    /// where there is no file or nothing was written down.
    ///
    /// # Errors
    /// Unreadable files and lines of another form.
    pub fn left(path: &Path) -> Result<Option<(Value, Vec<Line>)>, JournalError> {
        if !path.exists() {
            return Ok(None);
        }
        let text = read(path)?;
        let Some(end) = text.rfind('\n') else { return Ok(None) };
        let (heading, lines) = heading(path, &text[..end])?;
        let lines: Result<Vec<Line>, JournalError> = lines.into_iter().map(|line| parsed(path, line)).collect();
        Ok(Some((heading, lines?)))
    }

    /// Writes down a part, or holds it back for a moment.
    ///
    /// # Errors
    /// Failed file operations.
    pub fn add(&self, name: &str, part: &Part) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.used = true;
        open.held.extend(Line::new(&self.run, name, part).text().into_bytes());
        if open.last.elapsed() < HELD {
            return Ok(());
        }
        open.write(&self.path)
    }

    /// Writes down what is held back, and says whether there is anything to go on from.
    ///
    /// # Errors
    /// Failed file operations.
    pub fn flush(&self) -> io::Result<bool> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.used {
            open.write(&self.path)?;
        }
        Ok(open.used)
    }
}

impl Open {
    /// All lines that are held back in one go, so that a kill cuts off the last of them at most.
    fn write(&mut self, path: &Path) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(OpenOptions::new().create(true).write(true).truncate(true).open(path)?);
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

    fn line(start: u64) -> Line {
        Line {
            run: "r".to_owned(),
            name: "games".to_owned(),
            blocks: start..start + 2,
            counts: json!({ "games": 120 }),
        }
    }

    #[test]
    fn a_journal_is_read_up_to_where_it_was_cut() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        assert!(Journal::left(&path).unwrap().is_none());
        let journal = Journal::new(&path, "r", &json!({ "seed": 1 }), &[]);
        assert!(!path.exists());
        [line(0), line(2)].into_iter().for_each(|line| journal.add("games", &line.part()).unwrap());
        journal.flush().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for cut in text.find('\n').unwrap() + 1..=text.len() {
            std::fs::write(&path, &text[..cut]).unwrap();
            let (heading, lines) = Journal::left(&path).unwrap().unwrap();
            assert_eq!(heading, json!({ "seed": 1 }));
            assert_eq!(lines, [line(0), line(2)][..text[..cut].matches('\n').count() - 1]);
        }
    }

    #[test]
    fn a_file_that_must_be_whole_is_refused_at_every_cut() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("shard");
        let text = whole_file(&json!({ "seed": 1 }), &[line(0), line(2)]);
        std::fs::write(&path, &text).unwrap();
        assert_eq!(read_whole(&path).unwrap(), (json!({ "seed": 1 }), vec![line(0), line(2)]));
        for cut in 0..text.len() {
            std::fs::write(&path, &text[..cut]).unwrap();
            assert!(read_whole(&path).is_err(), "cut at {cut}");
        }
    }
}
