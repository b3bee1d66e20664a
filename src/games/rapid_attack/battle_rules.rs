//! The part of the ruleset that whole battles read: ranges, turns, order, stations, fielding, bids, clock, options.
//!
//! Sources are the rulebook's chapters from "Assembling your company" to "Options"; ids are those of the rulings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Distances, in ruler units (rulebook, "The Ruler, Ranges, and Cover").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangeRules {
    /// Farthest hand-to-hand, 0.1 to 8 (S05).
    #[schemars(range(min = 0.1, max = 8.0))]
    pub hand_to_hand: f64,
    /// Direct fire begins at this distance, 0 to 16, but beyond hand-to-hand (S04).
    #[schemars(range(min = 0.0, max = 16.0))]
    pub direct_from: f64,
    /// Farthest direct fire, the length of the ruler, 1 to 24. Artillery is all beyond.
    #[schemars(range(min = 1.0, max = 24.0))]
    pub direct: f64,
    /// Number of ranges, 2 to 4. With 2 there is no artillery: its weapons are direct ones, and direct fire has no end. With
    /// 4 artillery ends, and the weapons beyond are those of extreme range, `Re` (rulebook, "Are there a different number
    /// of ranges?").
    #[schemars(range(min = 2, max = 4))]
    pub bands: u8,
    /// Farthest artillery where there are 4 ranges, `direct` to 60.
    #[schemars(range(min = 1.0, max = 60.0))]
    pub artillery: f64,
    /// Whether a frame exactly on the border of two ranges counts as in both (S05).
    pub border_both: bool,
}

/// How frames move and what stops them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementRules {
    /// Radius of a frame, 0.1 to 1 (R41).
    #[schemars(range(min = 0.1, max = 1.0))]
    pub frame_radius: f64,
    /// Units moved for each pip of the die, 0.25 to 4.
    #[schemars(range(min = 0.25, max = 4.0))]
    pub units_per_pip: f64,
    /// Whether the sprint die lets a frame cross cover, as movement systems do (S20).
    pub sprint_crosses_cover: bool,
    /// Whether other frames must be walked around, as cover must (R41).
    pub frames_block: bool,
    /// Whether a frame with a movement system may end its move on cover (S38).
    pub standing_on_cover: bool,
    /// Whether a move may end on another frame (R35).
    pub standing_on_frames: bool,
}

/// When cover counts, and which (rulebook, "The Ruler, Ranges, and Cover").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShelterRules {
    /// Least height of cover in bricks, 1 to 12 (R33).
    #[schemars(range(min = 1, max = 12))]
    pub min_height: u8,
    /// Bricks that a hit removes, 1 to 40 (R33).
    #[schemars(range(min = 1, max = 40))]
    pub bricks_per_hit: u8,
    /// What must be crossed to be between attacker and target (R30).
    pub between: Between,
    /// Which of terrain and a frame covers a target that has both (R31).
    pub prefer: CoverChoice,
    /// Whether the next piece takes over once the nearest of several covering pieces fails, not the nearest alone covers
    /// (R32).
    pub pieces_in_turn: bool,
    /// Whether the attacker's own friends cover its target (R34).
    pub friends_cover: bool,
}

/// What lies between two frames (R30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// The segment between their closest points
    Segment,
    /// Any part of the corridor between their bases
    Corridor,
}

/// Which cover counts where there are two kinds (R31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverChoice {
    /// Terrain
    Terrain,
    /// A frame
    Frame,
    /// The defender decides
    Defender,
}

/// A frame's turn (rulebook, "A Mobile Frame's Turn").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnRules {
    /// Whether all dice are assigned before the first action, not as each is reached (S11).
    pub commit_all_first: bool,
    /// Whether an attacked frame may name its target anew once it comes to attack (R11).
    pub responder_renames: bool,
    /// When the attacked frame rolls (R13).
    pub responder_rolls: ResponderRolls,
    /// Whether rockets are gone only if the attack is made, not when their dice are rolled (R16).
    pub rockets_spent_on_attack: bool,
    /// Whether spots are added before the defense is known (R20).
    pub spot_before_defense: bool,
    /// Whether a frame destroyed while it answers an attack still has the rest of its turn (S17).
    pub destroyed_responder_acts: bool,
    /// Whether capabilities of lost systems last for the turn, as rolled dice do (S15).
    pub capabilities_persist: bool,
}

/// When an attacked frame rolls its dice (R13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ResponderRolls {
    /// Once the attacker has given its die
    AfterAttackDie,
    /// As soon as it is named as a target
    WhenNamed,
}

/// Spots (rulebook, "Finally, Spot").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpottingRules {
    /// Whether a spot within the ruler may be hand-to-hand too (S06).
    pub hand_to_hand: bool,
    /// Whether terrain may be spotted (S07).
    pub terrain: bool,
    /// Whether white dice may be given to the spot.
    pub whites: bool,
    /// What frames without comms systems may spot.
    pub none: SpotRules,
    /// What frames with one comms system may spot.
    pub one: SpotRules,
    /// What frames with two or more comms systems may spot.
    pub two: SpotRules,
}

/// What a frame may spot (S06; rulebook, "Can all units spot?", "At what range can you spot?").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpotRules {
    /// Where.
    pub reach: SpotReach,
    /// Whether a target in cover may be spotted.
    pub through_cover: bool,
    /// Most targets in a turn, 1 to 4: the first by the best yellow die, the next by the next, or by whites.
    #[schemars(range(min = 1, max = 4))]
    pub targets: u8,
}

/// How far a frame spots (S06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpotReach {
    /// Not at all
    Nowhere,
    /// Within hand-to-hand range
    HandToHand,
    /// Within the ruler, hand-to-hand as `spotting.hand_to_hand` has it
    Ruler,
    /// On the whole table
    Anywhere,
}

impl SpottingRules {
    /// What a frame with so many comms systems may spot.
    #[inline]
    pub fn by(&self, comms: u8) -> &SpotRules {
        match comms {
            0 => &self.none,
            1 => &self.one,
            _ => &self.two,
        }
    }
}

/// Who is next (rulebook, "Tactical Order"; option "Per-unit Turn Order").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRules {
    /// How players level in score are ordered (R05).
    pub ties: OrderTies,
    /// Who may not pass (S31).
    pub forced: Forced,
    /// Turns by twenty-sided dice of the frames in place of tactical order (S35).
    pub per_unit: PerUnit,
    /// Sides of those dice, 2 to 100.
    #[schemars(range(min = 2, max = 100))]
    pub per_unit_sides: u8,
    /// Whether a frame built with fewer systems than it may have rolls a second of those dice (S35).
    pub per_unit_second: bool,
}

/// How players level in score are ordered (R05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderTies {
    /// A roll each time it matters
    Roll,
    /// In turn, another first each time
    Alternate,
    /// The order in which they stood last
    Sticky,
}

/// Who may not pass (S31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Forced {
    /// Whoever has nobody after them with a frame left to act
    NobodyAfter,
    /// The player with the lowest score. The others may pass even when nobody after them has a frame left to act; once all
    /// have passed, those asked again may not pass the last frame by
    LowestScore,
}

/// Per-unit turn order (S35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PerUnit {
    /// Tactical order
    Off,
    /// Rolled anew each round
    EveryRound,
    /// Rolled once for the battle
    Once,
}

/// Stations (rulebook, "Seizing Stations").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StationRules {
    /// Side of a station's square, 0 to 2; 0 is a point (S33).
    #[schemars(range(min = 0.0, max = 2.0))]
    pub side: f64,
    /// Distance of a frame that holds or contests a station, 0.1 to 8 (S43).
    #[schemars(range(min = 0.1, max = 8.0))]
    pub reach: f64,
    /// When a station changes hands (S13).
    pub seized: Seized,
    /// Who must be alone beside a station to seize it (S13).
    pub seized_by: SeizedBy,
    /// Whether an abandoned station that two rivals contest has no owner (S14).
    pub limbo: bool,
    /// Whether a frame that merely passes seizes a station (R23).
    pub in_passing: bool,
    /// Whether fielding beside a station seizes it (R24).
    pub in_fielding: bool,
    /// Abandoning a station in place of damage (S16).
    pub dodge: Dodge,
    /// Whether every point of damage may be dodged, not one an attack (R27).
    pub dodge_every_damage: bool,
    /// Whether frames hit as cover may dodge too (R28).
    pub covering_frames_dodge: bool,
}

/// When a station changes hands (S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seized {
    /// After every move, destruction and dodge
    AtOnce,
    /// At the end of a frame's own turn
    EndOfTurn,
}

/// Who must be alone beside a station to seize it (S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeizedBy {
    /// A player: one or more frames, none of another player's
    OnlyPlayer,
    /// A frame: no other one beside it, not even a friend
    OnlyFrame,
}

/// How far a frame steps back when it abandons a station in place of damage (S16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dodge {
    /// One unit farther away
    OneUnit,
    /// Just outside its reach
    JustOutside,
    /// Not at all
    Off,
}

/// Fielding (rulebook, "Fielding Companies").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldingRules {
    /// Which attacker fields stations first (S25).
    pub stations_first: FieldsFirst,
    /// Whether an attacker fields all stations at once, not one in turn (S25).
    pub stations_together: bool,
    /// Whether the defender's last frames must be in cover outside the perimeter (S27).
    pub late_frames_in_cover: bool,
    /// Least share of the table outside the perimeter once attackers would be blocked, 0 to 0.9 (S28).
    #[schemars(range(min = 0.0, max = 0.9))]
    pub open_share: f64,
}

/// Which attacker fields stations first (S25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FieldsFirst {
    /// The player on point, then by descending score
    Point,
    /// By descending score
    HighestScore,
}

/// Points per asset (rulebook, "Score per Asset").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BiddingRules {
    /// Points per asset before the comparison, 3 to 20.
    #[schemars(range(min = 3, max = 20))]
    pub base: u8,
    /// Points taken off for the most frames and added for the fewest, 0 to 5; with `step_systems` less than `base`.
    #[schemars(range(min = 0, max = 5))]
    pub step_frames: u8,
    /// The same for systems, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub step_systems: u8,
    /// Whether all who tie for an extreme adjust (R01); otherwise only the most does, not the fewest.
    pub ties_adjust: bool,
    /// Whether rockets count as systems (R02).
    pub count_rockets: bool,
    /// What settles a tie for defense (S22).
    pub tie_for_defense: TieForDefense,
    /// Whether a frame added or removed in a tie must leave the company within its limits (R04); it always keeps a frame.
    pub tie_within_limits: bool,
}

/// What settles a tie for defense (S22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TieForDefense {
    /// The winner of a roll adds or removes a frame, or makes a loser choose
    ChangeFrames,
    /// The winner of a roll defends
    RollOff,
}

/// The doomsday clock (rulebook, "Counting Down To Doomsday").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRules {
    /// Where it starts, 1 to 30.
    #[schemars(range(min = 1, max = 30))]
    pub start: u8,
    /// How far it falls by itself after each round, 1 to 10.
    #[schemars(range(min = 1, max = 10))]
    pub step: u8,
    /// How far each player may count it down, 1 to 10.
    #[schemars(range(min = 1, max = 10))]
    pub vote: u8,
    /// Whether players may count it down beyond its own step.
    pub votes: bool,
    /// Whether players are still asked once it stands at 0 (R43).
    pub keep_polling: bool,
    /// Whether players without frames and stations are asked (R45).
    pub poll_eliminated: bool,
    /// Whether the battle ends once a single player has frames (R46).
    pub concede: bool,
}

/// Options by agreement (rulebook, "Options"; Handbook, "Additional rules").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionRules {
    /// Climbing, elevation and falling (R47, R48).
    pub climbing: bool,
    /// Whether a higher frame is in cover against lower ones, with nothing to damage, and these in the open against it
    /// (R48).
    pub height_covers: bool,
    /// Bricks of height that count as one ruler unit when climbing, 1 to 40 (R47).
    #[schemars(range(min = 1, max = 40))]
    pub bricks_per_unit: u8,
    /// Bricks of height of a fall for each damage die, 1 to 40 (R47).
    #[schemars(range(min = 1, max = 40))]
    pub bricks_per_fall_die: u8,
    /// Whether systems may be jettisoned before the roll (S37).
    pub jettison: bool,
    /// White dice that a frame leaves unrolled in hostile terrain without an environmental system, 0 to 6 (S41, R36).
    #[schemars(range(min = 0, max = 6))]
    pub hostile_whites: u8,
    /// Whether those whites are missing when the frame takes damage too (R36).
    pub hostile_whites_lost: bool,
}
