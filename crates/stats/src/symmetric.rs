//! Symmetric games of several players who choose at once, such as bids at a table, and square matrices. The
//! solver finds a symmetric equilibrium: a mixture that no player gains by leaving if everybody plays it. Every such
//! game has one (J. F. Nash, 1951, Annals of Mathematics 54, 286-295).
//!
//! The solver finds it as the limit of logit equilibria (R. D. McKelvey and T. R. Palfrey, 1995, Games and Economic
//! Behavior 10, 6-38): everybody plays a choice in proportion to the exponential of its payoff times a precision. The
//! precision starts at 0, where all choices are equally likely, and grows. A predictor-corrector method follows the
//! path along its length, through its turns (T. L. Turocy, 2005, Games and Economic Behavior 51, 243-263). Other
//! equilibria may exist; this is the one that the path from equal shares leads to.

/// A symmetric game: the payoff of each choice for each way the others can choose.
#[derive(Clone, Debug, PartialEq)]
pub struct SymmetricGame {
    choices: usize,
    others: Vec<Others>,
    /// Payoffs by way of the others, then by own choice.
    payoffs: Vec<f64>,
}

/// A way in which the others choose.
#[derive(Clone, Debug, PartialEq)]
struct Others {
    /// Number of players by choice.
    counts: Vec<u8>,
    /// Number of orders in which the players can make these choices.
    orders: f64,
}

/// A mixture that everybody plays.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedMixture {
    /// Share of each choice, in order; the shares sum to 1.
    pub shares: Vec<f64>,
    /// Gain of the best choice over the mixture, in payoffs of the game.
    pub exploitability: f64,
}

/// Maximum number of steps along the path; a few hundred are usual.
const STEPS: usize = 4_000;
/// Length of the first step, in logarithms of shares and fractions of precision.
const FIRST: f64 = 0.05;
/// Length below which the search stops.
const SHORTEST: f64 = 1e-9;
/// Largest gain that counts as zero, as a fraction of the range of payoffs.
const NOTHING: f64 = 1e-6;
/// Maximum number of Newton steps back to the path.
const CORRECTIONS: usize = 6;
/// Distance from the path that counts as on it.
const ON_PATH: f64 = 1e-10;
/// Smaller shares are residues of the path and are set to 0.
const LEAST: f64 = 1e-4;

/// Most players of a symmetric game: the number of orders of one fewer is a finite number.
pub const MOST_PLAYERS: usize = 171;

/// Returns every way to spread `many` players over `choices` choices, each as counts by choice. The list is
/// empty if there are no choices.
///
/// # Panics
/// Panics on more than 255 players.
pub fn spreads(many: usize, choices: usize) -> Vec<Vec<u8>> {
    assert!(many <= u8::MAX.into(), "{many} players; allowed: at most {}", u8::MAX);
    match choices {
        0 => Vec::new(),
        1 => vec![vec![many as u8]],
        _ => {
            let first = |here: usize| {
                let rest = spreads(many - here, choices - 1).into_iter();
                rest.map(move |rest| [vec![here as u8], rest].concat())
            };
            (0..=many).rev().flat_map(first).collect()
        }
    }
}

/// Returns the number of orders in which fewer than [`MOST_PLAYERS`] players can make choices with these counts.
fn orders(counts: &[u8]) -> f64 {
    let factorial = |n: u64| (1..=n).map(|k| k as f64).product::<f64>();
    let all = counts.iter().map(|count| u64::from(*count)).sum();
    counts.iter().fold(factorial(all), |orders, count| orders / factorial((*count).into()))
}

impl SymmetricGame {
    /// Creates a game of `players` players with `choices` choices each. `payoff` returns the payoff of a choice, given
    /// the counts of the others by choice.
    ///
    /// # Panics
    /// Panics without players or choices, and on more than [`MOST_PLAYERS`] players.
    pub fn of(players: usize, choices: usize, payoff: impl Fn(usize, &[u8]) -> f64) -> SymmetricGame {
        assert!((1..=MOST_PLAYERS).contains(&players), "{players} players; allowed: 1 to {MOST_PLAYERS}");
        assert!(choices > 0, "a game without choices; allowed: at least 1");
        let ways = spreads(players - 1, choices);
        let payoffs = ways.iter().flat_map(|counts| (0..choices).map(|own| payoff(own, counts)).collect::<Vec<f64>>());
        let payoffs = payoffs.collect();
        let others = ways.into_iter().map(|counts| Others { orders: orders(&counts), counts }).collect();
        SymmetricGame { choices, others, payoffs }
    }

    /// Returns the probability of each way of the others if each of them plays the mixture.
    fn chances(&self, shares: &[f64]) -> Vec<f64> {
        let power = |(share, count): (&f64, &u8)| share.powi((*count).into());
        let chance = |others: &Others| others.orders * shares.iter().zip(&others.counts).map(power).product::<f64>();
        self.others.iter().map(chance).collect()
    }

    /// Returns the payoff of each choice if everybody else plays the mixture.
    pub fn payoffs(&self, shares: &[f64]) -> Vec<f64> {
        self.expected(&self.chances(shares))
    }

    fn expected(&self, chances: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.choices];
        for (chance, row) in chances.iter().zip(self.payoffs.chunks(self.choices)).filter(|(chance, _)| **chance > 0.0)
        {
            sums.iter_mut().zip(row).for_each(|(sum, payoff)| *sum += chance * payoff);
        }
        sums
    }

    /// Returns the gain of each choice over the mixture if everybody else plays the mixture.
    pub fn gains(&self, shares: &[f64]) -> Vec<f64> {
        let payoffs = self.payoffs(shares);
        let mixed: f64 = payoffs.iter().zip(shares).map(|(payoff, share)| payoff * share).sum();
        payoffs.into_iter().map(|payoff| payoff - mixed).collect()
    }

    fn exploitability(&self, shares: &[f64]) -> f64 {
        self.gains(shares).into_iter().fold(0.0, f64::max)
    }

    /// Returns the mixture at the end of the path of logit equilibria, or the least exploitable mixture on the path.
    /// If a payoff is not finite, all numbers are NaN.
    pub fn equilibrium(&self) -> SharedMixture {
        let n = self.choices;
        if !self.payoffs.iter().all(|payoff| payoff.is_finite()) {
            return SharedMixture { shares: vec![f64::NAN; n], exploitability: f64::NAN };
        }
        let even = vec![1.0 / n as f64; n];
        let (low, high) = self.payoffs.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        let mut best = SharedMixture { exploitability: self.exploitability(&even), shares: even };
        let range = high - low;
        if n < 2 || range <= 0.0 {
            return best;
        }
        let mut path = Path { game: self, range, at: vec![-libm::log(n as f64); n], heading: vec![0.0; n + 1] };
        path.at.push(0.0);
        path.heading[n] = 1.0;
        let mut step = FIRST;
        for _ in 0..STEPS {
            match path.followed(step) {
                Some((at, heading)) => {
                    (path.at, path.heading) = (at, heading);
                    step *= 1.3;
                    let shares = cleared(path.shares(&path.at));
                    let exploitability = self.exploitability(&shares);
                    if exploitability < best.exploitability {
                        best = SharedMixture { shares, exploitability };
                    }
                }
                None => step /= 2.0,
            }
            if best.exploitability <= NOTHING * range || step < SHORTEST {
                break;
            }
        }
        best
    }
}

/// Sets negligible shares to 0 and normalises the rest.
fn cleared(mut shares: Vec<f64>) -> Vec<f64> {
    shares.iter_mut().filter(|share| **share < LEAST).for_each(|share| *share = 0.0);
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

/// A point on the path, and its direction. The coordinates are the logarithms of the shares, then the precision as a
/// multiple of the inverse range of payoffs.
struct Path<'a> {
    game: &'a SymmetricGame,
    range: f64,
    at: Vec<f64>,
    heading: Vec<f64>,
}

impl Path<'_> {
    fn shares(&self, at: &[f64]) -> Vec<f64> {
        at[..self.game.choices].iter().map(|log| libm::exp(*log)).collect()
    }

    /// Returns the residuals of a point and their derivatives by each coordinate. On the path the shares sum to 1, and
    /// the log ratio of a share to the first equals the precision times their difference in payoff.
    fn off(&self, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, precision) = (self.game.choices, at[self.game.choices] / self.range);
        let shares = self.shares(at);
        let chances = self.game.chances(&shares);
        let payoffs = self.game.expected(&chances);
        // Derivatives of payoffs by the logarithms of shares: each way counts as often as it contains the choice.
        let mut slopes = Square::from_fn(n, |_, _| 0.0);
        for (way, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let row = &self.game.payoffs[way * n..(way + 1) * n];
            for (by, count) in self.game.others[way].counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let weight = chance * f64::from(*count);
                slopes.row_mut(by).iter_mut().zip(row).for_each(|(sum, payoff)| *sum += weight * payoff);
            }
        }
        let mut off = vec![shares.iter().sum::<f64>() - 1.0];
        let mut bends = vec![shares.into_iter().chain([0.0]).collect::<Vec<f64>>()];
        for own in 1..n {
            let more = payoffs[own] - payoffs[0];
            off.push(at[own] - at[0] - precision * more);
            let by = |other: usize| {
                let own_log = f64::from(u8::from(other == own)) - f64::from(u8::from(other == 0));
                own_log - precision * (slopes.at(other, own) - slopes.at(other, 0))
            };
            bends.push((0..n).map(by).chain([-more / self.range]).collect());
        }
        (off, bends)
    }

    /// Returns the next point, one step further, and its direction. `None` if Newton's method does not lead back to the
    /// path.
    fn followed(&self, step: f64) -> Option<(Vec<f64>, Vec<f64>)> {
        let n = self.game.choices;
        let along = |at: &[f64], before: &[f64]| -> Option<Vec<f64>> {
            let (_, mut rows) = self.off(at);
            rows.push(before.to_vec());
            let right = (0..=n).map(|row| f64::from(u8::from(row == n))).collect();
            let along = eliminated(rows, right)?;
            let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
            Some(along.into_iter().map(|x| x / length).collect())
        };
        let heading = along(&self.at, &self.heading)?;
        let mut at: Vec<f64> = self.at.iter().zip(&heading).map(|(x, by)| x + step * by).collect();
        for _ in 0..CORRECTIONS {
            let (mut off, mut rows) = self.off(&at);
            let furthest = off.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            if furthest < ON_PATH * (1.0 + at[n].abs()) {
                return Some((at, heading));
            }
            rows.push(heading.clone());
            off.push(0.0);
            let by = eliminated(rows, off)?;
            at.iter_mut().zip(by).for_each(|(x, by)| *x -= by);
            if at.iter().any(|x| !x.is_finite()) {
                return None;
            }
        }
        None
    }
}

/// Solves linear equations by elimination with partial pivoting. `None` if there is no unique solution.
fn eliminated(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let (top, value) = (&above[column], right[column]);
        if top[column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        for (row, right) in below.iter_mut().zip(&mut right[column + 1..]) {
            let times = row[column] / top[column];
            row[column..].iter_mut().zip(&top[column..]).for_each(|(x, y)| *x -= times * y);
            *right -= times * value;
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| rows[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / rows[row][row];
    }
    right.iter().all(|x| x.is_finite()).then_some(right)
}

// Square matrices with a row for each entrant.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    n: usize,
    values: Vec<f64>,
}

impl Square {
    /// Creates a matrix from the value at each row and column.
    pub fn from_fn(n: usize, value: impl Fn(usize, usize) -> f64) -> Square {
        let values = (0..n * n).map(|at| value(at / n, at % n)).collect();
        Square { n, values }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Returns true if all values are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.values.iter().all(|value| value.is_finite())
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Returns the value at a row and a column, counted from 0.
    ///
    /// # Panics
    /// Panics on a row or a column beyond the matrix.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.row(row)[column]
    }

    /// Returns a row, counted from 0.
    ///
    /// # Panics
    /// Panics on a row beyond the matrix.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.n..(row + 1) * self.n]
    }

    /// Returns a row to change.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.n..(row + 1) * self.n]
    }

    /// Returns the sum of the rows, weighted by `weights`.
    pub fn mixed(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.n];
        for (row, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            sums.iter_mut().zip(self.row(row)).for_each(|(sum, value)| *sum += weight * value);
        }
        sums
    }

    /// Solves this symmetric, positive definite system.
    pub fn solve(self, right: Vec<f64>) -> Vec<f64> {
        self.factors().solve(right)
    }

    /// Returns the Cholesky factors of this symmetric, positive definite system, in place. A pivot that rounding
    /// reduced to 0 marks an unknown that stays 0.
    pub fn factors(mut self) -> Factors {
        let n = self.n;
        for i in 0..n {
            let (before, rest) = self.values.split_at_mut(i * n);
            let row = &mut rest[..n];
            for j in 0..i {
                let other = &before[j * n..j * n + n];
                let dot: f64 = row[..j].iter().zip(&other[..j]).map(|(a, b)| a * b).sum();
                row[j] = if other[j] > 0.0 { (row[j] - dot) / other[j] } else { 0.0 };
            }
            let least = row[i] * 1e-15;
            let pivot = row[i] - row[..i].iter().map(|a| a * a).sum::<f64>();
            row[i] = if pivot > least { pivot.sqrt() } else { 0.0 };
        }
        Factors(self)
    }
}

/// A factorised symmetric system.
#[derive(Clone, Debug)]
pub struct Factors(Square);

impl Factors {
    /// Returns the number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.0.n
    }

    /// Returns the solution for a right-hand side.
    pub fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let n = self.unknowns();
        let divided = |value: f64, pivot: f64| if pivot > 0.0 { value / pivot } else { 0.0 };
        for i in 0..n {
            let dot: f64 = self.0.row(i)[..i].iter().zip(&right).map(|(a, b)| a * b).sum();
            right[i] = divided(right[i] - dot, self.0.at(i, i));
        }
        // Row by row, in the order of memory.
        for i in (0..n).rev() {
            right[i] = divided(right[i], self.0.at(i, i));
            let known = right[i];
            right[..i].iter_mut().zip(self.0.row(i)).for_each(|(value, part)| *value -= part * known);
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volunteer's dilemma: everybody gains 1 if anybody pays a cost. In its only symmetric equilibrium each leaves
    /// it to others with probability cost^(1 / (players - 1)) (A. Diekmann, 1985, Journal of Conflict Resolution 29,
    /// 605-610).
    #[test]
    fn volunteers_are_as_many_as_published() {
        for (players, cost) in [(2, 0.3), (3, 0.5), (4, 0.2), (5, 0.7)] {
            let game = SymmetricGame::of(players, 2, |own, others| match own {
                0 => 1.0 - cost,
                _ => f64::from(u8::from(others[0] > 0)),
            });
            let settled = game.equilibrium();
            let idle = cost.powf(1.0 / (players as f64 - 1.0));
            assert!((settled.shares[1] - idle).abs() < 1e-3, "{players}: {settled:?}, {idle}");
            assert!(settled.exploitability < 1e-5, "{settled:?}");
        }
    }

    /// Rock, paper, scissors with stakes 1, 2 and 3: each is played in proportion to the opposite stake. With three
    /// players who share the winnings of the winning choice, the mixture is even by symmetry.
    #[test]
    fn circles_are_mixed() {
        let stakes = [[0.0, -1.0, 2.0], [1.0, 0.0, -3.0], [-2.0, 3.0, 0.0]];
        let two = SymmetricGame::of(2, 3, |own, others| {
            let other = others.iter().position(|count| *count > 0).unwrap();
            stakes[own][other]
        });
        let shares = two.equilibrium().shares;
        assert!(shares.iter().zip([0.5, 1.0 / 3.0, 1.0 / 6.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{shares:?}");
        let three = SymmetricGame::of(3, 3, |own, others| {
            let beats = others[(own + 2) % 3];
            let beaten_by = others[(own + 1) % 3];
            match (beats, beaten_by) {
                (0, 0) | (1, 1) => 1.0 / 3.0,
                (2, _) => 1.0,
                (1, _) => 0.5,
                _ => 0.0,
            }
        });
        let settled = three.equilibrium();
        assert!(settled.shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-3), "{settled:?}");
    }

    /// Of three players and three numbers, the lowest number that only one player says wins; if there is none, all
    /// share. Brute force over a grid of mixtures finds the smallest gain of a best answer where the path ends.
    #[test]
    fn the_lowest_unique_number_is_mixed_where_a_grid_says() {
        let game = SymmetricGame::of(3, 3, |own, others| {
            let all: Vec<u8> = (0..3).map(|number| others[number] + u8::from(number == own)).collect();
            match all.iter().position(|count| *count == 1) {
                None => 1.0 / 3.0,
                Some(winner) => f64::from(u8::from(winner == own)),
            }
        });
        let settled = game.equilibrium();
        let best = (0..=200).flat_map(|a| (0..=200 - a).map(move |b| [a, b, 200 - a - b]));
        let best = best.map(|parts| parts.map(|part| f64::from(part) / 200.0));
        let nearest = best.min_by(|a, b| game.exploitability(a).total_cmp(&game.exploitability(b))).unwrap();
        assert!(settled.exploitability < 1e-5, "{settled:?}");
        assert!(settled.shares.iter().zip(nearest).all(|(a, b)| (a - b).abs() < 0.01), "{settled:?} {nearest:?}");
    }

    /// A choice that is always best is played alone, and equal choices are played equally often.
    #[test]
    fn the_best_choice_is_alone_and_equals_are_even() {
        let game = SymmetricGame::of(5, 4, |own, _| own as f64 / 10.0);
        let settled = game.equilibrium();
        assert!(settled.shares[3] > 0.999 && settled.exploitability < 1e-6, "{settled:?}");
        let game = SymmetricGame::of(4, 3, |_, _| 0.25);
        assert_eq!(game.equilibrium().shares, vec![1.0 / 3.0; 3]);
    }

    /// The payoff of every choice is the number of others who make it, so at equal shares it is half of the others.
    #[test]
    fn games_have_limits_of_players_and_none_below() {
        for players in [1, 2, MOST_PLAYERS] {
            let game = SymmetricGame::of(players, 2, |own, others| others[own].into());
            let half = (players as f64 - 1.0) / 2.0;
            assert!(game.payoffs(&[0.5; 2]).iter().all(|payoff| (payoff - half).abs() < 1e-9), "{players}");
        }
        for (players, choices) in [(0, 2), (MOST_PLAYERS + 1, 2), (2, 0)] {
            let refused = std::panic::catch_unwind(|| SymmetricGame::of(players, choices, |_, _| 0.0));
            assert!(refused.is_err(), "{players} players, {choices} choices");
        }
        assert_eq!(spreads(255, 2)[0], [255, 0]);
        assert!(std::panic::catch_unwind(|| spreads(257, 2)).is_err());
    }

    #[test]
    fn a_matrix_has_no_columns_beyond_its_own() {
        let square = Square::from_fn(3, |i, j| (3 * i + j) as f64);
        assert_eq!(square.at(2, 2), 8.0);
        assert!(std::panic::catch_unwind(|| square.at(0, 4)).is_err());
    }

    #[test]
    fn spreads_are_all_there_are() {
        assert_eq!(spreads(2, 2), [[2, 0], [1, 1], [0, 2]]);
        assert_eq!((spreads(5, 6).len(), orders(&[2, 1, 0, 1])), (252, 12.0));
    }

    #[test]
    fn solves_a_system_and_leaves_what_is_undetermined_at_nothing() {
        let system = Square::from_fn(3, |i, j| [[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]][i][j]);
        let solved = system.clone().solve(vec![1.0, -2.0, 3.0]);
        let back = system.mixed(&solved);
        assert!(back.iter().zip([1.0, -2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        let singular = Square::from_fn(2, |_, _| 1.0).solve(vec![3.0, 3.0]);
        assert_eq!(singular, [3.0, 0.0]);
    }
}
