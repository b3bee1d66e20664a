//! The files of `hitchart tune`, `learn`, `train` and `exploit`, with their counts for `--resume`.

use super::{error::CliError, output};
use crate::workflow::{FileClaim, Making, NETWORK, OutputKind, RESPONSE, TACTICS, WorkflowError, thread_pool};
use hitchart_ask::questions::training::{
    ExploitArgs, LearnArgs, NETWORK_FILE, RANKING_FILE, RESPONSE_FILE, RESPONSE_NETWORK_FILE, TUNED_FILE, TrainArgs,
    Trained, TrainingArgs, TuneArgs,
};
use hitchart_ask::{AskError, Asking, Reply};
use std::path::{Path, PathBuf};

/// Tunes a policy, writes it to a file, and prints the result of the test.
pub(crate) fn run_tune(args: &TuneArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    run(args, (TACTICS, TUNED_FILE), (&args.out, args.resume), |_| None, asking)
}

/// Plays games, fits the network, writes it to a file, and prints its quality on held-out games.
pub(crate) fn run_learn(args: &LearnArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    run(args, (NETWORK, NETWORK_FILE), (&args.out, args.resume), |_| None, asking)
}

/// Improves a search round by round, writes the last networks that were taken, and prints the rounds.
pub(crate) fn run_train(args: &TrainArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let ranking = |train: &Trained<'_, _>| train.ranks().then_some((RANKING_FILE, "ranking"));
    run(args, (NETWORK, NETWORK_FILE), (&args.out, args.resume), ranking, asking)
}

/// Searches for the best response, writes the best improved one to a file, and prints its advantage.
pub(crate) fn run_exploit(args: &ExploitArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let network = |exploit: &Trained<'_, _>| exploit.learns().then_some((RESPONSE_NETWORK_FILE, "network"));
    run(args, (RESPONSE, RESPONSE_FILE), (&args.out, args.resume), network, asking)
}

/// A second file of an answer, a network: its name there, and the ending of the file to write.
type SecondFile = Option<(&'static str, &'static str)>;

/// Plays the games of a question that writes one file or two, writes them, and prints the answer.
fn run<A: TrainingArgs>(
    args: &A,
    (kind, name): (OutputKind, &'static str),
    (out, resume): (&Path, bool),
    second: impl Fn(&Trained<'_, A>) -> SecondFile,
    asking: &Asking<'_>,
) -> Result<(), CliError> {
    let training = Trained::of(args, asking)?;
    let mut files = Files { first: claim(kind, name, out)?, others: Vec::new(), resume };
    if let Some((name, ending)) = second(&training) {
        files.others.push(claim(NETWORK, name, &beside(out, ending))?);
    }
    output::show(&made(&training, &files, asking)?)
}

/// Returns the path of another file of an answer, in the folder of the first.
fn beside(out: &Path, what: &str) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{stem}-{what}.toml"))
}

/// A file of an answer: its name there, and the file to write.
type Claimed = (&'static str, FileClaim);

/// Claims the file to write for a file of an answer.
fn claim(kind: OutputKind, name: &'static str, out: &Path) -> Result<Claimed, WorkflowError> {
    Ok((name, FileClaim::take(kind, out)?))
}

/// The files of a run.
struct Files {
    /// The main file; counts are saved next to it.
    first: Claimed,
    others: Vec<Claimed>,
    /// True to continue from saved counts.
    resume: bool,
}

impl Files {
    /// Returns the file to write for a file of an answer.
    fn claimed(&self, name: &str) -> Option<&FileClaim> {
        let mut all = std::iter::once(&self.first).chain(&self.others);
        all.find(|(known, _)| *known == name).map(|(_, claim)| claim)
    }
}

/// Plays the games of a study, writes its files and returns the answer.
fn made<A: TrainingArgs>(training: &Trained<'_, A>, files: &Files, asking: &Asking<'_>) -> Result<Reply, CliError> {
    let pool = thread_pool(training.threads())?;
    let study = training.named();
    let run = training.simulated(&study);
    let mut making = Making::begin(&files.first.1, (A::NAME, training.described()), files.resume)?;
    if files.resume && making.is_new() {
        output::note(&format!(
            "--resume: no counts are saved next to {}, so all games are played",
            files.first.1.out().display()
        ));
    }
    let counted = pool.install(|| making.count(&run, &asking.progress(), asking.stop))?;
    let reply = training.reply(&counted, asking.stop).map_err(|error| unmade(&making, error))?;
    let texts = reply.files.iter().filter_map(|(name, text)| Some((files.claimed(name)?, text.as_str())));
    let texts = texts.collect::<Vec<_>>();
    making.finish(&texts, asking.stop)?;
    texts.iter().for_each(|(claim, _)| output::note(&format!("Written: {}", claim.out().display())));
    Ok(reply)
}

/// Returns the error of a run without a result, after its counts are saved.
fn unmade(making: &Making, error: AskError) -> CliError {
    let stopped = making.stopped();
    match error {
        AskError::Interrupted => stopped.into(),
        error => error.into(),
    }
}
