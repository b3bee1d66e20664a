//! Errors in a user's input, with their place and the nearest valid name; messages of a readable length.

use super::FileText;
use super::words::{listed, nearest, similarity};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::de::{Error, Expected, Unexpected};
use std::{borrow::Cow, collections::BTreeSet, fmt, ops::Range};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Replaces the problem of a text that must not be shown.
const HIDDEN: &str = "this file is not of the kind that is needed here";
const WHERE_SHOWN: &str = "its content is not shown, because it is not in the folder of the file that names it; name it on \
    the command line, or move it there, to see the error";

/// An error in an input, with its place and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file and the bytes at fault, if there is a file.
    pub place: Option<Box<(FileText, Range<usize>)>>,
    /// The value found and the values allowed.
    pub problem: String,
    /// A hint how to correct the error: usually the nearest valid name.
    pub help: Option<String>,
}

impl InputError {
    /// Returns an error without a file, such as one of the command line.
    pub fn plain(problem: impl ToString) -> InputError {
        InputError { place: None, problem: problem.to_string(), help: None }
    }

    /// Returns an error at a place of a file.
    pub fn at(file: &FileText, span: Range<usize>, problem: impl ToString) -> InputError {
        InputError { place: Some(Box::new((file.clone(), span))), problem: problem.to_string(), help: None }.or_hidden()
    }

    /// Returns the error without texts that may quote a hidden file: see [`TextOrigin`](super::TextOrigin).
    fn or_hidden(self) -> InputError {
        let Some((file, span)) = self.place.as_deref().filter(|(file, _)| !file.path.is_shown()) else { return self };
        let line = Line::of(&file.text, span);
        let problem = format!("{}:{}:{}: {HIDDEN}", file.path.display(), line.number, line.column);
        InputError { problem, help: Some(WHERE_SHOWN.to_owned()), ..self }
    }

    /// Returns the error for an unknown name, with the allowed names and the nearest one. Of many names, only the most
    /// similar are listed if one is near.
    pub fn unknown<'a>(what: &str, found: &str, allowed: impl IntoIterator<Item = &'a str>) -> InputError {
        let mut known = BTreeSet::new();
        let mut names: Vec<&str> = allowed.into_iter().filter(|name| known.insert(*name)).collect();
        let nearest = nearest(found, names.iter().copied());
        let help = nearest.map(|name| format!("did you mean `{name}`?"));
        let allowed = match names.len() {
            0 => "none is allowed".to_owned(),
            all if all > MOST_LISTED && nearest.is_some() => {
                names.sort_by(|a, b| similarity(found, b).total_cmp(&similarity(found, a)));
                let others = all - SIMILAR_LISTED;
                format!("allowed: {} and {others} others", listed(names.into_iter().take(SIMILAR_LISTED)))
            }
            _ => format!("allowed: {}", listed(names)),
        };
        let problem = format!("unknown {what} `{found}`; {allowed}");
        InputError { place: None, problem, help }
    }

    /// Returns an error of TOML's syntax.
    pub fn toml(file: &FileText, error: &toml::de::Error) -> InputError {
        InputError::at(file, error.span().unwrap_or(0..0), plain_words(error.message().trim_end()))
    }

    /// Returns the error for a value of the wrong type: a missing or unknown key, a list instead of a table.
    pub fn read(file: &FileText, error: &ReadError) -> InputError {
        let help = InputError::near_in(&error.message);
        InputError::at(file, error.span.clone().unwrap_or(0..0), error.message.trim_end()).with_help(help)
    }

    /// Suggests a name for a message of serde about an unknown one: the nearest of the names that the message lists.
    pub fn near_in(message: &str) -> Option<String> {
        let mut names = message.split('`').skip(1).step_by(2);
        let found = names.next().filter(|_| message.starts_with("unknown"))?;
        nearest(found, names).map(|name| format!("did you mean `{name}`?"))
    }

    /// Names the key that the error is about at the start of the message.
    pub fn of_key(self, key: &str) -> InputError {
        InputError { problem: format!("{key}: {}", self.problem), ..self }
    }

    /// Adds help to the error, unless it has some. A problem that ends with the help loses it there.
    pub fn with_help(mut self, help: Option<impl ToString>) -> InputError {
        let help = help.map(|help| help.to_string());
        if let Some(problem) = help.as_ref().and_then(|help| self.problem.strip_suffix(help)?.strip_suffix("; ")) {
            self.problem = problem.to_owned();
        }
        self.help = self.help.or(help);
        self
    }

    /// Adds a place to the error, unless it has one.
    pub fn or_at(mut self, file: &FileText, span: Range<usize>) -> InputError {
        self.place.get_or_insert_with(|| Box::new((file.clone(), span)));
        self.or_hidden()
    }

    /// Moves a place that marks a whole table of a file, by the bytes of `whole`, to the key or the text in it that the
    /// message quotes first. Other places stay. The name of an option in front of the message goes: the place shows the
    /// key.
    pub fn narrowed(mut self, (file, whole): (&FileText, &Range<usize>), written: &WrittenNames) -> InputError {
        if let Some((_, problem)) = self.problem.split_once(": ").filter(|(option, _)| is_option(option)) {
            self.problem = problem.to_owned();
        }
        let first = self.problem.split('`').nth(1);
        if let (Some(place), Some(found)) = (&mut self.place, first.and_then(|quoted| written.find(quoted)))
            && (&place.0, &place.1) == (file, whole)
        {
            place.1 = found;
        }
        self
    }

    /// Returns the problem and the help, each of a length that can be shown.
    pub fn parts(&self) -> (Cow<'_, str>, Option<Cow<'_, str>>) {
        let help = self.help.as_deref().map(|help| clipped(help, MOST_OF_A_HELP));
        (clipped(&self.problem, MOST_OF_A_PROBLEM), help)
    }

    /// Renders the message, with colours for a terminal or without. Long texts are quoted in part.
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let (problem, help) = self.parts();
        let title = Level::ERROR.primary_title(problem);
        let mut group = match &self.place {
            None => Group::with_title(title),
            Some(place) if !place.0.path.is_shown() => Group::with_title(title),
            Some(place) => {
                let (file, span) = place.as_ref();
                let line = Line::of(&file.text, span);
                let path = file.path.display().to_string();
                let path = clipped(&path, MOST_OF_A_PATH).into_owned();
                let marked = AnnotationKind::Primary.span(line.marked);
                let snippet = Snippet::source(line.text).line_start(line.number).annotation(marked);
                match line.is_cut {
                    // Values of JSON have no place.
                    _ if *span == (0..0) && is_json(&file.text) => title.element(Origin::path(path)),
                    false => title.element(snippet.path(path)),
                    // Columns of the snippet count from its start, not from that of the line.
                    true => {
                        title.element(Origin::path(path).line(line.number).char_column(line.column)).element(snippet)
                    }
                }
            }
        };
        if let Some(help) = help {
            group = group.element(Level::HELP.message(help));
        }
        renderer.render(&[group])
    }
}

/// Returns true if a text is a table of JSON. No text of TOML begins like one.
fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Returns true for the name of an option, such as `--field`.
fn is_option(text: &str) -> bool {
    text.strip_prefix("--")
        .is_some_and(|name| !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'))
}

/// Keys and texts of a table, with their bytes in the file.
#[derive(Clone, Debug, Default)]
pub struct WrittenNames(Vec<(String, Range<usize>)>);

impl WrittenNames {
    /// Lists the keys and texts of a table and of all tables and lists in it.
    pub fn of(table: &DeTable<'_>) -> WrittenNames {
        let mut names = WrittenNames::default();
        names.add_table(table);
        names
    }

    fn add_table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.0.push((key.get_ref().clone().into_owned(), key.span()));
            self.add(value);
        }
    }

    fn add(&mut self, value: &Spanned<DeValue<'_>>) {
        match value.get_ref() {
            DeValue::String(text) => self.0.push((text.clone().into_owned(), value.span())),
            DeValue::Array(list) => list.iter().for_each(|value| self.add(value)),
            DeValue::Table(table) => self.add_table(table),
            _ => {}
        }
    }

    /// Returns the place of a name, or of the first text that contains it as a whole word.
    fn find(&self, name: &str) -> Option<Range<usize>> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let has = |text: &str| {
            text.match_indices(name).any(|(at, _)| {
                let (before, after) = (&text[..at], &text[at + name.len()..]);
                !before.ends_with(is_part) && !after.starts_with(is_part)
            })
        };
        let is_name = |written: &&(String, Range<usize>)| written.0 == name;
        let found = self.0.iter().find(is_name).or_else(|| self.0.iter().find(|written| has(&written.0)));
        found.filter(|_| !name.is_empty()).map(|written| written.1.clone())
    }
}

/// Most bytes of each quoted part: the problem, the help, the path, and the line on either side of the place.
const MOST_OF_A_PROBLEM: usize = 1_500;
const MOST_OF_A_HELP: usize = 500;
const MOST_OF_A_PATH: usize = 300;
const MOST_BESIDE: usize = 150;

/// The line of a place, or the part of it that a message shows.
struct Line<'a> {
    text: &'a str,
    /// Number of the line, from 1.
    number: usize,
    /// Column in characters, from 1.
    column: usize,
    /// Marked bytes of `text`.
    marked: Range<usize>,
    /// True if `text` begins later than the line.
    is_cut: bool,
}

impl<'a> Line<'a> {
    /// Returns the first line of a span: an error on a whole table marks only its heading.
    fn of(text: &'a str, span: &Range<usize>) -> Line<'a> {
        let start = boundary(text, span.start);
        let first = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let last = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let end = boundary(text, span.end).clamp(start, last);
        let from = first.max(boundary(text, start.saturating_sub(MOST_BESIDE)));
        let to = last.min(boundary(text, end.min(start + MOST_BESIDE) + MOST_BESIDE));
        Line {
            text: &text[from..to],
            number: text[..first].matches('\n').count() + 1,
            column: text[first..start].chars().count() + 1,
            marked: start - from..end.min(to) - from,
            is_cut: from > first,
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for InputError {}

/// Most names that an error lists if one of them is near, and the number of similar ones that it lists of more names.
const MOST_LISTED: usize = 40;
const SIMILAR_LISTED: usize = 8;

/// Returns a message of TOML's reader in plain words, if it is about a number that is too large.
fn plain_words(message: &str) -> Cow<'_, str> {
    let start = message.split_once("invalid type: integer `").map(|(_, rest)| rest);
    match start.and_then(|rest| rest.split_once("` as i128, ")) {
        Some((number, _)) => format!("{number} is out of range; allowed: {} to {}", i64::MIN, i64::MAX).into(),
        None => message.into(),
    }
}

/// Most bytes of a message.
pub const MAX_MESSAGE: usize = 3_500;

/// Number of line ends from which a text loses its lines; a message of a reader has two or three.
const MAX_LINES: usize = 8;

/// Shortens a text to about `most` bytes: its beginning and its end remain. Control characters are escaped, so that
/// none reaches a terminal; tabs stay, and so do a few line ends.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    let keeps_lines = text.matches('\n').count() < MAX_LINES;
    let is_raw = |c: char| c.is_control() && c != '\t' && !(keeps_lines && c == '\n');
    let plain = match text.contains(is_raw) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(written_out(text, is_raw)),
    };
    if plain.len() <= most { plain } else { Cow::Owned(shortened(&plain, most)) }
}

/// Shortens a text to about `most` bytes: its beginning and its end remain.
pub fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (boundary(text, most * 2 / 3), boundary(text, text.len() - most / 3));
    format!("{} […] {}", &text[..head], &text[tail..])
}

/// Returns the last character boundary at or before a byte.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn written_out(text: &str, is_raw: impl Fn(char) -> bool) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if is_raw(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

/// Returns a text in quotes, with escapes.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Formats keys from the top as in TOML, with positions in lists in brackets: `catalogue.armaments."Sniper
/// Rifle".range[0]`.
pub fn dotted(path: &[String]) -> String {
    let mut dotted = String::new();
    for key in path {
        let place = key.starts_with('[') && key.ends_with(']');
        if !place && !dotted.is_empty() {
            dotted.push('.');
        }
        dotted += &if place { key.clone() } else { quoted_key(key) };
    }
    dotted
}

/// Formats a key as in TOML: in quotes, unless it consists of letters, digits, hyphens and underscores.
pub(crate) fn quoted_key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { toml::Value::from(key).to_string() }
}

// Errors of values that are not of the required type.

/// Reason why a value is not of the required type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// The value found and the values allowed.
    pub message: String,
    /// Bytes of the value in the file, if there is a file.
    pub span: Option<Range<usize>>,
    /// Keys from the bottom to the top.
    upwards: Vec<String>,
}

impl ReadError {
    pub(super) fn or_at(mut self, span: &Option<Range<usize>>) -> ReadError {
        self.span = self.span.or_else(|| span.clone());
        self
    }

    pub(super) fn within(mut self, key: String) -> ReadError {
        self.upwards.push(key);
        self
    }

    /// Returns the keys from the top, with positions in lists in brackets.
    pub fn path(&self) -> Vec<String> {
        self.upwards.iter().rev().cloned().collect()
    }
}

/// Error of the syntax.
impl From<toml::de::Error> for ReadError {
    fn from(error: toml::de::Error) -> ReadError {
        ReadError { message: error.message().to_owned(), span: error.span(), upwards: Vec::new() }
    }
}

impl Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> ReadError {
        ReadError { message: message.to_string(), span: None, upwards: Vec::new() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> ReadError {
        let expected = expected.to_string();
        ReadError::custom(format_args!("found {}; allowed: {}", plain_value(found), plain_type(&expected)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> ReadError {
        ReadError::invalid_type(found, expected)
    }

    fn unknown_variant(found: &str, allowed: &'static [&'static str]) -> ReadError {
        ReadError::custom(InputError::unknown("name", found, allowed.iter().copied()).problem)
    }

    fn unknown_field(found: &str, allowed: &'static [&'static str]) -> ReadError {
        ReadError::custom(InputError::unknown("key", found, allowed.iter().copied()).problem)
    }

    fn missing_field(key: &'static str) -> ReadError {
        ReadError::custom(format_args!("missing key `{key}`"))
    }
}

/// Describes a value as a file has it.
fn plain_value(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(is) => format!("`{is}`"),
        Unexpected::Signed(number) => format!("`{number}`"),
        Unexpected::Unsigned(number) => format!("`{number}`"),
        Unexpected::Float(number) => format!("`{number:?}`"),
        Unexpected::Str(text) => format!("the text {text:?}"),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        Unexpected::Unit => "nothing".to_owned(),
        // serde describes an integer beyond 64 bits so: integer `18446744073709551616` as i128.
        Unexpected::Other(kind) if kind.starts_with("integer `") => {
            format!("the {}", kind.trim_end_matches(" as i128"))
        }
        Unexpected::Other(kind) => format!("a {kind}"),
        other => other.to_string(),
    }
}

/// Describes a type of Rust by the values that it holds; other descriptions stay.
fn plain_type(name: &str) -> &str {
    match name {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65,535",
        "u32" => "a whole number from 0 to 4,294,967,295",
        "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32,768 to 32,767",
        "i32" => "a whole number from -2,147,483,648 to 2,147,483,647",
        "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a map" => "a table",
        name if name.starts_with("struct ") => "a table",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of many names, those that are similar are listed; without a similar one, all are. No name is listed twice.
    #[test]
    fn long_lists_of_names_are_shortened() {
        let names: Vec<String> = (0..60).map(|n| format!("weapon {n:02}")).chain(["shield".to_owned()]).collect();
        let unknown = |found| InputError::unknown("name", found, names.iter().chain(&names).map(String::as_str));
        let near = unknown("sheild");
        assert!(near.problem.ends_with(" and 53 others") && near.problem.contains("`shield`"), "{near}");
        assert_eq!(near.help.as_deref(), Some("did you mean `shield`?"));
        assert_eq!(unknown("zzzz").problem.matches('`').count(), 2 + 2 * 61);
    }

    #[test]
    fn many_lines_are_one() {
        assert_eq!(clipped(&"a\n".repeat(8), 100), "a\\n".repeat(8));
    }

    #[test]
    fn long_texts_keep_both_ends() {
        let text = format!("begin{}end", "é".repeat(10_000));
        let short = clipped(&text, 100);
        assert!(short.len() < 120 && short.starts_with("begin") && short.ends_with("end"), "{short}");
        assert!(short.contains(" […] "));
        assert_eq!(clipped("as it is\n", 100), "as it is\n");
        assert_eq!(clipped("a\u{1b}[31mb\u{0}", 100), "a\\u{1b}[31mb\\u{0}");
    }

    #[test]
    fn places_inside_a_character_and_in_json_are_shown() {
        let file = FileText::carried("s.toml", "a = \"é\"");
        for span in [6..6, 5..6, 6..7] {
            assert!(InputError::at(&file, span, "wrong").to_string().contains("s.toml:1:6"));
        }
        let json = FileText::carried("s.json", "{\"a\": 1}");
        let shown = InputError::at(&json, 0..0, "wrong").to_string();
        assert!(shown.contains("s.json") && !shown.contains(":1"), "{shown}");
        let error = InputError::plain("wrong; try `a`").with_help(Some("try `a`"));
        assert_eq!((error.problem.as_str(), error.help.as_deref()), ("wrong", Some("try `a`")));
        let error = ReadError::invalid_type(Unexpected::Other("integer `9` as i128"), &"u8");
        assert!(error.message.starts_with("found the integer `9`; "), "{error}");
    }

    /// A place that marks a whole table moves to the quoted name: a key, a text, or a word of a text.
    #[test]
    fn whole_tables_are_narrowed_to_the_quoted_name() {
        let text = "kind = \"k\"\nsums = { wim = 1 }\nlist = [\"damag-dice falls\", \"damag falls\"]\n";
        let file = FileText::carried("s.toml", text);
        let table = DeTable::parse(text).unwrap();
        let (names, whole) = (WrittenNames::of(table.get_ref()), 7..10);
        let place = |problem: &str, at: Range<usize>| {
            let error = InputError::at(&file, at, problem).narrowed((&file, &whole), &names);
            text[error.place.unwrap().1].to_owned()
        };
        assert_eq!(place("unknown metric `wim`; allowed: `win`", 7..10), "wim");
        assert_eq!(place("unknown metric `damag`; allowed: `damage`", 7..10), "\"damag falls\"");
        assert_eq!(place("`nobody` is unknown", 7..10), "\"k\"");
        assert_eq!(place("``", 7..10), "\"k\"");
        assert_eq!(place("unknown metric `wim`", 0..4), "kind");
        let of_option = InputError::at(&file, 0..4, "--field: `x` is no path").narrowed((&file, &whole), &names);
        assert_eq!(of_option.problem, "`x` is no path");
        // The same bytes of another file are another place.
        let other =
            InputError::at(&FileText::carried("o.toml", text), 7..10, "`wim`").narrowed((&file, &whole), &names);
        assert_eq!(other.place.unwrap().1, 7..10);
    }
}
