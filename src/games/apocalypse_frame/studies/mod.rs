//! The studies of Apocalypse Frame: one file per kind of question, and how all are read from a scenario.

mod batch;
mod campaign;
mod check;
mod difficulty;
pub mod exact;
pub mod ground;
mod ladder;
mod marginal;
mod missions;
mod played;
mod policies;
mod question;
mod raw;
mod squads;
#[cfg(test)]
mod tests;
mod thrown;

pub use batch::{Batch, Cell};
pub use check::check;
pub use question::*;
pub use raw::RawStudy;

use super::encounter::{MissionPlan, What};
use super::record::Tally;
use super::ruleset::Ruleset;
use crate::report::Warning;
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Games, Run, won};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What all studies of a scenario share.
#[derive(Clone, Debug)]
pub struct Common {
    pub rules: Ruleset,
    /// Policies that the scenario names, as written.
    pub policies: BTreeMap<String, toml::Value>,
}

/// A checked study with what it shares with the others.
#[derive(Clone, Debug)]
pub struct ApocalypseFrameStudy {
    pub question: Question,
    pub common: Arc<Common>,
}

impl Asked for ApocalypseFrameStudy {
    fn kind(&self) -> &'static str {
        self.question.name()
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let rules = &self.common.rules;
        let wanted = match &self.question {
            Question::Armaments(asked) if asked.simulate => thrown::wanted(run, asked, rules),
            Question::Campaign(asked) if !counted.has(run.name) => vec![asked.wanted(rules, run.name, run.seed)],
            Question::Batch(asked) if !counted.has(run.name) => vec![asked.wanted(rules, run.name, run.seed)],
            _ => Vec::new(),
        };
        wanted.into_iter().filter(|wanted| !counted.has(&wanted.name)).collect()
    }

    fn is_sampled(&self) -> bool {
        matches!(&self.question, Question::Armaments(asked) if asked.simulate)
    }

    fn games(&self) -> Option<&dyn Games> {
        let exact = matches!(
            self.question,
            Question::Armaments(_) | Question::Tags(_) | Question::Items(_) | Question::Frames(_)
        );
        (!exact).then_some(self)
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        match &self.question {
            Question::Armaments(asked) => exact::armaments(name, asked, &self.common.rules, counted),
            Question::Tags(asked) => exact::tags(name, asked, &self.common.rules),
            Question::Items(asked) => exact::items(name, asked, &self.common.rules),
            Question::Frames(asked) => exact::frames(name, asked, &self.common.rules),
            Question::Campaign(asked) => campaign::answer(name, asked, counted.of(name).as_ref()),
            Question::Batch(asked) => {
                counted.of(name).map_or_else(Answer::default, |tally| of_batch(name, asked, &tally))
            }
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The answer of missions played.
fn of_batch(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let mut answer = match &asked.show {
        Show::Mission => missions::answer(name, asked, tally),
        Show::Squads => squads::answer(name, asked, tally),
        Show::Difficulty => difficulty::answer(name, asked, tally),
        Show::Marginal => marginal::answer(name, asked, tally),
        Show::Ladder => ladder::answer(name, asked, tally),
    };
    answer.warnings.extend(too_few(name, asked, tally));
    answer.warnings.extend(unsourced(name, asked.cells.iter().map(|cell| cell.plan.as_ref())));
    answer
}

/// Half the width of an interval of a win rate that is still of use.
const USEFUL_HALF_WIDTH: f64 = 0.05;

/// A warning where missions are too few to tell how often they are won.
fn too_few(name: &str, asked: &Batch, tally: &Tally) -> Option<Warning> {
    let widths = (0..asked.cells.len()).map(|cell| won(batch::victories(tally, cell), tally.games).width() / 2.0);
    let widest = widths.fold(0.0, f64::max);
    if widest <= USEFUL_HALF_WIDTH {
        return None;
    }
    // The width falls with the square root of the missions.
    let better = (tally.games as f64 * (widest / USEFUL_HALF_WIDTH).powi(2)).ceil();
    let better = 10f64.powf(better.log10().ceil()) as u64;
    let what = format!("shares of missions won in {name}");
    Some(Warning::FewSamples { what, samples: tally.games, half_width: widest, better })
}

/// A warning where enemies have a Vigor that neither the text nor the encounter gives (A56).
fn unsourced<'a>(name: &str, plans: impl Iterator<Item = &'a MissionPlan>) -> Option<Warning> {
    let mut names: Vec<&str> = Vec::new();
    for encounter in plans.flat_map(|plan| &plan.battles).map(|battle| &battle.encounter) {
        let coming = encounter.changes.iter().filter_map(|change| match &change.what {
            What::Reinforcement(placed) => Some(placed),
            _ => None,
        });
        for placed in encounter.enemies.iter().chain(coming) {
            let kind = &encounter.kinds[usize::from(placed.kind)];
            if kind.unsourced && placed.vigor == kind.vigor && !names.contains(&kind.name.as_str()) {
                names.push(&kind.name);
            }
        }
    }
    let what = format!("Vigor of {}", names.join(", "));
    (!names.is_empty()).then(|| Warning::Unsourced { study: name.to_owned(), what })
}
