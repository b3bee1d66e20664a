//! The command `hitchart af enemies KIND --team FRAME,…`: the largest number of enemies that a team beats.

use super::super::exact::rulesets;
use super::super::names::{count, parse_share, percent_sign, threads};
use crate::games::apocalypse_frame::studies::enemies::{EnemiesStudy, Typed};
use crate::reply::Reply;
use crate::{AskError, Asking};
use crate::{games::apocalypse_frame::ENTRY, options::Output, questions::names::NameParser};
use clap::Args;
use hitchart_apocalypse_frame::{encounter::MAX_BATTLES, ruleset::Ruleset};
use hitchart_config::rules::load_from;
use hitchart_lab::study::Study;
use hitchart_report::table::{percent, tables_json};
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct EnemiesArgs {
    /// Kind of enemy, such as Legionnaire
    kind: String,
    /// Stock frames of the team, such as M1,L1,H1
    #[arg(long, value_name = "FRAME,…", value_delimiter = ',', required = true)]
    team: Vec<String>,
    /// Least share of missions that the team is to win, such as 70% or 0.7
    #[arg(long, value_name = "SHARE", default_value = "70%", value_parser = victory)]
    victory: f64,
    /// Built-in encounter whose map is used, or a file ending in .toml
    #[arg(long, value_name = "NAME", default_value = "siege")]
    encounter: String,
    /// Battles of a mission, one after the other, 1 to 6
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=MAX_BATTLES as i64))]
    battles: u8,
    /// Policy of the Aces
    #[arg(long, value_name = "POLICY", default_value = "tactician")]
    policy: String,
    /// Game master of the answer; the answer is also given under all others but the searches
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    master: String,
    /// Missions of each number of enemies
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count(20..=1_000_000))]
    games: u64,
    /// Built-in ruleset, or a file ending in .toml
    #[arg(long, default_value = "v0.3", value_name = "RULES", value_parser = NameParser(rulesets::<Ruleset>), hide_possible_values = true)]
    rules: String,
    /// Seed of all random streams
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    #[command(flatten)]
    output: Output,
}

/// Parses a share of missions.
fn victory(text: &str) -> Result<f64, String> {
    let share = parse_share(text).filter(|share| (0.01..=0.99).contains(share));
    share.ok_or_else(|| format!("allowed: 1% to 99%{}", percent_sign(text)))
}

/// Finds the largest number of enemies that a team beats.
pub(super) fn answer(args: &EnemiesArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules: Ruleset = load_from(&args.rules, &asking.folder)?;
    let source = format!("{}, seed {}", rules.name, args.seed);
    let typed = Typed {
        kind: &args.kind,
        team: &args.team,
        victory: args.victory,
        encounter: &args.encounter,
        battles: args.battles,
        policy: &args.policy,
        master: &args.master,
        missions: args.games,
    };
    let asked = Arc::new(EnemiesStudy::new(&typed, rules)?);
    let counted = asking.counted_alone("enemies", asked.clone(), args.seed, args.threads.map(usize::from))?;
    let answer = asked.answer("enemies", &counted);
    let question = format!(
        "How many {} enemies leave {} a victory chance of {}?",
        args.kind.trim(),
        args.team.join(", "),
        percent(args.victory)
    );
    let reply = Reply::of(question, &answer, &source).with_distances(&ENTRY, &asked.players());
    Ok(reply.finish(&args.output, tables_json(&answer.tables).into()))
}
