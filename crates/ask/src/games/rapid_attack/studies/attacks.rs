//! Attacks of frames on frames: every requested combination, exact and, on request, simulated.

use super::raw::RawAttacks;
use super::{Checker, MAX_ROWS, NamedFrame, distinct, sampled};
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, within};
use hitchart_dice::exact::{AttackOdds, attack};
use hitchart_dice::{Pool, plan::AttackPlan};
use hitchart_lab::runner::{AttackTally, Job, Plan};
use hitchart_lab::study::{Answer, Run, RunCounts, Study, Written, agreement, too_few};
use hitchart_rapid_attack::attack::{MAX_COVER, Shelter, check_range, plan};
use hitchart_rapid_attack::{loadout::Range, ruleset::Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number, percent};
use hitchart_report::{Extreme, Warning, highest, key_numbers, lowest};
use hitchart_stats::{self, LEVEL, mean, proportion};
use std::{collections::BTreeMap, sync::Arc};

/// Most attacks of a study for which distributions are drawn; more curves would be unreadable.
const MOST_CURVES: usize = 12;
/// Most heat maps of one study.
const MOST_MAPS: usize = 6;

/// A spot on the target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpotDice {
    pub label: String,
    pub dice: Pool,
}

/// Every combination of attackers, ranges, whites, rockets, targets, shelters and spots.
#[derive(Clone, Debug)]
pub(crate) struct AttacksStudy {
    pub rules: Arc<Ruleset>,
    pub attackers: Vec<NamedFrame>,
    pub ranges: Vec<Range>,
    /// Numbers of whites given to the attack.
    pub whites: Vec<u8>,
    /// Rockets fired, at most those that the attacker carries.
    pub rockets: u8,
    pub targets: Vec<NamedFrame>,
    /// Number of whites given to the target's defense.
    pub target_whites: u8,
    pub shelters: Vec<Shelter>,
    pub spots: Vec<SpotDice>,
    pub simulate: bool,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawAttacks = written.read()?;
    let all_ranges = Range::of(&checker.rules.ranges).collect();
    let known = |range: &Range| match (check_range(*range, checker.rules), &raw.ranges) {
        (Err(error), Some(ranges)) => Err(InputError::at(checker.file, ranges.span.clone(), error)),
        _ => Ok(*range),
    };
    let no_spot = SpotDice { label: "none".to_owned(), dice: Pool::EMPTY };
    let study = AttacksStudy {
        rules: checker.rules(),
        attackers: checker.distinct_frames(&raw.attackers)?,
        ranges: checker.list(&raw.ranges, "range", all_ranges, known)?,
        whites: checker.list(&raw.whites, "number", vec![0], |whites| checker.whites(whites))?,
        rockets: checker.optional(&raw.rockets, "rockets", 0, checker.rules.rockets.per_frame)?,
        targets: checker.distinct_frames(&raw.targets)?,
        target_whites: checker.optional(&raw.target_whites, "target_whites", 0, checker.rules.frame.whites)?,
        shelters: shelters(checker, &raw.cover, &raw.covered_by)?,
        spots: checker.list(&raw.spots, "spot", vec![no_spot], |text| spot(checker, text))?,
        simulate: raw.simulate,
    };
    let pairs = study.attackers.len() * study.targets.len() * study.ranges.len() * study.whites.len();
    let rows = pairs * study.shelters.len() * study.spots.len();
    if rows > MAX_ROWS {
        let span = raw.attackers.span.clone();
        let problem = format!("the study has {rows} attacks; at most {MAX_ROWS} fit a table");
        return Err(InputError::at(checker.file, span, problem));
    }
    Ok(Arc::new(study))
}

fn shelters(
    checker: &Checker<'_>,
    cover: &Option<At<Vec<At<u8>>>>,
    covered_by: &[At<String>],
) -> Result<Vec<Shelter>, InputError> {
    let mut shelters = checker.list(cover, "number of hits", Vec::new(), |hits| {
        let hits = within(checker.file, hits, "cover", 0, MAX_COVER)?;
        Ok(if hits == 0 { Shelter::Open } else { Shelter::Terrain(hits) })
    })?;
    for frame in covered_by {
        shelters.push(Shelter::behind(&checker.frame(frame)?.frame, checker.rules));
    }
    if shelters.is_empty() {
        shelters.push(Shelter::Open);
    }
    Ok(distinct(shelters))
}

/// Parses spot dice, or a frame that spots with its own yellow dice.
fn spot(checker: &Checker<'_>, text: &At<String>) -> Result<SpotDice, InputError> {
    if let Ok(dice) = text.value.parse::<Pool>() {
        let label = if dice.is_empty() { "none".to_owned() } else { dice.to_string() };
        return Ok(SpotDice { label, dice });
    }
    let spotter = checker.frame(text)?;
    Ok(SpotDice { dice: spotter.frame.spot_dice(0, checker.rules), label: format!("by {}", spotter.name) })
}

impl Study for AttacksStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        if self.simulate { sampled(run, plans(run.name, self)) } else { Vec::new() }
    }

    fn is_sampled(&self) -> bool {
        self.simulate
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        answer(name, self, counted)
    }
}

/// One attack of a study.
struct Case<'a> {
    attacker: &'a NamedFrame,
    target: &'a NamedFrame,
    range: Range,
    whites: u8,
    shelter: Shelter,
    spot: &'a SpotDice,
    plan: AttackPlan,
}

impl Case<'_> {
    /// Returns the parts in which attacks of a study can differ: attacker, target, range, whites, place and spot.
    fn fields(&self) -> [String; 6] {
        [
            self.attacker.name.clone(),
            self.target.name.clone(),
            self.range.name().to_owned(),
            self.whites.to_string(),
            self.shelter.label(),
            self.spot.label.clone(),
        ]
    }

    /// Returns the parts that identify this attack: attacker and target, range, shelter, spot, and whites.
    fn parts(&self) -> [String; 5] {
        let [attacker, target, range, whites, place, spot] = self.fields();
        let spot = if self.spot.dice.is_empty() { "no spot".to_owned() } else { format!("spot {spot}") };
        [format!("{attacker} on {target}"), range, place, spot, format!("{whites}W")]
    }

    /// Describes the circumstances that a heat map holds fixed.
    fn circumstances(&self) -> String {
        self.parts()[1..].join(", ")
    }

    fn job(&self, study: &str) -> String {
        format!("{study}/{}", self.parts().join(", "))
    }
}

/// Labels attacks in figures by the parts in which they differ; by attacker and target if they differ in none.
fn labels(cases: &[Case<'_>]) -> Vec<String> {
    let parts: Vec<[String; 5]> = cases.iter().map(Case::parts).collect();
    let differ: Vec<usize> = (0..5).filter(|i| parts.iter().any(|other| other[*i] != parts[0][*i])).collect();
    let kept = if differ.is_empty() { vec![0] } else { differ };
    parts.iter().map(|parts| kept.iter().map(|i| parts[*i].as_str()).collect::<Vec<_>>().join(", ")).collect()
}

/// Returns all possible attacks, attackers outermost. Hand-to-hand ignores cover, so it is listed once.
fn cases(asked: &AttacksStudy) -> Vec<Case<'_>> {
    let rules = &asked.rules;
    let mut found = Vec::new();
    for attacker in &asked.attackers {
        for &range in &asked.ranges {
            let shelters = if range == Range::HandToHand { &[Shelter::Open][..] } else { &asked.shelters[..] };
            for &whites in &asked.whites {
                let rockets = asked.rockets.min(attacker.frame.loadout.rockets());
                let dice = attacker.frame.attack_dice(range, whites, rockets, rules);
                let Some(dice) = dice.filter(|dice| !dice.is_empty()) else { continue };
                for target in &asked.targets {
                    let defense = target.frame.defense_dice(asked.target_whites, rules);
                    for &shelter in shelters {
                        found.extend(asked.spots.iter().map(|spot| {
                            let plan = plan(dice, spot.dice, defense, shelter.chart(range), shelter, rules);
                            Case { attacker, target, range, whites, shelter, spot, plan }
                        }));
                    }
                }
            }
        }
    }
    found
}

/// Returns the plan of each attack, by name.
fn plans(name: &str, asked: &AttacksStudy) -> Vec<(String, Plan)> {
    cases(asked).iter().map(|case| (case.job(name), Plan::Attack(case.plan))).collect()
}

/// Returns tables of all attacks, heat maps of attacker by target, and distributions if there are few attacks.
fn answer(name: &str, asked: &AttacksStudy, counted: &RunCounts) -> Answer {
    let cases = cases(asked);
    if cases.is_empty() {
        return Answer { warnings: vec![Warning::NothingSelected { what: name.to_owned() }], ..Answer::default() };
    }
    let odds: Vec<AttackOdds> = cases.iter().map(|case| attack(&case.plan)).collect();
    let names: Vec<String> = cases.iter().map(|case| case.job(name)).collect();
    let tallies: Vec<AttackTally> = names.iter().filter_map(|name| counted.of(name)).collect();
    let tallies: Vec<&AttackTally> = tallies.iter().collect();
    let simulated = tallies.len() == cases.len();
    let mut answer = Answer::default();
    let mut table = exact_table(name, &cases, &odds, &asked.rules);
    if simulated {
        let tests = names.iter().zip(&tallies).zip(&odds);
        let (p_values, warnings) =
            agreement(tests.map(|((name, tally), odds)| (name.as_str(), *tally, odds.joint.as_slice())));
        table = with_simulation(table, &tallies, &p_values);
        answer.warnings = warnings;
        let means = tallies.iter().map(|tally| mean(&tally.damage(), LEVEL));
        answer.warnings.extend(too_few(format!("mean damage in {name}"), means, USEFUL_MARGIN));
    }
    answer.tables.push(table);
    summarise(&mut answer, &cases, &odds);
    let maps = heat_maps(name, &cases, &odds);
    if maps.len() > MOST_MAPS {
        let what = format!("heat maps of {name}");
        answer.warnings.push(Warning::Capped { what, shown: MOST_MAPS as u64, of: maps.len() as u64 });
    }
    answer.figures.extend(maps.into_iter().take(MOST_MAPS));
    if cases.len() <= MOST_CURVES {
        let pmfs = pmf_table(name, &cases, &odds, if simulated { &tallies } else { &[] });
        answer.figures.push((pmf_figure(name, cases.len()), pmfs.clone()));
        answer.tables.push(pmfs);
    }
    answer
}

/// Describes the odds of an attack in a sentence without a full stop.
fn sentence(case: &Case<'_>, odds: &AttackOdds) -> String {
    let damage = odds.damage();
    format!(
        "{}: {} damage ({} hit, {} destroyed)",
        case.parts().join(", "),
        number(damage.mean()),
        percent(damage.at_least(1)),
        percent(damage.at_least(case.target.frame.hit_points()))
    )
}

/// Adds the summary, the line and the numbers: the strongest and the weakest attack, attackers and targets.
fn summarise(answer: &mut Answer, cases: &[Case<'_>], odds: &[AttackOdds]) {
    let damage: Vec<(String, f64)> =
        cases.iter().zip(odds).map(|(case, odds)| (case.parts()[..3].join(", "), odds.damage().mean())).collect();
    let (Some(most), Some(least)) = (highest(&damage), lowest(&damage)) else { return };
    let of = |one: &Extreme<'_>| sentence(&cases[one.row], &odds[one.row]) + &one.like();
    let best = match cases.len() as u64 {
        1 => of(&most),
        all => format!("The strongest of {} is {}", counted(all, "attacks"), of(&most)),
    };
    answer.said = vec![format!("{best}.")];
    answer.said.extend((cases.len() > 1).then(|| format!("The weakest is {}.", of(&least))));
    answer.line = format!("{best}, exact");
    let parts =
        [(0, "deals", "all attackers make"), (1, "takes", "all targets face"), (4, "leaves", "differ only in cover")];
    answer.said.extend(parts.iter().filter_map(|part| average(cases, &damage, *part)));
    answer.numbers = key_numbers(damage.into_iter().map(|row| (format!("Damage of {}", row.0), row.1)).collect());
}

/// Describes the values of one part of attacks, an index of [`Case::fields`], with the most and the least damage on average.
/// Only attacks count that are made with every value of the part, with all other parts the same: else the range or the
/// cover would decide. `None` if there are none, or the part has one value.
fn average(cases: &[Case<'_>], damage: &[(String, f64)], (part, verb, shared): (usize, &str, &str)) -> Option<String> {
    let mut values: Vec<String> = Vec::new();
    let mut alike: BTreeMap<Vec<String>, Vec<(usize, f64)>> = BTreeMap::new();
    for (case, (_, damage)) in cases.iter().zip(damage) {
        let mut rest = case.fields().to_vec();
        let value = rest.remove(part);
        let at = values.iter().position(|known| *known == value).unwrap_or(values.len());
        values.extend((at == values.len()).then_some(value));
        alike.entry(rest).or_default().push((at, *damage));
    }
    let complete: Vec<(usize, f64)> = alike.into_values().filter(|all| all.len() == values.len()).flatten().collect();
    if values.len() < 2 || complete.is_empty() {
        return None;
    }
    let sum = |at: usize| complete.iter().filter(|one| one.0 == at).map(|one| one.1).sum::<f64>();
    let share = values.len() as f64 / complete.len() as f64;
    let means: Vec<_> = values.iter().enumerate().map(|(at, value)| (value.clone(), sum(at) * share)).collect();
    let (most, least) = (highest(&means)?, lowest(&means)?);
    let over = match complete.len() == cases.len() {
        true => "the attacks".to_owned(),
        false => format!("the {} that {shared}", counted(complete.len() as u64, "attacks")),
    };
    Some(format!(
        "On average over {over}, {} {verb} the most damage, {}, and {} the least, {}.",
        most.name(),
        number(most.value),
        least.name(),
        number(least.value)
    ))
}

fn exact_table(name: &str, cases: &[Case<'_>], odds: &[AttackOdds], rules: &Ruleset) -> Table {
    let by = |f: &dyn Fn(&Case<'_>, &AttackOdds) -> f64| {
        cases.iter().zip(odds).map(|(case, odds)| f(case, odds)).collect::<Vec<f64>>()
    };
    let hit_points = |case: &Case<'_>| case.target.frame.hit_points();
    let attack = |case: &Case<'_>| case.plan.attack.with_pips(rules.modifiers.attack);
    let note = "Exact: no sampling error. Destroyed: one attack on the undamaged target; wasted: damage beyond its last \
                hit point, on average.";
    Table::new(format!("{name}-attacks"), "Attacks", note)
        .text("attacker", "Attacker", cases.iter().map(|case| &case.attacker.name))
        .text("range", "Range", cases.iter().map(|case| case.range.name()))
        .count("whites", "Whites", cases.iter().map(|case| u64::from(case.whites)))
        .text("target", "Target", cases.iter().map(|case| &case.target.name))
        .text("place", "Target is", cases.iter().map(|case| case.shelter.label()))
        .text("spot", "Spot", cases.iter().map(|case| &case.spot.label))
        .text("attack_dice", "Attack", cases.iter().map(attack))
        .text("defense_dice", "Defense", cases.iter().map(|case| case.plan.defense.to_string()))
        .number("damage", "Mean damage", 4, by(&|_, odds| odds.damage().mean()))
        .number("p_damage", "P(damage)", 4, by(&|_, odds| odds.damage().at_least(1)))
        .number("p_destroyed", "P(destroyed)", 4, by(&|case, odds| odds.damage().at_least(hit_points(case))))
        .number("wasted", "Wasted", 4, by(&|case, odds| odds.damage().excess_over(hit_points(case))))
        .number("cover_hits", "Mean hits on cover", 4, by(&|_, odds| odds.cover().mean()))
}

fn with_simulation(mut table: Table, tallies: &[&AttackTally], p_values: &[f64]) -> Table {
    let means: Vec<hitchart_stats::Estimate> = tallies.iter().map(|tally| mean(&tally.damage(), LEVEL)).collect();
    table.note.push_str(
        " The next columns have the mean damage of N simulated attacks, and the agreement of all their outcomes.",
    );
    table
        .estimates(["simulated_damage", "simulated_interval"], "Simulated", 4, means.iter().copied())
        .count("n", "N", tallies.iter().map(|tally| tally.samples))
        .number("p_value", "p (Holm)", 3, p_values.iter().copied())
}

/// Largest half width of an interval of mean damage that is still useful: the exact means are shown to 4 decimals, and
/// designers argue about hundredths.
const USEFUL_MARGIN: f64 = 0.01;

/// Returns a table of the probability of each damage, by attack.
fn pmf_table(name: &str, cases: &[Case<'_>], odds: &[AttackOdds], tallies: &[&AttackTally]) -> Table {
    let pmfs: Vec<_> = odds.iter().map(AttackOdds::damage).collect();
    let labels = labels(cases);
    let rows = || pmfs.iter().enumerate().flat_map(|(i, pmf)| (0..=pmf.max()).map(move |damage| (i, damage)));
    let table = Table::new(format!("{name}-damage"), "Distribution of damage", "Exact probability of each damage.")
        .text("attack", "Attack", rows().map(|(i, _)| labels[i].as_str()))
        .count("damage", "Damage", rows().map(|(_, damage)| damage as u64))
        .number("probability", "P(damage)", 6, rows().map(|(i, damage)| pmfs[i].at(damage)))
        .number("at_least", "P(at least)", 6, rows().map(|(i, damage)| pmfs[i].at_least(damage)));
    if tallies.is_empty() {
        return table;
    }
    let estimate = |i: usize, damage: usize| proportion(tallies[i].damage()[damage], tallies[i].samples, LEVEL);
    table.estimates(["simulated", "interval"], "Simulated", 6, rows().map(|(i, damage)| estimate(i, damage))).count(
        "n",
        "N",
        rows().map(|(i, _)| tallies[i].samples),
    )
}

fn pmf_figure(name: &str, attacks: usize) -> Figure {
    Figure::new(
        format!("{name}-damage"),
        "Distribution of damage",
        format!("Probability of each damage for {attacks} attacks; the numbers are in the table {name}-damage."),
        FigureKind::pmf(["attack", "damage", "probability"], "damage to the target"),
    )
}

/// Returns a heat map of mean damage for each set of circumstances with at least two attackers and two targets.
fn heat_maps(name: &str, cases: &[Case<'_>], odds: &[AttackOdds]) -> Vec<(Figure, Table)> {
    let mut circumstances: Vec<String> = Vec::new();
    for case in cases.iter().map(Case::circumstances) {
        if !circumstances.contains(&case) {
            circumstances.push(case);
        }
    }
    let map = |(i, circumstances): (usize, &String)| {
        let mine = || cases.iter().zip(odds).filter(|(case, _)| case.circumstances() == *circumstances);
        let distinct = |names: Vec<&str>| names.iter().collect::<std::collections::BTreeSet<_>>().len();
        let attackers = distinct(mine().map(|(case, _)| case.attacker.name.as_str()).collect());
        let targets = distinct(mine().map(|(case, _)| case.target.name.as_str()).collect());
        if attackers < 2 || targets < 2 {
            return None;
        }
        let table = Table::new(format!("{name}-map-{}", i + 1), format!("Mean damage: {circumstances}"), "")
            .text("attacker", "Attacker", mine().map(|(case, _)| &case.attacker.name))
            .text("target", "Target", mine().map(|(case, _)| &case.target.name))
            .number("damage", "Mean damage", 2, mine().map(|(_, odds)| odds.damage().mean()));
        Some((heat_map(name, i, circumstances, attackers, targets), table))
    };
    circumstances.iter().enumerate().filter_map(map).collect()
}

fn heat_map(name: &str, i: usize, circumstances: &str, attackers: usize, targets: usize) -> Figure {
    Figure::new(
        format!("{name}-map-{}", i + 1),
        format!("Mean damage by attacker and target: {circumstances}"),
        format!(
            "Heat map of the mean damage of {attackers} attackers to {targets} targets, {circumstances}; the numbers are \
             in the table {name}-attacks."
        ),
        FigureKind::heat_map(["attacker", "target", "damage"], "mean damage"),
    )
}
