//! Scenes made by hand: a few frames and stations at given places, loaded dice, and a log of all events.

use crate::battle::state::{Die, Phase, State, Station, Target, Unit};
use crate::battle::{Action, Battle, Decision, Event, PendingDecision, Strike, battlefield_rules, steps};
use crate::battlefield::{Battlefield, Layout};
use crate::bidding::{Limits, Size};
use crate::loadout::{Loadout, Range};
use crate::muster::{FightingCompany, FightingFrame};
use crate::{ids::StationId, ruleset::Ruleset};
use hitchart_config::{Color, from_toml};
use hitchart_dice::Throw;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, MAX_PLAYERS, Observer};
use std::{collections::VecDeque, sync::Mutex};

/// Dice that show the loaded faces, then 1s.
#[derive(Default)]
pub(crate) struct Loaded(Mutex<VecDeque<u8>>);

hitchart_play::compile_engine!(Loaded, Battle<Loaded>, crate::battle::engine::run, crate::battle::candidates::all);

impl hitchart_dice::Dice for Loaded {
    fn die(&self, _: &mut Throw, sides: u8) -> u8 {
        let face = self.0.lock().unwrap().pop_front().unwrap_or(1);
        assert!(face <= sides, "a d{sides} cannot show {face}");
        face
    }
}

/// All events, in order.
#[derive(Default)]
pub(crate) struct Log(pub Vec<Event>);

impl Observer<Battle<Loaded>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, _: &Battle<Loaded>, _: &State, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A battle in play.
pub(crate) struct Scene {
    pub battle: Battle<Loaded>,
    pub state: State,
    pub log: Log,
}

/// A frame: player, loadout and place. Frames are numbered as listed, player by player.
pub(crate) type Placed = (u8, &'static str, (f64, f64));

/// Points per asset of the players: the first still leads after losing a frame or two.
const POINTS: [i8; MAX_PLAYERS] = [40, 12, 4, 2, 1];

/// Creates a battle between these frames on a round table with this terrain, in TOML.
pub(crate) fn battle(rules: Ruleset, terrain: &str, frames: &[Placed], stations_each: u8) -> Battle<Loaded> {
    let layout: Layout = from_toml(&format!("table = {{ shape = \"round\", diagonal = 48.0 }}\n{terrain}")).unwrap();
    hitchart_config::rules::check(&rules).unwrap();
    let field = Battlefield::new(&layout, &battlefield_rules(&rules)).unwrap();
    let players = frames.iter().map(|frame| frame.0).max().unwrap() + 1;
    let companies = (0..players).map(|player| {
        let own = frames.iter().filter(|frame| frame.0 == player);
        let frames = own.map(|(_, text, _)| FightingFrame {
            name: (*text).to_owned(),
            loadout: Loadout::parse(text, &rules).unwrap(),
        });
        FightingCompany {
            name: format!("company {player}"),
            frames: frames.collect(),
            spare: None,
            color: Color(0, 0, 0),
            policy: None,
        }
    });
    let companies = companies.collect();
    let limits = Limits { stations: stations_each, min_frames: 1, max_frames: 8 };
    Battle::new(rules, (Size::Skirmish, limits), companies, vec![field], Loaded::default())
}

impl Scene {
    /// Starts the first round of a battle with these frames, and stations with their owners.
    pub(crate) fn new(rules: Ruleset, terrain: &str, frames: &[Placed], held: &[(Option<u8>, f64, f64)]) -> Scene {
        Scene::arranged(battle(rules, terrain, frames, 0), frames, held)
    }

    /// Starts the first round of a battle with its frames and stations at given places.
    pub(crate) fn arranged(battle: Battle<Loaded>, frames: &[Placed], held: &[(Option<u8>, f64, f64)]) -> Scene {
        let mut state = steps::fresh(&battle, 1);
        for (number, (owner, x, y)) in held.iter().enumerate() {
            let at = Point::new(*x, *y);
            let owner = owner.map(PlayerId::new);
            state.stations[number] = Station::new(Some(owner.unwrap_or_default()), owner);
            battle.put_station(&mut state, StationId::new(number as u8), at);
            if let Some(owner) = owner {
                state.players[owner.index()].stations += 1;
            }
        }
        state.station_count = held.len() as u8;
        for (player, points) in state.players.iter_mut().zip(POINTS) {
            player.points_per_asset = points;
        }
        let mut scene = Scene { battle, state, log: Log::default() };
        for (unit, (_, _, (x, y))) in (0..).zip(frames) {
            scene.put(unit, *x, *y);
        }
        for id in StationId::first(held.len()) {
            let here = scene.state.occupants(id);
            let station = &mut scene.state.stations[id.index()];
            station.guarded = station.owner.is_some_and(|owner| here & (1 << owner.number()) != 0);
        }
        // The last answer about the clock starts a new round.
        scene.state.phase = Phase::Clock { place: scene.state.player_count };
        scene.state.asked = Some(PendingDecision { player: PlayerId::default(), what: Decision::Tick });
        scene.act(Action::Hold);
        scene
    }

    /// Returns a frame by number.
    pub(crate) fn unit(&self, unit: u8) -> &Unit {
        self.state.unit(unit.into())
    }

    /// Returns a frame by number.
    pub(crate) fn unit_mut(&mut self, unit: u8) -> &mut Unit {
        self.state.unit_mut(unit.into())
    }

    /// Puts a frame at a place.
    pub(crate) fn put(&mut self, unit: u8, x: f64, y: f64) {
        let at = Point::new(x, y);
        self.battle.put_frame(&mut self.state, unit.into(), at);
    }

    /// Returns the choices of the decision that is due.
    pub(crate) fn choices(&self) -> Vec<Action> {
        let mut choices = Vec::new();
        self.battle.candidates(&self.state, &mut choices);
        choices
    }

    /// Returns true if a choice is offered.
    pub(crate) fn offers(&self, action: Action) -> bool {
        self.choices().contains(&action)
    }

    /// Returns the decision that is due, and the player who makes it.
    pub(crate) fn asked(&self) -> (u8, Decision) {
        self.state.asked.map(|asked| (asked.player.number(), asked.what)).expect("a decision is due")
    }

    /// Makes a choice, which must be offered.
    pub(crate) fn act(&mut self, action: Action) {
        assert!(self.offers(action), "{action:?} not among {:?} of {:?}", self.choices(), self.state.asked);
        self.force(action);
    }

    /// Makes a choice, offered or not.
    pub(crate) fn force(&mut self, action: Action) {
        self.battle.apply(&mut self.state, &action, &mut self.log);
    }

    /// Sets the faces of the next dice.
    pub(crate) fn load(&mut self, faces: &[u8]) {
        self.battle.dice.0.lock().unwrap().extend(faces);
    }

    /// Discards the loaded dice that were not thrown.
    pub(crate) fn unload(&mut self) {
        self.battle.dice.0.lock().unwrap().clear();
    }

    /// Begins a frame's turn with a target; the hand shows `faces`, and no die defends.
    pub(crate) fn open(&mut self, unit: u8, target: Target, range: Range, faces: &[u8]) {
        self.act(Action::Activate(unit.into()));
        self.load(faces);
        self.act(Action::Declare { target, range, rockets: 0 });
        self.unload();
        self.force(Action::Defend(Die::None));
    }

    /// Answers an attack without a target and without defense.
    pub(crate) fn answer(&mut self) {
        self.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
        self.force(Action::Defend(Die::None));
    }

    /// Attacks with the best red, answers if asked, adds the spot, and rolls the given damage dice.
    pub(crate) fn strike(&mut self, damage: &[u8]) -> Strike {
        let before = self.log.0.len();
        self.act(Action::Attack(Die::Own));
        loop {
            if let Some(strike) = self.strikes(before).pop() {
                return strike;
            }
            match self.asked().1 {
                Decision::Declare => {
                    self.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
                }
                Decision::Defend => {
                    self.load(damage);
                    self.force(Action::Defend(Die::None));
                }
                Decision::UseSpot => {
                    self.unload();
                    self.load(damage);
                    self.act(Action::UseSpot(true));
                }
                other => panic!("{other:?} in an attack"),
            }
        }
    }

    /// Plays a whole shot at a frame at direct range: a red of `pips` pips, and these damage dice.
    pub(crate) fn shoot(&mut self, unit: u8, target: u8, pips: u8, damage: &[u8]) -> Strike {
        self.open(unit, Target::Frame(target.into()), Range::Direct, &[1, 1, pips, 1]);
        if self.unit(target).defense.is_some() {
            self.load(damage);
        }
        self.strike(damage)
    }

    /// Returns the attacks resolved since a position in the log.
    pub(crate) fn strikes(&self, since: usize) -> Vec<Strike> {
        let strike = |event: &Event| if let Event::Attacked(strike) = event { Some(strike.clone()) } else { None };
        self.log.0[since..].iter().filter_map(strike).collect()
    }

    /// Returns true if the log contains an event of a kind.
    pub(crate) fn told(&self, what: impl Fn(&Event) -> bool) -> bool {
        self.log.0.iter().any(what)
    }

    /// Goes on to the spots of the turn in control.
    pub(crate) fn finish_but_spots(&mut self) {
        if self.asked().1 == Decision::Proceed {
            self.act(Action::Finish);
        }
    }

    /// Ends the turn in control without any further action.
    pub(crate) fn finish(&mut self) {
        let unit = self.state.turn_in_control().expect("a turn").unit;
        loop {
            if self.state.turn_in_control().is_none_or(|turn| turn.unit != unit) {
                return;
            }
            match self.asked().1 {
                Decision::Proceed => self.act(Action::Finish),
                Decision::Spot => self.act(Action::NoSpot),
                Decision::Lose => {
                    let first = self.choices()[0];
                    self.act(first);
                }
                _ => return,
            }
        }
    }
}

/// Returns a wall of `bricks` bricks in front of a frame at (5, 0).
pub(crate) fn wall(bricks: u8) -> String {
    format!("pieces = [{{ shape = \"box\", at = [3.8, 0.0], size = [0.4, 2.0], height = 4, bricks = {bricks} }}]")
}
