//! Events as lines: the names of gear and attacks, and descriptions in the language of players.

use super::cast::Cast;
use hitchart_apocalypse_frame::attack::Outcome;
use hitchart_apocalypse_frame::encounter::{CoverSort, Ending, FieldPlace, Global};
use hitchart_apocalypse_frame::ids::{AceId, ArmId, AttackId, Combatant, EnemyId, ItemSlot};
use hitchart_apocalypse_frame::mission::action::{Damaged, ItemUse, Protection};
use hitchart_apocalypse_frame::mission::event::{DieOf, Drop, Moving, Reason, Resource, RollOf, Source, Stance};
use hitchart_apocalypse_frame::mission::{Event, Mission, State};
use hitchart_config::words::{capitalised, counted, possessive};
use hitchart_lab::replay::words::list;
use hitchart_lab::{replay::fields, sentences};
use serde_json::{Map, Value, json};

/// A mission right after an event.
pub(crate) struct Moment<'a, D> {
    pub mission: &'a Mission<D>,
    pub state: &'a State,
    pub cast: &'a Cast,
}

impl<D> Moment<'_, D> {
    /// Returns the fields of an event, with numbers of enemies in the battle, and names of gear and attacks.
    pub(crate) fn fields(&self, event: &Event) -> Map<String, Value> {
        let mut line = fields(event);
        self.renumber(&mut line);
        if let Some(Value::Object(source)) = line.get_mut("source") {
            self.renumber(source);
        }
        line.insert("battle".to_owned(), json!(self.state.battle));
        for (name, value) in self.names(event) {
            line.insert(name.to_owned(), json!(value));
        }
        match event {
            Event::Harmed { who, source, .. } => {
                line.insert("left".to_owned(), json!(self.vigor(*who)));
                self.add_gear(&mut line, *source);
            }
            Event::TakenOut { source, .. } | Event::AceDown { source, .. } => self.add_gear(&mut line, *source),
            Event::Used { ace, target, .. } => {
                let enemy = target.and_then(Combatant::enemy).and_then(|enemy| self.cast.number(enemy));
                let other = target.and_then(Combatant::ace).filter(|other| other != ace);
                line.extend(enemy.map(|enemy| ("enemy".to_owned(), json!(enemy))));
                line.extend(other.map(|other| ("other".to_owned(), json!(other))));
            }
            _ => {}
        }
        line
    }

    /// Replaces slots of the state by numbers in the battle.
    fn renumber(&self, fields: &mut Map<String, Value>) {
        for name in ["enemy", "other"] {
            let slot = fields.remove(name).and_then(|slot| slot.as_u64());
            let number = slot.and_then(|slot| self.cast.number(EnemyId::new(slot as u8)));
            fields.extend(number.map(|number| (name.to_owned(), json!(number))));
        }
    }

    fn add_gear(&self, line: &mut Map<String, Value>, source: Source) {
        if let (Some(Value::Object(fields)), Some(gear)) = (line.get_mut("source"), self.gear(source)) {
            fields.insert("with".to_owned(), json!(gear));
        }
    }

    /// Returns the names of gear, attacks, kinds and battles that an event has as numbers.
    fn names(&self, event: &Event) -> Vec<(&'static str, String)> {
        let (name, value) = match *event {
            Event::BattleBegan { battle } => {
                ("name", Some(self.mission.plan.battles[usize::from(battle)].encounter.name.clone()))
            }
            Event::FrameDamaged { ace, face, of } => ("of", self.damaged(ace, face, of)),
            Event::Rolled { ace, of: RollOf::Attack { armament, .. }, .. } => ("with", self.armament(ace, armament)),
            Event::Rolled { ace, of: RollOf::Item { item }, .. }
            | Event::DieRolled { of: DieOf::Efficient { ace, item }, .. }
            | Event::Used { ace, item, .. }
            | Event::Changed { ace, why: Reason::Item { item }, .. } => ("with", self.item(ace, item)),
            Event::Moved { how: Moving::Item { item }, .. } => ("with", self.item_of_turn(item)),
            Event::Swapped { ace, armament } => {
                let both = [("armament", armament.own()), ("backup", armament.backup())];
                return both.map(|(name, arm)| (name, self.armament(ace, arm).unwrap_or_default())).to_vec();
            }
            Event::EnemyAttacked { enemy, attack, .. } => ("attack", self.attack(enemy, attack)),
            Event::EnemiesChanged { kind } => ("kind", kind.and_then(|kind| self.kind(kind))),
            _ => return Vec::new(),
        };
        value.map(|value| (name, value)).into_iter().collect()
    }

    /// Returns the gear that a result of frame damage hit.
    fn damaged(&self, ace: AceId, face: u8, of: Option<Damaged>) -> Option<String> {
        match (face, of) {
            (_, Some(Damaged::Armament(armament))) => self.armament(ace, armament.own()),
            (_, Some(Damaged::Item(item))) => self.item(ace, item),
            (6, None) => self.item(ace, ItemSlot::default()),
            (0..=5 | 7.., None) => None,
        }
    }

    /// Returns the name of the armament, system or attack behind Harm.
    fn gear(&self, source: Source) -> Option<String> {
        match source {
            Source::Armament { ace, armament } | Source::Splash { ace, armament } => self.armament(ace, armament),
            Source::Item { ace, item } | Source::Mortar { ace, item } => self.item(ace, item),
            Source::EnemyAttack { enemy, attack } | Source::EnemySplash { enemy, attack } => self.attack(enemy, attack),
            Source::Hazard
            | Source::Bombardment
            | Source::Lightning
            | Source::ReactiveGas
            | Source::PitchedFirefight => None,
        }
    }

    /// Returns the name of an armament by number. `None` if there is no such armament.
    fn armament(&self, ace: AceId, number: ArmId) -> Option<String> {
        self.mission.armament_name(ace, number).map(str::to_owned)
    }

    /// Returns the name of a system by index. `None` if there is no such system.
    fn item(&self, ace: AceId, item: ItemSlot) -> Option<String> {
        self.mission.item_name(ace, item).map(str::to_owned)
    }

    /// Returns the name of a system of the acting Ace: a movement by a system always uses one of these.
    fn item_of_turn(&self, item: ItemSlot) -> Option<String> {
        self.state.turn.ace.and_then(|ace| self.item(ace, item))
    }

    /// Returns the name of an attack of an enemy by number.
    fn attack(&self, enemy: EnemyId, attack: AttackId) -> Option<String> {
        self.mission.attack_name(self.state, enemy, attack).map(str::to_owned)
    }

    /// Returns the name of a kind of enemy of the current battle.
    fn kind(&self, kind: u8) -> Option<String> {
        self.mission.kind_name(self.state, kind).map(str::to_owned)
    }

    fn vigor(&self, who: Combatant) -> u8 {
        match who {
            Combatant::Ace(ace) => self.state.ace(ace).vigor,
            Combatant::Enemy(enemy) => self.state.enemy(enemy).vigor,
        }
    }
}

// Descriptions.

impl<D> Moment<'_, D> {
    sentences! {
        /// Describes an event in a sentence or two.
        pub(crate) words(&self, event: &Event) of Event *event;
        BattleBegan { battle } => "The battle begins: {}.", self.mission.plan.battles[usize::from(battle)].encounter.name;
        RoundBegan { round } => "Round {round} begins.";
        TurnBegan { ace } => "{} takes its turn.", self.cast.ace(ace);
        Recovered { ace, last_stand: false } => "{} is back in action.", self.cast.ace(ace);
        Recovered { ace, last_stand: true } => "{} makes its last stand.", self.cast.ace(ace);
        FrameDamaged { ace, face, of } => "Frame damage to {}: {}.", self.cast.ace(ace), damage(face, self.damaged(ace, face, of));
        TurnEnded { ace } => "{} ends its turn.", self.cast.ace(ace);
        Rolled { ace, of, again, ref faces, roll, outcome } => "{} {}: {} → {}, {}.", self.cast.ace(ace),
            if again { "rolls again".to_owned() } else { self.attempted(ace, of) }, pool(faces.as_slice()), roll.result,
            outcome_name(outcome);
        DieRolled { of, face } => "{}", self.die(of, face);
        Moved { who, from, to, how } => "{} {} from {} to {}{}.", capitalised(self.cast.whom(who)), moves(how),
            self.cast.hex(from), self.cast.hex(to), self.by(how);
        Swapped { ace, armament } => "{} drops its {} and takes {}.", self.cast.ace(ace),
            self.armament(ace, armament.own()).unwrap_or_default(),
            self.armament(ace, armament.backup()).unwrap_or_default();
        Used { ace, item, way, target, to } => "{} uses {}{}{}{}.", self.cast.ace(ace),
            self.item(ace, item).unwrap_or_default(), self.on(ace, target),
            to.map_or_else(String::new, |to| format!(" at {}", self.cast.hex(to))), way_name(way);
        Changed { ace, resource, by, why } => "{} {} {} {}{}.", self.cast.ace(ace),
            if by < 0 { "spends" } else { "regains" }, by.unsigned_abs(), resource_name(resource), self.why(ace, why);
        Harmed { who, source, harm, through, shielded } => "{}",
            harmed(&capitalised(self.cast.whom(who)), &self.cause(source), (harm, through, self.vigor(who)), shielded);
        TakenOut { enemy, source, for_good: true } => "{} is taken out, by {}.", self.enemy(enemy), self.cause(source);
        TakenOut { enemy, source, for_good: false } => "{} is down until the GM turn, by {}.",
            self.enemy(enemy), self.cause(source);
        AceDown { ace, source, damage, ejected } => "{} {}, by {}; its frame is damaged {}.", self.cast.ace(ace),
            if ejected { "ejects" } else { "goes down" }, self.cause(source), times(damage);
        AceLost { ace } => "{} and its frame are gone.", self.cast.ace(ace);
        Shielded { ace, shields, fleeting } => "{} has {}{}.", self.cast.ace(ace), counted(shields.into(), "Shields"),
            if fleeting { " until the round ends" } else { "" };
        CoverGone { at } => "The cover at {} is gone.", self.cast.hex(at);
        FireSet { at } => "Fire breaks out at {}.", self.cast.hex(at);
        MortarFired { ace, at } => "{} fires a mortar round: it will come down at {}.", self.cast.ace(ace), self.cast.hex(at);
        Provoked { ace, harmless, void, .. } => "{}", provoked(self.cast.ace(ace), harmless, void);
        GmTurnBegan { activations } => "The GM turn: {}.", counted(activations.into(), "activations");
        Restored { enemy, left: 0 } => "{} is restored, for the last time.", self.enemy(enemy);
        Restored { enemy, left } => "{} is restored, {left} more to come.", self.enemy(enemy);
        Activated { enemy, moves } => "{} is activated for {}.", self.enemy(enemy), counted(moves.into(), "moves");
        EnemyAttacked { enemy, attack, ace, answer } => "{} {} {} with {}.", self.enemy(enemy),
            if answer { "answers" } else { "attacks" }, self.cast.ace(ace), self.attack(enemy, attack).unwrap_or_default();
        Stanced { enemy, stance } => "{} {}.", self.enemy(enemy), self.stance(stance);
        Reinforced { enemy, at, .. } => "{} arrives at {}.", self.enemy(enemy), self.cast.hex(at);
        Held { enemy: Some(enemy) } => "{} holds.", self.enemy(enemy);
        Held { enemy: None } => "The game master lets it pass.";
        FieldChanged { hexes, spot, added } => "There is {}{} at {}.",
            if added { "" } else { "no more " }, place_name(spot), self.cast.hexes(hexes);
        EverywhereChanged { effect, on } => "{} {} everywhere.", global(effect), if on { "begins" } else { "ends" };
        EnemiesChanged { kind } => "The situation changes for {}.",
            kind.and_then(|kind| self.kind(kind)).map_or_else(|| "all enemies".to_owned(), |kind| format!("every {kind}"));
        BombardmentFell { at: Some(at) } => "The bombardment hits {}.", self.cast.hex(at);
        BombardmentFell { at: None } => "The bombardment falls beyond the map.";
        Dropped { drop, face } => "Drop {face}: {}.", self.dropped(drop);
        RoundEnded { round } => "Round {round} ends.";
        BattleEnded { ending, .. } => "The battle ends in {}.", ending_name(ending);
        MissionEnded { ending } => "The mission ends in {}.", ending_name(ending);
    }

    fn enemy(&self, slot: EnemyId) -> String {
        capitalised(self.cast.enemy(slot))
    }

    /// Describes the system that moves an Ace.
    fn by(&self, how: Moving) -> String {
        let Moving::Item { item } = how else { return String::new() };
        self.item_of_turn(item).map_or_else(String::new, |item| format!(" by {item}"))
    }

    /// Describes the target of a system, unless the system acts on its user.
    fn on(&self, ace: AceId, target: Option<Combatant>) -> String {
        match target {
            Some(Combatant::Enemy(enemy)) => format!(" on {}", self.cast.enemy(enemy)),
            Some(Combatant::Ace(other)) if other != ace => format!(" for {}", self.cast.ace(other)),
            _ => String::new(),
        }
    }

    fn attempted(&self, ace: AceId, of: RollOf) -> String {
        match of {
            RollOf::Attack { armament, target } => {
                let armament = self.armament(ace, armament);
                let armament = armament.as_deref().unwrap_or("an armament");
                format!("attacks {} with {armament}", self.cast.enemy(target))
            }
            RollOf::Legs => "tries to move on damaged legs".to_owned(),
            RollOf::Climb => "tries to climb".to_owned(),
            RollOf::Item { item } => {
                let item = self.item(ace, item);
                format!("tries to get {} to work", item.as_deref().unwrap_or("a damaged system"))
            }
        }
    }

    fn die(&self, of: DieOf, face: u8) -> String {
        let cast = self.cast;
        match of {
            DieOf::Shield { who, holds_to } => {
                let verdict = if face <= holds_to { "holds" } else { "fails" };
                format!("A Shield of {} rolls {face} and {verdict}, up to {holds_to} would hold.", cast.whom(who))
            }
            DieOf::Cover { at } => format!("Cover at {} rolls {face}.", cast.hex(at)),
            DieOf::Efficient { ace, item } => {
                let system = self.item(ace, item);
                let system = system.as_deref().unwrap_or("a system");
                format!("{} rolls {face} for the Ammo of {system}.", cast.ace(ace))
            }
            DieOf::FrameDamage { ace } => format!("{} rolls {face} for frame damage.", cast.ace(ace)),
            DieOf::Bombardment { at } => format!("The bombardment of {} rolls {face}.", cast.hex(at)),
            DieOf::Astray { at } => format!("The bombardment of {} goes astray: {face}.", cast.hex(at)),
            DieOf::Lightning => format!("Lightning strikes: {face}."),
            DieOf::Situation => format!("The situation die shows {face}."),
            DieOf::Drop { again: true } => format!("The drop is rolled again: {face}."),
            DieOf::Drop { again: false } => format!("A drop is rolled: {face}."),
        }
    }

    fn why(&self, ace: AceId, why: Reason) -> String {
        match why {
            Reason::Reroll => " to roll again".to_owned(),
            Reason::ExtraAction => " on an extra action".to_owned(),
            Reason::Item { item } => format!(" on {}", self.item(ace, item).as_deref().unwrap_or("a system")),
            Reason::Hot => " (Hot)".to_owned(),
            Reason::Invigorating => " (Invigorating)".to_owned(),
            Reason::SupportDrones => " (Support Drones)".to_owned(),
            Reason::Build => " by its build".to_owned(),
            Reason::FrameDamage => " after frame damage".to_owned(),
        }
    }

    fn cause(&self, source: Source) -> String {
        let own = |whom: &str, what: &str| {
            let gear = self.gear(source);
            format!("{} {}{what}", possessive(whom), gear.as_deref().unwrap_or("gear"))
        };
        match source {
            Source::Armament { ace, .. } | Source::Item { ace, .. } | Source::Mortar { ace, .. } => {
                own(self.cast.ace(ace), "")
            }
            Source::EnemyAttack { enemy, .. } => own(self.cast.enemy(enemy), ""),
            Source::Splash { ace, .. } => own(self.cast.ace(ace), " (Splash)"),
            Source::EnemySplash { enemy, .. } => own(self.cast.enemy(enemy), " (Splash)"),
            Source::Hazard => "a hazard".to_owned(),
            Source::Bombardment => "the bombardment".to_owned(),
            Source::Lightning => "lightning".to_owned(),
            Source::ReactiveGas => "reactive gas".to_owned(),
            Source::PitchedFirefight => "the firefight".to_owned(),
        }
    }

    fn stance(&self, stance: Stance) -> String {
        match stance {
            Stance::Reinvigorate => "regains 1 Vigor".to_owned(),
            Stance::Endure => "endures: 1 Armor".to_owned(),
            Stance::Shield => "raises Shields".to_owned(),
            Stance::Protect { other, with: Protection::Armor } => {
                format!("protects {}: 1 Armor", self.cast.enemy(other))
            }
            Stance::Protect { other, with: Protection::Shields } => {
                format!("protects {}: Shields", self.cast.enemy(other))
            }
            Stance::Purge => "purges what was done to it".to_owned(),
        }
    }

    fn dropped(&self, drop: Drop) -> String {
        let (resource, to) = match drop {
            Drop::None => return "nothing, because of low oxygen".to_owned(),
            Drop::Materials => return "materials".to_owned(),
            Drop::Tension { to } => ("Tension", to),
            Drop::Vigor { to } => ("Vigor", to),
        };
        match to {
            Some(ace) => format!("1 {resource} for {}", self.cast.ace(ace)),
            None => format!("1 {resource}, but no Ace needs any"),
        }
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failure => "failure",
        Outcome::Mixed => "mixed success",
        Outcome::Full => "full success",
    }
}

fn moves(how: Moving) -> &'static str {
    match how {
        Moving::Move | Moving::Item { .. } => "moves",
        Moving::Sprint => "sprints",
        Moving::Climb => "climbs",
        Moving::Drive => "is driven on",
        Moving::Motivated => "is motivated and moves",
        Moving::Carried => "moves with its colossus",
        Moving::Step => "steps",
        Moving::Forced => "is moved",
    }
}

fn way_name(way: ItemUse) -> &'static str {
    match way {
        ItemUse::Main => "",
        ItemUse::Other => ", with its second choice of targets and Harm",
        ItemUse::Projected => ", projected",
    }
}

fn resource_name(resource: Resource) -> &'static str {
    match resource {
        Resource::Vigor => "Vigor",
        Resource::Tension => "Tension",
        Resource::Ammo => "Ammo",
    }
}

fn harmed(who: &str, cause: &str, (harm, through, left): (u8, u8, u8), shielded: bool) -> String {
    if shielded {
        return format!("A Shield of {who} stops {harm} Harm from {cause}.");
    }
    match through {
        0 => format!("{who} takes none of {harm} Harm from {cause}."),
        _ if through == harm => format!("{who} takes {harm} Harm from {cause}, {left} Vigor left."),
        _ => format!("{who} takes {through} of {harm} Harm from {cause}, {left} Vigor left."),
    }
}

fn damage(face: u8, of: Option<String>) -> String {
    let of = of.map_or_else(String::new, |of| format!(" ({of})"));
    let what = match face {
        1 => "superstructure",
        2 => "legs",
        3 => "sensors",
        4 => "an armament",
        5 => "a modular system",
        _ => "the integral system",
    };
    format!("{face}, {what}{of}")
}

fn provoked(ace: &str, harmless: bool, void: bool) -> String {
    match (void, harmless) {
        (true, _) => format!("{ace} provokes a consequence, but no enemy can answer."),
        (false, true) => format!("{ace} provokes a consequence, which may not harm."),
        (false, false) => format!("{ace} provokes a consequence."),
    }
}

fn place_name(place: FieldPlace) -> &'static str {
    match place {
        FieldPlace::Cover(CoverSort::Normal) => "cover",
        FieldPlace::Cover(CoverSort::Low) => "low cover",
        FieldPlace::Hazard => "a hazard",
        FieldPlace::Rooftop => "a rooftop",
        FieldPlace::Bombardment => "a bombardment",
    }
}

fn global(effect: Global) -> &'static str {
    match effect {
        Global::ReactiveGas => "Reactive gas",
        Global::ElectricalStorm => "An electrical storm",
        Global::LowOxygen => "Low oxygen",
        Global::PitchedFirefight => "A pitched firefight",
    }
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "victory",
        Ending::Defeat => "defeat",
    }
}

/// Formats the faces of a pool in rising order.
fn pool(faces: &[u8]) -> String {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    if faces.is_empty() { "no dice".to_owned() } else { list(&faces, " ") }
}

fn times(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}
