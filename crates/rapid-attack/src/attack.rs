//! Attacks as plans of dice.
//!
//! The chart of an attack and the cover of its target come from a user's input.

use super::ruleset::{ChartName, Ruleset};
use super::{frame::Frame, loadout::Range};
use hitchart_dice::Pool;
use hitchart_dice::plan::{AttackPlan, Cover, DefenseDice, SeriesPlan, WearingDie};

// Plans of dice.

/// Cover between attacker and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelter {
    /// No cover.
    Open,
    /// Terrain that absorbs this number of hits; 0 is a ruin and covers nothing.
    Terrain(u8),
    /// A frame with this number of hit points left.
    Frame(u8),
    /// A frame that takes no damage as cover (S45).
    ImmuneFrame,
}

impl Shelter {
    /// Returns the shelter that a frame gives.
    #[inline]
    pub fn behind(frame: &Frame, rules: &Ruleset) -> Shelter {
        match frame.is_immune_as_cover(rules) {
            true => Shelter::ImmuneFrame,
            false => Shelter::Frame(frame.hit_points() as u8),
        }
    }

    /// Returns the damage chart of an attack at a range (rulebook, "Damage chart 1" to "4").
    #[inline]
    pub fn chart(self, range: Range) -> ChartName {
        match (range, self) {
            (Range::HandToHand, _) => ChartName::HandToHand,
            (_, Shelter::Open) => ChartName::Open,
            (_, Shelter::Terrain(_)) => ChartName::Cover,
            (_, Shelter::Frame(_) | Shelter::ImmuneFrame) => ChartName::FrameCover,
        }
    }

    /// Returns a label of a word or two.
    #[inline]
    pub fn label(self) -> String {
        match self {
            Shelter::Open => "open".to_owned(),
            Shelter::Terrain(hits) => format!("cover {hits}"),
            Shelter::Frame(hits) => format!("frame {hits}"),
            Shelter::ImmuneFrame => "frame BB".to_owned(),
        }
    }
}

/// Returns the plan of an attack with these dice on a chart.
///
/// Charts without cover ignore the shelter; ruined cover leaves the target in the open (S01).
pub fn plan(
    attack: Pool,
    spot: Pool,
    defense: impl Into<DefenseDice>,
    chart: ChartName,
    shelter: Shelter,
    rules: &Ruleset,
) -> AttackPlan {
    let cover = match (chart, shelter) {
        (ChartName::Cover | ChartName::FrameCover, Shelter::Terrain(hits) | Shelter::Frame(hits)) if hits > 0 => {
            Cover::Hits(hits)
        }
        (ChartName::FrameCover, Shelter::ImmuneFrame) => Cover::Immune,
        _ => Cover::None,
    };
    let covered = matches!(chart, ChartName::Cover | ChartName::FrameCover);
    let chart = if covered && cover == Cover::None { ChartName::Open } else { chart };
    AttackPlan {
        attack,
        spot,
        second_spot: Pool::EMPTY,
        bonus: bonus(&spot, rules),
        defense: defense.into(),
        chart: rules.charts.chart(chart),
        cover,
    }
}

/// Returns the pips that the ruleset adds to an attack with this spot.
#[inline]
pub fn bonus(spot: &Pool, rules: &Ruleset) -> u8 {
    rules.modifiers.attack + if spot.is_empty() { 0 } else { rules.modifiers.spot }
}

/// Returns a run of attacks with these dice on a frame in cover; `losses` lists the states of the frame in the order of
/// its losses.
///
/// Each blue die is lost with its system, and each white after all systems; `whites` white dice defend.
pub fn series(
    attack: (Pool, Pool),
    chart: ChartName,
    cover_hits: u8,
    losses: &[Frame],
    whites: u8,
    attacks: u8,
    rules: &Ruleset,
) -> SeriesPlan {
    let defense_of = |frame: &Frame| frame.defense_dice(whites, rules);
    let mut dice = Vec::new();
    let whole = losses.first().map(defense_of).unwrap_or_default();
    for summed in [false, true] {
        let part = |dice: DefenseDice| if summed { dice.summed } else { dice.best };
        for (count, sides) in part(whole).groups() {
            for nth in 1..=count {
                let has = |frame: &&Frame| part(defense_of(frame)).groups().any(|(n, s)| s == sides && n >= nth);
                dice.push(WearingDie { sides, until: losses.iter().take_while(has).count() as u8, summed });
            }
        }
    }
    let covered = matches!(chart, ChartName::Cover | ChartName::FrameCover);
    SeriesPlan {
        attack: attack.0,
        spot: attack.1,
        bonus: bonus(&attack.1, rules),
        defense: dice,
        defense_bonus: rules.modifiers.defense,
        covered: rules.charts.chart(chart),
        open: rules.charts.chart(if covered { ChartName::Open } else { chart }),
        cover_hits: if covered { cover_hits } else { 0 },
        hit_points: losses.len() as u8,
        attacks,
    }
}

// Chart and cover from a user's input.

/// Most hits of cover: as many as the most damage dice of an attack.
pub const MAX_COVER: u8 = 40;

/// A combination of inputs that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SituationError {
    /// A chart that does not match the range.
    #[error("chart `{}` cannot be used with range `{}`", chart.name(), range.name())]
    Range {
        /// The chart of the input, which belongs to another range.
        chart: ChartName,
        /// Range of the attack.
        range: Range,
    },
    /// A range that the rules do not have.
    #[error("the rules have no range `{}`, but {bands} ranges: {}", range.name(), of_bands(*bands))]
    NoRange {
        /// Range of the input.
        range: Range,
        /// Number of ranges that the rules have.
        bands: u8,
    },
    /// Cover on a chart without cover.
    #[error("chart `{}` has no cover, but cover hits are {hits}; use chart `cover` or `frame-cover`", chart.name())]
    NoCover {
        /// The chart, which has no cover.
        chart: ChartName,
        /// Hits of cover in the input, at least 1.
        hits: u8,
    },
    /// A chart that is not available for a run of attacks on a frame.
    #[error("chart `{}` is not for durability; allowed: hand-to-hand, open, cover", chart.name())]
    NoRun {
        /// The chart: frame cover or terrain.
        chart: ChartName,
    },
    /// Cover without any hits.
    #[error("chart `cover` needs cover hits of 1 or more")]
    Ruin,
}

/// Lists the names of the nearest ranges.
fn of_bands(bands: u8) -> String {
    Range::ALL.iter().take(bands.into()).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

/// Checks that rules have a range.
///
/// # Errors
/// Fails if they do not.
pub fn check_range(range: Range, rules: &Ruleset) -> Result<(), SituationError> {
    let is_known = Range::of(&rules.ranges).any(|known| known == range);
    is_known.then_some(()).ok_or(SituationError::NoRange { range, bands: rules.ranges.bands })
}

/// Returns the chart of an attack at a range and the cover of its target; by default the open, or cover if there are
/// cover hits.
///
/// # Errors
/// Fails on a range that the rules do not have, on a chart that does not match the range, and on cover on a chart without
/// cover.
pub fn chart_and_shelter(
    range: Range,
    chart: Option<ChartName>,
    cover_hits: Option<u8>,
    rules: &Ruleset,
) -> Result<(ChartName, Shelter), SituationError> {
    check_range(range, rules)?;
    let hand_to_hand = range == Range::HandToHand;
    let default = if hand_to_hand { ChartName::HandToHand } else { ranged_chart(cover_hits) };
    let chart = chart.unwrap_or(default);
    if hand_to_hand != (chart == ChartName::HandToHand) && chart != ChartName::Terrain {
        return Err(SituationError::Range { chart, range });
    }
    Ok((chart, shelter(chart, cover_hits, rules)?))
}

/// Returns the default chart of a ranged attack.
#[inline]
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

/// Charts of a run of attacks on a frame, by name.
pub const RUN_CHARTS: [(ChartName, &str); 3] = [
    (ChartName::HandToHand, ChartName::HandToHand.name()),
    (ChartName::Open, ChartName::Open.name()),
    (ChartName::Cover, ChartName::Cover.name()),
];

/// Returns the chart of a run of attacks on a frame with cover that wears; cover hits need the cover chart, and vice
/// versa.
///
/// # Errors
/// Fails if the chart does not match the cover, or is not one of [`RUN_CHARTS`].
#[inline]
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
    use super::*;
    use crate::loadout::Loadout;
    use crate::rules_files::rulebook;
    use hitchart_dice::plan::HitChart;

    #[test]
    fn hand_to_hand_ignores_cover_and_ruins_are_open() {
        let rules = rulebook();
        let dice = || ("2d6".parse().unwrap(), Pool::EMPTY, Pool::EMPTY);
        let lower = |chart, shelter| {
            let (attack, spot, defense) = dice();
            plan(attack, spot, defense, chart, shelter, &rules)
        };
        assert_eq!(Shelter::Terrain(2).chart(Range::HandToHand), ChartName::HandToHand);
        let ruin = lower(ChartName::Cover, Shelter::Terrain(0));
        assert_eq!((ruin.chart, ruin.cover), (HitChart::target_only(5), Cover::None));
        assert_eq!(lower(ChartName::FrameCover, Shelter::ImmuneFrame).cover, Cover::Immune);
    }

    #[test]
    fn blues_defend_until_their_system_is_lost() {
        let rules = rulebook();
        let states = ["RdBB", "BB", "B", "-"];
        let mut losses: Vec<Frame> =
            states.map(|text| Frame::new(Loadout::parse(text, &rules).unwrap(), &rules)).to_vec();
        losses.push(Frame { whites: 1, ..losses[3] });
        let plan = series((Pool::EMPTY, Pool::EMPTY), ChartName::Cover, 2, &losses, 1, 3, &rules);
        let untils: Vec<u8> = plan.defense.iter().map(|die| die.until).collect();
        // At first three d6, two blues and a white, which are equal; one is lost after 2 hits, one after 3, one last.
        assert_eq!(untils, [5, 3, 2]);
        assert_eq!(plan.hit_points, 5);
    }

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
