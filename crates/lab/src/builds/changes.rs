//! Changes of a build, and what races: each against the build as it is, on the same dice.

use super::workshop::Changes;
use crate::racing::{Difference, Margins};
use hitchart_stats::{Estimate, LEVEL};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A changed build, and what was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed<B, C> {
    pub changes: Vec<C>,
    pub label: String,
    pub build: B,
}

/// Builds that two of these changes make together, each once and none of those with one change. `apply` changes a build
/// where that can be and is allowed; `identity` is equal for equal builds; changes that are `late` come after others.
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

/// A build, its changes and whom all of them meet.
#[derive(Clone, Debug)]
pub struct Changing<W: Changes> {
    pub setting: W,
    /// What the build is called.
    pub name: String,
    pub own: W::Build,
    pub singles: Vec<Changed<W::Build, W::Change>>,
    pub field: Arc<W::Field>,
}

/// A change as far as it was played.
#[derive(Clone, Debug)]
pub struct Told<B> {
    pub label: String,
    pub sort: &'static str,
    /// Single changes that it is made of.
    pub changes: usize,
    pub build: B,
    /// Its gain in shares of points.
    pub gain: Difference,
    /// Its own share of points.
    pub points: Estimate,
}

impl<B: Clone> Told<B> {
    /// A change by its games and those of the build as it is.
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
