//! The tactician: one turn ahead, by exact odds.
//!
//! The worth of a choice is in points of an Ace's Vigor. It sums the expected loss of the enemies by exact odds, the
//! expected cost of the consequence, the worth and the danger of the place, and the price of the resources spent. The
//! weights are [`Tactics`].

mod foes;
mod plan;
mod prospect;
mod spot;
mod uses;

use super::super::attack::{Blow, Guard};
use super::super::mission::{Action, Decision, Mission, MissionDice, State};
use super::super::{ids::AceId, mission::state::Life};
use super::chances::met;
use foes::{Foe, Foes};
use hitchart_dice::KeyedDice;
use hitchart_play::policy::parameters;
use hitchart_play::{Game, Policy};
use plan::Ranked;

/// A player that takes the choice of greatest worth.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    foes: Foes,
    ranked: Vec<Ranked>,
    actions: Vec<Action>,
}

impl Tactician {
    /// Returns a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        let (ranked, actions) = (Vec::with_capacity(256), Vec::with_capacity(256));
        Tactician { tactics, foes: Foes::default(), ranked, actions }
    }

    /// Ranks the choices that may be best, in no order.
    fn rank<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State) {
        let Some(asked) = state.asked else { return };
        let Tactician { tactics, foes, ranked, actions } = self;
        ranked.clear();
        actions.clear();
        // Without EMP systems a roll is only kept or rerolled. `before_answer` lists its actions only if they matter.
        let listed = match asked {
            Decision::Roll => !mission.kit(state.turn.acting()).emp.is_empty(),
            asked => asked != Decision::BeforeAnswer,
        };
        if listed {
            mission.candidates(state, actions);
        }
        let ace = match asked {
            Decision::NextAce => return plan::next_ace(mission, state, tactics, foes, (actions, ranked)),
            Decision::LastDamage { ace } => return plan::last_damage(mission, state, ace, ranked),
            Decision::Share { resource } => return plan::share(state, resource, actions, ranked),
            Decision::Step { ace, .. } => ace,
            _ => state.turn.acting(),
        };
        foes.look(mission, state, tactics, ace);
        let view = View { mission, state, tactics, foes, ace };
        match asked {
            Decision::Act => view.act(actions, ranked),
            Decision::Roll => view.roll(actions, ranked),
            Decision::BeforeAnswer => view.before_answer(actions, ranked),
            Decision::Second => view.second(actions, ranked),
            Decision::Volley => view.pick(ranked),
            Decision::Choose => view.choose(actions, ranked),
            Decision::Step { .. } => view.step(actions, ranked),
            Decision::Shove => view.shove(actions, ranked),
            _ => {}
        }
        if ranked.is_empty() {
            ranked.extend(actions.first().map(|action| (0.0, *action)));
        }
    }

    /// Appends up to `most` choices, the best first.
    pub(super) fn shortlist<D: MissionDice>(
        &mut self,
        mission: &Mission<D>,
        state: &State,
        most: usize,
        into: &mut Vec<Action>,
    ) {
        self.rank(mission, state);
        for _ in 0..most {
            let best = (self.ranked.iter().enumerate()).fold(None, |best: Option<(usize, f64)>, (place, ranked)| {
                if best.is_none_or(|best| ranked.0 > best.1) { Some((place, ranked.0)) } else { best }
            });
            let Some((place, _)) = best else { return };
            into.push(self.ranked.remove(place).1);
        }
    }

    /// Returns the choice ranked highest, the first of equals.
    fn best(&self) -> Action {
        let first = self.ranked[0];
        self.ranked.iter().fold(first, |best, ranked| if ranked.0 > best.0 { *ranked } else { best }).1
    }
}

impl Policy<Mission<KeyedDice>> for Tactician {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        self.rank(mission, state);
        self.best()
    }
}

// The tactician's parameters: meanings, defaults and bounds.

parameters! {
    /// The tactician's weights. Values are in points of an Ace's Vigor, unless another unit is named.
    Tactics {
        /// Value of a point of an enemy's Vigor.
        harm: 1.0, 0.0..=5.0;
        /// Value of taking an enemy out, per point of Harm of its best attack.
        kill: 0.17, 0.0..=5.0;
        /// Additional value per point of Harm if the game master has an activation for every enemy left.
        last: 0.13, 0.0..=5.0;
        /// Value of the drop of an enemy that is removed for good.
        drop: 0.5, 0.0..=5.0;
        /// Value of a point of an Ace's Vigor lost to an answer to a consequence.
        answer: 1.75, 0.0..=5.0;
        /// Value of an enemy's Move in answer to a consequence, if it cannot do Harm.
        answer_move: 0.2, 0.0..=2.0;
        /// Extra value of an Ace that goes down, beyond its Vigor; counted twice if it would eject.
        down: 0.7, 0.0..=20.0;
        /// Weight of the Harm that enemies may do to an Ace at its place in the GM turn.
        exposure: 0.3, 0.0..=3.0;
        /// Weight of the same if the enemy could choose another Ace instead; 0 ignores it.
        shared: 0.12, 0.0..=1.0;
        /// Value of each hex nearer to a place from which an armament reaches an enemy.
        advance: 0.8, 0.0..=3.0;
        /// Growth per round of the values of an enemy's Vigor and of moving nearer; it prevents endless waiting.
        impatience: 0.1, 0.0..=1.0;
        /// Price of a point of Tension.
        tension: 1.0, 0.0..=5.0;
        /// Share of this price for Tension that the build trait would give back anyway.
        spare: 0.1, 0.0..=1.0;
        /// Price of a point of Ammo in the last battle.
        ammo: 1.1, 0.0..=5.0;
        /// Addition to the price of Ammo for each later battle.
        ammo_later: 0.5, 0.0..=5.0;
        /// Weight of the attacks of a plan after the next one; their targets may be gone by then.
        follow: 0.75, 0.0..=1.0;
        /// Weight of the Harm that support systems prevent or add.
        support: 1.5, 0.0..=5.0;
        /// Minimum value of a move over staying in place.
        patience: 0.0, 0.0..=2.0;
    }
}

// The tactician's view of a state, and the worth of Harm and resources.

/// All that the tactician considers in a decision for an Ace.
struct View<'a, D> {
    pub mission: &'a Mission<D>,
    pub state: &'a State,
    pub tactics: &'a Tactics,
    pub foes: &'a Foes,
    pub ace: AceId,
}

/// Worth of using up a Shield, in points of Vigor.
const SHIELD_GONE: f64 = 0.3;

impl<D: MissionDice> View<'_, D> {
    /// Worth of a blow to an enemy.
    #[inline]
    fn blow(&self, foe: &Foe, blow: Blow, less: u8, out: f64) -> f64 {
        self.blow_on((foe.vigor, Guard { less, ..foe.guard }), blow, foe.out + out)
    }

    /// Worth of a blow to an enemy of this Vigor and guard; `out` is the additional worth of taking the enemy out.
    #[inline]
    fn blow_on(&self, (vigor, guard): (u8, Guard), blow: Blow, out: f64) -> f64 {
        let (harm, held) = met(blow, guard, self.mission.rules.harm.order);
        let harm = harm.min(vigor);
        let taken = if harm == vigor { out } else { 0.0 };
        // A Shield that holds is used up.
        (1.0 - held) * (self.foes.harm * f64::from(harm) + taken) + held * SHIELD_GONE * self.foes.harm
    }

    /// Price of a point of Tension: less if the build trait gives it back anyway, and near the end of a battle; 0 in a
    /// last stand, after which the Ace is lost.
    fn tension(&self, state: &State) -> f64 {
        let frame = state.ace(self.ace);
        if frame.life == Life::LastStand {
            return 0.0;
        }
        let (_, regained) = self.mission.rules.catalogue.regained(self.mission.ace(self.ace).build);
        let spare = frame.tension + regained > frame.max_tension;
        self.tactics.tension * if spare { self.tactics.spare } else { 1.0 } * self.ahead()
    }

    /// Price of a point of Ammo; 0 in a last stand. Ammo lasts for the whole mission.
    fn ammo(&self, state: &State) -> f64 {
        if state.ace(self.ace).life == Life::LastStand {
            return 0.0;
        }
        let later = self.mission.plan.battles.len() - 1 - usize::from(state.battle);
        self.tactics.ammo * self.ahead() + self.tactics.ammo_later * later as f64
    }

    /// Remaining share of the battle, 0 to 1; 1 if the enemies have the Vigor of about two rounds of attacks or more.
    fn ahead(&self) -> f64 {
        (f64::from(self.foes.left) / f64::from(6 * self.foes.activations.max(1))).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_within_bounds_and_every_parameter_has_a_meaning() {
        assert!(Tactics::PARAMETERS.iter().all(|p| (p.low..=p.high).contains(&p.default) && !p.meaning.is_empty()));
        assert_eq!(Tactics::of_values(&Tactics::default().values()), Tactics::default());
    }
}
