//! Sequential halving (Z. Karnin, T. Koren and O. Somekh, 2013, Almost Optimal Exploration in Multi-Armed Bandits, ICML):
//! heats of equal cost, after each of which the better half goes on. Unlike there, what was played counts on in later heats.

use super::Margins;
use crate::runner::Counts;
use std::ops::Range;

/// A race of so many arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halving {
    pub arms: usize,
    /// Pairs of games of all arms together, about; every arm of a heat plays one at least.
    pub pairs: u64,
    /// Arms that are left at the end, 1 or more.
    pub left: usize,
}

/// A part of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Arms that are in it.
    pub arms: usize,
    /// Numbers of the pairs that each plays, after those of earlier heats.
    pub pairs: Range<u64>,
}

impl Halving {
    /// All heats; none of no arms. Where all arms may be left at the end there is one.
    pub fn heats(&self) -> Vec<Heat> {
        let mut sizes = vec![self.arms];
        while let Some(size) = sizes.last().copied().filter(|size| size.div_ceil(2) > self.left.max(1)) {
            sizes.push(size.div_ceil(2));
        }
        let budget = self.pairs / sizes.len() as u64;
        let mut end = 0;
        let heat = |arms: usize| {
            let from = end;
            end += (budget / arms as u64).max(1);
            Heat { arms, pairs: from..end }
        };
        sizes.into_iter().filter(|size| *size > 0).map(heat).collect()
    }
}

/// How far a race has come. Arms' games are counted as `G`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race<G = Margins> {
    /// Every arm with what it has played: those still in the race first, the best of them at the head, then the dropped,
    /// the last to go first.
    pub standings: Vec<Standing<G>>,
    /// What is to be played; none at the end.
    pub next: Option<Next>,
}

/// An arm and its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing<G = Margins> {
    pub arm: usize,
    /// Heats that it was in.
    pub heats: usize,
    pub margins: G,
}

/// A heat that is to be played: who is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    pub heat: usize,
    pub pairs: Range<u64>,
    pub arms: Vec<usize>,
}

/// Runs a race as far as its heats are played. `played` tells the games of an arm in a heat, none where they are still to
/// be played; `worth` tells how good an arm looks by all its games. Of equals the earlier arm goes on.
pub fn race(plan: &Halving, played: impl Fn(usize, usize) -> Option<Margins>, worth: impl Fn(&Margins) -> f64) -> Race {
    race_in_heats(plan, |heat| heat.arms.iter().map(|arm| played(*arm, heat.heat)).collect(), worth)
}

/// As [`race`], of games that are counted heat by heat: `played` tells those of a heat's arms, in the order of the arms, none
/// where the heat is still to be played.
pub fn race_in_heats<G: Counts + Default>(
    plan: &Halving,
    played: impl Fn(&Next) -> Option<Vec<G>>,
    worth: impl Fn(&G) -> f64,
) -> Race<G> {
    let mut running: Vec<Standing<G>> =
        (0..plan.arms).map(|arm| Standing { arm, heats: 0, margins: G::default() }).collect();
    let mut dropped: Vec<Standing<G>> = Vec::new();
    let heats = plan.heats();
    for (number, heat) in heats.iter().enumerate() {
        let arms = running.iter().map(|standing| standing.arm).collect();
        let next = Next { heat: number, pairs: heat.pairs.clone(), arms };
        let Some(games) = played(&next) else {
            return Race { standings: running.into_iter().chain(dropped).collect(), next: Some(next) };
        };
        for (standing, games) in running.iter_mut().zip(games) {
            standing.heats = number + 1;
            standing.margins.add(&games);
        }
        let key = |standing: &Standing<G>| worth(&standing.margins);
        let mut ranked: Vec<(f64, Standing<G>)> =
            running.into_iter().map(|standing| (key(&standing), standing)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.arm.cmp(&b.1.arm)));
        running = ranked.into_iter().map(|(_, standing)| standing).collect();
        let left = heats.get(number + 1).map_or(running.len(), |next| next.arms);
        let mut gone = running.split_off(left);
        gone.append(&mut dropped);
        dropped = gone;
    }
    Race { standings: running.into_iter().chain(dropped).collect(), next: None }
}
