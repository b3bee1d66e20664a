//! `hitchart af armaments`

use super::{Common, EnemyArgs, GearArg, tags};
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::exact::{Removal, odds_table, removal_table};
use crate::games::apocalypse_frame::studies::summary;
use clap::Args;
use hitchart_apocalypse_frame::odds::single::{ArmamentOdds, armaments};
use hitchart_report::table::Table;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(crate) struct ArmamentsArgs {
    /// List to use if the book has two
    #[arg(long, value_enum, default_value_t)]
    gear: GearArg,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tags to count as in force, of those that depend on a circumstance, such as Charge or Scoped
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    with: Vec<String>,
    /// Add the chance to remove an enemy of each kind
    #[arg(long)]
    enemies: bool,
    #[command(flatten)]
    common: Common,
}

/// Prints the effect of every armament on a target.
pub(crate) fn run_armaments(args: &ArmamentsArgs) -> Result<(), CliError> {
    let (rules, against) = (args.common.rules()?, args.target.against());
    let with = tags(&args.with, &rules)?;
    for tag in with.iter().filter(|tag| !tag.depends_on_circumstance()) {
        output::note(&format!("note: {} always counts on the armaments that have it", tag.name()));
    }
    let odds = armaments(args.gear.into(), &against.target, with, &rules);
    let line = format!("{}, exact [{}]", summary::best_armament(&odds, &against), rules.name);
    let json: Vec<Value> = odds.iter().map(|odds| told(odds, against.vigor)).collect();
    let removal = args.enemies.then(|| {
        let each: Vec<Removal> = odds.iter().map(|odds| (odds.name.clone(), odds.remove.clone())).collect();
        removal_table("removal", "Enemies removed by one attack", &each, &rules.catalogue)
    });
    let tables: Vec<Table> = removal.into_iter().chain([odds_table("armaments", &[(&against, odds)], with)]).collect();
    output::show_exact(&args.common.output, &Shown::short(line, &tables), || json!(json))
}

/// Returns the odds as JSON, with the chance to remove an enemy of the given Vigor.
fn told(odds: &ArmamentOdds, vigor: u8) -> Value {
    let mut told = json!(odds);
    told["p_removed"] = json!(odds.harm.at_least(vigor));
    told
}
