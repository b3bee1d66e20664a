//! One attack as a plan of dice ("Ranges", "Damage", "Cover", "Dogfight range"; I38 to I44, I61).

use super::band::{Band, TargetKind};
use super::ruleset::{RedHits, Ruleset};
use hitchart_dice::Pool;
use hitchart_dice::plan::{AttackPlan, Cover, HitChart};

/// Band, target and attacker of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    pub band: Band,
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
    Company { band: Band },
    /// A red ace at a band that it does not reach (I61).
    #[error("a red ace does not reach {} band under `{rules}`; allowed: {allowed}", band.name())]
    RedAce { band: Band, rules: String, allowed: &'static str },
}

impl Aim {
    /// Checks that the attack is possible: ships reach companies only at dogfight and point-defence band (I44), a red
    /// ace reaches up to assault band (I61).
    ///
    /// # Errors
    /// Fails if the attacker does not reach the target at the band.
    pub fn check(&self, rules: &Ruleset) -> Result<(), AimError> {
        let Aim { band, target, red_ace } = *self;
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
pub fn plan(attack: Pool, spot: Pool, defense: Pool, aim: Aim, shelter: Shelter, rules: &Ruleset) -> AttackPlan {
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

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;
    use hitchart_dice::exact::attack;

    const SHIP: Aim = Aim { band: Band::Assault, target: TargetKind::Ship, red_ace: false };

    fn dice(text: &str) -> Pool {
        text.parse().unwrap()
    }

    /// Returns mean damage and mean absorbed hits per damage die of an attack of 2d6 without defense. The number of
    /// damage dice is random, but each mean is the mean number of dice times the chance of a hit.
    fn mean(aim: Aim, shelter: Shelter) -> (f64, f64) {
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
        let at = |band| Aim { band, ..SHIP };
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
        assert!(close(mean(Aim { target: TargetKind::Company, ..at(Band::Dogfight) }, Shelter::Open), (0.5, 0.0)));
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
        let company = |band, red_ace| Aim { band, target: TargetKind::Company, red_ace };
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
        assert_eq!(Aim { red_ace: true, ..SHIP }.chart(&rules), HitChart::target_only(5));
        rules.aces.red_hits = RedHits::Band;
        assert_eq!(Aim { red_ace: true, ..SHIP }.chart(&rules), SHIP.chart(&rules));
        rules.aces.red_reaches = false;
        assert!(company(Band::PointDefense, true).check(&rules).is_err());
    }
}
