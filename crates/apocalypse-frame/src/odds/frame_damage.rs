//! Exact odds of frame damage: the chance of each result within a number of rolls.

use super::super::ruleset::{DamageRules, Repeated};

/// Results of a roll on frame damage, from 1, each with a name and its effect ("Frame Damage").
pub const RESULTS: [(&str, &str); 6] = [
    ("superstructure", "lower maximum Vigor, one die less on Drive rolls"),
    ("leg", "moves need a Speed roll, one die less on other Speed rolls"),
    ("sensors", "one die less on attacks and Control rolls"),
    ("armament", "an armament becomes its backup"),
    ("shoulder", "a modular system needs a Control roll"),
    ("core", "the integral system needs a Drive roll"),
];

/// Bit of the core, which is hit once at most.
const CORE: usize = 1 << 5;

/// Returns the chance of each result to occur at least once in `rolls` results, for a frame with enough armaments and
/// systems that no result but those of [`Repeated`] is impossible.
pub fn within(rolls: u8, rules: &DamageRules) -> [f64; RESULTS.len()] {
    // Chances by the set of results so far, a bit for each.
    let mut sets = [0.0; 1 << RESULTS.len()];
    sets[0] = 1.0;
    for _ in 0..rolls {
        let mut next = [0.0; 1 << RESULTS.len()];
        for (set, chance) in sets.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let excluded = match rules.repeated {
                Repeated::Stack => set & CORE,
                Repeated::Reroll => set,
            };
            let possible: Vec<usize> = (0..RESULTS.len()).filter(|face| excluded & (1 << face) == 0).collect();
            // Without a possible result, the roll has no effect.
            if possible.is_empty() {
                next[set] += chance;
            }
            for face in &possible {
                next[set | 1 << face] += chance / possible.len() as f64;
            }
        }
        sets = next;
    }
    std::array::from_fn(|face| {
        sets.iter().enumerate().filter(|(set, _)| set & (1 << face) != 0).map(|(_, chance)| chance).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn rules(repeated: Repeated) -> DamageRules {
        let mut rules = hitchart_config::rules::standard::<Ruleset>().damage;
        rules.repeated = repeated;
        rules
    }

    #[test]
    fn one_roll_is_a_die_and_two_differ_by_what_is_repeated() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let stacked = rules(Repeated::Stack);
        within(1, &stacked).into_iter().for_each(|chance| near(chance, 1.0 / 6.0));
        let two = within(2, &stacked);
        // A leg first, or second after no core (5/6 of 1/6 for a die without 6), or second after a core (1/5).
        near(two[1], 1.0 / 6.0 + 4.0 / 6.0 / 6.0 + 1.0 / 6.0 / 5.0);
        near(two[5], 11.0 / 36.0);
        let rerolled = rules(Repeated::Reroll);
        within(2, &rerolled).into_iter().for_each(|chance| near(chance, 1.0 / 3.0));
        within(7, &rerolled).into_iter().for_each(|chance| near(chance, 1.0));
        assert_eq!(within(0, &stacked), [0.0; 6]);
    }
}
