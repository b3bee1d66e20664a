//! The kinds of studies, and reading the studies of a scenario.

use super::super::players::spec::ROLES;
use super::super::ruleset::Ruleset;
use super::checker::Checker;
use super::common::Common;
use super::ground::Grounds;
use super::{campaign, difficulty, ladder, marginal, missions, odds, squads, tournament};
use hitchart_config::InputError;
use hitchart_config::rules::RulesText;
use hitchart_lab::study::{Checked, Kind, Request};
use hitchart_play::policy::Book;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns all kinds.
fn kinds<'a>() -> [Kind<Checker<'a>>; 11] {
    [
        Kind {
            name: "armaments",
            title: "Armaments",
            files: &["odds", "rounds", "removal", "removal-rounds", "harm", "simulated"],
            check: odds::check_armaments,
        },
        Kind { name: "tags", title: "A tag more", files: &["gains", "best", "simulated"], check: odds::check_tags },
        Kind { name: "items", title: "Systems", files: &["harm"], check: odds::check_items },
        Kind { name: "frames", title: "Frames over a round", files: &["ranking"], check: odds::check_frames },
        Kind {
            name: "missions",
            title: "Missions",
            files: &["outcome", "metrics", "aces", "tools", "rounds", "turns", "harm", "numbers"],
            check: missions::check,
        },
        Kind {
            name: "squads",
            title: "Teams compared",
            files: &["teams", "frames", "harm-taken", "frame-damage", "victory"],
            check: squads::check,
        },
        Kind {
            name: "difficulty",
            title: "Difficulty",
            files: &["curves", "bounds", "harm-taken"],
            check: difficulty::check,
        },
        Kind {
            name: "marginal",
            title: "What changes are worth",
            files: &["changes", "baseline", "harm-taken", "victory"],
            check: marginal::check,
        },
        Kind {
            name: "ladder",
            title: "Ladder",
            files: &["rungs", "masters", "ladder", "harm-taken", "victory"],
            check: ladder::check,
        },
        Kind { name: "campaign", title: "Campaign", files: &["missions", "harm-taken", "won"], check: campaign::check },
        Kind {
            name: "tournament",
            title: "Tournament",
            files: &["scores", "looks", "games", "entrants", "whole", "matrix", "network", "equilibrium", "rating"],
            check: tournament::check,
        },
    ]
}

/// Checks the rules, policies and studies of a scenario.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let mut kept = BTreeMap::new();
    for files in request.overrides.kept.values() {
        let files: Vec<(String, String)> = serde_json::from_value(files.clone()).map_err(InputError::plain)?;
        kept.extend(files);
    }
    let common = Arc::new(Common { rules: Arc::new(rules), policies });
    let (file, games) = (request.file, request.overrides.games);
    let grounds = Grounds { file, catalogue: &common.rules.catalogue, kept };
    let checker = Checker { file, common: &common, grounds, games };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::of(common.rules.as_ref()), studies })
}
