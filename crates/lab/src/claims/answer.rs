//! The answer of a test of claims: summary, tables, figures and JSON.

use super::ClaimsStudy;
use super::predict::{Prediction, PredictionEffect};
use super::verdict::{ClaimResult, ClaimVerdict, PredictionOutcome, TestedPrediction};
use crate::compare::{MovedRow, moved_columns, moved_figure};
use crate::study::{bounded, bounds};
use hitchart_config::words::{capitalised, counted};
use hitchart_report::plot::Figure;
use hitchart_report::table::{Field, Row, Table};
use hitchart_report::{KeyNumber, NUMBERS};
use serde_json::{Value, json};

/// Summarises the claims: the number with each verdict, then their ids.
pub(super) fn summary(all: &[ClaimResult<'_>]) -> Vec<String> {
    let counts: Vec<String> = by_verdict(all).map(|(verdict, of)| format!("{} {}", of.len(), verdict.name())).collect();
    let mut said = vec![format!("Of {}, {}.", counted(all.len() as u64, "claims"), counts.join(", "))];
    said.extend(by_verdict(all).map(|(verdict, of)| format!("{}: {}.", capitalised(verdict.name()), ids(&of))));
    if all.iter().any(ClaimResult::is_in_part) {
        said.push("A * marks a claim whose parts have different verdicts.".to_owned());
    }
    said
}

/// Returns the claims of each verdict that occurs.
fn by_verdict<'a>(all: &'a [ClaimResult<'a>]) -> impl Iterator<Item = (ClaimVerdict, Vec<&'a ClaimResult<'a>>)> {
    let of =
        |verdict: ClaimVerdict| (verdict, all.iter().filter(|judged| judged.verdict == verdict).collect::<Vec<_>>());
    ClaimVerdict::ALL.into_iter().map(of).filter(|(_, of)| !of.is_empty())
}

fn ids(all: &[&ClaimResult<'_>]) -> String {
    let mark = |judged: &&ClaimResult<'_>| format!("{}{}", judged.claim.id, if judged.is_in_part() { "*" } else { "" });
    all.iter().map(mark).collect::<Vec<_>>().join(", ")
}

/// Returns the claims of each verdict as numbers behind the answer.
pub(super) fn numbers(all: &[ClaimResult<'_>]) -> Vec<KeyNumber> {
    let number = |(verdict, of): (ClaimVerdict, Vec<&ClaimResult<'_>>)| {
        KeyNumber::new(capitalised(verdict.name()), format!("{} ({})", of.len(), ids(&of)))
    };
    by_verdict(all).take(NUMBERS).map(number).collect()
}

/// Describes the claims that are undecided: with `games` games of each meeting for those about changes of the rules.
pub(super) fn undecided(all: &[ClaimResult<'_>], games: u64) -> String {
    let open = all.iter().filter(|judged| judged.verdict == ClaimVerdict::Undecided);
    let (without, open): (Vec<_>, Vec<_>) = open.partition(|judged| judged.tested.iter().any(is_without_number));
    // The games of a claim about answers are those of the studies that answer it.
    let (read, open): (Vec<_>, Vec<_>) = open.into_iter().partition(|judged| judged.rulesets().is_empty());
    let is_open = |judged: &&ClaimResult<'_>| judged.tested.iter().any(|t| t.outcome == PredictionOutcome::Open);
    let (open, settled): (Vec<_>, Vec<_>) = open.into_iter().partition(is_open);
    let mut told = Vec::new();
    if !open.is_empty() {
        let (claims, games) = (counted(open.len() as u64, "claims"), counted(games, "games"));
        told.push(format!(
            "{claims} could not be decided with {games} of each meeting by each ruleset; `games` in the study plays more."
        ));
    }
    if !settled.is_empty() {
        told.push(format!(
            "More games do not decide {}: the outcome depends on the players or on the change, or the number has no room.",
            ids(&settled)
        ));
    }
    if !read.is_empty() {
        let claims = counted(read.len() as u64, "claims");
        told.push(format!(
            "{claims} about answers could not be decided; more `games` in the studies that answer them may decide them."
        ));
    }
    if !without.is_empty() {
        let names: Vec<&str> = without.iter().map(|judged| judged.claim.id.as_str()).collect();
        told.push(format!("No answer has a number that is claimed in {}.", names.join(", ")));
    }
    told.join(" ")
}

/// Returns true if a prediction reads an answer, and no answer has the number.
fn is_without_number(tested: &TestedPrediction<'_>) -> bool {
    tested.part.rulesets.is_empty() && tested.held.is_empty()
}

/// Returns the reason for a claim's verdict: the outcome of each part.
pub(super) fn why(judged: &ClaimResult<'_>) -> String {
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
fn of_fact(outcome: PredictionOutcome) -> &'static str {
    match outcome {
        PredictionOutcome::Supported => "as claimed",
        PredictionOutcome::Opposite => "opposite",
        PredictionOutcome::Smaller => "smaller than claimed",
        _ => "differs from what is claimed",
    }
}

/// Describes the outcome of a prediction.
fn of_prediction(tested: &TestedPrediction<'_>) -> String {
    let outcome = match tested.outcome {
        PredictionOutcome::Smaller => smaller(tested),
        PredictionOutcome::NoRoom => no_room(tested),
        PredictionOutcome::Split => format!("depends on {}", on_rungs(tested)),
        PredictionOutcome::Open if tested.rungs.iter().any(|(_, outcome)| *outcome != PredictionOutcome::Open) => {
            format!("undecided, {}", on_rungs(tested))
        }
        outcome => outcome.name().to_owned(),
    };
    format!("{}: {outcome}{}{}", tested.prediction, by_the_first(tested), by_the_answers(tested))
}

/// Describes the numbers that a prediction about answers read.
fn by_the_answers(tested: &TestedPrediction<'_>) -> String {
    if !tested.part.rulesets.is_empty() {
        return String::new();
    }
    let several = tested.part.rungs.len() > 1;
    let of = |held: &PredictionEffect| {
        let ([other, number], (low, high)) = (held.means, held.estimate.interval);
        let rung = if several { format!("{} ", held.rung) } else { String::new() };
        let bound = tested.prediction.bound.filter(|_| tested.prediction.than.is_none());
        match (bound, low < high) {
            (Some(bound), true) => format!("{rung}{number:.3} [{:.3}, {:.3}]", low + bound, high + bound),
            (Some(_), false) => format!("{rung}{number:.3}"),
            (None, true) => {
                format!("{rung}{number:.3} against {other:.3}, {:+.3} [{low:+.3}, {high:+.3}]", held.estimate.point)
            }
            (None, false) => format!("{rung}{number:.3} against {other:.3}"),
        }
    };
    match is_without_number(tested) {
        true => " (no answer has this number)".to_owned(),
        false => format!(" ({})", tested.held.iter().map(of).collect::<Vec<_>>().join(", ")),
    }
}

/// Describes the outcomes of the rungs, grouped by outcome.
fn on_rungs(tested: &TestedPrediction<'_>) -> String {
    let mut outcomes: Vec<PredictionOutcome> = Vec::new();
    for (_, outcome) in &tested.rungs {
        if !outcomes.contains(outcome) {
            outcomes.push(*outcome);
        }
    }
    let of = |outcome: PredictionOutcome| {
        let rungs = tested.rungs.iter().filter(move |(_, known)| *known == outcome);
        format!("{} with {}", outcome.name(), rungs.map(|(rung, _)| rung.as_str()).collect::<Vec<_>>().join(" and "))
    };
    let told = outcomes.into_iter().map(of).collect::<Vec<_>>().join(", ");
    if tested.outcome == PredictionOutcome::Split && tested.rungs.len() > 1 {
        format!("the players: {told}")
    } else {
        told
    }
}

/// Describes an effect that is smaller than the margin, and its direction.
fn smaller(tested: &TestedPrediction<'_>) -> String {
    let Some(held) = tested.surest() else { return PredictionOutcome::Smaller.name().to_owned() };
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
fn no_room(tested: &TestedPrediction<'_>) -> String {
    let without: Vec<String> = tested
        .rungs
        .iter()
        .filter(|(_, outcome)| *outcome == PredictionOutcome::NoRoom)
        .map(|(rung, _)| rung.clone())
        .collect();
    let is_one = |held: &&PredictionEffect| without.contains(&held.rung);
    let start = tested.held.iter().find(is_one).map_or(f64::NAN, |held| held.means[0]);
    let Prediction { direction, .. } = tested.prediction;
    let by = match without.as_slice() {
        [only] if only == "as given" => String::new(),
        _ => format!(" with {}", without.join(" and ")),
    };
    format!("undecided, it starts at {start:.3}{by}, where it has no room if it {}", direction.name())
}

/// Describes the lead under the unchanged rules, if the prediction compares two numbers.
fn by_the_first(tested: &TestedPrediction<'_>) -> String {
    let of = |held: &PredictionEffect| {
        let ((low, high), lead) = (held.unchanged?.interval, held.unchanged?.point);
        let now = held.estimate;
        let ((first, last), after) = (now.interval, now.point);
        Some(format!("{} {after:+.3} [{first:+.3}, {last:+.3}], before {lead:+.3} [{low:+.3}, {high:+.3}]", held.rung))
    };
    let told: Vec<String> = tested.held.iter().filter_map(of).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}

/// Returns the table with one row per claim.
pub(super) fn verdicts_table(name: &str, all: &[ClaimResult<'_>]) -> Table {
    let note = "Supported: every part of the claim is supported with all policies. Otherwise the worst part decides. Opposite: the \
                number goes the other way. Smaller: the effect is shown to be smaller than the margin. The effect is the most \
                certain one of the prediction that decides, as a mean over the studies; of an answer, the number less its bound \
                or less the other number. Answered by: compare is games under the rules and under a change of them, exact is \
                numbers that are known without games, others are kinds of study whose answer was read. Claims play such a study on dice \
                of their own, so its numbers differ by chance from those of the study itself."
        .to_owned();
    Table::new(format!("{name}-verdicts"), "Verdicts on the claims", note).of(all)
}

impl Row for ClaimResult<'_> {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("claim", "Claim", |row: &Self| row.claim.id.clone()).keyed("id"),
            Field::text("game", "Game", |row| row.claim.game.clone()),
            Field::text("says", "It says", |row| row.claim.says.clone()),
            Field::text("answered", "Answered by", |row: &Self| row.study.kinds(row.claim).join(", ")).table_only(),
            Field::json_only("answered", |row| row.study.kinds(row.claim).into()),
            Field::text("verdict", "Verdict", |row| row.verdict.name().to_owned()),
            Field::text("sharing", "Parts", |row: &Self| sharing(row)).table_only(),
            Field::text("why", "Why", why),
            Field::json_only("prediction", |row| row.decisive().map(|tested| tested.prediction.to_string()).into()),
            Field::number("effect", "Effect", 3, |row| Some(row.surest()?.estimate.point)),
            Field::interval("effect_interval", "95% interval", 3, |row: &Self| bounded(&row.surest()?.estimate))
                .table_only(),
            Field::json_only("interval", |row| row.surest().map(|held| bounds(&held.estimate)).into()),
            Field::count("n", "N", |row| row.surest()?.games()),
            Field::json_only("rungs", |row| row.decisive().map_or_else(Vec::new, |of| rungs(row.study, of)).into()),
            Field::json_only("in_part", |row| row.is_in_part().into()),
            Field::json_only("parts", |row| row.tested.iter().map(|tested| part(row.study, tested)).collect()),
            Field::json_only("facts", |row| row.facts.iter().map(fact).collect()),
            Field::json_only("revised", |row| json!(row.claim.revised)),
        ]
    }
}

/// Formats the number of parts that share the claim's verdict.
fn sharing(judged: &ClaimResult<'_>) -> String {
    match judged.sharing() {
        (_, 0) => String::new(),
        (sharing, all) => format!("{sharing} of {all}"),
    }
}

/// Returns the table with one row per prediction, change and rung.
pub(super) fn effects(name: &str, study: &ClaimsStudy, all: &[ClaimResult<'_>]) -> Table {
    let rows: Vec<(&ClaimResult<'_>, &TestedPrediction<'_>, &PredictionEffect)> = all
        .iter()
        .flat_map(|judged| judged.tested.iter().map(move |tested| (judged, tested)))
        .flat_map(|(judged, tested)| tested.held.iter().map(move |held| (judged, tested, held)))
        .collect();
    let note =
        "Means over the studies, by the unchanged rules and by the change, on common dice; of a number against another, that \
                of the other and its own, both by the change; of an answer, the bound or the other number, and the number. p is \
                of no effect at all, over all looks, corrected for the number of effects by Benjamini and Hochberg. The outcome \
                is that of the prediction with these players."
            .to_owned();
    Table::new(format!("{name}-effects"), "Predictions and effects", note)
        .text("claim", "Claim", rows.iter().map(|row| row.0.claim.id.as_str()))
        .text("prediction", "Prediction", rows.iter().map(|row| row.1.prediction.to_string()))
        .text("ruleset", "Ruleset", rows.iter().map(|row| ruleset(study, row.1, row.2)))
        .text("rung", "Players", rows.iter().map(|row| row.2.rung.as_str()))
        .number("before", "Before", 3, rows.iter().map(|row| row.2.means[0]))
        .number("after", "After", 3, rows.iter().map(|row| row.2.means[1]))
        .estimate("effect", "Effect", 4, rows.iter().map(|row| row.2.estimate))
        .number("allowance", "Margin", 4, rows.iter().map(|row| row.2.margin))
        .number("p_adjusted", "p", 4, rows.iter().map(|row| row.2.p_adjusted))
        .text("verdict", "Verdict", rows.iter().map(|row| row.1.outcome_on(&row.2.rung).verdict().name()))
        .count("n", "N", rows.iter().map(|row| row.2.games()))
}

/// Shortens the name of a ruleset for a figure: of changed fields, only the last keys stay.
fn short(name: &str) -> String {
    let last = |change: &str| match change.split_once('=') {
        Some((path, value)) => format!("{}={value}", path.rsplit('.').next().unwrap_or(path).trim()),
        None => change.to_owned(),
    };
    name.split(';').map(last).collect::<Vec<_>>().join("; ")
}

/// Returns the name of the ruleset of an effect; empty for a number of an answer, which has no change of the rules.
fn ruleset<'a>(study: &'a ClaimsStudy, tested: &TestedPrediction<'_>, held: &PredictionEffect) -> &'a str {
    if tested.part.rulesets.is_empty() { "" } else { &study.rulesets[held.ruleset] }
}

/// Returns the table of exact numbers.
pub(super) fn facts(name: &str, study: &ClaimsStudy) -> Table {
    let facts = study.claims.iter().flat_map(|claim| claim.facts.iter().map(move |fact| (claim, fact)));
    let rows: Vec<_> =
        facts.filter_map(|(claim, fact)| Some((claim, fact, fact.found(&study.known[claim.known])?))).collect();
    Table::new(format!("{name}-exact"), "Exact numbers", "Under the unchanged rules. Exact numbers have no interval.")
        .text("claim", "Claim", rows.iter().map(|row| row.0.id.as_str()))
        .text("measure", "Measure", rows.iter().map(|row| row.1.measure.as_str()))
        .text("item", "Of", rows.iter().map(|row| row.1.item.as_str()))
        .text("than", "Against", rows.iter().map(|row| row.1.than.as_deref().unwrap_or("all others like it")))
        .number("value", "Value", 4, rows.iter().map(|row| row.2.0))
        .number("other_value", "Of the other", 4, rows.iter().map(|row| row.2.1))
}

/// Returns a figure for each claim that was played: its effects, rung by rung. Numbers that may be negative have no relative
/// change, and are not drawn.
pub(super) fn figures(name: &str, study: &ClaimsStudy, all: &[ClaimResult<'_>]) -> Vec<(Figure, Table)> {
    all.iter().filter_map(|judged| figure(name, study, judged)).collect()
}

/// Returns true if games show a prediction of an effect of a change.
fn is_of_change(tested: &TestedPrediction<'_>) -> bool {
    !tested.held.is_empty() && !tested.part.rulesets.is_empty()
}

/// Returns the figure of a claim; `None` if no effect can be drawn.
fn figure(name: &str, study: &ClaimsStudy, judged: &ClaimResult<'_>) -> Option<(Figure, Table)> {
    let (id, verdict) = (&judged.claim.id, judged.label());
    let drawn = judged.tested.iter().filter(|tested| is_of_change(tested));
    let held = drawn.flat_map(|tested| tested.held.iter().map(move |held| (tested, held)));
    let rows: Vec<(&TestedPrediction<'_>, &PredictionEffect)> = held.collect();
    let several = judged.rulesets().len() > 1;
    let moved = |(tested, held): &(&TestedPrediction<'_>, &PredictionEffect)| MovedRow {
        ruleset: if several { short(&study.rulesets[held.ruleset]) } else { String::new() },
        label: format!("{} ({})", capitalised(&tested.prediction.words()), held.rung),
        means: held.means,
        estimate: held.estimate,
        share: study.is_share(tested.prediction),
    };
    let table = Table::new(format!("{name}-{}-figure", judged.claim.file()), id.clone(), "");
    let mut moved: Vec<MovedRow> = rows.iter().map(moved).filter(MovedRow::is_drawn).collect();
    if moved.is_empty() {
        return None;
    }
    // Rows of a ruleset are adjacent.
    moved.sort_by(|a, b| a.ruleset.cmp(&b.ruleset));
    let alt = format!(
        "The predictions of {id} and the results, by players: changes of shares in percentage points, of other numbers in \
         percent of the larger of before and after, with intervals. A ring marks the value before the change."
    );
    let title = format!("{id}, {verdict}: {}", judged.claim.says);
    Some((moved_figure(format!("{name}-{}", judged.claim.file()), title, alt), moved_columns(table, &moved)))
}

/// Returns the JSON of an exact number.
fn fact((ratio, outcome): &(f64, PredictionOutcome)) -> Value {
    json!({ "ratio": ratio, "holds": *outcome == PredictionOutcome::Supported, "verdict": outcome.verdict().name() })
}

/// Returns the JSON of a prediction with its effects by change and rung.
fn part(study: &ClaimsStudy, tested: &TestedPrediction<'_>) -> Value {
    json!({ "prediction": tested.prediction.to_string(), "verdict": tested.outcome.verdict().name(),
        "rungs": rungs(study, tested) })
}

/// Returns the JSON of the effects of each change on each rung, with the outcome of the prediction on that rung.
fn rungs(study: &ClaimsStudy, tested: &TestedPrediction<'_>) -> Vec<Value> {
    let told = |held: &PredictionEffect| {
        let mut one = json!({ "rung": held.rung, "ruleset": ruleset(study, tested, held), "effect": held.estimate.point,
            "interval": bounds(&held.estimate), "n": held.games(), "margin": held.margin,
            "verdict": tested.outcome_on(&held.rung).verdict().name() });
        if let Some(unchanged) = &held.unchanged {
            one["unchanged"] = json!({ "effect": unchanged.point, "interval": bounds(unchanged) });
        }
        one
    };
    tested.held.iter().map(told).collect()
}
