//! The plan of an Ace's turn, and the ranking of the choices of each decision.
//!
//! A plan ranks attacks, movement and extra actions by the worth of the rest of the turn.

use super::super::chances::Chances;
use super::{Tactics, View};
use super::{foes::Foes, prospect::Prospect, spot::Spot};
use crate::attack::{Guard, Outcome};
use crate::ids::{AceId, Combatant, HexId};
use crate::mission::state::{Life, State};
use crate::mission::{Action, Mission, MissionDice, may_reroll};
use crate::{mission::event::Resource, mission::reach::is_open};

// The plan of a turn.

/// An action, and the worth of the rest of the turn if the action comes first.
pub(super) type Ranked = (f64, Action);

/// The place of the Ace.
pub(super) struct Here {
    pub spot: Spot,
    /// Worth of the place.
    pub place: f64,
    /// The best attack from the place.
    pub attack: Option<Ranked>,
}

/// Extra actions in a plan.
const EXTRA: u8 = 2;

impl<D: MissionDice> View<'_, D> {
    /// Returns the place of the Ace with the best attack from there.
    pub(super) fn here(&self, state: &State) -> Here {
        let spot = self.spot(state, self.ace);
        let place = self.place(state, &spot);
        let attack = self.best_attack(state, &spot, None);
        let attack = attack.map(|(worth, armament, target)| (worth, Action::Attack { armament, target }));
        Here { spot, place, attack }
    }

    /// Worth of `actions` attacks worth `worth` each, and of attacks with extra actions.
    fn attacks(&self, state: &State, worth: f64, actions: u8) -> f64 {
        let follow = self.tactics.follow;
        let mut sum = 0.0;
        if worth > 0.0 && actions > 0 {
            sum += worth * (1.0 + follow * f64::from(actions - 1));
        }
        let extra = f64::from(state.ace(self.ace).tension.min(EXTRA)) * (worth * follow - self.tension(state));
        sum + extra.max(0.0)
    }

    /// Ranks the first actions of a turn with `actions` left, without systems: each by the best continuation.
    pub(super) fn rank(&self, here: &Here, actions: u8, into: &mut Vec<Ranked>) {
        let state = self.state;
        let stay = self.attacks(state, 0.0, 0) + here.place;
        into.push((stay, Action::EndTurn));
        if actions == 0 {
            return;
        }
        let best = here.attack.map_or(0.0, |attack| attack.0);
        let mut after_attack = self.attacks(state, best, actions) + here.place;
        let mut there = *state;
        let sure = self.sure_footed(state, &here.spot);
        self.for_each_way(|to, action| {
            let frame = &mut there.aces[self.ace.index()];
            frame.at = Some(to);
            frame.moves = state.ace(self.ace).moves + 1;
            frame.hexes = state.ace(self.ace).hexes + 1;
            let spot = self.spot(&there, self.ace);
            let place = self.place(&there, &spot);
            let attack = self.best_attack(&there, &spot, None).map_or(0.0, |attack| attack.0);
            let mut worth = self.attacks(&there, attack, actions - 1) + place - self.tactics.patience;
            if actions > 1 && best > 0.0 {
                after_attack = after_attack.max(best + place - self.tactics.patience);
            }
            if let Some((chance, cost)) = sure {
                worth = chance * worth + (1.0 - chance) * (self.attacks(state, best, actions - 1) + here.place) - cost;
            }
            into.push((worth, action));
        });
        if let Some((_, action)) = here.attack.filter(|attack| attack.0 > 0.0) {
            into.push((after_attack, action));
        }
    }

    /// Chance to move on damaged legs, and the expected cost of the roll's consequence. `None` for sound legs.
    fn sure_footed(&self, state: &State, spot: &Spot) -> Option<(f64, f64)> {
        self.mission.legs_dice(state, self.ace).map(|dice| {
            let chances = Chances::of(dice, 6, &self.mission.rules);
            (1.0 - chances.failure, (chances.failure + chances.mixed) * spot.answer(self.tactics))
        })
    }

    /// Visits the hexes that the Ace can reach on foot with one action.
    fn for_each_way(&self, mut visit: impl FnMut(HexId, Action)) {
        let (state, map) = (self.state, &self.mission.encounter(self.state).map);
        let at = state.ace(self.ace).hex();
        for to in map.around(at).iter().copied() {
            if is_open(state, to) {
                visit(to, Action::Move(to));
            }
        }
        if self.mission.ranges(state, self.ace).none_at_all() {
            for to in (map.ring(at, 2) - state.fields.rooftops).iter() {
                visit(to, Action::Sprint(to));
            }
        }
    }
}

// The ranking of the choices of each decision.

/// Weight of an Ace's exposure to the GM turn in the choice of the next Ace.
const IN_DANGER: f64 = 0.5;

/// Ranks the Aces that may go next: a good attack and an exposed place come first.
pub(super) fn next_ace<D: MissionDice>(
    mission: &Mission<D>,
    state: &State,
    tactics: &Tactics,
    foes: &mut Foes,
    (actions, into): (&[Action], &mut Vec<Ranked>),
) {
    for action in actions {
        let Action::Begin(ace) = *action else { continue };
        let state = &awake(mission, state, ace);
        foes.look(mission, state, tactics, ace);
        let view = View { mission, state, tactics, foes, ace };
        let here = view.here(state);
        let attack = here.attack.map_or(0.0, |attack| attack.0);
        let worth = attack + IN_DANGER * here.spot.exposure;
        into.push((worth, *action));
    }
}

/// Ranks ejecting and a last stand in Vigor. A last stand helps against the Vigor of the enemies that the other Aces cannot
/// match with theirs, and costs the Ace and its frame in the battles to come.
pub(super) fn last_damage<D: MissionDice>(mission: &Mission<D>, state: &State, ace: AceId, into: &mut Vec<Ranked>) {
    let enemies: u32 =
        (state.marks.up | state.marks.down).iter().map(|id| u32::from(state.enemy(id).vigor.max(1))).sum();
    let others: u32 = state.exposed().filter(|(other, _)| *other != ace).map(|(_, other)| u32::from(other.vigor)).sum();
    let to_come = mission.plan.battles.len().saturating_sub(usize::from(state.battle) + 1) as u32;
    let cost = others + to_come * u32::from(state.ace(ace).max_vigor);
    into.extend([(0.0, Action::Eject), (f64::from(enemies) - f64::from(cost), Action::LastStand)]);
}

/// Ranks the Aces that may get a drop: the Ace with the least left, then the one with the smallest share of its maximum.
pub(super) fn share(state: &State, resource: Resource, actions: &[Action], into: &mut Vec<Ranked>) {
    for action in actions {
        let Action::Give(ace) = *action else { continue };
        let (level, most) = state.ace(ace).level(resource);
        into.push((-f64::from(level) - 0.5 * f64::from(level) / f64::from(most.max(1)), *action));
    }
}

/// Returns the state in which an Ace that is down begins its turn ("Frame Damage").
fn awake<D>(mission: &Mission<D>, state: &State, ace: AceId) -> State {
    let mut then = *state;
    let rules = &mission.rules.damage;
    let frame = &mut then.aces[ace.index()];
    if frame.life == Life::Down {
        let last_stand = frame.damage > rules.allowed;
        frame.life = if last_stand { Life::LastStand } else { Life::Ready };
        frame.max_tension += rules.tension_gained;
        (frame.vigor, frame.tension) = (frame.max_vigor, frame.max_tension);
    }
    then
}

impl<D: MissionDice> View<'_, D> {
    /// Ranks the actions of an Ace's turn. Systems that are worth their price rank first, then attacks and movement. An
    /// extra action ranks by the best use of it.
    pub(super) fn act(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let here = self.here(self.state);
        self.rank(&here, self.state.turn.actions, into);
        let rest = into.iter().map(|ranked| ranked.0).fold(f64::NEG_INFINITY, f64::max);
        for action in actions {
            match *action {
                Action::Use { item, way, target, to } => {
                    let worth = self.use_of(&here, item, way, target, to);
                    if worth > 0.0 {
                        into.push((rest + worth, *action));
                    }
                }
                Action::Extra if self.state.turn.actions == 0 => {
                    let worth = self.extra(&here, into);
                    into.push((worth, *action));
                }
                _ => {}
            }
        }
    }

    /// Worth of the turn after the purchase of an action.
    fn extra(&self, here: &Here, ranked: &mut Vec<Ranked>) -> f64 {
        let before = ranked.len();
        let mut paid = *self.state;
        paid.aces[self.ace.index()].tension -= 1;
        let view = View { state: &paid, ..*self };
        view.rank(here, 1, ranked);
        let best = ranked[before..].iter().map(|ranked| ranked.0).fold(f64::NEG_INFINITY, f64::max);
        ranked.truncate(before);
        best - self.tension(self.state)
    }

    /// Ranks the roll without a change, a reroll for a point of Tension, and systems that first remove the target's
    /// Armor and Shields.
    pub(super) fn roll(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let Some(attack) = self.state.turn.attack else { return };
        let spot = self.spot(self.state, self.ace);
        let number = self.mission.arm_in_use(self.state, self.ace, attack.armament);
        let less = self.mission.shot(self.state, self.ace, attack.armament, attack.target).1.less;
        let again = self.mission.ace(self.ace).reroll_dice as i8;
        let rules = &self.mission.rules.rolls;
        let aim = (number, attack.target);
        let prospect = self.prospect_of(self.state, &spot, &attack.shot, less, aim, again);
        let of = |prospect: &Prospect| prospect.of(attack.roll.outcome(rules), attack.roll.is(6, rules));
        let now = of(&prospect);
        into.push((now, Action::Keep));
        if may_reroll(self.mission, self.state) {
            into.push((prospect.worth() - self.reroll_price(prospect.worth()), Action::Reroll));
        }
        if !actions.is_empty() && attack.roll.outcome(rules) != Outcome::Failure {
            let mut bare = *self.foes;
            bare.all[attack.target.index()].guard = Guard::default();
            let view = View { foes: &bare, ..*self };
            let then = of(&view.prospect_of(self.state, &spot, &attack.shot, less, aim, again));
            self.before_harm(actions, attack.target, (now, then - now), into);
        }
    }

    /// Price of a reroll of this worth. In a last stand the same point could buy another attack.
    fn reroll_price(&self, worth: f64) -> f64 {
        let last_stand = self.state.ace(self.ace).life == Life::LastStand;
        let can_buy = self.state.turn.bought < self.mission.rules.turn.extra_actions;
        if last_stand && can_buy { worth.max(0.0) } else { self.tension(self.state) }
    }

    /// Ranks the second attacks of Parallel Processors, and systems before them.
    pub(super) fn second(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        into.push((0.0, Action::Skip));
        let Some(first) = self.state.turn.attack else { return };
        let spot = self.spot(self.state, self.ace);
        if let Some((worth, armament, target)) =
            self.best_attack(self.state, &spot, Some((first.armament, first.target)))
        {
            into.push((worth, Action::Attack { armament, target }));
        }
        self.between_attacks(actions, into);
    }

    /// Picks the further targets of a volley, in the order of their numbers.
    pub(super) fn pick(&self, into: &mut Vec<Ranked>) {
        let aim = &self.state.turn.aim;
        let kit = &self.mission.kit(self.ace).items[aim.item.index()];
        let chosen = self.volley(kit, aim.picked, aim.left, aim.harm).1;
        into.push(match chosen.lowest() {
            Some(enemy) => (0.0, Action::Pick(enemy)),
            None => (0.0, Action::Fire),
        });
    }

    /// Ranks the targets of Superhot by the worth of a point of Harm, and those of Enveloping by their exposure.
    pub(super) fn choose(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let aim = &self.state.turn.aim;
        let kit = &self.mission.kit(self.ace).items[aim.item.index()];
        let at = self.state.ace(self.ace).hex();
        for action in actions {
            let Action::Choose(target) = *action else { continue };
            let worth = match target {
                Combatant::Enemy(enemy) => {
                    self.item_hit(kit, enemy, aim.harm + 1, at) - self.item_hit(kit, enemy, aim.harm, at)
                }
                Combatant::Ace(ace) => self.spot(self.state, ace).exposure,
            };
            into.push((worth, *action));
        }
    }

    /// Ranks free steps by the worth of the place and of the remaining attacks from there.
    pub(super) fn step(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let mut there = *self.state;
        let left = if self.state.turn.ace == Some(self.ace) { self.state.turn.actions } else { 0 };
        for action in actions {
            let to = match *action {
                Action::Step(to) => to,
                _ => self.state.ace(self.ace).hex(),
            };
            there.aces[self.ace.index()].at = Some(to);
            let spot = self.spot(&there, self.ace);
            let attack =
                if left > 0 { self.best_attack(&there, &spot, None).map_or(0.0, |attack| attack.0) } else { 0.0 };
            into.push((self.place(&there, &spot) + f64::from(left) * attack.max(0.0), *action));
        }
    }

    /// Ranks the hexes to push an enemy to: hazards first, then hexes away from the Aces.
    pub(super) fn shove(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let at = self.state.ace(self.ace).hex();
        let map = &self.mission.encounter(self.state).map;
        for action in actions {
            let worth = match *action {
                Action::Shove(to) => {
                    let hazard = f64::from(u8::from(self.state.hazards().has(to)));
                    hazard
                        - 0.1 * self.state.exposed().filter(|(_, frame)| map.distance(to, frame.at) <= 1).count() as f64
                        + 0.05 * f64::from(map.distance(at, to))
                }
                _ => 0.0,
            };
            into.push((worth, *action));
        }
    }
}
