//! Flight time of a company on a fuel die ("Bingo Fuel", "Dodging away"; I19, I23, I64).

use super::ruleset::Ruleset;
use hitchart_dice::exact::{highest_of, sum, survival};
use hitchart_dice::{Pmf, Pool};

/// Most dodges in a round.
pub const MOST_DODGES: u8 = 6;

/// Fuel dice and dodges of a company.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Black dice and whites, the best of which is the fuel.
    pub dice: Pool,
    /// Hits in a round that it may dodge, 0 to [`MOST_DODGES`].
    pub dodges: u8,
    /// Probability of each dodge, 0 to 1.
    pub chance: f64,
}

/// Flight time of a company. A round counts if it begins with fuel; the round of the launch is the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Flown {
    /// Fuel at the start.
    pub fuel: Pmf,
    /// Expected rounds; `None` if nothing takes fuel.
    pub rounds: Option<f64>,
    /// `flying_after[n]`: probability that the company has fuel left after `n` rounds.
    pub flying_after: Vec<f64>,
}

/// Computes the fuel that one round takes: for its end, and for dodges.
fn burnt(flight: &Flight, rules: &Ruleset) -> Pmf {
    let per_dodge = usize::from(rules.fuel.per_dodge);
    let mut one = vec![0.0; per_dodge + 1];
    one[0] += 1.0 - flight.chance;
    one[per_dodge] += flight.chance;
    let one = Pmf::new(one);
    (0..flight.dodges.min(MOST_DODGES)).fold(Pmf::point(rules.fuel.per_round.into()), |all, _| sum(&all, &one))
}

/// Computes the flight time of a company, listed for 0 to `rounds` rounds.
pub fn flown(flight: &Flight, rounds: usize, rules: &Ruleset) -> Flown {
    let (fuel, burnt) = (highest_of(&flight.dice), burnt(flight, rules));
    let each = fuel.as_slice().iter().enumerate().map(|(fuel, p)| (*p, survival(&burnt, fuel, rounds)));
    let (mut mean, mut flying) = (Some(0.0), vec![0.0; rounds + 1]);
    for (p, lasted) in each.filter(|(p, _)| *p > 0.0) {
        mean = mean.zip(lasted.mean_attacks).map(|(mean, rounds)| mean + p * rounds);
        flying.iter_mut().zip(&lasted.alive_after).for_each(|(sum, alive)| *sum += p * alive);
    }
    Flown { fuel, rounds: mean, flying_after: flying }
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;

    fn rounds(dice: &str, dodges: u8, chance: f64) -> f64 {
        let flight = Flight { dice: dice.parse().unwrap(), dodges, chance };
        flown(&flight, 0, &standard()).rounds.unwrap()
    }

    #[test]
    fn fuel_is_rounds_and_dodges_halve_them() {
        assert!((rounds("1d6", 0, 1.0) - 3.5).abs() < 1e-12);
        assert!((rounds("3d6", 0, 1.0) - 4.958_333_333_333_333).abs() < 1e-12);
        // A dodge each round: 1, 1, 2, 2, 3, 3 rounds.
        assert!((rounds("1d6", 1, 1.0) - 2.0).abs() < 1e-12);
        let sometimes = rounds("1d6", 1, 0.5);
        assert!(sometimes > 2.0 && sometimes < 3.5);
        assert_eq!(rounds("", 0, 1.0), 0.0);
    }

    #[test]
    fn house_rules_change_what_burns() {
        let mut rules = standard();
        let flight = Flight { dice: "1d6".parse().unwrap(), dodges: 0, chance: 1.0 };
        assert!((flown(&flight, 6, &rules).flying_after[1] - 5.0 / 6.0).abs() < 1e-12);
        rules.fuel.per_round = 2;
        assert!((flown(&flight, 0, &rules).rounds.unwrap() - 2.0).abs() < 1e-12);
        rules.fuel.per_round = 0;
        assert_eq!(flown(&flight, 0, &rules).rounds, None);
        assert_eq!(flown(&Flight { dodges: 2, ..flight }, 0, &rules).rounds.map(f64::round), Some(2.0));
    }
}
