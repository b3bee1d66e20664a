//! Range bands of a duel: their places, and the bands that a movement die reaches.
//!
//! A frame in hand-to-hand range stands at its far edge, in the farthest range at its near edge, and elsewhere in the
//! middle. A move between bands costs the distance between their places, so that what one frame gains the other pays.

use crate::approach::pips_for;
use crate::assignment::with_bonus;
use crate::loadout::Range;
use crate::ruleset::Ruleset;

/// Most ranges of any rules.
pub(super) const MAX_BANDS: usize = crate::loadout::RANGES;

/// The bands of a ruleset. Movement dice that reach the same bands from everywhere are one class; class 0 stays.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// Ranges, nearest first.
    pub ranges: Vec<Range>,
    /// Distances of the bands in ruler units.
    pub places: Vec<f64>,
    /// Class of each movement die, from 0 for no die.
    classes: Vec<u8>,
    /// `reach[class][band]`: mask of the bands that a frame can end its move in.
    reach: Vec<[u8; MAX_BANDS]>,
}

impl Bands {
    /// Computes the bands for movement dice up to `top`.
    pub(super) fn new(top: u8, rules: &Ruleset) -> Bands {
        let ranges: Vec<Range> = Range::of(&rules.ranges).collect();
        let places: Vec<f64> = ranges.iter().map(|range| place(*range, rules)).collect();
        let reached = |die: u8| -> [u8; MAX_BANDS] {
            let pips = with_bonus(die.into(), rules.modifiers.movement);
            let is_in_reach =
                |from: f64, to: f64| from == to || (die > 0 && pips >= pips_for((from - to).abs(), rules));
            let mask =
                |from: f64| (0..places.len()).filter(|to| is_in_reach(from, places[*to])).map(|to| 1 << to).sum();
            std::array::from_fn(|band| places.get(band).map_or(0, |from| mask(*from)))
        };
        let mut reach: Vec<[u8; MAX_BANDS]> = Vec::new();
        let classes = (0..=top).map(|die| crate::durability::place(&mut reach, reached(die)) as u8).collect();
        Bands { ranges, places, classes, reach }
    }

    /// Returns the number of bands.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of classes of movement dice.
    #[inline]
    pub(super) fn classes(&self) -> usize {
        self.reach.len()
    }

    /// Returns the class of a movement die.
    #[inline]
    pub(super) fn class(&self, die: u8) -> u8 {
        self.classes[usize::from(die)]
    }

    /// Returns true if moves of two classes reach the same bands from a band.
    #[inline]
    pub(super) fn is_same(&self, class: usize, other: usize, from: usize) -> bool {
        self.reach[class][from] == self.reach[other][from]
    }

    /// Returns the bands that a move of a class can end in.
    #[inline]
    pub(super) fn reach(&self, class: usize, from: usize) -> impl Iterator<Item = usize> + use<> {
        let mask = self.reach[class][from];
        (0..MAX_BANDS).filter(move |band| mask >> band & 1 == 1)
    }
}

/// Returns the distance that stands for a range.
fn place(range: Range, rules: &Ruleset) -> f64 {
    let ranges = &rules.ranges;
    let near = ranges.direct_from.max(ranges.hand_to_hand);
    match range {
        Range::HandToHand => ranges.hand_to_hand,
        Range::Direct => f64::midpoint(near, ranges.direct),
        Range::Artillery if ranges.bands == 4 => f64::midpoint(ranges.direct, ranges.artillery),
        Range::Artillery => ranges.direct,
        Range::Extreme => ranges.artillery,
    }
}
