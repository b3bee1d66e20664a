//! Ships: their notation, such as `C:RpRaBY` for a capital ship or `F:Ra/sBK` for a frigate, their dice, and the list
//! of all legal ships with their measures.

use super::attack::{Band, TargetKind};
use super::battle_rules::LaborFrames;
use super::durability::{Asset, Ordeal, durability};
use super::fleet::{Measure, value};
use super::ruleset::Ruleset;
use hitchart_config::{named, nearest, words::counted};
use hitchart_dice::{Pool, PoolError};
use hitchart_mobile_frame::filter;
use std::{collections::BTreeMap, fmt};

// Classes, systems and ships: their notation and their dice.

/// Classes of ships ("Build Your Ships").
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A capital ship, with four systems in the default rules.
    Capital,
    /// A frigate, with three systems and a green die in the default rules (I05).
    Frigate,
}

impl Class {
    /// Both classes with letter and name.
    pub const ALL: [(Class, char, &'static str); 2] =
        [(Class::Capital, 'C', "capital ship"), (Class::Frigate, 'F', "frigate")];

    /// Returns the name in a word or two.
    pub fn name(self) -> &'static str {
        Class::ALL[self as usize].2
    }

    /// Returns the letter that precedes the systems in notation.
    pub fn letter(self) -> char {
        Class::ALL[self as usize].1
    }

    /// Returns the number of systems of a ship of the class.
    pub fn systems(self, rules: &Ruleset) -> u8 {
        match self {
            Class::Capital => rules.ships.capital_systems,
            Class::Frigate => rules.ships.frigate_systems,
        }
    }
}

named! {
    /// Shipboard systems, in writing order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum System as token in pairs {
        /// Weapon devoted to point defense band.
        PointDefense = "Rp",
        /// Weapon devoted to assault band.
        Assault = "Ra",
        /// Weapon devoted to support band.
        Support = "Rs",
        /// Weapon for either point defense or assault band (I04).
        PointDefenseAssault = "Rp/a",
        /// Weapon for either point defense or support band (I04).
        PointDefenseSupport = "Rp/s",
        /// Weapon for either assault or support band (I04).
        AssaultSupport = "Ra/s",
        /// Blue dice, for the defense; several also screen ships (I42).
        Defense = "B",
        /// Yellow dice, for spots.
        Comms = "Y",
        /// Black dice, to launch and repair companies; a fleet has one company for each catapult.
        Catapult = "K",
    }
}

/// Number of kinds of systems.
pub const SYSTEMS: usize = System::ALL.len();

impl System {
    /// Returns true if the system is a weapon for two bands.
    pub fn is_split(self) -> bool {
        matches!(self, System::PointDefenseAssault | System::PointDefenseSupport | System::AssaultSupport)
    }

    /// Returns the weapon devoted to a band; `None` for dogfight band, at which only companies have one.
    pub fn devoted(band: Band) -> Option<System> {
        match band {
            Band::Dogfight => None,
            Band::PointDefense => Some(System::PointDefense),
            Band::Assault => Some(System::Assault),
            Band::Support => Some(System::Support),
        }
    }

    /// Returns the weapons for two bands of which one is this band.
    pub fn halves(band: Band) -> &'static [System] {
        match band {
            Band::Dogfight => &[],
            Band::PointDefense => &[System::PointDefenseAssault, System::PointDefenseSupport],
            Band::Assault => &[System::PointDefenseAssault, System::AssaultSupport],
            Band::Support => &[System::PointDefenseSupport, System::AssaultSupport],
        }
    }
}

/// Numbers of shipboard systems by kind: of a ship as built, or of the systems that it has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Systems {
    counts: [u8; SYSTEMS],
}

impl Systems {
    /// Returns the number of systems of a kind.
    #[inline]
    pub fn count(&self, system: System) -> u8 {
        self.counts[system as usize]
    }

    /// Returns the number of all systems; a weapon for two bands counts as one.
    pub fn total(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// Lists the kinds that are present, each once, in writing order.
    pub fn kinds(&self) -> impl Iterator<Item = System> {
        System::ALL.iter().map(|(system, _)| *system).filter(|system| self.count(*system) > 0)
    }

    /// Returns the systems with one more of a kind.
    pub fn plus(mut self, system: System) -> Systems {
        self.counts[system as usize] += 1;
        self
    }

    /// Returns the systems with one fewer of a kind; `None` if there is none of that kind.
    pub fn minus(mut self, system: System) -> Option<Systems> {
        self.counts[system as usize] = self.count(system).checked_sub(1)?;
        Some(self)
    }

    /// Returns the numbers of weapons devoted to a band and of half weapons for it.
    pub fn weapons(&self, band: Band) -> (u8, u8) {
        let devoted = System::devoted(band).map_or(0, |system| self.count(system));
        (devoted, System::halves(band).iter().map(|system| self.count(*system)).sum())
    }

    /// Returns true if there is a weapon for a band.
    pub fn is_armed(&self, band: Band) -> bool {
        self.weapons(band) != (0, 0)
    }

    /// Returns true if there is any weapon.
    pub fn has_weapons(&self) -> bool {
        Band::ALL.iter().any(|(band, _)| self.is_armed(*band))
    }

    /// Returns true if a ship with these systems may attack at a band. At dogfight band only whites attack ("Ranges").
    #[inline]
    pub fn may_attack(&self, band: Band, dogfight: LaborFrames) -> bool {
        match (band, dogfight) {
            (Band::Dogfight, LaborFrames::Unarmed) => !self.has_weapons(),
            (Band::Dogfight, LaborFrames::NoPointDefense) => !self.is_armed(Band::PointDefense),
            (Band::Dogfight, LaborFrames::Any) => true,
            _ => self.is_armed(band),
        }
    }

    /// Returns the red dice for a band (I04).
    pub fn reds(&self, band: Band, rules: &Ruleset) -> Pool {
        let (devoted, halves) = self.weapons(band);
        let weapons = &rules.weapons;
        let dice = || -> Result<Pool, PoolError> {
            let first = if devoted > 0 { weapons.first } else { Pool::EMPTY };
            first.and(weapons.second.times(devoted.saturating_sub(1))?)?.and(weapons.half.times(halves)?)
        };
        dice().unwrap_or_default()
    }

    /// Returns the blue dice.
    pub fn blues(&self, rules: &Ruleset) -> Pool {
        rules.dice.defense.times(self.count(System::Defense)).unwrap_or_default()
    }

    /// Returns the yellow dice. A second comms system adds reach ("Communications and sensor systems").
    pub fn yellows(&self, rules: &Ruleset) -> Pool {
        match self.count(System::Comms) {
            0 => Pool::EMPTY,
            count => {
                rules.dice.comms.and(rules.dice.second_comms.times(count - 1).unwrap_or_default()).unwrap_or_default()
            }
        }
    }

    /// Returns the black dice (I20).
    pub fn blacks(&self, rules: &Ruleset) -> Pool {
        match self.count(System::Catapult) {
            0 => Pool::EMPTY,
            1 => rules.dice.catapult,
            _ => rules.dice.catapults,
        }
    }
}

impl fmt::Display for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = System::ALL.iter().map(|(system, token)| token.repeat(self.count(*system).into())).collect();
        f.pad(if text.is_empty() { "-" } else { &text })
    }
}

/// A ship as built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ship {
    /// Capital ship or frigate.
    pub class: Class,
    /// Systems as built.
    pub systems: Systems,
}

/// Error of a text that is no ship, or no legal one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ship `{ship}`: {fault}")]
pub struct ShipError {
    /// The text as the user wrote it.
    pub ship: String,
    /// First fault that was found.
    pub fault: ShipFault,
}

/// Reason why a text is no ship, or no legal one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShipFault {
    /// No class before the colon.
    #[error("write its class first: `C:` for a capital ship or `F:` for a frigate, such as C:RpRaBY")]
    NoClass,
    /// A token that is no system.
    #[error("unknown system `{token}`; allowed: Rp, Ra, Rs, Rp/a, Rp/s, Ra/s, B, Y, K{}", hint(.near))]
    Unknown {
        /// The unknown token.
        token: String,
        /// Token of the most similar system; `None` if none is near.
        near: Option<&'static str>,
    },
    /// A number of systems that differs from that of the class.
    #[error("{}; a {class} has {needed}", counted((*found).into(), "systems"))]
    Number {
        /// Number of systems in the text.
        found: u8,
        /// Name of the class.
        class: &'static str,
        /// Number of systems that the class has under the ruleset.
        needed: u8,
    },
    /// More of one type than allowed.
    #[error("{found} {kind} systems, halves counted; at most {max} of a type are allowed (`ships.max_per_type`)")]
    TooManyOfType {
        /// Token of the type, such as `Rp`.
        kind: &'static str,
        /// Number of systems of the type, with halves, such as `2.5`.
        found: String,
        /// Highest number allowed under the ruleset.
        max: u8,
    },
    /// Weapons for two bands under a ruleset without them.
    #[error("split weapons are not allowed by ruleset `{rules}` (`weapons.split_allowed = false`)")]
    Split {
        /// Name of the ruleset.
        rules: String,
    },
}

fn hint(near: &Option<&'static str>) -> String {
    near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default()
}

impl Ship {
    /// Parses a ship, with systems in any order and case, and checks it against a ruleset.
    ///
    /// # Errors
    /// Fails for texts that are no ship, and for ships that the ruleset does not allow.
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Ship, ShipError> {
        let read = read(text).and_then(|ship| ship.check(rules).map(|()| ship));
        read.map_err(|fault| ShipError { ship: text.trim().to_owned(), fault })
    }

    /// Checks that a ruleset allows the ship: the number of systems of its class, and not too many of one type.
    ///
    /// # Errors
    /// Returns the first rule that the ship breaks.
    pub fn check(&self, rules: &Ruleset) -> Result<(), ShipFault> {
        let (found, needed) = (self.systems.total(), self.class.systems(rules));
        let max = rules.ships.max_per_type;
        let over = |kind: System, halves: u8| {
            let found = (f64::from(halves) / 2.0).to_string();
            (halves > 2 * max).then(|| ShipFault::TooManyOfType { kind: kind.token(), found, max })
        };
        for (band, _) in Band::ALL {
            let (devoted, halves) = self.systems.weapons(band);
            let Some(kind) = System::devoted(band) else { continue };
            over(kind, 2 * devoted + halves).map_or(Ok(()), Err)?;
        }
        for kind in [System::Defense, System::Comms, System::Catapult] {
            over(kind, 2 * self.systems.count(kind)).map_or(Ok(()), Err)?;
        }
        if found != needed {
            return Err(ShipFault::Number { found, class: self.class.name(), needed });
        }
        match rules.weapons.split_allowed || !self.systems.kinds().any(System::is_split) {
            true => Ok(()),
            false => Err(ShipFault::Split { rules: rules.name.clone() }),
        }
    }

    /// Returns the number of hits that destroy the ship: its systems, then its whites (I06).
    pub fn hit_points(&self, rules: &Ruleset) -> u8 {
        self.systems.total() + rules.ships.whites
    }

    /// Returns the green dice of the class (I05).
    pub fn greens(&self, rules: &Ruleset) -> Pool {
        match self.class {
            Class::Capital => Pool::EMPTY,
            Class::Frigate => rules.ships.frigate_green,
        }
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.class.letter(), self.systems))
    }
}

/// Most systems of one kind that are read, beyond every limit.
const PLENTY: u8 = 20;

pub(crate) fn read(text: &str) -> Result<Ship, ShipFault> {
    let (class, systems) = text.trim().split_once(':').ok_or(ShipFault::NoClass)?;
    let is_class = |(_, letter, name): &&(Class, char, &str)| {
        class.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])) || class.eq_ignore_ascii_case(name)
    };
    let class = Class::ALL.iter().find(is_class).ok_or(ShipFault::NoClass)?.0;
    let signs: Vec<char> = systems.chars().filter(|c| !c.is_whitespace()).collect();
    let (mut rest, mut read) = (&signs[..], Systems::default());
    while !rest.is_empty() {
        let (system, length) = system_at(rest).ok_or_else(|| unknown(rest))?;
        if read.count(system) < PLENTY {
            read = read.plus(system);
        }
        rest = &rest[length..];
    }
    Ok(Ship { class, systems: read })
}

/// Returns the system at the start of a text, and the length of its token. The longest token wins: `Rp/a` before `Rp`.
/// A pair of bands may be written in either order.
fn system_at(rest: &[char]) -> Option<(System, usize)> {
    let lower = |at: usize| rest.get(at).map(char::to_ascii_lowercase);
    if lower(0) == Some('r') && lower(2) == Some('/') {
        let pair = (lower(1)?, lower(3)?);
        let system = match (pair.0.min(pair.1), pair.0.max(pair.1)) {
            ('a', 'p') => System::PointDefenseAssault,
            ('p', 's') => System::PointDefenseSupport,
            ('a', 's') => System::AssaultSupport,
            _ => return None,
        };
        return Some((system, 4));
    }
    let matches = |token: &str| token.chars().enumerate().all(|(at, c)| lower(at) == Some(c.to_ascii_lowercase()));
    let whole = System::ALL.iter().find(|(system, token)| !system.is_split() && matches(token));
    whole.map(|(system, token)| (*system, token.len()))
}

fn unknown(rest: &[char]) -> ShipFault {
    let length = match rest {
        ['r' | 'R', _, '/', _, ..] => 4,
        ['r' | 'R', _, ..] => 2,
        _ => 1,
    };
    let token: String = rest[..length.min(rest.len())].iter().collect();
    let near = if length == 1 { None } else { nearest(&token, System::ALL.iter().map(|(_, name)| *name)) };
    ShipFault::Unknown { token, near }
}

// The list of all legal ships, their measures, and their Pareto front ("Build Your Ships").

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
pub struct MeasuredShip {
    /// The ship that is measured.
    pub ship: Ship,
    /// Value of each measure; 0 for a task that the ship cannot do.
    pub values: [f64; MEASURES.len()],
}

/// Measures ships as in the fleet graph, with `whites` whites given to each action. Durability is the expected number
/// of typical attacks up to the one that destroys the ship, with repair in between. A task that a ship cannot do counts
/// 0.
pub fn measure(ships: &[Ship], whites: u8, rules: &Ruleset) -> Vec<MeasuredShip> {
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
        MeasuredShip { ship: *ship, values }
    };
    ships.iter().map(&mut measured).collect()
}

/// Returns for each ship true if it is on the Pareto front: no other is at least as good in every measure and better in
/// one.
pub fn pareto_front(measured: &[MeasuredShip]) -> Vec<bool> {
    filter::pareto_front(&measured.iter().map(|one| one.values).collect::<Vec<_>>())
}

/// A comparison of one field of a ship with a number.
pub type ShipFilter = filter::Filter<MeasuredShip>;

/// Sort order of a list of ships.
pub type ShipSortKey = filter::SortKey<MeasuredShip>;

/// The numbers of a ship: systems, of which a weapon for two bands is one, 1 for a frigate, the measures, and the systems
/// of each kind.
impl filter::Measured for MeasuredShip {
    const EXAMPLE: &'static str = "`assault >= 1.5` or `B = 2`";

    fn names() -> Vec<&'static str> {
        let kinds = System::ALL.iter().map(|(_, token)| *token);
        ["systems", "frigate"].into_iter().chain(MEASURES).chain(kinds).collect()
    }

    fn number(&self, place: usize) -> f64 {
        match place.checked_sub(2) {
            None if place == 0 => self.ship.systems.total().into(),
            None => f64::from(u8::from(self.ship.class == Class::Frigate)),
            Some(i) if i < MEASURES.len() => self.values[i],
            Some(i) => self.ship.systems.count(System::ALL[i - MEASURES.len()].0).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ships_are_read_in_any_order_and_written_in_one() {
        let rules = standard();
        for (text, written) in
            [("C:YBRaRp", "C:RpRaBY"), ("f: rs/a b k", "F:Ra/sBK"), ("C:RpRpKK", "C:RpRpKK"), ("F:BBY", "F:BBY")]
        {
            assert_eq!(Ship::parse(text, &rules).unwrap().to_string(), written);
        }
    }

    #[test]
    fn dice_follow_the_systems() {
        let rules = standard();
        let dice = |text: &str| Ship::parse(text, &rules).unwrap().systems;
        let reds = |text: &str, band| dice(text).reds(band, &rules).to_string();
        assert_eq!(reds("C:RaRaBY", Band::Assault), "2d6+1d8");
        assert_eq!(reds("C:Ra/sRaBY", Band::Assault), "3d6");
        assert_eq!(reds("C:Ra/sRp/sBY", Band::Support), "2d6");
        assert!(dice("C:RaRaBY").reds(Band::Support, &rules).is_empty());
        assert_eq!(dice("F:KKB").blacks(&rules).to_string(), "3d6");
        assert_eq!(dice("F:YYB").yellows(&rules).to_string(), "1d6");
        assert_eq!(dice("F:BBY").blues(&rules).to_string(), "2d6");
    }

    #[test]
    fn what_is_no_ship_says_why() {
        let rules = standard();
        let says = |text: &str| Ship::parse(text, &rules).unwrap_err().to_string();
        assert!(says("RpRaBY").contains("its class first"));
        assert!(says("C:RpRaB").contains("3 systems; a capital ship has 4"), "{}", says("C:RpRaB"));
        assert!(says("C:RpRaBG").contains("unknown system `G`"));
        assert!(says("F:RpRdB").contains("unknown system `Rd`"));
        assert!(says("C:RpRpRp/aB").contains("2.5 Rp systems"));
        assert!(says("F:YYY").contains("3 Y systems"));
    }

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
            let filter = ShipFilter::parse(text).unwrap();
            measured.iter().filter(|one| filter.accepts(one)).count()
        };
        assert_eq!((accepts("frigate = 0"), accepts("systems = 4"), accepts("K > 2")), (90, 90, 0));
        assert!(ShipFilter::parse("asault > 1").unwrap_err().to_string().contains("did you mean `assault`?"));
    }
}
