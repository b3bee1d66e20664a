//! The studies of Intercept Orbit: their kinds, and the check of a scenario.

mod bids;
mod changes;
mod games;
mod optimise;
mod raw;
#[cfg(test)]
mod tests;

use crate::games::kinds;
use games::Common;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_intercept_orbit::{players::ROLES, ruleset::Ruleset};
use hitchart_lab::study::{Checked, Request, StudyKind, With, kind};
use hitchart_play::policy::Book;
use raw::{
    FleetKeys, RawBids, RawCosts, RawGames, RawImprove, RawMarginal, RawOptimise, RawOracle, RawRestricted,
    RawTournament, SpaceKeys,
};
use std::sync::Arc;

// The kinds of studies, and the check of a scenario.

/// Returns all kinds of studies.
pub(crate) fn kinds<'a>() -> [StudyKind<Checker<'a>>; 9] {
    [
        kind::<RawGames, _>(
            "games",
            "Games",
            "seats wins metrics players rounds scores numbers margins leaders difference strikes fleet-margins",
            games::check,
        ),
        kinds::tournament::<RawTournament, _>(games::check_tournament),
        kinds::marginal::<With<FleetKeys, RawMarginal>, _>(changes::check_marginal),
        kinds::improve::<With<FleetKeys, RawImprove>, _>(changes::check_improve),
        kinds::optimise::<With<SpaceKeys, RawOptimise>, _>("The best fleet", optimise::check),
        kind::<RawBids, _>(
            "bids",
            "What to bid",
            "steps points built grid map best entrants whole matrix network equilibrium rating",
            bids::check,
        )
        .with_games_keys(&["games"]),
        kinds::double_oracle::<With<SpaceKeys, RawOracle>, _>(optimise::check_oracle),
        kinds::costs::<With<FleetKeys, RawCosts>, _>(changes::check_costs),
        kinds::restricted::<RawRestricted, _>(changes::check_restricted),
    ]
}

/// Checks the rules, policies and studies of a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub(crate) fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Arc<Ruleset> = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let policies = policies.with_players(&request.overrides.players)?;
    let common = Arc::new(Common { rules, policies, odds: Arc::default() });
    let checker = Checker { file: request.file, common: &common, seed: request.seed, games: request.overrides.games };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::shared(Arc::clone(&common.rules)), studies })
}

// The file and the rules that studies are checked against.

/// The file and the rules that all studies are checked against.
pub(crate) struct Checker<'a> {
    pub file: &'a FileText,
    pub common: &'a Arc<Common>,
    pub seed: u64,
    /// Games of each study; overrides those of the file.
    pub games: Option<u64>,
}
