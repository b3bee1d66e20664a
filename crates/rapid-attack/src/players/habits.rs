//! The tactician with a habit that a claim of the texts is about.

use super::Tactician;
use crate::battle::state::{FieldingStep, Phase, Target};
use crate::battle::{Action, Battle, Decision, State};
use crate::{battle::legal::waiting, players::tactician::Tactics};
use hitchart_dice::KeyedDice;
use hitchart_play::{Game, Policy};

/// Fields the first frame of its company on point ("Closer"; N04). Makes all other decisions as the tactician.
#[derive(Clone, Debug)]
pub struct PointFirst {
    tactician: Tactician,
}

impl Default for PointFirst {
    fn default() -> PointFirst {
        PointFirst { tactician: Tactician::new(Tactics::default()) }
    }
}

/// Number of times that the tactician is asked for a point frame before another frame takes the place of its choice.
const DRAWS: usize = 24;

impl Policy<Battle<KeyedDice>> for PointFirst {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.tactician, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let mut choice = self.tactician.decide(battle, state);
        let on_point = state.phase == Phase::Fielding(FieldingStep::PointFrame);
        let first = state.asked.filter(|_| on_point).and_then(|asked| waiting(state, asked.player).next());
        for _ in 0..DRAWS {
            match (choice, first) {
                (Action::PlaceFrame { unit, .. }, Some(first)) if unit != first => {
                    choice = self.tactician.decide(battle, state);
                }
                _ => return choice,
            }
        }
        match (choice, first) {
            (Action::PlaceFrame { at, .. }, Some(unit)) => Action::PlaceFrame { unit, at },
            _ => choice,
        }
    }
}

/// Stands still with all frames in every other round, from the first on, for powers that reward it ("Settings & Rule
/// Hacks"; H31). Plays the other rounds as the tactician.
#[derive(Clone, Debug)]
pub struct Stander {
    tactician: Tactician,
    candidates: Vec<Action>,
}

impl Default for Stander {
    fn default() -> Stander {
        Stander { tactician: Tactician::new(Tactics::default()), candidates: Vec::new() }
    }
}

impl Policy<Battle<KeyedDice>> for Stander {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.tactician, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let what = state.asked.filter(|_| state.round % 2 == 1).map(|asked| asked.what);
        let stands = |action: &&Action| match (what, action) {
            (Some(Decision::Declare), Action::Declare { target, .. }) => *target == Target::Nothing,
            (Some(Decision::Proceed), action) => **action == Action::Finish,
            (Some(Decision::Spot), action) => **action == Action::NoSpot,
            _ => false,
        };
        self.candidates.clear();
        if what.is_some() {
            battle.candidates(state, &mut self.candidates);
        }
        let still = self.candidates.iter().find(stands).copied();
        still.unwrap_or_else(|| self.tactician.decide(battle, state))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Player, PolicySpec};
    use super::*;
    use crate::battle::{Event, KeyedDice};
    use crate::bidding::Size;
    use crate::ids::UnitId;
    use crate::rules_files::rulebook;
    use hitchart_play::{Observer, play};

    /// Frames fielded on point, and turns in which a frame did something, by round.
    #[derive(Default)]
    struct Log {
        point: Vec<UnitId>,
        acted: Vec<u8>,
    }

    impl Observer<Battle<KeyedDice>> for Log {
        fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
            match event {
                Event::FramePlaced { unit, .. } if state.phase == Phase::Fielding(FieldingStep::PointFrame) => {
                    self.point.push(*unit);
                }
                // The state does not yet have this turn, but that of the round before.
                Event::TurnEnded { unit, .. } if state.round > 1 && !state.unit(*unit).stood_still => {
                    self.acted.push(state.round - 1);
                }
                _ => {}
            }
        }
    }

    fn played(policy: &str) -> Log {
        let battle =
            Battle::built_in(&["mirror-five", "scouts"], "dense-town", Size::Skirmish, &rulebook(), 1).unwrap();
        let mut log = Log::default();
        for key in 0..6 {
            let mut players: [Player; 2] = [(); 2].map(|()| PolicySpec::named(policy).unwrap().build());
            play(&battle, key, &mut players, &mut log);
        }
        log
    }

    #[test]
    fn the_first_frame_is_on_point() {
        let first = |unit: &UnitId| [0, 5].contains(&unit.number());
        let log = played("point-first");
        assert!(log.point.len() >= 6 && log.point.iter().all(first), "{:?}", log.point);
        assert!(!played("tactician").point.iter().all(first));
    }

    #[test]
    fn frames_stand_still_in_every_other_round() {
        let log = played("stander");
        assert!(log.acted.len() > 50 && log.acted.iter().all(|round| round % 2 == 0), "{:?}", log.acted);
        assert!(played("tactician").acted.iter().any(|round| round % 2 == 1));
    }
}
