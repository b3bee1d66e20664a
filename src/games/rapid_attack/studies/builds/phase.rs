//! A race of companies against a field, as a part of a study in stages.

use super::bars::Bar;
use super::setting::Setting;
use super::sitting::Field;
use super::trial::Trial;
use crate::games::rapid_attack::design::Build;
use crate::racing::{Halving, Margins, Race, race};
use crate::runner::{Counts, Wanted};
use crate::study::Counted;
use std::ops::Range;
use std::sync::Arc;

/// Companies that race against a field; all of them meet the same dice.
pub struct Phase<'a> {
    pub setting: &'a Setting,
    pub field: &'a Arc<Field>,
    /// Names its games and, with the seed, their dice: of the study, and what the race is for.
    pub name: String,
    pub builds: Vec<Build>,
    /// What each of them goes without, in their order; none of these where there are no more.
    pub bars: Vec<Option<Bar>>,
    /// Pairs of games of all together, about.
    pub pairs: u64,
    /// Companies that are left at the end.
    pub left: usize,
    /// A company that plays in every heat, whatever comes of it: what the others are compared with.
    pub beside: Option<Build>,
}

/// A race as far as it is run.
#[derive(Debug)]
pub struct Run {
    pub race: Race,
    /// The games of the company beside it.
    pub beside: Margins,
}

impl Phase<'_> {
    fn plan(&self) -> Halving {
        Halving { arms: self.builds.len(), pairs: self.pairs, left: self.left }
    }

    /// What the games of a company in a heat are called.
    fn occasion(&self, heat: usize, (build, bar): (&Build, Option<Bar>)) -> String {
        let without = bar.map_or_else(String::new, |bar| format!(" {}", bar.label()));
        format!("{}/{heat}/{}{without}", self.name, build.key())
    }

    fn played(&self, heat: usize, arm: (&Build, Option<Bar>), counted: &Counted) -> Option<Margins> {
        counted.of(&self.occasion(heat, arm))
    }

    /// A company that races, and what it goes without.
    fn arm(&self, arm: usize) -> (&Build, Option<Bar>) {
        (&self.builds[arm], self.bars.get(arm).copied().flatten())
    }

    /// The race by what was counted; `worth` tells of a company's games, and those of the one beside on the same pairs, how
    /// good they look.
    pub fn run(&self, counted: &Counted, worth: impl Fn(&Margins, &Margins) -> f64) -> Run {
        let mut beside = Margins::default();
        if let Some(build) = &self.beside {
            let heats = (0..self.plan().heats().len()).map_while(|heat| self.played(heat, (build, None), counted));
            heats.for_each(|games| beside.add(&games));
        }
        let race = race(
            &self.plan(),
            |arm, heat| self.played(heat, self.arm(arm), counted),
            |margins| worth(margins, &beside),
        );
        Run { race, beside }
    }

    /// The games of the next heat; none at the end.
    pub fn wants(&self, run: &Run, seed: u64) -> Vec<Wanted> {
        let Some(next) = &run.race.next else { return Vec::new() };
        let arms = next.arms.iter().map(|arm| self.arm(*arm));
        let beside = self.beside.iter().map(|build| (build, None));
        arms.chain(beside).map(|arm| self.wanted(next.heat, arm, next.pairs.clone(), seed)).collect()
    }

    fn wanted(&self, heat: usize, (build, bar): (&Build, Option<Bar>), pairs: Range<u64>, seed: u64) -> Wanted {
        let dice = (self.name.clone(), seed);
        let own = self.setting.entrant(build);
        let venue = Arc::clone(&self.setting.venue);
        let trial = Trial::new(venue, own, Arc::clone(self.field), pairs, dice).without(bar);
        Wanted::whole(self.occasion(heat, (build, bar)), Arc::new(trial))
    }
}

/// How good a company looks by its points alone.
pub fn by_points(margins: &Margins, _: &Margins) -> f64 {
    margins.half_points() as f64 / (4 * margins.pairs().max(1)) as f64
}

/// How far a company seems to be from the one beside it, in either direction.
pub fn by_distance(margins: &Margins, beside: &Margins) -> f64 {
    margins.more_than(beside, crate::stats::LEVEL).points.point.abs()
}
