//! A stop is not a result. Ctrl-C or SIGTERM ends a command with exit code 130, one line, no verdict and no file. With
//! `--resume`, the same command continues and writes the same result.

use super::endings::{end, signal, start};
use crate::common::{Desk, MIRROR};
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Creates a desk with games that end soon: few units and simple policies.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("x.toml", MIRROR);
    desk
}

/// Returns the counts saved for an output file.
fn counts(desk: &Desk, out: &str) -> String {
    fs::read_to_string(desk.path(format!("{out}.counts"))).unwrap_or_default()
}

/// Stops a command, which must print nothing, and returns its one line on standard error. `None` if it ended before.
fn stopped(desk: &Desk, line: &str, sent: &str, until: impl Fn() -> bool) -> Option<String> {
    let mut child = start(desk, line, Stdio::piped());
    while !until() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    if child.try_wait().unwrap().is_some() {
        return None;
    }
    signal(&child, sent);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let (code, said) = end(child);
    if code == Some(0) {
        return None;
    }
    assert!(code == Some(130) && out.is_empty(), "{line}: {code:?} {out}{said}");
    assert!(said.starts_with("error: interrupted") && said.lines().count() == 1, "{line}: {said}");
    Some(said)
}

/// Makes an earlier file with the shorter command, stops the other command once its counts contain `mark`, and resumes
/// it. The earlier file stays until the command has ended. The final file must equal that of a command that was not
/// stopped.
fn goes_on(desk: &Desk, [line, less]: [&str; 2], out: &str, (sent, mark): (&str, &str)) {
    const TRIES: usize = 10;
    desk.ok(&format!("{line} --out whole-{out}"));
    desk.ok(&format!("{less} --out {out}"));
    let earlier = desk.read(out);
    for _ in 0..TRIES {
        let begun = || counts(desk, out).contains(mark);
        let Some(said) = stopped(desk, &format!("{line} --out {out}"), sent, begun) else {
            // It ended before the stop; restore the earlier file.
            desk.write(out, &earlier);
            continue;
        };
        assert!(said.contains("--resume"), "{said}");
        assert!(desk.read(out) == earlier, "{line}: the earlier file was replaced");
        assert!(counts(desk, out).ends_with('\n'), "{line}");
        desk.ok(&format!("{line} --out {out} --resume"));
        assert!(desk.read(out) == desk.read(&format!("whole-{out}")), "{line}");
        let hidden = desk.files().into_keys().find(|path| path.to_string_lossy().starts_with('.'));
        assert!(hidden.is_none() && counts(desk, out).is_empty(), "{line} leaves {hidden:?}");
        return;
    }
    panic!("{line}: each of {TRIES} runs ended before it was stopped");
}

/// Stops a tuning during its iterations, and during its test.
#[test]
fn a_stopped_tuning_goes_on_to_the_same_file() {
    let (desk, tune) = (desk(), "tune x.toml --study mirror --threads 1");
    let less = format!("{tune} --iterations 1 --games 2 --test 2");
    goes_on(&desk, [&format!("{tune} --iterations 200 --games 4 --test 2"), &less], "i.toml", ("INT", "\"tune/"));
    goes_on(&desk, [&format!("{tune} --iterations 1 --games 2 --test 2000"), &less], "t.toml", ("TERM", "\"test/"));
}

#[test]
fn a_stopped_search_for_answers_goes_on_to_the_same_file() {
    let exploit = "exploit x.toml --study mirror --policy random --responses aggressor,random --screen 4 --iterations 1 \
                   --games 4 --climbs 1 --learn 0 --threads 1";
    let lines = [3000, 2].map(|test| format!("{exploit} --test {test}"));
    goes_on(&desk(), [&lines[0], &lines[1]], "r.toml", ("INT", "\"test/"));
}

#[test]
fn a_stopped_learning_goes_on_to_the_same_network() {
    let learn = "learn x.toml --study mirror --states 2 --hidden 4 --epochs 1 --threads 1";
    let lines = [4000, 16].map(|games| format!("{learn} --games {games}"));
    goes_on(&desk(), [&lines[0], &lines[1]], "n.toml", ("TERM", "\"learn/"));
}

/// Fitting a network takes long after counting has ended; a stop during it is a stop, too.
#[test]
fn a_stop_while_a_network_is_fitted_writes_none() {
    let desk = desk();
    let learn = "learn x.toml --study mirror --games 16 --states 200 --hidden 128,128 --epochs 1000";
    let begun = Instant::now();
    let said = stopped(&desk, learn, "INT", || begun.elapsed() > Duration::from_secs(3)).unwrap();
    assert!(said.contains("--resume") && !desk.path("network.toml").exists(), "{said}");
    assert!(counts(&desk, "network.toml").contains("\"learn/"));
}

/// Stopped commands without saved counts give no verdict, no file, and no advice to resume.
#[test]
fn what_keeps_no_counts_gives_no_result_and_no_advice() {
    let desk = desk();
    let endless = "--games 1000000";
    desk.ok("baseline x.toml --games 8 --out b.json");
    let baseline = desk.read("b.json");
    desk.write("company.toml", "name = 'Mine'\nframes = ['Soldier', 'Hammer', 'RdYG', 'RdYBG']\nrockets = 'auto'\n");
    let field = "kind = 'improve'\ncompany = 'mirror-four'\nfield = ['mirror-four']\nbattlefield = 'duel'\n";
    desk.write("field.toml", &format!("title = 'T'\ngame = 'rapid-attack'\n[[study]]\n{field}policy = 'random'\n"));
    for line in [
        format!("compare rulebook draft-2012 --scenario x.toml {endless}").as_str(),
        format!("sweep x.toml --field ranges.direct=6..12 {endless}").as_str(),
        "baseline x.toml --games 100000 --out b.json",
        "check b.json",
        "ra improve company.toml --field field.toml",
    ] {
        let begun = Instant::now();
        let moment = Duration::from_millis(if line.contains("1000000") { 700 } else { 0 });
        let Some(said) = stopped(&desk, line, "INT", || begun.elapsed() >= moment) else { continue };
        assert!(!said.contains("--resume"), "{line}: {said}");
        assert!(desk.read("b.json") == baseline, "{line}");
    }
}

/// The interval of a number holds its mean, also in an edited baseline.
#[test]
fn a_baseline_with_an_impossible_interval_is_refused() {
    let desk = desk();
    desk.ok("baseline x.toml --games 8 --out b.json");
    let text = desk.read("b.json");
    let at = text.find("\"interval\": [").unwrap();
    let end = at + text[at..].find(']').unwrap();
    desk.write("b.json", &format!("{}\"interval\": [2.0, 3.0{}", &text[..at], &text[end..]));
    let said = desk.say("check b.json");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.contains("does not hold its mean"), "{}", said.err);
}

/// Two tunings write one file: the second is refused. The lock of a killed tuning blocks no other run.
#[test]
fn only_one_run_has_a_file_at_a_time() {
    let desk = desk();
    let endless = "tune x.toml --study mirror --iterations 1000000 --games 2 --out mine.toml";
    let lock = desk.path(".mine.toml.hitchart-lock");
    let mut first = start(&desk, endless, Stdio::null());
    while !lock.exists() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let tiny = "--study mirror --iterations 1 --games 2 --test 2 --out mine.toml";
    let second = desk.say(&format!("tune x.toml {tiny}"));
    assert_eq!((second.code, second.out.as_str()), (Some(1), ""));
    assert!(second.err.starts_with("error: mine.toml is in use by another run"), "{}", second.err);
    assert!(second.err.contains("--out") && second.err.lines().count() == 1, "{}", second.err);
    assert!(!desk.path("mine.toml").exists());
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(lock.exists(), "what was killed removes nothing");
    desk.ok(&format!("tune x.toml {tiny}"));
    assert!(desk.path("mine.toml").exists() && !lock.exists());
}

/// A stop ends commands that hold nothing at once, without the grace period for clean-up; `.ci/faults` measures the
/// delay.
#[test]
fn a_stop_ends_what_holds_nothing() {
    let desk = Desk::new();
    let pairs = (0..40).flat_map(|i| (i + 1..40).map(move |j| (i, j)));
    let rows: String = pairs.map(|(i, j)| format!("e{i},e{j},{},1,{}\n", 5 + j - i, 3 + (i * j) % 7)).collect();
    desk.write("r.csv", &format!("a,b,wins,ties,losses\n{rows}"));
    let begun = Instant::now();
    let said = stopped(&desk, "meta r.csv --resamples 10000", "INT", || begun.elapsed() > Duration::from_millis(500));
    assert_eq!(said.as_deref(), Some("error: interrupted\n"));
    // A command that waits for input.
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("hitchart"));
    let child = command.arg("work").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    let input = child.stdin.take();
    signal(&child, "TERM");
    assert_eq!(end(child), (Some(130), "error: interrupted\n".to_owned()));
    drop(input);
}
