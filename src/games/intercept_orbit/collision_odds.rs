//! Odds of collision dice ("Collision dice"; I53 to I55).

use super::ruleset::Ruleset;
use hitchart_dice::Pmf;
use hitchart_dice::exact::damage_by_dice;
use hitchart_dice::plan::{Cover, HitChart, NEVER};

/// Kind of thing that a ship rams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rammed {
    Ship,
    /// A high value asset, which takes no damage (I53)
    Hva,
    /// Debris, which takes no damage either (I55)
    Debris,
}

impl Rammed {
    /// All kinds with the names that users type.
    pub const ALL: [(Rammed, &'static str); 3] =
        [(Rammed::Ship, "ship"), (Rammed::Hva, "hva"), (Rammed::Debris, "debris")];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        Rammed::ALL[self as usize].1
    }

    /// Returns the kind with this name, or `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Rammed> {
        Rammed::ALL.iter().find(|(_, known)| *known == name).map(|(rammed, _)| *rammed)
    }
}

/// Hits on both sides of a collision. Each number is also the most clicks by which the other side may turn that ship.
#[derive(Clone, Debug, PartialEq)]
pub struct RamOdds {
    pub rammer: Pmf,
    pub target: Pmf,
}

/// Error of a speed that no ship has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a ship cannot move {speed} units; allowed: 0 to {most} (`movement.most` of `{rules}`)")]
pub struct SpeedError {
    pub speed: u8,
    pub most: u8,
    pub rules: String,
}

/// Computes the hits of a collision: one die for every unit of the rammer's intended speed. Low faces damage the
/// rammer, high faces damage its target, and no defense applies (I53).
///
/// # Errors
/// Fails if the speed is above the maximum of the ruleset.
pub fn ram(speed: u8, rammed: Rammed, rules: &Ruleset) -> Result<RamOdds, SpeedError> {
    let most = rules.movement.most;
    if speed > most {
        return Err(SpeedError { speed, most, rules: rules.name.clone() });
    }
    let hits =
        |lowest| damage_by_dice(&Pmf::point(speed.into()), &HitChart::target_only(lowest), Cover::None).column_pmf();
    // There are as many faces from this one up as low faces that damage the rammer.
    let rammer = hits(NEVER - rules.collisions.rammer.min(6));
    let target = match rammed {
        Rammed::Ship => hits(rules.collisions.target),
        Rammed::Hva | Rammed::Debris => Pmf::point(0),
    };
    Ok(RamOdds { rammer, target })
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;

    #[test]
    fn a_third_of_the_dice_hits_the_rammer_and_half_its_target() {
        let rules = standard();
        let odds = ram(6, Rammed::Ship, &rules).unwrap();
        assert!((odds.rammer.mean() - 2.0).abs() < 1e-12 && (odds.target.mean() - 3.0).abs() < 1e-12);
        assert!((odds.rammer.at(6) - (1.0f64 / 3.0).powi(6)).abs() < 1e-15);
        assert_eq!(ram(0, Rammed::Ship, &rules).unwrap().target, Pmf::point(0));
        let hva = ram(4, Rammed::Hva, &rules).unwrap();
        assert!(hva.target == Pmf::point(0) && hva.rammer.mean() > 1.3);
        assert!(ram(9, Rammed::Ship, &rules).unwrap_err().to_string().contains("0 to 8"));
    }
}
