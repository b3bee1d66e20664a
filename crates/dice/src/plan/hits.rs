//! Effects of damage dice on cover and target.

use super::{Cover, CoverOrder, HitChart};

impl CoverOrder {
    /// Returns the number of dice spent on cover, and the number that go through it (S01, S02). `only_cover` dice hit
    /// only cover, `through` dice blow through it, and the cover absorbs `hits` hits.
    #[inline]
    pub fn spend(self, only_cover: usize, through: usize, hits: usize) -> (usize, usize) {
        let spent = (only_cover + through).min(hits);
        let passed = match self {
            // The lower faces hit the cover first; higher faces beyond the hits it can still take go through.
            CoverOrder::LowFirst => through.saturating_sub(hits.saturating_sub(only_cover)),
            CoverOrder::HighFirst => through.saturating_sub(hits),
            CoverOrder::Static => 0,
        };
        (spent, passed)
    }
}

/// Number of damage dice by their effect on a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaceCounts {
    /// Dice that hit cover and cannot go through it.
    cover: u8,
    /// Dice that hit cover and go through once it is ruined.
    through: u8,
    /// Dice that always hit the target.
    target: u8,
}

impl FaceCounts {
    /// Counts a face.
    #[inline]
    pub fn add(&mut self, face: u8, chart: &HitChart) {
        let target = face >= chart.target;
        let through = face >= chart.blow_through;
        self.target += u8::from(target);
        self.through += u8::from(through && !target);
        self.cover += u8::from(face >= chart.cover && !through);
    }

    /// Returns the hits spent on cover and the hits on the target (S45).
    pub fn resolve(&self, chart: &HitChart, cover: Cover) -> (u8, u8) {
        let hits = match cover {
            Cover::None | Cover::Hits(0) => return (0, self.target + self.through),
            Cover::Immune => return (0, self.target),
            Cover::Hits(hits) => hits,
        };
        let (on_cover, past) = chart.order.spend(self.cover.into(), self.through.into(), hits.into());
        (on_cover as u8, self.target + past as u8)
    }
}
