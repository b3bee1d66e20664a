//! The best build of a space: generations of builds that race, the best of which are kept, crossed and changed; the best
//! of the last again on fresh dice.
//!
//! An evolution strategy whose selection is a race (sequential halving in each generation, new dice in each, so that none is
//! kept for its luck twice).

use super::phase::{Phase, by_points};
use super::workshop::Breeds;
use hitchart_dice::Throw;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::Counted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How long and how broadly a space is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breeding {
    /// Builds of a generation, at most.
    pub population: usize,
    pub generations: usize,
    /// Pairs of games of all generations together.
    pub pairs: u64,
    /// Pairs of games of the best on fresh dice.
    pub test_pairs: u64,
}

/// Builds of a generation that are kept and bred from: one of so many.
const KEPT: usize = 6;
/// Tries to breed each build that a generation wants.
const TRIES: usize = 8;
/// Builds of the last generation that are compared once more.
const FINALISTS: usize = 4;

/// A search of a space.
pub struct Search<'a, W: Breeds> {
    pub setting: &'a W,
    pub space: &'a W::Space,
    pub field: &'a Arc<W::Field>,
    /// Names its games.
    pub name: String,
    pub seed: u64,
    /// Builds to begin with, as far as the space has them.
    pub start: Vec<W::Build>,
    pub breeding: Breeding,
}

/// What a search has come to.
pub struct Found<B> {
    /// The best of each generation with its games there, and how many raced.
    pub generations: Vec<(B, Margins, usize)>,
    /// The winner with the games that chose it.
    pub best: Option<(B, Margins)>,
    /// Its games on fresh dice.
    pub tested: Option<Margins>,
    /// What is to be played; nothing at the end.
    pub next: Vec<Wanted>,
}

impl<B> Default for Found<B> {
    fn default() -> Found<B> {
        Found { generations: Vec::new(), best: None, tested: None, next: Vec::new() }
    }
}

impl<W: Breeds> Search<'_, W> {
    /// The search as far as its games are played; none where the space has no build.
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

    /// A race, the best first; none before its end: what it wants is then among what is found.
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

    /// The builds to begin with, and as many that are drawn as are wanted.
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

    /// Those that are kept, and what is bred from them: crossed, changed in one or two places, or both.
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
