//! The kinds of studies, and the checks of all studies of a scenario.

use super::super::players::spec::ROLES;
use super::super::ruleset::Ruleset;
use super::checker::Checker;
use super::common::Common;
use super::{assignment, attacks, bids, builds, companies, durability, frames, games, loadouts, tournament};
use hitchart_config::rules::RulesText;
use hitchart_config::{InputError, read_node};
use hitchart_lab::study::{Checked, Kind, Request};
use hitchart_play::policy::Book;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns all kinds of studies.
fn kinds<'a>() -> [Kind<Checker<'a>>; 16] {
    [
        Kind { name: "frames", title: "Frames", files: &["summary", "graph"], check: frames::check },
        Kind { name: "companies", title: "Companies", files: &["companies", "graph"], check: companies::check },
        Kind { name: "attacks", title: "Attacks", files: &["attacks", "damage", "map-#"], check: attacks::check },
        Kind { name: "loadouts", title: "Loadouts", files: &["loadouts"], check: loadouts::check },
        Kind {
            name: "durability",
            title: "Durability",
            files: &["durability", "curves", "survival"],
            check: durability::check,
        },
        Kind {
            name: "assignment",
            title: "Best play after the roll",
            files: &["worth", "regret"],
            check: assignment::check,
        },
        Kind {
            name: "games",
            title: "Games",
            files: &[
                "seats",
                "wins",
                "metrics",
                "players",
                "rounds",
                "scores",
                "numbers",
                "margins",
                "leaders",
                "difference",
                "strikes",
                "company-margins",
            ],
            check: games::check,
        },
        Kind {
            name: "tournament",
            title: "Tournament",
            files: &["scores", "looks", "games", "entrants", "whole", "matrix", "network", "equilibrium", "rating"],
            check: tournament::check,
        },
        Kind {
            name: "marginal",
            title: "The effect of each change",
            files: &["changes", "baseline", "gain", "opponents"],
            check: builds::check_marginal,
        },
        Kind {
            name: "improve",
            title: "The best changes",
            files: &["tested", "baseline", "gain", "opponents", "single", "double"],
            check: builds::check_improve,
        },
        Kind {
            name: "optimise",
            title: "The best company",
            files: &["best", "generations", "race"],
            check: builds::check_optimise,
        },
        Kind {
            name: "bids",
            title: "What to bid",
            files: &[
                "map",
                "answers",
                "fair",
                "points",
                "built",
                "grid",
                "best",
                "settled",
                "tables",
                "entrants",
                "whole",
                "matrix",
                "network",
                "equilibrium",
                "rating",
            ],
            check: bids::check,
        },
        Kind {
            name: "bid-moves",
            title: "Bids under other rules",
            files: &["moves", "best"],
            check: bids::check_moves,
        },
        Kind {
            name: "double-oracle",
            title: "Best replies until none gains",
            files: &[
                "rounds",
                "exploitability",
                "field",
                "entrants",
                "whole",
                "matrix",
                "network",
                "equilibrium",
                "rating",
            ],
            check: builds::check_oracle,
        },
        Kind { name: "costs", title: "Costs that would make all equal", files: &["costs"], check: builds::check_costs },
        Kind {
            name: "restricted",
            title: "The value of each part, action and rule",
            files: &["restricted"],
            check: builds::check_restricted,
        },
    ]
}

/// Reads the rules, policies and studies of a scenario.
///
/// # Errors
/// Returns the first mistake, with its place in the file.
pub fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let mut battlefields = BTreeMap::new();
    for (study, kept) in &request.overrides.kept {
        let layout = read_node(kept.clone()).map_err(InputError::plain)?;
        battlefields.insert(study.clone(), layout);
    }
    let common = Arc::new(Common::new(rules, policies));
    let (file, rules, seed) = (request.file, &common.rules, request.seed);
    let games = request.overrides.games;
    let checker = Checker { file, rules, seed, common: &common, battlefields, games, drawn: RefCell::default() };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::of(rules.as_ref()), studies })
}
