//! Tournaments: entrants of any game meet in pairs of games, chosen to be informative, until the aim is settled.
//!
//! The [`Plan`] states the aim, the maximum number of games and the stopping rule beforehand. Play has a few interim
//! looks. The looks share the level of the intervals, so that the intervals hold whenever play ends.

mod answer;
mod plan;
mod standings;
#[cfg(test)]
mod tests;

use super::metagame;
use super::metagame::{PairCell, RESAMPLES, Results, analyse};
use super::runner::{Job, Streams};
use super::study::{Answer, Arena, Contests, Duel, Grouped, Looks, MAX_GAMES, PlayedBy, Run, RunCounts, Study};
use hitchart_config::words::counted;
use hitchart_config::{InputError, value_within};
use hitchart_stats::{LEVEL, sequential::Boundary};
pub use plan::{Format, MAX_ENTRANTS, Plan, RawPlan, TournamentAim};
use plan::{added, mixture, swiss, weights};
use serde_json::Value;
use standings::open;
pub use standings::{MatchupGames, Standings};
use std::ops::Range;

// A tournament as a study in stages.

/// Estimated bytes that a run holds for a pair of entrants: their table and their games.
const HELD_FOR_A_PAIR: u64 = 16_000;

/// A tournament of entrants of any game.
#[derive(Debug)]
pub struct Tournament {
    /// Judged entrants first, then the field of a gauntlet.
    pub arena: Arena,
    /// Aim, maximum number of games and stopping rule.
    pub plan: Plan,
    /// Description of the players and the setting, which the names of the entrants do not give.
    pub setting: String,
    /// Policies of the players, each once.
    pub players: Vec<PlayedBy>,
    /// Snapshot of files for a saved report.
    pub kept: Option<Value>,
}

/// An interim look, or a round of a Swiss tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Total games so far.
    pub games: u64,
    /// Number of entrants with undecided results.
    pub open: usize,
    /// Largest possible error of a result.
    pub reach: f64,
}

/// Progress of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentProgress {
    /// Games of all matchups so far.
    pub standings: Standings,
    /// Looks taken so far, or rounds of a Swiss tournament.
    pub looks: Vec<Look>,
    /// Planned number of looks.
    pub planned: usize,
    /// Next games: indices of matchups, and their groups; empty at the end.
    pub next: Vec<(usize, Range<u64>)>,
    /// Approximate equilibrium of the games so far.
    pub mixture: Vec<f64>,
    /// Level of an interval that holds whenever play ended.
    pub level: f64,
    /// Level of the interval of a lead that holds whenever play ended, for the best against all others.
    pub apart: f64,
    /// True if the aim is settled.
    pub settled: bool,
}

impl Tournament {
    /// Creates a tournament outside a scenario: without a description of the setting, policies and files.
    pub fn of(arena: Arena, plan: Plan) -> Tournament {
        Tournament { arena, plan, setting: String::new(), players: Vec::new(), kept: None }
    }

    /// Checks that the entrants and the plan can be used.
    ///
    /// # Errors
    /// Fewer than two entrants, entrants of one name, and numbers of the plan out of range.
    pub fn check(&self) -> Result<(), InputError> {
        let (names, plan) = (&self.arena.entrants, &self.plan);
        let wrong = |problem: String| Err(InputError::plain(problem));
        if let Some(twice) = (1..names.len()).find(|place| names[..*place].contains(&names[*place])) {
            return wrong(format!("two entrants are called `{}`", names[twice]));
        }
        let (judged, all) = (plan.judged, names.len());
        if all < 2 {
            let all = counted(all as u64, "entrants");
            return wrong(format!("a tournament of {all}; allowed: 2 or more"));
        }
        let fewest = if plan.format == Format::Gauntlet { 1 } else { all };
        if !(fewest..=all).contains(&judged) {
            let allowed = if fewest == all { all.to_string() } else { format!("1 to {all}") };
            let judged = counted(judged as u64, "entrants");
            return wrong(format!("the plan is for {judged} (`judged`), the tournament has {all}; allowed: {allowed}"));
        }
        value_within("`games`", plan.games, 2, MAX_GAMES)?;
        if !(plan.margin > 0.0 && plan.margin < 1.0) {
            return wrong(format!("`margin` is {}; allowed: above 0 and below 1", plan.margin));
        }
        Ok(())
    }

    /// Returns the progress from the counts.
    pub fn course(&self, name: &str, counted: &RunCounts) -> TournamentProgress {
        let entrants = self.arena.entrants.len();
        let meetings = self.meetings();
        let ends = self.ends(meetings.len() as u64);
        let standings = Standings::new(entrants, &meetings);
        let even = vec![1.0 / entrants as f64; entrants];
        let mut course = TournamentProgress {
            standings,
            looks: Vec::new(),
            planned: ends.len(),
            next: Vec::new(),
            mixture: even,
            level: LEVEL,
            apart: LEVEL,
            settled: false,
        };
        let mut judged: Vec<usize> = (0..self.plan.judged).collect();
        let mut rests = vec![0; entrants];
        for look in 0..ends.len() {
            let drawn = self.drawn(&course, &judged, (&ends, look), &mut rests);
            if !self.take(name, counted, look, &drawn, &mut course.standings) {
                course.next = drawn;
                return course;
            }
            if self.plan.aim == TournamentAim::Equilibrium {
                course.mixture = mixture(&course.standings);
            }
            // A Swiss tournament plays all rounds, so its intervals have the whole level.
            let (looks, at) = if self.plan.format == Format::Swiss { (1, 0) } else { (ends.len(), look) };
            let level = |alpha: f64| Boundary::of(looks).level(at, alpha);
            course.level = level(1.0 - LEVEL);
            course.apart = level(self.plan.apart());
            let left = open(&self.plan, &course.standings, &course.mixture, &level);
            let games = course.standings.games();
            course.looks.push(Look { games, open: left.entrants.len(), reach: left.reach });
            course.settled = left.entrants.is_empty();
            if course.settled && self.plan.format != Format::Swiss {
                break;
            }
            judged = left.entrants;
        }
        course
    }

    /// Returns the possible matchups. The order of names decides which entrant is first, so that the order of entrants
    /// changes no dice.
    fn meetings(&self) -> Vec<[usize; 2]> {
        let names = &self.arena.entrants;
        let ordered = |[a, b]: [usize; 2]| if names[b] < names[a] { [b, a] } else { [a, b] };
        let meetings = self.plan.meetings(names.len()).into_iter();
        if self.plan.format == Format::Gauntlet { meetings.collect() } else { meetings.map(ordered).collect() }
    }

    /// Returns the total groups at the end of each look or round.
    fn ends(&self, meetings: u64) -> Vec<u64> {
        let most = (self.plan.games / 2).max(1);
        if self.plan.format == Format::Swiss {
            let of_round = (most / self.plan.rounds).max(self.plan.judged as u64 / 2);
            return (1..=self.plan.rounds).map(|round| round * of_round).collect();
        }
        let most = most.max(meetings);
        let looks = Looks::at(2 * most, 2);
        (0..looks.count()).map(|look| looks.end(look)).filter(|end| *end >= (FIRST * meetings).min(most)).collect()
    }

    /// Returns the games to play up to a look.
    fn drawn(
        &self,
        course: &TournamentProgress,
        judged: &[usize],
        (ends, look): (&[u64], usize),
        rests: &mut [u64],
    ) -> Vec<(usize, Range<u64>)> {
        let standings = &course.standings;
        let more = match (self.plan.format, look) {
            (Format::Swiss, _) => {
                let (drawn, resting) = swiss(standings, rests);
                resting.into_iter().for_each(|entrant| rests[entrant] += 1);
                let groups = (ends[0] / drawn.len().max(1) as u64).max(1);
                let of = |place: usize| if drawn.contains(&place) { groups } else { 0 };
                (0..standings.met.len()).map(of).collect()
            }
            (_, 0) => vec![ends[0] / standings.met.len().max(1) as u64; standings.met.len()],
            _ => added(standings, &weights(self.plan.aim, standings, judged, &course.mixture), ends[look]),
        };
        let groups = |(place, more): (usize, u64)| {
            let from = standings.met[place].groups();
            (place, from..from + more)
        };
        more.into_iter().enumerate().filter(|(_, more)| *more > 0).map(groups).collect()
    }

    /// Adds the counts of a look. Returns true if they are complete.
    fn take(
        &self,
        name: &str,
        counted: &RunCounts,
        look: usize,
        drawn: &[(usize, Range<u64>)],
        standings: &mut Standings,
    ) -> bool {
        let mut whole = true;
        for (place, groups) in drawn {
            let met = &mut standings.met[*place];
            match counted.of::<Duel>(&self.occasion(name, met.entrants, look)) {
                Some(duel) => {
                    whole &= duel.pairs() == groups.end - groups.start;
                    met.duel = met.duel.and(&duel);
                }
                None => whole = false,
            }
        }
        whole
    }

    /// Returns the name of a matchup's games at a look. Numbers distinguish pairs of names that are equal when joined.
    fn occasion(&self, name: &str, entrants: [usize; 2], look: usize) -> String {
        let [first, second] = entrants;
        format!("{name}/{first}-{second} {}/{look}", self.pair(entrants))
    }

    fn pair(&self, entrants: [usize; 2]) -> String {
        entrants.map(|entrant| self.arena.entrants[entrant].as_str()).join(" - ")
    }

    /// Returns the name of a matchup's dice. Entrants of a gauntlet share dice opponent by opponent. Entrants that meet
    /// each other do not, because all matchups of one entrant would then have the same luck.
    fn dice(&self, name: &str, entrants: [usize; 2]) -> String {
        match self.plan.format {
            Format::Gauntlet => format!("{name}/{}", self.arena.entrants[entrants[1]]),
            Format::RoundRobin | Format::Swiss => format!("{name}/{}", self.pair(entrants)),
        }
    }
}

/// Maximum matchups of a tournament in comparisons of rulesets: every group of games plays all of them.
const MOST_COMPARED: usize = 2_000;

impl Tournament {
    /// Returns the games as numbers: a group has a pair of games of every matchup. Matchups of a gauntlet share their
    /// dice opponent by opponent.
    fn met_in_pairs(&self) -> Result<Grouped, InputError> {
        let pairs = self.meetings();
        if pairs.len() > MOST_COMPARED {
            let problem =
                format!("a tournament of {} is too large to compare", counted(pairs.len() as u64, "meetings"));
            let help = format!("at most {MOST_COMPARED} can be compared; name fewer entrants, or a gauntlet");
            return Err(InputError::plain(problem).with_help(Some(help)));
        }
        let (judged, gauntlet) = (self.plan.judged, self.plan.format == Format::Gauntlet);
        let opponents = if gauntlet { self.arena.entrants.len() - judged } else { judged - 1 };
        let dice = |(place, pair): (usize, &[usize; 2])| if gauntlet { pair[1] } else { place } as u64;
        let contests = Contests {
            entrants: self.arena.entrants[..judged].iter().map(|name| format!("entrant {name}")).collect(),
            meetings: pairs.iter().map(|[first, second]| (*first, Some(*second).filter(|_| !gauntlet))).collect(),
            dice: pairs.iter().enumerate().map(dice).collect(),
            size: 2 * opponents as u64,
            effort: self.arena.effort,
        };
        Ok(contests.grouped(self.arena.tables(pairs)))
    }
}

/// Groups that every matchup has before games are chosen, unless fewer are allowed.
const FIRST: u64 = 8;

impl Study for Tournament {
    fn players(&self) -> Vec<PlayedBy> {
        self.players.clone()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let course = self.course(run.name, counted);
        let job = |(place, groups): &(usize, Range<u64>)| {
            let entrants = course.standings.met[*place].entrants;
            let streams = Streams { name: self.dice(run.name, entrants), seed: run.seed, groups: groups.clone() };
            self.arena.meet(self.occasion(run.name, entrants, course.looks.len()), streams, entrants)
        };
        course.next.iter().map(job).collect()
    }

    fn held(&self) -> u64 {
        let entrants = self.arena.entrants.len() as u64;
        entrants * entrants * HELD_FOR_A_PAIR
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn inputs(&self) -> String {
        format!("{:?}", (&self.arena.entrants, &self.plan, &self.setting))
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        Some(self.met_in_pairs())
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let course = self.course(name, counted);
        if course.standings.games() == 0 {
            return Answer::default();
        }
        let scores = answer::scores(name, self, &course);
        let figure = answer::figure(name, self, &course, &scores);
        let mut answer = Answer {
            figures: vec![(figure, scores.clone())],
            tables: vec![scores, answer::looks(name, self, &course), answer::games(name, self, &course)],
            games: course.standings.games(),
            ..Answer::default()
        };
        answer::summarise(&mut answer, self, &course);
        // A stopped run with entrants that have not met anyone has no analysis yet.
        if let Ok(analysis) = analyse(&self.results(&course), SEED, RESAMPLES) {
            self.join(&mut answer, metagame::answer(&analysis, name), course.standings.is_partial());
            answer.said.extend(answer::other_order(self, &course, &analysis));
        }
        answer
    }
}

/// Seed of the resamples, the default of `hitchart meta`, which then computes the same intervals from the tables.
const SEED: u64 = 1;

impl Tournament {
    /// Returns the games as results.
    pub fn results(&self, course: &TournamentProgress) -> Results {
        let mut results = Results::new(self.arena.entrants.clone());
        for met in &course.standings.met {
            let [first, second] = met.entrants;
            results.add(first, second, &PairCell::from(&met.duel));
        }
        results
    }

    /// Adds the analysis. A gauntlet has ratings and the matrix only: its field plays no games among itself, so there is
    /// no equilibrium. `is_partial` is true if entrants met different opponents.
    fn join(&self, answer: &mut Answer, analysed: Answer, is_partial: bool) {
        if self.plan.format == Format::Gauntlet {
            return answer::join_ratings(answer, analysed);
        }
        // If all met the same opponents, the score already names the best entrant, so the rating comes last.
        let mut said = analysed.said;
        if is_partial {
            answer.said.splice(0..0, said.drain(..said.len().min(1)));
        } else if !said.is_empty() {
            said.rotate_left(1);
        }
        answer.said.extend(said);
        answer.tables.splice(1..1, analysed.tables);
        answer.figures.extend(analysed.figures);
        answer.warnings.extend(analysed.warnings);
        answer.json = analysed.json;
    }
}
