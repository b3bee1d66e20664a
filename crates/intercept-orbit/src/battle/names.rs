//! Names of fleets and assets in replays and in descriptions of actions.

use super::super::space::Body;
use super::{Battle, state::State};
use crate::ids::AssetId;
use hitchart_config::words::{capitalised, possessive};
use hitchart_mobile_frame::PlayerId;

/// Names of a fleet and of its ships.
#[derive(Clone, Debug)]
pub struct FleetNames {
    /// Name of the fleet.
    pub name: String,
    /// Names of the ships, in order. Ships beyond the list are named by class and number.
    pub ships: Vec<String>,
}

impl<D> Battle<D> {
    /// Returns the battle with the names of its fleets. Fleets without a name are named by a letter.
    #[must_use]
    pub fn called(self, names: Vec<FleetNames>) -> Battle<D> {
        Battle { names, ..self }
    }

    /// Returns the name of a fleet.
    pub fn fleet_name(&self, fleet: PlayerId) -> String {
        let letter = char::from(b'A' + fleet.number());
        self.names.get(fleet.index()).map_or_else(|| format!("Fleet {letter}"), |names| names.name.clone())
    }

    /// Returns the name of an asset in its fleet: of a ship the name that the fleet gives it, of others `Company 2` or
    /// `Red Ace`.
    pub fn asset_name(&self, state: &State, asset: AssetId) -> String {
        let (one, number) = (state.asset(asset), state.number_in_fleet(asset));
        let ships = self.names.get(one.owner.index()).filter(|_| one.is_ship()).map(|fleet| &fleet.ships);
        if let Some(name) = ships.and_then(|ships| ships.get(usize::from(number) - 1)) {
            return name.clone();
        }
        match (one.body, one.ace) {
            (Body::Capital, _) => format!("Capital Ship {number}"),
            (Body::Frigate, _) => format!("Frigate {number}"),
            (Body::Hva, _) => format!("HVA {number}"),
            (_, Some(ace)) => format!("{} Ace", capitalised(ace.name())),
            (_, None) => format!("Company {number}"),
        }
    }

    /// Returns the name of an asset with its fleet: `Carriers' Frigate 2`.
    pub fn full_name(&self, state: &State, asset: AssetId) -> String {
        let fleet = self.fleet_name(state.asset(asset).owner);
        format!("{} {}", possessive(&fleet), self.asset_name(state, asset))
    }
}

impl State {
    /// Returns the number of an asset among the ships, companies or high value assets of its fleet, from 1.
    pub fn number_in_fleet(&self, asset: AssetId) -> u8 {
        let one = self.asset(asset);
        let kind = (one.owner, one.is_ship(), one.is_company());
        let alike = |other: &&super::state::Asset| (other.owner, other.is_ship(), other.is_company()) == kind;
        self.assets()[..=asset.index()].iter().filter(alike).count() as u8
    }
}
