//! All exact results for a ruleset: every attack, the frame graph, durability and the choice after the roll.

use super::assignment::{Turn, Weights};
use super::attack::Shelter;
use super::attack_table::attack_table;
use super::durability::{Objective, Ordeal, durability};
use super::frame::Frame;
use super::frame_graph::{Arithmetic, MEASURES, frame_graph};
use super::loadout::{Loadout, Range};
use super::roster::archetypes;
use super::ruleset::{ChartName, Ruleset};
use hitchart_lab::study::Exact;

/// Number of attacks for which survival is computed.
const ATTACKS: usize = 12;
/// Defense of the target in the choice after the roll: the mean of a die, rounded down.
const DEFENSE: u8 = 3;

/// Computes all results for the archetypes of the Handbook, and every attack of every legal loadout.
pub fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut all = attacks(rules);
    for archetype in archetypes() {
        let name = format!("{} ({})", archetype.name, archetype.loadout);
        // An archetype that a house rule forbids is left out, and a comparison reports it as missing.
        let Ok(loadout) = Loadout::parse(&archetype.loadout, rules) else { continue };
        let frame = Frame::new(loadout, rules);
        let mut add = |measure, item: String, value| all.push(Exact { measure, item, value });
        for ((_, measure), line) in MEASURES.iter().zip(frame_graph(&frame, Arithmetic::Exact, rules)) {
            let values = line.values.iter().enumerate().filter_map(|(whites, value)| Some((whites, (*value)?)));
            values.for_each(|(whites, value)| {
                add("frame graph", format!("{name}, {measure} with {whites} whites"), value);
            });
        }
        for whites in 0..=rules.frame.whites.min(2) {
            let of = durability(&frame, &Ordeal::typical(whites, rules), &Objective::default(), ATTACKS, rules);
            let item = format!("{name}, {whites} whites on defense");
            of.attrition.mean_attacks.into_iter().for_each(|value| add("durability", item.clone(), value));
        }
        for (range, label) in Range::ALL {
            if let Some(value) = best_play(frame, range, rules) {
                add("best play after the roll", format!("{name}, {label}"), value);
            }
        }
    }
    all
}

/// Returns the expected value of best play at a range; `None` if the frame cannot attack there.
fn best_play(frame: Frame, range: Range, rules: &Ruleset) -> Option<f64> {
    frame.attack_dice(range, 0, 0, rules)?;
    let chart = if range == Range::HandToHand { ChartName::HandToHand } else { ChartName::Open };
    let (shelter, weights) = (Shelter::Open, Weights::default());
    let turn = Turn { frame, range, target_defense: DEFENSE, chart, shelter, rockets: 0, weights };
    Some(turn.choice(rules).expected_best())
}

/// Returns the mean damage of every attack.
fn attacks(rules: &Ruleset) -> Vec<Exact> {
    let table = attack_table(rules.cover.default_hits, rules);
    let means: Vec<f64> = table.odds.iter().map(|odds| odds.damage().mean()).collect();
    let rows = table.rows.iter().filter_map(|row| {
        let (blues, whites) = row.defense;
        let range = Range::ALL.iter().find(|(range, _)| *range == row.range)?.1;
        let item = format!(
            "{} {range} with {} whites on {blues} blues and {whites} whites, {}",
            row.loadout,
            row.whites,
            row.shelter.label()
        );
        Some(Exact { measure: "attack", item, value: means[row.odds?] })
    });
    rows.collect()
}
