//! Meetings drawn at random from what meets in the studies of a scenario, so that a network learns from more games than
//! the few that a scenario names.

use crate::scenario::{Scenario, draft::ScenarioDraft};
use hitchart_config::InputError;
use hitchart_dice::Throw;
use hitchart_lab::{runner::games::key, study::Overrides};
use std::ops::RangeInclusive;
use toml::{Table, Value};

/// Players of a drawn meeting of companies or fleets; the rules of a game may allow fewer.
const PLAYERS: RangeInclusive<usize> = 2..=5;
/// Drawn meetings that the rules may refuse before the scenario is given up.
const REFUSED: usize = 200;
/// Fields of a study that list what meets, one entry for each player.
const LISTS: [&str; 2] = ["companies", "fleets"];
/// Field of a study that lists the Aces of a mission.
const TEAM: &str = "aces";

/// Draws meetings from the named studies. Returns a scenario with a study for each, `drawn-1-…` and so on. A meeting has a
/// number of players that the rules allow, a company or fleet for each player, and the battlefield and other settings of
/// one study. A mission has the Aces of one study and the enemies of another. The seed of the scenario decides the draws.
///
/// # Errors
/// Fails if the studies list no companies, fleets or Aces, and if the rules refuse what is drawn.
pub(super) fn drawn(
    scenario: &Scenario,
    overrides: &Overrides,
    (names, count): (&[String], u64),
) -> Result<Scenario, InputError> {
    let written = Written::of(scenario, overrides, names)?;
    let sides = written.sides()?;
    let (mut draw, mut studies, mut refused) = (Throw::new(key(scenario.seed, "meetings", 0)), Vec::new(), 0);
    while (studies.len() as u64) < count {
        let study = sides.draw(&written.draft.studies, &mut draw, studies.len() + 1);
        match written.check(vec![study.clone()]) {
            Ok(_) => studies.push(study),
            Err(error) if refused == REFUSED => return Err(refusal(&error.problem)),
            Err(_) => refused += 1,
        }
    }
    written.check(studies)
}

/// Returns the error for studies without meetings to draw.
fn refusal(problem: &str) -> InputError {
    InputError::plain(format!("--meetings: {problem}"))
}

/// A scenario as written, with some of its studies.
struct Written<'a> {
    draft: ScenarioDraft,
    overrides: &'a Overrides,
}

impl<'a> Written<'a> {
    fn of(scenario: &Scenario, overrides: &'a Overrides, names: &[String]) -> Result<Written<'a>, InputError> {
        let mut draft = ScenarioDraft::of(&scenario.file)?;
        draft.studies.retain(|study| {
            study.get("name").and_then(Value::as_str).is_some_and(|name| names.iter().any(|wanted| wanted == name))
        });
        Ok(Written { draft, overrides })
    }

    /// Checks the scenario with these studies, and without the written ones.
    fn check(&self, studies: Vec<Table>) -> Result<Scenario, InputError> {
        self.draft.check(studies, self.overrides)
    }

    /// Returns what the studies list, each side once.
    fn sides(&self) -> Result<Sides, InputError> {
        let teams = distinct(self.draft.studies.iter().filter_map(|study| study.get(TEAM)));
        if !teams.is_empty() {
            return Ok(Sides::Teams(teams));
        }
        let listed = |field: &&str| self.draft.studies.iter().any(|study| study.contains_key(*field));
        let Some(field) = LISTS.into_iter().find(listed) else {
            return Err(refusal("the studies to learn from list no companies, fleets or Aces to draw from"));
        };
        let lists = self.draft.studies.iter().filter_map(|study| study.get(field)?.as_array());
        let sides = distinct(lists.flatten());
        let by_players = PLAYERS.map(|players| {
            let legal = |side: &&Value| self.are_legal(field, side, players);
            (players, sides.iter().filter(legal).cloned().collect::<Vec<Value>>())
        });
        let by_players: Vec<_> = by_players.filter(|(_, sides)| !sides.is_empty()).collect();
        if by_players.is_empty() {
            return Err(refusal(&format!("no {field} of the studies to learn from may meet")));
        }
        Ok(Sides::Lists { field, by_players })
    }

    /// Returns true if a number of players may meet who all have this side.
    fn are_legal(&self, field: &str, side: &Value, players: usize) -> bool {
        let sides = named_apart(vec![side.clone(); players]);
        self.draft
            .studies
            .first()
            .is_some_and(|study| self.check(vec![meeting(study, (field, sides.into()), 0)]).is_ok())
    }
}

/// Sides to draw from.
enum Sides {
    /// Companies or fleets: the field that lists them, and those that the rules allow, by the number of players.
    Lists { field: &'static str, by_players: Vec<(usize, Vec<Value>)> },
    /// Aces of a mission.
    Teams(Vec<Value>),
}

impl Sides {
    /// Draws the study of a meeting by its number.
    fn draw(&self, studies: &[Table], draw: &mut Throw, number: usize) -> Table {
        let study = &studies[draw.below(studies.len())];
        let sides = match self {
            Sides::Teams(teams) => (TEAM, teams[draw.below(teams.len())].clone()),
            Sides::Lists { field, by_players } => {
                let (players, sides) = &by_players[draw.below(by_players.len())];
                let drawn = (0..*players).map(|_| sides[draw.below(sides.len())].clone());
                (*field, named_apart(drawn.collect()).into())
            }
        };
        meeting(study, sides, number)
    }
}

/// Returns a study with other sides, under the number of a meeting and the names of who meets. Policies are not those of
/// the study, which may have another number of players.
fn meeting(study: &Table, (field, sides): (&str, Value), number: usize) -> Table {
    let mut meeting = study.clone();
    let names: Vec<&str> = match &sides {
        Value::Array(sides) if field != TEAM => sides.iter().filter_map(name_of).collect(),
        _ => study.get("name").and_then(Value::as_str).into_iter().collect(),
    };
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let name = format!("drawn {number} {}", names.join(" ")).to_lowercase().replace(|c: char| !is_allowed(c), "-");
    meeting.insert("name".to_owned(), name.into());
    if field != TEAM {
        meeting.remove("policies");
    }
    meeting.insert(field.to_owned(), sides);
    meeting
}

/// Adds numbers to the names of sides that were drawn before: a meeting has no two companies of one name.
fn named_apart(mut sides: Vec<Value>) -> Vec<Value> {
    for place in 1..sides.len() {
        let (before, from) = sides.split_at_mut(place);
        let again = before.iter().filter(|side| name_of(side) == name_of(&from[0])).count();
        if let (Some(Value::String(name)), 1..) = (from[0].get_mut("name"), again) {
            *name = format!("{name} {place}");
        }
    }
    sides
}

/// Returns the name of a company or fleet; `None` if it has none.
fn name_of(side: &Value) -> Option<&str> {
    side.as_str().or_else(|| side.get("name")?.as_str())
}

/// Returns each value once, in the order of their first places.
fn distinct<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    values.fold(Vec::new(), |mut all, value| {
        if !all.contains(value) {
            all.push(value.clone());
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;
    use hitchart_config::{FileKind, FileText};
    use std::collections::BTreeSet;

    /// Returns a built-in scenario, checked under a seed.
    fn scenario(name: &str, seed: u64) -> Scenario {
        let (_, file) = FileKind::Scenario.built_in().find(|(known, _)| *known == name).unwrap();
        check(FileText::from(file), &Overrides { seed: Some(seed), ..Overrides::default() }).unwrap()
    }

    /// Returns the studies of drawn meetings as written, from all studies of a scenario.
    fn studies(scenario: &Scenario, count: u64) -> Vec<Table> {
        let names: Vec<String> = scenario.studies.iter().map(|study| study.name.clone()).collect();
        let drawn = drawn(scenario, &Overrides::default(), (&names, count)).unwrap();
        let text: Table = drawn.file.text.parse().unwrap();
        text["study"].as_array().unwrap().iter().map(|study| study.as_table().unwrap().clone()).collect()
    }

    #[test]
    fn meetings_have_two_to_five_of_the_companies() {
        let (all, drawn) = (scenario("learning", 1), studies(&scenario("learning", 1), 24));
        let text: Table = all.file.text.parse().unwrap();
        let written = text["study"].as_array().unwrap().iter().flat_map(|study| study["companies"].as_array().unwrap());
        let written: Vec<&Value> = written.map(|side| &side["frames"]).collect();
        let players: BTreeSet<usize> = drawn.iter().map(|study| study["companies"].as_array().unwrap().len()).collect();
        assert_eq!(players, BTreeSet::from([2, 3, 4, 5]));
        assert!(
            drawn
                .iter()
                .flat_map(|study| study["companies"].as_array().unwrap())
                .all(|side| written.contains(&&side["frames"]))
        );
        assert_eq!(drawn, studies(&scenario("learning", 1), 24));
        assert_ne!(drawn, studies(&scenario("learning", 2), 24));
    }

    #[test]
    fn missions_have_the_aces_of_one_study_and_the_enemies_of_another() {
        let drawn = studies(&scenario("learning-apocalypse", 1), 12);
        let text: Table = scenario("learning-apocalypse", 1).file.text.parse().unwrap();
        let written = text["study"].as_array().unwrap();
        let has = |study: &Table, field: &str, other: &Value| study.get(field) == other.get(field);
        let as_written =
            |study: &&Table| written.iter().any(|other| has(study, TEAM, other) && has(study, "encounter", other));
        assert!(drawn.iter().filter(as_written).count() < 6);
        assert!(drawn.iter().all(|study| written.iter().any(|other| has(study, TEAM, other))));
    }

    #[test]
    fn studies_without_sides_are_refused() {
        let scenario = scenario("learning", 1);
        let problem = drawn(&scenario, &Overrides::default(), (&[], 1)).err().unwrap().problem;
        assert!(problem.contains("--meetings") && problem.contains("companies"), "{problem}");
    }
}
