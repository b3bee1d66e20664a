//! Pools of dice of frames by their systems, and the distributions of their highest dice: the rows of the tables.

use super::MOST_WHITES;
use crate::frame::best_and;
use crate::ruleset::{Circumstance, Ruleset};
use hitchart_dice::{Pmf, Pool};
use hitchart_dice::{exact::defense_of, plan::DefenseDice};

/// The largest number of each kind of dice that a frame may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) whole: u8,
    pub(super) halves: u8,
    pub(super) rockets: u8,
    /// Comms systems that help attacks.
    pub(super) comms: u8,
    pub(super) per_type: u8,
    /// 1 if frames get the extra dice and pips of the rules by circumstance: every row is then there without and with
    /// them. Else 0.
    pub(super) extra: u8,
}

impl Caps {
    /// Returns all combinations of whole weapons, halves, rockets, comms and extras, in the order of the rows.
    pub(super) fn all(self) -> impl Iterator<Item = (u8, u8, u8, u8, u8)> {
        let weapons = (0..=self.whole).flat_map(move |whole| (0..=self.halves).map(move |halves| (whole, halves)));
        let armed =
            weapons.flat_map(move |(whole, halves)| (0..=self.rockets).map(move |rockets| (whole, halves, rockets)));
        armed.flat_map(move |(whole, halves, rockets)| {
            let helped = (0..=self.comms).flat_map(move |comms| (0..=self.extra).map(move |extra| (comms, extra)));
            helped.map(move |(comms, extra)| (whole, halves, rockets, comms, extra))
        })
    }

    /// Returns the row without or with the extras, of a row that is there without and with them.
    #[inline]
    pub(super) fn with_extra(self, row: usize, extra: bool) -> usize {
        // `extra` of the caps is 0 or 1.
        (row << self.extra) + usize::from(u8::from(extra) & self.extra)
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
        let extra = u8::from(!matches!(rules.extra.when, Circumstance::Never | Circumstance::Always));
        let rockets = rules.rockets.per_frame;
        let caps = Caps { whole: per_type, halves: 2 * per_type, rockets, comms, per_type, extra };
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

    /// Adds the pips of the extras to a die if a frame has them; a die counts at least 1.
    fn with_pips(pmf: Pmf, extra: u8, pips: i8) -> Pmf {
        if extra == 0 || pips == 0 {
            return pmf;
        }
        let to = |die: usize| if die == 0 { 0 } else { die.saturating_add_signed(pips.into()).max(1) };
        let mut chances = vec![0.0; to(pmf.max()) + 1];
        pmf.as_slice().iter().enumerate().for_each(|(die, p)| chances[to(die)] += p);
        Pmf::new(chances)
    }

    /// Returns the chances of the attack by every number of weapons, rockets, comms and extras, in the order of the
    /// caps.
    pub(super) fn attack(&self, whites: u8) -> Vec<Vec<f64>> {
        let weapons = &self.rules.weapons;
        let chances = |(whole, halves, rockets, comms, extra): (u8, u8, u8, u8, u8)| {
            let parts = [
                (&weapons.first, whole.min(1)),
                (&weapons.second, whole.saturating_sub(1)),
                (&weapons.half, halves),
                (&self.rules.rockets.dice, rockets),
                (&weapons.comms, comms),
                (&self.rules.extra.attack, self.always + extra),
                (&self.white, whites),
            ];
            let best = Pools::best(&parts, self.rules.modifiers.attack);
            Pools::with_pips(best, extra, self.rules.extra.attack_pips).as_slice().to_vec()
        };
        self.caps.all().map(chances).collect()
    }

    /// Returns the distributions of the defense by every number of blue systems, without and with extras, and with a
    /// white die if the rules allow it.
    pub(super) fn guards(&self) -> impl Iterator<Item = Pmf> + '_ {
        let numbers = (0..=self.caps.per_type).flat_map(|blues| (0..=self.caps.extra).map(move |extra| (blues, extra)));
        numbers.map(|(blues, extra)| self.guard(blues, extra))
    }

    fn guard(&self, blues: u8, extra: u8) -> Pmf {
        let blues = [(&self.rules.dice.defense, blues), (&self.rules.extra.defense, self.always + extra)];
        let whites = [(&self.white, u8::from(self.rules.defense.whites))];
        let (best, summed) = match self.rules.defense.sum_blues {
            true => (Pools::all(&whites), Pools::all(&blues)),
            false => (Pools::all(&[blues[0], blues[1], whites[0]]), Pool::EMPTY),
        };
        let defense = defense_of(&DefenseDice { best, summed, bonus: self.rules.modifiers.defense });
        Pools::with_pips(defense, extra, self.rules.extra.defense_pips)
    }

    /// Returns the distribution of the movement by every number of green systems, without and with a sprint, and
    /// without and with extras.
    pub(super) fn movement(&self, whites: u8) -> Vec<Pmf> {
        let movers = (0..=self.caps.per_type).flat_map(|greens| [(greens, 0), (greens, 1)]);
        let movers =
            movers.flat_map(|(greens, sprint)| (0..=self.caps.extra).map(move |extra| (greens, sprint, extra)));
        let best = |(greens, sprint, extra)| {
            let parts = [
                (&self.rules.dice.movement, greens),
                (&self.rules.frame.sprint, sprint),
                (&self.rules.extra.movement, self.always + extra),
                (&self.white, whites),
            ];
            let best = Pools::best(&parts, self.rules.modifiers.movement);
            Pools::with_pips(best, extra, self.rules.extra.movement_pips)
        };
        movers.map(best).collect()
    }

    /// Returns the distribution of the movement by white dice alone, by their number, without and with extras.
    pub(super) fn white_movement(&self) -> Vec<Pmf> {
        let best = |(count, extra)| {
            let best = Pools::best(&[(&self.white, count)], self.rules.modifiers.movement);
            Pools::with_pips(best, extra, self.rules.extra.movement_pips)
        };
        let numbers = (0..=MOST_WHITES).flat_map(|count| (0..=self.caps.extra).map(move |extra| (count, extra)));
        numbers.map(best).collect()
    }

    /// Returns the highest possible spot, and the distribution of the spot of one comms system.
    pub(super) fn spot(&self) -> (u8, Pmf) {
        let (comms, extra) = (&self.rules.dice.comms, &self.rules.extra.comms);
        let most = comms.max_face().max(extra.max_face()).max(self.rules.frame.white_sides);
        let parts = [(comms, 1), (extra, self.always), (&self.white, u8::from(self.rules.spotting.whites))];
        let most = most + self.rules.modifiers.spot + self.rules.extra.spot_pips.max(0) as u8;
        (most, Pools::best(&parts, self.rules.modifiers.spot))
    }
}
