//! The same scenario, seed and version give the same counts, answers and files, on any number of threads.

use crate::common::{Desk, SMALL};
use hitchart_dice::Pool;
use hitchart_dice::plan::{AttackPlan, Cover, CoverOrder, HitChart, SeriesPlan, WearingDie};
use hitchart_lab::runner::{Job, Plan, Progress, Sampled, count_one};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const THREADS: [usize; 3] = [1, 2, 7];
/// Several blocks of the kernel and a part of another.
const SAMPLES: u64 = 600_001;

fn pool(text: &str) -> Pool {
    text.parse().unwrap()
}

fn plans() -> [(&'static str, Plan); 3] {
    let (attack, spot) = (pool("3d6+1d8"), pool("1d6"));
    let chart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };
    let (second_spot, defense) = (Pool::EMPTY, pool("2d6").into());
    let single = AttackPlan { attack, spot, second_spot, bonus: 0, defense, chart, cover: Cover::Hits(2) };
    let run = SeriesPlan {
        attack,
        spot,
        bonus: 0,
        defense: [2, 5].map(|until| WearingDie { sides: 6, until, summed: false }).to_vec(),
        defense_bonus: 0,
        covered: chart,
        open: HitChart::target_only(5),
        cover_hits: 3,
        hit_points: 6,
        attacks: 4,
    };
    [("single", Plan::Attack(single)), ("again", Plan::Attack(single)), ("run", Plan::Series(run))]
}

fn jobs(seed: u64) -> impl Iterator<Item = Job> {
    plans()
        .into_iter()
        .map(move |(name, plan)| Job::whole(name.to_owned(), Arc::new(Sampled::new(plan, SAMPLES, seed, name))))
}

fn counts(threads: usize, seed: u64) -> BTreeMap<String, Value> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (progress, stop) = (Progress::hidden(), AtomicBool::new(false));
    let count = |job: Job| (job.name.clone(), count_one(&job, &progress, &stop).unwrap());
    pool.install(|| jobs(seed).map(count).collect())
}

#[test]
fn jobs_give_the_same_counts_on_any_number_of_threads() {
    let one = counts(1, 5);
    assert_eq!(one["single"]["samples"], SAMPLES);
    for threads in THREADS {
        assert_eq!(counts(threads, 5), one, "{threads} threads");
    }
}

#[test]
fn other_seeds_and_other_names_give_other_counts() {
    let (five, six) = (counts(2, 5), counts(2, 6));
    assert!(five.iter().all(|(name, tally)| six[name] != *tally));
    assert_ne!(five["single"]["joint"], five["again"]["joint"]);
}

#[test]
fn a_stopped_run_gives_no_counts() {
    let stopped = |job| count_one(&job, &Progress::hidden(), &AtomicBool::new(true));
    assert!(jobs(5).all(|job| stopped(job).is_none()));
}

/// Returns the answer of a simulated attack without its timings.
fn simulated(threads: usize, seed: u64) -> Value {
    let dice = "--attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2";
    let command = format!("ra attack {dice} --simulate 300000 --seed {seed} --threads {threads}");
    let mut json = Desk::new().json(&command);
    let timed = json["simulated"].as_object_mut().unwrap();
    assert!(timed.remove("seconds").is_some() && timed.remove("attacks_per_second").is_some());
    json
}

#[test]
fn a_simulated_attack_is_the_same_on_any_number_of_threads() {
    let one = simulated(1, 9);
    for threads in THREADS {
        assert_eq!(simulated(threads, 9), one, "{threads} threads");
    }
    assert_ne!(simulated(1, 10)["simulated"]["damage"]["pmf"], one["simulated"]["damage"]["pmf"]);
}

/// Returns the files of a report, except the provenance with date and duration.
fn report(flags: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.ok(&format!("run small.toml --out report --quiet {flags}"));
    let mut files = crate::common::files_of(&desk.path("report"));
    assert!(files.remove(&PathBuf::from("provenance.json")).is_some());
    files
}

#[test]
fn a_report_is_the_same_on_any_number_of_threads() {
    let one = report("--threads 1");
    for name in ["report.md", "report.html", "counts.json", "tables/shots-attacks.csv", "plots/stands-survival.svg"] {
        assert!(one.contains_key(&PathBuf::from(name)), "no {name}");
    }
    for threads in THREADS {
        let other = report(&format!("--threads {threads}"));
        assert!(other.keys().eq(one.keys()), "{threads} threads");
        one.iter().for_each(|(name, content)| assert!(other[name] == *content, "{threads} threads: {name:?} differs"));
    }
}

#[test]
fn other_seeds_give_other_reports() {
    let (three, four) = (report(""), report("--seed 4"));
    for name in ["counts.json", "report.md", "tables/shots-attacks.csv"].map(PathBuf::from) {
        assert!(three[&name] != four[&name], "{name:?} is the same");
    }
    assert!(three == report("--seed 3"), "the scenario's own seed is 3");
}
