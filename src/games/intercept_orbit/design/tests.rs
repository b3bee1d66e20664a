//! Tests of the space of fleets against the rules.

use super::*;
use crate::games::intercept_orbit::fleet::Ace;
use crate::games::intercept_orbit::muster::built_in_fleet;
use crate::games::intercept_orbit::rules_files::standard;
use hitchart_dice::Throw;
use std::collections::BTreeSet;
use std::sync::Arc;

fn space() -> Space {
    Space::of(Arc::new(standard()), Size::Battle, 2)
}

fn fleet(text: &str) -> Fleet {
    Fleet::parse(text, &standard()).unwrap()
}

#[test]
fn order_makes_no_other_fleet() {
    let (one, other) = (fleet("C:RpRaBK C:RsRsBY F:KKB; ace=blue"), fleet("F:KKB C:RsRsBY C:RpRaBK; ace=blue"));
    assert_ne!(one, other);
    assert_eq!(key(&one), key(&other));
    assert_eq!(Built::bid(&one), "3+3/11");
}

#[test]
fn every_change_is_legal_once_and_another_fleet() {
    let (space, own) = (space(), built_in_fleet("toll-keepers", &standard()).unwrap().fleet);
    let all = all_single(&own, &space);
    let keys: BTreeSet<String> = all.iter().map(|changed| key(&changed.build)).collect();
    assert_eq!(keys.len(), all.len());
    assert!(!keys.contains(&key(&own)));
    assert!(all.iter().all(|changed| space.allows(&changed.build)));
    let labels: BTreeSet<&str> = all.iter().map(|changed| changed.label.as_str()).collect();
    assert_eq!(labels.len(), all.len());
    let sorts: BTreeSet<Sort> = all.iter().filter_map(sort_of).collect();
    assert_eq!(sorts.len(), 7, "{sorts:?}");
    assert!(
        labels.contains("lead with a red ace") && labels.contains("make C:RsRsBY a frigate without Rs"),
        "{labels:?}"
    );
    // Without split weapons and with a fixed bid, changes keep the numbers of ships, companies and systems.
    let narrow = space.of_bid(Bid::of(&own)).splitting(false);
    let narrow: BTreeSet<Sort> = all_single(&own, &narrow).iter().filter_map(sort_of).collect();
    assert_eq!(narrow.into_iter().collect::<Vec<_>>(), [Sort::System, Sort::Ace]);
}

/// A catapult brings a company, and the first company brings an ace ("Aces").
#[test]
fn the_first_company_comes_with_an_ace_and_the_last_goes_with_it() {
    let (space, own) = (space(), fleet("C:RsRsBY C:RaRaBY C:RpRpBB F:RsBY F:RaRaB"));
    let all = all_single(&own, &space);
    let aces: BTreeSet<Option<Ace>> =
        all.iter().filter(|one| sort_of(one) == Some(Sort::Catapult)).map(|one| one.build.ace).collect();
    assert_eq!(aces.len(), 4);
    let one = fleet("C:RsRsBK C:RaRaBY C:RpRpBB F:RsBY; ace=red");
    let less = all_single(&one, &space).into_iter().find(|changed| changed.build.companies() == 0);
    assert!(less.is_none(), "four tactical assets are too few for two players");
    let two = fleet("C:RsRsBK C:RaRaBY C:RpRpBB F:RsBY F:RaRaB; ace=red");
    let less = all_single(&two, &space).into_iter().find(|changed| changed.build.companies() == 0).unwrap();
    assert_eq!(less.build.ace, None);
}

#[test]
fn draws_changes_and_crosses_stay_in_the_space() {
    let mut throw = Throw::new(7);
    let mut below = |below: usize| throw.below(below);
    for bid in [Bid { ships: 5, companies: 0, systems: 17 }, Bid { ships: 3, companies: 3, systems: 11 }] {
        let space = space().of_bid(bid);
        let mut last = drawn(&space, &mut below).unwrap();
        for _ in 0..20 {
            let next = drawn(&space, &mut below).unwrap();
            assert_eq!(Bid::of(&next), bid);
            let changed = mutated(&next, &space, &mut below).unwrap();
            assert!(space.allows(&changed) && key(&changed) != key(&next));
            assert!(crossed(&last, &next, &space, &mut below).is_none_or(|child| space.allows(&child)));
            last = next;
        }
    }
    assert!(drawn(&space().of_bid(Bid { ships: 3, companies: 3, systems: 5 }), &mut below).is_none());
    assert!((0..50).all(|_| drawn(&space(), &mut below).is_some_and(|fleet| space().allows(&fleet))));
}

#[test]
fn two_changes_make_no_fleet_that_one_makes() {
    let (space, own) = (space(), fleet("C:RpRaBK C:RsRsBY F:KKB; ace=blue"));
    let singles: Vec<Changed> = all_single(&own, &space).into_iter().take(12).collect();
    let known: BTreeSet<String> = singles.iter().map(|one| key(&one.build)).collect();
    let pairs = pairs_of(&own, &singles, &space);
    assert!(!pairs.is_empty());
    assert!(pairs.iter().all(|pair| pair.changes.len() == 2 && !known.contains(&key(&pair.build))));
}
