//! Records of whole battles: the counts of an observer, and the metrics of a battle.

mod observe;

use crate::attack::{BANDS, Band};
use crate::ids::AssetSet;
use hitchart_config::named;
use hitchart_mobile_frame::ratios;
use hitchart_mobile_frame::record::{BattleRecord, OfGame};
use hitchart_play::metrics;
use hitchart_play::record::{Metric, Shared};

// The counts of one battle.

named! {
    /// Kind of the target of an attack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Hit in pairs {
        /// Capital ship
        Ship = "ship",
        /// Company of frames or gunships
        Company = "company",
        /// Debris
        Debris = "debris",
    }
}

named! {
    /// Shelter of the target.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CoverHit in pairs {
        /// No shelter
        Open = "open",
        /// Debris or another asset
        Cover = "cover",
        /// Defenses or a blue ace (I42)
        Screen = "screen",
    }
}

/// Number of combinations of band, target and shelter.
pub const STRIKES: usize = BANDS * Hit::ALL.len() * CoverHit::ALL.len();

/// Counts of one battle. Attacks and hits are by band, target and shelter, bands outermost.
pub type Record = BattleRecord<AssetMasks, { Whole::ALL.len() }, { Side::ALL.len() }, STRIKES>;

/// Masks of tactical assets that are out of the battle, and of companies that have run out of fuel.
#[derive(Clone, Copy, Debug, Default)]
pub struct AssetMasks {
    gone: AssetSet,
    adrift: AssetSet,
}

impl OfGame for AssetMasks {
    type Whole = Whole;
    type Side = Side;

    const WHOLE: &'static [Metric] = Whole::ALL;
    const SIDE: &'static [Metric] = Side::ALL;
    const POSITIONS: [&'static str; 3] = ["defender", "secondary", "primary"];
}

/// Returns the index of a band, a target and its shelter.
pub fn strike(band: Band, hit: Hit, shelter: CoverHit) -> usize {
    (band as usize * Hit::ALL.len() + hit as usize) * CoverHit::ALL.len() + shelter as usize
}

/// Lists band, target and shelter of all kinds of attacks, in order.
pub fn kinds_of_strikes() -> impl Iterator<Item = [&'static str; 3]> {
    let targets =
        || Hit::ALL.iter().flat_map(|(_, hit)| CoverHit::ALL.iter().map(move |(_, shelter)| [*hit, *shelter]));
    Band::ALL.iter().flat_map(move |(_, band)| targets().map(move |[hit, shelter]| [*band, hit, shelter]))
}

// Metrics that are counted in a battle: of the whole battle, and of each player.

metrics! {
    /// Metrics of a whole battle.
    Whole {
        Rounds "rounds" "Rounds" AtLeastOne("rounds") "rounds begun"
        Turns "turns" "Turns" Several("turns") "turns of ships, companies and high value assets, including answers"
        Answers "answers" "Answers" Several("turns") "answers: turns of an asset that an attack on it started"
        Passes "passes" "Passes" Several("passes") "passes of players"
        Attacks "attacks" "Attacks" Several("attacks") "attacks made on assets and debris, hits and misses"
        Named "attacks_named" "Attacks named" Several("attacks") "targets that ships declared before the roll"
        Forgone "attacks_forgone" "Attacks forgone" Several("attacks") "the part of `attacks_named` that was not made by the end of the turn"
        Misses "misses" "Misses" Several("attacks") "attacks without a hit on target or cover"
        DamageDice "damage_dice" "Damage dice" Several("dice") "damage dice of all attacks"
        Damage "damage" "Damage" Several("hits") "hits of attacks on assets that were the target"
        Dogfight "damage_dogfight" "Damage, dogfight" Several("hits") "the part of `damage` dealt at dogfight band"
        PointDefense "damage_point_defense" "Damage, point defense" Several("hits") "the part of `damage` dealt at point-defense band"
        Assault "damage_assault" "Damage, assault" Several("hits") "the part of `damage` dealt at assault band"
        Support "damage_support" "Damage, support" Several("hits") "the part of `damage` dealt at support band"
        ToShips "damage_to_ships" "Damage to ships" Several("hits") "the part of `damage` on ships"
        ToCompanies "damage_to_companies" "Damage to companies" Several("hits") "the part of `damage` on companies"
        ToCover "damage_to_cover" "Damage to cover" Several("hits")
            "hits on ships that covered the target"
        Screened "hits_screened" "Hits screened" Several("hits") "hits that defenses or a blue ace absorbed without damage"
        DebrisHits "debris_hits" "Hits on debris" Several("hits") "hits on debris, as cover and as target"
        DebrisDestroyed "debris_destroyed" "Debris destroyed" Several("pieces") "pieces of debris that left the table"
        Spots "spots_placed" "Spots placed" Several("spots") "spots placed on assets; spots of yellow aces count separately"
        Respots "spots_raised" "Spots raised" Several("spots") "the part of `spots_placed` that replaced a lower spot"
        SpotsUsed "spots_used" "Spots used" Several("attacks") "attacks to which the spots on their target were added"
        SpotsSparing "spots_sparing" "Spots that spared cover" Several("spots")
            "the part of `spots_used` that spared the cover of the target"
        Launches "launches" "Launches" Several("launches") "launches of companies"
        ShipRepairs "repairs_of_ships" "Repairs of ships" Several("systems") "systems that ships repaired with white dice"
        CompanyRepairs "repairs_of_companies" "Repairs of companies" Several("repairs") "dice that carriers used to repair companies"
        Dodges "dodges" "Dodges" Several("dodges") "hits that a company avoided by a step away"
        Systems "systems_lost" "Systems lost" Several("systems") "systems of ships and companies lost to damage"
        Whites "whites_lost" "Whites lost" Several("dice") "white dice lost to damage"
        Aces "aces_lost" "Aces lost" Single("aces") "aces lost with the last point of life of their company"
        Ships "ships_destroyed" "Ships destroyed" Single("ships") "ships destroyed"
        Companies "companies_destroyed" "Companies destroyed" Single("companies") "companies destroyed"
        CompaniesByFire "companies_destroyed_by_fire" "Companies destroyed by fire" Single("companies")
            "the part of `companies_destroyed` that an attack destroyed"
        CompaniesBoarding "companies_destroyed_boarding" "Companies destroyed boarding" Single("companies")
            "the part of `companies_destroyed` that boarding dice destroyed"
        Adrift "companies_adrift" "Companies adrift" Several("companies") "times that a company ran out of fuel"
        Rescued "companies_rescued" "Companies rescued" Several("companies") "companies adrift that their owner picked up"
        CapturedAdrift "companies_captured" "Companies captured" Several("companies") "companies adrift that another player picked up"
        Refuelled "companies_refuelled" "Companies refuelled" Several("companies") "companies that ran out of fuel and launched again later"
        Edge "ships_off_table" "Ships off the table" Single("ships") "ships that left the table"
        Aboard "companies_off_table" "Companies off the table" Several("companies")
            "companies on board (without fuel) that were lost when their ship left the table"
        Boardings "boardings" "Boardings" Several("actions") "boarding actions, counted once per ship and round"
        Captures "captures" "Captures" Single("ships") "ships captured"
        Reversions "reversions" "Reversions" Single("ships") "captured ships that returned to their first owner"
        Aids "aid_given" "Aid given" Several("actions") "boarding actions in which a player gave dice to another"
        BoardingDamage "damage_boarding" "Damage, boarding" Several("hits") "damage by boarding dice"
        HvasTaken "hvas_taken" "HVAs taken" Single("assets") "high value assets that changed hands"
        Rams "rams" "Rams" Several("rams") "collisions that a player chose although the ships could have passed each other"
        Collisions "collisions" "Collisions" Several("collisions") "all collisions, including rams and collisions with debris"
        CollisionDamage "damage_collisions" "Damage, collisions" Several("hits")
            "hits of collision dice on ships; high value assets and debris take no damage"
        Clicks "clicks" "Clicks" Several("clicks") "clicks of the maneuvers that started"
        Pips "pips" "Pips" Several("pips") "pips spent on maneuvers and on passing debris"
        LeadChanges "lead_changes" "Lead changes" Several("changes")
            "changes of the sole leader, counted at the ends of turns and rounds from round 1"
        Margin "margin" "Margin" Lead "the best score minus the second best; 0 in a tie"
        Tied "tied" "Ties" Share "1 if several players share the best score"
        Ticks "ticks" "Ticks voted" Several("ticks") "extra steps of the clock that players chose"
        Holds "holds" "Ticks declined" Several("decisions") "times that a player declined to move the clock"
        UnusedWhites "unused_whites" "Whites unused" Several("dice") "white dice left at the ends of turns"
        UnusedBlacks "unused_blacks" "Blacks unused" Several("dice") "black dice left at the ends of turns"
        UnusedColours "unused_colours" "Coloured dice unused" Several("dice")
            "coloured dice left at the ends of turns, because their action was not taken or used another die"
        AssetsLeft "assets_left" "Assets left" Single("assets")
            "ships and companies in play at the end, without companies adrift"
        Eliminated "eliminated" "Players without tactical assets" Single("players") "players who hold no tactical asset at the end"
        Dropped "tie_broken" "Assets left behind for a tie" Single("assets") "tactical assets left behind to break a tie for the first place"
    }
}

metrics! {
    /// Metrics of each player of a battle.
    Side {
        Score "score" "Score" Points "score at the end"
        StartScore "start_score" "Starting score" Points "score at the start of round 1"
        Margin "lead" "Lead" Points "score at the end minus the best score of the others"
        ShipsLeft "ships_left" "Ships left" Single("ships") "ships held at the end, including captured ones"
        CompaniesLeft "companies_left" "Companies left" Several("companies") "companies in play at the end, without those adrift"
        Captures "captures" "Captures" Single("ships") "ships that the player captured, including own ships retaken"
        LostToCapture "ships_lost_to_capture" "Ships lost to capture" Single("ships") "ships that others took from the player"
        HvasHeld "hvas_held" "HVAs held" Single("assets") "high value assets held at the end"
        HvasTaken "hvas_taken" "HVAs taken" Single("assets") "high value assets that the player took"
        Turns "turns" "Turns" Several("turns") "turns of own assets"
        Attacks "attacks" "Attacks" Several("attacks") "attacks made by own assets, hits and misses"
        Dealt "damage_dealt" "Damage dealt" Several("hits") "hits of own assets' attacks on assets that were the target"
        Taken "damage_taken" "Damage taken" Several("hits") "hits of attacks on own assets that were the target"
        Launches "launches" "Launches" Several("launches") "launches from own carriers"
        Adrift "companies_adrift" "Companies adrift" Several("companies") "times that an own company ran out of fuel"
        Rams "rams" "Rams" Several("rams") "rams by the player's ships"
        TacticalLost "assets_lost" "Assets lost" Single("assets")
            "ships and companies of the player's fleet that were destroyed or left the table"
        Ticks "ticks" "Ticks voted" Several("ticks") "extra steps of the clock that the player chose"
        First "acted_first" "Acted first" Share "1 if the first turn of the battle was the player's"
        Last "acted_last" "Acted last" Share "1 if the last turn of the battle was the player's"
    }
}

// Metrics that are ratios of two metrics of a game.

/// Ratios of two metrics, and shares of one metric in another.
pub const SHARES: &[Shared] = ratios! {
    ratio "damage_an_attack" "Damage per attack (hits)" Damage / Attacks "hits on assets an attack"
    share "share_forgone" "Share of declared attacks not made" Forgone / Named "the part of attacks declared that is not made"
    ratio "lead_changes_a_turn" "Lead changes per turn" LeadChanges / Turns "lead changes a turn"
};
