//! Exact odds of boarding actions and of collisions, and the exact flight time of companies.

use super::{durability::COMPANY_SYSTEMS, ruleset::Ruleset};
use hitchart_config::{named, words::counted};
use hitchart_dice::exact::{damage_by_dice, highest_of, sum};
use hitchart_dice::plan::{Cover, HitChart, NEVER};
use hitchart_dice::{Pmf, Pool};

// Odds of boarding ("Capturing and Defending Ships"; I26 to I32).

/// Most companies of a player on one ship.
pub const MOST_COMPANIES: u8 = 8;
/// Most boarders besides the owner: the other players.
pub const MOST_BOARDERS: usize = 3;
/// Most red dice of the owner's point defence: four weapons of four dice.
pub const MOST_REDS: usize = 16;

/// Names of the parties as users type them, the owner first.
pub const PARTIES: [&str; MOST_BOARDERS + 1] = ["owner", "first", "second", "third"];
/// Names of the parties in a sentence.
const CALLED: [&str; MOST_BOARDERS + 1] = ["owner", "first boarder", "second boarder", "third boarder"];

/// A player with companies on the ship, or its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// Companies on the ship, 0 to [`MOST_COMPANIES`].
    pub companies: u8,
    /// True if the player's ace leads one of the companies.
    pub ace: bool,
    /// Red dice of the ship's point defence; only the owner has any.
    pub reds: Pool,
}

impl Party {
    /// Returns the yellow dice: those of each company, and the ace's (I31).
    fn yellows(&self, rules: &Ruleset) -> Pool {
        let ace = if self.ace { rules.aces.boarding } else { Pool::EMPTY };
        let companies = rules.boarding.company.times(self.companies.min(MOST_COMPANIES)).unwrap_or_default();
        companies.and(ace).unwrap_or_default()
    }

    /// Computes the hits that the companies can take: four systems and the whites of each, and the ace (I08).
    pub fn life(&self, rules: &Ruleset) -> usize {
        let each = usize::from(COMPANY_SYSTEMS + rules.companies.whites);
        usize::from(self.companies) * each + usize::from(self.ace && rules.aces.has_life)
    }
}

/// A boarding action before its roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boarding {
    /// The owner first, then one to three boarders.
    parties: Vec<Party>,
    /// Helper and aided party, by place (I32).
    aid: Option<(usize, usize)>,
    /// For each party, the party that its damage hits, by place (I30).
    victims: Vec<usize>,
}

/// Error of a boarding action that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardingError {
    /// A number of companies out of range.
    #[error("the {party} has {}; allowed: {least} to {MOST_COMPANIES}", counted((*found).into(), "companies"))]
    Companies {
        /// Name of the party in a sentence, such as `first boarder`.
        party: &'static str,
        /// Number of companies.
        found: u8,
        /// Lowest number allowed: 0 for the owner, 1 for a boarder.
        least: u8,
    },
    /// An ace without a company.
    #[error("the {party} has an ace but no company for it to lead")]
    Ace {
        /// Name of the party in a sentence.
        party: &'static str,
    },
    /// A number of red dice out of range.
    #[error("{found} red dice of point defense; allowed: up to {MOST_REDS}")]
    Reds {
        /// Number of red dice.
        found: usize,
    },
    /// Too few or too many boarders.
    #[error("{}; allowed: 1 to {MOST_BOARDERS}", counted(*found as u64, "boarders"))]
    Boarders {
        /// Number of boarders.
        found: usize,
    },
    /// A party that does not take part.
    #[error("there is no {party} on this ship")]
    Absent {
        /// Name of the party in a sentence.
        party: &'static str,
    },
    /// A party that aids or hits itself.
    #[error("the {party} can neither aid nor hit itself")]
    Itself {
        /// Name of the party in a sentence.
        party: &'static str,
    },
    /// A party that hits its helper, or the party that it aids (I32).
    #[error("a helper and the player that it aids do not hit each other: the {party} cannot hit this player")]
    Allies {
        /// Name of the party in a sentence.
        party: &'static str,
    },
    /// Aid between the only two players (I32).
    #[error("the {party} has no enemy on this ship to aid another against")]
    NoEnemy {
        /// Name of the helper in a sentence.
        party: &'static str,
    },
    /// Dice that hit a player without companies.
    #[error("the {party} has no companies to hit")]
    NoTarget {
        /// Name of the party in a sentence.
        party: &'static str,
    },
    /// Aid under a ruleset without aid (I32).
    #[error("players cannot aid each other under `{rules}` (`boarding.aid = false`)")]
    Aid {
        /// Name of the ruleset.
        rules: String,
    },
}

/// Chances to hold the ship, and damage.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardingOdds {
    /// Chance of each party to have the ship afterwards; for the owner, to keep it.
    pub holds: Vec<f64>,
    /// Damage to the companies of each party, not capped by their life. `None` if a party has no companies.
    pub damage: Vec<Option<Pmf>>,
}

impl Boarding {
    /// Creates a boarding of a ship. Each party hits the companies of the owner, or else of the first boarder that has
    /// companies, but never those of its helper or of the party that it helps.
    ///
    /// # Errors
    /// Fails if a number is out of range, or if an ace has no company.
    pub fn new(owner: Party, boarders: &[Party]) -> Result<Boarding, BoardingError> {
        if !(1..=MOST_BOARDERS).contains(&boarders.len()) {
            return Err(BoardingError::Boarders { found: boarders.len() });
        }
        let parties: Vec<Party> = [&[owner], boarders].concat();
        for (at, party) in parties.iter().enumerate() {
            let (name, least) = (CALLED[at], u8::from(at > 0));
            if !(least..=MOST_COMPANIES).contains(&party.companies) {
                return Err(BoardingError::Companies { party: name, found: party.companies, least });
            }
            if party.ace && party.companies == 0 {
                return Err(BoardingError::Ace { party: name });
            }
            if party.reds.len() > MOST_REDS {
                return Err(BoardingError::Reds { found: party.reds.len() });
            }
        }
        let mut boarding = Boarding { victims: vec![0; parties.len()], parties, aid: None };
        boarding.choose_victims();
        Ok(boarding)
    }

    /// Returns the boarding with the dice of one party given to another (I32).
    ///
    /// # Errors
    /// Fails if a party does not take part, if both are the same, if nobody else is on the ship, or if the ruleset has no aid.
    pub fn aided(mut self, helper: usize, aided: usize, rules: &Ruleset) -> Result<Boarding, BoardingError> {
        self.check_pair(helper, aided)?;
        if !rules.boarding.aid {
            return Err(BoardingError::Aid { rules: rules.name.clone() });
        }
        if self.parties.len() == 2 {
            return Err(BoardingError::NoEnemy { party: CALLED[helper] });
        }
        self.aid = Some((helper, aided));
        self.choose_victims();
        Ok(self)
    }

    /// Returns the boarding with a party's dice directed at another party's companies (I30).
    ///
    /// # Errors
    /// Fails if a party does not take part, if both are the same, if one aids the other, or if the victim has no companies.
    pub fn hitting(mut self, roller: usize, victim: usize) -> Result<Boarding, BoardingError> {
        self.check_pair(roller, victim)?;
        if self.are_allies(roller, victim) {
            return Err(BoardingError::Allies { party: CALLED[roller] });
        }
        if self.parties[victim].companies == 0 {
            return Err(BoardingError::NoTarget { party: CALLED[victim] });
        }
        self.victims[roller] = victim;
        Ok(self)
    }

    fn check_pair(&self, one: usize, other: usize) -> Result<(), BoardingError> {
        if let Some(at) = [one, other].into_iter().find(|at| *at >= self.parties.len()) {
            return Err(BoardingError::Absent { party: CALLED.get(at).copied().unwrap_or("such player") });
        }
        if one == other { Err(BoardingError::Itself { party: CALLED[one] }) } else { Ok(()) }
    }

    /// Returns true if one of two parties aids the other.
    fn are_allies(&self, a: usize, b: usize) -> bool {
        self.aid == Some((a, b)) || self.aid == Some((b, a))
    }

    fn choose_victims(&mut self) {
        let victim = |roller: usize| {
            let enemy = |other: &usize| *other != roller && !self.are_allies(roller, *other);
            let worth = |other: &usize| enemy(other) && self.parties[*other].companies > 0;
            let all = 0..self.parties.len();
            all.clone().find(worth).or_else(|| all.clone().find(enemy)).unwrap_or(usize::from(roller == 0))
        };
        self.victims = (0..self.parties.len()).map(victim).collect();
    }

    /// Returns the parties, the owner first.
    pub fn parties(&self) -> &[Party] {
        &self.parties
    }

    /// Returns the place of the party that a party's dice hit.
    pub fn victim(&self, roller: usize) -> usize {
        self.victims[roller]
    }

    /// Returns the yellow and red dice that a party rolls, including dice given to it and without dice given away.
    fn dice(&self, party: usize, rules: &Ruleset) -> (Pool, Pool) {
        let own = |party: usize| (self.parties[party].yellows(rules), self.parties[party].reds);
        match self.aid {
            Some((helper, _)) if helper == party => (Pool::EMPTY, Pool::EMPTY),
            Some((helper, aided)) if aided == party => {
                let ((yellows, reds), (more, more_reds)) = (own(party), own(helper));
                (yellows.and(more).unwrap_or_default(), reds.and(more_reds).unwrap_or_default())
            }
            _ => own(party),
        }
    }

    /// Computes the chance of each party to hold the ship, and the damage to each. The most yellow dice of the
    /// threshold or more take the ship. On a tie, or if no die counts, the owner keeps it (I26, I28, I29). Every die damages
    /// the companies of one enemy by its face (I30).
    pub fn odds(&self, rules: &Ruleset) -> BoardingOdds {
        let dice: Vec<(Pool, Pool)> = (0..self.parties.len()).map(|party| self.dice(party, rules)).collect();
        let successes = |(yellows, reds): &(Pool, Pool)| {
            let counting = if rules.boarding.reds_hold { yellows.and(*reds).unwrap_or_default() } else { *yellows };
            over_dice(&counting, |face| usize::from(face >= rules.boarding.threshold))
        };
        let by_face = |face: u8| usize::from(rules.boarding.damage[usize::from(face.clamp(1, 8)) - 1]);
        let dealt = |(yellows, reds): &(Pool, Pool)| over_dice(&yellows.and(*reds).unwrap_or_default(), by_face);
        let counts: Vec<Pmf> = dice.iter().map(successes).collect();
        let dealt: Vec<Pmf> = dice.iter().map(dealt).collect();
        let mut holds: Vec<f64> = (0..counts.len()).map(|party| most(party, &counts)).collect();
        holds[0] = 1.0 - holds[1..].iter().sum::<f64>();
        let suffered = |party: usize| {
            let on_it = dealt.iter().zip(&self.victims).filter(|(_, victim)| **victim == party);
            let all = on_it.fold(Pmf::point(0), |all, (dealt, _)| sum(&all, dealt));
            (self.parties[party].companies > 0).then_some(all)
        };
        BoardingOdds { holds, damage: (0..self.parties.len()).map(suffered).collect() }
    }
}

/// Computes the chance that a party has more dice that count than any other.
fn most(party: usize, counts: &[Pmf]) -> f64 {
    let fewer = |other: &Pmf, than: usize| other.as_slice().iter().take(than).sum::<f64>();
    let others = |than: usize| {
        counts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != party)
            .map(|(_, count)| fewer(count, than))
            .product::<f64>()
    };
    counts[party].expect(others)
}

/// Computes the distribution of the total of `worth` over the dice of a pool.
fn over_dice(pool: &Pool, worth: impl Fn(u8) -> usize) -> Pmf {
    let mut total = Pmf::point(0);
    for (count, sides) in pool.groups() {
        let most = (1..=sides).map(&worth).max().unwrap_or(0);
        let mut one = vec![0.0; most + 1];
        (1..=sides).for_each(|face| one[worth(face)] += 1.0 / f64::from(sides));
        let one = Pmf::new(one);
        for _ in 0..count {
            total = sum(&total, &one);
        }
    }
    total
}

// Odds of collision dice ("Collision dice"; I53 to I55).

named! {
    /// Kind of thing that a ship rams.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Rammed in pairs {
        /// A ship, which takes the hits rolled on it (I53).
        Ship = "ship",
        /// A high value asset, which takes no damage (I53)
        Hva = "hva",
        /// Debris, which takes no damage either (I55)
        Debris = "debris",
    }
}

/// Hits on both sides of a collision. Each number is also the most clicks by which the other side may turn that ship.
#[derive(Clone, Debug, PartialEq)]
pub struct RamOdds {
    /// Distribution of the hits on the rammer.
    pub rammer: Pmf,
    /// Distribution of the hits on the target; always 0 for high value assets and debris.
    pub target: Pmf,
}

/// Error of a speed that no ship has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a ship cannot move {speed} units; allowed: 0 to {most} (`movement.most` of `{rules}`)")]
pub struct SpeedError {
    /// Speed in units.
    pub speed: u8,
    /// Highest speed under the ruleset, in units.
    pub most: u8,
    /// Name of the ruleset.
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

// Flight time of a company on a fuel die ("Bingo Fuel", "Dodging away"; I19, I23, I64).

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
pub struct FlightTime {
    /// Fuel at the start.
    pub fuel: Pmf,
    /// Expected rounds; `None` if nothing takes fuel.
    pub rounds: Option<f64>,
    /// `flying_after[n]`: probability that the company has fuel left after `n` rounds.
    pub flying_after: Vec<f64>,
}

/// Returns the chances of each amount of fuel after a round that begins with `fuel`, by amount. A company dodges only if it
/// can pay (I23), and the end of the round takes what is left at most.
fn after_round(fuel: usize, flight: &Flight, rules: &Ruleset) -> Vec<f64> {
    let (per_dodge, per_round) = (usize::from(rules.fuel.per_dodge), usize::from(rules.fuel.per_round));
    let mut left = vec![0.0; fuel + 1];
    left[fuel] = 1.0;
    for _ in 0..flight.dodges.min(MOST_DODGES) {
        // From the least fuel on, so that no company dodges twice in one pass.
        for fuel in per_dodge.max(1)..left.len() {
            let dodged = left[fuel] * flight.chance;
            left[fuel] -= dodged;
            left[fuel - per_dodge] += dodged;
        }
    }
    let mut after = vec![0.0; fuel + 1];
    left.iter().enumerate().for_each(|(fuel, p)| after[fuel.saturating_sub(per_round)] += p);
    after
}

/// Computes the flight time of a company, listed for 0 to `rounds` rounds.
///
/// With q(g) the chance that a round which begins with fuel f ends with g, the rounds still to come are
/// T(f) = (1 + sum over g < f of q(g) T(g)) / (1 - q(f)), T(0) = 0.
pub fn flown(flight: &Flight, rounds: usize, rules: &Ruleset) -> FlightTime {
    let fuel = highest_of(&flight.dice);
    let after: Vec<Vec<f64>> = (0..fuel.as_slice().len()).map(|fuel| after_round(fuel, flight, rules)).collect();
    let mut to_go: Vec<Option<f64>> = vec![Some(0.0)];
    for (fuel, after) in after.iter().enumerate().skip(1) {
        let reached = after[..fuel].iter().zip(&to_go).filter(|(p, _)| **p > 0.0);
        let later = reached.map(|(p, rounds)| rounds.map(|rounds| p * rounds)).sum::<Option<f64>>();
        to_go.push(later.filter(|_| after[fuel] < 1.0).map(|later| (1.0 + later) / (1.0 - after[fuel])));
    }
    let starts = fuel.as_slice().iter().zip(&to_go).filter(|(p, _)| **p > 0.0);
    let mean = starts.map(|(p, rounds)| rounds.map(|rounds| p * rounds)).sum();
    let mut held = fuel.as_slice().to_vec();
    let mut flying_after = Vec::with_capacity(rounds + 1);
    for _ in 0..=rounds {
        flying_after.push(held.iter().skip(1).sum());
        let mut next = vec![0.0; held.len()];
        for (p, after) in held.iter().zip(&after) {
            after.iter().enumerate().for_each(|(fuel, chance)| next[fuel] += p * chance);
        }
        held = next;
    }
    FlightTime { fuel, rounds: mean, flying_after }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;

    fn of(companies: u8, ace: bool) -> Party {
        Party { companies, ace, ..Party::default() }
    }

    fn takes(owner: Party, boarders: &[Party]) -> Vec<f64> {
        Boarding::new(owner, boarders).unwrap().odds(&standard()).holds
    }

    /// Figures from the rulings.
    #[test]
    fn an_undefended_ship_falls_to_two_thirds_of_companies_and_eleven_twelfths_of_aces() {
        let plain = takes(of(0, false), &[of(1, false)])[1];
        let ace = takes(of(0, false), &[of(1, true)])[1];
        assert!((plain - 2.0 / 3.0).abs() < 1e-12 && (ace - 11.0 / 12.0).abs() < 1e-12);
        let sweep = plain * plain * ace;
        assert_eq!(format!("{sweep:.4}"), "0.4074");
    }

    /// Enumerates every face of every die, for any aid and any choice of enemies.
    fn naive(boarding: &Boarding, rules: &Ruleset) -> BoardingOdds {
        let parties = boarding.parties.len();
        let mut dice = Vec::new();
        for party in 0..parties {
            let (yellows, reds) = boarding.dice(party, rules);
            for (pool, yellow) in [(yellows, true), (reds, rules.boarding.reds_hold)] {
                pool.groups().for_each(|(n, sides)| (0..n).for_each(|_| dice.push((party, sides, yellow))));
            }
        }
        let rolls: usize = dice.iter().map(|(_, sides, _)| usize::from(*sides)).product();
        let (mut holds, mut damage) = (vec![0.0; parties], vec![vec![0.0; 60]; parties]);
        for mut code in 0..rolls {
            let (mut counts, mut hits) = (vec![0; parties], vec![0; parties]);
            for (party, sides, yellow) in &dice {
                let face = code % usize::from(*sides) + 1;
                code /= usize::from(*sides);
                counts[*party] += usize::from(*yellow && face >= usize::from(rules.boarding.threshold));
                hits[boarding.victims[*party]] += usize::from(rules.boarding.damage[face - 1]);
            }
            let most = counts.iter().max().unwrap();
            let alone = counts.iter().filter(|count| *count == most).count() == 1;
            let winner = if alone { counts.iter().position(|count| count == most).unwrap() } else { 0 };
            // Whole numbers avoid rounding before the end.
            holds[winner] += 1.0;
            hits.iter().zip(&mut damage).for_each(|(hits, damage)| damage[*hits] += 1.0);
        }
        holds.iter_mut().chain(damage.iter_mut().flatten()).for_each(|count| *count /= rolls as f64);
        let found = |(party, mut p): (&Party, Vec<f64>)| {
            p.truncate(p.iter().rposition(|p| *p > 0.0).map_or(1, |last| last + 1));
            (party.companies > 0).then(|| Pmf::new(p))
        };
        BoardingOdds { holds, damage: boarding.parties.iter().zip(damage).map(found).collect() }
    }

    #[track_caller]
    fn agree(boarding: &Boarding, rules: &Ruleset) {
        let (exact, naive) = (boarding.odds(rules), naive(boarding, rules));
        exact.holds.iter().zip(&naive.holds).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{exact:?} {naive:?}"));
        for (a, b) in exact.damage.iter().zip(&naive.damage) {
            let pair = |k: usize| (a.as_ref().map(|a| a.at(k)), b.as_ref().map(|b| b.at(k)));
            (0..60).for_each(|k| match pair(k) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-12),
                (a, b) => assert_eq!(a, b),
            });
        }
    }

    /// I26, I28 to I30, I32: all rolls are enumerated.
    #[test]
    fn three_players_aid_and_house_rules_equal_enumeration() {
        let mut rules = standard();
        let reds = Party { reds: "2d6".parse().unwrap(), ..of(1, true) };
        let three = Boarding::new(reds, &[of(1, true), of(1, false)]).unwrap();
        agree(&three, &rules);
        agree(&three.clone().hitting(0, 2).unwrap().hitting(2, 1).unwrap(), &rules);
        for (helper, aided) in [(2, 1), (2, 0), (1, 2), (0, 1)] {
            agree(&three.clone().aided(helper, aided, &rules).unwrap(), &rules);
        }
        agree(&Boarding::new(of(0, false), &[of(1, false), of(2, false), of(1, true)]).unwrap(), &rules);
        rules.boarding.reds_hold = true;
        rules.boarding.threshold = 5;
        agree(&three, &rules);
        assert!(three.odds(&rules).holds[0] > three.odds(&standard()).holds[0]);
    }

    /// I32: a helper does not take the ship, and the aided party does not hit the helper.
    #[test]
    fn a_helper_takes_nothing() {
        let rules = standard();
        let boarding = Boarding::new(of(1, false), &[of(1, false), of(3, false)]).unwrap();
        let aided = boarding.clone().aided(2, 1, &rules).unwrap();
        assert_eq!(aided.odds(&rules).holds[2], 0.0);
        assert!(aided.odds(&rules).holds[1] > boarding.odds(&rules).holds[1]);
        assert_eq!((aided.victim(1), aided.victim(0)), (0, 1));
        let helping_owner = boarding.aided(2, 0, &rules).unwrap();
        assert_eq!((helping_owner.victim(0), helping_owner.victim(1)), (1, 0));
    }

    #[test]
    fn what_cannot_board_says_why() {
        let rules = standard();
        let says = |owner, boarders: &[Party]| Boarding::new(owner, boarders).unwrap_err().to_string();
        assert_eq!(says(of(0, false), &[of(0, false)]), "the first boarder has 0 companies; allowed: 1 to 8");
        assert_eq!(says(of(9, false), &[of(1, false)]), "the owner has 9 companies; allowed: 0 to 8");
        assert!(says(of(0, true), &[of(1, false)]).contains("no company"));
        assert!(says(of(0, false), &[]).contains("allowed: 1 to 3"));
        let alone = Boarding::new(of(0, false), &[of(1, false)]).unwrap();
        assert!(alone.clone().hitting(1, 2).unwrap_err().to_string().contains("no second boarder"));
        assert!(alone.clone().aided(1, 1, &rules).unwrap_err().to_string().contains("itself"));
        assert!(alone.clone().aided(1, 0, &rules).unwrap_err().to_string().contains("no enemy"));
        assert!(alone.hitting(1, 0).unwrap_err().to_string().contains("owner has no companies"));
        let three = Boarding::new(of(1, false), &[of(1, false), of(1, false)]).unwrap();
        let aided = three.aided(2, 1, &rules).unwrap();
        assert!(aided.hitting(1, 2).unwrap_err().to_string().contains("do not hit each other"));
    }

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

    /// I23: with 3 fuel a dodge and one dodge a round, fuel 1 to 6 lasts 1, 2, 1, 1, 2 and 3 rounds.
    #[test]
    fn a_company_that_cannot_pay_does_not_dodge() {
        let mut rules = standard();
        rules.fuel.per_dodge = 3;
        let flight = Flight { dice: "1d6".parse().unwrap(), dodges: 1, chance: 1.0 };
        let time = flown(&flight, 3, &rules);
        assert!((time.rounds.unwrap() - 10.0 / 6.0).abs() < 1e-12);
        for (rounds, flying) in [6.0, 3.0, 1.0, 0.0].into_iter().enumerate() {
            assert!((time.flying_after[rounds] - flying / 6.0).abs() < 1e-12, "{:?}", time.flying_after);
        }
        // Without fuel for the end of a round, companies with 1 or 2 fuel fly on for ever.
        rules.fuel.per_round = 0;
        let time = flown(&flight, 40, &rules);
        assert_eq!(time.rounds, None);
        assert!((time.flying_after[40] - 4.0 / 6.0).abs() < 1e-12, "1, 2, 4 and 5");
    }
}
