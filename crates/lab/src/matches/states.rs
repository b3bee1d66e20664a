//! States of a study's games, for learning evaluations.

use super::setting::{GamesStudy, Setting};
use crate::runner::{States, Wanted};
use crate::study::{Learnable, Sampling};
use hitchart_play::Featured;
use hitchart_play::network::{MAX_WIDTH, parts};
use hitchart_play::policy::Spec;
use std::sync::Arc;

/// Returns the learnable games of a study. The policies take every seat in turn if the study swaps seats.
pub fn learnable<S: Setting>(study: &GamesStudy<S>) -> Learnable {
    const { assert!(<S::Game as Featured>::FEATURES.len() <= MAX_WIDTH) };
    let players = study.policies.iter().map(|policy| Spec::name(policy).to_owned()).collect();
    let (study, games) = (study.clone(), study.games);
    let features = <S::Game as Featured>::FEATURES;
    Learnable::new(features, (players, games), move |sampling| wanted(&study, sampling))
}

fn wanted<S: Setting>(study: &GamesStudy<S>, sampling: Sampling) -> Wanted {
    let Sampling { name, seed, games, states } = sampling;
    let (policies, swaps) = (study.policies.clone(), study.swap_seats);
    let build = move |game: u64| -> Vec<S::Player> {
        let mut seated: Vec<S::Player> = policies.iter().map(S::build).collect();
        if swaps {
            let count = seated.len() as u64;
            seated.rotate_left((game % count) as usize);
        }
        seated
    };
    let (game, effort) = (study.setting.game(), study.effort());
    let count = States { game, build, parts, games, states, name: name.clone(), seed, effort };
    Wanted::whole(name, Arc::new(count))
}
