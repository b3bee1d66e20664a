//! Tables of an analysis. The first has the answer for each entrant; the last has all pairs, and CSV output shows it.

use super::analysis::{Analysis, ELO, Quantity};
use hitchart_report::table::{Table, counted};

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
    let note = "Effective choices: how many entrants played alike would be as diverse as the equilibrium; the most even that \
                the games do not contradict, which leans to many, and that of the results as measured, which leans to few. \
                Cyclic share: what of the differences is no order but goes round in circles; p is the chance of deviations \
                as large as these if there were no circles. By chance: what equal entrants show on average in as many games.";
    let rows = ["Effective choices", "Effective choices, as measured", "Cyclic share"];
    Table::new(format!("{name}-whole"), "The whole", note)
        .text("measure", "Measure", rows)
        .number("estimate", "Value", 3, [effective.point, analysis.as_measured, cyclic.share.point])
        .interval("estimate_interval", "95% interval", 3, [Some(effective.interval), None, Some(cyclic.share.interval)])
        .number("by_chance", "By chance", 3, [None, analysis.equals, cyclic.by_chance])
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
    .count(
        "n",
        "N",
        pairs.iter().map(|pair| share(pair).filter(|_| !analysis.exact).map(|share| share.observations)),
    )
}
