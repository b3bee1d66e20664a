//! What is counted in a mission: the list of metrics, of the whole mission and of each Ace.

use crate::study::metrics;

metrics! {
    /// Metrics of a whole mission.
    Whole {
        Victory "victory" "Victory" "share" "1 if the Aces won the last battle"
        OutOfTime "out_of_time" "Out of time" "share" "1 if it was lost with an Ace on the map: by the limit of rounds or the encounter's own end"
        Battles "battles" "Battles" "battles" "battles begun"
        Rounds "rounds" "Rounds" "rounds" "rounds begun, over all battles"
        VigorLeft "vigor_left" "Vigor left" "Vigor" "Vigor of the Aces on the map at the end"
        TensionLeft "tension_left" "Tension left" "Tension" "Tension of the Aces on the map at the end"
        AmmoLeft "ammo_left" "Ammo left" "Ammo" "Ammo of the Aces on the map at the end"
        FrameDamage "frame_damage" "Frame damage" "times" "times an Ace's Vigor was gone"
        Ejected "ejected" "Ejections" "times" "times an Ace ejected"
        Lost "lost" "Frames lost" "frames" "frames lost in a last stand"
        Untouched "undamaged" "Undamaged" "share" "1 if no frame was damaged"
        Removed "removed" "Enemies removed" "enemies" "enemies taken out for good, parts of a colossus each"
        Downed "primes_downed" "Primes taken out for a while" "times" "times a Prime was taken out until the next GM turn"
        ByArmaments "removed_by_armaments" "Removed by armaments" "enemies" "the part of `removed` by attacks, Splash included"
        BySystems "removed_by_systems" "Removed by systems" "enemies" "the part of `removed` by systems"
        ByElse "removed_otherwise" "Removed otherwise" "enemies" "the part of `removed` by hazards, bombardments and the like"
        Attacks "attacks" "Attacks" "attacks" "attacks of Aces"
        Failures "failures" "Failures" "attacks" "attacks whose last roll failed"
        Mixed "mixed" "Mixed results" "attacks" "attacks whose last roll succeeded with a consequence"
        Full "full" "Full results" "attacks" "attacks whose last roll succeeded without"
        Rerolls "rerolls" "Rerolls" "rolls" "attacks rolled again for Tension"
        Extra "extra_actions" "Extra actions" "actions" "actions bought with Tension"
        Systems "systems_used" "Systems used" "uses" "uses of systems"
        Moves "moves" "Moves" "moves" "movements of Aces, forced ones apart"
        Consequences "consequences" "Consequences" "consequences" "consequences provoked that somebody was left to suffer"
        Answers "answers" "Attacks in answer" "attacks" "attacks of enemies in answer to a consequence"
        GmAttacks "gm_attacks" "Attacks in GM turns" "attacks" "attacks of enemies in GM turns"
        Dealt "harm_dealt" "Harm dealt" "Harm" "Harm that reached enemies by the Aces' doing"
        Taken "harm_taken" "Harm taken" "Harm" "Harm that reached Aces"
        Shielded "shielded" "Harm shielded" "times" "times a Shield took all Harm, of either side"
        Materials "materials" "Materials" "Materials" "Materials from drops"
        Drops "drops" "Drops" "drops" "drops rolled"
        Reinforced "reinforced" "Reinforcements" "enemies" "enemies that came during a battle"
    }
}

metrics! {
    /// Metrics of each Ace of a mission.
    Pilot {
        Vigor "vigor_left" "Vigor left" "Vigor" "Vigor at the end, on the map"
        Tension "tension_left" "Tension left" "Tension" "Tension at the end, on the map"
        Ammo "ammo_left" "Ammo left" "Ammo" "Ammo at the end, on the map"
        Damage "frame_damage" "Frame damage" "times" "times its Vigor was gone"
        Out "out" "Out of battle" "share" "1 if it was off the map at the end"
        Removed "removed" "Enemies removed" "enemies" "enemies it took out for good"
        Dealt "harm_dealt" "Harm dealt" "Harm" "Harm of its own that reached enemies"
        Taken "harm_taken" "Harm taken" "Harm" "Harm that reached it"
        Attacks "attacks" "Attacks" "attacks" "its attacks"
        Systems "systems_used" "Systems used" "uses" "uses of its systems"
        Provoked "consequences" "Consequences" "consequences" "consequences that it provoked and somebody was left to suffer"
    }
}
