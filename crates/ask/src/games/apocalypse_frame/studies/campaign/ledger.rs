//! The ledger of a campaign: a line for each event with the change of the state, as in replays of battles.

use super::super::batch::seated;
use super::{Campaign, Market};
use hitchart_apocalypse_frame::ruleset::Ruleset;
use hitchart_lab::replay::{Line, Lines, Origin, fields, jsonl};
use hitchart_lab::runner::games::key;
use hitchart_lab::study::{Replay, ReplayOrigin};
use hitchart_report::table::escape::xml;
use serde::Serialize;
use serde_json::{Map, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kind and version of the lines.
const SCHEMA: &str = "hitchart-campaign-ledger/1";

/// The first line of a ledger.
#[derive(Debug, Serialize)]
struct Header<'a> {
    #[serde(flatten)]
    origin: Origin,
    rules: &'a Ruleset,
    /// Policies of the Aces and of the game master.
    policies: [&'a str; 2],
    /// The way to play: a policy of spending.
    spending: &'a str,
    aces: &'a [String],
    encounters: Vec<&'a str>,
    length: usize,
    clocks: bool,
    favors: &'a str,
    crisis: &'a str,
    /// Mission after which the first Ace's frame is lost in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_frame_after: Option<u8>,
}

/// Plays a campaign of the first arm again, and returns its ledger; `None` if stopped.
pub(super) fn replay(asked: &Campaign, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Option<Replay> {
    let (arm, dice) = (&asked.arms[0], key(about.seed, name, about.game));
    let encounters: Vec<String> = asked.plans.iter().map(|plan| plan.name.clone()).collect();
    let (mut lines, mut players) = (Lines::default(), seated(&asked.policies, stop));
    let market = Market::new(Arc::clone(&asked.common.rules));
    let history = asked.one(0, dice, (&market, &mut players), &mut |state, event| {
        lines.add(state.mission, fields(event), event.words(&asked.names, &encounters), state.json());
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let choices = &arm.campaign.choices;
    let header = Header {
        origin: Origin { about: about.clone(), ..Origin::new(SCHEMA, dice, &asked.common.rules.name) },
        rules: &asked.common.rules,
        policies: [asked.policies[0].name(), asked.policies[1].name()],
        spending: &arm.label,
        aces: &asked.names,
        encounters: encounters.iter().map(String::as_str).collect(),
        length: asked.length(),
        clocks: asked.has_clocks(),
        favors: choices.favors.name(),
        crisis: choices.crisis.name(),
        lose_frame_after: arm.campaign.loss,
    };
    let (won, length) = (history.won(), asked.length());
    let said = format!("{}: {won} of {length} missions won.", arm.label);
    let json = Map::from_iter([("row".to_owned(), json!(arm.label)), ("missions_won".to_owned(), json!(won))]);
    Some(Replay { html: page(&about.scenario, &said, &lines.lines), jsonl: jsonl(&header, &lines.lines), said, json })
}

/// Returns the ledger as a page: a table of the events in words.
fn page(title: &str, said: &str, lines: &[Line]) -> String {
    let row = |line: &Line| {
        let name = line.name();
        format!("<tr><td>{}</td><td>{}</td><td>{name}</td><td>{}</td></tr>\n", line.n, line.round, xml(&line.text))
    };
    let rows: String = lines.iter().map(row).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<style>body{{font-family:\
         sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}td,th{{text-align:left;padding:.2em .6em;\
         border-bottom:1px solid #ccc}}</style>\n<h1>{0}</h1>\n<p>{1}</p>\n<table>\n<tr><th>Line</th><th>Mission</th>\
         <th>Event</th><th>Text</th></tr>\n{rows}</table>\n</html>\n",
        xml(title),
        xml(said)
    )
}
