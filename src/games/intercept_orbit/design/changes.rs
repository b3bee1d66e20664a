//! Changes of a fleet: of a system, a class, a ship or the ace, and pairs of changes.

use super::{Space, sorted};
use crate::games::intercept_orbit::fleet::{Ace, Fleet};
use crate::games::intercept_orbit::ship::{Class, Ship, System};
use hitchart_lab::builds;
use std::collections::BTreeSet;

/// One change; ships are given by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub what: What,
    /// The ace of the fleet's first company, if the change gives the fleet one.
    pub ace: Option<Ace>,
}

/// Content of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A system of another kind instead of one.
    Swap {
        ship: usize,
        from: System,
        to: System,
    },
    /// A frigate instead of a capital ship, without one of its systems.
    Smaller {
        ship: usize,
        without: System,
    },
    /// A capital ship instead of a frigate, with one more system.
    Larger {
        ship: usize,
        with: System,
    },
    Ace(Ace),
    Without {
        ship: usize,
    },
    With(Ship),
}

/// Sorts of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    System,
    Split,
    Catapult,
    Class,
    Ace,
    ShipDropped,
    ShipAdded,
}

impl Sort {
    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Sort::System => "system swapped",
            Sort::Split => "split weapon",
            Sort::Catapult => "company more or less",
            Sort::Class => "class changed",
            Sort::Ace => "ace changed",
            Sort::ShipDropped => "ship dropped",
            Sort::ShipAdded => "ship added",
        }
    }
}

/// A changed fleet, and what was changed.
pub type Changed = builds::Changed<Fleet, Change>;

/// Returns the sort of the first change.
pub fn sort_of(changed: &Changed) -> Option<Sort> {
    changed.changes.first().map(Change::sort)
}

impl Change {
    /// Returns the sort of the change. A swap that involves a catapult is `Catapult`; another swap that involves a
    /// weapon for two bands is `Split`.
    pub fn sort(&self) -> Sort {
        let is = |fits: fn(System) -> bool, one, other| fits(one) || fits(other);
        match self.what {
            What::Swap { from, to, .. } if is(|kind| kind == System::Catapult, from, to) => Sort::Catapult,
            What::Swap { from, to, .. } if is(System::is_split, from, to) => Sort::Split,
            What::Swap { .. } => Sort::System,
            What::Smaller { .. } | What::Larger { .. } => Sort::Class,
            What::Ace(_) => Sort::Ace,
            What::Without { .. } => Sort::ShipDropped,
            What::With(_) => Sort::ShipAdded,
        }
    }

    /// Returns the changed fleet; `None` if the change does not fit the fleet. Does not check if the changed fleet is
    /// legal.
    pub fn of(&self, fleet: &Fleet) -> Option<Fleet> {
        let mut changed = fleet.clone();
        let ships = &mut changed.ships;
        match self.what {
            What::Swap { ship, from, to } => {
                let ship = ships.get_mut(ship)?;
                ship.systems = ship.systems.minus(from)?.plus(to);
            }
            What::Smaller { ship, without } => {
                let ship = ships.get_mut(ship).filter(|ship| ship.class == Class::Capital)?;
                *ship = Ship { class: Class::Frigate, systems: ship.systems.minus(without)? };
            }
            What::Larger { ship, with } => {
                let ship = ships.get_mut(ship).filter(|ship| ship.class == Class::Frigate)?;
                *ship = Ship { class: Class::Capital, systems: ship.systems.plus(with) };
            }
            What::Ace(ace) => changed.ace = Some(ace),
            What::Without { ship } if ship < ships.len() => {
                ships.remove(ship);
            }
            What::Without { .. } => return None,
            What::With(ship) => ships.push(ship),
        }
        // A fleet has an ace if and only if it has a company.
        changed.ace = changed.ace.or(self.ace).filter(|_| changed.companies() > 0);
        Some(changed)
    }

    /// Describes the change, such as `replace B with Y in F:BKK`.
    fn label(&self, fleet: &Fleet) -> String {
        let the = |place: usize| told(fleet, &fleet.ships[place]);
        let what = match self.what {
            What::Swap { ship, from, to } => format!("replace {} with {} in {}", from.token(), to.token(), the(ship)),
            What::Smaller { ship, without } => format!("make {} a frigate without {}", the(ship), without.token()),
            What::Larger { ship, with } => format!("make {} a capital ship with another {}", the(ship), with.token()),
            What::Ace(ace) => format!("lead with a {} ace", ace.name()),
            What::Without { ship } => format!("drop {}", the(ship)),
            What::With(ship) => format!("add another {ship}"),
        };
        match self.ace {
            None => what,
            Some(ace) => format!("{what}, led by a {} ace", ace.name()),
        }
    }

    /// Returns true if the change gives other ships new places.
    fn moves_ships(&self) -> bool {
        matches!(self.what, What::Without { .. })
    }
}

/// Returns a ship of a fleet in notation, preceded by `one` if the fleet has several equal ships.
fn told(fleet: &Fleet, ship: &Ship) -> String {
    match fleet.ships.iter().filter(|other| *other == ship).count() {
        1 => ship.to_string(),
        _ => format!("one {ship}"),
    }
}

/// Lists every fleet of a space that is one change away from a fleet, each once, in the order of the fleet's ships.
pub fn all_single(fleet: &Fleet, space: &Space) -> Vec<Changed> {
    let told = |(change, changed): (Change, Fleet)| Changed {
        changes: vec![change],
        label: change.label(fleet),
        build: changed,
    };
    near(fleet, space).into_iter().map(told).collect()
}

/// Lists the changes and fleets of `all_single` without labels.
pub fn near(fleet: &Fleet, space: &Space) -> Vec<(Change, Fleet)> {
    let mut known = BTreeSet::from([sorted(fleet)]);
    let with_ace = |what: What| {
        let alone = Change { what, ace: None };
        match (fleet.ace, alone.of(fleet).is_some_and(|changed| changed.companies() > 0)) {
            (None, true) => space.aces.iter().map(|ace| Change { what, ace: Some(*ace) }).collect(),
            _ => vec![alone],
        }
    };
    let changed = |change: Change| Some((change, change.of(fleet)?));
    let mut all: Vec<_> = candidates(fleet, space).into_iter().flat_map(with_ace).filter_map(changed).collect();
    all.retain(|(_, changed)| space.allows(changed) && known.insert(sorted(changed)));
    all
}

/// Lists all changes, legal or not.
fn candidates(fleet: &Fleet, space: &Space) -> Vec<What> {
    let kinds = || System::ALL.iter().map(|(kind, _)| *kind);
    let mut all: Vec<What> = Vec::new();
    for (ship, built) in fleet.ships.iter().enumerate() {
        let had = || built.systems.kinds();
        all.extend(
            had().flat_map(|from| kinds().filter(move |to| *to != from).map(move |to| What::Swap { ship, from, to })),
        );
        match built.class {
            Class::Capital => all.extend(had().map(|without| What::Smaller { ship, without })),
            Class::Frigate => all.extend(kinds().map(|with| What::Larger { ship, with })),
        }
        all.push(What::Without { ship });
    }
    all.extend(fleet.ace.iter().flat_map(|_| space.aces.iter().map(|ace| What::Ace(*ace))));
    all.extend(fleet.ships.iter().map(|ship| What::With(*ship)));
    all
}

/// Lists the fleets that two of these changes make together, each once, without those that one change makes. Ships are
/// dropped last, so that the other ships keep their places.
pub fn pairs_of(fleet: &Fleet, singles: &[Changed], space: &Space) -> Vec<Changed> {
    let apply = |change: &Change, fleet: &Fleet| change.of(fleet);
    builds::pairs_of(fleet, singles, apply, |fleet| space.allows(fleet), sorted, Change::moves_ships)
}
