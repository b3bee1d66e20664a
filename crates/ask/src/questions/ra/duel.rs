//! Exact duels: `hitchart ra duel`.

use super::super::duel::{DuelOptions, DuelWords};
use super::super::names::{NameParser, archetypes, named};
use super::{Common, frames};
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{InputError, words::counted};
use hitchart_rapid_attack::attack::check_range;
use hitchart_rapid_attack::duel::{Fire, MAX_COVER, MOST_PAIRS, Setting, duels};
use hitchart_rapid_attack::loadout::Range;
use serde_json::json;

#[derive(Debug, Args)]
#[command(
    after_help = "Both frames play for the last frame standing, and play best. Their distance is a range: hand-to-hand, direct or \
    artillery. docs/methods/duels.md says what the model keeps of the rules and what it leaves out.\n\nFor a frame against all loadouts, run \
    a scenario with a study of kind `duels` and `frames = [\"loadouts\"]`; docs/scenarios.md has its keys.\n\nExamples:\n  \
    hitchart ra duel Soldier Tank\n  hitchart ra duel RdB RhG --range direct --first b --cover 1\n  \
    hitchart ra duel RaY RhG --rounds 5 --rule greedy"
)]
pub struct DuelArgs {
    /// First loadout or archetype
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    a: String,
    /// Second loadout or archetype
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    b: String,
    /// Range of the start [default: each range]
    #[arg(long, value_parser = named(&Range::ALL))]
    range: Option<Range>,
    /// Hits that the cover of each frame absorbs, 0 to 4; a frame that moves leaves its cover
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover: u8,
    #[command(flatten)]
    options: DuelOptions,
    #[command(flatten)]
    common: Common,
}

/// Returns the chances of a duel.
pub(super) fn answer_duel(args: &DuelArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let pair = [frames::frame(&args.a, &rules)?, frames::frame(&args.b, &rules)?];
    let ranges: Vec<&'static str> = Range::of(&rules.ranges).map(Range::name).collect();
    let words = DuelWords {
        names: [&pair[0].name, &pair[1].name],
        distance: ["range", "Range"],
        distances: &ranges,
        side: "frame",
        main: Range::Direct.name(),
        has_rounds: true,
    };
    let only = args.range.map(Range::name);
    if let Some(range) = args.range {
        check_range(range, &rules).map_err(|error| InputError::plain(error).of_key("--range"))?;
    }
    let solve = |setting: Setting| {
        let frames = [&[pair[0].frame][..], &[pair[1].frame]];
        duels(frames, Setting { cover: args.cover, ..setting }, MOST_PAIRS, &rules).map_err(InputError::plain)
    };
    let rows = args.options.rows(&words, only, solve, described)?;
    let line = format!("{}, exact [{}]", args.options.sentence(&words, &rows), rules.name);
    let tables = [args.options.table(&words, &rows)];
    let mut data = args.options.to_json(&words, &rows, &rules.name);
    data["cover"] = json!(args.cover);
    Ok(Reply::short(line, &tables).finish(&args.common.output, data))
}

/// Describes an attack, such as `direct with 2 rockets`.
fn described((range, rockets): Fire) -> String {
    match rockets {
        0 => range.name().to_owned(),
        _ => format!("{} with {}", range.name(), counted(rockets.into(), "rockets")),
    }
}
