//! Checks that whole games neither allocate in progress nor keep memory, with any policy, and that each game keeps the
//! promises of the conformance suite.

#[path = "../examples/own_game.rs"]
#[allow(dead_code, unreachable_pub, reason = "an example is a separate program")]
mod own_game;

use hitchart_apocalypse_frame::mission::Mission;
use hitchart_dice::KeyedDice;
use hitchart_play::conformance::{Promises, check};
use hitchart_play::{Game, Policy, Unwatched, play};
use hitchart_rapid_attack::battle::{Battle, battlefield_rules};
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::built_in_company;
use hitchart_rapid_attack::players::PolicySpec;
use hitchart_rapid_attack::rules_files::rulebook;
use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The system allocator with counters.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static LIVE_BYTES: AtomicI64 = AtomicI64::new(0);

// SAFETY: every call is passed unchanged to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        LIVE_BYTES.fetch_add(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        LIVE_BYTES.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Largest number of allocations of a skirmish: a tie for defense that changes a company rebuilds its lists of points
/// per asset. Decisions allocate nothing.
const MOST_OF_A_SKIRMISH: u64 = 5;

/// The only test of this binary, because the counters cover the whole process.
#[test]
fn games_do_not_allocate_as_they_go_on() {
    let battle = skirmish();
    for (policy, games) in [("random", 200), ("greedy", 40), ("tactician", 60), ("search", 2)] {
        let player = || PolicySpec::named(policy).expect("a policy").build();
        neither_allocates_nor_keeps(&battle, (policy, player), games, MOST_OF_A_SKIRMISH);
    }
    let battle = orbit();
    for (policy, games) in [("random", 200), ("greedy", 40), ("tactician", 40), ("search", 1)] {
        let player = || hitchart_intercept_orbit::players::PolicySpec::named(policy).expect("a policy").build();
        neither_allocates_nor_keeps(&battle, (policy, player), games, 0);
    }
    all_games_conform();
}

/// Checks all games, and the game of `examples/own_game.rs`.
fn all_games_conform() {
    let of_battle = || (0..2).map(|_| PolicySpec::named("greedy").expect("a policy").build()).collect();
    assert_eq!(check(&skirmish(), of_battle, &promises(0..12, 20_000)), []);
    let of_orbit = || {
        let policy = || hitchart_intercept_orbit::players::PolicySpec::named("greedy").expect("a policy");
        (0..2).map(|_| policy().build()).collect()
    };
    assert_eq!(check(&orbit(), of_orbit, &promises(0..12, 20_000)), []);
    let of_mission = || {
        use hitchart_apocalypse_frame::players::PolicySpec;
        [0, 1].map(|side| PolicySpec::named_in(side, "greedy").expect("a policy").build()).into()
    };
    assert_eq!(check(&mission(), of_mission, &promises(0..40, 20_000)), []);
    let own = own_game::Volley { to_hit: 4, hits: 4 };
    let alike = Promises { seats_are_alike: true, ..promises(0..2000, 60) };
    assert_eq!(check(&own, || vec![own_game::player(0), own_game::player(0)], &alike), []);
}

/// Returns the promises of all games: decisions allocate nothing, and threads do not matter.
fn promises<G: Game>(keys: Range<u64>, most_decisions: usize) -> Promises<'static, G> {
    Promises {
        allocations: Some(&|| ALLOCATIONS.load(Ordering::Relaxed)),
        spread: Some(&spread),
        rolls_dice: true,
        ..Promises::new(keys, most_decisions)
    }
}

/// Calls a function for each key on four threads.
fn spread(keys: Range<u64>, end: &(dyn Fn(u64) -> u64 + Sync)) -> Vec<u64> {
    const THREADS: u64 = 4;
    std::thread::scope(|scope| {
        let of = |thread| keys.clone().filter(move |key| key % THREADS == thread);
        let workers: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || of(thread).map(|key| (key, end(key))).collect())).collect();
        let done = workers.into_iter().flat_map(|worker| -> Vec<(u64, u64)> { worker.join().expect("no panic") });
        BTreeMap::from_iter(done).into_values().collect()
    })
}

/// Returns a mission of three stock Aces.
fn mission() -> Mission<KeyedDice> {
    use hitchart_apocalypse_frame::catalogue::book;
    use hitchart_apocalypse_frame::encounter::MissionPlan;
    use hitchart_apocalypse_frame::encounter::ground::built_in;
    let rules = hitchart_apocalypse_frame::rules_files::standard();
    let frames = ["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"].map(|name| book().frame(name).expect("a frame of the book"));
    let aces = frames.iter().map(|frame| hitchart_apocalypse_frame::squad::stock(frame, &rules)).collect();
    Mission::new(rules, aces, MissionPlan::single(built_in("patrol", book()).expect("an encounter")), KeyedDice)
}

/// Returns a battle of two companies of Rapid Attack.
fn skirmish() -> Battle<KeyedDice> {
    let rules = rulebook();
    let companies = (0..2).map(|_| built_in_company("mirror-five", &rules).expect("a company")).collect();
    let layout = named("dense-town").expect("a layout");
    let fields = battlefields(&layout, &battlefield_rules(&rules), 1).expect("battlefields");
    let limits = limits(2, Size::Skirmish, &rules.sizes).expect("two players");
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Returns a battle of two fleets of Intercept Orbit.
fn orbit() -> hitchart_intercept_orbit::battle::Battle<KeyedDice> {
    use hitchart_intercept_orbit::{battle, muster, ruleset};
    let rules = ruleset::standard();
    let fleets = (0..2).map(|_| muster::built_in_fleet("mirror-orbit", &rules).expect("a fleet").fleet).collect();
    battle::Battle::new(rules, fleets, false, KeyedDice).expect("a battle")
}

fn neither_allocates_nor_keeps<G: Game, P: Policy<G>>(
    game: &G,
    (policy, player): (&str, impl Fn() -> P),
    count: u64,
    most_per_game: u64,
) {
    let counted = || Counted { player: player(), decisions: 0 };
    let mut players = [counted(), counted()];
    let mut games = |keys: Range<u64>| {
        for key in keys {
            play(game, key, &mut players, &mut Unwatched);
        }
        players.iter().map(|player| player.decisions).sum::<u64>()
    };
    // Buffers grow to the size they need.
    let warm = games(0..2 * count);
    let (allocations, live) = (ALLOCATIONS.load(Ordering::Relaxed), LIVE_BYTES.load(Ordering::Relaxed));
    let decisions = games(2 * count..3 * count) - warm;
    let allocations = ALLOCATIONS.load(Ordering::Relaxed) - allocations;
    assert!(decisions > 100 * count, "{policy}: {decisions} decisions");
    assert!(allocations <= most_per_game * count, "{policy}: {allocations} allocations in {count} games");
    assert_eq!(LIVE_BYTES.load(Ordering::Relaxed), live, "{policy}: bytes kept after {count} more games");
}

/// A player that counts its decisions.
struct Counted<P> {
    player: P,
    decisions: u64,
}

impl<G: Game, P: Policy<G>> Policy<G> for Counted<P> {
    fn begin(&mut self, key: u64) {
        self.player.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        self.decisions += 1;
        self.player.decide(game, state)
    }
}
