//! Linked battles of a campaign: the player who holds the special objective at the end of a battle chooses two
//! constraints for the next (rulebook, "Basic Campaign Rules"). Nothing else carries over.

mod answer;
mod assembly;
#[cfg(test)]
mod tests;

use super::games::Meeting;
use super::raw::{RawChoice, RawConstraint, RawSeries};
use super::{Checker, Common};
use assembly::assembled;
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileText, InputError, listed, nearest, some_of, within};
use hitchart_dice::Throw;
use hitchart_lab::matches::{Setting, policies_needed};
use hitchart_lab::runner::games::{Stoppable, key};
use hitchart_lab::runner::{Job, Streams};
use hitchart_lab::study::{
    Answer, GroupPlayer, Grouped, MAX_GAMES, MetricUnit, PlayedBy, Quantity, Run, RunCounts, Study, Written,
};
use hitchart_lab::sweep::{Batches, Point, PointTally};
use hitchart_play::{Game, Unwatched, play};
use hitchart_rapid_attack::battle::{Battle, KeyedDice, State};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::{self, FightingCompany};
use hitchart_rapid_attack::{battle_rules::ObjectiveMoves, battlefield::Layout, players::PolicySpec, ruleset::Ruleset};
use serde_json::Value;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Default number of series.
const DEFAULT_GAMES: u64 = 1_000;
/// Battles of a series: fewest, default and most.
const LENGTH: [u8; 3] = [2, 4, 20];
/// Most constraints: each pair of them needs a battle.
const MOST: usize = 8;

/// Choice of the holder of the special objective.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    /// Two constraints of different kinds, all pairs equally likely.
    Random,
    /// No constraints.
    Nothing,
    /// Always this pair, by index.
    Pair(usize),
}

/// Linked battles.
#[derive(Debug)]
pub(crate) struct Series {
    games: u64,
    length: u64,
    companies: Vec<String>,
    policies: Vec<PolicySpec>,
    /// Names of the constraints.
    constraints: Vec<String>,
    /// Pairs of constraints that the holder can choose.
    pairs: Vec<[usize; 2]>,
    choice: Choice,
    /// Battles without constraints, then under each pair.
    battles: Arc<Vec<Battle<KeyedDice>>>,
    layout: Layout,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, name) = (checker.file, written.name.clone());
    let ground = checker.ground(written.take("battlefield"), &name)?;
    let kind = written.kind.clone();
    let raw: RawSeries = written.read()?;
    if checker.rules.objective.moves == ObjectiveMoves::Off {
        let problem = "the rules have no special objective, which links the battles of a series";
        let help = "give the scenario rules with `objective = { moves = \"owner\" }`";
        return Err(InputError::at(file, kind, problem).with_help(Some(help)));
    }
    let companies = muster::resolve(file, &raw.companies, raw.size, checker.rules)?;
    let own = companies.iter().map(|company| company.policy.as_ref());
    let needed = |found| policies_needed(found, companies.len(), &Meeting::WORDS);
    let policies = checker.common.policies.seated(file, raw.policies.as_ref(), own, needed)?;
    let games = raw.games.as_ref().map_or(Ok(DEFAULT_GAMES), |games| within(file, games, "games", 1, MAX_GAMES))?;
    let games = checker.games.unwrap_or(games);
    let length = |length: &At<u8>| within(file, length, "length", LENGTH[0], LENGTH[2]);
    let length = raw.length.as_ref().map_or(Ok(LENGTH[1]), length)?;
    let constraints = some_of(file, &raw.constraints, "constraint", MOST)?;
    let plain = Setup { rules: checker.rules.clone(), size: raw.size, layout: ground.layout.clone() };
    let builder = Builder { checker, ground, companies: &companies };
    let mut battles = vec![builder.battle(&plain).map_err(|error| error.or_at(file, raw.companies.span.clone()))?];
    let mut pairs = Vec::new();
    for (i, first) in constraints.iter().enumerate() {
        let alone = plain.under(&first.value).and_then(|setup| builder.battle(&setup));
        alone.map_err(|error| error.or_at(file, first.span.clone()))?;
        for (j, second) in constraints.iter().enumerate().skip(i + 1) {
            if first.value.kind == second.value.kind {
                continue;
            }
            // Constraints that contradict each other are no pair.
            let setup = plain.under(&first.value).and_then(|setup| setup.under(&second.value));
            if let Ok(battle) = setup.and_then(|setup| builder.battle(&setup)) {
                battles.push(battle);
                pairs.push([i, j]);
            }
        }
    }
    if pairs.is_empty() {
        let problem = "no two of the `constraints` can be chosen together; they need different kinds";
        return Err(InputError::at(file, raw.constraints.span.clone(), problem));
    }
    let constraints: Vec<String> = constraints.iter().map(|constraint| constraint.value.name.clone()).collect();
    let choice = choice(file, raw.choice.as_ref(), &constraints, &pairs)?;
    let names = companies.iter().map(|company| company.name.clone()).collect();
    Ok(Arc::new(Series {
        games,
        length: length.into(),
        companies: names,
        policies,
        constraints,
        pairs,
        choice,
        battles: Arc::new(battles),
        layout: plain.layout,
    }))
}

/// Checks the choice of the holder.
fn choice(
    file: &FileText,
    written: Option<&At<RawChoice>>,
    constraints: &[String],
    pairs: &[[usize; 2]],
) -> Result<Choice, InputError> {
    let Some(written) = written else { return Ok(Choice::Random) };
    let at =
        |problem: String, help: Option<String>| InputError::at(file, written.span.clone(), problem).with_help(help);
    let help =
        |name: &str, known: &[&str]| nearest(name, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    match &written.value {
        RawChoice::Word(word) => match word.as_str() {
            "random" => Ok(Choice::Random),
            "nothing" => Ok(Choice::Nothing),
            other => {
                let problem =
                    format!("unknown choice `{other}`; allowed: random, nothing, or a list of two constraints");
                Err(at(problem, help(other, &["random", "nothing"])))
            }
        },
        RawChoice::Names(names) => {
            let known: Vec<&str> = constraints.iter().map(String::as_str).collect();
            if let Some(name) = names.iter().find(|name| !constraints.contains(name)) {
                let problem = format!("unknown constraint `{name}`; allowed: {}", listed(known.iter().copied()));
                return Err(at(problem, help(name, &known)));
            }
            let is_chosen =
                |pair: &[usize; 2]| names.len() == 2 && pair.iter().all(|i| names.contains(&constraints[*i]));
            let problem =
                || at("`choice` names two constraints of different kinds that can be combined".to_owned(), None);
            pairs.iter().position(is_chosen).map(Choice::Pair).ok_or_else(problem)
        }
    }
}

/// Rules, size and ground of a battle.
#[derive(Clone, Debug)]
struct Setup {
    rules: Ruleset,
    size: Size,
    layout: Layout,
}

impl Setup {
    /// Returns the setup under a constraint.
    fn under(&self, constraint: &RawConstraint) -> Result<Setup, InputError> {
        let mut rules = RulesText::of(&self.rules).table();
        lay_over(&mut rules, &constraint.rules);
        let rules = RulesText::checked::<Ruleset>(rules)?.read::<Ruleset>()?.as_ref().clone();
        let size = constraint.size.unwrap_or(self.size);
        let layout = Layout { hostile: self.layout.hostile || constraint.hostile, ..self.layout.clone() };
        Ok(Setup { rules, size, layout })
    }
}

/// Changes the values of a table, key by key.
fn lay_over(table: &mut toml::Table, changes: &toml::Table) {
    for (key, change) in changes {
        match (table.get_mut(key), change) {
            (Some(toml::Value::Table(table)), toml::Value::Table(changes)) => lay_over(table, changes),
            (_, change) => _ = table.insert(key.clone(), change.clone()),
        }
    }
}

/// Everything that all battles of a series share.
struct Builder<'a> {
    checker: &'a Checker<'a>,
    ground: super::games::Ground,
    companies: &'a [FightingCompany],
}

impl Builder<'_> {
    /// Returns the battle of a setup, with the companies assembled for it.
    fn battle(&self, setup: &Setup) -> Result<Battle<KeyedDice>, InputError> {
        let rules = &setup.rules;
        let limits = limits(self.companies.len(), setup.size, &rules.sizes).map_err(InputError::plain)?;
        let companies: Vec<FightingCompany> = match rules == self.checker.rules
            && self.companies.iter().all(|company| limits.allow(company.frames.len()))
        {
            true => self.companies.to_vec(),
            false => self.companies.iter().map(|company| assembled(company, (setup.size, limits), rules)).collect(),
        };
        muster::check(&companies, setup.size, rules).map_err(InputError::plain)?;
        let ground = self.ground.with_layout(setup.layout.clone());
        let fields = self.checker.fields_under(&ground, rules)?;
        let odds = match rules == self.checker.rules {
            true => Arc::clone(self.checker.common),
            false => Arc::new(Common::new(Arc::new(rules.clone()), self.checker.common.policies.clone())),
        };
        Ok(Battle::with_odds(rules.clone(), (setup.size, limits), companies, fields, KeyedDice, odds.odds()))
    }
}

// The battles of a series as numbers.

/// Numbers of a series, in order: wins of each company; then by company, and by constraint, shares with their
/// denominators.
struct Numbers {
    companies: usize,
}

/// Shares that are counted of each company: of battles after a win, after no win, after holding the objective, and after
/// not holding it.
const BY_COMPANY: [(&str, &str); 4] = [
    ("after_win", "the next battle after a win"),
    ("after_no_win", "the next battle after no win"),
    ("after_holding", "the next battle after holding the objective"),
    ("after_not_holding", "the next battle after not holding the objective"),
];
/// Shares that are counted of each constraint: of battles whose holder chose it, and chose others.
const BY_CONSTRAINT: [(&str, &str); 2] = [
    ("after_choice", "the next battle of the holder who chose it"),
    ("after_other_choice", "the next battle of the holder who chose others"),
];
/// Shares of all companies together.
const OF_ALL: [(&str, &str); 2] =
    [("after_win", "the next battle of the winner"), ("after_holding", "the next battle of the holder")];

impl Numbers {
    /// Returns the index of a share; its denominator follows it.
    fn of_all(&self, what: usize) -> usize {
        self.companies + 2 * what
    }

    fn of_company(&self, company: usize, what: usize) -> usize {
        self.of_all(OF_ALL.len()) + 2 * (company * BY_COMPANY.len() + what)
    }

    fn of_constraint(&self, constraint: usize, what: usize) -> usize {
        self.of_company(self.companies, 0) + 2 * (constraint * BY_CONSTRAINT.len() + what)
    }
}

impl Series {
    fn numbers(&self) -> Numbers {
        Numbers { companies: self.companies.len() }
    }

    /// Returns the quantities that are counted, in the order of [`Numbers`].
    fn quantities(&self) -> Vec<Quantity> {
        let company = |name: &String| format!("company {name}");
        let quantity = |metric: String, of: String, unit, under, how| Quantity {
            metric,
            of,
            unit,
            under,
            how,
            title: "",
            winner: None,
        };
        let wins = |of| {
            quantity("win".to_owned(), of, MetricUnit::Share, None, "1 if the company alone has the highest score")
        };
        let mut all: Vec<Quantity> = self.companies.iter().map(|name| wins(company(name))).collect();
        let mut add = |(metric, how): (&str, &'static str), of: String| {
            let under = Some(all.len() + 1);
            all.push(quantity(format!("win_{metric}"), of.clone(), MetricUnit::Share, under, how));
            all.push(quantity(metric.to_owned(), of, MetricUnit::Single("battles"), None, how));
        };
        OF_ALL.iter().for_each(|share| add(*share, String::new()));
        for name in &self.companies {
            BY_COMPANY.iter().for_each(|share| add(*share, company(name)));
        }
        for name in &self.constraints {
            BY_CONSTRAINT.iter().for_each(|share| add(*share, format!("constraint {name}")));
        }
        all
    }

    /// Returns the series as games in groups: a series is a group.
    fn grouped(&self) -> Grouped {
        let (battles, policies, pairs) = (Arc::clone(&self.battles), self.policies.clone(), self.pairs.clone());
        let (length, choice, numbers, constraints) =
            (self.length, self.choice.clone(), self.numbers(), self.constraints.len());
        let effort: f64 = policies.iter().map(PolicySpec::effort).sum();
        let games = Grouped::new(self.quantities(), (length, effort), move |stop: &AtomicBool| -> GroupPlayer<'_> {
            let (battles, pairs, choice) = (Arc::clone(&battles), pairs.clone(), choice.clone());
            let numbers = Numbers { companies: numbers.companies };
            let mut players: Vec<_> = policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
            Box::new(move |dice, sums| {
                let mut before: Option<Link> = None;
                for number in 0..length {
                    let setup = before.and_then(|link| link.pair).map_or(0, |pair| pair + 1);
                    let battle = &battles[setup];
                    let state = play(battle, key(dice, "battle", number), &mut players, &mut Unwatched);
                    let winner = battle.scores(&state).winner();
                    if let Some(winner) = winner {
                        sums[winner] += 1;
                    }
                    if let Some(link) = before {
                        link.count(winner, &numbers, (&pairs, constraints), sums);
                    }
                    let holder = holder(&state);
                    let mut throw = Throw::new(key(dice, "choice", number));
                    let pair = holder.and(match choice {
                        Choice::Random => Some(throw.below(pairs.len())),
                        Choice::Nothing => None,
                        Choice::Pair(pair) => Some(pair),
                    });
                    before = Some(Link { winner, holder, pair });
                }
            })
        });
        games.that_matters(&[("win", 0.03)])
    }
}

/// Returns the player who holds the special objective.
fn holder(state: &State) -> Option<usize> {
    state.station(state.objective?).owner.map(hitchart_mobile_frame::PlayerId::index)
}

/// Result of a battle for the next one.
#[derive(Clone, Copy, Debug)]
struct Link {
    winner: Option<usize>,
    holder: Option<usize>,
    /// Pair of constraints that the holder chose.
    pair: Option<usize>,
}

impl Link {
    /// Counts the result of the next battle.
    fn count(
        self,
        winner: Option<usize>,
        numbers: &Numbers,
        (pairs, constraints): (&[[usize; 2]], usize),
        sums: &mut [i64],
    ) {
        let mut add = |place: usize, is_won: bool| {
            sums[place] += i64::from(is_won);
            sums[place + 1] += 1;
        };
        for (what, company) in [self.winner, self.holder].into_iter().enumerate() {
            if let Some(company) = company {
                add(numbers.of_all(what), winner == Some(company));
            }
        }
        for company in 0..numbers.companies {
            let (won, held) = (self.winner == Some(company), self.holder == Some(company));
            add(numbers.of_company(company, usize::from(!won)), winner == Some(company));
            add(numbers.of_company(company, 2 + usize::from(!held)), winner == Some(company));
        }
        if let (Some(holder), Some(pair)) = (self.holder, self.pair) {
            for constraint in 0..constraints {
                let other = !pairs[pair].contains(&constraint);
                add(numbers.of_constraint(constraint, usize::from(other)), winner == Some(holder));
            }
        }
    }
}

impl Study for Series {
    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::all(0, self.policies.iter().map(PolicySpec::name))
    }

    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let streams = Streams { name: run.name.to_owned(), seed: run.seed, groups: 0..self.games };
        let point = Point { base: Arc::new(self.grouped()), site: None, batches: Batches::of(self.games) };
        vec![streams.job(run.name.to_owned(), point)]
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        Some(Ok(self.grouped()))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.layout).ok()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of::<PointTally>(name).map_or_else(Answer::default, |tally| answer::answer(name, self, &tally))
    }
}
