//! Summaries of exact answers: the strongest and the weakest of frames, companies, loadouts and turns, with their
//! numbers.

use super::durability::{Case, DurabilityStudy};
use super::{NamedFrame, assignment::Worth, frames::Company, frames::LoadoutsStudy};
use hitchart_config::words::{counted, ties, verb};
use hitchart_lab::study::Answer;
use hitchart_rapid_attack::frame::{GraphLine, MEASURES};
use hitchart_rapid_attack::loadouts::{MEASURES as RANKED, MeasuredLoadout};
use hitchart_rapid_attack::ruleset::RepairRules;
use hitchart_report::table::{number, percent};
use hitchart_report::{KeyNumber, highest, key_numbers, lowest};

/// Names of the measures of a frame graph in sentences, in its order.
const NAMES: [&str; MEASURES.len()] = [
    "damage hand-to-hand",
    "damage at direct range",
    "damage at artillery range",
    "spotting",
    "defense",
    "movement",
    "durability by the Handbook's formula",
];
/// Indexes of the damages and of the durability among the measures.
const DAMAGES: [usize; 3] = [0, 1, 2];
const DURABILITY: usize = 6;

/// Returns one measure of each graph that has it, by name.
fn measured(graphs: &[(String, Vec<Option<f64>>)], measure: usize) -> Vec<(String, f64)> {
    graphs.iter().filter_map(|(name, values)| Some((name.clone(), values[measure]?))).collect()
}

/// Adds the summary of frames or companies: the most damage at each range, the longest durability, and the leader in
/// most measures.
fn best_of_each(answer: &mut Answer, graphs: &[(String, Vec<Option<f64>>)], (what, dice): (&str, &str)) {
    let best: Vec<String> = DAMAGES
        .iter()
        .filter_map(|measure| {
            Some(format!("{} {}", NAMES[*measure], highest(&measured(graphs, *measure))?.with_value()))
        })
        .collect();
    let all = counted(graphs.len() as u64, what);
    if !best.is_empty() {
        answer.said.push(format!("Most of {all} {dice}: {}.", best.join(", ")));
    }
    let durable = measured(graphs, DURABILITY);
    match (highest(&durable), lowest(&durable)) {
        (Some(most), Some(least)) if number(most.value) != number(least.value) => answer.said.push(format!(
            "{} has the highest durability by the Handbook's formula, {}; {} the lowest, {}.",
            most.name(),
            number(most.value),
            least.name(),
            number(least.value)
        )),
        (Some(all), _) if durable.len() > 1 => answer.said.push(format!(
            "All {} have the same durability by the Handbook's formula, {}.",
            durable.len(),
            number(all.value)
        )),
        _ => {}
    }
    answer.said.extend(most_leads(graphs, &all));
    answer.line = format!("{}, exact", answer.said.first().map_or("", |said| said.trim_end_matches('.')));
    let numbers = DAMAGES.iter().chain([&4, &DURABILITY]).filter_map(|measure| {
        let best = measured(graphs, *measure);
        let best = highest(&best)?;
        Some(KeyNumber::new(
            format!("{} of {}", hitchart_config::words::capitalised(NAMES[*measure]), best.name()),
            number(best.value),
        ))
    });
    answer.numbers = numbers.collect();
}

/// Describes who is best in most measures, alone or with others, and how many are best in none. Measures in which all are
/// equal do not count; `None` without others.
fn most_leads(graphs: &[(String, Vec<Option<f64>>)], all: &str) -> Option<String> {
    let mut leaders: Vec<(String, f64)> = graphs.iter().map(|(name, _)| (name.clone(), 0.0)).collect();
    let mut differing = 0;
    for measure in 0..NAMES.len() {
        let rows = measured(graphs, measure);
        let (Some(best), Some(least)) = (highest(&rows), lowest(&rows)) else { continue };
        let (best, least) = (number(best.value), number(least.value));
        differing += u64::from(best != least);
        for ((_, values), (_, leads)) in graphs.iter().zip(&mut leaders).filter(|_| best != least) {
            *leads += f64::from(u8::from(values[measure].is_some_and(|value| number(value) == best)));
        }
    }
    let leader = highest(&leaders).filter(|leader| graphs.len() > 1 && leader.value > 0.0)?;
    let none = leaders.iter().filter(|row| row.1 == 0.0).count();
    let none = if none == 0 { String::new() } else { format!("; {none} of {all} in none") };
    let (name, count) = (leader.name(), counted(differing, "measures"));
    Some(format!("{name} has the highest number in {} of {count}, alone or with others{none}.", leader.value))
}

/// Adds the summary of frames, from their graphs with one white die.
pub(super) fn frames(answer: &mut Answer, frames: &[NamedFrame], graphs: &[[GraphLine; 7]]) {
    let graphs: Vec<_> = frames
        .iter()
        .zip(graphs)
        .map(|(frame, lines)| (frame.name.clone(), lines.iter().map(|line| line.values[1]).collect()))
        .collect();
    best_of_each(answer, &graphs, ("frames", "with one white die"));
}

/// Adds the summary of companies, from their measures with systems alone.
pub(super) fn companies(answer: &mut Answer, companies: &[Company], values: &[Vec<Option<f64>>]) {
    let graphs: Vec<_> =
        companies.iter().zip(values).map(|(company, values)| (company.name.clone(), values.clone())).collect();
    best_of_each(answer, &graphs, ("companies", "with systems alone"));
}

/// Describes the measures of one company in a sentence without a full stop.
pub(super) fn company(values: &[Option<f64>]) -> String {
    let shown = |(name, value): (&&str, &Option<f64>)| Some(format!("{name} {}", number((*value)?)));
    NAMES.iter().zip(values).filter_map(shown).collect::<Vec<_>>().join(", ")
}

/// Summarises a ranking of loadouts out of `compared` ones, most important first; empty if no loadout is listed.
pub(crate) fn loadouts(asked: &LoadoutsStudy, rows: &[(MeasuredLoadout, bool)], compared: usize) -> Vec<String> {
    let Some((first, _)) = rows.first() else { return Vec::new() };
    let values = |measure: usize| -> Vec<(String, f64)> {
        rows.iter()
            .map(|(row, _)| (row.loadout.to_string(), row.values[measure]))
            .filter(|row| row.1.is_finite())
            .collect()
    };
    let place = |name: &str| RANKED.iter().position(|known| *known == name).unwrap_or(0);
    let (durability, listed) = (place("durability"), counted(rows.len() as u64, "loadouts"));
    let all = if asked.pareto_only { format!("the {listed} on the Pareto front") } else { listed };
    let mut said = Vec::new();
    if let Some(sort) = &asked.sort {
        let third: Vec<String> = rows.iter().take(3).map(|(row, _)| row.loadout.to_string()).collect();
        let ties = ties(rows.iter().map(|(row, _)| sort.number(row)), sort.number(first));
        said.push(format!(
            "First of {all} by {}: {}{}, which takes {} typical attacks to destroy and deals {} damage at direct range; then {}.",
            sort.name(),
            first.loadout,
            ties.map_or_else(String::new, |ties| format!(" ({ties})")),
            number(first.values[durability]),
            number(first.values[place("direct")]),
            if third.len() > 1 { third[1..].join(", ") } else { "none".to_owned() }
        ));
    }
    let best = |name: &str| highest(&values(place(name))).map_or_else(String::new, |best| best.with_value());
    said.push(format!(
        "Of {all}, {} takes the most typical attacks to destroy; most damage hand-to-hand {}, at direct range {}, at artillery range {}.",
        best("durability"),
        best("hand_to_hand"),
        best("direct"),
        best("artillery")
    ));
    let front = rows.iter().filter(|(_, front)| *front).count();
    said.push(format!(
        "{front} of {} {} on the Pareto front: no other is at least as good in every measure and better in one.",
        counted(compared as u64, "loadouts"),
        verb(front as u64, "is")
    ));
    said
}

/// Returns the key numbers of a ranking of loadouts.
pub(super) fn loadout_numbers(rows: &[(MeasuredLoadout, bool)]) -> Vec<KeyNumber> {
    const SHOWN: [(&str, &str); 5] = [
        ("durability", "Most typical attacks to destroy"),
        ("hand_to_hand", "Most damage hand-to-hand"),
        ("direct", "Most damage at direct range"),
        ("artillery", "Most damage at artillery range"),
        ("defense", "Highest defense"),
    ];
    let of = |(name, label): (&str, &str)| {
        let measure = RANKED.iter().position(|known| *known == name)?;
        let all: Vec<(String, f64)> = rows
            .iter()
            .map(|(row, _)| (row.loadout.to_string(), row.values[measure]))
            .filter(|row| row.1.is_finite())
            .collect();
        let best = highest(&all)?;
        Some(KeyNumber::new(format!("{label}: {}", best.name()), number(best.value)))
    };
    SHOWN.into_iter().filter_map(of).collect()
}

/// Describes the durability of a frame in a sentence without a full stop; with cover, first that of the run of attacks.
pub(crate) fn stands(case: &Case<'_>, asked: &DurabilityStudy) -> String {
    let worn = &case.worn;
    let whites = if case.whites > 0 { format!(" +{}W", case.whites) } else { String::new() };
    let [attack, spot] = asked.dice();
    let spot = if spot.is_empty() { spot } else { format!(" with spot {spot}") };
    let half = |alive_after: &[f64]| {
        let half = alive_after.iter().position(|alive| *alive < 0.5);
        half.map(|attacks| format!("it is more likely destroyed than not after {}", counted(attacks as u64, "attacks")))
    };
    let mean = worn.attrition.mean_attacks.map_or_else(|| "infinity".to_owned(), number);
    let name = &case.frame.name;
    let repair = if asked.rules.repair.face == RepairRules::NEVER { "" } else { "; without repair" };
    let order = format!("give up systems in the order {}{repair}", worn.order());
    if asked.cover_hits == 0 {
        let half = half(&worn.attrition.alive_after).map_or_else(String::new, |half| format!("; {half}"));
        return format!("{name}{whites} falls to attack number {mean} of {attack}{spot} on average{half}; {order}");
    }
    let half = half(&case.run.alive_after).map_or_else(String::new, |half| format!("{half}, and "));
    format!(
        "{name}{whites} from {}: {half}it stands after {} of {attack}{spot} with a chance of {}; in the open it falls to number {mean} on \
         average; {order}",
        cover(asked),
        counted(asked.attacks.into(), "attacks"),
        percent(stands_after(case)),
    )
}

/// Names the cover of the run of attacks.
fn cover(asked: &DurabilityStudy) -> String {
    format!("cover of {}", counted(asked.cover_hits as u64, "hits"))
}

/// Returns the chance to stand after the last attack of the run.
fn stands_after(case: &Case<'_>) -> f64 {
    case.run.alive_after.last().copied().unwrap_or(1.0)
}

/// Adds the summary of durabilities: the longest and the shortest, and the largest error of the Handbook's formula.
pub(super) fn durabilities(answer: &mut Answer, cases: &[Case<'_>], asked: &DurabilityStudy) {
    let name = |case: &Case<'_>| {
        if case.whites > 0 { format!("{} +{}W", case.frame.name, case.whites) } else { case.frame.name.clone() }
    };
    let all: Vec<(String, f64)> =
        cases.iter().map(|case| (name(case), case.worn.attrition.mean_attacks.unwrap_or(f64::INFINITY))).collect();
    let (Some(most), Some(least)) = (highest(&all), lowest(&all)) else { return };
    answer.said = match cases {
        [only] => vec![format!("{}.", stands(only, asked))],
        _ => {
            let place = if asked.cover_hits > 0 { " in the open" } else { "" };
            let open = format!(
                "{} stands longest{place}: attack number {} of {} destroys it on average; {} falls first, to number {}.",
                most.name(),
                number(most.value),
                asked.dice()[0],
                least.name(),
                number(least.value)
            );
            behind_cover(cases, asked, name).into_iter().chain([open]).collect()
        }
    };
    answer.line = format!("{}, exact", answer.said[0].trim_end_matches('.'));
    let face = asked.rules.repair.face;
    // The sentence on a single frame says it itself.
    if face != RepairRules::NEVER && cases.len() > 1 {
        answer.said.push(format!("These numbers leave out repair, which the rules allow (`repair.face = {face}`)."));
    }
    let both = |case: &Case<'_>| Some((name(case), case.worn.formula?.0, case.worn.attrition.mean_attacks?));
    let formulas: Vec<(String, f64, f64)> = cases.iter().filter_map(both).collect();
    let off: Vec<(String, f64)> = formulas.iter().map(|(name, by, worn)| (name.clone(), (by - worn).abs())).collect();
    if let Some(far) = highest(&off) {
        answer.said.push(format!(
            "The Handbook's formula is furthest off for {}: {} instead of {} attacks.",
            far.name(),
            number(formulas[far.row].1),
            number(formulas[far.row].2)
        ));
    }
    let place = if asked.cover_hits > 0 { ", in the open" } else { "" };
    let label = |row: (String, f64)| (format!("Attacks up to the loss of {}{place}", row.0), row.1);
    answer.numbers = key_numbers(all.into_iter().map(label).collect());
}

/// Describes the cases that stand most and least likely after the run of attacks on cover; `None` without cover.
fn behind_cover(cases: &[Case<'_>], asked: &DurabilityStudy, name: impl Fn(&Case<'_>) -> String) -> Option<String> {
    let all: Vec<(String, f64)> = cases.iter().map(|case| (name(case), stands_after(case))).collect();
    let (most, least) = (highest(&all)?, lowest(&all)?);
    (asked.cover_hits > 0).then(|| {
        format!(
            "From {}, {} is most likely to stand after {}: {}; {} least: {}.",
            cover(asked),
            most.name(),
            counted(asked.attacks.into(), "attacks"),
            percent(most.value),
            least.name(),
            percent(least.value)
        )
    })
}

/// Adds the summary of turns after the roll: the most valuable turns, and the losses of rules of thumb.
pub(super) fn turns(answer: &mut Answer, frames: &[NamedFrame], worths: &[Worth]) {
    let all: Vec<(String, f64)> =
        frames.iter().zip(worths).map(|(frame, worth)| (frame.name.clone(), worth.best)).collect();
    let (Some(most), Some(least)) = (highest(&all), lowest(&all)) else { return };
    let rules = worths.first().map_or(0, |worth| worth.rules.len());
    let regret = |rule: usize| {
        let lost: f64 = worths.iter().map(|worth| (worth.best - worth.rules[rule].1).max(0.0)).sum();
        (worths[0].rules[rule].0.to_owned(), lost / worths.len() as f64)
    };
    let regrets: Vec<(String, f64)> = (0..rules).map(regret).collect();
    if let (Some(best), Some(worst)) = (lowest(&regrets), highest(&regrets)) {
        answer.said.push(format!(
            "Of {rules} rules of thumb, {} loses least against best play: {} a turn on average; {} loses most: {}.",
            best.name(),
            number(best.value),
            worst.name(),
            number(worst.value)
        ));
        answer.numbers.push(KeyNumber::new(format!("Lost a turn by {}", best.name()), number(best.value)));
        answer.numbers.push(KeyNumber::new(format!("Lost a turn by {}", worst.name()), number(worst.value)));
    }
    if all.len() > 1 {
        answer.said.push(format!(
            "By best play, the turn of {} is worth most, {}, that of {} least, {}.",
            most.name(),
            number(most.value),
            least.name(),
            number(least.value)
        ));
        answer.numbers.push(KeyNumber::new(format!("Worth of a turn of {}", least.name()), number(least.value)));
    }
    answer.numbers.push(KeyNumber::new(format!("Worth of a turn of {}", most.name()), number(most.value)));
    answer.line = format!("{}, exact", answer.said.first().map_or("", |said| said.trim_end_matches('.')));
}
