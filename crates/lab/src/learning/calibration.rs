//! Losses and calibration of a network's predictions.

use super::data::Data;
use crate::runner::OUTCOME;
use hitchart_play::network::{MAX_WIDTH, Network};
use hitchart_stats::{Estimate, LEVEL, mean};

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
pub struct Band {
    pub low: f64,
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

fn worth(network: &Network, data: &Data, row: usize) -> f64 {
    let mut values = [0; MAX_WIDTH];
    values[..data.width].copy_from_slice(data.features(row));
    network.worth_of_parts(&mut values)
}

/// Returns the loss of a network on rows.
pub fn loss(network: &Network, data: &Data) -> Loss {
    loss_of(data, |row| worth(network, data, row))
}

/// Returns the loss of always predicting the mean of the outcomes.
pub fn base_loss(data: &Data) -> Loss {
    let mean = (0..data.len()).map(|row| data.share(row)).sum::<f64>() / data.len().max(1) as f64;
    loss_of(data, |_| mean)
}

fn loss_of(data: &Data, said: impl Fn(usize) -> f64) -> Loss {
    let (mut log, mut square) = (0.0, 0.0);
    for row in 0..data.len() {
        let (p, share) = (said(row).clamp(CERTAIN, 1.0 - CERTAIN), data.share(row));
        log -= share * p.ln() + (1.0 - share) * (1.0 - p).ln();
        square += (p - share) * (p - share);
    }
    let rows = data.len().max(1) as f64;
    Loss { log: log / rows, square: square / rows }
}

/// Returns the outcomes of states by predicted chance. Only the first state of each game in a band counts, so that
/// observations are independent.
pub fn calibration(network: &Network, data: &Data) -> Vec<Band> {
    let mut bands = [([0u64; OUTCOME as usize + 1], 0.0, u32::MAX); BANDS];
    for row in 0..data.len() {
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
        Band { low: edge(i), high: edge(i + 1), said: said / counts.iter().sum::<u64>() as f64, came }
    })
    .collect()
}
