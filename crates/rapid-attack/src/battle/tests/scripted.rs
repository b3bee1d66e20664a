//! Scripted dice, for battles with every face known beforehand.

use hitchart_dice::Throw;
use std::{collections::VecDeque, sync::Mutex};

/// Faces in the order in which they come up, each with the sides of its die.
#[derive(Debug, Default)]
pub(super) struct Scripted {
    faces: Mutex<VecDeque<(u8, u8)>>,
}

impl Scripted {
    /// Appends a face of a die with `sides` sides.
    pub(super) fn then(&self, sides: u8, face: u8) {
        assert!((1..=sides).contains(&face), "no die of {sides} sides shows {face}");
        self.faces.lock().unwrap().push_back((sides, face));
    }

    /// Returns the number of faces that have not come up yet.
    pub(super) fn left(&self) -> usize {
        self.faces.lock().unwrap().len()
    }
}

hitchart_play::compile_engine!(
    Scripted,
    crate::battle::Battle<Scripted>,
    crate::battle::engine::run,
    crate::battle::candidates::all
);

impl hitchart_dice::Dice for Scripted {
    fn die(&self, _: &mut Throw, sides: u8) -> u8 {
        let (expected, face) = self.faces.lock().unwrap().pop_front().expect("an unexpected die is rolled");
        assert_eq!(sides, expected, "sides of the next die");
        face
    }
}
