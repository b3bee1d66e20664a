//! Bids: numbers of frames and systems against each other, first by points, then by games between companies optimised
//! for them.
//!
//! The study has stages. A company is built for each bid against drawn companies, and again against the companies
//! found. Then all of them meet, in pairs or at larger tables. The whole is repeated with other companies and dice.
//! Results of one study are built into the program.

mod answer;
pub(crate) mod grid;
mod moves;
mod replies;
mod round;

pub(crate) use answer::answer_to;
pub(crate) use grid::{Built, Grid, Typed, full_frame};
pub(super) use moves::check as check_moves;

use super::Checker;
use super::builds::{raw::Constraints, setting::CompanySetting};
use crate::games::rapid_attack::design::{CompanySpace, why_none};
use grid::RawBids;
use hitchart_config::{At, FileText, InputError, from_json, some_of};
use hitchart_lab::builds::{BuildSetting, DescribedSetting, Drafts, REPEATS, REPEATS_ALLOWED, Sizes, number, pairs};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{Answer, PlayedBy, Run, RunCounts, Study, Written};
use round::{Answers, Plan, Tabled, Tables};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{ops::Range, sync::Arc};

// Results of bids that are built into the program, with their provenance.

/// Scenario that the games are played from.
pub(crate) const SCENARIO: &str = include_str!("../../../../../../../scenarios/bids.toml");
/// File name of the scenario.
pub(crate) const SCENARIO_NAME: &str = "bids.toml";
/// The saved results.
const RESULTS: &str = include_str!("results.json");

/// Provenance of results: enough to reproduce them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BidsProvenance {
    pub version: String,
    pub scenario: String,
    /// Hash of the scenario as played, with the games and the bid of the command line.
    pub scenario_sha256: String,
    pub ruleset: String,
    pub ruleset_sha256: String,
    pub seed: u64,
}

/// Results of bids with their provenance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    pub made: BidsProvenance,
    pub grid: Grid,
}

impl Saved {
    /// Returns the results built into the program.
    ///
    /// # Errors
    /// Fails only if the results are incomplete, which a test rules out.
    pub(crate) fn built_in() -> Result<Saved, InputError> {
        let saved: Saved = from_json(&FileText { path: "results.json".into(), text: RESULTS.to_owned() })?;
        match saved.grid.is_whole() {
            true => Ok(saved),
            false => Err(InputError::plain("the results of bids are not whole")),
        }
    }

    /// Returns the results as the text of a file.
    pub(crate) fn file(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

// The study of bids.

/// Default total number of games to build the companies of each bid.
pub(crate) const BUILD_GAMES: u64 = 12_000;
/// Default number of games of each pair of bids.
pub(crate) const GAMES: u64 = 600;
/// Default number of games of each table of three or more, and of each bid against the equilibrium.
const TABLE_GAMES: u64 = 120;
const TEST_GAMES: u64 = 2_000;
/// Most bids of a study.
const MAX_BIDS: usize = 60;
/// Most tables of three or more, if all of them are played.
const MAX_TABLES: usize = 2_000;

/// Study of bids against each other.
#[derive(Clone, Debug)]
pub(crate) struct BidsStudy {
    bids: Vec<Typed>,
    sizes: Sizes<CompanySetting>,
    /// Games at tables of three or more, which replace the games of pairs.
    round: Option<Plan>,
}

/// Checks the study.
pub(crate) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let raw: RawBids = written.read()?;
    let players = number(checker.file, &raw.players, "players", (2, 5), 2)? as usize;
    let mut setting = checker.setting_of(players, (raw.size, ground), &name, raw.policy.as_ref())?;
    let bids = raw.bids.as_ref().map(|written| typed(checker, written, &setting.space)).transpose()?;
    let amounts = Amounts {
        build_pairs: pairs(checker.file, &raw.build_games, "build_games", BUILD_GAMES)?,
        pairs: pairs(checker.file, &raw.games, "games", GAMES)?,
        companies: companies(checker, &raw.companies)?,
    };
    plain(checker, &mut setting, raw.split)?;
    let mut bids = bids.unwrap_or_else(|| usual(&setting.space));
    let against = against(checker, &raw, &setting.space, &mut bids)?;
    let mut study = BidsStudy::of(setting, bids, amounts, checker.seed);
    study.round = round_of(checker, &raw, (players, study.bids.len(), amounts.companies), &kind)?;
    study.round = study.round.map(|plan| Plan { against, ..plan });
    match study.unbuilt(&name) {
        None => Ok(Arc::new(study)),
        Some(bid) => {
            let span = raw.bids.map_or(kind, |bids| bids.span);
            Err(InputError::at(checker.file, span, study.without_company(bid)))
        }
    }
}

/// Returns the place of the bid to answer, and adds the bid to the list if it is missing; `None` if no bid is named.
fn against(
    checker: &Checker<'_>,
    raw: &RawBids,
    space: &CompanySpace,
    bids: &mut Vec<Typed>,
) -> Result<Option<usize>, InputError> {
    let Some(text) = &raw.against else { return Ok(None) };
    if space.players == 2 {
        let problem = "`against` is for 3 players or more; with two, `hitchart ra bid` answers from all bids";
        return Err(InputError::at(checker.file, text.span.clone(), problem));
    }
    let bid = one(checker, text, space)?;
    let known = bids.iter().position(|known| *known == bid);
    Ok(Some(known.unwrap_or_else(|| {
        bids.push(bid);
        bids.len() - 1
    })))
}

/// Numbers of games and companies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amounts {
    /// Pairs of games of all searches for a bid.
    pub build_pairs: u64,
    /// Pairs of games of each pair of bids.
    pub pairs: u64,
    /// Number of companies of each bid.
    pub companies: usize,
}

/// Reads the number of companies to build for each bid.
pub(crate) fn companies(checker: &Checker<'_>, written: &Option<At<u64>>) -> Result<usize, InputError> {
    let allowed = (*REPEATS_ALLOWED.start(), *REPEATS_ALLOWED.end());
    Ok(number(checker.file, written, "companies", allowed, REPEATS as u64)? as usize)
}

/// Returns the games at tables of three or more; `None` for two players.
fn round_of(
    checker: &Checker<'_>,
    raw: &RawBids,
    (players, bids, repeats): (usize, usize, usize),
    kind: &Range<usize>,
) -> Result<Option<Plan>, InputError> {
    if players == 2 {
        let none = |test: &At<u64>| {
            Err(InputError::at(checker.file, test.span.clone(), "`test_games` is for 3 players or more"))
        };
        return raw.test_games.as_ref().map_or(Ok(None), none);
    }
    let tables = (1..=players).fold(1, |ways, k| ways * (bids + k - 1) / k);
    if tables > MAX_TABLES && raw.against.is_none() {
        let span = raw.bids.as_ref().map_or(kind.clone(), |bids| bids.span.clone());
        let problem = format!(
            "{bids} bids make {tables} tables of {players}; at most {MAX_TABLES} are played, so name fewer bids"
        );
        return Err(InputError::at(checker.file, span, problem));
    }
    // In a group every player takes every seat with the same dice. Each repetition has at least two groups, so that
    // groups can differ.
    let groups = |games: u64| games.div_ceil(players as u64 * repeats as u64).max(2);
    let games = pairs(checker.file, &raw.games, "games", TABLE_GAMES)?;
    let test_games = pairs(checker.file, &raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Some(Plan { players, against: None, groups: groups(2 * games), test_groups: groups(2 * test_games) }))
}

/// Parses the written bids and removes duplicates.
fn typed(checker: &Checker<'_>, written: &At<Vec<At<String>>>, space: &CompanySpace) -> Result<Vec<Typed>, InputError> {
    let mut bids = Vec::new();
    for text in some_of(checker.file, written, "bid", MAX_BIDS)? {
        let bid = one(checker, text, space)?;
        if !bids.contains(&bid) {
            bids.push(bid);
        }
    }
    Ok(bids)
}

/// Parses a bid and checks that the size allows it.
fn one(checker: &Checker<'_>, text: &At<String>, space: &CompanySpace) -> Result<Typed, InputError> {
    let at = |problem: String| InputError::at(checker.file, text.span.clone(), problem);
    let bid = Typed::parse(&text.value, checker.rules).map_err(at)?;
    match space.limits.allow(bid.frames.into()) {
        true => Ok(bid),
        false => {
            let (size, players) = (space.size.name(), space.players);
            Err(at(format!("{} frames; allowed in a {size} of {players}: {}", bid.frames, space.limits)))
        }
    }
}

/// Narrows the space of companies for bids: no environmental systems, and split weapons only if `split`.
fn plain(checker: &Checker<'_>, setting: &mut CompanySetting, split: bool) -> Result<(), InputError> {
    let plain = Constraints { split, ..Constraints::default() };
    checker.constrain(&mut setting.space, &plain, (false, true))
}

/// Returns the default bids: every number of frames with full frames, and with 1, 2 and 4 systems fewer (1 and 4 with
/// more than two players).
fn usual(space: &CompanySpace) -> Vec<Typed> {
    let less: &[u16] = if space.players == 2 { &[4, 2, 1, 0] } else { &[4, 1, 0] };
    let full = |frames: u16| frames * u16::from(space.rules.frame.max_systems);
    let frames = space.frames.least..=space.frames.most;
    let bid = |frames: u16, less: u16| Typed { frames: frames as u8, systems: full(frames).saturating_sub(less) };
    frames.flat_map(|frames| less.iter().map(move |less| bid(frames, *less))).collect()
}

impl BidsStudy {
    /// Creates a study of these bids, with companies from the setting's space.
    fn of(setting: CompanySetting, bids: Vec<Typed>, amounts: Amounts, seed: u64) -> BidsStudy {
        let Amounts { build_pairs, pairs, companies } = amounts;
        let space = |bid: &Typed| {
            let Typed { frames, systems } = *bid;
            (format!("{frames}-{systems}"), setting.space.of_bid(frames.into(), systems))
        };
        let spaces = bids.iter().map(space).collect();
        BidsStudy {
            bids,
            sizes: Sizes { spaces, repeats: companies, build_pairs, pairs, seed, setting, drafts: Drafts::default() },
            round: None,
        }
    }

    /// Creates a study of the default bids in a setting, with or without split weapons.
    pub(crate) fn usual(
        checker: &Checker<'_>,
        mut setting: CompanySetting,
        split: bool,
        amounts: Amounts,
    ) -> Result<BidsStudy, InputError> {
        plain(checker, &mut setting, split)?;
        let bids = usual(&setting.space);
        Ok(BidsStudy::of(setting, bids, amounts, checker.seed))
    }

    /// Returns the seed of all dice of the study.
    pub(crate) fn seed(&self) -> u64 {
        self.sizes.seed
    }

    /// Explains why a bid has no company.
    pub(crate) fn without_company(&self, bid: Typed) -> String {
        let Typed { frames, systems } = bid;
        let space = self.sizes.setting.space.of_bid(frames.into(), systems);
        why_none(&space).unwrap_or_else(|| format!("no company of {frames} frames and {systems} systems was found"))
    }

    /// Returns the first bid without a starting company; `None` if all have one.
    pub(crate) fn unbuilt(&self, name: &str) -> Option<Typed> {
        self.sizes.unbuilt(name).map(|place| self.bids[place])
    }

    /// Returns the results so far of tables of three or more, and the next jobs.
    fn tabled(&self, plan: Plan, name: &str, counted: &RunCounts) -> (Option<Tables>, Vec<Job>) {
        let mut next = Vec::new();
        let Some(repeats) = self.sizes.built(name, counted, &mut next) else { return (None, next) };
        let Sizes { setting, seed, .. } = &self.sizes;
        Tabled { plan, setting, repeats: &repeats, name, seed: *seed, counted }.course()
    }

    /// Returns the results so far of the replies to one bid at tables of three or more, and the next jobs.
    fn answers(&self, plan: Plan, against: usize, name: &str, counted: &RunCounts) -> (Option<Answers>, Vec<Job>) {
        let mut next = Vec::new();
        let Some(repeats) = self.sizes.built(name, counted, &mut next) else { return (None, next) };
        let Sizes { setting, seed, .. } = &self.sizes;
        Tabled { plan, setting, repeats: &repeats, name, seed: *seed, counted }.answers(against)
    }

    /// Returns the bids with their companies and games; `None` until all games are played.
    pub(crate) fn grid(&self, name: &str, counted: &RunCounts) -> Option<Grid> {
        let (builds, met) = self.sizes.met(name, counted)?;
        let setting = &self.sizes.setting;
        Some(Grid {
            size: setting.space.size,
            battlefield: setting.battlefield.clone(),
            policy: setting.policy.name().to_owned(),
            stations: setting.space.limits.stations,
            bids: Built::all(&builds),
            met: met.met,
        })
    }
}

impl Study for BidsStudy {
    fn players(&self) -> Vec<PlayedBy> {
        self.sizes.setting.players()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        match self.round {
            None => self.sizes.next_jobs(run.name, counted),
            Some(plan @ Plan { against: Some(against), .. }) => self.answers(plan, against, run.name, counted).1,
            Some(plan) => self.tabled(plan, run.name, counted).1,
        }
    }

    fn kept(&self) -> Option<Value> {
        self.sizes.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let Sizes { setting, seed, .. } = &self.sizes;
        let space = &setting.space;
        let told = match self.round {
            None => {
                let grid = self.grid(name, counted);
                grid.map(|grid| answer::answer(name, &grid, &space.limits, &space.rules, *seed))
            }
            Some(plan @ Plan { against: Some(against), .. }) => {
                let answers = self.answers(plan, against, name, counted).0;
                answers.map(|answers| answers.replies().answer(name))
            }
            Some(plan) => {
                let tables = self.tabled(plan, name, counted).0;
                tables.map(|tables| round::answer(name, &tables, setting))
            }
        };
        told.unwrap_or_default()
    }
}
