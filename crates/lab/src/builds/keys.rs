//! Keys of studies of builds in a scenario, and bounds of builds.

use super::search::SearchSize;
use crate::study::MAX_GAMES;
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

/// Defines the keys of a search for the best build of a space, with the keys of the game that `$base` adds.
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

/// Defines the keys of a search for answers to a field, with the keys of the game that `$base` adds.
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

/// Default number of games of all generations together.
const GAMES: u64 = 60_000;
/// Default number of games of a result on fresh seeds.
const TEST_GAMES: u64 = 4_000;
/// Default number of games of each two of a field.
const FIELD_GAMES: u64 = 1_000;
/// Default number of builds per generation.
const POPULATION: u64 = 48;
/// Default number of generations.
const GENERATIONS: u64 = 4;
/// Default number of games of each search for an answer.
const SEARCH_GAMES: u64 = 20_000;
/// Default maximum number of rounds of answers.
const ROUNDS: u64 = 6;
/// Default gain that is not worth another round, in shares of points.
const MARGIN: f64 = 0.02;

impl SearchSize {
    /// Reads the size of a search: population and generations, games and test games.
    ///
    /// # Errors
    /// Numbers out of bounds.
    pub fn read(
        file: &FileText,
        [population, generations]: [&Option<At<u64>>; 2],
        [games, test_games]: [&Option<At<u64>>; 2],
    ) -> Result<SearchSize, InputError> {
        Ok(SearchSize {
            population: number(file, population, "population", (2, 1000), POPULATION)? as usize,
            generations: number(file, generations, "generations", (1, 100), GENERATIONS)? as usize,
            pairs: pairs(file, games, "games", GAMES)?,
            test_pairs: pairs(file, test_games, "test_games", TEST_GAMES)?,
        })
    }
}

/// Reads the pairs of games of each two of a field whose equilibrium builds meet. `None` if builds meet all equally
/// often.
///
/// # Errors
/// Numbers out of bounds, and a number of games without an equilibrium.
pub fn field_pairs(file: &FileText, against: RawAgainst, games: &Option<At<u64>>) -> Result<Option<u64>, InputError> {
    let equilibrium = against == RawAgainst::Equilibrium;
    if let Some(games) = games.as_ref().filter(|_| !equilibrium) {
        let problem = "`field_games` goes with `against = \"equilibrium\"`";
        return Err(InputError::at(file, games.span.clone(), problem));
    }
    Ok(equilibrium.then_some(pairs(file, games, "field_games", FIELD_GAMES)?))
}

/// Size of a search for answers to a field.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Gain that is not worth another round, in shares of points.
    pub margin: f64,
    /// Maximum number of rounds.
    pub most: usize,
    /// Pairs of games of each two entrants.
    pub pairs: u64,
    /// Pairs of games of each search.
    pub search_pairs: u64,
    /// Pairs of games of each answer on fresh seeds.
    pub test_pairs: u64,
}

impl Rounds {
    /// Reads margin and rounds, games of two entrants, games of a search and test games.
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

/// Minimum and maximum of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Smallest allowed number.
    pub least: u16,
    /// Largest allowed number.
    pub most: u16,
}

impl Limit {
    /// Creates a limit that allows only `number`.
    pub fn exactly(number: u16) -> Limit {
        Limit { least: number, most: number }
    }

    /// Returns true if a number lies within the limit.
    pub fn allows(&self, number: u16) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Reads a minimum and a maximum within these bounds. Returns these bounds if nothing is written.
    ///
    /// # Errors
    /// Numbers out of these bounds, and a minimum above the maximum.
    pub fn narrowed(self, file: &FileText, written: &Option<At<[u16; 2]>>, what: &str) -> Result<Limit, InputError> {
        let Some(written) = written else { return Ok(self) };
        let [least, most] = written.value;
        for value in [least, most] {
            within(file, &At { value, span: written.span.clone() }, what, self.least, self.most)?;
        }
        if least > most {
            let problem = format!("`{what}` is {least} to {most}; write the lesser first");
            return Err(InputError::at(file, written.span.clone(), problem));
        }
        Ok(Limit { least, most })
    }
}

/// Converts a number of games to pairs; `default` applies if nothing is written.
///
/// # Errors
/// Numbers out of bounds.
pub fn pairs(file: &FileText, games: &Option<At<u64>>, what: &str, default: u64) -> Result<u64, InputError> {
    let games = games.as_ref().map_or(Ok(default), |games| within(file, games, what, 2, MAX_GAMES))?;
    Ok(games.div_ceil(2))
}

/// Reads a number within bounds; `default` applies if nothing is written.
///
/// # Errors
/// Numbers out of bounds.
pub fn number(
    file: &FileText,
    written: &Option<At<u64>>,
    what: &str,
    (low, high): (u64, u64),
    default: u64,
) -> Result<u64, InputError> {
    written.as_ref().map_or(Ok(default), |written| within(file, written, what, low, high))
}
