//! A referee of Intercept Orbit. It follows a replay line by line, and refuses a line that the header, the rules in the
//! header and the earlier lines do not allow; ids are those of the rulings. It has separate code for geometry, dice,
//! hits and scores. The engine is only used to play the battles.

mod damage;
mod dice;
mod games;
mod moves;
mod mutations;
mod order;
mod placing;
mod setup;
mod state;
mod strike;

use self::damage::Fight;
use self::dice::Hand;
use self::games::{PLAYED, Played, REPLAYS};
use self::order::Order;
use self::placing::Placing;
use self::state::{Field, Life};
use super::lines::{Line, Lines, Place, Refusal, Ruled, fold};
use super::replays::Replay;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The target of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    Asset(usize),
    Aboard { ship: usize, fleet: usize },
}

/// Damage that is still to be taken.
#[derive(Clone, Copy, Debug)]
struct Wound {
    victim: Victim,
    hits: usize,
}

/// Cover of the target in the last attack that landed; it may be spared (I41).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cover {
    attacker: usize,
    asset: Option<usize>,
    piece: Option<usize>,
    hits: usize,
}

/// An open turn.
#[derive(Debug)]
struct Turn {
    asset: usize,
    hand: Hand,
    target: (Option<usize>, Option<usize>),
    band: String,
    /// Die and pips of the declared attack.
    attack: (String, usize),
    rolled: bool,
    attacked: bool,
    moved: bool,
    launches: usize,
    /// Progress of the turn, true if it has its defense, and true if a declared attack has not landed.
    part: u8,
    defended: bool,
    pending: bool,
}

/// State of a battle as the referee has rebuilt it.
struct Judge<'a> {
    field: Field<'a>,
    points: Option<Vec<i64>>,
    /// Change of the number of scoring assets beyond those held (I36).
    extra: Vec<i64>,
    /// State after the lines so far.
    told: Value,
    round: usize,
    clock: usize,
    turns: Vec<Turn>,
    /// Asset that set out last, with its start, heading and clicks.
    course: Option<(usize, Place, usize, Vec<i64>)>,
    collided: bool,
    /// The ship that launched last.
    launcher: Option<usize>,
    /// Pips left to pass debris (I55).
    pips: usize,
    cover: Option<Cover>,
    /// Hits that a piece of debris takes next.
    rock: Option<(usize, usize)>,
    order: Order,
    placing: Placing,
    /// True if an asset has set out and still moves.
    under_way: bool,
    /// True if all have acted and the round ends.
    ending: bool,
    wounds: Vec<Wound>,
    fight: Option<Fight>,
    /// Ship, the fleet that gives dice, and the fleet that gets them.
    aided: Option<(usize, usize, usize)>,
    /// Companies with fuel already counted down this round.
    burned: BTreeSet<usize>,
    /// The previous event.
    last: String,
    dropped: BTreeSet<usize>,
}

/// Judges a battle.
pub(crate) fn judge(header: &Value, lines: &[&Value]) -> Ruled {
    let mut judge = Judge::new(header);
    let mut lines = Lines::new(lines);
    while lines.peek().is_some() {
        let line = lines.next()?;
        judge.take_line(line)?;
        judge.last = line.event().to_owned();
    }
    if judge.last == "over" { Ok(()) } else { lines.refuse("the battle does not end") }
}

impl<'a> Judge<'a> {
    fn new(header: &'a Value) -> Judge<'a> {
        let field = Field::new(header);
        Judge {
            points: None,
            extra: vec![0; field.fleets()],
            told: Value::Null,
            round: 0,
            clock: header["clock"].as_u64().unwrap_or(0) as usize,
            turns: Vec::new(),
            course: None,
            collided: false,
            launcher: None,
            pips: 0,
            cover: None,
            rock: None,
            order: Order::default(),
            placing: Placing::default(),
            under_way: false,
            ending: false,
            wounds: Vec::new(),
            fight: None,
            aided: None,
            burned: BTreeSet::new(),
            last: String::new(),
            dropped: BTreeSet::new(),
            field,
        }
    }

    /// Judges a line: its event, its change of the state, and scores.
    fn take_line(&mut self, line: Line) -> Ruled {
        line.rule(self.last != "over", || "nothing follows the end".to_owned())?;
        line.same("round", line.number("round")?, self.round + usize::from(line.event() == "round-began"))?;
        self.field.check_named(line)?;
        self.check_due(line)?;
        self.check_part(line)?;
        self.happen(line)?;
        if line.get("change").is_object() {
            fold(&mut self.told, line.get("change"));
        }
        let told = std::mem::take(&mut self.told);
        for asset in 0..self.field.assets.len() {
            self.compare_state(Line { value: &told["assets"][asset], number: line.number }, asset)?;
        }
        self.told = told;
        if self.points.is_some() {
            let told: Vec<i64> =
                self.told["scores"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
            line.same("scores are points times assets", told, self.score())?;
        }
        Ok(())
    }

    /// Computes the scores: points times assets held (I23, I34, I36).
    fn score(&self) -> Vec<i64> {
        let points = self.points.iter().flatten().zip(&self.extra).enumerate();
        let score = points.map(|(fleet, (points, extra))| {
            let held =
                self.field.assets.iter().enumerate().filter(|(number, asset)| {
                    asset.holder == fleet && asset.scores() && !self.dropped.contains(number)
                });
            points * (held.count() as i64 + extra)
        });
        score.collect()
    }

    /// Compares the state of an asset with the state by the rules. Companies are carried along, and go with docks that
    /// change hands (I35): their places come from the lines.
    fn compare_state(&mut self, told: Line, asset: usize) -> Ruled {
        let own = &self.field.assets[asset];
        if !own.is_there() {
            return Ok(());
        }
        let mut systems: Vec<&str> = told.items("systems").iter().filter_map(Value::as_str).collect();
        let mut left: Vec<&str> = own.systems.iter().map(String::as_str).collect();
        systems.sort_unstable();
        left.sort_unstable();
        told.rule(systems == left, || format!("systems of asset {asset}: line {systems:?}, referee {left:?}"))?;
        let judged = (Some(own.whites), Some(own.fuel), own.defense, Some(own.heading));
        let state = (told.opt("whites"), told.opt("fuel"), told.opt("defense"), told.opt("heading"));
        told.rule(state == judged, || {
            format!("whites, fuel, defense and heading of asset {asset}: line {state:?}, referee {judged:?}")
        })?;
        let (at, on, carried, fleet) =
            (told.place("at")?, told.opt("on"), told.opt("carried_by"), told.number("fleet")?);
        if (at, on, carried, fleet) == (own.at, own.on, own.carried, own.holder) {
            return Ok(());
        }
        self.field.check_named(told)?;
        told.rule(own.is_company(), || format!("only companies are carried along, not asset {asset}"))?;
        let with_dock = own.life == Life::Docked && !self.field.on("captured", "companies_stay");
        let docks = own.on.is_some_and(|ship| with_dock && self.field.assets[ship].holder == fleet);
        told.rule(own.holder == fleet || docks, || format!("I35: asset {asset} changes hands unasked"))?;
        let own = &mut self.field.assets[asset];
        (own.at, own.on, own.carried, own.holder) = (at, on, carried, fleet);
        if own.carried.is_none() && own.life != Life::Adrift {
            self.field.check_company(told, asset)?;
        }
        Ok(())
    }

    /// Applies the event of a line.
    fn happen(&mut self, line: Line) -> Ruled {
        match line.event() {
            "setup" => self.setup(line),
            "dropped" => self.leave_behind(line),
            "placed" => self.place(line),
            "docked" => self.dock(line),
            "debris-placed" => self.place_debris(line),
            "round-began" => self.begin_round(line),
            "round-ended" => self.end_round(line),
            "turn-began" => self.begin_turn(line),
            "declared" => self.declare(line),
            "rolled" => self.roll(line),
            "defended" => self.defend(line),
            "given" => self.give(line),
            "repaired" => self.repair(line),
            "attack-declared" => self.declare_attack(line),
            "attacked" => self.strike(line),
            "set-out" => self.set_out(line),
            "sailed" => {
                self.sail(line)?;
                self.field_room(line)
            }
            "spared" => self.spare(line),
            "avoided" => self.avoid(line),
            "collided" => self.collide(line),
            "flew" => self.fly(line),
            "mended" => self.mend(line),
            "launched" => self.launch(line),
            "company-placed" => self.place_company(line),
            "spotted" => self.spot(line),
            "lost" => self.lose(line),
            "dodged" => self.dodge(line),
            "burned" => self.burn(line),
            "boarded" => self.board(line),
            "boarding-hit" => self.boarding_hit(line),
            "taken" => self.take(line),
            "reverted" => self.revert(line),
            "turn-ended" => self.end_turn(line),
            "over" => self.over(line),
            _ => self.happen_aside(line),
        }
    }

    /// Applies events that need little judging.
    fn happen_aside(&mut self, line: Line) -> Ruled {
        let asset = line.opt("asset").filter(|asset| *asset < self.field.assets.len());
        match (line.event(), asset) {
            ("debris-hit", _) => {
                let piece = self.field.piece_of(line, "piece")?;
                self.field.pieces[piece].hits += line.number("hits")?;
                Ok(())
            }
            ("debris-destroyed", _) => {
                let piece = self.field.piece_of(line, "piece")?;
                line.rule(std::mem::take(&mut self.field.pieces[piece].there), || "debris is gone twice".to_owned())
            }
            ("debris-moved", _) => {
                let piece = self.field.piece_of(line, "piece")?;
                self.field.pieces[piece].at = line.place("to")?;
                Ok(())
            }
            ("turned" | "nudged", Some(asset)) => {
                (self.field.assets[asset].at, self.field.assets[asset].heading) =
                    (line.place("to")?, line.number("heading")?);
                self.field.check_room_of(line, asset)
            }
            ("headed", Some(asset)) => {
                self.field.assets[asset].heading = line.number("heading")?;
                self.field.check_room_of(line, asset)
            }
            ("rode" | "clung", Some(asset)) => {
                (self.field.assets[asset].at, self.field.assets[asset].on) = (line.place("to")?, line.opt("ship"));
                self.check_on(line, asset)
            }
            ("left-behind", Some(asset)) => {
                (self.field.assets[asset].at, self.field.assets[asset].on) = (line.place("to")?, None);
                Ok(())
            }
            ("picked-up", Some(asset)) => self.pick_up(line, asset),
            ("drifted", Some(asset)) => {
                let own = &mut self.field.assets[asset];
                line.rule(own.fuel == 0 && own.is_company(), || "I23: it drifts with fuel".to_owned())?;
                (own.life, own.defense, own.spots) = (Life::Adrift, None, [0; 2]);
                Ok(())
            }
            ("destroyed", Some(asset)) => {
                line.same("I06, I08: hits that it takes", self.field.assets[asset].hit_points(), 0)?;
                self.end(asset);
                Ok(())
            }
            ("left", Some(asset)) => {
                line.rule(self.field.assets[asset].is_ship(), || "I56: no ship leaves the table".to_owned())?;
                self.end(asset);
                Ok(())
            }
            ("lost-aboard", Some(asset)) => {
                let own = &self.field.assets[asset];
                let rides = own.is_company() && own.on.is_some() && own.on == line.opt("ship");
                line.rule(rides && own.life != Life::Standing, || "I56: it is left behind".to_owned())?;
                line.rule(self.field.on("edge", "with_companies"), || "I56: companies stay".to_owned())?;
                self.end(asset);
                Ok(())
            }
            ("aided", _) => {
                line.rule(self.field.on("boarding", "aid"), || "I32: no aid by these rules".to_owned())?;
                self.by_score(line)?;
                self.aided = Some((line.number("ship")?, line.number("fleet")?, line.number("aided")?));
                Ok(())
            }
            ("ticked", _) => self.tick(line),
            ("held", _) => self.vote(line),
            ("passed", _) => self.pass(line),
            ("rolled-off", _) => self.roll_off(line),
            ("attack-forgone", Some(asset)) => {
                let turn = self.turn_of(line, asset)?;
                let named = turn.target != (None, None) && !turn.attacked;
                line.rule(named, || "no attack is left to be given up".to_owned())
            }
            ("passing", _) => Ok(()),
            (event, _) => line.refuse(format!("no rule for `{event}`")),
        }
    }

    /// Returns the open turn of an asset.
    fn turn_of(&mut self, line: Line, asset: usize) -> Ruled<&mut Turn> {
        match self.turns.iter_mut().find(|turn| turn.asset == asset) {
            Some(turn) => Ok(turn),
            None => line.refuse(format!("asset {asset} has no turn")),
        }
    }

    fn field_room(&self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        self.field.check_room_of(line, asset)
    }
}

/// Judges battles, and returns the number of each event.
fn judge_all() -> BTreeMap<String, usize> {
    let mut events = BTreeMap::new();
    for game in REPLAYS.iter().chain(PLAYED.iter()) {
        let (name, Replay { header, lines }) = (&game.name, game.parse());
        let all: Vec<&Value> = lines.iter().collect();
        if let Err(Refusal { line, why }) = judge(&header, &all) {
            let near: Vec<&Value> =
                lines[line.saturating_sub(6)..line.min(lines.len())].iter().map(|line| &line["text"]).collect();
            panic!("{name}: line {line}: {why}\n{near:#?}\n{}", lines[line.max(1) - 1]);
        }
        for line in &lines {
            *events.entry(line["event"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    events
}

#[test]
fn battles_are_as_the_rules_have_them() {
    let events = judge_all();
    for event in [
        "collided",
        "boarded",
        "boarding-hit",
        "taken",
        "launched",
        "mended",
        "lost",
        "destroyed",
        "drifted",
        "left",
        "lost-aboard",
        "spared",
        "passed",
        "rolled-off",
        "held",
        "avoided",
        "dropped",
        "headed",
        "debris-moved",
        "nudged",
    ] {
        assert!(events.contains_key(event), "no {event} in {events:?}");
    }
}

/// Number of battles of the program's players that are tampered with in all places.
const MOST_PLAYED: usize = 4;

/// Events of few battles.
const RARE: [&str; 2] = ["boarding-hit", "spared"];

/// Tampers with replays in many places, and checks that each is refused.
#[test]
fn tampering_with_orbital_battles_is_refused() {
    let wanted = ["as it is 0", "easy boarding 3", "deadly 5", "captures last 2", "thirsty 1", "hard collisions 4"];
    let replays = REPLAYS.iter().filter(|game| wanted.contains(&game.name.as_str()));
    let plain: Vec<Replay> = replays.chain(&PLAYED[..MOST_PLAYED]).map(Played::parse).collect();
    // Boarding and spared cover are rare, so their lines are tampered with in every battle that has one.
    let is_rare = |game: &&Played| RARE.iter().any(|event| game.jsonl.contains(&format!("\"event\":\"{event}\"")));
    let fights: Vec<Replay> = REPLAYS.iter().chain(PLAYED.iter()).filter(is_rare).map(Played::parse).collect();
    assert!(plain.len() == wanted.len() + MOST_PLAYED && !fights.is_empty());
    for kind in &mutations::KINDS {
        let is_rare = ["boarding", "winner", "captor", "spared"].iter().any(|word| kind.name.contains(word));
        kind.check(&kind.try_on(if is_rare { &fights } else { &plain }, judge));
    }
}
