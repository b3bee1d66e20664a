//! Metrics of a game, and games as numbers.
//!
//! A group holds the games that share their dice: one game, or, with swapped seats, one for each seating of the
//! policies. The numbers are integers, so that they can be added without knowledge of the game.

use super::Sums;
use super::games::PlayedBy;
use hitchart_config::{InputError, words::counted};
use hitchart_play::record::{Metric, MetricUnit};
use hitchart_play::{Game, Policy, Unwatched, play, player_count};
use hitchart_report::table::{number, percent};
use hitchart_stats::{Bounds, Estimate};
use std::{borrow::Cow, fmt, sync::Arc, sync::atomic::AtomicBool};

/// Returns the change of a count in one step.
fn step(unit: MetricUnit) -> f64 {
    match unit {
        MetricUnit::Share | MetricUnit::Ratio | MetricUnit::AtLeastOne(_) | MetricUnit::Single(_) => 1.0,
        MetricUnit::Points | MetricUnit::Lead => POINTS.step,
        MetricUnit::Several(_) | MetricUnit::Signed(_) => 4.0,
    }
}

/// Returns the bounds of a mean in a unit: points and signed amounts have either sign; counts are at least 0, rounds at
/// least 1.
pub fn bounds_of_mean(unit: MetricUnit) -> Bounds {
    match unit {
        MetricUnit::Share => Bounds::SHARE,
        MetricUnit::Points => POINTS,
        MetricUnit::Signed(_) => Bounds { step: step(unit), ..Bounds::WHOLE },
        MetricUnit::AtLeastOne(_) => Bounds { low: 1.0, ..Bounds::COUNT },
        MetricUnit::Lead | MetricUnit::Ratio | MetricUnit::Single(_) | MetricUnit::Several(_) => {
            Bounds { step: step(unit), ..Bounds::COUNT }
        }
    }
}

/// Returns the bounds of the difference of two means in a unit.
pub fn bounds_of_difference(unit: MetricUnit) -> Bounds {
    match unit {
        MetricUnit::Share => Bounds::DIFFERENCE_OF_SHARES,
        _ => Bounds { step: step(unit), ..Bounds::WHOLE },
    }
}

/// The metric of wins, for an entrant, a side, a policy, a position or a turn.
pub const WIN: Metric = Metric {
    name: "win",
    title: "Share of games won",
    unit: MetricUnit::Share,
    how: "1 if it has the best score alone",
};

/// A limit that the rules set to games.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Metric that counts the games that the limit ends: a share.
    pub reached: &'static str,
    /// Metric that the limit bounds.
    pub of: &'static str,
    /// Field of the ruleset that sets the limit.
    pub field: &'static str,
}

/// Bounds of scores and their differences: a frame or a station is worth about five points.
pub(crate) const POINTS: Bounds = Bounds { step: 5.0, ..Bounds::WHOLE };

/// A number that every group of games has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Name in files, `snake_case`: a metric's, or `win`.
    pub metric: String,
    /// Owner, such as a company or a position; empty for the whole game.
    pub of: String,
    /// Unit, which also sets the bounds of estimates.
    pub unit: MetricUnit,
    /// Index of the quantity that this one is a share of. `None` for means per game.
    pub under: Option<usize>,
    /// Rule by which the quantity is counted.
    pub how: &'static str,
    /// Heading for people; empty if the name serves.
    pub title: &'static str,
    /// Winner whose wins are counted. `None` for all other quantities.
    pub winner: Option<Winner>,
}

/// Winner of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// A side of the table, such as a company, by a name that other sides may share.
    Side(String),
    /// A policy that plays all sides in turn.
    Policy(String),
    /// A seat that the players take in turn.
    Seat(String),
    /// An entrant whose games against all others are one number.
    Field,
}

impl Winner {
    /// Returns true if wins are counted game by game, so that they can be compared with those of another winner.
    pub fn is_alone(&self) -> bool {
        !matches!(self, Winner::Field)
    }
}

/// Returns the name of a metric in words: `share of hand to hand`.
pub(crate) fn metric_words(metric: &str) -> String {
    let words = metric.replace('_', " ");
    match words.split_once(' ') {
        None if words == "win" => "share of games won".to_owned(),
        None if words == "victory" => "share of missions won".to_owned(),
        Some(("share", of)) => format!("share of {of}"),
        _ => words,
    }
}

impl Quantity {
    /// Returns a metric as a quantity of an owner; an empty owner is the whole game.
    pub fn of(metric: &Metric, of: String) -> Quantity {
        let Metric { name, title, unit, how } = *metric;
        Quantity { metric: name.to_owned(), of, unit, under: None, how, title, winner: None }
    }

    /// Returns the quantity in words, with its owner: `wins of company Scouts`, `share of hand to hand`.
    pub fn words(&self) -> String {
        let metric = self.metric_words();
        if self.of.is_empty() { metric } else { format!("{metric} of {}", self.of) }
    }

    /// Returns the metric in words, in the form for a sentence: `rounds`, `HVAs taken`.
    pub fn metric_words(&self) -> String {
        if self.title.is_empty() {
            return self.metric.replace('_', " ");
        }
        let begins_with_a_name = self.title.chars().nth(1).is_some_and(char::is_uppercase);
        let mut letters = self.title.chars();
        match letters.next().filter(|_| !begins_with_a_name) {
            Some(first) => first.to_lowercase().chain(letters).collect(),
            None => self.title.to_owned(),
        }
    }

    /// Formats a value, a share as a percentage.
    pub fn value(&self, value: f64) -> String {
        if self.is_percentage() { percent(value) } else { number(value) }
    }

    /// Formats a value before and after a change. Percentages whose rounded difference is not that of the values have one
    /// more decimal.
    pub fn ends(&self, ends: [f64; 2]) -> [String; 2] {
        let [before, after] = ends.map(|end| (100.0 * end).round());
        let is_off = after - before != (100.0 * (ends[1] - ends[0])).round();
        if self.is_percentage() && is_off {
            ends.map(|end| format!("{:.1}%", 100.0 * end))
        } else {
            ends.map(|end| self.value(end))
        }
    }

    /// Formats an estimate with its interval.
    pub fn estimated(&self, estimate: &Estimate) -> String {
        if self.is_percentage() { estimate.percent() } else { estimate.to_string() }
    }

    /// Formats a change with its interval, a change of a share in points.
    pub fn change(&self, estimate: &Estimate) -> String {
        if self.is_percentage() { estimate.in_points() } else { estimate.signed() }
    }

    /// Formats the size of a change, of a share in points.
    pub fn size(&self, change: f64) -> String {
        if self.is_percentage() { format!("{} points", number(100.0 * change)) } else { number(change) }
    }

    /// Returns true if the quantity is a share, from 0 to 1.
    pub fn is_percentage(&self) -> bool {
        self.unit == MetricUnit::Share
    }

    /// Returns true if another quantity is the same number of the same owner.
    pub fn is_like(&self, other: &Quantity) -> bool {
        (&self.metric, &self.of) == (&other.metric, &other.of)
    }

    /// Returns the bounds of a change of this quantity. An unseen game may differ by the size of games, `size`, or by
    /// the step of the unit if that is larger.
    pub fn bounds_of_change(&self, size: f64) -> Bounds {
        let bounds = bounds_of_difference(self.unit);
        if self.under.is_some() { Bounds { step: size, ..bounds } } else { bounds.stepping(size) }
    }

    /// Returns the bounds of a mean of this quantity, with the same step.
    pub fn bounds(&self, size: f64) -> Bounds {
        let bounds = bounds_of_mean(self.unit);
        if self.under.is_some() { Bounds { step: size, ..bounds } } else { bounds.stepping(size) }
    }
}

/// Returns the largest distance of an unseen group from a share of sums: all of the group's denominator may count, or
/// none. `heavy` is a large denominator, the root mean square, as a multiple of the mean denominator.
pub(crate) fn step_of_share(share: f64, heavy: f64) -> f64 {
    heavy * share.max(1.0 - share)
}

/// Plays the group of a key and adds its numbers, in the order of the quantities.
pub type GroupPlayer<'s> = Box<dyn FnMut(u64, &mut [i64]) + 's>;

/// Creates the player of a thread, which stops when the flag is set.
type Seat = dyn for<'s> Fn(&'s AtomicBool) -> GroupPlayer<'s> + Send + Sync;

/// The games of a study, to be played group by group.
pub struct Grouped {
    /// Numbers of a group of games, in order.
    pub quantities: Vec<Quantity>,
    /// Games per group.
    pub size: u64,
    /// Estimated nanoseconds per game.
    pub effort: f64,
    /// Metrics with a margin by default, each with the largest change to ignore.
    pub matters: Cow<'static, [(&'static str, f64)]>,
    /// Policies that play, each once.
    pub players: Vec<PlayedBy>,
    seat: Box<Seat>,
}

impl Grouped {
    /// Creates games with these quantities; `seat` creates the player of a thread.
    pub fn new(
        quantities: Vec<Quantity>,
        (size, effort): (u64, f64),
        seat: impl for<'s> Fn(&'s AtomicBool) -> GroupPlayer<'s> + Send + Sync + 'static,
    ) -> Grouped {
        Grouped { quantities, size, effort, matters: Cow::Borrowed(&[]), players: Vec::new(), seat: Box::new(seat) }
    }

    /// Creates single games. `players` creates the players of a thread; `count` adds the numbers of a game from its last
    /// state.
    ///
    /// # Errors
    /// More or fewer players than the game has.
    pub fn of_game<G, P>(
        game: G,
        quantities: Vec<Quantity>,
        effort: f64,
        players: impl Fn() -> Vec<P> + Send + Sync + 'static,
        count: impl Fn(&G::State, &mut [i64]) + Clone + Send + Sync + 'static,
    ) -> Result<Grouped, InputError>
    where
        G: Game + Clone + Send + 'static,
        P: Policy<G> + 'static,
    {
        one_for_each_player(&game, "players", players().len())?;
        Ok(Grouped::new(quantities, (1, effort), move |_: &AtomicBool| {
            let (game, mut players, count) = (game.clone(), players(), count.clone());
            Box::new(move |key, sums| count(&play(&game, key, &mut players, &mut Unwatched), sums))
        }))
    }

    /// Creates groups of games in which policies take every seat in turn, with the same dice, so that no seat favours a
    /// policy. The numbers are the games that each policy wins alone. `players` creates the players of a thread, one for
    /// each name and as many as the game has seats.
    ///
    /// # Errors
    /// More or fewer names or players than the game has players.
    pub fn of_policies<G, P>(
        game: G,
        names: &[&str],
        effort: f64,
        players: impl Fn() -> Vec<P> + Send + Sync + 'static,
    ) -> Result<Grouped, InputError>
    where
        G: Game + Clone + Send + 'static,
        P: Policy<G> + 'static,
    {
        one_for_each_player(&game, "names", names.len())?;
        one_for_each_player(&game, "players", players().len())?;
        let won = |(number, name): (usize, &&str)| Quantity {
            winner: Some(Winner::Policy((*name).to_owned())),
            ..Quantity::of(&WIN, format!("policy {number} {name}"))
        };
        let (quantities, seats) = ((1..).zip(names).map(won).collect(), names.len());
        let games = Grouped::new(quantities, (seats as u64, effort), move |_: &AtomicBool| {
            let (game, mut players) = (game.clone(), players());
            Box::new(move |key, sums| {
                for turn in 0..seats {
                    let end = play(&game, key, &mut players, &mut Unwatched);
                    if let Some(seat) = game.scores(&end).winner() {
                        sums[(seat + turn) % seats] += 1;
                    }
                    players.rotate_left(1);
                }
            })
        });
        Ok(games.that_matters(&[(WIN.name, 0.03)]))
    }

    /// Returns the first number that is there twice: a metric of one owner.
    pub(crate) fn twice(&self) -> Option<&Quantity> {
        let same = |a: &Quantity, b: &Quantity| a.metric == b.metric && a.of == b.of && a.winner == b.winner;
        let all = &self.quantities;
        (1..all.len()).find(|place| all[..*place].iter().any(|one| same(one, &all[*place]))).map(|place| &all[place])
    }

    /// Returns true if the sums of shares over groups lie between 0 and 1 a game.
    pub(crate) fn shares_fit(&self, sums: &Sums, groups: u64) -> bool {
        let games = i128::from(groups) * i128::from(self.size);
        let is_share = |quantity: &Quantity| quantity.unit == MetricUnit::Share && quantity.under.is_none();
        let mut all = self.quantities.iter().zip(&sums.grouped);
        all.all(|(quantity, sum)| !is_share(quantity) || (0..=games).contains(&i128::from(*sum)))
    }

    /// Returns the games with the policies that play them.
    #[must_use]
    pub fn played_by(self, players: Vec<PlayedBy>) -> Grouped {
        Grouped { players, ..self }
    }

    /// Returns the games with default margins.
    pub fn that_matters(self, matters: impl Into<Cow<'static, [(&'static str, f64)]>>) -> Grouped {
        Grouped { matters: matters.into(), ..self }
    }

    /// Returns the games with only those quantities that other games count too, in the order of these. Games with fewer
    /// players count fewer.
    pub fn counting(self: &Arc<Grouped>, quantities: &[Quantity]) -> Arc<Grouped> {
        let place = |like: &Quantity| self.quantities.iter().position(|known| known.is_like(like));
        let places: Vec<usize> = quantities.iter().filter_map(place).collect();
        if places.iter().copied().eq(0..self.quantities.len()) {
            return Arc::clone(self);
        }
        Arc::new(self.only(places))
    }

    /// Returns the games with only the quantities at these places, in their order.
    pub fn only(self: &Arc<Grouped>, places: Vec<usize>) -> Grouped {
        let kept = |place: &usize| {
            let quantity = self.quantities[*place].clone();
            let under = quantity.under.and_then(|under| places.iter().position(|place| *place == under));
            Quantity { under, ..quantity }
        };
        let (kept, whole) = (places.iter().map(kept).collect(), Arc::clone(self));
        let games = Grouped::new(kept, (self.size, self.effort), move |stop| {
            let (mut player, mut numbers) = (whole.player(stop), vec![0; whole.quantities.len()]);
            let places = places.clone();
            Box::new(move |key, sums| {
                numbers.fill(0);
                player(key, &mut numbers);
                sums.iter_mut().zip(&places).for_each(|(sum, place)| *sum += numbers[*place]);
            })
        });
        games.that_matters(self.matters.clone()).played_by(self.players.clone())
    }

    /// Returns the player of a thread.
    pub fn player<'s>(&self, stop: &'s AtomicBool) -> GroupPlayer<'s> {
        (self.seat)(stop)
    }
}

/// Checks that there is one of `what` for each player of a game.
fn one_for_each_player(game: &impl Game, what: &str, there: usize) -> Result<(), InputError> {
    let needed = player_count(game);
    if there == needed {
        return Ok(());
    }
    let (there, players) = (counted(there as u64, what), counted(needed as u64, "players"));
    Err(InputError::plain(format!("{there} for a game of {players}; allowed: {needed}, one for each")))
}

impl fmt::Debug for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grouped").field("quantities", &self.quantities.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;
    use hitchart_play::{Observer, Scores, policy::Chooser};

    /// Each player rolls a die once and adds what it chooses; the first player gets two points more.
    #[derive(Clone)]
    struct Rolling;

    impl Game for Rolling {
        type State = (Throw, [i32; 2], usize);
        type Action = i32;
        type Event = ();

        fn start<O: Observer<Self>>(&self, key: u64, _watch: &mut O) -> Self::State {
            (Throw::new(key), [2, 0], 0)
        }

        fn to_decide(&self, state: &Self::State) -> Option<usize> {
            (state.2 < 2).then_some(state.2)
        }

        fn candidates(&self, _state: &Self::State, into: &mut Vec<i32>) {
            into.extend([0, 1]);
        }

        fn apply<O: Observer<Self>>(&self, state: &mut Self::State, action: &i32, _watch: &mut O) {
            state.1[state.2] += action + i32::from(state.0.die(6));
            state.2 += 1;
        }

        fn scores(&self, state: &Self::State) -> Scores {
            Scores::new(state.1.into_iter())
        }

        fn rekey(&self, state: &mut Self::State, key: u64) {
            state.0 = Throw::new(key);
        }
    }

    /// A seat with an advantage favours no policy: equal policies win equally often in every group.
    #[test]
    fn policies_that_take_every_seat_are_even_if_they_are_equal() {
        let wins = |more: [i32; 2]| {
            let players = move || more.map(|more| Chooser::<Rolling, _>::new(move |_, _, _, _| more)).to_vec();
            let games = Grouped::of_policies(Rolling, &["one", "other"], 1.0, players).unwrap();
            assert_eq!(
                (games.size, games.quantities[1].words()),
                (2, "share of games won of policy 2 other".to_owned())
            );
            let (stop, mut sums) = (AtomicBool::new(false), [0; 2]);
            let mut player = games.player(&stop);
            for key in 0..500 {
                let before = sums;
                player(key, &mut sums);
                assert!(more[0] != more[1] || sums[0] - before[0] == sums[1] - before[1], "group {key}: {sums:?}");
            }
            sums
        };
        let [one, other] = wins([0, 0]);
        assert!(one == other && one > 400, "{one} {other}");
        let [weak, strong] = wins([0, 1]);
        assert!(weak < strong, "{weak} {strong}");
    }

    #[test]
    fn every_player_of_a_game_has_one_policy() {
        let players = |count| move || vec![Chooser::<Rolling, _>::new(|_, _, _, _| 0); count];
        let said = |result: Result<Grouped, InputError>| result.unwrap_err().to_string();
        let three = said(Grouped::of_policies(Rolling, &["a", "b", "c"], 1.0, players(3)));
        assert!(three.contains("3 names") && three.contains("allowed: 2"), "{three}");
        let one = said(Grouped::of_game(Rolling, Vec::new(), 1.0, players(1), |_, _| {}));
        assert!(one.contains("1 player for") && one.contains("allowed: 2"), "{one}");
    }
}
