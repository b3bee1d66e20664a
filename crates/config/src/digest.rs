//! Hashes of contents, for provenance.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a content in hexadecimal.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
