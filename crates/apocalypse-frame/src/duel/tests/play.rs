//! Duels with rolled dice, in which both sides choose by the solved values.

use super::super::Duel;
use super::super::model::{BROKEN, Model, TAKEN};
use super::super::state::{End, Rolled, Stage, State};
use crate::attack::{Outcome, throw};
use crate::{catalogue::entries::Trait, catalogue::numbers::Number, catalogue::tag::Band};
use hitchart_dice::Throw;
use hitchart_dice::exact::rounds::{Branch, Rounds, Turn};

/// The end of a duel.
pub(super) struct Ended {
    /// 1 for a won duel, and 1 for an Ace with frame damage.
    pub counts: [u8; 2],
    /// Harm to the Ace.
    pub taken: u8,
}

/// Plays a duel to its end.
pub(super) fn play(duel: &Duel<'_>, band: Band, game: u64) -> Ended {
    let model = duel.solved.game();
    let (mut state, mut dice) = (model.start(band), Throw::new(game));
    let mut ended = Ended { counts: [0; 2], taken: 0 };
    loop {
        let step = match (state.stage, model.turn(&state)) {
            (Stage::Over(end), _) => {
                ended.counts[0] = u8::from(end == End::Won);
                return ended;
            }
            (Stage::Roll(attack), _) => Branch::choice(rolled(model, &state, attack, &mut dice)),
            (_, Turn::First(steps) | Turn::Second(steps)) => steps[duel.solved.best(&state).unwrap()],
            (_, Turn::Chance(steps)) => drawn(&steps, &mut dice),
            (_, Turn::Over(_)) => return ended,
        };
        ended.taken += step.counts[TAKEN];
        ended.counts[1] += step.counts[BROKEN];
        state = step.to;
    }
}

/// Rolls the dice of an attack.
fn rolled(model: &Model<'_>, state: &State, attack: super::super::state::Attack, dice: &mut Throw) -> State {
    let rules = &model.rules.rolls;
    let roll = throw(attack.shot.dice, rules, || dice.die(6));
    let rolled = Rolled {
        harm: attack.shot.blow(roll, rules).harm,
        succeeds: roll.outcome(rules) != Outcome::Failure,
        provokes: roll.outcome(rules) != Outcome::Full,
        is_safe: model.kit.has(Trait::HairpinControls)
            && roll.is(model.kit.number(Trait::HairpinControls, Number::Face), rules),
    };
    let kept = Stage::Hit { armament: attack.armament, rolled };
    state.at(if state.ace.tension > 0 { Stage::Rolled(attack, rolled) } else { kept })
}

/// Draws a step by its chance; all chances here are sixths.
fn drawn(steps: &[Branch<State>], dice: &mut Throw) -> Branch<State> {
    let face = f64::from(dice.die(6)) - 0.5;
    let mut sum = 0.0;
    let at = steps.iter().position(|step| {
        sum += 6.0 * step.chance;
        face < sum
    });
    steps[at.unwrap_or(0)]
}
