//! Harm: reductions, effects, and removal of units.

use super::super::attack::{Blow, Guard, Through, through};
use super::super::ids::{AceId, Combatant, EnemyId};
use super::super::ruleset::{GuardOrder, HeldEnemies};
use super::super::{catalogue::entries::Rank, catalogue::entries::Trait, catalogue::numbers::Number};
use super::event::{DieOf, Event, Source};
use super::state::{Life, State};
use super::{Mission, engine::MissionDice, engine::Play};
use hitchart_play::Observer;

impl<D> Mission<D> {
    /// Returns the Armor and Shields of an enemy now, without prior reductions of an attack.
    pub fn enemy_guard(&self, state: &State, enemy: EnemyId) -> Guard {
        let marks = &state.marks;
        if marks.emp.has(enemy) {
            return Guard::default();
        }
        let this = state.enemy(enemy);
        let armor = this.armor + u8::from(marks.enduring.has(enemy));
        Guard { less: 0, armor, shields: self.stacked(this.shields, this.granted) }
    }

    /// Returns the reductions of an Ace against an attacker at a distance in hexes; `None` if there is no attacker.
    pub fn ace_guard(&self, state: &State, ace: AceId, steps: Option<u8>) -> Guard {
        let frame = state.ace(ace);
        let apart = steps.is_some_and(|steps| steps >= 1);
        let riot = if apart { self.kit(ace).number(Trait::RiotShield, Number::Armor) } else { 0 };
        let mut armor = frame.plate + riot;
        if armor < self.plating {
            armor = armor.max(self.plated(state, ace));
        }
        let less = u8::from(frame.protected) + if apart { frame.chaff } else { 0 };
        Guard { less, armor, shields: self.stacked(frame.shields, frame.fleeting) }
    }

    /// Returns the minimum Armor that Flared Plating of frames in the hex gives an Ace (A32).
    fn plated(&self, state: &State, ace: AceId) -> u8 {
        let at = state.ace(ace).at;
        let covers = |other: &AceId| {
            let other = *other;
            let has = self.kit(other).has(Trait::FlaredPlating);
            has && (other != ace || self.rules.traits.plating_covers_itself)
                && state.ace(other).at == at
                && state.ace(other).is_on_map()
        };
        let armor = |other: AceId| self.kit(other).number(Trait::FlaredPlating, Number::Armor);
        self.ace_ids().filter(covers).map(armor).max().unwrap_or(0)
    }

    /// Combines Shields of two sources (A17).
    #[inline]
    pub fn stacked(&self, own: u8, granted: u8) -> u8 {
        if self.rules.harm.shields_stack { own + granted } else { own.max(granted) }
    }

    /// Returns true if the trait of an Ace holds an enemy that the Ace harms (A31).
    fn suppresses(&self, state: &State, ace: AceId, enemy: EnemyId) -> bool {
        let rank = self.kind(state, enemy).rank;
        self.kit(ace).has(Trait::SuppressionTargeting)
            && match self.rules.traits.suppression {
                HeldEnemies::NonColossus => rank != Rank::Part,
                HeldEnemies::Standard => rank == Rank::Standard,
            }
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Applies a guard to Harm, and rolls for Shields if needed.
    fn meet(&mut self, who: Combatant, blow: Blow, guard: Guard, order: GuardOrder) -> Through {
        let mut rolled = None;
        let (dice, thrown) = (&self.mission.dice, &mut self.state.throw);
        let met = through(blow, guard, order, || *rolled.insert(dice.die(thrown, 6)));
        if let Some(face) = rolled {
            self.tell(|| Event::DieRolled { of: DieOf::Shield { who, holds_to: guard.shields }, face });
        }
        met
    }

    /// Harms an enemy; returns the Harm after reductions.
    pub(super) fn harm_enemy(&mut self, enemy: EnemyId, blow: Blow, less: u8, source: Source) -> u8 {
        if !self.state.marks.up.has(enemy) || blow.harm == 0 {
            return 0;
        }
        let guard = Guard { less, ..self.mission.enemy_guard(self.state, enemy) };
        let Through { harm, shielded } = self.meet(Combatant::Enemy(enemy), blow, guard, self.rules().harm.order);
        let this = self.state.enemy_mut(enemy);
        if shielded {
            let worn = if this.granted >= this.shields { &mut this.granted } else { &mut this.shields };
            *worn = worn.saturating_sub(1);
        }
        this.vigor = this.vigor.saturating_sub(harm);
        let left = this.vigor;
        self.tell(|| Event::Harmed { who: Combatant::Enemy(enemy), source, harm: blow.harm, through: harm, shielded });
        if harm > 0 && source.ace().is_some_and(|ace| self.mission.suppresses(self.state, ace, enemy)) {
            self.state.marks.held.insert(enemy);
        }
        if left == 0 {
            self.take_out(enemy, source);
        }
        harm
    }

    /// Removes an enemy: for good, or a Prime until the next GM turn (A54).
    fn take_out(&mut self, enemy: EnemyId, source: Source) {
        let kind = self.mission.kind(self.state, enemy);
        let for_good = self.state.enemy(enemy).restorations == 0;
        self.state.marks.up.remove(enemy);
        if for_good {
            self.state.drops_due += u8::from(kind.drops);
            if let Some(colossus) = self.state.enemy(enemy).colossus {
                let (left, _) = &mut self.state.parts[colossus.index()];
                *left = left.saturating_sub(1);
            }
        } else {
            self.state.marks.down.insert(enemy);
        }
        self.tell(|| Event::TakenOut { enemy, source, for_good });
    }

    /// Harms an Ace and returns the Harm after reductions. `steps` is the distance to the attacker, `less` the
    /// reduction by cover and distraction.
    pub(super) fn harm_ace(&mut self, ace: AceId, blow: Blow, (steps, less): (Option<u8>, u8), source: Source) -> u8 {
        if !self.state.ace(ace).can_be_harmed() || blow.harm == 0 {
            return 0;
        }
        let mut guard = self.mission.ace_guard(self.state, ace, steps);
        guard.less += less;
        let Through { harm, shielded } = self.meet(Combatant::Ace(ace), blow, guard, self.rules().harm.order);
        let frame = self.state.ace_mut(ace);
        frame.protected = false;
        if shielded {
            let worn = if frame.fleeting >= frame.shields { &mut frame.fleeting } else { &mut frame.shields };
            *worn = worn.saturating_sub(1);
        }
        frame.vigor = frame.vigor.saturating_sub(harm);
        let left = frame.vigor;
        self.tell(|| Event::Harmed { who: Combatant::Ace(ace), source, harm: blow.harm, through: harm, shielded });
        if left == 0 {
            self.ace_goes_down(ace, source);
        }
        harm
    }

    /// Gives an Ace Shields: the higher number counts, unless Shields stack (A17).
    pub(super) fn give_shields(&mut self, ace: AceId, shields: u8, fleeting: bool) {
        let stack = self.rules().harm.shields_stack;
        let frame = self.state.ace_mut(ace);
        let own = if fleeting { &mut frame.fleeting } else { &mut frame.shields };
        *own = if stack { own.saturating_add(shields) } else { (*own).max(shields) };
        let shields = *own;
        self.tell(|| Event::Shielded { ace, shields, fleeting });
    }

    /// Returns true if an Ace can still act.
    pub(super) fn still_acts(&self, ace: AceId) -> bool {
        matches!(self.state.ace(ace).life, Life::Ready | Life::LastStand)
    }
}
