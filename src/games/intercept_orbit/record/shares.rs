//! Metrics that are ratios of two metrics of a game.

use super::Whole;
use hitchart_lab::matches::Shared;

/// Ratios of two metrics, and shares of one metric in another.
pub const SHARES: &[Shared] = &[
    Shared::ratio(
        "damage_an_attack",
        "Damage per attack (hits)",
        [Whole::Damage as usize, Whole::Attacks as usize],
        "hits on assets an attack",
    ),
    Shared::share(
        "share_forgone",
        "Share of declared attacks not made",
        [Whole::Forgone as usize, Whole::Named as usize],
        "the part of attacks declared that is not made",
    ),
    Shared::ratio(
        "lead_changes_a_turn",
        "Lead changes per turn",
        [Whole::LeadChanges as usize, Whole::Turns as usize],
        "lead changes a turn",
    ),
];
