//! Searches of fleets and restricted players, against known results.

use super::{changes::Bar, optimise::Yard};
use crate::games::intercept_orbit::design;
use crate::games::intercept_orbit::design::{FleetBid, FleetSpace, Size};
use crate::scenario::check;
use hitchart_config::FileText;
use hitchart_dice::Throw;
use hitchart_intercept_orbit::battle::{Action, Battle, Event, KeyedDice, State};
use hitchart_intercept_orbit::players::{Player, PolicySpec};
use hitchart_intercept_orbit::{
    attack::Band, fleet::Fleet, ids::AssetId, muster::built_in_fleet, ruleset::standard, ship::System,
};
use hitchart_lab::builds::{BuildSearch, BuildSetting, Drafts, EntrantSetting, SearchSetting, SearchSize};
use hitchart_lab::runner::{Progress, count_one};
use hitchart_lab::study::{MeetingTable, Overrides, RunCounts, Simulated, games_of};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Observer, Policy, RestrictedPolicy, Restriction, play};
use std::{sync::Arc, sync::atomic::AtomicBool};

/// A setting in which a fleet wins more often the more it resembles a planted one.
#[derive(Clone, Debug)]
struct Planted(Fleet);

/// Counts the systems and aces that two fleets of one bid share, ship by ship in their order.
fn alike(one: &Fleet, other: &Fleet) -> u8 {
    let shared = |kind: System| {
        let ships = design::sorted(one).0.into_iter().zip(design::sorted(other).0);
        ships.map(|(one, other)| one.systems.count(kind).min(other.systems.count(kind))).sum::<u8>()
    };
    System::ALL.iter().map(|(kind, _)| shared(*kind)).sum::<u8>() + u8::from(one.ace == other.ace)
}

impl BuildSetting for Planted {
    type Build = Fleet;
    type Field = ();

    fn key(build: &Fleet) -> String {
        design::key(build)
    }

    fn table(&self, build: &Fleet, _: &Arc<()>) -> MeetingTable {
        const SIDES: usize = 16;
        let alike = usize::from(alike(build, &self.0));
        Box::new(move |_| {
            Box::new(move |key, _| {
                let mut throw = Throw::new(key);
                [0, 1].map(|_| if throw.below(SIDES) < alike { 1 } else { -1 })
            })
        })
    }

    fn effort(&self, (): &()) -> f64 {
        1.0
    }
}

impl SearchSetting for Planted {
    type Space = FleetSpace;

    fn field(&self, _: &[Fleet]) {}
}

/// Of all fleets of a bid, the search finds the planted one, or one that differs from it in one system or the ace.
#[test]
fn a_planted_fleet_is_found() {
    let rules = Arc::new(standard());
    let planted = Fleet::parse("C:RpRaBK C:RsRsBY F:BKK; ace=green", &rules).unwrap();
    let space = FleetSpace::of(Arc::clone(&rules), Size::Battle, 2).of_bid(FleetBid::of(&planted)).splitting(false);
    let best = alike(&planted, &planted);
    assert_eq!(best, 12);
    let (setting, stop) = (Planted(planted.clone()), AtomicBool::new(false));
    for seed in 1..=2 {
        let search = BuildSearch {
            setting: &setting,
            space: &space,
            field: &Arc::new(()),
            name: "planted".to_owned(),
            seed,
            start: Vec::new(),
            breeding: SearchSize { population: 48, generations: 10, pairs: 60_000, test_pairs: 500 },
            tested: 2,
            drafts: &Drafts::default(),
        };
        let mut counted = RunCounts::default();
        let found = loop {
            let found = search.run(&counted);
            if found.next.is_empty() {
                break found;
            }
            for job in &found.next {
                counted.0.insert(job.name.clone(), count_one(job, &Progress::hidden(), &stop).unwrap());
            }
        };
        let (fleet, _) = found.best.unwrap();
        assert!(alike(&fleet, &planted) + 1 >= best, "seed {seed}: {fleet}");
        let tested = found.tested.unwrap();
        assert_eq!(tested.pairs(), 500);
        let [next] = found.runners_up.as_slice() else { panic!("one is next to the winner") };
        assert!(next.build != fleet && next.points.n == 1000, "{}", next.build);
    }
}

/// Opponents of a mixed field are met in proportion to their shares.
#[test]
fn fields_are_mixed_by_shares() {
    let entrant = |name: &str| {
        let fleet = built_in_fleet(name, &standard()).unwrap().fleet;
        Yard::entrant(name, &fleet, &PolicySpec::named("greedy").unwrap())
    };
    let field = Yard::mixed(vec![entrant("wasp-nest"), entrant("long-watch")], &[0.25, 0.75]);
    let often = field.turns.iter().filter(|place| **place == 1).count();
    assert_eq!((often, field.turns.len()), (90, 120));
}

fn fleet(name: &str) -> Fleet {
    built_in_fleet(name, &standard()).unwrap().fleet
}

/// Counts of the first player's actions that can be restricted.
#[derive(Debug, Default)]
struct Deeds {
    launches: u32,
    boardings: u32,
    clicks: u32,
    spots: u32,
    point_defense: u32,
    repairs: u32,
}

impl Observer<Battle<KeyedDice>> for Deeds {
    fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
        let own = |asset: &AssetId| u32::from(state.asset(*asset).side() == PlayerId::new(0));
        let hostile = |on: &Option<AssetId>| on.is_some_and(|ship| state.asset(ship).side() != PlayerId::new(0));
        match event {
            Event::Launched { asset, .. } => self.launches += own(asset),
            Event::CompanyPlaced { asset, on, .. } | Event::Flew { asset, on, .. } if hostile(on) => {
                self.boardings += own(asset);
            }
            Event::SetOut { asset, maneuver, .. } if maneuver.hinges().iter().any(|clicks| *clicks != 0) => {
                self.clicks += own(asset);
            }
            Event::Spotted { asset, .. } => self.spots += own(asset),
            Event::AttackDeclared { asset, band: Band::PointDefense, .. } => self.point_defense += own(asset),
            // The first owner gives the whites of a captured ship (I33).
            Event::Repaired { asset, .. } => self.repairs += u32::from(state.asset(*asset).owner == PlayerId::new(0)),
            _ => {}
        }
    }
}

/// A tactician, restricted or not, with a count of the watched actions.
struct Watched {
    player: RestrictedPolicy<Player, Bar, Action>,
    watched: Bar,
    done: u32,
    /// Number of watched actions without an allowed alternative.
    forced: u32,
}

impl Watched {
    fn new(watched: Bar, goes_without: bool) -> Watched {
        let player = PolicySpec::named("tactician").unwrap().build();
        let player = RestrictedPolicy::new(player, goes_without.then_some(watched));
        Watched { player, watched, done: 0, forced: 0 }
    }
}

impl Policy<Battle<KeyedDice>> for Watched {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.player, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let action = self.player.decide(battle, state);
        if !self.watched.allows(battle, state, &action) {
            let mut all = Vec::new();
            battle.candidates(state, &mut all);
            self.done += 1;
            self.forced += u32::from(all.iter().all(|other| !self.watched.allows(battle, state, other)));
        }
        action
    }
}

/// Plays battles of a fleet, restricted or not, against an unrestricted fleet. Returns the first player and the counts
/// of its actions.
fn battles_of(fleets: [&str; 2], bar: Bar, goes_without: bool) -> (Watched, Deeds) {
    let rules = standard();
    let fleets = fleets.map(fleet);
    let battle = Battle::new(rules, fleets.to_vec(), false, KeyedDice).unwrap();
    let (mut players, mut deeds) = ([Watched::new(bar, goes_without), Watched::new(bar, false)], Deeds::default());
    (0..10).for_each(|key| {
        play(&battle, key, &mut players, &mut deeds);
    });
    let [first, _] = players;
    (first, deeds)
}

/// In ten battles of tacticians each, a restricted player never chooses a barred action, and an unrestricted player
/// does.
#[test]
fn what_is_barred_is_not_chosen() {
    for (fleets, bars) in [
        (["toll-keepers", "salt-runners"], Bar::all(&fleet("toll-keepers"), &standard())),
        (["salt-runners", "toll-keepers"], vec![Bar::Nudges]),
    ] {
        for bar in bars {
            let ((free, _), (barred, _)) = (battles_of(fleets, bar, false), battles_of(fleets, bar, true));
            assert!(free.done > 0, "{}: not done where it may be", bar.label());
            // Companies may board if there is no other place for them; all other actions can be declined.
            let most = if bar == Bar::Boarding { free.done / 10 } else { 0 };
            assert_eq!(barred.done, barred.forced, "{}: done of choice", bar.label());
            assert!(barred.done <= most, "{}: {} times, {} where it may be", bar.label(), barred.done, free.done);
        }
    }
}

/// The same result by the events of the battles, which do not depend on restrictions.
#[test]
fn restricted_actions_do_not_happen() {
    type Count = fn(&Deeds) -> u32;
    let told: [(Bar, Count); 6] = [
        (Bar::Launches, |deeds| deeds.launches),
        (Bar::Boarding, |deeds| deeds.boardings),
        (Bar::Clicks, |deeds| deeds.clicks),
        (Bar::Spots, |deeds| deeds.spots),
        (Bar::PointDefense, |deeds| deeds.point_defense),
        (Bar::Repairs, |deeds| deeds.repairs),
    ];
    for (bar, count) in told {
        let [free, barred] = [false, true].map(|without| {
            let (_, deeds) = battles_of(["toll-keepers", "salt-runners"], bar, without);
            count(&deeds)
        });
        let most = if bar == Bar::Boarding { free / 10 } else { 0 };
        assert!(free > 0 && barred <= most, "{}: {barred} times, {free} where it may be", bar.label());
    }
}

/// The clock starts at 11, so the interval of the rounds lies within 1 to 11, in the sentence and in JSON.
#[test]
fn intervals_of_rounds_keep_to_the_clock() {
    let fleet = "fleet = \"C:RpRaBY C:RsRsKK F:RaBK; ace=red\"";
    let text = format!(
        "title = \"T\"\ngame = \"intercept-orbit\"\n[[study]]\nkind = \"games\"\nname = \"g\"\ngames = 6\n\
         fleets = [{{ name = \"A\", {fleet} }}, {{ name = \"B\", {fleet} }}]\npolicies = [\"greedy\", \"random\"]"
    );
    let scenario = check(FileText { path: "t.toml".into(), text }, &Overrides::default()).unwrap();
    let all = Simulated { studies: &scenario.studies, seed: scenario.seed, samples: scenario.samples };
    let ended = all.count(Vec::new(), &|_, _| Ok(()), &Progress::hidden(), &AtomicBool::new(false)).unwrap();
    let counted = ended.finished().unwrap();
    let (_, games) = games_of(&scenario.studies).next().unwrap();
    let outcome = games.outcome("g", &counted.0["g"]).unwrap();
    let bounds = |at: usize| outcome.json["rounds"]["interval"][at].as_f64().unwrap();
    assert!(bounds(0) >= 1.0 && bounds(1) <= 11.0, "{:?}", outcome.json["rounds"]);
    let said = scenario.studies[0].method.answer("g", &counted).said.join(" ");
    let high = said.rsplit_once(") rounds").and_then(|(all, _)| all.rsplit_once(" to ")).unwrap().1;
    assert!(high.parse::<f64>().unwrap() <= 11.0, "{said}");
}
