//! A race of builds against a field, as a part of a study in stages.

use super::trial::trial;
use super::workshop::Workshop;
use crate::racing::{Halving, Margins, Race, race};
use crate::runner::{Counts, Wanted};
use crate::study::Counted;
use std::sync::Arc;

/// Builds that race against a field; all of them meet the same dice.
pub struct Phase<'a, W: Workshop> {
    pub setting: &'a W,
    pub field: &'a Arc<W::Field>,
    /// Names its games and, with the seed, their dice: of the study, and what the race is for.
    pub name: String,
    pub builds: Vec<W::Build>,
    /// Pairs of games of all together, about.
    pub pairs: u64,
    /// Those that are left at the end.
    pub left: usize,
    /// One that plays in every heat, whatever comes of it: what the others are compared with.
    pub beside: Option<W::Build>,
}

/// A race as far as it is run.
#[derive(Debug)]
pub struct Run {
    pub race: Race,
    /// The games of the one beside it.
    pub beside: Margins,
}

impl<W: Workshop> Phase<'_, W> {
    fn plan(&self) -> Halving {
        Halving { arms: self.builds.len(), pairs: self.pairs, left: self.left }
    }

    /// What the games of a build in a heat are called.
    fn occasion(&self, heat: usize, build: &W::Build) -> String {
        format!("{}/{heat}/{}", self.name, W::key(build))
    }

    fn played(&self, heat: usize, build: &W::Build, counted: &Counted) -> Option<Margins> {
        counted.of(&self.occasion(heat, build))
    }

    /// The race by what was counted; `worth` tells of a build's games, and those of the one beside on the same pairs, how
    /// good they look.
    pub fn run(&self, counted: &Counted, worth: impl Fn(&Margins, &Margins) -> f64) -> Run {
        let mut beside = Margins::default();
        if let Some(build) = &self.beside {
            let heats = (0..self.plan().heats().len()).map_while(|heat| self.played(heat, build, counted));
            heats.for_each(|games| beside.add(&games));
        }
        let race = race(
            &self.plan(),
            |arm, heat| self.played(heat, &self.builds[arm], counted),
            |margins| worth(margins, &beside),
        );
        Run { race, beside }
    }

    /// The games of the next heat; none at the end.
    pub fn wants(&self, run: &Run, seed: u64) -> Vec<Wanted> {
        let Some(next) = &run.race.next else { return Vec::new() };
        let (setting, pairs) = (Arc::new(self.setting.clone()), &next.pairs);
        let wanted = |build: &W::Build| {
            let trial = trial(&setting, (build, self.field), pairs.clone(), (self.name.clone(), seed));
            Wanted::whole(self.occasion(next.heat, build), trial)
        };
        let arms = next.arms.iter().map(|arm| &self.builds[*arm]);
        arms.chain(&self.beside).map(wanted).collect()
    }
}

/// How good a build looks by its points alone.
pub fn by_points(margins: &Margins, _: &Margins) -> f64 {
    margins.half_points() as f64 / (4 * margins.pairs().max(1)) as f64
}

/// How far a build seems to be from the one beside it, in either direction.
pub fn by_distance(margins: &Margins, beside: &Margins) -> f64 {
    margins.more_than(beside, hitchart_stats::LEVEL).points.point.abs()
}
