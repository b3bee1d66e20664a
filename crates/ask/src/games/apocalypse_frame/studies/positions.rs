//! Positions of missions: the table that they are played on from.

use super::batch::Batch;
use hitchart_apocalypse_frame::mission::event::{RollOf, Source};
use hitchart_apocalypse_frame::mission::{ACES, Event, GM, KeyedDice, Mission, State};
use hitchart_apocalypse_frame::{
    encounter::Ending, mission::action::Decision, players::Player, players::search::SearchSettings,
};
use hitchart_config::{InputError, read_key};
use hitchart_lab::positions::{POSITION, RecordedGame};
use hitchart_lab::study::{Dealt, PositionOf, Positions};
use hitchart_lab::{runner::games::key, runner::playouts::Build};
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
        damage: "Harm",
        attack: count_harm,
        arrange: |mission, state, typed| mission.arrange(state, &read_key(typed, POSITION)?),
    };
    table.of(key(seed, name, game), of)
}

/// Adds the attacks of both sides, each with its Harm and the expectation of that Harm.
///
/// A reroll gives up a roll for a new one. This changes the expectation by choice, so that it is not luck.
fn count_harm(mission: &Mission<KeyedDice>, state: &State, event: &Event, dealt: &mut Vec<Dealt>) {
    let begun = |player: usize, expected: f64| Dealt { player, damage: 0.0, expected };
    match *event {
        Event::Rolled { of: RollOf::Attack { .. }, again, .. } => {
            let Some(attack) = state.turn.attack else { return };
            let expected = mission.expected_harm(state, &attack);
            match dealt.last_mut().filter(|_| again) {
                Some(last) => last.expected += expected - mission.expected_after(state, &attack, attack.roll),
                None => dealt.push(begun(ACES, expected)),
            }
        }
        Event::EnemyAttacked { enemy, attack, ace, answer } => {
            dealt.push(begun(GM, mission.expected_harm_of(state, (enemy, attack), ace, answer)));
        }
        Event::Harmed { source, through, .. } => {
            let player = match source {
                Source::Armament { .. } | Source::Splash { .. } => ACES,
                Source::EnemyAttack { .. } | Source::EnemySplash { .. } => GM,
                _ => return,
            };
            if let Some(last) = dealt.iter_mut().rev().find(|dealt| dealt.player == player) {
                last.damage += f64::from(through);
            }
        }
        _ => {}
    }
}

/// Returns true if an Ace's turn or a round begins.
fn between_turns(mission: &Mission<KeyedDice>, state: &State) -> bool {
    matches!(state.asked, Some(Decision::NextAce)) || mission.is_quiet(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_apocalypse_frame::catalogue::book;
    use hitchart_apocalypse_frame::encounter::MissionPlan;
    use hitchart_apocalypse_frame::encounter::ground::built_in;
    use hitchart_apocalypse_frame::players::ROLES;
    use hitchart_apocalypse_frame::rules_files::standard;
    use hitchart_apocalypse_frame::squad::stock;
    use hitchart_play::policy::Book;
    use hitchart_play::{Observer, play};

    struct Log(Vec<Dealt>);

    impl Observer<Mission<KeyedDice>> for Log {
        fn see(&mut self, mission: &Mission<KeyedDice>, state: &State, event: &Event) {
            count_harm(mission, state, event, &mut self.0);
        }
    }

    /// Returns the Harm and the expected Harm of each side, mission by mission.
    fn played(encounter: &str, policy: &str) -> Vec<[[f64; 2]; 2]> {
        let aces = ["M1", "L1", "H2"].map(|name| stock(book().frame(name).unwrap(), &standard())).into();
        let plan = MissionPlan::single(built_in(encounter, book()).unwrap());
        let mission = Mission::new(standard(), aces, plan, KeyedDice);
        let mut players = [ACES, GM].map(|player| Book::new(&ROLES).named(player, policy).unwrap().build());
        let mut of = |nth: u64| {
            let mut log = Log(Vec::new());
            play(&mission, nth, &mut players, &mut log);
            let side = |player: usize| {
                let own = || log.0.iter().filter(move |dealt| dealt.player == player);
                [own().map(|dealt| dealt.damage).sum(), own().map(|dealt| dealt.expected).sum()]
            };
            [side(ACES), side(GM)]
        };
        (0..600).map(&mut of).collect()
    }

    /// The luck in Harm has the mean 0, also for players who reroll: the mean of 600 missions is within 4 of its standard
    /// errors, which fails in one of 16,000 such tests.
    #[test]
    fn luck_in_harm_is_0_in_the_mean() {
        for (encounter, policy) in [("pack", "greedy"), ("centurion", "greedy"), ("patrol", "random")] {
            let all = played(encounter, policy);
            for player in [ACES, GM] {
                let luck: Vec<f64> = all.iter().map(|sides| sides[player][0] - sides[player][1]).collect();
                let n = luck.len() as f64;
                let mean = luck.iter().sum::<f64>() / n;
                let variance = luck.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / (n - 1.0);
                assert!(mean.abs() <= 4.0 * (variance / n).sqrt() + 1e-9, "{encounter} {player}: {mean} {variance}");
                let harm: f64 = all.iter().map(|sides| sides[player][0]).sum();
                assert!(harm > n, "{encounter} {player}: {harm}");
            }
        }
    }
}
