//! The dice of a frame for each action.

use super::dice_rules::Circumstance;
use super::loadout::{Kind, Loadout, Range};
use super::ruleset::Ruleset;
use hitchart_dice::exact::{defense_of, highest_of, plus};
use hitchart_dice::plan::DefenseDice;
use hitchart_dice::{Pmf, Pool};

/// A frame: its remaining systems and white dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    pub loadout: Loadout,
    pub whites: u8,
}

/// Adds `count` times `dice` to a pool.
fn add(pool: Pool, count: u8, dice: &Pool) -> Pool {
    let sum = dice.times(count).and_then(|more| pool.and(more));
    sum.expect("a checked ruleset keeps a frame's pools within 100 dice")
}

/// Returns the PMF of the highest die of a pool plus `bonus`; 0 for an empty pool.
pub fn best_and(pool: &Pool, bonus: u8) -> Pmf {
    if pool.is_empty() { Pmf::point(0) } else { plus(&highest_of(pool), bonus) }
}

impl Frame {
    /// Returns an undamaged frame.
    pub fn new(loadout: Loadout, rules: &Ruleset) -> Frame {
        Frame { loadout, whites: rules.frame.whites }
    }

    /// Returns the number of hits that destroy the frame: one for each system and each white (rulebook, "When a mobile
    /// frame takes damage").
    pub fn hit_points(&self) -> usize {
        self.loadout.systems() + usize::from(self.whites)
    }

    /// Adds `whites` white dice to a pool; a damaged frame may have fewer.
    fn with_whites(&self, pool: Pool, whites: u8, rules: &Ruleset) -> Pool {
        let white = Pool::of(1, rules.frame.white_sides).expect("a checked ruleset has whites of 2 to 20 sides");
        add(pool, whites.min(self.whites), &white)
    }

    /// Returns the red dice of the weapons at a range (S34: halves add one d6 each, and only whole weapons the second's
    /// d8).
    pub fn weapon_dice(&self, range: Range, rules: &Ruleset) -> Pool {
        let whole = self.loadout.count(range.weapon());
        let halves = range.halves().iter().map(|kind| self.loadout.count(*kind)).sum();
        let pool = add(Pool::EMPTY, whole.min(1), &rules.weapons.first);
        let pool = add(pool, whole.saturating_sub(1), &rules.weapons.second);
        let pool = add(pool, halves, &rules.weapons.half);
        add(pool, self.loadout.count(Kind::Comms), &rules.weapons.comms)
    }

    /// Returns true if the frame may attack at a range with a white die alone: always hand-to-hand, elsewhere with a
    /// weapon or rocket for the range (R18).
    pub fn may_attack(&self, range: Range, rockets: u8, rules: &Ruleset) -> bool {
        let by_rocket = range == Range::Direct && rockets > 0 && rules.rockets.open_direct_fire;
        range == Range::HandToHand || self.loadout.halves_at(range) > 0 || by_rocket
    }

    /// Adds the extra dice that the ruleset gives in every roll; those of other circumstances are ignored.
    fn always(pool: Pool, extra: &Pool, rules: &Ruleset) -> Pool {
        add(pool, u8::from(rules.extra.when == Circumstance::Always), extra)
    }

    /// Returns the attack dice at a range with `whites` white dice and `rockets` rockets fired; `None` if the frame
    /// cannot attack there.
    pub fn attack_dice(&self, range: Range, whites: u8, rockets: u8, rules: &Ruleset) -> Option<Pool> {
        if !self.may_attack(range, rockets, rules) {
            return None;
        }
        let rockets = if range == Range::Direct { rockets } else { 0 };
        let weapons = add(self.weapon_dice(range, rules), rockets, &rules.rockets.dice);
        Some(self.with_whites(Frame::always(weapons, &rules.extra.attack, rules), whites, rules))
    }

    /// Returns the defense dice with `whites` white dice, if white dice may defend.
    pub fn defense_dice(&self, whites: u8, rules: &Ruleset) -> DefenseDice {
        let blues = add(Pool::EMPTY, self.loadout.count(Kind::Defense), &rules.dice.defense);
        let blues = Frame::always(blues, &rules.extra.defense, rules);
        let whites = if rules.defense.whites { whites } else { 0 };
        let (best, summed) = if rules.defense.sum_blues { (Pool::EMPTY, blues) } else { (blues, Pool::EMPTY) };
        DefenseDice { best: self.with_whites(best, whites, rules), summed, bonus: rules.modifiers.defense }
    }

    /// Returns the spot dice with `whites` white dice, if white dice may spot.
    pub fn spot_dice(&self, whites: u8, rules: &Ruleset) -> Pool {
        let yellows = add(Pool::EMPTY, self.loadout.count(Kind::Comms), &rules.dice.comms);
        let whites = if rules.spotting.whites { whites } else { 0 };
        self.with_whites(Frame::always(yellows, &rules.extra.comms, rules), whites, rules)
    }

    /// Returns the PMF of the attack; `None` if the frame cannot attack at the range.
    pub fn attack_value(&self, range: Range, whites: u8, rockets: u8, rules: &Ruleset) -> Option<Pmf> {
        Some(best_and(&self.attack_dice(range, whites, rockets, rules)?, rules.modifiers.attack))
    }

    /// Returns the PMF of the defense.
    pub fn defense_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        defense_of(&self.defense_dice(whites, rules))
    }

    /// Returns the PMF of the spot.
    pub fn spot_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        best_and(&self.spot_dice(whites, rules), rules.modifiers.spot)
    }

    /// Returns the PMF of the movement in pips.
    pub fn movement_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        best_and(&self.movement_dice(whites, rules), rules.modifiers.movement)
    }

    /// Returns the movement dice with `whites` white dice. A frame without ranged weapon systems sprints (S21; rockets
    /// do not prevent it, R17).
    pub fn movement_dice(&self, whites: u8, rules: &Ruleset) -> Pool {
        let greens = add(Pool::EMPTY, self.loadout.count(Kind::Movement), &rules.dice.movement);
        let greens = add(greens, u8::from(!self.loadout.is_ranged()), &rules.frame.sprint);
        self.with_whites(Frame::always(greens, &rules.extra.movement, rules), whites, rules)
    }

    /// Returns true if the frame takes no damage as cover (S45).
    pub fn is_immune_as_cover(&self, rules: &Ruleset) -> bool {
        rules.cover.two_blues_immune && self.loadout.count(Kind::Defense) >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::rulebook;
    use super::*;

    fn dice(loadout: &str, range: Range, whites: u8, rockets: u8) -> Option<String> {
        let rules = rulebook();
        let frame = Frame::new(Loadout::parse(loadout, &rules).unwrap(), &rules);
        frame.attack_dice(range, whites, rockets, &rules).map(|pool| pool.to_string())
    }

    #[test]
    fn weapons_by_number_and_split() {
        assert_eq!(dice("Rd", Range::Direct, 0, 0).unwrap(), "2d6");
        assert_eq!(dice("RdRd", Range::Direct, 1, 0).unwrap(), "3d6+1d8");
        assert_eq!(dice("Rh/dRh/dRh/dRh/d", Range::HandToHand, 0, 0).unwrap(), "4d6");
        assert_eq!(dice("RhRh/dRh/d", Range::HandToHand, 0, 0).unwrap(), "4d6");
        assert_eq!(dice("Rd", Range::Artillery, 2, 0), None);
        assert_eq!(dice("Y", Range::HandToHand, 2, 0).unwrap(), "2d6");
        assert_eq!(dice("Y", Range::Direct, 1, 2).unwrap(), "1d6+2d8");
        assert_eq!(dice("Ra", Range::Artillery, 0, 2).unwrap(), "2d6");
    }

    #[test]
    fn rockets_leave_the_sprint_die_and_ranged_halves_take_it() {
        let rules = rulebook();
        let moves = |text: &str| {
            let frame = Frame::new(Loadout::parse(text, &rules).unwrap(), &rules);
            frame.movement_dice(0, &rules).to_string()
        };
        assert_eq!(moves("YYB+SSR2"), "1d8");
        assert_eq!(moves("RhGG"), "2d6+1d8");
        assert_eq!(moves("Rh/dG"), "1d6");
    }
}
