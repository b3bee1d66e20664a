//! `hitchart af round ARMAMENT…`

use super::{Common, EnemyArgs, tags};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, armaments};
use crate::cli::output::{self, Shown};
use crate::games::apocalypse_frame::studies::exact::{removal_table, rerolls_table, round_table};
use crate::games::apocalypse_frame::studies::summary;
use clap::{Args, ValueEnum};
use hitchart_apocalypse_frame::ace::MAX_ARMAMENTS;
use hitchart_apocalypse_frame::odds::roll::Circumstance;
use hitchart_apocalypse_frame::odds::round::{Objective, Round, removes_each, solve};
use hitchart_apocalypse_frame::squad::armament;
use hitchart_config::InputError;
use hitchart_report::table::Table;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct RoundArgs {
    /// 1 to 3 armaments, with tags added as in `Assault Rifle + Hot`
    #[arg(required = true, value_parser = Offered(armaments), hide_possible_values = true)]
    armaments: Vec<String>,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tension at the start of the turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    tension: u8,
    /// Maximum Tension, for the tag Focused [default: 3 more than at the start]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    max_tension: Option<u8>,
    /// Value that the policy maximises
    #[arg(long, value_enum, default_value_t)]
    aim: Aim,
    /// Value of avoiding a consequence, in units of --aim
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = price)]
    price: f64,
    /// Tags to count as in force, of those that depend on a circumstance outside the round
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    with: Vec<String>,
    /// Add the chance to remove an enemy of each kind
    #[arg(long)]
    enemies: bool,
    #[command(flatten)]
    common: Common,
}

/// Aim of a round.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Aim {
    /// Expected Harm
    #[default]
    Harm,
    /// Chance to remove one enemy
    Removal,
    /// Expected number of such enemies removed, one after the other
    Removals,
}

/// Parses a price from 0 to 1000.
fn price(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|price: &f64| (0.0..=1000.0).contains(price));
    found.ok_or_else(|| "allowed: 0 to 1000".to_owned())
}

/// Solves a round.
pub(crate) fn run_round(args: &RoundArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    if args.armaments.len() > MAX_ARMAMENTS {
        let problem = format!("{} armaments; allowed: 1 to {MAX_ARMAMENTS}", args.armaments.len());
        return Err(InputError::plain(problem).into());
    }
    let armaments = args.armaments.iter().map(|text| armament(text, &rules)).collect::<Result<Vec<_>, _>>()?;
    let of = args.target.against();
    let max_tension = args.max_tension.unwrap_or(args.tension + rules.resources.tension_start_below);
    let objective = match args.aim {
        Aim::Harm => Objective::Harm,
        Aim::Removal => Objective::Removal { vigor: of.vigor },
        Aim::Removals => Objective::Removals { vigor: of.vigor },
    };
    let circumstance = Circumstance { in_force: tags(&args.with, &rules)?, ..Circumstance::default() };
    let new = Round::new(&armaments, of.target, args.tension, max_tension.max(args.tension));
    let round = Round { circumstance, objective, consequence_price: args.price, ..new };
    let odds = match args.aim {
        Aim::Harm => solve(&round, &rules).removing(of.vigor),
        Aim::Removal | Aim::Removals => solve(&round, &rules),
    };
    let removal = args.enemies.then(|| {
        let each = removes_each(&round, &rules.catalogue.enemies, &rules);
        removal_table("removal", "Enemies removed in the round", &[(args.armaments.join(", "), each)], &rules.catalogue)
    });
    let answer = [rerolls_table("rerolls", &odds), round_table("round", &odds, &of)];
    let tables: Vec<Table> = removal.into_iter().chain(answer).collect();
    let line = format!("{}, exact [{}]", summary::round(&args.armaments, &odds, &of, args.tension), rules.name);
    output::show_exact(&args.common.output, &Shown::short(line, &tables), || json!(odds))
}
