//! `tournament`: teams, each with a policy, compared on the same missions, or against encounters.
//!
//! Teams do not play against each other directly. In a comparison both play the same mission on common random numbers,
//! and the better end wins: a victory first, then the Harm that the Aces can still take. In a gauntlet encounters are
//! the opponents: a victory is a win, everything else a loss. A group is two missions of one encounter, on different
//! random numbers.

use super::super::ace::Ace;
use super::super::encounter::MissionPlan;
use super::super::mission::{Action, KeyedDice, Mission};
use super::super::players::Player;
use super::super::players::spec::{PolicySpec, Side};
use super::batch::{Cell, team};
use super::checker::{Checker, told_apart};
use super::meeting::end;
use super::raw::RawTournament;
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::runner::games::{self, Stoppable};
use hitchart_lab::study::{Arena, Bouts, MeetingTable, Study, Written};
use hitchart_lab::tournament::{Format, MAX_ENTRANTS, Plan, RawPlan, Tournament};
use hitchart_play::{Unwatched, play};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most encounters of a tournament.
const MAX_ENCOUNTERS: usize = 50;

/// A team and the policy that plays it.
#[derive(Clone, Debug)]
struct Entrant {
    name: String,
    aces: Vec<Ace>,
    policy: PolicySpec,
}

/// The missions of an entrant, one for each encounter, and its policies.
struct Lineup {
    missions: Vec<Mission<KeyedDice>>,
    policies: [PolicySpec; 2],
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let raw: RawTournament = written.read()?;
    let entrants = checker.entrants(&raw)?;
    let (encounters, kept) = checker.encounters(&raw)?;
    let gm = checker.gm(&raw)?;
    let format = raw.format.as_ref().map_or(Format::default(), |format| format.value);
    let judged = At {
        value: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        span: raw.teams.as_ref().map_or(kind.clone(), |teams| teams.span.clone()),
    };
    let names: Vec<String> = encounters.iter().map(|plan| plan.name.clone()).collect();
    let span = raw.encounters.as_ref().map_or(kind, |encounters| encounters.span.clone());
    let field = (format == Format::Gauntlet).then(|| At { value: names.clone(), span });
    let plan = RawPlan {
        format: raw.format.clone(),
        aim: raw.aim.clone(),
        rounds: raw.rounds.clone(),
        games: raw.games.clone(),
        margin: raw.margin.clone(),
    };
    let plan = Plan::read(&plan, checker.file, (&judged, field.as_ref()), checker.games)?;
    let setting = match format {
        Format::Gauntlet => format!("A win is a victory; the game master plays {}.", gm.name()),
        Format::RoundRobin | Format::Swiss => format!(
            "Of two teams the one with the better end of the same mission wins: a victory first, then what its Aces can \
             still take. Missions in turn: {}; the game master plays {}.",
            names.join(", "),
            gm.name()
        ),
    };
    let field = field.map_or(Vec::new(), |field| field.value);
    let arena = arena(checker, entrants, &encounters, (gm, field));
    Ok(Arc::new(Tournament { arena, plan, setting, kept: serde_json::to_value(kept).ok() }))
}

impl Checker<'_> {
    /// Returns the teams with their policies.
    fn entrants(&self, raw: &RawTournament) -> Result<Vec<Entrant>, InputError> {
        let mut teams: Vec<(String, Vec<Ace>)> = Vec::new();
        match &raw.teams {
            None => teams.extend(self.stock().into_iter().map(|ace| (ace.name.clone(), vec![ace]))),
            Some(written) => {
                for squad in some_of(self.file, written, "team", MAX_ENTRANTS)? {
                    let aces = told_apart(self.aces(&squad.value.aces)?);
                    let name = squad.value.name.as_ref().map_or_else(|| team(&aces), |name| name.value.clone());
                    teams.push((name, aces));
                }
            }
        }
        let policies = match &raw.ace_policies {
            None => vec![self.common.policies.default(Side::Aces as usize)?],
            written => self.policies(Side::Aces, written.as_ref())?,
        };
        let (several, many) = (teams.len() > 1, policies.len() > 1);
        let named = |name: &str, policy: &str| match (several, many) {
            (_, false) => name.to_owned(),
            (false, true) => policy.to_owned(),
            (true, true) => format!("{name}, {policy}"),
        };
        let all = teams.iter().flat_map(|(name, aces)| {
            policies.iter().map(|policy| Entrant {
                name: named(name, policy.name()),
                aces: aces.clone(),
                policy: policy.clone(),
            })
        });
        Ok(all.collect())
    }

    /// Returns the encounters, and the files that they were read from.
    #[allow(clippy::type_complexity, reason = "files as everywhere in these studies, by name and text")]
    fn encounters(&self, raw: &RawTournament) -> Result<(Vec<Arc<MissionPlan>>, Vec<(String, String)>), InputError> {
        let Some(written) = &raw.encounters else {
            let (encounter, kept) = self.grounds.written(None)?;
            return Ok((vec![Arc::new(MissionPlan::single(encounter))], kept.into_iter().collect()));
        };
        let (mut plans, mut files) = (Vec::new(), Vec::new());
        for name in some_of(self.file, written, "encounter", MAX_ENCOUNTERS)? {
            let found = self.grounds.named(&name.value).map_err(|error| error.or_at(self.file, name.span.clone()))?;
            plans.push(Arc::new(MissionPlan::single(found.0)));
            files.extend(found.1);
        }
        Ok((plans, files))
    }

    fn gm(&self, raw: &RawTournament) -> Result<PolicySpec, InputError> {
        let (book, gm) = (&self.common.policies, Side::Gm as usize);
        raw.gm_policy.as_ref().map_or_else(|| book.default(gm), |written| book.written(self.file, gm, written))
    }
}

/// Returns the arena of teams that are compared on encounters, or play against those of a field.
fn arena(
    checker: &Checker<'_>,
    entrants: Vec<Entrant>,
    encounters: &[Arc<MissionPlan>],
    (gm, field): (PolicySpec, Vec<String>),
) -> Arena {
    let effort = entrants.iter().map(|entrant| entrant.policy.effort()).fold(0.0, f64::max) + gm.effort();
    let missions = if field.is_empty() { 2.0 } else { 1.0 };
    let teams = entrants.len();
    let names = entrants.iter().map(|entrant| entrant.name.clone()).chain(field).collect();
    let (rules, encounters) = (Arc::clone(&checker.common.rules), encounters.to_vec());
    let side = move |entrant: usize, only: Option<usize>| {
        let Entrant { aces, policy, .. } = &entrants[entrant];
        let policies = [policy.clone(), gm.clone()];
        let all = encounters.iter().enumerate().filter(|(place, _)| only.is_none_or(|only| only == *place));
        let missions = all.map(|(_, plan)| {
            let cell = Cell {
                label: String::new(),
                series: String::new(),
                x: 0,
                aces: aces.clone(),
                plan: Arc::clone(plan),
                policies: policies.clone(),
            };
            cell.mission(&rules)
        });
        Lineup { missions: missions.collect(), policies: policies.clone() }
    };
    Arena::new(names, effort * missions, move |[first, second]| match second.checked_sub(teams) {
        Some(encounter) => against(side(first, Some(encounter))),
        None => compared([side(first, None), side(second, None)]),
    })
}

/// Builds the players of a side, for one thread.
fn seated<'s>(side: &Lineup, stop: &'s AtomicBool) -> [Stoppable<'s, Player, Action>; 2] {
    side.policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop))
}

/// Returns the keys of the two missions of a group.
fn keys(key: u64) -> [u64; 2] {
    [0, 1].map(|mission| games::key(key, "mission of a group", mission))
}

/// Returns the table of two teams on the same missions.
fn compared(sides: [Lineup; 2]) -> MeetingTable {
    let sides = Arc::new(sides);
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let sides = Arc::clone(&sides);
        let mut players = sides.each_ref().map(|side| seated(side, stop));
        Box::new(move |key, group| {
            let encounter = (group % sides[0].missions.len() as u64) as usize;
            keys(key).map(|key| {
                let ends = [0, 1].map(|side| {
                    let mission = &sides[side].missions[encounter];
                    end(mission, &play(mission, key, &mut players[side], &mut Unwatched))
                });
                match ends[0].cmp(&ends[1]) {
                    Greater => 1,
                    Equal => 0,
                    Less => -1,
                }
            })
        })
    })
}

/// Returns the table of a team against an encounter.
fn against(side: Lineup) -> MeetingTable {
    let side = Arc::new(side);
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let side = Arc::clone(&side);
        let mut players = seated(&side, stop);
        Box::new(move |key, _| {
            let mission = &side.missions[0];
            keys(key).map(|key| if end(mission, &play(mission, key, &mut players, &mut Unwatched)).0 { 1 } else { -1 })
        })
    })
}
