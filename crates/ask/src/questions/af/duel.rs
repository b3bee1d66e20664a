//! Exact duels: `hitchart af duel`.

use super::super::exact::duel_rounds;
use super::super::names::{NameParser, named};
use super::Common;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_apocalypse_frame::duel::{Opponent, Start, solve};
use hitchart_apocalypse_frame::{ace::Ace, catalogue::book, catalogue::tag::Band, ruleset::Ruleset, squad::stock};
use hitchart_config::InputError;
use hitchart_config::words::{ROUNDING, capitalised, noun, ties, verb};
use hitchart_report::table::{Field, Row, Table, percent};
use rayon::prelude::*;
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "The duel ends when the enemy is removed for good, or when the Ace takes frame damage. Both sides play best. \
    A draw counts half. Systems and Ammo are left out, so an Ace that does much of its Harm with systems does better in \
    missions. Their distance is Close, Near or Far. docs/methods/duels.md says what the model keeps of the rules and what it leaves \
    out.\n\nExamples:\n  hitchart af duel M1 Decanus\n  hitchart af duel L1-RECON Legionnaire --range far\n  \
    hitchart af duel L3 Drone --rounds 5"
)]
pub struct DuelArgs {
    /// Frame of the Ace, such as M1-SOLDIER or M1
    #[arg(value_parser = NameParser(frames), hide_possible_values = true)]
    ace: String,
    /// Kind of enemy, such as Centurion, or Slinger with one of its attacks: "Slinger (Stone Launcher)" [default: each kind]
    #[arg(value_parser = NameParser(kinds), hide_possible_values = true)]
    enemy: Option<String>,
    /// Range of the start [default: each range, and far for each kind of enemy]
    #[arg(long, value_parser = named(&RANGES))]
    range: Option<Band>,
    /// Rounds after which the duel is a draw, 1 to 100 [default: no limit]
    #[arg(long, value_name = "N", value_parser = duel_rounds())]
    rounds: Option<u16>,
    #[command(flatten)]
    common: Common,
}

fn frames() -> Vec<String> {
    book().frames.iter().map(|frame| frame.name.clone()).collect()
}

fn kinds() -> Vec<String> {
    book().enemies.iter().map(|kind| kind.name.clone()).collect()
}

const RANGES: [(Band, &str); 3] = [(Band::Close, "close"), (Band::Near, "near"), (Band::Far, "far")];

/// A duel from a range.
struct Line {
    enemy: String,
    /// True if the Vigor of the enemy is a placeholder (A56).
    is_unsourced: bool,
    start: Start,
}

impl Row for Line {
    fn fields() -> Vec<Field<Line>> {
        vec![
            Field::text("enemy", "Enemy", |line| line.enemy.clone()),
            Field::text("range", "Range", |line| line.start.band.name().to_lowercase()),
            Field::number("ace_wins", "Ace wins", 4, |line: &Line| Some(line.start.wins))
                .keyed("wins")
                .means("probability", "Chance that the Ace removes the enemy for good without frame damage"),
            Field::number("ace_broken", "Ace broken", 4, |line: &Line| Some(line.start.broken))
                .keyed("broken")
                .means("probability", "Chance that the Ace takes frame damage before the enemy is removed for good"),
            Field::number("duel_draws", "Draw", 4, |line: &Line| Some(line.start.draws))
                .keyed("draws")
                .means("probability", "Chance of a draw: a removed enemy answers with frame damage, or no side wins"),
            Field::number("harm_to_enemy", "Harm to enemy", 2, |line: &Line| Some(line.start.dealt))
                .keyed("harm_dealt")
                .means("Vigor", "Expected Harm to the enemy in a duel, without excess"),
            Field::number("harm_to_ace", "Harm to Ace", 2, |line: &Line| line.start.rounds.map(|_| line.start.taken))
                .keyed("harm_taken")
                .means("Vigor", "Expected Harm to the Ace in a duel, without excess"),
            Field::number("duel_rounds", "Rounds", 2, |line: &Line| line.start.rounds).keyed("rounds"),
            Field::text("ace_action", "Best first action", |line: &Line| line.start.action.clone())
                .keyed("action")
                .means("", "Best first action of the Ace: an armament, or a movement"),
            Field::flag("unsourced", "Placeholder", |line: &Line| Some(line.is_unsourced)),
        ]
    }
}

/// Returns the chances of a duel, or of the duels with each kind of enemy.
pub(super) fn answer_duel(args: &DuelArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let ace = stock(rules.catalogue.frame(&args.ace)?, &rules);
    let lines = lines(args, &ace, &rules)?;
    let left_out = left_out(&ace);
    let line = format!("{}; {left_out}, exact [{}]", sentence(args, &ace, &lines), rules.name);
    let note = "Exact chances under best play of both, by the range of the start. The Ace acts first. Harm, rounds and the \
                first action are those of one best play; another one with the same chances may have other numbers.";
    let note = format!("{note} {}.", capitalised(&left_out));
    let table = Table::new("duel", format!("Duels of {}", ace.name), note).of(&lines);
    let table = if lines.iter().any(|line| line.is_unsourced) { table } else { table.without("unsourced") };
    Ok(Reply::short(line, &[table]).finish(&args.common.output, to_json(args, &ace, &lines, &rules)))
}

/// Describes what duels leave out of an Ace, and the value of a draw: both may make a good Ace look weak.
fn left_out(ace: &Ace) -> String {
    let systems: Vec<&str> = ace.items().map(|item| item.name.as_str()).collect();
    let (what, are) = (noun(systems.len() as u64, "systems"), verb(systems.len() as u64, "is"));
    match systems.is_empty() {
        true => "a draw counts half".to_owned(),
        false => format!("a draw counts half, and the {what} {} {are} left out", systems.join(", ")),
    }
}

fn lines(args: &DuelArgs, ace: &Ace, rules: &Ruleset) -> Result<Vec<Line>, InputError> {
    let opponents = match &args.enemy {
        Some(name) => Opponent::named(name, &rules.catalogue)?,
        None => rules.catalogue.enemies.iter().flat_map(Opponent::all).collect(),
    };
    let bands = match (args.range, &args.enemy) {
        (Some(band), _) => vec![band],
        (None, Some(_)) => Band::ALL.to_vec(),
        (None, None) => vec![Band::Far],
    };
    let solved = opponents.par_iter().map(|opponent| {
        let duel = solve(ace, opponent, args.rounds, rules).map_err(InputError::plain)?;
        let line = |band: &Band| Line {
            enemy: opponent.name(),
            is_unsourced: opponent.kind.written.unsourced,
            start: duel.start(*band),
        };
        Ok(bands.iter().map(line).collect::<Vec<Line>>())
    });
    let lines: Result<Vec<Vec<Line>>, InputError> = solved.collect();
    Ok(lines?.into_iter().flatten().collect())
}

/// Returns the duels from the farthest listed range.
fn farthest(lines: &[Line]) -> Vec<&Line> {
    let band = lines.last().map(|line| line.start.band);
    lines.iter().filter(|line| Some(line.start.band) == band).collect()
}

/// Returns the points of the Ace. A draw is half a win, as in duels of the other games: an enemy that breaks the Ace is
/// harder than one that cannot.
fn points(line: &Line) -> f64 {
    line.start.wins + line.start.draws / 2.0
}

/// Returns the hardest of the duels from the farthest listed range; `None` without duels.
fn hardest(lines: &[Line]) -> Option<&Line> {
    let harder = |a: &&Line, b: &&Line| points(a).total_cmp(&points(b)).then(b.start.taken.total_cmp(&a.start.taken));
    farthest(lines).into_iter().min_by(harder)
}

/// Describes the hardest of the duels from the farthest listed range: `M1-SOLDIER against Centurion from far range: wins
/// 94%, is broken in 5% and in one best play takes 10.7 Harm in 4.1 rounds`.
fn sentence(args: &DuelArgs, ace: &Ace, lines: &[Line]) -> String {
    let far = farthest(lines);
    let Some(line) = hardest(lines) else { return format!("{} has no enemy", ace.name) };
    let start = &line.start;
    let cost = match start.rounds {
        Some(rounds) => format!("and in one best play takes {:.1} Harm in {rounds:.1} rounds", start.taken),
        None => "and may go on without an end".to_owned(),
    };
    let as_hard = far.iter().filter(|other| (points(other) - points(line)).abs() < ROUNDING);
    let like = ties(as_hard.map(|other| other.start.taken), start.taken).map_or_else(String::new, |like| like + ", ");
    let hardest = match (far.len(), &args.enemy) {
        (1, _) => " ".to_owned(),
        (_, Some(_)) => format!(", the hardest of its attacks, {like}"),
        (_, None) => format!(", the hardest enemy, {like}"),
    };
    let draws = if start.draws > 0.0 { format!(", draws {}", percent(start.draws)) } else { String::new() };
    format!(
        "{} against {}{hardest}from {} range: wins {}{draws}, is broken in {} {cost}",
        ace.name,
        line.enemy,
        start.band.name().to_lowercase(),
        percent(start.wins),
        percent(start.broken)
    )
}

fn to_json(args: &DuelArgs, ace: &Ace, lines: &[Line], rules: &Ruleset) -> Value {
    json!({
        "ace": ace.name,
        "rules": rules.name,
        "rounds": args.rounds,
        "value": hardest(lines).map(|line| line.start.wins),
        "starts": Line::json(lines),
    })
}
