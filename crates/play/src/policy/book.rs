//! Policies by name or by settings, those built in and those of a scenario, each resolved once; kinds of policies.

use super::distance::{self, Distance};
use super::parameters::is_file;
use super::{Parameter, SearchSettings, Settings, set};
use crate::SharedPlayer;
use hitchart_config::{At, FileText, InputError, listed, value_of};
use schemars::JsonSchema;
use std::collections::BTreeMap;
use toml::{Spanned, de::DeValue};

/// A checked policy: its kind and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec<K> {
    name: String,
    kind: K,
}

impl<K> Spec<K> {
    /// Creates a policy of a kind.
    pub fn new(name: &str, kind: K) -> Spec<K> {
        Spec { name: name.to_owned(), kind }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the kind, with all that decides how it plays.
    pub fn kind(&self) -> &K {
        &self.kind
    }
}

/// A built-in policy.
#[derive(Clone, Debug)]
pub struct BuiltIn<K> {
    /// Name that files and the command line use.
    pub name: &'static str,
    /// One line for lists and documents.
    pub meaning: &'static str,
    /// Kind of the policy, with all that decides how it plays.
    pub kind: K,
}

/// A role that a policy plays: a side of a game, or everyone in a game of equal players.
#[derive(Debug)]
pub struct Role<K> {
    /// Word for the policies of the role in messages.
    pub what: &'static str,
    /// The default policy, which is also the base of a table without `base`.
    pub default: &'static str,
    /// Returns the built-in policies of the role.
    pub built_in: fn() -> Vec<BuiltIn<K>>,
    /// Text of the file with the distances of the built-in policies from the best play known; may be empty.
    pub distances: &'static str,
}

impl<K: Settings> Role<K> {
    /// Returns the names of the built-in policies.
    pub fn names(&self) -> Vec<&'static str> {
        (self.built_in)().iter().map(|policy| policy.name).collect()
    }

    /// Returns the names and meanings of the built-in policies.
    pub fn meanings(&self) -> impl Iterator<Item = (&'static str, &'static str)> + Clone + use<K> {
        (self.built_in)().into_iter().map(|policy| (policy.name, policy.meaning))
    }

    /// Returns the distance of a built-in policy from the best play known; `None` if it was not measured.
    pub fn distance(&self, name: &str) -> Option<Distance> {
        distance::of_policy(self.distances, name)
    }

    /// Returns the built-in policy of a name; `None` if the name is unknown.
    pub fn named(&self, name: &str) -> Option<Spec<K>> {
        let found = (self.built_in)().into_iter().find(|policy| policy.name == name)?;
        Some(Spec::new(name, found.kind))
    }

    /// Returns the policy of a table with `base` and parameters. Files that it names are relative to the folder of
    /// `file`.
    fn of_table(&self, file: &FileText, settings: &toml::Table) -> Result<Spec<K>, InputError> {
        let base = base(settings)?.unwrap_or(self.default);
        let spec = self.named(base).ok_or_else(|| InputError::unknown(self.what, base, self.names()))?;
        // `provenance` states the origin of the values, as `tune` writes it.
        let given = || settings.iter().filter(|(key, _)| *key != "base" && *key != "provenance");
        if given().next().is_none() {
            return Ok(spec);
        }
        let (mut values, parameters) = (spec.kind.values(), spec.kind.parameters());
        for (key, value) in given() {
            set(&mut values, &parameters, base, (key, value))?;
        }
        let mut kind = spec.kind.with(&values);
        for (key, value) in given() {
            if let Some(name) = value.as_str().filter(|name| is_file(name)) {
                kind = kind.with_file(key, &file.beside().read(name)?)?;
            }
        }
        Ok(Spec { name: format!("{base}, changed"), kind })
    }
}

/// Returns the name of the policy that a table starts from, if it has one.
fn base(settings: &toml::Table) -> Result<Option<&str>, InputError> {
    match settings.get("base") {
        None => Ok(None),
        Some(toml::Value::String(base)) => Ok(Some(base)),
        Some(other) => Err(InputError::plain(format!("`base` must be the name of a policy, not `{other}`"))),
    }
}

/// All policies that a scenario may name: the built-in ones and those of the scenario.
#[derive(Clone, Debug)]
pub struct Book<K: 'static> {
    roles: &'static [Role<K>],
    /// Policies of the scenario by name; for each role the policy, if it fits the role.
    own: BTreeMap<String, Vec<Option<Spec<K>>>>,
}

impl<K: Settings> Book<K> {
    /// Creates a book of the built-in policies alone.
    pub fn new(roles: &'static [Role<K>]) -> Book<K> {
        Book { roles, own: BTreeMap::new() }
    }

    /// Reads the tables `[policies.NAME]` of a file; each is checked even if no study uses it.
    ///
    /// # Errors
    /// Entries that are not tables, unknown bases and parameters, and values out of bounds, with their place.
    pub fn read(
        roles: &'static [Role<K>],
        file: &FileText,
        written: Option<Spanned<DeValue<'_>>>,
    ) -> Result<Book<K>, InputError> {
        let mut book = Book::new(roles);
        let Some(written) = written else { return Ok(book) };
        let DeValue::Table(tables) = written.get_ref() else {
            return Err(InputError::at(file, written.span(), "write policies as `[policies.NAME]`"));
        };
        for (name, settings) in tables {
            let at = |error: InputError| error.or_at(file, settings.span());
            let toml::Value::Table(table) = value_of(file, settings)? else {
                return Err(at(InputError::plain(format!("policy `{}` must be a table of settings", name.get_ref()))));
            };
            let own = book.of_roles(file, &table).map_err(at)?.into_iter();
            let called = |spec: Spec<K>| Spec { name: name.get_ref().to_string(), ..spec };
            book.own.insert(name.get_ref().to_string(), own.map(|spec| spec.map(called)).collect());
        }
        Ok(book)
    }

    /// Returns the policy of a table for each role that it fits, at least one.
    fn of_roles(&self, file: &FileText, table: &toml::Table) -> Result<Vec<Option<Spec<K>>>, InputError> {
        let base = base(table)?;
        let knows = |role: &&Role<K>| base.is_none_or(|base| role.named(base).is_some());
        let read: Vec<Option<Result<Spec<K>, InputError>>> =
            self.roles.iter().map(|role| Some(role).filter(knows).map(|role| role.of_table(file, table))).collect();
        let specs: Vec<Option<Spec<K>>> = read.iter().map(|spec| spec.as_ref()?.as_ref().ok().cloned()).collect();
        if specs.iter().any(Option::is_some) {
            return Ok(specs);
        }
        // Of several roles, a role with parameters to set reports its error first.
        let settable = |role: &Role<K>| {
            role.named(base.unwrap_or(role.default)).is_some_and(|spec| !spec.kind.parameters().is_empty())
        };
        let errors = self.roles.iter().zip(read).filter_map(|(role, spec)| Some((role, spec?.err()?)));
        match errors.min_by_key(|(role, _)| !settable(role)) {
            Some((_, error)) => Err(error),
            None => Err(InputError::unknown("policy", base.unwrap_or_default(), self.all_names())),
        }
    }

    /// Adds a policy under a name that no other has; for each role the policy, if it fits the role.
    ///
    /// # Errors
    /// Fails if another policy has the name.
    fn add(&mut self, name: &str, specs: Vec<Option<Spec<K>>>) -> Result<(), InputError> {
        if self.own.contains_key(name) || self.all_names().contains(&name) {
            return Err(InputError::plain(format!("there is another policy `{name}`; give yours another name")));
        }
        self.own.insert(name.to_owned(), specs);
        Ok(())
    }

    /// Returns the names of the built-in policies of all roles, each once.
    fn all_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.roles.iter().flat_map(Role::names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the policy of a name for a role: the scenario's, or a built-in one.
    ///
    /// # Errors
    /// Unknown names, with the nearest known one, and policies of another role.
    pub fn named(&self, role: usize, name: &str) -> Result<Spec<K>, InputError> {
        let this = &self.roles[role];
        match self.own.get(name) {
            None => this.named(name).ok_or_else(|| {
                let own = self.own.iter().filter(|(_, specs)| specs[role].is_some()).map(|(name, _)| name.as_str());
                let known: Vec<&str> = this.names().into_iter().chain(own).collect();
                match self.roles.iter().find(|role| role.names().contains(&name)) {
                    Some(other) => {
                        let problem = format!("`{name}` is a {}, not a {}; allowed: ", other.what, this.what);
                        InputError::plain(problem + &listed(known))
                    }
                    None => InputError::unknown(this.what, name, known),
                }
            }),
            Some(specs) => specs[role].clone().ok_or_else(|| {
                let of = self.roles.iter().zip(specs).find(|(_, spec)| spec.is_some()).map_or("policy", |of| of.0.what);
                InputError::plain(format!("`{name}` is a {of}, not a {}", this.what))
            }),
        }
    }

    /// Returns all policies for a role: those of the scenario, and the built-in ones that it does not redefine.
    pub fn all(&self, role: usize) -> Vec<Spec<K>> {
        let this = &self.roles[role];
        let built_in = this.names().into_iter().filter(|name| !self.own.contains_key(*name));
        let own = self.own.values().filter_map(|specs| specs[role].clone());
        built_in.filter_map(|name| this.named(name)).chain(own).collect()
    }

    /// Returns the policies of a study's sides: those that the study names, one for each side; else those of the sides;
    /// else the default.
    ///
    /// # Errors
    /// Those of [`Book::written`]; more or fewer policies than sides, with the message of `misfit`.
    pub fn seated<'a>(
        &self,
        file: &FileText,
        written: Option<&At<Vec<At<toml::Value>>>>,
        own: impl ExactSizeIterator<Item = Option<&'a At<toml::Value>>>,
        misfit: impl FnOnce(usize) -> String,
    ) -> Result<Vec<Spec<K>>, InputError> {
        let Some(written) = written else {
            return own.map(|own| own.map_or_else(|| self.default(0), |own| self.written(file, 0, own))).collect();
        };
        if written.value.len() != own.len() {
            return Err(InputError::at(file, written.span.clone(), misfit(written.value.len())));
        }
        written.value.iter().map(|policy| self.written(file, 0, policy)).collect()
    }

    /// Returns the default policy.
    ///
    /// # Errors
    /// Those of [`Book::named`]: a scenario may give the name to a policy of another role.
    pub fn default(&self, role: usize) -> Result<Spec<K>, InputError> {
        self.named(role, self.roles[role].default)
    }

    /// Returns a policy as a study writes it, or the default policy.
    ///
    /// # Errors
    /// Those of [`Book::default`] and [`Book::written`].
    pub fn written_or_default(
        &self,
        file: &FileText,
        role: usize,
        written: Option<&At<toml::Value>>,
    ) -> Result<Spec<K>, InputError> {
        written.map_or_else(|| self.default(role), |written| self.written(file, role, written))
    }

    /// Returns a policy as a study writes it: a name, or a table with `base` and parameters.
    ///
    /// # Errors
    /// Those of [`Book::named`] and [`Book::read`], with the place.
    pub fn written(&self, file: &FileText, role: usize, written: &At<toml::Value>) -> Result<Spec<K>, InputError> {
        let spec = match &written.value {
            toml::Value::String(name) => self.named(role, name),
            toml::Value::Table(settings) => self.roles[role].of_table(file, settings),
            other => Err(InputError::plain(format!("a policy must be a name or a table, not `{other}`"))),
        };
        spec.map_err(|error| error.or_at(file, written.span.clone()))
    }
}

/// A kind of policy: one without parameters, a tactician with weights `T`, a search that starts from one, or a player
/// outside the program.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyKind<P, T> {
    /// A policy without parameters, as the game names it.
    Plain(P),
    /// A tactician with its weights.
    Tactician(T),
    /// A search that starts from a tactician.
    Search(SearchSettings<T>),
    /// An external player, and the kind of policy that makes the decisions that it does not make.
    External(SharedPlayer, Box<PolicyKind<P, T>>),
}

impl<P: Clone, T: Settings> Settings for PolicyKind<P, T> {
    fn parameters(&self) -> Vec<Parameter> {
        match self {
            PolicyKind::Plain(_) | PolicyKind::External(..) => Vec::new(),
            PolicyKind::Tactician(tactics) => tactics.parameters(),
            PolicyKind::Search(settings) => settings.parameters(),
        }
    }

    fn values(&self) -> Vec<f64> {
        match self {
            PolicyKind::Plain(_) | PolicyKind::External(..) => Vec::new(),
            PolicyKind::Tactician(tactics) => tactics.values(),
            PolicyKind::Search(settings) => settings.values(),
        }
    }

    fn with(&self, values: &[f64]) -> PolicyKind<P, T> {
        match self {
            PolicyKind::Plain(plain) => PolicyKind::Plain(plain.clone()),
            PolicyKind::Tactician(tactics) => PolicyKind::Tactician(tactics.with(values)),
            PolicyKind::Search(settings) => PolicyKind::Search(settings.with(values)),
            PolicyKind::External(..) => self.clone(),
        }
    }

    fn with_file(&self, parameter: &str, file: &FileText) -> Result<PolicyKind<P, T>, InputError> {
        match self {
            PolicyKind::Search(settings) => settings.with_file(parameter, file).map(PolicyKind::Search),
            PolicyKind::Plain(_) | PolicyKind::Tactician(_) | PolicyKind::External(..) => {
                Err(InputError::plain(format!("`{parameter}` cannot be read from a file")))
            }
        }
    }
}

impl<P, T> PolicyKind<P, T> {
    /// Returns the approximate time of a game, in nanoseconds, from the time with a policy without parameters, with a
    /// tactician, and with each playout per decision of a search.
    pub fn effort(&self, plain: fn(&P) -> f64, tactician: f64, playout: f64) -> f64 {
        match self {
            PolicyKind::Plain(kind) => plain(kind),
            PolicyKind::Tactician(_) => tactician,
            PolicyKind::Search(settings) => playout * f64::from(settings.budget),
            // An answer from outside takes much longer than a choice of the program.
            PolicyKind::External(_, base) => 1e7 + base.effort(plain, tactician, playout),
        }
    }
}

impl<P, T> Spec<PolicyKind<P, T>> {
    /// Returns the weights of a tactician.
    ///
    /// # Errors
    /// Policies of another kind.
    pub fn tactician(&self) -> Result<&T, InputError> {
        match self.kind() {
            PolicyKind::Tactician(tactics) => Ok(tactics),
            PolicyKind::Plain(_) | PolicyKind::Search(_) | PolicyKind::External(..) => {
                Err(InputError::plain(format!("policy `{}` is not a tactician", self.name())))
            }
        }
    }

    /// Returns the settings of a search; `None` for a policy of another kind.
    pub fn search(&self) -> Option<&SearchSettings<T>> {
        match self.kind() {
            PolicyKind::Search(settings) => Some(settings),
            PolicyKind::Plain(_) | PolicyKind::Tactician(_) | PolicyKind::External(..) => None,
        }
    }
}

impl<P: Players> Book<PolicyKind<P, P::Tactics>> {
    /// Adds external players under their names, each for every role that has its base.
    ///
    /// # Errors
    /// Fails if the base of a player or a kind of its decisions is unknown, or if its name is that of another policy.
    pub fn with_players(mut self, players: &[SharedPlayer]) -> Result<Self, InputError> {
        let known = P::decisions();
        for player in players {
            let name = player.0.name();
            if let Some(kind) = player.0.kinds().into_iter().flatten().find(|kind| !known.contains(&kind.as_str())) {
                return Err(InputError::unknown(&format!("kind of decisions of policy `{name}`"), kind, known));
            }
            let specs = self.roles.iter().map(|role| {
                let base = role.named(player.0.base().unwrap_or(role.default))?;
                let base = Box::new(base.kind().clone());
                Some(Spec::new(name, PolicyKind::External(player.clone(), base)))
            });
            let specs: Vec<_> = specs.collect();
            if specs.iter().all(Option::is_none) {
                let base = player.0.base().unwrap_or_default();
                return Err(InputError::unknown("base of a player", base, self.all_names()));
            }
            self.add(name, specs)?;
        }
        Ok(self)
    }
}

/// The policies of a game without parameters, which know all policies of the game.
pub trait Players: Clone + Sized + 'static {
    /// Weights of the tactician.
    type Tactics: Settings + 'static;
    /// A player that decides in the game.
    type Player;

    /// Returns the roles of the game.
    fn roles() -> &'static [Role<PolicyKind<Self, Self::Tactics>>];

    /// Returns the names of the kinds of decisions.
    fn decisions() -> Vec<&'static str>;

    /// Returns the approximate time of a game with a policy, in nanoseconds, to estimate the remaining time of a run.
    fn effort(kind: &PolicyKind<Self, Self::Tactics>) -> f64;

    /// Creates a player of a policy.
    fn build(kind: &PolicyKind<Self, Self::Tactics>) -> Self::Player;
}

impl<P: Players> Spec<PolicyKind<P, P::Tactics>> {
    /// Returns a built-in policy of the first role by name.
    ///
    /// # Errors
    /// Unknown names, with the nearest known one.
    pub fn built_in(name: &str) -> Result<Self, InputError> {
        Book::new(P::roles()).named(0, name)
    }

    /// Returns a built-in policy of the first role by name; `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Self> {
        Self::named_in(0, name)
    }

    /// Returns a built-in policy of a role by name; `None` if the role or the name is unknown.
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

/// A policy, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
pub enum RawPolicy {
    /// A built-in policy, or a policy of the scenario.
    Name(String),
    /// A policy named by `base` with other settings.
    Settings(serde_json::Map<String, serde_json::Value>),
}
