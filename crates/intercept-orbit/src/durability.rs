//! Durability of ships and companies: the number of attacks that they survive, with repair in between and the best
//! choices of their owner ("Repair Your Ship", "Launch, Fueling, and Repairing Mobile Frames"; I06 to I08, I21, I22,
//! I42).
//!
//! Each round the asset takes its turn with the dice that it has left, and then receives one attack. A ship defends
//! with a blue or a white, and repairs a lost system with each other white that shows the ruleset's repair face or
//! more. A die of a carrier repairs a company. Of the systems only the defenses are counted separately; all others are
//! alike here. An [`Asset`] is a ship or a company at full strength.

use super::attack::{AttackAim, Band, Shelter, TargetKind};
use super::fleet::{Ace, Fleet};
use super::ruleset::Ruleset;
use super::ship::{Ship, System};
use hitchart_dice::exact::{
    RollUse, Survival, Upkeep, damage_by_dice, difference_floored, highest_dice, highest_of, sum,
};
use hitchart_dice::plan::Cover;
use hitchart_dice::{Pmf, Pool};
use std::collections::BTreeMap;

// The number of attacks that an asset survives.

/// Sides of a white die.
const WHITE: u8 = 6;

/// The attack that an asset receives each round, and the repair in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordeal {
    /// Dice of the attack, the highest of which counts.
    pub attack: Pool,
    /// Dice of the spot, the highest of which is added to the attack.
    pub spot: Pool,
    /// Band of the attack, which sets the faces that hit.
    pub band: Band,
    /// True if the asset is in cover that lasts.
    pub covered: bool,
    /// True if a ship repairs itself with its whites.
    pub mends: bool,
    /// Dice of a carrier, the highest of which repairs a company before its turn; empty without a carrier.
    pub carrier: Pool,
}

impl Ordeal {
    /// Returns the typical attack of the ruleset: on a ship that repairs itself, or on a company without a carrier.
    pub fn typical(target: TargetKind, rules: &Ruleset) -> Ordeal {
        let typical = &rules.typical_attack;
        let band = match target {
            TargetKind::Ship => typical.on_ships,
            TargetKind::Company => typical.on_companies,
        };
        Ordeal { attack: typical.attack, spot: typical.spot, band, covered: false, mends: true, carrier: Pool::EMPTY }
    }
}

/// Parts of an asset that are left: defense systems, other systems, whites, and the ace if it has a point of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    defenses: u8,
    others: u8,
    whites: u8,
    ace: bool,
}

/// An asset and the attacks on it.
struct Case<'a> {
    asset: &'a Asset,
    ordeal: &'a Ordeal,
    rules: &'a Ruleset,
    /// All states of the asset, the undamaged one first, more parts before fewer.
    states: Vec<Left>,
    index: BTreeMap<Left, usize>,
}

/// Computes how long an asset survives, listed for 0 to `attacks` attacks.
pub fn durability(asset: &Asset, ordeal: &Ordeal, attacks: usize, rules: &Ruleset) -> Survival {
    Case::new(asset, ordeal, rules).upkeep().best(attacks)
}

impl<'a> Case<'a> {
    fn new(asset: &'a Asset, ordeal: &'a Ordeal, rules: &'a Ruleset) -> Case<'a> {
        let (defenses, others, whites) = asset.parts(rules);
        let ace = asset.ace().is_some() && rules.aces.has_life;
        let mut states = Vec::new();
        for defenses in (0..=defenses).rev() {
            for others in (0..=others).rev() {
                for whites in (0..=whites).rev() {
                    let aces = if ace { vec![true, false] } else { vec![false] };
                    let left = aces.into_iter().map(|ace| Left { defenses, others, whites, ace });
                    states.extend(left.filter(|left| left.whites > 0 || left.ace));
                }
            }
        }
        let index = states.iter().enumerate().map(|(at, left)| (*left, at)).collect();
        Case { asset, ordeal, rules, states, index }
    }

    fn upkeep(&self) -> Upkeep {
        let highest = self.states.iter().map(|left| self.blues(left).max_face()).max().unwrap_or(0).max(WHITE);
        let damage = [false, true].map(|screened| (0..=highest).map(move |defense| (defense, screened)));
        let damage = damage.into_iter().flatten().map(|(defense, screened)| self.damage(defense, screened)).collect();
        let screen = usize::from(highest) + 1;
        Upkeep {
            rolls: self.states.iter().map(|left| self.rolls(left, screen)).collect(),
            damage,
            after: self.states.iter().map(|left| self.after(left)).collect(),
            mended: self.states.iter().map(|left| self.mended(left)).collect(),
        }
    }

    /// Returns the blue dice in a state. An ace is lost last, so that the company has its dice to the end.
    fn blues(&self, left: &Left) -> Pool {
        let rules = self.rules;
        let die = match self.asset {
            Asset::Ship(_) => rules.dice.defense,
            Asset::Company(_) => rules.companies.defense,
        };
        let ace = if self.asset.ace() == Some(Ace::Blue) { rules.aces.dice } else { Pool::EMPTY };
        die.times(left.defenses).and_then(|dice| dice.and(ace)).unwrap_or_default()
    }

    /// Returns true if the asset takes hits as in cover: two defences of a ship, or the blue ace (I42).
    fn screened(&self, left: &Left) -> bool {
        match self.asset {
            Asset::Ship(_) => self.rules.cover.screen_self && left.defenses >= self.rules.cover.screen_from,
            Asset::Company(ace) => *ace == Some(Ace::Blue),
        }
    }

    /// Computes the damage of the attack against a defense of this value.
    fn damage(&self, defense: u8, screened: bool) -> Pmf {
        let ordeal = self.ordeal;
        let strike = sum(&highest_of(&ordeal.attack), &highest_of(&ordeal.spot));
        let dice = difference_floored(&strike, &Pmf::point(defense.into()));
        let aim = AttackAim { band: ordeal.band, target: self.asset.kind(), red_ace: false };
        let shelter = if ordeal.covered || screened { Shelter::Lasting } else { Shelter::Open };
        let plan = super::attack::plan(ordeal.attack, ordeal.spot, Pool::EMPTY, aim, shelter, self.rules);
        let cover = if plan.cover == Cover::None { Cover::None } else { Cover::Immune };
        damage_by_dice(&dice, &plan.chart, cover).column_pmf()
    }

    /// Lists the rolls in a state, each with its probability and the owner's choices. The best blue or any white
    /// defends, and of the other whites as many repair as can.
    fn rolls(&self, left: &Left, screen: usize) -> Vec<(f64, Vec<RollUse>)> {
        let blues = highest_of(&self.blues(left));
        let mut rolls = Vec::new();
        for (blue, p) in blues.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0) {
            for (whites, q) in highest_dice(left.whites.into(), WHITE, left.whites.into()) {
                let mut stands = Vec::new();
                for at in 0..=whites.len() {
                    // The last choice is the blue, or nothing.
                    let defense = whites.get(at).map_or(blue, |white| usize::from(*white));
                    if at < whites.len() && (defense <= blue || at > 0 && whites[at] == whites[at - 1]) {
                        continue;
                    }
                    let free =
                        whites.iter().enumerate().filter(|(other, white)| *other != at && self.is_repair(**white));
                    for left in self.repaired(left, free.count() as u8) {
                        let damage = defense + if self.screened(&left) { screen } else { 0 };
                        stands.push(RollUse { damage, state: self.index[&left] });
                    }
                }
                rolls.push((p * q, stands));
            }
        }
        rolls
    }

    fn is_repair(&self, white: u8) -> bool {
        let ship = matches!(self.asset, Asset::Ship(_));
        ship && self.ordeal.mends && white >= self.rules.repair.face
    }

    /// Lists the states after repair of `systems` systems, or of all lost ones if fewer are lost.
    fn repaired(&self, left: &Left, systems: u8) -> Vec<Left> {
        self.refilled(left, systems, 0)
    }

    /// Lists the states after `parts` parts are restored, at most `whites` of them whites; all that may return, if
    /// those are fewer.
    fn refilled(&self, left: &Left, parts: u8, whites: u8) -> Vec<Left> {
        let (defenses, others, all_whites) = self.asset.parts(self.rules);
        let lost = [defenses - left.defenses, others - left.others, (all_whites - left.whites).min(whites)];
        let parts = parts.min(lost.iter().sum::<u8>());
        let mut found = Vec::new();
        for back in (0..=lost[0].min(parts)).rev() {
            for more in (0..=lost[1].min(parts - back)).rev() {
                let rest = parts - back - more;
                if rest <= lost[2] {
                    let (defenses, others) = (left.defenses + back, left.others + more);
                    found.push(Left { defenses, others, whites: left.whites + rest, ..*left });
                }
            }
        }
        found
    }

    /// Lists the states after each number of hits. A hit takes a system of the owner's choice as long as one is left,
    /// then a white, then the ace (I06 to I08).
    fn after(&self, left: &Left) -> Vec<Vec<usize>> {
        let lesser = |left: &Left| -> Vec<Left> {
            let other = (left.others > 0).then(|| Left { others: left.others - 1, ..*left });
            let defense = (left.defenses > 0).then(|| Left { defenses: left.defenses - 1, ..*left });
            let systems: Vec<Left> = other.into_iter().chain(defense).collect();
            match (systems.is_empty(), left.whites) {
                (false, _) => systems,
                (true, 1..) => vec![Left { whites: left.whites - 1, ..*left }],
                (true, 0) => vec![Left { ace: false, ..*left }],
            }
        };
        let mut levels = vec![vec![*left]];
        loop {
            let level = &levels[levels.len() - 1];
            let mut next: Vec<Left> = Vec::new();
            for left in level.iter().flat_map(lesser).filter(|left| self.index.contains_key(left)) {
                if !next.contains(&left) {
                    next.push(left);
                }
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        levels.iter().map(|level| level.iter().map(|left| self.index[left]).collect()).collect()
    }

    /// Lists the states after a carrier's repair, with probabilities. The company returns to as many dice as the
    /// carrier's die shows (I21).
    fn mended(&self, left: &Left) -> Vec<(f64, Vec<usize>)> {
        let repair = &self.rules.repair;
        if matches!(self.asset, Asset::Ship(_)) {
            return vec![(1.0, vec![self.index[left]])];
        }
        let has = left.defenses + left.others + if repair.whites_count { left.whites } else { 0 };
        let whites = if repair.whites_return { u8::MAX } else { 0 };
        let die = highest_of(&self.ordeal.carrier);
        let shown = die.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0);
        let into = |shown: usize| {
            let room = (shown as u8).saturating_sub(has);
            self.refilled(left, room, whites).iter().map(|left| self.index[left]).collect()
        };
        shown.map(|(shown, p)| (*p, into(shown))).collect()
    }
}

// Ships and companies at full strength, with their dice by colour.

/// A tactical asset at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// A ship as built.
    Ship(Ship),
    /// A company, with the ace that leads it
    Company(Option<Ace>),
}

/// Number of systems of a company: weapon, defence, comms and movement ("Mobile Frame Companies").
pub const COMPANY_SYSTEMS: u8 = 4;

/// Adds an ace's dice to dice of a colour if the ace has that colour.
fn led(dice: Pool, ace: Option<Ace>, colour: Ace, rules: &Ruleset) -> Pool {
    if ace == Some(colour) { dice.and(rules.aces.dice).unwrap_or(dice) } else { dice }
}

impl Asset {
    /// Lists the assets of a fleet: its ships, then its companies. The ace leads the first company.
    pub fn of(fleet: &Fleet) -> Vec<Asset> {
        let led = |nth: u8| if nth == 0 { fleet.ace } else { None };
        let companies = (0..fleet.companies()).map(|nth| Asset::Company(led(nth)));
        fleet.ships.iter().map(|ship| Asset::Ship(*ship)).chain(companies).collect()
    }

    /// Returns the ace that leads the company, or `None`.
    pub fn ace(&self) -> Option<Ace> {
        match self {
            Asset::Ship(_) => None,
            Asset::Company(ace) => *ace,
        }
    }

    /// Returns the kind of target that the asset is.
    pub fn kind(&self) -> TargetKind {
        match self {
            Asset::Ship(_) => TargetKind::Ship,
            Asset::Company(_) => TargetKind::Company,
        }
    }

    /// Returns the name: the ship in notation, or the company with its ace.
    pub fn name(&self) -> String {
        match self {
            Asset::Ship(ship) => ship.to_string(),
            Asset::Company(None) => "company".to_owned(),
            Asset::Company(Some(ace)) => format!("company+{}", ace.name()),
        }
    }

    /// Returns the numbers of defense systems, of other systems and of whites.
    pub fn parts(&self, rules: &Ruleset) -> (u8, u8, u8) {
        match self {
            Asset::Ship(ship) => {
                let defenses = ship.systems.count(System::Defense);
                (defenses, ship.systems.total() - defenses, rules.ships.whites)
            }
            Asset::Company(_) => (1, COMPANY_SYSTEMS - 1, rules.companies.whites),
        }
    }

    /// Returns the number of white dice.
    pub fn whites(&self, rules: &Ruleset) -> u8 {
        self.parts(rules).2
    }

    /// Returns the number of hits that destroy the asset: its systems, its whites and the ace (I06, I08).
    pub fn hit_points(&self, rules: &Ruleset) -> u8 {
        let (defenses, others, whites) = self.parts(rules);
        defenses + others + whites + u8::from(self.ace().is_some() && rules.aces.has_life)
    }

    /// Returns the red dice at a band; empty if the asset has no weapon for the band. At dogfight band ships have only
    /// whites. Companies reach beyond dogfight band only with a red ace (I44, I61).
    pub fn reds(&self, band: Band, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.reds(band, rules),
            Asset::Company(ace) => match self.reaches(band, rules) {
                true => led(rules.companies.weapon, *ace, Ace::Red, rules),
                false => Pool::EMPTY,
            },
        }
    }

    /// Returns true if the asset may attack at a band, if only with a white.
    pub fn reaches(&self, band: Band, rules: &Ruleset) -> bool {
        match (self, band) {
            (Asset::Ship(ship), _) => ship.systems.may_attack(band, rules.turn.dogfight),
            (Asset::Company(_), Band::Dogfight) => true,
            (Asset::Company(ace), Band::PointDefense | Band::Assault) => {
                *ace == Some(Ace::Red) && rules.aces.red_reaches
            }
            (Asset::Company(_), Band::Support) => false,
        }
    }

    /// Returns the blue dice.
    pub fn blues(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blues(rules),
            Asset::Company(ace) => led(rules.companies.defense, *ace, Ace::Blue, rules),
        }
    }

    /// Returns the yellow dice, of which the highest counts. The die of a yellow ace is separate: see
    /// [`Asset::second_spot`].
    pub fn yellows(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.yellows(rules),
            Asset::Company(_) => rules.companies.comms,
        }
    }

    /// Returns the dice that a yellow ace adds to its spot (I62).
    pub fn second_spot(&self, rules: &Ruleset) -> Pool {
        led(Pool::EMPTY, self.ace(), Ace::Yellow, rules)
    }

    /// Returns the black dice.
    pub fn blacks(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blacks(rules),
            Asset::Company(_) => Pool::EMPTY,
        }
    }

    /// Returns the green dice.
    pub fn greens(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.greens(rules),
            Asset::Company(ace) => led(rules.companies.movement, *ace, Ace::Green, rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::super::ship::Ship;
    use super::*;
    use hitchart_dice::exact::{attack, survival};

    fn ship(text: &str) -> Asset {
        Asset::Ship(Ship::parse(text, &standard()).unwrap())
    }

    fn mean(asset: &Asset, change: impl Fn(&mut Ordeal), rules: &Ruleset) -> f64 {
        let mut ordeal = Ordeal::typical(asset.kind(), rules);
        change(&mut ordeal);
        durability(asset, &ordeal, 0, rules).mean_attacks.unwrap()
    }

    /// Without repair and without blues, a ship defends with its best white as long as it has any. This ship has four
    /// systems and one white: plain survival of five hits against a defence of one white.
    #[test]
    fn without_blues_and_repair_it_is_plain_survival_by_whites() {
        let mut rules = standard();
        rules.ships.whites = 1;
        let ordeal = Ordeal { mends: false, ..Ordeal::typical(TargetKind::Ship, &rules) };
        let kept = durability(&ship("C:RpRaYK"), &ordeal, 8, &rules);
        let aim = AttackAim { band: ordeal.band, target: TargetKind::Ship, red_ace: false };
        let white = "1d6".parse().unwrap();
        let plan = super::super::attack::plan(ordeal.attack, ordeal.spot, white, aim, Shelter::Open, &rules);
        let plain = survival(&attack(&plan).damage(), 5, 8);
        assert!((kept.mean_attacks.unwrap() - plain.mean_attacks.unwrap()).abs() < 1e-9);
        kept.alive_after.iter().zip(&plain.alive_after).for_each(|(a, b)| assert!((a - b).abs() < 1e-9));
    }

    #[test]
    fn defences_repairs_cover_and_carriers_help() {
        let rules = standard();
        let plain = ship("C:RpRaYK");
        let bare = mean(&plain, |ordeal| ordeal.mends = false, &rules);
        let mending = mean(&plain, |_| (), &rules);
        let armoured = mean(&ship("C:RpRaBY"), |_| (), &rules);
        let twice = mean(&ship("C:RpBBY"), |_| (), &rules);
        assert!(bare < mending && mending < armoured && armoured < twice, "{bare} {mending} {armoured} {twice}");
        let mut unscreened = standard();
        unscreened.cover.screen_self = false;
        assert!(mean(&ship("C:RpBBY"), |_| (), &unscreened) < twice);
        assert!(mean(&plain, |ordeal| ordeal.covered = true, &rules) > mending);
        assert!(mean(&ship("F:RpRaY"), |_| (), &rules) < mending);
        let company = |ace| Asset::Company(ace);
        let alone = mean(&company(None), |_| (), &rules);
        let carried = mean(&company(None), |ordeal| ordeal.carrier = "3d6".parse().unwrap(), &rules);
        let led = mean(&company(Some(Ace::Red)), |_| (), &rules);
        let blue = mean(&company(Some(Ace::Blue)), |_| (), &rules);
        assert!(alone < led && led < blue && alone < carried, "{alone} {led} {blue} {carried}");
    }

    /// I21: a company with two whites, a weapon and a defence regains its third system with a 5, and its fourth with a
    /// 6.
    /// A blue ace without a point of life still adds its die and gives cover. 13.0048 attacks by another enumeration.
    #[test]
    fn a_blue_ace_without_life_still_defends() {
        let mut rules = standard();
        rules.aces.has_life = false;
        let found = mean(&Asset::Company(Some(Ace::Blue)), |ordeal| ordeal.mends = false, &rules);
        assert!((found - 13.0048).abs() < 5e-5, "{found}");
        assert!(found > mean(&Asset::Company(None), |ordeal| ordeal.mends = false, &rules));
    }

    #[test]
    fn the_wildcat_repairs_the_wobblies() {
        let rules = standard();
        let asset = Asset::Company(None);
        let ordeal = Ordeal { carrier: "1d6".parse().unwrap(), ..Ordeal::typical(TargetKind::Company, &rules) };
        let case = Case::new(&asset, &ordeal, &rules);
        let wobblies = Left { defenses: 1, others: 1, whites: 2, ace: false };
        let mended = case.mended(&wobblies);
        let into = |die: usize| mended[die - 1].1.iter().map(|state| case.states[*state]).collect::<Vec<_>>();
        assert_eq!(into(4), [wobblies]);
        assert_eq!(into(5), [Left { others: 2, ..wobblies }]);
        assert_eq!(into(6), [Left { others: 3, ..wobblies }]);
    }
}
