//! Answers to a policy that stays as it is: who may give one, and how it meets that policy.

use super::Learnable;
use hitchart_play::network::Network;
use hitchart_play::policy::{Parameter, Settings, Spec};
use crate::runner::Wanted;
use std::fmt;
use std::sync::Arc;

/// A policy that stays as it is, and the policies that may answer it.
pub struct Contest {
    /// Name of the policy that stays.
    pub policy: String,
    pub responders: Vec<Responder>,
    /// Whether it and its answers swap seats, so that equals take half of the points.
    pub swaps_seats: bool,
    /// The built-in policy whose parameters those with values have.
    pub base: &'static str,
    /// What can be set in an answer with values; nothing where no answer has any.
    pub parameters: Vec<Parameter>,
    meet: Box<dyn Fn(Bout) -> Wanted + Send + Sync>,
    learnable: Option<Box<ByResponse>>,
}

/// What an outlook can be learned from when a response meets the policy.
type ByResponse = dyn Fn(Response) -> Learnable + Send + Sync;

/// A policy that may answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Responder {
    pub name: String,
    /// Values of the parameters, in their order, if its parameters are those that can be set.
    pub values: Option<Vec<f64>>,
}

impl Responder {
    /// A policy, with the values of what may be set in it.
    pub fn new<K>(policy: &Spec<K>, set: Option<&impl Settings>) -> Responder {
        Responder { name: policy.name().to_owned(), values: set.map(Settings::values) }
    }
}

/// An answer to the policy.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// One of the responders, by its place.
    Named(usize),
    /// The policy with parameters, at these values.
    Of(Vec<f64>),
    /// A quick search that judges by a network.
    Learned(Arc<Network>),
}

/// Pairs of games of a response against the policy, to be counted as [`Duel`](super::Duel)s of the response.
#[derive(Clone, Debug)]
pub struct Bout {
    /// What is counted.
    pub name: String,
    /// With the seed, the name of all dice: equal for responses that are compared.
    pub dice: String,
    pub seed: u64,
    pub pairs: u64,
    pub response: Response,
}

impl Contest {
    /// The answers to a policy; `meet` says how one of them meets it.
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

    /// The same where seats are swapped.
    pub fn with_swapped_seats(self) -> Contest {
        Contest { swaps_seats: true, ..self }
    }

    /// The same where a search may learn against the policy: `learnable` says what from, when a response meets it.
    pub fn with_learning(self, learnable: impl Fn(Response) -> Learnable + Send + Sync + 'static) -> Contest {
        Contest { learnable: Some(Box::new(learnable)), ..self }
    }

    /// What an outlook can be learned from when a response meets the policy; none in games that are not told in numbers.
    pub fn learnable(&self, response: Response) -> Option<Learnable> {
        self.learnable.as_ref().map(|learnable| learnable(response))
    }

    /// Games of a response against the policy, to be counted as [`Duel`](super::Duel)s.
    pub fn meet(&self, bout: Bout) -> Wanted {
        (self.meet)(bout)
    }
}

impl fmt::Debug for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contest").field("policy", &self.policy).finish_non_exhaustive()
    }
}
