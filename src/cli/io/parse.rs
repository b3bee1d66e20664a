//! Reading the values of arguments.

use crate::games::intercept_orbit::band::{Band, TargetKind};
use crate::games::intercept_orbit::collision_odds::Rammed;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A band by name; clap offers the nearest one.
pub fn band() -> impl TypedValueParser<Value = Band> {
    let names = PossibleValuesParser::new(Band::ALL.map(|(_, name)| name));
    names.try_map(|name| Band::named(&name).ok_or("no such band"))
}

/// What is shot at; clap offers the nearest name.
pub fn target() -> impl TypedValueParser<Value = TargetKind> {
    let names = PossibleValuesParser::new(TargetKind::ALL.map(|(_, name)| name));
    names.try_map(|name| TargetKind::named(&name).ok_or("no such target"))
}

/// What is run into; clap offers the nearest name.
pub fn rammed() -> impl TypedValueParser<Value = Rammed> {
    let names = PossibleValuesParser::new(Rammed::ALL.map(|(_, name)| name));
    names.try_map(|name| Rammed::named(&name).ok_or("nothing to run into"))
}
