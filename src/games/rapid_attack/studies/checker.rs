//! The file and the rules that studies are checked against, and the parsers that several kinds of studies share.

use super::super::assignment::MAX_WEIGHT;
use super::super::battlefield::{Battlefield, Layout};
use super::super::frame::Frame;
use super::super::roster::{archetypes, loadout_of};
use super::super::ruleset::{ChartName, Ruleset};
use super::super::situation::SituationError;
use super::common::Common;
use hitchart_config::{At, FileText, InputError, each_once, some_of, within};
use hitchart_dice::Pool;
use hitchart_lab::runner::{Job, Plan, Sampled};
use hitchart_lab::study::Run;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most rows of one study: the most that a table can show and a browser can open.
pub(super) const MAX_ROWS: usize = 20_000;
/// Most frames of one list of a study.
pub(super) const MAX_FRAMES: usize = 1_000;
/// Word that stands for all archetypes.
const ALL_ARCHETYPES: &str = "archetypes";

/// A frame and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFrame {
    /// Name of the archetype, or the loadout as written.
    pub name: String,
    pub frame: Frame,
}

/// The file and the rules that all studies are checked against, and the data that studies of games need in addition.
pub(super) struct Checker<'a> {
    pub file: &'a FileText,
    pub rules: &'a Ruleset,
    /// Seed of drawn battlefields.
    pub seed: u64,
    pub common: &'a Arc<Common>,
    /// Layouts that replace those of the file, by name of the study.
    pub battlefields: BTreeMap<String, Layout>,
    /// Number of games of each study, instead of that in the file.
    pub games: Option<u64>,
    /// Layouts drawn so far, with their battlefields: studies of one layout share them.
    pub drawn: RefCell<Vec<(Layout, Arc<[Battlefield]>)>>,
}

impl Checker<'_> {
    /// Returns the rules, for use in a study.
    pub(super) fn rules(&self) -> Arc<Ruleset> {
        Arc::clone(&self.common.rules)
    }

    pub(super) fn frame(&self, text: &At<String>) -> Result<NamedFrame, InputError> {
        let at = |error: InputError| error.or_at(self.file, text.span.clone());
        let loadout = loadout_of(&text.value, self.rules).map_err(at)?;
        let archetype = archetypes().iter().find(|known| known.name.eq_ignore_ascii_case(text.value.trim()));
        let name = archetype.map_or_else(|| loadout.to_string(), |archetype| archetype.name.clone());
        Ok(NamedFrame { name, frame: Frame::new(loadout, self.rules) })
    }

    /// Parses a list of loadouts and archetypes, or all archetypes.
    pub(super) fn frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        let mut frames = Vec::new();
        for text in some_of(self.file, texts, "frame", MAX_FRAMES)? {
            if text.value.trim() == ALL_ARCHETYPES {
                for archetype in archetypes() {
                    frames.push(self.frame(&At { value: archetype.name.clone(), span: text.span.clone() })?);
                }
            } else {
                frames.push(self.frame(text)?);
            }
        }
        Ok(frames)
    }

    /// Like [`Checker::frames`], without duplicates, so that a study computes each result once.
    pub(super) fn distinct_frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        Ok(distinct(self.frames(texts)?))
    }

    /// Checks the entries of a list and removes duplicates; returns `default` if there is no list.
    pub(super) fn list<T, U: PartialEq>(
        &self,
        list: &Option<At<Vec<T>>>,
        what: &str,
        default: Vec<U>,
        check: impl Fn(&T) -> Result<U, InputError>,
    ) -> Result<Vec<U>, InputError> {
        let Some(list) = list else { return Ok(default) };
        each_once(self.file, list, what, MAX_FRAMES, check)
    }

    pub(super) fn whites(&self, whites: &At<u8>) -> Result<u8, InputError> {
        within(self.file, whites, "whites", 0, self.rules.frame.whites)
    }

    pub(super) fn pool(&self, text: &At<String>) -> Result<Pool, InputError> {
        text.value.parse().map_err(|error| InputError::at(self.file, text.span.clone(), error))
    }

    pub(super) fn optional(&self, found: &Option<At<u8>>, what: &str, default: u8, high: u8) -> Result<u8, InputError> {
        found.as_ref().map_or(Ok(default.min(high)), |found| within(self.file, found, what, 0, high))
    }

    /// Reports a mistake in the combination of chart and cover, at the one that is written.
    pub(super) fn situation(
        &self,
        chart: &Option<At<ChartName>>,
        hits: &Option<At<u8>>,
        error: SituationError,
    ) -> InputError {
        let span = chart.as_ref().map(|chart| chart.span.clone()).or(hits.as_ref().map(|hits| hits.span.clone()));
        InputError::at(self.file, span.unwrap_or(0..0), error)
    }

    pub(super) fn not_negative<T>(&self, table: &At<T>, weights: &[(&str, f64)]) -> Result<(), InputError> {
        match weights.iter().find(|(_, weight)| !(0.0..=MAX_WEIGHT).contains(weight)) {
            None => Ok(()),
            Some((name, weight)) => {
                let problem = format!("weight `{name}` is {weight}; allowed: 0 or more, up to {MAX_WEIGHT}");
                Err(InputError::at(self.file, table.span.clone(), problem))
            }
        }
    }
}

/// Returns a job for each plan of an attack, which samples the plan by name.
pub(super) fn sampled(run: &Run<'_>, plans: Vec<(String, Plan)>) -> Vec<Job> {
    let sampled = |(name, plan): (String, Plan)| {
        let count = Sampled::new(plan, run.samples, run.seed, &name);
        Job::whole(name, Arc::new(count))
    };
    plans.into_iter().map(sampled).collect()
}

/// Removes duplicates from a list; the first occurrence stays.
pub(super) fn distinct<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    list.into_iter().fold(Vec::new(), |mut kept, entry| {
        if !kept.contains(&entry) {
            kept.push(entry);
        }
        kept
    })
}
