//! Recording a baseline: the part of a scenario that decides its games, the tracked quantities, and the games.

use super::baseline::{Column, MARK_BITS, MOST, Number, Packed, RecordedStudy, marked};
use crate::compare::check_shares;
use crate::runner::{Counts, GroupCounter, Job, Matchup, Streams};
use crate::study::{
    Answer, Grouped, Observations, Quantity, Run, RunCounts, Study, Sums, bounded, count, step_of_share,
};
use hitchart_config::{FileText, InputError};
use hitchart_report::table::{object, rounded};
use hitchart_stats::{Estimate, LEVEL, Moments};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Component, Path};
use std::{collections::BTreeMap, ops::Range, sync::Arc, sync::atomic::AtomicBool};

/// The games of a baseline, by name of the study.
#[derive(Debug)]
pub struct RecordStudy {
    /// Name of each study, and its games.
    pub studies: Vec<(String, Followed)>,
    /// Games of each study.
    pub games: u64,
}

/// Results of groups of games, by number: the mark, and the tracked quantities.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rows(BTreeMap<u64, Vec<i64>>);

impl Counts for Rows {
    fn add(&mut self, other: &Rows) {
        self.0.extend(other.0.iter().map(|(group, row)| (*group, row.clone())));
    }
}

impl Matchup for Followed {
    type Counts = Rows;

    fn effort(&self) -> f64 {
        self.games.effort * self.games.size as f64
    }

    fn empty(&self) -> Rows {
        Rows::default()
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Rows>> {
        let mut player = self.player(stop);
        Some(Box::new(move |group, rows| {
            let mut row = vec![0; 1 + self.quantities.len()];
            row[0] = player(group.key, &mut row[1..]);
            rows.0.insert(group.number, row);
        }))
    }

    fn fits(&self, rows: &Rows, groups: u64, all: &Range<u64>) -> bool {
        let width = 1 + self.quantities.len();
        // Products of two, over all groups, fit 64 bits.
        let small = |value: &i64| value.unsigned_abs() <= 1 << 22;
        let fits =
            |(group, row): (&u64, &Vec<i64>)| all.contains(group) && row.len() == width && row[1..].iter().all(small);
        rows.0.len() as u64 == groups && rows.0.iter().all(fits)
    }
}

impl Study for RecordStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let job = |(study, followed): &(String, Followed)| {
            let groups = 0..self.games.div_ceil(followed.games.size);
            // The dice depend only on the study, as if it were played alone.
            Streams { name: study.clone(), seed: run.seed, groups }.job(study.clone(), followed.clone())
        };
        self.studies.iter().map(job).collect()
    }

    fn answer(&self, _: &str, _: &RunCounts) -> Answer {
        Answer::default()
    }
}

/// Returns the counts in the form of a baseline.
///
/// # Errors
/// Numbers of a group beyond `MOST`.
pub fn recorded(study: &RecordStudy, counted: &RunCounts) -> Result<Vec<RecordedStudy>, InputError> {
    let one = |(name, followed): &(String, Followed)| {
        let rows: Rows = counted.of(name)?;
        Some(write_down(name, followed, &rows))
    };
    study.studies.iter().filter_map(one).collect()
}

fn write_down(name: &str, followed: &Followed, Rows(rows): &Rows) -> Result<RecordedStudy, InputError> {
    let column = |place: usize| -> Vec<i64> { rows.values().map(|row| row[place]).collect() };
    let values: Vec<Vec<i64>> = (0..followed.quantities.len()).map(|i| column(1 + i)).collect();
    let signature = Packed::of(&column(0)).unwrap_or_default();
    let (mut numbers, mut kept): (Vec<Number>, Vec<usize>) = (Vec::new(), Vec::new());
    for (i, quantity) in followed.quantities.iter().enumerate() {
        let Some(margin) = followed.margins[i] else {
            kept.push(i);
            continue;
        };
        // If only two sides play, the numbers of one determine those of the other. Identical numbers are tested once.
        let is_same = |number: &&mut Number| {
            let other = followed.quantities.iter().position(|q| q.metric == number.metric && q.of == number.of);
            number.metric == quantity.metric && other.is_some_and(|other| values[other] == values[i])
        };
        if let Some(same) = numbers.iter_mut().find(is_same) {
            same.also.push(quantity.of.clone());
            continue;
        }
        kept.push(i);
        numbers.push(number(followed, i, margin, &values));
    }
    let packed = |i: usize| {
        let quantity = &followed.quantities[i];
        let beyond = values[i].iter().any(|value| value.abs() > MOST);
        let groups = Packed::of(&values[i]).filter(|_| !beyond).ok_or_else(|| {
            InputError::plain(format!("study `{name}`: `{}` of a group is beyond {MOST}", quantity.metric))
        })?;
        Ok(Column { metric: quantity.metric.clone(), of: quantity.of.clone(), groups })
    };
    let columns = kept.into_iter().map(packed).collect::<Result<_, InputError>>()?;
    let (size, groups) = (followed.games.size, rows.len() as u64);
    let marked = followed.games.quantities.iter().map(|quantity| marked(&quantity.metric, &quantity.of)).collect();
    Ok(RecordedStudy { study: name.to_owned(), size, groups, numbers, signature, marked, columns })
}

/// Returns a number with its mean and interval.
fn number(followed: &Followed, i: usize, margin: f64, values: &[Vec<i64>]) -> Number {
    let quantity = &followed.quantities[i];
    let estimate = estimate(followed, i, values);
    let interval = estimate.as_ref().and_then(bounded);
    Number {
        metric: quantity.metric.clone(),
        of: quantity.of.clone(),
        also: Vec::new(),
        under: quantity.under.map(|under| followed.quantities[under].metric.clone()),
        margin,
        mean: estimate.map(|estimate| rounded(estimate.point)),
        interval: interval.map(|(low, high)| [rounded(low), rounded(high)]),
        n: values[i].len() as u64 * followed.games.size,
    }
}

/// Returns the mean per game, or the share for a share. `None` for a share of nothing.
fn estimate(followed: &Followed, i: usize, values: &[Vec<i64>]) -> Option<Estimate> {
    let (size, groups) = (followed.games.size, values[i].len() as u64);
    let Some(under) = followed.quantities[i].under else {
        let mut sums = Sums::new(1);
        values[i].iter().for_each(|value| {
            sums.add(std::iter::once(*value));
            sums.close(true);
        });
        let of = Observations { games: groups * size, size, whole: groups };
        return Some(count(&sums, 0, followed.quantities[i].unit, of));
    };
    let (over, under) = (&values[i], &values[under]);
    let totals = (over.iter().sum::<i64>(), under.iter().sum::<i64>());
    if totals.1 == 0 {
        return None;
    }
    let product = |unders: u32, factors: u32| {
        let one = |(over, under): (&i64, &i64)| over.pow(factors - unders) as f64 * under.pow(unders) as f64;
        over.iter().zip(under).map(one).sum::<f64>()
    };
    let products = |factors: u32| (0..=factors).map(|unders| product(unders, factors)).collect::<Vec<f64>>();
    let (two, three) = (products(2), products(3));
    let moments = Moments::of_ratio(groups, totals, [&two, &three]);
    let heavy = (two[2] * groups as f64).sqrt() / totals.1 as f64;
    let step = step_of_share(totals.0 as f64 / totals.1 as f64, heavy);
    Some(Estimate::of(&moments, &followed.quantities[i].bounds(step), LEVEL))
}

/// Standard errors between no change and a margin for a check that nearly always decides: 1.93 for the last look's part
/// of the level, plus 1.64.
const SURE: f64 = 3.6;

/// Returns the number of a study that needs the most games, and these games, if they are more than recorded. With
/// fewer, a change that does not matter might stay undecided. The estimate ignores the gain of common random numbers.
pub fn few(study: &RecordedStudy) -> Option<(&Number, u64)> {
    let needed = |number: &Number| {
        let [low, high] = number.interval?;
        // Half an interval is 1.96 standard errors; those of a difference of two are greater by the root of 2.
        let error = (high - low) / (2.0 * 1.96) * f64::sqrt(2.0);
        let times = (SURE * error / number.margin).powi(2);
        (times > 1.0 && times.is_finite()).then(|| (number.n as f64 * times).ceil() as u64)
    };
    let all = study.numbers.iter().filter_map(|number| Some((number, needed(number)?)));
    all.max_by_key(|(_, needed)| *needed)
}

/// Games of a study, and their tracked quantities.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Games of the study, to be played group by group.
    pub games: Arc<Grouped>,
    /// Indices of the tracked quantities among all quantities of the games.
    places: Vec<usize>,
    /// Indices of the quantities on which the marks depend, in order.
    marked: Vec<usize>,
    /// Quantities on which the marks of a baseline depend, but which the games do not have.
    pub lacking: Vec<String>,
    /// Tracked quantities; a share refers to another of these.
    pub quantities: Vec<Quantity>,
    /// Margin of each. `None` for a quantity that is tracked only as the denominator of a share.
    pub margins: Vec<Option<f64>>,
}

impl Followed {
    /// Tracks the quantities of the metrics in `margins`.
    pub fn by_margins(games: Arc<Grouped>, margins: &BTreeMap<String, f64>) -> Followed {
        let margin = |quantity: &Quantity| margins.get(&quantity.metric).copied();
        let wanted = games.quantities.iter().enumerate().filter_map(|(i, quantity)| Some((i, margin(quantity)?)));
        let wanted: BTreeMap<usize, f64> = wanted.collect();
        Followed::of(games, &wanted)
    }

    /// Tracks the numbers of a baseline. The marks depend on the quantities that the baseline names, in its order; new
    /// quantities have no influence.
    ///
    /// # Errors
    /// Games with other groups, numbers that the games no longer have, and margins of 1 or more of shares.
    pub fn as_recorded(games: Arc<Grouped>, recorded: &RecordedStudy) -> Result<Followed, InputError> {
        let study = &recorded.study;
        if games.size != recorded.size {
            let problem =
                format!("study `{study}` has groups of {} games, {} in the baseline", games.size, recorded.size);
            return Err(InputError::plain(problem));
        }
        let mut wanted = BTreeMap::new();
        for number in &recorded.numbers {
            let is_it = |quantity: &Quantity| quantity.metric == number.metric && quantity.of == number.of;
            let Some(place) = games.quantities.iter().position(is_it) else {
                let known = games.quantities.iter().map(|quantity| quantity.metric.as_str());
                let whose = if number.of.is_empty() { String::new() } else { format!(" of {}", number.of) };
                let problem = format!("study `{study}` has no `{}`{whose}, which the baseline holds", number.metric);
                let help = hitchart_config::nearest(&number.metric, known).map(|near| format!("there is `{near}`"));
                return Err(InputError::plain(problem).with_help(help));
            };
            let margin = BTreeMap::from([(number.metric.clone(), number.margin)]);
            check_shares(&margin, std::iter::once(&games.quantities[place]))
                .map_err(|error| InputError::plain(format!("study `{study}`: {}", error.parts().0)))?;
            wanted.insert(place, number.margin);
        }
        let followed = Followed::of(games, &wanted).marked_as(&recorded.marked);
        match followed.quantities.iter().find(|quantity| recorded.column(&quantity.metric, &quantity.of).is_none()) {
            None => Ok(followed),
            Some(lacks) => {
                let problem =
                    format!("study `{study}`: the baseline lacks `{}`, which others are shares of", lacks.metric);
                Err(InputError::plain(problem))
            }
        }
    }

    fn of(games: Arc<Grouped>, wanted: &BTreeMap<usize, f64>) -> Followed {
        let mut places: Vec<usize> = wanted.keys().copied().collect();
        places.extend(wanted.keys().filter_map(|place| games.quantities[*place].under));
        places.sort_unstable();
        places.dedup();
        let quantity = |place: &usize| {
            let all = &games.quantities[*place];
            let under = all.under.and_then(|under| places.iter().position(|place| *place == under));
            Quantity { under, winner: None, ..all.clone() }
        };
        let quantities = places.iter().map(quantity).collect();
        let margins = places.iter().map(|place| wanted.get(place).copied()).collect();
        let marked = (0..games.quantities.len()).collect();
        Followed { games, places, marked, lacking: Vec::new(), quantities, margins }
    }

    /// Returns the games with marks of these quantities; without names, of all.
    fn marked_as(self, names: &[String]) -> Followed {
        if names.is_empty() {
            return self;
        }
        let all = &self.games.quantities;
        let mut known: Vec<Option<String>> = all.iter().map(|one| Some(marked(&one.metric, &one.of))).collect();
        let (mut places, mut lacking) = (Vec::new(), Vec::new());
        for name in names {
            match known.iter().position(|known| known.as_ref() == Some(name)) {
                Some(place) => {
                    // Two quantities may have one name.
                    known[place] = None;
                    places.push(place);
                }
                None => lacking.push(name.clone()),
            }
        }
        Followed { marked: places, lacking, ..self }
    }

    /// Returns a player that plays the group of a key, writes the tracked numbers and returns the mark. Without a quantity
    /// on which the marks depend, the mark is `NO_MARK`.
    pub fn player<'s>(&self, stop: &'s AtomicBool) -> impl FnMut(u64, &mut [i64]) -> i64 + use<'s> {
        let mut player = self.games.player(stop);
        let mut all = vec![0; self.games.quantities.len()];
        let (places, marked, is_marked) = (self.places.clone(), self.marked.clone(), self.lacking.is_empty());
        move |key, numbers| {
            all.fill(0);
            player(key, &mut all);
            numbers.iter_mut().zip(&places).for_each(|(number, place)| *number = all[*place]);
            if is_marked { mark(marked.iter().map(|place| all[*place])) } else { NO_MARK }
        }
    }
}

/// Mark of a group that cannot be compared; it differs from all marks.
const NO_MARK: i64 = -1;

/// Returns a few bits that any change of the numbers is likely to change.
fn mark(numbers: impl Iterator<Item = i64>) -> i64 {
    let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| {
        let spread = (hash ^ number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        spread ^ (spread >> 29)
    });
    (hash >> (u64::BITS - MARK_BITS)) as i64
}

/// Keys of a scenario that a baseline stores separately, or that change no game.
const HEAD: [&str; 6] = ["title", "description", "rules", "seed", "samples", "study"];
/// Keys of a study that change no game.
const STUDY: [&str; 4] = ["name", "title", "text", "games"];

/// Returns the part of a scenario that decides which games of `studies` are played; `all` names its studies in order.
pub fn asked(file: &FileText, all: &[&str], studies: &[&str]) -> Value {
    let mut root: toml::Table = toml::from_str(&file.text).unwrap_or_default();
    let written = root.get("study").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    HEAD.iter().for_each(|key| drop(root.remove(*key)));
    // `system` is the older key for the game.
    if let Some(game) = root.remove("system") {
        root.entry("game").or_insert(game);
    }
    let mut told = serde_json::to_value(root).unwrap_or_default();
    let asked = all.iter().zip(written).filter(|(name, _)| studies.contains(name)).map(|(name, study)| {
        let mut study = study.as_table().cloned().unwrap_or_default();
        STUDY.iter().for_each(|key| drop(study.remove(*key)));
        (*name, serde_json::to_value(study).unwrap_or_default())
    });
    told["study"] = object(asked).into();
    told
}

/// Returns the path from a folder to a file, with `/`, so that both can move together. If there is none, returns the
/// whole path.
pub fn path_from(folder: &Path, file: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (Ok(from), Ok(to)) = (folder.canonicalize(), file.canonicalize()) else { return slashed(file) };
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return slashed(&to);
    }
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<String>>().join("/")
}

fn slashed(path: &Path) -> String {
    let is_root = |part: &Component<'_>| matches!(part, Component::RootDir);
    match path.components().any(|part| is_root(&part)) || cfg!(not(windows)) {
        true => path.display().to_string(),
        false => path.display().to_string().replace('\\', "/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_rules_and_other_studies_decide_nothing() {
        let text = "title = 't'\nsystem = 'rapid-attack'\nrules = 'x'\nseed = 3\n[policies.bold]\nkill = 2.5\n[[study]]\n\
                    kind = 'games'\ntitle = 'u'\ngames = 7\nsize = 'duel'\n[[study]]\nkind = 'frames'\n";
        let file = FileText { path: "x.toml".into(), text: text.into() };
        let found = asked(&file, &["games-1", "frames-2"], &["games-1"]);
        let study = json!({ "games-1": { "kind": "games", "size": "duel" } });
        assert_eq!(found, json!({ "game": "rapid-attack", "policies": { "bold": { "kill": 2.5 } }, "study": study }));
    }

    #[test]
    fn paths_lead_from_the_folder() {
        let desk = tempfile::tempdir().unwrap();
        let (folder, file) = (desk.path().join("a/b"), desk.path().join("c/x.toml"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "").unwrap();
        assert_eq!(path_from(&folder, &file), "../../c/x.toml");
        assert_eq!(path_from(&desk.path().join("c"), &file), "x.toml");
        assert_eq!(path_from(&folder, Path::new("no/such.toml")), "no/such.toml");
    }
}
