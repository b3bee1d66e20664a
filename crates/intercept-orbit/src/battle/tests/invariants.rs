//! Tests with whole battles: invariants under every switch, the examples of the text, and symmetry between players.

use super::super::super::battle_rules::{HitDebris, LaborFrames, Lost, Spared, TableShape, TurnedHvas};
use super::super::super::players::{Random, Tactician};
use super::super::super::ruleset::{GreenMoves, RedHits, Ruleset, TieDrops, standard};
use super::super::state::{Die, Life, Part, Parts, SpotDie};
use super::super::*;
use super::super::{super::players::tactician::Tactics, super::space::Maneuver, open_turn::Target};
use super::{FLEETS, SMALL, battle, battle_of};
use super::{scene::Scene, watcher::Watcher};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Policy, Scores, Unwatched, play};
use hitchart_stats::chi_square;
use std::collections::BTreeMap;

// Random battles under every switch: invariants hold after every event, and every rule comes up.

/// Name of a switch, and the function that turns it.
type Switch = (&'static str, fn(&mut Ruleset));

/// Every switch of battles in another position; numbers are set to values that make a difference.
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
    ("bidding.tie_drops", |r| r.bidding.tie_drops = TieDrops::Spare),
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
    ("collisions.debris", |r| r.collisions.debris = HitDebris::Removed),
    ("edge.lost", |r| r.edge.lost = Lost::Whole),
    ("edge.with_companies", |r| r.edge.with_companies = false),
    ("edge.hvas", |r| r.edge.hvas = TurnedHvas::Centre),
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
    let mut state = battle.start(7, &mut Unwatched);
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
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    assert_eq!(standard(), battle.rules);
}

// The examples of the text.

/// "It's the FC Carrier Wilcat's turn. Onboard is the mobile frame company Wang's Wobblies has: 2 white dice, 1 weapon,
/// and 1 defensive system left. The Wildcat rolls a 5 and, as the owner of the Wobblies, opts to replace its sensor
/// system. If the die had been a 6, the owner of the Wobblies could repair the movement system, as well" (I21).
#[test]
fn the_carrier_that_restores_a_sensor() {
    for (die, restored) in [(5, vec![Part::Comms]), (6, vec![Part::Comms, Part::Movement])] {
        let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
        scene.board(1, 0);
        scene.asset_mut(1).parts = Parts(1 << Part::Weapon as u8 | 1 << Part::Defense as u8);
        scene.dice(6, &[1, 2]).dice(6, &[3, 3, 4, die]);
        scene.activate(0);
        scene.until(Decision::Launch);
        let wanted = Parts(restored.iter().map(|part| 1 << *part as u8).sum());
        scene.act(Action::Mend { company: AssetId::new(1), die: Die::Black(0), parts: wanted, whites: 0 });
        let company = scene.asset(1);
        assert_eq!((company.parts.count() + company.whites, company.life()), (die, Life::Standing));
        assert!(restored.iter().all(|part| company.parts.has(*part)));
    }
}

/// "The player has used one maneuver pip to click the first hinge by one click in order to turn. Because this ship is a
/// frigate, the player could have chosen to click it again with the same maneuver point"; "the player has used one
/// maneuver pip to reduce the ship's forward movement from 4 to 3" (I47, I49 to I51).
#[test]
fn the_frigates_turn() {
    let mut scene = Scene::new(&["F:RaBY", "C:RaRaBB"]);
    let (frigate, capital) = (scene.asset(0), scene.asset(1));
    let cost = |asset, maneuver| legal::places::pips(&scene.battle, asset, &maneuver);
    let once = Maneuver::straight(4).with_turn(0, 1);
    let twice = Maneuver::straight(4).with_turn(0, 2);
    assert_eq!((cost(frigate, once), cost(frigate, twice)), (Some(1), Some(1)));
    assert_eq!((cost(capital, once), cost(capital, twice)), (Some(1), None), "capital ships click a hinge once");
    assert_eq!(cost(frigate, twice.with_turn(1, 1)), Some(2));
    assert_eq!((cost(frigate, Maneuver::straight(3)), cost(frigate, Maneuver::straight(6))), (Some(1), Some(2)));
    assert_eq!(cost(frigate, Maneuver::straight(9)), None, "the ruler has eight units");
    assert_eq!(cost(frigate, Maneuver::straight(0)), Some(4), "ships may stop, and not reverse");

    let slower = Maneuver::straight(3).with_turn(0, 2);
    scene.put(0, 0.0, -8.0, 0);
    scene.dice(6, &[1, 1]).dice(6, &[4, 2, 5]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    scene.act(Action::Sail { die: Die::Own, maneuver: slower });
    let pose = scene.asset(0).pose;
    assert_eq!(pose.heading, 2, "two clicks to the left");
    let way = scene.battle.space.direction(2);
    assert!((pose.at.x - (1.0 + 2.0 * way.x)).abs() < 1e-9 && (pose.at.y - (-8.0 + 2.0 * way.y)).abs() < 1e-9);
}

/// "1. Increase their score of the capturing player by their own PPA. 2. Reduce the score of the losing player by their
/// own PPA" (I33 to I35).
#[test]
fn score_changes_of_a_capture() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB F:RaBB"]);
    scene.board(1, 2);
    let (mine, theirs) = (scene.state.players[0].points_per_asset, scene.state.players[1].points_per_asset);
    assert_ne!(mine, theirs);
    let before = [scene.state.score(PlayerId::new(0)), scene.state.score(PlayerId::new(1))];
    scene.dice(6, &[3]).dice(8, &[1]);
    scene.end_round();
    assert_eq!(scene.asset(2).side(), PlayerId::new(0));
    assert_eq!(
        [scene.state.score(PlayerId::new(0)), scene.state.score(PlayerId::new(1))],
        [before[0] + i32::from(mine), before[1] - i32::from(theirs)]
    );
}

// Players are interchangeable: mirror fleets win equally often, and fleets win as often after a swap of seats.
//
// All keys are fixed, so each test has one outcome; the level is the probability of a false alarm before the keys were
// fixed.

/// Level of each test.
const LEVEL: f64 = 0.001;
/// One-sided standard normal quantile of [`LEVEL`].
const QUANTILE: f64 = 3.090_232_306_167_813;

/// Plays games with keys from `first` on, and returns their final scores.
fn scores(battle: &Battle<KeyedDice>, first: u64, games: u64) -> impl Iterator<Item = Scores> {
    let mut players: Vec<Random> = battle.fleets.iter().map(|_| Random::new()).collect();
    (first..first + games).map(move |key| battle.scores(&play(battle, key, &mut players, &mut Unwatched)))
}

#[test]
fn mirror_fleets_win_equally_often_with_two_to_four_players() {
    for (first, fleets) in [(0, vec![FLEETS[0]; 2]), (10_000, vec![FLEETS[1]; 3]), (20_000, vec![SMALL[2]; 4])] {
        let battle = battle(&fleets, standard());
        let mut wins = vec![0; fleets.len()];
        scores(&battle, first, 3000).filter_map(|scores| scores.winner()).for_each(|winner| wins[winner] += 1);
        let level = chi_square(&wins, &vec![1.0 / fleets.len() as f64; fleets.len()]).p_value;
        assert!(level > LEVEL, "{wins:?}: {level}");
    }
}

/// A fleet's share of wins does not depend on whether it is the first player or the second.
#[test]
fn swapped_seats_change_nothing() {
    let games = 3000;
    let share = |fleets: [&str; 2], first: u64, of: usize| {
        let won = |scores: &Scores| match scores.winner() {
            Some(winner) => f64::from(u8::from(winner == of)),
            None => 0.5,
        };
        scores(&battle(&fleets, standard()), first, games).map(|scores| won(&scores)).sum::<f64>() / games as f64
    };
    let (first, second) = (share([FLEETS[0], FLEETS[3]], 0, 0), share([FLEETS[3], FLEETS[0]], 50_000, 1));
    let mean = (first + second) / 2.0;
    let error = (2.0 * mean * (1.0 - mean) / games as f64).sqrt();
    assert!((first - second).abs() < QUANTILE * error, "{first} and {second}, standard error {error}");
}

// A battle of two equal fleets with exchanged numbers of players and of assets. Tacticians decide in it as in the
// battle itself; otherwise they would favour one of the two fleets.

/// Exchange of the numbers of the two fleets: each number becomes that of its counterpart in the other fleet.
struct Swap {
    /// Number of ships and companies of each fleet; `hvas` is that of its high value assets.
    tactical: u8,
    hvas: u8,
}

impl Swap {
    fn of(state: &State) -> Swap {
        Swap { tactical: state.tactical_count / 2, hvas: (state.asset_count - state.tactical_count) / 2 }
    }

    fn asset(&self, asset: AssetId) -> AssetId {
        let number = asset.number();
        let other = |number: u8, each: u8| if number < each { number + each } else { number - each };
        AssetId::new(match number.checked_sub(2 * self.tactical) {
            None => other(number, self.tactical),
            Some(hva) => 2 * self.tactical + other(hva, self.hvas),
        })
    }

    fn mask(&self, mask: AssetSet) -> AssetSet {
        AssetSet::from_iter(mask.iter().map(|number| self.asset(number)))
    }

    fn target(&self, target: Target) -> Target {
        match target {
            Target::Asset(number) => Target::Asset(self.asset(number)),
            same => same,
        }
    }

    fn assets(&self, state: &mut State) {
        let before = state.assets;
        for number in state.asset_ids() {
            let mut asset = before[number.index()];
            let spot = |spot: SpotDie<AssetId>| SpotDie { by: self.asset(spot.by), ..spot };
            (asset.owner, asset.captor) = (
                PlayerId::new(1 - asset.owner.number()),
                asset.captor.map(|player| PlayerId::new(1 - player.number())),
            );
            (asset.spot, asset.ace_spot) = (asset.spot.map(spot), asset.ace_spot.map(spot));
            (asset.on, asset.carried_by) =
                (asset.on.map(|ship| self.asset(ship)), asset.carried_by.map(|by| self.asset(by)));
            state.assets[self.asset(number).index()] = asset;
        }
    }

    fn masks(&self, state: &mut State) {
        let masks = [
            &mut state.on_table,
            &mut state.standing,
            &mut state.scoring,
            &mut state.acted,
            &mut state.captured,
            &mut state.drifting,
        ];
        masks.into_iter().for_each(|mask| *mask = self.mask(*mask));
        let sides = state.sides;
        (state.sides[0], state.sides[1]) = (self.mask(sides[1]), self.mask(sides[0]));
        let beside = state.beside;
        for hva in 0..2 * self.hvas {
            let to = self.asset(AssetId::new(hva + state.tactical_count)).number() - state.tactical_count;
            state.beside[usize::from(to)] = self.mask(beside[usize::from(hva)]);
        }
    }

    /// Returns the same battle under the exchanged numbers; nothing but turns may be open.
    fn state(&self, state: &State) -> State {
        let mut swapped = *state;
        self.assets(&mut swapped);
        self.masks(&mut swapped);
        swapped.players.swap(0, 1);
        for player in swapped.seats[..2].iter_mut().chain(&mut swapped.query[..2]) {
            *player = PlayerId::new(1 - player.number());
        }
        for turn in [&mut swapped.turn, &mut swapped.answer].into_iter().flatten() {
            (turn.asset, turn.launching) = (self.asset(turn.asset), self.asset(turn.launching));
            (turn.target, turn.opened_by) = (self.target(turn.target), turn.opened_by.map(|by| self.asset(by)));
        }
        if let Some(asked) = &mut swapped.asked {
            asked.player = PlayerId::new(1 - asked.player.number());
        }
        swapped
    }

    fn action(&self, action: Action) -> Action {
        match action {
            Action::Activate(asset) => Action::Activate(self.asset(asset)),
            Action::Declare { target, band } => Action::Declare { target: self.target(target), band },
            Action::Attack { die, target } => Action::Attack { die, target: self.target(target) },
            Action::Mend { company, die, parts, whites } => {
                Action::Mend { company: self.asset(company), die, parts, whites }
            }
            Action::Launch { company, die } => Action::Launch { company: self.asset(company), die },
            Action::Spot { die, target } => Action::Spot { die, target: self.asset(target) },
            same => same,
        }
    }
}

/// Decisions of turns, at which nothing but turns is open.
const OF_TURNS: [Decision; 7] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Proceed,
    Decision::Launch,
    Decision::PlaceCompany,
    Decision::Spot,
];

#[test]
fn tacticians_decide_alike_whichever_fleet_is_theirs() {
    let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
    let (mut decisions, mut unlike) = (0, 0);
    for (key, fleet) in (0..40).zip(FLEETS.into_iter().cycle()) {
        let battle = battle(&[fleet; 2], standard());
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let mut state = battle.start(key, &mut Unwatched);
        let swap = Swap::of(&state);
        while let Some(asked) = state.asked {
            let action = players[asked.player.index()].decide(&battle, &state);
            if OF_TURNS.contains(&asked.what) {
                let instead = players[1 - asked.player.index()].decide(&battle, &swap.state(&state));
                decisions += 1;
                unlike += u32::from(instead != swap.action(action));
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
    assert!(decisions > 10_000 && unlike == 0, "{unlike} of {decisions}");
}
