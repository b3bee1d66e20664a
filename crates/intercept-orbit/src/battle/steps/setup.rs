//! The beginning of a battle, from the comparison of fleets to the end of set-up; and the order of play.

use super::super::super::space::{Body, Pose};
use super::super::dice::{BattleDice, Purpose, numbered_throw};
use super::super::legal::places::{PLACES_AROUND, company_at, to_place, waiting};
use super::super::state::{
    Asset, Boarding, Collision, CollisionStage, Debris, Life, MAX_ASSETS, MAX_CHAIN, MAX_DEBRIS, MAX_FLEETS, MAX_HVAS,
    MAX_WOUNDS, Parts, Phase, PlayerPoints, SetupStep, State, Turn, Victim, Wound,
};
use super::super::{
    super::bidding::ppa_of, super::fleet::Bid, Battle, action::Decision, candidates::places::debris_places,
    event::Event, legal::attack::must_act,
};
use super::Play;
use crate::ids::{AssetId, AssetSet};
use crate::ruleset::TieDrops;
use crate::ship::{System, Systems};
use hitchart_mobile_frame::{PlayerId, geometry::Point, order::rolled_order};
use hitchart_play::Observer;

// Before the battle: assets of the fleets, points per asset, seats, and ties for the first place.

/// Creates an asset that is not on the table.
fn off_table(body: Body, owner: PlayerId, systems: Systems, parts: Parts, whites: u8) -> Asset {
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
pub(crate) fn fresh<D: BattleDice>(battle: &Battle<D>, key: u64) -> State {
    let nobody = Asset {
        life: Life::Dropped,
        ..off_table(Body::Hva, PlayerId::default(), Systems::default(), Parts::default(), 0)
    };
    let no_wound = Wound { victim: Victim::Asset(AssetId::default()), hits: 0, by: None };
    let no_collision = Collision {
        rammer: AssetId::default(),
        target: AssetId::default(),
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
        on_table: AssetSet::EMPTY,
        standing: AssetSet::EMPTY,
        scoring: AssetSet::EMPTY,
        acted: AssetSet::EMPTY,
        ships: AssetSet::EMPTY,
        companies: AssetSet::EMPTY,
        fleets: [AssetSet::EMPTY; MAX_FLEETS],
        sides: [AssetSet::EMPTY; MAX_FLEETS],
        captured: AssetSet::EMPTY,
        drifting: AssetSet::EMPTY,
        beside: [AssetSet::EMPTY; MAX_HVAS],
        unsettled: false,
        debris: [Debris::default(); MAX_DEBRIS],
        debris_left: 0,
        players: [PlayerPoints::default(); MAX_FLEETS],
        player_count: battle.fleets.len() as u8,
        phase: Phase::Over,
        clock: battle.rules.clock.start,
        round: 0,
        seats: std::array::from_fn(|player| PlayerId::new(player as u8)),
        query: std::array::from_fn(|player| PlayerId::new(player as u8)),
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
        let number = AssetId::new(state.asset_count);
        state.assets[number.index()] = asset;
        state.asset_count += 1;
        state.fleets[asset.owner.index()].insert(number);
        state.ships |= AssetSet::of_if(number, asset.is_ship());
        state.companies |= AssetSet::of_if(number, asset.is_company());
        state.set_life(number, Life::Waiting);
    };
    for (fleet, owner) in battle.fleets.iter().zip(PlayerId::first(MAX_FLEETS)) {
        for ship in &fleet.ships {
            let asset = off_table(ship.class.into(), owner, ship.systems, Parts::default(), rules.ships.whites);
            add(state, Asset { speed: rules.movement.speed, ..asset });
        }
        for company in 0..fleet.companies() {
            let ace = fleet.ace.filter(|_| company == 0);
            let asset = off_table(Body::Company, owner, Systems::default(), Parts::ALL, rules.companies.whites);
            add(state, Asset { ace, ace_left: ace.is_some() && rules.aces.has_life, ..asset });
        }
    }
    state.tactical_count = state.asset_count;
    for owner in state.player_ids() {
        for _ in 0..battle.hvas {
            let hva = off_table(Body::Hva, owner, Systems::default(), Parts::default(), 0);
            add(state, Asset { speed: rules.movement.speed, ..hva });
        }
    }
}

/// Returns the tactical assets that take part in the battle.
fn tactical(state: &State, player: PlayerId) -> AssetSet {
    (state.of(player) - state.hvas()) & state.scoring
}

/// Returns the assets that stay behind if a player leaves one behind: the asset, and companies for which no
/// catapult is left. The ace's company is the first of a fleet, so it goes last.
fn left_with(state: &State, player: PlayerId, asset: AssetId) -> AssetSet {
    let rest = tactical(state, player) - AssetSet::of(asset);
    let catapults = |ship| usize::from(state.asset(ship).systems.count(System::Catapult));
    let without = (rest & state.companies).iter().skip((rest & state.ships).iter().map(catapults).sum());
    AssetSet::from_iter(without) | AssetSet::of(asset)
}

/// Returns the assets that a player may leave behind in a tie for the first place (I11). A ship and the
/// fewest assets of the battle must stay.
pub(crate) fn droppable<D>(battle: &Battle<D>, state: &State, player: PlayerId) -> AssetSet {
    let own = tactical(state, player);
    let may = |number: &AssetId| {
        let asset = state.asset(*number);
        let spare = asset.ace.is_none() && asset.systems.count(System::Catapult) == 0;
        let rest = own - left_with(state, player, *number);
        (spare || battle.rules.bidding.tie_drops == TieDrops::Any)
            && rest.meets(state.ships)
            && rest.len() >= battle.least_assets().into()
    };
    AssetSet::from_iter(own.iter().filter(may))
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Sets points per asset and seats, or asks about a tie for the first place before that (I11).
    pub(crate) fn compare_fleets(&mut self) {
        self.give_points(&self.battle.points_per_asset);
        let best = self.state.player_ids().map(|player| self.state.score(player)).max();
        let leads = |state: &State, player: &PlayerId| Some(state.score(*player)) == best;
        let players = self.state.player_ids();
        let tied = players.clone().filter(|player| leads(self.state, player)).count();
        if tied > 1 && self.rules().bidding.tie_drops != TieDrops::None {
            let nth = numbered_throw(self.state, Purpose::Seats).below(tied);
            let chooser = players.filter(|player| leads(self.state, player)).nth(nth).unwrap_or_default();
            if !droppable(self.battle, self.state, chooser).is_empty() {
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
            let systems = own.iter().map(|asset| u16::from(self.state.asset(asset).systems.total())).sum();
            let count = |mask: AssetSet| (own & mask).len() as u8;
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
    pub(crate) fn go_on_tied(&mut self) {
        self.take_seats();
    }

    /// Leaves a tactical asset behind, as the winner of the roll chooses, with companies that lose their catapult;
    /// fleets are compared once more (I11).
    pub(crate) fn drop_asset(&mut self, asset: AssetId) {
        let others = left_with(self.state, self.state.asset(asset).owner, asset) - AssetSet::of(asset);
        for asset in [asset].into_iter().chain(others.iter()) {
            self.state.set_life(asset, Life::Dropped);
            self.tell(|| Event::Dropped { asset });
        }
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

// Set-up step by step, as the policies choose ("Placing Assets Into the Battlespace"; I65).

/// Returns the next step.
fn after(step: SetupStep) -> SetupStep {
    match step {
        SetupStep::FirstHva => SetupStep::DefenderHvas,
        SetupStep::DefenderHvas => SetupStep::FirstShip,
        SetupStep::FirstShip => SetupStep::PrimaryShip,
        SetupStep::PrimaryShip => SetupStep::SecondaryShips,
        SetupStep::SecondaryShips => SetupStep::AttackerShips,
        SetupStep::AttackerShips => SetupStep::AttackerCompanies,
        SetupStep::AttackerCompanies => SetupStep::AttackerHvas,
        SetupStep::AttackerHvas => SetupStep::DefenderShips,
        SetupStep::DefenderShips => SetupStep::DefenderCompanies,
        SetupStep::DefenderCompanies | SetupStep::Debris => SetupStep::Debris,
    }
}

/// Returns the carriers of a player with room for a company: they carry fewer companies than they have
/// catapults.
pub(crate) fn open_carriers(state: &State, player: PlayerId) -> AssetSet {
    let has_room = |ship: &AssetId| {
        let docked = state.companies().iter().filter(|company| state.asset(*company).on == Some(*ship)).count();
        docked < usize::from(state.asset(*ship).systems.count(System::Catapult))
    };
    AssetSet::from_iter((state.ships() & state.of(player)).iter().filter(has_room))
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Finds the player who places next in a step, or goes on to the next step.
    pub(crate) fn setup_step(&mut self, step: SetupStep) {
        let (defender, last) = (self.state.seats[0], usize::from(self.state.player_count) - 1);
        let attackers = self.state.player_count - 1;
        let placed = self.state.place;
        match step {
            SetupStep::FirstHva | SetupStep::FirstShip => self.place_of(step, defender, placed == 0),
            SetupStep::DefenderHvas | SetupStep::DefenderShips => self.place_of(step, defender, true),
            SetupStep::PrimaryShip => self.place_of(step, self.state.seats[last], placed == 0),
            SetupStep::SecondaryShips => {
                let seat = usize::from(placed) + 1;
                self.place_of(step, self.state.seats[seat.min(last)], seat < last);
            }
            SetupStep::AttackerShips | SetupStep::AttackerHvas => {
                // In turn from the highest score down, skipping players who have placed everything.
                let next = (0..attackers).map(|i| self.state.seats[usize::from((placed + i) % attackers) + 1]);
                let found = next.zip(0..).find(|(player, _)| !to_place(self.state, step, *player).is_empty());
                let Some((player, skipped)) = found else { return self.next_setup_step(step) };
                self.state.place = (placed + skipped) % attackers;
                self.place_of(step, player, true);
            }
            SetupStep::AttackerCompanies => self.dock_step(1..=last),
            SetupStep::DefenderCompanies => self.dock_step(0..=0),
            SetupStep::Debris => self.debris_step(),
        }
    }

    fn next_setup_step(&mut self, step: SetupStep) {
        self.state.place = 0;
        self.state.phase = Phase::Setup(after(step));
    }

    fn place_of(&mut self, step: SetupStep, player: PlayerId, due: bool) {
        match due && !to_place(self.state, step, player).is_empty() {
            true => self.ask(player, Decision::Place),
            false => self.next_setup_step(step),
        }
    }

    /// Places a ship or high value asset on the table.
    pub(crate) fn place(&mut self, asset: AssetId, pose: Pose) {
        self.state.set_life(asset, Life::Standing);
        self.put(asset, pose);
        self.state.place += 1;
        self.tell(|| Event::Placed { asset, pose });
    }

    /// Docks companies on carriers, one for each catapult. The carrier of the ace's company is a decision if there are
    /// several.
    fn dock_step(&mut self, seats: std::ops::RangeInclusive<usize>) {
        for seat in seats.clone() {
            let player = self.state.seats[seat];
            let companies = waiting(self.state, player, self.state.companies);
            let Some(company) = companies.lowest() else { continue };
            let carriers = open_carriers(self.state, player);
            let Some(ship) = carriers.lowest() else { continue };
            if self.state.asset(company).ace.is_some() && carriers.len() > 1 {
                return self.ask(player, Decision::Dock);
            }
            return self.dock_ace(company, ship);
        }
        let Phase::Setup(step) = self.state.phase else { return };
        self.next_setup_step(step);
    }

    /// Docks a company on a carrier.
    pub(crate) fn dock_ace(&mut self, company: AssetId, ship: AssetId) {
        let there = self.state.companies().iter().filter(|other| self.state.asset(*other).on == Some(ship)).count();
        // Companies that follow each other are docked almost opposite each other.
        let place = (there * (PLACES_AROUND / 2 + 1)) % PLACES_AROUND;
        let at = self.battle.space.ring(self.state.placed(ship), 0.0, PLACES_AROUND).nth(place);
        let at = at.unwrap_or(self.state.asset(ship).pose.at);
        self.state.set_life(company, Life::Docked);
        let asset = self.state.asset_mut(company);
        (asset.pose, asset.on) = (company_at(at).1, Some(ship));
        self.tell(|| Event::Docked { asset: company, ship, at });
    }

    /// Lets players place debris in turn, from the highest score down, until all pieces lie or the next player finds no
    /// room (I65).
    fn debris_step(&mut self) {
        let placed = self.state.place;
        let player = self.state.seats[usize::from(placed % self.state.player_count)];
        let mut places = debris_places(self.battle, self.state, player);
        let (first, second) = match placed < self.rules().debris.pieces {
            true => (places.next(), places.next()),
            false => (None, None),
        };
        drop(places);
        match (first, second) {
            (None, _) => self.start_round(),
            (Some(only), None) => self.place_debris(only),
            _ => self.ask(player, Decision::PlaceDebris),
        }
    }

    /// Places a piece of debris on the table.
    pub(crate) fn place_debris(&mut self, at: Point) {
        let piece = self.state.place;
        self.state.debris[usize::from(piece)] = Debris { at, hits: 0 };
        self.state.debris_left |= 1 << piece;
        self.state.place += 1;
        self.tell(|| Event::DebrisPlaced { piece, at });
    }
}

// Order of play: rounds, and tactical order with passing (I12, I14).

/// Value of `place` after which all players are asked again.
pub(crate) const ASK_ANEW: u8 = u8::MAX;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins the next round: every asset that stands may act once.
    pub(crate) fn start_round(&mut self) {
        self.state.round += 1;
        self.state.phase = Phase::Round;
        self.state.acted = AssetSet::EMPTY;
        self.state.place = ASK_ANEW;
        let (round, clock) = (self.state.round, self.state.clock);
        self.tell(|| Event::RoundBegan { round, clock });
        self.look_at_hvas();
    }

    /// Finds the player who acts next, or ends the round.
    pub(crate) fn order_step(&mut self) {
        if (self.state.standing - self.state.acted).is_empty() {
            return self.end_round();
        }
        if self.state.place == ASK_ANEW {
            self.state.query = match self.state.opened {
                true => self.players_by_score(Purpose::RollOff),
                // The defender opens the battle (I14).
                false => self.state.seats,
            };
            self.state.place = 0;
        }
        while self.state.place < self.state.player_count {
            let player = self.state.query[usize::from(self.state.place)];
            let ready = self.state.ready(player);
            if !ready.is_empty() {
                // A player who must act and has one asset left is not asked.
                return match ready.only().filter(|_| must_act(self.battle, self.state)) {
                    Some(asset) => self.begin_turn(asset, None),
                    None => self.ask(player, Decision::Act),
                };
            }
            self.state.place += 1;
        }
        self.state.place = ASK_ANEW;
    }

    /// Passes the choice on to the next player.
    pub(crate) fn pass(&mut self, player: PlayerId) {
        self.state.place += 1;
        self.tell(|| Event::Passed { player });
    }

    /// Returns the players from the highest score down; players with equal scores roll for their order (I11).
    pub(crate) fn players_by_score(&mut self, purpose: Purpose) -> [PlayerId; MAX_FLEETS] {
        let mut scores = [0; MAX_FLEETS];
        for (score, player) in scores.iter_mut().zip(self.state.player_ids()) {
            *score = self.state.score(player);
        }
        let scores = &scores[..usize::from(self.state.player_count)];
        let (order, rolled) = rolled_order(scores, || numbered_throw(self.state, purpose));
        if rolled {
            self.tell(|| Event::RolledOff { order });
        }
        order
    }

    /// Begins an asset's turn: on its player's choice, or because it was attacked.
    pub(crate) fn begin_turn(&mut self, asset: AssetId, attacked_by: Option<AssetId>) {
        self.state.acted.insert(asset);
        self.state.opened = true;
        let turn = Some(Turn::new(asset, attacked_by));
        match attacked_by {
            None => self.state.turn = turn,
            Some(_) => self.state.answer = turn,
        }
        self.tell(|| Event::TurnBegan { asset, attacked_by });
        self.start_turn(asset);
    }

    /// Removes defense and spot dice; the rest of the end of the round follows in its order (I24).
    fn end_round(&mut self) {
        for asset in (self.state.on_table - self.state.hvas()).iter() {
            let asset = self.state.asset_mut(asset);
            (asset.defense, asset.spot, asset.ace_spot) = (None, None, None);
        }
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        self.begin_ending();
    }
}
