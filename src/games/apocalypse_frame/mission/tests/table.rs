//! A mission on the table: dice that fall as told, events kept, places and names by hand.

use super::super::action::{Action, NONE};
use super::super::dice::Dice;
use super::super::event::{Event, Who};
use super::super::state::State;
use super::super::{Decision, Mission};
use crate::dice::Throw;
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::catalogue;
use crate::games::apocalypse_frame::catalogue::enemy::EnemyKind;
use crate::games::apocalypse_frame::catalogue::item::{Item, ItemTag};
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::encounter::{Encounter, MissionPlan, RawEncounter, check};
use crate::games::apocalypse_frame::hexes::Shape;
use crate::games::apocalypse_frame::rules_files::standard;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use crate::games::apocalypse_frame::squad;
use crate::input::{At, FileText};
use crate::play::{Game, Observer};
use std::collections::VecDeque;
use std::sync::Mutex;

/// Faces in the order in which they come up.
#[derive(Debug, Default)]
pub struct Scripted(Mutex<VecDeque<u8>>);

impl Dice for Scripted {
    fn die(&self, _: &mut Throw, sides: u8) -> u8 {
        let face = self.0.lock().unwrap().pop_front().expect("a die is thrown that nobody expects");
        assert!((1..=sides).contains(&face), "no die of {sides} sides shows {face}");
        face
    }
}

/// An encounter from TOML.
pub fn encounter(text: &str) -> Encounter {
    encounter_of(text, &catalogue().enemies)
}

/// The same with enemies of one's own.
pub fn encounter_of(text: &str, kinds: &[EnemyKind]) -> Encounter {
    let file = FileText { path: "test.toml".into(), text: text.to_owned() };
    let mut raw: RawEncounter = toml::from_str(&file.text).unwrap();
    // Scenes need room: nine hexes across.
    raw.map.get_or_insert(At { value: Shape::Hexagon { hexagon: 4 }, span: 0..0 });
    check(&raw, &file, kinds).unwrap()
}

/// A ready-made Ace.
pub fn ace(frame: &str) -> Ace {
    squad::stock(catalogue().frame(frame).unwrap(), &standard())
}

/// A ready-made Ace without trait, with one armament that has a tag more.
pub fn armed(frame: &str, armament: &str, tags: &[Tag]) -> Ace {
    let rules = standard();
    let mut armament = catalogue().armament(armament, rules.armaments.gear).unwrap().clone();
    tags.iter().for_each(|tag| armament = armament.plus(*tag));
    Ace { armaments: vec![armament], backups: Vec::new(), integral_trait: None, ..ace(frame) }
}

/// An Ace with this as its only system.
pub fn with_item(frame: &str, item: &Item, tags: &[ItemTag]) -> Ace {
    let mut item = item.clone();
    tags.iter().for_each(|tag| item.tags = item.tags.with(*tag));
    Ace { integral: None, modular: vec![item], integral_trait: None, ..ace(frame) }
}

/// A modular or integral system of the book.
pub fn item(name: &str) -> Item {
    let all = catalogue().modular.iter().chain(&catalogue().integral);
    all.into_iter().find(|item| item.name == name).unwrap().clone()
}

/// The ruleset of missions, changed.
pub fn rules(change: impl FnOnce(&mut Ruleset)) -> Ruleset {
    let mut rules = standard();
    change(&mut rules);
    rules
}

/// A mission that is played by hand.
pub struct Table {
    pub mission: Mission<Scripted>,
    pub state: State,
    pub events: Vec<Event>,
}

struct Log<'a>(&'a mut Vec<Event>);

impl Observer<Mission<Scripted>> for Log<'_> {
    fn see(&mut self, _: &Mission<Scripted>, _: &State, event: &Event) {
        self.0.push(*event);
    }
}

impl Table {
    /// A battle of these Aces under the default rules.
    pub fn new(aces: Vec<Ace>, text: &str) -> Table {
        Table::under(standard(), aces, encounter(text))
    }

    /// A battle under other rules.
    pub fn under(rules: Ruleset, aces: Vec<Ace>, encounter: Encounter) -> Table {
        Table::planned(rules, aces, MissionPlan::single(encounter))
    }

    /// A whole mission.
    pub fn planned(rules: Ruleset, aces: Vec<Ace>, plan: MissionPlan) -> Table {
        let mission = Mission::new(rules, aces, plan, Scripted::default());
        let mut events = Vec::new();
        let state = mission.start(7, &mut Log(&mut events));
        Table { mission, state, events }
    }

    /// The next faces.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Table {
        self.mission.dice.0.lock().unwrap().extend(faces);
        self
    }

    /// A hex by name.
    pub fn hex(&self, q: i8, r: i8) -> u8 {
        self.mission.encounter(&self.state).map.at((q, r)).unwrap()
    }

    /// Candidates of the decision that is due.
    pub fn candidates(&self) -> Vec<Action> {
        let mut into = Vec::new();
        self.mission.candidates(&self.state, &mut into);
        into
    }

    /// Whether an action may be chosen.
    pub fn may(&self, action: Action) -> bool {
        self.candidates().contains(&action)
    }

    /// Chooses an action; all dice that were told must have come up.
    pub fn act(&mut self, action: Action) -> &mut Table {
        let due = self.state.asked;
        assert!(self.may(action), "{action:?} of {due:?}: {:?}", self.candidates());
        self.mission.apply(&mut self.state, &action, &mut Log(&mut self.events));
        let left = self.mission.dice.0.lock().unwrap().len();
        assert_eq!(left, 0, "dice left after {action:?}");
        self
    }

    pub fn attack(&mut self, armament: u8, target: u8, faces: &[u8]) -> &mut Table {
        self.dice(faces).act(Action::Attack { armament, target })
    }

    /// Uses a system on a target or at a place.
    pub fn uses(&mut self, item: u8, target: u8, to: u8) -> &mut Table {
        self.act(Action::Use { item, way: 0, target, to })
    }

    /// A use without target or place.
    pub fn uses_plainly(&mut self, item: u8) -> &mut Table {
        self.uses(item, NONE, NONE)
    }

    /// Activates an enemy; one that is alone is activated unasked.
    pub fn activate(&mut self, enemy: u8) -> &mut Table {
        if self.state.asked == Some(Decision::Activate) {
            return self.act(Action::Activate(enemy));
        }
        assert_eq!((self.state.asked, self.state.gm.enemy), (Some(Decision::EnemyMove), enemy));
        self
    }

    /// An attack of an enemy without steps.
    pub fn enemy_attack(&mut self, enemy: u8, attack: u8, ace: u8) -> &mut Table {
        self.act(Action::EnemyAttack { enemy, attack, ace, before: NONE, after: NONE })
    }

    /// Whether an enemy may attack an Ace without steps.
    pub fn may_attack(&self, enemy: u8, attack: u8, ace: u8) -> bool {
        self.may(Action::EnemyAttack { enemy, attack, ace, before: NONE, after: NONE })
    }

    /// Ends the turn and every Ace's after it; stops at the game master's first decision.
    pub fn until_gm(&mut self) -> &mut Table {
        loop {
            match self.state.asked {
                Some(Decision::NextAce) => {
                    let next = self.candidates()[0];
                    self.act(next);
                }
                Some(Decision::Act) => {
                    self.act(Action::EndTurn);
                }
                _ => return self,
            }
        }
    }

    /// Enemies do nothing until the next round.
    pub fn hold_gm(&mut self) -> &mut Table {
        let round = self.state.round;
        self.until_gm();
        while self.state.round == round && self.state.asked.is_some_and(|asked| asked.player() == 1) {
            let next = match self.state.asked {
                Some(Decision::Activate) => self.candidates()[0],
                _ => Action::Hold,
            };
            self.act(next);
        }
        self
    }

    /// Vigor of an enemy; 0 for one that is gone.
    pub fn vigor(&self, enemy: u8) -> u8 {
        if self.state.marks.up >> enemy & 1 == 1 { self.state.enemy(enemy).vigor } else { 0 }
    }

    /// Vigor, Tension and Ammo of an Ace.
    pub fn resources(&self, ace: u8) -> (u8, u8, u8) {
        let ace = self.state.ace(ace);
        (ace.vigor, ace.tension, ace.ammo)
    }

    /// Harm that came through to somebody, in order.
    pub fn harms(&self, who: Who) -> Vec<u8> {
        let harm = |event: &Event| match event {
            Event::Harmed { who: whom, through, .. } if *whom == who => Some(*through),
            _ => None,
        };
        self.events.iter().filter_map(harm).collect()
    }

    /// How many events are like this.
    pub fn count(&self, like: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| like(event)).count()
    }
}
