//! The answer of learning: losses, calibration, summary and tables.

use super::Learned;
use crate::study::Answer;
use hitchart_config::words::counted;
use hitchart_play::network::fit::{Data, OUTCOME};
use hitchart_play::network::{MAX_WIDTH, Network};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, number, percent};
use hitchart_stats::{Estimate, LEVEL, mean, normal_quantile, student};
use std::collections::BTreeMap;

/// Mean errors of predictions over rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Mean negative logarithm of the chance that the outcome was given, in nats; lower is better.
    pub log: f64,
    /// Mean squared error.
    pub square: f64,
}

/// States with a predicted chance within a band, and their outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceBand {
    /// Lower end of the band: 0, 0.1, … or 0.9.
    pub low: f64,
    /// Upper end of the band, 0.1 above the lower end; exclusive, except for 1.
    pub high: f64,
    /// Mean predicted chance.
    pub said: f64,
    /// Share of points that followed, over one state of each game.
    pub came: Estimate,
}

/// Number of bands.
const BANDS: usize = 10;
/// Minimum distance of a chance from 0 and 1 in a log loss.
const CERTAIN: f64 = 1e-6;

pub(super) fn worth(network: &Network, data: &Data, row: usize) -> f64 {
    let mut values = [0; MAX_WIDTH];
    values[..data.width].copy_from_slice(data.features(row));
    network.worth_of_parts(&mut values)
}

/// Returns the loss of a network on rows.
pub(super) fn loss(network: &Network, data: &Data) -> Loss {
    loss_of(data, |row| worth(network, data, row))
}

/// Returns the mean of the outcomes.
fn mean_of(data: &Data) -> f64 {
    (0..data.rows()).map(|row| data.share(row)).sum::<f64>() / data.rows().max(1) as f64
}

/// Returns the loss of always predicting the mean of the outcomes learned from.
pub(super) fn base_loss(fitted: &Data, held_out: &Data) -> Loss {
    let mean = mean_of(fitted);
    loss_of(held_out, |_| mean)
}

/// Returns the part of the squared error of always predicting the mean that a network removes, with an interval by
/// Student's law over games: the states of a game depend on each other. A ratio of sums, linearised (W. G. Cochran,
/// 1977, Sampling Techniques, 6.3).
pub(super) fn removed(network: &Network, fitted: &Data, held_out: &Data) -> Estimate {
    let mean = mean_of(fitted);
    let mut games: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for row in 0..held_out.rows() {
        let (share, said) = (held_out.share(row), worth(network, held_out, row));
        let base = (mean - share).powi(2);
        let sums = games.entry(held_out.game(row)).or_default();
        *sums = (sums.0 + base - (said - share).powi(2), sums.1 + base);
    }
    let (removed, base) = games.values().fold((0.0, 0.0), |sums, game| (sums.0 + game.0, sums.1 + game.1));
    let part = removed / base.max(f64::MIN_POSITIVE);
    let of_a_game = base.max(f64::MIN_POSITIVE) / games.len().max(1) as f64;
    let values: Vec<f64> = games.values().map(|(removed, base)| part + (removed - part * base) / of_a_game).collect();
    let removed = student(&values, LEVEL);
    // No more error can be removed than there is.
    Estimate { interval: (removed.interval.0, removed.interval.1.min(1.0)), ..removed }
}

fn loss_of(data: &Data, said: impl Fn(usize) -> f64) -> Loss {
    let (mut log, mut square) = (0.0, 0.0);
    for row in 0..data.rows() {
        let (p, share) = (said(row).clamp(CERTAIN, 1.0 - CERTAIN), data.share(row));
        log -= share * p.ln() + (1.0 - share) * (1.0 - p).ln();
        square += (p - share) * (p - share);
    }
    let rows = data.rows().max(1) as f64;
    Loss { log: log / rows, square: square / rows }
}

/// Returns the outcomes of states by predicted chance. Only the first state of each game in a band counts, so that
/// observations are independent.
pub(super) fn calibration(network: &Network, data: &Data) -> Vec<ChanceBand> {
    let mut bands = [([0u64; OUTCOME as usize + 1], 0.0, u32::MAX); BANDS];
    for row in 0..data.rows() {
        let p = worth(network, data, row);
        let (counts, said, last) = &mut bands[((p * BANDS as f64) as usize).min(BANDS - 1)];
        if *last != data.game(row) {
            *last = data.game(row);
            counts[data.outcome(row)] += 1;
            *said += p;
        }
    }
    let told = bands.iter().enumerate().filter(|(_, (counts, ..))| counts.iter().sum::<u64>() > 0);
    told.map(|(i, (counts, said, _))| {
        let (parts, whole) = (mean(counts, LEVEL), f64::from(OUTCOME));
        let came = Estimate {
            point: parts.point / whole,
            standard_error: parts.standard_error / whole,
            interval: (parts.interval.0 / whole, parts.interval.1 / whole),
            ..parts
        };
        let edge = |i: usize| i as f64 / BANDS as f64;
        ChanceBand { low: edge(i), high: edge(i + 1), said: said / counts.iter().sum::<u64>() as f64, came }
    })
    .collect()
}

/// Names the band of predictions that is surely off by the most. The bounds hold for all bands together (Bonferroni),
/// because the band is chosen by them.
fn furthest_off(bands: &[ChanceBand]) -> Option<String> {
    let wider = normal_quantile(1.0 - (1.0 - LEVEL) / bands.len().max(1) as f64) / normal_quantile(LEVEL);
    let surely = |band: &ChanceBand| {
        let (point, (low, high)) = (band.came.point, band.came.interval);
        let [low, high] = [low, high].map(|bound| point + wider * (bound - point));
        (low - band.said).max(band.said - high)
    };
    let worst = bands.iter().max_by(|a, b| surely(a).total_cmp(&surely(b)))?;
    if surely(worst) <= 0.0 {
        return Some("No band of its predictions is shown to be off.".to_owned());
    }
    Some(format!(
        "Its predictions are furthest off between {} and {}: it predicts {}, and {} of the points come, in {}.",
        percent(worst.low),
        percent(worst.high),
        percent(worst.said),
        worst.came.percent(),
        counted(worst.came.n, "games")
    ))
}

/// Fills in the summary, the line and the numbers of an answer.
pub(super) fn summarise(answer: &mut Answer, learned: &Learned) {
    let (held_out, base, fitted) = (learned.losses.held_out, learned.losses.base, learned.losses.fitted);
    let removed = &learned.removed;
    let games = counted(learned.games[1], "games");
    let part = removed.percent();
    let verdict = match removed.interval {
        (low, _) if low > 0.0 => "predicts better than the mean",
        (_, high) if high < 0.0 => "predicts worse than the mean",
        _ => "is not shown to predict better than the mean",
    };
    answer.said = vec![format!(
        "On {games} that it has not seen, the network {verdict}: it removes {part} of the squared error of always \
         predicting the mean."
    )];
    answer.said.extend(furthest_off(&learned.calibration));
    let over = held_out.square - fitted.square;
    if over > 0.1 * base.square {
        answer.said.push("It fits the games that it learned from much better; more games would help.".to_owned());
    }
    answer.line =
        format!("The network removes {part} of the squared error of always predicting the mean ({games} held out)");
    answer.numbers = vec![
        KeyNumber::new("Squared error, games held out", number(held_out.square)),
        KeyNumber::new("Squared error of the mean", number(base.square)),
        KeyNumber::new("Squared error, games learned from", number(fitted.square)),
        KeyNumber::new("Log loss, games held out", number(held_out.log)),
        KeyNumber::new("States learned from", counted(learned.states[0], "states")),
    ];
}

/// Returns the table of the network's errors. `rows_of` names the rows: "states" or "candidates".
pub(super) fn losses_table(learned: &Learned, rows_of: &str) -> Table {
    let [fitted, held_out] = learned.states;
    let [games, games_held_out] = learned.games;
    let rows: [(&str, Loss, u64, u64); 3] = [
        ("fitted to", learned.losses.fitted, fitted, games),
        ("held out", learned.losses.held_out, held_out, games_held_out),
        ("held out, always the mean", learned.losses.base, held_out, games_held_out),
    ];
    let note = format!(
        "Errors of the network on the {rows_of} it was fitted to, and on {rows_of} of games that it has not seen. The last \
         row always predicts the mean."
    );
    Table::new("learning-losses", "Losses", note)
        .text("states_of", "States", rows.iter().map(|row| row.0))
        .number("log_loss", "Log loss", 4, rows.iter().map(|row| row.1.log))
        .number("squared_error", "Squared error", 4, rows.iter().map(|row| row.1.square))
        .count("n", "N", rows.iter().map(|row| row.2))
        .count("games", "Games", rows.iter().map(|row| row.3))
}

/// Returns the table of outcomes by predicted chance.
pub(super) fn calibration_table(bands: &[ChanceBand]) -> Table {
    let note = "States of games that the network has not seen, by its prediction. The first state of each game in a band \
                counts; N is games.";
    Table::new("learning-calibration", "Calibration", note)
        .number("chance_from", "From", 1, bands.iter().map(|band| band.low))
        .number("chance_to", "To", 1, bands.iter().map(|band| band.high))
        .number("chance_said", "Predicted", 3, bands.iter().map(|band| band.said))
        .estimate("chance_came", "Actual", 3, bands.iter().map(|band| band.came))
        .count("n", "N", bands.iter().map(|band| band.came.n))
}
