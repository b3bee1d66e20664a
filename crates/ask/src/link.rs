//! Links: a question with its seed and, if wanted, its answer and counts, as the part of an address after `#`.
//!
//! A link is `v1.` and the JSON of [`Link`], deflated, in the letters of base64url. Whoever opens it sees the answer at
//! once, can ask again, and sees whether the counts agree bit for bit.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hitchart_config::{InputError, sha256};
use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Start of a link of this version.
const VERSION: &str = "v1.";

/// Most letters of a link that is written: counts become a hash first, then the answer is left out.
const LONGEST: usize = 24_000;

/// Most letters of a link that is read, and most bytes of its content.
const MAX_LETTERS: usize = 400_000;
const MAX_BYTES: usize = 4_000_000;

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The question without its seed.
    #[serde(rename = "q")]
    pub question: Map<String, Value>,
    /// The seed; `None` for that of the scenario.
    #[serde(rename = "s")]
    pub seed: Option<u64>,
    /// Counts of the games, by simulation.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Value>,
    /// SHA-256 of the counts, where they are too long for a link.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The answer in short.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<ShortAnswer>,
}

/// An answer in short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShortAnswer {
    /// The answer as one sentence.
    pub line: String,
    /// The answer in sentences.
    pub summary: Vec<String>,
}

impl Link {
    /// Returns the link of a question and its answer, both as data.
    pub fn of(mut question: Map<String, Value>, answer: &Value) -> Link {
        // Values of a question may be texts.
        let seed =
            question.remove("seed").and_then(|seed| seed.as_u64().or_else(|| seed.as_str()?.trim().parse().ok()));
        question.entry("version").or_insert(super::VERSION.into());
        let texts = |value: &Value| {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let one = first_study(answer);
        let short =
            ShortAnswer { line: one["line"].as_str().unwrap_or_default().to_owned(), summary: texts(&one["summary"]) };
        let counts = counts_of(answer).cloned();
        let hash = counts.as_ref().map(|counts| sha256(counts.to_string()));
        Link { question, seed, counts, hash, answer: Some(short).filter(|short| !short.line.is_empty()) }
    }

    /// Returns the text after `#`, with as much of the answer as fits.
    pub fn text(&self) -> String {
        let whole = Link { hash: None, ..self.clone() };
        let without_counts = Link { counts: None, ..self.clone() };
        let least = Link { answer: None, ..without_counts.clone() };
        let has_counts = self.counts.is_some();
        let tries = [&whole, &without_counts, &least].into_iter().skip(usize::from(!has_counts));
        let mut texts = tries.map(Link::packed);
        let first = texts.next().unwrap_or_default();
        if first.len() <= LONGEST { first } else { texts.find(|text| text.len() <= LONGEST).unwrap_or(first) }
    }

    fn packed(&self) -> String {
        // A tree of plain values always has a JSON form; a value sorts the keys.
        let json = serde_json::to_value(self).unwrap_or_default().to_string();
        VERSION.to_owned() + &URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), 9))
    }

    /// Reads a link: an address with `#`, or what follows it.
    ///
    /// # Errors
    /// Fails on texts that are no link, and on links of a newer version.
    pub fn read(text: &str) -> Result<Link, InputError> {
        let text = text.trim();
        let text = text.rsplit_once('#').map_or(text, |(_, text)| text);
        let Some(packed) = text.strip_prefix(VERSION) else {
            let is_newer =
                text.starts_with('v') && text[1..].split('.').next().is_some_and(|n| n.parse::<u32>().is_ok());
            let problem =
                if is_newer { "this link is of a newer version" } else { "this is not a link: it has no `#v1.`" };
            return Err(InputError::plain(problem));
        };
        let unreadable = || InputError::plain("this link cannot be read; a part of it may be missing");
        if packed.len() > MAX_LETTERS {
            return Err(InputError::plain("this link is too long"));
        }
        let bytes = URL_SAFE_NO_PAD.decode(packed).map_err(|_| unreadable())?;
        let json = decompress_to_vec_with_limit(&bytes, MAX_BYTES).map_err(|_| unreadable())?;
        serde_json::from_slice(&json).map_err(|_| unreadable())
    }

    /// Returns the question with its seed.
    pub fn whole_question(&self) -> Map<String, Value> {
        let mut question = self.question.clone();
        question.extend(self.seed.map(|seed| ("seed".to_owned(), json!(seed))));
        question
    }

    /// Returns true if an answer has the counts of the link, bit for bit; `None` if the link has none.
    pub fn agrees(&self, answer: &Value) -> Option<bool> {
        let counts = counts_of(answer);
        match (&self.counts, &self.hash) {
            (Some(saved), _) => Some(counts == Some(saved)),
            (None, Some(hash)) => Some(counts.is_some_and(|counts| sha256(counts.to_string()) == *hash)),
            (None, None) => None,
        }
    }
}

/// Returns the counts of an answer, if it has any.
fn counts_of(answer: &Value) -> Option<&Value> {
    answer.get("counts").filter(|counts| counts.as_object().is_some_and(|counts| !counts.is_empty()))
}

/// Returns the part of an answer with the sentence: the first study of a run.
fn first_study(answer: &Value) -> &Value {
    answer.get("studies").and_then(|studies| studies.get(0)).unwrap_or(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Map<String, Value> {
        json!({ "ask": "play", "scenario": "mirror-five", "games": 20, "seed": 7 }).as_object().unwrap().clone()
    }

    /// Links of every published form, which must stay readable.
    const PUBLISHED: [&str; 1] = [
        "v1.RYzBCsIwEER_Jcw5FtuLkJv9DfGwlm0JNonuaiGU_rubk8eZefN2EMKONWZGwNU9mD7qRnjoNyWSinD71531Y3UzSYf74TG172JI74eW3y2TPk31WqkavVBiRRjOJpw4k8RiY4oiRU5z3NiYjUVjyQi9KQy-HD8",
    ];

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let answer = json!({ "line": "A beats B", "summary": ["A beats B.", "By far."], "counts": { "g": [1, 2] } });
        let link = Link::of(question(), &answer);
        let read = Link::read(&format!("http://127.0.0.1:4816/#{}", link.text())).unwrap();
        assert_eq!((&read.question, read.seed, &read.answer), (&link.question, Some(7), &link.answer));
        assert_eq!(read.whole_question()["seed"], 7);
        assert_eq!(read.agrees(&answer), Some(true));
        assert_eq!(read.agrees(&json!({ "counts": { "g": [1, 3] } })), Some(false));
        assert_eq!(Link::of(question(), &json!({ "line": "exact" })).agrees(&answer), None);
    }

    #[test]
    fn a_seed_may_be_a_text() {
        let mut question = question();
        question.insert("seed".to_owned(), json!("7"));
        assert_eq!(Link::of(question, &json!({ "line": "A beats B" })).seed, Some(7));
    }

    #[test]
    fn long_counts_become_a_hash() {
        let noise: Vec<u64> = (0..40_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let answer = json!({ "line": "A beats B", "counts": { "g": noise } });
        let text = Link::of(question(), &answer).text();
        assert!(text.len() <= LONGEST, "{}", text.len());
        let read = Link::read(&text).unwrap();
        assert_eq!((read.counts.is_none(), read.agrees(&answer)), (true, Some(true)));
    }

    #[test]
    fn every_published_form_stays_readable() {
        for text in PUBLISHED {
            let link = Link::read(text).unwrap();
            assert_eq!((link.question["ask"].as_str(), link.seed), (Some("play"), Some(7)), "{text}");
            assert_eq!(link.agrees(&json!({ "counts": { "g": [1, 2] } })), Some(true), "{text}");
            assert_eq!(link.answer.unwrap().line, "A beats B");
        }
    }

    #[test]
    fn what_is_no_link_gives_a_message() {
        for text in
            ["", "#", "v1.", "v1.%%%", "v2.AAAA", "http://x/#v1.AAAA", "v1.q1YqVLKqVkpUsqpWKsnILFayUiqpLEhVqq0FAA"]
        {
            assert!(Link::read(text).is_err(), "{text}");
        }
        let bomb = VERSION.to_owned() + &URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![b' '; 50_000_000], 9));
        assert!(Link::read(&bomb).is_err());
    }
}
