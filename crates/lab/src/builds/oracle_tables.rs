//! Summary, tables and figures of a double-oracle search.

use super::oracle::{Course, Entered, Oracle, Round};
use super::tables::{gain, over_even, undecided};
use super::workshop::{Built, Enters};
use crate::meta::{self, RESAMPLES, analyse};
use crate::study::{Answer, Estimates};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::{Table, counted as number_of, number};
use hitchart_stats::Estimate;
use serde_json::{Value, json};

/// Returns short names of entrants: number, bid and policy.
pub fn names<W: Enters>(entrants: &[Entered<W>]) -> Vec<String> {
    let name = |(number, entered): (usize, &Entered<W>)| {
        format!("{number}: {} by {}", entered.build.bid(), W::policy_name(&entered.policy))
    };
    (1..).zip(entrants).map(name).collect()
}

/// Returns the answer from all rounds.
pub fn answer<W: Enters>(name: &str, study: &Oracle<W>, course: &Course<W>, seed: u64) -> Answer {
    let mut answer = Answer::default();
    if !course.rounds.is_empty() {
        let rounds = rounds_table(name, study, course);
        summarise(&mut answer, study, course);
        answer.figures.push((figure(name, &rounds), rounds.clone()));
        answer.tables.push(rounds);
    }
    answer.tables.push(entrants_table(name, course));
    let analysis = course.results.as_ref().and_then(|results| analyse(results, seed, RESAMPLES).ok());
    if let Some(analysis) = analysis {
        let of = meta::answer(&analysis, name);
        answer.said.extend(of.said);
        answer.tables.extend(of.tables);
        answer.figures.extend(of.figures);
        answer.json = of.json;
    }
    if let Some(Value::Object(json)) = &mut answer.json {
        json.insert("rounds".to_owned(), rounds_json(course));
    }
    answer
}

/// Fills in the summary and the numbers of the last round.
fn summarise<W: Enters>(answer: &mut Answer, study: &Oracle<W>, course: &Course<W>) {
    let Some(last) = course.rounds.last() else { return };
    let (excess, margin) = (over_even(last.tested.points()), study.rounds.margin * 100.0);
    let (rounds, found) = (number_of(course.rounds.len() as u64, "rounds"), gain(&excess));
    answer.said.push(match excess.point <= study.rounds.margin {
        true => format!(
            "After {rounds} no reply was found that gains more than {margin:.1} points over an even game: the last gains {found}."
        ),
        false => format!("The search ended after {rounds} while the best reply still gains {found}, more than {margin:.1} points."),
    });
    answer.said.push(format!(
        "That reply is {} ({}), against the equilibrium of {}. There may be a better reply.",
        last.answer.build.told(),
        W::policy_name(&last.answer.policy),
        number_of(last.field as u64, "entrants")
    ));
    answer.numbers = vec![
        KeyNumber::new("Gain of the best reply over an even game", found),
        KeyNumber::new("Entrants of the field", last.field.to_string()),
        KeyNumber::new("Effective choices in its equilibrium", number(meta::effective(&last.shares))),
        KeyNumber::new("Rounds", course.rounds.len().to_string()),
    ];
    answer.undecided = undecided("the gain of the best reply", &excess);
}

fn rounds_table<W: Enters>(name: &str, study: &Oracle<W>, course: &Course<W>) -> Table {
    let gains: Vec<Estimate> = course.rounds.iter().map(|round| over_even(round.tested.points())).collect();
    let effective = |shares: &[f64]| meta::effective(shares);
    let note = format!(
        "Exploitability by round: the share of points of the best reply to the field's equilibrium above one half, on new dice. \
         There may be a better reply. Replies that gain more than {:.1} points join the field. {}.",
        study.rounds.margin * 100.0,
        hitchart_report::table::capitalised(&study.setting.told())
    );
    Table::new(format!("{name}-rounds"), "Exploitability by round", note)
        .text("series", "Reply", gains.iter().map(|_| "best reply found"))
        .count("round", "Round", (1..).take(gains.len()))
        .count("field_size", "Entrants", course.rounds.iter().map(|round| round.field as u64))
        .number("field_effective", "Effective choices", 2, course.rounds.iter().map(|round| effective(&round.shares)))
        .estimates(["exploitability", "exploitability_interval"], "Exploitability", 4, gains.iter().copied())
        .number("raw_gain", "Gain in the race", 4, course.rounds.iter().map(|round| round.raw - 0.5))
        .count("n", "Games", gains.iter().map(|gain| gain.n))
        .text("build_bid", "Bid", course.rounds.iter().map(|round| round.answer.build.bid()))
        .text("policy", "Policy", course.rounds.iter().map(|round| W::policy_name(&round.answer.policy)))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], course.rounds.iter().map(|round| round.answer.build.told()))
}

fn figure(name: &str, table: &Table) -> Figure {
    Figure {
        name: format!("{name}-exploitability"),
        title: "Exploitability by round".to_owned(),
        alt: format!("Gain of the best reply found in each round, with intervals; the numbers are in {}.", table.name),
        kind: Kind::Bands {
            series: "series".to_owned(),
            x: "round".to_owned(),
            y: "exploitability".to_owned(),
            interval: "exploitability_interval".to_owned(),
            x_title: "Round".to_owned(),
            y_title: "Gain in share of points".to_owned(),
            share: false,
        },
    }
}

fn entrants_table<W: Enters>(name: &str, course: &Course<W>) -> Table {
    let names = names(&course.entrants);
    Table::new(format!("{name}-field"), "Entrants", "The field at the start, and the replies that joined it.")
        .text("entrant", "Entrant", names)
        .text("build_bid", "Bid", course.entrants.iter().map(|entered| entered.build.bid()))
        .text("policy", "Policy", course.entrants.iter().map(|entered| W::policy_name(&entered.policy)))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], course.entrants.iter().map(|entered| entered.build.told()))
}

fn rounds_json<W: Enters>(course: &Course<W>) -> Value {
    let told = |round: &Round<W>| {
        let gain = over_even(round.tested.points());
        json!({
            "entrants": round.field,
            "answer": round.answer.build.parts(),
            "policy": W::policy_name(&round.answer.policy),
            "exploitability": { "point": gain.point, "interval": [gain.interval.0, gain.interval.1], "n": gain.n },
            "raw_gain": round.raw - 0.5,
        })
    };
    course.rounds.iter().map(told).collect()
}
