//! What is played at tables of several: everything that all can bid, then each bid against what they settle on.

use super::counts::{Round, Taken};
use super::results::{Tables, Tested};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::studies::arena::Entrant;
use crate::games::rapid_attack::studies::bids::Built;
use crate::games::rapid_attack::studies::builds::setting::Setting;
use crate::games::rapid_attack::studies::builds::sitting::Field;
use crate::meta::spreads;
use crate::runner::Wanted;
use crate::study::Counted;
use std::sync::Arc;

/// How much is played at tables of several.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub players: usize,
    /// Groups of games at each table, in which everybody takes every seat.
    pub groups: u64,
    /// Groups of each bid against what everybody settles on.
    pub test_groups: u64,
}

/// Companies at such tables, and what has been counted of them.
pub struct Tabled<'a> {
    pub plan: Plan,
    pub setting: &'a Setting,
    pub builds: &'a [Build],
    /// Name of the study.
    pub name: &'a str,
    pub seed: u64,
    pub counted: &'a Counted,
}

impl Tabled<'_> {
    /// All that is said of the tables, as far as they are played, and what is to be played next.
    pub fn course(&self) -> (Option<Tables>, Vec<Wanted>) {
        let spreads = spreads(self.plan.players, self.builds.len());
        let taken: Option<Vec<Taken>> = spreads.iter().map(|spread| self.counted.of(&self.occasion(spread))).collect();
        let Some(taken) = taken else {
            return (None, spreads.iter().map(|spread| self.table(spread)).collect());
        };
        let bids = self.builds.iter().map(Built::of).collect();
        let mut tables = Tables::new(self.plan.players, bids, &spreads, taken, self.seed);
        let tested: Option<Vec<Taken>> = (0..self.builds.len()).map(|own| self.counted.of(&self.test(own))).collect();
        match tested {
            Some(tested) => {
                tables.tested = Some(Tested::of(&tested));
                (Some(tables), Vec::new())
            }
            None => {
                let shares: Vec<f64> = tables.settled.iter().map(|quantity| quantity.point).collect();
                let field = Arc::new(Field::drawn(self.entrants(), &shares, self.plan.players - 1));
                let wanted = (0..self.builds.len()).map(|own| self.tried(own, &field)).collect();
                (Some(tables), wanted)
            }
        }
    }

    fn entrants(&self) -> Vec<Entrant> {
        self.builds.iter().map(|build| self.setting.entrant(build)).collect()
    }

    /// What the games of a table are called.
    fn occasion(&self, spread: &[u8]) -> String {
        let labels = spread.iter().zip(self.builds).filter(|(count, _)| **count > 0);
        let labels: Vec<String> =
            labels.map(|(count, build)| format!("{count} x {}-{}", build.frames.len(), build.systems())).collect();
        format!("{}/table/{}", self.name, labels.join("/"))
    }

    /// What the games of a bid against what everybody settles on are called.
    fn test(&self, own: usize) -> String {
        format!("{}/test/{}-{}", self.name, self.builds[own].frames.len(), self.builds[own].systems())
    }

    /// The games of a table, with dice of its own.
    fn table(&self, spread: &[u8]) -> Wanted {
        let places = spread.iter().enumerate().flat_map(|(place, count)| vec![place; usize::from(*count)]);
        let mut seated = places.map(|place| &self.builds[place]);
        let own = seated.next().unwrap_or(&self.builds[0]);
        let field = Arc::new(Field::together(seated.map(|build| self.setting.entrant(build)).collect()));
        let (dice, seed, groups) = (self.occasion(spread), self.seed, self.plan.groups);
        let round = Round { sitting: self.setting.sitting(own, &field), groups, dice, seed };
        Wanted::whole(self.occasion(spread), Arc::new(round))
    }

    /// The games of a bid against the mixture: the same dice, and so the same opponents, for all bids.
    fn tried(&self, own: usize, field: &Arc<Field>) -> Wanted {
        let (dice, seed, groups) = (format!("{}/test", self.name), self.seed, self.plan.test_groups);
        let round = Round { sitting: self.setting.sitting(&self.builds[own], field), groups, dice, seed };
        Wanted::whole(self.test(own), Arc::new(round))
    }
}
