//! The chart of an attack and the cover of its target, from a user's input.

use super::attack::Shelter;
use super::loadout::Range;
use super::ruleset::{ChartName, Ruleset};

/// Most hits of cover: as many as the most damage dice of an attack.
pub const MAX_COVER: u8 = 40;

/// A combination of inputs that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SituationError {
    /// A chart that does not match the range.
    #[error("chart `{}` cannot be used with range `{}`", chart.name(), range.name())]
    Range { chart: ChartName, range: Range },
    /// Cover on a chart without cover.
    #[error("chart `{}` has no cover, but cover hits are {hits}; use chart `cover` or `frame-cover`", chart.name())]
    NoCover { chart: ChartName, hits: u8 },
    /// A chart that is not available for a run of attacks on a frame.
    #[error("chart `{}` is not for durability; allowed: hand-to-hand, open, cover", chart.name())]
    NoRun { chart: ChartName },
    /// Cover without any hits.
    #[error("chart `cover` needs cover hits of 1 or more")]
    Ruin,
}

/// Returns the chart of an attack at a range and the cover of its target; by default the open, or cover if there are
/// cover hits.
///
/// # Errors
/// Fails if the chart does not match the range, or if there is cover on a chart without cover.
pub fn chart_and_shelter(
    range: Range,
    chart: Option<ChartName>,
    cover_hits: Option<u8>,
    rules: &Ruleset,
) -> Result<(ChartName, Shelter), SituationError> {
    let hand_to_hand = range == Range::HandToHand;
    let default = if hand_to_hand { ChartName::HandToHand } else { ranged_chart(cover_hits) };
    let chart = chart.unwrap_or(default);
    if hand_to_hand != (chart == ChartName::HandToHand) && chart != ChartName::Terrain {
        return Err(SituationError::Range { chart, range });
    }
    Ok((chart, shelter(chart, cover_hits, rules)?))
}

/// Returns the default chart of a ranged attack.
pub fn ranged_chart(cover_hits: Option<u8>) -> ChartName {
    if cover_hits > Some(0) { ChartName::Cover } else { ChartName::Open }
}

/// Returns the cover of the target on a chart. By default terrain absorbs the ruleset's number of hits (R33), and a
/// covering frame those of a full frame.
///
/// # Errors
/// Fails if there is cover on a chart without cover.
pub fn shelter(chart: ChartName, cover_hits: Option<u8>, rules: &Ruleset) -> Result<Shelter, SituationError> {
    match (chart, cover_hits) {
        (ChartName::Cover, hits) => Ok(Shelter::Terrain(hits.unwrap_or(rules.cover.default_hits))),
        (ChartName::FrameCover, hits) => {
            Ok(Shelter::Frame(hits.unwrap_or(rules.frame.max_systems + rules.frame.whites)))
        }
        // Hand-to-hand attacks ignore cover, so cover is accepted here.
        (ChartName::HandToHand, _) | (_, None | Some(0)) => Ok(Shelter::Open),
        (chart, Some(hits)) => Err(SituationError::NoCover { chart, hits }),
    }
}

/// Returns the chart of a run of attacks on a frame with cover that wears; cover hits need the cover chart, and vice
/// versa.
///
/// # Errors
/// Fails if the chart does not match the cover, or is not available for a run.
pub fn run_chart(chart: Option<ChartName>, cover_hits: u8) -> Result<ChartName, SituationError> {
    match (chart.unwrap_or(ranged_chart(Some(cover_hits))), cover_hits) {
        (ChartName::Cover, 0) => Err(SituationError::Ruin),
        (chart @ (ChartName::FrameCover | ChartName::Terrain), _) => Err(SituationError::NoRun { chart }),
        (chart @ (ChartName::HandToHand | ChartName::Open), hits @ 1..) => Err(SituationError::NoCover { chart, hits }),
        (chart, _) => Ok(chart),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::rulebook;
    use super::*;

    #[test]
    fn charts_follow_range_and_cover() {
        let rules = rulebook();
        let read = |range, chart, hits| chart_and_shelter(range, chart, hits, &rules);
        assert_eq!(read(Range::Direct, None, None), Ok((ChartName::Open, Shelter::Open)));
        assert_eq!(read(Range::Direct, None, Some(2)), Ok((ChartName::Cover, Shelter::Terrain(2))));
        assert_eq!(read(Range::Direct, Some(ChartName::Cover), None), Ok((ChartName::Cover, Shelter::Terrain(2))));
        assert_eq!(read(Range::HandToHand, None, Some(0)), Ok((ChartName::HandToHand, Shelter::Open)));
        assert_eq!(read(Range::HandToHand, None, Some(2)), Ok((ChartName::HandToHand, Shelter::Open)));
        assert!(read(Range::Direct, Some(ChartName::Open), Some(2)).is_err());
        assert!(read(Range::HandToHand, Some(ChartName::Open), None).is_err());
        assert!(read(Range::Artillery, Some(ChartName::HandToHand), None).is_err());
    }

    #[test]
    fn runs_have_cover_on_the_cover_chart_only() {
        assert_eq!(run_chart(None, 0), Ok(ChartName::Open));
        assert_eq!(run_chart(None, 3), Ok(ChartName::Cover));
        assert_eq!(run_chart(Some(ChartName::Cover), 0), Err(SituationError::Ruin));
        assert!(run_chart(Some(ChartName::Open), 1).is_err());
        assert!(run_chart(Some(ChartName::Terrain), 0).is_err());
    }
}
