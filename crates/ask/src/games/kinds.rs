//! Kinds of studies that several games have, with their titles and files.

use hitchart_config::InputError;
use hitchart_lab::study::{FileNames, Study, StudyKind, Written};
use std::sync::Arc;

/// A function that checks a study.
pub(crate) type Check<C> = fn(&C, Written<'_>) -> Result<Arc<dyn Study>, InputError>;

/// Returns a kind of study. `files` are the endings of the names of its files.
pub(crate) fn kind<C>(name: &'static str, title: &'static str, files: FileNames, check: Check<C>) -> StudyKind<C> {
    StudyKind::new(name, title, files, check)
}

/// Returns the kind of study in which entrants meet in pairs.
pub(crate) fn tournament<C>(check: Check<C>) -> StudyKind<C> {
    let files = "scores looks games entrants whole matrix network equilibrium rating";
    kind("tournament", "Tournament", files, check)
}

/// Returns the kind of study that finds the best changes of a build.
pub(crate) fn improve<C>(check: Check<C>) -> StudyKind<C> {
    let files = "tested baseline gain opponents single double";
    kind("improve", "The best changes", files, check).with_games_keys(&["games", "test_games"])
}

/// Returns the kind of study that prices alternatives.
pub(crate) fn costs<C>(check: Check<C>) -> StudyKind<C> {
    kind("costs", "Costs that would make all equal", "costs", check).with_games_keys(&["games"])
}

/// Returns the kind of study that measures single changes of a company or fleet.
pub(crate) fn marginal<C>(check: Check<C>) -> StudyKind<C> {
    kind("marginal", "The effect of each change", "changes baseline gain opponents", check).with_games_keys(&["games"])
}

/// Returns the kind of study that searches for a company or fleet; the title names it.
pub(crate) fn optimise<C>(title: &'static str, check: Check<C>) -> StudyKind<C> {
    kind("optimise", title, "best runners-up generations race", check).with_games_keys(&["games", "test_games"])
}

/// Returns the kind of study that adds best replies until none gains.
pub(crate) fn double_oracle<C>(check: Check<C>) -> StudyKind<C> {
    let files = "rounds exploitability field entrants whole matrix network equilibrium rating";
    kind("double-oracle", "Best replies until none gains", files, check).with_games_keys(&[
        "games",
        "search_games",
        "test_games",
    ])
}

/// Returns the kind of study that takes parts, actions and rules away.
pub(crate) fn restricted<C>(check: Check<C>) -> StudyKind<C> {
    kind("restricted", "The value of each part, action and rule", "restricted", check).with_games_keys(&["games"])
}
