//! Changes of a build. Each races against the unchanged build on the same dice.

use super::workshop::Changes;
use crate::racing::{Difference, Margins};
use hitchart_stats::{Estimate, LEVEL};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A changed build, and its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed<B, C> {
    pub changes: Vec<C>,
    pub label: String,
    pub build: B,
}

/// Returns the builds that two of these changes make together, without duplicates and without builds of a single
/// change. `apply` changes a build if that is possible and allowed. `identity` is equal for equal builds. Changes that
/// are `late` are applied after the others.
pub fn pairs_of<B: Clone, C: Copy, K: Ord>(
    build: &B,
    singles: &[Changed<B, C>],
    apply: impl Fn(&C, &B) -> Option<B>,
    allows: impl Fn(&B) -> bool,
    identity: impl Fn(&B) -> K,
    late: impl Fn(&C) -> bool,
) -> Vec<Changed<B, C>> {
    let mut known: BTreeSet<K> = singles.iter().map(|single| identity(&single.build)).collect();
    known.insert(identity(build));
    let mut all = Vec::new();
    for (i, first) in singles.iter().enumerate() {
        for second in &singles[i + 1..] {
            let mut changes: Vec<C> = first.changes.iter().chain(&second.changes).copied().collect();
            changes.sort_by_key(&late);
            let together = changes.iter().try_fold(build.clone(), |build, change| apply(change, &build));
            let Some(together) = together else { continue };
            if allows(&together) && known.insert(identity(&together)) {
                let label = format!("{} and {}", first.label, second.label);
                all.push(Changed { changes, label, build: together });
            }
        }
    }
    all
}

/// A build, its changes, and their field of opponents.
#[derive(Clone, Debug)]
pub struct Changing<W: Changes> {
    pub setting: W,
    /// Name of the build.
    pub name: String,
    pub own: W::Build,
    pub singles: Vec<Changed<W::Build, W::Change>>,
    pub field: Arc<W::Field>,
}

/// Results of a change so far.
#[derive(Clone, Debug)]
pub struct Told<B> {
    pub label: String,
    pub sort: &'static str,
    /// Number of single changes that it consists of.
    pub changes: usize,
    pub build: B,
    /// Gain in shares of points.
    pub gain: Difference,
    /// Share of points of the changed build.
    pub points: Estimate,
}

impl<B: Clone> Told<B> {
    /// Creates the results of a change from its games and those of the unchanged build.
    pub fn of<W: Changes<Build = B>>(
        changed: &Changed<B, W::Change>,
        margins: &Margins,
        as_it_is: &Margins,
    ) -> Told<B> {
        Told {
            label: changed.label.clone(),
            sort: match &changed.changes[..] {
                [change] => W::sort(change),
                _ => "two changes",
            },
            changes: changed.changes.len(),
            build: changed.build.clone(),
            gain: margins.more_than(as_it_is, LEVEL),
            points: margins.points(),
        }
    }
}
