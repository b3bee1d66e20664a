//! The values of all states of duels.

use super::bands::{Bands, MAX_BANDS};
use super::iterate::{ByBand, ENDLESS, PRECISION, lengthen, settle};
use super::replies::Own;
use super::round::{Ground, Opening, Outcome, Round};
use super::sides::{Hands, SideState, states};
use super::worth::{Ruled, Timed, Worth};
use super::{DuelError, check};
use crate::attack::Shelter;
use crate::durability::place;
use crate::frame::Frame;
use crate::loadout::Range;
use crate::ruleset::Ruleset;
use hitchart_config::named;
use hitchart_dice::Pmf;
use hitchart_dice::exact::damage_by_dice;
use hitchart_dice::plan::Cover;

/// The circumstances of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Hits that the cover of each frame absorbs; 0 is the open. A frame that moves to another band leaves its cover
    /// behind.
    pub cover: u8,
    /// Number of rounds, after which the duel is a draw; `None` for a duel without a limit.
    pub rounds: Option<u16>,
    /// A rule of choice that one side (0 or 1) follows; the other plays best against it. `None` if both play best.
    pub ruled: Option<(usize, Rule)>,
    /// True to compute the expected number of rounds, if both play best.
    pub lengths: bool,
}

named! {
    /// Rules of choice that look no further than the end of the round.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Rule in pairs {
        /// The most expected damage in this round; without any, the nearest band that a weapon reaches.
        Greedy = "greedy",
        /// The greatest difference between damage dealt and suffered in this round; without any, as `greedy`.
        Exchange = "exchange",
    }
}

/// The first action of a frame that may act first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstAction {
    /// It passes, and the other frame acts first.
    Pass,
    /// It declares a range, with rockets.
    Declare {
        /// Range of its attack.
        range: Range,
        /// Number of rockets fired.
        rockets: u8,
    },
}

/// The value of a duel from a range, for a frame that may act first in each round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Chance of the first side to win; a draw counts half.
    pub chance: f64,
    /// Expected number of rounds under best play, if asked for; `None` if the duel may never end.
    pub rounds: Option<f64>,
    /// Best first action of the frame that may act first.
    pub action: FirstAction,
}

/// Values of a pair of states, for each side that may act first.
#[derive(Clone, Copy, Debug)]
pub struct PairValues {
    /// Chance of the first side to win.
    chances: [ByBand; 2],
    /// Expected number of rounds; 0 if not asked for.
    rounds: [ByBand; 2],
}

impl PairValues {
    /// Returns the values of the pair with its sides exchanged.
    fn turned(&self) -> PairValues {
        let [first, second] = self.chances.map(|chances| chances.map(|chance| 1.0 - chance));
        PairValues { chances: [second, first], rounds: [self.rounds[1], self.rounds[0]] }
    }
}

/// Most pairs of states that a query on the command line solves, in some seconds.
pub const MOST_PAIRS: usize = 6_000;
/// Most pairs of states that a study solves, in some minutes.
pub const MOST_PAIRS_OF_A_STUDY: usize = 250_000;

/// Duels of several frames with several others.
///
/// All duels share their states. [`Duels::levels`] has the order in which they are solved; the pairs of a level do not
/// need each other.
#[derive(Clone, Debug)]
pub struct Duels {
    ground: Ground,
    sides: [Vec<SideState>; 2],
    /// States of the frames as given.
    starts: [Vec<usize>; 2],
    setting: Setting,
    /// True if both sides have the same frames, and each pair is the mirror of another.
    mirrored: bool,
    /// By state of the first side × number of states of the second + state of the second.
    values: Vec<PairValues>,
}

/// Solves the duel of two frames.
///
/// # Errors
/// Fails if the ruleset has a rule that duels do not model, or if the frames have more than [`MOST_PAIRS`] pairs of states.
pub fn solve(frames: [Frame; 2], setting: Setting, rules: &Ruleset) -> Result<Duels, DuelError> {
    let mut duels = Duels::new([&frames[..1], &frames[1..]], setting, MOST_PAIRS, rules)?;
    for level in duels.levels() {
        let values = level.iter().map(|pair| duels.solved(*pair)).collect();
        duels.set(&level, values);
    }
    Ok(duels)
}

impl Duels {
    /// Prepares the duels of each frame of the first side with each of the second.
    ///
    /// # Errors
    /// Fails if the ruleset has a rule that duels do not model, or if the frames have more than `most` pairs of states.
    pub fn new(frames: [&[Frame]; 2], setting: Setting, most: usize, rules: &Ruleset) -> Result<Duels, DuelError> {
        check(rules)?;
        let movement = |frame: &Frame| frame.movement_dice(frame.whites, rules).max_face();
        let top = frames.iter().flat_map(|frames| frames.iter().map(movement)).max().unwrap_or(0);
        let bands = Bands::new(top.max(rules.frame.sprint.max_face()), rules);
        let mut hands = Hands::default();
        let mut found: [Vec<(Frame, u8)>; 2] = Default::default();
        let starts = [0, 1]
            .map(|side| frames[side].iter().map(|frame| place(&mut found[side], (*frame, setting.cover))).collect());
        let [first, second] = found.map(|found| states(found, most, &bands, &mut hands, rules));
        let (Some(first), Some(second)) = (first, second) else { return Err(DuelError::TooManyPairs { most }) };
        let pairs = first.len() * second.len();
        if pairs > most {
            return Err(DuelError::TooManyPairs { most });
        }
        hands.prepare();
        let dice = hands.most_dice();
        let damage = bands.ranges.iter().map(|range| damage(*range, setting.cover, dice, rules)).collect();
        let even = PairValues { chances: [[0.5; MAX_BANDS]; 2], rounds: [[0.0; MAX_BANDS]; 2] };
        let (sides, values) = ([first, second], vec![even; pairs]);
        let mirrored = frames[0] == frames[1] && setting.ruled.is_none();
        Ok(Duels { ground: Ground { bands, hands, damage }, sides, starts, setting, mirrored, values })
    }

    /// Returns the ranges that a duel can start at, nearest first.
    pub fn ranges(&self) -> &[Range] {
        &self.ground.bands.ranges
    }

    /// Returns the distance that stands for each range, in ruler units.
    pub fn places(&self) -> &[f64] {
        &self.ground.bands.places
    }

    /// Returns the pairs of states in the order in which they are solved. With a limit of rounds, each level has all
    /// pairs, and is one round farther from the end.
    pub fn levels(&self) -> Vec<Vec<[usize; 2]>> {
        let [first, second] = &self.sides;
        let from = |a: usize| if self.mirrored { a } else { 0 };
        let all = (0..first.len()).flat_map(|a| (from(a)..second.len()).map(move |b| [a, b]));
        if let Some(rounds) = self.setting.rounds {
            return vec![all.collect(); usize::from(rounds.saturating_sub(1))];
        }
        let mut levels: Vec<Vec<[usize; 2]>> = Vec::new();
        for [a, b] in all {
            let size = first[a].size() + second[b].size();
            levels.resize(levels.len().max(size + 1), Vec::new());
            levels[size].push([a, b]);
        }
        levels
    }

    /// Computes the values of a pair from those of the levels before.
    pub fn solved(&self, pair: [usize; 2]) -> PairValues {
        let mut values = self.values[self.index(pair)];
        let (is_limited, lengths) =
            (self.setting.rounds.is_some(), self.setting.lengths && self.setting.ruled.is_none());
        for side in [0, 1] {
            let (before, mut openings) = (values.chances[side], self.openings(pair, side));
            let mut step = |own: &ByBand| by_band(own, openings(own).into_iter().map(|(value, _)| value));
            values.chances[side] = if is_limited { step(&before) } else { settle(before, step) };
            let chances = if is_limited { before } else { values.chances[side] };
            if lengths {
                let (own, mut longer) = (values.rounds[side], self.longer(pair, side, chances));
                values.rounds[side] = if is_limited { longer(&own) } else { lengthen(own, longer) };
            }
        }
        values
    }

    /// Computes the chances of a pair as [`Duels::solved`] does, by nothing but repeated rounds.
    #[cfg(test)]
    pub(super) fn solved_by_rounds(&self, pair: [usize; 2], rounds: usize) -> PairValues {
        let mut values = self.values[self.index(pair)];
        for side in [0, 1] {
            let mut openings = self.openings(pair, side);
            for _ in 0..rounds {
                let own = values.chances[side];
                values.chances[side] = by_band(&own, openings(&own).into_iter().map(|(value, _)| value));
            }
        }
        values
    }

    /// Takes the values of the pairs of a level.
    pub fn set(&mut self, level: &[[usize; 2]], values: Vec<PairValues>) {
        for (pair, values) in level.iter().zip(values) {
            let index = self.index(*pair);
            self.values[index] = values;
            if self.mirrored && pair[0] != pair[1] {
                let index = self.index([pair[1], pair[0]]);
                self.values[index] = values.turned();
            }
        }
    }

    /// Returns the chance of the first side from each range, by the places of the frames in their lists, if a side (0 or 1)
    /// may act first in each round.
    pub fn chances(&self, frames: [usize; 2], side: usize) -> Vec<f64> {
        if self.setting.rounds.is_some() {
            return self.starts(frames, side).into_iter().map(|start| start.chance).collect();
        }
        let pair = [0, 1].map(|side| self.starts[side][frames[side]]);
        self.values[self.index(pair)].chances[side][..self.ground.bands.len()].to_vec()
    }

    /// Returns the value of a duel from each range, by the places of its frames in their lists, if a side (0 or 1) may
    /// act first in each round.
    pub fn starts(&self, frames: [usize; 2], side: usize) -> Vec<Start> {
        let pair = [0, 1].map(|side| self.starts[side][frames[side]]);
        let values = self.values[self.index(pair)];
        let openings = self.openings(pair, side)(&values.chances[side]);
        let rounds = self.setting.lengths.then(|| self.longer(pair, side, values.chances[side])(&values.rounds[side]));
        let start = |(band, (chance, action)): (usize, (f64, FirstAction))| {
            let rounds = rounds.map(|rounds| rounds[band]).filter(|rounds| *rounds < ENDLESS);
            Start { chance, rounds, action }
        };
        openings.into_iter().enumerate().map(start).collect()
    }

    /// Returns the chance of the first side in a state: its frames, each with the hits left on its cover.
    ///
    /// # Panics
    /// Panics if the duel never reaches a state.
    #[cfg(test)]
    pub(super) fn chance(&self, pair: [(Frame, u8); 2], side: usize, band: usize) -> f64 {
        let find = |side: usize| {
            let is_it = |state: &SideState| (state.frame, state.cover) == pair[side];
            self.sides[side].iter().position(is_it).expect("a state of the duel")
        };
        self.values[self.index([find(0), find(1)])].chances[side][band]
    }

    fn index(&self, [a, b]: [usize; 2]) -> usize {
        a * self.sides[1].len() + b
    }

    /// Returns a function for the expected number of rounds from each band, from those of the pair itself after the round.
    fn longer(&self, pair: [usize; 2], side: usize, chances: ByBand) -> impl FnMut(&ByBand) -> ByBand + '_ {
        let next = move |after: [usize; 2], band: usize| {
            let values = &self.values[self.index(after)];
            Timed { value: values.chances[side][band], rounds: values.rounds[side][band] }
        };
        let mut acting = [0, 1].map(|acting| self.round(pair, acting, next));
        let better = move |(first, second): (Timed, Timed)| {
            let (acts, passes) = if side == 0 { (first, second) } else { (second, first) };
            let gain = if side == 0 { passes.value - acts.value } else { acts.value - passes.value };
            if gain > PRECISION { passes.rounds } else { acts.rounds }
        };
        move |own| {
            let timed = std::array::from_fn(|band| Timed { value: chances[band], rounds: own[band] });
            let [first, second] = acting.each_mut().map(|round| round(&timed));
            let best = first.into_iter().zip(second).map(|(first, second)| better((first.0, second.0)));
            by_band(own, best.map(|after| (1.0 + after).min(ENDLESS)))
        }
    }

    /// Returns a function for the value of a round for the first side from each band, and the first action of the side
    /// that may act first: it acts, or passes. Its argument has the values of the pair itself after the round.
    fn openings(&self, pair: [usize; 2], side: usize) -> impl FnMut(&ByBand) -> Vec<(f64, FirstAction)> + '_ {
        let mut acting = [0, 1].map(|acting| self.judged_round(pair, side, acting));
        move |own| {
            let openings = acting.each_mut().map(|round| round(own));
            let best = |band: usize| {
                let ((acts, key), declared, rockets) = openings[side][band];
                let ((passes, other), ..) = openings[1 - side][band];
                match other > key + PRECISION {
                    true => (passes, FirstAction::Pass),
                    false => (acts, FirstAction::Declare { range: self.ground.bands.ranges[declared], rockets }),
                }
            };
            (0..self.ground.bands.len()).map(best).collect()
        }
    }

    /// Returns a function for the values of a round in which `acting` acts first, as the side that may act first judges
    /// them.
    fn judged_round(&self, pair: [usize; 2], side: usize, acting: usize) -> JudgedRound<'_> {
        let next = move |after: [usize; 2], band: usize| self.values[self.index(after)].chances[side][band];
        match self.setting.ruled {
            None => {
                let mut round = self.round(pair, acting, next);
                let keyed = move |value: f64| (value, if side == 0 { value } else { -value });
                Box::new(move |own| of(round(own), keyed))
            }
            Some((ruled, rule)) if ruled == acting => self.ruled_round::<true>(pair, side, acting, (ruled, rule)),
            Some((ruled, rule)) => self.ruled_round::<false>(pair, side, acting, (ruled, rule)),
        }
    }

    /// Returns the function of [`Duels::judged_round`] if one side follows a rule; `FIRST` is true if that side acts first.
    fn ruled_round<const FIRST: bool>(
        &self,
        pair: [usize; 2],
        side: usize,
        acting: usize,
        (ruled, rule): (usize, Rule),
    ) -> JudgedRound<'_> {
        let of_rule = move |value, after, band| Ruled::<FIRST> { value, key: self.key(rule, ruled, after, band) };
        let mut round = self.round(pair, acting, move |after: [usize; 2], band| {
            of_rule(self.values[self.index(after)].chances[side][band], after, band)
        });
        Box::new(move |own| {
            let own = std::array::from_fn(|band| of_rule(own[band], pair, band));
            of(round(&own), |found| judged(side, ruled, (found.value, found.key)))
        })
    }

    /// Returns the key of a rule for a state after a round, with the sign of the first side.
    fn key(&self, rule: Rule, ruled: usize, after: [usize; 2], band: usize) -> f64 {
        /// Weight of a unit of distance: less than any difference of damage that matters.
        const NEARER: f64 = 1e-4;
        let hits = |side: usize| self.sides[side][after[side]].frame.hit_points() as f64;
        let own = if rule == Rule::Exchange { hits(ruled) } else { 0.0 };
        let places = &self.ground.bands.places;
        let band = band.min(places.len() - 1);
        let armed = self.sides[ruled][after[ruled]].declarations.iter().map(|declared| declared.band);
        // Every frame can attack hand-to-hand; those with other weapons look for their ranges.
        let farthest = armed.max().unwrap_or(0);
        let away = (places[band] - places[farthest]).abs();
        let key = own - hits(1 - ruled) - NEARER * away;
        if ruled == 0 { key } else { -key }
    }

    /// Returns a function for the values for the first side of a round in which `acting` acts first; its argument has the
    /// values of the pair itself after the round.
    fn round<'a, W: Worth + 'a>(
        &'a self,
        [a, b]: [usize; 2],
        acting: usize,
        next: impl Fn([usize; 2], usize) -> W + 'a,
    ) -> impl FnMut(&Own<W>) -> Vec<Opening<W>> + 'a {
        let is_turned = acting == 1;
        let (first, second) = (&self.sides[acting], &self.sides[1 - acting]);
        let turn = move |value: W| if is_turned { value.turned() } else { value };
        let next = move |p: usize, q: usize, band| turn(next(if is_turned { [q, p] } else { [p, q] }, band));
        let pair = if is_turned { [b, a] } else { [a, b] };
        let round = Round { ground: &self.ground, first, second, pair, next };
        let mut prepared = round.prepare();
        move |own| {
            let values = round.values(&mut prepared, &own.map(turn));
            values.into_iter().map(|(value, declared)| (turn(value), declared)).collect()
        }
    }
}

/// Returns values by band; bands without a value keep that of `own`.
fn by_band(own: &ByBand, values: impl Iterator<Item = f64>) -> ByBand {
    let mut next = *own;
    next.iter_mut().zip(values).for_each(|(next, value)| *next = value);
    next
}

/// Returns the value of a round, and what the side that may act first judges it by: the key of a rule that it follows,
/// else its chance to win.
fn judged(side: usize, ruled: usize, (value, key): (f64, f64)) -> (f64, f64) {
    let judged = if side == ruled { key } else { value };
    (value, if side == 0 { judged } else { -judged })
}

/// A function for the values of a round in which one side acts first.
type JudgedRound<'a> = Box<dyn FnMut(&ByBand) -> Vec<Judged> + 'a>;

/// A value with its judgment by the side that may act first, and the range and the rockets declared.
type Judged = ((f64, f64), usize, u8);

/// Returns values with their judgments, and the range and the rockets declared.
fn of<W>(openings: Vec<Opening<W>>, judged: impl Fn(W) -> (f64, f64)) -> Vec<Judged> {
    openings.into_iter().map(|(value, declared)| (judged(value), declared.band, declared.rockets)).collect()
}

/// Returns the outcomes of attacks at a range, by hits left on the cover and number of damage dice.
fn damage(range: Range, most_cover: u8, most: u8, rules: &Ruleset) -> Vec<Vec<Vec<Outcome>>> {
    let by_cover = |hits: u8| {
        let shelter = if hits > 0 { Shelter::Terrain(hits) } else { Shelter::Open };
        let chart = rules.charts.chart(shelter.chart(range));
        let cover = if hits > 0 && range != Range::HandToHand { Cover::Hits(hits) } else { Cover::None };
        let outcomes = |dice: u8| {
            let joint = damage_by_dice(&Pmf::point(dice.into()), &chart, cover);
            let cells = joint.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0);
            cells.map(|(cell, p)| (*p, cell / joint.columns(), cell % joint.columns())).collect()
        };
        (0..=most).map(outcomes).collect()
    };
    (0..=most_cover).map(by_cover).collect()
}
