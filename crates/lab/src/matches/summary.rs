//! Summary and figures of games.

use super::tables::{breakdown_table, rounds_table, scores_table, whole};
use super::tally::{SideTally, Tally, by_policy, by_position, by_side, ties};
use super::{GamesStudy, Setting};
use crate::study::{Answer, Won, enough, enough_apart, metric};
use hitchart_config::words::{capitalised, counted, grouped};
use hitchart_play::record::Recorded;
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, percent, rounded_up};
use hitchart_stats::{Estimate, FEW, order::largest_first};

/// Most sides or policies that the summary names.
const NAMED: usize = 4;

/// Fills in the summary, the line and the numbers of an answer. If different policies take all seats in turn, the policies
/// are compared; if all sides have the same units and the same policy, their positions; otherwise the sides.
pub(super) fn summarise<S: Setting>(answer: &mut Answer, asked: &GamesStudy<S>, tally: &Tally) {
    let (players, sides) = (by_policy(asked, tally), by_side(asked, tally));
    let in_turn = asked.swap_seats && players.len() > 1;
    let positions = by_position::<S::Record>(tally);
    let by_seat = players.len() == 1 && positions.len() > 1 && asked.setting.has_equal_sides();
    let compared = ranked(match in_turn {
        _ if by_seat => positions.into_iter().map(|(name, won)| (format!("the {name}"), won)).collect(),
        true => players,
        false => sides.clone(),
    });
    let rounds = whole(asked, tally, S::Record::ROLES.rounds);
    let ties = ties::<S::Record>(tally);
    answer.said = vec![wins(&compared, &ties, (tally.games, &repeated(asked, tally.games))), settled(&compared)];
    if by_seat {
        let side = S::WORDS.side[2];
        answer.said.iter_mut().for_each(|sentence| *sentence = capitalised(sentence));
        answer
            .said
            .push(format!("The {side} have the same units and the same policy, so their positions are compared."));
    }
    if in_turn {
        answer.said.push(format!("By {}: {}.", S::WORDS.side[0], shares(&ranked(sides))));
    }
    answer.said.push(format!("A game lasts {rounds} rounds."));
    answer.line = line(asked, &compared, tally.games);
    answer.numbers = compared
        .iter()
        .take(NAMED - 1)
        .map(|(name, won)| KeyNumber::new(format!("Games won by {name}"), won.percent()))
        .collect();
    answer.numbers.push(KeyNumber::new("Ties", ties.percent()));
    answer.numbers.push(KeyNumber::new("Rounds of a game", rounds.to_string()));
    answer.undecided = undecided(&compared, tally.games);
}

/// Sorts names by their shares of wins, the largest first.
fn ranked(mut by: Vec<(String, Won)>) -> Vec<(String, Won)> {
    largest_first(&mut by, |row| row.1.share.point);
    by
}

fn wins(compared: &[(String, Won)], ties: &Won, (games, repeated): (u64, &str)) -> String {
    let [(name, won), rest @ ..] = compared else { return String::new() };
    let (each, games_played) = (each_player(compared, games), counted(games, "games"));
    let (won, others, ties) = (won.percent(), shares(rest), ties.percent());
    format!("{name} wins {won} of {games_played}{repeated}, {others}{each}; {ties} are ties.")
}

/// Returns the number of different games in parentheses if games repeat: one policy in all seats plays each game of a group
/// alike.
fn repeated<S: Setting>(asked: &GamesStudy<S>, games: u64) -> String {
    let is_repeated = asked.swap_seats && asked.has_one_policy() && asked.policies.len() > 1;
    let different = || grouped(games.div_ceil(asked.policies.len() as u64));
    if is_repeated { format!(" ({} different)", different()) } else { String::new() }
}

/// Names the policies with several players, whose shares are those of each player.
fn each_player(compared: &[(String, Won)], games: u64) -> String {
    let several = compared.iter().filter(|(_, won)| won.share.n > games.max(1));
    let named = several.map(|(name, won)| format!("{name} with each of its {} players", won.share.n / games.max(1)));
    let named: Vec<String> = named.collect();
    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
}

/// Joins names with their shares into a list.
fn shares(of: &[(String, Won)]) -> String {
    let named: Vec<String> = of.iter().take(NAMED).map(|(name, won)| format!("{name} {}", won.percent())).collect();
    let more = if of.len() > NAMED { format!(" and {} more", of.len() - NAMED) } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// Returns true if the first surely wins more often than the second: the interval of the first lies above one half, or
/// above that of the second.
fn leads(first: &Won, second: &Won) -> bool {
    first.share.interval.0 > 0.5 || first.share.interval.0 > second.share.interval.1
}

/// Returns a sentence that says if the first is ahead.
fn settled(compared: &[(String, Won)]) -> String {
    let [(first, a), (second, b), rest @ ..] = compared else { return String::new() };
    let others = if rest.is_empty() { second } else { "each of the others" };
    let has_several = compared.iter().any(|(_, won)| won.share.n != a.share.n);
    let more = if has_several { "more games for each player" } else { "more games" };
    match leads(a, b) {
        true => format!("{first} wins {more} than {others}."),
        false => format!("These games do not show that {first} wins {more} than {second}."),
    }
}

/// Returns a sentence with the number of games that would decide who is ahead; empty if that is already decided.
fn undecided(compared: &[(String, Won)], games: u64) -> String {
    let [(first, a), (second, b), ..] = compared else { return String::new() };
    if leads(a, b) {
        return String::new();
    }
    let ways = [enough(games, &a.share, 0.5).filter(|_| a.share.point > 0.5), enough_apart(games, &a.share, &b.share)];
    who_is_ahead([first, second], games, ways.into_iter().flatten().min())
}

/// Says that games do not decide who of two is ahead, with the number of games that would be enough.
pub fn who_is_ahead([first, second]: [&str; 2], games: u64, enough: Option<u64>) -> String {
    match enough {
        _ if games < FEW => format!("Undecided: who of {first} and {second} is ahead."),
        Some(enough) => format!(
            "Undecided: who of {first} and {second} is ahead. If the difference is as large as it looks, about {} games decide it.",
            grouped(rounded_up(enough))
        ),
        None => format!("Undecided: {first} and {second} look equally strong."),
    }
}

/// Returns the answer in one sentence, such as `Estar's Anvil beats The Sun's Fang 50% (46 to 54%, 600 games,
/// tactician, skirmish on dense-town)`.
fn line<S: Setting>(asked: &GamesStudy<S>, compared: &[(String, Won)], games: u64) -> String {
    let mut policies: Vec<&str> = asked.policies.iter().map(|policy| policy.name()).collect();
    policies.dedup();
    let source = format!("{}, {}, {}", counted(games, "games"), policies.join(" against "), asked.setting.ground());
    match compared {
        [(first, a), (second, b)] => {
            let verb = if leads(a, b) { "beats" } else { "is not shown to beat" };
            format!("{first} {verb} {second}: wins {}", inserted(&a.percent(), &source))
        }
        [(first, a), ..] => format!("{first} wins {}", inserted(&a.percent(), &source)),
        [] => source,
    }
}

/// Inserts `more` within the brackets of a share with its interval.
fn inserted(share: &str, more: &str) -> String {
    match share.strip_suffix(')') {
        Some(open) => format!("{open}, {more})"),
        None => format!("{share} ({more})"),
    }
}

/// Returns all figures of a study of games, each with its table.
pub(super) fn all<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Vec<(Figure, Table)> {
    vec![
        wins_figure(name, asked, tally),
        scores(name, asked, tally),
        leaders::<S>(name, tally),
        margins(name, asked, tally),
        distribution(name, "rounds", "Rounds of a game", "rounds", &tally.rounds, tally.games),
        distribution(name, "margins", "Margin of the winner", "points ahead of the next", &tally.margins, tally.games),
    ]
}

/// Draws the shares of games won by company, policy, position and turn.
fn wins_figure<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let drawn = breakdown_table(name, asked, tally);
    let ties = ties::<S::Record>(tally).share.point;
    let figure = Figure::new(
        format!("{name}-wins"),
        "Share of games won",
        format!(
            "Share of games won by {}, policy, position and turn, with intervals, as in the table {name}-wins. The line is \
             an even share: the games that are not tied, divided by the number of players ({}).",
            S::WORDS.side[0],
            percent((1.0 - ties) / asked.policies.len() as f64)
        ),
        FigureKind::ranking_with(
            ["who", "wins", "interval"],
            "Share of games won, 95% intervals",
            Some((1.0 - ties) / asked.policies.len() as f64),
        ),
    );
    (figure, drawn)
}

/// Draws the mean scores of the sides, round by round.
fn scores<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let side = S::WORDS.side[0];
    let figure = Figure::new(
        format!("{name}-scores"),
        "Scores round by round",
        format!("Mean score of each {side} at the end of each round, as in the table {name}-scores."),
        FigureKind::bands(
            [side, "round", "score", "score_interval"],
            format!("Round; 0 is the {}", S::WORDS.fielding),
            "Mean score",
            false,
        ),
    );
    (figure, scores_table(name, asked, tally))
}

/// Draws the share of games won by the sole leader after each round.
fn leaders<S: Setting>(name: &str, tally: &Tally) -> (Figure, Table) {
    let rounds = rounds_table::<S>(name, tally);
    let series = vec!["leader"; rounds.rows()];
    let figure = Figure::new(
        format!("{name}-leaders"),
        "Chance that the leader wins",
        format!("Share of games won by the player who alone led after a round, as in the table {name}-rounds."),
        FigureKind::bands(
            ["series", "round", "leader_wins", "leader_interval"],
            "Round",
            "Games won by the leader after it",
            true,
        ),
    );
    (figure, rounds.text("series", "Series", series))
}

/// Draws the mean margin of each side.
fn margins<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let place = S::Record::ROLES.lead;
    let [column, heading, _] = S::WORDS.side;
    let of = |side: &SideTally| metric(&S::Record::SIDE[place], &side.metrics, place, tally.observations());
    let margins: Vec<Estimate> = tally.sides.iter().map(of).collect();
    let drawn = Table::new(format!("{name}-{column}-margins-figure"), format!("Margins by {column}"), "")
        .text(column, heading, asked.setting.names())
        .estimates(["mean", "interval"], "Margin", 2, margins.iter().copied())
        .count("n", "N", margins.iter().map(|margin| margin.n));
    let figure = Figure::new(
        format!("{name}-{column}-margins"),
        format!("Margins by {column}"),
        format!("Mean score of each {column} less the best other, with intervals."),
        FigureKind::ranking_with(
            [column, "mean", "interval"],
            "Points ahead of the best other, 95% intervals",
            Some(0.0),
        ),
    );
    (figure, drawn)
}

fn distribution(name: &str, table: &str, title: &str, x_title: &str, counts: &[u64], games: u64) -> (Figure, Table) {
    let some = || counts.iter().enumerate().filter(|(_, games)| **games > 0);
    let drawn = Table::new(format!("{name}-{table}-figure"), title, "")
        .text("series", "Series", some().map(|_| title))
        .count("x", title, some().map(|(x, _)| x as u64))
        .number("share", "Share", 4, some().map(|(_, count)| *count as f64 / games as f64))
        .count("n", "N", some().map(|_| games));
    let figure = Figure::new(
        format!("{name}-{table}"),
        title,
        format!("Share of games by number of {x_title}; the numbers are in the table {name}-{table}."),
        FigureKind::pmf(["series", "x", "share"], x_title),
    );
    (figure, drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::won;

    /// Few games say neither that two are equally strong nor how many games decide.
    #[test]
    fn few_games_show_nobody_equally_strong() {
        let said = |games: u64, wins: [u64; 2]| {
            let compared = [("a".to_owned(), won(wins[0], games)), ("b".to_owned(), won(wins[1], games))];
            undecided(&compared, games)
        };
        for wins in [[1, 1], [1, 0], [0, 0]] {
            assert_eq!(said(2, wins), "Undecided: who of a and b is ahead.");
        }
        assert_eq!(said(200, [100, 100]), "Undecided: a and b look equally strong.");
    }
}
