//! `hitchart ra company LOADOUT…`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes, companies};
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::games::rapid_attack::studies::frames::worth;
use crate::games::rapid_attack::studies::frames::{CompaniesStudy, Company};
use clap::Args;
use hitchart_config::{FileKind, InputError, SearchFolder};
use hitchart_lab::study::{RunCounts, Study};
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::muster::{FightingFrame, built_in_company, company_of_file};
use hitchart_rapid_attack::ruleset::Ruleset;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct CompanyArgs {
    /// Loadouts or archetypes, one a frame; or one company: a file, a built-in name, or `-` for standard input
    #[arg(required = true, num_args = 1..=24, value_parser = Offered(frames_and_companies), hide_possible_values = true)]
    loadouts: Vec<String>,
    #[command(flatten)]
    common: Common,
}

fn frames_and_companies() -> Vec<String> {
    archetypes().into_iter().chain(companies()).collect()
}

/// Returns the company of a file, the built-in company of one name, or the frames of these loadouts.
fn company(words: &[String], rules: &Ruleset) -> Result<Company, InputError> {
    let frames: Result<Vec<NamedFrame>, InputError> = words.iter().map(|word| parse::frame(word, rules)).collect();
    let fighting = match (frames, words) {
        (Ok(frames), _) => return Ok(Company { name: "company".to_owned(), frames }),
        (Err(error), [word]) => {
            match (SearchFolder::here().find(FileKind::Company, word)?, built_in_company(word, rules)) {
                (Some(file), _) => company_of_file(&file, rules)?,
                (None, Ok(company)) => company,
                (None, Err(_)) => return Err(error),
            }
        }
        (Err(error), _) => return Err(error),
    };
    let frame =
        |frame: &FightingFrame| NamedFrame { name: frame.name.clone(), frame: Frame::new(frame.loadout, rules) };
    Ok(Company { frames: fighting.frames.iter().map(frame).collect(), name: fighting.name })
}

/// Prints the company graph, exact and by the Handbook's arithmetic.
pub(crate) fn run_company(args: &CompanyArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let company = company(&args.loadouts, &rules)?;
    let line = format!("{}: {}, exact [{}]", args.loadouts.join(" "), worth(&company, &rules), rules.name);
    let asked = CompaniesStudy { rules: Arc::new(rules), companies: vec![company] };
    let answer = asked.answer("company", &RunCounts::default());
    output::show_exact(&args.common.output, &Shown::short(line, &answer.tables[1..]), || answer.tables[1].to_json())
}
