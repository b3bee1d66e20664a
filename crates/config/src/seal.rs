//! A hash in a JSON object over the rest of the object, which reveals that a file was edited or damaged.

use super::sha256;
use serde_json::Value;

/// Key of the hash.
pub const SEAL: &str = "sha256";

/// Returns the hash of an object: SHA-256 of its JSON without the key [`SEAL`], keys sorted, without spaces.
pub fn seal(value: &Value) -> String {
    match value {
        Value::Object(fields) if fields.contains_key(SEAL) => {
            let mut rest = fields.clone();
            rest.remove(SEAL);
            sha256(Value::Object(rest).to_string())
        }
        value => sha256(value.to_string()),
    }
}

/// Checks an object against its hash.
///
/// # Errors
/// Describes the mistake if the hash is missing or does not match.
pub fn check_seal(value: &Value) -> Result<(), &'static str> {
    match value.get(SEAL) {
        None => Err("it has no `sha256`; it was written by another version"),
        Some(found) if *found == Value::String(seal(value)) => Ok(()),
        Some(_) => Err("its `sha256` does not match its content; it was edited or damaged"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_change_breaks_a_seal_and_the_order_of_keys_does_not() {
        let mut sealed = json!({ "b": [1, 2], "a": 0.1 });
        sealed[SEAL] = seal(&sealed).into();
        assert_eq!(check_seal(&sealed), Ok(()));
        let text = format!(r#"{{"sha256":{},"a":0.1,"b":[1, 2]}}"#, sealed[SEAL]);
        assert_eq!(check_seal(&serde_json::from_str(&text).unwrap()), Ok(()));
        for (from, to) in
            [("0.1", "0.2"), ("[1, 2]", "[1]"), ("[1, 2]", "[2, 1]"), ("\"a\"", "\"c\""), ("1, ", "1.0, ")]
        {
            let changed = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
            assert!(check_seal(&changed).is_err(), "{from} to {to}");
        }
        assert!(check_seal(&json!({ "a": 1 })).is_err() && check_seal(&json!(1)).is_err());
    }
}
