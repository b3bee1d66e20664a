//! `hitchart new KIND`: commented files to edit, of several kinds.

use crate::games::{GAMES, find};
use crate::{AskError, Reply};
use clap::{Args, ValueEnum};
use hitchart_config::InputError;

// The content is not documented here: the command line would take the text for its help.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Content of the file
    #[arg(value_enum)]
    pub kind: Kind,
    /// Game of a house rule or a scenario: rapid-attack, apocalypse-frame or intercept-orbit [default: rapid-attack]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

/// Returns the text of a new file.
///
/// # Errors
/// Fails on unknown games, and on games without this kind of file.
pub fn answer_new(args: &NewArgs) -> Result<Reply, AskError> {
    Ok(Reply::text(args.kind.text(game(args)?)))
}

/// Returns the game of a file.
fn game(args: &NewArgs) -> Result<&'static str, InputError> {
    let Some(typed) = &args.game else { return Ok(args.kind.games()[0]) };
    let Some(game) = find(typed.trim()) else {
        return Err(InputError::unknown("game", typed, GAMES.iter().map(|game| game.name)));
    };
    match args.kind.games() {
        games if games.contains(&game.name) => Ok(game.name),
        games => {
            let problem = format!("--game is {}; a {} is of {}", game.name, args.kind.noun(), games.join(", "));
            Err(InputError::plain(problem))
        }
    }
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A ruleset that changes another, for `compare` and `--rules`
    HouseRule,
    /// Questions for `run` and `play`
    Scenario,
    /// A company of Rapid Attack, for `ra company` and `ra improve`
    Company,
    /// A fleet of Intercept Orbit, for `io fleet`
    Fleet,
    /// Aces of Apocalypse Frame on a mission, for `play`
    Squad,
    /// An encounter of Apocalypse Frame with Aces who meet it, for `play`
    Encounter,
    /// A GitHub workflow that checks the balance on every pull request
    Ci,
}

/// Games that have a template for the kinds of files common to all games.
const ALL: &[&str] = &["rapid-attack", "apocalypse-frame", "intercept-orbit"];

impl Kind {
    /// Returns the name of the kind in messages.
    fn noun(self) -> &'static str {
        match self {
            Kind::HouseRule => "house rule",
            Kind::Scenario => "scenario",
            Kind::Company => "company",
            Kind::Fleet => "fleet",
            Kind::Squad => "squad",
            Kind::Encounter => "encounter",
            Kind::Ci => "workflow",
        }
    }

    /// Returns the games that have this kind of file, the default first.
    fn games(self) -> &'static [&'static str] {
        match self {
            Kind::HouseRule | Kind::Scenario | Kind::Ci => ALL,
            Kind::Company => &ALL[..1],
            Kind::Squad | Kind::Encounter => &ALL[1..2],
            Kind::Fleet => &ALL[2..],
        }
    }

    /// Returns the text of the file for a game.
    fn text(self, game: &str) -> &'static str {
        match (self, game) {
            (Kind::HouseRule, "apocalypse-frame") => include_str!("templates/house-rule-apocalypse-frame.toml"),
            (Kind::HouseRule, "intercept-orbit") => include_str!("templates/house-rule-intercept-orbit.toml"),
            (Kind::HouseRule, _) => include_str!("templates/house-rule-rapid-attack.toml"),
            (Kind::Scenario, "apocalypse-frame") => include_str!("templates/scenario-apocalypse-frame.toml"),
            (Kind::Scenario, "intercept-orbit") => include_str!("templates/scenario-intercept-orbit.toml"),
            (Kind::Scenario, _) => include_str!("templates/scenario-rapid-attack.toml"),
            (Kind::Company, _) => include_str!("templates/company.toml"),
            (Kind::Fleet, _) => include_str!("templates/fleet.toml"),
            (Kind::Squad, _) => include_str!("templates/squad.toml"),
            (Kind::Encounter, _) => include_str!("templates/encounter.toml"),
            (Kind::Ci, _) => include_str!("templates/ci.yml"),
        }
    }
}
