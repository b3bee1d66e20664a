//! Built-in scenarios, rules and other entries: `hitchart list` prints tables of them, `hitchart show` their texts.

use super::names::{self, NameParser, battlefields, companies, encounters, fleets, of, offering, rulesets};
use crate::games::{GAMES, Listed, list, ruleset, text};
use crate::options::Formats;
use crate::{AskError, Asking, Reply};
use clap::{Args, Subcommand};
use hitchart_config::rules::unknown;
use hitchart_config::{FileKind, InputError, SearchFolder, same_name};
use hitchart_report::table::Table;
use toml::Value;

// `hitchart list armaments|policies|…`

/// A list of named things.
#[derive(Debug, Subcommand)]
pub enum ListCommand {
    /// Built-in scenarios: game, kinds of studies, and what each answers
    #[command(mut_arg("names", offering(names::scenarios)))]
    #[command(
        after_help = "Examples:\n  hitchart list scenarios\n  hitchart list scenarios estars-anvil claims --format json"
    )]
    Scenarios(ListArgs),
    /// Built-in house rules: game, the ruleset that each changes, and what it changes
    #[command(mut_arg("names", offering(names::house_rules)))]
    #[command(after_help = "Examples:\n  hitchart list house-rules\n  hitchart list house-rules h02-hand-to-hand-2")]
    HouseRules(ListArgs),
    /// Armaments of Apocalypse Frame: dice, Harm, range and tags
    #[command(mut_arg("names", offering(|| of(Listed::Armaments))))]
    #[command(after_help = "Examples:\n  hitchart list armaments\n  hitchart list armaments Plasma-Blade Shotgun")]
    Armaments(ListArgs),
    /// Policies of all games
    #[command(mut_arg("names", offering(|| of(Listed::Policies))))]
    #[command(
        after_help = "Examples:\n  hitchart list policies\n  hitchart list policies tactician search --format json"
    )]
    Policies(ListArgs),
    /// Built-in companies of Rapid Attack
    #[command(mut_arg("names", offering(|| of(Listed::Companies))))]
    #[command(after_help = "Example:\n  hitchart list companies")]
    Companies(ListArgs),
    /// Built-in fleets of Intercept Orbit
    #[command(mut_arg("names", offering(|| of(Listed::Fleets))))]
    #[command(after_help = "Example:\n  hitchart list fleets")]
    Fleets(ListArgs),
    /// Built-in battlefields of Rapid Attack
    #[command(mut_arg("names", offering(|| of(Listed::Battlefields))))]
    #[command(after_help = "Example:\n  hitchart list battlefields")]
    Battlefields(ListArgs),
    /// Built-in encounters of Apocalypse Frame
    #[command(mut_arg("names", offering(|| of(Listed::Encounters))))]
    #[command(after_help = "Examples:\n  hitchart list encounters\n  hitchart list encounters patrol siege")]
    Encounters(ListArgs),
    /// The 35 archetypes of the Commander's Handbook, and the weapons and frames that the rulebook names
    #[command(mut_arg("names", offering(|| of(Listed::Archetypes))))]
    #[command(
        after_help = "Examples:\n  hitchart list archetypes --format csv\n  hitchart list archetypes Soldier Tank"
    )]
    Archetypes(ListArgs),
    /// Metrics of games and missions: name, title, unit, meaning
    #[command(mut_arg("names", offering(|| of(Listed::Metrics))))]
    #[command(after_help = "Examples:\n  hitchart list metrics\n  hitchart list metrics margin victory")]
    Metrics(ListArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Names to list [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    formats: Formats,
}

impl ListCommand {
    /// Returns the list, the name of one entry in messages, and the arguments.
    fn parts(&self) -> Result<(Table, &'static str, &ListArgs), InputError> {
        let (what, args) = match self {
            ListCommand::Scenarios(args) => return Ok((scenarios(), "scenario", args)),
            ListCommand::HouseRules(args) => return Ok((house_rules()?, "house rule", args)),
            ListCommand::Armaments(args) => (Listed::Armaments, args),
            ListCommand::Policies(args) => (Listed::Policies, args),
            ListCommand::Companies(args) => (Listed::Companies, args),
            ListCommand::Fleets(args) => (Listed::Fleets, args),
            ListCommand::Battlefields(args) => (Listed::Battlefields, args),
            ListCommand::Encounters(args) => (Listed::Encounters, args),
            ListCommand::Archetypes(args) => (Listed::Archetypes, args),
            ListCommand::Metrics(args) => (Listed::Metrics, args),
        };
        Ok((list(what), what.entry(), args))
    }
}

/// Returns a list.
pub fn answer_list(command: &ListCommand, _: &Asking<'_>) -> Result<Reply, AskError> {
    let (table, entry, args) = command.parts()?;
    let table = chosen(table, entry, &args.names)?;
    Ok(Reply::list(&args.formats, &table, table.to_json()))
}

/// Returns the entries of these names, or all if there are no names.
fn chosen(table: Table, entry: &str, names: &[String]) -> Result<Table, InputError> {
    let known = table.texts("name").to_vec();
    for name in names {
        if !known.iter().any(|known| same_name(known, name)) {
            let each = known.iter().enumerate().filter(|(row, name)| !known[..*row].contains(name));
            return Err(InputError::unknown(entry, name.trim(), each.map(|(_, name)| name.as_str())));
        }
    }
    let asked = |row: usize| names.is_empty() || names.iter().any(|name| same_name(&known[row], name));
    Ok(table.filtered(asked))
}

// The built-in scenarios and house rules as tables.

/// A built-in scenario, with the properties found in its text.
struct Entry {
    name: &'static str,
    game: String,
    kinds: String,
    title: String,
    /// Total games of the studies that give a number; `None` if none does.
    games: Option<u64>,
}

/// Returns the built-in scenarios, with the column `name` first.
pub fn scenarios() -> Table {
    let all: Vec<Entry> = FileKind::Scenario.built_in().map(|(name, (_, text))| entry(name, text)).collect();
    let note = "`hitchart run NAME` answers one, `hitchart show scenario NAME` prints its text. Games are those of its \
                studies as written: what compares several rulesets, changes or pairs plays them for each.";
    Table::new("scenarios", "Built-in scenarios", note)
        .text("name", "Name", all.iter().map(|entry| entry.name))
        .text("game", "Game", all.iter().map(|entry| &entry.game))
        .text("study_kinds", "Kinds of studies", all.iter().map(|entry| &entry.kinds))
        .text("answers", "What it answers", all.iter().map(|entry| &entry.title))
        .count("games", "Games", all.iter().map(|entry| entry.games))
}

fn entry(name: &'static str, text: &str) -> Entry {
    let root: toml::Table = text.parse().unwrap_or_default();
    let text_of = |key: &str| root.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let studies: Vec<&toml::Table> =
        root.get("study").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table).collect();
    let mut kinds: Vec<&str> = Vec::new();
    for kind in studies.iter().filter_map(|study| study.get("kind")?.as_str()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let games = studies.iter().filter_map(|study| u64::try_from(study.get("games")?.as_integer()?).ok());
    let games = games.reduce(|sum, more| sum + more);
    Entry { name, game: game(&root), kinds: kinds.join(", "), title: text_of("title"), games }
}

/// Returns the game of a scenario, from either of its keys.
fn game(root: &toml::Table) -> String {
    ["game", "system"].iter().find_map(|key| root.get(*key)?.as_str()).unwrap_or_default().to_owned()
}

/// Returns the built-in house rules, with the column `name` first.
///
/// # Errors
/// Never fails: all of them are tested to load.
pub fn house_rules() -> Result<Table, InputError> {
    let mut rows = Vec::new();
    for (name, (_, text)) in FileKind::Ruleset.built_in() {
        let root: toml::Table = text.parse().unwrap_or_default();
        let text_of = |key: &str| root.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        rows.push((name, ruleset(name, &SearchFolder::nowhere())?.0.name, text_of("extends"), text_of("summary")));
    }
    let note =
        "`--rules NAME` plays by one, `hitchart compare` takes them, `hitchart show rules NAME` prints the text.";
    Ok(Table::new("house-rules", "Built-in house rules", note)
        .text("name", "Name", rows.iter().map(|row| row.0))
        .text("game", "Game", rows.iter().map(|row| row.1))
        .text("extends", "Changes", rows.iter().map(|row| &row.2))
        .text("summary", "What it changes", rows.iter().map(|row| &row.3)))
}

// `hitchart show scenario|rules|…`

#[derive(Debug, Subcommand)]
pub enum ShowCommand {
    /// Print a scenario
    #[command(after_help = "Example:\n  hitchart show scenario estars-anvil > mine.toml")]
    Scenario {
        /// Built-in scenario, or a file
        #[arg(value_name = "SCENARIO", value_parser = NameParser(names::scenarios), hide_possible_values = true)]
        name: String,
    },
    /// Print the file of a ruleset or a house rule; `rules show` prints all fields
    #[command(after_help = "Example:\n  hitchart show rules h02-hand-to-hand-2 > reach.toml")]
    Rules {
        /// Built-in ruleset or house rule, or a file
        #[arg(value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
        name: String,
    },
    /// Print a company of Rapid Attack
    #[command(after_help = "Example:\n  hitchart show company estars-anvil > mine.toml")]
    Company {
        /// Built-in company, or a file
        #[arg(value_name = "COMPANY", value_parser = NameParser(companies), hide_possible_values = true)]
        name: String,
    },
    /// Print a fleet of Intercept Orbit
    #[command(after_help = "Example:\n  hitchart show fleet long-watch > mine.toml")]
    Fleet {
        /// Built-in fleet, or a file
        #[arg(value_name = "FLEET", value_parser = NameParser(fleets), hide_possible_values = true)]
        name: String,
    },
    /// Print a battlefield of Rapid Attack
    #[command(after_help = "Example:\n  hitchart show battlefield dense-town > town.toml")]
    Battlefield {
        /// Built-in battlefield
        #[arg(value_name = "BATTLEFIELD", value_parser = NameParser(battlefields), hide_possible_values = true)]
        name: String,
    },
    /// Print an encounter of Apocalypse Frame
    #[command(after_help = "Example:\n  hitchart show encounter patrol > patrol.toml")]
    Encounter {
        /// Built-in encounter
        #[arg(value_name = "ENCOUNTER", value_parser = NameParser(encounters), hide_possible_values = true)]
        name: String,
    },
}

/// Returns a text.
pub fn answer_show(command: &ShowCommand, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let text = match command {
        ShowCommand::Scenario { name } => asking.folder.named(FileKind::Scenario, name)?.text,
        ShowCommand::Rules { name } => rules(name, asking)?,
        ShowCommand::Company { name } => show_entry(FileKind::Company, Listed::Companies, name, asking)?,
        ShowCommand::Fleet { name } => show_entry(FileKind::Fleet, Listed::Fleets, name, asking)?,
        ShowCommand::Battlefield { name } => text(Listed::Battlefields, name)?,
        ShowCommand::Encounter { name } => text(Listed::Encounters, name)?,
    };
    Ok(Reply::text(text))
}

/// Returns the text of a ruleset.
fn rules(name: &str, asking: &Asking<'_>) -> Result<String, InputError> {
    let all = || GAMES.iter().flat_map(|game| game.rulesets);
    if let Some((_, text)) = all().find(|(known, _)| *known == name) {
        return Ok((*text).to_owned());
    }
    let file = asking.folder.find(FileKind::Ruleset, name)?;
    file.map(|file| file.text).ok_or_else(|| unknown(name, all().map(|(name, _)| *name)))
}

/// Returns the text of a file or of an entry of a list.
fn show_entry(sort: FileKind, what: Listed, name: &str, asking: &Asking<'_>) -> Result<String, InputError> {
    match asking.folder.find(sort, name)? {
        Some(file) => Ok(file.text),
        None => text(what, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;
    use hitchart_config::FileText;
    use hitchart_lab::study::Overrides;

    /// Every built-in scenario passes the checks of a file, including everything it names, and its row is complete.
    #[test]
    fn every_built_in_scenario_is_legal_and_has_a_full_row() {
        let table = scenarios();
        assert!(table.texts("name").len() > 50);
        for column in ["name", "game", "study_kinds", "answers"] {
            assert!(table.texts(column).iter().all(|text| !text.is_empty()), "{column}");
        }
        for (name, file) in FileKind::Scenario.built_in() {
            let checked = check(FileText::from(file), &Overrides::default());
            checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn every_house_rule_says_what_it_changes() {
        let table = house_rules().unwrap();
        assert!(table.texts("name").len() > 60 && table.texts("summary").iter().all(|text| !text.is_empty()));
    }
}
