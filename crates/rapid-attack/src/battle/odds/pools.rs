//! Pools of dice of frames by their systems, and the distributions of their highest dice: the rows of the tables.

use super::MOST_WHITES;
use crate::frame::best_and;
use crate::ruleset::{Circumstance, Ruleset};
use hitchart_dice::exact::defense_of;
use hitchart_dice::plan::DefenseDice;
use hitchart_dice::{Pmf, Pool};

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

/// The dice of frames with each number of systems, and the distributions of their highest.
pub(super) struct Pools<'a> {
    rules: &'a Ruleset,
    pub(super) caps: Caps,
    /// One white die.
    white: Pool,
    /// Number of times that the extra dice of the ruleset are added: 1 if they are in every roll.
    always: u8,
}

impl<'a> Pools<'a> {
    pub(super) fn new(rules: &'a Ruleset) -> Pools<'a> {
        let per_type = rules.frame.max_per_type;
        let comms = if rules.weapons.comms.is_empty() { 0 } else { per_type };
        let caps = Caps { whole: per_type, halves: 2 * per_type, rockets: rules.rockets.per_frame, comms, per_type };
        let white = Pool::of(1, rules.frame.white_sides).unwrap_or_default();
        Pools { rules, caps, white, always: u8::from(rules.extra.when == Circumstance::Always) }
    }

    /// Returns a pool with each part as often as its count says.
    fn all(parts: &[(&Pool, u8)]) -> Pool {
        let pools = parts.iter().filter_map(|(pool, count)| pool.times(*count).ok());
        pools.fold(Pool::EMPTY, |sum, more| sum.and(more).unwrap_or(sum))
    }

    fn best(parts: &[(&Pool, u8)], bonus: u8) -> Pmf {
        best_and(&Pools::all(parts), bonus)
    }

    /// Returns the chances of the attack by every number of weapons, rockets and comms, in the order of the caps.
    pub(super) fn attack(&self, whites: u8) -> Vec<Vec<f64>> {
        let weapons = &self.rules.weapons;
        let chances = |(whole, halves, rockets, comms): (u8, u8, u8, u8)| {
            let parts = [
                (&weapons.first, whole.min(1)),
                (&weapons.second, whole.saturating_sub(1)),
                (&weapons.half, halves),
                (&self.rules.rockets.dice, rockets),
                (&weapons.comms, comms),
                (&self.rules.extra.attack, self.always),
                (&self.white, whites),
            ];
            Pools::best(&parts, self.rules.modifiers.attack).as_slice().to_vec()
        };
        self.caps.all().map(chances).collect()
    }

    /// Returns the distribution of the defense with a number of blue systems and, if the rules allow it, a white die.
    pub(super) fn guard(&self, blues: u8) -> Pmf {
        let blues = [(&self.rules.dice.defense, blues), (&self.rules.extra.defense, self.always)];
        let whites = [(&self.white, u8::from(self.rules.defense.whites))];
        let (best, summed) = match self.rules.defense.sum_blues {
            true => (Pools::all(&whites), Pools::all(&blues)),
            false => (Pools::all(&[blues[0], blues[1], whites[0]]), Pool::EMPTY),
        };
        defense_of(&DefenseDice { best, summed, bonus: self.rules.modifiers.defense })
    }

    /// Returns the distribution of the movement by every number of green systems, without and with a sprint.
    pub(super) fn movement(&self, whites: u8) -> Vec<Pmf> {
        let movers = (0..=self.caps.per_type).flat_map(|greens| [(greens, 0), (greens, 1)]);
        let best = |(greens, sprint)| {
            let parts = [
                (&self.rules.dice.movement, greens),
                (&self.rules.frame.sprint, sprint),
                (&self.rules.extra.movement, self.always),
                (&self.white, whites),
            ];
            Pools::best(&parts, self.rules.modifiers.movement)
        };
        movers.map(best).collect()
    }

    /// Returns the distribution of the movement by white dice alone, by their number.
    pub(super) fn white_movement(&self) -> Vec<Pmf> {
        let best = |count| Pools::best(&[(&self.white, count)], self.rules.modifiers.movement);
        (0..=MOST_WHITES).map(best).collect()
    }

    /// Returns the highest possible spot, and the distribution of the spot of one comms system.
    pub(super) fn spot(&self) -> (u8, Pmf) {
        let (comms, extra) = (&self.rules.dice.comms, &self.rules.extra.comms);
        let most = comms.max_face().max(extra.max_face()).max(self.rules.frame.white_sides);
        let parts = [(comms, 1), (extra, self.always), (&self.white, u8::from(self.rules.spotting.whites))];
        (most + self.rules.modifiers.spot, Pools::best(&parts, self.rules.modifiers.spot))
    }
}
