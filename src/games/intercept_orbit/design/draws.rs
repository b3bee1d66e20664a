//! Random fleets of a space: drawn, mutated, and crossed.

use super::changes::near;
use super::{Space, count};
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::ship::{Class, Ship, System};
use hitchart_stats::DrawBelow;

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
fn numbers(space: &Space) -> Vec<Numbers> {
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

/// Draws a random fleet of the space. Catapults fall on ships at random; all ships of a class with that number of
/// catapults are equally likely. `None` if no fleet was found.
pub fn drawn(space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
    let yards = Class::ALL.map(|(class, ..)| space.ships_of(class));
    let numbers = numbers(space);
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
        let ace = (numbers.companies > 0).then(|| space.aces[below(space.aces.len())]);
        Some(Fleet { ships, ace }).filter(|fleet| space.allows(fleet))
    })
}

/// Returns a random fleet of the space that is one change away, or in which two ships trade a system; `None` if there
/// is none.
pub fn mutated(fleet: &Fleet, space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
    let mut near: Vec<Fleet> = near(fleet, space).into_iter().map(|(_, fleet)| fleet).collect();
    near.extend(traded(fleet, space));
    (!near.is_empty()).then(|| near.swap_remove(below(near.len())))
}

/// Lists the fleets of the space in which two ships have traded a system.
fn traded(fleet: &Fleet, space: &Space) -> Vec<Fleet> {
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

/// Crosses two fleets: draws ships of both, as many of each class as one of them has. `None` if the result is not in
/// the space.
pub fn crossed(one: &Fleet, other: &Fleet, space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
    let like = [one, other][below(2)];
    let mut ships = Vec::new();
    for (class, ..) in Class::ALL {
        let of_class = |ship: &&Ship| ship.class == class;
        let mut pool: Vec<Ship> = one.ships.iter().chain(&other.ships).filter(of_class).copied().collect();
        ships.extend((0..count(like, class)).map(|_| pool.swap_remove(below(pool.len()))));
    }
    let mut fleet = Fleet { ships, ace: like.ace };
    fleet.ace = fleet.ace.or(one.ace).or(other.ace).filter(|_| fleet.companies() > 0);
    Some(fleet).filter(|fleet| space.allows(fleet))
}
