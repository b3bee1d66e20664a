//! Exact duels: `hitchart io duel`.

use super::super::duel::{DuelOptions, DuelWords};
use super::super::names::named;
use super::Common;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::InputError;
use hitchart_intercept_orbit::{attack::Band, duel::duel, ship::Ship};

#[derive(Debug, Args)]
#[command(
    after_help = "Both ships play for the last ship, and play best. Their distance is a band: dogfight, point-defense, assault or \
    support. Lost systems are repaired as in the rules. docs/methods/duels.md says what the model keeps of the rules and what \
    it leaves out.\n\nExamples:\n  hitchart io duel F:RaRaY F:RaBB\n  \
    hitchart io duel C:RpRaBY F:RsBB --band support --first b --rounds 5\n  hitchart io duel F:RaBY --rounds 5 --rule greedy"
)]
pub struct ShipDuelArgs {
    /// First ship, such as C:RpRaBY for a capital ship or F:RaBK for a frigate
    a: String,
    /// Second ship [default: one like the first]
    b: Option<String>,
    /// Band of the start [default: each band]
    #[arg(long, value_parser = named(&Band::ALL))]
    band: Option<Band>,
    #[command(flatten)]
    options: DuelOptions,
    #[command(flatten)]
    common: Common,
}

/// Returns the chances of a duel.
pub(super) fn answer_duel(args: &ShipDuelArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let ship = |text: &str| Ship::parse(text, &rules).map_err(InputError::plain);
    let ships = [ship(&args.a)?, ship(args.b.as_ref().unwrap_or(&args.a))?];
    let names = ships.map(|ship| ship.to_string());
    let words = DuelWords {
        names: [&names[0], &names[1]],
        distance: ["band", "Band"],
        distances: &Band::ALL.map(|(band, _)| band.name()),
        side: "ship",
        main: Band::Assault.name(),
        has_rounds: false,
    };
    let solve = |setting| duel([&ships[0], &ships[1]], setting, &rules).map_err(InputError::plain);
    let rows = args.options.rows(&words, args.band.map(Band::name), solve, |band| band.name().to_owned())?;
    let line = format!("{}, exact [{}]", args.options.sentence(&words, &rows), rules.name);
    let tables = [args.options.table(&words, &rows)];
    Ok(Reply::short(line, &tables).finish(&args.common.output, args.options.to_json(&words, &rows, &rules.name)))
}
