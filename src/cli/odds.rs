//! Dice as arguments, and tables of the odds of attacks for the queries of several games.

use hitchart_config::InputError;
use hitchart_dice::exact::AttackOdds;
use hitchart_dice::{Pmf, Pool};
use hitchart_report::table::Table;
use serde_json::{Value, json};

/// Parses a pool of dice.
pub(crate) fn pool(argument: &str, text: &str) -> Result<Pool, InputError> {
    text.parse().map_err(|error| InputError::plain(format!("{argument}: {error}")))
}

/// Returns a table of damage dice, damage and hits on cover with their probabilities.
pub(crate) fn distribution(odds: &AttackOdds) -> Table {
    let (dice, damage, cover) = (&odds.damage_dice, odds.damage(), odds.cover());
    let rows = 0..=dice.max();
    let within = |pmf: &Pmf| rows.clone().map(|k| (k <= pmf.max()).then(|| pmf.at(k))).collect::<Vec<_>>();
    Table::new(
        "distribution",
        "Distribution",
        "Probability of each number of damage dice, of each damage, and of each number of hits on the cover.",
    )
    .count("value", "Value", rows.clone().map(|k| k as u64))
    .number("damage_dice", "P(dice)", 6, within(dice))
    .number("damage", "P(damage)", 6, within(&damage))
    .number("at_least", "P(at least)", 6, rows.clone().map(|k| damage.at_least(k)))
    .number("cover", "P(hits on cover)", 6, within(&cover))
}

/// Returns a PMF as JSON.
pub(crate) fn pmf(pmf: &Pmf) -> Value {
    json!({ "pmf": pmf.as_slice(), "mean": pmf.mean() })
}
