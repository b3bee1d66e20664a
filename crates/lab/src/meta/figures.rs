//! Figures of an analysis, and the tables that they read.

use super::analysis::Analysis;
use super::tables::{entrants, matrix};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;

/// Maximum number of entrants in the network figure.
const MOST_IN_NET: usize = 12;

/// Returns the figures, with names that begin with `name`: the equilibrium, ratings and the matrix, and the network of
/// clear wins if there are any.
pub fn figures(analysis: &Analysis, name: &str) -> Vec<(Figure, Table)> {
    let ranking = |value: &str, title: &str, value_title: &str, reference: Option<f64>| Figure {
        name: format!("{name}-{value}"),
        title: title.to_owned(),
        alt: format!("{title}, a dot with a 95% interval for each entrant. The numbers are in table {name}-entrants."),
        kind: Kind::Ranking {
            label: "entrant".to_owned(),
            value: value.to_owned(),
            interval: format!("{value}_interval"),
            value_title: value_title.to_owned(),
            reference,
        },
    };
    let heat = Figure {
        name: format!("{name}-matrix"),
        title: "Who beats whom".to_owned(),
        alt: format!("Share of points of rows against columns, best first. The numbers are in table {name}-matrix."),
        kind: Kind::EvenMap {
            row: "entrant".to_owned(),
            column: "against".to_owned(),
            value: "points_share".to_owned(),
            value_title: "Share of points of the row against the column".to_owned(),
        },
    };
    let network = Figure {
        name: format!("{name}-network"),
        title: "Who clearly beats whom".to_owned(),
        alt: format!(
            "An arrow from each entrant to those of whom its whole 95% interval of points lies above one half. The \
             numbers are in table {name}-matrix."
        ),
        kind: Kind::Network {
            from: "entrant".to_owned(),
            to: "against".to_owned(),
            value: "points_share".to_owned(),
            interval: "points_share_interval".to_owned(),
            above: 0.5,
        },
    };
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
