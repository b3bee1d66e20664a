//! Tests of the rankings of the stock lists.

use super::*;
use crate::games::apocalypse_frame::catalogue::armament::Gear;
use crate::games::apocalypse_frame::catalogue::book;
use crate::games::apocalypse_frame::catalogue::numbers::Does;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::odds::fixtures::ruleset;
use crate::games::apocalypse_frame::squad::stock;

fn against(armor: u8, shields: u8) -> Against {
    let target = Target { armor, shields, ..Target::default() };
    Against { target, vigor: 2, circumstance: Circumstance::default(), tension: 3, max_tension: 6 }
}

#[test]
fn armaments_in_order() {
    let rows = rank_armaments(book().armaments(Gear::Stock), &against(0, 0), &ruleset());
    assert_eq!(rows.len(), 18);
    assert!(rows.windows(2).all(|pair| pair[0].round >= pair[1].round));
    assert_eq!(rows[0].armament, "Gatling");
    let rifle = rows.iter().find(|row| row.armament == "Assault Rifle").unwrap();
    assert!((rifle.round - 5.0 * rifle.attack).abs() < 1e-12 && (rifle.removals - 5.0 * 80.0 / 81.0).abs() < 1e-12);
}

#[test]
fn every_tag_that_is_not_borne_has_a_row() {
    let list = book().armaments(Gear::Stock);
    let gains = tag_gains(list, &against(1, 2), &ruleset());
    let borne: usize = list.iter().map(|armament| armament.tags.iter().count()).sum();
    assert_eq!(gains.len(), list.len() * 18 - borne);
    assert!(gains.iter().all(|gain| gain.attack_on > -1e-12 && gain.round_on > -1e-12 && gain.removals_on > -1e-12));
    let find = |armament: &str, tag: Tag| {
        gains.iter().find(|gain| gain.armament == armament && gain.tag == tag.key()).unwrap()
    };
    let burst = find("Scout Rifle", Tag::Burst);
    assert!((burst.attack_on - 91.0 / 216.0 * 2.0 / 3.0).abs() < 1e-12 && burst.attack_on == burst.attack_off);
    let stationary = find("Scout Rifle", Tag::Stationary);
    assert!(stationary.attack_off.abs() < 1e-12 && stationary.attack_on > 0.0);
    assert!(find("Assault Rifle", Tag::Hot).removals_on > 0.0);
    assert!(find("Assault Rifle", Tag::Scoped).reaches_farther && !find("Electrolaser", Tag::Scoped).reaches_farther);
    assert_eq!(best_tag_of_each_armament(&gains).len(), 18);
    assert!(best_armament_of_each_tag(&gains).len() <= 18);
}

#[test]
fn frames_in_order() {
    let rules = ruleset();
    let aces: Vec<_> = book().frames.iter().map(|frame| stock(frame, &rules)).collect();
    let rows = rank_frames(&aces, &against(0, 0), &rules);
    assert_eq!(rows.len(), 9);
    assert!(
        rows.iter().all(|row| row.with_ammo >= row.round && row.by_band.iter().all(|harm| *harm <= row.round + 1e-9))
    );
    let soldier = rows.iter().find(|row| row.frame == "M1-SOLDIER").unwrap();
    assert_eq!((soldier.tension, soldier.ammo), (3, 5));
    // Five attacks of an Assault Rifle at 2 and 1 for the motors, and 1 more on a 6.
    assert!((soldier.round - 5.0 * (3.0 * 80.0 / 81.0 + 671.0 / 1296.0)).abs() < 1e-12);
}
