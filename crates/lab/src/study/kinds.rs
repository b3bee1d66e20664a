//! Kinds of studies: their names, the keys that each of them reads, and the JSON Schema of the studies.

use super::Study;
use super::request::Written;
use hitchart_config::{At, FileText, InputError, read};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::Error as ProbeError;
use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::{Value, json};
use std::sync::Arc;
use toml::Spanned;
use toml::de::DeTable;

/// Function that checks a study as written.
pub type Check<C> = fn(&C, Written<'_>) -> Result<Arc<dyn Study>, InputError>;

/// Endings of the names of a study's files, separated by spaces: they follow the study's name and a hyphen; `#` stands
/// for a number.
pub type FileNames = &'static str;

/// A kind of study.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Name, as people type it.
    pub name: &'static str,
    /// Title of studies without a title.
    pub title: &'static str,
    /// Endings of the study's file names.
    pub files: FileNames,
    /// Keys that set the number of games of studies without a number on the command line.
    pub games_keys: &'static [&'static str],
    /// JSON Schema of the keys of the kind.
    schema: fn(&mut SchemaGenerator) -> Schema,
}

/// A kind of study of a game whose studies are checked by a `C`.
pub struct StudyKind<C> {
    /// Names and keys of the kind.
    pub kind: Kind,
    /// Function that checks a study of this kind.
    pub check: Check<C>,
}

/// Creates a kind with the keys `K` from its name, the title of studies without a title, the endings of their file names,
/// and the function that checks them.
pub fn kind<K: StudyKeys, C>(
    name: &'static str,
    title: &'static str,
    files: FileNames,
    check: Check<C>,
) -> StudyKind<C> {
    StudyKind { kind: Kind { name, title, files, games_keys: &[], schema: K::schema }, check }
}

impl<C> StudyKind<C> {
    /// Returns the kind with the keys that set the number of games if no command line does.
    pub fn with_games_keys(self, games_keys: &'static [&'static str]) -> StudyKind<C> {
        StudyKind { kind: Kind { games_keys, ..self.kind }, ..self }
    }
}

/// Returns the JSON Schema of studies, each of one of these kinds, with the keys that all kinds have.
pub fn schema_of<C>(kinds: impl IntoIterator<Item = StudyKind<C>>) -> Value {
    let mut generator = SchemaGenerator::default();
    let of_kind = |StudyKind { kind, .. }: StudyKind<C>| {
        let mut schema = (kind.schema)(&mut generator);
        merge(&mut schema, Heading::json_schema(&mut generator));
        schema.insert("additionalProperties".to_owned(), json!(false));
        let tag = json!({ "type": "string", "const": kind.name });
        merge(&mut schema, json_schema!({ "properties": { "kind": tag }, "required": ["kind"] }));
        schema.to_value()
    };
    let kinds: Vec<Value> = kinds.into_iter().map(of_kind).collect();
    json!({ "description": "A study; `kind` selects its form.", "oneOf": kinds, "$defs": generator.take_definitions(true) })
}

/// Adds the properties of an object, and those that it requires, to the schema of another one.
fn merge(schema: &mut Schema, mut other: Schema) {
    for list in ["properties", "required"] {
        match (schema.get_mut(list), other.remove(list)) {
            (Some(Value::Object(own)), Some(Value::Object(added))) => own.extend(added),
            (Some(Value::Array(own)), Some(Value::Array(added))) => own.extend(added),
            (None, Some(added)) => drop(schema.insert(list.to_owned(), added)),
            _ => {}
        }
    }
}

// The keys of studies.

/// Name, title and text of a study, common to every kind.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Heading {
    /// Name for anchors and files: lower case, digits and hyphens. By default the kind, numbered.
    pub name: Option<At<String>>,
    /// Heading in the report.
    pub title: Option<String>,
    /// Text under the heading in the report.
    pub text: Option<String>,
}

/// Keys of a kind of study: a struct, or several structs [`With`] each other.
pub trait StudyKeys: Sized {
    /// Returns the names of the keys.
    fn names() -> Vec<&'static str>;

    /// Reads the keys from a table without other keys.
    ///
    /// # Errors
    /// As [`read`].
    fn read(file: &FileText, table: Spanned<DeTable<'_>>) -> Result<Self, InputError>;

    /// Returns the JSON Schema of the keys.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

impl<T: DeserializeOwned + JsonSchema> StudyKeys for T {
    fn names() -> Vec<&'static str> {
        let mut names: &[&str] = &[];
        // The read ends with an error as soon as the names are known.
        let _ = T::deserialize(NameProbe(&mut names));
        names.to_vec()
    }

    fn read(file: &FileText, table: Spanned<DeTable<'_>>) -> Result<T, InputError> {
        read(file, table)
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Keys that several kinds share, and the keys of one kind.
#[derive(Clone, Debug)]
pub struct With<S, K>(pub S, pub K);

impl<S: StudyKeys, K: StudyKeys> StudyKeys for With<S, K> {
    fn names() -> Vec<&'static str> {
        S::names().into_iter().chain(K::names()).collect()
    }

    fn read(file: &FileText, table: Spanned<DeTable<'_>>) -> Result<With<S, K>, InputError> {
        let (span, names) = (table.span(), S::names());
        let (shared, own) =
            table.into_inner().into_iter().partition(|(key, _)| names.contains(&key.get_ref().as_ref()));
        match (S::read(file, Spanned::new(span.clone(), shared)), K::read(file, Spanned::new(span, own))) {
            (Ok(shared), Ok(own)) => Ok(With(shared, own)),
            // The place of a wrong value is after that of a missing key, which is the whole table.
            (Err(shared), Err(own)) if start(&shared) < start(&own) => Err(own),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (shared, mut own) = (S::schema(generator), K::schema(generator));
        merge(&mut own, shared);
        own
    }
}

/// Returns the start of an error's place; `None` if it has no place.
fn start(error: &InputError) -> Option<usize> {
    error.place.as_deref().map(|(_, span)| span.start)
}

/// Deserializer that only notes the names of the fields of a struct.
struct NameProbe<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for NameProbe<'_> {
    type Error = ProbeError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeError> {
        Err(ProbeError::custom("there are only names"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ProbeError> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Checks that a table has only the keys `K` and those of the heading.
///
/// # Errors
/// Fails on the first other key, with its place, the allowed keys and the nearest one.
pub(super) fn check_keys<K: StudyKeys>(file: &FileText, table: &DeTable<'_>) -> Result<(), InputError> {
    let names: Vec<&str> = Heading::names().into_iter().chain(K::names()).collect();
    let Some(unknown) = table.keys().find(|key| !names.contains(&key.get_ref().as_ref())) else { return Ok(()) };
    let error = InputError::unknown("key", unknown.get_ref(), names);
    Err(error.or_at(file, unknown.span()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::read_table;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Side {
        company: At<String>,
    }

    /// Games of a side.
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Amount {
        #[serde(rename = "number")]
        games: Option<At<u64>>,
    }

    type Keys = With<Side, Amount>;

    fn read_keys(text: &str) -> Result<Keys, InputError> {
        let file = FileText::carried("scenario.toml", text);
        let table = read_table(&file)?;
        check_keys::<Keys>(&file, table.get_ref())?;
        Keys::read(&file, table)
    }

    #[test]
    fn shared_and_own_keys_are_read_with_their_places() {
        let With(side, amount) = read_keys("number = 7\ncompany = 'red'").unwrap();
        assert_eq!(side, Side { company: At { value: "red".to_owned(), span: 21..26 } });
        assert_eq!(amount, Amount { games: Some(At { value: 7, span: 9..10 }) });
    }

    #[test]
    fn an_unknown_key_is_shown_with_all_keys() {
        let error = read_keys("compny = 'red'").unwrap_err();
        let allowed = "`name`, `title`, `text`, `company`, `number`";
        assert_eq!(error.problem, format!("unknown key `compny`; allowed: {allowed}"));
        assert_eq!(error.help.as_deref(), Some("did you mean `company`?"));
        assert_eq!(error.place.unwrap().1, 0..6);
        assert_eq!(read_keys("number = 7").unwrap_err().problem, "missing key `company`");
        assert_eq!(read_keys("number = 'x'").unwrap_err().place.unwrap().1, 9..12);
    }

    #[test]
    fn the_schema_of_a_kind_has_shared_and_own_keys() {
        let check: Check<()> = |(), _| Err(InputError::plain("not checked"));
        let schema = schema_of([kind::<Keys, _>("games", "Games", "wins", check)]);
        let of_kind = &schema["oneOf"][0];
        assert_eq!(of_kind["description"], "Games of a side.");
        assert_eq!(of_kind["required"], json!(["company", "kind"]));
        assert_eq!(of_kind["properties"]["kind"]["const"], "games");
        let keys: Vec<&String> = of_kind["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["company", "kind", "name", "number", "text", "title"]);
    }
}
