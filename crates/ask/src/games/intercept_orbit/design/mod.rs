//! The space of fleets: fleets that a study allows, fleets one change away, and random draws and crossovers.

mod changes;

pub(crate) use changes::{Change, ChangedFleet, Sort, all_single, must_carry, pairs_of, why_none};
pub(crate) use hitchart_intercept_orbit::muster::Size;

use crate::games::mobile_frame::nothing_drawn;
use changes::near;
use hitchart_intercept_orbit::fleet::{Ace, Fleet, limits};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_intercept_orbit::ship::{Class, Ship, System, all};
use hitchart_lab::builds::{BuildSpace, Limit};
use hitchart_stats::DrawBelow;
use std::sync::Arc;

// Bids of fleets, and keys that are equal for equal fleets.

/// Numbers of a fleet in the comparison of bids. High value assets are left out, because all fleets have equally many.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub(crate) struct FleetBid {
    pub ships: u8,
    pub companies: u8,
    /// Shipboard systems.
    pub systems: u16,
}

impl FleetBid {
    /// Returns the bid of a fleet.
    pub(crate) fn of(fleet: &Fleet) -> FleetBid {
        let bid = fleet.bid(0);
        FleetBid { ships: bid.ships, companies: bid.companies, systems: bid.systems }
    }
}

impl std::fmt::Display for FleetBid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FleetBid { ships, companies, systems } = *self;
        hitchart_intercept_orbit::fleet::Bid { ships, companies, systems, hvas: 0 }.fmt(f)
    }
}

/// Returns the ships in writing order and the ace: equal for equal fleets, in any order of ships.
pub(crate) fn sorted(fleet: &Fleet) -> (Vec<Ship>, Option<Ace>) {
    let mut ships = fleet.ships.clone();
    ships.sort_unstable();
    (ships, fleet.ace)
}

/// Counts the ships of a class.
pub(crate) fn count(fleet: &Fleet, class: Class) -> usize {
    fleet.ships.iter().filter(|ship| ship.class == class).count()
}

/// Returns a fleet in notation with its ships in writing order: equal for equal fleets.
pub(crate) fn key(fleet: &Fleet) -> String {
    let (ships, ace) = sorted(fleet);
    Fleet { ships, ace }.to_string()
}

// Space of fleets: the rules of the battle, and the further constraints of a study.

/// The fleets that a study allows, among those that may meet others.
#[derive(Clone, Debug)]
pub(crate) struct FleetSpace {
    pub rules: Arc<Ruleset>,
    pub size: Size,
    pub players: usize,
    /// Tactical assets: ships and companies.
    pub assets: Limit,
    pub ships: Limit,
    pub companies: Limit,
    /// Shipboard systems of all ships.
    pub systems: Limit,
    /// Classes that ships may have.
    pub classes: Vec<Class>,
    /// Kinds of systems that ships may have.
    pub kinds: Vec<System>,
    /// Kinds of systems of which a fleet has at least one.
    pub required: Vec<System>,
    /// Aces that may lead a company.
    pub aces: Vec<Ace>,
}

impl FleetSpace {
    /// Returns the space of all fleets of a battle of `players` players.
    pub(crate) fn of(rules: Arc<Ruleset>, size: Size, players: usize) -> FleetSpace {
        let (least, most) = limits(players, size == Size::Major, &rules);
        let (least, most) = (u16::from(least), u16::from(most));
        let known = |kind: &System| !kind.is_split() || rules.weapons.split_allowed;
        FleetSpace {
            size,
            players,
            assets: Limit { least, most },
            ships: Limit { least: 1, most },
            companies: Limit { least: 0, most },
            systems: Limit { least: 0, most: most * u16::from(Class::Capital.systems(&rules)) },
            classes: Class::ALL.map(|(class, ..)| class).to_vec(),
            kinds: System::ALL.map(|(kind, _)| kind).into_iter().filter(known).collect(),
            required: Vec::new(),
            aces: Ace::ALL.map(|(ace, _)| ace).to_vec(),
            rules,
        }
    }

    /// Returns the part of the space with this bid.
    pub(crate) fn of_bid(&self, bid: FleetBid) -> FleetSpace {
        FleetSpace {
            ships: Limit::exactly(bid.ships.into()),
            companies: Limit::exactly(bid.companies.into()),
            systems: Limit::exactly(bid.systems),
            ..self.clone()
        }
    }

    /// Returns the space without weapons for two bands, unless `split` is true.
    pub(crate) fn splitting(mut self, split: bool) -> FleetSpace {
        self.kinds.retain(|kind| split || !kind.is_split());
        self
    }

    /// Lists all ships of a class that a fleet of the space may have.
    pub(crate) fn ships_of(&self, class: Class) -> Vec<Ship> {
        let split = self.kinds.iter().any(|kind| kind.is_split());
        let fits = |ship: &Ship| ship.systems.kinds().all(|kind| self.kinds.contains(&kind));
        all(class, split, &self.rules).into_iter().filter(fits).collect()
    }
}

// Random fleets of a space: drawn, mutated, and crossed.

/// Number of tries before a draw is given up, in a space with few fleets or none.
const TRIES: usize = 400;

/// Numbers of capital ships, frigates and companies of a fleet.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    capitals: usize,
    frigates: usize,
    companies: usize,
}

/// Lists all numbers that fleets of a space may have.
fn numbers(space: &FleetSpace) -> Vec<Numbers> {
    let [capital, frigate] = Class::ALL.map(|(class, ..)| u16::from(class.systems(&space.rules)));
    let may = |class: Class, many: u16| many == 0 || space.classes.contains(&class);
    let mut all = Vec::new();
    for ships in space.ships.least..=space.ships.most {
        for companies in space.companies.least..=space.companies.most {
            let fits = |capitals: &u16| {
                let frigates = ships - capitals;
                space.systems.allows(capitals * capital + frigates * frigate)
                    && may(Class::Capital, *capitals)
                    && may(Class::Frigate, frigates)
            };
            let made = |capitals: u16| Numbers {
                capitals: capitals.into(),
                frigates: (ships - capitals).into(),
                companies: companies.into(),
            };
            if space.assets.allows(ships + companies) {
                all.extend((0..=ships).filter(fits).map(made));
            }
        }
    }
    all
}

impl BuildSpace for FleetSpace {
    type Build = Fleet;

    fn allows(&self, fleet: &Fleet) -> bool {
        let bid = fleet.bid(0);
        let has = |kind: &System| fleet.ships.iter().any(|ship| ship.systems.count(*kind) > 0);
        let fits = |ship: &Ship| ship.systems.kinds().all(|kind| self.kinds.contains(&kind));
        self.assets.allows(bid.tactical().into())
            && self.ships.allows(bid.ships.into())
            && self.companies.allows(bid.companies.into())
            && self.systems.allows(bid.systems)
            && Class::ALL.iter().all(|(class, ..)| self.classes.contains(class) || count(fleet, *class) == 0)
            && fleet.check().is_ok()
            && fleet.check_size(self.players, self.size == Size::Major, &self.rules).is_ok()
            && fleet.ace.is_none_or(|ace| self.aces.contains(&ace))
            && fleet.ships.iter().all(|ship| ship.check(&self.rules).is_ok() && fits(ship))
            && self.required.iter().all(has)
    }

    /// Draws a random fleet of the space. Catapults fall on ships at random; all ships of a class with that number of
    /// catapults are equally likely. `None` if no fleet was found.
    fn drawn(&self, below: DrawBelow<'_>) -> Option<Fleet> {
        let yards = Class::ALL.map(|(class, ..)| self.ships_of(class));
        let numbers = numbers(self);
        (0..TRIES).find_map(|_| {
            let numbers = numbers.get(below(numbers.len().max(1)))?;
            let mut catapults = vec![0; numbers.capitals + numbers.frigates];
            for _ in 0..numbers.companies {
                *catapults.get_mut(below(numbers.capitals + numbers.frigates))? += 1;
            }
            let mut ship = |(place, catapults): (usize, u8)| {
                let yard = &yards[usize::from(place >= numbers.capitals)];
                let fits: Vec<&Ship> =
                    yard.iter().filter(|ship| ship.systems.count(System::Catapult) == catapults).collect();
                (!fits.is_empty()).then(|| *fits[below(fits.len())])
            };
            let ships = catapults.into_iter().enumerate().map(&mut ship).collect::<Option<Vec<Ship>>>()?;
            let ace = (numbers.companies > 0).then(|| self.aces[below(self.aces.len())]);
            Some(Fleet { ships, ace }).filter(|fleet| self.allows(fleet))
        })
    }

    /// Returns a random fleet of the space that is one change away, or in which two ships trade a system; `None` if there
    /// is none.
    fn mutated(&self, fleet: &Fleet, below: DrawBelow<'_>) -> Option<Fleet> {
        let mut near: Vec<Fleet> = near(fleet, self).into_iter().map(|(_, fleet)| fleet).collect();
        near.extend(traded(fleet, self));
        (!near.is_empty()).then(|| near.swap_remove(below(near.len())))
    }

    /// Crosses two fleets: draws ships of both, as many of each class as one of them has. `None` if the result is not in
    /// the space.
    fn crossed(&self, [one, other]: [&Fleet; 2], below: DrawBelow<'_>) -> Option<Fleet> {
        let like = [one, other][below(2)];
        let mut ships = Vec::new();
        for (class, ..) in Class::ALL {
            let of_class = |ship: &&Ship| ship.class == class;
            let mut pool: Vec<Ship> = one.ships.iter().chain(&other.ships).filter(of_class).copied().collect();
            ships.extend((0..count(like, class)).map(|_| pool.swap_remove(below(pool.len()))));
        }
        let mut fleet = Fleet { ships, ace: like.ace };
        fleet.ace = fleet.ace.or(one.ace).or(other.ace).filter(|_| fleet.companies() > 0);
        Some(fleet).filter(|fleet| self.allows(fleet))
    }

    fn nothing_drawn(&self) -> (String, String) {
        nothing_drawn(why_none(self), ["fleet", "fleets"])
    }
}

/// Lists the fleets of the space in which two ships have traded a system.
fn traded(fleet: &Fleet, space: &FleetSpace) -> Vec<Fleet> {
    let mut all = Vec::new();
    for (first, one) in fleet.ships.iter().enumerate() {
        for (second, other) in fleet.ships.iter().enumerate().skip(first + 1) {
            for (given, taken) in one.systems.kinds().flat_map(|g| other.systems.kinds().map(move |t| (g, t))) {
                let trade = |ship: &Ship, from, to| ship.systems.minus(from).map(|less| less.plus(to));
                let systems = trade(one, given, taken).zip(trade(other, taken, given)).filter(|_| given != taken);
                let Some((mine, theirs)) = systems else { continue };
                let mut changed = fleet.clone();
                (changed.ships[first].systems, changed.ships[second].systems) = (mine, theirs);
                all.extend(Some(changed).filter(|changed| space.allows(changed)));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    //! Tests of the space of fleets against the rules.

    use super::*;
    use hitchart_dice::Throw;
    use hitchart_intercept_orbit::fleet::Ace;
    use hitchart_intercept_orbit::muster::built_in_fleet;
    use hitchart_intercept_orbit::ruleset::standard;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn space() -> FleetSpace {
        FleetSpace::of(Arc::new(standard()), Size::Battle, 2)
    }

    fn fleet(text: &str) -> Fleet {
        Fleet::parse(text, &standard()).unwrap()
    }

    #[test]
    fn order_makes_no_other_fleet() {
        let (one, other) = (fleet("C:RpRaBK C:RsRsBY F:KKB; ace=blue"), fleet("F:KKB C:RsRsBY C:RpRaBK; ace=blue"));
        assert_ne!(one, other);
        assert_eq!(key(&one), key(&other));
        assert_eq!(hitchart_play::Built::bid(&one), "3+3/11");
    }

    #[test]
    fn every_change_is_legal_once_and_another_fleet() {
        let (space, own) = (space(), built_in_fleet("toll-keepers", &standard()).unwrap().fleet);
        let all = all_single(&own, &space);
        let keys: BTreeSet<String> = all.iter().map(|changed| key(&changed.build)).collect();
        assert_eq!(keys.len(), all.len());
        assert!(!keys.contains(&key(&own)));
        assert!(all.iter().all(|changed| space.allows(&changed.build)));
        let labels: BTreeSet<&str> = all.iter().map(|changed| changed.label.as_str()).collect();
        assert_eq!(labels.len(), all.len());
        let sorts: BTreeSet<Sort> = all.iter().flat_map(|one| &one.changes).map(Change::sort).collect();
        assert_eq!(sorts.len(), 7, "{sorts:?}");
        assert!(
            labels.contains("lead with a red ace") && labels.contains("make C:RsRsBY a frigate without Rs"),
            "{labels:?}"
        );
        // Without split weapons and with a fixed bid, changes keep the numbers of ships, companies and systems.
        let narrow = space.of_bid(FleetBid::of(&own)).splitting(false);
        let narrow: BTreeSet<Sort> =
            all_single(&own, &narrow).iter().flat_map(|one| &one.changes).map(Change::sort).collect();
        assert_eq!(narrow.into_iter().collect::<Vec<_>>(), [Sort::System, Sort::Ace]);
    }

    /// A catapult brings a company, and the first company brings an ace ("Aces").
    #[test]
    fn the_first_company_comes_with_an_ace_and_the_last_goes_with_it() {
        let (space, own) = (space(), fleet("C:RsRsBY C:RaRaBY C:RpRpBB F:RsBY F:RaRaB"));
        let all = all_single(&own, &space);
        let aces: BTreeSet<Option<Ace>> =
            all.iter().filter(|one| one.changes[0].sort() == Sort::Catapult).map(|one| one.build.ace).collect();
        assert_eq!(aces.len(), 4);
        let one = fleet("C:RsRsBK C:RaRaBY C:RpRpBB F:RsBY; ace=red");
        let less = all_single(&one, &space).into_iter().find(|changed| changed.build.companies() == 0);
        assert!(less.is_none(), "four tactical assets are too few for two players");
        let two = fleet("C:RsRsBK C:RaRaBY C:RpRpBB F:RsBY F:RaRaB; ace=red");
        let less = all_single(&two, &space).into_iter().find(|changed| changed.build.companies() == 0).unwrap();
        assert_eq!(less.build.ace, None);
    }

    #[test]
    fn draws_changes_and_crosses_stay_in_the_space() {
        let mut throw = Throw::new(7);
        let mut below = |below: usize| throw.below(below);
        for bid in [FleetBid { ships: 5, companies: 0, systems: 17 }, FleetBid { ships: 3, companies: 3, systems: 11 }]
        {
            let space = space().of_bid(bid);
            let mut last = space.drawn(&mut below).unwrap();
            for _ in 0..20 {
                let next = space.drawn(&mut below).unwrap();
                assert_eq!(FleetBid::of(&next), bid);
                let changed = space.mutated(&next, &mut below).unwrap();
                assert!(space.allows(&changed) && key(&changed) != key(&next));
                assert!(space.crossed([&last, &next], &mut below).is_none_or(|child| space.allows(&child)));
                last = next;
            }
        }
        assert!(space().of_bid(FleetBid { ships: 3, companies: 3, systems: 5 }).drawn(&mut below).is_none());
        assert!((0..50).all(|_| space().drawn(&mut below).is_some_and(|fleet| space().allows(&fleet))));
    }

    #[test]
    fn two_changes_make_no_fleet_that_one_makes() {
        let (space, own) = (space(), fleet("C:RpRaBK C:RsRsBY F:KKB; ace=blue"));
        let singles: Vec<ChangedFleet> = all_single(&own, &space).into_iter().take(12).collect();
        let known: BTreeSet<String> = singles.iter().map(|one| key(&one.build)).collect();
        let pairs = pairs_of(&own, &singles, &space);
        assert!(!pairs.is_empty());
        assert!(pairs.iter().all(|pair| pair.changes.len() == 2 && !known.contains(&key(&pair.build))));
    }
}
