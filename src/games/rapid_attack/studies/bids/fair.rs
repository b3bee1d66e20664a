//! The fair bid: with so many frames, how many systems make the chances even.
//!
//! A line is laid through the chances of the bids with as many frames, weighted by their precision; where it crosses an even
//! part, a half between two, is a ratio of two normal numbers, whose interval is Fieller's (E. C. Fieller, 1954, J. R. Stat. Soc. B 16,
//! 175-185).

use super::grid::Built;
use crate::stats::Estimate;

/// The normal quantile of 95%.
const Z: f64 = 1.959_963_984_540_054;

/// Systems that make the chances even, with so many frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fair {
    pub frames: u8,
    /// None where the chances do not change with systems, or do so beyond what the frames carry.
    pub systems: Option<f64>,
    /// None where the games cannot tell.
    pub interval: Option<(f64, f64)>,
    /// Least and most systems of the bids that it was read from.
    pub range: (u16, u16),
    /// Change of the share of points with a system more.
    pub slope: f64,
}

/// Bids and their chances.
pub struct Against<'a> {
    pub bids: &'a [Built],
    /// The chance that is even.
    pub even: f64,
    /// That of a bid against another, by their places.
    pub share: Box<dyn Fn(usize, usize) -> Option<Estimate> + 'a>,
}

/// The fair bids against one, by number of frames; of frames with one bid alone nothing can be said.
pub fn fair(all: &Against<'_>, against: usize) -> Vec<Fair> {
    let mut frames: Vec<u8> = all.bids.iter().map(|built| built.frames).collect();
    frames.sort_unstable();
    frames.dedup();
    frames.into_iter().filter_map(|frames| of_frames(all, against, frames)).collect()
}

fn of_frames(all: &Against<'_>, against: usize, frames: u8) -> Option<Fair> {
    let rows: Vec<(f64, f64, f64)> = all
        .bids
        .iter()
        .enumerate()
        .filter(|(own, built)| built.frames == frames && *own != against)
        .filter_map(|(own, built)| {
            let share = (all.share)(own, against)?;
            // What was never seen to vary may still do so.
            let error = share.standard_error.max(0.5 / (share.observations.max(1) as f64));
            Some((f64::from(built.systems), share.point, 1.0 / (error * error)))
        })
        .collect();
    let systems = all.bids.iter().filter(|built| built.frames == frames).map(|built| built.systems);
    let range = (systems.clone().min()?, systems.max()?);
    let line = Line::through(&rows)?;
    let (systems, interval) = line.crossing(all.even);
    let within = |systems: &f64| (f64::from(range.0) - 1.0..=f64::from(range.1) + 1.0).contains(systems);
    let systems = systems.filter(within);
    Some(Fair { frames, systems, interval: interval.filter(|_| systems.is_some()), range, slope: line.slope })
}

/// A line with the errors of its parts, about the mean of x.
struct Line {
    centre: f64,
    height: f64,
    slope: f64,
    /// Variances of height and slope, which are independent about the mean.
    variances: (f64, f64),
}

impl Line {
    /// The line of least squares through points (x, y, weight); none through fewer than two different x.
    fn through(rows: &[(f64, f64, f64)]) -> Option<Line> {
        let weight: f64 = rows.iter().map(|(.., w)| w).sum();
        let mean = |of: &dyn Fn(&(f64, f64, f64)) -> f64| rows.iter().map(|row| of(row) * row.2).sum::<f64>() / weight;
        let (centre, height) = (mean(&|row| row.0), mean(&|row| row.1));
        let spread: f64 = rows.iter().map(|(x, _, w)| w * (x - centre) * (x - centre)).sum();
        let slope = rows.iter().map(|(x, y, w)| w * (x - centre) * (y - height)).sum::<f64>() / spread;
        // Companies differ beyond their games: where points scatter about the line, its errors grow with that.
        let scatter: f64 = rows.iter().map(|(x, y, w)| w * (y - height - slope * (x - centre)).powi(2)).sum();
        let excess = if rows.len() > 2 { (scatter / (rows.len() - 2) as f64).max(1.0) } else { 1.0 };
        (spread > 0.0 && slope.is_finite()).then(|| Line {
            centre,
            height,
            slope,
            variances: (excess / weight, excess / spread),
        })
    }

    /// Where it is so high, with Fieller's interval; none where the slope may be nothing.
    fn crossing(&self, level: f64) -> (Option<f64>, Option<(f64, f64)>) {
        let (rise, slope) = (level - self.height, self.slope);
        if slope == 0.0 {
            return (None, None);
        }
        let point = self.centre + rise / slope;
        let (of_height, of_slope) = self.variances;
        let g = Z * Z * of_slope / (slope * slope);
        if g >= 1.0 {
            return (Some(point), None);
        }
        let ratio = rise / slope;
        let reach = Z / slope.abs() * (of_height * (1.0 - g) + of_slope * ratio * ratio).sqrt();
        let ends = [ratio - reach, ratio + reach].map(|end| self.centre + end / (1.0 - g));
        (Some(point), Some((ends[0], ends[1])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_crosses_where_it_must() {
        let rows: Vec<(f64, f64, f64)> =
            (16..=20).map(|x| (f64::from(x), 0.4 + 0.05 * f64::from(x - 16), 1e4)).collect();
        let line = Line::through(&rows).unwrap();
        let (point, interval) = line.crossing(0.5);
        assert!((point.unwrap() - 18.0).abs() < 1e-9);
        let (low, high) = interval.unwrap();
        // About the centre: 1.96 · sqrt(1 / 5e4) / 0.05 on either side.
        assert!((18.0 - low - 0.1753).abs() < 0.01 && (high - 18.0 - 0.1753).abs() < 0.01, "{low} {high}");
    }

    #[test]
    fn a_slope_that_may_be_nothing_bounds_nothing() {
        let rows = [(16.0, 0.5, 100.0), (17.0, 0.51, 100.0), (18.0, 0.5, 100.0)];
        assert_eq!(Line::through(&rows).unwrap().crossing(0.5).1, None);
        assert!(Line::through(&[(16.0, 0.5, 1.0), (16.0, 0.4, 1.0)]).is_none());
    }
}
