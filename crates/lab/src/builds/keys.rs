//! Keys of studies of builds in a scenario, and bounds of builds.

use super::search::SearchSize;
use crate::study::MAX_GAMES;
use hitchart_config::{At, FileText, InputError, within};
use schemars::JsonSchema;
use serde::Deserialize;

/// Frequency of the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RawAgainst {
    /// All equally often
    #[default]
    Field,
    /// As in the equilibrium of their games against each other
    Equilibrium,
}

/// Condition on the numbers of a build, which its bid counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawBid {
    /// Any legal numbers
    #[default]
    Any,
    /// The same numbers
    Keep,
}

/// Default of a key that is true if it is not written.
pub fn yes() -> bool {
    true
}

/// Keys of the field of a search.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FieldKeys {
    /// Frequency of the opponents: equal (`field`), or as in the equilibrium of their games; `field` by default.
    #[serde(default)]
    against: RawAgainst,
    /// Games of each pair of the field, with `against = "equilibrium"`; 1,000 by default.
    field_games: Option<At<u64>>,
}

/// Keys of a search for the best build.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SearchKeys {
    /// Candidates per generation, 2 to 1000; 48 by default.
    pub population: Option<At<u64>>,
    /// Generations, 1 to 100; 4 by default.
    pub generations: Option<At<u64>>,
    /// Total games, or missions, of all generations; 60,000 by default.
    games: Option<At<u64>>,
    /// Games, or missions, to test the best with, on new random seeds; 4,000 by default.
    test_games: Option<At<u64>>,
}

/// Keys of a search for best responses to a field.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RoundKeys {
    /// The rounds end when a best response gains less than this share of points, 0 to 0.5; 0.02 by default.
    margin: Option<At<f64>>,
    /// Limit of rounds, 1 to 50; 6 by default.
    rounds: Option<At<u64>>,
    /// Games of each pair of entrants, or missions of each squad in each encounter; 1,000 by default.
    games: Option<At<u64>>,
    /// Games, or missions, of the search for each best response; 20,000 by default.
    search_games: Option<At<u64>>,
    /// Games, or missions, to test each best response with, on new random seeds; 4,000 by default.
    test_games: Option<At<u64>>,
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
    pub fn read(file: &FileText, keys: &SearchKeys) -> Result<SearchSize, InputError> {
        Ok(SearchSize {
            population: number(file, &keys.population, "population", (2, 1000), POPULATION)? as usize,
            generations: number(file, &keys.generations, "generations", (1, 100), GENERATIONS)? as usize,
            pairs: pairs(file, &keys.games, "games", GAMES)?,
            test_pairs: pairs(file, &keys.test_games, "test_games", TEST_GAMES)?,
        })
    }
}

impl FieldKeys {
    /// Reads the pairs of games of each two of a field whose equilibrium builds meet. `None` if builds meet all equally
    /// often.
    ///
    /// # Errors
    /// Numbers out of bounds, and a number of games without an equilibrium.
    pub fn pairs(&self, file: &FileText) -> Result<Option<u64>, InputError> {
        let equilibrium = self.against == RawAgainst::Equilibrium;
        if let Some(games) = self.field_games.as_ref().filter(|_| !equilibrium) {
            let problem = "`field_games` goes with `against = \"equilibrium\"`";
            return Err(InputError::at(file, games.span.clone(), problem));
        }
        Ok(equilibrium.then_some(pairs(file, &self.field_games, "field_games", FIELD_GAMES)?))
    }
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
    pub fn read(file: &FileText, keys: &RoundKeys) -> Result<Rounds, InputError> {
        Ok(Rounds {
            margin: keys.margin.as_ref().map_or(Ok(MARGIN), |margin| within(file, margin, "margin", 0.0, 0.5))?,
            most: number(file, &keys.rounds, "rounds", (1, 50), ROUNDS)? as usize,
            pairs: pairs(file, &keys.games, "games", FIELD_GAMES)?,
            search_pairs: pairs(file, &keys.search_games, "search_games", SEARCH_GAMES)?,
            test_pairs: pairs(file, &keys.test_games, "test_games", TEST_GAMES)?,
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
