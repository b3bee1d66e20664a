//! Typed positions: the places, damage and holders of a battle under way, typed on the state after a set-up.

use super::super::position::{TypedAsset, TypedDebris, TypedPosition};
use super::super::state::{Asset, Life, Parts};
use super::super::*;
use super::battle_of;
use crate::ids::{AssetId, AssetSet};
use crate::space::{Body, Pose};
use crate::{battle::legal::places::is_free, players::Random};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Featured, Game, Policy, Unwatched};

/// Plays with random players until a state passes a test, or the battle is over.
fn until(battle: &Battle<KeyedDice>, key: u64, test: impl Fn(&State) -> bool) -> Option<State> {
    let mut players: Vec<Random> = battle.fleets.iter().map(|_| Random::new()).collect();
    players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
    let mut state = battle.start(key, &mut Unwatched);
    while let Some(player) = battle.to_decide(&state) {
        if test(&state) {
            return Some(state);
        }
        let action = players[player].decide(battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    None
}

/// Types an asset as it is.
fn typed(state: &State, number: AssetId) -> TypedAsset {
    let asset = state.asset(number);
    let kind =
        if asset.is_hva() { state.hvas() } else { [state.ships, state.companies][usize::from(asset.is_company())] };
    let nth = |number: AssetId, kind: AssetSet| {
        let owner = state.asset(number).owner;
        kind.iter().filter(|other| *other <= number && state.asset(*other).owner == owner).count()
    };
    let ship = |ship: AssetId| [state.asset(ship).owner.index() + 1, nth(ship, state.ships)];
    let on_table = state.on_table.has(number);
    let flies = on_table && asset.is_company() && asset.life() != Life::Docked;
    let stays = on_table && !asset.is_company();
    let systems = |parts: Parts| {
        let names = Parts::NAMES.iter().filter(|(part, _)| parts.has(*part));
        names.map(|(_, name)| (*name).to_owned()).collect()
    };
    TypedAsset {
        fleet: asset.owner.index() + 1,
        ship: asset.is_ship().then(|| nth(number, kind)),
        company: asset.is_company().then(|| nth(number, kind)),
        hva: asset.is_hva().then(|| nth(number, kind)),
        at: (flies || stays).then_some([asset.pose.at.x, asset.pose.at.y]),
        heading: stays.then_some(asset.pose.heading),
        on: asset.on.filter(|_| asset.life() == Life::Docked).map(ship),
        fuel: flies.then_some(asset.fuel),
        left: (asset.is_ship() && on_table).then(|| match asset.systems.total() {
            0 => "-".to_owned(),
            _ => format!("{}:{}", if asset.body == Body::Capital { "C" } else { "F" }, asset.systems),
        }),
        systems: asset.is_company().then(|| systems(asset.parts)),
        whites: (!asset.is_hva()).then_some(asset.whites),
        destroyed: matches!(asset.life(), Life::Destroyed | Life::Lost),
        acted: false,
        holder: stays.then(|| asset.side().index() + 1),
    }
}

/// Types the debris of a state, and removes the other pieces that were set up.
fn debris(state: &State, set_up: &State) -> Vec<TypedDebris> {
    let piece = |piece: u8| TypedDebris {
        piece: usize::from(piece) + 1,
        at: (state.debris_left >> piece & 1 == 1).then(|| {
            let at = state.debris[usize::from(piece)].at;
            [at.x, at.y]
        }),
    };
    // All pieces are first taken away, so that they cannot stand in each other's way.
    let all: Vec<u8> = (0..8).filter(|piece| set_up.debris_left >> piece & 1 == 1).collect();
    all.iter().map(|n| TypedDebris { at: None, ..piece(*n) }).chain(all.iter().map(|n| piece(*n))).collect()
}

/// Places, damage, holders and fuel of an asset.
fn shown(asset: &Asset) -> String {
    let Asset { pose, systems, parts, whites, fuel, on, .. } = asset;
    match asset.life() {
        Life::Destroyed | Life::Lost => "gone".to_owned(),
        // The place of a docked company around its carrier does not matter.
        Life::Docked => format!("docked {parts:?} {whites} {on:?} {:?}", asset.side()),
        life => {
            // A company in flight or adrift is typed by its place, not by the ship that it is on.
            format!("{life:?} {pose:?} {systems} {parts:?} {whites} {fuel} {:?}", asset.side())
        }
    }
}

/// Rounds of random battles, typed.
#[test]
fn a_round_that_is_typed_is_that_round() {
    let mut compared = 0;
    let mut seen = [false; 4];
    for (key, round) in [(1, 2), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6), (7, 3), (8, 5)] {
        let battle = battle_of(2, |rules| rules.debris.pieces = 3);
        let starts = |state: &State| battle.is_quiet(state) && state.acted.is_empty();
        let Some(state) = until(&battle, key, |state| state.round == round && starts(state)) else { continue };
        let mut copy = until(&battle, key + 100, |state| state.round == 1 && starts(state)).unwrap();
        let assets: Vec<TypedAsset> =
            AssetId::first(state.asset_count.into()).map(|number| typed(&state, number)).collect();
        let position =
            TypedPosition { clock: Some(state.clock), round: Some(round), debris: debris(&state, &copy), assets };
        battle.arrange(&mut copy, &position).unwrap();
        assert_eq!((copy.clock, copy.round), (state.clock, state.round));
        for (number, (found, asset)) in copy.assets().iter().zip(state.assets()).enumerate() {
            assert_eq!(shown(found), shown(asset), "asset {number}, game {key}");
            for (seen, life) in seen.iter_mut().zip([Life::Docked, Life::Drifting, Life::Destroyed, Life::Standing]) {
                *seen |= asset.life() == life;
            }
        }
        for player in state.player_ids() {
            assert_eq!(copy.score(player), state.score(player), "game {key}");
        }
        compared += 1;
    }
    assert!(compared >= 6 && seen == [true; 4], "{compared} {seen:?}");
}

/// Returns a battle after its set-up.
fn set_up() -> (Battle<KeyedDice>, State) {
    let battle = battle_of(2, |rules| rules.debris.pieces = 1);
    let state = until(&battle, 5, |state| state.round == 1).unwrap();
    (battle, state)
}

fn ship(number: usize) -> TypedAsset {
    TypedAsset { fleet: 1, ship: Some(number), ..TypedAsset::default() }
}

fn company(number: usize) -> TypedAsset {
    TypedAsset { fleet: 1, company: Some(number), ..TypedAsset::default() }
}

fn assets(assets: Vec<TypedAsset>) -> TypedPosition {
    TypedPosition { assets, ..TypedPosition::default() }
}

#[test]
fn ships_carry_their_companies_and_companies_board() {
    let (battle, mut state) = set_up();
    let body = state.asset(AssetId::new(0)).body;
    let room = |at: &Point| is_free(&battle, &state, (body, Pose { at: *at, heading: 3 }));
    let at = battle.space.grid(9, 4.0).find(room).unwrap();
    let placed = TypedAsset { at: Some([at.x, at.y]), heading: Some(3), ..ship(1) };
    let boards = TypedAsset { on: Some([2, 1]), fuel: Some(4), ..company(1) };
    let gone = TypedDebris { piece: 1, at: None };
    let position = TypedPosition { debris: vec![gone], ..assets(vec![placed, boards]) };
    battle.arrange(&mut state, &position).unwrap();
    assert_eq!((state.asset(AssetId::new(0)).pose, state.debris_left), (Pose { at, heading: 3 }, 0));
    let company = state.companies.iter().next().unwrap();
    let enemy = state.ships.iter().find(|ship| state.asset(*ship).owner == PlayerId::new(1)).unwrap();
    assert_eq!((state.asset(company).on, state.asset(company).fuel), (Some(enemy), 4));
    assert!(battle.space.touches(state.asset(company).placed(), state.asset(enemy).placed()));
    for docked in state.companies.iter().filter(|company| state.asset(*company).life() == Life::Docked) {
        let on = state.asset(docked).on.unwrap();
        assert!(battle.space.touches(state.asset(docked).placed(), state.asset(on).placed()));
    }
}

#[test]
fn mistakes_of_places_name_their_key() {
    let (battle, state) = set_up();
    let here = state.asset(AssetId::new(1)).pose.at;
    for (position, part) in [
        (assets(vec![TypedAsset { at: Some([90.0, 0.0]), ..ship(1) }]), "assets[0].at: there is no room for a ship"),
        (assets(vec![TypedAsset { at: Some([here.x, here.y]), ..ship(1) }]), "no room"),
        (assets(vec![TypedAsset { heading: Some(99), ..ship(1) }]), "assets[0].heading is 99; allowed: 0 to 15"),
        (assets(vec![TypedAsset { fuel: Some(1), ..ship(1) }]), "only a company"),
        (assets(vec![TypedAsset { heading: Some(1), ..company(1) }]), "no `heading`"),
        (assets(vec![TypedAsset { fuel: Some(3), ..company(1) }]), "needs `at` or `on`"),
        (assets(vec![TypedAsset { fuel: Some(9), at: Some([0.0, 0.0]), ..company(1) }]), "fuel is 9; allowed: 0 to 8"),
        (assets(vec![TypedAsset { at: Some([0.0, 0.0]), ..company(1) }]), "needs fuel"),
        (assets(vec![TypedAsset { on: Some([2, 1]), ..company(1) }]), "another fleet needs fuel"),
        (assets(vec![TypedAsset { on: Some([2, 9]), fuel: Some(2), ..company(1) }]), "assets[0].on.ship is 9"),
        (assets(vec![TypedAsset { systems: Some(vec!["wepon".to_owned()]), ..company(1) }]), "assets[0].systems"),
        (TypedPosition { debris: vec![TypedDebris { piece: 9, at: None }], ..assets(vec![]) }, "debris[0].piece is 9"),
    ] {
        let problem = battle.arrange(&mut state.clone(), &position).unwrap_err().problem;
        assert!(problem.contains(part), "{problem}");
    }
}
