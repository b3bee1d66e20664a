//! Kinds of files that users name, and the built-in files of each kind.

use super::{nearest, same_name};
use crate::files::{BUILT_IN, BuiltIn};

/// A kind of files, some of which are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Scenario,
    Ruleset,
    Company,
    /// A fleet; there are no built-in files of fleets.
    Fleet,
    /// A table of results, for `meta`.
    Results,
}

impl Sort {
    /// Returns the name of the kind for messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Sort::Scenario => "scenario",
            Sort::Ruleset => "ruleset",
            Sort::Company => "company",
            Sort::Fleet => "fleet",
            Sort::Results => "table of results",
        }
    }

    /// Returns the folder of the built-in files, with a slash, and their ending.
    const fn parts(self) -> (&'static str, &'static str) {
        match self {
            Sort::Scenario => ("", ".toml"),
            Sort::Ruleset => ("rules/", ".toml"),
            Sort::Company => ("companies/", ".toml"),
            Sort::Fleet => ("fleets/", ".toml"),
            Sort::Results => ("", ".csv"),
        }
    }

    /// Returns true for texts that are paths: with a separator, or with the ending of this kind of files.
    pub fn is_path(self, text: &str) -> bool {
        text.ends_with(self.parts().1) || text.contains(['/', '\\'])
    }

    /// Returns the built-in files by name.
    pub fn built_in(self) -> impl Iterator<Item = (&'static str, BuiltIn)> + Clone {
        let (folder, ending) = self.parts();
        let name = move |path: &'static str| path.strip_prefix(folder)?.strip_suffix(ending);
        let named = BUILT_IN.iter().filter_map(move |file| Some((name(file.0)?, *file)));
        named.filter(|(name, _)| !name.contains('/'))
    }

    /// Returns the built-in file of a name; case, spaces and hyphens are ignored.
    pub fn find(self, name: &str) -> Option<BuiltIn> {
        self.built_in().find(|(known, _)| same_name(known, name)).map(|(_, file)| file)
    }

    /// Returns the name of a built-in file of this kind.
    pub fn name_of(self, (path, _): BuiltIn) -> &'static str {
        let (folder, ending) = self.parts();
        path.strip_prefix(folder).and_then(|path| path.strip_suffix(ending)).unwrap_or(path)
    }

    /// Returns the nearest built-in name to a mistyped one.
    pub fn nearest(self, name: &str) -> Option<&'static str> {
        nearest(name, self.built_in().map(|(known, _)| known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_sort_are_those_of_its_folder_alone() {
        let has = |sort: Sort, name: &str| sort.built_in().any(|(known, _)| known == name);
        assert!(has(Sort::Scenario, "claims") && !has(Sort::Scenario, "results") && !has(Sort::Scenario, "my-company"));
        assert!(
            has(Sort::Ruleset, "h08-no-sprint") && has(Sort::Company, "my-company") && has(Sort::Results, "results")
        );
        assert_eq!(Sort::Scenario.find("Estars Anvil").map(|file| file.0), Some("estars-anvil.toml"));
        assert_eq!((Sort::Scenario.find(""), Sort::Scenario.find("estars-anvi")), (None, None));
        assert_eq!(Sort::Scenario.nearest("estars-anvi"), Some("estars-anvil"));
    }

    /// A name identifies one file of its kind.
    #[test]
    fn no_two_built_in_files_share_a_name() {
        for sort in [Sort::Scenario, Sort::Ruleset, Sort::Company, Sort::Results] {
            for (name, file) in sort.built_in() {
                assert_eq!(sort.find(name), Some(file), "{name}");
            }
        }
    }
}
