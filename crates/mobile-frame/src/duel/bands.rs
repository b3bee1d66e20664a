//! Range bands of a duel: their places, and the bands that a movement die reaches.

/// Most bands of any rules.
pub const MAX_BANDS: usize = 4;

/// The bands of a ruleset. Movement dice that reach the same bands from everywhere are one class; class 0 stays.
#[derive(Clone, Debug)]
pub struct Bands {
    /// Distances of the bands in ruler units, nearest first.
    pub(super) places: Vec<f64>,
    /// Class of each movement die, from 0 for no die.
    classes: Vec<u8>,
    /// `reach[class][band]`: mask of the bands that a side can end its move in.
    reach: Vec<[u8; MAX_BANDS]>,
}

impl Bands {
    /// Computes the classes of movement dice up to `top`; `is_in_reach` returns true if a die moves a side by a distance.
    pub fn new(places: Vec<f64>, top: u8, is_in_reach: impl Fn(u8, f64) -> bool) -> Bands {
        let reached = |die: u8| -> [u8; MAX_BANDS] {
            let is_reached = |from: f64, to: f64| from == to || (die > 0 && is_in_reach(die, (from - to).abs()));
            let mask = |from: f64| (0..places.len()).filter(|to| is_reached(from, places[*to])).map(|to| 1 << to).sum();
            std::array::from_fn(|band| places.get(band).map_or(0, |from| mask(*from)))
        };
        let mut reach: Vec<[u8; MAX_BANDS]> = Vec::new();
        let classes = (0..=top).map(|die| super::place(&mut reach, reached(die)) as u8).collect();
        Bands { places, classes, reach }
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

    /// Returns true if a move of a class can end in a band.
    #[inline]
    pub(super) fn reaches(&self, class: usize, from: usize, to: usize) -> bool {
        self.reach[class][from] >> to & 1 == 1
    }

    /// Returns the bands that a move of a class can end in.
    #[inline]
    pub(super) fn reach(&self, class: usize, from: usize) -> impl Iterator<Item = usize> + use<> {
        bands_of(self.reach[class][from])
    }
}

/// Returns the bands of a mask.
#[inline]
pub(super) fn bands_of(mask: u8) -> impl Iterator<Item = usize> + use<> {
    (0..MAX_BANDS).filter(move |band| mask >> band & 1 == 1)
}
