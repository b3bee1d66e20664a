//! `hitchart af tags`

use super::{Common, EnemyArgs, GearArg};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, armaments};
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::against;
use crate::games::apocalypse_frame::studies::exact::gains_table;
use crate::games::apocalypse_frame::studies::summary;
use clap::Args;
use hitchart_apocalypse_frame::catalogue::armament::Armament;
use hitchart_apocalypse_frame::catalogue::tag::Tags;
use hitchart_apocalypse_frame::odds::rankings::{best_tag_of_each_armament, tag_gains};
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct TagsArgs {
    /// Armament to show [default: all]
    #[arg(value_parser = Offered(armaments), hide_possible_values = true)]
    armament: Option<String>,
    /// Show only the best tag of each armament
    #[arg(long)]
    best: bool,
    /// List to use if the book has two
    #[arg(long, value_enum, default_value_t)]
    gear: GearArg,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tension at the start of the round
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    tension: u8,
    #[command(flatten)]
    common: Common,
}

/// Prints the value of one more tag.
pub(crate) fn run_tags(args: &TagsArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let of = args.target.against();
    let list: Vec<Armament> = match &args.armament {
        None => rules.catalogue.armaments(args.gear.into()).to_vec(),
        Some(name) => vec![rules.catalogue.armament(name, args.gear.into())?.clone()],
    };
    let mut gains = tag_gains(&list, &against(of, Tags::NONE, args.tension, &rules), &rules);
    if args.best {
        gains = best_tag_of_each_armament(&gains).into_iter().cloned().collect();
    }
    let line = format!(
        "{}, exact [{}]",
        summary::best_tag(&gains, &of, (args.tension, rules.catalogue.advancement.costs.chosen_armament_tag)),
        rules.name
    );
    output::show_exact(
        &args.common.output,
        &Shown::short(line, &[gains_table("tags", &gains, &of, args.tension)]),
        || json!(gains),
    )
}
