//! The file and the rules that studies are checked against.

use super::common::Common;
use hitchart_config::FileText;
use std::sync::Arc;

/// The file and the rules that all studies are checked against.
pub(super) struct Checker<'a> {
    pub file: &'a FileText,
    pub common: &'a Arc<Common>,
    pub seed: u64,
    /// Games of each study; overrides those of the file.
    pub games: Option<u64>,
}
