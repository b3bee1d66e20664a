//! The TOML of a test of claims, and its check.

use super::super::comparison::{ScenarioGames, cells};
use super::super::{Arm, Scenario};
use super::called;
use super::files::Files;
use crate::games::Entry;
use hitchart_config::{At, FileText, InputError, not_empty};
use hitchart_lab::claims::{Claim, ClaimPart, ClaimsStudy, Fact, Prediction};
use hitchart_lab::compare::{Cell, Known};
use hitchart_lab::study::{Study, Written};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, btree_map as map};
use std::sync::Arc;

/// Longest name of a claim in bytes: it is part of a file name.
const MAX_ID: usize = 60;

/// Checks that the name of a claim is short enough, and that its files differ in name from those of earlier claims.
fn own_file(claims: &[Claim], claim: &Claim) -> Result<(), String> {
    let (id, file) = (&claim.id, claim.file());
    if id.len() > MAX_ID {
        return Err(format!("the name of the claim has {} bytes; allowed: 1 to {MAX_ID}", id.len()));
    }
    match claims.iter().find(|other| other.file() == file) {
        Some(other) => Err(format!("claims `{id}` and `{}` would both write files named `{file}`", other.id)),
        None => Ok(()),
    }
}

/// Claims of a text about effects of changes of the scenario's rules.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawClaims {
    /// A scenario file whose studies of games are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play; all studies of games by default.
    studies: Option<Vec<String>>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+`; the policies of the studies
    /// by default.
    rungs: Option<Vec<String>>,
    /// Limit of games per study, change, rung and ruleset; 4000 by default.
    games: Option<At<u64>>,
    /// Largest change to ignore, as a share of the number before; 0.02 by default.
    matters: Option<At<f64>>,
    /// The claims.
    claim: Vec<RawClaim>,
}

/// Changes of the rules with their predicted effects, and further fields.
macro_rules! changes {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[serde(deny_unknown_fields)]
        struct $name {
            $($(#[$field_doc])* $field: $type,)*
            /// Rulesets: built-in names, or files ending in `.toml` in the folder of the scenario.
            #[serde(default)]
            rules: Vec<At<String>>,
            /// Changes of fields of the rules or of the studies, as in a sweep, each with one value: `PATH=VALUE`; several
            /// with `;` between them are one change.
            #[serde(default)]
            fields: Vec<At<String>>,
            /// `METRIC rises`, `METRIC of WHOSE falls`, `changes` or `stays`; or, by the changed rules alone, `win of WHOSE trails
            /// WHOSE` or `leads`.
            #[serde(default)]
            predicts: Vec<At<String>>,
            /// The same as in the study, only for this claim.
            scenario: Option<At<String>>,
            studies: Option<Vec<String>>,
            rungs: Option<Vec<String>>,
        }
    };
}

changes! {
    /// A claim.
    #[derive(Debug, Deserialize, JsonSchema)]
    RawClaim {
        /// Name of the claim, such as `H02`; unique.
        id: At<String>,
        /// Text of the claim.
        says: At<String>,
        /// Further changes with their predictions.
        #[serde(default)]
        parts: Vec<RawPart>,
        /// Predictions of exact numbers.
        #[serde(default)]
        known: Vec<RawFact>,
        /// Reason why games of these players cannot test it.
        untested: Option<String>,
        /// Changes of its words, metrics or games after a first result, each with its day and reason.
        #[serde(default)]
        revised: Vec<At<String>>,
    }
}

changes! {
    /// Changes of the rules, and their predicted effects.
    #[derive(Clone, Debug, Deserialize, JsonSchema)]
    RawPart {}
}

/// An exact number, and its ratio to another one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawFact {
    /// Name of the measure, as `compare` prints it.
    measure: String,
    item: String,
    /// Item to compare with; by default all items whose names differ only in the first word.
    than: Option<String>,
    /// Smallest and largest ratio that supports the claim; 1 and no limit by default.
    least: Option<f64>,
    most: Option<f64>,
}

/// Largest change to ignore, by default.
const MATTERS: f64 = 0.02;

/// Checks the study.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(crate) fn check(mut files: Files<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawClaims = written.read()?;
    let games = files.games(raw.games.as_ref())?;
    let matters = match &raw.matters {
        None => MATTERS,
        Some(part) if part.value > 0.0 && part.value < 1.0 => part.value,
        Some(part) => {
            let problem = format!("`matters` is {}; allowed: between 0 and 1", part.value);
            return Err(InputError::at(file, part.span.clone(), problem));
        }
    };
    let mut read = Read {
        arms: vec![Arm::of_rules(files.base.name.clone(), files.base.clone())],
        cells: Vec::new(),
        scenarios: BTreeMap::new(),
    };
    let mut claims: Vec<Claim> = Vec::new();
    for claim in &raw.claim {
        let id = not_empty(file, &claim.id, "id")?;
        if claims.iter().any(|other| other.id == id) {
            return Err(InputError::at(file, claim.id.span.clone(), format!("two claims are named `{id}`")));
        }
        let told = claim.untested.is_some() || !claim.known.is_empty() || claim.written().next().is_some();
        if !told {
            let problem = format!("claim `{id}` has no prediction; give it `predicts`, `known` or `untested`");
            return Err(InputError::at(file, claim.id.span.clone(), problem));
        }
        let parts = claim.written().map(|part| read.part(&raw, &part, &mut files, file));
        let parts = parts.collect::<Result<_, _>>()?;
        let says = not_empty(file, &claim.says, "says")?;
        let facts = claim.known.iter().map(RawFact::fact).collect();
        let revised = claim.revised.iter().map(|note| not_empty(file, note, "revised")).collect::<Result<_, _>>()?;
        let checked = Claim { id, says, parts, facts, untested: claim.untested.clone(), revised };
        own_file(&claims, &checked).map_err(|problem| InputError::at(file, claim.id.span.clone(), problem))?;
        claims.push(checked);
    }
    let base = &read.arms[0].rules;
    let blind = read.arms.iter().skip(1).map(|arm| (arm.name.clone(), (files.game.blind)(&arm.rules, base)));
    let blind = blind.filter(|(_, fields)| !fields.is_empty()).collect();
    let (rulesets, rules) = read.arms.into_iter().map(|arm| (arm.name, arm.rules)).unzip();
    let (known, kept) = (Known::of(rules, files.game.exact), Some(files.kept()));
    let study = ClaimsStudy { claims, rulesets, cells: read.cells, games, matters, known, blind, kept };
    study.check().map_err(|error| error.or_at(file, kind))?;
    Ok(Arc::new(study))
}

impl RawClaim {
    /// Returns the parts that contain changes or predictions.
    fn written(&self) -> impl Iterator<Item = RawPart> {
        let own = RawPart {
            rules: self.rules.clone(),
            fields: self.fields.clone(),
            predicts: self.predicts.clone(),
            scenario: self.scenario.clone(),
            studies: self.studies.clone(),
            rungs: self.rungs.clone(),
        };
        [own].into_iter().chain(self.parts.clone()).filter(|part| !part.predicts.is_empty() || part.change().is_some())
    }
}

impl RawPart {
    /// Returns the first change.
    fn change(&self) -> Option<&At<String>> {
        self.rules.first().or(self.fields.first())
    }
}

/// Data read from the claims so far.
struct Read {
    /// The unchanged rules, and all changes.
    arms: Vec<Arm>,
    cells: Vec<Cell>,
    /// Scenarios as played, by their written name with the studies, and the place of the change.
    scenarios: BTreeMap<(String, usize), Arc<Scenario>>,
}

impl Read {
    /// Reads a part of a claim, and adds its cells.
    fn part(
        &mut self,
        raw: &RawClaims,
        part: &RawPart,
        files: &mut Files<'_>,
        file: &FileText,
    ) -> Result<ClaimPart, InputError> {
        let missing = |what: &str, at: &At<String>| {
            InputError::at(
                file,
                at.span.clone(),
                format!("a change and its predictions must be given together; `{what}` is missing"),
            )
        };
        let place = match (part.change(), part.predicts.first()) {
            (Some(change), Some(_)) => change.span.clone(),
            (Some(change), None) => return Err(missing("predicts", change)),
            (None, Some(predicts)) => return Err(missing("rules", predicts)),
            (None, None) => 0..0,
        };
        let prediction = |written: &At<String>| {
            Prediction::read(&written.value).map_err(|problem| InputError::at(file, written.span.clone(), problem))
        };
        let predictions = part.predicts.iter().map(prediction).collect::<Result<_, _>>()?;
        let mut rulesets: Vec<usize> =
            part.rules.iter().map(|written| self.ruleset(written, files)).collect::<Result<_, _>>()?;
        let scenario = part.scenario.as_ref().or(raw.scenario.as_ref());
        let own = part.scenario.is_some();
        let studies = part.studies.clone().or(raw.studies.clone().filter(|_| !own)).unwrap_or_default();
        let rungs = part.rungs.clone().or(raw.rungs.clone()).unwrap_or_default();
        let on = files.on(scenario, studies, rungs)?;
        let key = scenario.map_or(String::new(), |scenario| scenario.value.trim().to_owned());
        let found = self.scenarios(&on, key, (&mut rulesets, &part.fields), files.game);
        let found = found.and_then(|scenarios| cells(&on, &scenarios));
        let mut found = found.map_err(|error| error.or_at(file, place))?;
        let stem = |cell: &Cell| match scenario.filter(|_| own) {
            None => cell.study.clone(),
            Some(scenario) => format!("{}:{}", scenario.value.trim().trim_end_matches(".toml"), cell.study),
        };
        for cell in &mut found {
            cell.study = stem(cell);
            cell.changed = rulesets[cell.changed - 1];
        }
        let names = |of: fn(&Cell) -> &String| {
            let mut names: Vec<String> = found.iter().map(|cell| of(cell).clone()).collect();
            names.sort();
            names.dedup();
            names
        };
        let (studies, rungs) = (names(|cell| &cell.study), names(|cell| &cell.rung));
        let same = |a: &Cell, b: &Cell| (&a.study, a.changed, &a.rung) == (&b.study, b.changed, &b.rung);
        for cell in found {
            if !self.cells.iter().any(|known| same(known, &cell)) {
                self.cells.push(cell);
            }
        }
        Ok(ClaimPart { rulesets, studies, rungs, predictions })
    }

    /// Returns a scenario unchanged and under each of some changes; each is checked once. Changes of fields join the
    /// rulesets.
    fn scenarios(
        &mut self,
        on: &ScenarioGames,
        name: String,
        (changes, fields): (&mut Vec<usize>, &[At<String>]),
        game: &Entry,
    ) -> Result<Vec<Arc<Scenario>>, InputError> {
        let read = on.read(game)?;
        // Changes of fields apply to the studies that play.
        let key = if fields.is_empty() { name } else { format!("{name}: {}", on.studies.join(", ")) };
        let base = match self.scenarios.get(&(key.clone(), 0)) {
            Some(known) => Arc::clone(known),
            None => Arc::new(on.under(&read, &self.arms[0].rules)?),
        };
        let names = on.names(&base);
        self.scenarios.insert((key.clone(), 0), base);
        for written in fields {
            let arm = Arm::parse(&written.value, &self.arms[0].rules, Some((on, &names)), game)?;
            changes.push(self.place_of(arm));
        }
        let arms = &self.arms;
        let all = std::iter::once(0).chain(changes.iter().copied());
        let scenario = |place: usize| match self.scenarios.entry((key.clone(), place)) {
            map::Entry::Occupied(known) => Ok(Arc::clone(known.get())),
            map::Entry::Vacant(new) => {
                Ok(Arc::clone(new.insert(Arc::new(on.of_arm(&read, (game, &names), &arms[place])?))))
            }
        };
        all.map(scenario).collect()
    }

    /// Returns the place of a ruleset, which is added if it is new.
    fn ruleset(&mut self, written: &At<String>, files: &mut Files<'_>) -> Result<usize, InputError> {
        let rules = files.rules(written)?;
        let name = called(&self.arms, written, &rules);
        Ok(self.place_of(Arm::of_rules(name, rules)))
    }

    /// Returns the place of a change, which is added if it is new.
    fn place_of(&mut self, arm: Arm) -> usize {
        let known = self.arms.iter().skip(1).position(|known| known.is_same(&arm));
        known.map_or_else(
            || {
                self.arms.push(arm);
                self.arms.len() - 1
            },
            |place| place + 1,
        )
    }
}

impl RawFact {
    fn fact(&self) -> Fact {
        Fact {
            measure: self.measure.clone(),
            item: self.item.clone(),
            than: self.than.clone(),
            ratio: (self.least.unwrap_or(1.0), self.most.unwrap_or(f64::INFINITY)),
        }
    }
}
