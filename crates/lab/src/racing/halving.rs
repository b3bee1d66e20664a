//! Sequential halving (Z. Karnin, T. Koren and O. Somekh, 2013, Almost Optimal Exploration in Multi-Armed Bandits,
//! ICML): heats of equal cost, after each of which the better half goes on. Unlike in the paper, games of earlier heats
//! count in later ones.

use super::Margins;
use crate::runner::Counts;
use std::ops::Range;

/// Settings of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halving {
    pub arms: usize,
    /// Approximate number of pairs of games of all arms together; every arm of a heat plays at least one.
    pub pairs: u64,
    /// Number of arms that are left at the end, at least 1.
    pub left: usize,
}

/// A heat: one part of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Number of arms in the heat.
    pub arms: usize,
    /// Numbers of the pairs that each arm plays, after those of earlier heats.
    pub pairs: Range<u64>,
}

impl Halving {
    /// Returns all heats: none without arms, one if all arms may be left at the end.
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

/// Progress of a race. `G` is the type of the arms' counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race<G = Margins> {
    /// All arms with their games: those in the race first, from the best down, then the dropped, from the last dropped
    /// back.
    pub standings: Vec<Standing<G>>,
    /// The next heat to play; `None` at the end.
    pub next: Option<Next>,
}

/// An arm and its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing<G = Margins> {
    pub arm: usize,
    /// Number of heats that the arm has played.
    pub heats: usize,
    pub margins: G,
}

/// A heat to play, with its arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    pub heat: usize,
    pub pairs: Range<u64>,
    pub arms: Vec<usize>,
}

/// Runs a race up to the last heat with games. `played` returns the games of an arm in a heat, `None` if they are still
/// to be played. `worth` rates an arm by all its games. Of equals, the earlier arm goes on.
pub fn race(plan: &Halving, played: impl Fn(usize, usize) -> Option<Margins>, worth: impl Fn(&Margins) -> f64) -> Race {
    race_in_heats(plan, |heat| heat.arms.iter().map(|arm| played(*arm, heat.heat)).collect(), worth)
}

/// Runs a race like [`race`], with games that are counted heat by heat. `played` returns the games of a heat's arms, in
/// the order of the arms; `None` if the heat is still to be played.
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
