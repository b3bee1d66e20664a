//! Records of whole games: the counts of an observer in one game, and the metrics that come from them.

#[cfg(test)]
mod attackers;
mod observe;

use crate::{bidding::Seat, loadout::Range, ruleset::ChartName};
use hitchart_mobile_frame::ratios;
use hitchart_mobile_frame::record::{BattleRecord, OfGame};
use hitchart_play::metrics;
use hitchart_play::record::{Metric, Shared};

/// Number of combinations of range and damage chart.
pub const STRIKES: usize = Range::ALL.len() * ChartName::ALL.len();
/// Number of combinations with the first three ranges.
const THREE: usize = 3 * ChartName::ALL.len();

/// Counts of one game. Attacks and hits are by range and chart, ranges outermost.
pub type Record = BattleRecord<NoMasks, { Whole::ALL.len() }, { Side::ALL.len() }, STRIKES>;

/// Rapid Attack; it counts nothing beyond the metrics.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMasks;

impl OfGame for NoMasks {
    type Whole = Whole;
    type Side = Side;

    const WHOLE: &'static [Metric] = Whole::ALL;
    const SIDE: &'static [Metric] = Side::ALL;
    const POSITIONS: [&'static str; 3] = [Seat::Defender.name(), Seat::Attacker.name(), Seat::Point.name()];

    /// Later metrics are left out: they describe the same games, which keep their signature. A fourth range counts only
    /// if it was used, so that games without it keep theirs.
    fn signed(_: &[u32], strikes: &[u32]) -> (usize, usize) {
        let three = strikes[THREE..].iter().all(|count| *count == 0);
        (Whole::Blocked as usize + 1, if three { THREE } else { STRIKES })
    }
}

/// Returns the index of a range and chart.
pub fn strike(range: Range, chart: ChartName) -> usize {
    range as usize * ChartName::ALL.len() + chart as usize
}

// Metrics that are counted in a game: of the whole game, and of each player.

metrics! {
    /// Metrics of a whole game.
    Whole {
        Rounds "rounds" "Rounds" AtLeastOne("rounds") "rounds begun"
        Turns "turns" "Turns" Several("turns") "turns of frames, including answers"
        Answers "answers" "Answers" Several("turns") "answers: turns of a frame that an attack on it started"
        Passes "passes" "Passes" Several("passes") "passes of players"
        Moves "moves" "Moves" Several("moves") "moves made"
        Attacks "attacks" "Attacks" Several("attacks") "attacks made on frames and terrain, hits and misses"
        Named "attacks_named" "Attacks named" Several("attacks") "attacks declared at the roll, on frames and terrain"
        Forgone "attacks_forgone" "Attacks forgone" Several("attacks") "attacks declared at the roll that were not made"
        ForgoneNearOthers "attacks_forgone_near_others" "Attacks forgone near others" Several("attacks")
            "the part of `attacks_forgone` with another enemy at the declared range at that time"
        BluesUnused "blues_unused" "Blues unused" Several("dice")
            "times that a frame left a blue die unused although it was at least as good a defense"
        Misses "misses" "Misses" Several("attacks") "attacks without a hit on target or cover"
        DamageDice "damage_dice" "Damage dice" Several("dice") "damage dice of all attacks"
        Damage "damage" "Damage" Several("hits") "hits on frames that were the target"
        HandToHand "damage_hand_to_hand" "Damage, hand-to-hand" Several("hits") "the part of `damage` dealt hand-to-hand"
        Direct "damage_direct" "Damage, direct" Several("hits") "the part of `damage` dealt by direct fire"
        Artillery "damage_artillery" "Damage, artillery" Several("hits") "the part of `damage` dealt by artillery"
        ScreenDamage "damage_to_screens" "Damage to covering frames" Several("hits") "hits on frames that covered the target"
        CoverHits "cover_hits" "Hits on terrain" Several("hits") "hits on terrain, as cover and as target"
        CoverDestroyed "cover_destroyed" "Cover destroyed" Several("pieces") "pieces of terrain that stopped being cover"
        Systems "systems_lost" "Systems lost" Several("systems") "systems lost to damage"
        Whites "whites_lost" "Whites lost" Several("dice") "white dice lost to damage"
        Frames "frames_lost" "Frames lost" Single("frames") "frames destroyed"
        Dodges "dodges" "Dodges" Several("dodges") "points of damage that a frame avoided by leaving a station"
        ShortDodges "dodges_short" "Dodges too short" Several("dodges")
            "the part of `dodges` that moved less than a full unit away from every station, or that stayed in reach of all of them where the rules forbid this"
        Falls "falls" "Falls" Single("falls") "frames that fell"
        Rockets "rockets_declared" "Rockets declared" Several("rockets") "rockets declared to be fired"
        RocketsUnused "rockets_unused" "Rockets unused" Several("rockets")
            "the part of `rockets_declared` that was lost without an attack"
        Jettisoned "jettisoned" "Systems jettisoned" Several("systems") "systems that frames dropped before a roll"
        Spots "spots_placed" "Spots placed" Several("spots") "spots placed on frames and terrain"
        Respots "spots_raised" "Spots raised" Several("spots") "the part of `spots_placed` that replaced a lower spot"
        SpotsUsed "spots_used" "Spots used" Several("spots") "spots added to an attack"
        OwnSpots "spots_used_own" "Spots used, own" Several("spots") "the part of `spots_used` that the attacking frame had placed"
        FriendSpots "spots_used_friend" "Spots used, friend's" Several("spots")
            "the part of `spots_used` that another frame of the company had placed"
        RivalSpots "spots_used_rival" "Spots used, rival's" Several("spots")
            "the part of `spots_used` that a frame of another company had placed"
        Captures "captures" "Captures" Several("stations") "stations that a player took from another player or from limbo"
        Abandoned "stations_in_limbo" "Stations into limbo" Several("stations") "stations that were left without an owner"
        Ticks "ticks" "Ticks voted" Several("ticks") "extra steps of the clock that players chose"
        Holds "holds" "Ticks declined" Several("decisions") "times that a player declined to move the clock"
        LeadChanges "lead_changes" "Lead changes" Several("changes")
            "changes of the sole leader, counted at the ends of turns and rounds from round 1"
        Margin "margin" "Margin" Lead "the best score minus the second best; 0 in a tie"
        Tied "tied" "Ties" Share "1 if several players share the best score"
        UnusedWhites "unused_whites" "Whites unused" Several("dice") "white dice left at the ends of turns"
        UnusedColours "unused_colours" "Coloured dice unused" Several("dice")
            "coloured dice left at the ends of turns, because their action was not taken or used another die"
        FramesLeft "frames_left" "Frames left" Single("frames") "frames standing at the end"
        Held "stations_held" "Stations held" Single("stations") "stations with an owner at the end"
        Eliminated "eliminated" "Players without frames" Single("players") "players without a frame at the end"
        ByClock "ended_by_clock" "Ended by the clock" Share "1 if the clock stood at 0 at the end"
        TieBroken "tie_broken" "Frames changed for a tie" Single("frames") "frames added or removed to break a tie for defense"
        Blocked "fielded_anew" "Fielded anew" Single("times") "times that the defender had to field again because the attackers were blocked"
        SpotValues "spot_values" "Values of spots" Several("pips") "sum of the values of all spots placed"
        InCover "turns_in_cover" "Turns ended in cover" Several("turns")
            "turns that ended with the frame in cover of terrain against the nearest enemy"
        FirstAttack "first_attack" "First attack" Several("turns")
            "turn of the game with the first attack on a frame; one after the last turn if there is none"
        FirstCapture "first_capture" "First capture" Several("turns")
            "turn of the game with the first capture of a station, 0 during fielding; one after the last turn if there is none"
        WonWithoutFrames "won_without_frames" "Won without frames" Share "1 if a player without a frame at the end wins alone"
    }
}

metrics! {
    /// Metrics of each player of a game.
    Side {
        Score "score" "Score" Points "score at the end"
        StartScore "start_score" "Starting score" Points "score at the start of round 1"
        Margin "lead" "Lead" Points "score at the end minus the best score of the others"
        FramesLeft "frames_left" "Frames left" Single("frames") "own frames standing at the end"
        FramesLost "frames_lost" "Frames lost" Single("frames") "own frames destroyed"
        Kills "frames_destroyed" "Frames destroyed" Single("frames") "frames of others that own frames destroyed"
        Held "stations_held" "Stations held" Single("stations") "stations held at the end"
        Captures "captures" "Captures" Several("stations") "stations that the player took"
        Turns "turns" "Turns" Several("turns") "turns of own frames"
        Attacks "attacks" "Attacks" Several("attacks") "attacks made by own frames, hits and misses"
        Dealt "damage_dealt" "Damage dealt" Several("hits") "hits of own frames on frames that were the target"
        Taken "damage_taken" "Damage taken" Several("hits") "hits on own frames that were the target"
        Spots "spots_placed" "Spots placed" Several("spots") "spots that own frames placed"
        SpotsUsed "spots_used" "Spots used" Several("spots") "spots that own frames added to an attack"
        SpotsGiven "spots_for_rivals" "Spots used by rivals" Several("spots") "spots of own frames that others added to an attack"
        Ticks "ticks" "Ticks voted" Several("ticks") "extra steps of the clock that the player chose"
        Unused "unused_whites" "Whites unused" Several("dice") "white dice left at the ends of own turns"
        First "acted_first" "Acted first" Share "1 if the first turn of the game was the player's"
        Last "acted_last" "Acted last" Share "1 if the last turn of the game was the player's"
        Eliminated "eliminated" "Without frames" Share "1 if the player had no frame at the end"
    }
}

// Metrics that are ratios of two metrics of a game.

/// Shares of one metric in another.
pub const SHARES: &[Shared] = ratios! {
    share "share_hand_to_hand" "Hand-to-hand share of damage" HandToHand / Damage "the part of damage that is dealt hand-to-hand"
    share "share_direct" "Direct-fire share of damage" Direct / Damage "the part of damage that is dealt by direct fire"
    share "share_artillery" "Artillery share of damage" Artillery / Damage "the part of damage that is dealt by artillery"
    ratio "damage_an_attack" "Damage per attack (hits)" Damage / Attacks "hits on frames an attack"
    share "share_forgone" "Share of declared attacks not made" Forgone / Named "the part of attacks declared that is not made"
    ratio "moves_a_turn" "Moves per turn" Moves / Turns "moves a turn"
    ratio "spots_used_an_attack" "Spots used per attack" SpotsUsed / Attacks "spots used an attack"
    ratio "lead_changes_a_turn" "Lead changes per turn" LeadChanges / Turns "lead changes a turn"
    ratio "friends_spots_an_attack" "Spots of other frames used per attack" FriendSpots / Attacks "spots of other frames of the company used an attack"
    ratio "spot_value" "Mean value of spots placed" SpotValues / Spots "the mean value of spots placed"
    share "share_in_cover" "Share of turns that end in cover" InCover / Turns "the part of turns that end in cover"
};

#[cfg(test)]
mod metrics_tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_page_on_games_lists_them_all() {
        let page = include_str!("../../../../docs/games.md");
        for metric in Whole::ALL.iter().chain(Side::ALL) {
            let row = format!("| `{}` | {} | {} |", metric.name, metric.unit.name(), metric.how);
            assert!(page.contains(&row), "docs/games.md has no row {row}");
        }
    }

    #[test]
    fn names_are_unlike_and_in_order() {
        for metrics in [Whole::ALL, Side::ALL] {
            let names: BTreeSet<&str> = metrics.iter().map(|metric| metric.name).collect();
            assert_eq!(names.len(), metrics.len());
        }
        assert_eq!(Whole::ALL[Whole::Blocked as usize].name, "fielded_anew");
        assert_eq!(Side::ALL[Side::Eliminated as usize].name, "eliminated");
    }
}
