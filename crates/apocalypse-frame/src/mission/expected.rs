//! Exact expectations of the Harm of attacks under way, for the luck of audits.

use super::super::attack::{Blow, Guard, Roll};
use super::super::ids::{AceId, AttackId, EnemyId};
use super::super::{catalogue::numbers::Number, catalogue::tag::Tag, odds::roll::rolls, odds::single::behind};
use super::Mission;
use super::state::{Attack, State};

impl<D> Mission<D> {
    /// Returns the expected Harm of an Ace's attack to its target and by Splash, before its next roll.
    pub fn expected_harm(&self, state: &State, attack: &Attack) -> f64 {
        let ace = state.turn.acting();
        let extra = if attack.rerolls > 0 { self.ace(ace).reroll_dice as i8 } else { 0 };
        let best = self.best_face(state, ace);
        let of = |(roll, p): (Roll, f64)| p * self.expected_after(state, attack, at_most(roll, best));
        rolls(attack.shot.dice + extra, &self.rules.rolls).into_iter().map(of).sum()
    }

    /// Returns the expected Harm of an Ace's attack after a roll: only Shields are left to chance.
    pub fn expected_after(&self, state: &State, attack: &Attack, roll: Roll) -> f64 {
        let from = state.ace(state.turn.acting()).hex();
        let (target, shot, rules) = (attack.target, attack.shot, &self.rules.rolls);
        let at = state.enemy(target).at;
        let steps = self.range(state, from, at);
        let harmed = |enemy: EnemyId, blow: Blow| {
            let less = self.cover_less(state, steps, enemy);
            self.mean_behind(blow, Guard { less, ..self.enemy_guard(state, enemy) })
        };
        let beside = |enemy: &EnemyId| *enemy != target && state.enemy(*enemy).at == at;
        let splash = shot
            .splash_blow(roll, rules)
            .map_or(0.0, |blow| state.marks.up.iter().filter(beside).map(|enemy| harmed(enemy, blow)).sum());
        let stands = state.marks.up.has(target);
        splash + if stands { harmed(target, shot.blow(roll, rules)) } else { 0.0 }
    }

    /// Returns the expected Harm of an enemy's attack that has just been announced: to its target, and by Splash.
    pub fn expected_harm_of(
        &self,
        state: &State,
        (enemy, attack): (EnemyId, AttackId),
        ace: AceId,
        answer: bool,
    ) -> f64 {
        let (blow, guard) = self.harm_to(state, enemy, attack, ace, answer);
        let own = if state.ace(ace).can_be_harmed() { self.mean_behind(blow, guard) } else { 0.0 };
        let kit = &self.kind(state, enemy).attacks[attack.index()];
        if answer || !kit.tags.has(Tag::Splash) {
            return own;
        }
        let splash = Blow { harm: kit.numbers.get(Tag::Splash, Number::Harm), ..blow };
        let steps = self.range(state, state.enemy(enemy).at, state.ace(ace).at);
        let covered = self.cover_less_of_ace(state, steps, ace);
        let beside = self.ace_ids().filter(|other| {
            *other != ace && state.ace(*other).at == state.ace(ace).at && state.ace(*other).can_be_harmed()
        });
        let of = |other: AceId| {
            let guard = self.ace_guard(state, other, Some(steps));
            self.mean_behind(splash, Guard { less: guard.less + covered, ..guard })
        };
        own + beside.map(of).sum::<f64>()
    }

    /// Returns the mean Harm that passes a guard.
    fn mean_behind(&self, blow: Blow, guard: Guard) -> f64 {
        behind(blow, guard, &self.rules).into_iter().map(|(through, p)| p * f64::from(through.harm)).sum()
    }
}

/// Returns a roll of which no face counts for more than `best`.
fn at_most(roll: Roll, best: u8) -> Roll {
    let above = roll.shown >> best > 1;
    let shown = roll.shown & ((2 << best) - 1) | u8::from(above) << best;
    Roll { result: roll.result.min(best), shown }
}
