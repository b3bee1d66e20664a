//! What enemies may attack with, and how far that reaches with the steps that they may take.

use super::super::catalogue::enemy::Rank;
use super::super::catalogue::tag::{Band, Bands, Tag};
use super::super::mission::kit::AttackKit;
use super::super::mission::{Mission, State};

/// Bands from which an attack reaches, with a step of Approach or Retreat before it (A44).
#[inline]
pub fn with_step(attack: &AttackKit) -> Bands {
    let (approaches, retreats) = (attack.tags.has(Tag::Approach), attack.tags.has(Tag::Retreat));
    if !approaches && !retreats {
        return attack.bands;
    }
    let mut bands = attack.bands;
    for band in attack.bands.iter() {
        let (nearer, farther) = match band {
            Band::Close => (Band::Close, Band::Near),
            Band::Near => (Band::Close, Band::Far),
            Band::Far => (Band::Near, Band::Far),
        };
        if approaches {
            bands = bands.with(farther);
        }
        if retreats {
            bands = bands.with(nearer);
        }
    }
    bands
}

/// Whether an attack may come to reach so many hexes away, by a Move first where the enemy can make one.
#[inline]
pub fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}

/// Whether an enemy is Desperate, as far as the state alone tells (A54, A57).
#[inline]
pub fn is_desperate<D>(mission: &Mission<D>, state: &State, enemy: u8) -> bool {
    let this = state.enemy(enemy);
    match mission.kind(state, enemy).rank {
        Rank::Standard => false,
        Rank::Prime => this.restorations == 0,
        Rank::Part => {
            state.parts.get(usize::from(this.colossus)).is_some_and(|(left, had)| 2 * left <= *had && *had > 0)
        }
    }
}
