//! A race of builds against a field, as a part of a study in stages.

use super::trial::trial;
use super::workshop::Workshop;
use crate::racing::{Halving, Margins, Race, race};
use crate::runner::{Counts, Wanted};
use crate::study::Counted;
use std::sync::Arc;

/// Builds that race against a field with the same dice.
pub struct Phase<'a, W: Workshop> {
    pub setting: &'a W,
    pub field: &'a Arc<W::Field>,
    /// Name of the games and, with the seed, of their dice: the study, and the purpose of the race.
    pub name: String,
    pub builds: Vec<W::Build>,
    /// Approximate pairs of games of all builds together.
    pub pairs: u64,
    /// Number of builds that are left at the end.
    pub left: usize,
    /// Baseline that plays in every heat, for comparison with the others.
    pub beside: Option<W::Build>,
}

/// Progress of a race.
#[derive(Debug)]
pub struct Run {
    pub race: Race,
    /// Games of the baseline.
    pub beside: Margins,
}

impl<W: Workshop> Phase<'_, W> {
    fn plan(&self) -> Halving {
        Halving { arms: self.builds.len(), pairs: self.pairs, left: self.left }
    }

    /// Returns the name of a build's games in a heat.
    fn occasion(&self, heat: usize, build: &W::Build) -> String {
        format!("{}/{heat}/{}", self.name, W::key(build))
    }

    fn played(&self, heat: usize, build: &W::Build, counted: &Counted) -> Option<Margins> {
        counted.of(&self.occasion(heat, build))
    }

    /// Runs the race on the counts so far. `worth` scores a build from its games and the baseline's games on the same
    /// pairs.
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

    /// Returns the games of the next heat; empty at the end.
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

/// Scores a build by its points alone.
pub fn by_points(margins: &Margins, _: &Margins) -> f64 {
    margins.half_points() as f64 / (4 * margins.pairs().max(1)) as f64
}

/// Scores a build by its distance from the baseline, in either direction.
pub fn by_distance(margins: &Margins, beside: &Margins) -> f64 {
    margins.more_than(beside, hitchart_stats::LEVEL).points.point.abs()
}
