//! Attacks as plans of dice, bands of range and kinds of targets; and the allowed ranges of the numbers of a ruleset.

use super::battle_rules::RangeRules;
use super::ruleset::{RedHits, Ruleset};
use hitchart_config::{named, rules::RulesError};
use hitchart_dice::Pool;
use hitchart_dice::plan::{AttackPlan, Cover, HitChart};

// One attack as a plan of dice ("Ranges", "Damage", "Cover", "Dogfight range"; I38 to I44, I61).

/// Band, target and attacker of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackAim {
    /// Band at which the attack is made.
    pub band: Band,
    /// Kind of the target, which limits the bands (I44) and selects the face that hits in the table of companies.
    pub target: TargetKind,
    /// True if a red ace attacks. It reaches beyond dogfight band, by default with the table of companies (I61).
    pub red_ace: bool,
}

/// Cover that takes hits instead of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelter {
    /// No cover.
    Open,
    /// A ship, or the screen of two defences or of a blue ace: it absorbs every hit that cover can absorb (I39, I42).
    Lasting,
    /// Cover that is gone after this many hits, such as debris (I40); 0 covers nothing.
    Hits(u8),
}

impl Shelter {
    /// Returns the cover of a piece of debris.
    pub fn debris(rules: &Ruleset) -> Shelter {
        Shelter::Hits(rules.cover.debris_hits)
    }

    /// Returns a short label of the cover.
    pub fn label(self) -> String {
        match self {
            Shelter::Open => "open".to_owned(),
            Shelter::Lasting => "cover".to_owned(),
            Shelter::Hits(hits) => format!("cover {hits}"),
        }
    }
}

/// Error of a target that cannot be attacked in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AimError {
    /// A company at a band that reaches no companies (I44).
    #[error(
        "a company cannot be attacked at {} band; allowed: dogfight, point-defense, and assault for a red ace",
        band.name()
    )]
    Company {
        /// Band of the attack: assault or support.
        band: Band,
    },
    /// A red ace at a band that it does not reach (I61).
    #[error("a red ace does not reach {} band under `{rules}`; allowed: {allowed}", band.name())]
    RedAce {
        /// Band of the attack: support; also assault and point defense if `aces.red_reaches` is false.
        band: Band,
        /// Name of the ruleset.
        rules: String,
        /// Names of the bands that a red ace reaches under the ruleset.
        allowed: &'static str,
    },
}

impl AttackAim {
    /// Checks that the attack is possible: ships reach companies only at dogfight and point-defence band (I44), a red
    /// ace reaches up to assault band (I61).
    ///
    /// # Errors
    /// Fails if the attacker does not reach the target at the band.
    pub fn check(&self, rules: &Ruleset) -> Result<(), AimError> {
        let AttackAim { band, target, red_ace } = *self;
        if red_ace {
            let far = rules.aces.red_reaches;
            let allowed = if far { "dogfight, point-defense, assault" } else { "dogfight" };
            let reaches = band == Band::Dogfight || far && band != Band::Support;
            return if reaches { Ok(()) } else { Err(AimError::RedAce { band, rules: rules.name.clone(), allowed }) };
        }
        match (target, band) {
            (TargetKind::Company, Band::Assault | Band::Support) => Err(AimError::Company { band }),
            _ => Ok(()),
        }
    }

    /// Returns the effects of damage dice. With the table of companies, as at dogfight band, nothing covers: a red ace
    /// attacks "as though they were in dogfight range", unless the ruleset lets it hit by band.
    pub fn chart(&self, rules: &Ruleset) -> HitChart {
        let charts = &rules.charts;
        let by_company = self.red_ace && rules.aces.red_hits == RedHits::Company;
        match (charts.of(self.band).filter(|_| !by_company), self.target) {
            (Some(band), _) => band.chart(rules.cover.blow_through),
            (None, TargetKind::Company) => HitChart::target_only(charts.dogfight_company),
            (None, TargetKind::Ship) => HitChart::target_only(charts.dogfight_ship),
        }
    }
}

/// Returns the plan of an attack with these dice. Its `second_spot`, for the dice of a yellow ace, is empty (I62).
pub fn plan(attack: Pool, spot: Pool, defense: Pool, aim: AttackAim, shelter: Shelter, rules: &Ruleset) -> AttackPlan {
    let chart = aim.chart(rules);
    let open = HitChart::target_only(chart.cover);
    let defense = defense.into();
    let second_spot = Pool::EMPTY;
    let plan = AttackPlan { attack, spot, second_spot, bonus: 0, defense, chart: open, cover: Cover::None };
    match shelter {
        Shelter::Open | Shelter::Hits(0) => plan,
        // More hits than any attack has damage dice. Unlike immune cover, this counts the hits that the cover absorbs.
        Shelter::Lasting => AttackPlan { chart, cover: Cover::Hits(u8::MAX), ..plan },
        Shelter::Hits(hits) => AttackPlan { chart, cover: Cover::Hits(hits), ..plan },
    }
}

// Bands of range, and kinds of targets.

named! {
    /// Bands of range, nearest first ("Ranges"; I01, I02).
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Band in pairs {
        /// Band of companies, and of the whites of ships
        Dogfight = "dogfight",
        /// Band of point defense weapons: from 0 to 2 units in the default rules (I01).
        PointDefense = "point-defense",
        /// Band of assault weapons: beyond point defense, up to 8 units in the default rules (I01).
        Assault = "assault",
        /// Band of support weapons: beyond assault range in the default rules, without a limit (I01).
        Support = "support",
    }
}

/// Number of bands.
pub const BANDS: usize = Band::ALL.len();

impl Band {
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

named! {
    /// Kind of asset that is attacked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum TargetKind in pairs {
        /// A capital ship or a frigate.
        Ship = "ship",
        /// A company of mobile frames.
        Company = "company",
    }
}

// Contradictions between fields of a ruleset.

/// Most tactical assets of a fleet, also in a major battle.
pub(super) const MOST_ASSETS: u8 = 10;
/// Most high value assets of each player with 2, 3 and 4 players: at most 16 on the table.
pub(super) const HVAS_EACH: [u8; 3] = [8, 5, 4];

impl Ruleset {
    /// Checks for fields that contradict each other.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub(super) fn check_contradictions(&self) -> Result<(), RulesError> {
        let refuse = |field: &str, found: String, allowed: String| Err(RulesError::out_of_range(field, found, allowed));
        let (fleet, bidding, movement) = (&self.fleet, &self.bidding, &self.movement);
        for (players, at) in (2..).zip(0..3) {
            let limits = [
                ("fleet.max_assets", fleet.max_assets[at], fleet.min_assets[at], MOST_ASSETS - fleet.major),
                ("fleet.hvas", fleet.hvas[at], 0, HVAS_EACH[at]),
            ];
            let mut outside = limits.into_iter().filter(|limit| !(limit.2..=limit.3).contains(&limit.1));
            if let Some((field, found, low, high)) = outside.next() {
                return refuse(field, format!("{found} for {players} players"), format!("{low} to {high}"));
            }
        }
        let steps = bidding.step_assets + bidding.step_systems;
        if bidding.base <= steps {
            let allowed = format!("more than {steps}, the sum of both steps");
            return refuse("bidding.base", bidding.base.to_string(), allowed);
        }
        if movement.speed > movement.most {
            return refuse("movement.speed", movement.speed.to_string(), format!("0 to {}", movement.most));
        }
        match self.typical_attack.on_companies {
            Band::Dogfight | Band::PointDefense => Ok(()),
            band => refuse("typical_attack.on_companies", band.name().to_owned(), "dogfight, point-defense".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;
    use hitchart_dice::exact::attack;

    const SHIP: AttackAim = AttackAim { band: Band::Assault, target: TargetKind::Ship, red_ace: false };

    fn dice(text: &str) -> Pool {
        text.parse().unwrap()
    }

    /// Returns mean damage and mean absorbed hits per damage die of an attack of 2d6 without defense. The number of
    /// damage dice is random, but each mean is the mean number of dice times the chance of a hit.
    fn mean(aim: AttackAim, shelter: Shelter) -> (f64, f64) {
        let rules = standard();
        let odds = attack(&plan(dice("2d6"), Pool::EMPTY, Pool::EMPTY, aim, shelter, &rules));
        let dice = odds.damage_dice.mean();
        (odds.damage().mean() / dice, odds.cover().mean() / dice)
    }

    fn close((a, b): (f64, f64), (c, d): (f64, f64)) -> bool {
        (a - c).abs() < 1e-12 && (b - d).abs() < 1e-12
    }

    /// I38, I39: assault hits on 4-6 and cover absorbs 4s; support and point defence hit on 5-6 and cover absorbs 5s.
    #[test]
    fn cover_absorbs_the_lowest_face_that_hits() {
        let at = |band| AttackAim { band, ..SHIP };
        for (band, open, covered) in [
            (Band::PointDefense, 2.0, 1.0),
            (Band::Assault, 3.0, 2.0),
            (Band::Support, 2.0, 1.0),
            (Band::Dogfight, 2.0, 2.0),
        ] {
            assert!(close(mean(at(band), Shelter::Open), (open / 6.0, 0.0)), "{band:?}");
            let absorbed = (open - covered) / 6.0;
            assert!(close(mean(at(band), Shelter::Lasting), (covered / 6.0, absorbed)), "{band:?}");
        }
        assert!(close(
            mean(AttackAim { target: TargetKind::Company, ..at(Band::Dogfight) }, Shelter::Open),
            (0.5, 0.0)
        ));
    }

    /// I40: debris is gone after its first absorbed hit, and further dice go through.
    #[test]
    fn debris_absorbs_one_hit() {
        let rules = standard();
        let of = |rules: &Ruleset| {
            let shelter = Shelter::debris(rules);
            attack(&plan(dice("6d6"), Pool::EMPTY, Pool::EMPTY, SHIP, shelter, rules))
        };
        let odds = of(&rules);
        assert_eq!(odds.cover().max(), 1);
        let through = odds.damage().mean() + odds.cover().mean();
        assert!((through - odds.damage_dice.mean() / 2.0).abs() < 1e-12, "no hit is lost");
        let mut without = standard();
        without.cover.blow_through = false;
        assert!((of(&without).damage().mean() - odds.damage_dice.mean() / 3.0).abs() < 1e-12);
    }

    /// I44, I61.
    #[test]
    fn companies_are_out_of_reach_of_all_but_point_defence_and_red_aces() {
        let mut rules = standard();
        let company = |band, red_ace| AttackAim { band, target: TargetKind::Company, red_ace };
        for (band, ship, ace) in [
            (Band::Dogfight, true, true),
            (Band::PointDefense, true, true),
            (Band::Assault, false, true),
            (Band::Support, false, false),
        ] {
            assert_eq!(company(band, false).check(&rules).is_ok(), ship, "{band:?}");
            assert_eq!(company(band, true).check(&rules).is_ok(), ace, "{band:?}");
        }
        let says = company(Band::Support, false).check(&rules).unwrap_err().to_string();
        assert!(says.contains("allowed: dogfight, point-defense"), "{says}");
        assert_eq!(company(Band::Assault, true).chart(&rules), HitChart::target_only(4));
        assert_eq!(AttackAim { red_ace: true, ..SHIP }.chart(&rules), HitChart::target_only(5));
        rules.aces.red_hits = RedHits::Band;
        assert_eq!(AttackAim { red_ace: true, ..SHIP }.chart(&rules), SHIP.chart(&rules));
        rules.aces.red_reaches = false;
        assert!(company(Band::PointDefense, true).check(&rules).is_err());
    }

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
