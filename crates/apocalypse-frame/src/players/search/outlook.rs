//! The length of playouts, and the value of their final states.

use crate::encounter::Ending;
use crate::ids::EnemyId;
use crate::mission::state::AceState;
use crate::mission::{ACES, Dice, KeyedDice, Mission, State};
use crate::players::sight;
use hitchart_play::Featured;
use hitchart_play::policy::Evaluation;
use hitchart_play::search::Evaluator;

/// Plays out to the end of a round, or of the battle if that comes first.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    /// Rounds after the current round.
    pub ahead: u32,
    pub judge: Evaluation,
}

/// Share of the value that depends on the victory.
const VICTORY: f64 = 0.4;
/// Worth of a point of Tension and of Ammo, in Vigor.
const TENSION: f64 = 0.3;
const AMMO: f64 = 0.3;
/// Cost for the Aces of taking a point of an enemy's Vigor, in Vigor.
const TO_COME: f64 = 0.8;

/// Cost of each hex to an enemy, in Vigor, and the relative increase up to the last round.
const HEX: f64 = 0.08;
const HURRY: f64 = 4.0;

/// Vigor of an Ace until it is out, with the worth of its Tension and Ammo.
fn life<D>(mission: &Mission<D>, frame: &AceState, over: bool) -> f64 {
    if !frame.is_on_map() {
        return 0.0;
    }
    let allowed = mission.rules.damage.allowed;
    let whole = f64::from(allowed.saturating_sub(frame.damage)) * f64::from(frame.max_vigor);
    let tension = if over { 0.0 } else { TENSION * f64::from(frame.tension) };
    f64::from(frame.vigor) + whole + tension + AMMO * f64::from(frame.ammo)
}

/// Cost of the way to the enemies, in Vigor, by hexes between each enemy and the nearest Ace. The cost grows with the
/// rounds if the limit of rounds is a defeat. It makes Aces move towards enemies that do not approach.
fn way<D: Dice>(mission: &Mission<D>, state: &State) -> f64 {
    let encounter = mission.encounter(state);
    let gone = f64::from(state.round) / f64::from(encounter.rounds.max(1));
    let hurry = if encounter.at_limit == Ending::Defeat { 1.0 + HURRY * gone } else { 1.0 };
    let to_nearest = |enemy: EnemyId| {
        let at = state.enemy(enemy).at;
        let hexes = state.numbered().filter_map(|(_, ace)| ace.at).map(|ace| encounter.map.distance(ace, at));
        f64::from(hexes.min().unwrap_or(0).saturating_sub(1))
    };
    HEX * hurry * state.marks.up.iter().map(to_nearest).sum::<f64>()
}

impl<D: Dice> Evaluator<Mission<D>> for Rounds {
    fn is_far_enough(&self, _: &Mission<D>, from: &State, state: &State) -> bool {
        state.battle > from.battle || u32::from(state.round) > u32::from(from.round) + self.ahead
    }

    fn worth(&self, mission: &Mission<D>, state: &State, player: usize) -> f64 {
        let share = match &self.judge {
            Evaluation::Leads => leads(mission, state),
            Evaluation::Network(_) if state.ending.is_some() => sight::ended(mission, state),
            Evaluation::Network(network) => {
                let mut features = [0.0; <Mission<KeyedDice> as Featured>::FEATURES.len()];
                mission.write_features(state, player, &mut features);
                network.worth(&features)
            }
        };
        if player == ACES { share } else { 1.0 - share }
    }
}

/// Value of a state for the Aces by the Vigor of both sides.
fn leads<D: Dice>(mission: &Mission<D>, state: &State) -> f64 {
    let aces = state.aces.iter().take(mission.aces.len());
    let over = state.ending.is_some();
    let left: f64 = aces.map(|frame| life(mission, frame, over)).sum();
    let allowed = f64::from(mission.rules.damage.allowed) + 1.0;
    let most: f64 = mission.aces.iter().map(|ace| f64::from(ace.vigor) * allowed + f64::from(ace.ammo)).sum();
    let strength = |enemy: EnemyId| {
        let this = state.enemy(enemy);
        f64::from(this.vigor + this.armor) + f64::from(this.restorations) * f64::from(this.max_vigor)
    };
    let enemies: f64 = (state.marks.up | state.marks.down).iter().map(strength).sum();
    let share = match state.ending {
        Some(Ending::Victory) => VICTORY + (1.0 - VICTORY) * left / most,
        Some(Ending::Defeat) => 0.0,
        None => {
            let way = way(mission, state);
            let after = (left - TO_COME * enemies - way) / most;
            // If the enemies are stronger than the Aces, the value is low but not 0.
            (VICTORY + (1.0 - VICTORY) * after).max(0.3 * left / (left + enemies + way).max(1.0) * VICTORY)
        }
    };
    share.clamp(0.0, 1.0)
}
