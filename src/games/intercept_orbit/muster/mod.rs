//! Fleets of a battle: with names, colours and policies, and legal for a size of battle and a number of players.

mod built_in;
mod raw;

pub use built_in::{BuiltIn, built_in, built_ins, text};
pub use raw::{RawEntry, RawFleet};

use super::fleet::Fleet;
use super::ruleset::Ruleset;
use hitchart_config::{At, Color, FileText, InputError, distinct_names, read_table};
use hitchart_report::table::counted;

/// A fleet of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingFleet {
    /// Name, different from that of any other fleet of the battle.
    pub name: String,
    pub fleet: Fleet,
    /// Names of the ships, in order.
    pub ships: Vec<String>,
    /// Colour on maps.
    pub color: Color,
    /// Policy that plays the fleet, as written.
    pub policy: Option<At<toml::Value>>,
}

/// Sizes of battles ("Build Your Fleet").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    #[default]
    Battle,
    /// With more tactical assets
    Major,
}

impl Size {
    /// Returns the name in words.
    pub fn name(self) -> &'static str {
        match self {
            Size::Battle => "battle",
            Size::Major => "major battle",
        }
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
    let none = FileText { path: Default::default(), text: String::new() };
    one(&none, &At { value: RawEntry::BuiltIn(id.to_owned()), span: 0..0 }, rules)
        .map_err(|error| InputError { place: None, ..error })
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

fn one(file: &FileText, entry: &At<RawEntry>, rules: &Ruleset) -> Result<MeetingFleet, InputError> {
    let raw = match &entry.value {
        RawEntry::BuiltIn(id) => {
            return read(&built_in(id).map_err(|error| error.or_at(file, entry.span.clone()))?.fleet, rules)
                .map_err(|(_, error)| error.or_at(file, entry.span.clone()));
        }
        RawEntry::Fleet(raw) => raw,
    };
    let place = |(span, error): (std::ops::Range<usize>, InputError)| error.or_at(file, span);
    // A text without a colon is a name.
    if raw.fleet.value.contains(':') {
        return read(raw, rules).map_err(place);
    }
    let known = built_in(&raw.fleet.value).map_err(|error| error.or_at(file, raw.fleet.span.clone()))?;
    let mut merged = (**raw).clone();
    merged.fleet.value.clone_from(&known.fleet.fleet.value);
    merged.name = merged.name.or_else(|| known.fleet.name.clone());
    merged.ships = merged.ships.or_else(|| known.fleet.ships.clone());
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
        format!("{} {nth}", hitchart_report::table::capitalised(ship.class.name()))
    };
    fleet.ships.iter().enumerate().map(named).collect()
}

#[cfg(test)]
mod tests;
