//! Digests of texts, for provenance.

use sha2::{Digest, Sha256};

/// The SHA-256 of a text, as hexadecimal digits.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
