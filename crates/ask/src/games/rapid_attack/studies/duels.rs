//! Exact duels of frames: who wins from which range, under best play of both.

use super::raw::RawDuels;
use super::{Checker, MAX_ROWS, NamedFrame, distinct};
use crate::games::mobile_frame::AllThreads;
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, within};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_rapid_attack::duel::{
    DuelError, FrameDuels, MAX_COVER, MAX_ROUNDS, MOST_PAIRS_OF_A_STUDY, Rule, Setting, duels,
};
use hitchart_rapid_attack::loadouts::{Extras, all};
use hitchart_rapid_attack::{frame::Frame, loadout::Range, notation::written, ruleset::Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number, percent};
use hitchart_report::{KeyNumber, Warning, highest, lowest};
use hitchart_stats::order::largest_first;
use rayon::prelude::*;
use std::sync::Arc;

/// Word that stands for all legal loadouts.
const ALL_LOADOUTS: &str = "loadouts";

/// Most frames by frames that are drawn as a heat map. Of more frames that meet each other, [`DRAWN`] are drawn.
const MOST_CELLS: usize = 3_600;

/// Number of frames in a heat map of many, from the first in the ranking to the last in even steps.
const DRAWN: usize = 30;

/// Least number of frames that are ranked.
const LEAST_RANKED: usize = 3;

/// Distance from one half up to which a duel is even.
const EVEN: f64 = 1e-6;

/// Columns of the chance by range, if the frame may act first and if the other may.
const COLUMNS: [[&str; 2]; 4] = [
    ["hand_to_hand_first", "hand_to_hand_second"],
    ["direct_first", "direct_second"],
    ["artillery_first", "artillery_second"],
    ["extreme_first", "extreme_second"],
];

/// Duels of frames with frames.
#[derive(Clone, Debug)]
pub(crate) struct DuelsStudy {
    rules: Arc<Ruleset>,
    frames: Vec<NamedFrame>,
    /// Frames that these meet; empty if they meet each other.
    against: Vec<NamedFrame>,
    setting: Setting,
    rule: Option<Rule>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawDuels = written.read()?;
    let rounds = raw.rounds.as_ref().map(|rounds| within(checker.file, rounds, "rounds", 1, MAX_ROUNDS)).transpose()?;
    let against = raw.against.as_ref().map_or(Ok(Vec::new()), |frames| checker.frames_or_all(frames))?;
    let cover = checker.optional(&raw.cover, "cover", 0, MAX_COVER)?;
    let study = DuelsStudy {
        rules: checker.rules(),
        frames: checker.frames_or_all(&raw.frames)?,
        against,
        setting: Setting { cover, rounds, ..Setting::default() },
        rule: raw.rule,
    };
    let refuse = |error: &dyn std::fmt::Display| InputError::at(checker.file, raw.frames.span.clone(), error);
    let rows = study.pairs().len();
    if rows > MAX_ROWS {
        return Err(refuse(&format!("the study has {rows} duels; at most {MAX_ROWS} fit a table")));
    }
    study.duels(study.setting).map_err(|error| refuse(&error))?;
    Ok(Arc::new(study))
}

impl Checker<'_> {
    /// Parses a list of frames; `loadouts` stands for all legal loadouts.
    fn frames_or_all(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        if !matches!(texts.value.as_slice(), [one] if one.value.trim() == ALL_LOADOUTS) {
            return self.distinct_frames(texts);
        }
        let frames = all(Extras::default(), self.rules).into_iter().map(|loadout| Frame::new(loadout, self.rules));
        Ok(distinct(frames.map(|frame| NamedFrame { name: written(&frame, self.rules), frame }).collect()))
    }
}

impl DuelsStudy {
    /// Returns the ranges of the ruleset, nearest first.
    fn ranges(&self) -> Vec<Range> {
        Range::of(&self.rules.ranges).collect()
    }

    fn opponents(&self) -> &[NamedFrame] {
        if self.against.is_empty() { &self.frames } else { &self.against }
    }

    /// Returns the pairs of frames that meet. Frames that meet each other do so once.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let meets = |a: usize, b: usize| !self.against.is_empty() || a < b || self.frames.len() == 1;
        let all = (0..self.frames.len()).flat_map(|a| (0..self.opponents().len()).map(move |b| [a, b]));
        all.filter(|[a, b]| meets(*a, *b)).collect()
    }

    fn duels(&self, setting: Setting) -> Result<FrameDuels, DuelError> {
        let frames = |named: &[NamedFrame]| named.iter().map(|named| named.frame).collect::<Vec<Frame>>();
        duels([&frames(&self.frames), &frames(self.opponents())], setting, MOST_PAIRS_OF_A_STUDY, &self.rules)
    }
}

impl Study for DuelsStudy {
    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        let Ok(duels) = self.duels(self.setting).map(|duels| duels.solved(&AllThreads)) else {
            return Answer::default();
        };
        // Frames that meet each other play by the rule on either side, so that the mean does not depend on their order.
        let sides = if self.against.is_empty() { 0..2 } else { 0..1 };
        let by_rule = |rule, side| {
            self.duels(Setting { ruled: Some((side, rule)), ..self.setting }).map(|duels| duels.solved(&AllThreads))
        };
        let ruled =
            self.rule.and_then(|rule| sides.map(|side| by_rule(rule, side)).collect::<Result<Vec<_>, _>>().ok());
        answer(name, self, &duels, ruled.as_deref())
    }
}

/// Chances of the first frame of a pair, by range: if it may act first, and if the other may.
type Chances = Vec<[f64; 2]>;

fn chances(duels: &FrameDuels, pair: [usize; 2]) -> Chances {
    let [first, second] = [0, 1].map(|side| duels.chances(pair, side));
    first.into_iter().zip(second).map(|(first, second)| [first, second]).collect()
}

fn mean(chances: &Chances) -> f64 {
    chances.iter().flatten().sum::<f64>() / (2 * chances.len()) as f64
}

/// Returns the answer; `ruled` has the duels with the rule on the first side, and on the second if frames meet each other.
fn answer(name: &str, asked: &DuelsStudy, duels: &FrameDuels, ruled: Option<&[FrameDuels]>) -> Answer {
    let pairs = asked.pairs();
    let found: Vec<Chances> = pairs.par_iter().map(|pair| chances(duels, *pair)).collect();
    // By side and pair. The chances are those of the first frame, so the second loses what the first gains.
    let lost = ruled.map(|ruled| {
        let loss = |(duels, sign): (&FrameDuels, f64)| {
            let of = |(pair, best): (&[usize; 2], &Chances)| sign * (mean(best) - mean(&chances(duels, *pair)));
            pairs.iter().zip(&found).map(of).collect::<Vec<f64>>()
        };
        ruled.iter().zip([1.0, -1.0]).map(loss).collect::<Vec<_>>()
    });
    let mut table = table(name, asked, &pairs, &found);
    let mut answer = Answer::default();
    summarise(&mut answer, asked, &pairs, &found);
    if let (Some(lost), Some(rule)) = (lost, asked.rule) {
        let all = || lost.iter().flatten();
        let loss = points(all().sum::<f64>() / all().count().max(1) as f64);
        let name = rule.name();
        answer.said.push(format!("A frame that plays by the rule {name} wins {loss} less often by it, on average."));
        let columns = [("rule_loses", "Rule loses"), ("rule_loses_second", "Rule of the other loses")];
        for ((column, title), lost) in columns.into_iter().zip(lost) {
            table = table.number(column, title, 4, lost);
        }
    }
    let ranking = asked.ranked(&pairs, &found);
    let sides = asked.drawn(&ranking);
    let maps = asked.ranges().into_iter().enumerate().map(|range| map(name, asked, duels, &sides, range));
    answer.figures = maps.filter(|(_, cells)| cells.rows() > 0).collect();
    let (shown, of) = (sides[0].len() as u64, asked.frames.len() as u64);
    if shown < of {
        answer.warnings.push(Warning::Capped { what: format!("frames in the heat maps of {name}"), shown, of });
    }
    answer.tables.extend((!ranking.is_empty()).then(|| ranking_table(name, asked, &ranking)));
    answer.tables.push(table);
    answer
}

/// A frame in the ranking of frames that meet each other.
struct Ranked {
    /// Index of the frame.
    frame: usize,
    /// Mean chances over all opponents.
    chances: Chances,
    /// Number of opponents against which the frame wins more often than not.
    beaten: u64,
    /// Index of the opponent with the lowest chance, and the chance.
    hardest: (usize, f64),
}

impl DuelsStudy {
    /// Ranks frames that meet each other by their mean chance, highest first.
    fn ranked(&self, pairs: &[[usize; 2]], found: &[Chances]) -> Vec<Ranked> {
        if !self.against.is_empty() || self.frames.len() < LEAST_RANKED {
            return Vec::new();
        }
        let none = |frame| Ranked { frame, chances: Vec::new(), beaten: 0, hardest: (frame, 1.0) };
        let mut ranking: Vec<Ranked> = (0..self.frames.len()).map(none).collect();
        for (pair, chances) in pairs.iter().zip(found) {
            let turned = chances.iter().map(|[first, second]| [1.0 - second, 1.0 - first]).collect();
            ranking[pair[0]].meet(pair[1], chances);
            ranking[pair[1]].meet(pair[0], &turned);
        }
        let opponents = (self.frames.len() - 1) as f64;
        ranking.iter_mut().flat_map(|ranked| ranked.chances.iter_mut().flatten()).for_each(|sum| *sum /= opponents);
        largest_first(&mut ranking, |row| mean(&row.chances));
        ranking
    }

    /// Returns the frames of the rows and columns of the heat maps.
    fn drawn(&self, ranking: &[Ranked]) -> [Vec<usize>; 2] {
        let (rows, columns) = (self.frames.len(), self.opponents().len());
        if rows * columns <= MOST_CELLS {
            return [(0..rows).collect(), (0..columns).collect()];
        }
        let step = |i: usize| i * (rows - 1) / (DRAWN - 1);
        let drawn = (0..DRAWN).filter_map(|i| ranking.get(step(i))).map(|ranked| ranked.frame).collect::<Vec<_>>();
        [drawn.clone(), drawn]
    }
}

impl Ranked {
    /// Adds the chances against an opponent.
    fn meet(&mut self, opponent: usize, chances: &Chances) {
        self.chances.resize(chances.len(), [0.0; 2]);
        self.chances.iter_mut().flatten().zip(chances.iter().flatten()).for_each(|(sum, chance)| *sum += chance);
        let mean = mean(chances);
        self.beaten += u64::from(mean > 0.5 + EVEN);
        if mean < self.hardest.1 {
            self.hardest = (opponent, mean);
        }
    }
}

/// Returns the table of the ranking.
fn ranking_table(name: &str, asked: &DuelsStudy, ranking: &[Ranked]) -> Table {
    let note = "Mean chance of the frame against all others, in all and by the range of the start: first if it may act \
        first in each round, second if the others may. Beats: opponents against which its mean chance is above one half.";
    let frames = |of: fn(&Ranked) -> usize| ranking.iter().map(move |ranked| &asked.frames[of(ranked)].name);
    let table = Table::new(format!("{name}-ranking"), "Ranking", note)
        .text("frame", "Frame", frames(|ranked| ranked.frame))
        .number("duel_mean", "Mean", 4, ranking.iter().map(|ranked| mean(&ranked.chances)))
        .count("duels_won", "Beats", ranking.iter().map(|ranked| ranked.beaten))
        .text("hardest", "Hardest opponent", frames(|ranked| ranked.hardest.0))
        .number("hardest_chance", "Against it", 4, ranking.iter().map(|ranked| ranked.hardest.1));
    by_range(table, asked, &ranking.iter().map(|ranked| &ranked.chances).collect::<Vec<_>>())
}

/// Adds the columns of the chances by range and first turn.
fn by_range(mut table: Table, asked: &DuelsStudy, rows: &[&Chances]) -> Table {
    for (band, range) in asked.ranges().into_iter().enumerate() {
        for (turn, word) in ["first", "second"].into_iter().enumerate() {
            let (title, column) = (format!("{} {word}", range.name()), COLUMNS[range as usize][turn]);
            table = table.number(column, &title, 4, rows.iter().map(|chances| chances[band][turn]));
        }
    }
    table
}

/// Formats a difference of chances, such as `18 points`.
fn points(difference: f64) -> String {
    format!("{} points", number(100.0 * difference))
}

/// Returns the table of all duels.
fn table(name: &str, asked: &DuelsStudy, pairs: &[[usize; 2]], found: &[Chances]) -> Table {
    let cover = match asked.setting.cover {
        0 => String::new(),
        hits => format!(" Each frame has cover of {}.", counted(hits.into(), "hits")),
    };
    let ends = |rounds: u16| format!(" A duel ends after {}.", counted(rounds.into(), "rounds"));
    let note = format!(
        "Exact chances of the frame under best play of both, by the range of the start: first if it may act first in each \
         round, second if the other may. Mean: over ranges and first turns. A draw counts half.{cover}{}",
        asked.setting.rounds.map_or_else(String::new, ends)
    );
    let table = Table::new(format!("{name}-duels"), "Duels", note)
        .text("frame", "Frame", pairs.iter().map(|pair| &asked.frames[pair[0]].name))
        .text("against", "Against", pairs.iter().map(|pair| &asked.opponents()[pair[1]].name));
    let table = by_range(table, asked, &found.iter().collect::<Vec<_>>());
    table.number("duel_mean", "Mean", 4, found.iter().map(mean))
}

/// Adds the summary: the frames that win most and least, the widest advantage of the first turn.
fn summarise(answer: &mut Answer, asked: &DuelsStudy, pairs: &[[usize; 2]], found: &[Chances]) {
    let mut sums = vec![(0.0, 0.0); asked.frames.len()];
    for (pair, chances) in pairs.iter().zip(found) {
        let mean = mean(chances);
        let mut add = |frame: usize, chance: f64| sums[frame] = (sums[frame].0 + chance, sums[frame].1 + 1.0);
        add(pair[0], mean);
        if asked.against.is_empty() && pair[0] != pair[1] {
            add(pair[1], 1.0 - mean);
        }
    }
    let means: Vec<(String, f64)> =
        asked.frames.iter().zip(&sums).map(|(frame, (sum, n))| (frame.name.clone(), sum / n)).collect();
    let duels = counted(pairs.len() as u64, "duels");
    if let (Some(most), Some(least)) = (highest(&means), lowest(&means)) {
        answer.said.push(format!(
            "In {duels}, {} wins the most and {} the least.",
            most.with_value(),
            least.with_value()
        ));
        answer.numbers =
            [most, least].map(|one| KeyNumber::new(format!("Chance of {}", one.name()), percent(one.value))).into();
    }
    let first = found.iter().flatten().map(|[first, second]| first - second);
    let n = found.iter().flatten().count().max(1) as f64;
    answer.said.push(format!(
        "To act first in each round raises the chance to win by {} on average.",
        points(first.sum::<f64>() / n)
    ));
    answer.line = format!("{}, exact", answer.said[0].trim_end_matches('.'));
}

/// Returns the heat map of a range, over both first turns; `sides` has the frames of the rows and of the columns.
fn map(
    name: &str,
    asked: &DuelsStudy,
    duels: &FrameDuels,
    sides: &[Vec<usize>; 2],
    (band, range): (usize, Range),
) -> (Figure, Table) {
    let (frames, others) = (&asked.frames, asked.opponents());
    let cells: Vec<[usize; 2]> = sides[0].iter().flat_map(|a| sides[1].iter().map(move |b| [*a, *b])).collect();
    let value = |pair: &[usize; 2]| chances(duels, *pair)[band].iter().sum::<f64>() / 2.0;
    let values: Vec<f64> = cells.par_iter().map(value).collect();
    let (file, range) = (format!("{name}-{}", range.name()), range.name());
    let table = Table::new(file.clone(), format!("Chance to win from {range} range"), "")
        .text("frame", "Frame", cells.iter().map(|[a, _]| &frames[*a].name))
        .text("against", "Against", cells.iter().map(|[_, b]| &others[*b].name))
        .number("duel_mean", "Chance", 2, values);
    let caption = format!(
        "Heat map of the chance of {} against {} in exact duels from {range} range, over both first turns; the numbers are \
         in the table {name}-duels.",
        counted(sides[0].len() as u64, "frames"),
        counted(sides[1].len() as u64, "frames"),
    );
    let kind = FigureKind::even_map(["frame", "against", "duel_mean"], "Chance to win");
    (Figure::new(file, format!("Duels from {range} range"), caption, kind), table)
}
