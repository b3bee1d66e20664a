//! The commands `hitchart rules list|show|check|diff`: rulesets, and differences between them.

use super::names::{NameParser, rulesets};
use crate::games::{ChangedRules, Entry, GAMES, games_of, ruleset};
use crate::options::Formats;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Subcommand;
use hitchart_config::rules::{RulesText, diff};
use hitchart_config::{InputError, SearchFolder, is_text};
use hitchart_report::table::Table;

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the built-in rulesets
    #[command(after_help = "Example:\n  hitchart rules list")]
    List {
        #[command(flatten)]
        formats: Formats,
    },
    /// Print a complete ruleset as TOML
    #[command(after_help = "Example:\n  hitchart rules show rulebook > house.toml")]
    Show {
        /// Built-in ruleset or house rule, a file ending in .toml, or `-` for standard input
        #[arg(value_parser = NameParser(rulesets), hide_possible_values = true)]
        rules: String,
    },
    /// Check a ruleset, and print how it differs from the most similar built-in one
    #[command(after_help = "Example:\n  hitchart rules check house.toml")]
    Check {
        /// Built-in ruleset or house rule, a file ending in .toml, or `-` for standard input
        #[arg(value_parser = NameParser(rulesets), hide_possible_values = true)]
        rules: String,
        #[command(flatten)]
        formats: Formats,
    },
    /// Print the fields in which two rulesets differ
    #[command(
        after_help = "Examples:\n  hitchart rules diff rulebook draft-2012\n  hitchart rules diff rulebook house.toml --format json"
    )]
    #[command(alias = "compare")]
    Diff {
        /// Built-in ruleset or house rule, a file ending in .toml, or `-` for standard input
        #[arg(value_parser = NameParser(rulesets), hide_possible_values = true)]
        a: String,
        /// Built-in ruleset or house rule, a file ending in .toml, or `-` for standard input
        #[arg(value_parser = NameParser(rulesets), hide_possible_values = true)]
        b: String,
        #[command(flatten)]
        formats: Formats,
    },
}

/// Lists, shows or compares rulesets.
pub fn answer(command: &RulesCommand, asking: &Asking<'_>) -> Result<Reply, AskError> {
    match command {
        RulesCommand::List { formats } => list(formats),
        RulesCommand::Show { rules } => Ok(Reply::text(ruleset(rules, &asking.folder)?.1.table().to_string())),
        RulesCommand::Check { rules, formats } => check(rules, formats, asking),
        RulesCommand::Diff { a, b, formats } => {
            let games = games_of(&[a.as_str(), b.as_str()], &asking.folder)?;
            let [game, other] = [games[0], games[1]];
            let (first, second) = ((game.rules)(a, &asking.folder)?, (other.rules)(b, &asking.folder)?);
            if game.name != other.name {
                let problem = format!("{a} is a ruleset of {}, {b} of {}", game.title, other.title);
                return Err(InputError::plain(problem).into());
            }
            let differences = diff(&first, &second);
            let (a, b) = (label(a, &first), label(b, &second));
            let note = "Numbers and switches only; the rulesets may also differ in the course of play.";
            let table = Table::new("rules-diff", format!("{a} against {b}"), note)
                .text("field", "Field", differences.iter().map(|(field, ..)| field))
                .text("first", &a, differences.iter().map(|(_, a, _)| a))
                .text("second", &b, differences.iter().map(|(.., b)| b));
            // In JSON the two values have short keys; elsewhere `b` is a measure of a frame.
            let json = table.clone().renamed("first", "a").renamed("second", "b").to_json();
            let same = format!("{a} and {b} have the same numbers and switches");
            let line =
                if differences.is_empty() { same.clone() } else { in_line(&format!("{a} against {b}:"), &differences) };
            let reply = Reply { line, ..Reply::list(formats, &table, json) };
            let is_same = differences.is_empty() && formats.shows_table();
            Ok(if is_same { reply.with_text(&same) } else { reply })
        }
    }
}

/// Returns changed fields as one line: each with its value in the first ruleset and in the second.
fn in_line(title: &str, fields: &[(String, String, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(field, a, b)| format!("{field} {a} to {b}")).collect();
    format!("{title} {}", fields.join(", "))
}

/// Returns the name of a ruleset for people: as typed, or its own if its text was given.
fn label(typed: &str, rules: &RulesText) -> String {
    if is_text(typed) { rules.name.clone() } else { typed.to_owned() }
}

/// Returns the changes of a ruleset, and marks those that no policy takes into account.
fn check(name: &str, formats: &Formats, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (game, rules) = ruleset(name, &asking.folder)?;
    let changed = game.against_built_in(&rules).unwrap_or_default();
    let of = format!("{} is a ruleset of {}", rules.name, game.title);
    let title = match changed.fields.is_empty() {
        true if rules.name == changed.base || changed.base.is_empty() => of,
        true => format!("{of} and equals {}", changed.base),
        false => format!("{of} and differs from {} in", changed.base),
    };
    let reply = checked(title.clone(), &rules.name, &changed, formats)?;
    Ok(if changed.fields.is_empty() && formats.shows_table() { reply.with_text(&title) } else { reply })
}

/// Returns the changes of a ruleset. People see the column of fields that are played blind only if there are any.
fn checked(title: String, name: &str, changed: &ChangedRules, formats: &Formats) -> Result<Reply, AskError> {
    let table = changed.table("rules-check", title, name);
    let json = table.clone().renamed("first", "a").renamed("second", "b").to_json();
    let is_plain = table.note.is_empty() && formats.for_people();
    let line = if changed.fields.is_empty() { table.title.clone() } else { in_line(&table.title, &changed.fields) };
    let shown = if is_plain { table.without("blind") } else { table };
    Ok(Reply { line, ..Reply::list(formats, &shown, json) }.warned(&changed.warnings))
}

fn list(formats: &Formats) -> Result<Reply, AskError> {
    let all: Vec<(&Entry, &str)> =
        GAMES.iter().flat_map(|game| game.rulesets.iter().map(move |(name, _)| (game, *name))).collect();
    let mut summaries = Vec::new();
    for (_, name) in &all {
        let summary = ruleset(name, &SearchFolder::nowhere())?.1.table().remove("summary");
        summaries.push(summary.and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default());
    }
    let table = Table::new("rules", "Built-in rulesets", "")
        .text("system", "Game", all.iter().map(|(game, _)| game.name))
        .text("name", "Name", all.iter().map(|(_, name)| *name))
        .text("summary", "Description", summaries);
    Ok(Reply::list(formats, &table, table.to_json()))
}
