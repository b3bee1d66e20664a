use super::*;
use crate::attack::{Shelter, plan};
use crate::{frame::Frame, rules_files::rulebook, ruleset::Circumstance};
use hitchart_dice::{Pool, exact::attack, plan::AttackPlan};

#[test]
fn the_tables_agree_with_the_exact_engine() {
    let rules = rulebook();
    let odds = Odds::new(&rules);
    let pools =
        [("Rd", "3d6", Range::Direct, 0), ("RdRd", "3d6+1d8", Range::Direct, 0), ("Y", "1d6+2d8", Range::Direct, 2)];
    for (loadout, dice, range, rockets) in pools {
        let loadout = Loadout::parse(loadout, &rules).unwrap();
        for (situation, chart, cover) in [
            (Situation::OPEN, ChartName::Open, Cover::None),
            (Situation::CLOSE, ChartName::HandToHand, Cover::None),
            (Situation::cover(2), ChartName::Cover, Cover::Hits(2)),
            (Situation::frame(5), ChartName::FrameCover, Cover::Hits(5)),
            (Situation::IMMUNE_FRAME, ChartName::FrameCover, Cover::Immune),
        ] {
            let plan = AttackPlan {
                attack: dice.parse().unwrap(),
                spot: Pool::EMPTY,
                second_spot: Pool::EMPTY,
                bonus: 0,
                defense: "2d6".parse::<Pool>().unwrap().into(),
                chart: rules.charts.chart(chart),
                cover,
            };
            let exact = attack(&plan).damage();
            let (mean, kill) =
                odds.strike(odds.attack(&loadout, range, rockets, false), 0, odds.rolled(1, false), situation, 2);
            assert!((mean - exact.mean()).abs() < 1e-12 && (kill - exact.at_least(2)).abs() < 1e-12);
        }
    }
}

/// A change of the rules.
type Change = fn(&mut Ruleset);

/// Checks that the tables agree with the plan of a frame under every change of the rules for dice.
#[test]
fn the_tables_follow_the_rules_of_dice() {
    let changes: [(&str, Change); 7] = [
        ("sum of blues", |rules| rules.defense.sum_blues = true),
        ("whites do not defend", |rules| rules.defense.whites = false),
        ("modifiers", |rules| {
            (rules.modifiers.attack, rules.modifiers.defense, rules.modifiers.spot) = (2, 1, 3);
        }),
        ("extra dice", |rules| {
            rules.extra.when = Circumstance::Always;
            (rules.extra.attack, rules.extra.defense) = ("1d8".parse().unwrap(), "1d4".parse().unwrap());
        }),
        ("yellows attack", |rules| rules.weapons.comms = "1d6".parse().unwrap()),
        ("two ranges", |rules| rules.ranges.bands = 2),
        ("four ranges", |rules| rules.ranges.bands = 4),
    ];
    for (name, change) in changes {
        let mut rules = rulebook();
        change(&mut rules);
        let odds = Odds::new(&rules);
        let read = |text: &str| Frame::new(Loadout::parse(text, &rules).unwrap(), &rules);
        for (attacker, range, target) in [
            ("RdYY", Range::Direct, "BB"),
            ("RdRaB", Range::Direct, "B"),
            ("RhY", Range::HandToHand, "Y"),
            ("RdRe", Range::Extreme, "BB"),
        ] {
            if range as usize >= rules.ranges.bands.into() {
                continue;
            }
            let (attacker, target) = (read(attacker), read(target));
            let (dice, defense) = (attacker.attack_dice(range, 1, 0, &rules), target.defense_dice(1, &rules));
            let shelter = Shelter::Open;
            let (dice, chart) = (dice.unwrap(), shelter.chart(range));
            let exact = attack(&plan(dice, Pool::EMPTY, defense, chart, shelter, &rules)).damage();
            let blues = target.loadout.count(SystemKind::Defense);
            let situation = if range == Range::HandToHand { Situation::CLOSE } else { Situation::OPEN };
            let row = odds.attack(&attacker.loadout, range, 0, false);
            let (mean, kill) = odds.strike(row, 0, odds.rolled(blues, false), situation, 2);
            assert!((mean - exact.mean()).abs() < 1e-12, "{name}: {mean} against {}", exact.mean());
            assert!((kill - exact.at_least(2)).abs() < 1e-12, "{name}");
        }
    }
}

/// Rows with the extras by circumstance are those of rules under which every frame has the same dice and pips; rows
/// without them are those of the rulebook.
#[test]
fn the_tables_have_rows_with_extras_by_circumstance() {
    let with = |when: Circumstance, pips: bool| {
        let mut rules = rulebook();
        rules.extra.when = when;
        (rules.extra.attack, rules.extra.defense) = ("1d8".parse().unwrap(), "1d4".parse().unwrap());
        rules.extra.movement = "1d8".parse().unwrap();
        match pips {
            true => (rules.extra.attack_pips, rules.extra.defense_pips, rules.extra.movement_pips) = (2, 1, 3),
            false => (rules.modifiers.attack, rules.modifiers.defense, rules.modifiers.movement) = (2, 1, 3),
        }
        Odds::new(&rules)
    };
    let (late, always, plain) =
        (with(Circumstance::Late, true), with(Circumstance::Always, false), Odds::new(&rulebook()));
    let loadout = Loadout::parse("RdYBG", &rulebook()).unwrap();
    for (extra, same) in [(true, &always), (false, &plain)] {
        for blues in 0..=2 {
            let [found, expected] = [&late, same].map(|odds| {
                let defense = odds.rolled(blues, extra);
                let dice = odds.attack(&loadout, Range::Direct, 0, extra);
                let harm = odds.bare_harm(dice, 2, defense, Situation::OPEN, 4);
                (odds.strike(dice, 0, defense, Situation::OPEN, 2), harm, odds.pips(4, 1, defense, Situation::OPEN, 1))
            });
            let close = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12;
            assert!(close(found.0, expected.0) && close(found.1, expected.1) && close(found.2, expected.2));
        }
        for pips in 0..12 {
            let moves = |odds: &Odds| {
                let mover = odds.mover(&loadout, false, extra);
                (odds.moves(mover, pips.into()), odds.moves_by_white(mover, 2, pips.into()))
            };
            let (found, expected) = (moves(&late), moves(same));
            assert!((found.0 - expected.0).abs() < 1e-12 && (found.1 - expected.1).abs() < 1e-12, "{pips} pips");
        }
    }
    // Penalties leave a die at least 1.
    let mut rules = rulebook();
    (rules.extra.when, rules.extra.movement_pips) = (Circumstance::Late, -6);
    let odds = Odds::new(&rules);
    let mover = odds.mover(&loadout, false, true);
    assert_eq!((odds.moves(mover, 1.0), odds.moves(mover, 2.0)), (1.0, 0.0));
}

/// Checks that the share past cover is the hand-set one on the rulebook's charts, and follows other charts.
#[test]
fn what_gets_past_cover_follows_the_charts() {
    let with = |change: fn(&mut Ruleset)| {
        let mut rules = rulebook();
        change(&mut rules);
        Odds::new(&rules).through_cover
    };
    assert_eq!(with(|_| {}), THROUGH_COVER);
    assert_eq!(Odds::new(&rulebook()).usual_spot, 4);
    assert!(with(|rules| rules.cover.default_hits = 4) < THROUGH_COVER);
    assert!(with(|rules| rules.charts.cover.target = 5) > THROUGH_COVER);
}

/// Compares the table of usual situations, and values beyond it, with the sums that it is made from.
#[test]
fn harm_is_the_strike_as_a_share_of_life() {
    let rules = rulebook();
    let odds = Odds::new(&rules);
    let dice = |text, range, rockets| odds.attack(&Loadout::parse(text, &rules).unwrap(), range, rockets, false);
    let attacks =
        [dice("RaRa", Range::Artillery, 0), dice("Rh/dRd", Range::Direct, 2), dice("B", Range::HandToHand, 0)];
    let defenses = (0..=9).map(Defense::Known).chain((0..=2).map(|blues| odds.rolled(blues, false)));
    for (attack, defense) in attacks.into_iter().flat_map(|attack| defenses.clone().map(move |d| (attack, d))) {
        for situation in USUAL.into_iter().chain([Situation::cover(2), Situation::frame(3)]) {
            for (spot, hit_points) in (0..=9).flat_map(|spot| (1..=12).map(move |hit_points| (spot, hit_points))) {
                let (mean, kill) = odds.strike(attack, spot, defense, situation, hit_points);
                let life = (mean / f64::from(hit_points)).min(1.0);
                assert_eq!(odds.harm(attack, spot, defense, situation, hit_points), (life, kill));
            }
        }
    }
}
