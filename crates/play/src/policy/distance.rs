//! Distances of built-in policies from the best play known.
//!
//! A distance is the share of points that the best response found to a policy wins, as `hitchart exploit` measures it.
//! `.ci/distances` writes the files. docs/exploitability.md describes the method.

use serde::{Deserialize, Serialize};

/// The best response that was found to a policy, on fresh games.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Distance {
    /// Name of the policy.
    pub name: String,
    /// Name of the response.
    pub response: String,
    /// Share of points of the response, from 0 to 1. A better response may exist, so it is a lower bound.
    pub share: f64,
    /// 95% interval of the share.
    pub interval: [f64; 2],
    /// Number of games.
    pub games: u64,
}

/// A file of distances: the matchups and the program, for people, and a table for each policy.
#[derive(Debug, Default, Deserialize)]
struct DistanceFile {
    #[serde(default)]
    policy: Vec<Distance>,
}

/// Returns the distance of a policy from the text of a file; `None` if the file has none of it.
pub(super) fn of_policy(text: &str, name: &str) -> Option<Distance> {
    let file: DistanceFile = toml::from_str(text).unwrap_or_default();
    file.policy.into_iter().find(|distance| distance.name == name)
}
