//! The TOML of a test of claims, and its check.

use super::super::comparison::{ScenarioGames, cells, seated};
use super::super::{Arm, Scenario};
use super::{Checker, called, files::Files};
use crate::games::Entry;
use hitchart_config::{At, FileText, InputError, not_empty};
use hitchart_lab::claims::{AnswerSource, Claim, ClaimPart, ClaimsStudy, Direction, Fact, Prediction};
use hitchart_lab::compare::{Cell, Known};
use hitchart_lab::study::{Study, Written};
use hitchart_play::policy::DEEP;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, btree_map as map};
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
pub(crate) struct RawClaims {
    /// A scenario file whose studies of games are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play; all studies of games by default.
    studies: Option<Vec<String>>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+`; the policies of the studies
    /// by default.
    rungs: Option<Vec<String>>,
    /// True to repeat the games with `deep` too, the search with sixteen times the playouts, to confirm the verdicts.
    #[serde(default)]
    confirm: bool,
    /// Limit of games per study, change, rung and ruleset; 4000 by default.
    games: Option<At<u64>>,
    /// Largest change to ignore, as a share of the number before; 0.02 by default.
    matters: Option<At<f64>>,
    /// Scenario files, of any game, whose claims are added.
    #[serde(default)]
    include: Vec<At<String>>,
    /// The claims.
    #[serde(default)]
    claim: Vec<RawClaim>,
}

/// Changes of the rules with their predicted effects, and further fields.
macro_rules! changes {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[serde(deny_unknown_fields)]
        struct $name {
            $($(#[$field_doc])* $field: $type,)*
            /// Rulesets: built-in names, or files ending in `.toml` in the folder of the scenario. Without a change the predictions
            /// are about the answers of the studies.
            #[serde(default)]
            rules: Vec<At<String>>,
            /// Changes of fields of the rules or of the studies, as in a sweep, each with one value: `PATH=VALUE`; several
            /// with `;` between them are one change.
            #[serde(default)]
            fields: Vec<At<String>>,
            /// `METRIC rises`, `METRIC of WHOSE falls`, `changes` or `stays`; or, by the changed rules alone, `win of WHOSE trails
            /// WHOSE` or `leads`. About answers: `COLUMN of ROW at most NUMBER` or `at least`, `COLUMN of ROW leads ROW` or
            /// `trails`.
            #[serde(default)]
            predicts: Vec<At<String>>,
            /// The same as in the study, only for this claim.
            scenario: Option<At<String>>,
            studies: Option<Vec<String>>,
            rungs: Option<Vec<String>>,
            confirm: Option<bool>,
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
    /// Changes of the rules and their predicted effects, or predictions about answers.
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
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let mut files = Files::of(checker, &written)?;
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
        sources: Vec::new(),
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
        let facts = claim.known.iter().map(RawFact::fact).collect::<Result<_, _>>();
        let facts = facts.map_err(|problem| InputError::at(file, claim.id.span.clone(), problem))?;
        let revised = claim.revised.iter().map(|note| not_empty(file, note, "revised")).collect::<Result<_, _>>()?;
        let (game, untested) = (files.game.name.to_owned(), claim.untested.clone());
        let checked = Claim { id, says, game, known: 0, parts, facts, untested, revised };
        own_file(&claims, &checked).map_err(|problem| InputError::at(file, claim.id.span.clone(), problem))?;
        claims.push(checked);
    }
    let base = &read.arms[0].rules;
    let blind = read.arms.iter().skip(1).map(|arm| (arm.name.clone(), (files.game.blind)(&arm.rules, base)));
    let blind = blind.filter(|(_, fields)| !fields.is_empty()).collect();
    let (rulesets, rules) = read.arms.into_iter().map(|arm| (arm.name, arm.rules)).unzip();
    let known = vec![Arc::new(Known::of(rules, files.game.exact))];
    let (cells, sources) = (read.cells, read.sources);
    let mut study = ClaimsStudy { claims, rulesets, cells, sources, games, matters, known, blind, kept: None };
    study.check().map_err(|error| error.or_at(file, kind.clone()))?;
    raw.include.iter().try_for_each(|written| include(&mut study, written, &mut files, file))?;
    if study.claims.is_empty() {
        return Err(InputError::at(file, kind, "the study has no claim; add a `[[study.claim]]` or `include`"));
    }
    study.kept = Some(files.kept());
    Ok(Arc::new(study))
}

/// Adds the claims of another scenario.
fn include(
    study: &mut ClaimsStudy,
    written: &At<String>,
    files: &mut Files<'_>,
    file: &FileText,
) -> Result<(), InputError> {
    let at = |problem: String| InputError::at(file, written.span.clone(), problem);
    let name = written.value.trim();
    let scenario = files.included(written)?;
    let studies = scenario.studies.iter().filter_map(|study| study.method.included()?.downcast_ref::<ClaimsStudy>());
    let mut others = studies.peekable();
    if others.peek().is_none() {
        return Err(at(format!("`{name}` has no study of kind `claims`")));
    }
    for other in others {
        other.claims.iter().try_for_each(|claim| own_file(&study.claims, claim)).map_err(at)?;
        study.include(other, name.trim_end_matches(".toml"));
    }
    Ok(())
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
            confirm: self.confirm,
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
    sources: Vec<AnswerSource>,
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
        if let (Some(change), None) = (part.change(), part.predicts.first()) {
            let problem = "a change and its predictions must be given together; `predicts` is missing";
            return Err(InputError::at(file, change.span.clone(), problem));
        }
        let place = part.change().or(part.predicts.first()).map_or(0..0, |written| written.span.clone());
        let of_answers = part.change().is_none();
        let predictions = part.predicts.iter().map(|written| prediction(written, of_answers, file));
        let predictions = predictions.collect::<Result<_, _>>()?;
        let mut rulesets: Vec<usize> =
            part.rules.iter().map(|written| self.ruleset(written, files)).collect::<Result<_, _>>()?;
        let scenario = part.scenario.as_ref().or(raw.scenario.as_ref());
        let own = part.scenario.is_some();
        let studies = part.studies.clone().or(raw.studies.clone().filter(|_| !own)).unwrap_or_default();
        let rungs = part.rungs.clone().or(raw.rungs.clone()).unwrap_or_default();
        let on = files.on(scenario, studies, (rungs, part.confirm.unwrap_or(raw.confirm)))?;
        let key = scenario.map_or(String::new(), |scenario| scenario.value.trim().to_owned());
        let stem = |study: &str| match scenario.filter(|_| own) {
            None => study.to_owned(),
            Some(scenario) => format!("{}:{study}", scenario.value.trim().trim_end_matches(".toml")),
        };
        if of_answers {
            let on = files.answered(on);
            let found = self.scenarios(&on, format!("{key} answered"), (&mut Vec::new(), &[]), files.game);
            let found = found.and_then(|scenarios| sources(&on, &scenarios[0], part.rungs.is_some()));
            let mut found = found.map_err(|error| error.or_at(file, place))?;
            found.iter_mut().for_each(|source| source.study = stem(&source.study));
            let (studies, rungs) = self.add_sources(found);
            return Ok(ClaimPart { rulesets, studies, rungs, predictions });
        }
        let found = self.scenarios(&on, key, (&mut rulesets, &part.fields), files.game);
        let found = found.and_then(|scenarios| cells(&on, &scenarios));
        let mut found = found.map_err(|error| error.or_at(file, place))?;
        for cell in &mut found {
            cell.study = stem(&cell.study);
            cell.changed = rulesets[cell.changed - 1];
        }
        let studies = distinct(found.iter().map(|cell| &cell.study));
        let rungs = distinct(found.iter().map(|cell| &cell.rung));
        let same = |a: &Cell, b: &Cell| (&a.study, a.changed, &a.rung) == (&b.study, b.changed, &b.rung);
        for cell in found {
            if !self.cells.iter().any(|known| same(known, &cell)) {
                self.cells.push(cell);
            }
        }
        Ok(ClaimPart { rulesets, studies, rungs, predictions })
    }

    /// Adds sources of answers that are not known yet. Returns the names of the studies and of the rungs of all.
    fn add_sources(&mut self, found: Vec<AnswerSource>) -> (Vec<String>, Vec<String>) {
        let studies = distinct(found.iter().map(|source| &source.study));
        let rungs = distinct(found.iter().map(|source| &source.rung));
        for source in found {
            if !self.sources.iter().any(|known| (&known.study, &known.rung) == (&source.study, &source.rung)) {
                self.sources.push(source);
            }
        }
        (studies, rungs)
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
            changes.push(self.place_of(arm, written)?);
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
        let arm = Arm::of_rules(name, rules);
        self.place_of(arm, written).map_err(|error| error.or_at(files.file, written.span.clone()))
    }

    /// Returns the place of a change, which is added if it is new.
    ///
    /// # Errors
    /// Fails on a change that changes nothing: a claim about it would test the seeds.
    fn place_of(&mut self, arm: Arm, written: &At<String>) -> Result<usize, InputError> {
        if arm.is_unchanged(&self.arms[0].rules) {
            let problem = format!("`{}` changes nothing: every field has this value already", written.value.trim());
            return Err(InputError::plain(problem));
        }
        let known = self.arms.iter().skip(1).position(|known| known.is_same(&arm));
        Ok(known.map_or_else(
            || {
                self.arms.push(arm);
                self.arms.len() - 1
            },
            |place| place + 1,
        ))
    }
}

/// Returns the names in order, without duplicates.
fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.cloned().collect::<BTreeSet<String>>().into_iter().collect()
}

/// Reads a prediction of an effect of a change, or of a number of an answer.
fn prediction(written: &At<String>, of_answers: bool, file: &FileText) -> Result<Prediction, InputError> {
    let at = |problem: String| InputError::at(file, written.span.clone(), problem);
    let read = Prediction::read(&written.value).map_err(at)?;
    let is_of_one = Direction::OF_ONE.iter().any(|(_, direction)| *direction == read.direction);
    match (of_answers, read.bound) {
        (true, _) if is_of_one => {
            let problem = format!("`{read}` is about a change; `rules` is missing");
            let help = "without a change of the rules, write `at least`, `at most`, `leads` or `trails`";
            Err(at(problem).with_help(Some(help.to_owned())))
        }
        (false, Some(_)) => Err(at(format!("`{read}` is about the rules as they are; it takes no `rules`"))),
        _ => Ok(read),
    }
}

/// Returns the studies of a scenario whose answers are read, or all of them, each played by every rung. `own` is true if
/// the rungs are those of the part, so that a study with fixed players is a mistake.
fn sources(on: &ScenarioGames, scenario: &Scenario, own: bool) -> Result<Vec<AnswerSource>, InputError> {
    let names = || scenario.studies.iter().map(|study| study.name.as_str());
    let mut all = Vec::new();
    let wanted = if on.studies.is_empty() { names().map(str::to_owned).collect() } else { on.studies.clone() };
    for name in &wanted {
        let unknown = || InputError::unknown("study", name, names());
        let study = scenario.studies.iter().find(|study| study.name == name.trim()).ok_or_else(unknown)?;
        let source = |rung: &str, method| AnswerSource {
            study: study.name.clone(),
            kind: study.kind,
            rung: rung.to_owned(),
            method,
        };
        match study.method.games().filter(|_| !on.rungs.is_empty()) {
            None if own => {
                let kind = study.kind;
                return Err(InputError::plain(format!(
                    "study `{name}` is of kind `{kind}`, whose players stand in the scenario; leave `rungs` out"
                )));
            }
            None => all.push(source("as given", Arc::clone(&study.method))),
            Some(games) => {
                for rung in &on.rungs {
                    all.push(source(rung.trim(), seated(games, rung)?));
                }
            }
        }
        if let Some(games) = study.method.games().filter(|_| on.confirm) {
            all.push(source(DEEP, seated(games, DEEP)?));
        }
    }
    Ok(all)
}

impl RawFact {
    fn fact(&self) -> Result<Fact, String> {
        let (least, most) = (self.least.unwrap_or(1.0), self.most.unwrap_or(f64::INFINITY));
        if !(least >= 0.0 && least.is_finite()) {
            return Err(format!("`least` is {least}; allowed: a ratio of 0 or more"));
        }
        if most.is_nan() || most < least {
            return Err(format!("`least` is {least} and `most` is {most}; allowed: a `most` of at least `least`"));
        }
        let (measure, item, than) = (self.measure.clone(), self.item.clone(), self.than.clone());
        Ok(Fact { measure, item, than, ratio: (least, most) })
    }
}
