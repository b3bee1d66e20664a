//! Changes of a company: one system, one rocket or one frame, and two changes together.

use super::build::told;
use super::{Build, Space};
use crate::games::rapid_attack::loadout::{Kind, Loadout};
use crate::games::rapid_attack::roster::named_loadout;
use hitchart_lab::builds;
use std::collections::BTreeSet;

/// One change of a company; frames are identified by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Replaces a system by one of another kind.
    Swap {
        frame: usize,
        from: Kind,
        to: Kind,
    },
    Drop {
        frame: usize,
        kind: Kind,
    },
    Add {
        frame: usize,
        kind: Kind,
    },
    /// Moves a system from one frame to another.
    Move {
        from: usize,
        to: usize,
        kind: Kind,
    },
    /// Moves a rocket from one frame to another.
    Rocket {
        from: usize,
        to: usize,
    },
    /// Removes a frame; the others take over its rockets.
    Without {
        frame: usize,
    },
    /// Adds a frame without rockets.
    With {
        loadout: Loadout,
    },
}

/// Category of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    System,
    Split,
    SystemDropped,
    SystemAdded,
    SystemMoved,
    Rocket,
    FrameDropped,
    FrameAdded,
}

impl Sort {
    /// Returns the name of the category for people.
    pub fn name(self) -> &'static str {
        match self {
            Sort::System => "system swapped",
            Sort::Split => "split weapon",
            Sort::SystemDropped => "system dropped",
            Sort::SystemAdded => "system added",
            Sort::SystemMoved => "system moved",
            Sort::Rocket => "rocket moved",
            Sort::FrameDropped => "frame dropped",
            Sort::FrameAdded => "frame added",
        }
    }
}

/// A changed company and its changes.
pub type Changed = builds::Changed<Build, Change>;

/// Returns the category of the first change; `None` if there is no change.
pub fn sort_of(changed: &Changed) -> Option<Sort> {
    changed.changes.first().map(Change::sort)
}

impl Change {
    /// Returns the category of the change. Every swap that adds or removes a split weapon is `Sort::Split`.
    pub fn sort(&self) -> Sort {
        match self {
            Change::Swap { from, to, .. } if from.is_split() || to.is_split() => Sort::Split,
            Change::Swap { .. } => Sort::System,
            Change::Drop { .. } => Sort::SystemDropped,
            Change::Add { .. } => Sort::SystemAdded,
            Change::Move { .. } => Sort::SystemMoved,
            Change::Rocket { .. } => Sort::Rocket,
            Change::Without { .. } => Sort::FrameDropped,
            Change::With { .. } => Sort::FrameAdded,
        }
    }

    /// Returns the changed company; `None` if the change is not possible. The rules are not checked.
    pub fn of(&self, build: &Build, space: &Space) -> Option<Build> {
        let mut changed = build.clone();
        let frame = |changed: &Build, place: usize| changed.frames.get(place).copied();
        let set = |changed: &mut Build, place: usize, loadout: Loadout| changed.frames[place] = loadout;
        match *self {
            Change::Swap { frame: place, from, to } => {
                let loadout = frame(&changed, place)?.minus(from)?.plus(to);
                set(&mut changed, place, loadout);
            }
            Change::Drop { frame: place, kind } => {
                let loadout = frame(&changed, place)?.minus(kind)?;
                set(&mut changed, place, loadout);
            }
            Change::Add { frame: place, kind } => {
                let loadout = frame(&changed, place)?.plus(kind);
                set(&mut changed, place, loadout);
            }
            Change::Move { from, to, kind } => {
                let (less, more) = (frame(&changed, from)?.minus(kind)?, frame(&changed, to)?.plus(kind));
                set(&mut changed, from, less);
                set(&mut changed, to, more);
            }
            Change::Rocket { from, to } => {
                let (less, more) = (frame(&changed, from)?, frame(&changed, to)?);
                set(&mut changed, from, less.with_rockets(less.rockets().checked_sub(1)?));
                set(&mut changed, to, more.with_rockets(more.rockets() + 1));
            }
            Change::Without { frame: place } => changed = changed.without(place, &space.rules)?,
            Change::With { loadout } => changed.frames.push(loadout.with_rockets(0)),
        }
        if !space.rockets {
            changed = changed.rearmed(&space.rules);
        }
        Some(changed)
    }

    /// Describes the change as an instruction, such as `drop B from the Soldier`.
    fn label(&self, build: &Build) -> String {
        let the = |place: usize| match build.frames.iter().filter(|frame| **frame == build.frames[place]).count() {
            1 => format!("the {}", told(&build.frames[place])),
            _ => format!("one {}", told(&build.frames[place])),
        };
        match *self {
            Change::Swap { frame, from, to } => {
                format!("replace {} with {} in {}", from.token(), to.token(), the(frame))
            }
            Change::Drop { frame, kind } => format!("drop {} from {}", kind.token(), the(frame)),
            Change::Add { frame, kind } => format!("add {} to {}", kind.token(), the(frame)),
            Change::Move { from, to, kind } => format!("move {} from {} to {}", kind.token(), the(from), the(to)),
            Change::Rocket { from, to } => format!("move a rocket from {} to {}", the(from), the(to)),
            Change::Without { frame } => format!("drop {}", the(frame)),
            Change::With { loadout } => format!("add {}", with_article(&loadout.with_rockets(0))),
        }
    }

    /// Returns true if other frames change their places.
    fn moves_frames(&self) -> bool {
        matches!(self, Change::Without { .. })
    }
}

/// Returns a frame with its article: `a Soldier frame`, `an RdYBG frame`.
fn with_article(loadout: &Loadout) -> String {
    let name = told(loadout);
    // A notation is spelt out when it is read aloud, with R as "ar".
    let is_notation = named_loadout(loadout).is_none();
    let vowels: &[char] = if is_notation { &['A', 'E', 'R'] } else { &['A', 'E', 'I', 'O', 'U'] };
    format!("{} {name} frame", if name.starts_with(vowels) { "an" } else { "a" })
}

/// Returns every company of a space that is one change away from a company, each once, in the order of its frames.
pub fn all_single(build: &Build, space: &Space) -> Vec<Changed> {
    let told = |(change, changed): (Change, Build)| Changed {
        changes: vec![change],
        label: change.label(build),
        build: changed,
    };
    near(build, space).into_iter().map(told).collect()
}

/// Like `all_single`, but without labels.
pub fn near(build: &Build, space: &Space) -> Vec<(Change, Build)> {
    let mut known = BTreeSet::from([build.sorted()]);
    let changed = |change: Change| Some((change, change.of(build, space)?));
    let mut all: Vec<(Change, Build)> = candidates(build, space).into_iter().filter_map(changed).collect();
    all.retain(|(_, changed)| space.allows(changed) && known.insert(changed.sorted()));
    all
}

/// Lists all changes, legal or not.
fn candidates(build: &Build, space: &Space) -> Vec<Change> {
    let places = || 0..build.frames.len();
    let had = |frame: usize| build.frames[frame].kinds();
    let others = |frame: usize| places().filter(move |other| *other != frame);
    let kinds = || space.kinds.iter().copied();
    let mut all: Vec<Change> = Vec::new();
    for frame in places() {
        all.extend(
            had(frame)
                .flat_map(|from| kinds().filter(move |to| *to != from).map(move |to| Change::Swap { frame, from, to })),
        );
        all.extend(had(frame).map(|kind| Change::Drop { frame, kind }));
        all.extend(kinds().map(|kind| Change::Add { frame, kind }));
        all.extend(had(frame).flat_map(|kind| others(frame).map(move |to| Change::Move { from: frame, to, kind })));
        if space.rockets && build.frames[frame].rockets() > 0 {
            all.extend(others(frame).map(|to| Change::Rocket { from: frame, to }));
        }
        all.push(Change::Without { frame });
    }
    let more = build.frames.iter().chain(&build.spare);
    all.extend(more.map(|loadout| Change::With { loadout: loadout.with_rockets(0) }));
    all
}

/// Returns the companies that two of these changes produce together, each once, without those that one change produces.
/// A frame is removed last, so that the others keep their places.
pub fn pairs_of(build: &Build, singles: &[Changed], space: &Space) -> Vec<Changed> {
    let apply = |change: &Change, build: &Build| change.of(build, space);
    builds::pairs_of(build, singles, apply, |build| space.allows(build), Build::sorted, Change::moves_frames)
}
