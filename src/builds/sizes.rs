//! Sizes against each other, as a part of a study in stages: a build is looked for in the space of each, first against drawn
//! ones and once more against those that were found; then all of them meet.

use super::breeding::{Breeding, Search};
use super::meetings::{Meetings, Met};
use super::trial::trial;
use super::workshop::Breeds;
use crate::dice::Throw;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::Counted;
use std::sync::Arc;

/// Builds of a generation, and generations, of each of the two searches for a size.
const POPULATION: usize = 24;
const GENERATIONS: usize = 3;
/// What the searches for a build are called, in their order.
const ROUNDS: [&str; 2] = ["first", "second"];

/// Sizes that are built for and meet.
#[derive(Clone, Debug)]
pub struct Sizes<W: Breeds> {
    pub setting: W,
    /// What each is called, and what may be built of it.
    pub spaces: Vec<(String, W::Space)>,
    /// Pairs of games of both searches for a size.
    pub build_pairs: u64,
    /// Pairs of games of each two sizes.
    pub pairs: u64,
    pub seed: u64,
}

impl<W: Breeds> Sizes<W> {
    /// A build drawn for each size, to begin with; none where none was found.
    pub fn starters(&self, name: &str) -> Vec<Option<W::Build>> {
        let draw = |(number, (_, space)): (u64, &(String, W::Space))| {
            let mut throw = Throw::new(key(self.seed, &format!("{name}/starters"), number));
            self.setting.drawn(space, &mut |below| throw.below(below))
        };
        (0..).zip(&self.spaces).map(draw).collect()
    }

    /// The best build of each size after both searches; none where games are still to be played, which are then wanted.
    pub fn built(&self, name: &str, counted: &Counted, next: &mut Vec<Wanted>) -> Option<Vec<W::Build>> {
        let mut builds: Vec<W::Build> = self.starters(name).into_iter().collect::<Option<_>>()?;
        for round in ROUNDS {
            let field = Arc::new(self.setting.field(&builds));
            let mut best = Vec::new();
            for ((label, space), start) in self.spaces.iter().zip(&builds) {
                let search = Search {
                    setting: &self.setting,
                    space,
                    field: &field,
                    name: format!("{name}/{round}/{label}"),
                    seed: self.seed,
                    start: vec![start.clone()],
                    breeding: Breeding {
                        population: POPULATION,
                        generations: GENERATIONS,
                        pairs: self.build_pairs / ROUNDS.len() as u64,
                        test_pairs: 0,
                    },
                };
                let found = search.run(counted);
                next.extend(found.next);
                best.extend(found.best.map(|(build, _)| build));
            }
            if !next.is_empty() {
                return None;
            }
            builds = best;
        }
        Some(builds)
    }

    /// What the games of two sizes are called.
    fn occasion(&self, name: &str, [first, second]: [usize; 2]) -> String {
        format!("{name}/meet/{}/{}", self.spaces[first].0, self.spaces[second].0)
    }

    fn twos(&self) -> impl Iterator<Item = [usize; 2]> + use<W> {
        let many = self.spaces.len();
        (0..many).flat_map(move |first| (first + 1..many).map(move |second| [first, second]))
    }

    /// What is to be played next; nothing at the end.
    pub fn wants(&self, name: &str, counted: &Counted) -> Vec<Wanted> {
        let mut next = Vec::new();
        match self.built(name, counted, &mut next) {
            None => next,
            Some(builds) => self.twos().map(|two| self.meeting(name, &builds, two)).collect(),
        }
    }

    /// Games between two builds; all have the same dice.
    fn meeting(&self, name: &str, builds: &[W::Build], [first, second]: [usize; 2]) -> Wanted {
        let field = Arc::new(self.setting.field(&builds[second..=second]));
        let dice = (format!("{name}/meet"), self.seed);
        let trial = trial(&Arc::new(self.setting.clone()), (&builds[first], &field), 0..self.pairs, dice);
        Wanted::whole(self.occasion(name, [first, second]), trial)
    }

    /// The builds and their games; none before all are played.
    pub fn met(&self, name: &str, counted: &Counted) -> Option<(Vec<W::Build>, Meetings)> {
        let builds = self.built(name, counted, &mut Vec::new())?;
        let met = |[first, second]: [usize; 2]| {
            let margins: Margins = counted.of(&self.occasion(name, [first, second]))?;
            Some(Met { first, second, duel: margins.duel() })
        };
        let met = self.twos().map(met).collect::<Option<_>>()?;
        Some((builds, Meetings { labels: self.spaces.iter().map(|(label, _)| label.clone()).collect(), met }))
    }
}
