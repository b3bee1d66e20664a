//! The choice after the roll: a unit gives each action one of its dice, the best of the action's own colour or a wild
//! die.
//!
//! The value of an action depends on its die alone, so the best own die of each action and the wild dice describe a
//! roll. The exact expected value of best play sums over these instead of over all faces. Wild dice only matter by how
//! much they improve an action, which merges most own dice into "no improvement". The tests try every face of every die
//! and every assignment.

use crate::Pmf;
use std::collections::BTreeMap;

/// An action that can use a die.
#[derive(Clone, Debug)]
pub struct Action {
    /// Distribution of the best of the dice that only this action can use; 0 if there are none.
    pub own: Pmf,
    /// True if the action can use a wild die.
    pub wild: bool,
    /// `value[v]`: value of the action with a die showing `v` (0: no die), up to the largest die. It never falls in
    /// `v`.
    pub value: Vec<f64>,
}

/// Actions that compete for wild dice.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The actions, in the order in which ties are broken.
    pub actions: Vec<Action>,
    /// Number of wild dice.
    pub wild_dice: usize,
    /// Sides of each wild die.
    pub wild_sides: u8,
    /// Condition of an action; `None` if every action depends on its own die alone.
    pub need: Option<Need>,
}

/// A condition of an action: without it, the action counts as one without a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Index of the action with the condition.
    pub action: usize,
    /// Index of the action whose die meets the condition.
    pub of: usize,
    /// Lowest face that meets it.
    pub least: u8,
}

/// Source of an action's die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The action has no die.
    None,
    /// The best of the action's own dice.
    Own,
    /// A wild die.
    Wild,
}

/// The dice given to each action.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// Face by action; 0 for no die.
    pub dice: Vec<u8>,
    /// Source by action.
    pub sources: Vec<Source>,
    /// Total value of the actions.
    pub value: f64,
}

/// A way to hand out wild dice, highest first, without arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleOfThumb {
    /// Wild dice stay unused.
    OwnDiceOnly,
    /// Each die goes to the first action of the list that the die would improve.
    InOrder(Vec<usize>),
    /// Each die goes to the first action of the list without a die. If all have one, as [`RuleOfThumb::InOrder`].
    GapsFirst(Vec<usize>),
    /// Each die goes to the action that would gain the most pips, the first of the list on a tie.
    MostPips(Vec<usize>),
}

impl Choice {
    /// Finds the best assignment for one roll: the best own die of each action (0: none) and the wild dice.
    ///
    /// Of equally good assignments, returns one with the fewest wild dice, given to the earliest actions.
    pub fn best(&self, own: &[u8], wild: &[u8]) -> Assignment {
        let mut taken = vec![None; self.actions.len()];
        let mut best = self.assign(own, &taken);
        self.try_wild(own, wild, &mut taken, &mut best);
        best
    }

    /// Tries each wild die on each action that has no wild die yet, and leaves it unused.
    fn try_wild(&self, own: &[u8], wild: &[u8], taken: &mut Vec<Option<u8>>, best: &mut Assignment) {
        let Some((die, rest)) = wild.split_first() else {
            let found = self.assign(own, taken);
            if found.value > best.value + TIE {
                *best = found;
            }
            return;
        };
        self.try_wild(own, rest, taken, best);
        for i in 0..taken.len() {
            if taken[i].is_none() && self.actions[i].wild {
                taken[i] = Some(*die);
                self.try_wild(own, rest, taken, best);
                taken[i] = None;
            }
        }
    }

    /// Returns the assignment that a rule of thumb makes for one roll.
    pub fn by_rule(&self, rule: &RuleOfThumb, own: &[u8], wild: &[u8]) -> Assignment {
        let mut wild = wild.to_vec();
        wild.sort_unstable_by(|a, b| b.cmp(a));
        let mut taken = vec![None; self.actions.len()];
        self.hand_out(rule, own, &wild, &mut taken);
        self.assign(own, &taken)
    }

    /// Gives the wild dice, highest first, to actions by a rule of thumb.
    fn hand_out(&self, rule: &RuleOfThumb, own: &[u8], wild: &[u8], taken: &mut [Option<u8>]) {
        taken.fill(None);
        for die in wild {
            if let Some(action) = self.pick(rule, own, taken, *die) {
                taken[action] = Some(*die);
            }
        }
    }

    fn pick(&self, rule: &RuleOfThumb, own: &[u8], taken: &[Option<u8>], die: u8) -> Option<usize> {
        let free = |i: &usize| self.actions[*i].wild && taken[*i].is_none();
        let improves = |i: &usize| free(i) && die > own[*i];
        let first = |order: &[usize]| order.iter().copied().find(improves);
        match rule {
            RuleOfThumb::OwnDiceOnly => None,
            RuleOfThumb::InOrder(order) => first(order),
            RuleOfThumb::GapsFirst(order) => {
                order.iter().copied().find(|i| free(i) && own[*i] == 0).or_else(|| first(order))
            }
            RuleOfThumb::MostPips(order) => {
                order.iter().copied().filter(improves).reduce(|a, b| if own[b] < own[a] { b } else { a })
            }
        }
    }

    fn assign(&self, own: &[u8], taken: &[Option<u8>]) -> Assignment {
        let mut dice: Vec<u8> = own.iter().zip(taken).map(|(own, wild)| wild.unwrap_or(*own)).collect();
        let source = |(own, wild): (&u8, &Option<u8>)| match (wild, own) {
            (Some(_), _) => Source::Wild,
            (None, 0) => Source::None,
            (None, _) => Source::Own,
        };
        let mut sources: Vec<Source> = own.iter().zip(taken).map(source).collect();
        let value = self.value_of(&dice);
        if let Some(unmet) = self.unmet(&dice) {
            (dice[unmet], sources[unmet]) = (0, Source::None);
        }
        Assignment { dice, sources, value }
    }

    /// Returns the action that its condition keeps from counting with these dice.
    fn unmet(&self, dice: &[u8]) -> Option<usize> {
        self.need.filter(|need| dice[need.of] < need.least).map(|need| need.action)
    }

    /// Returns the total value of the actions with these dice.
    fn value_of(&self, dice: &[u8]) -> f64 {
        let unmet = self.unmet(dice);
        let die = |i: usize| if unmet == Some(i) { 0 } else { usize::from(dice[i]) };
        self.actions.iter().enumerate().map(|(i, action)| action.value[die(i)]).sum()
    }

    /// Computes the expected value over all rolls under best play.
    pub fn expected_best(&self) -> f64 {
        if self.need.is_some() {
            return self.expected_best_by_roll();
        }
        let own: f64 = self.actions.iter().map(|action| action.own.expect(|v| action.value[v])).sum();
        let top = self.wild_dice.min(self.actions.len());
        let rolls = highest_dice(self.wild_dice, self.wild_sides, top);
        own + rolls.iter().map(|(dice, p)| p * self.expected_gain(dice)).sum::<f64>()
    }

    /// Computes the expected value under best play roll by roll: a condition ties two actions together, so that the sum
    /// of gains by action does not hold.
    fn expected_best_by_roll(&self) -> f64 {
        let top = self.wild_dice.min(self.actions.len());
        let rolls = highest_dice(self.wild_dice, self.wild_sides, top);
        let mut own = vec![0; self.actions.len()];
        let mut dice = own.clone();
        self.sum_over_own(0, 1.0, &mut own, &mut |own, p| {
            rolls
                .iter()
                .map(|(wild, q)| {
                    dice.copy_from_slice(own);
                    p * q * self.best_value(wild, 0, &mut dice)
                })
                .sum()
        })
    }

    /// Finds the highest total value; bits of `used` mark actions with a wild die.
    fn best_value(&self, wild: &[u8], used: u32, dice: &mut [u8]) -> f64 {
        let Some((die, rest)) = wild.split_first() else { return self.value_of(dice) };
        let mut best = self.best_value(rest, used, dice);
        for i in (0..dice.len()).filter(|i| used & (1 << i) == 0) {
            if self.actions[i].wild && *die > dice[i] {
                let own = std::mem::replace(&mut dice[i], *die);
                best = best.max(self.best_value(rest, used | 1 << i, dice));
                dice[i] = own;
            }
        }
        best
    }

    /// Computes the expected improvement by these wild dice over own dice alone, under best play.
    fn expected_gain(&self, dice: &[u8]) -> f64 {
        let gains: Vec<_> = self.actions.iter().map(|action| action.gains(dice)).collect();
        let mut chosen: Vec<&[f64]> = Vec::with_capacity(gains.len());
        expect_over(&gains, 1.0, &mut chosen)
    }

    /// Computes the expected value over all rolls if wild dice follow a rule of thumb.
    pub fn expected_by_rule(&self, rule: &RuleOfThumb) -> f64 {
        let rolls = highest_dice(self.wild_dice, self.wild_sides, self.wild_dice);
        let mut own = vec![0; self.actions.len()];
        let (mut taken, mut dice) = (vec![None; self.actions.len()], own.clone());
        self.sum_over_own(0, 1.0, &mut own, &mut |own, p| {
            let mut worth = |wild: &[u8]| {
                self.hand_out(rule, own, wild, &mut taken);
                let given = own.iter().zip(&taken).map(|(own, wild)| wild.unwrap_or(*own));
                dice.iter_mut().zip(given).for_each(|(die, given)| *die = given);
                self.value_of(&dice)
            };
            rolls.iter().map(|(wild, q)| p * q * worth(wild)).sum()
        })
    }

    /// Counts the rolls that [`Choice::expected_by_rule`] sums over: best own dice of the actions, times sets of wild
    /// dice.
    pub fn rolls(&self) -> u64 {
        let faces = |action: &Action| action.own.as_slice().iter().filter(|p| **p > 0.0).count() as u64;
        let own = self.actions.iter().map(faces).fold(1, u64::saturating_mul);
        // The number of sets of n dice of s sides is (s + n - 1)! / (n! (s - 1)!).
        let sides = u64::from(self.wild_sides);
        let wild = (1..=self.wild_dice as u64).fold(1u64, |sets, n| sets.saturating_mul(sides + n - 1) / n);
        own.saturating_mul(wild)
    }

    fn sum_over_own(&self, i: usize, p: f64, own: &mut Vec<u8>, f: &mut impl FnMut(&[u8], f64) -> f64) -> f64 {
        let Some(action) = self.actions.get(i) else { return f(own, p) };
        let mut total = 0.0;
        for (face, q) in action.own.as_slice().iter().enumerate().filter(|(_, q)| **q > 0.0) {
            own[i] = face as u8;
            total += self.sum_over_own(i + 1, p * q, own, f);
        }
        total
    }
}

/// Values closer than this count as equal: sums of the same terms in a different order differ by less.
const TIE: f64 = 1e-12;

impl Action {
    /// Computes the distribution of this action's improvement by each wild die, highest die first; equal rows are
    /// merged.
    fn gains(&self, dice: &[u8]) -> Vec<(f64, Vec<f64>)> {
        let mut rows: Vec<(f64, Vec<f64>)> = vec![(0.0, vec![0.0; dice.len()])];
        for (own, p) in self.own.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let gain =
                |die: &u8| if self.wild { (self.value[usize::from(*die)] - self.value[own]).max(0.0) } else { 0.0 };
            let row: Vec<f64> = dice.iter().map(gain).collect();
            match rows.iter_mut().find(|(_, known)| *known == row) {
                Some((mass, _)) => *mass += p,
                None => rows.push((*p, row)),
            }
        }
        rows.retain(|(p, _)| *p > 0.0);
        rows
    }
}

/// Sums probability x best total gain over the independent rows of each action.
fn expect_over<'a>(gains: &'a [Vec<(f64, Vec<f64>)>], p: f64, chosen: &mut Vec<&'a [f64]>) -> f64 {
    let Some((rows, rest)) = gains.split_first() else { return p * best_gain(chosen, 0, 0) };
    let mut total = 0.0;
    for (q, row) in rows {
        chosen.push(row);
        total += expect_over(rest, p * q, chosen);
        chosen.pop();
    }
    total
}

/// Finds the largest total gain if each die from `die` on goes to a different action; bits of `used` mark taken
/// actions.
fn best_gain(gains: &[&[f64]], die: usize, used: u32) -> f64 {
    if gains.first().is_none_or(|row| die == row.len()) {
        return 0.0;
    }
    let free = (0..gains.len()).filter(|i| used & (1 << i) == 0);
    free.map(|i| gains[i][die] + best_gain(gains, die + 1, used | 1 << i)).fold(0.0, f64::max)
}

/// Lists the possible `top` highest of `count` dice, highest first, with their probabilities.
pub fn highest_dice(count: usize, sides: u8, top: usize) -> BTreeMap<Vec<u8>, f64> {
    let mut rolls = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for (roll, p) in &rolls {
            for face in 1..=sides {
                let mut more = roll.clone();
                more.insert(more.partition_point(|other| *other >= face), face);
                more.truncate(top);
                *next.entry(more).or_insert(0.0) += p / f64::from(sides);
            }
        }
        rolls = next;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pool;
    use crate::exact::highest_of;
    use proptest::prelude::*;

    /// Computes the mean of `value(own, wild)` by brute force over every face of every die.
    fn naive_expected(pools: &[Vec<u8>], choice: &Choice, value: impl Fn(&[u8], &[u8]) -> f64) -> f64 {
        let dice: Vec<u8> =
            pools.iter().flatten().copied().chain([choice.wild_sides].repeat(choice.wild_dice)).collect();
        let rolls: usize = dice.iter().map(|sides| usize::from(*sides)).product();
        let mut total = 0.0;
        for mut code in 0..rolls {
            let mut faces = dice.iter().map(|sides| {
                let face = code % usize::from(*sides);
                code /= usize::from(*sides);
                face as u8 + 1
            });
            let own: Vec<u8> = pools.iter().map(|pool| faces.by_ref().take(pool.len()).max().unwrap_or(0)).collect();
            total += value(&own, &faces.collect::<Vec<_>>());
        }
        total / rolls as f64
    }

    #[test]
    fn rolls_are_those_that_are_weighed() {
        let action =
            |pool: &str| Action { own: highest_of(&pool.parse::<Pool>().unwrap()), wild: true, value: vec![0.0; 21] };
        for (wild_dice, wild_sides) in [(0, 6), (1, 6), (2, 6), (3, 20), (6, 4)] {
            let choice =
                Choice { actions: vec![action("2d6"), action(""), action("1d8")], wild_dice, wild_sides, need: None };
            let wild = highest_dice(wild_dice, wild_sides, wild_dice).len() as u64;
            assert_eq!(choice.rolls(), 6 * 8 * wild, "{wild_dice}d{wild_sides}");
        }
    }

    /// Generates conditions between the first and the last of up to three actions.
    fn needs() -> impl Strategy<Value = Option<u8>> {
        proptest::option::of(0u8..=5)
    }

    /// Generates up to three actions with few dice and values that never fall, up to three wild dice, and a condition.
    fn choices() -> impl Strategy<Value = (Vec<Vec<u8>>, Choice)> {
        let action = (
            proptest::collection::vec(2u8..=4, 0..=2),
            prop::bool::weighted(0.8),
            proptest::collection::vec(0.0f64..1.0, 5),
        );
        (proptest::collection::vec(action, 1..=3), 0usize..=3, needs()).prop_map(|(actions, wild_dice, least)| {
            let pools = actions.iter().map(|(pool, ..)| pool.clone()).collect();
            let lower = |(pool, wild, steps): (Vec<u8>, bool, Vec<f64>)| {
                let pool = pool.iter().fold(Pool::EMPTY, |all, sides| all.with(1, *sides).unwrap());
                let rise = |sum: &mut f64, step: f64| {
                    *sum += step;
                    Some(*sum)
                };
                Action { own: highest_of(&pool), wild, value: steps.into_iter().scan(0.0, rise).collect() }
            };
            let need = least.map(|least| Need { action: 0, of: actions.len() - 1, least });
            (pools, Choice { actions: actions.into_iter().map(lower).collect(), wild_dice, wild_sides: 4, need })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn best_play_equals_brute_force((pools, choice) in choices()) {
            let naive = naive_expected(&pools, &choice, |own, wild| choice.best(own, wild).value);
            prop_assert!((choice.expected_best() - naive).abs() < 1e-10);
        }

        #[test]
        fn rules_of_thumb_equal_brute_force_and_never_beat_best_play((pools, choice) in choices()) {
            let order: Vec<usize> = (0..choice.actions.len()).collect();
            for rule in [
                RuleOfThumb::OwnDiceOnly,
                RuleOfThumb::InOrder(order.clone()),
                RuleOfThumb::GapsFirst(order.clone()),
                RuleOfThumb::MostPips(order.clone()),
            ] {
                let expected = choice.expected_by_rule(&rule);
                let naive = naive_expected(&pools, &choice, |own, wild| choice.by_rule(&rule, own, wild).value);
                prop_assert!((expected - naive).abs() < 1e-10);
                prop_assert!(expected <= choice.expected_best() + 1e-12);
            }
        }
    }

    #[test]
    fn an_action_without_its_condition_has_no_die() {
        let attack = Action { own: Pmf::point(3), wild: true, value: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0] };
        let movement = Action { value: vec![0.0; 7], own: Pmf::point(2), ..attack.clone() };
        let need = Some(Need { action: 0, of: 1, least: 5 });
        let choice = Choice { actions: vec![attack, movement], wild_dice: 1, wild_sides: 6, need };
        let near = choice.best(&[3, 2], &[5]);
        assert_eq!((near.dice, near.value), (vec![3, 5], 3.0), "the wild die moves the unit into range");
        let far = choice.best(&[3, 2], &[4]);
        assert_eq!((far.dice, far.sources[0], far.value), (vec![0, 2], Source::None, 0.0));
    }

    #[test]
    fn equal_values_keep_the_wild_dice() {
        let flat = Action { own: Pmf::point(1), wild: true, value: vec![0.0; 7] };
        let choice = Choice { actions: vec![flat], wild_dice: 1, wild_sides: 6, need: None };
        assert_eq!(choice.best(&[1], &[6]).sources, vec![Source::Own]);
    }
}
