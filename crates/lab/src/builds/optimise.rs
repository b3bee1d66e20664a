//! The best build of a space, and the best part for a role.

use super::field::{Phase, by_points};
use super::held;
use super::matchups::{AllPairs, NamedEntrant, shares};
use super::search::{BuildSearch, Drafts, RunnerUp, SearchProgress, SearchSize};
use super::space::{BuildSetting, EntrantSetting, SpaceSetting};
use super::tables::{raced_text, undecided};
use crate::racing::{Difference, Margins, Race};
use crate::runner::Job;
use crate::study::{Answer, PlayedBy, Run, RunCounts, Study, estimate_json, rivals};
use hitchart_config::words::{capitalised, counted, grouped};
use hitchart_play::Built;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, percent};
use hitchart_stats::{Estimate, LEVEL};
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of builds that are tested on fresh seeds: the best one, and those that may be as good.
const TESTED: usize = 3;

/// A search for the best build of a space.
#[derive(Clone, Debug)]
pub struct Optimise<W: SpaceSetting> {
    /// Setting of the games, with the search space.
    pub setting: W,
    /// Opponents of the builds.
    pub field: Arc<W::Field>,
    /// Equilibrium of the field, which the builds meet. `None` if builds meet all opponents equally often.
    pub equilibrium: Option<Equilibrium<W>>,
    /// The one place that changes. `None` if all places may change.
    pub role: Option<Role<W::Build>>,
    /// Builds to begin with.
    pub start: Vec<W::Build>,
    /// Size of the search; with a role, only its numbers of games apply.
    pub breeding: SearchSize,
    /// Seed of all draws and dice.
    pub seed: u64,
    /// Builds that the search has drawn.
    pub drafts: Drafts<W::Build>,
}

/// A field in which the opponents are met by the shares of an equilibrium, and these shares.
type Mixed<W> = (Arc<<W as BuildSetting>::Field>, Vec<f64>);

/// The equilibrium of a field, found by games of its entrants against each other.
#[derive(Clone, Copy, Debug)]
pub struct Equilibrium<W: SpaceSetting> {
    /// Pairs of games of each two entrants.
    pairs: u64,
    /// Returns the mixed field, or adds the games that are still to be played.
    #[allow(clippy::type_complexity, reason = "one function, for settings whose opponents are entrants")]
    mix: fn(&Optimise<W>, u64, &str, &RunCounts, &mut Vec<Job>) -> Option<Mixed<W>>,
}

impl<W: EntrantSetting> Equilibrium<W> {
    /// Creates the equilibrium of these numbers of pairs of games of each two entrants.
    pub fn new(pairs: u64) -> Equilibrium<W> {
        Equilibrium { pairs, mix: mixed }
    }
}

/// Returns the field at its equilibrium. `None` if games of the field are still to be played; these are added to
/// `next`.
fn mixed<W: EntrantSetting>(
    study: &Optimise<W>,
    pairs: u64,
    name: &str,
    counted: &RunCounts,
    next: &mut Vec<Job>,
) -> Option<Mixed<W>> {
    let (entrants, keys) = (W::entrants(&study.field), W::names(&study.field));
    let named = |(number, (entrant, key)): (usize, (_, &str))| NamedEntrant {
        key: key.to_owned(),
        name: format!("{number} {key}"),
        entrant,
    };
    let named: Vec<_> = (1..).zip(entrants.iter().zip(keys)).map(named).collect();
    let meets = AllPairs { setting: &study.setting, name, seed: study.seed, pairs };
    let shares = shares(&meets.results(&named, counted, next)?);
    Some((Arc::new(W::mixed(entrants.to_vec(), &shares)), shares))
}

impl<W: SpaceSetting> Optimise<W> {
    /// Returns the opponents of the builds, and their shares. `None` if games of the field are still to be played;
    /// these are added to `next`.
    fn met(&self, name: &str, counted: &RunCounts, next: &mut Vec<Job>) -> Option<Mixed<W>> {
        match &self.equilibrium {
            Some(Equilibrium { pairs, mix }) => mix(self, *pairs, name, counted, next),
            None => {
                let opponents = W::names(&self.field).len();
                Some((Arc::clone(&self.field), vec![1.0 / opponents as f64; opponents]))
            }
        }
    }

    fn role_games(&self) -> Games {
        Games { pairs: self.breeding.pairs, test_pairs: self.breeding.test_pairs, seed: self.seed }
    }

    /// Runs the search up to the first games that are not yet played.
    pub fn found(&self, name: &str, counted: &RunCounts) -> SearchProgress<W::Build> {
        let mut next = Vec::new();
        let Some((field, _)) = self.met(name, counted, &mut next) else {
            return SearchProgress { next, ..SearchProgress::default() };
        };
        let search = BuildSearch {
            setting: &self.setting,
            space: self.setting.space(),
            field: &field,
            name: name.to_owned(),
            seed: self.seed,
            start: self.start.clone(),
            breeding: self.breeding,
            tested: TESTED,
            drafts: &self.drafts,
        };
        search.run(counted)
    }

    fn against(&self, shares: &[f64]) -> String {
        let entrants = W::names(&self.field).into_iter().zip(shares).filter(|(_, share)| **share > 0.0);
        let names: Vec<String> = match self.equilibrium {
            None => entrants.map(|(name, _)| name.to_owned()).collect(),
            Some(_) => entrants.map(|(name, share)| format!("{:.0}% {name}", share * 100.0)).collect(),
        };
        let of = if self.equilibrium.is_some() { "the equilibrium of the field, " } else { "" };
        format!("{}; against {of}{}", self.setting.describe(), names.join(", "))
    }
}

impl<W: SpaceSetting> Study for Optimise<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.setting.players()
    }

    fn held(&self) -> u64 {
        held(self.breeding.population * self.breeding.generations, self.breeding.pairs)
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let Some(role) = &self.role else { return self.found(run.name, counted).next };
        let mut next = Vec::new();
        match self.met(run.name, counted, &mut next) {
            None => next,
            Some((field, _)) => role.next_jobs((run.name, &self.setting), &field, self.role_games(), counted),
        }
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let Some((field, shares)) = self.met(name, counted, &mut Vec::new()) else { return Answer::default() };
        let against = self.against(&shares);
        if let Some(role) = &self.role {
            return role.answer((name, &self.setting), &field, self.role_games(), (counted, &against));
        }
        let found = self.found(name, counted);
        let mut answer = Answer::default();
        if let (Some((build, raw)), Some(tested)) = (&found.best, &found.tested) {
            let whom = if self.equilibrium.is_some() { "the field's equilibrium" } else { "this field" };
            summarise::<W>(&mut answer, build, raw, tested, whom);
            answer.said.splice(1..1, runners_up(&found.runners_up));
            answer.said.splice(1..1, self.setting.implied());
            answer.said.extend(convergence::<W>(build, &found));
            answer.tables.push(best_table::<W>(name, build, raw, tested, &against));
            let mut json = best_json::<W>(build, raw, tested);
            if !found.runners_up.is_empty() {
                answer.tables.push(runners_up_table::<W>(name, &found.runners_up));
                json["runners_up"] = runners_up_json::<W>(&found.runners_up);
            }
            answer.json = Some(json);
        }
        if !found.generations.is_empty() {
            answer.tables.push(generations_table::<W>(name, &found));
            answer.warnings.extend(self.setting.warnings(name, &self.field));
        }
        answer
    }
}

/// Fills in the summary and the numbers of an answer with the best build.
fn summarise<W: SpaceSetting>(answer: &mut Answer, build: &W::Build, raw: &Margins, tested: &Margins, whom: &str) {
    let (what, games, points) = (W::WORDS.build[0], W::WORDS.games, tested.points());
    answer.said.push(format!(
        "The best {what} found: {} ({}). It scores {} of the points against {whom}.",
        build.describe(),
        W::WORDS.bid_in_words(&build.bid()),
        points.percent()
    ));
    answer.said.push(format!(
        "There may be a better {what}; at least this much can be reached. Its share was measured in {} {games} on new dice; in the race \
         that chose it, the share was {}.",
        grouped(tested.games()),
        raced_text(raw.points().point - points.point)
    ));
    answer.line = format!(
        "{} scores {} against {whom} ({} {games})",
        build.describe(),
        points.percent(),
        grouped(tested.games())
    );
    answer.numbers = vec![
        KeyNumber::new("Share of points", points.percent()),
        KeyNumber::new(W::WORDS.bid[1], build.bid()),
        KeyNumber::new("Share in the race that chose it", percent(raw.points().point)),
    ];
}

/// Returns the sentence on the builds next to the best; `None` without one.
fn runners_up<B: Built>(next: &[RunnerUp<B>]) -> Option<String> {
    let one = |next: &RunnerUp<B>| {
        let as_good = match next.lead.interval {
            (low, _) if low > 0.0 => ", which is better on these dice",
            (_, high) if high >= 0.0 => ", which may be as good",
            _ => "",
        };
        format!("{}, {}{as_good}", next.build.describe(), next.lead.in_points())
    };
    let listed = next.iter().map(one).collect::<Vec<_>>().join("; ");
    (!next.is_empty()).then(|| format!("Next in the last race, compared with it: {listed}."))
}

/// Returns the sentence on the generation that first had the winner as its best build: a late one means that a longer
/// search may find a better build.
fn convergence<W: SpaceSetting>(winner: &W::Build, found: &SearchProgress<W::Build>) -> Option<String> {
    let all = found.generations.len();
    let (_, before) = found.generations.split_last().filter(|(_, before)| !before.is_empty())?;
    Some(match before.iter().position(|(best, ..)| W::key(best) == W::key(winner)) {
        Some(first) => {
            format!("It was already the best of generation {} of {all}: no later build won the last race.", first + 1)
        }
        None => format!(
            "It was not the best of any generation before the last of {all}, so a longer search, with more generations or games, may \
             find a better one."
        ),
    })
}

/// Returns the JSON of a build with the results of its games.
fn best_json<W: SpaceSetting>(build: &W::Build, raw: &Margins, tested: &Margins) -> Value {
    let points = tested.points();
    build.written_with(json!({
        W::WORDS.bid_key(): build.bid(),
        "points": estimate_json(&points),
        "raw": raw.points().point,
        "optimism": raw.points().point - points.point,
    }))
}

/// Returns the JSON of the builds next to the best.
fn runners_up_json<W: SpaceSetting>(next: &[RunnerUp<W::Build>]) -> Value {
    let one = |next: &RunnerUp<W::Build>| {
        let [points, lead] = [next.points, next.lead].map(|estimate| estimate_json(&estimate));
        next.build.written_with(json!({ W::WORDS.bid_key(): next.build.bid(), "points": points, "lead": lead }))
    };
    next.iter().map(one).collect()
}

fn best_table<W: SpaceSetting>(name: &str, build: &W::Build, raw: &Margins, tested: &Margins, against: &str) -> Table {
    let note = format!(
        "{against}. Measured on new dice. The share in the race that chose it is partly lucky, because it is the best of many; the \
         column Overstated shows by how much."
    );
    let (points, [column, heading]) = (tested.points(), W::WORDS.parts);
    Table::new(format!("{name}-best"), format!("The best {}", W::WORDS.build[0]), note)
        .text(column, heading, [build.describe()])
        .text(W::WORDS.bid[0], W::WORDS.bid[1], [build.bid()])
        .estimate("points_share", "Share of points", 4, [points])
        .number("raw_points", "Share in the race", 4, [raw.points().point])
        .number("optimism", "Overstated", 4, [raw.points().point - points.point])
        .count("n", &W::WORDS.games_heading(), [points.n])
}

fn runners_up_table<W: SpaceSetting>(name: &str, next: &[RunnerUp<W::Build>]) -> Table {
    let note = "Those next to the best in the last race, in the order of that race, measured on the same new dice. The difference \
                is to the best, on common random numbers.";
    let [column, heading] = W::WORDS.parts;
    Table::new(format!("{name}-runners-up"), format!("Other good {}", W::WORDS.builds), note)
        .text(column, heading, next.iter().map(|next| next.build.describe()))
        .text(W::WORDS.bid[0], W::WORDS.bid[1], next.iter().map(|next| next.build.bid()))
        .estimate("points_share", "Share of points", 4, next.iter().map(|next| next.points))
        .estimate("lead", "Difference", 4, next.iter().map(|next| next.lead))
        .count("n", &W::WORDS.games_heading(), next.iter().map(|next| next.points.n))
}

fn generations_table<W: SpaceSetting>(name: &str, found: &SearchProgress<W::Build>) -> Table {
    let note = "The best of each generation, each on its own dice. Their shares are too high, because each is the best of many.";
    let points: Vec<Estimate> = found.generations.iter().map(|(_, margins, _)| margins.points()).collect();
    let [column, heading] = W::WORDS.parts;
    Table::new(format!("{name}-generations"), "Generations", note)
        .count("generation", "Generation", (1..).take(found.generations.len()))
        .count("builds", &capitalised(W::WORDS.builds), found.generations.iter().map(|(.., many)| *many as u64))
        .text(column, &format!("{heading} of the best"), found.generations.iter().map(|(build, ..)| build.describe()))
        .text(W::WORDS.bid[0], W::WORDS.bid[1], found.generations.iter().map(|(build, ..)| build.bid()))
        .estimate("points_share", "Share of points", 4, points.iter().copied())
        .count("n", &W::WORDS.games_heading(), points.iter().map(|points| points.n))
}

/// Maximum number of rows of the race that the table shows.
const TOLD: usize = 12;

/// A place of a build, and the builds with each part that may fill it.
#[derive(Clone, Debug)]
pub struct Role<B> {
    /// The unchanged build.
    pub own: B,
    /// Index of the place in the build, from 0.
    pub place: usize,
    /// Builds to compare, one for each part that may fill the place.
    pub builds: Vec<B>,
}

/// Progress of the race for a role.
struct Raced {
    race: Race,
    /// Games of the best build on fresh seeds, and of the unchanged build on the same.
    tested: Option<(Margins, Margins)>,
    next: Vec<Job>,
}

/// Numbers of games of the race and of the test, and the seed.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    pub pairs: u64,
    pub test_pairs: u64,
    pub seed: u64,
}

/// The study: its name, and its setting.
type Of<'a, W> = (&'a str, &'a W);

impl<B: Built + Clone> Role<B> {
    fn raced<W: SpaceSetting<Build = B>>(
        &self,
        (name, setting): Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        counted: &RunCounts,
    ) -> Raced {
        let phase = |what: &str, builds: Vec<B>, pairs: u64| {
            Phase::new((setting, field), format!("{name}/{what}"), builds, (pairs, 1))
        };
        let all = phase(W::WORDS.part[2], self.builds.clone(), games.pairs);
        let run = all.run(counted, by_points);
        let mut raced = Raced { next: all.next_jobs(&run, games.seed), race: run.race, tested: None };
        if raced.race.next.is_none() {
            let best = self.builds[raced.race.standings[0].arm].clone();
            let test = phase("test", vec![best], games.test_pairs).beside(&self.own);
            let run = test.run(counted, by_points);
            raced.next = test.next_jobs(&run, games.seed);
            let fresh = run.race.standings.into_iter().next();
            raced.tested = fresh.filter(|_| run.race.next.is_none()).map(|fresh| (fresh.margins, run.beside));
        }
        raced
    }

    /// Returns the games to play next.
    pub fn next_jobs<W: SpaceSetting<Build = B>>(
        &self,
        of: Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        counted: &RunCounts,
    ) -> Vec<Job> {
        self.raced(of, field, games, counted).next
    }

    /// Returns the answer; `against` describes the opponents and the setting.
    pub fn answer<W: SpaceSetting<Build = B>>(
        &self,
        of: Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        (counted, against): (&RunCounts, &str),
    ) -> Answer {
        let raced = self.raced(of, field, games, counted);
        let Some((fresh, own)) = &raced.tested else { return Answer::default() };
        let winner = &raced.race.standings[0];
        let (build, gain) = (&self.builds[winner.arm], fresh.more_than(own, LEVEL));
        let both = (&winner.margins, fresh);
        let mut answer = Answer {
            said: vec![self.sentence::<W>(build, fresh, &gain) + &self.level(&raced.race) + "."],
            tables: vec![self.best::<W>(of.0, build, both, &gain, against), self.table::<W>(of.0, &raced.race)],
            json: Some(best_json::<W>(build, &winner.margins, fresh)),
            ..Answer::default()
        };
        self.numbers::<W>(&mut answer, build, both, &gain);
        answer
    }

    fn part_of(&self, build: &B) -> String {
        build.standing(self.place)
    }

    /// Names the parts that went as far in the race and may be as good as the winner by its games.
    fn level(&self, race: &Race) -> String {
        let (winner, heats) = (race.standings[0].margins.points(), race.standings[0].heats);
        let far = race.standings[1..].iter().filter(|standing| standing.heats == heats);
        let named: Vec<(String, Estimate)> =
            far.map(|standing| (self.part_of(&self.builds[standing.arm]), standing.margins.points())).collect();
        rivals(&winner, named.iter().map(|(name, points)| (name.as_str(), *points)), "good")
    }

    fn sentence<W: SpaceSetting<Build = B>>(&self, build: &B, fresh: &Margins, gain: &Difference) -> String {
        let words = W::WORDS;
        format!(
            "The best found of {} {} {}: {}. With it the {} scores {} of the points, {} compared with {}",
            counted(self.builds.len() as u64, words.part[2]),
            words.place,
            self.place + 1,
            self.part_of(build),
            words.build[0],
            fresh.points().percent(),
            gain.points.in_points(),
            self.part_of(&self.own),
        )
    }

    /// Fills in the numbers behind the answer, and the sentence on what is undecided.
    fn numbers<W: SpaceSetting<Build = B>>(
        &self,
        answer: &mut Answer,
        build: &B,
        (raw, fresh): (&Margins, &Margins),
        gain: &Difference,
    ) {
        let points = fresh.points();
        answer.said.push(format!(
            "Both were measured on new dice, over {} {} each. In the race that chose it, its share of points was {}.",
            grouped(fresh.games()),
            W::WORDS.games,
            raced_text(raw.points().point - points.point)
        ));
        answer.numbers = vec![
            KeyNumber::new(format!("Share of points with {}", self.part_of(build)), points.percent()),
            KeyNumber::new(format!("Gain over {}", self.part_of(&self.own)), gain.points.in_points()),
        ];
        answer.undecided = undecided("the gain", &gain.points, W::WORDS.games);
    }

    fn best<W: SpaceSetting<Build = B>>(
        &self,
        name: &str,
        build: &B,
        (raw, fresh): (&Margins, &Margins),
        gain: &Difference,
        against: &str,
    ) -> Table {
        let words = W::WORDS;
        let note = format!(
            "{} {} of {}, with as many systems as {}. Measured on new dice; the gain is over the unchanged {}, on common random \
             numbers. {against}.",
            capitalised(words.place),
            self.place + 1,
            self.own.describe(),
            self.part_of(&self.own),
            words.build[0]
        );
        let points = fresh.points();
        Table::new(format!("{name}-best"), format!("The best {}", words.part[0]), note)
            .text(words.part[0], words.part[1], [self.part_of(build)])
            .estimate("points_share", "Share of points", 4, [points])
            .estimate("gain", "Gain in share of points", 4, [gain.points])
            .number("raw_points", "Share in the race", 4, [raw.points().point])
            .number("optimism", "Overstated", 4, [raw.points().point - points.point])
            .count("n", &W::WORDS.games_heading(), [points.n])
    }

    fn table<W: SpaceSetting<Build = B>>(&self, name: &str, race: &Race) -> Table {
        let note = "Those that went furthest in the race, the best first. Their shares are too high, because they are the best of many.";
        let rows: Vec<_> = race.standings.iter().take(TOLD).collect();
        let [column, heading, _] = W::WORDS.part;
        Table::new(format!("{name}-race"), "The race", note)
            .text(column, heading, rows.iter().map(|standing| self.part_of(&self.builds[standing.arm])))
            .count("heats", "Heats", rows.iter().map(|standing| standing.heats as u64))
            .estimate("points_share", "Share of points", 4, rows.iter().map(|standing| standing.margins.points()))
            .count("n", &W::WORDS.games_heading(), rows.iter().map(|standing| standing.margins.games()))
    }
}
