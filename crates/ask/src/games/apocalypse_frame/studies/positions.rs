//! Positions of missions: the table that they are played on from.

use super::batch::Batch;
use hitchart_apocalypse_frame::encounter::Ending;
use hitchart_apocalypse_frame::mission::action::Decision;
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::Player;
use hitchart_apocalypse_frame::players::search::SearchSettings;
use hitchart_config::{InputError, read_node};
use hitchart_lab::positions::RecordedGame;
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::playouts::Build;
use hitchart_lab::study::{PositionOf, Positions};
use hitchart_play::Featured;
use std::sync::Arc;

/// Names of the players, in order.
const PLAYERS: [&str; 2] = ["Aces", "Game master"];

/// Returns the positions of a mission of the first row.
pub(super) fn positions(
    batch: &Batch,
    (name, seed, game): (&str, u64, u64),
    of: PositionOf<'_>,
) -> Result<Box<dyn Positions>, InputError> {
    let Some(cell) = batch.cells.first() else { return Err(InputError::plain("the study has no missions")) };
    let (common, own) = (Arc::clone(&batch.common), cell.policies.clone());
    let defaults = [0, 1].map(|player| common.policies.default(player));
    let policies =
        defaults.into_iter().map(|policy| Ok(policy?.name().to_owned())).collect::<Result<_, InputError>>()?;
    let find = move |player: usize, name: &str| -> Result<(Build<Player>, f64), InputError> {
        let named = Some(&own[player]).filter(|policy| policy.name() == name).cloned();
        let policy = named.map_or_else(|| common.policies.named(player, name), Ok)?;
        let effort = policy.effort();
        Ok((Arc::new(move || policy.build()), effort))
    };
    let table = RecordedGame {
        game: Arc::new(cell.mission(&batch.common.rules)),
        players: PLAYERS.map(str::to_owned).to_vec(),
        policies,
        played: cell.policies.iter().cloned().map(|policy| Arc::new(move || policy.build()) as Build<Player>).collect(),
        find: Arc::new(find),
        round: |state: &State| state.round.into(),
        turn: between_turns,
        won: |_, state, player| {
            let won = state.ending == Some(Ending::Victory);
            f64::from(u8::from(won == (player == 0)))
        },
        network: Arc::clone(&SearchSettings::default().own.network),
        share: |worth, player| if player == 0 { worth } else { 1.0 - worth },
        attack: |_, _, _| None,
        arrange: |mission, state, typed| mission.arrange(state, &read_node(typed.clone()).map_err(InputError::plain)?),
    };
    table.of(key(seed, name, game), of)
}

/// Returns true if an Ace's turn or a round begins.
fn between_turns(mission: &Mission<KeyedDice>, state: &State) -> bool {
    matches!(state.asked, Some(Decision::NextAce)) || mission.is_quiet(state)
}
