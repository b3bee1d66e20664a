//! Text of events, with names made distinct.

use super::header::Header;
use super::line::{
    AceOrEnemy, Attempt, Cause, CauseKind, DieKind, Dropping, Happening, Manner, Place, Resource, ResourceReason,
    RollOutcome, StanceKind, UseMode,
};
use super::now::Joined;
use hitchart_apocalypse_frame::encounter::{Ending, Global};
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::replay::words::{list, possessive};
use std::collections::BTreeSet;

/// Describes an event in a sentence or two. The function is long, but has the same form for every event.
pub(crate) fn words(names: &Names, what: &Happening) -> String {
    use Happening as What;
    match what {
        What::BattleBegan { name } => format!("The battle begins: {name}."),
        What::RoundBegan { number } => format!("Round {number} begins."),
        What::TurnBegan { ace } => format!("{} takes its turn.", names.ace(*ace)),
        What::Recovered { ace, last_stand: false } => format!("{} is back in action.", names.ace(*ace)),
        What::Recovered { ace, last_stand: true } => format!("{} makes its last stand.", names.ace(*ace)),
        What::FrameDamaged { ace, face, of } => {
            format!("Frame damage to {}: {}.", names.ace(*ace), damage(*face, of.as_deref()))
        }
        What::TurnEnded { ace } => format!("{} ends its turn.", names.ace(*ace)),
        What::Rolled { ace, attempt, with, enemy, again, faces, counts, outcome } => {
            let doing = attempted(names, *attempt, with.as_deref(), *enemy);
            let doing = if *again { "rolls again".to_owned() } else { doing };
            format!("{} {doing}: {} → {counts}, {}.", names.ace(*ace), pool(faces), outcome_name(*outcome))
        }
        What::DieRolled { .. } => die(names, what),
        What::Moved { whom, from, to, manner, with } => {
            let way = format!("from {} to {}", names.hex(*from), names.hex(*to));
            format!("{} {} {way}{}.", capitalised(names.whom(*whom)), moves(*manner), by(with.as_deref()))
        }
        What::Swapped { ace, armament, backup } => {
            format!("{} drops its {armament} and takes {backup}.", names.ace(*ace))
        }
        What::Used { ace, with, way, enemy, other, to } => {
            let whom = AceOrEnemy { ace: *other, enemy: *enemy };
            let at = if enemy.is_some() { " on " } else { " for " };
            let whom = if whom == AceOrEnemy::default() { String::new() } else { format!("{at}{}", names.whom(whom)) };
            let place = to.map_or_else(String::new, |to| format!(" at {}", names.hex(to)));
            format!("{} uses {with}{whom}{place}{}.", names.ace(*ace), way_name(*way))
        }
        What::ResourceChanged { ace, resource, by, why, with } => {
            let verb = if *by < 0 { "spends" } else { "regains" };
            let why = why_name(*why, with.as_deref());
            format!("{} {verb} {} {}{why}.", names.ace(*ace), by.unsigned_abs(), resource_name(*resource))
        }
        What::Harmed { whom, source, harm, through, shielded, left } => {
            harmed(&capitalised(names.whom(*whom)), &cause(names, source), (*harm, *through, *left), *shielded)
        }
        What::TakenOut { enemy, source, for_good } => {
            let enemy = capitalised(names.enemy(*enemy));
            let how = if *for_good { "is taken out" } else { "is down until the GM turn" };
            format!("{enemy} {how}, by {}.", cause(names, source))
        }
        What::AceDown { ace, source, damage, ejected } => {
            let how = if *ejected { "ejects" } else { "goes down" };
            let ace = names.ace(*ace);
            format!("{ace} {how}, by {}; its frame is damaged {}.", cause(names, source), times(*damage))
        }
        What::AceLost { ace } => format!("{} and its frame are gone.", names.ace(*ace)),
        What::Shielded { ace, shields, fleeting } => {
            let until = if *fleeting { " until the round ends" } else { "" };
            format!("{} has {}{until}.", names.ace(*ace), counted((*shields).into(), "Shields"))
        }
        What::CoverGone { at } => format!("The cover at {} is gone.", names.hex(*at)),
        What::FireSet { at } => format!("Fire breaks out at {}.", names.hex(*at)),
        What::MortarFired { ace, at } => {
            format!("{} fires a mortar round: it will come down at {}.", names.ace(*ace), names.hex(*at))
        }
        What::Provoked { ace, harmless, void, .. } => provoked(names.ace(*ace), *harmless, *void),
        What::GmTurnBegan { activations } => format!("The GM turn: {}.", counted((*activations).into(), "activations")),
        What::Restored { enemy, left } => {
            let left = if *left == 0 { "for the last time".to_owned() } else { format!("{left} more to come") };
            format!("{} is restored, {left}.", capitalised(names.enemy(*enemy)))
        }
        What::Activated { enemy, moves } => {
            format!("{} is activated for {}.", capitalised(names.enemy(*enemy)), counted((*moves).into(), "moves"))
        }
        What::EnemyAttacked { enemy, attack, ace, answer } => {
            let verb = if *answer { "answers" } else { "attacks" };
            format!("{} {verb} {} with {attack}.", capitalised(names.enemy(*enemy)), names.ace(*ace))
        }
        What::Stanced { enemy, stance, other } => {
            let other = other.map_or("another", |other| names.enemy(other));
            format!("{} {}.", capitalised(names.enemy(*enemy)), stance_name(*stance, other))
        }
        What::Reinforced { enemy, at, .. } => {
            format!("{} arrives at {}.", capitalised(names.enemy(*enemy)), names.hex(*at))
        }
        What::Held { enemy: Some(enemy) } => format!("{} holds.", capitalised(names.enemy(*enemy))),
        What::Held { enemy: None } => "The game master lets it pass.".to_owned(),
        What::FieldChanged { places, sort, added } => {
            let come = if *added { "There is" } else { "There is no more" };
            format!("{come} {} at {}.", place_name(*sort), names.hexes(places))
        }
        What::EverywhereChanged { effect, on } => {
            format!("{} {} everywhere.", global(*effect), if *on { "begins" } else { "ends" })
        }
        What::EnemiesChanged { kind: Some(kind) } => format!("The situation changes for every {kind}."),
        What::EnemiesChanged { kind: None } => "The situation changes for all enemies.".to_owned(),
        What::BombardmentFell { at: Some(at) } => format!("The bombardment hits {}.", names.hex(*at)),
        What::BombardmentFell { at: None } => "The bombardment falls beyond the map.".to_owned(),
        What::Dropped { drop, to, face } => format!("Drop {face}: {}.", dropped(names, *drop, *to)),
        What::RoundEnded { number } => format!("Round {number} ends."),
        What::BattleEnded { ending } => format!("The battle ends in {}.", ending_name(*ending)),
        What::MissionEnded { ending } => format!("The mission ends in {}.", ending_name(*ending)),
    }
}

fn attempted(names: &Names, attempt: Attempt, with: Option<&str>, enemy: Option<u16>) -> String {
    match attempt {
        Attempt::Attack => {
            let enemy = enemy.map_or("nobody", |enemy| names.enemy(enemy));
            format!("attacks {enemy} with {}", with.unwrap_or("an armament"))
        }
        Attempt::Legs => "tries to move on damaged legs".to_owned(),
        Attempt::Climb => "tries to climb".to_owned(),
        Attempt::System => format!("tries to get {} to work", with.unwrap_or("a damaged system")),
    }
}

fn outcome_name(outcome: RollOutcome) -> &'static str {
    match outcome {
        RollOutcome::Failure => "failure",
        RollOutcome::Mixed => "mixed success",
        RollOutcome::Full => "full success",
    }
}

fn die(names: &Names, what: &Happening) -> String {
    let Happening::DieRolled { die, whom, at, with, holds_to, again, face } = what else { return String::new() };
    let place = at.map_or("nowhere", |at| names.hex(at));
    match die {
        DieKind::Shield => {
            let holds_to = holds_to.unwrap_or_default();
            let verdict = if *face <= holds_to { "holds" } else { "fails" };
            format!("A Shield of {} rolls {face} and {verdict}, up to {holds_to} would hold.", names.whom(*whom))
        }
        DieKind::Cover => format!("Cover at {place} rolls {face}."),
        DieKind::Efficient => {
            let (ace, system) = (names.whom(*whom), with.as_deref().unwrap_or("a system"));
            format!("{ace} rolls {face} for the Ammo of {system}.")
        }
        DieKind::FrameDamage => format!("{} rolls {face} for frame damage.", names.whom(*whom)),
        DieKind::Bombardment => format!("The bombardment of {place} rolls {face}."),
        DieKind::Astray => format!("The bombardment of {place} goes astray: {face}."),
        DieKind::Lightning => format!("Lightning strikes: {face}."),
        DieKind::Situation => format!("The situation die shows {face}."),
        DieKind::Drop if *again => format!("The drop is rolled again: {face}."),
        DieKind::Drop => format!("A drop is rolled: {face}."),
    }
}

fn moves(manner: Manner) -> &'static str {
    match manner {
        Manner::Move | Manner::System => "moves",
        Manner::Sprint => "sprints",
        Manner::Climb => "climbs",
        Manner::Drive => "is driven on",
        Manner::Motivated => "is motivated and moves",
        Manner::Carried => "moves with its colossus",
        Manner::Step => "steps",
        Manner::Forced => "is moved",
    }
}

fn by(with: Option<&str>) -> String {
    with.map_or_else(String::new, |with| format!(" by {with}"))
}

fn way_name(way: UseMode) -> &'static str {
    match way {
        UseMode::Main => "",
        UseMode::Other => ", with its second choice of targets and Harm",
        UseMode::Projected => ", projected",
    }
}

fn resource_name(resource: Resource) -> &'static str {
    match resource {
        Resource::Vigor => "Vigor",
        Resource::Tension => "Tension",
        Resource::Ammo => "Ammo",
    }
}

fn why_name(why: ResourceReason, with: Option<&str>) -> String {
    match why {
        ResourceReason::Reroll => " to roll again".to_owned(),
        ResourceReason::ExtraAction => " on an extra action".to_owned(),
        ResourceReason::System => format!(" on {}", with.unwrap_or("a system")),
        ResourceReason::Hot => " (Hot)".to_owned(),
        ResourceReason::Invigorating => " (Invigorating)".to_owned(),
        ResourceReason::SupportDrones => " (Support Drones)".to_owned(),
        ResourceReason::Build => " by its build".to_owned(),
        ResourceReason::FrameDamage => " after frame damage".to_owned(),
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

fn cause(names: &Names, source: &Cause) -> String {
    let own = |what: &str| {
        let whose = possessive(names.whom(source.by));
        let with = source.with.as_deref().unwrap_or("gear");
        format!("{whose} {with}{what}")
    };
    match source.cause {
        CauseKind::Armament | CauseKind::System | CauseKind::Mortar | CauseKind::Attack => own(""),
        CauseKind::Splash => own(" (Splash)"),
        CauseKind::Hazard => "a hazard".to_owned(),
        CauseKind::Bombardment => "the bombardment".to_owned(),
        CauseKind::Lightning => "lightning".to_owned(),
        CauseKind::ReactiveGas => "reactive gas".to_owned(),
        CauseKind::PitchedFirefight => "the firefight".to_owned(),
    }
}

fn damage(face: u8, of: Option<&str>) -> String {
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

fn stance_name(stance: StanceKind, other: &str) -> String {
    match stance {
        StanceKind::Reinvigorate => "regains 1 Vigor".to_owned(),
        StanceKind::Endure => "endures: 1 Armor".to_owned(),
        StanceKind::Shield => "raises Shields".to_owned(),
        StanceKind::ProtectArmor => format!("protects {other}: 1 Armor"),
        StanceKind::ProtectShields => format!("protects {other}: Shields"),
        StanceKind::Purge => "purges what was done to it".to_owned(),
    }
}

fn place_name(place: Place) -> &'static str {
    match place {
        Place::Cover => "cover",
        Place::LowCover => "low cover",
        Place::Hazard => "a hazard",
        Place::Rooftop => "a rooftop",
        Place::Bombardment => "a bombardment",
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

fn dropped(names: &Names, drop: Dropping, to: Option<u8>) -> String {
    let resource = match drop {
        Dropping::Nothing => return "nothing, because of low oxygen".to_owned(),
        Dropping::Materials => return "materials".to_owned(),
        Dropping::Tension => "Tension",
        Dropping::Vigor => "Vigor",
    };
    match to {
        Some(ace) => format!("1 {resource} for {}", names.ace(ace)),
        None => format!("1 {resource}, but no Ace needs any"),
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

/// Names of the Aces, the hexes and the enemies of a battle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    aces: Vec<String>,
    /// Names of hexes by battle.
    hexes: Vec<Vec<String>>,
    battle: usize,
    enemies: Vec<String>,
}

impl Names {
    /// Returns the names of a mission; enemies get theirs when they join.
    pub(crate) fn of(header: &Header) -> Names {
        let hexes = |hexes: &[[i8; 2]]| hexes.iter().map(|[q, r]| format!("{q},{r}")).collect();
        Names {
            aces: header.aces.iter().map(|ace| ace.name.clone()).collect(),
            hexes: header.battles.iter().map(|battle| hexes(&battle.hexes)).collect(),
            battle: 0,
            enemies: Vec::new(),
        }
    }

    /// Moves on to a battle and forgets the enemies of the previous one.
    pub(crate) fn begin_battle(&mut self, battle: u8) {
        self.battle = usize::from(battle);
        self.enemies.clear();
    }

    /// Returns a name for an enemy that joins: that of its kind, with a number if the kind occurs more than once in the
    /// battle. `several` is true if several enemies of the kind join at once.
    pub(crate) fn coin(&self, kind: &str, several: bool) -> String {
        let is_free = |name: &String| !self.enemies.contains(name) && !self.aces.contains(name);
        let is_of_kind = |name: &String| {
            let rest = name.strip_prefix(kind).map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            rest.is_some_and(|rest| rest.chars().all(|sign| sign.is_ascii_digit()))
        };
        let before = self.enemies.iter().filter(|name| is_of_kind(name)).count();
        let plain = (!several && before == 0).then(|| kind.to_owned());
        // The first enemy of a kind has no number if it joined alone, but counts as number 1.
        let mut names = plain.into_iter().chain(numbers(kind).skip(before));
        names.find(is_free).unwrap_or_else(|| kind.to_owned())
    }

    /// Records the name of an enemy that joins.
    pub(crate) fn join(&mut self, joined: &Joined) {
        self.enemies.push(joined.name.clone());
    }

    /// Returns the name of an Ace.
    pub(crate) fn ace(&self, ace: u8) -> &str {
        self.aces.get(usize::from(ace)).map_or("An Ace", String::as_str)
    }

    /// Returns the name of an enemy.
    pub(crate) fn enemy(&self, enemy: u16) -> &str {
        self.enemies.get(usize::from(enemy)).map_or("an enemy", String::as_str)
    }

    /// Returns the name of an Ace or an enemy.
    pub(crate) fn whom(&self, whom: AceOrEnemy) -> &str {
        match (whom.ace, whom.enemy) {
            (Some(ace), _) => self.ace(ace),
            (None, Some(enemy)) => self.enemy(enemy),
            (None, None) => "nobody",
        }
    }

    /// Returns the name of a hex, as `q,r`.
    pub(crate) fn hex(&self, hex: u8) -> &str {
        let hexes = self.hexes.get(self.battle).map_or(&[][..], Vec::as_slice);
        hexes.get(usize::from(hex)).map_or("nowhere", String::as_str)
    }

    /// Returns the names of several hexes.
    pub(crate) fn hexes(&self, hexes: &[u8]) -> String {
        let names: Vec<&str> = hexes.iter().map(|hex| self.hex(*hex)).collect();
        names.join(" and ")
    }
}

/// Makes names distinct: equal names get numbers.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let numbered = names.iter().map(|name| {
        let several = names.iter().filter(|other| *other == name).count() > 1;
        let plain = (!several).then(|| name.clone());
        let free = plain.into_iter().chain(numbers(name)).find(|name| !taken.contains(name));
        let free = free.unwrap_or_else(|| name.clone());
        taken.insert(free.clone());
        free
    });
    numbered.collect()
}

/// Returns a name with numbers from 1.
pub(crate) fn numbers(name: &str) -> impl Iterator<Item = String> {
    (1..u16::MAX).map(move |number| format!("{name} {number}"))
}
