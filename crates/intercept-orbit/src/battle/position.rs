//! Positions as people type them: what differs from the state after the set-up.

use super::super::ship::{self, Systems};
use super::super::space::{Body, Pose};
use super::legal::places::{PLACES_AROUND, is_room, ship_at};
use super::state::{Debris, Life, MAX_DEBRIS, Parts, Phase, State};
use super::steps::{ASK_ANEW, Play};
use super::{Battle, dice::BattleDice};
use crate::ids::{AssetId, AssetSet};
use hitchart_config::{InputError, first_entry, value_within};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::Unwatched;
use serde::Deserialize;

/// A position between two turns. Keys that are left out keep the state after the set-up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPosition {
    /// The clock, 1 to 99.
    pub clock: Option<u8>,
    /// The round, 1 to 99.
    pub round: Option<u8>,
    /// Assets that differ.
    #[serde(default)]
    pub assets: Vec<TypedAsset>,
    /// Pieces of debris that differ.
    #[serde(default)]
    pub debris: Vec<TypedDebris>,
}

/// A piece of debris that differs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedDebris {
    /// Number of the piece, from 1 to 8.
    pub piece: usize,
    /// Its centre, in ruler units from the centre of the table; without a place the piece is gone.
    pub at: Option<[f64; 2]>,
}

/// An asset that differs: a ship, a company or a high value asset.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedAsset {
    /// Number of the fleet, from 1.
    pub fleet: usize,
    /// Number among the ships of the fleet, from 1.
    pub ship: Option<usize>,
    /// Number among the companies of the fleet, from 1.
    pub company: Option<usize>,
    /// Number among the high value assets of the fleet, from 1.
    pub hva: Option<usize>,
    /// Its centre, in ruler units from the centre of the table. A company at a place flies.
    pub at: Option<[f64; 2]>,
    /// Direction of the bow of a ship or high value asset: clicks counter-clockwise from the direction of x.
    pub heading: Option<u8>,
    /// Fleet and number of the ship that a company is on, both from 1. A company without fuel is docked there.
    pub on: Option<[usize; 2]>,
    /// Fuel of a company in flight; without fuel it drifts.
    pub fuel: Option<u8>,
    /// Remaining systems of a ship, in the notation of ships; `-` without systems.
    pub left: Option<String>,
    /// Systems that a company has left, by name: `["weapon", "movement"]`.
    pub systems: Option<Vec<String>>,
    /// White dice that are left.
    pub whites: Option<u8>,
    /// True if it is destroyed.
    #[serde(default)]
    pub destroyed: bool,
    /// True if it has acted this round.
    #[serde(default)]
    pub acted: bool,
    /// Number of the fleet that holds it, from 1.
    pub holder: Option<usize>,
}

/// Largest clock and round of a position.
const MOST: u8 = 99;
/// Most fuel of a company: the highest face of a die.
const MOST_FUEL: u8 = 8;

impl<D: BattleDice> Battle<D> {
    /// Changes the state after the set-up to a position, and plays up to its next decision.
    ///
    /// # Errors
    /// Numbers of no fleet or asset, systems that a ship was not built with, numbers out of range, places without room,
    /// and positions in which the battle is over.
    pub fn arrange(&self, state: &mut State, typed: &TypedPosition) -> Result<(), InputError> {
        for (key, value) in [("clock", typed.clock), ("round", typed.round)] {
            value_within(&format!("position.{key}"), value.unwrap_or(1), 1, MOST)?;
        }
        if state.phase != Phase::Round {
            return Err(InputError::plain("the set-up has not reached a first round"));
        }
        (state.clock, state.round) = (typed.clock.unwrap_or(state.clock), typed.round.unwrap_or(state.round));
        // Numbers count the assets of the fleets as they were built.
        let mut numbers: Vec<AssetId> = Vec::new();
        for (nth, asset) in typed.assets.iter().enumerate() {
            let key = format!("position.assets[{nth}]");
            first_entry(&mut numbers, self.numbered(state, &key, asset)?, &key)?;
        }
        state.asked = None;
        let assets: Vec<Numbered<'_>> = (numbers.iter().zip(&typed.assets).enumerate())
            .map(|(nth, (number, asset))| (format!("position.assets[{nth}]"), *number, asset))
            .collect();
        self.arrange_places(state, &assets, &typed.debris)?;
        for (key, number, asset) in &assets {
            self.arrange_asset(state, key, *number, asset)?;
        }
        self.check_room(state, &assets, &typed.debris)?;
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        play.after_removal();
        // The defender opens the battle only (I14).
        play.state.opened |= play.state.round > 1;
        play.state.place = ASK_ANEW;
        play.advance();
        let over =
            || InputError::plain("the battle of the position is over").with_help(Some("let two fleets have assets"));
        state.asked.map(|_| ()).ok_or_else(over)
    }

    /// Returns the number of a typed asset.
    fn numbered(&self, state: &State, key: &str, typed: &TypedAsset) -> Result<AssetId, InputError> {
        let fleet = value_within(&format!("{key}.fleet"), typed.fleet, 1, self.fleets.len())? - 1;
        let kinds = [
            ("ship", typed.ship, state.ships()),
            ("company", typed.company, state.companies()),
            ("hva", typed.hva, state.hvas()),
        ];
        let mut named = kinds.into_iter().filter_map(|(name, number, mask)| Some((name, number?, mask)));
        let (Some((name, number, mask)), None) = (named.next(), named.next()) else {
            return Err(InputError::plain(format!("{key} needs one of `ship`, `company` and `hva`")));
        };
        let own: Vec<AssetId> = mask.iter().filter(|asset| state.asset(*asset).owner.index() == fleet).collect();
        Ok(own[value_within(&format!("{key}.{name}"), number, 1, own.len())? - 1])
    }

    fn arrange_asset(
        &self,
        state: &mut State,
        key: &str,
        number: AssetId,
        typed: &TypedAsset,
    ) -> Result<(), InputError> {
        let asset = *state.asset(number);
        if let Some(left) = &typed.left {
            let systems = match left.trim() {
                "-" => Systems::default(),
                left => ship::read(left).map_err(|fault| InputError::plain(format!("{key}.left: {fault}")))?.systems,
            };
            let built = self.built(number);
            if !asset.is_ship() {
                return Err(InputError::plain(format!("{key}.left is {left}; only ships have systems")));
            }
            if systems.kinds().any(|kind| systems.count(kind) > built.count(kind)) {
                return Err(InputError::plain(format!("{key}.left is {left}; allowed: systems of this ship, {built}")));
            }
            state.asset_mut(number).systems = systems;
        }
        if let Some(whites) = typed.whites {
            if whites > asset.whites {
                return Err(InputError::plain(format!("{key}.whites is {whites}; allowed: 0 to {}", asset.whites)));
            }
            state.asset_mut(number).whites = whites;
        }
        if let Some(names) = &typed.systems {
            state.asset_mut(number).parts = parts_left(&format!("{key}.systems"), names, asset.parts)?;
        }
        if typed.acted {
            state.acted.insert(number);
        }
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        if let Some(holder) = typed.holder {
            let holder = value_within(&format!("{key}.holder"), holder, 1, self.fleets.len())? - 1;
            play.take_asset(number, PlayerId::new(holder as u8));
        }
        if typed.destroyed || play.state.asset(number).hit_points() == 0 && !asset.is_hva() {
            play.remove(number, Life::Destroyed);
        }
        Ok(())
    }
}

// Places: ships and high value assets first, since companies on ships come along.

/// A typed asset with its key and its number in the battle.
type Numbered<'a> = (String, AssetId, &'a TypedAsset);

impl<D: BattleDice> Battle<D> {
    /// Places assets and debris.
    fn arrange_places(
        &self,
        state: &mut State,
        assets: &[Numbered<'_>],
        debris: &[TypedDebris],
    ) -> Result<(), InputError> {
        let (companies, others): (Vec<_>, Vec<_>) =
            assets.iter().partition(|(_, number, _)| state.asset(*number).is_company());
        for (key, number, typed) in &others {
            self.arrange_pose(state, key, *number, typed)?;
        }
        for (nth, typed) in debris.iter().enumerate() {
            self.arrange_debris(state, &format!("position.debris[{nth}]"), typed)?;
        }
        for (key, number, typed) in companies {
            self.arrange_company(state, key, *number, typed)?;
        }
        Ok(())
    }

    /// Checks that there is room for everything that was placed.
    fn check_room(&self, state: &State, assets: &[Numbered<'_>], debris: &[TypedDebris]) -> Result<(), InputError> {
        for (nth, piece) in debris.iter().enumerate().filter(|(_, piece)| piece.at.is_some()) {
            let piece = AssetId::of_debris(piece.piece as u8 - 1);
            let placed = state.placed(piece);
            if !self.space.holds(placed) || self.meets(state, placed, state.solid() - AssetSet::of(piece)) {
                return Err(InputError::plain(format!("position.debris[{nth}].at: there is no room for debris")));
            }
        }
        for (key, number, typed) in assets.iter().filter(|(_, _, typed)| typed.at.is_some() && !typed.destroyed) {
            let asset = *state.asset(*number);
            let others = state.solid() - AssetSet::of(*number);
            let room = match asset.is_company() {
                // Ships pass over companies that drift.
                true if asset.life() == Life::Drifting => self.space.on_table(asset.pose.at),
                true => is_room(self, state, asset.pose.at),
                false => !self.space.is_off(asset.placed()) && !self.meets(state, asset.placed(), others),
            };
            if !room {
                let problem = format!("{key}.at: there is no room for {}", typed.words());
                let edge = format!("the edge of the table is {} units from its middle", self.space.half());
                let help = Some(edge).filter(|_| !self.space.on_table(asset.pose.at));
                return Err(InputError::plain(problem).with_help(help));
            }
        }
        Ok(())
    }

    /// Returns true if something overlaps one of the things of a set.
    fn meets(&self, state: &State, placed: (Body, Pose), things: AssetSet) -> bool {
        things.iter().any(|thing| self.space.overlaps(placed, state.placed(thing)))
    }

    /// Moves a ship or a high value asset, with the companies on it.
    fn arrange_pose(
        &self,
        state: &mut State,
        key: &str,
        number: AssetId,
        typed: &TypedAsset,
    ) -> Result<(), InputError> {
        if typed.on.is_some() || typed.fuel.is_some() || typed.systems.is_some() {
            let problem = format!("{key}: only a company has `on`, `fuel` and `systems`");
            return Err(InputError::plain(problem));
        }
        let mut pose = state.asset(number).pose;
        if let Some(heading) = typed.heading {
            pose.heading = value_within(&format!("{key}.heading"), heading, 0, self.space.headings() - 1)?;
        }
        pose.at = typed.at.map_or(pose.at, point);
        Play { battle: self, state, watch: &mut Unwatched }.move_ship(number, pose);
        Ok(())
    }

    /// Puts a company on a ship or in flight.
    fn arrange_company(
        &self,
        state: &mut State,
        key: &str,
        number: AssetId,
        typed: &TypedAsset,
    ) -> Result<(), InputError> {
        let wrong = |problem: &str| Err(InputError::plain(format!("{key}{problem}")));
        let asset = *state.asset(number);
        let ship =
            typed.on.map(|[fleet, ship]| self.ship_numbered(state, &format!("{key}.on"), fleet, ship)).transpose()?;
        let docks = ship.filter(|_| typed.fuel.is_none());
        match (ship, typed.at, typed.fuel) {
            _ if typed.heading.is_some() => return wrong(": a company has no `heading`"),
            (Some(_), Some(_), _) => return wrong(": a company has either `at` or `on`"),
            (None, None, None) => return Ok(()),
            (None, None, _) if asset.life() == Life::Docked => {
                return wrong(".fuel: a docked company needs `at` or `on` to fly");
            }
            _ if docks.is_some_and(|ship| state.asset(ship).owner != asset.owner) => {
                return wrong(".fuel: a company on a ship of another fleet needs fuel");
            }
            _ => {}
        }
        let needs = || InputError::plain(format!("{key}.fuel: a company in flight needs fuel"));
        let fuel = typed.fuel.or(docks.map(|_| 1)).or(Some(asset.fuel).filter(|fuel| *fuel > 0)).ok_or_else(needs)?;
        let fuel = value_within(&format!("{key}.fuel"), fuel, 0, MOST_FUEL)?;
        let beside = ship.and_then(|ship| {
            let nth = (PLACES_AROUND / 2 + 1) * state.aboard(ship).len();
            self.space.ring(state.placed(ship), 0.0, PLACES_AROUND).nth(nth % PLACES_AROUND)
        });
        let at = beside.or(typed.at.map(point)).unwrap_or(asset.pose.at);
        state.set_life(number, if docks.is_some() { Life::Docked } else { Life::Standing });
        let on = ship.or_else(|| ship_at(self, state, at));
        let company = state.asset_mut(number);
        (company.fuel, company.on) = (if docks.is_some() { 0 } else { fuel }, on);
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        play.put(number, Pose { at, heading: 0 });
        if fuel == 0 {
            play.drift(number);
        }
        Ok(())
    }

    /// Returns the number of a ship of a fleet.
    fn ship_numbered(&self, state: &State, key: &str, fleet: usize, ship: usize) -> Result<AssetId, InputError> {
        let typed = TypedAsset { fleet, ship: Some(ship), ..TypedAsset::default() };
        self.numbered(state, key, &typed)
    }

    fn arrange_debris(&self, state: &mut State, key: &str, typed: &TypedDebris) -> Result<(), InputError> {
        let piece = value_within(&format!("{key}.piece"), typed.piece, 1, MAX_DEBRIS)? - 1;
        state.debris_left &= !(1 << piece);
        if let Some(at) = typed.at {
            state.debris[piece] = Debris { at: point(at), hits: 0 };
            state.debris_left |= 1 << piece;
        }
        Ok(())
    }
}

impl TypedAsset {
    /// Returns the kind of the asset in words.
    fn words(&self) -> &'static str {
        match (self.ship, self.company) {
            (Some(_), _) => "a ship",
            (_, Some(_)) => "a company",
            _ => "a high value asset",
        }
    }
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

/// Reads the systems that a company has left.
fn parts_left(key: &str, names: &[String], before: Parts) -> Result<Parts, InputError> {
    let mut left = Parts(0);
    for name in names {
        let known = Parts::NAMES.iter().filter(|(part, _)| before.has(*part));
        let found = known.clone().find(|(_, known)| known == name);
        let unknown = || InputError::unknown("system of the company", name, known.map(|(_, name)| *name));
        let (part, _) = found.ok_or_else(unknown).map_err(|error| keyed(key, error))?;
        left.0 |= 1 << *part as u8;
    }
    Ok(left)
}

fn keyed(key: &str, error: InputError) -> InputError {
    InputError { problem: format!("{key}: {}", error.problem), ..error }
}
