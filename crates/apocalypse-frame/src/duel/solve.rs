//! The values of duels by the band of the start.

use super::super::{ace::Ace, catalogue::tag::Band, ruleset::Ruleset};
use super::model::{BROKEN, DEALT, Model, Opponent, ROUNDS, TAKEN};
use super::state::{Stage, State};
use super::{DuelError, check};
use hitchart_dice::exact::rounds::{Rounds, Solved, Turn};

/// Most states of a duel.
pub const MOST_STATES: usize = 6_000_000;

/// The value of a duel from a band.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Band of the start.
    pub band: Band,
    /// Chance that the Ace removes the enemy for good, without frame damage.
    pub wins: f64,
    /// Chance that the Ace takes frame damage before the enemy is removed for good.
    pub broken: f64,
    /// Chance of a draw: the enemy is removed and answers with frame damage, or the rounds are over.
    pub draws: f64,
    /// Expected Harm to the enemy, after all reductions and without excess.
    pub dealt: f64,
    /// Expected Harm to the Ace.
    pub taken: f64,
    /// Expected number of rounds; `None` if the duel may never end.
    pub rounds: Option<f64>,
    /// Best first action of the Ace, such as `Scout Rifle` or `move to Near`.
    pub action: String,
}

/// A solved duel.
#[derive(Clone, Debug)]
pub struct Duel<'r> {
    pub(super) solved: Solved<Model<'r>>,
}

/// Solves the duel of an Ace and an enemy. With a limit of rounds the duel ends as a draw.
///
/// # Errors
/// Fails if the ruleset has a rule that duels do not model, or if the duel has more than [`MOST_STATES`] states.
pub fn solve<'r>(
    ace: &Ace,
    opponent: &Opponent<'_>,
    rounds: Option<u16>,
    rules: &'r Ruleset,
) -> Result<Duel<'r>, DuelError> {
    check(ace, rules)?;
    let model = Model::new(ace, opponent, rules);
    let starts = Band::ALL.map(|band| model.start(band));
    Ok(Duel { solved: Solved::new(model, &starts, rounds, MOST_STATES)? })
}

/// Returns a chance without digits beyond the precision of the solution.
fn chance(value: f64) -> f64 {
    (value.clamp(0.0, 1.0) * 1e9).round() / 1e9
}

/// Returns an expected count without digits beyond the precision of the solution.
fn count(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}

impl Duel<'_> {
    /// Returns the value of the duel from a band.
    pub fn start(&self, band: Band) -> Start {
        let state = self.solved.game().start(band);
        let worth = self.solved.worth(&state).unwrap_or_default();
        let broken = worth.counts[BROKEN];
        // A win counts 1, a draw half: value = wins + draws / 2, and the three chances sum to 1.
        let wins = 2.0 * worth.value - 1.0 + broken;
        Start {
            band,
            wins: chance(wins),
            broken: chance(broken),
            draws: chance(1.0 - wins - broken),
            dealt: count(worth.counts[DEALT]),
            taken: count(worth.counts[TAKEN]),
            rounds: Some(count(worth.counts[ROUNDS])).filter(|_| self.solved.has_settled()),
            action: self.first_action(&state),
        }
    }

    /// Returns the number of states of the duel.
    pub fn states(&self) -> usize {
        self.solved.states()
    }

    fn first_action(&self, begin: &State) -> String {
        let model = self.solved.game();
        let Turn::Chance(steps) = model.turn(begin) else { return String::new() };
        let Some(act) = steps.first().map(|step| step.to).filter(|to| to.stage == Stage::Act) else {
            return String::new();
        };
        let choices = model.choices(&act);
        let best = self.solved.best(&act).and_then(|best| choices.get(best));
        best.map(|(choice, _)| model.name_of(*choice)).unwrap_or_default()
    }
}
