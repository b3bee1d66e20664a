//! Fleets of a battle: with names, colours and policies, and legal for a size of battle and a number of players.
//!
//! A fleet comes from TOML or from the built-in list.

use super::{fleet::Fleet, ruleset::Ruleset};
use hitchart_config::{At, Color, FileText, InputError, distinct_names, read_table, text_or_table};
use hitchart_config::{named, words::counted};
use hitchart_mobile_frame::built_in::BuiltIns;
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use std::sync::LazyLock;

// Fleets of a battle, and their check.

/// A fleet of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingFleet {
    /// Name, different from that of any other fleet of the battle.
    pub name: String,
    /// Ships and ace.
    pub fleet: Fleet,
    /// Names of the ships, in order.
    pub ships: Vec<String>,
    /// Colour on maps.
    pub color: Color,
    /// Policy that plays the fleet, as written.
    pub policy: Option<At<toml::Value>>,
}

named! {
    /// Sizes of battles ("Build Your Fleet").
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Size {
        /// With the usual number of tactical assets.
        #[default]
        Battle = "battle",
        /// With more tactical assets
        Major = "major battle",
    }
}

/// Fewest and most fleets of a battle.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 2..=4;

/// Resolves the fleets of one battle, with names and colours, and checks their sizes for this number of players.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn resolve(
    file: &FileText,
    entries: &At<Vec<At<RawEntry>>>,
    size: Size,
    rules: &Ruleset,
) -> Result<Vec<MeetingFleet>, InputError> {
    let players = entries.value.len();
    if !PLAYERS.contains(&players) {
        let problem =
            format!("{}; a battle has {} to {}", counted(players as u64, "fleets"), PLAYERS.start(), PLAYERS.end());
        return Err(InputError::at(file, entries.span.clone(), problem));
    }
    resolve_for(file, entries, players, size, rules)
}

/// Resolves fleets, and checks the size of each for battles of `players` players.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn resolve_for(
    file: &FileText,
    entries: &At<Vec<At<RawEntry>>>,
    players: usize,
    size: Size,
    rules: &Ruleset,
) -> Result<Vec<MeetingFleet>, InputError> {
    let mut fleets =
        entries.value.iter().map(|entry| one(file, entry, rules)).collect::<Result<Vec<_>, InputError>>()?;
    for (entry, fleet) in entries.value.iter().zip(&fleets) {
        let sized = fleet.fleet.check_size(players, size == Size::Major, rules);
        sized.map_err(|error| InputError::at(file, entry.span.clone(), format!("`{}`: {error}", fleet.name)))?;
    }
    let given = |entry: &At<RawEntry>| match &entry.value {
        RawEntry::BuiltIn(_) => None,
        RawEntry::Fleet(raw) => raw.name.as_ref().map(|name| name.span.clone()),
    };
    let names = fleets.iter().map(|fleet| fleet.name.clone()).zip(entries.value.iter().map(given));
    let names = distinct_names(file, "fleet", names)?;
    fleets.iter_mut().zip(names).for_each(|(fleet, name)| fleet.name = name);
    let colors = Color::of_all(file, entries.value.iter().map(|entry| color(&entry.value)))?;
    fleets.iter_mut().zip(colors).for_each(|(fleet, color)| fleet.color = color);
    Ok(fleets)
}

/// Returns a built-in fleet by name, with the first colour, without a file. Its size is not checked.
///
/// # Errors
/// Fails for unknown names, with the nearest name, and for ships that the ruleset does not allow.
pub fn built_in_fleet(id: &str, rules: &Ruleset) -> Result<MeetingFleet, InputError> {
    read(&FLEETS.named(id)?.table, rules).map_err(|(_, error)| error)
}

/// Reads the fleet of a file, with the first colour. Its size is not checked.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn fleet_of_file(file: &FileText, rules: &Ruleset) -> Result<MeetingFleet, InputError> {
    let table = read_table(file)?;
    let span = table.span();
    let raw: RawFleet = hitchart_config::read(file, table)?;
    one(file, &At { value: RawEntry::Fleet(Box::new(raw)), span }, rules)
}

fn color(entry: &RawEntry) -> Option<&At<String>> {
    match entry {
        RawEntry::BuiltIn(_) => None,
        RawEntry::Fleet(raw) => raw.color.as_ref(),
    }
}

/// Help for an unknown fleet in a file.
const OWN_FLEET: &str = "write another fleet as a table with `name` and `fleet`";

fn one(file: &FileText, entry: &At<RawEntry>, rules: &Ruleset) -> Result<MeetingFleet, InputError> {
    let known = |id: &str, span: &std::ops::Range<usize>| {
        let with_help = |error: InputError| error.with_help(Some(OWN_FLEET)).or_at(file, span.clone());
        FLEETS.named(id).map_err(with_help)
    };
    let raw = match &entry.value {
        RawEntry::BuiltIn(id) => {
            return read(&known(id, &entry.span)?.table, rules)
                .map_err(|(_, error)| error.or_at(file, entry.span.clone()));
        }
        RawEntry::Fleet(raw) => raw,
    };
    let place = |(span, error): (std::ops::Range<usize>, InputError)| error.or_at(file, span);
    // A text without a colon is a name.
    if raw.fleet.value.contains(':') {
        return read(raw, rules).map_err(place);
    }
    let known = known(&raw.fleet.value, &raw.fleet.span)?;
    let mut merged = (**raw).clone();
    merged.fleet.value.clone_from(&known.table.fleet.value);
    merged.name = merged.name.or_else(|| known.table.name.clone());
    merged.ships = merged.ships.or_else(|| known.table.ships.clone());
    read(&merged, rules).map_err(place)
}

/// Reads the fleet of a table; errors have their place.
fn read(raw: &RawFleet, rules: &Ruleset) -> Result<MeetingFleet, (std::ops::Range<usize>, InputError)> {
    let fleet =
        Fleet::parse(&raw.fleet.value, rules).map_err(|error| (raw.fleet.span.clone(), InputError::plain(error)))?;
    let ships = match &raw.ships {
        None => numbered(&fleet),
        Some(names) if names.value.len() == fleet.ships.len() => {
            names.value.iter().map(|name| name.value.clone()).collect()
        }
        Some(names) => {
            let (found, ships) =
                (counted(names.value.len() as u64, "names"), counted(fleet.ships.len() as u64, "ships"));
            return Err((
                names.span.clone(),
                InputError::plain(format!("{found} for {ships}; name each, in their order")),
            ));
        }
    };
    let name = raw.name.as_ref().map_or_else(|| fleet.to_string(), |name| name.value.clone());
    Ok(MeetingFleet { name, fleet, ships, color: Color::FIRST, policy: raw.policy.clone() })
}

/// Creates a fleet with the first colour and numbered ships, for code that builds fleets.
pub fn unnamed(name: String, fleet: Fleet) -> MeetingFleet {
    let ships = numbered(&fleet);
    MeetingFleet { name, fleet, ships, color: Color::FIRST, policy: None }
}

/// Returns names of class and number, for ships without names.
fn numbered(fleet: &Fleet) -> Vec<String> {
    let named = |(at, ship): (usize, &super::ship::Ship)| {
        let nth = fleet.ships[..=at].iter().filter(|other| other.class == ship.class).count();
        format!("{} {nth}", hitchart_config::words::capitalised(ship.class.name()))
    };
    fleet.ships.iter().enumerate().map(named).collect()
}

/// The built-in fleets, ready to play.
pub static FLEETS: LazyLock<BuiltIns<RawFleet>> =
    LazyLock::new(|| BuiltIns::read("fleet", include_str!("muster/fleets.toml")));

// Fleets of a battle as written in TOML.

/// A fleet of a battle: the name of a built-in one, or a table.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged, description = "The two forms of an entry in the schema.")]
pub enum RawEntry {
    /// A built-in fleet.
    BuiltIn(String),
    /// A fleet.
    Fleet(Box<RawFleet>),
}

/// A fleet as a table.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFleet {
    /// A name that no other fleet has; by default the name of the built-in fleet.
    pub name: Option<At<String>>,
    /// A built-in fleet, or ships and ace: `C:RpRaBY C:RsRsKK F:RaBK; ace=red`.
    pub fleet: At<String>,
    /// Names of its ships, in their order.
    pub ships: Option<At<Vec<At<String>>>>,
    /// Colour on maps: a name such as `blue`, or `#c0392b`.
    pub color: Option<At<String>>,
    /// The policy that plays it: a name, or a table of settings.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        text_or_table(deserializer, "the name of a built-in fleet, or a table", RawEntry::BuiltIn, |fleet| {
            RawEntry::Fleet(Box::new(fleet))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;
    use hitchart_config::read_table;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Written {
        fleets: At<Vec<At<RawEntry>>>,
    }

    fn resolved(text: &str) -> Result<Vec<MeetingFleet>, InputError> {
        let file = FileText { path: "battle.toml".into(), text: text.to_owned() };
        let written: Written = hitchart_config::read(&file, read_table(&file)?)?;
        resolve(&file, &written.fleets, Size::Battle, &standard())
    }

    #[test]
    fn built_in_fleets_are_legal_for_two() {
        let rules = standard();
        for known in FLEETS.all() {
            let fleet = built_in_fleet(&known.id, &rules).unwrap();
            fleet.fleet.check_size(2, false, &rules).unwrap();
            assert_eq!(fleet.ships.len(), fleet.fleet.ships.len());
        }
    }

    #[test]
    fn fleets_that_meet_have_names_and_colours_of_their_own() {
        let fleets = resolved(
            "fleets = ['mirror-orbit', 'mirror-orbit', { name = 'Third', fleet = 'C:KRaBY F:RaBY F:RaBY', color = 'blue' }]",
        );
        let error = fleets.unwrap_err().to_string();
        assert!(error.contains("needs an ace"), "{error}");
        let fleets = resolved(
            "fleets = ['mirror-orbit', { fleet = 'mirror-orbit', color = 'blue', policy = 'random' }, 'toll-keepers']",
        );
        let fleets = fleets.unwrap();
        let names: Vec<&str> = fleets.iter().map(|fleet| fleet.name.as_str()).collect();
        assert_eq!(names, ["Mirror Orbit 1", "Mirror Orbit 2", "The Toll Keepers"]);
        assert_eq!(fleets[1].color, Color::FIRST);
        assert_ne!(fleets[0].color, fleets[2].color);
        assert_eq!(fleets[0].ships, ["Capital ship 1", "Capital ship 2", "Frigate 1", "Frigate 2"]);
        assert!(fleets[1].policy.is_some());
    }

    #[test]
    fn errors_name_their_place() {
        let says = |text: &str, parts: &[&str]| {
            let message = resolved(text).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("fleets = ['wasp-nest']", &["1:10", "1 fleet; a battle has 2 to 4"]);
        says("fleets = ['wasp-nest', 'long-wach']", &["1:24", "did you mean `long-watch`?"]);
        says("fleets = ['wasp-nest', 'long-watch', 'toll-keepers']", &["1:11", "7 tactical assets", "4 to 6"]);
        says("fleets = ['long-watch', { fleet = 'C:RpRaBG' }]", &["1:35", "unknown system `G`"]);
        says("fleets = ['long-watch', { fleet = 'long-watch', ships = ['A'] }]", &["1 name for 5 ships"]);
        let twice = "fleets = [{ name = 'A', fleet = 'long-watch' }, { name = 'A', fleet = 'long-watch' }]";
        says(twice, &["two fleets are named `A`"]);
    }
}
