//! The equipment that a player brings to a game, in the words of files and of people.

use serde_json::{Map, Value};

/// A build without names: a company, a fleet.
pub trait Built {
    /// Describes the parts for people.
    fn describe(&self) -> String;
    /// Returns the build's bid in words.
    fn bid(&self) -> String;
    /// Returns the parts as JSON, by names.
    fn written(&self) -> Map<String, Value>;
    /// Returns the parts as JSON, with more entries.
    fn written_with(&self, more: Value) -> Value {
        let mut all = self.written();
        if let Value::Object(more) = more {
            all.extend(more);
        }
        Value::Object(all)
    }
    /// Returns the parts one by one, in the notation of files.
    fn parts(&self) -> Vec<String>;
    /// Describes the part in one of the places.
    fn standing(&self, place: usize) -> String;
}
