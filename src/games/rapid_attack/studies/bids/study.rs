//! Bids as a study in stages: a company is built for each bid against drawn ones, and once more against those that were
//! found; then all of them meet, in twos or at tables of several.

use super::grid::{Built, Grid, Met, Typed};
use super::raw::RawBids;
use super::round::{self, Plan, Tabled, Tables};
use super::tables;
use crate::dice::Throw;
use crate::games::rapid_attack::design::{Build, Space, drawn};
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::studies::builds::breeding::{Breeding, Search};
use crate::games::rapid_attack::studies::builds::optimise::spare;
use crate::games::rapid_attack::studies::builds::setting::{Constraints, Setting};
use crate::games::rapid_attack::studies::builds::sitting::Field;
use crate::games::rapid_attack::studies::builds::trial::Trial;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{At, InputError, some_of};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::runner::games::key;
use crate::study::{Answer, Asked, Counted, Run, Written};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// Games by which a company is built for each bid, in all.
pub const BUILD_GAMES: u64 = 8_000;
/// Games of each two bids.
pub const GAMES: u64 = 600;
/// Games of each table of several, and of each bid against what they settle on.
const TABLE_GAMES: u64 = 120;
const TEST_GAMES: u64 = 2_000;
/// Most bids of a study.
const MAX_BIDS: usize = 60;
/// Most tables of several that are all played.
const MAX_TABLES: usize = 2_000;
/// Companies of a generation, and generations, of each of the two searches for a bid.
const POPULATION: usize = 24;
const GENERATIONS: usize = 3;
/// What the searches for a company are called, in their order.
const ROUNDS: [&str; 2] = ["first", "second"];

/// Bids against each other.
#[derive(Clone, Debug)]
pub struct BidsStudy {
    setting: Setting,
    bids: Vec<Typed>,
    spare: Option<Loadout>,
    amounts: Amounts,
    /// What is played instead at tables of more than two.
    round: Option<Plan>,
    seed: u64,
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let raw: RawBids = written.read()?;
    let players = checker.number(&raw.players, "players", (2, 5), 2)? as usize;
    let setting = checker.setting_of(players, (raw.size, ground), &name, raw.policy.as_ref())?;
    let bids = match &raw.bids {
        None => None,
        Some(written) => Some(typed(checker, written, &setting.space)?),
    };
    let amounts = Amounts {
        build_pairs: checker.pairs(&raw.build_games, "build_games", BUILD_GAMES)?,
        pairs: checker.pairs(&raw.games, "games", GAMES)?,
    };
    let mut study = BidsStudy::of(checker, setting, raw.split, amounts)?;
    study.bids = bids.unwrap_or(study.bids);
    study.round = round_of(checker, &raw, (players, study.bids.len()), &kind)?;
    match study.unbuilt(&name) {
        None => Ok(Arc::new(study)),
        Some(bid) => {
            let span = raw.bids.map_or(kind, |bids| bids.span);
            let problem = format!("no company of {} frames and {} systems was found", bid.frames, bid.systems);
            Err(InputError::at(checker.file, span, problem))
        }
    }
}

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Amounts {
    /// Pairs of games of both searches for a bid.
    pub build_pairs: u64,
    /// Pairs of games of each two bids.
    pub pairs: u64,
}

/// What is played at tables of more than two.
fn round_of(
    checker: &Checker<'_>,
    raw: &RawBids,
    (players, bids): (usize, usize),
    kind: &Range<usize>,
) -> Result<Option<Plan>, InputError> {
    if players == 2 {
        let none = |test: &At<u64>| {
            Err(InputError::at(checker.file, test.span.clone(), "`test_games` is of 3 players or more"))
        };
        return raw.test_games.as_ref().map_or(Ok(None), none);
    }
    let tables = (1..=players).fold(1, |ways, k| ways * (bids + k - 1) / k);
    if tables > MAX_TABLES {
        let span = raw.bids.as_ref().map_or(kind.clone(), |bids| bids.span.clone());
        let problem = format!(
            "{bids} bids make {tables} tables of {players}; at most {MAX_TABLES} are played, so name fewer bids"
        );
        return Err(InputError::at(checker.file, span, problem));
    }
    // All take every seat with the same dice: two groups at least, so that they can differ.
    let groups = |games: u64| games.div_ceil(players as u64).max(2);
    let games = checker.pairs(&raw.games, "games", TABLE_GAMES)?;
    let test_games = checker.pairs(&raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Some(Plan { players, groups: groups(2 * games), test_groups: groups(2 * test_games) }))
}

/// Bids as they are written, each once.
fn typed(checker: &Checker<'_>, written: &At<Vec<At<String>>>, space: &Space) -> Result<Vec<Typed>, InputError> {
    let mut bids = Vec::new();
    for text in some_of(checker.file, written, "bid", MAX_BIDS)? {
        let at = |problem: String| InputError::at(checker.file, text.span.clone(), problem);
        let bid = Typed::parse(&text.value, checker.rules).map_err(at)?;
        if !space.limits.allow(bid.frames.into()) {
            let problem = format!("{} frames; allowed in a {}: {}", bid.frames, space.size.name(), space.limits);
            return Err(at(problem));
        }
        if !bids.contains(&bid) {
            bids.push(bid);
        }
    }
    Ok(bids)
}

/// Every number of frames with full frames, and 1, 2 and 4 systems less; of more than two players 1 and 4.
fn usual(space: &Space) -> Vec<Typed> {
    let less: &[u16] = if space.players == 2 { &[4, 2, 1, 0] } else { &[4, 1, 0] };
    let full = |frames: u16| frames * u16::from(space.rules.frame.max_systems);
    let frames = space.frames.least..=space.frames.most;
    let bid = |frames: u16, less: u16| Typed { frames: frames as u8, systems: full(frames).saturating_sub(less) };
    frames.flat_map(|frames| less.iter().map(move |less| bid(frames, *less))).collect()
}

impl BidsStudy {
    /// The usual bids where companies meet so, with split weapons or without.
    pub fn of(
        checker: &Checker<'_>,
        mut setting: Setting,
        split: bool,
        amounts: Amounts,
    ) -> Result<BidsStudy, InputError> {
        let plain = Constraints { banned: &None, required: &None, split, environment: false, rockets: true };
        checker.constrain(&mut setting.space, plain)?;
        let (bids, spare) = (usual(&setting.space), spare(&setting));
        Ok(BidsStudy { bids, spare, amounts, round: None, seed: checker.seed, setting })
    }

    /// A bid for which no company was found to begin with.
    pub fn unbuilt(&self, name: &str) -> Option<Typed> {
        let starters = self.starters(name);
        starters.iter().zip(&self.bids).find(|(build, _)| build.is_none()).map(|(_, bid)| *bid)
    }

    fn space(&self, bid: Typed) -> Space {
        self.setting.space.of_bid(bid.frames.into(), bid.systems)
    }

    /// A company drawn for each bid, to begin with.
    fn starters(&self, name: &str) -> Vec<Option<Build>> {
        let draw = |(number, bid): (u64, &Typed)| {
            let mut throw = Throw::new(key(self.seed, &format!("{name}/starters"), number));
            drawn(&self.space(*bid), self.spare, &mut |below| throw.below(below))
        };
        (0..).zip(&self.bids).map(draw).collect()
    }

    /// The best companies by bid after both searches; none where games are still to be played, which are then wanted.
    fn built(&self, name: &str, counted: &Counted, next: &mut Vec<Wanted>) -> Option<Vec<Build>> {
        let mut builds: Vec<Build> = self.starters(name).into_iter().collect::<Option<_>>()?;
        for round in ROUNDS {
            let field = Arc::new(self.field(&builds));
            let mut best = Vec::new();
            for (bid, start) in self.bids.iter().zip(&builds) {
                let search = Search {
                    setting: &self.setting,
                    space: &self.space(*bid),
                    field: &field,
                    name: format!("{name}/{round}/{}-{}", bid.frames, bid.systems),
                    seed: self.seed,
                    start: vec![start.clone()],
                    spare: self.spare,
                    breeding: Breeding {
                        population: POPULATION,
                        generations: GENERATIONS,
                        pairs: self.amounts.build_pairs / ROUNDS.len() as u64,
                        test_pairs: 0,
                    },
                };
                let found = search.run(counted);
                next.extend(found.next);
                best.extend(found.best.map(|(build, _)| build));
            }
            if !next.is_empty() {
                return None;
            }
            builds = best;
        }
        Some(builds)
    }

    /// Companies that are met evenly: alone, or as many at a time as a table has others.
    fn field(&self, builds: &[Build]) -> Field {
        let entrants: Vec<_> = builds.iter().map(|build| self.setting.entrant(build)).collect();
        match self.round {
            None => Field::even(entrants),
            Some(plan) => {
                let even = vec![1.0 / entrants.len() as f64; entrants.len()];
                Field::drawn(entrants, &even, plan.players - 1)
            }
        }
    }

    /// How far tables of several have come, once the companies are built: what is said of them, and what is played next.
    fn tabled(&self, name: &str, counted: &Counted, builds: &[Build]) -> Option<(Option<Tables>, Vec<Wanted>)> {
        let plan = self.round?;
        let (setting, seed) = (&self.setting, self.seed);
        Some(Tabled { plan, setting, builds, name, seed, counted }.course())
    }

    /// What the games of two bids are called.
    fn occasion(&self, name: &str, [first, second]: [usize; 2]) -> String {
        let label = |place: usize| format!("{}-{}", self.bids[place].frames, self.bids[place].systems);
        format!("{name}/meet/{}/{}", label(first), label(second))
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let many = self.bids.len();
        (0..many).flat_map(move |first| (first + 1..many).map(move |second| [first, second]))
    }

    /// Games between the companies that were built: the same dice for all.
    fn meetings(&self, name: &str, builds: &[Build]) -> Vec<Wanted> {
        let meeting = |[first, second]: [usize; 2]| {
            let (venue, own) = (Arc::clone(&self.setting.venue), self.setting.entrant(&builds[first]));
            let field = Arc::new(self.field(&builds[second..=second]));
            let trial = Trial::new(venue, own, field, 0..self.amounts.pairs, (format!("{name}/meet"), self.seed));
            Wanted::whole(self.occasion(name, [first, second]), Arc::new(trial))
        };
        self.pairs().map(meeting).collect()
    }

    /// The bids with their companies and games; none before all are played.
    pub fn grid(&self, name: &str, counted: &Counted) -> Option<Grid> {
        let builds = self.built(name, counted, &mut Vec::new())?;
        let met = |[first, second]: [usize; 2]| {
            let margins: Margins = counted.of(&self.occasion(name, [first, second]))?;
            Some(Met { first, second, duel: margins.duel() })
        };
        Some(Grid {
            size: self.setting.space.size,
            battlefield: self.setting.battlefield.clone(),
            policy: self.setting.policy.name().to_owned(),
            stations: self.setting.space.limits.stations,
            bids: builds.iter().map(Built::of).collect(),
            met: self.pairs().map(met).collect::<Option<_>>()?,
        })
    }
}

impl Asked for BidsStudy {
    fn kind(&self) -> &'static str {
        "bids"
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let mut next = Vec::new();
        match self.built(run.name, counted, &mut next) {
            None => next,
            Some(builds) => match self.tabled(run.name, counted, &builds) {
                Some((_, wanted)) => wanted,
                None => self.meetings(run.name, &builds),
            },
        }
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let space = &self.setting.space;
        if self.round.is_some() {
            let builds = self.built(name, counted, &mut Vec::new());
            let tables = builds.and_then(|builds| self.tabled(name, counted, &builds)).and_then(|(tables, _)| tables);
            return tables.map_or_else(Answer::default, |tables| round::answer(name, &tables, &self.setting));
        }
        self.grid(name, counted)
            .map_or_else(Answer::default, |grid| tables::answer(name, &grid, &space.limits, &space.rules, self.seed))
    }
}
