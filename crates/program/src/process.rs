//! One process of a game: lines in, lines out, with a limit of time.

use hitchart_play::program::{ProgramCommand, ProgramFault};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{collections::VecDeque, thread};

/// Most bytes of a line.
const MOST_OF_A_LINE: u64 = 1 << 20;

/// Most lines that wait to be read: a program that floods is held up by its full pipe.
const MOST_WAITING: usize = 256;

/// Most bytes of standard error that a message shows.
const MOST_OF_STDERR: usize = 2_000;

/// Interval at which a wait looks for a stop.
const TICK: Duration = Duration::from_millis(20);

/// Waits for the end of a process whose pipes have closed.
const PATIENCE: u32 = 50;

/// A running process.
pub(crate) struct Process {
    command: ProgramCommand,
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    last: String,
}

/// A line of the process, or the reason why there are no more.
type Line = Result<String, String>;

/// Outcome of a wait for a line.
pub(crate) enum Waited {
    /// A line.
    Line(String),
    /// The stop was set.
    Stopped,
}

impl Process {
    /// Starts a command.
    pub(crate) fn start(command: &ProgramCommand) -> Result<Process, ProgramFault> {
        let failed = |problem: String| unanswered(command, problem);
        command.check().map_err(failed)?;
        let mut start = Command::new(&command.words[0]);
        start.args(&command.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if !command.folder.as_os_str().is_empty() {
            start.current_dir(&command.folder);
        }
        // Its own group, so that all that it starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().map_err(|cause| failed(format!("it cannot be started: {cause}")))?;
        let (send, lines) = sync_channel(MOST_WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &send));
        }
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(errors) = child.stderr.take() {
            let kept = Arc::clone(&stderr);
            thread::spawn(move || keep_end(errors, &kept));
        }
        let input = child.stdin.take().map(|input| {
            let (send, lines) = channel();
            // A program that reads nothing fills its pipe, and a wait for an answer must not be held up by that.
            thread::spawn(move || write_lines(input, &lines));
            send
        });
        Ok(Process { command: command.clone(), child, input, lines, stderr, last: String::new() })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), ProgramFault> {
        if let Ok(extra) = self.lines.try_recv() {
            self.last = extra.unwrap_or_default();
            return Err(self.fault("it answered more lines than it was asked for"));
        }
        match self.input.as_ref().map(|input| input.send(format!("{line}\n"))) {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) => {
                let ending = self.ending("it closed its input", PATIENCE);
                Err(self.fault(&ending))
            }
            None => Err(self.fault("its input is closed")),
        }
    }

    /// Waits for the next line.
    pub(crate) fn line(&mut self, stop: &AtomicBool) -> Result<Waited, ProgramFault> {
        let until = Instant::now() + Duration::from_secs_f64(self.command.timeout);
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(Waited::Stopped);
            }
            match self.lines.recv_timeout(TICK) {
                Ok(Ok(line)) => {
                    self.last.clone_from(&line);
                    return Ok(Waited::Line(line));
                }
                Ok(Err(problem)) => return Err(self.fault(&problem)),
                Err(RecvTimeoutError::Disconnected) => {
                    let ending = self.ending("it closed its output", PATIENCE);
                    return Err(self.fault(&ending));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() > until => {
                    let seconds = self.command.timeout;
                    // A program that has ended may have left its output to a program that it started.
                    let silent = format!(
                        "it did not answer for {seconds} s (`timeout` sets this limit, or `--timeout` of `conform`)"
                    );
                    let ending = self.ending(&silent, 1);
                    return Err(self.fault(&ending));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns a failure with the last line and the end of standard error.
    pub(crate) fn fault(&self, problem: &str) -> ProgramFault {
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = kept.as_slices();
        let stderr = String::from_utf8_lossy(&[front, back].concat()).into_owned();
        let line = self.last.chars().take(500).collect();
        ProgramFault { command: self.command.to_string(), problem: problem.to_owned(), line, stderr }
    }

    /// Describes how the process ended; `or` if it goes on after some waits.
    fn ending(&mut self, or: &str, waits: u32) -> String {
        // The pipes close shortly before the process has ended, and its standard error may still be on its way.
        for _ in 0..waits {
            if let Ok(Some(status)) = self.child.try_wait() {
                thread::sleep(TICK);
                return format!("it ended with {status}");
            }
            thread::sleep(TICK);
        }
        or.to_owned()
    }

    /// Closes the input, and returns true if the process then ends.
    pub(crate) fn ends(mut self) -> bool {
        self.input = None;
        let until = Instant::now() + Duration::from_secs_f64(self.command.timeout.min(5.0));
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            thread::sleep(TICK);
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // What has ended already cannot be killed, and needs not be.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the failure of a command that has not answered.
pub(crate) fn unanswered(command: &ProgramCommand, problem: String) -> ProgramFault {
    ProgramFault { command: command.to_string(), problem, line: String::new(), stderr: String::new() }
}

/// Writes lines to a process until there are no more, or its input is closed.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Sends the lines of a process until its output ends.
fn read_lines(output: impl Read, send: &SyncSender<Line>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(MOST_OF_A_LINE).read_until(b'\n', &mut bytes);
        let line = match read {
            Ok(0) => return,
            Err(cause) => Err(format!("its output cannot be read: {cause}")),
            Ok(_) if bytes.len() as u64 >= MOST_OF_A_LINE => {
                Err(format!("a line has more than {MOST_OF_A_LINE} bytes"))
            }
            Ok(_) => String::from_utf8(bytes).map_err(|_| "a line is not UTF-8".to_owned()),
        };
        let line = line.map(|line| line.trim_end().to_owned());
        let is_last = line.is_err();
        if send.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Keeps the end of standard error.
fn keep_end(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = errors.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..read]);
        let excess = kept.len().saturating_sub(MOST_OF_STDERR);
        kept.drain(..excess);
    }
}
