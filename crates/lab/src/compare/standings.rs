//! Entrants of a comparison before and after a change: their ratings, or their shares of games won.

use super::effects::{Effect, EffectVerdict};
use super::{CellResult, CompareStudy};
use super::{ratings::RATING, tables::EffectRow};
use crate::study::Winner;
use hitchart_config::words::capitalised;
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, p_value};
use hitchart_stats::order::largest_first;

/// The entrants of one ruleset and one rung, the largest gain first.
pub(super) struct Standings<'a> {
    /// True if the entrants are rated; otherwise the rows have the games that they win.
    pub rated: bool,
    pub rows: Vec<EffectRow<'a>>,
    /// The rung, if other rungs have results too.
    rung: Option<&'a str>,
    /// True if several studies have results, so that wins are named with their study.
    several: bool,
}

/// Returns the entrants under a changed ruleset, by rung: their ratings, or else their wins. Rungs without results are
/// left out; rungs with ratings are first.
fn by_rung<'a>(played: &'a [CellResult<'a>], changed: usize) -> Vec<Standings<'a>> {
    let mut rungs: Vec<&str> = Vec::new();
    for cell in played.iter().filter(|cell| cell.changed == changed) {
        if !rungs.contains(&cell.rung) {
            rungs.push(cell.rung);
        }
    }
    let mut all: Vec<Standings<'a>> = rungs.into_iter().map(|rung| of_rung(played, changed, rung)).collect();
    all.retain(|standings| !standings.rows.is_empty());
    all.sort_by_key(|standings| !standings.rated);
    if all.len() == 1 {
        all[0].rung = None;
    }
    all
}

/// Returns the entrants under a changed ruleset with the players that show a change; without any such players, those
/// with the largest change that was seen. Empty if no entrants are counted.
pub(super) fn standings<'a>(played: &'a [CellResult<'a>], changed: usize) -> Standings<'a> {
    let mut all = by_rung(played, changed);
    let is_shown = |standings: &Standings<'_>| standings.most(true).or(standings.most(false)).is_some();
    let size = |standings: &Standings<'_>| standings.largest().map_or(0.0, |row| row.1.estimate.point.abs());
    if let Some(shown) = all.iter().position(is_shown) {
        return all.swap_remove(shown);
    }
    let none = Standings { rated: false, rows: Vec::new(), rung: None, several: false };
    let larger = |best: Standings<'a>, next: Standings<'a>| {
        let is_larger = next.rated >= best.rated && size(&next) > size(&best);
        if is_larger || best.rows.is_empty() { next } else { best }
    };
    all.into_iter().fold(none, larger)
}

fn of_rung<'a>(played: &'a [CellResult<'a>], changed: usize, rung: &'a str) -> Standings<'a> {
    let all = || {
        let of = played.iter().filter(move |played| played.changed == changed && played.rung == rung);
        of.flat_map(|played| played.effects.iter().map(move |effect| (played, effect)))
    };
    let of = |is: fn(&Effect) -> bool| {
        let mut rows: Vec<EffectRow<'a>> = all().filter(|row| is(row.1)).collect();
        largest_first(&mut rows, |row| row.1.estimate.point);
        rows
    };
    let rated = of(|effect| effect.quantity.metric == RATING);
    if !rated.is_empty() {
        return Standings { rated: true, rows: rated, rung: Some(rung), several: false };
    }
    let kinds: [fn(&Effect) -> bool; 3] = [
        |effect| matches!(effect.quantity.winner, Some(Winner::Side(_) | Winner::Field)),
        |effect| matches!(effect.quantity.winner, Some(Winner::Policy(_))),
        |effect| matches!(effect.quantity.winner, Some(Winner::Seat(_))),
    ];
    let rows = kinds.into_iter().map(of).find(|rows| !rows.is_empty()).unwrap_or_default();
    let several = rows.first().is_some_and(|row| all().any(|(played, _)| played.study != row.0.study));
    Standings { rated: false, rows, rung: Some(rung), several }
}

/// Returns true if two rows are of one entrant.
fn is_same(a: EffectRow<'_>, b: EffectRow<'_>) -> bool {
    std::ptr::eq(a.1, b.1)
}

/// Returns the name of an entrant without the word for its kind.
pub(super) fn name_of(of: &str) -> &str {
    const SORTS: [&str; 5] = ["company ", "fleet ", "team ", "entrant ", "loadout "];
    SORTS.iter().find_map(|sort| of.strip_prefix(sort)).unwrap_or(of)
}

impl<'a> Standings<'a> {
    /// Returns the entrants of the same study, with which the entrant was compared.
    fn field(&self, of: EffectRow<'a>) -> impl Iterator<Item = EffectRow<'a>> + '_ {
        self.rows.iter().copied().filter(move |row| row.0.study == of.0.study)
    }

    /// Returns the largest significant change, up or down.
    fn most(&self, up: bool) -> Option<EffectRow<'a>> {
        let shown = |row: &&EffectRow<'a>| row.1.verdict == EffectVerdict::Moved && (row.1.estimate.point > 0.0) == up;
        let mut shown = self.rows.iter().filter(shown);
        if up { shown.next().copied() } else { shown.next_back().copied() }
    }

    /// Returns true if a row is one of these.
    pub(super) fn has(&self, row: EffectRow<'a>) -> bool {
        self.rows.iter().any(|own| is_same(*own, row))
    }

    /// Returns the entrants that gain and lose most, each with its verb.
    fn extremes(&self) -> [Option<(EffectRow<'a>, &'static str)>; 2] {
        [(true, "gain"), (false, "lose")].map(|(up, verb)| self.most(up).map(|row| (row, verb)))
    }

    /// Describes an entrant that gains or loses most.
    fn sentence(&self, (row, verb): (EffectRow<'a>, &str)) -> String {
        let name = capitalised(name_of(&row.1.quantity.of));
        let lead = self.ahead(row).map_or_else(String::new, |lead| format!(", and it {lead}"));
        format!("{name} {verb}s most{}{}: {}{lead}.", self.near(row, verb), self.with(), self.moved(row))
    }

    /// Describes the entrant that changes most, up or down; the largest change seen if none is significant.
    pub(super) fn in_short(&self) -> Option<String> {
        let size = |extreme: &(EffectRow<'a>, &str)| extreme.0.1.estimate.point.abs();
        let most = self.extremes().into_iter().flatten().max_by(|a, b| size(a).total_cmp(&size(b)));
        most.map(|most| self.sentence(most)).or_else(|| self.largest().map(|row| self.unmoved(row)))
    }

    /// Describes the entrants that gain and lose, and the best one now.
    pub(super) fn sentences(&self) -> Vec<String> {
        let [gains, loses] = self.extremes();
        let mut all: Vec<String> = gains.into_iter().chain(loses).map(|extreme| self.sentence(extreme)).collect();
        if let Some(row) = self.largest().filter(|_| all.is_empty()) {
            all.push(self.unmoved(row));
        }
        all.extend(self.best().filter(|row| !gains.iter().chain(&loses).any(|(other, _)| is_same(*other, *row))).map(
            |row| {
                let name = name_of(&row.1.quantity.of);
                format!("By the changed rules {name} {}.", self.ahead(row).unwrap_or_default())
            },
        ));
        all
    }

    /// Returns the largest change; of changes within the margin only if there are no others.
    fn largest(&self) -> Option<EffectRow<'a>> {
        let size = |row: &EffectRow<'a>| (row.1.verdict != EffectVerdict::Same, row.1.estimate.point.abs());
        self.rows.iter().copied().max_by(|a, b| size(a).0.cmp(&size(b).0).then(size(a).1.total_cmp(&size(b).1)))
    }

    /// Names the entrants that change the same way and may change as much: ` (b may gain as much)`.
    fn near(&self, row: EffectRow<'a>, verb: &str) -> String {
        let (low, high) = row.1.estimate.interval;
        let is_near = |other: &&EffectRow<'a>| {
            let change = &other.1.estimate;
            let is_beside = change.interval.0 <= high && low <= change.interval.1;
            let is_way = (change.point > 0.0) == (row.1.estimate.point > 0.0);
            !is_same(**other, row) && other.1.verdict == EffectVerdict::Moved && is_beside && is_way
        };
        match self.rows.iter().filter(is_near).collect::<Vec<_>>()[..] {
            [] => String::new(),
            [one] => format!(" ({} may {verb} as much)", name_of(&one.1.quantity.of)),
            ref many => format!(" ({} others may {verb} as much)", many.len()),
        }
    }

    /// Names the players if the rows are those of one rung of several.
    fn with(&self) -> String {
        self.rung.map_or_else(String::new, |rung| format!(" with {rung}"))
    }

    /// Returns the entrant with the highest rating under the changed ruleset. `None` if there are no leads.
    fn best(&self) -> Option<EffectRow<'a>> {
        self.rows.iter().copied().find(|row| row.1.lead.is_some())
    }

    /// Describes the lead of the best entrant over the next.
    fn ahead(&self, row: EffectRow<'a>) -> Option<String> {
        let lead = row.1.lead.as_ref()?;
        let (next, many) = (name_of(&lead.next), number_word(self.field(row).count()));
        let by = lead.by.signed();
        Some(match lead.is_shown {
            true => format!("is the best of the {many}: its rating is {by} logits above that of {next}, the next"),
            false => format!("has the highest rating of the {many}, but {next} may be as good: {by} logits"),
        })
    }

    /// Describes the largest change if none is significant.
    fn unmoved(&self, row: EffectRow<'a>) -> String {
        let what = if self.rated { "rating" } else { "share of wins" };
        let whose = match row.1.quantity.winner {
            Some(Winner::Policy(_)) => "player's",
            Some(Winner::Seat(_)) => "seat's",
            _ => "entrant's",
        };
        if self.rows.iter().all(|row| row.1.estimate.point == 0.0) {
            // Of equal changes the one with the widest interval.
            let width = |row: &&EffectRow<'a>| row.1.estimate.interval.1 - row.1.estimate.interval.0;
            let widest = self.rows.iter().max_by(|a, b| width(a).total_cmp(&width(b))).copied().unwrap_or(row);
            let unit = if self.rated { " logits" } else { "" };
            return format!("In these games no {whose} {what} changes{} {}{unit}.", self.with(), self.by(widest));
        }
        let (name, [before, after]) = (name_of(&row.1.quantity.of), self.ends(row));
        let clearly =
            if row.1.verdict == EffectVerdict::Same { "changes by more than the margin" } else { "clearly changes" };
        // The interval is that of one change; the verdict is corrected for all.
        let (low, high) = row.1.estimate.interval;
        let corrected = match row.1.verdict == EffectVerdict::Undecided && (low > 0.0 || high < 0.0) {
            true => format!("; corrected for the number of changes, {}", p_value(row.1.p_adjusted)),
            false => String::new(),
        };
        format!(
            "No {whose} {what} {clearly}{}; the largest change seen is of {name}, {before} to {after} {}{corrected}.",
            self.with(),
            self.by(row)
        )
    }

    /// Returns the value before and after, with the unit of ratings.
    fn ends(&self, row: EffectRow<'a>) -> [String; 2] {
        let [before, after] = row.1.means;
        match self.rated {
            true => [format!("{before:.2}"), format!("{after:.2} logits")],
            false => row.1.quantity.ends(row.1.means),
        }
    }

    /// Formats the change with its interval, in brackets: `(+0.17, +0.11 to +0.22)`.
    fn by(&self, row: EffectRow<'a>) -> String {
        let estimate = &row.1.estimate;
        let change = match self.rated {
            true => estimate.signed(),
            false => row.1.quantity.change(estimate),
        };
        format!("({})", change.replacen(" (", ", ", 1).trim_end_matches(')'))
    }

    fn moved(&self, row: EffectRow<'a>) -> String {
        let ([before, after], by) = (self.ends(row), self.by(row));
        match (self.rated, row.1.estimate.point > 0.0) {
            (true, true) => format!("its rating rises from {before} to {after} {by}"),
            (true, false) => format!("its rating falls from {before} to {after} {by}"),
            (false, _) => format!("it wins {after} of its games instead of {before} {by}"),
        }
    }

    /// Returns the entrants that changed most as numbers behind the answer.
    pub(super) fn numbers(&self, most: usize) -> Vec<KeyNumber> {
        let mut rows = self.rows.clone();
        largest_first(&mut rows, |row| row.1.estimate.point.abs());
        let what = if self.rated { "Rating" } else { "Wins" };
        let number = |row: &EffectRow<'a>| {
            let ([before, after], name) = (self.ends(*row), name_of(&row.1.quantity.of));
            let name = if self.several { format!("{name} in {}", row.0.study) } else { name.to_owned() };
            let verdict = match row.1.verdict {
                EffectVerdict::Moved => "",
                EffectVerdict::Same => ", within the margin",
                EffectVerdict::Undecided => ", undecided",
            };
            KeyNumber::new(format!("{what} of {name}"), format!("{before} to {after} {}{verdict}", self.by(*row)))
        };
        rows.iter().take(most).map(number).collect()
    }
}

/// Formats a small number as a word.
fn number_word(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Returns the table of every entrant before and after, by ruleset.
pub(super) fn table(name: &str, study: &CompareStudy, played: &[CellResult<'_>]) -> Table {
    let all: Vec<Standings<'_>> = (1..study.rulesets.len()).flat_map(|changed| by_rung(played, changed)).collect();
    let rows: Vec<EffectRow<'_>> = all.iter().flat_map(|standings| standings.rows.iter().copied()).collect();
    let several = study.rulesets.len() > 2;
    let ruleset = |row: &EffectRow<'_>| study.rulesets[row.0.changed].as_str();
    let note = "The largest gain first. A rating is the log-odds of winning against an average entrant of these meetings, in logits: 1 more means \
                odds of 2.7 to 1. Without ratings an entrant stands by the share of its games that it wins.";
    let table = Table::new(format!("{name}-entrants"), "Who gains and who loses", note).text(
        "label",
        "Entrant",
        rows.iter().map(|row| name_of(&row.1.quantity.of)),
    );
    let table = if several { table.text("ruleset", "Ruleset", rows.iter().map(ruleset)) } else { table };
    let has_rungs = all.iter().any(|standings| standings.rung.is_some());
    let table = if has_rungs { table.text("rung", "Players", rows.iter().map(|row| row.0.rung)) } else { table };
    table
        .text("study", "Study", rows.iter().map(|row| row.0.study))
        .text("metric", "Metric", rows.iter().map(|row| row.1.quantity.metric.as_str()))
        .number("before", "Before", 3, rows.iter().map(|row| row.1.means[0]))
        .number("after", "After", 3, rows.iter().map(|row| row.1.means[1]))
        .estimate("effect", "Effect", 3, rows.iter().map(|row| row.1.estimate))
        .text("verdict", "Verdict", rows.iter().map(|row| row.1.verdict.name()))
        .count("n", "N", rows.iter().map(|row| row.1.estimate.n))
}

/// Returns the figure of [`table`].
pub(super) fn figure(study: &CompareStudy, table: &Table) -> Figure {
    let against = study.rulesets.first().map_or("", String::as_str);
    let rated = table.texts("metric").iter().any(|metric| metric == RATING);
    Figure::new(
        table.name.clone(),
        format!("Who gains and who loses against {against}"),
        "For each entrant the change as a dot with its interval.",
        FigureKind::ranking(
            ["label", "effect"],
            if rated { "Change of the rating, in logits" } else { "Change of the share of games won" },
            Some(0.0),
        ),
    )
}
