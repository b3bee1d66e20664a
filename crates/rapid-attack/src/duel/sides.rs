//! The states of a frame in a duel: its systems, whites, rockets and the hits left on its cover.

use super::bands::Bands;
use super::hands::Hand;
use crate::durability::{losses, place};
use crate::frame::Frame;
use crate::loadout::Range;
use crate::ruleset::Ruleset;

/// A declaration: a range, with rockets at direct range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    /// Index of the range.
    pub band: usize,
    /// Number of rockets fired.
    pub rockets: u8,
    /// State after the rockets are fired.
    pub left: usize,
    /// Index of the rolls of the frame.
    pub hand: usize,
}

/// A state of a frame.
#[derive(Clone, Debug)]
pub(super) struct SideState {
    pub frame: Frame,
    /// Hits that its cover still absorbs.
    pub cover: u8,
    /// State after a move to another band, which leaves the cover behind.
    pub moved: usize,
    /// States after 0, 1, 2, … hits on the cover.
    pub worn: Vec<usize>,
    /// `lost[k]`: the possible states after `k` hits at once; `lost[0]` is the state itself. More hits destroy it.
    pub lost: Vec<Vec<usize>>,
    pub declarations: Vec<Declaration>,
}

impl SideState {
    /// Returns what can still be lost: every step of a duel that changes the state makes it smaller.
    pub(super) fn size(&self) -> usize {
        self.frame.hit_points() + usize::from(self.cover) + usize::from(self.frame.loadout.rockets())
    }
}

/// Finds all states that frames with their cover can reach, the given ones first; `None` if there are more than `most`.
/// Adds the rolls that they need to `hands`.
pub(super) fn states(
    mut found: Vec<(Frame, u8)>,
    most: usize,
    bands: &Bands,
    hands: &mut Hands,
    rules: &Ruleset,
) -> Option<Vec<SideState>> {
    let mut states = Vec::new();
    while let Some((frame, cover)) = found.get(states.len()).copied() {
        if found.len() > most {
            return None;
        }
        let mut number = |frame: Frame, cover: u8| place(&mut found, (frame, cover));
        let own = number(frame, cover);
        let mut lost: Vec<Vec<(Frame, usize)>> = vec![vec![(frame, own)]];
        while lost.len() < frame.hit_points() {
            let mut level = Vec::new();
            for (state, _) in &lost[lost.len() - 1] {
                for less in losses(state, rules) {
                    place(&mut level, (less, number(less, cover)));
                }
            }
            lost.push(level);
        }
        let declarations = declarations(&frame, bands, rules).into_iter().map(|(band, rockets)| {
            let left = frame.loadout.with_rockets(frame.loadout.rockets() - rockets);
            let left = number(Frame { loadout: left, ..frame }, cover);
            Declaration { band, rockets, left, hand: hands.number(&frame, bands.ranges[band], rockets, bands, rules) }
        });
        let declarations = declarations.collect();
        states.push(SideState {
            frame,
            cover,
            moved: number(frame, 0),
            worn: (0..=cover).map(|hits| number(frame, cover - hits)).collect(),
            lost: lost.into_iter().map(|level| level.into_iter().map(|(_, number)| number).collect()).collect(),
            declarations,
        });
    }
    Some(states)
}

/// Returns the bands that a frame can attack in, each with the numbers of rockets that it can fire. A turn without a
/// target is never better than one that declares hand-to-hand.
fn declarations(frame: &Frame, bands: &Bands, rules: &Ruleset) -> Vec<(usize, u8)> {
    let of = |(band, range): (usize, &Range)| {
        let most = if *range == Range::Direct { frame.loadout.rockets() } else { 0 };
        let can = |rockets: &u8| frame.may_attack(*range, *rockets, rules);
        (0..=most).filter(can).map(|rockets| (band, rockets)).collect::<Vec<_>>()
    };
    bands.ranges.iter().enumerate().flat_map(of).collect()
}

/// The different rolls of all frames of a duel.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    keys: Vec<(hitchart_dice::plan::DefenseDice, Option<hitchart_dice::Pool>, hitchart_dice::Pool, u8)>,
    hands: Vec<Hand>,
}

impl Hands {
    /// Returns a hand by its number.
    #[inline]
    pub(super) fn get(&self, number: usize) -> &Hand {
        &self.hands[number]
    }

    /// Returns the most damage dice of any attack.
    pub(super) fn most_dice(&self) -> u8 {
        self.hands.iter().filter_map(|hand| hand.attacks.last()).copied().max().unwrap_or(0)
    }

    /// Lists all rolls as answers to attacks; to be called after all hands are known.
    pub(super) fn prepare(&mut self) {
        let most = self.most_dice();
        self.hands.iter_mut().for_each(|hand| hand.prepare(most));
    }

    /// Returns the number of the rolls of a frame; frames with the same dice share them.
    fn number(&mut self, frame: &Frame, range: Range, rockets: u8, bands: &Bands, rules: &Ruleset) -> usize {
        let dice = frame.attack_dice(range, 0, rockets, rules);
        let key = (frame.defense_dice(0, rules), dice, frame.movement_dice(0, rules), frame.whites);
        let number = place(&mut self.keys, key);
        if number == self.hands.len() {
            self.hands.push(Hand::new(frame, range, rockets, bands, rules));
        }
        number
    }
}
