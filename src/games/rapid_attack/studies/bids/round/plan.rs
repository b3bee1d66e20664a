//! The games at tables of three or more: every combination of bids, then each bid against the equilibrium. Each
//! repetition has separate companies.

use super::answers::Answers;
use super::counts::{Round, Taken};
use super::results::{Tables, Tested};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::studies::arena::Entrant;
use crate::games::rapid_attack::studies::bids::Built;
use crate::games::rapid_attack::studies::builds::setting::Setting;
use crate::games::rapid_attack::studies::builds::sitting::Field;
use hitchart_lab::builds::Sizes;
use hitchart_lab::metagame::spreads;
use hitchart_lab::runner::Job;
use hitchart_lab::study::RunCounts;
use std::sync::Arc;

/// Numbers of games at tables of three or more.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub players: usize,
    /// Place of the bid that all others make, if only that bid is answered.
    pub against: Option<usize>,
    /// Groups of games at each table in each repetition; in a group every player takes every seat.
    pub groups: u64,
    /// Groups of games of each bid against the equilibrium, in each repetition.
    pub test_groups: u64,
}

/// Companies at these tables, and the counts so far.
pub struct Tabled<'a> {
    pub plan: Plan,
    pub setting: &'a Setting,
    /// The companies of all bids, by repetition.
    pub repeats: &'a [Vec<Build>],
    /// Name of the study.
    pub name: &'a str,
    pub seed: u64,
    pub counted: &'a RunCounts,
}

impl Tabled<'_> {
    /// Returns the results so far, and the next jobs. The results are `None` until every table is played.
    pub fn course(&self) -> (Option<Tables>, Vec<Job>) {
        let bids = Built::all(self.repeats);
        let spreads = spreads(self.plan.players, bids.len());
        let Some(taken) = self.by_repeat(spreads.len(), |repeat, place| self.occasion(repeat, &spreads[place])) else {
            return (None, self.jobs(|repeat| spreads.iter().map(move |spread| self.table(repeat, spread)).collect()));
        };
        let many = bids.len();
        let mut tables = Tables::new(self.plan.players, bids, &spreads, taken, self.seed);
        match self.by_repeat(many, |repeat, own| self.test(repeat, own)) {
            Some(tested) => {
                tables.tested = Some(Tested::of(&tested));
                (Some(tables), Vec::new())
            }
            None => {
                let shares: Vec<f64> = tables.settled.iter().map(|quantity| quantity.point).collect();
                let jobs = self.jobs(|repeat| {
                    let field = Arc::new(Field::drawn(self.entrants(repeat), &shares, self.plan.players - 1));
                    (0..many).map(|own| self.tried((repeat, own), &field)).collect()
                });
                (Some(tables), jobs)
            }
        }
    }

    /// Returns the results of the tables at which all others make one bid, or `None` and the next jobs until these are
    /// played.
    pub fn answers(&self, against: usize) -> (Option<Answers>, Vec<Job>) {
        let bids = Built::all(self.repeats);
        let alone = |own: usize| {
            let mut counts = vec![0; bids.len()];
            counts[against] = (self.plan.players - 1) as u8;
            counts[own] += 1;
            counts
        };
        let owns: Vec<usize> = (0..bids.len()).filter(|own| *own != against).collect();
        let spreads: Vec<Vec<u8>> = owns.iter().map(|own| alone(*own)).collect();
        match self.by_repeat(spreads.len(), |repeat, place| self.occasion(repeat, &spreads[place])) {
            None => (None, self.jobs(|repeat| spreads.iter().map(|spread| self.table(repeat, spread)).collect())),
            Some(taken) => {
                let spreads = owns.into_iter().zip(spreads.into_iter().zip(taken));
                (Some(Answers::new(self.plan.players, bids, against, spreads)), Vec::new())
            }
        }
    }

    /// Returns the counts of `many` items in every repetition; `None` if some are missing.
    fn by_repeat(&self, many: usize, occasion: impl Fn(usize, usize) -> String) -> Option<Vec<Vec<Taken>>> {
        let of = |place| -> Option<Vec<Taken>> {
            (0..self.repeats.len()).map(|repeat| self.counted.of(&occasion(repeat, place))).collect()
        };
        (0..many).map(of).collect()
    }

    fn jobs(&self, of: impl Fn(usize) -> Vec<Job>) -> Vec<Job> {
        (0..self.repeats.len()).flat_map(of).collect()
    }

    fn entrants(&self, repeat: usize) -> Vec<Entrant> {
        self.repeats[repeat].iter().map(|build| self.setting.entrant(build)).collect()
    }

    fn repeat_name(&self, repeat: usize) -> String {
        Sizes::<Setting>::repeat_name(self.name, repeat)
    }

    /// Names the games of a table.
    fn occasion(&self, repeat: usize, spread: &[u8]) -> String {
        let labels = spread.iter().zip(&self.repeats[repeat]).filter(|(count, _)| **count > 0);
        let labels: Vec<String> =
            labels.map(|(count, build)| format!("{count} x {}-{}", build.frames.len(), build.systems())).collect();
        format!("{}/table/{}", self.repeat_name(repeat), labels.join("/"))
    }

    /// Names the games of a bid against the equilibrium.
    fn test(&self, repeat: usize, own: usize) -> String {
        let build = &self.repeats[repeat][own];
        format!("{}/test/{}-{}", self.repeat_name(repeat), build.frames.len(), build.systems())
    }

    /// Returns the job of a table, with separate dice.
    fn table(&self, repeat: usize, spread: &[u8]) -> Job {
        let builds = &self.repeats[repeat];
        let places = spread.iter().enumerate().flat_map(|(place, count)| vec![place; usize::from(*count)]);
        let mut seated = places.map(|place| &builds[place]);
        let own = seated.next().unwrap_or(&builds[0]);
        let field = Arc::new(Field::together(seated.map(|build| self.setting.entrant(build)).collect()));
        let (dice, seed, groups) = (self.occasion(repeat, spread), self.seed, self.plan.groups);
        let round = Round { sitting: self.setting.sitting(own, &field), groups, dice, seed };
        Job::whole(self.occasion(repeat, spread), Arc::new(round))
    }

    /// Returns the job of a bid against the equilibrium mix. Within a repetition all bids use the same dice, and thus
    /// the same opponents, so games of different bids must not be treated as independent.
    fn tried(&self, (repeat, own): (usize, usize), field: &Arc<Field>) -> Job {
        let (dice, seed, groups) = (format!("{}/test", self.repeat_name(repeat)), self.seed, self.plan.test_groups);
        let round = Round { sitting: self.setting.sitting(&self.repeats[repeat][own], field), groups, dice, seed };
        Job::whole(self.test(repeat, own), Arc::new(round))
    }
}
