//! Exact duels: one side or ship against one, with the whole turn of the rules on range bands instead of positions.
//!
//! A duel is a game of two players. Rounds, turns, combat order, dice and losses are those of a game's
//! [`DuelRules`]; `docs/methods/duels.md` lists what the models keep and what they leave out. Both players know
//! everything, and only one decides at a time, so that every state has a value: the chance of the first side to win under
//! best play of both. A draw counts half.
//!
//! Without repair nothing that is lost returns. States are then solved from the most damaged pair on, and each pair only
//! waits for itself: rounds in which nothing is lost. These are solved by value iteration (Shapley 1953), with
//! extrapolation. With repair, pairs of states wait for each other, and sweeps over all of them are repeated.
//!
//! - `bands`: places of the bands, and the bands that a movement die reaches
//! - `hands`: all rolls, as the choices that they leave
//! - `sides`: the states of a side in a duel
//! - `round`: the value of one round, from the values of the next
//! - `attacks`: the attack of the side that acts first
//! - `replies`: the last turn of the side that acts second
//! - `solve`: the values of all states
//! - `iterate`: the values of a pair of states that needs itself
//! - `sweeps`: the values of pairs of states that need each other

mod attacks;
mod bands;
mod hands;
mod iterate;
mod replies;
mod round;
mod sides;
mod solve;
mod sweeps;
mod worth;

pub use bands::{Bands, MAX_BANDS};
pub use hands::HandDice;
pub use round::DamageOutcome;
pub use solve::{
    Duels, FirstAction, MOST_MEAN_ROUNDS, MOST_PAIRS, MOST_PAIRS_OF_A_STUDY, PairValues, Rule, Setting, Start,
};

use hitchart_config::rules::Unmodelled;
use hitchart_dice::plan::{Cover, HitChart};
use hitchart_dice::{Pmf, exact::damage_by_dice};
use std::sync::OnceLock;

/// Reasons why a duel is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// The ruleset has a rule that duels do not model.
    #[error(transparent)]
    Unmodelled(#[from] Unmodelled),
    /// The sides have too many states of damage.
    #[error("the duels have more than {most} pairs of states; use {advice}")]
    TooManyPairs {
        /// Largest number of pairs that is allowed.
        most: usize,
        /// Changes that make fewer pairs.
        advice: &'static str,
    },
}

/// The part of a game's rules that its duels need.
pub trait DuelRules {
    /// A frame or a ship, with what it has lost.
    type Fighter: Copy + PartialEq + Send + Sync;
    /// A declared attack.
    type Attack: Copy + PartialEq + Send + Sync;
    /// Changes of a duel that make fewer pairs of states.
    const FEWER_PAIRS: &'static str;

    /// Returns the bands, with classes of movement dice for these fighters.
    fn bands(&self, fighters: &[&[Self::Fighter]; 2]) -> Bands;

    /// Returns the number of hits that destroy a fighter.
    fn hit_points(&self, fighter: &Self::Fighter) -> usize;

    /// Lists the states after one hit, without a destroyed one.
    fn losses(&self, fighter: &Self::Fighter) -> Vec<Self::Fighter>;

    /// Lists the states after the repair of one system.
    fn repairs(&self, fighter: &Self::Fighter) -> Vec<Self::Fighter>;

    /// Lists the attacks that a fighter can declare; at least one.
    fn attacks(&self, fighter: &Self::Fighter) -> Vec<Declared<Self>>;

    /// Returns the number of attacks that a fighter can still make and not take back, such as rockets.
    fn ammunition(&self, fighter: &Self::Fighter) -> usize;

    /// Returns the dice of a fighter that declares an attack.
    fn dice(&self, fighter: &Self::Fighter, attack: Self::Attack) -> HandDice;

    /// Returns the place of a target in the lists of outcomes, from its state and the hits left on its cover.
    fn shelter(&self, fighter: &Self::Fighter, cover: u8) -> usize;

    /// Returns the outcomes of attacks of up to `most` damage dice with each chart: by chart, shelter, and number of
    /// dice.
    fn outcomes(&self, most_cover: u8, most: u8) -> Vec<Vec<Vec<Vec<DamageOutcome>>>>;
}

/// Runs independent pieces of work, on one thread or on several.
pub trait Workers: Sync {
    /// Calls the function once with each number below `count`, in any order.
    fn run(&self, count: usize, work: &(dyn Fn(usize) + Send + Sync));
}

/// Runs all work on the thread that asks for it.
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

impl Workers for OneThread {
    fn run(&self, count: usize, work: &(dyn Fn(usize) + Send + Sync)) {
        (0..count).for_each(work);
    }
}

/// Returns the results of a piece of work for each item, in order. If `workers` left out an item, this thread does its work.
fn results<I: Sync, T: Send + Sync>(
    workers: &dyn Workers,
    items: &[I],
    work: impl Fn(&I) -> T + Send + Sync,
) -> Vec<T> {
    let found: Vec<OnceLock<T>> = items.iter().map(|_| OnceLock::new()).collect();
    workers.run(items.len(), &|place| {
        found[place].get_or_init(|| work(&items[place]));
    });
    found.into_iter().zip(items).map(|(found, item)| found.into_inner().unwrap_or_else(|| work(item))).collect()
}

/// An attack that a fighter can declare.
#[derive(Clone, Copy, Debug)]
pub struct Declared<R: DuelRules + ?Sized> {
    /// The attack.
    pub attack: R::Attack,
    /// Mask of the bands in which it can be made.
    pub bands: u8,
    /// Place of its chart in the lists of outcomes.
    pub chart: usize,
    /// State of the fighter after the declaration.
    pub left: R::Fighter,
}

/// Returns the place of an entry in a list, to which it is added if it is not there.
fn place<T: PartialEq>(all: &mut Vec<T>, entry: T) -> usize {
    all.iter().position(|known| *known == entry).unwrap_or_else(|| {
        all.push(entry);
        all.len() - 1
    })
}

/// Returns the outcomes of attacks of up to `most` damage dice, by number of dice.
pub fn outcomes(most: u8, chart: &HitChart, cover: Cover) -> Vec<Vec<DamageOutcome>> {
    let of = |dice: u8| {
        let joint = damage_by_dice(&Pmf::point(dice.into()), chart, cover);
        let cells = joint.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0);
        cells.map(|(cell, p)| (*p, cell / joint.columns(), cell % joint.columns())).collect()
    };
    (0..=most).map(of).collect()
}
