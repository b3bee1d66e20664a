//! `restricted`: an entrant of a program without each thing that the program can withhold.

use super::studies::{Checker, margins};
use super::table::{Table, lasting, named};
use hitchart_config::{At, InputError};
use hitchart_lab::builds::{BuildSetting, DescribedSetting, Restricted, RestrictedSetting, pairs};
use hitchart_lab::study::{Bouts, MeetingTable, Study, Written};
use hitchart_lab::tournament::MAX_ENTRANTS;
use hitchart_play::program::snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Default number of games of each restriction.
const RESTRICTED_GAMES: u64 = 1_000;

/// An entrant without each thing that can be withheld, in a game with two seats.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawRestricted {
    /// Entrant; by default the first of the game.
    entrant: Option<At<String>>,
    /// Opponents; by default the entrant with all things.
    field: Option<At<Vec<At<String>>>>,
    /// Things to withhold; by default all of the game.
    withhold: Option<At<Vec<At<String>>>>,
    /// Games of each restriction; 1000 by default.
    games: Option<At<u64>>,
}

/// A setting of entrants of a program at one table.
#[derive(Clone, Debug)]
pub(super) struct Withholding {
    table: Table,
}

impl BuildSetting for Withholding {
    type Build = String;
    type Field = Vec<String>;

    fn key(entrant: &String) -> String {
        entrant.clone()
    }

    fn table(&self, entrant: &String, field: &Arc<Vec<String>>) -> MeetingTable {
        self.table_without(entrant, None, field)
    }

    fn effort(&self, _: &Vec<String>) -> f64 {
        1e6
    }
}

impl DescribedSetting for Withholding {
    fn describe(&self) -> String {
        let game = self.table.program.description();
        format!("Entrants of {} {}", game.name, game.version)
    }

    fn names(field: &Vec<String>) -> Vec<&str> {
        field.iter().map(String::as_str).collect()
    }

    fn kept(&self) -> Option<Value> {
        Some(snapshot(&*self.table.program))
    }
}

impl RestrictedSetting for Withholding {
    /// Name of the thing.
    type Bar = &'static str;

    const LEFT: &'static str = "The program withholds the thing from one seat.";
    const BARRED: &'static str = "How the entrant plays without it is up to the program.";

    fn without(bar: &'static str) -> &'static str {
        lasting(&format!("without {bar}"))
    }

    fn sort_of(_: &'static str) -> &'static str {
        "withheld"
    }

    fn table_without(&self, entrant: &String, bar: Option<&'static str>, field: &Arc<Vec<String>>) -> MeetingTable {
        let against = |opponent: &String| Table {
            entrants: vec![entrant.clone(), opponent.clone()],
            without: bar.map_or_else(Vec::new, |bar| vec![Some(bar.to_owned()), None]),
            ..self.table.clone()
        };
        let tables: Vec<Table> = field.iter().map(against).collect();
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let tables = tables.clone();
            Box::new(move |key, pair| margins(&tables[(pair % tables.len() as u64) as usize], key, stop))
        })
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawRestricted = written.read()?;
    let game = checker.program.description();
    if game.seats != 2 {
        let problem = format!("`restricted` needs a game of 2 seats; {} has {}", game.name, game.seats);
        return Err(InputError::at(file, kind, problem));
    }
    if game.withhold.is_empty() {
        let problem = format!("{} has nothing that can be withheld", game.name);
        let help = "list the things under `withhold` in the description of the game";
        return Err(InputError::at(file, kind, problem).with_help(Some(help)));
    }
    let entrant = match &raw.entrant {
        None => game.entrants[0].name.clone(),
        Some(name) => {
            named("entrant", &name.value, &game.entrants).map_err(|error| error.or_at(file, name.span.clone()))?
        }
    };
    let field = match &raw.field {
        None => vec![entrant.clone()],
        Some(written) => checker.names("entrant", written, &game.entrants, MAX_ENTRANTS)?,
    };
    let things = match &raw.withhold {
        None => game.withhold.iter().map(|thing| thing.name.clone()).collect(),
        Some(written) => checker.names("thing to withhold", written, &game.withhold, game.withhold.len())?,
    };
    let pairs = pairs(file, &raw.games, "games", RESTRICTED_GAMES)?;
    let setting = Withholding { table: checker.table(Vec::new(), true) };
    let bars = things.iter().map(|thing| lasting(thing));
    Ok(Arc::new(Restricted::new(setting, (entrant.clone(), entrant), Vec::new(), bars, (Arc::new(field), pairs))))
}
