//! Kinds of studies that several games have, with their titles and files.

use hitchart_lab::builds::{FieldKeys, RoundKeys, SearchKeys};
use hitchart_lab::study::{Check, StudyKeys, StudyKind, With, kind};
use hitchart_lab::tournament::RawPlan;

/// Returns the kind of study in which entrants meet in pairs.
pub(crate) fn tournament<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    let files = "scores looks games entrants whole matrix network equilibrium rating";
    kind::<With<RawPlan, K>, C>("tournament", "Tournament", files, check)
}

/// Returns the kind of study that finds the best changes of a build.
pub(crate) fn improve<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    let files = "tested baseline gain opponents single double";
    kind::<K, C>("improve", "The best changes", files, check).with_games_keys(&["games", "test_games"])
}

/// Returns the kind of study that prices alternatives.
pub(crate) fn costs<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    kind::<K, C>("costs", "Costs that would make all equal", "costs", check)
}

/// Returns the kind of study that measures single changes of a company or fleet.
pub(crate) fn marginal<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    kind::<K, C>("marginal", "The effect of each change", "changes baseline gain opponents", check)
}

/// Returns the kind of study that searches for a company or fleet; the title names it.
pub(crate) fn optimise<K: StudyKeys, C>(title: &'static str, check: Check<C>) -> StudyKind<C> {
    kind::<With<With<FieldKeys, SearchKeys>, K>, C>("optimise", title, "best runners-up generations race", check)
        .with_games_keys(&["games", "test_games"])
}

/// Returns the kind of study that adds best replies until none gains.
pub(crate) fn double_oracle<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    let files = "rounds exploitability field entrants whole matrix network equilibrium rating";
    kind::<With<RoundKeys, K>, C>("double-oracle", "Best replies until none gains", files, check).with_games_keys(&[
        "games",
        "search_games",
        "test_games",
    ])
}

/// Returns the kind of study that takes parts, actions and rules away.
pub(crate) fn restricted<K: StudyKeys, C>(check: Check<C>) -> StudyKind<C> {
    kind::<K, C>("restricted", "The value of each part, action and rule", "restricted", check)
}
