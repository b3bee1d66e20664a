//! States of missions, for learning evaluations.

use super::super::mission::{KeyedDice, Mission};
use super::super::players::{Player, PolicySpec};
use super::batch::{Batch, Cell};
use hitchart_config::InputError;
use hitchart_lab::runner::{Job, States};
use hitchart_lab::study::{Learnable, Sampling};
use hitchart_play::Featured;
use hitchart_play::network::parts;
use hitchart_report::table::counted;
use std::sync::Arc;

/// Returns the learnable missions of a batch of one row.
///
/// # Errors
/// Returns an error for a batch of several rows, since the missions of different rows are different games.
pub fn learnable(batch: &Batch) -> Result<Learnable, InputError> {
    let [cell] = batch.cells.as_slice() else {
        let rows = counted(batch.cells.len() as u64, "rows");
        return Err(InputError::plain(format!(
            "it has {rows}, and one is learned from: a study of `missions` has one"
        )));
    };
    let players = cell.policies.iter().map(|policy| policy.name().to_owned()).collect();
    let (batch, cell, games) = (batch.clone(), cell.clone(), batch.games);
    let features = <Mission<KeyedDice> as Featured>::FEATURES;
    Ok(Learnable::new(features, (players, games), move |sampling| job(&batch, &cell, sampling)))
}

fn job(batch: &Batch, cell: &Cell, sampling: Sampling) -> Job {
    let Sampling { name, seed, games, states } = sampling;
    let policies = cell.policies.clone();
    let effort = policies.iter().map(PolicySpec::effort).sum();
    let build = move |_: u64| -> Vec<Player> { policies.iter().map(PolicySpec::build).collect() };
    let game = cell.mission(&batch.common.rules);
    let count = States { game, build, parts, games, states, name: name.clone(), seed, effort };
    Job::whole(name, Arc::new(count))
}
