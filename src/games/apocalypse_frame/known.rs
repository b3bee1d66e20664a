//! Exact values of a ruleset: every armament, system and frame, and every enemy and its attacks.

use super::ace::Ace;
use super::attack::{Blow, Guard};
use super::catalogue::armament::Gear;
use super::catalogue::enemy::{EnemyAttack, EnemyKind};
use super::catalogue::tag::{Bands, Tag, Tags};
use super::mission::kit::AttackKit;
use super::odds::armaments::armaments;
use super::odds::rankings::rank_frames;
use super::odds::single::{Target, behind};
use super::ruleset::Ruleset;
use super::squad::stock;
use super::studies::exact::item_odds;
use super::studies::{Against, against};
use hitchart_lab::study::Exact;

/// Targets by Armor and Shields.
const TARGETS: [(u8, u8); 4] = [(0, 0), (1, 0), (0, 2), (1, 2)];
/// The target of systems and frames.
const PLAIN: Against = Against { target: Target { armor: 0, shields: 0, cover: false, less: 0 }, vigor: 3 };

/// Returns the exact values: mean Harm of every armament of both lists, and its chance to remove an enemy of each kind;
/// effects of systems and frames; values of enemies and their attacks.
pub fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut all = Vec::new();
    for gear in [Gear::Stock, Gear::Pregen] {
        for (armor, shields) in TARGETS {
            let target = Target { armor, shields, ..Target::default() };
            for odds in armaments(gear, &target, Tags::default(), rules) {
                let name = format!("{} ({})", odds.name, gear.name());
                let item = format!("{name}, Armor {armor}, Shields {shields}");
                all.push(Exact { measure: "harm", item, value: odds.harm.mean });
                if (armor, shields) == TARGETS[0] {
                    let removes = |(enemy, value): (String, f64)| Exact {
                        measure: "removed",
                        item: format!("{enemy} by {name}"),
                        value,
                    };
                    all.extend(odds.remove.into_iter().map(removes));
                }
            }
        }
        all.extend(rules.catalogue.armaments(gear).iter().map(|armament| {
            let item = format!("{} ({})", armament.name, gear.name());
            Exact { measure: "reach", item, value: reach(armament.usable()) }
        }));
    }
    all.extend(item_odds(&PLAIN.target, rules).into_iter().filter_map(|odds| {
        let value = odds.harm_per_ammo?[0];
        Some(Exact { measure: "harm_per_ammo", item: odds.name, value })
    }));
    all.extend(frames(rules));
    rules.catalogue.enemies.iter().for_each(|kind| all.extend(enemy(kind, rules)));
    all
}

/// Encodes bands as the sum of 1, 2 and 4 for Close, Near and Far: different sets give different numbers.
fn reach(bands: Bands) -> f64 {
    bands.iter().map(|band| f64::from(1u8 << band as u8)).sum()
}

/// Returns the resources of the stock frames, and their Harm over a round.
fn frames(rules: &Ruleset) -> Vec<Exact> {
    let aces: Vec<Ace> = rules.catalogue.frames.iter().map(|model| stock(model, rules)).collect();
    let of = |measure, ace: &Ace, value: f64| Exact { measure, item: ace.name.clone(), value };
    let resources = aces.iter().flat_map(|ace| {
        let values = [("vigor", ace.vigor), ("tension", ace.tension), ("ammo", ace.ammo)];
        values.map(|(measure, value)| of(measure, ace, f64::from(value)))
    });
    let mut all: Vec<Exact> = resources.collect();
    let ranked = rank_frames(&aces, &against(PLAIN, Tags::default(), 0, rules), rules);
    all.extend(ranked.into_iter().map(|rank| Exact { measure: "round_harm", item: rank.frame, value: rank.round }));
    all
}

/// Returns an enemy's boxes, and the Harm of its attacks on Aces, in the GM turn and as answers.
fn enemy(kind: &EnemyKind, rules: &Ruleset) -> Vec<Exact> {
    let boxes =
        [("vigor", kind.vigor), ("armor", kind.armor), ("shields", kind.shields), ("restorations", kind.restorations)];
    let boxes = boxes.map(|(measure, value)| Exact { measure, item: kind.name.clone(), value: f64::from(value) });
    let attacks = kind.attacks.iter().flat_map(|attack| {
        let name = format!("{}: {}", kind.name, attack.name);
        let harm = TARGETS.into_iter().flat_map({
            let name = name.clone();
            move |(armor, shields)| {
                [("turn_harm", false), ("answer_harm", true)].map(|(measure, answer)| {
                    let item = format!("{name}, Armor {armor}, Shields {shields}");
                    Exact { measure, item, value: harm(attack, answer, (armor, shields), rules) }
                })
            }
        });
        let reach = Exact { measure: "reach", item: name, value: reach(AttackKit::of(attack).with_step) };
        harm.chain([reach]).collect::<Vec<_>>()
    });
    boxes.into_iter().chain(attacks).collect()
}

/// Returns the mean Harm of an enemy's attack; the enemy has not moved and has full Vigor.
fn harm(attack: &EnemyAttack, answer: bool, (armor, shields): (u8, u8), rules: &Ruleset) -> f64 {
    let kit = AttackKit::of(attack);
    let holding = [
        (Tag::Burst, answer),
        (Tag::Deliberate, !answer),
        (Tag::Stationary, true),
        (Tag::Charge, true),
        (Tag::Polished, true),
    ];
    let counted = holding.into_iter().filter(|(tag, holds)| *holds && attack.tags.has(*tag));
    let blow = Blow::of_attack(attack.harm + counted.map(|(tag, _)| kit.adds(tag)).sum::<u8>(), attack.tags);
    let ends = behind(blow, Guard { less: 0, armor, shields }, rules);
    ends.iter().map(|(through, p)| p * f64::from(through.harm)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::tag::Band;
    use super::super::rules_files::standard;
    use super::*;

    /// The exact values agree with play: a Service Rifle does 2, an Assault Rifle of a Decanus 3 as an answer, and a
    /// Velite's Light Sniper 3 in the GM turn.
    #[test]
    fn attacks_of_enemies_are_as_listed() {
        let all = exact(&standard());
        let value = |measure, item: &str| {
            all.iter().find(|exact| exact.measure == measure && exact.item == item).map(|exact| exact.value)
        };
        assert_eq!(value("turn_harm", "Legionnaire: Service Rifle, Armor 0, Shields 0"), Some(2.0));
        assert_eq!(value("answer_harm", "Decanus: Assault Rifle, Armor 1, Shields 0"), Some(2.0));
        assert_eq!(value("turn_harm", "Velite: Light Sniper, Armor 0, Shields 0"), Some(3.0));
        assert_eq!(value("turn_harm", "Legionnaire: Service Rifle, Armor 0, Shields 2"), Some(2.0 * 4.0 / 6.0));
        assert_eq!(value("reach", "Herd Animal: Trample"), Some(reach(Bands::NONE.with(Band::Close).with(Band::Near))));
        assert_eq!((value("vigor", "Centurion"), value("vigor", "M1-SOLDIER")), (Some(8.0), Some(10.0)));
    }

    /// Names are unique, so that no number hides another.
    #[test]
    fn every_number_has_a_name_of_its_own() {
        let mut names: Vec<(&str, String)> =
            exact(&standard()).into_iter().map(|exact| (exact.measure, exact.item)).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
