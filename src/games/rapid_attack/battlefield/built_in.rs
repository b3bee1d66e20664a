//! The battlefields inside the program.

use super::layout::Layout;
use super::{Battlefield, BattlefieldError, BattlefieldRules, generate, table::Table};
use hitchart_dice::{Stream, job_id};
use hitchart_config::{InputError, from_toml, listed, nearest, same_name};

/// Names and files of the built-in battlefields.
const BUILT_IN: [(&str, &str); 5] = [
    ("dense-town", include_str!("../battlefields/dense-town.toml")),
    ("open-plain", include_str!("../battlefields/open-plain.toml")),
    ("avenues", include_str!("../battlefields/avenues.toml")),
    ("duel", include_str!("../battlefields/duel.toml")),
    ("ruins-of-alluel", include_str!("../battlefields/ruins-of-alluel.toml")),
];

/// Names of the built-in battlefields.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// The file of a built-in battlefield.
///
/// # Errors
/// Where there is none of that name; names the nearest.
pub fn source(name: &str) -> Result<&'static str, BattlefieldError> {
    let found = BUILT_IN.iter().find(|(known, _)| same_name(known, name));
    found.map(|(_, text)| *text).ok_or_else(|| BattlefieldError::Unknown {
        found: name.to_owned(),
        allowed: listed(names()),
        nearest: nearest(name, names()),
    })
}

/// The text of a built-in battlefield.
///
/// # Errors
/// As [`source`].
pub fn text(name: &str) -> Result<String, InputError> {
    let unknown = |error: BattlefieldError| InputError::plain(&error).with_help(error.help());
    source(name).map(str::to_owned).map_err(unknown)
}

/// A built-in layout.
///
/// # Errors
/// Where there is none of that name; names the nearest.
pub fn named(name: &str) -> Result<Layout, BattlefieldError> {
    let text = source(name)?;
    Ok(from_toml(text).expect("built-in battlefields are valid; a test reads them all"))
}

/// The battlefields of a layout: one if its pieces are written out, else as many as its generator draws. Game i is played
/// on number i modulo their number.
///
/// # Errors
/// As [`Battlefield::new`]; and where the layout has both pieces and a generator, or a key of the generator is out of
/// range.
pub fn battlefields(
    layout: &Layout,
    rules: &BattlefieldRules,
    seed: u64,
) -> Result<Vec<Battlefield>, BattlefieldError> {
    let Some(generator) = &layout.generator else { return Ok(vec![Battlefield::new(layout, rules)?]) };
    (0..generator.layouts.max(1)).map(|number| Battlefield::new(&drawn(layout, rules, seed, number)?, rules)).collect()
}

/// Layout `number` of those that a generator draws from a seed, with its pieces written out. A layout without a
/// generator as it is.
///
/// # Errors
/// Where the layout has both pieces and a generator, or a key of the table or the generator is out of range.
pub fn drawn(layout: &Layout, rules: &BattlefieldRules, seed: u64, number: u32) -> Result<Layout, BattlefieldError> {
    let Some(generator) = &layout.generator else { return Ok(layout.clone()) };
    if !layout.pieces.is_empty() {
        return Err(BattlefieldError::PiecesAndGenerator);
    }
    let rules = &rules.as_written();
    let table = Table::new(&layout.table, rules)?;
    let stream = Stream { seed, job: job_id("battlefield"), stream: u64::from(number) };
    let pieces = generate::pieces(generator, &table, rules, stream)?;
    Ok(Layout { pieces, generator: None, ..layout.clone() })
}
