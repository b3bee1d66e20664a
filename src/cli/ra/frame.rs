//! `hitchart ra frame LOADOUT`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes};
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::games::rapid_attack::studies::frames::{frame_graph_table as graph_table, rounded};
use clap::Args;
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::frame::{Arithmetic, MEASURES, Measure, frame_graph};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::table::number;
use serde_json::{Map, Value, json};

#[derive(Debug, Args)]
pub(crate) struct FrameArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = Offered(archetypes), hide_possible_values = true)]
    loadout: String,
    #[command(flatten)]
    common: Common,
}

/// Prints the frame graph, exact and by the Handbook's arithmetic.
pub(crate) fn run_frame(args: &FrameArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let frame = parse::frame(&args.loadout, &rules)?;
    let mut table = graph_table("frame", std::slice::from_ref(&frame), &rules);
    table.title = format!("Frame graph of {}", frame.name);
    table.columns.retain(|column| column.name != "frame");
    let line = line(&frame, &rules);
    output::show_exact(&args.common.output, &Shown::short(line, &[table]), || {
        json!({
            "loadout": frame.name,
            "rules": rules.name,
            "systems": frame.frame.loadout.systems(),
            "rockets": frame.frame.loadout.rockets(),
            "hit_points": frame.frame.hit_points(),
            "graph": graph(&frame.frame, Arithmetic::Exact, &rules),
            "handbook": graph(&frame.frame, Arithmetic::Handbook, &rules),
        })
    })
}

/// Describes the most important measures in one sentence: `RdYBG: damage 1 direct, …, survives 5.2 typical attacks,
/// without white dice, exact [rulebook]`.
fn line(frame: &NamedFrame, rules: &Ruleset) -> String {
    let graph = frame_graph(&frame.frame, Arithmetic::Exact, rules);
    let value = |of: Measure| MEASURES.iter().position(|(known, _)| *known == of).and_then(|i| graph[i].values[0]);
    let damage: Vec<String> = Range::ALL
        .iter()
        .filter_map(|(range, name)| Some(format!("{} {name}", number(value(Measure::Attack(*range))?))))
        .collect();
    let damage = if damage.is_empty() { "no weapon".to_owned() } else { format!("damage {}", damage.join(", ")) };
    let rest = [(Measure::Defense, "defense"), (Measure::Movement, "movement"), (Measure::Spot, "spot")];
    let rest: Vec<String> =
        rest.into_iter().filter_map(|(of, name)| Some(format!("{name} {}", number(value(of)?)))).collect();
    let stands = value(Measure::Durability)
        .map_or_else(String::new, |attacks| format!(", survives {} typical attacks", number(attacks)));
    format!("{}: {damage}, {}{stands}, without white dice, exact [{}]", frame.name, rest.join(", "), rules.name)
}

/// Returns the graph by measure; null if the frame cannot perform the action.
fn graph(frame: &Frame, arithmetic: Arithmetic, rules: &Ruleset) -> Value {
    let number = |value: Option<f64>| match arithmetic {
        Arithmetic::Exact => value,
        Arithmetic::Handbook => value.map(rounded),
    };
    let lines = MEASURES.iter().zip(frame_graph(frame, arithmetic, rules)).map(|((_, name), line)| {
        let [sys, one, two] = line.values.map(number);
        ((*name).to_owned(), json!({ "sys": sys, "plus_1w": one, "plus_2w": two }))
    });
    Value::Object(lines.collect::<Map<_, _>>())
}
