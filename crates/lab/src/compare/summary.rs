//! Summary of a comparison: the entrants that gain, the numbers that moved, and those that are undecided.

use super::effects::{ChangedNumber, Effect, EffectVerdict, SKILL_GAP};
use super::ratings::{RATING, Unrated};
use super::standings::{Standings, standings};
use super::tables::{EffectRow, disagreeing, rows};
use super::{CellResult, CompareResults, CompareStudy};
use hitchart_config::words::{capitalised, counted, grouped, some_of};
use hitchart_report::table::{number, rounded_up};
use hitchart_report::{KeyNumber, NUMBERS};
use hitchart_stats::order::largest_first;
use std::collections::BTreeMap;

/// Maximum effects that a sentence names.
const NAMED: usize = 2;
/// Maximum numbers that matter that a sentence names one by one.
const NAMED_ONE_BY_ONE: usize = 3;
/// Share above which a rise cannot show; a fall cannot show below its complement.
const NEARLY_ALL: f64 = 0.98;
/// Maximum entrants among the numbers behind the answer.
const ENTRANTS: usize = 3;
/// Maximum studies that a sentence names.
const STUDIES: usize = 6;

/// Summarises a comparison: entrants that gain and lose, numbers that moved, gaps, exact numbers, games played, and
/// reasons for missing ratings.
pub(super) fn summary(study: &CompareStudy, results: &CompareResults<'_>) -> Vec<String> {
    let of = |changed: usize| Of { study, played: &results.played, changed };
    let all: Vec<Of<'_>> = (1..study.rulesets.len()).map(of).collect();
    let mut said: Vec<String> = match all.as_slice() {
        [only] => {
            let others = only.others_moved().filter(|_| only.near_an_end().is_none());
            only.who_moved().into_iter().chain(only.what_moved()).chain(others).collect()
        }
        many => std::iter::once(each_in_short(many)).chain(many.iter().map(Of::in_short)).collect(),
    };
    let of_first = |name: &String| format!("{name} has the same rules as {}.", study.rulesets[0]);
    // The first sentence on several rulesets counts for each of them.
    let at = usize::from(study.rulesets.len() > 2);
    said.splice(at..at, study.equal.iter().map(of_first));
    said.extend(all.iter().filter_map(Of::gaps));
    said.extend(all.iter().map(Of::exactly));
    said.extend(played(study, &results.played));
    said.extend(unrated(study, results));
    said.retain(|sentence| !sentence.is_empty());
    said
}

/// Counts the numbers that each of several rulesets changes: those that matter, or exact numbers without games.
fn each_in_short(all: &[Of<'_>]) -> String {
    let plays = all.iter().any(|of| !of.matter().is_empty());
    let count = |of: &Of<'_>| match plays {
        true => format!("{} {} of {}", of.name(), of.moved().len(), of.matter().len()),
        false => format!("{} {}", of.name(), of.exact().count()),
    };
    let what = if plays { "Numbers that matter and clearly changed" } else { "Exact numbers that differ" };
    format!("{what}: {}.", all.iter().map(count).collect::<Vec<_>>().join(", "))
}

/// Returns the answer in a sentence: with one changed ruleset the names of both, with several a number of each.
pub(super) fn line(study: &CompareStudy, said: &[String]) -> String {
    let first = said.first().map_or("", String::as_str);
    match study.rulesets.as_slice() {
        [before, after] => format!("{after} against {before}: {first}"),
        _ => first.to_owned(),
    }
}

/// Returns the numbers behind the answer: entrants, then other numbers that moved the most.
pub(super) fn numbers(study: &CompareStudy, results: &CompareResults<'_>) -> Vec<KeyNumber> {
    let several = study.rulesets.len() > 2;
    let of = |changed: usize| Of { study, played: &results.played, changed };
    let each = |changed: usize| {
        let ruleset = of(changed);
        let (standings, moved) = (ruleset.standings(), ruleset.moved());
        let mut numbers = standings.numbers(if several { 1 } else { ENTRANTS });
        let others = moved
            .iter()
            .filter(|row| !standings.has(**row))
            .map(|row| KeyNumber::new(capitalised(&label(*row)), change(row.1)));
        numbers.extend(others);
        if numbers.is_empty() {
            numbers.extend(exact_numbers(ruleset.exact()));
        }
        numbers.truncate(if several { 2 } else { NUMBERS });
        if several {
            numbers
                .iter_mut()
                .for_each(|number| number.label = format!("{}: {}", study.rulesets[changed], number.label));
        }
        numbers
    };
    let mut all: Vec<KeyNumber> = (1..study.rulesets.len()).flat_map(each).collect();
    all.truncate(NUMBERS);
    all
}

/// Describes the undecided numbers that matter, and how many of them more games would decide. Rulesets with the rules of
/// the first have none.
pub(super) fn undecided(study: &CompareStudy, results: &CompareResults<'_>) -> String {
    let all = rows(&results.played);
    let differs = |row: &&EffectRow<'_>| !study.equal.contains(&study.rulesets[row.0.changed]);
    let matter = || all.iter().filter(differs).filter(|row| row.1.margin.is_some());
    let open: Vec<&EffectRow<'_>> =
        matter().filter(|row| row.1.verdict == EffectVerdict::Undecided && row.1.estimate.n > 0).collect();
    if open.is_empty() {
        return String::new();
    }
    let most = matter().map(|row| row.1.estimate.n).max().unwrap_or(0);
    let mut enough: Vec<u64> = open.iter().filter_map(|row| row.1.enough()).collect();
    enough.sort_unstable();
    // Enough for nine of ten of the numbers that more games would decide at all.
    let most_of_them = (enough.len() * 9).div_ceil(10);
    let games = enough.get(most_of_them.saturating_sub(1)).map_or_else(String::new, |n| {
        let decided = enough.iter().filter(|needed| *needed <= n).count();
        let which = some_of(decided, open.len());
        format!("; about {} games (--games) would decide {which}", grouped(rounded_up(*n)))
    });
    format!(
        "{} of {} could not be decided with {}{games}.",
        open.len(),
        that_matter(matter().count()),
        counted(most, "games")
    )
}

/// Returns the games played by all rulesets together: those under the unchanged one count once.
pub(super) fn games(played: &[CellResult<'_>]) -> u64 {
    let mut unchanged: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for played in played {
        let most = unchanged.entry((played.study, played.rung)).or_default();
        *most = played.games.max(*most);
    }
    played.iter().map(|played| played.games).chain(unchanged.into_values()).sum()
}

/// Describes the games played: studies, players, and number of games.
fn played(study: &CompareStudy, played: &[CellResult<'_>]) -> Option<String> {
    let (mut studies, mut rungs): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for cell in &study.cells {
        if !studies.contains(&cell.study.as_str()) {
            studies.push(&cell.study);
        }
        if !rungs.contains(&cell.rung.as_str()) {
            rungs.push(&cell.rung);
        }
    }
    let most = played.iter().map(|played| played.games).max().filter(|games| *games > 0)?;
    let more = studies.len().saturating_sub(STUDIES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let names = studies.into_iter().take(STUDIES).collect::<Vec<_>>().join(", ");
    let by = if rungs == ["as given"] { String::new() } else { format!(", each by {}", rungs.join(", ")) };
    let of = if study.source.is_empty() { String::new() } else { format!("{}: ", study.source) };
    Some(format!(
        "Played: {of}{names}{more}{by}; up to {} of each by each ruleset, on common random numbers.",
        counted(most, "games")
    ))
}

/// Formats a reason without the backticks around names in errors.
fn plain(why: &Unrated) -> String {
    why.to_string().replace('`', "")
}

/// Describes each reason once, with the rulesets and players that it applies to unless it applies to all.
fn unrated(study: &CompareStudy, results: &CompareResults<'_>) -> Vec<String> {
    let mut reasons: Vec<(&Unrated, Vec<String>)> = Vec::new();
    for (changed, rung, why) in &results.unrated {
        let whose = format!("{} with {rung}", study.rulesets[*changed]);
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, all)) => all.push(whose),
            None => reasons.push((why, vec![whose])),
        }
    }
    let is_rated =
        results.played.iter().flat_map(|played| &played.effects).any(|effect| effect.quantity.metric == RATING);
    let everywhere = reasons.len() == 1 && !is_rated;
    let sentence = |(why, whose): (&Unrated, Vec<String>)| match everywhere {
        true => format!("There are no ratings: {}.", plain(why)),
        false => format!("There are no ratings for {}: {}.", whose.join(", "), plain(why)),
    };
    reasons.into_iter().map(sentence).collect()
}

/// One changed ruleset.
struct Of<'a> {
    study: &'a CompareStudy,
    played: &'a [CellResult<'a>],
    changed: usize,
}

impl<'a> Of<'a> {
    fn name(&self) -> &'a str {
        &self.study.rulesets[self.changed]
    }

    fn standings(&self) -> Standings<'a> {
        standings(self.played, self.changed)
    }

    /// Describes the entrants that gain and lose.
    fn who_moved(&self) -> Option<String> {
        let said = self.standings().sentences();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Describes the ruleset in short: its name, the entrant that changes most, and the numbers that moved.
    fn in_short(&self) -> String {
        let first = self.standings().in_short();
        let all: Vec<String> = first.into_iter().chain(self.what_moved()).collect();
        if all.is_empty() { String::new() } else { format!("{}: {}", self.name(), all.join(" ")) }
    }

    /// Returns the numbers with a margin.
    fn matter(&self) -> Vec<EffectRow<'a>> {
        rows(self.played).into_iter().filter(|row| row.0.changed == self.changed && row.1.margin.is_some()).collect()
    }

    /// Returns the numbers that moved, the largest change in margins first.
    fn moved(&self) -> Vec<EffectRow<'a>> {
        let mut moved: Vec<EffectRow<'a>> =
            self.matter().into_iter().filter(|row| row.1.verdict == EffectVerdict::Moved).collect();
        largest_first(&mut moved, |row| by_margins(row.1));
        moved
    }

    /// Describes the numbers that moved and stayed, of those that matter.
    fn what_moved(&self) -> Option<String> {
        let (all, moved) = (self.matter(), self.moved());
        if !self.played.iter().any(|played| played.changed == self.changed && played.games > 0) {
            return (!self.study.cells.is_empty()).then(|| "Nothing was played.".to_owned());
        }
        if all.is_empty() {
            return Some("No number has a margin, so none counts as one that matters.".to_owned());
        }
        let same = all.iter().filter(|row| row.1.verdict == EffectVerdict::Same).count();
        let stayed = match same {
            0 => String::new(),
            same => format!("; {same} stayed within the margin"),
        };
        let (matter, which) = (that_matter(all.len()), with_margins(&all));
        let said = match moved.len() {
            0 if same == 1 && all.len() == 1 => {
                format!("The one number that matters {which} stayed within the margin.")
            }
            0 if same == all.len() => format!("All of {matter} {which} stayed within the margin."),
            0 if all.len() == 1 => format!("The one number that matters {which} did not clearly change."),
            0 => format!("None of {matter} {which} clearly changed{stayed}."),
            1 if all.len() == 1 => format!("The one number that matters changed: {}.", self.named(&moved)),
            count => format!("{count} of {matter} changed, most of all {}{stayed}.", self.named(&moved)),
        };
        Some(match self.near_an_end() {
            None => said,
            Some(ends) => [said, ends].into_iter().chain(self.others_moved()).collect::<Vec<_>>().join(" "),
        })
    }

    /// Describes the shares that matter and are near an end under the first ruleset, if no number that matters moved.
    fn near_an_end(&self) -> Option<String> {
        let (all, base) = (self.matter(), &self.study.rulesets[0]);
        let of = |is: fn(f64) -> bool| -> Vec<EffectRow<'a>> {
            let is_there = |row: &&EffectRow<'a>| row.1.quantity.is_percentage() && is(row.1.means[0]);
            all.iter().filter(is_there).copied().collect()
        };
        let said = |rows: Vec<EffectRow<'a>>, end: &str, hidden: &str| {
            let named = in_places(&rows);
            (!rows.is_empty()).then(|| format!("Near {end} under {base}, where a {hidden} cannot show: {named}."))
        };
        let high = said(of(|share| share > NEARLY_ALL), "100%", "rise");
        let low = said(of(|share| share < 1.0 - NEARLY_ALL), "0%", "loss");
        let both: Vec<String> = high.into_iter().chain(low).collect();
        (self.moved().is_empty() && !both.is_empty()).then(|| both.join(" "))
    }

    /// Describes the numbers without a margin that moved, the clearest change first, if no number that matters moved.
    fn others_moved(&self) -> Option<String> {
        let is_other = |row: &EffectRow<'a>| row.0.changed == self.changed && row.1.margin.is_none();
        let mut others: Vec<EffectRow<'a>> = rows(self.played)
            .into_iter()
            .filter(|row| is_other(row) && row.1.verdict == EffectVerdict::Moved && row.1.quantity.metric != SKILL_GAP)
            .collect();
        largest_first(&mut others, |row| row.1.estimate.point.abs() / row.1.estimate.standard_error);
        let is_asked = self.moved().is_empty() && !others.is_empty();
        is_asked.then(|| {
            format!("{} changed, most clearly {}.", counted(others.len() as u64, "other numbers"), self.named(&others))
        })
    }

    /// Describes the largest effects, and the players that do not show them.
    fn named(&self, moved: &[EffectRow<'a>]) -> String {
        let effect = |row: &EffectRow<'a>| {
            let but = |(words, rungs): (&str, Vec<&str>)| {
                if rungs.is_empty() { String::new() } else { format!(", {words} with {}", rungs.join(" and ")) }
            };
            let but: String =
                ["the other way", "not shown"].into_iter().zip(disagreeing(*row, self.played)).map(but).collect();
            format!("{}, {}{but}", label(*row), change(row.1))
        };
        let is_first = |place: &usize| {
            let metric = |place: usize| &moved[place].1.quantity.metric;
            (0..*place).all(|before| metric(before) != metric(*place))
        };
        // The largest effect on each metric comes before a second one on the same metric.
        let (firsts, others): (Vec<usize>, Vec<usize>) = (0..moved.len()).partition(is_first);
        let named = firsts.into_iter().chain(others).take(NAMED).map(|place| effect(&moved[place]));
        named.collect::<Vec<_>>().join("; ")
    }

    /// Describes the gaps between rungs before and after.
    fn gaps(&self) -> Option<String> {
        let of = self.played.iter().filter(|played| played.changed == self.changed);
        let effects = of.flat_map(|played| played.effects.iter().map(move |effect| (played, effect)));
        let gaps: Vec<EffectRow<'_>> = effects.filter(|(_, effect)| effect.quantity.metric == SKILL_GAP).collect();
        let gap = |(played, effect): &EffectRow<'_>| format!("{} ({}) {}", played.rung, played.study, change(effect));
        let more = gaps.len().saturating_sub(NAMED);
        let mut told: Vec<String> = gaps.iter().take(NAMED).map(gap).collect();
        told.extend((more > 0).then(|| format!("{more} more")));
        (!told.is_empty())
            .then(|| format!("Share of points that a policy takes from the one below it: {}.", told.join("; ")))
    }

    /// Returns the exact numbers that differ.
    fn exact(&self) -> impl Iterator<Item = &'a ChangedNumber> + use<'a> {
        let changed = self.changed;
        self.study.known.changes().iter().filter(move |change| change.changed == changed)
    }

    /// Describes the number of exact numbers that differ, and the one that changed the most.
    fn exactly(&self) -> String {
        let of_both = |change: &&ChangedNumber| change.values.iter().all(Option::is_some);
        let (count, single) = (self.exact().filter(of_both).count(), self.exact().filter(|c| !of_both(c)).count());
        let single = match single {
            0 => String::new(),
            n => format!(" Only one ruleset has {}.", counted(n as u64, "further numbers")),
        };
        let of = if self.study.rulesets.len() > 2 { format!("{}: ", self.name()) } else { String::new() };
        match self.exact().find(of_both) {
            // An own game may have no exact numbers.
            None if self.study.known.is_empty() => String::new(),
            None => format!("{of}No exact number differs.{single}"),
            Some(most) => {
                let verb = if count == 1 { "differs" } else { "differ" };
                let (count, what) = (counted(count as u64, "exact numbers"), exact_label(most));
                format!("{of}{count} {verb}, most of all {what}: {}.{single}", exact_change(most))
            }
        }
    }
}

/// Returns the first exact numbers that change otherwise than those before, each with the count of those that change
/// alike: the same attack of other loadouts.
fn exact_numbers<'a>(all: impl Iterator<Item = &'a ChangedNumber>) -> Vec<KeyNumber> {
    let mut found: Vec<(&ChangedNumber, String, u64)> = Vec::new();
    for one in all {
        let change = exact_change(one);
        let same = |(first, known, _): &(&ChangedNumber, String, u64)| first.measure == one.measure && *known == change;
        match found.iter().position(same) {
            Some(place) => found[place].2 += 1,
            None if found.len() < NUMBERS => found.push((one, change, 0)),
            None => (),
        }
    }
    let told = found.into_iter().map(|(one, change, alike)| match alike {
        0 => KeyNumber::new(exact_label(one), change),
        _ => KeyNumber::new(exact_label(one), format!("{change} ({} alike)", counted(alike, "others"))),
    });
    told.collect()
}

fn exact_label(of: &ChangedNumber) -> String {
    format!("{} of {}", of.measure.replace('_', " "), of.item)
}

fn exact_change(of: &ChangedNumber) -> String {
    let [before, after] = of.values.map(|value| value.map_or_else(|| "none".to_owned(), number));
    format!("{before} to {after}")
}

/// Formats a change with both ends: `12% to 18%, +6 points (+5 to +7)`. Ends that are rounded to the same number are one.
fn change(effect: &Effect) -> String {
    let [before, after] = effect.quantity.ends(effect.means);
    let ends = if before == after { format!("about {before}") } else { format!("{before} to {after}") };
    format!("{ends}, {}", effect.quantity.change(&effect.estimate))
}

/// Describes a row: the number with its owner, the study and the players.
pub(super) fn label(row: EffectRow<'_>) -> String {
    let (place, quantity) = (row.0, &row.1.quantity);
    let by = if place.rung == "as given" { String::new() } else { format!(", {}", place.rung) };
    format!("{} ({}{by})", quantity.words(), place.study)
}

/// Names numbers and their margins: `(victories in siege, patrol; margin 3 points)`.
fn with_margins(rows: &[EffectRow<'_>]) -> String {
    let mut margins: Vec<String> = Vec::new();
    for margin in rows.iter().filter_map(|row| row.1.margin.map(|margin| row.1.quantity.size(margin))) {
        if !margins.contains(&margin) {
            margins.push(margin);
        }
    }
    format!("({}; margin {})", in_places(rows), margins.join(", "))
}

/// Names numbers with their studies and players; of more than three only the metrics.
fn in_places(rows: &[EffectRow<'_>]) -> String {
    let one_by_one = rows.len() <= NAMED_ONE_BY_ONE;
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    for (place, effect) in rows {
        let words = if one_by_one { effect.quantity.words() } else { effect.quantity.metric_words() };
        let by = if place.rung == "as given" { String::new() } else { format!(" by {}", place.rung) };
        let place = format!("{}{by}", place.study);
        match named.iter_mut().find(|(known, _)| *known == words) {
            Some((_, places)) => places.push(place),
            None => named.push((words, vec![place])),
        }
    }
    let one = |(words, places): &(String, Vec<String>)| match one_by_one {
        true => format!("{words} in {}", places.join(", ")),
        false => words.clone(),
    };
    named.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the size of an effect in margins.
fn by_margins(effect: &Effect) -> f64 {
    effect.estimate.point.abs() / effect.margin.unwrap_or(f64::INFINITY)
}

fn that_matter(count: usize) -> String {
    let verb = if count == 1 { "matters" } else { "matter" };
    format!("{} that {verb}", counted(count as u64, "numbers"))
}
