//! The most enemies of a kind that a team beats often enough, searched by doubling and bisection under each game
//! master. Missions of all numbers have the same seed, so all numbers use common random numbers.

use super::super::tally::{Compared, Tally};
use super::batch::{Batch, Cell, team, victory};
use super::difficulty::{Holds, is_at_least};
use super::{batched::played_by, checker::Common, checker::with_distinct_names, difficulty::against, missions::ground};
use hitchart_apocalypse_frame::catalogue::entries::{EnemyKind, Rank};
use hitchart_apocalypse_frame::encounter::{Encounter, MAX_ACES, MAX_ENEMIES, MissionPlan};
use hitchart_apocalypse_frame::players::{PolicySpec, ROLES, Side, built_in};
use hitchart_apocalypse_frame::{ace::Ace, encounter::ground::Grounds, ruleset::Ruleset, squad};
use hitchart_config::words::{counted as count, grouped};
use hitchart_config::{FileText, InputError};
use hitchart_lab::runner::{Job, Streams};
use hitchart_lab::study::{Answer, PlayedBy, Run, RunCounts, Study, Won, enough};
use hitchart_play::policy::{Book, DEEP, QUICK};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, percent, rounded_up};
use hitchart_stats::Estimate;
use std::{collections::BTreeMap, sync::Arc};

/// Most missions of a number that an answer proposes; a share that needs more is at the limit.
const MOST_NEEDED: u64 = 100_000;

/// The question of the command line.
#[derive(Clone, Debug)]
pub(crate) struct Typed<'a> {
    pub kind: &'a str,
    /// Stock frames.
    pub team: &'a [String],
    /// Least share of missions that the team wins.
    pub victory: f64,
    /// A built-in encounter, or a file.
    pub encounter: &'a str,
    pub battles: u8,
    /// The policy of the Aces.
    pub policy: &'a str,
    /// The game master of the main answer.
    pub master: &'a str,
    /// Missions of each number of enemies.
    pub missions: u64,
}

/// A search for the most enemies that a team beats.
#[derive(Clone, Debug)]
pub(crate) struct EnemiesStudy {
    common: Arc<Common>,
    kind: EnemyKind,
    aces: Vec<Ace>,
    encounter: Encounter,
    battles: u8,
    victory: f64,
    policy: PolicySpec,
    /// The game master of the main answer, then all others.
    masters: Vec<PolicySpec>,
    missions: u64,
}

impl EnemiesStudy {
    /// Checks a question.
    ///
    /// # Errors
    /// Returns an error for unknown names, with the nearest, for teams that are too large, and for invalid encounters.
    pub(crate) fn new(typed: &Typed<'_>, rules: Ruleset) -> Result<EnemiesStudy, InputError> {
        let kind = rules.catalogue.enemy(typed.kind)?.clone();
        if kind.written.rank == Rank::Part {
            let problem = format!("{} is a part of a colossus, which is met whole or not at all", kind.name);
            return Err(InputError::plain(problem));
        }
        if !(1..=MAX_ACES).contains(&typed.team.len()) {
            let problem = format!("--team has {}; allowed: 1 to {MAX_ACES}", count(typed.team.len() as u64, "frames"));
            return Err(InputError::plain(problem));
        }
        let ace = |name: &String| Ok(squad::stock(rules.catalogue.frame(name.trim())?, &rules));
        let aces = with_distinct_names(typed.team.iter().map(ace).collect::<Result<_, InputError>>()?);
        let file = FileText { path: "typed".into(), text: String::new() };
        let grounds = Grounds { file: &file, catalogue: &rules.catalogue, kept: BTreeMap::new() };
        let encounter = grounds.named(typed.encounter)?.0;
        let policies = Book::new(&ROLES);
        let policy = policies.named(Side::Aces as usize, typed.policy.trim())?;
        let mut masters = vec![policies.named(Side::Gm as usize, typed.master.trim())?];
        // A search takes several hundred times as long as the others, so it plays only on request.
        let others = |name: &str| name != typed.master.trim() && ![QUICK, "search", DEEP].contains(&name);
        for (name, _) in built_in(Side::Gm).filter(|(name, _)| others(name)) {
            masters.push(policies.named(Side::Gm as usize, name)?);
        }
        let common = Arc::new(Common { rules: Arc::new(rules), policies });
        let (battles, victory, missions) = (typed.battles, typed.victory, typed.missions);
        Ok(EnemiesStudy { common, kind, aces, encounter, battles, victory, policy, masters, missions })
    }

    /// Returns the missions of a number of enemies under a game master.
    fn cell(&self, master: &PolicySpec, number: u64) -> Cell {
        let encounter = against(&self.encounter, &self.kind, number as u8);
        Cell {
            label: format!("{number} under {}", master.name()),
            series: master.name().to_owned(),
            x: number,
            aces: self.aces.clone(),
            plan: Arc::new(MissionPlan::row(encounter, self.battles)),
            policies: [self.policy.clone(), master.clone()],
        }
    }

    /// Returns the name of the job for a number of enemies.
    fn job(name: &str, master: &PolicySpec, number: u64) -> String {
        format!("{name}/{}/{number}", master.name())
    }

    /// Returns the shares of missions won by number of enemies, for the numbers counted so far.
    fn found(&self, name: &str, master: &PolicySpec, counted: &RunCounts) -> BTreeMap<u64, Won> {
        let won = |number: u64| {
            let tally: Tally = counted.of(&EnemiesStudy::job(name, master, number))?;
            Some((number, victory(&tally, 0)))
        };
        (1..=MAX_ENEMIES as u64).filter_map(won).collect()
    }

    /// Compares the shares with the target, by number of enemies.
    fn held(&self, found: &BTreeMap<u64, Won>) -> BTreeMap<u64, TargetComparison> {
        let held = |won: &Won| TargetComparison {
            holds: is_at_least(&won.share, self.victory),
            seems: won.share.point >= self.victory,
        };
        found.iter().map(|(number, won)| (*number, held(won))).collect()
    }
}

/// Comparison of a number of enemies with the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TargetComparison {
    /// Result by the whole interval.
    holds: Holds,
    /// True if the share itself reaches the target.
    seems: bool,
}

/// Returns the next number of enemies to play: doubling until the team fails, then the middles between numbers that are
/// surely beaten, seem beaten, seem not beaten, and surely are not. `None` at the end.
fn next(found: &BTreeMap<u64, TargetComparison>) -> Option<u64> {
    const MOST: u64 = MAX_ENEMIES as u64;
    let Some(most) = found.keys().next_back() else { return Some(1) };
    let first = |is: fn(&TargetComparison) -> bool| found.iter().find(|(_, held)| is(held)).map(|(number, _)| *number);
    // No map holds more than the most, so one more counts as too many.
    let no = match first(|held| held.holds == Holds::No) {
        None if *most < MOST => return Some((2 * most).min(MOST)),
        no => no.unwrap_or(MOST + 1),
    };
    let below = |end: u64, is: fn(&TargetComparison) -> bool| {
        found.range(..end).filter(|(_, held)| is(held)).map(|(number, _)| *number).max().unwrap_or(0)
    };
    let not_yes = first(|held| held.holds != Holds::Yes).unwrap_or(no);
    let not_seen = first(|held| !held.seems).unwrap_or(no);
    let gaps = [
        (below(not_yes, |held| held.holds == Holds::Yes), not_yes),
        (below(not_seen, |held| held.seems), not_seen),
        (below(no, |held| held.holds != Holds::No), no),
    ];
    gaps.into_iter().find(|(from, to)| to - from > 1).map(|(from, to)| (from + to) / 2)
}

impl Study for EnemiesStudy {
    /// Returns the players of the main answer.
    fn players(&self) -> Vec<PlayedBy> {
        played_by(std::iter::once(&[self.policy.clone(), self.masters[0].clone()]))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let job = |master: &PolicySpec| {
            let number = next(&self.held(&self.found(run.name, master, counted)))?;
            let cells = vec![self.cell(master, number)];
            let batch = Batch { common: Arc::clone(&self.common), cells, games: self.missions, kept: Vec::new() };
            let streams = Streams { name: run.name.to_owned(), seed: run.seed, groups: 0..self.missions };
            let name = EnemiesStudy::job(run.name, master, number);
            Some(batch.some_wanted(name, batch.cells.clone(), Compared::default(), streams))
        };
        self.masters.iter().filter_map(job).collect()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let all: Vec<PlayedNumbers> = self
            .masters
            .iter()
            .map(|master| {
                let found = self.found(name, master, counted);
                PlayedNumbers { master, held: self.held(&found), found }
            })
            .collect();
        if all[0].found.is_empty() {
            return Answer::default();
        }
        let mut answer =
            Answer { tables: vec![self.bounds_table(name, &all), self.numbers_table(name, &all)], ..Answer::default() };
        self.summarise(&mut answer, &all);
        answer
    }
}

/// The numbers that were played under a game master.
struct PlayedNumbers<'a> {
    master: &'a PolicySpec,
    found: BTreeMap<u64, Won>,
    held: BTreeMap<u64, TargetComparison>,
}

impl PlayedNumbers<'_> {
    /// Returns the most enemies that are surely beaten often enough; 0 if not even one is.
    fn most(&self) -> u64 {
        self.up_to(|held| held.holds == Holds::Yes)
    }

    /// Returns the most enemies that were beaten often enough in the missions played; 0 if not even one was.
    fn best(&self) -> u64 {
        self.up_to(|held| held.seems)
    }

    fn up_to(&self, is: fn(&TargetComparison) -> bool) -> u64 {
        self.held.iter().take_while(|(_, held)| is(held)).map(|(number, _)| *number).last().unwrap_or(0)
    }

    /// Returns the fewest enemies that surely are not beaten often enough; `None` if no number failed.
    fn fails(&self) -> Option<u64> {
        self.held.iter().find(|(_, held)| held.holds == Holds::No).map(|(number, _)| *number)
    }

    /// Formats the most enemies, with the lowest and the highest possible number.
    fn shown(&self) -> String {
        const MOST: u64 = MAX_ENEMIES as u64;
        let (least, best) = (self.most(), self.best());
        match self.fails() {
            None if least == MOST => format!("{MOST} or more"),
            None => format!("{best} ({least} to {MOST} or more)"),
            Some(no) if (least, no - 1) == (best, best) => best.to_string(),
            Some(no) => format!("{best} ({least} to {})", no - 1),
        }
    }
}

impl EnemiesStudy {
    fn summarise(&self, answer: &mut Answer, all: &[PlayedNumbers<'_>]) {
        let (main, others) = (&all[0], &all[1..]);
        let (team, least, kind) = (team(&self.aces), percent(self.victory), &self.kind.name);
        let best = main.best();
        let rate = main.found.get(&best.max(1)).map_or_else(String::new, Won::percent);
        let (win, fail) = if self.aces.len() == 1 { ("wins", "does not win") } else { ("win", "do not win") };
        let verdict = match (best, main.most()) {
            (0, _) => format!("{team} {fail} {least} of missions even against one {kind} enemy"),
            (_, most) if most == MAX_ENEMIES as u64 => {
                format!(
                    "{team} {win} at least {least} of missions even against {most} {kind} enemies, the most on a map"
                )
            }
            _ => format!("{team} {win} at least {least} of missions against up to {} {kind} enemies", main.shown()),
        };
        let rates = format!("{rate} against {}", best.max(1));
        let ground = ground(&self.cell(main.master, best.max(1)));
        let beside: Vec<String> =
            others.iter().map(|other| format!("{} {}", other.master.name(), other.shown())).collect();
        let missions = count(self.missions, "missions");
        answer.said = vec![
            format!("{verdict}: {rates} ({ground})."),
            format!("Under other game masters: {}.", beside.join(", ")),
            format!("Each number was played in {missions} with policy {}.", self.policy.name()),
        ];
        answer.line = format!(
            "{verdict}: {rates} ({ground}, {missions} each, {}; under other game masters: {})",
            self.policy.name(),
            beside.join(", ")
        );
        let number = |one: &PlayedNumbers<'_>| {
            KeyNumber::new(format!("Most enemies ({kind}) under {}", one.master.name()), one.shown())
        };
        answer.numbers = all.iter().take(5).map(number).collect();
        answer.undecided = self.undecided(main);
    }

    /// Returns a sentence on the numbers with the target inside their intervals.
    fn undecided(&self, main: &PlayedNumbers<'_>) -> String {
        let (from, to) = (main.most() + 1, main.fails().unwrap_or(MAX_ENEMIES as u64 + 1) - 1);
        let open = main.held.range(from..).find(|(_, held)| held.holds == Holds::Undecided);
        let Some(won) = open.and_then(|(number, _)| main.found.get(number)) else { return String::new() };
        let more = decided_by(self.missions, &won.share, (from, self.victory));
        match from == to {
            true => format!("Undecided: {from}. {more}"),
            false => format!("Undecided: {from} to {to}. {more}"),
        }
    }

    fn bounds_table(&self, name: &str, all: &[PlayedNumbers<'_>]) -> Table {
        let least = percent(self.victory);
        let note = format!(
            "Surely: the most enemies of which the team beats this and all lower numbers that were played in at least {least} of \
             missions, with the whole 95% interval above it. Best: the same for the share itself. Too many: the fewest with \
             the whole interval below it."
        );
        let at = |number: u64, one: &PlayedNumbers<'_>| one.found.get(&number).map(|won| won.share);
        Table::new(format!("{name}-bounds"), format!("The most enemies: {}", self.kind.name), note)
            .text("gm", "Game master", all.iter().map(|one| one.master.name()))
            .count("enemies", "Surely", all.iter().map(PlayedNumbers::most))
            .count("best", "Best", all.iter().map(PlayedNumbers::best))
            .estimate("victory", "Share won against the best", 3, all.iter().map(|one| at(one.best(), one)))
            .count("fails", "Too many", all.iter().map(PlayedNumbers::fails))
            .count("n", "N", all.iter().map(|_| self.missions))
    }

    fn numbers_table(&self, name: &str, all: &[PlayedNumbers<'_>]) -> Table {
        let rows = || all.iter().flat_map(|one| one.found.iter().map(move |(number, won)| (one, *number, won)));
        let note = "Every number of enemies that the search played, with common random numbers.";
        Table::new(format!("{name}-numbers"), "Numbers of enemies that were played", note)
            .text("gm", "Game master", rows().map(|(one, ..)| one.master.name()))
            .count("enemies", "Enemies", rows().map(|(_, number, _)| number))
            .estimate("victory", "Share won", 3, rows().map(|(.., won)| won.share))
            .count("n", "N", rows().map(|_| self.missions))
    }
}

/// Describes what would decide a number of enemies: more missions, or none if its share is at the goal.
fn decided_by(missions: u64, share: &Estimate, (number, goal): (u64, f64)) -> String {
    match enough(missions, share, goal) {
        Some(n) if n <= MOST_NEEDED => {
            let n = grouped(rounded_up(n));
            format!("About {n} missions of each number decide {number}, if its share is as it looks.")
        }
        _ => {
            let [share, goal] = [share.point, goal].map(|share| 100.0 * share);
            format!("The share against {number} is at the limit: {share:.1}%, the goal {goal:.1}%.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_at_the_goal_asks_for_no_missions() {
        let of = |point: f64| {
            let error = (point * (1.0 - point) / 970.0).sqrt();
            let interval = (point - 2.0 * error, point + 2.0 * error);
            let share = Estimate { point, standard_error: error, interval, n: 970, observations: 970 };
            decided_by(970, &share, (6, 0.95))
        };
        assert!(of(0.951).contains("against 6 is at the limit: 95.1%, the goal 95.0%"), "{}", of(0.951));
        assert!(of(0.94).contains("missions of each number decide 6"), "{}", of(0.94));
    }

    /// For any bound, the search finds it in a few steps; with undecided numbers it finds both ends and the best
    /// between them.
    #[test]
    fn the_search_finds_where_a_team_fails() {
        let cases = [(0, 0, 1), (1, 1, 2), (5, 5, 6), (5, 7, 9), (31, 31, 32), (63, 63, 64), (64, 64, 65), (0, 2, 4)];
        for (yes, best, no) in cases.into_iter().chain([(32, 40, 65), (40, 64, 65)]) {
            let mut found = BTreeMap::new();
            let mut steps = 0;
            while let Some(number) = next(&found) {
                let holds = match number {
                    n if n <= yes => Holds::Yes,
                    n if n >= no => Holds::No,
                    _ => Holds::Undecided,
                };
                assert_eq!(
                    found.insert(number, TargetComparison { holds, seems: number <= best }),
                    None,
                    "{number} twice"
                );
                steps += 1;
            }
            let spec = PolicySpec::named_in(Side::Gm as usize, "greedy").unwrap();
            let result = PlayedNumbers { master: &spec, found: BTreeMap::new(), held: found };
            assert_eq!((result.most(), result.best()), (yes, best));
            assert_eq!(result.fails(), Some(no).filter(|no| *no <= 64));
            assert!(steps <= 22, "{steps}");
        }
    }
}
