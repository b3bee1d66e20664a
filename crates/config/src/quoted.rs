//! Texts as files of TOML have them.

/// A text in quotes, with what must be escaped.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
