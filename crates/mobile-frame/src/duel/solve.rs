//! The values of all states of duels.

use super::bands::{MAX_BANDS, bands_of};
use super::iterate::{ByBand, ENDLESS, PRECISION, SETTLED, lengthen, settle};
use super::replies::Own;
use super::round::{Ground, Opening, Round};
use super::sides::{Covered, Hands, Shared, SideState};
use super::worth::{Ruled, Timed, Worth};
use super::{DuelError, DuelRules, Workers, place, results};
use hitchart_config::named;

/// The circumstances of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Hits that the cover of each side absorbs; 0 is the open. A side that moves to another band leaves its cover
    /// behind.
    pub cover: u8,
    /// Number of rounds, after which the duel is a draw; `None` for a duel without a limit.
    pub rounds: Option<u16>,
    /// A rule of choice that one side (0 or 1) follows; the other plays best against it. `None` if both play best.
    pub ruled: Option<(usize, Rule)>,
    /// True to compute the expected number of rounds, if both play best and nothing is repaired.
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

/// The first action of a side that may act first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstAction<A> {
    /// It passes, and the other side acts first.
    Pass,
    /// It declares an attack.
    Declare(A),
}

/// The value of a duel from a band, for a side that may act first in each round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start<A> {
    /// Chance of the first side to win; a draw counts half.
    pub chance: f64,
    /// Expected number of rounds of the shortest best play, if asked for; `None` if it is [`MOST_MEAN_ROUNDS`] or more, or
    /// the duel may never end.
    pub rounds: Option<f64>,
    /// Best first action of the side that may act first.
    pub action: FirstAction<A>,
}

/// Values of a pair of states, for each side that may act first.
#[derive(Clone, Copy, Debug)]
pub struct PairValues {
    /// Chance of the first side to win.
    pub(super) chances: [ByBand; 2],
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

/// Largest expected number of rounds that is reported. Beyond it, play may go on without an end.
pub const MOST_MEAN_ROUNDS: f64 = 1_000.0;

/// Most pairs of states that a query on the command line solves, in some seconds.
pub const MOST_PAIRS: usize = 6_000;
/// Most pairs of states that a study solves, in some minutes.
pub const MOST_PAIRS_OF_A_STUDY: usize = 250_000;

/// Duels of several fighters with several others.
#[derive(Clone, Debug)]
pub struct Duels<F, A> {
    /// Fighter and cover of each state.
    fighters: [Vec<Covered<F>>; 2],
    /// The different attacks.
    attacks: Vec<A>,
    /// States of the fighters as given.
    starts: [Vec<usize>; 2],
    solution: Solution,
}

/// The values of all pairs of states of duels, without the types of a game: fighters and attacks are numbers, so that the
/// solution is compiled once for all games.
///
/// All duels share their states. The pairs of a level do not need each other.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) ground: Ground,
    pub(super) sides: [Vec<SideState>; 2],
    pub(super) setting: Setting,
    /// True if both sides have the same fighters, and each pair is the mirror of another.
    pub(super) mirrored: bool,
    /// True if something that is lost may return.
    has_repairs: bool,
    /// By state of the first side × number of states of the second + state of the second.
    pub(super) values: Vec<PairValues>,
}

impl<F: Copy + PartialEq, A: Copy + PartialEq> Duels<F, A> {
    /// Finds all states of duels between the fighters of two lists.
    ///
    /// # Errors
    /// Fails if the duels have more than `most` pairs of states.
    pub fn new<R: DuelRules<Fighter = F, Attack = A>>(
        fighters: [&[F]; 2],
        setting: Setting,
        most: usize,
        rules: &R,
    ) -> Result<Duels<F, A>, DuelError> {
        let too_many = DuelError::TooManyPairs { most, advice: R::FEWER_PAIRS };
        let bands = rules.bands(&fighters);
        let mut found: [Vec<Covered<F>>; 2] = Default::default();
        let starts = [0, 1].map(|side| {
            fighters[side].iter().map(|fighter| place(&mut found[side], (*fighter, setting.cover))).collect()
        });
        let mut shared = Shared { rules, bands: &bands, hands: Hands::default(), attacks: Vec::new() };
        let [first, second] = found.each_mut().map(|found| shared.states(found, most));
        let (Some(first), Some(second)) = (first, second) else { return Err(too_many) };
        let pairs = first.len() * second.len();
        if pairs > most {
            return Err(too_many);
        }
        let Shared { mut hands, attacks, .. } = shared;
        hands.prepare();
        let damage = rules.outcomes(setting.cover, hands.most_dice());
        let defenses = (0..=hands.most_defense()).collect();
        let even = PairValues { chances: [[0.5; MAX_BANDS]; 2], rounds: [[0.0; MAX_BANDS]; 2] };
        let sides = [first, second];
        let has_repairs = sides.iter().flatten().any(|state| state.repaired.len() > 1);
        let mirrored = fighters[0] == fighters[1] && setting.ruled.is_none();
        let ground = Ground { bands, hands, defenses, damage };
        let values = vec![even; pairs];
        let solution = Solution { ground, sides, setting, mirrored, has_repairs, values };
        Ok(Duels { fighters: found, attacks, starts, solution })
    }

    /// Returns the number of pairs of states.
    pub fn pairs(&self) -> usize {
        self.solution.values.len()
    }

    /// Returns the distance that stands for each band, in ruler units, nearest first.
    pub fn places(&self) -> &[f64] {
        &self.solution.ground.bands.places
    }

    /// Solves all pairs of states. The values do not depend on the number of threads.
    pub fn solved(mut self, workers: &dyn Workers) -> Duels<F, A> {
        self.solution.solve(workers);
        self
    }

    /// Returns the chance of the first side from each band, by the places of the fighters in their lists, if a side (0 or 1)
    /// may act first in each round.
    pub fn chances(&self, fighters: [usize; 2], side: usize) -> Vec<f64> {
        self.solution.chances_of(self.pair(fighters), side)
    }

    /// Returns the value of a duel from each band, by the places of its fighters in their lists, if a side (0 or 1) may
    /// act first in each round.
    pub fn starts(&self, fighters: [usize; 2], side: usize) -> Vec<Start<A>> {
        let start = |start: Start<usize>| {
            let action = match start.action {
                FirstAction::Pass => FirstAction::Pass,
                FirstAction::Declare(attack) => FirstAction::Declare(self.attacks[attack]),
            };
            Start { chance: start.chance, rounds: start.rounds, action }
        };
        self.solution.starts(self.pair(fighters), side).into_iter().map(start).collect()
    }

    /// Returns the states of two fighters, by their places in their lists.
    fn pair(&self, fighters: [usize; 2]) -> [usize; 2] {
        [0, 1].map(|side| self.starts[side][fighters[side]])
    }

    /// Returns the chance of the first side in a state: its fighters, each with the hits left on its cover. `None` if the
    /// duels never reach the state.
    pub fn chance(&self, pair: [(F, u8); 2], side: usize, band: usize) -> Option<f64> {
        let find = |side: usize| self.fighters[side].iter().position(|state| *state == pair[side]);
        let solution = &self.solution;
        Some(solution.values[solution.index([find(0)?, find(1)?])].chances[side][band])
    }
}

impl Solution {
    /// Solves all pairs of states.
    fn solve(&mut self, workers: &dyn Workers) {
        if self.has_repairs {
            self.sweep(workers);
            return;
        }
        for level in self.levels() {
            let values = results(workers, &level, |pair| self.solved_pair(*pair));
            self.set(&level, values);
        }
    }

    /// Returns the pairs of states in the order in which they are solved. With a limit of rounds, each level has all
    /// pairs, and is one round farther from the end.
    fn levels(&self) -> Vec<Vec<[usize; 2]>> {
        let [first, second] = &self.sides;
        let from = |a: usize| if self.mirrored { a } else { 0 };
        let all = (0..first.len()).flat_map(|a| (from(a)..second.len()).map(move |b| [a, b]));
        if let Some(rounds) = self.setting.rounds {
            return vec![all.collect(); usize::from(rounds.saturating_sub(1))];
        }
        let mut levels: Vec<Vec<[usize; 2]>> = Vec::new();
        for [a, b] in all {
            let size = first[a].size + second[b].size;
            levels.resize(levels.len().max(size + 1), Vec::new());
            levels[size].push([a, b]);
        }
        levels
    }

    /// Computes the values of a pair from those of the levels before.
    fn solved_pair(&self, pair: [usize; 2]) -> PairValues {
        let mut values = self.values[self.index(pair)];
        let (is_limited, lengths) =
            (self.setting.rounds.is_some(), self.setting.lengths && self.setting.ruled.is_none());
        for side in [0, 1] {
            let (before, mut openings) = (values.chances[side], self.openings(pair, side));
            let mut step = |own: &ByBand| by_band(own, openings(own).into_iter().map(|(value, _)| value));
            values.chances[side] = match is_limited {
                true => step(&before),
                false => of_bands(&settle(before.to_vec(), SETTLED, |own| step(&of_bands(own)).to_vec())),
            };
            let chances = if is_limited { before } else { values.chances[side] };
            if lengths {
                let (own, mut longer) = (values.rounds[side], self.longer(pair, side, chances));
                let mut step = |own: &ByBand| by_band(own, longer(own).into_iter().map(|(rounds, _)| rounds));
                values.rounds[side] = match is_limited {
                    true => step(&own),
                    false => of_bands(&lengthen(own.to_vec(), |own| step(&of_bands(own)).to_vec())),
                };
            }
        }
        values
    }

    /// Takes the values of the pairs of a level.
    fn set(&mut self, level: &[[usize; 2]], values: Vec<PairValues>) {
        for (pair, values) in level.iter().zip(values) {
            let index = self.index(*pair);
            self.values[index] = values;
            if self.mirrored && pair[0] != pair[1] {
                let index = self.index([pair[1], pair[0]]);
                self.values[index] = values.turned();
            }
        }
    }

    /// Returns the chance of the first side from each band in a pair of states, if a side (0 or 1) may act first in each
    /// round.
    fn chances_of(&self, pair: [usize; 2], side: usize) -> Vec<f64> {
        if self.setting.rounds.is_some() {
            return self.starts(pair, side).into_iter().map(|start| start.chance).collect();
        }
        self.values[self.index(pair)].chances[side][..self.ground.bands.len()].to_vec()
    }

    /// Returns the value of a pair of states from each band, if a side (0 or 1) may act first in each round. Attacks are
    /// places in the list of the different ones.
    fn starts(&self, pair: [usize; 2], side: usize) -> Vec<Start<usize>> {
        let values = self.values[self.index(pair)];
        let openings = self.openings(pair, side)(&values.chances[side]);
        let lengths = self.setting.lengths && !self.has_repairs;
        let shortest = lengths.then(|| self.longer(pair, side, values.chances[side])(&values.rounds[side]));
        let start = |(band, (chance, action)): (usize, (f64, FirstAction<usize>))| match &shortest {
            None => Start { chance, rounds: None, action },
            Some(shortest) => {
                let (rounds, action) = shortest[band];
                Start { chance, rounds: Some(rounds).filter(|rounds| *rounds < MOST_MEAN_ROUNDS), action }
            }
        };
        openings.into_iter().enumerate().map(start).collect()
    }

    pub(super) fn index(&self, [a, b]: [usize; 2]) -> usize {
        a * self.sides[1].len() + b
    }

    /// Returns a function for the expected number of rounds from each band, from those of the pair itself after the round,
    /// with the first action of the side that may act first.
    fn longer(
        &self,
        pair: [usize; 2],
        side: usize,
        chances: ByBand,
    ) -> impl FnMut(&ByBand) -> Vec<(f64, FirstAction<usize>)> + '_ {
        let next = move |after: [usize; 2], band: usize| {
            let values = &self.values[self.index(after)];
            Timed { value: values.chances[side][band], rounds: values.rounds[side][band] }
        };
        let mut acting = [0, 1].map(|acting| self.round(pair, acting, next));
        // The side that may act first judges by its own chance.
        let judged = move |value: Timed| if side == 0 { value } else { value.turned() };
        let better = move |(first, second): (Opening<Timed>, Opening<Timed>)| {
            let (acts, passes) = if side == 0 { (first, second) } else { (second, first) };
            let (rounds, action) = match Timed::is_better(judged(passes.0), judged(acts.0)) {
                true => (passes.0.rounds, FirstAction::Pass),
                false => (acts.0.rounds, FirstAction::Declare(acts.1.attack)),
            };
            ((1.0 + rounds).min(ENDLESS), action)
        };
        move |own| {
            let timed = std::array::from_fn(|band| Timed { value: chances[band], rounds: own[band] });
            let [first, second] = acting.each_mut().map(|round| round(&timed));
            first.into_iter().zip(second).map(better).collect()
        }
    }

    /// Returns a function for the value of a round for the first side from each band, and the first action of the side
    /// that may act first: it acts, or passes. Its argument has the values of the pair itself after the round.
    fn openings(&self, pair: [usize; 2], side: usize) -> impl FnMut(&ByBand) -> Vec<(f64, FirstAction<usize>)> + '_ {
        let mut acting = [0, 1].map(|acting| self.judged_round(pair, side, acting));
        move |own| {
            let openings = acting.each_mut().map(|round| round(own));
            let best = |band: usize| {
                let ((acts, key), attack) = openings[side][band];
                let ((passes, other), _) = openings[1 - side][band];
                match other > key + PRECISION {
                    true => (passes, FirstAction::Pass),
                    false => (acts, FirstAction::Declare(attack)),
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

    /// Returns the function of [`Solution::judged_round`] if one side follows a rule; `FIRST` is true if that side acts first.
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
    pub(super) fn key(&self, rule: Rule, ruled: usize, after: [usize; 2], band: usize) -> f64 {
        /// Weight of a unit of distance: less than any difference of damage that matters.
        const NEARER: f64 = 1e-4;
        let hits = |side: usize| self.sides[side][after[side]].hit_points as f64;
        let own = if rule == Rule::Exchange { hits(ruled) } else { 0.0 };
        let places = &self.ground.bands.places;
        let band = band.min(places.len() - 1);
        let declarations = &self.sides[ruled][after[ruled]].declarations;
        // Those with a weapon look for the farthest band that one reaches.
        let farthest = declarations.iter().flat_map(|declared| bands_of(declared.bands)).max().unwrap_or(0);
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
        let mut prepared = (!self.has_repairs).then(|| round.prepare(&[W::NONE; _]));
        move |own| {
            let own = own.map(turn);
            // With repair, other pairs of states than this one need its values.
            let prepared = match &mut prepared {
                Some(prepared) => prepared,
                None => &mut round.prepare(&own),
            };
            let values = round.values(prepared, &own);
            values.into_iter().map(|(value, declared)| (turn(value), declared)).collect()
        }
    }
}

/// Returns a list of values by band.
pub(super) fn of_bands(values: &[f64]) -> ByBand {
    std::array::from_fn(|band| values.get(band).copied().unwrap_or_default())
}

/// Returns values by band; bands without a value keep that of `own`.
fn by_band(own: &ByBand, values: impl Iterator<Item = f64>) -> ByBand {
    let mut next = *own;
    next.iter_mut().zip(values).for_each(|(next, value)| *next = value);
    next
}

/// Returns the value of a round, and what the side that may act first judges it by: the key of a rule that it follows,
/// else its chance to win.
pub(super) fn judged(side: usize, ruled: usize, (value, key): (f64, f64)) -> (f64, f64) {
    let judged = if side == ruled { key } else { value };
    (value, if side == 0 { judged } else { -judged })
}

/// A function for the values of a round in which one side acts first.
type JudgedRound<'a> = Box<dyn FnMut(&ByBand) -> Vec<Judged> + 'a>;

/// A value with its judgment by the side that may act first, and the index of the attack declared.
type Judged = ((f64, f64), usize);

/// Returns values with their judgments, and the attack declared.
fn of<W>(openings: Vec<Opening<W>>, judged: impl Fn(W) -> (f64, f64)) -> Vec<Judged> {
    openings.into_iter().map(|(value, declared)| (judged(value), declared.attack)).collect()
}
