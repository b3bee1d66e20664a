//! Tests of players: a ladder of strength, the same game from the same key, choices in given states, and bounds on
//! blunders.

use super::super::battle::state::{Colour, Die, Life, Phase, Turn, numbers_in};
use super::super::battle::{Action, Battle, Decision, Event, KeyedDice, PendingDecision, State};
use super::super::ruleset::{load, standard};
use super::super::{fleet::Fleet, space::Pose};
use super::follies::{Follies, Folly, NAMES};
use super::tactician::{Tactician, Tactics};
use super::{Player, PolicySpec};
use crate::ids::AssetId;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, Observer, Policy, Unwatched, play, play_swapped};

/// Pairs of fleets of six and seven tactical assets: carriers and gunships alike, many small ships, gunships against
/// carriers.
const PAIRS: [[&str; 2]; 3] = [
    ["C:RpRaBY C:RsRsKK F:RaBK; ace=red"; 2],
    ["C:RaRaBY C:RpRpBB F:RsRsY F:RaBK F:RpBK; ace=green"; 2],
    ["C:RaRaBB C:RsRsBY C:RpRaBY F:RaRaB F:RsYB F:RpRaB", "C:RaBKK C:RsYBK F:RpBY; ace=blue"],
];

/// Pairs of fleets for the count of blunders: the built-in ones and three more.
const FOLLY_PAIRS: [[&str; 2]; 9] = [
    ["C:RsRsBY C:RaRaBY C:RpRpBB F:RsBY F:RaRaB", "C:RpRaBK C:RsRsBY F:KKB; ace=blue"],
    ["C:KKRpB C:KKBY F:RaBY; ace=red", "C:RpRaBK C:RsRsBY F:KKB; ace=blue"],
    ["C:KKRpB C:KKBY F:RaBY; ace=red", "F:RaBK F:RpBK F:Ra/sBY F:RaRaB; ace=green"],
    ["C:RpRaBY C:RsBKY F:RaBK F:RsBY; ace=yellow"; 2],
    ["C:RsRsBY C:RaRaBY C:RpRpBB F:RsBY F:RaRaB", "C:KKRpB C:KKBY F:RaBY; ace=red"],
    ["F:RaBK F:RpBK F:Ra/sBY F:RaRaB; ace=green", "C:RpRaBY C:RsBKY F:RaBK F:RsBY; ace=yellow"],
    PAIRS[0],
    ["C:RaRaBY C:RpRpBB F:RsRsY F:RaBK F:RpBK; ace=green", "C:RaBKK C:RsYBK F:RpBY; ace=blue"],
    ["C:RpRaBY C:RsRsKK F:RaBK; ace=red", "C:KKRpB C:KKBY F:RaBY; ace=red"],
];
/// Battles of each pair.
const BATTLES: u64 = 12;
/// Upper bounds of blunders per battle.
const BOUNDS: [(Folly, f64); 15] = [
    (Folly::AdriftForNothing, 0.8),
    (Folly::LeftAdrift, 0.5),
    (Folly::OverTheEdge, 0.4),
    (Folly::OwnCollisions, 0.45),
    (Folly::HvaCollisions, 0.3),
    (Folly::DebrisCollisions, 0.6),
    (Folly::VainBoardings, 0.3),
    (Folly::Forgone, 0.15),
    (Folly::CompaniesForgone, 0.8),
    (Folly::RepairsForgone, 0.4),
    (Folly::GivenAway, 2.4),
    (Folly::OwnShipsShot, 0.05),
    (Folly::HvasSailed, 1.25),
    (Folly::HvasLostInSetup, 0.03),
    (Folly::CollisionsByChoice, 0.2),
];

fn battle(fleets: [&str; 2]) -> Battle<KeyedDice> {
    let rules = standard();
    let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
    Battle::new(rules, fleets, false, KeyedDice).unwrap()
}

fn player(policy: &str) -> Player {
    PolicySpec::named(policy).unwrap().build()
}

/// Returns the share of points of the first policy, with the half width of its 95% interval, over paired games on
/// common random numbers with swapped seats.
fn share(policies: [&str; 2], fleets: [&str; 2], pairs: u64) -> (f64, f64) {
    let battle = battle(fleets);
    let mut players = policies.map(player);
    let shares: Vec<f64> = (0..pairs).map(|key| play_swapped(&battle, key, &mut players) as f64 / 4.0).collect();
    let n = pairs as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

/// Each policy takes at least 65% of the points against the next weaker one, the 95% interval above 60%, on fixed keys.
#[test]
fn each_rung_of_the_ladder_beats_the_one_below() {
    for (policies, pairs) in [(["greedy", "random"], 120), (["tactician", "greedy"], 60)] {
        for fleets in PAIRS {
            let (mean, half) = share(policies, fleets, pairs);
            assert!(mean >= 0.65 && mean - half > 0.6, "{policies:?} with {fleets:?}: {mean:.3} ± {half:.3}");
        }
    }
}

/// A player that records its decisions and choices.
struct Scribe {
    player: Player,
    chosen: Vec<(PendingDecision, Action)>,
}

impl Policy<Battle<KeyedDice>> for Scribe {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.player, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let action = self.player.decide(battle, state);
        self.chosen.push((state.asked.unwrap(), action));
        action
    }
}

#[test]
fn the_same_key_gives_the_same_game_whatever_was_played_before() {
    let (battle, other) = (battle(PAIRS[0]), battle(PAIRS[1]));
    for policy in ["random", "greedy", "tactician"] {
        let scribes = || [0, 1].map(|_| Scribe { player: player(policy), chosen: Vec::new() });
        let (mut fresh, mut used) = (scribes(), scribes());
        play(&other, 3, &mut used, &mut Unwatched);
        used.iter_mut().for_each(|scribe| scribe.chosen.clear());
        play(&battle, 7, &mut fresh, &mut Unwatched);
        play(&battle, 7, &mut used, &mut Unwatched);
        assert!(fresh.iter().zip(&used).all(|(a, b)| a.chosen == b.chosen), "{policy}");
        assert!(fresh[0].chosen.len() > 50, "{policy}: {} decisions", fresh[0].chosen.len());
    }
}

#[test]
fn a_search_plays_to_the_end_and_beats_the_greedy_player() {
    let (mean, half) = share(["quick-search", "greedy"], PAIRS[0], 4);
    assert!(mean - half > 0.5, "{mean:.3} ± {half:.3}");
}

/// Returns the first state in games of tacticians for which `is_it` is true.
fn state_where(battle: &Battle<KeyedDice>, is_it: impl Fn(&State, PendingDecision) -> bool) -> State {
    let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
    for key in 0..200 {
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let mut state = battle.start(key, &mut Unwatched);
        while let Some(asked) = state.asked {
            if is_it(&state, asked) {
                return state;
            }
            let action = players[asked.player.index()].decide(battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
    panic!("no such state in 200 games");
}

fn decide(battle: &Battle<KeyedDice>, state: &State) -> Action {
    Tactician::new(Tactics::default()).decide(battle, state)
}

fn own_turn(state: &State, asked: PendingDecision, what: Decision) -> Option<&Turn> {
    state.turn_in_control().filter(|_| asked.what == what && state.phase == Phase::Round)
}

/// I56: a ship that can still turn or stop does not sail off the table.
#[test]
fn a_ship_at_the_edge_with_a_white_stays_on_the_table() {
    let battle = battle(PAIRS[0]);
    let mut state = state_where(&battle, |state, asked| {
        own_turn(state, asked, Decision::Proceed).is_some_and(|turn| {
            let pips = numbers_in(turn.whites().into()).map(|place| turn.hand().whites[usize::from(place)]).max();
            state.asset(turn.asset).is_ship() && !turn.moved && pips >= Some(4)
        })
    });
    let ship = state.turn_in_control().unwrap().asset;
    for (at, heading) in [((13.5, 0.0), 0), ((0.0, 14.0), 4), ((-12.5, 5.0), 8), ((14.0, 14.0), 2)] {
        state.asset_mut(ship).pose = Pose { at: Point::new(at.0, at.1), heading };
        let mut after = state;
        // An attack may come before the move.
        for _ in 0..8 {
            let action = decide(&battle, &after);
            if let Action::Sail { maneuver, .. } = action {
                let course = battle.space.course(after.asset(ship).pose, &maneuver);
                assert_eq!(battle.space.leaves(after.asset(ship).body, &course), None, "{at:?}: {maneuver:?}");
                break;
            }
            battle.apply(&mut after, &action, &mut Unwatched);
        }
    }
}

/// I16, I28: a company with fuel to the end of the battle is launched onto an undefended ship.
#[test]
fn companies_are_launched_onto_undefended_ships_when_their_fuel_lasts() {
    let battle = battle(PAIRS[0]);
    let mut state = state_where(&battle, |state, asked| {
        own_turn(state, asked, Decision::Launch).is_some_and(|turn| {
            let fuel = numbers_in(turn.blacks().into()).map(|place| turn.hand().blacks[usize::from(place)]).max();
            fuel >= Some(4) && state.companies().iter().any(|company| state.asset(company).life() == Life::Docked)
        })
    });
    state.clock = 2 * battle.rules.clock.step;
    // No high value asset is worth a launch: all lie near an enemy ship in a corner.
    let foe = (state.ships() - state.of(state.asked.unwrap().player)).iter().next().unwrap();
    state.asset_mut(foe).pose = Pose { at: Point::new(-13.0, -13.0), heading: 0 };
    for hva in state.hvas().iter() {
        state.asset_mut(hva).pose = Pose { at: Point::new(-13.0, -14.9), heading: 0 };
    }
    battle.update_beside(&mut state);
    let action = decide(&battle, &state);
    assert!(matches!(action, Action::Launch { .. } | Action::Mend { .. }), "{action:?}");
    let me = state.asked.unwrap().player;
    while state.asked.map(|asked| asked.what) == Some(Decision::Launch) {
        let action = decide(&battle, &state);
        assert_ne!(action, Action::NoLaunch);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    let company = state.turn_in_control().unwrap().launching;
    let action = decide(&battle, &state);
    battle.apply(&mut state, &action, &mut Unwatched);
    let ship = state.asset(company).on.expect("a ship that is boarded");
    assert_ne!(state.asset(ship).side(), me);
}

/// I19: a company aboard with fuel is launched with that fuel only to go elsewhere, unless no other place is legal. At
/// most one launch in five ends where it began; players that give "where it is" a value do so in four of five.
#[test]
fn nobody_is_launched_to_where_it_is() {
    let battle = battle(FOLLY_PAIRS[1]);
    let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
    let (mut launched, mut stayed) = (0, 0);
    for key in 0..60 {
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let (mut state, mut from) = (battle.start(key, &mut Unwatched), None);
        while let Some(asked) = state.asked {
            let action = players[asked.player.index()].decide(&battle, &state);
            if let Action::Launch { company, die: Die::None } = action {
                (launched, from) = (launched + 1, Some((company, state.asset(company).on)));
            }
            battle.apply(&mut state, &action, &mut Unwatched);
            if let Action::PlaceCompany(_) = action
                && let Some((company, on)) = from.take()
            {
                stayed += u32::from(state.asset(company).on == on);
            }
        }
    }
    assert!(launched > 20 && 5 * stayed <= launched, "{stayed} of {launched}");
}

/// Counts of captured ships that reverted to their first owners, and of those that had sailed away from their holders.
#[derive(Default)]
struct Reverted {
    all: u32,
    sailed_away: u32,
}

impl Observer<Battle<KeyedDice>> for Reverted {
    fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
        if let Event::Reverted { asset, .. } = *event {
            let sails = |turn: &Turn| turn.asset == asset && turn.launches == 0;
            self.all += 1;
            self.sailed_away += u32::from(state.turn_in_control().is_some_and(sails));
        }
    }
}

/// I34: a captor near its captured ship boards it again before it moves. At most one in fifty ships that revert sailed
/// away from its captor.
#[test]
fn captured_ships_do_not_sail_away_from_their_holders() {
    let mut reverted = Reverted::default();
    for pair in [0, 2, 4, 5].map(|pair| FOLLY_PAIRS[pair]) {
        let battle = battle(pair);
        let mut players = [0, 1].map(|_| player("tactician"));
        for key in 0..30 {
            play(&battle, key, &mut players, &mut reverted);
        }
    }
    let Reverted { all, sailed_away } = reverted;
    assert!(all > 100 && 50 * sailed_away <= all, "{sailed_away} of {all}");
}

/// Returns a company's turn early in a battle with `fuel` left and only an own carrier near, `far` units below it. The
/// second value is the carrier.
fn with_home_far_off(battle: &Battle<KeyedDice>, far: f64, fuel: u8) -> (State, AssetId) {
    let is_home = |state: &State, player: PlayerId, ship: AssetId| {
        let ship = state.asset(ship);
        ship.side() == player && ship.captor().is_none() && !ship.systems.blacks(&battle.rules).is_empty()
    };
    let mut state = state_where(battle, |state, asked| {
        own_turn(state, asked, Decision::Proceed).is_some_and(|turn| {
            state.asset(turn.asset).is_company()
                && !turn.moved
                && turn.hand().value(Colour::Green, Die::Own) >= 4
                && state.ships().iter().any(|ship| is_home(state, asked.player, ship))
        })
    });
    let (company, me) = (state.turn_in_control().unwrap().asset, state.asked.unwrap().player);
    let home = state.ships().iter().find(|ship| is_home(&state, me, *ship)).unwrap();
    // All others are in one corner, the carrier and the company in another.
    for other in state.asset_ids() {
        state.asset_mut(other).pose =
            Pose { at: Point::new(-14.0, -14.0 + 1.6 * f64::from(other.number())), heading: 0 };
    }
    state.debris_left = 0;
    state.asset_mut(home).pose = Pose { at: Point::new(13.0, 13.5 - far), heading: 0 };
    let own = state.asset_mut(company);
    (own.pose.at, own.on, own.fuel) = (Point::new(13.0, 13.5), None, fuel);
    state.clock = 9 * battle.rules.clock.step;
    battle.update_beside(&mut state);
    (state, home)
}

/// I23: a company at the end of its fuel flies to a carrier in reach.
#[test]
fn a_company_at_bingo_fuel_goes_home() {
    let battle = battle(PAIRS[0]);
    let (mut state, home) = with_home_far_off(&battle, 3.5, 1);
    let company = state.turn_in_control().unwrap().asset;
    let action = decide(&battle, &state);
    assert!(matches!(action, Action::Fly { .. }), "{action:?}");
    battle.apply(&mut state, &action, &mut Unwatched);
    assert_eq!(state.asset(company).on, Some(home));
}

/// I23: a company with nothing to do sets out for home while its fuel still lasts.
#[test]
fn a_company_with_nothing_to_do_sets_out_for_home_in_time() {
    let battle = battle(PAIRS[0]);
    let (state, home) = with_home_far_off(&battle, 11.0, 3);
    let action = decide(&battle, &state);
    let Action::Fly { to, .. } = action else { panic!("{action:?}") };
    let far = to.distance(state.asset(home).pose.at);
    assert!(far < 8.0, "{far}: {action:?}");
}

/// I34: the last company that holds a captured carrier is fuelled aboard, not launched.
#[test]
fn the_last_holder_of_a_captured_carrier_stays_aboard() {
    let battle = battle(PAIRS[0]);
    let mut state = state_where(&battle, |state, asked| {
        own_turn(state, asked, Decision::Launch).is_some_and(|turn| {
            let holders = (state.aboard(turn.asset) & state.of(asked.player)).iter();
            let mut holders = holders.map(|company| state.asset(company).life());
            let ship = state.asset(turn.asset);
            ship.captor().is_some() && holders.next() == Some(Life::Standing) && holders.next().is_none()
        })
    });
    let (ship, me) = (state.turn_in_control().unwrap().asset, state.asked.unwrap().player);
    let holder = (state.aboard(ship) & state.of(me)).iter().next().unwrap();
    state.asset_mut(holder).fuel = 1;
    state.clock = 5 * battle.rules.clock.step;
    while state.asked.is_some_and(|asked| matches!(asked.what, Decision::Launch | Decision::PlaceCompany)) {
        let action = decide(&battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    assert_eq!(state.asset(ship).captor(), Some(me));
}

/// I59: a carrier with nothing else to do fetches an own company adrift in its way.
#[test]
fn a_carrier_fetches_a_company_adrift() {
    let battle = battle(PAIRS[0]);
    let adrift = |state: &State, player: PlayerId| {
        let drifts = |company: &AssetId| state.asset(*company).life() == Life::Drifting;
        (state.companies() & state.of(player)).iter().find(drifts)
    };
    let mut state = state_where(&battle, |state, asked| {
        own_turn(state, asked, Decision::Proceed).is_some_and(|turn| {
            let ship = state.asset(turn.asset);
            let carries = ship.captor().is_none() && !ship.systems.blacks(&battle.rules).is_empty();
            carries && !turn.moved && turn.whites() != 0 && adrift(state, asked.player).is_some()
        })
    });
    let ship = state.turn_in_control().unwrap().asset;
    let company = adrift(&state, state.asked.unwrap().player).unwrap();
    for other in state.asset_ids() {
        state.asset_mut(other).pose =
            Pose { at: Point::new(-14.0, -14.0 + 1.6 * f64::from(other.number())), heading: 0 };
    }
    state.debris_left = 0;
    state.asset_mut(ship).pose = Pose { at: Point::new(0.0, 8.0), heading: 0 };
    state.asset_mut(company).pose = Pose { at: Point::new(4.5, 5.2), heading: 0 };
    (state.asset_mut(company).carried_by, state.asset_mut(company).on) = (None, None);
    battle.update_beside(&mut state);
    for _ in 0..4 {
        let action = decide(&battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
        if matches!(action, Action::Sail { .. }) {
            break;
        }
    }
    // Companies aboard come along first.
    while state.asked.is_some_and(|asked| asked.what == Decision::Ride) {
        let action = decide(&battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    assert_eq!(state.asked.map(|asked| asked.what), Some(Decision::PickUp));
}

/// Blunders of tacticians are rare: in 108 battles on fixed keys, each is below its bound per battle.
#[test]
fn follies_are_rare() {
    let mut follies = Follies::default();
    for (pair, first) in FOLLY_PAIRS.into_iter().zip((0..).step_by(1000)) {
        let battle = battle(pair);
        let mut players = [0, 1].map(|_| player("tactician"));
        for key in first..first + BATTLES {
            play(&battle, key, &mut players, &mut follies);
        }
    }
    let battles = BATTLES as f64 * FOLLY_PAIRS.len() as f64;
    for (folly, most) in BOUNDS {
        let mean = f64::from(follies.of(folly)) / battles;
        assert!(mean <= most, "{}: {mean:.2} a battle, at most {most}", NAMES[folly as usize]);
    }
}

/// I52: players do not ram their own ships.
#[test]
fn own_ships_are_passed_not_rammed() {
    let battle = battle(PAIRS[1]);
    let mut asked_of_own = 0;
    let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
    for key in 0..40 {
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let mut state = battle.start(key, &mut Unwatched);
        while let Some(asked) = state.asked {
            let action = players[asked.player.index()].decide(&battle, &state);
            if let (Decision::Ram, Some(sail)) = (asked.what, state.sail) {
                let side = |thing: AssetId| (!thing.is_debris()).then(|| state.asset(thing).side());
                if side(sail.asset) == side(sail.meets) {
                    asked_of_own += 1;
                    assert_eq!(action, Action::Ram(false), "key {key}");
                }
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
    assert!(asked_of_own > 5, "{asked_of_own}");
}

/// I32: a player that gives its dice away on another player's ship does not give them to a sole leader.
#[test]
fn aid_goes_to_nobody_who_leads_alone() {
    let rules = standard();
    let hive = || Fleet::parse("C:KKRpB F:RaBY; ace=red", &rules).unwrap();
    let battle = Battle::new(rules.clone(), vec![hive(), hive(), hive()], false, KeyedDice).unwrap();
    let mut players = vec![player("tactician"); 3];
    let mut aids = 0;
    for key in 0..60 {
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let mut state = battle.start(key, &mut Unwatched);
        while let Some(asked) = state.asked {
            let action = players[asked.player.index()].decide(&battle, &state);
            if let Action::Aid(Some(aided)) = action
                && state.asset(state.boarding.ship).side() != asked.player
            {
                aids += 1;
                let leads = PlayerId::first(3).all(|other| other == aided || state.score(other) < state.score(aided));
                assert!(!leads, "key {key}");
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
    assert!(aids > 3, "{aids}");
}

/// Players follow any rules: in battles of two and three players under every built-in ruleset, every choice is a
/// candidate.
#[test]
fn every_choice_is_a_candidate_under_every_ruleset() {
    let small = ["C:RpRaBY F:RsKK F:RaBY; ace=red", "C:RaRaKK F:RpBY F:YYRs; ace=blue", "F:RpKB C:RaRp/aYK; ace=green"];
    let mut candidates = Vec::new();
    for rules in ["intercept-orbit", "community-2014"] {
        let rules = load(rules).unwrap();
        for count in [2, 3] {
            let fleets = (0..count).map(|i| Fleet::parse(small[i], &rules).unwrap()).collect::<Vec<_>>();
            let Ok(battle) = Battle::new(rules.clone(), fleets, false, KeyedDice) else { continue };
            for policy in ["greedy", "tactician"] {
                let mut players = vec![player(policy); count];
                for key in 0..3 {
                    players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
                    let mut state = battle.start(key, &mut Unwatched);
                    while let Some(asked) = state.asked {
                        let action = players[asked.player.index()].decide(&battle, &state);
                        candidates.clear();
                        battle.candidates(&state, &mut candidates);
                        assert!(candidates.contains(&action), "{policy}, key {key}: {asked:?} {action:?}");
                        battle.apply(&mut state, &action, &mut Unwatched);
                    }
                }
            }
        }
    }
}
