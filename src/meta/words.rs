//! An analysis in words, the answer first.

use super::analysis::{Analysis, ELO};
use super::domination::Verdict;
use crate::table::{capitalised, counted};

/// Names that a sentence lists.
const NAMED: usize = 5;

/// What the table would settle on, who is best, who need not be played, and whether there is an order.
pub fn said(analysis: &Analysis) -> Vec<String> {
    let mut said = vec![settles(analysis), best(analysis), dominated(analysis), circles(analysis)];
    said.extend(doubts(analysis));
    said
}

/// What the players would settle on.
fn settles(analysis: &Analysis) -> String {
    let (low, high) = analysis.effective.interval;
    let choices = match analysis.exact {
        true => format!("{:.1} effective choices", analysis.effective.point),
        false => format!("{:.1} effective choices ({low:.1} to {high:.1})", analysis.effective.point),
    };
    let mut played: Vec<usize> =
        (0..analysis.names.len()).filter(|i| analysis.equilibrium[*i].point >= 0.0005).collect();
    played.sort_by(|a, b| analysis.equilibrium[*b].point.total_cmp(&analysis.equilibrium[*a].point));
    let share = |i: &usize| format!("{} {:.0}%", analysis.names[*i], analysis.equilibrium[*i].point * 100.0);
    let names = |count: usize| played.iter().take(count).map(share).collect::<Vec<String>>().join(", ");
    match (played.as_slice(), analysis.even) {
        ([only], _) => format!("Best choice: {}, against everybody; {choices}.", analysis.names[*only]),
        (_, true) if !analysis.exact => {
            format!("All {} alike are as good as any mixture, as far as these games tell: {choices}.", played.len())
        }
        _ if played.len() > NAMED => {
            format!("No best choice: {choices}; {} and {} others.", names(NAMED), played.len() - NAMED)
        }
        _ => format!("No best choice: {choices}; {}.", names(NAMED)),
    }
}

/// Ratings that are less far apart, in Elo points, are told as alike: as numbers they would be the same.
const ALIKE: f64 = 0.5;

/// Who is rated highest, and whether that is clear of the next.
fn best(analysis: &Analysis) -> String {
    let told = |i: usize| {
        let rating = &analysis.ratings[i];
        let (low, high) = rating.interval;
        let point = format!("{} {:+.0}", analysis.names[i], rating.point * ELO);
        if analysis.exact { point } else { format!("{point} ({:+.0} to {:+.0})", low * ELO, high * ELO) }
    };
    let last = analysis.names.len() - 1;
    if (analysis.ratings[0].point - analysis.ratings[last].point) * ELO < ALIKE {
        return match analysis.exact {
            true => "All are rated alike.".to_owned(),
            false => format!("All are rated alike: {} to {}. Elo points.", told(0), told(last)),
        };
    }
    let clear = analysis.ratings[0].interval.0 > analysis.ratings[1].interval.1;
    let lead =
        if clear { "is rated highest, clear of the next" } else { "is rated highest, but not clear of the next" };
    format!("{}, {lead}; lowest {}. Elo points.", told(0), told(last))
}

fn dominated(analysis: &Analysis) -> String {
    let of = |verdict: Verdict| {
        let all = analysis.names.iter().zip(&analysis.domination);
        all.filter(|(_, domination)| domination.verdict == verdict).map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    let (yes, open) = (of(Verdict::Yes), of(Verdict::Undecided));
    let found = match yes.len() {
        0 => "nobody was found to be dominated".to_owned(),
        count if count > NAMED => format!("{count} are dominated: {} and others", yes[..NAMED].join(", ")),
        _ => format!("dominated: {}", yes.join(", ")),
    };
    let rest = if open.is_empty() { String::new() } else { format!("; of {} it is open", open.len()) };
    capitalised(&format!("{found}{rest}.")).to_string()
}

fn circles(analysis: &Analysis) -> String {
    let cyclic = &analysis.cyclic;
    let (low, high) = cyclic.share.interval;
    let percent = |share: f64| format!("{:.0}%", share * 100.0);
    if !cyclic.closed {
        return "The meetings close no circle, so that nothing can be said of cycles.".to_owned();
    }
    if analysis.exact {
        return format!("{} of the differences go round in circles.", percent(cyclic.share.point));
    }
    let share = format!("{} of the differences ({} to {})", percent(cyclic.share.point), percent(low), percent(high));
    let circle = cyclic.circle.map(|circle| circle.map(|entrant| analysis.names[entrant].as_str()));
    match (cyclic.p <= 0.05, circle) {
        (true, Some([a, b, c])) => {
            format!(
                "There are cycles: {share} go round in circles, p = {:.3}; {a} over {b}, {b} over {c}, {c} over {a}.",
                cyclic.p
            )
        }
        (true, None) => format!(
            "Ratings do not tell all: {share} are not theirs, p = {:.3}; but no circle of three was seen.",
            cyclic.p
        ),
        (false, _) => {
            let chance = cyclic.by_chance.map_or_else(String::new, |chance| {
                format!("; equal entrants show {} on average in as many games", percent(chance))
            });
            format!("No cycles beyond noise: {share}, p = {:.2}{chance}.", cyclic.p)
        }
    }
}

/// What the reader should know before trusting this.
fn doubts(analysis: &Analysis) -> Vec<String> {
    let mut doubts = Vec::new();
    if analysis.leaning {
        doubts.push(
            "Some scored everything against others, so that no rating is too high for them: everybody was given one game \
             more, half won, against a mean entrant."
                .to_owned(),
        );
    }
    if analysis.unmet > 0 {
        let pairs = counted(analysis.unmet, "pairs");
        doubts.push(format!("{} did not meet; their payoff is that of their ratings.", capitalised(&pairs)));
    }
    doubts
}
