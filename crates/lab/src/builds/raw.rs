//! The keys that studies of what is built have in common, literally, and how they are read.

use super::breeding::Breeding;
use super::limit::{number, pairs};
use hitchart_config::{At, FileText, InputError, within};
use schemars::JsonSchema;
use serde::Deserialize;

/// Frequency of the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawAgainst {
    /// All equally often
    #[default]
    Field,
    /// As in the equilibrium of their games against each other
    Equilibrium,
}

/// What a study of the best of a space reads, with the keys of its game that `$base` adds.
#[macro_export]
macro_rules! optimising {
    ($base:ident! $name:ident { $($fields:tt)* }) => {
        $base! {
            $name {
                $($fields)*
                /// Frequency of the opponents: equal (`field`), or as in the equilibrium of their games; `field` by
                /// default.
                #[serde(default)]
                pub against: $crate::builds::RawAgainst,
                /// Games of each pair of the field, with `against = "equilibrium"`; 1,000 by default.
                pub field_games: Option<At<u64>>,
                /// Candidates per generation, 2 to 1000; 48 by default.
                pub population: Option<At<u64>>,
                /// Generations, 1 to 100; 4 by default.
                pub generations: Option<At<u64>>,
                /// Total games of all generations; 60,000 by default.
                pub games: Option<At<u64>>,
                /// Games to test the best with, on new random seeds; 4,000 by default.
                pub test_games: Option<At<u64>>,
            }
        }
    };
}

/// What a study of answers to a field reads, with the keys of its game that `$base` adds.
#[macro_export]
macro_rules! answering {
    ($base:ident! $name:ident { $($fields:tt)* }) => {
        $base! {
            $name {
                $($fields)*
                /// The rounds end when a best response gains less than this share of points, 0 to 0.5; 0.02 by default.
                pub margin: Option<At<f64>>,
                /// Limit of rounds, 1 to 50; 6 by default.
                pub rounds: Option<At<u64>>,
                /// Games of each pair of entrants; 1,000 by default.
                pub games: Option<At<u64>>,
                /// Games of the search for each best response; 20,000 by default.
                pub search_games: Option<At<u64>>,
                /// Games to test each best response with, on new random seeds; 4,000 by default.
                pub test_games: Option<At<u64>>,
            }
        }
    };
}

/// Games of all generations together where a study names none.
const GAMES: u64 = 60_000;
/// Games of what was found on fresh dice.
const TEST_GAMES: u64 = 4_000;
/// Games of each two of a field.
const FIELD_GAMES: u64 = 1_000;
/// Builds of a generation, and generations.
const POPULATION: u64 = 48;
const GENERATIONS: u64 = 4;
/// Games of each search for an answer.
const SEARCH_GAMES: u64 = 20_000;
/// Rounds of answers, at most.
const ROUNDS: u64 = 6;
/// A gain that is not worth another round, in shares of points.
const MARGIN: f64 = 0.02;

impl Breeding {
    /// How long and how broadly is searched, by population and generations, games and those of the test as written.
    ///
    /// # Errors
    /// Numbers out of bounds.
    pub fn read(
        file: &FileText,
        [population, generations]: [&Option<At<u64>>; 2],
        [games, test_games]: [&Option<At<u64>>; 2],
    ) -> Result<Breeding, InputError> {
        Ok(Breeding {
            population: number(file, population, "population", (2, 1000), POPULATION)? as usize,
            generations: number(file, generations, "generations", (1, 100), GENERATIONS)? as usize,
            pairs: pairs(file, games, "games", GAMES)?,
            test_pairs: pairs(file, test_games, "test_games", TEST_GAMES)?,
        })
    }
}

/// Pairs of games of each two of a field whose equilibrium is met; none where all are met equally often.
///
/// # Errors
/// Numbers out of bounds, and games where there are none to play.
pub fn field_pairs(file: &FileText, against: RawAgainst, games: &Option<At<u64>>) -> Result<Option<u64>, InputError> {
    let equilibrium = against == RawAgainst::Equilibrium;
    if let Some(games) = games.as_ref().filter(|_| !equilibrium) {
        let problem = "`field_games` goes with `against = \"equilibrium\"`";
        return Err(InputError::at(file, games.span.clone(), problem));
    }
    Ok(equilibrium.then_some(pairs(file, games, "field_games", FIELD_GAMES)?))
}

/// How long answers to a field are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// A gain that is not worth another round, in shares of points.
    pub margin: f64,
    /// Rounds, at most.
    pub most: usize,
    /// Pairs of games of each two entrants.
    pub pairs: u64,
    /// Pairs of games of each search.
    pub search_pairs: u64,
    /// Pairs of games of each answer on fresh dice.
    pub test_pairs: u64,
}

impl Rounds {
    /// By margin and rounds, games of two, of a search and of a test as written.
    ///
    /// # Errors
    /// Numbers out of bounds.
    pub fn read(
        file: &FileText,
        (margin, rounds): (&Option<At<f64>>, &Option<At<u64>>),
        [games, search_games, test_games]: [&Option<At<u64>>; 3],
    ) -> Result<Rounds, InputError> {
        Ok(Rounds {
            margin: margin.as_ref().map_or(Ok(MARGIN), |margin| within(file, margin, "margin", 0.0, 0.5))?,
            most: number(file, rounds, "rounds", (1, 50), ROUNDS)? as usize,
            pairs: pairs(file, games, "games", FIELD_GAMES)?,
            search_pairs: pairs(file, search_games, "search_games", SEARCH_GAMES)?,
            test_pairs: pairs(file, test_games, "test_games", TEST_GAMES)?,
        })
    }
}
