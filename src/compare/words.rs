//! A comparison in words: what moved, what did not, and what is open.

use super::effects::{Effect, Verdict};
use super::gap::SKILL_GAP;
use super::ratings::{RATING, Unrated};
use super::study::{CompareStudy, Played, Told};
use super::tables::{Row, disagreeing, rows};
use crate::table::{capitalised, counted, grouped};

/// Effects that a sentence names.
const NAMED: usize = 3;

/// The answer, a sentence or two for each ruleset, and why entrants are not rated.
pub fn said(study: &CompareStudy, told: &Told<'_>) -> Vec<String> {
    let rulesets = (1..study.rulesets.len()).map(|changed| of_ruleset(study, &told.played, changed));
    rulesets.chain(unrated(study, told)).collect()
}

/// Each reason once, with those it holds for where it does not hold for all.
fn unrated(study: &CompareStudy, told: &Told<'_>) -> Vec<String> {
    let mut reasons: Vec<(&Unrated, Vec<String>)> = Vec::new();
    for (changed, rung, why) in &told.unrated {
        let whose = format!("{} with {rung}", study.rulesets[*changed]);
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, all)) => all.push(whose),
            None => reasons.push((why, vec![whose])),
        }
    }
    let is_rated = told.played.iter().flat_map(|played| &played.effects).any(|effect| effect.quantity.metric == RATING);
    let everywhere = reasons.len() == 1 && !is_rated;
    let sentence = |(why, whose): (&Unrated, Vec<String>)| match everywhere {
        true => format!("Entrants are not rated: {why}."),
        false => format!("Entrants are not rated by {}: {why}.", whose.join(", ")),
    };
    reasons.into_iter().map(sentence).collect()
}

/// What the gaps between rungs were and are.
fn gaps(study: &CompareStudy, played: &[Played<'_>], changed: usize) -> Option<String> {
    let of = |played: &&Played<'_>| played.changed == changed;
    let effects = played.iter().filter(of).flat_map(|played| played.effects.iter().map(move |effect| (played, effect)));
    let gaps: Vec<Row<'_>> = effects.filter(|(_, effect)| effect.quantity.metric == SKILL_GAP).collect();
    let gap = |(played, effect): &Row<'_>| {
        let (change, (low, high)) = (effect.estimate.point, effect.estimate.interval);
        let ([before, after], games) = (effect.means, counted(effect.estimate.n, "games"));
        let place = format!("{} ({})", played.rung, played.study);
        format!("{place} {before:.3} to {after:.3}, {change:+.3} [{low:+.3}, {high:+.3}] in {games} by each")
    };
    let more = gaps.len().saturating_sub(NAMED);
    let mut told: Vec<String> = gaps.iter().take(NAMED).map(gap).collect();
    told.extend((more > 0).then(|| format!("{more} more")));
    let [first, other] = [0, changed].map(|place| &study.rulesets[place]);
    (!told.is_empty())
        .then(|| format!("Points that a rung takes from the one below it, {first} to {other}: {}", told.join("; ")))
}

fn of_ruleset(study: &CompareStudy, played: &[Played<'_>], changed: usize) -> String {
    let against = format!("{} against {}", study.rulesets[changed], study.rulesets[0]);
    let mut sentences = Vec::new();
    if !study.cells.is_empty() {
        sentences.push(format!("{against}: {}", what_matters(played, changed)));
    }
    let differing = study.known.changes().iter().filter(|change| change.changed == changed);
    let exactly = differing.clone().count();
    let known = match differing.clone().next() {
        None => "nothing that is known exactly differs".to_owned(),
        Some(most) => {
            let value = |value: Option<f64>| value.map_or("none".to_owned(), |value| format!("{value:.3}"));
            let [before, after] = most.values.map(value);
            let verb = if exactly == 1 { "differs" } else { "differ" };
            format!(
                "{} known exactly {verb}, {} of {} the most: {before} to {after}",
                counted(exactly as u64, "numbers"),
                most.measure,
                most.item
            )
        }
    };
    sentences.extend(gaps(study, played, changed));
    sentences.push(if study.cells.is_empty() { format!("{against}: {known}") } else { capitalised(&known) });
    sentences.join(". ") + "."
}

/// What of a ruleset moved, stayed or is open, of the numbers with a margin.
fn what_matters(played: &[Played<'_>], changed: usize) -> String {
    let all: Vec<Row<'_>> =
        rows(played).into_iter().filter(|row| row.0.changed == changed && row.1.margin.is_some()).collect();
    if all.iter().all(|row| row.1.estimate.n == 0) {
        return "nothing was played".to_owned();
    }
    let of = |verdict: Verdict| all.iter().copied().filter(move |row| row.1.verdict == verdict);
    let mut moved: Vec<Row<'_>> = of(Verdict::Moved).collect();
    moved.sort_by(|a, b| by_margins(b.1).total_cmp(&by_margins(a.1)));
    let (same, open) = (of(Verdict::Same).count(), of(Verdict::Undecided).count());
    let mut parts = vec![match moved.len() {
        0 => format!("none of {} was seen to move", that_matter(all.len())),
        count => format!("{count} of {} moved: {}", that_matter(all.len()), named(&moved, played)),
    }];
    if same > 0 {
        parts.push(format!("{same} stayed within the margin"));
    }
    if open > 0 {
        let enough = of(Verdict::Undecided).filter_map(|row| row.1.enough()).max();
        let games = enough.map_or(String::new(), |games| {
            format!("; some {} games would decide all but those at their margin", grouped(games))
        });
        parts.push(format!("{open} undecided{games}"));
    }
    let most = all.iter().map(|row| row.1.estimate.n).max().unwrap_or(0);
    format!("{} (up to {} by each, 95% intervals)", parts.join(". "), counted(most, "games"))
}

/// The greatest effects, with their intervals, and who disagrees.
fn named(moved: &[Row<'_>], played: &[Played<'_>]) -> String {
    let effect = |row: &Row<'_>| {
        let (low, high) = row.1.estimate.interval;
        let [before, after] = row.1.means;
        let but = |(words, rungs): (&str, Vec<&str>)| {
            if rungs.is_empty() { String::new() } else { format!(", {words} with {}", rungs.join(" and ")) }
        };
        let but: String = ["the other way", "not shown"].into_iter().zip(disagreeing(*row, played)).map(but).collect();
        let change = row.1.estimate.point;
        format!("{} {before:.3} to {after:.3}, {change:+.3} [{low:+.3}, {high:+.3}]{but}", label(*row))
    };
    let more = moved.len().saturating_sub(NAMED);
    let mut told: Vec<String> = moved.iter().take(NAMED).map(effect).collect();
    if more > 0 {
        told.push(format!("{more} more"));
    }
    told.join("; ")
}

/// What a row is of: the metric, whose it is, where it was played and by whom.
pub fn label(row: Row<'_>) -> String {
    let (place, quantity) = (row.0, &row.1.quantity);
    let of = if quantity.of.is_empty() { String::new() } else { format!(" of {}", quantity.of) };
    let by = if place.rung == "as given" { String::new() } else { format!(", {}", place.rung) };
    format!("{}{of} ({}{by})", quantity.metric, place.study)
}

/// An effect in margins.
fn by_margins(effect: &Effect) -> f64 {
    effect.estimate.point.abs() / effect.margin.unwrap_or(f64::INFINITY)
}

fn that_matter(count: usize) -> String {
    let verb = if count == 1 { "matters" } else { "matter" };
    format!("{} that {verb}", counted(count as u64, "numbers"))
}
