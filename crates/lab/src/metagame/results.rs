//! Results of games, and files of results.
//!
//! A file has comma-separated values with the columns `a`, `b`, `wins`, `ties` and `losses`, and an optional column
//! `groups` for games that share their dice.

use crate::study::Duel;
use hitchart_config::{FileText, InputError, listed, nearest, quoted};
use hitchart_stats::ratings::reached;
use std::{collections::BTreeMap, ops::Range};

// Results.

/// Games between two entrants, seen from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairCell {
    /// Number of observations by outcome: wins, ties and losses within a group of games that share their dice. A game
    /// on its own is `[1, 0, 0]`, a pair with swapped seats `[2, 0, 0]`, `[1, 0, 1]` and so on.
    pub observations: BTreeMap<[u8; 3], u64>,
}

impl PairCell {
    /// Creates a cell of games that were each played on its own.
    pub fn of_games(wins: u64, ties: u64, losses: u64) -> PairCell {
        let mut cell = PairCell::default();
        cell.add([1, 0, 0], wins);
        cell.add([0, 1, 0], ties);
        cell.add([0, 0, 1], losses);
        cell
    }

    /// Adds `times` observations of an outcome; an outcome without games is ignored.
    pub fn add(&mut self, outcome: [u8; 3], times: u64) {
        if times > 0 && outcome != [0; 3] {
            *self.observations.entry(outcome).or_default() += times;
        }
    }

    /// Returns the games that the first entrant won, tied and lost.
    pub fn games(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for (outcome, times) in &self.observations {
            sums.iter_mut().zip(outcome).for_each(|(sum, count)| *sum += u64::from(*count) * times);
        }
        sums
    }

    /// Returns the number of observations.
    pub fn len(&self) -> u64 {
        self.observations.values().sum()
    }

    /// Returns true if no games were played.
    pub fn is_empty(&self) -> bool {
        self.observations.is_empty()
    }

    /// Returns the first entrant's share of points, a tie being half a point. `None` if no games were played.
    pub fn points(&self) -> Option<f64> {
        let [wins, ties, losses] = self.games().map(|count| count as f64);
        (!self.is_empty()).then(|| (wins + ties / 2.0) / (wins + ties + losses))
    }

    /// Returns the same games, seen from the second entrant.
    pub fn mirrored(&self) -> PairCell {
        let turned = |([wins, ties, losses], times): (&[u8; 3], &u64)| ([*losses, *ties, *wins], *times);
        PairCell { observations: self.observations.iter().map(turned).collect() }
    }

    fn join(&mut self, other: &PairCell) {
        other.observations.iter().for_each(|(outcome, times)| self.add(*outcome, *times));
    }
}

impl From<&Duel> for PairCell {
    /// Creates a cell of pairs of games with swapped seats.
    fn from(duel: &Duel) -> PairCell {
        let [lost, once_lost, even, once_won, won] = duel.half_points;
        let divided = duel.divided.min(even);
        let pairs = [
            ([2, 0, 0], won),
            ([1, 1, 0], once_won),
            ([1, 0, 1], divided),
            ([0, 2, 0], even - divided),
            ([0, 1, 1], once_lost),
            ([0, 0, 2], lost),
        ];
        let mut cell = PairCell::default();
        pairs.into_iter().for_each(|(outcome, times)| cell.add(outcome, times));
        cell
    }
}

/// Returns the first entrant's share of points in an observation.
pub(super) fn share([wins, ties, losses]: [u8; 3]) -> f64 {
    let [wins, ties, losses] = [wins, ties, losses].map(f64::from);
    (wins + ties / 2.0) / (wins + ties + losses)
}

/// Games among several entrants: every matchup has two cells, one from each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    names: Vec<String>,
    /// Row by row.
    cells: Vec<PairCell>,
}

/// Reasons why results cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Fewer than two entrants, with a phrase that names them.
    #[error("{0} is no field to compare; two entrants are the least")]
    TooFew(String),
    /// An entrant without games, by name.
    #[error("`{0}` met nobody")]
    Alone(String),
    /// Two entrants, by name, that no chain of games connects.
    #[error("`{0}` and `{1}` are in groups that never met, so that nothing compares them")]
    Apart(String, String),
}

impl Results {
    /// Creates results of entrants without games. Names are unique.
    pub fn new(names: Vec<String>) -> Results {
        let cells = vec![PairCell::default(); names.len() * names.len()];
        Results { names, cells }
    }

    /// Returns the names of the entrants in their original order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of entrants.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there are no entrants.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the games of the first entrant with the second.
    pub fn cell(&self, first: usize, second: usize) -> &PairCell {
        &self.cells[first * self.names.len() + second]
    }

    /// Adds games of two entrants to both their cells. Games of an entrant against itself are ignored.
    pub fn add(&mut self, first: usize, second: usize, games: &PairCell) {
        if first != second {
            let n = self.names.len();
            self.cells[first * n + second].join(games);
            self.cells[second * n + first].join(&games.mirrored());
        }
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games().iter().sum::<u64>()).sum::<u64>() / 2
    }

    /// Checks that all entrants can be compared with one another.
    ///
    /// # Errors
    /// Fewer than two entrants, an entrant without games, groups that never met.
    pub fn check(&self) -> Result<(), Flaw> {
        let n = self.len();
        if n < 2 {
            return Err(Flaw::TooFew(self.names.first().map_or("nobody".into(), |name| format!("`{name}` alone"))));
        }
        let met = |i: usize, j: usize| !self.cell(i, j).is_empty();
        if let Some(alone) = (0..n).find(|i| !(0..n).any(|j| met(*i, j))) {
            return Err(Flaw::Alone(self.names[alone].clone()));
        }
        match reached(n, met).iter().position(|reached| !reached) {
            Some(apart) => Err(Flaw::Apart(self.names[0].clone(), self.names[apart].clone())),
            None => Ok(()),
        }
    }

    /// Returns the results sorted by name, so that no number depends on the original order, and the original positions.
    pub(super) fn sorted(&self) -> (Results, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|a, b| self.names[*a].cmp(&self.names[*b]));
        let names = order.iter().map(|i| self.names[*i].clone()).collect();
        let cells = order.iter().flat_map(|i| order.iter().map(|j| self.cell(*i, *j).clone())).collect();
        (Results { names, cells }, order)
    }
}

// Files of results.

/// Maximum number of entrants in a file: resamples keep a matrix of all entrants each.
pub(super) const MOST_ENTRANTS: usize = 200;
/// Maximum number of games in a row.
const MOST_GAMES: u64 = 1_000_000_000_000;
const COLUMNS: [&str; 5] = ["a", "b", "wins", "ties", "losses"];
/// Names of the same columns in this program's own tables.
const ALSO: [&str; 5] = ["entrant", "against", "games_won", "games_tied", "games_lost"];
/// Optional column: number of equal groups into which the games of the row divide. The games of a group share their
/// dice.
const GROUPS: &str = "groups";

/// A field: its text, and its byte range in the file.
struct Field {
    text: String,
    span: Range<usize>,
}

/// Reads results. Columns may have any order and case. A pair may have several rows, either way round; its rows are
/// added up.
///
/// # Errors
/// Unknown, missing or repeated columns; counts that are not whole numbers of at least 0; an entrant without a name,
/// against itself or without games; entrants that no games connect.
pub fn read(file: &FileText) -> Result<Results, InputError> {
    let mut records = records(file)?.into_iter();
    let Some(header) = records.next() else {
        let problem = format!("there is no line; the first names the columns {}", listed(COLUMNS));
        return Err(InputError::at(file, 0..0, problem));
    };
    let places = places(file, &header)?;
    let mut rows = Vec::new();
    for record in records {
        rows.push(row(file, &record, (&places, header.len()))?);
    }
    let results = gathered(file, &rows)?;
    results.check().map_err(|flaw| flawed(file, &rows, &flaw))?;
    Ok(results)
}

/// A row of the file.
struct Row<'a> {
    names: [String; 2],
    spans: [Range<usize>; 2],
    counts: [u64; 3],
    /// Number of equal groups. `None` if the file has no such column: then each game is a group.
    groups: Option<u64>,
    file: &'a FileText,
}

/// Positions of the required columns, and of the column of groups.
type Places = ([usize; 5], Option<usize>);

/// Returns the position of each column.
fn places(file: &FileText, header: &[Field]) -> Result<Places, InputError> {
    let mut places = [None; 5];
    let mut groups = None;
    for (at, field) in header.iter().enumerate() {
        let name = field.text.to_lowercase();
        if name == GROUPS && groups.is_none() {
            groups = Some(at);
            continue;
        }
        let Some(column) = COLUMNS.iter().zip(ALSO).position(|(column, also)| *column == name || also == name) else {
            let problem = format!("unknown column {}; allowed: {}", quoted(&field.text), listed(COLUMNS));
            let help = nearest(&field.text, COLUMNS).map(|name| format!("did you mean `{name}`?"));
            return Err(InputError::at(file, field.span.clone(), problem).with_help(help));
        };
        if places[column].replace(at).is_some() {
            let problem = format!("column `{}` stands there twice", COLUMNS[column]);
            return Err(InputError::at(file, field.span.clone(), problem));
        }
    }
    let missing: Vec<&str> = COLUMNS.iter().zip(places).filter(|(_, at)| at.is_none()).map(|(name, _)| *name).collect();
    if missing.is_empty() {
        return Ok((places.map(Option::unwrap_or_default), groups));
    }
    let span = header.first().map_or(0..0, |field| field.span.clone());
    Err(InputError::at(file, span, format!("columns are missing: {}; needed: {}", listed(missing), listed(COLUMNS))))
}

fn row<'a>(
    file: &'a FileText,
    record: &[Field],
    ((places, groups), width): (&Places, usize),
) -> Result<Row<'a>, InputError> {
    if record.len() != width {
        let span = record.last().map_or(0..0, |field| field.span.clone());
        let problem = format!("a row of {} fields; the header has {width}", record.len());
        return Err(InputError::at(file, span, problem));
    }
    let field = |column: usize| &record[places[column]];
    let names = [field(0), field(1)];
    if let Some(nobody) = names.iter().find(|name| name.text.is_empty()) {
        return Err(InputError::at(file, nobody.span.clone(), "an entrant without a name"));
    }
    if names[0].text == names[1].text {
        let problem = format!("{} against itself; a game has two entrants", quoted(&names[1].text));
        return Err(InputError::at(file, names[1].span.clone(), problem));
    }
    let mut counts = [0; 3];
    for (count, column) in counts.iter_mut().zip(2..) {
        let field = field(column);
        let whole = field.text.parse().ok().filter(|count| *count <= MOST_GAMES);
        *count = whole.ok_or_else(|| {
            let (name, found) = (COLUMNS[column], quoted(&field.text));
            let problem = format!("{name} = {found}: a number of games is a whole number, 0 to {MOST_GAMES}");
            InputError::at(file, field.span.clone(), problem)
        })?;
    }
    let groups = groups.map(|at| grouped(file, &record[at], counts)).transpose()?;
    let spans = [field(0).span.clone(), field(1).span.clone()];
    Ok(Row { names: names.map(|name| name.text.clone()), spans, counts, groups, file })
}

/// Parses the number of equal groups into which the games of a row divide.
fn grouped(file: &FileText, field: &Field, counts: [u64; 3]) -> Result<u64, InputError> {
    let fits = |groups: &u64| {
        let each = |count: &u64| count.is_multiple_of(*groups) && count / groups <= u64::from(u8::MAX);
        *groups > 0 && counts.iter().all(each)
    };
    field.text.parse().ok().filter(fits).ok_or_else(|| {
        let problem = format!(
            "{GROUPS} = {}: the games of the row are of so many groups that came out alike, a whole number that divides \
             each of its counts",
            quoted(&field.text)
        );
        InputError::at(file, field.span.clone(), problem)
    })
}

impl Row<'_> {
    /// Returns the games, seen from the first entrant.
    fn cell(&self) -> PairCell {
        let [wins, ties, losses] = self.counts;
        let Some(groups) = self.groups else { return PairCell::of_games(wins, ties, losses) };
        let mut cell = PairCell::default();
        cell.add(self.counts.map(|count| u8::try_from(count / groups).unwrap_or(u8::MAX)), groups);
        cell
    }
}

fn gathered(file: &FileText, rows: &[Row<'_>]) -> Result<Results, InputError> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = Vec::new();
    for row in rows {
        for (name, span) in row.names.iter().zip(&row.spans) {
            if !places.contains_key(name.as_str()) {
                if names.len() == MOST_ENTRANTS {
                    let problem = format!("more than {MOST_ENTRANTS} entrants");
                    return Err(InputError::at(file, span.clone(), problem));
                }
                places.insert(name, names.len());
                names.push(name.clone());
            }
        }
    }
    let mut results = Results::new(names);
    for row in rows {
        let [a, b] = [0, 1].map(|side| places[row.names[side].as_str()]);
        results.add(a, b, &row.cell());
    }
    Ok(results)
}

/// Reports a flaw of the results at the row of the entrant that the flaw names.
fn flawed(file: &FileText, rows: &[Row<'_>], flaw: &Flaw) -> InputError {
    let named = match flaw {
        Flaw::TooFew(_) => None,
        Flaw::Alone(name) | Flaw::Apart(_, name) => rows.iter().find_map(|row| {
            let side = row.names.iter().position(|other| other == name)?;
            Some((row.file, row.spans[side].clone()))
        }),
    };
    let end = file.text.len();
    let (file, span) = named.unwrap_or((file, end..end));
    InputError::at(file, span, flaw)
}

/// Returns the records of a file: fields between commas, optionally in quotes. A doubled quote stands for one quote.
/// Empty lines are skipped.
fn records(file: &FileText) -> Result<Vec<Vec<Field>>, InputError> {
    let text = &file.text;
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while at < text.len() || !record.is_empty() {
        let (field, next) = field(file, at)?;
        let ends = !text[next..].starts_with(',');
        record.push(field);
        at = next + 1;
        if ends {
            at += usize::from(text[next..].starts_with("\r\n"));
            let record = std::mem::take(&mut record);
            if record.len() > 1 || !record[0].text.is_empty() {
                records.push(record);
            }
        }
    }
    Ok(records)
}

/// Returns the field that begins at byte `start`, and its end: a comma, or the end of the line or of the file.
fn field(file: &FileText, start: usize) -> Result<(Field, usize), InputError> {
    let ends = |c: char| matches!(c, ',' | '\n' | '\r');
    let rest = file.text.get(start..).unwrap_or("");
    let inner = rest.trim_start_matches([' ', '\t']);
    let opened = start + rest.len() - inner.len();
    if !inner.starts_with('"') {
        let length = rest.find(ends).unwrap_or(rest.len());
        let text = rest[..length].trim();
        let begins = start + length - rest[..length].trim_start().len();
        let end = start + length;
        return Ok((Field { text: text.to_owned(), span: begins..begins + text.len() }, end));
    }
    let mut text = String::new();
    let mut letters = inner.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter != '"' {
            text.push(letter);
        } else if letters.next_if(|(_, next)| *next == '"').is_some() {
            text.push('"');
        } else {
            let after = &inner[at + 1..];
            let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
            let end = opened + at + 1 + spaces;
            if !after[spaces..].is_empty() && !after[spaces..].starts_with(ends) {
                return Err(InputError::at(
                    file,
                    end..end + 1,
                    "after a closing quote comes a comma or the line's end",
                ));
            }
            return Ok((Field { text: text.trim().to_owned(), span: opened..opened + at + 1 }, end));
        }
    }
    Err(InputError::at(file, opened..opened + 1, "this quote is not closed"))
}
