//! Sizes against each other, as a part of a study in stages: a build is looked for in the space of each, first against drawn
//! ones and once more against those that were found; then all of them meet. All of it is done several times over, each time
//! from other draws and on other dice: what the searches find by chance differs from one repetition to the next, and so stands
//! in every interval.

use super::breeding::{Breeding, Search};
use super::meetings::{Meetings, Met};
use super::trial::trial;
use super::workshop::Breeds;
use hitchart_dice::Throw;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::{Counted, Duel};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Builds of a generation, and generations, of each of the two searches for a size.
const POPULATION: usize = 24;
const GENERATIONS: usize = 3;
/// What the searches for a build are called, in their order.
const ROUNDS: [&str; 2] = ["first", "second"];
/// Builds of each size where a study names no number, and the numbers that it may name.
pub const REPEATS: usize = 6;
pub const REPEATS_ALLOWED: RangeInclusive<u64> = 3..=20;

/// Sizes that are built for and meet.
#[derive(Clone, Debug)]
pub struct Sizes<W: Breeds> {
    pub setting: W,
    /// What each is called, and what may be built of it.
    pub spaces: Vec<(String, W::Space)>,
    /// Independent repetitions, in each of which a build is found for every size.
    pub repeats: usize,
    /// Pairs of games of all searches for a size.
    pub build_pairs: u64,
    /// Pairs of games of each two sizes, of all repetitions together.
    pub pairs: u64,
    pub seed: u64,
}

impl<W: Breeds> Sizes<W> {
    /// What names the games of a repetition.
    pub fn repeat_name(name: &str, repeat: usize) -> String {
        format!("{name}/repetition {}", repeat + 1)
    }

    /// A part of some pairs for each repetition, at least one.
    fn part(&self, pairs: u64) -> u64 {
        pairs.div_ceil(self.repeats as u64).max(1)
    }

    /// A build drawn for each size, to begin a repetition with; none where none was found.
    fn starters(&self, repeat: &str) -> Vec<Option<W::Build>> {
        let draw = |(number, (_, space)): (u64, &(String, W::Space))| {
            let mut throw = Throw::new(key(self.seed, &format!("{repeat}/starters"), number));
            self.setting.drawn(space, &mut |below| throw.below(below))
        };
        (0..).zip(&self.spaces).map(draw).collect()
    }

    /// The place of a size for which a repetition finds no build to begin with.
    pub fn unbuilt(&self, name: &str) -> Option<usize> {
        let missing = |repeat| self.starters(&Self::repeat_name(name, repeat)).iter().position(Option::is_none);
        (0..self.repeats).find_map(missing)
    }

    /// The best build of each size after both searches, by repetition; none where games are still to be played, which are then
    /// wanted.
    pub fn built(&self, name: &str, counted: &Counted, next: &mut Vec<Wanted>) -> Option<Vec<Vec<W::Build>>> {
        let built = |repeat| self.built_once(&Self::repeat_name(name, repeat), counted, next);
        let all: Vec<Option<Vec<W::Build>>> = (0..self.repeats).map(built).collect();
        all.into_iter().collect()
    }

    /// The builds of a repetition.
    fn built_once(&self, name: &str, counted: &Counted, next: &mut Vec<Wanted>) -> Option<Vec<W::Build>> {
        let mut builds: Vec<W::Build> = self.starters(name).into_iter().collect::<Option<_>>()?;
        for round in ROUNDS {
            let field = Arc::new(self.setting.field(&builds));
            let (mut best, mut wanted) = (Vec::new(), Vec::new());
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
                        pairs: self.build_pairs / (ROUNDS.len() * self.repeats) as u64,
                        test_pairs: 0,
                    },
                };
                let found = search.run(counted);
                wanted.extend(found.next);
                best.extend(found.best.map(|(build, _)| build));
            }
            if !wanted.is_empty() {
                next.extend(wanted);
                return None;
            }
            builds = best;
        }
        Some(builds)
    }

    /// What the games of two sizes in a repetition are called: with the seed, the name of their dice.
    fn occasion(&self, name: &str, repeat: usize, [first, second]: [usize; 2]) -> String {
        format!("{}/meet/{}/{}", Self::repeat_name(name, repeat), self.spaces[first].0, self.spaces[second].0)
    }

    fn twos(&self) -> impl Iterator<Item = [usize; 2]> + use<W> {
        let many = self.spaces.len();
        (0..many).flat_map(move |first| (first + 1..many).map(move |second| [first, second]))
    }

    /// What is to be played next; nothing at the end.
    pub fn wants(&self, name: &str, counted: &Counted) -> Vec<Wanted> {
        let mut next = Vec::new();
        let Some(repeats) = self.built(name, counted, &mut next) else { return next };
        for (repeat, builds) in repeats.iter().enumerate() {
            next.extend(self.twos().map(|two| self.meeting((name, repeat), builds, two)));
        }
        next
    }

    /// Games between two builds of a repetition, on dice of their own.
    fn meeting(&self, (name, repeat): (&str, usize), builds: &[W::Build], [first, second]: [usize; 2]) -> Wanted {
        let field = Arc::new(self.setting.field(&builds[second..=second]));
        let occasion = self.occasion(name, repeat, [first, second]);
        let dice = (occasion.clone(), self.seed);
        let setting = Arc::new(self.setting.clone());
        Wanted::whole(occasion, trial(&setting, (&builds[first], &field), 0..self.part(self.pairs), dice))
    }

    /// The builds by repetition and their games; none before all are played.
    pub fn met(&self, name: &str, counted: &Counted) -> Option<(Vec<Vec<W::Build>>, Meetings)> {
        let builds = self.built(name, counted, &mut Vec::new())?;
        let met = |[first, second]: [usize; 2]| {
            let played = |repeat| Some(counted.of::<Margins>(&self.occasion(name, repeat, [first, second]))?.duel());
            let repeats: Vec<Duel> = (0..self.repeats).map(played).collect::<Option<_>>()?;
            Some(Met::of(first, second, repeats))
        };
        let met = self.twos().map(met).collect::<Option<_>>()?;
        Some((builds, Meetings { labels: self.spaces.iter().map(|(label, _)| label.clone()).collect(), met }))
    }
}
