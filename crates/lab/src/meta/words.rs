//! Summary of an analysis in words, the answer first.

use super::analysis::{Analysis, ELO};
use super::domination::Verdict;
use hitchart_report::KeyNumber;
use hitchart_report::table::{capitalised, counted, number_within, p_value, percent, percent_within, signed_within};

/// Maximum number of names that a sentence lists.
const NAMED: usize = 4;

/// Returns sentences about the best entrant, the equilibrium, dominated entrants and cycles.
pub fn said(analysis: &Analysis) -> Vec<String> {
    let mut said = vec![best(analysis), settles(analysis), dominated(analysis), circles(analysis)];
    said.extend(doubts(analysis));
    said
}

/// Returns the highest ratings and the variety of the equilibrium, as the numbers behind the answer.
pub fn numbers(analysis: &Analysis) -> Vec<KeyNumber> {
    const TOP: usize = 3;
    let rating =
        |i: usize| KeyNumber::new(format!("{}. {}", i + 1, analysis.names[i]), format!("{} Elo", rating(analysis, i)));
    let mut numbers: Vec<KeyNumber> = (0..analysis.names.len().min(TOP)).map(rating).collect();
    let (share, choices) = (&analysis.cyclic.share, &analysis.effective);
    numbers.push(KeyNumber::new("Effective choices", number_within(choices.point, choices.interval)));
    if analysis.cyclic.closed {
        numbers.push(KeyNumber::new("Cyclic share", percent_within(share.point, share.interval)));
    }
    numbers
}

/// Formats the rating of an entrant in Elo points, with its interval.
fn rating(analysis: &Analysis, i: usize) -> String {
    let rating = &analysis.ratings[i];
    let (low, high) = rating.interval;
    if analysis.exact {
        format!("{:+.0}", rating.point * ELO)
    } else {
        signed_within(rating.point * ELO, (low * ELO, high * ELO))
    }
}

/// Describes the equilibrium: the shares in which entrants would be chosen.
fn settles(analysis: &Analysis) -> String {
    let choices = number_within(analysis.effective.point, analysis.effective.interval);
    let mut played: Vec<usize> =
        (0..analysis.names.len()).filter(|i| analysis.equilibrium[*i].point >= 0.0005).collect();
    played.sort_by(|a, b| analysis.equilibrium[*b].point.total_cmp(&analysis.equilibrium[*a].point));
    let share = |i: &usize| format!("{} {:.0}%", analysis.names[*i], analysis.equilibrium[*i].point * 100.0);
    let names = |count: usize| played.iter().take(count).map(share).collect::<Vec<String>>().join(", ");
    let more = if played.len() > NAMED { format!(" and {} more", played.len() - NAMED) } else { String::new() };
    match (played.as_slice(), analysis.even) {
        ([only], _) => format!("{} is the best choice against everybody.", analysis.names[*only]),
        (_, true) if !analysis.exact => {
            format!("These games show no mix of choices that is better than all {} in equal parts.", played.len())
        }
        _ => format!(
            "There is no single best choice. In equilibrium: {}{more} ({choices} effective choices).",
            names(NAMED)
        ),
    }
}

/// Ratings that differ by less, in Elo points, count as equal.
const ALIKE: f64 = 0.5;

/// Names the entrant with the highest rating, and says if it is clearly ahead of the next.
fn best(analysis: &Analysis) -> String {
    let told =
        |i: usize| format!("{} ({})", analysis.names[i], rating(analysis, i).replace(" (", ", ").replace(')', ""));
    let last = analysis.names.len() - 1;
    if (analysis.ratings[0].point - analysis.ratings[last].point) * ELO < ALIKE {
        return "All entrants have equal ratings.".to_owned();
    }
    let clear = analysis.ratings[0].interval.0 > analysis.ratings[1].interval.1;
    let lead = if clear { "clearly ahead of the next" } else { "not clearly ahead of the next" };
    format!("{} has the highest rating in Elo points, {lead}; {} has the lowest.", told(0), told(last))
}

fn dominated(analysis: &Analysis) -> String {
    let of = |verdict: Verdict| {
        let all = analysis.names.iter().zip(&analysis.domination);
        all.filter(|(_, domination)| domination.verdict == verdict).map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    let (yes, open) = (of(Verdict::Yes), of(Verdict::Undecided));
    let found = match yes.len() {
        0 => "No entrant is clearly worse than another against everyone".to_owned(),
        1 => format!("{} is worse than another against everyone", yes[0]),
        count if count > NAMED => {
            format!("{} and {} more are worse than another against everyone", yes[..NAMED].join(", "), count - NAMED)
        }
        _ => format!("{} are worse than another against everyone", yes.join(", ")),
    };
    let rest = match open.len() {
        0 => String::new(),
        1 => format!("; more games must decide whether {} is", open[0]),
        n => format!("; more games must decide whether {n} others are"),
    };
    format!("{found}{rest}.")
}

fn circles(analysis: &Analysis) -> String {
    let cyclic = &analysis.cyclic;
    if !cyclic.closed {
        return "Rock-paper-scissors cannot be measured: no three entrants all met each other.".to_owned();
    }
    let share = percent_within(cyclic.share.point, cyclic.share.interval);
    if analysis.exact {
        return format!("{share} of the differences depend on the matchup (rock-paper-scissors).");
    }
    let circle = cyclic.circle.map(|circle| circle.map(|entrant| analysis.names[entrant].as_str()));
    match (cyclic.p <= 0.05, circle) {
        (true, Some([a, b, c])) => format!(
            "There is rock-paper-scissors: {a} beats {b}, {b} beats {c}, {c} beats {a}. {share} of the differences depend on the matchup, {}.",
            p_value(cyclic.p)
        ),
        (true, None) => format!(
            "Ratings explain most results. {share} depends on the matchup, {}; no rock-paper-scissors was found.",
            p_value(cyclic.p)
        ),
        (false, _) => {
            let chance = cyclic.by_chance.map_or_else(String::new, |chance| {
                format!("; equal entrants would show {} by chance", percent(chance))
            });
            format!(
                "No rock-paper-scissors is shown: {share} of the differences depend on the matchup, {}{chance}.",
                p_value(cyclic.p)
            )
        }
    }
}

/// Lists reservations about the results.
fn doubts(analysis: &Analysis) -> Vec<String> {
    let mut doubts = Vec::new();
    if analysis.leaning {
        doubts.push(
            "Some entrants won every game, so ratings need a correction: each entrant got half a win in one imaginary game \
             against an average entrant."
                .to_owned(),
        );
    }
    if analysis.unmet > 0 {
        let pairs = counted(analysis.unmet, "pairs");
        doubts.push(format!("{} did not meet; their payoff follows from their ratings.", capitalised(&pairs)));
    }
    doubts
}
