//! Bands of range, and kinds of targets.

use super::battle_rules::RangeRules;

/// Bands of range, nearest first ("Ranges"; I01, I02).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Band of companies, and of the whites of ships
    Dogfight,
    PointDefense,
    Assault,
    Support,
}

/// Number of bands.
pub const BANDS: usize = Band::ALL.len();

impl Band {
    /// All bands with the names that users type.
    pub const ALL: [(Band, &'static str); 4] = [
        (Band::Dogfight, "dogfight"),
        (Band::PointDefense, "point-defense"),
        (Band::Assault, "assault"),
        (Band::Support, "support"),
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        Band::ALL[self as usize].1
    }

    /// Returns the band with this name, or `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Band> {
        Band::ALL.iter().find(|(_, known)| *known == name).map(|(band, _)| *band)
    }

    /// Returns the farthest distance that the band reaches, in ruler units.
    pub fn farthest(self, ranges: &RangeRules) -> f64 {
        match self {
            Band::Dogfight => ranges.dogfight,
            Band::PointDefense => ranges.point_defense,
            Band::Assault => ranges.assault,
            Band::Support => f64::INFINITY,
        }
    }

    /// Returns the distance at which the band begins: the border of the next nearer band, or 0 if bands are not
    /// exclusive. Point defence begins at 0, because shipboard weapons have no dogfight band (I02).
    pub fn beyond(self, ranges: &RangeRules) -> f64 {
        match self {
            Band::Dogfight | Band::PointDefense => 0.0,
            _ if !ranges.exclusive => 0.0,
            Band::Assault => ranges.point_defense,
            Band::Support => ranges.assault,
        }
    }

    /// Returns true if a weapon of the band hits at a distance in ruler units. A border belongs to the nearer band.
    pub fn reaches(self, distance: f64, ranges: &RangeRules) -> bool {
        let beyond = self.beyond(ranges);
        (distance > beyond || beyond == 0.0) && distance <= self.farthest(ranges)
    }
}

/// Kind of asset that is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    Ship,
    Company,
}

impl TargetKind {
    /// Both kinds with the names that users type.
    pub const ALL: [(TargetKind, &'static str); 2] = [(TargetKind::Ship, "ship"), (TargetKind::Company, "company")];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        TargetKind::ALL[self as usize].1
    }

    /// Returns the kind with this name, or `None` if the name is unknown.
    pub fn named(name: &str) -> Option<TargetKind> {
        TargetKind::ALL.iter().find(|(_, known)| *known == name).map(|(target, _)| *target)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;

    #[test]
    fn borders_belong_to_the_nearer_band() {
        let mut ranges = standard().ranges;
        let reaching = |distance, ranges: &RangeRules| -> Vec<&str> {
            Band::ALL.iter().filter(|(band, _)| band.reaches(distance, ranges)).map(|(_, name)| *name).collect()
        };
        assert_eq!(reaching(0.0, &ranges), ["dogfight", "point-defense"]);
        assert_eq!(reaching(2.0, &ranges), ["point-defense"]);
        assert_eq!((reaching(2.01, &ranges), reaching(8.0, &ranges)), (vec!["assault"], vec!["assault"]));
        assert_eq!(reaching(8.01, &ranges), ["support"]);
        ranges.exclusive = false;
        assert_eq!(reaching(2.0, &ranges), ["point-defense", "assault", "support"]);
    }
}
