//! Changes of a fleet, and reasons why a space of fleets is empty.

use super::{FleetSpace, sorted};
use hitchart_config::named;
use hitchart_config::words::{counted, verb};
use hitchart_intercept_orbit::fleet::{Ace, Fleet};
use hitchart_intercept_orbit::ship::{Class, Ship, System};
use hitchart_lab::builds;
use hitchart_lab::builds::{BuildSpace, Limit, conflict, enumerated};
use std::collections::BTreeSet;

// Changes of a system, a class, a ship or the ace, and pairs of changes.

/// One change; ships are given by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub what: ChangeKind,
    /// The ace of the fleet's first company, if the change gives the fleet one.
    pub ace: Option<Ace>,
}

/// Content of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeKind {
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

named! {
    /// Sorts of changes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Sort {
        System = "system swapped",
        Split = "split weapon",
        Catapult = "company more or less",
        Class = "class changed",
        Ace = "ace changed",
        ShipDropped = "ship dropped",
        ShipAdded = "ship added",
    }
}

/// A changed fleet, and what was changed.
pub(crate) type ChangedFleet = builds::ChangedBuild<Fleet, Change>;

impl Change {
    /// Returns the sort of the change. A swap that involves a catapult is `Catapult`; another swap that involves a
    /// weapon for two bands is `Split`.
    pub(crate) fn sort(&self) -> Sort {
        let is = |fits: fn(System) -> bool, one, other| fits(one) || fits(other);
        match self.what {
            ChangeKind::Swap { from, to, .. } if is(|kind| kind == System::Catapult, from, to) => Sort::Catapult,
            ChangeKind::Swap { from, to, .. } if is(System::is_split, from, to) => Sort::Split,
            ChangeKind::Swap { .. } => Sort::System,
            ChangeKind::Smaller { .. } | ChangeKind::Larger { .. } => Sort::Class,
            ChangeKind::Ace(_) => Sort::Ace,
            ChangeKind::Without { .. } => Sort::ShipDropped,
            ChangeKind::With(_) => Sort::ShipAdded,
        }
    }

    /// Returns the changed fleet; `None` if the change does not fit the fleet. Does not check if the changed fleet is
    /// legal.
    pub(crate) fn of(&self, fleet: &Fleet) -> Option<Fleet> {
        let mut changed = fleet.clone();
        let ships = &mut changed.ships;
        match self.what {
            ChangeKind::Swap { ship, from, to } => {
                let ship = ships.get_mut(ship)?;
                ship.systems = ship.systems.minus(from)?.plus(to);
            }
            ChangeKind::Smaller { ship, without } => {
                let ship = ships.get_mut(ship).filter(|ship| ship.class == Class::Capital)?;
                *ship = Ship { class: Class::Frigate, systems: ship.systems.minus(without)? };
            }
            ChangeKind::Larger { ship, with } => {
                let ship = ships.get_mut(ship).filter(|ship| ship.class == Class::Frigate)?;
                *ship = Ship { class: Class::Capital, systems: ship.systems.plus(with) };
            }
            ChangeKind::Ace(ace) => changed.ace = Some(ace),
            ChangeKind::Without { ship } if ship < ships.len() => {
                ships.remove(ship);
            }
            ChangeKind::Without { .. } => return None,
            ChangeKind::With(ship) => ships.push(ship),
        }
        // A fleet has an ace if and only if it has a company.
        changed.ace = changed.ace.or(self.ace).filter(|_| changed.companies() > 0);
        Some(changed)
    }

    /// Describes the change, such as `replace B with Y in F:BKK`.
    fn label(&self, fleet: &Fleet) -> String {
        let the = |place: usize| ship_label(fleet, &fleet.ships[place]);
        let what = match self.what {
            ChangeKind::Swap { ship, from, to } => {
                format!("replace {} with {} in {}", from.token(), to.token(), the(ship))
            }
            ChangeKind::Smaller { ship, without } => {
                format!("make {} a frigate without {}", the(ship), without.token())
            }
            ChangeKind::Larger { ship, with } => {
                format!("make {} a capital ship with another {}", the(ship), with.token())
            }
            ChangeKind::Ace(ace) => format!("lead with a {} ace", ace.name()),
            ChangeKind::Without { ship } => format!("drop {}", the(ship)),
            ChangeKind::With(ship) => format!("add another {ship}"),
        };
        match self.ace {
            None => what,
            Some(ace) => format!("{what}, led by a {} ace", ace.name()),
        }
    }

    /// Returns true if the change gives other ships new places.
    fn moves_ships(&self) -> bool {
        matches!(self.what, ChangeKind::Without { .. })
    }
}

/// Returns a ship of a fleet in notation, preceded by `one` if the fleet has several equal ships.
fn ship_label(fleet: &Fleet, ship: &Ship) -> String {
    match fleet.ships.iter().filter(|other| *other == ship).count() {
        1 => ship.to_string(),
        _ => format!("one {ship}"),
    }
}

/// Lists every fleet of a space that is one change away from a fleet, each once, in the order of the fleet's ships.
pub(crate) fn all_single(fleet: &Fleet, space: &FleetSpace) -> Vec<ChangedFleet> {
    let told = |(change, changed): (Change, Fleet)| ChangedFleet {
        changes: vec![change],
        label: change.label(fleet),
        build: changed,
    };
    near(fleet, space).into_iter().map(told).collect()
}

/// Lists the changes and fleets of `all_single` without labels.
pub(crate) fn near(fleet: &Fleet, space: &FleetSpace) -> Vec<(Change, Fleet)> {
    let mut known = BTreeSet::from([sorted(fleet)]);
    let with_ace = |what: ChangeKind| {
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
fn candidates(fleet: &Fleet, space: &FleetSpace) -> Vec<ChangeKind> {
    let kinds = || System::ALL.iter().map(|(kind, _)| *kind);
    let mut all: Vec<ChangeKind> = Vec::new();
    for (ship, built) in fleet.ships.iter().enumerate() {
        let had = || built.systems.kinds();
        all.extend(
            had().flat_map(|from| {
                kinds().filter(move |to| *to != from).map(move |to| ChangeKind::Swap { ship, from, to })
            }),
        );
        match built.class {
            Class::Capital => all.extend(had().map(|without| ChangeKind::Smaller { ship, without })),
            Class::Frigate => all.extend(kinds().map(|with| ChangeKind::Larger { ship, with })),
        }
        all.push(ChangeKind::Without { ship });
    }
    all.extend(fleet.ace.iter().flat_map(|_| space.aces.iter().map(|ace| ChangeKind::Ace(*ace))));
    all.extend(fleet.ships.iter().map(|ship| ChangeKind::With(*ship)));
    all
}

/// Lists the fleets that two of these changes make together, each once, without those that one change makes. Ships are
/// dropped last, so that the other ships keep their places.
pub(crate) fn pairs_of(fleet: &Fleet, singles: &[ChangedFleet], space: &FleetSpace) -> Vec<ChangedFleet> {
    let apply = |change: &Change, fleet: &Fleet| change.of(fleet);
    builds::pairs_of(fleet, singles, apply, |fleet| space.allows(fleet), sorted, Change::moves_ships)
}

// Reasons why a space has no fleet: the constraints that cannot hold together. They are found by checking all numbers
// of ships, systems, companies and required systems that fleets can have.

/// A constraint of a study beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constraint {
    Systems,
    Ships,
    Companies,
    Assets,
    Classes,
    NoSplit,
    Banned(System),
    Required(System),
}

/// Names the constraints of a space that cannot hold together, with reasons; `None` if the space has a fleet.
pub(crate) fn why_none(space: &FleetSpace) -> Option<String> {
    let active = conflict(&constraints(space), |active| has_fleet(&with(space, active)));
    if active.is_empty() {
        return None;
    }
    let words: Vec<String> = active.iter().map(|one| described(space, *one)).collect();
    let reasons = reasons(&with(space, &active), &active);
    let because = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
    Some(format!("no fleet has {}{because}", enumerated(&words)))
}

/// Returns a sentence on the companies that every fleet of a space must carry; `None` if some fleet has none.
pub(crate) fn must_carry(space: &FleetSpace) -> Option<String> {
    let ships = ship_numbers(space).max()?;
    let needed = space.assets.least.checked_sub(ships).filter(|needed| *needed > 0)?;
    // No sentence if the space itself demands as many companies.
    if space.companies.least >= needed {
        return None;
    }
    Some(format!(
        "Every such fleet carries {}: {} at most {}, and a battle needs {}.",
        companies(needed),
        systems_are(space),
        counted(ships.into(), "ships"),
        counted(space.assets.least.into(), "assets")
    ))
}

/// Lists the constraints that the space adds to the rules.
fn constraints(space: &FleetSpace) -> Vec<Constraint> {
    let base = FleetSpace::of(space.rules.clone(), space.size, space.players);
    let gone: Vec<System> = base.kinds.iter().filter(|kind| !space.kinds.contains(kind)).copied().collect();
    let no_split = base.kinds.iter().any(|kind| kind.is_split()) && !space.kinds.iter().any(|kind| kind.is_split());
    let banned = gone.into_iter().filter(|kind| !(no_split && kind.is_split())).map(Constraint::Banned);
    let required = space.required.iter().map(|kind| Constraint::Required(*kind));
    let numbers = [
        (space.systems != base.systems).then_some(Constraint::Systems),
        (space.ships != base.ships).then_some(Constraint::Ships),
        (space.companies != base.companies).then_some(Constraint::Companies),
        (space.assets != base.assets).then_some(Constraint::Assets),
        (space.classes != base.classes).then_some(Constraint::Classes),
        no_split.then_some(Constraint::NoSplit),
    ];
    numbers.into_iter().flatten().chain(banned).chain(required).collect()
}

/// Returns the fleets that the rules and some of the constraints allow.
fn with(space: &FleetSpace, active: &[Constraint]) -> FleetSpace {
    let mut narrowed = FleetSpace::of(space.rules.clone(), space.size, space.players);
    for one in active {
        match one {
            Constraint::Systems => narrowed.systems = space.systems,
            Constraint::Ships => narrowed.ships = space.ships,
            Constraint::Companies => narrowed.companies = space.companies,
            Constraint::Assets => narrowed.assets = space.assets,
            Constraint::Classes => narrowed.classes = space.classes.clone(),
            Constraint::NoSplit => narrowed.kinds.retain(|kind| !kind.is_split()),
            Constraint::Banned(banned) => narrowed.kinds.retain(|kind| kind != banned),
            Constraint::Required(kind) => narrowed.required.push(*kind),
        }
    }
    narrowed
}

/// Returns true if some fleet meets all constraints of a space.
fn has_fleet(space: &FleetSpace) -> bool {
    let all = (1_u32 << space.required.len()) - 1;
    let mask = |has: &dyn Fn(System) -> bool| {
        space.required.iter().enumerate().filter(|(_, kind)| has(**kind)).map(|(bit, _)| 1_u32 << bit).sum::<u32>()
    };
    // Numbers of systems and of catapults, and required systems, of each sort of ship.
    let sorts: BTreeSet<(u16, u16, u32)> = space
        .classes
        .iter()
        .flat_map(|class| space.ships_of(*class))
        .map(|ship| {
            let has = |kind: System| ship.systems.count(kind) > 0;
            (ship.systems.total().into(), ship.systems.count(System::Catapult).into(), mask(&has))
        })
        .collect();
    let mut fleets = BTreeSet::from([(0, 0, 0)]);
    (1..=space.ships.most.min(space.assets.most)).any(|ships| {
        let more = |(systems, companies, had): &(u16, u16, u32)| {
            let (systems, companies, had) = (*systems, *companies, *had);
            sorts
                .iter()
                .map(move |(more, catapults, has)| (systems + more, companies + catapults, had | has))
                .collect::<Vec<_>>()
        };
        fleets = fleets.iter().flat_map(more).filter(|fleet| ships + fleet.1 <= space.assets.most).collect();
        let fits = |(systems, companies, had): &(u16, u16, u32)| {
            space.systems.allows(*systems)
                && space.companies.allows(*companies)
                && space.assets.allows(ships + companies)
                && *had == all
        };
        space.ships.allows(ships) && fleets.iter().any(fits)
    })
}

/// Lists the numbers of ships that the systems, ships and classes of a space allow.
fn ship_numbers(space: &FleetSpace) -> impl Iterator<Item = u16> {
    let sizes = Class::ALL.map(|(class, ..)| (space.classes.contains(&class), u16::from(class.systems(&space.rules))));
    let [capitals, frigates] = sizes;
    let systems = space.systems;
    (space.ships.least..=space.ships.most).filter(move |ships| {
        (0..=*ships).any(|large| {
            (large == 0 || capitals.0)
                && (large == *ships || frigates.0)
                && systems.allows(large * capitals.1 + (ships - large) * frigates.1)
        })
    })
}

/// Returns the steps that lead to the contradiction, if numbers are part of it.
fn reasons(space: &FleetSpace, active: &[Constraint]) -> Vec<String> {
    let counts: Vec<u16> = ship_numbers(space).collect();
    let [capital, frigate] = Class::ALL.map(|(class, ..)| class.systems(&space.rules));
    let numbers = active.iter().any(|one| matches!(one, Constraint::Systems | Constraint::Ships | Constraint::Classes));
    let needs = if active.contains(&Constraint::Assets) { "the study asks for" } else { "a battle needs" };
    let (Some(least), Some(most)) = (counts.first().copied(), counts.last().copied()) else {
        return vec![format!("a capital ship has {} and a frigate {frigate}", counted(capital.into(), "systems"))];
    };
    let mut steps = Vec::new();
    if most < space.assets.least {
        if numbers {
            steps.push(format!("{} at most {}", systems_are(space), counted(most.into(), "ships")));
        }
        steps.push(format!("{needs} {}", counted(space.assets.least.into(), "assets")));
        steps.push(format!("so {} must be carried", companies(space.assets.least - most)));
    } else if least + space.companies.least > space.assets.most {
        steps.push(format!("{} at least {}", systems_are(space), counted(least.into(), "ships")));
        steps.push(format!("and a battle allows at most {}", counted(space.assets.most.into(), "assets")));
    }
    let catapult = active.contains(&Constraint::Banned(System::Catapult));
    if catapult {
        let needed = space.companies.least > 0 || !steps.is_empty();
        steps.extend(needed.then(|| "and K, the catapult of a company, is banned".to_owned()));
    } else if active.contains(&Constraint::Companies) && most < space.assets.least {
        steps.push(format!("and only {} allowed", allowed(space.companies)));
    }
    steps
}

/// Returns `12 systems are`, or `the fleet has` if the study sets no number of systems.
fn systems_are(space: &FleetSpace) -> String {
    let base = FleetSpace::of(space.rules.clone(), space.size, space.players);
    if space.systems == base.systems {
        "the fleet has".to_owned()
    } else {
        format!("{} are", range(space.systems, "systems"))
    }
}

fn companies(many: u16) -> String {
    if many == 1 { "a company".to_owned() } else { counted(many.into(), "companies") }
}

fn allowed(limit: Limit) -> String {
    format!("{} {}", counted(limit.most.into(), "companies"), verb(limit.most.into(), "is"))
}

fn range(Limit { least, most }: Limit, what: &str) -> String {
    if least == most { counted(most.into(), what) } else { format!("{least} to {most} {what}") }
}

/// Describes a constraint in words that follow `no fleet has`.
fn described(space: &FleetSpace, one: Constraint) -> String {
    match one {
        Constraint::Systems => range(space.systems, "systems"),
        Constraint::Ships => range(space.ships, "ships"),
        Constraint::Companies => range(space.companies, "companies"),
        Constraint::Assets => range(space.assets, "assets"),
        Constraint::Classes => {
            let names: Vec<String> = space.classes.iter().map(|class| format!("{}s", class.name())).collect();
            format!("only {}", enumerated(&names))
        }
        Constraint::NoSplit => "no weapons for two bands".to_owned(),
        Constraint::Banned(kind) => format!("no {}", kind.token()),
        Constraint::Required(kind) => format!("at least one {}", kind.token()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;
    use hitchart_dice::Throw;
    use hitchart_intercept_orbit::ruleset::standard;
    use std::sync::Arc;

    fn space() -> FleetSpace {
        FleetSpace::of(Arc::new(standard()), Size::Battle, 2)
    }

    fn without(kinds: &[System], of: FleetSpace) -> FleetSpace {
        let kept = of.kinds.iter().filter(|kind| !kinds.contains(kind)).copied().collect();
        FleetSpace { kinds: kept, ..of }
    }

    #[test]
    fn twelve_systems_need_a_company() {
        let twelve = FleetSpace { systems: Limit::exactly(12), ..space() };
        assert_eq!(why_none(&twelve), None);
        let said = must_carry(&twelve).unwrap();
        assert!(said.contains("carries a company") && said.contains("12 systems are at most 4 ships"), "{said}");
        let said = why_none(&without(&[System::Catapult], twelve)).unwrap();
        let chain = "12 systems are at most 4 ships, a battle needs 5 assets, so a company must be carried, and K";
        assert!(said.contains(chain) && said.contains("banned"), "{said}");
        assert_eq!(must_carry(&space()), None);
    }

    #[test]
    fn each_conflict_is_named_and_nothing_else() {
        let both = without(&[System::Comms, System::Support], FleetSpace { required: vec![System::Comms], ..space() });
        assert_eq!(why_none(&both).unwrap(), "no fleet has no Y and at least one Y");
        let five = why_none(&FleetSpace { systems: Limit::exactly(5), ..space() }).unwrap();
        assert!(
            five.contains("5 systems") && five.contains("capital ship has 4") && five.contains("frigate 3"),
            "{five}"
        );
        let two = FleetSpace { ships: Limit::exactly(2), companies: Limit::exactly(2), ..space() };
        let two = why_none(&two).unwrap();
        assert!(two.contains("2 ships") && two.contains("5 assets") && two.contains("3 companies"), "{two}");
    }

    /// A space from which a fleet was drawn has no conflict.
    #[test]
    fn a_space_with_a_drawn_fleet_has_no_conflict() {
        let mut throw = Throw::new(11);
        let mut found = 0;
        for _ in 0..60 {
            let mut of = space();
            let systems = 8 + throw.below(16) as u16;
            of.systems = Limit { least: systems, most: systems + throw.below(3) as u16 };
            of.companies = Limit { least: 0, most: throw.below(4) as u16 };
            of.kinds.retain(|_| throw.below(3) > 0);
            let drawn = of.drawn(&mut |below| throw.below(below)).is_some();
            found += u32::from(drawn);
            assert!(!drawn || why_none(&of).is_none(), "{of:?}");
        }
        assert!((5..55).contains(&found), "{found}");
    }
}
