//! Policies by name or by settings: those of the program, and those of a scenario, each resolved once.

use super::parameters::is_file;
use super::{Settings, set};
use hitchart_config::{At, FileText, InputError, value_of};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeValue;

/// A checked policy: its kind, and what to call it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec<K> {
    name: String,
    kind: K,
}

impl<K> Spec<K> {
    /// A policy of a kind.
    pub fn new(name: &str, kind: K) -> Spec<K> {
        Spec { name: name.to_owned(), kind }
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its kind, with all that decides how it plays.
    pub fn kind(&self) -> &K {
        &self.kind
    }
}

/// A policy of the program.
#[derive(Clone, Debug)]
pub struct BuiltIn<K> {
    pub name: &'static str,
    pub meaning: &'static str,
    pub kind: K,
}

/// Who may play by a policy: a side of a game, or everyone in a game whose players are alike.
#[derive(Debug)]
pub struct Role<K> {
    /// What its policies are called in messages.
    pub what: &'static str,
    /// The policy where a file names none, and the base of one that names no other.
    pub default: &'static str,
    pub built_in: fn() -> Vec<BuiltIn<K>>,
}

impl<K: Settings> Role<K> {
    /// Names of its built-in policies.
    pub fn names(&self) -> Vec<&'static str> {
        (self.built_in)().iter().map(|policy| policy.name).collect()
    }

    /// A built-in policy by name.
    pub fn named(&self, name: &str) -> Option<Spec<K>> {
        let found = (self.built_in)().into_iter().find(|policy| policy.name == name)?;
        Some(Spec::new(name, found.kind))
    }

    /// The policy of a table with `base` and parameters; the files that it names are beside `file`.
    fn of_table(&self, file: &FileText, settings: &toml::Table) -> Result<Spec<K>, InputError> {
        let base = base(settings)?.unwrap_or(self.default);
        let spec = self.named(base).ok_or_else(|| InputError::unknown(self.what, base, self.names()))?;
        // A policy may say where its values come from, as `tune` writes it.
        let said = || settings.iter().filter(|(key, _)| *key != "base" && *key != "provenance");
        if said().next().is_none() {
            return Ok(spec);
        }
        let (mut values, parameters) = (spec.kind.values(), spec.kind.parameters());
        for (key, value) in said() {
            set(&mut values, &parameters, base, (key, value))?;
        }
        let mut kind = spec.kind.with(&values);
        for (key, value) in said() {
            if let Some(name) = value.as_str().filter(|name| is_file(name)) {
                kind = kind.with_file(key, &file.beside().read(name)?)?;
            }
        }
        Ok(Spec { name: format!("{base}, changed"), kind })
    }
}

/// The name of the policy that a table starts from, if it names one.
fn base(settings: &toml::Table) -> Result<Option<&str>, InputError> {
    match settings.get("base") {
        None => Ok(None),
        Some(toml::Value::String(base)) => Ok(Some(base)),
        Some(other) => Err(InputError::plain(format!("`base` must be the name of a policy, not `{other}`"))),
    }
}

/// All policies that a scenario may name: those of the program, and its own.
#[derive(Clone, Debug)]
pub struct Book<K: 'static> {
    roles: &'static [Role<K>],
    /// By name; for each role the policy, if it may play by it.
    own: BTreeMap<String, Vec<Option<Spec<K>>>>,
}

impl<K: Settings> Book<K> {
    /// The policies of the program alone.
    pub fn new(roles: &'static [Role<K>]) -> Book<K> {
        Book { roles, own: BTreeMap::new() }
    }

    /// With the tables `[policies.NAME]` of a file, each checked whether a study uses it or not.
    ///
    /// # Errors
    /// What are no tables, unknown bases and parameters, and values out of bounds, with their place.
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

    /// The policy of a table for each role that may play by it: for one at least.
    fn of_roles(&self, file: &FileText, table: &toml::Table) -> Result<Vec<Option<Spec<K>>>, InputError> {
        let base = base(table)?;
        let knows = |role: &&Role<K>| base.is_none_or(|base| role.named(base).is_some());
        let read: Vec<Option<Result<Spec<K>, InputError>>> =
            self.roles.iter().map(|role| Some(role).filter(knows).map(|role| role.of_table(file, table))).collect();
        let specs: Vec<Option<Spec<K>>> = read.iter().map(|spec| spec.as_ref()?.as_ref().ok().cloned()).collect();
        if specs.iter().any(Option::is_some) {
            return Ok(specs);
        }
        // Of several roles the one is meant whose policy has something to set.
        let settable = |role: &Role<K>| {
            role.named(base.unwrap_or(role.default)).is_some_and(|spec| !spec.kind.parameters().is_empty())
        };
        let mut errors: Vec<(&Role<K>, InputError)> =
            self.roles.iter().zip(read).filter_map(|(role, spec)| Some((role, spec?.err()?))).collect();
        errors.sort_by_key(|(role, _)| !settable(role));
        match errors.into_iter().next() {
            Some((_, error)) => Err(error),
            None => Err(InputError::unknown("policy", base.unwrap_or_default(), self.all_names())),
        }
    }

    /// Names of the built-in policies of all roles, each once.
    fn all_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.roles.iter().flat_map(Role::names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The policy of a name for a role: the scenario's own, or a built-in one.
    ///
    /// # Errors
    /// Unknown names, with the nearest, and policies of another role.
    pub fn named(&self, role: usize, name: &str) -> Result<Spec<K>, InputError> {
        let this = &self.roles[role];
        match self.own.get(name) {
            None => this.named(name).ok_or_else(|| {
                let own = self.own.iter().filter(|(_, specs)| specs[role].is_some()).map(|(name, _)| name.as_str());
                InputError::unknown(this.what, name, this.names().into_iter().chain(own).collect::<Vec<&str>>())
            }),
            Some(specs) => specs[role].clone().ok_or_else(|| {
                let of = self.roles.iter().zip(specs).find(|(_, spec)| spec.is_some()).map_or("policy", |of| of.0.what);
                InputError::plain(format!("`{name}` is a {of}, not a {}", this.what))
            }),
        }
    }

    /// All policies that a role may play by: the program's, where a scenario has none of the name, and the scenario's.
    pub fn all(&self, role: usize) -> Vec<Spec<K>> {
        let this = &self.roles[role];
        let built_in = this.names().into_iter().filter(|name| !self.own.contains_key(*name));
        let own = self.own.values().filter_map(|specs| specs[role].clone());
        built_in.filter_map(|name| this.named(name)).chain(own).collect()
    }

    /// The policies of a study's sides: those that it names, one for each, else those of their own, else the default.
    ///
    /// # Errors
    /// As [`Book::written`]; more or fewer policies than sides, of which `misfit` speaks.
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

    /// The policy where a file names none.
    ///
    /// # Errors
    /// As [`Book::named`]: a scenario may give the name to a policy of another role.
    pub fn default(&self, role: usize) -> Result<Spec<K>, InputError> {
        self.named(role, self.roles[role].default)
    }

    /// A policy as a study writes it: a name, or a table with `base` and parameters.
    ///
    /// # Errors
    /// As [`Book::named`] and [`Book::read`], with the place.
    pub fn written(&self, file: &FileText, role: usize, written: &At<toml::Value>) -> Result<Spec<K>, InputError> {
        let spec = match &written.value {
            toml::Value::String(name) => self.named(role, name),
            toml::Value::Table(settings) => self.roles[role].of_table(file, settings),
            other => Err(InputError::plain(format!("a policy must be a name or a table, not `{other}`"))),
        };
        spec.map_err(|error| error.or_at(file, written.span.clone()))
    }
}
