//! Naive reference for tests of the kernel: resolves dice one by one, as the rules state.

use super::lanes::{Lanes, Word};
use super::strike::LANES;
use super::words::{SharedWord, Slot};

/// A die that was rolled.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub slot: Slot,
    pub face: u16,
}

/// Returns the faces that all lanes read from their next words.
pub(super) fn replay_dice(shared: &[SharedWord], lanes: &mut Lanes) -> Vec<Vec<Face>> {
    let mut faces = vec![Vec::new(); LANES];
    for word in shared {
        let dice: Vec<(Slot, u16)> =
            word.runs.iter().flat_map(|(slot, sides)| sides.iter().map(|sides| (*slot, sides[0]))).collect();
        let mut words = [[0; 2]; LANES];
        lanes.fill(&mut words, word.product);
        for (faces, word) in faces.iter_mut().zip(words) {
            let shown = split(word, &dice.iter().map(|die| die.1).collect::<Vec<_>>());
            faces.extend(dice.iter().zip(shown).map(|((slot, _), face)| Face { slot: *slot, face }));
        }
    }
    faces
}

/// Returns the damage dice, three to a word, that all lanes read from their next words.
pub(super) fn replay_damage_dice(most: usize, lanes: &mut Lanes) -> Vec<Vec<u16>> {
    let mut faces = vec![Vec::new(); LANES];
    for _ in 0..most.div_ceil(3) {
        let mut words = [[0; 2]; LANES];
        lanes.fill(&mut words, 216);
        faces.iter_mut().zip(words).for_each(|(faces, word)| faces.extend(split(word, &[6, 6, 6])));
    }
    faces
}

/// Computes the faces in a word by dividing the number of their combination.
fn split(word: Word, sides: &[u16]) -> Vec<u16> {
    let product: u64 = sides.iter().map(|sides| u64::from(*sides)).product();
    let mut combination = (u64::from(u16::from_le_bytes(word)) * product) >> 16;
    let mut faces = Vec::new();
    for sides in sides.iter().rev() {
        faces.insert(0, (combination % u64::from(*sides)) as u16 + 1);
        combination /= u64::from(*sides);
    }
    faces
}
