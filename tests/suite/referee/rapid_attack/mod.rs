//! A referee of Rapid Attack. It follows the rules through a replay (companies, fielding, rounds, turns), and takes
//! each line where the rules allow it, or refuses it. It knows the header, the rules in the header, and the lines; ids
//! are those of the rulings.

mod bids;
mod cover;
mod damage;
mod fielding;
mod hand;
mod moves;
mod order;
mod stations;
mod strike;
mod table;
mod turn;

use super::lines::{Line, Lines, Place, Ruled, fold, place};
use super::plane::{Shape, Tri};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Status of a frame: waiting, withdrawn, in the battle or destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Waiting,
    Withdrawn,
    Standing,
    Destroyed,
}

/// A frame.
#[derive(Clone, Debug)]
struct Unit {
    company: usize,
    systems: Vec<String>,
    /// Number of systems that it was built with.
    built: usize,
    whites: usize,
    rockets: usize,
    at: Place,
    elevation: usize,
    defense: Option<usize>,
    /// Pips, and the player who placed them.
    spot: Option<(usize, usize)>,
    acted: bool,
    life: Life,
    /// Dice of per-unit order that are still to come (S35).
    order: Vec<usize>,
}

impl Unit {
    fn stands(&self) -> bool {
        self.life == Life::Standing
    }

    fn count(&self, system: &str) -> usize {
        self.systems.iter().filter(|own| *own == system).count()
    }

    /// Counts the whole weapons and the half weapons with a range's letter (S34).
    fn weapons(&self, letter: char) -> (usize, usize) {
        let whole = self.count(&format!("R{letter}"));
        (whole, self.systems.iter().filter(|own| own.contains('/') && own.contains(letter)).count())
    }

    /// Returns true for ranged weapon systems, including half weapons; they take the sprint die (S21).
    fn is_ranged(&self) -> bool {
        ['d', 'a'].into_iter().any(|letter| self.weapons(letter) != (0, 0))
    }
}

/// Systems in alphabetical order, whites, rockets, elevation, defense, spot and mark of a frame.
type Now<'a> = (Vec<&'a str>, [usize; 3], Option<usize>, Option<(usize, usize)>, bool);

impl Unit {
    fn now(&self) -> Now<'_> {
        let mut systems: Vec<&str> = self.systems.iter().map(String::as_str).collect();
        systems.sort_unstable();
        (systems, [self.whites, self.rockets, self.elevation], self.defense, self.spot, self.acted)
    }
}

/// Reads the state of a frame.
fn now(told: &Value) -> Now<'_> {
    let number = |value: &Value| value.as_u64().map(|number| number as usize);
    let mut systems: Vec<&str> = told["systems"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    systems.sort_unstable();
    let numbers = ["whites", "rockets", "elevation"].map(|key| number(&told[key]).unwrap_or(usize::MAX));
    let spot = number(&told["spot"]["value"]).zip(number(&told["spot"]["by"]));
    (systems, numbers, number(&told["defense"]), spot, told["acted"] == true)
}

/// A station.
#[derive(Clone, Debug)]
struct Station {
    fielder: Option<usize>,
    owner: Option<usize>,
    at: Option<Place>,
    /// Presence of a frame of the owner at the last check; `None` if rounding leaves it open.
    guarded: Tri,
}

/// Effect of a piece of terrain on frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Structure,
    /// Cover against higher frames for the frames under it (R48).
    Roof,
    /// Frames on it leave a white aside (S41).
    Hostile,
    /// Terrain for frames that cross cover (Handbook, "Other terrain").
    Difficult,
}

/// A piece of terrain.
#[derive(Clone, Debug)]
struct Piece {
    shape: Shape,
    hits: usize,
    heights: Vec<usize>,
    taken: usize,
    /// True if it still is cover, or a roof.
    standing: bool,
    kind: Ground,
    /// True if stairs or a ladder lead onto it.
    stairs: bool,
    /// Place of the station that a player may claim it as.
    station: Option<Place>,
    /// Environmental system that it needs, if it is hostile ground.
    needs: String,
    spot: Option<(usize, usize)>,
}

impl Piece {
    /// Returns true if the piece covers the frames next to it, and blocks frames that may not cross it.
    fn is_structure(&self) -> bool {
        self.standing && self.kind == Ground::Structure
    }

    fn height(&self, taken: usize) -> usize {
        self.heights[taken.min(self.heights.len() - 1)]
    }
}

/// State of a battle as the referee has rebuilt it.
struct Battle<'a> {
    lines: Lines<'a>,
    rules: &'a Value,
    header: Line<'a>,
    size: &'a str,
    units: Vec<Unit>,
    stations: Vec<Station>,
    pieces: Vec<Piece>,
    points: Vec<i64>,
    seats: Vec<usize>,
    /// Players in the order in which they last chose to act or pass.
    query: Vec<usize>,
    last_to_act: usize,
    /// Player who lost the roll for offense, until that tie is broken (S23).
    tied_last: Option<usize>,
    /// Open turns: the attacker's, then the answer (R09).
    turns: Vec<turn::Turn>,
    round: usize,
    clock: usize,
    told: Told<'a>,
    /// Ids of rules that this version is known to break, and where it broke them.
    known: &'a [&'a str],
    broken: BTreeSet<String>,
}

/// The last line, and the state after it.
#[derive(Debug, Default)]
struct Told<'a> {
    line: Option<Line<'a>>,
    state: Value,
}

impl Told<'_> {
    fn elevation(&self, unit: usize) -> usize {
        self.state["units"][unit]["elevation"].as_u64().unwrap_or(0) as usize
    }

    /// Counts the things of a kind, such as `units`, with a place on the table.
    fn placed(&self, kind: &str) -> usize {
        let things = self.state[kind].as_array().into_iter().flatten();
        things.filter(|thing| !thing["at"].is_null()).count()
    }
}

/// Judges a battle. Breaches of `known` rules are returned by their ids and stop nothing.
pub(crate) fn judge(header: &Value, lines: &[&Value], known: &[&str]) -> Ruled<BTreeSet<String>> {
    let mut battle = Battle::new(header, lines, known)?;
    battle.companies()?;
    battle.field_all()?;
    while battle.play_round()? {}
    let over = battle.take("over")?;
    let finals: Vec<i64> = over.items("final_scores").iter().filter_map(Value::as_i64).collect();
    over.same("S44: final scores", finals, battle.scores())?;
    battle.close()?;
    match battle.lines.peek() {
        Some(line) => line.refuse("nothing follows the end"),
        None => Ok(battle.broken),
    }
}

impl<'a> Battle<'a> {
    fn new(header: &'a Value, lines: &[&'a Value], known: &'a [&'a str]) -> Ruled<Battle<'a>> {
        let header = Line { value: header, number: 0 };
        let units: Vec<Unit> = header.items("units").iter().map(unit).collect();
        let pieces: Option<Vec<Piece>> =
            header.items("pieces").iter().map(|piece| self::piece(header, piece)).collect();
        let Some(pieces) = pieces else { return header.refuse("a piece has no outline") };
        let station = |value: &Value| {
            let company = value["company"].as_u64().map(|company| company as usize);
            Station { fielder: company, owner: company, at: None, guarded: Some(false) }
        };
        let battle = Battle {
            lines: Lines::new(lines),
            rules: header.get("rules"),
            header,
            size: header.text("size")?,
            told: Told::default(),
            units,
            stations: header.items("stations").iter().map(station).collect(),
            pieces,
            points: vec![0; header.items("companies").len()],
            seats: Vec::new(),
            query: Vec::new(),
            last_to_act: 0,
            tied_last: None,
            turns: Vec::new(),
            round: 0,
            clock: header.number("clock")?,
            known,
            broken: BTreeSet::new(),
        };
        let start = if battle.is_demo() { 5 } else { battle.int("clock", "start") };
        header.same("where the clock begins", battle.clock, start)?;
        header.same("the ruleset's name", header.text("ruleset")?, battle.rules["name"].as_str().unwrap_or(""))?;
        Ok(battle)
    }

    fn is_demo(&self) -> bool {
        self.size == "demo"
    }

    fn players(&self) -> usize {
        self.points.len()
    }

    /// Returns a number of the rules.
    fn real(&self, part: &str, key: &str) -> f64 {
        self.rules[part][key].as_f64().unwrap_or_else(|| panic!("the header's rules have no number {part}.{key}"))
    }

    fn int(&self, part: &str, key: &str) -> usize {
        self.real(part, key) as usize
    }

    /// Returns a switch of the rules.
    fn on(&self, part: &str, key: &str) -> bool {
        self.rules[part][key].as_bool().unwrap_or_else(|| panic!("the header's rules have no switch {part}.{key}"))
    }

    /// Returns a choice of the rules.
    fn choice(&self, part: &str, key: &str) -> &'a str {
        self.rules[part][key].as_str().unwrap_or_else(|| panic!("the header's rules have no choice {part}.{key}"))
    }

    fn radius(&self) -> f64 {
        self.real("movement", "frame_radius")
    }

    fn frames(&self, company: usize) -> usize {
        let plays = |unit: &&Unit| unit.company == company && matches!(unit.life, Life::Waiting | Life::Standing);
        self.units.iter().filter(plays).count()
    }

    fn held(&self, company: usize) -> usize {
        self.stations.iter().filter(|station| station.owner == Some(company)).count()
    }

    /// Computes a score: frames and stations times points per asset.
    fn score(&self, company: usize) -> i64 {
        (self.frames(company) + self.held(company)) as i64 * self.points[company]
    }

    fn scores(&self) -> Vec<i64> {
        (0..self.players()).map(|company| self.score(company)).collect()
    }

    /// Returns true if two companies have equal scores.
    fn are_level(&self) -> bool {
        let scores = self.scores();
        (1..scores.len()).any(|i| scores[..i].contains(&scores[i]))
    }

    /// Takes the next line, which must have this event, after checking the values of the previous line.
    fn take(&mut self, event: &str) -> Ruled<Line<'a>> {
        self.close()?;
        let line = self.lines.next()?;
        line.rule(line.event() == event, || format!("order of events: `{}` where `{event}` is due", line.event()))?;
        line.same("round", line.number("round")?, self.round + usize::from(event == "round-began"))?;
        if line.get("change").is_object() {
            fold(&mut self.told.state, line.get("change"));
        }
        self.told.line = Some(line);
        Ok(line)
    }

    /// Compares the state after the previous line with the state by the rules.
    fn close(&mut self) -> Ruled {
        let Some(line) = self.told.line.take() else { return Ok(()) };
        let told = &self.told.state;
        line.same("scores are assets times points per asset", &told["scores"], &json!(self.scores()))?;
        let there = self.units.iter().enumerate();
        for (number, unit) in there.filter(|(_, unit)| matches!(unit.life, Life::Waiting | Life::Standing)) {
            let (told, judged) = (now(&told["units"][number]), unit.now());
            line.rule(told == judged, || {
                format!("R16, R38, R47: state of frame {number}: {told:?} told, it is {judged:?}")
            })?;
        }
        for (number, station) in self.stations.iter().enumerate().filter(|(_, station)| station.at.is_some()) {
            let owner = told["stations"][number]["owner"].as_u64().map(|owner| owner as usize);
            line.rule(owner == station.owner, || {
                format!("owner of station {number}: {owner:?} told, it is {:?}", station.owner)
            })?;
        }
        for (number, piece) in self.pieces.iter().enumerate() {
            let hits = told["pieces"][number]["hits"].as_u64();
            line.rule(hits == Some(piece.taken as u64), || {
                format!("R33: hits on piece {number}: {hits:?} told, it is {}", piece.taken)
            })?;
        }
        Ok(())
    }

    fn comes(&self, event: &str) -> bool {
        self.lines.comes(event)
    }

    /// Refuses the line unless a rule holds, or is known to be broken by this version.
    fn keeps(&mut self, line: Line, rule: &str, kept: bool, why: impl FnOnce() -> String) -> Ruled {
        if !kept && self.known.contains(&rule) {
            self.broken.insert(rule.to_owned());
            return Ok(());
        }
        line.rule(kept, || format!("{rule}: {}", why()))
    }

    /// Returns the frame that a line names.
    fn unit_of(&self, line: Line, key: &str) -> Ruled<usize> {
        let unit = line.number(key)?;
        line.rule(unit < self.units.len(), || format!("no frame {unit}"))?;
        Ok(unit)
    }
}

fn unit(value: &Value) -> Unit {
    let number = |key: &str| value[key].as_u64().unwrap_or(0) as usize;
    let systems: Vec<String> =
        value["systems"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Unit {
        company: number("company"),
        built: systems.len(),
        systems,
        whites: number("whites"),
        rockets: number("rockets"),
        at: [0.0, 0.0],
        elevation: 0,
        defense: None,
        spot: None,
        acted: false,
        life: if value["spare"] == true { Life::Withdrawn } else { Life::Waiting },
        order: Vec::new(),
    }
}

fn piece(header: Line, value: &Value) -> Option<Piece> {
    let heights: Vec<usize> =
        value["heights"].as_array()?.iter().filter_map(Value::as_u64).map(|h| h as usize).collect();
    let least = header.get("rules")["shelter"]["min_height"].as_u64()? as usize;
    let kind = match value["kind"].as_str() {
        None | Some("cover") => Ground::Structure,
        Some("roof") => Ground::Roof,
        Some("hostile") => Ground::Hostile,
        Some("difficult") => Ground::Difficult,
        Some(_) => return None,
    };
    Some(Piece {
        shape: Shape::read(value)?,
        hits: value["hits"].as_u64()? as usize,
        standing: *heights.first()? >= least && matches!(kind, Ground::Structure | Ground::Roof),
        kind,
        stairs: value["stairs"] == true,
        station: place(&value["station"]),
        needs: value["needs"].as_str().unwrap_or("E").to_owned(),
        heights,
        taken: 0,
        spot: None,
    })
}
