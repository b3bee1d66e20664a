//! Searches for builds: for the best build of a space, and for builds of each size that then meet.
//!
//! A search races generations of builds. The best are kept, crossed and mutated. The best of the last generation are
//! compared again on fresh seeds. The search is an evolution strategy with a race as selection: sequential halving in
//! each generation. Each generation has new dice, so that no build is kept for its luck twice.
//!
//! Sizes are compared in stages. For each size a search finds a build, first against random builds and then against the
//! builds found. Then all of them meet. All of this is repeated independently, with other draws and other dice: results
//! of the searches differ by chance between repetitions, and every interval includes this difference.

use super::field::{Phase, by_points, trial};
use super::matchups::{MatchupCounts, Meetings};
use super::space::{BuildSpace, SearchSetting};
use crate::runner::{Job, Streams};
use crate::study::{Duel, RunCounts};
use crate::{racing::Margins, runner::games::key};
use hitchart_dice::Throw;
use hitchart_stats::{Estimate, LEVEL, order::smallest_first};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

// The best build of a space.

/// Size of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSize {
    /// Maximum number of builds per generation.
    pub population: usize,
    /// Number of generations, including the first.
    pub generations: usize,
    /// Pairs of games of all generations together.
    pub pairs: u64,
    /// Pairs of games of the best build on fresh seeds.
    pub test_pairs: u64,
}

/// Number of builds of a generation that are kept as parents.
const KEPT: usize = 6;
/// Attempts to breed each build that a generation needs.
const TRIES: usize = 8;
/// Number of builds of the last generation that are compared again.
const FINALISTS: usize = 4;

/// A search of a space.
pub struct BuildSearch<'a, W: SearchSetting> {
    /// Setting in which the builds play.
    pub setting: &'a W,
    /// Space of the builds that may be found.
    pub space: &'a W::Space,
    /// Opponents of the builds.
    pub field: &'a Arc<W::Field>,
    /// Name of the games.
    pub name: String,
    /// Seed of all draws and dice.
    pub seed: u64,
    /// Builds to begin with; those outside the space are skipped.
    pub start: Vec<W::Build>,
    /// Numbers of builds, generations and games.
    pub breeding: SearchSize,
    /// Number of builds of the final that are tested on fresh seeds, at least 1: the winner and those next to it.
    pub tested: usize,
    /// Builds that earlier runs of the search have drawn.
    pub drafts: &'a Drafts<W::Build>,
}

/// Builds that the searches of a study have drawn. A search runs again from its start after each part of its games, and
/// draws the same builds each time; without this memory the time for draws would grow with the square of the parts.
#[derive(Debug)]
pub struct Drafts<B>(Mutex<Vec<(String, Vec<B>)>>);

impl<B> Default for Drafts<B> {
    fn default() -> Drafts<B> {
        Drafts(Mutex::default())
    }
}

/// A copy is empty: it may be of a study with other rules, whose searches have the same names.
impl<B> Clone for Drafts<B> {
    fn clone(&self) -> Drafts<B> {
        Drafts::default()
    }
}

impl<B: Clone> Drafts<B> {
    /// Returns the builds of a name, which `draw` makes the first time.
    fn builds(&self, name: &str, draw: &mut dyn FnMut() -> Vec<B>) -> Vec<B> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A list, since a study has a few hundred names at most.
        if let Some((_, builds)) = all().iter().find(|(known, _)| known == name) {
            return builds.clone();
        }
        let builds = draw();
        all().push((name.to_owned(), builds.clone()));
        builds
    }
}

/// Progress of a search.
pub struct SearchProgress<B> {
    /// Best build of each generation, its games there, and the number of builds that raced.
    pub generations: Vec<(B, Margins, usize)>,
    /// The winner, with the games that chose it.
    pub best: Option<(B, Margins)>,
    /// Games of the winner on fresh seeds.
    pub tested: Option<Margins>,
    /// The builds next to the winner in the final, best first.
    pub runners_up: Vec<RunnerUp<B>>,
    /// Games to play next; empty at the end.
    pub next: Vec<Job>,
}

/// A build next to the winner, tested on the same fresh seeds.
#[derive(Clone, Debug)]
pub struct RunnerUp<B> {
    pub build: B,
    /// Share of the points.
    pub points: Estimate,
    /// Share of the points less that of the winner, on common random numbers.
    pub lead: Estimate,
}

impl<B> Default for SearchProgress<B> {
    fn default() -> SearchProgress<B> {
        SearchProgress { generations: Vec::new(), best: None, tested: None, runners_up: Vec::new(), next: Vec::new() }
    }
}

impl<W: SearchSetting> BuildSearch<'_, W> {
    /// Runs the search up to the first games that are not yet played. Nothing is found if the space has no build.
    pub fn run(&self, counted: &RunCounts) -> SearchProgress<W::Build> {
        let mut found = SearchProgress::default();
        let mut known: BTreeSet<String> = BTreeSet::new();
        // The name and the builds that were kept: all that the draws depend on, besides the study.
        let mut path = self.name.clone();
        let mut builds = self.drawn(&mut path, &self.start, &mut known, &|known| self.first(known));
        if builds.is_empty() {
            return found;
        }
        for generation in 0..self.breeding.generations {
            let pairs = self.breeding.pairs / (self.breeding.generations as u64 + 1);
            let Some(ranked) =
                self.race(&format!("generation {generation}"), &builds, (pairs, KEPT), counted, &mut found)
            else {
                return found;
            };
            let (best, margins) = &ranked[0];
            found.generations.push((best.clone(), margins.clone(), builds.len()));
            let kept: Vec<W::Build> = ranked.into_iter().take(KEPT).map(|(build, _)| build).collect();
            builds = match generation + 1 < self.breeding.generations {
                true => self.drawn(&mut path, &kept, &mut known, &|known| self.next(generation, &kept, known)),
                false => kept.into_iter().take(FINALISTS).collect(),
            };
        }
        let pairs = self.breeding.pairs / (self.breeding.generations as u64 + 1);
        let Some(ranked) = self.race("final", &builds, (pairs, 1), counted, &mut found) else { return found };
        if self.breeding.test_pairs > 0 {
            let builds: Vec<W::Build> = ranked.iter().take(self.tested).map(|(build, _)| build.clone()).collect();
            self.test(&builds, counted, &mut found);
        }
        found.best = ranked.into_iter().next();
        found
    }

    /// Tests builds on fresh seeds: the winner, and those next to it. The order of the final stays, since a choice by the
    /// test would favour lucky builds.
    fn test(&self, builds: &[W::Build], counted: &RunCounts, found: &mut SearchProgress<W::Build>) {
        let size = (self.breeding.test_pairs * builds.len() as u64, builds.len());
        let Some(mut tested) = self.race("test", builds, size, counted, found) else { return };
        let place = |build: &W::Build| builds.iter().position(|known| W::key(known) == W::key(build));
        smallest_first(&mut tested, |(build, _)| place(build).map_or(-1.0, |place| place as f64));
        let mut tested = tested.into_iter();
        let Some((_, winner)) = tested.next() else { return };
        let runner_up = |(build, games): (W::Build, Margins)| RunnerUp {
            build,
            points: games.points(),
            lead: games.more_than(&winner, LEVEL).points,
        };
        found.runners_up = tested.map(runner_up).collect();
        found.tested = Some(winner);
    }

    /// Returns the builds of a race, best first. `None` before the end; the games to play are then in `found.next`.
    fn race(
        &self,
        what: &str,
        builds: &[W::Build],
        size: (u64, usize),
        counted: &RunCounts,
        found: &mut SearchProgress<W::Build>,
    ) -> Option<Vec<(W::Build, Margins)>> {
        let name = format!("{}/{what}", self.name);
        let phase = Phase::new((self.setting, self.field), name, builds.to_vec(), size);
        let run = phase.run(counted, by_points);
        found.next = phase.next_jobs(&run, self.seed);
        let standings = run.race.standings.into_iter();
        found.next.is_empty().then(|| standings.map(|s| (builds[s.arm].clone(), s.margins)).collect())
    }

    /// Returns the builds of a generation: those of an earlier run, or new ones. `from` are builds that they come from.
    fn drawn(
        &self,
        path: &mut String,
        from: &[W::Build],
        known: &mut BTreeSet<String>,
        draw: &dyn Fn(&mut BTreeSet<String>) -> Vec<W::Build>,
    ) -> Vec<W::Build> {
        path.extend(from.iter().map(|build| format!("/{}", W::key(build))));
        let builds = self.drafts.builds(path, &mut || draw(known));
        known.extend(builds.iter().map(W::key));
        builds
    }

    /// Returns the builds to begin with, filled up with random builds.
    fn first(&self, known: &mut BTreeSet<String>) -> Vec<W::Build> {
        let mut throw = Throw::new(key(self.seed, &format!("{}/draws", self.name), 0));
        let mut below = |below: usize| throw.below(below);
        let fits = |build: &&W::Build| self.space.allows(build);
        let mut builds: Vec<W::Build> = self.start.iter().filter(fits).cloned().collect();
        builds.retain(|build| known.insert(W::key(build)));
        for _ in 0..self.breeding.population * TRIES {
            if builds.len() >= self.breeding.population {
                break;
            }
            let Some(build) = self.space.drawn(&mut below) else { break };
            if known.insert(W::key(&build)) {
                builds.push(build);
            }
        }
        builds
    }

    /// Returns the kept builds and their offspring: crossed, mutated once or twice, or both.
    fn next(&self, generation: usize, kept: &[W::Build], known: &mut BTreeSet<String>) -> Vec<W::Build> {
        let mut throw = Throw::new(key(self.seed, &format!("{}/draws", self.name), 1 + generation as u64));
        let mut below = |below: usize| throw.below(below);
        let mut builds = kept.to_vec();
        for _ in 0..self.breeding.population * TRIES {
            if builds.len() >= self.breeding.population {
                break;
            }
            let parent = &kept[below(kept.len())];
            let crossing = below(2) == 0;
            let child = match crossing {
                true => self.space.crossed([parent, &kept[below(kept.len())]], &mut below),
                false => self.space.mutated(parent, &mut below),
            };
            let child = child.map(|child| match below(2) {
                0 => self.space.mutated(&child, &mut below).unwrap_or(child),
                _ => child,
            });
            builds.extend(child.filter(|child| known.insert(W::key(child))));
        }
        builds
    }
}

// Sizes against each other, as a part of a study in stages.

/// Number of builds per generation of each of the two searches for a size.
const POPULATION: usize = 24;
/// Number of generations of each search.
const GENERATIONS: usize = 3;
/// Names of the two searches for a build, in order.
const ROUNDS: [&str; 2] = ["first", "second"];
/// Default number of builds of each size.
pub const REPEATS: usize = 6;
/// Range of the number of builds of each size.
pub const REPEATS_ALLOWED: RangeInclusive<u64> = 3..=20;

/// Sizes that are built for and meet.
#[derive(Clone, Debug)]
pub struct Sizes<W: SearchSetting> {
    /// Setting in which the builds play.
    pub setting: W,
    /// Name and search space of each size.
    pub spaces: Vec<(String, W::Space)>,
    /// Number of independent repetitions; each finds a build for every size.
    pub repeats: usize,
    /// Pairs of games of all searches for a size.
    pub build_pairs: u64,
    /// Pairs of games of each two sizes, of all repetitions together.
    pub pairs: u64,
    /// Seed of all draws and dice.
    pub seed: u64,
    /// Builds that the searches have drawn.
    pub drafts: Drafts<W::Build>,
}

impl<W: SearchSetting> Sizes<W> {
    /// Returns the prefix of the names of a repetition's games.
    pub fn repeat_name(name: &str, repeat: usize) -> String {
        format!("{name}/repetition {}", repeat + 1)
    }

    /// Returns each repetition's part of `pairs`, at least one.
    fn part(&self, pairs: u64) -> u64 {
        pairs.div_ceil(self.repeats as u64).max(1)
    }

    /// Draws a first build for each size of a repetition. `None` for sizes without one.
    fn starters(&self, repeat: &str) -> Vec<Option<W::Build>> {
        let draw = |(number, (_, space)): (u64, &(String, W::Space))| {
            let mut throw = Throw::new(key(self.seed, &format!("{repeat}/starters"), number));
            space.drawn(&mut |below| throw.below(below))
        };
        (0..).zip(&self.spaces).map(draw).collect()
    }

    /// Returns the index of a size for which a repetition finds no first build. `None` if all have one.
    pub fn unbuilt(&self, name: &str) -> Option<usize> {
        let missing = |repeat| self.starters(&Self::repeat_name(name, repeat)).iter().position(Option::is_none);
        (0..self.repeats).find_map(missing)
    }

    /// Returns the best build of each size after both searches, by repetition. `None` if games are still to be played;
    /// these are added to `next`.
    pub fn built(&self, name: &str, counted: &RunCounts, next: &mut Vec<Job>) -> Option<Vec<Vec<W::Build>>> {
        let built = |repeat| self.built_once(&Self::repeat_name(name, repeat), counted, next);
        let all: Vec<Option<Vec<W::Build>>> = (0..self.repeats).map(built).collect();
        all.into_iter().collect()
    }

    /// Returns the builds of a repetition.
    fn built_once(&self, name: &str, counted: &RunCounts, next: &mut Vec<Job>) -> Option<Vec<W::Build>> {
        let mut builds: Vec<W::Build> = self.starters(name).into_iter().collect::<Option<_>>()?;
        for round in ROUNDS {
            let field = Arc::new(self.setting.field(&builds));
            let (mut best, mut jobs) = (Vec::new(), Vec::new());
            for ((label, space), start) in self.spaces.iter().zip(&builds) {
                let search = BuildSearch {
                    setting: &self.setting,
                    space,
                    field: &field,
                    name: format!("{name}/{round}/{label}"),
                    seed: self.seed,
                    start: vec![start.clone()],
                    breeding: SearchSize {
                        population: POPULATION,
                        generations: GENERATIONS,
                        pairs: self.build_pairs / (ROUNDS.len() * self.repeats) as u64,
                        test_pairs: 0,
                    },
                    tested: 1,
                    drafts: &self.drafts,
                };
                let found = search.run(counted);
                jobs.extend(found.next);
                best.extend(found.best.map(|(build, _)| build));
            }
            if !jobs.is_empty() {
                next.extend(jobs);
                return None;
            }
            builds = best;
        }
        Some(builds)
    }

    /// Returns the name of the games of two sizes in a repetition; with the seed, it names their dice.
    fn occasion(&self, name: &str, repeat: usize, [first, second]: [usize; 2]) -> String {
        format!("{}/meet/{}/{}", Self::repeat_name(name, repeat), self.spaces[first].0, self.spaces[second].0)
    }

    fn twos(&self) -> impl Iterator<Item = [usize; 2]> + use<W> {
        let many = self.spaces.len();
        (0..many).flat_map(move |first| (first + 1..many).map(move |second| [first, second]))
    }

    /// Returns the games to play next; empty at the end.
    pub fn next_jobs(&self, name: &str, counted: &RunCounts) -> Vec<Job> {
        let mut next = Vec::new();
        let Some(repeats) = self.built(name, counted, &mut next) else { return next };
        for (repeat, builds) in repeats.iter().enumerate() {
            next.extend(self.twos().map(|two| self.meeting((name, repeat), builds, two)));
        }
        next
    }

    /// Returns games between two builds of a repetition, with independent dice.
    fn meeting(&self, (name, repeat): (&str, usize), builds: &[W::Build], [first, second]: [usize; 2]) -> Job {
        let field = Arc::new(self.setting.field(&builds[second..=second]));
        let occasion = self.occasion(name, repeat, [first, second]);
        let streams = Streams { name: occasion.clone(), seed: self.seed, groups: 0..self.part(self.pairs) };
        trial(occasion, &Arc::new(self.setting.clone()), (&builds[first], &field), streams)
    }

    /// Returns the builds by repetition and their games. `None` before all are played.
    pub fn met(&self, name: &str, counted: &RunCounts) -> Option<(Vec<Vec<W::Build>>, Meetings)> {
        let builds = self.built(name, counted, &mut Vec::new())?;
        let met = |[first, second]: [usize; 2]| {
            let played = |repeat| Some(counted.of::<Margins>(&self.occasion(name, repeat, [first, second]))?.duel());
            let repeats: Vec<Duel> = (0..self.repeats).map(played).collect::<Option<_>>()?;
            Some(MatchupCounts::of(first, second, repeats))
        };
        let met = self.twos().map(met).collect::<Option<_>>()?;
        Some((builds, Meetings { labels: self.spaces.iter().map(|(label, _)| label.clone()).collect(), met }))
    }
}
