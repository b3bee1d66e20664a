//! The result of learning in words: the gain over predicting the mean, and the band with the largest error.

use super::study::Learned;
use crate::study::Answer;
use hitchart_report::KeyNumber;
use hitchart_report::table::{counted, number, percent};

/// Fills in the summary, the line and the numbers of an answer.
pub fn summarise(answer: &mut Answer, learned: &Learned) {
    let (held_out, base, fitted) = (learned.losses.held_out, learned.losses.base, learned.losses.fitted);
    let gained = 1.0 - held_out.square / base.square.max(f64::MIN_POSITIVE);
    let games = counted(learned.games[1], "games");
    answer.said = vec![if gained > 0.0 {
        format!(
            "On {games} that it has not seen, the network removes {} of the squared error of always predicting the mean.",
            percent(gained)
        )
    } else {
        format!("On {games} that it has not seen, the network predicts no better than the mean.")
    }];
    let off = |band: &&super::calibration::Band| (band.said - band.came.point).abs();
    let worst = learned.calibration.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
    if let Some(band) = worst {
        answer.said.push(format!(
            "Its predictions are furthest off between {} and {}: it predicts {}, and {} of the points come.",
            percent(band.low),
            percent(band.high),
            percent(band.said),
            percent(band.came.point)
        ));
    }
    let over = held_out.square - fitted.square;
    if over > 0.1 * base.square {
        answer.said.push("It fits the games that it learned from much better; more games would help.".to_owned());
    }
    answer.line = format!(
        "The network removes {} of the squared error of always predicting the mean ({games} held out)",
        percent(gained.max(0.0))
    );
    answer.numbers = vec![
        KeyNumber::new("Squared error, games held out", number(held_out.square)),
        KeyNumber::new("Squared error of the mean", number(base.square)),
        KeyNumber::new("Squared error, games learned from", number(fitted.square)),
        KeyNumber::new("Log loss, games held out", number(held_out.log)),
        KeyNumber::new("States learned from", counted(learned.states[0], "states")),
    ];
}
