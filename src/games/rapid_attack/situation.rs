//! The chart of an attack and what covers its target, from what a user says of them.

use super::attack::Shelter;
use super::loadout::Range;
use super::ruleset::{ChartName, Ruleset};

/// Most hits of cover: as many as an attack can have damage dice.
pub const MAX_COVER: u8 = 40;

/// What a user says that does not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SituationError {
    /// A chart of another range.
    #[error("chart `{}` cannot be used with range `{}`", chart.name(), range.name())]
    Range { chart: ChartName, range: Range },
    /// Cover on a chart without.
    #[error("chart `{}` has no cover, but cover hits are {hits}; use chart `cover` or `frame-cover`", chart.name())]
    NoCover { chart: ChartName, hits: u8 },
    /// A chart that no run of attacks on a frame uses.
    #[error("chart `{}` is not for durability; allowed: hand-to-hand, open, cover", chart.name())]
    NoRun { chart: ChartName },
    /// Cover that is none.
    #[error("chart `cover` needs cover hits of 1 or more")]
    Ruin,
}

/// The chart of an attack at a range and what covers its target; by default the open, or cover where it has hits.
///
/// # Errors
/// Charts that do not go with the range, and cover on charts without.
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

/// The chart of a ranged attack where none is named.
pub fn ranged_chart(cover_hits: Option<u8>) -> ChartName {
    if cover_hits > Some(0) { ChartName::Cover } else { ChartName::Open }
}

/// What covers the target on a chart; cover absorbs the ruleset's default (R33), a covering frame a full frame's hits.
///
/// # Errors
/// Cover on charts without.
pub fn shelter(chart: ChartName, cover_hits: Option<u8>, rules: &Ruleset) -> Result<Shelter, SituationError> {
    match (chart, cover_hits) {
        (ChartName::Cover, hits) => Ok(Shelter::Terrain(hits.unwrap_or(rules.cover.default_hits))),
        (ChartName::FrameCover, hits) => {
            Ok(Shelter::Frame(hits.unwrap_or(rules.frame.max_systems + rules.frame.whites)))
        }
        // Hand-to-hand attacks ignore cover, so it may be there.
        (ChartName::HandToHand, _) | (_, None | Some(0)) => Ok(Shelter::Open),
        (chart, Some(hits)) => Err(SituationError::NoCover { chart, hits }),
    }
}

/// The chart of a run of attacks on a frame whose cover wears; cover and its chart go together.
///
/// # Errors
/// Charts that do not go with the cover, or with wear at all.
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
