//! The settings of a layout generator: given by the user, or the defaults of its kind.

use super::layout::{Generator, GeneratorKind};
use super::{BattlefieldError, BattlefieldRules, MAX_PIECES};

/// The checked settings of a layout generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    pub pieces: u8,
    pub size: [f64; 2],
    pub gap: f64,
    pub avenue: f64,
    pub height: [u8; 2],
    pub bricks: [u8; 2],
}

const OPEN_PLAIN: Manner =
    Manner { pieces: 8, size: [0.8, 2.0], gap: 4.0, avenue: 0.0, height: [3, 5], bricks: [12, 12] };
const DENSE_TOWN: Manner =
    Manner { pieces: 28, size: [1.2, 3.0], gap: 1.4, avenue: 0.0, height: [3, 6], bricks: [12, 18] };
const AVENUES_AND_ALLEYS: Manner =
    Manner { pieces: 30, size: [1.6, 2.4], gap: 1.4, avenue: 2.6, height: [3, 6], bricks: [12, 18] };
const SYMMETRIC_DUEL: Manner =
    Manner { pieces: 14, size: [1.0, 2.6], gap: 2.0, avenue: 0.0, height: [3, 5], bricks: [12, 12] };

impl Manner {
    /// Returns the generator's settings, with the defaults of its kind for keys that are not given.
    pub(super) fn of(generator: &Generator, rules: &BattlefieldRules) -> Result<Manner, BattlefieldError> {
        let own = match generator.kind {
            GeneratorKind::OpenPlain => OPEN_PLAIN,
            GeneratorKind::DenseTown => DENSE_TOWN,
            GeneratorKind::AvenuesAndAlleys => AVENUES_AND_ALLEYS,
            GeneratorKind::SymmetricDuel => SYMMETRIC_DUEL,
        };
        if generator.avenue.is_some() && generator.kind != GeneratorKind::AvenuesAndAlleys {
            let given_for = "a generator other than avenues-and-alleys";
            return Err(BattlefieldError::Surplus { key: "generator.avenue".to_owned(), given_for });
        }
        let least_gap = 2.0 * rules.radius + 0.2;
        let gap = generator.gap.unwrap_or(own.gap.max(least_gap));
        let manner = Manner {
            pieces: generator.pieces.unwrap_or(own.pieces),
            size: generator.size.unwrap_or(own.size),
            gap,
            avenue: generator.avenue.unwrap_or(own.avenue.max(gap)),
            height: generator.height.unwrap_or(own.height),
            bricks: generator.bricks.unwrap_or(own.bricks),
        };
        manner.check(generator.layouts, least_gap)?;
        Ok(manner)
    }

    fn check(&self, layouts: u32, least_gap: f64) -> Result<(), BattlefieldError> {
        let range = |key: &str, value: f64, least: f64, most: f64| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(BattlefieldError::range(format!("generator.{key}"), value, format!("from {least} to {most}")))
        };
        range("layouts", f64::from(layouts), 1.0, 1000.0)?;
        range("pieces", f64::from(self.pieces), 0.0, MAX_PIECES as f64)?;
        range("gap", self.gap, least_gap, 8.0)?;
        range("avenue", self.avenue, self.gap, 12.0)?;
        for (key, [low, high], least, most) in [
            ("size", self.size, 0.4, 6.0),
            ("height", self.height.map(f64::from), 0.0, 60.0),
            ("bricks", self.bricks.map(f64::from), 1.0, 240.0),
        ] {
            range(&format!("{key}[0]"), low, least, most)?;
            range(&format!("{key}[1]"), high, low, most)?;
        }
        Ok(())
    }
}
