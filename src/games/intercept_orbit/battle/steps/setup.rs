//! Before the battle: assets of the fleets, points per asset, seats, and ties for the first place.

use super::super::super::bidding::ppa_of;
use super::super::super::fleet::Bid;
use super::super::super::space::{Body, Pose};
use super::super::Battle;
use super::super::dice::{Dice, Purpose, numbered_throw};
use super::super::event::Event;
use super::super::state::{
    Asset, Boarding, Collision, CollisionStage, Debris, Life, MAX_ASSETS, MAX_CHAIN, MAX_DEBRIS, MAX_FLEETS, MAX_HVAS,
    MAX_WOUNDS, Parts, Phase, Player, SetupStep, State, Victim, Wound, mask_of, numbers_in,
};
use super::order::ASK_ANEW;
use super::play::Play;
use crate::games::intercept_orbit::fleet::Ace;
use crate::games::intercept_orbit::ship::{System, Systems};
use hitchart_play::Observer;

/// Creates an asset that is not on the table.
fn waiting(body: Body, owner: u8, systems: Systems, parts: Parts, whites: u8) -> Asset {
    Asset {
        pose: Pose::default(),
        body,
        owner,
        captor: None,
        life: Life::Waiting,
        systems,
        parts,
        whites,
        ace: None,
        ace_left: false,
        defense: None,
        spot: None,
        ace_spot: None,
        fuel: 0,
        on: None,
        carried_by: None,
        speed: 0,
    }
}

/// Creates the state of a battle before fleets are compared.
pub fn fresh<D: Dice>(battle: &Battle<D>, key: u64) -> State {
    let nobody = Asset { life: Life::Dropped, ..waiting(Body::Hva, 0, Systems::default(), Parts::default(), 0) };
    let no_wound = Wound { victim: Victim::Asset(0), hits: 0, by: None };
    let no_collision = Collision {
        rammer: 0,
        target: 0,
        dice: 0,
        chosen: false,
        stage: CollisionStage::Done,
        on_rammer: 0,
        on_target: 0,
    };
    let mut state = State {
        assets: [nobody; MAX_ASSETS],
        asset_count: 0,
        tactical_count: 0,
        on_table: 0,
        standing: 0,
        scoring: 0,
        acted: 0,
        ships: 0,
        companies: 0,
        fleets: [0; MAX_FLEETS],
        sides: [0; MAX_FLEETS],
        captured: 0,
        drifting: 0,
        beside: [0; MAX_HVAS],
        unsettled: false,
        debris: [Debris::default(); MAX_DEBRIS],
        debris_left: 0,
        players: [Player::default(); MAX_FLEETS],
        player_count: battle.fleets.len() as u8,
        phase: Phase::Over,
        clock: battle.rules.clock.start,
        round: 0,
        seats: [0, 1, 2, 3],
        query: [0, 1, 2, 3],
        place: ASK_ANEW,
        turn: None,
        answer: None,
        sail: None,
        collisions: [no_collision; MAX_CHAIN],
        collision_count: 0,
        chain: 0,
        wounds: [no_wound; MAX_WOUNDS],
        wound_count: 0,
        boarding: Boarding::default(),
        opened: false,
        key,
        rolls: 0,
        asked: None,
    };
    muster(battle, &mut state);
    state
}

/// Adds every asset of the fleets to the state, not yet placed: ships and companies, then high value assets.
fn muster<D>(battle: &Battle<D>, state: &mut State) {
    let rules = &battle.rules;
    let add = |state: &mut State, asset: Asset| {
        let number = state.asset_count;
        state.assets[usize::from(number)] = asset;
        state.asset_count += 1;
        state.fleets[usize::from(asset.owner)] |= 1 << number;
        state.ships |= u64::from(asset.is_ship()) << number;
        state.companies |= u64::from(asset.is_company()) << number;
        state.set_life(number, Life::Waiting);
    };
    for (fleet, owner) in battle.fleets.iter().zip(0..) {
        for ship in &fleet.ships {
            let asset = waiting(ship.class.into(), owner, ship.systems, Parts::default(), rules.ships.whites);
            add(state, Asset { speed: rules.movement.speed, ..asset });
        }
        for company in 0..fleet.companies() {
            let ace = fleet.ace.filter(|_| company == 0);
            let asset = waiting(Body::Company, owner, Systems::default(), Parts::ALL, rules.companies.whites);
            add(state, Asset { ace, ace_left: ace.is_some() && rules.aces.has_life, ..asset });
        }
    }
    state.tactical_count = state.asset_count;
    for owner in 0..state.player_count {
        for _ in 0..battle.hvas {
            let hva = waiting(Body::Hva, owner, Systems::default(), Parts::default(), 0);
            add(state, Asset { speed: rules.movement.speed, ..hva });
        }
    }
}

/// Returns the assets that a player may leave behind in a tie for the first place, as a mask (I11). Carriers, the ace's
/// company and the last ship must stay. The mask is empty if the fleet has only the fewest assets of the battle.
pub fn droppable<D>(battle: &Battle<D>, state: &State, player: u8) -> u64 {
    let own = state.of(player) & !state.hvas() & state.scoring;
    let few = own.count_ones() <= battle.least_assets().into();
    let ships = (own & state.ships).count_ones();
    let may = |number: &u8| {
        let asset: &Asset = state.asset(*number);
        let spare: Option<Ace> = asset.ace;
        spare.is_none() && asset.systems.count(System::Catapult) == 0 && (asset.is_company() || ships > 1)
    };
    if few { 0 } else { mask_of(numbers_in(own).filter(may)) }
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Sets points per asset and seats, or asks about a tie for the first place before that (I11).
    pub fn compare_fleets(&mut self) {
        self.give_points(&self.battle.points_per_asset);
        let best = (0..self.state.player_count).map(|player| self.state.score(player)).max();
        let tied = (0..self.state.player_count).filter(|player| Some(self.state.score(*player)) == best);
        let tied = mask_of(tied);
        if tied.count_ones() > 1 && self.rules().bidding.tie_drops {
            let nth = numbered_throw(self.state, Purpose::Seats).below(tied.count_ones() as usize);
            let chooser = numbers_in(tied).nth(nth).unwrap_or(0);
            if droppable(self.battle, self.state, chooser) != 0 {
                self.state.phase = Phase::Tie { chooser };
                return;
            }
        }
        self.take_seats();
    }

    fn give_points(&mut self, points: &[u8]) {
        for (player, points) in self.state.players.iter_mut().zip(points) {
            player.points_per_asset = *points as i8;
        }
    }

    /// Compares the fleets without assets that were left behind.
    fn score_bids(&mut self) {
        let bids: [Bid; MAX_FLEETS] = std::array::from_fn(|player| {
            let own = self.state.sides[player] & self.state.scoring;
            let systems = numbers_in(own).map(|asset| u16::from(self.state.asset(asset).systems.total())).sum();
            let count = |mask: u64| (own & mask).count_ones() as u8;
            let (ships, companies) = (count(self.state.ships), count(self.state.companies));
            Bid { ships, companies, systems, hvas: count(self.state.hvas()) }
        });
        let bids = &bids[..self.battle.fleets.len()];
        let points: [u8; MAX_FLEETS] = std::array::from_fn(|player| {
            bids.get(player).map_or(0, |bid| ppa_of(bid, bids, &self.battle.rules.bidding))
        });
        self.give_points(&points);
    }

    /// Continues with the tie, as the winner of the roll chooses (I11).
    pub fn go_on_tied(&mut self) {
        self.take_seats();
    }

    /// Leaves a tactical asset behind, as the winner of the roll chooses; fleets are compared once more (I11).
    pub fn drop_asset(&mut self, asset: u8) {
        self.state.set_life(asset, Life::Dropped);
        self.tell(|| Event::Dropped { asset });
        self.score_bids();
        self.take_seats();
    }

    /// Assigns seats by score; ties are rolled.
    fn take_seats(&mut self) {
        let order = self.players_by_score(Purpose::Seats);
        (self.state.seats, self.state.query) = (order, order);
        let points_per_asset = self.state.players.map(|player| player.points_per_asset);
        self.tell(|| Event::Setup { points_per_asset, seats: order });
        self.state.phase = Phase::Setup(SetupStep::FirstHva);
        self.state.place = 0;
    }
}
