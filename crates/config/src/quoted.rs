//! Texts in TOML syntax.

/// Returns a text in quotes, with escapes.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
