//! The kinds of studies, and how all of a scenario are read.

use super::super::players::spec::ROLES;
use super::super::ruleset::Ruleset;
use super::checker::Checker;
use super::common::Common;
use super::{games, tournament};
use crate::input::InputError;
use crate::input::rules::RulesText;
use crate::policy::Book;
use crate::study::{Checked, Kind, Request};
use std::sync::Arc;

/// All kinds.
fn kinds<'a>() -> [Kind<Checker<'a>>; 2] {
    [
        Kind { name: "games", title: "Games", check: games::check },
        Kind { name: "tournament", title: "Tournament", check: tournament::check },
    ]
}

/// Rules, policies and studies of a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let common = Arc::new(Common { rules: Arc::new(rules), policies, odds: Arc::default() });
    let checker = Checker { file: request.file, common: &common, games: request.overrides.games };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::of(common.rules.as_ref()), studies })
}
