//! The battlefields built into the program.

use super::layout::Layout;
use super::{Battlefield, BattlefieldError, BattlefieldRules, generate, table::Table};
use hitchart_config::{InputError, from_toml, listed, nearest, same_name};
use hitchart_dice::{Stream, job_id};

/// Names and files of the built-in battlefields.
const BUILT_IN: [(&str, &str); 5] = [
    ("dense-town", include_str!("../battlefields/dense-town.toml")),
    ("open-plain", include_str!("../battlefields/open-plain.toml")),
    ("avenues", include_str!("../battlefields/avenues.toml")),
    ("duel", include_str!("../battlefields/duel.toml")),
    ("ruins-of-alluel", include_str!("../battlefields/ruins-of-alluel.toml")),
];

/// Returns the names of the built-in battlefields.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// Returns the TOML text of a built-in battlefield.
///
/// # Errors
/// Fails if no built-in battlefield has this name; the error suggests the nearest name.
pub fn source(name: &str) -> Result<&'static str, BattlefieldError> {
    let found = BUILT_IN.iter().find(|(known, _)| same_name(known, name));
    found.map(|(_, text)| *text).ok_or_else(|| BattlefieldError::Unknown {
        found: name.to_owned(),
        allowed: listed(names()),
        nearest: nearest(name, names()),
    })
}

/// Returns the TOML text of a built-in battlefield, with the error of a user's input.
///
/// # Errors
/// As [`source`].
pub fn text(name: &str) -> Result<String, InputError> {
    let unknown = |error: BattlefieldError| InputError::plain(&error).with_help(error.help());
    source(name).map(str::to_owned).map_err(unknown)
}

/// Returns a built-in layout.
///
/// # Errors
/// Fails if no built-in battlefield has this name; the error suggests the nearest name.
pub fn named(name: &str) -> Result<Layout, BattlefieldError> {
    let text = source(name)?;
    Ok(from_toml(text).expect("built-in battlefields are valid; a test reads them all"))
}

/// Prepares the battlefields of a layout: one if the pieces are written out, else as many as its generator draws. Game
/// i is played on number i modulo the number of battlefields.
///
/// # Errors
/// As [`Battlefield::new`]. Also fails if the layout has both pieces and a generator, or if a key of the generator is
/// out of range.
pub fn battlefields(
    layout: &Layout,
    rules: &BattlefieldRules,
    seed: u64,
) -> Result<Vec<Battlefield>, BattlefieldError> {
    let Some(generator) = &layout.generator else { return Ok(vec![Battlefield::new(layout, rules)?]) };
    (0..generator.layouts.max(1)).map(|number| Battlefield::new(&drawn(layout, rules, seed, number)?, rules)).collect()
}

/// Returns layout `number` of those that the generator draws from a seed, with its pieces written out. A layout without
/// a generator is returned unchanged.
///
/// # Errors
/// Fails if the layout has both pieces and a generator, or if a key of the table or the generator is out of range.
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
