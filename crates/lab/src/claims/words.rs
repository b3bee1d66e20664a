//! Summary of claims in words.

use super::held::Held;
use super::judge::{Judged, Tested};
use super::predict::Prediction;
use super::verdict::{Outcome, Verdict};
use hitchart_report::table::{capitalised, counted};
use hitchart_report::{KeyNumber, NUMBERS};

/// Summarises the claims: the number with each verdict, then their ids.
pub fn said(all: &[Judged<'_>]) -> Vec<String> {
    let counts: Vec<String> = verdicts(all).map(|(verdict, of)| format!("{} {}", of.len(), verdict.name())).collect();
    let mut said = vec![format!("Of {}, {}.", counted(all.len() as u64, "claims"), counts.join(", "))];
    said.extend(verdicts(all).map(|(verdict, of)| format!("{}: {}.", capitalised(verdict.name()), ids(&of))));
    if all.iter().any(Judged::is_in_part) {
        said.push("A * marks a claim whose parts have different verdicts.".to_owned());
    }
    said
}

/// Returns the claims of each verdict that occurs.
fn verdicts<'a>(all: &'a [Judged<'a>]) -> impl Iterator<Item = (Verdict, Vec<&'a Judged<'a>>)> {
    let of = |verdict: Verdict| (verdict, all.iter().filter(|judged| judged.verdict == verdict).collect::<Vec<_>>());
    Verdict::ALL.into_iter().map(of).filter(|(_, of)| !of.is_empty())
}

fn ids(all: &[&Judged<'_>]) -> String {
    let mark = |judged: &&Judged<'_>| format!("{}{}", judged.claim.id, if judged.is_in_part() { "*" } else { "" });
    all.iter().map(mark).collect::<Vec<_>>().join(", ")
}

/// Returns the claims of each verdict as numbers behind the answer.
pub fn numbers(all: &[Judged<'_>]) -> Vec<KeyNumber> {
    let number = |(verdict, of): (Verdict, Vec<&Judged<'_>>)| {
        KeyNumber::new(capitalised(verdict.name()), format!("{} ({})", of.len(), ids(&of)))
    };
    verdicts(all).take(NUMBERS).map(number).collect()
}

/// Describes the claims that `games` games leave undecided.
pub fn undecided(all: &[Judged<'_>], games: u64) -> String {
    let open = all.iter().filter(|judged| judged.verdict == Verdict::Undecided).count();
    if open == 0 {
        return String::new();
    }
    let (claims, games) = (counted(open as u64, "claims"), counted(games, "games"));
    format!(
        "{claims} could not be decided with {games} of each meeting by each ruleset; `games` in the study plays more."
    )
}

/// Returns the reason for a claim's verdict: the outcome of each part.
pub fn why(judged: &Judged<'_>) -> String {
    if let Some(why) = &judged.claim.untested {
        return why.clone();
    }
    let mut parts: Vec<String> = judged.tested.iter().map(of_prediction).collect();
    let facts = judged.claim.facts.iter().zip(&judged.facts);
    parts.extend(facts.map(|(fact, (ratio, outcome))| {
        let than = fact.than.clone().unwrap_or_else(|| "the best of all others like it".to_owned());
        format!("{} of {} is {ratio:.3} times that of {than}: {}", fact.measure, fact.item, of_fact(*outcome))
    }));
    parts.join("; ")
}

/// Describes the outcome of an exact number.
fn of_fact(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Supported => "as claimed",
        Outcome::Opposite => "opposite",
        Outcome::Smaller => "smaller than claimed",
        _ => "differs from what is claimed",
    }
}

/// Describes the outcome of a prediction.
fn of_prediction(tested: &Tested<'_>) -> String {
    let outcome = match tested.outcome {
        Outcome::Smaller => smaller(tested),
        Outcome::NoRoom => no_room(tested),
        Outcome::Split => format!("depends on {}", on_rungs(tested)),
        Outcome::Open if tested.rungs.iter().any(|(_, outcome)| *outcome != Outcome::Open) => {
            format!("undecided, {}", on_rungs(tested))
        }
        outcome => name(outcome).to_owned(),
    };
    format!("{}: {outcome}{}", tested.prediction, by_the_first(tested))
}

/// Returns the name of an outcome on some rungs.
fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Supported => "supported",
        Outcome::Opposite => "opposite",
        Outcome::Smaller => "smaller than matters",
        Outcome::Differs => "differs",
        Outcome::Split => "one way and the other by the change",
        Outcome::NoRoom => "no room",
        Outcome::Open => "undecided",
    }
}

/// Describes the outcomes of the rungs, grouped by outcome.
fn on_rungs(tested: &Tested<'_>) -> String {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (_, outcome) in &tested.rungs {
        if !outcomes.contains(outcome) {
            outcomes.push(*outcome);
        }
    }
    let of = |outcome: Outcome| {
        let rungs = tested.rungs.iter().filter(move |(_, known)| *known == outcome);
        format!("{} with {}", name(outcome), rungs.map(|(rung, _)| rung.as_str()).collect::<Vec<_>>().join(" and "))
    };
    let told = outcomes.into_iter().map(of).collect::<Vec<_>>().join(", ");
    if tested.outcome == Outcome::Split && tested.rungs.len() > 1 { format!("the players: {told}") } else { told }
}

/// Describes an effect that is smaller than the margin, and its direction.
fn smaller(tested: &Tested<'_>) -> String {
    let Some(held) = tested.surest() else { return name(Outcome::Smaller).to_owned() };
    let claimed = tested.prediction.direction.sign();
    let way = match held.sign() {
        0 => "no effect shown",
        _ if claimed == 0 => "an effect shown",
        sign if sign == claimed => "as claimed",
        _ => "the other way",
    };
    format!("smaller than matters ({way}, {:+.3} where {:.3} matters)", held.estimate.point, held.margin)
}

/// Describes a number that cannot change as claimed by the margin.
fn no_room(tested: &Tested<'_>) -> String {
    let without: Vec<String> =
        tested.rungs.iter().filter(|(_, outcome)| *outcome == Outcome::NoRoom).map(|(rung, _)| rung.clone()).collect();
    let is_one = |held: &&Held| without.contains(&held.rung);
    let start = tested.held.iter().find(is_one).map_or(f64::NAN, |held| held.means[0]);
    let Prediction { direction, .. } = tested.prediction;
    format!(
        "undecided, it starts at {start:.3} with {}, where it has no room if it {}",
        without.join(" and "),
        direction.name()
    )
}

/// Describes the lead under the unchanged rules, if the prediction compares two numbers.
fn by_the_first(tested: &Tested<'_>) -> String {
    let of = |held: &Held| {
        let ((low, high), lead) = (held.unchanged?.interval, held.unchanged?.point);
        let now = held.estimate;
        let ((first, last), after) = (now.interval, now.point);
        Some(format!("{} {after:+.3} [{first:+.3}, {last:+.3}], before {lead:+.3} [{low:+.3}, {high:+.3}]", held.rung))
    };
    let told: Vec<String> = tested.held.iter().filter_map(of).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}
