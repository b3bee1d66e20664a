//! Tests of the space of gear against the check of the sheets.

use super::*;
use hitchart_apocalypse_frame::rules_files::standard;
use hitchart_dice::Throw;
use std::collections::BTreeSet;

fn space(frames: &[&str]) -> GearSpace {
    let rules = Arc::new(standard());
    let own: Vec<Sheet> = frames.iter().map(|name| Sheet::stock(rules.catalogue.frame(name).unwrap())).collect();
    let names = own.iter().map(|sheet| sheet.frame.clone()).collect();
    let (banned, required) = (Vec::new(), Vec::new());
    GearSpace { rules, own, names, only: None, sorts: Sort::ALL.to_vec(), materials: None, banned, required }
}

fn labels(all: &[ChangedSquad]) -> BTreeSet<&str> {
    all.iter().map(|changed| changed.label.as_str()).collect()
}

#[test]
fn every_change_is_legal_once_and_another_squad() {
    let space = space(&["M1", "L1"]);
    let own = space.start();
    let all = all_single(&own, &space);
    let keys: BTreeSet<String> = all.iter().map(|changed| changed.build.key()).collect();
    assert_eq!((keys.len(), labels(&all).len()), (all.len(), all.len()));
    assert!(!keys.contains(&own.key()));
    assert!(all.iter().all(|changed| changed.build.aces(&space.rules).is_some()));
    let sorts: BTreeSet<Sort> = all.iter().map(|changed| changed.changes[0].sort()).collect();
    assert_eq!(sorts.len(), Sort::ALL.len(), "{sorts:?}");
    let price = |label: &str| all.iter().find(|changed| changed.label == label).map(|changed| changed.build.bid());
    for (label, materials) in [
        ("M1-SOLDIER: replace Machinegun with Shotgun", "1 Material"),
        ("M1-SOLDIER: add Hot to Assault Rifle", "4 Materials"),
        ("L1-RECON: replace Afterburner with Chaingun", "1 Material"),
        ("L1-RECON: add Energy to Railgun", "10 Materials"),
        ("M1-SOLDIER: Drive 1, Speed 3, Control 2", "0 Materials"),
        ("M1-SOLDIER: Exceptional Spirit", "0 Materials and 1 upgrade"),
        ("L1-RECON: Armament Breakthrough with Shotgun", "1 Material and 1 upgrade"),
        ("M1-SOLDIER: Riot Shield as integral trait", "0 Materials"),
        ("M1-SOLDIER: no integral trait", "0 Materials"),
        ("L1-RECON: fly H1-VANGUARD", "5 Materials"),
    ] {
        assert_eq!(price(label).as_deref(), Some(materials), "{label}");
    }
    // A tag that the armament has already is no change.
    assert!(!labels(&all).contains("M1-SOLDIER: add Burst to Assault Rifle"));
}

#[test]
fn constraints_narrow_the_changes() {
    let all = space(&["M1", "L1"]);
    let cheap = GearSpace { materials: Some(1), only: Some(1), sorts: Sort::BETWEEN_MISSIONS.to_vec(), ..all.clone() };
    let singles = all_single(&cheap.start(), &cheap);
    assert!(singles.iter().all(|changed| changed.build.price.materials <= 1 && changed.label.starts_with("L1-RECON")));
    let banned = GearSpace { banned: vec!["Shotgun".to_owned(), "Railgun".to_owned()], ..all.clone() };
    let found = all_single(&banned.start(), &banned);
    assert!(!found.iter().any(|changed| changed.label.ends_with("Shotgun")));
    assert!(found.iter().any(|changed| changed.build.key().contains("Railgun")), "what a squad has may stay");
    let required = GearSpace { required: vec!["Shotgun".to_owned()], ..all };
    let found = all_single(&required.start(), &required);
    assert!(!found.is_empty() && found.iter().all(|changed| has(&changed.build, "Shotgun")));
}

/// The backup of a new armament is the default one; the others stay.
#[test]
fn a_new_armament_has_a_backup_that_fits() {
    let mut space = space(&["M1"]);
    space.own[0].backups = Some(vec!["Handgun".to_owned(), "Handgun".to_owned()]);
    let singles = all_single(&space.start(), &space);
    let blade = singles.iter().find(|one| one.label == "replace Assault Rifle with Plasma Blade").unwrap();
    assert_eq!(blade.build.sheets[0].backups.as_deref(), Some(&["Handgun".to_owned(), "Shiv".to_owned()][..]));
}

#[test]
fn two_changes_make_no_squad_that_one_makes() {
    let space = space(&["M1", "L1"]);
    let own = space.start();
    let singles: Vec<ChangedSquad> = all_single(&own, &space).into_iter().step_by(37).collect();
    let known: BTreeSet<String> = singles.iter().map(|one| one.build.key()).collect();
    let pairs = pairs_of(&own, &singles, &space);
    assert!(!pairs.is_empty());
    for pair in &pairs {
        assert!(pair.changes.len() == 2 && !known.contains(&pair.build.key()), "{}", pair.label);
        assert!(pair.build.aces(&space.rules).is_some(), "{}", pair.label);
    }
    // A tag is not added to the armament that replaces its own.
    let pick = |label: &str| all_single(&own, &space).into_iter().find(|one| one.label == label).unwrap();
    let both = [pick("M1-SOLDIER: replace Machinegun with Shotgun"), pick("M1-SOLDIER: add Hot to Machinegun")];
    assert!(pairs_of(&own, &both, &space).is_empty());
}

#[test]
fn draws_changes_and_crosses_stay_in_the_space() {
    let mut throw = Throw::new(7);
    let mut below = |below: usize| throw.below(below);
    let base = space(&["M1", "L1"]);
    let spaces = [
        base.clone(),
        GearSpace { materials: Some(8), sorts: Sort::BETWEEN_MISSIONS.to_vec(), ..base.clone() },
        GearSpace { only: Some(0), required: vec!["Shotgun".to_owned(), "Hot".to_owned()], ..base.clone() },
    ];
    for space in spaces {
        let mut last = space.drawn(&mut below).unwrap();
        let mut known = BTreeSet::new();
        for _ in 0..40 {
            let next = space.drawn(&mut below).unwrap();
            assert!(space.allows(&next));
            if let Some(changed) = space.mutated(&next, &mut below) {
                assert!(space.allows(&changed) && changed.key() != next.key());
            }
            assert!(space.crossed([&last, &next], &mut below).is_none_or(|child| space.allows(&child)));
            known.insert(next.key());
            last = next;
        }
        assert!(known.len() > 30, "{} squads", known.len());
    }
    let none = GearSpace { materials: Some(0), required: vec!["Shotgun".to_owned()], ..base };
    assert!(none.drawn(&mut below).is_none());
}
