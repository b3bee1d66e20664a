//! A slow reference for the solver: every face of every die and every decision, one after the other.

use super::super::roll::{Circumstance, band};
use super::{Objective, Round};
use crate::attack::{Guard, Outcome, Roll, Through, cover_goes, through, throw};
use crate::catalogue::tag::{Band, Tag};
use crate::ruleset::{EmptyPool, Ruleset};
use crate::{attack::Shot, catalogue::numbers::Number};

/// A turn under way; armaments by index.
#[derive(Clone)]
struct Turn {
    actions: u8,
    tension: u8,
    bought: u8,
    attacked: Vec<usize>,
    last: Vec<usize>,
    pair: Option<usize>,
    hot: Vec<usize>,
    shields: u8,
    cover: bool,
    vigor: i16,
}

/// Returns the value of a round.
pub(super) fn value(round: &Round<'_>, rules: &Ruleset) -> f64 {
    let last = if rules.armaments.spin_up_lasts { round.last.into_iter().collect() } else { Vec::new() };
    let turn = Turn {
        actions: rules.turn.actions,
        tension: round.tension,
        bought: 0,
        attacked: Vec::new(),
        last,
        pair: None,
        hot: Vec::new(),
        shields: round.target.shields,
        cover: round.target.cover,
        vigor: round.objective.vigor().into(),
    };
    Twin { round, rules }.best(&turn)
}

struct Twin<'a> {
    round: &'a Round<'a>,
    rules: &'a Ruleset,
}

impl Twin<'_> {
    fn best(&self, turn: &Turn) -> f64 {
        let mut best: f64 = 0.0;
        if let Some(first) = turn.pair {
            best = self.best(&Turn { pair: None, last: vec![first], ..turn.clone() });
            for armament in (0..self.round.armaments.len()).filter(|armament| *armament != first) {
                best = best.max(self.attack(turn, armament, true));
                if !self.rules.traits.parallel_targets_differ {
                    best = best.max(self.attack(turn, armament, false));
                }
            }
            return best;
        }
        if turn.actions > 0 {
            for armament in 0..self.round.armaments.len() {
                best = best.max(self.attack(turn, armament, false));
            }
        }
        let cap = self.rules.turn.extra_actions;
        if turn.tension > 0 && (cap == 20 || turn.bought < cap) {
            let (actions, tension, bought) = (turn.actions + 1, turn.tension - 1, turn.bought + 1);
            best = best.max(self.best(&Turn { actions, tension, bought, ..turn.clone() }));
        }
        best
    }

    fn attack(&self, turn: &Turn, armament: usize, elsewhere: bool) -> f64 {
        let arm = &self.round.armaments[armament];
        let Some(at) = band(arm, &self.round.circumstance) else { return f64::NEG_INFINITY };
        let given = self.round.circumstance;
        let mut in_force = given.in_force;
        for (tag, holds) in [
            (Tag::Charge, !turn.attacked.contains(&armament)),
            (Tag::SpinUp, turn.last.contains(&armament)),
            (Tag::Focused, 2 * turn.tension > self.round.max_tension),
            (Tag::Impulsive, turn.tension < 2),
        ] {
            in_force = if holds { in_force.with(tag) } else { in_force.without(tag) };
        }
        let first = turn.attacked.is_empty();
        let now = Circumstance {
            in_force,
            encouraged: given.encouraged && first,
            distracted: given.distracted && first,
            ..given
        };
        let shot = Shot::of(arm, &now.inputs());
        self.roll(turn, armament, elsewhere, at == Band::Far, shot, 0)
    }

    fn roll(&self, turn: &Turn, armament: usize, elsewhere: bool, far: bool, shot: Shot, rerolled: u8) -> f64 {
        let dice = shot.dice + if rerolled > 0 { self.round.reroll_dice as i8 } else { 0 };
        let thrown = match self.rules.rolls.empty_pool {
            _ if dice > 0 => dice as u32,
            EmptyPool::TwoKeepLow => 2,
            EmptyPool::Failure => 0,
        };
        let cap = self.rules.turn.rerolls;
        let again = if turn.tension > 0 && (cap == 20 || rerolled < cap) {
            let paid = Turn { tension: turn.tension - 1, ..turn.clone() };
            self.roll(&paid, armament, elsewhere, far, shot, rerolled + 1)
        } else {
            f64::NEG_INFINITY
        };
        let ways = 6u32.pow(thrown);
        let faces = (0..ways).map(|code| {
            let mut left = code;
            let roll = throw(dice, &self.rules.rolls, || {
                let face = left % 6;
                left /= 6;
                face as u8 + 1
            });
            self.accept(turn, armament, elsewhere, far, shot, roll).max(again)
        });
        faces.sum::<f64>() / f64::from(ways)
    }

    fn accept(&self, turn: &Turn, armament: usize, elsewhere: bool, far: bool, shot: Shot, roll: Roll) -> f64 {
        let target = self.round.target;
        let (shields, cover) = if elsewhere { (target.shields, target.cover) } else { (turn.shields, turn.cover) };
        let blow = shot.blow(roll, &self.rules.rolls);
        let covered = cover && far && blow.harm > target.less;
        let less = target.less + if covered { self.rules.fields.cover_less } else { 0 };
        let guard = Guard { less, armor: target.armor, shields };
        let mut sum = 0.0;
        let shield_faces = if shields > 0 { 6 } else { 1 };
        let cover_faces = if covered { 6 } else { 1 };
        for shield_face in 1..=shield_faces {
            let through = through(blow, guard, self.rules.harm.order, || shield_face);
            for cover_face in 1..=cover_faces {
                let gone = covered && cover_goes(cover_face, &self.rules.fields);
                sum += self.land(turn, armament, elsewhere, through, gone);
            }
        }
        let price = if roll.outcome(&self.rules.rolls) == Outcome::Full { 0.0 } else { self.round.consequence_price };
        sum / f64::from(shield_faces) / f64::from(cover_faces) - price
    }

    fn land(&self, turn: &Turn, armament: usize, elsewhere: bool, through: Through, cover_gone: bool) -> f64 {
        let mut next = turn.clone();
        match turn.pair {
            Some(first) => (next.last, next.pair) = (vec![first, armament], None),
            None => {
                next.actions -= 1;
                if self.round.parallel && turn.attacked.is_empty() {
                    next.pair = Some(armament);
                } else {
                    next.last = vec![armament];
                }
            }
        }
        next.attacked.push(armament);
        if !elsewhere {
            next.shields -= u8::from(through.shielded);
            next.cover = next.cover && !cover_gone;
            next.vigor -= i16::from(through.harm);
        }
        let vigor = i16::from(self.round.objective.vigor());
        let removed = if elsewhere { i16::from(through.harm) >= vigor } else { next.vigor <= 0 };
        match self.round.objective {
            Objective::Harm => return f64::from(through.harm) + self.best(&next),
            Objective::Removal { .. } if removed && !elsewhere => return 1.0,
            Objective::Removals { .. } if removed => {}
            _ => return self.best(&next),
        }
        if !elsewhere {
            (next.vigor, next.shields, next.cover) = (vigor, self.round.target.shields, self.round.target.cover);
        }
        let by = &self.round.armaments[armament];
        if by.tags.has(Tag::Hot) && !next.hot.contains(&armament) {
            next.hot.push(armament);
            next.tension = (next.tension + by.numbers.get(Tag::Hot, Number::Tension)).min(self.round.max_tension);
        }
        1.0 + self.best(&next)
    }
}
