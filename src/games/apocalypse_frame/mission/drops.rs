//! Drops: rolls for removed enemies, and distribution ("GM Turn", A51, A52).

use super::super::ids::AceId;
use super::super::ruleset::Sharing;
use super::Mission;
use super::dice::Dice;
use super::event::{DieOf, Drop, Event, Resource};
use super::play::Play;
use super::state::{AceState, Life};
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Rolls for every enemy removed since the last call and distributes the drops.
    pub fn roll_drops(&mut self) {
        let due = std::mem::take(&mut self.state.drops_due);
        let mut again = self.rerolls();
        for _ in 0..due {
            let mut face = self.d6(DieOf::Drop { again: false });
            if again > 0 && self.is_worth_another(face) {
                again -= 1;
                face = self.d6(DieOf::Drop { again: true });
            }
            self.give_drop(face);
        }
    }

    /// Returns the number of drops that may be rerolled: one for each Ace with Exceptional Perseverance.
    fn rerolls(&self) -> u8 {
        let aces = self.mission.aces.iter().zip(&self.state.aces);
        aces.filter(|(ace, state)| ace.rerolls_a_drop && state.is_on_map()).count() as u8
    }

    /// Returns true if a drop is rerolled: it does not help while an Ace needs help.
    fn is_worth_another(&self, face: u8) -> bool {
        let helpless = self.is_nothing(face) || face <= self.rules().drops.materials_to;
        helpless && (self.taker(Resource::Vigor).is_some() || self.taker(Resource::Tension).is_some())
    }

    fn is_nothing(&self, face: u8) -> bool {
        self.state.everywhere.low_oxygen && face % 2 == 1
    }

    fn give_drop(&mut self, face: u8) {
        let rules = &self.rules().drops;
        let drop = if self.is_nothing(face) {
            Drop::None
        } else if face <= rules.materials_to {
            self.state.materials += 1;
            Drop::Materials
        } else if face <= rules.tension_to {
            let to = self.taker(Resource::Tension);
            if let Some(ace) = to {
                self.state.ace_mut(ace).tension += 1;
            }
            Drop::Tension { to }
        } else {
            let to = self.taker(Resource::Vigor);
            if let Some(ace) = to {
                self.state.ace_mut(ace).vigor += 1;
            }
            Drop::Vigor { to }
        };
        self.tell(|| Event::Dropped { drop, face });
    }

    /// Returns the Ace that gets a point of a resource (A52), the first of equals; `None` if all are full.
    fn taker(&self, resource: Resource) -> Option<AceId> {
        let level = |ace: &AceState| match resource {
            Resource::Vigor => (u32::from(ace.vigor), u32::from(ace.max_vigor)),
            _ => (u32::from(ace.tension), u32::from(ace.max_tension)),
        };
        let lacks = |(_, ace): &(AceId, &AceState)| ace.life == Life::Ready && level(ace).0 < level(ace).1;
        let lacking = self.state.numbered().filter(lacks);
        let first = match self.rules().drops.sharing {
            // Fractions over a common denominator of 2^16, finer than the difference of any two.
            Sharing::LowestFraction => lacking.min_by_key(|(_, ace)| (level(ace).0 << 16) / level(ace).1),
            Sharing::MostMissing => lacking.min_by_key(|(_, ace)| u32::MAX - (level(ace).1 - level(ace).0)),
        };
        first.map(|(ace, _)| ace)
    }
}
