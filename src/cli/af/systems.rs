//! `hitchart af systems`

use super::{Common, TargetArgs};
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::exact::{item_odds, items_table};
use crate::games::apocalypse_frame::studies::summary;
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct SystemsArgs {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    common: Common,
}

/// Prints the effect of every system for its Ammo.
pub(crate) fn run_systems(args: &SystemsArgs) -> Result<(), CliError> {
    let target = args.target.target();
    let rules = args.common.rules()?;
    let odds = item_odds(&target, &rules);
    let line = format!("{}, exact [{}]", summary::best_item(&odds, &target), rules.name);
    output::show_exact(&args.common.output, &Shown::short(line, &[items_table("systems", &odds, &target)]), || {
        json!(odds)
    })
}
