//! Bands of range, and what may be a target.

use super::battle_rules::RangeRules;

/// Bands of range, nearest first ("Ranges"; I01, I02).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Companies, and whites of ships
    Dogfight,
    PointDefense,
    Assault,
    Support,
}

/// Number of bands.
pub const BANDS: usize = Band::ALL.len();

impl Band {
    /// All bands with the names that people type.
    pub const ALL: [(Band, &'static str); 4] = [
        (Band::Dogfight, "dogfight"),
        (Band::PointDefense, "point-defense"),
        (Band::Assault, "assault"),
        (Band::Support, "support"),
    ];

    /// The name that people type.
    pub fn name(self) -> &'static str {
        Band::ALL[self as usize].1
    }

    /// The band of a name.
    pub fn named(name: &str) -> Option<Band> {
        Band::ALL.iter().find(|(_, known)| *known == name).map(|(band, _)| *band)
    }

    /// The farthest that the band reaches, in ruler units.
    pub fn farthest(self, ranges: &RangeRules) -> f64 {
        match self {
            Band::Dogfight => ranges.dogfight,
            Band::PointDefense => ranges.point_defense,
            Band::Assault => ranges.assault,
            Band::Support => f64::INFINITY,
        }
    }

    /// Where the band begins: beyond the border of the next nearer one that ships' weapons have, or at 0. Point defence
    /// begins at 0, for dogfight is no band of shipboard weapons (I02).
    pub fn beyond(self, ranges: &RangeRules) -> f64 {
        match self {
            Band::Dogfight | Band::PointDefense => 0.0,
            _ if !ranges.exclusive => 0.0,
            Band::Assault => ranges.point_defense,
            Band::Support => ranges.assault,
        }
    }

    /// True if a weapon of the band hits at a distance in ruler units; a border belongs to the nearer band.
    pub fn reaches(self, distance: f64, ranges: &RangeRules) -> bool {
        let beyond = self.beyond(ranges);
        (distance > beyond || beyond == 0.0) && distance <= self.farthest(ranges)
    }
}

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    Ship,
    Company,
}

impl TargetKind {
    /// Both with the names that people type.
    pub const ALL: [(TargetKind, &'static str); 2] = [(TargetKind::Ship, "ship"), (TargetKind::Company, "company")];

    /// The name that people type.
    pub fn name(self) -> &'static str {
        TargetKind::ALL[self as usize].1
    }

    /// The target of a name.
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
