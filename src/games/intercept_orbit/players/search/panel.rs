//! Who names the candidates: a tactician first, then the greedy player, then the rules where they leave few.

use super::super::super::battle::{Action, Battle, Decision, Dice, State};
use super::super::greedy::Greedy;
use super::super::tactician::{Tactician, Tactics};
use crate::play::search::Advisor;
use crate::play::{Game, Policy};

/// A tactician, and others whom it asks what they would do.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
    other: Tactician,
    greedy: Greedy,
    key: u64,
    legal: Vec<Action>,
    /// Choices overruled since the game began.
    overruled: u64,
}

/// Decisions whose candidates are few enough to look at all of them.
const BY_RULE: [Decision; 7] =
    [Decision::Act, Decision::Defend, Decision::Repair, Decision::Ram, Decision::Spot, Decision::Lose, Decision::Tick];

impl Panel {
    /// A panel around a tactician.
    pub fn new(base: Tactician) -> Panel {
        let other = Tactician::new(Tactics::start());
        Panel { base, other, greedy: Greedy::new(), key: 0, legal: Vec::with_capacity(512), overruled: 0 }
    }
}

impl<D: Dice> Policy<Battle<D>> for Panel {
    fn begin(&mut self, key: u64) {
        (self.key, self.overruled) = (key, 0);
        Policy::<Battle<D>>::begin(&mut self.base, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.base.decide(battle, state)
    }
}

impl<D: Dice> Advisor<Battle<D>> for Panel {
    fn shortlist(&mut self, battle: &Battle<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        into.push(self.base.decide(battle, state));
        let Some(asked) = state.asked else { return };
        let mut add = |action: Action| {
            if into.len() < most && !into.contains(&action) {
                into.push(action);
            }
        };
        // They may have planned for what never came.
        Policy::<Battle<D>>::begin(&mut self.other, self.key);
        Policy::<Battle<D>>::begin(&mut self.greedy, self.key);
        add(self.other.decide(battle, state));
        add(self.greedy.decide(battle, state));
        if BY_RULE.contains(&asked.what) {
            self.legal.clear();
            battle.candidates(state, &mut self.legal);
            self.legal.iter().copied().for_each(add);
        }
    }

    fn overrule(&mut self) {
        self.overruled += 1;
        Policy::<Battle<D>>::begin(&mut self.base, self.key ^ self.overruled << 32);
    }
}
