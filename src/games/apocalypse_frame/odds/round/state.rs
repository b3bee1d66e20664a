//! The state of a round, and its moves.

use super::{Objective, Round};
use crate::games::apocalypse_frame::attack::{Guard, Through};
use crate::games::apocalypse_frame::catalogue::numbers::Number;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::ids::{ArmSlot, ArmSlots};
use crate::games::apocalypse_frame::odds::circumstance::Circumstance;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use crate::games::apocalypse_frame::shot::{Shot, by_resources};

/// A limit of this number or more means no limit ("as many as there is Tension").
const UNLIMITED: u8 = 20;

/// Returns the slot of an armament by index; there are 3 at most.
pub fn slot(armament: usize) -> ArmSlot {
    ArmSlot::new(armament as u8)
}

/// The state of a round before a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub actions: u8,
    pub tension: u8,
    /// Actions that may still be bought.
    pub buyable: u8,
    /// Armaments that have attacked this round.
    pub attacked: ArmSlots,
    /// Armaments of the last Attack action; two after Parallel Processors.
    pub last: ArmSlots,
    /// The armament of an attack with a pending second part by Parallel Processors.
    pub pair: Option<ArmSlot>,
    /// Armaments that have removed an enemy this round, and so used up Hot and Invigorating.
    pub removed_by: ArmSlots,
    /// Shields, cover and Vigor that the enemy has left.
    pub shields: u8,
    pub cover: bool,
    pub vigor: u8,
    /// True if no moves are left.
    pub over: bool,
}

/// A move of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Ends the turn.
    Stop,
    /// Skips the second attack of Parallel Processors.
    Skip,
    /// Pays 1 Tension for an action.
    Buy,
    /// Attacks with the armament at this index; `elsewhere` for another enemy.
    Attack { armament: usize, elsewhere: bool },
}

impl State {
    /// Returns the start of a turn.
    pub fn start(round: &Round<'_>, rules: &Ruleset) -> State {
        let remembered = round.last.filter(|_| rules.armaments.spin_up_lasts);
        State {
            actions: rules.turn.actions,
            tension: round.tension,
            buyable: rules.turn.extra_actions,
            attacked: ArmSlots::EMPTY,
            last: remembered.map(slot).into_iter().collect(),
            pair: None,
            removed_by: ArmSlots::EMPTY,
            shields: round.target.shields,
            cover: round.target.cover,
            vigor: round.objective.vigor(),
            over: false,
        }
    }

    /// Returns all moves; `far[i]` is true if armament `i` attacks at Far, and `None` out of reach.
    pub fn moves(self, round: &Round<'_>, rules: &Ruleset, far: &[Option<bool>]) -> Vec<Move> {
        let reaching = (0..far.len()).filter(|armament| far[*armament].is_some());
        if self.over {
            return Vec::new();
        }
        if let Some(first) = self.pair {
            let others = reaching.filter(|armament| slot(*armament) != first);
            let both = others.flat_map(|armament| [true, false].map(|elsewhere| Move::Attack { armament, elsewhere }));
            let may = |next: &Move| {
                !rules.traits.parallel_targets_differ || matches!(next, Move::Attack { elsewhere: true, .. })
            };
            return [Move::Skip].into_iter().chain(both.filter(may)).collect();
        }
        let mut moves = vec![Move::Stop];
        if self.actions > 0 {
            moves.extend(reaching.map(|armament| Move::Attack { armament, elsewhere: false }));
        }
        // Buying an action late keeps its Tension for rerolls. Only Impulsive may need the Tension gone earlier, and
        // Hot the room.
        let wants = |tag| round.armaments.iter().any(|armament| armament.tags.has(tag));
        let early = wants(Tag::Impulsive) || wants(Tag::Hot);
        if self.tension > 0 && self.buyable > 0 && (self.actions == 0 || early) {
            moves.push(Move::Buy);
        }
        moves
    }

    /// Returns the state after an action is bought.
    pub fn bought(self) -> State {
        State { actions: self.actions + 1, tension: self.tension - 1, buyable: self.less_buyable(), ..self }
    }

    fn less_buyable(self) -> u8 {
        if self.buyable >= UNLIMITED { self.buyable } else { self.buyable - 1 }
    }

    /// Returns the state after the second attack of a pair is skipped.
    pub fn skipped(self) -> State {
        State { last: self.pair.into_iter().collect(), pair: None, ..self }
    }

    /// Returns the shot of an attack declared now.
    pub fn shot(self, round: &Round<'_>, armament: usize) -> Shot {
        let first = self.attacked.is_empty();
        let given = &round.circumstance;
        let mut in_force = given.in_force;
        for tag in [Tag::Charge, Tag::SpinUp, Tag::Focused, Tag::Impulsive] {
            in_force = in_force.without(tag);
        }
        let resources = by_resources(0, 0, self.tension, round.max_tension);
        let holding = [
            (Tag::Charge, !self.attacked.has(slot(armament))),
            (Tag::SpinUp, self.last.has(slot(armament))),
            (Tag::Focused, resources.has(Tag::Focused)),
            (Tag::Impulsive, resources.has(Tag::Impulsive)),
        ];
        for (tag, _) in holding.into_iter().filter(|(_, holds)| *holds) {
            in_force = in_force.with(tag);
        }
        let (encouraged, distracted) = (given.encouraged && first, given.distracted && first);
        let now = Circumstance { in_force, encouraged, distracted, ..*given };
        Shot::of(&round.armaments[armament], &now.inputs())
    }

    /// Returns the reductions of an attack.
    pub fn guard(self, round: &Round<'_>, rules: &Ruleset, at_far: bool, elsewhere: bool) -> Guard {
        let mut target = round.target;
        if !elsewhere {
            (target.shields, target.cover) = (self.shields, self.cover);
        }
        target.guard(at_far, rules)
    }

    /// Returns the state after an attack's roll is accepted, and true if the attack removed an enemy.
    pub fn after(self, round: &Round<'_>, attack: Move, through: Through, cover_gone: bool) -> (State, bool) {
        let Move::Attack { armament, elsewhere } = attack else { return (self, false) };
        let this = slot(armament);
        let mut next = self;
        let pairs = round.parallel && self.attacked.is_empty();
        next.attacked.insert(this);
        if let Some(first) = self.pair {
            (next.last, next.pair) = ([first, this].into_iter().collect(), None);
        } else {
            next.actions -= 1;
            (next.last, next.pair) = if pairs { (self.last, Some(this)) } else { (ArmSlots::of(this), None) };
        }
        if !elsewhere {
            next.shields -= u8::from(through.shielded);
            next.cover &= !cover_gone;
            next.vigor = self.vigor.saturating_sub(through.harm);
        }
        let removed = match round.objective {
            Objective::Harm => false,
            Objective::Removal { .. } => !elsewhere && next.vigor == 0,
            Objective::Removals { vigor } if elsewhere => through.harm >= vigor,
            Objective::Removals { .. } => next.vigor == 0,
        };
        if removed {
            next = next.removed(self, round, armament, elsewhere);
        }
        (next, removed)
    }

    fn removed(mut self, before: State, round: &Round<'_>, armament: usize, elsewhere: bool) -> State {
        let this = slot(armament);
        let by = &round.armaments[armament];
        if by.tags.has(Tag::Hot) && !before.removed_by.has(this) {
            let hot = by.numbers.get(Tag::Hot, Number::Tension);
            self.tension = (self.tension + hot).min(round.max_tension.max(self.tension));
        }
        self.removed_by.insert(this);
        if matches!(round.objective, Objective::Removal { .. }) {
            self.over = true;
        } else if !elsewhere {
            (self.shields, self.cover) = (round.target.shields, round.target.cover);
            self.vigor = round.objective.vigor();
        }
        self
    }

    /// Returns the number of rerolls of one attack that the Tension allows.
    pub fn rerolls(self, rules: &Ruleset) -> u8 {
        if rules.turn.rerolls >= UNLIMITED { self.tension } else { self.tension.min(rules.turn.rerolls) }
    }
}
