//! Situations between attacker and target, as rows of the tables.

use crate::games::rapid_attack::battle::state::CoverBy;
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::ruleset::ChartName;
use hitchart_dice::plan::Cover;

/// Most hits of terrain that are distinguished; a single attack hardly ever takes more.
const MOST_COVER: u8 = 6;
/// Most hit points of a covering frame that are distinguished.
const MOST_FRAME: u8 = 10;

/// The situation between attacker and target, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation(pub(super) u8);

impl Situation {
    /// Hand-to-hand.
    pub const CLOSE: Situation = Situation(0);
    /// Ranged, in the open.
    pub const OPEN: Situation = Situation(1);
    /// Attack on terrain.
    pub const TERRAIN: Situation = Situation(2 + MOST_COVER + MOST_FRAME);
    /// Cover without anything to damage (R48).
    pub const HEIGHT: Situation = Situation(3 + MOST_COVER + MOST_FRAME);
    /// A covering frame that takes no damage (S45).
    pub const IMMUNE_FRAME: Situation = Situation(4 + MOST_COVER + MOST_FRAME);

    /// Returns the situation behind terrain that takes a number of hits.
    pub fn cover(hits: u8) -> Situation {
        if hits == 0 { Situation::OPEN } else { Situation(1 + hits.min(MOST_COVER)) }
    }

    /// Returns the situation behind a frame that takes a number of hits.
    pub fn frame(hits: u8) -> Situation {
        if hits == 0 { Situation::OPEN } else { Situation(1 + MOST_COVER + hits.min(MOST_FRAME)) }
    }

    /// Returns the situation of an attack at a range, from the cover of the target.
    pub fn of(range: Range, cover: CoverBy, plan: Cover) -> Situation {
        match (range, cover, plan) {
            (Range::HandToHand, ..) => Situation::CLOSE,
            (_, CoverBy::Nothing, _) => Situation::OPEN,
            (_, CoverBy::Height, _) => Situation::HEIGHT,
            (_, CoverBy::Frame(_), Cover::Immune) => Situation::IMMUNE_FRAME,
            (_, CoverBy::Frame(_), plan) => Situation::frame(plan.hits()),
            (_, CoverBy::Pieces(_), plan) => Situation::cover(plan.hits()),
        }
    }

    /// Returns chart and cover of every row.
    pub(super) fn all() -> impl Iterator<Item = (ChartName, Cover)> {
        let bare = [(ChartName::HandToHand, Cover::None), (ChartName::Open, Cover::None)];
        let lasting = [
            (ChartName::Terrain, Cover::None),
            (ChartName::Cover, Cover::Immune),
            (ChartName::FrameCover, Cover::Immune),
        ];
        let cover = (1..=MOST_COVER).map(|hits| (ChartName::Cover, Cover::Hits(hits)));
        let frame = (1..=MOST_FRAME).map(|hits| (ChartName::FrameCover, Cover::Hits(hits)));
        bare.into_iter().chain(cover).chain(frame).chain(lasting)
    }
}
