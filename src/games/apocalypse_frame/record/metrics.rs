//! What is counted in a mission: the list of metrics, of the whole mission and of each Ace.

use crate::study::metrics;

metrics! {
    /// Metrics of a whole mission.
    Whole {
        Victory "victory" "Victory" Share "1 if the Aces won the last battle"
        OutOfTime "out_of_time" "Out of time" Share "1 if it was lost with an Ace on the map: by the limit of rounds or the encounter's own end"
        Battles "battles" "Battles" Single("battles") "battles begun"
        Rounds "rounds" "Rounds" Single("rounds") "rounds begun, over all battles"
        VigorLeft "vigor_left" "Vigor left" Several("Vigor") "Vigor of the Aces on the map at the end"
        TensionLeft "tension_left" "Tension left" Several("Tension") "Tension of the Aces on the map at the end"
        AmmoLeft "ammo_left" "Ammo left" Several("Ammo") "Ammo of the Aces on the map at the end"
        FrameDamage "frame_damage" "Frame damage" Single("times") "times an Ace's Vigor was gone"
        Ejected "ejected" "Ejections" Single("times") "times an Ace ejected"
        Lost "lost" "Frames lost" Single("frames") "frames lost in a last stand"
        Untouched "undamaged" "Undamaged" Share "1 if no frame was damaged"
        Removed "removed" "Enemies removed" Several("enemies") "enemies taken out for good, parts of a colossus each"
        Downed "primes_downed" "Primes taken out for a while" Several("times") "times a Prime was taken out until the next GM turn"
        ByArmaments "removed_by_armaments" "Removed by armaments" Several("enemies") "the part of `removed` by attacks, Splash included"
        BySystems "removed_by_systems" "Removed by systems" Several("enemies") "the part of `removed` by systems"
        ByElse "removed_otherwise" "Removed otherwise" Several("enemies") "the part of `removed` by hazards, bombardments and the like"
        Attacks "attacks" "Attacks" Several("attacks") "attacks of Aces"
        Failures "failures" "Failures" Several("attacks") "attacks whose last roll failed"
        Mixed "mixed" "Mixed results" Several("attacks") "attacks whose last roll succeeded with a consequence"
        Full "full" "Full results" Several("attacks") "attacks whose last roll succeeded without"
        Rerolls "rerolls" "Rerolls" Several("rolls") "attacks rolled again for Tension"
        Extra "extra_actions" "Extra actions" Several("actions") "actions bought with Tension"
        Systems "systems_used" "Systems used" Several("uses") "uses of systems"
        Moves "moves" "Moves" Several("moves") "movements of Aces, forced ones apart"
        Consequences "consequences" "Consequences" Several("consequences") "consequences provoked that somebody was left to suffer"
        Answers "answers" "Attacks in answer" Several("attacks") "attacks of enemies in answer to a consequence"
        GmAttacks "gm_attacks" "Attacks in GM turns" Several("attacks") "attacks of enemies in GM turns"
        Activations "activations" "Activations" Several("activations") "activations of enemies in GM turns"
        Activated "attacks_activated" "Attacks in activations" Several("attacks") "the part of `gm_attacks` by enemies activated, not by Primes restored"
        EnemyMoves "enemy_moves" "Moves of enemies" Several("moves") "movements of enemies; of a colossus one, forced ones apart"
        IntoHazards "into_hazards" "Moves into hazards" Several("moves") "the part of `enemy_moves` from a hex without a hazard to one with"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm that reached enemies by the Aces' doing"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces"
        Shielded "shielded" "Harm shielded" Several("times") "times a Shield took all Harm, of either side"
        Materials "materials" "Materials" Several("Materials") "Materials from drops"
        Drops "drops" "Drops" Several("drops") "drops rolled"
        Reinforced "reinforced" "Reinforcements" Several("enemies") "enemies that came during a battle"
    }
}

metrics! {
    /// Metrics of each Ace of a mission.
    Pilot {
        Vigor "vigor_left" "Vigor left" Several("Vigor") "Vigor at the end, on the map"
        Tension "tension_left" "Tension left" Several("Tension") "Tension at the end, on the map"
        Ammo "ammo_left" "Ammo left" Several("Ammo") "Ammo at the end, on the map"
        Damage "frame_damage" "Frame damage" Single("times") "times its Vigor was gone"
        Out "out" "Out of battle" Share "1 if it was off the map at the end"
        Removed "removed" "Enemies removed" Several("enemies") "enemies it took out for good"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm of its own that reached enemies"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached it"
        Attacks "attacks" "Attacks" Several("attacks") "its attacks"
        Systems "systems_used" "Systems used" Several("uses") "uses of its systems"
        Provoked "consequences" "Consequences" Several("consequences") "consequences that it provoked and somebody was left to suffer"
    }
}
