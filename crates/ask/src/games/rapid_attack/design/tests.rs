//! Tests of the search space of companies against the text of the rules.

use super::*;
use hitchart_dice::Throw;
use hitchart_play::Built;
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::{
    loadout::SystemKind, loadouts::loadout_of, muster::built_in_company, rules_files::rulebook,
};
use std::{collections::BTreeSet, sync::Arc};

fn space() -> CompanySpace {
    let rules = rulebook();
    let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
    CompanySpace::of(Arc::new(rules), Size::Skirmish, 2, limits)
}

fn build(id: &str) -> Build {
    Build::of(&built_in_company(id, &rulebook()).unwrap())
}

#[test]
fn order_makes_no_other_company() {
    let one = build("mirror-five");
    let mut other = one.clone();
    other.frames.reverse();
    assert_ne!(one, other);
    assert_eq!(one.key(), other.key());
    assert_eq!((one.bid().as_str(), one.systems()), ("5/20", 20));
}

#[test]
fn every_change_is_legal_once_and_another_company() {
    let (space, own) = (space(), build("estars-anvil"));
    let all = all_single(&own, &space);
    let keys: BTreeSet<String> = all.iter().map(|changed| changed.build.key()).collect();
    assert_eq!(keys.len(), all.len());
    assert!(!keys.contains(&own.key()));
    assert!(all.iter().all(|changed| space.allows(&changed.build)));
    let sorts: BTreeSet<Sort> = all.iter().flat_map(|one| &one.changes).map(Change::sort).collect();
    assert_eq!(sorts.len(), 6, "no system joins a frame: all are full (rulebook, at most four): {sorts:?}");
    let roomy = all_single(&build("piercing-eye"), &space);
    assert!(
        [Sort::SystemAdded, Sort::SystemMoved]
            .iter()
            .all(|sort| roomy.iter().any(|one| one.changes[0].sort() == *sort))
    );
    let rockets = |changed: &ChangedCompany| changed.build.frames.iter().map(|frame| frame.rockets()).sum::<u8>();
    assert!(all.iter().all(|changed| rockets(changed) == 3), "a company carries its rockets exactly (S19)");
}

/// The label of a change is an instruction that names the frames.
#[test]
fn changes_are_instructions() {
    let frames = ["Soldier", "Close Assault", "Soldier", "RdYBG"].map(|name| loadout_of(name, &rulebook()).unwrap());
    let own = Build { frames: frames.to_vec(), spare: None };
    let mut space = space();
    space.rockets = true;
    let own = own.rearmed(&space.rules);
    let labels: Vec<String> = all_single(&own, &space).into_iter().map(|changed| changed.label).collect();
    for label in ["drop B from the Close Assault", "add a Close Assault frame", "add a Soldier frame"] {
        assert!(labels.iter().any(|known| known.starts_with(label)), "{label}: {labels:?}");
    }
}

#[test]
fn what_is_banned_or_required_stays_so() {
    let own = build("mirror-five");
    let mut space = space();
    space.kinds_mut().retain(|kind| !kind.is_split() && *kind != SystemKind::Artillery);
    space.required = vec!["Y".to_owned()];
    space.rockets = false;
    space.spare = own.spare;
    let mut throw = Throw::new(5);
    for _ in 0..30 {
        let found = space.drawn(&mut |below| throw.below(below)).unwrap();
        assert!(found.frames.iter().all(|frame| frame.count(SystemKind::Artillery) == 0));
        assert!(found.frames.iter().any(|frame| frame.count(SystemKind::Comms) > 0));
        assert_eq!(found, found.rearmed(&space.rules));
    }
}

#[test]
fn drawn_crossed_and_changed_companies_keep_their_bid() {
    let space = space().of_bid(5, 18);
    let mut throw = Throw::new(1);
    let mut below = |below: usize| throw.below(below);
    for _ in 0..20 {
        let [one, other] = [0, 1].map(|_| space.drawn(&mut below).unwrap());
        let child = space.crossed([&one, &other], &mut below).unwrap();
        let near = space.mutated(&child, &mut below).unwrap();
        for build in [&one, &other, &child, &near] {
            assert_eq!(build.bid(), "5/18");
            assert!(space.allows(build));
        }
        assert_ne!(near.key(), child.key());
    }
}

#[test]
fn two_changes_make_one_company_whatever_their_order() {
    let (space, own) = (space(), build("mirror-four"));
    let singles = all_single(&own, &space);
    let some: Vec<ChangedCompany> = singles.into_iter().step_by(9).collect();
    let pairs = pairs_of(&own, &some, &space);
    let backwards: Vec<ChangedCompany> = some.iter().rev().cloned().collect();
    let keys = |pairs: &[ChangedCompany]| pairs.iter().map(|pair| pair.build.key()).collect::<BTreeSet<_>>();
    assert_eq!(keys(&pairs), keys(&pairs_of(&own, &backwards, &space)));
    assert!(pairs.iter().all(|pair| pair.changes.len() == 2 && space.allows(&pair.build)));
    assert!(!pairs.is_empty());
}

/// A printed company is read back as the same frames: every loadout with every number of rockets, and all archetypes.
#[test]
fn what_is_printed_of_a_company_is_read_again() {
    let space = space();
    let archetypes = archetypes();
    let named = archetypes.iter().map(|known| loadout_of(&known.name, &space.rules).unwrap().with_rockets(0));
    for bare in space.loadouts().iter().copied().chain(named) {
        for rockets in 0..=space.rules.rockets.per_frame {
            let build = Build { frames: vec![bare.with_rockets(rockets)], spare: None };
            for text in [build.describe(), build.standing(0), build.parts().remove(0)] {
                assert_eq!(loadout_of(&text, &space.rules).unwrap(), build.frames[0], "{text}");
            }
        }
    }
}
