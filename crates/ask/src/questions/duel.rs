//! Exact duels of the games that share a model of duels: their rows, table and data.

use clap::{Args, ValueEnum};
use hitchart_config::{InputError, words::counted};
use hitchart_mobile_frame::duel::{Duels, FirstAction, Rule, Setting};
use hitchart_report::table::{Table, percent, with_noun};
use serde_json::{Value, json};

use super::{exact::duel_rounds, names::named};
use crate::games::mobile_frame::AllThreads;

/// Remark on duels with a limit of rounds.
const BEST_DICE: &str = " Every action has its best die. Near the limit of rounds a lower one can be better, since a hit may \
    help its target: of the duels that were checked, the largest error is 0.1 points (docs/methods/duels.md).";

/// Remark on the number of rounds.
const ROUNDS: &str = " Rounds: expected number, if of choices with the same chance both take the shortest; empty for 1,000 or \
    more, where play may wait without an end.";

/// Options of a duel.
#[derive(Debug, Args)]
pub(super) struct DuelOptions {
    /// Side that may act first in each round [default: each of them]
    #[arg(long, value_name = "A_OR_B")]
    first: Option<First>,
    /// Rounds after which the duel is a draw, 1 to 100 [default: no limit]
    #[arg(long, value_name = "N", value_parser = duel_rounds())]
    rounds: Option<u16>,
    /// Rule of choice whose loss against best play is also computed
    #[arg(long, value_parser = named(&Rule::ALL))]
    rule: Option<Rule>,
}

/// A side of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// The first of the two
    A,
    /// The second of the two
    B,
}

/// A game's words for a duel.
pub(super) struct DuelWords<'a> {
    /// Names of the two sides.
    pub names: [&'a str; 2],
    /// Word for a distance, such as `range`, as a key and as a title.
    pub distance: [&'static str; 2],
    /// Names of the distances, nearest first.
    pub distances: &'a [&'static str],
    /// Word for a side, such as `frame`.
    pub side: &'static str,
    /// Distance that the answer in one line is about, if it is among the rows.
    pub main: &'static str,
    /// True if the answer has expected numbers of rounds.
    pub has_rounds: bool,
}

impl DuelWords<'_> {
    /// Returns the names of the two sides; equal names get the letters of `--first`.
    fn labels(&self) -> [String; 2] {
        let [a, b] = self.names;
        if a == b { [format!("{a} (a)"), format!("{b} (b)")] } else { [a.to_owned(), b.to_owned()] }
    }
}

/// Returns the first row of the sentence: from the main distance, or from the first one.
fn first_told<'a>(words: &DuelWords<'_>, rows: &'a [DuelRow]) -> &'a DuelRow {
    rows.iter().find(|row| row.distance == words.main).unwrap_or(&rows[0])
}

/// A duel from a distance, for a side that may act first.
pub(super) struct DuelRow {
    distance: &'static str,
    units: f64,
    /// Place of the side that may act first.
    side: usize,
    chance: f64,
    /// Expected number of rounds; `None` if the duel may never end.
    rounds: Option<f64>,
    action: String,
    /// Chance that each side loses by the rule of choice.
    loses: Option<[f64; 2]>,
}

impl DuelOptions {
    /// Returns the rows of a duel; `only` is the name of the only distance to list. `duel` solves the duel, and `action`
    /// describes a declared attack.
    pub(super) fn rows<F: Copy + PartialEq, A: Copy + PartialEq>(
        &self,
        words: &DuelWords<'_>,
        only: Option<&str>,
        duel: impl Fn(Setting) -> Result<Duels<F, A>, InputError>,
        action: impl Fn(A) -> String,
    ) -> Result<Vec<DuelRow>, InputError> {
        let solved = |ruled: Option<(usize, Rule)>| {
            duel(Setting { rounds: self.rounds, ruled, lengths: words.has_rounds, ..Setting::default() })
                .map(|duels| duels.solved(&AllThreads))
        };
        let best = solved(None)?;
        let ruled = self
            .rule
            .map(|rule| Ok::<_, InputError>([solved(Some((0, rule)))?, solved(Some((1, rule)))?]))
            .transpose()?;
        let mut rows = Vec::new();
        let listed = words.distances.iter().enumerate().filter(|(_, name)| only.is_none_or(|only| only == **name));
        for (band, distance) in listed {
            for side in (0..2).filter(|side| self.first.is_none_or(|first| first as usize == *side)) {
                let start = best.starts([0, 0], side)[band];
                let loses = ruled.as_ref().map(|[first, second]| {
                    let chance = |duels: &Duels<F, A>| duels.starts([0, 0], side)[band].chance;
                    [start.chance - chance(first), chance(second) - start.chance]
                });
                let action = match start.action {
                    FirstAction::Pass => "pass".to_owned(),
                    FirstAction::Declare(attack) => action(attack),
                };
                let (chance, rounds, units) = (start.chance, start.rounds, best.places()[band]);
                rows.push(DuelRow { distance, units, side, chance, rounds, action, loses });
            }
        }
        Ok(rows)
    }

    /// Returns the table of the rows.
    pub(super) fn table(&self, words: &DuelWords<'_>, rows: &[DuelRow]) -> Table {
        let DuelWords { distance: [key, title], side, has_rounds, .. } = words;
        let labels = words.labels();
        let [a, b] = &labels;
        let note = format!(
            "Exact chances under best play of both, by the {key} of the start and the {side} that may act first in each \
             round. A draw counts half. Best first action: a pass, or the {key} that it declares.{}{}{}",
            if words.has_rounds { ROUNDS } else { "" },
            self.rounds.map_or("", |_| BEST_DICE),
            self.rule.map_or_else(String::new, |rule| format!(
                " Loses: what a {side} loses that plays by the rule `{}` against best play.",
                rule.name()
            ))
        );
        let mut table = Table::new("duel", "Duel", note)
            .text(key, title, rows.iter().map(|row| row.distance))
            .text("acts_first", "May act first", rows.iter().map(|row| labels[row.side].as_str()))
            .number("duel_first", &format!("{a} wins"), 4, rows.iter().map(|row| row.chance))
            .number("duel_second", &format!("{b} wins"), 4, rows.iter().map(|row| 1.0 - row.chance));
        if *has_rounds {
            table = table.number("duel_rounds", "Rounds", 2, rows.iter().map(|row| row.rounds));
        }
        table = table.text("first_action", "Best first action", rows.iter().map(|row| row.action.as_str()));
        if self.rule.is_none() {
            return table;
        }
        let loses = |side: usize| rows.iter().map(move |row| row.loses.map(|loses| loses[side]));
        let columns = [("rule_loses", a), ("rule_loses_second", b)].into_iter().enumerate();
        columns.fold(table, |table, (side, (key, name))| table.number(key, &format!("{name} loses"), 4, loses(side)))
    }

    /// Describes the duel from the main distance, or from the first one, in one sentence: `Soldier against Tank from direct
    /// range: wins 41% if it may act first (5.1 rounds), 22% if Tank may act first (5.3 rounds)`.
    pub(super) fn sentence(&self, words: &DuelWords<'_>, rows: &[DuelRow]) -> String {
        let distance = first_told(words, rows).distance;
        let [a, b] = words.labels();
        let part = |row: &DuelRow| {
            let who = if row.side == 0 { "it" } else { &b };
            let rounds = row.rounds.map_or("1,000 rounds or more".to_owned(), |rounds| with_noun(rounds, "rounds"));
            let rounds = if words.has_rounds { format!(" ({rounds})") } else { String::new() };
            format!("{} if {who} may act first{rounds}", percent(row.chance))
        };
        let main = || rows.iter().filter(|row| row.distance == distance);
        let parts: Vec<String> = main().map(part).collect();
        let draws = match self.rounds {
            Some(limit) => format!("; a draw after {} counts half", counted(limit.into(), "rounds")),
            None if words.has_rounds && main().any(|row| row.rounds.is_none()) => {
                "; play without an end counts half".to_owned()
            }
            None => String::new(),
        };
        format!("{a} against {b} from {distance} {}: wins {}{draws}", words.distance[0], parts.join(", "))
    }

    /// Returns the data of the rows, to which a game adds its own.
    pub(super) fn to_json(&self, words: &DuelWords<'_>, rows: &[DuelRow], rules: &str) -> Value {
        let row = |row: &DuelRow| {
            let mut data = json!({
                words.distance[0]: row.distance,
                "units": row.units,
                "first": if row.side == 0 { "a" } else { "b" },
                "wins": [row.chance, 1.0 - row.chance],
                "action": row.action,
                "loses": row.loses,
            });
            if words.has_rounds {
                data["rounds"] = json!(row.rounds);
            }
            data
        };
        json!({
            format!("{}s", words.side): words.names,
            "rules": rules,
            "rounds": self.rounds,
            "rule": self.rule.map(Rule::name),
            "value": first_told(words, rows).chance,
            "starts": rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
