//! Mutations of files and words: values of other types and sizes, lists for tables, missing or renamed keys, and text
//! that is cut, repeated or foreign.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use toml::Value;

pub(crate) use crate::common::words;

/// Texts that often break programs.
const TEXTS: &[&str] = &[
    "",
    " ",
    "-1",
    "0",
    "1e308",
    "é\u{301}ß漢",
    "\u{1b}[31m",
    "\u{0}",
    "a\nb",
    "../x",
    "/dev/null",
    "x.toml",
    "=1+1",
    "0,0",
    "99,-99",
    "1d6",
    "100d20",
    "Soldier",
    "RdYBG+SSR3",
    "archetypes",
    "Machinegun + Hot",
    "tactician",
    "`",
    "\"",
];

/// Integers at the edges of stored types.
const NUMBERS: &[i64] =
    &[0, 1, 2, 3, 7, 20, 41, 64, 127, 128, 255, 256, 1000, 65_536, 4_294_967_296, -1, -128, i64::MAX, i64::MIN];

/// Fractions, infinities and NaN.
const FRACTIONS: &[f64] =
    &[0.0, -0.0, 0.5, 1e-300, 1e6, 1e18, 1e308, -1e308, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

/// Draws mutations from a seed.
pub(crate) struct Mutator {
    rng: Xoshiro256PlusPlus,
}

impl Mutator {
    pub(crate) fn new(seed: u64) -> Mutator {
        Mutator { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Draws a number from 0 up to `bound`, exclusive.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    /// Draws one element of a list that is not empty.
    pub(crate) fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Mutates a TOML file.
    pub(crate) fn toml(&mut self, text: &str) -> String {
        if self.below(4) == 0 {
            return self.text(text);
        }
        let mut root = Value::Table(toml::from_str(text).expect("sources are TOML"));
        self.changes(&mut root);
        toml::to_string(&root).unwrap_or_default()
    }

    /// Mutates a JSON file.
    pub(crate) fn json(&mut self, text: &str) -> String {
        if self.below(4) == 0 {
            return self.text(text);
        }
        let Ok(mut root) = serde_json::from_str(text) else { return self.text(text) };
        self.changes(&mut root);
        serde_json::to_string(&root).unwrap_or_default()
    }

    /// Applies one to three changes to a tree.
    fn changes(&mut self, root: &mut Value) {
        for _ in 0..=self.below(3) {
            let place = self.below(count(root));
            let donor = self.below(count(root));
            let donor = at(root, donor).clone();
            self.change(at(root, place), donor);
        }
    }

    fn change(&mut self, value: &mut Value, donor: Value) {
        match (self.below(8), &mut *value) {
            (0 | 1, Value::Table(table)) if !table.is_empty() => {
                let key = table.keys().nth(self.below(table.len())).cloned().unwrap_or_default();
                let old = table.remove(&key);
                match (self.below(3), old) {
                    (0, Some(old)) => drop(table.insert(format!("{key}x"), old)),
                    (1, _) => drop(table.insert(key, donor)),
                    _ => {}
                }
            }
            (2 | 3, Value::Table(table)) => *value = Value::Array(table.values().cloned().collect()),
            (0..=2, Value::Array(list)) if !list.is_empty() => {
                let times = *self.one(&[2, 3, 40, 500, 3_000]);
                *list = list.iter().cycle().take((list.len() * times).min(20_000)).cloned().collect();
            }
            (3, Value::Array(list)) => list.truncate(self.rng.random_range(0..=list.len())),
            (4, Value::Array(list)) => list.push(donor),
            (5, _) => *value = donor,
            _ => *value = self.value(),
        }
    }

    /// Draws a value of any type.
    fn value(&mut self) -> Value {
        match self.below(10) {
            0..=2 => Value::Integer(*self.one(NUMBERS)),
            3 | 4 => Value::Float(*self.one(FRACTIONS)),
            5 | 6 => Value::String(self.any_text()),
            7 => Value::Boolean(self.below(2) == 0),
            8 => Value::Array(vec![]),
            _ => Value::Table(Default::default()),
        }
    }

    fn any_text(&mut self) -> String {
        let text = self.one(TEXTS);
        let times = *self.one(&[1, 1, 1, 2, 5_000]);
        text.repeat(times)
    }

    /// Cuts, repeats or inserts a piece of a text.
    fn text(&mut self, text: &str) -> String {
        let floor = |mut i: usize| {
            while !text.is_char_boundary(i) {
                i -= 1;
            }
            i
        };
        let from = floor(self.below(text.len()));
        let to = floor((from + self.below(60)).min(text.len())).max(from);
        match self.below(5) {
            0 => text[..from].to_owned(),
            1 => [&text[..to], &text[from..]].concat(),
            2 => [&text[..from], &text[to..]].concat(),
            3 => text.lines().flat_map(|line| [line, "\n", line, "\n"]).take(self.below(400)).collect(),
            _ => [&text[..from], &self.any_text(), &text[to..]].concat(),
        }
    }

    /// Mutates words.
    pub(crate) fn words(&mut self, mut words: Vec<String>) -> Vec<String> {
        for _ in 0..=self.below(2) {
            let place = 1 + self.below(words.len().max(2) - 1);
            let word = match self.below(6) {
                0 => self.one(NUMBERS).to_string(),
                1 => self.one(FRACTIONS).to_string(),
                2 | 3 => self.any_text(),
                4 => words.get(place).map_or_else(String::new, |word| self.text(&format!("{word} "))),
                _ => self.any_text().repeat(20),
            };
            // A word of a command line cannot contain NUL or have more than 128 KiB.
            let word: String = word.replace('\0', "?").chars().take(30_000).collect();
            match self.below(4) {
                0 => words.insert(place.min(words.len()), word),
                1 if words.len() > 2 => drop(words.remove(place.min(words.len() - 1))),
                _ => {
                    let place = place.min(words.len() - 1);
                    words[place] = word;
                }
            }
        }
        words.truncate(200);
        words
    }
}

/// Counts the values of a tree.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Table(table) => table.values().map(count).sum(),
        _ => 0usize,
    }
}

/// Returns the value at a place, the root being 0; the root if there are fewer values.
fn at(root: &mut Value, place: usize) -> &mut Value {
    let path = path_to(root, place);
    path.into_iter().fold(root, |value, step| match value {
        Value::Array(list) => &mut list[step],
        Value::Table(table) => table.iter_mut().nth(step).expect("as counted").1,
        other => other,
    })
}

/// Returns the steps from the root to a place.
fn path_to(root: &Value, place: usize) -> Vec<usize> {
    let (mut value, mut left, mut path) = (root, place, Vec::new());
    while left > 0 {
        let children: Vec<&Value> = match value {
            Value::Array(list) => list.iter().collect(),
            Value::Table(table) => table.values().collect(),
            _ => return path,
        };
        left -= 1;
        let mut step = 0;
        while step < children.len() && left >= count(children[step]) {
            left -= count(children[step]);
            step += 1;
        }
        let Some(child) = children.get(step) else { return path };
        value = child;
        path.push(step);
    }
    path
}
