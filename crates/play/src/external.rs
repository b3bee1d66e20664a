//! Players outside the program: they get decisions as data, and answer with the places of candidates.

use super::game::{Featured, Policy};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::{fmt::Debug, sync::Arc};

/// A game with states and actions that can be shown as data.
///
/// An action is shown in its serialised form: its name, or an object with its name as the key.
pub trait Shown: Featured<Action: Serialize> {
    /// Name of the game in scenario files.
    const NAME: &'static str;

    /// Returns the kind of the next decision, such as `act`.
    fn kind_of_decision(&self, state: &Self::State) -> &'static str;

    /// Returns the next decision in words that follow `to`. By default, these are the name of its kind.
    fn decision_in_words(&self, state: &Self::State) -> String {
        self.kind_of_decision(state).replace('-', " ")
    }

    /// Returns a state as data. Numbers of players, frames and so on are those of the actions.
    fn state_as_data(&self, state: &Self::State) -> Value;

    /// Returns an action in words. By default, these are its name and its fields: `activate 3`.
    fn action_in_words(&self, _state: &Self::State, action: &Self::Action) -> String {
        serde_json::to_value(action).map(|action| in_words(&action)).unwrap_or_default()
    }
}

/// Returns data as words, without brackets: `move die own, to 1.5 2`.
pub fn in_words(value: &Value) -> String {
    let named = |(name, value): (&String, &Value)| match in_words(value) {
        text if text.is_empty() => name.replace(['_', '-'], " "),
        text => format!("{} {text}", name.replace(['_', '-'], " ")),
    };
    match value {
        Value::Object(fields) => fields.iter().map(named).collect::<Vec<_>>().join(", "),
        // Lists of a fixed length end with zeros.
        Value::Array(items) => {
            let length = items.iter().rposition(|item| *item != json!(0)).map_or(0, |last| last + 1);
            items[..length].iter().map(in_words).collect::<Vec<_>>().join(" ")
        }
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Number(number) if number.is_f64() => format!("{:.1}", number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

/// A decision, as an external player sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExternalDecision {
    /// Name of the game in scenario files.
    pub game: &'static str,
    /// Kind of the decision, such as `act`.
    pub kind: &'static str,
    /// Number of the player who decides, from 0.
    pub player: usize,
    /// Key of the random choices of this player in this game. It differs between games, and between players of a game.
    pub key: u64,
    /// Number of decisions of this player in this game so far.
    pub number: u32,
    /// Features of the state as the player sees it, in the order of [`Featured::FEATURES`].
    pub features: Vec<f64>,
    /// The state, as [`Shown::state_as_data`] returns it.
    pub state: Value,
    /// All candidates, at least two.
    pub candidates: Vec<Value>,
    /// Names of the features.
    #[serde(skip)]
    pub feature_names: &'static [&'static str],
}

/// A player outside the program.
///
/// Games ask it from several threads at once, in any order. Its answers may depend on nothing but the decision, so that
/// results do not depend on the number of threads.
pub trait ExternalPlayer: Debug + Send + Sync {
    /// Returns the name, as scenarios and studies use it.
    fn name(&self) -> &str;

    /// Returns the name of the built-in policy that makes all other decisions; `None` for the default of the role.
    fn base(&self) -> Option<&str>;

    /// Returns the kinds of decisions that the player makes; `None` for all.
    fn kinds(&self) -> Option<&BTreeSet<String>>;

    /// Returns the SHA-256 of each file that the player consists of, by name; none by default. A run that is continued
    /// refuses a player with other files.
    fn files(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Returns the place of the chosen candidate; `None` to leave the decision to the base.
    fn choose(&self, decision: ExternalDecision) -> Option<usize>;
}

/// An external player, shared by all games. Two are equal if they are the same player.
#[derive(Clone, Debug)]
pub struct SharedPlayer(pub Arc<dyn ExternalPlayer>);

impl PartialEq for SharedPlayer {
    fn eq(&self, other: &SharedPlayer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The policy of an external player: it asks the player, and leaves the other decisions to its base `P`.
#[derive(Clone, Debug)]
pub struct External<P, A> {
    player: SharedPlayer,
    base: Box<P>,
    key: u64,
    number: u32,
    candidates: Vec<A>,
}

impl<P, A> External<P, A> {
    /// Creates the policy of a player.
    pub fn new(player: SharedPlayer, base: P) -> External<P, A> {
        External { player, base: Box::new(base), key: 0, number: 0, candidates: Vec::new() }
    }

    /// Asks the player, and returns its candidate; `None` if it leaves the decision to the base. A decision with one
    /// candidate is left to the base too: the base may plan with it.
    fn asked<G: Shown<Action = A>>(&mut self, game: &G, state: &G::State) -> Option<A>
    where
        A: Copy,
    {
        let kind = game.kind_of_decision(state);
        if self.player.0.kinds().is_some_and(|kinds| !kinds.contains(kind)) {
            return None;
        }
        let player = game.to_decide(state)?;
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        if self.candidates.len() == 1 {
            return None;
        }
        let mut features = vec![0.0; G::FEATURES.len()];
        game.write_features(state, player, &mut features);
        let decision = ExternalDecision {
            game: G::NAME,
            kind,
            player,
            key: self.key,
            number: self.number,
            features,
            state: game.state_as_data(state),
            candidates: self.candidates.iter().map(|action| json!(action)).collect(),
            feature_names: G::FEATURES,
        };
        self.number += 1;
        let place = self.player.0.choose(decision)?;
        self.candidates.get(place).copied()
    }
}

impl<G: Shown, P: Policy<G>> Policy<G> for External<P, G::Action> {
    fn begin(&mut self, key: u64) {
        (self.key, self.number) = (key, 0);
        self.base.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        match self.asked(game, state) {
            Some(action) => action,
            None => self.base.decide(game, state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Observer, Scores, Unwatched, play};

    /// A game of `left` decisions between two numbers; the score is their sum.
    struct Sums;

    #[derive(Clone, Copy)]
    struct Sum {
        left: u8,
        sum: i32,
    }

    impl Game for Sums {
        type State = Sum;
        type Action = u8;
        type Event = ();

        fn start<O: Observer<Self>>(&self, _key: u64, _watch: &mut O) -> Sum {
            Sum { left: 4, sum: 0 }
        }

        fn to_decide(&self, state: &Sum) -> Option<usize> {
            (state.left > 0).then_some(0)
        }

        fn candidates(&self, state: &Sum, into: &mut Vec<u8>) {
            // The last decision has a single candidate.
            into.extend_from_slice(if state.left == 1 { &[5] } else { &[1, 3] });
        }

        fn apply<O: Observer<Self>>(&self, state: &mut Sum, action: &u8, _watch: &mut O) {
            state.sum += i32::from(*action);
            state.left -= 1;
        }

        fn scores(&self, state: &Sum) -> Scores {
            Scores::new([state.sum].into_iter())
        }

        fn rekey(&self, _state: &mut Sum, _key: u64) {}
    }

    impl Featured for Sums {
        const FEATURES: &'static [&'static str] = &["sum"];

        fn is_quiet(&self, _state: &Sum) -> bool {
            true
        }

        fn write_features(&self, state: &Sum, _player: usize, into: &mut [f64]) {
            into[0] = state.sum.into();
        }
    }

    impl Shown for Sums {
        const NAME: &'static str = "sums";

        fn kind_of_decision(&self, state: &Sum) -> &'static str {
            if state.left.is_multiple_of(2) { "even" } else { "odd" }
        }

        fn state_as_data(&self, state: &Sum) -> Value {
            json!({ "left": state.left })
        }
    }

    /// A base that takes the first candidate.
    #[derive(Clone, Debug)]
    struct First;

    impl Policy<Sums> for First {
        fn begin(&mut self, _key: u64) {}

        fn decide(&mut self, game: &Sums, state: &Sum) -> u8 {
            let mut all = Vec::new();
            game.candidates(state, &mut all);
            all[0]
        }
    }

    /// Answers decisions of the kind `even` with a place, and keeps them.
    #[derive(Debug)]
    struct Fixed(Option<usize>, BTreeSet<String>, std::sync::Mutex<Vec<ExternalDecision>>);

    impl ExternalPlayer for Fixed {
        fn name(&self) -> &str {
            "fixed"
        }

        fn base(&self) -> Option<&str> {
            None
        }

        fn kinds(&self) -> Option<&BTreeSet<String>> {
            Some(&self.1)
        }

        fn choose(&self, decision: ExternalDecision) -> Option<usize> {
            self.2.lock().unwrap().push(decision);
            self.0
        }
    }

    fn sum(place: Option<usize>) -> (i32, Vec<ExternalDecision>) {
        let fixed = Arc::new(Fixed(place, ["even".to_owned()].into(), std::sync::Mutex::default()));
        let mut policies = [External::new(SharedPlayer(fixed.clone()), First)];
        let end = play(&Sums, 7, &mut policies, &mut Unwatched);
        let asked = fixed.2.lock().unwrap().clone();
        (end.sum, asked)
    }

    #[test]
    fn a_player_makes_its_kinds_of_decisions_and_the_base_the_others() {
        let (sum_of_chosen, asked) = sum(Some(1));
        assert_eq!(sum_of_chosen, 3 + 1 + 3 + 5);
        let told = |at: usize| (asked[at].number, asked[at].features.clone(), asked[at].state["left"].clone());
        assert_eq!(asked.len(), 2);
        assert_eq!(told(0), (0, vec![0.0], 4.into()));
        assert_eq!(told(1), (1, vec![4.0], 2.into()));
        assert_eq!(asked[0].candidates, [Value::from(1), Value::from(3)]);
    }

    #[test]
    fn the_base_decides_if_the_player_does_not_or_names_no_candidate() {
        assert_eq!(sum(None).0, 1 + 1 + 1 + 5);
        assert_eq!(sum(Some(2)).0, 1 + 1 + 1 + 5);
    }
}
