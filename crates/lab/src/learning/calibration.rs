//! What a network says of games that it has not seen.

use super::data::Data;
use hitchart_play::network::{MAX_WIDTH, Network};
use crate::runner::OUTCOME;
use hitchart_stats::{Estimate, LEVEL, mean};

/// How far answers are from what happened, on the mean over rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Mean logarithm of what the outcome was given, negative; the less the better. In nats.
    pub log: f64,
    /// Mean squared error.
    pub square: f64,
}

/// States that were given a chance within a band, and what came of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    pub low: f64,
    pub high: f64,
    /// Mean chance that the network gave.
    pub said: f64,
    /// Share of points that followed; one state of each game.
    pub came: Estimate,
}

/// Bands of a calibration.
const BANDS: usize = 10;
/// Chances nearer to certainty count as this near in a log loss.
const CERTAIN: f64 = 1e-6;

fn worth(network: &Network, data: &Data, row: usize) -> f64 {
    let mut values = [0; MAX_WIDTH];
    values[..data.width].copy_from_slice(data.features(row));
    network.worth_of_parts(&mut values)
}

/// The loss of a network on rows.
pub fn loss(network: &Network, data: &Data) -> Loss {
    loss_of(data, |row| worth(network, data, row))
}

/// The loss of always saying the mean of the outcomes.
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

/// What came of states by the chance that they were given. Of each game the first state in a band counts, so that what
/// is counted is independent.
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
