//! The answer of a tournament: summary and tables.

use super::plan::{Format, TournamentAim};
use super::{Tournament, TournamentProgress};
use crate::metagame::{Analysis, PairCell};
use crate::study::{Answer, Opponent, describe_opponents, may_be};
use hitchart_config::words::{counted, grouped, ties, verb};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, rounded_up};
use hitchart_stats::{Estimate, order::smallest_first};
use serde_json::Value;

/// Maximum entrants that a sentence names.
const NAMED: usize = 3;

/// Fills in the summary, the line and the numbers of an answer.
pub(super) fn summarise(answer: &mut Answer, asked: &Tournament, course: &TournamentProgress) {
    let order = course.standings.ranking(asked.plan.judged);
    let opponents = gauntlet(asked, course, order[0]);
    let met = match opponents.len() {
        0 | 1 => String::new(),
        n => format!(
            "{} These intervals hold for all {n} opponents together.",
            describe_opponents(&asked.arena.entrants[order[0]], &opponents)
        ),
    };
    answer.said =
        [best(asked, course, &order), met, ended(asked, course)].into_iter().filter(|said| !said.is_empty()).collect();
    let share = |entrant: usize| score(asked, course, entrant);
    let games = counted(course.standings.games(), "games");
    let rank = match course.standings.is_partial() {
        true => "most against the opponents it met",
        false if near(course, &order).is_empty() => "best",
        false => "most, not shown to be best",
    };
    let points = |entrant: usize| course.standings.score(entrant);
    let like = ties(order.iter().map(|entrant| points(*entrant)), points(order[0]));
    let first = asked.arena.entrants[order[0]].clone() + &like.map_or_else(String::new, |like| format!(" ({like})"));
    answer.line = format!(
        "{first} scores {rank}: {} of the points ({games}, {})",
        share(order[0]),
        counted(asked.arena.entrants.len() as u64, "entrants")
    );
    let label = |rank: usize| format!("{}. {}", rank + 1, asked.arena.entrants[order[rank]]);
    let top = order.len().min(NAMED);
    let last = (order.len() > top).then(|| order.len() - 1);
    answer.numbers = (0..top).chain(last).map(|rank| KeyNumber::new(label(rank), share(order[rank]))).collect();
    if let [hard, .., easy] = &opponents[..] {
        answer.numbers.truncate(NAMED);
        for (other, what) in [(hard, "hardest"), (easy, "easiest")] {
            let label = format!("{} against {} ({what})", asked.arena.entrants[order[0]], other.name);
            answer.numbers.push(KeyNumber::new(label, other.points.percent()));
        }
    }
    answer.undecided = undecided(asked, course, &order);
}

/// Returns an entrant's opponents in a gauntlet, the hardest first, with its share of the points against each. The
/// intervals hold for all opponents together. Empty in other formats.
fn gauntlet(asked: &Tournament, course: &TournamentProgress, entrant: usize) -> Vec<Opponent> {
    if asked.plan.format != Format::Gauntlet {
        return Vec::new();
    }
    let standings = &course.standings;
    let met: Vec<_> = standings.met.iter().filter(|met| met.entrants[0] == entrant && met.groups() > 0).collect();
    let level = 1.0 - (1.0 - course.level) / met.len().max(1) as f64;
    let name = |other: usize| asked.arena.entrants[other].clone();
    let mut all: Vec<Opponent> =
        met.into_iter().map(|met| Opponent { name: name(met.entrants[1]), points: met.points(level) }).collect();
    smallest_first(&mut all, |row| row.points.point);
    all
}

/// Formats the share of the points of an entrant.
fn score(asked: &Tournament, course: &TournamentProgress, entrant: usize) -> String {
    debug_assert!(entrant < asked.arena.entrants.len());
    let score = course.standings.scored(entrant, course.level);
    score.percent()
}

/// Returns the entrants that may be as good as the first: all of them if their opponents differ.
fn near(course: &TournamentProgress, order: &[usize]) -> Vec<usize> {
    let standings = &course.standings;
    let behind = |entrant: &&usize| {
        standings.is_partial() || standings.lead(**entrant, order[0], course.apart).interval.1 >= 0.0
    };
    order[1..].iter().filter(behind).copied().collect()
}

/// Describes the best entrant, and those that may be as good.
fn best(asked: &Tournament, course: &TournamentProgress, order: &[usize]) -> String {
    let names = &asked.arena.entrants;
    let (first, last) = (order[0], order[order.len() - 1]);
    let told = |entrant: usize| format!("{} with {} of the points", names[entrant], score(asked, course, entrant));
    if order.len() == 1 {
        return format!("{} scores {} of the points against this field.", names[first], score(asked, course, first));
    }
    let scored = |entrant: usize| course.standings.score(entrant);
    if scored(first) == scored(last) {
        return format!("All {} entrants score {} of the points.", order.len(), score(asked, course, first));
    }
    if course.standings.is_partial() {
        return format!(
            "Against the opponents that it met, {} is first, and {} last. They met different opponents, so these shares do \
             not say who is better; the ratings compare entrants who met, or met the same ones.",
            told(first),
            told(last)
        );
    }
    let level = |with: usize| -> Vec<usize> {
        order.iter().copied().filter(|entrant| scored(*entrant) == scored(with)).collect()
    };
    let (firsts, lasts) = (level(first), level(last));
    let near: Vec<usize> = near(course, order).into_iter().filter(|entrant| !firsts.contains(entrant)).collect();
    let some = |entrants: &[usize]| match entrants.len() {
        n if n <= NAMED => listed(names, entrants),
        n => format!("{} and {} more", listed(names, &entrants[..NAMED]), n - NAMED),
    };
    let apart = match near.len() {
        0 => "better than every other entrant".to_owned(),
        n if n + firsts.len() == order.len() => "but not shown to be better than any other".to_owned(),
        _ => format!("but not shown to be better than {}", some(&near)),
    };
    let of = |entrants: &[usize], names: String| {
        format!(
            "{} {names} with {} of the points",
            verb(entrants.len() as u64, "is"),
            score(asked, course, entrants[0])
        )
    };
    let (best, worst) = (of(&firsts, some(&firsts)), of(&lasts, listed(names, &lasts)));
    let is_low = |entrant: &&usize| course.standings.lead(**entrant, last, course.apart).interval.0 <= 0.0;
    let low: Vec<&str> = order
        .iter()
        .rev()
        .filter(|entrant| !lasts.contains(entrant))
        .filter(is_low)
        .map(|i| names[*i].as_str())
        .collect();
    format!("Best {best}, {apart}. Last {worst}{}.", may_be(&low, "weak"))
}

/// Explains why the entrant with the highest rating, `highest`, is not the one with the most points. `None` if it is.
pub(super) fn other_order(asked: &Tournament, course: &TournamentProgress, analysis: &Analysis) -> Option<String> {
    const TIE: f64 = 1e-9;
    let (entrants, highest) = (&asked.arena.entrants, &analysis.names[0]);
    let most = course.standings.ranking(asked.plan.judged)[0];
    let (first, all_judged) = (&entrants[most], asked.plan.judged == entrants.len());
    let rating =
        |name: &String| analysis.names.iter().position(|known| known == name).map(|at| analysis.ratings[at].point);
    let score = |name: &String| entrants.iter().position(|known| known == name).map(|at| course.standings.score(at));
    let is_more = |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| a > b + TIE);
    let differ = all_judged
        && !course.standings.is_partial()
        && is_more(rating(highest), rating(first))
        && is_more(score(first), score(highest));
    differ.then(|| {
        format!(
            "{first} has the most points and {highest} the highest rating: points count all opponents alike, ratings \
             count a matchup by its games."
        )
    })
}

fn listed(names: &[String], entrants: &[usize]) -> String {
    entrants.iter().map(|entrant| names[*entrant].as_str()).collect::<Vec<_>>().join(", ")
}

/// Describes the end of play, and the accuracy of the scores.
fn ended(asked: &Tournament, course: &TournamentProgress) -> String {
    let plan = &asked.plan;
    let (games, points) = (grouped(course.standings.games()), |share: f64| format!("{:.1} points", share * 100.0));
    if plan.format == Format::Swiss {
        let rounds = counted(course.looks.len() as u64, "rounds");
        return format!("{games} games were played in {rounds} of {} planned.", plan.rounds);
    }
    let goal = match plan.aim {
        TournamentAim::Ratings => format!("every score accurate to ±{}", points(plan.margin)),
        TournamentAim::Best => format!("no other can be better than the best by more than {}", points(plan.margin)),
        TournamentAim::Equilibrium => {
            format!("no entrant can gain more than {} against the equilibrium", points(plan.margin))
        }
    };
    match (course.settled, course.looks.last()) {
        (true, _) => format!("We stopped after {games} games, when the goal was reached: {goal}."),
        (false, Some(look)) if course.next.is_empty() => {
            let reached = points(look.reach);
            let limit = match course.standings.games() > plan.games {
                true => format!(
                    "We stopped after {games} games, the least possible: a pair of games of each matchup (limit: {})",
                    grouped(plan.games)
                ),
                false => format!("We stopped at the limit, after {games} games"),
            };
            format!("{limit}. The goal was {goal}; reached is {reached}.")
        }
        _ => format!("Not finished: {games} games so far."),
    }
}

/// Describes the entrants that may be best, if that is undecided.
fn undecided(asked: &Tournament, course: &TournamentProgress, order: &[usize]) -> String {
    let near = near(course, order);
    let is_open = !course.settled && !course.standings.is_partial();
    let open = course.looks.last().filter(|look| is_open && look.reach > asked.plan.margin);
    let Some(look) = open.filter(|_| !near.is_empty()) else { return String::new() };
    // The half-width of an interval falls with the square root of the games.
    let games = course.standings.games() as f64 * (look.reach / asked.plan.margin).powi(2);
    format!(
        "Undecided: {} may be as good as the best. About {} games would reach the goal.",
        counted(near.len() as u64, "entrants"),
        grouped(rounded_up(games.ceil() as u64))
    )
}

/// Columns of the entrants that follow from an equilibrium, and keys of the same in JSON.
const OF_EQUILIBRIA: [&[&str]; 2] = [
    &["equilibrium", "equilibrium_interval", "regret_points", "regret_points_interval", "dominated", "dominated_by"],
    &["nash", "regret", "dominated", "domination", "effective_choices", "cyclic_share", "all_alike_not_excluded"],
];

/// Adds the ratings and the matrix of an analysis, and nothing that follows from an equilibrium.
pub(super) fn join_ratings(answer: &mut Answer, analysed: Answer) {
    let [columns, keys] = OF_EQUILIBRIA;
    let rated = |mut table: Table| {
        table.note = "Ratings are Elo points around a mean of 0: 400 more mean odds of ten to one.".to_owned();
        columns.iter().fold(table, |table, name| table.without(name))
    };
    let tables = analysed.tables.into_iter().filter_map(|table| match table.name.rsplit_once('-')?.1 {
        "entrants" => Some(rated(table)),
        "matrix" => Some(table),
        _ => None,
    });
    answer.tables.splice(1..1, tables);
    let stays = |figure: &Figure| figure.name.ends_with("-matrix") || figure.name.ends_with("-rating");
    answer.figures.extend(analysed.figures.into_iter().filter(|(figure, _)| stays(figure)));
    answer.warnings.extend(analysed.warnings);
    answer.json = analysed.json;
    if let Some(all) = answer.json.as_mut().and_then(Value::as_object_mut) {
        all.retain(|key, _| !keys.contains(&key.as_str()));
    }
}

/// Names the opponents that a score is over.
fn opponents(course: &TournamentProgress) -> &'static str {
    if course.standings.is_partial() { "the opponents that it met" } else { "all opponents" }
}

/// Returns the table of scores, best first, without the field of a gauntlet.
pub(super) fn scores(name: &str, asked: &Tournament, course: &TournamentProgress) -> Table {
    let standings = &course.standings;
    let order = standings.ranking(asked.plan.judged);
    let scored: Vec<Estimate> = order.iter().map(|entrant| standings.scored(*entrant, course.level)).collect();
    let opponents = opponents(course);
    let note = format!(
        "Share of points over {opponents}, each with equal weight; a tie counts half a point, and 0.5 is even. The \
         intervals of all looks hold together; those of the last look have a level of {:.2}%. {}",
        100.0 * course.level,
        asked.setting,
    );
    Table::new(format!("{name}-scores"), "Scores", note)
        .text("entrant", "Entrant", order.iter().map(|entrant| asked.arena.entrants[*entrant].as_str()))
        .estimate("points_share", "Share of points", 3, scored)
        .count("games", "Games", order.iter().map(|entrant| standings.games_of(*entrant)))
}

/// Returns the figure of scores with intervals.
pub(super) fn figure(name: &str, asked: &Tournament, course: &TournamentProgress, scores: &Table) -> Figure {
    Figure::new(
        scores.name.clone(),
        "Scores",
        format!(
            "Shares of points of {} entrants with intervals; the numbers are in the table {name}-scores.",
            asked.plan.judged
        ),
        FigureKind::ranking(
            ["entrant", "points_share"],
            format!("Share of points over {}", opponents(course)),
            Some(0.5),
        ),
    )
}

/// Returns the table of undecided results at each look, or after each round.
pub(super) fn looks(name: &str, asked: &Tournament, course: &TournamentProgress) -> Table {
    let reach = match asked.plan.aim {
        TournamentAim::Ratings => "the longer side of the widest interval of a score",
        TournamentAim::Best => "the most by which another entrant can be better than the one with the best score",
        TournamentAim::Equilibrium => "the most that an entrant can gain against the equilibrium",
    };
    let (title, stop) = match asked.plan.format {
        Format::Swiss => ("Rounds", "all rounds are played".to_owned()),
        _ => ("Looks", format!("play stops when it is at most {}", asked.plan.margin)),
    };
    // Each matchup plays at least one group of games, however few games are allowed.
    let games = course.looks.first().map_or(0, |first| first.games).max(asked.plan.games);
    let note = format!(
        "Planned before the first game: at most {} and {} games. Reach: {reach}, as a share of points; {stop}.",
        counted(course.planned as u64, "looks"),
        grouped(games),
    );
    Table::new(format!("{name}-looks"), title, note)
        .count("look", "Look", 1..=course.looks.len() as u64)
        .count("games", "Games", course.looks.iter().map(|look| look.games))
        .count("open", "Open", course.looks.iter().map(|look| look.open as u64))
        .number("reach", "Reach", 3, course.looks.iter().map(|look| Some(look.reach)))
}

/// Returns the table of every matchup by the outcomes of its groups, in the format of `hitchart meta`.
pub(super) fn games(name: &str, asked: &Tournament, course: &TournamentProgress) -> Table {
    let mut rows: Vec<([usize; 2], [u64; 3], u64)> = Vec::new();
    for met in &course.standings.met {
        let outcomes = PairCell::from(&met.duel).observations.into_iter();
        rows.extend(
            outcomes.map(|(outcome, groups)| (met.entrants, outcome.map(|count| u64::from(count) * groups), groups)),
        );
    }
    let named = |side: usize| rows.iter().map(move |row| asked.arena.entrants[row.0[side]].as_str());
    let note = "Games of each pair of entrants, from the view of the first. `hitchart meta` reads this table.";
    Table::new(format!("{name}-games"), "Meetings", note)
        .text("entrant", "Entrant", named(0))
        .text("against", "Against", named(1))
        .count("games_won", "Won", rows.iter().map(|row| row.1[0]))
        .count("games_tied", "Tied", rows.iter().map(|row| row.1[1]))
        .count("games_lost", "Lost", rows.iter().map(|row| row.1[2]))
        .count("groups", "Groups", rows.iter().map(|row| row.2))
}
