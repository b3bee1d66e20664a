//! The studies `dice` and `chain`: exact distributions of expressions of dice, and of attackers against targets.

use hitchart_config::words::counted;
use hitchart_config::{At, InputError};
use hitchart_dice::algebra::{Distribution, Expression};
use hitchart_dice::chain::{Chain, ChainError, ChainOdds, Step, Unit};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number, percent};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Most expressions of a study, and most attackers and targets of another.
const MOST: usize = 100;

// The study `dice`.

/// Exact distributions of expressions of dice.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDice {
    /// Expressions in the notation of docs/dice.md, such as `4d6kh3`.
    expressions: Vec<At<String>>,
    /// Number whose chance to be reached is listed.
    at_least: Option<i64>,
}

/// A checked study of expressions.
#[derive(Debug)]
struct DiceStudy {
    rolled: Vec<(String, Distribution)>,
    at_least: Option<i64>,
}

/// Checks a study of expressions.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(super) fn check_dice(written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawDice = written.read()?;
    if raw.expressions.is_empty() || raw.expressions.len() > MOST {
        let problem =
            format!("the study has {}; allowed: 1 to {MOST}", counted(raw.expressions.len() as u64, "expressions"));
        return Err(InputError::at(file, kind, problem));
    }
    let rolled = raw.expressions.into_iter().map(|text| {
        let found = text.value.parse::<Expression>().and_then(|expression| expression.distribution());
        let found = found.map_err(|error| InputError::at(file, text.span.clone(), error))?;
        Ok((text.value.trim().to_owned(), found))
    });
    Ok(Arc::new(DiceStudy { rolled: rolled.collect::<Result<_, InputError>>()?, at_least: raw.at_least }))
}

impl Study for DiceStudy {
    fn kind(&self) -> &'static str {
        "dice"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        let said = self.rolled.iter().take(3).map(|(text, odds)| {
            let (mean, sd) = (number(odds.mean()), number(odds.sd()));
            format!("{text} has a mean of {mean} (sd {sd}), from {} to {}.", odds.min(), odds.max())
        });
        let outcomes = self.outcomes(name);
        let figure = pmf_figure(&format!("{name}-chances"), "Chance of each result", &format!("{name}-outcomes"));
        Answer {
            said: said.collect(),
            numbers: self.rolled.iter().take(5).map(|(text, odds)| KeyNumber::new(text, number(odds.mean()))).collect(),
            tables: vec![self.summary(name), outcomes.clone()],
            figures: vec![(figure, outcomes)],
            ..Answer::default()
        }
    }
}

impl DiceStudy {
    fn summary(&self, name: &str) -> Table {
        let each = || self.rolled.iter().map(|(_, odds)| odds);
        let table = Table::new(format!("{name}-dice"), "Dice", "Exact: no sampling error.")
            .text("expression", "Expression", self.rolled.iter().map(|(text, _)| text))
            .number("total_mean", "Mean", 4, each().map(Distribution::mean))
            .number("total_sd", "SD", 4, each().map(Distribution::sd))
            .whole("smallest", "Least", each().map(Distribution::min))
            .whole("median", "Median", each().map(|odds| odds.quantile(0.5)))
            .whole("largest", "Most", each().map(Distribution::max));
        match self.at_least {
            Some(n) => table.number("p_at_least", &format!("P(at least {n})"), 4, each().map(|odds| odds.at_least(n))),
            None => table,
        }
    }

    fn outcomes(&self, name: &str) -> Table {
        let rows = || self.rolled.iter().flat_map(|(text, odds)| odds.iter().map(move |(value, p)| (text, value, p)));
        Table::new(format!("{name}-outcomes"), "Chance of each result", "")
            .text("expression", "Expression", rows().map(|(text, ..)| text))
            .whole("amount", "Result", rows().map(|(_, value, _)| value))
            .number("p_outcome", "P", 6, rows().map(|(.., p)| p))
    }
}

fn pmf_figure(name: &str, title: &str, table: &str) -> Figure {
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        alt: format!("The chance of each result; the numbers are in the table {table}."),
        kind: FigureKind::Pmf {
            series: "expression".to_owned(),
            x: "amount".to_owned(),
            y: "p_outcome".to_owned(),
            x_title: "Result".to_owned(),
        },
    }
}

// A chain of attacks from texts, for the study `chain` and for the command.

/// Parts of a chain as texts, by key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainText<'a> {
    pub(crate) attacks: &'a str,
    pub(crate) hit: Option<&'a str>,
    pub(crate) wound: Option<&'a str>,
    pub(crate) steps: &'a [String],
    pub(crate) save: Option<&'a str>,
    pub(crate) damage: &'a str,
    pub(crate) ignore: Option<&'a str>,
}

/// The key of a part with a mistake, and the mistake.
type PartError = (&'static str, String);

impl ChainText<'_> {
    /// Builds the chain.
    ///
    /// # Errors
    /// Returns the key of the part with a mistake, and the mistake.
    pub(crate) fn chain(&self) -> Result<Chain, PartError> {
        let mut chain = of("attacks", dice("attacks", self.attacks).map(Chain::new)?)?;
        for (name, text) in [("hit", self.hit), ("wound", self.wound)] {
            if let Some(text) = text {
                chain = chain.step(name, of(name, text.parse::<Step>())?);
            }
        }
        for text in self.steps {
            let named = text.trim().split_once(char::is_whitespace);
            let problem = || ("step", format!("`{text}`; write a name and a step, such as 'pierce 5+'"));
            let (name, rest) = named.ok_or_else(problem)?;
            chain = chain.step(name, of("step", rest.parse::<Step>())?);
        }
        if let Some(text) = self.save {
            chain = chain.save("save", of("save", text.parse::<Step>())?);
        }
        if let Some(text) = self.ignore {
            chain = chain.ignore(of("ignore", text.parse::<Step>())?);
        }
        of("damage", chain.damage(dice("damage", self.damage)?))
    }
}

/// Names the part of a mistake.
fn of<T>(key: &'static str, result: Result<T, ChainError>) -> Result<T, PartError> {
    result.map_err(|error| (key, error.to_string()))
}

fn dice(key: &'static str, text: &str) -> Result<Expression, PartError> {
    text.parse().map_err(|error| (key, format!("`{text}`, {error}")))
}

// The study `chain`.

/// Every attacker against every target.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChain {
    /// Attackers.
    attackers: Vec<At<RawAttacker>>,
    /// Targets.
    targets: Vec<At<RawTarget>>,
}

/// An attacker: its attacks, steps and damage.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawAttacker {
    /// Name in tables and figures.
    name: String,
    /// Number of attacks: a number or dice as a text, such as "2d6".
    attacks: String,
    /// Step to hit, such as "3+ reroll 1".
    hit: Option<String>,
    /// Step to wound, if the target has none.
    wound: Option<String>,
    /// Further steps, each with its name first, such as "pierce 5+".
    #[serde(default)]
    steps: Vec<String>,
    /// Damage of an attack that gets through: a number or dice as a text; "1" by default.
    damage: Option<String>,
}

/// A target: its models, and the steps that protect it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawTarget {
    /// Name in tables and figures.
    name: String,
    /// Wounds of each model, such as "3/3/3" or "10x1".
    unit: String,
    /// Step to wound this target; that of the attacker by default.
    wound: Option<String>,
    /// Save: a step that stops an attack.
    save: Option<String>,
    /// Step for each point of damage, which ignores it.
    ignore: Option<String>,
    /// True if damage goes on to the next model.
    #[serde(default)]
    spill: bool,
}

/// A checked study of attackers against targets.
#[derive(Debug)]
struct ChainStudy {
    cells: Vec<Cell>,
}

/// An attacker against a target.
#[derive(Debug)]
struct Cell {
    attacker: String,
    target: String,
    models: usize,
    odds: ChainOdds,
}

impl Cell {
    fn removed(&self) -> f64 {
        self.odds.removed.as_ref().map_or(0.0, Distribution::mean)
    }

    fn wiped_out(&self) -> f64 {
        self.odds.removed.as_ref().map_or(0.0, |removed| removed.at_least(self.models as i64))
    }
}

/// Checks a study of attackers against targets.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(super) fn check_chain(written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawChain = written.read()?;
    let number_of = [raw.attackers.len(), raw.targets.len()];
    if number_of.iter().any(|n| !(1..=MOST).contains(n)) {
        let problem = format!("{} attackers and {} targets; allowed: 1 to {MOST} of each", number_of[0], number_of[1]);
        return Err(InputError::at(file, kind, problem));
    }
    let mut cells = Vec::new();
    for At { value: attacker, span } in &raw.attackers {
        for At { value: target, span: target_span } in &raw.targets {
            let unit: Unit = target
                .unit
                .parse()
                .map_err(|error| InputError::at(file, target_span.clone(), format!("unit: {error}")))?;
            let text = ChainText {
                attacks: &attacker.attacks,
                hit: attacker.hit.as_deref(),
                wound: target.wound.as_deref().or(attacker.wound.as_deref()),
                steps: &attacker.steps,
                save: target.save.as_deref(),
                damage: attacker.damage.as_deref().unwrap_or("1"),
                ignore: target.ignore.as_deref(),
            };
            let models = unit.models();
            let chain = text.chain().map_err(|(key, problem)| {
                let of_target = matches!(key, "save" | "ignore") || (key == "wound" && target.wound.is_some());
                let span = if of_target { target_span } else { span };
                InputError::at(file, span.clone(), format!("{key}: {problem}"))
            })?;
            let odds = chain.odds(Some(&unit.spilling(target.spill)));
            let odds = odds.map_err(|error| InputError::at(file, span.clone(), error))?;
            cells.push(Cell { attacker: attacker.name.clone(), target: target.name.clone(), models, odds });
        }
    }
    Ok(Arc::new(ChainStudy { cells }))
}

impl Study for ChainStudy {
    fn kind(&self) -> &'static str {
        "chain"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        let table = self.table(name);
        let best = self.cells.iter().reduce(|best, cell| if cell.removed() > best.removed() { cell } else { best });
        let said = best.map(|cell| {
            let Cell { attacker, target, models, .. } = cell;
            let (mean, all) = (number(cell.removed()), percent(cell.wiped_out()));
            let of = counted(*models as u64, "models");
            format!("{attacker} removes most of {target}: {mean} of {of}, and all with a chance of {all}.")
        });
        Answer {
            said: said.into_iter().collect(),
            tables: vec![table.clone()],
            figures: vec![(heat_map(name), table)],
            ..Answer::default()
        }
    }
}

impl ChainStudy {
    fn table(&self, name: &str) -> Table {
        let cells = || self.cells.iter();
        Table::new(format!("{name}-chains"), "Attackers against targets", "Exact: no sampling error.")
            .text("attacker", "Attacker", cells().map(|cell| &cell.attacker))
            .text("target", "Target", cells().map(|cell| &cell.target))
            .number("damage", "Mean damage", 4, cells().map(|cell| cell.odds.damage.mean()))
            .number("models_removed", "Models removed", 4, cells().map(Cell::removed))
            .number("p_wiped", "P(all removed)", 4, cells().map(Cell::wiped_out))
    }
}

fn heat_map(name: &str) -> Figure {
    Figure {
        name: format!("{name}-map"),
        title: "Mean number of models removed".to_owned(),
        alt: format!(
            "Heat map of the models that attackers remove of targets; the numbers are in the table {name}-chains."
        ),
        kind: FigureKind::HeatMap {
            row: "attacker".to_owned(),
            column: "target".to_owned(),
            value: "models_removed".to_owned(),
            value_title: "models removed".to_owned(),
        },
    }
}
