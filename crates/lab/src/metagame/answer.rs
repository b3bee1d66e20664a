//! The answer of an analysis: summary, tables, figures and JSON.

use super::analysis::{Analysis, ELO, Quantity, separate};
use crate::study::may_be;
use hitchart_config::words::{capitalised, counted};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, p_value, percent, signed_within};
use hitchart_stats::equilibrium::{Domination, DominationVerdict};
use hitchart_stats::{LEVEL, normal_quantile, order::largest_first};
use serde_json::{Map, Value, json};

/// Maximum number of names that a sentence lists.
const NAMED: usize = 4;

/// Returns sentences about the best entrant, the equilibrium, dominated entrants and cycles.
pub(crate) fn summary(analysis: &Analysis) -> Vec<String> {
    let mut said = vec![best(analysis), settles(analysis), dominated(analysis), circles(analysis)];
    // A screen shows three sentences: a circle that is shown comes before entrants that may be dominated.
    if analysis.cyclic.p <= 0.05 {
        said.swap(2, 3);
    }
    if analysis.unmet > 0 {
        let pairs = capitalised(&counted(analysis.unmet, "pairs"));
        said.insert(
            1,
            format!("{pairs} did not meet: ratings predict their results, which count below as if they were played."),
        );
    }
    said.extend(correction(analysis));
    said
}

/// Returns the highest ratings and the variety of the equilibrium, as the numbers behind the answer.
pub(crate) fn numbers(analysis: &Analysis) -> Vec<KeyNumber> {
    const TOP: usize = 3;
    let rating =
        |i: usize| KeyNumber::new(format!("{}. {}", i + 1, analysis.names[i]), format!("{} Elo", rating(analysis, i)));
    let mut numbers: Vec<KeyNumber> = (0..analysis.names.len().min(TOP)).map(rating).collect();
    let (share, choices) = (&analysis.cyclic.share, &analysis.effective);
    numbers.push(KeyNumber::new("Effective choices", choices.number()));
    if analysis.cyclic.closed {
        numbers.push(KeyNumber::new("Cyclic share", share.percent()));
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
    let choices = analysis.effective.number();
    let mut played: Vec<usize> =
        (0..analysis.names.len()).filter(|i| analysis.equilibrium[*i].point >= 0.0005).collect();
    largest_first(&mut played, |row| analysis.equilibrium[*row].point);
    let share = |i: &usize| format!("{} {:.0}%", analysis.names[*i], analysis.equilibrium[*i].point * 100.0);
    let names = |count: usize| played.iter().take(count).map(share).collect::<Vec<String>>().join(", ");
    let more = if played.len() > NAMED { format!(" and {} more", played.len() - NAMED) } else { String::new() };
    match (played.as_slice(), analysis.even) {
        ([only], _) => {
            let (name, low) = (&analysis.names[*only], analysis.equilibrium[*only].interval.0);
            if analysis.exact || low >= SHOWN {
                return format!("All would choose {name} in equilibrium: no entrant scores more than half against it.");
            }
            format!(
                "By these results all would choose {name} in equilibrium; these games allow a share of {:.0} to 100%.",
                low * 100.0
            )
        }
        (_, true) if !analysis.exact => {
            format!("These games show no mix of choices that is better than {} in equal parts.", every(played.len()))
        }
        _ if !analysis.exact && analysis.effective.interval.0 < SEVERAL => format!(
            "These games do not show if there is a single best choice. The most even equilibrium that they allow: {}{more} \
             ({choices} effective choices).",
            names(NAMED)
        ),
        _ => format!(
            "There is no single best choice. In equilibrium: {}{more} ({choices} effective choices).",
            names(NAMED)
        ),
    }
}

/// Least number of effective choices, by its whole interval, that excludes a single best choice.
const SEVERAL: f64 = 1.005;

/// Least share in equilibrium, by its whole interval, of a choice that is shown to be the best.
const SHOWN: f64 = 0.9995;

/// Ratings that differ by less, in Elo points, count as equal.
const ALIKE: f64 = 0.5;

/// Exact ratings that differ by less, in Elo points, differ only by rounding.
const TIE: f64 = 1e-6;

/// Names the entrants with the highest and the lowest rating, and those that may be level with them.
fn best(analysis: &Analysis) -> String {
    let told = |i: usize| {
        let text = signed_within(analysis.ratings[i].point * ELO, of_all(analysis, i));
        format!("{} ({})", analysis.names[i], text.replace(" (", ", ").replace(')', ""))
    };
    let last = analysis.names.len() - 1;
    if (analysis.ratings[0].point - analysis.ratings[last].point) * ELO < ALIKE {
        let widest = analysis.ratings.iter().map(|rating| rating.interval.1 * ELO).fold(0.0, f64::max);
        return match widest < ALIKE {
            true => "All entrants have equal ratings.".to_owned(),
            false => format!(
                "By these results all entrants have equal ratings; ratings of up to {widest:+.0} Elo points are possible."
            ),
        };
    }
    if analysis.exact {
        return ends(analysis);
    }
    let all = 0..analysis.names.len();
    let near = |end: usize, apart: &[bool]| -> Vec<&str> {
        let (low, high) = of_all(analysis, end);
        let overlaps = |i: usize| of_all(analysis, i).0 <= high && of_all(analysis, i).1 >= low;
        let is_near = |i: &usize| *i != end && !apart[*i] && overlaps(*i);
        all.clone().filter(is_near).map(|i| analysis.names[i].as_str()).collect()
    };
    let [first, lowest] = [near(0, &analysis.apart[0]), near(last, &analysis.apart[1])];
    format!(
        "{} has the highest rating in Elo points{}. {} has the lowest{}. These two intervals hold for {} together.",
        told(0),
        if first.is_empty() { ", clearly ahead of the next".to_owned() } else { may_be(&first, "high") },
        told(last),
        may_be(&lowest, "low"),
        every(all.len())
    )
}

/// Names all of `n` entrants: `both`, `all 5`.
fn every(n: usize) -> String {
    if n == 2 { "both".to_owned() } else { format!("all {n}") }
}

/// Returns an interval of a rating in Elo points that holds for all entrants together (Bonferroni), because the best and
/// the worst are chosen by their ratings.
fn of_all(analysis: &Analysis, i: usize) -> (f64, f64) {
    let (rating, n) = (analysis.ratings[i], separate(analysis.names.len()) as f64);
    let wider = normal_quantile(1.0 - (1.0 - LEVEL) / n) / normal_quantile(LEVEL);
    let bound = |bound: f64| (rating.point + wider * (bound - rating.point)) * ELO;
    (bound(rating.interval.0), bound(rating.interval.1))
}

/// Names the entrants with the highest and with the lowest exact rating, with all ties.
fn ends(analysis: &Analysis) -> String {
    let alike = |of: usize| -> Vec<usize> {
        let is_alike = |i: &usize| ((analysis.ratings[*i].point - analysis.ratings[of].point) * ELO).abs() < TIE;
        (0..analysis.names.len()).filter(is_alike).collect()
    };
    let told = |of: usize, end: &str| {
        let (all, rating) = (alike(of), rating(analysis, of));
        match all.as_slice() {
            [only] => format!("{} ({rating}) has the {end}", analysis.names[*only]),
            [one, other] => {
                format!("{} and {} (both {rating}) have the {end}", analysis.names[*one], analysis.names[*other])
            }
            [one, more @ ..] => {
                format!("{} and {} others (all {rating}) have the {end}", analysis.names[*one], more.len())
            }
            [] => String::new(),
        }
    };
    format!("{}; {}.", told(0, "highest rating in Elo points"), told(analysis.names.len() - 1, "lowest"))
}

fn dominated(analysis: &Analysis) -> String {
    let of = |verdict: DominationVerdict| {
        let all = analysis.names.iter().zip(&analysis.domination);
        all.filter(|(_, domination)| domination.verdict == verdict).map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    let (yes, open) = (of(DominationVerdict::Yes), of(DominationVerdict::Undecided));
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
        2 if analysis.names.len() == 2 => "; more games must decide whether one of the two is".to_owned(),
        n if yes.is_empty() => format!("; more games must decide whether {n} of {} are", analysis.names.len()),
        n => format!("; more games must decide whether {n} others are"),
    };
    format!("{found}{rest}.")
}

fn circles(analysis: &Analysis) -> String {
    let cyclic = &analysis.cyclic;
    if !cyclic.closed {
        return "Rock-paper-scissors cannot be measured: no three entrants all met each other.".to_owned();
    }
    let share = cyclic.share.percent();
    let beats = cyclic.circle.map(|circle| {
        let [a, b, c] = circle.map(|entrant| analysis.names[entrant].as_str());
        format!("{a} beats {b}, {b} beats {c}, {c} beats {a}")
    });
    if analysis.exact {
        return match beats {
            Some(beats) => {
                format!("There is rock-paper-scissors: {beats}. {share} of the differences depend on the matchup.")
            }
            None => format!("{share} of the differences depend on the matchup; there is no rock-paper-scissors."),
        };
    }
    match (cyclic.p <= 0.05, beats) {
        (true, Some(beats)) => {
            let depend = format!("{share} of the differences depend on the matchup, {}", p_value(cyclic.p));
            match cyclic.circle.is_some_and(|circle| is_shown(analysis, circle)) {
                true => format!("There is rock-paper-scissors: {beats}. {depend}."),
                false => format!("{depend}. These games show no circle of three for sure; the nearest: {beats}."),
            }
        }
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

/// Returns true if the whole interval of every win in a circle lies above one half.
fn is_shown(analysis: &Analysis, [a, b, c]: [usize; 3]) -> bool {
    let beats = |i: usize, j: usize| analysis.shares[i][j].as_ref().is_some_and(|share| share.interval.0 > 0.5);
    beats(a, b) && beats(b, c) && beats(c, a)
}

/// Describes the correction of ratings if some entrants won every game.
fn correction(analysis: &Analysis) -> Option<String> {
    analysis.leaning.then(|| {
        "Some entrants, alone or as a group, won every game against the rest, so ratings need a correction: each entrant got \
         half a win in one imaginary game against an average entrant."
            .to_owned()
    })
}

/// Returns the tables, with names that begin with `name`: entrants, the whole field, pairs.
pub fn tables(analysis: &Analysis, name: &str) -> Vec<Table> {
    vec![entrants(analysis, name), whole(analysis, name), matrix(analysis, name)]
}

/// Returns the table of all entrants, best first.
pub(super) fn entrants(analysis: &Analysis, name: &str) -> Table {
    let scaled = |quantities: &[Quantity], scale: f64| -> (Vec<f64>, Vec<(f64, f64)>) {
        let ends = |quantity: &Quantity| (quantity.interval.0 * scale, quantity.interval.1 * scale);
        (quantities.iter().map(|quantity| quantity.point * scale).collect(), quantities.iter().map(ends).collect())
    };
    let (ratings, rating_intervals) = scaled(&analysis.ratings, ELO);
    let (shares, share_intervals) = scaled(&analysis.equilibrium, 1.0);
    let (regrets, regret_intervals) = scaled(&analysis.regret, 1.0);
    let by = analysis.domination.iter().map(|domination| {
        let named = |(by, share): &(usize, f64)| match domination.by.len() {
            1 => analysis.names[*by].clone(),
            _ => format!("{:.0}% {}", share * 100.0, analysis.names[*by]),
        };
        domination.by.iter().map(named).collect::<Vec<String>>().join(" + ")
    });
    let (of, source) = match analysis.exact {
        true => (String::new(), "Exact: no games were played".to_owned()),
        false => {
            let (games, observations) = (analysis.games, analysis.observations);
            let source = format!("{} of {}", counted(games, "games"), counted(observations, "observations"));
            (" that the games do not contradict".to_owned(), source)
        }
    };
    let note = format!(
        "Ratings are Elo points around a mean of 0: 400 more mean odds of ten to one. The equilibrium is the most even \
         one{of}. Regret: points that an entrant loses per game against the equilibrium. {source}."
    );
    Table::new(format!("{name}-entrants"), "Entrants, best first", note)
        .text("entrant", "Entrant", &analysis.names)
        .number("rating", "Rating", 0, ratings)
        .interval("rating_interval", "95% interval", 0, rating_intervals)
        .number("equilibrium", "Equilibrium", 3, shares)
        .interval("equilibrium_interval", "95% interval", 3, share_intervals)
        .number("regret_points", "Regret", 3, regrets)
        .interval("regret_points_interval", "95% interval", 3, regret_intervals)
        .text("dominated", "Dominated?", analysis.domination.iter().map(|domination| domination.verdict.name()))
        .text("dominated_by", "By", by)
}

/// Returns the table of numbers about the whole field.
fn whole(analysis: &Analysis, name: &str) -> Table {
    let (effective, cyclic) = (&analysis.effective, &analysis.cyclic);
    let round = cyclic.closed.then_some(&cyclic.share);
    let values = [Some(effective.point), Some(analysis.as_measured), round.map(|share| share.point)];
    let intervals = [Some(effective.interval), None, round.map(|share| share.interval)];
    let note = "Effective choices: how many entrants played alike would be as diverse as the equilibrium; the most even that \
                the games do not contradict, which leans to many, and that of the results as measured, which leans to few. \
                Cyclic share: what of the differences is no order but goes round in circles; p is the chance of deviations \
                as large as these if there were no circles. By chance: what equal entrants show on average in as many games.";
    let rows = ["Effective choices", "Effective choices, as measured", "Cyclic share"];
    Table::new(format!("{name}-whole"), "The whole", note)
        .text("measure", "Measure", rows)
        .number("estimate", "Value", 3, values)
        .interval("estimate_interval", "95% interval", 3, intervals)
        .count("games", "Games", [(!analysis.exact).then_some(analysis.games); 3])
        .number("by_chance", "By chance", 3, [None, analysis.equals, round.and(cyclic.by_chance)])
        .number("p_order", "p", 4, [None, None, (cyclic.closed && !analysis.exact).then_some(cyclic.p)])
}

/// Returns the table of all pairs in the order of ratings; an entrant has no games with itself.
pub(super) fn matrix(analysis: &Analysis, name: &str) -> Table {
    let n = analysis.names.len();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).collect();
    let share = |(i, j): &(usize, usize)| analysis.shares[*i][*j];
    let tally = |at: usize| {
        let count = move |(i, j): &(usize, usize)| {
            (share(&(*i, *j)).is_some() && !analysis.exact).then(|| analysis.tallies[*i][*j][at])
        };
        pairs.iter().map(count).collect::<Vec<Option<u64>>>()
    };
    Table::new(
        format!("{name}-matrix"),
        "Share of points, a tie being half a point",
        "Rows against columns, best first.",
    )
    .text("entrant", "Entrant", pairs.iter().map(|(i, _)| &analysis.names[*i]))
    .text("against", "Against", pairs.iter().map(|(_, j)| &analysis.names[*j]))
    .count("games_won", "Wins", tally(0))
    .count("games_tied", "Ties", tally(1))
    .count("games_lost", "Losses", tally(2))
    .number("points_share", "Points", 2, pairs.iter().map(|pair| share(pair).map(|share| share.point)))
    .interval(
        "points_share_interval",
        "95% interval",
        2,
        pairs.iter().map(|pair| share(pair).map(|share| share.interval)),
    )
    .count("n", "N", pairs.iter().map(|pair| share(pair).filter(|_| !analysis.exact).map(|share| share.n)))
}

/// Maximum number of entrants in the network figure.
const MOST_IN_NET: usize = 12;

/// Returns the figures, with names that begin with `name`: the equilibrium, ratings and the matrix, and the network of
/// clear wins if there are any.
pub(crate) fn figures(analysis: &Analysis, name: &str) -> Vec<(Figure, Table)> {
    let is_open = |rating: &Quantity| rating.interval.0.is_infinite() && rating.interval.1.is_infinite();
    let open = match analysis.ratings.iter().any(is_open) {
        true => " A pale bar from edge to edge is an interval without bounds: too few games.",
        false => "",
    };
    let ranking = |value: &str, title: &str, value_title: &str, reference: Option<f64>| {
        let open = if value == "rating" { open } else { "" };
        Figure::new(
            format!("{name}-{value}"),
            title,
            format!(
                "{title}, a dot with a 95% interval for each entrant.{open} The numbers are in table {name}-entrants."
            ),
            FigureKind::ranking(["entrant", value], value_title, reference),
        )
    };
    let heat = Figure::new(
        format!("{name}-matrix"),
        "Who beats whom",
        format!("Share of points of rows against columns, best first. The numbers are in table {name}-matrix."),
        FigureKind::even_map(["entrant", "against", "points_share"], "Share of points of the row against the column"),
    );
    let network = Figure::new(
        format!("{name}-network"),
        "Who clearly beats whom",
        format!(
            "An arrow from each entrant to those of whom its whole 95% interval of points lies above one half. The \
             numbers are in table {name}-matrix."
        ),
        FigureKind::Network {
            from: "entrant".to_owned(),
            to: "against".to_owned(),
            value: "points_share".to_owned(),
            interval: "points_share_interval".to_owned(),
            above: 0.5,
        },
    );
    let (entrants, matrix) = (entrants(analysis, name), matrix(analysis, name));
    let lead = matrix.intervals("points_share_interval").iter().flatten().any(|(low, _)| *low > 0.5);
    // With more entrants the network would only repeat the matrix.
    let clear = lead && entrants.rows() <= MOST_IN_NET;
    let mut figures = vec![
        (ranking("equilibrium", "The most even equilibrium", "Share in the equilibrium", None), entrants.clone()),
        (ranking("rating", "Ratings", "Elo points around a mean of 0", Some(0.0)), entrants),
        (heat, matrix.clone()),
    ];
    figures.extend(clear.then_some((network, matrix)));
    figures
}

/// Returns the whole analysis under the names of the documentation; entrants are in the order of their ratings.
pub fn json(analysis: &Analysis) -> Value {
    let named = |name: &str, quantity: &Quantity, scale: f64, key: &str| {
        let mut object = Map::new();
        object.insert("name".to_owned(), json!(name));
        object.insert(key.to_owned(), json!(quantity.point * scale));
        object.insert("interval".to_owned(), interval(quantity, scale));
        object
    };
    let of = |quantities: &[Quantity], scale: f64, key: &str| -> Vec<Map<String, Value>> {
        analysis.names.iter().zip(quantities).map(|(name, quantity)| named(name, quantity, scale, key)).collect()
    };
    let mut ratings = of(&analysis.ratings, ELO, "point");
    for (rating, quantity) in ratings.iter_mut().zip(&analysis.ratings) {
        rating.insert("logit".to_owned(), json!(quantity.point));
    }
    let cyclic = &analysis.cyclic;
    let dominations = || analysis.names.iter().zip(&analysis.domination);
    json!({
        "entrants": analysis.names.len(),
        "games": analysis.games,
        "observations": analysis.observations,
        "pairs_unmet": analysis.unmet,
        "level": LEVEL,
        "seed": analysis.seed,
        "resamples": analysis.resamples,
        "ratings": ratings,
        "rating_unit": "Elo points, of mean 0",
        "draw": analysis.draw,
        "ratings_lean_on_a_given_game": analysis.leaning,
        "nash": of(&analysis.equilibrium, 1.0, "share"),
        "effective_choices": {
            "point": analysis.effective.point,
            "interval": interval(&analysis.effective, 1.0),
            "as_measured": analysis.as_measured,
            "as_measured_of_equals": analysis.equals,
        },
        "all_alike_not_excluded": analysis.even,
        "cyclic_share": {
            "point": cyclic.share.point,
            "interval": interval(&cyclic.share, 1.0),
            "of_equals": cyclic.by_chance,
            "p": cyclic.p,
            "closed": cyclic.closed,
            "circle": cyclic.circle.map(|circle| circle.map(|entrant| analysis.names[entrant].as_str())),
        },
        "regret": of(&analysis.regret, 1.0, "point"),
        "dominated": dominations()
            .filter(|(_, domination)| domination.verdict == DominationVerdict::Yes)
            .map(|(name, domination)| dominated_json(analysis, name, domination))
            .collect::<Vec<Value>>(),
        "domination": dominations()
            .map(|(name, domination)| json!({ "name": name, "verdict": domination.verdict.name() }))
            .collect::<Vec<Value>>(),
        "matrix": matrix_json(analysis),
    })
}

fn interval(quantity: &Quantity, scale: f64) -> Value {
    json!([quantity.interval.0 * scale, quantity.interval.1 * scale])
}

fn dominated_json(analysis: &Analysis, name: &str, domination: &Domination) -> Value {
    let by = domination.by.iter().map(|(by, share)| json!({ "name": analysis.names[*by], "share": share }));
    json!({
        "name": name,
        "by": by.collect::<Vec<Value>>(),
        "lead": domination.lead,
        "weakly": domination.weakly,
        "verdict": domination.verdict.name(),
    })
}

/// Returns every pair that met, from both sides.
fn matrix_json(analysis: &Analysis) -> Vec<Value> {
    let n = analysis.names.len();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let told = |(i, j): (usize, usize)| {
        let share = analysis.shares[i][j]?;
        let [wins, ties, losses] = analysis.tallies[i][j];
        Some(json!({
            "a": analysis.names[i], "b": analysis.names[j], "wins": wins, "ties": ties, "losses": losses,
            "points": share.point, "interval": [share.interval.0, share.interval.1],
            "n": share.n, "observations": share.observations,
        }))
    };
    pairs.filter_map(told).collect()
}
