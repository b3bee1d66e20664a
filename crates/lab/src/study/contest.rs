//! A fixed policy, the policies that may answer it, and their games.

use super::Learnable;
use crate::runner::Wanted;
use hitchart_play::network::Network;
use hitchart_play::policy::{Parameter, Settings, Spec};
use std::fmt;
use std::sync::Arc;

/// A fixed policy, and the policies that may answer it.
pub struct Contest {
    /// Name of the fixed policy.
    pub policy: String,
    pub responders: Vec<Responder>,
    /// True if the policy and its answers swap seats, so that equals score half of the points.
    pub swaps_seats: bool,
    /// Built-in policy that the parameters belong to.
    pub base: &'static str,
    /// Parameters of an answer with values; empty if no answer has any.
    pub parameters: Vec<Parameter>,
    meet: Box<dyn Fn(Bout) -> Wanted + Send + Sync>,
    learnable: Option<Box<ByResponse>>,
}

/// Function that returns the source of learning for games of a response against the policy.
type ByResponse = dyn Fn(Response) -> Learnable + Send + Sync;

/// A policy that may answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Responder {
    pub name: String,
    /// Values of the settable parameters, in order. `None` if the policy has none of them.
    pub values: Option<Vec<f64>>,
}

impl Responder {
    /// Creates a responder from a policy, with the values of its settable parameters.
    pub fn new<K>(policy: &Spec<K>, set: Option<&impl Settings>) -> Responder {
        Responder { name: policy.name().to_owned(), values: set.map(Settings::values) }
    }
}

/// An answer to the policy.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// One of the responders, by index.
    Named(usize),
    /// The policy with parameters, at these values.
    Of(Vec<f64>),
    /// A quick search that evaluates states by a network.
    Learned(Arc<Network>),
}

/// Pairs of games of a response against the policy, counted as [`Duel`](super::Duel)s of the response.
#[derive(Clone, Debug)]
pub struct Bout {
    /// Name of the simulation.
    pub name: String,
    /// Name of the random streams, together with the seed: equal for responses that are compared.
    pub dice: String,
    pub seed: u64,
    pub pairs: u64,
    pub response: Response,
}

impl Contest {
    /// Creates a contest of answers to a policy; `meet` returns the games of a response.
    pub fn new<T: Settings>(
        policy: &str,
        responders: Vec<Responder>,
        settings: Option<&T>,
        meet: impl Fn(Bout) -> Wanted + Send + Sync + 'static,
    ) -> Contest {
        let parameters = settings.map(Settings::parameters).unwrap_or_default();
        let (policy, meet) = (policy.to_owned(), Box::new(meet));
        Contest { policy, responders, swaps_seats: false, base: "tactician", parameters, meet, learnable: None }
    }

    /// Returns the contest with swapped seats.
    pub fn with_swapped_seats(self) -> Contest {
        Contest { swaps_seats: true, ..self }
    }

    /// Returns the contest with a search that may learn against the policy. `learnable` returns the source of learning
    /// for a response.
    pub fn with_learning(self, learnable: impl Fn(Response) -> Learnable + Send + Sync + 'static) -> Contest {
        Contest { learnable: Some(Box::new(learnable)), ..self }
    }

    /// Returns the source of learning for games of a response against the policy. `None` if the game has no state
    /// features.
    pub fn learnable(&self, response: Response) -> Option<Learnable> {
        self.learnable.as_ref().map(|learnable| learnable(response))
    }

    /// Returns games of a response against the policy, to be counted as [`Duel`](super::Duel)s.
    pub fn meet(&self, bout: Bout) -> Wanted {
        (self.meet)(bout)
    }
}

impl fmt::Debug for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contest").field("policy", &self.policy).finish_non_exhaustive()
    }
}
