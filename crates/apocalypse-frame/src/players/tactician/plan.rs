//! The plan of an Ace's turn: attacks, movement and extra actions by the worth of the rest of the turn.

use super::super::chances::Chances;
use super::spot::Spot;
use super::view::View;
use crate::ids::HexId;
use crate::mission::reach::is_open;
use crate::mission::state::State;
use crate::mission::{Action, Dice};

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

impl<D: Dice> View<'_, D> {
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
