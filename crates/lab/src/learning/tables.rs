//! Tables of a learned evaluation.

use super::calibration::{Band, Loss};
use super::study::Learned;
use crate::study::Estimates;
use hitchart_report::table::Table;

/// Returns the table of the network's errors.
pub fn losses_table(learned: &Learned) -> Table {
    let [fitted, held_out] = learned.states;
    let [games, games_held_out] = learned.games;
    let rows: [(&str, Loss, u64, u64); 3] = [
        ("fitted to", learned.losses.fitted, fitted, games),
        ("held out", learned.losses.held_out, held_out, games_held_out),
        ("held out, always the mean", learned.losses.base, held_out, games_held_out),
    ];
    let note = "Errors of the network on the states it was fitted to, and on states of games that it has not seen. The last \
                row always predicts the mean.";
    Table::new("learning-losses", "Losses", note)
        .text("states_of", "States", rows.iter().map(|row| row.0))
        .number("log_loss", "Log loss", 4, rows.iter().map(|row| row.1.log))
        .number("squared_error", "Squared error", 4, rows.iter().map(|row| row.1.square))
        .count("n", "N", rows.iter().map(|row| row.2))
        .count("games", "Games", rows.iter().map(|row| row.3))
}

/// Returns the table of outcomes by predicted chance.
pub fn calibration_table(bands: &[Band]) -> Table {
    let note = "States of games that the network has not seen, by its prediction. The first state of each game in a band \
                counts; N is games.";
    Table::new("learning-calibration", "Calibration", note)
        .number("chance_from", "From", 1, bands.iter().map(|band| band.low))
        .number("chance_to", "To", 1, bands.iter().map(|band| band.high))
        .number("chance_said", "Predicted", 3, bands.iter().map(|band| band.said))
        .estimates(["chance_came", "chance_came_interval"], "Actual", 3, bands.iter().map(|band| band.came))
        .count("n", "N", bands.iter().map(|band| band.came.n))
}
