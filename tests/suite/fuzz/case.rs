//! Test cases: files, and the words of a command.

use super::mutate::{Mutator, words};
use super::sources::{COMMANDS, RULES, SCENARIOS, Saved, THINGS};
use std::fmt;

/// Files by name, and the words of a command.
pub(crate) struct Case {
    pub files: Vec<(String, String)>,
    pub words: Vec<String>,
}

impl Case {
    /// Generates the case of a seed.
    pub(crate) fn new(seed: u64, saved: &Saved) -> Case {
        let mut by = Mutator::new(seed);
        match seed % 8 {
            0..=2 => Case::of_scenario(&mut by),
            3 => Case::of_rules(&mut by),
            4 => Case::of_a_thing(&mut by),
            5 | 6 => Case::of_words(&mut by),
            _ => Case::of_saved(&mut by, saved),
        }
    }

    fn with(files: &[(&str, String)], line: &str) -> Case {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
        Case { files, words: words(line) }
    }

    /// Mutates a scenario.
    fn of_scenario(by: &mut Mutator) -> Case {
        let (scenario, line) = by.one(SCENARIOS);
        Case::with(&[("s.toml", by.toml(scenario))], line)
    }

    /// Mutates a ruleset, and adds a command that uses it.
    fn of_rules(by: &mut Mutator) -> Case {
        let (rules, lines) = by.one(RULES);
        let line = by.one(lines);
        Case::with(&[("r.toml", by.toml(rules))], line)
    }

    /// Mutates a file that a scenario refers to: an encounter or a battlefield.
    fn of_a_thing(by: &mut Mutator) -> Case {
        let (thing, scenario) = by.one(THINGS);
        let file = ("thing.toml", by.toml(thing));
        Case::with(&[file, ("s.toml", (*scenario).to_owned())], "play s.toml --threads 2")
    }

    /// Mutates the words of a command.
    fn of_words(by: &mut Mutator) -> Case {
        let line = by.one(COMMANDS);
        let words = by.words(words(line));
        Case { files: vec![("s.toml".to_owned(), SCENARIOS[0].0.to_owned())], words }
    }

    /// Mutates a saved report.
    fn of_saved(by: &mut Mutator, saved: &Saved) -> Case {
        let [counts, provenance, page] = by.one(&saved.reports);
        let (counts, provenance) = match by.below(4) {
            0 => (counts.clone(), by.json(provenance)),
            _ => (by.json(counts), provenance.clone()),
        };
        let page = ("rep/report.md", page.clone());
        Case::with(&[("rep/counts.json", counts), ("rep/provenance.json", provenance), page], "report rep --quiet")
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text: &str| text.chars().take(1_500).collect::<String>();
        writeln!(f, "hitchart {}", short(&self.words.join(" ")))?;
        self.files.iter().try_for_each(|(name, text)| writeln!(f, "--- {name}\n{}", short(text)))
    }
}
