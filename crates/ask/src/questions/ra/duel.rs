//! Exact duels: `hitchart ra duel`.

use super::super::exact::duel_rounds;
use super::super::names::{NameParser, archetypes, named};
use super::{Common, frames};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::reply::{Reply, exact_reply};
use crate::{AskError, Asking};
use clap::{Args, ValueEnum};
use hitchart_config::InputError;
use hitchart_config::words::counted;
use hitchart_rapid_attack::duel::{Duels, Fire, FirstAction, MAX_COVER, MOST_PAIRS, Rule, Setting, Start, duels};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::table::{Table, number, percent};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Both frames play for the last frame standing, and play best. Their distance is a range: hand-to-hand, direct or \
    artillery. docs/methods/duels.md says what the model keeps of the rules and what it leaves out.\n\nExamples:\n  \
    hitchart ra duel Soldier Tank\n  hitchart ra duel RdB RhG --range direct --first b --cover 1\n  \
    hitchart ra duel RaY RhG --rounds 5 --rule greedy"
)]
pub struct DuelArgs {
    /// First loadout or archetype
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    a: String,
    /// Second loadout or archetype
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    b: String,
    /// Range of the start [default: each range]
    #[arg(long, value_parser = named(&Range::ALL))]
    range: Option<Range>,
    /// Frame that may act first in each round [default: each of them]
    #[arg(long, value_name = "A_OR_B")]
    first: Option<First>,
    /// Hits that the cover of each frame absorbs; a frame that moves leaves its cover
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover: u8,
    /// Rounds after which the duel is a draw [default: no limit]
    #[arg(long, value_name = "N", value_parser = duel_rounds())]
    rounds: Option<u16>,
    /// Rule of choice whose loss against best play is also computed
    #[arg(long, value_parser = named(&Rule::ALL))]
    rule: Option<Rule>,
    #[command(flatten)]
    common: Common,
}

/// A frame of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The first loadout
    A,
    /// The second loadout
    B,
}

/// A duel from a range, for a frame that may act first.
struct Line {
    range: Range,
    place: f64,
    /// Place of the frame that may act first.
    side: usize,
    start: Start,
    /// Chance that each frame loses by the rule of choice.
    loses: Option<[f64; 2]>,
}

/// Returns the chances of a duel.
pub(super) fn answer_duel(args: &DuelArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let pair = [frames::frame(&args.a, &rules)?, frames::frame(&args.b, &rules)?];
    let lines = lines(args, &pair, &rules)?;
    let line = format!("{}, exact [{}]", sentence(&pair, &lines), rules.name);
    let tables = [table(args, &pair, &lines)];
    exact_reply(&args.common.output, Reply::short(line, &tables), || to_json(args, &pair, &lines, &rules))
}

fn lines(args: &DuelArgs, pair: &[NamedFrame; 2], rules: &Ruleset) -> Result<Vec<Line>, InputError> {
    if let Some(destroyed) = pair.iter().find(|named| named.frame.hit_points() == 0) {
        return Err(InputError::plain(format!("`{}` has no white die and no system: it is destroyed", destroyed.name)));
    }
    let duel = |ruled: Option<(usize, Rule)>| -> Result<Duels, InputError> {
        let setting = Setting { cover: args.cover, rounds: args.rounds, ruled, lengths: true };
        let frames = [&[pair[0].frame][..], &[pair[1].frame]];
        duels(frames, setting, MOST_PAIRS, rules).map(Duels::solved).map_err(InputError::plain)
    };
    let best = duel(None)?;
    let ranges: Vec<Range> = Range::of(&rules.ranges).collect();
    if let Some(range) = args.range.filter(|range| !ranges.contains(range)) {
        return Err(InputError::plain(format!("--range: ruleset `{}` has no range `{}`", rules.name, range.name())));
    }
    let ruled =
        args.rule.map(|rule| Ok::<_, InputError>([duel(Some((0, rule)))?, duel(Some((1, rule)))?])).transpose()?;
    let mut lines = Vec::new();
    for (band, range) in ranges.iter().enumerate().filter(|(_, range)| args.range.is_none_or(|only| only == **range)) {
        for side in (0..2).filter(|side| args.first.is_none_or(|first| first as usize == *side)) {
            let start = best.starts([0, 0], side)[band];
            let loses = ruled.as_ref().map(|[first, second]| {
                let chance = |duels: &Duels| duels.starts([0, 0], side)[band].chance;
                [start.chance - chance(first), chance(second) - start.chance]
            });
            lines.push(Line { range: *range, place: best.places()[band], side, start, loses });
        }
    }
    Ok(lines)
}

/// Describes the duel from direct range, or from the first range, in one sentence: `Soldier against Tank from direct
/// range: wins 41% if it may act first, 22% if Tank may, in 5.1 to 5.3 rounds`.
fn sentence(pair: &[NamedFrame; 2], lines: &[Line]) -> String {
    let range = lines.iter().map(|line| line.range).find(|range| *range == Range::Direct).unwrap_or(lines[0].range);
    let part = |line: &Line| {
        let who = if line.side == 0 { "it" } else { pair[1].name.as_str() };
        let rounds =
            line.start.rounds.map_or("without an end".to_owned(), |rounds| format!("{} rounds", number(rounds)));
        format!("{} if {who} may act first ({rounds})", percent(line.start.chance))
    };
    let parts: Vec<String> = lines.iter().filter(|line| line.range == range).map(part).collect();
    format!("{} against {} from {} range: wins {}", pair[0].name, pair[1].name, range.name(), parts.join(", "))
}

/// Describes a first action, such as `direct fire with 2 rockets`.
fn action(action: FirstAction<Fire>) -> String {
    match action {
        FirstAction::Pass => "pass".to_owned(),
        FirstAction::Declare((range, 0)) => range.name().to_owned(),
        FirstAction::Declare((range, rockets)) => {
            format!("{} with {}", range.name(), counted(rockets.into(), "rockets"))
        }
    }
}

fn table(args: &DuelArgs, pair: &[NamedFrame; 2], lines: &[Line]) -> Table {
    let note = format!(
        "Exact chances under best play of both, by the range of the start and the frame that may act first in each round. A \
         draw counts half. Best first action: a pass, or the range that it declares.{}",
        args.rule.map_or_else(String::new, |rule| format!(
            " Loses: what a frame loses that plays by the rule `{}` against best play.",
            rule.name()
        ))
    );
    let [a, b] = [0, 1].map(|side| pair[side].name.as_str());
    let table = Table::new("duel", "Duel", note)
        .text("range", "Range", lines.iter().map(|line| line.range.name()))
        .text("acts_first", "May act first", lines.iter().map(|line| pair[line.side].name.as_str()))
        .number("duel_first", &format!("{a} wins"), 4, lines.iter().map(|line| line.start.chance))
        .number("duel_second", &format!("{b} wins"), 4, lines.iter().map(|line| 1.0 - line.start.chance))
        .number("duel_rounds", "Rounds", 2, lines.iter().map(|line| line.start.rounds))
        .text("first_action", "Best first action", lines.iter().map(|line| action(line.start.action)));
    if args.rule.is_none() {
        return table;
    }
    let loses = |side: usize| lines.iter().map(move |line| line.loses.map(|loses| loses[side]));
    table.number("rule_loses", &format!("{a} loses"), 4, loses(0)).number(
        "rule_loses_second",
        &format!("{b} loses"),
        4,
        loses(1),
    )
}

fn to_json(args: &DuelArgs, pair: &[NamedFrame; 2], lines: &[Line], rules: &Ruleset) -> Value {
    let line = |line: &Line| {
        json!({
            "range": line.range.name(),
            "units": line.place,
            "first": if line.side == 0 { "a" } else { "b" },
            "wins": [line.start.chance, 1.0 - line.start.chance],
            "rounds": line.start.rounds,
            "action": action(line.start.action),
            "loses": line.loses,
        })
    };
    json!({
        "frames": pair.iter().map(|named| &named.name).collect::<Vec<_>>(),
        "rules": rules.name,
        "cover": args.cover,
        "rounds": args.rounds,
        "rule": args.rule.map(Rule::name),
        "starts": lines.iter().map(line).collect::<Vec<_>>(),
    })
}
