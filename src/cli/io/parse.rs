//! Parsers of the values of arguments.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hitchart_config::InputError;
use hitchart_intercept_orbit::attack::{Band, TargetKind};
use hitchart_intercept_orbit::durability::Asset;
use hitchart_intercept_orbit::exact_odds::Rammed;
use hitchart_intercept_orbit::fleet::Ace;
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_intercept_orbit::ship::Ship;

/// Returns a parser of bands by name; clap suggests the nearest one.
pub(crate) fn band() -> impl TypedValueParser<Value = Band> {
    let names = PossibleValuesParser::new(Band::ALL.map(|(_, name)| name));
    names.try_map(|name| Band::named(&name).ok_or("no such band"))
}

/// Returns a parser of kinds of targets; clap suggests the nearest name.
pub(crate) fn target() -> impl TypedValueParser<Value = TargetKind> {
    let names = PossibleValuesParser::new(TargetKind::ALL.map(|(_, name)| name));
    names.try_map(|name| TargetKind::named(&name).ok_or("no such target"))
}

/// Returns a parser of targets of a collision; clap suggests the nearest name.
pub(crate) fn rammed() -> impl TypedValueParser<Value = Rammed> {
    let names = PossibleValuesParser::new(Rammed::ALL.map(|(_, name)| name));
    names.try_map(|name| Rammed::named(&name).ok_or("not a target of a collision"))
}

/// Parses a ship in notation, or a company with or without an ace.
pub(crate) fn asset(text: &str, rules: &Ruleset) -> Result<Asset, InputError> {
    let lower = text.trim().to_lowercase();
    let Some(ace) = lower.strip_prefix("company") else {
        return Ship::parse(text, rules).map(Asset::Ship).map_err(|error| {
            InputError::plain(error).with_help(Some("name a ship such as C:RpRaBY, `company`, or `company+blue`"))
        });
    };
    match ace.trim().strip_prefix('+').map(str::trim) {
        None if ace.trim().is_empty() => Ok(Asset::Company(None)),
        ace => {
            let name = ace.unwrap_or_default();
            let known = || InputError::unknown("ace", name, Ace::ALL.map(|(_, name)| name));
            Ok(Asset::Company(Some(Ace::named(name).ok_or_else(known)?)))
        }
    }
}
