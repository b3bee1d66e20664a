//! Attacks and movement of enemies ("Attacks", "Moves").

use super::super::attack::Blow;
use super::super::catalogue::numbers::Number;
use super::super::catalogue::tag::{Tag, Tags};
use super::super::ids::{AceId, AttackId, EnemyId, HexId, Who};
use super::super::ruleset::Movement;
use super::Mission;
use super::dice::Dice;
use super::event::{Event, Moving, Source};
use super::kit::AttackKit;
use super::play::Play;
use super::state::{Enemy, State};
use hitchart_play::Observer;

impl<D> Mission<D> {
    /// Returns the Harm of an enemy's attack on an Ace now, in the GM turn or as an answer, and all reductions. Steps
    /// of Approach and Retreat are ignored.
    pub fn harm_to(
        &self,
        state: &State,
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        answer: bool,
    ) -> (Blow, super::super::attack::Guard) {
        let this = state.enemy(enemy);
        let steps = self.range(state, this.at, state.ace(ace).at);
        self.harm_from(state, (enemy, this), attack, (ace, steps), answer)
    }

    /// Returns the same for a given state of the enemy, from a distance in hexes.
    pub fn harm_from(
        &self,
        state: &State,
        (enemy, this): (EnemyId, &Enemy),
        attack: AttackId,
        (ace, steps): (AceId, u8),
        answer: bool,
    ) -> (Blow, super::super::attack::Guard) {
        let mut guard = self.shelter(state, ace, steps);
        guard.less += u8::from(state.marks.distracted.has(enemy));
        (self.blow_from(state, (enemy, this), attack, answer), guard)
    }

    /// Returns the reductions of Harm to an Ace from a distance in hexes that do not depend on the attacker.
    pub fn shelter(&self, state: &State, ace: AceId, steps: u8) -> super::super::attack::Guard {
        let mut guard = self.ace_guard(state, ace, Some(steps));
        guard.less += self.cover_less_of_ace(state, steps, ace);
        guard
    }

    /// Returns the Harm of an enemy's attack for a given state of the enemy, before reductions.
    #[inline]
    pub fn blow_from(&self, state: &State, (enemy, this): (EnemyId, &Enemy), attack: AttackId, answer: bool) -> Blow {
        let kit = &self.kind(state, enemy).attacks[attack.index()];
        self.enemy_blow(state, this, (attack, kit), answer)
    }

    /// Returns the Harm of an attack with the additions of its tags (A45).
    pub(super) fn enemy_blow(
        &self,
        state: &State,
        this: &Enemy,
        (number, kit): (AttackId, &AttackKit),
        answer: bool,
    ) -> Blow {
        let tags = kit.tags;
        let moved = match self.rules.armaments.mobile_counts {
            Movement::Events => this.moves,
            Movement::Bands => this.hexes,
        };
        let mut harm = kit.harm;
        if !tags.and(COUNTED).is_empty() {
            let holding = [
                (Tag::Burst, answer),
                (Tag::Deliberate, !answer),
                (Tag::Stationary, this.moves == 0),
                (Tag::Mobile, moved >= 2),
                (Tag::Charge, !this.fired.has(number)),
                (Tag::Critical, this.is_wounded()),
                (Tag::Polished, this.vigor >= this.max_vigor),
            ];
            let counted = holding.iter().filter(|(tag, holds)| *holds && tags.has(*tag));
            harm += counted.map(|(tag, _)| kit.adds(*tag)).sum::<u8>();
        }
        if state.everywhere.reactive_gas && tags.has(Tag::Energy) {
            harm += self.rules.fields.gas_dice;
        }
        Blow::of_attack(harm, tags)
    }
}

/// Tags that add to the Harm of an enemy's attack.
const COUNTED: Tags = (Tags::NONE.with(Tag::Burst).with(Tag::Deliberate).with(Tag::Stationary).with(Tag::Mobile))
    .with(Tag::Charge)
    .with(Tag::Critical)
    .with(Tag::Polished);

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Attacks an Ace.
    pub fn enemy_attack(
        &mut self,
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        (before, after): (Option<HexId>, Option<HexId>),
        answer: bool,
    ) {
        self.enemy_steps(enemy, before);
        self.tell(|| Event::EnemyAttacked { enemy, attack, ace, answer });
        let kit = self.mission.kind(self.state, enemy).attacks[attack.index()];
        let blow = self.mission.enemy_blow(self.state, self.state.enemy(enemy), (attack, &kit), answer);
        let steps = self.mission.range(self.state, self.state.enemy(enemy).at, self.state.ace(ace).at);
        let at = self.state.ace(ace).at;
        let distracted = u8::from(self.state.marks.distracted.has(enemy));
        self.state.marks.distracted.remove(enemy);
        self.state.enemy_mut(enemy).fired.insert(attack);
        if !answer {
            self.state.marks.attacked.insert(enemy);
        }
        // Splash is part of one attack: the cover of the hex reduces it too, and is rolled for once.
        let covered = self.mission.cover_less_of_ace(self.state, steps, ace);
        let less = distracted + self.cover_meets_ace(steps, ace, (blow.harm, distracted));
        self.harm_ace(ace, blow, (Some(steps), less), Source::EnemyAttack { enemy, attack });
        if kit.tags.has(Tag::Distracting) {
            self.state.ace_mut(ace).distracted_next = true;
        }
        if kit.tags.has(Tag::Splash) && !answer {
            let blow = Blow { harm: kit.numbers.get(Tag::Splash, Number::Harm), ..blow };
            self.enemy_splash((enemy, attack), (ace, at), blow, covered);
        }
        self.field_harms_attacker(enemy, kit.tags.has(Tag::Energy));
        if self.state.marks.up.has(enemy) {
            self.enemy_steps(enemy, after);
        }
    }

    /// Applies Splash to the Aces in the target's hex (A19).
    fn enemy_splash(
        &mut self,
        (enemy, attack): (EnemyId, AttackId),
        (target, at): (AceId, Option<HexId>),
        blow: Blow,
        covered: u8,
    ) {
        for ace in self.mission.ace_ids() {
            if ace != target && self.state.ace(ace).at == at {
                let steps = self.mission.range(self.state, self.state.enemy(enemy).at, at);
                self.harm_ace(ace, blow, (Some(steps), covered), Source::EnemySplash { enemy, attack });
            }
        }
    }

    /// Takes a step of Approach or Retreat (A44).
    fn enemy_steps(&mut self, enemy: EnemyId, to: Option<HexId>) {
        if let Some(to) = to {
            self.enemy_goes(enemy, to, Moving::Step);
        }
    }

    /// Moves or sprints.
    pub fn move_enemy(&mut self, enemy: EnemyId, to: HexId, sprint: bool) {
        let from = self.state.enemy(enemy).at;
        self.enemy_goes(enemy, to, if sprint { Moving::Sprint } else { Moving::Move });
        if self.mission.carries(self.state, enemy) {
            self.carry_along(enemy, from, to);
        }
    }

    /// Moves an enemy in a way that counts for Mobile and Stationary.
    pub fn go(&mut self, enemy: EnemyId, from: HexId, to: HexId) {
        let steps = self.mission.encounter(self.state).map.distance(from, to);
        let this = self.state.enemy_mut(enemy);
        this.at = to;
        (this.moves, this.hexes) = (this.moves.saturating_add(1), this.hexes.saturating_add(steps));
    }

    fn enemy_goes(&mut self, enemy: EnemyId, to: HexId, how: Moving) {
        let from = self.state.enemy(enemy).at;
        self.go(enemy, from, to);
        self.tell(|| Event::Moved { who: Who::Enemy(enemy), from, to, how });
    }
}
