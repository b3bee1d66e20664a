//! Names of the features.

use hitchart_play::sides;

sides!(
    [
        "score",
        "points per asset",
        "frames",
        "stations",
        "hit points",
        "whites",
        "frail frames",
        "hand-to-hand",
        "direct",
        "artillery",
        "rockets",
        "defense systems",
        "movement systems",
        "comms systems",
        "to act",
        "hit points to act",
        "defenses known",
        "pips of defenses",
        "pips of spots",
        "beside cover",
        "life in danger now",
        "frames in danger now",
        "life in danger later",
        "frames in danger later",
        "stations guarded",
        "stations contested",
        "stations besieged",
        "way to a station",
        "way to an enemy",
        "life to take now",
        "frames to take now",
        "life to take later",
        "frames to take later",
        "points of frames in danger now",
        "points to take now",
        "stations in danger now",
        "stations in danger later",
    ],
    [
        "clock",
        "round",
        "players beyond two",
        "next to act",
        "all to act",
        "lead",
        "lead by clock",
        "who leads",
        "lead in hit points times clock",
    ]
);

/// Index of the score, in assets of five points.
pub const SCORE: usize = 0;
/// Index of the hit points, in pairs.
pub const HIT_POINTS: usize = 4;
