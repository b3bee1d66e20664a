//! Set-up: the player, step and distances of each placement ("Placing Assets Into the Battlespace"; I65).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, Shape, Tri, any, both, within};
use super::Judge;
use super::state::{Asset, Life, between};

/// Steps of set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    FirstHva,
    DefenderHvas,
    FirstShip,
    PrimaryShip,
    SecondaryShips,
    AttackerShips,
    AttackerCompanies,
    AttackerHvas,
    DefenderShips,
    DefenderCompanies,
    Debris,
}

const STEPS: [Step; 11] = [
    Step::FirstHva,
    Step::DefenderHvas,
    Step::FirstShip,
    Step::PrimaryShip,
    Step::SecondaryShips,
    Step::AttackerShips,
    Step::AttackerCompanies,
    Step::AttackerHvas,
    Step::DefenderShips,
    Step::DefenderCompanies,
    Step::Debris,
];

/// Progress of set-up.
#[derive(Debug, Default)]
pub(crate) struct Placing {
    step: usize,
    /// Assets or pieces placed in the step. If attackers place in turn: the index after the last who placed.
    placed: usize,
}

/// Distance of placements just within a range, as a share of the range.
const JUST_WITHIN: f64 = 0.875;
/// Places across the table at which room is checked, and distance of the outer ones from the edge. A step without room
/// there allows any place on the table.
const SIDE: usize = 9;
const MARGIN: f64 = 3.0;

fn not(tri: Tri) -> Tri {
    tri.map(|is| !is)
}

impl Judge<'_> {
    fn waits(&self, fleet: usize, kind: fn(&Asset) -> bool) -> bool {
        let mut all = self.field.assets.iter().enumerate();
        all.any(|(number, asset)| {
            asset.owner == fleet && kind(asset) && asset.life == Life::Waiting && !self.dropped.contains(&number)
        })
    }

    /// Returns the player who places next in the current step, and its index among attackers who place in turn.
    fn due(&self) -> Option<(usize, usize)> {
        let (seats, placed) = (&self.order.seats, self.placing.placed);
        let (defender, last) = (seats[0], seats.len() - 1);
        let has = |fleet: usize, kind: fn(&Asset) -> bool| self.waits(fleet, kind).then_some((fleet, placed));
        let in_turn = |kind: fn(&Asset) -> bool| {
            let mut places = (0..last).map(|skipped| (placed + skipped) % last);
            places.find(|place| self.waits(seats[place + 1], kind)).map(|place| (seats[place + 1], place))
        };
        match STEPS[self.placing.step] {
            Step::FirstHva => has(defender, Asset::is_hva).filter(|_| placed == 0),
            Step::DefenderHvas => has(defender, Asset::is_hva),
            Step::FirstShip => has(defender, Asset::is_ship).filter(|_| placed == 0),
            Step::PrimaryShip => has(seats[last], Asset::is_ship).filter(|_| placed == 0),
            Step::SecondaryShips => seats[1..last].get(placed).and_then(|fleet| has(*fleet, Asset::is_ship)),
            Step::AttackerShips => in_turn(Asset::is_ship),
            Step::AttackerCompanies => seats[1..].iter().find_map(|fleet| has(*fleet, Asset::is_company)),
            Step::AttackerHvas => in_turn(Asset::is_hva),
            Step::DefenderShips => has(defender, Asset::is_ship),
            Step::DefenderCompanies => has(defender, Asset::is_company),
            Step::Debris => {
                (placed < self.field.number("debris", "pieces")).then(|| (seats[placed % seats.len()], placed))
            }
        }
    }

    /// Returns the current step and its player; skips steps in which no player has anything left to place.
    fn placer(&mut self) -> Option<(Step, usize)> {
        loop {
            let step = STEPS[self.placing.step];
            if let Some((player, place)) = self.due() {
                self.placing.placed = place;
                return Some((step, player));
            }
            if step == Step::Debris {
                return None;
            }
            self.placing.step += 1;
            self.placing.placed = 0;
        }
    }

    /// Checks that an asset is placed in its step, by the right player, and at a place that the step allows.
    pub(crate) fn check_step(&mut self, line: Line, asset: usize) -> Ruled {
        line.rule(!self.order.seats.is_empty(), || "placed before the fleets are compared".to_owned())?;
        let due = self.placer();
        let own = &self.field.assets[asset];
        let fits = due.is_some_and(|(step, player)| {
            let kind = match step {
                Step::FirstHva | Step::DefenderHvas | Step::AttackerHvas => own.is_hva(),
                Step::AttackerCompanies | Step::DefenderCompanies => own.is_company(),
                Step::Debris => false,
                _ => own.is_ship(),
            };
            kind && own.owner == player
        });
        line.rule(fits && own.life == Life::Waiting, || format!("set-up: {due:?} is due, not asset {asset}"))?;
        let Some((step, _)) = due.filter(|_| !own.is_company()) else {
            self.placing.placed += 1;
            return Ok(());
        };
        let shape = self.field.base_at(asset, line.place("at")?, line.number("heading")?, 0.0);
        line.rule(self.is_on_table(&shape), || "placed outside the table".to_owned())?;
        if self.lies_well(step, &shape) == Some(false) {
            line.rule(!self.has_room(step, asset), || format!("set-up: not where {step:?} is placed"))?;
        }
        self.placing.placed += 1;
        Ok(())
    }

    /// Returns whether a ship or high value asset is at a place that its step allows.
    fn lies_well(&self, step: Step, shape: &Shape) -> Tri {
        let reach = self.field.real("ranges", "assault");
        let gap = |other: usize| between(shape, &self.field.base(other));
        let near = |other: usize| within(gap(other), reach);
        let defender = self.order.seats[0];
        let there: Vec<usize> = (0..self.field.assets.len())
            .filter(|other| {
                self.field.assets[*other].owner == defender && self.field.assets[*other].life == Life::Standing
            })
            .collect();
        let first = |kind: fn(&Asset) -> bool| there.iter().copied().find(|other| kind(&self.field.assets[*other]));
        match step {
            Step::DefenderHvas | Step::FirstShip => first(Asset::is_hva).map_or(Some(true), near),
            Step::PrimaryShip => first(Asset::is_ship)
                .map_or(Some(true), |ship| both(near(ship), not(within(gap(ship), reach * JUST_WITHIN)))),
            Step::SecondaryShips | Step::AttackerShips => not(any(there.iter().map(|other| near(*other)))),
            _ => Some(true),
        }
    }

    /// Returns true if a step has room for an asset anywhere on a net over the table.
    fn has_room(&self, step: Step, asset: usize) -> bool {
        let quarter = self.field.headings() / 4;
        self.net().into_iter().flat_map(|at| (0..4).map(move |turn| (at, turn * quarter))).any(|(at, heading)| {
            let shape = self.field.base_at(asset, at, heading, 0.0);
            self.is_on_table(&shape) && self.is_free(&shape) && self.lies_well(step, &shape) == Some(true)
        })
    }

    fn net(&self) -> Vec<Place> {
        let half = self.half() - MARGIN;
        let along = |n: usize| -half + 2.0 * half * n as f64 / (SIDE - 1) as f64;
        (0..SIDE * SIDE).map(|n| [along(n % SIDE), along(n / SIDE)]).collect()
    }

    /// Returns half the width of the table.
    fn half(&self) -> f64 {
        self.field.real("table", "across") / 2.0
    }

    fn is_on_table(&self, shape: &Shape) -> bool {
        let half = self.half() + BLUR;
        let holds = |at: Place, round: f64| match self.field.rule("table", "shape") == "circle" {
            true => at[0].hypot(at[1]) + round <= half,
            false => at[0].abs().max(at[1].abs()) + round <= half,
        };
        match shape {
            Shape::Polygon(corners) => corners.iter().all(|corner| holds(*corner, 0.0)),
            Shape::Disc(centre, radius) => holds(*centre, *radius),
        }
    }

    /// Returns true if an outline certainly overlaps nothing.
    fn is_free(&self, shape: &Shape) -> bool {
        let assets = (0..self.field.assets.len()).filter(|other| {
            self.field.assets[*other].life == Life::Standing && !self.field.assets[*other].is_company()
        });
        let pieces = (0..self.field.pieces.len()).filter(|piece| self.field.pieces[*piece].there);
        let apart = |other: Shape| between(shape, &other) > BLUR;
        assets.map(|other| self.field.base(other)).all(apart) && pieces.map(|piece| self.field.rock(piece)).all(apart)
    }

    /// Returns whether a player's debris is at least assault range away from others' ships and from other debris (I65).
    fn is_far(&self, player: usize, rock: &Shape) -> Tri {
        let apart = self.field.real("ranges", "assault");
        let ships = (0..self.field.assets.len()).filter(|other| {
            let own = &self.field.assets[*other];
            own.is_ship() && own.life == Life::Standing && own.owner != player
        });
        let far = |other: Shape| within(between(rock, &other), apart);
        let pieces = (0..self.field.pieces.len()).map(|piece| far(self.field.rock(piece)));
        not(any(ships.map(|ship| far(self.field.base(ship))).chain(pieces)))
    }

    /// Checks that a piece of debris is due, and far enough from ships and other debris.
    pub(crate) fn check_debris(&mut self, line: Line) -> Ruled {
        line.rule(!self.order.seats.is_empty(), || "placed before the fleets are compared".to_owned())?;
        let Some((Step::Debris, player)) = self.placer() else { return line.refuse("set-up: debris is not due") };
        self.placing.placed += 1;
        let rock = self.rock_at(line.place("at")?);
        line.rule(self.is_on_table(&rock), || "debris outside the table".to_owned())?;
        line.rule(self.is_far(player, &rock) != Some(false), || "I65: debris near debris or ships of others".to_owned())
    }

    fn rock_at(&self, at: Place) -> Shape {
        Shape::Disc(at, self.field.header["bases"]["debris"].as_f64().unwrap_or(0.0))
    }

    /// Checks that everything is placed before the first round; debris as long as there is room (I65).
    pub(crate) fn check_all_placed(&mut self, line: Line) -> Ruled {
        line.rule(!self.order.seats.is_empty(), || "a round before the fleets are compared".to_owned())?;
        match self.placer() {
            None => Ok(()),
            Some((Step::Debris, player)) => {
                let room = |at: Place| {
                    let rock = self.rock_at(at);
                    self.is_on_table(&rock) && self.is_free(&rock) && self.is_far(player, &rock) == Some(true)
                };
                let any = self.net().into_iter().any(room);
                line.rule(!any, || format!("I65: player {player} has room for debris"))
            }
            due => line.refuse(format!("set-up: {due:?} is due")),
        }
    }
}
