//! Assets in replays: names and systems.

use super::super::battle::state::{Asset, Parts, State};
use super::super::ship::{System, Systems};
use super::super::space::Body;
use super::header::{AssetHeader, Kind};
use hitchart_report::table::capitalised;

/// Returns the headers of all assets of a battle.
pub fn headers(state: &State) -> Vec<AssetHeader> {
    let all = state.assets();
    let header = all.iter().enumerate().map(|(place, asset)| {
        let alike = |other: &&Asset| {
            other.owner == asset.owner && (other.is_ship(), other.is_company()) == (asset.is_ship(), asset.is_company())
        };
        let number = all[..=place].iter().filter(alike).count() as u8;
        AssetHeader {
            fleet: asset.owner,
            kind: kind(asset),
            number,
            name: name(asset, number),
            systems: systems(asset),
            whites: asset.whites,
            ace: asset.ace.map(|ace| ace.name().to_owned()),
            speed: asset.speed,
        }
    });
    header.collect()
}

fn kind(asset: &Asset) -> Kind {
    match asset.body {
        Body::Capital => Kind::Capital,
        Body::Frigate => Kind::Frigate,
        Body::Hva => Kind::Hva,
        Body::Company | Body::Debris => Kind::Company,
    }
}

/// Returns the name that players use: ships and companies by number, the ace's company by its ace.
fn name(asset: &Asset, number: u8) -> String {
    match (kind(asset), asset.ace) {
        (Kind::Capital, _) => format!("Capital Ship {number}"),
        (Kind::Frigate, _) => format!("Frigate {number}"),
        (Kind::Hva, _) => format!("HVA {number}"),
        (Kind::Company, Some(ace)) => format!("{} Ace", capitalised(ace.name())),
        (Kind::Company, None) => format!("Company {number}"),
    }
}

/// Returns the systems that an asset has left: tokens of ships, words of companies.
pub fn systems(asset: &Asset) -> Vec<String> {
    match asset.is_ship() {
        true => tokens(&asset.systems),
        false => parts(asset.parts),
    }
}

/// Returns shipboard systems one by one, in the order of notation.
fn tokens(systems: &Systems) -> Vec<String> {
    let one_by_one = |system: System| std::iter::repeat_n(system.token().to_owned(), systems.count(system).into());
    systems.kinds().flat_map(one_by_one).collect()
}

/// Returns the systems of a company in words.
pub fn parts(parts: Parts) -> Vec<String> {
    Parts::NAMES.iter().filter(|(part, _)| parts.has(*part)).map(|(_, name)| (*name).to_owned()).collect()
}

/// Inserts a system at its place in the order of notation.
pub fn add(systems: &mut Vec<String>, system: &str) {
    let known = System::ALL.iter().map(|(_, token)| *token).chain(Parts::NAMES.map(|(_, name)| name));
    let order: Vec<&str> = known.collect();
    let place = |name: &str| order.iter().position(|known| *known == name);
    let at = systems.iter().position(|other| place(other) > place(system)).unwrap_or(systems.len());
    systems.insert(at, system.to_owned());
}
