//! Checks of a program against the protocol, each with a name.

use super::{batch, described_game};
use crate::process::Process;
use hitchart_config::words::counted;
use hitchart_play::program::{
    GameCounts, PlayedGame, ProgramCommand, ProgramDescription, ProgramFault, ProgramRule, RuleValue, Sitting,
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, sync::atomic::AtomicBool, time::Instant};

/// Result of a check: its name, and what was found, or the mistake.
pub type Check = (&'static str, Result<String, String>);

/// All checks of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Conformance {
    /// Description of the game; `None` if there is none.
    pub description: Option<ProgramDescription>,
    /// Checks in order. After a failure of the process, the rest is left out.
    pub checks: Vec<Check>,
}

impl Conformance {
    /// Returns true if all checks passed.
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|(_, result)| result.is_ok())
    }
}

/// Plays games of a program, and returns what was found.
type CheckOf = fn(&mut Process, &ProgramDescription) -> Result<String, ProgramFault>;

/// Games of each check.
const GAMES: u64 = 40;

/// Checks a program.
pub fn conform(command: &ProgramCommand) -> Conformance {
    let (mut process, game) = match Process::start(command).and_then(described_game) {
        Ok(found) => found,
        Err(fault) => {
            return Conformance { description: None, checks: vec![("describes itself", Err(fault.to_string()))] };
        }
    };
    let size = [counted(game.seats as u64, "seats"), counted(game.entrants.len() as u64, "entrants")].join(", ");
    let about = format!("{} {}: {size}", game.name, game.version);
    let mut checks: Vec<Check> = vec![("describes itself", Ok(about))];
    let all: [(&'static str, CheckOf); 7] = [
        ("answers in order", in_order),
        ("same seed, same line", repeats),
        ("different seeds, different games", differs),
        ("all entrants in all seats", entrants),
        ("rules at their bounds", bounds),
        ("counts of a batch", counts),
        ("things withheld", withheld),
    ];
    for (name, check) in all {
        match check(&mut process, &game) {
            Ok(found) => checks.push((name, Ok(found))),
            Err(fault) => {
                checks.push((name, Err(fault.to_string())));
                return Conformance { description: Some(game), checks };
            }
        }
    }
    match afresh(command, &mut process, &game) {
        Ok(found) => checks.push(("another process", Ok(found))),
        Err(fault) => {
            checks.push(("another process", Err(fault.to_string())));
            return Conformance { description: Some(game), checks };
        }
    }
    let ends = if process.ends() {
        Ok("yes".to_owned())
    } else {
        Err("the process goes on after its input has closed".to_owned())
    };
    checks.push(("ends with its input", ends));
    Conformance { description: Some(game), checks }
}

/// Returns games of seeds between the first entrants.
fn sittings(game: &ProgramDescription, seeds: std::ops::Range<u64>) -> Vec<Sitting> {
    let seats: Vec<String> = names(game).cycle().take(game.seats).collect();
    seeds.map(|seed| Sitting { seed, seats: seats.clone(), without: Vec::new() }).collect()
}

fn names(game: &ProgramDescription) -> impl Iterator<Item = String> + Clone + '_ {
    game.entrants.iter().map(|entrant| entrant.name.clone())
}

fn rules(game: &ProgramDescription) -> Map<String, Value> {
    game.defaults().into_iter().map(|(name, value)| (name, json!(value))).collect()
}

fn played(
    process: &mut Process,
    game: &ProgramDescription,
    rules: &Map<String, Value>,
    games: &[Sitting],
) -> Result<Vec<PlayedGame>, ProgramFault> {
    Ok(batch(process, game, rules, games, &AtomicBool::new(false))?.unwrap_or_default())
}

fn in_order(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let games = sittings(game, 1..1 + GAMES);
    let clock = Instant::now();
    played(process, game, &rules(game), &games)?;
    let rate = GAMES as f64 / clock.elapsed().as_secs_f64().max(1e-9);
    Ok(format!("{GAMES} games, {rate:.0} a second"))
}

fn repeats(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let games = sittings(game, 1..1 + GAMES);
    let first = played(process, game, &rules(game), &games)?;
    // In another order, so that a state from game to game shows.
    let mut turned = games.clone();
    turned.reverse();
    let mut second = played(process, game, &rules(game), &turned)?;
    second.reverse();
    match first.iter().zip(&second).find(|(first, second)| first != second) {
        None => Ok(format!("{GAMES} games played twice")),
        Some((game, _)) => Err(process.fault(&format!("seed {} gave two different games", game.seed))),
    }
}

fn differs(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let games = played(process, game, &rules(game), &sittings(game, 1..1 + GAMES))?;
    let plain = |game: &PlayedGame| PlayedGame { seed: 0, ..game.clone() };
    let different = games.iter().skip(1).filter(|other| plain(other) != plain(&games[0])).count();
    Ok(match different {
        0 => format!("no: all {GAMES} games are alike"),
        n => format!("{n} of {} differ from the first", GAMES - 1),
    })
}

fn entrants(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let all: Vec<String> = names(game).collect();
    let games: Vec<Sitting> = (0..all.len() as u64)
        .map(|first| Sitting {
            seed: 1 + first,
            seats: names(game).cycle().skip(first as usize).take(game.seats).collect(),
            without: Vec::new(),
        })
        .collect();
    played(process, game, &rules(game), &games)?;
    Ok(format!("{} entrants", all.len()))
}

/// Returns the default rules with one rule at a bound, for each bound of each rule; a switch has both of its values.
/// Bounds of a whole number are rounded inwards, since the program must accept only what lies between them.
fn at_bounds(game: &ProgramDescription) -> impl Iterator<Item = (&str, Map<String, Value>)> {
    let values = |rule: &ProgramRule| match rule.default {
        RuleValue::Switch(_) => vec![RuleValue::Switch(false), RuleValue::Switch(true)],
        RuleValue::Whole(_) => {
            let bounds = [rule.least.map(f64::ceil), rule.most.map(f64::floor)];
            bounds.into_iter().flatten().map(|bound| RuleValue::Whole(bound as i64)).collect()
        }
        RuleValue::Number(_) => [rule.least, rule.most].into_iter().flatten().map(RuleValue::Number).collect(),
    };
    let changed = move |rule: &ProgramRule, value| {
        let mut changed = rules(game);
        changed.insert(rule.name.clone(), json!(value));
        changed
    };
    game.rules.iter().flat_map(move |rule| {
        values(rule).into_iter().map(move |value| (rule.name.as_str(), changed(rule, value))).collect::<Vec<_>>()
    })
}

fn bounds(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let games = sittings(game, 1..1 + GAMES);
    let unchanged = played(process, game, &rules(game), &games)?;
    let (mut tried, mut effective) = (0, BTreeSet::new());
    for (rule, changed) in at_bounds(game) {
        if played(process, game, &changed, &games)? != unchanged {
            effective.insert(rule);
        }
        tried += 1;
    }
    let idle = game.rules.iter().map(|rule| rule.name.as_str()).filter(|rule| !effective.contains(rule));
    let idle: Vec<String> = idle.map(|rule| format!("`{rule}`")).collect();
    let idle = if idle.is_empty() { String::new() } else { format!("; no game changes with {}", idle.join(", ")) };
    Ok(format!("{} of {}{idle}", counted(tried as u64, "values"), counted(game.rules.len() as u64, "rules")))
}

/// Compares games of this process with those of a new one, by the unchanged rules and by changed ones. They differ if a
/// result depends on the process, or on rules of earlier games.
fn afresh(command: &ProgramCommand, process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let games = sittings(game, 1..1 + GAMES);
    let unchanged = rules(game);
    let changed = at_bounds(game).map(|(_, changed)| changed).find(|changed| *changed != unchanged);
    for rules in std::iter::once(unchanged).chain(changed) {
        let (mut new, _) = Process::start(command).and_then(described_game)?;
        let both = [played(process, game, &rules, &games)?, played(&mut new, game, &rules, &games)?];
        if let Some((one, _)) = both[0].iter().zip(&both[1]).find(|(one, other)| one != other) {
            let why = "a result depends on the process or on earlier games";
            return Err(process.fault(&format!("seed {} gave another game in a new process: {why}", one.seed)));
        }
    }
    Ok(format!("{GAMES} games, equal in a new process"))
}

/// Compares the counts of a batch with its lines.
fn counts(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    if !game.counts {
        return Ok("not offered".to_owned());
    }
    let (games, rules) = (sittings(game, 1..1 + GAMES), rules(game));
    let lines = GameCounts::of(&played(process, game, &rules, &games)?, game);
    let seeds: Vec<u64> = games.iter().map(|game| game.seed).collect();
    let found = super::counted(process, game, (&rules, &games[0].seats, &seeds), &AtomicBool::new(false))?;
    match found.unwrap_or_default().difference(&lines) {
        None => Ok(format!("{GAMES} games, equal to their lines")),
        Some(difference) => Err(process.fault(&format!("the counts differ from the lines: {difference}"))),
    }
}

/// Plays a game without each thing that can be withheld, in each seat.
fn withheld(process: &mut Process, game: &ProgramDescription) -> Result<String, ProgramFault> {
    let one = |(thing, seat): (&String, usize)| {
        let without = (0..game.seats).map(|other| (other == seat).then(|| thing.clone())).collect();
        sittings(game, 1..3).into_iter().map(move |sitting| Sitting { without: Clone::clone(&without), ..sitting })
    };
    let names: Vec<String> = game.withhold.iter().map(|thing| thing.name.clone()).collect();
    let seats = names.iter().flat_map(|thing| (0..game.seats).map(move |seat| (thing, seat)));
    let games: Vec<Sitting> = seats.flat_map(one).collect();
    played(process, game, &rules(game), &games)?;
    Ok(format!("{} in {}", counted(names.len() as u64, "things"), counted(game.seats as u64, "seats")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program may refuse values beyond its bounds.
    #[test]
    fn bounds_of_whole_numbers_are_rounded_inwards() {
        let line = r#"{ "hitchart": 1, "name": "g", "seats": 1, "entrants": [{ "name": "a" }],
            "rules": [{ "name": "hp", "default": 1, "least": 0.5, "most": 5.5 }] }"#;
        let game = ProgramDescription::parse(line).unwrap();
        let played: Vec<Value> = at_bounds(&game).map(|(_, rules)| rules["hp"].clone()).collect();
        assert_eq!(played, [1, 5]);
    }
}
