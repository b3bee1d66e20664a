//! A mission played by hand: scripted dice, recorded events, units and hexes by number.

use super::super::action::{Action, ItemUse};
use super::super::{Decision, Mission};
use super::super::{event::Event, state::State};
use crate::catalogue::item::{Item, ItemTag};
use crate::encounter::{Encounter, MissionPlan, RawEncounter, check};
use crate::ids::{AceId, ArmSlot, AttackId, Combatant, EnemyId, HexId, ItemSlot};
use crate::{
    ace::Ace, catalogue::book, catalogue::tag::Tag, hexes::MapOutline, rules_files::standard, ruleset::Ruleset, squad,
};
use hitchart_config::{At, FileText, from_toml};
use hitchart_dice::Throw;
use hitchart_play::{Game, Observer};
use std::{collections::VecDeque, sync::Mutex};

/// The first Aces of a team.
pub(super) const A: AceId = AceId::new(0);
pub(super) const B: AceId = AceId::new(1);

/// Returns an enemy by number.
pub(super) const fn foe(number: u8) -> EnemyId {
    EnemyId::new(number)
}

/// Returns a slot of an armament.
pub(super) const fn arm(place: u8) -> ArmSlot {
    ArmSlot::new(place)
}

/// Returns an attack of an Ace.
pub(super) fn attack(armament: u8, target: u8) -> Action {
    Action::Attack { armament: arm(armament), target: foe(target) }
}

/// Returns a use of a system on an enemy.
pub(super) fn at_enemy(item: impl Into<ItemSlot>, way: ItemUse, enemy: impl Into<EnemyId>) -> Action {
    Action::Use { item: item.into(), way, target: Some(Combatant::Enemy(enemy.into())), to: None }
}

/// Returns a use of a system for another Ace.
pub(super) fn for_ally(item: impl Into<ItemSlot>, way: ItemUse, ally: AceId) -> Action {
    Action::Use { item: item.into(), way, target: Some(Combatant::Ace(ally)), to: None }
}

/// Returns a use of a system without target or place.
pub(super) fn plain(item: impl Into<ItemSlot>) -> Action {
    Action::Use { item: item.into(), way: ItemUse::Main, target: None, to: None }
}

/// Returns an attack of an enemy without steps.
fn stands_and_attacks(enemy: impl Into<EnemyId>, attack: u8, ace: impl Into<AceId>) -> Action {
    let (enemy, attack, ace) = (enemy.into(), AttackId::new(attack), ace.into());
    Action::EnemyAttack { enemy, attack, ace, before: None, after: None }
}

/// Faces in the order in which they are rolled.
#[derive(Debug, Default)]
pub(super) struct Scripted(Mutex<VecDeque<u8>>);

hitchart_play::compile_engine!(
    Scripted,
    Mission<Scripted>,
    crate::mission::engine::run,
    crate::mission::candidates::all
);

impl hitchart_dice::Dice for Scripted {
    fn die(&self, _: &mut Throw, sides: u8) -> u8 {
        let face = self.0.lock().unwrap().pop_front().expect("an unexpected die is rolled");
        assert!((1..=sides).contains(&face), "no die of {sides} sides shows {face}");
        face
    }
}

/// Reads an encounter from TOML.
pub(super) fn encounter(text: &str) -> Encounter {
    let file = FileText { path: "test.toml".into(), text: text.to_owned() };
    let mut raw: RawEncounter = from_toml(&file.text).unwrap();
    // Scenes need room: nine hexes across.
    raw.map.get_or_insert(At { value: MapOutline::Hexagon { hexagon: 4 }, span: 0..0 });
    check(&raw, &file, book()).unwrap()
}

/// Returns a ready-made Ace.
pub(super) fn ace(frame: &str) -> Ace {
    squad::stock(book().frame(frame).unwrap(), &standard())
}

/// Returns a ready-made Ace without trait, with one armament that has these tags added.
pub(super) fn armed(frame: &str, armament: &str, tags: &[Tag]) -> Ace {
    let rules = standard();
    let mut armament = book().armament(armament, rules.armaments.gear).unwrap().clone();
    tags.iter().for_each(|tag| armament = armament.plus(*tag));
    Ace { armaments: vec![armament], backups: Vec::new(), integral_trait: None, ..ace(frame) }
}

/// Returns an Ace with this as its only system.
pub(super) fn with_item(frame: &str, item: &Item, tags: &[ItemTag]) -> Ace {
    let mut item = item.clone();
    tags.iter().for_each(|tag| item.tags = item.tags.with(*tag));
    Ace { integral: None, modular: vec![item], integral_trait: None, ..ace(frame) }
}

/// Returns a modular or integral system of the book.
pub(super) fn item(name: &str) -> Item {
    let all = book().modular.iter().chain(&book().integral);
    all.into_iter().find(|item| item.name == name).unwrap().clone()
}

/// Returns the default ruleset, changed.
pub(super) fn rules(change: impl FnOnce(&mut Ruleset)) -> Ruleset {
    let mut rules = standard();
    change(&mut rules);
    rules
}

/// A mission that is played by hand.
pub(super) struct Table {
    pub mission: Mission<Scripted>,
    pub state: State,
    pub events: Vec<Event>,
    /// True to stop when systems may be used before an answer (A68); otherwise no systems are used there.
    pub stops_before_answers: bool,
}

struct Log<'a>(&'a mut Vec<Event>);

impl Observer<Mission<Scripted>> for Log<'_> {
    fn see(&mut self, _: &Mission<Scripted>, _: &State, event: &Event) {
        self.0.push(*event);
    }
}

impl Table {
    /// Returns a battle of these Aces under the default rules.
    pub(super) fn new(aces: Vec<Ace>, text: &str) -> Table {
        Table::under(standard(), aces, encounter(text))
    }

    /// Returns a battle under other rules.
    pub(super) fn under(rules: Ruleset, aces: Vec<Ace>, encounter: Encounter) -> Table {
        Table::planned(rules, aces, MissionPlan::single(encounter))
    }

    /// Returns a whole mission.
    pub(super) fn planned(rules: Ruleset, aces: Vec<Ace>, plan: MissionPlan) -> Table {
        let mission = Mission::new(rules, aces, plan, Scripted::default());
        let mut events = Vec::new();
        let state = mission.start(7, &mut Log(&mut events));
        Table { mission, state, events, stops_before_answers: false }
    }

    /// Scripts the next faces.
    pub(super) fn dice(&mut self, faces: &[u8]) -> &mut Table {
        self.mission.dice.0.lock().unwrap().extend(faces);
        self
    }

    /// Returns a hex by coordinates.
    pub(super) fn hex(&self, q: i8, r: i8) -> HexId {
        self.mission.encounter(&self.state).map.at((q, r)).unwrap()
    }

    /// Returns the candidates of the pending decision.
    pub(super) fn candidates(&self) -> Vec<Action> {
        let mut into = Vec::new();
        self.mission.candidates(&self.state, &mut into);
        into
    }

    /// Returns true if an action is a candidate.
    pub(super) fn may(&self, action: Action) -> bool {
        self.candidates().contains(&action)
    }

    /// Chooses an action; all scripted dice must be used up.
    pub(super) fn act(&mut self, action: Action) -> &mut Table {
        let due = self.state.asked;
        assert!(self.may(action), "{action:?} of {due:?}: {:?}", self.candidates());
        self.mission.apply(&mut self.state, &action, &mut Log(&mut self.events));
        while self.state.asked == Some(Decision::BeforeAnswer) && !self.stops_before_answers {
            self.mission.apply(&mut self.state, &Action::Skip, &mut Log(&mut self.events));
        }
        let left = self.mission.dice.0.lock().unwrap().len();
        assert_eq!(left, 0, "dice left after {action:?}");
        self
    }

    pub(super) fn attack(
        &mut self,
        armament: impl Into<ArmSlot>,
        target: impl Into<EnemyId>,
        faces: &[u8],
    ) -> &mut Table {
        self.dice(faces).act(Action::Attack { armament: armament.into(), target: target.into() })
    }

    /// Uses a system on an enemy.
    pub(super) fn uses(&mut self, item: impl Into<ItemSlot>, enemy: impl Into<EnemyId>) -> &mut Table {
        self.act(at_enemy(item, ItemUse::Main, enemy))
    }

    /// Uses a system for another Ace.
    pub(super) fn uses_for(&mut self, item: impl Into<ItemSlot>, ally: AceId) -> &mut Table {
        self.act(for_ally(item, ItemUse::Main, ally))
    }

    /// Uses a system at a place.
    pub(super) fn uses_at(&mut self, item: impl Into<ItemSlot>, to: HexId) -> &mut Table {
        self.act(Action::Use { item: item.into(), way: ItemUse::Main, target: None, to: Some(to) })
    }

    /// Uses a system without target or place.
    pub(super) fn uses_plainly(&mut self, item: impl Into<ItemSlot>) -> &mut Table {
        self.act(plain(item))
    }

    /// Activates an enemy; the only enemy that can act is active without a choice.
    pub(super) fn activate(&mut self, enemy: impl Into<EnemyId>) -> &mut Table {
        let enemy = enemy.into();
        if self.state.asked == Some(Decision::Activate) {
            return self.act(Action::Activate(enemy));
        }
        assert_eq!((self.state.asked, self.state.gm.enemy), (Some(Decision::EnemyMove), Some(enemy)));
        self
    }

    /// Attacks an Ace by an enemy without steps.
    pub(super) fn enemy_attack(&mut self, enemy: impl Into<EnemyId>, attack: u8, ace: impl Into<AceId>) -> &mut Table {
        self.act(stands_and_attacks(enemy, attack, ace))
    }

    /// Returns true if an enemy may attack an Ace without steps.
    pub(super) fn may_attack(&self, enemy: impl Into<EnemyId>, attack: u8, ace: impl Into<AceId>) -> bool {
        self.may(stands_and_attacks(enemy, attack, ace))
    }

    /// Ends this turn and every Ace's after it; stops at the game master's first decision.
    pub(super) fn until_gm(&mut self) -> &mut Table {
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

    /// Lets enemies do nothing until the next round.
    pub(super) fn hold_gm(&mut self) -> &mut Table {
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

    /// Returns the Vigor of an enemy; 0 for a removed one.
    pub(super) fn vigor(&self, enemy: impl Into<EnemyId>) -> u8 {
        let enemy = enemy.into();
        if self.state.marks.up.has(enemy) { self.state.enemy(enemy).vigor } else { 0 }
    }

    /// Returns the Vigor, Tension and Ammo of an Ace.
    pub(super) fn resources(&self, ace: impl Into<AceId>) -> (u8, u8, u8) {
        let ace = self.state.ace(ace.into());
        (ace.vigor, ace.tension, ace.ammo)
    }

    /// Returns the Harm to a unit after reductions, in order.
    pub(super) fn harms(&self, who: Combatant) -> Vec<u8> {
        let harm = |event: &Event| match event {
            Event::Harmed { who: whom, through, .. } if *whom == who => Some(*through),
            _ => None,
        };
        self.events.iter().filter_map(harm).collect()
    }

    /// Returns the number of events like this.
    pub(super) fn count(&self, like: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| like(event)).count()
    }
}
