//! Policies that are Python objects: games ask for decisions, and Python answers many of them at once.

use hitchart_play::{ExternalDecision, ExternalPlayer, SharedPlayer};
use pyo3::prelude::*;
use std::sync::mpsc::{Sender, channel};
use std::{collections::BTreeSet, fmt, sync::Arc};

/// A policy as Python passes it: name, base, kinds of decisions, and the function that answers a list of decisions.
#[derive(FromPyObject)]
pub(crate) struct Policy {
    name: String,
    base: Option<String>,
    kinds: Option<BTreeSet<String>>,
    answer: Py<PyAny>,
}

/// A decision that waits for its answer.
pub(crate) struct Waiting {
    /// Number of the policy that decides.
    policy: usize,
    decision: ExternalDecision,
    reply: Sender<Option<usize>>,
}

/// A policy in Python, as games see it.
struct PythonPlayer {
    number: usize,
    name: String,
    base: Option<String>,
    kinds: Option<BTreeSet<String>>,
    ask: Box<dyn Fn(Waiting) -> bool + Send + Sync>,
}

impl fmt::Debug for PythonPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PythonPlayer({})", self.name)
    }
}

impl ExternalPlayer for PythonPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    fn kinds(&self) -> Option<&BTreeSet<String>> {
        self.kinds.as_ref()
    }

    fn choose(&self, decision: ExternalDecision) -> Option<usize> {
        let (reply, answer) = channel();
        let is_asked = (self.ask)(Waiting { policy: self.number, decision, reply });
        // There is no answer once the work was stopped, or an answer raised an exception.
        is_asked.then(|| answer.recv().ok().flatten()).flatten()
    }
}

/// Returns the policies as players of games. `ask` passes a decision on, and returns false if there will be no answer.
pub(crate) fn players(
    policies: &[Policy],
    ask: impl Fn(Waiting) -> bool + Clone + Send + Sync + 'static,
) -> Vec<SharedPlayer> {
    let player = |(number, policy): (usize, &Policy)| {
        let (name, base, kinds) = (policy.name.clone(), policy.base.clone(), policy.kinds.clone());
        let ask = Box::new(ask.clone());
        SharedPlayer(Arc::new(PythonPlayer { number, name, base, kinds, ask }))
    };
    policies.iter().enumerate().map(player).collect()
}

/// Asks each policy for all its decisions in one call, and passes the answers on to the games.
///
/// # Errors
/// Returns the exception of a policy. The decisions without an answer are then left to the bases.
pub(crate) fn answer(py: Python<'_>, policies: &[Policy], waiting: Vec<Waiting>) -> PyResult<()> {
    for (number, policy) in policies.iter().enumerate() {
        let of_policy: Vec<&Waiting> = waiting.iter().filter(|waiting| waiting.policy == number).collect();
        if of_policy.is_empty() {
            continue;
        }
        let decisions = of_policy.iter().map(|waiting| as_python(&waiting.decision));
        let decisions: Vec<_> = decisions.collect();
        let answers: Vec<Option<usize>> = policy.answer.call1(py, (decisions,))?.extract(py)?;
        for (waiting, answer) in of_policy.iter().zip(answers) {
            // A game that was stopped does not wait any more.
            let _ = waiting.reply.send(answer);
        }
    }
    Ok(())
}

/// A decision for Python: game, kind, player, key, number, features with their names, state and candidates as JSON, and
/// the number of candidates.
type Told = (&'static str, &'static str, usize, u64, u32, Vec<f64>, &'static [&'static str], String, String, usize);

fn as_python(decision: &ExternalDecision) -> Told {
    let candidates = serde_json::Value::from(decision.candidates.clone()).to_string();
    (
        decision.game,
        decision.kind,
        decision.player,
        decision.key,
        decision.number,
        decision.features.clone(),
        decision.feature_names,
        decision.state.to_string(),
        candidates,
        decision.candidates.len(),
    )
}
