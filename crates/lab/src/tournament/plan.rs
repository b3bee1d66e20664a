//! The plan before the first game: matchups, aim, maximum number of games and stopping rule.

use crate::study::MAX_GAMES;
use hitchart_config::{At, FileText, InputError, within};
use hitchart_stats::LEVEL;
use schemars::JsonSchema;
use serde::Deserialize;

/// Pairing of the entrants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// Rounds in which entrants with similar scores meet.
    Swiss,
    /// Everyone meets a given field.
    Gauntlet,
}

impl Format {
    /// Returns the name, as people type it.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Swiss => "swiss",
            Format::Gauntlet => "gauntlet",
        }
    }
}

/// Aim of a tournament; it decides which matchups get more games, and when to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Scores of all entrants: play until every score is precise to the margin.
    #[default]
    Ratings,
    /// The best entrant: drop entrants that are certainly worse, until no remaining one can be better by more than the
    /// margin.
    Best,
    /// The equilibrium: play until no entrant can gain more than the margin against the mixture.
    Equilibrium,
}

/// Maximum rounds of a Swiss tournament.
const MAX_ROUNDS: u64 = 50;
/// Maximum number of entrants that meet each other: 200 make 19,900 matchups.
pub const MAX_ENTRANTS: usize = 200;
/// Default maximum of games per matchup, on average.
const GAMES: u64 = 100;
/// Default margin, in shares of points.
const MARGIN: f64 = 0.03;

/// A plan as scenarios write it.
#[derive(Clone, Debug, Default)]
pub struct RawPlan {
    pub format: Option<At<Format>>,
    pub aim: Option<At<Aim>>,
    pub rounds: Option<At<u64>>,
    pub games: Option<At<u64>>,
    pub margin: Option<At<f64>>,
}

/// The plan before the first game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub format: Format,
    pub aim: Aim,
    /// Number of judged entrants, which come first; in a gauntlet the others are the field.
    pub judged: usize,
    /// Rounds of a Swiss tournament.
    pub rounds: u64,
    /// Maximum number of games in total.
    pub games: u64,
    /// Required precision, in shares of points: between 0 and 1.
    pub margin: f64,
}

impl Plan {
    /// Creates a round robin of `entrants` entrants, with at most `games` games in total.
    pub fn round_robin(entrants: usize, games: u64) -> Plan {
        let (format, aim) = (Format::RoundRobin, Aim::Ratings);
        Plan { format, aim, judged: entrants, rounds: rounds(entrants), games, margin: MARGIN }
    }

    /// Reads the plan of a file for the judged entrants and the field; `games` replaces the number in the file.
    ///
    /// # Errors
    /// Too few or too many entrants, a field without a gauntlet or a gauntlet without a field, numbers out of range.
    pub fn read(
        raw: &RawPlan,
        file: &FileText,
        (entrants, field): (&At<Vec<String>>, Option<&At<Vec<String>>>),
        games: Option<u64>,
    ) -> Result<Plan, InputError> {
        let format = raw.format.as_ref().map_or(Format::default(), |format| format.value);
        let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(file, span.clone(), problem));
        match (format, field) {
            (Format::Gauntlet, None) => {
                let span = raw.format.as_ref().map_or(0..0, |format| format.span.clone());
                return at(&span, "a gauntlet needs a `field` that all entrants meet");
            }
            (Format::RoundRobin | Format::Swiss, Some(field)) => {
                return at(&field.span, "a `field` goes with `format = \"gauntlet\"`; here entrants meet each other");
            }
            _ => {}
        }
        let judged = entrants.value.len();
        let fewest = if field.is_some() { 1 } else { 2 };
        if !(fewest..=MAX_ENTRANTS).contains(&judged) {
            let problem = format!("{judged} entrants; allowed: {fewest} to {MAX_ENTRANTS}");
            return at(&entrants.span, &problem);
        }
        let mut names: Vec<&String> = Vec::new();
        for list in [Some(entrants), field].into_iter().flatten() {
            if let Some(twice) =
                list.value.iter().enumerate().find(|(n, name)| names.contains(name) || list.value[..*n].contains(name))
            {
                return at(&list.span, &format!("two entrants are named `{}`", twice.1));
            }
            names.extend(&list.value);
        }
        let meetings = field.map_or(judged * (judged - 1) / 2, |field| judged * field.value.len()) as u64;
        let plan = Plan {
            format,
            aim: raw.aim.as_ref().map_or(Aim::default(), |aim| aim.value),
            judged,
            rounds: raw.rounds.as_ref().map_or(Ok(rounds(judged)), |n| within(file, n, "rounds", 1, MAX_ROUNDS))?,
            games: match (games, &raw.games) {
                (Some(games), _) => games,
                (None, Some(games)) => within(file, games, "games", 2, MAX_GAMES)?,
                (None, None) => GAMES * meetings,
            },
            margin: raw.margin.as_ref().map_or(Ok(MARGIN), |margin| within(file, margin, "margin", 0.0, 1.0))?,
        };
        if plan.format == Format::Swiss && plan.aim != Aim::Ratings {
            let span = raw.aim.as_ref().map_or(0..0, |aim| aim.span.clone());
            return at(&span, "a Swiss tournament places its games by scores; its `aim` is `ratings`");
        }
        if plan.aim == Aim::Equilibrium && plan.format == Format::Gauntlet {
            let span = raw.aim.as_ref().map_or(0..0, |aim| aim.span.clone());
            return at(
                &span,
                "an equilibrium is among entrants that meet each other; a gauntlet's `aim` is `ratings` or `best`",
            );
        }
        Ok(plan)
    }

    /// Returns the two-sided error of one lead. The best entrant is then wrongly judged inferior to any other with at
    /// most the error of one interval.
    pub fn apart(&self) -> f64 {
        2.0 * (1.0 - LEVEL) / (self.judged.max(2) - 1) as f64
    }

    /// Returns the possible matchups among `entrants` entrants.
    pub fn meetings(&self, entrants: usize) -> Vec<[usize; 2]> {
        let (rows, from): (usize, fn(usize, usize) -> usize) = match self.format {
            Format::Gauntlet => (self.judged, |_, judged| judged),
            Format::RoundRobin | Format::Swiss => (entrants, |row, _| row + 1),
        };
        (0..rows).flat_map(|row| (from(row, self.judged)..entrants).map(move |column| [row, column])).collect()
    }
}

/// Returns the default rounds of a Swiss tournament: enough for one entrant to win them all, and two more to separate
/// the others.
fn rounds(entrants: usize) -> u64 {
    u64::from(entrants.max(2).next_power_of_two().trailing_zeros()) + 2
}
