//! A 64-bit number as 16 hexadecimal digits: JSON readers keep no more than 53 bits of a number.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes the digits.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{number:016x}"))
}

/// Reads the digits.
///
/// # Errors
/// Texts that are not hexadecimal numbers of 64 bits.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(D::Error::custom)
}
