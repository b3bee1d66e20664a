//! The studies of Intercept Orbit: their kinds, and the check of a scenario.

mod bids;
mod changes;
mod games;
mod optimise;
mod raw;
#[cfg(test)]
mod tests;

pub(crate) use raw::RawStudy;

use games::Common;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_intercept_orbit::players::ROLES;
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_lab::study::{Checked, Request, StudyKind};
use hitchart_play::policy::Book;
use std::sync::Arc;

// The kinds of studies, and the check of a scenario.

/// Returns all kinds of studies.
fn kinds<'a>() -> [StudyKind<Checker<'a>>; 9] {
    [
        StudyKind::new(
            "games",
            "Games",
            "seats wins metrics players rounds scores numbers margins leaders difference strikes fleet-margins",
            games::check,
        ),
        StudyKind::new(
            "tournament",
            "Tournament",
            "scores looks games entrants whole matrix network equilibrium rating",
            games::check_tournament,
        ),
        StudyKind::new(
            "marginal",
            "The effect of each change",
            "changes baseline gain opponents",
            changes::check_marginal,
        ),
        StudyKind::new(
            "improve",
            "The best changes",
            "tested baseline gain opponents single double",
            changes::check_improve,
        ),
        StudyKind::new("optimise", "The best fleet", "best generations race", optimise::check),
        StudyKind::new(
            "bids",
            "What to bid",
            "steps points built grid map best entrants whole matrix network equilibrium rating",
            bids::check,
        ),
        StudyKind::new(
            "double-oracle",
            "Best replies until none gains",
            "rounds exploitability field entrants whole matrix network equilibrium rating",
            optimise::check_oracle,
        ),
        StudyKind::new("costs", "Costs that would make all equal", "costs", changes::check_costs),
        StudyKind::new(
            "restricted",
            "The value of each part, action and rule",
            "restricted",
            changes::check_restricted,
        ),
    ]
}

/// Checks the rules, policies and studies of a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub(crate) fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let policies = policies.with_players(&request.overrides.players)?;
    let common = Arc::new(Common { rules: Arc::new(rules), policies, odds: Arc::default() });
    let checker = Checker { file: request.file, common: &common, seed: request.seed, games: request.overrides.games };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::of(common.rules.as_ref()), studies })
}

// The file and the rules that studies are checked against.

/// The file and the rules that all studies are checked against.
struct Checker<'a> {
    pub file: &'a FileText,
    pub common: &'a Arc<Common>,
    pub seed: u64,
    /// Games of each study; overrides those of the file.
    pub games: Option<u64>,
}
