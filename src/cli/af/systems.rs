//! `hitchart af systems`

use super::{Common, TargetArgs};
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::exact::{item_odds, items_table};
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub struct SystemsArgs {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    common: Common,
}

/// Says what every system does for its Ammo.
pub fn run(args: &SystemsArgs) -> Result<(), CliError> {
    let target = args.target.target();
    let odds = item_odds(&target, &args.common.rules()?);
    output::show_short(&args.common.formats, &Shown::rows(&[items_table("systems", &odds, &target)]), || json!(odds))
}
