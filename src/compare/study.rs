//! A comparison of rulesets as a study in stages: games go where a verdict is open.

use super::arms::{Arms, Both};
use super::effects::{Effect, Verdict, effects, judge};
use super::exact::Known;
use super::json::json;
use super::plan::ComparePlan;
use super::{tables, words};
use crate::input::InputError;
use crate::report::Warning;
use crate::runner::{Counts, Wanted};
use crate::study::{Answer, Asked, Counted, Grouped, Run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The same games by the first ruleset and by another.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The study of games.
    pub study: String,
    /// Place of the other ruleset among all.
    pub changed: usize,
    /// Who plays: a rung of the ladder, or the policies of the study.
    pub rung: String,
    pub arms: [Arc<Grouped>; 2],
}

/// What is compared.
#[derive(Debug)]
pub struct CompareStudy {
    /// Names of the rulesets; the first is the one that all others are compared with.
    pub rulesets: Vec<String>,
    pub cells: Vec<Cell>,
    pub known: Known,
    pub plan: ComparePlan,
    /// Fields of rulesets that no player can react to.
    pub blind: Vec<(String, Vec<String>)>,
    /// What a saved report keeps of the files that it was read from.
    pub kept: Option<Value>,
}

/// A cell as far as it is played.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    pub cell: &'a Cell,
    /// Looks that were taken.
    pub looks: usize,
    pub games: u64,
    pub effects: Vec<Effect>,
}

impl CompareStudy {
    /// Whether everything that is set can be used.
    ///
    /// # Errors
    /// Margins of metrics that no game has, and games that do not count the same by all rulesets.
    pub fn check(&self) -> Result<(), InputError> {
        let known = || self.cells.iter().flat_map(|cell| &cell.arms[0].quantities).map(|known| known.metric.as_str());
        for metric in self.plan.margins.keys().filter(|_| !self.cells.is_empty()) {
            if !known().any(|known| known == metric) {
                let names: BTreeSet<&str> = known().collect();
                return Err(InputError::unknown("metric", metric, names));
            }
        }
        let unlike = |cell: &&Cell| {
            let [first, second] = &cell.arms;
            (first.size, &first.quantities) != (second.size, &second.quantities)
        };
        match self.cells.iter().find(unlike) {
            None => Ok(()),
            Some(cell) => Err(InputError::plain(format!("study `{}` has other players by other rules", cell.study))),
        }
    }

    /// All cells as far as they are counted, judged together.
    pub fn played(&self, name: &str, counted: &Counted) -> Vec<Played<'_>> {
        let mut played: Vec<Played<'_>> = self.cells.iter().map(|cell| self.of_cell(name, cell, counted)).collect();
        let mut all: Vec<&mut Effect> = played.iter_mut().flat_map(|played| &mut played.effects).collect();
        judge(&mut all);
        played
    }

    fn of_cell<'a>(&self, name: &str, cell: &'a Cell, counted: &Counted) -> Played<'a> {
        let games = &cell.arms[0];
        let looks = self.plan.looks(games.size);
        let mut sum: Option<Arms> = None;
        let mut taken = 0;
        while taken < looks.count()
            && let Some(arms) = counted.of::<Arms>(&self.occasion(name, cell, taken))
        {
            match &mut sum {
                None => sum = Some(arms),
                Some(sum) => Counts::add(sum, &arms),
            }
            taken += 1;
        }
        let effects = sum.as_ref().map_or_else(Vec::new, |arms| {
            effects(games, arms, (&looks, taken - 1), |quantity| self.plan.margin(quantity))
        });
        Played { cell, looks: taken, games: sum.map_or(0, |arms| arms.groups * games.size), effects }
    }

    /// What the games of a look are called.
    fn occasion(&self, name: &str, cell: &Cell, look: usize) -> String {
        format!("{name}/{}/{}/{}/{look}", cell.study, self.rulesets[cell.changed], cell.rung)
    }
}

impl Played<'_> {
    /// Whether something that matters is undecided; before the first look everything is.
    fn is_open(&self) -> bool {
        let open = |effect: &Effect| effect.margin.is_some() && effect.verdict == Verdict::Undecided;
        self.looks == 0 || self.effects.iter().any(open)
    }
}

impl Asked for CompareStudy {
    fn kind(&self) -> &'static str {
        "compare"
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let open = self.played(run.name, counted).into_iter().filter(Played::is_open);
        let next = open.filter_map(|played| {
            let (cell, look) = (played.cell, played.looks);
            let groups = self.plan.looks(cell.arms[0].size).added(look)?;
            // Dice go by the study alone: all rulesets and rungs meet the same.
            let both = Both { arms: cell.arms.clone(), groups, dice: cell.study.clone(), seed: run.seed };
            Some(both.wanted(self.occasion(run.name, cell, look)))
        });
        next.collect()
    }

    fn takes_games(&self) -> bool {
        !self.cells.is_empty()
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let played = self.played(name, counted);
        let moved = tables::moved(name, self, &played);
        let figures = (moved.rows() > 0).then(|| (tables::figure(self, &moved), moved.clone()));
        let tables = [
            tables::verdicts(name, self, &played),
            moved,
            tables::effects(name, self, &played),
            tables::exact(name, self),
        ];
        let blind = self
            .blind
            .iter()
            .map(|(ruleset, fields)| Warning::PlayedBlind { ruleset: ruleset.clone(), fields: fields.clone() });
        Answer {
            said: words::said(self, &played),
            tables: tables.into_iter().filter(|table| table.rows() > 0).collect(),
            figures: figures.into_iter().collect(),
            warnings: blind.collect(),
            json: Some(json(self, &played)),
        }
    }
}
