//! JSON Schemas: those of several games joined into one, and that of ruleset files.

use crate::rules::Rules;
use serde_json::{Map, Value, json};

/// Draft that all schemas follow.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Splits a schema into its definitions and the whole, which is called `name`. All definitions get the prefix `name`,
/// so that those of several games can be combined.
pub fn definitions(name: &str, mut schema: Value) -> Map<String, Value> {
    rename(name, &mut schema);
    let own = schema.as_object_mut().and_then(|fields| fields.remove("$defs"));
    let Some(Value::Object(own)) = own else { return Map::from_iter([(name.to_owned(), schema)]) };
    let own = own.into_iter().map(|(definition, schema)| (format!("{name}-{definition}"), schema));
    own.chain([(name.to_owned(), schema)]).collect()
}

/// Updates every reference to a definition to its new name.
fn rename(name: &str, schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("$schema");
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace("#/$defs/", &format!("#/$defs/{name}-"));
            }
            fields.values_mut().for_each(|field| rename(name, field));
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| rename(name, entry)),
        _ => {}
    }
}

/// Returns a reference to the definition of a name.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns a schema that accepts any of the given ones, each by name. A property of several schemas may have any of
/// their forms.
pub fn any_of(title: &str, schemas: impl Iterator<Item = (String, Value)>) -> Value {
    let (mut all, mut names, mut properties) = (Map::new(), Vec::new(), Map::<String, Value>::new());
    for (name, schema) in schemas {
        let parts = definitions(&name, schema);
        for (property, schema) in parts[&name]["properties"].as_object().into_iter().flatten() {
            let forms = properties.entry(property).or_insert_with(|| json!({ "anyOf": [] }));
            if let Some(forms) = forms["anyOf"].as_array_mut().filter(|forms| !forms.contains(schema)) {
                forms.push(schema.clone());
            }
        }
        names.push(reference(&name));
        all.extend(parts);
    }
    json!({ "$schema": DRAFT, "title": title, "anyOf": names, "properties": properties, "$defs": all })
}

/// Returns the JSON Schema of ruleset files: every field of a ruleset, none of them required, and `extends`.
pub fn of_rules<R: Rules>() -> Value {
    let mut schema = schemars::schema_for!(R).to_value();
    require_nothing(&mut schema);
    R::ENTRIES.tables.iter().for_each(|table| allow_removal(&mut schema, table));
    let default = R::BUILT_IN[0].0;
    schema["properties"]["extends"] = json!({
        "type": "string",
        "description": format!(
            "The ruleset that this file changes: a built-in name, or a file ending in .toml; `{default}` by default."
        ),
    });
    schema
}

/// Adds the key that removes an entry to the schema of a table of entries.
fn allow_removal(schema: &mut Value, table: &[&str]) {
    let mut place = String::new();
    for key in table.iter().chain([&"*"]) {
        place += &match *key {
            "*" => "/additionalProperties".to_owned(),
            key => format!("/properties/{key}"),
        };
        let reference = schema.pointer(&place).and_then(|node| node["$ref"].as_str());
        place = reference.map_or(place.clone(), |reference| reference.trim_start_matches('#').to_owned());
    }
    let meaning = "Removes the entry; it then has no other keys.";
    if let Some(properties) = schema.pointer_mut(&format!("{place}/properties")) {
        properties["remove"] = json!({ "const": true, "description": meaning });
    }
}

/// Makes all fields optional, because an overlay contains only its changes, at every level.
fn require_nothing(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("required");
            fields.values_mut().for_each(require_nothing);
        }
        Value::Array(entries) => entries.iter_mut().for_each(require_nothing),
        _ => {}
    }
}
