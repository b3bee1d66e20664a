//! All legal ships, their measures, and their Pareto front ("Build Your Ships").

use super::asset::Asset;
use super::band::{Band, TargetKind};
use super::durability::{Ordeal, durability};
use super::fleet_graph::{Measure, value};
use super::ruleset::Ruleset;
use super::ship::{Class, Ship, System, Systems};
use crate::games::{filter, front};
use std::collections::BTreeMap;

/// Lists every legal ship of a class in writing order, with weapons for two bands if `split` is true. Without them the
/// default rules allow 90 capital ships and 50 frigates.
pub fn all(class: Class, split: bool, rules: &Ruleset) -> Vec<Ship> {
    let kinds = System::ALL.map(|(system, _)| system);
    let kinds: Vec<System> = kinds.into_iter().filter(|system| split || !system.is_split()).collect();
    let mut found = vec![Systems::default()];
    for _ in 0..class.systems(rules) {
        let more = |systems: &Systems| {
            // Only kinds later in writing order are added, so that each set of systems is built once.
            let last = kinds.iter().rposition(|kind| systems.count(*kind) > 0).unwrap_or(0);
            kinds[last..].iter().map(|kind| systems.plus(*kind)).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(more).collect();
    }
    found.into_iter().map(|systems| Ship { class, systems }).filter(|ship| ship.check(rules).is_ok()).collect()
}

/// Measures of a ship, all better when larger.
pub const MEASURES: [&str; 9] =
    ["point_defense", "assault", "support", "defense", "spotting", "speed", "fuel", "catapults", "durability"];

/// A ship with its measures, in the order of [`MEASURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub ship: Ship,
    pub values: [f64; MEASURES.len()],
}

/// Measures ships as in the fleet graph, with `whites` whites given to each action. Durability is the expected number
/// of typical attacks up to the one that destroys the ship, with repair in between. A task that a ship cannot do counts
/// 0.
pub fn measure(ships: &[Ship], whites: u8, rules: &Ruleset) -> Vec<Measured> {
    // Durability depends only on the numbers of defenses and of all systems.
    let mut lasting: BTreeMap<(u8, u8), f64> = BTreeMap::new();
    let mut measured = |ship: &Ship| {
        let asset = Asset::Ship(*ship);
        let of = |measure| value(&asset, measure, whites, rules).unwrap_or(0.0);
        let parts = (ship.systems.count(System::Defense), ship.systems.total());
        let stand = || durability(&asset, &Ordeal::typical(TargetKind::Ship, rules), 0, rules).mean_attacks;
        let lasts = *lasting.entry(parts).or_insert_with(|| stand().unwrap_or(f64::INFINITY));
        let values = [
            of(Measure::Attack(Band::PointDefense)),
            of(Measure::Attack(Band::Assault)),
            of(Measure::Attack(Band::Support)),
            of(Measure::Defense),
            of(Measure::Spot),
            of(Measure::Speed),
            of(Measure::Fuel),
            of(Measure::Catapults),
            lasts,
        ];
        Measured { ship: *ship, values }
    };
    ships.iter().map(&mut measured).collect()
}

/// Returns for each ship true if it is on the Pareto front: no other is at least as good in every measure and better in
/// one.
pub fn pareto_front(measured: &[Measured]) -> Vec<bool> {
    front::pareto_front(&measured.iter().map(|one| one.values).collect::<Vec<_>>())
}

/// Most conditions of a query.
pub use filter::MAX_CONDITIONS;

/// A comparison of one field of a ship with a number.
pub type Filter = filter::Filter<Field>;

/// Sort order of a list of ships.
pub type SortKey = filter::SortKey<Field>;

/// Field of a measured ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Systems,
    /// 1 for frigates, 0 for capital ships
    Frigate,
    /// Number of systems of a kind
    Count(System),
    /// A measure by its place among [`MEASURES`]
    Measure(usize),
}

impl filter::Field for Field {
    type Of = Measured;

    const EXAMPLE: &'static str = "`assault >= 1.5` or `B = 2`";

    fn names() -> Vec<&'static str> {
        let kinds = System::ALL.iter().map(|(_, token)| *token);
        ["systems", "frigate"].into_iter().chain(MEASURES).chain(kinds).collect()
    }

    fn named(name: &str) -> Option<Field> {
        let kind = System::ALL.iter().find(|(_, token)| token.eq_ignore_ascii_case(name));
        match name.to_ascii_lowercase().replace('-', "_").as_str() {
            "systems" => Some(Field::Systems),
            "frigate" => Some(Field::Frigate),
            lower => {
                let measure = MEASURES.iter().position(|measure| *measure == lower).map(Field::Measure);
                measure.or(kind.map(|(kind, _)| Field::Count(*kind)))
            }
        }
    }

    fn value(self, measured: &Measured) -> f64 {
        let ship = &measured.ship;
        match self {
            Field::Systems => ship.systems.total().into(),
            Field::Frigate => f64::from(u8::from(ship.class == Class::Frigate)),
            Field::Count(kind) => ship.systems.count(kind).into(),
            Field::Measure(i) => measured.values[i],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;
    use std::collections::BTreeSet;

    /// Lists all legal ships by brute force: parses every text with the right number of tokens, and writes the ships
    /// again.
    fn naive(class: Class, split: bool, rules: &Ruleset) -> BTreeSet<String> {
        let tokens: Vec<&str> =
            System::ALL.iter().filter(|(kind, _)| split || !kind.is_split()).map(|(_, token)| *token).collect();
        let mut texts = vec![format!("{}:", class.letter())];
        for _ in 0..class.systems(rules) {
            texts = texts.iter().flat_map(|text| tokens.iter().map(move |token| format!("{text}{token}"))).collect();
        }
        texts.iter().filter_map(|text| Ship::parse(text, rules).ok()).map(|ship| ship.to_string()).collect()
    }

    #[test]
    fn counts_of_legal_ships() {
        let rules = standard();
        let count = |class, split| {
            let found = all(class, split, &rules);
            let texts: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(texts.len(), found.len());
            assert_eq!(texts, naive(class, split, &rules));
            found.len()
        };
        assert_eq!((count(Class::Capital, false), count(Class::Frigate, false)), (90, 50));
        assert!(count(Class::Capital, true) > 90 && count(Class::Frigate, true) > 50);
        let mut house = standard();
        house.weapons.split_allowed = false;
        assert_eq!(all(Class::Frigate, true, &house).len(), 50);
    }

    #[test]
    fn the_front_holds_the_best_of_each_measure() {
        let rules = standard();
        let measured = measure(&all(Class::Capital, false, &rules), 0, &rules);
        let front = pareto_front(&measured);
        for (i, name) in MEASURES.iter().enumerate() {
            let best = measured.iter().map(|m| m.values[i]).fold(0.0, f64::max);
            assert!(measured.iter().zip(&front).any(|(m, on)| *on && m.values[i] == best), "{name}");
        }
        let accepts = |text: &str| {
            let filter = Filter::parse(text).unwrap();
            measured.iter().filter(|one| filter.accepts(one)).count()
        };
        assert_eq!((accepts("frigate = 0"), accepts("systems = 4"), accepts("K > 2")), (90, 90, 0));
        assert!(Filter::parse("asault > 1").unwrap_err().to_string().contains("did you mean `assault`?"));
    }
}
