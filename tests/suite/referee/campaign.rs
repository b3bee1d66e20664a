//! A referee of campaigns of Apocalypse Frame. It rebuilds Materials, clocks, favors, gear and frames from the lines of
//! a ledger and the rules in its header, and refuses a line that the rules do not allow.

use super::games::Fixture;
use super::lines::{Line, Lines, Refusal, Ruled, fold};
use super::replays::{Replay, replay};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const DIVISIONS: [&str; 3] = ["sword", "arrow", "shield"];

/// A campaign as the referee has rebuilt it.
struct Campaign<'a> {
    lines: Lines<'a>,
    header: Line<'a>,
    /// State by the rules, and the state that the lines give.
    state: Value,
    told: Value,
}

/// Judges a ledger.
fn judge(header: &Value, lines: &[&Value]) -> Ruled {
    let header = Line { value: header, number: 0 };
    let (state, told) = (Value::Null, Value::Null);
    let mut campaign = Campaign { lines: Lines::new(lines), header, state, told };
    campaign.begin()?;
    for mission in 1..=header.number("length")? {
        campaign.state["mission"] = json!(mission);
        campaign.mission()?;
    }
    match campaign.lines.peek() {
        None => Ok(()),
        Some(line) => line.refuse("a line after the last mission"),
    }
}

impl<'a> Campaign<'a> {
    fn catalogue(&self, section: &str, key: &str) -> u64 {
        self.header.value["rules"]["catalogue"][section][key].as_u64().unwrap_or(0)
    }

    fn number(&self, path: &str) -> u64 {
        self.state.pointer(path).and_then(Value::as_u64).unwrap_or(0)
    }

    fn set(&mut self, path: &str, value: impl Into<Value>) {
        *self.state.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value.into();
    }

    fn clocks(&self) -> bool {
        self.header.is("clocks")
    }

    fn take(&mut self, event: &str) -> Ruled<Line<'a>> {
        let line = self.lines.next()?;
        line.same("event", line.event(), event)?;
        Ok(line)
    }

    /// Compares the state of a line with that of the rules.
    fn settle(&mut self, line: Line<'_>) -> Ruled {
        if let Some(change) = line.value.get("change") {
            fold(&mut self.told, change);
        }
        let mut judged = self.state.clone();
        if judged["crisis"].is_null() {
            judged.as_object_mut().map(|fields| fields.remove("crisis"));
        }
        line.same("state", &self.told, &judged)
    }

    fn begin(&mut self) -> Ruled {
        let line = self.take("began")?;
        self.told = line.get("change").clone();
        self.state = self.told.clone();
        self.state["crisis"] = Value::Null;
        let empty = |of: &str| self.number(of) == 0;
        line.rule(empty("/materials") && empty("/moonshot") && empty("/mission"), || "not a fresh campaign".into())?;
        for ace in 0..self.header.items("aces").len() * usize::from(self.clocks()) {
            self.recruit(ace)?;
        }
        Ok(())
    }

    /// A new Ace: the favor clock of the frame's Division.
    fn recruit(&mut self, ace: usize) -> Ruled {
        let line = self.take("recruited")?;
        let frame = self.state["aces"][ace]["frame"].as_str().unwrap_or("").to_owned();
        let division = &self.header.value["rules"]["catalogue"]["frames"][&frame]["division"];
        line.same("division", line.get("division"), division)?;
        line.same("ace", line.number("ace")?, ace)?;
        self.settle(line)?;
        self.favor_clock(division.as_str().unwrap_or(""))
    }

    /// Fills a segment of a clock; returns true if it was full.
    fn step(&mut self, path: &str, segments: u64) -> bool {
        let full = self.number(path) + 1 >= segments;
        self.set(path, if full { 0 } else { self.number(path) + 1 });
        full
    }

    fn favor_clock(&mut self, division: &str) -> Ruled {
        let line = self.take("favor-clock")?;
        line.same("division", line.text("division")?, division)?;
        let full = self.step(&format!("/divisions/{division}/favor"), self.catalogue("clocks", "favor"));
        line.same("full", line.is("full"), full)?;
        self.settle(line)?;
        if full { self.grant(division) } else { Ok(()) }
    }

    fn grant(&mut self, division: &str) -> Ruled {
        let stored = format!("/divisions/{division}/favors");
        let most = self.catalogue("limits", "favors");
        if most > 0 && self.number(&stored) >= most {
            self.perform(division, "materials")?;
        }
        let line = self.take("favor-granted")?;
        self.set(&stored, self.number(&stored) + 1);
        self.settle(line)?;
        match most == 0 || self.header.text("favors")? == "materials" {
            true => self.perform(division, "materials"),
            false => Ok(()),
        }
    }

    fn perform(&mut self, division: &str, aid: &str) -> Ruled {
        let line = self.take("favor-performed")?;
        line.same("division", line.text("division")?, division)?;
        line.same("aid", line.text("aid")?, aid)?;
        let materials = if aid == "materials" { self.catalogue("rewards", "favor") } else { 0 };
        line.same("Materials", line.number("materials")? as u64, materials)?;
        let stored = format!("/divisions/{division}/favors");
        line.rule(self.number(&stored) > 0, || "no favor is stored".into())?;
        self.set(&stored, self.number(&stored) - 1);
        self.set("/materials", self.number("/materials") + materials);
        self.settle(line)?;
        let line = self.take("moonshot-clock")?;
        let full = self.step("/moonshot", self.catalogue("clocks", "moonshot"));
        line.same("full", line.is("full"), full)?;
        if full {
            self.set("/moonshot_ready", true);
        }
        self.settle(line)
    }

    fn crisis_clock(&mut self, division: &str) -> Ruled {
        let line = self.take("crisis-clock")?;
        line.same("division", line.text("division")?, division)?;
        let full = self.step(&format!("/divisions/{division}/crisis"), self.catalogue("clocks", "crisis"));
        line.same("full", line.is("full"), full)?;
        if full {
            DIVISIONS.iter().for_each(|one| self.set(&format!("/divisions/{one}/crisis"), 0));
            if self.state["crisis"].is_null() {
                self.set("/crisis", division);
            }
        }
        self.settle(line)
    }

    /// One mission, from the offers to the purchases after it.
    fn mission(&mut self) -> Ruled {
        let (kind, division) = if self.clocks() { self.selected()? } else { ("standard", None) };
        let line = self.take("assigned")?;
        line.same("kind", line.text("kind")?, kind)?;
        line.same("division", line.get("division").as_str().map(str::to_owned), division.clone())?;
        self.settle(line)?;
        let use_of = self.header.text("favors")?;
        for one in DIVISIONS {
            let stored = self.number(&format!("/divisions/{one}/favors")) > 0;
            if stored && (use_of == "aid" || use_of == "save" && kind != "standard") {
                self.perform(one, ["intercept", "frame", "materials"][place(one)])?;
            }
        }
        self.fought(kind, division.as_deref())?;
        while let Some(line) = self.lines.peek() {
            match line.event() {
                "attributes-changed" => self.attributes()?,
                "bought" => self.bought()?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Returns kind and Division of the next mission by the clocks.
    fn selected(&mut self) -> Ruled<(&'static str, Option<String>)> {
        if self.state["moonshot_ready"] == json!(true) {
            self.set("/moonshot_ready", false);
            return Ok(("moonshot", None));
        }
        if let Some(division) = self.due() {
            return Ok(("crisis", Some(division)));
        }
        let line = self.take("offered")?;
        let chosen = line.text("chosen")?.to_owned();
        let types: Vec<Value> = line.items("types").to_vec();
        self.settle(line)?;
        let mut busy = BTreeSet::new();
        for division in DIVISIONS.into_iter().filter(|one| *one != chosen) {
            let face = self.team_rolled(division, &types[place(division)], &mut busy)?;
            if face <= 4 {
                self.crisis_clock(division)?;
            }
            if face >= 3 {
                self.favor_clock(division)?;
            }
        }
        if self.header.text("crisis")? == "current"
            && let Some(division) = self.due()
        {
            return Ok(("crisis", Some(division)));
        }
        Ok(("standard", Some(chosen)))
    }

    /// Takes the Division of the crisis that is due.
    fn due(&mut self) -> Option<String> {
        let due = self.state["crisis"].as_str().map(str::to_owned)?;
        self.set("/crisis", Value::Null);
        Some(due)
    }

    /// The roll of another team; returns the face that counts.
    fn team_rolled(&mut self, division: &str, sort: &Value, busy: &mut BTreeSet<usize>) -> Ruled<usize> {
        let line = self.take("team-rolled")?;
        line.same("division", line.text("division")?, division)?;
        line.same("type", line.get("type"), sort)?;
        line.rule(busy.insert(line.number("team")?), || "the team has a mission already".into())?;
        let team = self.state["teams"][line.number("team")?].clone();
        let faces = line.numbers("faces");
        line.rule(faces.iter().all(|face| (1..=6).contains(face)), || "a die has six faces".into())?;
        let (most, least) = (faces.iter().max().copied(), faces.iter().min().copied());
        let (dice, face) = if team["prefers"] == *sort {
            (2, most)
        } else if team["weakness"] == *sort {
            (2, least)
        } else {
            (1, most)
        };
        line.same("dice", faces.len(), dice)?;
        line.same("face", line.opt("face"), face)?;
        self.settle(line)?;
        Ok(face.unwrap_or(0))
    }

    /// The battle with rewards and replaced frames.
    fn fought(&mut self, kind: &str, division: Option<&str>) -> Ruled {
        let line = self.take("fought")?;
        let (won, materials) = (line.is("won"), line.number("materials")? as u64);
        let (ejected, lost) = (line.numbers("ejected"), line.numbers("lost"));
        let planned = self.header.opt("lose_frame_after") == self.state["mission"].as_u64().map(|one| one as usize);
        line.rule(!planned || lost.contains(&0), || "the planned loss is missing".into())?;
        self.set("/materials", self.number("/materials") + materials);
        self.settle(line)?;
        match division {
            _ if won && kind == "moonshot" => self.upgraded()?,
            _ if won => {
                let line = self.take("rewarded")?;
                let paid = materials * self.catalogue("rewards", kind) / 100;
                line.same("reward", line.number("materials")? as u64, paid)?;
                self.set("/materials", self.number("/materials") + paid);
                self.settle(line)?;
                match division {
                    Some(division) if kind == "crisis" => self.grant(division)?,
                    Some(division) => self.favor_clock(division)?,
                    None => {}
                }
            }
            Some(division) => self.crisis_clock(division)?,
            None => {}
        }
        for ace in 0..self.header.items("aces").len() {
            if lost.contains(&ace) || !won && ejected.contains(&ace) {
                self.frame_replaced(ace)?;
            }
        }
        Ok(())
    }

    fn upgraded(&mut self) -> Ruled {
        let Some("upgraded") = self.lines.peek().map(|line| line.event()) else { return Ok(()) };
        let line = self.take("upgraded")?;
        for ace in self.state["aces"].as_array_mut().into_iter().flatten() {
            let has = ace["upgrades"].as_array().cloned().unwrap_or_default();
            line.rule(!has.contains(line.get("upgrade")), || "an upgrade twice".into())?;
            ace["upgrades"] = json!([has, vec![line.get("upgrade").clone()]].concat());
        }
        self.settle(line)
    }

    /// Two Materials and one for each added tag, five at most; the stock frame if that is too much.
    fn frame_replaced(&mut self, ace: usize) -> Ruled {
        let line = self.take("frame-replaced")?;
        line.same("ace", line.number("ace")?, ace)?;
        let (sheet, damage) = (&self.state["aces"][ace], &self.header.value["rules"]["damage"]);
        let gear = ["armaments", "modular"].into_iter().flat_map(|key| sheet[key].as_array().into_iter().flatten());
        let tags: usize = gear.map(|piece| piece.as_str().unwrap_or("").matches(" + ").count()).sum();
        let [least, most] = ["replacement_least", "replacement"].map(|key| damage[key].as_u64().unwrap_or(0));
        let full = (least + tags as u64).min(most.max(least));
        let had = self.number("/materials");
        let cost = if had >= full { full } else { had.min(least) };
        line.same("cost", line.number("cost")? as u64, cost)?;
        line.same("rebuilt", line.is("rebuilt"), had >= full)?;
        self.set("/materials", had - cost);
        if had < full {
            let frame = sheet_frame(&self.state, ace);
            self.stock(ace, &frame);
        }
        self.settle(line)
    }

    /// Gives an Ace the stock gear of a frame; returns the gear that it had.
    fn stock(&mut self, ace: usize, frame: &str) -> Vec<String> {
        let model = self.header.value["rules"]["catalogue"]["frames"][frame].clone();
        let sheet = &mut self.state["aces"][ace];
        let texts =
            |of: &Value| of.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let old: Vec<Vec<String>> = ["armaments", "modular"].map(|key| texts(&sheet[key])).to_vec();
        sheet["frame"] = json!(frame);
        for key in ["armaments", "modular"] {
            sheet[key] = model[key].clone();
        }
        for key in ["backups", "trait", "integral"] {
            sheet.as_object_mut().map(|fields| fields.remove(key));
        }
        old.concat()
    }

    fn attributes(&mut self) -> Ruled {
        let line = self.take("attributes-changed")?;
        let path = format!("/aces/{}/attributes", line.number("ace")?);
        let before = self.state.pointer(&path).cloned().unwrap_or_default();
        let of = |spread: &Value, key: &str| spread[key].as_i64().unwrap_or(0);
        let moved: i64 = ["drive", "speed", "control"]
            .iter()
            .map(|key| of(line.get("attributes"), key) - of(&before, key))
            .map(i64::abs)
            .sum();
        line.same("points that change", moved, 2)?;
        self.set(&path, line.get("attributes").clone());
        self.settle(line)
    }

    /// A purchase: its price, and what it changes.
    fn bought(&mut self) -> Ruled {
        let line = self.take("bought")?;
        let goods = Line { value: line.get("goods"), number: line.number };
        let (costs, had) = (|key: &str| self.catalogue("costs", key), self.number("/materials"));
        let key = if goods.is("system") { "modular" } else { "armaments" };
        let mut step = None;
        let cost = match goods.text("goods")? {
            "tag" => {
                let path = format!("/aces/{}/{key}/{}", goods.number("ace")?, goods.number("slot")?);
                let piece = self.state.pointer(&path).and_then(Value::as_str).unwrap_or("").to_owned();
                let tags = piece.matches(" + ").count();
                let limit = self.catalogue("limits", if goods.is("system") { "system_tags" } else { "armament_tags" });
                line.rule((tags as u64) < limit, || format!("{piece} can take no more tags"))?;
                let cost = costs(match (goods.is("system"), goods.is("random"), tags) {
                    (true, true, _) => "random_system_tag",
                    (true, false, _) => "system_tag",
                    (false, true, 0) => "random_tag",
                    (false, true, _) => "second_random_tag",
                    (false, false, 0) => "armament_tag",
                    (false, false, _) => "second_armament_tag",
                });
                line.same("dice", line.numbers("faces").len(), if goods.is("random") { 2 } else { 0 })?;
                self.set(&path, format!("{piece} + {}", goods.text("tag")?));
                cost
            }
            "gear" => {
                let (ace, slot, new) = (goods.number("ace")?, goods.number("slot")?, goods.text("piece")?);
                let mut hangar = self.hangar();
                let stored = hangar.iter().position(|piece| piece == new).map(|place| hangar.remove(place));
                let cost = if stored.is_some() { 0 } else { costs("gear") };
                let pieces = self.state["aces"][ace][key].as_array_mut().expect("a list of gear");
                match pieces.get_mut(slot) {
                    Some(old) => hangar.extend(old.as_str().map(str::to_owned)),
                    None => pieces.push(Value::Null),
                }
                pieces[slot] = json!(new);
                if !goods.is("system") {
                    self.state["aces"][ace].as_object_mut().map(|fields| fields.remove("backups"));
                }
                self.set("/hangar", hangar.join(", "));
                cost
            }
            "frame" => {
                let cost = costs("frame");
                let old = self.stock(goods.number("ace")?, goods.text("frame")?);
                let hangar = [self.hangar(), old].concat();
                self.set("/hangar", hangar.join(", "));
                cost
            }
            _ => {
                step = Some(goods.text("division")?.to_owned());
                costs("favor_step")
            }
        };
        line.same("cost", line.number("cost")? as u64, cost)?;
        line.rule(cost <= had, || format!("{cost} Materials of {had}"))?;
        self.set("/materials", had - cost);
        self.settle(line)?;
        step.map_or(Ok(()), |division| self.favor_clock(&division))
    }

    fn hangar(&self) -> Vec<String> {
        let text = self.state["hangar"].as_str().unwrap_or("");
        text.split(", ").filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
    }
}

fn place(division: &str) -> usize {
    DIVISIONS.iter().position(|one| *one == division).unwrap_or(0)
}

fn sheet_frame(state: &Value, ace: usize) -> String {
    state["aces"][ace]["frame"].as_str().unwrap_or("").to_owned()
}

/// Returns a campaign with some keys, as a fixture.
fn fixture(name: &str, keys: &str, game: u64) -> Fixture {
    let head = "title = \"T\"\ngame = \"apocalypse-frame\"\n[[study]]\nkind = \"campaign\"\n";
    let scenario = format!("{head}aces = [\"M1\", \"L2\"]\npolicies = [\"greedy\", \"greedy\"]\n{keys}\n");
    Fixture { name: name.to_owned(), scenario, policies: ["greedy", "greedy"].map(str::to_owned).to_vec(), game }
}

/// Ledgers of every policy of spending, of favors, of crises, and of a lost frame.
fn ledgers() -> Vec<Replay> {
    let clocks = "clocks = true\nlength = 10\nstandard = [\"patrol\"]\ncrises = [\"pack\"]\nmoonshots = [\"ambush\"]\n";
    let list = "purchases = [\"Assault Rifle + random\", \"Shotgun for Machinegun\", \"Chaingun + Efficient\", \"H1 for M1\"]\n\
                attributes = [{ drive = 1, speed = 2, control = 3 }, { drive = 2, speed = 2, control = 2 }]";
    let each = |(place, spending): (usize, &str)| {
        let favors = ["aid", "save", "materials"][place % 3];
        let crisis = ["next", "current"][place % 2];
        let keys = format!("{clocks}{list}\nspending = [\"{spending}\"]\nfavors = \"{favors}\"\ncrisis = \"{crisis}\"");
        replay(&fixture(spending, &keys, place as u64))
    };
    let spending = ["tags", "random-tags", "gear", "frames", "favors", "nothing", "purchases"];
    let mut all: Vec<Replay> = spending.into_iter().enumerate().map(each).collect();
    all.push(replay(&fixture("row", "length = 4\nencounter = \"pack\"\npurchases = [\"Assault Rifle + Hot\"]", 3)));
    all
}

/// Every ledger is allowed, and most kinds of events occur.
#[test]
fn ledgers_are_rebuilt_from_their_lines() {
    let mut events = BTreeSet::new();
    for ledger in ledgers() {
        let lines: Vec<&Value> = ledger.lines.iter().collect();
        judge(&ledger.header, &lines).unwrap_or_else(|Refusal { line, why }| {
            let texts: Vec<String> = lines[line.saturating_sub(4)..line].iter().map(|line| line.to_string()).collect();
            panic!("{}: line {line}: {why}\n{}", ledger.header["spending"], texts.join("\n"))
        });
        events.extend(lines.iter().filter_map(|line| line["event"].as_str().map(str::to_owned)));
    }
    assert!(events.len() >= 13, "{events:?}");
}

/// A ledger with one changed number, flag or choice is refused.
#[test]
fn a_changed_ledger_is_refused() {
    let mut accepted = Vec::new();
    for ledger in ledgers().iter().take(3) {
        for (place, line) in ledger.lines.iter().enumerate().skip(1) {
            for (key, value) in line.as_object().expect("a line is an object") {
                let other = match value {
                    // Any free team may take a mission, and an encounter is a number of the header.
                    Value::Number(number) if !["encounter", "team", "round"].contains(&key.as_str()) => {
                        json!(number.as_u64().unwrap_or(0) + 1)
                    }
                    Value::Bool(flag) => json!(!flag),
                    _ => continue,
                };
                let mut lines = ledger.lines.clone();
                lines[place][key] = other;
                if judge(&ledger.header, &lines.iter().collect::<Vec<_>>()).is_ok() {
                    accepted.push(format!("{key} of {line}"));
                }
            }
        }
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
}
