//! Kinds of policies.

use super::{Parameter, Role, SearchSettings, Settings, Spec};
use hitchart_config::{FileText, InputError};

/// A kind of policy: one without parameters, a tactician with weights `T`, or a search that starts from one.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<P, T> {
    /// A policy without parameters, as the game names it.
    Plain(P),
    Tactician(T),
    Search(SearchSettings<T>),
}

impl<P: Clone, T: Settings> Settings for Kind<P, T> {
    fn parameters(&self) -> Vec<Parameter> {
        match self {
            Kind::Plain(_) => Vec::new(),
            Kind::Tactician(tactics) => tactics.parameters(),
            Kind::Search(settings) => settings.parameters(),
        }
    }

    fn values(&self) -> Vec<f64> {
        match self {
            Kind::Plain(_) => Vec::new(),
            Kind::Tactician(tactics) => tactics.values(),
            Kind::Search(settings) => settings.values(),
        }
    }

    fn with(&self, values: &[f64]) -> Kind<P, T> {
        match self {
            Kind::Plain(plain) => Kind::Plain(plain.clone()),
            Kind::Tactician(tactics) => Kind::Tactician(tactics.with(values)),
            Kind::Search(settings) => Kind::Search(settings.with(values)),
        }
    }

    fn with_file(&self, parameter: &str, file: &FileText) -> Result<Kind<P, T>, InputError> {
        match self {
            Kind::Search(settings) => settings.with_file(parameter, file).map(Kind::Search),
            Kind::Plain(_) | Kind::Tactician(_) => {
                Err(InputError::plain(format!("`{parameter}` cannot be read from a file")))
            }
        }
    }
}

impl<P, T> Spec<Kind<P, T>> {
    /// Returns the weights of a tactician.
    ///
    /// # Errors
    /// Policies of another kind.
    pub fn tactician(&self) -> Result<&T, InputError> {
        match self.kind() {
            Kind::Tactician(tactics) => Ok(tactics),
            Kind::Plain(_) | Kind::Search(_) => {
                Err(InputError::plain(format!("policy `{}` is not a tactician", self.name())))
            }
        }
    }
}

/// The policies of a game without parameters, which know all policies of the game.
pub trait Players: Clone + Sized + 'static {
    /// Weights of the tactician.
    type Tactics: Settings + 'static;
    /// A player that decides in the game.
    type Player;

    /// Returns the roles of the game.
    fn roles() -> &'static [Role<Kind<Self, Self::Tactics>>];

    /// Returns the approximate time of a game with a policy, in nanoseconds, to estimate the remaining time of a run.
    fn effort(kind: &Kind<Self, Self::Tactics>) -> f64;

    /// Creates a player of a policy.
    fn build(kind: &Kind<Self, Self::Tactics>) -> Self::Player;
}

impl<P: Players> Spec<Kind<P, P::Tactics>> {
    /// Returns a built-in policy of the first role by name.
    pub fn named(name: &str) -> Option<Self> {
        Self::named_in(0, name)
    }

    /// Returns a built-in policy of a role by name.
    pub fn named_in(role: usize, name: &str) -> Option<Self> {
        P::roles().get(role)?.named(name)
    }

    /// Returns the approximate time of a game with this policy, in nanoseconds.
    pub fn effort(&self) -> f64 {
        P::effort(self.kind())
    }

    /// Creates a player of this policy.
    pub fn build(&self) -> P::Player {
        P::build(self.kind())
    }
}
