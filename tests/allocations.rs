//! Checks that whole games neither allocate in progress nor keep memory, with any policy.

use hitchart::games::intercept_orbit;
use hitchart::games::rapid_attack::battle::{Battle, battlefield_rules};
use hitchart::games::rapid_attack::battlefield::{battlefields, named};
use hitchart::games::rapid_attack::bidding::{Size, limits};
use hitchart::games::rapid_attack::muster::built_in_company;
use hitchart::games::rapid_attack::players::PolicySpec;
use hitchart::games::rapid_attack::rules_files::rulebook;
use hitchart_dice::KeyedDice;
use hitchart_play::{Game, Policy, Unwatched, play};
use std::alloc::{GlobalAlloc, Layout, System};
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
        let player = || intercept_orbit::players::PolicySpec::named(policy).expect("a policy").build();
        neither_allocates_nor_keeps(&battle, (policy, player), games, 0);
    }
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
fn orbit() -> intercept_orbit::battle::Battle<KeyedDice> {
    use hitchart::games::intercept_orbit::ruleset;
    use intercept_orbit::{battle, muster};
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
    let mut games = |keys: std::ops::Range<u64>| {
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
