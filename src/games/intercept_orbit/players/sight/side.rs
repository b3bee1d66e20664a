//! Features of one side.

use super::super::super::band::Band;
use super::super::super::battle::Dice;
use super::super::super::battle::state::{Asset, Life, numbers_in};
use super::super::super::ship::System;
use super::super::super::space::Body;
use super::super::view::View;
use super::names::SIDE_COUNT;
use super::strikes::{LATER, NOW, Strikes};

/// Features of a side, in the order of their names.
pub type Side = [f64; SIDE_COUNT];

/// Points of score that count as one asset.
pub const ASSET: f64 = 10.0;
/// Maximum number of hit points of a frail asset.
const FRAIL: u8 = 2;
/// Distance to the edge, in usual moves, below which a ship is near it.
const NEAR_THE_EDGE: f64 = 2.0;
/// Largest distances of the features, in ruler units and in flights.
const FAR: f64 = 32.0;
const FLIGHTS: f64 = 8.0;

/// Returns the features of the view's player.
pub fn side<D: Dice>(view: &View<'_, D>, strikes: &Strikes) -> Side {
    let (state, player) = (view.state, view.me);
    let mut sum = Sums::default();
    let own = state.of(player);
    for number in numbers_in(own & state.on_table()) {
        let asset = state.asset(number);
        match asset.body {
            Body::Hva => {}
            Body::Company => sum.company(view, asset, !state.has_acted(number)),
            _ => sum.ship(view, number, asset),
        }
    }
    let ships = state.ships();
    let (dealt, feared) = (&strikes.dealt[usize::from(player)], &strikes.feared[usize::from(player)]);
    let to_take = numbers_in(ships & !own).map(|ship| chance_of(view, ship, player));
    let (guarded, besieged, way) = hvas(view);
    [
        f64::from(state.score(player)) / ASSET,
        f64::from(state.players[usize::from(player)].points_per_asset) / 2.0,
        f64::from((ships & own).count_ones()),
        sum.flying,
        sum.docked,
        sum.adrift,
        f64::from((own & state.hvas() & state.standing()).count_ones()),
        sum.held,
        sum.hit_points_of_ships / 4.0,
        sum.hit_points_of_companies / 4.0,
        sum.whites / 2.0,
        sum.weapons[0],
        sum.weapons[1],
        sum.weapons[2],
        sum.blues,
        sum.catapults,
        sum.aces,
        sum.ships_to_act,
        sum.companies_to_act,
        sum.fuel / 2.0,
        sum.dry,
        sum.flights_home / 2.0,
        sum.defense_pips / 4.0,
        sum.spot_pips / 2.0,
        sum.frail,
        feared[NOW].life,
        feared[NOW].kills,
        feared[LATER].life,
        feared[LATER].kills,
        dealt[NOW].life,
        dealt[NOW].kills,
        dealt[LATER].life,
        dealt[LATER].kills,
        sum.threatened,
        to_take.sum(),
        guarded,
        besieged,
        way / 2.0,
        sum.near_the_edge,
    ]
}

/// Sums over the assets of a side.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    flying: f64,
    docked: f64,
    adrift: f64,
    held: f64,
    hit_points_of_ships: f64,
    hit_points_of_companies: f64,
    whites: f64,
    weapons: [f64; 3],
    blues: f64,
    catapults: f64,
    aces: f64,
    ships_to_act: f64,
    companies_to_act: f64,
    fuel: f64,
    dry: f64,
    flights_home: f64,
    defense_pips: f64,
    spot_pips: f64,
    frail: f64,
    threatened: f64,
    near_the_edge: f64,
}

impl Sums {
    fn ship<D: Dice>(&mut self, view: &View<'_, D>, number: u8, ship: &Asset) {
        self.held += one(ship.captor().is_some());
        self.hit_points_of_ships += f64::from(ship.hit_points());
        self.whites += f64::from(ship.whites);
        for (sum, band) in self.weapons.iter_mut().zip([Band::PointDefense, Band::Assault, Band::Support]) {
            let (devoted, halves) = ship.systems.weapons(band);
            *sum += f64::from(devoted) + f64::from(halves) / 2.0;
        }
        self.blues += f64::from(ship.systems.count(System::Defense));
        self.catapults += f64::from(ship.systems.count(System::Catapult));
        self.ships_to_act += one(!view.state.has_acted(number));
        self.threatened += chance_to_lose(view, number);
        let usual = f64::from(ship.speed.max(view.battle.rules.movement.speed)).max(1.0);
        let moves = view.room_ahead(ship.pose) / usual;
        self.near_the_edge += (1.0 - moves / NEAR_THE_EDGE).max(0.0);
        self.target(ship);
    }

    fn company<D: Dice>(&mut self, view: &View<'_, D>, company: &Asset, acts: bool) {
        self.aces += one(company.ace.is_some());
        match company.life() {
            Life::Drifting => {
                self.adrift += 1.0;
                return;
            }
            Life::Docked => self.docked += 1.0,
            _ => {
                self.flying += 1.0;
                self.companies_to_act += one(acts);
                self.fuel += view.lasting(company.fuel).min(view.rounds);
                self.dry += one(!view.lasts(company.fuel));
                self.flights_home += view.flights_home(company.pose.at).min(FLIGHTS);
            }
        }
        self.hit_points_of_companies += f64::from(company.hit_points());
        self.target(company);
    }

    /// Adds the features that ships and companies share.
    fn target(&mut self, asset: &Asset) {
        self.defense_pips += f64::from(asset.defense.unwrap_or(0));
        self.spot_pips += f64::from(asset.spotted());
        self.frail += one(asset.hit_points() <= FRAIL);
    }
}

/// Returns the number of own high value assets with a friend in range, and of those with only enemies in range. The
/// third number is the distance from the nearest own asset to another player's high value asset.
fn hvas<D: Dice>(view: &View<'_, D>) -> (f64, f64, f64) {
    let state = view.state;
    let (own, standing) = (state.of(view.me), state.standing());
    let (mut guarded, mut besieged, mut way) = (0.0, 0.0, FAR);
    for hva in numbers_in(state.hvas() & standing) {
        let at = state.asset(hva).pose.at;
        if own >> hva & 1 == 0 {
            let near =
                numbers_in(own & standing & !state.hvas()).map(|by| state.asset(by).pose.at.distance_squared(at));
            way = near.fold(way * way, f64::min).sqrt();
            continue;
        }
        let beside = state.beside(hva);
        if beside & own != 0 {
            guarded += 1.0;
        } else if beside != 0 {
            besieged += 1.0;
        }
    }
    (guarded, besieged, way)
}

/// Returns the chance that a player's companies on a ship take it.
fn chance_of<D: Dice>(view: &View<'_, D>, ship: u8, player: u8) -> f64 {
    let boarders = view.aboard(ship, player);
    if boarders.companies > 0 { view.chance_to_take(ship, boarders) } else { 0.0 }
}

/// Returns the greatest chance of another player to take an own ship.
fn chance_to_lose<D: Dice>(view: &View<'_, D>, ship: u8) -> f64 {
    let others = (0..view.state.player_count).filter(|other| *other != view.me);
    others.map(|other| chance_of(view, ship, other)).fold(0.0, f64::max)
}

fn one(is: bool) -> f64 {
    f64::from(u8::from(is))
}
