//! The choices of a game: they are recorded in play, and play the game again.
//!
//! A choice is the place of its action among the candidates. A policy may also find a legal action that is not listed,
//! such as a move to another place. Such an action is recorded as data. To play it again, the policies that played are asked
//! again, and their action is compared with the record.

use crate::game::begin;
use crate::{Game, Observer, Policy, Shown};
use serde_json::{Value, json};
use std::cell::RefCell;

/// The choices of a game in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// Place of each action among the candidates; [`UNLISTED`] for an action that is not listed.
    pub places: Vec<u16>,
    /// The actions that are not listed, as data.
    pub unlisted: Vec<Value>,
}

/// Place of an action that is not among the candidates.
pub const UNLISTED: u16 = u16::MAX;

/// A policy that records its choices, in a list that it shares with the other players of the game.
pub struct Recording<'a, P, A> {
    policy: P,
    choices: &'a RefCell<Choices>,
    candidates: Vec<A>,
}

impl<'a, P, A> Recording<'a, P, A> {
    /// Wraps a policy with the list of choices.
    pub fn new(policy: P, choices: &'a RefCell<Choices>) -> Recording<'a, P, A> {
        Recording { policy, choices, candidates: Vec::new() }
    }
}

impl<G: Shown, P: Policy<G>> Policy<G> for Recording<'_, P, G::Action> {
    fn begin(&mut self, key: u64) {
        self.policy.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let action = self.policy.decide(game, state);
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        let place = self.candidates.iter().position(|candidate| *candidate == action);
        let place = place.and_then(|place| u16::try_from(place).ok()).unwrap_or(UNLISTED);
        let mut choices = self.choices.borrow_mut();
        choices.places.push(place);
        if place == UNLISTED {
            choices.unlisted.push(json!(action));
        }
        action
    }
}

/// A decision of a game.
#[derive(Debug)]
pub struct Decided<G: Game> {
    /// The state before the decision.
    pub state: G::State,
    /// Player who decides.
    pub player: usize,
    /// The action that was chosen.
    pub action: G::Action,
    /// Place of the action among the candidates; `None` if it is not listed.
    pub place: Option<usize>,
}

/// Plays a game again from its choices, and returns its decisions and its end. `policies` are those that played, in order of
/// players.
///
/// # Errors
/// The number of the first choice that is missing, or that is not the choice of this game.
pub fn follow<G: Shown, P: Policy<G>, O: Observer<G>>(
    game: &G,
    key: u64,
    choices: &Choices,
    policies: &mut [P],
    watch: &mut O,
) -> Result<(Vec<Decided<G>>, G::State), usize> {
    let (mut decisions, mut candidates) = (Vec::with_capacity(choices.places.len()), Vec::new());
    let mut unlisted = choices.unlisted.iter();
    begin(key, policies);
    let mut state = game.start(key, watch);
    while let Some(player) = game.to_decide(&state) {
        let number = decisions.len();
        let place = *choices.places.get(number).ok_or(number)?;
        // Policies have plans from one decision to the next, so they are asked every time.
        let asked = (!choices.unlisted.is_empty()).then(|| policies[player].decide(game, &state));
        candidates.clear();
        game.candidates(&state, &mut candidates);
        let (action, place) = match place {
            UNLISTED => {
                let recorded = unlisted.next();
                (asked.filter(|action| Some(&json!(action)) == recorded).ok_or(number)?, None)
            }
            place => (*candidates.get(usize::from(place)).ok_or(number)?, Some(usize::from(place))),
        };
        decisions.push(Decided { state, player, action, place });
        game.apply(&mut state, &action, watch);
    }
    if decisions.len() == choices.places.len() { Ok((decisions, state)) } else { Err(decisions.len()) }
}
