//! Bounds of the fields of a ruleset. A field declares its bounds once, in [`ruleset!`](crate::ruleset). They become
//! part of its JSON Schema, which editors, the documents and the check read.

use super::{Rules, RulesError, once};
use crate::error::dotted;
use crate::words::short;
use schemars::Schema;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use toml::{Table, Value};

/// Keyword of the schema: the most dice of a field of dice.
const DICE: &str = "x-dice";
/// Keyword of the schema: fields of the same table that a number must not be below.
const FROM: &str = "x-not-below";

/// Declares the tables and the choices of a ruleset, each with `pub` fields and a comment on each field.
///
/// A field may have bounds: `whites: u8 where 1..=6`. Those of a list hold for each entry, and those of dice for their
/// number. `from least` adds a field of the same table that the number must not be below. An overlay writes the
/// variants of an `enum` in lower case with hyphens.
///
/// ```
/// hitchart_config::ruleset! {
///     /// The table.
///     pub struct TableRules {
///         /// Smallest diagonal.
///         pub least: f64 where 16.0..=96.0,
///         /// Greatest diagonal.
///         pub most: f64 where 16.0..=96.0 from least,
///         /// Its shape.
///         pub shape: Shape,
///     }
///
///     /// Shapes of tables.
///     pub enum Shape {
///         /// A square.
///         Square,
///         /// A circle.
///         Circle,
///     }
/// }
///
/// let schema = schemars::schema_for!(TableRules).to_value();
/// assert_eq!(schema["properties"]["most"]["maximum"], 96.0);
/// ```
#[macro_export]
macro_rules! ruleset {
    () => {};
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty $(where $low:literal ..= $high:literal $(from $least:ident)*)?,)*
        }
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[$of_field])*
                $(#[schemars(transform = $crate::rules::bounds($low, $high, stringify!($($least)*)))])?
                pub $field: $type,
            )*
        }
        $crate::ruleset! { $($rest)* }
    };
    ($(#[$meta:meta])* pub enum $name:ident { $($variants:tt)* } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($variants)* }
        $crate::ruleset! { $($rest)* }
    };
}

/// Adds the bounds of a field to its schema; [`ruleset!`](crate::ruleset) calls it. `from` has the names of other fields,
/// with spaces between them.
pub fn bounds(low: impl Into<f64>, high: impl Into<f64>, from: &'static str) -> impl FnMut(&mut Schema) {
    let (low, high) = (low.into(), high.into());
    move |schema| {
        let schema = schema.ensure_object();
        if !from.is_empty() {
            schema.insert(FROM.to_owned(), from.split(' ').collect());
        }
        match schema.get_mut("items").and_then(Json::as_object_mut) {
            Some(entries) => bound(entries, low, high),
            None => bound(schema, low, high),
        }
    }
}

fn bound(schema: &mut Map<String, Json>, low: f64, high: f64) {
    let kind = schema.get("type").map(Json::to_string).unwrap_or_default();
    let [low, high] = [low, high].map(|end| if kind.contains("number") { json!(end) } else { json!(end as i64) });
    if kind.contains("number") || kind.contains("integer") {
        schema.extend([("minimum".to_owned(), low), ("maximum".to_owned(), high)]);
    } else {
        schema.insert(DICE.to_owned(), high);
    }
}

/// Checks that every field of a ruleset is within its bounds, and then what joins several fields.
///
/// # Errors
/// Returns the first field that is out of bounds, and the errors of [`Rules::cross_check`].
pub fn check<R: Rules>(rules: &R) -> Result<(), RulesError> {
    let value = Value::try_from(rules).map_err(|error| RulesError::at("name", error))?;
    check_bounds::<R>(&value)?;
    if rules.name().trim().is_empty() {
        return Err(RulesError::out_of_range("name", format!("`{}`", rules.name()), "a text that is not blank"));
    }
    rules.cross_check()
}

/// Checks that every field of a ruleset is within its bounds. Fields of a wrong type are left out.
///
/// # Errors
/// Returns the first field that is out of bounds.
pub(super) fn check_bounds<R: Rules>(rules: &Value) -> Result<(), RulesError> {
    let schema = schema::<R>();
    Walk { root: &schema, path: Vec::new() }.value(&schema, (&Json::Null, &Table::new()), rules)
}

/// Returns the lowest and the highest number of the field at a path. `None` if the field has no such bounds.
pub(super) fn bounds_at<R: Rules>(path: &[String]) -> Option<(f64, f64)> {
    let root = schema::<R>();
    let found = path.iter().try_fold(&*root, |schema, key| {
        let schema = referenced(&root, schema).unwrap_or(schema);
        let inner = if key.starts_with('[') { &schema["items"] } else { &schema["properties"][key] };
        Some(inner).filter(|inner| !inner.is_null()).or_else(|| schema.get("additionalProperties"))
    });
    ends(found?)
}

/// Returns the schema of a type of rulesets.
fn schema<R: Rules>() -> Arc<Json> {
    let made = once::<R, _, std::convert::Infallible>("schema", || Ok(Arc::new(schemars::schema_for!(R).to_value())));
    made.unwrap_or_else(|never| match never {})
}

/// Returns the schema that a schema refers to.
fn referenced<'a>(root: &'a Json, schema: &Json) -> Option<&'a Json> {
    schema["$ref"].as_str().and_then(|name| root.pointer(name.trim_start_matches('#')))
}

/// A walk along a ruleset and its schema.
struct Walk<'a> {
    root: &'a Json,
    /// Keys from the top; places in lists are in brackets.
    path: Vec<String>,
}

/// The table that a value is in, and the schema of the table.
type Parent<'a> = (&'a Json, &'a Table);

impl Walk<'_> {
    /// Checks a value and everything in it.
    fn value(&mut self, schema: &Json, parent: Parent<'_>, value: &Value) -> Result<(), RulesError> {
        match value {
            Value::String(text) => self.dice(schema, text)?,
            Value::Integer(found) => self.number(schema, parent, *found as f64)?,
            Value::Float(found) => self.number(schema, parent, *found)?,
            Value::Array(list) => {
                for (place, entry) in list.iter().enumerate() {
                    self.within(&format!("[{place}]"), &schema["items"], parent, entry)?;
                }
            }
            Value::Table(table) => {
                for (key, entry) in table {
                    let of_key = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
                    self.within(key, of_key, (schema, table), entry)?;
                }
            }
            _ => {}
        }
        let named = referenced(self.root, schema);
        let forms = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
        let mut forms = named.into_iter().chain(forms.filter(|form| fits(form, value)));
        forms.try_for_each(|form| self.value(form, parent, value))
    }

    fn within(&mut self, key: &str, schema: &Json, parent: Parent<'_>, value: &Value) -> Result<(), RulesError> {
        self.path.push(key.to_owned());
        self.value(schema, parent, value)?;
        self.path.pop();
        Ok(())
    }

    fn dice(&self, schema: &Json, text: &str) -> Result<(), RulesError> {
        let Some(most) = schema[DICE].as_u64() else { return Ok(()) };
        let count = |term: &str| term.split('d').next()?.parse::<u64>().ok();
        let dice: u64 = text.split('+').filter_map(count).sum();
        if dice <= most {
            Ok(())
        } else {
            Err(self.wrong(format!("`{text}`, {dice} dice"), format!("up to {most} dice")))
        }
    }

    fn number(&self, schema: &Json, (of_parent, parent): Parent<'_>, found: f64) -> Result<(), RulesError> {
        if let Some(only) = schema["enum"].as_array() {
            let only: Vec<f64> = only.iter().filter_map(Json::as_f64).collect();
            let allowed = || only.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            return if only.contains(&found) { Ok(()) } else { Err(self.wrong(found, allowed())) };
        }
        let Some((low, high)) = ends(schema) else { return Ok(()) };
        // A field that is out of its bounds is reported itself.
        let others = schema[FROM].as_array().into_iter().flatten().filter_map(|key| {
            let key = key.as_str()?;
            let (least, (low, high)) = (number(parent.get(key)?)?, ends(&of_parent["properties"][key])?);
            (low..=high).contains(&least).then_some((key, least))
        });
        let least = others.filter(|(_, least)| *least > low).max_by(|a, b| a.1.total_cmp(&b.1));
        let from = least.map_or(low, |(_, least)| least);
        if (from..=high).contains(&found) {
            return Ok(());
        }
        let allowed = format!("{from} to {high}");
        let Some((key, _)) = least else { return Err(self.wrong(found, allowed)) };
        let mut path = self.path.clone();
        path.splice(path.len() - 1.., [key.to_owned()]);
        let mut error = self.wrong(found, format!("{allowed}, not below `{}`", dotted(&path)));
        error.paths.push(path);
        Err(error)
    }

    fn wrong(&self, found: impl std::fmt::Display, allowed: String) -> RulesError {
        let problem = format!("`{}` is {}; allowed: {allowed}", dotted(&self.path), short(found));
        RulesError { paths: vec![self.path.clone()], problem, help: None }
    }
}

/// Returns the lowest and the highest value of a number.
fn ends(schema: &Json) -> Option<(f64, f64)> {
    Some((schema["minimum"].as_f64()?, schema["maximum"].as_f64()?))
}

/// Returns the number of an integer or a float. `None` for other values.
fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| Some(value.as_integer()? as f64))
}

/// Returns false if a form of a table has another fixed value of a key, such as the name of its kind.
fn fits(form: &Json, value: &Value) -> bool {
    let differs = |(key, schema): (&String, &Json)| {
        let fixed = schema.get("const").and_then(Json::as_str);
        fixed.is_some_and(|fixed| value.get(key).is_none_or(|found| found.as_str() != Some(fixed)))
    };
    !form["properties"].as_object().into_iter().flatten().any(differs)
}

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, reason = "the macro declares public types")]

    use super::*;

    ruleset! {
        /// Rules with every sort of bounds.
        pub struct House {
            /// Name.
            pub name: String,
            /// A number.
            pub whites: u8 where 1..=6,
            /// A number that may be missing.
            pub spare: Option<u8> where 2..=3,
            /// Distances.
            pub ranges: Ranges,
            /// Dice.
            pub dice: String where 0..=4,
            /// Numbers.
            pub damage: [u8; 2] where 0..=6,
            /// Entries by name.
            pub units: std::collections::BTreeMap<String, Ranges>,
        }

        /// Distances.
        pub struct Ranges {
            /// Near.
            pub near: f64 where 0.5..=8.0,
            /// Far.
            pub far: f64 where 0.5..=12.0 from near,
            /// Degrees.
            #[schemars(extend("enum" = [22.5, 45.0]))]
            pub click: f64,
            /// An effect.
            pub effect: Effect,
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(tag = "does", rename_all = "kebab-case")]
    pub enum Effect {
        Strike {
            #[schemars(range(min = 0, max = 9))]
            harm: u8,
        },
        Shield {
            #[schemars(range(min = 1, max = 2))]
            harm: u8,
        },
    }

    impl Rules for House {
        const BUILT_IN: &'static [(&'static str, &'static str)] = &[];

        fn name(&self) -> &str {
            &self.name
        }

        fn cross_check(&self) -> Result<(), RulesError> {
            if self.whites == 2 { Err(RulesError::out_of_range("whites", 2, "not two")) } else { Ok(()) }
        }
    }

    fn house() -> House {
        let effect = Effect::Strike { harm: 9 };
        let ranges = Ranges { near: 2.0, far: 8.0, click: 45.0, effect };
        let units = [("Long Gun".to_owned(), ranges.clone())].into();
        House { name: "h".into(), whites: 1, spare: None, ranges, dice: "3d6+1d8".into(), damage: [0, 6], units }
    }

    #[test]
    fn every_sort_of_bounds_is_checked_with_its_place() {
        assert_eq!(check(&house()), Ok(()));
        let says = |change: fn(&mut House), problem: &str| {
            let mut rules = house();
            change(&mut rules);
            assert_eq!(check(&rules).unwrap_err().problem, problem);
        };
        says(|r| r.whites = 7, "`whites` is 7; allowed: 1 to 6");
        says(|r| r.whites = 2, "`whites` is 2; allowed: not two");
        says(|r| r.spare = Some(4), "`spare` is 4; allowed: 2 to 3");
        says(|r| r.ranges.near = f64::NAN, "`ranges.near` is NaN; allowed: 0.5 to 8");
        says(|r| r.ranges.far = 1.5, "`ranges.far` is 1.5; allowed: 2 to 12, not below `ranges.near`");
        says(|r| r.ranges.far = 12.5, "`ranges.far` is 12.5; allowed: 2 to 12, not below `ranges.near`");
        says(|r| r.ranges.click = 30.0, "`ranges.click` is 30; allowed: 22.5, 45");
        says(|r| r.ranges.effect = Effect::Strike { harm: 10 }, "`ranges.effect.harm` is 10; allowed: 0 to 9");
        says(|r| r.ranges.effect = Effect::Shield { harm: 3 }, "`ranges.effect.harm` is 3; allowed: 1 to 2");
        says(|r| r.dice = "3d6+2d8".into(), "`dice` is `3d6+2d8`, 5 dice; allowed: up to 4 dice");
        says(|r| r.damage = [0, 7], "`damage[1]` is 7; allowed: 0 to 6");
        let of_unit: fn(&mut House) = |r| r.units.get_mut("Long Gun").unwrap().near = 9.0;
        says(of_unit, "`units.\"Long Gun\".near` is 9; allowed: 0.5 to 8");
    }

    #[test]
    fn bounds_are_part_of_the_schema() {
        let schema = schemars::schema_for!(House).to_value();
        let of = |field: &str| &schema["properties"][field];
        assert_eq!((&of("whites")["minimum"], &of("whites")["maximum"]), (&json!(1), &json!(6)));
        assert_eq!(of("damage")["items"]["maximum"], 6);
        assert_eq!(schema["$defs"]["Ranges"]["properties"]["far"][FROM], json!(["near"]));
    }
}
