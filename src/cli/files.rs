//! Questions whose answers can also be files: the replay of `hitchart play`, the results of `hitchart ra bid`, and the
//! reports of `hitchart meta` and of audits.

use super::super::workflow::{BIDS, Claim, FileClaim, FolderError, Heading, WorkflowError, any_folder, report_alone};
use super::error::{CliError, Stop, ending};
use super::output;
use hitchart_ask::options::Format;
use hitchart_ask::questions::compare::{META_NAME, MetaArgs, analysed, answer_meta};
use hitchart_ask::questions::dice::{self, DiceArgs};
use hitchart_ask::questions::play::{self, PlayArgs, REPLAY_FILES};
use hitchart_ask::questions::position::{AuditArgs, audit_reply, audited};
use hitchart_ask::questions::ra::{BidArgs, answer_bid};
use hitchart_ask::{Asking, on_threads};
use hitchart_config::files::{begins, replace};
use hitchart_config::{FileText, InputError};
use hitchart_lab::metagame::{self, Analysis};
use hitchart_report::{plot::draw, table::escape};
use serde_json::Value;
use std::io;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

// `hitchart dice`

/// Prints the distributions of expressions, and writes their plot.
pub(crate) fn run_dice(args: &DiceArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let reply = dice::answer(args, asking)?;
    if let Some(path) = &args.plot {
        let failed = |cause: String| WorkflowError::Content { what: path.display().to_string(), cause };
        let Some((figure, table)) = reply.figures.first() else {
            return Err(InputError::plain("--plot: a tuple has no plot").into());
        };
        let drawing = draw(figure, table, &reply.source).map_err(|error| failed(error.to_string()))?;
        let bytes = match path.extension() {
            Some(end) if end.eq_ignore_ascii_case("svg") => drawing.svg.as_bytes(),
            _ => &drawing.png,
        };
        replace(path, bytes).map_err(|error| failed(error.to_string()))?;
    }
    output::show(&reply)
}

// `hitchart play`

/// Plays the games of a study and prints the winner, or replays one of them.
pub(crate) fn run_play(args: &PlayArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    match args.replay {
        Some(_) => run_replay(args, asking),
        None => output::show(&play::answer(args, asking)?),
    }
}

/// Marks near the start of the page and of the first line of every replay.
const MARKS: [&str; 2] = [r#"id="replay">{"header":{"schema":"hitchart-"#, r#"{"schema":"hitchart-"#];

/// Number of bytes searched for the mark; the page's style comes first.
const EARLY: u64 = 1 << 18;

/// Destination of a replay.
#[derive(Clone, Copy)]
struct Into<'a> {
    folder: &'a Path,
    /// True if files that are not replays may be replaced without asking.
    force: bool,
}

/// Replays a game, writes the replay into a folder and prints the result.
fn run_replay(args: &PlayArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("replays"));
    let claim = Claim::take(&out, any_folder).map_err(WorkflowError::from)?;
    may_replace(Into { folder: &out, force: args.force }).map_err(WorkflowError::from)?;
    let mut reply = play::answer(args, asking)?;
    let files: Vec<(PathBuf, Vec<u8>)> =
        std::mem::take(&mut reply.files).into_iter().map(|(name, text)| (name.into(), text.into_bytes())).collect();
    claim.put(&files, asking.stop).map_err(WorkflowError::from)?;
    let paths = REPLAY_FILES.map(|file| out.join(file).display().to_string());
    if !args.options.output.formats.has(Format::Json) {
        let [page, lines] = paths;
        return output::print(&format!("{}\n{page}\n{lines}", escape::line(&reply.line)));
    }
    if let Value::Object(data) = &mut reply.data {
        data.insert("files".to_owned(), paths.to_vec().into());
    }
    output::show(&reply)
}

/// Checks that files that are not replays may be replaced: allowed by `--force`, or by the user at the terminal.
fn may_replace(into: Into) -> Result<(), FolderError> {
    let paths = REPLAY_FILES.map(|file| into.folder.join(file));
    let foreign = |(path, mark): &(&PathBuf, &str)| path.symlink_metadata().is_ok() && !is_replay(path, mark);
    for (path, _) in paths.iter().zip(MARKS).filter(foreign) {
        if path.is_dir() {
            return Err(FolderError::Taken(path.clone()));
        }
        if !into.force && !agreed(path, &mut io::stdin().lock()) {
            return Err(FolderError::NoReplay(path.clone()));
        }
    }
    Ok(())
}

/// Returns true if a file is a replay. Devices, pipes and links are not.
fn is_replay(path: &Path, mark: &str) -> bool {
    let early = begins(path, EARLY).unwrap_or_default();
    !path.is_symlink() && early.windows(mark.len()).any(|bytes| bytes == mark.as_bytes())
}

/// Asks the user whether a file may be replaced; returns false without a terminal.
fn agreed(path: &Path, answers: &mut (impl BufRead + IsTerminal)) -> bool {
    if !answers.is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let asked = write!(
        io::stderr(),
        "{} was not written by hitchart. Replace it? [y/N] ",
        escape::line(&path.to_string_lossy())
    );
    let mut answer = String::new();
    asked.is_ok()
        && answers.read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

// `hitchart ra bid`

/// Plays games for bids, saves their results and prints the best replies.
pub(crate) fn run_bid(args: &BidArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let claim = args.out.as_deref().map(|out| FileClaim::take(BIDS, out)).transpose().map_err(WorkflowError::from)?;
    let reply = answer_bid(args, asking)?;
    // Both contain hours of games: a file that cannot be written must not lose the answer, and vice versa.
    let file = reply.files.first().map(|(_, text)| text.as_str()).unwrap_or_default();
    let written = claim.map_or(Ok(()), |claim| claim.write(file, asking.stop));
    ending(written.map_err(|error| WorkflowError::from(error).into()), output::show(&reply))
}

// `hitchart meta`

/// Analyses results and prints the answer, the summary first.
pub(crate) fn run_meta(args: &MetaArgs, stop: &Stop, asking: &Asking<'_>) -> Result<(), CliError> {
    if let Some(out) = &args.out {
        let (analysis, file) = stop.holding_nothing(|| analysed(args, asking))?;
        let (heading, answer) = (heading(&analysis, &file), metagame::answer(&analysis, META_NAME));
        let write = || report_alone(&heading, answer, out, stop.flag());
        on_threads(args.threads.map(usize::from), write)??;
    }
    output::show(&stop.holding_nothing(|| answer_meta(args, asking))?)
}

/// Returns the heading of a report.
fn heading(analysis: &Analysis, file: &FileText) -> Heading {
    let line = |what: &str, value: String| (what.to_owned(), value);
    Heading {
        name: META_NAME.to_owned(),
        title: format!("Who beats whom in {}", file.name()),
        text: "Ratings, equilibrium, dominated entrants and cycles of results as they were given.".to_owned(),
        source: file.name(),
        provenance: vec![
            line("Version", env!("CARGO_PKG_VERSION").to_owned()),
            line("Results", file.name()),
            line("Results SHA-256", file.sha256()),
            line("Seed", analysis.seed.to_string()),
            line("Resamples", analysis.resamples.to_string()),
        ],
    }
}

// `hitchart ra|io|af audit`

/// Name of the report of an audit, and of its study.
const AUDIT: &str = "audit";

/// Audits a replay, writes a report into the folder of `--out`, and prints the answer.
pub(crate) fn run_audit(game: &str, args: &AuditArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let audited = audited(game, args, asking)?;
    if let Some(out) = &args.out {
        let heading = Heading {
            name: AUDIT.to_owned(),
            title: format!("{}: an audit", audited.title),
            text: "The chance to win after every turn, the luck of each player, and the costliest decisions."
                .to_owned(),
            source: audited.source.clone(),
            provenance: audited.provenance.clone(),
        };
        report_alone(&heading, audited.answer.clone(), out, asking.stop)?;
    }
    output::show(&audit_reply(args, &audited)?)
}
