//! Search for the best build of a space. Generations of builds race; the best are kept, crossed and mutated. The best
//! of the last generation are compared again on fresh seeds.
//!
//! The search is an evolution strategy with a race as selection: sequential halving in each generation. Each generation
//! has new dice, so that no build is kept for its luck twice.

use super::phase::{Phase, by_points};
use super::workshop::Breeds;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::Counted;
use hitchart_dice::Throw;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Size of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breeding {
    /// Maximum number of builds per generation.
    pub population: usize,
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
pub struct Search<'a, W: Breeds> {
    pub setting: &'a W,
    pub space: &'a W::Space,
    pub field: &'a Arc<W::Field>,
    /// Name of the games.
    pub name: String,
    pub seed: u64,
    /// Builds to begin with; those outside the space are skipped.
    pub start: Vec<W::Build>,
    pub breeding: Breeding,
}

/// Progress of a search.
pub struct Found<B> {
    /// Best build of each generation, its games there, and the number of builds that raced.
    pub generations: Vec<(B, Margins, usize)>,
    /// The winner, with the games that chose it.
    pub best: Option<(B, Margins)>,
    /// Games of the winner on fresh seeds.
    pub tested: Option<Margins>,
    /// Games to play next; empty at the end.
    pub next: Vec<Wanted>,
}

impl<B> Default for Found<B> {
    fn default() -> Found<B> {
        Found { generations: Vec::new(), best: None, tested: None, next: Vec::new() }
    }
}

impl<W: Breeds> Search<'_, W> {
    /// Runs the search up to the first games that are not yet played. Nothing is found if the space has no build.
    pub fn run(&self, counted: &Counted) -> Found<W::Build> {
        let mut found = Found::default();
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut builds = self.first(&mut known);
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
                true => self.next(generation, kept, &mut known),
                false => kept.into_iter().take(FINALISTS).collect(),
            };
        }
        let pairs = self.breeding.pairs / (self.breeding.generations as u64 + 1);
        let Some(ranked) = self.race("final", &builds, (pairs, 1), counted, &mut found) else { return found };
        let best = ranked.into_iter().next();
        if let (Some((build, _)), true) = (&best, self.breeding.test_pairs > 0) {
            let only = std::slice::from_ref(build);
            let tested = self.race("test", only, (self.breeding.test_pairs, 1), counted, &mut found);
            found.tested = tested.and_then(|ranked| ranked.into_iter().next()).map(|(_, margins)| margins);
        }
        found.best = best;
        found
    }

    /// Returns the builds of a race, best first. `None` before the end; the games to play are then in `found.next`.
    fn race(
        &self,
        what: &str,
        builds: &[W::Build],
        (pairs, left): (u64, usize),
        counted: &Counted,
        found: &mut Found<W::Build>,
    ) -> Option<Vec<(W::Build, Margins)>> {
        let name = format!("{}/{what}", self.name);
        let phase = Phase {
            setting: self.setting,
            field: self.field,
            name,
            builds: builds.to_vec(),
            pairs,
            left,
            beside: None,
        };
        let run = phase.run(counted, by_points);
        found.next = phase.wants(&run, self.seed);
        let standings = run.race.standings.into_iter();
        found.next.is_empty().then(|| standings.map(|s| (builds[s.arm].clone(), s.margins)).collect())
    }

    /// Returns the builds to begin with, filled up with random builds.
    fn first(&self, known: &mut BTreeSet<String>) -> Vec<W::Build> {
        let mut throw = Throw::new(key(self.seed, &format!("{}/draws", self.name), 0));
        let mut below = |below: usize| throw.below(below);
        let fits = |build: &&W::Build| W::allows(self.space, build);
        let mut builds: Vec<W::Build> = self.start.iter().filter(fits).cloned().collect();
        builds.retain(|build| known.insert(W::key(build)));
        for _ in 0..self.breeding.population * TRIES {
            if builds.len() >= self.breeding.population {
                break;
            }
            let Some(build) = self.setting.drawn(self.space, &mut below) else { break };
            if known.insert(W::key(&build)) {
                builds.push(build);
            }
        }
        builds
    }

    /// Returns the kept builds and their offspring: crossed, mutated once or twice, or both.
    fn next(&self, generation: usize, kept: Vec<W::Build>, known: &mut BTreeSet<String>) -> Vec<W::Build> {
        let mut throw = Throw::new(key(self.seed, &format!("{}/draws", self.name), 1 + generation as u64));
        let mut below = |below: usize| throw.below(below);
        let mut builds = kept.clone();
        for _ in 0..self.breeding.population * TRIES {
            if builds.len() >= self.breeding.population {
                break;
            }
            let parent = &kept[below(kept.len())];
            let crossing = below(2) == 0;
            let child = match crossing {
                true => self.setting.crossed([parent, &kept[below(kept.len())]], self.space, &mut below),
                false => self.setting.mutated(parent, self.space, &mut below),
            };
            let child = child.map(|child| match below(2) {
                0 => self.setting.mutated(&child, self.space, &mut below).unwrap_or(child),
                _ => child,
            });
            builds.extend(child.filter(|child| known.insert(W::key(child))));
        }
        builds
    }
}
