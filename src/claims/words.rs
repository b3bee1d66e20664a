//! Claims in words.

use super::judge::{Judged, Tested, Verdict};

/// The answer: how many claims come to what, and which.
pub fn said(all: &[Judged<'_>]) -> Vec<String> {
    let of = |verdict: Verdict| all.iter().filter(move |judged| judged.verdict == verdict);
    let names = |verdict: Verdict| of(verdict).map(|judged| judged.claim.id.as_str()).collect::<Vec<_>>().join(", ");
    let told = |verdict: Verdict| match of(verdict).count() {
        0 => format!("none {}", verdict.name()),
        count => format!("{count} {} ({})", verdict.name(), names(verdict)),
    };
    let verdicts = [Verdict::Supported, Verdict::Contradicted, Verdict::Undecided, Verdict::NotTestable];
    vec![format!("Of {} claims {}.", all.len(), verdicts.map(told).join(", "))]
}

/// Why a claim comes to what it does.
pub fn why(judged: &Judged<'_>) -> String {
    if let Some(why) = &judged.claim.untested {
        return why.clone();
    }
    let mut parts: Vec<String> = judged.tested.iter().map(of_prediction).collect();
    let facts = judged.claim.facts.iter().zip(&judged.facts);
    parts.extend(facts.map(|(fact, (ratio, holds))| {
        let than = fact.than.clone().unwrap_or_else(|| "the best of all others like it".to_owned());
        let holds = if *holds { "as claimed" } else { "not as claimed" };
        format!("{} of {} is {ratio:.3} times that of {than}: {holds}", fact.measure, fact.item)
    }));
    parts.join("; ")
}

/// What a prediction comes to.
fn of_prediction(tested: &Tested<'_>) -> String {
    let said = tested.prediction.to_string();
    let [with, against] = tested.rungs.each_ref().map(|rungs| rungs.join(" and "));
    match tested.verdict {
        Verdict::Supported => format!("{said}: yes"),
        Verdict::Contradicted => format!("{said}: no"),
        _ if tested.rungs_disagree() => format!("{said}: with {with}, not with {against}"),
        _ if !with.is_empty() => format!("{said}: so far with {with} alone"),
        _ if !against.is_empty() => format!("{said}: open, and not so with {against}"),
        _ => format!("{said}: open"),
    }
}
