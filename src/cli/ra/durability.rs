//! `hitchart ra durability LOADOUT`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes};
use crate::cli::odds;
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::games::rapid_attack::studies::durability::{self, DurabilityStudy};
use crate::games::rapid_attack::studies::frames::rounded;
use clap::Args;
use hitchart_config::InputError;
use hitchart_lab::study::{RunCounts, Study};
use hitchart_rapid_attack::attack::{MAX_COVER, run_chart};
use hitchart_rapid_attack::durability::Objective;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use serde_json::json;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct DurabilityArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = Offered(archetypes), hide_possible_values = true)]
    loadout: String,
    /// White dice given to the defense
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Dice of each attack [default: the ruleset's typical attack]
    #[arg(long, value_name = "DICE")]
    attack: Option<String>,
    /// Dice of the spot on each attack [default: the ruleset's typical spot]
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Damage chart [default: open, or cover with --cover-hits]
    #[arg(long, value_parser = parse::chart())]
    chart: Option<ChartName>,
    /// Hits that the frame's cover absorbs, over all attacks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Aims in the choice of the system to lose, with weights, such as survive=1,direct=0.5
    #[arg(long, value_name = "WEIGHTS", default_value = "survive=1")]
    objective: String,
    /// Number of attacks to list
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=100))]
    attacks: u8,
    #[command(flatten)]
    common: Common,
}

/// Prints the durability of a frame, computed in three ways.
pub(crate) fn run_durability(args: &DurabilityArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let frame = parse::frame(&args.loadout, &rules)?;
    let asked = study(args, frame, &rules)?;
    let case = durability::case(&asked.frames[0], asked.whites[0], &asked);
    let line = format!("{}, exact [{}]", durability::sentence(&case, &asked), rules.name);
    let answer = asked.answer("ra", &RunCounts::default());
    output::show_exact(&args.common.output, &Shown::short(line, &answer.tables), || {
        let worn = &case.worn;
        json!({
            "loadout": case.frame.name,
            "rules": rules.name,
            "whites": case.whites,
            "formula": worn.formula.map(|(exact, _)| exact),
            "handbook": worn.formula.map(|(_, handbook)| rounded(handbook)),
            "fixed": { "mean_attacks": worn.fixed.mean_attacks, "alive_after": worn.fixed.alive_after },
            "attrition": { "mean_attacks": worn.attrition.mean_attacks, "alive_after": worn.attrition.alive_after },
            "best_order": { "order": worn.order(), "mean_attacks": worn.best_order.mean_attacks },
            "run": { "cover_hits": asked.cover_hits, "alive_after": case.run.alive_after },
        })
    })
}

fn study(args: &DurabilityArgs, frame: NamedFrame, rules: &Ruleset) -> Result<DurabilityStudy, InputError> {
    let names = Objective::default().weights().map(|(name, _)| name);
    let [survive, hand_to_hand, direct, artillery, spot_worth, movement] =
        parse::weights("--objective", &args.objective, names)?;
    let cover_hits = args.cover_hits.unwrap_or(0);
    let chart = run_chart(args.chart, cover_hits).map_err(InputError::plain)?;
    let typical = &rules.typical_attack;
    let pool = |argument, text: &Option<String>, default| match text {
        Some(text) => odds::pool(argument, text),
        None => Ok(default),
    };
    Ok(DurabilityStudy {
        rules: Arc::new(rules.clone()),
        frames: vec![frame],
        whites: vec![parse::whites("--whites", args.whites, rules)?],
        attack: pool("--attack", &args.attack, typical.attack)?,
        spot: pool("--spot", &args.spot, typical.spot)?,
        chart,
        cover_hits,
        objective: Objective { survive, hand_to_hand, direct, artillery, spot: spot_worth, movement },
        attacks: args.attacks,
        simulate: false,
    })
}
