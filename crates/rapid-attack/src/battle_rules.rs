//! The sections of the ruleset on whole battles: ranges, turns, order, stations, fielding, bids, clock, options.
//!
//! Sources are the rulebook's chapters from "Assembling your company" to "Options"; ids are those of the rulings.

use hitchart_config::ruleset;

ruleset! {
/// Distances, in ruler units (rulebook, "The Ruler, Ranges, and Cover").
pub struct RangeRules {
    /// Farthest hand-to-hand (S05).
    pub hand_to_hand: f64 where 0.1..=8.0,
    /// Direct fire begins at this distance, but beyond hand-to-hand (S04).
    pub direct_from: f64 where 0.0..=16.0,
    /// Farthest direct fire, the length of the ruler. Artillery is beyond it (S05).
    pub direct: f64 where 1.0..=24.0 from hand_to_hand from direct_from,
    /// Number of ranges. With 2 there is no artillery: its weapons are direct ones, and direct fire has no limit. With
    /// 4, artillery has a limit, and the weapons beyond it are those of extreme range, `Re` (rulebook, "Are there a
    /// different number of ranges?").
    pub bands: u8 where 2..=4,
    /// Farthest artillery with 4 ranges, beyond `direct`.
    pub artillery: f64 where 1.0..=60.0,
    /// True if a frame exactly on the border of two ranges counts as in both (S05).
    pub border_both: bool,
}

/// Movement of frames, and obstacles.
pub struct MovementRules {
    /// Radius of a frame (R41).
    pub frame_radius: f64 where 0.1..=1.0,
    /// Units moved for each pip of the die (R41).
    pub units_per_pip: f64 where 0.25..=4.0,
    /// True if the sprint die lets a frame cross cover, as movement systems do (S20).
    pub sprint_crosses_cover: bool,
    /// True if a move must go around other frames, as around cover (R41).
    pub frames_block: bool,
    /// True if a frame with a movement system may end its move on cover (S38).
    pub standing_on_cover: bool,
    /// True if the move of a frame that crosses cover may end on another frame (R35).
    pub standing_on_frames: bool,
}

/// Conditions of cover (rulebook, "The Ruler, Ranges, and Cover").
pub struct ShelterRules {
    /// Least height of cover in bricks (rulebook, "When Terrain Takes Damage"; R33).
    pub min_height: u8 where 1..=12,
    /// Bricks that a hit removes (rulebook, "When Terrain Takes Damage"; R33).
    pub bricks_per_hit: u8 where 1..=40,
    /// Area that cover must cross to be between attacker and target (R30).
    pub between: AreaBetween,
    /// Cover that counts for a target behind both terrain and a frame (R31).
    pub prefer: CoverChoice,
    /// True if the next of several covering pieces covers after the nearest one is gone; else only the nearest covers
    /// (R32).
    pub pieces_in_turn: bool,
    /// True if friends of the attacker cover its target (R34).
    pub friends_cover: bool,
}

/// Area between two frames (R30).
pub enum AreaBetween {
    /// The segment between their closest points
    Segment,
    /// Any part of the corridor between their bases
    Corridor,
}

/// Cover that counts if there are two kinds (R31).
pub enum CoverChoice {
    /// Terrain
    Terrain,
    /// A frame
    Frame,
    /// The defender decides
    Defender,
}

/// A frame's turn (rulebook, "A Mobile Frame's Turn").
pub struct TurnRules {
    /// True if all dice are assigned before the first action; else each action gets its dice in turn (S11).
    pub commit_all_first: bool,
    /// True if an attacked frame may change its target when it attacks (R11).
    pub responder_renames: bool,
    /// Time at which the attacked frame rolls (R13).
    pub responder_rolls: ResponderRolls,
    /// True if rockets are spent only if the attack is made; else with the roll of their dice (R16).
    pub rockets_spent_on_attack: bool,
    /// True if spots are added before the defense is known (R20).
    pub spot_before_defense: bool,
    /// True if a frame destroyed while it answers an attack still has the rest of its turn (S17).
    pub destroyed_responder_acts: bool,
    /// True if the abilities of lost systems last until the end of the turn, like rolled dice (S15).
    pub capabilities_persist: bool,
}

/// Time at which an attacked frame rolls its dice (R13).
pub enum ResponderRolls {
    /// After the attacker has assigned its die
    AfterAttackDie,
    /// Right after it is named as a target
    WhenNamed,
}

/// Spots (rulebook, "Finally, Spot").
pub struct SpottingRules {
    /// True if a spot within the ruler may also be hand-to-hand (S06).
    pub hand_to_hand: bool,
    /// True if terrain may be spotted (S07).
    pub terrain: bool,
    /// True if white dice may be given to the spot.
    pub whites: bool,
    /// Targets that frames without comms systems may spot.
    pub none: SpotRules,
    /// Targets that frames with one comms system may spot.
    pub one: SpotRules,
    /// Targets that frames with two or more comms systems may spot.
    pub two: SpotRules,
}

/// Targets that a frame may spot (S06; rulebook, "Can all units spot?", "At what range can you spot?").
pub struct SpotRules {
    /// Range of the spot.
    pub reach: SpotReach,
    /// True if a target in cover may be spotted.
    pub through_cover: bool,
    /// Most targets in a turn: the first with the best yellow die, the next with the next one or with white dice; not
    /// above 1 with `turn.commit_all_first`.
    pub targets: u8 where 1..=4,
}

/// Distance at which a frame spots (S06).
pub enum SpotReach {
    /// Not at all
    Nowhere,
    /// Within hand-to-hand range
    HandToHand,
    /// Within the ruler; hand-to-hand depends on `spotting.hand_to_hand`
    Ruler,
    /// On the whole table
    Anywhere,
}

/// Order of turns (rulebook, "Tactical Order"; option "Per-unit Turn Order").
pub struct OrderRules {
    /// Order of players with equal scores (R05).
    pub ties: OrderTies,
    /// Player who may not pass (S31).
    pub forced: Forced,
    /// Turns by dice of the frames, twenty-sided by default, instead of tactical order (rulebook, "Options"; S35).
    pub per_unit: PerUnit,
    /// Sides of those dice (rulebook, "Options"; S35).
    pub per_unit_sides: u8 where 2..=100,
    /// True if a frame built with fewer systems than allowed rolls a second one of these dice (rulebook, "Options";
    /// S35).
    pub per_unit_second: bool,
}

/// Order of players with equal scores (R05).
pub enum OrderTies {
    /// A roll each time it matters
    Roll,
    /// In turn, with another player first each time
    Alternate,
    /// The order in which they stood last
    Sticky,
}

/// Player who may not pass (S31).
pub enum Forced {
    /// The last player with a frame left to act
    NobodyAfter,
    /// The player with the lowest score. The others may pass even if no later player has a frame left to act; after all
    /// have passed, the players may not pass again over the last frame
    LowestScore,
}

/// Per-unit turn order (S35).
pub enum PerUnit {
    /// Tactical order
    Off,
    /// Rolled again each round
    EveryRound,
    /// Rolled once for the battle
    Once,
}

/// Stations (rulebook, "Seizing Stations").
pub struct StationRules {
    /// Side of a station's square; 0 is a point (S33).
    pub side: f64 where 0.0..=2.0,
    /// Distance of a frame that holds or contests a station (S43).
    pub reach: f64 where 0.1..=8.0,
    /// Time at which a station changes its owner (S13).
    pub seized: Seized,
    /// Condition to seize a station: which frames may be next to it (S13).
    pub seized_by: SeizedBy,
    /// True if an abandoned station that two rivals contest has no owner (S14).
    pub limbo: bool,
    /// True if a frame that merely passes seizes a station (R23).
    pub in_passing: bool,
    /// True if fielding next to a station seizes it (R24).
    pub in_fielding: bool,
    /// Leaving a station to avoid damage (S16).
    pub dodge: Dodge,
    /// True if every point of damage may be dodged; else one per attack (R27).
    pub dodge_every_damage: bool,
    /// True if frames hit as cover may dodge too (R28).
    pub covering_frames_dodge: bool,
}

/// Time at which a station changes its owner (S13).
pub enum Seized {
    /// After every move, destruction and dodge
    AtOnce,
    /// At the end of a frame's own turn
    EndOfTurn,
}

/// Condition to seize a station: which frames may be next to it (S13).
pub enum SeizedBy {
    /// Frames of only one player
    OnlyPlayer,
    /// Only one frame, not even a friend
    OnlyFrame,
}

/// Distance that a frame steps back when it abandons a station to avoid damage (S16).
pub enum Dodge {
    /// One unit farther away
    OneUnit,
    /// Just outside its reach
    JustOutside,
    /// Not at all
    Off,
}

/// Fielding (rulebook, "Fielding Companies").
pub struct FieldingRules {
    /// Attacker that fields stations first (S25).
    pub stations_first: FieldsFirst,
    /// True if an attacker fields all stations at once; else one station in turn (S25).
    pub stations_together: bool,
    /// True if the defender's last frames must be in cover outside the perimeter (S27).
    pub late_frames_in_cover: bool,
    /// Minimum share of the table outside the perimeter if attackers would be blocked (S28).
    pub open_share: f64 where 0.0..=0.9,
}

/// Attacker that fields stations first (S25).
pub enum FieldsFirst {
    /// The player on point, then by descending score
    Point,
    /// By descending score
    HighestScore,
}

/// Points per asset (rulebook, "Score per Asset").
pub struct BiddingRules {
    /// Points per asset before the comparison.
    pub base: u8 where 3..=20,
    /// Points taken off for the most frames and added for the fewest; with `step_systems` less than `base`.
    pub step_frames: u8 where 0..=5,
    /// The same for systems.
    pub step_systems: u8 where 0..=5,
    /// True if all players tied for the most or the fewest adjust (R01); else only those tied for the most.
    pub ties_adjust: bool,
    /// True if rockets count as systems (R02).
    pub count_rockets: bool,
    /// Resolution of a tie for defense (S22).
    pub tie_for_defense: TieForDefense,
    /// True if the company must stay within its limits after a frame is added or removed in a tie (R04); it always
    /// keeps one frame.
    pub tie_within_limits: bool,
}

/// Resolution of a tie for defense (S22).
pub enum TieForDefense {
    /// The winner of a roll adds or removes a frame, or makes a loser choose
    ChangeFrames,
    /// The winner of a roll defends
    RollOff,
}

/// The doomsday clock (rulebook, "Counting Down To Doomsday").
pub struct ClockRules {
    /// Start of the clock; a demo starts at 5 (S42).
    pub start: u8 where 1..=30,
    /// Steps of the clock after each round.
    pub step: u8 where 1..=10,
    /// Steps that each player may count it down.
    pub vote: u8 where 1..=10,
    /// True if players may count it down further.
    pub votes: bool,
    /// True if players still vote after it reaches 0 (R43).
    pub keep_polling: bool,
    /// True if players without frames and stations vote (R45).
    pub poll_eliminated: bool,
    /// True if the battle ends with the round once a single player has frames (R46).
    pub concede: bool,
}

/// The special objective of a campaign: a neutral asset, worth the points of its holder. It is seized, guarded and left
/// like a station (rulebook, "Basic Campaign Rules"; S46).
pub struct ObjectiveRules {
    /// Ways in which the objective moves, if there is one.
    pub moves: ObjectiveMoves,
    /// Place that the players agree on.
    pub place: ObjectivePlace,
    /// Sides of the die that an objective under orders moves by.
    pub sides: u8 where 2..=20,
    /// Units that each player moves a frightened objective.
    pub step: f64 where 0.25..=8.0,
    /// True if it moves by orders or fright at the end of each round; else at its beginning.
    pub at_round_end: bool,
}

/// Movement of the special objective (rulebook, "Some fun things to do with the special objective").
pub enum ObjectiveMoves {
    /// There is no objective
    Off,
    /// It stays where it is
    Still,
    /// The owner may move it by a die once a round
    Orders,
    /// It moves with the frame that holds it, unless cover or another frame is in its way
    Owner,
    /// Everyone but the owner may move it by one step once a round
    Afraid,
}

/// Place of the special objective, which the players agree on (S46).
pub enum ObjectivePlace {
    /// The free place that is most equally far from all companies
    Fair,
    /// The free place nearest to the middle of the table
    Middle,
}

/// Options by agreement (rulebook, "Options"; Handbook, "Additional rules").
pub struct OptionRules {
    /// Climbing, elevation and falling (R47, R48).
    pub climbing: bool,
    /// True if a higher frame has indestructible cover against lower ones, and the lower ones are in the open against
    /// it (R48).
    pub height_covers: bool,
    /// Bricks of height that count as one ruler unit when climbing; a smaller height is no elevation (R47).
    pub bricks_per_unit: u8 where 1..=40,
    /// Least area in studs of a structure that frames can climb; five studs are one unit of length of a layout (R47).
    pub climb_area: u8 where 1..=100,
    /// Bricks of height of a fall for each damage die (R47).
    pub bricks_per_fall_die: u8 where 1..=40,
    /// True if systems may be jettisoned before the roll (S37).
    pub jettison: bool,
    /// White dice that a frame does not roll in hostile terrain without an environmental system (rulebook, "Exotic
    /// Terrain and Environmental Systems"; S41, R36).
    pub hostile_whites: u8 where 0..=6,
    /// True if these white dice are also missing when the frame takes damage (R36).
    pub hostile_whites_lost: bool,
}
}

impl SpottingRules {
    /// Returns the rules of spotting for a frame with `comms` comms systems.
    #[inline]
    pub fn by(&self, comms: u8) -> &SpotRules {
        match comms {
            0 => &self.none,
            1 => &self.one,
            _ => &self.two,
        }
    }
}
