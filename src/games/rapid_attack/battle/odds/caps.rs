//! Limits on the numbers of dice that the tables distinguish.

/// The largest number of each kind of dice that a frame may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) whole: u8,
    pub(super) halves: u8,
    pub(super) rockets: u8,
    /// Comms systems that help attacks.
    pub(super) comms: u8,
    pub(super) per_type: u8,
}

impl Caps {
    /// Returns all combinations of whole weapons, halves, rockets and comms, in the order of the rows.
    pub(super) fn all(self) -> impl Iterator<Item = (u8, u8, u8, u8)> {
        let weapons = (0..=self.whole).flat_map(move |whole| (0..=self.halves).map(move |halves| (whole, halves)));
        let armed =
            weapons.flat_map(move |(whole, halves)| (0..=self.rockets).map(move |rockets| (whole, halves, rockets)));
        armed.flat_map(move |(whole, halves, rockets)| {
            (0..=self.comms).map(move |comms| (whole, halves, rockets, comms))
        })
    }

    /// Returns the index of weapons and rockets among their combinations, without comms.
    pub(super) fn index(self, whole: u8, halves: u8, rockets: u8) -> usize {
        let (whole, halves, rockets) = (whole.min(self.whole), halves.min(self.halves), rockets.min(self.rockets));
        let row = usize::from(whole) * (usize::from(self.halves) + 1) + usize::from(halves);
        row * (usize::from(self.rockets) + 1) + usize::from(rockets)
    }
}
