//! The list of metrics of a mission, for the whole mission and for each Ace.

use hitchart_lab::study::metrics;

metrics! {
    /// Metrics of a whole mission.
    Whole {
        Victory "victory" "Victory" Share "1 if the Aces won the last battle"
        OutOfTime "out_of_time" "Out of time" Share "1 if the mission was lost with an Ace on the map: by the limit of rounds, or by an end that the encounter defines"
        Battles "battles" "Battles" Single("battles") "battles begun"
        Rounds "rounds" "Rounds" Single("rounds") "rounds begun, over all battles"
        VigorLeft "vigor_left" "Vigor left" Several("Vigor") "Vigor of the Aces on the map at the end"
        TensionLeft "tension_left" "Tension left" Several("Tension") "Tension of the Aces on the map at the end"
        AmmoLeft "ammo_left" "Ammo left" Several("Ammo") "Ammo of the Aces on the map at the end"
        FrameDamage "frame_damage" "Frame damage" Single("times") "times that an Ace lost all Vigor"
        Ejected "ejected" "Ejections" Single("times") "times that an Ace ejected"
        Lost "lost" "Frames lost" Single("frames") "frames lost in a last stand"
        Untouched "undamaged" "Undamaged" Share "1 if no frame was damaged"
        Removed "removed" "Enemies removed" Several("enemies") "enemies removed for good; each part of a colossus counts"
        Downed "primes_downed" "Primes out for a time" Several("times") "times that a Prime was out until the next GM turn"
        ByArmaments "removed_by_armaments" "Removed by armaments" Several("enemies") "the part of `removed` by attacks, Splash included"
        BySystems "removed_by_systems" "Removed by systems" Several("enemies") "the part of `removed` by systems"
        ByElse "removed_otherwise" "Removed otherwise" Several("enemies") "the part of `removed` by hazards, bombardments and the like"
        Attacks "attacks" "Attacks" Several("attacks") "attacks of Aces"
        Failures "failures" "Failures" Several("attacks") "attacks with a failure as the last roll"
        Mixed "mixed" "Mixed results" Several("attacks") "attacks with a success and a consequence as the last roll"
        Full "full" "Full results" Several("attacks") "attacks with a success without a consequence as the last roll"
        Rerolls "rerolls" "Rerolls" Several("rolls") "rerolls of attacks, paid with Tension"
        Extra "extra_actions" "Extra actions" Several("actions") "actions bought with Tension"
        Systems "systems_used" "Systems used" Several("uses") "uses of systems"
        Moves "moves" "Moves" Several("moves") "movements of Aces, without forced ones"
        Consequences "consequences" "Consequences" Several("consequences") "consequences provoked while an Ace was left to suffer them"
        Answers "answers" "Attacks in answer" Several("attacks") "attacks of enemies in answer to a consequence"
        GmAttacks "gm_attacks" "Attacks in GM turns" Several("attacks") "attacks of enemies in GM turns"
        Activations "activations" "Activations" Several("activations") "activations of enemies in GM turns"
        Activated "attacks_activated" "Attacks in activations" Several("attacks") "the part of `gm_attacks` by activated enemies, without those of restored Primes"
        EnemyMoves "enemy_moves" "Moves of enemies" Several("moves") "movements of enemies, without forced ones; a colossus counts as one"
        IntoHazards "into_hazards" "Moves into hazards" Several("moves") "the part of `enemy_moves` from a hex without a hazard to a hex with one"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm that the Aces caused and that reached enemies"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces"
        Shielded "shielded" "Harm shielded" Several("times") "times that a Shield of either side absorbed all Harm"
        Materials "materials" "Materials" Several("Materials") "Materials from drops"
        Drops "drops" "Drops" Several("drops") "drops rolled"
        Reinforced "reinforced" "Reinforcements" Several("enemies") "enemies that arrived during a battle"
    }
}

metrics! {
    /// Metrics of each Ace of a mission.
    Pilot {
        Vigor "vigor_left" "Vigor left" Several("Vigor") "Vigor at the end, on the map"
        Tension "tension_left" "Tension left" Several("Tension") "Tension at the end, on the map"
        Ammo "ammo_left" "Ammo left" Several("Ammo") "Ammo at the end, on the map"
        Damage "frame_damage" "Frame damage" Single("times") "times that it lost all Vigor"
        Out "out" "Out of battle" Share "1 if the Ace was off the map at the end"
        Removed "removed" "Enemies removed" Several("enemies") "enemies that it removed for good"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm that it caused and that reached enemies"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached it"
        Attacks "attacks" "Attacks" Several("attacks") "attacks of the Ace"
        Systems "systems_used" "Systems used" Several("uses") "uses of the Ace's systems"
        Provoked "consequences" "Consequences" Several("consequences") "consequences that it provoked while an Ace was left to suffer them"
    }
}
