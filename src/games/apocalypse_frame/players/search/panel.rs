//! Who names the candidates: a tactician, by its own ranking.

use super::super::tactician::Tactician;
use crate::games::apocalypse_frame::mission::{Action, Dice, Mission, State};
use crate::play::Policy;
use crate::play::search::Advisor;

/// A tactician that names what it ranks highest.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
}

impl Panel {
    /// A panel of a tactician.
    pub fn new(base: Tactician) -> Panel {
        Panel { base }
    }
}

impl<D: Dice> Policy<Mission<D>> for Panel {
    fn begin(&mut self, key: u64) {
        Policy::<Mission<D>>::begin(&mut self.base, key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        self.base.decide(mission, state)
    }
}

impl<D: Dice> Advisor<Mission<D>> for Panel {
    fn shortlist(&mut self, mission: &Mission<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        self.base.shortlist(mission, state, most, into);
    }

    fn overrule(&mut self) {}
}
