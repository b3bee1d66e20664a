//! `hitchart ra company LOADOUT…`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes};
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::games::rapid_attack::studies::companies::worth;
use crate::games::rapid_attack::studies::companies::{CompaniesStudy, Company};
use crate::input::InputError;
use crate::study::{Asked, Counted};
use clap::Args;
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct CompanyArgs {
    /// Loadouts or archetypes, one a frame
    #[arg(required = true, num_args = 1..=24, value_parser = Offered(archetypes), hide_possible_values = true)]
    loadouts: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// Prints the company graph, exact and by the Handbook's arithmetic.
pub fn run(args: &CompanyArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let frames: Result<Vec<NamedFrame>, InputError> =
        args.loadouts.iter().map(|loadout| parse::frame(loadout, &rules)).collect();
    let company = Company { name: "company".to_owned(), frames: frames? };
    let line = format!("{}: {}, exact [{}]", args.loadouts.join(" "), worth(&company, &rules), rules.name);
    let asked = CompaniesStudy { rules: Arc::new(rules), companies: vec![company] };
    let answer = asked.answer("company", &Counted::default());
    output::show_exact(&args.common.output, &Shown::short(line, &answer.tables[1..]), || answer.tables[1].to_json())
}
