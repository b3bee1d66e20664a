//! Check of a `restricted` study: a company and its possible restrictions.

use super::bars::Bar;
use super::raw::RawRestricted;
use super::sitting::Field;
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::{Kind, Loadout};
use crate::games::rapid_attack::studies::arena::Entrant;
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::InputError;
use hitchart_lab::builds::{Restricted, pairs};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Default number of games of each restriction.
const GAMES: u64 = 1_000;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawRestricted = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let own = checker.own(&raw.company, &mut setting)?;
    let build = Build::of(&own);
    let field = match &raw.field {
        Some(field) => checker.opponents(field, &setting)?,
        None => {
            Field::even(vec![Entrant { name: own.name.clone(), company: own.clone(), policy: setting.policy.clone() }])
        }
    };
    let pairs = pairs(checker.file, &raw.games, "games", GAMES)?;
    let (parts, bars) = (without_parts(&build), Bar::all(&setting.space.kinds).collect::<Vec<_>>());
    Ok(Arc::new(Restricted::new(setting, (own.name, build), parts, bars, (Arc::new(field), pairs))))
}

/// Returns the company without each type of system, without split weapons, without rockets, and without its spare.
fn without_parts(build: &Build) -> Vec<(String, &'static str, Build)> {
    let without = |gone: &dyn Fn(Kind) -> bool| {
        let bare = |frame: &Loadout| {
            let gone = frame.kinds().filter(|kind| gone(*kind)).collect::<Vec<_>>();
            gone.into_iter().fold(*frame, |frame, kind| {
                (0..frame.count(kind)).fold(frame, |frame, _| frame.minus(kind).unwrap_or(frame))
            })
        };
        Build { frames: build.frames.iter().map(bare).collect(), spare: build.spare }
    };
    let kinds = Kind::ALL.iter().map(|(kind, token)| (format!("without {token}"), without(&|other| other == *kind)));
    let split = ("without split weapons".to_owned(), without(&|kind| kind.is_split()));
    let rockets = build.frames.iter().map(|frame| frame.with_rockets(0)).collect();
    let rockets = ("without rockets".to_owned(), Build { frames: rockets, spare: build.spare });
    let spare = ("without a spare".to_owned(), Build { spare: None, ..build.clone() });
    kinds.chain([split, rockets, spare]).map(|(label, left)| (label, "system", left)).collect()
}
