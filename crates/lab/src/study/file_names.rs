//! Names of the files of studies, known before any simulation.

use super::Study;

/// Words that follow a study's name and a hyphen in the names of its files; `#` stands for a number.
pub type FileNames = &'static [&'static str];

/// Names that no study may have: a file of every report, and Windows devices, which cannot be file names.
const RESERVED: [&str; 5] = ["schema", "con", "prn", "aux", "nul"];

/// Returns true if a study of this name would write a file that another part of the report or a device has.
pub fn is_reserved(name: &str) -> bool {
    let numbered = |device: &str| name.strip_prefix(device).is_some_and(is_digit);
    RESERVED.contains(&name) || ["com", "lpt"].into_iter().any(numbered)
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && is_number(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Study {
    /// Returns the endings of the study's file names, in the form of [`FileNames`].
    fn endings(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|ending| (*ending).to_owned()).chain(self.asked.files())
    }

    /// Returns the name of a file that both studies may write. `None` if there is none.
    pub fn shared_file(&self, other: &Study) -> Option<String> {
        let (short, long) = if self.name.len() < other.name.len() { (self, other) } else { (other, self) };
        let rest = long.name.strip_prefix(&short.name)?.strip_prefix('-')?;
        let of_long: Vec<String> = long.endings().map(|ending| format!("{rest}-{ending}")).collect();
        let shared = short.endings().find_map(|ending| of_long.iter().find_map(|other| same(&ending, other)))?;
        Some(format!("{}-{shared}", short.name))
    }

    /// Returns true if the file name is among those that the study may write.
    pub fn may_write(&self, file: &str) -> bool {
        let rest = file.strip_prefix(&self.name).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| self.endings().any(|ending| same(&ending, rest).is_some()))
    }
}

/// Returns a name that matches both patterns. `None` if there is none.
fn same(first: &str, second: &str) -> Option<String> {
    let (first, second): (Vec<&str>, Vec<&str>) = (first.split('-').collect(), second.split('-').collect());
    if first.len() != second.len() {
        return None;
    }
    let word = |(first, second): (&&str, &&str)| match (*first, *second) {
        ("#", "#") => Some("1".to_owned()),
        ("#", number) | (number, "#") if is_number(number) => Some(number.to_owned()),
        (first, second) => (first == second).then(|| first.to_owned()),
    };
    first.iter().zip(&second).map(word).collect::<Option<Vec<String>>>().map(|words| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Answer, Asked, Counted};
    use std::sync::Arc;

    #[derive(Debug)]
    struct Nothing;

    impl Asked for Nothing {
        fn kind(&self) -> &'static str {
            "nothing"
        }

        fn answer(&self, _: &str, _: &Counted) -> Answer {
            Answer::default()
        }

        fn files(&self) -> Vec<String> {
            vec!["of-its-own".to_owned()]
        }
    }

    fn study(name: &str, files: FileNames) -> Study {
        Study { files, ..Study::alone(name, Arc::new(Nothing)) }
    }

    #[test]
    fn files_of_two_studies_are_compared_by_their_names() {
        let duel = study("duel", &["margins", "company-margins", "map-#"]);
        let cases: [(&str, FileNames, Option<&str>); 8] = [
            ("duel-company", &["margins"], Some("duel-company-margins")),
            ("duel-company", &["wins"], None),
            ("duel-companies", &["margins"], None),
            ("duel-map", &["#"], Some("duel-map-1")),
            ("duel-map", &["2"], Some("duel-map-2")),
            ("duel-map", &["two"], None),
            ("duelcompany", &["margins"], None),
            ("duel-of", &[], None),
        ];
        for (name, files, shared) in cases {
            let other = study(name, files);
            assert_eq!(duel.shared_file(&other).as_deref(), shared, "{name}");
            assert_eq!(other.shared_file(&duel).as_deref(), shared, "{name}");
        }
        let own = study("duel-of", &["its-own"]);
        assert_eq!(duel.shared_file(&own), Some("duel-of-its-own".to_owned()));
        assert!(duel.may_write("duel-map-12") && !duel.may_write("duel-map-x") && !duel.may_write("duel"));
    }

    #[test]
    fn reserved_names() {
        for (name, reserved) in [("schema", true), ("nul", true), ("com7", true), ("com", false), ("com10", false)] {
            assert_eq!(is_reserved(name), reserved, "{name}");
        }
    }
}
