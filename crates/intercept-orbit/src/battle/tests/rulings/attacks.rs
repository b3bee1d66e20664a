//! Rulings on attacks, and on collisions, debris and the edge of the table.

use super::super::super::legal::attack::{company_targets, cover_of, in_band, is_foe};
use super::super::super::state::{CoverBy, Die, Life, SpotDie, Target};
use super::super::super::*;
use super::super::scene::Scene;
use crate::battle_rules::{HitDebris, LaborFrames, Spared, TurnedHvas};
use crate::durability::Asset as BuiltAsset;
use crate::fleet::{Fleet, Measure, value};
use crate::space::{Maneuver, Pose};
use crate::{attack::Band, ids::AssetId};
use hitchart_mobile_frame::PlayerId;

// Attacks, cover, screens, spots (I01, I02, I38 to I46, I61, I62).

/// Creates a scene with a frigate at the origin that looks along x, and a capital ship at a gap ahead of it.
fn duel(gap: f64, change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(&["F:RpRaRs", "C:BBBB F:BYY"], |rules| {
        rules.ships.max_per_type = 4;
        rules.cover.screen_from = 7;
        change(rules);
    });
    scene.put(0, 0.0, 0.0, 0);
    // The distance between the centres includes half a frigate and half a capital ship.
    scene.put(1, gap + 1.6, 0.0, 0);
    scene.put(2, -12.0, -12.0, 0);
    scene
}

/// Declares, and attacks before moving, with a red of 6 against a defense of 1: five damage dice of these faces.
fn shoot(scene: &mut Scene, band: Band, faces: [u8; 5]) {
    scene.asset_mut(1).defense = Some(1);
    scene.activate(0);
    scene.dice(6, &[1, 1]).dice(6, &[6, 6]).dice(6, &[1]).dice(6, &faces);
    scene.act(Action::Declare { target: Target::Asset(AssetId::new(1)), band });
    scene.until(Decision::Proceed);
    scene.act(Action::Attack { die: Die::Own, target: Target::Asset(AssetId::new(1)) });
}

#[test]
fn i38_hits_by_band() {
    for (band, gap, hits) in [(Band::PointDefense, 1.5, 2), (Band::Assault, 6.0, 3), (Band::Support, 9.0, 2)] {
        let mut scene = duel(gap, |_| {});
        shoot(&mut scene, band, [6, 5, 4, 3, 1]);
        assert_eq!(scene.struck(), (5, 0, hits), "{band:?}");
    }
}

#[test]
fn i01_i02_bands_are_exclusive_and_borders_belong_to_the_nearer() {
    let mut scene = duel(2.0, |_| {});
    let reaches = |scene: &Scene, band| {
        in_band(&scene.battle, &scene.state, AssetId::new(0), scene.asset(0).pose, Target::Asset(AssetId::new(1)), band)
    };
    assert!(reaches(&scene, Band::PointDefense) && !reaches(&scene, Band::Assault));
    scene.put(1, 1.6 + 8.001, 0.0, 0);
    assert!(!reaches(&scene, Band::Assault) && reaches(&scene, Band::Support));
    let scene = duel(2.0, |rules| rules.ranges.exclusive = false);
    assert!(reaches(&scene, Band::Assault) && reaches(&scene, Band::Support));
}

/// "If the cover was debris, remove it from the table as destroyed"; further dice go through (I40).
#[test]
fn i40_debris_absorbs_one_hit_and_is_gone() {
    for (blow_through, hits) in [(true, 4), (false, 2)] {
        let mut scene = duel(6.0, |rules| rules.cover.blow_through = blow_through);
        scene.debris(0, 5.0, 0.0);
        shoot(&mut scene, Band::Assault, [4, 4, 4, 5, 6]);
        assert_eq!(scene.struck().2, hits, "one 4 on the debris, the others through, or lost");
        assert_eq!(scene.state.debris_left, 0);
    }
}

#[test]
fn i39_a_ship_that_covers_takes_what_it_absorbs() {
    for (takes, left) in [(true, 3), (false, 5)] {
        let mut scene = duel(6.0, |rules| rules.cover.ships_take = takes);
        scene.put(2, 4.0, 0.0, 0);
        scene.asset_mut(2).defense = Some(0);
        shoot(&mut scene, Band::Assault, [4, 4, 5, 6, 1]);
        assert_eq!(scene.struck(), (5, 2, 2));
        for _ in 0..8 {
            if scene.due() == Some(Decision::Lose) {
                let first = scene.choices()[0];
                scene.act(first);
            }
        }
        assert_eq!(scene.asset(2).hit_points(), left);
        assert_eq!(scene.asset(1).hit_points(), 4);
    }
}

/// "If a target has been spotted, the attacker may opt to ignore damage to the cover": after the roll, or before it
/// (I41).
#[test]
fn i41_a_spot_spares_the_cover() {
    for spared in [Spared::AfterRoll, Spared::BeforeRoll] {
        let mut scene = duel(6.0, |rules| rules.cover.spared = spared);
        scene.put(2, 4.0, 0.0, 0);
        (scene.asset_mut(2).defense, scene.asset_mut(1).defense) = (Some(0), Some(1));
        scene.asset_mut(1).spot = Some(SpotDie { value: 2, by: AssetId::new(0) });
        scene.activate(0);
        scene.dice(6, &[1, 1]).dice(6, &[6, 6]).dice(6, &[1]).dice(6, &[4, 4, 4, 4, 5, 6, 1]);
        scene.act(Action::Declare { target: Target::Asset(AssetId::new(1)), band: Band::Assault });
        scene.until(Decision::Proceed);
        scene.act(Action::Attack { die: Die::Own, target: Target::Asset(AssetId::new(1)) });
        scene.act(Action::UseSpot(true));
        assert_eq!(scene.came_up(|event| matches!(event, Event::Attacked(_))), spared == Spared::AfterRoll);
        scene.act(Action::Spare(true));
        assert_eq!(scene.struck(), (7, 4, 2), "absorbed dice are lost");
        let told = scene.came_up(|event| {
            *event == Event::Spared { asset: AssetId::new(0), cover: CoverBy::Asset(AssetId::new(2)), hits: 4 }
        });
        assert_eq!(told, spared == Spared::AfterRoll, "before the roll the attack itself says so");
        assert_eq!((scene.asset(2).hit_points(), scene.asset(1).spot), (5, None));
    }
}

/// Two defences "make all ships of its choice within point defense range take hits as though in cover", and screen
/// their own ship; a blue ace screens any asset (I42).
#[test]
fn i42_screens_take_no_harm() {
    let mut scene = Scene::new(&["F:RaRsB", "F:BBY F:YYB C:RaRaRsK; ace=blue"]);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(1, 6.0, 0.0, 0);
    scene.put(2, 6.0, 2.5, 0);
    let cover = |scene: &Scene, target| {
        cover_of(&scene.battle, &scene.state, AssetId::new(0), Target::Asset(target), Band::Assault)
    };
    assert_eq!((cover(&scene, AssetId::new(1)), cover(&scene, AssetId::new(2))), (CoverBy::Screen, CoverBy::Screen));
    scene.put(2, 6.0, 6.0, 0);
    assert_eq!(cover(&scene, AssetId::new(2)), CoverBy::Nothing, "beyond point defense");
    scene.put(4, 6.0, 8.5, 0);
    assert_eq!(cover(&scene, AssetId::new(2)), CoverBy::Screen, "of the blue ace");
    scene.battle.rules.aces.blue_covers_others = false;
    scene.battle.rules.cover.screen_self = false;
    assert_eq!((cover(&scene, AssetId::new(1)), cover(&scene, AssetId::new(2))), (CoverBy::Nothing, CoverBy::Nothing));
}

/// "Between the attacker and target, and within point defense range from the target ship"; companies do not cover
/// (I43).
#[test]
fn i43_cover_is_between_and_near_the_target() {
    let mut scene = duel(8.0, |_| {});
    let cover = |scene: &Scene| {
        cover_of(&scene.battle, &scene.state, AssetId::new(0), Target::Asset(AssetId::new(1)), Band::Assault)
    };
    scene.debris(0, 2.0, 0.0);
    assert_eq!(cover(&scene), CoverBy::Nothing, "too far from the target");
    scene.debris(0, 7.0, 2.0);
    assert_eq!(cover(&scene), CoverBy::Nothing, "not between");
    scene.debris(0, 7.0, 0.0);
    assert_eq!(cover(&scene), CoverBy::Debris(0));
}

/// "A ship may only target frames if they are at point defense range, or frames touching a ship that is" (I44).
#[test]
fn i44_companies_are_reached_by_point_defense_alone() {
    let mut scene = Scene::new(&["F:RpRaB", "C:RaRaBK; ace=red"]);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(1, 3.0, 0.0, 0);
    scene.put(2, 5.0, 3.0, 0);
    let reaches = |scene: &Scene, band| {
        in_band(&scene.battle, &scene.state, AssetId::new(0), scene.asset(0).pose, Target::Asset(AssetId::new(2)), band)
    };
    assert!(!reaches(&scene, Band::PointDefense));
    scene.board(2, 1);
    assert!(reaches(&scene, Band::PointDefense), "on a ship within point defense");
    scene.dice(6, &[1, 1]);
    scene.activate(0);
    assert!(
        scene.choices().contains(&Action::Declare { target: Target::Asset(AssetId::new(2)), band: Band::PointDefense })
    );
    assert!(
        !scene.choices().contains(&Action::Declare { target: Target::Asset(AssetId::new(2)), band: Band::Assault })
    );
}

/// A target without a defense first declares and defends, and continues once the attacker's turn is over. Drifting
/// companies (I45) and high value assets (I46) cannot be targets.
#[test]
fn i45_i46_combat_order() {
    let mut scene = Scene::with(&["F:RaRaB", "F:RaRaB C:BBYK; ace=red"], |rules| rules.fleet.hvas = [1; 3]);
    scene.put(0, 0.0, 0.0, 0);
    scene.put(1, 6.0, 0.0, 8);
    scene.dice(6, &[1, 1]).dice(6, &[6, 6]).dice(8, &[6]).dice(6, &[1]);
    scene.activate(0);
    scene.act(Action::Declare { target: Target::Asset(AssetId::new(1)), band: Band::Assault });
    scene.act(Action::Attack { die: Die::Own, target: Target::Asset(AssetId::new(1)) });
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Declare), Some(1)), "the target takes its turn");
    scene.dice(6, &[2, 2]).dice(6, &[5]).dice(6, &[1]);
    scene.act(Action::Declare { target: Target::Nothing, band: Band::Dogfight });
    assert!(scene.state.answer.is_some());
    assert_eq!(scene.asset(1).defense, Some(5), "its only blue is given without a question");
    scene.edit(|play| play.drift(AssetId::new(3)));
    assert!(!is_foe(&scene.state, PlayerId::new(0), AssetId::new(3)) && !scene.state.targets().has(AssetId::new(3)));
    assert!((4..6).all(|hva| !is_foe(&scene.state, PlayerId::new(0), hva.into())
        && !is_foe(&scene.state, PlayerId::new(1), hva.into())));
}

/// The red ace attacks at point defense and assault band, with the table of companies and regardless of cover (I61).
#[test]
fn i61_the_red_ace_reaches_farther() {
    for (reaches, targets) in [(true, vec![2]), (false, vec![])] {
        let mut scene = Scene::with(&["F:BYK; ace=red", "C:BBYY"], |rules| rules.aces.red_reaches = reaches);
        scene.put(1, 0.0, 0.0, 0);
        scene.put(2, 7.0, 0.0, 0);
        scene.debris(0, 4.5, 0.0);
        scene.dice(6, &[1, 1]).dice(6, &[1, 1]).dice(8, &[8]).dice(6, &[1, 1, 1]);
        scene.activate(1);
        let turn = scene.state.turn.unwrap();
        assert_eq!(
            company_targets(&scene.battle, &scene.state, &turn).map(AssetId::number).collect::<Vec<_>>(),
            targets
        );
        assert_eq!(
            cover_of(&scene.battle, &scene.state, AssetId::new(1), Target::Asset(AssetId::new(2)), Band::Assault),
            CoverBy::Nothing
        );
    }
}

/// The yellow ace's d8 is a second spot; both are added (I62).
#[test]
fn i62_the_yellow_ace_spots_with_two_dice() {
    let mut scene = Scene::new(&["F:BYK; ace=yellow", "C:BBYY"]);
    scene.put(1, 0.0, 0.0, 0);
    scene.put(2, 3.1, 0.0, 0);
    scene.dice(6, &[1, 1]).dice(6, &[1, 1]).dice(6, &[2, 3, 4]).dice(8, &[7]);
    scene.activate(1);
    scene.until(Decision::Spot);
    scene.act(Action::Spot { die: Die::Own, target: AssetId::new(2) });
    assert_eq!(scene.asset(2).spotted(), 11);
    assert_eq!(scene.asset(2).ace_spot, Some(SpotDie { value: 7, by: AssetId::new(1) }));
}

/// Ships without weapons attack at dogfight band with a white. Under other readings ships without point defense do so,
/// or all.
#[test]
fn whites_attack_at_dogfight_band() {
    let bands = |labor, fleet: &str| {
        let scene = Scene::with(&[fleet, "C:BBYY"], |rules| rules.turn.dogfight = labor);
        let ship = *scene.asset(0);
        legal::attack::declared_bands(&scene.battle, &ship).collect::<Vec<_>>()
    };
    assert_eq!(bands(LaborFrames::Unarmed, "F:BYY"), [Band::Dogfight]);
    assert_eq!(bands(LaborFrames::Unarmed, "F:RaYY"), [Band::Assault]);
    assert_eq!(bands(LaborFrames::NoPointDefense, "F:RaYY"), [Band::Dogfight, Band::Assault]);
    assert_eq!(bands(LaborFrames::Any, "F:RpYY"), [Band::Dogfight, Band::PointDefense]);
}

/// A ship and a company have a value at a band in the fleet graph if the battle lets them attack at that band.
#[test]
fn the_fleet_graph_has_a_value_for_each_band_that_an_asset_may_attack_at() {
    for labor in [LaborFrames::Unarmed, LaborFrames::NoPointDefense, LaborFrames::Any] {
        for fleet in ["C:RaRaRsRs", "C:RpRaBY", "C:BBYY", "F:Rp/aBY", "F:KBY; ace=red"] {
            let scene = Scene::with(&[fleet, "C:BBYY"], |rules| rules.turn.dogfight = labor);
            let rules = &scene.battle.rules;
            let assets = BuiltAsset::of(&Fleet::parse(fleet, rules).unwrap());
            let ship: Vec<Band> = legal::attack::declared_bands(&scene.battle, scene.asset(0)).collect();
            for (band, name) in Band::ALL {
                let value = |of: &BuiltAsset| value(of, Measure::Attack(band), of.whites(rules), rules);
                assert_eq!(value(&assets[0]).is_some(), ship.contains(&band), "{fleet} at {name} under {labor:?}");
                if let Some(company) = assets.get(1) {
                    assert_eq!(value(company).is_some(), band != Band::Support, "{fleet}, company at {name}");
                }
            }
        }
    }
}

// Ramming, passing, collisions, debris, the edge (I52 to I57).

/// Creates a scene with one ship behind another: the first sails along x into or through the second.
fn meeting(fleets: &[&str], gap: f64, change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(fleets, change);
    scene.put(0, -10.0, 0.0, 0);
    let halves = scene.battle.space.half_sizes(scene.asset(0).body).1 * 2.0;
    scene.put(1, -10.0 + halves + gap, 0.0, 0);
    scene
}

fn sail(scene: &mut Scene, whites: [u8; 2], speed: u8) {
    scene.dice(6, &whites);
    scene.activate(0);
    scene.until(Decision::Proceed);
    let choices = scene.choices();
    let wanted =
        |action: &&Action| matches!(action, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(speed));
    let action = *choices.iter().find(wanted).unwrap_or_else(|| panic!("no speed of {speed}: {choices:?}"));
    scene.act(action);
}

/// "Every 1 or 2 on the die damages one of the ramming ship's systems. Every 4-6 damages one of the target ship's
/// systems"; one die for each unit of the intended move. Each side then turns the other by up to the hits that the
/// other took (I53).
#[test]
fn i53_collision_dice_and_turns() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 2.0, |_| {});
    scene.dice(6, &[]);
    scene.dice(6, &[2, 2]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[1, 3, 4, 6]);
    scene.activate(0);
    for _ in 0..20 {
        match scene.due() {
            Some(Decision::Lose) => {
                let first = scene.choices()[0];
                scene.act(first);
            }
            Some(Decision::Proceed) => {
                let straight = |action: &Action| matches!(action, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(4));
                let action = *scene.choices().iter().find(|action| straight(action)).unwrap();
                scene.act(action);
            }
            Some(Decision::Turn) => break,
            _ => scene.until(Decision::Proceed),
        }
    }
    assert_eq!((scene.asset(0).hit_points(), scene.asset(1).hit_points()), (5, 4));
    assert!(
        (scene.battle.space.gap(scene.state.placed(AssetId::new(0)), scene.state.placed(AssetId::new(1)))).abs() < 1e-6,
        "it stops in touch"
    );
    assert_eq!((scene.asked(), scene.choices().len()), (Some(0), 5), "the rammer's player turns the target by up to 2");
    scene.act(Action::Turn(1));
    assert_eq!(scene.asset(1).pose.heading, 1);
    assert!(scene.battle.space.gap(scene.state.placed(AssetId::new(0)), scene.state.placed(AssetId::new(1))) < 0.1);
    assert_eq!((scene.asked(), scene.choices().len()), (Some(1), 3), "the other turns the rammer by up to 1");
}

/// "If one ship is a frigate, it can use its maneuverability to decide unilaterally"; if neither or both are, the
/// moving ship decides first, then the other (I52).
#[test]
fn i52_who_decides_whether_two_collide() {
    for (fleets, asked) in [
        (["F:BYY", "C:BBYY"], vec![0]),
        (["C:BBYY", "F:BYY"], vec![1]),
        (["F:BYY", "F:BYY"], vec![0, 1]),
        (["C:BBYY", "C:BBYY"], vec![0, 1]),
    ] {
        let mut scene = meeting(&fleets, 0.5, |_| {});
        scene.dice(6, &[6, 6]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let far = Action::Sail { die: Die::White(0), maneuver: Maneuver::straight(6) };
        scene.act(if scene.choices().contains(&far) { far } else { scene.choices()[0] });
        for player in asked {
            assert_eq!((scene.due(), scene.asked()), (Some(Decision::Ram), Some(player)), "{fleets:?}");
            scene.act(Action::Ram(false));
        }
        assert!(
            scene.came_up(|event| *event == Event::Passing { asset: AssetId::new(0), other: AssetId::new(1) }),
            "{fleets:?}"
        );
        assert!(scene.asset(0).pose.at.x > scene.asset(1).pose.at.x);
    }
}

/// "If either of them want to ram, that ship will ram the other" (I52).
#[test]
fn i52_whoever_wants_it_rams() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 0.5, |_| {});
    sail(&mut scene, [6, 6], 6);
    scene.act(Action::Ram(false));
    scene.act(Action::Ram(true));
    let rammer = scene.last(|event| match event {
        Event::Collided { rammer, target, dice, chosen, .. } => {
            Some((rammer.number(), target.number(), *dice, *chosen))
        }
        _ => None,
    });
    assert_eq!(rammer, (1, 0, 6, true));
}

/// The green ace decides for the ship that it is on, frigate or not (I52).
#[test]
fn i52_the_green_ace_overrides() {
    let mut scene = meeting(&["F:BYY", "C:BBYY C:BBYK; ace=green"], 0.5, |_| {});
    scene.put(2, 12.0, 12.0, 0);
    scene.board(3, 1);
    scene.dice(6, &[6, 6]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    scene.act(Action::Sail { die: Die::White(0), maneuver: Maneuver::straight(6) });
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Ram), Some(1)));
}

/// A ship that is turned into a third ship collides with it, with the clicks that are left (I54).
#[test]
fn i54_chains() {
    for (chain, chains) in [(10, true), (0, false)] {
        let mut scene = meeting(&["C:BBYY", "C:BBYY C:BBYY"], 2.0, |rules| rules.collisions.chain = chain);
        let other = scene.asset(1).pose.at;
        scene.put(2, other.x + 0.9, other.y + 1.65, 0);
        scene.dice(6, &[2, 2]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[4, 4, 4, 4]).dice(6, &[3, 3, 3]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let straight = *scene
            .choices()
            .iter()
            .find(|a| matches!(a, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(4)))
            .unwrap();
        scene.act(straight);
        while scene.due() == Some(Decision::Lose) {
            let first = scene.choices()[0];
            scene.act(first);
        }
        scene.act(Action::Turn(3));
        let collided =
            scene.came_up(|event| matches!(event, Event::Collided { rammer, target, chosen: false, .. } if (rammer.number(), target.number()) == (1, 2)));
        assert_eq!(collided, chains);
    }
}

/// "It can avoid the debris at the cost of one maneuver pip. Otherwise, stop the ship where it touches the debris and
/// roll collision dice"; the debris is then removed or moved (I55).
#[test]
fn i55_debris() {
    for (whites, passes) in [([1, 1], true), ([1, 1], false)] {
        let mut scene = meeting(&["F:BYY", "C:BBYY"], 15.0, |rules| rules.collisions.debris = HitDebris::Removed);
        scene.debris(0, -8.0, 0.0);
        scene.dice(6, &whites);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let spares = |action: &&Action| matches!(action, Action::Sail { die: Die::Own | Die::White(_), maneuver } if *maneuver == Maneuver::straight(4));
        let action = *scene.choices().iter().find(spares).expect("a die whose pip is kept for the debris");
        scene.act(action);
        assert_eq!(scene.due(), Some(Decision::Avoid));
        scene.act(Action::Avoid(passes));
        assert_eq!(scene.state.debris_left == 1, passes);
        assert_eq!(
            scene.came_up(
                |event| matches!(event, Event::Collided { target, dice: 4, .. } if target.debris() == Some(0))
            ),
            !passes
        );
    }
}

#[test]
fn i55_debris_is_moved_by_the_speed_of_the_ship() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 15.0, |rules| rules.collisions.debris = HitDebris::Chosen);
    scene.debris(0, -7.0, 0.0);
    scene.dice(6, &[1, 1]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[3; 4]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    let plain = Action::Sail { die: Die::None, maneuver: Maneuver::straight(4) };
    scene.act(plain);
    assert_eq!(scene.due(), Some(Decision::Debris));
    let moves: Vec<_> = scene.choices().into_iter().filter(|action| *action != Action::RemoveDebris).collect();
    for action in &moves {
        let Action::MoveDebris(to) = action else { panic!("{action:?}") };
        assert!((to.distance(hitchart_mobile_frame::geometry::Point::new(-7.0, 0.0)) - 4.0).abs() < 1e-9);
    }
    scene.act(moves[0]);
    assert_eq!(scene.state.debris_left, 1);
}

/// "If a ship leaves the edge of the table, it's lost in space"; a company docked on it is lost with it, or drifts
/// where the ship left (I56).
#[test]
fn i56_a_ship_that_leaves_is_lost() {
    for (with_companies, life) in [(true, Life::Lost), (false, Life::Drifting)] {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "C:BBYY"], |r| r.edge.with_companies = with_companies);
        scene.put(0, 13.0, 0.0, 0);
        let before = scene.state.score(PlayerId::new(0));
        scene.activate(0);
        scene.until(Decision::Proceed);
        scene.act(Action::Sail { die: Die::None, maneuver: Maneuver::straight(4) });
        assert_eq!((scene.asset(0).life(), scene.asset(1).life()), (Life::Lost, life));
        let told = scene.came_up(
            |event| matches!(event, Event::LostAboard { asset, ship, .. } if (asset.number(), ship.number()) == (1, 0)),
        );
        assert_eq!(told, with_companies);
        assert_eq!(
            scene.state.score(PlayerId::new(0)),
            before - 2 * i32::from(scene.state.players[0].points_per_asset)
        );
    }
}

/// "If an HVA hits the edge of the table, the player with the highest score, other than the player who owns the HVA,
/// rotates it"; or the HVA turns to the centre (I57).
#[test]
fn i57_a_high_value_asset_at_the_edge_is_turned() {
    for turned in [TurnedHvas::Centre, TurnedHvas::Opponent] {
        let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| {
            rules.fleet.hvas = [1; 3];
            rules.edge.hvas = turned;
        });
        scene.put(2, 14.0, 0.0, 0);
        scene.activate(2);
        if turned == TurnedHvas::Opponent {
            assert_eq!((scene.due(), scene.asked()), (Some(Decision::Head), Some(1)));
            let first = scene.choices()[0];
            scene.act(first);
        } else {
            assert_eq!(scene.asset(2).pose.heading, 8);
        }
        let pose = scene.asset(2).pose;
        assert!((15.99..=16.0).contains(&pose.at.x) && scene.battle.space.direction(pose.heading).x < 0.0);
    }
}

/// A high value asset that can turn nowhere, because others touch it all around, keeps its heading.
#[test]
fn i57_a_high_value_asset_without_room_keeps_its_heading() {
    let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| {
        rules.fleet.hvas = [1; 3];
        rules.edge.hvas = TurnedHvas::Opponent;
    });
    scene.put(2, 14.0, 0.0, 0);
    scene.activate(2);
    assert!(scene.choices().len() > 1);
    let Pose { at, heading } = scene.asset(2).pose;
    scene.put(1, at.x, at.y, 0);
    assert_eq!(scene.choices(), [Action::Head(heading)]);
    scene.act(Action::Head(heading));
    assert_eq!(scene.asset(2).pose.heading, heading);
}
