//! The ladder of players: each rung beats the rung below, with swapped sides and common random numbers.
//!
//! The tests play few games at fixed seeds, enough that the whole 95% interval lies above one half.
//! `docs/methods/search.md` has larger series and their intervals.

use hitchart_dice::{Stream, job_id};
use hitchart_intercept_orbit as orbit;
use hitchart_play::{Game, Policy, Unwatched, play};
use hitchart_rapid_attack::battle::{Battle, KeyedDice, battlefield_rules};
use hitchart_rapid_attack::battle_rules::TieForDefense;
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::built_in_company;
use hitchart_rapid_attack::players::{Player, PolicySpec};
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_stats::proportion;

/// Returns a battle of two equal companies with a rolled tie for defense.
fn battle(company: &str, field: &str) -> Battle<KeyedDice> {
    let mut rules = rulebook();
    rules.bidding.tie_for_defense = TieForDefense::RollOff;
    let companies = (0..2).map(|_| built_in_company(company, &rules).expect("a company")).collect();
    let fields = battlefields(&named(field).expect("a layout"), &battlefield_rules(&rules), 1).expect("battlefields");
    let limits = limits(2, Size::Skirmish, &rules.sizes).expect("two players");
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Returns the games that the first policy won, and the games that either won, in `pairs` pairs with swapped sides.
/// `name` names the dice.
fn duel<G: Game, P: Policy<G>>(
    game: &G,
    player: impl Fn(&str) -> P,
    policies: [&str; 2],
    (name, pairs): (&str, u64),
) -> (u64, u64) {
    let (mut won, mut decided) = (0, 0);
    for number in 0..2 * pairs {
        let first = usize::from(number % 2 == 1);
        let mut players = [0, 1].map(|seat| player(policies[seat ^ first]));
        let key = Stream { seed: 1, job: job_id(name), stream: number / 2 }.key();
        let winner = game.scores(&play(game, key, &mut players, &mut Unwatched)).winner();
        won += u64::from(winner == Some(first));
        decided += u64::from(winner.is_some());
    }
    (won, decided)
}

/// Returns a built-in player of Rapid Attack.
fn player(name: &str) -> Player {
    PolicySpec::named(name).expect("a built-in policy").build()
}

fn beats(policies: [&str; 2], (company, field): (&str, &str), pairs: u64) {
    let (won, decided) = duel(&battle(company, field), player, policies, ("ladder", pairs));
    let share = proportion(won, decided, 0.95);
    assert!(share.interval.0 > 0.5, "{policies:?}: {won} of {decided} on {field} by {company}");
}

/// Plays the rulebook's three companies, with unequal bids. The upper rung plays each company in turn on the same dice.
/// An even share is a third; the upper rung must win more than half.
fn beats_two(upper: &str, lower: &str, groups: u64) {
    let rules = rulebook();
    let names = ["estars-anvil", "suns-fang", "piercing-eye"];
    let companies = names.iter().map(|company| built_in_company(company, &rules).expect("a company")).collect();
    let layout = named("ruins-of-alluel").expect("a layout");
    let fields = battlefields(&layout, &battlefield_rules(&rules), 1).expect("battlefields");
    let limits = limits(3, Size::Skirmish, &rules.sizes).expect("three players");
    let battle = Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice);
    let (mut won, mut decided) = (0, 0);
    for game in 0..3 * groups {
        let first = (game % 3) as usize;
        let mut players: Vec<_> = (0..3).map(|seat| player(if seat == first { upper } else { lower })).collect();
        let key = Stream { seed: 1, job: job_id("ladder of three"), stream: game / 3 }.key();
        let end = play(&battle, key, &mut players, &mut Unwatched);
        let winner = battle.scores(&end).winner();
        won += u64::from(winner == Some(first));
        decided += u64::from(winner.is_some());
    }
    let share = proportion(won, decided, 0.95);
    assert!(share.interval.0 > 0.5, "{upper} against two of {lower}: {won} of {decided}");
}

#[test]
fn each_rung_beats_two_of_the_one_below() {
    beats_two("greedy", "random", 80);
    beats_two("tactician", "greedy", 20);
}

#[test]
fn greedy_beats_random() {
    beats(["greedy", "random"], ("mirror-five", "dense-town"), 40);
}

#[test]
fn the_tactician_beats_greedy() {
    beats(["tactician", "greedy"], ("mirror-five", "dense-town"), 40);
    beats(["tactician", "greedy"], ("shield-wall", "avenues"), 40);
}

#[test]
fn search_beats_the_tactician() {
    beats(["search", "tactician"], ("mirror-five", "dense-town"), 16);
}

#[test]
fn search_beats_the_tactician_in_the_open() {
    beats(["search", "tactician"], ("artillery-park", "open-plain"), 40);
}

#[test]
fn quick_search_beats_the_tactician() {
    beats(["quick-search", "tactician"], ("mirror-five", "dense-town"), 20);
}

// `.ci/ladder` plays `search` against `quick-search`, which takes minutes without optimisation.

/// Checks a rung of orbit, in pairs of battles with swapped seats.
fn beats_in_orbit(policies: [&str; 2], pairs: u64) {
    let rules = orbit::ruleset::standard();
    let fleet = || orbit::fleet::Fleet::parse("C:RpRaBY C:RsRsKK F:RaBK; ace=red", &rules).expect("a fleet");
    let battle = orbit::battle::Battle::new(rules.clone(), vec![fleet(), fleet()], false, KeyedDice).expect("a battle");
    let player = |name: &str| orbit::players::PolicySpec::named(name).expect("a built-in policy").build();
    let (won, decided) = duel(&battle, player, policies, ("ladder in orbit", pairs));
    let share = proportion(won, decided, 0.95);
    assert!(share.interval.0 > 0.5, "{policies:?} in orbit: {won} of {decided}");
}

#[test]
fn quick_search_beats_the_tactician_in_orbit() {
    beats_in_orbit(["quick-search", "tactician"], 20);
}

#[test]
fn search_beats_the_tactician_in_orbit() {
    beats_in_orbit(["search", "tactician"], 5);
}

#[test]
fn search_beats_quick_search_in_orbit() {
    beats_in_orbit(["search", "quick-search"], 12);
}
