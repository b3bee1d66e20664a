//! States of a study's games, for outlooks to be learned from.

use super::asked::GamesStudy;
use crate::games::rapid_attack::battle::{Battle, KeyedDice};
use crate::games::rapid_attack::players::{Player, PolicySpec};
use crate::network::parts;
use crate::play::Featured;
use crate::runner::{States, Wanted};
use crate::study::{Learnable, Sampling};
use std::sync::Arc;

/// What can be learned from the games of a study: its policies take every seat in turn where the study says so.
pub fn learnable(study: &GamesStudy) -> Learnable {
    let players = study.policies.iter().map(|policy| policy.name().to_owned()).collect();
    let (study, games) = (study.clone(), study.games);
    let features = <Battle<KeyedDice> as Featured>::FEATURES;
    Learnable::new(features, (players, games), move |sampling| wanted(&study, sampling))
}

fn wanted(study: &GamesStudy, sampling: Sampling) -> Wanted {
    let Sampling { name, seed, games, states } = sampling;
    let (policies, swaps) = (study.policies.clone(), study.swap_seats);
    let effort = policies.iter().map(PolicySpec::effort).fold(0.0, f64::max) * policies.len() as f64 / 2.0;
    let build = move |game: u64| -> Vec<Player> {
        let mut seated: Vec<Player> = policies.iter().map(PolicySpec::build).collect();
        if swaps {
            let count = seated.len() as u64;
            seated.rotate_left((game % count) as usize);
        }
        seated
    };
    let count = States { game: study.battle(), build, parts, games, states, name: name.clone(), seed, effort };
    Wanted::whole(name, Arc::new(count))
}
