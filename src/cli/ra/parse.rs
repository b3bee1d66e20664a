//! Parsers of the values of arguments, with the argument's name in every error.

use crate::games::rapid_attack::studies::NamedFrame;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hitchart_config::InputError;
use hitchart_rapid_attack::assignment::MAX_WEIGHT;
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::loadouts::loadout_of;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};

/// Returns a parser of ranges by name; clap suggests the nearest one.
pub(crate) fn range() -> impl TypedValueParser<Value = Range> {
    let names = PossibleValuesParser::new(Range::ALL.map(|(_, name)| name));
    names.try_map(|name| Range::named(&name).ok_or("no such range"))
}

/// Returns a parser of damage charts by name; clap suggests the nearest one.
pub(crate) fn chart() -> impl TypedValueParser<Value = ChartName> {
    let names = PossibleValuesParser::new(ChartName::ALL.map(|(_, name)| name));
    names.try_map(|name| ChartName::named(&name).ok_or("no such chart"))
}

/// Parses a loadout or archetype, and returns its undamaged frame.
pub(crate) fn frame(text: &str, rules: &Ruleset) -> Result<NamedFrame, InputError> {
    let loadout = loadout_of(text, rules)?;
    let name = loadout.to_string();
    Ok(NamedFrame { name, frame: Frame::new(loadout, rules) })
}

/// Checks a number of white dice against those of a frame.
pub(crate) fn whites(argument: &str, whites: u8, rules: &Ruleset) -> Result<u8, InputError> {
    let max = rules.frame.whites;
    if whites <= max {
        return Ok(whites);
    }
    Err(InputError::plain(format!("{argument} is {whites}; a frame has {max} white dice under `{}`", rules.name)))
}

/// Checks a number of rockets against those of a frame.
pub(crate) fn rockets(rockets: u8, frame: &NamedFrame) -> Result<u8, InputError> {
    let carried = frame.frame.loadout.rockets();
    if rockets <= carried {
        return Ok(rockets);
    }
    let problem = format!("--rockets is {rockets}; `{}` carries {carried}", frame.name);
    Err(InputError::plain(problem).with_help(Some("add rockets to the loadout, such as RdYBG+SSR2")))
}

/// Parses weights such as `damage=1,spot=0.5` by name; weights that are not named are 0.
pub(crate) fn weights<const N: usize>(argument: &str, text: &str, names: [&str; N]) -> Result<[f64; N], InputError> {
    let mut weights = [0.0; N];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, number)) = part.split_once('=') else {
            return Err(InputError::plain(format!("{argument}: `{part}` is not a weight; write `name=number`")));
        };
        let Some(i) = names.iter().position(|known| *known == name.trim()) else {
            return Err(InputError::unknown("weight", name.trim(), names));
        };
        let number = number.trim().parse().ok().filter(|weight: &f64| (0.0..=MAX_WEIGHT).contains(weight));
        weights[i] = number.ok_or_else(|| {
            InputError::plain(format!("{argument}: `{part}`; allowed: 0 or more, up to {MAX_WEIGHT}"))
        })?;
    }
    Ok(weights)
}
