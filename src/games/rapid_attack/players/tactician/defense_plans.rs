//! Defenses of a turn, with the value of the dice that they leave.

use super::Scratch;
use super::dice_choice::MOST_DICE;
use super::plan::Scales;
use super::worth::View;
use crate::games::rapid_attack::battle::Dice;
use crate::games::rapid_attack::battle::legal::dice::defenses;
use crate::games::rapid_attack::battle::state::{Colour, Die, Turn};

/// The defenses of a turn, each with its pips and the value of the best plan for the rest of the turn.
#[derive(Clone, Copy, Debug)]
pub struct DefensePlans {
    plans: [(Die, u8, f64); MOST_DICE],
    count: usize,
}

impl DefensePlans {
    /// Returns the highest defense above this one that leaves a plan of at least the same value; `None` if there is
    /// none.
    pub fn better_than(&self, die: Die) -> Option<Die> {
        let plans = &self.plans[..self.count];
        let (_, value, worth) = *plans.iter().find(|plan| plan.0 == die)?;
        let better = plans.iter().filter(|plan| plan.1 > value && plan.2 >= worth);
        better.max_by_key(|plan| plan.1).map(|plan| plan.0)
    }
}

impl<D: Dice> View<'_, D> {
    /// Returns the defenses of a turn with the plans that they leave.
    pub fn defense_plans(&self, turn: &Turn, scratch: &mut Scratch) -> DefensePlans {
        // This finds the same places as the decision itself, so that both views agree.
        self.look_around(turn, scratch);
        let scales = Scales { spot: self.spot_slope(turn), exposure: 1.0 };
        let mut found = DefensePlans { plans: [(Die::None, 0, 0.0); MOST_DICE], count: 0 };
        for (plan, die) in found.plans.iter_mut().zip(defenses(turn)) {
            let mut rest = *turn;
            rest.spend(Colour::Blue, die);
            let worth = self.best_plan(&rest, &scratch.positions, &scales).worth;
            *plan = (die, turn.hand().value(Colour::Blue, die), worth);
            found.count += 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_defense_is_better_where_the_plan_it_leaves_is_as_good() {
        let of = |worths: [f64; 3]| {
            let mut plans = [(Die::None, 0, 0.0); MOST_DICE];
            for (plan, (value, worth)) in plans.iter_mut().zip([2, 4, 6].into_iter().zip(worths)) {
                *plan = (Die::White(value), value, worth);
            }
            DefensePlans { plans, count: 3 }
        };
        assert_eq!(of([1.0, 1.0, 0.5]).better_than(Die::White(2)), Some(Die::White(4)));
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::White(2)), Some(Die::White(6)));
        assert_eq!(of([1.0, 0.9, 0.5]).better_than(Die::White(2)), None);
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::White(6)), None);
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::Own), None);
    }
}
