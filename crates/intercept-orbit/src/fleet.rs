//! Fleets in notation, such as `C:RpRaBY C:RsRsKK F:RaBK; ace=red`, their numbers in the comparison of fleets, and the
//! fleet graph.

use super::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use super::ship::{Ship, ShipError, System};
use super::{durability::Asset, ruleset::Ruleset};
use hitchart_config::{listed, nearest};
use hitchart_config::{named, words::counted};
use hitchart_dice::exact::{attack, highest_of};
use hitchart_dice::plan::HitChart;
use hitchart_dice::{Pmf, Pool};
use hitchart_play::Built;
use serde_json::{Map, Value, json};
use std::fmt;

// Fleets and aces: their notation, and their numbers in the comparison of fleets.

named! {
    /// Colours of aces ("Aces").
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Ace in pairs {
        /// Attacks farther
        Red = "red",
        /// Takes hits as in cover, and lets others do so
        Blue = "blue",
        /// Moves assets that it touches
        Green = "green",
        /// Spots farther, with two dice
        Yellow = "yellow",
    }
}

/// The tactical assets of a fleet: its ships, and a company for every catapult. The ace leads the first company.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fleet {
    /// Ships in the order of the notation; at least one in a checked fleet, at most [`MAX_SHIPS`].
    pub ships: Vec<Ship>,
    /// The ace of a fleet with a catapult.
    pub ace: Option<Ace>,
}

/// Most ships that are read; battles allow fewer.
pub const MAX_SHIPS: usize = 12;

/// Error of a text that is no fleet, or no legal one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FleetError {
    /// An invalid ship.
    #[error(transparent)]
    Ship(#[from] ShipError),
    /// No ship at all.
    #[error("a fleet needs at least one ship, such as C:RpRaBY")]
    NoShips,
    /// Too many ships to read.
    #[error("the fleet has {}; allowed: at most {MAX_SHIPS}", counted(*found as u64, "ships"))]
    TooManyShips {
        /// Number of ships.
        found: usize,
    },
    /// A text after the semicolon that is no ace.
    #[error("`{found}` is not an ace; write `ace=` and one of {}{}", listed(Ace::ALL.map(|(_, name)| name)), hint(.near))]
    Ace {
        /// The text after the semicolon.
        found: String,
        /// Name of the most similar ace; `None` if none is near.
        near: Option<&'static str>,
    },
    /// An ace without a company to lead.
    #[error("the fleet has an ace but no catapult, so the ace has no company to lead")]
    AceWithoutCompany,
    /// A company without an ace.
    #[error("a fleet with a catapult needs an ace; add `; ace=` and one of {}", listed(Ace::ALL.map(|(_, name)| name)))]
    NoAce,
    /// A number of assets outside the limits of the battle.
    #[error("{}; with {players} players a fleet has {least} to {most}{}", counted((*found).into(), "tactical assets"), if *.major { " in a major battle" } else { "" })]
    Assets {
        /// Number of tactical assets.
        found: u8,
        /// Number of players in the battle.
        players: usize,
        /// True if the battle is a major one.
        major: bool,
        /// Lowest number of tactical assets allowed.
        least: u8,
        /// Highest number of tactical assets allowed.
        most: u8,
    },
}

fn hint(near: &Option<&'static str>) -> String {
    near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default()
}

/// Numbers of a fleet in the comparison ("Determine each player's Points per Asset"; I09, I10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    /// Number of ships.
    pub ships: u8,
    /// Number of companies, one for each catapult.
    pub companies: u8,
    /// Shipboard systems, catapults included; a weapon for two bands is one.
    pub systems: u16,
    /// Number of high value assets; they score, but do not count in the comparison (I10).
    pub hvas: u8,
}

impl fmt::Display for Bid {
    /// Formats ships, companies and shipboard systems, such as `3+3/11`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}+{}/{}", self.ships, self.companies, self.systems))
    }
}

impl Bid {
    /// Returns the number of tactical assets: ships and companies.
    pub fn tactical(&self) -> u8 {
        self.ships + self.companies
    }

    /// Returns the number of assets that score: tactical ones and high value assets.
    pub fn assets(&self) -> u8 {
        self.tactical() + self.hvas
    }
}

impl Fleet {
    /// Parses a fleet: ships separated by spaces or commas, then `; ace=COLOUR` if it has a catapult.
    ///
    /// # Errors
    /// Fails for texts that are no fleet, ships that the ruleset does not allow, an ace without a company or a company
    /// without an ace.
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Fleet, FleetError> {
        let (ships, ace) = text.split_once(';').map_or((text, None), |(ships, ace)| (ships, Some(ace.trim())));
        let ships = ships.split([' ', ',', '\t', '\n']).filter(|ship| !ship.is_empty());
        let ships = ships.map(|ship| Ship::parse(ship, rules)).collect::<Result<Vec<_>, _>>()?;
        let fleet = Fleet { ships, ace: ace.filter(|ace| !ace.is_empty()).map(ace_of).transpose()? };
        fleet.check().map(|()| fleet)
    }

    /// Checks the rules that hold for a fleet in any battle.
    ///
    /// # Errors
    /// The errors of [`Fleet::parse`], except for those of ships.
    pub fn check(&self) -> Result<(), FleetError> {
        match (self.ships.len(), self.companies(), self.ace) {
            (0, ..) => Err(FleetError::NoShips),
            (found, ..) if found > MAX_SHIPS => Err(FleetError::TooManyShips { found }),
            (_, 0, Some(_)) => Err(FleetError::AceWithoutCompany),
            (_, 1.., None) => Err(FleetError::NoAce),
            _ => Ok(()),
        }
    }

    /// Checks the number of tactical assets for a battle of 2 to 4 players.
    ///
    /// # Errors
    /// Fails if there are too few or too many.
    pub fn check_size(&self, players: usize, major: bool, rules: &Ruleset) -> Result<(), FleetError> {
        let (least, most) = limits(players, major, rules);
        let found = self.ships.len() as u8 + self.companies();
        match (least..=most).contains(&found) {
            true => Ok(()),
            false => Err(FleetError::Assets { found, players, major, least, most }),
        }
    }

    /// Returns the number of companies: one for every catapult.
    pub fn companies(&self) -> u8 {
        self.ships.iter().map(|ship| ship.systems.count(System::Catapult)).sum()
    }

    /// Returns the bid of the fleet with `hvas` high value assets.
    pub fn bid(&self, hvas: u8) -> Bid {
        let systems = self.ships.iter().map(|ship| u16::from(ship.systems.total())).sum();
        Bid { ships: self.ships.len() as u8, companies: self.companies(), systems, hvas }
    }
}

/// Returns the fewest and the most tactical assets of each fleet in a battle of 2 to 4 players.
pub fn limits(players: usize, major: bool, rules: &Ruleset) -> (u8, u8) {
    let at = players.clamp(2, 4) - 2;
    let more = if major { rules.fleet.major } else { 0 };
    (rules.fleet.min_assets[at] + more, rules.fleet.max_assets[at] + more)
}

fn ace_of(text: &str) -> Result<Ace, FleetError> {
    let named =
        text.split_once('=').filter(|(key, _)| key.trim().eq_ignore_ascii_case("ace")).map(|(_, name)| name.trim());
    let lower = named.unwrap_or_default().to_lowercase();
    let near = || nearest(&lower, Ace::ALL.iter().map(|(_, name)| *name)).filter(|_| !lower.is_empty());
    Ace::named(&lower).ok_or_else(|| FleetError::Ace { found: text.to_owned(), near: near() })
}

impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ships = self.ships.iter().map(Ship::to_string).collect::<Vec<_>>().join(" ");
        let ace = self.ace.map(|ace| format!("; ace={}", ace.name())).unwrap_or_default();
        f.pad(&format!("{ships}{ace}"))
    }
}

// The fleet graph: exact values of ships and companies for each task, without whites and with them.

/// Sides of a white die.
const WHITE: u8 = 6;

/// One line of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Potential at a band: expected damage of an attack without spot on a ship in the open that does not defend.
    Attack(Band),
    /// Expected spot: the highest yellow die, plus the die of a yellow ace (I62).
    Spot,
    /// Expected defence: the highest blue die.
    Defense,
    /// Expected units of a move straight ahead. For a ship: its speed plus the highest green die, at most the length of
    /// the ruler. For a company: the highest green die.
    Speed,
    /// Expected fuel: the highest black die (I19).
    Fuel,
    /// Expected sum of all black dice: fuel and repair together.
    Catapults,
    /// Expected systems that a ship repairs in a turn if it has lost enough: whites that show the repair face or more
    /// (I22).
    Repair,
}

/// The measures of the graph, in its order, with the names that other programs read.
pub const MEASURES: [(Measure, &str); 10] = [
    (Measure::Attack(Band::Dogfight), "dogfight"),
    (Measure::Attack(Band::PointDefense), "point_defense"),
    (Measure::Attack(Band::Assault), "assault"),
    (Measure::Attack(Band::Support), "support"),
    (Measure::Spot, "spotting"),
    (Measure::Defense, "defense"),
    (Measure::Speed, "speed"),
    (Measure::Fuel, "fuel"),
    (Measure::Catapults, "catapults"),
    (Measure::Repair, "repair"),
];

/// Adds whites to dice.
fn with_whites(dice: Pool, whites: u8) -> Pool {
    dice.with(whites.into(), WHITE).unwrap_or(dice)
}

fn best(dice: Pool, whites: u8) -> Pmf {
    highest_of(&with_whites(dice, whites))
}

/// Computes the value of an asset for a measure with `whites` whites. `None` if the asset cannot do the task.
pub fn value(asset: &Asset, measure: Measure, whites: u8, rules: &Ruleset) -> Option<f64> {
    match measure {
        Measure::Attack(band) => potential(asset, band, whites, rules),
        Measure::Spot => {
            let dice = with_whites(asset.yellows(rules), whites);
            let spots = !dice.is_empty() || !asset.second_spot(rules).is_empty();
            spots.then(|| highest_of(&dice).mean() + highest_of(&asset.second_spot(rules)).mean())
        }
        Measure::Defense => Some(best(asset.blues(rules), whites).mean()),
        Measure::Speed => {
            let pips = best(asset.greens(rules), whites);
            let movement = &rules.movement;
            Some(match asset {
                Asset::Company(_) => pips.mean(),
                Asset::Ship(_) => {
                    let most = usize::from(movement.most);
                    pips.expect(|pips| (usize::from(movement.speed) + pips).min(most) as f64)
                }
            })
        }
        Measure::Fuel => {
            let dice = asset.blacks(rules);
            (!dice.is_empty()).then(|| best(dice, whites).mean())
        }
        Measure::Catapults => {
            let dice = with_whites(asset.blacks(rules), whites);
            let sum: f64 = dice.groups().map(|(count, sides)| count as f64 * f64::from(sides + 1) / 2.0).sum();
            (!asset.blacks(rules).is_empty()).then_some(sum)
        }
        Measure::Repair => match asset {
            Asset::Ship(_) => Some(f64::from(whites) * HitChart::chance(rules.repair.face)),
            Asset::Company(_) => None,
        },
    }
}

fn potential(asset: &Asset, band: Band, whites: u8, rules: &Ruleset) -> Option<f64> {
    let dice = with_whites(asset.reds(band, rules), whites);
    if dice.is_empty() || !asset.reaches(band, rules) {
        return None;
    }
    let red_ace = asset.ace() == Some(Ace::Red);
    let aim = AttackAim { band, target: TargetKind::Ship, red_ace };
    Some(attack(&plan(dice, Pool::EMPTY, Pool::EMPTY, aim, Shelter::Open, rules)).damage().mean())
}

/// One line of the graph of a fleet: sums over its assets. An asset that cannot do a task adds nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphLine {
    /// Without whites.
    pub sys: f64,
    /// With every white of every asset.
    pub plus_w: f64,
}

/// Computes the graph of assets, in the order of [`MEASURES`].
pub fn graph(assets: &[Asset], rules: &Ruleset) -> [GraphLine; MEASURES.len()] {
    MEASURES.map(|(measure, _)| {
        let total = |all: bool| {
            let whites = |asset: &Asset| if all { asset.whites(rules) } else { 0 };
            let values = assets.iter().filter_map(|asset| value(asset, measure, whites(asset), rules));
            values.fold(0.0, |sum, value| sum + value)
        };
        GraphLine { sys: total(false), plus_w: total(true) }
    })
}

impl Built for Fleet {
    fn describe(&self) -> String {
        self.to_string()
    }

    fn bid(&self) -> String {
        Fleet::bid(self, 0).to_string()
    }

    fn written(&self) -> Map<String, Value> {
        Map::from_iter([("fleet".to_owned(), json!(self.to_string()))])
    }

    /// Returns the ships, then the ace.
    fn parts(&self) -> Vec<String> {
        let ace = self.ace.map(|ace| format!("ace={}", ace.name()));
        self.ships.iter().map(Ship::to_string).chain(ace).collect()
    }

    fn standing(&self, place: usize) -> String {
        self.ships[place].to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::super::ship::Ship;
    use super::*;

    #[test]
    fn a_fleet_is_read_and_counted() {
        let rules = standard();
        let fleet = Fleet::parse("C:RpRaBY C:RsRsKK, F:RaBK; ace=Red", &rules).unwrap();
        assert_eq!(fleet.to_string(), "C:RpRaBY C:RsRsKK F:RaBK; ace=red");
        let bid = fleet.bid(3);
        assert_eq!((bid.ships, bid.companies, bid.systems, bid.tactical(), bid.assets()), (3, 3, 11, 6, 9));
        assert!(fleet.check_size(2, false, &rules).is_ok());
        let error = fleet.check_size(4, false, &rules).unwrap_err().to_string();
        assert_eq!(error, "6 tactical assets; with 4 players a fleet has 3 to 5");
    }

    #[test]
    fn what_is_no_fleet_says_why() {
        let rules = standard();
        let says = |text: &str| Fleet::parse(text, &rules).unwrap_err().to_string();
        assert!(says("").contains("at least one ship"));
        assert!(says("C:RpRaBK").contains("needs an ace"));
        assert!(says("C:RpRaBY; ace=red").contains("no catapult"));
        assert!(says("C:RpRaBK; ace=gren").contains("did you mean green?"), "{}", says("C:RpRaBK; ace=gren"));
        assert!(says("C:RpRaBK; blue").contains("`blue`"));
    }

    fn of(text: &str, measure: Measure, whites: u8) -> Option<f64> {
        let rules = standard();
        value(&Asset::Ship(Ship::parse(text, &rules).unwrap()), measure, whites, &rules)
    }

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} is not {expected}");
    }

    /// The best of two dice is 161/36 on average, that of one 7/2. Half the faces hit at assault band, a third
    /// elsewhere.
    #[test]
    fn by_hand() {
        let two = 161.0 / 36.0;
        close(of("C:RpRaBY", Measure::Attack(Band::Assault), 0), two / 2.0);
        close(of("C:RpRaBY", Measure::Attack(Band::PointDefense), 0), two / 3.0);
        close(of("C:BBYY", Measure::Attack(Band::Dogfight), 1), 3.5 / 3.0);
        assert_eq!(of("C:BBYY", Measure::Attack(Band::Dogfight), 0), None);
        assert_eq!(of("C:RpRaBY", Measure::Attack(Band::Support), 2), None);
        close(of("C:RpRaBY", Measure::Spot, 1), two);
        close(of("C:RpRaBY", Measure::Speed, 0), 4.0);
        // A green of 5 or 6 goes beyond the length of the ruler.
        close(of("F:RpRaB", Measure::Speed, 0), 4.0 + (1.0 + 2.0 + 3.0 + 4.0 * 3.0) / 6.0);
        close(of("F:KKB", Measure::Catapults, 0), 10.5);
        close(of("F:KKB", Measure::Repair, 2), 2.0 / 3.0);
        assert_eq!(of("F:YYB", Measure::Fuel, 2), None);
    }

    #[test]
    fn aces_add_their_die_and_their_reach() {
        let rules = standard();
        let of = |ace, measure| value(&Asset::Company(ace), measure, 0, &rules);
        close(of(Some(Ace::Yellow), Measure::Spot), 3.5 + 4.5);
        assert!(of(Some(Ace::Red), Measure::Attack(Band::Assault)) > of(None, Measure::Attack(Band::Dogfight)));
        assert_eq!(of(Some(Ace::Blue), Measure::Attack(Band::Assault)), None);
        let fleet = Fleet::parse("C:RpRaBY C:RsRsKK F:RaBK; ace=red", &rules).unwrap();
        let lines = graph(&Asset::of(&fleet), &rules);
        close(Some(lines[5].sys), 3.5 * 5.0);
        assert!(lines.iter().all(|line| line.plus_w >= line.sys));
    }
}
