//! JSON Schemas of several games, joined into one.

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
