//! Exact odds of attacks, boarding, collisions and flights, as tables that players read in a few nanoseconds.
//!
//! The number of damage dice is the best attack die plus a spot, minus the best defense die; a chart turns the damage
//! dice into damage. The best dice depend only on the systems, and the damage of a number of dice only on the
//! situation. Both come from the exact engine, and an expectation is one short sum over their product. Tables are made
//! once for a ruleset and shared.

use super::super::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use super::super::exact_odds::{Rammed, ram};
use super::super::ruleset::Ruleset;
use super::super::ship::{System, Systems};
use hitchart_dice::exact::{damage_by_dice, highest_of, sum};
use hitchart_dice::plan::Cover;
use hitchart_dice::{Pmf, Pool};
use hitchart_mobile_frame::dice::DamageOdds;

/// Most hit points of a target for which the tables have a chance of destruction.
pub const MOST_LIFE: usize = 12;
/// Most damage dice in the tables: the best of any attack with two spots.
const MOST_DICE: usize = 48;
/// Most pips of a best die.
const MOST_PIPS: usize = 20;
/// Pips of an attack with its spot, from 0, that the tables against rolled defenses cover: a d12 with two spots of 8, and
/// more. Beyond them the defense is summed up each time.
const SUMMED: usize = 32;
/// Most weapons devoted to a band in the tables, and most halves of other weapons.
const MOST_DEVOTED: u8 = 4;
const MOST_HALVES: u8 = 8;
/// Most blue dice of ships in the tables.
const MOST_BLUES: u8 = 4;
/// Most companies of a player on one ship in the tables.
const MOST_ABOARD: usize = 8;
/// Most dice that count in boarding: one for each company, the ace's, and the reds of point defense.
const MOST_COUNTED: usize = 24;
/// Highest speed that a ruleset allows.
const MOST_SPEED: usize = 12;

/// Row of the damage table: the kind of target at dogfight band, else the band and the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsRow(u8);

/// Cover of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetCover {
    /// No cover.
    Nothing,
    /// A ship or a screen.
    Lasting,
    /// A piece of debris, which is gone after `cover.debris_hits` hits (I40).
    Debris,
}

const SITUATIONS: usize = 11;

impl OddsRow {
    /// Returns the situation of an attack with the table of companies.
    pub fn dogfight(target: TargetKind) -> OddsRow {
        OddsRow(u8::from(target == TargetKind::Ship))
    }

    /// Returns the situation of an attack at a band. At dogfight band nothing covers.
    pub fn of(band: Band, target: TargetKind, behind: TargetCover) -> OddsRow {
        match band {
            Band::Dogfight => OddsRow::dogfight(target),
            _ => OddsRow(2 + 3 * (band as u8 - 1) + behind as u8),
        }
    }
}

/// Damage of a number of dice in a situation, or of a collision on one side.
type Damage = DamageOdds<MOST_LIFE>;

/// Distribution of the best of some dice, by pips; 0 is no die at all.
type Best = [f64; MOST_PIPS + 1];

/// Row of the attack table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackDice(u8);

/// Defense of a target, as a player knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defense {
    /// A known value.
    Known(u8),
    /// The best of `blues` blue dice of a ship and one white.
    Ship {
        /// Number of defense systems that the ship has left; the tables go up to 4.
        blues: u8,
    },
    /// The best of one white, the company's blue if `blue`, and the blue ace's dice if `ace`.
    Company {
        /// True if the company has its defense system.
        blue: bool,
        /// True if a blue ace leads the company.
        ace: bool,
    },
}

/// Companies of a player on a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompaniesAboard {
    /// Number of companies; the tables go up to 8.
    pub companies: u8,
    /// True if an ace leads one of the companies.
    pub ace: bool,
}

/// Tables of exact odds under a ruleset.
#[derive(Clone, Debug)]
pub struct Odds {
    rules: Ruleset,
    /// Damage by situation, then by number of damage dice.
    damage: Vec<Damage>,
    /// Likely pips of the best attack die, by row.
    attack: Vec<Vec<(f64, u8)>>,
    /// Likely pips of the best defense die: of ships by number of blues, then of companies.
    defense: Vec<Vec<(f64, u8)>>,
    /// Expected damage of an attack with a rolled die, and chance of at least `life` damage, against rolled defenses: by
    /// defense, situation and life, then by the pips with the spot.
    rolled: Vec<[(f64, f64); SUMMED]>,
    /// Number of dice that count, by companies and ace, and by the reds of point defense if these count.
    counted: Vec<[f64; MOST_COUNTED + 1]>,
    /// Expected boarding damage of a company's dice, of the ace's dice, and of reds by weapons.
    boarding_die: f64,
    boarding_ace: f64,
    reds: Vec<f64>,
    /// Hits on rammer and target, by speed.
    rams: Vec<[Damage; 2]>,
    /// Probability that the best of a company's movement dice shows at least this many pips, by green and ace.
    moves: [[Best; 2]; 2],
}

impl Odds {
    /// Computes the tables of a ruleset. This takes about 9 ms, so the tables should be shared.
    pub fn new(rules: &Ruleset) -> Odds {
        let over = |pool: &Pool, worth: &dyn Fn(u8) -> f64| -> f64 {
            pool.groups().map(|(n, sides)| n as f64 * (1..=sides).map(worth).sum::<f64>() / f64::from(sides)).sum()
        };
        let harm = |face: u8| f64::from(rules.boarding.damage[usize::from(face.clamp(1, 8)) - 1]);
        let mut odds = Odds {
            rules: rules.clone(),
            damage: damage_table(rules),
            attack: attack_table(rules),
            defense: defense_table(rules),
            rolled: Vec::new(),
            counted: counted_table(rules),
            boarding_die: over(&rules.boarding.company, &harm),
            boarding_ace: over(&rules.aces.boarding, &harm),
            reds: weapons().map(|(devoted, halves)| over(&reds(rules, devoted, halves), &harm)).collect(),
            rams: (0..=MOST_SPEED).map(|speed| collided(rules, speed as u8)).collect(),
            moves: [false, true].map(|green| [false, true].map(|ace| moves(rules, green, ace))),
        };
        let rows = (0..odds.defense.len()).flat_map(|defense| (0..SITUATIONS).map(move |at| (defense, at)));
        let rows = rows.flat_map(|(defense, at)| (0..MOST_LIFE).map(move |life| (defense, at, life)));
        odds.rolled = rows.map(|row| std::array::from_fn(|pips| odds.against_rolled(row, pips))).collect();
        odds
    }

    /// Returns the reds of a ship at a band, without whites; one white if the ship has no weapon for the band.
    pub fn ship(&self, systems: &Systems, band: Band) -> AttackDice {
        let (devoted, halves) = systems.weapons(band);
        if devoted == 0 && halves == 0 {
            return AttackDice(WHITE);
        }
        AttackDice(weapon_row(devoted, halves))
    }

    /// Returns the attack dice of a company: its weapon or else a white, and the red ace's dice.
    pub fn company(&self, weapon: bool, red_ace: bool) -> AttackDice {
        AttackDice(match (weapon, red_ace) {
            (false, false) => WHITE,
            (true, false) => WHITE + 1,
            (false, true) => WHITE + 2,
            (true, true) => WHITE + 3,
        })
    }

    /// Computes the expected damage of attack dice with a spot against a defense, and the chance of at least `life`
    /// damage.
    pub fn strike(&self, dice: AttackDice, spot: u8, defense: Defense, at: OddsRow, life: u8) -> (f64, f64) {
        mean(self.attack[usize::from(dice.0)].iter().map(|(p, pips)| (*p, self.pips(*pips, spot, defense, at, life))))
    }

    /// Computes the result of `strike` for an attack die that is already rolled.
    #[inline]
    pub fn pips(&self, pips: u8, spot: u8, defense: Defense, at: OddsRow, life: u8) -> (f64, f64) {
        let life = usize::from(life).clamp(1, MOST_LIFE) - 1;
        let (at, pips) = (usize::from(at.0), usize::from(pips + spot));
        let defense = match defense {
            Defense::Known(value) => return self.damage_by(at, pips.saturating_sub(value.into()), life),
            Defense::Ship { blues } => usize::from(blues.min(MOST_BLUES)),
            Defense::Company { blue, ace } => usize::from(MOST_BLUES) + 1 + usize::from(blue) + 2 * usize::from(ace),
        };
        let sums = &self.rolled[(defense * SITUATIONS + at) * MOST_LIFE + life];
        sums.get(pips).copied().unwrap_or_else(|| self.against_rolled((defense, at, life), pips))
    }

    /// Computes the result of `pips` against a row of rolled defenses; `life` is one less than the hits that destroy the
    /// target.
    fn against_rolled(&self, (defense, at, life): (usize, usize, usize), pips: usize) -> (f64, f64) {
        let values = self.defense[defense].iter();
        mean(values.map(|(p, value)| (*p, self.damage_by(at, pips.saturating_sub((*value).into()), life))))
    }

    /// Returns the expected damage of a number of damage dice, and the chance of more than `life` damage.
    fn damage_by(&self, at: usize, dice: usize, life: usize) -> (f64, f64) {
        let damage = &self.damage[at * (MOST_DICE + 1) + dice.min(MOST_DICE)];
        (damage.mean, damage.at_least[life])
    }

    /// Computes the chance that companies take a ship from the companies of its holder at the end of a round (I26 to
    /// I29).
    pub fn takes(&self, boarders: CompaniesAboard, holders: CompaniesAboard, ship: &Systems) -> f64 {
        let own = &self.counted[row_aboard(boarders, 0)];
        let reds = if self.rules.boarding.reds_hold {
            let (devoted, halves) = ship.weapons(Band::PointDefense);
            usize::from(weapon_row(devoted, halves))
        } else {
            0
        };
        let others = &self.counted[row_aboard(holders, reds)];
        let (mut fewer, mut chance) = (0.0, 0.0);
        for (own, other) in own.iter().zip(others) {
            chance += own * fewer;
            fewer += other;
        }
        chance
    }

    /// Computes the expected damage that a player's companies deal in boarding.
    pub fn boarding_harm(&self, aboard: CompaniesAboard) -> f64 {
        f64::from(aboard.companies) * self.boarding_die + if aboard.ace { self.boarding_ace } else { 0.0 }
    }

    /// Computes the expected damage that the point defense of a ship deals to boarders.
    pub fn reds_harm(&self, ship: &Systems) -> f64 {
        let (devoted, halves) = ship.weapons(Band::PointDefense);
        self.reds[usize::from(weapon_row(devoted, halves))]
    }

    /// Returns for the rammer, then for the target, the expected hits and the chance of at least as many hits as its
    /// life.
    pub fn ram(&self, speed: u8, lives: (u8, u8)) -> [(f64, f64); 2] {
        let [rammer, target] = &self.rams[usize::from(speed).min(MOST_SPEED)];
        let of = |hits: &Damage, life: u8| (hits.mean, hits.at_least[usize::from(life).clamp(1, MOST_LIFE) - 1]);
        [of(rammer, lives.0), of(target, lives.1)]
    }

    /// Returns the chance that a company's best movement die takes it this many units, with its green or else a white,
    /// and with the ace's dice if `ace`.
    pub fn flies(&self, green: bool, ace: bool, units: f64) -> f64 {
        if units <= 0.0 {
            return 1.0;
        }
        let pips = units as usize + usize::from(units > (units as usize) as f64);
        self.moves[usize::from(green)][usize::from(ace)].get(pips).copied().unwrap_or(0.0)
    }
}

/// Returns the mean of pairs of numbers by their probabilities.
fn mean(pairs: impl Iterator<Item = (f64, (f64, f64))>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |sum, (p, (damage, kill))| (sum.0 + p * damage, sum.1 + p * kill))
}

/// Lists the pips that a best die may show, with their probabilities, until at most 1e-12 of the probability is left.
fn likely(best: &Best) -> Vec<(f64, u8)> {
    let mut left = 1.0;
    let shown = best.iter().zip(0u8..).take_while(|(p, _)| {
        let more = left > 1e-12;
        left -= **p;
        more
    });
    shown.filter(|(p, _)| **p > 0.0).map(|(p, pips)| (*p, pips)).collect()
}

/// Lists the numbers of weapons devoted to a band and of halves of others, in the order of the rows.
fn weapons() -> impl Iterator<Item = (u8, u8)> {
    (0..=MOST_DEVOTED).flat_map(|devoted| (0..=MOST_HALVES).map(move |halves| (devoted, halves)))
}

fn weapon_row(devoted: u8, halves: u8) -> u8 {
    devoted.min(MOST_DEVOTED) * (MOST_HALVES + 1) + halves.min(MOST_HALVES)
}

/// The first row after those of weapons: a single white.
const WHITE: u8 = (MOST_DEVOTED + 1) * (MOST_HALVES + 1);

fn reds(rules: &Ruleset, devoted: u8, halves: u8) -> Pool {
    let mut systems = Systems::default();
    (0..devoted).for_each(|_| systems = systems.plus(System::PointDefense));
    (0..halves).for_each(|_| systems = systems.plus(System::PointDefenseAssault));
    systems.reds(Band::PointDefense, rules)
}

fn best(pool: &Pool) -> Best {
    let mut best = [0.0; MOST_PIPS + 1];
    if pool.is_empty() {
        best[0] = 1.0;
        return best;
    }
    for (pips, p) in highest_of(pool).as_slice().iter().enumerate() {
        best[pips.min(MOST_PIPS)] += p;
    }
    best
}

fn white() -> Pool {
    Pool::of(1, 6).unwrap_or_default()
}

fn all_of(pools: &[&Pool]) -> Pool {
    pools.iter().fold(Pool::EMPTY, |all, pool| all.and(**pool).unwrap_or(all))
}

fn attack_table(rules: &Ruleset) -> Vec<Vec<(f64, u8)>> {
    let (weapon, ace) = (&rules.companies.weapon, &rules.aces.dice);
    let ships = weapons().map(|(devoted, halves)| reds(rules, devoted, halves));
    let rest = [white(), all_of(&[weapon]), all_of(&[&white(), ace]), all_of(&[weapon, ace])];
    ships.chain(rest).map(|pool| likely(&best(&pool))).collect()
}

fn defense_table(rules: &Ruleset) -> Vec<Vec<(f64, u8)>> {
    let blues = |n: u8| rules.dice.defense.times(n).unwrap_or_default();
    let ships = (0..=MOST_BLUES).map(|n| all_of(&[&white(), &blues(n)]));
    let (blue, ace) = (rules.companies.defense, rules.aces.dice);
    let companies = [white(), all_of(&[&white(), &blue]), all_of(&[&white(), &ace]), all_of(&[&white(), &blue, &ace])];
    ships.chain(companies).map(|pool| likely(&best(&pool))).collect()
}

fn damage_table(rules: &Ruleset) -> Vec<Damage> {
    let at = |band: Band, target: TargetKind, shelter: Shelter| {
        let plan =
            plan(Pool::EMPTY, Pool::EMPTY, Pool::EMPTY, AttackAim { band, target, red_ace: false }, shelter, rules);
        // Lasting cover absorbs every hit that cover can absorb, from any number of dice.
        let cover = if shelter == Shelter::Lasting { Cover::Hits(MOST_DICE as u8) } else { plan.cover };
        (
            AttackAim { band, target, red_ace: false }.chart(rules),
            if shelter == Shelter::Open { Cover::None } else { cover },
        )
    };
    let dogfight = [TargetKind::Company, TargetKind::Ship].map(|target| at(Band::Dogfight, target, Shelter::Open));
    let bands = [Band::PointDefense, Band::Assault, Band::Support];
    let shelters = [Shelter::Open, Shelter::Lasting, Shelter::debris(rules)];
    let bands = bands.into_iter().flat_map(|band| shelters.map(|shelter| at(band, TargetKind::Ship, shelter)));
    let all: Vec<_> = dogfight.into_iter().chain(bands).collect();
    debug_assert_eq!(all.len(), SITUATIONS);
    let mut table = Vec::with_capacity(SITUATIONS * (MOST_DICE + 1));
    for (chart, cover) in all {
        for dice in 0..=MOST_DICE {
            // In the open every hit is on the target.
            let chart =
                if cover == Cover::None { hitchart_dice::plan::HitChart::target_only(chart.cover) } else { chart };
            table.push(Damage::of(&damage_by_dice(&Pmf::point(dice), &chart, cover).column_pmf()));
        }
    }
    table
}

fn collided(rules: &Ruleset, speed: u8) -> [Damage; 2] {
    let odds = ram(speed.min(rules.movement.most), Rammed::Ship, rules);
    let hits = odds.map_or([Pmf::point(0), Pmf::point(0)], |odds| [odds.rammer, odds.target]);
    hits.map(|hits| Damage::of(&hits))
}

fn row_aboard(aboard: CompaniesAboard, reds: usize) -> usize {
    let companies = usize::from(aboard.companies).min(MOST_ABOARD);
    reds * 2 * (MOST_ABOARD + 1) + 2 * companies + usize::from(aboard.ace)
}

/// Computes the number of dice that count, by reds, companies and ace; reds only if they count.
fn counted_table(rules: &Ruleset) -> Vec<[f64; MOST_COUNTED + 1]> {
    let counting = |pool: &Pool, from: Pmf| {
        let mut total = from;
        for (count, sides) in pool.groups() {
            let hit = f64::from((sides + 1).saturating_sub(rules.boarding.threshold).min(sides)) / f64::from(sides);
            (0..count).for_each(|_| total = sum(&total, &Pmf::new(vec![1.0 - hit, hit])));
        }
        total
    };
    let rows = if rules.boarding.reds_hold { weapons().count() } else { 1 };
    let mut table = Vec::new();
    for (devoted, halves) in weapons().take(rows) {
        let reds = if rules.boarding.reds_hold { reds(rules, devoted, halves) } else { Pool::EMPTY };
        let mut companies = counting(&reds, Pmf::point(0));
        for _ in 0..=MOST_ABOARD {
            for ace in [Pool::EMPTY, rules.aces.boarding] {
                let mut row = [0.0; MOST_COUNTED + 1];
                let with_ace = counting(&ace, companies.clone());
                with_ace.as_slice().iter().enumerate().for_each(|(n, p)| row[n.min(MOST_COUNTED)] += p);
                table.push(row);
            }
            companies = counting(&rules.boarding.company, companies);
        }
    }
    table
}

fn moves(rules: &Ruleset, green: bool, ace: bool) -> Best {
    let pool = if green { rules.companies.movement } else { white() };
    let pool = if ace { all_of(&[&pool, &rules.aces.dice]) } else { pool };
    let best = best(&pool);
    let mut left = 1.0;
    best.map(|p| {
        let at_least = left;
        left -= p;
        at_least
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::exact_odds::{Boarding, Party};
    use super::super::super::ruleset::standard;
    use super::*;
    use hitchart_dice::exact::attack;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }

    #[test]
    fn strikes_equal_the_exact_engine() {
        let rules = standard();
        let odds = Odds::new(&rules);
        let systems = Systems::default().plus(System::Assault).plus(System::Assault);
        let aim = AttackAim { band: Band::Assault, target: TargetKind::Ship, red_ace: false };
        for (behind, shelter) in [
            (TargetCover::Nothing, Shelter::Open),
            (TargetCover::Lasting, Shelter::Lasting),
            (TargetCover::Debris, Shelter::Hits(1)),
        ] {
            let pools = (systems.reds(Band::Assault, &rules), Pool::EMPTY, "2d6".parse().unwrap());
            let exact = attack(&plan(pools.0, pools.1, pools.2, aim, shelter, &rules)).damage();
            let at = OddsRow::of(Band::Assault, TargetKind::Ship, behind);
            let dice = odds.ship(&systems, Band::Assault);
            let (mean, kill) = odds.strike(dice, 0, Defense::Ship { blues: 1 }, at, 3);
            close(mean, exact.mean());
            close(kill, exact.at_least(3));
        }
    }

    #[test]
    fn boarding_equals_the_exact_engine() {
        let mut rules = standard();
        for reds_hold in [false, true] {
            rules.boarding.reds_hold = reds_hold;
            let odds = Odds::new(&rules);
            let ship = Systems::default().plus(System::PointDefense);
            for (own, ace, other) in [(1, false, 0), (2, true, 1), (3, true, 2), (1, true, 3)] {
                let party = |companies, ace| Party { companies, ace, ..Party::default() };
                let holder = Party { reds: ship.reds(Band::PointDefense, &rules), ..party(other, false) };
                let exact = Boarding::new(holder, &[party(own, ace)]).unwrap().odds(&rules);
                let holders = CompaniesAboard { companies: other, ace: false };
                close(odds.takes(CompaniesAboard { companies: own, ace }, holders, &ship), exact.holds[1]);
                let harm = odds.boarding_harm(holders) + odds.reds_harm(&ship);
                close(harm, exact.damage[1].as_ref().unwrap().mean());
            }
        }
    }
}
