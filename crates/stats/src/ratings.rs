//! Ratings of entrants, and the split of results into an order and cycles.
//!
//! Ratings follow the model of R. A. Bradley and M. E. Terry (1952, Biometrika 39, 324-345) with draws after R. R.
//! Davidson (1970, J. Am. Stat. Assoc. 65, 317-328). Of entrants with strengths a and b the first wins with probability
//! a / (a + b + v √(a b)); a tie has v √(a b) as its numerator. Logarithms of strengths are logits: their difference is
//! the logit of winning a game that is not a tie. Logits sum to 0. Newton's method finds the maximum likelihood, which
//! is concave in the logits and in the logarithm of v.
//!
//! A maximum exists only if no entrant or group scored everything against the others (L. R. Ford, 1957, Am. Math. Mon.
//! 64, 28-33). With ties, ratings also must not be able to put every winner one step above the loser and tied entrants
//! at most one step apart. Otherwise every entrant gets an imaginary game, half won and half lost, against an entrant of
//! mean strength. The ratings are then finite; the outermost are as large as that game permits.
//!
//! The split into an order and cycles is the combinatorial Hodge decomposition of a flow on the graph of matchups (X.
//! Jiang, L.-H. Lim, Y. Yao and Y. Ye, 2011, Math. Program. 127, 203-244). The flow is the logit of the share of wins
//! among games that are not ties, weighted by the number of observations. Its gradient is the flow of the potentials
//! that are nearest in weighted squares. In the model of Bradley and Terry the gradient is the whole flow. The rest is
//! cyclic, round triangles (curl) and round longer holes (harmonic).

use super::symmetric::{Factors, Square};

// Ratings.

/// Games of two entrants. Counts of resampled games may be fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTally {
    /// Index of the first entrant.
    pub first: usize,
    /// Index of the second entrant.
    pub second: usize,
    /// Number of games that the first entrant won.
    pub wins: f64,
    /// Number of games without a winner.
    pub ties: f64,
    /// Number of games that the first entrant lost.
    pub losses: f64,
}

/// A fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Logits of strength, with mean 0.
    pub logits: Vec<f64>,
    /// Davidson's v: 0 without ties; between equals the share of ties is v / (2 + v).
    pub draw: f64,
    /// True if an entrant or a group scored everything against the others, so that every entrant got an imaginary game.
    pub leaning: bool,
}

/// Maximum number of Newton steps; five are usual.
const STEPS: usize = 60;
/// Longest step of a logit.
const LONGEST: f64 = 2.0;
/// Bound of the logarithm of v if all games are ties.
const MOST_DRAWN: f64 = 12.0;
/// Steps shorter than this need no check of the likelihood. No difference of logits moves by more than a half, so no
/// curvature changes by more than a factor of e^½ < 2. Each Newton step then comes nearer (F. Bach, 2010, Electronic
/// Journal of Statistics 4, 384-414).
const SURE: f64 = 0.25;
/// Length of a step after which the next would be negligible.
const LAST: f64 = 1e-6;
const HALVINGS: usize = 20;

impl Fit {
    /// Returns the maximum-likelihood strengths of `n` entrants, given games that connect all of them. If a count is
    /// negative or not finite, all numbers are NaN.
    ///
    /// # Panics
    /// Panics without entrants, and on a game of an entrant that does not exist.
    pub fn of(n: usize, games: &[PairTally]) -> Fit {
        Fit::near(n, games, &Fit { logits: vec![0.0; n], draw: 1.0, leaning: false })
    }

    /// Returns the same fit, searched from `guess` to save time: there is only one maximum.
    ///
    /// # Panics
    /// Panics as [`Fit::of`] does, and on a guess for another number of entrants.
    pub fn near(n: usize, games: &[PairTally], guess: &Fit) -> Fit {
        assert!(
            n > 0 && guess.logits.len() == n,
            "a guess of {} for {n} entrants; allowed: 1 or more",
            guess.logits.len()
        );
        let most = games.iter().map(|games| games.first.max(games.second)).max();
        assert!(most.is_none_or(|most| most < n), "a game of entrant {most:?} of {n}; entrants count from 0");
        let mut counts = games.iter().flat_map(|games| [games.wins, games.ties, games.losses]);
        if !counts.all(|count| count >= 0.0 && count.is_finite()) {
            return Fit { logits: vec![f64::NAN; n], draw: f64::NAN, leaning: false };
        }
        let leaning = !is_balanced(n, games);
        let drawn = games.iter().any(|games| games.ties > 0.0);
        let mut at = guess.logits.clone();
        if drawn {
            at.push(if guess.draw > 0.0 { libm::log(guess.draw) } else { 0.0 });
        }
        for _ in 0..STEPS {
            let step = newton(n, games, &at, leaning);
            let longest = step.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            at = climbed(n, games, &at, (&step, longest), leaning);
            // If all games are ties, v has no bound; MOST_DRAWN limits it.
            let endless = drawn && at[n] > MOST_DRAWN;
            if endless || longest < LAST {
                break;
            }
        }
        let mean = at[..n].iter().sum::<f64>() / n as f64;
        let logits = at[..n].iter().map(|x| x - mean).collect();
        Fit { logits, draw: if drawn { libm::exp(at[n]) } else { 0.0 }, leaning }
    }

    /// Returns the probabilities that the first wins, ties and loses against the second.
    ///
    /// # Panics
    /// Panics on an entrant that does not exist.
    pub fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        chances(self.logits[first] - self.logits[second], self.draw)
    }

    /// Returns the change of the logits by one additional game of each of `more`; `games` are the fitted games. The
    /// change is the slope of the additional game over the curvature of all games (F. R. Hampel, 1974, J. Am. Stat.
    /// Assoc. 69, 383-393).
    pub fn pulls(&self, games: &[PairTally], more: &[PairTally]) -> Vec<Vec<f64>> {
        let n = self.logits.len();
        let mut at = self.logits.clone();
        if self.draw > 0.0 {
            at.push(libm::log(self.draw));
        }
        let factors = slopes(n, games, &at, self.leaning).1.factors();
        let pull = |game: &PairTally| {
            let mut moved = factors.solve(slopes(n, &[*game], &at, false).0);
            moved.truncate(n);
            moved
        };
        more.iter().map(pull).collect()
    }

    /// Returns the expected share of points of the first against the second.
    ///
    /// # Panics
    /// Panics as [`Fit::chances`] does.
    pub fn points(&self, first: usize, second: usize) -> f64 {
        let [win, tie, _] = self.chances(first, second);
        win + tie / 2.0
    }
}

/// Returns the probabilities to win, tie and lose at a difference of logits. Dividing by the larger strength keeps
/// numbers finite.
fn chances(difference: f64, draw: f64) -> [f64; 3] {
    let root = libm::exp(-difference.abs() / 2.0);
    let (strong, tie, weak) = (1.0, draw * root, root * root);
    let sum = strong + tie + weak;
    match difference >= 0.0 {
        true => [strong / sum, tie / sum, weak / sum],
        false => [weak / sum, tie / sum, strong / sum],
    }
}

/// Returns true if the likelihood has a maximum: every entrant scored against every other by some chain of games, and
/// ties do not permit ratings without end.
fn is_balanced(n: usize, games: &[PairTally]) -> bool {
    is_connected(n, games) && !is_endless_with_ties(n, games)
}

/// Returns true if the likelihood grows while v and the ratings grow without end. Ratings do so if every winner can be at
/// least 1 above the loser, and tied entrants at most 1 apart. Wins and ties are then the likeliest outcomes of their
/// pairs at any scale. Such ratings exist if no circle of these bounds has a negative sum (the shortest paths of R.
/// Bellman, 1958, and L. R. Ford, 1956).
fn is_endless_with_ties(n: usize, games: &[PairTally]) -> bool {
    let (mut is_tied, mut is_decided) = (false, false);
    for games in games {
        // Each is then above the other. Most results have such a pair, and resamples call this function often.
        if games.wins > 0.0 && games.losses > 0.0 {
            return false;
        }
        is_tied |= games.ties > 0.0;
        is_decided |= games.wins + games.losses > 0.0;
    }
    if !is_tied || !is_decided {
        return false;
    }
    // A bound (i, j, b) means that the rating of i is at most b above that of j.
    let bounds = games.iter().flat_map(|games| {
        let (i, j) = (games.first, games.second);
        let won = (games.wins > 0.0).then_some((j, i, -1));
        let lost = (games.losses > 0.0).then_some((i, j, -1));
        let tied = if games.ties > 0.0 { [Some((i, j, 1)), Some((j, i, 1))] } else { [None; 2] };
        [won, lost].into_iter().chain(tied).flatten()
    });
    let bounds: Vec<(usize, usize, i64)> = bounds.collect();
    let mut most = vec![0i64; n];
    for _ in 0..=n {
        let mut is_changed = false;
        for (i, j, above) in &bounds {
            if most[*j] + above < most[*i] {
                most[*i] = most[*j] + above;
                is_changed = true;
            }
        }
        if !is_changed {
            return true;
        }
    }
    false
}

/// Returns true if every entrant scored against every other by some chain of games.
fn is_connected(n: usize, games: &[PairTally]) -> bool {
    let mut scored = vec![false; n * n];
    for games in games {
        scored[games.first * n + games.second] |= games.wins + games.ties > 0.0;
        scored[games.second * n + games.first] |= games.losses + games.ties > 0.0;
    }
    let all = |leads: &dyn Fn(usize, usize) -> bool| reached(n, leads).into_iter().all(|reached| reached);
    all(&|i, j| scored[i * n + j]) && all(&|i, j| scored[j * n + i])
}

/// Returns the draw parameter of a point.
fn draw_at(n: usize, at: &[f64]) -> f64 {
    at.get(n).map_or(0.0, |x| libm::exp(*x))
}

/// Takes a step up, halved while it would lead down. Steps shorter than `SURE` are taken without a check.
fn climbed(n: usize, games: &[PairTally], at: &[f64], (step, longest): (&[f64], f64), leaning: bool) -> Vec<f64> {
    let gone = |part: f64| -> Vec<f64> { at.iter().zip(step).map(|(x, by)| x + part * by).collect() };
    let mut part = (LONGEST / longest).min(1.0);
    if longest < SURE {
        return gone(part);
    }
    let before = likelihood(n, games, at, leaning);
    for _ in 0..HALVINGS {
        let next = gone(part);
        if likelihood(n, games, &next, leaning) >= before {
            return next;
        }
        part /= 2.0;
    }
    gone(part)
}

fn likelihood(n: usize, games: &[PairTally], at: &[f64], leaning: bool) -> f64 {
    let draw = draw_at(n, at);
    let times = |count: f64, chance: f64| if count > 0.0 { count * libm::log(chance.max(1e-300)) } else { 0.0 };
    let of_games = games.iter().map(|games| {
        let [win, tie, loss] = chances(at[games.first] - at[games.second], draw);
        times(games.wins, win) + times(games.ties, tie) + times(games.losses, loss)
    });
    let given = at[..n].iter().filter(|_| leaning).map(|x| {
        let [win, _, loss] = chances(*x, 0.0);
        times(0.5, win) + times(0.5, loss)
    });
    of_games.sum::<f64>() + given.sum::<f64>()
}

/// Returns Newton's step.
fn newton(n: usize, games: &[PairTally], at: &[f64], leaning: bool) -> Vec<f64> {
    let (slope, bend) = slopes(n, games, at, leaning);
    bend.solve(slope)
}

/// Returns the slope and the curvature of the likelihood. The likelihood fixes the mean of the logits only through the
/// imaginary games; without them the mean is held.
fn slopes(n: usize, games: &[PairTally], at: &[f64], leaning: bool) -> (Vec<f64>, Square) {
    let draw = draw_at(n, at);
    let size = at.len();
    let mut slope = vec![0.0; size];
    let mut bend = Square::from_fn(size, |i, j| if i < n && j < n { 1e-9 } else { 0.0 });
    for games in games {
        let (i, j) = (games.first, games.second);
        let total = games.wins + games.ties + games.losses;
        let [win, tie, loss] = chances(at[i] - at[j], draw);
        let lead = win - loss;
        let pull = (games.wins - games.losses - total * lead) / 2.0;
        slope[i] += pull;
        slope[j] -= pull;
        let curve = total * (win + loss - lead * lead) / 4.0;
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            bend.row_mut(row)[column] += sign * curve;
        }
        if size > n {
            slope[n] += games.ties - total * tie;
            bend.row_mut(n)[n] += total * tie * (1.0 - tie);
            let cross = -total * lead * tie / 2.0;
            for (one, sign) in [(i, 1.0), (j, -1.0)] {
                bend.row_mut(one)[n] += sign * cross;
                bend.row_mut(n)[one] += sign * cross;
            }
        }
    }
    let held = (0..n).map(|i| bend.at(i, i)).sum::<f64>() / n as f64;
    for i in 0..n {
        if leaning {
            let [win, _, loss] = chances(at[i], 0.0);
            slope[i] += (loss - win) / 2.0;
            bend.row_mut(i)[i] += win * loss;
        } else {
            bend.row_mut(i)[..n].iter_mut().for_each(|value| *value += held / n as f64);
        }
    }
    (slope, bend)
}

// The split into an order and cycles.

/// A matchup: the flow from the second to the first, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Index of the first entrant.
    pub first: usize,
    /// Index of the second entrant.
    pub second: usize,
    /// Logit of the first entrant's share of wins; negative if the second is ahead.
    pub flow: f64,
    /// Weight of the matchup, such as its number of observations.
    pub weight: f64,
}

/// A decomposed flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Potential of every entrant, with mean 0.
    pub potentials: Vec<f64>,
    /// Flow that the potentials produce in every matchup.
    pub gradient: Vec<f64>,
    /// The rest of the flow in every matchup.
    pub cyclic: Vec<f64>,
}

/// Matchups, with their system of equations factorised once for all flows.
#[derive(Clone, Debug)]
pub struct Meetings {
    /// Positions of the two entrants, and the weight.
    met: Vec<(usize, usize, f64)>,
    factors: Factors,
}

impl Meetings {
    /// Creates matchups among `n` entrants; the matchups connect all entrants.
    ///
    /// # Panics
    /// Panics on a matchup of an entrant that does not exist.
    pub fn of(n: usize, met: Vec<(usize, usize, f64)>) -> Meetings {
        let most = met.iter().map(|(first, second, _)| first.max(second)).max();
        assert!(most.is_none_or(|most| *most < n), "a matchup of entrant {most:?} of {n}; entrants count from 0");
        let mut system = Square::from_fn(n, |_, _| 0.0);
        for (first, second, weight) in met.iter().copied() {
            for (row, column, sign) in
                [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
            {
                system.row_mut(row)[column] += sign * weight;
            }
        }
        let held = (0..n).map(|i| system.at(i, i)).sum::<f64>() / (n * n) as f64;
        (0..n).for_each(|i| system.row_mut(i).iter_mut().for_each(|value| *value += held));
        Meetings { met, factors: system.factors() }
    }

    /// Splits a flow, given for each matchup from the second to the first.
    pub fn split(&self, flows: &[f64]) -> Split {
        let mut right = vec![0.0; self.factors.unknowns()];
        for ((first, second, weight), flow) in self.met.iter().copied().zip(flows) {
            right[first] += weight * flow;
            right[second] -= weight * flow;
        }
        let potentials = self.factors.solve(right);
        let gradient: Vec<f64> =
            self.met.iter().map(|(first, second, _)| potentials[*first] - potentials[*second]).collect();
        let cyclic = flows.iter().zip(&gradient).map(|(flow, gradient)| flow - gradient).collect();
        Split { potentials, gradient, cyclic }
    }
}

/// Splits a flow among `n` entrants; the matchups connect all of them.
///
/// # Panics
/// Panics as [`Meetings::of`] does.
pub fn split(n: usize, flows: &[Flow]) -> Split {
    let met = flows.iter().map(|flow| (flow.first, flow.second, flow.weight)).collect();
    Meetings::of(n, met).split(&flows.iter().map(|flow| flow.flow).collect::<Vec<f64>>())
}

/// Returns the weighted sum of squares of a part of a flow.
pub fn energy(flows: &[Flow], part: &[f64]) -> f64 {
    flows.iter().zip(part).map(|(flow, value)| flow.weight * value * value).sum()
}

/// Returns for each entrant whether the first entrant reaches it by steps that `leads` allows.
///
/// # Panics
/// Panics without entrants.
pub fn reached(n: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    assert!(n > 0, "no entrants; allowed: 1 or more");
    let mut reached = vec![false; n];
    let mut left = vec![0];
    reached[0] = true;
    while let Some(i) = left.pop() {
        for (j, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && leads(i, j) {
                *is_reached = true;
                left.push(j);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &[f64], b: &[f64], by: f64) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= by)
    }

    /// A. Agresti, Categorical Data Analysis (2002), table 10.10: the American League of 1987, home and away added up.
    /// Logits less that of Baltimore in the model without home advantage: Milwaukee 1.581, Detroit 1.436, Toronto 1.294,
    /// New York 1.248, Boston 1.108, Cleveland 0.684.
    #[test]
    fn ratings_of_the_american_league() {
        let teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut games = Vec::new();
        for (first, second) in (0..7).flat_map(|i| (i + 1..7).map(move |j| (i, j))) {
            let [won, lost] = [wins[first][second], wins[second][first]].map(f64::from);
            games.push(PairTally { first, second, wins: won, ties: 0.0, losses: lost });
        }
        let fit = Fit::of(7, &games);
        let above: Vec<f64> = fit.logits.iter().map(|logit| logit - fit.logits[6]).collect();
        assert!(close(&above, &[1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0], 0.002), "{teams:?} {above:?}");
    }

    /// The maximum likelihood with draws, against plain gradient ascent on the probabilities in Davidson's form.
    #[test]
    fn draws_as_gradient_ascent_finds_them() {
        let games = [(0, 1, 12.0, 5.0, 6.0), (0, 2, 9.0, 3.0, 3.0), (1, 2, 8.0, 7.0, 9.0), (2, 3, 6.0, 2.0, 1.0)]
            .map(|(first, second, wins, ties, losses)| PairTally { first, second, wins, ties, losses });
        let likelihood = |at: &[f64]| -> f64 {
            let of = |games: &PairTally| {
                let (a, b, v) = (at[games.first].exp(), at[games.second].exp(), at[4].exp());
                let sum = a + b + v * (a * b).sqrt();
                games.wins * (a / sum).ln()
                    + games.losses * (b / sum).ln()
                    + games.ties * (v * (a * b).sqrt() / sum).ln()
            };
            games.iter().map(of).sum()
        };
        let mut at = [0.0; 5];
        for _ in 0..20_000 {
            let slope = |k: usize| {
                let moved = |by: f64| {
                    let mut moved = at;
                    moved[k] += by;
                    likelihood(&moved)
                };
                (moved(1e-5) - moved(-1e-5)) / 2e-5
            };
            let slopes: Vec<f64> = (0..5).map(slope).collect();
            at.iter_mut().zip(slopes).for_each(|(x, slope)| *x += 0.02 * slope);
        }
        let mean = at[..4].iter().sum::<f64>() / 4.0;
        let naive: Vec<f64> = at[..4].iter().map(|x| x - mean).collect();
        let fit = Fit::of(4, &games);
        assert!(
            !fit.leaning && close(&fit.logits, &naive, 1e-5) && (fit.draw - at[4].exp()).abs() < 1e-5,
            "{fit:?} {at:?}"
        );
    }

    /// A flow of potentials has no cyclic part, a flow round a triangle has no gradient, and a sum of both is split into
    /// them.
    #[test]
    fn hodge_tells_order_and_circle_apart() {
        let flow = |first: usize, second: usize, flow: f64| Flow { first, second, flow, weight: 2.0 };
        let order = [flow(0, 1, 1.0), flow(1, 2, 1.0), flow(0, 2, 2.0)];
        let circle = [flow(0, 1, 1.0), flow(1, 2, 1.0), flow(0, 2, -1.0)];
        let both: Vec<Flow> = order.iter().zip(&circle).map(|(a, b)| Flow { flow: a.flow + b.flow, ..*a }).collect();
        let parts = |flows: &[Flow]| {
            let split = split(3, flows);
            [energy(flows, &split.gradient), energy(flows, &split.cyclic)]
        };
        assert!(close(&parts(&order), &[12.0, 0.0], 1e-9));
        assert!(close(&parts(&circle), &[0.0, 6.0], 1e-9));
        assert!(close(&parts(&both), &[12.0, 6.0], 1e-9));
    }

    /// Compares the influence of one more game on the ratings with a refit that has a small part of that game more.
    #[test]
    fn a_game_pulls_ratings_as_a_part_of_it_does() {
        let tally = |first, second, wins, ties, losses| PairTally { first, second, wins, ties, losses };
        let games = [tally(0, 1, 30.0, 4.0, 20.0), tally(1, 2, 12.0, 1.0, 25.0), tally(2, 0, 9.0, 3.0, 31.0)];
        let fit = Fit::of(3, &games);
        let more = [tally(0, 1, 1.0, 0.0, 0.0), tally(1, 2, 0.0, 1.0, 0.0), tally(2, 0, 0.0, 0.0, 1.0)];
        const PART: f64 = 1e-4;
        for (pull, game) in fit.pulls(&games, &more).iter().zip(more) {
            let [wins, ties, losses] = [game.wins, game.ties, game.losses].map(|count| count * PART);
            let moved = Fit::of(3, &[&games[..], &[PairTally { wins, ties, losses, ..game }]].concat());
            for ((pull, after), before) in pull.iter().zip(&moved.logits).zip(&fit.logits) {
                assert!((pull - (after - before) / PART).abs() < 1e-4, "{pull} {after} {before}");
            }
        }
    }
}
