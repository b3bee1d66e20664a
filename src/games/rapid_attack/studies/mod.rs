//! The studies of Rapid Attack: one file per kind of question, and how all are read from a scenario.

pub mod assignment;
pub mod attacks;
mod check;
mod check_games;
pub mod companies;
pub mod durability;
pub mod frames;
pub mod games;
pub mod loadouts;
mod policies;
mod question;
mod raw;

pub use check::check;
use check_games::policies_needed;
pub use question::*;
pub use raw::RawStudy;

use super::battle::odds::Odds;
use super::battle::{Battle, KeyedDice};
use super::ruleset::Ruleset;
use crate::plot::Kind;
use crate::runner::{Plan, Sampled, Wanted};
use crate::study::{Answer, Asked, Counted, Games, Run};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// What all studies of a scenario share.
#[derive(Clone, Debug)]
pub struct Common {
    pub rules: Ruleset,
    /// Policies that the scenario names, as written.
    pub policies: BTreeMap<String, toml::Value>,
    /// Odds of all battles by these rules, made when the first is.
    pub odds: OnceLock<Arc<Odds>>,
}

impl Common {
    /// A battle of a study, with the odds that all share.
    fn battle(&self, asked: &GamesStudy) -> Battle<KeyedDice> {
        let odds = self.odds.get_or_init(|| Arc::new(Odds::new(&self.rules)));
        let (setup, companies) = ((asked.size, asked.limits), asked.companies.clone());
        let fields = Arc::clone(&asked.fields);
        Battle::with_odds(self.rules.clone(), setup, companies, fields, KeyedDice, Arc::clone(odds))
    }
}

/// A checked study with what it shares with the others.
#[derive(Clone, Debug)]
pub struct RapidAttackStudy {
    pub question: Question,
    pub common: Arc<Common>,
}

impl Asked for RapidAttackStudy {
    fn kind(&self) -> &'static str {
        self.question.name()
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let rules = &self.common.rules;
        let plans = match &self.question {
            Question::Attacks(asked) if asked.simulate => attacks::plans(run.name, asked, rules),
            Question::Durability(asked) if asked.simulate => durability::plans(run.name, asked, rules),
            Question::Games(asked) if !counted.has(run.name) => {
                return vec![games::wanted(run.name, asked, &self.common, run.seed)];
            }
            _ => Vec::new(),
        };
        let sampled = |(name, plan): (String, Plan)| {
            let count = Sampled::new(plan, run.samples, run.seed, &name);
            Wanted::whole(name, Arc::new(count))
        };
        plans.into_iter().filter(|(name, _)| !counted.has(name)).map(sampled).collect()
    }

    fn is_sampled(&self) -> bool {
        match &self.question {
            Question::Attacks(asked) => asked.simulate,
            Question::Durability(asked) => asked.simulate,
            _ => false,
        }
    }

    fn games(&self) -> Option<&dyn Games> {
        matches!(self.question, Question::Games(_)).then_some(self)
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let rules = &self.common.rules;
        match &self.question {
            Question::Frames(frames) => frames::answer(name, frames, rules),
            Question::Companies(companies) => companies::answer(name, companies, rules),
            Question::Attacks(asked) => attacks::answer(name, asked, rules, counted),
            Question::Loadouts(asked) => loadouts::answer(name, asked, rules),
            Question::Durability(asked) => durability::answer(name, asked, rules, counted),
            Question::Assignment(asked) => assignment::answer(name, asked, rules),
            Question::Games(asked) => games::answer(name, asked, counted.of(name).as_ref()),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A frame or company graph with these columns as bars, by name and title.
fn bars(columns: &[(&str, &str)]) -> Kind {
    let owned = columns.iter().map(|(column, title)| ((*column).to_owned(), (*title).to_owned()));
    Kind::FrameGraph { bars: owned.collect() }
}
