//! The enemies as the tactician sees them: the worth of taking them out, and their threats to an Ace.

use super::super::comes_to;
use super::Tactics;
use crate::catalogue::tag::{Bands, Tag};
use crate::ids::{AceId, EnemyId, EnemySet, HexId};
use crate::mission::{Mission, MissionDice};
use crate::{attack::Guard, catalogue::entries::MAX_ATTACKS, encounter::MAX_ENEMIES, mission::state::State};

/// An enemy's attack.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threat {
    /// Harm in an answer and in the GM turn.
    pub answer: u8,
    pub turn: u8,
    pub bands: Bands,
    /// Bands in reach, with the step of Approach or Retreat.
    pub with_step: Bands,
    /// True for Energy and Piercing.
    pub ignores_armor: bool,
    pub ignores_shields: bool,
}

/// An enemy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foe {
    pub at: HexId,
    pub vigor: u8,
    pub guard: Guard,
    /// Worth of taking the enemy out, beyond its Vigor.
    pub out: f64,
    /// Reduction of its next attack by a distraction.
    pub less: u8,
    /// True if the enemy can move.
    pub moves: bool,
    /// True if the enemy can be activated in the GM turn.
    pub awake: bool,
    /// True if the enemy could attack another Ace in the GM turn that has already acted.
    pub others: bool,
    threats: [Threat; MAX_ATTACKS],
    count: u8,
}

impl Foe {
    /// Attacks of the enemy.
    #[inline]
    pub(super) fn threats(&self) -> &[Threat] {
        &self.threats[..usize::from(self.count)]
    }
}

/// All enemies on the field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foes {
    pub all: [Foe; MAX_ENEMIES],
    pub up: EnemySet,
    /// Primes that are down and return in the GM turn (A54).
    pub back: EnemySet,
    /// The target that the current attack took out, if it may still answer (A04).
    pub fallen: EnemySet,
    /// Enemies on the field with less than full Vigor, which may regain some.
    pub wounded: EnemySet,
    /// Activations of the next GM turn.
    pub activations: u8,
    /// Remaining Vigor of all enemies, restorations included.
    pub left: u32,
    /// Worth of a point of enemy Vigor in this round.
    pub harm: f64,
}

impl Default for Foes {
    fn default() -> Foes {
        let none = EnemySet::EMPTY;
        let all = [Foe::default(); MAX_ENEMIES];
        Foes { all, up: none, back: none, fallen: none, wounded: none, activations: 0, left: 0, harm: 0.0 }
    }
}

impl Foes {
    /// Updates the enemies from a state, for the decisions of one Ace.
    pub(super) fn look<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State, tactics: &Tactics, ace: AceId) {
        (self.up, self.back) = (state.marks.up, state.marks.down);
        self.wounded = EnemySet::EMPTY;
        self.activations = mission.activations(state);
        self.left = 0;
        let urgency = 1.0 + tactics.impatience * f64::from(state.round);
        self.harm = tactics.harm * urgency;
        let share = (f64::from(self.activations) / f64::from(self.up.len().max(1) as u32)).min(1.0);
        let out = (tactics.kill + tactics.last * share * share) * urgency;
        for enemy in state.marks.up.iter() {
            let foe = &mut self.all[enemy.index()];
            look_at(foe, mission, state, enemy, ace);
            let this = state.enemy(enemy);
            self.left += u32::from(this.vigor) + u32::from(this.restorations) * u32::from(this.max_vigor);
            self.wounded |= EnemySet::of_if(enemy, this.vigor < this.max_vigor);
            let most = foe.threats().iter().map(|threat| threat.turn.max(threat.answer)).max().unwrap_or(0);
            let comes_back = this.restorations > 0;
            let kind = mission.kind(state, enemy);
            foe.out = out * f64::from(most) * if comes_back { 0.5 } else { 1.0 };
            if kind.drops && !comes_back {
                foe.out += tactics.drop;
            }
        }
        let target = state.turn.provoked().and_then(|provoked| provoked.target);
        self.fallen = match mission.rules.gm.removed_may_answer {
            true => EnemySet::from_iter(target) - self.up,
            false => EnemySet::EMPTY,
        };
        for enemy in (self.fallen - self.back).iter() {
            look_at(&mut self.all[enemy.index()], mission, state, enemy, ace);
        }
        for enemy in state.marks.down.iter() {
            let (foe, this) = (&mut self.all[enemy.index()], state.enemy(enemy));
            look_at(foe, mission, state, enemy, ace);
            (foe.vigor, foe.out) = (this.max_vigor, 0.0);
            self.left += u32::from(this.restorations) * u32::from(this.max_vigor);
        }
    }

    /// Enemies to move towards: those on the field, else Primes that return.
    #[inline]
    pub(super) fn sought(&self) -> EnemySet {
        if self.up.is_empty() { self.back } else { self.up }
    }
}

fn look_at<D: MissionDice>(foe: &mut Foe, mission: &Mission<D>, state: &State, enemy: EnemyId, ace: AceId) {
    let (this, kind) = (state.enemy(enemy), mission.kind(state, enemy));
    foe.at = this.at;
    foe.vigor = this.vigor;
    foe.guard = mission.enemy_guard(state, enemy);
    foe.less = u8::from(state.marks.distracted.has(enemy));
    // A Prime returns without conditions, and is desperate once no restoration is left (A54, A55).
    let back = state.marks.down.has(enemy);
    foe.moves = back || mission.may_move(state, enemy);
    foe.awake = back || !mission.is_stunned(state, enemy);
    let desperate = if back { this.restorations <= 1 } else { mission.is_desperate(state, enemy) };
    foe.count = 0;
    foe.others = false;
    for attack in this.attacks.iter() {
        let of = &kind.attacks[attack.index()];
        if of.tags.has(Tag::Desperation) && !desperate {
            continue;
        }
        // Harm with Critical, Charge and similar tags in the current state.
        let harm = |answer| mission.blow_from(state, (enemy, this), attack, answer).harm;
        let reach = of.with_step;
        let changes = of.tags != Default::default();
        let answer = if changes { harm(true) } else { of.harm };
        let turn = if changes { harm(false) } else { of.harm };
        foe.threats[usize::from(foe.count)] = Threat {
            answer,
            turn,
            bands: of.bands,
            with_step: reach,
            ignores_armor: of.tags.has(Tag::Energy),
            ignores_shields: of.tags.has(Tag::Piercing),
        };
        foe.count += 1;
        for (other, frame) in state.exposed() {
            // Aces that have not acted yet may still move away.
            if other != ace && !foe.others && state.acted.has(other) {
                foe.others = comes_to(foe.moves, reach, mission.range(state, this.at, frame.at));
            }
        }
    }
}
