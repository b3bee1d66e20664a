//! `tournament` and `ladder`: teams with policies on the same missions, and every policy of the Aces against every
//! policy of the game master.
//!
//! Teams do not play against each other directly. In a comparison both play the same mission on common random numbers,
//! and the better end wins: a victory first, then the Harm that the Aces can still take. In a gauntlet encounters are
//! the opponents: a victory is a win, everything else a loss. A group is two missions of one encounter, on different
//! random numbers.

use super::super::tally::{Compared, Rung, Tally};
use super::batch::{Batch, Cell, team, tells_apart, with_cells};
use super::bouts::{self, Lineup, better};
use super::checker::{Checker, MAX_CELLS, with_distinct_names};
use super::kinds::{RawLadder, RawTournament};
use super::{batched::BatchStudy, missions};
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission};
use hitchart_apocalypse_frame::players::{Kind, PolicySpec, ROLES, Side};
use hitchart_apocalypse_frame::{ace::Ace, encounter::MissionPlan, encounter::ground::EncounterAndFile};
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::matches::{EntrantSpec, with_policies};
use hitchart_lab::runner::games;
use hitchart_lab::study::{Answer, Arena, PlayedBy, Study, With, Written, won};
use hitchart_lab::tournament::{Format, MAX_ENTRANTS, Plan, RawPlan, Tournament};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Most encounters of a tournament.
const MAX_ENCOUNTERS: usize = 50;

/// The Aces of a team and the policy that plays them, by name.
type Entrant = EntrantSpec<Vec<Ace>, Kind>;

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let With(plan, raw): With<RawPlan, RawTournament> = written.read()?;
    let entrants = checker.entrants(&raw)?;
    let (encounters, kept) = checker.encounters(&raw)?;
    let gm = checker.gm(&raw)?;
    let format = plan.format.as_ref().map_or(Format::default(), |format| format.value);
    let judged = At {
        value: Entrant::names(&entrants),
        span: raw.teams.as_ref().map_or(kind.clone(), |teams| teams.span.clone()),
    };
    let names: Vec<String> = encounters.iter().map(|plan| plan.name.clone()).collect();
    let span = raw.encounters.as_ref().map_or(kind, |encounters| encounters.span.clone());
    let field = (format == Format::Gauntlet).then(|| At { value: names.clone(), span });
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
    let of_gm = PlayedBy { role: Side::Gm as usize, policy: gm.name().to_owned() };
    let players = Entrant::players(&entrants).into_iter().chain([of_gm]).collect();
    let arena = arena(checker, entrants, &encounters, (gm, field));
    Ok(Arc::new(Tournament { arena, plan, setting, players, kept: serde_json::to_value(kept).ok() }))
}

impl Checker<'_> {
    /// Returns the teams with their policies.
    fn entrants(&self, raw: &RawTournament) -> Result<Vec<Entrant>, InputError> {
        let mut teams: Vec<(String, Vec<Ace>)> = Vec::new();
        match &raw.teams {
            None => teams.extend(self.stock().into_iter().map(|ace| (ace.name.clone(), vec![ace]))),
            Some(written) => {
                for squad in some_of(self.file, written, "team", MAX_ENTRANTS)? {
                    let aces = with_distinct_names(self.aces(&squad.value.aces)?);
                    let name = squad.value.name.as_ref().map_or_else(|| team(&aces), |name| name.value.clone());
                    teams.push((name, aces));
                }
            }
        }
        let known = (&self.common.policies, self.file, MAX_CELLS);
        with_policies(teams, raw.ace_policies.as_ref(), |_| None, known)
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
        self.common.policies.written_or_default(self.file, Side::Gm as usize, raw.gm_policy.as_ref())
    }
}

/// Returns the arena of teams that are compared on encounters, or play against those of a field.
fn arena(
    checker: &Checker<'_>,
    entrants: Vec<Entrant>,
    encounters: &[Arc<MissionPlan>],
    (gm, field): (PolicySpec, Vec<String>),
) -> Arena {
    let effort = Entrant::effort(&entrants) + gm.effort();
    let missions = if field.is_empty() { 2.0 } else { 1.0 };
    let teams = entrants.len();
    let names = Entrant::names(&entrants).into_iter().chain(field).collect();
    let (rules, encounters) = (Arc::clone(&checker.common.rules), encounters.to_vec());
    let lineup = move |entrant: usize, plan: &Arc<MissionPlan>| {
        let Entrant { side: aces, policy, .. } = &entrants[entrant];
        let mission = Mission::new(rules.as_ref().clone(), aces.clone(), plan.as_ref().clone(), KeyedDice);
        Lineup { mission: Arc::new(mission), policies: [policy.clone(), gm.clone()] }
    };
    Arena::new(names, effort * missions, move |[first, second]| match second.checked_sub(teams) {
        Some(encounter) => {
            let alone = vec![lineup(first, &encounters[encounter])];
            bouts::table(vec![alone], keys, |ends| if ends[0].0 { 1 } else { -1 })
        }
        None => {
            let both = encounters.iter().map(|plan| vec![lineup(first, plan), lineup(second, plan)]);
            bouts::table(both.collect(), keys, better)
        }
    })
}

/// Returns the keys of the two missions of a group.
fn keys(key: u64, _: u64) -> [u64; 2] {
    [0, 1].map(|mission| games::key(key, "mission of a group", mission))
}

/// Checks the study.
pub(super) fn check_ladder(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawLadder) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let players = checker.policies(Side::Aces, raw.ace_policies.as_ref())?;
    let masters = checker.policies(Side::Gm, raw.gm_policies.as_ref())?;
    let span = [&raw.ace_policies, &raw.gm_policies].into_iter().flatten().next().map(|policies| &policies.span);
    checker.rows(players.len() * masters.len(), span.unwrap_or(&raw.aces.span))?;
    let pairs = players.iter().flat_map(|player| masters.iter().map(move |master| [player, master]));
    let cell = |pair: [&PolicySpec; 2]| Cell {
        label: format!("{} against {}", pair[0].name(), pair[1].name()),
        series: pair[1].name().to_owned(),
        x: 0,
        aces: aces.clone(),
        plan: shared.plan.clone(),
        policies: pair.map(Clone::clone),
    };
    let cells = pairs.map(cell).collect();
    let batch = checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?;
    Ok(Arc::new(BatchStudy::new(batch, answer).comparing(compared)))
}

/// Returns the pairs of cells that are compared mission by mission.
fn compared(batch: &Batch) -> Compared {
    Compared { rungs: [rungs(batch), masters(batch)].concat(), ..Compared::default() }
}

/// Returns the number of game masters.
fn master_count(asked: &Batch) -> usize {
    asked.cells.iter().take_while(|cell| cell.policies[0] == asked.cells[0].policies[0]).count()
}

/// Returns pairs of cells: each policy of the Aces and the one listed before it, against the same game master.
fn rungs(asked: &Batch) -> Vec<[usize; 2]> {
    let masters = master_count(asked);
    (masters..asked.cells.len()).map(|cell| [cell - masters, cell]).collect()
}

/// Returns pairs of cells: each game master and the reference game master, against the same Aces. The reference is the
/// default one, or else the first. A worse result for the Aces is better for the game master.
fn masters(asked: &Batch) -> Vec<[usize; 2]> {
    let masters = master_count(asked).max(1);
    let names = || asked.cells.iter().take(masters).map(|cell| cell.policies[1].name());
    let by = names().position(|name| name == ROLES[Side::Gm as usize].default).unwrap_or(0);
    let others = (0..asked.cells.len()).filter(|cell| cell % masters != by);
    others.map(|cell| [cell, cell - cell % masters + by]).collect()
}

/// Returns the answer: comparisons of neighbouring policies, then a row for each pair, and a map of costs.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let table = table(name, asked, tally);
    let map = |column: &str, title: &str, value_title: &str| {
        Figure::new(
            format!("{name}-{}", column.replace('_', "-")),
            title,
            format!("{value_title} by policy of the Aces and of the game master; the numbers are in {name}-ladder."),
            FigureKind::heat_map(["aces_policy", "gm", column], value_title),
        )
    };
    let mut figures = vec![map("harm_taken", "Harm taken by policies", "Harm taken in a mission")];
    if tells_apart(tally) {
        figures.push(map("victory", "Missions won by policies", "Share of missions won"));
    }
    let figures = figures.into_iter().map(|figure| (figure, table.clone())).collect();
    let compared = [rungs_table(name, asked, tally), masters_table(name, asked, tally)];
    let tables = compared.into_iter().filter(|table| table.rows() > 0).chain([table]).collect();
    let mut answer = Answer { tables, figures, ..Answer::default() };
    missions::ladder(&mut answer, asked, tally, master_count(asked));
    answer
}

/// Explanation of the comparison of two missions, for all notes.
const DECIDED: &str = "Of two missions, the better is the one that is won; if both or neither are won, the one with more \
                       Vigor left less Harm taken. The share counts missions in which one is better.";

/// Returns the table of neighbouring policies: a victory decides if only one of the two has it, otherwise Vigor left
/// less Harm taken.
fn rungs_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let pairs = rungs(asked);
    let policy = |cell: usize, side: usize| asked.cells[cell].policies[side].name();
    let note = format!("Each policy against the one before it, on common random numbers. {DECIDED}");
    let table = Table::new(format!("{name}-rungs"), "Rung by rung", note)
        .text("aces_policy", "Aces", pairs.iter().map(|[_, cell]| policy(*cell, 0)))
        .text("below", "Against", pairs.iter().map(|[below, _]| policy(*below, 0)))
        .text("gm", "Game master", pairs.iter().map(|[_, cell]| policy(*cell, 1)));
    with_rungs(table, tally.rungs.iter().take(pairs.len()), tally)
}

/// Returns the table of game masters, compared by the results of the same Aces.
fn masters_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let pairs = masters(asked);
    let policy = |cell: usize, side: usize| asked.cells[cell].policies[side].name();
    let note = format!(
        "Game masters against the same Aces, on common random numbers; a worse mission for the Aces is a better one for \
         the game master. {DECIDED}"
    );
    let table = Table::new(format!("{name}-masters"), "Game masters compared", note)
        .text("gm", "Game master", pairs.iter().map(|[cell, _]| policy(*cell, 1)))
        .text("below", "Against", pairs.iter().map(|[_, by]| policy(*by, 1)))
        .text("aces_policy", "Aces", pairs.iter().map(|[cell, _]| policy(*cell, 0)));
    with_rungs(table, tally.rungs.iter().skip(rungs(asked).len()), tally)
}

fn with_rungs<'a>(table: Table, rungs: impl Iterator<Item = &'a Rung> + Clone, tally: &Tally) -> Table {
    let share = |rung: &Rung| won(rung.won[0] + rung.better[0], rung.decided().unwrap_or(0)).share;
    table
        .estimate("decided", "Decided won", 3, rungs.clone().map(share))
        .count("missions_decided", "Decided", rungs.clone().map(|rung| rung.decided().unwrap_or(0)))
        .count("by_victory", "By victory", rungs.clone().map(|rung| rung.won.iter().sum::<u64>()))
        .count("n", "N", rungs.map(|_| tally.games))
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let note = format!("On {}, on common random numbers. Means per mission.", asked.cells[0].plan.name);
    let table = Table::new(format!("{name}-ladder"), "Policies against policies", note)
        .text("aces_policy", "Aces", cells().map(|cell| cell.policies[0].name()))
        .text("gm", "Game master", cells().map(|cell| cell.policies[1].name()));
    with_cells(table, asked, &(0..asked.cells.len()).collect::<Vec<_>>(), tally)
}
