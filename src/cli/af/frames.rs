//! `hitchart af frames`

use super::{Common, EnemyArgs};
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::against;
use crate::games::apocalypse_frame::studies::exact::frames_table;
use crate::games::apocalypse_frame::studies::summary;
use clap::Args;
use hitchart_apocalypse_frame::catalogue::tag::Tags;
use hitchart_apocalypse_frame::odds::rankings::rank_frames;
use hitchart_apocalypse_frame::squad;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct FramesArgs {
    #[command(flatten)]
    target: EnemyArgs,
    #[command(flatten)]
    common: Common,
}

/// Prints the results of the stock frames in a round.
pub(crate) fn run_frames(args: &FramesArgs) -> Result<(), CliError> {
    let (rules, of) = (args.common.rules()?, args.target.against());
    let aces: Vec<_> = rules.catalogue.frames.iter().map(|model| squad::stock(model, &rules)).collect();
    let ranks = rank_frames(&aces, &against(of, Tags::NONE, 0, &rules), &rules);
    let line = format!("{}, exact [{}]", summary::best_frame(&ranks, &of), rules.name);
    output::show_exact(&args.common.output, &Shown::short(line, &[frames_table("frames", &ranks, &of)]), || {
        json!(ranks)
    })
}
