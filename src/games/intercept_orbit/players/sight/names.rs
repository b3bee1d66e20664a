//! Names of the features.

use hitchart_play::sides;

sides!(
    [
        "score",
        "points per asset",
        "ships",
        "companies that fly",
        "companies docked",
        "companies adrift",
        "high value assets",
        "ships of others held",
        "hit points of ships",
        "hit points of companies",
        "whites of ships",
        "point defense",
        "assault",
        "support",
        "defense systems",
        "catapults",
        "aces",
        "ships to act",
        "companies to act",
        "fuel that lasts",
        "companies that run dry",
        "flights home",
        "pips of defenses",
        "pips of spots",
        "frail assets",
        "life in danger now",
        "assets in danger now",
        "life in danger later",
        "assets in danger later",
        "life to take now",
        "assets to take now",
        "life to take later",
        "assets to take later",
        "ships that boarders may take",
        "ships to take by boarding",
        "high value assets guarded",
        "high value assets besieged",
        "way to a high value asset",
        "ships near the edge",
    ],
    [
        "rounds left",
        "clock",
        "round",
        "players beyond two",
        "next to act",
        "all to act",
        "lead",
        "lead by rounds left",
        "who leads",
        "lead in hit points times rounds left",
    ]
);

/// Index of the score, in assets of ten points.
pub const SCORE: usize = 0;
/// Indices of the hit points of ships and of companies, in fours.
pub const HIT_POINTS: [usize; 2] = [8, 9];
