//! The studies `dice` and `chain`: exact distributions of expressions of dice, and of attackers against targets.

use hitchart_config::words::counted;
use hitchart_config::{At, FileText, InputError};
use hitchart_dice::algebra::{AlgebraError, DiceOdds, Distribution, Expression};
use hitchart_dice::chain::{Chain, ChainError, ChainOdds, Step, Unit};
use hitchart_lab::runner::{DicePlan, DiceTally, Job, Rolls};
use hitchart_lab::study::{Answer, Run, RunCounts, Study, Written, corrected};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number, percent};
use hitchart_report::{KeyNumber, Warning};
use hitchart_stats::Estimate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{collections::BTreeSet, ops::Range, sync::Arc};

/// Most expressions of a study, and most attackers and targets of another.
const MOST: usize = 100;

// The study `dice`.

/// Exact distributions of expressions of dice.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RawDice {
    /// Expressions in the notation of docs/dice.md, such as `4d6kh3`.
    expressions: Vec<At<String>>,
    /// Number whose chance to be reached is listed.
    at_least: Option<i64>,
    /// True if each expression is rolled as well, next to its exact distribution.
    #[serde(default)]
    simulate: bool,
}

/// A checked study of expressions.
#[derive(Debug)]
struct DiceStudy {
    rolled: Vec<(String, Distribution)>,
    /// True for each expression whose explosions are cut.
    is_cut: Vec<bool>,
    /// Remark on the exact chances, for the table: cut explosions, and forms that mean something else elsewhere.
    note: String,
    at_least: Option<i64>,
    /// Plans to simulate, in the order of the expressions; empty if nothing is simulated.
    plans: Vec<DicePlan>,
}

/// Checks a study of expressions.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(super) fn check_dice<C>(_: &C, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawDice = written.read()?;
    if raw.expressions.is_empty() || raw.expressions.len() > MOST {
        let problem =
            format!("the study has {}; allowed: 1 to {MOST}", counted(raw.expressions.len() as u64, "expressions"));
        return Err(InputError::at(file, kind, problem));
    }
    let note = "Exact: no sampling error.".to_owned();
    let mut study =
        DiceStudy { rolled: Vec::new(), is_cut: Vec::new(), note, at_least: raw.at_least, plans: Vec::new() };
    for text in raw.expressions {
        let at = |error: String| InputError::at(file, text.span.clone(), error);
        let expression: Expression = text.value.parse().map_err(|error: AlgebraError| at(error.to_string()))?;
        let odds = expression.distribution().map_err(|error| at(error.to_string()))?;
        study.note.extend(expression.notes().iter().map(|note| format!(" Note: {note}.")));
        study.is_cut.push(expression.explodes_without_limit());
        if raw.simulate {
            let plan = DicePlan::of_expression(expression, &DiceOdds::Number(odds.clone()));
            plan.check().map_err(at)?;
            study.plans.push(plan);
        }
        study.rolled.push((text.value.trim().to_owned(), odds));
    }
    if study.is_cut.contains(&true) {
        study.note +=
            " `!` is cut at a probability below 1e-12, so the least and the most of such an expression are no limits.";
    }
    Ok(Arc::new(study))
}

/// Returns the jobs that sample plans under the names of their cases.
fn sampled<'a>(
    run: &Run<'_>,
    cases: impl Iterator<Item = String>,
    plans: impl Iterator<Item = &'a DicePlan>,
) -> Vec<Job> {
    let job = |(case, plan): (String, &DicePlan)| {
        let name = format!("{}/{case}", run.name);
        let rolls = Rolls::new(plan.clone(), run.samples, run.seed, &name);
        Job::whole(name, Arc::new(rolls))
    };
    let mut jobs: Vec<Job> = cases.zip(plans).map(job).collect();
    // A case that is listed twice has one simulation.
    jobs.sort_by(|a, b| a.name.cmp(&b.name));
    jobs.dedup_by(|a, b| a.name == b.name);
    jobs
}

/// Rolls of cases: for each case its tally, and the p-value of each of its results, corrected for all tests.
struct Checks {
    tallies: Vec<DiceTally>,
    p_values: Vec<Vec<f64>>,
    warnings: Vec<Warning>,
}

/// Returns the rolls of cases with their tests against the exact distributions; `None` if nothing was simulated.
fn checks<'a>(
    study: &str,
    counted: &RunCounts,
    cases: impl Iterator<Item = String>,
    plans: impl Iterator<Item = &'a DicePlan>,
) -> Option<Checks> {
    let cases: Vec<(String, &DicePlan)> = cases.map(|case| format!("{study}/{case}")).zip(plans).collect();
    let tallies: Vec<DiceTally> = cases.iter().map(|(name, _)| counted.of(name)).collect::<Option<_>>()?;
    let tests = cases.iter().zip(&tallies).flat_map(|((name, plan), tally)| {
        plan.exact().iter().enumerate().map(|(i, exact)| (name.as_str(), tally.p_value(i, exact)))
    });
    let (all, warnings) = corrected(tests);
    let mut all = all.into_iter();
    let p_values = cases.iter().map(|(_, plan)| all.by_ref().take(plan.exact().len()).collect()).collect();
    Some(Checks { tallies, p_values, warnings }).filter(|checks| !checks.tallies.is_empty())
}

impl Checks {
    /// Adds the simulated mean of a result of each case to a table, and the smallest p-value of each case.
    fn beside<'a>(&self, mut table: Table, result: usize, plans: impl Iterator<Item = &'a DicePlan>) -> Table {
        table.note +=
            " The next columns have the mean of N rolls, and the agreement of their results with the exact chances.";
        let means: Vec<Estimate> =
            self.tallies.iter().zip(plans).map(|(tally, plan)| tally.mean(result, &plan.exact()[result])).collect();
        table
            .estimates(["simulated", "interval"], "Simulated", 4, means.iter().copied())
            .count("n", "N", means.iter().map(|mean| mean.n))
            .number("p_value", "p (Holm)", 3, self.p_values.iter().map(|p| p.iter().copied().fold(1.0, f64::min)))
    }
}

impl Study for DiceStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        sampled(run, self.cases(), self.plans.iter())
    }

    fn is_sampled(&self) -> bool {
        !self.plans.is_empty()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let said = self.rolled.iter().zip(&self.is_cut).take(3).map(|((text, odds), is_cut)| {
            let (mean, sd) = (number(odds.mean()), number(odds.sd()));
            let cut = if *is_cut { ", where `!` is cut at a probability below 1e-12" } else { "" };
            format!("{text} has a mean of {mean} (sd {sd}), from {} to {}{cut}.", odds.min(), odds.max())
        });
        let outcomes = self.outcomes(name);
        let figure = pmf_figure(&format!("{name}-chances"), "Chance of each result", &format!("{name}-outcomes"));
        let (mut summary, mut warnings) = (self.summary(name), Vec::new());
        if let Some(checks) = checks(name, counted, self.cases(), self.plans.iter()) {
            summary = checks.beside(summary, 0, self.plans.iter());
            warnings = checks.warnings;
        }
        Answer {
            said: said.collect(),
            numbers: self.rolled.iter().take(5).map(|(text, odds)| KeyNumber::new(text, number(odds.mean()))).collect(),
            tables: vec![summary, outcomes.clone()],
            figures: vec![(figure, outcomes)],
            warnings,
            ..Answer::default()
        }
    }
}

impl DiceStudy {
    fn cases(&self) -> impl Iterator<Item = String> {
        self.rolled.iter().map(|(text, _)| text.clone())
    }

    fn summary(&self, name: &str) -> Table {
        let each = || self.rolled.iter().map(|(_, odds)| odds);
        let table = Table::new(format!("{name}-dice"), "Dice", &self.note)
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
        kind: FigureKind::pmf(["expression", "amount", "p_outcome"], "Result"),
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
            chain = chain.save("save", of("save", last_step(text))?);
        }
        if let Some(text) = self.ignore {
            chain = chain.ignore(of("ignore", last_step(text))?);
        }
        of("damage", chain.damage(dice("damage", self.damage)?))
    }
}

/// Parses a step that stops what passes it.
fn last_step(text: &str) -> Result<Step, ChainError> {
    let step: Step = text.parse()?;
    if step.effects.is_empty() { Ok(step) } else { Err(ChainError::NoNextStep { step: text.to_owned() }) }
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
pub(super) struct RawChain {
    /// Attackers.
    attackers: Vec<At<RawAttacker>>,
    /// Targets.
    targets: Vec<At<RawTarget>>,
    /// True if each attacker is rolled against each target as well, next to the exact results.
    #[serde(default)]
    simulate: bool,
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
    unit: At<String>,
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
    /// Plan to simulate.
    plan: Option<DicePlan>,
}

impl Cell {
    fn case(&self) -> String {
        format!("{} on {}", self.attacker, self.target)
    }

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
pub(super) fn check_chain<C>(_: &C, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawChain = written.read()?;
    let number_of = [raw.attackers.len(), raw.targets.len()];
    if number_of.iter().any(|n| !(1..=MOST).contains(n)) {
        let problem = format!("{} attackers and {} targets; allowed: 1 to {MOST} of each", number_of[0], number_of[1]);
        return Err(InputError::at(file, kind, problem));
    }
    unique(file, raw.attackers.iter().map(|attacker| (&attacker.value.name, attacker.span.clone())), "attacker")?;
    unique(file, raw.targets.iter().map(|target| (&target.value.name, target.span.clone())), "target")?;
    let mut cells = Vec::new();
    for At { value: attacker, span } in &raw.attackers {
        for At { value: target, span: target_span } in &raw.targets {
            let at_unit = |error| InputError::at(file, target.unit.span.clone(), format!("unit: {error}"));
            let unit: Unit = target.unit.value.parse().map_err(at_unit)?;
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
            let unit = unit.spilling(target.spill);
            let odds = chain.odds(Some(&unit)).map_err(|error| InputError::at(file, span.clone(), error))?;
            let plan = raw.simulate.then(|| DicePlan::of_chain(chain, Some(unit), &odds));
            plan.iter().try_for_each(DicePlan::check).map_err(|error| InputError::at(file, span.clone(), error))?;
            cells.push(Cell { attacker: attacker.name.clone(), target: target.name.clone(), models, odds, plan });
        }
    }
    Ok(Arc::new(ChainStudy { cells }))
}

/// Checks that names differ, because they name the random streams of simulations.
fn unique<'a>(
    file: &FileText,
    names: impl Iterator<Item = (&'a String, Range<usize>)>,
    what: &str,
) -> Result<(), InputError> {
    let mut known = BTreeSet::new();
    for (name, span) in names {
        if !known.insert(name) {
            return Err(InputError::at(file, span, format!("another {what} is named `{name}`; give it another name")));
        }
    }
    Ok(())
}

impl Study for ChainStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        sampled(run, self.cases(), self.plans())
    }

    fn is_sampled(&self) -> bool {
        self.plans().next().is_some()
    }

    fn answer(&self, name: &str, counts: &RunCounts) -> Answer {
        let (mut table, mut warnings) = (self.table(name), Vec::new());
        if let Some(checks) = checks(name, counts, self.cases(), self.plans()) {
            table = checks.beside(table, 0, self.plans());
            warnings = checks.warnings;
        }
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
            warnings,
            ..Answer::default()
        }
    }
}

impl ChainStudy {
    fn cases(&self) -> impl Iterator<Item = String> {
        self.cells.iter().map(Cell::case)
    }

    fn plans(&self) -> impl Iterator<Item = &DicePlan> {
        self.cells.iter().filter_map(|cell| cell.plan.as_ref())
    }

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
        kind: FigureKind::heat_map(["attacker", "target", "models_removed"], "models removed"),
    }
}
