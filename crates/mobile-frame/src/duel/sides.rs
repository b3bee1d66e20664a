//! The states of a side in a duel: its systems, whites, rockets and the hits left on its cover.

use super::bands::Bands;
use super::hands::{Hand, HandDice};
use super::{Declared, DuelRules, place};

/// A declaration: an attack, and the bands in which it can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    /// Index of the attack.
    pub attack: usize,
    /// Mask of the bands in which the attack can be made.
    pub bands: u8,
    /// Index of its chart.
    pub chart: usize,
    /// State after the declaration, in which rockets are fired.
    pub left: usize,
    /// Index of the rolls.
    pub hand: usize,
}

/// A state of a side.
#[derive(Clone, Debug)]
pub(super) struct SideState {
    pub hit_points: usize,
    /// Everything that can still be lost: every step that changes the state makes it smaller, except for repair.
    pub size: usize,
    /// Index of the outcomes of attacks on it.
    pub shelter: usize,
    /// State after a move to another band, which leaves the cover behind.
    pub moved: usize,
    /// States after 0, 1, 2, … hits on the cover.
    pub worn: Vec<usize>,
    /// `lost[k]`: the possible states after `k` hits at once; `lost[0]` is the state itself. More hits destroy it.
    pub lost: Vec<Vec<usize>>,
    /// `repaired[k]`: the possible states after `k` repairs; `repaired[0]` is the state itself.
    pub repaired: Vec<Vec<usize>>,
    pub declarations: Vec<Declaration>,
}

/// Everything that the states of both sides share.
pub(super) struct Shared<'a, R: DuelRules> {
    pub rules: &'a R,
    pub bands: &'a Bands,
    pub hands: Hands,
    /// The different attacks.
    pub attacks: Vec<R::Attack>,
}

/// A fighter with the hits left on its cover.
pub(super) type Covered<F> = (F, u8);

impl<R: DuelRules> Shared<'_, R>
where
    R::Attack: PartialEq,
{
    /// Finds all states that fighters with their cover can reach, and adds them to `found`; `None` if there are more than
    /// `most`.
    pub(super) fn states(&mut self, found: &mut Vec<Covered<R::Fighter>>, most: usize) -> Option<Vec<SideState>> {
        let mut states = Vec::new();
        while let Some((fighter, cover)) = found.get(states.len()).copied() {
            if found.len() > most {
                return None;
            }
            let rules = self.rules;
            let mut number = |fighter: R::Fighter, cover: u8| place(found, (fighter, cover));
            let hit_points = rules.hit_points(&fighter);
            let mut levels = |most: usize, next: &dyn Fn(&R::Fighter) -> Vec<R::Fighter>| {
                let mut levels: Vec<Vec<(R::Fighter, usize)>> = vec![vec![(fighter, number(fighter, cover))]];
                while levels.len() < most {
                    let mut level = Vec::new();
                    for other in levels[levels.len() - 1].iter().flat_map(|(state, _)| next(state)) {
                        place(&mut level, (other, number(other, cover)));
                    }
                    if level.is_empty() {
                        break;
                    }
                    levels.push(level);
                }
                levels.into_iter().map(|level| level.into_iter().map(|(_, number)| number).collect()).collect()
            };
            let lost = levels(hit_points, &|state| rules.losses(state));
            let repaired = levels(usize::MAX, &|state| rules.repairs(state));
            let declared = rules.attacks(&fighter);
            let declarations = declared
                .into_iter()
                .map(|declared| self.declaration(&fighter, &declared, |left| place(found, (left, cover))))
                .collect();
            states.push(SideState {
                hit_points,
                size: hit_points + usize::from(cover) + rules.ammunition(&fighter),
                shelter: rules.shelter(&fighter, cover),
                moved: place(found, (fighter, 0)),
                worn: (0..=cover).map(|hits| place(found, (fighter, cover - hits))).collect(),
                lost,
                repaired,
                declarations,
            });
        }
        Some(states)
    }

    fn declaration(
        &mut self,
        fighter: &R::Fighter,
        declared: &Declared<R>,
        mut number: impl FnMut(R::Fighter) -> usize,
    ) -> Declaration {
        let Declared { attack, bands, chart, left } = *declared;
        let dice = self.rules.dice(fighter, attack);
        let hand = self.hands.number(dice, self.bands);
        Declaration { attack: place(&mut self.attacks, attack), bands, chart, left: number(left), hand }
    }
}

/// The different rolls of all sides of a duel.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    keys: Vec<HandDice>,
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

    /// Returns the highest value of any defense.
    pub(super) fn most_defense(&self) -> u8 {
        self.hands.iter().filter_map(|hand| hand.defenses.last()).copied().max().unwrap_or(0)
    }

    /// Lists all rolls as answers to attacks; to be called after all hands are known.
    pub(super) fn prepare(&mut self) {
        let most = self.most_dice();
        self.hands.iter_mut().for_each(|hand| hand.prepare(most));
    }

    /// Returns the number of the rolls of dice; equal dice share them.
    fn number(&mut self, dice: HandDice, bands: &Bands) -> usize {
        let number = place(&mut self.keys, dice);
        if number == self.hands.len() {
            self.hands.push(Hand::new(&self.keys[number], bands));
        }
        number
    }
}
