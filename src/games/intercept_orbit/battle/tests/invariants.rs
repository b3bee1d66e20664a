//! Random battles under every switch: invariants hold after every event, and every rule comes up.

use super::super::super::battle_rules::{HitDebris, LaborFrames, Lost, Spared, TableShape, TurnedHvas};
use super::super::super::players::Random;
use super::super::super::rules_files::standard;
use super::super::super::ruleset::{GreenMoves, RedHits, Ruleset};
use super::super::*;
use super::battle_of;
use super::watcher::Watcher;
use hitchart_play::{Game, play};
use std::collections::BTreeMap;

/// Name of a switch, and the function that turns it.
type Switch = (&'static str, fn(&mut Ruleset));

/// Every switch, turned; numbers are set to values that make a difference.
#[rustfmt::skip]
const SWITCHES: &[Switch] = &[
    ("standard", |_| {}),
    ("ranges.exclusive", |r| r.ranges.exclusive = false),
    ("turn.dogfight any", |r| r.turn.dogfight = LaborFrames::Any),
    ("turn.dogfight no point defense", |r| r.turn.dogfight = LaborFrames::NoPointDefense),
    ("aces.has_life", |r| r.aces.has_life = false),
    ("aces.red_hits", |r| r.aces.red_hits = RedHits::Band),
    ("aces.red_reaches", |r| r.aces.red_reaches = false),
    ("aces.green_moves", |r| r.aces.green_moves = GreenMoves::Own),
    ("aces.green_with_ships", |r| r.aces.green_with_ships = false),
    ("aces.yellow_reaches", |r| r.aces.yellow_reaches = false),
    ("aces.blue_covers_others", |r| r.aces.blue_covers_others = false),
    ("bidding.tie_drops", |r| r.bidding.tie_drops = false),
    ("cover.blow_through", |r| r.cover.blow_through = false),
    ("cover.debris_hits", |r| r.cover.debris_hits = 3),
    ("cover.ships_take", |r| r.cover.ships_take = false),
    ("cover.companies_cover", |r| r.cover.companies_cover = true),
    ("cover.spared", |r| r.cover.spared = Spared::BeforeRoll),
    ("cover.screen_from", |r| r.cover.screen_from = 1),
    ("cover.screen_self", |r| r.cover.screen_self = false),
    ("repair.whites_count", |r| r.repair.whites_count = false),
    ("repair.whites_return", |r| r.repair.whites_return = false),
    ("launch.reach", |r| r.launch.reach = 8.0),
    ("launch.onto_enemies", |r| r.launch.onto_enemies = false),
    ("launch.out_of_cover", |r| r.launch.out_of_cover = false),
    ("launch.docked_board", |r| r.launch.docked_board = false),
    ("fuel.per_round", |r| r.fuel.per_round = 2),
    ("fuel.per_round none", |r| r.fuel.per_round = 0),
    ("fuel.per_dodge", |r| r.fuel.per_dodge = 2),
    ("fuel.dodge_needs_green", |r| r.fuel.dodge_needs_green = false),
    ("spotting.ships_without", |r| r.spotting.ships_without = false),
    ("spotting.anywhere_from", |r| r.spotting.anywhere_from = 1),
    ("movement.carries_speed", |r| r.movement.carries_speed = true),
    ("movement.most", |r| r.movement.most = 12),
    ("movement.click", |r| r.movement.click = 45.0),
    ("movement.capital_clicks", |r| r.movement.capital_clicks = 2),
    ("movement.frigate_clicks", |r| r.movement.frigate_clicks = 4),
    ("movement.clicks_share_a_pip", |r| r.movement.clicks_share_a_pip = false),
    ("collisions.chain", |r| r.collisions.chain = 0),
    ("collisions.debris", |r| r.collisions.debris = HitDebris::Chosen),
    ("edge.lost", |r| r.edge.lost = Lost::Whole),
    ("edge.with_companies", |r| r.edge.with_companies = false),
    ("edge.hvas", |r| r.edge.hvas = TurnedHvas::Opponent),
    ("boarding.reds_hold", |r| r.boarding.reds_hold = true),
    ("boarding.first", |r| r.boarding.first = false),
    ("boarding.aid", |r| r.boarding.aid = false),
    ("boarding.threshold", |r| r.boarding.threshold = 1),
    ("captured.owner_gives_whites", |r| r.captured.owner_gives_whites = false),
    ("captured.companies_stay", |r| r.captured.companies_stay = false),
    ("captured.end_costs_captor", |r| r.captured.end_costs_captor = false),
    ("captured.reverts", |r| r.captured.reverts = false),
    ("hvas.whites", |r| r.hvas.whites = 1),
    ("debris.pieces", |r| r.debris.pieces = 0),
    ("table.shape", |r| r.table.shape = TableShape::Circle),
    ("table.across", |r| r.table.across = 24.0),
    ("order.passing", |r| r.order.passing = false),
    ("clock.everyone_ticks", |r| r.clock.everyone_ticks = true),
];

/// Plays a random battle with checks after every event.
fn watched(battle: &Battle<KeyedDice>, key: u64) -> Watcher {
    let mut players: Vec<Random> = battle.fleets.iter().map(|_| Random::new()).collect();
    let mut watcher = Watcher::default();
    let state = play(battle, key, &mut players, &mut watcher);
    assert_eq!(battle.to_decide(&state), None, "the battle ends");
    watcher
}

#[test]
fn what_must_hold_holds_under_every_switch() {
    for (nth, (_, change)) in (0..).zip(SWITCHES) {
        for players in 2..=4 {
            let battle = battle_of(players, change);
            for game in 0..2 {
                watched(&battle, 100 * nth + game);
            }
        }
    }
}

/// Rules that come up in 180 battles of random players.
#[test]
fn every_rule_comes_up() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for players in 2..=4 {
        let battle = battle_of(players, |_| {});
        for key in 0..60 {
            for (name, count) in watched(&battle, key).seen {
                *seen.entry(name).or_default() += count;
            }
        }
    }
    for name in [
        "a collision",
        "a turn after a collision",
        "a pass",
        "debris hit by a ship",
        "debris passed",
        "a ram of an hva",
        "a ship off the table",
        "an hva at the edge",
        "a ride",
        "left behind",
        "a company clings",
        "a company picked up",
        "a nudge",
        "a company repaired",
        "a ship repaired",
        "a launch",
        "a dodge",
        "a company drifts",
        "an hva taken",
        "a ship taken",
        "a ship reverts",
        "whites given by the first owner",
        "boarding",
        "a spot",
        "a yellow ace's spot",
        "cover by debris",
        "cover by a ship",
        "a screen",
        "a red ace's shot",
        "an attack",
        "a ship destroyed",
        "a company destroyed",
        "debris destroyed",
        "an answer",
    ] {
        assert!(seen.contains_key(name), "{name} never came up");
    }
}

#[test]
fn candidates_are_legal_and_different() {
    let battle = battle_of(3, |_| {});
    let mut state = battle.start(7, &mut hitchart_play::Unwatched);
    let (mut all, mut throw) = (Vec::new(), hitchart_dice::Throw::new(5));
    for _ in 0..3000 {
        if battle.to_decide(&state).is_none() {
            break;
        }
        all.clear();
        battle.candidates(&state, &mut all);
        assert!(all.len() > 1, "asked without a choice: {:?} {all:?}", state.asked);
        for (i, action) in all.iter().enumerate() {
            assert!(!all[..i].contains(action), "{action:?} twice for {:?}", state.asked);
        }
        let action = all[throw.below(all.len())];
        battle.apply(&mut state, &action, &mut hitchart_play::Unwatched);
    }
    assert_eq!(standard(), battle.rules);
}
