//! The fleet graph: exact values of ships and companies for each task, without whites and with them.

use super::asset::Asset;
use super::attack::{Aim, Shelter, plan};
use super::band::{Band, TargetKind};
use super::ruleset::Ruleset;
use hitchart_dice::exact::{attack, highest_of};
use hitchart_dice::plan::HitChart;
use hitchart_dice::{Pmf, Pool};

/// Sides of a white die.
const WHITE: u8 = 6;

/// One line of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Potential at a band: expected damage of an attack without spot on a ship in the open that does not defend.
    Attack(Band),
    /// Expected spot: the highest yellow die, plus the die of a yellow ace (I62).
    Spot,
    /// Expected defence: the highest blue die.
    Defense,
    /// Expected units of a move straight ahead. For a ship: its speed plus the highest green die, at most the length of
    /// the ruler. For a company: the highest green die.
    Speed,
    /// Expected fuel: the highest black die (I19).
    Fuel,
    /// Expected sum of all black dice: fuel and repair together.
    Catapults,
    /// Expected systems that a ship repairs in a turn if it has lost enough: whites that show the repair face or more
    /// (I22).
    Repair,
}

/// The measures of the graph, in its order, with the names that other programs read.
pub const MEASURES: [(Measure, &str); 10] = [
    (Measure::Attack(Band::Dogfight), "dogfight"),
    (Measure::Attack(Band::PointDefense), "point_defense"),
    (Measure::Attack(Band::Assault), "assault"),
    (Measure::Attack(Band::Support), "support"),
    (Measure::Spot, "spotting"),
    (Measure::Defense, "defense"),
    (Measure::Speed, "speed"),
    (Measure::Fuel, "fuel"),
    (Measure::Catapults, "catapults"),
    (Measure::Repair, "repair"),
];

/// Adds whites to dice.
fn with_whites(dice: Pool, whites: u8) -> Pool {
    dice.with(whites.into(), WHITE).unwrap_or(dice)
}

fn best(dice: Pool, whites: u8) -> Pmf {
    highest_of(&with_whites(dice, whites))
}

/// Computes the value of an asset for a measure with `whites` whites. `None` if the asset cannot do the task.
pub fn value(asset: &Asset, measure: Measure, whites: u8, rules: &Ruleset) -> Option<f64> {
    match measure {
        Measure::Attack(band) => potential(asset, band, whites, rules),
        Measure::Spot => {
            let dice = with_whites(asset.yellows(rules), whites);
            let spots = !dice.is_empty() || !asset.second_spot(rules).is_empty();
            spots.then(|| highest_of(&dice).mean() + highest_of(&asset.second_spot(rules)).mean())
        }
        Measure::Defense => Some(best(asset.blues(rules), whites).mean()),
        Measure::Speed => {
            let pips = best(asset.greens(rules), whites);
            let movement = &rules.movement;
            Some(match asset {
                Asset::Company(_) => pips.mean(),
                Asset::Ship(_) => {
                    let most = usize::from(movement.most);
                    pips.expect(|pips| (usize::from(movement.speed) + pips).min(most) as f64)
                }
            })
        }
        Measure::Fuel => {
            let dice = asset.blacks(rules);
            (!dice.is_empty()).then(|| best(dice, whites).mean())
        }
        Measure::Catapults => {
            let dice = with_whites(asset.blacks(rules), whites);
            let sum: f64 = dice.groups().map(|(count, sides)| count as f64 * f64::from(sides + 1) / 2.0).sum();
            (!asset.blacks(rules).is_empty()).then_some(sum)
        }
        Measure::Repair => match asset {
            Asset::Ship(_) => Some(f64::from(whites) * HitChart::chance(rules.repair.face)),
            Asset::Company(_) => None,
        },
    }
}

fn potential(asset: &Asset, band: Band, whites: u8, rules: &Ruleset) -> Option<f64> {
    let dice = with_whites(asset.reds(band, rules), whites);
    if dice.is_empty() || !asset.reaches(band, rules) {
        return None;
    }
    let red_ace = asset.ace() == Some(super::fleet::Ace::Red);
    let aim = Aim { band, target: TargetKind::Ship, red_ace };
    Some(attack(&plan(dice, Pool::EMPTY, Pool::EMPTY, aim, Shelter::Open, rules)).damage().mean())
}

/// One line of the graph of a fleet: sums over its assets. An asset that cannot do a task adds nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Without whites.
    pub sys: f64,
    /// With every white of every asset.
    pub plus_w: f64,
}

/// Computes the graph of assets, in the order of [`MEASURES`].
pub fn graph(assets: &[Asset], rules: &Ruleset) -> [Line; MEASURES.len()] {
    MEASURES.map(|(measure, _)| {
        let total = |all: bool| {
            let whites = |asset: &Asset| if all { asset.whites(rules) } else { 0 };
            let values = assets.iter().filter_map(|asset| value(asset, measure, whites(asset), rules));
            values.fold(0.0, |sum, value| sum + value)
        };
        Line { sys: total(false), plus_w: total(true) }
    })
}

#[cfg(test)]
mod tests {
    use super::super::fleet::{Ace, Fleet};
    use super::super::rules_files::standard;
    use super::super::ship::Ship;
    use super::*;

    fn of(text: &str, measure: Measure, whites: u8) -> Option<f64> {
        let rules = standard();
        value(&Asset::Ship(Ship::parse(text, &rules).unwrap()), measure, whites, &rules)
    }

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} is not {expected}");
    }

    /// The best of two dice is 161/36 on average, that of one 7/2. Half the faces hit at assault band, a third
    /// elsewhere.
    #[test]
    fn by_hand() {
        let two = 161.0 / 36.0;
        close(of("C:RpRaBY", Measure::Attack(Band::Assault), 0), two / 2.0);
        close(of("C:RpRaBY", Measure::Attack(Band::PointDefense), 0), two / 3.0);
        close(of("C:RpRaBY", Measure::Attack(Band::Dogfight), 1), 3.5 / 3.0);
        assert_eq!(of("C:RpRaBY", Measure::Attack(Band::Dogfight), 0), None);
        assert_eq!(of("C:RpRaBY", Measure::Attack(Band::Support), 2), None);
        close(of("C:RpRaBY", Measure::Spot, 1), two);
        close(of("C:RpRaBY", Measure::Speed, 0), 4.0);
        // A green of 5 or 6 goes beyond the length of the ruler.
        close(of("F:RpRaB", Measure::Speed, 0), 4.0 + (1.0 + 2.0 + 3.0 + 4.0 * 3.0) / 6.0);
        close(of("F:KKB", Measure::Catapults, 0), 10.5);
        close(of("F:KKB", Measure::Repair, 2), 2.0 / 3.0);
        assert_eq!(of("F:YYB", Measure::Fuel, 2), None);
    }

    #[test]
    fn aces_add_their_die_and_their_reach() {
        let rules = standard();
        let of = |ace, measure| value(&Asset::Company(ace), measure, 0, &rules);
        close(of(Some(Ace::Yellow), Measure::Spot), 3.5 + 4.5);
        assert!(of(Some(Ace::Red), Measure::Attack(Band::Assault)) > of(None, Measure::Attack(Band::Dogfight)));
        assert_eq!(of(Some(Ace::Blue), Measure::Attack(Band::Assault)), None);
        let fleet = Fleet::parse("C:RpRaBY C:RsRsKK F:RaBK; ace=red", &rules).unwrap();
        let lines = graph(&Asset::of(&fleet), &rules);
        close(Some(lines[5].sys), 3.5 * 5.0);
        assert!(lines.iter().all(|line| line.plus_w >= line.sys));
    }
}
