//! A battle scripted step by step, with scripted dice: the engine must ask for each step at the right time.
//!
//! Frames are named by player and number, `S1`; dice by colour and face, `W6`, with their sides in front if these are
//! not six, `d8R5`. A step is carried out when the next step is given, so that its dice can be scripted first.

use super::scripted::Scripted;
use crate::battle::action::{Action, Decision, Path, PendingDecision};
use crate::battle::event::{Event, Face};
use crate::battle::state::{Colour, Die, State, Target};
use crate::battle::{Battle, candidates};
use crate::loadout::{Range, SystemKind};
use crate::{battle::legal::dice, ids::UnitId, ruleset::ChartName};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Game, Observer};

pub(super) struct Story {
    pub battle: Battle<Scripted>,
    pub state: State,
    /// Initials of the players, in order.
    initials: &'static str,
    /// The frame that takes the steps.
    unit: UnitId,
    pending: Option<Action>,
    pub events: Vec<Event>,
}

struct Recorder<'a>(&'a mut Vec<Event>);

impl Observer<Battle<Scripted>> for Recorder<'_> {
    const WANTS_FACES: bool = true;

    fn see(&mut self, _: &Battle<Scripted>, _: &State, event: &Event) {
        self.0.push(event.clone());
    }
}

impl Story {
    pub(super) fn begin(battle: Battle<Scripted>, initials: &'static str) -> Story {
        let mut events = Vec::new();
        let state = battle.start(0, &mut Recorder(&mut events));
        Story { battle, state, initials, unit: UnitId::new(0), pending: None, events }
    }

    pub(super) fn player(&self, initial: &str) -> PlayerId {
        PlayerId::new(self.initials.find(initial).expect("an initial") as u8)
    }

    /// Returns the number of a frame such as `S1`.
    pub(super) fn unit(&self, name: &str) -> UnitId {
        let (player, nth): (PlayerId, usize) = (self.player(&name[..1]), name[1..].parse().unwrap());
        self.state.unit_ids().filter(|unit| self.state.unit(*unit).owner == player).nth(nth - 1).unwrap()
    }

    pub(super) fn scores(&self) -> Vec<i32> {
        self.battle.scores(&self.state).as_slice().to_vec()
    }

    /// Carries out the last step given.
    pub(super) fn carry_out(&mut self) -> &mut Story {
        if let Some(action) = self.pending.take() {
            self.battle.apply(&mut self.state, &action, &mut Recorder(&mut self.events));
        }
        self
    }

    /// Checks that this decision is the next one, and that this player makes it.
    pub(super) fn asked(&mut self, player: PlayerId, what: Decision) {
        self.carry_out();
        assert_eq!(self.state.asked, Some(PendingDecision { player, what }));
        assert_eq!(self.battle.dice.left(), 0, "scripted dice that are not rolled");
    }

    fn asked_of_turn(&mut self, what: Decision) {
        self.asked(self.state.unit(self.unit).owner, what);
        assert_eq!(self.state.turn_in_control().map(|turn| turn.unit), Some(self.unit));
    }

    pub(super) fn candidates(&self) -> Vec<Action> {
        let mut all = Vec::new();
        self.battle.candidates(&self.state, &mut all);
        all
    }

    /// Chooses one of the candidates.
    fn takes(&mut self, action: Action) -> &mut Story {
        assert!(self.candidates().contains(&action), "{action:?} is no candidate of {:?}", self.state.asked);
        self.pending = Some(action);
        self
    }

    pub(super) fn places_station(&mut self, player: &str, at: (f64, f64)) {
        let (player, at) = (self.player(player), Point::new(at.0, at.1));
        self.asked(player, Decision::PlaceStation);
        assert!(crate::battle::legal::may_place_station(&self.battle, &self.state, player, at), "{at:?}");
        self.pending = Some(Action::PlaceStation(at));
    }

    pub(super) fn places(&mut self, name: &str, at: (f64, f64)) {
        let (unit, at) = (self.unit(name), Point::new(at.0, at.1));
        let player = self.state.unit(unit).owner;
        self.asked(player, Decision::PlaceFrame);
        let crate::battle::state::Phase::Fielding(step) = self.state.phase else { panic!("fielding is over") };
        assert!(crate::battle::legal::may_place_frame(&self.battle, &self.state, step, player, at), "{name}");
        self.pending = Some(Action::PlaceFrame { unit, at });
    }

    pub(super) fn passes(&mut self, player: &str) {
        self.asked(self.player(player), Decision::Act);
        self.takes(Action::Pass);
    }

    /// Begins a frame's turn, chosen by its owner.
    pub(super) fn turn(&mut self, name: &str) -> &mut Story {
        self.unit = self.unit(name);
        self.asked(self.state.unit(self.unit).owner, Decision::Act);
        self.takes(Action::Activate(self.unit))
    }

    /// Begins a frame's turn because another frame attacks it.
    pub(super) fn answer(&mut self, name: &str, attacker: &str) -> &mut Story {
        self.carry_out();
        self.unit = self.unit(name);
        let began = Event::TurnBegan { unit: self.unit, attacked_by: Some(self.unit(attacker)) };
        assert_eq!(self.events.last(), Some(&began));
        self
    }

    /// Goes on with a turn that waited.
    pub(super) fn resumes(&mut self, name: &str) -> &mut Story {
        self.unit = self.unit(name);
        self
    }

    pub(super) fn targets(&mut self, name: &str, range: Range) -> &mut Story {
        self.asked_of_turn(Decision::Declare);
        self.takes(Action::Declare { target: Target::Frame(self.unit(name)), range, rockets: 0 })
    }

    /// Rolls the hand, with every die in the order of the rulebook's example.
    pub(super) fn rolls(&mut self, dice: &str) -> &mut Story {
        let faces: Vec<Face> = dice.split_whitespace().map(face).collect();
        faces.iter().for_each(|face| self.battle.dice.then(face.sides, face.face));
        self.carry_out();
        let unit = self.unit;
        assert_eq!(self.events.last(), Some(&Event::Rolled { unit, faces }));
        self
    }

    pub(super) fn defends(&mut self, die: &str) -> &mut Story {
        self.asked_of_turn(Decision::Defend);
        let die = self.die(die, Colour::Blue);
        self.takes(Action::Defend(die))
    }

    pub(super) fn moves(&mut self, die: &str, to: (f64, f64)) -> &mut Story {
        self.asked_of_turn(Decision::Proceed);
        let (die, to) = (self.die(die, Colour::Green), Point::new(to.0, to.1));
        let turn = self.state.turn_in_control().unwrap();
        let budget = candidates::budget(&self.battle, turn, die);
        let path: Option<Path> = self.battle.straight_way(&self.state, turn, to, budget);
        self.pending = Some(Action::Move { die, path: path.expect("a clear way") });
        self
    }

    pub(super) fn attacks(&mut self, die: &str) -> &mut Story {
        self.asked_of_turn(Decision::Proceed);
        let die = self.die(die, Colour::Red);
        self.takes(Action::Attack(die))
    }

    /// Checks that the attack cannot be made without another move.
    pub(super) fn is_out_of_range(&mut self) -> &mut Story {
        self.asked_of_turn(Decision::Proceed);
        assert!(!self.candidates().iter().any(|action| matches!(action, Action::Attack(_))));
        self
    }

    pub(super) fn adds_the_spot(&mut self) -> &mut Story {
        self.asked_of_turn(Decision::UseSpot);
        self.takes(Action::UseSpot(true))
    }

    /// Resolves the attack and checks it: attack, spot and defense, the damage dice, and the hits on cover and target.
    pub(super) fn strikes(
        &mut self,
        [attack, spot, defense]: [u8; 3],
        dice: &str,
        chart: ChartName,
        (on_cover, on_target): (u8, u8),
    ) -> &mut Story {
        let mut faces: Vec<u8> = dice.split_whitespace().map(|face| face.parse().unwrap()).collect();
        faces.iter().for_each(|face| self.battle.dice.then(6, *face));
        // An event has its damage dice in order.
        faces.sort_unstable();
        let before = self.events.len();
        self.carry_out();
        let struck = self.events[before..].iter().find_map(|event| match event {
            Event::Attacked(strike) => Some(strike),
            _ => None,
        });
        let strike = struck.expect("an attack is resolved");
        assert_eq!(strike.unit, self.unit);
        assert_eq!([strike.attack, strike.spot, strike.defense], [attack, spot, defense]);
        assert_eq!((usize::from(strike.dice), &strike.faces), (faces.len(), &faces));
        assert_eq!((strike.chart, strike.on_cover, strike.on_target), (chart, on_cover, on_target));
        self
    }

    /// Checks an attack that does not beat the defense.
    pub(super) fn misses(&mut self, numbers: [u8; 3], chart: ChartName) -> &mut Story {
        self.strikes(numbers, "", chart, (0, 0))
    }

    /// Lets the owner of a wounded frame give up a system.
    pub(super) fn gives_up(&mut self, name: &str, system: &str) -> &mut Story {
        let (unit, attacker) = (self.unit(name), self.unit);
        self.asked(self.state.unit(unit).owner, Decision::Lose);
        let kind = SystemKind::ALL.iter().find(|(_, token)| *token == system).unwrap().0;
        self.takes(Action::LoseSystem(kind)).carry_out();
        self.unit = attacker;
        assert!(self.events.contains(&Event::SystemLost { unit, kind }));
        self
    }

    pub(super) fn stays(&mut self) -> &mut Story {
        self.asked_of_turn(Decision::Proceed);
        self.takes(Action::Finish)
    }

    /// Gives a spot; `over` is the lower spot that it replaces.
    pub(super) fn spots(&mut self, die: &str, name: &str, over: Option<u8>) -> &mut Story {
        self.asked_of_turn(Decision::Spot);
        let (unit, target) = (self.unit, Target::Frame(self.unit(name)));
        let value = face(die).face;
        let die = self.die(die, Colour::Yellow);
        self.takes(Action::Spot { die, target }).carry_out();
        assert!(self.events.contains(&Event::Spotted { unit, target, die, value, replaced: over }));
        self
    }

    pub(super) fn spots_nobody(&mut self) -> &mut Story {
        self.asked_of_turn(Decision::Spot);
        self.takes(Action::NoSpot)
    }

    /// Checks that the turn is over, without further decisions.
    pub(super) fn ends(&mut self) {
        self.carry_out();
        let unit = self.unit;
        assert!(
            self.events.iter().any(|event| matches!(event, Event::TurnEnded { unit: ended, .. } if *ended == unit))
        );
    }

    pub(super) fn ticks(&mut self, player: &str, down: bool) {
        self.asked(self.player(player), Decision::Tick);
        self.takes(if down { Action::Tick } else { Action::Hold });
    }

    /// Returns the die of the hand in control with this name, for the action of a colour.
    fn die(&self, name: &str, colour: Colour) -> Die {
        let Face { colour: named, face, .. } = face(name);
        let turn = self.state.turn_in_control().unwrap();
        let is_it = |die: &Die| {
            let own = *die == Die::Own;
            turn.hand().value(colour, *die) == face
                && own == named.is_some()
                && named.is_none_or(|named| named == colour)
        };
        dice(turn, colour).find(is_it).unwrap_or_else(|| panic!("{name} is not in hand"))
    }
}

fn face(text: &str) -> Face {
    let (sides, text) = text.strip_prefix("d8").map_or((6, text), |rest| (8, rest));
    let colour = match &text[..1] {
        "W" => None,
        "B" => Some(Colour::Blue),
        "G" => Some(Colour::Green),
        "R" => Some(Colour::Red),
        "Y" => Some(Colour::Yellow),
        other => panic!("no die is {other}"),
    };
    Face { colour, sides, face: text[1..].parse().unwrap() }
}
