//! Metrics that are the ratio of two metrics of a game.

use super::Whole;
use hitchart_lab::matches::Shared;

/// Shares of one metric in another.
pub const SHARES: &[Shared] = &[
    Shared::share(
        "share_hand_to_hand",
        "Hand-to-hand share of damage",
        [Whole::HandToHand as usize, Whole::Damage as usize],
        "the part of damage that is dealt hand-to-hand",
    ),
    Shared::share(
        "share_direct",
        "Direct-fire share of damage",
        [Whole::Direct as usize, Whole::Damage as usize],
        "the part of damage that is dealt by direct fire",
    ),
    Shared::share(
        "share_artillery",
        "Artillery share of damage",
        [Whole::Artillery as usize, Whole::Damage as usize],
        "the part of damage that is dealt by artillery",
    ),
    Shared::ratio(
        "damage_an_attack",
        "Damage per attack (hits)",
        [Whole::Damage as usize, Whole::Attacks as usize],
        "hits on frames an attack",
    ),
    Shared::share(
        "share_forgone",
        "Share of declared attacks not made",
        [Whole::Forgone as usize, Whole::Named as usize],
        "the part of attacks declared that is not made",
    ),
    Shared::ratio("moves_a_turn", "Moves per turn", [Whole::Moves as usize, Whole::Turns as usize], "moves a turn"),
    Shared::ratio(
        "spots_used_an_attack",
        "Spots used per attack",
        [Whole::SpotsUsed as usize, Whole::Attacks as usize],
        "spots used an attack",
    ),
    Shared::ratio(
        "lead_changes_a_turn",
        "Lead changes per turn",
        [Whole::LeadChanges as usize, Whole::Turns as usize],
        "lead changes a turn",
    ),
    Shared::ratio(
        "friends_spots_an_attack",
        "Spots of other frames used per attack",
        [Whole::FriendSpots as usize, Whole::Attacks as usize],
        "spots of other frames of the company used an attack",
    ),
    Shared::ratio(
        "spot_value",
        "Mean value of spots placed",
        [Whole::SpotValues as usize, Whole::Spots as usize],
        "the mean value of spots placed",
    ),
    Shared::share(
        "share_in_cover",
        "Share of turns that end in cover",
        [Whole::InCover as usize, Whole::Turns as usize],
        "the part of turns that end in cover",
    ),
];
