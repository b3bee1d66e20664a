//! The best company of a space: generations of companies that race, the best of which are kept, crossed and changed; the best
//! of the last again on fresh dice.
//!
//! An evolution strategy whose selection is a race (sequential halving in each generation, new dice in each, so that none is
//! kept for its luck twice).

use super::phase::{Phase, by_points};
use super::setting::Setting;
use super::sitting::Field;
use crate::dice::Throw;
use crate::games::rapid_attack::design::{Build, Space, crossed, drawn, mutated};
use crate::games::rapid_attack::loadout::Loadout;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::Counted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How long and how broadly a space is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breeding {
    /// Companies of a generation, at most.
    pub population: usize,
    pub generations: usize,
    /// Pairs of games of all generations together.
    pub pairs: u64,
    /// Pairs of games of the best on fresh dice.
    pub test_pairs: u64,
}

/// Companies of a generation that are kept and bred from: one of so many.
const KEPT: usize = 6;
/// Tries to breed each company that a generation wants.
const TRIES: usize = 8;
/// Companies of the last generation that are compared once more.
const FINALISTS: usize = 4;

/// A search of a space.
pub struct Search<'a> {
    pub setting: &'a Setting,
    pub space: &'a Space,
    pub field: &'a Arc<Field>,
    /// Names its games.
    pub name: String,
    pub seed: u64,
    /// Companies to begin with, as far as the space has them.
    pub start: Vec<Build>,
    /// Joins where a tie for defense is broken so.
    pub spare: Option<Loadout>,
    pub breeding: Breeding,
}

/// What a search has come to.
#[derive(Default)]
pub struct Found {
    /// The best of each generation with its games there, and how many companies raced.
    pub generations: Vec<(Build, Margins, usize)>,
    /// The winner with the games that chose it.
    pub best: Option<(Build, Margins)>,
    /// Its games on fresh dice.
    pub tested: Option<Margins>,
    /// What is to be played; nothing at the end.
    pub next: Vec<Wanted>,
}

impl Search<'_> {
    /// The search as far as its games are played; none where the space has no company.
    pub fn run(&self, counted: &Counted) -> Found {
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
            let kept: Vec<Build> = ranked.into_iter().take(KEPT).map(|(build, _)| build).collect();
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
        builds: &[Build],
        (pairs, left): (u64, usize),
        counted: &Counted,
        found: &mut Found,
    ) -> Option<Vec<(Build, Margins)>> {
        let name = format!("{}/{what}", self.name);
        let phase = Phase {
            setting: self.setting,
            field: self.field,
            name,
            builds: builds.to_vec(),
            bars: Vec::new(),
            pairs,
            left,
            beside: None,
        };
        let run = phase.run(counted, by_points);
        found.next = phase.wants(&run, self.seed);
        let standings = run.race.standings.into_iter();
        found.next.is_empty().then(|| standings.map(|s| (builds[s.arm].clone(), s.margins)).collect())
    }

    /// The companies to begin with, and as many that are drawn as are wanted.
    fn first(&self, known: &mut BTreeSet<String>) -> Vec<Build> {
        let mut throw = Throw::new(key(self.seed, &format!("{}/draws", self.name), 0));
        let mut below = |below: usize| throw.below(below);
        let fits = |build: &&Build| self.space.allows(build);
        let mut builds: Vec<Build> = self.start.iter().filter(fits).cloned().collect();
        builds.retain(|build| known.insert(build.key()));
        for _ in 0..self.breeding.population * TRIES {
            if builds.len() >= self.breeding.population {
                break;
            }
            let Some(build) = drawn(self.space, self.spare, &mut below) else { break };
            if known.insert(build.key()) {
                builds.push(build);
            }
        }
        builds
    }

    /// Those that are kept, and what is bred from them: crossed, changed in one or two places, or both.
    fn next(&self, generation: usize, kept: Vec<Build>, known: &mut BTreeSet<String>) -> Vec<Build> {
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
                true => crossed(parent, &kept[below(kept.len())], self.space, &mut below),
                false => mutated(parent, self.space, &mut below),
            };
            let child = child.map(|child| match below(2) {
                0 => mutated(&child, self.space, &mut below).unwrap_or(child),
                _ => child,
            });
            builds.extend(child.filter(|child| known.insert(child.key())));
        }
        builds
    }
}
