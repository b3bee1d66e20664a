//! A referee of Apocalypse Frame. It follows the rules through a mission (battles, rounds, turns of Aces, turns of the
//! game master), and takes each line where the rules allow it, or refuses it. Changes of state in the lines must equal
//! those by the rules. It knows the header, the rules in the header, and the lines; ids are those of the rulings.

mod attack;
mod damage;
mod effects;
mod enemy;
mod gear;
mod gm;
mod harm;
mod items;
mod round;
mod seen;
mod state;
mod turn;

use self::gear::{AceGear, Kind};
use self::seen::Life;
use self::state::{Ace, Enemy, Field, GmTurn, Mortar, Turn};
use super::lines::{Line, Lines, Refusal, Ruled};
use serde_json::Value;
use std::collections::BTreeSet;

/// Reason for leaving a step of a battle: a line was refused, or the battle is over.
#[derive(Debug)]
enum Halt {
    Refused(Refusal),
    Ended(String),
    /// A rule that this version is known to break was broken, and the rest cannot be judged.
    Known(&'static str),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Halt {
        Halt::Refused(refusal)
    }
}

type Flow<T = ()> = Result<T, Halt>;

/// State of a mission as the referee has rebuilt it.
struct Mission<'a> {
    lines: Lines<'a>,
    header: Line<'a>,
    rules: &'a Value,
    gear: Vec<AceGear>,
    /// Enemy kinds and hexes of the current battle.
    kinds: Vec<Kind>,
    hexes: Vec<(i64, i64)>,
    aces: Vec<Ace>,
    enemies: Vec<Enemy>,
    /// Parts left of each colossus, and parts at the beginning.
    parts: Vec<(usize, usize)>,
    field: Field,
    mortars: Vec<Mortar>,
    turn: Turn,
    gm: GmTurn,
    battle: usize,
    round: usize,
    drops_due: usize,
    materials: usize,
    told: seen::Told<'a>,
    known: &'a [&'a str],
}

/// Judges a mission. A breach of a `known` rule ends the judging, and is returned by its id.
pub(crate) fn judge(header: &Value, lines: &[&Value], known: &[&str]) -> Ruled<BTreeSet<String>> {
    let mut mission = Mission::new(header, lines, known)?;
    let mut last = "defeat".to_owned();
    for battle in 0..mission.header.items("battles").len() {
        last = match mission.play_battle(battle) {
            Err(Halt::Ended(ending)) => ending,
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Err(Halt::Known(rule)) => return Ok([rule.to_owned()].into()),
            Ok(()) => return mission.lines.refuse("the battle has no end"),
        };
        if last != "victory" {
            break;
        }
    }
    let line = mission.take("mission-ended")?;
    line.same("how the mission ends", line.text("ending")?, last.as_str())?;
    mission.close()?;
    match mission.lines.peek() {
        Some(line) => line.refuse("nothing follows the end"),
        None => Ok(BTreeSet::new()),
    }
}

impl<'a> Mission<'a> {
    fn new(header: &'a Value, lines: &[&'a Value], known: &'a [&'a str]) -> Ruled<Mission<'a>> {
        let header = Line { value: header, number: 0 };
        let rules = header.get("rules");
        header.same("the ruleset's name", header.text("ruleset")?, rules["name"].as_str().unwrap_or(""))?;
        let gear: Option<Vec<AceGear>> = header.items("aces").iter().map(AceGear::read).collect();
        let Some(gear) = gear else { return header.refuse("an Ace lacks numbers") };
        Ok(Mission {
            lines: Lines::new(lines),
            header,
            rules,
            aces: gear.iter().map(Ace::new).collect(),
            told: seen::Told::new(gear.len()),
            gear,
            kinds: Vec::new(),
            hexes: Vec::new(),
            enemies: Vec::new(),
            parts: Vec::new(),
            field: Field::default(),
            mortars: Vec::new(),
            turn: Turn::default(),
            gm: GmTurn::default(),
            battle: 0,
            round: 0,
            drops_due: 0,
            materials: 0,
            known,
        })
    }

    fn int(&self, part: &str, key: &str) -> usize {
        let number = self.rules[part][key].as_u64();
        number.unwrap_or_else(|| panic!("the header's rules have no number {part}.{key}")) as usize
    }

    fn on(&self, part: &str, key: &str) -> bool {
        self.rules[part][key].as_bool().unwrap_or_else(|| panic!("the header's rules have no switch {part}.{key}"))
    }

    fn choice(&self, part: &str, key: &str) -> &'a str {
        self.rules[part][key].as_str().unwrap_or_else(|| panic!("the header's rules have no choice {part}.{key}"))
    }

    /// Takes the next line, which must have this event, after checking the state in the previous line.
    fn take(&mut self, event: &str) -> Ruled<Line<'a>> {
        self.close()?;
        let line = self.lines.next()?;
        line.rule(line.event() == event, || format!("order of events: `{}` where `{event}` is due", line.event()))?;
        line.same("battle", line.number("battle")?, self.battle)?;
        line.same("round", line.number("round")?, self.round)?;
        self.told.hear(line)?;
        Ok(line)
    }

    fn comes(&self, event: &str) -> bool {
        self.lines.comes(event)
    }

    /// Refuses the line unless a rule holds, or is known to be broken by this version.
    fn keeps(&self, line: Line, rule: &'static str, kept: bool, why: &str) -> Flow {
        match kept {
            true => Ok(()),
            false if self.known.contains(&rule) => Err(Halt::Known(rule)),
            false => Ok(line.refuse(format!("{rule}: {why}"))?),
        }
    }

    /// Returns the hexes between two places.
    fn hexes_between(&self, a: usize, b: usize) -> usize {
        let ((aq, ar), (bq, br)) = (self.hexes[a], self.hexes[b]);
        let (q, r) = (aq - bq, ar - br);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as usize
    }

    /// Returns the hexes between two places as attacks count them: rooftops are farther from the ground ("Rooftop").
    fn range(&self, from: usize, to: usize) -> usize {
        let up = self.field.rooftops.contains(&to) && !self.field.rooftops.contains(&from);
        self.hexes_between(from, to) + if up { self.int("fields", "rooftop_hexes") } else { 0 }
    }

    /// Returns the adjacent hexes on the map.
    fn around(&self, at: usize) -> Vec<usize> {
        (0..self.hexes.len()).filter(|to| self.hexes_between(at, *to) == 1).collect()
    }

    fn ups(&self) -> Vec<usize> {
        (0..self.enemies.len()).filter(|enemy| self.enemies[*enemy].up).collect()
    }

    fn kind(&self, enemy: usize) -> &Kind {
        &self.kinds[self.enemies[enemy].kind]
    }

    /// Returns the place of an Ace that is on the map.
    fn at(&self, ace: usize) -> usize {
        self.aces[ace].seen.at.unwrap_or(0)
    }

    fn is_on_map(&self, ace: usize) -> bool {
        matches!(self.aces[ace].seen.life, Life::Ready | Life::Down | Life::LastStand)
    }

    fn acts(&self, ace: usize) -> bool {
        matches!(self.aces[ace].seen.life, Life::Ready | Life::LastStand)
    }

    /// Returns true if an Ace can be harmed; not if it is down or in its last stand (A46).
    fn can_be_harmed(&self, ace: usize) -> bool {
        self.aces[ace].seen.life == Life::Ready
    }

    /// Returns the Ace that a line names.
    fn ace_of(&self, line: Line) -> Ruled<usize> {
        let ace = line.number("ace")?;
        line.rule(ace < self.aces.len(), || format!("no Ace {ace}"))?;
        Ok(ace)
    }

    /// Returns the enemy that a line names.
    fn enemy_of(&self, line: Line, key: &str) -> Ruled<usize> {
        let enemy = line.number(key)?;
        line.rule(enemy < self.enemies.len(), || format!("no enemy {enemy}"))?;
        Ok(enemy)
    }
}
